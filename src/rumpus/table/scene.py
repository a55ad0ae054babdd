"""The scene: what lies on the table for one viewer. Data that knows no game; a page or a terminal draws it.

Everything in it comes from a view, so it can be sent to its viewer as it is.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

Kind = Literal["card", "pile", "counter", "token", "die", "dial"]
Layout = Literal["row", "fan", "pile", "grid", "track", "board"]
Sound = Literal["", "card", "turn", "roll", "clash", "roar", "boom", "coin", "bell", "win"]


class Sign(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A small picture with a number, printed on a piece: a stat that it has, a test that it asks, a gain it brings."""

    mark: str
    """A letter that tells what icon and colour tell."""
    value: str = ""
    icon: str = ""
    colour: str = ""
    turned: bool = False
    """Done with: a test that was passed."""
    chosen: bool = False
    """What counts now."""


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
    """The number in its corner; of a die what it shows, of a dial where it stands, of a counter how many."""
    text: str = ""
    """What it does, shown on demand."""
    cites: str = ""
    """The paragraph of the rules that says so."""
    icon: str = ""
    glyph: str = ""
    """A sign printed large where there is no icon: a letter of another script."""
    colour: str = ""
    mark: str = ""
    """A letter that tells what the colour tells."""
    signs: list[Sign] = []
    """Down its left side, where they are seen in a fan too: what it has, or asks. The label tells them in words."""
    brings: list[Sign] = []
    """Down its right side: what it brings."""
    count: int = 1
    most: int = 0
    """Of a die how many sides it has, of a dial how far it goes."""
    turned: bool = False
    """Set aside: lost, spent."""
    chosen: bool = False
    """Part of a choice that is not confirmed yet."""
    space: str = ""
    """The space of the board or track where it stands."""
    home: str = ""
    """The piece from which it comes when it is new, and to which it goes when it is here no more: a pile, winnings."""
    action: int | None = None
    """What touching it chooses, if it may be touched."""


class Space(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place on a board or a track; with nothing printed on it but colour and mark, an outline on the cloth."""

    id: str
    label: str
    x: float
    """Where its left side is, from the left side of the board, in the units of `Area.size`."""
    y: float
    """Where its upper side is, from the upper side of the board: (x, y) is the top-left corner, not the middle."""
    width: float = 1.0
    height: float = 1.0
    shape: Literal["square", "round", "ground", "water"] = "square"
    """Ground and water lie under the roads: only to be looked at."""
    title: str = ""
    value: str = ""
    text: str = ""
    cites: str = ""
    icon: str = ""
    colour: str = ""
    mark: str = ""
    levels: int = 0
    """How high it is built; shown as storeys."""
    worth: str = ""
    """Points that it brings, on a small seal at its edge."""
    action: int | None = None


class Road(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line on a board: a street, a border, a shot. Its points count as the corners of spaces do."""

    points: list[tuple[float, float]]
    style: Literal["street", "border", "shot", "water", "gold"] = "street"
    colour: str = ""
    label: str = ""


class Area(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place on the table, with what lies there; an empty one keeps its room. docs/scenes.md tells what goes where."""

    id: str
    title: str
    layout: Layout = "row"
    seat: int | None = None
    """Whose it is; none in the middle of the table."""
    pieces: list[Piece] = []
    columns: int = 0
    """Of a grid."""
    size: tuple[float, float] = (0.0, 0.0)
    """Of a board or track: how wide and how high, in the units of its spaces."""
    spaces: list[Space] = []
    roads: list[Road] = []
    folded: bool = False
    """Shown only to those who ask for it."""


class Button(msgspec.Struct, frozen=True):
    """A choice that has no piece to touch."""

    action: int
    label: str
    kind: Literal["plain", "confirm", "pass"] = "plain"


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
    cites: str = ""
    """The paragraph of the rules that asks it."""
    seats: list[Seat]
    areas: list[Area]
    buttons: list[Button] = []
    topic: str = ""
    """What may be passed on here, in words that follow 'always pass on'; the same words wherever it is the same."""
    concerns: bool = True
    """Whether what is asked is about the viewer; where it is not, somebody may have said to pass meanwhile."""
    over: bool = False
    announce: str = ""
    """A word for what just happened that everybody should notice."""
    sound: Sound = ""

    def pieces(self) -> Iterator[Piece]:
        return (piece for area in self.areas for piece in area.pieces)

    def told(self) -> Iterator[str]:
        """Each thing with its name, and what it is and does: 'Spy: ...'."""
        things: list[Piece | Space] = [*self.pieces(), *(space for area in self.areas for space in area.spaces)]
        for thing in things:
            if thing.title and (thing.text or thing.label != thing.title):
                yield f"{thing.title}: {thing.text or thing.label}"

    def touchable(self) -> set[int]:
        """Every action that can be chosen here."""
        spaces = (space for area in self.areas for space in area.spaces)
        things: list[Piece | Space | Button] = [*self.pieces(), *spaces, *self.buttons]
        return {thing.action for thing in things if thing.action is not None}

    def __str__(self) -> str:
        from rumpus.table.text import as_text

        return as_text(self)
