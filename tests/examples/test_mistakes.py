"""What examples say to mistakes: a sentence, before any work is done."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.running import EXAMPLES
from tests.waiting import rows_wait, some_wait

HEAVY = "train_ppo"
"""It imports PyTorch."""
MISTAKES = [
    ("rollouts", ["chess"], "There is no game 'chess'"),
    ("rollouts", ["braverats", "--bots", "clever"], "There is no bot 'clever'"),
    ("rollouts", ["braverats", "--steps", "0"], "greater than or equal to 1"),
    ("rollouts", ["braverats", "--out", "nowhere/at/all.npz"], "No such file or directory"),
    ("train_ppo", ["--games", "0"], "greater than or equal to 1"),
    ("train_ppo", ["--out", "nowhere/at/all.pt"], "No such file or directory"),
    ("tabular_q", ["--games", "-5"], "greater than or equal to 100"),
    ("batch_speed", [], "Missing argument"),
    ("batch_speed", ["braverats", "ten"], "unable to parse string as an integer"),
    ("batch_speed", ["chess", "10"], "There is no game 'chess'"),
    ("batch_speed", ["braverats", "0"], "The number of games must be"),
    ("rollouts", ["braverats", "--tables", "1000", "--steps", "100000000"], "more than there is: take fewer"),
    ("own_bot", ["http://127.0.0.1:9"], "No server of rumpus answers at http://127.0.0.1:9/api/games, `rumpus serve`"),
    ("own_bot", ["nonsense"], "No server of rumpus answers at nonsense/api/games"),
    ("openspiel_cfr", ["many"], "OpenSpiel's CFR+ on the end of a game"),
    ("openspiel_cfr", ["40", "50"], "OpenSpiel's CFR+ on the end of a game"),
]


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    rows_wait(MISTAKES, lambda row: row[0] != HEAVY),
    ids=[f"{name} {args}" for name, args, _ in MISTAKES],
)
def test_a_mistake_gets_a_sentence(name: str, arguments: list[str], sentence: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py", *arguments], capture_output=True, text=True, cwd=tmp_path, timeout=60
    )
    assert done.returncode in (1, 2)
    assert sentence in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr


WITH_WORDS = sorted(example.stem for example in EXAMPLES.glob("*.py") if example.stem != "own_bot")
"""Of a bot's own words the first is an address, and what is none gets a sentence (above)."""


@pytest.mark.parametrize("name", some_wait(WITH_WORDS, lambda name: name != HEAVY))
def test_help_is_no_mistake(name: str) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py", "--help"], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{name}.py" in done.stdout
