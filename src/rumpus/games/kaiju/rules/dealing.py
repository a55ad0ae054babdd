"""What chance decides, and what comes of it; the deals of the set-up first (§1.3 to §1.6)."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State, Weights
from rumpus.games.kaiju.rules.buildings import turn_up
from rumpus.games.kaiju.rules.records import (
    ACTING,
    BUILDINGS,
    FIRST,
    HANDS_DEAL,
    KINDS,
    LOTS,
    NEIGHBOURHOODS,
    REBUILDING,
    SHOOTING,
    TOKENS,
    TOKENS_DEAL,
    TOPS_DEAL,
)
from rumpus.games.kaiju.rules.resources import draw, hit, shoot
from rumpus.games.kaiju.rules.turns import after_draw, after_shots


@large_kernel
def chance(box: Box, state: State, weights: Weights) -> None:
    """Who starts, tokens, cards of stacks and decks, and what a shot kaiju drops."""
    weights[:] = 0
    phase = int(state.phase)
    if phase == FIRST:
        for seat in range(state.players):
            weights[seat] = 1
    elif phase == TOKENS_DEAL:
        for token in range(len(TOKENS)):
            weights[token] = int(not is_laid(state, TOKENS[token]))
    elif phase in (TOPS_DEAL, REBUILDING):
        for building in range(BUILDINGS):
            weights[building] = state.unseen[building]
    elif phase == SHOOTING:
        seat = hit(state)
        for kind in range(KINDS):
            weights[kind] = state.hand[seat, kind]
    else:
        for kind in range(KINDS):
            weights[kind] = state.deck[state.turn, kind]


@kernel
def is_laid(state: State, token: int) -> bool:
    for zone in range(NEIGHBOURHOODS):
        if state.token[zone] == token:
            return True
    return False


@large_kernel
def happen(box: Box, state: State, outcome: int) -> None:
    """What chance chose takes place."""
    phase = int(state.phase)
    if phase == FIRST:
        state.first = outcome
        start_tokens(box, state)
    elif phase == TOKENS_DEAL:
        state.token[state.dealt] = TOKENS[outcome]
        state.dealt += 1
        start_tokens(box, state)
    elif phase == TOPS_DEAL:
        turn_up(box, state, int(state.dealt), outcome)
        state.dealt += 1
        start_tops(state)
    elif phase == REBUILDING:
        turn_up(box, state, int(state.rebuilt), outcome)
        state.rebuilt = NONE
        state.phase = ACTING
    elif phase == SHOOTING:
        shoot(state, outcome)
        after_shots(box, state)
    else:
        draw(state, int(state.turn), outcome)
        after_draw(box, state)


@kernel
def start_tokens(box: Box, state: State) -> None:
    """A token for every neighbourhood that has a lot in play (§1.5, §9.2)."""
    while state.dealt < NEIGHBOURHOODS and not is_zone_used(box, state, int(state.dealt)):
        state.dealt += 1
    state.phase = TOKENS_DEAL
    if state.dealt == NEIGHBOURHOODS:
        state.dealt = 0
        start_tops(state)


@kernel
def is_zone_used(box: Box, state: State, zone: int) -> bool:
    for lot in range(LOTS):
        if box.zone[lot] == zone and state.standing[lot] > 0:
            return True
    return False


@kernel
def start_tops(state: State) -> None:
    """A card for the top of every stack; then five cards for each hand (§1.3, §1.4)."""
    while state.dealt < LOTS and state.standing[state.dealt] == 0:
        state.dealt += 1
    state.phase = TOPS_DEAL
    if state.dealt == LOTS:
        state.dealt = 0
        state.turn = 0
        state.phase = HANDS_DEAL
