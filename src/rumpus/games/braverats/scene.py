"""BraveRats on the table, as one viewer sees it: the far clan at the top, the viewer's own hand at the bottom."""

from collections.abc import Callable, Iterator, Set
from typing import Any

from rumpus.core.game import Game
from rumpus.core.record import NONE, UNKNOWN
from rumpus.core.rules import NOBODY, State
from rumpus.core.view import View, numbers
from rumpus.games.braverats import words
from rumpus.games.braverats.rules import records
from rumpus.games.braverats.rules.records import APPLEWOODS, CARDS, HOLD, KEEPING, POWERS, RATS, SEATS, YARGS
from rumpus.games.braverats.words import CLANS
from rumpus.table.scene import Area, Piece, Scene, Seat
from rumpus.table.telling import counted

COLOURS = ("blue", "red")
MARKS = ("Y", "A")


def scene(view: View) -> Scene:
    near = YARGS if view.seat == NOBODY else view.seat
    return Scene(
        game=view.game.title,
        viewer=view.seat,
        prompt=_prompt(view),
        seats=[_seat(view, seat) for seat in range(SEATS)],
        areas=[area for area in _areas(view, near) if area.pieces or area.id.startswith("hand")],
        over=bool(view.state.phase == records.ENDED),
    )


def _seat(view: View, seat: int) -> Seat:
    points = numbers(view.game, view.state, "points")
    return Seat(
        seat=seat,
        name=CLANS[seat],
        colour=COLOURS[seat],
        mark=MARKS[seat],
        points=points[seat],
        acting=seat in view.acting,
        place=numbers(view.game, view.state, "places")[seat] if view.state.phase == records.ENDED else None,
    )


def _areas(view: View, near: int) -> Iterator[Area]:
    far = 1 - near
    yield _hand(view, far)
    yield _pile(view, far)
    yield _rounds(view, far)
    yield _table(view, near)
    yield _rounds(view, near)
    yield _signs(view)
    yield _packet(view)
    yield _pile(view, near)
    yield _hand(view, near)


# Pieces -----------------------------------------------------------------------------------------------------------


def _card(
    game: Game, card: int, owner: int, name: str, *, count: int = 1, turned: bool = False, action: int | None = None
) -> Piece:
    printed = game.contents.cards[RATS[card]]
    power = POWERS.index(printed.power)
    return Piece(
        id=name,
        kind="card",
        label=f"{printed.name} of the {CLANS[owner]}, strength {printed.strength}{', lost' if turned else ''}",
        title=printed.name,
        value=str(printed.strength),
        text=printed.text,
        cites=f"§3.{power + 1}" if power != records.NO_POWER else "",
        icon=printed.icon,
        colour=COLOURS[owner],
        mark=MARKS[owner],
        count=count,
        turned=turned,
        action=action,
    )


def _backs(owner: int, where: str, count: int, what: str) -> Piece:
    """Cards of which only the number is known."""
    label = counted(count, f"{what} card")
    return Piece(
        id=f"{where}-{MARKS[owner]}", kind="pile", label=label, colour=COLOURS[owner], mark=MARKS[owner], count=count
    )


def _id(owner: int, card: int, copy: int) -> str:
    """A card keeps its id from hand to table to the rounds fought; of two alike, the one played first is copy 1."""
    return f"{MARKS[owner]}-{RATS[card]}-{copy}"


def _played(state: State, owner: int, card: int, rounds: int | None = None) -> int:
    """How many copies of a card a clan has fought with, in so many rounds."""
    return int((state.fought[: state.rounds if rounds is None else rounds, owner] == card).sum())


def _copy_in_hand(state: State, owner: int, card: int) -> int:
    return _played(state, owner, card) + int(state.choice[owner] == card) + 1


def _copy_in_pile(state: State, owner: int, card: int) -> int:
    return _copy_in_hand(state, owner, card) + int(state.hand[owner, card])


def _cards(
    view: View, cards: Any, owner: int, name: Callable[[int], str], legal: Set[int] = frozenset()
) -> list[Piece]:
    """The cards that are there, the strongest first, with what may be touched."""
    return [
        _card(view.game, card, owner, name(card), count=int(cards[card]), action=card if card in legal else None)
        for card in reversed(range(CARDS))
        if cards[card] > 0
    ]


def _hand(view: View, owner: int) -> Area:
    state = view.state
    legal = _legal_cards(view) if owner == view.seat and state.phase == records.PLAYING else set()
    pieces = _cards(
        view, state.hand[owner], owner, lambda card: _id(owner, card, _copy_in_hand(state, owner, card)), legal
    )
    unknown = int(state.unknown_hand[owner])
    if state.choice[owner] == UNKNOWN and not pieces:
        unknown -= 1  # the card on the table is one of them
    if unknown > 0:
        pieces.append(_backs(owner, "back", unknown, "unknown"))
    return Area(id=f"hand-{MARKS[owner]}", title=CLANS[owner], layout="fan", seat=owner, pieces=pieces)


def _legal_cards(view: View) -> set[int]:
    return {action.number for action in view.legal}


def _pile(view: View, owner: int) -> Area:
    """Lucky Draw: what is still to come, in any order; for the others it may also be in hand."""
    state = view.state
    pieces = _cards(view, state.pile[owner], owner, lambda card: _id(owner, card, _copy_in_pile(state, owner, card)))
    title = "in pile or hand" if pieces and state.unknown_hand[owner] else "in the pile"
    if state.unknown_pile[owner]:
        pieces.append(_backs(owner, "pile", int(state.unknown_pile[owner]), "unknown"))
    return Area(id=f"pile-{MARKS[owner]}", title=title, layout="pile", seat=owner, pieces=pieces)


def _rounds(view: View, owner: int) -> Area:
    pieces = [_fought(view, number, owner) for number in range(view.state.rounds)]
    return Area(id=f"rounds-{MARKS[owner]}", title=f"{CLANS[owner]} fought", seat=owner, pieces=pieces)


def _fought(view: View, number: int, owner: int) -> Piece:
    """A card set aside, turned if it lost its round (§2.6)."""
    is_lost = bool(view.state.won_by[number] == 1 - owner)
    card = int(view.state.fought[number, owner])
    name = _id(owner, card, _played(view.state, owner, card, number) + 1)
    return _card(view.game, card, owner, name, turned=is_lost)


def _table(view: View, near: int) -> Area:
    pieces = [_laid(view, owner) for owner in (1 - near, near) if view.state.choice[owner] != NONE]
    return Area(id="table", title="on the table", pieces=pieces)


def _laid(view: View, owner: int) -> Piece:
    card = int(view.state.choice[owner])
    if card >= 0:
        return _card(view.game, card, owner, _id(owner, card, _played(view.state, owner, card) + 1))
    return Piece(
        id=f"table-{MARKS[owner]}", kind="card", label=f"face-down card of the {CLANS[owner]}",
        colour=COLOURS[owner], mark=MARKS[owner],
    )  # fmt: skip


def _signs(view: View) -> Area:
    """What the last rounds left behind."""
    state, pieces = view.state, []
    for seat in range(SEATS):
        if state.bonus[seat]:
            pieces.append(_sign(f"bonus-{MARKS[seat]}", f"{CLANS[seat]} +{records.GENERAL_BONUS}", seat, "§3.7"))
    if state.spied != NONE:
        pieces.append(_sign("spied", f"{CLANS[state.spied]} show first", int(state.spied), "§3.3"))
    held = _held_rounds(state)
    if held:
        worth = " or ".join(f"{state.held[seat]} to the {CLANS[seat]}" for seat in range(SEATS))
        pieces.append(_sign("held", f"{counted(held, 'round')} on hold: worth {worth}", None, "§4.1"))
    return Area(id="signs", title="this round", pieces=pieces if state.phase != records.ENDED else [])


def _held_rounds(state: State) -> int:
    held, number = 0, int(state.rounds)
    while number > held and state.won_by[number - held - 1] == HOLD:
        held += 1
    return held


def _sign(name: str, label: str, seat: int | None, cites: str) -> Piece:
    colour, mark = ("", "") if seat is None else (COLOURS[seat], MARKS[seat])
    return Piece(id=name, kind="token", label=label, title=label, colour=colour, mark=mark, cites=cites)


def _packet(view: View) -> Area:
    state = view.state
    owner = int(state.keeper) if state.keeper >= 0 else YARGS
    legal = _legal_cards(view) if state.phase == KEEPING else set()
    pieces = _cards(view, state.packet, owner, lambda card: f"packet-{RATS[card]}", legal)
    if state.unknown_packet:
        pieces.append(_backs(owner, "packet", int(state.unknown_packet), "unknown"))
    return Area(id="packet", title="packet", layout="fan", pieces=pieces)


# The prompt -------------------------------------------------------------------------------------------------------


def _prompt(view: View) -> str:
    acting = view.acting
    if not acting:
        return f"The game is over: {words.reason(view.game, view.state)}."
    if view.seat in acting:
        return _asked(view)
    if acting <= {YARGS, APPLEWOODS}:
        names = " and the ".join(CLANS[seat] for seat in sorted(acting))
        return f"The {names} are choosing."
    return "The cards are being dealt."


def _asked(view: View) -> str:
    state, seat = view.state, view.seat
    if state.phase == KEEPING:
        return "Keep a card of the packet; the rest goes on."
    if state.spied == seat:
        return "You are spied upon: choose a card and show it."
    if state.spied == 1 - seat:
        shown = words.card_name(view.game, int(state.choice[1 - seat]))
        return f"The {CLANS[1 - seat]} had to show the {shown}: choose your answer."
    return "Choose a card and lay it face down."
