"""BraveRats on the table, as one viewer sees it: from the far clan at the top to the viewer's own hand at the bottom."""

from collections.abc import Iterator

from rumpus.core.game import Game
from rumpus.core.record import NONE, UNKNOWN
from rumpus.core.rules import NOBODY, State
from rumpus.core.view import View, numbers
from rumpus.games.braverats import rules, words
from rumpus.games.braverats.rules import APPLEWOODS, CARDS, HOLD, KEEPING, POWERS, RATS, SEATS, YARGS
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
        over=view.state.phase == rules.ENDED,
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
        place=numbers(view.game, view.state, "places")[seat] if view.state.phase == rules.ENDED else None,
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


def _card(game: Game, card: int, owner: int, where: str, *, count: int = 1, turned: bool = False, action: int | None = None) -> Piece:  # fmt: skip
    printed = game.contents.cards[RATS[card]]
    power = POWERS.index(printed.power)
    return Piece(
        id=f"{where}-{MARKS[owner]}-{RATS[card]}",
        kind="card",
        label=f"{printed.name} of the {CLANS[owner]}, strength {printed.strength}{', lost' if turned else ''}",
        title=printed.name,
        value=str(printed.strength),
        text=printed.text,
        cites=f"§3.{power + 1}" if power != rules.NO_POWER else "",
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


def _hand(view: View, owner: int) -> Area:
    state, legal = view.state, _legal_cards(view, owner) if view.state.phase == rules.PLAYING else set()
    pieces = [
        _card(view.game, card, owner, "hand", count=int(state.hand[owner, card]), action=card if card in legal else None)
        for card in reversed(range(CARDS))
        if state.hand[owner, card] > 0
    ]
    unknown = int(state.unknown_hand[owner]) - int(state.choice[owner] == UNKNOWN and state.hand[owner].sum() == 0)
    if unknown > 0:
        pieces.append(_backs(owner, "back", unknown, "unknown"))
    return Area(id=f"hand-{MARKS[owner]}", title=f"{CLANS[owner]}", layout="fan", seat=owner, pieces=pieces)


def _legal_cards(view: View, owner: int) -> set[int]:
    return {action.number for action in view.legal} if owner == view.seat else set()


def _pile(view: View, owner: int) -> Area:
    """Lucky Draw: what is still to come, in any order; for the others it may also be in hand."""
    cards = view.state.pile[owner]
    hidden = int(view.state.unknown_hand[owner]) if cards.sum() else 0
    pieces = [_card(view.game, card, owner, "pile", count=int(cards[card])) for card in reversed(range(CARDS)) if cards[card]]
    if view.state.unknown_pile[owner]:
        pieces.append(_backs(owner, "pile", int(view.state.unknown_pile[owner]), "unknown"))
    title = "in pile or hand" if hidden else "in the pile"
    return Area(id=f"pile-{MARKS[owner]}", title=title, layout="pile", seat=owner, pieces=pieces)


def _rounds(view: View, owner: int) -> Area:
    state = view.state
    pieces = [
        _card(view.game, int(state.fought[number, owner]), owner, f"round{number + 1}", turned=_is_lost(state, number, owner))
        for number in range(state.rounds)
    ]
    return Area(id=f"rounds-{MARKS[owner]}", title=f"{CLANS[owner]} fought", seat=owner, pieces=pieces)


def _is_lost(state: State, number: int, owner: int) -> bool:
    return bool(state.won_by[number] == 1 - owner)


def _table(view: View, near: int) -> Area:
    pieces = [_laid(view, owner) for owner in (1 - near, near) if view.state.choice[owner] != NONE]
    return Area(id="table", title="on the table", pieces=pieces)


def _laid(view: View, owner: int) -> Piece:
    card = int(view.state.choice[owner])
    if card >= 0:
        return _card(view.game, card, owner, "table")
    return Piece(
        id=f"table-{MARKS[owner]}", kind="card", label=f"face-down card of the {CLANS[owner]}",
        colour=COLOURS[owner], mark=MARKS[owner],
    )  # fmt: skip


def _signs(view: View) -> Area:
    """What the last rounds left behind."""
    state, pieces = view.state, []
    for seat in range(SEATS):
        if state.bonus[seat]:
            pieces.append(_sign(f"bonus-{MARKS[seat]}", f"{CLANS[seat]} +{rules.GENERAL_BONUS}", seat, "§3.7"))
    if state.spied != NONE:
        pieces.append(_sign("spied", f"{CLANS[state.spied]} show first", int(state.spied), "§3.3"))
    held = _held_rounds(state)
    if held:
        worth = " or ".join(f"{state.held[seat]} to the {CLANS[seat]}" for seat in range(SEATS))
        pieces.append(_sign("held", f"{counted(held, 'round')} on hold: worth {worth}", None, "§4.1"))
    return Area(id="signs", title="this round", pieces=pieces if state.phase != rules.ENDED else [])


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
    legal = _legal_cards(view, view.seat) if state.phase == KEEPING else set()
    pieces = [
        _card(view.game, card, owner, "packet", count=int(state.packet[card]), action=card if card in legal else None)
        for card in reversed(range(CARDS))
        if state.packet[card] > 0
    ]
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
        return f"Your Spy has seen the {shown}: choose your answer."
    return "Choose a card and lay it face down."
