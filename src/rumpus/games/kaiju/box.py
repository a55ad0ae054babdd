"""What the files of Kaiju Rising may say, and how they become the record that the rules read."""

from typing import Annotated, Literal

import msgspec

from rumpus.core.box import ONE_LINE, Contents, Sections
from rumpus.core.position import Names
from rumpus.core.rules import Box
from rumpus.games.kaiju.rules.records import (
    ABILITIES,
    CORNERS,
    CUBES,
    DIRECTIONS,
    HIGHEST,
    LOTS,
    PARTS,
    PHASES,
    PLAYERS,
    RESOURCES,
    TANKS,
)

MOST_OF_A_KIND = 3
"""Of the resources that a building costs."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=30, pattern=ONE_LINE)]
Icon = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=ONE_LINE)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=ONE_LINE)]
Street = Annotated[str, msgspec.Meta(max_length=40, pattern=ONE_LINE)]
"""Where it leads; empty where there is none."""
Coordinate = Annotated[float, msgspec.Meta(ge=0, le=20)]
Levels = Annotated[int, msgspec.Meta(ge=1, le=HIGHEST)]
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]
Cards = Annotated[int, msgspec.Meta(ge=0, le=MOST_OF_A_KIND)]
Steps = Annotated[int, msgspec.Meta(ge=1, le=LOTS)]
Corners = Annotated[list[Id], msgspec.Meta(min_length=CORNERS, max_length=CORNERS)]
Ability = Literal["none", "draw", "take", "move", "maul", "look", "swap", "rest"]
Colour = Literal[
    "blue", "red", "green", "yellow", "orange", "purple", "teal", "pink", "brown", "black", "white", "grey",
]  # fmt: skip
"""Those that the page can draw."""


class Intersection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where kaiju and tanks stand (§1.2)."""

    x: Coordinate
    y: Coordinate
    north: Street
    east: Street
    south: Street
    west: Street
    beach: bool

    @property
    def streets(self) -> tuple[str, ...]:
        return tuple(getattr(self, direction) for direction in DIRECTIONS)


class Lot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a building stands (§1.2)."""

    name: Name
    levels: Levels
    points: Points
    neighbourhood: Id
    corners: Corners
    two_plus: bool
    city_hall: bool


class Neighbourhood(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the city, with the space where its token lies and its tank comes (§1.5, §6.2)."""

    name: Name
    colour: Colour
    icon: Icon
    tank: Id


class Square(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A coloured square of the track of buildings destroyed (§6.1)."""

    step: Steps
    neighbourhood: Id
    two_step: Steps
    two_neighbourhood: Id


class Building(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of a building: its back is the cost, its front what it is worth and can do (§1.3)."""

    name: Name
    bite: Cards
    claw: Cards
    fireball: Cards
    points: Points
    ability: Ability
    tank: bool
    missile: bool

    @property
    def cost(self) -> tuple[int, ...]:
        return tuple(getattr(self, kind) for kind in RESOURCES)


class Resource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a resource looks (§1.4)."""

    name: Name
    colour: Colour
    icon: Icon


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a front can do, in a picture."""

    icon: Icon


class Kaiju(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who a player is."""

    name: Name
    icon: Icon


SECTIONS: Sections = {
    "buildings": Building,
    "resources": Resource,
    "kaiju": Kaiju,
    "parts": Part,
    "intersections": Intersection,
    "lots": Lot,
    "neighbourhoods": Neighbourhood,
    "squares": Square,
}


def fill(box: Box, contents: Contents) -> None:
    fill_city(box, contents)
    for number, building in enumerate(contents.tables["buildings"].values()):
        box.cost[number] = building.cost
        box.building_points[number] = building.points
        box.ability[number] = ABILITIES.index(building.ability)
        box.has_tank[number], box.has_missile[number] = building.tank, building.missile


def fill_city(box: Box, contents: Contents) -> None:
    tables = contents.tables
    place = {name: number for number, name in enumerate(tables["intersections"])}
    zone = {name: number for number, name in enumerate(tables["neighbourhoods"])}
    for number, intersection in enumerate(tables["intersections"].values()):
        box.next[number] = [place.get(name, -1) for name in intersection.streets]
        box.beach[number] = intersection.beach
    for number, lot in enumerate(tables["lots"].values()):
        box.corner[number] = [place[name] for name in lot.corners]
        box.levels[number], box.lot_points[number] = lot.levels, lot.points
        box.zone[number], box.two_plus[number] = zone[lot.neighbourhood], lot.two_plus
        if lot.city_hall:
            box.hall = number
    for number, neighbourhood in enumerate(tables["neighbourhoods"].values()):
        box.tank_space[number] = place[neighbourhood.tank]
    for number, square in enumerate(tables["squares"].values()):
        box.square_step[number] = [square.two_step, square.step]
        box.square_zone[number] = [zone[square.two_neighbourhood], zone[square.neighbourhood]]


def names(contents: Contents) -> Names:
    """The names that positions use."""
    tables = contents.tables
    return {
        "seat": PLAYERS,
        "intersection": tuple(tables["intersections"]),
        "lot": tuple(tables["lots"]),
        "neighbourhood": tuple(tables["neighbourhoods"]),
        "direction": DIRECTIONS,
        "square": tuple(tables["squares"]),
        "tank": tuple(str(tank + 1) for tank in range(TANKS)),
        "resource": RESOURCES,
        "building": tuple(tables["buildings"]),
        "cost": backs(contents),
        "ability": ABILITIES,
        "part": PARTS,
        "place": tuple(str(place + 1) for place in range(CUBES)),
        "phase": PHASES,
    }


def backs(contents: Contents) -> tuple[str, ...]:
    """The different costs, in the order in which they come: 'bite claw claw'."""
    costs = dict.fromkeys(building.cost for building in contents.tables["buildings"].values())
    return tuple(
        " ".join(kind for kind, many in zip(RESOURCES, cost, strict=True) for _ in range(many)) for cost in costs
    )
