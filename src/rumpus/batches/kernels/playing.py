"""Whole games at random, as a GPU plays them: the same game for the same seed and number, whoever plays it beside what.

There are two ways. *Alone*: a thread plays a game from beginning to end. That is best where a game is small: the
threads do much the same, and its state lies close by. *Sorted*: a block of threads has many more games than threads,
each in a slot, and goes in rounds. In every round the slots are sorted by what is to be done next, so that threads side
by side, which can only do one thing at a time, do the same thing.
"""

from typing import Any, NamedTuple

import numpy as np

from rumpus.core.batch import lowest_seat, play_out, random_action, settle
from rumpus.core.kernel import kernel
from rumpus.core.memory import copy
from rumpus.core.rng import start_stream, weighted
from rumpus.core.rules import CHANCE, OVER, acting, action_count, apply, chance, legal

KINDS = 64
"""Kinds of work that are told apart: of each phase what a seat chooses and what chance does, and these two:"""
NEXT, IDLE = KINDS - 2, KINDS - 1
"""A game is over, and the next begins; no game is left to begin."""
TAKEN, PLACES = KINDS, KINDS + 1
"""What a block of threads shares: a number for each kind, how many places are taken, and the slots, sorted."""
STEPS = 8
"""How often a game goes on in a round, if the same kind of work comes again: to fetch its state and lay it back costs
as much as a step."""


class Playing(NamedTuple):
    """What all threads share."""

    boxes: Any
    """The box, a single one."""
    fresh: Any
    """The state in which games begin, a single one."""
    works: Any
    """A single record of the kind that every thread has for itself, ..."""
    tables: Any
    """... and a single state; or a twin of it, whose rules are code apart."""
    seed: Any
    """The generator of the seed, four words."""
    slots: Any
    """Where games are under way: how far they are, and ..."""
    states: Any
    """... their states; a single one of each where games are played alone."""
    tally: Any
    sums: Any
    """Decisions, choices of chance, and the longest game."""
    kept_places: Any
    """Of every game, or none."""
    kept_points: Any
    kept_lengths: Any


DECISIONS, CHANCES, LONGEST = range(3)
"""The columns of `sums`."""


def work_record(rules: Any, seats: int) -> np.dtype[Any]:
    """What a thread needs beside a state. As `core/batch.py` has it, but smaller: a GPU's close memory is small."""
    fields = [
        ("rng", "i8", (4,)), ("places", "i8", (seats,)), ("points", "i8", (seats,)), ("tally", "i8", (seats, 3)),
        ("decisions", "i8"), ("chances", "i8"), ("longest", "i8"), ("mask", "i1", (rules.ACTIONS,)),
        ("weights", "i4", (rules.OUTCOMES,)),
    ]  # fmt: skip
    return np.dtype((np.record, np.dtype(fields, align=True)))


def slot_record() -> np.dtype[Any]:
    """A game under way: its number, its chance, who acts, what is to be done next, and how long it has taken."""
    fields = [
        ("rng", "i8", (4,)), ("game", "i8"), ("decisions", "i4"), ("chances", "i4"), ("who", "i4"), ("kind", "i4"),
    ]  # fmt: skip
    return np.dtype((np.record, np.dtype(fields, align=True)))


@kernel
def begin_work(work: Any) -> None:
    """Nothing is added up yet."""
    work.decisions = work.chances = work.longest = 0
    for seat in range(len(work.places)):
        for column in range(3):
            work.tally[seat, column] = 0


# Alone


@kernel
def play_whole(playing: Playing, boxes: Any, work: Any, table: Any, game: int) -> None:
    """Play the game of this number from its beginning to its end."""
    copy(table, 0, playing.fresh, 0)
    start_stream(work.rng, playing.seed, game)
    decisions, chances = play_out(boxes[0], table[0], work.mask, work.weights, work.rng)
    settle(boxes[0], table[0], work, decisions, chances)
    keep(playing, work, game, decisions)


@kernel
def keep(playing: Playing, work: Any, game: int, decisions: int) -> None:
    """Write down what came out of a game, where there is room for it."""
    if game < len(playing.kept_lengths):
        playing.kept_lengths[game] = decisions
        for seat in range(len(work.places)):
            playing.kept_places[game, seat] = work.places[seat]
            playing.kept_points[game, seat] = work.points[seat]


# Sorted


@kernel
def open_slot(playing: Playing, here: int, game: int) -> None:
    """A slot is free: its first game will be this one."""
    slot = playing.slots[here]
    slot.game, slot.who, slot.kind = game, CHANCE, NEXT


@kernel
def step_slot(playing: Playing, boxes: Any, here: int, work: Any, own: Any, table: Any, last: int) -> None:
    """The game in a slot goes on, as long as there is the same kind of work to do.

    The slot and its state are worked at in `own` and `table`, the thread's own, where threads side by side read from
    memory side by side. There is one call of each rule in here: every call may be a copy of the whole rule.
    """
    copy(own, 0, playing.slots, here)
    copy(table, 0, playing.states, here)
    slot, kind = own[0], int(own[0].kind)
    for _ in range(STEPS):
        if kind == NEXT:
            change_game(playing, boxes, work, slot, table, last)
        else:
            choose(boxes[0], work, slot, table[0])
        if slot.kind == IDLE:
            break
        who = acting(boxes[0], table[0])
        slot.who, slot.kind = who, kind_of(table[0], who)
        if slot.kind != kind:
            break
    copy(playing.slots, here, own, 0)
    copy(playing.states, here, table, 0)


@kernel
def kind_of(state: Any, who: int) -> int:
    """What kind of work is to be done next: by the phase of the game, and whether chance acts."""
    if who == OVER:
        return NEXT
    return min(2 * int(state.phase) + int(who == CHANCE), NEXT - 1)


@kernel
def choose(box: Any, work: Any, slot: Any, state: Any) -> None:
    """Whoever acts chooses, and that takes place."""
    if slot.who == CHANCE:
        seat = CHANCE
        chance(box, state, work.weights)
        chosen = weighted(slot.rng, work.weights)
        slot.chances += 1
    else:
        seat = lowest_seat(slot.who)
        number = legal(box, state, seat, work.mask)
        chosen = random_action(work.mask, number, action_count(state), slot.rng)
        slot.decisions += 1
    apply(box, state, seat, chosen)


@kernel
def change_game(playing: Playing, boxes: Any, work: Any, slot: Any, table: Any, last: int) -> None:
    """The game in a slot, if there is one, is settled, and the next begins; as many numbers on as there are slots."""
    if slot.who == OVER:
        settle(boxes[0], table[0], work, int(slot.decisions), int(slot.chances))
        keep(playing, work, int(slot.game), int(slot.decisions))
        slot.game += len(playing.slots)
    if slot.game >= last:
        slot.kind = IDLE
        return
    copy(table, 0, playing.fresh, 0)
    start_stream(slot.rng, playing.seed, int(slot.game))
    slot.decisions = slot.chances = 0
