"""What the numbers of actions mean: the same in every mask, match and batch of a game, at every table.

`choices` says it group by group, with the names of this table; `rumpus actions` prints it. What a number is called at
one moment, with all that depends on that moment, is told by `legal` of a match or view.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from rumpus.core.game import Game
from rumpus.core.record import ActionField, shape


@dataclass(frozen=True)
class Choices:
    """A group of action numbers: where it begins, along which lists it runs, and what is done by choosing one."""

    name: str
    about: str
    """What is done, in the game's own words."""
    first: int
    axes: tuple[tuple[str, ...], ...]
    """The names along each axis; of seats, those of this table."""
    lengths: tuple[int, ...]
    """How many numbers there are along each axis: more than names, where more seats could play."""

    @property
    def length(self) -> int:
        return int(np.prod(self.lengths, dtype=int))

    @property
    def last(self) -> int:
        return self.first + self.length - 1

    @cached_property
    def named(self) -> dict[int, tuple[str, ...]]:
        """For each number that means something at this table its name along each axis."""
        places = product(*(range(length) for length in self.lengths))
        return {
            number: tuple(axis[place] for axis, place in zip(self.axes, at, strict=True))
            for number, at in enumerate(places, self.first)
            if all(place < len(axis) for axis, place in zip(self.axes, at, strict=True))
        }

    @property
    def unused(self) -> tuple[int, ...]:
        """The numbers that mean nothing at this table: those of seats that are not there."""
        return tuple(number for number in range(self.first, self.last + 1) if number not in self.named)

    def meaning(self, listed: Callable[[Sequence[str]], str] = ", ".join) -> str:
        """Which number is which; `listed` makes one text of many, and may leave some out. Of a single one, nothing."""
        if not self.axes:
            return ""
        meant = listed([f"{number}={' '.join(names)}" for number, names in self.named.items()])
        return f"{meant}; unused here: {listed([str(number) for number in self.unused])}" if self.unused else meant


def choices(game: Game) -> tuple[Choices, ...]:
    """What the actions of this game mean, as it is opened; groups that begin with a lower number come first."""
    return tuple(_choices(game, field) for field in game.rules.ACTION_FIELDS)


def _choices(game: Game, field: ActionField) -> Choices:
    axes = tuple(game.along(axis) for axis in field.axes)
    return Choices(field.name, field.about, field.first, axes, shape(field, game.rules.LENGTHS))
