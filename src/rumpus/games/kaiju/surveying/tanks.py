"""Where tanks come, and when (§1.5, §6.1, §6.2)."""

from collections.abc import Iterator, Mapping

from rumpus.core.box import Contents, named
from rumpus.games.kaiju.box import Neighbourhood, Square
from rumpus.games.kaiju.surveying.play import Fault, in_play, intersections, lots_in_play, unknown


def _zones(contents: Contents) -> Mapping[str, Neighbourhood]:
    return contents.tables["neighbourhoods"]


def _squares(contents: Contents) -> Mapping[str, Square]:
    return contents.tables["squares"]


def _zones_in_play(contents: Contents, *, two: bool) -> dict[str, Neighbourhood]:
    """Those that have a lot in play."""
    used = {lot.neighbourhood for lot in lots_in_play(contents, two=two).values()}
    return {name: zone for name, zone in _zones(contents).items() if name in used}


def spaces(contents: Contents) -> Iterator[Fault]:
    for name, zone in _zones(contents).items():
        if name not in _zones_in_play(contents, two=False):
            yield f"neighbourhoods '{name}' has no lot, and needs one at least."
        where = f"neighbourhoods '{name}', field 'tank'"
        if zone.tank not in intersections(contents):
            yield f"{where}: {unknown('intersection', zone.tank, intersections(contents))}"
        elif zone.tank not in _corners(contents, name):
            yield f"{where}: the tank space must be a corner of one of its lots, and '{zone.tank}' is none."
    for name, zone in _zones_in_play(contents, two=True).items():
        if zone.tank not in in_play(contents, two=True):
            yield (
                f"neighbourhoods '{name}', field 'tank': it has a lot with the 2+ mark, so its tank space must touch"
                f" such a lot too, and '{zone.tank}' is closed to two players."
            )


def _corners(contents: Contents, zone: str) -> set[str]:
    lots = lots_in_play(contents, two=False).values()
    return {corner for lot in lots if lot.neighbourhood == zone for corner in lot.corners}


def shared_spaces(contents: Contents) -> Iterator[Fault]:
    """Two tokens cannot lie on one space."""
    seen: dict[str, str] = {}
    for name, zone in _zones(contents).items():
        other = seen.setdefault(zone.tank, name)
        if other != name:
            yield (
                f"neighbourhoods '{name}', field 'tank': '{zone.tank}' is the tank space of '{other}' too,"
                " and each must have its own."
            )


def zones_on_the_track(contents: Contents) -> Iterator[Fault]:
    for field, two, are_there in (
        ("neighbourhood", False, "the neighbourhoods are"),
        ("two_neighbourhood", True, "with two players those in play are"),
    ):
        there = _zones_in_play(contents, two=two)
        for name, square in _squares(contents).items():
            zone = getattr(square, field)
            if zone not in there:
                yield f"squares '{name}', field '{field}': found '{zone}', but {are_there} {named(there)}."


def steps(contents: Contents) -> Iterator[Fault]:
    """Each comes after the one before, and no later than with the last building."""
    for field, two in (("step", False), ("two_step", True)):
        found = [getattr(square, field) for square in _squares(contents).values()]
        told = ", ".join(map(str, found))
        most = len(lots_in_play(contents, two=two))
        if found != sorted(set(found)):
            yield f"squares, field '{field}': each must come after the one before, found {told}."
        if found[-1] > most:
            among = " with the 2+ mark" if two else ""
            yield f"squares, field '{field}': found {told}, and the most is {most}, as many as there are lots{among}."
