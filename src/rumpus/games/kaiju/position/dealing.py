"""Before the first turn: a whole city, cards for it that are laid out one by one, and five cards for everybody."""

from collections.abc import Iterator

import numpy as np

from rumpus.core.rules import Box, State
from rumpus.games.kaiju.position.city import levels
from rumpus.games.kaiju.position.holdings import Fault
from rumpus.games.kaiju.rules.records import ACTING, HAND, HANDS_DEAL, START, STARTING


def _nothing_is_broken(box: Box, state: State) -> Iterator[Fault]:
    if state.phase >= ACTING:
        return
    if np.any(state.standing != levels(box, state)):
        yield "standing", "the city is whole before the first turn."
    if np.any(state.own[: state.players] != START) or np.any(state.discard):
        yield "own", f"everybody starts with {START} cards of each resource in hand and deck."


def _hands(box: Box, state: State) -> Iterator[Fault]:
    if state.phase < ACTING and not all(_is_dealt(state, seat) for seat in range(state.players)):
        yield "hand", f"hands of {HAND} cards are drawn before the first turn, one player after the other."


def _is_dealt(state: State, seat: int) -> bool:
    """One after the other, from the first seat on."""
    cards = int(state.cards[seat])
    if state.phase == HANDS_DEAL and seat == state.turn:
        return cards < HAND
    has_drawn = state.phase == STARTING or (state.phase == HANDS_DEAL and seat < state.turn)
    return cards == (HAND if has_drawn else 0)


DEALING = (_nothing_is_broken, _hands)
