"""The Seven Seas as a chart: the row, influences between neighbours, decks and discards."""

from collections.abc import Iterator

from msgspec.structs import replace

from rumpus.core.record import NONE
from rumpus.core.view import View
from rumpus.games.arrr import words
from rumpus.games.arrr.rules.records import (
    DISCARDED,
    DRAW_CREW,
    DRAW_EVENT,
    ON_PIECES,
    SEA,
    STATS,
    SWABBER,
    TURNS_EACH,
)
from rumpus.games.arrr.rules.seas import row_length
from rumpus.games.arrr.scene.action import on_deck
from rumpus.games.arrr.scene.cards import (
    COIN,
    CREW_DECK,
    CREW_DISCARDS,
    EVENT_DECK,
    EVENT_DISCARDS,
    SEA_DECK,
    STAT_MARKS,
    face_of,
    sea_card,
    touched,
)
from rumpus.games.arrr.scene.chart import (
    DOWN,
    HIGH,
    MARGIN,
    WIDE,
    cell,
    cells,
    chart_size,
    middle,
)
from rumpus.table.scene import Area, Piece, Road, Space
from rumpus.table.telling import counted

SIGN = 0.62
"""How wide the sign of an influence is: the gap between two cards."""


def chart(view: View) -> Area:
    spaces, pieces = on_deck(view)
    return Area(
        id="sea",
        title=_title(view),
        layout="board",
        size=chart_size(view.game.seats),
        spaces=[_water(view), *_places(view), *_deck_places(view), *spaces, *_influences(view)],
        roads=[_route(view)],
        pieces=[*_deck(view), *_row(view), *_piles(view), *pieces],
    )


def _title(view: View) -> str:
    """The turn of this round."""
    number = min(TURNS_EACH, int(view.desk.turns) // view.game.seats + 1)
    return f"turn {number} of {TURNS_EACH}"


def _water(view: View) -> Space:
    width, height = chart_size(view.game.seats)
    return Space(id="water", label="the Seven Seas", x=0.0, y=0.0, width=width, height=height, shape="water")


# The row ----------------------------------------------------------------------------------------------------------


def _places(view: View) -> Iterator[Space]:
    """The deck's place first, then one for each card that can lie there."""
    for number in range(cells(view.game.seats)):
        x, y = cell(number)
        yield Space(id=f"cell-{number}", label="a place in the row", x=x, y=y, width=WIDE, height=HIGH)


def _route(view: View) -> Road:
    """From card to card, as far as cards lie there."""
    last = max(1, row_length(view.desk))
    return Road(points=[middle(number) for number in range(last + 1)], style="shot", label="the row")


def _deck(view: View) -> Iterator[Piece]:
    number = int(view.desk.deck)
    label = f"the exploration deck, {counted(number, 'card')}"
    if number:
        yield Piece(id=SEA_DECK, kind="pile", label=label, count=number, colour="blue", mark="★", space="cell-0",
                    text=f"{label.capitalize()}. The newest card lies beside it.", cites="§2.3")  # fmt: skip


def _row(view: View) -> Iterator[Piece]:
    """The newest lies next to the deck, the oldest furthest from it."""
    length = row_length(view.desk)
    for place in range(length):
        piece = sea_card(view, int(view.desk.row[place]), touched(view, SEA + place))
        yield replace(piece, space=f"cell-{length - place}")


# Influences (§7.4) ------------------------------------------------------------------------------------------------


def _influences(view: View) -> Iterator[Space]:
    """Between two neighbours, each as far as it changes the other."""
    length = row_length(view.desk)
    for place in range(length - 1):
        old, new = int(view.desk.row[place]), int(view.desk.row[place + 1])
        if changes(view, old, new):
            yield _influence(view, old, new, length - place, length - place - 1)
        if changes(view, new, old):
            yield _influence(view, new, old, length - place - 1, length - place)


def changes(view: View, card: int, neighbour: int) -> bool:
    """Whether a card's influence makes a difference to this neighbour."""
    box = view.game.open_box
    what, by = int(box.influence[card]), int(box.influence_by[card])
    if what == NONE or by == 0:
        return False
    if what == ON_PIECES:
        return by > 0 or bool(box.booty[neighbour] > 0)
    return any(int(stat) == what for stat in box.test_stat[neighbour])


def _influence(view: View, card: int, neighbour: int, start: int, end: int) -> Space:
    """A sign with an arrow, in the gap between the two."""
    box = view.game.open_box
    what, by = int(box.influence[card]), int(box.influence_by[card])
    (x, y), (to_x, to_y) = middle(start), middle(end)
    is_level = abs(y - to_y) < 1
    off = 0.5 if start < end else -0.5
    at_x, at_y = (x + to_x) / 2 + (0.0 if is_level else 1.3 * off), (y + to_y) / 2 + (off if is_level else 0.0)
    width, height = (SIGN, 0.86) if is_level else (1.05, 0.5)
    kind, colour, mark = _influenced(view, what)
    told = f"{words.sea_name(view.game, card)}: {kind} {by:+d} for {words.sea_name(view.game, neighbour)}"
    return Space(id=f"influence-{card}-{neighbour}", label=told, x=at_x - width / 2, y=at_y - height / 2, width=width,
                 height=height, value=_arrow(by, to_x - x, to_y - y), text=f"{told}.", cites="§7.4",
                 icon=_influence_icon(view, what), colour=colour, mark=mark)  # fmt: skip


def _influenced(view: View, what: int) -> tuple[str, str, str]:
    if what == ON_PIECES:
        return "Pieces", "yellow", "P"
    return STATS[what], face_of(view, what).colour, STAT_MARKS[what]


def _influence_icon(view: View, what: int) -> str:
    return COIN.icon if what == ON_PIECES else face_of(view, what).icon


def _arrow(by: int, right: float, down: float) -> str:
    """'+1▸': how much, and towards whom."""
    if abs(right) > abs(down):
        return f"{by:+d}▸" if right > 0 else f"◂{by:+d}"
    return f"{by:+d}{'▾' if down > 0 else '▴'}"


# Decks and discards -----------------------------------------------------------------------------------------------


def _deck_places(view: View) -> Iterator[Space]:
    """Two columns in the first place of the lower line: decks, and what was discarded."""
    x, y = MARGIN, MARGIN + DOWN
    for number, name in enumerate((CREW_DECK, CREW_DISCARDS, EVENT_DECK, EVENT_DISCARDS)):
        if view.game.open_box.mode != SWABBER or number < 2:
            yield Space(id=f"place-{name}", label="a place for cards", x=x + 1.04 * (number % 2),
                        y=y + 1.43 * (number // 2), width=0.96, height=1.35)  # fmt: skip


def _piles(view: View) -> Iterator[Piece]:
    state = view.desk
    thrown = [sum(int(at == DISCARDED) for at in places) for places in (state.crew_at, state.event_at)]
    yield from _pile(view, "crew", int(state.crew_left), thrown[0], DRAW_CREW)
    if view.game.open_box.mode != SWABBER:
        yield from _pile(view, "event", int(state.event_left), thrown[1], DRAW_EVENT)


def _pile(view: View, kind: str, left: int, thrown: int, action: int) -> Iterator[Piece]:
    """A deck with its discards; an empty deck can still be drawn from, if there are discards (§3.3)."""
    colour, mark = ("brown", "C") if kind == "crew" else ("purple", "E")
    yield Piece(id=f"{kind}-deck", kind="pile", label=f"the {kind} deck, {counted(left, 'card')}", count=left,
                colour=colour, mark=mark, space=f"place-{kind}-deck", action=touched(view, action),
                text=f"The {kind} deck: {counted(left, 'card')}.", cites="§3.2")  # fmt: skip
    if thrown:
        yield Piece(id=f"{kind}-discards", kind="card", label=f"{counted(thrown, f'{kind} card')} discarded",
                    title="discards", value=str(thrown), icon="stack", colour=colour, mark=mark, turned=True,
                    space=f"place-{kind}-discards", cites="§3.3",
                    text=f"{counted(thrown, 'card').capitalize()} discarded.")  # fmt: skip
