"""What the guides say of the examples. The code in the pages themselves is run by tests/test_project.py."""

import re

import pytest

from tests.examples.running import EXAMPLES, run

DOCS = EXAMPLES.parent / "docs"
PAGES = ("batches", "training", "tabular-q", "rollouts", "openspiel-cfr")


def commands(page: str) -> list[list[str]]:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    return [line.split() for line in re.findall(r"^python (examples/.*)$", text, re.MULTILINE)]


@pytest.mark.parametrize("page", PAGES)
def test_every_option_in_a_command_of_a_guide_is_there(page: str) -> None:
    found = commands(page)
    assert found
    for script, *arguments in found:
        text = (EXAMPLES.parent / script).read_text(encoding="utf-8")
        names = [argument[2:] for argument in arguments if argument.startswith("--")]
        assert [name for name in names if not re.search(rf"^    {name}: ", text, re.MULTILINE)] == []


def test_the_guide_to_batches_shows_the_program_that_measures_them_as_it_is() -> None:
    program = (EXAMPLES / "batch_speed.py").read_text(encoding="utf-8")
    assert f"```python\n{program}```" in (DOCS / "batches.md").read_text(encoding="utf-8")


def test_the_program_that_measures_batches_tells_speed_and_memory() -> None:
    said = run("batch_speed", "braverats", "200000").splitlines()
    assert len(said) == 1
    assert re.fullmatch(r"200,000 games: [\d,]+ choices a second, [\d,]+ bytes a game", said[0])
