"""Both pokers, and what CFR makes of them, beside OpenSpiel. Its answers come from benchmarks/peers/poker.py."""

import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rumpus.core.game import Game
from rumpus.core.rules import CHANCE, NOBODY
from rumpus.solve.cfr import exploitability, solve_tree
from rumpus.solve.tree import Tree, grow
from tests.poker import kuhn, leduc

ANSWERS = json.loads((Path(__file__).parent / "openspiel.json").read_text(encoding="utf-8"))
GAMES = {"kuhn": kuhn.GAME.open(), "leduc": leduc.GAME.open(), "leduc with suits": leduc.GAME.open()}
CLOSE = 1e-9


@cache
def tree_of(name: str) -> Tree:
    return grow(GAMES[name], payoff="points")


def lines_of_bets(game: Game, tree: Tree) -> dict[str, list[int]]:
    """What every line of bets is worth to the first player, for each deal in the order of the cards."""
    lines: dict[str, list[tuple[list[int], int]]] = defaultdict(list)
    for end in np.flatnonzero(tree.mover == NOBODY):
        deal: list[int] = []
        bets: list[int] = []
        node = int(end)
        while node:
            by = tree.mover[tree.parent[node]]
            (deal if by == CHANCE else bets).insert(0, int(tree.number[node]))
            node = int(tree.parent[node])
        lines[" ".join(game.names["choice"][bet] for bet in bets)].append((deal, int(tree.payoff[end])))
    return {bets: [paid for _, paid in sorted(deals)] for bets, deals in lines.items()}


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_every_line_of_bets_is_worth_the_same(name: str) -> None:
    assert lines_of_bets(GAMES[name], tree_of(name)) == ANSWERS[name]["ends"]


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_there_are_as_many_positions_and_information_sets(name: str) -> None:
    tree = tree_of(name)
    assert np.count_nonzero(tree.mover != CHANCE) == ANSWERS[name]["positions"]
    assert len(tree.sets) == ANSWERS[name]["information_states"]


def every_number() -> list[Any]:
    return [
        pytest.param(name, kind, int(iterations), expected, id=f"{name}-{kind}-{iterations}")
        for name in GAMES
        for kind, numbers in ANSWERS[name]["exploitability"].items()
        for iterations, expected in numbers.items()
    ]


@pytest.mark.parametrize(("name", "kind", "iterations", "expected"), every_number())
def test_after_as_many_iterations_the_strategy_can_be_exploited_as_much(
    name: str, kind: str, iterations: int, expected: float
) -> None:
    tree = tree_of(name)
    strategy = solve_tree(tree, iterations, plus=kind == "cfr+")
    assert exploitability(tree, strategy) == pytest.approx(expected, abs=CLOSE)
