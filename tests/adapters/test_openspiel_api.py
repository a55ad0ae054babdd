"""OpenSpiel's own API tests, on every game; and on whole trees, whose nodes our own code has counted."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyspiel
from open_spiel.integration_tests import api_test

from rumpus.adapters.openspiel import game_from
from rumpus.catalogue import NAMES, definition
from rumpus.core.game import Game
from rumpus.core.rules import CHANCE, NOBODY
from rumpus.solve.tree import Tree, grow
from tests.adapters.walking import late
from tests.poker import kuhn, leduc


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


def end_of(name: str, ours: Game) -> Any:
    state, tree = late(ours)
    return with_numbers(name, game_from(ours, start=ours.position(state)), tree)


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
    """The end of every game, and two pokers whole."""
    ends = {f"end_of_{name}": partial(end_of, f"end_of_{name}", definition(name).open()) for name in NAMES}
    return ends | {ours.name: partial(whole, ours) for ours in (kuhn.GAME.open(), leduc.GAME.open())}


for base, games in (
    (api_test.EnforceAPIOnPartialTreeBase, partial_trees()),
    (api_test.EnforceAPIOnFullTreeBase, full_trees()),
):
    globals().update({f"Test_{name}": api_tests(base, name, made) for name, made in games.items()})
del base
