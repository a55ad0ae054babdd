"""The memory of records and arrays, as kernels want it.

A record as a row of whole numbers, where a kernel goes through all its fields alike: in machine code (overloads.py) a
pointer into the record. And arrays of whose holders nobody keeps count.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.int16]
Octets = npt.NDArray[np.int8]


def words(record: Any) -> Words:
    """Eight bytes each: every record is so many of them long."""
    return np.frombuffer(record, np.int64)


def shorts(record: Any) -> Shorts:
    """Two bytes each."""
    return np.frombuffer(record, np.int16)


def octets(record: Any) -> Octets:
    """Single bytes."""
    return np.frombuffer(record, np.int8)


def lent(array: Any) -> Any:
    """The same array. Machine code stops counting who holds it: whoever called does hold it, and counting is dear."""
    return array


def put(row: Any, column: int, numbers: Any, start: int, number: int) -> None:
    """Copy so many numbers from one row into another. Machine code does not ask whether a place counts from the end."""
    row[column : column + number] = numbers[start : start + number]


def clear(row: Any, column: int, number: int) -> None:
    """Write nought so many times."""
    row[column : column + number] = 0
