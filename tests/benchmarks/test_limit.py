"""The C program and rumpus play the same game: both agree with the exact values of random play."""

from pathlib import Path

import pytest

import rumpus
from benchmarks.environment import BenchError, compile_limit
from benchmarks.measuring import plays_by_the_rules

GAMES = 200_000


@pytest.mark.slow
def test_rumpus_plays_the_game_that_the_limit_is_checked_for() -> None:
    results = rumpus.game("braverats").random_games(GAMES, seed=1, mode="compiled")
    wins = [round(rate * GAMES) for rate in results.win_rate]
    found = {"games": GAMES, "wins_0": wins[0], "wins_1": wins[1], "ties": GAMES - sum(wins)}
    assert plays_by_the_rules({**found, "decisions": results.decisions})


@pytest.mark.parametrize(
    "wrong",
    [
        {"wins_0": 99_500, "wins_1": 97_180},
        {"ties": 3_330},
        {"wins_0": 99_300, "ties": 2_358},
        {"decisions": 2_020_000},
    ],
)
def test_a_limit_that_plays_another_game_is_found_out(wrong: dict[str, int]) -> None:
    right = {"games": GAMES, "wins_0": 98_341, "wins_1": 98_342, "ties": 3_317, "decisions": 2_004_817}
    assert plays_by_the_rules(right)
    assert not plays_by_the_rules({**right, **wrong})


def test_a_missing_compiler_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BenchError, match=r"^There is no C compiler 'cc' here: install one .* and try again\.$"):
        compile_limit(tmp_path / "braverats")
