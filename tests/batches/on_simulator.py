"""What a GPU does, looked at in numba's simulator: a program of its own, since numba asks for it when it is imported.

`python -m tests.batches.on_simulator CHECK GAME`, with NUMBA_ENABLE_CUDASIM=1; it tells how many things it compared.
"""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from rumpus.batches import Batch, batch, gpu
from rumpus.batches.dlpack import _lent
from rumpus.batches.gpu import GpuBatch, Way, random_games
from rumpus.catalogue import definition
from rumpus.core import kernel
from rumpus.core.errors import RumpusError
from tests.batches.lockstep import whole_game

SHOWN = ("acting", "mask", "observation", "reward", "done", "length", "finished")
TABLES, STEPS, SEED = 3, 12, 5


def same_bytes(one: Batch, other: GpuBatch) -> int:
    """Everything that a batch shows, and all it knows."""
    for name in SHOWN:
        assert np.array_equal(getattr(one, name), np.asarray(getattr(other, name))), name
    for name, here, there in zip(one.arrays._fields, one.arrays, other.arrays, strict=True):
        assert here.tobytes() == there.copy_to_host().tobytes(), name
    return len(one)


def both(name: str, **options: Any) -> tuple[Batch, GpuBatch]:
    return batch(name, TABLES, seed=SEED, **options), batch(name, TABLES, seed=SEED, device="gpu", **options)


def steps(name: str) -> int:
    """All seats by their owner."""
    return compared(*both(name))


def steps_beside_bots(name: str) -> int:
    """With bots that play at random, and everything that can be asked for; for the most players."""
    options = {"bots": "random", "reward": "shaped", "encoding": "one_hot", "keep_final": True}
    return compared(*both(name, seats=definition(name).seats[1], **options))


def compared(one: Batch, other: GpuBatch) -> int:
    number = same_bytes(one, other)
    for _ in range(STEPS):
        actions = one.random_actions()
        assert np.array_equal(actions, np.asarray(other.random_actions()))
        one.step(actions)
        other.step(actions.astype(np.int32))
        number += same_bytes(one, other)
    for seat in range(one.game.seats):
        assert np.array_equal(one.observe(seat), np.asarray(other.observe(seat)))
    return number


def games(name: str) -> int:
    """Whole games, each alone: as the rules have it, with the chance that belongs to seed and number."""
    game, number = definition(name).open(), 2
    found = random_games(game, number, SEED, way=Way(threads=2, blocks=1))
    expected = [whole_game(game, here, SEED) for here in range(number)]
    assert found.lengths.tolist() == [decisions for decisions, _, _, _ in expected]
    assert found.decisions == sum(decisions for decisions, _, _, _ in expected)
    assert found.chances == sum(chances for _, chances, _, _ in expected)
    assert found.longest == max(found.lengths)
    assert found.places.tolist() == [places for _, _, places, _ in expected]
    assert found.points.tolist() == [points for _, _, _, points in expected]
    assert found.tally[:, 2].tolist() == found.points.sum(axis=0).tolist()
    return number


def sorted_games(name: str) -> int:
    """The same games, more than there are slots, and more slots than threads."""
    game, number = definition(name).open(), 9
    alone = random_games(game, number, SEED, way=Way(threads=3, blocks=1))
    found = random_games(game, number, SEED, way=Way(threads=2, blocks=1, slots=4, is_compact=True))
    for column in ("places", "points", "lengths", "tally"):
        assert np.array_equal(getattr(found, column), getattr(alone, column)), column
    assert (found.decisions, found.chances, found.longest) == (alone.decisions, alone.chances, alone.longest)
    assert random_games(game, number, SEED, keep=False).tally.tolist() == alone.tally.tolist()
    return number


def saving(name: str) -> int:
    """What was saved comes back, and goes on in the same way."""
    _, other = both(name)
    saved, passed = other.save(), []
    for _ in range(2):
        for _ in range(STEPS):
            other.step(other.random_actions())
        passed.append(other.arrays.states.copy_to_host().tobytes())
        other.restore(saved)
    assert passed[0] == passed[1]
    assert other.view(0).seat == np.asarray(other.acting)[0]
    return len(passed)


def handing_over(name: str) -> int:
    """DLPack gives the memory itself; it is kept as long as somebody looks at it, and no longer."""
    _, other = both(name)
    seen, counted = np.from_dlpack(other.mask), np.from_dlpack(other.finished)
    assert len(_lent) == 2
    for _ in range(STEPS):
        other.step(other.random_actions())
        assert np.array_equal(seen, other.mask.copy_to_host())
        assert np.array_equal(counted, other.finished.copy_to_host())
    unopened = other.mask.__dlpack__()
    del seen, counted, unopened
    assert not _lent
    return STEPS


def opened_later(name: str) -> int:
    """Kernels of a game that was imported when a GPU had been used already."""
    before = set(kernel._kernels)
    gpu.kernels()
    assert before <= kernel._made_callable
    definition(name)
    later = set(kernel._kernels) - before
    gpu.kernels()
    assert later <= kernel._made_callable
    return len(later)


def refusing(name: str) -> int:
    """Mistakes get a sentence."""
    _, other = both(name)
    first = int(np.asarray(other.acting)[0])
    allowed = ", ".join(map(str, np.flatnonzero(np.asarray(other.mask)[0])))
    wrong = np.asarray(other.random_actions())
    wrong[0] = other.game.rules.ACTIONS
    refused = [
        (lambda: other.step(wrong), f"Game 0: seat {first} cannot choose {wrong[0]}; it may choose {allowed}."),
        (lambda: other.step([0.5] * TABLES), f"A step takes {TABLES} whole numbers, one for each game, not float64"),
        (lambda: other.step([0]), f"A step takes {TABLES} whole numbers, one for each game, not int64 of shape (1,)."),
        (lambda: other.final, "The ends of games are not kept: make the batch with keep_final=True."),
        (lambda: other.view(TABLES), f"There is no game {TABLES} in this batch"),
        (lambda: both(name, bots="ismcts:1"), "On a GPU only 'random' can play the other seats, not 'ismcts:1'."),
        (lambda: random_games(other.game, 0), "At least 1 game has to be played, not 0."),
        (lambda: other.restore(both(name, keep_final=True)[1].save()), "This was saved from another kind of batch"),
    ]
    for doing, sentence in refused:
        assert sentence in said(doing), sentence
    other.step(other.random_actions())
    return len(refused)


def said(doing: Callable[[], Any]) -> str:
    try:
        doing()
    except RumpusError as error:
        return str(error)
    return "nothing"


CHECKS = {
    check.__name__: check
    for check in (steps, steps_beside_bots, games, sorted_games, saving, handing_over, opened_later, refusing)
}

if __name__ == "__main__":
    print(CHECKS[sys.argv[1]](sys.argv[2]))
