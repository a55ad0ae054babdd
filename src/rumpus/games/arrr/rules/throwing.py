"""§6, §7.1 Tests and throws: how many dice, what they bring, what follows."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.rules.announcing import put_on_pile, side_of
from rumpus.games.arrr.rules.deeds import clear_throw, open_window, settle_stakes
from rumpus.games.arrr.rules.holdings import always, total
from rumpus.games.arrr.rules.records import (
    AFTER,
    BEFORE,
    CHALLENGING,
    CHEAT_DICE,
    CHEAT_MORE,
    DICE,
    DONE,
    JOLLY,
    LOST_OF,
    NOTHING,
    PENALTY,
    REWARD_OF,
    ROLLING,
    SAILING,
    TESTS,
    WON,
    WON_OF,
)
from rumpus.games.arrr.rules.resolving import start_list
from rumpus.games.arrr.rules.seas import conquer, difficulty_now


@kernel
def start_test(box: Box, state: State) -> None:
    """The window before the throw (§9.3)."""
    state.stat = box.test_stat[state.course, state.test]
    clear_throw(state)
    open_window(state, BEFORE)


@kernel
def dice_of(box: Box, state: State, seat: int) -> int:
    """As many as the equipped cards have, with all that adds and takes away, never below none (§6.1)."""
    side, stat = side_of(state, seat), int(state.stat)
    number = total(box, state, seat, stat) + always(box, state, seat, DICE, stat)
    return max(0, number + int(state.more[side]) - int(state.fewer[side]))


@large_kernel
def throw(box: Box, state: State) -> None:
    """The player in turn first, then in a challenge the other (§6.4, §8.4)."""
    open_window(state, AFTER)
    state.to_roll[0] = dice_of(box, state, int(state.turn))
    if state.deed == CHALLENGING:
        state.to_roll[1] = dice_of(box, state, int(state.target))
    else:
        state.difficulty = difficulty_now(box, state)
    if state.to_roll[0] > 0 or state.to_roll[1] > 0:
        state.phase = ROLLING


@kernel
def cheat(box: Box, state: State, seat: int) -> None:
    """§6.3; the ring goes on with the next (§9.4)."""
    state.pieces[seat] -= 1
    state.passed[:] = 0
    state.ring = (seat + 1) % int(state.players)
    more = max(0, CHEAT_DICE + always(box, state, seat, CHEAT_MORE, NONE))
    state.to_roll[side_of(state, seat)] += more
    if more > 0:
        state.phase = ROLLING


@kernel
def successes(state: State, side: int) -> int:
    """§6.2"""
    return int(state.rolled[side, state.stat]) + int(state.rolled[side, JOLLY])


@large_kernel
def decide(box: Box, state: State) -> None:
    """When all have passed after the throw."""
    if state.deed == SAILING:
        decide_test(box, state)
        return
    mine, theirs = successes(state, 0), successes(state, 1)
    settle_stakes(state, NONE if mine == theirs else int(theirs > mine))
    state.stage = DONE


@kernel
def decide_test(box: Box, state: State) -> None:
    """The mark of a test that is lost is a penalty, and goes on the pile (§7.1)."""
    seat = int(state.turn)
    mark = int(state.course) * TESTS + int(state.test)
    if successes(state, 0) >= state.difficulty:
        state.stage = WON
        start_list(state, WON_OF + mark, seat, seat)
    elif box.does[LOST_OF + mark, 0] != NOTHING:
        open_window(state, PENALTY)
        put_on_pile(state, LOST_OF + mark, seat, seat, NONE, NONE)
    else:
        state.stage = DONE


@kernel
def go_on_after_win(box: Box, state: State) -> None:
    """The next test; or the card is conquered (§7.1, §7.2)."""
    seat = int(state.turn)
    if state.test + 1 < TESTS and box.test_stat[state.course, int(state.test) + 1] != NONE:
        state.test += 1
        start_test(box, state)
        return
    conquer(box, state, seat)
    state.stage = DONE
    start_list(state, REWARD_OF + int(state.course), seat, seat)
