"""Whole games by the million: loops that live in kernels, and the threads that run them.

The games are dealt out in blocks of a fixed size, each with its own stream of chance. So the results are the same
for the same seed, whatever the number of threads.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from rumpus.core.errors import RumpusError
from rumpus.core.kernel import PLAIN, kernel, mode, runnable
from rumpus.core.memory import lowest_bit, nth_mark
from rumpus.core.rng import Rng, below, fill_streams, generator, weighted
from rumpus.core.rules import (
    CHANCE,
    OVER,
    Box,
    Mask,
    Numbers,
    State,
    Weights,
    acting,
    action_count,
    apply,
    chance,
    legal,
    places,
    points,
)  # fmt: skip

BLOCK = 65536
"""Games in a block: a hundredth of a second of work, so that threads stay busy and Ctrl-C is heard."""
KEPT_GAMES = 10_000_000
"""Up to here every game's places, points and length are kept; beyond, only the sums, and memory stays the same."""

Numbers8 = npt.NDArray[np.int8]
Numbers16 = npt.NDArray[np.int16]


@kernel
def lowest_seat(who: int) -> int:
    """The lowest seat of a bit mask of seats."""
    return lowest_bit(who)


@kernel
def random_action(mask: Mask, number: int, actions: int, rng: Rng) -> int:
    """One of the number of actions marked in the mask, each as likely."""
    return nth_mark(mask, actions, below(rng, number))


@kernel
def play_out(box: Box, state: State, mask: Mask, weights: Weights, rng: Rng) -> tuple[int, int]:
    """Play at random to the end; the number of decisions it took, and of those of chance."""
    decisions = chances = 0
    who = acting(box, state)
    while who != OVER:
        if who == CHANCE:
            seat = CHANCE
            chance(box, state, weights)
            chosen = weighted(rng, weights)
            chances += 1
        else:
            seat = lowest_seat(who)
            number = legal(box, state, seat, mask)
            chosen = random_action(mask, number, action_count(state), rng)
            decisions += 1
        apply(box, state, seat, chosen)
        who = acting(box, state)
    return decisions, chances


@cache
def scratch_record(rules: Any, seats: int) -> np.dtype[Any]:
    """Memory that one worker needs for a block, as one record.

    In machine code its arrays have known lengths and no owners to count, which arrays of their own would have.
    """
    fields = [
        ("rng", "i8", (4,)), ("mask", "i1", (rules.ACTIONS,)), ("weights", "i8", (rules.OUTCOMES,)),
        ("places", "i8", (seats,)), ("points", "i8", (seats,)), ("tally", "i8", (seats, 3)),
        ("decisions", "i8"), ("chances", "i8"), ("longest", "i8"),
    ]  # fmt: skip
    return np.dtype((np.record, fields), align=True)


CACHE_LINE = 64


def apart(record: np.dtype[Any]) -> Any:
    """An array of one record on cache lines of its own: two workers that write to one line slow each other down."""
    raw = np.zeros(record.itemsize + 2 * CACHE_LINE, np.int8)
    start = -raw.ctypes.data % CACHE_LINE
    return raw[start : start + record.itemsize].view(record)


# Columns of a tally: of each seat, how often it came first alone, how often it shared the first place, its points
ALONE, SHARED, POINTS = range(3)


@kernel
def count_game(tally: Numbers, places_now: Numbers, points_now: Numbers) -> None:
    first = 0
    for seat in range(len(places_now)):
        first += places_now[seat] == 1
        tally[seat, POINTS] += points_now[seat]
    column = ALONE if first == 1 else SHARED
    for seat in range(len(places_now)):
        tally[seat, column] += places_now[seat] == 1


@kernel
def play_block(
    box: Box, fresh: Any, table: Any, scratch: Any, games: int,
    kept_places: Numbers8, kept_points: Numbers16, kept_lengths: Numbers16,
) -> None:  # fmt: skip
    """Play games at random from a fresh table; add them up, and keep each where there is room for it."""
    for game in range(games):
        table[0] = fresh[0]
        decisions, chances = play_out(box, table[0], scratch.mask, scratch.weights, scratch.rng)
        settle(box, table[0], scratch, decisions, chances)
        if game < len(kept_lengths):
            kept_lengths[game] = decisions
            for seat in range(len(scratch.places)):
                kept_places[game, seat] = scratch.places[seat]
                kept_points[game, seat] = scratch.points[seat]


@kernel
def settle(box: Box, state: State, scratch: Any, decisions: int, chances: int) -> None:
    """A game is over: work out who came where, and add it to the others."""
    places(box, state, scratch.places)
    points(box, state, scratch.points)
    count_game(scratch.tally, scratch.places, scratch.points)
    scratch.decisions += decisions
    scratch.chances += chances
    scratch.longest = max(scratch.longest, decisions)


@dataclass(eq=False)
class Results:
    """What came out of a batch of games."""

    games: int
    seats: int
    tally: npt.NDArray[np.int64]
    decisions: int
    longest: int
    kept: "Kept | None" = field(repr=False)
    chances: int = 0
    """What chance decided, which only games at random count."""

    @property
    def win_rate(self) -> list[float]:
        """Of each seat, the share of games in which it alone came first."""
        return [float(wins) / self.games for wins in self.tally[:, ALONE]]

    @property
    def tie_rate(self) -> float:
        """The share of games in which nobody came first alone."""
        return (self.games - int(self.tally[:, ALONE].sum())) / self.games

    @property
    def mean_points(self) -> list[float]:
        return [float(total) / self.games for total in self.tally[:, POINTS]]

    @property
    def mean_decisions(self) -> float:
        return self.decisions / self.games

    @property
    def places(self) -> Numbers8:
        """Finishing places, a row for each game, a column for each seat."""
        return self._kept().places

    @property
    def points(self) -> Numbers16:
        return self._kept().points

    @property
    def lengths(self) -> Numbers16:
        """Decisions of each game."""
        return self._kept().lengths

    def _kept(self) -> "Kept":
        if self.kept is None:
            raise RumpusError(
                f"The {self.games:,} games were added up, not kept one by one: ask for at most {KEPT_GAMES:,},"
                " or say keep=True."
            )
        return self.kept


@dataclass
class Kept:
    """Every game of a batch."""

    places: Numbers8
    points: Numbers16
    lengths: Numbers16

    @classmethod
    def room(cls, games: int, seats: int) -> "Kept":
        return cls(np.zeros((games, seats), np.int8), np.zeros((games, seats), np.int16), np.zeros(games, np.int16))

    def part(self, start: int, stop: int) -> "Kept":
        return Kept(self.places[start:stop], self.points[start:stop], self.lengths[start:stop])


@dataclass
class Batch:
    """Random games of one kind: a box, a number of seats, a fresh table."""

    rules: Any
    box: Any
    seats: int
    fresh: Any
    chosen_mode: str | None = None

    def play(
        self, games: int, seed: int, threads: int | None, keep: bool, progress: Callable[[int], None] | None
    ) -> Results:
        results = Results(
            games, self.seats, np.zeros((self.seats, 3), np.int64), 0, 0, Kept.room(games, self.seats) if keep else None
        )
        self._block(0, generator(seed), Kept.room(0, self.seats))()  # whoever asks waits for the compiler, not a thread
        for scratch, done in in_threads(self._blocks(results, seed), self._workers(threads)):
            results.tally += scratch.tally
            results.decisions += int(scratch.decisions)
            results.chances += int(scratch.chances)
            results.longest = max(results.longest, int(scratch.longest))
            if progress is not None:
                progress(done)
        return results

    def _workers(self, threads: int | None) -> int:
        if (self.chosen_mode or mode()) == PLAIN:
            return 1
        return threads or os.cpu_count() or 1

    def _blocks(self, results: Results, seed: int) -> Iterator[Callable[[], Any]]:
        """The work in pieces, each with its own stream of chance."""
        everything = results.kept or Kept.room(0, self.seats)
        for start, stream in zip(range(0, results.games, BLOCK), streams(seed, self.chosen_mode), strict=False):
            stop = min(start + BLOCK, results.games)
            yield self._block(stop - start, stream, everything.part(start, stop))

    def _block(self, games: int, stream: Rng, kept: Kept) -> Callable[[], Any]:
        def work() -> tuple[Any, int]:
            table, scratch = apart(self.rules.STATE), apart(scratch_record(self.rules, self.seats))[0]
            scratch.rng[:] = stream
            play = runnable(play_block, self.chosen_mode)
            play(self.box, self.fresh, table, scratch, games, kept.places, kept.points, kept.lengths)
            return scratch, games

        return work


def streams(seed: int, chosen_mode: str | None = None, at_once: int = 64) -> Iterator[Rng]:
    """Generators without end for a seed, no two of which ever overlap."""
    rng = generator(seed)
    while True:
        several = np.zeros((at_once, 4), np.int64)
        runnable(fill_streams, chosen_mode)(rng, several)
        yield from several


def in_threads(work: Iterator[Callable[[], Any]], workers: int) -> Iterator[Any]:
    """Do the pieces of work on so many threads, a few ahead at a time; results in any order.

    Stopped by Ctrl-C or by whoever reads the results, it waits only for the pieces under way.
    """
    if workers == 1:
        yield from (piece() for piece in work)
        return
    with ThreadPoolExecutor(workers) as pool:
        pending: set[Future[Any]] = set()
        try:
            for piece in work:
                pending.add(pool.submit(piece))
                while len(pending) >= 2 * workers:
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            yield from (future.result() for future in pending)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
