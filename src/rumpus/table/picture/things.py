"""Pieces in a picture: how large each is, and what is drawn of it."""

from rumpus.table.picture.canvas import (
    FADED,
    GOLD,
    INK,
    PAPER,
    TOUCH,
    WHITE,
    Canvas,
    Colour,
    Rect,
    length,
    mixed,
    paint,
    writable,
)
from rumpus.table.scene import Piece, Sign

CARD = 74.0, 104.0
DIE = 44.0
DIAL = 84.0, 46.0
CHIP = 26.0
LONGEST_CHIP = 260.0
LETTERS = 13.0
"""All of these in pixels, at a scale of 1."""


def size_of(piece: Piece, scale: float) -> tuple[float, float]:
    """The room that a piece takes in a row."""
    if piece.kind in ("card", "pile"):
        return CARD[0] * scale, CARD[1] * scale
    if piece.kind == "die":
        return DIE * scale, DIE * scale
    if piece.kind == "dial":
        return DIAL[0] * scale, DIAL[1] * scale
    words = (
        length(told(piece), LETTERS * scale) + (CHIP * 1.1 if piece.mark or piece.action is not None else 14) * scale
    )
    return min(words + 12 * scale, LONGEST_CHIP * scale), CHIP * scale


def told(piece: Piece) -> str:
    """What stands on a chip: a number and what it counts; without a title, all that it is."""
    words = f"{piece.value} {piece.title}".strip() if piece.title else piece.label
    return writable(f"{words} x{piece.count}" if piece.count > 1 else words)


def draw_piece(canvas: Canvas, piece: Piece, rect: Rect) -> None:
    """A piece as it lies in a row, a fan or a grid."""
    if piece.kind == "card":
        draw_card(canvas, piece, rect)
    elif piece.kind == "pile":
        draw_pile(canvas, piece, rect)
    elif piece.kind == "die":
        draw_die(canvas, piece, rect)
    elif piece.kind == "dial":
        draw_dial(canvas, piece, rect)
    else:
        draw_chip(canvas, piece, rect)


def outline(piece: Piece) -> tuple[Colour, float]:
    """What may be touched and what is chosen stands out."""
    if piece.chosen:
        return GOLD, 3.0
    if piece.action is not None:
        return TOUCH, 3.0
    return (mixed(paint(piece.colour), FADED, 0.5) if piece.turned else paint(piece.colour)), 2.0


# Cards and piles --------------------------------------------------------------------------------------------------


def draw_card(canvas: Canvas, piece: Piece, rect: Rect) -> None:
    if not piece.title and not piece.value:
        draw_back(canvas, piece, rect)
        return
    line, thick = outline(piece)
    canvas.box(rect, FADED if piece.turned else PAPER, line, thick, rect.width * 0.09)
    inside = rect.inner(rect.width * 0.06)
    band = draw_title(canvas, piece, inside)
    above = Rect(inside.x, inside.y, inside.width, inside.height - band)
    draw_middle(canvas, piece, above)
    draw_corner(canvas, piece, above)
    draw_signs(canvas, piece.signs, above, is_right=False)
    draw_signs(canvas, piece.brings, above, is_right=True)
    draw_number(canvas, piece.action, rect)
    draw_count(canvas, piece.count, rect)


def ink(piece: Piece) -> Colour:
    return mixed(paint(piece.colour), FADED, 0.45) if piece.turned else paint(piece.colour)


def draw_title(canvas: Canvas, piece: Piece, inside: Rect) -> float:
    """The name on a band at the bottom; how high that is."""
    if not piece.title:
        return 0.0
    high = inside.height * 0.33
    band = Rect(inside.x, inside.bottom - high, inside.width, high)
    canvas.box(band, ink(piece), None, 1, rect_round(inside))
    canvas.write(band.inner(inside.width * 0.03, 1), piece.title, WHITE, inside.width * 0.22, most=3)
    return high


def rect_round(rect: Rect) -> float:
    return rect.width * 0.06


def draw_middle(canvas: Canvas, piece: Piece, above: Rect) -> None:
    """A letter instead of a picture, pale, because numbers are printed over it."""
    shown = writable(piece.glyph) or piece.mark
    paper = FADED if piece.turned else PAPER
    middle = above.inner(above.width * 0.2, above.height * 0.16)
    canvas.write(middle, shown, mixed(paper, paint(piece.colour), 0.3), above.width * 0.5)


def draw_corner(canvas: Canvas, piece: Piece, above: Rect) -> None:
    """The number in its corner."""
    if piece.value:
        corner = Rect(above.x, above.y, above.width * min(0.9, 0.28 + 0.14 * len(piece.value)), above.height * 0.42)
        canvas.write(corner, piece.value, ink(piece), above.width * 0.36, left=True)


def draw_signs(canvas: Canvas, signs: list[Sign], above: Rect, *, is_right: bool) -> None:
    """Small signs one below the other, each with its letter and number."""
    high = min(above.height / max(len(signs), 1), above.width * 0.24)
    wide = above.width * 0.47
    for number, sign in enumerate(signs):
        x = above.right - wide if is_right else above.x
        spot = Rect(x, above.y + number * high, wide, high).inner(0.5)
        colour = mixed(paint(sign.colour), FADED, 0.5) if sign.turned else paint(sign.colour)
        canvas.box(spot, WHITE, GOLD if sign.chosen else colour, 1.5 if sign.chosen else 1, high)
        canvas.write(spot.inner(2, 0), f"{sign.mark} {sign.value}".strip(), colour, high * 0.8)


def draw_back(canvas: Canvas, piece: Piece, rect: Rect) -> None:
    """A card face down: whose it is, and what can be seen of it all the same."""
    line, thick = outline(piece)
    colour = ink(piece)
    canvas.box(rect, PAPER, line if piece.action is not None or piece.chosen else PAPER, thick, rect.width * 0.09)
    back = rect.inner(rect.width * 0.06)
    canvas.box(back, colour, None, 1, rect.width * 0.06)
    canvas.box(back.inner(rect.width * 0.06), None, mixed(colour, WHITE, 0.35), 1, rect.width * 0.05)
    canvas.disc(back.middle, back.width * 0.24, mixed(colour, WHITE, 0.25), WHITE, 1)
    x, y = back.middle
    spot = Rect(x - back.width * 0.2, y - back.width * 0.2, back.width * 0.4, back.width * 0.4)
    canvas.write(spot, piece.mark, WHITE, back.width * 0.3)
    shown = Rect(back.x, back.y + back.height * 0.06, back.width, back.height * 0.22)
    canvas.write(shown.inner(back.width * 0.1, 0), piece.glyph, WHITE, back.width * 0.28)
    draw_number(canvas, piece.action, rect)


def draw_pile(canvas: Canvas, piece: Piece, rect: Rect) -> None:
    """Backs over each other, with how many there are; an outline if there are none left."""
    if piece.count == 0:
        canvas.box(rect, None, mixed(paint(piece.colour), WHITE, 0.3), 1, rect.width * 0.09)
        draw_total(canvas, 0, rect)
        return
    step = rect.width * 0.04
    for below in (2, 1, 0):
        if piece.count > below:
            card = Rect(rect.x + step * below, rect.y + step * below, rect.width - 2 * step, rect.height - 2 * step)
            draw_back(canvas, piece, card)
    draw_total(canvas, piece.count, rect)


def draw_total(canvas: Canvas, count: int, rect: Rect) -> None:
    spot = Rect(rect.right - rect.width * 0.42, rect.bottom - rect.width * 0.34, rect.width * 0.4, rect.width * 0.3)
    canvas.box(spot, INK, None, 1, spot.height / 2)
    canvas.write(spot.inner(3, 0), str(count), WHITE, spot.height * 0.8)


def draw_count(canvas: Canvas, count: int, rect: Rect) -> None:
    if count > 1:
        draw_total(canvas, count, rect)


def draw_number(canvas: Canvas, action: int | None, rect: Rect) -> None:
    """The number of the action, on what may be touched."""
    if action is None:
        return
    high = max(11.0, min(rect.width, rect.height) * 0.24)
    wide = high * (0.75 + 0.45 * len(str(action)))
    spot = Rect(rect.right - wide - 1, rect.y + 1, wide, high)
    canvas.box(spot, TOUCH, WHITE, 1, high / 2)
    canvas.write(spot.inner(2, 0), str(action), WHITE, high * 0.85)


# Dice, dials, chips and tokens ------------------------------------------------------------------------------------


def draw_die(canvas: Canvas, piece: Piece, rect: Rect) -> None:
    """What it shows; of one that has not been thrown, how many sides it has."""
    line, thick = outline(piece)
    face = FADED if piece.turned else PAPER
    canvas.box(rect, face, line, thick, rect.width * 0.2)
    shown = piece.value or (f"d{piece.most}" if piece.most else piece.mark)
    canvas.write(rect.inner(rect.width * 0.14), shown, ink(piece), rect.height * 0.62)
    draw_number(canvas, piece.action, rect)


def draw_dial(canvas: Canvas, piece: Piece, rect: Rect) -> None:
    line, thick = outline(piece)
    canvas.box(rect, mixed(ink(piece), INK, 0.3), line, thick, rect.height * 0.25)
    canvas.write(
        Rect(rect.x, rect.y + 2, rect.width, rect.height * 0.58).inner(4, 0), piece.value, WHITE, rect.height * 0.52
    )
    below = Rect(rect.x, rect.y + rect.height * 0.6, rect.width, rect.height * 0.34)
    canvas.write(below.inner(6, 0), piece.title, mixed(ink(piece), WHITE, 0.75), rect.height * 0.28)
    draw_number(canvas, piece.action, rect)


def draw_chip(canvas: Canvas, piece: Piece, rect: Rect) -> None:
    """A token or a counter beside others: its letter, its number, and what it is."""
    line, thick = outline(piece)
    canvas.box(rect, FADED if piece.turned else PAPER, line, thick, rect.height / 2)
    words = rect.inner(rect.height * 0.35, 1)
    if piece.action is not None:
        spot = Rect(rect.x, rect.y, rect.height * 1.3, rect.height)
        canvas.box(spot, TOUCH, None, 1, rect.height / 2)
        canvas.write(spot.inner(3, 1), str(piece.action), WHITE, rect.height * 0.6)
        words = Rect(spot.right + 3, rect.y, rect.right - spot.right - rect.height * 0.3, rect.height)
    elif piece.mark:
        canvas.disc((rect.x + rect.height / 2, rect.y + rect.height / 2), rect.height * 0.38, ink(piece))
        mark = Rect(rect.x, rect.y, rect.height, rect.height).inner(rect.height * 0.2)
        canvas.write(mark, piece.mark, WHITE, rect.height * 0.5)
        words = Rect(rect.x + rect.height, rect.y, rect.width - rect.height * 1.3, rect.height)
    canvas.write(words, told(piece), INK, rect.height * LETTERS / CHIP)


def draw_token(canvas: Canvas, piece: Piece, rect: Rect) -> None:
    """A token where it stands on a board: a disc with its letter or number."""
    line, thick = outline(piece)
    radius = min(rect.width, rect.height) / 2
    canvas.disc(rect.middle, radius, ink(piece), line if line in (TOUCH, GOLD) else WHITE, max(1.0, thick * 0.6))
    x, y = rect.middle
    spot = Rect(x - radius * 0.75, y - radius * 0.7, radius * 1.5, radius * 1.4)
    canvas.write(spot, piece.title or writable(piece.mark) or piece.value, WHITE, radius * 1.1)
    if piece.action is not None:
        draw_number(canvas, piece.action, Rect(x - radius, y - radius, 2 * radius, 2 * radius))
