"""Before the first turn: collections, captains, the row and hands come one after the other, and nothing else is."""

from collections.abc import Iterator, Mapping

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.position.holdings import Fault, is_set
from rumpus.games.arrr.rules.records import (
    ARRR,
    CAPTAINS_DEAL,
    CHOOSING,
    COLLECTIONS,
    COLLECTIONS_DEAL,
    DECK_SIZE,
    ENDED,
    FIRST,
    FIRST_CREW,
    FIRST_EVENTS,
    FIRST_PIECES,
    HANDS_DEAL,
    PHASES,
    RECRUITING,
    ROW_DEAL,
    RUNNING,
    STATE_FIELDS,
    SWABBER,
)

BEGUN: Mapping[str, int] = {
    "captain": CAPTAINS_DEAL, "offered": CAPTAINS_DEAL, "row": ROW_DEAL, "crew_cards": HANDS_DEAL,
    "event_cards": HANDS_DEAL,
}  # fmt: skip
"""From which phase of the set-up on something is dealt."""
FROM_THE_START = (
    "phase", "stage", "players", "turn", "dealt", "sea_at", "deck", "others", "pieces", "crew_at", "crew_left",
    "event_at", "event_left",
)  # fmt: skip
"""What there is before anything was dealt, or has a check of its own."""
NOT_YET = tuple(field.name for field in STATE_FIELDS if field.name not in (*FROM_THE_START, *BEGUN))


def _phase(box: Box, state: State) -> Iterator[Fault]:
    if state.phase == NONE:
        yield "phase", f"there is always one of {', '.join(PHASES)}."
    if state.phase == RUNNING:
        yield "phase", "no time passes while the table is running: somebody is asked, or chance is."
    if (state.turn != NONE) != (FIRST < state.phase < ENDED):
        yield "turn", "it is somebody's turn from the moment when the start player is drawn to the end."


def _nothing_is_done(box: Box, state: State) -> Iterator[Fault]:
    if state.phase >= RECRUITING:
        return
    early = (*NOT_YET, *(name for name, phase in BEGUN.items() if state.phase < phase))
    for name in early:
        if is_set(state, name):
            yield name, "there is none of that before the first turn, or it is not dealt yet."
    if np.any(state.pieces[: state.players] != FIRST_PIECES):
        yield "pieces", f"everybody starts with {FIRST_PIECES} Pieces."


def _dealt(box: Box, state: State) -> Iterator[Fault]:
    """How far the deal is."""
    phase, players = state.phase, state.players
    if phase >= RECRUITING:
        return
    if phase == COLLECTIONS_DEAL and players == len(COLLECTIONS):
        yield "phase", "all collections are in the game of four players: there is nothing to deal."
    if phase in (CAPTAINS_DEAL, CHOOSING) and box.mode != ARRR:
        yield "phase", "there are captains only in the mode 'arrr'."
    if phase == CHOOSING and not box.captains:
        yield "phase", "captains are chosen only with the switch 'captains=choose'."
    most = {COLLECTIONS_DEAL: players, CAPTAINS_DEAL: players * (1 + box.captains), HANDS_DEAL: players}.get(phase, 0)
    if phase == ROW_DEAL and state.dealt != _left_over(box, state):
        yield "dealt", f"while the row is dealt it is {_left_over(box, state)}, from the captains before."
    elif phase != ROW_DEAL and not 0 <= state.dealt < max(1, most):
        yield "dealt", f"it counts what has been dealt, and is below {max(1, most)} here."


def _left_over(box: Box, state: State) -> int:
    """The row is dealt by its length, and what was counted before it stands: a captain for each, if those came last."""
    return int(state.players) if box.mode == ARRR and not box.captains else 0


def _captains(box: Box, state: State) -> Iterator[Fault]:
    """One each in the order of seats, or two each to choose from (§1.6, §13.2)."""
    if state.phase not in (CAPTAINS_DEAL, CHOOSING, ROW_DEAL, HANDS_DEAL) or box.mode != ARRR:
        return
    offered = [int(captain) for captain in state.offered.reshape(-1)]
    has_captain = [bool(captain != NONE) for captain in state.captain[: state.players]]
    if [captain != NONE for captain in offered] != [place < _offers(box, state) for place in range(len(offered))]:
        yield "offered", "two captains are dealt to everybody, one player after the other, if they are to choose."
    shown = [captain for captain in offered if captain != NONE]
    if len(set(shown)) != len(shown):
        yield "offered", "there is one of each captain."
    if state.phase == CHOOSING:
        yield from _chosen(state, has_captain)
    elif has_captain != [seat < _captains_dealt(box, state) for seat in range(state.players)]:
        yield "captain", "captains are dealt to one player after the other, and to all before the row."


def _offers(box: Box, state: State) -> int:
    if not box.captains or state.phase > CHOOSING:
        return 0
    return int(state.dealt) if state.phase == CAPTAINS_DEAL else 2 * int(state.players)


def _captains_dealt(box: Box, state: State) -> int:
    if state.phase > CHOOSING:
        return int(state.players)
    return 0 if box.captains else int(state.dealt)


def _chosen(state: State, has_captain: list[bool]) -> Iterator[Fault]:
    if all(has_captain):
        yield "captain", "somebody has yet to choose, or the row would be dealt."
    if any(has and state.captain[seat] not in state.offered[seat] for seat, has in enumerate(has_captain)):
        yield "captain", "everybody chooses one of the two captains that were offered to them."


def _row_and_hands(box: Box, state: State) -> Iterator[Fault]:
    row = int(np.count_nonzero(state.row != NONE))
    if state.phase == ROW_DEAL and row >= state.players:
        yield "row", "a card is still to be laid out for one of the players."
    if state.phase == HANDS_DEAL and row != state.players:
        yield "row", "as many cards as there are players are laid out before the hands are dealt."
    if state.phase == HANDS_DEAL and not all(_is_dealt(box, state, seat) for seat in range(state.players)):
        yield "crew_cards", f"everybody gets {FIRST_CREW} crew cards and then events, one player after the other."
    if state.phase < RECRUITING and _has_gone(state):
        yield "sea_at", "nothing is conquered or out of the game before the first turn."
    if state.phase < RECRUITING and not _only_in_hands(state):
        yield "crew_at", "cards are in the deck or in a hand before the first turn."


def _is_dealt(box: Box, state: State, seat: int) -> bool:
    crew, events = int(state.crew_cards[seat]), int(state.event_cards[seat])
    all_events = 0 if box.mode == SWABBER else FIRST_EVENTS
    if seat != state.dealt:
        return (crew, events) == ((FIRST_CREW, all_events) if seat < state.dealt else (0, 0))
    return (crew < FIRST_CREW and events == 0) or (crew == FIRST_CREW and events < all_events)


def _has_gone(state: State) -> bool:
    """Whether an exploration is neither in the deck, nor in the row, nor out as a collection that is not used."""
    return int(state.deck) + int(np.count_nonzero(state.row != NONE)) != DECK_SIZE[int(state.players)]


def _only_in_hands(state: State) -> bool:
    cards = int(state.crew_cards.sum(dtype=int)), int(state.event_cards.sum(dtype=int))
    return (int(np.count_nonzero(state.crew_at)), int(np.count_nonzero(state.event_at))) == cards


PHASE = (_phase,)
DEALING = (_nothing_is_done, _dealt, _captains, _row_and_hands)
