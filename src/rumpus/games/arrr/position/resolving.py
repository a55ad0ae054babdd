"""What is being resolved, who owes what for it, and the dice that are still to be thrown."""

from collections.abc import Iterator, Mapping

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.position.holdings import Fault, is_set
from rumpus.games.arrr.position.piles import announced, is_ability, is_captains, is_event, mark_of, picked
from rumpus.games.arrr.rules.announcing import is_in_turn, side_of
from rumpus.games.arrr.rules.holdings import always, equipped, hand_size, has_crew, has_events, reserve
from rumpus.games.arrr.rules.records import (
    ABILITY_OF,
    AFTER,
    ARMOUR,
    BAR,
    CANCEL,
    CAPTAIN_OF,
    CHALLENGING,
    CHEAT_DICE,
    CHEAT_MORE,
    CREW_DRAW,
    DAMAGE,
    DAMAGED,
    DICE,
    DISCARD,
    DISCARDING,
    DONE,
    DRAW,
    DRAWING,
    EFFECTS,
    EVENT_DRAW,
    EVENT_OF,
    IN_FRONT,
    LOST_OF,
    OF_CREW,
    OF_EVENT,
    ON_TABLE,
    PAYING,
    PENALTY,
    PERMANENT,
    REFILL,
    RETHROW,
    REWARD_OF,
    ROLLING,
    SELF,
    SPOILING,
    SPOILS,
    SWABBER,
    TIPPING,
    WON,
    WON_OF,
)
from rumpus.games.arrr.rules.throwing import dice_of

WORDS_OF: Mapping[int, tuple[int, ...]] = {
    DAMAGED: (DAMAGE,),
    DISCARDING: (DISCARD,),
    PAYING: (BAR,),
    **dict.fromkeys((DRAWING, CREW_DRAW, EVENT_DRAW), (DRAW,)),
    ROLLING: (DICE, RETHROW),
}
"""Which effects lead to a phase."""
NOW = "now_list", "now_owner", "now_target", "now_card", "now_sea"


def _now(box: Box, state: State) -> Iterator[Fault]:
    if state.now_list == NONE:
        for name in ("now_step", "now_owner", "now_target"):
            if is_set(state, name):
                yield name, "nothing is being resolved to which that could belong."
        return
    if not 1 <= state.now_step <= EFFECTS:
        yield "now_step", f"it counts the effects that were begun, 1 or {EFFECTS}."
    elif NONE in (state.now_owner, state.now_target):
        yield "now_owner", "what is being resolved has an owner and a target."
    elif not _is_resolved(box, state, int(state.now_list), int(state.now_owner)):
        yield "now_list", "that cannot be what is being resolved: an event that was played, an ability, or a mark."
    elif box.does[state.now_list, state.now_step - 1] not in WORDS_OF[state.phase]:
        yield "now_step", "the effect that was begun is not one that leads to this phase."
    else:
        yield from _was_announced(box, state)


def _is_resolved(box: Box, state: State, source: int, owner: int) -> bool:
    """Whether it has left the pile, and what belongs to it is as it should be (§9.5, §9.6)."""
    if state.stage in (WON, DONE):
        return source == (WON_OF + mark_of(state) if state.stage == WON else REWARD_OF + int(state.course))
    if is_event(source):
        is_played = state.event_at[source - EVENT_OF] < IN_FRONT and box.mode != SWABBER
        return bool(is_played and box.event_mark[source - EVENT_OF] != PERMANENT)
    if is_ability(source):
        card = source - ABILITY_OF
        return bool(state.crew_at[card] == ON_TABLE + owner and state.depleted[card] and state.announced[card])
    if is_captains(source):
        return bool(source - CAPTAIN_OF == state.captain[owner] and state.captain_used[owner])
    return bool(source == LOST_OF + mark_of(state) and state.stage == PENALTY and state.piled == 0)


def _was_announced(box: Box, state: State) -> Iterator[Fault]:
    """On what lies on the pile now, and on what it has cancelled."""
    source, owner, target, card, sea = (int(getattr(state, name)) for name in NOW)
    since = int(state.now_step) - 1
    height = int(state.piled) + int(np.count_nonzero(box.does[source, :since] == CANCEL))
    for field, sentence in announced(box, state, source, owner, target, height, since):
        yield f"now_{field}", sentence
    for field, sentence in picked(box, state, source, card, sea):
        yield f"now_{field}", sentence


# What is owed -----------------------------------------------------------------------------------------------------


def _owing(box: Box, state: State) -> Iterator[Fault]:
    if state.stage == REFILL:
        if state.owing not in (NONE, state.turn):
            yield "owing", "only the player in turn draws at recruitment."
    elif state.phase in WORDS_OF and state.phase != ROLLING:
        is_own = box.who[state.now_list, state.now_step - 1] == SELF
        if state.owing != (state.now_owner if is_own else state.now_target):
            yield "owing", "who owes is who the effect is about."
    elif state.owing != NONE and state.owing not in (state.now_owner, state.now_target):
        yield "owing", "who owes is who the effect is about."


def _owed(box: Box, state: State) -> Iterator[Fault]:
    if state.owed and state.phase != SPOILING:
        least, most = _least_and_most(box, state)
        if not least <= state.owed <= most:
            yield "owed", f"that is {least} to {most} here." if most >= least else "nothing can be owed for that."
    if state.phase == DAMAGED and state.owed >= equipped(state, state.owing):
        yield "owed", "who has no more equipped cards than the damage loses all, without a choice."
    if state.phase == DISCARDING and state.owed >= hand_size(state, state.owing):
        yield "owed", "who has no more cards than that discards all, without a choice."
    if state.phase == PAYING and state.owed > hand_size(state, state.owing):
        yield "owed", "who has fewer cards cannot pay."


def _least_and_most(box: Box, state: State) -> tuple[int, int]:
    amount = int(box.amount[state.now_list, state.now_step - 1])
    if state.phase == DAMAGED:
        return 1, amount - int(always(box, state, state.owing, ARMOUR, NONE))
    return (amount, amount) if state.phase in (DISCARDING, PAYING) else (1, amount)


def _draws(box: Box, state: State) -> Iterator[Fault]:
    """From which deck is drawn for an effect (§10.4, §13.1)."""
    if state.stage == REFILL or state.phase not in (DRAWING, CREW_DRAW, EVENT_DRAW):
        return
    of = OF_CREW if box.mode == SWABBER else int(box.of[state.now_list, state.now_step - 1])
    if state.phase == DRAWING and (of in (OF_CREW, OF_EVENT) or not (has_crew(state) and has_events(state))):
        yield "phase", "a deck is chosen if the effect leaves it open, and there are both."
    if (state.phase, of) in ((CREW_DRAW, OF_EVENT), (EVENT_DRAW, OF_CREW)):
        yield "phase", "the effect is not for that deck."


def _spoils(box: Box, state: State) -> Iterator[Fault]:
    """§8.2"""
    if state.phase == SPOILING and state.owed > SPOILS:
        yield "owed", f"at most {SPOILS} equipped cards are taken."
    if state.phase == SPOILING and not equipped(state, state.target):
        yield "phase", "there is no equipped card to take."
    if state.phase == TIPPING and reserve(state) <= 0:
        yield "phase", "there is no Piece in the reserve to take."


# Dice that are to be thrown ---------------------------------------------------------------------------------------


def _rolling(box: Box, state: State) -> Iterator[Fault]:
    if state.phase != ROLLING:
        return
    if state.now_list != NONE:
        is_own = box.who[state.now_list, state.now_step - 1] == SELF
        most = max(0, int(box.amount[state.now_list, state.now_step - 1]))
        yield from _more_dice(state, int(state.now_owner if is_own else state.now_target), most)
        if state.asked != NONE:
            yield "asked", "nobody is asked while something is being resolved."
    elif state.asked != NONE:
        cheat = max(0, CHEAT_DICE + int(always(box, state, state.asked, CHEAT_MORE, NONE)))
        yield from _more_dice(state, state.asked, cheat)
        if state.piled:
            yield "piled", "nobody cheats while something lies on the pile."
    else:
        yield from _first_throw(box, state)


def _more_dice(state: State, seat: int, most: int) -> Iterator[Fault]:
    """Those of a cheat or an effect."""
    side = side_of(state, seat)
    if state.stage != AFTER or not is_in_turn(state, seat) or state.to_roll[1 - side] or state.to_roll[side] > most:
        yield "to_roll", f"at most {most} dice of who cheats, or whom the effect is about, are to be thrown."


def _first_throw(box: Box, state: State) -> Iterator[Fault]:
    """The player in turn first, then in a challenge the other, as many as they have (§6.1, §8.4)."""
    if state.piled:
        yield "piled", "the pile is empty when the dice are thrown."
    throwers = (state.turn, state.target) if state.deed == CHALLENGING else (state.turn,)
    for side, seat in enumerate(throwers):
        dice = dice_of(box, state, seat)
        if int(state.rolled[side].sum(dtype=int)) + int(state.to_roll[side]) != dice:
            yield "to_roll", f"what is thrown and what is to be thrown are {dice} dice together, by the equipped cards."
    if state.to_roll[0] and np.any(state.rolled[1]):
        yield "rolled", "the player in turn throws first."


RESOLVING = (_now, _owing, _owed, _draws, _spoils, _rolling)
