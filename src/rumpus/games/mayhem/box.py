"""What a file of Monster Mayhem cards may say, and how it becomes the record that the rules read."""

from typing import Annotated

import msgspec

from rumpus.core.box import ONE_LINE, PRINTABLE, Contents, Sections
from rumpus.core.position import Names
from rumpus.core.rules import Box
from rumpus.games.mayhem.rules.records import ABILITIES, DIRECTIONS, HIGHEST, PHASES, PLAYERS, RESULTS

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=30, pattern=ONE_LINE)]
Text = Annotated[str, msgspec.Meta(min_length=0, max_length=200, pattern=PRINTABLE)]
Story = Annotated[str, msgspec.Meta(min_length=0, max_length=600, pattern=PRINTABLE)]
Icon = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=ONE_LINE)]
Rating = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)]


class Monster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the twenty-nine; there are two cards of it (§1.2, §1.3)."""

    name: Name
    strength: Rating
    endurance: Rating
    fright: Rating
    magic: Rating
    mayhem: Rating
    intelligence: Rating
    text: Text
    icon: Icon


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Slappy and Mastermind: 9 or 1 in everything (§1.4)."""

    name: Name
    text: Text
    icon: Icon


class Trophy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a round is about, with its story (§1.5)."""

    name: Name
    story: Story
    icon: Icon


SECTIONS: Sections = {"monsters": Monster, "specials": Special, "trophies": Trophy}


def fill(box: Box, contents: Contents) -> None:
    for card, monster in enumerate(contents.tables["monsters"].values()):
        for ability, name in enumerate(ABILITIES):
            box.rating[card, ability] = getattr(monster, name)


def cards(contents: Contents) -> list[Monster | Special]:
    """All kinds of cards, in the order of the record."""
    return [*contents.tables["monsters"].values(), *contents.tables["specials"].values()]


def names(contents: Contents) -> Names:
    """The names that positions use; a card keeps its id, whatever a box calls it."""
    return {
        "seat": PLAYERS,
        "card": (*contents.tables["monsters"], *contents.tables["specials"]),
        "ability": ABILITIES,
        "direction": DIRECTIONS,
        "phase": PHASES,
        "result": RESULTS,
    }
