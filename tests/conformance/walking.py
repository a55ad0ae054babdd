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
    possible: tuple[int, ...] = ()
    """The other choices there were, and this one."""


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
    desk = copied(state)
    game.rules.redact(game.open_box, desk, seat)
    return desk.record()


def world_of(game: Game, view: State, seat: int, rng: Rng) -> State:
    desk = copied(view)
    game.rules.determinize(game.open_box, desk, seat, rng)
    return desk.record()


def forgotten(game: Game, state: State) -> State:
    desk = copied(state)
    game.rules.forget(game.open_box, desk)
    return desk.record()


def walk(game: Game, seed: int) -> Iterator[Step]:
    """One random game; whoever acts with others at once is drawn at random too."""
    rng, desk = generator(seed), laid_out(game.fresh_state())
    while who := game.rules.acting(game.open_box, desk):
        seats = [CHANCE] if who == CHANCE else [seat for seat in range(game.seats) if who >> seat & 1]
        seat = seats[below(rng, len(seats))]
        allowed = weights_of(game, desk) if seat == CHANCE else mask_of(game, desk, seat)
        possible = tuple(np.flatnonzero(allowed).tolist())
        number = possible[below(rng, len(possible))]
        yield Step(game, desk.record(), seat, number, possible)
        game.rules.apply(game.open_box, desk, seat, number)


def some_of(game: Game, seed: int, most: int) -> list[Step]:
    """Moments of a random game, not more than so many, spread evenly over it."""
    steps = list(walk(game, seed))
    return steps[:: -(-len(steps) // most)]


# All that the rules say of a moment -------------------------------------------------------------------------------


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


def asked(step: Step, with_worlds: bool, *, in_machine_code: bool) -> dict[str, bytes]:
    """What `answers` gives for a step, in machine code or as plain Python on records; every answer by what it is."""
    game, seats = step.game, step.game.seats
    table = np.zeros(5 + 2 * seats, game.rules.STATE)
    table[0] = step.state
    masks, weights = np.ones((seats, game.rules.ACTIONS), np.int8), np.zeros(game.rules.OUTCOMES, np.int64)
    scores, rng = np.zeros((seats, 2), np.int64), generator(step.number)
    function = compiled(answers) if in_machine_code else answers
    who = function(game.box, table, step.seat, step.number, masks, weights, scores, rng, with_worlds)
    found = {"acting": bytes([who & 255]), "legal": masks.tobytes(), "chance": weights.tobytes()}
    found |= {"points": scores[:, 0].tobytes(), "places": scores[:, 1].tobytes(), "luck": rng.tobytes()}
    return found | dict(zip(called(game, with_worlds), (one.tobytes() for one in table), strict=True))


def called(game: Game, with_worlds: bool) -> list[str]:
    """What each state in the table of `answers` is."""
    seen = [
        f"{what} for {'a spectator' if viewer == NOBODY else f'seat {viewer}'}"
        for viewer in (*range(game.seats), NOBODY)
        for what in ("view", "world" if with_worlds else "view again")
    ]
    return ["state", "state after it", *seen, "state when all is forgotten"]


def asked_on_desks(step: Step, with_worlds: bool) -> dict[str, bytes]:
    """The same as plain Python on desks, as matches are played: many times quicker than on records."""
    game, rules, box, here = step.game, step.game.rules, step.game.open_box, laid_out(step.state)
    then, rng = after(game, step.state, step.seat, step.number), generator(step.number)
    scores = np.zeros((2, game.seats), np.int64)
    rules.points(box, here, scores[0])
    if rules.acting(box, laid_out(then)) == OVER:
        rules.places(box, laid_out(then), scores[1])
    found = {"acting": bytes([int(rules.acting(box, here)) & 255])}
    found["legal"] = b"".join(mask_of(game, here, seat).tobytes() for seat in range(game.seats))
    found["chance"] = (weights_of(game, here) if step.seat == CHANCE else np.zeros(rules.OUTCOMES, np.int64)).tobytes()
    states = [step.state, then]
    for viewer in (*range(game.seats), NOBODY):
        view = view_of(game, step.state, viewer)
        states += [view, world_of(game, view, viewer, rng) if with_worlds else view]
    states.append(forgotten(game, step.state))
    found |= {"points": scores[0].tobytes(), "places": scores[1].tobytes(), "luck": rng.tobytes()}
    return found | dict(zip(called(game, with_worlds), (one.tobytes() for one in states), strict=True))


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """What is answered in two ways."""
    return [what for what in one if one[what] != other[what]]
