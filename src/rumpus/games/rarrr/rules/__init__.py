"""RARRR!!: make a monster, draft its power, and fight for the cities of the world.

The numbers (§) are those of RULES.md; each module is a part of it. Here the parts are put together.
"""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import CHANCE, OVER, Box, Mask, Numbers, State, Weights
from rumpus.games.rarrr.rules.battle import clear_half, clear_table, select_city, take_back, take_turn
from rumpus.games.rarrr.rules.drafting import (
    deal_city,
    deal_power,
    drafting,
    forget_battle,
    forget_draft,
    pick_power,
    start_round,
)
from rumpus.games.rarrr.rules.knowledge import determinize, redact
from rumpus.games.rarrr.rules.monsters import (
    deal_katakana,
    give_monster,
    is_dealt,
    is_given,
    name_monster,
    pick_katakana,
)
from rumpus.games.rarrr.rules.records import (
    ACTION_FIELDS,
    ACTIONS,
    BOX,
    BOX_FIELDS,
    CITIES,
    DOWN,
    DRAFTED,
    ENDED,
    EXCLUSIONS,
    FIRST,
    GROUPS,
    KATAKANA,
    KATAKANA_DEAL,
    KATAKANA_DRAFT,
    KINDS,
    LAYING,
    LENGTHS,
    MONSTERS,
    MONSTERS_COME,
    NAMING,
    ORDER,
    ORDERS,
    OUTCOMES,
    PASS,
    POWER_DEAL,
    POWER_DRAFT,
    RETURNING,
    SEATS,
    SELECTING,
    STATE,
    STATE_FIELDS,
    SWITCHES,
    TYPES,
    UP,
    VALUES,
    VERSION,
)
from rumpus.games.rarrr.rules.sets import legal_in_turn

__all__ = [
    "ACTIONS",
    "ACTION_FIELDS",
    "BOX",
    "BOX_FIELDS",
    "EXCLUSIONS",
    "LENGTHS",
    "OUTCOMES",
    "SEATS",
    "STATE",
    "STATE_FIELDS",
    "SWITCHES",
    "VERSION",
    "acting",
    "apply",
    "chance",
    "determinize",
    "forget",
    "legal",
    "places",
    "points",
    "prepare",
    "redact",
    "set_up",
]


@kernel
def prepare(box: Box) -> None:
    """The kinds of each type, the strongest first."""
    for type in range(len(TYPES)):
        for place in range(VALUES):
            kind = type * VALUES + place
            at = place
            while at > 0 and box.value[box.strongest[type, at - 1]] < box.value[kind]:
                box.strongest[type, at] = box.strongest[type, at - 1]
                at -= 1
            box.strongest[type, at] = kind


@kernel
def set_up(box: Box, state: State, seats: int) -> None:
    state.players = seats
    state.rounds = state.dealt = 0
    state.angriest = NONE
    state.monster[:] = NONE
    state.choices[:] = 0
    state.drafted[:] = NONE
    state.offered[:] = 0
    state.left_out[:] = NONE
    state.order[:] = NONE
    state.name[:] = NONE
    state.icons[:] = 0
    state.deck[:] = 0
    state.pack[:] = 0
    forget_draft(state)
    state.boosts[:] = 0
    for seat in range(seats):
        state.boosts[seat] = 1
    state.drawn[:] = 0
    state.waiting[:] = 0
    state.owner[:] = NONE
    state.contested = state.turn = state.last_passer = NONE
    clear_table(state)
    clear_half(state)
    forget_battle(state)
    state.phase = FIRST


@kernel
def acting(box: Box, state: State) -> int:
    if state.phase == KATAKANA_DRAFT or state.phase == POWER_DRAFT:
        return drafting(state)
    if state.phase == NAMING:
        return unnamed(state)
    if state.phase == SELECTING:
        return 1 << int(state.angriest)
    if state.phase == LAYING or state.phase == RETURNING:
        return 1 << int(state.turn)
    return OVER if state.phase == ENDED else CHANCE


@kernel
def unnamed(state: State) -> int:
    """The seats that have still to name their monster, as a bit mask (§2.3)."""
    who = 0
    for seat in range(state.players):
        who += int(state.order[seat] == NONE) << seat
    return who


# Choices ----------------------------------------------------------------------------------------------------------


@large_kernel
def legal(box: Box, state: State, seat: int, mask: Mask) -> int:
    mask[:] = 0
    who = acting(box, state)
    if who == CHANCE or who >> seat & 1 == 0:
        return 0
    if state.phase == KATAKANA_DRAFT:
        for card in range(KATAKANA):
            mask[card] = state.choices[seat, card]
    elif state.phase == NAMING:
        legal_names(state, seat, mask)
    elif state.phase == POWER_DRAFT:
        for kind in range(KINDS):
            mask[kind] = int(state.pack[seat, kind] > 0)
    elif state.phase == SELECTING:
        for city in range(CITIES):
            mask[city] = state.waiting[city]
    elif state.phase == LAYING:
        legal_in_turn(box, state, seat, mask)
    else:
        legal_to_take_back(state, seat, mask)
    return int(mask.sum())


@kernel
def legal_names(state: State, seat: int, mask: Mask) -> None:
    """First one of the three Katakana is left out, then the syllables are put in order (§2.3)."""
    if state.left_out[seat] == NONE:
        for place in range(DRAFTED):
            mask[state.drafted[seat, place]] = 1
    else:
        for order in range(len(ORDERS)):
            mask[ORDER + order] = 1


@kernel
def legal_to_take_back(state: State, seat: int, mask: Mask) -> None:
    """Any of one's own cards of this battle, or none (§5.3)."""
    mask[PASS] = 1
    for kind in range(KINDS):
        mask[UP + kind] = int(state.up[seat, kind] > 0)
        mask[DOWN + kind] = int(state.down[seat, kind] > 0)


# Chance -----------------------------------------------------------------------------------------------------------


@large_kernel
def chance(box: Box, state: State, weights: Weights) -> None:
    """Any card that is left; any seat."""
    weights[:] = 0
    if state.phase == FIRST:
        for seat in range(state.players):
            weights[seat] = 1
    elif state.phase == MONSTERS_COME:
        for monster in range(MONSTERS):
            weights[monster] = int(not is_given(state, monster))
    elif state.phase == KATAKANA_DEAL:
        for card in range(KATAKANA):
            weights[card] = int(not is_dealt(state, card))
    elif state.phase == POWER_DEAL:
        for kind in range(KINDS):
            weights[kind] = state.deck[kind]
    else:
        for city in range(CITIES):
            weights[city] = 1 - state.drawn[city]


# What is done -----------------------------------------------------------------------------------------------------


@large_kernel
def apply(box: Box, state: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        happen(box, state, action)
    elif state.phase == KATAKANA_DRAFT:
        pick_katakana(state, seat, action)
    elif state.phase == NAMING:
        choose_name(box, state, seat, action)
    elif state.phase == POWER_DRAFT:
        pick_power(box, state, seat, action)
    elif state.phase == SELECTING:
        select_city(box, state, action)
    elif state.phase == LAYING:
        take_turn(box, state, seat, action)
    else:
        take_back(box, state, seat, action)


@kernel
def choose_name(box: Box, state: State, seat: int, action: int) -> None:
    if action < ORDER:
        state.left_out[seat] = action
        return
    name_monster(box, state, seat, action - ORDER)
    if state.name[0, 0] != NONE:
        start_round(box, state)


@kernel
def happen(box: Box, state: State, outcome: int) -> None:
    """What chance chose takes place."""
    if state.phase == FIRST:
        state.angriest = outcome
        state.phase = MONSTERS_COME
    elif state.phase == MONSTERS_COME:
        give_monster(state, outcome)
    elif state.phase == KATAKANA_DEAL:
        deal_katakana(state, outcome)
    elif state.phase == POWER_DEAL:
        deal_power(state, outcome)
    else:
        deal_city(box, state, outcome)


# How it stands ----------------------------------------------------------------------------------------------------


@kernel
def points(box: Box, state: State, out: Numbers) -> None:
    """What one's cities are worth; with bonus scoring, what they are worth together (§7.1, §9.1)."""
    for seat in range(state.players):
        out[seat] = 0
        for city in range(CITIES):
            if state.owner[city] == seat:
                out[seat] += int(box.city_points[city])
        if box.bonus_scoring:
            out[seat] += bonus(box, state, seat)


@kernel
def bonus(box: Box, state: State, seat: int) -> int:
    """For several cities of a group, and for many groups: of each only the highest step (§9.1)."""
    total = groups = 0
    for group in range(len(GROUPS)):
        cities = 0
        for city in range(CITIES):
            cities += int(state.owner[city] == seat and box.city_group[city] == group)
        total += int(cities >= 2) + int(cities >= 3)
        groups += int(cities > 0)
    return total + int(groups >= 2) + int(groups >= 3) + 2 * int(groups >= 4) + 4 * int(groups >= 5)


@kernel
def cities_won(state: State, seat: int) -> int:
    number = 0
    for city in range(CITIES):
        number += int(state.owner[city] == seat)
    return number


@kernel
def places(box: Box, state: State, out: Numbers) -> None:
    """By points, then by the number of cities (§7.1, §7.2)."""
    points(box, state, out)
    for seat in range(state.players):
        out[seat] = (CITIES + 1) * out[seat] + cities_won(state, seat)
    ranked = 0
    for seat in range(state.players):
        place = 1
        for other in range(state.players):
            place += int(out[other] > out[seat])
        ranked += place << 4 * seat
    for seat in range(state.players):
        out[seat] = ranked >> 4 * seat & 15


@kernel
def forget(box: Box, state: State) -> None:
    forget_battle(state)
