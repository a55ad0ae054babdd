"""The C program and rumpus play the same game: both agree with the exact values of random play."""

from math import sqrt
from pathlib import Path

import pytest

import rumpus
from benchmarks.environment import BenchError, compile_limit
from benchmarks.measuring import play_limit

GAMES = 200_000
SEED = 1

# Found by walking through all random games with their probabilities
WIN = 0.4917072
TIE = 0.0165856
DECISIONS = 10.0240852
DECISIONS_DEVIATION = 3.287  # of a single game


def assert_share(found: float, exact: float) -> None:
    assert abs(found - exact) < 5 * sqrt(exact * (1 - exact) / GAMES)


def assert_mean_decisions(found: float) -> None:
    assert abs(found - DECISIONS) < 5 * DECISIONS_DEVIATION / sqrt(GAMES)


def test_the_c_program_plays_by_the_rules(tmp_path: Path) -> None:
    """Without a C compiler this fails, in one sentence: the limit is part of what is promised."""
    found = play_limit(GAMES, SEED, compile_limit(tmp_path / "braverats"))
    assert found["games"] == found["wins_0"] + found["wins_1"] + found["ties"] == GAMES
    assert_share(found["wins_0"] / GAMES, WIN)
    assert_share(found["wins_1"] / GAMES, WIN)
    assert_share(found["ties"] / GAMES, TIE)
    assert_mean_decisions(found["decisions"] / GAMES)


def test_rumpus_plays_the_same_game() -> None:
    found = rumpus.game("braverats").random_games(GAMES, seed=SEED, mode="compiled")
    for seat in range(2):
        assert_share(found.win_rate[seat], WIN)
    assert_share(found.tie_rate, TIE)
    assert_mean_decisions(found.mean_decisions)


def test_a_missing_compiler_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BenchError, match=r"^There is no C compiler 'cc' here: install one .* and try again\.$"):
        compile_limit(tmp_path / "braverats")
