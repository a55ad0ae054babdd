"""Every picture that a game names is in the page."""

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rumpus.catalogue import NAMES, definition


def strings(value: Any, key: str) -> list[str]:
    """Every text under this key, however deep in the box."""
    if isinstance(value, dict):
        own = [found for name, found in value.items() if name == key and isinstance(found, str)]
        return own + [text for inner in value.values() for text in strings(inner, key)]
    return [text for inner in value for text in strings(inner, key)] if isinstance(value, list) else []


@pytest.fixture(scope="module")
def drawn(web_page: ModuleType) -> set[str]:
    """The pictures in the page that was built."""
    web_page.build()
    sheets = [sheet.read_text(encoding="utf-8") for sheet in Path(web_page.PAGE).glob("assets/icons-*.svg")]
    return {name for sheet in sheets for name in re.findall(r'<symbol id="([^"]+)"', sheet)}


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_that_a_box_names_is_in_the_page(name: str, drawn: set[str]) -> None:
    import tomllib

    box = tomllib.loads((definition(name).folder / "cards.toml").read_text(encoding="utf-8"))
    assert len(strings(box, "icon")) > 3
    assert set(strings(box, "icon")) - drawn == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_of_a_games_lid_is_in_the_page(name: str, drawn: set[str]) -> None:
    assert len(definition(name).icons) > 0
    assert set(definition(name).icons) - drawn == set()
