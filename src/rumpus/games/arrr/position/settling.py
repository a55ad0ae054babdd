"""What a position does not say: it follows from the rest, or is as simple as it can be."""

from collections.abc import Set

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.position.holdings import counted, in_hands
from rumpus.games.arrr.position.seas import horizons, laid, laid_others
from rumpus.games.arrr.position.windows import OVER, have_passed, ring
from rumpus.games.arrr.rules.announcing import is_asked
from rumpus.games.arrr.rules.records import (
    AFTER,
    AIMING,
    ARRR,
    ASKED,
    BEFORE,
    CAPTAINS,
    COLLECTIONS,
    COLLECTIONS_DEAL,
    DECK,
    DECK_SIZE,
    DISCARDED,
    ENDED,
    EXPLORATIONS,
    IN_HAND,
    IN_ROW,
    LONGEST_ROW,
    OUT,
    PENALTY,
    PICKING,
    RECRUITING,
    ROLLING,
    SAILING,
    SET,
    TESTS,
    WON,
)
from rumpus.games.arrr.rules.seas import difficulty_now

TREASURES = len(COLLECTIONS) * SET
LARGEST = 127
"""What a count can hold."""


def settle(box: Box, state: State, named: Set[str]) -> None:
    """Fill in what a position did not say; what it did say stays, right or wrong."""
    if "turn" not in named and RECRUITING <= state.phase < ENDED:
        state.turn = 0
    _settle_cards(state, named)
    _settle_seas(box, state, named)
    if state.phase >= RECRUITING and box.mode == ARRR:
        _settle_captains(state)
    if "piled" not in named:
        state.piled = np.count_nonzero(state.pile_list != NONE)
    _settle_test(box, state, named)
    _settle_window(box, state, named)


def _settle_cards(state: State, named: Set[str]) -> None:
    """What was not named is in the deck; decks and hands are counted."""
    for kind in ("crew", "event"):
        at, old = state[f"{kind}_at"], state[f"{kind}_old"]
        at[at == NONE] = DECK
        if f"{kind}_left" not in named:
            state[f"{kind}_left"] = np.count_nonzero(at == DECK)
        if f"{kind}_cards" not in named:
            state[f"{kind}_cards"][:] = counted(at, IN_HAND)
        if f"{kind}_held" not in named:
            state[f"{kind}_held"][:] = counted(at, IN_HAND, (old != 0) & in_hands(at))


def _settle_captains(state: State) -> None:
    """Who has none gets the first that nobody has."""
    for seat in range(state.players):
        if state.captain[seat] == NONE:
            state.captain[seat] = next(captain for captain in range(CAPTAINS) if captain not in state.captain)


# The Seven Seas ---------------------------------------------------------------------------------------------------


def _settle_seas(box: Box, state: State, named: Set[str]) -> None:
    if "sea_at" not in named and state.phase > COLLECTIONS_DEAL:
        state.sea_at[:] = NONE
    is_open = state.sea_at == NONE
    for card in state.row:
        if card != NONE and is_open[card]:
            state.sea_at[card] = IN_ROW
    _settle_collections(box, state)
    if state.phase >= RECRUITING and "row" not in named:
        _lay_row(box, state)
    if state.phase >= RECRUITING:
        _lay_aside(box, state, named, is_open)
    if "deck" not in named:
        state.deck = max(0, DECK_SIZE[int(state.players)] - laid(state))
    if "others" not in named:
        state.others = max(0, _others(state) - laid_others(box, state))
    if "turns" not in named and state.phase >= RECRUITING:
        state.turns = min(LARGEST, max(0, horizons(state) - int(state.deck)))


def _others(state: State) -> int:
    """Explorations of no collection that are in the game."""
    return DECK_SIZE[int(state.players)] - SET * int(state.players)


def _settle_collections(box: Box, state: State) -> None:
    """Those of which a card lies somewhere are in the game, and of the rest the first."""
    places = state.sea_at[:TREASURES].reshape(-1, SET)
    is_out = np.any(places == OUT, axis=1)
    is_in = np.any((places != NONE) & (places != OUT), axis=1)
    for collection in range(len(COLLECTIONS)):
        is_wanted = state.phase > COLLECTIONS_DEAL and np.count_nonzero(is_in) < state.players
        is_in[collection] |= is_wanted and not is_out[collection]
        places[collection][places[collection] == NONE] = DECK if is_in[collection] else OUT
    state.sea_at[state.sea_at == NONE] = DECK


def _free_others(box: Box, state: State) -> list[int]:
    """Of no collection, and nowhere yet."""
    return [card for card in range(EXPLORATIONS) if box.collection[card] == NONE and state.sea_at[card] == DECK]


def _lay_row(box: Box, state: State) -> None:
    """What is said to lie there; else the first explorations of no collection, as many as there are players."""
    row = np.flatnonzero(state.sea_at == IN_ROW).tolist() or _free_others(box, state)[: int(state.players)]
    state.row[:] = [*row, *[NONE] * LONGEST_ROW][:LONGEST_ROW]
    state.sea_at[row] = IN_ROW


def _lay_aside(box: Box, state: State, named: Set[str], is_open: np.ndarray) -> None:
    """Late in the game, or with a short row, cards are missing of which nothing was said: they are out of the game."""
    missing = DECK_SIZE[int(state.players)] - _left(state, named) - laid(state)
    others = _others(state) - laid_others(box, state) - (int(state.others) if "others" in named else 0)
    free = _free_others(box, state)[: max(0, others)]
    free += [card for card in range(TREASURES) if state.sea_at[card] == DECK]
    aside = [card for card in free if is_open[card]][: max(0, missing)]
    state.sea_at[aside] = DISCARDED


def _left(state: State, named: Set[str]) -> int:
    """How many explorations the deck should have: as was said, or by the turns, or as many as there can be."""
    if "deck" in named:
        return int(state.deck)
    if "turns" in named:
        return horizons(state) - int(state.turns)
    return 0 if state.phase == ENDED else DECK_SIZE[int(state.players)] - int(state.players)


# The action -------------------------------------------------------------------------------------------------------


def _settle_test(box: Box, state: State, named: Set[str]) -> None:
    """Of a voyage: the stat of its test, and what the throw has settled."""
    if state.deed != SAILING or state.course == NONE or state.test >= TESTS:
        return
    if "stat" not in named and state.stage >= BEFORE:
        state.stat = box.test_stat[state.course, state.test]
    if "difficulty" not in named and state.stage in (AFTER, PENALTY, WON):
        state.difficulty = min(LARGEST, difficulty_now(box, state))


def _settle_window(box: Box, state: State, named: Set[str]) -> None:
    """After whom the ring goes on, who is asked, and who has passed before, where nothing is said of it."""
    is_seated = 0 <= state.turn < state.players
    is_cheat = state.phase == ROLLING and state.asked != NONE and state.now_list == NONE and not state.piled
    if is_cheat and "ring" not in named:
        state.ring = (state.asked + 1) % state.players
    if state.phase == ASKED and "asked" not in named and is_seated:
        waiting = [seat for seat in ring(state) if not state.passed[seat] and is_asked(box, state, seat)]
        state.asked = waiting[0] if waiting else NONE
    is_window = state.phase in (ASKED, AIMING, PICKING) and state.asked in ring(state)
    if "passed" not in named and is_seated and (is_window or state.phase in OVER):
        state.passed[:] = have_passed(box, state)
