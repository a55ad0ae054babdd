"""What every batch has, wherever its memory lies: what it shows, how it is saved, and the sentences for mistakes."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from secrets import randbits
from typing import Any, Generic, TypeVar
from weakref import WeakSet

import numpy as np
import numpy.typing as npt

from rumpus.batches.kernels.stepping import Arrays, setting_record, table_record
from rumpus.batches.players import Player
from rumpus.batches.room import Room, make_room
from rumpus.core.errors import RumpusError, WrongAction, WrongOption, WrongPosition
from rumpus.core.game import Game
from rumpus.core.kernel import runnable
from rumpus.core.observing import NUMBERS, Layout, layout
from rumpus.core.rng import fill_streams, generator
from rumpus.core.rules import OVER
from rumpus.core.view import check_viewer, numbers
from rumpus.core.whole import whole

REWARDS = ("places", "points", "shaped")
LUCK = 0x5EED
"""Sets the seed of `random_actions` apart from that of the games."""
SEED_BITS = 64

NOBODY_ASKS = (
    "Game after game ends from this beginning without asking one of your seats: take another start, or other seats."
)

Rows = TypeVar("Rows")
"""The kind of arrays in which a batch is shown."""
Own = TypeVar("Own", bound="Games[Any]")


@dataclass(frozen=True, eq=False)
class Saved:
    """A batch at one moment. It holds the whole truth of every game.

    Machine code believes what it is given and asks of no number whether it can be. So only what `save` made goes back:
    it cannot be written into, a file that was changed cannot be read, and what somebody made of it is not restored.
    """

    kind: tuple[Any, ...]
    """What it was a batch of: only one alike can go on from here."""
    arrays: tuple[Any, ...]
    luck: Any

    def __deepcopy__(self, memo: dict[int, Any]) -> "Saved":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = tuple(on_processor(array) for array in (*self.arrays, self.luck))
        parts = tuple((array.dtype, array.shape, array.tobytes()) for array in arrays)
        return read_saved, (self.kind, parts, digest(self.kind, parts))


class Changed(WrongOption):
    """What was saved is no longer what it was."""

    def __init__(self) -> None:
        super().__init__("This has been changed since it was saved: only what save() gave can be restored.")


_kept: WeakSet[Saved] = WeakSet()
"""Whatever `save` made, and has come out of a file as it went in."""


def keep(kind: tuple[Any, ...], arrays: Sequence[Any], luck: Any) -> Saved:
    """What may be restored."""
    _kept.add(saved := Saved(kind, tuple(arrays), luck))
    return saved


def read_saved(kind: tuple[Any, ...], parts: Sequence[tuple[Any, ...]], told: bytes) -> Saved:
    """What was saved, out of a file."""
    if digest(kind, parts) != told:
        raise Changed
    *arrays, luck = (np.frombuffer(memory, dtype).reshape(shape) for dtype, shape, memory in parts)
    return keep(kind, arrays, luck)


def digest(kind: tuple[Any, ...], parts: Sequence[tuple[Any, ...]]) -> bytes:
    found = hashlib.blake2b(repr((kind, [(str(dtype), shape) for dtype, shape, _ in parts])).encode())
    for *_, memory in parts:
        found.update(memory)
    return found.digest()


def frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy into which nobody can write."""
    return np.frombuffer(array.tobytes(), array.dtype).reshape(array.shape)


class Games(Generic[Rows]):
    """Games that step together, as their owner sees them."""

    device = "cpu"
    mode: str | None = None
    game: Game
    n: int
    players: list[Player]
    arrays: Arrays
    layout: Layout | None

    def _out(self, array: Any) -> Rows:
        """An array as its owner is given it."""
        raise NotImplementedError

    def __len__(self) -> int:
        return self.n

    @property
    def acting(self) -> Rows:
        """Of each game the seat that is asked: one of yours."""
        return self._out(self.arrays.acting)

    @property
    def mask(self) -> Rows:
        """1 for each action that the asked seat may choose."""
        return self._out(self.arrays.mask)

    @property
    def observation(self) -> Rows:
        """What the asked seat knows; `layout` says which column means what."""
        return self._observed(self.arrays.observation)

    @property
    def reward(self) -> Rows:
        """What the last step brought, a column for each seat."""
        return self._out(self.arrays.reward)

    @property
    def done(self) -> Rows:
        """1 where the last step ended a game; the next one has begun already."""
        return self._out(self.arrays.done)

    @property
    def final(self) -> Rows:
        """Where a game ended: what the seat that you moved last could see of its end."""
        if len(self.arrays.final) != self.n:
            raise RumpusError("The ends of games are not kept: make the batch with keep_final=True.")
        return self._observed(self.arrays.final)

    def _observed(self, rows: Any) -> Rows:
        if self.layout is None:
            raise RumpusError("This batch makes no observations: give it an encoding, 'numbers' or 'one_hot'.")
        return self._out(rows)

    @property
    def length(self) -> Rows:
        """Decisions of the last game that ended at each table."""
        return self._out(self.arrays.ended_after)

    @property
    def finished(self) -> Rows:
        """Games that have ended at each table; those in which you were never asked too."""
        return self._out(self.arrays.finished)

    @property
    def nbytes(self) -> int:
        """The memory of all games together."""
        return sum(int(array.nbytes) for array in self.arrays)

    # What one does

    def step(self, actions: Any) -> None:
        """Every game goes on with an action of the seat that is asked, until one of your seats is asked again."""
        raise NotImplementedError

    def reset(self, seed: int | None = None) -> None:
        """Begin every game anew; without a seed, chance goes on from where it is."""
        raise NotImplementedError

    def play(
        self: Own, choose: Callable[[Own], Any], games: int = 1, seed: int | None = None
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
            going, rewards = np.flatnonzero(played < games), on_processor(self.arrays.reward)
            brought[going, played[going]] += rewards[going]
            played[going] += on_processor(self.arrays.done)[going]
        return brought

    # What both ways to step ask

    @cached_property
    def _kind(self) -> tuple[Any, ...]:
        """What two batches have in common if one can go on from where the other was saved."""
        shapes = tuple((str(array.dtype), tuple(array.shape)) for array in self.arrays)
        singles = (self.arrays.fresh, self.arrays.boxes, self.arrays.setting, self.arrays.runs)
        the_same = tuple(np.asarray(on_processor(array)).tobytes() for array in singles)
        return self.device, shapes, the_same, tuple((player.seat, player.bot.name) for player in self.players)

    def _streams(self, seed: int) -> npt.NDArray[np.int64]:
        found = np.zeros((self.n, 4), np.int64)
        runnable(fill_streams, self.mode)(generator(seed), found)
        return found

    def _here(self, number: Any) -> int:
        here = whole(number, "The number of a game")
        if here not in range(self.n):
            raise RumpusError(f"There is no game {here} in this batch: they are numbered 0 to {self.n - 1}.")
        return here

    def _viewer(self, seat: Any, acting: Any) -> int:
        return int(acting) if seat is None else check_viewer(self.game, seat)

    def _check_form(self, shape: Sequence[int], kind: str) -> None:
        if tuple(shape) != (self.n,) or not kind.lstrip("u").startswith("int"):
            raise WrongAction(
                f"A step takes {self.n:,} whole numbers, one for each game, not {kind} of shape {tuple(shape)}."
            )

    def _refuse(self, number: int, seat: Any, mask: Any, action: Any) -> None:
        allowed = ", ".join(map(str, np.flatnonzero(mask)))
        raise WrongAction(f"Game {number}: seat {seat} cannot choose {action}; it may choose {allowed}.")

    def _check_saved(self, saved: Any) -> None:
        if not isinstance(saved, Saved):
            raise WrongOption(f"Only what save() gave can be restored, not {type(saved).__name__}.")
        if saved not in _kept:
            raise Changed
        if saved.kind != self._kind:
            raise WrongOption(
                "This was saved from another kind of batch: game, switches, size, encoding, reward, bots and beginning"
                " must be the same."
            )


def on_processor(array: Any) -> npt.NDArray[Any]:
    """The same numbers in memory of the processor."""
    found: npt.NDArray[Any] = array.copy_to_host() if hasattr(array, "copy_to_host") else array
    return found


def first_seed(given: int | None) -> int:
    """The seed of a new batch: whoever wants none gets one from the operating system."""
    return randbits(SEED_BITS) if given is None else given


def as_array(actions: npt.ArrayLike) -> npt.NDArray[Any]:
    try:
        return np.asarray(actions)
    except ValueError:  # lists of different length
        raise WrongAction("A step takes whole numbers, one for each game, not lists of several.") from None


# Memory


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
        "ended_after": ((n,), np.int32),
        "finished": ((n,), np.int32),
        "states": ((n,), rules.STATE),
        "tables": ((n,), table_record(seats)),
        "allowed": ((n, rules.ACTIONS), np.int8),
        "asked": ((n if at_once else 1,), rules.STATE),
    }
    made = make_room(rooms, f"{n:,} games")
    return Arrays(**made, fresh=fresh, boxes=one(rules.BOX, game.box), setting=setting, runs=here.runs)


def shown_in(arrays: Arrays, table: Any, seat: int) -> Any:
    """The array in which a table stands as a seat is shown it: if it was asked together with others, as it lay then."""
    return arrays.asked if seat >= 0 and table.waiting >> seat & 1 else arrays.states


def one(record: np.dtype[Any], value: Any) -> Any:
    """An array of one record: kernels are quicker with arrays than with records of their own."""
    found = np.zeros(1, record)
    found[0] = value
    return found


# What can be asked for


class WrongReward(WrongOption):
    """There is no such way to reward a seat."""


def checked_reward(name: str) -> str:
    if name not in REWARDS:
        raise WrongReward(f"There is no reward '{name}': the rewards are {', '.join(REWARDS)}.")
    return name


def check(n: int, reward: str, threads: int | None = None) -> int:
    """The number of games, if it and the rest can be."""
    checked_reward(reward)
    if threads is not None:
        whole(threads, "The number of threads", least=1)
    return whole(n, "The number of games", least=1)
