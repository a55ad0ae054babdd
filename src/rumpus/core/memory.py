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


def number_at(record: Any, size: int, place: int) -> int:
    """One of the numbers in a record, if all of it were numbers of so many bytes: one or two."""
    return int(_numbers(record, size)[place])


def _numbers(record: Any, size: int) -> Octets | Shorts:
    return np.frombuffer(record, np.int8) if size == 1 else np.frombuffer(record, np.int16)


def lent(array: Any) -> Any:
    """The same array. Machine code stops counting who holds it: whoever called does hold it, and counting is dear."""
    return array


def copy(records: Any, here: int, others: Any, there: int) -> None:
    """Make a record of one array like one of another. Machine code goes word by word: a GPU would go byte by byte."""
    records[here] = others[there]


def put(row: Any, column: int, record: Any, size: int, start: int, number: int) -> None:
    """Copy so many numbers of a record into a row. Machine code does not ask whether a place counts from the end."""
    row[column : column + number] = _numbers(record, size)[start : start + number]


def lowest_bit(bits: int) -> int:
    """The place of the lowest bit of a number that is not nought."""
    return (int(bits) & -int(bits)).bit_length() - 1


def nth_mark(mask: Any, length: int, number: int) -> int:
    """The place of the mark of this number, from 0 on; machine code finds it with no branch that depends on luck."""
    return int(np.flatnonzero(mask[:length])[number])


def clear(row: Any, column: int, number: int) -> None:
    """Write nought so many times."""
    row[column : column + number] = 0
