"""RARRR!! on the table: the cities in the middle, monsters with their dials around them, Power in hand."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from rumpus.core.record import NONE
from rumpus.core.rules import NOBODY, Mask, State
from rumpus.core.view import View
from rumpus.games.rarrr import words
from rumpus.games.rarrr.box import GroupOfCities, PowerType
from rumpus.games.rarrr.rules import records, sets
from rumpus.games.rarrr.rules.records import (
    BOOST,
    BOOSTS,
    CITIES,
    CITIES_DEAL,
    CONFIRM,
    DOWN,
    HAND,
    KATAKANA,
    KINDS,
    MONSTERS,
    ORDER,
    PASS,
    PLAYERS,
    POWER_DEAL,
    TYPES,
    UP,
    VALUES,
)
from rumpus.table.scene import Area, Button, Piece, Scene, Seat, Sound
from rumpus.table.telling import counted, listed, sentence

COLOURS = PLAYERS
MARKS = tuple(name[0].upper() for name in PLAYERS)
TYPE_MARKS = ("E", "T", "R", "F")
ALL_KINDS = range(KINDS)
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
    yield from _middle(view)
    yield from _of_seat(view, near)
    if view.seat != NOBODY:
        yield from _memory(view)
    yield from _shown(view)


def _middle(view: View) -> Iterator[Area]:
    """What is fought for, or chosen from; and one's own sets, which need more room than there is beside the hand."""
    state = view.desk
    is_drafting = state.phase < CITIES_DEAL
    if not is_drafting or any(state.waiting):
        yield _cities(view)
    if view.seat == NOBODY:
        return
    if is_drafting:
        yield _taken(view)
    yield _table_of(view, view.seat)
    if view.game.open_box.face_down and not is_drafting:
        yield _to_cover(view)


def _of_seat(view: View, seat: int) -> Iterator[Area]:
    yield _hand(view) if seat == view.seat else _table_of(view, seat)
    yield _chips(view, seat)


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
        text=f"{words.type_name(type)} Power. A set is worth the sum of its cards times their number.",
        cites="§4.4",
        icon=_look(view, type).icon,
        colour=_look(view, type).colour,
        mark=TYPE_MARKS[type],
        action=action,
    )


def _face_down(view: View, kind: int, name: str, action: int | None = None) -> Piece:
    """One's own card, that the others do not see."""
    card = _power(view, kind, name, action)
    told = "Face down it counts as a card of its set and adds nothing to the sum."
    return replace(card, label=f"{card.label}, face down", text=told, cites="§9.2", turned=True)


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
        glyph=part.kana,
        colour=COLOURS[owner] if owner != NONE else "",
        mark=MARKS[owner] if owner != NONE else "",
        action=action,
    )


def _short(icons: list[int]) -> str:
    """'1E 3T': as much as fits on a card."""
    return " ".join(f"{number}{TYPE_MARKS[type]}" for type, number in enumerate(icons) if number)


def _copies(counts: Sequence[int] | Mask, kinds: range = ALL_KINDS) -> Iterator[tuple[int, int]]:
    """Each card of so many of each kind, with its number among its like."""
    return ((kind, copy) for kind in kinds for copy in range(int(counts[kind])))


# One's own cards --------------------------------------------------------------------------------------------------


def _hand(view: View) -> Area:
    """Power in hand; while a pack is looked at, that, and what has been taken lies before it."""
    state, seat = view.desk, view.seat
    if _looks_at_a_pack(view):
        return Area(id="pack", title="your pack", layout="fan", seat=seat, pieces=_pack(view))
    if state.phase == records.NAMING:
        return Area(id="hand", title="your syllables", layout="fan", seat=seat, pieces=_own_syllables(view))
    left = [sets.left_in_hand(state, seat, kind) for kind in range(KINDS)]
    pieces = [_held(view, kind, copy) for kind, copy in _copies(left)]
    return Area(id="hand", title="your Power", layout="fan", seat=seat, pieces=pieces)


def _looks_at_a_pack(view: View) -> bool:
    return bool(view.desk.phase in (records.KATAKANA_DRAFT, records.POWER_DRAFT))


def _pack(view: View) -> list[Piece]:
    state, seat = view.desk, view.seat
    if state.phase == records.POWER_DRAFT:
        return [
            _power(view, kind, f"pack-{kind}-{copy}", action=kind if kind in view.allowed else None)
            for kind, copy in _copies(state.pack[seat])
        ]
    return [
        _syllable(view, MONSTERS + card, f"katakana-{card}", action=card if card in view.allowed else None)
        for card in range(KATAKANA)
        if state.choices[seat, card]
    ]


def _taken(view: View) -> Area:
    """What has been drafted so far; and when there is a name to choose, the names."""
    state, seat = view.desk, view.seat
    if state.phase == records.NAMING:
        names = [_name(view, action) for action in sorted(view.allowed) if action >= ORDER]
        return Area(id="names", title="", pieces=names)
    if state.phase == records.POWER_DRAFT:
        pieces = [_held(view, kind, copy) for kind, copy in _copies(state.hand[seat])]
        return Area(id="hand", title="drafted so far", pieces=pieces)
    return Area(id="hand", title="drafted so far", pieces=_own_syllables(view))


def _own_syllables(view: View) -> list[Piece]:
    return [_own_syllable(view, int(card)) for card in view.desk.drafted[view.seat] if card != NONE]


def _memory(view: View) -> Iterator[Area]:
    """The packs of this round that one has looked at (§3.3), for those who would have to write them down."""
    state, seat = view.desk, view.seat
    pieces = [_seen(view, number) for number in range(HAND) if state.picks[seat, number] != NONE]
    if pieces:
        yield Area(id="memory", title="packs you saw", pieces=pieces, folded=True)


def _shown(view: View) -> Iterator[Area]:
    """What everybody has shown of their hands in this round (§5.6, §8.2)."""
    told = [_shown_by(view, seat) for seat in range(view.game.seats)]
    pieces = [one for one in told if one.value]
    if pieces:
        yield Area(id="shown", title="cards shown", pieces=pieces, folded=True)


def _shown_by(view: View, seat: int) -> Piece:
    state, parts, spoken = view.desk, [], []
    for cards, sign, what in ((state.gone, "", "discarded"), (state.known, "in hand ", "surely in hand"),
                              (state.perhaps, "perhaps in hand ", "perhaps in hand")):  # fmt: skip
        kinds = [kind for kind, _ in _copies(cards[seat])]
        if kinds:
            parts.append(sign + " ".join(_in_short(view, kind) for kind in kinds))
            spoken.append(f"{what}: {listed([words.kind_name(view.game, kind) for kind in kinds])}")
    name = words.monster_name(view.game, state, seat)
    return Piece(id=f"shown-{MARKS[seat]}", kind="counter", label=f"{name}, {'; '.join(spoken)}", title=name,
                 value="; ".join(parts))  # fmt: skip


def _in_short(view: View, kind: int) -> str:
    """'E3'."""
    return f"{TYPE_MARKS[sets.type_of(kind)]}{int(view.game.open_box.value[kind])}"


def _seen(view: View, number: int) -> Piece:
    state, seat = view.desk, view.seat
    taken = words.kind_name(view.game, int(state.picks[seat, number]))
    cards = [kind for kind, _ in _copies(state.seen[seat, number])]
    short = " ".join(_in_short(view, kind) for kind in cards)
    label = f"pack {number + 1}: {listed([words.kind_name(view.game, kind) for kind in cards])}; you took {taken}"
    return Piece(id=f"seen-{number}", kind="counter", label=label, title=f"{number + 1}: {taken} of", value=short)


def _to_cover(view: View) -> Area:
    """What may be laid face down, one of each kind."""
    is_laying = view.desk.phase == records.LAYING
    kinds = [action - DOWN for action in sorted(view.allowed) if is_laying and DOWN <= action < BOOST]
    pieces = [_face_down(view, kind, f"cover-{kind}", DOWN + kind) for kind in kinds]
    return Area(id="cover", title="or face down", pieces=pieces)


def _own_syllable(view: View, card: int) -> Piece:
    action = card if card in view.allowed and view.desk.phase == records.NAMING else None
    piece = _syllable(view, MONSTERS + card, f"katakana-{card}", view.seat, action)
    return replace(piece, chosen=bool(card == view.desk.left_out[view.seat]))


def _held(view: View, kind: int, copy: int) -> Piece:
    action = UP + kind if view.desk.phase == records.LAYING and UP + kind in view.allowed else None
    return _power(view, kind, f"mine-{kind}-{copy}", action=action)


def _name(view: View, action: int) -> Piece:
    name = words.piece(view.game, view.desk, view.seat, action)
    return Piece(id=f"name-{action}", kind="token", label=f"call it {name}", title=name, action=action)


# On the table -----------------------------------------------------------------------------------------------------


def _table_of(view: View, seat: int) -> Area:
    """A monster, the sets that it has laid, one's own card by card, and its dial, over which nothing may lie."""
    state, is_own = view.desk, seat == view.seat
    pieces = _monster(view, seat)
    for type in range(len(TYPES)):
        pieces += _own_set(view, type) if is_own else _set(view, seat, type)
    if state.name[seat, 0] != NONE:
        pieces.append(_dial(view, seat))
    name = words.monster_name(view.game, state, seat)
    return Area(id=f"table-{MARKS[seat]}", title=name, seat=None if is_own else seat, pieces=pieces)


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


def _set(view: View, seat: int, type: int) -> list[Piece]:
    """Somebody's set in short, with what it is worth."""
    state, size = view.desk, int(view.desk.sets[seat, type])
    if not size:
        return []
    values, boost = words.face_up(view.game, state.up[seat], type), int(state.boosted[seat, type])
    given = _boost_of(view, boost)
    worth = sets.power(sum(values), given, size)
    told = words.in_words(view.game, type, state.up[seat], size, boost)
    printed = [*map(str, values), *["▮"] * (size - len(values)), *([f"+{given}"] if given else [])]
    return [
        Piece(
            id=f"set-{MARKS[seat]}-{type}",
            kind="card",
            label=f"{told}, worth {worth}",
            title=" ".join(printed),
            value=str(worth),
            text=f"{told}: {sum(values) + given} × {size} = {worth}.",
            cites="§4.5" if given else "§4.4",
            icon=_look(view, type).icon,
            colour=_look(view, type).colour,
            mark=TYPE_MARKS[type],
        )
    ]


def _boost_of(view: View, boost: int) -> int:
    return sets.boost_value(view.game.open_box, boost)


def _own_set(view: View, type: int) -> Iterator[Piece]:
    """Card by card, since any of them may be taken back; then what is being laid, which only its owner sees."""
    state, seat = view.desk, view.seat
    may_take = state.phase == records.RETURNING and state.turn == seat
    of_type = range(type * VALUES, (type + 1) * VALUES)
    for kind, copy in _copies(state.up[seat], of_type):
        yield _power(view, kind, f"up-{kind}-{copy}", action=UP + kind if may_take else None)
    if state.phase == records.LAYING and state.turn == seat:
        for kind, copy in _copies(state.half_up, of_type):
            yield replace(_power(view, kind, f"half-{kind}-{copy}"), chosen=True)
    yield from _own_covered(view, type, may_take)
    for boost, name in ((state.boosted[seat, type], "boost"), (state.half_boosted[type], "half-boost")):
        if boost != NONE:
            yield replace(_boost(view, int(boost), f"{name}-{type}", type), chosen=name == "half-boost")


def _own_covered(view: View, type: int, may_take: bool) -> Iterator[Piece]:
    """Face down, of any type: all of them lie with the last set in which something is covered."""
    state, seat = view.desk, view.seat
    covered = [
        one for one in range(len(TYPES)) if state.sets[seat, one] > len(words.face_up(view.game, state.up[seat], one))
    ]
    if covered and type == covered[-1]:
        for kind, copy in _copies(state.down[seat], range(KINDS)):
            yield _face_down(view, kind, f"down-{kind}-{copy}", DOWN + kind if may_take else None)
    if state.phase == records.LAYING and state.turn == seat and type == state.half:
        for kind, copy in _copies(state.half_down, range(KINDS)):
            yield replace(_face_down(view, kind, f"half-down-{kind}-{copy}"), chosen=True)


def _boost(view: View, boost: int, name: str, type: int) -> Piece:
    value = _boost_of(view, boost)
    return Piece(
        id=name,
        kind="token",
        label=f"a boost of {value} for the {words.type_name(type)} set",
        title=f"+{value}",
        text="Added to the sum of its set, before it is multiplied.",
        cites="§4.5",
        icon="upgrade",
    )


def _chips(view: View, seat: int) -> Area:
    """Who is the angriest; cards in hand, boosts left, cities won."""
    state, pieces = view.desk, []
    if state.angriest == seat:
        pieces.append(_angriest())
    if seat != view.seat:
        pieces.append(_counter(seat, "cards", int(state.cards[seat]), "in hand", "card"))
    pieces += [_boosts_left(view, seat), _won(view, seat)]
    return Area(id=f"chips-{MARKS[seat]}", title=words.called(seat), seat=seat, pieces=pieces)


def _angriest() -> Piece:
    text = "The Angriest Monster chooses the city, and has the first turn."
    return Piece(id="angriest", kind="token", label="the Angriest Monster", title="angriest", text=text, cites="§5.1",
                 icon="angry-eyes")  # fmt: skip


def _boosts_left(view: View, seat: int) -> Piece:
    """Without those in a set that its owner is laying."""
    state = view.desk
    is_laying = state.phase == records.LAYING and state.turn == seat
    left = [one for one in range(BOOSTS) if state.boosts[seat, one] and not (is_laying and one in state.half_boosted)]
    boosts = [str(_boost_of(view, one)) for one in left]
    told = f"boosts left: {', '.join(boosts) or 'none'}"
    return replace(_counter(seat, "boosts", 0, "boosts", "boost"), label=told, value=" ".join(boosts) or "0")


def _won(view: View, seat: int) -> Piece:
    won = [number for number in range(CITIES) if view.desk.owner[number] == seat]
    named = [f"{words.city(view.game, one).name} ({_group(view, one).name})" for one in won]
    text = sentence(listed(named)) if named else "None yet."
    return replace(_counter(seat, "won", len(won), "cities", "city", "cities"), text=text, cites="§7.1")


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


def _counter(seat: int, what: str, number: int, title: str, noun: str, plural: str | None = None) -> Piece:
    return Piece(
        id=f"{what}-{MARKS[seat]}",
        kind="counter",
        label=f"{counted(number, noun, plural)}" if title == plural else f"{counted(number, noun)} {title}",
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
    number = f"round {min(int(state.rounds) + 1, records.ROUNDS)} of {records.ROUNDS}"
    return f"{number}: the battle" if state.contested != NONE else number


def _city(view: View, number: int) -> Piece:
    state, city = view.desk, words.city(view.game, number)
    group = _group(view, number)
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


def _group(view: View, city: int) -> GroupOfCities:
    found: GroupOfCities = view.game.contents.tables["groups"][words.city(view.game, city).group]
    return found


def _city_mark(view: View, number: int, group: GroupOfCities) -> str:
    """What it resists, where that counts; the group has its picture and its colour."""
    box = view.game.open_box
    return TYPE_MARKS[box.city_resists[number]] if box.resistance else group.name[0]


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
    return f"Boost {words.type_name(int(view.desk.half))} +{_boost_of(view, action - BOOST)}"


def _prompt(view: View) -> tuple[str, str]:
    state = view.desk
    if not view.acting:
        return f"The game is over: {words.reason(view.game, state)}.", "§7.1"
    if view.seat not in view.acting:
        return _waiting(view)
    return _asked(view)


def _waiting(view: View) -> tuple[str, str]:
    state = view.desk
    if min(view.acting) < 0:
        return "Cards are dealt.", "§3.1"
    if len(view.acting) > 1 or state.phase not in WAITING:
        return "The others are still choosing.", "§2.3" if state.phase == records.NAMING else "§3.2"
    what, cites = WAITING[int(state.phase)]
    return f"{words.monster_name(view.game, state, min(view.acting))} {what}.", cites


WAITING = {
    records.SELECTING: ("chooses a city", "§5.1"),
    records.LAYING: ("lays sets, or passes", "§5.2"),
    records.RETURNING: ("may take cards back", "§5.3"),
}


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
    if view.allowed == {PASS}:
        return (f"You cannot beat {target}: pass." if target else "You cannot lay anything: pass."), "§4.7"
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
    if _is_roar(state):
        return f"{listed([words.monster_name(view.game, state, seat) for seat in range(state.players)])}: RARRR!!"
    if _is_after_battle(state):
        name = words.city(view.game, int(state.last_city)).name
        if state.last_winner == NONE:
            return f"{name} is spared"
        return f"{words.monster_name(view.game, state, int(state.last_winner))} destroys {name}"
    return ""


def _is_roar(state: State) -> bool:
    """The monsters have their names, and nobody has done anything since."""
    return bool(POWER_DEAL <= state.phase <= CITIES_DEAL and state.rounds == 0 and not any(state.picked))


def _is_after_battle(state: State) -> bool:
    """A city has just fallen or been spared: at the end of a round the next draft begins with it."""
    is_new_round = POWER_DEAL <= state.phase <= CITIES_DEAL and not any(state.picked)
    return bool(state.last_city != NONE and (state.phase == records.SELECTING or is_new_round))


def _sound(state: State) -> Sound:
    if state.phase == records.ENDED:
        return "win"
    if _is_roar(state):
        return "roar"
    if _is_after_battle(state):
        return "boom" if state.last_winner != NONE else "turn"
    return "clash" if state.phase == records.LAYING and any(state.level) else "card"
