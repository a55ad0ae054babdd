"""Monster Mayhem on the table, and in words."""

import random
import re
from typing import Any

import pytest

import rumpus
from rumpus.core.match import Match
from rumpus.core.rules import CHANCE, NOBODY
from rumpus.games.mayhem import words
from rumpus.table.scene import Area, Scene
from tests.mayhem.test_scenarios import after, last, sudden, turn

LOW, HIGH = 0, 1


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
    assert count.title == "59 cards left: 14 beat 8 if high, 42 if low"
    ratings = [monster.strength for monster in rumpus.game("mayhem").contents.tables["monsters"].values()]
    shown = {piece.title: int(piece.value) for piece in count.pieces}
    assert shown == {**{str(n): 2 * ratings.count(n) - (n == 8) for n in range(11)}, "Slappy": 1, "Mastermind": 1}


def test_a_battle_stays_in_sight_and_its_winner_is_upright() -> None:
    """§3.4"""
    scene = turned_up("blob", "cinder", "jar").view(0).scene()
    last = area(scene, "last")
    assert last.title == "High: Blue won three cards"
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
    assert (scene.announce, scene.sound) == ("Mashup: Blob", "boom")
    last = area(scene, "last")
    assert last.title == "Mashup: three cards discarded"
    assert [(piece.title, piece.chosen) for piece in last.pieces] == [
        ("Blob", True),
        ("Brain in a Jar", False),
        ("Blob", True),
    ]
    assert {piece.home for piece in last.pieces} == {"discard"}
    assert [piece.value for piece in area(scene, "discard").pieces] == ["3"]
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
    assert (first.title, first.mark) == ("Strength", winner[0])
    assert first.text.startswith(f"The Bent Anvil. Won by {winner}. ")
    assert "anvil" in first.text
    assert f"Strength ({winner[0]})" in str(scene)
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
    winner = match.places.index(1) if match.places else NOBODY
    assert scene.announce.startswith(f"{scene.seats[winner].name} wins the game")
    assert scene.sound == "win"
    assert all(one.id != "count" for one in scene.areas)


# What lies there after a battle -----------------------------------------------------------------------------------


def test_what_was_declared_is_said_when_the_battle_is_over() -> None:
    """§3.3"""
    scene = turned_up("blob", "cinder", "jar", declare=LOW).view(0).scene()
    assert area(scene, "last").title == "Low: Green won three cards"


@pytest.mark.parametrize(("declare", "counted"), [(LOW, "1"), (HIGH, "9")])
def test_slappy_still_shows_what_it_counted(declare: int, counted: str) -> None:
    """§1.4"""
    shown = area(turned_up("slappy", "blob", "jar", declare=declare).view(0).scene(), "last").pieces
    assert (shown[0].title, shown[0].value) == ("Slappy", counted)


def test_a_tie_at_the_end_says_what_counted() -> None:
    """§4.4"""
    for declared, others in (("high", "8a 8b 1a"), ("low", "1a 1b 8a")):
        scene = last(3, f"{declared} {others}", won={"red": "5a"}).view(0).scene()
        assert area(scene, "last").title == f"{declared.capitalize()}, tie at the end: three cards discarded"


def test_earlier_layers_stay_in_sight_and_a_twin_among_them_is_marked() -> None:
    """§4.3, §5.2"""
    match = after(2, "high 8a 8b / 8a 5a")
    scene = match.view(0).scene()
    stake, shown = area(scene, "stake"), area(scene, "last")
    assert stake.title == "tied before"
    twin = next(piece.title for piece in shown.pieces if piece.chosen)
    assert [piece.title for piece in stake.pieces if piece.chosen] == [twin]
    assert scene.announce == f"Mashup: {twin}"
    assert len([piece for piece in (*stake.pieces, *shown.pieces) if piece.chosen]) == 2
    assert all(piece.label.endswith(", tied before, discarded") for piece in stake.pieces)
    stake = area(after(2, "high 8a 8b / 5a 2a").view(0).scene(), "stake")
    assert all(piece.label.endswith(", tied before, won by Red") for piece in stake.pieces)
    assert {piece.home for piece in stake.pieces} == {"won-R"}


def test_within_layers_an_earlier_card_is_no_twin() -> None:
    """§9.1: the eights meet in different layers, the fives in one."""
    match = after(2, "high 8a 8b / 5a 5a", switches={"mashup_scope": "layer"})
    scene = match.view(0).scene()
    assert not any(piece.chosen for piece in area(scene, "stake").pieces)
    assert all(piece.chosen for piece in area(scene, "last").pieces)


# Where cards come from and go to ----------------------------------------------------------------------------------


def homes(scene: Scene, name: str) -> list[str]:
    return [piece.home for piece in area(scene, name).pieces]


def test_cards_come_from_piles_and_go_to_the_winner() -> None:
    """§3.1, §3.4"""
    match = turned_up("blob", "cinder")
    assert homes(match.view(0).scene(), "ring") == ["pile-R", "pile-B"]
    match.play(CHANCE, number("jar"))
    assert homes(match.view(0).scene(), "last") == ["won-B"] * 3


def test_in_a_sudden_death_they_come_from_what_was_won() -> None:
    """§6.2"""
    match = sudden({"red": "8a 5a", "blue": "M 5b"})
    turn(match, "8a")
    assert homes(match.view(0).scene(), "ring") == ["won-R"]
    assert area(match.view(0).scene(), "ring").title == "Strength: highest wins"
    turn(match, "M")
    shown = area(match.view(0).scene(), "last")
    assert (shown.title, shown.pieces[1].value) == ("Sudden death: Blue is highest", "9")


@pytest.mark.parametrize("scope", ["battle", "layer"])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_card_keeps_its_name_from_the_ring_to_the_end_of_its_battle(seats: int, scope: str) -> None:
    """At every step of a whole game: names are there once, homes exist, and no card of a battle is lost from sight."""
    switches = {"final_tie": "sudden_death", "mashup_scope": scope}
    match = rumpus.game("mayhem", switches, seats=seats).match(by_hand=True)
    luck, before = random.Random(seats), set[str]()
    while not match.over:
        seat = min(match.acting)
        weights = {one.number: one.weight for one in match.chance()} if seat == CHANCE else {LOW: 1, HIGH: 1}
        match.play(seat, luck.choices(list(weights), list(weights.values()))[0])
        scene = match.view(NOBODY).scene()
        names = [piece.id for piece in scene.pieces()]
        assert len(names) == len(set(names))
        assert {piece.home for piece in scene.pieces()} - {""} <= set(names)
        assert before <= set(names)
        before = {piece.id for piece in area(scene, "ring").pieces if piece.id.startswith("card")}
        if match.position()["layers"]:
            before |= {piece.id for piece in area(scene, "stake").pieces}


def test_the_ring_says_what_wins_while_cards_are_turned() -> None:
    """§3.2"""
    match = turned_up("blob", "cinder")
    scene = match.view(0).scene()
    assert area(scene, "ring").title == "Strength: high wins"
    assert [piece.title for piece in area(scene, "ring").pieces] == ["Blob", "Cinder"]
    assert (scene.prompt, scene.sound) == ("High wins: Green turns a card.", "card")
    assert area(scene, "count").title == "58 cards left: 13 beat 8"


def test_the_count_works_with_slappy_in_hand() -> None:
    """§1.4: Mastermind ties; only the tens, and the noughts, are better."""
    count = area(turned_up("slappy").view(0).scene(), "count")
    assert count.title == "59 cards left: 4 beat it if high, 6 if low"
    assert "10: 4, 9: 8, 8: 6" in str(turned_up("slappy").view(0).scene())


# Moments ----------------------------------------------------------------------------------------------------------


def moment(match: Match) -> tuple[str, str]:
    scene = match.view(NOBODY).scene()
    return scene.announce, scene.sound


def test_a_sudden_death_is_announced_and_so_is_its_winner() -> None:
    """§6.2"""
    match = sudden({"red": "8a 5a", "blue": "8b 5b", "green": "7a 10a"})
    assert moment(match) == ("Sudden death: Red, Blue and Green", "roar")
    turn(match, "8a")
    assert moment(match) == ("Sudden death: Red, Blue and Green", "card")
    turn(match, "8b 7a")
    assert moment(match) == ("Sudden death: Red and Blue", "roar")
    assert area(match.view(0).scene(), "last").title == "Sudden death: still tied"
    turn(match, "5a 5b")
    assert moment(match) == ("A lot: Red and Blue", "roll")
    match.play(CHANCE, 1)
    assert moment(match) == ("Blue wins The Bent Anvil by lot", "bell")
    assert match.log()[-3] == "No card is left to decide it: the lot falls on Blue."
    assert area(match.view(0).scene(), "last").title == "The lot fell on Blue"


def test_when_nobody_has_won_a_card_the_lots_are_told() -> None:
    """§8.5"""
    match = last(2, "high 8a 8a")
    assert moment(match) == ("A lot: Red and Blue", "roll")
    assert match.log()[-1] == "Nobody has won a single card: lots are drawn for the round."


SIX = {"final_tie": "sudden_death"}


def test_a_final_is_called_and_won() -> None:
    """§9.2"""
    match = last(3, "high 9a 1a 2a", trophies="blue blue red green red", switches=SIX)
    assert moment(match)[0] != "A final: Red and Blue"
    match = last(3, "high 9a 1a 2a", trophies="blue blue blue red red", switches=SIX)
    assert moment(match) == ("A final: Red and Blue", "bell")
    match.play(CHANCE, 3)
    assert moment(match) == ("The final: Magic, Red and Blue", "bell")


def test_the_end_by_sudden_death_is_told() -> None:
    """§6.2, §7.1"""
    match = sudden({"red": "8a", "blue": "5a"}, trophies="red red blue blue red")
    turn(match, "8a 5a")
    assert moment(match) == ("Red wins the game in sudden death", "win")
    assert area(match.view(0).scene(), "last").title == "Sudden death: Red is highest"
    match = sudden({"red": "8a", "blue": "5a"}, trophies="blue blue blue blue red")
    turn(match, "8a 5a")
    assert moment(match) == ("Blue wins the game", "win")


def test_a_shared_win_is_told_and_why() -> None:
    """§7.2"""
    match = last(2, "high 9a 1a", trophies="blue blue blue red red")
    assert moment(match) == ("A shared win: Red and Blue", "win")
    assert match.reason == "Red and Blue share the win with three trophies each"
    match = last(2, "high 9a 1a", trophies="blue blue red red red")
    assert match.reason == "Red won four trophies"


# The commentary ---------------------------------------------------------------------------------------------------


def told_as(line: str, phrases: tuple[str, ...]) -> bool:
    """Whether a line is one of these phrases, whatever names are in it."""
    patterns = (re.sub(r"\\{\w*\\}", ".+", re.escape(phrase)) for phrase in phrases)
    return any(re.fullmatch(f"{pattern}[.]", line, re.IGNORECASE) for pattern in patterns)


@pytest.mark.parametrize(
    ("battle", "phrases"),
    [
        ("high 8a 5a", words.WINS),
        ("high 8a 7a", words.NARROW),
        ("low 1a 2a", words.NARROW),
        ("high 8a 9a", words.UPSETS),
        ("low 2a 1a", words.UPSETS),
        ("high 10a 5a", words.UNBEATEN),
        ("low 0a 5a", words.UNBEATEN),
        ("high 5a 2a", words.WEAK),
        ("low 6a 8a", words.WEAK),
        ("high 8a 8b / 5a 2a", words.BIG_POTS),
    ],
)
def test_the_commentary_says_what_was_remarkable(battle: str, phrases: tuple[str, ...]) -> None:
    """§3.3, §4.3"""
    line = after(2, battle, more=2).log()[-1]
    assert told_as(line, phrases), line


def test_the_last_battle_of_a_round_is_told_as_such() -> None:
    """§2.3"""
    assert told_as(last(2, "high 8a 5a").log()[-3], words.LAST_CARDS)


@pytest.mark.parametrize(
    ("battle", "phrases"),
    [
        ("high 10a 5a", words.SURE),
        ("low 0a 5a", words.SURE),
        ("high 8a 2a", words.BOLD),
        ("low S 5a", words.BOLD),
        ("low 5a 8a", words.EVEN),
        ("high 2a 8a", words.BRAVE),
        ("low 8a 2a", words.BRAVE),
    ],
)
def test_a_declaration_is_told_by_where_the_card_stands(battle: str, phrases: tuple[str, ...]) -> None:
    """§3.1"""
    line = after(2, battle).log()[1]
    assert line.startswith("Red ")
    assert told_as(line.removeprefix("Red "), phrases), line


@pytest.mark.parametrize(("card", "phrases"), [("10a", words.HIGHEST_OF_ALL), ("0a", words.LOWEST_OF_ALL)])
def test_the_ends_of_the_scale_are_worth_a_word(card: str, phrases: tuple[str, ...]) -> None:
    """§1.3"""
    assert told_as(after(2, f"high {card} 5a").log()[0], phrases)


def test_a_new_lead_is_told_once() -> None:
    """§6.1"""
    won = {"blue": "5a 5b 5c 5d 6a 6b 7a"}
    match = after(2, "high 8a 1a", "high 8b 1a", "high 9a 2a", "high 9b 2a", won=won, more=2)
    assert match.log()[-1] == "Red takes the lead: 8 to 7."
    assert " ".join(match.log()).count("lead") == 1
    assert "lead" not in " ".join(after(2, "high 8a 1a", won={"blue": "5a"}, more=2).log())
