"""Kaiju Rising: climb out of the sea, take a city apart level by level, and mind the tanks.

The numbers (§) are those of RULES.md; each module is a part of it. Here the parts are put together.
"""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.rules import CHANCE, OVER, Box, Mask, State
from rumpus.games.kaiju.rules.actions import act, answer_challenge, choose_discards, command_tank, use_card
from rumpus.games.kaiju.rules.choices import legal_action, legal_for_tank, legal_target, legal_to_discard
from rumpus.games.kaiju.rules.city import mark_ways_out
from rumpus.games.kaiju.rules.dealing import chance, happen
from rumpus.games.kaiju.rules.knowledge import determinize, forget, redact
from rumpus.games.kaiju.rules.moving import can_stand
from rumpus.games.kaiju.rules.records import (
    ACTING,
    ACTION_FIELDS,
    ACTIONS,
    AIMING,
    BOX,
    BOX_FIELDS,
    CHALLENGING,
    DEFENDING,
    ENDED,
    EXCLUSIONS,
    FACING,
    FOLLOWING,
    GIVING,
    LENGTHS,
    OUTCOMES,
    PLACING,
    RESTING,
    ROLLING,
    SEATS,
    STAND,
    STARTING,
    STATE,
    STATE_FIELDS,
    STAY,
    STRIKING,
    SWITCHES,
    TO,
    TURNING,
    VERSION,
)
from rumpus.games.kaiju.rules.scoring import places, points
from rumpus.games.kaiju.rules.setting_up import prepare, set_up
from rumpus.games.kaiju.rules.turns import after_shots, start_at

__all__ = [
    "ACTIONS",
    "ACTION_FIELDS",
    "BOX",
    "BOX_FIELDS",
    "EXCLUSIONS",
    "LENGTHS",
    "OUTCOMES",
    "SEATS",
    "STATE",
    "STATE_FIELDS",
    "SWITCHES",
    "VERSION",
    "acting",
    "apply",
    "chance",
    "determinize",
    "forget",
    "legal",
    "places",
    "points",
    "prepare",
    "redact",
    "set_up",
]


@kernel
def acting(box: Box, state: State) -> int:
    phase = int(state.phase)
    if phase == STARTING or (phase >= ACTING and phase != DEFENDING and phase <= AIMING):
        return 1 << int(state.turn)
    if phase == DEFENDING:
        return 1 << int(state.target)
    if phase in (PLACING, FACING):
        return 1 << int(state.turn)
    return OVER if phase == ENDED else CHANCE


@large_kernel
def legal(box: Box, state: State, seat: int, mask: Mask) -> int:
    mask[:] = 0
    who = acting(box, state)
    if who == CHANCE or who >> seat & 1 == 0:
        return 0
    phase = int(state.phase)
    if phase == ACTING:
        legal_action(box, state, seat, mask)
    elif phase in (RESTING, CHALLENGING, GIVING, STRIKING):
        legal_to_discard(state, seat, mask)
    elif phase in (ROLLING, TURNING, FACING, PLACING):
        legal_for_tank(box, state, mask)
    elif phase == DEFENDING:
        mask[STAND] = int(can_stand(state, seat))
        mark_ways_out(box, state, int(state.at[seat]), mask, TO)
    elif phase == FOLLOWING:
        mask[STAY] = 1
        mark_ways_out(box, state, int(state.at[seat]), mask, TO)
    else:
        legal_target(box, state, seat, mask)
    return int(mask.sum())


@large_kernel
def apply(box: Box, state: State, seat: int, action: int) -> None:
    phase = int(state.phase)
    if seat == CHANCE:
        happen(box, state, action)
    elif phase == STARTING:
        start_at(state, seat, action - TO)
    elif phase == ACTING:
        act(box, state, seat, action)
    elif phase in (RESTING, CHALLENGING, GIVING, STRIKING):
        choose_discards(box, state, seat, action)
    elif phase in (ROLLING, TURNING, FACING, PLACING):
        command_tank(box, state, seat, action)
    elif phase in (DEFENDING, FOLLOWING):
        answer_challenge(box, state, seat, action)
    else:
        use_card(box, state, seat, action)
    if seat != CHANCE:
        after_shots(box, state)
