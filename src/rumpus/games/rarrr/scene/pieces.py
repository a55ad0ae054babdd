"""Cards, tokens and dials of RARRR!!, each as it looks wherever it lies."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rumpus.core.record import NONE
from rumpus.core.rules import Mask
from rumpus.core.view import View
from rumpus.games.rarrr import words
from rumpus.games.rarrr.box import GroupOfCities, PowerType
from rumpus.games.rarrr.rules import records, sets
from rumpus.games.rarrr.rules.records import (
    KINDS,
    PLAYERS,
    TYPES,
)
from rumpus.table.scene import Piece

COLOURS = PLAYERS
MARKS = tuple(name[0].upper() for name in PLAYERS)
TYPE_MARKS = ("E", "T", "R", "F")
ALL_KINDS = range(KINDS)
DIAL = 159
"""How far the two wheels of a dial go."""


def look_of(view: View, type: int) -> PowerType:
    found: PowerType = view.game.contents.tables["types"][TYPES[type]]
    return found


def power_card(view: View, kind: int, name: str, action: int | None = None) -> Piece:
    type = sets.type_of(kind)
    return Piece(
        id=name,
        kind="card",
        label=words.kind_name(view.game, kind),
        title=words.type_name(type),
        value=str(int(view.game.open_box.value[kind])),
        text=f"{words.type_name(type)} Power. A set is worth the sum of its cards times their number.",
        cites="§4.4",
        icon=look_of(view, type).icon,
        colour=look_of(view, type).colour,
        mark=TYPE_MARKS[type],
        action=action,
    )


def face_down(view: View, kind: int, name: str, action: int | None = None) -> Piece:
    """One's own card, that the others do not see."""
    card = power_card(view, kind, name, action)
    told = "Face down it counts as a card of its set and adds nothing to the sum."
    return replace(card, label=f"{card.label}, face down", text=told, cites="§9.2", turned=True)


def syllable_card(view: View, number: int, name: str, owner: int = NONE, action: int | None = None) -> Piece:
    part = words.part(view.game, number)
    icons = [part.icons(type) for type in range(len(TYPES))]
    return Piece(
        id=name,
        kind="card",
        label=f"{part.syllable}: {words.icons_in_words(icons)}",
        title=icons_in_short(icons),
        value=part.syllable,
        text=f"{part.kana} {part.syllable}: {words.icons_in_words(icons)}.",
        cites="§2.4",
        icon=getattr(part, "icon", ""),
        glyph=part.kana,
        colour=COLOURS[owner] if owner != NONE else "",
        mark=MARKS[owner] if owner != NONE else "",
        action=action,
    )


def icons_in_short(icons: list[int]) -> str:
    """'1E 3T': as much as fits on a card."""
    return " ".join(f"{number}{TYPE_MARKS[type]}" for type, number in enumerate(icons) if number)


def each_card(counts: Sequence[int] | Mask, kinds: range = ALL_KINDS) -> Iterator[tuple[int, int]]:
    """Each card of so many of each kind, with its number among its like."""
    return ((kind, copy) for kind in kinds for copy in range(int(counts[kind])))


def in_short(view: View, kind: int) -> str:
    """'E3'."""
    return f"{TYPE_MARKS[sets.type_of(kind)]}{int(view.game.open_box.value[kind])}"


def boost_of(view: View, boost: int) -> int:
    return sets.boost_value(view.game.open_box, boost)


def boost_token(view: View, boost: int, name: str, type: int) -> Piece:
    value = boost_of(view, boost)
    return Piece(
        id=name,
        kind="token",
        label=f"a boost of {value} for the {words.type_name(type)} set",
        title=f"+{value}",
        text="Added to the sum of its set, before it is multiplied.",
        cites="§4.5",
        icon="upgrade",
    )


def dial(view: View, seat: int) -> Piece:
    state = view.desk
    level = int(state.level[seat])
    if state.phase == records.LAYING and state.turn == seat == view.seat:
        level = sets.half_level(view.game.open_box, state, seat)
    out = ", has passed" if state.passed[seat] else ""
    return Piece(
        id=f"dial-{MARKS[seat]}",
        kind="dial",
        label=f"power level {level}{out}",
        title="power",
        value=str(level),
        most=DIAL,
        colour=COLOURS[seat],
        mark=MARKS[seat],
        turned=bool(state.passed[seat]),
    )


def city_card(view: View, number: int) -> Piece:
    state, city = view.desk, words.city(view.game, number)
    group = group_of(view, number)
    owner = int(state.owner[number])
    fate = f", won by {words.monster_name(view.game, state, owner)}" if owner != NONE else ""
    return Piece(
        id=f"city-{number}",
        kind="card",
        label=f"{city.name}, {city.points} points, {group.name}, resists {city.resists} power{fate}",
        title=f"{city.name} ({_city_mark(view, number, group)})" if view.game.open_box.resistance else city.name,
        value=str(city.points),
        text=f"{city.text} {group.name}. Resists {city.resists} power.",
        cites="§9.3" if view.game.open_box.resistance else "§1.6",
        icon=group.icon,
        colour=COLOURS[owner] if owner != NONE else group.colour,
        mark=MARKS[owner] if owner != NONE else _city_mark(view, number, group),
        chosen=bool(number == state.contested),
        action=number if state.phase == records.SELECTING and number in view.allowed else None,
    )


def group_of(view: View, city: int) -> GroupOfCities:
    found: GroupOfCities = view.game.contents.tables["groups"][words.city(view.game, city).group]
    return found


def _city_mark(view: View, number: int, group: GroupOfCities) -> str:
    """What it resists, where that counts; the group has its picture and its colour."""
    box = view.game.open_box
    return TYPE_MARKS[box.city_resists[number]] if box.resistance else group.name[0]
