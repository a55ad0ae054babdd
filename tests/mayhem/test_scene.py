"""Monster Mayhem on the table, and in words."""

from typing import Any

import rumpus
from rumpus.core.match import Match
from rumpus.core.rules import CHANCE, NOBODY
from rumpus.table.scene import Area, Scene

HIGH = 1


def number(name: str) -> int:
    return list(rumpus.game("mayhem").names["card"]).index(name)


def turned_up(*cards: str, seats: int = 3, declare: int = HIGH, **switches: Any) -> Match:
    """Red declares with the first card, and the others answer with the rest."""
    match = rumpus.game("mayhem", switches, seats=seats).match(by_hand=True)
    match.play(CHANCE, 0)
    match.play(CHANCE, number(cards[0]))
    if len(cards) > 1:
        match.play(0, declare)
        for card in cards[1:]:
            match.play(CHANCE, number(card))
    return match


def area(scene: Scene, name: str) -> Area:
    return next(one for one in scene.areas if one.id == name)


def test_the_declarer_is_shown_the_card_and_two_buttons_and_nobody_else_is() -> None:
    """§3.1"""
    match = turned_up("blob")
    mine, theirs, watching = (match.view(seat).scene() for seat in (0, 1, NOBODY))
    assert [button.label for button in mine.buttons] == ["Low", "High"]
    assert mine.prompt == "You have turned Blob (8) for Strength: declare high or low."
    assert theirs.buttons == watching.buttons == []
    assert theirs.prompt == "Red has Blob (8) and declares."
    assert [(piece.title, piece.value) for piece in area(theirs, "ring").pieces] == [("Blob", "8")]


def test_the_count_of_what_is_left_is_folded_away_and_right() -> None:
    """§2.4"""
    count = area(turned_up("blob").view(1).scene(), "count")
    assert count.folded
    assert count.title == "59 cards left: 12 above 8, 40 below"
    ratings = [monster.strength for monster in rumpus.game("mayhem").contents.tables["monsters"].values()]
    shown = {piece.title: int(piece.value) for piece in count.pieces}
    assert shown == {**{str(n): 2 * ratings.count(n) - (n == 8) for n in range(11)}, "Slappy": 1, "Mastermind": 1}


def test_a_battle_stays_in_sight_and_its_winner_is_upright() -> None:
    """§3.4"""
    scene = turned_up("blob", "cinder", "jar").view(0).scene()
    last = area(scene, "last")
    assert last.title == "Blue won three cards"
    assert [(piece.title, piece.turned) for piece in last.pieces] == [
        ("Blob", True),
        ("Cinder", False),
        ("Brain in a Jar", True),
    ]


def test_tied_cards_are_at_stake() -> None:
    """§4.1"""
    match = turned_up("cinder", "howler", "jar")
    stake = area(match.view(0).scene(), "stake")
    assert {piece.title for piece in stake.pieces} == {"Cinder", "Old Howler", "Brain in a Jar"}
    assert match.log()[-1] == "Cinder and Old Howler are level on 9: everybody turns another card."


def test_a_mashup_is_a_moment() -> None:
    """§5.1"""
    match = turned_up("blob", "jar", "blob")
    scene = match.view(1).scene()
    assert (scene.announce, scene.sound) == ("Mashup", "boom")
    assert match.log()[-1] == "Mashup: Blob against Blob, and three cards go to the discard."


def test_slappy_is_shown_with_both_ratings_until_one_is_declared() -> None:
    """§1.4"""
    assert area(turned_up("slappy").view(0).scene(), "ring").pieces[0].value == "1/9"
    match = turned_up("slappy", "jar")
    assert area(match.view(0).scene(), "ring").pieces[0].value == "9"
    assert match.log()[-1].startswith("Red ")


def test_a_trophy_tells_its_story_and_who_won_it() -> None:
    """§1.5, §6.1"""
    match = rumpus.game("mayhem", seats=2).match(seed=5)
    while match.position()["rounds"] == 0:
        match.play(min(match.acting), HIGH)
    scene = match.view(0).scene()
    first, second, *_ = area(scene, "trophies").pieces
    winner = match.position()["trophies"]["strength"].capitalize()
    assert first.label == f"The Bent Anvil (Strength), won by {winner}"
    assert "anvil" in first.text
    assert (first.chosen, second.chosen) == (False, True)
    assert scene.announce.startswith(f"{winner} wins The Bent Anvil")


def test_the_end_is_told() -> None:
    """§7.1"""
    match = rumpus.game("mayhem", seats=4).match(seed=1)
    while not match.over:
        match.play(min(match.acting), HIGH)
    scene = match.view(NOBODY).scene()
    assert scene.over
    assert scene.prompt == f"The game is over: {match.reason}."
    assert scene.announce.endswith(("wins the game", "A shared win"))
