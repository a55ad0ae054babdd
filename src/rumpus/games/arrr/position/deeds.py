"""The action that was declared: where somebody sails, whom somebody challenges and for what; and what the dice show."""

from collections.abc import Iterator

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.arrr.position.holdings import Fault
from rumpus.games.arrr.rules.deeds import NO_CHALLENGING, NO_SAILING
from rumpus.games.arrr.rules.records import (
    ABILITY_OF,
    ACCEPTED,
    AFTER,
    ANSWERING,
    ARRR,
    AT_ANSWER,
    BEFORE,
    CHALLENGING,
    DICE,
    DIFFICULTY,
    DONE,
    FLASH,
    IN_CHEST,
    IN_ROW,
    MOST_STAKE,
    REFUSED,
    REWARD_OF,
    SAILING,
    SIDES,
    SPOILING,
    STAKING,
    STATS,
    SWABBER,
    TIPPING,
    TREASURES,
)

MOST_DICE = 100
"""Far more than equipment, events and all the Pieces somebody gathers bring to one throw."""


# Voyages (§7) -----------------------------------------------------------------------------------------------------


def _course(box: Box, state: State) -> Iterator[Fault]:
    if state.deed != SAILING:
        return
    at = int(state.sea_at[state.course])
    if state.stage == DONE and at != IN_CHEST + state.turn:
        yield "course", "a card whose reward takes place is in the chest of the player in turn."
    if state.stage != DONE and at != IN_ROW:
        yield "course", "a card that somebody sails for lies in the row until it is conquered."
    if state.stage != FLASH and state.stat != box.test_stat[state.course, state.test]:
        yield "stat", f"this test is one of {STATS[box.test_stat[state.course, state.test]]}."
    elif state.stage == DONE and any(stat != NONE for stat in box.test_stat[state.course, state.test + 1 :]):
        yield "test", "a card is conquered when all its tests are won."


def _barred(box: Box, state: State) -> Iterator[Fault]:
    """What is barred does not go on after the flash window (§5.5)."""
    if box.mode == SWABBER and np.any(state.barred):
        yield "barred", "only events bar an action, and swabbers play without them."
    is_going_on = state.stage > FLASH or state.phase == ANSWERING
    if is_going_on and state.deed == SAILING and state.barred[NO_SAILING]:
        yield "barred", "who may not sail declares another action when the flash window is over."
    if is_going_on and state.deed == CHALLENGING and state.barred[NO_CHALLENGING]:
        yield "barred", "who may not challenge declares another action when the flash window is over."


# Challenges (§8) --------------------------------------------------------------------------------------------------


def can_challenge(box: Box, state: State, target: int) -> bool:
    """As far as it depends on who they are."""
    is_partner = box.teams == 1 and (target - state.turn) % 2 == 0
    return bool(box.mode == ARRR and target != state.turn and not is_partner)


def _target(box: Box, state: State) -> Iterator[Fault]:
    if state.deed != CHALLENGING:
        return
    if box.mode != ARRR:
        yield "deed", "there are challenges only in the mode 'arrr'."
    if not can_challenge(box, state, int(state.target)):
        yield "target", "one challenges another player, and no partner."


def _answer(box: Box, state: State) -> Iterator[Fault]:
    if state.deed != CHALLENGING or state.stage < AT_ANSWER:
        return
    if (state.stage in (BEFORE, AFTER) or state.phase == STAKING) and state.answer != ACCEPTED:
        yield "answer", "stakes are named and dice are thrown if a challenge is accepted."
    if state.phase in (SPOILING, TIPPING) and state.answer != REFUSED:
        yield "answer", "there are spoils if a challenge is refused."


def _stakes(box: Box, state: State) -> Iterator[Fault]:
    if state.deed != CHALLENGING:
        return
    if not state.staked and (state.stake[0] or state.prize[0] != NONE):
        yield "stake" if state.stake[0] else "prize", "the stake of the challenger is named when it is put aside."
    if not state.staked and not state.stake[1] and state.prize[1] == NONE:
        yield "stake", f"a challenge is for 1 to {MOST_STAKE} Pieces, or for a collection card."
    for side in range(SIDES):
        yield from _stake(state, side)


def _stake(state: State, side: int) -> Iterator[Fault]:
    loser = int(state.target) if side else int(state.turn)
    prize = int(state.prize[side])
    if state.stake[side] > MOST_STAKE:
        yield "stake", f"at most {MOST_STAKE} Pieces are staked."
    if state.stake[side] and prize != NONE:
        yield "prize", "a stake is Pieces or a collection card, not both."
    if prize != NONE and (prize >= TREASURES or state.sea_at[prize] != IN_CHEST + loser):
        yield "prize", "a collection card that is staked is in the chest of who may lose it."


def _last(box: Box, state: State) -> Iterator[Fault]:
    """What is only called out, but named by scenes (§7.2)."""
    if state.last_sea == NONE:
        if state.last_winner != NONE and state.deed == SAILING:
            yield "last_sea", "who has won is called out with the card that was conquered, or after a challenge."
        return
    if state.last_winner == NONE or state.sea_at[state.last_sea] != IN_CHEST + state.last_winner:
        yield "last_winner", "who has conquered the last card has it in their chest."
    if state.deed == SAILING and state.last_sea != state.course:
        yield "last_sea", "the card that was conquered last is the one that was sailed for."


# Dice (§6) --------------------------------------------------------------------------------------------------------


def most_by(box: Box, word: int) -> int:
    """What all events and abilities together would add, one way or the other."""
    is_it = box.does[ABILITY_OF:REWARD_OF] == word
    return int(np.abs(box.amount[ABILITY_OF:REWARD_OF].astype(int))[is_it].sum())


def _throw(box: Box, state: State) -> Iterator[Fault]:
    """What was changed before and at the throw; afterwards it is only looked at."""
    if state.stage == BEFORE and (state.difficulty or np.any(state.rolled)):
        yield "difficulty" if state.difficulty else "rolled", "there is none before the dice are thrown."
    if state.stage == AFTER and (state.difficulty > 0) != (state.deed == SAILING):
        yield "difficulty", "a test has one of 1 at least after the throw, and a challenge has none."
    hardest = int(box.test_difficulty.max()) + 2 * int(np.abs(box.influence_by).max()) + most_by(box, DIFFICULTY)
    for name in ("difficulty", "harder", "easier"):
        if getattr(state, name) > hardest:
            yield name, f"no card, with all that changes it, comes to more than {hardest}."
    for name in ("more", "fewer"):
        if np.any(getattr(state, name) > most_by(box, DICE)):
            yield name, f"all events and abilities together are {most_by(box, DICE)} dice."


def _dice(box: Box, state: State) -> Iterator[Fault]:
    thrown = state.rolled.sum(axis=1, dtype=int) + state.to_roll
    if np.any(thrown > MOST_DICE):
        yield "rolled", f"nobody throws more than {MOST_DICE} dice."
    is_alone = state.deed == SAILING and state.stage in (BEFORE, AFTER)
    if is_alone and (thrown[1] or state.more[1] or state.fewer[1]):
        name = next(name for name in ("rolled", "to_roll", "more", "fewer") if np.any(getattr(state, name)[1]))
        yield name, "only the player in turn throws dice in a voyage."


DEEDS_DONE = (_course, _barred, _target, _answer, _stakes, _last, _throw, _dice)
