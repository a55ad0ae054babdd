"""Counterfactual regret minimisation: OpenSpiel's on our games comes to what ours comes to."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

from rumpus.adapters.openspiel import game_from
from rumpus.catalogue import game
from rumpus.core.rules import NOBODY
from rumpus.solve import cfr as our_cfr
from rumpus.solve.cfr import Strategy, solve_tree, strategy_of
from rumpus.solve.cfr import exploitability as our_exploitability
from rumpus.solve.tree import Tree, grow
from tests.poker import kuhn, leduc

CLOSE = 1e-9
FOUR_CARDS = "four cards of BraveRats"
ITERATIONS = {"kuhn": 100, "leduc": 6, FOUR_CARDS: 40}
each_game = pytest.mark.parametrize("name", ITERATIONS)


@cache
def both(name: str) -> tuple[Any, Tree]:
    """A small game as OpenSpiel has it, and as a tree of ours."""
    if name == FOUR_CARDS:
        match = game("braverats").match()
        for card in (7, 6, 5, 4):
            match.play(0, card)
            match.play(1, card)
        return game_from(match.game, start=match.position()), grow(match.game, match.state, mode="plain")
    poker = {"kuhn": kuhn.GAME, "leduc": leduc.GAME}[name].open()
    return game_from(poker, payoff="points"), grow(poker, payoff="points", mode="plain")


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


@cache
def solved_by_openspiel(name: str, plus: bool) -> Any:
    return openspiels_average(name, plus, ITERATIONS[name])


def openspiels_average(name: str, plus: bool, iterations: int) -> Any:
    """The average of what it played."""
    solver = cfr.CFRPlusSolver(both(name)[0]) if plus else cfr.CFRSolver(both(name)[0])
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.average_policy()


@each_game
def test_both_have_the_same_information_sets(name: str) -> None:
    numbers = sets_by_name(name)
    assert sorted(numbers.values()) == list(range(len(both(name)[1].sets)))
    assert len(numbers) > 10


@pytest.mark.parametrize("plus", [False, True], ids=["cfr", "cfr+"])
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_after_as_many_iterations_both_play_the_same(name: str, plus: bool) -> None:
    found = as_strategy(name, solved_by_openspiel(name, plus))
    ours = solve_tree(both(name)[1], ITERATIONS[name], plus=plus, mode="plain")
    assert found.mix == pytest.approx(ours.mix, abs=CLOSE)
    assert found.value == pytest.approx(ours.value, abs=CLOSE)


NOTHING = 1e-9
"""A regret that is nothing but what rounding has left."""


@pytest.fixture
def without_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever mixes, OpenSpiel or we, takes a regret of nearly nothing for none."""
    mix_theirs, mix_ours = cfr._regret_matching, our_cfr.mix_anew

    def theirs(regrets: dict[int, float], legal: list[int]) -> Any:
        return mix_theirs({action: tidy(regret) for action, regret in regrets.items()}, legal)

    def ours(memory: our_cfr.Memory, first: int, last: int) -> None:
        mix_ours(memory._replace(regret=tidy(memory.regret)), first, last)

    monkeypatch.setattr(cfr, "_regret_matching", theirs)
    monkeypatch.setattr(our_cfr, "mix_anew", ours)


def tidy(regret: Any) -> Any:
    return regret * (abs(regret) > NOTHING)


@pytest.mark.parametrize("plus", [False, True], ids=["cfr", "cfr+"])
@pytest.mark.usefixtures("without_rounding")
def test_where_choices_tie_both_play_the_same_once_rounding_is_taken_out(plus: bool) -> None:
    """Cards of BraveRats are often worth exactly the same. Then nothing is regretted and each is as likely; but what
    rounding leaves, a regret of 1e-17, has one of them played for certain: another one here than there, so from the
    second iteration on the two go different ways."""
    iterations = 12
    found = as_strategy(FOUR_CARDS, openspiels_average(FOUR_CARDS, plus, iterations))
    ours = solve_tree(both(FOUR_CARDS)[1], iterations, plus=plus, mode="plain")
    assert found.mix == pytest.approx(ours.mix, abs=CLOSE)
    assert found.value == pytest.approx(ours.value, abs=CLOSE)


def test_with_rounding_both_come_to_the_same_value() -> None:
    """Which is that of a fair game."""
    tree, theirs = both(FOUR_CARDS)[1], as_strategy(FOUR_CARDS, solved_by_openspiel(FOUR_CARDS, plus=True))
    ours = solve_tree(tree, ITERATIONS[FOUR_CARDS], mode="plain")
    for strategy in (theirs, ours):
        left = our_exploitability(tree, strategy, mode="plain")
        assert left < 0.03
        assert abs(strategy.value) <= 2 * left


@each_game
def test_both_find_their_strategy_and_ours_equally_exploitable(name: str) -> None:
    theirs, tree = both(name)
    found, ours = solved_by_openspiel(name, plus=True), solve_tree(tree, 3, mode="plain")
    for policy_of_one, strategy in ((found, as_strategy(name, found)), (as_policy(name, ours), ours)):
        expected = our_exploitability(tree, strategy, mode="plain")
        assert expected > 0
        assert exploitability.exploitability(theirs, policy_of_one) == pytest.approx(expected, abs=CLOSE)
