"""What stands in each column of an observation."""

from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from rumpus.cli.screen import out, print_json
from rumpus.core.game import Game
from rumpus.core.observing import Layout, Plane, WrongEncoding, layout

LONGEST = 6
"""Names of a list that are told at its start; the list goes on after three dots, to its last one."""


def print_planes(game: Game, encoding: str, as_json: bool) -> None:
    try:
        here = layout(game, encoding)
    except WrongEncoding as error:
        raise typer.BadParameter(str(error), param_hint="--encoding") from None
    if as_json:
        print_json(_as_data(game, here))
        return
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("columns", justify="right", style="dim", no_wrap=True)
    table.add_column("plane", style="green", no_wrap=True)
    table.add_column("for each")
    table.add_column("what stands there")
    for plane in here.planes:
        table.add_row(_columns(plane), plane.name, _axes(plane), Text(meaning(plane)))
    console = out()
    console.print(Text.assemble((game.title, "bold"), f" for {game.seats}: {here.length:,} columns of {here.dtype}."))
    console.print(table)
    console.print("--json tells every name.", style="dim")


def _columns(plane: Plane) -> str:
    return f"{plane.first}" if plane.length == 1 else f"{plane.first}-{plane.last}"


def _axes(plane: Plane) -> Text:
    """The lists that it runs along; the last one changes first."""
    return Text(" x ".join(listed(axis) for axis in plane.axes))


def listed(names: tuple[str, ...]) -> str:
    """'Spy, Prince'; of a long list the first few and the last; numbers as '0-20'."""
    if len(names) > 1 and names == tuple(map(str, range(len(names)))):
        return f"0-{len(names) - 1}"
    if len(names) > LONGEST:
        names = (*names[: LONGEST - 2], "...", names[-1])
    return ", ".join(names)


def meaning(plane: Plane) -> str:
    """What the numbers mean, in a few words."""
    if plane.width > 1:
        return f"1 in one of {plane.width}: unknown, nothing, {listed(plane.names)}"
    if plane.names:
        numbered = tuple(f"{number} {name}" for number, name in enumerate(plane.names))
        special = "-2 unknown, -1 nothing, " if plane.low < 0 else ""
        return special + listed(numbered)
    return plane.meaning


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
        "first": plane.first,
        "last": plane.last,
        "axes": [list(axis) for axis in plane.axes],
        "width": plane.width,
        "names": list(plane.names),
        "low": plane.low,
        "high": plane.high,
        "meaning": plane.meaning,
    }
