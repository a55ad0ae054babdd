"""A desk: one record, laid out for plain Python.

Plain Python needs a microsecond or two to read a field of one of numpy's records, and a person's move asks for hundreds
of them. On a desk a field is found once and lies at hand from then on. Rules, words and scenes read and write it
by the same names as a record: arrays are numpy's, single numbers are Python's own.
"""

from dataclasses import dataclass
from functools import cache
from struct import Struct
from typing import Any

import numpy as np

from rumpus.core.rules import State

Dtype = np.dtype[Any]


@dataclass(frozen=True)
class Layout:
    """Where the fields of a kind of record are."""

    dtype: Dtype
    numbers: dict[str, tuple[Struct, int]]
    arrays: dict[str, tuple[tuple[int, ...], Dtype, int]]
    all_numbers: Struct


@cache
def layout_of(dtype: Dtype) -> Layout:
    numbers: dict[str, tuple[Struct, int]] = {}
    arrays: dict[str, tuple[tuple[int, ...], Dtype, int]] = {}
    pattern = "="
    for name, (field, offset, *_) in (dtype.fields or {}).items():
        if field.shape:
            arrays[name] = field.shape, field.base, offset
            pattern += f"{field.itemsize}x"
        else:
            numbers[name] = Struct(f"={SIGNED[field.itemsize]}"), offset
            pattern += SIGNED[field.itemsize]
    return Layout(dtype, numbers, arrays, Struct(pattern))


SIGNED = {1: "b", 2: "h", 4: "i", 8: "q"}
"""What the module struct calls a whole number of so many bytes."""


class Desk:
    """The fields of a record as attributes. Numbers are kept beside the memory too; arrays are found when asked for."""

    def __init__(self, layout: Layout, memory: bytearray) -> None:
        here = self.__dict__
        here["_layout"], here["_memory"], here["dtype"] = layout, memory, layout.dtype
        here.update(zip(layout.numbers, layout.all_numbers.unpack(memory), strict=True))

    def __getattr__(self, name: str) -> Any:
        if name not in self._layout.arrays:
            raise AttributeError(f"there is no field '{name}' on this desk")
        shape, kind, offset = self._layout.arrays[name]
        self.__dict__[name] = found = np.ndarray(shape, kind, self._memory, offset)
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._layout.numbers:
            number, offset = self._layout.numbers[name]
            number.pack_into(self._memory, offset, int(value))
            self.__dict__[name] = int(value)
        else:
            getattr(self, name)[...] = value

    def put(self, state: State) -> None:
        """Lay what a record says in place of what lies here."""
        self._memory[:] = state.tobytes()
        self.__dict__.update(zip(self._layout.numbers, self._layout.all_numbers.unpack(self._memory), strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Desk) and self._memory == other._memory

    __hash__ = None  # type: ignore[assignment]

    def record(self) -> State:
        """What lies here now, as a record that nobody can write to."""
        return np.frombuffer(bytes(self._memory), self.dtype)[0]


def laid_out(state: State) -> Any:
    """The same on a desk of its own; what lies on a desk already stays there."""
    return state if isinstance(state, Desk) else Desk(layout_of(state.dtype), bytearray(state.tobytes()))


def copied(state: State) -> Any:
    """The same on a desk of its own, to be written on."""
    if isinstance(state, Desk):
        return Desk(state._layout, bytearray(state._memory))
    return laid_out(state)
