"""§6: what comes before the first round."""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.braverats.rules.records import (
    APPLEWOODS,
    ATTACK,
    CARDS,
    DEALING,
    KEEPING,
    NOT_YET,
    OPENER,
    PACKET,
    PACKING,
    PRINCE,
    PRINCESS,
    ROUNDS,
    SEATS,
    TRAITOR,
    YARGS,
)
from rumpus.games.braverats.rules.rounds import draw_up, seat_to_draw, start_round


@kernel
def clear(state: State) -> None:
    """An empty table; the games of an Emperor's match stay counted."""
    start_round(state, NONE)
    state.rounds = 0
    state.ending = NOT_YET
    state.winner = state.keeper = state.opener = state.princes = NONE
    state.unknown_packet = 0
    for seat in range(SEATS):
        state.bonus[seat] = state.held[seat] = state.victories[seat] = 0
        state.unknown_hand[seat] = state.unknown_pile[seat] = 0
        state.given[seat] = NONE
    for number in range(ROUNDS):
        state.fought[number, YARGS] = state.fought[number, APPLEWOODS] = state.won_by[number] = NONE
    for card in range(CARDS):
        state.deck[card] = state.packet[card] = 0
        for seat in range(SEATS):
            state.hand[seat, card] = state.pile[seat, card] = state.secret[seat, card] = 0


@kernel
def open_game(box: Box, state: State) -> None:
    """The table before the first card is dealt (§2.1, §6)."""
    clear(state)
    for card in range(CARDS):
        if box.draft or box.random_deal:
            state.deck[card] = SEATS
        else:
            state.hand[YARGS, card] = state.hand[APPLEWOODS, card] = 1
    if box.draft:
        state.phase = OPENER
    elif box.random_deal:
        state.phase = DEALING
    elif box.princess_attack:
        state.phase = ATTACK
    else:
        after_the_deal(box, state)


@kernel
def after_the_deal(box: Box, state: State) -> None:
    if box.traitor:
        state.phase = TRAITOR
    else:
        after_the_traitors(box, state)


@kernel
def after_the_traitors(box: Box, state: State) -> None:
    start_round(state, NONE)
    if box.lucky_draw:
        shuffle_hands(state)
        draw_up(box, state)


@kernel
def give_traitor(box: Box, state: State, card: int) -> None:
    """Both cards are drawn before either arrives (§6.1)."""
    if state.given[YARGS] == NONE:
        state.given[YARGS] = card
        return
    state.given[APPLEWOODS] = card
    exchange(state.hand, state.given[YARGS], card)
    after_the_traitors(box, state)


@kernel
def exchange(cards: Mask, from_yargs: int, from_applewoods: int) -> None:
    """Each clan gives a card to the other."""
    cards[YARGS, from_yargs] -= 1
    cards[APPLEWOODS, from_yargs] += 1
    cards[APPLEWOODS, from_applewoods] -= 1
    cards[YARGS, from_applewoods] += 1


@kernel
def gather_princes(cards: Mask, clan: int) -> None:
    """A clan gives its Princess for the other's Prince (§6.6)."""
    if clan == YARGS:
        exchange(cards, PRINCESS, PRINCE)
    else:
        exchange(cards, PRINCE, PRINCESS)


@kernel
def shuffle_hands(state: State) -> None:
    """Each clan's cards become its pile (§6.2)."""
    for seat in range(SEATS):
        for card in range(CARDS):
            state.pile[seat, card] = state.hand[seat, card]
            state.hand[seat, card] = 0


@kernel
def draw_card(box: Box, state: State, card: int) -> None:
    seat = seat_to_draw(state)
    state.pile[seat, card] -= 1
    state.hand[seat, card] += 1
    draw_up(box, state)


@kernel
def put_in_packet(state: State, card: int) -> None:
    """Packets of four are drawn for the one who opens them (§6.4)."""
    state.deck[card] -= 1
    state.packet[card] += 1
    if state.packet.sum() == PACKET:
        state.phase = KEEPING


@kernel
def keep(box: Box, state: State, seat: int, card: int) -> None:
    """Keep one and pass the rest; the last card of a packet has only one way to go (§6.4)."""
    if state.packet.sum() == PACKET:
        state.secret[seat, card] += 1
    take_from_packet(state, seat, card)
    state.keeper = 1 - seat
    if state.packet.sum() == 1:
        take_from_packet(state, 1 - seat, last_in_packet(state))
        close_packet(box, state)


@kernel
def take_from_packet(state: State, seat: int, card: int) -> None:
    state.packet[card] -= 1
    state.hand[seat, card] += 1


@kernel
def last_in_packet(state: State) -> int:
    last = NONE
    for card in range(CARDS):
        if state.packet[card] > 0:
            last = card
    return last


@kernel
def close_packet(box: Box, state: State) -> None:
    """The other clan opens the next packet; after the last, each hand is the other's complement (§6.4, §7.4)."""
    if state.deck.sum() > 0:
        state.phase = PACKING
        state.opener = state.keeper = 1 - state.opener
        return
    state.opener = state.keeper = NONE
    state.secret[:] = 0
    after_the_deal(box, state)


@kernel
def deal_to_yargs(box: Box, state: State, card: int) -> None:
    """Eight of the sixteen cards to the Yargs, the rest to the Applewoods (§6.5)."""
    state.deck[card] -= 1
    state.hand[YARGS, card] += 1
    if state.hand[YARGS].sum() == ROUNDS:
        for rest in range(CARDS):
            state.hand[APPLEWOODS, rest] = state.deck[rest]
            state.deck[rest] = 0
        after_the_deal(box, state)


@kernel
def attack(box: Box, state: State, seat: int) -> None:
    """One clan gives its Princess for the other's Prince (§6.6)."""
    state.princes = seat
    gather_princes(state.hand, seat)
    after_the_deal(box, state)
