"""Game trees: the whole of a small two-player game with hidden hands, as flat arrays.

Nodes come level by level, so children stand together, behind their parents. An information set holds the nodes that a
seat cannot tell apart: it has chosen the same before, was asked in the same situations, and its view is the same, byte
for byte. So recall is perfect whatever the views of a game keep. Seats that choose at once become one after the other,
and the second is asked what it would do before it could learn that the first has chosen.

What a seat can have chosen so far, information set by information set, is a sequence. Sequences are numbered; 0 and 1
are the empty ones of the two seats. All that matters for playing well is which sequences exist and what is paid where
two of them meet: see `Tree.payoffs`.

Reference: B. von Stengel, "Efficient computation of behavior strategies", Games and Economic Behavior 14 (1996).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.kernel import kernel, runnable
from rumpus.core.record import NONE, WORD
from rumpus.core.rules import (
    CHANCE,
    NOBODY,
    OVER,
    Box,
    Mask,
    Numbers,
    State,
    Weights,
    acting,
    apply,
    chance,
    legal,
    places,
    points,
    redact,
)  # fmt: skip

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

LIMIT = 4_000_000
"""Nodes, unless the caller says otherwise: a gigabyte or less."""
SLAB = 1 << 16
"""Nodes that are asked together: bounds the memory that is needed beside the tree."""
SEATS = 2
PAYOFFS = ("points", "places")


class Payoffs(NamedTuple):
    """What is paid to seat 0 where two sequences meet, times the probability that chance lets them."""

    first: Ints
    second: Ints
    amount: Floats


@dataclass(frozen=True, eq=False)
class Tree:
    """A game tree. The children of node n are `children[n]` to `children[n + 1]`, the last not included."""

    parent: Ints
    children: Ints
    mover: Ints
    """Who chooses at a node: a seat or CHANCE; NOBODY at an end."""
    information: Ints
    """The information set of a node where a seat chooses."""
    number: Ints
    """The action or outcome that led to a node."""
    probability: Floats
    """Of the outcome that led to a node; 1 where a seat chose."""
    sequence: Ints
    """What each seat has chosen on the way to a node, a column for each seat."""
    payoff: Floats
    """What an end is worth to seat 0."""
    sets: "InformationSets"

    @property
    def nodes(self) -> int:
        return len(self.parent)

    @cached_property
    def payoffs(self) -> Payoffs:
        """The ends, put together where both seats have chosen the same: a matrix with few entries, row by row."""
        ends = np.flatnonzero(self.payoff)
        amounts = self.payoff[ends] * self._luck()[ends]
        rows, columns = self.sequence[ends].T
        pairs, where = np.unique(rows * self.sets.sequences + columns, return_inverse=True)
        first, second = np.divmod(pairs, self.sets.sequences)
        return Payoffs(first, second, np.bincount(where, amounts, len(pairs)).astype(np.float64))

    def _luck(self) -> Floats:
        """For each node the probability that chance plays along on the way to it."""
        luck = np.ones(self.nodes)
        start, stop = 1, int(self.children[1])
        while start < stop:
            luck[start:stop] = luck[self.parent[start:stop]] * self.probability[start:stop]
            start, stop = stop, int(self.children[stop])
        return luck


@dataclass(frozen=True, eq=False)
class InformationSets:
    """What seats can know when they choose. Set s has the sequences `first[s]` to `first[s + 1]`, one for each action.

    Who was asked earlier stands earlier: what a seat can still come to know stands behind what it knows.
    """

    seat: Ints
    before: Ints
    """The sequence of the seat before it chooses."""
    first: Ints
    action: Ints
    """For each sequence its last action."""
    views: Any
    """What the seat sees, as records of the game."""

    def __len__(self) -> int:
        return len(self.seat)

    @property
    def sequences(self) -> int:
        return len(self.action)

    def actions(self, one: int) -> Ints:
        """What can be chosen in an information set."""
        return self.action[self.first[one] : self.first[one + 1]]


def grow(
    game: Game, start: State | None = None, payoff: str = "places", limit: int = LIMIT, mode: str | None = None
) -> Tree:
    """The whole tree of a two-player game, from the fresh table or a state that both seats know.

    The payoff is 'places', 1 for a win and -1 for a loss, or 'points', which have to sum to zero.
    """
    if game.seats != SEATS:
        raise RumpusError(f"Only games of two seats can be solved; {game.title} has {game.seats} here.")
    if payoff not in PAYOFFS:
        raise RumpusError(f"There is no payoff '{payoff}': the payoffs are 'points' and 'places'.")
    growth = _Growth(game, payoff, limit, mode)
    level = _root(game, game.fresh_state() if start is None else start)
    while len(level.states):
        slabs = [growth.expand(level.part(first, first + SLAB)) for first in range(0, len(level.states), SLAB)]
        level = _Level(*map(np.concatenate, zip(*slabs, strict=True)))
    return growth.tree()


# The questions that are put to the rules --------------------------------------------------------------------------


@kernel
def ask(box: Box, states: Any, who: Numbers) -> None:
    """Who chooses at each node?"""
    for node in range(len(states)):
        who[node] = acting(box, states[node])


@kernel
def look(box: Box, views: Any, seats: Numbers) -> None:
    """What does the seat see?"""
    for node in range(len(views)):
        redact(box, views[node], seats[node])


@kernel
def offer(box: Box, views: Any, seats: Numbers, masks: Mask) -> None:
    """What may the seat choose, for all it knows?"""
    for node in range(len(views)):
        legal(box, views[node], seats[node], masks[node])


@kernel
def weigh(box: Box, states: Any, weights: Weights) -> None:
    """What may chance choose?"""
    for node in range(len(states)):
        chance(box, states[node], weights[node])


@kernel
def score(box: Box, states: Any, by_points: bool, out: Numbers) -> None:
    """How did it end?"""
    for node in range(len(states)):
        if by_points:
            points(box, states[node], out[node])
        else:
            places(box, states[node], out[node])


@kernel
def advance(box: Box, states: Any, movers: Numbers, numbers: Numbers) -> None:
    """What comes of each choice?"""
    for node in range(len(states)):
        apply(box, states[node], movers[node], numbers[node])


# Level by level ---------------------------------------------------------------------------------------------------


class _Level(NamedTuple):
    """The newest nodes, whose children are not known yet."""

    states: Any
    sequence: Ints
    waiting: Ints
    """The information set in which seat 1 was asked, where it was asked together with seat 0, who has chosen since."""

    def part(self, start: int, stop: int) -> "_Level":
        return _Level(*(array[start:stop] for array in self))


def _root(game: Game, state: State) -> _Level:
    if getattr(state, "dtype", None) != game.rules.STATE:
        raise RumpusError(f"A tree of {game.title} has to start from one of its states; `state_from` makes one.")
    states = np.zeros(1, game.rules.STATE)
    states[0] = state
    return _Level(states, np.arange(SEATS)[None, :], np.full(1, NONE))


class _Growth:
    """A tree as it grows: its columns in pieces, and the information sets found so far."""

    def __init__(self, game: Game, payoff: str, limit: int, mode: str | None) -> None:
        self.game, self.rules, self.payoff, self.limit, self.mode = game, game.rules, payoff, limit, mode
        self.width = self.rules.STATE.itemsize // WORD
        self.pieces: dict[str, list[Any]] = {}
        self.made, self.expanded = 1, 0  # nodes so far, and those of them whose children are known
        self._note(parent=np.full(1, NONE), number=np.full(1, NONE), probability=np.ones(1))
        self.known: dict[bytes, int] = {}
        self.first, self.action = np.full(1, SEATS), np.full(SEATS, NONE)
        self.seat = np.zeros(0, np.int64)

    def _note(self, **columns: Any) -> None:
        for name, piece in columns.items():
            self.pieces.setdefault(name, []).append(piece)

    def _put(self, question: Any, *about: Any) -> None:
        runnable(question, self.mode)(self.game.box, *about)

    def tree(self) -> Tree:
        columns = {name: np.concatenate(pieces) for name, pieces in self.pieces.items()}
        columns["children"] = 1 + np.concatenate([[0], np.cumsum(columns["children"])])
        return Tree(**columns, sets=self._sets())

    def _sets(self) -> InformationSets:
        keys = np.frombuffer(b"".join(self.known), np.int64).reshape(-1, 1 + self.width)
        views = np.ascontiguousarray(keys[:, 1:]).view(self.rules.STATE).reshape(-1)
        return InformationSets(self.seat, keys[:, 0].copy(), self.first, self.action, views)

    # Nodes

    def expand(self, level: _Level) -> _Level:
        """Ask what there is to know of some nodes, and make their children."""
        who = np.zeros(len(level.states), np.int64)
        self._put(ask, level.states, who)
        mover = np.where(who == OVER, NOBODY, np.where(who == CHANCE, CHANCE, 1 - (who & 1)))
        asked = self._asked(level, who)
        information = np.where(mover >= 0, asked[np.arange(len(who)), np.maximum(mover, 0)], NONE)
        weights = self._weights(level.states[mover == CHANCE])
        children = self._numbers_of_children(mover, information, weights)
        payoff = np.zeros(len(who))
        payoff[mover == NOBODY] = self._payoffs(level.states[mover == NOBODY])
        self._note(mover=mover, information=information, children=children, payoff=payoff, sequence=level.sequence)
        return self._next(level, _Branches(mover, information, weights, children), asked)

    def _numbers_of_children(self, mover: Ints, information: Ints, weights: Weights) -> Ints:
        children = np.zeros(len(mover), np.int64)
        children[mover == CHANCE] = np.count_nonzero(weights, axis=1)
        children[mover >= 0] = np.diff(self.first)[information[mover >= 0]]
        self.made += int(children.sum())
        if self.made > self.limit:
            raise RumpusError(
                f"The tree of {self.game.title} has more than {self.limit:,} nodes: let it start later in the game,"
                " or allow more with `limit`."
            )
        return children

    def _weights(self, states: Any) -> Weights:
        weights = np.zeros((len(states), self.rules.OUTCOMES), np.int64)
        self._put(weigh, states, weights)
        return weights

    def _payoffs(self, states: Any) -> Floats:
        out = np.zeros((len(states), SEATS), np.int64)
        self._put(score, states, self.payoff == "points", out)
        if self.payoff == "places":
            return np.sign(out[:, 1] - out[:, 0]).astype(np.float64)
        if np.any(out.sum(axis=1)):
            raise RumpusError(f"The points of {self.game.title} do not sum to zero: only its 'places' can be solved.")
        return out[:, 0].astype(np.float64)

    def _next(self, level: _Level, branches: "_Branches", asked: Ints) -> _Level:
        """The next level: every choice takes place."""
        parent, rank = branches.parents()
        by, is_luck = branches.mover[parent], branches.mover[parent] == CHANCE
        chosen = np.where(is_luck, 0, self.first[branches.information[parent]] + rank)
        number, probability = self.action[chosen], np.ones(len(parent))
        number[is_luck], probability[is_luck] = branches.outcomes()
        self._note(parent=self.expanded + parent, number=number, probability=probability)
        self.expanded += len(branches.mover)

        states, sequence = level.states[parent], level.sequence[parent]
        self._put(advance, states, by, number)
        sequence[~is_luck, by[~is_luck]] = chosen[~is_luck]
        return _Level(states, sequence, np.where(by == 0, asked[parent, 1], NONE))

    # Information sets

    def _asked(self, level: _Level, who: Ints) -> Ints:
        """For each node the information set of each seat that is asked there."""
        is_asked = (who[:, None] > 0) & (who[:, None] >> np.arange(SEATS) & 1 == 1)
        sets = np.full((len(who), SEATS), NONE)
        sets[:, 1] = np.where(is_asked[:, 1], level.waiting, NONE)
        nodes, seats = map(np.ascontiguousarray, np.nonzero(is_asked & (sets == NONE)))
        views = level.states[nodes]
        self._put(look, views, seats)
        sets[nodes, seats] = self._numbered(level.sequence[nodes, seats], views, seats)
        return sets

    def _numbered(self, sequence: Ints, views: Any, seats: Ints) -> Ints:
        """The information sets of seats with these sequences and views: known ones, or new ones."""
        rows = np.column_stack([sequence, views.view(np.int64).reshape(len(views), self.width)])
        numbers, fresh = np.zeros(len(rows), np.int64), []
        for place, row in enumerate(rows):
            key = row.tobytes()
            if key not in self.known:
                self.known[key] = len(self.known)
                fresh.append(place)
            numbers[place] = self.known[key]
        self._add(views[fresh], seats[fresh])
        return numbers

    def _add(self, views: Any, seats: Ints) -> None:
        """New information sets: what can be chosen there follows from what is seen."""
        masks = np.zeros((len(views), self.rules.ACTIONS), np.int8)
        self._put(offer, views, seats, masks)
        ends = self.first[-1] + np.cumsum(np.count_nonzero(masks, axis=1))
        self.seat, self.first = np.append(self.seat, seats), np.append(self.first, ends)
        self.action = np.append(self.action, np.nonzero(masks)[1])


class _Branches(NamedTuple):
    """What can be chosen at some nodes; the weights are those of the nodes where chance acts."""

    mover: Ints
    information: Ints
    weights: Weights
    children: Ints

    def parents(self) -> tuple[Ints, Ints]:
        """For each child its parent, and its place among the children of it."""
        parent = np.repeat(np.arange(len(self.mover)), self.children)
        before = np.cumsum(self.children) - self.children
        return parent, np.arange(len(parent)) - before[parent]

    def outcomes(self) -> tuple[Ints, Floats]:
        """For each child that comes by chance its outcome, and how probable that is."""
        rows, outcomes = np.nonzero(self.weights)
        return outcomes, self.weights[rows, outcomes] / self.weights.sum(axis=1)[rows]
