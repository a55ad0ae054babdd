"""Whose turn it is, how far it has gone, and what a phase needs: each field of passing things has its phases."""

from collections.abc import Iterator, Mapping

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.kaiju.position.holdings import Fault
from rumpus.games.kaiju.rules.records import (
    ACTING,
    AIMING,
    CHALLENGING,
    CHOOSING_PART,
    DEFENDING,
    DRAWING,
    END_OF_TURN,
    ENDED,
    FACING,
    FIRST,
    FOLLOWING,
    GETTING,
    GIVING,
    HANDS_DEAL,
    LOOKING,
    MAULING,
    MOST_ROUNDS,
    PLACING,
    REBUILDING,
    RESTING,
    ROLLING,
    SHOOTING,
    STATE_FIELDS,
    STEPPING,
    STRIKING,
    TAKING,
    TOKENS_DEAL,
    TOPS_DEAL,
    TURN_ACTIONS,
    TURNING,
)

NEEDED: Mapping[int, tuple[str, ...]] = {
    CHALLENGING: ("half_target",),
    DEFENDING: ("target", "offered"),
    FOLLOWING: ("target",),
    STRIKING: ("half_tank",),
    CHOOSING_PART: ("half_card",),
    **dict.fromkeys((TAKING, STEPPING, MAULING, LOOKING, GIVING, AIMING), ("half_card", "half_part")),
    GETTING: ("half_card", "half_part", "half"),
    TURNING: ("half_tank", "half_to"),
    SHOOTING: ("shots", "then"),
    DRAWING: ("draws", "then"),
    REBUILDING: ("rebuilt",),
    PLACING: ("coming",),
    FACING: ("coming", "half_to"),
}
"""What a phase cannot be without."""
ALLOWED: Mapping[int, tuple[str, ...]] = {
    **dict.fromkeys((TOKENS_DEAL, TOPS_DEAL), ("dealt",)),
    **dict.fromkeys((CHALLENGING, GIVING), ("half",)),
    RESTING: ("half", "half_card", "half_part"),
    GETTING: ("half_in",),
    ROLLING: ("half", "half_tank", "half_card", "half_part"),
    TURNING: ("half", "half_card", "half_part"),
    SHOOTING: ("target",),
}
"""What there may be besides."""
SAYS = {
    "dealt": "it counts what has been dealt, while tokens or tops are.",
    "half": "cards are chosen for a rest, for an attack on a kaiju or a tank, or to be swapped.",
    "half_in": "cards are chosen from the supply only for a swap.",
    "half_tank": "a tank is chosen when it is attacked or moved, and only then.",
    "half_to": "a place for a tank is chosen when it comes or is moved, and only then.",
    "half_target": "a kaiju is chosen for an attack, and only then.",
    "half_card": "a building card that does this is being used, and in no other phase.",
    "half_part": "a part of a building card is chosen while it is being used, and only then.",
    "target": "somebody is attacked during an attack, and only then.",
    "offered": "the attacker has discarded cards while the defender chooses, and only then.",
    "shots": "somebody is shot while shots fall, and only then.",
    "draws": "somebody draws while cards are drawn, and only then.",
    "then": "something goes on after shots and draws, and only then.",
    "rebuilt": "a lot gets its next card after an attack, and only then.",
    "coming": "a tank comes when it is placed.",
}
"""Of every field of passing things: the sentence for both, that it is missing and that it is too much."""
ANY_TIME = ("coming",)
"""Needed in some phases, and nowhere too much."""
LEAST_ACTIONS = {DEFENDING: 1, FOLLOWING: 1, REBUILDING: 1, PLACING: TURN_ACTIONS, FACING: TURN_ACTIONS}
OF_A_TURN = ("actions", "rested", "played", "struck")

BLANK = {field.name: field.blank for field in STATE_FIELDS}
BY_SEAT = tuple(field.name for field in STATE_FIELDS if field.axes[:1] == ("seat",))
SEATS_NAMED = tuple(field.name for field in STATE_FIELDS if not field.axes and field.values == "seat")


def _is_set(state: State, name: str) -> bool:
    return bool(np.any(getattr(state, name) != BLANK[name]))


def _seats(box: Box, state: State) -> Iterator[Fault]:
    """Who does not play has nothing, and does nothing."""
    for name in BY_SEAT:
        if np.any(getattr(state, name)[state.players :] != BLANK[name]):
            yield name, "nobody sits there."
    for name in SEATS_NAMED:
        if getattr(state, name) >= state.players:
            yield name, "nobody sits there."
    if np.any(state.cubes[:, state.players :]):
        yield "cubes", "nobody sits there."


def _whose(box: Box, state: State) -> Iterator[Fault]:
    if (state.first == NONE) != (state.phase == FIRST):
        yield "first", "somebody at the table starts, as soon as that is drawn."
    if (state.turn != NONE) != (HANDS_DEAL <= state.phase < ENDED):
        yield "turn", "it is somebody's turn as soon as the city is built, and until the end."
    if state.phase == END_OF_TURN:
        yield "phase", "no time passes between turns: it is drawing, or the next one's turn."


def _rounds(box: Box, state: State) -> Iterator[Fault]:
    if state.rounds > MOST_ROUNDS or (state.rounds == MOST_ROUNDS and state.phase != ENDED):
        yield "rounds", f"a game has at most {MOST_ROUNDS} rounds, and is over after the last."
    if (state.phase < ACTING and state.rounds) or (state.phase == ENDED and not state.rounds):
        yield "rounds", "it counts the rounds that are over, from the first turn on, and a game has one at least."
    if state.phase == ENDED and not state.ending and state.rounds < MOST_ROUNDS:
        yield "ending", f"a game is over when its end has come, or after {MOST_ROUNDS} rounds."


def _needs(box: Box, state: State) -> Iterator[Fault]:
    phase = int(state.phase)
    needed = NEEDED.get(phase, ())
    allowed = (*needed, *ALLOWED.get(phase, ()), *ANY_TIME)
    for name, sentence in SAYS.items():
        is_set = _is_set(state, name)
        if (is_set and name not in allowed) or (not is_set and name in needed):
            yield name, sentence


def _actions(box: Box, state: State) -> Iterator[Fault]:
    if not ACTING <= state.phase < ENDED:
        yield from ((name, "that is counted in a turn, and only then.") for name in OF_A_TURN if _is_set(state, name))
    if state.actions > TURN_ACTIONS:
        yield "actions", f"a turn has {TURN_ACTIONS} actions."
    if state.actions < _least_actions(state):
        yield "actions", "an attack is an action, and tanks come and cards are drawn at the end of a turn."
    is_one = state.phase == CHALLENGING or (state.phase == RESTING and state.half_card == NONE)
    if is_one and state.actions == TURN_ACTIONS:
        yield "actions", f"a turn has {TURN_ACTIONS} actions, and this would be one more."


def _least_actions(state: State) -> int:
    """A tank comes for a building that was attacked, and nobody ends a turn before both actions."""
    if state.then == END_OF_TURN:
        return TURN_ACTIONS
    return max(LEAST_ACTIONS.get(int(state.phase), 0), int(state.target != NONE), int(state.coming))


def _done(box: Box, state: State) -> Iterator[Fault]:
    """What was done in this turn."""
    if state.rested and not state.actions:
        yield "rested", "a rest is an action."
    if state.rested and state.phase == REBUILDING:
        yield "rested", "after a rest no building is attacked."
    if state.played and not np.any(state.used[state.turn]):
        yield "played", "who has used a building card has one that lies face up."


TURNS = (_seats, _whose, _needs, _rounds, _actions, _done)
