"""§2, §6 and §7: how a round is dealt, who wins it, and how the game ends."""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.mayhem.rules.battle import best_seat, left_of, remember
from rumpus.games.mayhem.rules.records import (
    BY_LOT,
    CARDS,
    COPIES,
    DECIDED,
    DECK,
    DRAWING,
    ENDED,
    HIGH,
    LOT,
    MONSTERS,
    ROUNDS,
    SUDDEN_DEATH,
    TURNING,
)


@kernel
def deal(state: State, ability: int) -> None:
    """All sixty cards, the same number to everybody who plays (§2.2)."""
    for card in range(CARDS):
        state.deck[card] = COPIES if card < MONSTERS else 1
    state.won[:] = 0
    state.discard[:] = 0
    state.tied[:] = 0
    state.battles = 0
    state.pile = DECK // how_many(state.playing)
    state.ability = ability
    state.phase = TURNING


@kernel
def how_many(flags: State) -> int:
    number = 0
    for flag in flags:
        number += int(flag)
    return number


@kernel
def cards_won(state: State, seat: int) -> int:
    number = 0
    for card in range(CARDS):
        number += int(state.won[seat, card])
    return number


@kernel
def end_round(box: Box, state: State) -> None:
    """The piles are used up: the most cards win the round (§6.1)."""
    most = 0
    for seat in range(state.players):
        most = max(most, cards_won(state, seat))
    winner = NONE
    for seat in range(state.players):
        if state.playing[seat] and cards_won(state, seat) == most:
            state.tied[seat] = 1
            winner = seat
    if how_many(state.tied) == 1:
        award(box, state, winner)
    else:
        state.phase = SUDDEN_DEATH if most else LOT


@kernel
def next_in_sudden_death(state: State) -> int:
    """Who of the tied has no card turned yet; NONE when all have (§6.2)."""
    for seat in range(state.players):
        if state.tied[seat] and state.turned[seat] == NONE:
            return seat
    return NONE


@kernel
def turn_in_sudden_death(box: Box, state: State, card: int) -> None:
    """§6.2, §6.3."""
    seat = next_in_sudden_death(state)
    state.turned[seat] = card
    state.won[seat, card] -= 1
    if next_in_sudden_death(state) != NONE:
        return
    winner = best_seat(box, state, HIGH)
    keep_highest(box, state)
    remember(state, DECIDED, winner)
    for other in range(state.players):
        if state.turned[other] != NONE:
            state.discard[state.turned[other]] += 1
            state.turned[other] = NONE
    if winner != NONE:
        award(box, state, winner)
    elif cards_won(state, first_tied(state)) == 0:
        state.phase = LOT


@kernel
def keep_highest(box: Box, state: State) -> None:
    """Who was lower is out (§6.3)."""
    best = 0
    for seat in range(state.players):
        if state.tied[seat]:
            best = max(best, int(box.worth[HIGH, state.ability, state.turned[seat]]))
    for seat in range(state.players):
        if state.tied[seat] and box.worth[HIGH, state.ability, state.turned[seat]] < best:
            state.tied[seat] = 0


@kernel
def first_tied(state: State) -> int:
    seat = 0
    while not state.tied[seat]:
        seat += 1
    return seat


@kernel
def draw_lot(box: Box, state: State, seat: int) -> None:
    """§6.4."""
    state.last_result, state.last_taker = BY_LOT, seat
    award(box, state, seat)


@kernel
def award(box: Box, state: State, winner: int) -> None:
    """The trophy goes to the winner, and what follows begins (§6.1, §6.5, §7.1, §9.2)."""
    state.tied[:] = 0
    if state.rounds == ROUNDS:
        state.champion = winner
        state.phase = ENDED
        return
    state.trophies[state.rounds] = winner
    state.rounds += 1
    state.declarer = left_of(state, winner)
    if state.rounds < ROUNDS:
        deal(state, int(state.rounds))
    elif box.final_tie and is_shared(state):
        call_final(state, winner)
    else:
        state.phase = ENDED


@kernel
def trophies_of(state: State, seat: int) -> int:
    number = 0
    for round in range(ROUNDS):
        number += int(state.trophies[round] == seat)
    return number


@kernel
def most_trophies(state: State) -> int:
    most = 0
    for seat in range(state.players):
        most = max(most, trophies_of(state, seat))
    return most


@kernel
def is_shared(state: State) -> bool:
    """Whether several have the most trophies (§7.2)."""
    most, leaders = most_trophies(state), 0
    for seat in range(state.players):
        leaders += int(trophies_of(state, seat) == most)
    return leaders > 1


@kernel
def call_final(state: State, winner: int) -> None:
    """One more round among those who lead; its ability is drawn first (§9.2)."""
    most = most_trophies(state)
    for seat in range(state.players):
        state.playing[seat] = int(trophies_of(state, seat) == most)
    state.declarer = left_of(state, winner)
    state.phase = DRAWING
