"""The command that lists what the numbers of actions mean."""

import json
import re

import pytest

from rumpus.catalogue import NAMES, game
from rumpus.cli.actions import SHARED
from rumpus.core.choosing import choices
from tests.cli.conftest import Run

EACH_GAME = pytest.mark.parametrize("name", NAMES)


@EACH_GAME
def test_actions_lists_every_group_with_its_numbers(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    answer, here = run("actions", name), game(name)
    assert answer.code == 0
    assert answer.out.startswith(f"{here.title} for {here.seats}: {here.rules.ACTIONS} actions.\n")
    for group in choices(here):
        numbers = f"{group.first}-{group.last}" if group.axes else group.first
        assert re.search(rf"^ *{numbers} +{group.name} +{re.escape(group.about)} *$", answer.out, re.MULTILINE)


@EACH_GAME
@pytest.mark.parametrize("width", [40, 45, 60, 80])
def test_actions_can_be_read_on_a_narrow_screen(
    run: Run, name: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    answer = run("actions", name)
    assert max(map(len, answer.out.splitlines())) <= width
    words = set(answer.out.split())
    for group in choices(game(name)):
        assert {group.name, *group.about.split()} <= words


def test_actions_say_which_number_is_which(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    out = run("actions", "braverats").out
    assert "0=musician, 1=princess, 2=spy, 3=assassin, ..., 7=prince" in out
    assert SHARED not in out
    assert "=red, 65=blue; unused here: 66, 67" in run("actions", "kaiju", "--seats", 2).out
    assert "66=green; unused here: 67" in run("actions", "kaiju", "--seats", 3).out


def test_numbers_that_mean_several_things_are_spoken_of(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert SHARED in run("actions", "rarrr").out


@EACH_GAME
def test_actions_as_json_tell_every_name(run: Run, name: str) -> None:
    here = game(name)
    found = json.loads(run("actions", name, "--json").out)
    assert (found["game"], found["seats"], found["length"]) == (name, here.seats, here.rules.ACTIONS)
    assert found["switches"] == here.switches
    for told, group in zip(found["choices"], choices(here), strict=True):
        assert (told["name"], told["about"]) == (group.name, group.about)
        assert (told["first"], told["last"]) == (group.first, group.last)
        assert told["axes"] == [list(axis) for axis in group.axes]
        assert {int(number): tuple(names) for number, names in told["numbers"].items()} == group.named
        assert told["meaning"] == group.meaning()
    assert "..." not in str(found)


def test_switches_are_those_of_the_table(run: Run) -> None:
    found = json.loads(run("actions", "braverats", "--set", "lucky_draw=yes", "--json").out)
    assert found["switches"]["lucky_draw"] is True
