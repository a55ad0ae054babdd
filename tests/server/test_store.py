"""What is kept: people, tables, logs; written together, refused alone."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from rumpus.server import log
from rumpus.server.store import AWAKE, FREE, RUNNING, NotNext, Person, Store, StoreProblem, Summary, own

OPENED = log.Opened(game="some", rules=1, digest="d", seats=2)


def summary(**more: Any) -> Summary:
    plain: dict[str, Any] = {
        "status": "playing", "changed": 1.0, "is_public": True, "free": 0,
        "is_awake": False, "card": b"{}", "people": [],
    }  # fmt: skip
    return Summary(**{**plain, **more})


def said(text: str) -> log.Said:
    return log.Said(name="Ann", text=text, at=0.0)


async def opened(path: Path, *tables: str) -> Store:
    store = await Store.open(path / "s.sqlite")
    for table in tables:
        await store.add_table(table, OPENED, 0.0, summary())
    return store


async def test_a_log_is_read_as_it_was_written_even_by_the_next_process(tmp_path: Path) -> None:
    store = await opened(tmp_path, "t1", "t2")
    entries: list[log.Entry] = [
        log.Begun(at=1.0, chance=[3, 1]),
        log.Moved(seat=0, action=4, at=2.0, id="abcd", chance=[7], left=[1, 2]),
        log.Back(seat=0, first=0, last=1, at=3.0),
    ]
    await store.append("t1", 0, entries[:2], summary())
    await store.append("t2", 0, [said("other")], summary())
    await store.append("t1", 2, entries[2:], summary())
    await store.close()
    store = await Store.open(tmp_path / "s.sqlite")
    assert await store.entries("t1") == entries
    assert await store.opened("t1") == OPENED
    assert await store.opened("t3") is None
    await store.close()


@pytest.mark.parametrize("number", [0, 1, 3, -1])
async def test_entries_that_are_not_the_next_are_refused(tmp_path: Path, number: int) -> None:
    store = await opened(tmp_path, "t1")
    await store.append("t1", 0, [said("a"), said("b")], summary())
    with pytest.raises(NotNext):
        await store.append("t1", number, [said("c")], summary())
    assert await store.entries("t1") == [said("a"), said("b")]
    await store.append("t1", 2, [said("c")], summary())
    await store.close()


async def test_an_entry_cannot_be_there_twice_whatever_writes_it(tmp_path: Path) -> None:
    store = await opened(tmp_path, "t1")
    await store.append("t1", 0, [said("a")], summary())
    await store.close()
    with sqlite3.connect(tmp_path / "s.sqlite") as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("""INSERT INTO entries ("table", number, entry) VALUES ('t1', 0, x'00')""")
    connection.close()


async def test_what_comes_in_during_a_commit_goes_into_the_next_one_together(tmp_path: Path) -> None:
    tables = [f"t{number}" for number in range(20)]
    store = await opened(tmp_path, *tables)
    before = store.commits
    await asyncio.gather(*(store.append(table, 0, [said(table)], summary()) for table in tables))
    assert store.commits - before <= 2
    assert [await store.entries(table) for table in tables] == [[said(table)] for table in tables]
    await store.close()


async def test_one_that_is_refused_does_not_spoil_the_commit_for_the_others(tmp_path: Path) -> None:
    store = await opened(tmp_path, "t1", "t2", "t3")
    answers = await asyncio.gather(
        store.append("t1", 0, [said("a")], summary()),
        store.append("t2", 5, [said("b")], summary()),
        store.append("t3", 0, [said("c")], summary()),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), NotNext, type(None)]
    assert [len(await store.entries(table)) for table in ("t1", "t2", "t3")] == [1, 0, 1]
    await store.close()


async def test_a_full_disk_refuses_with_a_sentence_and_works_again_when_there_is_room(tmp_path: Path) -> None:
    store = await opened(tmp_path, "t1")
    await limit_pages(store, 1)
    with pytest.raises(StoreProblem, match="could not be written down, so it was not done: database or disk is full"):
        await store.append("t1", 0, [said("x" * 400)] * 200, summary())
    await limit_pages(store, 1_000_000)
    assert await store.entries("t1") == []
    await store.append("t1", 0, [said("y")], summary())
    assert await store.entries("t1") == [said("y")]
    await store.close()


async def limit_pages(store: Store, most: int) -> None:
    """As if the disk had no more room: SQLite fails in the same way."""

    def work(connection: sa.Connection) -> None:
        connection.execute(sa.text(f"PRAGMA max_page_count = {most}"))

    await store._write(work)


async def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    with store._engine.connect() as connection:
        found = [connection.execute(sa.text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]
    assert found == ["wal", 2]
    await store.close()


async def test_what_is_waiting_is_written_before_the_store_closes_and_nothing_after(tmp_path: Path) -> None:
    store = await opened(tmp_path, "t1")
    waiting = asyncio.create_task(store.append("t1", 0, [said("a")], summary()))
    await asyncio.sleep(0)
    await store.close()
    await waiting
    with pytest.raises(StoreProblem, match="closing"):
        await store.append("t1", 1, [said("b")], summary())
    store = await Store.open(tmp_path / "s.sqlite")
    assert await store.entries("t1") == [said("a")]
    await store.close()


async def test_a_file_that_is_no_database_of_ours_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.sqlite").write_text("not a database " * 100)
    with pytest.raises(StoreProblem, match="cannot be opened as a database of tables"):
        await Store.open(tmp_path / "text.sqlite")
    store = await opened(tmp_path)
    await store.close()
    with sqlite3.connect(tmp_path / "s.sqlite") as connection:
        connection.execute("UPDATE about SET schema = 99")
    connection.close()
    with pytest.raises(StoreProblem, match="another version"):
        await Store.open(tmp_path / "s.sqlite")


async def test_people_are_known_by_their_tokens_and_only_digests_are_kept(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    await store.add_person("p1", "Ann", "secret-one")
    await store.add_token("p1", "secret-two")
    await store.rename("p1", "Anna")
    assert (
        await store.person_by_token("secret-one") == await store.person_by_token("secret-two") == Person("p1", "Anna")
    )
    assert await store.person("p1") == Person("p1", "Anna")
    assert await store.person_by_token("secret") is None
    await store.add_passage("passage-code", "p1", 100.0)
    await store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert not any(secret in kept for secret in (b"secret-one", b"secret-two", b"passage-code"))


async def test_a_passage_is_good_once_and_in_time(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    for code, until in (("one", 100.0), ("late", 10.0)):
        await store.add_passage(code, "p1", until)
    assert await store.use_passage("late", 50.0) is None
    assert await store.use_passage("one", 50.0) == "p1"
    assert await store.use_passage("one", 50.0) is None
    assert await store.use_passage("other", 50.0) is None
    await store.close()


async def test_lists_show_what_the_summaries_say(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    kinds = {
        "free": summary(status="waiting", free=1, people=["ann", ""]),
        "full": summary(status="waiting", free=0),
        "private": summary(status="waiting", free=1, is_public=False),
        "running": summary(people=["ann", "ben"], is_awake=True),
        "over": summary(status="over", people=["ann", "ben"]),
    }
    for name, one in kinds.items():
        await store.add_table(name, OPENED, 0.0, one)
    assert [row.id for row in await store.open_tables()] == ["free"]
    assert [row.id for row in await store.tables_to_watch()] == ["running"]
    assert {row.id for row in await store.tables_of("ann")} == {"free", "running", "over"}
    assert {row.id for row in await store.tables_of("ben")} == {"running", "over"}
    assert await store.awake() == ["running"]
    await store.append("free", 0, [said("a")], summary(people=["ann", "ben"]))
    assert await store.open_tables() == []
    assert {row.id for row in await store.tables_of("ben")} == {"free", "running", "over"}
    await store.close()


async def test_lists_are_found_by_an_index_however_many_tables_are_over(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    with store._engine.connect() as connection:
        for query in (FREE, RUNNING, AWAKE, own("a", False, 5), own("a", True, 5)):
            text = query.compile(connection, compile_kwargs={"literal_binds": True})
            plan = [row[3] for row in connection.execute(sa.text(f"EXPLAIN QUERY PLAN {text}"))]
            assert plan
            assert [step for step in plan if not step.startswith("SEARCH")] == []
    await store.close()
