"""The figures on docs/kaiju.md, and the tools that measure them: lengths, resources in proportion, seats."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "kaiju.md"


def table_rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def on_the_page(name: str) -> list[list[str]]:
    text = PAGE.read_text(encoding="utf-8")
    return table_rows(text.split(f"<!-- {name}: begin -->")[1].split(f"<!-- {name}: end -->")[0])


def measured(tool: str, *arguments: str) -> list[list[str]]:
    command = [sys.executable, str(ROOT / "tools" / tool), *arguments]
    environment = {**os.environ, "RUMPUS_MODE": "plain"}
    ended = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=300)
    return table_rows(ended.stdout)


def is_in_proportion(row: list[str]) -> bool:
    """§1.3, §1.4: no resource brings twice what another brings, or is needed twice as often."""
    earned = [float(cell) for cell in row[5:8]]
    shares = [float(share.rstrip("%")) for share in row[8].split(", ")]
    return max(earned) < 2 * min(earned) and max(shares) < 2 * min(shares)


def test_the_page_has_games_of_8_to_25_rounds_with_resources_in_proportion() -> None:
    rows = on_the_page("study")
    assert [row[0] for row in rows] == ["2", "3", "4"]
    for row in rows:
        assert 8 <= float(row[2].split(" ")[0]) <= 25
        assert is_in_proportion(row)


def test_the_study_measures_anew_and_finds_resources_in_proportion() -> None:
    rows = measured("kaiju_study.py", "--games", "2", "--bot", "random")
    assert [row[0] for row in rows] == ["2", "3", "4"]
    assert all(is_in_proportion(row) for row in rows)


def test_no_seat_on_the_page_is_far_from_even() -> None:
    rows = on_the_page("seats")
    assert [row[0] for row in rows] == ["2", "3", "4"]
    for _, _, even, cells in rows:
        for cell in cells.split("), "):
            low, high = (float(part.rstrip("%)")) for part in cell.split(" (")[1].split(" to "))
            assert low - 1.0 <= float(even.rstrip("%")) <= high + 1.0
