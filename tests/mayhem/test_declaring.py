"""The tool that fills the table of docs/mayhem.md, with few games."""

import pytest

from tests.docs_tables import measured


@pytest.mark.slow
def test_counting_wins_against_declaring_at_random() -> None:
    (row,) = measured("mayhem_declaring.py", "--counter-random", "--games", "4")
    assert row[:5] == ["counter", "random", "2", "4", "50.0%"]
    assert float(row[5].rstrip("%")) >= 75
