"""Resources and building cards: in hand, in the supply, taken, discarded, and what can be told of the others' hands."""

from collections.abc import Iterator

from rumpus.core.rules import Mask
from rumpus.core.view import View
from rumpus.games.kaiju import words
from rumpus.games.kaiju.box import Building
from rumpus.games.kaiju.rules import records
from rumpus.games.kaiju.rules.records import CARD, CUBES, KIND, KINDS, RESOURCES
from rumpus.games.kaiju.scene.city import COLOURS, MARKS, cost_in_short
from rumpus.table.pieces import counter, folded
from rumpus.table.scene import Area, Piece

FROM_SUPPLY = (records.TAKING, records.GETTING)


def hand(view: View) -> Area:
    state, seat = view.desk, view.seat
    held = [(kind, copy) for kind in range(KINDS) for copy in range(int(state.hand[seat, kind]))]
    may_touch = state.phase not in FROM_SUPPLY
    pieces = [_resource(view, kind, f"mine-{kind}-{copy}", copy < state.half[kind], may_touch) for kind, copy in held]
    return Area(id="hand", title="your cards", layout="fan", seat=seat, pieces=pieces)


def supply(view: View) -> Iterator[Area]:
    """Shown while something may be had of it."""
    state = view.desk
    if state.phase in FROM_SUPPLY and view.seat in view.acting:
        left = [kind for kind in range(KINDS) if state.supply[kind]]
        pieces = [_resource(view, kind, f"supply-{kind}", state.half_in[kind] > 0, may_touch=True) for kind in left]
        yield Area(id="supply", title="the supply", pieces=pieces)


def _resource(view: View, kind: int, name: str, is_chosen: bool, may_touch: bool) -> Piece:
    look = view.game.contents.tables["resources"][RESOURCES[kind]]
    return Piece(
        id=name,
        kind="card",
        label=look.name,
        title=look.name,
        icon=look.icon,
        colour=look.colour,
        mark=look.name[0],
        chosen=bool(is_chosen),
        action=KIND + kind if may_touch and KIND + kind in view.allowed else None,
    )


# Building cards ---------------------------------------------------------------------------------------------------


def taken(view: View, seat: int) -> Area:
    places = range(int(view.desk.laid[seat]))
    pieces = [_taken(view, seat, place) for place in places]
    return Area(id=f"taken-{MARKS[seat]}", title="taken", layout="row", seat=seat, pieces=pieces)


def _taken(view: View, seat: int, place: int) -> Piece:
    number, name = int(view.desk.taken[seat, place]), f"taken-{MARKS[seat]}-{place}"
    if number < 0:
        return _back(view, seat, int(view.desk.taken_back[seat, place]), name)
    card, is_used_up = words.building(view.game, number), bool(view.desk.used[seat, place])
    front = words.front_in_words(card)
    is_open = view.desk.taken_known[seat, place] == records.EVERYBODY
    return Piece(
        id=name,
        kind="card",
        label=f"{card.name}: {front}{', used' if is_used_up else '' if is_open else ', face down'}",
        title=card.name,
        value=str(card.points),
        text=f"{front.capitalize()}.",
        cites="§5.2",
        icon=_front_icon(view, card),
        colour=COLOURS[seat],
        mark=MARKS[seat],
        turned=is_used_up,
        chosen=bool(view.desk.half_card == place and seat == view.seat),
        action=CARD + place if seat == view.seat and CARD + place in view.allowed else None,
    )


def _back(view: View, seat: int, back: int, name: str) -> Piece:
    cost = words.cost_in_words(view.game, back)
    return Piece(id=name, kind="card", label=f"a building card that cost {cost}", glyph=cost_in_short(view, back),
                 colour=COLOURS[seat], mark=MARKS[seat])  # fmt: skip


def _front_icon(view: View, card: Building) -> str:
    part = "tank" if card.tank else "missile" if card.missile else "none" if card.ability == "none" else "ability"
    icon: str = view.game.contents.tables["parts"][part].icon
    return icon


# Chips, and what can be looked up ---------------------------------------------------------------------------------


def chips(view: View, seat: int) -> Area:
    state, look = view.desk, (COLOURS[seat], MARKS[seat])
    pieces = [counter("cards", int(state.cards[seat]), "in hand", "card", *look)] if seat != view.seat else []
    pieces.append(counter("cubes", CUBES - int(state.laid[seat]), "cubes", "cube", *look))
    return Area(id=f"chips-{MARKS[seat]}", title=words.called(view.game, seat), seat=seat, pieces=pieces)


def discards(view: View) -> Iterator[Area]:
    """§3.2: everybody's pile lies face up."""
    piles = [_told(view, seat, "discards", "", view.desk.discard[seat]) for seat in range(view.game.seats)]
    return folded("discards", "discards", piles)


def cards_known(view: View) -> Iterator[Area]:
    """§8.2, §8.3: what everybody can tell of hands and decks, and what is left in the supply."""
    state, told = view.desk, list[Piece]()
    for seat in range(view.game.seats):
        told.append(_told(view, seat, "own", f"hand and deck of {words.deck_left(state, seat)}", state.own[seat]))
        if seat != view.seat:
            told.append(_told(view, seat, "known", "surely in hand", state.known[seat]))
    label = f"the supply: {words.cards_in_words(view.game, state.supply)}"
    told.append(Piece(id="left", kind="counter", label=label, title="supply", value=_in_short(state.supply)))
    return folded("known", "hands and decks", told)


def _told(view: View, seat: int, id: str, what: str, cards: Mask) -> Piece:
    """Cards of somebody, in words; nothing of it where there are none."""
    name = ", ".join(part for part in (words.called(view.game, seat), what) if part)
    many = words.cards_in_words(view.game, cards)
    return Piece(id=f"{id}-{MARKS[seat]}", kind="counter", label=f"{name}: {many}", title=name,
                 value=_in_short(cards))  # fmt: skip


def _in_short(cards: Mask) -> str:
    """'3B 2C': how many of each, with the letter that is on the card."""
    return " ".join(f"{int(many)}{RESOURCES[kind][0].upper()}" for kind, many in enumerate(cards) if many)
