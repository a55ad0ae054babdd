"""§2, §4 and §5: a round, rounds on hold, and the end."""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.braverats.rules.clash import (
    BONUS_TO_APPLEWOODS,
    BONUS_TO_YARGS,
    PRINCESS_WINS,
    SPIED,
    WINNER,
    WORTH_TO_APPLEWOODS,
    WORTH_TO_YARGS,
    row,
)
from rumpus.games.braverats.rules.records import (
    APPLEWOODS,
    BY_PRINCESS,
    BY_VICTORIES,
    DRAWING,
    EMPEROR_GAMES,
    EMPEROR_LIMIT,
    ENDED,
    GATHERING,
    HOLD,
    LUCKY_HAND,
    OUT_OF_CARDS,
    PLAYING,
    ROUNDS,
    SEATS,
    YARGS,
)


@kernel
def start_round(state: State, spied: int) -> None:
    state.phase = PLAYING
    state.spied = spied
    state.choice[YARGS] = NONE
    state.choice[APPLEWOODS] = NONE


@kernel
def lay_card(box: Box, state: State, seat: int, card: int) -> None:
    """A clan lays a card; when both lie there, they fight (§2.1, §2.2)."""
    state.hand[seat, card] -= 1
    state.choice[seat] = card
    if state.choice[1 - seat] != NONE:
        fight(box, state, state.choice[YARGS], state.choice[APPLEWOODS])


@kernel
def fight(box: Box, state: State, yargs: int, applewoods: int) -> None:
    """Both cards are turned over (§2.3)."""
    here = row(yargs, applewoods, state.bonus[YARGS], state.bonus[APPLEWOODS])
    winner = box.clash[here, WINNER]
    write_down(state, yargs, applewoods, winner)
    start_round(state, box.clash[here, SPIED])
    if box.clash[here, PRINCESS_WINS]:
        end_game(box, state, winner, BY_PRINCESS)
        return

    state.held[YARGS] += box.clash[here, WORTH_TO_YARGS]
    state.held[APPLEWOODS] += box.clash[here, WORTH_TO_APPLEWOODS]
    take_rounds(state, winner)
    state.bonus[YARGS] = box.clash[here, BONUS_TO_YARGS]
    state.bonus[APPLEWOODS] = box.clash[here, BONUS_TO_APPLEWOODS]
    go_on(box, state, winner)


@kernel
def write_down(state: State, yargs: int, applewoods: int, winner: int) -> None:
    """Set the two cards aside, so that everybody can see who won the round (§2.6)."""
    state.fought[state.rounds, YARGS] = yargs
    state.fought[state.rounds, APPLEWOODS] = applewoods
    state.won_by[state.rounds] = winner
    state.rounds += 1


@kernel
def take_rounds(state: State, winner: int) -> None:
    """The winner takes this round and all that were on hold, each at its worth to the winner (§4.1, §4.2).

    A round on hold is taken by nobody. Written without a branch, which luck would make the processor guess wrong.
    """
    for seat in range(SEATS):
        state.victories[seat] += state.held[seat] * int(seat == winner)
        state.held[seat] *= int(winner == HOLD)


@kernel
def go_on(box: Box, state: State, winner: int) -> None:
    """Is the game over, or what comes next? (§5)"""
    if max(state.victories[YARGS], state.victories[APPLEWOODS]) >= box.enough:
        end_game(box, state, winner, BY_VICTORIES)
    elif state.rounds == ROUNDS:
        end_game(box, state, winner_without_cards(box, state), OUT_OF_CARDS)
    elif box.lucky_draw:
        draw_up(box, state)


# §5 The end -------------------------------------------------------------------------------------------------------


@kernel
def leader(numbers: Mask) -> int:
    """Which clan has more, or NONE."""
    if numbers[YARGS] > numbers[APPLEWOODS]:
        return YARGS
    if numbers[YARGS] < numbers[APPLEWOODS]:
        return APPLEWOODS
    return NONE


@kernel
def winner_without_cards(box: Box, state: State) -> int:
    """A tie, unless the table plays for the most victories (§5.3, §9.3)."""
    return leader(state.victories) if box.out_of_cards == 1 else NONE


@kernel
def end_game(box: Box, state: State, winner: int, ending: int) -> None:
    state.phase = ENDED
    state.winner = winner
    state.ending = ending
    if box.emperor:
        count_game(state, winner)


@kernel
def count_game(state: State, winner: int) -> None:
    """The Emperor: the first to win two games, and an end to it after twenty (§6.7)."""
    state.games += 1
    if winner != NONE:
        state.games_won[winner] += 1
    if max(state.games_won[YARGS], state.games_won[APPLEWOODS]) < EMPEROR_GAMES and state.games < EMPEROR_LIMIT:
        state.phase = GATHERING


# §6.2 Lucky Draw --------------------------------------------------------------------------------------------------


@kernel
def seat_to_draw(state: State) -> int:
    """Who draws next up to a hand of three, or NONE (§6.2)."""
    for seat in range(SEATS):
        if state.hand[seat].sum() < LUCKY_HAND and state.pile[seat].sum() > 0:
            return seat
    return NONE


@kernel
def draw_up(box: Box, state: State) -> None:
    state.phase = DRAWING if seat_to_draw(state) != NONE else PLAYING
