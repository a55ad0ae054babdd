"""Which positions can lie on a table."""

from collections.abc import Set

from rumpus.core.rules import Box, State

Fault = tuple[str, str]


def settle(box: Box, state: State, given: Set[str]) -> None:
    """Fill in what a position need not say."""


def fault(box: Box, state: State) -> Fault | None:
    return None
