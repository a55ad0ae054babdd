"""Exact solutions of two-player zero-sum games in which nothing is hidden but what both choose at once.

From the first position every other is reached by some choices. Where both seats choose at once, a position is a matrix
game between the positions that follow; where one seat chooses, it takes the best of them; where chance acts, the value
is their mean. So values are found from the last positions back to the first, each position once.

The search goes depth first, with a stack of its own: a position is worked out when all that follow it are. What is
kept of a position is a fingerprint of 64 bits and its value: among a million positions the chance that any two share
one is one in forty million. Mixes are not kept: they follow from the values of the next positions by one matrix game.

Where several games make a series (SERIES of the rules names the fields that count finished games), one search works out
one game of it. The ways out of that game, won, lost or tied, are told apart by how they change those fields, and what
they are worth is given to the search, or asked for when the first of them is met.
"""

from typing import Any

import numpy as np

from rumpus.core.fingerprint import fingerprint, mixed_up
from rumpus.core.game import Game
from rumpus.core.kernel import kernel, runnable
from rumpus.core.memory import Words, words
from rumpus.core.rules import CHANCE, OVER, Box, State, acting, apply, chance, forget, legal, places, redact
from rumpus.solve.matrix import Floats, solve_into

DEPTH = 1024
"""Positions on the way at once: more than the choices of any game that can be solved."""

FRESH, GOING, DONE, HIDDEN, TOO_DEEP, ASKING = range(6)
"""How a search stands: not begun, under way, at its end; stopped by something hidden, by a game without end, or by a
way out of the game of which it does not know what it is worth."""
EXITS = 16
"""Ways out of one game of a series, more than there can be."""

ENTRY = np.dtype((np.record, [("key", "i8"), ("value", "f8")]))
"""A position in the table: its fingerprint, and what it is worth to seat 0; no number where there is none."""


SMALLEST = 1 << 17
GROWTH = 4
"""A new table is dear: its memory has to be found and cleared. So tables grow seldom."""


def empty_table(size: int = SMALLEST) -> Any:
    table = np.empty(size, ENTRY)  # not zeros: for what numpy fills itself it asks for large pages of memory
    table["key"], table["value"] = 0, np.nan
    return table


def frame_record(actions: int, outcomes: int) -> np.dtype[Any]:
    """A position on the stack: what can be chosen in it, and what is known so far of what follows."""
    most = max(actions, outcomes)
    fields = [
        ("key", "i8"), ("who", "i8"), ("rows", "i8"), ("columns", "i8"), ("next", "i8"),
        ("row_actions", "i4", (most,)), ("column_actions", "i4", (most,)),
        ("payoff", "f8", (max(actions * actions, outcomes),)), ("weights", "i8", (outcomes,)),
    ]  # fmt: skip
    return np.dtype((np.record, fields), align=True)


def work_record(state: np.dtype[Any], actions: int, outcomes: int) -> np.dtype[Any]:
    """All that the search needs, in one piece of memory, so that machine code has no arrays to count holders of.

    At its end there is the value of the first position, and a mix for each seat there.
    """
    fields = [
        ("states", state, (DEPTH,)), ("frames", frame_record(actions, outcomes), (DEPTH,)),
        ("depth", "i8"), ("known", "i8"), ("status", "i8"), ("value", "f8"), ("key", "i8"),
        ("is_series", "i8"), ("series", "i8", (state.itemsize // 8,)), ("row", "i8", (state.itemsize // 8,)),
        ("exits", "i8"), ("exit_keys", "i8", (EXITS,)), ("exit_values", "f8", (EXITS,)),
        ("mask", "i1", (actions,)), ("places", "i8", (2,)),
        ("tableau", "f8", (actions + 1, actions + 1)), ("labels", "i8", (2 * actions,)),
        ("row_mix", "f8", (actions,)), ("column_mix", "f8", (actions,)),
    ]  # fmt: skip
    return np.dtype((np.record, fields), align=True)


# A table of positions ---------------------------------------------------------------------------------------------


@kernel
def place_of(table: Any, key: np.int64) -> int:
    """Where a position stands in the table, or the free place where it would."""
    place = int(key & (len(table) - 1))
    while table[place].key != key and not np.isnan(table[place].value):
        place = (place + 1) & (len(table) - 1)
    return place


@kernel
def move_into(table: Any, larger: Any) -> None:
    """Fill a larger table with what stands in this one."""
    for place in range(len(table)):
        if not np.isnan(table[place].value):
            larger[place_of(larger, table[place].key)] = table[place]


# The search -------------------------------------------------------------------------------------------------------


@kernel
def work_out(box: Box, work: Any, table: Any, most: int) -> None:
    """Go on until so many positions are known, or the first one is, or something stops it; `work.status` says which.

    The table is a real array, and handing it on is dear: so it is only looked at here.
    """
    if work.status == FRESH:
        begin(box, work)
    while work.status == GOING and work.known < most:
        if work.frames[work.depth].next == work.frames[work.depth].rows * work.frames[work.depth].columns:
            value = value_of(work.frames[work.depth], work)
            place = place_of(table, work.frames[work.depth].key)
            work.known += int(np.isnan(table[place].value))
            table[place].key, table[place].value = work.frames[work.depth].key, value
            close_position(work, value)
        elif look_ahead(box, work):
            value = table[place_of(table, work.key)].value
            if np.isnan(value):
                go_deeper(box, work)
            else:
                hand_back(work, value)


@kernel
def begin(box: Box, work: Any) -> None:
    """Put the first position on the stack."""
    work.depth, work.status = 0, GOING
    forget(box, work.states[0])
    work.key = key_of(work, 0)
    open_position(box, work)


@kernel
def key_of(work: Any, depth: int) -> np.int64:
    """The fingerprint of a position, without what only counts finished games."""
    if work.is_series == 0:
        return fingerprint(work.states[depth])
    there = words(work.states[depth])
    for place in range(len(there)):
        work.row[place] = there[place] & ~work.series[place]
    return mixed_up(work.row)


@kernel
def close_position(work: Any, value: float) -> None:
    """The position on top is worked out: the one below it learns its value."""
    work.depth -= 1
    if work.depth < 0:
        work.value, work.status = value, DONE
    else:
        hand_back(work, value)


@kernel
def hand_back(work: Any, value: float) -> None:
    """The position on top learns what the choices it looks at are worth."""
    frame = work.frames[work.depth]
    frame.payoff[frame.next] = value
    frame.next += 1


@kernel
def value_of(frame: Any, work: Any) -> float:
    """The mean where chance acts; else the value of the matrix game, whose matrix may be one line only."""
    height, width = int(frame.rows), int(frame.columns)
    payoff = frame.payoff[: height * width].reshape((height, width))
    if frame.who == CHANCE:
        weights = frame.weights[:height]
        return float((payoff[:, 0] * weights).sum() / weights.sum())
    row_mix, column_mix = work.row_mix[:height], work.column_mix[:width]
    lower, upper = surest(payoff, 1.0, row_mix), -surest(payoff.T, -1.0, column_mix)
    if lower == upper:
        return lower
    return solve_into(
        payoff, work.tableau[: height + 1, : width + 1], work.labels[: height + width], row_mix, column_mix
    )


@kernel
def surest(payoff: Floats, sign: float, mix: Floats) -> float:
    """What the player who picks a row is sure of without mixing; `mix` becomes the rows that do it, as likely each.

    The payoffs count for that player with this sign.
    """
    best, number = -np.inf, 0
    for row in range(len(mix)):
        mix[row] = np.inf
        for column in range(payoff.shape[1]):
            mix[row] = min(mix[row], sign * payoff[row, column])
        best = max(best, mix[row])
    for row in range(len(mix)):
        mix[row] = 1.0 if mix[row] == best else 0.0
        number += mix[row] == 1.0
    mix /= number
    return best


@kernel
def look_ahead(box: Box, work: Any) -> bool:
    """Make the next position that choices lead to; whether it has to be looked up, because the game goes on there."""
    depth = int(work.depth)
    work.states[depth + 1] = work.states[depth]
    choose(box, work.states[depth + 1], work.frames[depth])
    forget(box, work.states[depth + 1])
    work.key = way_out(work, depth)
    if work.key != 0 or acting(box, work.states[depth + 1]) == OVER:
        leave_game(box, work)
        return False
    work.key = key_of(work, depth + 1)
    return True


@kernel
def way_out(work: Any, depth: int) -> np.int64:
    """How the last choice has changed what counts finished games; 0 if it has not."""
    if work.is_series == 0:
        return np.int64(0)
    before, after = words(work.states[depth]), words(work.states[depth + 1])
    is_changed = False
    for place in range(len(before)):
        work.row[place] = (after[place] & work.series[place]) - (before[place] & work.series[place])
        is_changed = is_changed or work.row[place] != 0
    return mixed_up(work.row) if is_changed else np.int64(0)


@kernel
def leave_game(box: Box, work: Any) -> None:
    """The game ends here: with a result; in a series, with a way out whose worth is known, or has to be asked for."""
    if work.is_series == 0:
        places(box, work.states[work.depth + 1], work.places)
        hand_back(work, result(work.places))
        return
    known = 0
    while known < work.exits and work.exit_keys[known] != work.key:
        known += 1
    if known < work.exits:
        hand_back(work, work.exit_values[known])
    else:
        work.status = ASKING


@kernel
def go_deeper(box: Box, work: Any) -> None:
    """Put the position ahead on the stack, to be worked out first."""
    if work.depth + 3 == len(work.states):
        work.status = TOO_DEEP
    else:
        work.depth += 1
        open_position(box, work)


@kernel
def choose(box: Box, state: State, frame: Any) -> None:
    """Both seats, one of them, or chance make the choices that are looked at."""
    row, column = frame.next // frame.columns, frame.next % frame.columns
    for turn in range(2):
        if frame.who == CHANCE:
            seat, may_choose = CHANCE, turn == 0
        else:
            seat, may_choose = turn, frame.who >> turn & 1 == 1
        if may_choose:
            apply(box, state, seat, frame.row_actions[row] if turn == 0 else frame.column_actions[column])


@kernel
def result(places_now: Any) -> float:
    """What the end is worth to seat 0: 1, 0 or -1."""
    return float(np.sign(places_now[1] - places_now[0]))


@kernel
def open_position(box: Box, work: Any) -> None:
    """Write down what can be chosen in the position on top."""
    state, frame = work.states[work.depth], work.frames[work.depth]
    frame.key, frame.who, frame.next, frame.rows, frame.columns = work.key, acting(box, state), 0, 1, 1
    if frame.who == CHANCE:
        chance(box, state, frame.weights)
        frame.rows = pack_outcomes(frame.weights, frame.row_actions)
        return
    for seat in range(2):
        if frame.who >> seat & 1:
            look_for_secrets(box, work, seat)
            number = legal(box, state, seat, work.mask)
            pack_actions(work.mask, frame.row_actions if seat == 0 else frame.column_actions)
            if seat == 0:
                frame.rows = number
            else:
                frame.columns = number


@kernel
def look_for_secrets(box: Box, work: Any, seat: int) -> None:
    """The method is wrong for games in which a seat that chooses does not see everything: stop if this is one."""
    last = len(work.states) - 1
    work.states[last] = work.states[work.depth]
    redact(box, work.states[last], seat)
    seen, there = words(work.states[last]), words(work.states[work.depth])
    for word in range(len(seen)):
        if seen[word] != there[word]:
            work.status = HIDDEN


@kernel
def pack_actions(mask: Any, actions: Any) -> None:
    number = 0
    for action in range(len(mask)):
        if mask[action]:
            actions[number] = action
            number += 1


@kernel
def pack_outcomes(weights: Any, outcomes: Any) -> int:
    """The outcomes that can happen and their weights, moved to the front; how many there are."""
    number = 0
    for outcome in range(len(weights)):
        if weights[outcome]:
            outcomes[number], weights[number] = outcome, weights[outcome]
            number += 1
    return number


# A batch of positions ---------------------------------------------------------------------------------------------


@kernel
def write_mixes(box: Box, asked: Any, mixes: Any, work: Any, table: Any) -> None:
    """For each position asked about, how likely each seat chooses each action; all must follow from the table."""
    for number in range(len(asked)):
        work.states[0], work.status = asked[number], FRESH
        work_out(box, work, table, work.known + 1)
        mixes[number] = 0.0
        frame = work.frames[0]
        for row in range(frame.rows):
            mixes[number, 0, frame.row_actions[row]] = work.row_mix[row]
        for column in range(frame.columns):
            mixes[number, 1, frame.column_actions[column]] = work.column_mix[column]


# From Python ------------------------------------------------------------------------------------------------------


class Search:
    """The memory of one search. A table that was filled by another search can be given to it."""

    def __init__(self, game: Game, table: Any, mode: str | None = None) -> None:
        self.game, self.mode, self.table, rules = game, mode, table, game.rules
        self.work = np.zeros(1, work_record(rules.STATE, rules.ACTIONS, rules.OUTCOMES))[0]
        self.work.series[:] = series_mask(game)
        self.work.is_series = self.work.series.any()

    def make_ready(self) -> None:
        """Compile before the clock starts, where there is something to compile."""
        self.work.status = DONE
        self.go_on(0)
        runnable(move_into, self.mode)(self.table, self.table[:0])

    def begin(self, start: State) -> None:
        self.work.states[0], self.work.status = start, FRESH

    def go_on(self, positions: int) -> bool:
        """Work out so many positions more; whether there is still something to do."""
        with np.errstate(over="ignore"):
            runnable(work_out, self.mode)(self.game.box, self.work, self.table, self.work.known + positions)
        return int(self.work.status) == GOING

    def grow(self) -> None:
        larger = empty_table(GROWTH * len(self.table))
        runnable(move_into, self.mode)(self.table, larger)
        self.table = larger

    # A series

    @property
    def asked(self) -> State | None:
        """The table after the way out of which the search does not know what it is worth, if it waits for that."""
        return self.work.states[self.work.depth + 1].copy() if self.work.status == ASKING else None

    def answer(self, value: float) -> None:
        """Tell the search what that way out is worth; it can go on."""
        work = self.work
        work.exit_keys[work.exits], work.exit_values[work.exits] = work.key, value
        work.exits, work.status = work.exits + 1, GOING

    @property
    def exits(self) -> dict[int, float]:
        """The ways out met so far, and what they are worth."""
        number = int(self.work.exits)
        return dict(zip(self.work.exit_keys[:number].tolist(), self.work.exit_values[:number].tolist(), strict=True))


def series_mask(game: Game) -> Words:
    """All bits of what counts finished games, in the words of a state; none in a game that is played once."""
    state = np.zeros(1, game.rules.STATE)
    for switch, fields in getattr(game.rules, "SERIES", {}).items():
        for field in fields if game.box[switch] else ():
            state[field] = -1
    return state.view(np.int64)
