"""Matrix games, against what is known, against their own promise, and against another solver."""

from collections.abc import Iterator

import numpy as np
import pytest
from scipy.optimize import linprog

from rumpus.core.errors import RumpusError
from rumpus.solve.matrix import Floats, Solution, solve_matrix

CLOSE = 1e-9


def check(payoff: Floats, solution: Solution) -> None:
    """Each mix is one, and each guarantees its side the value: so both are optimal, whoever found them."""
    for mix in (solution.rows, solution.columns):
        assert mix.min() >= 0
        assert abs(mix.sum() - 1) < CLOSE
    size = max(1.0, float(np.abs(payoff).max()))
    assert (solution.rows @ payoff).min() >= solution.value - CLOSE * size
    assert (payoff @ solution.columns).max() <= solution.value + CLOSE * size


@pytest.mark.parametrize(
    ("payoff", "value", "rows"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3, 1 / 3, 1 / 3]),  # rock, paper, scissors
        ([[1, -1], [-1, 1]], 0, [1 / 2, 1 / 2]),  # matching pennies
        ([[2, -1], [-1, 1]], 1 / 5, [2 / 5, 3 / 5]),
        ([[3, 5], [1, 9]], 3, [1, 0]),  # a saddle point
        ([[7]], 7, [1]),
        ([[4, 2, 6]], 2, [1]),
        ([[4], [2], [6]], 6, [0, 0, 1]),
    ],
)
def test_games_whose_solution_everybody_knows(payoff: list[list[float]], value: float, rows: list[float]) -> None:
    solution = solve_matrix(payoff)
    assert solution.value == pytest.approx(value, abs=CLOSE)
    assert solution.rows == pytest.approx(rows, abs=CLOSE)
    check(np.array(payoff, float), solution)


def random_games(number: int) -> Iterator[Floats]:
    """Games of all sizes up to nine: smooth ones, and degenerate ones with few different payoffs or equal rows."""
    luck = np.random.default_rng(1)
    for game in range(number):
        size = luck.integers(1, 10, 2)
        payoff = luck.normal(size=size) if game % 3 == 0 else luck.integers(-1, 2, size).astype(float)
        if game % 3 == 2:
            payoff[luck.integers(size[0])] = payoff[luck.integers(size[0])]
            payoff[:, luck.integers(size[1])] = payoff[:, luck.integers(size[1])]
        yield payoff


def test_every_mix_guarantees_the_value_in_thousands_of_games() -> None:
    for payoff in random_games(6000):
        check(payoff, solve_matrix(payoff))


def test_the_value_is_that_of_another_solver() -> None:
    for payoff in random_games(1500):
        height, width = payoff.shape
        found = linprog(
            c=[0.0] * height + [-1.0],
            A_ub=np.hstack([-payoff.T, np.ones((width, 1))]),
            b_ub=np.zeros(width),
            A_eq=[[1.0] * height + [0.0]],
            b_eq=[1.0],
            bounds=[(0, None)] * height + [(None, None)],
            method="highs",
        )
        assert solve_matrix(payoff).value == pytest.approx(-found.fun, abs=CLOSE)


def test_plain_python_gives_the_same() -> None:
    for payoff in random_games(60):
        plain, compiled = solve_matrix(payoff, "plain"), solve_matrix(payoff, "compiled")
        assert plain.value == pytest.approx(compiled.value, abs=1e-12)
        check(payoff, plain)


@pytest.mark.parametrize("scale", [1e-9, 1e-3, 1e6, 1e12])
def test_the_size_of_the_payoffs_does_not_matter(scale: float) -> None:
    payoff = np.array([[2.0, -1.0, 0.5], [-1.0, 1.0, 0.0]])
    one, scaled = solve_matrix(payoff), solve_matrix(payoff * scale + scale)
    assert scaled.value == pytest.approx((one.value + 1) * scale, rel=CLOSE)
    assert scaled.rows == pytest.approx(one.rows, abs=CLOSE)


@pytest.mark.parametrize("wrong", [[], [[]], [1, 2], [[1, float("nan")]], [[float("inf")]], [[[1]]]])
def test_what_is_no_game_is_refused_with_a_sentence(wrong: list[float]) -> None:
    with pytest.raises(RumpusError, match="A matrix game is a table of finite numbers"):
        solve_matrix(wrong)
