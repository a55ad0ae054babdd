"""The rules of Pairs."""

from rumpus.core.kernel import kernel
from rumpus.core.record import FLAG, UNKNOWN, ActionField, Field, record
from rumpus.core.record import NONE as NOTHING
from rumpus.core.rng import Rng, below
from rumpus.core.rules import CHANCE, OVER, Box, Mask, Numbers, State, Weights
from rumpus.core.switches import Exclusion, Switch

VERSION = 1
SEATS, CARDS, LUCKS, ACTIONS, OUTCOMES = 3, 5, 4, 8, 4
CONFIRM, LOOK, REDRAW = 5, 6, 7
LENGTHS = {"seat": SEATS, "card": CARDS}
SWITCHES = (Switch("low_wins", "The lowest pair wins."),)
EXCLUSIONS: tuple[Exclusion, ...] = ()

ACTION_FIELDS = (
    ActionField("card", 0, ("card",), about="pick a card"),
    ActionField("confirm", CONFIRM, about="confirm the two cards"),
    ActionField("look", LOOK, about="look at the own card of luck"),
    ActionField("redraw", REDRAW, about="have other luck dealt"),
)
BOX_FIELDS = (Field("value", ("card",)), *(switch.field() for switch in SWITCHES))
STATE_FIELDS = (
    Field("players", about="how many sit at the table"),
    Field("picked", ("seat", "card"), FLAG, about="cards that each has picked"),
    Field("confirmed", ("seat",), FLAG, about="who has confirmed"),
    Field("luck", ("seat",), about="luck of each; -1 before it is dealt, -2 unknown"),
    Field("looked", ("seat",), FLAG, about="who has looked at their luck"),
    Field("redrawn", ("seat",), FLAG, about="who has had other luck dealt"),
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)


@kernel
def prepare(box: Box) -> None:
    """Nothing follows from the cards."""


@kernel
def set_up(box: Box, state: State, seats: int) -> None:
    state.players = seats
    state.picked[:] = 0
    state.confirmed[:] = 0
    state.luck[:] = NOTHING
    state.looked[:] = 0
    state.redrawn[:] = 0


@kernel
def seat_without_luck(state: State) -> int:
    for seat in range(state.players):
        if state.luck[seat] == NOTHING:
            return seat
    return NOTHING


@kernel
def acting(box: Box, state: State) -> int:
    if seat_without_luck(state) != NOTHING:
        return CHANCE
    who = OVER
    for seat in range(state.players):
        if not state.confirmed[seat]:
            who |= 1 << seat
    return who


@kernel
def legal(box: Box, state: State, seat: int, mask: Mask) -> int:
    who = acting(box, state)
    may_choose = who > 0 and who >> seat & 1 == 1
    count = int(state.picked[seat].sum())
    number = 0
    for card in range(CARDS):
        mask[card] = may_choose and count < 2 and not state.picked[seat, card]
        number += int(mask[card])
    mask[CONFIRM] = may_choose and count == 2
    mask[LOOK] = may_choose and not state.looked[seat]
    mask[REDRAW] = may_choose and not state.looked[seat] and not state.redrawn[seat]
    return number + int(mask[CONFIRM]) + int(mask[LOOK]) + int(mask[REDRAW])


@kernel
def chance(box: Box, state: State, weights: Weights) -> None:
    for luck in range(LUCKS):
        weights[luck] = 1


@kernel
def apply(box: Box, state: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        state.luck[seat_without_luck(state)] = action
    elif action == CONFIRM:
        state.confirmed[seat] = 1
    elif action == LOOK:
        state.looked[seat] = 1
    elif action == REDRAW:
        state.redrawn[seat] = 1
        state.luck[seat] = NOTHING
    else:
        state.picked[seat, action] = 1


@kernel
def points(box: Box, state: State, out: Numbers) -> None:
    for seat in range(state.players):
        out[seat] = max(int(state.luck[seat]), 0)
        for card in range(CARDS):
            out[seat] += int(state.picked[seat, card]) * int(box.value[card])


@kernel
def places(box: Box, state: State, out: Numbers) -> None:
    points(box, state, out)
    scores = out.copy()
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            out[seat] += scores[other] < scores[seat] if box.low_wins else scores[other] > scores[seat]


@kernel
def redact(box: Box, state: State, seat: int) -> None:
    """Until all have confirmed: of the others only whether they have; of one's own luck only what one looked at."""
    if acting(box, state) == OVER:
        return
    for other in range(state.players):
        if other != seat:
            state.picked[other] = 0
            state.looked[other] = 0
            state.redrawn[other] = 0
        if other != seat or not state.looked[other]:
            state.luck[other] = UNKNOWN


@kernel
def determinize(box: Box, view: State, seat: int, rng: Rng) -> None:
    for other in range(view.players):
        if view.luck[other] == UNKNOWN:
            view.luck[other] = below(rng, LUCKS)
        if other != seat and view.confirmed[other]:
            first = below(rng, CARDS)
            view.picked[other, first] = 1
            view.picked[other, (first + 1 + below(rng, CARDS - 1)) % CARDS] = 1


@kernel
def forget(box: Box, state: State) -> None:
    """Everything on the table matters."""
