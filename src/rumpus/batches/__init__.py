"""Batches: thousands or millions of games that step together. Arrays in, arrays out, no Python for each game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rumpus import catalogue
from rumpus.batches.players import Bots
from rumpus.batches.processor import REWARDS, Batch
from rumpus.core.game import Game
from rumpus.core.observing import ENCODINGS, NUMBERS

__all__ = ["ENCODINGS", "REWARDS", "Batch", "batch"]


def batch(
    game: str | Game, n: int, *, switches: Mapping[str, Any] | None = None,
    box: str | Path | dict[str, Any] | None = None, seats: int | None = None, bots: Bots = None, seed: int = 0,
    reward: str = "places", encoding: str | None = NUMBERS, start: Mapping[str, Any] | None = None,
    keep_final: bool = False, threads: int | None = None, mode: str | None = None,
) -> Batch:  # fmt: skip
    """So many games of one kind, which step together.

    - `game`: a name, with `switches`, `box` and `seats` as `rumpus.game` takes them; or a game that is open already.
    - `bots`: who plays the other seats: {1: "random", 2: "ismcts:2"}, or a list with None for your own seats. Without
      any, all seats are yours.
    - `seed`: the same seed and the same actions give the same games, on any number of threads.
    - `reward`: "places" (1 for a win, shared by those who share it), "points" at the end, or "shaped": points as they
      are won.
    - `encoding`: "numbers" or "one_hot" (see `rumpus planes`); None makes no observations, which is quicker.
    - `start`: a position, as `match.position()` gives it, in which every game begins.
    - `keep_final`: keep what was to be seen at the end of a game, in `final`.
    - `threads`: as many as there are processors, if nothing is said. `mode`: "plain" for a debugger.
    """
    opened = game if isinstance(game, Game) else catalogue.game(game, switches, box, seats)
    return Batch(opened, n, bots, seed, reward, encoding, start, keep_final, threads, mode)
