"""RARRR!! on the table: the cities in the middle, monsters with their dials around them, Power in hand."""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from rumpus.core.record import NONE
from rumpus.core.rules import NOBODY, State
from rumpus.core.view import View
from rumpus.games.rarrr import words
from rumpus.games.rarrr.box import GroupOfCities, PowerType
from rumpus.games.rarrr.rules import records, sets
from rumpus.games.rarrr.rules.records import (
    BOOST,
    BOOSTS,
    CITIES,
    CONFIRM,
    DOWN,
    HAND,
    KATAKANA,
    KINDS,
    MONSTERS,
    ORDER,
    PASS,
    PLAYERS,
    TYPES,
    UP,
    VALUES,
)
from rumpus.table.scene import Area, Button, Piece, Scene, Seat, Sound
from rumpus.table.telling import counted, listed

COLOURS = PLAYERS
MARKS = tuple(name[0].upper() for name in PLAYERS)
TYPE_MARKS = ("E", "T", "R", "F")
DIAL = 159
"""How far the two wheels of a dial go."""


def scene(view: View) -> Scene:
    prompt, cites = _prompt(view)
    return Scene(
        game=view.game.title,
        viewer=view.seat,
        prompt=prompt,
        cites=cites,
        seats=[_seat(view, seat) for seat in range(view.game.seats)],
        areas=list(_areas(view)),
        buttons=list(_buttons(view)),
        over=bool(view.desk.phase == records.ENDED),
        announce=_news(view),
        sound=_sound(view.desk),
    )


def _seat(view: View, seat: int) -> Seat:
    return Seat(
        seat=seat,
        name=words.monster_name(view.game, view.desk, seat),
        colour=COLOURS[seat],
        mark=MARKS[seat],
        points=view.points[seat],
        acting=seat in view.acting,
        place=view.places[seat] if view.places else None,
    )


def _areas(view: View) -> Iterator[Area]:
    seats = view.game.seats
    near = 0 if view.seat == NOBODY else view.seat
    for step in range(1, seats):
        yield from _of_seat(view, (near + step) % seats)
    yield _cities(view)
    yield _pack(view)
    yield from _of_seat(view, near)


def _of_seat(view: View, seat: int) -> Iterator[Area]:
    if seat == view.seat:
        yield _hand(view)
    yield _table_of(view, seat)
    yield _chips(view, seat)
    if seat == view.seat and view.game.open_box.face_down:
        yield _to_cover(view)


# Cards ------------------------------------------------------------------------------------------------------------


def _look(view: View, type: int) -> PowerType:
    found: PowerType = view.game.contents.tables["types"][TYPES[type]]
    return found


def _power(view: View, kind: int, name: str, action: int | None = None) -> Piece:
    type = sets.type_of(kind)
    return Piece(
        id=name,
        kind="card",
        label=words.kind_name(view.game, kind),
        title=words.type_name(type),
        value=str(int(view.game.open_box.value[kind])),
        text=f"A {TYPES[type]} Power card. A set is worth the sum of its cards times their number.",
        cites="§4.4",
        icon=_look(view, type).icon,
        colour=_look(view, type).colour,
        mark=TYPE_MARKS[type],
        action=action,
    )


def _face_down(view: View, kind: int, name: str, action: int | None = None) -> Piece:
    """One's own card, that the others do not see."""
    card = _power(view, kind, name, action)
    return replace(card, label=f"{card.label}, face down", cites="§9.2", turned=True)


def _syllable(view: View, number: int, name: str, owner: int = NONE, action: int | None = None) -> Piece:
    part = words.part(view.game, number)
    icons = [part.icons(type) for type in range(len(TYPES))]
    return Piece(
        id=name,
        kind="card",
        label=f"{part.syllable}: {words.icons_in_words(icons)}",
        title=_short(icons),
        value=part.syllable,
        text=f"{part.kana} {part.syllable}: {words.icons_in_words(icons)}.",
        cites="§2.4",
        icon=getattr(part, "icon", ""),
        colour=COLOURS[owner] if owner != NONE else "",
        mark=MARKS[owner] if owner != NONE else "",
        action=action,
    )


def _short(icons: list[int]) -> str:
    """'1E 3T': as much as fits on a card."""
    return " ".join(f"{number}{TYPE_MARKS[type]}" for type, number in enumerate(icons) if number)


def _copies(counts: list[int]) -> Iterator[tuple[int, int]]:
    """Each card of so many of each kind, with its number among its like."""
    return ((kind, copy) for kind in range(KINDS) for copy in range(counts[kind]))


# One's own cards --------------------------------------------------------------------------------------------------


def _hand(view: View) -> Area:
    """Power in hand; before there is any, the syllables that have been drafted."""
    state, seat = view.desk, view.seat
    if state.phase in (records.KATAKANA_DRAFT, records.NAMING):
        drafted = [int(card) for card in state.drafted[seat] if card != NONE]
        pieces = [_own_syllable(view, card) for card in drafted]
        return Area(id="hand", title="your syllables", layout="fan", seat=seat, pieces=pieces)
    left = [sets.left_in_hand(state, seat, kind) for kind in range(KINDS)]
    pieces = [_held(view, kind, copy) for kind, copy in _copies(left)]
    return Area(id="hand", title="your Power", layout="fan", seat=seat, pieces=pieces)


def _to_cover(view: View) -> Area:
    """What may be laid face down, one of each kind."""
    is_laying = view.desk.phase == records.LAYING
    kinds = [action - DOWN for action in sorted(view.allowed) if is_laying and DOWN <= action < BOOST]
    return Area(id="cover", title="face down", seat=view.seat, pieces=[_covered(view, kind) for kind in kinds])


def _covered(view: View, kind: int) -> Piece:
    type = sets.type_of(kind)
    return Piece(
        id=f"cover-{kind}",
        kind="token",
        label=f"{words.kind_name(view.game, kind)}, face down",
        title=f"{TYPE_MARKS[type]}{int(view.game.open_box.value[kind])} down",
        text="Laid face down it counts as a card and adds nothing to the sum.",
        cites="§9.2",
        icon="card-play",
        colour=_look(view, type).colour,
        mark=TYPE_MARKS[type],
        action=DOWN + kind,
    )


def _own_syllable(view: View, card: int) -> Piece:
    action = card if card in view.allowed and view.desk.phase == records.NAMING else None
    piece = _syllable(view, MONSTERS + card, f"katakana-{card}", view.seat, action)
    return replace(piece, chosen=bool(card == view.desk.left_out[view.seat]))


def _held(view: View, kind: int, copy: int) -> Piece:
    action = UP + kind if view.desk.phase == records.LAYING and UP + kind in view.allowed else None
    return _power(view, kind, f"mine-{kind}-{copy}", action=action)


def _pack(view: View) -> Area:
    """The pack that one looks at."""
    state, seat = view.desk, view.seat
    pieces: list[Piece] = []
    if seat != NOBODY and state.phase == records.POWER_DRAFT:
        pieces = [
            _power(view, kind, f"pack-{kind}-{copy}", action=kind if kind in view.allowed else None)
            for kind, copy in _copies([int(number) for number in state.pack[seat]])
        ]
    elif seat != NOBODY and state.phase == records.KATAKANA_DRAFT:
        pieces = [
            _syllable(view, MONSTERS + card, f"katakana-{card}", action=card if card in view.allowed else None)
            for card in range(KATAKANA)
            if state.choices[seat, card]
        ]
    elif seat != NOBODY and state.phase == records.NAMING:
        pieces = [_name(view, action) for action in sorted(view.allowed) if action >= ORDER]
    return Area(id="pack", title="your pack" if pieces else "", layout="row", pieces=pieces)


def _name(view: View, action: int) -> Piece:
    name = words.piece(view.game, view.desk, view.seat, action)
    return Piece(id=f"name-{action}", kind="token", label=f"call it {name}", title=name, action=action)


# On the table -----------------------------------------------------------------------------------------------------


def _table_of(view: View, seat: int) -> Area:
    """A monster, and the sets that it has laid."""
    state = view.desk
    pieces = [*_monster(view, seat), *_sets(view, seat)]
    if state.phase == records.LAYING and state.turn == seat == view.seat:
        pieces += _half_sets(view, seat)
    return Area(id=f"table-{MARKS[seat]}", title=words.monster_name(view.game, state, seat), seat=seat, pieces=pieces)


def _monster(view: View, seat: int) -> list[Piece]:
    """The finished monster, with what it can do; before that, the Monster alone."""
    state, number = view.desk, int(view.desk.monster[seat])
    if number == NONE:
        return []
    piece = _syllable(view, number, f"monster-{MARKS[seat]}", seat)
    if state.name[seat, 0] == NONE:
        return [piece]
    name, icons = words.monster_name(view.game, state, seat), [int(one) for one in state.icons[seat]]
    kana = "".join(words.part(view.game, int(part)).kana for part in state.name[seat])
    told = f"{name}: {words.icons_in_words(icons)}"
    return [replace(piece, label=told, title=_short(icons), value="", text=f"{kana} {told}.")]


def _sets(view: View, seat: int) -> Iterator[Piece]:
    state = view.desk
    may_take = state.phase == records.RETURNING and state.turn == seat == view.seat
    for kind, copy in _copies([int(number) for number in state.up[seat]]):
        action = UP + kind if may_take and copy == 0 else None
        yield _power(view, kind, f"up-{MARKS[seat]}-{kind}-{copy}", action=action)
    if seat == view.seat:
        for kind, copy in _copies([int(number) for number in state.down[seat]]):
            action = DOWN + kind if may_take and copy == 0 else None
            yield _face_down(view, kind, f"down-{MARKS[seat]}-{kind}-{copy}", action)
    else:
        yield from _backs(view, seat)
    for type in range(len(TYPES)):
        if state.boosted[seat, type] != NONE:
            yield _boost(view, int(state.boosted[seat, type]), f"boost-{MARKS[seat]}-{type}", type)


def _backs(view: View, seat: int) -> Iterator[Piece]:
    state = view.desk
    for type in range(len(TYPES)):
        shown = sum(int(state.up[seat, kind]) for kind in range(type * VALUES, (type + 1) * VALUES))
        covered = int(state.sets[seat, type]) - shown
        if covered:
            label = f"{counted(covered, 'card')} face down in the {words.type_name(type)} set"
            yield Piece(id=f"backs-{MARKS[seat]}-{type}", kind="pile", label=label, count=covered)


def _boost(view: View, boost: int, name: str, type: int) -> Piece:
    value = int(view.game.open_box.boost[boost])
    return Piece(
        id=name,
        kind="token",
        label=f"a boost of {value} for the {words.type_name(type)} set",
        title=f"+{value}",
        text="Added to the sum of its set, before it is multiplied.",
        cites="§4.5",
        icon="upgrade",
    )


def _half_sets(view: View, seat: int) -> Iterator[Piece]:
    """What is being laid: only the one who lays it sees it."""
    state = view.desk
    for kind, copy in _copies([int(number) for number in state.half_up]):
        yield replace(_power(view, kind, f"half-{kind}-{copy}"), chosen=True)
    for kind, copy in _copies([int(number) for number in state.half_down]):
        yield replace(_face_down(view, kind, f"half-down-{kind}-{copy}"), chosen=True)
    for type in range(len(TYPES)):
        if state.half_boosted[type] != NONE:
            yield replace(_boost(view, int(state.half_boosted[type]), f"half-boost-{type}", type), chosen=True)


def _chips(view: View, seat: int) -> Area:
    """The dial, cards in hand, boosts left, cities won."""
    state = view.desk
    pieces = [_dial(view, seat)]
    if seat != view.seat:
        pieces.append(_counter(seat, "cards", int(state.cards[seat]), "in hand", "card"))
    boosts = [int(view.game.open_box.boost[one]) for one in range(BOOSTS) if state.boosts[seat, one]]
    pieces.append(
        Piece(
            id=f"boosts-{MARKS[seat]}",
            kind="counter",
            label=f"boosts left: {', '.join(map(str, boosts)) or 'none'}",
            title="boosts",
            value=" ".join(map(str, boosts)) or "0",
            colour=COLOURS[seat],
            mark=MARKS[seat],
        )
    )
    return Area(id=f"chips-{MARKS[seat]}", title=words.called(seat), seat=seat, pieces=pieces)


def _dial(view: View, seat: int) -> Piece:
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


def _counter(seat: int, what: str, number: int, title: str, noun: str) -> Piece:
    return Piece(
        id=f"{what}-{MARKS[seat]}",
        kind="counter",
        label=f"{counted(number, noun)} {title}",
        title=title,
        value=str(number),
        colour=COLOURS[seat],
        mark=MARKS[seat],
    )


# Cities -----------------------------------------------------------------------------------------------------------


def _cities(view: View) -> Area:
    """Those of this round that are still there, the one that is fought for first; and at the end all that were won."""
    state = view.desk
    order = [int(state.contested)] if state.contested != NONE else []
    order += [city for city in range(CITIES) if state.waiting[city]]
    if state.phase == records.ENDED:
        order = [city for city in range(CITIES) if state.owner[city] != NONE]
    elif not order and state.last_city != NONE:
        order = [int(state.last_city)]
    return Area(id="cities", title=_cities_title(state), layout="row", pieces=[_city(view, city) for city in order])


def _cities_title(state: State) -> str:
    if state.phase == records.ENDED:
        return "cities destroyed"
    return "the battle" if state.contested != NONE else f"round {min(int(state.rounds) + 1, records.ROUNDS)}"


def _city(view: View, number: int) -> Piece:
    state, city = view.desk, words.city(view.game, number)
    group: GroupOfCities = view.game.contents.tables["groups"][city.group]
    owner = int(state.owner[number])
    fate = f", won by {words.monster_name(view.game, state, owner)}" if owner != NONE else ""
    return Piece(
        id=f"city-{number}",
        kind="card",
        label=f"{city.name}, {city.points} points, {group.name}, resists {city.resists} power{fate}",
        title=city.name,
        value=str(city.points),
        text=f"{city.text} {group.name}. Resists {city.resists} power.",
        cites="§1.6",
        icon=group.icon,
        colour=COLOURS[owner] if owner != NONE else group.colour,
        mark=MARKS[owner] if owner != NONE else group.name[0],
        chosen=bool(number == state.contested),
        action=number if state.phase == records.SELECTING and number in view.allowed else None,
    )


# Buttons and the prompt -------------------------------------------------------------------------------------------


def _buttons(view: View) -> Iterator[Button]:
    for action in sorted(view.allowed & {PASS, CONFIRM, *range(BOOST, BOOST + BOOSTS)}):
        yield Button(action, _label(view, action), KINDS_OF_BUTTON.get(action, "plain"))


KINDS_OF_BUTTON: dict[int, Literal["plain", "confirm", "pass"]] = {CONFIRM: "confirm", PASS: "pass"}


def _label(view: View, action: int) -> str:
    if action == CONFIRM:
        return "Lay it"
    if action == PASS:
        return "Pass" if view.desk.phase == records.LAYING else "Nothing"
    return f"Boost +{int(view.game.open_box.boost[action - BOOST])}"


def _prompt(view: View) -> tuple[str, str]:
    state = view.desk
    if not view.acting:
        return f"The game is over: {words.reason(view.game, state)}.", "§7.1"
    if view.seat not in view.acting:
        return _waiting(view), "§5.2"
    return _asked(view)


def _waiting(view: View) -> str:
    state = view.desk
    if state.phase in (records.SELECTING, records.LAYING, records.RETURNING):
        who = words.monster_name(view.game, state, min(view.acting))
        what = {records.SELECTING: "chooses a city", records.LAYING: "is at it", records.RETURNING: "takes cards back"}
        return f"{who} {what[int(state.phase)]}."
    return "Cards are dealt." if min(view.acting) < 0 else "The others are still choosing."


def _asked(view: View) -> tuple[str, str]:
    state, seat = view.desk, view.seat
    if state.phase == records.KATAKANA_DRAFT:
        return "Take a syllable; the rest goes to the left.", "§2.2"
    if state.phase == records.NAMING:
        return ("Leave one syllable out.", "§2.3") if state.left_out[seat] == NONE else ("What is it called?", "§2.3")
    if state.phase == records.POWER_DRAFT:
        return f"Draft a card ({int(state.picked[seat]) + 1} of {HAND}); the rest goes to the left.", "§3.2"
    if state.phase == records.SELECTING:
        return "You are the angriest: which city?", "§5.1"
    if state.phase == records.RETURNING:
        return f"Take {counted(int(state.returns), 'card')} back, if you like.", "§5.3"
    return _asked_to_lay(view)


def _asked_to_lay(view: View) -> tuple[str, str]:
    """By how much what is being laid beats the table, or how much is to be beaten."""
    state, seat = view.desk, view.seat
    target = sets.to_beat(state, seat)
    if state.half == NONE:
        return (f"Lay more than {target}, or pass." if target else "Lay a set, or pass."), "§5.2"
    level = sets.half_level(view.game.open_box, state, seat)
    if level > target:
        return f"That makes {level}, {level - target} more than the others.", "§4.7"
    return f"That makes {level}: {target + 1 - level} short.", "§4.7"


def _news(view: View) -> str:
    state = view.desk
    if view.places:
        winners = [words.monster_name(view.game, state, seat) for seat, place in enumerate(view.places) if place == 1]
        return f"{winners[0]} wins the game" if len(winners) == 1 else "A shared win"
    if state.phase in (records.POWER_DEAL, records.POWER_DRAFT) and state.rounds == 0 and not any(state.picked):
        return f"{listed([words.monster_name(view.game, state, seat) for seat in range(state.players)])}: RARRR!!"
    if state.phase == records.SELECTING and state.last_city != NONE:
        name = words.city(view.game, int(state.last_city)).name
        if state.last_winner == NONE:
            return f"{name} is spared"
        return f"{words.monster_name(view.game, state, int(state.last_winner))} destroys {name}"
    return ""


def _sound(state: State) -> Sound:
    if state.phase == records.ENDED:
        return "win"
    if state.phase in (records.POWER_DEAL, records.POWER_DRAFT) and state.rounds == 0 and not any(state.picked):
        return "roar"
    if state.phase == records.SELECTING and state.last_city != NONE:
        return "boom" if state.last_winner != NONE else "turn"
    return "clash" if state.phase == records.LAYING and any(state.level) else "card"
