"""On a machine with a GPU: plain Python, machine code and the GPU do the same, byte for byte, after every step.

Usage: python tools/gpu_check.py [GAME ...] [--games N] [--plain N] [--seconds S]

Of every game each switch at each value and every number of seats: so many games of each, all stepped together with the
same random actions until every one has ended at least once. Plain Python, a thousand times slower, follows a few of
them. Then the memory of a batch is handed to PyTorch and JAX, as far as they are installed. The exit code is 0 if
nothing differs.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, it finds the tests only in this way

from rumpus.batches import Batch
from rumpus.batches.gpu import GpuBatch, NoGpu, Way, best_way, card, random_games
from rumpus.catalogue import NAMES
from rumpus.core.game import Game
from tests.conformance.cases import opened, single_switches, spoken

SEED = 1
HEAD = "| game and switches | games | steps | states compared | in plain Python too | whole games | seconds |"


class Found(NamedTuple):
    """What came out of one way to play."""

    games: int
    steps: int
    plain_states: int
    fault: str


def lockstep(game: Game, games: int, plain: int, seconds: float) -> Found:
    """Step all three until every game has ended once, or the time is over."""
    compiled, on_gpu = Batch(game, games, seed=SEED, keep_final=True), GpuBatch(game, games, seed=SEED, keep_final=True)
    slow = Batch(game, plain, seed=SEED, keep_final=True, mode="plain") if plain else None
    steps, plain_states, until = 0, 0, time.monotonic() + seconds
    while True:
        fault = difference(compiled, on_gpu)
        if not fault and slow is not None:
            plain_states += plain
            fault = "" if slow.arrays.states.tobytes() == compiled.arrays.states[:plain].tobytes() else "plain: states"
            slow = None if slow.finished.all() else slow  # each has been seen from beginning to end
        ended = int((compiled.finished > 0).sum())
        if fault or ended == games or time.monotonic() > until:
            return Found(ended, steps, plain_states, fault)
        actions = compiled.random_actions()
        for one in (compiled, slow) if slow is not None else (compiled,):
            one.step(actions[: len(one)])
        on_gpu.step(actions)
        steps += 1


def difference(compiled: Batch, on_gpu: GpuBatch) -> str:
    """The first array whose bytes differ, if there is one."""
    for name, here, there in zip(compiled.arrays._fields, compiled.arrays, on_gpu.arrays, strict=True):
        if here.tobytes() != there.copy_to_host().tobytes():
            return name
    return ""


def same_whole_games(game: Game, games: int) -> bool:
    """Whether games played alone and in sorted slots come out alike."""
    ways = best_way(game), Way(64, 2, is_compact=True), Way(128, 1, slots=512, is_compact=True)
    first, *others = (random_games(game, games, SEED, keep=True, way=way) for way in ways)
    rows = ("places", "points", "lengths", "tally")
    return all(np.array_equal(getattr(first, row), getattr(other, row)) for row in rows for other in others)


# Handing over


def handed_to(library: str) -> str:
    """Whether a library sees the memory itself: what a step writes is there without asking again."""
    batch = GpuBatch(opened(single_switches()[0]), 1000, seed=SEED)
    try:
        seen, actions = LIBRARIES[library](batch)
    except ImportError:
        return "not installed"
    is_same = address(seen) == batch.observation.__cuda_array_interface__["data"][0]
    batch.step(actions)
    again, _ = LIBRARIES[library](batch)
    is_new = np.array_equal(np.asarray(again.cpu() if library == "torch" else again), batch.observation.copy_to_host())
    return "the same memory, and steps with its actions" if is_same and is_new else "NOT THE SAME MEMORY"


def in_torch(batch: GpuBatch) -> tuple[Any, Any]:
    from torch.utils.dlpack import from_dlpack

    mask = from_dlpack(batch.mask)
    return from_dlpack(batch.observation), mask.float().argmax(dim=1)


def in_jax(batch: GpuBatch) -> tuple[Any, Any]:
    import jax

    mask = jax.dlpack.from_dlpack(batch.mask)
    return jax.dlpack.from_dlpack(batch.observation), mask.argmax(axis=1)


LIBRARIES = {"torch": in_torch, "jax": in_jax}


def address(array: Any) -> int:
    return int(array.data_ptr() if hasattr(array, "data_ptr") else array.unsafe_buffer_pointer())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Plain Python, machine code and the GPU do the same, byte for byte.")
    parser.add_argument("names", nargs="*", default=list(NAMES), metavar="GAME")
    parser.add_argument("--games", type=int, default=10_000, help="of each way to play (10000)")
    parser.add_argument("--plain", type=int, default=2, help="of these, so many in plain Python too (2)")
    parser.add_argument("--seconds", type=float, default=1e9, help="at most, for each way to play")
    wanted = parser.parse_args(arguments)
    print(f"{card()}\n\n{HEAD}\n{'|---' * HEAD.count(' |')}|", flush=True)
    faults = sum(not is_right(case, wanted) for case in single_switches() if case[0] in wanted.names)
    for library in LIBRARIES:
        print(f"{library}: {handed_to(library)}", flush=True)
    return int(faults > 0)


def is_right(case: Any, wanted: argparse.Namespace) -> bool:
    """Try one way to play, and print a row."""
    begin, game = time.monotonic(), opened(case)
    found = lockstep(game, wanted.games, wanted.plain, wanted.seconds)
    whole = same_whole_games(game, wanted.games)
    states = f"{wanted.games * (found.steps + 1):,}" if not found.fault else f"DIFFERENT: {found.fault}"
    cells = spoken(case), f"{found.games:,}", f"{found.steps:,}", states, f"{found.plain_states:,}"
    print(f"| {' | '.join(cells)} | {'alike' if whole else 'DIFFERENT'} | {time.monotonic() - begin:.0f} |", flush=True)
    return whole and not found.fault


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoGpu as missing:
        sys.exit(str(missing))
