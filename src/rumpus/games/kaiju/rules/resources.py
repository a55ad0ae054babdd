"""§3 Resource cards: hands, decks and discards; what is shot away; and resting."""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.kaiju.rules.records import (
    ACTING,
    DRAWING,
    HAND,
    KINDS,
    SHOOTING,
    TURN_ACTIONS,
)


@kernel
def gain(state: State, seat: int, kind: int) -> None:
    """Openly, out of the supply (§5.2)."""
    state.supply[kind] -= 1
    state.hand[seat, kind] += 1
    state.own[seat, kind] += 1
    state.known[seat, kind] += 1
    state.cards[seat] += 1


@kernel
def lose(state: State, seat: int, kind: int) -> None:
    """Face up, out of the hand."""
    state.hand[seat, kind] -= 1
    state.own[seat, kind] -= 1
    state.cards[seat] -= 1
    state.known[seat, kind] = max(0, int(state.known[seat, kind]) - 1)


@kernel
def discard(state: State, seat: int, kind: int) -> None:
    """To one's own pile."""
    lose(state, seat, kind)
    state.discard[seat, kind] += 1
    state.last_cards[kind] += 1


@kernel
def discard_half(state: State, seat: int) -> None:
    """All that was chosen."""
    for kind in range(KINDS):
        for _ in range(state.half[kind]):
            discard(state, seat, kind)
    state.half[:] = 0


@kernel
def can_pay(state: State, seat: int, back_cost: Mask) -> bool:
    for kind in range(KINDS):
        if state.hand[seat, kind] < back_cost[kind]:
            return False
    return True


@kernel
def chosen(state: State) -> int:
    """How many cards are to be discarded."""
    number = 0
    for kind in range(KINDS):
        number += int(state.half[kind])
    return number


@kernel
def clear_half(state: State) -> None:
    state.half[:] = 0
    state.half_in[:] = 0
    state.half_tank = NONE
    state.half_to = NONE
    state.half_target = NONE
    state.half_card = NONE
    state.half_part = NONE


@kernel
def forget_last(state: State) -> None:
    """What is only shown once more; steps of a choice leave it, so that nobody notices them."""
    state.last_lot = state.last_card = state.last_kaiju = state.last_at = state.last_part = state.last_tank = NONE
    state.last_cards[:] = 0


# Drawing ----------------------------------------------------------------------------------------------------------


@kernel
def start_draws(state: State, number: int, then: int) -> None:
    """So many cards of the own deck, one by one; then the game goes on there (§3.2)."""
    state.draws = number
    state.then = then
    go_on_drawing(state)


@kernel
def go_on_drawing(state: State) -> None:
    """An empty deck is made of the discards; without any, nothing is drawn (§3.2)."""
    seat = int(state.turn)
    if state.draws > 0 and deck_size(state, seat) == 0:
        for kind in range(KINDS):
            state.known[seat, kind] = state.hand[seat, kind]  # all that the player has, so everybody can tell (§8.3)
            state.deck[seat, kind] = state.discard[seat, kind]
            state.own[seat, kind] += state.discard[seat, kind]
            state.discard[seat, kind] = 0
    if state.draws > 0 and deck_size(state, seat) > 0:
        state.phase = DRAWING
        return
    state.draws = 0
    go_on_with(state)


@kernel
def go_on_with(state: State) -> None:
    """What was put off."""
    state.phase = state.then
    state.then = NONE


@kernel
def deck_size(state: State, seat: int) -> int:
    number = 0
    for kind in range(KINDS):
        number += int(state.deck[seat, kind])
    return number


@kernel
def draw(state: State, seat: int, kind: int) -> None:
    state.deck[seat, kind] -= 1
    state.hand[seat, kind] += 1
    state.cards[seat] += 1


# Shots ------------------------------------------------------------------------------------------------------------


@kernel
def start_shots(state: State, then: int) -> None:
    """Whoever is hit discards a card at random; then the game goes on there (§6.4)."""
    state.then = then
    go_on_shooting(state)


@kernel
def go_on_shooting(state: State) -> None:
    """Who has no card is spared (§6.4)."""
    for seat in range(state.players):
        if state.cards[seat] == 0:
            state.shots[seat] = 0
    if hit(state) != NONE:
        state.phase = SHOOTING
    else:
        go_on_with(state)


@kernel
def hit(state: State) -> int:
    """Who discards next: a kaiju that was displaced, else in turn order from the active player (§4.3, §6.4)."""
    if state.target != NONE and state.shots[state.target] > 0:
        return int(state.target)
    for step in range(state.players):
        seat = (int(state.turn) + step) % int(state.players)
        if state.shots[seat] > 0:
            return seat
    return NONE


@kernel
def shoot(state: State, kind: int) -> None:
    seat = hit(state)
    state.shots[seat] -= 1
    discard(state, seat, kind)
    go_on_shooting(state)


# Resting ----------------------------------------------------------------------------------------------------------


@kernel
def rest(box: Box, state: State, seat: int) -> None:
    """First discard any cards, then draw up to five (§3.3)."""
    discard_half(state, seat)
    number = max(0, HAND - int(state.cards[seat]))
    if box.rest > 0:
        number = min(number, 3 - int(box.rest))
    start_draws(state, number, ACTING)


@kernel
def count_action(state: State) -> None:
    state.actions = min(TURN_ACTIONS, int(state.actions) + 1)
