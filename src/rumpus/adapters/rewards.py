"""What a seat gets for playing: nothing but at the end, or a little for every point on the way."""

from collections.abc import Sequence

from rumpus.adapters.tables import Table
from rumpus.batches import REWARDS, checked_reward

PLACES, POINTS, SHAPED = REWARDS
"""PLACES: at the end 1 for whoever is first, shared by those who are first together, and 0 for the others.
POINTS: at the end the points of the seat. SHAPED: the points that it has gained, or lost, since it was last paid."""


def win_shares(places: Sequence[int]) -> list[float]:
    """1, shared by all who are first."""
    first = list(places).count(1)
    return [1 / first if place == 1 else 0.0 for place in places]


class Purse:
    """Counts what each seat has got, so that every point is paid once."""

    def __init__(self, table: Table, reward: str) -> None:
        self.table, self.reward = table, checked_reward(reward)
        self.paid = [0] * table.game.seats

    def begin(self) -> None:
        """What seats have before the first choice is nobody's merit."""
        self.paid = self._known_points()

    def take(self) -> list[float]:
        """What each seat gets for what has happened since it was last paid."""
        if self.reward == SHAPED:
            before, self.paid = self.paid, self._known_points()
            return [float(now - then) for now, then in zip(self.paid, before, strict=True)]
        if not self.table.over:
            return [0.0] * self.table.game.seats
        return win_shares(self.table.places) if self.reward == PLACES else [float(one) for one in self.table.points]

    def _known_points(self) -> list[int]:
        """The points of each seat as it knows them itself, so that no reward tells a secret; all of them at the end."""
        if self.reward != SHAPED:
            return self.paid
        if self.table.over:
            return self.table.points
        return [self.table.view(seat).points[seat] for seat in range(self.table.game.seats)]
