"""A sheet to draw on: boxes, discs, lines, and words that fit where they are written."""

import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

SHARP = 2
"""Drawn so many times larger and made smaller at the end, so that edges are smooth."""
SMALLEST = 6.0
"""Letters are not made smaller than so many pixels; words that do not fit then are cut."""
LEADING = 1.18
PIXELS = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

WHITE, INK, CLOTH = (255, 255, 255), (38, 34, 30), (33, 94, 72)
PAPER, FADED, GOLD, TOUCH = (250, 246, 234), (203, 199, 188), (242, 193, 78), (64, 190, 110)
PAINTS: dict[str, Colour] = {
    "": (108, 102, 92),
    "black": (45, 43, 42),
    "blue": (36, 86, 166),
    "brown": (116, 72, 38),
    "green": (44, 124, 62),
    "grey": (92, 94, 98),
    "orange": (206, 104, 22),
    "pink": (190, 66, 128),
    "purple": (104, 62, 160),
    "red": (184, 40, 42),
    "teal": (16, 122, 128),
    "yellow": (166, 122, 8),
}


STAND_INS = {
    "×": "x", "→": "->", "★": "*", "∞": "oo",
    **dict.fromkeys("▲▴", "^"), **dict.fromkeys("▶▸", ">"), **dict.fromkeys("▼▾", "v"), **dict.fromkeys("◀◂", "<"),
}  # fmt: skip
"""For signs that the font lacks."""


class Rect(NamedTuple):
    """A part of the sheet, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inner(self, across: float, down: float | None = None) -> "Rect":
        """The same without a margin on each side."""
        down = across if down is None else down
        return Rect(self.x + across, self.y + down, max(self.width - 2 * across, 0), max(self.height - 2 * down, 0))

    def moved(self, x: float, y: float) -> "Rect":
        return Rect(self.x + x, self.y + y, self.width, self.height)


def paint(name: str) -> Colour:
    """The colour of that name; of one that we do not know, the colour of things without one."""
    return PAINTS.get(name, PAINTS[""])


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """So large a share of the other in the one."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


# Words ------------------------------------------------------------------------------------------------------------


@cache
def font(size: float) -> Any:
    """Pillow's own letters, so that pictures are the same everywhere."""
    return ImageFont.load_default(size)


@lru_cache(maxsize=20_000)
def length(words: str, size: float) -> float:
    """How many pixels wide the words are: measured as they are drawn, because letters are fitted to pixels."""
    return float(font(size * SHARP).getlength(words)) / SHARP


@cache
def is_known(letter: str) -> bool:
    """Whether the font has this letter, and not only the box that stands for those it lacks."""
    ours, lacking = font(20).getmask(letter), font(20).getmask("\U0010ffff")
    return letter.isspace() or ours.size != lacking.size or bytes(ours) != bytes(lacking)


@lru_cache(maxsize=20_000)
def writable(words: str) -> str:
    """What of it can be written with this font: accents fall away, and plain letters stand for signs."""
    plain = unicodedata.normalize("NFKD", "".join(STAND_INS.get(letter, letter) for letter in words))
    return "".join(letter for letter in plain if is_known(letter))


def wrapped(words: str, size: float, width: float) -> list[str]:
    """Lines as wide as there is room; a word that is wider has one of its own."""
    lines: list[str] = []
    for word in words.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and length(joined, size) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def cut(words: str, size: float, width: float) -> str:
    """As many letters as there is room for."""
    if length(words, size) <= width:
        return words
    while words and length(f"{words}…", size) > width:
        words = words[:-1]
    return f"{words.rstrip()}…" if words else ""


@lru_cache(maxsize=20_000)
def fitted(words: str, width: float, height: float, largest: float, most: int) -> tuple[float, tuple[str, ...]]:
    """The largest letters, up to a size, with which the words have room on so many lines; and the lines."""
    size = largest
    while size >= SMALLEST:
        lines = wrapped(words, size, width)
        fits = len(lines) <= most and len(lines) * size * LEADING <= height + 0.5
        if fits and all(length(line, size) <= width for line in lines):
            return size, tuple(lines)
        size -= 0.5
    lines = wrapped(words, SMALLEST, width)[:most]
    kept = [*lines[:-1], " ".join([*lines[-1:], *wrapped(words, SMALLEST, width)[most:]])]
    return SMALLEST, tuple(cut(line, SMALLEST, width) for line in kept)


# The sheet --------------------------------------------------------------------------------------------------------


class Canvas:
    """A sheet of so many pixels."""

    def __init__(self, width: int, height: int, ground: Colour = CLOTH) -> None:
        self.size = width, height
        self._image = Image.new("RGB", (width * SHARP, height * SHARP), ground)
        self._draw = ImageDraw.Draw(self._image)

    def pixels(self) -> PIXELS:
        return np.asarray(self._image.reduce(SHARP), np.uint8).copy()

    def box(
        self,
        rect: Rect,
        fill: Colour | None = None,
        line: Colour | None = None,
        thick: float = 1.0,
        radius: float = 0.0,
    ) -> None:
        """A rectangle with round corners."""
        corners = tuple(SHARP * value for value in (rect.x, rect.y, rect.right, rect.bottom))
        radius = min(radius, rect.width / 2, rect.height / 2) * SHARP
        width = max(1, round(thick * SHARP)) if line is not None else 0
        self._draw.rounded_rectangle(corners, radius, fill, line, width)

    def disc(
        self, middle: tuple[float, float], radius: float, fill: Colour, line: Colour | None = None, thick: float = 1.0
    ) -> None:
        x, y = middle
        self.box(Rect(x - radius, y - radius, 2 * radius, 2 * radius), fill, line, thick, radius)

    def line(self, points: Sequence[tuple[float, float]], colour: Colour, thick: float) -> None:
        spots = [(SHARP * x, SHARP * y) for x, y in points]
        self._draw.line(spots, colour, max(1, round(thick * SHARP)), joint="curve")

    def write(
        self, rect: Rect, words: str, colour: Colour = INK, largest: float = 14.0, *, most: int = 1, left: bool = False
    ) -> None:
        """Words in the middle of a rectangle, or from its left side, as large as fits and on so many lines at most."""
        words = writable(words)
        if not words or rect.width < 2 or rect.height < 2:
            return
        size, lines = fitted(words, round(rect.width, 1), round(rect.height, 1), round(largest * 2) / 2, most)
        top = rect.y + (rect.height - len(lines) * size * LEADING) / 2
        for number, line in enumerate(lines):
            start = rect.x if left else rect.x + (rect.width - length(line, size)) / 2
            spot = SHARP * start, SHARP * (top + (number + 0.5) * size * LEADING)
            self._draw.text(spot, line, colour, font(size * SHARP), anchor="lm")
