"""§2.2, §3, §4 The first half of a turn: recruitment and equipment."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.memory import lowest_bit
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.arrr.rules.holdings import (
    discard_marked,
    hand_size,
    has_crew,
    has_events,
    leave_hand,
    put_off,
    start_draw,
)
from rumpus.games.arrr.rules.records import (
    CARD,
    CONFIRM,
    CREW,
    DECLARING,
    DRAW_CREW,
    DRAW_EVENT,
    EQUIPPING,
    EVENT,
    EVENTS,
    HAND,
    IN_HAND,
    ITEM,
    MOST_EQUIPPED,
    MOST_OF_A_KIND,
    ON_TABLE,
    RECRUITING,
    REFILL,
    REFILLING,
    REPLACING,
    SWABBER,
    SWABBER_HAND,
)


@kernel
def start_turn(state: State, seat: int) -> None:
    """Depleted cards are prepared (§2.2)."""
    state.turn = seat
    state.announced[:] = 0
    state.captain_used[:] = 0
    state.barred[:] = 0
    for card in range(CREW):
        if state.crew_at[card] == ON_TABLE + seat:
            state.depleted[card] = 0
    state.phase = RECRUITING
    state.stage = REFILL


@kernel
def forget_last(state: State) -> None:
    """What is only called out."""
    state.last_sea = state.last_winner = NONE


# Recruitment (§3) -------------------------------------------------------------------------------------------------


@large_kernel
def legal_discards(state: State, seat: int, mask: Mask) -> None:
    """Cards of the hand that are not marked yet."""
    for event in range(EVENTS):
        mask[EVENT + event] = int(state.event_at[event] == IN_HAND + seat and not state.half_event[event])
    for card in range(CREW):
        mask[CARD + card] = int(state.crew_at[card] == IN_HAND + seat and not state.half_crew[card])


@kernel
def mark(state: State, action: int) -> None:
    """A card of the hand is chosen."""
    if action >= CARD:
        state.half_crew[action - CARD] = 1
    else:
        state.half_event[action - EVENT] = 1


@kernel
def recruit(box: Box, state: State, seat: int, action: int) -> None:
    if action != CONFIRM:
        mark(state, action)
        return
    discard_marked(state, seat)
    forget_last(state)
    refill(box, state)


@kernel
def may_draw_crew(box: Box, state: State, seat: int) -> bool:
    """§3.2; §13.1: swabbers have no limit of three."""
    is_below = box.mode == SWABBER or int(state.crew_cards[seat]) < MOST_OF_A_KIND
    return is_below and has_crew(state)


@kernel
def may_draw_event(box: Box, state: State, seat: int) -> bool:
    return box.mode != SWABBER and int(state.event_cards[seat]) < MOST_OF_A_KIND and has_events(state)


@large_kernel
def refill(box: Box, state: State) -> None:
    """Up to six; where there is only one deck to draw from, there is nothing to choose (§3.2)."""
    seat = int(state.turn)
    crew, event = may_draw_crew(box, state, seat), may_draw_event(box, state, seat)
    full = SWABBER_HAND if box.mode == SWABBER else HAND
    if hand_size(state, seat) >= full or not (crew or event):
        state.owing = NONE
        state.phase = EQUIPPING
    elif crew and event:
        state.phase = REFILLING
    else:
        start_draw(state, seat, crew)


@kernel
def legal_decks(box: Box, state: State, seat: int, mask: Mask) -> None:
    mask[DRAW_CREW] = int(may_draw_crew(box, state, seat))
    mask[DRAW_EVENT] = int(may_draw_event(box, state, seat))


# Equipment (§4) ---------------------------------------------------------------------------------------------------


@kernel
def is_planned(state: State, seat: int, card: int) -> bool:
    """Whether a card will be on the table: it is there and stays, or it comes."""
    if state.crew_at[card] == ON_TABLE + seat:
        return state.half_crew[card] == 0
    return state.crew_at[card] == IN_HAND + seat and state.half_crew[card] == 1


@kernel
def planned(state: State, seat: int) -> int:
    number = 0
    for card in range(CREW):
        number += int(is_planned(state, seat, card))
    return number


@kernel
def same_kind(box: Box, state: State, seat: int, card: int) -> int:
    """The First Mate or the Pack whose place a new one would take (§4.1)."""
    if box.kind[card] != ITEM:
        for other in range(CREW):
            if other != card and box.kind[other] == box.kind[card] and is_planned(state, seat, other):
                return other
    return NONE


@kernel
def can_equip(box: Box, state: State, seat: int, card: int, has_room: bool) -> bool:
    """What has to go for it must be an old card (§4.2)."""
    old = same_kind(box, state, seat, card)
    return has_room if old == NONE else bool(state.crew_at[old] == ON_TABLE + seat)


@kernel
def has_old(state: State, seat: int) -> bool:
    for card in range(CREW):
        if is_old(state, seat, card):
            return True
    return False


@kernel
def is_old(state: State, seat: int, card: int) -> bool:
    return state.crew_at[card] == ON_TABLE + seat and state.half_crew[card] == 0


@large_kernel
def legal_equipment(box: Box, state: State, seat: int, mask: Mask) -> None:
    if state.phase == REPLACING:
        for card in range(CREW):
            mask[CARD + card] = int(is_old(state, seat, card))
        return
    mask[CONFIRM] = 1
    has_room, cards = planned(state, seat) < MOST_EQUIPPED or has_old(state, seat), new_cards(state, seat)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        mask[CARD + card] = int(can_equip(box, state, seat, card, has_room))


@kernel
def new_cards(state: State, seat: int) -> int:
    """A bit for each card of the hand that is not planned yet."""
    cards = 0
    for card in range(CREW):
        cards |= int(state.crew_at[card] == IN_HAND + seat and not state.half_crew[card]) << card
    return cards


@large_kernel
def equip(box: Box, state: State, seat: int, action: int) -> None:
    if action == CONFIRM:
        put_on(state, seat)
        return
    card = action - CARD
    old = same_kind(box, state, seat, card) if state.phase == EQUIPPING else NONE
    state.half_crew[card] = 1
    state.phase = EQUIPPING
    if old != NONE:
        state.half_crew[old] = 1
    elif planned(state, seat) > MOST_EQUIPPED:
        state.phase = REPLACING


@large_kernel
def put_on(state: State, seat: int) -> None:
    for card in range(CREW):
        if state.half_crew[card]:
            if state.crew_at[card] == ON_TABLE + seat:
                put_off(state, card)
            else:
                leave_hand(state, seat, card)
                state.crew_at[card] = ON_TABLE + seat
                state.depleted[card] = 0
    state.half_crew[:] = 0
    state.phase = DECLARING
