"""What a seat knows as one row of numbers, for programs that learn: made from a view, and from nothing else.

A row begins with the seat that looks. After it come the fields of the record, in the record's own order; of what is
counted by seat, only the seats of this table. `layout` says which column means what, field by field: `rumpus planes`
prints it. There are two encodings:

- `numbers`: a column for each number of the record, as it stands there. Small, and quick to make.
- `one_hot`: the same, but where a number stands for a name, a column for each name, for nothing and for unknown, of
  which one is 1. What networks like better.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.kernel import kernel
from rumpus.core.memory import clear, number_at, put
from rumpus.core.record import FLAG, NONE, UNKNOWN, Field
from rumpus.core.rules import State
from rumpus.core.view import View

NUMBERS, ONE_HOT = "numbers", "one_hot"
ENCODINGS = (NUMBERS, ONE_HOT)
SPECIAL = -UNKNOWN
"""Columns before those of the names: for unknown, and for nothing."""
AS_IT_IS = 0
"""The width of a number that is copied, not spread over columns."""
START, NUMBER, BYTES, COLUMN, WIDTH = range(5)
"""The columns of a run: numbers that lie side by side in the record, and how they are written."""

Row = npt.NDArray[np.int8] | npt.NDArray[np.int16]
Runs = npt.NDArray[np.int32]


class WrongEncoding(RumpusError):
    """There is no such way to write an observation."""


@dataclass(frozen=True)
class Plane:
    """The columns of one field: where they begin, along which lists they run, and what their numbers mean."""

    name: str
    about: str
    """What it is, in the game's own words."""
    first: int
    axes: tuple[tuple[str, ...], ...]
    """The names along each axis."""
    width: int
    """Columns for each number: 1, or one for each thing it can stand for."""
    names: tuple[str, ...]
    """What a number stands for: 0 for the first; none where it is a count or a flag."""
    low: int
    high: int

    @property
    def length(self) -> int:
        return self.width * int(np.prod([len(axis) for axis in self.axes], dtype=int))

    @property
    def last(self) -> int:
        return self.first + self.length - 1

    def meaning(self, listed: Callable[[Sequence[str]], str] = ", ".join) -> str:
        """What stands in its columns; `listed` makes one text of many names, and may leave some out."""
        if self.width > 1:
            return f"1 in one of {self.width} columns: unknown, nothing, {listed(self.names)}"
        if self.names:
            special = f"{UNKNOWN}=unknown, {NONE}=nothing, " if self.low < 0 else ""
            return special + listed([f"{number}={name}" for number, name in enumerate(self.names)])
        return "0 or 1" if self.high == 1 else "a number"


@dataclass(frozen=True)
class Layout:
    """Which column of an observation means what."""

    encoding: str
    planes: tuple[Plane, ...]
    dtype: np.dtype[Any]
    runs: Runs

    @property
    def length(self) -> int:
        """Columns of an observation."""
        return self.planes[-1].last + 1

    def columns(self, name: str) -> slice:
        """Where a field stands in an observation."""
        for plane in self.planes:
            if plane.name == name:
                return slice(plane.first, plane.last + 1)
        raise WrongEncoding(f"There is no field '{name}' in an observation: `rumpus planes` lists them.")

    @cached_property
    def low(self) -> Row:
        """The least that each column can hold."""
        return self._bounds([plane.low for plane in self.planes])

    @cached_property
    def high(self) -> Row:
        """The most that each column can hold."""
        return self._bounds([plane.high for plane in self.planes])

    def _bounds(self, of_planes: Sequence[int]) -> Row:
        return np.repeat(np.array(of_planes, self.dtype), [plane.length for plane in self.planes])


def layout(game: Game, encoding: str = NUMBERS) -> Layout:
    """How observations of this game, with its box, switches and seats, are laid out."""
    if encoding not in ENCODINGS:
        raise WrongEncoding(f"There is no encoding '{encoding}': the encodings are {' and '.join(ENCODINGS)}.")
    return _layout(game, encoding)


@lru_cache(maxsize=64)
def _layout(game: Game, encoding: str) -> Layout:
    record, fields = game.rules.STATE, {field.name: field for field in game.rules.STATE_FIELDS}
    ordered = [fields[name] for name in record.names if name in fields]
    planes = [Plane("seat", "whose view this is", 0, (), 1, game.along("seat"), 0, game.seats - 1)]
    runs: list[tuple[int, ...]] = []
    for field in ordered:
        planes.append(_plane(game, field, encoding, planes[-1].last + 1))
        runs += _runs(game, field, planes[-1])
    dtype = np.dtype(f"i{max(field.bits for field in ordered) // 8}")
    return Layout(encoding, tuple(planes), dtype, np.array(_joined(runs), np.int32))


def _plane(game: Game, field: Field, encoding: str, first: int) -> Plane:
    axes = tuple(game.along(axis) for axis in field.axes)
    if not field.is_named:
        return Plane(field.name, field.about, first, axes, 1, (), 0, 1 if field.values == FLAG else field.largest)
    names = game.along(field.values)
    if encoding == ONE_HOT:
        return Plane(field.name, field.about, first, axes, len(names) + SPECIAL, names, 0, 1)
    return Plane(field.name, field.about, first, axes, 1, names, UNKNOWN, len(names) - 1)


def _runs(game: Game, field: Field, plane: Plane) -> Iterator[tuple[int, ...]]:
    """Where the numbers of a field lie, as many at a time as lie side by side."""
    kind, offset = (game.rules.STATE.fields or {})[field.name][:2]
    size, width = field.bits // 8, plane.width if plane.width > 1 else AS_IT_IS
    places = np.arange(max(1, int(np.prod(kind.shape)))).reshape(kind.shape)
    at_table = places[tuple(slice(len(axis)) for axis in plane.axes)].ravel()
    written = 0
    for _, group in groupby(enumerate(at_table), lambda pair: pair[1] - pair[0]):
        run = [int(place) for _, place in group]
        yield offset // size + run[0], len(run), size, plane.first + written * plane.width, width
        written += len(run)


def _joined(runs: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Runs that are copied and follow each other are one: fields lie side by side, in the record and in the row."""
    joined = [runs[0]]
    for run in runs[1:]:
        last = joined[-1]
        if run == (last[START] + last[NUMBER], run[NUMBER], last[BYTES], last[COLUMN] + last[NUMBER], AS_IT_IS):
            joined[-1] = (last[START], last[NUMBER] + run[NUMBER], *last[BYTES:])
        else:
            joined.append(run)
    return joined


def observation(view: View, encoding: str = NUMBERS) -> Row:
    """What a view says, as a row of numbers; who was asked together with others is shown the table as it lay then."""
    here = layout(view.game, encoding)
    row: Row = np.zeros(here.length, here.dtype)
    write_observation(view.asked, view.seat, here.runs, row)
    return row


@kernel
def write_observation(view: State, seat: int, runs: Runs, row: Row) -> None:
    """Write what a seat knows, which the view holds, into a row of as many columns as its layout has."""
    row[0] = seat
    for run in range(len(runs)):
        start, number, size, column, width = (
            runs[run, START],
            runs[run, NUMBER],
            runs[run, BYTES],
            runs[run, COLUMN],
            runs[run, WIDTH],
        )
        if width == AS_IT_IS:
            put(row, column, view, size, start, number)
            continue
        clear(row, column, number * width)
        for place in range(number):
            row[column + place * width + number_at(view, size, start + place) + SPECIAL] = 1
