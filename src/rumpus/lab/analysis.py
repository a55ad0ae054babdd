"""What the choices of a match cost: each is held against what a bot would have done, knowing what the seat knew.

A choice costs what following the bot's advice would have brought more. Where the bot is exact, in a solved game, so is
the cost. Where it searches, worths are estimates with standard errors, and a cost counts only if it is well beyond its
error: a search that looks at thirty choices always finds one that seems a little better.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np

from rumpus.bots import BOTS, LEVELS, Advice, Bot, bot
from rumpus.bots.counter import Counter
from rumpus.bots.nash import Nash
from rumpus.core.errors import WrongBot
from rumpus.core.game import Game
from rumpus.core.match import Match
from rumpus.core.rng import Rng
from rumpus.core.rules import CHANCE
from rumpus.core.view import Action, View
from rumpus.lab.arena import stream
from rumpus.solve.solution import Progress as Solving

Progress = Callable[[int, int], None]
"""Is told how many choices are judged, and how many there are."""

NOTHING = 1e-9
"""A cost or a share of a mix up to this is arithmetic, not play."""
SURE = 2.0
"""So many standard errors an estimated cost must be to count; by luck alone nothing looks so dear 1 time in 40."""


@runtime_checkable
class Adviser(Protocol):
    """A bot that says what it thinks of every choice."""

    name: str

    def advise(self, view: View, rng: Rng) -> Advice: ...


@dataclass(frozen=True, eq=False)
class Judgement:
    """One choice of a seat, and what the bot thinks of it. Worths run from -1, last, to 1, first alone."""

    move: int
    """Its number in the match, from 1; chance's moves are counted too."""
    seat: int
    action: Action
    choices: tuple[Action, ...]
    """What the seat could choose, in the order of the advice."""
    pieces: tuple[str, ...]
    """The same, short enough for a table."""
    advice: Advice

    @property
    def place(self) -> int:
        return self.advice.actions.index(self.action.number)

    @property
    def value(self) -> float:
        """What the moment was worth to the seat, before it chose."""
        return self.advice.value

    @property
    def worth(self) -> float:
        """What the choice was worth."""
        return float(self.advice.worth[self.place])

    @property
    def best(self) -> float:
        """What the seat could have had: by the advice, unless its own choice seems to be worth even more."""
        return max(self.value, self.worth)

    @property
    def cost(self) -> float:
        return self.best - self.worth

    @property
    def error(self) -> float:
        """The standard error of the cost; 0 where it is exact, or where nothing else was advised."""
        difference = self.advice.mix.copy()
        difference[self.place] -= 1.0
        return float(np.sqrt(np.sum((difference * self.advice.error) ** 2)))

    @property
    def share(self) -> float:
        """How likely the bot would have chosen the same."""
        return float(self.advice.mix[self.place])

    @property
    def is_in_mix(self) -> bool:
        return self.share > NOTHING

    @property
    def is_forced(self) -> bool:
        return len(self.choices) == 1

    @property
    def is_costly(self) -> bool:
        return self.cost > max(NOTHING, SURE * self.error)

    @property
    def is_known(self) -> bool:
        """Whether the bot knows anything of what the choice is worth: no search looks where nothing can be chosen."""
        return bool(self.advice.known[self.place])


@dataclass(frozen=True, eq=False)
class Account:
    """What a seat's choices cost it."""

    seat: int
    judgements: tuple[Judgement, ...]

    @cached_property
    def costly(self) -> tuple[Judgement, ...]:
        return tuple(one for one in self.judgements if one.is_costly)

    @property
    def cost(self) -> float:
        """In all. What may be nothing but the error of an estimate is left out: many of them would look like much."""
        return sum((one.cost for one in self.costly), 0.0)

    @property
    def error(self) -> float:
        return float(np.sqrt(sum(one.error**2 for one in self.costly)))

    @property
    def worst(self) -> Judgement | None:
        """The most costly choice; none where nothing was given away."""
        return dearest(self.costly)


@dataclass(frozen=True, eq=False)
class Analysis:
    """A match, choice by choice, in the order of the match."""

    match: Match
    bot: str
    meaning: str
    """What worths and costs are shares of."""
    judgements: tuple[Judgement, ...]
    seats: tuple[int, ...]
    """Whose choices were judged."""

    @property
    def is_exact(self) -> bool:
        return not any(one.advice.error.any() for one in self.judgements)

    @property
    def is_perfect(self) -> bool:
        """Whether it is perfect play that the choices are held against."""
        return self.bot == Nash.name and self.is_exact

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        return tuple(Account(seat, tuple(one for one in self.judgements if one.seat == seat)) for seat in self.seats)

    @property
    def turning_point(self) -> Judgement | None:
        """The most costly choice of all."""
        return dearest([one for one in self.judgements if one.is_costly])


def dearest(judgements: Collection[Judgement]) -> Judgement | None:
    """The most costly choice; of several that are equal but for arithmetic, the first."""
    most = max((one.cost for one in judgements), default=0.0)
    return next((one for one in judgements if one.cost >= most - NOTHING), None)


# Who judges -------------------------------------------------------------------------------------------------------


def strongest(game: Game, progress: Solving | None = None) -> Adviser:
    """What can be reckoned, perfect play where the game can be solved, or else the search that looks longest."""
    if game.definition.reckon is not None:
        return ready(bot("counter"), game)
    try:
        return ready(bot("nash"), game, progress)
    except WrongBot:
        return ready(bot(f"ismcts:{max(LEVELS)}"), game)


def ready(one: Bot | Adviser, game: Game, progress: Solving | None = None) -> Adviser:
    """The bot, if it can advise, with everything done that it would otherwise do, or do without, when it is asked."""
    if not isinstance(one, Adviser):
        able = [name for name, other in BOTS.items() if _may_advise(other, game)]
        raise WrongBot(f"The bot '{one.name}' gives no advice; those that do are {', '.join(able)}.")
    if isinstance(one, Nash):
        one.prepare(game, progress)
    elif prepare := getattr(one, "prepare", None):
        prepare(game)
    return one


def meaning(judge: Adviser, game: Game) -> str:
    """What the worths of an adviser tell; with more than two at the table a place in the middle is worth something."""
    if isinstance(judge, Counter):
        return game.definition.reckoned
    return "the win share" if game.seats == 2 else "the other players beaten"


def _may_advise(one: Bot, game: Game) -> bool:
    """Whether it is worth asking; with which switches a game can be solved, only trying tells."""
    if isinstance(one, Counter):
        return game.definition.reckon is not None
    return isinstance(one, Adviser) and (game.definition.is_solvable or not isinstance(one, Nash))


# Judging ----------------------------------------------------------------------------------------------------------


def analyse(
    match: Match, bot: Bot | Adviser | None = None, seed: int = 0, progress: Progress | None = None, *,
    seats: Collection[int] | None = None,
) -> Analysis:  # fmt: skip
    """Judge every choice of a match, or those of some seats: by a bot, or by the strongest there is for the game."""
    judge = strongest(match.game) if bot is None else ready(bot, match.game)
    judged = tuple(range(match.game.seats)) if seats is None else tuple(sorted(seats))
    asked = [choice for choice in choices(match) if choice[1].seat in judged]
    found = []
    for move, view, number in reversed(asked):
        found.append(_judgement(judge, move, view, number, seed))
        if progress is not None:
            progress(len(found), len(asked))
    return Analysis(match, judge.name, meaning(judge, match.game), tuple(found), judged)


def choices(match: Match) -> Iterator[tuple[int, View, int]]:
    """Each choice of a seat, from the last to the first: its number in the match, what the seat knew, what it chose."""
    earlier = match.copy()
    earlier.by_hand = True  # so that chance's moves are taken back one by one too
    while earlier.moves:
        move = earlier.moves[-1]
        earlier.undo()
        if move.seat != CHANCE:
            yield len(earlier.moves) + 1, earlier.view(move.seat), move.number


def _judgement(judge: Adviser, move: int, view: View, number: int, seed: int) -> Judgement:
    """The bot's luck comes from what the seat knew: who is written first of those that chose at once makes no odds."""
    game, known, seat = view.game, view.asked, view.seat
    advice = judge.advise(view, stream(seed, "advice", seat, known.tobytes()))
    offered = tuple(Action(one, game.words.action(game, known, seat, one)) for one in advice.actions)
    pieces = tuple(game.words.piece(game, known, seat, one) for one in advice.actions)
    return Judgement(move, seat, offered[advice.actions.index(number)], offered, pieces, advice)
