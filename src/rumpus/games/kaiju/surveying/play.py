"""What is in play, for two players and for more (§9.2)."""

from collections.abc import Mapping

from rumpus.core.box import Contents, named
from rumpus.games.kaiju.box import Intersection, Lot

Fault = str
"""A sentence, without the name of the file."""


def intersections(contents: Contents) -> Mapping[str, Intersection]:
    return contents.tables["intersections"]


def unknown(what: str, found: str, there: Mapping[str, object]) -> Fault:
    return f"there is no {what} '{found}'; they are {named(there)}."


def lots_in_play(contents: Contents, *, two: bool) -> dict[str, Lot]:
    return {name: lot for name, lot in contents.tables["lots"].items() if lot.two_plus or not two}


def in_play(contents: Contents, *, two: bool) -> set[str]:
    """The intersections that touch a lot in play."""
    return {corner for lot in lots_in_play(contents, two=two).values() for corner in lot.corners}
