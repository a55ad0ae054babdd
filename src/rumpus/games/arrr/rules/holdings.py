"""§1.5, §3, §12 What players have: Pieces, hands, equipped cards, decks and discards."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.rules.records import (
    CREW,
    CREW_DRAW,
    DECK,
    DISCARDED,
    EFFECTS,
    EVENT_DRAW,
    EVENT_OF,
    EVENTS,
    IN_CHEST,
    IN_FRONT,
    IN_HAND,
    ON_TABLE,
    PIECES,
    TRAIT_OF,
    TREASURES,
)

# Pieces (§1.5) ----------------------------------------------------------------------------------------------------


@kernel
def reserve(state: State) -> int:
    """What nobody has."""
    left = PIECES
    for seat in range(state.players):
        left -= int(state.pieces[seat])
    if state.staked:
        left -= int(state.stake[0]) + int(state.stake[1])
    return left


@kernel
def gain(state: State, seat: int, amount: int) -> None:
    """As many as are there."""
    state.pieces[seat] += max(0, min(amount, reserve(state)))


@kernel
def lose(state: State, seat: int, amount: int) -> None:
    state.pieces[seat] -= min(amount, int(state.pieces[seat]))


@kernel
def steal(state: State, thief: int, seat: int, amount: int) -> None:
    number = min(amount, int(state.pieces[seat]))
    state.pieces[seat] -= number
    state.pieces[thief] += number


# Equipped cards (§4, §7.5) ----------------------------------------------------------------------------------------


@large_kernel
def equipped(state: State, seat: int) -> int:
    number = 0
    for card in range(CREW):
        number += int(state.crew_at[card] == ON_TABLE + seat)
    return number


@kernel
def of_kind(box: Box, state: State, seat: int, kind: int) -> int:
    """Equipped cards of a kind."""
    number = 0
    for card in range(CREW):
        number += int(state.crew_at[card] == ON_TABLE + seat and box.kind[card] == kind)
    return number


@large_kernel
def total(box: Box, state: State, seat: int, stat: int) -> int:
    """Of a stat, on all equipped cards."""
    number = 0
    for card in range(CREW):
        if state.crew_at[card] == ON_TABLE + seat:
            number += int(box.stats[card, stat])
    return number


@large_kernel
def always(box: Box, state: State, seat: int, word: int, stat: int) -> int:
    """Continuous effects on a seat, of its captain and of permanents in front of it (§10.13)."""
    number = 0
    if state.captain[seat] != NONE:
        number += in_list(box, TRAIT_OF + int(state.captain[seat]), word, stat)
    for event in range(EVENTS):
        if state.event_at[event] == IN_FRONT + seat:
            number += in_list(box, EVENT_OF + event, word, stat)
    return number


@kernel
def in_list(box: Box, source: int, word: int, stat: int) -> int:
    number = 0
    for place in range(EFFECTS):
        if box.does[source, place] == word and (stat == NONE or box.of[source, place] == stat):
            number += int(box.amount[source, place])
    return number


@kernel
def put_off(state: State, card: int) -> None:
    """An equipped card is discarded."""
    state.crew_at[card] = DISCARDED
    state.depleted[card] = 0


@large_kernel
def put_off_all(state: State, seat: int) -> None:
    for card in range(CREW):
        if state.crew_at[card] == ON_TABLE + seat:
            put_off(state, card)


@kernel
def pocket(state: State, seat: int, card: int) -> None:
    """A crew card comes openly into the hand (§12.2)."""
    state.crew_at[card] = IN_HAND + seat
    state.crew_known[card] = 1
    state.crew_cards[seat] += 1
    state.depleted[card] = 0


# Hands (§3) -------------------------------------------------------------------------------------------------------


@kernel
def hand_size(state: State, seat: int) -> int:
    return int(state.crew_cards[seat]) + int(state.event_cards[seat])


@kernel
def leave_hand(state: State, seat: int, card: int) -> None:
    """A crew card is shown, and is no longer in the hand."""
    state.crew_cards[seat] -= 1
    state.crew_known[card] = 0
    if state.crew_old[card]:
        state.crew_held[seat] -= 1
        state.crew_old[card] = 0


@kernel
def show_event(state: State, seat: int, event: int, place: int) -> None:
    """An event leaves the hand."""
    state.event_at[event] = place
    state.event_cards[seat] -= 1
    if state.event_old[event]:
        state.event_held[seat] -= 1
        state.event_old[event] = 0


@kernel
def throw_away(state: State, seat: int, card: int) -> None:
    """A crew card of the hand is discarded."""
    leave_hand(state, seat, card)
    state.crew_at[card] = DISCARDED


@large_kernel
def discard_marked(state: State, seat: int) -> None:
    """All that was chosen of the hand."""
    for card in range(CREW):
        if state.half_crew[card]:
            throw_away(state, seat, card)
    for event in range(EVENTS):
        if state.half_event[event]:
            show_event(state, seat, event, DISCARDED)
    state.half_crew[:] = 0
    state.half_event[:] = 0


@large_kernel
def discard_hand(state: State, seat: int) -> None:
    for card in range(CREW):
        if state.crew_at[card] == IN_HAND + seat:
            throw_away(state, seat, card)
    for event in range(EVENTS):
        if state.event_at[event] == IN_HAND + seat:
            show_event(state, seat, event, DISCARDED)


# Decks (§3.3) -----------------------------------------------------------------------------------------------------


@large_kernel
def has_crew(state: State) -> bool:
    """Whether a crew card can be drawn, from the deck or from the discards that become one."""
    if state.crew_left > 0:
        return True
    for card in range(CREW):
        if state.crew_at[card] == DISCARDED:
            return True
    return False


@large_kernel
def has_events(state: State) -> bool:
    if state.event_left > 0:
        return True
    for event in range(EVENTS):
        if state.event_at[event] == DISCARDED:
            return True
    return False


@large_kernel
def start_draw(state: State, seat: int, is_crew: bool) -> None:
    """One card, if there is one; an empty deck is its discard pile shuffled."""
    state.owing = seat
    if is_crew:
        shuffle_crew(state)
        state.phase = CREW_DRAW
    else:
        shuffle_events(state)
        state.phase = EVENT_DRAW


@kernel
def shuffle_crew(state: State) -> None:
    """Whoever can count knows that the cards in the hands are not among those that are shuffled (§12.1)."""
    if state.crew_left > 0:
        return
    state.crew_held[:] = 0
    for card in range(CREW):
        place = int(state.crew_at[card])
        state.crew_old[card] = 0
        if place == DISCARDED:
            state.crew_at[card] = DECK
            state.crew_left += 1
        elif IN_HAND <= place < ON_TABLE and not state.crew_known[card]:
            state.crew_old[card] = 1
            state.crew_held[place - IN_HAND] += 1


@kernel
def shuffle_events(state: State) -> None:
    if state.event_left > 0:
        return
    state.event_held[:] = 0
    for event in range(EVENTS):
        place = int(state.event_at[event])
        state.event_old[event] = 0
        if place == DISCARDED:
            state.event_at[event] = DECK
            state.event_left += 1
        elif IN_HAND <= place < IN_FRONT:
            state.event_old[event] = 1
            state.event_held[place - IN_HAND] += 1


@kernel
def draw_crew(state: State, seat: int, card: int) -> None:
    state.crew_at[card] = IN_HAND + seat
    state.crew_cards[seat] += 1
    state.crew_left -= 1


@kernel
def draw_event(state: State, seat: int, event: int) -> None:
    state.event_at[event] = IN_HAND + seat
    state.event_cards[seat] += 1
    state.event_left -= 1


# Collections (§1.3) -----------------------------------------------------------------------------------------------


@kernel
def has_treasure(state: State, seat: int) -> bool:
    """Whether there is a collection card in the chest."""
    for card in range(TREASURES):
        if state.sea_at[card] == IN_CHEST + seat:
            return True
    return False
