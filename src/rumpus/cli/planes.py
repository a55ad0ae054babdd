"""What stands in each column of an observation."""

from collections.abc import Sequence
from typing import Any

import typer
from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rumpus.cli.screen import out, print_json
from rumpus.core.game import Game
from rumpus.core.observing import Layout, Plane, WrongEncoding, layout

LONGEST = 6
"""Names of a list that are told at its start; the list goes on after three dots, to its last one."""
NARROW = 70
"""Where the screen is narrower than that, columns are told under the name of a plane, not beside it."""
INDENT = 2


def print_planes(game: Game, encoding: str, as_json: bool) -> None:
    try:
        here = layout(game, encoding)
    except WrongEncoding as error:
        raise typer.BadParameter(str(error), param_hint="--encoding") from None
    if as_json:
        print_json(_as_data(game, here))
        return
    console = out()
    console.print(Text.assemble((game.title, "bold"), f" for {game.seats}: {here.length:,} columns of {here.dtype}."))
    console.print(_under_each_other(here) if console.width < NARROW else _beside_each_other(here))
    console.print("Of several lists the last one changes first. --json tells every name.", style="dim")


def _beside_each_other(here: Layout) -> Table:
    table = _table("columns", "plane", "what it is, and what stands there")
    table.columns[0].justify = "right"
    for plane in here.planes:
        table.add_row(Text(_columns(plane), "dim"), Text(plane.name, "green"), _told(plane))
    return table


def _under_each_other(here: Layout) -> Table:
    table = _table("plane\ncolumns", "what it is\n  and what stands there")
    for plane in here.planes:
        table.add_row(Text.assemble((plane.name, "green"), "\n", (_columns(plane), "dim")), _told(plane))
    return table


def _table(*heads: str) -> Table:
    """Only the last column is as wide as there is room."""
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    for head in heads:
        table.add_column(head, no_wrap=head != heads[-1], overflow="fold")
    return table


def _columns(plane: Plane) -> str:
    return f"{plane.first}" if plane.length == 1 else f"{plane.first}-{plane.last}"


def _told(plane: Plane) -> Group:
    """What it is; and set in under that, what stands there."""
    details = Text(_axes(plane) + plane.meaning(listed), "dim")
    return Group(Text(plane.about), Padding(details, (0, 0, 0, INDENT)))


def _axes(plane: Plane) -> str:
    """The lists that it runs along."""
    lists = " and each of ".join(listed(axis) for axis in plane.axes)
    return f"for each of {lists}: " if lists else ""


def listed(names: Sequence[str]) -> str:
    """'Spy, Prince'; of a long list the first few and the last; numbers as '0-20'."""
    if len(names) > 1 and list(names) == list(map(str, range(len(names)))):
        return f"0-{len(names) - 1}"
    if len(names) > LONGEST:
        names = (*names[: LONGEST - 2], "...", names[-1])
    return ", ".join(names)


def _as_data(game: Game, here: Layout) -> dict[str, Any]:
    return {
        "game": game.name,
        "seats": game.seats,
        "switches": game.switches,
        "encoding": here.encoding,
        "length": here.length,
        "dtype": str(here.dtype),
        "planes": [_plane_as_data(plane) for plane in here.planes],
    }


def _plane_as_data(plane: Plane) -> dict[str, Any]:
    return {
        "name": plane.name,
        "about": plane.about,
        "first": plane.first,
        "last": plane.last,
        "axes": [list(axis) for axis in plane.axes],
        "width": plane.width,
        "names": list(plane.names),
        "low": plane.low,
        "high": plane.high,
        "meaning": plane.meaning(),
    }
