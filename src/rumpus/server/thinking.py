"""Bots think in threads, never on the loop; and what they think of is what their seat sees, and nothing else."""

import asyncio
import logging
import operator
import secrets
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from rumpus.bots import LEVELS, Searcher, bot
from rumpus.core.errors import RumpusError, WrongBot
from rumpus.core.game import Game
from rumpus.core.kernel import PLAIN, compile_beside, mode
from rumpus.core.rng import generator
from rumpus.core.view import Bot, View, legal_numbers
from rumpus.server.warm import READY, SOLVER, make_search_ready, make_solution_ready, wish_for
from rumpus.solve.solution import at_hand

logger = logging.getLogger("rumpus.server")
T = TypeVar("T")

THREADS = 3
"""Bots that think at the same time; the others wait for their turn."""
HEAVY_THREADS = 2
"""Other heavy work at the same time."""
LONGEST_SECONDS = 10.0
"""After so long a bot's choice is made at random."""
LONGEST_MILLISECONDS = 5_000
"""So long a bot may be told to think."""
COMMAND = ["-m", "rumpus.server.warm"]
CHILDREN = 2
"""So many processes at most make something ready; whoever uploads many boxes waits for his own."""


def checked_bot(name: str) -> Bot:
    """A bot that may sit down here."""
    found = bot(name)
    plan = getattr(found, "plan", None)
    if plan is not None and (plan.milliseconds is None or plan.milliseconds > LONGEST_MILLISECONDS):
        raise WrongBot(
            f"'{name}' would think too long: here a bot may take up to {LONGEST_MILLISECONDS} ms for a choice."
        )
    return found


@dataclass(frozen=True)
class Outcome:
    """What came of some work: a result, or what went wrong."""

    result: Any = None
    error: BaseException | None = None


class Thinker:
    """Asks bots, and does other heavy work, beside the loop.

    A thread cannot be stopped. So each choice has one of its own: a bot that never answers loses its turn and is left
    behind, and the others go on.
    """

    def __init__(
        self, *, find: Callable[[str], Bot] = bot, seconds: float = LONGEST_SECONDS, warms: bool = True
    ) -> None:
        self._find, self._seconds = find, seconds
        self._bots, self._heavy = asyncio.Semaphore(THREADS), asyncio.Semaphore(HEAVY_THREADS)
        self._nursery = threading.Semaphore(CHILDREN)
        self._warms = warms and mode() != PLAIN
        self._readying: dict[tuple[Any, ...], asyncio.Future[Outcome]] = {}
        self._children: set[subprocess.Popen[bytes]] = set()
        self._is_closed = False
        self.faults = 0
        """How many choices were made at random because a bot failed."""
        compile_beside(not self._warms)

    # Choices

    async def choose(self, bot: str, view: View) -> int:
        """What the bot chooses; if it fails or takes too long, any legal action, and the server's log says so."""
        legal = legal_numbers(view.game, view.asked, view.seat)
        try:
            answer = await self._within_limit(bot, view)
            return self._checked(bot, answer, legal)
        except Exception as error:
            self.faults += 1
            logger.error(
                "The bot %s failed at %s and chooses at random: %s", bot, view.game.title, error, exc_info=error
            )
            return secrets.choice(legal)

    async def _within_limit(self, name: str, view: View) -> Any:
        ready = self._ready_bot(name, view.game)
        await self._bots.acquire()
        free = _Once(self._bots.release)
        future = self._in_thread(_choice, ready, view, when_done=free)
        try:
            async with asyncio.timeout(self._seconds):
                outcome = await asyncio.shield(future)
        except TimeoutError:
            free()
            raise WrongBot(f"it took longer than {self._seconds:g} s") from None
        return _result(outcome)

    def _checked(self, bot: str, answer: Any, legal: list[int]) -> int:
        if isinstance(answer, bool) or not hasattr(answer, "__index__") or operator.index(answer) not in legal:
            raise WrongBot(f"its answer {answer!r} is not among {legal}")
        return operator.index(answer)

    def _ready_bot(self, name: str, game: Game) -> Bot:
        """The bot, or the one that answers for it until what it needs is there."""
        found = self._find(name)
        if not self._warms:
            return found
        if isinstance(found, Searcher):
            self._begin_to_ready(game, is_solved=False)
        elif name == SOLVER and at_hand(game) is None:
            self._forget_if_put_away(game)
            self._begin_to_ready(game, is_solved=True)
            return self._ready_bot(f"ismcts:{max(LEVELS)}", game)
        return found

    # Other work

    async def run(self, function: Callable[..., T], *args: object) -> T:
        """Other heavy work in a thread; only some at a time, the rest waits."""
        await self._heavy.acquire()
        future = self._in_thread(function, *args, when_done=_Once(self._heavy.release))
        result: T = _result(await asyncio.shield(future))
        return result

    def _in_thread(
        self, function: Callable[..., Any], *args: object, when_done: Callable[[], None]
    ) -> "asyncio.Future[Outcome]":
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Outcome] = loop.create_future()

        def settle(outcome: Outcome) -> None:
            when_done()
            if not future.done():
                future.set_result(outcome)

        def work() -> None:
            try:
                outcome = Outcome(function(*args))
            except BaseException as error:
                outcome = Outcome(error=error)
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(settle, outcome)

        threading.Thread(target=work, name="rumpus thinks", daemon=True).start()
        return future

    # Machine code and solutions

    async def prepare(self, game: Game, *, is_solved: bool = False) -> bool:
        """Wait until the search of a game, or its solution, can be asked at once; whether it can."""
        if not self._warms:
            return True
        self._begin_to_ready(game, is_solved)
        outcome = await asyncio.shield(self._readying[_key(game, is_solved)])
        return outcome.result is True

    def _begin_to_ready(self, game: Game, is_solved: bool) -> None:
        key = _key(game, is_solved)
        if key not in self._readying and not self._is_closed:
            self._readying[key] = self._in_thread(self._make_ready, game, is_solved, when_done=lambda: None)

    def _forget_if_put_away(self, game: Game) -> None:
        """A solution that was ready may have made room for others since."""
        readied = self._readying.get(_key(game, is_solved=True))
        if readied is not None and readied.done() and readied.result().result is True:
            del self._readying[_key(game, is_solved=True)]

    def _make_ready(self, game: Game, is_solved: bool) -> bool:
        """In a thread: another process makes it, then it is loaded here."""
        is_there = self._ask_child(msgspec.json.encode(wish_for(game, is_solved)))
        if is_there:
            with suppress(RumpusError):
                (make_solution_ready if is_solved else make_search_ready)(game)
        return is_there

    def _ask_child(self, wish: bytes) -> bool:
        with self._nursery:
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
        """No more thinking; what is still at work is left behind."""
        self._is_closed = True
        for child in list(self._children):
            child.kill()
        compile_beside(True)


class _Once:
    """Does something, but only the first time."""

    def __init__(self, what: Callable[[], None]) -> None:
        self._what, self._is_done = what, False

    def __call__(self) -> None:
        if not self._is_done:
            self._is_done = True
            self._what()


def _choice(one: Bot, view: View) -> Any:
    return one.choose(view, generator(secrets.randbits(64)))


def _result(outcome: Outcome) -> Any:
    if isinstance(outcome.error, Exception):
        raise outcome.error
    if outcome.error is not None:  # a bot must not be able to end the server
        raise RuntimeError(f"it ended with {outcome.error!r}")
    return outcome.result


def _key(game: Game, is_solved: bool) -> tuple[Any, ...]:
    """What has to be made once: code for a game and a number of seats; a solution for a box as well."""
    return (game.name, game.seats, game.box.tobytes() if is_solved else b"")
