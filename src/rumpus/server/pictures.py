"""Which pictures the page has, and which of those that a box names it has not."""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache

from rumpus.core.box import quoted
from rumpus.core.game import Game
from rumpus.server.pages import PAGE
from rumpus.table.telling import listed

LIST = "icons.txt"
"""Made with the page (web/icons.ts): the names of all pictures in it."""


@cache
def drawn() -> frozenset[str]:
    """The pictures that a box may name; none if the page has not been built."""
    file = PAGE / LIST
    return frozenset(file.read_text(encoding="utf-8").split()) if file.is_file() else frozenset()


def not_drawn(game: Game) -> Iterator[str]:
    """A sentence for each picture of the box that is not in the page. The box can be played with all the same."""
    if not drawn():
        return
    for table, entries in game.contents.tables.items():
        for name, entry in entries.items():
            icon = getattr(entry, "icon", "")
            if icon and icon not in drawn():
                yield f"{table} '{name}', field 'icon': {_missing(icon)}"


def _missing(icon: str) -> str:
    near = get_close_matches(icon, sorted(drawn()))
    hint = f"; did you mean {listed([quoted(one) for one in near], 'or')}?" if near else "."
    return f"the page has no picture {quoted(icon)} and shows a letter instead{hint} /{LIST} names all that it has."
