"""What a seat knows, and worlds that fit it (§3.3, §5.6).

A pack wanders around the table. Whoever has looked at it twice knows which cards have gone in between, and that every
other seat took one of them. `determinize` finds packs, and an order in which each was emptied, that fit all that the
seat has seen, and in which every seat took the cards that it has shown since.
"""

import numpy as np

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE, UNKNOWN
from rumpus.core.rng import Rng, below
from rumpus.core.rules import NOBODY, Box, Mask, State
from rumpus.games.rarrr.rules.battle import clear_half
from rumpus.games.rarrr.rules.records import (
    CITIES_DEAL,
    DRAFTED,
    ENDED,
    HAND,
    KATAKANA,
    KATAKANA_DEAL,
    KATAKANA_DRAFT,
    KINDS,
    NAMING,
    ORDERS,
    POWER_DEAL,
    POWER_DRAFT,
    SEATS,
    TYPES,
)

# What a seat does not know ----------------------------------------------------------------------------------------


@large_kernel
def redact(box: Box, state: State, seat: int) -> None:
    """In place: blank what the seat does not know."""
    state.deck[:] = 0
    for other in range(state.players):
        if other != seat:
            hide_katakana(state, other)
            hide_power(state, other)
    if state.phase == KATAKANA_DEAL or state.phase == POWER_DEAL:  # nobody looks at cards while they are dealt
        state.choices[:] = 0
        state.pack[:] = 0
    if state.turn != seat:
        clear_half(state)


@kernel
def hide_katakana(state: State, seat: int) -> None:
    """That somebody has named a monster is seen, but not which Katakana were left out, nor a name that is not done."""
    state.choices[seat] = 0
    state.drafted[seat] = NONE
    state.offered[seat] = 0
    is_done = state.order[seat] != NONE
    state.left_out[seat] = UNKNOWN if is_done else NONE
    state.order[seat] = UNKNOWN if is_done else NONE


@kernel
def hide_power(state: State, seat: int) -> None:
    state.pack[seat] = 0
    state.picks[seat] = NONE
    state.seen[seat] = 0
    state.hand[seat] = 0
    state.down[seat] = 0


# Worlds that fit --------------------------------------------------------------------------------------------------


@large_kernel
def determinize(box: Box, view: State, seat: int, rng: Rng) -> None:
    """In place: fill the blanks with one world that fits what the seat knows."""
    if view.phase == KATAKANA_DEAL:
        deal_blindly(view, view.choices, np.ones(KATAKANA, np.int8), rng)
    elif view.phase == KATAKANA_DRAFT or view.phase == NAMING:
        imagine_katakana(view, seat, rng)
    elif view.phase == POWER_DEAL:
        fill_deck(box, view)
        deal_blindly(view, view.pack, view.deck, rng)
    elif view.phase == CITIES_DEAL and box.cities_first:
        fill_deck(box, view)
    elif view.phase > POWER_DEAL and view.phase != ENDED:
        imagine_power(box, view, seat, rng)


@kernel
def fill_deck(box: Box, view: State) -> None:
    """With all Power cards that there are."""
    for kind in range(KINDS):
        view.deck[kind] = box.copies[kind]


@kernel
def deal_blindly(view: State, packs: Mask, deck: Mask, rng: Rng) -> None:
    """What has been dealt so far, at which nobody has looked yet."""
    for number in range(view.dealt):
        packs[number % view.players, draw_from(deck, rng)] += 1


@kernel
def draw_from(cards: Mask, rng: Rng) -> int:
    """A card at random, which is then gone."""
    total = 0
    for card in range(len(cards)):
        total += int(cards[card])
    left = below(rng, total)
    for card in range(len(cards)):
        left -= int(cards[card])
        if left < 0:
            cards[card] -= 1
            return card
    return NONE


@large_kernel
def imagine_katakana(view: State, seat: int, rng: Rng) -> None:
    """The packs, and who took what; a position may leave the packs out when all have their three."""
    emptied = np.full((SEATS, DRAFTED), NONE, np.int8)
    wanted = np.zeros((SEATS, KATAKANA), np.int8)
    is_told = seat == NOBODY or view.offered[seat].sum() > 0
    if not is_told:
        for place in range(DRAFTED):
            wanted[seat, view.drafted[seat, place]] = 1
    looks = sights(view, seat, DRAFTED) if is_told else 0
    deck = np.ones(KATAKANA, np.int8)
    empty_packs(view, seat, looks, view.offered, view.drafted, deck, wanted, emptied, rng)
    if is_told:
        retell_draft(view, emptied, view.choices, view.drafted, view.offered)
    for other in range(0 if is_told else view.players):
        for number in range(DRAFTED if other != seat else 0):
            view.drafted[other, number] = emptied[(other - number) % view.players, number]
    for other in range(view.players):
        if view.order[other] == UNKNOWN:
            view.left_out[other] = view.drafted[other, below(rng, DRAFTED)]
            view.order[other] = below(rng, len(ORDERS))


@large_kernel
def imagine_power(box: Box, view: State, seat: int, rng: Rng) -> None:
    """The packs, how they were emptied, and where each seat has its cards now. A position may leave the draft out."""
    is_told = view.phase == POWER_DRAFT or view.picked[0] > 0
    emptied = np.full((SEATS, HAND), NONE, np.int8)
    wanted = np.zeros((SEATS, KINDS), np.int8)
    for other in range(view.players):
        if other != seat or not is_told:
            want(view, seat, other, wanted)
    fill_deck(box, view)
    looks = sights(view, seat, HAND) if is_told else 0
    empty_packs(view, seat, looks, view.seen, view.picks, view.deck, wanted, emptied, rng)
    if is_told:
        retell_draft(view, emptied, view.pack, view.picks, view.seen)
    for other in range(view.players):
        if other != seat:
            hold(view, other, emptied, is_told, rng)


@kernel
def want(view: State, seat: int, other: int, wanted: Mask) -> None:
    """The cards that somebody must have drafted: those shown, and one's own."""
    for kind in range(KINDS):
        hidden = view.known[other, kind] + view.perhaps[other, kind]
        if other == seat:
            hidden = view.hand[other, kind] + view.down[other, kind]
        wanted[other, kind] = view.gone[other, kind] + view.up[other, kind] + hidden


@kernel
def sights(view: State, seat: int, length: int) -> int:
    """How many packs the seat has looked at."""
    return 0 if seat == NOBODY else min(rounds_of_draft(view) + 1, length)


@kernel
def rounds_of_draft(view: State) -> int:
    """How often the packs have been passed on."""
    least = int(view.picked[0])
    for seat in range(view.players):
        least = min(least, int(view.picked[seat]))
    return least


@kernel
def hold(view: State, seat: int, emptied: Mask, is_told: bool, rng: Rng) -> None:
    """Of what a seat has drafted and not shown, some is in hand, some lies face down, and some was discarded unseen.

    All that was laid face down in this round is thought of as one row, the last ones at its end: those on the table.
    """
    own = np.zeros(KINDS, np.int8)
    count_hidden(view, seat, emptied, is_told, own)
    left = int(view.cards[seat])
    row = np.full(HAND, NONE, np.int8)
    laid = int(own.sum()) - left
    for kind in range(KINDS):
        sure = view.known[seat, kind]
        view.hand[seat, kind] = sure
        own[kind] -= sure
        left -= int(sure)
    left = place_perhaps(view, seat, own, row, laid, left, rng)
    for place in range(laid):
        if row[place] == NONE:
            row[place] = draw_from(own, rng)
    for place in range(laid - covered_cards(view, seat), laid):
        view.down[seat, row[place]] += 1
    for _ in range(left):
        view.hand[seat, draw_from(own, rng)] += 1


@kernel
def count_hidden(view: State, seat: int, emptied: Mask, is_told: bool, own: Mask) -> None:
    """How many cards of each kind a seat has drafted and not shown."""
    for number in range(HAND if not is_told else view.picked[seat]):
        own[emptied[(seat - number) % view.players, number]] += 1
    for kind in range(KINDS):
        own[kind] -= view.gone[seat, kind] + view.up[seat, kind]


@kernel
def covered_cards(view: State, seat: int) -> int:
    """How many cards of a seat lie face down."""
    number = 0
    for type in range(len(TYPES)):
        number += int(view.sets[seat, type])
    for kind in range(KINDS):
        number -= int(view.up[seat, kind])
    return number


@kernel
def place_perhaps(view: State, seat: int, own: Mask, row: Mask, laid: int, left: int, rng: Rng) -> int:
    """What was in hand once is there still, or among the cards laid face down since. Those with the fewest places come
    first, so that there is always one. How many places are left in hand."""
    for since in range(HAND + 1):
        for kind in range(KINDS):
            for _ in range(view.perhaps[seat, kind] if view.since[seat, kind] == since else 0):
                own[kind] -= 1
                place = free_place(row, max(0, laid - since), laid, left, rng)
                if place == NONE:
                    view.hand[seat, kind] += 1
                    left -= 1
                else:
                    row[place] = kind
    return left


@kernel
def free_place(row: Mask, first: int, last: int, left: int, rng: Rng) -> int:
    """A free place of a part of the row, or of so many in hand: NONE."""
    ways, chosen = left, NONE
    for place in range(first, last):
        if row[place] == NONE:
            ways += 1
            chosen = place if below(rng, ways) == 0 else chosen
    return chosen


# How packs were emptied -------------------------------------------------------------------------------------------

HEAPS = 20
"""More than there can be heaps of cards of which it is known who took them, but not who took which."""
REST = 0
"""The heap of all cards that the seat has never seen."""


@large_kernel
def empty_packs(
    view: State, seat: int, looks: int, memory: Mask, picks: Mask, deck: Mask, wanted: Mask, emptied: Mask, rng: Rng
) -> None:
    """For each pack the cards in the order in which they were taken; in `deck` what was never dealt is left."""
    heaps = np.zeros((HEAPS, len(deck)), np.int8)
    heap_of = np.zeros((SEATS, HAND), np.int8)
    for card in range(len(deck)):
        heaps[REST, card] = deck[card]
    sort_out(view, seat, looks, memory, picks, heaps, heap_of, emptied)
    piles, known = heaps.copy(), emptied.copy()
    fill_out(view, wanted, heaps, heap_of, emptied, rng)
    while not give_wanted(view, seat if looks else NOBODY, wanted, heaps[REST], heap_of, emptied, rng):
        write_over(heaps, piles)
        write_over(emptied, known)
        fill_out(view, wanted, heaps, heap_of, emptied, rng)
    for card in range(len(deck)):
        deck[card] = heaps[REST, card]


@kernel
def write_over(table: Mask, other: Mask) -> None:
    """Make a table like another."""
    for row in range(table.shape[0]):
        for column in range(table.shape[1]):
            table[row, column] = other[row, column]


@kernel
def fill_out(view: State, wanted: Mask, heaps: Mask, heap_of: Mask, emptied: Mask, rng: Rng) -> None:
    """First what was shown, where it fits, then anything out of the right heap."""
    hand_out(view, wanted, heaps, heap_of, emptied, rng)
    for pack in range(view.players):
        for number in range(emptied.shape[1]):
            if emptied[pack, number] == NONE:
                emptied[pack, number] = draw_from(heaps[heap_of[pack, number]], rng)


@kernel
def sort_out(
    view: State, seat: int, looks: int, memory: Mask, picks: Mask, heaps: Mask, heap_of: Mask, emptied: Mask
) -> None:
    """Between two looks at a pack every other seat took one of the cards that have gone: a heap for each such time."""
    players, length, heap = int(view.players), emptied.shape[1], REST
    for pack in range(players):
        look = (seat - pack) % players
        if look < looks:
            for card in range(heaps.shape[1]):
                heaps[REST, card] -= memory[seat, look, card]
        while look < looks:
            heap += 1
            again = look + players
            for card in range(heaps.shape[1]):
                stayed = memory[seat, again, card] if again < looks else 0
                heaps[heap, card] = memory[seat, look, card] - stayed
            own = picks[seat, look]
            if own != NONE:
                emptied[pack, look] = own
                heaps[heap, own] -= 1
            for number in range(look, again if again < looks else length):
                heap_of[pack, number] = heap
            look = again


# Who shows a card has drafted it ----------------------------------------------------------------------------------

NOISE = 8
"""One swap in so many is any, not the best: so the search never goes round in circles."""
SWAPS = 100


@kernel
def hand_out(view: State, wanted: Mask, heaps: Mask, heap_of: Mask, emptied: Mask, rng: Rng) -> None:
    """Let everybody have taken what they have shown, each at any time at which they could: most of it fits at once."""
    for one in range(view.players):
        for card in range(wanted.shape[1]):
            for _ in range(wanted[one, card]):
                chosen, ways = NONE, 0
                for number in range(emptied.shape[1]):
                    pack = (one - number) % int(view.players)
                    if emptied[pack, number] == NONE and heaps[heap_of[pack, number], card] > 0:
                        ways += 1
                        chosen = number if below(rng, ways) == 0 else chosen
                if chosen != NONE:
                    pack = (one - chosen) % int(view.players)
                    emptied[pack, chosen] = card
                    heaps[heap_of[pack, chosen], card] -= 1


@large_kernel
def give_wanted(view: State, seat: int, wanted: Mask, rest: Mask, heap_of: Mask, emptied: Mask, rng: Rng) -> bool:
    """Swap cards within heaps until everybody has drafted what they have shown. There is such a world: the true one;
    but after many swaps it is quicker to begin anew."""
    have = np.zeros(wanted.shape, np.int8)
    for pack in range(view.players):
        for number in range(emptied.shape[1]):
            have[taker(view, pack, number), emptied[pack, number]] += 1
    for _ in range(SWAPS):
        one, card = somebody_short(view, wanted, have, rng)
        if one == NONE:
            return True
        swap_for(view, seat, one, card, wanted, have, rest, heap_of, emptied, rng)
    return False


@kernel
def taker(view: State, pack: int, number: int) -> int:
    """Who took from a pack at that time."""
    return (pack + number) % int(view.players)


@kernel
def somebody_short(view: State, wanted: Mask, have: Mask, rng: Rng) -> tuple[int, int]:
    """A seat and a card that it has shown and not drafted, any of those there are."""
    found, number = (NONE, NONE), 0
    for one in range(view.players):
        for card in range(wanted.shape[1]):
            if wanted[one, card] > have[one, card]:
                number += 1
                if below(rng, number) == 0:
                    found = (one, card)
    return found


@large_kernel
def swap_for(
    view: State, seat: int, one: int, card: int, wanted: Mask, have: Mask, rest: Mask, heap_of: Mask, emptied: Mask,
    rng: Rng,
) -> None:  # fmt: skip
    """The swap that leaves the fewest short, of all by which a seat gets a card; or now and then any."""
    is_any = below(rng, NOISE) == 0
    best, ties, mine, theirs = 99, 0, NONE, NONE
    length = emptied.shape[1]
    for number in range(length):
        pack = (one - number) % int(view.players)
        if emptied[pack, number] == card:
            continue
        is_rest = heap_of[pack, number] == REST
        first, last = (-1, length * int(view.players)) if is_rest else (pack * length, (pack + 1) * length)
        for place in range(first, last):
            if may_swap(view, seat, pack, number, place, card, rest, heap_of, emptied):
                harm = 0 if is_any else harm_of(view, one, emptied[pack, number], card, place, length, wanted, have)
                ties = 1 if harm < best else ties + int(harm == best)
                if harm < best or (harm == best and below(rng, ties) == 0):
                    best, mine, theirs = harm, pack * length + number, place
    if mine != NONE:
        swap(view, mine // length, mine % length, theirs, card, have, rest, emptied)


@kernel
def may_swap(
    view: State, seat: int, pack: int, number: int, place: int, card: int, rest: Mask, heap_of: Mask, emptied: Mask
) -> bool:
    """Whether the card at a place, or in the deck (place -1), could have been taken here: out of the same heap."""
    heap = heap_of[pack, number]
    if place < 0:
        return heap == REST and rest[card] > 0
    other, at = place // emptied.shape[1], place % emptied.shape[1]
    if emptied[other, at] != card or heap_of[other, at] != heap:
        return False
    return taker(view, other, at) != seat and taker(view, other, at) != taker(view, pack, number)


@kernel
def harm_of(view: State, one: int, given: int, card: int, place: int, length: int, wanted: Mask, have: Mask) -> int:
    """How many cards more are short after a swap."""
    harm = int(have[one, given] <= wanted[one, given])
    if place >= 0:
        other = taker(view, place // length, place % length)
        harm += int(have[other, card] <= wanted[other, card]) - int(have[other, given] < wanted[other, given])
    return harm


@kernel
def swap(view: State, pack: int, number: int, place: int, card: int, have: Mask, rest: Mask, emptied: Mask) -> None:
    given, one = emptied[pack, number], taker(view, pack, number)
    emptied[pack, number] = card
    have[one, card] += 1
    have[one, given] -= 1
    if place < 0:
        rest[card] -= 1
        rest[given] += 1
        return
    other, at = place // emptied.shape[1], place % emptied.shape[1]
    emptied[other, at] = given
    have[taker(view, other, at), given] += 1
    have[taker(view, other, at), card] -= 1


# What everybody has seen then -------------------------------------------------------------------------------------


@large_kernel
def retell_draft(view: State, emptied: Mask, packs: Mask, picks: Mask, memory: Mask) -> None:
    """From how the packs were emptied: what everybody took, has seen, and has before them."""
    players, length, rounds = int(view.players), emptied.shape[1], rounds_of_draft(view)
    for seat in range(players):
        for number in range(min(rounds + 1, length)):
            pack = (seat - number) % players
            picks[seat, number] = emptied[pack, number] if number < view.picked[seat] else NONE
            memory[seat, number] = 0
            for later in range(number, length):
                memory[seat, number, emptied[pack, later]] += 1
        packs[seat] = 0
        for later in range(view.picked[seat], length):
            packs[seat, emptied[(seat - rounds) % players, later]] += 1
