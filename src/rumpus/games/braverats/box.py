"""What a file of BraveRats cards may say, and how it becomes the record that the rules read."""

from typing import Annotated, Literal

import msgspec

from rumpus.core.box import ONE_LINE, PRINTABLE, Contents
from rumpus.core.position import Names
from rumpus.core.rules import Box
from rumpus.games.braverats.rules.records import CLANS, ENDINGS, PHASES, POWERS, RATS


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One rat; each clan has one of it (§1.2)."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=30, pattern=ONE_LINE)]
    strength: Annotated[int, msgspec.Meta(ge=0, le=7)]
    power: Literal["musician", "princess", "spy", "assassin", "ambassador", "wizard", "general", "prince", "none"]
    text: Annotated[str, msgspec.Meta(min_length=0, max_length=200, pattern=PRINTABLE)]
    icon: Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=ONE_LINE)]


SECTIONS = {"cards": Card}


def fill(box: Box, contents: Contents) -> None:
    for index, rat in enumerate(RATS):
        card = contents.cards[rat]
        box.strength[index] = card.strength
        box.power[index] = POWERS.index(card.power)


def names(contents: Contents) -> Names:
    """The names that positions use; a card keeps its id, whatever a box calls it."""
    return {"seat": CLANS, "card": RATS, "phase": PHASES, "ending": ENDINGS}
