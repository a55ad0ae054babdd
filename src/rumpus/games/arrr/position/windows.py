"""Windows: who is asked, and who has passed before."""

from collections.abc import Iterator

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.position.holdings import Fault
from rumpus.games.arrr.rules.announcing import is_asked, is_in_turn
from rumpus.games.arrr.rules.holdings import has_treasure
from rumpus.games.arrr.rules.records import AIMING, ANSWERING, ASKED, PICKING, ROLLING, SPOILING, STAKING, TIPPING

OVER = (ANSWERING, STAKING, SPOILING, TIPPING)
"""A window is over, and all who were asked have passed."""


def ring(state: State) -> list[int]:
    """The seats in the order in which they are asked, after a cheat from the next on (§9.4)."""
    first = int(state.turn if state.ring == NONE else state.ring)
    return [(first + step) % int(state.players) for step in range(state.players)]


def have_passed(box: Box, state: State) -> list[int]:
    """Who has passed, by who is asked now: those before who were asked at all; none where the window is over."""
    seats = ring(state)
    if state.phase in (ASKED, AIMING, PICKING):
        seats = seats[: seats.index(int(state.asked))]
    elif state.phase not in OVER:
        seats = []
    return [int(seat in seats and is_asked(box, state, seat)) for seat in range(len(state.passed))]


def _ring(box: Box, state: State) -> Iterator[Fault]:
    cheat = NONE if state.ring == NONE else (int(state.ring) - 1) % int(state.players)
    if state.phase == ROLLING and state.asked != cheat:
        yield "ring", "while the dice of a cheat are thrown, the ring will go on with the one after who cheats."
    if cheat != NONE and not is_in_turn(state, cheat):
        yield "ring", "only players in turn cheat, and the ring goes on with the one after them."


def _asked(box: Box, state: State) -> Iterator[Fault]:
    if state.phase not in (ASKED, AIMING, PICKING):
        return
    if not is_asked(box, state, state.asked):
        yield (
            "asked",
            "who is asked has an event in hand, or is in turn with an ability to use or a Piece to cheat with.",
        )
    if state.passed[state.asked]:
        yield "asked", "who has passed is not asked again."


def _passed(box: Box, state: State) -> Iterator[Fault]:
    if state.phase in (ASKED, AIMING, PICKING, *OVER) and state.passed.tolist() != have_passed(box, state):
        yield "passed", "those have passed who were asked before, in the ring, and no others."


def _staking(box: Box, state: State) -> Iterator[Fault]:
    if state.phase == STAKING and not state.pieces[state.turn] and not has_treasure(state, state.turn):
        yield "phase", "a challenger who has nothing stakes nothing."


WINDOWS = (_ring, _asked, _passed, _staking)
