"""Arrr!!! on the table: the Seven Seas as a chart with dice and pile, crews and chests around it, cards in hand."""

from collections.abc import Iterator

from rumpus.core.rules import NOBODY
from rumpus.core.view import View
from rumpus.games.arrr import words
from rumpus.games.arrr.rules import records
from rumpus.games.arrr.scene.asking import buttons, concerns, prompt, topic
from rumpus.games.arrr.scene.cards import COLOURS, MARKS
from rumpus.games.arrr.scene.lists import look_up
from rumpus.games.arrr.scene.news import news, sound
from rumpus.games.arrr.scene.players import chest, crew, hand
from rumpus.games.arrr.scene.sea import chart
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
        topic=topic(view),
        concerns=concerns(view),
        over=bool(view.desk.phase == records.ENDED),
        announce=news(view),
        sound=sound(view),
    )


def _areas(view: View) -> Iterator[Area]:
    for seat in far_seats(view):
        yield crew(view, seat)
        yield chest(view, seat)
    yield chart(view)
    near = near_seat(view)
    yield crew(view, near)
    if view.seat != NOBODY:
        yield hand(view)
    yield chest(view, near)
    yield from look_up(view)
