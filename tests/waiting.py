"""Tests that wait for `make test-slow`: of what is alike, `make test` tries some, and the rest is tried there."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

from rumpus.batches.gpu import is_rich
from rumpus.catalogue import NAMES, definition
from tests.conformance.cases import Case, is_quick, single_switches, spoken

T = TypeVar("T")


def some_wait(values: Iterable[T], is_quick: Callable[[T], bool]) -> list[Any]:
    """The values as pytest takes them: those that are not quick wait."""
    return [pytest.param(value, marks=() if is_quick(value) else pytest.mark.slow) for value in values]


def rows_wait(rows: Iterable[Any], is_quick: Callable[[Any], bool]) -> list[Any]:
    """The same where a test has several arguments, and each row is one for each."""
    return [pytest.param(*row, marks=() if is_quick(row) else pytest.mark.slow) for row in rows]


def but_the_first(values: Iterable[T], number: int = 1) -> list[Any]:
    """All but the first few wait."""
    listed = list(values)
    return some_wait(listed, lambda value: value in listed[:number])


def is_quickly_compiled(name: str) -> bool:
    """Of rich games a kernel takes half a minute."""
    return not is_rich(definition(name).open())


def every_way(
    wanted: Callable[[Case], bool] = lambda case: True, quick: Callable[[Case], bool] = is_quick
) -> pytest.MarkDecorator:
    """Each switch and number of seats of every game, for a test with an argument `case`."""
    cases = some_wait(filter(wanted, single_switches()), quick)
    return pytest.mark.parametrize("case", cases, ids=lambda case: spoken(case))


each_small_game = pytest.mark.parametrize("name", some_wait(NAMES, is_quickly_compiled))
"""The rich ones wait."""
