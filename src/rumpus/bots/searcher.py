"""Bots that search: how long, how many trees, and what comes of it."""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np

from rumpus.bots.advice import Advice, Floats
from rumpus.bots.search import BEGINNING, VIEW, place_record, think, work_record
from rumpus.core.game import Game
from rumpus.core.kernel import PLAIN, compiled, mode, runnable, soonest
from rumpus.core.rng import Rng, branch
from rumpus.core.view import View, acting_seats, legal_numbers

MEMORY = 64 * 2**20
"""Bytes of one tree, at most. A full tree grows no more; it goes on learning."""
ENOUGH_SHARE = 3
"""A search that has played a third of the games that were wanted has come far enough."""
FIRST_SLICE = 1
SLICE_SECONDS = 0.004
"""The clock is looked at about so often: after one game, of which plain Python plays a few hundred a second, and then
after as many as fit."""


@dataclass(frozen=True)
class Plan:
    """How long to search: so many possible games in all or for each action, so many milliseconds, or what comes first.

    With several trees the games are shared out, each tree has its own chance, and what they found is added up.
    """

    iterations: int | None = None
    milliseconds: float | None = None
    per_action: int | None = None
    trees: int = 1
    flat: bool = False
    patience: float | None = None
    """So many milliseconds in all it may take to play a third of the games that were wanted."""

    def in_all(self, actions: int) -> int | None:
        """The iterations for a choice among so many actions; none where only the clock counts."""
        return self.iterations if self.per_action is None else self.per_action * actions

    def shares(self, actions: int) -> list[int | None]:
        """The iterations of each tree."""
        in_all = self.in_all(actions)
        if in_all is None:
            return [None] * self.trees
        return [in_all // self.trees + int(tree < in_all % self.trees) for tree in range(self.trees)]


@cache
def memory_of(rules: Any, seats: int) -> np.dtype[Any]:
    """The memory of one search of a game: a tree of a power of two places, as many as there is room for."""
    most = 1 << (MEMORY // place_record(rules.ACTIONS).itemsize).bit_length() - 1
    return work_record(rules.STATE, rules.ACTIONS, rules.OUTCOMES, seats, most)


_idle: dict[np.dtype[Any], list[Any]] = {}
"""Memory of searches that are over, for the next ones."""
MOST_IDLE = 4


def borrowed(memory: np.dtype[Any]) -> Any:
    idle = _idle.setdefault(memory, [])
    try:
        return idle.pop()
    except IndexError:  # all of it is in use, perhaps by other threads
        return np.zeros(1, memory)[0]


def give_back(work: Any) -> None:
    if len(_idle[work.dtype]) < MOST_IDLE:
        _idle[work.dtype].append(work)


@dataclass(frozen=True)
class Until:
    """When a search ends, by the clock: at `stop`; if it has not come far enough by then, at `last` at the latest."""

    stop: float
    last: float

    @classmethod
    def begun(cls, plan: Plan, now: float) -> "Until":
        stop = np.inf if plan.milliseconds is None else now + plan.milliseconds / 1000
        return cls(stop, stop if plan.patience is None else max(stop, now + plan.patience / 1000))

    def end(self, tree: "Tree") -> float:
        return self.stop if tree.made >= tree.enough else self.last


class Tree:
    """One search: its own tables, its own tree and its own chance."""

    def __init__(self, view: View, plan: Plan, rng: Rng, iterations: int | None) -> None:
        self.box, self.left, self.made = view.game.box, iterations, 0
        self.enough = 0 if iterations is None else math.ceil(iterations / ENOUGH_SHARE)
        self.work = borrowed(memory_of(view.game.rules, view.game.seats))
        self.work.tables[VIEW] = view.asked
        self.work.rng[:] = rng
        self.work.seat, self.work.is_flat, self.work.root = view.seat, plan.flat, BEGINNING

    @property
    def arguments(self) -> tuple[Any, Any, int]:
        return self.box, self.work, 0

    def grow(self, run: Callable[..., None], until: Until) -> None:
        """Search until the iterations are done or the clock says stop, whichever comes first."""
        slice_length = FIRST_SLICE
        while self.left is None or self.left > 0:
            before = perf_counter()
            if before >= until.end(self):
                return
            number = slice_length if self.left is None else min(slice_length, self.left)
            with np.errstate(over="ignore"):
                run(self.box, self.work, number)
            self.made += number
            self.left = None if self.left is None else self.left - number
            slice_length = next_slice(number, perf_counter() - before, until.end(self) - perf_counter())

    @property
    def root(self) -> Any:
        """What was learnt of the choice that is asked for."""
        return self.work.tree[self.work.root]


def next_slice(number: int, seconds: float, left: float) -> int:
    """So many iterations that the clock is looked at again in time."""
    wanted = min(SLICE_SECONDS, max(left, 0.0))
    return max(1, int(number * min(16.0, wanted / max(seconds, 1e-9))))


def is_shared(view: View) -> bool:
    """Whether others choose at the same moment."""
    return len(acting_seats(view.game, view.asked)) > 1


def knowing_nothing(actions: tuple[int, ...]) -> Advice:
    number = len(actions)
    return Advice(actions, np.full(number, 1 / number), np.zeros(number), np.ones(number))


def pure(scores: Floats) -> Floats:
    """Only the best; several that are equal, as likely each."""
    best = scores == scores.max()
    return best / best.sum()


def without_noise(mix: Floats) -> Floats:
    """A mix without what is chosen less than half as often as at random: little more than the search's own trials."""
    kept = np.where(mix < 0.5 * mix.mean(), 0.0, mix)
    return kept / kept.sum()


class Searcher:
    """Plays what possible games, played out from its view, say."""

    def __init__(self, name: str, plan: Plan) -> None:
        self.name, self.plan = name, plan

    def choose(self, view: View, rng: Rng) -> int:
        return self.advise(view, rng).draw(rng)

    def advise(self, view: View, rng: Rng) -> Advice:
        """Search, and say what was found of every legal action."""
        actions = tuple(sorted(legal_numbers(view.game, view.asked, view.seat)))
        if len(actions) == 1 or self.plan.iterations == 0:
            return knowing_nothing(actions)
        trees = [Tree(view, self.plan, branch(rng), share) for share in self.plan.shares(len(actions))]
        self._grow(trees)
        advice = replace(
            self._advice(trees, actions, is_shared(view)),
            made=sum(tree.made for tree in trees),
            wanted=self.plan.in_all(len(actions)) or 0,
        )
        for tree in trees:
            give_back(tree.work)
        return advice

    def prepare(self, game: Game) -> None:
        """Have the machine code ready before the first move; whoever asks waits for the compiler."""
        if mode() != PLAIN:
            match = game.match(seed=0)
            tree = Tree(match.view(min(match.acting)), self.plan, np.zeros(4, np.int64), 1)
            compiled(think).make_ready(*tree.arguments)
            give_back(tree.work)

    def _grow(self, trees: list[Tree]) -> None:
        until = Until.begun(self.plan, perf_counter())
        run = runnable(think) if self.plan.milliseconds is None else soonest(think, *trees[0].arguments)
        if len(trees) == 1:
            trees[0].grow(run, until)
        else:
            with ThreadPoolExecutor(len(trees)) as pool:
                list(pool.map(lambda tree: tree.grow(run, until), trees))

    def _advice(self, trees: list[Tree], actions: tuple[int, ...], is_shared: bool) -> Advice:
        places = [tree.root for tree in trees if tree.work.root >= 0]
        if not places:
            return knowing_nothing(actions)
        count, total, mixes = (
            sum(place[name][list(actions)] for place in places) for name in ("count", "total", "mix")
        )
        tried = np.maximum(count, 1).astype(np.float64)
        mean = np.where(count > 0, total / tried, 0.5)
        if self.plan.flat:
            mix = pure(mean)
        else:
            mix = without_noise(mixes) if is_shared and mixes.sum() > 0 else pure(count + mean)
        error = np.where(count > 0, 2 * np.sqrt(mean * (1 - mean) / tried + 1 / (4 * tried * tried)), 1.0)
        return Advice(actions, mix, 2 * mean - 1, error)
