"""§2 The monsters: a Monster each, Katakana drafted around the table, and a name that is called out."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.rarrr.rules.drafting import all_have_picked, begin_draft, pass_left, remember
from rumpus.games.rarrr.rules.records import (
    DRAFTED,
    KATAKANA,
    KATAKANA_DEAL,
    KATAKANA_DRAFT,
    MONSTERS,
    NAMING,
    ORDERS,
    TYPES,
)


@kernel
def give_monster(state: State, monster: int) -> None:
    """One for each, face up (§2.1)."""
    state.monster[state.dealt] = monster
    state.dealt += 1
    if state.dealt == state.players:
        state.dealt = 0
        state.phase = KATAKANA_DEAL


@kernel
def is_given(state: State, monster: int) -> bool:
    for seat in range(state.players):
        if state.monster[seat] == monster:
            return True
    return False


@kernel
def deal_katakana(state: State, card: int) -> None:
    """Three for each (§2.2)."""
    state.choices[state.dealt % state.players, card] = 1
    state.dealt += 1
    if state.dealt == DRAFTED * state.players:
        begin_draft(state)
        remember(state, state.choices, state.offered, 0)
        state.phase = KATAKANA_DRAFT


@kernel
def is_dealt(state: State, card: int) -> bool:
    for seat in range(state.players):
        if state.choices[seat, card] > 0:
            return True
    return False


@large_kernel
def pick_katakana(state: State, seat: int, card: int) -> None:
    """One is taken and the others are passed on; the last one comes by itself (§2.2)."""
    take_katakana(state, seat, card)
    if not all_have_picked(state):
        return
    number = int(state.picked[0])
    pass_left(state, state.choices)
    remember(state, state.choices, state.offered, number)
    if number == DRAFTED - 1:
        take_the_last(state)
        state.phase = NAMING


@kernel
def take_katakana(state: State, seat: int, card: int) -> None:
    state.drafted[seat, state.picked[seat]] = card
    state.choices[seat, card] = 0
    state.picked[seat] += 1


@kernel
def take_the_last(state: State) -> None:
    for seat in range(state.players):
        for card in range(KATAKANA):
            if state.choices[seat, card] > 0:
                take_katakana(state, seat, card)


# The name ---------------------------------------------------------------------------------------------------------


@large_kernel
def name_monster(box: Box, state: State, seat: int, order: int) -> None:
    """Everybody's is shown when everybody has chosen (§2.3)."""
    state.order[seat] = order
    for other in range(state.players):
        if state.order[other] == NONE:
            return
    for other in range(state.players):
        show_monster(box, state, other)


@kernel
def show_monster(box: Box, state: State, seat: int) -> None:
    """Three syllables in the order chosen; what was drafted and seen before is not needed any more (§2.3)."""
    order = ORDERS[state.order[seat]]
    for place in range(DRAFTED):
        state.name[seat, place] = syllable(state, seat, order[place])
    for type in range(len(TYPES)):
        state.icons[seat, type] = icons_of(box, state, seat, type)
    state.offered[seat] = 0
    state.drafted[seat] = NONE
    state.left_out[seat] = state.order[seat] = NONE
    state.picked[seat] = 0


@kernel
def syllable(state: State, seat: int, part: int) -> int:
    """The Monster, or one of the two Katakana that are kept, in the order in which they were drafted."""
    if part == 0:
        return int(state.monster[seat])
    kept = 0
    for place in range(DRAFTED):
        card = int(state.drafted[seat, place])
        if card != state.left_out[seat]:
            kept += 1
            if kept == part:
                return MONSTERS + card
    return NONE


@kernel
def icons_of(box: Box, state: State, seat: int, type: int) -> int:
    """How much of a type a finished monster has (§2.4)."""
    total = 0
    for place in range(DRAFTED):
        part = int(state.name[seat, place])
        if part < MONSTERS:
            total += int(box.monster_icons[part, type])
        else:
            total += int(box.katakana_icons[part - MONSTERS, type])
    return total
