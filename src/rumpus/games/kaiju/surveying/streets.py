"""Streets, and whether everybody gets everywhere by them (§1.2, §9.2)."""

from collections.abc import Iterator

from rumpus.core.box import Contents
from rumpus.games.kaiju.box import Intersection
from rumpus.games.kaiju.rules.records import DIRECTIONS, SEATS
from rumpus.games.kaiju.surveying.play import Fault, in_play, intersections, lots_in_play, unknown

OPPOSITE = {"north": "south", "east": "west", "south": "north", "west": "east"}
TABLES = ((False, SEATS, ""), (True, 2, " with two players"))
"""Whether it is the city of two players, how many play there at most, and how a sentence says so."""


def ends(contents: Contents) -> Iterator[Fault]:
    """A street has two ends, and leads where its name says, or a tank would look along another one than is drawn."""
    there = intersections(contents)
    for name, intersection in there.items():
        for direction, to in zip(DIRECTIONS, intersection.streets, strict=True):
            where = f"intersections '{name}', field '{direction}'"
            if to and to not in there:
                yield f"{where}: {unknown('intersection', to, there)}"
            elif to and getattr(there[to], OPPOSITE[direction]) != name:
                yield f"{where}: the street to '{to}' must lead back, so '{name}' must lie {OPPOSITE[direction]} of it."
            elif to and not _leads(direction, intersection, there[to]):
                yield f"{where}: the street must lead {direction}, and by its x and y '{to}' does not lie there."


def _leads(direction: str, start: Intersection, end: Intersection) -> bool:
    return {
        "north": end.y > start.y,
        "east": end.x > start.x,
        "south": end.y < start.y,
        "west": end.x < start.x,
    }[direction]


def points(contents: Contents) -> Iterator[Fault]:
    """Two intersections at one point could not be told apart."""
    seen: dict[tuple[float, float], str] = {}
    for name, spot in intersections(contents).items():
        other = seen.setdefault((spot.x, spot.y), name)
        if other != name:
            yield f"intersections '{name}' lies where '{other}' lies, and each must have an x and y of its own."


def starts(contents: Contents) -> Iterator[Fault]:
    """Everybody starts somewhere on the beach."""
    for two, players, _ in TABLES:
        number = len(_starts(contents, two=two))
        if number < players:
            yield f"{players} players need as many starting areas on the beach, and there are {number}."


def _starts(contents: Contents, *, two: bool) -> list[str]:
    there, are_open = intersections(contents), in_play(contents, two=two)
    return [name for name in there if name in are_open and there[name].beach]


def exits(contents: Contents) -> Iterator[Fault]:
    for two, _, among in TABLES:
        are_open = in_play(contents, two=two)
        for name in _starts(contents, two=two):
            if are_open.isdisjoint(intersections(contents)[name].streets):
                yield f"intersections '{name}' is a starting area, and no street leads from it into the city{among}."


def ways(contents: Contents) -> Iterator[Fault]:
    """Streets lead both ways, so all starts reach all that one of them reaches."""
    for two, _, among in TABLES:
        start = _starts(contents, two=two)[0]
        reached = _reached(contents, start, two=two)
        for name, lot in lots_in_play(contents, two=two).items():
            for corner in lot.corners:
                if corner not in reached:
                    yield (
                        f"lots '{name}', field 'corners': '{corner}' cannot be reached by streets from '{start}' on"
                        f" the beach{among}, as every corner of a lot must be."
                    )


def _reached(contents: Contents, start: str, *, two: bool) -> set[str]:
    there, are_open = intersections(contents), in_play(contents, two=two)
    reached: set[str] = set()
    coming = {start}
    while coming:
        reached |= coming
        coming = {to for name in coming for to in there[name].streets if to in are_open} - reached
    return reached
