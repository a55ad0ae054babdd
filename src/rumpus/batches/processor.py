"""A batch on a processor: memory, threads, and the bots at the other seats."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from rumpus.batches.games import (
    LUCK,
    NOBODY_ASKS,
    Games,
    Saved,
    as_array,
    check,
    first_seed,
    frozen,
    keep,
    make_arrays,
    shown_in,
)
from rumpus.batches.kernels.stepping import (
    BEGIN,
    NEVER_ASKED,
    WAIT,
    Arrays,
    draw_actions,
    first_wrong,
    look_at_games,
    scratch_record,
    step_games,
)
from rumpus.batches.players import Bots, by_seat, players
from rumpus.core.batch import apart
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.kernel import PLAIN, mode, runnable
from rumpus.core.observing import NUMBERS, layout
from rumpus.core.view import Bot, View, check_seat
from rumpus.core.whole import whole

SMALL = 1024
"""Games for which a second thread is not worth its trouble, where nobody thinks long."""

Actions = npt.NDArray[np.int64]
Part = tuple[int, int]
"""The games from one number to another."""


class Batch(Games[npt.NDArray[Any]]):
    """Games that step together. Its arrays have a row for each game, and are written anew by every step."""

    def __init__(
        self, game: Game, n: int, bots: "Bots" = None, seed: int | None = 0, reward: str = "places",
        encoding: str | None = NUMBERS, start: Mapping[str, Any] | None = None, keep_final: bool = False,
        threads: int | None = None, mode: str | None = None,
    ) -> None:  # fmt: skip
        n = check(n, reward, threads)
        self._lay_out(game, n, by_seat(game, bots), reward, encoding, start, keep_final, threads, mode)
        self.reset(first_seed(seed))

    def _lay_out(
        self, game: Game, n: int, bots: Mapping[int, str | Bot], reward: str, encoding: str | None,
        start: Mapping[str, Any] | None, keep_final: bool, threads: int | None, mode: str | None,
    ) -> None:  # fmt: skip
        """Get the memory for the games, and the players ready; none of them begins."""
        self.game, self.n, self.mode = game, n, mode
        self._given = game, n, bots, reward, encoding, None, keep_final, threads, mode
        self.players = players(game, bots)
        self.arrays = make_arrays(game, n, self.players, reward, encoding, start, keep_final)
        self.layout = layout(game, encoding) if encoding is not None else None
        self._workers = 1 if _is_plain(mode) else threads or os.cpu_count() or 1
        self._parts = max(1, min(self._workers, n // SMALL))
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0
        record = scratch_record(game.rules.STATE, game.rules.ACTIONS, game.rules.OUTCOMES, game.seats)
        self._scratch = [apart(record) for _ in range(self._workers)]
        for player in self.players:
            player.get_ready(game, min(self._workers, n))
        self._is_whole = True

    def __reduce__(self) -> tuple[Any, ...]:
        """For copies and other processes: memory is made anew, as kernels want it, and filled with these games."""
        return gone_on, (self._given, self.save())

    def __repr__(self) -> str:
        return f"<{self.n:,} games of {self.game!r}>"

    # What is to be seen

    def _out(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array

    def observe(self, seat: int) -> npt.NDArray[Any]:
        """What a certain seat knows of each game, in new memory."""
        viewer, rows = check_seat(self.game, seat), np.zeros_like(self.observation)
        self.run(look_at_games, lambda worker: (self.arrays, self._scratch[worker], viewer, rows))
        return rows

    def view(self, number: int, seat: int | None = None) -> View:
        """One game as a seat sees it, to print or to look into; the seat that is asked, if no other is named."""
        here = self._here(number)
        viewer = self._viewer(seat, self.arrays.tables[here].seat)
        return View(self.game, shown(self.arrays, here, viewer), viewer)

    # What one does

    def step(self, actions: npt.ArrayLike) -> None:
        """Every game goes on with an action of the seat that is asked, until one of your seats is asked again.

        What came of it stands in the arrays of the batch, which are written anew: copy what you want to keep.
        """
        self._check_whole()
        self._go_on(self._checked(actions))

    def random_actions(self) -> Actions:
        """For each game a legal action, each as likely. They have a chance of their own: games do not depend on it."""
        self._check_whole()
        actions = np.zeros(self.n, np.int64)
        self.run(draw_actions, lambda _: (self.arrays.allowed, self._luck, actions))
        return actions

    def reset(self, seed: int | None = None) -> None:
        """Begin every game anew; without a seed, chance goes on from where it is."""
        if seed is not None:
            self.arrays.tables["rng"][:] = self._streams(seed)
            self._luck = self._streams(whole(seed, "A seed") ^ LUCK)
        self.arrays.finished[:] = self.arrays.ended_after[:] = 0
        self._go_on(np.full(self.n, BEGIN, np.int64))

    def save(self) -> Saved:
        """All games as they are now, to come back to with `restore`."""
        self._check_whole()
        return keep(self._kind, [frozen(array) for array in self.arrays], frozen(self._luck))

    def restore(self, saved: Saved) -> None:
        """Go back to what was saved, of this batch or of another like it."""
        self._check_saved(saved)
        self._fill(saved)

    def _fill(self, saved: Saved) -> None:
        for array, kept in zip(self.arrays, saved.arrays, strict=True):
            array[...] = kept
        self._luck, self._is_whole = saved.luck.copy(), True

    # How it is done

    def _check_whole(self) -> None:
        if not self._is_whole:
            raise RumpusError(
                "A step is under way in another thread, or was interrupted: then reset() begins anew, and restore()"
                " goes back to what you saved."
            )

    def _go_on(self, actions: Actions) -> None:
        """What the owner chose takes place, and what the bots choose after it. Interrupted, the games are no use."""
        self._is_whole = False
        self._step(actions, True)
        self._let_bots_play()
        if self.acting.min() == NEVER_ASKED:
            raise RumpusError(NOBODY_ASKS)
        self._is_whole = True

    def _step(self, actions: Actions, is_owners: bool) -> None:
        self.run(step_games, lambda worker: (self.arrays, self._scratch[worker], actions, is_owners))

    def _let_bots_play(self) -> None:
        """Until only your own seats are asked."""
        while any((self.acting == player.seat).any() for player in self.players):
            chosen = np.full(self.n, WAIT, np.int64)
            for player in self.players:
                player.choose(self, chosen)
            self._step(chosen, False)

    def run(
        self, kernel: Callable[..., None], arguments: Callable[[int], tuple[Any, ...]],
        parts: int | None = None,
    ) -> None:  # fmt: skip
        """Run a kernel over all games in so many parts; every thread takes the next, this one too."""
        run, parts, begun = runnable(kernel, self.mode), parts or self._parts, list[Future[None]]()
        left = iter(in_parts(self.n, parts))
        try:
            if (workers := min(self._workers, parts)) > 1:
                run(*arguments(0), 0, 0)  # whoever asks waits for the compiler, not a thread
                begun += [
                    self._threads().submit(_take_parts, run, arguments(worker), left) for worker in range(1, workers)
                ]
            _take_parts(run, arguments(0), left)
            wait(begun)
        finally:
            deque(left, maxlen=0)  # after Ctrl-C no part is begun any more,
            wait(begun)  # and nobody may write into the arrays
        for one in begun:
            one.result()

    def _threads(self) -> ThreadPoolExecutor:
        """Made when they are needed; and anew in a process that was forked off: threads do not come along."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self._workers - 1), os.getpid()
        return self._pool

    def _checked(self, actions: npt.ArrayLike) -> Actions:
        given = as_array(actions)
        self._check_form(given.shape, str(given.dtype))
        chosen: Actions = given.astype(np.int64, copy=False)  # of what is too large for it, something negative is left
        chosen = np.require(chosen, requirements=("C", "W"))  # kernels are compiled for memory of one kind
        wrong = runnable(first_wrong, self.mode)(self.arrays.allowed, chosen)
        if wrong < self.n:
            self._refuse(wrong, self.arrays.tables[wrong].seat, self.arrays.allowed[wrong], given[wrong])
        return chosen


def gone_on(given: tuple[Any, ...], saved: Saved) -> Batch:
    """A batch made with the same and filled with what was saved, the beginning of its games too."""
    batch = Batch.__new__(Batch)
    batch._lay_out(*given)
    batch._fill(saved)
    return batch


def shown(arrays: Arrays, number: int, seat: int) -> Any:
    """The table as a seat is shown it: if it was asked together with others, as it lay then."""
    return shown_in(arrays, arrays.tables[number], seat)[number].copy()


def _is_plain(chosen: str | None) -> bool:
    return (chosen or mode()) == PLAIN


def _take_parts(run: Callable[..., None], arguments: tuple[Any, ...], left: Iterator[Part]) -> None:
    """One part after the other, until none is left."""
    for part in left:
        run(*arguments, *part)


def in_parts(n: int, number: int) -> list[Part]:
    """The games in so many parts of the same size, one more or less."""
    return list(pairwise(n * part // number for part in range(number + 1)))
