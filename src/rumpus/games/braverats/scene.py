"""BraveRats on the table, as one viewer sees it: the far clan at the top, the viewer's own hand at the bottom."""

from collections.abc import Callable, Iterator, Sequence, Set
from functools import lru_cache

from rumpus.core.box import Contents
from rumpus.core.record import NONE, UNKNOWN
from rumpus.core.rules import State
from rumpus.core.view import View
from rumpus.games.braverats import words
from rumpus.games.braverats.box import Card
from rumpus.games.braverats.rules import records
from rumpus.games.braverats.rules.records import APPLEWOODS, CARDS, HOLD, KEEPING, POWERS, RATS, SEATS, YARGS
from rumpus.games.braverats.words import CLANS
from rumpus.table.scene import Area, Piece, Scene, Seat, Sound, Space
from rumpus.table.seating import near_seat, seated
from rumpus.table.telling import counted

COLOURS = ("blue", "red")
MARKS = ("Y", "A")
DRAFTING = (records.OPENER, records.PACKING, records.KEEPING)
CARD = (1.0, 1.4)
APART = 0.125
KEPT_AREAS = 4096
"""Most of a scene is as it was in the one before, or as it is from the other side."""
Cards = tuple[int, ...]


def scene(view: View) -> Scene:
    prompt, cites = _prompt(view)
    return Scene(
        game=view.game.title,
        viewer=view.seat,
        prompt=prompt,
        cites=cites,
        seats=[_seat(view, seat) for seat in range(SEATS)],
        areas=list(_areas(view, near_seat(view))),
        over=view.desk.phase == records.ENDED,
        announce=_news(view),
        sound=_sound(view.desk),
    )


def _seat(view: View, seat: int) -> Seat:
    return seated(view, seat, CLANS[seat], COLOURS[seat], MARKS[seat])


def _areas(view: View, near: int) -> Iterator[Area]:
    """Hands, rounds and the middle are there even when they are empty, so that nothing has to move when they fill."""
    far = 1 - near
    yield _hand(view, far)
    yield from _pile(view, far)
    yield _rounds(view, far)
    if view.desk.phase not in DRAFTING:
        yield _last(view, near)
        yield _table(view, near)
    yield _rounds(view, near)
    yield from _signs(view)
    yield from _packet(view)
    yield from _pile(view, near)
    yield _hand(view, near)


# Pieces -----------------------------------------------------------------------------------------------------------


@lru_cache(4096)
def _card(
    printed: Card, owner: int, name: str, fate: str = "", count: int = 1, turned: bool = False,
    action: int | None = None, space: str = "",
) -> Piece:  # fmt: skip
    """A card lying open. The same few are wanted in scene after scene, so they are made once."""
    power = POWERS.index(printed.power)
    copies = counted(count, "copy", "copies") if count > 1 else ""
    told = (f"{printed.name} of the {CLANS[owner]}", f"strength {printed.strength}", fate, copies)
    return Piece(
        id=name,
        kind="card",
        label=", ".join(filter(None, told)),
        title=printed.name,
        value=str(printed.strength),
        text=printed.text,
        cites=f"§3.{power + 1}" if power != records.NO_POWER else "",
        icon=printed.icon,
        colour=COLOURS[owner],
        mark=MARKS[owner],
        count=count,
        turned=turned,
        space=space,
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


def _played(state: State, owner: int) -> list[int]:
    """The cards a clan has fought with, round by round."""
    cards: list[int] = state.fought[: state.rounds, owner].tolist()
    return cards


def _printed(contents: Contents, card: int) -> Card:
    printed: Card = contents.cards[RATS[card]]
    return printed


def _cards(
    contents: Contents, counts: Sequence[int], owner: int, name: Callable[[int], str], legal: Set[int] = frozenset()
) -> list[Piece]:
    """The cards that are there, the strongest first, with what may be touched."""
    return [
        _card(_printed(contents, card), owner, name(card), "", counts[card], False, card if card in legal else None)
        for card in reversed(range(CARDS))
        if counts[card] > 0
    ]


def _hand(view: View, owner: int) -> Area:
    state = view.desk
    hand, used = tuple(state.hand[owner].tolist()), tuple(_used(state, owner))
    legal = view.allowed if owner == view.seat and state.phase == records.PLAYING else frozenset()
    unknown = int(state.unknown_hand[owner])
    if state.choice[owner] == UNKNOWN and not any(hand):
        unknown -= 1  # the card on the table is one of them
    return _fan(view.game.contents, owner, hand, used, legal, unknown)


@lru_cache(KEPT_AREAS)
def _fan(contents: Contents, owner: int, hand: Cards, used: Cards, legal: frozenset[int], unknown: int) -> Area:
    pieces = _cards(contents, hand, owner, lambda card: _id(owner, card, used.count(card) + 1), legal)
    if unknown > 0:
        pieces.append(_backs(owner, "back", unknown, "unknown"))
    return Area(id=f"hand-{MARKS[owner]}", title=CLANS[owner], layout="fan", seat=owner, pieces=pieces)


def _used(state: State, owner: int) -> list[int]:
    """The cards that have left the hand: those fought with, and the one on the table."""
    return [*_played(state, owner), int(state.choice[owner])]


def _pile(view: View, owner: int) -> Iterator[Area]:
    """Lucky Draw: what is still to come, in any order; for the others it may also be in hand."""
    state = view.desk
    pieces = _waiting(view, owner) if any(state.pile[owner].tolist()) else []
    title = "in pile or hand" if pieces and state.unknown_hand[owner] else "in the pile"
    if state.unknown_pile[owner]:
        pieces.append(_backs(owner, "pile", int(state.unknown_pile[owner]), "unknown"))
    if pieces:
        yield Area(id=f"pile-{MARKS[owner]}", title=title, layout="pile", seat=owner, pieces=pieces)


def _waiting(view: View, owner: int) -> list[Piece]:
    state, used, hand = view.desk, _used(view.desk, owner), view.desk.hand[owner].tolist()
    return _cards(
        view.game.contents,
        state.pile[owner].tolist(),
        owner,
        lambda card: _id(owner, card, used.count(card) + hand[card] + 1),
    )


def _rounds(view: View, owner: int) -> Area:
    """The cards of all rounds but the last, which is still in the middle of the table."""
    played = tuple(_played(view.desk, owner)[:-1])
    return _row(view.game.contents, owner, played, tuple(view.desk.won_by[: len(played)].tolist()))


@lru_cache(KEPT_AREAS)
def _row(contents: Contents, owner: int, played: Cards, winners: Cards) -> Area:
    pieces = [_fought(contents, played[: number + 1], owner, winners[number]) for number in range(len(played))]
    return Area(id=f"rounds-{MARKS[owner]}", title=f"{CLANS[owner]} fought", seat=owner, pieces=pieces)


def _fought(contents: Contents, played: Cards, owner: int, winner: int, space: str = "") -> Piece:
    """The last of these cards, one for each round; turned if it lost (§2.6)."""
    card, is_lost = played[-1], winner == 1 - owner
    fate = f"{'held in' if winner == HOLD else 'lost' if is_lost else 'won'} round {len(played)}"
    name = _id(owner, card, played.count(card))
    return _card(_printed(contents, card), owner, name, fate, turned=is_lost, space=space)


# The middle of the table ------------------------------------------------------------------------------------------


def _last(view: View, near: int) -> Area:
    """The last round, in sight until the next one is decided."""
    state = view.desk
    owners = (1 - near, near) if state.rounds else ()
    played = tuple((owner, tuple(_played(state, owner))) for owner in owners)
    return _last_pair(view.game.contents, near, played, int(state.won_by[state.rounds - 1]) if state.rounds else HOLD)


@lru_cache(KEPT_AREAS)
def _last_pair(contents: Contents, near: int, played: tuple[tuple[int, Cards], ...], winner: int) -> Area:
    pieces = [_fought(contents, cards, owner, winner, f"last-{MARKS[owner]}") for owner, cards in played]
    return _pair("last", "last round", near, pieces)


def _table(view: View, near: int) -> Area:
    pieces = [_laid(view, owner) for owner in (1 - near, near) if view.desk.choice[owner] != NONE]
    return _pair("table", "on the table", near, pieces)


def _pair(name: str, title: str, near: int, pieces: list[Piece]) -> Area:
    """Places for a card of each clan, side by side."""
    width, height = CARD
    spaces = [_place(name, title, owner, APART + at * (width + APART)) for at, owner in enumerate((1 - near, near))]
    return Area(
        id=name, title=title, layout="track", size=(2 * width + 3 * APART, height), spaces=spaces, pieces=pieces
    )


@lru_cache
def _place(name: str, title: str, owner: int, x: float) -> Space:
    width, height = CARD
    label = f"{title}, place of the {CLANS[owner]}"
    colour, mark = COLOURS[owner], MARKS[owner]
    return Space(id=f"{name}-{mark}", label=label, x=x, y=0.0, width=width, height=height, colour=colour, mark=mark)


def _laid(view: View, owner: int) -> Piece:
    """The card a clan has chosen: open if it had to be shown; else its owner alone knows it (§7.1)."""
    state, card = view.desk, int(view.desk.choice[owner])
    if card == UNKNOWN:
        return _face_down(state, owner)
    fate = "shown" if state.spied == owner else "face down"
    name = _id(owner, card, _played(state, owner).count(card) + 1)
    return _card(_printed(view.game.contents, card), owner, name, fate, space=f"table-{MARKS[owner]}")


def _face_down(state: State, owner: int) -> Piece:
    """Its id tells when it was laid and nothing else, so that nobody can follow a card by it."""
    return Piece(
        id=f"table-{MARKS[owner]}-{state.games}-{state.rounds}",
        kind="card",
        label=f"face-down card of the {CLANS[owner]}",
        colour=COLOURS[owner],
        mark=MARKS[owner],
        space=f"table-{MARKS[owner]}",
    )


def _signs(view: View) -> Iterator[Area]:
    """What the last rounds left behind."""
    state, pieces = view.desk, []
    for seat in range(SEATS):
        if state.bonus[seat]:
            pieces.append(_sign(f"bonus-{MARKS[seat]}", f"{CLANS[seat]} +{records.GENERAL_BONUS}", seat, "§3.7"))
    if state.spied != NONE:
        pieces.append(_sign("spied", f"{CLANS[state.spied]} show first", state.spied, "§3.3"))
    held = _held_rounds(state)
    if held:
        worth = " or ".join(f"{state.held[seat]} to the {CLANS[seat]}" for seat in range(SEATS))
        pieces.append(_sign("held", f"{counted(held, 'round')} on hold: worth {worth}", None, "§4.1"))
    if pieces and state.phase != records.ENDED:
        yield Area(id="signs", title="this round", pieces=pieces)


def _held_rounds(state: State) -> int:
    held, number = 0, state.rounds
    while number > held and state.won_by[number - held - 1] == HOLD:
        held += 1
    return held


def _sign(name: str, label: str, seat: int | None, cites: str) -> Piece:
    colour, mark = ("", "") if seat is None else (COLOURS[seat], MARKS[seat])
    return Piece(id=name, kind="token", label=label, title=label, colour=colour, mark=mark, cites=cites)


def _packet(view: View) -> Iterator[Area]:
    state = view.desk
    if not state.unknown_packet and not any(state.packet.tolist()):
        return
    owner = state.keeper if state.keeper >= 0 else YARGS
    legal = view.allowed if state.phase == KEEPING else frozenset()
    pieces = _cards(view.game.contents, state.packet.tolist(), owner, lambda card: f"packet-{RATS[card]}", legal)
    if state.unknown_packet:
        pieces.append(_backs(owner, "packet", state.unknown_packet, "unknown"))
    yield Area(id="packet", title="packet", layout="fan", pieces=pieces)


# The prompt -------------------------------------------------------------------------------------------------------

Cited = tuple[str, str]
"""Words, and the paragraph of the rules behind them."""
ENDED_BY = {records.BY_VICTORIES: "§5.1", records.BY_PRINCESS: "§5.2", records.OUT_OF_CARDS: "§5.3"}


def _prompt(view: View) -> Cited:
    acting = view.acting
    if not acting:
        cites = "§6.7" if view.game.open_box.emperor else ENDED_BY[view.desk.ending]
        return f"The game is over: {words.reason(view.game, view.desk)}.", cites
    if view.seat in acting:
        return _asked(view)
    if acting <= {YARGS, APPLEWOODS}:
        names = " and the ".join(CLANS[seat] for seat in sorted(acting))
        return f"The {names} are choosing.", "§6.4" if view.desk.phase == KEEPING else "§2.1"
    return "The cards are being dealt.", ""


def _asked(view: View) -> Cited:
    """What to do; before a card is chosen also how the round before ended, for those who missed the call."""
    if view.desk.phase == KEEPING:
        return "Keep a card of the packet; the rest goes on.", "§6.4"
    asked, cites = _choice(view)
    return f"{_verdict(view.desk)} {asked}".strip(), cites


def _verdict(state: State) -> str:
    if state.rounds == 0:
        return ""
    winner = int(state.won_by[state.rounds - 1])
    return f"Round {state.rounds} is on hold." if winner == HOLD else f"The {CLANS[winner]} won round {state.rounds}."


def _choice(view: View) -> Cited:
    state, seat = view.desk, view.seat
    if state.spied == seat:
        return "You are spied upon: choose a card and show it.", "§3.3"
    if state.spied == 1 - seat:
        shown = words.card_name(view.game, int(state.choice[1 - seat]))
        return f"The {CLANS[1 - seat]} had to show the {shown}: choose your answer.", "§3.3"
    return "Choose a card and lay it face down.", "§2.1"


# What just happened -----------------------------------------------------------------------------------------------


def _news(view: View) -> str:
    """How the game or the last round ended, until somebody lays the next card."""
    state = view.desk
    if view.places:
        return _victor(view, view.places)
    if _is_card_laid(state) or state.phase not in (records.PLAYING, records.DRAWING):
        return ""
    if state.rounds == 0:
        return f"Game {state.games + 1}" if state.games else ""
    winner = int(state.won_by[state.rounds - 1])
    return "On hold" if winner == HOLD else f"The {CLANS[winner]} win the round"


def _victor(view: View, places: Sequence[int]) -> str:
    state = view.desk
    if places.count(1) > 1:
        return "A tie"
    if state.ending == records.BY_PRINCESS and not view.game.open_box.emperor:
        card = int(state.fought[state.rounds - 1, state.winner])
        return f"The {words.card_name(view.game, card)} wins the game"
    return f"The {CLANS[places.index(1)]} win the {'match' if view.game.open_box.emperor else 'game'}"


def _is_card_laid(state: State) -> bool:
    return any(card != NONE for card in state.choice.tolist())


def _sound(state: State) -> Sound:
    if state.phase == records.ENDED:
        return "win"
    if _is_card_laid(state):
        return "card" if state.spied == NONE else "turn"
    if state.rounds > 0:
        return "clash"
    return "card" if state.phase == KEEPING else ""
