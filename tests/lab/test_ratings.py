"""Strengths from results."""

from itertools import combinations
from math import log10
from random import Random

import numpy as np
import pytest

from rumpus.lab.ratings import PRIOR, Outcome, elos, skills


def outcomes(strengths: list[float], games: int) -> list[Outcome]:
    """Games between bots of these Elo ratings."""
    luck, found = Random(1), list[Outcome]()
    for _ in range(games):
        for one, other in combinations(range(len(strengths)), 2):
            likely = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            found.append((one, other, 1 if luck.random() < likely else -1))
    luck.shuffle(found)
    return found


def wins(bots: int, found: list[Outcome]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    table = np.zeros((bots, bots))
    for one, other, result in found:
        table[one, other] += (1 + result) / 2
        table[other, one] += (1 - result) / 2
    return table


def test_skills_order_the_strong_above_the_weak() -> None:
    found = skills(4, outcomes([200, -200, 50, -50], 200))
    assert sorted(range(4), key=lambda bot: -found[bot].mu) == [0, 2, 3, 1]
    assert found[0].ordinal > found[1].ordinal


def test_a_win_lifts_and_a_tie_of_equals_does_not() -> None:
    won, lost = skills(2, [(0, 1, 1)])
    assert won.mu > 25 > lost.mu
    assert skills(2, [(0, 1, -1)])[1].mu == pytest.approx(won.mu)
    tied = skills(2, [(0, 1, 0)])
    assert tied[0].mu == pytest.approx(tied[1].mu) == pytest.approx(25)


def test_skills_become_surer_with_every_game() -> None:
    few, many = (skills(2, outcomes([50, -50], games))[0] for games in (20, 500))
    assert many.sigma < few.sigma < 25 / 3
    assert many.ordinal == many.mu - 3 * many.sigma


def test_the_elo_of_two_follows_from_their_wins() -> None:
    strong, weak = elos(np.array([[0.0, 75 - PRIOR], [25 - PRIOR, 0.0]]))
    assert strong.rating - weak.rating == pytest.approx(400 * log10(3))
    assert strong.rating + weak.rating == pytest.approx(0)


def test_elo_finds_the_strengths_that_made_the_results() -> None:
    strengths = [150.0, 20.0, -40.0, -130.0]
    found = elos(wins(4, outcomes(strengths, 2000)))
    for elo, strength in zip(found, strengths, strict=True):
        assert abs(elo.rating - strength) < 2 * elo.margin
        assert 5 < elo.margin < 10


def test_the_margin_of_elo_is_right_19_times_in_20() -> None:
    strengths, right = [60.0, 0.0, -60.0], 0
    for seed in range(200):
        luck = np.random.default_rng(seed)
        table = np.zeros((3, 3))
        for one, other in combinations(range(3), 2):
            likely = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            table[one, other] = luck.binomial(200, likely)
            table[other, one] = 200 - table[one, other]
        right += sum(abs(elo.rating - true) < elo.margin for elo, true in zip(elos(table), strengths, strict=True))
    assert 0.92 < right / 600 < 0.98


def test_who_always_wins_is_strong_but_not_infinitely() -> None:
    few, many = (elos(np.array([[0.0, float(games)], [0.0, 0.0]]))[0] for games in (10, 10_000))
    assert 100 < few.rating < many.rating < 2000


def test_nobody_is_judged_by_games_that_were_not_played() -> None:
    table = np.zeros((3, 3))
    assert [elo.rating for elo in elos(table)] == [0, 0, 0]
    table[0, 1] = 10.0
    first, second, third = elos(table)
    assert first.rating == pytest.approx(-second.rating)
    assert first.rating > third.rating == pytest.approx(0)
