"""What lies on the table, what is asked, and what is told: RARRR!! as people see it."""

from typing import Any

import pytest

import rumpus
from rumpus.core.errors import WrongPosition
from rumpus.core.match import Match
from rumpus.core.rules import NOBODY
from rumpus.core.taking_back import what_can_be_taken_back
from rumpus.games.rarrr import words
from rumpus.games.rarrr.rules.records import KINDS, POWER_DRAFT, SELECTING
from rumpus.table.scene import Area, Piece, Scene
from rumpus.table.telling import listed

AHEFU: dict[str, Any] = {
    "phase": "laying",
    "angriest": "red",
    "turn": "red",
    "contested": "sao_paulo",
    "monster": {"red": "a", "blue": "go"},
    "name": {"red": ["a", "he", "fu"], "blue": ["go", "de", "zu"]},
    "hand": {
        "red": {"electrical_1": 1, "electrical_3": 1, "toxic_2": 4, "toxic_1": 1, "radioactive_2": 2},
        "blue": {"radioactive_3": 4, "fire_1": 2},
    },
}


def started(switches: dict[str, Any] | None = None, **changes: Any) -> Match:
    return rumpus.game("rarrr", switches or {}).match_from({**AHEFU, **changes}, seed=1)


def area(scene: Scene, name: str) -> Area:
    return next(one for one in scene.areas if one.id == name)


def piece(scene: Scene, name: str) -> Piece:
    return next(one for one in scene.pieces() if one.id == name)


def played(match: Match, seat: int, *words: str) -> Match:
    for one in words:
        match.play(seat, one)
    return match


def test_the_prompt_says_by_how_much_a_play_beats_the_table() -> None:
    """§4.7"""
    match = started()
    assert match.view(0).scene().prompt == "Lay a set, or pass."
    played(match, 0, "lay Electrical 1", "lay Electrical 3")
    assert match.view(0).scene().prompt == "That makes 8, 8 more than the others."
    played(match, 0, "confirm 8")
    assert match.view(1).scene().prompt == "Lay more than 8, or pass."
    played(match, 1, "lay Radioactive 3")
    assert match.view(1).scene().prompt == "That makes 3: 6 short."
    assert match.view(0).scene().prompt == "Godezu lays sets, or passes."


def test_what_is_half_laid_is_seen_by_its_owner_alone() -> None:
    """§4.7: the dial turns for the one who lays, not for the others."""
    match = played(started(), 0, "lay Electrical 1", "lay Electrical 3")
    assert piece(match.view(0).scene(), "dial-R").value == "8"
    assert [one.chosen for one in area(match.view(0).scene(), "table-R").pieces] == [False, True, True, False]
    for viewer in (1, NOBODY):
        assert piece(match.view(viewer).scene(), "dial-R").value == "0"
        assert [one.id for one in area(match.view(viewer).scene(), "table-R").pieces] == ["monster-R", "dial-R"]
        assert match.log(viewer) == []


def test_every_copy_in_hand_can_be_touched_and_means_the_same() -> None:
    """§1.4: cards of one kind are alike."""
    hand = area(started().view(0).scene(), "hand").pieces
    twos = [one for one in hand if one.label == "Toxic 2"]
    assert len(twos) == 4
    assert len({one.action for one in twos}) == 1
    assert twos[0].action is not None


def test_the_packs_one_saw_can_be_looked_up() -> None:
    """§3.3: by their owner alone."""
    match = rumpus.game("rarrr", seats=3).match(seed=4)
    while match.state.phase != POWER_DRAFT:
        match.play(min(match.acting), match.legal(min(match.acting))[0])
    cards = [kind for kind in range(KINDS) for _ in range(match.state.pack[0, kind])]
    pack, taken = listed([words.kind_name(match.game, kind) for kind in cards]), cards[-1]
    match.play(0, taken)
    seen = [one.label for one in area(match.view(0).scene(), "memory").pieces]
    assert seen == [f"pack 1: {pack}; you took {words.kind_name(match.game, taken)}"]
    for viewer in (1, 2, NOBODY):
        assert not any(one.id == "memory" for one in match.view(viewer).scene().areas)


def test_the_dial_is_a_dial() -> None:
    """§4.6: two wheels, to 159."""
    dial = piece(played(started(), 0, "lay Electrical 3", "confirm 3").view(1).scene(), "dial-R")
    assert (dial.kind, dial.value, dial.most) == ("dial", "3", 159)


def test_others_see_of_a_set_what_it_is_worth_and_why() -> None:
    """§4.4, §4.5"""
    match = played(started(), 0, "lay Electrical 3", "lay Electrical 1", "boost Electrical by 2", "confirm 12")
    laid = piece(match.view(1).scene(), "set-R-0")
    assert (laid.value, laid.title) == ("12", "3 1 +2")
    assert laid.text == "Electrical 3 1 (boost 2): 6 × 2 = 12."


def test_face_down_cards_are_backs_to_the_others() -> None:
    """§9.2, §5.6"""
    match = played(started({"face_down": True}), 0, "lay Toxic 2", "lay Radioactive 2 face down", "confirm 4")
    laid = piece(match.view(1).scene(), "set-R-1")
    assert (laid.value, laid.title, laid.label) == ("4", "2 ▮", "Toxic 2 (one card face down), worth 4")
    assert "Radioactive" not in laid.text
    assert any(one.label == "Radioactive 2, face down" for one in area(match.view(0).scene(), "table-R").pieces)


def test_a_card_that_may_lie_face_down_has_a_place_to_touch() -> None:
    """§9.2: only in a set that has been begun."""
    match = started({"face_down": True})
    assert area(match.view(0).scene(), "cover").pieces == []
    played(match, 0, "lay Toxic 2")
    labels = {one.label for one in area(match.view(0).scene(), "cover").pieces}
    assert "Radioactive 2, face down" in labels


def test_names_are_announced_with_a_roar() -> None:
    """§2.3"""
    match = rumpus.game("rarrr").match(seed=3)
    while match.view(0).position()["phase"] != "power draft":
        seat = min(match.acting)
        match.play(seat, match.legal(seat)[0])
    scene = match.view(0).scene()
    assert scene.sound == "roar"
    assert scene.announce.endswith(": RARRR!!")
    names = scene.announce.removesuffix(": RARRR!!").split(" and ")
    assert [seat.name for seat in scene.seats] == names
    assert sum("roars" in line for line in match.log(0)) == 2


def test_a_city_says_what_it_is_worth_what_it_resists_and_who_has_it() -> None:
    """§1.6"""
    match = played(started(waiting={"tokyo": True}), 0, "lay Electrical 3", "confirm 3")
    assert piece(match.view(1).scene(), "city-16").label.startswith("São Paulo, 4 points, South America, resists toxic")
    played(match, 1, "pass")
    assert match.view(1).scene().announce == "Ahefu destroys São Paulo"
    assert "São Paulo is rubble: 4 for Ahefu." in match.log(1)
    won = piece(match.view(1).scene(), "won-R")
    assert won.label == "Ahefu: São Paulo (South America)"


def test_a_city_shows_what_it_resists_where_that_counts() -> None:
    """§9.3"""
    assert piece(started({"resistance": True}).view(0).scene(), "city-16").mark == "T"
    assert piece(started().view(0).scene(), "city-16").mark == "S"


def test_everybody_sees_who_is_the_angriest() -> None:
    """§1.7"""
    for viewer in (0, 1, NOBODY):
        scene = started().view(viewer).scene()
        assert [one.seat for one in scene.areas if any(piece.id == "angriest" for piece in one.pieces)] == [0]


def test_what_everybody_has_shown_can_be_looked_up() -> None:
    """§5.6, §8.2"""
    hands = {"red": {"toxic_1": 1, "fire_2": 1}, "blue": {"fire_1": 2}}
    match = started(hand=hands, gone={"red": {"toxic_2": 2}}, known={"red": {"fire_2": 1}})
    for viewer in (0, 1, NOBODY):
        (shown,) = area(match.view(viewer).scene(), "shown").pieces
        assert shown.value == "T2 T2; in hand F2"
        assert shown.label == "Ahefu, discarded: Toxic 2 and Toxic 2; surely in hand: Fire 2"


def test_the_play_that_ends_a_battle_is_told_card_by_card() -> None:
    """§5.6: also when nobody is left who could see it lie there."""
    match = played(started(waiting={"tokyo": True}), 0, "pass")
    played(match, 1, "lay Radioactive 3", "lay Radioactive 3", "boost Radioactive by 2", "confirm 16")
    for viewer in (0, 1, NOBODY):
        assert "Godezu lays Radioactive 3 3 (boost 2): 16." in match.log(viewer)


def test_who_has_no_power_is_told_to_pass_also_at_the_end_of_a_battle() -> None:
    """§5.4"""
    match = started(hand={"red": {"toxic_1": 1, "toxic_2": 1}}, waiting={"tokyo": True})
    played(match, 0, "lay Toxic 1", "confirm 1")
    assert "Godezu has no Power left and passes." in match.log(1)


def test_the_last_battle_of_a_round_is_announced_when_it_ends_and_not_again() -> None:
    """§6.2"""
    match = played(started(), 0, "lay Toxic 1", "confirm 1")
    played(match, 1, "pass")
    heard: list[str] = []
    while not heard or match.state.phase != SELECTING:
        heard.append(match.view(0).scene().announce)
        match.play(min(match.acting), match.legal(min(match.acting))[0])
    assert heard[0] == "Ahefu destroys São Paulo"
    assert match.view(0).scene().announce == ""


def test_who_can_only_pass_is_told_so() -> None:
    """§4.7, §5.2"""
    match = played(started(hand={"red": {"toxic_3": 3}, "blue": {"fire_1": 1}}), 0, *["lay Toxic 3"] * 3, "confirm 27")
    assert match.view(1).scene().prompt == "You cannot beat 27: pass."


def test_what_is_half_laid_can_be_taken_back() -> None:
    """§4.7: step by step, by its owner alone, until it is confirmed."""
    match = played(started(), 0, "lay Toxic 2", "boost Toxic by 1")
    assert what_can_be_taken_back(match, 0) == 1
    assert what_can_be_taken_back(match, 1) is None
    played(match, 0, "confirm 3")
    assert what_can_be_taken_back(match, 0) is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rounds": 3}, "a game has 3 rounds"),
        ({"turn": None}, "it is somebody's turn during a battle"),
        ({"monster": {"red": "a", "blue": "a"}}, "there is one of each Monster"),
        ({"name": {"red": ["go", "he", "fu"], "blue": ["go", "de", "zu"]}}, "there is one of each syllable"),
        ({"name": {"red": ["ki", "he", "fu"], "blue": ["go", "de", "zu"]}}, "one of them its Monster's"),
        ({"icons": {"red": {"electrical": 12}, "blue": {"fire": 12}}}, "the icons of its three syllables"),
        ({"hand": {"red": {"toxic_1": 7}}}, "more Power cards of a kind than the box has"),
        ({"hand": {"red": {"toxic_1": 6, "toxic_2": 6, "toxic_3": 1}}}, "nobody has more than 12"),
        ({"cards": {"red": 3, "blue": 6}}, "it counts the cards in hand"),
        ({"owner": {"sao_paulo": "red"}}, "does not wait, and is nobody's yet"),
        ({"waiting": {"tokyo": True}, "drawn": {"sao_paulo": True}}, "has been dealt"),
        ({"up": {"blue": {"electrical_2": 4}}}, "no more cards than the monster has icons"),
        ({"up": {"blue": {"fire_1": 1}}, "level": {"blue": 7}}, "the dial shows what the sets make together"),
        ({"passed": {"red": True}}, "takes no turn"),
        ({"returns": 1}, "only after a pass"),
        ({"half": "toxic"}, "counts the cards of the sets"),
        ({"half": "fire", "half_up": {"fire_1": 1}, "half_sets": {"fire": 1}}, "only what is in hand"),
        ({"half": "fire", "half_up": {"toxic_1": 1}, "half_sets": {"fire": 1}}, "its cards are counted"),
        (
            {"half": "toxic", "half_up": {"toxic_1": 1}, "half_sets": {"toxic": 1}, "up": {"red": {"toxic_2": 1}}},
            "a type is laid once",
        ),
        (
            {
                "up": {"blue": {"radioactive_1": 1}},
                "down": {"blue": {"fire_2": 1}},
                "sets": {"blue": {"radioactive": 2}},
            },
            "only with the switch",
        ),
        ({"up": {"red": {"toxic_2": 1}}, "passed": {"blue": True}}, "has won"),
        ({"passed": {"blue": True}, "last_passer": "red"}, "one of those who have passed"),
        ({"known": {"blue": {"toxic_3": 7}}}, "known to be in a hand"),
        ({"perhaps": {"blue": {"toxic_3": 1}}}, "laid face down since"),
        ({"perhaps": {"blue": {"toxic_3": 7}}, "since": {"blue": {"toxic_3": 1}}}, "more Power cards of a kind"),
        ({"picked": {"red": 12, "blue": 12}}, "the first pack that one sees"),
        ({"phase": "selecting", "contested": None, "turn": None}, "a city to be chosen"),
        ({"phase": "power draft", "contested": None, "turn": None, "hand": {}}, "the first pack that one sees"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    """§1 to §6: what lies there could not have come about."""
    with pytest.raises(WrongPosition, match=sentence):
        started(**changes)


@pytest.mark.parametrize(
    ("drafted", "sentence"),
    [
        ({"red": ["fu", "de", "he"], "blue": ["fu", "ru", "to"]}, "one of each Katakana"),
        ({"red": ["fu", "de", "he"]}, "everybody has three Katakana"),
    ],
)
def test_katakana_that_cannot_be_drafted_are_refused(drafted: dict[str, list[str]], sentence: str) -> None:
    """§1.3, §2.2"""
    position = {"phase": "naming", "angriest": "red", "monster": {"red": "go", "blue": "a"}, "drafted": drafted}
    with pytest.raises(WrongPosition, match=sentence):
        rumpus.game("rarrr").match_from(position)


def test_a_pack_that_was_not_passed_on_is_refused() -> None:
    """§3.2"""
    match = rumpus.game("rarrr").match(seed=1)
    while match.state.phase != POWER_DRAFT or match.state.picked[0] < 3:
        match.play(min(match.acting), match.legal(min(match.acting))[0])
    position = match.position()
    seen = position["seen"]["red"]
    seen[1], seen[2] = seen[2], seen[1]
    with pytest.raises(WrongPosition, match="what the neighbour to the right saw"):
        match.game.match_from(position)
