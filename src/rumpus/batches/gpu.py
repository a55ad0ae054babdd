"""Batches on a GPU: the same games as on a processor, step by step, with their arrays in the memory of the GPU.

What a step does is the same source, compiled by numba-cuda (`kernels/on_gpu.py`). Without a GPU it runs in numba's
simulator, slowly: set NUMBA_ENABLE_CUDASIM=1 before Python starts.
"""

import importlib.metadata
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np

from rumpus.batches.dlpack import GPU, DeviceArray
from rumpus.batches.games import (
    LUCK,
    NOBODY_ASKS,
    Games,
    Saved,
    as_array,
    check,
    first_seed,
    keep,
    make_arrays,
    on_processor,
    one,
    shown_in,
)
from rumpus.batches.kernels.playing import CHANCES, DECISIONS, LONGEST, PLACES, Playing, slot_record, work_record
from rumpus.batches.kernels.stepping import BEGIN, Arrays, scratch_record
from rumpus.batches.players import Bots, by_seat, players
from rumpus.batches.room import NoRoom
from rumpus.catalogue import opened
from rumpus.core.batch import KEPT_GAMES, Kept, Results
from rumpus.core.errors import RumpusError, WrongBot
from rumpus.core.game import Game
from rumpus.core.kernel import make_callable_from_machine_code
from rumpus.core.observing import NUMBERS, layout
from rumpus.core.rng import generator
from rumpus.core.rules import twin
from rumpus.core.view import Bot, View, check_seat
from rumpus.core.whole import whole

THREADS = 64
"""Threads of a block: with few, the memory close to a multiprocessor is enough for all of them."""


class NoGpu(RumpusError):
    """There is no GPU to use, or something that is needed to use it is missing."""


# What is needed


def kernels() -> ModuleType:
    """The kernels of a GPU; or a sentence that says what is missing."""
    found = _imported()
    make_callable_from_machine_code()  # every time: a game may have been opened since the last
    return found


@cache
def _imported() -> ModuleType:
    if find_spec("numba_cuda") is None:
        raise NoGpu("A GPU needs numba-cuda, which is not installed: pip install 'rumpus[gpu]'.")
    try:
        from numba import cuda

        is_there, reason = cuda.is_available(), cuda.cuda_error()
        from rumpus.batches.kernels import on_gpu
    except Exception as error:  # whatever it is: versions that do not fit fail in many ways
        raise NoGpu(_lacking(error)) from error
    if not is_there:
        raise NoGpu(f"CUDA finds no GPU here ({_first_line(reason)}); batches on the processor work everywhere.")
    return on_gpu


def _lacking(error: Exception) -> str:
    """What is to be done about numba-cuda when it cannot be imported."""
    library = re.search(r'"(lib\S+.*?)"', str(error))
    if library and type(error).__name__ == "DynamicLibNotFoundError":
        return f"A GPU needs a part of CUDA that is not installed ({library[1]}): pip install 'rumpus[gpu]'."
    return f"{_versions()} do not fit together ({_first_line(error)}): try pip install -U 'rumpus[gpu]'."


def _versions() -> str:
    found = [f"{name} {importlib.metadata.version(name)}" for name in ("numba-cuda", "numba", "numpy")]
    return f"{found[0]}, {found[1]} and {found[2]}"


def _first_line(error: object) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].rstrip(".:") if lines else "it does not say why"


def _cuda() -> Any:
    kernels()
    from numba import cuda

    return cuda


def card() -> str:
    """The name of the GPU."""
    name = getattr(_cuda().get_current_device(), "name", "simulator")
    return name.decode() if isinstance(name, bytes) else str(name)


def multiprocessors() -> int:
    """As many as the GPU has."""
    return int(getattr(_cuda().get_current_device(), "MULTIPROCESSOR_COUNT", 1))


# Batches


class GpuBatch(Games[DeviceArray]):
    """Games that step together on a GPU: as `Batch`, but its arrays lie in the memory of the GPU.

    `torch.from_dlpack(batch.observation)` and `jax.dlpack.from_dlpack(batch.observation)` are that memory, not a copy,
    and `numpy.asarray` makes a copy for the processor. A step writes it anew.
    """

    device = "gpu"

    def __init__(
        self, game: Game, n: int, bots: Bots = None, seed: int | None = 0, reward: str = "places",
        encoding: str | None = NUMBERS, start: Mapping[str, Any] | None = None, keep_final: bool = False,
    ) -> None:  # fmt: skip
        self._lay_out(game, check(n, reward), by_seat(game, bots), reward, encoding, start, keep_final)
        self.reset(first_seed(seed))

    def _lay_out(
        self, game: Game, n: int, bots: Mapping[int, str | Bot], reward: str, encoding: str | None,
        start: Mapping[str, Any] | None, keep_final: bool,
    ) -> None:  # fmt: skip
        """Get the memory for the games; none of them begins."""
        self._kernels, self._cuda = kernels(), _cuda()
        self.game, self.n = game, n
        self._given = game, n, bots, reward, encoding, None, keep_final
        self.players = players(game, bots)
        for player in self.players:
            if not player.is_random:
                raise WrongBot(f"On a GPU only 'random' can play the other seats, not '{player.bot.name}'.")
        made = make_arrays(game, n, self.players, reward, encoding, start, keep_final)
        self.layout = layout(game, encoding) if encoding is not None else None
        record = scratch_record(game.rules.STATE, game.rules.ACTIONS, game.rules.OUTCOMES, game.seats)
        with room_on_card(f"{n:,} games"):
            self.arrays = Arrays(*(self._cuda.to_device(array) for array in made))
            self._scratch = self._cuda.to_device(np.zeros(1, record))
            self._chosen = self._cuda.to_device(np.zeros(n, np.int64))
            self._trouble = self._cuda.to_device(np.full(2, n, np.int64))
        self._card = getattr(self._cuda.get_current_device(), "id", 0)

    def __reduce__(self) -> tuple[Any, ...]:
        """For copies and other processes."""
        return gone_on, (self._given, self.save())

    def __repr__(self) -> str:
        return f"<{self.n:,} games of {self.game!r} on a GPU>"

    # What is to be seen

    def _out(self, array: Any) -> DeviceArray:
        return DeviceArray(array, self._card)

    def observe(self, seat: int) -> DeviceArray:
        """What a certain seat knows of each game, in new memory."""
        viewer = check_seat(self.game, seat)
        with room_on_card(f"What is observed of {self.n:,} games"):
            rows = self._cuda.device_array_like(self.observation.whole)
        self._launch(self._kernels.look_at_games, self.arrays, self._scratch, viewer, rows)
        return self._out(rows)

    def view(self, number: int, seat: int | None = None) -> View:
        """One game as a seat sees it, to print or to look into; the seat that is asked, if no other is named."""
        here = self._here(number)
        table = _row(self.arrays.tables, here)
        viewer = self._viewer(seat, table.seat)
        return View(self.game, _row(shown_in(self.arrays, table, viewer), here), viewer)

    # What one does

    def step(self, actions: Any) -> None:
        """Every game goes on with an action of the seat that is asked, until one of your seats is asked again.

        Actions are whole numbers in any array of this GPU, PyTorch's, JAX's or numba's, or in one of numpy's. When this
        is over, the arrays of the batch are written.
        """
        given = actions.whole if isinstance(actions, DeviceArray) else actions
        if not _is_on_gpu(given):
            given = as_array(given)
        kind = str(given.dtype).rpartition(".")[2]  # "torch.int64" too
        self._check_form(given.shape, kind)
        self._take(self._on_card(given), kind.startswith("u"))
        self._go_on()

    def random_actions(self) -> DeviceArray:
        """For each game a legal action, each as likely. They have a chance of their own: games do not depend on it."""
        actions = self._cuda.device_array(self.n, np.int64)
        self._launch(self._kernels.draw_actions, self.arrays.allowed, self._luck, actions)
        return self._out(actions)

    def reset(self, seed: int | None = None) -> None:
        """Begin every game anew; without a seed, chance goes on from where it is."""
        if seed is not None:
            tables = self.arrays.tables.copy_to_host()
            tables["rng"] = self._streams(seed)
            self.arrays.tables.copy_to_device(tables)
        for counts in (self.arrays.finished, self.arrays.ended_after):
            counts.copy_to_device(np.zeros(self.n, counts.dtype))
        if seed is not None:
            self._luck = self._cuda.to_device(self._streams(whole(seed, "A seed") ^ LUCK))
        self._chosen.copy_to_device(np.full(self.n, BEGIN, np.int64))
        self._trouble.copy_to_device(np.full(2, self.n, np.int64))
        self._go_on()

    def save(self) -> Saved:
        """All games as they are now, to come back to with `restore`."""
        with room_on_card(f"A copy of {self.n:,} games"):
            return keep(self._kind, [self._copy(array) for array in self.arrays], self._copy(self._luck))

    def restore(self, saved: Saved) -> None:
        """Go back to what was saved, of this batch or of another like it."""
        self._check_saved(saved)
        self._fill(saved)

    def _fill(self, saved: Saved) -> None:
        for array, kept in zip(self.arrays, saved.arrays, strict=True):
            _octets(array).copy_to_device(_octets(kept))
        self._luck = self._cuda.to_device(on_processor(saved.luck))
        self._trouble.copy_to_device(np.full(2, self.n, np.int64))

    # How it is done

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        blocks, threads = -(-self.n // THREADS), min(THREADS, self.n)
        self._kernels.launch(kernel, blocks, threads, *arguments, keeps_loops=keeps_loops(self.game))

    def _copy(self, array: Any) -> Any:
        new = self._cuda.device_array_like(array)
        _octets(new).copy_to_device(_octets(array))
        return new

    def _on_card(self, actions: Any) -> Any:
        """The actions as something that a kernel takes."""
        if isinstance(actions, np.ndarray):
            return self._cuda.to_device(np.ascontiguousarray(actions.astype(np.int64, copy=False)))
        if hasattr(actions, "block_until_ready"):
            actions.block_until_ready()  # JAX may not even have begun
        self._cuda.synchronize()  # whoever made it may still be at it, on a stream of its own
        if hasattr(actions, "__cuda_array_interface__"):  # numba would ask for a DLPack, as JAX hands none over
            return self._cuda.as_cuda_array(actions, sync=False)
        return actions

    def _take(self, given: Any, is_unsigned: bool) -> None:
        """Check the actions, on the GPU; of what is too large for it, something negative is left."""
        self._launch(self._kernels.take_actions, self.arrays.allowed, given, self._chosen, self._trouble)
        wrong = self._look_for_trouble()
        if wrong < self.n:
            self._trouble.copy_to_device(np.full(2, self.n, np.int64))
            arrays = self.arrays.tables, self.arrays.allowed, self._chosen
            table, mask, action = (_row(array, wrong) for array in arrays)
            self._refuse(wrong, table.seat, mask, int(action) % 2**64 if is_unsigned else action)

    def _go_on(self) -> None:
        """Step, and wait until that is done: whoever reads on a stream of its own would not."""
        self._launch(self._kernels.step_games, self.arrays, self._scratch, self._chosen, self._trouble, True)
        self._look_for_trouble()

    def _look_for_trouble(self) -> int:
        """The first game with a wrong action, or as many as there are games."""
        wrong, unasked = self._trouble.copy_to_host().tolist()
        if unasked < self.n:
            raise RumpusError(NOBODY_ASKS)
        return int(wrong)


def gone_on(given: tuple[Any, ...], saved: Saved) -> GpuBatch:
    """A batch made with the same and filled with what was saved, the beginning of its games too."""
    batch = GpuBatch.__new__(GpuBatch)
    batch._lay_out(*given)
    batch._fill(saved)
    return batch


@contextmanager
def room_on_card(wanted: str) -> Iterator[None]:
    """What has no room on the GPU is refused with a sentence."""
    try:
        yield
    except Exception as error:  # the kind depends on the version of numba-cuda, and it has no other name for it
        if "OUT_OF_MEMORY" not in str(error):
            raise
        raise NoRoom(f"{wanted} would need more memory than the GPU has left: take fewer at a time.") from error


def _row(array: Any, number: int) -> Any:
    return array[number : number + 1].copy_to_host()[0]


def _octets(array: Any) -> Any:
    """The same memory as single bytes, which are copied alike whatever they mean."""
    return array.view(np.int8)


def _is_on_gpu(array: Any) -> bool:
    if hasattr(array, "__cuda_array_interface__") or hasattr(array, "__cuda_ndarray__"):
        return True
    return hasattr(array, "__dlpack_device__") and int(array.__dlpack_device__()[0]) == GPU


# Whole games


@dataclass(frozen=True)
class Way:
    """How whole games are played: with slots that are sorted, or each alone; by so many threads in so many blocks."""

    threads: int
    blocks: int
    """For each multiprocessor."""
    slots: int = 0
    """For each block; none where games are played alone."""
    is_apart: bool = False
    """Whether rules are code apart, which is called: much less code, as rich ones need it."""

    @property
    def is_sorted(self) -> bool:
        return self.slots > 0


ALONE = Way(threads=64, blocks=32)
ALONE_IF_RICH = Way(threads=128, blocks=8, is_apart=True)
SORTED = Way(threads=512, blocks=1, slots=4096, is_apart=True)
TINY = 256
"""Bytes of a state up to which the loops of the rules may be written out, round after round."""
SMALL = 512
"""Bytes of a state up to which rules are no rich ones, and games best played alone."""
CARRIED = 1024
"""Bytes of a state up to which it is worth carrying to and fro, so that slots can be sorted."""
GAMES_OF_SLOT = 4
PORTION, PORTION_IF_RICH = 1 << 26, 1 << 22
"""Games between two looks at whether somebody wants to stop: a rich one takes a hundred times as long."""


def best_way(game: Game) -> Way:
    """Sorting pays where rules are rich and so differ from phase to phase, if states are not too large for it."""
    if not is_rich(game):
        return ALONE
    state = game.rules.STATE
    return SORTED if state.itemsize <= CARRIED and "phase" in (state.names or ()) else ALONE_IF_RICH


def is_rich(game: Game) -> bool:
    """Whether its rules are so many that a GPU has them rather apart than in one piece."""
    return bool(game.rules.STATE.itemsize > SMALL)


def keeps_loops(game: Game) -> bool:
    """Whether its rules are so many that loops are to stay loops, in whatever way it is played."""
    return bool(game.rules.STATE.itemsize > TINY)


def random_games(
    game: str | Game, games: int, seed: int = 0, *, keep: bool | None = None, way: Way | None = None
) -> Results:  # fmt: skip
    """Play whole games at random on a GPU; the same seed gives the same games on any GPU, played in any way."""
    game, games = opened(game), whole(games, "The number of games", least=1)
    chosen, is_kept = way or best_way(game), games <= KEPT_GAMES if keep is None else keep
    blocks = max(1, min(chosen.blocks * multiprocessors(), games // chosen.threads))
    slots = _slots(chosen, blocks, games)
    with room_on_card(f"{games:,} games"):
        playing = _playing(game, games if is_kept else 1, seed, blocks * slots, chosen.is_apart)
    portion, loops = PORTION_IF_RICH if is_rich(game) else PORTION, keeps_loops(game)
    for first in range(0, games, portion):
        last, code = min(first + portion, games), kernels()
        alone = code.play_apart if chosen.is_apart else code.play_alone
        kernel, shared = (code.play_sorted, 4 * (PLACES + slots)) if chosen.is_sorted else (alone, 0)
        code.launch(kernel, blocks, chosen.threads, playing, first, last, shared=shared, keeps_loops=loops)
        _cuda().synchronize()
    return _results(game, games, playing, is_kept)


def _slots(way: Way, blocks: int, games: int) -> int:
    """Of a block: where games are few, fewer, so that several come one after the other and all slots end together."""
    return max(min(way.slots, way.threads), min(way.slots, games // (GAMES_OF_SLOT * blocks)))


def _playing(game: Game, kept: int, seed: int, slots: int, is_apart: bool) -> Playing:
    """The memory of a run, on the GPU."""
    cuda, room, state = _cuda(), Kept.room(kept, game.seats), game.rules.STATE
    return Playing(
        boxes=cuda.to_device(one(game.rules.BOX, game.box)),
        fresh=cuda.to_device(one(state, game.fresh_state())),
        works=cuda.to_device(np.zeros(1, work_record(game.rules, game.seats))),
        tables=cuda.to_device(np.zeros(1, twin(state) if is_apart else state)),
        seed=cuda.to_device(generator(seed)),
        slots=cuda.device_array(max(1, slots), slot_record()),
        states=cuda.device_array(max(1, slots), state),
        tally=cuda.to_device(np.zeros((game.seats, 3), np.int64)),
        sums=cuda.to_device(np.zeros(3, np.int64)),
        kept_places=cuda.to_device(room.places),
        kept_points=cuda.to_device(room.points),
        kept_lengths=cuda.to_device(room.lengths),
    )


def _results(game: Game, games: int, playing: Playing, is_kept: bool) -> Results:
    sums = playing.sums.copy_to_host()
    rows = (playing.kept_places, playing.kept_points, playing.kept_lengths)
    kept = Kept(*(array.copy_to_host() for array in rows)) if is_kept else None
    tally = playing.tally.copy_to_host()
    return Results(games, game.seats, tally, int(sums[DECISIONS]), int(sums[LONGEST]), kept, int(sums[CHANCES]))
