"""What belongs to a moment: the stages of a phase, the deeds of a stage, and which passing things are there."""

from collections.abc import Iterator, Mapping

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.position.holdings import Fault, is_able, is_set
from rumpus.games.arrr.rules.announcing import is_in_turn
from rumpus.games.arrr.rules.records import (
    AFTER,
    AIMING,
    ANSWERING,
    ASKED,
    AT_ANSWER,
    AT_PILLAGE,
    BEFORE,
    CAPTAIN_OF,
    CHALLENGING,
    CREW_DRAW,
    DAMAGED,
    DECLARING,
    DEEDS,
    DISCARDING,
    DONE,
    DRAWING,
    ENDED,
    EQUIPPING,
    EVENT_DRAW,
    EXPLORING,
    FLASH,
    NAMING_STAKE,
    NAMING_STAT,
    NOTHING,
    ON_TABLE,
    PAYING,
    PENALTY,
    PHASES,
    PICKING,
    PILLAGING,
    RECRUITING,
    REFILL,
    REFILLING,
    REPLACING,
    ROLLING,
    SAILING,
    SPOILING,
    STAGES,
    STAKING,
    TESTS,
    TIPPING,
    WON,
)

WINDOWS = tuple(range(FLASH, PENALTY + 1))
STAGES_OF: Mapping[int, tuple[int, ...]] = {
    **dict.fromkeys((DECLARING, NAMING_STAT, NAMING_STAKE), (REFILL, FLASH)),  # the latter if the first was barred
    **dict.fromkeys((ASKED, AIMING, PICKING, DAMAGED, DISCARDING), WINDOWS),
    **dict.fromkeys((ANSWERING, PAYING), (FLASH,)),
    **dict.fromkeys((STAKING, SPOILING), (AT_ANSWER,)),
    TIPPING: (DONE,),
    DRAWING: (*WINDOWS, WON, DONE),
    **dict.fromkeys((CREW_DRAW, EVENT_DRAW), (REFILL, *WINDOWS, WON, DONE)),
    ROLLING: (AFTER,),
}
"""In which stages a phase can be; in those that are not named an action has not begun."""
DEEDS_OF: Mapping[int, tuple[int, ...]] = {
    REFILL: (NONE,),
    FLASH: (SAILING, PILLAGING, CHALLENGING),
    AT_PILLAGE: (PILLAGING,),
    AT_ANSWER: (CHALLENGING,),
    **dict.fromkeys((BEFORE, AFTER), (SAILING, CHALLENGING)),
    **dict.fromkeys((PENALTY, WON, DONE), (SAILING,)),
}
RESOLVED = ("now_list", "now_step", "now_owner", "now_target", "owed", "owing")
NEEDED: Mapping[int, tuple[str, ...]] = {
    NAMING_STAT: ("half_target",),
    NAMING_STAKE: ("half_target", "half_stat"),
    ASKED: ("asked",),
    AIMING: ("asked", "half_list"),
    PICKING: ("asked", "half_list", "half_target"),
    SPOILING: ("owed",),
    **dict.fromkeys((DAMAGED, DISCARDING, PAYING, DRAWING, CREW_DRAW, EVENT_DRAW), RESOLVED),
    ROLLING: ("to_roll",),
}
"""What a phase cannot be without."""
ALLOWED: Mapping[int, tuple[str, ...]] = {
    RECRUITING: ("half_crew", "half_event"),
    REFILLING: ("owing",),
    **dict.fromkeys((EQUIPPING, REPLACING), ("half_crew",)),
    **dict.fromkeys((ASKED, AIMING, PICKING), ("passed", "piled")),
    **dict.fromkeys((ANSWERING, STAKING, SPOILING, TIPPING), ("passed",)),
    DAMAGED: ("piled",),
    **dict.fromkeys((DISCARDING, PAYING), ("piled", "half_crew", "half_event")),
    **dict.fromkeys((DRAWING, CREW_DRAW, EVENT_DRAW), ("piled",)),
    ROLLING: ("asked", "piled", "now_list", "now_step", "now_owner", "now_target", "owing"),
}
"""What there may be besides."""
OF_THE_TURN = ("barred", "announced", "captain_used")
"""What was done in a turn is known until the next begins."""
LAST = ("last_sea", "last_winner")
"""What is called out until the recruitment after it."""
SAYS = {
    "dealt": "it counts what is dealt before the first turn, and is 0 afterwards.",
    "offered": "captains are offered before the first turn, and only then.",
    "course": "somebody sails for a card as soon as that is declared, and only then.",
    "test": "it counts the tests that were won, from the first throw of a voyage on.",
    "target": "somebody is challenged as soon as that is declared, and only then.",
    "answer": "a challenge is answered after the flash window, and nothing else is.",
    "stat": "a challenge has a stat from its declaration on, a voyage from its first test on.",
    "stake": "Pieces are staked in a challenge, and only then.",
    "prize": "collection cards are staked in a challenge, and only then.",
    "staked": "stakes are put aside from the acceptance of a challenge to its end, before and after the throws.",
    "asked": "somebody is asked in a window, and only then.",
    "ring": "the ring is asked from another than the player in turn after a cheat, and until something is announced.",
    "passed": "who has passed is remembered in a window and until what follows it, and only then.",
    "piled": "things lie on the pile in a window, and only then.",
    "now_list": "something is being resolved when somebody suffers, discards, pays or draws for it, and only then.",
    "now_step": "it counts the effects that were begun of what is being resolved, and is 0 otherwise.",
    "now_owner": "what is being resolved is somebody's, and nothing else is.",
    "now_target": "what is being resolved has a target, and nothing else has.",
    "owed": "cards are owed while somebody suffers, discards, pays, draws by an effect or takes spoils, else none.",
    "owing": "somebody owes while they suffer, discard, pay or draw, and only then.",
    "half_list": "something is chosen to be played while it is aimed, and only then.",
    "half_target": "somebody is chosen for a challenge or an effect, and only then.",
    "half_stat": "a stat is chosen for a challenge, and only then.",
    "half_crew": "crew cards are chosen at recruitment, at equipment and for discards, and only then.",
    "half_event": "events are chosen at recruitment and for discards, and only then.",
    "to_roll": "there are dice to be thrown in the phase 'rolling', and only then.",
    "barred": "an action is barred in the flash window, and until the next turn.",
    "announced": "abilities are announced after a declaration, and it is known until the next turn.",
    "captain_used": "captains are used after a declaration, and it is known until the next turn.",
    "last_sea": "a card that was conquered is called out until the next recruitment is over, and only then.",
    "last_winner": "who has won a card or a challenge is called out until the next recruitment is over, and only then.",
}
"""Of every passing thing: the sentence for both, that it is missing and that it is too much."""


def _stage(box: Box, state: State) -> Iterator[Fault]:
    allowed = STAGES_OF.get(state.phase, (REFILL,))
    if state.stage not in allowed:
        names = ", ".join(STAGES[stage] for stage in allowed)
        yield "stage", f"in the phase '{PHASES[state.phase]}' it is one of {names}."


def _deed(box: Box, state: State) -> Iterator[Fault]:
    allowed = _deeds(state)
    if state.deed not in allowed:
        names = ", ".join("none" if deed == NONE else DEEDS[deed] for deed in allowed)
        where = f"in the phase '{PHASES[state.phase]}' and the stage '{STAGES[state.stage]}'"
        yield "deed", f"{where} it is one of {names}."


def _deeds(state: State) -> tuple[int, ...]:
    if DECLARING <= state.phase <= NAMING_STAKE:
        return (NONE,)
    if ANSWERING <= state.phase <= TIPPING:
        return (CHALLENGING,)
    return DEEDS_OF[state.stage]


def _test(box: Box, state: State) -> Iterator[Fault]:
    """Before the stat is looked at, which follows from it."""
    is_test = state.test < TESTS and box.test_stat[state.course, state.test] != NONE
    if state.deed == SAILING and state.course != NONE and not is_test:
        yield "test", "the card has not so many tests."


def _passing(box: Box, state: State) -> Iterator[Fault]:
    """What must be there is, and nothing else."""
    if state.phase < RECRUITING:
        return
    needed = {*_needed(state), *_needed_by_deed(state)}
    allowed = {*needed, *ALLOWED.get(state.phase, ()), *_allowed_by_stage(state)}
    for name, sentence in SAYS.items():
        is_there = is_set(state, name)
        if (is_there and name not in allowed) or (not is_there and name in needed):
            yield name, sentence


def _needed(state: State) -> tuple[str, ...]:
    is_recruitment = state.stage == REFILL and state.phase in (CREW_DRAW, EVENT_DRAW)
    return ("owing",) if is_recruitment else NEEDED.get(state.phase, ())


def _needed_by_deed(state: State) -> tuple[str, ...]:
    if state.deed == SAILING:
        return ("course",) if state.stage == FLASH else ("course", "stat")
    if state.deed != CHALLENGING:
        return ()
    answer = ("answer",) if state.stage >= AT_ANSWER else ()
    return ("target", "stat", *answer, *(("staked",) if state.stage in (BEFORE, AFTER) else ()))


def _allowed_by_stage(state: State) -> tuple[str, ...]:
    if state.stage == REFILL:
        last = LAST if state.phase == RECRUITING else ()
        return (*OF_THE_TURN, *LAST) if state.phase in (EXPLORING, ENDED) else last
    stakes = ("stake", "prize") if state.deed == CHALLENGING else ()
    test = ("test",) if state.deed == SAILING and state.stage >= BEFORE else ()
    left_over = ("passed", "ring") if state.stage in (WON, DONE) else ()
    ring = ("ring",) if state.stage == AFTER and not state.piled and state.now_list == NONE else ()
    last = LAST if state.stage == DONE and state.deed == SAILING else ()
    return (*OF_THE_TURN, *stakes, *test, *left_over, *ring, *last)


def _new_turn(box: Box, state: State) -> Iterator[Fault]:
    """§2.2"""
    is_new = state.stage == REFILL and RECRUITING <= state.phase < EXPLORING
    if is_new and np.any((state.crew_at == ON_TABLE + state.turn) & (state.depleted != 0)):
        yield "depleted", "all cards of the player in turn are prepared until an action is declared."


def _captains_used(box: Box, state: State) -> Iterator[Fault]:
    for seat in np.flatnonzero(state.captain_used).tolist():
        captain = int(state.captain[seat])
        if captain == NONE or box.does[CAPTAIN_OF + captain, 0] == NOTHING:
            yield "captain_used", "only a captain with an ability is used."
        elif state.stage != REFILL and not is_in_turn(state, seat):
            yield "captain_used", "only players in turn use their captains."


def _announced(box: Box, state: State) -> Iterator[Fault]:
    """Where a card is after its ability was announced nobody can say; but it is not equipped by who is not in turn."""
    if state.stage == REFILL:
        return
    for card in np.flatnonzero((state.announced != 0) & is_able(box) & (state.crew_at >= ON_TABLE)):
        if not is_in_turn(state, int(state.crew_at[card]) - ON_TABLE):
            yield "announced", "only players in turn announce abilities."


TURNS = (_stage, _deed, _test, _passing, _new_turn, _captains_used, _announced)
