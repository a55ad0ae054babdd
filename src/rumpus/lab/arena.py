"""An arena: every bot plays every other, in every seating, with the same chance for all seatings.

A *deal* is the unit of work and of evidence: all seatings of one pair, each with the same stream of chance (duplicate
play, as in bridge: who had the luck has it against him in the next seating). With two seats these are two games. With
more, each of the pair takes half of the seats, in every arrangement there is; with an odd number one of them has a seat
more, and the other in the mirrored arrangement. A bot wins if whoever comes first is always its own.

Chance depends on the seed and on the deal's number; a bot's luck on these, its name and its seat. So a result depends
neither on the threads nor on the order of play nor on the other bots of the arena.
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import combinations, product
from threading import Event

from rumpus.bots import Bot, batch, bot
from rumpus.bots.batch import Played, play_game
from rumpus.core.errors import WrongBot
from rumpus.core.game import Game
from rumpus.core.rng import Rng, generator
from rumpus.core.view import View

Pair = tuple[int, int]
"""Two bots by their places in the arena's list, the earlier one first."""
Seating = tuple[int, ...]
"""For each seat, which of the pair sits there: 0 or 1."""
Task = tuple[Pair, int]
"""A pair and the number of a deal."""

WIN, TIE, LOSS = 1, 0, -1


@dataclass(frozen=True, order=True)
class Deal:
    """One deal as it ended: for each seating, what it was for the pair's first bot, and by how many points."""

    pair: Pair
    number: int
    results: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class Arena:
    """Who plays what: a game, bots by their names, and the seed of all chance."""

    game: Game
    bots: Mapping[str, Bot]
    seed: int

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(self.bots)

    @cached_property
    def pairs(self) -> list[Pair]:
        return list(combinations(range(len(self.bots)), 2))

    @cached_property
    def seatings(self) -> list[Seating]:
        return seatings(self.game.seats)

    def deals(self, games: int) -> int:
        """How many deals make so many games of a pair: whole ones, so that every seating is played as often."""
        return -(-games // len(self.seatings))

    def tasks(self, games: int, known: Collection[Deal] = ()) -> Iterator[Task]:
        """What is still to be played; all pairs in turn, so that a table made before the end is a fair one."""
        done = {(deal.pair, deal.number) for deal in known}
        everything = ((pair, number) for number in range(self.deals(games)) for pair in self.pairs)
        return (task for task in everything if task not in done)

    def play(self, pair: Pair, number: int, stop: Event | None = None) -> Deal:
        """One deal of a pair; somebody else may stop it between two choices."""
        results, points = [], []
        for seating in self.seatings:
            played = self._game(pair, number, seating, stop or Event())
            results.append(result(played, seating))
            points.append(sum(have if side == 0 else -have for have, side in zip(played.points, seating, strict=True)))
        return Deal(pair, number, tuple(results), tuple(points))

    def _game(self, pair: Pair, number: int, seating: Seating, stop: Event) -> Played:
        seated = [self.names[pair[side]] for side in seating]
        luck = [stream(self.seed, "luck", number, seat, name) for seat, name in enumerate(seated)]
        players = [_Stoppable(name, self.bots[name], stop) for name in seated]
        return play_game(self.game, players, stream(self.seed, "chance", number), luck)


def seatings(seats: int) -> list[Seating]:
    """Every arrangement of two bots that gives them as many seats each, or all but; seat 0 to the first one first."""
    return [seating for seating in product((0, 1), repeat=seats) if abs(2 * sum(seating) - seats) <= seats % 2]


def result(played: Played, seating: Seating) -> int:
    """What a game was for the pair's first bot: a tie is when both are among those who came first."""
    first = {side for place, side in zip(played.places, seating, strict=True) if place == 1}
    return TIE if len(first) == 2 else WIN if first == {0} else LOSS


def stream(*named: object) -> Rng:
    """A generator of its own for whatever this names; it can be had at once, without going through those before it."""
    return generator(int.from_bytes(blake2b(repr(named).encode(), digest_size=8).digest(), "big"))


def called(names: Sequence[str]) -> dict[str, Bot]:
    """The bots of an arena by their names: at least two, no two of them the same."""
    for name in names:
        if names.count(name) > 1:
            raise WrongBot(f"'{name}' is there twice: a bot of an arena plays the others, not itself.")
    found = {name: bot(name) for name in names}
    if len(found) < 2:
        raise WrongBot(f"An arena takes at least 2 bots, found {len(found)}.")
    return found


# Playing ----------------------------------------------------------------------------------------------------------


class Stopped(Exception):  # no mistake of anybody, so no error of ours
    """A game was left before its end."""


@dataclass
class _Stoppable:
    """A bot that leaves the game when it is asked for a choice after everything was stopped."""

    name: str
    bot: Bot
    stop: Event

    def choose(self, view: View, rng: Rng) -> int:
        if self.stop.is_set():
            raise Stopped
        return self.bot.choose(view, rng)


def make_ready(arena: Arena) -> None:
    """Let every bot load or compile what it needs, before there are threads that would all wait for it."""
    batch.make_ready(arena.game, list(arena.bots.values()))


def play(arena: Arena, tasks: Iterable[Task], keep: Callable[[Deal], None], threads: int | None = None) -> None:
    """Play on so many threads, all cores if not said; each deal is given to `keep` by its thread when it is over.

    Ctrl-C, or whatever else goes wrong, ends it as soon as the choices under way are made; what was kept is kept.
    """
    workers, stop = threads or os.cpu_count() or 1, Event()

    def work(task: Task) -> None:
        keep(arena.play(*task, stop))

    with ThreadPoolExecutor(workers) as pool:
        try:
            pending: set[Future[None]] = set()
            for task in tasks:
                pending = _with_room(pending, 2 * workers)
                pending.add(pool.submit(work, task))
            _with_room(pending, 1)
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _with_room(pending: set[Future[None]], most: int) -> set[Future[None]]:
    """Wait until fewer than so many are pending; what went wrong in one of them goes wrong here."""
    while len(pending) >= most:
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            future.result()
    return pending
