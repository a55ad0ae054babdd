"""What lies in the city and was taken out of it: levels, building cards, cubes, tokens; and who knows which front."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.kaiju.position.holdings import Fault, number
from rumpus.games.kaiju.rules.city import is_used
from rumpus.games.kaiju.rules.records import (
    BUILDINGS,
    CUBES,
    ENDED,
    EVERYBODY,
    FIRST,
    LOTS,
    SEATS,
    TOKENS,
    TOKENS_DEAL,
    TOPS_DEAL,
)


def fronts(state: State) -> list[int]:
    """Every building card that lies somewhere."""
    return [int(card) for card in (*state.top, *state.taken.reshape(-1)) if card >= 0]


def levels(box: Box, state: State) -> Any:
    """Of every lot at the start; none where it is not in play (§9.2)."""
    return np.where((state.players > 2) | (box.two_plus == 1), box.levels, 0)


def _buildings(box: Box, state: State) -> Iterator[Fault]:
    lying = fronts(state)
    if len(set(lying)) != len(lying):
        yield "top", "there is one of each building card."
    if np.any(state.unseen[lying]) or number(state.unseen) != BUILDINGS - len(lying):
        yield "unseen", "a building card lies on the table, or nobody has seen it."
    if np.any(state.standing > levels(box, state)):
        yield "standing", "a building has no more levels than its lot says."
    if state.destroyed != number((levels(box, state) > 0) & (state.standing == 0)):
        yield "destroyed", "it counts the lots that are empty."


def _dealt(box: Box, state: State) -> Iterator[Fault]:
    if state.phase == TOKENS_DEAL and int(state.dealt) not in zones_used(box, state):
        yield "dealt", "it says which neighbourhood in play gets its token next."
    if state.phase == TOPS_DEAL and int(state.dealt) not in np.flatnonzero(levels(box, state)):
        yield "dealt", "it says which lot in play gets its top card next."


def _tops(box: Box, state: State) -> Iterator[Fault]:
    has_top = state.top != NONE
    if np.any(has_top != _should_have_top(state)):
        yield "top", "there is a card on top of every building that stands, as soon as it is dealt."
    if np.any(state.top_back != np.where(has_top, box.back[state.top], NONE)):
        yield "top_back", "a back shows the cost of its card."
    if np.any(state.top_known >> int(state.players)) or np.any(state.top_known[~has_top]):
        yield "top_known", "only players look at a top card."


def _should_have_top(state: State) -> Any:
    expected = state.standing > 0
    if state.rebuilt != NONE:
        expected[state.rebuilt] = False
    if state.phase <= TOPS_DEAL:
        expected[state.dealt if state.phase == TOPS_DEAL else 0 :] = False
    return expected


def _tokens(box: Box, state: State) -> Iterator[Fault]:
    tokens = [int(token) for token in state.token if token]
    if len(set(tokens)) != len(tokens) or set(tokens) - set(TOKENS):
        yield "token", f"the tokens are {', '.join(map(str, TOKENS))}, one of each."
    zones = zones_used(box, state)
    if state.phase <= TOKENS_DEAL:
        zones = {zone for zone in zones if state.phase != FIRST and zone < state.dealt}
    if set(np.flatnonzero(state.token).tolist()) != zones:
        yield "token", "every neighbourhood in play has a token as soon as it is dealt, and no other has one."


def zones_used(box: Box, state: State) -> set[int]:
    return {int(box.zone[lot]) for lot in range(LOTS) if is_used(box, state, lot)}


def _cubes(box: Box, state: State) -> Iterator[Fault]:
    is_taken = state.taken != NONE
    taken = is_taken.sum(axis=1)
    if np.any(state.laid != taken) or np.any(state.laid != state.cubes.sum(axis=0, dtype=int)):
        yield "laid", "for every cube that was laid a building card was taken."
    if np.any(is_taken != (np.arange(CUBES) < taken[:, None])) or np.any(state.used[~is_taken]):
        yield "taken", "cards are taken one after the other, and used when they are there."
    if np.any(state.cubes.sum(axis=1, dtype=int) != levels(box, state) - state.standing):
        yield "cubes", "beside a lot lies a cube for every level that is gone."
    if bool(state.ending) != bool(np.any(state.laid == CUBES) or not state.standing[box.hall]):
        yield "ending", "the end has come when City Hall is gone, or all cubes of somebody are laid."


def _fronts_taken(box: Box, state: State) -> Iterator[Fault]:
    """Who knows them: their owners, whoever has looked; and all when they are used, or at the end (§8.1)."""
    is_taken = state.taken != NONE
    if np.any(state.taken_back != np.where(is_taken, box.back[state.taken], NONE)):
        yield "taken_back", "a back shows the cost of its card."
    is_open = is_taken & ((state.used != 0) | (state.phase == ENDED))
    if np.any(state.taken_known[is_open] != EVERYBODY):
        yield "taken_known", f"everybody knows a card that was used, and all at the end: that is {EVERYBODY}."
    owners = (1 << np.arange(SEATS))[:, None] * is_taken
    closed = np.where(is_open, owners, state.taken_known)
    if np.any(closed & owners != owners) or np.any(closed[~is_taken]):
        yield "taken_known", "whoever has taken a card knows it."
    if np.any(closed >> int(state.players)):
        yield "taken_known", "only players have looked at a card that is face down."


CITY = (_buildings, _dealt, _tops, _tokens, _cubes, _fronts_taken)
