"""The command: what a person reads, what a program reads, what is refused."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from rumpus.bots import BOTS, Plan, Searcher, bot
from rumpus.catalogue import game as game_named
from rumpus.cli import analyse as command
from rumpus.cli.analyse import analyse, print_analysis
from rumpus.core.errors import WrongBot, WrongFile, WrongSeat
from rumpus.core.game import Game
from rumpus.core.match import Match
from rumpus.lab.analysis import Adviser
from rumpus.lab.analysis import analyse as judged
from tests.cli.conftest import random_match
from tests.core.playing import played
from tests.lab.players import braverats, highcard
from tests.lab.test_analysis import Opinion

Document = dict[str, Any]
Saved = Callable[[Match], Path]


@pytest.fixture(autouse=True)
def judge(monkeypatch: pytest.MonkeyPatch) -> Opinion:
    """Who judges when nobody is named: one with an opinion, rather than one who has to solve the game first."""
    judge = Opinion()
    monkeypatch.setattr(command, "strongest", lambda game, progress: judge)
    monkeypatch.setitem(BOTS, "short", Searcher("short", Plan(iterations=6)))
    return judge


@pytest.fixture
def saved(tmp_path: Path) -> Saved:
    def saved(match: Match) -> Path:
        match.save(tmp_path / "match.txt")
        return tmp_path / "match.txt"

    return saved


@pytest.fixture
def read(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What is printed for a file."""

    def read(file: Path, **how: Any) -> str:
        analyse(file, **how)
        return capsys.readouterr().out

    return read


def opening(*cards: int) -> Match:
    """A match that begins with these cards, the Yargs' first."""
    match = braverats().match(seed=1)
    for card in cards:
        match.play(min(match.acting), card)
    return match


def row(text: str, move: int) -> str:
    """The line of the table for a move."""
    return next(line for line in text.splitlines() if re.match(rf" *{move}  ", line))


def one_line(text: str) -> str:
    return " ".join(text.split())


# What a person reads ----------------------------------------------------------------------------------------------


def test_a_row_for_each_choice(read: Callable[..., str], saved: Saved) -> None:
    text = read(saved(opening(0, 1, 1, 7)))
    assert text.startswith("BraveRats, Yargs against Applewoods, ")
    assert row(text, 1).split() == ["1", "Yargs", "Musician", "75.0", "Musician", "100", "–"]
    assert row(text, 2).split() == ["2", "Applewoods", "Princess", "70.0", "Musician", "100", "?", "5.0"]
    assert row(text, 3).split() == ["3", "Yargs", "Princess", "75.0", "Princess", "100", "–"]
    assert row(text, 4).split() == ["4", "Applewoods", "Prince", "45.0", "Musician", "100", "??", "30.0"]


def test_it_fits_eighty_columns(read: Callable[..., str], saved: Saved) -> None:
    for game, how in ((braverats(), {}), (braverats(lucky=True), {"bot": "short"})):
        text = read(saved(played(game, seed=1, decisions=4)), **how)
        assert max(map(len, text.splitlines())) <= 80


def test_the_summary_and_the_turning_point(read: Callable[..., str], saved: Saved) -> None:
    text = one_line(read(saved(opening(0, 1, 1, 7))))
    assert "Yargs: two choices, none of them costly." in text
    assert (
        "Applewoods: two choices, two of them costly, 35.0 points in all. The dearest was move 4, play the Prince."
        in text
    )
    assert (
        "The turning point was move 4, where Applewoods chose 'play the Prince' and gave 30.0 points away, of 75.0."
        in text
    )
    assert "? cost 5 points or more, ?? cost 15 points or more." in text
    assert "Points are percent of the win share" in text
    assert "the figures are exact" in text


def test_what_can_be_reckoned_is_not_called_perfect_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counter knows the chance to win a battle, and nothing of what comes after it."""
    monkeypatch.setattr("rumpus.core.kernel._mode", "plain")
    console = Console(record=True, width=80, highlight=False)
    print_analysis(judged(played(game_named("mayhem", seats=3), seed=1, decisions=3), bot("counter")), console)
    text = one_line(console.export_text())
    assert "Judged by counter: the figures are exact, but tell no more than the chance to win this battle." in text
    assert "Points are the chance to win this battle, in percent." in text
    assert "perfect play" not in text
    assert "win share" not in text


def test_marks_have_a_colour_too() -> None:
    console = Console(record=True, width=80, highlight=False, force_terminal=True, color_system="standard")
    print_analysis(judged(opening(0, 1, 1, 7), Opinion()), console)
    lines = console.export_text(styles=True).splitlines()
    assert re.search(r"\x1b\[33m *\? 5\.0", next(line for line in lines if "70.0" in line))
    assert re.search(r"\x1b\[1;31m *\?\? 30\.0", next(line for line in lines if "45.0" in line))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_mix_is_shown_by_its_likeliest_choices(number: int) -> None:
    console = Console(record=True, width=80, highlight=False)
    shares = {1: [1.0, 0.0, 0.0], 2: [0.4, 0.0, 0.6], 3: [0.2, 0.5, 0.3]}[number]
    judge = Opinion(mix=lambda actions: np.array(shares + [0.0] * (actions - 3)))
    print_analysis(judged(opening(4), judge), console)
    shown = {1: "Musician 100  ", 2: "Spy 60, Musician 40  ", 3: "Princess 50, Spy 30 …  "}[number]
    assert shown in row(console.export_text(), 1)


def test_estimates_come_with_their_errors(read: Callable[..., str], saved: Saved, judge: Opinion) -> None:
    judge.error = 0.05
    text = read(saved(opening(1, 2)))
    assert row(text, 1).split()[-3:] == ["100", "5.0", "±3.5"]  # may be nothing, so there is no mark
    assert row(text, 2).split()[-3:] == ["?", "10.0", "±3.5"]
    assert "As it is played here, the game cannot be solved." in one_line(text)
    assert "Yargs: one choice, none of them surely costly." in text
    assert "10.0 ±3.5 points in all" in text


def test_who_asked_for_a_search_is_told_of_errors_only(read: Callable[..., str], saved: Saved) -> None:
    text = one_line(read(saved(played(braverats(lucky=True), seed=1, decisions=4)), bot="short", seed=3))
    assert "Judged by short, a search" in text
    assert "cannot be solved" not in text
    assert "±" in text


def test_a_forced_choice(read: Callable[..., str], saved: Saved) -> None:
    match = next(match for match in (played(braverats(), seed) for seed in range(100)) if match.state.rounds == 8)
    exact, searched = read(saved(match)), read(saved(match), bot="short", seat=0)
    last = max(number for number, move in enumerate(match.moves, 1) if move.seat == 0)
    assert "the only choice" in row(exact, last)
    assert row(searched, last).split()[-5:] == ["–", "the", "only", "choice", "–"]


@pytest.mark.parametrize("match", [braverats().match(seed=1), braverats(lucky=True).match(seed=1)])
def test_a_match_without_choices(read: Callable[..., str], saved: Saved, match: Match) -> None:
    assert "There is nothing to judge" in read(saved(match))


def test_a_match_that_was_not_finished(read: Callable[..., str], saved: Saved) -> None:
    assert "The match was not finished." in read(saved(opening(1, 2)))
    assert "The match was not finished." not in read(saved(random_match("braverats")))


def test_a_match_from_a_position(read: Callable[..., str], saved: Saved) -> None:
    match = braverats().match_from(opening(1, 2).position())
    match.play(min(match.acting), 5)
    assert "Wizard" in row(read(saved(match)), 1)


def test_players_are_named_unless_they_have_one_name(read: Callable[..., str], saved: Saved) -> None:
    match = opening(1, 2)
    match.players = ["Ann", "Ben"]
    assert row(read(saved(match)), 2).split()[1] == "Ben"
    match.players = ["[bold]Ann", "Ben"]
    assert row(read(saved(match)), 1).split()[1] == "[bold]Ann"
    match.players = ["Ann", "Ann"]
    assert row(read(saved(match)), 2).split()[1] == "Applewoods"


def test_more_than_two_count_the_others_beaten() -> None:
    console = Console(record=True, width=80, highlight=False)
    print_analysis(judged(played(highcard(3), seed=1), Opinion()), console)
    assert "Points are percent of the other players beaten" in console.export_text()


# What a program reads ---------------------------------------------------------------------------------------------


def test_the_document(read: Callable[..., str], saved: Saved) -> None:
    file = saved(opening(0, 1, 1, 7))
    found: Document = json.loads(read(file, as_json=True))
    assert set(found) == {"game", "file", "bot", "exact", "meaning", "choices", "seats"}
    assert (found["game"], found["file"], found["bot"], found["exact"]) == ("braverats", str(file), "opinion", True)
    second = found["choices"][1]
    assert (second["move"], second["seat"], second["action"], second["words"]) == (2, 1, 1, "play the Princess")
    assert (second["value"], second["best"], second["error"]) == (0.5, 0.5, 0.0)
    assert second["worth"] == pytest.approx(0.4)
    assert second["cost"] == pytest.approx(0.1)
    assert second["mix"] == {"play the Musician": 1.0}
    assert second["worths"]["play the Prince"] == pytest.approx(-0.2)
    assert len(second["worths"]) == 8
    assert [seat["costly"] for seat in found["seats"]] == [0, 2]
    assert [seat["choices"] for seat in found["seats"]] == [2, 2]
    assert found["seats"][1]["cost"] == pytest.approx(0.7)


def test_the_document_of_a_search(read: Callable[..., str], saved: Saved) -> None:
    match = next(match for match in (played(braverats(), seed) for seed in range(100)) if match.state.rounds == 8)
    found = json.loads(read(saved(match), bot="short", as_json=True))
    assert not found["exact"]
    last = found["choices"][-1]
    assert (last["value"], last["worth"], last["best"], last["cost"], last["error"]) == (None, None, None, 0.0, 0.0)
    assert any(choice["error"] > 0 for choice in found["choices"])
    assert [choice["move"] for choice in found["choices"]] == list(range(1, len(match.moves) + 1))


def test_one_seat_only(read: Callable[..., str], saved: Saved) -> None:
    found = json.loads(read(saved(opening(0, 1, 1, 7)), seat=1, as_json=True))
    assert [(choice["move"], choice["seat"]) for choice in found["choices"]] == [(2, 1), (4, 1)]
    assert [seat["seat"] for seat in found["seats"]] == [1]


def test_words_that_two_choices_share_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    match = opening(0)
    monkeypatch.setattr(match.game.definition.words, "action", lambda *_: "play a card")
    found = command.as_data(judged(match, Opinion()), Path("match.txt"))
    assert list(found["choices"][0]["worths"])[:2] == ["play a card (0)", "play a card (1)"]


# What is refused, and who waits -----------------------------------------------------------------------------------


def test_a_wrong_file(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("nonsense", encoding="utf-8")
    for name in ("bad", "missing"):
        with pytest.raises(WrongFile, match=name):
            analyse(tmp_path / name)


@pytest.mark.parametrize(
    ("bot", "said"),
    [("random", "gives no advice"), ("deep", "There is no bot 'deep'"), ("nash", "cannot be solved")],
)
def test_a_wrong_bot(saved: Saved, bot: str, said: str) -> None:
    with pytest.raises(WrongBot, match=said):
        analyse(saved(played(braverats(lucky=True), seed=1)), bot=bot)


def test_a_wrong_seat(saved: Saved) -> None:
    with pytest.raises(WrongSeat, match="There is no seat 2"):
        analyse(saved(opening(1, 2)), seat=2)


def test_a_box_of_ones_own(read: Callable[..., str], tmp_path: Path) -> None:
    box, folder = tmp_path / "mine.toml", tmp_path / "elsewhere"
    folder.mkdir()
    box.write_text('[cards.spy]\nname = "Mole"\n', encoding="utf-8")
    match = braverats().definition.open(box=box).match(seed=1)
    match.play(0, 2)
    match.save(folder / "match.txt")
    with pytest.raises(WrongFile):
        analyse(folder / "match.txt")
    assert "Mole" in read(folder / "match.txt", box=box)


def test_who_waits_for_a_solution_sees_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], saved: Saved
) -> None:
    """The bar is on stderr and tells how many positions are known."""

    def solve(game: Game, progress: Callable[[int, float], None]) -> Adviser:
        progress(5_000, 0.25)
        return Opinion()

    monkeypatch.setattr(command, "strongest", solve)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    analyse(saved(opening(1, 2)), as_json=True)
    told = capsys.readouterr()
    assert "solving BraveRats: 5,000 positions" in told.err
    assert "2 of 2 choices" in told.err
    assert json.loads(told.out)["game"] == "braverats"
