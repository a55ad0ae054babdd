"""§2.3, §7 The Seven Seas: the row, conditions, influences, conquests."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.rules.holdings import equipped, gain, of_kind, total
from rumpus.games.arrr.rules.records import (
    DISCARDED,
    IN_CHEST,
    IN_ROW,
    ITEM,
    LONGEST_ROW,
    MATE,
    NEEDS_CARDS,
    NEEDS_ITEMS,
    NEEDS_MATE,
    NEEDS_PACK,
    NEEDS_PIECES,
    ON_PIECES,
    PACK,
)


@kernel
def row_length(state: State) -> int:
    number = 0
    while number < LONGEST_ROW and state.row[number] != NONE:
        number += 1
    return number


@kernel
def place_in_row(state: State, card: int) -> int:
    for place in range(LONGEST_ROW):
        if state.row[place] == card:
            return place
    return NONE


@kernel
def lay_out(box: Box, state: State, card: int) -> None:
    """Next to the deck; if there are too many, the furthest goes (§2.3)."""
    if row_length(state) == int(state.players) + 2:
        state.sea_at[state.row[0]] = DISCARDED
        close_up(state, 0)
    state.row[row_length(state)] = card
    state.sea_at[card] = IN_ROW
    state.deck -= 1
    if box.collection[card] == NONE:
        state.others -= 1


@kernel
def close_up(state: State, gap: int) -> None:
    for place in range(gap, LONGEST_ROW - 1):
        state.row[place] = state.row[place + 1]
    state.row[LONGEST_ROW - 1] = NONE


@kernel
def swap(state: State, card: int) -> None:
    """With its neighbour on the side of the deck (§10.10)."""
    place = place_in_row(state, card)
    if place != NONE and place + 1 < row_length(state):
        state.row[place] = state.row[place + 1]
        state.row[place + 1] = card


@large_kernel
def meets(box: Box, state: State, seat: int, card: int) -> bool:
    """Whether the condition of a card is met (§7.3)."""
    needs, many = int(box.needs[card]), int(box.needs_many[card])
    if needs == 0:
        return True
    if needs == NEEDS_MATE:
        return of_kind(box, state, seat, MATE) > 0
    if needs == NEEDS_ITEMS:
        return of_kind(box, state, seat, ITEM) >= many
    if needs == NEEDS_PACK:
        return of_kind(box, state, seat, PACK) > 0
    if needs == NEEDS_CARDS:
        return equipped(state, seat) >= many
    if needs == NEEDS_PIECES:
        return int(state.pieces[seat]) >= many
    return total(box, state, seat, needs - 1) >= many


@large_kernel
def influence_on(box: Box, state: State, card: int, what: int) -> int:
    """Of both neighbours, on a stat or on Pieces (§7.4)."""
    place, change = place_in_row(state, card), 0
    for side in (-1, 1):
        beside = place + side
        is_there = place != NONE and 0 <= beside < LONGEST_ROW and state.row[beside] != NONE
        if is_there and box.influence[state.row[beside]] == what:
            change += int(box.influence_by[state.row[beside]])
    return change


@kernel
def difficulty_now(box: Box, state: State) -> int:
    """Of the test under way, before the throw settles it; never below 1, whatever comes after what (§6.4)."""
    card, test = int(state.course), int(state.test)
    printed = int(box.test_difficulty[card, test])
    influenced = max(1, printed + influence_on(box, state, card, int(box.test_stat[card, test])))
    return max(1, influenced + int(state.harder) - int(state.easier))


@kernel
def booty_of(box: Box, state: State, card: int) -> int:
    """Its Pieces, with the influences of this moment."""
    return max(0, int(box.booty[card]) + influence_on(box, state, card, ON_PIECES))


@kernel
def conquer(box: Box, state: State, seat: int) -> None:
    """§7.2"""
    card = int(state.course)
    gain(state, seat, booty_of(box, state, card))
    close_up(state, place_in_row(state, card))
    state.sea_at[card] = IN_CHEST + seat
    state.last_sea = card
    state.last_winner = seat
