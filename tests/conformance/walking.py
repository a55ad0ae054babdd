"""Random walks through a game, in plain Python, and the same steps in machine code.

Walks are made on desks, which are many times quicker than records; that both are the same to the rules has a test.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rumpus.core.desk import copied, laid_out
from rumpus.core.game import Game
from rumpus.core.kernel import compiled, kernel
from rumpus.core.rng import Rng, below, generator
from rumpus.core.rules import (
    CHANCE,
    Box,
    Mask,
    Numbers,
    State,
    Weights,
    acting,
    apply,
    chance,
    determinize,
    forget,
    legal,
    places,
    points,
    redact,
)  # fmt: skip


@dataclass
class Step:
    """A moment of a walk, and what was chosen then."""

    game: Game
    state: State
    seat: int
    number: int


def mask_of(game: Game, state: State, seat: int) -> Mask:
    mask = np.ones(game.rules.ACTIONS, np.int8)
    game.rules.legal(game.open_box, laid_out(state), seat, mask)
    return mask


def weights_of(game: Game, state: State) -> Weights:
    weights = np.ones(game.rules.OUTCOMES, np.int64)
    game.rules.chance(game.open_box, laid_out(state), weights)
    return weights


def after(game: Game, state: State, seat: int, number: int) -> State:
    desk = copied(state)
    game.rules.apply(game.open_box, desk, seat, number)
    return desk.record()


def view_of(game: Game, state: State, seat: int) -> State:
    copy = state.copy()
    game.rules.redact(game.box, copy, seat)
    return copy


def world_of(game: Game, view: State, seat: int, rng: Rng) -> State:
    copy = view.copy()
    game.rules.determinize(game.box, copy, seat, rng)
    return copy


def forgotten(game: Game, state: State) -> State:
    copy = state.copy()
    game.rules.forget(game.box, copy)
    return copy


def walk(game: Game, seed: int) -> Iterator[Step]:
    """One random game; whoever acts with others at once is drawn at random too."""
    rng, desk = generator(seed), laid_out(game.fresh_state())
    while who := game.rules.acting(game.open_box, desk):
        seats = [CHANCE] if who == CHANCE else [seat for seat in range(game.seats) if who >> seat & 1]
        seat = seats[below(rng, len(seats))]
        possible = np.flatnonzero(weights_of(game, desk) if seat == CHANCE else mask_of(game, desk, seat))
        number = int(possible[below(rng, len(possible))])
        yield Step(game, desk.record(), seat, number)
        game.rules.apply(game.open_box, desk, seat, number)


def some_of(game: Game, seed: int, most: int) -> list[Step]:
    """Moments of a random game, not more than so many, spread evenly over it."""
    return spread(list(walk(game, seed)), most)


def spread(steps: list[Step], most: int) -> list[Step]:
    return [step for step, is_chosen in with_some_chosen(steps, most) if is_chosen]


def with_some_chosen(steps: list[Step], most: int) -> list[tuple[Step, bool]]:
    """Every moment, and whether it is one of so many at most that are spread evenly."""
    every = -(-len(steps) // most)
    return [(step, number % every == 0) for number, step in enumerate(steps)]


def end_of(game: Game, seed: int) -> State:
    last = list(walk(game, seed))[-1]
    return after(game, last.state, last.seat, last.number)


@kernel
def answers(
    box: Box, table: Any, seat: int, number: int, masks: Any, weights: Weights, scores: Numbers, rng: Rng,
    with_worlds: bool,
) -> int:  # fmt: skip
    """Every word of the protocol, asked of table[0].

    The rest of the table is filled: [1] is the state after the move, then for each viewer (each seat, and NOBODY) what
    it sees, and, if they are asked for, one world that fits it; the last is the table with what matters no more
    forgotten.
    """
    seats = len(scores)
    who = acting(box, table[0])
    for one in range(seats):
        legal(box, table[0], one, masks[one])
    if who == CHANCE:
        chance(box, table[0], weights)
    table[1] = table[0]
    apply(box, table[1], seat, number)
    points(box, table[0], scores[:, 0])
    for place in range(seats + 1):
        viewer = place if place < seats else -2
        table[2 + 2 * place] = table[0]
        redact(box, table[2 + 2 * place], viewer)
        table[3 + 2 * place] = table[2 + 2 * place]
        if with_worlds:
            determinize(box, table[3 + 2 * place], viewer, rng)
    table[len(table) - 1] = table[0]
    forget(box, table[len(table) - 1])
    if acting(box, table[1]) == 0:
        places(box, table[1], scores[:, 1])
    return int(who)


def asked(step: Step, with_worlds: bool, *, in_machine_code: bool) -> tuple[bytes, ...]:
    """What `answers` gives for a step, as bytes."""
    game, seats = step.game, step.game.seats
    table = np.zeros(5 + 2 * seats, game.rules.STATE)
    table[0] = step.state
    masks, weights = np.ones((seats, game.rules.ACTIONS), np.int8), np.zeros(game.rules.OUTCOMES, np.int64)
    scores, rng = np.zeros((seats, 2), np.int64), generator(step.number)
    function = compiled(answers) if in_machine_code else answers
    who = function(game.box, table, step.seat, step.number, masks, weights, scores, rng, with_worlds)
    return bytes([who & 255]), table.tobytes(), masks.tobytes(), weights.tobytes(), scores.tobytes(), rng.tobytes()
