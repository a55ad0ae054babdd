"""What the tests of the core share."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rumpus
from rumpus.core.game import Game

Run = Callable[..., "subprocess.CompletedProcess[str]"]
MEDDLING = ("RUMPUS_", "NUMBA_", "FORCE_COLOR", "TTY_", "COLUMNS")
"""Variables that would change what a program says."""
ROOTS = (Path(rumpus.__file__).parents[1], Path(__file__).parents[2])


@pytest.fixture
def game() -> Game:
    return rumpus.game("braverats")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a program in a process of its own."""

    def run(program: str | Path, **variables: str) -> "subprocess.CompletedProcess[str]":
        given = ["-c", program] if isinstance(program, str) else [str(program)]
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(MEDDLING)}
        paths = os.pathsep.join(map(str, ROOTS))
        environment = {**inherited, "PYTHONPATH": paths, "RUMPUS_CACHE": str(tmp_path / "cache"), **variables}
        return subprocess.run(
            [sys.executable, *given], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
        )

    return run
