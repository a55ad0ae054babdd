"""§1.6, §2.1, §7.1 Whose turn it is: the first places, the end of a turn, and the last round."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.kaiju.rules.moving import end_challenge
from rumpus.games.kaiju.rules.records import ACTING, DRAWING, END_OF_TURN, ENDED, EVERYBODY, HAND, MOST_ROUNDS, STARTING
from rumpus.games.kaiju.rules.resources import go_on_drawing, start_draws
from rumpus.games.kaiju.rules.tanks import bring_tank, next_tank


@kernel
def start_at(state: State, seat: int, place: int) -> None:
    """The start player is the last to choose, and the first to act (§1.6)."""
    state.at[seat] = place
    if seat == state.first:
        state.phase = ACTING
    else:
        state.turn = right_of(state, seat)


@kernel
def right_of(state: State, seat: int) -> int:
    return (seat - 1) % int(state.players)


@kernel
def after_draw(box: Box, state: State) -> None:
    if state.phase == DRAWING:
        state.draws -= 1
        go_on_drawing(state)
        if state.phase == END_OF_TURN:
            next_turn(state)
        return
    if state.cards[state.turn] == HAND:
        state.turn += 1
        if state.turn == state.players:  # from the right of the start player, the other way round (§1.6)
            state.turn = right_of(state, int(state.first))
            state.phase = STARTING


@kernel
def after_shots(box: Box, state: State) -> None:
    """A tank that has come may not be the last of this turn."""
    if state.phase == ACTING:
        end_challenge(state)
    elif state.phase == END_OF_TURN:
        end_turn(box, state)


@large_kernel
def end_turn(box: Box, state: State) -> None:
    """Tanks come first; then, with fewer than five cards, one is drawn (§3.1, §6.2)."""
    if state.coming > 0 and next_tank(state) != NONE:
        bring_tank(box, state)
        return
    start_draws(state, int(state.cards[state.turn] < HAND), END_OF_TURN)
    if state.phase == END_OF_TURN:
        next_turn(state)


@kernel
def next_turn(state: State) -> None:
    """To the left; when all have had as many turns, the game may be over (§7.1)."""
    state.actions = state.rested = state.played = 0
    state.struck[:] = 0
    state.turn = (int(state.turn) + 1) % int(state.players)
    state.phase = ACTING
    if state.turn == state.first:
        state.rounds += 1
        if state.ending or state.rounds == MOST_ROUNDS:
            end_game(state)


@kernel
def end_game(state: State) -> None:
    """All building cards are turned face up (§7.2)."""
    state.turn = NONE
    state.phase = ENDED
    for seat in range(state.players):
        for place in range(state.laid[seat]):
            state.taken_known[seat, place] = EVERYBODY
