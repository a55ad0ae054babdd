"""What the players have: resource cards, kaiju; and the tanks that stand among them."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.kaiju.rules.city import is_used, table_size
from rumpus.games.kaiju.rules.records import SQUARES, STACK, STARTING, TANKS

Fault = tuple[str, str]


def number(cards: Any) -> int:
    """How many in all; counts are small numbers, and their sums need not be."""
    return int(np.asarray(cards).sum(dtype=int))


def _cards(box: Box, state: State) -> Iterator[Fault]:
    own = state.hand.astype(int) + state.deck
    everything = (own + state.discard).sum(axis=0)
    if np.any(everything > STACK):
        yield "hand", f"there are {STACK} cards of each resource."
    if np.any(state.supply != STACK - everything):
        yield "supply", f"there are {STACK} cards of each resource."
    if np.any(state.own != own):
        yield "own", "it counts hand and deck together."
    if np.any(state.cards != state.hand.sum(axis=1, dtype=int)):
        yield "cards", "it counts the cards in hand."
    if np.any(state.known > state.hand):
        yield "known", "what is known to be in a hand is there."


def _kaiju(box: Box, state: State) -> Iterator[Fault]:
    places = [int(place) for place in state.at if place != NONE]
    if len(set(places)) != len(places):
        yield "at", "one kaiju stands at an intersection."
    if not np.all(box.is_open[table_size(state), places]):
        yield "at", "that intersection is not in play."
    ashore = [_is_ashore(state, seat) for seat in range(state.players)]
    if [state.at[seat] != NONE for seat in range(state.players)] != ashore:
        yield "at", "kaiju come ashore to the right, the start player last, and all before the first turn."
    if state.phase == STARTING and not np.all(box.beach[places]):
        yield "at", "kaiju come ashore on the beach."


def _is_ashore(state: State, seat: int) -> bool:
    """From the right of the start player on (§1.6): whoever comes before the one who is asked."""
    if state.phase != STARTING:
        return bool(state.phase > STARTING)
    last, players = int(state.first) - 1, int(state.players)
    return (last - seat) % players < (last - int(state.turn)) % players


def _tanks(box: Box, state: State) -> Iterator[Fault]:
    is_there = state.tank_at != NONE
    there = [int(place) for place in state.tank_at if place != NONE]
    if len(set(there)) != len(there) or set(there) & set(state.at.tolist()):
        yield "tank_at", "one tank or kaiju stands at an intersection."
    if not np.all(box.is_open[table_size(state), there]):
        yield "tank_at", "that intersection is not in play."
    if any(is_there[tank + 1] and not is_there[tank] for tank in range(TANKS - 1)):
        yield "tank_at", "tanks come one after the other."
    if np.any(is_there != (state.tank_faces != NONE)):
        yield "tank_faces", "a tank looks somewhere."
    if np.any((state.struck != 0) & ~is_there):
        yield "struck", "only a tank that is there is attacked."
    reached = sum(int(box.square_step[square, table_size(state)]) <= state.destroyed for square in range(SQUARES))
    if len(there) + int(state.coming) != reached:
        yield "coming", "a tank comes for every coloured square that is reached."


def _last(box: Box, state: State) -> Iterator[Fault]:
    """What is only shown once more, but named by scenes."""
    if state.last_lot != NONE and not is_used(box, state, int(state.last_lot)):
        yield "last_lot", "that lot is not in play."
    if state.last_at != NONE and not box.is_open[table_size(state), state.last_at]:
        yield "last_at", "that intersection is not in play."
    if state.last_tank != NONE and state.tank_at[state.last_tank] == NONE:
        yield "last_tank", "that tank has not come yet."
    if (state.last_card != NONE) != (state.last_part != NONE):
        yield "last_part", "a part of a building card was used, and its card is named."
    if state.last_card != NONE and state.last_card not in state.taken[state.used != 0]:
        yield "last_card", "a building card that was used lies face up."


HOLDINGS = (_cards, _kaiju, _tanks, _last)
