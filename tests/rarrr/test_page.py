"""The page on seats (§1.1), and the tool that measures it."""

import pytest

from tests.docs_tables import is_near_even, measured, on_the_page


@pytest.mark.slow
def test_the_tool_measures_every_number_of_players() -> None:
    rows = measured("seats.py", "rarrr", "--games", "2")
    assert [row[0] for row in rows] == ["2", "3", "4", "5", "6"]
    assert [row[-1].count(" to ") for row in rows] == [2, 3, 4, 5, 6]


def test_no_seat_on_the_page_is_far_from_even() -> None:
    rows = on_the_page("rarrr", "seats")
    assert [row[0] for row in rows] == ["2", "3", "4", "5", "6"]
    assert [row for row in rows if not is_near_even(row)] == []
