"""Counterfactual regret minimisation: OpenSpiel's on our games comes to what ours comes to."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

from rumpus.adapters.openspiel import game_from
from rumpus.catalogue import game
from rumpus.core.game import Game
from rumpus.core.rules import NOBODY, State
from rumpus.solve.cfr import Strategy, solve_tree, strategy_of
from rumpus.solve.cfr import exploitability as ours_exploitability
from rumpus.solve.tree import SEATS, Tree, grow
from tests.adapters.walking import late
from tests.poker import kuhn, leduc

CLOSE = 1e-9
GAMES = ("kuhn", "leduc", "the end of BraveRats")
ITERATIONS = {"kuhn": 100, "leduc": 6, "the end of BraveRats": 20}


@cache
def both(name: str) -> tuple[Any, Tree]:
    """A small game as OpenSpiel has it, and as a tree of ours."""
    if name in GAMES[:2]:
        poker = {"kuhn": kuhn.GAME, "leduc": leduc.GAME}[name].open()
        return game_from(poker, payoff="points"), grow(poker, payoff="points", mode="plain")
    ours = game("braverats")
    state, tree = end_with_mixing(ours)
    return game_from(ours, start=ours.position(state)), tree


def end_with_mixing(ours: Game) -> tuple[State, Tree]:
    return late(ours)


@cache
def sets_by_name(name: str) -> dict[str, int]:
    """The number of our information set for every information state of OpenSpiel: both trees are walked together."""
    theirs, tree = both(name)
    found: dict[str, int] = {}
    left = [(theirs.new_initial_state(), 0)]
    while left:
        state, node = left.pop()
        children = range(tree.children[node], tree.children[node + 1])
        assert state.legal_actions() == [tree.number[child] for child in children]
        if tree.mover[node] == NOBODY:
            assert state.returns()[0] == tree.payoff[node]
        elif tree.mover[node] >= 0:
            assert state.current_player() == tree.mover[node]
            assert (
                found.setdefault(state.information_state_string(), int(tree.information[node]))
                == tree.information[node]
            )
        left += [(state.child(int(tree.number[child])), int(child)) for child in children]
    return found


def as_policy(name: str, strategy: Strategy) -> Any:
    """A strategy of ours as a policy of OpenSpiel."""
    made = policy.TabularPolicy(both(name)[0])
    for key, information in sets_by_name(name).items():
        for action, odds in strategy.choices(information).items():
            made.policy_for_key(key)[action] = odds
    return made


def as_strategy(name: str, found: Any) -> Strategy:
    """The other way round."""
    tree = both(name)[1]
    mix = np.ones(tree.sets.sequences)
    for key, information in sets_by_name(name).items():
        first, last = tree.sets.first[information], tree.sets.first[information + 1]
        mix[first:last] = found.policy_for_key(key)[tree.sets.action[first:last]]
    return strategy_of(tree, mix, mode="plain")


@pytest.mark.parametrize("name", GAMES)
def test_both_have_the_same_information_sets(name: str) -> None:
    numbers = sets_by_name(name)
    assert sorted(numbers.values()) == list(range(len(both(name)[1].sets)))
    assert len(numbers) > SEATS


@pytest.mark.parametrize("plus", [False, True], ids=["cfr", "cfr+"])
@pytest.mark.parametrize("name", GAMES)
def test_after_as_many_iterations_both_play_the_same(name: str, plus: bool) -> None:
    theirs, tree = both(name)
    solver = cfr.CFRPlusSolver(theirs) if plus else cfr.CFRSolver(theirs)
    for _ in range(ITERATIONS[name]):
        solver.evaluate_and_update_policy()
    found = as_strategy(name, solver.average_policy())
    ours = solve_tree(tree, ITERATIONS[name], plus=plus, mode="plain")
    assert found.mix == pytest.approx(ours.mix, abs=CLOSE)
    assert found.value == pytest.approx(ours.value, abs=CLOSE)


@pytest.mark.parametrize("name", GAMES)
def test_each_finds_a_strategy_of_ours_as_exploitable_as_the_other_does(name: str) -> None:
    theirs, tree = both(name)
    strategy = solve_tree(tree, 3, mode="plain")
    expected = ours_exploitability(tree, strategy, mode="plain")
    assert exploitability.exploitability(theirs, as_policy(name, strategy)) == pytest.approx(expected, abs=CLOSE)
    assert expected > 0 or name == GAMES[2]
