import json
from pathlib import Path

import pytest
from rich.console import Console

from rumpus.catalogue import NAMES, load
from rumpus.cli import replay
from rumpus.cli.keyboard import LEFT, RIGHT
from rumpus.cli.replay import Stepping
from tests.cli.conftest import Run, random_match


def test_the_whole_log_where_nobody_presses_keys(run: Run, match_file: Path) -> None:
    answer, match = run("replay", match_file), load(match_file)
    assert answer.code == 0
    for line in match.log():
        assert line in answer.out
    assert match.reason is not None
    assert match.reason[1:] in answer.out


def test_one_seat_is_told_what_it_saw(run: Run, match_file: Path) -> None:
    out, match = run("replay", match_file, "--seat", 1).out, load(match_file)
    assert match.log(1) != match.log()
    for line in match.log(1):
        assert line in out


def test_an_unfinished_match(run: Run, name: str, tmp_path: Path) -> None:
    match = random_match(name)
    match.undo()
    match.save(tmp_path / "match.txt")
    assert "The match was not finished." in run("replay", tmp_path / "match.txt").out


# Stepping


class Steps:
    """Somebody who presses keys, and looks at the number of the move after each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *keys: str, viewer: int | None = None) -> None:
        self.keys, self.seen = iter(keys), list[int]()
        self.console = Console(record=True, width=100)
        self.stepping = Stepping(random_match("braverats"), self.console, viewer)
        monkeypatch.setattr(replay, "ask", self.press)
        self.stepping.run()
        self.text = self.console.export_text()

    def press(self, *_: object, **__: object) -> str:
        self.seen.append(self.stepping.at)
        try:
            return next(self.keys)
        except StopIteration:
            raise EOFError from None


def test_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Steps(monkeypatch, "", "n", "p", RIGHT, LEFT, "p", "q").seen == [0, 1, 2, 1, 2, 1, 0]


def test_no_further_than_the_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    end = len(random_match("braverats").moves)
    steps = Steps(monkeypatch, "p", f"g {end}", "n", "go 2", "g2", "g 999")
    assert steps.seen == [0, 0, end, end, 2, 2, end]
    assert "This is the beginning." in steps.text
    assert "This is the end." in steps.text


def test_a_wrong_key_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Steps(monkeypatch, "x", "g", "q")
    assert "'x' is none of the keys." in steps.text
    assert "g takes the number of a move" in steps.text
    assert steps.seen == [0, 0, 0]


def test_each_step_shows_scene_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    steps, match = Steps(monkeypatch, "", "", "q"), random_match("braverats")
    assert "after move 2 of" in steps.text
    for lines in match.story()[:2]:
        for line in lines:
            assert line in steps.text
    assert "last round" in steps.text


def test_a_seat_sees_what_it_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "The Yargs lay a card face down." in Steps(monkeypatch, "", viewer=1).text
    assert "The Yargs lay the Musician face down." in Steps(monkeypatch, "", viewer=0).text


# Positions


@pytest.mark.parametrize("name", NAMES)
def test_positions_are_those_of_the_match(run: Run, match_file: Path, name: str) -> None:
    match = load(match_file)
    for at in (0, 1, len(match.moves)):
        found = json.loads(run("position", match_file, "--at", at).out)
        assert found == match.game.position(match.states[at])
    assert json.loads(run("position", match_file, "--json").out) == match.position()


def test_a_position_can_be_played_on(run: Run, match_file: Path) -> None:
    match = load(match_file)
    again = match.game.match_from(json.loads(run("position", match_file, "--at", 2).out))
    assert again.acting == match.replay(upto=2).acting


@pytest.mark.parametrize("at", [-1, 1000])
def test_a_move_that_was_not_made(run: Run, match_file: Path, at: int) -> None:
    answer = run("position", match_file, "--at", at)
    assert answer.code == 2
    assert "moves" in answer.err


def test_a_match_with_a_box_of_its_own(run: Run, tmp_path: Path) -> None:
    box, folder = tmp_path / "mine.toml", tmp_path / "elsewhere"
    folder.mkdir()
    box.write_text('[cards.spy]\nname = "Mole"\n', encoding="utf-8")
    run(
        "play",
        "braverats",
        "--bot",
        "random",
        "--seed",
        1,
        "--box",
        box,
        "--save",
        folder / "match.txt",
        typed="mole\nq\n",
    )
    assert run("replay", folder / "match.txt").code == 1
    assert "the Mole face down" in run("replay", folder / "match.txt", "--box", box).out
    assert run("position", folder / "match.txt", "--box", box).code == 0
