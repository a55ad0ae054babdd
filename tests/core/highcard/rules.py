"""The rules of Highest Card."""

from rumpus.core.kernel import kernel
from rumpus.core.record import FLAG, NONE, UNKNOWN, ActionField, Field, record
from rumpus.core.rng import Rng, below
from rumpus.core.rules import CHANCE, OVER, Box, Mask, Numbers, State, Weights
from rumpus.core.switches import Exclusion, Switch

VERSION = 3
SEATS, CARDS, ACTIONS, OUTCOMES = 4, 8, 2, 8
KEEP, SWAP = 0, 1
LENGTHS = {"seat": SEATS, "card": CARDS}
SWITCHES = (Switch("lowest_wins", "The lowest card wins."), Switch("swaps", "Who may swap.", ("all", "nobody")))
EXCLUSIONS: tuple[Exclusion, ...] = ()

ACTION_FIELDS = (
    ActionField("keep", KEEP, about="keep the card"),
    ActionField("swap", SWAP, about="throw the card away for another"),
)
BOX_FIELDS = (Field("value", ("card",)), *(switch.field() for switch in SWITCHES))
STATE_FIELDS = (
    Field("players", about="how many sit at the table"),
    Field("card", ("seat",), "card", about="card of each player"),
    Field("decided", ("seat",), FLAG, about="who has decided whether to swap"),
    Field("deck", ("card",), about="cards not dealt"),
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)


@kernel
def prepare(box: Box) -> None:
    """Nothing follows from the cards."""


@kernel
def set_up(box: Box, state: State, seats: int) -> None:
    state.players = seats
    state.card[:] = NONE
    state.decided[:] = 0
    state.deck[:] = 1


@kernel
def seat_without_card(state: State) -> int:
    for seat in range(state.players):
        if state.card[seat] == NONE:
            return seat
    return NONE


@kernel
def acting(box: Box, state: State) -> int:
    if seat_without_card(state) != NONE:
        return CHANCE
    who = OVER
    for seat in range(state.players):
        if not state.decided[seat]:
            who |= 1 << seat
    return who


@kernel
def legal(box: Box, state: State, seat: int, mask: Mask) -> int:
    who = acting(box, state)
    may_choose = who > 0 and who >> seat & 1 == 1
    mask[KEEP] = may_choose
    mask[SWAP] = may_choose and box.swaps == 0
    return int(mask[KEEP] + mask[SWAP])


@kernel
def chance(box: Box, state: State, weights: Weights) -> None:
    for card in range(CARDS):
        weights[card] = state.deck[card]


@kernel
def apply(box: Box, state: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        state.card[seat_without_card(state)] = action
        state.deck[action] -= 1
        return
    state.decided[seat] = 1
    if action == SWAP:
        state.card[seat] = NONE


@kernel
def points(box: Box, state: State, out: Numbers) -> None:
    for seat in range(state.players):
        out[seat] = box.value[state.card[seat]] if state.card[seat] >= 0 else 0


@kernel
def places(box: Box, state: State, out: Numbers) -> None:
    for seat in range(state.players):
        mine = box.value[state.card[seat]]
        out[seat] = 1
        for other in range(state.players):
            theirs = box.value[state.card[other]]
            out[seat] += theirs < mine if box.lowest_wins else theirs > mine


@kernel
def redact(box: Box, state: State, seat: int) -> None:
    for other in range(state.players):
        if other != seat and state.card[other] >= 0:
            state.deck[state.card[other]] += 1
            state.card[other] = UNKNOWN


@kernel
def determinize(box: Box, view: State, seat: int, rng: Rng) -> None:
    for other in range(view.players):
        if view.card[other] == UNKNOWN:
            left = below(rng, int(view.deck.sum()))
            card = 0
            while left >= view.deck[card]:
                left -= view.deck[card]
                card += 1
            view.card[other] = card
            view.deck[card] -= 1


@kernel
def forget(box: Box, state: State) -> None:
    """Everything on the table matters."""
