"""§2 Attacking a building: its cost, its card, a cube; what falls, and what comes of it."""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.kaiju.rules.city import buildings_left, is_used, table_size
from rumpus.games.kaiju.rules.records import ACTING, CUBES, KINDS, REBUILDING, SQUARES
from rumpus.games.kaiju.rules.resources import can_pay, count_action, discard, forget_last


@kernel
def can_attack(box: Box, state: State, seat: int, lot: int) -> bool:
    """A lot that the pawn touches: its cost can be paid, and a cube is left (§2.1, §2.2); not after a rest (§2.5)."""
    if state.standing[lot] == 0 or state.rested or state.laid[seat] == CUBES or not is_used(box, state, lot):
        return False
    if lot == box.hall and is_guarded(box, state):
        return False
    return can_pay(state, seat, box.back_cost[state.top_back[lot]])


@kernel
def is_guarded(box: Box, state: State) -> bool:
    """City Hall, before the first coloured square is reached (§9.3)."""
    return box.city_hall == 1 and state.destroyed < box.square_step[0, table_size(state)]


@kernel
def attack(box: Box, state: State, seat: int, lot: int) -> None:
    """The cost is discarded, the top card is taken face down, and a cube is laid beside the lot (§2.2)."""
    forget_last(state)
    for kind in range(KINDS):
        for _ in range(box.back_cost[state.top_back[lot], kind]):
            discard(state, seat, kind)
    take_top(state, seat, lot)
    state.cubes[lot, seat] += 1
    state.laid[seat] += 1
    state.standing[lot] -= 1
    state.last_lot = lot
    count_action(state)
    if state.laid[seat] == CUBES:
        state.ending = 1
    if state.standing[lot] == 0:
        fall(box, state, lot)
        state.phase = ACTING
    else:
        state.rebuilt = lot
        state.phase = REBUILDING


@kernel
def take_top(state: State, seat: int, lot: int) -> None:
    place = int(state.laid[seat])
    state.taken[seat, place] = state.top[lot]
    state.taken_back[seat, place] = state.top_back[lot]
    state.taken_known[seat, place] = state.top_known[lot] | 1 << seat
    clear_top(state, lot)


@kernel
def clear_top(state: State, lot: int) -> None:
    state.top[lot] = NONE
    state.top_back[lot] = NONE
    state.top_known[lot] = 0


@kernel
def fall(box: Box, state: State, lot: int) -> None:
    """The last level: the token moves on, and a tank may come; the end may be near (§2.3, §6.1, §7.1)."""
    state.destroyed += 1
    for square in range(SQUARES):
        state.coming += int(box.square_step[square, table_size(state)] == state.destroyed)
    if lot == box.hall or buildings_left(state) == 0:
        state.ending = 1


@kernel
def turn_up(box: Box, state: State, lot: int, building: int) -> None:
    """The next card of a stack: its back is seen (§1.3)."""
    state.unseen[building] = 0
    state.top[lot] = building
    state.top_back[lot] = box.back[building]
    state.top_known[lot] = 0
