"""What a GPU does, looked at in numba's simulator: a program of its own, since numba asks for it when it is imported.

`python -m tests.batches.on_simulator CHECK GAME`, with NUMBA_ENABLE_CUDASIM=1; it tells how many things it compared.
"""

import copy
import pickle
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from rumpus.batches import Batch, batch, gpu
from rumpus.batches.dlpack import _lent
from rumpus.batches.games import NOBODY_ASKS
from rumpus.batches.gpu import GpuBatch, Way, random_games, room_on_card
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
    found = random_games(game, number, SEED, way=Way(threads=2, blocks=1, slots=4, is_apart=True))
    for column in ("places", "points", "lengths", "tally"):
        assert np.array_equal(getattr(found, column), getattr(alone, column)), column
    assert (found.decisions, found.chances, found.longest) == (alone.decisions, alone.chances, alone.longest)
    assert random_games(game, number, SEED, keep=False).tally.tolist() == alone.tally.tolist()
    return number


def playing(name: str) -> int:
    """Whole games, with the same answer."""
    here, there = (
        games.play(lambda games: np.asarray(games.mask).argmax(axis=1), games=2, seed=7) for games in both(name)
    )
    assert np.array_equal(here, there)
    return len(here)


def saving(name: str) -> int:
    """What was saved comes back, and goes on in the same way."""
    _, other = both(name)
    saved, passed = other.save(), []
    for _ in range(2):
        for _ in range(STEPS):
            other.step(other.random_actions())
        passed.append(other.arrays.states.copy_to_host().tobytes())
        other.restore(saved)
        saved = pickle.loads(pickle.dumps(saved))
    assert passed[0] == passed[1]
    assert other.view(0).seat == np.asarray(other.acting)[0]
    return len(passed)


def copying(name: str) -> int:
    """Copies, and what comes out of a file, go on in the same way."""
    _, other = both(name)
    other.step(other.random_actions())
    batches = [other, copy.deepcopy(other), pickle.loads(pickle.dumps(other))]
    for one in batches:
        for _ in range(STEPS):
            one.step(one.random_actions())
    assert len({b"".join(array.copy_to_host().tobytes() for array in one.arrays) for one in batches}) == 1
    return len(batches)


class Late:
    """Actions on a GPU that are not there before somebody has waited for them, as JAX's may be."""

    def __init__(self, actions: Any) -> None:
        self.actions, self.is_made = actions, False
        self.shape, self.dtype = (len(actions),), np.dtype(np.int64)
        self.__cuda_ndarray__ = True  # as numba marks its own; its simulator reads no array interface of others

    def block_until_ready(self) -> None:
        self.is_made = True

    def __getitem__(self, here: int) -> int:
        return int(self.actions[here]) if self.is_made else -1


def waiting(name: str) -> int:
    """Actions that somebody is still about to make are waited for."""
    one, other = both(name)
    actions = one.random_actions()
    one.step(actions)
    other.step(Late(actions))
    return same_bytes(one, other)


def asking_in_vain(name: str) -> int:
    """Where game after game ends without a question it says so, and is asked in vain no more."""
    match = definition(name).open().match()
    for card in (7, 6, 5, 4, 3, 2, 1):
        match.play(0, card)
        match.play(1, card)
    match.play(0, 0)
    options = {"start": match.position(), "bots": ["random", None]}
    assert said(lambda: both(name, **options | {"bots": [None, "random"]})[1]) == NOBODY_ASKS
    _, other = both(name, **options)
    other.step(other.random_actions())
    return 2


def without_room(name: str) -> int:
    """What has no room on a GPU is refused; other errors are what they were."""
    for error, expected in (("CUDA_ERROR_OUT_OF_MEMORY", "more memory than the GPU has left"), ("LOST", "")):
        said_then = ""
        try:
            with room_on_card("3 games"):
                raise OSError(error)
        except RumpusError as refused:
            said_then = str(refused)
        except OSError:
            pass
        assert expected in said_then
        assert bool(expected) == bool(said_then)
    return 2


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
    own = np.from_dlpack(other.mask, copy=True)
    assert np.array_equal(own, seen)
    assert not np.shares_memory(own, seen)
    del seen, counted, unopened, own
    assert not _lent
    compact = [np.asarray(np.from_dlpack(getattr(other, name))).flags.c_contiguous for name in SHOWN]
    assert all(compact)  # JAX takes no others
    return STEPS


def writing(name: str) -> int:
    """What is written into the arrays that are handed over changes no game."""
    one, other = both(name)
    for _ in range(STEPS):
        for shown in SHOWN[:5]:
            array = getattr(other, shown)
            array.whole.copy_to_device(np.full(array.shape, 77, array.dtype))
        actions = one.random_actions()
        assert np.array_equal(actions, np.asarray(other.random_actions()))
        assert other.view(0) == one.view(0)
        sentence = said(lambda: other.step(np.full(TABLES, one.game.rules.ACTIONS)))
        assert f"Game 0: seat {one.acting[0]} cannot choose" in sentence
        one.step(actions)
        other.step(actions)
        same_bytes(one, other)
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
    wrong[0], too_large = other.game.rules.ACTIONS, np.full(TABLES, 2**64 - 7, np.uint64)
    refused = [
        (lambda: other.step(wrong), f"Game 0: seat {first} cannot choose {wrong[0]}; it may choose {allowed}."),
        (lambda: other.step([0.5] * TABLES), f"A step takes {TABLES} whole numbers, one for each game, not float64"),
        (lambda: other.step([0]), f"A step takes {TABLES} whole numbers, one for each game, not int64 of shape (1,)."),
        (lambda: other.final, "The ends of games are not kept: make the batch with keep_final=True."),
        (lambda: other.view(TABLES), f"There is no game {TABLES} in this batch"),
        (lambda: both(name, bots="ismcts:1"), "On a GPU only 'random' can play the other seats, not 'ismcts:1'."),
        (
            lambda: other.step([[0], [1, 2], [3]]),
            "A step takes whole numbers, one for each game, not lists of several.",
        ),
        (lambda: other.step(too_large), f"Game 0: seat {first} cannot choose {2**64 - 7}; it may choose {allowed}."),
        (
            lambda: other.view(1.0),  # type: ignore[arg-type]
            "The number of a game must be a whole number, found 1.0.",
        ),
        (lambda: other.view(0, 9), "There is no seat 9"),
        (lambda: random_games(name, 0), "The number of games must be at least 1, found 0."),
        (
            lambda: random_games(other.game, "5"),  # type: ignore[arg-type]
            "The number of games must be a whole number, found '5'.",
        ),
        (lambda: random_games("chess", 5), "There is no game 'chess'"),
        (lambda: other.restore(both(name, keep_final=True)[1].save()), "This was saved from another kind of batch"),
        (lambda: other.restore(replace(other.save(), luck=None)), "This has been changed since it was saved"),
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
    for check in (
        steps,
        steps_beside_bots,
        games,
        sorted_games,
        playing,
        saving,
        copying,
        handing_over,
        writing,
        opened_later,
        refusing,
        waiting,
        asking_in_vain,
        without_room,
    )
}

if __name__ == "__main__":
    print(CHECKS[sys.argv[1]](sys.argv[2]))
