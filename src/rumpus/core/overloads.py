"""Teaches numba the generic words: in machine code each becomes a direct call into the rules of one game.

Of the ways to write generic kernels this is the one whose code is found again on disk by the next process: functions
handed over as arguments or closed over never are.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable
from numba.np.arrayobj import make_array, populate_array

from rumpus.core import memory, rules
from rumpus.core.kernel import OPTIONS
from rumpus.core.record import WORD


def _game_of(state: types.Type) -> Any:
    """The record of the game whose state this is."""
    return next((record for record in rules.registered() if from_dtype(record) == state), None)


def _teach(word: Callable[..., Any]) -> None:
    @overload(word, strict=False, jit_options=OPTIONS)
    def answer(box: types.Type, state: types.Type, *rest: types.Type) -> Callable[..., Any] | None:
        record = _game_of(state)
        if record is None:
            return None
        return _apart(rules.answer(word, record)) if rules.is_twin(record) else rules.answer(word, record)


# On a GPU: what is called and not copied, and knows in what memory everything lies


LOCAL, SHARED = (5, "local"), (3, "shared")
"""The memory of a thread, and that of a block of threads: their numbers and names in LLVM."""


def _apart(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule as code of its own: a GPU that has all rules of a rich game in one piece runs out of registers.

    A pointer that comes from elsewhere could point anywhere. That costs three instructions for each number that is
    read, so we say what we know: the box is in the memory of the block, all else in that of the thread.
    """

    def of_two(box: Any, state: Any) -> Any:
        _stay_apart()
        return function(_in_block(box), _in_thread(state))

    def of_three(box: Any, state: Any, third: Any) -> Any:
        _stay_apart()
        return function(_in_block(box), _in_thread(state), _in_thread(third))

    def of_four(box: Any, state: Any, third: Any, fourth: Any) -> Any:
        _stay_apart()
        return function(_in_block(box), _in_thread(state), _in_thread(third), _in_thread(fourth))

    return (of_two, of_three, of_four)[function.__code__.co_argcount - 2]


@intrinsic
def _stay_apart(typing: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.function.attributes.discard("alwaysinline")
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.none(), build


def _known_to_be_in(memory: tuple[int, str]) -> Any:
    """The same record, array or number; of a pointer the compiler knows from here on where it points."""

    @intrinsic
    def told(typing: Any, value: types.Type) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if isinstance(value, types.Record):
                return _pointer_in(builder, arguments[0], *memory)
            if not isinstance(value, types.Array):
                return arguments[0]
            array = make_array(value)(context, builder, arguments[0])
            array.data = _pointer_in(builder, array.data, *memory)
            return array._getvalue()

        return value(value), build

    return told


_in_thread, _in_block = _known_to_be_in(LOCAL), _known_to_be_in(SHARED)


def _pointer_in(builder: Any, pointer: Any, number: int, name: str) -> Any:
    """There and back again: the compiler sees through the way back, and would through both if they were mere casts."""
    word, kind = ir.IntType(64), pointer.type
    way = ir.FunctionType(word, [word])
    address = builder.asm(way, f"cvta.to.{name}.u64 $0, $1;", "=l,l", [builder.ptrtoint(pointer, word)], False)
    return builder.addrspacecast(builder.inttoptr(address, ir.PointerType(kind.pointee, number)), kind)


for _word in rules.WORDS:
    _teach(_word)


@overload(rules.action_count, strict=False, jit_options=OPTIONS)
def _action_count(state: types.Type) -> Callable[[Any], int] | None:
    record = _game_of(state)
    if record is None:
        return None
    count = int(rules.rules_of(record).ACTIONS)
    return lambda state: count


@intrinsic
def _words(typing: Any, record: types.Record) -> Any:
    """A row of words over the memory of a record; nobody owns it, so nobody counts who holds it."""
    row = types.NestedArray(types.int64, (record.size // WORD,))

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = make_array(row)(context, builder)
        lengths = [context.get_constant(types.intp, number) for number in (*row.shape, *row.strides)]
        populate_array(
            array,
            data=cgutils.get_record_member(builder, arguments[0], 0, context.get_data_type(types.int64)),
            shape=cgutils.pack_array(builder, lengths[:1]),
            strides=cgutils.pack_array(builder, lengths[1:]),
            itemsize=context.get_constant(types.intp, WORD),
            meminfo=None,
            parent=None,
        )
        return array._getvalue()

    return row(record), build


@overload(memory.words, strict=False, jit_options=OPTIONS)
def _row_of_words(record: types.Type) -> Callable[[Any], Any] | None:
    return (lambda record: _words(record)) if isinstance(record, types.Record) else None


def _reader(number: types.Integer) -> Any:
    """Reads one such number from the memory of a record. On a GPU no function hands back a row, but a number it may."""

    @intrinsic
    def read(typing: Any, record: types.Record, place: types.Integer) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            start = cgutils.get_record_member(builder, arguments[0], 0, context.get_data_type(number))
            return builder.load(builder.gep(start, [arguments[1]]))

        return number(record, types.intp), build

    return read


_octet, _short = _reader(types.int8), _reader(types.int16)


@overload(memory.number_at, strict=False, jit_options=OPTIONS)
def _number_at(record: types.Type, size: types.Type, place: types.Type) -> Any:
    def read(record: Any, size: int, place: int) -> int:
        return _octet(record, place) if size == 1 else _short(record, place)

    return read


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


@intrinsic
def _is_gpu(typing: Any) -> Any:
    """Known when code is made: what is not for this machine is not in it."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.get_constant(types.boolean, type(context).__module__.startswith("numba.cuda"))

    return types.boolean(), build


@intrinsic
def _marks_at(typing: Any, mask: types.NestedArray, word: types.Integer) -> Any:
    """Four bytes of a mask, of which each is 0 or 1, as one number. Masks in records begin where four divides."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start = make_array(mask)(context, builder, arguments[0]).data
        return builder.load(builder.gep(builder.bitcast(start, ir.IntType(32).as_pointer()), [arguments[1]]), align=4)

    return types.int32(mask, types.intp), build


@intrinsic
def _lowest_bit(typing: Any, bits: types.Integer) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(1))

    return types.int64(types.int64), build


@overload(memory.lowest_bit, strict=False, jit_options=OPTIONS)
def _place_of_lowest_bit(bits: types.Type) -> Any:
    return lambda bits: _lowest_bit(bits)


@intrinsic
def _number_of_bits(typing: Any, word: types.Integer) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int32(types.int32), build


@register_jitable(**OPTIONS)
def _nth_by_bytes(mask: Any, length: int, number: int) -> int:
    seen = before = 0
    for place in range(length):
        seen += mask[place]
        before += seen <= number
    return before


@register_jitable(**OPTIONS)
def _nth_by_words(mask: Any, length: int, number: int) -> int:
    """Find the word first. What comes after the mask may be in the last one, but behind the mark that is meant."""
    seen = seen_before = before = 0
    for word in range((length + 3) // 4):
        seen += _number_of_bits(_marks_at(mask, word))
        is_before = seen <= number
        before += is_before
        seen_before = seen if is_before else seen_before
    marks, place = _marks_at(mask, before), 4 * before
    for octet in range(3):
        seen_before += marks >> 8 * octet & 1
        place += seen_before <= number
    return place


@overload(memory.nth_mark, strict=False, jit_options=OPTIONS)
def _nth_mark(mask: types.Type, length: types.Type, number: types.Type) -> Any:
    def in_record(mask: Any, length: int, number: int) -> int:
        return _nth_by_words(mask, length, number) if _is_gpu() else _nth_by_bytes(mask, length, number)

    def anywhere(mask: Any, length: int, number: int) -> int:
        return _nth_by_bytes(mask, length, number)

    return in_record if isinstance(mask, types.NestedArray) else anywhere


AT_ONCE = 16
"""Words that are on their way at once, when a record is copied: each may take a GPU hundreds of cycles."""


def _copier(number: int, pairs: tuple[bool, bool]) -> Any:
    """Copies so many words from one record to another, from a place on: all are read before one is written.

    `pairs` says of either record whether its words may be read and written two at a time.
    """

    @intrinsic
    def copy(typing: Any, record: types.Record, other: types.Record, place: types.Integer) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            into, start = (_word_at(context, builder, pointer, arguments[2]) for pointer in arguments[:2])
            read: list[Any] = []
            while len(read) < number:
                read += _read_words(builder, start, len(read), 2 if pairs[1] and len(read) + 2 <= number else 1)
            while read:
                width = 2 if pairs[0] and len(read) > 1 else 1
                _write_words(builder, into, number - len(read), read[:width])
                del read[:width]
            return context.get_dummy_value()

        return types.none(record, other, types.intp), build

    return copy


WORD_KIND, PLACE_KIND = ir.IntType(64), ir.IntType(32)


def _word_at(context: Any, builder: Any, record: Any, place: Any) -> Any:
    return builder.gep(cgutils.get_record_member(builder, record, 0, context.get_data_type(types.int64)), [place])


def _read_words(builder: Any, start: Any, word: int, width: int) -> list[Any]:
    """One word, or two at a time."""
    pointer = builder.gep(start, [PLACE_KIND(word)])
    if width == 1:
        return [builder.load(pointer)]
    pair = builder.load(builder.bitcast(pointer, ir.VectorType(WORD_KIND, 2).as_pointer()), align=2 * WORD)
    return [builder.extract_element(pair, PLACE_KIND(place)) for place in range(2)]


def _write_words(builder: Any, start: Any, word: int, values: list[Any]) -> None:
    pointer = builder.gep(start, [PLACE_KIND(word)])
    if len(values) == 1:
        builder.store(values[0], pointer)
        return
    pair = ir.Constant(ir.VectorType(WORD_KIND, 2), ir.Undefined)
    for place, value in enumerate(values):
        pair = builder.insert_element(pair, value, PLACE_KIND(place))
    builder.store(pair, builder.bitcast(pointer, pair.type.as_pointer()), align=2 * WORD)


@overload(memory.copy, strict=False, jit_options=OPTIONS)
def _copy(records: types.Type, here: types.Type, others: types.Type, there: types.Type) -> Any:
    sizes = [getattr(getattr(array, "dtype", None), "size", 0) for array in (records, others)]
    length = min(sizes) // WORD
    whole = length - length % AT_ONCE
    is_even = min(sizes) % (2 * WORD) == 0  # beside a twin, a record is one of many in the memory of a GPU, from 0 on
    pairs = is_even and sizes[0] < sizes[1], is_even and sizes[1] < sizes[0]
    copy_some, copy_rest = _copier(AT_ONCE, pairs), _copier(length - whole, pairs)

    def loop(records: Any, here: int, others: Any, there: int) -> None:
        record, other = records[here], others[there]
        for place in range(0, whole, AT_ONCE):
            copy_some(record, other, place)
        copy_rest(record, other, whole)

    return loop


@overload(memory.put, strict=False, jit_options=OPTIONS)
def _put(
    row: types.Type, column: types.Type, record: types.Type, size: types.Type, start: types.Type, number: types.Type
) -> Any:
    def loop(row: Any, column: int, record: Any, size: int, start: int, number: int) -> None:
        for place in range(number):
            row[np.uint64(column + place)] = memory.number_at(record, size, start + place)

    return loop


@overload(memory.clear, strict=False, jit_options=OPTIONS)
def _clear(row: types.Type, column: types.Type, number: types.Type) -> Any:
    def loop(row: Any, column: int, number: int) -> None:
        for place in range(number):
            row[np.uint64(column + place)] = 0

    return loop
