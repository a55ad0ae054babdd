"""The engine still gives the answers that were written down."""

from pathlib import Path

import pytest

from rumpus.catalogue import NAMES
from tests.conformance.known import files


@pytest.mark.parametrize("name", NAMES)
def test_known_answers_are_still_given(name: str) -> None:
    for file, text in files(name).items():
        assert text() == file.read_text(encoding="utf-8"), f"{file.name} has changed: see known.py"


@pytest.mark.parametrize("name", NAMES)
def test_no_known_answer_is_left_over(name: str) -> None:
    folder = Path(__file__).parents[1] / name / "known"
    assert set(folder.iterdir()) == set(files(name))
