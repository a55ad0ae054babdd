"""What earlier versions of rumpus left on disks is read by this one, or refused with the version that reads it.

Each folder beside this file was written by the version it is named after (make.py), and stays as it is.
"""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rumpus
from rumpus.catalogue import DEFINITIONS, NAMES, definition
from rumpus.core.errors import RumpusError, WrongBox, WrongFile
from rumpus.core.matchfile import read_match
from rumpus.lab.arenafile import read_arena
from rumpus.server.store import Store, StoreProblem
from rumpus.server.table import NotReadable
from tests.server.tables import running
from tests.standing.make import arena, box_text

FOLDERS = sorted(folder for folder in Path(__file__).parent.iterdir() if (folder / "expected.json").exists())
each_version = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def expected(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    return found


def read_or_refused(folder: Path, read: Callable[[], Any]) -> Any:
    """What is read; nothing, where a sentence names the version that reads it, and that is not this one."""
    try:
        return read()
    except RumpusError as error:
        refusal = str(error)
    check_refusal(folder, refusal)
    return None


def check_refusal(folder: Path, refusal: str) -> None:
    """It is not this version's own, and names the one that it is."""
    assert folder.name != rumpus.__version__, refusal
    assert f"rumpus {folder.name}" in refusal


def test_this_version_has_left_something_too() -> None:
    assert rumpus.__version__ in [folder.name for folder in FOLDERS], "python -m tests.standing.make"


@each_version
def test_boxes_are_read_or_refused_with_the_version_that_reads_them(folder: Path) -> None:
    for name, digest in expected(folder)["boxes"].items():
        game = read_or_refused(folder, lambda name=name: definition(Path(name).stem).open(box=folder / name))  # type: ignore[misc]
        assert game is None or folder.name != rumpus.__version__ or game.contents.digest == digest


@each_version
def test_matches_are_read_or_refused_with_the_version_that_reads_them(folder: Path) -> None:
    for name, known in expected(folder)["matches"].items():
        match = read_or_refused(folder, lambda name=name: read_match(folder / name, DEFINITIONS))  # type: ignore[misc]
        if match is not None:
            assert {"moves": len(match.moves), "points": match.points, "over": match.over} == known


@each_version
def test_tables_are_read_or_refused_with_the_version_that_reads_them(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "tables.sqlite", tmp_path)
    found = read_or_refused(folder, lambda: asyncio.run(tables_in(tmp_path, list(expected(folder)["tables"]))))
    for id, known in expected(folder)["tables"].items():
        if isinstance(found and found[id], RumpusError):
            check_refusal(folder, str(found[id]))
        elif found is not None:
            assert found[id] == known


async def tables_in(folder: Path, ids: list[str]) -> dict[str, Any]:
    """What each table is, or why it cannot be shown."""
    found = dict[str, Any]()
    async with running(folder) as place:
        for id in ids:
            try:
                room = await place.rooms.room(id)
            except NotReadable as error:
                found[id] = error
                continue
            assert room is not None
            found[id] = {"game": room.table.game.name, "status": room.status, "moves": len(room.match.moves)}
    return found


@each_version
def test_arenas_are_read_or_refused_with_the_version_that_reads_them(folder: Path) -> None:
    deals = read_or_refused(folder, lambda: read_arena(folder / "arena.jsonl").deals(arena()))
    assert deals is None or len(deals) == expected(folder)["arena"]


# What a later version would say ------------------------------------------------------------------------------------


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Path:
    """As if this were a later version, in which the rules of all games have changed; what the present one left."""
    here = Path(__file__).parent / rumpus.__version__
    monkeypatch.setattr("rumpus.core.versions.__version__", "97.1.0")
    for name in NAMES:
        monkeypatch.setattr(definition(name).rules, "VERSION", 98)
    return here


def test_a_later_version_refuses_matches_with_the_version_that_reads_them(later: Path) -> None:
    for file in later.glob("*.match"):
        with pytest.raises(
            WrongFile, match=rf"here is version 98\. It was written by rumpus {later.name}, which reads"
        ):
            read_match(file, DEFINITIONS)


def test_a_match_file_that_names_no_version_is_of_the_first(later: Path, tmp_path: Path) -> None:
    file = tmp_path / "old.match"
    text = next(later.glob("*.match")).read_text(encoding="utf-8")
    file.write_text(text.replace(f"rumpus: {later.name}\n", ""), encoding="utf-8")
    with pytest.raises(WrongFile, match=r"It was written by rumpus 0\.1\.0, which reads it; here is rumpus 97\.1\.0\."):
        read_match(file, DEFINITIONS)


def test_a_match_file_whose_sentences_have_changed_is_refused_with_the_version_that_reads_it(
    later: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("rumpus.core.versions.__version__", "97.1.0")
    file = tmp_path / "old.match"
    text = (later / f"{NAMES[0]}-0.match").read_text(encoding="utf-8")
    file.write_text(text.replace("play the", "lay the"), encoding="utf-8")
    with pytest.raises(
        WrongFile, match=r"by the rules this line reads .* It was written by rumpus 0\.1\.0, which reads"
    ):
        read_match(file, DEFINITIONS)


def test_a_later_version_refuses_a_box_with_the_version_that_reads_it(later: Path, tmp_path: Path) -> None:
    for name in NAMES:
        file = tmp_path / f"{name}.toml"
        file.write_text((later / file.name).read_text(encoding="utf-8") + "no_longer_there = 1\n", encoding="utf-8")
        with pytest.raises(WrongBox, match=f"no_longer_there.* It was written by rumpus {later.name}, which reads it"):
            definition(name).open(box=file)


def test_a_box_says_for_which_version_it_is_in_so_many_numbers(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    for wrong in ("1", '"the first"', '""'):
        file.write_text(box_text(NAMES[0]).replace(f'"{rumpus.__version__}"', wrong), encoding="utf-8")
        with pytest.raises(WrongBox, match=r"'rumpus' is the version that it was written for, as '0\.1\.0', found"):
            definition(NAMES[0]).open(box=file)


def test_a_later_version_keeps_tables_and_says_which_version_shows_them(later: Path, tmp_path: Path) -> None:
    shutil.copy(later / "tables.sqlite", tmp_path)
    ids = list(expected(later)["tables"])
    for error in asyncio.run(tables_in(tmp_path, ids)).values():
        assert f"It was written by rumpus {later.name}, which reads it; here is rumpus 97.1.0." in str(error)


def test_a_database_of_another_schema_is_refused_with_the_version_that_reads_it(later: Path, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    shutil.copy(later / "tables.sqlite", file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE about SET schema = 1")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(
        StoreProblem, match=f"its schema is 1, .* It was written by rumpus {later.name}, which reads it"
    ):
        asyncio.run(Store.open(file))
    assert file.read_bytes() == before


def test_a_later_version_refuses_an_arena_with_the_version_that_wrote_it(
    later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rumpus.lab.arenafile.__version__", "97.1.0")
    with pytest.raises(WrongFile, match=f"rumpus {later.name} there, 97.1.0 here"):
        read_arena(later / "arena.jsonl").deals(arena())
