"""Looks at a page as those do who cannot see it well, or have a small screen."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DRAWN = "await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));"
"""What came last may have changed the room for the rest: that is seen when it has been drawn."""
SCROLLED = f"""async () => {{
  {DRAWN}
  const root = document.scrollingElement;
  return [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight];
}}"""
OUTSIDE = f"""async () => {{
  {DRAWN}
  const things = [...document.querySelectorAll('[data-version] [data-piece], [data-version] [data-action]')];
  return things.filter((thing) => {{
    const box = thing.getBoundingClientRect();
    const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    return box.width > 0 && !inside;
  }}).map((thing) => thing.dataset.piece ?? thing.textContent);
}}"""


@cache
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


def barriers(page: Page) -> list[str]:
    """What axe-core finds: the rule, and where."""
    page.evaluate(axe())
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    assert len(found["passes"]) > 5, "axe-core has looked at nothing"
    return [
        f"{problem['id']}: {' '.join(map(str, node['target']))} {node.get('failureSummary', '')}"
        for problem in found["violations"]
        for node in problem["nodes"]
    ]


def scrolls(page: Page) -> tuple[int, int]:
    """How far the page could be scrolled to the right and down."""
    right, down = page.evaluate(SCROLLED)
    return max(0, right), max(0, down)


def outside(page: Page) -> list[str]:
    """The pieces and choices of a table that are not wholly on the screen."""
    found: list[str] = page.evaluate(OUTSIDE)
    return found
