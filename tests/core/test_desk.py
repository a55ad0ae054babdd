"""Desks: a record laid out for plain Python reads and writes like the record."""

import struct
from typing import Any

import numpy as np
import pytest

from rumpus.core.desk import Desk, copied, laid_out
from rumpus.core.record import Field, record

LENGTHS = {"seat": 2, "card": 3}
FIELDS = (
    Field("phase", bits=8), Field("hand", ("seat", "card")), Field("money", bits=16), Field("choice", ("seat",)),
    Field("far", ("seat",), bits=64), Field("clock", bits=32), Field("longest", bits=64),
)  # fmt: skip
STATE = record(FIELDS, LENGTHS)
NUMBERS = {"phase": -128, "money": 32_767, "clock": -(2**31), "longest": 2**63 - 1}


def some_record() -> Any:
    state: Any = np.zeros(1, STATE)[0]
    for name, value in NUMBERS.items():
        state[name] = value
    state.hand[:] = [[1, 2, 3], [4, 5, 6]]
    state.choice[:] = [-1, -2]
    state.far[:] = [2**62, -(2**62)]
    return state


def test_a_desk_says_what_the_record_says_with_numbers_of_pythons_own() -> None:
    state, desk = some_record(), laid_out(some_record())
    for field in FIELDS:
        found, wanted = getattr(desk, field.name), getattr(state, field.name)
        assert np.array_equal(found, wanted), field.name
        assert type(found) is (np.ndarray if field.axes else int)
    assert (desk.dtype, desk.hand.dtype, desk.far.dtype) == (STATE, np.int8, np.int64)
    assert desk.record().tobytes() == state.tobytes()


def test_what_is_written_on_a_desk_is_in_the_record_made_from_it() -> None:
    state, desk = some_record(), laid_out(some_record())
    for one in (state, desk):
        one.phase = 7
        one.money += -1
        one.longest = np.bool_(True)
        one.hand[1, 2] -= 4
        one.choice = [5, 6]
        one.far[:] = one.hand[0, :2]
    assert desk.record().tobytes() == state.tobytes()
    assert (desk.phase, desk.money, desk.longest, desk.choice.tolist()) == (7, 32_766, 1, [5, 6])


def test_writing_a_whole_field_does_not_tie_it_to_where_it_came_from() -> None:
    desk = laid_out(some_record())
    source = np.array([1, 1], np.int8)
    desk.choice = source
    desk.choice[0] = 9
    assert source.tolist() == [1, 1]


@pytest.mark.parametrize(("name", "value"), [(name, -value * 2) for name, value in NUMBERS.items()])
def test_a_number_that_does_not_fit_its_field_is_an_error(name: str, value: int) -> None:
    desk = laid_out(some_record())
    with pytest.raises(struct.error):
        setattr(desk, name, value)
    assert getattr(desk, name) == NUMBERS[name]


def test_a_field_that_is_not_there_can_be_neither_read_nor_written() -> None:
    desk = laid_out(some_record())
    with pytest.raises(AttributeError, match="no field 'colour'"):
        _ = desk.colour
    with pytest.raises(AttributeError, match="no field 'colour'"):
        desk.colour = 1


def test_a_record_made_from_a_desk_is_a_copy_that_nobody_can_write_to() -> None:
    desk = laid_out(some_record())
    state = desk.record()
    with pytest.raises(ValueError, match="read-only"):
        state.phase = 3
    with pytest.raises(ValueError, match="read-only"):
        state.hand[0, 0] = 3
    desk.phase, desk.hand[0, 0] = 3, 9
    assert (state.phase, state.hand[0, 0]) == (-128, 1)


def test_a_desk_is_laid_out_once_and_copied_as_often_as_one_likes() -> None:
    desk = laid_out(some_record())
    assert laid_out(desk) is desk
    for one in (copied(desk), copied(some_record())):
        assert isinstance(one, Desk)
        one.phase, one.hand[0, 0] = 3, 9
        assert one.record().tobytes() != desk.record().tobytes() == some_record().tobytes()


def test_another_record_can_be_laid_on_the_same_desk() -> None:
    desk, other = laid_out(some_record()), some_record()
    hand = desk.hand
    other.phase, other.hand[1] = 4, 0
    desk.put(other)
    assert (desk.phase, hand[1].sum(), desk.record().tobytes()) == (4, 0, other.tobytes())
