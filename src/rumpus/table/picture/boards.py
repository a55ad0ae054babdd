"""Boards and tracks in a picture: ground, roads, spaces, and what stands on them."""

from collections.abc import Sequence
from math import ceil

from rumpus.table.picture.canvas import (
    CLOTH,
    GOLD,
    INK,
    PAPER,
    TOUCH,
    WHITE,
    Canvas,
    Colour,
    Rect,
    mixed,
    paint,
)
from rumpus.table.picture.things import CARD, draw_number, draw_piece, draw_token
from rumpus.table.scene import Area, Piece, Road, Space

UNDER = ("ground", "water")
WATER = (58, 118, 160)
ROADS: dict[str, tuple[Colour, float]] = {
    "street": ((196, 188, 170), 0.16),
    "border": ((150, 144, 130), 0.05),
    "shot": ((236, 196, 70), 0.07),
    "water": (WATER, 0.2),
    "gold": (GOLD, 0.07),
}
"""Colour, and width in the units of the board."""


def draw_board(canvas: Canvas, area: Area, rect: Rect) -> None:
    """A board as large as fits into a rectangle, in its middle."""
    unit = unit_for(area, rect)
    width, height = area.size
    left, top = rect.x + (rect.width - width * unit) / 2, rect.y + (rect.height - height * unit) / 2
    board = Rect(left, top, width * unit, height * unit)
    for space in area.spaces:
        if space.shape in UNDER:
            draw_ground(canvas, space, placed(space, board, unit))
    for road in area.roads:
        draw_road(canvas, road, board, unit)
    for space in area.spaces:
        if space.shape not in UNDER:
            draw_space(canvas, area, space, placed(space, board, unit))
    for space in area.spaces:
        draw_standing(canvas, standing(area, space), placed(space, board, unit))


def unit_for(area: Area, rect: Rect) -> float:
    """Pixels for each unit of a board that is to fit."""
    width, height = area.size
    return min(rect.width / max(width, 0.01), rect.height / max(height, 0.01))


def placed(space: Space, board: Rect, unit: float) -> Rect:
    return Rect(board.x + space.x * unit, board.y + space.y * unit, space.width * unit, space.height * unit)


def standing(area: Area, space: Space) -> list[Piece]:
    return [piece for piece in area.pieces if piece.space == space.id]


def homeless(area: Area) -> list[Piece]:
    """Pieces of a board that stand on none of its spaces."""
    known = {space.id for space in area.spaces}
    return [piece for piece in area.pieces if piece.space not in known]


def draw_ground(canvas: Canvas, space: Space, rect: Rect) -> None:
    colour = WATER if space.shape == "water" else mixed(paint(space.colour), PAPER, 0.45)
    canvas.box(rect, colour, None, 1, 4)


def draw_road(canvas: Canvas, road: Road, board: Rect, unit: float) -> None:
    """What leads over the edge ends there."""
    colour, thick = ROADS[road.style]
    inside = [
        (
            min(max(board.x + x * unit, board.x), board.right),
            min(max(board.y + y * unit, board.y), board.bottom),
        )
        for x, y in road.points
    ]
    canvas.line(inside, paint(road.colour) if road.colour else colour, max(1.0, thick * unit))


def draw_space(canvas: Canvas, area: Area, space: Space, rect: Rect) -> None:
    """Its colour, what is printed on it, and a seal with what it brings; one with nothing printed is an outline."""
    line = TOUCH if space.action is not None else mixed(paint(space.colour), INK, 0.2)
    thick = 2.5 if space.action is not None else 1.2
    corner = min(rect.width, rect.height) / 2 if space.shape == "round" else min(rect.width, rect.height) * 0.12
    if is_outline(space):
        pale = mixed(CLOTH, paint(space.colour) if space.colour else INK, 0.35)
        if space.action is not None or is_for_cards(area, rect):
            canvas.box(rect, pale, line, thick, corner)
    else:
        canvas.box(rect, mixed(paint(space.colour), PAPER, 0.82), line, thick, corner)
        draw_printed(canvas, space, rect, is_covered=bool(standing(area, space)))
    draw_number(canvas, space.action, rect)


def is_outline(space: Space) -> bool:
    return not (space.title or space.value or space.worth or space.levels or (space.mark and not space.colour))


def is_for_cards(area: Area, rect: Rect) -> bool:
    """Heaps for tokens need no outline while nothing lies there; places for cards do."""
    return area.layout == "track" or rect.width < rect.height * 1.2 or rect.width > rect.height * 4


def draw_printed(canvas: Canvas, space: Space, rect: Rect, *, is_covered: bool) -> None:
    """Value and letter, storeys below them, and the seal at the lower edge."""
    colour = paint(space.colour)
    words = " ".join(part for part in (space.title, space.value or (space.mark if not space.worth else "")) if part)
    inside = rect.inner(rect.width * 0.12, rect.height * 0.12)
    if space.worth or space.levels:
        draw_value(canvas, Rect(inside.x, inside.y + inside.height * 0.24, inside.width, inside.height * 0.3), words)
        draw_storeys(
            canvas, space.levels, Rect(inside.x, inside.y + inside.height * 0.56, inside.width, inside.height * 0.16)
        )
    elif not is_covered:
        canvas.write(inside, words, mixed(colour, INK, 0.3), rect.height * 0.46, most=2)
    if space.worth:
        seal = Rect(
            inside.x + inside.width * 0.2,
            inside.bottom - inside.height * 0.22,
            inside.width * 0.6,
            inside.height * 0.26,
        )
        canvas.box(seal, colour, WHITE, 1, seal.height / 2)
        canvas.write(seal.inner(3, 0), f"{space.mark} {space.worth}".strip(), WHITE, seal.height * 0.85)


def draw_value(canvas: Canvas, rect: Rect, words: str) -> None:
    canvas.write(rect, words, INK, rect.height * 0.95)


def draw_storeys(canvas: Canvas, levels: int, rect: Rect) -> None:
    """A small bar for each level."""
    step = min(rect.width / max(levels, 1), rect.height * 1.1)
    left = rect.x + (rect.width - step * levels) / 2
    for number in range(levels):
        canvas.box(Rect(left + number * step, rect.y, step, rect.height).inner(step * 0.14, 0), INK, None, 1, 1)


def draw_standing(canvas: Canvas, pieces: Sequence[Piece], rect: Rect) -> None:
    """Several on one space share it, as large as they can be."""
    if not pieces:
        return
    columns = best_columns(pieces, rect)
    rows = ceil(len(pieces) / columns)
    wide, high = rect.width / columns, rect.height / rows
    for number, piece in enumerate(pieces):
        row, column = divmod(number, columns)
        shift = (columns - min(columns, len(pieces) - row * columns)) * wide / 2
        cell = Rect(rect.x + shift + column * wide, rect.y + row * high, wide, high)
        draw_on_space(canvas, piece, cell)


def best_columns(pieces: Sequence[Piece], rect: Rect) -> int:
    """So many side by side that the pieces are largest."""
    shape = ratio(pieces[0])

    def width_with(columns: int) -> float:
        rows = ceil(len(pieces) / columns)
        return min(rect.width / columns, rect.height / rows / shape)

    return max(range(1, len(pieces) + 1), key=width_with)


def ratio(piece: Piece) -> float:
    """How high for its width."""
    return CARD[1] / CARD[0] if piece.kind in ("card", "pile") else 0.3 if is_worded(piece) else 1.0


def is_worded(piece: Piece) -> bool:
    """Whether it needs room for words: a counter, or a token with more than a letter or two on it."""
    return piece.kind in ("counter", "dial") or (piece.kind == "token" and len(piece.title) > 3)


def draw_on_space(canvas: Canvas, piece: Piece, cell: Rect) -> None:
    cell = cell.inner(cell.width * 0.04, cell.height * 0.04)
    shape = ratio(piece)
    wide = min(cell.width, cell.height / shape)
    x, y = cell.middle
    spot = Rect(x - wide / 2, y - wide * shape / 2, wide, wide * shape)
    if piece.kind == "token" and not is_worded(piece):
        draw_token(canvas, piece, spot)
    else:
        draw_piece(canvas, piece, spot)
