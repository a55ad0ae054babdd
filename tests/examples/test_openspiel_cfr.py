"""The example of docs/openspiel.md, as it stands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "openspiel_cfr.py"
PATIENCE = 120


def test_its_cfr_comes_close_to_perfect_play_and_to_ours() -> None:
    done = subprocess.run([sys.executable, EXAMPLE], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    gains = [float(gain) for gain in re.findall(r"a best response gains (\S+)", done.stdout)]
    assert len(gains) == 4
    assert gains[-1] < 0.03 < gains[0]
    mixes = re.findall(r"play the \w+: (\S+), ours (\S+)", done.stdout)
    assert len(mixes) == 4
    assert [float(theirs) for theirs, _ in mixes] == pytest.approx([float(ours) for _, ours in mixes], abs=0.06)


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 45
