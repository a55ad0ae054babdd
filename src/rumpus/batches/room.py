"""Room for many games: made all at once, or refused with how much it would be."""

import os
import sys
from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np

from rumpus.core.errors import WrongOption

GIBIBYTE = 2**30

Room = tuple[tuple[int, ...], Any]
"""The shape of an array, and of what kind its numbers or records are."""


class NoRoom(WrongOption):
    """More games than there is memory for."""


def make_room(rooms: Mapping[str, Room], wanted: str) -> dict[str, Any]:
    """Arrays of noughts; more than there is memory for is refused, with how much that would be."""
    needed, here = sum(prod(shape) * np.dtype(kind).itemsize for shape, kind in rooms.values()), memory_here()
    try:
        if needed > here:  # the system would promise it all the same, and end the program later
            raise MemoryError
        return {name: np.zeros(shape, kind) for name, (shape, kind) in rooms.items()}
    except MemoryError:
        raise NoRoom(
            f"{wanted} would need {needed / GIBIBYTE:,.1f} GiB of memory, more than there is: take fewer at a time."
        ) from None


def memory_here() -> int:
    """The memory of this machine in bytes, where the system tells it."""
    try:
        found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return sys.maxsize
    return found if found > 0 else sys.maxsize
