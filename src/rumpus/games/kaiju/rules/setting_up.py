"""§1 The box, and the table before the first card is dealt."""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.kaiju.rules.city import survey
from rumpus.games.kaiju.rules.knowledge import forget
from rumpus.games.kaiju.rules.records import BUILDINGS, FIRST, KINDS, LOTS, STACK, START
from rumpus.games.kaiju.rules.resources import clear_half


@kernel
def prepare(box: Box) -> None:
    """What touches what, and which cards have the same back."""
    survey(box)
    box.back_cost[:] = 0
    backs = 0
    for building in range(BUILDINGS):
        box.back[building] = NONE
        for back in range(backs):
            if is_cost(box, building, back):
                box.back[building] = back
        if box.back[building] == NONE:
            box.back[building] = backs
            for kind in range(KINDS):
                box.back_cost[backs, kind] = box.cost[building, kind]
            backs += 1


@kernel
def is_cost(box: Box, building: int, back: int) -> bool:
    for kind in range(KINDS):
        if box.back_cost[back, kind] != box.cost[building, kind]:
            return False
    return True


@kernel
def set_up(box: Box, state: State, seats: int) -> None:
    state.players = seats
    state.rounds = state.actions = state.dealt = 0
    state.first = state.turn = NONE
    state.rested = state.played = state.ending = 0
    state.struck[:] = 0
    set_up_city(box, state)
    set_up_players(state)
    clear_half(state)
    state.target = NONE
    state.offered[:] = 0
    state.shots[:] = 0
    state.draws = 0
    state.then = NONE
    state.rebuilt = NONE
    forget(box, state)
    state.phase = FIRST


@kernel
def set_up_city(box: Box, state: State) -> None:
    """§1.2, §1.3: stacks of building cards. Only the tops are dealt: those below are alike to everybody."""
    for lot in range(LOTS):
        is_used = state.players > 2 or box.two_plus[lot] == 1
        state.standing[lot] = box.levels[lot] if is_used else 0
    state.top[:] = NONE
    state.top_back[:] = NONE
    state.top_known[:] = 0
    state.unseen[:] = 1
    state.cubes[:] = 0
    state.token[:] = 0
    state.destroyed = state.coming = 0
    state.at[:] = NONE
    state.tank_at[:] = NONE
    state.tank_faces[:] = NONE


@kernel
def set_up_players(state: State) -> None:
    """§1.4: three of each resource for everybody, in a deck."""
    state.hand[:] = 0
    state.deck[:] = 0
    state.discard[:] = 0
    state.own[:] = 0
    state.cards[:] = 0
    state.known[:] = 0
    state.laid[:] = 0
    state.taken[:] = NONE
    state.taken_back[:] = NONE
    state.taken_known[:] = 0
    state.used[:] = 0
    for kind in range(KINDS):
        state.supply[kind] = STACK - START * int(state.players)
        for seat in range(state.players):
            state.deck[seat, kind] = state.own[seat, kind] = START
