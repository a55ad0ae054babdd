"""On a machine with a GPU: plain Python, machine code and the GPU do the same, byte for byte, after every step.

Usage: python tools/gpu_check.py [GAME ...] [--games N] [--plain N] [--seconds S] [--part I/N] [--without-a-card]

Of every game each switch at each value and every number of seats: so many games of each, all stepped together with the
same random actions until every one has ended at least once. Plain Python, a thousand times slower, follows a few of
them. Then the memory of a batch is handed to PyTorch and JAX, as far as they are installed. The exit code is 0 if
nothing differs.

All of it takes half an hour and more, most of it for compilers. `--part 1/8` to `--part 8/8`, side by side, share it
out: each tries every eighth way to play.

Without a card this processor can run the code that numba-cuda makes for one (tests/batches/gpu_code.py); it needs the
`test` extra, and the memory stays where it is.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, it finds the tests only in this way

from rumpus.batches.gpu import GpuBatch, NoGpu, card
from rumpus.catalogue import NAMES
from tests.batches.lockstep import SEED, lockstep, same_whole_games
from tests.conformance.cases import opened, single_switches, spoken

HEAD = "| game and switches | games | steps | states compared | in plain Python too | whole games | seconds |"


# Handing over


def is_handed_to(library: str) -> bool:
    """Whether a library sees the memory itself: what a step writes is there without asking again. It prints a line."""
    try:
        is_right, found = handed_to(library)
    except Exception as error:  # a library that has no GPU says so in ways of its own
        is_right, found = False, f"{type(error).__name__}: {error}"
    print(f"{library}: {found}", flush=True)
    return is_right


def handed_to(library: str) -> tuple[bool, str]:
    batch = GpuBatch(opened(single_switches()[0]), 1000, seed=SEED)
    try:
        seen, actions = LIBRARIES[library](batch)
    except ImportError:
        return True, "not installed"
    is_same = address(seen) == batch.observation.__cuda_array_interface__["data"][0]
    batch.step(actions)
    again, _ = LIBRARIES[library](batch)
    is_new = np.array_equal(np.asarray(again.cpu() if library == "torch" else again), batch.observation.copy_to_host())
    if not (is_same and is_new):
        return False, "NOT THE SAME MEMORY"
    return True, "the same memory, and steps with its actions"


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
    parser.add_argument("--part", type=part, default=(1, 1), metavar="I/N", help="only every Nth, from the Ith on")
    parser.add_argument("--without-a-card", action="store_true", help="run the code for a card on this processor")
    wanted = parser.parse_args(arguments)
    if wanted.without_a_card:
        from tests.batches.gpu_code import take_the_place_of_a_card

        take_the_place_of_a_card()
    print(f"{card()}\n\n{HEAD}\n{'|---' * HEAD.count(' |')}|", flush=True)
    cases = [case for case in single_switches() if case[0] in wanted.names]
    first, parts = wanted.part
    faults = sum(not is_right(case, wanted) for case in cases[first - 1 :: parts])
    faults += sum(not is_handed_to(library) for library in LIBRARIES if not wanted.without_a_card)
    return int(faults > 0)


def part(text: str) -> tuple[int, int]:
    """Which part, of how many: `2/8`."""
    first, _, parts = text.partition("/")
    if not (first.isdigit() and parts.isdigit() and 1 <= int(first) <= int(parts)):
        raise argparse.ArgumentTypeError(f"a part is such as 2/8, not {text!r}")
    return int(first), int(parts)


def is_right(case: Any, wanted: argparse.Namespace) -> bool:
    """Try one way to play, and print a row."""
    begin, game = time.monotonic(), opened(case)
    found = lockstep(game, wanted.games, wanted.plain, wanted.seconds)
    whole = same_whole_games(game, wanted.games, wanted.plain)
    states = f"{wanted.games * (found.steps + 1):,}" if not found.fault else f"DIFFERENT: {found.fault}"
    cells = spoken(case), f"{found.games:,}", f"{found.steps:,}", states, f"{found.plain_states:,}"
    print(f"| {' | '.join(cells)} | {'alike' if whole else 'DIFFERENT'} | {time.monotonic() - begin:.0f} |", flush=True)
    return whole and not found.fault


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoGpu as missing:
        sys.exit(str(missing))
