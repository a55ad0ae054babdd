"""What an environment shows of a game: in the terminal, as text, or as a picture; always what one seat knows."""

from typing import Any

from rumpus.core.errors import RumpusError
from rumpus.core.view import View
from rumpus.table.size import SIZE

HUMAN, ANSI, RGB_ARRAY = "human", "ansi", "rgb_array"
RENDER_MODES = (HUMAN, ANSI, RGB_ARRAY)
FRAMES = 2
"""A second, for those who make films: games have no pace of their own."""


class WrongRenderMode(RumpusError):
    """There is no such way to show a game."""


def checked_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise WrongRenderMode(f"There is no render mode '{mode}': the render modes are {', '.join(RENDER_MODES)}.")
    return mode


def shown(view: View, mode: str | None, size: tuple[int, int] = SIZE) -> Any:
    """A text, or an array of pixels; where people look on, nothing: what they see is printed as it happens."""
    if mode == ANSI:
        return str(view)
    if mode == RGB_ARRAY:
        from rumpus.adapters.extras import needs

        needs("PIL", "rl")
        from rumpus.table.picture import picture

        return picture(view.scene(), size)
    return None


def print_view(view: View) -> None:
    """The table in the terminal, in colour."""
    from rich.console import Console

    from rumpus.table.text import drawn

    Console(highlight=False).print(drawn(view.scene()), "")
