"""Teaches numba the generic words: in machine code each becomes a direct call into the rules of one game.

Of the ways to write generic kernels this is the one whose code is found again on disk by the next process: functions
handed over as arguments or closed over never are.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array, populate_array

from rumpus.core import memory, rules
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


def _teach_row(word: Callable[..., Any], number: types.Integer) -> None:
    """A row of such numbers over the memory of a record; nobody owns it, so nobody counts who holds it."""
    size = number.bitwidth // 8

    @intrinsic
    def row_of(typing: Any, record: types.Record) -> Any:
        row = types.NestedArray(number, (record.size // size,))

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = make_array(row)(context, builder)
            lengths = [context.get_constant(types.intp, number) for number in (*row.shape, *row.strides)]
            populate_array(
                array,
                data=cgutils.get_record_member(builder, arguments[0], 0, context.get_data_type(number)),
                shape=cgutils.pack_array(builder, lengths[:1]),
                strides=cgutils.pack_array(builder, lengths[1:]),
                itemsize=context.get_constant(types.intp, size),
                meminfo=None,
                parent=None,
            )
            return array._getvalue()

        return row(record), build

    @overload(word, strict=False, jit_options=OPTIONS)
    def answer(record: types.Type) -> Callable[[Any], Any] | None:
        return (lambda record: row_of(record)) if isinstance(record, types.Record) else None


_teach_row(memory.words, types.int64)
_teach_row(memory.shorts, types.int16)
_teach_row(memory.octets, types.int8)


@intrinsic
def _lent(typing: Any, array: types.Array) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lent = make_array(array)(context, builder, arguments[0])
        lent.meminfo = cgutils.get_null_value(lent.meminfo.type)
        lent.parent = cgutils.get_null_value(lent.parent.type)
        return lent._getvalue()

    return array(array), build


@overload(memory.lent, strict=False, jit_options=OPTIONS)
def _lend(array: types.Type) -> Callable[[Any], Any] | None:
    return (lambda array: _lent(array)) if isinstance(array, types.Array) else None


@overload(memory.put, strict=False, jit_options=OPTIONS)
def _put(row: types.Type, column: types.Type, numbers: types.Type, start: types.Type, number: types.Type) -> Any:
    def loop(row: Any, column: int, numbers: Any, start: int, number: int) -> None:
        for place in range(number):
            row[np.uint64(column + place)] = numbers[np.uint64(start + place)]

    return loop


@overload(memory.clear, strict=False, jit_options=OPTIONS)
def _clear(row: types.Type, column: types.Type, number: types.Type) -> Any:
    def loop(row: Any, column: int, number: int) -> None:
        for place in range(number):
            row[np.uint64(column + place)] = 0

    return loop
