"""Crew, events, explorations and captains, each as it looks wherever it lies."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.view import View
from rumpus.games.arrr import words
from rumpus.games.arrr.box import Captain, Collection, Crew, Event, Exploration, Face
from rumpus.games.arrr.describing import KIND_NAMES, captain_text, crew_text, event_text, exploration_text
from rumpus.games.arrr.rules.holdings import always, total
from rumpus.games.arrr.rules.records import (
    ABILITY_OF,
    CAPTAIN_OF,
    CARD,
    CREW,
    DICE,
    EVENT,
    EVENT_OF,
    FACES,
    PLAYERS,
    SAILING,
    STATS,
    SWABBER,
    TRAIT_OF,
)
from rumpus.games.arrr.rules.seas import booty_of, influence_on
from rumpus.table.scene import Piece, Sign
from rumpus.table.telling import counted, listed

COLOURS = PLAYERS
MARKS = tuple(name[0].upper() for name in PLAYERS)
STAT_MARKS = ("A", "N", "W", "C", "J")
KIND_LOOKS = {"mate": ("brown", "M"), "item": ("teal", "I"), "pack": ("grey", "P")}
EVENT_LOOKS = {"plain": ("purple", "E"), "flash": ("orange", "⚡"), "permanent": ("black", "∞")}
CREW_DECK, CREW_DISCARDS, EVENT_DECK, EVENT_DISCARDS = "crew-deck", "crew-discards", "event-deck", "event-discards"
SEA_DECK = "sea-deck"
COIN = Sign(mark="P", icon="coins", colour="yellow")
"""How Pieces look, wherever they are told."""


@lru_cache(maxsize=64)
def in_order(game: Game, table: str) -> list[Any]:
    """All entries of a table of the box, by their numbers."""
    return list(game.contents.tables[table].values())


def crew_of(view: View, card: int) -> Crew:
    found: Crew = in_order(view.game, "crew")[card]
    return found


def event_of(view: View, event: int) -> Event:
    found: Event = in_order(view.game, "events")[event]
    return found


def sea_of(view: View, card: int) -> Exploration:
    found: Exploration = in_order(view.game, "explorations")[card]
    return found


def captain_of(view: View, captain: int) -> Captain:
    found: Captain = in_order(view.game, "captains")[captain]
    return found


def face_of(view: View, face: int) -> Face:
    found: Face = view.game.contents.tables["faces"][FACES[face]]
    return found


def collection_of(view: View, card: int) -> Collection | None:
    name = sea_of(view, card).collection
    return view.game.contents.tables["collections"][name] if name else None


def touched(view: View, action: int) -> int | None:
    """The action, if it may be chosen now."""
    return action if action in view.allowed else None


# Stats ------------------------------------------------------------------------------------------------------------


def stat_sign(view: View, stat: int, value: int, is_done: bool = False, is_now: bool = False) -> Sign:
    look = face_of(view, stat)
    return Sign(mark=STAT_MARKS[stat], value=str(value), icon=look.icon, colour=look.colour, turned=is_done,
                chosen=is_now)  # fmt: skip


def dice_for(view: View, seat: int) -> list[int]:
    """How many dice somebody throws for each stat, without what is played for one throw (§6.1)."""
    box, state = view.game.open_box, view.desk
    found = []
    for stat in range(len(STATS)):
        found.append(max(0, total(box, state, seat, stat) + always(box, state, seat, DICE, stat)))
    return found


def in_words(numbers: list[int]) -> str:
    """'attack 3, courage 1'."""
    return ", ".join(f"{stat} {number}" for stat, number in zip(STATS, numbers, strict=True) if number) or "no dice"


# Crew and events --------------------------------------------------------------------------------------------------


def crew_card(view: View, card: int, home: str = CREW_DECK) -> Piece:
    printed, state = crew_of(view, card), view.desk
    colour, mark = KIND_LOOKS[printed.kind]
    is_depleted = bool(state.depleted[card])
    depleted = ", depleted" if is_depleted else ""
    told = in_words(list(printed.stats))
    return Piece(
        id=f"crew-{card}",
        kind="card",
        label=f"{words.crew_name(view.game, card)}, {KIND_NAMES[printed.kind]}, {told}{depleted}",
        title=words.crew_name(view.game, card),
        text=f"{crew_text(printed)}{' Depleted.' if is_depleted else ''}",
        cites="§9.6" if printed.ability else "§1.2",
        icon=printed.icon,
        colour=colour,
        mark=mark,
        signs=[stat_sign(view, stat, number) for stat, number in enumerate(printed.stats) if number],
        turned=is_depleted,
        chosen=bool(state.half_crew[card] or state.half_list == ABILITY_OF + card),
        home=home,
        action=touched(view, CARD + card),
    )


def event_card(view: View, event: int, home: str = EVENT_DECK) -> Piece:
    printed, state = event_of(view, event), view.desk
    colour, mark = EVENT_LOOKS[printed.mark]
    kind = "event" if printed.mark == "plain" else printed.mark
    return Piece(
        id=f"event-{event}",
        kind="card",
        label=f"{words.event_name(view.game, event)}, {kind}: {event_text(printed)}",
        title=words.event_name(view.game, event),
        text=event_text(printed),
        cites={"plain": "§9.3", "flash": "§9.2", "permanent": "§9.9"}[printed.mark],
        icon=printed.icon,
        colour=colour,
        mark=mark,
        chosen=bool(state.half_event[event] or state.half_list == EVENT_OF + event),
        home=home,
        action=touched(view, EVENT + event),
    )


# Captains ---------------------------------------------------------------------------------------------------------


def captain_card(view: View, captain: int, action: int | None) -> Piece:
    """One of those that may be chosen (§13.2)."""
    printed = captain_of(view, captain)
    name = words.captain_name(view.game, captain)
    return Piece(id=f"captain-{captain}", kind="card", label=f"{name}: {captain_text(printed)}", title=name,
                 text=captain_text(printed), cites="§13.2", icon=printed.icon, colour="brown", mark="C",
                 action=action)  # fmt: skip


def ship(view: View, seat: int, action: int | None) -> Piece:
    """Who somebody is, the captain or the ship alone, with the dice of the whole crew and the cards in hand."""
    captain, dice = int(view.desk.captain[seat]), dice_for(view, seat)
    who = words.called(view.game, seat)
    told = f"{who} throws: {in_words(dice)}; {_held_in_words(view, seat)}"
    piece = Piece(
        id=f"ship-{MARKS[seat]}",
        kind="card",
        label=told,
        title=who,
        text=f"{told}.",
        cites="§6.1",
        icon="galleon",
        colour=COLOURS[seat],
        mark=MARKS[seat],
        signs=[*(stat_sign(view, stat, number) for stat, number in enumerate(dice)), *_held(view, seat)],
        chosen=is_aimed_at(view, seat),
        action=action,
    )
    return piece if captain < 0 else _commanded(view, piece, seat, captain)


def _held(view: View, seat: int) -> Iterator[Sign]:
    """Others' cards in hand, crew cards and events: their backs differ, so that all can count them (§12.1)."""
    if seat == view.seat:
        return
    crew, events = int(view.desk.crew_cards[seat]), int(view.desk.event_cards[seat])
    value = str(crew) if view.game.open_box.mode == SWABBER else f"{crew}+{events}"
    yield Sign(mark="H", value=value, icon="card-random", colour="purple")


def _held_in_words(view: View, seat: int) -> str:
    crew, events = int(view.desk.crew_cards[seat]), int(view.desk.event_cards[seat])
    return f"{counted(crew, 'crew card')} and {counted(events, 'event')} in hand"


def _commanded(view: View, piece: Piece, seat: int, captain: int) -> Piece:
    name, printed = words.captain_name(view.game, captain), captain_of(view, captain)
    used = " Used in this turn." if view.desk.captain_used[seat] else ""
    return replace(piece, label=f"Captain {name}. {piece.label}", title=name, icon=printed.icon, cites="§1.6",
                   text=f"{captain_text(printed)}{used} {piece.text}")  # fmt: skip


def is_aimed_at(view: View, seat: int) -> bool:
    """Whether a challenge or an event that is being announced is for them."""
    return bool(view.desk.half_target == seat)


# Explorations -----------------------------------------------------------------------------------------------------


def difficulty_of(view: View, card: int, test: int) -> int:
    """Of a test in the row, with the influences of this moment; what is settled or changed by effects counts too."""
    box, state = view.game.open_box, view.desk
    number = int(box.test_difficulty[card, test])
    number += influence_on(box, state, card, int(box.test_stat[card, test]))
    if state.deed == SAILING and state.course == card and state.test == test:
        number += int(state.harder) - int(state.easier)
        if state.difficulty:
            return int(state.difficulty)
    return max(1, number)


def tests_of(view: View, card: int) -> Iterator[tuple[int, int]]:
    """The stat of each test, and how difficult it is now."""
    for test in range(len(sea_of(view, card).tests)):
        yield int(view.game.open_box.test_stat[card, test]), difficulty_of(view, card, test)


def sea_card(view: View, card: int, action: int | None) -> Piece:
    """A card of the row, as it is now."""
    state, printed, collection = view.desk, sea_of(view, card), collection_of(view, card)
    is_course = bool(state.deed == SAILING and state.course == card)
    tests = list(tests_of(view, card))
    name = words.sea_name(view.game, card)
    now = listed([f"{STATS[stat]} {difficulty}" for stat, difficulty in tests])
    changed = any(test.difficulty != now for test, (_, now) in zip(printed.tests, tests, strict=True))
    told = f"{exploration_text(printed)}{f' Now: {now}.' if changed else ''}"
    return Piece(
        id=f"sea-{card}",
        kind="card",
        label=f"{name}: {told}",
        title=name,
        text=told,
        cites="§7.1",
        icon=printed.icon,
        colour=collection.colour if collection else "blue",
        mark=collection.name[0] if collection else "★",
        signs=[
            stat_sign(view, stat, difficulty, is_course and place < state.test, is_course and place == state.test)
            for place, (stat, difficulty) in enumerate(tests)
        ],
        brings=list(_brought(view, card)),
        chosen=is_course,
        home=SEA_DECK,
        action=action,
    )


def _brought(view: View, card: int) -> Iterator[Sign]:
    """Fame, Pieces with the influences of this moment, what collection it belongs to, and cards."""
    printed, collection = sea_of(view, card), collection_of(view, card)
    if printed.fame:
        yield Sign(mark="F", value=str(printed.fame), icon="laurels", colour="green")
    booty = booty_of(view.game.open_box, view.desk, card)
    if booty:
        yield replace(COIN, value=str(booty))
    if collection:
        yield Sign(mark=collection.name[0], icon=collection.icon, colour=collection.colour)
    for effect in printed.reward:
        yield Sign(mark="D", value=str(effect.amount), icon="card-draw", colour="purple")


def conquered(view: View, card: int) -> Piece:
    """In a treasure chest: collection cards by their collection, others by their fame (§7.2)."""
    printed, collection = sea_of(view, card), collection_of(view, card)
    name = words.sea_name(view.game, card)
    what = f"one of the {collection.name}" if collection else f"{printed.fame} fame"
    return Piece(
        id=f"sea-{card}",
        kind="token",
        label=f"{name}, {what}",
        text=f"{name}: {what}.",
        cites="§11.1",
        icon=collection.icon if collection else printed.icon,
        colour=collection.colour if collection else "green",
        mark=collection.name[0] if collection else str(printed.fame),
        chosen=card in (view.desk.prize[0], view.desk.prize[1]),
    )


# What lies on the pile --------------------------------------------------------------------------------------------


def icon_of(view: View, source: int) -> str:
    """The picture of what does something."""
    if source < EVENT_OF:
        return crew_of(view, source - ABILITY_OF).icon
    if source < TRAIT_OF:
        return event_of(view, source - EVENT_OF).icon
    if source < CAPTAIN_OF + len(in_order(view.game, "captains")):
        return captain_of(view, source - CAPTAIN_OF).icon
    return sea_of(view, int(view.desk.course)).icon if view.desk.course != NONE else ""


def equipped_by(view: View, place: int) -> list[int]:
    """Crew cards at a place, First Mates first."""
    found = [card for card in range(CREW) if view.desk.crew_at[card] == place]
    return sorted(found, key=lambda card: int(view.game.open_box.kind[card]))
