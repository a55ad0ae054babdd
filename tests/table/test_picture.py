"""Scenes as pictures: any scene of any game draws, nothing lies over anything else, and nothing is cut off."""

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from rumpus.core.errors import RumpusError
from rumpus.core.rules import NOBODY, State
from rumpus.core.view import View
from rumpus.table.picture import SIZE, WrongSize, picture, planned
from rumpus.table.picture.canvas import PIXELS, SMALLEST, Rect, cut, fitted, length, writable
from rumpus.table.picture.laying import Panel, is_map
from rumpus.table.scene import Area, Button, Kind, Layout, Piece, Road, Scene, Seat, Sign, Space
from tests.conformance.cases import Case, opened
from tests.conformance.walking import walk
from tests.waiting import every_way

TABLE = Rect(8, 8, SIZE[0] - 16, SIZE[1] - 60)
LOOSE = 0.6
"""Pixels by which roundings may differ."""

each_case = every_way()


@cache
def moments(case: Case) -> list[State]:
    """Three moments of a random game, the last before its end."""
    game = opened(case)
    steps = list(walk(game, 3))
    return [steps[len(steps) // 4].state, steps[-len(steps) // 5].state, steps[-1].state]


@each_case
def test_every_scene_has_a_picture_of_the_size_one_asks_for(case: Case) -> None:
    game = opened(case)
    for number, state in enumerate(moments(case)):
        viewer = (*range(game.seats), NOBODY)[number % (game.seats + 1)]
        pixels = picture(View(game, state, viewer).scene(), (640, 400))
        assert pixels.shape == (400, 640, 3)
        assert pixels.dtype == np.uint8
        assert colours(pixels) > 30


def colours(pixels: PIXELS) -> int:
    """How many different ones there are."""
    return len(np.unique(pixels.astype(np.int64) @ np.array([65536, 256, 1])))


@each_case
def test_nothing_lies_over_anything_else_or_leaves_the_table(case: Case) -> None:
    game = opened(case)
    for state in moments(case)[1:]:
        for viewer in (0, NOBODY):
            check_places(View(game, state, viewer).scene())


def check_places(scene: Scene) -> None:
    found, _ = planned(scene, [area for area in scene.areas if is_map(area)], TABLE)
    for one, rect in found.panels:
        assert is_inside(rect, TABLE)
        shapes = [shape for shape in shapes_of(one) if shape.width]
        assert all(is_inside(shape.moved(rect.x, rect.y), rect) for shape in shapes)
        assert not any(is_over(left, right) for left, right in combinations(shapes, 2))
    assert not any(is_over(left, right) for (_, left), (_, right) in combinations(found.panels, 2))


def shapes_of(one: Panel) -> list[Rect]:
    """The room of each piece of a panel, and of each small board."""
    pieces = [rect.moved(x, y) for block, x, y in one.blocks for _, rect in block.pieces if block.area.layout != "pile"]
    return pieces + [block.board.moved(x, y) for block, x, y in one.blocks if block.board is not None]


def is_inside(inner: Rect, outer: Rect) -> bool:
    return (
        inner.x >= outer.x - LOOSE
        and inner.y >= outer.y - LOOSE
        and inner.right <= outer.right + LOOSE
        and inner.bottom <= outer.bottom + LOOSE
    )


def is_over(one: Rect, other: Rect) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across > LOOSE and down > LOOSE


# A made-up table --------------------------------------------------------------------------------------------------


def made_up(**changed: Any) -> Scene:
    """Every kind of piece in every layout, and more of it than any game has."""
    kinds: tuple[Kind, ...] = ("card", "pile", "counter", "token", "die", "dial")
    layouts: tuple[Layout, ...] = ("row", "fan", "pile", "grid")
    areas = [
        Area(
            id=f"{layout}-{seat}",
            title=f"a {layout}",
            layout=layout,
            seat=seat,
            columns=3,
            pieces=[made_up_piece(f"{layout}-{seat}-{number}", kinds[number % 6], number) for number in range(8)],
        )
        for seat in (None, 0, 1, 2)
        for layout in layouts
    ]
    seats = [Seat(seat=n, name=f"Player {n}", colour="teal", mark="T", points=n, acting=n == 1) for n in range(3)]
    scene: dict[str, Any] = {"game": "made-up", "viewer": 1, "prompt": "What now? " * 12, "seats": seats}
    buttons = [Button(number, f"Do the thing number {number}") for number in range(9)]
    return Scene(**scene | {"areas": [*areas, made_up_board()], "buttons": buttons} | changed)


def made_up_piece(name: str, kind: Kind, number: int) -> Piece:
    return Piece(
        id=name,
        kind=kind,
        label="a very long label that tells all that there is to tell of it, and then some more",
        title=("", "Sabre-toothed Tiger", "Ox")[number % 3],
        value=str(number),
        colour="no colour of ours" if number == 5 else "pink",
        mark="∞",
        glyph="ギ",
        signs=[Sign(mark="A", value="12+3", chosen=True)] * number,
        count=number,
        most=6,
        turned=number % 2 == 0,
        chosen=number == 3,
        action=number if number % 2 else None,
    )


def made_up_board() -> Area:
    spaces = [
        Space(id="sea", label="the sea", x=0, y=0, width=4, height=2, shape="water"),
        Space(id="hut", label="a hut", x=0, y=0, title="Hut", value="7", levels=3, worth="4", mark="H", action=3),
        Space(id="yard", label="a yard", x=2, y=0.5, shape="round", colour="red", mark="Y"),
    ]
    pieces = [Piece(id="man", kind="token", label="a man", mark="▲", space="hut"),
              Piece(id="lost", kind="token", label="nowhere", space="nowhere")]  # fmt: skip
    roads = [Road(points=[(0, 0), (9, 9)], style=style) for style in ("street", "border", "shot", "water", "gold")]
    return Area(id="b", title="board", layout="board", size=(4, 2), spaces=spaces, pieces=pieces, roads=roads)


def test_a_table_with_more_than_any_game_has_is_drawn_whole() -> None:
    assert picture(made_up()).shape == (SIZE[1], SIZE[0], 3)
    check_places(made_up())


def test_a_table_with_nothing_on_it_is_drawn() -> None:
    empty = made_up(areas=[], seats=[], buttons=[], prompt="")
    assert colours(picture(empty)) == 2  # the cloth and the strip below it


def test_the_same_scene_gives_the_same_picture_and_another_another() -> None:
    assert np.array_equal(picture(made_up()), picture(made_up()))
    assert not np.array_equal(picture(made_up()), picture(made_up(prompt="Something else")))
    without = made_up()
    assert not np.array_equal(picture(made_up(areas=without.areas[1:])), picture(without))


@pytest.mark.parametrize("size", [(100, 800), (1280, 100), (10**6, 800), (1280, 10**6)])
def test_a_picture_that_would_be_too_small_or_too_large_is_refused_with_a_sentence(size: tuple[int, int]) -> None:
    with pytest.raises(WrongSize, match=r"^A picture has 320 x 200 to 7680 x 4800 pixels, not \d+ x \d+\.$"):
        picture(made_up(), size)


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        (1280, r"^The size of a picture is its width and its height, not 1280\.$"),
        ((1280, 800, 3), r"^The size of a picture is its width and its height, not \(1280, 800, 3\)\.$"),
        ((1280.5, 800), r"^The width of a picture must be a whole number, found 1280\.5\.$"),
        ((1280, "800"), r"^The height of a picture must be a whole number, found '800'\.$"),
    ],
)
def test_so_is_what_is_no_size(size: Any, sentence: str) -> None:
    with pytest.raises(RumpusError, match=sentence):
        picture(made_up(), size)


# Words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["Ox", "Sabre-toothed Tiger", "one two three four five six seven eight nine ten"])
@pytest.mark.parametrize("width", [10.0, 37.0, 120.0])
def test_words_never_leave_their_room(words: str, width: float) -> None:
    size, lines = fitted(words, width, 40.0, 16.0, 2)
    assert SMALLEST <= size <= 16
    assert len(lines) <= 2
    assert all(length(line, size) <= width for line in lines)


def test_words_that_are_cut_end_in_dots() -> None:
    assert cut("Sabre-toothed Tiger", 12, 60).endswith("…")
    assert cut("Ox", 12, 60) == "Ox"
    assert cut("Ox", 12, 1) == ""


def test_letters_that_the_font_lacks_have_others_that_stand_for_them() -> None:
    assert writable("São Paulo ▲ギ→") == "Sao Paulo ^->"
