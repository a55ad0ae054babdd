"""States of OpenSpiel on the way through games played at random."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from rumpus.catalogue import definition
from rumpus.core.desk import copied, laid_out
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.rng import below, generator
from rumpus.core.rules import State
from rumpus.solve.tree import Tree, grow


class Search(NamedTuple):
    """In which random matches an end is looked for, and how many nodes its tree may have."""

    first: int = 1
    most: int = 700
    switches: Mapping[str, Any] = {}


MATCHES = 30
LATE = {"mayhem": Search(first=15, most=2600)}
"""Where nothing is hidden, nodes are one information set only where two ways lead to the same table. In Monster Mayhem
what was turned up stays there to be seen until the next battle, so the two ways need a battle more to meet. Of the
matches 1 to 99, with either mashup_scope and either final_tie, none has such an end of less than 2,493 nodes; 15 is
the first of the three that have one of less than 3,000."""
UNSURE = {"rarrr": Search(first=6, switches={"face_down": True}), "kaiju": Search(first=16), "arrr": Search(first=45)}
"""The search would find them from 1 too, but in a minute. RARRR!! without face_down has no such end of up to 700 nodes
in which both seats choose in the matches 1 to 30, and none of up to 3,000 in 1 to 10; nor has Kaiju Rising, where in
the one that was found a single seat chooses."""

Ending = tuple[State, Tree]


def step(state: Any, rng: random.Random) -> None:
    """Somebody chooses, at random; chance as its outcomes are probable."""
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    elif state.is_simultaneous_node():
        allowed = [state.legal_actions(player) for player in range(state.num_players())]
        state.apply_actions([rng.choice(actions) if actions else pyspiel.INVALID_ACTION for actions in allowed])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def walk(game: Any, seed: int, most: int = 10_000) -> Iterator[Any]:
    """The states of a random game, the first and the last included, or as many as are wanted."""
    rng, state = random.Random(seed), game.new_initial_state()
    for _ in range(most):
        yield state.clone()
        if state.is_terminal():
            return
        step(state, rng)


def ends_of_a_match(game: Game, seed: int) -> list[State]:
    """The truth at every moment of a random match, the last first."""
    match, rng = game.match(seed=seed), generator(seed)
    while not match.over:
        seat = min(match.acting)
        allowed = match.legal(seat)
        match.play(seat, allowed[below(rng, len(allowed))].number)
    return list(match.states)[::-1]


def late(game: Game) -> Ending:
    """The end of a random match in which both seats choose, and somewhere one of them cannot tell nodes apart."""
    return _first_end(game, LATE.get(game.name, Search()), is_mistakable)


def unsure(name: str) -> tuple[Game, State, Tree]:
    """A game, and the end of a random match in which a seat somewhere does not know how the table lies."""
    search = UNSURE.get(name, Search())
    game = definition(name).open(search.switches)
    return game, *_first_end(game, search, is_hiding)


def _first_end(game: Game, search: Search, is_wanted: Callable[[Game, State, Tree], bool]) -> Ending:
    seeds = range(search.first, search.first + MATCHES)
    ends = (end for seed in seeds for end in small_ends(game, seed, search.most))
    return next(end for end in ends if is_wanted(game, *end))


def small_ends(game: Game, seed: int, most: int) -> Iterator[Ending]:
    """The later an end, the smaller its tree."""
    for state in ends_of_a_match(game, seed)[1:]:
        try:
            yield state, grow(game, state, limit=most, mode="plain")
        except RumpusError:
            return


def is_mistakable(game: Game, start: State, tree: Tree) -> bool:
    nodes_of_sets = np.bincount(tree.information[tree.mover >= 0], minlength=1)
    return set(tree.sets.seat.tolist()) == {0, 1} and nodes_of_sets.max() > 1


def is_hiding(game: Game, start: State, tree: Tree) -> bool:
    return any(len(set(tables)) > 1 for tables in truths_of_sets(game, start, tree))


def truths_of_sets(game: Game, start: State, tree: Tree) -> list[list[bytes]]:
    """For every information set the table as it truly lies at each of its nodes."""
    found: list[list[bytes]] = [[] for _ in range(len(tree.sets))]
    desks = [laid_out(start)]
    for node in range(tree.nodes):
        if node > 0:
            above = tree.parent[node]
            desks.append(copied(desks[above]))
            game.rules.apply(game.open_box, desks[node], int(tree.mover[above]), int(tree.number[node]))
        if tree.mover[node] >= 0:
            found[tree.information[node]].append(desks[node].record().tobytes())
    return found
