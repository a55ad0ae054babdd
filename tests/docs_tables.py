"""Tables of the pages in docs/, and the tools that measure them anew."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
Row = list[str]


def rows_of(text: str) -> list[Row]:
    """The cells of a table, row by row, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def on_the_page(page: str, name: str) -> list[Row]:
    """What stands in docs/PAGE.md between the marks of that name."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    return rows_of(text.split(f"<!-- {name}: begin -->")[1].split(f"<!-- {name}: end -->")[0])


def measured(tool: str, *arguments: str) -> list[Row]:
    """What a tool finds now. In plain Python: a compiler would take longer than a few games."""
    command = [sys.executable, str(ROOT / "tools" / tool), *arguments]
    environment = {**os.environ, "RUMPUS_MODE": "plain"}
    ended = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=300)
    return rows_of(ended.stdout)


def is_near_even(row: Row) -> bool:
    """Of a table of seats: no seat wins, give or take a hundredth, more or less often than its part."""
    _, _, even, cells = row
    intervals = [cell.split(" (")[1].split(" to ") for cell in cells.split("), ")]
    bounds = [(float(low.rstrip("%")), float(high.rstrip("%)"))) for low, high in intervals]
    return all(low - 1.0 <= float(even.rstrip("%")) <= high + 1.0 for low, high in bounds)
