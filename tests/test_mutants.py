"""Mistakes made on purpose in the rules are noticed by the tests of a game: a sample for each."""

import subprocess
import sys
from pathlib import Path

import pytest

from rumpus.catalogue import NAMES

ROOT = Path(__file__).parents[1]
SAMPLE = 5


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_changed_comparison_in_the_rules_is_noticed(name: str) -> None:
    rules = sorted((ROOT / "src/rumpus/games" / name / "rules").glob("*.py"))
    files = [str(file.relative_to(ROOT)) for file in rules]
    noticing = [f"tests/{name}", "tests/conformance/test_known.py", "-k", name, "-m", "not slow"]
    command = [sys.executable, "tools/mutants.py", "--sample", str(SAMPLE), *files, "--", *noticing]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{SAMPLE} of " in done.stdout
