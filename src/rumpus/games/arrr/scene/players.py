"""What players have: crews with captain and permanents, hands, treasure chests."""

from collections.abc import Iterator

from msgspec.structs import replace

from rumpus.core.record import NONE
from rumpus.core.view import View
from rumpus.games.arrr import words
from rumpus.games.arrr.rules.announcing import picking_word
from rumpus.games.arrr.rules.records import (
    CAPTAIN,
    CHOOSING,
    DISCARDED,
    EVENTS,
    EXPLORATIONS,
    IN_CHEST,
    IN_FRONT,
    IN_HAND,
    ON_TABLE,
    PICKING,
    RECOVER,
    SEAT,
)
from rumpus.games.arrr.scene.cards import (
    COIN,
    COLOURS,
    CREW_DISCARDS,
    EVENT_DISCARDS,
    MARKS,
    captain_card,
    conquered,
    crew_card,
    equipped_by,
    event_card,
    ship,
    touched,
)
from rumpus.games.arrr.words.names import pieces_in_words
from rumpus.table.scene import Area, Piece


def crew(view: View, seat: int) -> Area:
    """The captain with the dice of all, equipped cards, permanents; one's own beside the hand, and as large."""
    cards = [crew_card(view, card, CREW_DISCARDS) for card in equipped_by(view, ON_TABLE + seat)]
    pieces = [ship(view, seat, touched(view, SEAT + seat)), *cards, *_permanents(view, seat)]
    if seat == view.seat:
        return Area(id=f"crew-{MARKS[seat]}", title="your crew", layout="fan", seat=seat, pieces=pieces)
    return Area(id=f"crew-{MARKS[seat]}", title=words.called(view.game, seat), seat=seat, pieces=pieces)


def _permanents(view: View, seat: int) -> Iterator[Piece]:
    """§9.9"""
    for event in range(EVENTS):
        if view.desk.event_at[event] == IN_FRONT + seat:
            yield event_card(view, event, EVENT_DISCARDS)


# Hands ------------------------------------------------------------------------------------------------------------


def hand(view: View) -> Area:
    """Crew cards, then events; and where another choice is to be made, what it is made from."""
    state, seat = view.desk, view.seat
    if state.phase == CHOOSING:
        return Area(id="captains", title="your captains", layout="fan", seat=seat, pieces=list(_offered(view)))
    if is_recovering(view):
        found = [crew_card(view, card, CREW_DISCARDS) for card in equipped_by(view, DISCARDED)]
        return Area(id="discarded", title="crew discards", layout="fan", seat=seat, pieces=found)
    pieces = [crew_card(view, card) for card in equipped_by(view, IN_HAND + seat)]
    pieces += [event_card(view, event) for event in range(EVENTS) if state.event_at[event] == IN_HAND + seat]
    return Area(id="hand", title="your hand", layout="fan", seat=seat, pieces=pieces)


def is_recovering(view: View) -> bool:
    """Whether a card of the discards is being chosen (§10.8)."""
    state = view.desk
    is_picking = state.phase == PICKING and view.seat in view.acting
    return bool(is_picking and picking_word(view.game.open_box, int(state.half_list)) == RECOVER)


def _offered(view: View) -> Iterator[Piece]:
    """§13.2"""
    for captain in view.desk.offered[view.seat]:
        if captain != NONE:
            piece = captain_card(view, int(captain), touched(view, CAPTAIN + int(captain)))
            yield replace(piece, chosen=bool(view.desk.captain[view.seat] == captain))


# Chests -----------------------------------------------------------------------------------------------------------


def chest(view: View, seat: int) -> Area:
    """Pieces, and what was conquered."""
    pieces = [_pieces(view, seat)]
    pieces += [conquered(view, card) for card in range(EXPLORATIONS) if view.desk.sea_at[card] == IN_CHEST + seat]
    return Area(id=f"chest-{MARKS[seat]}", title="chest", seat=seat, pieces=pieces)


def _pieces(view: View, seat: int) -> Piece:
    number = int(view.desk.pieces[seat])
    return Piece(id=f"pieces-{MARKS[seat]}", kind="counter", label=pieces_in_words(number), title="",
                 value=str(number), icon=COIN.icon, colour=COLOURS[seat], mark=MARKS[seat],
                 text="Pieces of Eight: each is a point, and buys dice.", cites="§6.3")  # fmt: skip
