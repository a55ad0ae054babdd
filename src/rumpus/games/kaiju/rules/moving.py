"""§4 Moving, and attacking another kaiju on the way."""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.kaiju.rules.city import are_neighbours, has_way_out
from rumpus.games.kaiju.rules.records import ACTING, DEFENDING, FOLLOWING, KINDS
from rumpus.games.kaiju.rules.resources import can_pay, count_action, discard, discard_half, forget_last, start_shots
from rumpus.games.kaiju.rules.tanks import enter


@kernel
def move(box: Box, state: State, seat: int, place: int) -> None:
    """One block (§4.1)."""
    enter(box, state, seat, place)
    start_shots(state, ACTING)


@kernel
def can_challenge(box: Box, state: State, seat: int, other: int) -> bool:
    """A neighbouring kaiju that has somewhere to go; and a card to discard (§4.2)."""
    if other == seat or other >= state.players or state.cards[seat] == 0:
        return False
    there = int(state.at[other])
    return are_neighbours(box, int(state.at[seat]), there) and has_way_out(box, state, there)


@kernel
def challenge(state: State, seat: int) -> None:
    """One or more cards are discarded face up (§4.2)."""
    forget_last(state)
    state.target = state.half_target
    state.half_target = NONE
    for kind in range(KINDS):
        state.offered[kind] = state.half[kind]
    discard_half(state, seat)
    count_action(state)
    state.phase = DEFENDING


@kernel
def can_stand(state: State, seat: int) -> bool:
    return can_pay(state, seat, state.offered)


@kernel
def stand(state: State, seat: int) -> None:
    """The same cards, and the defender stays; the attacker may still go elsewhere (§4.3)."""
    for kind in range(KINDS):
        for _ in range(state.offered[kind]):
            discard(state, seat, kind)
    state.offered[:] = 0
    state.phase = FOLLOWING


@kernel
def give_way(box: Box, state: State, seat: int, place: int) -> None:
    """The defender goes, and the attacker must come to where they stood (§4.3)."""
    left = int(state.at[seat])
    state.offered[:] = 0
    enter(box, state, seat, place)
    enter(box, state, int(state.turn), left)
    start_shots(state, ACTING)


@kernel
def end_challenge(state: State) -> None:
    state.target = NONE
