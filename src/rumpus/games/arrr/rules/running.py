"""§2, §9.4 What goes on by itself until somebody is asked: windows, the pile, the end of an action and of a turn."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.rules.announcing import is_asked
from rumpus.games.arrr.rules.deeds import clear_action, go_on_with_challenge, is_still_allowed, open_window
from rumpus.games.arrr.rules.holdings import always, gain
from rumpus.games.arrr.rules.records import (
    AFTER,
    ANSWERING,
    ASKED,
    AT_ANSWER,
    AT_PILLAGE,
    BEFORE,
    DECLARING,
    DONE,
    ENDED,
    EXPLORING,
    FLASH,
    LOOT,
    PENALTY,
    PILLAGE_MORE,
    PILLAGING,
    REFILL,
    RUNNING,
    SAILING,
    WON,
)
from rumpus.games.arrr.rules.recruiting import start_turn
from rumpus.games.arrr.rules.resolving import next_effect, resolve_top
from rumpus.games.arrr.rules.seas import lay_out
from rumpus.games.arrr.rules.throwing import decide, go_on_after_win, start_test, throw


@large_kernel
def run(box: Box, state: State) -> None:
    while state.phase == RUNNING:
        if state.now_list != NONE:
            next_effect(box, state)
        elif FLASH <= state.stage <= PENALTY:
            ask(box, state)
        elif state.stage == WON:
            go_on_after_win(box, state)
        else:
            end_action(state)


@large_kernel
def ask(box: Box, state: State) -> None:
    """The next who has not passed; when all have, the pile goes on, or the window is over (§9.4, §9.5)."""
    first = int(state.turn if state.ring == NONE else state.ring)
    for step in range(state.players):
        seat = (first + step) % int(state.players)
        if not state.passed[seat] and is_asked(box, state, seat):
            state.asked = seat
            state.phase = ASKED
            return
    state.asked = NONE
    if state.piled > 0:
        resolve_top(box, state)
    else:
        end_window(box, state)


@large_kernel
def end_window(box: Box, state: State) -> None:
    stage = int(state.stage)
    if stage == FLASH:
        begin(box, state)
    elif stage == AT_PILLAGE:
        seat = int(state.turn)
        gain(state, seat, LOOT + always(box, state, seat, PILLAGE_MORE, NONE))
        state.stage = DONE
    elif stage == AT_ANSWER:
        go_on_with_challenge(state)
    elif stage == BEFORE:
        throw(box, state)
    elif stage == AFTER:
        decide(box, state)
    else:
        state.stage = DONE


@kernel
def begin(box: Box, state: State) -> None:
    """What was declared, if it can go on after the flashes; else another is declared (§5.5)."""
    if not is_still_allowed(box, state):
        clear_action(state)
        state.phase = DECLARING
    elif state.deed == SAILING:
        start_test(box, state)
    elif state.deed == PILLAGING:
        open_window(state, AT_PILLAGE)
    else:
        state.phase = ANSWERING


@kernel
def end_action(state: State) -> None:
    """New horizons; when there is none, the game is over (§2.3)."""
    clear_action(state)
    state.stage = REFILL
    state.turns += 1
    if state.deck > 0:
        state.phase = EXPLORING
    else:
        state.turn = NONE
        state.phase = ENDED


@kernel
def explore(box: Box, state: State, card: int) -> None:
    lay_out(box, state, card)
    start_turn(state, (int(state.turn) + 1) % int(state.players))
