"""§3 to §5: battles, ties and Mashups."""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.mayhem.rules.records import (
    CARDS,
    HIGH,
    HIGHEST,
    LOW,
    MASHUP,
    MONSTERS,
    ROUNDS,
    SPECIAL_WORTH,
    SPENT,
    WON,
)


@kernel
def prepare(box: Box) -> None:
    """Turned round where low is declared, so that the higher always wins (§1.4, §3.3)."""
    for ability in range(ROUNDS):
        for card in range(CARDS):
            rating = int(box.rating[card, ability])
            is_special = card >= MONSTERS
            box.worth[HIGH, ability, card] = SPECIAL_WORTH if is_special else rating
            box.worth[LOW, ability, card] = SPECIAL_WORTH if is_special else HIGHEST - rating


@kernel
def left_of(state: State, seat: int) -> int:
    """The next seat that plays this round (§1.1)."""
    players = int(state.players)
    seat = (seat + 1) % players
    while not state.playing[seat]:
        seat = (seat + 1) % players
    return seat


@kernel
def next_to_turn(state: State) -> int:
    """Who has no card in this layer yet, the declarer first; NONE when all have (§3.1, §3.2)."""
    seat = int(state.declarer)
    for _ in range(state.players):
        if state.playing[seat] and state.turned[seat] == NONE:
            return seat
        seat = (seat + 1) % int(state.players)
    return NONE


@kernel
def is_mashup(box: Box, state: State) -> bool:
    """§5.1, §5.2, §5.5; with the switch of §9.1 only within the layer."""
    whole_battle = box.mashup_scope == 0
    for seat in range(state.players):
        card = int(state.turned[seat])
        if card == NONE or card >= MONSTERS:
            continue
        if whole_battle and state.stake[card] > 0:
            return True
        for other in range(seat):
            if state.turned[other] == card:
                return True
    return False


@kernel
def best_seat(box: Box, state: State, direction: int) -> int:
    """Whose card of this layer wins; NONE if several share the winning rating (§3.3, §4.1)."""
    best, winner = -1, NONE
    for seat in range(state.players):
        if state.turned[seat] == NONE:
            continue
        worth = int(box.worth[direction, state.ability, state.turned[seat]])
        if worth > best:
            best, winner = worth, seat
        elif worth == best:
            winner = NONE
    return winner


@kernel
def end_layer(box: Box, state: State) -> bool:
    """Everybody has turned a card: whether the battle is over with that (§4, §5)."""
    state.pile -= 1
    if is_mashup(box, state):
        discard_battle(state, MASHUP)
        state.declarer = left_of(state, int(state.declarer))
        return True
    winner = best_seat(box, state, int(state.declared))
    if winner != NONE:
        take_battle(state, winner)
        return True
    if state.pile == 0:
        discard_battle(state, SPENT)
        return True
    stake_layer(state)
    return False


@kernel
def stake_layer(state: State) -> None:
    """A tie: the cards stay where they are, and everybody turns another (§4.1)."""
    for seat in range(state.players):
        if state.turned[seat] != NONE:
            state.stake[state.turned[seat]] += 1
            state.turned[seat] = NONE
    state.layers += 1


@kernel
def take_battle(state: State, winner: int) -> None:
    """All layers go to the winner, who declares next (§3.4, §4.3)."""
    remember(state, WON, winner)
    stake_layer(state)
    for card in range(CARDS):
        state.won[winner, card] += state.stake[card]
    clear_table(state)
    state.declarer = winner


@kernel
def discard_battle(state: State, result: int) -> None:
    """Nobody wins (§4.4, §5.1)."""
    remember(state, result, NONE)
    stake_layer(state)
    for card in range(CARDS):
        state.discard[card] += state.stake[card]
    clear_table(state)


@kernel
def remember(state: State, result: int, taker: int) -> None:
    """What everybody has just seen."""
    cards = 0
    for seat in range(state.players):
        state.last[seat] = state.turned[seat]
        cards += int(state.turned[seat] != NONE)
    for card in range(CARDS):
        state.last_stake[card] = state.stake[card]
        cards += int(state.stake[card])
    state.last_result, state.last_taker, state.last_cards = result, taker, cards
    state.last_declared = state.declared


@kernel
def clear_table(state: State) -> None:
    state.stake[:] = 0
    state.layers = 0
    state.declared = NONE
    state.battles += 1
