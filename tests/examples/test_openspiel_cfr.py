"""The example of docs/openspiel-cfr.md, as it stands, and what the page says that it prints."""

import os
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


def test_the_guide_shows_what_it_prints() -> None:
    done = subprocess.run([sys.executable, EXAMPLE], capture_output=True, text=True, timeout=PATIENCE)
    page = (EXAMPLE.parents[1] / "docs" / "openspiel-cfr.md").read_text(encoding="utf-8")
    told = re.findall(r"^(?:after \d+ iterations|play the \w+:).*$", page, re.MULTILINE)
    assert len(told) == 8
    assert [line for line in told if line not in done.stdout.splitlines()] == []


def test_without_openspiel_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "pyspiel.py").write_text("raise ModuleNotFoundError(name='pyspiel')\n", encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": paths}
    done = subprocess.run([sys.executable, EXAMPLE], capture_output=True, text=True, env=environment, timeout=PATIENCE)
    assert done.returncode == 1
    assert done.stderr == "OpenSpiel is not installed: pip install 'rumpus[openspiel]'\n"


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 50
