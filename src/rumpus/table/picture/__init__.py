"""A scene as a picture: an array of pixels, for programs that record games and for people who look at them.

Pillow draws it. It shows what the scene says and knows no game: letters stand where the page has icons, and what may be
touched has the number of its action. What is folded on the page is left out.
"""

from rumpus.table.picture.boards import draw_board, homeless
from rumpus.table.picture.canvas import (
    CLOTH,
    GOLD,
    INK,
    PAPER,
    PIXELS,
    TOUCH,
    WHITE,
    Canvas,
    Rect,
    length,
    mixed,
    paint,
)
from rumpus.table.picture.laying import HEAD, LETTERS, TITLE, Block, Panel, Plan, flow, is_map, plan
from rumpus.table.picture.things import draw_piece, size_of
from rumpus.table.scene import Area, Button, Scene, Seat
from rumpus.table.size import SIZE, WrongSize, checked_size

__all__ = ["SIZE", "WrongSize", "picture"]

EDGE, FOOT, BUTTON = 8.0, 44.0, 15.0
SHARES = (0.6, 0.5, 0.42)
"""Parts of the width that a board may take; less where the rest would be too small to read."""
READABLE = 0.62
"""The scale from which on cards can be read."""


def picture(scene: Scene, size: tuple[int, int] = SIZE) -> PIXELS:
    """The scene as an array of height x width x 3, red, green and blue."""
    width, height = checked_size(size)
    canvas = Canvas(width, height)
    draw_foot(canvas, scene, Rect(0, height - FOOT, width, FOOT))
    draw_table(canvas, scene, Rect(EDGE, EDGE, width - 2 * EDGE, height - FOOT - 2 * EDGE))
    return canvas.pixels()


def draw_table(canvas: Canvas, scene: Scene, table: Rect) -> None:
    """Boards to the left, everything else to the right of them."""
    maps = [area for area in scene.areas if is_map(area)]
    found, rest = planned(scene, maps, table)
    left = Rect(table.x, table.y, rest.x - table.x - EDGE, table.height)
    for number, area in enumerate(maps):
        high = left.height / len(maps)
        draw_map(canvas, area, Rect(left.x, left.y + number * high, left.width, high))
    for one, rect in found.panels:
        draw_panel(canvas, one, rect, found.scale)


def planned(scene: Scene, maps: list[Area], table: Rect) -> tuple[Plan, Rect]:
    """What lies beside the boards, and where that is."""
    if not maps:
        return plan(scene, table), table
    for share in SHARES:
        wide = min(share * table.width, max(board_width(area, table.height / len(maps)) for area in maps))
        rest = Rect(table.x + wide + EDGE, table.y, table.width - wide - EDGE, table.height)
        found = plan(scene, rest)
        if found.scale >= READABLE:
            break
    return found, rest


def board_width(area: Area, height: float) -> float:
    """How wide a board is that is so high."""
    return area.size[0] / max(area.size[1], 0.01) * (height - TITLE)


def draw_map(canvas: Canvas, area: Area, rect: Rect) -> None:
    """A board under its title; pieces that stand on none of its spaces lie below it."""
    rest = flow([(piece, *size_of(piece, 1.0)) for piece in homeless(area)], rect.width, EDGE)
    below = max((spot.bottom + EDGE for _, spot in rest), default=0.0)
    canvas.write(Rect(rect.x, rect.y, rect.width, TITLE), area.title, PAPER, TITLE * 0.8)
    draw_board(canvas, area, Rect(rect.x, rect.y + TITLE, rect.width, rect.height - TITLE - below))
    for piece, spot in rest:
        draw_piece(canvas, piece, spot.moved(rect.x, rect.bottom - below + EDGE))


def draw_panel(canvas: Canvas, one: Panel, rect: Rect, scale: float) -> None:
    if one.seat is not None:
        line = GOLD if one.seat.acting else mixed(CLOTH, INK, 0.5)
        canvas.box(rect, mixed(CLOTH, INK, 0.28), line, 2 if one.seat.acting else 1, 8)
        draw_head(canvas, one.seat, Rect(rect.x, rect.y, rect.width, HEAD * scale + 4).inner(6 * scale, 2), scale)
    shift = (rect.width - one.width) / 2 if one.seat is None else 0.0
    for block, x, y in one.blocks:
        draw_block(canvas, block, rect.x + shift + x, rect.y + y, scale)


def draw_head(canvas: Canvas, seat: Seat, rect: Rect, scale: float) -> None:
    """Whose it is, with the score; a place where the game is over, and who is to choose."""
    letters = rect.height * 0.72
    canvas.disc((rect.x + rect.height / 2, rect.middle[1]), rect.height * 0.46, paint(seat.colour), WHITE, 1)
    canvas.write(Rect(rect.x, rect.y, rect.height, rect.height).inner(rect.height * 0.2), seat.mark, WHITE, letters)
    score = f"{seat.points}" if seat.place is None else f"place {seat.place}, {seat.points}"
    wide = length(score, letters) + 4
    named = Rect(rect.x + rect.height * 1.2, rect.y, rect.width - rect.height * 1.2 - wide - 6, rect.height)
    canvas.write(named, seat.name, GOLD if seat.acting else PAPER, letters, left=True)
    canvas.write(Rect(rect.right - wide, rect.y, wide, rect.height), score, WHITE, letters)


def draw_block(canvas: Canvas, block: Block, x: float, y: float, scale: float) -> None:
    title = Rect(x, y, block.width, TITLE * scale)
    canvas.write(title, block.area.title, mixed(PAPER, CLOTH, 0.25), TITLE * scale * LETTERS, left=True)
    if block.board is not None:
        draw_board(canvas, block.area, block.board.moved(x, y))
    for piece, rect in block.pieces:
        draw_piece(canvas, piece, rect.moved(x, y))


def draw_foot(canvas: Canvas, scene: Scene, foot: Rect) -> None:
    """What is asked, and the choices that have no piece to touch."""
    canvas.box(foot, mixed(CLOTH, INK, 0.55))
    inside = foot.inner(EDGE * 1.5, 6)
    widths = [button_width(button) for button in scene.buttons]
    left = max(inside.x + inside.width * 0.3, inside.right - sum(widths))
    canvas.write(
        Rect(inside.x, inside.y, left - inside.x - EDGE, inside.height), scene.prompt, PAPER, 18, most=2, left=True
    )
    shrunk = min(1.0, (inside.right - left) / max(sum(widths), 1))
    for button, wide in zip(scene.buttons, widths, strict=True):
        draw_button(canvas, button, Rect(left, inside.y, wide * shrunk - 6, inside.height))
        left += wide * shrunk


def button_width(button: Button) -> float:
    return length(f"{button.action}  {button.label}", BUTTON) + 34


def draw_button(canvas: Canvas, button: Button, rect: Rect) -> None:
    canvas.box(rect, PAPER, TOUCH, 2, 8)
    number = Rect(rect.x, rect.y, min(14 + 9 * len(str(button.action)), rect.width / 3), rect.height)
    canvas.box(number, TOUCH, None, 1, 8)
    canvas.write(number.inner(3, 0), str(button.action), WHITE, BUTTON)
    canvas.write(
        Rect(number.right, rect.y, rect.right - number.right, rect.height).inner(5, 1), button.label, INK, BUTTON
    )
