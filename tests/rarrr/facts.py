"""What the tests of every game have to know of RARRR!!"""

from collections.abc import Callable, Iterator

import numpy as np

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import State
from rumpus.games.rarrr.rules.records import (
    CITIES_A_ROUND,
    DOWN,
    KATAKANA,
    KINDS,
    ORDERS,
    RETURNING,
    ROUNDS,
    TYPES,
    VALUES,
)

NEVER = {DOWN + type * VALUES + place for type in range(len(TYPES)) for place in (3, 4, 5)}
"""Our box has no Power cards of value 4 to 6."""


def _read(game: Game, view: State, seat: int, order: int) -> str:
    """The Monster and the two Katakana that are kept, in that order."""
    kept = [int(card) for card in view.drafted[seat] if card != view.left_out[seat]]
    monsters, katakana = (list(game.contents.tables[table].values()) for table in ("monsters", "katakana"))
    parts = [monsters[int(view.monster[seat])], *(katakana[card] for card in kept)]
    return "".join(parts[part].syllable for part in ORDERS[order])


CALLED: dict[str, Callable[[Game, State, int, int], str]] = {
    "order": _read,
    "pass": lambda game, view, seat, place: "take nothing back" if view.phase == RETURNING else "pass",
    "boost": lambda game, view, seat, boost: f"by {int(game.box.boost[boost])}",
}
"""Actions whose words have another name than their number: the name that the syllables make, what a boost is worth; and
to take nothing back is not called to pass."""

HIDDEN = ("hand", "down", "pack", "choices", "seen", "offered")


def permuted(game: Game, state: State, viewer: int) -> Iterator[State]:
    """Other cards in hands and packs that the viewer does not see, in the deck, and other names in mind."""
    for other in range(game.seats):
        if other != viewer:
            yield _with_others_cards(state, other)
            if state.order[other] != NONE:
                yield _with_another_name(state, other)
    shuffled = state.copy()
    shuffled.deck[:] = shuffled.deck[::-1].copy()
    yield shuffled


def _with_others_cards(state: State, seat: int) -> State:
    other = state.copy()
    for name in HIDDEN:
        row = getattr(other, name)[seat]
        row[...] = np.roll(row, 1, axis=-1)
    for name, kinds in (("picks", KINDS), ("drafted", KATAKANA)):
        row = getattr(other, name)[seat]
        row[row != NONE] = (row[row != NONE] + 1) % kinds
    return other


def _with_another_name(state: State, seat: int) -> State:
    other = state.copy()
    other.order[seat] = (int(other.order[seat]) + 1) % len(ORDERS)
    return other


def ending_of(state: State) -> str:
    """How a finished match ended."""
    fallen = int(np.sum(state.owner != NONE))
    return "every city fell" if fallen == ROUNDS * CITIES_A_ROUND else "some were spared"


ENDINGS = {"every city fell", "some were spared"}

PLAYTHROUGH_SEATS = 3
PLAYTHROUGHS: tuple[dict[str, bool | str], ...] = (
    {},
    {"bonus_scoring": True, "face_down": True, "resistance": True, "cities_first": True},
)
"""The games recorded in known/."""
