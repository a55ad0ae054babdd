"""The server under load: how fast moves are acknowledged and seen, what a table costs, and that nothing is lost.

    python benchmarks/load.py [--tables N] [--beat SECONDS] [--seconds N] [--bots N] [--watchers N] [--kills N]

A server of its own is started on the loopback address, with its data in a temporary folder. At each table two guests
with open pages play at random, one move a beat; when a game is over they go to the next table. Bots play at others
without a pause, and pages without a seat watch. Then, so many times, a server is killed in the middle of moves with
SIGKILL and started again, and every move that it had acknowledged is looked for.

What it prints is Markdown; the exit code is 0 if the bars hold and 1 if not.
"""

import argparse
import asyncio
import gc
import math
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, it finds its neighbours only in this way

import httpx
import numpy as np
import uvloop

from benchmarks.figures import Bar
from benchmarks.guests import Guest, Page, Times, act
from benchmarks.report import Row, markdown_table, verdict
from rumpus.server import wire

GAME, LONG = "braverats", dict[str, str | bool](emperor=True)
"""A match of several games: so that what is measured is moves, and not how tables are changed."""
LOOPBACK = "127.0.0.1"
LATEST_MS = 100.0
"""From a move to the other seat's scene, for all but one in a hundred."""
START_SECONDS = 60.0
SPREAD_BEATS = 30
"""Over about a match the tables begin, so that they do not all end at the same time later."""
LAID = 3
"""Tables that are laid for each company: a match takes about thirty beats."""
PEOPLE = 2


@dataclass
class Server:
    """A server process of ours."""

    data: Path
    port: int
    process: subprocess.Popen[bytes] = field(init=False)

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "rumpus", "serve", "--no-browser", "--host", LOOPBACK]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--data", str(self.data), "--no-limits"], stdout=subprocess.DEVNULL
        )

    async def ready(self, http: httpx.AsyncClient) -> None:
        """Wait until it answers."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            with suppress(httpx.TransportError):
                (await http.get("/api/games")).raise_for_status()
                return
            await asyncio.sleep(0.05)
        raise SystemExit(f"The server did not answer within {START_SECONDS:.0f} s.")

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        self.process.send_signal(how)
        self.process.wait()

    def memory_kib(self) -> int:
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
        return 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def served(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=server.address, timeout=60.0, limits=limits) as http:
        server.start()
        await server.ready(http)
        try:
            yield http
        finally:
            if server.process.poll() is None:
                server.end()


# Tables with people -------------------------------------------------------------------------------------------------


class Company:
    """Two guests who play one game after another."""

    def __init__(self, server: Server, http: httpx.AsyncClient, luck: random.Random) -> None:
        self.guests = [Guest(server.address, http) for _ in range(PEOPLE)]
        self.luck = luck
        self.table = ""
        self.laid: list[str] = []
        """Tables that are laid for their next games, so that moves are measured and not how tables are opened."""
        self.pages: list[Page] = []
        self.kept: list[tuple[str, str, int, int]] = []
        """Every move that was acknowledged: table, id, seat, action."""

    async def arrive(self) -> None:
        for guest in self.guests:
            await guest.arrive()

    async def lay_table(self) -> None:
        """Open a table and take both seats."""
        chairs = [wire.Chair(who="me"), wire.Chair(who="open")]
        opening = wire.Opening(game=GAME, switches=LONG, chairs=chairs)
        self.laid.append((await self.guests[0].post("/api/tables", opening))["id"])
        await self.guests[1].post(f"/api/tables/{self.laid[-1]}/seats", wire.SitDown())

    async def sit_down(self) -> None:
        """At the next table that is laid; if there is none, at a new one."""
        if not self.laid:
            await self.lay_table()
        self.table = self.laid.pop(0)
        await self.open_pages()

    async def open_pages(self) -> None:
        for page in self.pages:
            await page.close()
        self.pages = [Page(guest, self.table) for guest in self.guests]
        for page in self.pages:
            await page.open()

    async def move(self, times: Times) -> None:
        """One move of one of those who are asked; where nobody is, the next game."""
        asked = [number for number, page in enumerate(self.pages) if page.ask is not None]
        if not asked:
            await self.sit_down()
            return
        seat = self.luck.choice(asked)
        done = await act(self.pages[seat], self.pages[1 - seat], times, self.luck)
        if done is not None:
            self.kept.append((self.table, done.id, seat, done.action))


async def play_on(company: Company, times: Times, beat: float, until: float, spread: float = 1.0) -> None:
    """Moves at an even pace, by a clock of their own: counted from the last one, late moves would all fall together."""
    due = time.monotonic() + company.luck.random() * beat * spread
    while due < until:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        await company.move(times)
        due += beat * math.ceil(max(time.monotonic() - due, beat) / beat)


async def open_bot_tables(server: Server, http: httpx.AsyncClient, number: int) -> None:
    """Tables where only bots play, as fast as they can."""
    host = Guest(server.address, http)
    await host.arrive()
    for _ in range(number):
        chairs = [wire.Chair(who="bot", bot="ismcts:2")] * PEOPLE
        await host.post("/api/tables", wire.Opening(game=GAME, chairs=chairs, pace=500))


async def watch(server: Server, http: httpx.AsyncClient, companies: Sequence[Company], number: int) -> list[Page]:
    pages = []
    for count in range(number):
        guest = Guest(server.address, http)
        await guest.arrive()
        page = Page(guest, companies[count % len(companies)].table)
        await page.open()
        pages.append(page)
    return pages


@dataclass(frozen=True)
class Load:
    """What came of it."""

    times: Times
    seconds: float
    kib: tuple[float, float]
    """For a table, and for the two pages of one."""


async def under_load(server: Server, http: httpx.AsyncClient, wanted: argparse.Namespace) -> Load:
    luck = random.Random(1)
    companies = [Company(server, http, random.Random(luck.random())) for _ in range(wanted.tables)]
    for company in companies:
        await company.arrive()
    before = server.memory_kib()
    for company in companies:
        for _ in range(LAID):
            await company.lay_table()
    laid = server.memory_kib()
    for company in companies:
        await company.sit_down()
    kib = (laid - before) / (wanted.tables * LAID), (server.memory_kib() - laid) / wanted.tables
    await open_bot_tables(server, http, wanted.bots)
    watchers = await watch(server, http, companies, wanted.watchers)
    end = time.monotonic() + SPREAD_BEATS * wanted.beat
    await asyncio.gather(*(play_on(one, Times(), wanted.beat, end, SPREAD_BEATS) for one in companies))
    times, start = Times(), time.monotonic()
    await asyncio.gather(*(play_on(one, times, wanted.beat, start + wanted.seconds) for one in companies))
    seconds = time.monotonic() - start
    for page in [page for company in companies for page in company.pages] + watchers:
        await page.close()
    return Load(times, seconds, kib)


# A server that is killed --------------------------------------------------------------------------------------------


async def hurry(company: Company, times: Times) -> None:
    """Moves without a pause, until the server is no more."""
    with suppress(ConnectionError, TimeoutError, httpx.HTTPError):
        while True:
            await company.move(times)


async def found(server: Server, http: httpx.AsyncClient, companies: Sequence[Company]) -> tuple[int, int]:
    """How many moves were acknowledged, and how many of them the server still knows: sent again, each is old news."""
    acknowledged = known = 0
    for company in companies:
        acknowledged += len(company.kept)
        for table, id, seat, action in company.kept:
            choice = wire.Choice(id=id, ask=0, action=action)
            with suppress(httpx.HTTPStatusError):  # a move that it does not know is refused as stale
                await company.guests[seat].post(f"/api/tables/{table}/actions", choice)
                known += 1
    return acknowledged, known


async def killed(times_killed: int, tables: int) -> tuple[int, int]:
    acknowledged = known = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(times_killed):
            server = Server(Path(folder), free_port())
            luck = random.Random(number)
            companies: list[Company] = []
            async with served(server) as http:
                for _ in range(tables):
                    companies.append(Company(server, http, random.Random(luck.random())))
                    await companies[-1].arrive()
                    await companies[-1].sit_down()
                tasks = [asyncio.create_task(hurry(company, Times())) for company in companies]
                await asyncio.sleep(0.5 + 1.5 * luck.random())
                server.end(signal.SIGKILL)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            async with served(server) as http:
                for company in companies:
                    for guest in company.guests:
                        guest.http = http
                ours, theirs = await found(server, http, companies)
            acknowledged, known = acknowledged + ours, known + theirs
            print(f"kill {number + 1} of {times_killed}: acknowledged {ours}, found {theirs}", file=sys.stderr)
    return acknowledged, known


# What is printed ----------------------------------------------------------------------------------------------------


def milliseconds(seconds: Sequence[float], share: float) -> float:
    return float(np.percentile(seconds, 100 * share)) * 1000 if seconds else float("nan")


def load_table(load: Load, wanted: argparse.Namespace) -> str:
    times = load.times
    rows: list[Row] = [
        ("tables with two pages each", f"{wanted.tables:,}"),
        ("tables of bots, pages that watch", f"{wanted.bots:,}, {wanted.watchers:,}"),
        ("moves/s", f"{times.moves / load.seconds:,.0f}"),
        ("move to acknowledgement, p50 and p99", _pair(times.acknowledged)),
        ("move to the other seat's scene, p50 and p99", _pair(times.seen)),
        ("refused", f"{len(times.refused):,}"),
        ("memory for a table, and for its two pages", f"{load.kib[0]:,.0f} KiB, {load.kib[1]:,.0f} KiB"),
    ]
    return markdown_table(("what", "found"), rows)


def _pair(seconds: Sequence[float]) -> str:
    return f"{milliseconds(seconds, 0.5):.1f} ms, {milliseconds(seconds, 0.99):.1f} ms"


def bars(load: Load | None, kept: tuple[int, int] | None) -> list[Bar]:
    out = []
    if load is not None:
        late = milliseconds(load.times.seen, 0.99)
        out.append(
            Bar("p99 to the other seat's scene", f"under {LATEST_MS:.0f} ms", f"{late:.1f} ms", late < LATEST_MS)
        )
    if kept is not None:
        acknowledged, known = kept
        out.append(
            Bar(
                "after kills", "all found", f"acknowledged {acknowledged:,}, found {known:,}", acknowledged == known > 0
            )
        )
    return out


async def measure(wanted: argparse.Namespace) -> int:
    load = kept = None
    if wanted.seconds:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), free_port())
            async with served(server) as http:
                load = await under_load(server, http, wanted)
        print(load_table(load, wanted), "\n")
    if wanted.kills:
        kept = await killed(wanted.kills, min(wanted.tables, 40))
        print(f"acknowledged {kept[0]:,}, found {kept[1]:,}\n")
    found_bars = bars(load, kept)
    print(markdown_table(("bar", "needed", "found", ""), [(*bar[:3], verdict(bar)) for bar in found_bars]))
    return 0 if all(bar.holds for bar in found_bars) else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default, meaning in (
        ("tables", 500, "tables with two people each"),
        ("seconds", 30, "how long is measured; 0 for only the kills"),
        ("bots", 20, "tables where only bots play"),
        ("watchers", 100, "pages that watch"),
        ("kills", 10, "how often a server is killed; 0 for never"),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{meaning} ({default})")
    parser.add_argument("--beat", type=float, default=1.0, help="seconds from move to move at a table (1)")
    gc.disable()  # so that what is measured is the server's time, not ours
    return uvloop.run(measure(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
