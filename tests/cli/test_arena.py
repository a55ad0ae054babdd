"""The command: what a person reads, what a program reads, what is refused, being stopped."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from rumpus.bots import bot
from rumpus.cli import STOPPED
from rumpus.cli.arena import arena
from rumpus.core.errors import WrongBot, WrongFile
from rumpus.core.game import Game
from rumpus.core.view import Bot
from rumpus.lab import arena as lab
from rumpus.lab.intervals import interval
from tests.lab.players import Gambler, Highest, Lowest, braverats, highcard
from tests.lab.test_arena import Impatient

Document = dict[str, Any]
Held = Callable[..., Document]
BOTS = "highest,lowest,gambler"


@pytest.fixture(autouse=True)
def little_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    ours: dict[str, Bot] = {"highest": Highest(), "lowest": Lowest(), "gambler": Gambler(), "impatient": Impatient(200)}
    monkeypatch.setattr(lab, "bot", lambda name: ours.get(name) or bot(name))


@pytest.fixture
def held(capsys: pytest.CaptureFixture[str]) -> Held:
    """Hold an arena; the document it writes."""

    def held(
        game: Game | None = None, bots: str = BOTS, games: int = 20, seed: int | None = 3, **more: Any
    ) -> Document:
        arena(game or braverats(), bots, games, seed, **more, as_json=True)
        found: Document = json.loads(capsys.readouterr().out)
        return found

    return held


def test_the_document(held: Held) -> None:
    found = held(braverats(lucky=True))
    assert (found["game"], found["seats"], found["seed"], found["games"]) == ("braverats", 2, 3, 20)
    assert found["bots"] == ["highest", "lowest", "gambler"]
    assert found["switches"]["lucky_draw"] is True
    assert found["box"] == braverats().contents.digest
    assert found["seconds"] > 0


def test_every_ordered_pair_is_there_with_its_four_numbers(held: Held) -> None:
    found = held()
    orders = {(pair["first"], pair["second"]): pair for pair in found["pairs"]}
    assert set(orders) == {(one, other) for one in found["bots"] for other in found["bots"] if one != other}
    for pair in found["pairs"]:
        assert set(pair) == {"first", "second", "wins", "losses", "ties", "points_difference"}
        assert pair["wins"] + pair["losses"] + pair["ties"] == 10
    assert orders["highest", "lowest"]["wins"] == orders["lowest", "highest"]["losses"] == 10
    assert orders["highest", "lowest"]["points_difference"] > 0 > orders["lowest", "highest"]["points_difference"]


def test_matchups_add_both_orders_up(held: Held) -> None:
    found = held()
    orders = {(pair["first"], pair["second"]): pair for pair in found["pairs"]}
    for matchup in found["matchups"]:
        there, back = orders[tuple(matchup["bots"])], orders[tuple(matchup["bots"][::-1])]
        assert matchup["wins"] == there["wins"] + back["losses"]
        assert matchup["points_difference"] == there["points_difference"] - back["points_difference"]
        decided = matchup["wins"] + matchup["losses"]
        assert matchup["win_share_interval"] == list(interval(matchup["wins"], decided))
        low, high = matchup["score_interval"]
        assert 0 <= low <= matchup["score"] <= high <= 1


def test_ratings_come_in_order_of_strength(held: Held) -> None:
    ratings = held(games=60)["ratings"]
    assert [one["elo"] for one in ratings] == sorted((one["elo"] for one in ratings), reverse=True)
    order = [one["bot"] for one in ratings]
    assert order.index("highest") < order.index("lowest")
    assert all(one["ordinal"] == pytest.approx(one["mu"] - 3 * one["sigma"]) for one in ratings)


def test_an_odd_number_of_games_is_made_even(held: Held) -> None:
    found = held(games=5)
    assert found["games"] == 6
    assert [pair["wins"] + pair["losses"] + pair["ties"] for pair in found["pairs"]] == [3] * 6


def test_more_seats(held: Held) -> None:
    found = held(highcard(3), games=12)
    assert (found["seats"], found["games"]) == (3, 12)
    assert [pair["wins"] + pair["losses"] + pair["ties"] for pair in found["pairs"]] == [6] * 6


def without_time(found: Document) -> Document:
    return {name: value for name, value in found.items() if name != "seconds"}


def test_threads_and_repetition_change_nothing(held: Held) -> None:
    assert without_time(held(threads=1)) == without_time(held(threads=4))


def test_a_seed_is_chosen_when_none_is_given(held: Held) -> None:
    found = held(seed=None)
    assert without_time(found) == without_time(held(seed=found["seed"]))


# Files ------------------------------------------------------------------------------------------------------------


def test_going_on_with_a_file(held: Held, tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    held(games=6, seed=11, file=file)
    found = held(games=20, seed=None, file=file)
    assert without_time(found) == without_time(held(games=20, seed=11))
    file.write_bytes(file.read_bytes()[:-25])
    assert without_time(held(games=20, seed=None, file=file)) == without_time(found)


def test_fewer_games_than_the_file_has(held: Held, tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    held(games=20, file=file)
    assert without_time(held(games=8, file=file)) == without_time(held(games=8))


def test_a_file_of_another_arena(held: Held, tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    held(games=4, file=file)
    with pytest.raises(WrongFile, match="seed 3 there, 4 here"):
        held(games=4, seed=4, file=file)


# What a person reads ----------------------------------------------------------------------------------------------


def test_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    arena(braverats(lucky=True), BOTS, 20, 3)
    read = capsys.readouterr()
    assert "3 bots, 20 games a pair, 60 in all, lucky_draw=yes" in read.out
    assert "highest – lowest" in read.out
    assert "Seed 3 gives the same games again." in read.out
    assert "Seat 0 (Yargs) won" in read.out
    assert read.err == ""


@pytest.mark.usefixtures("narrow")
def test_eight_bots_fit_into_eighty_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "bot", lambda name: Gambler())
    arena(highcard(), ",".join(f"gambler:{level}" for level in range(1, 9)), 2, 3)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    crossed = [line for line in lines if "·" in line]
    assert len(crossed) == 8
    assert all(len(line.split()) == 2 + 1 + 2 * 7 for line in crossed)


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_ties_are_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "bot", lambda name: Highest())
    arena(braverats(), "one,other", 4, 3)
    assert capsys.readouterr().out.count("=100") == 2


# Plots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ending", "beginning"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_a_plot(ending: str, beginning: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"plot.{ending}"
    arena(highcard(), BOTS, 4, 1, plot=file, as_json=True)
    read = capsys.readouterr()
    assert file.read_bytes().startswith(beginning)
    assert json.loads(read.out)["games"] == 4
    assert f"The plot is in {file}." in read.err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("plot.pdf", "neither of .png and .svg"),
        ("plot", "neither"),
        ("no/plot.png", "no folder"),
        ("old.svg", "exists"),
    ],
)
def test_a_plot_that_cannot_be_is_refused_before_the_first_game(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "old.svg").touch()
    with pytest.raises(typer.BadParameter, match=said):
        arena(highcard(), "highest,cheat", 4, 1, plot=tmp_path / name)


def test_games_and_picture_cannot_go_into_one_file(tmp_path: Path) -> None:
    with pytest.raises(typer.BadParameter, match="name two files"):
        arena(highcard(), BOTS, 4, 1, plot=tmp_path / "a.png", file=tmp_path / "." / "a.png")
    assert not list(tmp_path.iterdir())


def test_a_plot_in_a_folder_that_cannot_be_written_is_refused_before_the_first_game() -> None:
    with pytest.raises(typer.BadParameter, match="cannot be written"):
        arena(highcard(), "highest,cheat", 4, 1, plot=Path("/proc/plot.png"))


# What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "said"),
    [("highest", "at least 2"), ("highest, highest", "twice"), ("highest,deep", "no bot 'deep'"), ("", "no bot ''")],
)
def test_wrong_bots(bots: str, said: str) -> None:
    with pytest.raises(WrongBot, match=said):
        arena(highcard(), bots, 4)


def test_a_bot_that_cannot_be_made_ready_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    class Picky(Highest):
        def prepare(self, game: Game) -> None:
            raise WrongBot(f"It does not play {game.title}.")

    monkeypatch.setattr(lab, "bot", lambda name: Picky())
    with pytest.raises(WrongBot, match="It does not play Highest Card"):
        arena(highcard(), "a,b", 4)


# Ctrl-C -----------------------------------------------------------------------------------------------------------


def test_a_person_who_stops_sees_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as left:
        arena(highcard(), "impatient,lowest", 1000, 3, threads=1)
    read = capsys.readouterr()
    assert left.value.exit_code == STOPPED
    assert "200 of 1,000 played" in read.out
    assert "Stopped after 200 of 1,000 games." in read.err


def test_a_program_that_is_stopped_gets_no_half_document(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    with pytest.raises(typer.Exit):
        arena(highcard(), "impatient,lowest", 1000, 3, threads=1, file=file, as_json=True)
    read = capsys.readouterr()
    assert read.out == ""
    assert f"they are in {file}" in " ".join(read.err.split())
    assert len(file.read_text().splitlines()) == 101


SIGNALLED = """
import os, signal, sys, typer
from pathlib import Path
from rumpus.cli.arena import arena
from rumpus.lab import arena as lab
from tests.lab.players import Gambler, highcard

class Signaller(Gambler):
    left = 100
    def choose(self, view, rng):
        Signaller.left -= 1
        if Signaller.left == 0:
            os.kill(os.getpid(), signal.SIGINT)
        return super().choose(view, rng)

lab.bot = lambda name: Signaller()
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    arena(highcard(), "a,b,c", 1000000, 3, threads=2, file=Path(sys.argv[1]))
except typer.Exit as left:
    sys.exit(left.exit_code)
"""


def test_the_real_signal_ends_it_and_the_file_is_whole(environment: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", SIGNALLED, file],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == STOPPED
    assert "Traceback" not in done.stderr
    assert "Stopped after" in done.stderr
    lines = file.read_bytes()
    assert lines.endswith(b"\n")
    assert len([json.loads(line) for line in lines.splitlines()]) > 10
