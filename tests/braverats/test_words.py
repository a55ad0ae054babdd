"""What a player reads: the log, the prompts, and why it ended."""

import pytest

import rumpus
from rumpus import NOBODY
from rumpus.core.match import Match


def after(*rounds: str, **switches: bool | str) -> Match:
    """A match after these rounds, each 'yargs applewoods'."""
    match = rumpus.game("braverats", switches=switches).match(seed=1)
    for pair in rounds:
        cards = dict(enumerate(pair.split()))
        while cards:
            seat = min(match.acting & set(cards))
            match.play(seat, f"play the {cards.pop(seat).title()}")
    return match


def last_lines(*rounds: str, **switches: bool | str) -> list[str]:
    return after(*rounds, **switches).story(NOBODY)[-1]


@pytest.mark.parametrize(
    ("rounds", "line"),
    [
        (["ambassador assassin", "assassin spy", "spy wizard"], "The Spy falls to the Wizard; Applewood leads 3-0."),
        (["wizard spy"], "The Spy falls to the Wizard; Yarg leads 1-0."),
        (["wizard spy", "ambassador general"], "The Ambassador falls to the General; it is 1-1."),
        (["prince musician"], "The Musician plays, and the Prince stops to listen; the round is on hold."),
        (["musician musician"], "Musician and Musician play a duet and nobody fights; the round is on hold."),
        (["general general"], "General meets General, and neither gives way; the round is on hold."),
        (["general musician", "wizard prince"], "The Wizard and the Prince are equally strong; the round is on hold."),
        (
            ["spy general", "assassin assassin"],
            "Assassin meets Assassin, and the Yargs come out on top; it is 1-1.",
        ),
        (
            ["general assassin"],
            "In the Assassin's shadow the weaker rat wins: the General falls to the Assassin; Applewood leads 1-0.",
        ),
        (["assassin prince"], "The Assassin falls to the Prince; Applewood leads 1-0."),
        (
            ["ambassador spy"],
            "The Spy falls to the Ambassador; that counts two victories, and Yarg leads 2-0.",
        ),
        (
            ["musician ambassador", "spy wizard"],
            "The Spy falls to the Wizard; that counts three victories, and Applewood leads 3-0.",
        ),
        (["prince princess"], "The Applewood Princess wins the heart of the Yarg Prince; the game is over."),
    ],
)
def test_a_round_is_told_in_a_line_with_the_score(rounds: list[str], line: str) -> None:
    assert last_lines(*rounds)[0] == line


def test_the_log_says_what_a_round_leaves_behind() -> None:
    assert last_lines("general spy")[1:] == [
        "The Yargs march on: their next card is stronger by 2.",
        "The Spy is watching: the Yargs must show their next card first.",
    ]


def test_the_log_says_what_a_wizard_took_away() -> None:
    assert last_lines("wizard spy")[1:] == ["Under the Wizard's spell the Spy sees nothing."]
    assert last_lines("general wizard")[1:] == ["Under the Wizard's spell the General gives no orders."]


@pytest.mark.parametrize(
    ("rounds", "switches", "reason"),
    [
        (["prince princess"], {}, "the Princess took the Prince"),
        (["ambassador spy", "wizard princess", "prince general"], {}, "the Yargs won 4-0"),
        (["ambassador spy", "wizard princess"], {"fast_rat": True}, "the Yargs won 3-0"),
        (["prince princess", "prince princess"], {"emperor": True}, "the Applewoods won 2 games to 0"),
    ],
)
def test_the_reason_says_why_the_match_ended(rounds: list[str], switches: dict[str, bool], reason: str) -> None:
    assert after(*rounds, **switches).reason == reason


def test_a_tie_says_so() -> None:
    rats = ["prince", "general", "wizard", "ambassador", "assassin", "spy", "princess", "musician"]
    match = after(*(f"{rat} {rat}" for rat in rats))
    assert match.reason == "the cards ran out at 0-0: a tie"


def test_a_prompt_says_what_is_asked() -> None:
    match = after("general spy")
    assert match.view(0).scene().prompt == "The Yargs won round 1. You are spied upon: choose a card and show it."
    assert match.view(1).scene().prompt == "The Yargs are choosing."
    match.play(0, "play the Wizard")
    assert (
        match.view(1).scene().prompt == "The Yargs won round 1. The Yargs had to show the Wizard: choose your answer."
    )


def test_a_card_on_the_table_says_what_it_does_and_where_the_rules_say_so() -> None:
    pieces = {piece.title: piece for piece in after().view(0).scene().pieces() if piece.action is not None}
    assert pieces["Spy"].cites == "§3.3"
    assert pieces["Prince"].cites == "§3.8"
    assert pieces["Musician"].text == rumpus.game("braverats").contents.cards["musician"].text


def test_a_card_keeps_its_id_from_the_hand_to_the_table_to_the_rounds_fought() -> None:
    match = after()
    places = []
    for move in ((0, "play the Spy"), (1, "play the Wizard"), (1, "play the General"), (0, "play the Musician")):
        places.append(place_of("Y-spy-1", match))
        match.play(*move)
    assert [*places, place_of("Y-spy-1", match)] == ["hand-Y", "table", "last", "last", "rounds-Y"]


def place_of(piece: str, match: Match) -> str:
    scene = match.view(0).scene()
    return next(area.id for area in scene.areas for one in area.pieces if one.id == piece)


def test_a_spectator_does_not_know_who_has_the_princes() -> None:
    """§7.5."""
    match = rumpus.game("braverats", switches={"princess_attack": True}).match(seed=1)
    assert match.view(NOBODY).position()["princes"] == "unknown"
    assert match.view(0).position()["princes"] in ("yargs", "applewoods")
