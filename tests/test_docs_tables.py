"""The piece with which tools write tables into pages."""

from importlib import import_module
from pathlib import Path

import pytest


def test_a_table_is_written_between_its_marks_and_all_else_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "tools")
    tool, page = import_module("docs_tables"), tmp_path / "ours.md"
    monkeypatch.setattr(tool, "DOCS", tmp_path)
    other = "<!-- two: begin -->\n| b |\n<!-- two: end -->\n"
    page.write_text(f"before\n<!-- one: begin -->\n| a |\n<!-- one: end -->\nbetween\n{other}after\n", encoding="utf-8")
    tool.write_table("ours", "one", "| new |\n")
    written = page.read_text(encoding="utf-8")
    assert written == f"before\n<!-- one: begin -->\n| new |\n<!-- one: end -->\nbetween\n{other}after\n"
