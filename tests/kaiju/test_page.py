"""The figures on docs/kaiju.md, and the tools that measure them: lengths, resources in proportion, seats."""

from tests.docs_tables import Row, is_near_even, measured, on_the_page


def is_in_proportion(row: Row) -> bool:
    """§1.3, §1.4: no resource brings twice what another brings, or is needed twice as often."""
    earned = [float(cell) for cell in row[5:8]]
    shares = [float(share.rstrip("%")) for share in row[8].split(", ")]
    return max(earned) < 2 * min(earned) and max(shares) < 2 * min(shares)


def test_the_page_has_games_of_8_to_25_rounds_with_resources_in_proportion() -> None:
    rows = on_the_page("kaiju", "study")
    assert [row[0] for row in rows] == ["2", "3", "4"]
    for row in rows:
        assert 8 <= float(row[2].split(" ")[0]) <= 25
        assert is_in_proportion(row)


def test_the_study_measures_anew_and_finds_resources_in_proportion() -> None:
    rows = measured("kaiju_study.py", "--games", "2", "--bot", "random")
    assert [row[0] for row in rows] == ["2", "3", "4"]
    assert all(is_in_proportion(row) for row in rows)


def test_no_seat_on_the_page_is_far_from_even() -> None:
    rows = on_the_page("kaiju", "seats")
    assert [row[0] for row in rows] == ["2", "3", "4"]
    assert [row for row in rows if not is_near_even(row)] == []
