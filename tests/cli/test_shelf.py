import json
from pathlib import Path

import msgspec
import pytest
from rich.text import Text

from rumpus.catalogue import DEFINITIONS, NAMES, definition, game
from rumpus.cli.shelf import _that_fit, span
from rumpus.core.box import shown
from tests.cli.conftest import Run


def flat(text: str) -> str:
    """Without line breaks, which depend on the width of the screen."""
    return " ".join(text.split())


def test_games_lists_every_game(run: Run) -> None:
    answer = run("games")
    assert answer.code == 0
    for name, one in DEFINITIONS.items():
        assert name in answer.out
        assert one.title in answer.out


def test_games_as_json(run: Run) -> None:
    found = json.loads(run("games", "--json").out)
    assert [one["name"] for one in found] == list(NAMES)
    for one in found:
        assert one["seats"] == list(definition(one["name"]).seats)
        assert one["switches"] == [switch.name for switch in definition(one["name"]).rules.SWITCHES]


def test_spans() -> None:
    assert (span((2, 2)), span((2, 5))) == ("2", "2-5")


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_printed_as_they_are_written(run: Run, name: str) -> None:
    answer = run("rules", name)
    assert answer.code == 0
    assert answer.out.strip() == definition(name).rules_text.strip()


@pytest.mark.parametrize("name", NAMES)
def test_cards_shows_every_field_and_every_switch(run: Run, name: str) -> None:
    out, opened = flat(run("cards", name).out), game(name)
    for entries in opened.contents.tables.values():
        for one, entry in entries.items():
            assert one in out
            for value in msgspec.structs.asdict(entry).values():
                assert flat(shown(value)) in out
    for switch in opened.rules.SWITCHES:
        assert switch.name in out
    for exclusion in opened.rules.EXCLUSIONS:
        assert exclusion.sentence() in out


@pytest.mark.parametrize("name", NAMES)
def test_cards_as_json(run: Run, name: str) -> None:
    found, opened = json.loads(run("cards", name, "--json").out), game(name)
    assert found["box"] == opened.contents.digest
    assert found["tables"] == msgspec.to_builtins(opened.contents.tables)
    assert [switch["default"] for switch in found["switches"]] == [s.default for s in opened.rules.SWITCHES]
    assert len(found["exclusions"]) == len(opened.rules.EXCLUSIONS)


@pytest.mark.parametrize(
    ("width", "fitting"),
    [
        (40, ["id", "name", "strength"]),
        (17, ["id", "name", "strength"]),  # 4, 2 and 7, with 2 between them
        (16, ["id", "name"]),
        (8, ["id", "name"]),
        (7, ["id"]),
        (1, ["id"]),
    ],
)
def test_as_many_columns_stand_side_by_side_as_a_line_has_room_for(width: int, fitting: list[str]) -> None:
    columns = {name: [Text(" " * cell)] for name, cell in (("id", 4), ("name", 2), ("strength", 7))}
    assert _that_fit(columns, width) == fitting


def test_where_one_column_has_no_room_none_after_it_is_beside_the_others() -> None:
    columns = {name: [Text(" " * cell)] for name, cell in (("id", 4), ("name", 30), ("strength", 1))}
    assert _that_fit(columns, 20) == ["id"]


def test_without_columns_none_fit() -> None:
    assert _that_fit({}, 80) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [30, 60, 200])
def test_whatever_the_width_every_card_is_shown_whole(
    run: Run, name: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    text = run("cards", name).out
    out = flat(text)
    assert max(map(len, text.splitlines())) <= width
    for title, entries in game(name).contents.tables.items():
        assert title.capitalize() in out
        for entry in entries.values():
            for value in msgspec.structs.asdict(entry).values():
                assert flat(shown(value)) in out


def test_a_picture_that_the_page_has_not_is_noted_under_the_cards(run: Run, tmp_path: Path) -> None:
    box = tmp_path / "mine.toml"
    box.write_text('[cards.spy]\nicon = "crwon"\n', encoding="utf-8")
    told = " ".join(run("cards", "braverats", "--box", box).out.split())
    assert "Note: cards 'spy', field 'icon': the page has no picture 'crwon'" in told
    assert "Note:" not in run("cards", "braverats").out


def test_cards_of_another_box(run: Run, tmp_path: Path) -> None:
    box = tmp_path / "mine.toml"
    box.write_text('[cards.spy]\nname = "Mole"\nstrength = 4\n', encoding="utf-8")
    assert "Mole" in run("cards", "braverats", "--box", box).out
    assert json.loads(run("cards", "braverats", "--box", box, "--json").out)["tables"]["cards"]["spy"]["strength"] == 4


def test_values_as_a_person_reads_them() -> None:
    assert [shown(value) for value in (7, "Spy", True, ["a", False])] == ["7", "Spy", "yes", "a, no"]


def test_the_ratings_of_a_monster_fit_into_a_line(run: Run) -> None:
    """At eighty columns their heads are cut, and none is left out."""
    head = next(line for line in run("cards", "mayhem").out.splitlines() if line.startswith("id "))
    assert head.split()[2:8] == ["str", "end", "fri", "mag", "may", "int"]
