"""What stands in each column of an observation."""

from typing import Any

import typer

from rumpus.cli.listing import Listing, listed
from rumpus.cli.screen import print_json
from rumpus.core.game import Game
from rumpus.core.observing import Layout, Plane, WrongEncoding, layout


def print_planes(game: Game, encoding: str, as_json: bool) -> None:
    try:
        here = layout(game, encoding)
    except WrongEncoding as error:
        raise typer.BadParameter(str(error), param_hint="--encoding") from None
    if as_json:
        print_json(_as_data(game, here))
        return
    listing = Listing[Plane]("columns", "plane", "what it is", "and what stands there", _details)
    columns = f"{here.length:,} columns of {here.dtype}"
    listing.print(game, here.planes, columns, ["Of several lists the last one changes first."])


def _details(plane: Plane) -> str:
    """The lists that it runs along, and what its numbers mean."""
    lists = " and each of ".join(listed(axis) for axis in plane.axes)
    return (f"for each of {lists}: " if lists else "") + plane.meaning(listed)


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
