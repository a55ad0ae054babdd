"""Names and colours, by which everybody tells things apart."""

from collections.abc import Iterator
from typing import get_args

from rumpus.core.box import Contents, named
from rumpus.games.kaiju.box import Colour
from rumpus.games.kaiju.rules.records import TANKS
from rumpus.games.kaiju.surveying.play import Fault

NAMED_TOGETHER = (("kaiju", "lots"), ("buildings",), ("resources",), ("neighbourhoods",))
"""Kaiju and lots are attacked by their names, so no kaiju may be called like a lot."""
TANK_NAMES = {f"tank {number + 1}": "a tank" for number in range(TANKS)}
"""They are attacked too."""


def names(contents: Contents) -> Iterator[Fault]:
    for tables in NAMED_TOGETHER:
        seen = dict(TANK_NAMES) if "kaiju" in tables else {}
        for table in tables:
            for entry, thing in contents.tables[table].items():
                where = f"{table} '{entry}'"
                other = seen.setdefault(_plain(thing.name), where)
                if other != where:
                    yield f"{where}, field 'name': {other} is called '{thing.name}' too, and names must differ."


def _plain(name: str) -> str:
    """Names that differ in nothing else are read as the same."""
    return " ".join(name.casefold().split())


def colours(contents: Contents) -> Iterator[Fault]:
    for table in ("neighbourhoods", "resources"):
        used = [thing.colour for thing in contents.tables[table].values()]
        free = dict.fromkeys(colour for colour in get_args(Colour) if colour not in used)
        for number, entry in enumerate(contents.tables[table]):
            if used[number] in used[:number]:
                yield (
                    f"{table} '{entry}', field 'colour': '{used[number]}' is taken, and each must have its own;"
                    f" free are {named(free)}."
                )
