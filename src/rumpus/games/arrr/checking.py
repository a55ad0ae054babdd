"""Whether cards can be played with all together: what each word of an effect takes, and where it may stand (§10)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rumpus.core.box import Contents
from rumpus.core.errors import WrongBox
from rumpus.games.arrr.box import Effect, Exploration
from rumpus.games.arrr.rules.records import COLLECTIONS, DEEDS, EFFECTS, MOST_EQUIPPED, SET, STATS

Fault = str
"""A sentence, without the name of the file."""
DIE = 6
"""Sides."""


# What words take --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Takes:
    """What an effect may say: an amount that is never 0 unless that is the least, of what, and whose."""

    least: int
    most: int
    of: Sequence[str] = ("",)
    who: Sequence[str] = ("self", "active", "rival")

    @property
    def amounts(self) -> list[int]:
        return [number for number in range(self.least, self.most + 1) if number or not self.least]


SELF, ACTIVE, NOT_SELF = ("self",), ("active",), ("active", "rival")
MOMENTARY: Mapping[str, Takes] = {
    "dice": Takes(-3, 3),
    "difficulty": Takes(-3, 3, who=SELF),
    "rethrow": Takes(1, 4),
    "draw": Takes(1, 3, ("crew", "event", "either"), SELF),
    "gain": Takes(1, 4, who=SELF),
    "lose": Takes(1, 4, who=NOT_SELF),
    "steal": Takes(1, 4, who=NOT_SELF),
    "damage": Takes(1, 3, who=NOT_SELF),
    "deplete": Takes(1, 1, who=NOT_SELF),
    "prepare": Takes(1, 1, who=SELF),
    "take": Takes(1, 1, who=NOT_SELF),
    "recover": Takes(1, 1, who=SELF),
    "discard": Takes(1, 4, who=NOT_SELF),
    "shift": Takes(1, 1, who=SELF),
    "cancel": Takes(1, 1, ("event", "ability", "penalty", "any"), SELF),
}
"""What abilities do."""
OF_EVENTS = {**MOMENTARY, "difficulty": Takes(-3, 3, who=ACTIVE)}
OF_FLASHES = {
    "bar": Takes(0, 4, ("sail", "challenge"), ACTIVE),
    **{word: MOMENTARY[word] for word in ("lose", "steal", "damage", "discard", "deplete", "take", "gain", "draw")},
}
CONTINUOUS = {"dice": Takes(-3, 3, STATS), **dict.fromkeys(("pillage", "cheat", "armour"), Takes(-2, 2))}
OF_WINS = {word: MOMENTARY[word] for word in ("draw", "gain")}
OF_LOSSES = {"damage": Takes(1, 3), "lose": Takes(1, 4), "discard": Takes(1, 4)}
ALONE = (("deplete", "prepare", "take", "recover", "shift"), ("cancel",))
"""Of each of these at most one stands in a list: one thing is chosen, and one thing is uppermost on the pile."""


@dataclass(frozen=True)
class Place:
    """Where effects stand: which words, about whom; whether they hold at times only, and whether all for the same."""

    words: Mapping[str, Takes]
    who: Sequence[str]
    fewest: int = 0
    has_times: bool = True
    is_for_one: bool = False


ABILITY = Place(MOMENTARY, ("self", "rival"))
MARKS = {
    "plain": Place(OF_EVENTS, ("self", "active"), fewest=1),
    "flash": Place(OF_FLASHES, ("self", "active"), fewest=1),
    "permanent": Place(CONTINUOUS, ("self", "active"), fewest=1, is_for_one=True),
}
TRAIT = Place(CONTINUOUS, SELF, has_times=False)
WIN = Place(OF_WINS, SELF, has_times=False)
LOSS = Place(OF_LOSSES, SELF, has_times=False)


def _places(contents: Contents) -> Iterator[tuple[str, Place, Sequence[Effect]]]:
    """Every list of effects, how it is called in sentences, and what may stand there."""
    tables = contents.tables
    for name, crew in tables["crew"].items():
        yield f"crew '{name}', field 'ability'", ABILITY, crew.ability
    for name, event in tables["events"].items():
        yield f"events '{name}', field 'effects'", MARKS[event.mark], event.effects
    for name, captain in tables["captains"].items():
        yield f"captains '{name}', field 'trait'", TRAIT, captain.trait
        yield f"captains '{name}', field 'ability'", ABILITY, captain.ability
    for name, exploration in tables["explorations"].items():
        where = f"explorations '{name}'"
        yield f"{where}, field 'reward'", WIN, exploration.reward
        for number, test in enumerate(exploration.tests, 1):
            yield f"{where}, field 'tests', number {number}, field 'won'", WIN, test.won
            yield f"{where}, field 'tests', number {number}, field 'lost'", LOSS, test.lost


def effects(contents: Contents) -> Iterator[Fault]:
    for where, place, found in _places(contents):
        if len(found) < place.fewest:
            yield f"{where}: found {len(found)} effects, allowed are {place.fewest} to {EFFECTS}."
        for number, effect in enumerate(found, 1):
            yield from _effect(f"{where}, number {number}", place, effect)
        yield from _together(where, place, found)


def _effect(where: str, place: Place, effect: Effect) -> Iterator[Fault]:
    takes = place.words.get(effect.does)
    if takes is None:
        yield _wrong(where, "does", effect.does, place.words)
        return
    whom = [who for who in takes.who if who in place.who]
    allowed: Mapping[str, Sequence[object]] = {"amount": takes.amounts, "of": takes.of, "who": whom}
    for field, values in allowed.items():
        if getattr(effect, field) not in values:
            yield f"{_wrong(where, field, getattr(effect, field), values)[:-1]} for '{effect.does}'."
    if not place.has_times and effect.when != "always":
        yield _wrong(where, "when", effect.when, ("always",))


def _wrong(where: str, field: str, found: object, allowed: Sequence[object] | Mapping[str, object]) -> Fault:
    return f"{where}, field '{field}': found {found!r}, allowed is {_one_of(list(allowed))}."


def _one_of(values: Sequence[object]) -> str:
    return repr(values[0]) if len(values) == 1 else f"one of {', '.join(map(repr, values))}"


def _together(where: str, place: Place, found: Sequence[Effect]) -> Iterator[Fault]:
    for words in ALONE:
        used = [effect.does for effect in found if effect.does in words]
        if len(used) > 1:
            allowed = ", ".join(map(repr, words))
            yield f"{where}: found {' and '.join(map(repr, used))}, allowed is at most one of {allowed}."
    whom = {effect.who for effect in found}
    if place.is_for_one and len(whom) > 1:
        yield f"{where}: found effects for {' and '.join(map(repr, sorted(whom)))}, allowed is the same 'who' for all."
    if place.has_times and found and not set.intersection(*(_moments(place, effect) for effect in found)):
        yield f"{where}: found effects that can never be announced, allowed are such that fit a moment together (§9.3)."


# When something can be announced (§9.2, §9.3) ---------------------------------------------------------------------

Moment = tuple[str, str, str]
"""A window, what was declared, and the stat that is thrown."""
WINDOWS = {
    "flash": DEEDS,
    "pillage": ("pillage",),
    "answer": ("challenge",),
    "before": ("sail", "challenge"),
    "after": ("sail", "challenge"),
    "penalty": ("sail",),
}
EVER = [(window, deed, stat) for window, deeds in WINDOWS.items() for deed in deeds for stat in STATS]


def _moments(place: Place, effect: Effect) -> set[Moment]:
    return {moment for moment in EVER if _fits_word(place, effect, *moment) and _fits_when(effect, *moment)}


def _fits_word(place: Place, effect: Effect, window: str, deed: str, stat: str) -> bool:
    if place is MARKS["flash"]:
        return window == "flash"
    if effect.who == "rival" and (deed != "challenge" or window == "flash"):
        return False
    if place is MARKS["permanent"]:
        return window != "flash"
    if effect.does == "dice":
        return window == "before" or (window == "after" and effect.amount > 0)
    if effect.does == "difficulty":
        return window in ("before", "after") and deed == "sail"
    if effect.does == "cancel" and effect.of == "penalty":
        return window == "penalty"
    return window == "after" if effect.does == "rethrow" else True


def _fits_when(effect: Effect, window: str, deed: str, stat: str) -> bool:
    if effect.when in STATS:
        return window in ("before", "after") and effect.when == stat
    return effect.when in ("always", deed)


# Decks ------------------------------------------------------------------------------------------------------------


KINDS = {"mate": "a First Mate", "item": "an Item", "pack": "a Pack"}


def abilities(contents: Contents) -> Iterator[Fault]:
    """§1.2, §1.6"""
    for name, crew in contents.tables["crew"].items():
        fewest, most = (0, 0) if crew.kind == "pack" else (1, EFFECTS)
        if not fewest <= len(crew.ability) <= most:
            allowed = "none" if most == 0 else f"{fewest} to {most}"
            found = f"found {len(crew.ability)} effects, allowed are {allowed} for {KINDS[crew.kind]}"
            yield f"crew '{name}', field 'ability': {found}."
    for name, captain in contents.tables["captains"].items():
        if not (captain.trait or captain.ability):
            yield f"captains '{name}', field 'trait': found no effect there or in 'ability', allowed is one at least."


def collections(contents: Contents) -> Iterator[Fault]:
    """The first cards belong to the collections, in their order, and only the others bring fame (§1.3)."""
    for number, (name, card) in enumerate(contents.tables["explorations"].items()):
        wanted = COLLECTIONS[number // SET] if number < SET * len(COLLECTIONS) else ""
        if card.collection != wanted:
            yield _wrong(f"explorations '{name}'", "collection", card.collection, (wanted,))
        if wanted and card.fame:
            yield f"explorations '{name}', field 'fame': found {card.fame}, allowed is 0 for a card of a collection."


NEEDED_MANY = {
    "nothing": (0, 0),
    "mate": (1, 1),
    "pack": (1, 1),
    "items": (1, MOST_EQUIPPED),
    "cards": (1, MOST_EQUIPPED),
}
"""How many of what a condition asks for somebody can have; of all else one to nine."""


def conditions(contents: Contents) -> Iterator[Fault]:
    for name, card in contents.tables["explorations"].items():
        fewest, most = NEEDED_MANY.get(card.needs, (1, 9))
        if not fewest <= card.needs_many <= most:
            allowed = list(range(fewest, most + 1))
            sentence = _wrong(f"explorations '{name}'", "needs_many", card.needs_many, allowed)
            yield f"{sentence[:-1]} where 'needs' is '{card.needs}'."


def influences(contents: Contents) -> Iterator[Fault]:
    for name, card in contents.tables["explorations"].items():
        yield from _influence(f"explorations '{name}'", card)


def _influence(where: str, card: Exploration) -> Iterator[Fault]:
    if card.influence and not card.influence_by:
        yield f"{where}, field 'influence_by': found 0, allowed is any other where 'influence' is '{card.influence}'."
    if card.influence_by and not card.influence:
        yield f"{where}, field 'influence_by': found {card.influence_by}, allowed is 0 where there is no 'influence'."


def names(contents: Contents) -> Iterator[Fault]:
    for deck, cards in contents.tables.items():
        seen: dict[str, str] = {}
        for entry, card in cards.items():
            other = seen.setdefault(_plain(card.name), entry)
            if other != entry:
                yield f"{deck} '{entry}', field 'name': '{other}' is called '{card.name}' too, and names must differ."


def _plain(name: str) -> str:
    """Names that differ in nothing else are read as the same."""
    return " ".join(name.casefold().split())


def faces(contents: Contents) -> Iterator[Fault]:
    """§1.1"""
    sides = {entry: face.sides for entry, face in contents.tables["faces"].items()}
    if sum(sides.values()) != DIE:
        found = ", ".join(f"{number} of '{entry}'" for entry, number in sides.items())
        yield f"faces, field 'sides': found {found}, allowed are {DIE} together, and these are {sum(sides.values())}."


CHECKS = (abilities, effects, collections, conditions, influences, names, faces)


def check(contents: Contents) -> None:
    """Refuse cards with which nobody could play, for the first reason there is."""
    for each in CHECKS:
        for fault in each(contents):
            raise WrongBox(f"{contents.source}: {fault}")
