"""What came of an arena: who won how often against whom, and what that says about all of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean

import numpy as np

from rumpus.lab.arena import LOSS, TIE, WIN, Arena, Deal
from rumpus.lab.intervals import interval, mean_interval
from rumpus.lab.ratings import Elo, Outcome, Skill, elos, skills


@dataclass(frozen=True)
class Tally:
    """Games of one bot against another, or against all others, added up."""

    wins: int = 0
    losses: int = 0
    ties: int = 0
    points_difference: int = 0

    @classmethod
    def of(cls, results: Sequence[int], points: Sequence[int]) -> "Tally":
        return cls(results.count(WIN), results.count(LOSS), results.count(TIE), sum(points))

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.wins + other.wins, self.losses + other.losses, self.ties + other.ties,
            self.points_difference + other.points_difference,
        )  # fmt: skip

    def mirrored(self) -> "Tally":
        """The same games, as the other one sees them."""
        return Tally(self.losses, self.wins, self.ties, -self.points_difference)

    @property
    def games(self) -> int:
        return self.decided + self.ties

    @property
    def decided(self) -> int:
        return self.wins + self.losses

    @property
    def win_share(self) -> float | None:
        """The share of wins among the decided games."""
        return self.wins / self.decided if self.decided else None

    @property
    def win_interval(self) -> tuple[float, float] | None:
        return interval(self.wins, self.decided) if self.decided else None

    @property
    def score(self) -> float | None:
        """The mean result of a game: 1 for a win, a half for a tie, 0 for a loss."""
        return (self.wins + self.ties / 2) / self.games if self.games else None


def tied(tally: Tally) -> str:
    """The ties in % of all games, short enough for a cell of a table."""
    share = 100 * tally.ties / tally.games
    return f"{share:.0f}" if share >= 0.5 else "<1"


class Standings:
    """The deals of an arena, finished or not, and all that follows from them."""

    def __init__(self, arena: Arena, deals: Collection[Deal]) -> None:
        self.arena, self.deals = arena, sorted(deals)
        self._seated: dict[tuple[int, int], Tally] = {}
        for deal in self.deals:
            self._add(deal)

    def _add(self, deal: Deal) -> None:
        """Count a deal's games for the one who sat first in them."""
        one, other = deal.pair
        for seating, result, points in zip(self.arena.seatings, deal.results, deal.points, strict=True):
            game = Tally.of([result], [points])
            order, game = ((one, other), game) if seating[0] == 0 else ((other, one), game.mirrored())
            self._seated[order] = self._seated.get(order, Tally()) + game

    def seated(self, first: int, second: int) -> Tally:
        """The games of two bots in which the first of them sat in seat 0."""
        return self._seated.get((first, second), Tally())

    def against(self, one: int, other: int) -> Tally:
        """All games of two bots, as the one sees them."""
        return self.seated(one, other) + self.seated(other, one).mirrored()

    def overall(self, one: int) -> Tally:
        """All games of a bot."""
        return sum((self.against(one, other) for other in self._others(one)), Tally())

    def _others(self, one: int) -> list[int]:
        return [other for other in range(len(self.arena.bots)) if other != one]

    @property
    def games(self) -> int:
        """All games that were played."""
        return len(self.deals) * len(self.arena.seatings)

    @cached_property
    def seat_0(self) -> Tally:
        """All games, as those saw them who sat in seat 0."""
        return sum(self._seated.values(), Tally())

    @cached_property
    def _scores(self) -> dict[tuple[int, int], list[float]]:
        scores: dict[tuple[int, int], list[float]] = {pair: [] for pair in self.arena.pairs}
        for deal in self.deals:
            scores[deal.pair].append((1 + fmean(deal.results)) / 2)
        return scores

    def score_interval(self, one: int, other: int) -> tuple[float, float] | None:
        """Between what and what the true mean result lies, for the one that comes first in the arena's list.

        The games of a deal had the same chance, so they are one sample, not several. A deal that was won and one that
        was lost are added, so that a few deals that all ended alike do not look like certainty.

        A. Agresti, B. A. Coull, "Approximate is better than 'exact' for interval estimation of binomial proportions",
        The American Statistician 52 (1998), for what is added.
        """
        scores = self._scores[one, other]
        if not scores:
            return None
        low, high = mean_interval([*scores, 0.0, 1.0])
        return max(0.0, low), min(1.0, high)

    # How strong they are

    @cached_property
    def skills(self) -> list[Skill]:
        """Learnt from the games in an order that is shuffled, but always the same for the same games."""
        outcomes: list[Outcome] = [(*deal.pair, result) for deal in self.deals for result in deal.results]
        Random(0).shuffle(outcomes)
        return skills(len(self.arena.bots), outcomes)

    @cached_property
    def elos(self) -> list[Elo]:
        bots = range(len(self.arena.bots))
        tallies = [[self.against(one, other) if one != other else Tally() for other in bots] for one in bots]
        return elos(np.array([[tally.wins + tally.ties / 2 for tally in row] for row in tallies]))

    @cached_property
    def ranking(self) -> list[int]:
        """The bots by strength: by Elo, in which every game counts alike, whenever it was played."""
        return sorted(range(len(self.arena.bots)), key=lambda one: -self.elos[one].rating)
