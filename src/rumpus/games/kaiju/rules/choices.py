"""§1.6, §2 to §6 What may be chosen, by what is under way."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.kaiju.rules.buildings import can_attack
from rumpus.games.kaiju.rules.cards import TANK_ICON, can_use, is_news, works
from rumpus.games.kaiju.rules.city import are_neighbours, is_free, mark_ways_out, table_size
from rumpus.games.kaiju.rules.moving import can_challenge
from rumpus.games.kaiju.rules.records import (
    AIMING,
    CARD,
    CHALLENGING,
    CHOOSING_PART,
    CONFIRM,
    CORNERS,
    DIRECTIONS,
    END,
    FACE,
    INTERSECTIONS,
    KAIJU,
    KIND,
    KINDS,
    LOOKING,
    LOT,
    LOTS,
    MAULING,
    PART,
    PARTS,
    PLACING,
    REST,
    RESTING,
    ROLLING,
    STARTING,
    STEPPING,
    TANK,
    TANKS,
    TO,
    TURN_ACTIONS,
)
from rumpus.games.kaiju.rules.resources import chosen
from rumpus.games.kaiju.rules.tanks import mark_nearest, mark_rolls


@kernel
def mark_attacks(box: Box, state: State, seat: int, mask: Mask) -> None:
    """Of the lots that the pawn touches (§2.1)."""
    for corner in range(CORNERS):
        lot = int(box.lot_at[state.at[seat], corner])
        if lot != NONE:
            mask[LOT + lot] = int(can_attack(box, state, seat, lot))


@large_kernel
def legal_action(box: Box, state: State, seat: int, mask: Mask) -> None:
    """§2 to §6: attack, move, rest; or what is free: a card, a tank nearby."""
    if state.actions < TURN_ACTIONS:
        mark_attacks(box, state, seat, mask)
        mark_ways_out(box, state, int(state.at[seat]), mask, TO)
        for other in range(state.players):
            mask[KAIJU + other] = int(can_challenge(box, state, seat, other))
        mask[REST] = 1
    else:
        mask[END] = 1
    for place in range(state.laid[seat]):
        mask[CARD + place] = int(can_use(box, state, seat, place))
    for tank in range(TANKS):
        is_near = are_neighbours(box, int(state.at[seat]), int(state.tank_at[tank]))
        mask[TANK + tank] = int(is_near and not state.struck[tank] and state.cards[seat] > 0)


@kernel
def legal_to_discard(state: State, seat: int, mask: Mask) -> None:
    """Cards of the hand, one by one: any number to rest, one or more to attack, two to swap, one for a tank."""
    number = chosen(state)
    if state.phase == RESTING or state.phase == CHALLENGING:
        mask[CONFIRM] = int(state.phase == RESTING or number > 0)
    for kind in range(KINDS):
        mask[KIND + kind] = int(state.hand[seat, kind] > state.half[kind])


@kernel
def legal_for_tank(box: Box, state: State, mask: Mask) -> None:
    """Which tank, where to, and which way it looks."""
    if state.phase == PLACING:
        mark_nearest(box, state, mask, TO)
    elif state.phase != ROLLING:
        for direction in range(len(DIRECTIONS)):
            mask[FACE + direction] = 1
    elif state.half_tank == NONE:
        for tank in range(TANKS):
            mask[TANK + tank] = int(state.tank_at[tank] != NONE)
    else:
        mark_rolls(box, state, int(state.half_tank), state.half_part == TANK_ICON, mask, TO)


@large_kernel
def legal_target(box: Box, state: State, seat: int, mask: Mask) -> None:
    """Where to start; and what a card asks."""
    phase = int(state.phase)
    if phase == STARTING:
        for place in range(INTERSECTIONS):
            mask[TO + place] = int(box.beach[place] == 1 and is_free(box, state, place))
    elif phase == CHOOSING_PART:
        for part in range(len(PARTS)):
            building = int(state.taken[seat, state.half_card])
            mask[PART + part] = int(works(box, state, seat, building, part))
    elif phase == STEPPING:
        mark_ways_out(box, state, int(state.at[seat]), mask, TO)
    elif phase == MAULING:
        for other in range(state.players):
            mask[KAIJU + other] = int(other != seat and state.cards[other] > 0)
    elif phase == LOOKING:
        for lot in range(LOTS):
            mask[LOT + lot] = int(is_news(state, seat, lot))
    elif phase == AIMING:
        for place in range(INTERSECTIONS):
            mask[TO + place] = box.is_open[table_size(state), place]
    else:
        for kind in range(KINDS):
            mask[KIND + kind] = int(state.supply[kind] > state.half_in[kind])
