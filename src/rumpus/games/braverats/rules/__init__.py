"""BraveRats: two clans of eight rats, one card each at a time.

The numbers (§) are those of RULES.md; each module is a chapter of it. Here the chapters are put together.
"""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rules import CHANCE, OVER, Box, Mask, Numbers, State, Weights
from rumpus.games.braverats.rules.clash import prepare
from rumpus.games.braverats.rules.knowledge import determinize, forget, redact
from rumpus.games.braverats.rules.records import (
    ACTION_FIELDS,
    ACTIONS,
    APPLEWOODS,
    ATTACK,
    BOX,
    BOX_FIELDS,
    CARDS,
    DEALING,
    DRAWING,
    ENDED,
    EXCLUSIONS,
    GATHERING,
    KEEPING,
    LENGTHS,
    OPENER,
    OUTCOMES,
    PACKING,
    PLAYING,
    SEATS,
    SERIES,
    STATE,
    STATE_FIELDS,
    SWITCHES,
    TRAITOR,
    VERSION,
    YARGS,
)  # fmt: skip
from rumpus.games.braverats.rules.rounds import lay_card, leader, seat_to_draw
from rumpus.games.braverats.rules.variations import (
    attack,
    deal_to_yargs,
    draw_card,
    give_traitor,
    keep,
    open_game,
    put_in_packet,
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
    "SERIES",
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
    state.games = 0
    state.games_won[YARGS] = state.games_won[APPLEWOODS] = 0
    open_game(box, state)


@kernel
def acting(box: Box, state: State) -> int:
    if state.phase == PLAYING:
        return choosing(state)
    if state.phase == KEEPING:
        return 1 << int(state.keeper)
    return OVER if state.phase == ENDED else CHANCE


@kernel
def choosing(state: State) -> int:
    """Both clans at once, or first the one that was spied on, then the one that looks (§2.1, §3.3)."""
    spied = int(state.spied)
    if spied != NONE and state.choice[spied] == NONE:
        return 1 << spied
    return int(state.choice[YARGS] == NONE) + 2 * int(state.choice[APPLEWOODS] == NONE)


@kernel
def legal(box: Box, state: State, seat: int, mask: Mask) -> int:
    """Any card in hand may be laid, any card of the packet kept (§2.1, §6.4)."""
    cards = state.packet[:] if state.phase == KEEPING else state.hand[seat]
    who = acting(box, state)
    may_choose = who != CHANCE and who >> seat & 1 == 1
    number = 0
    for card in range(CARDS):
        mask[card] = may = int(may_choose and cards[card] > 0)
        number += may
    return number


@kernel
def chance(box: Box, state: State, weights: Weights) -> None:
    """Cards come at random, as many chances as there are copies; so do sides, which are even."""
    weights[:] = 0
    if state.phase == ATTACK or state.phase == OPENER:
        weights[YARGS] = weights[APPLEWOODS] = 1
    elif state.phase == GATHERING:
        weights[0] = 1
    else:
        for card in range(CARDS):
            weights[card] = copies_to_draw(state, card)


@kernel
def copies_to_draw(state: State, card: int) -> int:
    """How often a card is among those of which chance draws one now."""
    if state.phase == TRAITOR:
        giver = YARGS if state.given[YARGS] == NONE else APPLEWOODS
        return int(state.hand[giver, card])
    if state.phase == DRAWING:
        return int(state.pile[seat_to_draw(state), card])
    return int(state.deck[card])


@kernel
def apply(box: Box, state: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        happen(box, state, action)
    elif state.phase == KEEPING:
        keep(box, state, seat, action)
    else:
        lay_card(box, state, seat, action)


@kernel
def happen(box: Box, state: State, outcome: int) -> None:
    """What chance chose takes place."""
    if state.phase == ATTACK:
        attack(box, state, outcome)
    elif state.phase == OPENER:
        state.opener = state.keeper = outcome
        state.phase = PACKING
    elif state.phase == PACKING:
        put_in_packet(state, outcome)
    elif state.phase == DEALING:
        deal_to_yargs(box, state, outcome)
    elif state.phase == TRAITOR:
        give_traitor(box, state, outcome)
    elif state.phase == DRAWING:
        draw_card(box, state, outcome)
    else:
        open_game(box, state)


@kernel
def points(box: Box, state: State, out: Numbers) -> None:
    """Victories, or games won under the Emperor (§5.4)."""
    for seat in range(SEATS):
        out[seat] = state.games_won[seat] if box.emperor else state.victories[seat]


@kernel
def places(box: Box, state: State, out: Numbers) -> None:
    """The winner first; without one, both share the first place (§5.3, §6.7)."""
    winner = leader(state.games_won) if box.emperor else int(state.winner)
    for seat in range(SEATS):
        out[seat] = 1 if winner in (seat, NONE) else 2
