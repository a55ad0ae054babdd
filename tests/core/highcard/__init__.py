"""Highest Card: a second game, as small as can be, to show that the core knows no game.

Each of two to four players is dealt a card, unseen by the others. Then all choose at once, in any order: keep it, or
throw it away for another. The highest card wins, or the lowest where the table says so.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, cast

import msgspec

from rumpus.core.box import Contents
from rumpus.core.game import Definition, Game, Words
from rumpus.core.position import Names
from rumpus.core.rules import Box, State
from tests.core.highcard import rules

LABELS = ("north", "east", "south", "west")


class Card(msgspec.Struct, forbid_unknown_fields=True):
    """One card; there is one of each."""

    value: Annotated[int, msgspec.Meta(ge=1, le=100)]
    shiny: bool = False


def fill(box: Box, contents: Contents) -> None:
    for index, card in enumerate(contents.cards.values()):
        box.value[index] = card.value


def names(contents: Contents) -> Names:
    return {"seat": LABELS, "card": tuple(contents.cards)}


def settle(box: Box, state: State, given: Any) -> None:
    """A position of this game says everything."""


def fault(box: Box, state: State) -> tuple[str, str] | None:
    return ("deck", "there is one of each card.") if state.deck.max() > 1 else None


def called(game: Game, card: int) -> str:
    return "a card" if card < 0 else f"the {game.names['card'][card]}"


def tell(game: Game, before: State, after: State, mover: int) -> list[str]:
    return [] if mover < 0 else [f"{LABELS[mover]} had {called(game, before.card[mover])}."]


WORDS = SimpleNamespace(
    seat=lambda game, seat: LABELS[seat],
    action=lambda game, view, seat, action: ("keep", "swap")[action],
    piece=lambda game, view, seat, action: ("keep", "swap")[action],
    outcome=lambda game, state, outcome: f"{called(game, outcome)} is dealt",
    tell=tell,
    reason=lambda game, view: "everybody has chosen",
)

GAME = Definition(
    name="highcard",
    title="Highest Card",
    about="Keep your card, or swap it.",
    seats=(2, 4),
    minutes=(1, 1),
    folder=Path(__file__).parent,
    rules=rules,
    sections={"cards": Card},
    fill=fill,
    names=names,
    settle=settle,
    fault=fault,
    words=cast(Words, WORDS),
    scene=lambda view: f"{view.game.title}, seen from {view.seat}",
)
