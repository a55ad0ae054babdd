"""The figures on docs/arrr.md, and the tools that measure them: captains, explorations, turns, seats."""

from tests.docs_tables import is_near_even, measured, on_the_page


def percent(cell: str) -> float:
    return float(cell.strip().rstrip("%"))


def test_no_captain_on_the_page_is_dead_or_dominant() -> None:
    rows = on_the_page("arrr", "captains")
    assert len(rows) == 9
    assert [row for row in rows if not 40 <= percent(row[2]) <= 60] == []
    assert min(int(row[1]) for row in rows) >= 80


def test_every_exploration_on_the_page_is_conquered_sometimes_and_lost_sometimes() -> None:
    rows = on_the_page("arrr", "explorations")
    assert len(rows) == 23
    assert [row for row in rows if int(row[2]) == 0 or int(row[3]) == 0] == []


def test_pillage_is_neither_always_nor_never_best() -> None:
    rows = {row[0]: percent(row[2]) for row in on_the_page("arrr", "deeds")}
    assert set(rows) == {"sail", "pillage", "challenge"}
    assert all(5 < share < 90 for share in rows.values())


def test_every_event_and_every_first_mate_on_the_page_is_used_and_none_decides_the_game() -> None:
    for name, number in (("events", 39), ("mates", 13)):
        rows = on_the_page("arrr", name)
        assert len(rows) == number
        assert [row for row in rows if int(row[1]) < 20 or not 30 <= percent(row[2]) <= 70] == []


def test_the_study_measures_anew() -> None:
    rows = measured("arrr_study.py", "--games", "2", "--bot", "random")
    assert sum(row[0] in ("sail", "pillage", "challenge") for row in rows) == 3


def test_no_seat_on_the_page_is_far_from_even() -> None:
    rows = on_the_page("arrr", "seats")
    assert [row[0] for row in rows] == ["2", "3", "4"]
    assert [row for row in rows if not is_near_even(row)] == []
