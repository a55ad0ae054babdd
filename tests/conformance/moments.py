"""Moments of many games: on these the rules of a case are tried.

A few whole games would show the same kinds of moments again and again, and the rare ones never. So many games are
walked through, and of each phase as many moments are kept as of the others, as far as there are so many.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

from rumpus.core.game import Game
from rumpus.core.rules import CHANCE, NOBODY, State
from tests.conformance.cases import Case, is_default, is_quick, opened, some_combinations, spoken
from tests.conformance.walking import Step, after, view_of, walk


@dataclass(frozen=True)
class Sample:
    """So many moments of a case, from so many games at least."""

    case: Case
    moments: int
    games: int

    @property
    def game(self) -> Game:
        return opened(self.case)

    @property
    def walked(self) -> "Walked":
        return walked(self)

    @property
    def steps(self) -> list[Step]:
        """The moments, with what was chosen at each."""
        return self.walked.steps

    @property
    def is_large(self) -> bool:
        return self.moments > FEW[0]

    def some(self, most: int) -> list[Step]:
        """Not more than so many of them, for what takes long."""
        return self.steps[:: -(-len(self.steps) // most)]

    def __str__(self) -> str:
        return spoken(self.case) + (f"-{self.moments}-moments" if self.is_large else "")


FEW, MANY = (200, 25), (2000, 100)
"""Moments and games: of every case, and of every number of seats in `make test-slow`."""


def samples(
    wanted: Callable[[Case], bool] = lambda case: True,
    quick: Callable[[Case], bool] = is_quick,
    *,
    has_many: bool = True,
) -> list[Any]:
    """A few moments of every case, many of each number of seats; all but the few of quick cases are slow."""
    cases = [case for case in some_combinations() if wanted(case)]
    few = [(Sample(case, *FEW), () if quick(case) else pytest.mark.slow) for case in cases]
    many = [(Sample(case, *MANY), pytest.mark.slow) for case in cases if has_many and is_default(case)]
    return [pytest.param(sample, id=str(sample), marks=marks) for sample, marks in [*few, *many]]


@dataclass
class Walked:
    """What was met on all these walks."""

    steps: list[Step] = field(default_factory=list)
    ends: list[State] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    """Decisions of each game."""
    actions: set[int] = field(default_factory=set)
    outcomes: set[int] = field(default_factory=set)
    """All that could be chosen anywhere on these walks, by a seat and by chance."""
    varied: set[str] = field(default_factory=set)
    """The fields that were anywhere different from the beginning, in the truth or in a view."""


@cache
def walked(sample: Sample) -> Walked:
    """Walked once for all tests."""
    game, luck = sample.game, Random(str(sample))
    found, pools, differences = Walked(), Pools(sample.moments), Differences(game.fresh_state())
    for seed in count():
        found.lengths.append(0)
        for step in walk(game, seed):
            found.lengths[-1] += step.seat != CHANCE
            (found.outcomes if step.seat == CHANCE else found.actions).update(step.possible)
            differences.note(step.state)
            pools.put(step, luck)
        found.ends.append(after(game, step.state, step.seat, step.number))
        if len(found.lengths) >= sample.games and pools.met.total() >= 4 * sample.moments:
            break
    found.steps = pools.shared_out(luck)
    for state in [*(step.state for step in found.steps), *found.ends]:
        differences.note(state)
        for seat in (*range(game.seats), NOBODY):
            differences.note(view_of(game, state, seat))
    found.varied = set(differences.fields())
    return found


class Differences:
    """Which bytes of states differ from those of the first."""

    def __init__(self, first: State) -> None:
        self.layout, self.first = first.dtype.fields, np.frombuffer(first.tobytes(), np.uint8)
        self.found = np.zeros_like(self.first)

    def note(self, state: State) -> None:
        self.found |= self.first ^ np.frombuffer(state.tobytes(), np.uint8)

    def fields(self) -> Iterator[str]:
        """The fields in which they lie."""
        for name, (kind, offset, *_) in self.layout.items():
            if self.found[offset : offset + kind.itemsize].any():
                yield name


class Pools:
    """Of each phase so many of its moments, each with the same chance to be among them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.met = Counter[tuple[int, bool]]()
        self.kept = defaultdict[tuple[int, bool], list[Step]](list)

    def put(self, step: Step, luck: Random) -> None:
        kind = int(step.state["phase"]), step.seat == CHANCE
        self.met[kind] += 1
        if self.met[kind] <= self.most:
            self.kept[kind].append(step)
        elif (place := luck.randrange(self.met[kind])) < self.most:
            self.kept[kind][place] = step

    def shared_out(self, luck: Random) -> list[Step]:
        """As many as are wanted: of each phase the same number, or all, where there are fewer."""
        chosen = list[Step]()
        for left, pool in zip(range(len(self.kept), 0, -1), sorted(self.kept.values(), key=len), strict=True):
            share = (self.most - len(chosen)) // left
            chosen += pool if len(pool) <= share else luck.sample(pool, share)
        luck.shuffle(chosen)
        return chosen
