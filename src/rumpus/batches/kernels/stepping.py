"""One step of one game of a batch.

The seat that was asked has chosen: that takes place, then whatever chance and the bots that play at random choose,
until a seat is asked that the batch does not play itself. A game that ends on the way is settled, and the next begins.
"""

from typing import Any, NamedTuple

import numpy as np

from rumpus.core.batch import lowest_seat, random_action
from rumpus.core.kernel import kernel
from rumpus.core.memory import copy, lent
from rumpus.core.observing import write_observation
from rumpus.core.rng import weighted
from rumpus.core.rules import (
    CHANCE,
    OVER,
    acting,
    action_count,
    apply,
    chance,
    legal,
    places,
    points,
    redact,
)  # fmt: skip

BEGIN, WAIT = -1, -2
"""Instead of an action: deal a new game; leave this one alone."""
NEVER_ASKED = -3
"""Instead of a seat that is asked: so many games have ended one after the other without asking the owner."""
PATIENCE = 1000
"""Games."""
PLACES, POINTS, SHAPED = range(3)
"""What rewards are made of: the places at the end, the points at the end, or every point when it is won."""


class Arrays(NamedTuple):
    """A batch: what its owner sees, a row for each game, and what it works with."""

    acting: Any
    mask: Any
    observation: Any
    reward: Any
    done: Any
    final: Any
    """What the seat that moved last saw of the end; a single row where nobody wants to know."""
    ended_after: Any
    """Decisions of the last game that ended."""
    finished: Any
    """Games that have ended."""
    states: Any
    tables: Any
    """Of each game its chance, who is asked, and how far it is."""
    allowed: Any
    """The mask once more: actions are checked against this one, because its owner may have written into the other."""
    asked: Any
    """The states in which those who choose at once were asked; a single one where nobody ever does."""
    fresh: Any
    """The state in which games begin, a single one."""
    boxes: Any
    """The box, a single one."""
    setting: Any
    """What is the same for all games, a single record."""
    runs: Any
    """How an observation is written."""


def table_record(seats: int) -> np.dtype[Any]:
    """What a batch keeps of a game beside its state.

    Its chance; the points that were paid for; decisions so far; the seat that is asked; which seats were asked at once
    and have not chosen yet; who of the owner's seats moved last, and if in this game; and games that have ended since
    then without asking the owner.
    """
    fields = [
        ("rng", "i8", (4,)), ("paid", "i8", (seats,)), ("length", "i4"), ("seat", "i4"), ("waiting", "i4"),
        ("mover", "i4"), ("has_moved", "i4"), ("unasked", "i4"),
    ]  # fmt: skip
    return np.dtype((np.record, np.dtype(fields, align=True)))


def scratch_record(state: np.dtype[Any], actions: int, outcomes: int, seats: int) -> np.dtype[Any]:
    """What a worker needs for the game that it goes through."""
    fields = [
        ("weights", "i8", (outcomes,)), ("places", "i8", (seats,)), ("points", "i8", (seats,)),
        ("seen", state, (1,)), ("mask", "i1", (actions,)),
    ]  # fmt: skip
    return np.dtype((np.record, np.dtype(fields, align=True)))


def setting_record(seats: int) -> np.dtype[Any]:
    """Which seats are played at random, as a bit mask; what rewards are made of; points at the start; what is kept."""
    fields = [
        ("at_random", "i8"), ("reward", "i8"), ("points", "i8", (seats,)), ("keeps_asked", "i8"), ("keeps_final", "i8"),
        ("observes", "i8"),
    ]  # fmt: skip
    return np.dtype((np.record, np.dtype(fields, align=True)))


@kernel
def step_game(batch: Arrays, here: int, scratch: Any, action: int, is_owners: bool) -> None:
    """The game of this number goes on with an action of the seat that is asked, or begins."""
    if action == WAIT:
        return
    if is_owners:
        hear_owner(batch, here, action)
    batch.acting[here] = batch.tables[here].seat = go_on(batch, here, scratch, action)
    for place in range(action_count(batch.states[here])):
        batch.mask[here, place] = batch.allowed[here, place] = scratch.mask[place]


@kernel
def hear_owner(batch: Arrays, here: int, action: int) -> None:
    """The batch's owner, not one of its bots, has chosen: what the step before brought is over."""
    table = batch.tables[here]
    table.mover, table.has_moved = table.seat, int(action != BEGIN)
    batch.done[here] = table.unasked = 0
    for seat in range(len(table.paid)):
        batch.reward[here, seat] = 0.0


@kernel
def go_on(batch: Arrays, here: int, scratch: Any, action: int) -> int:
    """Until a seat is asked that is not played at random: that seat, with what it may choose in `scratch.mask`.

    There is one call of each rule in here: on a GPU every call is a copy of the whole rule.
    """
    table, setting, box = batch.tables[here], batch.setting[0], batch.boxes[0]
    seat, number = int(table.seat), action
    while True:
        if number == BEGIN:
            begin(batch, here)
        else:
            apply(box, batch.states[here], seat, number)
            table.waiting &= ~(1 << seat) if seat >= 0 else -1
        who = acting(box, batch.states[here])
        if who == CHANCE:
            chance(box, batch.states[here], scratch.weights)
            seat, number = CHANCE, weighted(table.rng, scratch.weights)
            continue
        if who != OVER:
            seat = lowest_seat(who)
            number = legal(box, batch.states[here], seat, scratch.mask)
            ask(batch, here, who)
            if setting.at_random >> seat & 1:
                number = random_action(scratch.mask, number, action_count(batch.states[here]), table.rng)
                continue
        if table.has_moved and (who == OVER or setting.reward == SHAPED):
            pay(batch, here, scratch, who == OVER)
        if setting.observes and (who != OVER or (table.has_moved and setting.keeps_final)):
            look(batch, here, scratch, int(table.mover) if who == OVER else seat, who == OVER)
        if who != OVER:
            return seat
        end(batch, here)
        if table.unasked == PATIENCE:
            return NEVER_ASKED
        number = BEGIN


@kernel
def begin(batch: Arrays, here: int) -> None:
    table = batch.tables[here]
    copy(batch.states, here, batch.fresh, 0)
    table.length = table.waiting = 0
    for seat in range(len(table.paid)):
        table.paid[seat] = batch.setting[0].points[seat]


@kernel
def ask(batch: Arrays, here: int, who: int) -> None:
    """A seat is asked. Of several asked at once, the table is kept as it lay then: all of them are shown that."""
    table = batch.tables[here]
    table.length += 1
    if batch.setting[0].keeps_asked and table.waiting & who == 0:
        table.waiting = who
        copy(batch.asked, here, batch.states, here)


@kernel
def end(batch: Arrays, here: int) -> None:
    """A game is over. One in which its owner was never asked leaves no trace but the count."""
    table = batch.tables[here]
    batch.finished[here] += 1
    if table.has_moved:
        batch.done[here] = 1
        batch.ended_after[here] = table.length
    table.unasked += 1 - table.has_moved
    table.has_moved = 0


@kernel
def pay(batch: Arrays, here: int, scratch: Any, is_over: bool) -> None:
    """The rewards of all seats: for the places or points at the end, or for the points since they were last paid."""
    table, setting, box = batch.tables[here], batch.setting[0], batch.boxes[0]
    if setting.reward == PLACES:
        places(box, batch.states[here], scratch.places)
        share_win(scratch.places, batch.reward, here)
        return
    for seat in range(len(scratch.points)):
        copy(scratch.seen, 0, batch.states, here)
        if not is_over:
            redact(box, scratch.seen[0], seat)  # a reward tells no more than its seat knows
        points(box, scratch.seen[0], scratch.points)
        won = scratch.points[seat]
        batch.reward[here, seat] += won - table.paid[seat] if setting.reward == SHAPED else won
        table.paid[seat] = won


@kernel
def share_win(places_now: Any, reward: Any, here: int) -> None:
    """One for who wins alone; those who share the first place share it."""
    first = 0
    for seat in range(len(places_now)):
        first += places_now[seat] == 1
    for seat in range(len(places_now)):
        reward[here, seat] = 1.0 / first if places_now[seat] == 1 else 0.0


@kernel
def look(batch: Arrays, here: int, scratch: Any, seat: int, is_final: bool) -> None:
    """Write what a seat knows into the row of the game."""
    see(batch, here, scratch, seat)
    rows = batch.final if is_final else batch.observation
    write_observation(scratch.seen[0], seat, batch.runs, rows[here])


@kernel
def see(batch: Arrays, here: int, scratch: Any, seat: int) -> None:
    """What a seat knows; if it has to choose, what it knew when it was asked: others may have chosen since."""
    if batch.tables[here].waiting >> seat & 1:
        copy(scratch.seen, 0, batch.asked, here)
    else:
        copy(scratch.seen, 0, batch.states, here)
    redact(batch.boxes[0], scratch.seen[0], seat)


# On a processor a loop goes through the games


@kernel
def step_games(batch: Arrays, scratch: Any, actions: Any, is_owners: bool, first: int, last: int) -> None:
    """Step the games from one number to another."""
    arrays = lent_batch(batch)
    for here in range(first, last):
        step_game(arrays, here, scratch[0], int(actions[here]), is_owners)


@kernel
def lent_batch(batch: Arrays) -> Arrays:
    """The same arrays, of whose holders nobody keeps count."""
    return Arrays(
        lent(batch.acting), lent(batch.mask), lent(batch.observation), lent(batch.reward), lent(batch.done),
        lent(batch.final), lent(batch.ended_after), lent(batch.finished), lent(batch.states), lent(batch.tables),
        lent(batch.allowed), lent(batch.asked), lent(batch.fresh), lent(batch.boxes), lent(batch.setting),
        lent(batch.runs),
    )  # fmt: skip


@kernel
def look_at_games(batch: Arrays, scratch: Any, seat: int, rows: Any, first: int, last: int) -> None:
    """What one seat knows of each game."""
    for here in range(first, last):
        see(batch, here, scratch[0], seat)
        write_observation(scratch[0].seen[0], seat, batch.runs, rows[here])


@kernel
def draw_actions(mask: Any, rngs: Any, actions: Any, first: int, last: int) -> None:
    """For every game a legal action, each as likely."""
    for here in range(first, last):
        actions[here] = drawn_action(mask, rngs, here)


@kernel
def drawn_action(mask: Any, rngs: Any, here: int) -> int:
    number = 0
    for place in range(mask.shape[1]):
        number += mask[here, place]
    return random_action(mask[here], number, mask.shape[1], rngs[here])


@kernel
def first_wrong(mask: Any, actions: Any) -> int:
    """The first game whose action is not legal; or as many as there are games."""
    for here in range(len(actions)):
        if actions[here] < 0 or actions[here] >= mask.shape[1] or not mask[here, actions[here]]:
            return here
    return len(actions)
