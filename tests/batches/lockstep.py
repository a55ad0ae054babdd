"""Plain Python, machine code and the GPU, step by step together: their bytes are the same, or something is wrong."""

import time
from typing import NamedTuple

import numpy as np

from rumpus.batches import Batch
from rumpus.batches.gpu import GpuBatch, Way, best_way, random_games
from rumpus.core.batch import Results, play_out
from rumpus.core.game import Game
from rumpus.core.rng import generator, start_stream

SEED = 1
GAMES = 200
"""That a test plays."""


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
        if not np.array_equal(here.view(np.uint8), there.copy_to_host().view(np.uint8)):
            return name
    return ""


def same_whole_games(game: Game, games: int, plain: int) -> bool:
    """Whether games played alone and in sorted slots come out alike, and some of them as plain Python plays them."""
    ways = best_way(game), Way(32, 4, is_apart=True), Way(32, 1, slots=512, is_apart=True)
    first, *others = (random_games(game, games, SEED, keep=True, way=way) for way in ways)
    rows = ("places", "points", "lengths", "tally")
    are_alike = all(np.array_equal(getattr(first, row), getattr(other, row)) for row in rows for other in others)
    return are_alike and all(is_as_played(game, number, first) for number in range(plain))


def is_as_played(game: Game, number: int, found: Results) -> bool:
    decisions, _, places, points = whole_game(game, number, SEED)
    come_out = int(found.lengths[number]), found.places[number].tolist(), found.points[number].tolist()
    return come_out == (decisions, places, points)


def whole_game(game: Game, number: int, seed: int) -> tuple[int, int, list[int], list[int]]:
    """A game in plain Python, with the chance that belongs to seed and number: how long it was, and what came of it."""
    rules, rng, state = game.rules, np.zeros(4, np.int64), game.fresh_state()
    start_stream(rng, generator(seed), number)
    mask, weights = np.zeros(rules.ACTIONS, np.int8), np.zeros(rules.OUTCOMES, np.int64)
    decisions, chances = play_out(game.box, state, mask, weights, rng)
    places, points = np.zeros(game.seats, np.int64), np.zeros(game.seats, np.int64)
    rules.places(game.box, state, places)
    rules.points(game.box, state, points)
    return decisions, chances, places.tolist(), points.tolist()
