"""One's own cards, and what can be looked up: packs that one saw, what everybody has shown, cities that were won."""

from collections.abc import Iterator

from msgspec.structs import replace

from rumpus.core.record import NONE
from rumpus.core.view import View
from rumpus.games.rarrr import words
from rumpus.games.rarrr.rules import records, sets
from rumpus.games.rarrr.rules.records import (
    BOOST,
    CITIES,
    DOWN,
    HAND,
    KATAKANA,
    KINDS,
    MONSTERS,
    ORDER,
    UP,
)
from rumpus.games.rarrr.scene.pieces import (
    MARKS,
    each_card,
    face_down,
    group_of,
    in_short,
    power_card,
    syllable_card,
)
from rumpus.table.pieces import folded
from rumpus.table.scene import Area, Piece
from rumpus.table.telling import listed


def own_hand(view: View) -> Area:
    """Power in hand; while a pack is looked at, that, and what has been taken lies before it."""
    state, seat = view.desk, view.seat
    if _looks_at_a_pack(view):
        return Area(id="pack", title="your pack", layout="fan", seat=seat, pieces=_pack(view))
    if state.phase == records.NAMING:
        return Area(id="hand", title="your syllables", layout="fan", seat=seat, pieces=_own_syllables(view))
    left = [sets.left_in_hand(state, seat, kind) for kind in range(KINDS)]
    pieces = [_held(view, kind, copy) for kind, copy in each_card(left)]
    return Area(id="hand", title="your Power", layout="fan", seat=seat, pieces=pieces)


def _looks_at_a_pack(view: View) -> bool:
    return bool(view.desk.phase in (records.KATAKANA_DRAFT, records.POWER_DRAFT))


def _pack(view: View) -> list[Piece]:
    state, seat = view.desk, view.seat
    if state.phase == records.POWER_DRAFT:
        return [
            power_card(view, kind, f"pack-{kind}-{copy}", action=kind if kind in view.allowed else None)
            for kind, copy in each_card(state.pack[seat])
        ]
    return [
        syllable_card(view, MONSTERS + card, f"katakana-{card}", action=card if card in view.allowed else None)
        for card in range(KATAKANA)
        if state.choices[seat, card]
    ]


def own_draft(view: View) -> Area:
    """What has been drafted so far; and when there is a name to choose, the names."""
    state, seat = view.desk, view.seat
    if state.phase == records.NAMING:
        names = [_name(view, action) for action in sorted(view.allowed) if action >= ORDER]
        return Area(id="names", title="", pieces=names)
    if state.phase == records.POWER_DRAFT:
        pieces = [_held(view, kind, copy) for kind, copy in each_card(state.hand[seat])]
        return Area(id="drafted", title="drafted so far", pieces=pieces)
    return Area(id="drafted", title="drafted so far", pieces=_own_syllables(view))


def _own_syllables(view: View) -> list[Piece]:
    return [_own_syllable(view, int(card)) for card in view.desk.drafted[view.seat] if card != NONE]


def _own_syllable(view: View, card: int) -> Piece:
    action = card if card in view.allowed and view.desk.phase == records.NAMING else None
    piece = syllable_card(view, MONSTERS + card, f"katakana-{card}", view.seat, action)
    return replace(piece, chosen=bool(card == view.desk.left_out[view.seat]))


def _held(view: View, kind: int, copy: int) -> Piece:
    action = UP + kind if view.desk.phase == records.LAYING and UP + kind in view.allowed else None
    return power_card(view, kind, f"mine-{kind}-{copy}", action=action)


def _name(view: View, action: int) -> Piece:
    name = words.piece(view.game, view.desk, view.seat, action)
    return Piece(id=f"name-{action}", kind="token", label=f"call it {name}", title=name, action=action)


def to_cover(view: View) -> Area:
    """What may be laid face down, one of each kind."""
    is_laying = view.desk.phase == records.LAYING
    kinds = [action - DOWN for action in sorted(view.allowed) if is_laying and DOWN <= action < BOOST]
    pieces = [face_down(view, kind, f"cover-{kind}", DOWN + kind) for kind in kinds]
    return Area(id="cover", title="or face down", pieces=pieces)


def packs_seen(view: View) -> Iterator[Area]:
    """The packs of this round that one has looked at (§3.3), for those who would have to write them down."""
    state, seat = view.desk, view.seat
    seen = [_seen(view, number) for number in range(HAND) if state.picks[seat, number] != NONE]
    return folded("memory", "packs you saw", seen)


def _seen(view: View, number: int) -> Piece:
    state, seat = view.desk, view.seat
    taken = words.kind_name(view.game, int(state.picks[seat, number]))
    cards = [kind for kind, _ in each_card(state.seen[seat, number])]
    short = " ".join(in_short(view, kind) for kind in cards)
    label = f"pack {number + 1}: {listed([words.kind_name(view.game, kind) for kind in cards])}; you took {taken}"
    return Piece(id=f"seen-{number}", kind="counter", label=label, title=f"{number + 1}: {taken} of", value=short)


def cards_shown(view: View) -> Iterator[Area]:
    """What everybody has shown of their hands in this round (§5.6, §8.2)."""
    return folded("shown", "cards shown", [_shown_by(view, seat) for seat in range(view.game.seats)])


def _shown_by(view: View, seat: int) -> Piece:
    state, parts, spoken = view.desk, [], []
    for cards, sign, what in ((state.gone, "", "discarded"), (state.known, "in hand ", "surely in hand"),
                              (state.perhaps, "perhaps in hand ", "perhaps in hand")):  # fmt: skip
        kinds = [kind for kind, _ in each_card(cards[seat])]
        if kinds:
            parts.append(sign + " ".join(in_short(view, kind) for kind in kinds))
            spoken.append(f"{what}: {listed([words.kind_name(view.game, kind) for kind in kinds])}")
    name = words.monster_name(view.game, state, seat)
    return Piece(id=f"shown-{MARKS[seat]}", kind="counter", label=f"{name}, {'; '.join(spoken)}", title=name,
                 value="; ".join(parts))  # fmt: skip


def cities_won(view: View) -> Iterator[Area]:
    """Whose they are (§5.5), with their groups, which count with bonus scoring (§9.1)."""
    return folded("won", "cities won", [_won_by(view, seat) for seat in range(view.game.seats)])


def _won_by(view: View, seat: int) -> Piece:
    won = [number for number in range(CITIES) if view.desk.owner[number] == seat]
    named = [f"{words.city(view.game, one).name} ({group_of(view, one).name})" for one in won]
    name = words.monster_name(view.game, view.desk, seat)
    label = f"{name}: {listed(named)}"
    return Piece(id=f"won-{MARKS[seat]}", kind="counter", label=label, title=name, value=", ".join(named))
