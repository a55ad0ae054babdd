"""The scene: what lies on the table for one viewer. Data that knows no game; a page or a terminal draws it.

Everything in it comes from a view, so it can be sent to its viewer as it is.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

Kind = Literal["card", "pile", "counter", "token"]
Layout = Literal["row", "fan", "pile"]


class Piece(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing on the table."""

    id: str
    """A piece that its viewer can follow keeps its id from scene to scene, so that it can be seen to move."""
    kind: Kind
    label: str
    """What it is, in full, for those who cannot see it."""
    title: str = ""
    """What is printed on it; empty on a back."""
    value: str = ""
    """The number in its corner."""
    text: str = ""
    """What it does, shown on demand."""
    cites: str = ""
    """The paragraph of the rules that says so."""
    icon: str = ""
    colour: str = ""
    mark: str = ""
    """A letter that tells what the colour tells."""
    count: int = 1
    turned: bool = False
    """Set aside: lost, spent."""
    action: int | None = None
    """What touching it chooses, if it may be touched."""


class Area(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place on the table, with what lies there."""

    id: str
    title: str
    layout: Layout = "row"
    seat: int | None = None
    """Whose it is."""
    pieces: list[Piece] = []


class Button(msgspec.Struct, frozen=True):
    """A choice that has no piece to touch."""

    action: int
    label: str


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One player, as the others see them."""

    seat: int
    name: str
    colour: str
    mark: str
    points: int
    acting: bool
    place: int | None = None


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on the table for one viewer."""

    game: str
    viewer: int
    prompt: str
    """What is asked, and of whom."""
    seats: list[Seat]
    areas: list[Area]
    buttons: list[Button] = []
    over: bool = False

    def pieces(self) -> Iterator[Piece]:
        return (piece for area in self.areas for piece in area.pieces)

    def touchable(self) -> set[int]:
        """Every action that can be chosen here."""
        touched = {piece.action for piece in self.pieces() if piece.action is not None}
        return touched | {button.action for button in self.buttons}

    def __str__(self) -> str:
        from rumpus.table.text import as_text

        return as_text(self)
