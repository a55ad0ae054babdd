"""Collect what happens in many games at once, with what every choice brought, and write it down for a learner.

    python examples/rollouts.py braverats --tables 4096 --steps 64 --out games.npz

All seats are played, here at random; or some of them by bots (--bots random: all seats but the first). In a game of
several seats the reward of a choice often comes later, when somebody else has moved: it belongs to the last choice of
the seat that gets it, and this is where that is sorted out. docs/rollouts.md explains it step by step.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from time import perf_counter
from typing import Annotated, Any, BinaryIO

import numpy as np
import numpy.typing as npt
import typer

import rumpus
from rumpus.batches import Batch
from rumpus.batches.room import Room, make_room

NEVER = -1
"""A seat that has not moved in this game yet, as far as the collector has seen."""

Floats = npt.NDArray[np.float32]
Choose = Callable[[Batch], npt.NDArray[np.int64]]


@dataclass
class Rollout:
    """So many steps of so many games: arrays [step, game], and some with columns."""

    observation: npt.NDArray[Any]
    """What the seat that was asked saw."""
    mask: npt.NDArray[np.int8]
    action: npt.NDArray[np.int16]
    seat: npt.NDArray[np.int8]
    reward: Floats
    """What the seat got from then on, until it was asked again or the game was over."""
    done: npt.NDArray[np.bool_]
    """Whether the game was over before the seat was asked again."""
    returns: Floats
    """All that the seat got from then on, later rewards discounted."""
    is_known: npt.NDArray[np.bool_]
    """Whether the game ended before the rollout did. If not, the return is a part of what it will be."""


def room(games: Batch, steps: int) -> Rollout:
    """Memory for so many steps; or a sentence, if that is more than there is."""
    size = steps, games.n
    rooms: dict[str, Room] = {
        "observation": ((*size, games.observation.shape[1]), games.observation.dtype),
        "mask": ((*size, games.mask.shape[1]), np.int8),
        "action": (size, np.int16),
        "seat": (size, np.int8),
        "reward": (size, np.float32),
        "done": (size, np.bool_),
        "returns": (size, np.float32),
        "is_known": (size, np.bool_),
    }
    return Rollout(**make_room(rooms, f"{steps:,} steps of {games.n:,} games"))


def at_random(games: Batch) -> npt.NDArray[np.int64]:
    return games.random_actions()


def collect(games: Batch, into: Rollout, choose: Choose = at_random, discount: float = 1.0) -> None:
    """Fill a rollout with the next steps of the games. They go on from where they are, so it can be called again."""
    into.reward[:], into.done[:] = 0.0, False
    last = np.full((games.n, games.game.seats), NEVER)  # of each game and seat the step at which it moved last
    everyone = np.arange(games.n)
    for step in range(len(into.action)):
        into.observation[step], into.mask[step], into.seat[step] = games.observation, games.mask, games.acting
        into.action[step] = choose(games)
        last[everyone, into.seat[step]] = step
        games.step(into.action[step])
        credit(games, into, last)
    add_up(into, games.game.seats, discount)


def credit(games: Batch, into: Rollout, last: npt.NDArray[np.int64]) -> None:
    """Whatever the last step brought goes to the last choice of the seat that gets it, whoever has moved since."""
    for seat in range(last.shape[1]):
        (moved,) = np.nonzero(last[:, seat] != NEVER)
        into.reward[last[moved, seat], moved] += games.reward[moved, seat]
        into.done[last[moved, seat], moved] |= games.done[moved] == 1
    last[games.done == 1] = NEVER


def add_up(into: Rollout, seats: int, discount: float) -> None:
    """The returns, from the last step back to the first: of each seat what it gets now, and from its next choice on."""
    games = np.arange(into.action.shape[1])
    later, is_known = np.zeros((len(games), seats), np.float32), np.zeros((len(games), seats), np.bool_)
    for step in reversed(range(len(into.action))):
        mine, is_last = (games, into.seat[step]), into.done[step]
        later[mine] = into.reward[step] + discount * np.where(is_last, 0.0, later[mine])
        is_known[mine] |= is_last
        into.returns[step], into.is_known[step] = later[mine], is_known[mine]


def write(into: Rollout, file: BinaryIO) -> None:
    arrays: dict[str, Any] = {field.name: getattr(into, field.name) for field in fields(into)}
    np.savez(file, **arrays)


def main(
    game: str,
    tables: Annotated[int, typer.Option(min=1, help="Games at once.")] = 4096,
    steps: Annotated[int, typer.Option(min=1, help="Steps of each.")] = 64,
    seats: Annotated[int | None, typer.Option(help="Players, where their number can be chosen.")] = None,
    bots: Annotated[str | None, typer.Option(help="Who plays all seats but the first.")] = None,
    reward: Annotated[str, typer.Option(help="places, points or shaped.")] = "places",
    discount: float = 1.0,
    seed: int = 0,
    out: Annotated[
        typer.FileBinaryWrite | None, typer.Option(lazy=False, help="Where to write it, an .npz file.")
    ] = None,
) -> None:
    """Collect choices, and what came of them, from many games at once."""
    games = rumpus.batch(game, tables, seats=seats, bots=bots, seed=seed, reward=reward)
    into = room(games, steps)
    collect(games, into, discount=discount)  # once before the clock starts: machine code is made, memory is there
    start, ended = perf_counter(), int(games.finished.sum())
    collect(games, into, discount=discount)
    seconds = perf_counter() - start
    print(f"{into.action.size:,} choices in {seconds:.2f} s: {into.action.size / seconds:,.0f} a second.")
    print(f"{int(games.finished.sum()) - ended:,} games ended; {into.is_known.mean():.1%} of the returns are known.")
    if out is not None:
        write(into, out)
        print(f"{out.tell() / 1e6:,.1f} MB in {out.name}.")


if __name__ == "__main__":
    try:
        typer.run(main)
    except rumpus.RumpusError as mistake:
        sys.exit(str(mistake))
