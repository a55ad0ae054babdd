"""Arrr!!!: sign on a crew, sail for what lies in the row, rob the coast, challenge a rival.

The numbers (§) are those of RULES.md; each module is a part of it. Here the parts are put together.
"""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import CHANCE, OVER, Box, Mask, State
from rumpus.games.arrr.rules.announcing import aim, legal_aims, legal_picks, legal_plays, pick, start_play
from rumpus.games.arrr.rules.dealing import chance, choose_captain, happen, set_up
from rumpus.games.arrr.rules.deeds import (
    answer_challenge,
    ask_again,
    clear_throw,
    declare,
    legal_deeds,
    legal_spoils,
    legal_stakes,
    name_stake,
    put_aside,
    spoil,
)
from rumpus.games.arrr.rules.holdings import start_draw
from rumpus.games.arrr.rules.knowledge import determinize, redact
from rumpus.games.arrr.rules.records import (
    ACCEPT,
    ACTION_FIELDS,
    ACTIONS,
    AFTER,
    AIMING,
    ANSWERING,
    ASKED,
    BEFORE,
    BOX,
    BOX_FIELDS,
    CAPTAIN,
    CARD,
    CHEAT,
    CHOOSING,
    CONFIRM,
    CREW,
    DAMAGED,
    DECLARING,
    DISCARDING,
    DRAW_CREW,
    DRAWING,
    ENDED,
    EQUIPPING,
    EXCLUSIONS,
    LENGTHS,
    NAMING_STAKE,
    NAMING_STAT,
    OFFERED,
    ON_TABLE,
    OUTCOMES,
    PASS,
    PAYING,
    PENALTY,
    PICKING,
    RECRUITING,
    REFILLING,
    REFUSE,
    REPLACING,
    RUNNING,
    SEAT,
    SEATS,
    SPOILING,
    STAKING,
    STAT,
    STATE,
    STATE_FIELDS,
    STATS,
    SWITCHES,
    TIPPING,
    VERSION,
)
from rumpus.games.arrr.rules.recruiting import equip, forget_last, legal_decks, legal_discards, legal_equipment, recruit
from rumpus.games.arrr.rules.resolving import choose_discards, legal_draws, legal_payment, suffer
from rumpus.games.arrr.rules.running import run
from rumpus.games.arrr.rules.scoring import places, points
from rumpus.games.arrr.rules.throwing import cheat

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
def prepare(box: Box) -> None:
    """Nothing follows from the cards that has to be worked out."""


@kernel
def forget(box: Box, state: State) -> None:
    """Dice of a throw that is over are only looked at; what was added before it is in the throw."""
    if state.stage == AFTER:
        state.harder = state.easier = 0
        state.more[:] = 0
        state.fewer[:] = 0
    elif state.stage != BEFORE:
        clear_throw(state)
    if state.stage > PENALTY:
        ask_again(state)
    forget_last(state)


@kernel
def acting(box: Box, state: State) -> int:
    phase = int(state.phase)
    if RECRUITING <= phase <= NAMING_STAKE or phase in (SPOILING, TIPPING):
        return 1 << int(state.turn)
    if phase in (ASKED, AIMING, PICKING):
        return 1 << int(state.asked)
    if phase in (ANSWERING, STAKING):
        return 1 << int(state.target)
    if DAMAGED <= phase <= DRAWING:
        return 1 << int(state.owing)
    if phase == CHOOSING:
        return undecided(state)
    return OVER if phase == ENDED else CHANCE


@kernel
def undecided(state: State) -> int:
    """Who has no captain yet."""
    who = 0
    for seat in range(state.players):
        if state.captain[seat] == NONE:
            who |= 1 << seat
    return who


# Choices ----------------------------------------------------------------------------------------------------------


@large_kernel
def legal(box: Box, state: State, seat: int, mask: Mask) -> int:
    mask[:] = 0
    who = acting(box, state)
    if who == CHANCE or who >> seat & 1 == 0:
        return 0
    phase = int(state.phase)
    if phase == ASKED:
        legal_plays(box, state, seat, mask)
    elif phase == RECRUITING:
        legal_discards(state, seat, mask)
        mask[CONFIRM] = 1
    elif phase in (EQUIPPING, REPLACING):
        legal_equipment(box, state, seat, mask)
    elif phase == DECLARING:
        legal_deeds(box, state, seat, mask)
    elif phase in (AIMING, PICKING):
        legal_details(box, state, seat, mask)
    else:
        legal_answers(box, state, seat, mask)
    return int(mask.sum())


@kernel
def legal_details(box: Box, state: State, seat: int, mask: Mask) -> None:
    """What has to be said of an event or an ability."""
    if state.phase == AIMING:
        legal_aims(box, state, seat, mask)
    else:
        legal_picks(box, state, seat, mask)


@large_kernel
def legal_answers(box: Box, state: State, seat: int, mask: Mask) -> None:
    """The rest: where something was asked, and only that can be answered."""
    phase = int(state.phase)
    if phase == NAMING_STAT:
        mask[STAT : STAT + len(STATS)] = 1
    elif phase == NAMING_STAKE:
        legal_stakes(state, int(state.half_target), mask)
    elif phase == STAKING:
        legal_stakes(state, int(state.turn), mask)
    elif phase == ANSWERING:
        mask[ACCEPT] = mask[REFUSE] = 1
    elif phase in (SPOILING, TIPPING):
        legal_spoils(state, mask)
    elif phase == DAMAGED:
        for card in range(CREW):
            mask[CARD + card] = int(state.crew_at[card] == ON_TABLE + seat)
    elif phase in (DISCARDING, PAYING):
        legal_payment(state, seat, mask)
    elif phase == DRAWING:
        legal_draws(mask)
    elif phase == REFILLING:
        legal_decks(box, state, seat, mask)
    else:
        for place in range(OFFERED):
            mask[CAPTAIN + int(state.offered[seat, place])] = 1


# What is done -----------------------------------------------------------------------------------------------------


@large_kernel
def apply(box: Box, state: State, seat: int, action: int) -> None:
    phase = int(state.phase)
    if seat == CHANCE:
        happen(box, state, action)
    elif phase == ASKED:
        play(box, state, seat, action)
    elif phase == RECRUITING:
        recruit(box, state, seat, action)
    elif phase in (EQUIPPING, REPLACING):
        equip(box, state, seat, action)
    elif phase in (DECLARING, NAMING_STAT, NAMING_STAKE):
        declare(state, action)
    elif phase == AIMING:
        aim(box, state, seat, action - SEAT)
    elif phase == PICKING:
        pick(box, state, seat, action)
    else:
        answer(box, state, seat, action)
    run(box, state)


@kernel
def play(box: Box, state: State, seat: int, action: int) -> None:
    if action == PASS:
        state.passed[seat] = 1
        state.phase = RUNNING
    elif action == CHEAT:
        state.phase = RUNNING
        cheat(box, state, seat)
    else:
        start_play(box, state, seat, action)


@large_kernel
def answer(box: Box, state: State, seat: int, action: int) -> None:
    phase = int(state.phase)
    if phase == ANSWERING:
        answer_challenge(state, action == ACCEPT)
    elif phase == STAKING:
        name_stake(state, 0, action)
        put_aside(state)
    elif phase in (SPOILING, TIPPING):
        spoil(state, seat, action)
    elif phase == DAMAGED:
        suffer(state, action - CARD)
    elif phase in (DISCARDING, PAYING):
        choose_discards(box, state, seat, action)
    elif phase in (DRAWING, REFILLING):
        start_draw(state, seat, action == DRAW_CREW)
    else:
        choose_captain(state, seat, action - CAPTAIN)
