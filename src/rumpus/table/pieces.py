"""Pieces and areas that look the same at every table."""

from collections.abc import Iterable, Iterator

from rumpus.table.scene import Area, Piece
from rumpus.table.telling import counted


def counter(what: str, number: int, title: str, noun: str, colour: str, mark: str) -> Piece:
    """How many somebody has of something: '5 in hand'."""
    return Piece(
        id=f"{what}-{mark}",
        kind="counter",
        label=counted(number, noun) if title in (noun, f"{noun}s") else f"{counted(number, noun)} {title}",
        title=title,
        value=str(number),
        colour=colour,
        mark=mark,
    )


def folded(name: str, title: str, told: Iterable[Piece]) -> Iterator[Area]:
    """What only some want to look up; not there while there is nothing to tell."""
    pieces = [one for one in told if one.value]
    if pieces:
        yield Area(id=name, title=title, pieces=pieces, folded=True)
