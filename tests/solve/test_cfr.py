"""CFR: known values, best responses found by trying everything, and the same games solved by other means."""

from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_array

import rumpus
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.rules import CHANCE, OVER, State
from rumpus.core.view import legal_numbers, numbers
from rumpus.solve import cfr
from rumpus.solve.cfr import Strategy, best_responses, exploitability, solve_tree, strategy_of, uniform
from rumpus.solve.matrix import Floats, solve_matrix
from rumpus.solve.tree import Tree, grow
from tests.conformance.walking import after
from tests.core.playing import played
from tests.poker import kuhn, leduc

CLANS = ("yargs", "applewoods")
PILES = ("musician general wizard prince", "princess spy ambassador prince")
FOUGHT = [("spy", "assassin"), ("assassin", "musician"), ("princess", "general"), ("ambassador", "wizard")]
LUCKY = {
    "phase": "drawing",
    "rounds": 4,
    "fought": [dict(zip(CLANS, cards, strict=True)) for cards in FOUGHT],
    "won_by": ["applewoods", None, "yargs", "applewoods"],
    "victories": {"yargs": 1, "applewoods": 2},
    "hand": {clan: {} for clan in CLANS},
    "pile": {clan: dict.fromkeys(pile.split(), 1) for clan, pile in zip(CLANS, PILES, strict=True)},
}
"""Lucky Draw after four rounds: each clan draws three of its last four cards, unseen by the other."""


@cache
def tree_of(name: str) -> Tree:
    if name == "lucky":
        game = rumpus.game("braverats", switches={"lucky_draw": True})
        return grow(game, game.state_from(LUCKY))
    return grow({"kuhn": kuhn.GAME, "leduc": leduc.GAME}[name].open(), payoff="points")


each_poker = pytest.mark.parametrize("name", ["kuhn", "leduc"])
each_game = pytest.mark.parametrize("name", ["kuhn", "leduc", "lucky"])


def random_strategy(tree: Tree, seed: int) -> Strategy:
    total = np.random.default_rng(seed).exponential(size=tree.sets.sequences)
    return strategy_of(tree, cfr.average(tree, total))


# Known answers ----------------------------------------------------------------------------------------------------


def test_kuhn_is_worth_a_loss_of_an_eighteenth_to_the_first_player() -> None:
    """Kuhn (1950)."""
    tree = tree_of("kuhn")
    strategy = solve_tree(tree, 20_000)
    assert exploitability(tree, strategy) < 1e-5
    assert strategy.value == pytest.approx(-1 / 18, abs=1e-5)


def test_kuhn_is_played_as_kuhn_found() -> None:
    """Some bluffs with the jack, three times as many bets with the king; the second player has no choice."""
    tree, choices = tree_of("kuhn"), {}
    strategy = solve_tree(tree, 20_000)
    for one, view in enumerate(tree.sets.views):
        said = tuple(choice for choice in view.said.tolist() if choice >= 0)
        choices[int(view.private[tree.sets.seat[one]]), said] = strategy.choices(one)[kuhn.rules.BET]
    jack, queen, king = range(3)
    bluff = choices[jack, ()]
    assert 0 <= bluff <= 1 / 3
    expected = {
        (jack, ()): bluff, (queen, ()): 0, (king, ()): 3 * bluff,
        (jack, (0, 1)): 0, (queen, (0, 1)): bluff + 1 / 3, (king, (0, 1)): 1,
        (jack, (0,)): 1 / 3, (queen, (0,)): 0, (king, (0,)): 1,
        (jack, (1,)): 0, (queen, (1,)): 1 / 3, (king, (1,)): 1,
    }  # fmt: skip
    assert choices == pytest.approx(expected, abs=5e-3)


def test_leduc_is_worth_a_loss_of_about_a_twelfth_to_the_first_player() -> None:
    tree = tree_of("leduc")
    strategy = solve_tree(tree, 3000)
    assert exploitability(tree, strategy) < 1e-4
    assert strategy.value == pytest.approx(-0.0856064, abs=1e-5)


@each_game
def test_the_value_is_that_of_the_linear_program(name: str) -> None:
    tree = tree_of(name)
    strategy = solve_tree(tree, 3000)
    first, second = best_responses(tree, strategy)
    assert -second - 1e-9 <= value_by_linear_program(tree) <= first + 1e-9
    assert value_by_linear_program(tree) == pytest.approx(strategy.value, abs=1e-4)


@cache
def value_by_linear_program(tree: Tree) -> float:
    """What seat 0 can be sure of, by choosing how probable each of its sequences is.

    Reference: D. Koller, N. Megiddo, B. von Stengel, "Fast algorithms for finding randomized strategies in game trees",
    STOC (1994).
    """
    sets, size = tree.sets, tree.sets.sequences
    mine, theirs = (np.flatnonzero(sets.seat == seat) for seat in range(2))
    columns = size + 1 + len(sets)  # the probabilities, then what the game is worth, then what each set of seat 1 is
    first, second, amount = tree.payoffs
    replies = matrix(
        (size, columns),
        (second, first, -amount),
        (np.ones(1, int), np.full(1, size), 1.0),
        (*sequences_of(tree, theirs, size + 1), 1.0),
        (sets.before[theirs], size + 1 + theirs, -1.0),
    )
    flow = matrix(
        (1 + len(sets), columns),
        (np.zeros(1, int), np.zeros(1, int), 1.0),
        (*sequences_of(tree, mine, 1)[::-1], 1.0),
        (1 + mine, sets.before[mine], -1.0),
    )
    aim, start = -np.eye(columns)[size], np.eye(1 + len(sets))[0]
    limits = [(0, None)] * size + [(None, None)] * (1 + len(sets))
    found = linprog(aim, replies, np.zeros(size), flow, start, limits, method="highs")
    return -float(found.fun)


def sequences_of(tree: Tree, chosen: Any, shift: int) -> tuple[Any, Any]:
    """The sequences of some information sets, and beside each the number of its set, shifted."""
    pairs = [(sequence, shift + one) for one in chosen for sequence in range(*tree.sets.first[one : one + 2])]
    sequences, numbers = np.array(pairs).T
    return sequences, numbers


def matrix(shape: tuple[int, int], *entries: tuple[Any, Any, Any]) -> Any:
    """A matrix with few entries, given as rows, columns and what stands there."""
    rows, columns, values = zip(*(np.broadcast_arrays(*entry) for entry in entries), strict=True)
    return csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape)


# How fast ---------------------------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("plus", [True, False], ids=["plus", "plain"])
def test_the_more_iterations_the_less_can_be_exploited(name: str, plus: bool) -> None:
    """CFR promises one over the root of the iterations; CFR+ comes near to one over the iterations."""
    tree, counts = tree_of(name), (1, 10, 100, 1000, 4000)
    gains = [exploitability(tree, solve_tree(tree, count, plus)) for count in counts]
    assert gains[0] == pytest.approx(exploitability(tree, uniform(tree)))  # what the seats begin with
    assert all(earlier > later > 0 for earlier, later in pairwise(gains))
    for count, gain in list(zip(counts, gains, strict=True))[2:]:
        assert gain < gains[0] * (2 / count if plus else 1 / count**0.5)


@each_poker
def test_plus_is_faster(name: str) -> None:
    tree = tree_of(name)
    plain, plus = (exploitability(tree, solve_tree(tree, 1000, plus)) for plus in (False, True))
    assert plus < plain / 5


def test_hidden_hands_of_three_rats_are_played_almost_perfectly() -> None:
    tree = tree_of("lucky")
    strategy = solve_tree(tree, 2000)
    assert 0 < exploitability(tree, strategy) < 1e-3
    assert exploitability(tree, uniform(tree)) > 0.1


# Best responses ---------------------------------------------------------------------------------------------------


def value_by_nodes(tree: Tree, mix: Floats) -> float:
    """What seat 0 gains, from the ends back to the root, node by node."""
    value = tree.payoff.copy()
    for node in range(tree.nodes - 1, 0, -1):
        parent = tree.parent[node]
        by = tree.mover[parent]
        share = tree.probability[node] if by == CHANCE else mix[tree.sequence[node, by]]
        value[parent] += share * value[node]
    return float(value[0])


@each_game
def test_the_value_of_a_strategy_is_that_of_its_nodes(name: str) -> None:
    tree = tree_of(name)
    for strategy in (uniform(tree), random_strategy(tree, 1)):
        assert strategy.value == pytest.approx(value_by_nodes(tree, strategy.mix), abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_a_best_response_is_the_best_of_all_pure_strategies(seed: int) -> None:
    tree = tree_of("kuhn")
    strategy = random_strategy(tree, seed)
    for seat, best in enumerate(best_responses(tree, strategy)):
        sets, values = np.flatnonzero(tree.sets.seat == seat), []
        for chosen in product(range(2), repeat=len(sets)):
            mix = strategy.mix.copy()
            for one, action in zip(sets, chosen, strict=True):
                mix[tree.sets.first[one] : tree.sets.first[one + 1]] = np.eye(2)[action]
            values.append(value_by_nodes(tree, mix) * (1, -1)[seat])
        assert best == pytest.approx(max(values), abs=1e-12)


@each_game
def test_no_change_of_one_information_set_gains_more_than_a_best_response(name: str) -> None:
    tree = tree_of(name)
    strategy = random_strategy(tree, 2)
    best = best_responses(tree, strategy)
    assert best[0] > strategy.value > -best[1]
    for one in np.random.default_rng(1).integers(len(tree.sets), size=20):
        mix = strategy.mix.copy()
        first, last = tree.sets.first[one : one + 2]
        mix[first:last] = np.eye(last - first)[0]
        seat = tree.sets.seat[one]
        assert strategy_of(tree, mix).value * (1, -1)[seat] <= best[seat] + 1e-12


# Choices at once --------------------------------------------------------------------------------------------------


def value_by_matrices(game: Game, state: State) -> float:
    """What a game in which nothing is hidden is worth: a matrix game wherever both choose at once."""
    who = game.rules.acting(game.box, state)
    if who == OVER:
        first, second = numbers(game, state, "places")
        return float(np.sign(second - first))
    rows, columns = (legal_numbers(game, state, seat) if who >> seat & 1 else [None] for seat in range(2))
    payoff = [[value_by_matrices(game, chosen(game, state, row, column)) for column in columns] for row in rows]
    return solve_matrix(payoff).value


def chosen(game: Game, state: State, *choices: int | None) -> State:
    for seat, number in enumerate(choices):
        state = state if number is None else after(game, state, seat, number)
    return state


@pytest.mark.parametrize("seed", [0, 5, 9, 14, 16, 31, 33, 39])
def test_where_both_choose_at_once_it_is_a_matrix_game(seed: int) -> None:
    """Three cards are left to each clan; in two of these positions one has to show its card first."""
    game = rumpus.game("braverats")
    state = played(game, seed, 10).state
    tree = grow(game, state)
    strategy = solve_tree(tree, 1000)
    assert exploitability(tree, strategy) < 2e-3
    assert strategy.value == pytest.approx(value_by_matrices(game, state), abs=2e-3)


# How it is run ----------------------------------------------------------------------------------------------------


@each_poker
@pytest.mark.parametrize("plus", [True, False])
def test_plain_python_gives_the_same(name: str, plus: bool) -> None:
    tree = tree_of(name)
    plain, compiled = (solve_tree(tree, 12, plus, mode=mode) for mode in ("plain", "compiled"))
    assert plain.mix == pytest.approx(compiled.mix, abs=1e-12)
    assert plain.value == pytest.approx(compiled.value, abs=1e-12)
    gains = [exploitability(tree, plain, mode) for mode in ("plain", "compiled")]
    assert gains[0] == pytest.approx(gains[1], abs=1e-12)


def test_progress_tells_of_every_iteration_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    tree = tree_of("kuhn")
    whole = solve_tree(tree, 100)
    monkeypatch.setattr(cfr, "SLICE", 1000)
    sliced = solve_tree(tree, 100, progress=told.append)
    assert sum(told) == 100
    assert len(told) > 3
    assert sliced.mix.tobytes() == whole.mix.tobytes()


@each_game
def test_a_strategy_says_how_probable_each_action_is(name: str) -> None:
    tree = tree_of(name)
    strategy = solve_tree(tree, 10)
    for one in range(len(tree.sets)):
        choices = strategy.choices(one)
        assert list(choices) == tree.sets.actions(one).tolist()
        assert min(choices.values()) >= 0
        assert sum(choices.values()) == pytest.approx(1)


def test_a_game_that_is_over_has_a_value_and_nothing_to_choose() -> None:
    game = leduc.GAME.open()
    match = game.match(seed=1)
    for action in ("raise", "fold"):
        match.play(next(iter(match.acting)), action)
    tree = grow(game, match.state, "points")
    strategy = solve_tree(tree, 5)
    assert (strategy.value, best_responses(tree, strategy)) == (1.0, (1.0, -1.0))


def wrong_mixes() -> list[Any]:
    mix = uniform(tree_of("kuhn")).mix
    doubled, negative, undefined = mix.copy(), mix.copy(), mix.copy()
    doubled[2:4], negative[2:4], undefined[2] = 1, (-1, 2), np.nan
    return [mix[1:], doubled, negative, undefined]


def test_what_is_no_mix_is_refused_with_a_sentence() -> None:
    for mix in wrong_mixes():
        with pytest.raises(RumpusError, match="A mix of this tree holds 26 probabilities"):
            strategy_of(tree_of("kuhn"), mix)
    with pytest.raises(RumpusError, match="At least 1 iteration is needed, not 0"):
        solve_tree(tree_of("kuhn"), 0)
