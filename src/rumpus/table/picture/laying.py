"""Where everything lies in a picture: areas become blocks, a player's blocks a panel, and panels fill the table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import msgspec

from rumpus.table.picture.boards import homeless, unit_for
from rumpus.table.picture.canvas import Rect, length
from rumpus.table.picture.things import CARD, size_of
from rumpus.table.scene import Area, Piece, Scene, Seat

GAP, TITLE, MARGIN, HEAD = 5.0, 16.0, 7.0, 22.0
"""Between pieces; the height of a block's title; inside a panel; the height of a panel's head: at a scale of 1."""
LETTERS = 0.75
"""How large the letters of a title are for its height."""
CHIPS = {"token", "counter"}
COVERED = 0.42
"""How much of a card is seen in a pile."""


@dataclass(frozen=True)
class Block:
    """An area with the place of each piece, measured from its own corner."""

    area: Area
    pieces: list[tuple[Piece, Rect]]
    width: float
    height: float
    board: Rect | None = None


@dataclass(frozen=True)
class Panel:
    """What belongs to one player, or to all: its blocks with their places."""

    seat: Seat | None
    blocks: list[tuple[Block, float, float]]
    width: float
    height: float


@dataclass
class Plan:
    """The whole picture: its panels with their places, and the scale of everything."""

    scale: float
    panels: list[tuple[Panel, Rect]] = field(default_factory=list)
    height: float = 0.0


# Blocks -----------------------------------------------------------------------------------------------------------


def block(area: Area, scale: float, width: float) -> Block:
    """The pieces of an area side by side, on as many lines as they need."""
    if area.layout in ("board", "track") and area.size[0] > 0:
        return mapped(area, scale, width)
    top = TITLE * scale if area.title else 0.0
    laid = rows(area, scale, width)
    wide = max([title_width(area, scale, width), *(rect.right for _, rect in laid)])
    high = max((rect.bottom for _, rect in laid), default=0.0)
    return Block(area, [(piece, rect.moved(0, top)) for piece, rect in laid], wide, top + high)


def title_width(area: Area, scale: float, most: float) -> float:
    return min(length(area.title, TITLE * scale * LETTERS) + 4, most)


def mapped(area: Area, scale: float, width: float) -> Block:
    """A small board: a unit is as wide as a card; pieces without a space lie below it."""
    top = TITLE * scale if area.title else 0.0
    unit = min(CARD[0] * scale, unit_for(area, Rect(0, 0, width, 1e9)))
    board = Rect(0, top, area.size[0] * unit, area.size[1] * unit)
    rest = flow([(piece, *size_of(piece, scale)) for piece in homeless(area)], width, GAP * scale)
    below = [(piece, rect.moved(0, board.bottom + GAP * scale)) for piece, rect in rest]
    wide = max([board.width, title_width(area, scale, width), *(rect.right for _, rect in below)])
    return Block(area, below, wide, max([board.bottom, *(rect.bottom for _, rect in below)]), board)


def rows(area: Area, scale: float, width: float) -> list[tuple[Piece, Rect]]:
    sized = [(piece, *size_of(piece, scale)) for piece in area.pieces]
    gap = GAP * scale
    if area.layout == "pile":
        starts = accumulate((wide * COVERED for _, wide, _ in sized), initial=0.0)
        return [(piece, Rect(x, 0, wide, high)) for x, (piece, wide, high) in zip(starts, sized, strict=False)]
    if area.layout == "grid" and area.columns:
        width = max((wide for _, wide, _ in sized), default=0.0) * area.columns + gap * (area.columns - 1) + 0.01
    return flow(sized, width, gap)


def flow(sized: Sequence[tuple[Piece, float, float]], width: float, gap: float) -> list[tuple[Piece, Rect]]:
    """One after the other; what has no room any more begins a new line. In a line all stand on the same middle."""
    lines: list[list[tuple[Piece, Rect]]] = []
    x = top = 0.0
    for piece, wide, high in sized:
        if not lines or x + wide > width + 0.01:
            top = max((rect.bottom for _, rect in lines[-1]), default=0.0) + gap if lines else 0.0
            lines.append([])
            x = 0.0
        lines[-1].append((piece, Rect(x, top, wide, high)))
        x += wide + gap
    return [placed for line in lines for placed in centred(line)]


def centred(line: list[tuple[Piece, Rect]]) -> list[tuple[Piece, Rect]]:
    high = max(rect.height for _, rect in line)
    return [(piece, rect.moved(0, (high - rect.height) / 2)) for piece, rect in line]


# Panels -----------------------------------------------------------------------------------------------------------


def panel(seat: Seat | None, areas: Sequence[Area], scale: float, width: float) -> Panel:
    """Blocks side by side, wrapped to a width, under the name of whose they are."""
    margin, gap, top = MARGIN * scale, 2 * GAP * scale, (HEAD * scale if seat else 0.0)
    room = width - 2 * margin
    found: list[tuple[Block, float, float]] = []
    x = y = high = wide = 0.0
    for area in areas:
        one = block(area, scale, room)
        if x and x + one.width > room:
            x, y, high = 0.0, y + high + gap, 0.0
        found.append((one, margin + x, margin + top + y))
        x, high = x + one.width + gap, max(high, one.height)
        wide = max(wide, x - gap)
    return Panel(seat, found, wide + 2 * margin, y + high + top + 2 * margin)


def grouped(scene: Scene) -> tuple[list[Seat], list[Area], Seat | None]:
    """Who sits across, what lies in the middle, and who looks."""
    others = [seat for seat in scene.seats if seat.seat != scene.viewer]
    common = [area for area in scene.areas if area.seat is None and not area.folded and not is_map(area)]
    return others, cards_first([area for area in common if area.pieces or area.spaces]), own_seat(scene)


def cards_first(areas: list[Area]) -> list[Area]:
    """Chips come after what they are about."""
    return sorted(areas, key=lambda area: not (area.spaces or {piece.kind for piece in area.pieces} - CHIPS))


def own_seat(scene: Scene) -> Seat | None:
    return next((seat for seat in scene.seats if seat.seat == scene.viewer), None)


def is_map(area: Area) -> bool:
    """A board in the middle of the table, which gets a part of it for itself."""
    return area.layout == "board" and area.seat is None and area.size[0] > 0 and not area.folded


def areas_of(scene: Scene, seat: Seat) -> list[Area]:
    """What is empty is left out, and a title that only says whose it is."""
    mine = [area for area in scene.areas if area.seat == seat.seat and (area.pieces or area.spaces) and not area.folded]
    named = [msgspec.structs.replace(area, title="") if area.title == seat.name else area for area in mine]
    return cards_first(named)


def plan(scene: Scene, table: Rect) -> Plan:
    """Everything as large as it can be."""
    scale = 1.6
    while True:
        found = min((planned(scene, table, scale, columns) for columns in (1, 2, 3)), key=lambda plan: plan.height)
        if found.height <= table.height or scale < 0.1:
            return spread(found, table)
        scale *= 0.95


def planned(scene: Scene, table: Rect, scale: float, columns: int) -> Plan:
    """The others above, so many beside each other; the middle below them, and the viewer at the bottom."""
    others, common, own = grouped(scene)
    plan, gap = Plan(scale), GAP * scale
    width = (table.width - gap * (columns - 1)) / columns
    for start in range(0, len(others), columns):
        line = [panel(seat, areas_of(scene, seat), scale, width) for seat in others[start : start + columns]]
        add_line(plan, line, table, width, gap)
    if common:
        add_line(plan, [panel(None, common, scale, table.width)], table, table.width, gap)
    if own:
        add_line(plan, [panel(own, areas_of(scene, own), scale, table.width)], table, table.width, gap)
    plan.height -= gap
    if any(one.width > rect.width + 0.5 for one, rect in plan.panels):
        plan.height = max(plan.height, 2 * table.height)
    return plan


def add_line(plan: Plan, line: list[Panel], table: Rect, width: float, gap: float) -> None:
    high = max(panel.height for panel in line)
    for number, one in enumerate(line):
        plan.panels.append((one, Rect(table.x + number * (width + gap), table.y + plan.height, width, high)))
    plan.height += high + gap


def spread(plan: Plan, table: Rect) -> Plan:
    """What room is left goes between the lines, so that the viewer's things lie at the bottom."""
    tops = sorted({rect.y for _, rect in plan.panels})
    step = max(0.0, table.height - plan.height) / max(len(tops) - 1, 1)
    plan.panels = [(one, rect.moved(0, step * tops.index(rect.y))) for one, rect in plan.panels]
    return plan
