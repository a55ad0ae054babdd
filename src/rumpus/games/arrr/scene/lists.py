"""What can be looked up: discards, what may still come, conquests, and what is known of hands."""

from collections.abc import Iterator

from rumpus.core.rules import NOBODY
from rumpus.core.view import View
from rumpus.games.arrr import words
from rumpus.games.arrr.rules.records import (
    CREW,
    DECK,
    DISCARDED,
    EVENTS,
    EXPLORATIONS,
    IN_CHEST,
    IN_HAND,
)
from rumpus.games.arrr.rules.scoring import collections_of, fame_of
from rumpus.games.arrr.scene.cards import MARKS, collection_of, sea_of
from rumpus.table.pieces import folded
from rumpus.table.scene import Area, Piece


def look_up(view: View) -> Iterator[Area]:
    yield from folded("discards", "discards", _discards(view))
    yield from folded("unseen", "unseen", _unseen(view))
    yield from folded("chests", "chests", _chests(view))


def _line(name: str, title: str, parts: list[str]) -> Piece:
    told = ", ".join(parts)
    return Piece(id=f"told-{name}", kind="counter", label=f"{title}: {told}", title=title, value=told)


def _discards(view: View) -> Iterator[Piece]:
    state, game = view.desk, view.game
    crew = [words.crew_name(game, card) for card in range(CREW) if state.crew_at[card] == DISCARDED]
    events = [words.event_name(game, event) for event in range(EVENTS) if state.event_at[event] == DISCARDED]
    gone = [words.sea_name(game, card) for card in range(EXPLORATIONS) if state.sea_at[card] == DISCARDED]
    yield _line("crew", "crew", crew)
    yield _line("events", "events", events)
    yield _line("gone", "out of the row", gone)


def _unseen(view: View) -> Iterator[Piece]:
    """§12.1: which of the others are in the deck is known to nobody; of the collections all are."""
    state = view.desk
    left = [card for card in range(EXPLORATIONS) if state.sea_at[card] == DECK] if state.deck else []
    sure = [card for card in left if collection_of(view, card)]
    perhaps = [card for card in left if not collection_of(view, card)] if state.others else []
    yield _line("sure", f"surely, {len(sure)}", [_named(view, card) for card in sure])
    yield _line("others", f"{int(state.others)} of these", [_named(view, card) for card in perhaps])


def _named(view: View, card: int) -> str:
    """With what it is worth: 'Ghost Ship (3)'."""
    collection, fame = collection_of(view, card), sea_of(view, card).fame
    return f"{words.sea_name(view.game, card)} ({collection.name[0] if collection else fame})"


def _chests(view: View) -> Iterator[Piece]:
    box, state = view.game.open_box, view.desk
    for seat in range(view.game.seats):
        name, won = words.called(view.game, seat), [card for card in range(EXPLORATIONS) if _owns(view, seat, card)]
        parts = [_named(view, card) for card in won]
        fame, sets = fame_of(box, state, seat), collections_of(box, state, seat)
        yield _line(f"chest-{MARKS[seat]}", f"{name}, {fame} fame, {sets} for collections", parts)
        yield _line(f"known-{MARKS[seat]}", f"{name} surely has", _known(view, seat))


def _owns(view: View, seat: int, card: int) -> bool:
    return bool(view.desk.sea_at[card] == IN_CHEST + seat)


def _known(view: View, seat: int) -> list[str]:
    """Cards that came openly into the hand (§12.2)."""
    if seat == view.seat or view.seat == NOBODY:
        return []
    state = view.desk
    return [words.crew_name(view.game, card) for card in range(CREW) if state.crew_at[card] == IN_HAND + seat]
