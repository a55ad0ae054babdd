"""Teaches numba the generic words: in machine code each becomes a direct call into the rules of one game.

Of the ways to write generic kernels this is the one whose code is found again on disk by the next process: functions
handed over as arguments or closed over never are.
"""

from collections.abc import Callable
from typing import Any

from numba import from_dtype, types
from numba.extending import overload

from rumpus.core import rules
from rumpus.core.kernel import OPTIONS


def _game_of(state: types.Type) -> Any:
    """The record of the game whose state this is."""
    return next((record for record in rules.registered() if from_dtype(record) == state), None)


def _teach(word: Callable[..., Any]) -> None:
    @overload(word, strict=False, jit_options=OPTIONS)
    def answer(box: types.Type, state: types.Type, *rest: types.Type) -> Callable[..., Any] | None:
        record = _game_of(state)
        return rules.answer(word, record) if record is not None else None


for _word in rules.WORDS:
    _teach(_word)


@overload(rules.action_count, strict=False, jit_options=OPTIONS)
def _action_count(state: types.Type) -> Callable[[Any], int] | None:
    record = _game_of(state)
    if record is None:
        return None
    count = int(rules.rules_of(record).ACTIONS)
    return lambda state: count
