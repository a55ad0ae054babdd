"""Every position of a game of two in which nobody hides anything: numbered, with what can follow each.

Two positions are the same if their records are, word by word, after what no longer matters was forgotten. Seats that
choose at once choose in pairs; what chance may do stands beside it with its weight. This is what best responses are
worked out on; it shares nothing with the solver, so that each can find the other's mistakes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
import numpy.typing as npt

from rumpus.core.errors import NotSolvable, WrongPosition
from rumpus.core.fingerprint import fingerprint
from rumpus.core.game import Game
from rumpus.core.kernel import kernel, runnable
from rumpus.core.memory import Words, words
from rumpus.core.rules import (
    CHANCE,
    OVER,
    Box,
    Mask,
    State,
    acting,
    apply,
    chance,
    forget,
    legal,
    places,
    redact,
)  # fmt: skip

LIMIT = 8_000_000
"""Positions, unless the caller says otherwise: two gigabytes, and about as much again for a policy."""
SEATS = 2
ENDED = -2
"""A child below 0 is no position but an end: ENDED plus what seat 0 gets, 1 for a win and -1 for a loss."""
EMPTY = -1
SLICE = 10_000
"""Positions between two reports of progress."""
AT_FIRST = 1024

Progress = Callable[[int, int], None]
"""Is told how many positions were looked at, and how many are known so far."""

Ints = npt.NDArray[np.int64]
Numbers32 = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class Graph(NamedTuple):
    """What can follow each position.

    The children of position n are `children[first[n]:first[n + 1]]`. Where seats choose, they run through the options
    of seat 0 and, for each of them, through those of seat 1; a seat that has no choice has one option, action 0. Where
    chance acts, weights stand beside them.
    """

    who: npt.NDArray[np.int8]
    options: Mask
    first: Ints
    children: Numbers32
    weights: Floats


@dataclass(frozen=True, eq=False)
class Positions:
    """Every position from a first one on, which has the number 0; `order` lists all of them, children first."""

    game: Game
    states: Any
    graph: Graph
    order: Numbers32
    slots: Numbers32

    def __len__(self) -> int:
        return len(self.states)

    @property
    def chooses(self) -> npt.NDArray[np.bool_]:
        """Of each position, whether seat 0 and whether seat 1 has a choice."""
        who = self.graph.who[:, None]
        return (who > 0) & (who >> np.arange(SEATS) & 1 == 1)

    def options(self, number: int, seat: int) -> Ints:
        """What a seat may choose in a position, lowest first; action 0 where it has no choice."""
        return np.flatnonzero(self.graph.options[number, seat])

    def number(self, state: State) -> int:
        """The number of the position that lies on a table."""
        table = np.zeros(1, self.game.rules.STATE)
        table[0] = state
        self.game.rules.forget(self.game.box, table[0])
        with np.errstate(over="ignore"):
            number = int(self.slots[slot_of(self.states, self.slots, table[0])])
        if number == EMPTY:
            raise WrongPosition("That position cannot be reached from the first one.")
        return number


def enumerate_positions(
    game: Game, start: State | None = None, *, limit: int = LIMIT, progress: Progress | None = None,
    mode: str | None = None,
) -> Positions:  # fmt: skip
    """Find every position that can be reached from the fresh table, or from another."""
    if game.seats != SEATS:
        raise NotSolvable(f"Positions are listed for games of two only; {game.title} has {game.seats} seats here.")
    first = game.fresh_state() if start is None else start.copy()
    if game.rules.acting(game.box, first) == OVER:
        raise WrongPosition("The game is over in that position: there is nothing left to choose.")
    search = _Search(game, first, mode)
    while search.go_on():
        if search.work.known > limit:
            raise NotSolvable(f"{game.title} has too many positions to list: more than {limit:,}.")
        if progress is not None:
            progress(int(search.work.done), int(search.work.known))
    if search.work.hidden:
        raise NotSolvable(f"{game.title} hides things from the seats with these switches: positions cannot be listed.")
    return search.positions()


class _Search:
    """Positions are looked at in the order in which they were found; the arrays grow as more are found."""

    def __init__(self, game: Game, first: State, mode: str | None) -> None:
        rules = game.rules
        self.game, self.mode = game, mode
        self.work = np.zeros(1, work_record(rules.ACTIONS, rules.OUTCOMES))[0]
        self.table, self.states = np.zeros(1, rules.STATE), np.zeros(0, rules.STATE)
        self.graph = Graph(
            np.zeros(0, np.int8), np.zeros((0, SEATS, rules.ACTIONS), np.int8), np.zeros(0, np.int64),
            np.zeros(0, np.int32), np.zeros(0),
        )  # fmt: skip
        self._make_room()
        self.table[0] = first
        rules.forget(game.box, self.table[0])
        with np.errstate(over="ignore"):
            number_of(self.states, self.table, self.slots, self.work)

    def go_on(self) -> bool:
        """Look at some more positions; whether there are more still."""
        self._make_room()
        with np.errstate(over="ignore"):
            look = runnable(look_at_some, self.mode)
            look(self.game.box, self.states, self.table, self.slots, self.graph, self.work, SLICE)
        return bool(self.work.done < self.work.known and not self.work.hidden)

    def _make_room(self) -> None:
        """Every array has room for what the next position may bring; one that has not becomes twice as long."""
        known, edges, widest = int(self.work.known), int(self.work.edges), len(self.work.moves)
        who, options, first, children, weights = self.graph
        if len(self.states) < known + widest + 1:
            length = max(AT_FIRST, 2 * len(self.states), known + widest + 1)
            self.states = _longer(self.states, length)
            self.slots = self._filled_slots(length)
            who, options, first = _longer(who, length), _longer(options, length), _longer(first, length)
        if len(children) < edges + widest:
            length = max(AT_FIRST, 2 * len(children), edges + widest)
            children, weights = _longer(children, length), _longer(weights, length)
        self.graph = Graph(who, options, first, children, weights)

    def _filled_slots(self, length: int) -> Numbers32:
        """Slots for so many positions, at most half of them taken; those of the positions known so far are."""
        slots = np.full(1 << (2 * length - 1).bit_length(), EMPTY, np.int32)
        with np.errstate(over="ignore"):
            runnable(fill_slots, self.mode)(self.states, slots, int(self.work.known))
        return slots

    def positions(self) -> Positions:
        known, edges = int(self.work.known), int(self.work.edges)
        who, options, first, children, weights = self.graph
        graph = Graph(who[:known], options[:known], first[: known + 1], children[:edges], weights[:edges])
        order, path, cursor = np.zeros(known, np.int32), np.zeros(known, np.int32), np.full(known, NEW, np.int64)
        if runnable(put_in_order, self.mode)(graph, order, path, cursor) < known:
            raise NotSolvable(f"{self.game.title} can go round in circles, so nobody can tell where it ends.")
        return Positions(self.game, self.states[:known], graph, order, self.slots)


Array = TypeVar("Array", bound=npt.NDArray[Any])


def _longer(array: Array, length: int) -> Array:
    longer = np.zeros((length, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return cast(Array, longer)


# Finding them -----------------------------------------------------------------------------------------------------


def work_record(actions: int, outcomes: int) -> np.dtype[Any]:
    """How far the search is, and memory for looking at one position: what may happen there, as pairs of choices."""
    widest = max(actions * actions, outcomes)
    fields = [
        ("known", "i8"), ("done", "i8"), ("edges", "i8"), ("hidden", "i1"), ("weights", "i8", (outcomes,)),
        ("moves", "i8", (widest, SEATS)), ("places", "i8", (SEATS,)),
    ]  # fmt: skip
    return np.dtype((np.record, fields), align=True)


@kernel
def look_at_some(
    box: Box, states: Any, table: Any, slots: Numbers32, graph: Graph, work: Any, number: int
) -> None:  # fmt: skip
    """Find what follows so many positions more: fewer if there are no more, or no room for what they bring."""
    stop, widest = work.done + number, len(work.moves)
    while work.done < min(stop, work.known):
        if work.known + widest >= len(states) or work.edges + widest > len(graph.children):
            return
        who = acting(box, states[work.done])
        graph.who[work.done] = who
        if who == CHANCE:
            moves = list_outcomes(box, states[work.done], graph, work)
        elif hides(box, states[work.done], table, work):
            return
        else:
            moves = list_pairs(box, states[work.done], who, graph.options[work.done], work)
        for move in range(moves):
            table[0] = states[work.done]
            carry_out(box, table[0], who, work.moves[move])
            graph.children[work.edges] = child(box, states, table, slots, work)
            work.edges += 1
        work.done += 1
        graph.first[work.done] = work.edges


@kernel
def hides(box: Box, state: State, table: Any, work: Any) -> bool:
    """Whether some seat does not know everything there is to know of a position."""
    for seat in range(SEATS):
        table[0] = state
        redact(box, table[0], seat)
        if not is_same(words(state), words(table[0])):
            work.hidden = 1
    return bool(work.hidden)


@kernel
def is_same(one: Words, other: Words) -> bool:
    place = 0
    while place < len(one) and one[place] == other[place]:
        place += 1
    return place == len(one)


@kernel
def list_outcomes(box: Box, state: State, graph: Graph, work: Any) -> int:
    """Write down what chance may do, and how it is weighted; the answer is how many outcomes there are."""
    moves = 0
    chance(box, state, work.weights)
    for outcome in range(len(work.weights)):
        if work.weights[outcome] > 0:
            graph.weights[work.edges + moves] = work.weights[outcome]
            work.moves[moves, 0] = outcome
            moves += 1
    return moves


@kernel
def list_pairs(box: Box, state: State, who: int, options: Mask, work: Any) -> int:
    """Write down what the seats may choose, each choice of one with each of the other; the answer is how many pairs."""
    for seat in range(SEATS):
        if who >> seat & 1:
            legal(box, state, seat, options[seat])
        else:
            options[seat, 0] = 1
    moves = 0
    for first in range(options.shape[1]):
        for second in range(options.shape[1]):
            if options[0, first] and options[1, second]:
                work.moves[moves, 0], work.moves[moves, 1] = first, second
                moves += 1
    return moves


@kernel
def carry_out(box: Box, state: State, who: int, move: Ints) -> None:
    """What chance or every seat that has a choice does takes place, seat 0 first."""
    for seat in range(1 if who == CHANCE else SEATS):
        if who == CHANCE or who >> seat & 1:
            apply(box, state, CHANCE if who == CHANCE else seat, int(move[seat]))


@kernel
def child(box: Box, states: Any, table: Any, slots: Numbers32, work: Any) -> int:
    """The number of the position on the table, or how it ended."""
    if acting(box, table[0]) == OVER:
        places(box, table[0], work.places)
        return ENDED + int(work.places[0] < work.places[1]) - int(work.places[0] > work.places[1])
    forget(box, table[0])
    return number_of(states, table, slots, work)


@kernel
def number_of(states: Any, table: Any, slots: Numbers32, work: Any) -> int:
    """The number of the position on the table; a new one gets the next."""
    slot = slot_of(states, slots, table[0])
    if slots[slot] == EMPTY:
        slots[slot] = work.known
        states[work.known] = table[0]
        work.known += 1
    return int(slots[slot])


@kernel
def slot_of(states: Any, slots: Numbers32, state: State) -> int:
    """Where the number of a position stands or is to stand: a fingerprint says where to look, whole records decide."""
    slot = int(fingerprint(state) & (len(slots) - 1))
    while slots[slot] != EMPTY and not is_same(words(states[slots[slot]]), words(state)):
        slot = (slot + 1) & (len(slots) - 1)
    return slot


@kernel
def fill_slots(states: Any, slots: Numbers32, known: int) -> None:
    for number in range(known):
        slots[slot_of(states, slots, states[number])] = number


# In an order in which they can be worked out ------------------------------------------------------------------------

NEW, FINISHED = -1, -2


@kernel
def put_in_order(graph: Graph, order: Numbers32, path: Numbers32, cursor: Ints) -> int:
    """List positions, children before parents; the answer is how many, fewer than all if one leads back to itself.

    A walk in depth: the path from the first position to the one where the walk is, and for each position on it a cursor
    to the child that is next.
    """
    done, depth, cursor[0] = 0, 1, 0
    while depth > 0:
        number = path[depth - 1]
        if cursor[number] == graph.first[number + 1]:
            order[done], cursor[number] = number, FINISHED
            done, depth = done + 1, depth - 1
            continue
        below = graph.children[cursor[number]]
        cursor[number] += 1
        if below >= 0 and cursor[below] == NEW:
            path[depth], cursor[below] = below, graph.first[below]
            depth += 1
        elif below >= 0 and cursor[below] != FINISHED:
            return done
    return done
