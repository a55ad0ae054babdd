"""Bots think in threads, never on the loop; and what they think of is what their seat sees, and nothing else."""

import asyncio
import logging
import operator
import secrets
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rumpus.bots import LEVELS, Advice, Searcher, bot
from rumpus.bots.counter import Counter
from rumpus.bots.nash import Nash
from rumpus.bots.searcher import ENOUGH_SHARE
from rumpus.core.errors import RumpusError, WrongBot
from rumpus.core.game import Game
from rumpus.core.rng import generator
from rumpus.core.view import Bot, View, legal_numbers
from rumpus.server import wire
from rumpus.server.threads import in_thread
from rumpus.server.warm import SOLVER
from rumpus.server.workshop import Workshop
from rumpus.solve.solution import at_hand

logger = logging.getLogger("rumpus.server")
T = TypeVar("T")

THREADS = 3
"""Bots that think at the same time; the others wait for their turn."""
HEAVY_THREADS = 2
"""Other heavy work at the same time."""
LONGEST_SECONDS = 10.0
"""After so long a bot's choice is made at random, and the log at the table says so."""
LONGEST_MILLISECONDS = 5_000
"""So long a bot may be told to think."""
WAITING = "The bots wait for fast code, which is made once."
PATIENCE_MILLISECONDS = 3_000
"""So long a bot may think beyond its clock, to come to a third of the simulations that belong to its level."""


class TookTooLong(RumpusError):
    """A bot that did not answer in time."""


class NotAllowed(RumpusError):
    """A bot that answered with what cannot be chosen."""


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
class Chosen:
    """What a bot chose, and what has to be said at the table of how it came about."""

    action: int
    remark: str = ""
    is_lasting: bool = False
    """What is said once is true of all its choices."""


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
        self._workshop = Workshop(is_on=warms)
        self.faults = 0
        """How many choices were made at random because a bot failed."""

    # Choices

    async def choose(self, bot: str, view: View) -> Chosen:
        """What the bot chooses; it waits for its machine code. If it fails or takes too long, any legal action."""
        legal = legal_numbers(view.game, view.asked, view.seat)
        try:
            answer, advice = await self._within_limit(await self._ready_bot(bot, view.game), view)
            return self._remarked(Chosen(self._checked(answer, legal)), advice, view)
        except Exception as error:
            self.faults += 1
            logger.error(
                "The bot %s failed at %s and chooses at random: %s", bot, view.game.title, error, exc_info=error
            )
            return Chosen(
                secrets.choice(legal), f"{_who(view)}: {self._excuse(error)}, so this choice was made at random."
            )

    async def _within_limit(self, ready: Bot, view: View) -> tuple[Any, Advice | None]:
        await self._bots.acquire()
        free = _Once(self._bots.release)
        future = in_thread(_choice, ready, view, when_done=free)
        try:
            async with asyncio.timeout(self._seconds):
                outcome = await asyncio.shield(future)
        except TimeoutError:
            free()
            raise TookTooLong(f"it took longer than {self._seconds:g} s") from None
        found: tuple[Any, Advice | None] = outcome.get()
        return found

    def _checked(self, answer: Any, legal: list[int]) -> int:
        if isinstance(answer, bool) or not hasattr(answer, "__index__") or operator.index(answer) not in legal:
            raise NotAllowed(f"its answer {answer!r} is not among {legal}")
        return operator.index(answer)

    def _remarked(self, chosen: Chosen, advice: Advice | None, view: View) -> Chosen:
        """With a word on a search that was much shorter than its level."""
        if advice is None or advice.made * ENOUGH_SHARE >= advice.wanted:
            return chosen
        trouble = self._workshop.trouble(view.game)
        if trouble:
            return replace(chosen, remark=f"{_who(view)}: {_without_code(trouble)}", is_lasting=True)
        count = f"{advice.made:,} of {advice.wanted:,} simulations"
        return replace(chosen, remark=f"{_who(view)}: the time was up after {count}, so this choice is a weaker one.")

    def _excuse(self, error: Exception) -> str:
        if isinstance(error, TookTooLong):
            return f"the bot took longer than {self._seconds:g} seconds"
        return "the bot wanted what is not allowed" if isinstance(error, NotAllowed) else "the bot failed"

    # Bots and what they need

    async def _ready_bot(self, name: str, game: Game) -> Bot:
        """The bot, when its machine code is there, or the one that answers for it until a game is solved."""
        found = self._find(name)
        if self._workshop.is_on and name == SOLVER and at_hand(game) is None:
            self._workshop.forget(game)
            self._workshop.begin(game, is_solved=True)
            found = self._find(f"ismcts:{max(LEVELS)}")
        if self._workshop.is_on and needs_code(found, game):
            return patient(found) if await self._workshop.get(game) else found
        return found

    def expect(self, bots: Iterable[str], game: Game) -> bool:
        """Have the machine code made that these bots need; whether they have to wait for it."""
        if not self._workshop.is_on or not any(self._needs_code(name, game) for name in bots):
            return False
        return not self._workshop.begin(game).done()

    def _needs_code(self, name: str, game: Game) -> bool:
        try:
            return needs_code(self._find(name), game)
        except WrongBot:
            return False

    def readying(self, bots: Iterable[str], game: Game) -> wire.Readying | None:
        """What has to be said at a table of bots that wait for machine code, or cannot have any."""
        left, trouble = self._workshop.left(game), self._workshop.trouble(game)
        if (left is None and not trouble) or not any(self._needs_code(name, game) for name in bots):
            return None
        if trouble:
            return wire.Readying(sentence=f"The bots here: {_without_code(trouble)}")
        return wire.Readying(sentence=WAITING, seconds=left)

    async def prepare(self, game: Game, *, is_solved: bool = False) -> bool:
        """Wait until the search of a game, or its solution, can be asked at once; whether it can."""
        return not self._workshop.is_on or await self._workshop.get(game, is_solved=is_solved)

    async def prepare_all(self, games: Iterable[Game]) -> None:
        """Have the searches of all these made in time, those first that somebody waits for."""
        if self._workshop.is_on:
            await self._workshop.make_all(games)

    # Other work

    async def run(self, function: Callable[..., T], *args: object) -> T:
        """Other heavy work in a thread; only some at a time, the rest waits."""
        await self._heavy.acquire()
        future = in_thread(function, *args, when_done=_Once(self._heavy.release))
        result: T = (await asyncio.shield(future)).get()
        return result

    def close(self) -> None:
        """No more thinking; what is still at work is left behind."""
        self._workshop.close()


class _Once:
    """Does something, but only the first time."""

    def __init__(self, what: Callable[[], None]) -> None:
        self._what, self._is_done = what, False

    def __call__(self) -> None:
        if not self._is_done:
            self._is_done = True
            self._what()


def _choice(one: Bot, view: View) -> tuple[Any, Advice | None]:
    """What a bot chooses, and how it came to it if it can say."""
    rng = generator(secrets.randbits(64))
    if isinstance(one, Searcher | Nash):
        advice = one.advise(view, rng)
        return advice.draw(rng), advice
    return one.choose(view, rng), None


def needs_code(one: Bot, game: Game) -> bool:
    """Whether a bot searches or reckons; perfect play that is at hand is looked up."""
    if isinstance(one, Nash):
        return at_hand(game) is None
    return isinstance(one, Counter) or (isinstance(one, Searcher) and one.plan.iterations != 0)


def patient(one: Bot) -> Bot:
    """The same bot, which does not stop by the clock before a third of its simulations: the log tells if it has to."""
    if not isinstance(one, Searcher) or one.plan.milliseconds is None:
        return one
    longer = copy(one)
    longer.plan = replace(one.plan, patience=PATIENCE_MILLISECONDS)
    return longer


def _who(view: View) -> str:
    return view.game.words.seat(view.game, view.seat)


def _without_code(trouble: str) -> str:
    return (
        f"there is no machine code for them, because {trouble}. They play from plain Python, weaker than their level."
    )
