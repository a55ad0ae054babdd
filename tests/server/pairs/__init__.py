"""Pairs: a game with half-made choices, to show what a table tells of them to others: nothing.

Two or three players choose at once. Each picks two of five cards, one after the other, and confirms. Under each lies
a card of luck that nobody knows: one may look at one's own in secret, or, before that, have it dealt anew in secret.
When all have confirmed everything is shown; the highest sum wins.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, cast

import msgspec

from rumpus.core.box import Contents
from rumpus.core.game import Definition, Game, Words
from rumpus.core.position import Names
from rumpus.core.rules import Box, State
from rumpus.core.view import View
from rumpus.table.scene import Area, Button, Piece, Scene, Seat
from tests.server.pairs import rules
from tests.server.pairs.rules import CARDS, CONFIRM, LOOK, REDRAW

LABELS = ("north", "east", "south")
CHOICES = {CONFIRM: "confirm", LOOK: "look at your luck", REDRAW: "draw other luck"}


class Card(msgspec.Struct, forbid_unknown_fields=True):
    """One card; everybody has one of each."""

    value: Annotated[int, msgspec.Meta(ge=1, le=100)]


def fill(box: Box, contents: Contents) -> None:
    for index, card in enumerate(contents.cards.values()):
        box.value[index] = card.value


def names(contents: Contents) -> Names:
    return {"seat": LABELS, "card": tuple(contents.cards)}


def settle(box: Box, state: State, given: Any) -> None:
    """A position of this game says everything."""


def fault(box: Box, state: State) -> tuple[str, str] | None:
    return None


def called(game: Game, action: int) -> str:
    return CHOICES[action] if action in CHOICES else f"pick the {game.names['card'][action]}"


def tell(game: Game, before: State, after: State, mover: int) -> list[str]:
    if mover < 0:
        return []
    if after.confirmed[mover] and not before.confirmed[mover]:
        return [f"The {LABELS[mover]} player has chosen."]
    return [f"The {LABELS[mover]} player does something in secret."]


def scene(view: View) -> Scene:
    state, legal = view.desk, {action.number for action in view.legal}
    seats = range(view.game.seats)
    return Scene(
        game=view.game.title,
        viewer=view.seat,
        prompt="Pick two." if view.acting else "It is over.",
        seats=[
            Seat(seat=seat, name=LABELS[seat], colour="", mark="", points=view.points[seat], acting=seat in view.acting)
            for seat in seats
        ],
        areas=[
            Area(id=LABELS[seat], title=LABELS[seat], seat=seat, pieces=pieces(view, seat, legal)) for seat in seats
        ],
        buttons=[Button(action, name) for action, name in CHOICES.items() if action in legal],
        over=not view.acting and bool(state.confirmed[: view.game.seats].all()),
    )


def pieces(view: View, seat: int, legal: set[int]) -> list[Piece]:
    picked, own = view.desk.picked[seat], seat == view.seat
    label = "luck" if view.desk.luck[seat] < 0 else f"luck of {view.desk.luck[seat]}"
    luck = Piece(id=f"{LABELS[seat]}-luck", kind="card", label=label)
    return [luck] + [
        Piece(
            id=f"{LABELS[seat]}-{card}", kind="card", label=view.game.names["card"][card], chosen=bool(picked[card]),
            action=card if own and card in legal else None,
        )
        for card in range(CARDS)
    ]  # fmt: skip


WORDS = SimpleNamespace(
    seat=lambda game, seat: LABELS[seat],
    action=lambda game, view, seat, action: called(game, action),
    piece=lambda game, view, seat, action: called(game, action),
    outcome=lambda game, state, outcome: f"luck of {outcome}",
    tell=tell,
    reason=lambda game, view: "everybody has chosen",
)

GAME = Definition(
    name="pairs",
    title="Pairs",
    about="Pick two cards.",
    seats=(2, 3),
    minutes=(1, 1),
    folder=Path(__file__).parent,
    rules=rules,
    sections={"cards": Card},
    fill=fill,
    names=names,
    settle=settle,
    fault=fault,
    words=cast(Words, WORDS),
    scene=scene,
)
