"""Counterfactual regret minimisation: near-optimal play of small games with hidden hands.

Each seat keeps, for every action of every information set, how much it regrets not to have chosen it, and mixes its
actions in proportion to what it regrets. The average of the mixes approaches optimal play. In CFR+ regrets never fall
below zero and later mixes count more, which is much faster.

Nothing but sequences is needed for that (see tree.py): with what the other seat plays, every sequence of a seat gains
so much at the ends of the game, and the gain of an information set is handed back to the sequence that led to it. With
the best action of each set in place of the mix, the same sum is what a best response gains.

References: M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret minimization in games with incomplete
information", NIPS (2007); O. Tammelin, "Solving large imperfect information games using CFR+", arXiv 1407.5042 (2014).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rumpus.core.errors import RumpusError
from rumpus.core.kernel import kernel, runnable
from rumpus.solve.tree import SEATS, Floats, Ints, Tree

SLICE = 4_000_000
"""Payoffs looked at between two reports of progress: some tenth of a second of work."""
CLOSE = 1e-9
"""Probabilities that differ no more from one in their sum are those of a mix."""


class Side(NamedTuple):
    """The game as one seat sees it: its information sets, those it is asked in first before the others, and payoffs."""

    before: Ints
    first: Ints
    last: Ints
    own: Ints
    other: Ints
    amount: Floats


class Memory(NamedTuple):
    """What is known of each sequence of either seat."""

    mix: Floats
    """How probable its last action is in its information set, now."""
    reach: Floats
    """How probable it is that the seat chooses so, all the way."""
    regret: Floats
    total: Floats
    """The sum of what `reach` was, later ones counting more in CFR+."""
    gain: Floats


@dataclass(frozen=True, eq=False)
class Strategy:
    """How both seats play, and what that is worth to seat 0. The mix holds a probability for each sequence."""

    tree: Tree
    mix: Floats
    value: float

    def choices(self, information: int) -> dict[int, float]:
        """How probable each action is in an information set."""
        sets = self.tree.sets
        mix = self.mix[sets.first[information] : sets.first[information + 1]]
        return dict(zip(sets.actions(information).tolist(), mix.tolist(), strict=True))


def solve_tree(
    tree: Tree, iterations: int, plus: bool = True, progress: Callable[[int], None] | None = None,
    mode: str | None = None,
) -> Strategy:  # fmt: skip
    """Play so many rounds of CFR+, or of plain CFR, and give the average of what was played."""
    if iterations < 1:
        raise RumpusError(f"At least 1 iteration is needed, not {iterations}.")
    sides, memory = (side(tree, 0), side(tree, 1)), _fresh_memory(tree, mode)
    at_once = max(1, SLICE // (1 + len(tree.payoffs.amount)))
    for done in range(0, iterations, at_once):
        more = min(at_once, iterations - done)
        runnable(iterate, mode)(*sides, memory, done, more, plus)
        if progress is not None:
            progress(more)
    return strategy_of(tree, average(tree, memory.total), mode)


def uniform(tree: Tree, mode: str | None = None) -> Strategy:
    """Every action as probable as any other."""
    return strategy_of(tree, average(tree, np.zeros(tree.sets.sequences)), mode)


def strategy_of(tree: Tree, mix: Floats, mode: str | None = None) -> Strategy:
    """The strategy with these probabilities, one for each sequence; those of the two empty ones are 1."""
    fits = len(mix) == tree.sets.sequences and np.allclose(mix, average(tree, mix), rtol=0, atol=CLOSE)
    if not fits or np.min(mix) < 0:
        raise RumpusError(
            f"A mix of this tree holds {tree.sets.sequences} probabilities: 1 and 1 for the empty sequences, then those"
            " of each information set, which sum to 1."
        )
    return Strategy(tree, mix, _expected(tree, mix, mode))


def _expected(tree: Tree, mix: Floats, mode: str | None) -> float:
    """What seat 0 gains on average when both play so."""
    reach, (first, second, amount) = _reach(tree, mix, mode), tree.payoffs
    return float((amount * reach[first] * reach[second]).sum())


def best_responses(tree: Tree, strategy: Strategy, mode: str | None = None) -> tuple[float, float]:
    """What each seat gains at most, when it knows how the other plays and the other does not change that."""
    reach = _reach(tree, strategy.mix, mode)
    gains = [runnable(best_gain, mode)(side(tree, seat), reach, np.zeros(len(reach)), seat) for seat in range(SEATS)]
    return float(gains[0]), float(gains[1])


def exploitability(tree: Tree, strategy: Strategy, mode: str | None = None) -> float:
    """What a best response gains over what the game is worth, the mean of both seats; 0 for perfect play."""
    return sum(best_responses(tree, strategy, mode)) / SEATS


def side(tree: Tree, seat: int) -> Side:
    """The game as a seat sees it."""
    sets, (first, second, amount) = tree.sets, tree.payoffs
    mine = np.flatnonzero(sets.seat == seat)
    shape = sets.before[mine], sets.first[mine], sets.first[mine + 1]
    return Side(*shape, first, second, amount) if seat == 0 else Side(*shape, second, first, -amount)


def average(tree: Tree, total: Floats) -> Floats:
    """Totals as probabilities in each information set; even ones where nothing was counted."""
    sets, sizes = tree.sets, np.diff(tree.sets.first)
    of = np.repeat(np.arange(len(sets)), sizes)
    sums = np.bincount(of, total[SEATS:], len(sets))
    mix = np.ones(len(total))
    mix[SEATS:] = np.where(sums[of] > 0, total[SEATS:] / np.where(sums > 0, sums, 1.0)[of], 1.0 / sizes[of])
    return mix


def _fresh_memory(tree: Tree, mode: str | None) -> Memory:
    mix = average(tree, np.zeros(tree.sets.sequences))
    return Memory(mix, _reach(tree, mix, mode), *(np.zeros(len(mix)) for _ in range(3)))


def _reach(tree: Tree, mix: Floats, mode: str | None) -> Floats:
    reach = np.ones(len(mix))
    for seat in range(SEATS):
        runnable(spread, mode)(side(tree, seat), mix, reach)
    return reach


# Kernels ----------------------------------------------------------------------------------------------------------


@kernel
def iterate(first: Side, second: Side, memory: Memory, done: int, more: int, plus: bool) -> None:
    """The seats improve in turns; the second knows already what the first has changed."""
    for number in range(done + 1, done + more + 1):
        weight = float(number) if plus else 1.0
        improve(first, memory, weight, plus)
        improve(second, memory, weight, plus)


@kernel
def improve(side: Side, memory: Memory, weight: float, plus: bool) -> None:
    """One seat counts its mix, looks what its actions would have gained, and mixes anew."""
    collect(side, memory.reach, memory.gain)
    for one in range(len(side.before) - 1, -1, -1):
        first, last = side.first[one], side.last[one]
        value = 0.0
        for sequence in range(first, last):
            memory.total[sequence] += weight * memory.reach[sequence]
            value += memory.mix[sequence] * memory.gain[sequence]
        memory.gain[side.before[one]] += value
        add_regret(memory, first, last, value, plus)
        mix_anew(memory, first, last)
    spread(side, memory.mix, memory.reach)


@kernel
def collect(side: Side, reach: Floats, gain: Floats) -> None:
    """What each sequence gains at the ends it leads to, as the other seat plays."""
    gain[:] = 0.0
    for place in range(len(side.amount)):
        gain[side.own[place]] += side.amount[place] * reach[side.other[place]]


@kernel
def add_regret(memory: Memory, first: int, last: int, value: float, plus: bool) -> None:
    for sequence in range(first, last):
        memory.regret[sequence] += memory.gain[sequence] - value
        if plus:
            memory.regret[sequence] = max(memory.regret[sequence], 0.0)


@kernel
def mix_anew(memory: Memory, first: int, last: int) -> None:
    """Mix the actions in proportion to what is regretted; evenly where nothing is."""
    total = 0.0
    for sequence in range(first, last):
        total += max(memory.regret[sequence], 0.0)
    for sequence in range(first, last):
        memory.mix[sequence] = max(memory.regret[sequence], 0.0) / total if total > 0.0 else 1.0 / (last - first)


@kernel
def spread(side: Side, mix: Floats, reach: Floats) -> None:
    """How probable each sequence of the seat is."""
    for one in range(len(side.before)):
        for sequence in range(side.first[one], side.last[one]):
            reach[sequence] = reach[side.before[one]] * mix[sequence]


@kernel
def best_gain(side: Side, reach: Floats, gain: Floats, empty: int) -> float:
    """What the seat gains with the best action everywhere, from the last information sets to the first."""
    collect(side, reach, gain)
    for one in range(len(side.before) - 1, -1, -1):
        gain[side.before[one]] += gain[side.first[one] : side.last[one]].max()
    return float(gain[empty])
