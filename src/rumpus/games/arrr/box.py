"""What the file of Arrr!!! may say, and how it becomes the record that the rules read."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from rumpus.core.box import ONE_LINE, Contents, Sections
from rumpus.core.position import Names
from rumpus.core.rules import Box
from rumpus.games.arrr.rules.records import (
    ABILITY_OF,
    ANSWERS,
    CAPTAIN_OF,
    COLLECTIONS,
    CREW_PLACES,
    DEEDS,
    EFFECTS,
    EVENT_OF,
    EVENT_PLACES,
    FACES,
    INFLUENCES,
    KINDS,
    LONGEST_ROW,
    LOST_OF,
    MARKS,
    NEEDS,
    OF,
    PHASES,
    PLAYERS,
    REWARD_OF,
    SEA_PLACES,
    STAGES,
    STAKES,
    STATS,
    TARGETS,
    TESTS,
    TRAIT_OF,
    TREASURES,
    WHEN,
    WON_OF,
    WORDS,
)

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=30, pattern=ONE_LINE)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=120, pattern=ONE_LINE)]
Icon = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=ONE_LINE)]
Points = Annotated[int, msgspec.Meta(ge=0, le=20)]
Many = Annotated[int, msgspec.Meta(ge=0, le=9)]
Amount = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Word = Literal[
    "dice", "difficulty", "rethrow", "draw", "gain", "lose", "steal", "damage", "deplete", "prepare", "take",
    "recover", "discard", "shift", "cancel", "bar", "pillage", "cheat", "armour",
]  # fmt: skip
Of = Literal[
    "", "attack", "navigation", "wits", "courage", "crew", "event", "either", "ability", "penalty", "any", "sail",
    "challenge",
]  # fmt: skip
Who = Literal["self", "active", "rival"]
When = Literal["always", "attack", "navigation", "wits", "courage", "sail", "pillage", "challenge"]
Stat = Literal["attack", "navigation", "wits", "courage"]
Colour = Literal[
    "blue", "red", "green", "yellow", "orange", "purple", "teal", "pink", "brown", "black", "white", "grey",
]  # fmt: skip
"""Those that the page can draw."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a card does (§10)."""

    does: Word
    amount: Amount = 1
    of: Of = ""
    who: Who = "self"
    when: When = "always"


Effects = Annotated[list[Effect], msgspec.Meta(max_length=EFFECTS)]


class Crew(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A First Mate, an Item or a Pack (§1.2)."""

    name: Name
    kind: Literal["mate", "item", "pack"]
    icon: Icon
    text: Text
    attack: Many = 0
    navigation: Many = 0
    wits: Many = 0
    courage: Many = 0
    ability: Effects = []

    @property
    def stats(self) -> tuple[int, ...]:
        return tuple(getattr(self, stat) for stat in STATS)


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What comes in between (§9.1)."""

    name: Name
    icon: Icon
    text: Text
    mark: Literal["plain", "flash", "permanent"]
    effects: Effects


class Test(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One test of an exploration, with its marks (§7.1)."""

    stat: Stat
    difficulty: Annotated[int, msgspec.Meta(ge=1, le=9)]
    won: Effects = []
    lost: Effects = []


class Exploration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in the Seven Seas (§1.3)."""

    name: Name
    icon: Icon
    text: Text
    tests: Annotated[list[Test], msgspec.Meta(min_length=1, max_length=TESTS)]
    needs: Literal["nothing", "attack", "navigation", "wits", "courage", "mate", "items", "pack", "cards", "pieces"] = (
        "nothing"
    )
    needs_many: Many = 0
    fame: Points = 0
    pieces: Points = 0
    collection: Literal["", "maps", "idols", "pearls", "relics"] = ""
    reward: Effects = []
    influence: Literal["", "attack", "navigation", "wits", "courage", "pieces"] = ""
    influence_by: Amount = 0


class Captain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who a player is (§1.6)."""

    name: Name
    icon: Icon
    text: Text
    trait: Effects = []
    ability: Effects = []


class Collection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a collection is called and looks."""

    name: Name
    icon: Icon
    colour: Colour


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a stat is called and looks, and on how many sides of a die it is (§1.1)."""

    name: Name
    icon: Icon
    colour: Colour
    sides: Annotated[int, msgspec.Meta(ge=1, le=6)]


class Pirate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat is called."""

    name: Name


SECTIONS: Sections = {
    "crew": Crew,
    "events": Event,
    "explorations": Exploration,
    "captains": Captain,
    "collections": Collection,
    "faces": Face,
    "pirates": Pirate,
}


def fill(box: Box, contents: Contents) -> None:
    tables = contents.tables
    for number, crew in enumerate(tables["crew"].values()):
        box.kind[number] = KINDS.index(crew.kind)
        box.stats[number] = crew.stats
    for number, event in enumerate(tables["events"].values()):
        box.event_mark[number] = MARKS.index(event.mark)
    for number, exploration in enumerate(tables["explorations"].values()):
        fill_exploration(box, number, exploration)
    for number, face in enumerate(tables["faces"].values()):
        box.sides[number] = face.sides
    for number, effects in lists(contents):
        fill_effects(box, number, effects)


def fill_exploration(box: Box, number: int, card: Exploration) -> None:
    box.needs[number], box.needs_many[number] = NEEDS.index(card.needs), card.needs_many
    box.fame[number], box.booty[number] = card.fame, card.pieces
    box.collection[number] = index(COLLECTIONS, card.collection)
    box.influence[number], box.influence_by[number] = index(INFLUENCES, card.influence), card.influence_by
    box.test_stat[number] = -1
    for place, test in enumerate(card.tests):
        box.test_stat[number, place] = STATS.index(test.stat)
        box.test_difficulty[number, place] = test.difficulty


def fill_effects(box: Box, number: int, effects: Sequence[Effect]) -> None:
    for place, effect in enumerate(effects):
        box.does[number, place] = WORDS.index(effect.does)
        box.amount[number, place] = effect.amount
        box.of[number, place] = index(OF, effect.of)
        box.who[number, place] = TARGETS.index(effect.who)
        box.when[number, place] = WHEN.index(effect.when)


def index(among: Sequence[str], name: str) -> int:
    """Its number; NONE where nothing is said."""
    return among.index(name) if name else -1


def lists(contents: Contents) -> Iterator[tuple[int, Sequence[Effect]]]:
    """All that does something, with its number."""
    tables = contents.tables
    for number, crew in enumerate(tables["crew"].values()):
        yield ABILITY_OF + number, crew.ability
    for number, event in enumerate(tables["events"].values()):
        yield EVENT_OF + number, event.effects
    for number, captain in enumerate(tables["captains"].values()):
        yield TRAIT_OF + number, captain.trait
        yield CAPTAIN_OF + number, captain.ability
    for number, exploration in enumerate(tables["explorations"].values()):
        yield REWARD_OF + number, exploration.reward
        for place, test in enumerate(exploration.tests):
            yield WON_OF + number * TESTS + place, test.won
            yield LOST_OF + number * TESTS + place, test.lost


def names(contents: Contents) -> Names:
    """The names that positions use."""
    tables = contents.tables
    return {
        "seat": PLAYERS,
        "crew": tuple(tables["crew"]),
        "event": tuple(tables["events"]),
        "exploration": tuple(tables["explorations"]),
        "captain": tuple(tables["captains"]),
        "stat": STATS,
        "face": FACES,
        "collection": COLLECTIONS,
        "list": tuple(list_names(contents)),
        "place": tuple(str(place + 1) for place in range(LONGEST_ROW)),
        "stake": STAKES,
        "treasure": tuple(tables["explorations"])[:TREASURES],
        "crew place": CREW_PLACES,
        "event place": EVENT_PLACES,
        "sea place": SEA_PLACES,
        "stage": STAGES,
        "deed": DEEDS,
        "answer": ANSWERS,
        "phase": PHASES,
    }


def list_names(contents: Contents) -> Iterator[str]:
    """What does something, in the order of its numbers: 'parrot', 'event shoal', 'lost 1 ghost_ship'."""
    tables = contents.tables
    yield from tables["crew"]
    yield from (f"event {name}" for name in tables["events"])
    yield from (f"trait {name}" for name in tables["captains"])
    yield from (f"captain {name}" for name in tables["captains"])
    yield from (f"reward {name}" for name in tables["explorations"])
    yield from (f"won {place + 1} {name}" for name in tables["explorations"] for place in range(TESTS))
    yield from (f"lost {place + 1} {name}" for name in tables["explorations"] for place in range(TESTS))
