"""The explorations: collections, the row, chests, and what is left of the deck."""

from collections.abc import Iterator

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.position.holdings import Fault
from rumpus.games.arrr.rules.records import (
    COLLECTIONS,
    COLLECTIONS_DEAL,
    DECK,
    DECK_SIZE,
    ENDED,
    EXPLORING,
    FIRST,
    IN_ROW,
    OUT,
    RECRUITING,
    SET,
)


def laid(state: State) -> int:
    """Cards of the deck that have been seen: in the row, in chests, out of the game."""
    return int(np.count_nonzero((state.sea_at != DECK) & (state.sea_at != OUT)))


def laid_others(box: Box, state: State) -> int:
    is_laid = (state.sea_at != DECK) & (state.sea_at != OUT)
    return int(np.count_nonzero(is_laid & (box.collection == NONE)))


def horizons(state: State) -> int:
    """How many turns and cards of the deck there are together: for each turn that is over a card is laid out (§2.3)."""
    return DECK_SIZE[int(state.players)] - int(state.players) + int(state.phase in (EXPLORING, ENDED))


def _row(box: Box, state: State) -> Iterator[Fault]:
    row = [int(card) for card in state.row if card != NONE]
    if any(card != NONE for card in state.row[len(row) :]):
        yield "row", "the row has no gaps: it closes up."
    if len(set(row)) != len(row):
        yield "row", "there is one of each exploration."
    if len(row) > state.players + 2:
        yield "row", f"at most {state.players + 2} cards lie in the row of {state.players} players."
    if sorted(row) != np.flatnonzero(state.sea_at == IN_ROW).tolist():
        yield "sea_at", "the cards of the row are at 'row', and no others."


def _collections(box: Box, state: State) -> Iterator[Fault]:
    is_out = state.sea_at == OUT
    if np.any(is_out & (box.collection == NONE)):
        yield "sea_at", "only collections are out: of the others nobody knows which are in the deck."
    out = is_out[: len(COLLECTIONS) * SET].reshape(-1, SET).sum(axis=1)
    if np.any((out != 0) & (out != SET)):
        yield "sea_at", "a collection is in the game with all its cards, or with none."
    chosen = _chosen(state)
    if np.count_nonzero(out == 0) != chosen:
        yield "sea_at", f"{chosen} collections are in the game, and {np.count_nonzero(out == 0)} were found."


def _chosen(state: State) -> int:
    """Collections that are in the game by now (§1.4)."""
    if state.phase == COLLECTIONS_DEAL:
        return int(state.dealt)
    return 0 if state.phase == FIRST else int(state.players)


def _deck(box: Box, state: State) -> Iterator[Fault]:
    size = DECK_SIZE[int(state.players)]
    if state.deck != size - laid(state):
        yield "deck", f"{state.players} players have {size} explorations, and the deck is what is not laid out of them."
    others = size - SET * state.players
    if state.others != others - laid_others(box, state):
        yield (
            "others",
            f"{others} explorations of no collection are in the game: it counts those that are not laid out.",
        )


def _turns(box: Box, state: State) -> Iterator[Fault]:
    expected = horizons(state) - int(state.deck) if state.phase >= RECRUITING else 0
    if state.turns != expected:
        yield "turns", f"it counts the turns that are over, and by the deck that is {expected}."
    if state.phase == ENDED and state.deck:
        yield "deck", "the game is over when there is no exploration to lay out."
    if state.phase == EXPLORING and not state.deck:
        yield "deck", "there is an exploration to be laid out, or the game is over."


SEAS = (_row, _collections, _deck, _turns)
