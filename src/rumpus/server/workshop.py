"""Machine code and solutions: made by other processes, the most urgent first, and loaded here.

A compiler in the server's own process would hold up every table for seconds.
"""

import asyncio
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.kernel import PLAIN, compile_beside, keeps_code, mode
from rumpus.server.durations import expected_seconds, is_kept, note_made
from rumpus.server.threads import Outcome, in_thread
from rumpus.server.warm import READY, make_search_ready, make_solution_ready, wish_for

logger = logging.getLogger("rumpus.server")

COMMAND = ["-m", "rumpus.server.warm"]
CHILDREN = 2
"""So many processes at most make code that somebody waits for."""
SOLVERS = 1
"""So many solve a game at the same time; whoever uploads many boxes waits for his own."""
NOT_WANTED = "this server runs in plain mode"
NO_FOLDER = "there is no folder to keep it in"
FAILED = "the compiler failed"

Key = tuple[Any, ...]


@dataclass
class Work:
    """Something that is being made."""

    expected: float | None = None
    """Seconds from when it is begun until it is there, probably; none until that is known."""
    begun: float | None = None

    def left(self) -> float:
        expected = self.expected or 0.0
        return expected if self.begun is None else max(0.0, self.begun + expected - time.monotonic())


class Workshop:
    """What bots need beside a view. Nothing is made twice, and whoever waits for something gets it first."""

    def __init__(self, *, is_on: bool) -> None:
        self.is_on = is_on and mode() != PLAIN
        self._made: dict[Key, asyncio.Task[bool]] = {}
        self._ready: dict[Key, asyncio.Task[bool]] = {}
        self._work: dict[Key, Work] = {}
        self._urgent: set[Key] = set()
        """What is being made because somebody waits for it."""
        self._searches, self._solutions, self._later = map(threading.Semaphore, (CHILDREN, SOLVERS, 1))
        self._troubles: dict[Key, str] = {}
        self._children: set[subprocess.Popen[bytes]] = set()
        self._is_closed = False
        compile_beside(not self.is_on)

    # What is wanted

    async def get(self, game: Game, *, is_solved: bool = False) -> bool:
        """Wait until the search of a game, or its solution, can be asked at once; whether it can."""
        return await asyncio.shield(self.begin(game, is_solved=is_solved))

    def begin(self, game: Game, *, is_solved: bool = False) -> "asyncio.Task[bool]":
        key = _key(game, is_solved)
        if key not in self._ready:
            self._ready[key] = asyncio.create_task(self._make_and_load(game, is_solved))
        return self._ready[key]

    def forget(self, game: Game) -> None:
        """A solution that was ready may have made room for others since."""
        for kept in (self._ready, self._made):
            task = kept.get(_key(game, is_solved=True))
            if task is not None and task.done() and task.result():
                del kept[_key(game, is_solved=True)]

    async def make_all(self, games: Iterable[Game]) -> None:
        """Have the search of all these made, one after the other, whenever nobody waits for another."""
        for game in games:
            while waiting := [task for task in self._ready.values() if not task.done()]:
                await asyncio.wait(waiting)
            if self._is_closed:
                return
            await self._make(game, is_solved=False, is_urgent=False)

    # What is the case

    def left(self, game: Game) -> float | None:
        """Seconds until the search of a game is there, probably; none when nobody has to wait for it."""
        task, work = self._ready.get(_key(game)), self._work.get(_key(game))
        if task is None or task.done() or work is None or work.expected is None:
            return None
        return work.left() if work.begun is not None else work.left() + self._until_one_is_done()

    def _until_one_is_done(self) -> float:
        """How long one waits until it is one's turn, probably."""
        at_work = [self._work[key].left() for key in self._urgent if self._work[key].begun is not None]
        return min(at_work, default=0.0) if len(at_work) >= CHILDREN else 0.0

    def trouble(self, game: Game) -> str:
        """Why there will be no machine code for a game, if there will not."""
        if mode() == PLAIN:
            return NOT_WANTED
        return self._troubles.get(_key(game), "")

    # Making it

    def _make(self, game: Game, is_solved: bool, is_urgent: bool) -> "asyncio.Task[bool]":
        key = _key(game, is_solved)
        if key not in self._made:
            self._work[key] = Work()
            if is_urgent and not is_solved:
                self._urgent.add(key)
            self._made[key] = asyncio.create_task(self._made_elsewhere(game, is_solved, is_urgent))
        return self._made[key]

    async def _make_and_load(self, game: Game, is_solved: bool) -> bool:
        is_there = await self._make(game, is_solved, is_urgent=True)
        return is_there and await self._loaded(game, is_solved)

    async def _loaded(self, game: Game, is_solved: bool) -> bool:
        outcome = await in_thread(make_solution_ready if is_solved else make_search_ready, game)
        return self._went_well(game, is_solved, outcome)

    def _went_well(self, game: Game, is_solved: bool, outcome: Outcome) -> bool:
        """That a game has no solution is no fault."""
        if outcome.error is None or isinstance(outcome.error, RumpusError):
            return True
        logger.error("What bots need for %s could not be made", game.title, exc_info=outcome.error)
        self._troubles[_key(game, is_solved)] = FAILED
        return False

    async def _made_elsewhere(self, game: Game, is_solved: bool, is_urgent: bool) -> bool:
        outcome = await in_thread(self._have_made, game, is_solved, is_urgent)
        return self._went_well(game, is_solved, outcome) and bool(outcome.result)

    def _have_made(self, game: Game, is_solved: bool, is_urgent: bool) -> bool:
        """In a thread: another process makes it, unless it was made before and nobody waits for it."""
        work = self._work[_key(game, is_solved)]
        if not is_solved:
            work.expected = expected_seconds(game)
            if not is_urgent and is_kept(game):
                return True
        with self._solutions if is_solved else self._searches if is_urgent else self._later:
            work.begun = time.monotonic()
            is_there = self._ask_child(msgspec.json.encode(wish_for(game, is_solved, is_urgent)))
            self._urgent.discard(_key(game, is_solved))
        if is_there and not is_solved:
            note_made(game, time.monotonic() - work.begun)
        if not is_there:
            self._troubles[_key(game, is_solved)] = FAILED if keeps_code() else NO_FOLDER
        return is_there

    def _ask_child(self, wish: bytes) -> bool:
        if self._is_closed:
            return False
        child = subprocess.Popen(
            [sys.executable, *COMMAND],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._children.add(child)
        if self._is_closed:  # meanwhile
            child.kill()
        child.communicate(wish)
        self._children.discard(child)
        return child.returncode == READY

    def close(self) -> None:
        """What is still at work is left behind."""
        self._is_closed = True
        for child in list(self._children):
            child.kill()
        compile_beside(True)


def _key(game: Game, is_solved: bool = False) -> Key:
    """What has to be made once: code for a game and a number of seats; a solution for a box as well."""
    return (game.name, game.seats, game.box.tobytes() if is_solved else b"")
