"""OpenSpiel's own API tests, on every game; and on whole trees, whose nodes our own code has counted."""

import random
from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test

from rumpus.adapters.openspiel import game_from
from rumpus.catalogue import NAMES, definition
from rumpus.core.game import Game
from rumpus.core.rules import CHANCE, NOBODY, State
from rumpus.solve.tree import Tree, grow
from tests.adapters.walking import late, unsure
from tests.poker import kuhn, leduc

WITH_SECRETS = [name for name in NAMES if not definition(name).is_open]


def api_tests(base: Any, name: str, made: Callable[[], Any]) -> type:
    """A class of OpenSpiel's tests for a game, which is made when they begin; states are drawn always the same."""

    def set_up(cls: Any) -> None:
        cls.game = made()
        random.seed(1)
        base.setUpClass.__func__(cls)

    return type(f"Test_{name}", (base,), {"game_name": name, "setUpClass": classmethod(set_up)})


def with_numbers(name: str, game: Any, tree: Tree) -> Any:
    """Tell OpenSpiel's tests how many nodes and information sets there are, as our own tree has them."""
    chance, ends = np.count_nonzero(tree.mover == CHANCE), np.count_nonzero(tree.mover == NOBODY)
    api_test.TOTAL_NUM_STATES[name] = (chance, tree.nodes - chance - ends, ends)
    api_test.PERFECT_RECALL_NUM_STATES[name] = len(tree.sets)
    return game


@cache
def small_end(kind: str, name: str) -> tuple[Game, State, Tree]:
    """Two kinds of them: in the one both seats choose, in the other something is hidden from somebody."""
    if kind == "hidden_end":
        return unsure(name)
    return (ours := definition(name).open(), *late(ours))


def end_of(kind: str, name: str) -> Any:
    ours, state, tree = small_end(kind, name)
    return with_numbers(f"{kind}_of_{name}", game_from(ours, start=ours.position(state)), tree)


def whole(ours: Game) -> Any:
    return with_numbers(ours.name, game_from(ours, payoff="points"), grow(ours, payoff="points", mode="plain"))


def partial_trees() -> dict[str, Callable[[], Any]]:
    """Every game, for as few and as many as can play it."""
    found: dict[str, Callable[[], Any]] = {}
    for name in NAMES:
        for players in sorted(set(definition(name).seats)):
            for how in ("", "_simultaneous") if definition(name).acts_at_once else ("",):
                short_name = f"python_rumpus_{name}{how}"
                found[f"{short_name}_of_{players}"] = partial(pyspiel.load_game, short_name, {"players": players})
    return found


def full_trees() -> dict[str, Callable[[], Any]]:
    """Two ends of every game, one of those that hide nothing; and two pokers whole."""
    kinds = [("end", name) for name in NAMES] + [("hidden_end", name) for name in WITH_SECRETS]
    ends = {f"{kind}_of_{name}": partial(end_of, kind, name) for kind, name in kinds}
    return ends | {ours.name: partial(whole, ours) for ours in (kuhn.GAME.open(), leduc.GAME.open())}


@pytest.mark.parametrize("name", NAMES)
def test_in_the_ends_both_choose_and_somebody_cannot_tell_nodes_apart(name: str) -> None:
    """Else a game that takes every node for an information set of its own would pass below."""
    truths = truths_of_sets("end", name)
    assert {seat for seat, _ in truths} == {0, 1}
    assert max(map(len, truths.values())) > 1


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_in_the_hidden_ends_somebody_does_not_know_how_the_table_lies(name: str) -> None:
    """Else one that tells what is hidden would pass too."""
    assert any(len(set(tables)) > 1 for tables in truths_of_sets("hidden_end", name).values())


def truths_of_sets(kind: str, name: str) -> dict[tuple[int, str], list[bytes]]:
    """For every information set of OpenSpiel the table as it truly lies at each of its nodes."""
    found, left = defaultdict[tuple[int, str], list[bytes]](list), [end_of(kind, name).new_initial_state()]
    while left:
        state = left.pop()
        if state.current_player() >= 0:
            found[state.current_player(), state.information_state_string()].append(state.moment.state)
        left += [state.child(action) for action in state.legal_actions()]
    return found


for base, games in (
    (api_test.EnforceAPIOnPartialTreeBase, partial_trees()),
    (api_test.EnforceAPIOnFullTreeBase, full_trees()),
):
    globals().update({f"Test_{name}": api_tests(base, name, made) for name, made in games.items()})
del base
