"""What the guides say of the examples. The code in the pages themselves is run by tests/test_pages.py."""

import re

import pytest

from tests.examples.running import EXAMPLES, run

DOCS = EXAMPLES.parent / "docs"


def test_the_guide_to_batches_shows_the_program_that_measures_them_as_it_is() -> None:
    program = (EXAMPLES / "batch_speed.py").read_text(encoding="utf-8")
    assert f"```python\n{program}```" in (DOCS / "batches.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_program_that_measures_batches_tells_speed_and_memory() -> None:
    said = run("batch_speed", "braverats", "200000").splitlines()
    assert len(said) == 1
    assert re.fullmatch(r"200,000 games: [\d,]+ choices a second, [\d,]+ bytes a game", said[0])
