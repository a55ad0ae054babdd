"""A batch on a processor: memory, threads, and the bots at the other seats."""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from rumpus.batches.kernels.stepping import (
    BEGIN,
    NEVER_ASKED,
    WAIT,
    Arrays,
    draw_actions,
    first_wrong,
    look_at_games,
    scratch_record,
    setting_record,
    step_games,
    table_record,
)
from rumpus.batches.players import Bots, Player, by_seat, players
from rumpus.batches.room import Room, make_room
from rumpus.core.batch import apart
from rumpus.core.errors import RumpusError, WrongAction, WrongOption, WrongPosition
from rumpus.core.game import Game
from rumpus.core.kernel import PLAIN, mode, runnable
from rumpus.core.observing import NUMBERS, layout
from rumpus.core.rng import fill_streams, generator
from rumpus.core.rules import OVER
from rumpus.core.view import Bot, View, check_seat, check_viewer, numbers
from rumpus.core.whole import whole

REWARDS = ("places", "points", "shaped")
SMALL = 1024
"""Games for which a second thread is not worth its trouble."""
LUCK = 0x5EED
"""Sets the seed of `random_actions` apart from that of the games."""

NOBODY_ASKS = (
    "Game after game ends from this beginning without asking one of your seats: take another start, or other seats."
)

Actions = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Saved:
    """A batch at one moment. It holds the whole truth of every game."""

    kind: tuple[Any, ...]
    """What it was a batch of: only one alike can go on from here."""
    arrays: tuple[Any, ...]
    luck: Any


class Batch:
    """Games that step together. Its arrays have a row for each game, and are written anew by every step."""

    def __init__(
        self, game: Game, n: int, bots: "Bots" = None, seed: int = 0, reward: str = "places",
        encoding: str | None = NUMBERS, start: Mapping[str, Any] | None = None, keep_final: bool = False,
        threads: int | None = None, mode: str | None = None,
    ) -> None:  # fmt: skip
        n = check(n, reward, threads)
        self._lay_out(game, n, by_seat(game, bots), reward, encoding, start, keep_final, threads, mode)
        self.reset(seed)

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
        self._pieces = _pieces(n, 1 if _is_plain(mode) else threads or os.cpu_count() or 1)
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0
        record = scratch_record(game.rules.STATE, game.rules.ACTIONS, game.rules.OUTCOMES, game.seats)
        self._scratch = [apart(record) for _ in self._pieces]
        for player in self.players:
            player.get_ready(game, self.arrays, len(self._pieces))
        self._is_whole = True

    def __reduce__(self) -> tuple[Any, ...]:
        """For copies and other processes: memory is made anew, as kernels want it, and filled with these games."""
        return gone_on, (self._given, self.save())

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{self.n:,} games of {self.game!r}>"

    # What is to be seen

    @property
    def acting(self) -> npt.NDArray[np.int8]:
        """Of each game the seat that is asked: one of yours."""
        return self.arrays.acting

    @property
    def mask(self) -> npt.NDArray[np.int8]:
        """1 for each action that the asked seat may choose."""
        return self.arrays.mask

    @property
    def observation(self) -> npt.NDArray[Any]:
        """What the asked seat knows; `layout` says which column means what."""
        return self._observed(self.arrays.observation)

    @property
    def reward(self) -> npt.NDArray[np.float32]:
        """What the last step brought, a column for each seat."""
        return self.arrays.reward

    @property
    def done(self) -> npt.NDArray[np.int8]:
        """1 where the last step ended a game; the next one has begun already."""
        return self.arrays.done

    @property
    def final(self) -> npt.NDArray[Any]:
        """Where a game ended: what the seat that you moved last could see of its end."""
        if len(self.arrays.final) != self.n:
            raise RumpusError("The ends of games are not kept: make the batch with keep_final=True.")
        return self._observed(self.arrays.final)

    def _observed(self, rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if self.layout is None:
            raise RumpusError("This batch makes no observations: give it an encoding, 'numbers' or 'one_hot'.")
        return rows

    @property
    def length(self) -> npt.NDArray[np.int32]:
        """Decisions of the last game that ended at each table."""
        return self.arrays.tables["ended_after"]

    @property
    def finished(self) -> npt.NDArray[np.int32]:
        """Games that have ended at each table; those in which you were never asked too."""
        return self.arrays.tables["finished"]

    @property
    def nbytes(self) -> int:
        """The memory of all games together."""
        return sum(array.nbytes for array in self.arrays)

    def observe(self, seat: int) -> npt.NDArray[Any]:
        """What a certain seat knows of each game, in new memory."""
        viewer, rows = check_seat(self.game, seat), np.zeros_like(self.observation)
        self.run(look_at_games, lambda piece: (self.arrays, self._scratch[piece], viewer, rows))
        return rows

    def view(self, number: int, seat: int | None = None) -> View:
        """One game as a seat sees it, to print or to look into; the seat that is asked, if no other is named."""
        here = whole(number, "The number of a game")
        if here not in range(self.n):
            raise RumpusError(f"There is no game {here} in this batch: they are numbered 0 to {self.n - 1}.")
        viewer = int(self.acting[here]) if seat is None else check_viewer(self.game, seat)
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
        self.run(draw_actions, lambda piece: (self.mask, self._luck, actions))
        return actions

    def reset(self, seed: int | None = None) -> None:
        """Begin every game anew; without a seed, chance goes on from where it is."""
        if seed is not None:
            self.arrays.tables["rng"][:] = self._streams(seed)
            self._luck = self._streams(whole(seed, "A seed") ^ LUCK)
        self.arrays.tables["finished"] = self.arrays.tables["ended_after"] = 0
        self._go_on(np.full(self.n, BEGIN, np.int64))

    def play(
        self, choose: Callable[["Batch"], npt.ArrayLike], games: int = 1, seed: int | None = None
    ) -> npt.NDArray[np.float32]:
        """Begin anew and play whole games, so many at every table, with the actions that `choose` gives for the batch.

        The answer is what each game brought: a row for each table, in it one for each game, in that a column for each
        seat. Every table counts equally often, so long games weigh as much as short ones.
        """
        games = whole(games, "The number of games", least=1)
        rooms: dict[str, Room] = {"brought": ((self.n, games, self.game.seats), np.float32), "played": ((self.n,), int)}
        brought, played = make_room(rooms, f"What {games:,} games at each of {self.n:,} tables bring").values()
        self.reset(seed)
        while (played < games).any():
            self.step(choose(self))
            going = np.flatnonzero(played < games)
            brought[going, played[going]] += self.reward[going]
            played[going] += self.done[going]
        return brought

    def save(self) -> Saved:
        """All games as they are now, to come back to with `restore`."""
        self._check_whole()
        return Saved(self._kind, tuple(array.copy() for array in self.arrays), self._luck.copy())

    def restore(self, saved: Saved) -> None:
        """Go back to what was saved, of this batch or of another like it."""
        check_saved(saved, self._kind)
        self._fill(saved)

    def _fill(self, saved: Saved) -> None:
        for array, kept in zip(self.arrays, saved.arrays, strict=True):
            array[...] = kept
        self._luck, self._is_whole = saved.luck.copy(), True

    @cached_property
    def _kind(self) -> tuple[Any, ...]:
        return kind_of(self.arrays, self.players)

    # How it is done

    def _streams(self, seed: int) -> npt.NDArray[np.int64]:
        found = np.zeros((self.n, 4), np.int64)
        runnable(fill_streams, self.mode)(generator(seed), found)
        return found

    def _check_whole(self) -> None:
        if not self._is_whole:
            raise RumpusError(
                "The last step was interrupted: reset() begins anew, restore() goes back to what you saved."
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
        self.run(step_games, lambda piece: (self.arrays, self._scratch[piece], actions, is_owners))

    def _let_bots_play(self) -> None:
        """Until only your own seats are asked."""
        while any((self.acting == player.seat).any() for player in self.players):
            chosen = np.full(self.n, WAIT, np.int64)
            for player in self.players:
                player.choose(self, chosen)
            self._step(chosen, False)

    def run(self, kernel: Callable[..., None], arguments: Callable[[int], tuple[Any, ...]]) -> None:
        """Run a kernel over all games, a piece of them in each thread; the first piece in this one."""
        run, begun = runnable(kernel, self.mode), list[Future[None]]()
        try:
            if len(self._pieces) > 1:
                run(*arguments(0), 0, 0)  # whoever asks waits for the compiler, not a thread
                pool = self._threads()
                begun += [pool.submit(run, *arguments(i), *piece) for i, piece in enumerate(self._pieces) if i]
            run(*arguments(0), *self._pieces[0])
        finally:
            wait(begun)  # after Ctrl-C too: nobody may write into the arrays any more
        for piece in begun:
            piece.result()

    def _threads(self) -> ThreadPoolExecutor:
        """Made when they are needed; and anew in a process that was forked off: threads do not come along."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(self._pieces) - 1), os.getpid()
        return self._pool

    def _checked(self, actions: npt.ArrayLike) -> Actions:
        given = as_array(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise WrongAction(
                f"A step takes {self.n:,} whole numbers, one for each game, not {given.dtype} of shape {given.shape}."
            )
        chosen: Actions = given.astype(np.int64, copy=False)  # of what is too large for it, something negative is left
        wrong = runnable(first_wrong, self.mode)(self.mask, chosen)
        if wrong < self.n:
            allowed = ", ".join(map(str, np.flatnonzero(self.mask[wrong])))
            raise WrongAction(
                f"Game {wrong}: seat {self.acting[wrong]} cannot choose {given[wrong]}; it may choose {allowed}."
            )
        return chosen


def as_array(actions: npt.ArrayLike) -> npt.NDArray[Any]:
    try:
        return np.asarray(actions)
    except ValueError:  # lists of different length
        raise WrongAction("A step takes whole numbers, one for each game, not lists of several.") from None


def gone_on(given: tuple[Any, ...], saved: Saved) -> Batch:
    """A batch made with the same and filled with what was saved, the beginning of its games too."""
    batch = Batch.__new__(Batch)
    batch._lay_out(*given)
    batch._fill(saved)
    return batch


def make_arrays(
    game: Game, n: int, others: Sequence[Player], reward: str, encoding: str | None,
    start: Mapping[str, Any] | None, keep_final: bool,
) -> Arrays:  # fmt: skip
    """The memory of a batch."""
    rules, seats, here = game.rules, game.seats, layout(game, encoding or NUMBERS)
    fresh = one(rules.STATE, game.fresh_state() if start is None else game.state_from(start))
    if game.rules.acting(game.box, fresh[0]) == OVER:
        raise WrongPosition("In this position the game is over: no game can begin there.")
    setting = np.zeros(1, setting_record(seats))
    setting[0].at_random = sum(1 << player.seat for player in others if player.is_random)
    setting[0].reward, setting[0].points = REWARDS.index(reward), numbers(game, fresh[0], "points")
    at_once = game.definition.acts_at_once
    setting[0].keeps_asked, setting[0].keeps_final, setting[0].observes = at_once, keep_final, encoding is not None
    columns = here.length if encoding is not None else 1
    rooms: dict[str, Room] = {
        "acting": ((n,), np.int8),
        "mask": ((n, rules.ACTIONS), np.int8),
        "observation": ((n if encoding is not None else 1, columns), here.dtype),
        "reward": ((n, seats), np.float32),
        "done": ((n,), np.int8),
        "final": ((n if keep_final else 1, columns), here.dtype),
        "states": ((n,), rules.STATE),
        "tables": ((n,), table_record(seats)),
        "asked": ((n if at_once else 1,), rules.STATE),
    }
    made = make_room(rooms, f"{n:,} games")
    return Arrays(**made, fresh=fresh, boxes=one(rules.BOX, game.box), setting=setting, runs=here.runs)


def shown(arrays: Arrays, number: int, seat: int) -> Any:
    """The table as a seat is shown it: if it was asked together with others, as it lay then."""
    return shown_in(arrays, arrays.tables[number], seat)[number].copy()


def shown_in(arrays: Arrays, table: Any, seat: int) -> Any:
    """The array in which that stands."""
    return arrays.asked if seat >= 0 and table.waiting >> seat & 1 else arrays.states


def one(record: np.dtype[Any], value: Any) -> Any:
    """An array of one record: kernels are quicker with arrays than with records of their own."""
    found = np.zeros(1, record)
    found[0] = value
    return found


def _is_plain(chosen: str | None) -> bool:
    return (chosen or mode()) == PLAIN


def _pieces(n: int, threads: int) -> list[tuple[int, int]]:
    """The games in as many parts as there are threads; a part is never small."""
    number = max(1, min(threads, n // SMALL))
    edges = [n * piece // number for piece in range(number + 1)]
    return list(pairwise(edges))


class WrongReward(WrongOption):
    """There is no such way to reward a seat."""


def checked_reward(name: str) -> str:
    if name not in REWARDS:
        raise WrongReward(f"There is no reward '{name}': the rewards are {', '.join(REWARDS)}.")
    return name


def check(n: int, reward: str, threads: int | None) -> int:
    """The number of games, if it and the rest can be."""
    checked_reward(reward)
    if threads is not None:
        whole(threads, "The number of threads", least=1)
    return whole(n, "The number of games", least=1)


def kind_of(arrays: Arrays, others: Sequence[Player], device: str = "cpu") -> tuple[Any, ...]:
    """What two batches have in common if one can go on from where the other was saved."""
    shapes = tuple((str(array.dtype), tuple(array.shape)) for array in arrays)
    the_same = tuple(array.tobytes() for array in (arrays.fresh, arrays.boxes, arrays.setting, arrays.runs))
    return device, shapes, the_same, tuple((player.seat, player.bot.name) for player in others)


def check_saved(saved: Any, kind: tuple[Any, ...]) -> None:
    if not isinstance(saved, Saved):
        raise WrongOption(f"Only what save() gave can be restored, not {type(saved).__name__}.")
    if saved.kind != kind:
        raise WrongOption(
            "This was saved from another kind of batch: game, switches, size, encoding, reward, bots and beginning must"
            " be the same."
        )
