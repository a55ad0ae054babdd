"""§5 A battle for a city: laying sets, passing, taking back; and §6 how battles and rounds end."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.rarrr.rules.drafting import forget_draft, start_round
from rumpus.games.rarrr.rules.records import (
    BOOST,
    CITIES,
    CONFIRM,
    DOWN,
    ENDED,
    KINDS,
    LAYING,
    PASS,
    RETURNING,
    ROUNDS,
    SELECTING,
    TYPES,
    UP,
    VALUES,
)
from rumpus.games.rarrr.rules.sets import half_level, type_of


@kernel
def select_city(box: Box, state: State, city: int) -> None:
    """The Angriest Monster chooses what is fought for, and opens (§5.1)."""
    state.contested = city
    state.waiting[city] = 0
    clear_table(state)
    go_on(box, state, int(state.angriest))


@kernel
def clear_table(state: State) -> None:
    """Dials at zero, no sets, nobody has passed (§5.1)."""
    state.passed[:] = 0
    state.level[:] = 0
    state.up[:] = 0
    state.down[:] = 0
    state.sets[:] = 0
    state.boosted[:] = NONE
    state.returns = 0


@large_kernel
def go_on(box: Box, state: State, seat: int) -> None:
    """To the left, from this seat on: whoever has not passed takes a turn, and who has no Power must pass (§5.2, §5.4).
    Whoever is alone then, with a set laid, has won (§5.5)."""
    while still_in(state) > 0:
        while state.passed[seat]:
            seat = left_of(state, seat)
        if still_in(state) == 1 and state.level[seat] > 0:
            win_city(box, state, seat)
            return
        state.turn = seat
        state.phase = LAYING
        if state.cards[seat] > 0:
            return
        pass_out(state, seat)
        if state.phase == RETURNING:
            return
    lose_city(box, state)


@kernel
def still_in(state: State) -> int:
    number = 0
    for seat in range(state.players):
        number += 1 - int(state.passed[seat])
    return number


@kernel
def left_of(state: State, seat: int) -> int:
    return (seat + 1) % int(state.players)


@kernel
def take_turn(box: Box, state: State, seat: int, action: int) -> None:
    """One step of a turn."""
    if action == PASS:
        pass_out(state, seat)
        if state.phase != RETURNING:
            go_on(box, state, seat)
    elif action == CONFIRM:
        confirm(box, state, seat)
    elif action >= BOOST:
        state.half_boosted[state.half] = action - BOOST
    elif action >= DOWN:
        state.half_down[action - DOWN] += 1
        state.half_sets[state.half] += 1
    else:
        state.half = type_of(action - UP)
        state.half_up[action - UP] += 1
        state.half_sets[state.half] += 1


# Laying sets ------------------------------------------------------------------------------------------------------


@large_kernel
def confirm(box: Box, state: State, seat: int) -> None:
    """What was being laid lies on the table, and the dial is set (§4.6, §5.2)."""
    state.level[seat] = half_level(box, state, seat)
    for kind in range(KINDS):
        state.last_up[kind] = state.half_up[kind]
        lay(state, seat, kind)
    doubt_known(state, seat)
    for type in range(len(TYPES)):
        state.last_sets[type] = state.half_sets[type]
        state.sets[seat, type] += state.half_sets[type]
        state.last_boosted[type] = boost = int(state.half_boosted[type])
        if boost != NONE:
            state.boosted[seat, type] = boost
            state.boosts[seat, boost] = 0
    clear_half(state)
    forget_known(state, seat)
    go_on(box, state, left_of(state, seat))


@kernel
def lay(state: State, seat: int, kind: int) -> None:
    shown, hidden = state.half_up[kind], state.half_down[kind]
    state.up[seat, kind] += shown
    state.down[seat, kind] += hidden
    state.hand[seat, kind] -= shown + hidden
    state.cards[seat] -= shown + hidden
    of_known = min(shown, state.known[seat, kind])
    state.known[seat, kind] -= of_known
    state.perhaps[seat, kind] -= min(shown - of_known, state.perhaps[seat, kind])
    if state.perhaps[seat, kind] == 0:
        state.since[seat, kind] = 0


@kernel
def doubt_known(state: State, seat: int) -> None:
    """What was known to be in hand may be among the cards that are laid face down now (§8.2)."""
    covered = 0
    for kind in range(KINDS):
        covered += int(state.half_down[kind])
    if covered > 0:
        for kind in range(KINDS):
            state.perhaps[seat, kind] += state.known[seat, kind]
            state.known[seat, kind] = 0
            state.since[seat, kind] = state.since[seat, kind] + covered if state.perhaps[seat, kind] > 0 else 0


@kernel
def clear_half(state: State) -> None:
    state.half = NONE
    state.half_up[:] = 0
    state.half_down[:] = 0
    state.half_sets[:] = 0
    state.half_boosted[:] = NONE


# Passing ----------------------------------------------------------------------------------------------------------


@kernel
def pass_out(state: State, seat: int) -> None:
    """Out of this battle. One card may be taken back, by the last to pass two (§5.3)."""
    state.passed[seat] = 1
    state.last_passer = seat
    if not lies_bare(state, seat):
        state.returns = 2 if is_last_to_pass(state) else 1
        state.phase = RETURNING


@kernel
def is_last_to_pass(state: State) -> bool:
    """Whether only one is left, and has laid a set (§5.3, §5.5)."""
    for seat in range(state.players):
        if not state.passed[seat] and state.level[seat] == 0:
            return False
    return still_in(state) == 1


@kernel
def lies_bare(state: State, seat: int) -> bool:
    for kind in range(KINDS):
        if state.up[seat, kind] > 0 or state.down[seat, kind] > 0:
            return False
    return True


@large_kernel
def take_back(box: Box, state: State, seat: int, action: int) -> None:
    """A card of one's own from this battle; face up, everybody knows it from then on (§5.3)."""
    state.took = int(action != PASS)
    state.last_taken = NONE
    if action == PASS:
        end_pass(box, state, seat)
        return
    kind = action - DOWN if action >= DOWN else action - UP
    if action >= DOWN:
        take_covered(state, seat, kind)
    else:
        state.sets[seat, type_of(kind)] -= 1
        state.up[seat, kind] -= 1
        state.known[seat, kind] += 1
        state.last_taken = kind
    state.hand[seat, kind] += 1
    state.cards[seat] += 1
    state.returns -= 1
    if state.returns == 0 or lies_bare(state, seat):
        end_pass(box, state, seat)


@kernel
def take_covered(state: State, seat: int, kind: int) -> None:
    """Nobody is shown it: it comes out of the first set in which something is covered (§8.3). With all of them back in
    hand, what may have been among them is surely in hand again (§8.2)."""
    state.sets[seat, a_covered_set(state, seat)] -= 1
    state.down[seat, kind] -= 1
    for one in range(KINDS):
        state.since[seat, one] = max(0, int(state.since[seat, one]) - 1)
        if state.since[seat, one] == 0:
            state.known[seat, one] += state.perhaps[seat, one]
            state.perhaps[seat, one] = 0


@kernel
def a_covered_set(state: State, seat: int) -> int:
    """The first set in which something lies face down."""
    for type in range(len(TYPES)):
        shown = 0
        for kind in range(type * VALUES, (type + 1) * VALUES):
            shown += int(state.up[seat, kind])
        if state.sets[seat, type] > shown:
            return type
    return NONE


@kernel
def end_pass(box: Box, state: State, seat: int) -> None:
    state.returns = 0
    discard(state, seat)
    go_on(box, state, seat)


@kernel
def discard(state: State, seat: int) -> None:
    """What was laid face down is not shown (§5.6)."""
    for kind in range(KINDS):
        state.gone[seat, kind] += state.up[seat, kind]
    state.up[seat] = 0
    state.down[seat] = 0
    state.sets[seat] = 0
    state.boosted[seat] = NONE
    forget_known(state, seat)


@kernel
def forget_known(state: State, seat: int) -> None:
    """Who has no hidden card left holds nothing that could be known (§8.2)."""
    hidden = int(state.cards[seat])
    for kind in range(KINDS):
        hidden += int(state.down[seat, kind])
    if hidden == 0:
        state.known[seat] = 0
        state.perhaps[seat] = 0
        state.since[seat] = 0


# How it ends ------------------------------------------------------------------------------------------------------


@kernel
def win_city(box: Box, state: State, winner: int) -> None:
    """The city is taken. The only one who fought is the Angriest Monster now, else the last to pass (§5.5, §5.7)."""
    state.owner[state.contested] = winner
    state.last_winner = winner
    state.last_level = state.level[winner]
    state.angriest = winner if bidders(state) == 1 else state.last_passer
    discard(state, winner)
    end_battle(box, state)


@kernel
def bidders(state: State) -> int:
    """How many have laid sets in this battle: their dials show it."""
    number = 0
    for seat in range(state.players):
        number += int(state.level[seat] > 0)
    return number


@kernel
def lose_city(box: Box, state: State) -> None:
    """Nobody wanted it: it leaves the game, and the same monster is the angriest (§5.8)."""
    state.last_winner = NONE
    state.last_level = 0
    end_battle(box, state)


@large_kernel
def end_battle(box: Box, state: State) -> None:
    """The round goes on while there are cities and somebody has Power (§6.1, §6.2)."""
    state.last_city = state.contested
    state.contested = state.turn = state.last_passer = NONE
    clear_table(state)
    cities = power = 0
    for city in range(CITIES):
        cities += int(state.waiting[city])
    for seat in range(state.players):
        power += int(state.cards[seat])
    if cities > 0 and power > 0:
        state.phase = SELECTING
    else:
        end_round(box, state)


@kernel
def end_round(box: Box, state: State) -> None:
    """Cities that are left leave the game, all Power cards are gathered (§6.2, §6.3)."""
    state.waiting[:] = 0
    forget_draft(state)
    state.rounds += 1
    if state.rounds == ROUNDS:
        state.phase = ENDED
    else:
        start_round(box, state)
