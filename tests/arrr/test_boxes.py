"""Cards that cannot be played with: each is refused with one sentence, and nothing else goes wrong."""

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
from rumpus.games.arrr.box import SECTIONS, Colour, Of, When, Who, Word
from rumpus.games.arrr.rules.records import OF, TARGETS, WHEN, WORDS
from tests.refusing import is_one_sentence, refusal_of
from tests.waiting import but_the_first, rows_wait

Box = dict[str, Any]
ROOT = Path(__file__).parents[2]
TABLES: dict[str, dict[str, Any]] = {
    name: msgspec.to_builtins(table) for name, table in rumpus.game("arrr").contents.tables.items()
}


refusal = partial(refusal_of, "arrr")


def crew(name: str, /, **fields: object) -> Box:
    return {"crew": {name: fields}}


def event(name: str, /, **fields: object) -> Box:
    return {"events": {name: fields}}


def sea(name: str, /, **fields: object) -> Box:
    return {"explorations": {name: fields}}


def captain(name: str, /, **fields: object) -> Box:
    return {"captains": {name: fields}}


def effect(does: str, amount: object = 1, **said: object) -> Box:
    return {"does": does, "amount": amount, **said}


def ability(*effects: Box) -> Box:
    """Of a First Mate."""
    return crew("big_tiny", ability=list(effects))


def plain(*effects: Box) -> Box:
    return event("broadside", effects=list(effects))


def flash(*effects: Box) -> Box:
    return event("shoal", effects=list(effects))


def permanent(*effects: Box) -> Box:
    return event("black_cat", effects=list(effects))


def trait(*effects: Box) -> Box:
    return captain("don_flamboyo", trait=list(effects))


def reward(*effects: Box) -> Box:
    return sea("ghost_ship", reward=list(effects))


def voyage(**marks: list[Box]) -> Box:
    """An exploration of one test, with what is beside it."""
    return sea("ghost_ship", tests=[{"stat": "wits", "difficulty": 1, **marks}])


# --- What is wrong with one field --------------------------------------------------------------------------


COLOURS = f"allowed is one of {', '.join(map(repr, sorted(get_args(Colour))))}."
TWO = "allowed is a list of 0 to 2, each of them a table with the fields 'does', 'amount', 'of', 'who', 'when'."
IN_ABILITY = "crew 'big_tiny', field 'ability', number 1"
FIELDS: dict[str, tuple[Box, str]] = {
    "text for a number": (crew("big_tiny", attack="two"), "field 'attack': found 'two', allowed is a whole number"),
    "ten dice": (crew("big_tiny", attack=10), "found 10, allowed is a whole number from 0 to 9."),
    "half a die": (crew("big_tiny", attack=0.5), "found 0.5, allowed is a whole number from 0 to 9."),
    "unknown kind": (crew("big_tiny", kind="ship"), "found 'ship', allowed is one of 'item', 'mate', 'pack'."),
    "unknown field": (crew("big_tiny", strength=3), "has no field 'strength'; its fields are 'name', 'kind'"),
    "half a letter as a name": (crew("big_tiny", name="\ud800"), "allowed is a text of 1 to 30 letters in one line."),
    "endless name": (crew("big_tiny", name="x" * 100_000), "xxx..., allowed is a text"),
    "unknown mark": (event("shoal", mark="slow"), "found 'slow', allowed is one of 'flash', 'permanent', 'plain'."),
    "unknown colour": ({"faces": {"wits": {"colour": "mauve"}}}, f"found 'mauve', {COLOURS}"),
    "no side": ({"faces": {"wits": {"sides": 0}}}, "found 0, allowed is a whole number from 1 to 6."),
    "much fame": (sea("ghost_ship", fame=21), "found 21, allowed is a whole number from 0 to 20."),
    "unknown condition": (sea("ghost_ship", needs="luck"), "field 'needs': found 'luck', allowed is one of"),
    "unknown influence": (sea("ghost_ship", influence="fame"), "field 'influence': found 'fame', allowed is one of"),
    "unknown crew card": (crew("nobody"), "has no 'nobody': a box changes the 39 there are"),
    "unknown table": ({"ships": {}}, "there is no table 'ships'; the tables are 'crew', 'events'"),
    # Effects
    "a word for effects": (crew("big_tiny", ability="dice"), f"found 'dice', {TWO}"),
    "words for effects": (crew("big_tiny", ability=["dice"]), f"found ['dice'], {TWO}"),
    "an effect that is not in a list": (crew("big_tiny", ability={"does": "dice"}), TWO),
    "three effects": (ability(*[effect("gain")] * 3), TWO),
    "unknown word": (ability(effect("explode")), f"{IN_ABILITY}, field 'does': found 'explode', allowed is one of"),
    "nothing": (ability(effect("nothing")), "found 'nothing', allowed is one of"),
    "no word": (ability({"amount": 1}), f"{IN_ABILITY} lacks the field 'does', which is one of"),
    "unknown field of an effect": (
        ability({"does": "dice", "dice": 2}),
        f"{IN_ABILITY} has no field 'dice'; its fields are 'does', 'amount', 'of', 'who', 'when'.",
    ),
    "amount in words": (
        ability(effect("dice", "two")),
        f"{IN_ABILITY}, field 'amount': found 'two', allowed is a whole",
    ),
    "amount of ten": (ability(effect("dice", 10)), "found 10, allowed is a whole number from -9 to 9."),
    "true for an amount": (ability(effect("dice", True)), "found True, allowed is a whole number from -9 to 9."),
    "unknown target": (ability(effect("lose", who="all")), "found 'all', allowed is one of 'active', 'rival', 'self'."),
    "unknown time": (ability(effect("dice", when="night")), "field 'when': found 'night', allowed is one of"),
    "unknown deck": (ability(effect("draw", of="ships")), "field 'of': found 'ships', allowed is one of"),
    "the second effect": (
        ability(effect("gain"), effect("gain", None)),
        "'ability', number 2, field 'amount': found None",
    ),
    # Tests
    "no test": (
        sea("ghost_ship", tests=[]),
        "allowed is a list of 1 to 3, each of them a table with the fields 'stat'",
    ),
    "four tests": (sea("ghost_ship", tests=[{"stat": "wits", "difficulty": 1}] * 4), "allowed is a list of 1 to 3"),
    "test of nothing": (sea("ghost_ship", tests=[{"difficulty": 1}]), "'tests', number 1 lacks the field 'stat'"),
    "test of luck": (
        sea("ghost_ship", tests=[{"stat": "luck", "difficulty": 1}]),
        "number 1, field 'stat': found 'luck'",
    ),
    "easy test": (
        sea("ghost_ship", tests=[{"stat": "wits", "difficulty": 0}]),
        "allowed is a whole number from 1 to 9.",
    ),
    "unknown word of a test": (
        voyage(lost=[effect("explode")]),
        "explorations 'ghost_ship', field 'tests', number 1, field 'lost', number 1, field 'does': found 'explode'",
    ),
    "unknown field of a test": (voyage(drawn=[]), "'tests', number 1 has no field 'drawn'; its fields are 'stat'"),
}


@pytest.mark.parametrize(("box", "sentence"), FIELDS.values(), ids=FIELDS)
def test_a_wrong_field_is_refused_with_what_is_allowed(box: Box, sentence: str) -> None:
    """§1.1 to §1.3, §10."""
    assert sentence in refusal(box)


@pytest.mark.parametrize("box", [[], [1, 2], 3, 2.5, b"x", (), True, object()], ids=lambda box: type(box).__name__)
def test_what_is_no_box_at_all_is_refused(box: object) -> None:
    assert refusal(box).startswith("A box is the name of a TOML file, or a dictionary of tables like one, found ")


def test_the_words_of_a_file_are_those_of_the_rules() -> None:
    """§10: the file names no effect with 'nothing', and leaves out what a word does not speak of."""
    assert get_args(Word) == WORDS[1:]
    assert get_args(Of) == ("", *OF)
    assert get_args(Who) == TARGETS
    assert get_args(When) == WHEN


def test_the_colours_are_those_that_the_page_draws() -> None:
    page = (ROOT / "web" / "src" / "app.css").read_text(encoding="utf-8")
    assert set(re.findall(r"\[data-colour='(\w+)'\]", page)) - {"gray"} == set(get_args(Colour))


# --- What is wrong with an effect where it stands ----------------------------------------------------------


FIVE: list[Box] = [effect("gain", 5)]
ARGUMENTS: dict[str, tuple[Box, str]] = {
    # Which words may stand where
    "bar as an ability": (
        ability(effect("bar", of="sail", who="rival")),
        f"{IN_ABILITY}, field 'does': found 'bar', allowed",
    ),
    "armour as an ability": (
        ability(effect("armour")),
        "found 'armour', allowed is one of 'dice', 'difficulty', 'rethrow'",
    ),
    "pillage of a captain": (
        captain("don_flamboyo", ability=[effect("pillage")]),
        "'don_flamboyo', field 'ability', number 1",
    ),
    "bar of an event that is no flash": (plain(effect("bar", of="sail", who="active")), "field 'does': found 'bar'"),
    "dice of a flash": (
        flash(effect("dice")),
        "events 'shoal', field 'effects', number 1, field 'does': found 'dice', allowed is one of 'bar', 'lose',"
        " 'steal', 'damage', 'discard', 'deplete', 'take', 'gain', 'draw'.",
    ),
    "cancel of a flash": (flash(effect("cancel", of="any")), "field 'does': found 'cancel'"),
    "gain of a permanent": (permanent(effect("gain")), "allowed is one of 'dice', 'pillage', 'cheat', 'armour'."),
    "draw as a trait": (
        trait(effect("draw", of="crew")),
        "captains 'don_flamboyo', field 'trait', number 1, field 'does'",
    ),
    "damage as a reward": (
        reward(effect("damage")),
        "'reward', number 1, field 'does': found 'damage', allowed is one of",
    ),
    "lose for a test that is won": (voyage(won=[effect("lose")]), "field 'won', number 1, field 'does': found 'lose'"),
    "gain for a test that is lost": (
        voyage(lost=[effect("damage"), effect("gain")]),
        "field 'lost', number 2, field 'does': found 'gain', allowed is one of 'damage', 'lose', 'discard'.",
    ),
    # How many effects there are
    "event without effects": (plain(), "events 'broadside', field 'effects': found 0 effects, allowed are 1 to 2."),
    "permanent without effects": (permanent(), "events 'black_cat', field 'effects': found 0 effects"),
    "mate without an ability": (
        ability(),
        "'big_tiny', field 'ability': found 0 effects, allowed are 1 to 2 for a First Mate.",
    ),
    "item without an ability": (crew("five_aces", ability=[]), "found 0 effects, allowed are 1 to 2 for an Item."),
    "pack with an ability": (
        crew("boarding_kit", ability=[effect("gain")]),
        "found 1 effects, allowed are none for a Pack.",
    ),
    "mate that becomes a pack": (crew("big_tiny", kind="pack"), "found 1 effects, allowed are none for a Pack."),
    "idle captain": (captain("greedy_gwendolyn", trait=[]), "field 'trait': found no effect there or in 'ability'"),
    # Amounts
    "four dice": (
        ability(effect("dice", 4)),
        "field 'amount': found 4, allowed is one of -3, -2, -1, 1, 2, 3 for 'dice'.",
    ),
    "no dice": (
        ability(effect("dice", 0)),
        "field 'amount': found 0, allowed is one of -3, -2, -1, 1, 2, 3 for 'dice'.",
    ),
    "no difficulty": (
        ability(effect("difficulty", 0)),
        "found 0, allowed is one of -3, -2, -1, 1, 2, 3 for 'difficulty'.",
    ),
    "five rethrown": (ability(effect("rethrow", 5)), "found 5, allowed is one of 1, 2, 3, 4 for 'rethrow'."),
    "four drawn": (ability(effect("draw", 4, of="crew")), "found 4, allowed is one of 1, 2, 3 for 'draw'."),
    "negative gain": (ability(effect("gain", -1)), "found -1, allowed is one of 1, 2, 3, 4 for 'gain'."),
    "five gained": (voyage(won=FIVE), "field 'tests', number 1, field 'won', number 1, field 'amount': found 5"),
    "nothing lost": (plain(effect("lose", 0, who="active")), "found 0, allowed is one of 1, 2, 3, 4 for 'lose'."),
    "five stolen": (ability(effect("steal", 5, who="rival")), "found 5, allowed is one of 1, 2, 3, 4 for 'steal'."),
    "damage of four": (voyage(lost=[effect("damage", 4)]), "found 4, allowed is one of 1, 2, 3 for 'damage'."),
    "two depleted": (ability(effect("deplete", 2, who="rival")), "found 2, allowed is 1 for 'deplete'."),
    "two prepared": (ability(effect("prepare", 2)), "found 2, allowed is 1 for 'prepare'."),
    "two taken": (ability(effect("take", 2, who="rival")), "found 2, allowed is 1 for 'take'."),
    "two recovered": (ability(effect("recover", 2)), "found 2, allowed is 1 for 'recover'."),
    "five discarded": (
        flash(effect("discard", 5, who="active")),
        "found 5, allowed is one of 1, 2, 3, 4 for 'discard'.",
    ),
    "two shifts": (ability(effect("shift", 2)), "found 2, allowed is 1 for 'shift'."),
    "two cancelled": (ability(effect("cancel", 2, of="any")), "found 2, allowed is 1 for 'cancel'."),
    "dear bar": (
        flash(effect("bar", 5, of="sail", who="active")),
        "found 5, allowed is one of 0, 1, 2, 3, 4 for 'bar'.",
    ),
    "three for a pillage": (trait(effect("pillage", 3)), "found 3, allowed is one of -2, -1, 1, 2 for 'pillage'."),
    "no cheat": (trait(effect("cheat", 0)), "found 0, allowed is one of -2, -1, 1, 2 for 'cheat'."),
    "no armour": (permanent(effect("armour", 0)), "found 0, allowed is one of -2, -1, 1, 2 for 'armour'."),
    # Of what
    "dice of a stat as an ability": (
        ability(effect("dice", of="wits")),
        "field 'of': found 'wits', allowed is '' for 'dice'.",
    ),
    "dice of no stat as a trait": (
        trait(effect("dice")),
        "field 'of': found '', allowed is one of 'attack', 'navigation', 'wits', 'courage' for 'dice'.",
    ),
    "dice of a deck": (permanent(effect("dice", of="crew")), "field 'of': found 'crew', allowed is one of 'attack'"),
    "drawn of nothing": (ability(effect("draw")), "found '', allowed is one of 'crew', 'event', 'either' for 'draw'."),
    "drawn of any": (reward(effect("draw", of="any")), "found 'any', allowed is one of 'crew', 'event', 'either'"),
    "gain of crew": (ability(effect("gain", of="crew")), "field 'of': found 'crew', allowed is '' for 'gain'."),
    "cancel of nothing": (
        plain(effect("cancel")),
        "allowed is one of 'event', 'ability', 'penalty', 'any' for 'cancel'.",
    ),
    "bar of nothing": (
        flash(effect("bar", who="active")),
        "found '', allowed is one of 'sail', 'challenge' for 'bar'.",
    ),
    "armour of a stat": (trait(effect("armour", of="wits")), "field 'of': found 'wits', allowed is '' for 'armour'."),
    # Whom
    "ability on whoever is in turn": (
        ability(effect("lose", who="active")),
        "found 'active', allowed is 'rival' for 'lose'.",
    ),
    "event on the rival": (plain(effect("lose", who="rival")), "found 'rival', allowed is 'active' for 'lose'."),
    "dice for the rival of nobody": (
        plain(effect("dice", who="rival")),
        "allowed is one of 'self', 'active' for 'dice'.",
    ),
    "own loss": (ability(effect("lose")), "field 'who': found 'self', allowed is 'rival' for 'lose'."),
    "steal from oneself": (plain(effect("steal")), "field 'who': found 'self', allowed is 'active' for 'steal'."),
    "own damage": (flash(effect("damage")), "field 'who': found 'self', allowed is 'active' for 'damage'."),
    "own discard": (ability(effect("discard")), "field 'who': found 'self', allowed is 'rival' for 'discard'."),
    "own card depleted": (ability(effect("deplete")), "found 'self', allowed is 'rival' for 'deplete'."),
    "own card taken": (plain(effect("take")), "found 'self', allowed is 'active' for 'take'."),
    "gain of the rival": (ability(effect("gain", who="rival")), "found 'rival', allowed is 'self' for 'gain'."),
    "draw of the active": (
        plain(effect("draw", of="crew", who="active")),
        "found 'active', allowed is 'self' for 'draw'.",
    ),
    "prepare for the rival": (ability(effect("prepare", who="rival")), "allowed is 'self' for 'prepare'."),
    "recover for the active": (plain(effect("recover", who="active")), "allowed is 'self' for 'recover'."),
    "shift of the rival": (ability(effect("shift", who="rival")), "allowed is 'self' for 'shift'."),
    "cancel of the active": (plain(effect("cancel", of="any", who="active")), "allowed is 'self' for 'cancel'."),
    "difficulty of the rival": (ability(effect("difficulty", who="rival")), "allowed is 'self' for 'difficulty'."),
    "difficulty of an event's own": (
        plain(effect("difficulty")),
        "found 'self', allowed is 'active' for 'difficulty'.",
    ),
    "own bar": (flash(effect("bar", of="sail")), "found 'self', allowed is 'active' for 'bar'."),
    "trait of the active": (trait(effect("armour", who="active")), "found 'active', allowed is 'self' for 'armour'."),
    "permanent of the rival": (
        permanent(effect("armour", who="rival")),
        "allowed is one of 'self', 'active' for 'armour'.",
    ),
    "penalty of the active": (
        voyage(lost=[effect("lose", who="active")]),
        "found 'active', allowed is 'self' for 'lose'.",
    ),
    "reward of the rival": (reward(effect("gain", who="rival")), "found 'rival', allowed is 'self' for 'gain'."),
    # When
    "trait at times": (trait(effect("armour", when="sail")), "field 'when': found 'sail', allowed is 'always'."),
    "reward at times": (reward(effect("gain", when="wits")), "field 'when': found 'wits', allowed is 'always'."),
    "penalty at times": (
        voyage(lost=[effect("lose", when="sail")]),
        "field 'when': found 'sail', allowed is 'always'.",
    ),
    # Together
    "two choices": (
        ability(effect("prepare"), effect("recover")),
        "crew 'big_tiny', field 'ability': found 'prepare' and 'recover', allowed is at most one of"
        " 'deplete', 'prepare', 'take', 'recover', 'shift'.",
    ),
    "the same choice twice": (
        plain(*[effect("shift")] * 2),
        "found 'shift' and 'shift', allowed is at most one of 'deplete'",
    ),
    "two cancels": (
        plain(effect("cancel", of="event"), effect("cancel", of="ability")),
        "events 'broadside', field 'effects': found 'cancel' and 'cancel', allowed is at most one of 'cancel'.",
    ),
    "permanent for two": (
        permanent(effect("armour"), effect("cheat", who="active")),
        "field 'effects': found effects for 'active' and 'self', allowed is the same 'who' for all.",
    ),
    "mark that does not fit": (
        event("broadside", mark="flash"),
        "events 'broadside', field 'effects', number 1, field 'does'",
    ),
    "mark that does not last": (
        event("broadside", mark="permanent"),
        "field 'of': found '', allowed is one of 'attack'",
    ),
}


@pytest.mark.parametrize(("box", "sentence"), ARGUMENTS.values(), ids=ARGUMENTS)
def test_an_effect_that_cannot_stand_there_is_refused(box: Box, sentence: str) -> None:
    """§1.2, §1.6, §9.2, §9.9, §10.1 to §10.14."""
    assert sentence in refusal(box)
    assert refusal(box).startswith("The given box: ")


# --- What is wrong with a deck -----------------------------------------------------------------------------


WHOLE: dict[str, tuple[Box, str]] = {
    "collection card of none": (
        sea("half_a_map", collection=""),
        "explorations 'half_a_map', field 'collection': found '', allowed is 'maps'.",
    ),
    "collection card of another": (sea("drowned_bell", collection="maps"), "found 'maps', allowed is 'relics'."),
    "other of a collection": (sea("ghost_ship", collection="maps"), "field 'collection': found 'maps', allowed is ''."),
    "collection card with fame": (
        sea("half_a_map", fame=1),
        "field 'fame': found 1, allowed is 0 for a card of a collection.",
    ),
    "influence of nothing": (
        sea("royal_galleon", influence_by=0),
        "'royal_galleon', field 'influence_by': found 0, allowed is any other where 'influence' is 'attack'.",
    ),
    "influence on nothing": (
        sea("royal_galleon", influence=""),
        "found 1, allowed is 0 where there is no 'influence'.",
    ),
    "condition without a number": (
        sea("ghost_ship", needs="wits"),
        "field 'needs_many': found 0, allowed is one of 1, 2, 3, 4, 5, 6, 7, 8, 9 where 'needs' is 'wits'.",
    ),
    "number without a condition": (
        sea("ghost_ship", needs_many=1),
        "found 1, allowed is 0 where 'needs' is 'nothing'.",
    ),
    "two mates": (sea("ghost_ship", needs="mate", needs_many=2), "found 2, allowed is 1 where 'needs' is 'mate'."),
    "two packs": (sea("edge_of_the_world", needs_many=2), "found 2, allowed is 1 where 'needs' is 'pack'."),
    "five cards": (sea("lost_city", needs_many=5), "found 5, allowed is one of 1, 2, 3, 4 where 'needs' is 'cards'."),
    "crew of one name": (crew("big_tiny", name="FIVE  aces"), "crew 'five_aces', field 'name': 'big_tiny' is called"),
    "seats of one name": (
        {"pirates": {name: {"name": "Jack"} for name in ("red", "green")}},
        "pirates 'green', field 'name': 'red' is called 'Jack' too, and names must differ.",
    ),
    "seven sides": (
        {"faces": {"jolly": {"sides": 3}}},
        "faces, field 'sides': found 1 of 'attack', 1 of 'navigation', 1 of 'wits', 1 of 'courage', 3 of 'jolly',"
        " allowed are 6 together, and these are 7.",
    ),
    "five sides": ({"faces": {"jolly": {"sides": 1}}}, "and these are 5."),
}


@pytest.mark.parametrize(("box", "sentence"), WHOLE.values(), ids=WHOLE)
def test_cards_that_do_not_fit_together_are_refused(box: Box, sentence: str) -> None:
    """§1.1, §1.3, §7.3, §7.4."""
    assert sentence in refusal(box)
    assert refusal(box, 2) == refusal(box, 4)


def test_names_of_every_deck_differ() -> None:
    for deck, cards in TABLES.items():
        one, other = list(cards)[:2]
        assert f"{deck} '{other}', field 'name': '{one}' is called" in refusal(
            {deck: {one: {"name": cards[other]["name"]}}}
        )


# --- What may be played ------------------------------------------------------------------------------------


FINE: dict[str, Box] = {
    "ours": TABLES,
    "nothing": {},
    "two effects": ability(effect("dice", -3, who="rival"), effect("take", who="rival", when="challenge")),
    "dear and free bars": flash(*(effect("bar", price, of="sail", who="active") for price in (0, 4))),
    "lasting bad luck": permanent(effect("dice", -3, of="wits", who="active"), effect("pillage", -2, who="active")),
    "permanent for a time to be played": permanent(effect("armour", who="active", when="sail")),
    "captain who can everything": captain(
        "greedy_gwendolyn", trait=[effect("armour", -2)], ability=[effect("rethrow", 4), effect("cancel", of="any")]
    ),
    "test with all marks": voyage(won=[effect("draw", 3, of="either"), effect("gain")], lost=[effect("lose", 4)] * 2),
    "other sides": {"faces": {"jolly": {"sides": 1}, "wits": {"sides": 2}}},
    "other conditions": sea("ghost_ship", needs="pieces", needs_many=9, influence="pieces", influence_by=-9),
}  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", FINE)
def test_a_box_that_can_be_played_is_accepted(name: str, players: int) -> None:
    """§1.1 to §1.6, §10."""
    assert rumpus.game("arrr", {}, FINE[name], seats=players).match(seed=1).acting


def test_our_own_box_given_as_another_is_the_same() -> None:
    assert rumpus.game("arrr", {}, TABLES).contents.digest == rumpus.game("arrr").contents.digest


# --- Anything at all ---------------------------------------------------------------------------------------


JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 5, 26, 10**30, -(10**5000), 0.5, -0.0, 1e308, math.nan, math.inf, -math.inf, "", " ",
    "dice", "none", "red", "a\nb", "\x00", "\ud800", "\u202e", "x" * 100_000, b"dice", [], ["dice"], [[]], [{}], [None],
    [{"does": "dice"}], [{"does": "\ud800"}], [{"does": []}], [{"does": "gain", "amount": 10**5000}], [{1: 2}],
    [{"does": "gain"}] * 9, [{"stat": "wits", "difficulty": 1, "lost": [{}]}], [{"stat": "wits", "difficulty": {}}], {},
    {"does": "dice"}, {1: 2}, datetime.date(2000, 1, 1), datetime.time(1), 1j, object(),
)  # fmt: skip


def played_or_refused(box: object) -> None:
    try:
        rumpus.game("arrr", {}, box, seats=2)  # type: ignore[arg-type]
    except WrongBox as error:
        is_one_sentence(str(error))


def one_of_each_type() -> dict[Any, tuple[str, str]]:
    """For each type of field a table and a field that has it."""
    return {
        str(field.type): (table, field.name)
        for table, kind in SECTIONS.items()
        for field in msgspec.structs.fields(kind)
    }


def is_among_the_first(table_and_field: tuple[str, str]) -> bool:
    return table_and_field in list(one_of_each_type().values())[:2]


@pytest.mark.parametrize(("table", "field"), rows_wait(one_of_each_type().values(), is_among_the_first))
def test_junk_in_a_field_is_played_with_or_refused_with_a_sentence(table: str, field: str) -> None:
    luck = Random(f"{table} {field}")
    for junk in JUNK:
        played_or_refused({table: {luck.choice(list(TABLES[table])): {field: junk}}})


@pytest.mark.parametrize("field", but_the_first(["does", "amount", "of", "who", "when"]))
def test_junk_in_an_effect_is_played_with_or_refused_with_a_sentence(field: str) -> None:
    for junk in JUNK:
        played_or_refused(ability({"does": "gain", field: junk}))
        played_or_refused(voyage(lost=[{"does": "lose", field: junk}]))


@pytest.mark.parametrize("table", ["crew", "cards", 3, None, "\n", "x" * 100_000], ids=lambda table: repr(table)[:9])
def test_junk_for_a_table_or_an_entry_is_refused_with_a_sentence(table: Any) -> None:
    for junk in JUNK:
        played_or_refused({table: junk})
        played_or_refused({table: {next(iter(TABLES.get(table, "x"))): junk}})


@pytest.mark.parametrize(
    ("deck", "card", "effects"),
    [
        ("events", "broadside", [{"does": "dice", "when": "pillage"}]),
        ("events", "sudden_squall", [{"does": "difficulty", "who": "active", "when": "challenge"}]),
        ("events", "flotsam", [{"does": "gain", "when": "sail"}, {"does": "draw", "of": "crew", "when": "pillage"}]),
        ("events", "stowaway_goat", [{"does": "discard", "who": "active", "when": "wits"}]),
        ("events", "loaded_dice", [{"does": "rethrow"}, {"does": "dice", "amount": -1}]),
        ("events", "narrow_escape", [{"does": "cancel", "of": "penalty"}, {"does": "dice"}]),
        ("events", "second_wind", [{"does": "dice", "when": "wits"}, {"does": "gain", "when": "courage"}]),
        ("crew", "featherfinger_finn", [{"does": "steal", "who": "rival", "when": "sail"}]),
    ],
)
def test_what_can_never_be_announced_is_refused(deck: str, card: str, effects: list[dict[str, Any]]) -> None:
    """§9.2, §9.3, §10.14"""
    field = "effects" if deck == "events" else "ability"
    with pytest.raises(WrongBox, match=f"{deck} '{card}', field '{field}': found effects that can never be announced"):
        rumpus.game("arrr", box={deck: {card: {field: effects}}})
