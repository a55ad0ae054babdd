"""What lies on the table for one viewer: ids, labels, prompts, news and sounds."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumpus import NOBODY
from rumpus.core.match import Match
from rumpus.core.switches import Value
from rumpus.games.braverats.rules.records import RATS, SEATS
from rumpus.games.braverats.scene import DRAFTING
from rumpus.table.scene import Piece, Scene
from tests.braverats.test_words import after
from tests.core.playing import BRAVERATS, COMBINATIONS, played, seeds, tried_few

VIEWERS = (*range(SEATS), NOBODY)


def scenes(match: Match, viewer: int) -> Iterator[Scene]:
    """What a viewer saw, moment by moment."""
    for moment in range(len(match.moves) + 1):
        scene: Scene = match.view(viewer, moment).scene()
        yield scene


def pieces(scene: Scene, area: str) -> list[Piece]:
    return [piece for one in scene.areas if one.id == area for piece in one.pieces]


# Ids --------------------------------------------------------------------------------------------------------------


@tried_few
@given(st.sampled_from(COMBINATIONS), seeds)
def test_the_id_of_a_face_down_card_names_no_card_and_is_another_one_each_time(
    switches: dict[str, Value], seed: int
) -> None:
    match = played(BRAVERATS.open(switches), seed)
    for viewer in VIEWERS:
        lying: set[str] = set()
        gone: set[str] = set()
        for scene in scenes(match, viewer):
            hidden = {piece.id for piece in pieces(scene, "table") if not piece.title}
            assert not any(rat in name for rat in RATS for name in hidden)
            assert not hidden & gone
            gone |= lying - hidden
            lying = hidden


def test_its_owner_sees_a_card_laid_face_down_and_the_others_do_not() -> None:
    match = after()
    match.play(0, "play the Spy")
    mine, theirs, watching = (pieces(match.view(viewer).scene(), "table")[0] for viewer in (0, 1, NOBODY))
    assert (mine.id, mine.title, mine.label) == ("Y-spy-1", "Spy", "Spy of the Yargs, strength 2, face down")
    assert theirs == watching
    assert (theirs.title, theirs.value, theirs.icon, theirs.text) == ("", "", "", "")
    assert theirs.label == "face-down card of the Yargs"


def test_a_card_that_a_spy_sees_lies_open_to_everybody() -> None:
    match = after("general spy")
    match.play(0, "play the Wizard")
    for viewer in VIEWERS:
        (shown,) = pieces(match.view(viewer).scene(), "table")
        assert (shown.id, shown.label) == ("Y-wizard-1", "Wizard of the Yargs, strength 5, shown")


# The middle of the table ------------------------------------------------------------------------------------------


def test_the_last_round_stays_in_sight_until_the_next_is_decided() -> None:
    match = after("wizard spy")
    match.play(1, "play the Prince")
    for viewer in VIEWERS:
        scene = match.view(viewer).scene()
        lost, won = sorted(pieces(scene, "last"), key=lambda piece: piece.mark)
        assert (lost.id, lost.turned) == ("A-spy-1", True)
        assert (won.id, won.turned) == ("Y-wizard-1", False)
        assert pieces(scene, "rounds-Y") == pieces(scene, "rounds-A") == []
    match.play(0, "play the Musician")
    for viewer in VIEWERS:
        scene = match.view(viewer).scene()
        assert {piece.id for piece in pieces(scene, "last")} == {"A-prince-1", "Y-musician-1"}
        assert [piece.id for piece in pieces(scene, "rounds-Y")] == ["Y-wizard-1"]


@tried_few
@given(st.sampled_from(COMBINATIONS), seeds)
def test_places_stay_where_they_are_and_pieces_stand_on_them(switches: dict[str, Value], seed: int) -> None:
    match = played(BRAVERATS.open(switches), seed)
    for viewer in VIEWERS:
        for moment, scene in enumerate(scenes(match, viewer)):
            there = {area.id for area in scene.areas}
            assert {"rounds-Y", "rounds-A", "hand-Y", "hand-A"} <= there
            assert {"last", "table"} <= there or match.view(viewer, moment).desk.phase in DRAFTING
            for area in scene.areas:
                assert {piece.space for piece in area.pieces} - {""} <= {space.id for space in area.spaces}
                assert len({piece.space for piece in area.pieces}) == len(area.pieces) or not area.spaces


# Labels -----------------------------------------------------------------------------------------------------------


def test_a_card_set_aside_says_how_its_round_went() -> None:
    scene = after("wizard spy", "general general", "spy princess").view(0).scene()
    assert [piece.label for piece in pieces(scene, "rounds-Y")] == [
        "Wizard of the Yargs, strength 5, won round 1",
        "General of the Yargs, strength 6, held in round 2",
    ]
    assert pieces(scene, "rounds-A")[0].label == "Spy of the Applewoods, strength 2, lost round 1"


def test_two_copies_of_a_card_are_one_piece_that_says_so() -> None:
    match = after(princess_attack=True)
    owner = int(match.state.princes)
    (princes,) = [
        piece for piece in pieces(match.view(owner).scene(), f"hand-{'YA'[owner]}") if piece.title == "Prince"
    ]
    assert princes.count == 2
    assert princes.label.endswith("strength 7, two copies")


# The prompt, news and sounds --------------------------------------------------------------------------------------


@tried_few
@given(st.sampled_from(COMBINATIONS), seeds)
def test_every_prompt_cites_a_paragraph_that_is_there(switches: dict[str, Value], seed: int) -> None:
    match = played(BRAVERATS.open(switches), seed, 20)
    for viewer in VIEWERS:
        for scene in scenes(match, viewer):
            assert scene.cites or scene.prompt == "The cards are being dealt."
            for cites in (scene.cites, *(piece.cites for piece in scene.pieces())):
                assert f"**{cites}" in BRAVERATS.rules_text


@pytest.mark.parametrize(
    ("rounds", "switches", "news", "sound"),
    [
        ([], {}, "", ""),
        (["general general"], {}, "On hold", "clash"),
        (["wizard spy"], {}, "The Yargs win the round", "clash"),
        (["spy wizard"], {"lucky_draw": False}, "The Applewoods win the round", "clash"),
        (["prince princess"], {}, "The Princess wins the game", "win"),
        (["ambassador spy", "wizard princess", "prince general"], {}, "The Yargs win the game", "win"),
        ([f"{rat} {rat}" for rat in RATS], {}, "A tie", "win"),
        (["prince princess"], {"emperor": True}, "Game 2", ""),
        (["prince princess", "prince princess"], {"emperor": True}, "The Applewoods win the match", "win"),
    ],
)
def test_what_just_happened_is_announced_and_heard(
    rounds: list[str], switches: dict[str, bool], news: str, sound: str
) -> None:
    match = after(*rounds, **switches)
    for viewer in VIEWERS:
        scene = match.view(viewer).scene()
        assert (scene.announce, scene.sound) == (news, sound)


def test_old_news_is_not_told_again_when_the_next_card_is_laid() -> None:
    match = after("general general")
    match.play(1, "play the Spy")
    for viewer in VIEWERS:
        scene = match.view(viewer).scene()
        assert (scene.announce, scene.sound) == ("", "card")


@pytest.mark.parametrize(
    ("round", "verdict"),
    [("general general", "Round 1 is on hold."), ("wizard spy", "The Yargs won round 1."),
     ("spy wizard", "The Applewoods won round 1.")],
)  # fmt: skip
def test_how_the_last_round_ended_is_told_to_each_until_they_have_chosen_themselves(round: str, verdict: str) -> None:
    match = after(round)
    assert [prompt(match, seat).startswith(f"{verdict} ") for seat in (0, 1)] == [True, True]
    match.play(1, "play the Prince")
    assert prompt(match, 1) == "The Yargs are choosing."
    assert prompt(match, 0).startswith(f"{verdict} ")


def prompt(match: Match, seat: int) -> str:
    return str(match.view(seat).scene().prompt)


def test_nothing_is_told_of_rounds_before_the_first() -> None:
    assert prompt(after(), 0) == "Choose a card and lay it face down."


def test_a_card_that_must_be_shown_is_heard_to_turn() -> None:
    match = after("general spy")
    match.play(0, "play the Wizard")
    assert match.view(NOBODY).scene().sound == "turn"


# One's own box ----------------------------------------------------------------------------------------------------


def test_cards_of_another_box_are_not_mixed_up_with_ours() -> None:
    ours = BRAVERATS.open().match().view(0).scene()
    theirs = BRAVERATS.open(box={"cards": {"spy": {"name": "Mole", "strength": 6}}}).match().view(0).scene()
    assert [piece.title for piece in pieces(ours, "hand-Y")][5] == "Spy"
    assert [(piece.title, piece.value) for piece in pieces(theirs, "hand-Y")][5] == ("Mole", "6")
    assert "Mole" not in json.dumps([piece.label for piece in ours.pieces()])
