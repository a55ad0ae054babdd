"""What is settled before the turn goes on: an attack on a kaiju, shots, draws, a lot; and that it does go on."""

from collections.abc import Iterator

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import CHANCE, OVER, Box, State
from rumpus.games.kaiju.position.holdings import Fault, number
from rumpus.games.kaiju.rules import acting, chance, legal
from rumpus.games.kaiju.rules.city import are_neighbours, has_way_out
from rumpus.games.kaiju.rules.records import (
    ACTING,
    ACTIONS,
    DEFENDING,
    DRAWING,
    DRAWN,
    END_OF_TURN,
    FOLLOWING,
    HAND,
    OUTCOMES,
    REBUILDING,
    SHOOTING,
)


def _attack(box: Box, state: State) -> Iterator[Fault]:
    """The attacker is the one whose turn it is (§4.2, §4.3)."""
    if state.target == NONE:
        return
    turn, target = int(state.turn), int(state.target)
    there = int(state.at[target])
    if target == turn or (state.phase != SHOOTING and not are_neighbours(box, int(state.at[turn]), there)):
        yield "target", "one attacks another kaiju, on a neighbouring intersection."
    if state.phase == DEFENDING and not has_way_out(box, state, there):
        yield "target", "a kaiju that is attacked has somewhere to go."
    if np.any(state.offered > state.discard[turn]):
        yield "offered", "what the attacker has discarded lies on their pile."
    if state.phase == FOLLOWING and not np.minimum(state.discard[turn], state.discard[target]).any():
        yield "discard", "both have discarded the same cards when the defender stays."


def _settled(box: Box, state: State) -> Iterator[Fault]:
    if state.then not in (NONE, ACTING, END_OF_TURN):
        yield "then", "after shots and draws the turn goes on, or ends."
    if state.target != NONE and state.then == END_OF_TURN:
        yield "target", "somebody is attacked during an attack, and only then."


def _done(box: Box, state: State) -> Iterator[Fault]:
    is_settled = state.phase in (SHOOTING, DRAWING)
    if is_settled and not (state.actions or state.played or np.any(state.struck)):
        yield "actions", "shots and draws come of something that was done in this turn."


def _shots(box: Box, state: State) -> Iterator[Fault]:
    if np.any((state.shots > 0) & (state.cards == 0)):
        yield "shots", "who has no card is spared."
    if np.any(state.shots > max(1, number(state.tank_at != NONE))):
        yield "shots", "every tank shoots once, and a missile or a kaiju hits once."


def _draws(box: Box, state: State) -> Iterator[Fault]:
    if state.phase != DRAWING:
        return
    cards = int(state.cards[state.turn])
    if not number(state.deck[state.turn]):
        yield "deck", "there is a card to be drawn: an empty deck is made of the discards at once."
    if state.then == END_OF_TURN and (state.draws > 1 or cards >= HAND):
        yield "draws", f"at the end of a turn one card is drawn, with fewer than {HAND} in hand."
    if state.draws > max(DRAWN, HAND - cards):
        yield "draws", f"a rest fills the hand up to {HAND} cards, and a building card draws {DRAWN}."


def _rebuilt(box: Box, state: State) -> Iterator[Fault]:
    is_hit = state.phase == REBUILDING and state.standing[state.rebuilt] and state.cubes[state.rebuilt, state.turn]
    if state.phase == REBUILDING and not is_hit:
        yield "rebuilt", "a lot gets its next card when it was attacked in this turn, and still stands."


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


GOING_ON = (_attack, _settled, _shots, _draws, _rebuilt, _done, _going_on)
