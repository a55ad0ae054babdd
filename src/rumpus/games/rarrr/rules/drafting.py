"""§3 Drafting: everybody takes a card of a pack and passes the rest to the left; and the draft of Power."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.rarrr.rules.records import (
    CITIES_A_ROUND,
    CITIES_DEAL,
    HAND,
    KINDS,
    POWER_DEAL,
    POWER_DRAFT,
    SELECTING,
)

# What both drafts share -------------------------------------------------------------------------------------------


@kernel
def begin_draft(state: State) -> None:
    state.dealt = 0
    state.picked[:] = 0


@kernel
def drafting(state: State) -> int:
    """The seats that have still to take a card of the packs before them, as a bit mask (§3.2)."""
    least = int(state.picked[0])
    for seat in range(state.players):
        least = min(least, int(state.picked[seat]))
    who = 0
    for seat in range(state.players):
        who += int(state.picked[seat] == least) << seat
    return who


@kernel
def all_have_picked(state: State) -> bool:
    for seat in range(state.players):
        if state.picked[seat] != state.picked[0]:
            return False
    return True


@kernel
def pass_left(state: State, packs: Mask) -> None:
    """Everybody's pack goes to the seat on their left (§3.2)."""
    last = int(state.players) - 1
    for card in range(packs.shape[1]):
        carried = packs[last, card]
        for seat in range(last, 0, -1):
            packs[seat, card] = packs[seat - 1, card]
        packs[0, card] = carried


@kernel
def remember(state: State, packs: Mask, memory: Mask, number: int) -> None:
    """Everybody looks at the pack that has come, and remembers it (§3.3)."""
    for seat in range(state.players):
        for card in range(packs.shape[1]):
            memory[seat, number, card] = packs[seat, card]


# Power ------------------------------------------------------------------------------------------------------------


@kernel
def start_round(box: Box, state: State) -> None:
    """All Power cards are shuffled; the cities come after the draft, or before it (§3.1, §9.4)."""
    for kind in range(KINDS):
        state.deck[kind] = box.copies[kind]
    state.dealt = 0
    state.phase = CITIES_DEAL if box.cities_first else POWER_DEAL


@kernel
def deal_power(state: State, kind: int) -> None:
    """Twelve for each (§3.1)."""
    state.pack[state.dealt % state.players, kind] += 1
    state.deck[kind] -= 1
    state.dealt += 1
    if state.dealt == HAND * state.players:
        begin_draft(state)
        remember(state, state.pack, state.seen, 0)
        state.phase = POWER_DRAFT


@large_kernel
def pick_power(box: Box, state: State, seat: int, kind: int) -> None:
    """One is taken and the others are passed on; the last one comes by itself (§3.2)."""
    take_power(state, seat, kind)
    if not all_have_picked(state):
        return
    number = int(state.picked[0])
    pass_left(state, state.pack)
    remember(state, state.pack, state.seen, number)
    if number == HAND - 1:
        take_the_last_power(state)
        forget_battle(state)
        state.phase = SELECTING if box.cities_first else CITIES_DEAL


@kernel
def take_power(state: State, seat: int, kind: int) -> None:
    state.picks[seat, state.picked[seat]] = kind
    state.pack[seat, kind] -= 1
    state.hand[seat, kind] += 1
    state.cards[seat] += 1
    state.picked[seat] += 1


@kernel
def take_the_last_power(state: State) -> None:
    for seat in range(state.players):
        for kind in range(KINDS):
            if state.pack[seat, kind] > 0:
                take_power(state, seat, kind)


@kernel
def deal_city(box: Box, state: State, city: int) -> None:
    """Six, face up in the middle (§3.4)."""
    state.drawn[city] = state.waiting[city] = 1
    state.dealt += 1
    if state.dealt == CITIES_A_ROUND:
        state.dealt = 0
        state.phase = POWER_DEAL if box.cities_first else SELECTING


@kernel
def forget_battle(state: State) -> None:
    """What is only shown once more: how the last battle ended, what was laid and taken back last."""
    state.last_city = state.last_winner = NONE
    state.last_level = 0
    state.last_up[:] = 0
    state.last_sets[:] = 0
    state.last_boosted[:] = NONE
    state.took = 0
    state.last_taken = NONE


@kernel
def forget_draft(state: State) -> None:
    """Cards are gathered at the end of a round: nothing that was seen of them matters any more (§3.3, §6.3)."""
    state.picked[:] = 0
    state.picks[:] = NONE
    state.seen[:] = 0
    state.hand[:] = 0
    state.cards[:] = 0
    state.known[:] = 0
    state.perhaps[:] = 0
    state.since[:] = 0
    state.gone[:] = 0
