"""Records: the fixed-size pieces of memory that rules read and write, described field by field.

A field says along which axes it runs, what its values mean, and in the game's own words what it is. From that
description come the record type itself, positions with names instead of numbers, and the documentation of what a view
holds. The numbers of actions are described in the same way.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

COUNT = "count"
FLAG = "flag"

NONE = -1
"""No card, no seat: in a field of names."""
UNKNOWN = -2
"""In a view: there is one, but the viewer does not know which."""


@dataclass(frozen=True)
class Field:
    """One field: `axes` name lists (seats, cards) or are plain lengths, `values` is COUNT, FLAG or a list's name.

    `about` says what it is, to one who knows the game and not the code; every field of a state has it.
    """

    name: str
    axes: tuple[str | int, ...] = ()
    values: str = COUNT
    bits: int = 8
    about: str = ""

    @property
    def is_named(self) -> bool:
        return self.values not in (COUNT, FLAG)

    @property
    def blank(self) -> int:
        """What the field holds when there is nothing."""
        return NONE if self.is_named else 0

    @property
    def largest(self) -> int:
        return int(2 ** (self.bits - 1) - 1)


@dataclass(frozen=True)
class ActionField:
    """Action numbers that mean the same with another card, seat or place: `first`, and along `axes` those after it.

    Axes are those of fields; without any it is a single number. Of several axes the last one changes first. What
    never comes up at the same moment may share its numbers. `about` says what one does by choosing such a number.
    """

    name: str
    first: int
    axes: tuple[str | int, ...] = ()
    about: str = ""


def shape(field: Field | ActionField, lengths: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(axis if isinstance(axis, int) else lengths[axis] for axis in field.axes)


WORD = 8
"""Bytes: a record is so many times this long, so that it can be compared and hashed word by word."""


def record(fields: Iterable[Field], lengths: Mapping[str, int]) -> np.dtype[Any]:
    """The record type; signed integers only, because numba turns a mixture with unsigned ones into floats.

    Wide fields come first, so that each lies where its width divides the address: a GPU reads no others.
    """
    fields = tuple(fields)
    for field in fields:
        if hasattr(np.record, field.name):
            raise TypeError(f"a record cannot have a field '{field.name}': numpy's records have a method of that name")
    widest_first = sorted(fields, key=lambda field: -field.bits)
    described = [(field.name, f"i{field.bits // 8}", shape(field, lengths)) for field in widest_first]
    rest = -np.dtype(described).itemsize % WORD
    filling = [("filling", "i1", (rest,))] if rest else []
    return np.dtype((np.record, np.dtype(described + filling, align=True)))
