"""The tool that fills the table of docs/mayhem.md, with few games."""

import os
import re
import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "mayhem_declaring.py"


def test_counting_wins_against_declaring_at_random() -> None:
    """In plain Python: a compiler would take longer than these few games."""
    plain = {**os.environ, "RUMPUS_MODE": "plain"}
    asked = [sys.executable, str(TOOL), "--counter-random", "--games", "4"]
    done = subprocess.run(asked, env=plain, capture_output=True, text=True, check=True)
    rows = done.stdout.strip().splitlines()
    assert len(rows) == 3
    assert re.fullmatch(r"\| counter \| random \| 2 \| 4 \| 50.0% \| [\d.]+% \| .* \|", rows[2])
    share = float(rows[2].split("|")[6].strip().rstrip("%"))
    assert share >= 75
