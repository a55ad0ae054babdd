"""A board in a terminal: streets as lines, and each space as a few letters where it lies."""

from collections.abc import Iterator
from itertools import groupby

from rich.text import Text

from rumpus.table.scene import Area, Piece, Road, Space

ACROSS, DOWN = 7, 2
"""Letters and lines for each unit of a board."""
LINES = {"street": ("─", "│"), "border": ("┄", "┆"), "shot": ("╍", "╏"), "water": ("~", "~")}
"""How a road is drawn from left to right, and from top to bottom; what is only an ornament is not."""
UNDER = ("ground", "water")


class Canvas:
    """Letters on a grid, each with its style."""

    def __init__(self, width: int, height: int) -> None:
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def write(self, row: int, column: int, letters: str, style: str = "") -> None:
        """What lies beyond the edge is left out."""
        for place, letter in enumerate(letters, column):
            if 0 <= row < len(self.letters) and 0 <= place < len(self.letters[row]):
                self.letters[row][place], self.styles[row][place] = letter, style

    def text(self) -> Text:
        return Text("\n").join(self._line(row) for row in range(len(self.letters)))

    def _line(self, row: int) -> Text:
        """Letters of one style together, because each part of a text is dear."""
        line, start = Text(), 0
        letters = "".join(self.letters[row]).rstrip()
        for style, run in groupby(self.styles[row][: len(letters)]):
            end = start + len(list(run))
            line.append(letters[start:end], style=style)
            start = end
        return line


def drawn_map(area: Area, styles: dict[str, str]) -> Text:
    """Roads first, then spaces over them with what stands there."""
    width, height = area.size
    canvas = Canvas(round(width * ACROSS) + 2, round(height * DOWN) + 2)
    for road in area.roads:
        if road.style in LINES:
            _draw_road(canvas, road)
    for space in area.spaces:
        if space.shape not in UNDER:
            standing = [piece for piece in area.pieces if piece.space == space.id]
            _draw_space(canvas, space, standing, styles)
    return canvas.text()


def _draw_road(canvas: Canvas, road: Road) -> None:
    level, upright = LINES[road.style]
    style = "bold yellow" if road.style == "shot" else "dim"
    for start, end in zip(road.points, road.points[1:], strict=False):
        (left, top), (right, bottom) = sorted((_spot(*start), _spot(*end)))
        if top == bottom:
            canvas.write(top, left, level * (right - left + 1), style)
        elif left == right:
            for row in range(min(top, bottom), max(top, bottom) + 1):
                canvas.write(row, left, upright, style)


def _spot(x: float, y: float) -> tuple[int, int]:
    return round(x * ACROSS), round(y * DOWN)


def _draw_space(canvas: Canvas, space: Space, standing: list[Piece], styles: dict[str, str]) -> None:
    middle, row = _spot(space.x + space.width / 2, space.y + space.height / 2)
    for number, letters in enumerate(_lines(space, standing)):
        style = "bold green" if space.action is not None else styles.get(space.colour, "")
        canvas.write(row + number, middle - len(letters) // 2, letters, style)


def _lines(space: Space, standing: list[Piece]) -> Iterator[str]:
    """Its number, if it may be chosen, who stands there and what is printed on it; below that what it brings."""
    number = f"[{space.action}]" if space.action is not None else ""
    levels = "▮" * space.levels
    printed = f"{space.value} {levels}" if levels else f"{space.mark}{space.value}" if not space.worth else "-"
    yield " ".join(part for part in (number, *map(_standing, standing), printed) if part)
    if space.worth:
        yield f"{space.mark}{space.worth}"


def _standing(piece: Piece) -> str:
    number = f"[{piece.action}]" if piece.action is not None else ""
    return f"{number}{piece.mark or '●'}"
