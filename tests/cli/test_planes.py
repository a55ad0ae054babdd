"""The command that lists the columns of an observation."""

import json

import pytest

from rumpus.catalogue import NAMES, game
from rumpus.cli.planes import LONGEST, listed
from rumpus.core.observing import ENCODINGS, layout
from tests.cli.conftest import Run


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", NAMES)
def test_planes_lists_every_plane_with_its_columns(run: Run, name: str, encoding: str) -> None:
    answer = run("planes", name, "--encoding", encoding)
    here = layout(game(name), encoding)
    assert answer.code == 0
    assert f"{here.length:,} columns of {here.dtype}." in answer.out
    for plane in here.planes:
        assert plane.name in answer.out
        assert str(plane.first) in answer.out


def test_planes_as_json_tell_every_name(run: Run) -> None:
    found = json.loads(run("planes", "braverats", "--json", "--set", "lucky_draw=yes").out)
    here = layout(game("braverats", {"lucky_draw": True}))
    assert found["length"] == here.length
    assert found["switches"]["lucky_draw"] is True
    assert [plane["name"] for plane in found["planes"]] == [plane.name for plane in here.planes]
    assert [plane["names"] for plane in found["planes"]] == [list(plane.names) for plane in here.planes]


def test_seats_change_the_planes(run: Run) -> None:
    two, six = (json.loads(run("planes", "mayhem", "--seats", seats, "--json").out)["length"] for seats in (2, 6))
    assert two < six


def test_an_encoding_that_there_is_not_is_refused(run: Run) -> None:
    answer = run("planes", "braverats", "--encoding", "runes")
    assert answer.code == 2
    assert "There is no encoding 'runes'" in answer.err


def test_long_lists_are_told_in_short() -> None:
    assert listed(("Spy", "Prince")) == "Spy, Prince"
    assert listed(tuple(map(str, range(21)))) == "0-20"
    assert listed(tuple("abcdefgh")) == "a, b, c, d, ..., h"
    assert len(listed(tuple("abcdefgh")).split(", ")) == LONGEST
