"""The rules of Leduc poker: six cards of three ranks, two rounds of bets, and one card for both.

Both pay one chip and get a card. They bet, then a card is laid open, and they bet again; the first player begins both
rounds. To call is to pay as much as the other has, be it nothing more; to raise, two chips beyond that in the first
round, four in the second. There are at most two raises in a round, and who is behind may fold. A round is over when a
player calls who was not its first to speak. At last the cards are shown: a pair with the open card wins, else the
higher card; equal ones share.

Reference: F. Southey et al., "Bayes' bluff: opponent modelling in poker", UAI (2005).
"""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE, UNKNOWN, ActionField, Field, record
from rumpus.core.rng import Rng, weighted
from rumpus.core.rules import CHANCE, OVER, Box, Mask, Numbers, State, Weights
from rumpus.core.switches import Exclusion, Switch

VERSION = 1
SEATS, CARDS, ACTIONS, OUTCOMES = 2, 3, 3, 3
FOLD, CALL, RAISE = range(ACTIONS)
DEALING, BETTING, SHOWN, FOLDED = range(4)
ANTE, FIRST_RAISE, SECOND_RAISE, MOST_RAISES = 1, 2, 4, 2
PAIR = 100
"""More than any card is worth."""
LENGTHS = {"seat": SEATS, "card": CARDS, "choice": ACTIONS}
SWITCHES: tuple[Switch, ...] = ()
EXCLUSIONS: tuple[Exclusion, ...] = ()

ACTION_FIELDS = (ActionField("choice", FOLD, ("choice",), about="fold, call, or raise"),)
BOX_FIELDS = (Field("value", ("card",)), Field("copies", ("card",)))
STATE_FIELDS = (
    Field("phase", (), "phase", about="what is under way"),
    Field("private", ("seat",), "card", about="card of each player"),
    Field("public", (), "card", about="open card"),
    Field("paid", ("seat",), about="chips that each has paid"),
    Field("raises", about="raises in this round"),
    Field("spoken", about="choices made in this round"),
    Field("said", (2, 4), "choice", about="what was chosen, in the first round and in the second"),
    Field("deck", ("card",), about="cards not dealt; in a view also what the other may have"),
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)


@kernel
def prepare(box: Box) -> None:
    """Nothing follows from the cards."""


@kernel
def set_up(box: Box, state: State, seats: int) -> None:
    state.phase, state.public = DEALING, NONE
    state.private[:], state.said[:], state.paid[:] = NONE, NONE, ANTE
    state.raises = state.spoken = 0
    state.deck[:] = box.copies


@kernel
def acting(box: Box, state: State) -> int:
    if state.phase == BETTING:
        return 1 << int(state.spoken) % SEATS
    return CHANCE if state.phase == DEALING else OVER


@kernel
def legal(box: Box, state: State, seat: int, mask: Mask) -> int:
    may_choose = state.phase == BETTING and seat == state.spoken % SEATS
    mask[FOLD] = may_choose and state.paid[seat] < state.paid[1 - seat]
    mask[CALL] = may_choose
    mask[RAISE] = may_choose and state.raises < MOST_RAISES
    return int(mask[FOLD] + mask[CALL] + mask[RAISE])


@kernel
def chance(box: Box, state: State, weights: Weights) -> None:
    for card in range(CARDS):
        weights[card] = state.deck[card]


@kernel
def apply(box: Box, state: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        deal(state, action)
        return
    state.said[int(state.public != NONE), state.spoken] = action
    state.spoken += 1
    if action == FOLD:
        state.phase = FOLDED
    elif action == CALL:
        state.paid[seat] = state.paid[1 - seat]
        if state.spoken > 1:
            end_round(state)
    else:
        state.raises += 1
        state.paid[seat] = state.paid[1 - seat] + (FIRST_RAISE if state.public == NONE else SECOND_RAISE)


@kernel
def deal(state: State, card: int) -> None:
    """A card to each player, then they bet; the open card, and they bet again."""
    state.deck[card] -= 1
    if state.private[0] == NONE:
        state.private[0] = card
        return
    if state.private[1] == NONE:
        state.private[1] = card
    else:
        state.public = card
    state.phase = BETTING


@kernel
def end_round(state: State) -> None:
    if state.public == NONE:
        state.phase = DEALING
        state.raises = state.spoken = 0
    else:
        state.phase = SHOWN


@kernel
def worth(box: Box, state: State, seat: int) -> int:
    card = state.private[seat]
    return int(box.value[card]) + PAIR * int(card == state.public)


@kernel
def winner(box: Box, state: State) -> int:
    """Who paid more when the other folded, or who has the better card; NONE where they are equal."""
    if state.phase == FOLDED:
        return int(state.paid[1] > state.paid[0])
    first, second = worth(box, state, 0), worth(box, state, 1)
    return NONE if first == second else int(second > first)


@kernel
def points(box: Box, state: State, out: Numbers) -> None:
    """Chips won or lost; as long as nobody has won, what was paid is lost."""
    is_over = state.phase >= SHOWN
    best = winner(box, state) if is_over else NONE
    for seat in range(SEATS):
        out[seat] = state.paid[1 - seat] if best == seat else -state.paid[seat]
        if is_over and best == NONE:
            out[seat] = 0


@kernel
def places(box: Box, state: State, out: Numbers) -> None:
    best = winner(box, state)
    for seat in range(SEATS):
        out[seat] = 1 if best in (seat, NONE) else 2


@kernel
def redact(box: Box, state: State, seat: int) -> None:
    """The other's card is unknown until it is shown."""
    for other in range(SEATS):
        card = state.private[other]
        if other != seat and card >= 0 and state.phase != SHOWN:
            state.private[other] = UNKNOWN
            state.deck[card] += 1


@kernel
def determinize(box: Box, view: State, seat: int, rng: Rng) -> None:
    for other in range(SEATS):
        if view.private[other] == UNKNOWN:
            card = weighted(rng, view.deck)
            view.private[other] = card
            view.deck[card] -= 1


@kernel
def forget(box: Box, state: State) -> None:
    """All that was said matters: it tells of the cards."""
