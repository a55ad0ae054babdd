"""Positions that could not lie on a table are refused with one sentence; every one that can is accepted."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rumpus.core.errors import WrongPosition
from rumpus.core.match import Match
from rumpus.core.rules import CHANCE
from rumpus.games.kaiju.rules.records import PHASES
from tests.kaiju.at_the_table import cards, laid_out, opened
from tests.waiting import but_the_first

Said = dict[str, Any]


def position(players: int = 3, **said: Any) -> Said:
    """As it is laid out; a lot that waits for its next card has none yet."""
    at = {"at": said.pop("at")} if isinstance(said.get("at"), dict) else {}
    found = {**laid_out(players, **said), **at}
    found["top"] = {lot: card for lot, card in found["top"].items() if lot != said.get("rebuilt")}
    return found


def refusal(start: Said, players: int = 3) -> str:
    """The one sentence with which a position is refused."""
    with pytest.raises(WrongPosition) as caught:
        opened(players).match_from(start)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def check_refused(start: Said, field: str, words: str, players: int = 3) -> None:
    sentence = refusal(start, players)
    assert sentence.startswith(f"Field '{field}': ")
    assert words in sentence


# Positions in the middle of something -----------------------------------------------------------------------------

HAND: Said = {"hands": {"red": "BCCF"}, "discards": {"red": "B"}}
ATTACK: Said = {"at": "b1 c1 f1", "actions": 1, **HAND}
CHALLENGING: Said = {"phase": "challenging", "at": "b1 c1 f1", "half_target": "blue", "half": {"bite": 1}}
DEFENDING: Said = {"phase": "defending", "target": "blue", "offered": {"bite": 1}, **ATTACK}
FOLLOWING: Said = {"phase": "following", "target": "blue", **ATTACK, "discards": {"red": "B", "blue": "B"}}
NEAR: Said = {"at": "c2 a1 f1", "tanks": ["c3 north"]}
STRIKING: Said = {"phase": "striking", "half_tank": "1", **NEAR}
ROLLING: Said = {"phase": "rolling", "half_tank": "1", "half": {"bite": 1}, **NEAR}
TURNING: Said = {**ROLLING, "phase": "turning", "half_to": "c4"}
RUINS: Said = {"cubes": "a5:bg e1:bg e2:bg", "coming": 1, "actions": 2}
FACING: Said = {"phase": "facing", "half_to": "c3", **RUINS}
PLACING: Said = {"phase": "placing", "at": "c3 a1 f1", **RUINS}
SHOOTING: Said = {"phase": "shooting", "shots": {"blue": 1}, "then": "acting", "actions": 1}
DRAWING: Said = {"phase": "drawing", "draws": 1, "then": "acting", "actions": 1, "hands": {"red": "BBCC"}}
REBUILDING: Said = {"phase": "rebuilding", "rebuilt": "lot_a1", "cubes": "a1:r", "actions": 1}


def using(phase: str, card: str, part: str | None = "ability", **said: Any) -> Said:
    """Red uses a building card."""
    return {"phase": phase, "taken": {"red": card}, "half_card": "1", "half_part": part, **said}


GIVING = using("giving", "water_tower", half={"bite": 1})
GETTING = using("getting", "water_tower", half={"bite": 2}, half_in={"claw": 1})
LOOKING = using("looking", "cinema")
CAN_BE: dict[str, Said] = {
    "acting": {},
    "resting": {"phase": "resting", "half": {"bite": 2}},
    "resting by a card": using("resting", "fish_market", actions=2),
    "challenging": CHALLENGING,
    "defending": DEFENDING,
    "following": FOLLOWING,
    "striking": STRIKING,
    "rolling": ROLLING,
    "rolling by a card": using("rolling", "barber_shop", "tank", **NEAR),
    "turning": TURNING,
    "turning on the spot by a card": using("turning", "barber_shop", "tank", half_tank="1", half_to="c3", **NEAR),
    "choosing part": using("choosing part", "pawn_shop", None),
    "taking": using("taking", "paper_mill"),
    "stepping": using("stepping", "school"),
    "mauling": using("mauling", "academy"),
    "looking": LOOKING,
    "giving": GIVING,
    "getting": GETTING,
    "aiming": using("aiming", "tobacconist", "missile"),
    "shooting": SHOOTING,
    "drawing": DRAWING,
    "rebuilding": REBUILDING,
    "placing": PLACING,
    "facing": FACING,
    "ended": {"phase": "ended", "turn": None, "rounds": 120},
}


@pytest.mark.parametrize("said", CAN_BE.values(), ids=CAN_BE)
def test_a_position_in_the_middle_of_something_is_accepted(said: Said) -> None:
    """§2 to §7: with all that belongs to it, and it can be played on."""
    match = opened(3).match_from(position(**said), by_hand=True)
    if match.acting == {CHANCE}:
        assert match.chance()
    assert match.over or match.acting == {CHANCE} or all(match.legal(seat) for seat in match.acting)


# Positions that cannot be -----------------------------------------------------------------------------------------

ONLY_THE_PHASE = {
    "first": ("first", "as soon as that is drawn"),
    "tokens": ("turn", "as soon as the city is built"),
    "tops": ("turn", "as soon as the city is built"),
    "hands": ("at", "kaiju come ashore"),
    "starting": ("at", "the start player last"),
    "challenging": ("half_target", "a kaiju is chosen for an attack"),
    "defending": ("target", "during an attack"),
    "following": ("target", "during an attack"),
    "striking": ("half_tank", "a tank is chosen when it is attacked"),
    "choosing part": ("half_card", "is being used"),
    "taking": ("half_card", "is being used"),
    "stepping": ("half_card", "is being used"),
    "mauling": ("half_card", "is being used"),
    "looking": ("half_card", "is being used"),
    "giving": ("half_card", "is being used"),
    "getting": ("half", "to be swapped"),
    "rolling": ("half_tank", "a tank is attacked, or a card is used that moves one"),
    "turning": ("half_tank", "a tank is chosen when it is attacked"),
    "aiming": ("half_card", "is being used"),
    "shooting": ("shots", "somebody is shot"),
    "drawing": ("draws", "somebody draws"),
    "rebuilding": ("rebuilt", "after an attack"),
    "placing": ("coming", "a tank comes"),
    "facing": ("half_to", "a place for a tank is chosen"),
    "end of turn": ("phase", "no time passes between turns"),
    "ended": ("turn", "until the end"),
}


def test_every_phase_is_accepted_or_refused_somewhere() -> None:
    """§2.1: a turn and a rest are all that need nothing else."""
    assert set(PHASES) - set(ONLY_THE_PHASE) == {"acting", "resting"}


@pytest.mark.parametrize("phase", ONLY_THE_PHASE)
def test_a_phase_without_what_belongs_to_it_is_refused(phase: str) -> None:
    """§2 to §7"""
    check_refused(position(phase=phase), *ONLY_THE_PHASE[phase])


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("first", "nobody sits there", {"first": "yellow"}),
        ("turn", "nobody sits there", {"turn": "yellow"}),
        ("phase", "no time passes", {"phase": "end of turn", "actions": 2}),
        ("rounds", "over after the last", {"rounds": 120}),
        ("rounds", "has one at least", {"phase": "ended", "turn": None}),
        ("ending", "its end has come, or after 120", {"phase": "ended", "turn": None, "rounds": 3}),
        ("ending", "City Hall is gone", {"ending": True}),
        ("actions", "2 actions", {"actions": 3}),
        ("actions", "only then", {"phase": "ended", "turn": None, "rounds": 120, "actions": 1}),
        ("actions", "one more", {"phase": "resting", "actions": 2}),
        ("actions", "one more", {**CHALLENGING, "actions": 2}),
        ("actions", "an attack is an action", {**DEFENDING, "actions": 0}),
        ("actions", "an attack is an action", {**REBUILDING, "actions": 0}),
        ("actions", "at the end of a turn", {**FACING, "actions": 1}),
        ("actions", "at the end of a turn", {**RUINS, "actions": 0}),
        ("actions", "at the end of a turn", {**DRAWING, "then": "end of turn"}),
        ("rested", "a rest is an action", {"rested": True}),
        ("rested", "after a rest no building", {**REBUILDING, "rested": True}),
        ("played", "lies face up", {"played": True}),
        ("dealt", "while tokens or tops are", {"dealt": 99}),
        ("half", "cards are chosen", {"half": {"bite": 1}}),
        ("half_in", "only for a swap", {"half_in": {"bite": 1}}),
        ("rebuilt", "and only then", {"rebuilt": "lot_a1"}),
        ("target", "and only then", {"target": "blue"}),
        ("shots", "and only then", {"shots": {"blue": 1}}),
        ("draws", "and only then", {"draws": 1}),
        ("then", "and only then", {"then": "acting"}),
    ],
)
def test_a_turn_that_cannot_be_is_refused(field: str, words: str, said: Said) -> None:
    """§2.1, §2.5, §7.1"""
    check_refused(position(**said), field, words)


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("top", "one of each building card", {"top": {"lot_a1": "bakery", "lot_b1": "bakery"}}),
        ("unseen", "nobody has seen it", {"unseen": {}}),
        ("top", "on top of every building", {"top": {}}),
        ("top_back", "the cost of its card", {"top_back": {"lot_a1": "bite"}}),
        ("top_known", "only players", {"top_known": {"lot_a1": 127}}),
        ("top_known", "only players", {"top_known": {"lot_a1": 8}}),
        ("top_known", "only players", {"cubes": "a1:bg", "top_known": {"lot_a1": 1}}),
        ("taken_back", "the cost of its card", {"taken": {"red": "bakery"}, "taken_back": {"red": ["bite claw"]}}),
        ("taken_known", "has taken a card knows it", {"taken": {"red": "bakery"}, "taken_known": {"red": [2]}}),
        ("taken_known", "only players", {"taken": {"red": "bakery"}, "taken_known": {"red": [9]}}),
        ("taken_known", "has taken a card knows it", {"taken_known": {"red": [1]}}),
        (
            "taken_known",
            "everybody knows a card that was used",
            {"taken": {"red": "bakery"}, "used": {"red": [True]}, "taken_known": {"red": [1]}},
        ),
        (
            "taken_known",
            "all at the end",
            {"phase": "ended", "turn": None, "rounds": 120, "taken": {"red": "bakery"}, "taken_known": {"red": [1]}},
        ),
        ("taken", "used when they are there", {"used": {"red": [True]}}),
        ("token", "one of each", {"token": {"docks": 3, "market": 3}}),
        ("token", "every neighbourhood in play", {"token": {"docks": 3}}),
        ("cubes", "nobody sits there", {"cubes": "a1:y"}),
        ("last_card", "lies face up", {"last_card": "bakery", "last_part": "ability"}),
        ("last_part", "its card is named", {"last_part": "ability"}),
        ("last_tank", "has not come yet", {"last_tank": "3"}),
        ("last_kaiju", "nobody sits there", {"last_kaiju": "yellow"}),
    ],
)
def test_a_city_that_cannot_be_is_refused(field: str, words: str, said: Said) -> None:
    """§1.3, §1.5, §2.2, §8.1"""
    check_refused(position(**said), field, words)


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("hand", "30 cards of each", {"hands": {"red": "B" * 31}}),
        ("hand", "30 cards of each", {"hands": {"red": "B" * 127 + "C" * 127}}),
        ("hand", "30 cards of each", {"hands": {"red": "B" * 100}, "decks": {"red": "B" * 100}}),
        ("supply", "30 cards of each", {"supply": {"bite": 30}}),
        ("own", "hand and deck together", {"own": {"red": {"bite": 1}}}),
        ("cards", "in hand", {"cards": {"red": 4}}),
        ("known", "known to be in a hand", {"known": {"red": {"bite": 3}}}),
        ("hand", "nobody sits there", {"hand": {"yellow": {"bite": 1}}}),
        ("at", "one kaiju stands", {"at": "a1 a1 f1"}),
        ("at", "nobody sits there", {"at": {"red": "a1", "blue": "c1", "green": "f1", "yellow": "e1"}}),
        ("at", "before the first turn", {"at": ""}),
        ("tank_at", "one tank or kaiju", {"tanks": ["a1 north"]}),
        ("tank_at", "one after the other", {"tank_at": {"2": "c3"}}),
        ("tank_faces", "looks somewhere", {"tanks": ["c3 north"], "tank_faces": {}}),
        ("struck", "a tank that is there", {"struck": {"1": True}}),
        ("coming", "every coloured square", {"coming": 1, "actions": 2}),
    ],
)
def test_cards_kaiju_and_tanks_that_cannot_be_are_refused(field: str, words: str, said: Said) -> None:
    """§1.4, §1.6, §6.1; also numbers that no count holds"""
    check_refused(position(**said), field, words)


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("tank_at", "not in play", {"tanks": ["f6 north"]}),
        ("at", "not in play", {"at": "a1 f6"}),
        ("token", "no other has one", {"token": {"docks": 3, "market": 4, "gardens": 5, "hill": 6, "rails": 7}}),
        (
            "token",
            "no other has one",
            {"token": {"docks": 3, "market": 4, "gardens": 5, "hill": 6, "works": 7, "rails": 8}},
        ),
        ("last_lot", "not in play", {"last_lot": "lot_e5"}),
        ("last_at", "not in play", {"last_at": "f6"}),
        ("standing", "no more levels", {"standing": {"lot_e5": 1}}),
    ],
)
def test_two_players_use_a_part_of_the_city(field: str, words: str, said: Said) -> None:
    """§9.2"""
    check_refused(position(2, **said), field, words, players=2)


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("half", "what is in hand", {"phase": "resting", "half": {"bite": 3}}),
        ("half", "what is in hand", {**CHALLENGING, "half": {"fireball": 2}}),
        ("half", "2 cards are swapped", {**GETTING, "half": {"bite": 1}}),
        ("half", "2 cards are swapped", {**GIVING, "half": {"bite": 2}}),
        ("half_in", "2 cards are swapped", {**GETTING, "half_in": {"bite": 3}}),
        ("half_in", "in the supply", {**GETTING, "half_in": {"bite": 1}, "discards": {"blue": "B" * 22}}),
        ("half_card", "was taken", {**LOOKING, "half_card": "9"}),
        ("half_card", "lies face down", {**LOOKING, "used": {"red": [True]}}),
        (
            "half_card",
            "one card is used",
            {**LOOKING, "taken": {"red": "cinema museum"}, "used": {"red": [False, True]}, "played": True},
        ),
        ("half_part", "no such part", using("looking", "school")),
        ("half_part", "no such part", using("looking", "cinema", "tank")),
        ("half_part", "no such part", using("resting", "museum")),
        ("half_part", "no such part", using("choosing part", "school", None)),
        ("half_part", "could do nothing", using("stepping", "school", at="a1 a2 b1")),
        ("half_part", "could do nothing", using("giving", "water_tower", hands={"red": "B"})),
        ("half_part", "could do nothing", using("mauling", "academy", hands={"blue": "", "green": ""})),
        ("half_part", "could do nothing", using("rolling", "barber_shop", "tank")),
        ("half_part", "could do nothing", {**LOOKING, "top_known": dict.fromkeys(laid_out(3)["top"], 1)}),
        ("half_part", "chosen while it is being used", using("choosing part", "pawn_shop", "ability")),
        ("half_part", "without a card", {"phase": "resting", "half_part": "ability"}),
        ("half_target", "a neighbouring intersection", {**CHALLENGING, "half_target": "red"}),
        ("half_target", "a neighbouring intersection", {**CHALLENGING, "half_target": "green"}),
        ("half_target", "that has a way out", {**CHALLENGING, "at": "b1 a1 a2", "half": {}}),
        ("half_tank", "has not come", {**STRIKING, "half_tank": "2"}),
        ("half_tank", "neighbouring", {**STRIKING, "at": "c1 a1 f1"}),
        ("half_tank", "once in a turn", {**STRIKING, "struck": {"1": True}}),
        ("half_tank", "is attacked, or a card", {**ROLLING, "half_tank": None}),
        ("half", "costs one card", {**ROLLING, "half": {}}),
        ("half", "costs none", using("rolling", "barber_shop", "tank", half={"bite": 1}, **NEAR)),
        ("half_to", "free neighbouring", {**TURNING, "half_to": "f6"}),
        ("half_to", "free neighbouring", {**TURNING, "half_to": "c2"}),
        ("half_to", "free neighbouring", {**TURNING, "half_to": "c3"}),
        ("half_to", "to its space", {**FACING, "half_to": "a1"}),
        ("half_to", "to its space", {**FACING, "half_to": "f6"}),
        ("half_to", "nearest free", {**PLACING, "phase": "facing", "half_to": "f6"}),
        ("phase", "its space is taken", {**PLACING, "at": "a1 c1 f1"}),
    ],
)
def test_a_choice_that_nobody_could_make_is_refused(field: str, words: str, said: Said) -> None:
    """§3.3, §4.2, §5.1, §5.2, §6.2, §6.5, §6.6"""
    check_refused(position(**said), field, words)


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("target", "another kaiju", {**DEFENDING, "target": "red"}),
        ("target", "neighbouring", {**DEFENDING, "target": "green"}),
        ("target", "neighbouring", {**FOLLOWING, "target": "green"}),
        ("target", "nobody sits there", {**DEFENDING, "target": "yellow"}),
        ("target", "somewhere to go", {**DEFENDING, "at": "b1 a1 a2"}),
        ("offered", "while the defender chooses", {**DEFENDING, "offered": {}}),
        ("offered", "lies on their pile", {**DEFENDING, "offered": {"bite": 2}}),
        ("offered", "only then", {**FOLLOWING, "offered": {"bite": 1}}),
        ("discard", "the same cards", {**FOLLOWING, "discards": {"red": "B", "blue": "C"}}),
        ("then", "and only then", {**SHOOTING, "then": None}),
        ("then", "goes on, or ends", {**SHOOTING, "then": "shooting"}),
        ("then", "goes on, or ends", {**SHOOTING, "then": "ended"}),
        ("then", "and only then", {**DRAWING, "then": None}),
        ("then", "goes on, or ends", {**DRAWING, "then": "shooting"}),
        ("then", "goes on, or ends", {**DRAWING, "then": "ended"}),
        ("then", "goes on, or ends", {**DRAWING, "then": "defending"}),
        ("target", "and only then", {**SHOOTING, "then": "end of turn", "target": "blue", "actions": 2}),
        ("target", "another kaiju", {**SHOOTING, "target": "red"}),
        ("shots", "is spared", {**SHOOTING, "hands": {"blue": ""}}),
        ("shots", "hits once", {**SHOOTING, "shots": {"blue": 2}}),
        ("shots", "nobody sits there", {**SHOOTING, "shots": {"yellow": 1}}),
        ("actions", "something that was done", {**SHOOTING, "actions": 0}),
        ("actions", "something that was done", {**DRAWING, "actions": 0}),
        ("deck", "a card to be drawn", {**DRAWING, "decks": {"red": ""}}),
        ("draws", "up to 5", {**DRAWING, "draws": 3}),
        ("draws", "one card is drawn", {**DRAWING, "draws": 2, "then": "end of turn", "actions": 2}),
        ("draws", "fewer than 5", {**DRAWING, "hands": {}, "then": "end of turn", "actions": 2}),
        ("rebuilt", "was attacked in this turn", {**REBUILDING, "cubes": "a1:b"}),
        ("rebuilt", "still stands", {**REBUILDING, "cubes": "a1:rr"}),
    ],
)
def test_what_could_not_be_settled_is_refused(field: str, words: str, said: Said) -> None:
    """§3.1, §3.2, §4.3, §6.4"""
    check_refused(position(**said), field, words)


# Before the first turn --------------------------------------------------------------------------------------------


def dealt(phase: str) -> Said:
    """The first position in which that is dealt."""
    match = opened(3).match(by_hand=True)
    while match.position()["phase"] != phase:
        go_on(match)
    return match.position()


def go_on(match: Match) -> None:
    (seat,) = match.acting
    match.play(seat, numbers(match, seat)[0])


def numbers(match: Match, seat: int) -> list[int]:
    """Of all that chance, or somebody, may choose."""
    if seat == CHANCE:
        return [outcome.number for outcome in match.chance()]
    return [action.number for action in match.legal(seat)]


@pytest.mark.parametrize(
    ("phase", "field", "words", "changes"),
    [
        ("first", "dealt", "while tokens or tops are", {"dealt": 1}),
        ("first", "rounds", "from the first turn on", {"rounds": 1}),
        ("tokens", "dealt", "gets its token next", {"dealt": 99}),
        ("tokens", "token", "as soon as it is dealt", {"dealt": 1}),
        ("tops", "dealt", "gets its top card next", {"dealt": 99}),
        ("tops", "top", "as soon as it is dealt", {"dealt": 5}),
        ("tops", "played", "only then", {"played": True}),
        ("hands", "hand", "hands of 5 cards", {"turn": "blue"}),
        ("hands", "own", "3 cards of each", {"deck": {"red": cards("BCF")}}),
        ("starting", "at", "the start player last", {"turn": "red"}),
        ("starting", "at", "on the beach", {"turn": "blue", "at": {"green": "c3"}}),
        ("starting", "hand", "hands of 5 cards", {"hand": {"red": {}}, "deck": {"red": cards("BBBCCCFFF")}}),
        ("starting", "actions", "only then", {"actions": 1}),
    ],
)
def test_a_city_that_is_being_built_is_whole(phase: str, field: str, words: str, changes: Said) -> None:
    """§1.2 to §1.6"""
    found = {key: value for key, value in dealt(phase).items() if key not in ("own", "cards", "supply")}
    for key, change in changes.items():
        found[key] = {**found[key], **change} if isinstance(change, dict) else change
    check_refused(found, field, words)


# Positions that are -----------------------------------------------------------------------------------------------


def played(players: int, seed: int, switches: dict[str, str]) -> Iterator[Match]:
    """A random game, moment by moment."""
    match, drawn = opened(players, None, **switches).match(by_hand=True), random.Random(seed)
    while not match.over:
        yield match
        (seat,) = match.acting
        match.play(seat, drawn.choice(numbers(match, seat)))
    yield match


@pytest.mark.parametrize(
    "switches", but_the_first([{}, {"rest": "two", "city_hall": "guarded"}, {"rest": "one"}]), ids=str
)
@pytest.mark.parametrize("players", but_the_first([2, 3, 4]))
def test_what_comes_about_in_play_is_accepted(players: int, switches: dict[str, str]) -> None:
    """§1 to §9: also in the middle of a choice, and before chance."""
    for match in played(players, players, switches):
        assert match.game.definition.fault(match.game.box, match.state) is None
        if len(match.moves) % 40 == 0 or match.over:
            again = match.game.match_from(match.position(), by_hand=True)
            assert again.state.tobytes() == match.state.tobytes()
