"""Observations: what a view says, as a row of numbers, and which column means what."""

from itertools import product
from typing import Any

import numpy as np
import pytest

import rumpus
from rumpus.core.game import Game
from rumpus.core.kernel import compiled
from rumpus.core.observing import ENCODINGS, NUMBERS, ONE_HOT, Layout, Plane, layout, observation, write_observation
from rumpus.core.record import UNKNOWN
from rumpus.core.view import View
from tests.conformance.cases import Case, facts, has_secrets, opened
from tests.conformance.walking import some_of
from tests.waiting import every_way

EVERY_WAY = every_way()
EACH_ENCODING = pytest.mark.parametrize("encoding", ENCODINGS)


def moments(game: Game) -> list[Any]:
    """Now and then on a few walks."""
    return [step.state for seed in range(4) for step in some_of(game, seed, 6)]


def read_back(here: Layout, row: Any) -> dict[str, Any]:
    """Field by field what a row says, by its layout alone."""
    return {plane.name: numbers_of(plane, row[plane.first : plane.last + 1]) for plane in here.planes}


def numbers_of(plane: Plane, columns: Any) -> Any:
    shape = tuple(len(axis) for axis in plane.axes)
    if plane.width == 1:
        return columns.reshape(shape)
    spread = columns.reshape(*shape, plane.width)
    assert (spread.sum(axis=-1) == 1).all()
    return spread.argmax(axis=-1) + UNKNOWN


@EVERY_WAY
@EACH_ENCODING
def test_a_row_says_what_the_view_says_and_lies_in_its_bounds(case: Case, encoding: str) -> None:
    game = opened(case)
    here = layout(game, encoding)
    for state in moments(game):
        for seat in range(game.seats):
            view = View(game, state, seat)
            row = observation(view, encoding)
            assert row.dtype == here.dtype
            assert (here.low <= row).all()
            assert (row <= here.high).all()
            for name, numbers in read_back(here, row).items():
                whole = seat if name == "seat" else view.state[name]
                assert np.array_equal(numbers, at_table(whole, numbers.shape)), name


def at_table(whole: Any, shape: tuple[int, ...]) -> Any:
    return np.asarray(whole)[tuple(map(slice, shape))]


@EACH_ENCODING
@pytest.mark.parametrize("name", ["braverats", "arrr"])
def test_machine_code_writes_the_same_row(name: str, encoding: str) -> None:
    game = rumpus.game(name)
    here = layout(game, encoding)
    for state in moments(game):
        view, row = View(game, state, 1), np.full(here.length, 7, here.dtype)
        compiled(write_observation)(view.state, 1, here.runs, row)
        assert np.array_equal(row, observation(view, encoding))


@every_way(has_secrets)
def test_what_a_seat_cannot_know_changes_nothing_in_its_row(case: Case) -> None:
    game, tried = opened(case), 0
    for state, seat in product(moments(game), range(game.seats)):
        for other in facts(case[0]).permuted(game, state, seat):
            tried += 1
            assert np.array_equal(observation(View(game, state, seat)), observation(View(game, other, seat)))
    assert tried


@EVERY_WAY
@EACH_ENCODING
def test_planes_follow_each_other_without_a_gap(case: Case, encoding: str) -> None:
    planes = layout(opened(case), encoding).planes
    assert [plane.first for plane in planes[1:]] == [plane.last + 1 for plane in planes[:-1]]
    assert len({plane.name for plane in planes}) == len(planes)


def test_only_the_seats_of_this_table_have_columns() -> None:
    two, six = (layout(rumpus.game("rarrr", seats=seats)) for seats in (2, 6))
    assert two.length < six.length / 2
    assert {len(axis) for plane in two.planes for axis in plane.axes if axis[:1] == six.planes[0].names[:1]} == {2}


def test_a_plane_says_what_its_numbers_mean() -> None:
    numbers, spread = (
        {plane.name: plane for plane in layout(rumpus.game("braverats"), e).planes} for e in (NUMBERS, ONE_HOT)
    )
    assert numbers["winner"].meaning() == "-2=unknown, -1=nothing, 0=yargs, 1=applewoods"
    assert spread["winner"].meaning() == "1 in one of 4 columns: unknown, nothing, yargs, applewoods"
    assert (numbers["bonus"].meaning(), numbers["victories"].meaning()) == ("0 or 1", "a number")


@EACH_ENCODING
def test_it_is_always_known_whose_view_it_is(encoding: str) -> None:
    assert layout(rumpus.game("braverats"), encoding).planes[0].meaning() == "0=yargs, 1=applewoods"


def test_names_may_be_listed_in_short() -> None:
    numbers, spread = (
        {plane.name: plane for plane in layout(rumpus.game("braverats"), e).planes} for e in (NUMBERS, ONE_HOT)
    )
    assert numbers["choice"].meaning(lambda names: names[-1]) == "-2=unknown, -1=nothing, 7=prince"
    assert spread["choice"].meaning(lambda names: names[-1]) == "1 in one of 10 columns: unknown, nothing, prince"


@EVERY_WAY
@EACH_ENCODING
def test_a_plane_says_what_its_field_says(case: Case, encoding: str) -> None:
    game = opened(case)
    said = {field.name: field.about for field in game.rules.STATE_FIELDS}
    seat, *planes = layout(game, encoding).planes
    assert {plane.name: plane.about for plane in planes} == said
    assert seat.about not in said.values()


def test_a_field_is_found_by_its_name() -> None:
    match = rumpus.game("braverats").match(seed=1)
    here, row = layout(match.game), observation(match.view(1))
    assert row[here.columns("hand")].tolist() == [1] * 16
    with pytest.raises(rumpus.RumpusError, match="no field 'foot' in an observation"):
        here.columns("foot")


def test_who_is_asked_with_others_is_shown_the_table_as_it_lay_then() -> None:
    match = rumpus.game("braverats").match(seed=1)
    before = observation(match.view(1))
    match.play(0, 7)
    assert np.array_equal(observation(match.view(1)), before)


def test_there_is_no_other_encoding() -> None:
    with pytest.raises(rumpus.RumpusError, match="no encoding 'planes': the encodings are numbers and one_hot"):
        layout(rumpus.game("braverats"), "planes")
