"""Whole numbers as people give them: Python's own, and numpy's, which behave otherwise."""

import operator
from typing import Any

from rumpus.core.errors import WrongNumber


def whole(value: Any, called: str, least: int | None = None) -> int:
    """The same as a number of Python's; anything else is refused, with what it was given for."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise WrongNumber(f"{called} must be a whole number, found {value!r}.") from None
    if least is not None and number < least:
        raise WrongNumber(f"{called} must be at least {least}, found {number:,}.")
    return number
