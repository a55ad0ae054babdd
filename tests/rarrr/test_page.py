"""The page on seats (§1.1), and the tool that measures it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rarrr.md"


def table_rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def test_the_tool_measures_every_number_of_players() -> None:
    command = [sys.executable, str(ROOT / "tools" / "seats.py"), "rarrr", "--games", "2"]
    ended = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "RUMPUS_MODE": "plain"}, timeout=300
    )
    found = table_rows(ended.stdout)
    assert [row[0] for row in found] == ["2", "3", "4", "5", "6"]
    assert [row[-1].count(" to ") for row in found] == [2, 3, 4, 5, 6]


def test_no_seat_on_the_page_is_far_from_even() -> None:
    seats = PAGE.read_text(encoding="utf-8").split("<!-- seats: begin -->")[1].split("<!-- seats: end -->")[0]
    found = table_rows(seats)
    assert len(found) == 5
    for _, _, even, cells in found:
        for cell in cells.split("), "):
            low, high = (float(part.rstrip("%)")) for part in cell.split(" (")[1].split(" to "))
            assert low - 1.0 <= float(even.rstrip("%")) <= high + 1.0
