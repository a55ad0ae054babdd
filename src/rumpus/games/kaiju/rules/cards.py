"""§5 Building cards in play: their abilities, tanks and missiles."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.kaiju.rules.city import are_neighbours, has_way_out
from rumpus.games.kaiju.rules.records import (
    ACTING,
    AIMING,
    CHOOSING_PART,
    DRAW,
    DRAWN,
    EVERYBODY,
    GIVING,
    KINDS,
    LOOK,
    LOOKING,
    LOTS,
    MAUL,
    MAULING,
    PARTS,
    REST_UP,
    RESTING,
    ROLLING,
    STEP,
    STEPPING,
    SWAP,
    SWAPPED,
    TAKE,
    TAKING,
)
from rumpus.games.kaiju.rules.resources import (
    deck_size,
    forget_last,
    gain,
    lose,
    start_draws,
    start_shots,
)
from rumpus.games.kaiju.rules.tanks import enter

ABILITY, TANK_ICON, MISSILE = range(len(PARTS))


@kernel
def can_use(box: Box, state: State, seat: int, place: int) -> bool:
    """One card a turn, face down so far, with a part that would do something (§5.1)."""
    if state.played or place >= state.laid[seat] or state.used[seat, place]:
        return False
    building = int(state.taken[seat, place])
    for part in range(len(PARTS)):
        if works(box, state, seat, building, part):
            return True
    return False


@large_kernel
def works(box: Box, state: State, seat: int, building: int, part: int) -> bool:
    """Whether a part of a card could do something (§5.1)."""
    if part == TANK_ICON:
        return box.has_tank[building] == 1 and state.tank_at[0] != NONE
    if part == MISSILE:
        return box.has_missile[building] == 1 and somebody_has_cards(state, NONE)
    ability = int(box.ability[building])
    if ability == DRAW:
        return deck_size(state, seat) > 0 or pile_size(state, seat) > 0
    if ability == TAKE:
        return supply_size(state) > 0
    if ability == STEP:
        return has_way_out(box, state, int(state.at[seat]))
    if ability == MAUL:
        return somebody_has_cards(state, seat)
    if ability == SWAP:
        return state.cards[seat] >= SWAPPED and supply_size(state) >= SWAPPED
    if ability == LOOK:
        return has_news(state, seat)
    return ability == REST_UP


@kernel
def somebody_has_cards(state: State, but: int) -> bool:
    for seat in range(state.players):
        if seat != but and state.cards[seat] > 0:
            return True
    return False


@kernel
def has_news(state: State, seat: int) -> bool:
    """Whether there is a top card that one has not looked at."""
    for lot in range(LOTS):
        if is_news(state, seat, lot):
            return True
    return False


@kernel
def is_news(state: State, seat: int, lot: int) -> bool:
    return state.standing[lot] > 0 and int(state.top_known[lot]) >> seat & 1 == 0


@kernel
def pile_size(state: State, seat: int) -> int:
    number = 0
    for kind in range(KINDS):
        number += int(state.discard[seat, kind])
    return number


@kernel
def supply_size(state: State) -> int:
    number = 0
    for kind in range(KINDS):
        number += int(state.supply[kind])
    return number


@kernel
def choose_card(box: Box, state: State, seat: int, place: int) -> None:
    """Where only one part would do something, there is nothing to choose."""
    state.half_card = place
    building, ways, only = int(state.taken[seat, place]), 0, NONE
    for part in range(len(PARTS)):
        if works(box, state, seat, building, part):
            ways += 1
            only = part
    if ways > 1:
        state.phase = CHOOSING_PART
    else:
        choose_part(box, state, seat, only)


@kernel
def choose_part(box: Box, state: State, seat: int, part: int) -> None:
    """What is to be said next; drawing needs nothing more."""
    state.half_part = part
    ability = int(box.ability[state.taken[seat, state.half_card]])
    if part == TANK_ICON:
        state.phase = ROLLING
    elif part == MISSILE:
        state.phase = AIMING
    elif ability == DRAW:
        show_card(state, seat)
        start_draws(state, DRAWN, ACTING)
    else:
        state.phase = phase_of(ability)


@kernel
def phase_of(ability: int) -> int:
    """What an ability asks."""
    if ability == TAKE:
        return TAKING
    if ability == STEP:
        return STEPPING
    if ability == MAUL:
        return MAULING
    if ability == LOOK:
        return LOOKING
    return GIVING if ability == SWAP else RESTING


@kernel
def show_card(state: State, seat: int) -> None:
    """It is used: face up in the score pile (§5.1)."""
    forget_last(state)
    place = int(state.half_card)
    state.used[seat, place] = 1
    state.taken_known[seat, place] = EVERYBODY
    state.played = 1
    state.last_card = state.taken[seat, place]
    state.last_part = state.half_part
    state.half_card = NONE
    state.half_part = NONE


# What they do (§5.2) ----------------------------------------------------------------------------------------------


@kernel
def take(state: State, seat: int, kind: int) -> None:
    show_card(state, seat)
    gain(state, seat, kind)
    state.last_cards[kind] = 1
    state.phase = ACTING


@kernel
def step(box: Box, state: State, seat: int, place: int) -> None:
    show_card(state, seat)
    enter(box, state, seat, place)
    start_shots(state, ACTING)


@kernel
def maul(state: State, seat: int, other: int) -> None:
    show_card(state, seat)
    state.last_kaiju = other
    state.shots[other] += 1
    start_shots(state, ACTING)


@kernel
def look(state: State, seat: int, lot: int) -> None:
    show_card(state, seat)
    state.last_lot = lot
    state.top_known[lot] |= 1 << seat
    state.phase = ACTING


@kernel
def swap(state: State, seat: int) -> None:
    """The cards that are given go back to the supply; all of it is shown (§5.2)."""
    show_card(state, seat)
    for kind in range(KINDS):
        for _ in range(state.half[kind]):
            lose(state, seat, kind)
            state.supply[kind] += 1
        for _ in range(state.half_in[kind]):
            gain(state, seat, kind)
        state.last_cards[kind] = state.half_in[kind]
    state.half[:] = 0
    state.half_in[:] = 0
    state.phase = ACTING


@kernel
def strike_with_missile(box: Box, state: State, seat: int, place: int) -> None:
    """Every kaiju there, or one street away; also the one who called it (§6.7)."""
    show_card(state, seat)
    state.last_at = place
    for other in range(state.players):
        at = int(state.at[other])
        state.shots[other] += int(at == place or are_neighbours(box, at, place))
    start_shots(state, ACTING)
