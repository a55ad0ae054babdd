"""Who sits where, as a view shows them: the same at every table."""

from rumpus.core.rules import NOBODY
from rumpus.core.view import View
from rumpus.table.scene import Seat


def seated(view: View, seat: int, name: str, colour: str, mark: str) -> Seat:
    """One player, as the others see them."""
    return Seat(
        seat=seat,
        name=name,
        colour=colour,
        mark=mark,
        points=view.points[seat],
        acting=seat in view.acting,
        place=view.places[seat] if view.places else None,
    )


def near_seat(view: View) -> int:
    """From where the viewer looks at the table; one who watches, from the first seat."""
    return 0 if view.seat == NOBODY else view.seat


def far_seats(view: View) -> list[int]:
    """All others, from the viewer's left on."""
    return [(near_seat(view) + step) % view.game.seats for step in range(1, view.game.seats)]
