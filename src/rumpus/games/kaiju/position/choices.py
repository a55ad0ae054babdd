"""A choice under way: its card, its tank or its kaiju is there, and could be chosen."""

from collections.abc import Iterator

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.kaiju.position.holdings import Fault, number
from rumpus.games.kaiju.rules.cards import ABILITY, MISSILE, TANK_ICON, phase_of, works
from rumpus.games.kaiju.rules.city import are_neighbours, is_free
from rumpus.games.kaiju.rules.moving import can_challenge
from rumpus.games.kaiju.rules.records import (
    ACTIONS,
    AIMING,
    CHALLENGING,
    CHOOSING_PART,
    FACING,
    GETTING,
    GIVING,
    LOOK,
    MAUL,
    PARTS,
    PLACING,
    REST_UP,
    ROLLING,
    STEP,
    SWAP,
    SWAPPED,
    TAKE,
    TO,
    TURNING,
)
from rumpus.games.kaiju.rules.tanks import mark_nearest, mark_rolls, space_of

ASKED_BY = {phase_of(ability): ability for ability in (TAKE, STEP, MAUL, LOOK, SWAP, REST_UP)} | {GETTING: SWAP}
"""Which ability leads to a phase."""
ICONS = {ROLLING: TANK_ICON, TURNING: TANK_ICON, AIMING: MISSILE}


def _chosen_cards(box: Box, state: State) -> Iterator[Fault]:
    if state.half.any() and np.any(state.half > state.hand[state.turn]):
        yield "half", "only what is in hand can be chosen."
    if np.any(state.half_in > state.supply):
        yield "half_in", "only what is in the supply can be chosen."
    if state.phase == GETTING and number(state.half) != SWAPPED:
        yield "half", f"{SWAPPED} cards are swapped."
    if state.phase == GIVING and number(state.half) >= SWAPPED:
        yield "half", f"{SWAPPED} cards are swapped, and no more are given."
    if number(state.half_in) >= SWAPPED:
        yield "half_in", f"{SWAPPED} cards are swapped, as soon as they are chosen."


def _card(box: Box, state: State) -> Iterator[Fault]:
    """The building card that is being used (§5.1)."""
    place, seat = int(state.half_card), int(state.turn)
    if place == NONE:
        if state.half_part != NONE:
            yield "half_part", "there is no part without a card that is being used."
        return
    if place >= state.laid[seat] or state.used[seat, place]:
        yield "half_card", "only a card that was taken, and lies face down, can be used."
    elif state.played:
        yield "half_card", "one card is used in a turn."
    elif not _fits(box, state, int(state.taken[seat, place])):
        yield "half_part", "the card has no such part, or it could do nothing now."


def _fits(box: Box, state: State, building: int) -> bool:
    """Whether that card leads to this phase."""
    seat, part, phase = int(state.turn), int(state.half_part), int(state.phase)
    if phase == CHOOSING_PART:
        return sum(works(box, state, seat, building, one) for one in range(len(PARTS))) > 1
    if part == ABILITY and ASKED_BY.get(phase) != box.ability[building]:
        return False
    return part == ICONS.get(phase, ABILITY) and works(box, state, seat, building, part)


def _challenge(box: Box, state: State) -> Iterator[Fault]:
    if state.phase == CHALLENGING and not can_challenge(box, state, int(state.turn), int(state.half_target)):
        yield "half_target", "one attacks a kaiju on a neighbouring intersection that has a way out, and with a card."


def _tank(box: Box, state: State) -> Iterator[Fault]:
    """A tank that is attacked, or moved by a card (§6.5, §6.6)."""
    tank = int(state.half_tank)
    if tank != NONE and state.tank_at[tank] == NONE:
        yield "half_tank", "that tank has not come yet."
    elif tank != NONE and state.half_card == NONE and not _is_struck(box, state, tank):
        yield "half_tank", "one attacks a tank on a neighbouring intersection, and each once in a turn."
    if state.phase in (ROLLING, TURNING):
        yield from _paid(state)
    if state.phase == TURNING and not _could_roll(box, state):
        yield "half_to", "a tank goes to a free neighbouring intersection."


def _is_struck(box: Box, state: State, tank: int) -> bool:
    return are_neighbours(box, int(state.at[state.turn]), int(state.tank_at[tank])) and not state.struck[tank]


def _paid(state: State) -> Iterator[Fault]:
    if state.half_card == NONE and state.half_tank == NONE:
        yield "half_tank", "a tank is attacked, or a card is used that moves one."
    if number(state.half) != int(state.half_card == NONE):
        yield "half", "an attack on a tank costs one card, and a building card costs none."


def _could_roll(box: Box, state: State) -> bool:
    mask = np.zeros(ACTIONS, np.int8)
    mark_rolls(box, state, int(state.half_tank), state.half_part == TANK_ICON, mask, TO)
    return bool(mask[TO + state.half_to])


def _coming(box: Box, state: State) -> Iterator[Fault]:
    """A tank that comes has its space; only if that is taken, a place nearby is chosen (§6.2)."""
    if state.phase not in (PLACING, FACING):
        return
    space = space_of(box, state)
    has_space = is_free(box, state, space)
    if state.phase == PLACING and has_space:
        yield "phase", "a place for a tank is chosen only if its space is taken."
    if state.phase == FACING and not (state.half_to == space if has_space else _is_nearest(box, state)):
        yield "half_to", "a tank comes to its space, or to the nearest free intersection."


def _is_nearest(box: Box, state: State) -> bool:
    mask = np.zeros(ACTIONS, np.int8)
    mark_nearest(box, state, mask, TO)
    return bool(mask[TO + state.half_to])


CHOICES = (_chosen_cards, _card, _challenge, _tank, _coming)
