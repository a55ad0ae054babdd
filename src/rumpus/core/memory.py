"""The memory of a record as rows of whole numbers, where a kernel goes through all its fields alike.

In machine code (overloads.py) a row is a pointer into the record: nothing is copied, nobody owns it, and nobody counts
who holds it.
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
