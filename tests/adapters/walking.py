"""States of OpenSpiel on the way through games played at random."""

import random
from collections.abc import Iterator
from typing import Any

import pyspiel

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.rng import below, generator
from rumpus.core.rules import State
from rumpus.solve.tree import Tree, grow

LEAST, SMALL = 20, 700
"""Nodes of a tree that a test goes through several times."""
MATCHES = 30
"""So many are played in search of one."""


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


def late(game: Game) -> tuple[State, Tree]:
    """The end of a random match, as much of it as has a small tree; and that tree, as our own code grows it."""
    ends = (end for seed in range(1, MATCHES) if (end := _end(game, seed)) is not None and end[1].nodes >= LEAST)
    return next(ends)


def _end(game: Game, seed: int) -> tuple[State, Tree] | None:
    found = None
    for state in ends_of_a_match(game, seed)[1:]:
        try:
            found = state, grow(game, state, limit=SMALL, mode="plain")
        except RumpusError:
            break
    return found
