"""The command that lists the columns of an observation."""

import json
import re

import pytest

from rumpus.catalogue import NAMES, game
from rumpus.cli.listing import LONGEST, listed
from rumpus.core.observing import ENCODINGS, layout
from tests.cli.conftest import Run

EACH_ENCODING = pytest.mark.parametrize("encoding", ENCODINGS)
EACH_GAME = pytest.mark.parametrize("name", NAMES)


@EACH_ENCODING
@EACH_GAME
def test_planes_lists_every_plane_with_its_columns(
    run: Run, name: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    answer = run("planes", name, "--encoding", encoding)
    here = layout(game(name), encoding)
    assert answer.code == 0
    assert f"{here.length:,} columns of {here.dtype}." in answer.out
    for plane in here.planes:
        columns = f"{plane.first}-{plane.last}" if plane.length > 1 else plane.first
        assert re.search(rf"^ *{columns} +{plane.name} +{re.escape(plane.about)} *$", answer.out, re.MULTILINE)


@EACH_ENCODING
@EACH_GAME
@pytest.mark.parametrize("width", [40, 45, 60, 80])
def test_planes_can_be_read_on_a_narrow_screen(
    run: Run, name: str, encoding: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    answer = run("planes", name, "--encoding", encoding)
    assert max(map(len, answer.out.splitlines())) <= width
    words = set(answer.out.split())
    for plane in layout(game(name), encoding).planes:
        assert {plane.name, *plane.about.split()} <= words


@EACH_ENCODING
def test_planes_say_what_stands_there_for_each_of_what(
    run: Run, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    out = run("planes", "braverats", "--encoding", encoding).out
    cards = "musician, princess, spy, assassin, ..., prince"
    assert f"for each of yargs, applewoods and each of {cards}: a number" in out
    told = {
        "numbers": "-2=unknown, -1=nothing, 0=musician, 1=princess, 2=spy, 3=assassin, ..., 7=prince",
        "one_hot": f"1 in one of 10 columns: unknown, nothing, {cards}",
    }
    assert f"for each of 0-7 and each of yargs, applewoods: {told[encoding]}" in out


def test_planes_as_json_tell_every_name(run: Run) -> None:
    found = json.loads(run("planes", "braverats", "--json", "--set", "lucky_draw=yes").out)
    here = layout(game("braverats", {"lucky_draw": True}))
    assert found["length"] == here.length
    assert found["switches"]["lucky_draw"] is True
    assert [plane["name"] for plane in found["planes"]] == [plane.name for plane in here.planes]
    assert [plane["names"] for plane in found["planes"]] == [list(plane.names) for plane in here.planes]
    assert [plane["about"] for plane in found["planes"]] == [plane.about for plane in here.planes]
    assert [plane["meaning"] for plane in found["planes"]] == [plane.meaning() for plane in here.planes]
    assert "..." not in str(found)


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
