"""Room for many games: made all at once, or refused with how much it would be."""

import os
import sys
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from rumpus.core.errors import WrongOption

GIBIBYTE = 2**30

TOLD = (
    (Path("/proc/meminfo"), "MemAvailable:", 1024),
    (Path("/sys/fs/cgroup/memory.max"), "", 1),
    (Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"), "", 1),
)
"""Where Linux tells of memory that is left, and of limits: the file, how its line begins, and what is counted."""

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
    """Bytes that are left on this machine, or that its container may have, where the system tells it."""
    told = [_first_number(file, mark) * unit for file, mark, unit in TOLD]
    return min((here for here in (*told, _all_memory()) if here > 0), default=sys.maxsize)


def _first_number(file: Path, mark: str) -> int:
    """The first number of the line that begins so; 0 if there is none."""
    try:
        lines = file.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return 0
    line = next((line for line in lines if line.startswith(mark)), "")
    return next((int(word) for word in line.split() if word.isdigit()), 0)


def _all_memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 0
