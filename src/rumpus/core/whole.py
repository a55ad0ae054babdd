"""Whole numbers as people give them: Python's own, and numpy's, which behave otherwise."""

import operator
from typing import Any

from rumpus.core.errors import WrongNumber


def whole(value: Any, called: str, least: int | None = None) -> int:
    """The same as a number of Python's; anything else is refused, with what it was given for."""
    number = pythons(value)
    if type(number) is not int:
        raise WrongNumber(f"{called} must be a whole number, found {value!r}.")
    if least is not None and number < least:
        raise WrongNumber(f"{called} must be at least {least}, found {number:,}.")
    return number


def pythons(value: Any) -> Any:
    """A whole number as one of Python's; anything else, True and False too, as it is."""
    try:
        return value if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return value
