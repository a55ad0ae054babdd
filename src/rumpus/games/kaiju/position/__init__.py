"""Which positions can lie on a table: every card, cube and kaiju in one place, and a phase that fits them.

Each check yields the field that is wrong and a sentence; they run in this order, and each may rely on those before it.
"""

from collections.abc import Set

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.kaiju.position.choices import CHOICES
from rumpus.games.kaiju.position.city import CITY, fronts, levels
from rumpus.games.kaiju.position.dealing import DEALING
from rumpus.games.kaiju.position.going_on import GOING_ON
from rumpus.games.kaiju.position.holdings import HOLDINGS, Fault, number
from rumpus.games.kaiju.position.turns import TURNS
from rumpus.games.kaiju.rules.records import ENDED, EVERYBODY, STACK

__all__ = ["fault", "settle"]

CHECKS = (*TURNS, *CITY, *HOLDINGS, *DEALING, *CHOICES, *GOING_ON)
LARGEST = 127
"""What a count can hold; that there are fewer cards than that says a check."""


def fault(box: Box, state: State) -> Fault | None:
    """The first thing wrong with a position: the field, and a sentence."""
    return next((found for check in CHECKS for found in check(box, state)), None)


def settle(box: Box, state: State, given: Set[str]) -> None:
    """Fill in what follows from the rest: backs from fronts, what each has in all, cubes laid, cards not seen yet."""
    for seat in range(state.players):
        _settle_cards(box, state, seat, given)
    if "top_back" not in given:
        state.top_back[:] = np.where(state.top == NONE, NONE, box.back[state.top])
    if "unseen" not in given:
        state.unseen[:] = 1
        state.unseen[fronts(state)] = 0
    if "supply" not in given:
        state.supply[:] = STACK - (state.hand.astype(int) + state.deck + state.discard).sum(axis=0)
    if "destroyed" not in given:
        state.destroyed = number((levels(box, state) > 0) & (state.standing == 0))


def _settle_cards(box: Box, state: State, seat: int, given: Set[str]) -> None:
    if "own" not in given:
        state.own[seat] = state.hand[seat] + state.deck[seat]
    if "cards" not in given:
        state.cards[seat] = min(LARGEST, number(state.hand[seat]))
    is_taken = state.taken[seat] != NONE
    if "laid" not in given:
        state.laid[seat] = number(is_taken)
    if "taken_back" not in given:
        state.taken_back[seat] = np.where(is_taken, box.back[state.taken[seat]], NONE)
    if "taken_known" not in given:
        is_open = (state.used[seat] != 0) | (state.phase == ENDED)
        state.taken_known[seat] = np.where(is_taken, np.where(is_open, EVERYBODY, 1 << seat), 0)
