"""Arenas that are stopped and go on."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rumpus.core.errors import WrongFile
from rumpus.core.kernel import PLAIN
from rumpus.lab.arena import Arena, Deal, play
from rumpus.lab.arenafile import going_on, read_arena
from tests.lab.players import Gambler, Highest, Lowest, arena, braverats, highcard, played


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "arena.jsonl"


def continued(file: Path, one: Arena, games: int, threads: int = 1) -> list[Deal]:
    """Play what the file lacks; all the deals it then has."""
    kept = read_arena(file)
    known = kept.deals(one)
    with going_on(kept, one) as write:
        play(one, one.tasks(games, known), write, threads)
    return sorted(read_arena(file).deals(one))


def three(seed: int = 1) -> Arena:
    return arena(highcard(), Gambler(), Highest(), Lowest(), seed=seed)


def test_a_file_holds_what_was_played(file: Path) -> None:
    assert continued(file, three(), 20) == played(three(), 20)
    header, *lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert (header["game"], header["rules"], header["seats"], header["seed"]) == ("highcard", 3, 2, 1)
    assert header["bots"] == ["gambler", "highest", "lowest"]
    assert len(lines) == 30


def test_going_on_is_the_same_as_playing_at_once(file: Path) -> None:
    continued(file, three(), 6)
    assert continued(file, three(), 40, threads=4) == played(three(), 40)


@pytest.mark.parametrize("left", [10, 300, 301, 700, -1, -30])
def test_going_on_after_the_file_was_cut_anywhere(file: Path, left: int) -> None:
    whole = continued(file, three(), 20)
    file.write_bytes(file.read_bytes()[:left])
    assert continued(file, three(), 20) == whole
    assert all(json.loads(line) for line in file.read_text().splitlines())


def test_every_cut_is_mended(file: Path) -> None:
    one = arena(highcard(), Highest(), Lowest())
    whole = continued(file, one, 4)
    text = file.read_bytes()
    for left in range(len(text)):
        file.write_bytes(text[:left])
        assert continued(file, one, 4) == whole


def test_what_is_there_is_not_played_again(file: Path) -> None:
    continued(file, three(), 20)
    before = file.read_bytes()
    assert len(continued(file, three(), 10)) == 30
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (three(seed=2), "seed 1 there, 2 here"),
        (arena(highcard(), Gambler(), Lowest()), "bots gambler, highest, lowest there, gambler, lowest here"),
        (arena(highcard(3), Gambler(), Highest(), Lowest()), "seats 2 there, 3 here"),
        (arena(braverats(), Gambler(), Highest(), Lowest()), "game highcard there, braverats here"),
    ],
)
def test_another_arena_is_refused_with_what_differs(file: Path, other: Arena, said: str) -> None:
    continued(file, three(), 2)
    before = file.read_bytes()
    with pytest.raises(WrongFile, match=f"is of another arena: .*{said}"):
        continued(file, other, 2)
    assert file.read_bytes() == before


def test_only_the_switches_that_differ_are_named(file: Path) -> None:
    continued(file, arena(braverats(lucky=True), Highest(), Lowest()), 2)
    with pytest.raises(WrongFile, match=r"arena: lucky_draw yes there, no here\. Name"):
        continued(file, arena(braverats(), Highest(), Lowest()), 2)


@pytest.mark.parametrize("name", ["rumpus", "rules", "box"])
def test_other_rules_boxes_and_versions_are_other_arenas(file: Path, name: str) -> None:
    continued(file, three(), 2)
    header, *lines = file.read_text().splitlines()
    changed = json.loads(header)
    changed[name] = 7 if name == "rules" else "another"
    file.write_text("\n".join([json.dumps(changed), *lines, ""]))
    with pytest.raises(WrongFile, match=f"{name} {changed[name]} there, "):
        continued(file, three(), 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "line 3: it is no line of an arena's file"),
        ("", "line 3"),
        ('{"pair": ["gambler", "highest"], "deal": -1, "results": [1, 1], "points": [0, 0]}', "line 3.*deal"),
        ('{"pair": ["gambler", "highest"], "deal": 0, "results": [1, 2], "points": [0, 0]}', "line 3.*results"),
        ('{"pair": ["gambler", "highest"], "deal": 0, "results": [1], "points": [0]}', "line 3.* 2 results"),
        ('{"pair": ["highest", "gambler"], "deal": 0, "results": [1, 1], "points": [0, 0]}', "highest and gambler"),
        ("[" * 100_000, "line 3"),
    ],
)
def test_a_line_that_says_something_else_is_named(file: Path, line: str, said: str) -> None:
    continued(file, three(), 4)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:2], line, *lines[2:], ""]))
    with pytest.raises(WrongFile, match=said):
        continued(file, three(), 4)


@pytest.mark.parametrize("found", [b"Dear diary,\n", b"Dear diary", b"\xff\xfe", b"{}\n", b'{"arena": 2}\n'])
def test_somebody_elses_file_is_left_alone(file: Path, found: bytes) -> None:
    file.write_bytes(found)
    with pytest.raises(WrongFile, match=r"arena\.jsonl, line 1"):
        continued(file, three(), 2)
    assert file.read_bytes() == found


def test_files_that_cannot_be_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongFile, match="there is no folder"):
        read_arena(tmp_path / "nowhere" / "arena.jsonl")
    with pytest.raises(WrongFile, match="is no file"):
        read_arena(tmp_path)


FULL = """
import resource, sys
from pathlib import Path
from rumpus.core.errors import WrongFile
from tests.lab.test_arenafile import continued, three
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))
try:
    continued(Path(sys.argv[1]), three(), 100, threads=3)
except WrongFile as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
"""


def test_a_full_disk_loses_nothing_that_was_written(file: Path) -> None:
    """The limit on the size of a file stands for the disk."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "RUMPUS_MODE": PLAIN}
    done = subprocess.run(
        [sys.executable, "-c", FULL, file], env=environment, capture_output=True, text=True, check=True
    )
    assert "cannot be written any more" in done.stdout
    assert 1900 < file.stat().st_size <= 2000
    assert file.read_bytes().endswith(b"\n")
    assert continued(file, three(), 100) == played(three(), 100)


def test_two_arenas_do_not_write_to_one_file(file: Path) -> None:
    one, other = read_arena(file), read_arena(file)
    with going_on(one, three()), pytest.raises(WrongFile, match="is being written by another arena"):
        going_on(other, three()).__enter__()
    with pytest.raises(WrongFile, match="has grown since it was read"):
        going_on(other, three()).__enter__()
    assert len(continued(file, three(), 4)) == len(played(three(), 4))
