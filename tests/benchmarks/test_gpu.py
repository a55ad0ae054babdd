"""The benchmark and the check for a GPU, as far as they can be tried without one."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import gpu
from rumpus.core.batch import Results

PROJECT = Path(__file__).parents[2]


def results(games: int) -> Results:
    return Results(games, 2, np.zeros((2, 3), np.int64), 10 * games, 10, None, 5 * games)


def test_runs_last_as_long_as_was_asked_for_whatever_the_first_one_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, played = [0.0], list[int]()

    def play(games: int, seed: int) -> Results:
        clock[0] += games / 1e6 + (100.0 if not played else 0.0)  # the first run compiles
        played.append(games)
        return results(games)

    monkeypatch.setattr("benchmarks.gpu.time.perf_counter", lambda: clock[0])
    found = gpu.speed(play, seconds=4.0)
    assert found == pytest.approx((1e6, 15e6))
    assert len(set(played[-gpu.REPETITIONS :])) == 1
    assert played[-1] >= 4e6


def without_a_card(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *words], cwd=PROJECT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("program", ["benchmarks/gpu.py", "tools/gpu_check.py"])
def test_without_a_gpu_a_sentence_says_so_at_once(program: str) -> None:
    done = without_a_card(program, "braverats")
    assert done.returncode == 1
    assert "CUDA finds no GPU here" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.slow
def test_the_check_goes_through_every_way_to_play_without_a_card() -> None:
    done = without_a_card("tools/gpu_check.py", "braverats", "--without-a-card", "--games", "50")
    rows = [line for line in done.stdout.splitlines() if line.startswith("| braverats")]
    assert done.returncode == 0, done.stderr
    assert len(rows) == 11
    assert all(" | 50 | " in row and " | alike | " in row for row in rows)
