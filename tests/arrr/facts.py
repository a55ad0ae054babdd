"""What the tests of every game have to know of Arrr!!!."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from rumpus.catalogue import definition
from rumpus.core.game import Game
from rumpus.core.rules import State
from rumpus.games.arrr.rules.records import (
    CAPTAINS,
    CHOOSING,
    CONFIRM,
    DECK,
    EVENT,
    EVENTS,
    IN_HAND,
    PASS,
    PICKING,
    PILLAGE,
    PLAYERS,
    SEA,
    SEAT,
    SEATS,
)
from rumpus.games.arrr.rules.scoring import points

NEVER: set[int] = set()
PASSED_THROUGH = {"running"}
"""The table goes on until somebody is asked, or chance is."""

HURRY = (*range(EVENT, EVENT + EVENTS), CONFIRM, PASS, PILLAGE, *range(SEA, SEAT))
"""What brings the end of a game nearer: who has no events left is asked less often."""
PLAYTHROUGH_SEATS = 4
PLAYTHROUGHS: tuple[dict[str, bool | str], ...] = ({}, {"mode": "swabber"}, {"captains": "choose", "teams": True})
"""The games recorded in known/."""
FOR_FOUR = PLAYTHROUGHS
"""What four play in the browser: not only the last of these, as in other games."""


def _in_row(game: Game, view: State, seat: int, place: int) -> str:
    """The card that lies there; where two change places, both."""
    places = (place, place + 1) if view.phase == PICKING else (place,)
    return " and ".join(_explorations(game)[int(view.row[one])] for one in places)


def _explorations(game: Game) -> list[str]:
    return [card.name for card in game.contents.tables["explorations"].values()]


CALLED: dict[str, Callable[[Game, State, int, int], str]] = {
    "row": _in_row,
    "seat": lambda game, view, seat, other: game.contents.tables["pirates"][PLAYERS[other]].name,
    "treasure": lambda game, view, seat, card: _explorations(game)[card],
}
"""Actions whose words have another name than their number: a card for its place, a pirate for the colour, a card as it
is printed for a short form of that."""


def permuted(game: Game, state: State, viewer: int) -> Iterator[State]:
    """Other cards in hands that the viewer does not see, and other captains to choose from."""
    for seat in range(game.seats):
        if seat != viewer:
            yield from _with_another(state, seat, "crew")
            yield from _with_another(state, seat, "event")
            if state.phase == CHOOSING:
                yield from _with_another_captain(game, state, seat)
    yield from _with_hands_mixed(game, state, viewer)


def _with_another(state: State, seat: int, kind: str) -> Iterator[State]:
    """A card of the hand changes places with one of the deck; what was there at the last shuffle cannot."""
    for mine in _hidden(state, seat, kind):
        if not state[f"{kind}_old"][mine]:
            for other, at in enumerate(state[f"{kind}_at"]):
                if at == DECK:
                    yield _swapped(state, kind, mine, other)
                    return


def _hidden(state: State, seat: int, kind: str) -> list[int]:
    """Cards of a hand that the others have not seen."""
    found = [card for card, at in enumerate(state[f"{kind}_at"]) if at == IN_HAND + seat]
    return [card for card in found if kind == "event" or not state.crew_known[card]]


def _swapped(state: State, kind: str, one: int, other: int) -> State:
    changed = state.copy()
    places = changed[f"{kind}_at"]
    places[one], places[other] = places[other], places[one]
    marks = f"half_{kind}"
    changed[marks][one], changed[marks][other] = state[marks][other], state[marks][one]
    return changed


def _with_hands_mixed(game: Game, state: State, viewer: int) -> Iterator[State]:
    """Two players whose hands the viewer does not see have each other's card."""
    unseen = [seat for seat in range(game.seats) if seat != viewer]
    for left, right in pairwise(unseen):
        for kind in ("crew", "event"):
            old = state[f"{kind}_old"]
            pairs = [
                (a, b) for a in _hidden(state, left, kind) for b in _hidden(state, right, kind) if old[a] == old[b]
            ]
            if pairs:
                yield _swapped(state, kind, *pairs[0])


def _with_another_captain(game: Game, state: State, seat: int) -> Iterator[State]:
    free = set(range(CAPTAINS)) - {int(captain) for captain in state.offered.ravel()}
    changed = state.copy()
    gone, changed.offered[seat, 0] = int(changed.offered[seat, 0]), min(free)
    if changed.captain[seat] == gone:
        changed.captain[seat] = min(free)
    yield changed


def ending_of(state: State) -> str:
    """How a finished match was decided, had everybody played alone: by points, or by what comes after them."""
    scores = np.zeros(SEATS, np.int64)
    points(definition("arrr").open().box, state, scores)
    best = sorted(scores[: int(state.players)])
    return "points" if best[-1] > best[-2] else "tie-break"


ENDINGS = {"points", "tie-break"}
