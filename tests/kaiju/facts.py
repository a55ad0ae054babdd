"""What the tests of every game have to know of Kaiju Rising."""

from collections.abc import Callable, Iterator

from rumpus.core.game import Game
from rumpus.core.rules import State
from rumpus.games.kaiju.rules.records import END, KINDS, LOT, LOTS, PLAYERS

NEVER: set[int] = set()
PASSED_THROUGH = {"end of turn"}
"""A turn ends when nobody has to choose any more: the table never stands there."""

HURRY = (END, *range(LOT, LOT + LOTS))
"""What brings the end of a game nearer: attacks on buildings, and the end of a turn."""
PLAYTHROUGH_SEATS = 3
PLAYTHROUGHS: tuple[dict[str, bool | str], ...] = ({}, {"rest": "two", "city_hall": "guarded"})
"""The games recorded in known/."""


def _taken(game: Game, view: State, seat: int, place: int) -> str:
    """The building card that was taken as so many others had been."""
    name: str = list(game.contents.tables["buildings"].values())[int(view.taken[seat, place])].name
    return name


CALLED: dict[str, Callable[[Game, State, int, int], str]] = {
    "lot": lambda game, view, seat, lot: list(game.contents.tables["lots"].values())[lot].name,
    "kaiju": lambda game, view, seat, other: game.contents.tables["kaiju"][PLAYERS[other]].name,
    "card": _taken,
}
"""Actions whose words have another name than their number: a lot's own for where it is, a kaiju for the colour, a
building for its place."""


def permuted(game: Game, state: State, viewer: int) -> Iterator[State]:
    """Other cards in hands and decks that the viewer does not see, other fronts behind the same backs."""
    for seat in range(game.seats):
        if seat != viewer:
            yield from _with_another_card(state, seat)
    yield from _with_other_fronts(game, state, viewer)


def _with_another_card(state: State, seat: int) -> Iterator[State]:
    """A card of the hand changes places with one of the deck."""
    for one in range(KINDS):
        for other in range(KINDS):
            is_known = state.hand[seat, one] <= state.known[seat, one]
            if one != other and state.hand[seat, one] and state.deck[seat, other] and not is_known:
                changed = state.copy()
                changed.hand[seat, one] -= 1
                changed.hand[seat, other] += 1
                changed.deck[seat, one] += 1
                changed.deck[seat, other] -= 1
                yield changed


def _with_other_fronts(game: Game, state: State, viewer: int) -> Iterator[State]:
    """The front of a top that the viewer has not seen, and one deeper down."""
    for lot in range(LOTS):
        is_seen = viewer >= 0 and state.top_known[lot] >> viewer & 1
        if state.top[lot] >= 0 and not is_seen:
            for building in range(len(state.unseen)):
                if state.unseen[building] and game.box.back[building] == state.top_back[lot]:
                    changed = state.copy()
                    changed.unseen[state.top[lot]], changed.unseen[building] = 1, 0
                    changed.top[lot] = building
                    yield changed
                    return


def ending_of(state: State) -> str:
    """How a finished match ended."""
    return "the city fell" if state.ending else "time ran out"


ENDINGS = {"the city fell", "time ran out"}
