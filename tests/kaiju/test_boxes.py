"""Boards and cards that cannot be played with: each is refused with one sentence, and nothing else goes wrong."""

import datetime
import math
import re
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

import rumpus
from rumpus.core.errors import WrongBox
from rumpus.games.kaiju.box import SECTIONS, Colour
from tests.kaiju.at_the_table import BOARD, CARDS, LOTS, PLAIN
from tests.refusing import is_one_sentence, refusal_of
from tests.waiting import rows_wait

Box = dict[str, Any]
ROOT = Path(__file__).parents[2]
TABLES: dict[str, dict[str, Any]] = {
    name: msgspec.to_builtins(table) for name, table in rumpus.game("kaiju").contents.tables.items()
}
DOCKS = LOTS["lot_a1"]["neighbourhood"]
BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}


refusal = partial(refusal_of, "kaiju")


def spot(name: str, /, **fields: object) -> Box:
    return {"intersections": {name: fields}}


def lot(name: str, /, **fields: object) -> Box:
    return {"lots": {name: fields}}


def zone(name: str, /, **fields: object) -> Box:
    return {"neighbourhoods": {name: fields}}


def square(name: str, /, **fields: object) -> Box:
    return {"squares": {name: fields}}


def card(name: str, /, **fields: object) -> Box:
    return {"buildings": {name: fields}}


def without_streets(*streets: tuple[str, str]) -> Box:
    """Streets are gone, named by an end and a direction."""
    cut: dict[str, dict[str, str]] = {}
    for name, way in streets:
        cut.setdefault(name, {})[way] = ""
        cut.setdefault(BOARD["intersections"][name][way], {})[BACK[way]] = ""
    return {"intersections": cut}


def marked(*, but: tuple[str, ...] = (), mark: bool) -> Box:
    return {"lots": {name: {"two_plus": mark} for name in LOTS if name not in but}}


def dearest(many: int) -> Box:
    """So many of the cards of four cost three of a kind: all of one back, then such as leave three fronts to theirs."""
    costly = [name for name, one in CARDS.items() if one["bite"] + one["claw"] + one["fireball"] == 4]
    chosen = [name for name in costly if CARDS[name]["bite"] == 2 or name in PLAIN][:many]
    return {"buildings": {name: {"bite": 3, "claw": 1, "fireball": 0} for name in chosen}}


# --- What is wrong with one field --------------------------------------------------------------------------


NUMBER = "allowed is a number from 0 to 20."
FOUR = "allowed is a list of 4, each of them a text of 1 to 40 letters in one line."
COLOURS = f"allowed is one of {', '.join(map(repr, sorted(get_args(Colour))))}."
FIELDS: dict[str, tuple[Box, str]] = {
    "text for a number": (spot("a1", x="zero"), f"field 'x': found 'zero', {NUMBER}"),
    "too far": (spot("a1", x=99), f"found 99, {NUMBER}"),
    "nan": (spot("a1", x=math.nan), f"found nan, {NUMBER}"),
    "infinite": (spot("a1", y=math.inf), f"found inf, {NUMBER}"),
    "true for a number": (spot("a1", x=True), f"found True, {NUMBER}"),
    "a date": (spot("a1", x=datetime.date(1979, 5, 27)), f"found datetime.date(1979, 5, 27), {NUMBER}"),
    "thousands of digits": (spot("a1", x=10**5000), f"found something of the type int, {NUMBER}"),
    "half a letter": (spot("a1", x="\ud800"), f"found '\\ud800', {NUMBER}"),
    "half a letter as a name": (lot("lot_a1", name="\ud800"), "allowed is a text of 1 to 30 letters in one line."),
    "three corners": (lot("lot_a1", corners=["a1", "b1", "b2"]), f"found ['a1', 'b1', 'b2'], {FOUR}"),
    "five corners": (lot("lot_a1", corners=["a1", "b1", "b2", "a2", "c1"]), FOUR),
    "text for corners": (lot("lot_a1", corners="a1b1"), f"found 'a1b1', {FOUR}"),
    "numbers for corners": (lot("lot_a1", corners=[1, 2, 3, 4]), f"found [1, 2, 3, 4], {FOUR}"),
    "endless corner": (lot("lot_a1", corners=["a1", "b1", "b2", "x" * 100_000]), f"xxx..., {FOUR}"),
    "endless name": (lot("lot_a1", name="x" * 100_000), "xxx..., allowed is a text"),
    "endless field": (lot("lot_a1", **{"x" * 100_000: 1}), "xxx...; its fields are"),
    "endless entry": (lot("x" * 100_000), "xxx...: a box changes the 25"),
    "field of two lines": (lot("lot_a1", **{"a\nb": 1}), "has no field 'a\\nb'; its fields are"),
    "no tank space": (zone("hill", tank=""), "field 'tank': found '', allowed is a text of 1 to 40 letters"),
    "no colour": (zone("hill", colour=""), f"neighbourhoods 'hill', field 'colour': found '', {COLOURS}"),
    "unknown colour": (zone("hill", colour="mauve"), f"found 'mauve', {COLOURS}"),
    "unknown colour of a resource": ({"resources": {"bite": {"colour": "mauve"}}}, COLOURS),
    "late step": (square("third", step=26), "found 26, allowed is a whole number from 1 to 25."),
    "four of a kind": (card("bakery", claw=4), "found 4, allowed is a whole number from 0 to 3."),
}


@pytest.mark.parametrize(("box", "sentence"), FIELDS.values(), ids=FIELDS)
def test_a_wrong_field_is_refused_with_what_is_allowed(box: Box, sentence: str) -> None:
    """§1.2, §1.3."""
    assert sentence in refusal(box)


@pytest.mark.parametrize("box", [[], [1, 2], 3, 2.5, b"x", (), True, object()], ids=lambda box: type(box).__name__)
def test_what_is_no_box_at_all_is_refused(box: object) -> None:
    assert refusal(box).startswith("A box is the name of a TOML file, or a dictionary of tables like one, found ")


def test_the_colours_are_those_that_the_page_draws() -> None:
    page = (ROOT / "web" / "src" / "app.css").read_text(encoding="utf-8")
    assert set(re.findall(r"\[data-colour='(\w+)'\]", page)) - {"gray"} == set(get_args(Colour))


# --- What is wrong with the whole --------------------------------------------------------------------------


A1 = (("a1", "north"), ("a1", "east"))
MIDDLE = tuple((f"c{row}", "east") for row in range(1, 7))
WHOLE: dict[str, tuple[Box, str]] = {
    # Streets
    "street to nowhere": (spot("a1", north="z9"), "field 'north': there is no intersection 'z9'; they are 'a1', 'b1'"),
    "one-way street": (spot("a1", north="c3"), "the street to 'c3' must lead back, so 'a1' must lie south of it."),
    "street to itself": (spot("a1", west="a1", east="a1"), "field 'east': the street must lead east"),
    "street turned round": (spot("a1", y=3), "the street must lead north, and by its x and y 'a2' does not lie there."),
    "two at one point": (
        {"intersections": {"a1": {"x": 5, "y": 5, "north": "", "east": ""}, "a2": {"south": ""}, "b1": {"west": ""}}},
        "intersections 'f6' lies where 'a1' lies",
    ),
    "no beach": ({"intersections": {f"{c}1": {"beach": False} for c in "abcdef"}}, "4 players need as many starting"),
    "no beach for two": (marked(but=("lot_c4",), mark=False), "2 players need as many starting areas"),
    "start without a street": (without_streets(*A1), "intersections 'a1' is a starting area, and no street leads"),
    "start without a street for two": (
        {**without_streets(("f1", "west")), **lot("lot_a1", corners=["f1", "a2", "b1", "b2"])},
        "intersections 'f1' is a starting area, and no street leads from it into the city with two players.",
    ),
    "two halves": (without_streets(*MIDDLE), "'d1' cannot be reached by streets from 'a1' on the beach, as every"),
    "beach cut off": (without_streets(*((f"{c}1", "north") for c in "abcdef")), "cannot be reached by streets"),
    "cut off for two": (
        marked(but=("lot_a1", "lot_b1", "lot_c4"), mark=False),
        "lots 'lot_c4', field 'corners': 'c4' cannot be reached by streets from 'a1' on the beach with two players",
    ),
    # Lots
    "unknown corner": (lot("lot_a1", corners=["a1", "b1", "b2", "z9"]), "there is no intersection 'z9'; they are"),
    "equal corners": (lot("lot_a1", corners=["a1", "b1", "b2", "a1"]), "the four corners must be different."),
    "scattered corners": (lot("lot_e1", corners=["a1", "f6", "c3", "a6"]), "allowed are the corners of one block"),
    "corners across": (lot("lot_a1", corners=["a1", "b2", "b1", "a2"]), "in the order in which streets lead around it"),
    "corners in a row": (lot("lot_a1", corners=["a1", "b1", "c1", "d1"]), "allowed are the corners of one block"),
    "half a street gone": (without_streets(("c3", "east")), "lots 'lot_c2', field 'corners': found 'c2', 'd2', 'd3'"),
    "one block for two lots": (
        lot("lot_a1", corners=["c2", "c1", "b1", "b2"]),
        "lots 'lot_b1', field 'corners': they are those of 'lot_a1' too",
    ),
    "unknown neighbourhood": (lot("lot_a1", neighbourhood="moon"), "there is no neighbourhood 'moon'; they are"),
    "76 levels": (lot("lot_a1", levels=3), "must have 75 levels, one for each building card, and these have 76."),
    "no hall": (lot("lot_c4", city_hall=False), "one lot must be City Hall, and 0 are."),
    "two halls": (lot("lot_a1", city_hall=True), "one lot must be City Hall, and 2 are."),
    "no hall for two": (lot("lot_c4", two_plus=False), "City Hall must have the 2+ mark"),
    "low hall": (
        {"lots": {"lot_c4": {"levels": 3}, "lot_a1": {"levels": 4}}},
        "lots 'lot_c4': City Hall must have 5 levels, and has 3.",
    ),
    # Tanks
    "neighbourhood without a lot": (
        {"lots": {name: {"neighbourhood": "works"} for name in ("lot_a1", "lot_b1", "lot_a2")}},
        f"neighbourhoods '{DOCKS}' has no lot",
    ),
    "tank nowhere": (zone("hill", tank="z9"), "field 'tank': there is no intersection 'z9'; they are"),
    "tank far away": (zone(DOCKS, tank="e4"), "must be a corner of one of its lots, and 'e4' is none."),
    "tank closed to two": (zone("hill", tank="f2"), "and 'f2' is closed to two players."),
    "tank closed to two, on the track": (zone("works", tank="b6"), "and 'b6' is closed to two players."),
    "shared tank space": (
        {"neighbourhoods": {DOCKS: {"tank": "b3"}, "gardens": {"tank": "b3"}}},
        f"neighbourhoods 'gardens', field 'tank': 'b3' is the tank space of '{DOCKS}' too",
    ),
    "unknown on the track": (square("first", neighbourhood="moon"), "found 'moon', but the neighbourhoods are"),
    "unknown on the track of two": (square("first", two_neighbourhood="moon"), "found 'moon', but with two players"),
    "closed on the track of two": (
        square("third", two_neighbourhood="rails"),
        f"found 'rails', but with two players those in play are '{DOCKS}', 'market', 'gardens', 'hill', 'works'.",
    ),
    "same step twice": (square("second", step=3), "field 'step': each must come after the one before, found 3, 3, 9."),
    "steps in disorder": (square("second", two_step=7), "field 'two_step': each must come after the one before"),
    "step beyond the lots of two": (
        square("third", two_step=17),
        "field 'two_step': found 2, 4, 17, and the most is 16, as many as there are lots with the 2+ mark.",
    ),
    # Cards
    "cost of nothing": (card("bakery", claw=0), "buildings 'bakery' must cost 1 to 4 cards, and costs 0."),
    "cost of five": (card("bakery", claw=3, bite=2), "buildings 'bakery' must cost 1 to 4 cards, and costs 5."),
    "seven of three of a kind": (dearest(7), "7 buildings cost 3 of a kind, and 6 are the most."),
    "sixteenth cost": (card("bakery", claw=3), "there are 16 different costs, and 15 are the most."),
    "back that tells the front": (
        {"buildings": {name: {"ability": "none", "tank": False, "points": 2} for name in ("bakery", "barber_shop")}},
        "the buildings that cost 1 claw must have 3 different fronts (points, ability, tank, missile) at least, or the",
    ),
    # Names and colours
    "kaiju of one name": ({"kaiju": {"red": {"name": "UMIKO"}}}, "kaiju 'red' is called 'Umiko' too"),
    "lots of one name": (lot("lot_a1", name="fish  row"), "lots 'lot_a1' is called 'Fish Row' too"),
    "buildings of one name": (card("bakery", name="Laundry"), "buildings 'bakery' is called 'Laundry' too"),
    "resources of one name": ({"resources": {"bite": {"name": "claw"}}}, "resources 'bite' is called 'Claw' too"),
    "neighbourhoods of one name": (zone("hill", name="Works"), "neighbourhoods 'hill' is called 'Works' too"),
    "kaiju called like a lot": ({"kaiju": {"red": {"name": "Fish Row"}}}, "kaiju 'red' is called 'Fish Row' too"),
    "kaiju called like a tank": ({"kaiju": {"red": {"name": "Tank 3"}}}, "a tank is called 'Tank 3' too"),
    "neighbourhoods of one colour": (
        zone("hill", colour="red"),
        "neighbourhoods 'rails', field 'colour': 'red' is taken, and each must have its own; free are 'purple', 'teal'",
    ),
    "resources of one colour": ({"resources": {"bite": {"colour": "orange"}}}, "'orange' is taken, and each must"),
}


@pytest.mark.parametrize(("box", "sentence"), WHOLE.values(), ids=WHOLE)
def test_a_city_or_cards_that_do_not_fit_together_are_refused(box: Box, sentence: str) -> None:
    """§1.2, §1.3, §1.5, §6.1, §9.2."""
    assert sentence in refusal(box)
    assert refusal(box, 2) == refusal(box, 4)


# --- What may be played ------------------------------------------------------------------------------------


FINE: dict[str, Box] = {
    "ours": TABLES,
    "nothing": {},
    "corners from elsewhere, the other way round": lot("lot_a1", corners=["b2", "b1", "a1", "a2"]),
    "crooked streets": spot("c3", x=2.3, y=1.8),
    "whole city for two": marked(mark=True),
    "six of three of a kind": dearest(6),
    "another colour": zone("rails", colour="pink"),
    "another tank space": zone(DOCKS, tank="a2"),
    "late steps": square("third", step=25, two_step=16),
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", FINE)
def test_a_box_that_can_be_played_is_accepted(name: str, players: int) -> None:
    """§1.2, §1.3."""
    assert rumpus.game("kaiju", {}, FINE[name], seats=players).match(seed=1).acting


def test_our_own_box_given_as_another_is_the_same() -> None:
    assert rumpus.game("kaiju", {}, TABLES).contents.digest == rumpus.game("kaiju").contents.digest


# --- Anything at all ---------------------------------------------------------------------------------------


JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 5, 26, 10**30, -(10**5000), 0.5, -0.0, 1e308, math.nan, math.inf, -math.inf, "", " ",
    "a1", "none", "red", "a\nb", "\x00", "\ud800", "\u202e", "x" * 100_000, b"a1", [], ["a1"], ["a1"] * 4, [[]] * 4,
    ["a1", "b1", "b2", "\ud800"], [None] * 4, {}, {"a1": {}}, {1: 2}, datetime.date(2000, 1, 1), datetime.time(1), 1j,
    object(),
)  # fmt: skip


def played_or_refused(box: object) -> None:
    try:
        rumpus.game("kaiju", {}, box, seats=2)  # type: ignore[arg-type]
    except WrongBox as error:
        is_one_sentence(str(error))


def one_of_each_type() -> dict[Any, tuple[str, str]]:
    """For each type of field a table and a field that has it."""
    return {
        field.type: (table, field.name) for table, kind in SECTIONS.items() for field in msgspec.structs.fields(kind)
    }


def is_among_the_first(table_and_field: tuple[str, str]) -> bool:
    return table_and_field in list(one_of_each_type().values())[:4]


@pytest.mark.parametrize(("table", "field"), rows_wait(one_of_each_type().values(), is_among_the_first))
def test_junk_in_a_field_is_played_with_or_refused_with_a_sentence(table: str, field: str) -> None:
    luck = Random(f"{table} {field}")
    for junk in JUNK:
        played_or_refused({table: {luck.choice(list(TABLES[table])): {field: junk}}})


@pytest.mark.parametrize(
    "table", ["lots", "buildings", "cards", 3, None, "\n", "x" * 100_000], ids=lambda table: repr(table)[:9]
)
def test_junk_for_a_table_or_an_entry_is_refused_with_a_sentence(table: Any) -> None:
    for junk in JUNK:
        played_or_refused({table: junk})
        played_or_refused({table: {next(iter(TABLES.get(table, "x"))): junk}})


@pytest.mark.parametrize(
    "entry", ["nobody", 3, None, "\n", "x" * 100_000, 2.5, True, ()], ids=lambda entry: repr(entry)[:9]
)
def test_an_entry_that_is_not_there_is_refused_with_a_sentence(entry: Any) -> None:
    assert ": a box changes the 25 there are, by their ids, and neither adds" in refusal({"lots": {entry: {}}})


def test_a_list_without_an_end_is_refused_with_a_sentence() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    endless: list[Any] = []
    endless.append(endless)
    assert "found something of the type list, allowed is" in refusal(lot("lot_a1", corners=deep))
    assert f"found [[...]], {FOUR}" in refusal(lot("lot_a1", corners=endless))
