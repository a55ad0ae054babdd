"""What a GPU runs for a loop over a range, a sum and `array[:] = 0`, where numba-cuda's own way is slow.

It is here and not in the rules, which stay what they are. Measured with a profiler: to clear and to count a mask of a
hundred actions, byte by byte, took a fifth of a game's time.

This file needs numba-cuda; on_gpu.py imports it. Only our own kernels are compiled in this way: those of others that
use numba-cuda beside us may count further than 32 bits.
"""

import operator
from typing import Any

from llvmlite import ir
from numba.cuda import cgutils, types
from numba.cuda.core.imputils import RefType, iternext_impl
from numba.cuda.cpython import rangeobj
from numba.cuda.np import arraymath, arrayobj
from numba.cuda.np.arraymath import array_sum
from numba.cuda.np.arrayobj import make_array, setitem_array

from rumpus.batches.kernels.compiling import compiles_ours

MOST_WORDS = 128
"""Words of four bytes up to which a loop over them is written out."""
WORD, ADDRESS = ir.IntType(32), ir.IntType(64)
BYTES = 4


# Ranges


RANGE = types.range_iter64_type
"""Not those of 32 bits, made from a number in a record: of these it knows the largest, and writes that many out."""
numbas_next = next(made for made, word, kinds in rangeobj.registry.functions if (word, kinds) == ("iternext", (RANGE,)))


@rangeobj.registry.lower("iternext", RANGE)
def next_of_range(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return (our_next if compiles_ours() else numbas_next)(context, builder, signature, arguments)


@iternext_impl(RefType.BORROWED)
def our_next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    """Count on even when there is nothing left: nobody asks again, and a compiler understands such a loop.

    It then knows that places of an array are not negative, which is a comparison less for each that is read. What is
    left is counted in 32 bits, the lower half of its memory: no loop on a GPU is longer, and 64 are twice the work.
    """
    loop = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
    counter = builder.bitcast(loop.count, WORD.as_pointer())
    left, number = builder.load(counter), builder.load(loop.iter)
    result.set_valid(builder.icmp_signed(">", left, WORD(0)))
    result.yield_(number)
    builder.store(builder.sub(left, WORD(1), flags=["nsw"]), counter)
    builder.store(builder.add(number, loop.step, flags=["nsw"]), loop.iter)


# Arrays in records, word by word


@arraymath.registry.lower("array.sum", types.NestedArray)
def sum_of_array(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Of bytes, four at a time; of words, one after the other."""
    kind = signature.args[0]
    if not _is_short(kind) or kind.dtype.bitwidth not in (8, 8 * BYTES):
        return array_sum(context, builder, signature, arguments)
    add_up = _sum_of_bytes if kind.dtype.bitwidth == 8 else _sum_of_words
    pointer = make_array(kind)(context, builder, arguments[0]).data
    found = cgutils.alloca_once(builder, ADDRESS)
    with builder.if_else(_starts_at_word(builder, pointer)) as (if_so, if_not):
        with if_so:
            builder.store(add_up(builder, pointer, _octets(kind)), found)
        with if_not:
            builder.store(array_sum(context, builder, signature, arguments), found)
    return builder.load(found)


@arrayobj.registry.lower(operator.setitem, types.NestedArray, types.SliceType, types.Integer)
def set_part_of_array(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """`array[:] = 0`: as many words of nought as it is long."""
    kind, part, _ = signature.args
    if not _is_short(kind):
        return setitem_array(context, builder, signature, arguments)
    pointer = make_array(kind)(context, builder, arguments[0]).data
    is_all = _is_whole(context, builder, part, arguments[1])
    is_nought = builder.icmp_signed("==", arguments[2], arguments[2].type(0))
    is_simple = builder.and_(builder.and_(is_all, is_nought), _starts_at_word(builder, pointer))
    with builder.if_else(is_simple) as (if_so, if_not):
        with if_so:
            _clear(builder, pointer, _octets(kind))
        with if_not:
            setitem_array(context, builder, signature, arguments)
    return context.get_dummy_value()


def _octets(kind: Any) -> int:
    return int(kind.nitems * kind.dtype.bitwidth // 8)


def _is_short(kind: Any) -> bool:
    return bool(compiles_ours() and kind.ndim == 1 and BYTES <= _octets(kind) <= BYTES * MOST_WORDS)


def _starts_at_word(builder: Any, pointer: Any) -> Any:
    """Elsewhere a GPU cannot read a word. Where the compiler knows it, nothing is left of the question."""
    rest = builder.and_(builder.ptrtoint(pointer, ADDRESS), ADDRESS(BYTES - 1))
    return builder.icmp_unsigned("==", rest, ADDRESS(0))


def _is_whole(context: Any, builder: Any, kind: Any, part: Any) -> Any:
    """Whether a part of an array was written as `[:]`."""
    given = context.make_helper(builder, kind, part)
    end = types.intp.maxval
    starts = builder.icmp_signed("==", given.start, given.start.type(0))
    return builder.and_(starts, builder.icmp_signed("==", given.stop, given.stop.type(end)))


def _words(builder: Any, pointer: Any, octets: int) -> tuple[list[Any], list[Any]]:
    """Where the words begin, and the single bytes after the last whole one."""
    first = builder.bitcast(pointer, WORD.as_pointer())
    words = [builder.gep(first, [WORD(place)]) for place in range(octets // BYTES)]
    octet = builder.bitcast(pointer, ir.IntType(8).as_pointer())
    return words, [builder.gep(octet, [WORD(place)]) for place in range(octets - octets % BYTES, octets)]


def _sum_of_bytes(builder: Any, pointer: Any, octets: int) -> Any:
    words, rest = _words(builder, pointer, octets)
    add_four = ir.FunctionType(WORD, [WORD, WORD])
    total: Any = WORD(0)
    for word in words:
        code = "dp4a.s32.s32 $0, $1, 16843009, $2;"  # 0x01010101: each of the four bytes once
        total = builder.asm(add_four, code, "=r,r,r", [builder.load(word, align=BYTES), total], False)
    for octet in rest:
        total = builder.add(total, builder.sext(builder.load(octet), WORD))
    return builder.sext(total, ADDRESS)


def _sum_of_words(builder: Any, pointer: Any, octets: int) -> Any:
    total: Any = ADDRESS(0)
    for word in _words(builder, pointer, octets)[0]:
        total = builder.add(total, builder.sext(builder.load(word, align=BYTES), ADDRESS))
    return total


def _clear(builder: Any, pointer: Any, octets: int) -> None:
    words, rest = _words(builder, pointer, octets)
    for word in words:
        builder.store(WORD(0), word, align=BYTES)
    for octet in rest:
        builder.store(ir.IntType(8)(0), octet)
