"""Tables that are measured, in the pages of docs/: each stands between two marks with its name."""

from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"


def write_table(page: str, name: str, table: str) -> None:
    """Write a table anew into docs/PAGE.md; what stands around it stays."""
    file, begin, end = DOCS / f"{page}.md", f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
    before, rest = file.read_text(encoding="utf-8").split(begin)
    file.write_text(f"{before}{begin}{table}{end}{rest.split(end)[1]}", encoding="utf-8")
