"""No rule is dead: every field, phase, action, outcome and ending is met in some game, and every switch changes one.

Tried in random games with the default switches, with every number of seats, and with each switch; where games are
short, with some combinations too.
"""

from itertools import zip_longest
from typing import Any

import pytest

from rumpus.catalogue import NAMES, definition
from rumpus.core.rules import CHANCE
from rumpus.core.view import numbers
from tests.conformance.cases import Case, case, facts, is_short, opened, single_switches, some_combinations
from tests.conformance.moments import FEW, Differences, Sample, Walked, walked
from tests.conformance.walking import after, walk, weights_of

each_game = pytest.mark.parametrize("name", NAMES)
SEEDS = range(1000)
"""So many games at most are played in two ways until a switch has changed something."""


def tried(name: str) -> list[Case]:
    return [one for one in some_combinations() if one[0] == name and (len(one[1]) <= 1 or is_short(one))]


def walks(name: str) -> list[Walked]:
    return [walked(Sample(one, *FEW)) for one in tried(name)]


@each_game
def test_every_field_of_a_state_has_more_than_one_value(name: str) -> None:
    """In the truth or in a view of it, with one number of seats or another."""
    fields = {field.name for field in definition(name).rules.STATE_FIELDS}
    beginnings = Differences(opened(case(name, {})).fresh_state())
    for one in tried(name):
        beginnings.note(opened(one).fresh_state())
    varied = set(beginnings.fields()).union(*(one.varied for one in walks(name)))
    assert fields - varied == set(), f"{name}: these fields of the state never change"


@each_game
def test_every_phase_is_met(name: str) -> None:
    """But those through which the table only passes, as the facts of the game say."""
    phases = dict(enumerate(opened(case(name, {})).names["phase"]))
    met = {int(state["phase"]) for one in walks(name) for state in [*(step.state for step in one.steps), *one.ends]}
    unmet = {phases[one] for one in phases.keys() - met}
    assert unmet == getattr(facts(name), "PASSED_THROUGH", set()), f"{name}: no game stands in these phases"


@each_game
def test_every_action_may_be_chosen_somewhere(name: str) -> None:
    """But those that the facts of the game say our box has no use for."""
    allowed = set().union(*(one.actions for one in walks(name)))
    never = set(range(definition(name).rules.ACTIONS)) - allowed
    assert never == getattr(facts(name), "NEVER", set()), f"{name}: actions that may never be chosen"


@each_game
def test_every_outcome_of_chance_may_come_somewhere(name: str) -> None:
    possible = set().union(*(one.outcomes for one in walks(name)))
    assert set(range(definition(name).rules.OUTCOMES)) - possible == set(), f"{name}: outcomes that never come"


@each_game
def test_every_ending_is_reached_somewhere(name: str) -> None:
    endings = {facts(name).ending_of(end) for one in walks(name) for end in one.ends}
    assert endings == facts(name).ENDINGS


def switched() -> list[Case]:
    return [one for one in single_switches() if one[1]]


@pytest.mark.parametrize("changed", switched(), ids=lambda one: f"{one[0]}-{one[1][0][0]}={one[1][0][1]}")
def test_every_switch_changes_something(changed: Case) -> None:
    plain: Case = changed[0], (), opened(changed).seats
    is_found = any(goes_another_way(changed, plain, seed) for seed in SEEDS)
    assert is_found, f"{changed[0]}: games go on alike whether the switch is {changed[1][0]} or not"


def goes_another_way(one: Case, other: Case, seed: int) -> bool:
    """Whether the same luck leads to another game, or to another end of it."""
    return any(here != there for here, there in zip_longest(trace(one, seed), trace(other, seed)))


def trace(chosen: Case, seed: int) -> Any:
    """Of a random game all that a switch can change: what may happen, what is so, and who has won."""
    game = opened(chosen)
    for step in walk(game, seed):
        weights = weights_of(game, step.state).tobytes() if step.seat == CHANCE else b""
        yield step.state.tobytes(), step.seat, step.possible, weights
    end = after(game, step.state, step.seat, step.number)
    yield end.tobytes(), numbers(game, end, "points"), numbers(game, end, "places")
