"""Batches: thousands or millions of games that step together. Arrays in, arrays out, no Python for each game."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from rumpus import catalogue
from rumpus.batches.games import REWARDS, checked_reward
from rumpus.batches.players import Bots
from rumpus.batches.processor import Batch
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.observing import ENCODINGS, NUMBERS, ONE_HOT, layout, observation

if TYPE_CHECKING:
    from rumpus.batches.gpu import GpuBatch

__all__ = [
    "DEVICES",
    "ENCODINGS",
    "NUMBERS",
    "ONE_HOT",
    "REWARDS",
    "Batch",
    "batch",
    "checked_reward",
    "layout",
    "observation",
]

DEVICES = ("cpu", "gpu")


@overload
def batch(
    game: str | Game, n: int, *, device: Literal["gpu"], switches: Mapping[str, Any] | None = None,
    box: str | Path | dict[str, Any] | None = None, seats: int | None = None, bots: Bots = None, seed: int | None = 0,
    reward: str = "places", encoding: str | None = NUMBERS, start: Mapping[str, Any] | None = None,
    keep_final: bool = False,
) -> "GpuBatch": ...  # fmt: skip


@overload
def batch(
    game: str | Game, n: int, *, switches: Mapping[str, Any] | None = None,
    box: str | Path | dict[str, Any] | None = None, seats: int | None = None, bots: Bots = None, seed: int | None = 0,
    reward: str = "places", encoding: str | None = NUMBERS, start: Mapping[str, Any] | None = None,
    keep_final: bool = False, threads: int | None = None, mode: str | None = None, device: Literal["cpu"] = "cpu",
) -> Batch: ...  # fmt: skip


def batch(
    game: str | Game, n: int, *, switches: Mapping[str, Any] | None = None,
    box: str | Path | dict[str, Any] | None = None, seats: int | None = None, bots: Bots = None, seed: int | None = 0,
    reward: str = "places", encoding: str | None = NUMBERS, start: Mapping[str, Any] | None = None,
    keep_final: bool = False, threads: int | None = None, mode: str | None = None, device: str = "cpu",
) -> "Batch | GpuBatch":  # fmt: skip
    """So many games of one kind, which step together.

    - `game`: a name, with `switches`, `box` and `seats` as `rumpus.game` takes them; or a game that is open already.
    - `bots`: who plays the other seats: {1: "random", 2: "ismcts:2"}, or a list with None for your own seats, or one
      name for all but the first. Without any, all seats are yours.
    - `seed`: the same seed and the same actions give the same games, on any number of threads; with None the operating
      system gives one.
    - `reward`: "places" (1 for a win, shared by those who share it), "points" at the end, or "shaped": points as they
      are won.
    - `encoding`: "numbers" or "one_hot" (see `rumpus planes`); None makes no observations, which is quicker.
    - `start`: a position, as `match.position()` gives it, in which every game begins.
    - `keep_final`: keep what was to be seen at the end of a game, in `final`.
    - `threads`: as many as there are processors, if nothing is said. `mode`: "plain" for a debugger.
    - `device`: "gpu" for games that step on a GPU, with arrays in its memory; it needs `rumpus[gpu]`. Of the bots only
      "random" plays there, and nothing is said of `threads` and `mode`.
    """
    opened = catalogue.opened(game, switches, box, seats)
    if device not in DEVICES:
        raise RumpusError(f"There is no device '{device}': the devices are {' and '.join(DEVICES)}.")
    if device == "gpu":
        from rumpus.batches.gpu import GpuBatch

        return GpuBatch(opened, n, bots, seed, reward, encoding, start, keep_final)
    return Batch(opened, n, bots, seed, reward, encoding, start, keep_final, threads, mode)
