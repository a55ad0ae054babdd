"""A choice under way: cards that may be marked, something that could be played; and that the table can go on."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import CHANCE, OVER, Box, State
from rumpus.games.arrr.position.deeds import can_challenge
from rumpus.games.arrr.position.holdings import Fault
from rumpus.games.arrr.position.piles import is_ability, is_captains, is_event
from rumpus.games.arrr.rules import acting, chance, legal
from rumpus.games.arrr.rules.announcing import is_target, legal_plays, picking_word
from rumpus.games.arrr.rules.deeds import can_be_challenged, may_challenge
from rumpus.games.arrr.rules.holdings import hand_size
from rumpus.games.arrr.rules.records import (
    ABILITY_OF,
    ACTIONS,
    AIMING,
    CAPTAIN_OF,
    CARD,
    CREW_DRAW,
    DISCARDING,
    EQUIPPING,
    EVENT,
    EVENT_DRAW,
    EVENT_OF,
    HAND,
    IN_HAND,
    MATE,
    MOST_EQUIPPED,
    NAMING_STAKE,
    NAMING_STAT,
    NOTHING,
    ON_TABLE,
    OUTCOMES,
    PACK,
    PAYING,
    PICKING,
    RECRUITING,
    REFILL,
    REFILLING,
    REPLACING,
    SWABBER,
    SWABBER_HAND,
    USE_CAPTAIN,
)
from rumpus.games.arrr.rules.recruiting import may_draw_crew, may_draw_event, planned
from rumpus.games.arrr.rules.resolving import marked

# Cards that are marked --------------------------------------------------------------------------------------------


def _marked(box: Box, state: State) -> Iterator[Fault]:
    """For discards, at recruitment or because of an effect (§3.1, §10.9, §10.12)."""
    if state.phase not in (RECRUITING, DISCARDING, PAYING):
        return
    seat = int(state.turn) if state.phase == RECRUITING else int(state.owing)
    if np.any((state.half_crew != 0) & (state.crew_at != IN_HAND + seat)):
        yield "half_crew", "only cards of the own hand are discarded."
    if np.any((state.half_event != 0) & (state.event_at != IN_HAND + seat)):
        yield "half_event", "only cards of the own hand are discarded."
    if state.phase != RECRUITING and marked(state) >= state.owed:
        yield "half_crew", f"fewer than {state.owed} cards are chosen, or they would be discarded."


def _equipment(box: Box, state: State) -> Iterator[Fault]:
    """Cards of the hand that come, and equipped ones that go for them: no more than needed (§4.2)."""
    if state.phase not in (EQUIPPING, REPLACING):
        return
    seat = int(state.turn)
    is_chosen = state.half_crew != 0
    comes, goes = is_chosen & (state.crew_at == IN_HAND + seat), is_chosen & (state.crew_at == ON_TABLE + seat)
    if np.any(is_chosen & ~comes & ~goes):
        yield "half_crew", "cards of the own hand are equipped, for equipped ones of one's own."
    number = planned(state, seat)
    full = MOST_EQUIPPED + int(state.phase == REPLACING)
    if number > full or (state.phase == REPLACING and number < full):
        yield "half_crew", f"{full} cards would be equipped here at most, and one is replaced only if there are more."
    stays = (state.crew_at == ON_TABLE + seat) & ~goes
    if any(np.count_nonzero((comes | stays) & (box.kind == kind)) > 1 for kind in (MATE, PACK)):
        yield "half_crew", "one First Mate and one Pack are equipped at most."
    if not _is_needed(box, comes, goes, number):
        yield "half_crew", "no more equipped cards are discarded than are needed for new ones."


def _is_needed(box: Box, comes: Any, goes: Any, number: int) -> bool:
    """A First Mate goes for another, a Pack for another, and whatever else only where there is no more room."""
    of_a_kind: int = sum(
        min(int(np.count_nonzero(cards & (box.kind == kind))) for cards in (comes, goes)) for kind in (MATE, PACK)
    )
    gone = int(np.count_nonzero(goes))
    return gone <= int(np.count_nonzero(comes)) and (gone <= of_a_kind or number >= MOST_EQUIPPED)


def _recruitment(box: Box, state: State) -> Iterator[Fault]:
    """§3.2"""
    if state.stage != REFILL or state.phase not in (REFILLING, CREW_DRAW, EVENT_DRAW):
        return
    full = SWABBER_HAND if box.mode == SWABBER else HAND
    if hand_size(state, state.turn) >= full:
        yield "crew_cards", f"one draws at recruitment with fewer than {full} cards in hand."
    crew, event = may_draw_crew(box, state, state.turn), may_draw_event(box, state, state.turn)
    if not {REFILLING: crew and event, CREW_DRAW: crew, EVENT_DRAW: event}[state.phase]:
        yield (
            "phase",
            "a deck is drawn from if there are fewer than three of its cards in hand, and chosen if both are.",
        )


# Something that is chosen to be done ------------------------------------------------------------------------------


def _challenge(box: Box, state: State) -> Iterator[Fault]:
    """§5.4"""
    if state.phase not in (NAMING_STAT, NAMING_STAKE):
        return
    target = int(state.half_target)
    if not can_challenge(box, state, target) or not can_be_challenged(box, state, state.turn, target):
        yield "half_target", "one challenges another player who has an equipped card, and a Piece or a collection card."
    if not may_challenge(box, state, state.turn):
        yield "phase", "who challenges has an equipped card, a Piece or a collection card, and is not barred from it."


def _play(box: Box, state: State) -> Iterator[Fault]:
    """An event or an ability that is aimed (§9.2, §9.3)."""
    if state.phase not in (AIMING, PICKING):
        return
    source, seat, mask = int(state.half_list), int(state.asked), np.zeros(ACTIONS, np.int8)
    legal_plays(box, state, seat, mask)
    if not mask[_action_of(state, source)]:
        yield "half_list", "who is asked cannot play that now."
        return
    targets = [other for other in range(state.players) if is_target(box, state, seat, source, other)]
    if state.phase == AIMING and len(targets) < 2:
        yield "half_list", "a target is chosen where there are two."
    if state.phase == PICKING and picking_word(box, source) == NOTHING:
        yield "half_list", "nothing has to be chosen for that."
    if state.phase == PICKING and state.half_target not in targets:
        yield "half_target", "that player cannot be its target."


def _action_of(state: State, source: int) -> int:
    """With which action it is played; for what is never played, one that is no play."""
    if is_ability(source):
        return CARD + source - ABILITY_OF
    if is_event(source):
        return EVENT + source - EVENT_OF
    is_own = is_captains(source) and source - CAPTAIN_OF == state.captain[state.asked]
    return USE_CAPTAIN if is_own else NONE


def _going_on(box: Box, state: State) -> Iterator[Fault]:
    """The rules have the last word: whoever is to choose can."""
    who = acting(box, state)
    if who == CHANCE:
        weights = np.zeros(OUTCOMES, np.int64)
        chance(box, state, weights)
        if not weights.any():
            yield "phase", "chance has nothing to choose from."
    elif who != OVER and not legal(box, state, int(who).bit_length() - 1, np.zeros(ACTIONS, np.int8)):
        yield "phase", "whoever is asked has nothing to choose."


CHOICES = (_marked, _equipment, _recruitment, _challenge, _play, _going_on)
