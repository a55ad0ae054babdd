"""A scene in a terminal: areas as lines, pieces as words, what may be touched with its number."""

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from rumpus.table.map import drawn_map
from rumpus.table.scene import Area, Piece, Scene

WIDTH = 100
STYLES = {
    "blue": "bold blue",
    "red": "bold red",
    "green": "green",
    "yellow": "yellow",
    "purple": "magenta",
    "orange": "dark_orange",
}


def drawn(scene: Scene) -> RenderableType:
    """The scene for a rich console."""
    table = Table(show_header=False, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for area in scene.areas:
        if _is_listed(area):
            table.add_row(area.title, _area(area))
    folded = [_folded(area) for area in scene.areas if area.folded]
    maps = [drawn_map(area, STYLES) for area in scene.areas if _is_map(area)]
    return Group(_score(scene), *maps, table, *folded, Text(scene.prompt, style="bold"), *_buttons(scene))


def _is_listed(area: Area) -> bool:
    """Empty places are for those who see the table."""
    return not area.folded and not _is_map(area) and bool(area.pieces or area.layout == "fan")


def _is_map(area: Area) -> bool:
    """What has streets; but cards, and decks of them, want to be read, wherever they lie."""
    has_cards = any(piece.kind in ("card", "pile") for piece in area.pieces)
    return area.layout == "board" and bool(area.roads) and not has_cards


def as_text(scene: Scene, width: int = WIDTH) -> str:
    """The scene as plain text."""
    console = Console(width=width, no_color=True, highlight=False, legacy_windows=False, force_terminal=False)
    with console.capture() as capture:
        console.print(drawn(scene))
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def _score(scene: Scene) -> Text:
    parts = [Text(f"{seat.name} {seat.points}", style=STYLES.get(seat.colour, "bold")) for seat in scene.seats]
    return Text(" : ").join(parts)


def _area(area: Area) -> RenderableType:
    """The pieces side by side; a line breaks between them, never inside one."""
    return Columns([_piece(piece) for piece in area.pieces], padding=(0, 2)) if area.pieces else Text("-", style="dim")


def _folded(area: Area) -> Text:
    """What only some want to know: its title, and all pieces in one line, '10: 3, 9: 0'."""
    told = ", ".join(f"{piece.title or piece.label}: {piece.value or piece.count}" for piece in area.pieces)
    return Text("\n".join(part for part in (area.title, told) if part), style="dim")


def _piece(piece: Piece) -> Text:
    style = "dim strike" if piece.turned else STYLES.get(piece.colour, "")
    name = " ".join(part for part in (piece.value, piece.title or piece.label) if part)
    text = Text(f"({name})" if piece.turned else name, style=style)
    if piece.count != 1 and piece.kind != "pile":
        text.append(f" x{piece.count}")
    if piece.kind == "token" and piece.mark and piece.title != piece.label:  # whose it is, if it does not say so
        text.append(f" ({piece.mark})")
    if piece.signs or piece.brings:
        text.append(f" {_signs(piece)}")
    if piece.chosen:
        text.append(" *")
    if piece.action is not None:
        text = Text(f"[{piece.action}] ", style="bold green") + text
    return text


def _signs(piece: Piece) -> str:
    """What is printed on it: '3A 1C', and after an arrow what it brings."""
    asked, brought = (" ".join(f"{sign.value}{sign.mark}" for sign in signs) for signs in (piece.signs, piece.brings))
    return f"{asked} → {brought}" if asked and brought else asked or brought


def _buttons(scene: Scene) -> list[Text]:
    return [Text(f"[{button.action}] {button.label}", style="bold green") for button in scene.buttons]
