"""What lies open: monsters with their sets and dials, chips at the plates, cities in the middle."""

from collections.abc import Iterator

from msgspec.structs import replace

from rumpus.core.record import NONE
from rumpus.core.rules import State
from rumpus.core.view import View
from rumpus.games.rarrr import words
from rumpus.games.rarrr.rules import records, sets
from rumpus.games.rarrr.rules.records import (
    BOOSTS,
    CITIES,
    DOWN,
    TYPES,
    UP,
    VALUES,
)
from rumpus.games.rarrr.scene.pieces import (
    COLOURS,
    MARKS,
    TYPE_MARKS,
    boost_of,
    boost_token,
    city_card,
    dial,
    each_card,
    face_down,
    icons_in_short,
    look_of,
    power_card,
    syllable_card,
)
from rumpus.table.pieces import counter
from rumpus.table.scene import Area, Piece


def table_of(view: View, seat: int) -> Area:
    """A monster, the sets that it has laid, one's own card by card, and its dial, over which nothing may lie."""
    state, is_own = view.desk, seat == view.seat
    pieces = _monster(view, seat)
    for type in range(len(TYPES)):
        pieces += _own_set(view, type) if is_own else _set(view, seat, type)
    if state.name[seat, 0] != NONE and state.phase != records.ENDED:
        pieces.append(dial(view, seat))
    name = words.monster_name(view.game, state, seat)
    return Area(id=f"table-{MARKS[seat]}", title=name, seat=None if is_own else seat, pieces=pieces)


def _monster(view: View, seat: int) -> list[Piece]:
    """The finished monster, with what it can do; before that, the Monster alone."""
    state, number = view.desk, int(view.desk.monster[seat])
    if number == NONE:
        return []
    piece = syllable_card(view, number, f"monster-{MARKS[seat]}", seat)
    if state.name[seat, 0] == NONE:
        return [piece]
    name, icons = words.monster_name(view.game, state, seat), [int(one) for one in state.icons[seat]]
    kana = "".join(words.part(view.game, int(part)).kana for part in state.name[seat])
    told = f"{name}: {words.icons_in_words(icons)}"
    return [replace(piece, label=told, title=icons_in_short(icons), value="", text=f"{kana} {told}.")]


def _set(view: View, seat: int, type: int) -> list[Piece]:
    """Somebody's set in short, with what it is worth."""
    state, size = view.desk, int(view.desk.sets[seat, type])
    if not size:
        return []
    values, boost = words.face_up(view.game, state.up[seat], type), int(state.boosted[seat, type])
    given = boost_of(view, boost)
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
            icon=look_of(view, type).icon,
            colour=look_of(view, type).colour,
            mark=TYPE_MARKS[type],
        )
    ]


def _own_set(view: View, type: int) -> Iterator[Piece]:
    """Card by card, since any of them may be taken back; then what is being laid, which only its owner sees."""
    state, seat = view.desk, view.seat
    may_take = state.phase == records.RETURNING and state.turn == seat
    of_type = range(type * VALUES, (type + 1) * VALUES)
    for kind, copy in each_card(state.up[seat], of_type):
        yield power_card(view, kind, f"up-{kind}-{copy}", action=UP + kind if may_take else None)
    if state.phase == records.LAYING and state.turn == seat:
        for kind, copy in each_card(state.half_up, of_type):
            yield replace(power_card(view, kind, f"half-{kind}-{copy}"), chosen=True)
    yield from _own_covered(view, type, may_take)
    for boost, name in ((state.boosted[seat, type], "boost"), (state.half_boosted[type], "half-boost")):
        if boost != NONE:
            yield replace(boost_token(view, int(boost), f"{name}-{type}", type), chosen=name == "half-boost")


def _own_covered(view: View, type: int, may_take: bool) -> Iterator[Piece]:
    """Face down, of any type: all of them lie with the last set in which something is covered."""
    state, seat = view.desk, view.seat
    covered = [
        one for one in range(len(TYPES)) if state.sets[seat, one] > len(words.face_up(view.game, state.up[seat], one))
    ]
    if covered and type == covered[-1]:
        for kind, copy in each_card(state.down[seat]):
            yield face_down(view, kind, f"down-{kind}-{copy}", DOWN + kind if may_take else None)
    if state.phase == records.LAYING and state.turn == seat and type == state.half:
        for kind, copy in each_card(state.half_down):
            yield replace(face_down(view, kind, f"half-down-{kind}-{copy}"), chosen=True)


def chips(view: View, seat: int) -> Area:
    """Who is the angriest; cards in hand, boosts left."""
    state, pieces = view.desk, []
    if state.angriest == seat:
        pieces.append(_angriest())
    if seat != view.seat:
        pieces.append(counter("cards", int(state.cards[seat]), "in hand", "card", COLOURS[seat], MARKS[seat]))
    pieces.append(_boosts_left(view, seat))
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
    boosts = [str(boost_of(view, one)) for one in left]
    told = f"boosts left: {', '.join(boosts) or 'none'}"
    piece = counter("boosts", 0, "boosts", "boost", COLOURS[seat], MARKS[seat])
    return replace(piece, label=told, value=" ".join(boosts) or "0")


def cities(view: View) -> Area:
    """Those of this round that are still there, the one that is fought for first; at the end all won, by winner."""
    state = view.desk
    order = [int(state.contested)] if state.contested != NONE else []
    order += [city for city in range(CITIES) if state.waiting[city]]
    if state.phase == records.ENDED:
        won = [city for city in range(CITIES) if state.owner[city] != NONE]
        order = sorted(won, key=lambda city: int(state.owner[city]))
    elif not order and state.last_city != NONE:
        order = [int(state.last_city)]
    return Area(id="cities", title=_cities_title(state), layout="row", pieces=[city_card(view, city) for city in order])


def _cities_title(state: State) -> str:
    if state.phase == records.ENDED:
        return "cities destroyed"
    number = f"round {min(int(state.rounds) + 1, records.ROUNDS)}"
    return f"{number}: battle" if state.contested != NONE else f"{number} of {records.ROUNDS}"
