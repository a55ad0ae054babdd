"""Fingerprints of records: 64 bits that tell any two tables apart that a computer will meet in a lifetime.

A record is a whole number of 64-bit words; each word is folded in by a multiplication and a shift, as in the hash
functions of the FNV and Murmur families.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from rumpus.core.kernel import kernel

Words = npt.NDArray[np.int64]

PRIME = np.int64(-7046029254386353131)
LOW_HALF = np.int64(0xFFFFFFFF)
SALT = np.int64(0x243F6A8885A308D3)


def words(table: Any) -> Words:
    """The records of a table as rows of words, in the same memory."""
    return table.view(np.int64).reshape(len(table), -1)


@kernel
def fingerprint(row: Words) -> np.int64:
    """Plain Python has to allow integers to overflow here (`np.errstate(over="ignore")`); machine code does.

    Two chains of multiplications, for every other word, run side by side in the processor.
    """
    even, odd = SALT, PRIME
    for place in range(0, len(row) - 1, 2):
        even = folded(even, row[place])
        odd = folded(odd, row[place + 1])
    if len(row) % 2:
        even = folded(even, row[len(row) - 1])
    return folded(even, odd)


@kernel
def folded(mixed: np.int64, word: np.int64) -> np.int64:
    mixed = (mixed ^ word) * PRIME
    return mixed ^ ((mixed >> 32) & LOW_HALF)
