"""The rules of Kuhn poker: three cards, one for each player, and one bet.

Both pay one chip and get a card. The first player passes or bets one more chip; so does the second. Who passes after a
bet folds and loses the stake. If the first passed and the second bet, the first may answer. Otherwise cards are shown,
and the higher one wins.

Reference: H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games 1 (1950).
"""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE, UNKNOWN, ActionField, Field, record
from rumpus.core.rng import Rng, weighted
from rumpus.core.rules import CHANCE, OVER, Box, Mask, Numbers, State, Weights
from rumpus.core.switches import Exclusion, Switch

VERSION = 1
SEATS, CARDS, ACTIONS, OUTCOMES = 2, 3, 2, 3
PASS, BET = range(ACTIONS)
DEALING, BETTING, SHOWN, FOLDED = range(4)
ANTE = 1
LENGTHS = {"seat": SEATS, "card": CARDS, "choice": ACTIONS}
SWITCHES: tuple[Switch, ...] = ()
EXCLUSIONS: tuple[Exclusion, ...] = ()

ACTION_FIELDS = (ActionField("choice", PASS, ("choice",), about="pass, or bet one chip"),)
BOX_FIELDS = (Field("value", ("card",)), Field("copies", ("card",)))
STATE_FIELDS = (
    Field("phase", (), "phase", about="what is under way"),
    Field("private", ("seat",), "card", about="card of each player"),
    Field("paid", ("seat",), about="chips that each has paid"),
    Field("spoken", about="choices made so far"),
    Field("said", (3,), "choice", about="what was chosen, in order"),
    Field("deck", ("card",), about="cards not dealt; in a view also what the other may have"),
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)


@kernel
def prepare(box: Box) -> None:
    """Nothing follows from the cards."""


@kernel
def set_up(box: Box, state: State, seats: int) -> None:
    state.phase, state.spoken = DEALING, 0
    state.private[:], state.said[:], state.paid[:] = NONE, NONE, ANTE
    state.deck[:] = box.copies


@kernel
def acting(box: Box, state: State) -> int:
    if state.phase == BETTING:
        return 1 << int(state.spoken) % SEATS
    return CHANCE if state.phase == DEALING else OVER


@kernel
def legal(box: Box, state: State, seat: int, mask: Mask) -> int:
    may_choose = state.phase == BETTING and seat == state.spoken % SEATS
    mask[PASS] = mask[BET] = may_choose
    return ACTIONS * int(may_choose)


@kernel
def chance(box: Box, state: State, weights: Weights) -> None:
    for card in range(CARDS):
        weights[card] = state.deck[card]


@kernel
def apply(box: Box, state: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        deal(state, action)
        return
    state.said[state.spoken] = action
    state.spoken += 1
    state.paid[seat] += action == BET
    if state.paid[seat] < state.paid[1 - seat]:
        state.phase = FOLDED
    elif state.paid[seat] == state.paid[1 - seat] and state.spoken > 1:
        state.phase = SHOWN


@kernel
def deal(state: State, card: int) -> None:
    """A card to each player, then they bet."""
    state.deck[card] -= 1
    if state.private[0] == NONE:
        state.private[0] = card
    else:
        state.private[1] = card
        state.phase = BETTING


@kernel
def winner(box: Box, state: State) -> int:
    """Who paid more when the other folded, or who has the higher card; NONE where they are equal."""
    if state.phase == FOLDED:
        return int(state.paid[1] > state.paid[0])
    first, second = box.value[state.private[0]], box.value[state.private[1]]
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
