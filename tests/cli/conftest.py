import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rumpus.catalogue import NAMES, game
from rumpus.cli.app import app
from rumpus.core.kernel import PLAIN
from rumpus.core.match import Match


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str


Run = Callable[..., Answer]


@pytest.fixture(autouse=True)
def without_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, and a file without a folder lands where it does no harm."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rumpus.core.kernel._mode", PLAIN)


@pytest.fixture
def run() -> Run:
    """A command in this process, with what somebody types."""

    def run(*arguments: object, typed: str = "") -> Answer:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed, catch_exceptions=False)
        return Answer(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def name() -> str:
    """A game there is."""
    return NAMES[0]


def random_match(name: str, seed: int = 1) -> Match:
    """A match to the end, always by the last action that is allowed."""
    match = game(name).match(seed=seed)
    while not match.over:
        seat = min(match.acting)
        match.play(seat, match.legal(seat)[-1])
    return match


@pytest.fixture
def match_file(name: str, tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    random_match(name).save(file)
    return file


@pytest.fixture
def environment() -> dict[str, str]:
    """For commands in a process of their own: no compiler, no colours, this source."""
    return {
        **os.environ,
        "RUMPUS_MODE": PLAIN,
        "NO_COLOR": "1",
        "TERM": "xterm",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
