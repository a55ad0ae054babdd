"""What the players have: Pieces, captains, crew cards and events, each in one place."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.rules.records import (
    ABILITY_OF,
    ARRR,
    CREW,
    CREW_PLACES,
    DECK,
    EVENT_OF,
    EVENT_PLACES,
    IN_FRONT,
    IN_HAND,
    MATE,
    MOST_EQUIPPED,
    NOTHING,
    ON_PILE,
    ON_TABLE,
    PACK,
    PERMANENT,
    PIECES,
    PLAYERS,
    RECRUITING,
    SEA_PLACES,
    SEATS,
    STATE_FIELDS,
    SWABBER,
    TRAIT_OF,
)

Fault = tuple[str, str]

BLANK = {field.name: field.blank for field in STATE_FIELDS}
BY_SEAT = tuple(field.name for field in STATE_FIELDS if field.axes[:1] == ("seat",))
SEATS_NAMED = tuple(field.name for field in STATE_FIELDS if field.values == "seat")
PLACES = {"crew_at": CREW_PLACES, "event_at": EVENT_PLACES, "sea_at": SEA_PLACES}
OWNERS = {
    name: np.array(
        [max((PLAYERS.index(seat) for seat in PLAYERS if place.endswith(seat)), default=NONE) for place in at]
    )
    for name, at in PLACES.items()
}
"""Of each place whose it is, if it is somebody's."""


def is_set(state: State, name: str) -> bool:
    return bool(np.any(getattr(state, name) != BLANK[name]))


def is_able(box: Box) -> Any:
    """Of each crew card whether it has an ability."""
    return box.does[ABILITY_OF : ABILITY_OF + CREW, 0] != NOTHING


def in_hands(at: Any) -> Any:
    return (at >= IN_HAND) & (at < IN_HAND + SEATS)


def counted(at: Any, first: int, which: Any = True) -> Any:
    """For each seat the cards at its place; `first` is that place for the first seat."""
    return np.array([np.count_nonzero((at == first + seat) & which) for seat in range(SEATS)])


def _seats(box: Box, state: State) -> Iterator[Fault]:
    """Who does not play has nothing, and does nothing."""
    for name, owners in OWNERS.items():
        if np.any(owners[getattr(state, name)] >= state.players):
            yield name, "nobody sits there."
    for name in BY_SEAT:
        if np.any(getattr(state, name)[state.players :] != BLANK[name]):
            yield name, "nobody sits there."
    for name in SEATS_NAMED:
        if np.any(np.asarray(getattr(state, name)) >= state.players):
            yield name, "nobody sits there."


def _pieces(box: Box, state: State) -> Iterator[Fault]:
    aside = int(state.stake.sum(dtype=int)) if state.staked else 0
    if int(state.pieces.sum(dtype=int)) + aside > PIECES:
        yield "pieces", f"there are {PIECES} Pieces, with those that are put aside."


# Crew cards -------------------------------------------------------------------------------------------------------


def _tables(box: Box, state: State) -> Iterator[Fault]:
    """§4.1"""
    if np.any(counted(state.crew_at, ON_TABLE) > MOST_EQUIPPED):
        yield "crew_at", f"at most {MOST_EQUIPPED} cards are equipped."
    if np.any(counted(state.crew_at, ON_TABLE, box.kind == MATE) > 1):
        yield "crew_at", "one First Mate is equipped at most."
    if np.any(counted(state.crew_at, ON_TABLE, box.kind == PACK) > 1):
        yield "crew_at", "one Pack is equipped at most."


def _crew(box: Box, state: State) -> Iterator[Fault]:
    is_held = in_hands(state.crew_at)
    if np.any(state.crew_cards != counted(state.crew_at, IN_HAND)):
        yield "crew_cards", "it counts the crew cards in hand."
    if state.crew_left != np.count_nonzero(state.crew_at == DECK):
        yield "crew_left", "it counts the crew cards in the deck."
    if np.any((state.crew_known != 0) & ~is_held):
        yield "crew_known", "only a card that is in a hand is known to be there."
    if np.any((state.crew_old != 0) & (~is_held | (state.crew_known != 0))):
        yield "crew_old", "a card that was in hand at the last shuffle still is, and did not come there openly."
    if np.any(state.crew_held != counted(state.crew_at, IN_HAND, state.crew_old != 0)):
        yield "crew_held", "it counts the crew cards that were in hand at the last shuffle."


def _abilities(box: Box, state: State) -> Iterator[Fault]:
    if np.any((state.depleted != 0) & ~((state.crew_at >= ON_TABLE) & is_able(box))):
        yield "depleted", "only an equipped card with an ability is depleted."
    if np.any((state.announced != 0) & ~is_able(box)):
        yield "announced", "only a card with an ability has announced it."


# Events -----------------------------------------------------------------------------------------------------------


def _events(box: Box, state: State) -> Iterator[Fault]:
    if box.mode == SWABBER and np.any(state.event_at != DECK):
        yield "event_at", "swabbers play without events: all are in the deck."
    is_held = in_hands(state.event_at)
    if np.any(state.event_cards != counted(state.event_at, IN_HAND)):
        yield "event_cards", "it counts the events in hand."
    if state.event_left != np.count_nonzero(state.event_at == DECK):
        yield "event_left", "it counts the events in the deck."
    if np.any((state.event_old != 0) & ~is_held):
        yield "event_old", "an event that was in hand at the last shuffle still is."
    if np.any(state.event_held != counted(state.event_at, IN_HAND, state.event_old != 0)):
        yield "event_held", "it counts the events that were in hand at the last shuffle."
    is_in_front = (state.event_at >= IN_FRONT) & (state.event_at < ON_PILE)
    if np.any(is_in_front & (box.event_mark != PERMANENT)):
        yield "event_at", "only permanents lie in front of somebody."


def _events_on_the_pile(box: Box, state: State) -> Iterator[Fault]:
    lying = [int(source) - EVENT_OF for source in state.pile_list if EVENT_OF <= source < TRAIT_OF]
    if sorted(lying) != np.flatnonzero(state.event_at == ON_PILE).tolist():
        yield "event_at", "the events of 'pile_list' are at 'pile', each once, and no others."


# Captains ---------------------------------------------------------------------------------------------------------


def _captains(box: Box, state: State) -> Iterator[Fault]:
    shown = [int(captain) for captain in (*state.captain, *state.offered.reshape(-1)) if captain != NONE]
    if box.mode != ARRR and shown:
        yield "captain", "there are captains only in the mode 'arrr'."
    chosen = [int(captain) for captain in state.captain if captain != NONE]
    if len(set(chosen)) != len(chosen):
        yield "captain", "there is one of each captain."
    if state.phase >= RECRUITING and box.mode == ARRR and len(chosen) < state.players:
        yield "captain", "everybody has a captain as soon as they are dealt."


HOLDINGS = (_seats, _pieces, _tables, _crew, _abilities, _events, _events_on_the_pile, _captains)
