"""What a file of RARRR!! cards may say, and how it becomes the record that the rules read."""

from typing import Annotated, Literal

import msgspec

from rumpus.core.box import ONE_LINE, PRINTABLE, Contents, Sections
from rumpus.core.errors import WrongBox
from rumpus.core.position import Names
from rumpus.core.rules import Box
from rumpus.games.rarrr.rules.records import DECK, GROUPS, ICONS, ORDERS, PHASES, PLAYERS, TYPES

Syllable = Annotated[str, msgspec.Meta(min_length=1, max_length=4, pattern=r"^[A-Za-z]+$")]
Kana = Annotated[str, msgspec.Meta(min_length=1, max_length=4, pattern=ONE_LINE)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=30, pattern=ONE_LINE)]
Text = Annotated[str, msgspec.Meta(min_length=0, max_length=200, pattern=PRINTABLE)]
Icon = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=ONE_LINE)]
Icons = Annotated[int, msgspec.Meta(ge=0, le=ICONS)]
Value = Annotated[int, msgspec.Meta(ge=0, le=99)]
Boost = Annotated[int, msgspec.Meta(ge=1, le=99)]
Copies = Annotated[int, msgspec.Meta(ge=0, le=DECK)]
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]
Type = Literal["electrical", "toxic", "radioactive", "fire"]
Group = Literal["asia", "europe", "africa", "north_america", "south_america", "oceania"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A syllable with its icons: a Katakana (§1.3)."""

    syllable: Syllable
    kana: Kana
    electrical: Icons
    toxic: Icons
    radioactive: Icons
    fire: Icons

    def icons(self, type: int) -> int:
        number: int = getattr(self, TYPES[type])
        return number


class Monster(Part, frozen=True, forbid_unknown_fields=True):
    """The first of three syllables, with a picture and a voice (§1.2)."""

    roar: Text
    icon: Icon


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of Power card (§1.4)."""

    value: Value
    copies: Copies


class PowerType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the cards of a type look."""

    colour: Name
    icon: Icon


class BoostCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Power Boost; everybody has one of each (§1.5)."""

    value: Boost


class City(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is fought for (§1.6)."""

    name: Name
    group: Group
    points: Points
    resists: Type
    text: Text


class GroupOfCities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the world: what its cities have in common (§1.6)."""

    name: Name
    colour: Name
    icon: Icon


SECTIONS: Sections = {
    "monsters": Monster,
    "katakana": Part,
    "power": Power,
    "types": PowerType,
    "boosts": BoostCard,
    "cities": City,
    "groups": GroupOfCities,
}


def check(contents: Contents) -> None:
    """Counts that a box must keep to: seventy-two Power cards, and four icons on every Monster and Katakana."""
    copies = sum(kind.copies for kind in contents.tables["power"].values())
    if copies != DECK:
        raise WrongBox(f"{contents.source}: there must be {DECK} Power cards, and these are {copies}.")
    for table in ("monsters", "katakana"):
        for entry, part in contents.tables[table].items():
            icons = sum(part.icons(type) for type in range(len(TYPES)))
            if icons != ICONS:
                raise WrongBox(f"{contents.source}: {table} '{entry}' must have {ICONS} icons, and has {icons}.")


def fill(box: Box, contents: Contents) -> None:
    tables = contents.tables
    for type in range(len(TYPES)):
        for number, monster in enumerate(tables["monsters"].values()):
            box.monster_icons[number, type] = monster.icons(type)
        for number, part in enumerate(tables["katakana"].values()):
            box.katakana_icons[number, type] = part.icons(type)
    for number, kind in enumerate(tables["power"].values()):
        box.value[number], box.copies[number] = kind.value, kind.copies
    for number, boost in enumerate(tables["boosts"].values()):
        box.boost[number] = boost.value
    for number, city in enumerate(tables["cities"].values()):
        box.city_points[number] = city.points
        box.city_group[number] = GROUPS.index(city.group)
        box.city_resists[number] = TYPES.index(city.resists)


def syllables(contents: Contents) -> list[Part]:
    """Monsters and Katakana, in the order of the record."""
    return [*contents.tables["monsters"].values(), *contents.tables["katakana"].values()]


def names(contents: Contents) -> Names:
    """The names that positions use."""
    tables = contents.tables
    return {
        "seat": PLAYERS,
        "monster": tuple(tables["monsters"]),
        "katakana": tuple(tables["katakana"]),
        "syllable": (*tables["monsters"], *tables["katakana"]),
        "kind": tuple(tables["power"]),
        "type": TYPES,
        "boost": tuple(tables["boosts"]),
        "city": tuple(tables["cities"]),
        "group": GROUPS,
        "order": tuple("".join("M12"[part] for part in order) for order in ORDERS),
        "phase": PHASES,
    }
