"""Right and wrong use: exit codes, sentences, help."""

from pathlib import Path

import pytest
import typer

import rumpus
from rumpus.cli.app import app
from rumpus.cli.opening import read_settings
from rumpus.core.errors import WrongSwitch
from tests.cli.conftest import Run

COMMANDS = (
    "games",
    "rules",
    "cards",
    "play",
    "serve",
    "sim",
    "solve",
    "arena",
    "analyse",
    "exploit",
    "replay",
    "planes",
    "actions",
    "position",
    "warm",
    "bench",
)


def test_alone_it_helps(run: Run) -> None:
    answer = run()
    assert answer.code == 0
    for command in COMMANDS:
        assert command in answer.out


def test_version(run: Run) -> None:
    assert run("--version").out == f"rumpus {rumpus.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(run: Run, command: str) -> None:
    answer = run(command, "--help")
    assert answer.code == 0
    assert f"rumpus {command}" in answer.out.split("For example")[1]
    assert run(command, "-h").out == answer.out


def test_every_command_is_tested_here() -> None:
    assert sorted(COMMANDS) == sorted(typer.main.get_group(app).commands)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("rules chess", "There is no game 'chess'"),
        ("cards chess", "There is no game 'chess'"),
        ("play chess", "There is no game 'chess'"),
        ("sim chess", "There is no game 'chess'"),
        ("planes chess", "There is no game 'chess'"),
        ("actions chess", "There is no game 'chess'"),
        ("actions braverats --seats 3", "is for 2 players, not 3"),
        ("bench chess", "There is no game 'chess'"),
        ("sim braverats --set slow_rat=yes", "There is no switch 'slow_rat'"),
        ("sim braverats --set fast_rat=perhaps", "it is 'no' or 'yes'"),
        ("sim braverats --set fast_rat", "--set takes SWITCH=VALUE"),
        ("play braverats --set draft=yes --set random_deal=yes", "cannot go together"),
        ("sim braverats --seats 3", "is for 2 players, not 3"),
        ("play braverats --seat 2", "There is no seat 2: the seats are 0 (Yargs), 1 (Applewoods)."),
        ("sim braverats --bots random,deep", "There is no bot 'deep'"),
        ("sim braverats --bots random", "each of the 2 seats, found 1"),
        ("play braverats --bot deep", "There is no bot 'deep'"),
        ("play braverats --hotseat --bot random", "neither --bot nor --seat"),
        ("play braverats --hotseat --seat 1", "neither --bot nor --seat"),
        ("sim braverats --games 0", "--games"),
        ("sim braverats --threads 0", "--threads"),
        ("sim braverats --games many", "--games"),
        ("sim", "GAME"),
        ("dance", "dance"),
        ("games --loud", "--loud"),
    ],
)
def test_wrong_use_is_2_with_a_sentence(run: Run, arguments: str, said: str) -> None:
    answer = run(*arguments.split())
    assert answer.code == 2
    assert answer.out == ""
    assert said in " ".join(answer.err.replace("│", " ").split())


@pytest.mark.parametrize(
    "command", ["cards braverats --box", "actions braverats --box", "sim braverats --box", "replay", "position"]
)
def test_a_bad_file_is_1_with_one_sentence(run: Run, tmp_path: Path, command: str) -> None:
    bad = tmp_path / "bad"
    bad.write_text("nonsense", encoding="utf-8")
    for file in (bad, tmp_path / "missing"):
        answer = run(*command.split(), file)
        assert answer.code == 1
        assert answer.out == ""
        assert len(answer.err.splitlines()) == 1
        assert str(file) in answer.err


def test_a_seat_that_the_match_has_not(run: Run, match_file: Path) -> None:
    assert run("replay", match_file, "--seat", 5).code == 2


def test_the_last_setting_counts() -> None:
    assert read_settings(["a=1", " b = x=y ", "a=2"]) == {"a": "2", "b": "x=y"}
    with pytest.raises(WrongSwitch):
        read_settings(["a"])
