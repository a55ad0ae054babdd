"""Monster Mayhem: sixty cards, one decision, high or low.

The numbers (§) are those of RULES.md; each module is a part of it. Here the parts are put together. Nothing is hidden
from anybody: piles are counts, and what is in them is decided when it is turned (§2.2, §2.4).
"""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rng import Rng
from rumpus.core.rules import CHANCE, OVER, Box, Mask, Numbers, State, Weights
from rumpus.games.mayhem.rules.battle import end_layer, next_to_turn, prepare
from rumpus.games.mayhem.rules.records import (
    ACTION_FIELDS,
    ACTIONS,
    ANSWERING,
    BOX,
    BOX_FIELDS,
    CARDS,
    DECLARING,
    DRAWING,
    ENDED,
    EXCLUSIONS,
    FIRST,
    HIGH,
    LENGTHS,
    LOT,
    LOW,
    OUTCOMES,
    ROUNDS,
    SEATS,
    STATE,
    STATE_FIELDS,
    SUDDEN_DEATH,
    SWITCHES,
    TURNING,
    VERSION,
)  # fmt: skip
from rumpus.games.mayhem.rules.rounds import (
    deal,
    draw_lot,
    end_round,
    next_in_sudden_death,
    trophies_of,
    turn_in_sudden_death,
)

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
def set_up(box: Box, state: State, seats: int) -> None:
    state.players = seats
    state.rounds = 0
    for seat in range(SEATS):
        state.playing[seat] = int(seat < seats)
    state.declarer = state.declared = state.champion = NONE
    state.turned[:] = NONE
    state.stake[:] = 0
    state.layers = 0
    state.trophies[:] = NONE
    state.last[:] = NONE
    state.last_result = state.last_taker = state.last_declared = NONE
    state.last_cards = 0
    state.last_stake[:] = 0
    deal(state, 0)
    state.phase = FIRST


@kernel
def acting(box: Box, state: State) -> int:
    if state.phase == DECLARING:
        return 1 << int(state.declarer)
    return OVER if state.phase == ENDED else CHANCE


@kernel
def legal(box: Box, state: State, seat: int, mask: Mask) -> int:
    """High or low (§3.1)."""
    may_choose = int(state.phase == DECLARING and state.declarer == seat)
    mask[LOW] = mask[HIGH] = may_choose
    return ACTIONS * may_choose


@kernel
def chance(box: Box, state: State, weights: Weights) -> None:
    """The top card of a pile may be any that is left; lots are even."""
    if state.phase == TURNING or state.phase == ANSWERING:
        for card in range(CARDS):
            weights[card] = state.deck[card]
    elif state.phase == SUDDEN_DEATH:
        seat = next_in_sudden_death(state)
        for card in range(CARDS):
            weights[card] = state.won[seat, card]
    else:
        draw_evenly(state, weights)


@kernel
def draw_evenly(state: State, weights: Weights) -> None:
    """The first declarer, the winner of a lot, or the ability of a final (§6.4, §6.5, §9.2)."""
    weights[:] = 0
    if state.phase == DRAWING:
        for ability in range(ROUNDS):
            weights[ability] = 1
    else:
        for seat in range(state.players):
            weights[seat] = 1 if state.phase == FIRST else int(state.tied[seat])


@kernel
def apply(box: Box, state: State, seat: int, action: int) -> None:
    if seat != CHANCE:
        state.declared = action
        state.phase = ANSWERING
    elif state.phase == TURNING or state.phase == ANSWERING:
        turn_card(box, state, action)
    elif state.phase == SUDDEN_DEATH:
        turn_in_sudden_death(box, state, action)
    elif state.phase == LOT:
        draw_lot(box, state, action)
    elif state.phase == DRAWING:
        deal(state, action)
    else:
        state.declarer = action
        state.phase = TURNING


@kernel
def turn_card(box: Box, state: State, card: int) -> None:
    """The top card of a pile: the declarer's, or one of those that answer (§3.1, §3.2)."""
    state.turned[next_to_turn(state)] = card
    state.deck[card] -= 1
    if state.phase == TURNING:
        state.phase = DECLARING
    elif next_to_turn(state) == NONE and end_layer(box, state):
        state.phase = TURNING
        if state.pile == 0:
            end_round(box, state)


@kernel
def points(box: Box, state: State, out: Numbers) -> None:
    """Trophies (§7.1)."""
    for seat in range(state.players):
        out[seat] = trophies_of(state, seat)


@kernel
def places(box: Box, state: State, out: Numbers) -> None:
    """By trophies; the winner of a final before all, those who lost it behind (§7.2, §9.2)."""
    for seat in range(state.players):
        mine = standing(state, seat)
        out[seat] = 1
        for other in range(state.players):
            out[seat] += int(standing(state, other) > mine)


@kernel
def standing(state: State, seat: int) -> int:
    return 2 * trophies_of(state, seat) + int(state.champion == seat)


@kernel
def redact(box: Box, state: State, seat: int) -> None:
    """Nothing is hidden from anybody (§2.4)."""


@kernel
def determinize(box: Box, view: State, seat: int, rng: Rng) -> None:
    """Nothing is hidden: what is in the piles is decided when it is turned."""


@kernel
def forget(box: Box, state: State) -> None:
    """What lies in the discard, what was shown last, and which trophy is whose, as long as all have as many."""
    state.discard[:] = 0
    state.last[:] = NONE
    state.last_result = state.last_taker = state.last_declared = NONE
    state.last_cards = 0
    state.last_stake[:] = 0
    state.battles = 0
    for round in range(1, ROUNDS):
        place = round
        while place > 0 and state.trophies[place] < state.trophies[place - 1] and state.trophies[place] != NONE:
            trophy = int(state.trophies[place])
            state.trophies[place] = state.trophies[place - 1]
            state.trophies[place - 1] = trophy
            place -= 1
