"""The kernels that a GPU runs: which thread does what. What is done stands in the other files.

This file needs numba-cuda: `batches/gpu.py` imports it when somebody wants a GPU. In numba's simulator it is all plain
Python, with threads for threads.
"""

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numba import config, cuda
from numba.cuda.core import event
from numba.cuda.core.errors import NumbaPerformanceWarning

from rumpus.batches.kernels.compiling import our_ways
from rumpus.batches.kernels.playing import (
    CHANCES,
    DECISIONS,
    IDLE,
    KINDS,
    LONGEST,
    PLACES,
    TAKEN,
    Playing,
    begin_work,
    open_slot,
    play_whole,
    step_slot,
)
from rumpus.batches.kernels.stepping import NEVER_ASKED, Arrays, drawn_action, see, step_game
from rumpus.core.kernel import announce, cache_directory_of
from rumpus.core.memory import copy
from rumpus.core.observing import write_observation

PLACE = np.dtype(np.int32)
IS_SIMULATED = bool(config.ENABLE_CUDASIM)
OPTIONS: dict[str, Any] = {} if IS_SIMULATED else {"lto": False}  # linked later, words of the rules are not found
TOGETHER = (512, 1)
"""Threads of a block that shares its slots, at most, and blocks of them at a time, at least: each thread gets no more
registers than there are for so many, and is not kept shorter for the sake of another block."""
REGISTERS = 1 << 16
"""Of a multiprocessor."""
SIDE_BY_SIDE = (128, 4)
"""The same where each thread plays a rich game alone: with all the registers it likes, it waits for memory instead."""
WIDE = None if IS_SIMULATED else 16
"""Bytes by which the address of a box is divided, which is copied in words."""
if not IS_SIMULATED:
    from rumpus.batches.kernels import lowering  # noqa: F401  (importing it teaches numba-cuda better ways)


def on_gpu(function: Callable[..., None], bounds: tuple[int, int] | None = None) -> Any:
    """A kernel that is launched; its code is kept on disk, as that of the processor is.

    The function is handed over at once: `jit(...)(function)` loses the option `lto` on the way.
    """
    options = OPTIONS if IS_SIMULATED or not bounds else OPTIONS | bounded(*bounds)
    with cache_directory_of(config) as is_kept:
        return cuda.jit(function, cache=is_kept, **options)


def bounded(threads: int, blocks: int) -> dict[str, Any]:
    """How many threads there will be at a time, and so how many registers each has; what a kernel calls is compiled
    apart, and knows only the second."""
    return {"launch_bounds": (threads, blocks), "max_registers": REGISTERS // (threads * blocks)}


def by_threads(function: Callable[..., Any]) -> Any:
    """What the threads of a block do together, called by a kernel."""
    return cuda.jit(function, device=True, **OPTIONS)


class Line(event.Listener):
    """Says that something is being compiled, as soon as the compiler begins; code that is loaded says nothing."""

    def __init__(self, name: str) -> None:
        self.name, self.close = name, lambda: None
        self.is_told = False

    def on_start(self, event: Any) -> None:
        if not self.is_told:
            self.is_told, self.close = True, announce(f"{self.name} for the GPU")

    def on_end(self, event: Any) -> None:
        """One of many passes is done."""


def launch(kernel: Any, blocks: int, threads: int, *arguments: Any, shared: int = 0, keeps_loops: bool = False) -> None:
    """Have a kernel run by so many blocks of threads, which share so many bytes; nobody waits for it to be done.

    It is compiled in our ways, the loops of its rules written out or not.
    """
    line = Line(kernel.py_func.__name__)
    with (
        event.install_listener("numba-cuda:run_pass", line),
        our_ways(keeps_loops and not IS_SIMULATED),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore", NumbaPerformanceWarning)  # of few blocks: who has few games wants no more
        kernel[blocks, threads, 0, shared](*arguments)
    line.close()


# Batches


WRONG, UNASKED = range(2)
"""What there is trouble with, in numbers of games: the first with a wrong action, and the first whose owner is never
asked."""


@on_gpu
def step_games(batch: Arrays, scratches: Any, actions: Any, trouble: Any, is_owners: bool) -> None:
    """A thread for each game. `scratches` only says what kind of memory a thread needs for itself."""
    here = cuda.grid(1)
    scratch = cuda.local.array(1, scratches.dtype)
    if here < len(actions):
        step_game(batch, here, scratch[0], actions[here], is_owners)
        if batch.acting[here] == NEVER_ASKED:
            cuda.atomic.min(trouble, UNASKED, here)


@on_gpu
def look_at_games(batch: Arrays, scratches: Any, seat: int, rows: Any) -> None:
    """What one seat knows of each game."""
    here = cuda.grid(1)
    scratch = cuda.local.array(1, scratches.dtype)
    if here < len(rows):
        see(batch, here, scratch[0], seat)
        write_observation(scratch[0].seen[0], seat, batch.runs, rows[here])


@on_gpu
def draw_actions(mask: Any, rngs: Any, actions: Any) -> None:
    """For every game a legal action, each as likely."""
    here = cuda.grid(1)
    if here < len(actions):
        actions[here] = drawn_action(mask, rngs, here)


@on_gpu
def take_actions(mask: Any, given: Any, actions: Any, trouble: Any) -> None:
    """Read the actions, whatever kind of whole numbers they are."""
    here = cuda.grid(1)
    if here < len(actions):
        actions[here] = given[here]
        if given[here] < 0 or given[here] >= mask.shape[1] or not mask[here, given[here]]:
            cuda.atomic.min(trouble, WRONG, here)


# Whole games


def play_each(playing: Playing, first: int, last: int) -> None:
    """Play the games from one number to another, each by a thread."""
    work, table = cuda.local.array(1, playing.works.dtype), cuda.local.array(1, playing.tables.dtype)
    boxes = cuda.shared.array(1, playing.boxes.dtype, alignment=WIDE)
    fetch_box(playing, boxes)
    begin_work(work[0])
    for game in range(first + cuda.grid(1), last, cuda.gridsize(1)):
        play_whole(playing, boxes, work[0], table, game)
    add_up(playing, work[0])


play_alone, play_apart = on_gpu(play_each), on_gpu(play_each, SIDE_BY_SIDE)
"""Rules of a rich game are apart."""


@partial(on_gpu, bounds=TOGETHER)
def play_sorted(playing: Playing, first: int, last: int) -> None:
    """Play the games from one number to another: a block of threads has some of the slots, and goes in rounds."""
    work, table = cuda.local.array(1, playing.works.dtype), cuda.local.array(1, playing.tables.dtype)
    boxes = cuda.shared.array(1, playing.boxes.dtype, alignment=WIDE)
    own, shared = cuda.local.array(1, playing.slots.dtype), cuda.shared.array(0, PLACE)
    slots = len(playing.slots) // cuda.gridDim.x
    start = slots * cuda.blockIdx.x
    fetch_box(playing, boxes)
    begin_work(work[0])
    for slot in range(cuda.threadIdx.x, slots, cuda.blockDim.x):
        open_slot(playing, start + slot, first + start + slot)
    busy = sort_slots(playing, start, slots, shared)
    while busy > 0:
        place = cuda.atomic.add(shared, TAKEN, 1)
        while place < busy:  # one after the other, not each its share: some kinds of work are long
            step_slot(playing, boxes, start + shared[PLACES + place], work[0], own, table, last)
            place = cuda.atomic.add(shared, TAKEN, 1)
        busy = sort_slots(playing, start, slots, shared)
    add_up(playing, work[0])


@by_threads
def fetch_box(playing: Playing, boxes: Any) -> None:
    """Every block has the box in its own memory, which is close."""
    if cuda.threadIdx.x == 0:
        copy(boxes, 0, playing.boxes, 0)
    cuda.syncthreads()


@by_threads
def sort_slots(playing: Playing, start: int, slots: int, shared: Any) -> int:
    """Sort the numbers of a block's slots by the kind of work, into shared memory; how many have any.

    The first words of that memory count the slots of each kind, and then say where the next of a kind goes; then comes
    how many places are taken, and then the places.
    """
    for kind in range(cuda.threadIdx.x, KINDS, cuda.blockDim.x):
        shared[kind] = 0
    cuda.syncthreads()
    for slot in range(cuda.threadIdx.x, slots, cuda.blockDim.x):
        cuda.atomic.add(shared, playing.slots[start + slot].kind, 1)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        before = shared[TAKEN] = 0
        for kind in range(KINDS):
            number = shared[kind]
            shared[kind] = before
            before += number
    cuda.syncthreads()
    busy = shared[IDLE]
    cuda.syncthreads()
    for slot in range(cuda.threadIdx.x, slots, cuda.blockDim.x):
        place = cuda.atomic.add(shared, playing.slots[start + slot].kind, 1)
        shared[PLACES + place] = slot
    cuda.syncthreads()
    return busy


@by_threads
def add_up(playing: Playing, work: Any) -> None:
    """What a thread has counted is added to what the others have."""
    cuda.atomic.add(playing.sums, DECISIONS, work.decisions)
    cuda.atomic.add(playing.sums, CHANCES, work.chances)
    cuda.atomic.max(playing.sums, LONGEST, work.longest)
    for seat in range(len(work.places)):
        for column in range(3):
            cuda.atomic.add(playing.tally, (seat, column), work.tally[seat, column])
