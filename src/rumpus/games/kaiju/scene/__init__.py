"""Kaiju Rising on the table: the city with kaiju and tanks in the middle, building cards and resources around it."""

from collections.abc import Iterator

from rumpus.core.view import View
from rumpus.games.kaiju import words
from rumpus.games.kaiju.rules import records
from rumpus.games.kaiju.scene.asking import buttons, news, prompt, sound
from rumpus.games.kaiju.scene.cards import cards_known, chips, discards, hand, supply, taken
from rumpus.games.kaiju.scene.city import COLOURS, MARKS, board
from rumpus.table.scene import Area, Scene
from rumpus.table.seating import far_seats, near_seat, seated


def scene(view: View) -> Scene:
    asked, cites = prompt(view)
    seats = range(view.game.seats)
    return Scene(
        game=view.game.title,
        viewer=view.seat,
        prompt=asked,
        cites=cites,
        seats=[seated(view, seat, words.called(view.game, seat), COLOURS[seat], MARKS[seat]) for seat in seats],
        areas=list(_areas(view)),
        buttons=list(buttons(view)),
        over=bool(view.desk.phase == records.ENDED),
        announce=news(view),
        sound=sound(view.desk),
    )


def _areas(view: View) -> Iterator[Area]:
    for seat in far_seats(view):
        yield from _of_seat(view, seat)
    yield board(view)
    yield from supply(view)
    yield from _of_seat(view, near_seat(view))
    yield from discards(view)
    yield from cards_known(view)


def _of_seat(view: View, seat: int) -> Iterator[Area]:
    if seat == view.seat:
        yield hand(view)
    if view.desk.laid[seat]:
        yield taken(view, seat)
    yield chips(view, seat)
