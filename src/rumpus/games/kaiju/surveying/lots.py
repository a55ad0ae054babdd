"""Lots: where they lie, how high they are built, and City Hall (§1.2)."""

from collections.abc import Iterator, Mapping, Sequence

from rumpus.core.box import Contents, named
from rumpus.games.kaiju.box import Intersection, Lot
from rumpus.games.kaiju.rules.records import DIRECTIONS, HIGHEST, LEVELS
from rumpus.games.kaiju.surveying.play import Fault, intersections, unknown

RIGHT, LEFT = 1, len(DIRECTIONS) - 1
"""From a direction to the next one."""


def _lots(contents: Contents) -> Mapping[str, Lot]:
    return contents.tables["lots"]


def places(contents: Contents) -> Iterator[Fault]:
    there, zones = intersections(contents), contents.tables["neighbourhoods"]
    for name, lot in _lots(contents).items():
        for corner in lot.corners:
            if corner not in there:
                yield f"lots '{name}', field 'corners': {unknown('intersection', corner, there)}"
        if len(set(lot.corners)) != len(lot.corners):
            yield f"lots '{name}', field 'corners': the four corners must be different."
        if lot.neighbourhood not in zones:
            yield f"lots '{name}', field 'neighbourhood': {unknown('neighbourhood', lot.neighbourhood, zones)}"


def levels(contents: Contents) -> Iterator[Fault]:
    number = sum(lot.levels for lot in _lots(contents).values())
    if number != LEVELS:
        yield f"all lots together must have {LEVELS} levels, one for each building card, and these have {number}."


def halls(contents: Contents) -> Iterator[Fault]:
    found = {name: lot for name, lot in _lots(contents).items() if lot.city_hall}
    if len(found) != 1:
        yield f"one lot must be City Hall, and {len(found)} are."
    for name, hall in found.items():
        if not hall.two_plus:
            yield f"lots '{name}': City Hall must have the 2+ mark, because two players need it too."
        if hall.levels != HIGHEST:
            yield f"lots '{name}': City Hall must have {HIGHEST} levels, and has {hall.levels}."


def blocks(contents: Contents) -> Iterator[Fault]:
    """Each lot is a block between four streets, and has it for itself."""
    there, seen = intersections(contents), dict[frozenset[str], str]()
    for name, lot in _lots(contents).items():
        if not _is_block(there, lot.corners):
            yield (
                f"lots '{name}', field 'corners': found {named(dict.fromkeys(lot.corners))}, allowed are the corners"
                " of one block in the order in which streets lead around it."
            )
        other = seen.setdefault(frozenset(lot.corners), name)
        if other != name:
            yield f"lots '{name}', field 'corners': they are those of '{other}' too, and each must have its own block."


def _is_block(there: Mapping[str, Intersection], corners: Sequence[str]) -> bool:
    """Whether a street leads from each corner to the next, and at each corner one turns to the same side."""
    ways = [_way(there[one], to) for one, to in zip(corners, [*corners[1:], corners[0]], strict=True)]
    turns = {(later - way) % len(DIRECTIONS) for way, later in zip(ways, [*ways[1:], ways[0]], strict=True)}
    return min(ways) >= 0 and turns in ({RIGHT}, {LEFT})


def _way(start: Intersection, to: str) -> int:
    """The direction of the street that leads there; -1 if none does."""
    return start.streets.index(to) if to in start.streets else -1
