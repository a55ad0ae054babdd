"""§8 What a seat knows, and worlds that fit it."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE, UNKNOWN
from rumpus.core.rng import Rng, below
from rumpus.core.rules import NOBODY, Box, State
from rumpus.games.kaiju.rules.records import (
    ACTING,
    AIMING,
    BUILDINGS,
    DEFENDING,
    EVERYBODY,
    FACING,
    FOLLOWING,
    KINDS,
    LOTS,
    PLACING,
    RESTING,
)
from rumpus.games.kaiju.rules.resources import forget_last
from rumpus.games.kaiju.rules.tanks import space_of


@large_kernel
def redact(box: Box, state: State, seat: int) -> None:
    """In place: blank what the seat does not know."""
    hide_fronts(state, seat)
    for other in range(state.players):
        if other != seat:
            state.hand[other] = 0
            state.deck[other] = 0
    if state.turn != seat:
        hide_choice(box, state)


@kernel
def hide_fronts(state: State, seat: int) -> None:
    """A front is known to those who have looked at it, and to all when it is used (§8.1)."""
    state.unseen[:] = 0
    for lot in range(LOTS):
        if state.top[lot] != NONE and not knows(int(state.top_known[lot]), seat):
            state.top[lot] = UNKNOWN
    for owner in range(state.players):
        for place in range(state.laid[owner]):
            if not knows(int(state.taken_known[owner, place]), seat):
                state.taken[owner, place] = UNKNOWN


@kernel
def knows(who: int, seat: int) -> bool:
    """Whether a seat is among them; what all know, those who watch know too."""
    return who == EVERYBODY or (seat != NOBODY and who >> seat & 1 == 1)


@kernel
def hide_choice(box: Box, state: State) -> None:
    """What is not decided yet: to the others the player is still thinking."""
    state.half[:] = 0
    state.half_in[:] = 0
    state.half_tank = NONE
    state.half_target = NONE
    state.half_card = NONE
    state.half_part = NONE
    phase = int(state.phase)
    if RESTING <= phase <= AIMING and phase != DEFENDING and phase != FOLLOWING:
        state.phase = ACTING
    if phase == FACING and state.half_to != space_of(box, state):  # it was chosen
        state.phase = PLACING
    if state.phase != FACING:
        state.half_to = NONE


@kernel
def forget(box: Box, state: State) -> None:
    forget_last(state)


# Worlds that fit --------------------------------------------------------------------------------------------------


@large_kernel
def determinize(box: Box, view: State, seat: int, rng: Rng) -> None:
    """In place: fill the blanks with one world that fits what the seat knows."""
    imagine_buildings(box, view, rng)
    for other in range(view.players):
        if other != seat:
            imagine_hand(view, other, rng)


@kernel
def imagine_buildings(box: Box, view: State, rng: Rng) -> None:
    """Behind a back is any card with that cost that is not known to be elsewhere."""
    for building in range(BUILDINGS):
        view.unseen[building] = 1
    for lot in range(LOTS):
        if view.top[lot] >= 0:
            view.unseen[view.top[lot]] = 0
    for owner in range(view.players):
        for place in range(view.laid[owner]):
            if view.taken[owner, place] >= 0:
                view.unseen[view.taken[owner, place]] = 0
    for lot in range(LOTS):
        if view.top[lot] == UNKNOWN:
            view.top[lot] = some_front(box, view, int(view.top_back[lot]), rng)
    for owner in range(view.players):
        for place in range(view.laid[owner]):
            if view.taken[owner, place] == UNKNOWN:
                view.taken[owner, place] = some_front(box, view, int(view.taken_back[owner, place]), rng)


@kernel
def some_front(box: Box, view: State, back: int, rng: Rng) -> int:
    """A card with that back, which is then seen."""
    found, ways = NONE, 0
    for building in range(BUILDINGS):
        if view.unseen[building] and box.back[building] == back:
            ways += 1
            if below(rng, ways) == 0:
                found = building
    view.unseen[found] = 0
    return found


@kernel
def imagine_hand(view: State, seat: int, rng: Rng) -> None:
    """Of hand and deck together, which everybody can tell, any cards; but those that came openly are in hand (§8.3)."""
    left = int(view.cards[seat])
    for kind in range(KINDS):
        view.deck[seat, kind] = view.own[seat, kind] - view.known[seat, kind]
        view.hand[seat, kind] = view.known[seat, kind]
        left -= int(view.known[seat, kind])
    for _ in range(left):
        kind = draw_from_deck(view, seat, rng)
        view.deck[seat, kind] -= 1
        view.hand[seat, kind] += 1


@kernel
def draw_from_deck(view: State, seat: int, rng: Rng) -> int:
    total = 0
    for kind in range(KINDS):
        total += int(view.deck[seat, kind])
    left = below(rng, total)
    for kind in range(KINDS):
        left -= int(view.deck[seat, kind])
        if left < 0:
            return kind
    return NONE
