"""§7: who knows what."""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE, UNKNOWN
from rumpus.core.rng import Rng, below, weighted
from rumpus.core.rules import NOBODY, Box, Mask, State
from rumpus.games.braverats.rules.records import (
    APPLEWOODS,
    CARDS,
    DRAWING,
    KEEPING,
    PACKET,
    PACKING,
    PLAYING,
    ROUNDS,
    SEATS,
    YARGS,
)
from rumpus.games.braverats.rules.variations import exchange, gather_princes


@kernel
def redact(box: Box, state: State, seat: int) -> None:
    for other in range(SEATS):
        if other != seat:
            cover_choice(state, other)
    if seat == NOBODY and hands_are_mixed(box):
        cover_table(state)
        return
    for other in range(SEATS):
        if other != seat:
            cover_hand(box, state, other)
    if is_drafting(state):
        cover_draft(state, seat)


@kernel
def forget(box: Box, state: State) -> None:
    """Once the clans play, the cards set aside and the way the hands came about matter no more: scores are kept (§2.6).

    What a held round is worth beyond the victory it brings does not matter either (§5.1).
    """
    if state.phase != PLAYING:
        return
    state.princes = state.given[YARGS] = state.given[APPLEWOODS] = NONE
    for number in range(ROUNDS):
        state.fought[number, YARGS] = state.fought[number, APPLEWOODS] = state.won_by[number] = NONE
    for seat in range(SEATS):
        state.held[seat] = min(state.held[seat], box.enough - 1 - state.victories[seat])


@kernel
def is_drafting(state: State) -> bool:
    return bool(state.phase == PACKING or state.phase == KEEPING)


@kernel
def hands_are_mixed(box: Box) -> bool:
    """Whether cards changed clans unseen by those who only watch (§7.5)."""
    return bool(box.traitor or box.draft or box.random_deal or box.princess_attack)


@kernel
def cover_choice(state: State, owner: int) -> None:
    """A card laid face down could be any in hand (§7.1); one that was shown to a Spy lies open (§3.3)."""
    card = state.choice[owner]
    if card >= 0 and state.spied != owner:
        state.hand[owner, card] += 1
        state.choice[owner] = UNKNOWN


@kernel
def cover_hand(box: Box, state: State, owner: int) -> None:
    """Lucky Draw: which of the unplayed cards are in hand is the owner's secret (§7.3)."""
    if box.lucky_draw and state.phase >= DRAWING:
        for card in range(CARDS):
            state.unknown_hand[owner] += state.hand[owner, card]
            state.pile[owner, card] += state.hand[owner, card]
            state.hand[owner, card] = 0


@kernel
def cover_draft(state: State, seat: int) -> None:
    """A packet just opened, and what was kept from it first, are the opener's secrets (§7.4)."""
    other = 1 - seat
    for card in range(CARDS):
        kept = state.secret[other, card]
        state.unknown_hand[other] += kept
        state.hand[other, card] -= kept
        state.deck[card] += kept
        state.secret[other, card] = 0
    if state.opener == other and (state.phase == PACKING or state.packet.sum() == PACKET):
        cover_packet(state)


@kernel
def cover_packet(state: State) -> None:
    for card in range(CARDS):
        state.unknown_packet += state.packet[card]
        state.deck[card] += state.packet[card]
        state.packet[card] = 0


@kernel
def cover_table(state: State) -> None:
    """Who has what, for one who only watches: every card not yet played could be anywhere (§7.5)."""
    cover_packet(state)
    if state.princes != NONE:
        state.princes = UNKNOWN
    for seat in range(SEATS):
        if state.given[seat] != NONE:
            state.given[seat] = UNKNOWN
        for card in range(CARDS):
            state.unknown_hand[seat] += state.hand[seat, card]
            state.unknown_pile[seat] += state.pile[seat, card]
            state.deck[card] += state.hand[seat, card] + state.pile[seat, card]
            state.hand[seat, card] = state.pile[seat, card] = state.secret[seat, card] = 0


@kernel
def determinize(box: Box, view: State, seat: int, rng: Rng) -> None:
    if seat == NOBODY and (box.draft or box.random_deal):
        uncover_deal(box, view, rng)
    elif seat == NOBODY and hands_are_mixed(box):
        uncover_exchanges(box, view, rng)
    elif is_drafting(view):
        uncover_draft(view, 1 - seat, rng)
    for owner in range(SEATS):
        move_at_random(view.pile[owner], view.hand[owner], view.unknown_hand[owner], rng)
        view.unknown_hand[owner] = 0
        uncover_choice(view, owner, rng)
    if seat == NOBODY and is_drafting(view):
        uncover_secrets(view, rng)


@kernel
def move_at_random(source: Mask, target: Mask, number: int, rng: Rng) -> None:
    for _ in range(number):
        card = weighted(rng, source)
        source[card] -= 1
        target[card] += 1


@kernel
def uncover_choice(view: State, owner: int, rng: Rng) -> None:
    if view.choice[owner] == UNKNOWN:
        card = weighted(rng, view.hand[owner])
        view.choice[owner] = card
        view.hand[owner, card] -= 1


@kernel
def uncover_draft(view: State, other: int, rng: Rng) -> None:
    """What the other clan kept first, and the packet it has just opened, come from the cards not seen yet."""
    move_at_random(view.deck, view.secret[other], view.unknown_hand[other], rng)
    for card in range(CARDS):
        view.hand[other, card] += view.secret[other, card]
    view.unknown_hand[other] = 0
    uncover_packet(view, rng)


@kernel
def uncover_packet(view: State, rng: Rng) -> None:
    move_at_random(view.deck, view.packet, view.unknown_packet, rng)
    view.unknown_packet = 0


@kernel
def uncover_deal(box: Box, view: State, rng: Rng) -> None:
    """Draft and Random Deal: any card may be any clan's. They go to the clan's pile, to be drawn from there."""
    uncover_packet(view, rng)
    for seat in range(SEATS):
        move_at_random(view.deck, view.pile[seat], view.unknown_hand[seat] + view.unknown_pile[seat], rng)
        view.unknown_pile[seat] = 0
    for seat in range(SEATS):
        if view.given[seat] == UNKNOWN:
            has_arrived = view.given[APPLEWOODS] != NONE
            view.given[seat] = random_owned_card(view, 1 - seat if has_arrived else seat, rng)


@kernel
def random_owned_card(view: State, owner: int, rng: Rng) -> int:
    """One of the cards a clan began with: it still has it, or it has fought with it."""
    unplayed = int(view.pile[owner].sum())
    number = below(rng, unplayed + int(view.rounds))
    if number < unplayed:
        return weighted(rng, view.pile[owner])
    return int(view.fought[number - unplayed, owner])


@kernel
def uncover_secrets(view: State, rng: Rng) -> None:
    """For one who only watches a draft: from each packet, its opener kept one card that the other clan did not see."""
    kept = int(view.hand.sum())
    packets, is_begun = kept // PACKET, int(kept % PACKET > 0)
    for seat in range(SEATS):
        opened = packets // 2 + (packets % 2 if seat != view.opener else is_begun)
        for _ in range(opened):
            view.secret[seat, weighted(rng, view.hand[seat] - view.secret[seat])] += 1


EXCHANGES = SEATS * CARDS * CARDS
"""The ways in which Princess Attack and Traitor can have gone: who has the Princes, and the card each clan gave."""


@kernel
def uncover_exchanges(box: Box, view: State, rng: Rng) -> None:
    """Princess Attack and Traitor: one of the ways they can have gone that fits the cards seen so far."""
    fitting = 0
    for way in range(EXCHANGES):
        fitting += exchange_fits(view, way)
    chosen = below(rng, fitting)
    for way in range(EXCHANGES):
        if exchange_fits(view, way):
            if chosen == 0:
                settle_exchange(view, way)
                return
            chosen -= 1


@kernel
def settle_exchange(view: State, way: int) -> None:
    exchange_fits(view, way)
    if view.princes == UNKNOWN:
        view.princes = way % SEATS
    if view.given[YARGS] == UNKNOWN:
        view.given[YARGS] = way // SEATS % CARDS
    if view.given[APPLEWOODS] == UNKNOWN:
        view.given[APPLEWOODS] = way // SEATS // CARDS
    view.deck[:] = 0
    view.unknown_pile[:] = 0


@kernel
def exchange_fits(view: State, way: int) -> bool:
    """Lay out the piles as they would be after these exchanges; whether that can be."""
    princes, from_yargs, from_applewoods = way % SEATS, way // SEATS % CARDS, way // SEATS // CARDS
    view.pile[:] = 1
    if view.princes == UNKNOWN:
        gather_princes(view.pile, princes)
    elif princes != 0:
        return False
    if view.given[YARGS] != UNKNOWN and from_yargs != 0:
        return False
    if view.given[APPLEWOODS] != UNKNOWN and from_applewoods != 0:
        return False
    return traitors_fit(view, from_yargs, from_applewoods) and played_cards_fit(view)


@kernel
def traitors_fit(view: State, from_yargs: int, from_applewoods: int) -> bool:
    if view.given[YARGS] == NONE:
        return True
    could_give = view.pile[YARGS, from_yargs] > 0 and view.pile[APPLEWOODS, from_applewoods] > 0
    if view.given[APPLEWOODS] != NONE:
        exchange(view.pile, from_yargs, from_applewoods)
    return bool(could_give)


@kernel
def played_cards_fit(view: State) -> bool:
    """Take the cards that lie open from the piles; none may be missing there."""
    for seat in range(SEATS):
        for number in range(view.rounds):
            view.pile[seat, view.fought[number, seat]] -= 1
        if view.choice[seat] >= 0:
            view.pile[seat, view.choice[seat]] -= 1
    return bool(view.pile.min() >= 0)
