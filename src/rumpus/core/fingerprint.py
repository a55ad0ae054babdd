"""Fingerprints of records: 64 bits that tell any two tables apart that a computer will meet in a lifetime.

A record is a whole number of 64-bit words; each word is folded in by a multiplication and a shift, as in the hash
functions of the FNV and Murmur families.
"""

from typing import Any

import numpy as np

from rumpus.core.kernel import kernel
from rumpus.core.memory import Words, words

PRIME = np.int64(-7046029254386353131)
LOW_HALF = np.int64(0xFFFFFFFF)
SALT = np.int64(0x243F6A8885A308D3)


@kernel
def fingerprint(record: Any) -> np.int64:
    """Plain Python has to allow integers to overflow here (`np.errstate(over="ignore")`); machine code does."""
    return mixed_up(words(record))


@kernel
def mixed_up(row: Words) -> np.int64:
    """Two chains of multiplications, for every other word, run side by side in the processor."""
    even, odd = SALT, PRIME
    for place in range(0, len(row) - 1, 2):
        even = folded(even, row[place])
        odd = folded(odd, row[place + 1])
    if len(row) % 2:
        even = folded(even, row[len(row) - 1])
    mixed = folded(folded(even, SALT), odd)  # even goes one step further, or equal changes to both would cancel out
    return folded(folded(mixed, SALT), SALT)


@kernel
def folded(mixed: np.int64, word: np.int64) -> np.int64:
    mixed = (mixed ^ word) * PRIME
    return mixed ^ ((mixed >> 32) & LOW_HALF)
