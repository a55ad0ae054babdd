"""§12 What a seat knows, and worlds that fit it."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE, UNKNOWN
from rumpus.core.rng import Rng, below
from rumpus.core.rules import Box, State
from rumpus.games.arrr.rules.dealing import clear_half
from rumpus.games.arrr.rules.records import (
    AIMING,
    ASKED,
    CAPTAINS,
    CHOOSING,
    CREW,
    DECK,
    DECLARING,
    DISCARDING,
    EQUIPPING,
    EVENTS,
    IN_FRONT,
    IN_HAND,
    NAMING_STAKE,
    NAMING_STAT,
    OFFERED,
    ON_TABLE,
    PAYING,
    PICKING,
    REPLACING,
)


@large_kernel
def redact(box: Box, state: State, seat: int) -> None:
    """In place: blank what the seat does not know."""
    for card in range(CREW):
        at = int(state.crew_at[card])
        is_hidden = at == DECK or (IN_HAND <= at < ON_TABLE and at != IN_HAND + seat and not state.crew_known[card])
        if is_hidden:
            state.crew_at[card] = UNKNOWN
    for event in range(EVENTS):
        at = int(state.event_at[event])
        if at == DECK or (IN_HAND <= at < IN_FRONT and at != IN_HAND + seat):
            state.event_at[event] = UNKNOWN
    if state.phase <= CHOOSING:
        hide_captains(state, seat)
    if chooser(state) != seat:
        hide_choice(state)


@kernel
def hide_captains(state: State, seat: int) -> None:
    """Who has chosen is open, and nothing else (§13.2)."""
    for other in range(state.players):
        if other != seat and state.offered[other, 0] != NONE:
            for place in range(OFFERED):
                if state.offered[other, place] != NONE:
                    state.offered[other, place] = UNKNOWN
            if state.captain[other] != NONE:
                state.captain[other] = UNKNOWN


@kernel
def chooser(state: State) -> int:
    """Whose choice may be half made."""
    if state.phase in (ASKED, AIMING, PICKING):
        return int(state.asked)
    return int(state.owing) if state.phase in (PAYING, DISCARDING) else int(state.turn)


@kernel
def hide_choice(state: State) -> None:
    """What is not decided yet: to the others the player is still thinking."""
    clear_half(state)
    if state.phase in (AIMING, PICKING):
        state.phase = ASKED
    elif state.phase in (NAMING_STAT, NAMING_STAKE):
        state.phase = DECLARING
    elif state.phase == REPLACING:
        state.phase = EQUIPPING


# Worlds that fit --------------------------------------------------------------------------------------------------


@large_kernel
def determinize(box: Box, view: State, seat: int, rng: Rng) -> None:
    """In place: fill the blanks with one world that fits what the seat knows."""
    imagine_crew(view, seat, rng)
    imagine_events(view, seat, rng)
    if view.phase <= CHOOSING:
        imagine_captains(view, seat, rng)


@kernel
def imagine_crew(view: State, seat: int, rng: Rng) -> None:
    """Cards that were in hands at the last shuffle are in hands; any of the others may be, or in the deck."""
    for other in range(view.players):
        if other != seat:
            left = int(view.crew_cards[other]) - int(view.crew_held[other])
            for card in range(CREW):
                left -= int(view.crew_at[card] == IN_HAND + other)
            for _ in range(view.crew_held[other]):
                view.crew_at[some_crew(view, 1, rng)] = IN_HAND + other
            for _ in range(left):
                view.crew_at[some_crew(view, 0, rng)] = IN_HAND + other
    for card in range(CREW):
        if view.crew_at[card] == UNKNOWN:
            view.crew_at[card] = DECK


@kernel
def some_crew(view: State, old: int, rng: Rng) -> int:
    found, ways = NONE, 0
    for card in range(CREW):
        if view.crew_at[card] == UNKNOWN and view.crew_old[card] == old:
            ways += 1
            if below(rng, ways) == 0:
                found = card
    return found


@kernel
def imagine_events(view: State, seat: int, rng: Rng) -> None:
    for other in range(view.players):
        if other != seat:
            for _ in range(view.event_held[other]):
                view.event_at[some_event(view, 1, rng)] = IN_HAND + other
            for _ in range(int(view.event_cards[other]) - int(view.event_held[other])):
                view.event_at[some_event(view, 0, rng)] = IN_HAND + other
    for event in range(EVENTS):
        if view.event_at[event] == UNKNOWN:
            view.event_at[event] = DECK


@kernel
def some_event(view: State, old: int, rng: Rng) -> int:
    found, ways = NONE, 0
    for event in range(EVENTS):
        if view.event_at[event] == UNKNOWN and view.event_old[event] == old:
            ways += 1
            if below(rng, ways) == 0:
                found = event
    return found


@kernel
def imagine_captains(view: State, seat: int, rng: Rng) -> None:
    """Two for everybody; who has chosen has one of them."""
    for other in range(view.players):
        for place in range(OFFERED):
            if view.offered[other, place] == UNKNOWN:
                view.offered[other, place] = some_captain(view, rng)
        if view.captain[other] == UNKNOWN:
            view.captain[other] = view.offered[other, below(rng, OFFERED)]


@kernel
def some_captain(view: State, rng: Rng) -> int:
    found, ways = NONE, 0
    for captain in range(CAPTAINS):
        if not is_offered(view, captain):
            ways += 1
            if below(rng, ways) == 0:
                found = captain
    return found


@kernel
def is_offered(view: State, captain: int) -> bool:
    for seat in range(view.players):
        if captain == view.offered[seat, 0] or captain == view.offered[seat, 1]:
            return True
    return False
