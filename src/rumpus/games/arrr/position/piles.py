"""The pile, and what could have been announced: events, abilities and a penalty, each with its target and choice."""

from collections.abc import Iterator

import numpy as np

from rumpus.core.desk import copied
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.position.holdings import Fault
from rumpus.games.arrr.rules.announcing import (
    aims_at,
    can_do,
    holds,
    is_cancelled_by,
    is_in_turn,
    opponent,
    picking_word,
    side_of,
)
from rumpus.games.arrr.rules.records import (
    ABILITY_OF,
    ACTIVE,
    AFTER,
    BAR,
    CANCEL,
    CAPTAIN_OF,
    DEPLETE,
    DICE,
    DIFFICULTY,
    EFFECTS,
    EVENT_OF,
    FLASH,
    FLASH_MARK,
    IN_ROW,
    LOST_OF,
    NOTHING,
    PENALTY,
    PILE,
    PREPARE,
    RETHROW,
    REWARD_OF,
    SELF,
    SHIFT,
    STEAL,
    TESTS,
    TRAIT_OF,
)

ENTRY = ("pile_list", "pile_owner", "pile_target", "pile_card", "pile_sea")
"""What is said of each thing on the pile."""
ALWAYS_SAID = ENTRY[:3]


def is_event(source: int) -> bool:
    return EVENT_OF <= source < TRAIT_OF


def is_ability(source: int) -> bool:
    """Of a crew card."""
    return ABILITY_OF <= source < EVENT_OF


def is_captains(source: int) -> bool:
    return CAPTAIN_OF <= source < REWARD_OF


def mark_of(state: State) -> int:
    """The place of the test under way among the marks of all tests."""
    return int(state.course) * TESTS + int(state.test)


def _heights(box: Box, state: State) -> Iterator[Fault]:
    """From the bottom without gaps; and nothing above."""
    is_listed = state.pile_list != NONE
    if np.count_nonzero(is_listed) != state.piled or np.any(is_listed != (np.arange(PILE) < state.piled)):
        yield "piled", "it counts what lies on the pile, without gaps."
    for name in ENTRY:
        is_said = getattr(state, name) != NONE
        if np.any(is_said[state.piled :]) or (name in ALWAYS_SAID and not np.all(is_said[: state.piled])):
            yield name, "everything on the pile has an owner and a target, and nothing is said of what is not there."
    lying = state.pile_list[: state.piled].tolist()
    if len(set(lying)) != len(lying):
        yield "pile_list", "nothing lies on the pile twice."


def _entries(box: Box, state: State) -> Iterator[Fault]:
    for place in range(state.piled):
        source, owner, target, card, sea = (int(getattr(state, name)[place]) for name in ENTRY)
        yield from _source(box, state, source, owner, place)
        for field, sentence in announced(box, state, source, owner, target, place):
            yield f"pile_{field}", sentence
        for field, sentence in picked(box, state, source, card, sea):
            yield f"pile_{field}", sentence
        if card != NONE and not picks_card(box, source):
            yield "pile_card", "no card was chosen for it."
        if sea != NONE and picking_word(box, source) != SHIFT:
            yield "pile_sea", "no exploration was chosen for it."


def _source(box: Box, state: State, source: int, owner: int, place: int) -> Iterator[Fault]:
    """What may lie there; that events are where they should be has been seen already."""
    if is_ability(source):
        if not state.announced[source - ABILITY_OF]:
            yield "announced", "an ability that lies on the pile was announced in this turn."
    elif is_captains(source):
        if source - CAPTAIN_OF != state.captain[owner] or not state.captain_used[owner]:
            yield "pile_list", "a captain's ability is that of its owner, who has used it in this turn."
    elif source >= LOST_OF:
        if place > 0 or state.stage != PENALTY or source != LOST_OF + mark_of(state):
            yield "pile_list", "a penalty is that of the test that was lost, and lies under everything else."
    elif not is_event(source):
        yield "pile_list", "only events, abilities and penalties lie on the pile."


# What could have been announced (§9, §10) -------------------------------------------------------------------------


def announced(
    box: Box, state: State, source: int, owner: int, target: int, place: int, since: int = 0
) -> Iterator[Fault]:
    """What cannot have been announced on a pile of that height; effects before `since` have taken place."""
    if box.does[source, 0] == NOTHING:
        yield "list", "it does nothing, and nobody announces that."
    if not _is_owner(state, source, owner):
        yield "owner", "abilities are used by players in turn, and tests are taken by the player in turn."
    if not _fits_window(box, state, source, place):
        yield "list", "that cannot be announced in this window: flashes are for the flash window, where others answer."
    if not _is_aimed(box, state, source, owner, target):
        yield "target", "whom it aims at is its owner, somebody in turn, or the other one in a challenge."
    for step in range(EFFECTS):
        if box.does[source, step] != NOTHING and source < REWARD_OF:
            whom = owner if box.who[source, step] == SELF else target
            is_over = step < since and box.does[source, step] == CANCEL
            if not is_over and not _could_do(box, state, source, step, owner, whom, place):
                yield "list", "nobody could announce it now: one of its effects does not fit this moment."


def _is_owner(state: State, source: int, owner: int) -> bool:
    """Anybody plays events."""
    if source >= REWARD_OF:
        return bool(owner == state.turn)
    return is_event(source) or bool(is_in_turn(state, owner))


def _fits_window(box: Box, state: State, source: int, place: int) -> bool:
    """§9.2, §9.3"""
    if source >= REWARD_OF:
        return True
    is_flash = is_event(source) and box.event_mark[source - EVENT_OF] == FLASH_MARK
    if is_flash or state.stage != FLASH:
        return is_flash == (state.stage == FLASH)
    return place > 0 and (not is_event(source) or CANCEL in box.does[source])


def _is_aimed(box: Box, state: State, source: int, owner: int, target: int) -> bool:
    aim = aims_at(box, source)
    if aim == SELF:
        return target == owner
    return is_in_turn(state, target) if aim == ACTIVE else target == opponent(state, owner)


def _could_do(box: Box, state: State, source: int, step: int, owner: int, whom: int, place: int) -> bool:
    """As far as nothing can have changed since: the action, the window, and what lies below it on the pile."""
    word = int(box.does[source, step])
    if not holds(state, int(box.when[source, step])):
        return False
    if word in (DICE, DIFFICULTY, STEAL, BAR):
        return bool(can_do(box, state, owner, source, step, whom))
    if word == RETHROW:
        return bool(state.stage == AFTER and side_of(state, whom) != NONE)
    if word == CANCEL:
        below = copied(state)
        below.piled = place
        return place > 0 and bool(is_cancelled_by(below, int(box.of[source, step])))
    return True


def picks_card(box: Box, source: int) -> bool:
    return picking_word(box, source) not in (NOTHING, SHIFT)


def picked(box: Box, state: State, source: int, card: int, sea: int) -> Iterator[Fault]:
    """What was chosen for it (§10): where a crew card is by now is another matter."""
    word = picking_word(box, source)
    if picks_card(box, source) and card == NONE:
        yield "card", "a crew card was chosen for it."
    elif word in (DEPLETE, PREPARE) and (box.does[ABILITY_OF + card, 0] == NOTHING or ABILITY_OF + card == source):
        yield "card", "another card with an ability was chosen for it."
    if word == SHIFT and (sea == NONE or state.sea_at[sea] != IN_ROW or np.count_nonzero(state.row != NONE) < 2):
        yield "sea", "a card of the row was chosen for it, which changes places with its neighbour."


PILES = (_heights, _entries)
