"""What the server keeps: people, tables, and for every table the log of what happened at it.

One thread writes. What comes in while it commits goes into the next commit together, so that many tables share the time
that a disk takes. Whoever writes waits until it is on the disk.

What lists say of a table is a summary beside its log. It is not written with every entry: while a table is in use its
summary says that it is awake, and the server, should it die, reads such a table's log when it starts again.

The tables of the database are plain enough for any that SQLAlchemy knows. For SQLite the write-ahead log is switched
on, and a commit returns when the disk has it.
"""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from rumpus.core.errors import RumpusError
from rumpus.core.versions import UNNAMED, __version__, who_reads
from rumpus.server import log

logger = logging.getLogger("rumpus.server")

SCHEMA = 2
"""Of the tables below. A database of another is refused rather than misread."""
READERS = 2
"""Threads that look something up while one writes."""
RUSH_SECONDS = 0.008
"""From one commit to the next at least: with hundreds of tables, fewer and larger ones are quicker for everybody."""
KEPT_PERSONS = 4096
"""So many need not be looked up again."""
OPEN_LISTED, WATCH_LISTED, MINE_LISTED, FINISHED_LISTED, UNFINISHED_LISTED = 50, 50, 100, 20, 100


class StoreProblem(RumpusError):
    """What was to be kept could not be written or read."""


class NotNext(StoreProblem):
    """Entries that do not follow those that are there: somebody else has written meanwhile."""


@dataclass(frozen=True)
class Person:
    """A guest."""

    id: str
    name: str


@dataclass(frozen=True)
class Summary:
    """What lists say of a table, so that they need not read logs."""

    status: str
    changed: float
    is_public: bool
    free: int
    """Seats that nobody has."""
    is_awake: bool
    """Whether it is read when the server starts: it goes on by itself, or somebody was at it just now."""
    card: bytes
    people: Sequence[str]
    """For each seat the person who has it, or nothing."""


@dataclass(frozen=True)
class Row:
    """A table in a list."""

    id: str
    status: str
    changed: float
    card: bytes


meta = sa.MetaData()
about = sa.Table("about", meta, sa.Column("schema", sa.Integer, primary_key=True))
writers = sa.Table("writers", meta, sa.Column("rumpus", sa.String(40), primary_key=True))
"""The version of rumpus that wrote here last."""
persons = sa.Table(
    "persons", meta, sa.Column("id", sa.String(40), primary_key=True), sa.Column("name", sa.String(40), nullable=False)
)
tokens = sa.Table(
    "tokens",
    meta,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(40), nullable=False, index=True),
)
passages = sa.Table(
    "passages",
    meta,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(40), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
tables = sa.Table(
    "tables",
    meta,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("opened", sa.LargeBinary, nullable=False),
)
summaries = sa.Table(
    "summaries",
    meta,
    sa.Column("table", sa.String(40), primary_key=True),
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("is_public", sa.Boolean, nullable=False),
    sa.Column("free", sa.Integer, nullable=False),
    sa.Column("is_awake", sa.Boolean, nullable=False),
    sa.Column("card", sa.LargeBinary, nullable=False),
    sa.Index("summaries_listed", "is_public", "status", "changed"),
    sa.Index("summaries_awake", "is_awake"),
)
"""What lists say of each table, and how many entries its log had when that was written."""
seats = sa.Table(
    "seats",
    meta,
    sa.Column("table", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(40), nullable=False),
    sa.Column("is_over", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("seats_of", "person", "is_over", "at"),
)
entries = sa.Table(
    "entries",
    meta,
    sa.Column("table", sa.String(40), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entry", sa.LargeBinary, nullable=False),
)
"""Append only. That two entries cannot have the same number is what keeps a log one log."""

Work = Callable[[sa.Connection], Any]


@dataclass(frozen=True)
class Addition:
    """Entries that a log gets, and what lists say of its table from then on, where that has changed."""

    table: str
    number: int
    entries: Sequence[log.Entry]
    summary: Summary | None

    def rows(self) -> list[dict[str, Any]]:
        numbered = enumerate(self.entries, self.number)
        return [{"table": self.table, "number": number, "entry": log.encode(one)} for number, one in numbered]

    def end(self) -> int:
        return self.number + len(self.entries)


@dataclass(eq=False)
class Job:
    """Something to be written, and who waits for it."""

    work: Work | Addition
    done: "asyncio.Future[Any]"

    def settle(self, result: Any) -> None:
        """It is written, or there is a problem; who asked may be gone."""
        if self.done.done():
            return
        if isinstance(result, StoreProblem):
            self.done.set_exception(result)
        else:
            self.done.set_result(result)


class Store:
    """The database of a server."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._reading = ThreadPoolExecutor(READERS, "rumpus-reads")
        self._waiting: SimpleQueue[Job | None] = SimpleQueue()
        """What is to be written; nothing more comes after None."""
        self._writer = Thread(target=self._write_on, name="rumpus-writes", daemon=True)
        self._is_closed, self._last = False, 0.0
        self._known: dict[str, Person] = {}
        """By the digest of their token, those who came last: every page asks several times who it is."""
        self.commits = 0
        """How many there were; for measurements and tests."""

    @classmethod
    async def open(cls, url_or_path: str | Path) -> "Store":
        """The database at an address or in a file; made if it is not there."""
        engine = sa.create_engine(_url(url_or_path), pool_size=READERS + 1)
        if engine.dialect.name == "sqlite":
            sa.event.listen(engine, "connect", _prepare_sqlite)
        store = cls(engine)
        try:
            await asyncio.to_thread(store._make_tables, str(url_or_path))
        except BaseException:
            store._let_go()
            raise
        store._writer.start()
        return store

    def _make_tables(self, where: str) -> None:
        try:
            with self._engine.begin() as connection:
                _check_schema(connection, where)
                meta.create_all(connection)
                if connection.execute(sa.select(about.c.schema)).scalar() is None:
                    connection.execute(about.insert().values(schema=SCHEMA))
                connection.execute(writers.delete())
                connection.execute(writers.insert().values(rumpus=__version__))
        except (SQLAlchemyError, OSError) as error:
            raise StoreProblem(f"{where} cannot be opened as a database of tables: {_said(error)}.") from None

    async def close(self) -> None:
        """Write what is still waiting, then close."""
        if not self._is_closed:
            self._is_closed = True
            self._waiting.put(None)
        await asyncio.to_thread(self._writer.join)
        self._let_go()

    def _let_go(self) -> None:
        self._reading.shutdown()
        self._engine.dispose()

    # Writing

    async def _write(self, work: Work | Addition) -> Any:
        """Have it written; the answer comes when the disk has it."""
        if self._is_closed:
            raise StoreProblem("The server is closing: nothing more is written down.")
        job = Job(work, self._loop.create_future())
        self._waiting.put(job)
        return await job.done

    def _write_on(self) -> None:
        """The thread that writes: commit whatever has come in, again and again."""
        is_last = False
        with self._engine.connect() as connection:
            while not is_last:
                came = self._came_in()
                is_last = None in came
                self._commit(connection, [job for job in came if job is not None])

    def _came_in(self) -> list[Job | None]:
        """Wait for something to write, and take whatever else is there; in a rush, whatever comes in a short while."""
        came = [self._waiting.get()]
        time.sleep(max(0.0, self._last + RUSH_SECONDS - time.monotonic()))
        self._last = time.monotonic()
        with suppress(Empty):
            while True:
                came.append(self._waiting.get_nowait())
        return came

    def _commit(self, connection: sa.Connection, jobs: Sequence[Job]) -> None:
        """All in one; if that fails, each alone, so that one cannot spoil it for the others."""
        try:
            results = self._commit_together(connection, jobs)
        except Exception as error:
            if len(jobs) > 1:
                for job in jobs:
                    self._commit(connection, [job])
                return
            results = [_problem(error)]
        self._loop.call_soon_threadsafe(_settle, jobs, results)

    def _commit_together(self, connection: sa.Connection, jobs: Sequence[Job]) -> list[Any]:
        additions = [job.work for job in jobs if isinstance(job.work, Addition)]
        with connection.begin():
            results = [None if isinstance(job.work, Addition) else job.work(connection) for job in jobs]
            if additions:
                _add(connection, additions)
        self.commits += 1
        return results

    # People

    async def add_person(self, id: str, name: str, token: str) -> None:
        def work(connection: sa.Connection) -> None:
            connection.execute(persons.insert().values(id=id, name=name))
            connection.execute(tokens.insert().values(digest=digest(token), person=id))

        await self._write(work)

    async def add_token(self, person: str, token: str) -> None:
        """One more device by which the person is known."""
        await self._write(
            lambda connection: connection.execute(tokens.insert().values(digest=digest(token), person=person))
        )

    async def person_by_token(self, token: str) -> Person | None:
        key, known = digest(token), self._known  # should they take another name meanwhile, that is no more what we keep
        if key in known:
            return known[key]
        found = await self._person(persons.join(tokens, tokens.c.person == persons.c.id), tokens.c.digest == key)
        if found is not None:
            known[key] = found
        if len(known) > KEPT_PERSONS:
            del known[next(iter(known))]
        return found

    async def person(self, id: str) -> Person | None:
        return await self._person(persons, persons.c.id == id)

    async def _person(self, source: sa.FromClause, condition: sa.ColumnElement[bool]) -> Person | None:
        rows = await self._read(sa.select(persons.c.id, persons.c.name).select_from(source).where(condition))
        return Person(*rows[0]) if rows else None

    async def rename(self, id: str, name: str) -> None:
        await self._write(
            lambda connection: connection.execute(persons.update().where(persons.c.id == id).values(name=name))
        )
        self._known = {key: person for key, person in self._known.items() if person.id != id}

    async def add_passage(self, code: str, person: str, until: float) -> None:
        """A code that makes another device the same person, once, until then."""
        await self._write(
            lambda connection: connection.execute(
                passages.insert().values(digest=digest(code), person=person, until=until)
            )
        )

    async def use_passage(self, code: str, now: float) -> str | None:
        """The person whose code it is, if it is still good; it is not good a second time."""

        def work(connection: sa.Connection) -> str | None:
            found = passages.c.digest == digest(code)
            row = connection.execute(sa.select(passages.c.person, passages.c.until).where(found)).one_or_none()
            connection.execute(passages.delete().where(sa.or_(found, passages.c.until < now)))
            return row.person if row is not None and row.until >= now else None

        person: str | None = await self._write(work)
        return person

    # Tables

    async def add_table(self, id: str, opened: log.Opened, created: float, summary: Summary) -> None:
        """A new table, with an empty log."""
        await self._write(_new_table(id, opened, created, summary))

    async def append(self, table: str, number: int, new: Sequence[log.Entry], summary: Summary | None = None) -> None:
        """Entries `number` and on of a table's log; on the disk when this returns. Refused if they are not the next."""
        await self._write(Addition(table, number, new, summary))

    async def summarize(self, table: str, end: int, summary: Summary) -> None:
        """What lists say of a table from now on, after so many entries."""
        await self._write(lambda connection: _summarize(connection, table, end, summary))

    async def opened(self, table: str) -> log.Opened | None:
        """How a table was opened; none if there is no such table."""
        rows = await self._read(sa.select(tables.c.opened).where(tables.c.id == table))
        return log.decode_opened(rows[0].opened) if rows else None

    async def status(self, table: str) -> str | None:
        """Whether a table waits, is played, or is over, as lists have it; none if there is no such table."""
        rows = await self._read(sa.select(summaries.c.status).where(summaries.c.table == table))
        return rows[0].status if rows else None

    async def entries(self, table: str) -> list[log.Entry]:
        """The whole log of a table."""
        found = sa.select(entries.c.entry).where(entries.c.table == table).order_by(entries.c.number)
        return [log.decode_entry(row.entry) for row in await self._read(found)]

    async def awake(self) -> list[str]:
        """The tables that are read when the server starts: they go on by themselves, or were in use when it died."""
        return [row.table for row in await self._read(AWAKE)]

    # Lists

    async def unfinished(self) -> list[Row]:
        """Tables that are still played or waited at, the latest first. All are looked through: once, at the start."""
        return await self._rows(UNFINISHED)

    async def open_tables(self) -> list[Row]:
        """Public tables where a seat is free, the latest first."""
        return await self._rows(FREE)

    async def tables_to_watch(self) -> list[Row]:
        """Public tables where a game is under way, the latest first."""
        return await self._rows(RUNNING)

    async def tables_of(self, person: str) -> list[Row]:
        """All that a person still plays at, and the last that are over; the latest first."""
        return [*await self.tables_in_play(person), *await self._rows(own(person, True, FINISHED_LISTED))]

    async def tables_in_play(self, person: str) -> list[Row]:
        """All that a person still plays at or waits at."""
        return await self._rows(own(person, False, MINE_LISTED))

    async def _rows(self, found: sa.Select[Any]) -> list[Row]:
        return [Row(*row) for row in await self._read(found)]

    async def _read(self, found: sa.Select[Any]) -> Sequence[Any]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reading, self._found, found)
        except SQLAlchemyError as error:
            raise _problem(error) from None

    def _found(self, found: sa.Select[Any]) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(found).all()


# What is looked for; each has an index that finds it among any number of tables (a test looks) -------------------

LISTED = sa.select(summaries.c.table, summaries.c.status, summaries.c.changed, summaries.c.card)
AWAKE = sa.select(summaries.c.table).where(summaries.c.is_awake == sa.true())

UNFINISHED = LISTED.where(summaries.c.status != "over").order_by(summaries.c.changed.desc()).limit(UNFINISHED_LISTED)


def _public(status: str, most: int) -> sa.Select[Any]:
    is_listed = (summaries.c.is_public == sa.true()) & (summaries.c.status == status)
    return LISTED.where(is_listed).order_by(summaries.c.changed.desc()).limit(most)


FREE = _public("waiting", OPEN_LISTED).where(summaries.c.free > 0)
RUNNING = _public("playing", WATCH_LISTED)


def own(person: str, is_over: bool, most: int) -> sa.Select[Any]:
    """The tables where a person has a seat."""
    is_theirs = (seats.c.person == person) & (seats.c.is_over == (sa.true() if is_over else sa.false()))
    found = LISTED.join(seats, seats.c.table == summaries.c.table).where(is_theirs)
    return found.order_by(seats.c.at.desc()).limit(most)


def _check_schema(connection: sa.Connection, where: str) -> None:
    """Nothing is written into a database of another schema."""
    there = sa.inspect(connection).get_table_names()
    found = connection.execute(sa.select(about.c.schema)).scalar() if about.name in there else None
    if found not in (None, SCHEMA):
        writer = connection.execute(sa.select(writers.c.rumpus)).scalar() if writers.name in there else UNNAMED
        raise StoreProblem(
            f"{where} was written by another version of rumpus (its schema is {found}, not {SCHEMA})."
            f"{who_reads(writer or UNNAMED)}"
        )


def digest(secret: str) -> str:
    """Secrets are kept so that who reads the database cannot use them."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _url(url_or_path: str | Path) -> str | sa.URL:
    if isinstance(url_or_path, str) and "://" in url_or_path:
        return url_or_path
    return sa.URL.create("sqlite", database=str(url_or_path))


def _prepare_sqlite(connection: Any, _: object) -> None:
    """A commit returns when the disk has it; readers do not wait for the writer."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# How things are written -------------------------------------------------------------------------------------------


def _new_table(id: str, opened: log.Opened, created: float, summary: Summary) -> Work:
    values = {"id": id, "created": created, "opened": log.encode(opened)}

    def work(connection: sa.Connection) -> None:
        connection.execute(tables.insert().values(**values))
        _summarize(connection, id, 0, summary)

    return work


def _add(connection: sa.Connection, additions: Sequence[Addition]) -> None:
    """The key of `entries` forbids a number twice; one that follows none is not put in, which is seen here."""
    rows = [row for one in additions for row in one.rows()]
    if connection.execute(NEXT, rows).rowcount != len(rows):
        numbers = ", ".join(f"{one.number} of table {one.table}" for one in additions)
        raise NotNext(f"Not all of these entries are the next: {numbers}.")
    for one in additions:
        if one.summary is not None:
            _summarize(connection, one.table, one.end(), one.summary)


def _next_entry() -> sa.Insert:
    """An entry is put in if it is the first, or if the one before it is there."""
    table, number, entry = (sa.bindparam(column.name, type_=column.type) for column in entries.columns)
    before = entries.alias()
    is_followed = sa.exists().where(before.c.table == table, before.c.number == number - 1)
    return entries.insert().from_select(
        list(entries.columns), sa.select(table, number, entry).where((number == 0) | is_followed)
    )


NEXT = _next_entry()


def _summarize(connection: sa.Connection, table: str, end: int, summary: Summary) -> None:
    connection.execute(summaries.delete().where(summaries.c.table == table))
    connection.execute(summaries.insert(), _row(table, end, summary))
    connection.execute(seats.delete().where(seats.c.table == table))
    rows = [
        {"table": table, "seat": seat, "person": person, "is_over": summary.status == "over", "at": summary.changed}
        for seat, person in enumerate(summary.people)
        if person
    ]
    if rows:
        connection.execute(seats.insert(), rows)


def _row(table: str, entries: int, summary: Summary) -> dict[str, Any]:
    return {
        "table": table,
        "entries": entries,
        "status": summary.status,
        "changed": summary.changed,
        "is_public": summary.is_public,
        "free": summary.free,
        "is_awake": summary.is_awake,
        "card": summary.card,
    }


def _settle(jobs: Sequence[Job], results: Sequence[Any]) -> None:
    for job, result in zip(jobs, results, strict=True):
        job.settle(result)


def _problem(error: Exception) -> StoreProblem:
    """What went wrong, for whoever waits; the server's own log says it in full."""
    if isinstance(error, StoreProblem):
        return error
    if isinstance(error, IntegrityError):
        return NotNext(f"That is written down already: {_said(error)}.")
    logger.error("The database failed: %s", error, exc_info=error)
    return StoreProblem(f"It could not be written down, so it was not done: {_said(error)}. Try again in a while.")


def _said(error: BaseException) -> str:
    """The database's own words, in one line."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split()).rstrip(".") or type(cause).__name__
