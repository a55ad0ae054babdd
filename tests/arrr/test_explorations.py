"""The law of Arrr!!!, played through the public API: tests, cheating, explorations, influence, damage.

How tables are laid out says at_the_table.py. The docstrings cite the paragraphs of RULES.md and the rulings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .at_the_table import (
    all_pass,
    asked,
    captain,
    crew,
    is_depleted,
    now,
    phase,
    pieces,
    place,
    play,
    question,
    row,
    sea,
    table,
    those_at,
)

if TYPE_CHECKING:
    from rumpus import Match

STATS = ("attack", "navigation", "wits", "courage")


def thrown(match: Match, face: str = "N") -> int:
    """How many dice are thrown now, all with this face."""
    many = 0
    while phase(match) == "rolling":
        play(match, f"dice {face}")
        many += 1
    return many


# --- Tests ---------------------------------------------------------------------------------------

FOUR = {
    "mate0": crew("2 0 0 1"),
    "item0": crew("1 0 2 0"),
    "item1": crew("0 1 0 3"),
    "pack0": crew("0 0 3 0", ability=""),
}


@pytest.mark.parametrize(("stat", "dice"), [("attack", 3), ("navigation", 1), ("wits", 5), ("courage", 4)])
def test_the_dice_of_four_equipped_cards(stat: str, dice: int) -> None:
    """§6.1, the rulebook's example of total dice: 3, 1, 5 and 4."""
    match = table(red="mate0 item0 item1 pack0//0", box={**FOUR, "sea0": sea(f"{stat} 1", fame=1)})
    play(match, "red at0")
    assert thrown(all_pass(match)) == dice


def test_depleted_cards_count_too() -> None:
    """§6.1, ruling 8."""
    match = play(table(red="mate0 item0 pack2//0", box={"item0": crew("2 0 0 0")}), "red at0 red pass")
    play(match, "red mate0 red pass red item0")
    assert is_depleted(match, "mate0")
    assert is_depleted(match, "item0")
    assert thrown(match) == 4


def test_the_hand_does_not_count() -> None:
    """§6.1."""
    match = play(table(red="pack2 / mate0 item0 / 0"), "red at0")
    assert thrown(match) == 1


def test_to_throw_no_die_is_still_a_throw() -> None:
    """§6.1, ruling 8: it is lost, but one can cheat."""
    match = play(table(red="pack3//1"), "red at0")
    assert (now(match, "stage"), question(match)) == ("after", "red: pass cheat")
    play(match, "red cheat dice AN")
    assert place(match, "sea0") == "chest of red"


def test_no_die_and_no_piece_is_a_lost_test() -> None:
    """§6.1."""
    match = play(table(red="pack3//0"), "red at0")
    assert place(match, "sea0") == "row"
    assert phase(match) == "exploring"


@pytest.mark.parametrize(("dice", "won"), [("AAN", True), ("AJN", True), ("JJJ", True), ("ANN", False), ("NWC", False)])
def test_the_stat_and_the_jolly_are_successes(dice: str, *, won: bool) -> None:
    """§6.2: two of them win a test of two."""
    match = play(table(red="pack0//0", box={"sea0": sea("attack 2", fame=1)}), f"red at0 dice {dice}")
    assert place(match, "sea0") == ("chest of red" if won else "row")


@pytest.mark.parametrize(("stat", "letter"), [*zip(STATS, "ANWC", strict=True)])
def test_every_stat_is_tested_by_its_own_face(stat: str, letter: str) -> None:
    """§6.2."""
    for face in "ANWC":
        match = play(table(red="pack2//0", box={"sea0": sea(f"{stat} 1", fame=1)}), f"red at0 dice {face}")
        assert place(match, "sea0") == ("chest of red" if face == letter else "row")


def test_more_than_six_dice_are_simply_thrown() -> None:
    """Ruling 8: the box has six."""
    match = play(table(red="pack0//0", box={"pack0": crew("9 0 0 0", ability="")}), "red at0")
    assert thrown(match) == 9


# --- Cheating ------------------------------------------------------------------------------------


def test_a_piece_buys_two_dice_again_and_again() -> None:
    """§6.3, ruling 8: as often as one can pay; the Pieces go back to the reserve."""
    match = play(table(red="pack2//2", box={"sea0": sea("attack 3", fame=1)}), "red at0 dice N")
    assert question(match) == "red: pass cheat"
    play(match, "red cheat dice AN")
    assert pieces(match) == "1 2"
    assert question(match) == "red: pass cheat"
    play(match, "red cheat")
    assert pieces(match) == "0 2"
    play(match, "dice AA")
    assert place(match, "sea0") == "chest of red"


def test_who_has_no_piece_is_not_asked_to_cheat() -> None:
    """§6.3, §9.8."""
    match = play(table(red="pack2//0"), "red at0 dice N")
    assert phase(match) == "exploring"


def test_nobody_has_to_cheat() -> None:
    """§6.3: and to pass is to end the throw."""
    match = play(table(red="pack2//2"), "red at0 dice N red pass")
    assert (place(match, "sea0"), pieces(match)) == ("row", "2 2")


def test_only_who_threw_may_cheat() -> None:
    """§6.3."""
    match = play(table(red="pack2//0", blue="pack1 / e0 / 5"), "red at0 blue pass blue pass dice N")
    assert question(match) == "blue: e0 pass"


def test_cheating_comes_after_the_throw() -> None:
    """§6.3."""
    match = play(table(red="pack2 item0//3"), "red at0 red pass")
    assert (now(match, "stage"), question(match)) == ("before", "red: item0 pass")


def test_one_may_cheat_even_if_the_test_is_won_already() -> None:
    """§6.3: what follows might still change it."""
    match = play(table(red="pack2//1"), "red at0 dice A")
    assert question(match) == "red: pass cheat"


def test_each_test_can_be_cheated_at() -> None:
    """§6.3, §7.1."""
    box = {"sea0": sea("attack 1", "wits 1", fame=1)}
    match = play(table(red="pack2//2", box=box), "red at0 dice N red cheat dice AN red pass dice N red cheat dice WN")
    assert (place(match, "sea0"), pieces(match)) == ("chest of red", "0 2")


# --- Difficulty and influence --------------------------------------------------------------------


def difficulty_of(tests: str, left: str = "", right: str = "") -> int:
    """What the first throw needs, between neighbours with these influences."""
    box = {"sea0": sea("wits 1", influence=left, fame=1), "sea2": sea("wits 1", influence=right, fame=1)}
    match = table(red="pack2//9", row="sea0 sea1 sea2", box={**box, "sea1": sea(tests, fame=1)})
    play(match, "red at1 dice N" if tests[0] != "n" else "red at1 dice A")
    need = 0
    while place(match.copy(), "sea1") == "row":
        tried = play(match.copy(), "red pass")
        if place(tried, "sea1") == "chest of red":
            return need
        play(match, "red cheat dice J" + ("A" if tests[0] == "n" else "N"))
        need += 1
    return need


def test_an_influence_raises_a_difficulty() -> None:
    """§7.4, the rulebook's first example: 2 is raised to 3."""
    assert difficulty_of("attack 2", right="attack 1") == 3


def test_both_neighbours_add_up() -> None:
    """§7.4, the rulebook's second example: 1 is raised to 3."""
    assert difficulty_of("navigation 1", left="navigation 1", right="navigation 1") == 3


def test_another_stat_is_not_influenced() -> None:
    """§7.4, the rulebook's third example."""
    assert difficulty_of("attack 2", left="wits 2", right="navigation -1") == 2


def test_no_difficulty_is_below_one() -> None:
    """§6.4, §7.4, the rulebook's fourth example: it stays at 1."""
    assert difficulty_of("attack 1", left="attack -1") == 1
    assert difficulty_of("attack 2", left="attack -2", right="attack -2") == 1


def test_a_plus_and_a_minus_cancel_out() -> None:
    """§7.4, ruling 10: they are added before the limit is looked at."""
    assert difficulty_of("attack 1", left="attack -2", right="attack 2") == 1
    assert difficulty_of("attack 2", left="attack -2", right="attack 2") == 2


def test_an_influence_on_pieces_changes_no_difficulty() -> None:
    """§7.4."""
    assert difficulty_of("attack 2", left="pieces 2", right="pieces -2") == 2


def test_a_card_does_not_influence_itself() -> None:
    """§7.4, ruling 10: neither its difficulty nor its Pieces."""
    box = {"sea0": sea("attack 1", influence="attack 2", fame=1), "sea1": sea("attack 1", influence="pieces 2", fame=1)}
    match = play(table(red="pack2//0", box=box, row="sea2 sea0 sea3"), "red at1 dice A")
    assert place(match, "sea0") == "chest of red"
    match = play(table(red="pack2//0", box=box, row="sea2 sea1 sea3"), "red at1 dice A")
    assert pieces(match) == "0 2"


def test_only_neighbours_are_influenced() -> None:
    """§7.4."""
    box = {"sea0": sea("attack 1", influence="attack 1", fame=1)}
    for wanted, needs in (("at1", 2), ("at2", 1)):
        match = play(table(red="pack2//0", box=box, row="sea0 sea1 sea2"), f"red {wanted} dice A")
        assert (place(match, f"sea{wanted[2]}") == "chest of red") == (needs == 1)


def test_collection_cards_influence_and_are_influenced() -> None:
    """§1.3, §7.4."""
    box = {"map0": sea("attack 1", influence="attack 1"), "idol0": sea("attack 1", influence="attack 1")}
    match = play(table(red="pack1//0", box=box, row="map0 idol0"), "red at0 dice AA")
    assert place(match, "map0") == "chest of red"
    match = play(table(red="pack1//0", box=box, row="map0 idol0"), "red at1 dice AN")
    assert place(match, "idol0") == "row"


def test_every_test_of_a_card_is_influenced() -> None:
    """§7.4: those of the stat."""
    box = {"sea0": sea("attack 1", "wits 1", "attack 1", fame=1), "sea1": sea("wits 1", influence="attack 1", fame=1)}
    match = play(table(red="pack1//0", box=box), "red at0 dice AA dice WN dice AN")
    assert place(match, "sea0") == "row"
    match = play(table(red="pack1//0", box=box), "red at0 dice AA dice WN dice AJ")
    assert place(match, "sea0") == "chest of red"


SHIFTING = {"sea1": sea("wits 1", influence="attack 1", fame=1), "e0": "shift"}


def test_the_row_before_the_throw_settles_the_difficulty() -> None:
    """§6.4, ruling 10: a neighbour that was moved away influences no more."""
    match = table(red="pack2 / e0 / 0", row="sea0 sea1 sea2", box=SHIFTING)
    play(match, "red at0 red pass red e0 red at1")
    assert row(match) == "sea0 sea2 sea1"
    play(match, "dice A")
    assert place(match, "sea0") == "chest of red"


def test_the_row_after_the_throw_does_not_change_the_difficulty() -> None:
    """§6.4, ruling 10."""
    match = table(red="pack2 / e0 / 0", row="sea0 sea1 sea2", box=SHIFTING)
    play(match, "red at0 red pass red pass dice A red e0 red at1")
    assert row(match) == "sea0 sea2 sea1"
    assert place(match, "sea0") == "row"


def test_the_card_that_is_sailed_for_can_be_moved_itself() -> None:
    """§7.6, ruling 7: it is found again where it lies."""
    match = table(red="pack2 / e0 / 0", row="sea0 sea1 sea2", box=SHIFTING)
    play(match, "red at2 red pass red e0 red at1")
    assert row(match) == "sea0 sea2 sea1"
    play(match, "dice A")
    assert place(match, "sea2") == "row"  # it lies beside sea1 still
    match = table(red="pack2 / e0 / 0", row="sea0 sea1 sea2", box=SHIFTING)
    play(match, "red at2 red pass red e0 red at0 dice A")
    assert place(match, "sea2") == "chest of red"
    assert row(match) == "sea1 sea0"


def test_every_test_is_settled_by_its_own_throw() -> None:
    """§6.4, §7.1: the second one with the row as it is then."""
    box = {**SHIFTING, "sea0": sea("attack 1", "attack 1", fame=1)}
    match = table(red="pack1 / e0 / 0", row="sea0 sea1 sea2", box=box)
    play(match, "red at0 red pass red pass dice AA red e0 red at1")
    assert now(match, "test") == 1
    play(match, "dice AN")
    assert place(match, "sea0") == "chest of red"


# --- Explorations --------------------------------------------------------------------------------


def test_several_tests_are_taken_from_top_to_bottom() -> None:
    """§7.1, ruling 9: each with a throw of its own."""
    box = {"sea0": sea("attack 1", "wits 2", "courage 1", fame=4, pieces=1)}
    match = play(table(red="pack1//0", box=box), "red at0 dice AN")
    assert (now(match, "test"), now(match, "stat"), place(match, "sea0")) == (1, "wits", "row")
    play(match, "dice WJ")
    assert (now(match, "test"), now(match, "stat"), place(match, "sea0")) == (2, "courage", "row")
    play(match, "dice CN")
    assert (place(match, "sea0"), pieces(match)) == ("chest of red", "1 2")


def test_successes_of_one_test_do_not_help_in_the_next() -> None:
    """§7.1."""
    box = {"sea0": sea("attack 1", "attack 1", fame=4)}
    match = play(table(red="pack1//0", box=box), "red at0 dice AA dice NN")
    assert place(match, "sea0") == "row"


def test_the_first_lost_test_ends_the_action() -> None:
    """§7.1, ruling 9: the card stays where it is, and brings nothing."""
    box = {"sea1": sea("attack 1", "wits 1", "courage 1", fame=4, pieces=3, reward="gain 2")}
    match = play(table(red="pack2//0", box=box, row="sea0 sea1 sea2"), "red at1 dice A dice N")
    assert (phase(match), row(match), pieces(match)) == ("exploring", "sea0 sea1 sea2", "0 2")
    assert match.points == [0, 2]


def test_a_mark_for_winning_takes_place_when_its_test_is_won() -> None:
    """§7.1, ruling 9: even if the next test is lost."""
    box = {"sea0": sea("attack 1 won gain 3", "wits 1", fame=4)}
    match = play(table(red="pack2//0", box=box), "red at0 dice A")
    assert (pieces(match), phase(match)) == ("3 2", "rolling")
    play(match, "dice N red pass")
    assert (pieces(match), place(match, "sea0")) == ("3 2", "row")


def test_a_mark_for_winning_is_not_for_losers() -> None:
    """§7.1."""
    match = play(table(red="pack2//0", box={"sea0": sea("attack 1 won gain 3", fame=4)}), "red at0 dice N")
    assert pieces(match) == "0 2"


def test_a_card_drawn_for_the_first_test_is_there_for_the_second() -> None:
    """§7.1."""
    box = {"sea0": sea("attack 1 won draw event", "wits 1", fame=4), "e5": "dice 2"}
    match = play(table(red="pack2//0", box=box), "red at0 dice A chance e5")
    assert question(match) == "red: e5 pass"
    play(match, "red e5")
    assert thrown(match, "W") == 3


def test_a_mark_for_losing_is_a_penalty_of_its_own_test() -> None:
    """§7.1."""
    box = {"sea0": sea("attack 1 lost lose 2", "wits 1 lost lose 1", fame=4)}
    match = play(table(red="pack2//5", box=box), "red at0 dice A red pass dice N red pass")
    assert pieces(match) == "4 2"
    match = play(table(red="pack2//5", box=box), "red at0 dice N red pass")
    assert pieces(match) == "3 2"


def test_a_conquered_card_leaves_the_row_which_closes_up() -> None:
    """§7.2, ruling 7."""
    match = play(table(red="pack2//0", row="sea0 sea1 sea2"), "red at1 dice A")
    assert row(match) == "sea0 sea2"
    play(match, "chance sea9")
    assert row(match) == "sea0 sea2 sea9"


def test_its_pieces_come_from_the_reserve() -> None:
    """§7.2, §1.5: as many as are there."""
    box = {"sea0": sea("attack 1", fame=2, pieces=3)}
    match = play(table(red="pack2//0", box=box), "red at0 dice A")
    assert (pieces(match), match.points) == ("3 2", [5, 2])
    match = play(table(red="pack2//0", blue="pack7//40", box=box), "red at0 dice A")
    assert pieces(match) == "2 40"


def test_rewards_take_place() -> None:
    """§7.2: after the Pieces."""
    box = {"sea0": sea("attack 1", pieces=1, fame=1, reward="draw crew, draw 2 either")}
    match = play(table(red="pack2//0", box=box), "red at0 dice A")
    assert (pieces(match), phase(match)) == ("1 2", "crew draw")
    play(match, "chance mate3")
    assert question(match) == "red: crew event"
    play(match, "red event chance e7 red crew chance mate4")
    assert those_at(match, "hand of red") == "mate3 mate4 e7"
    assert phase(match) == "exploring"


def test_the_ghost_ship_brings_an_event() -> None:
    """The rulings' known cards."""
    match = play(
        table(red="pack0//0", row="sea1", box={"sea1": sea("courage 3", fame=3, reward="draw event")}), "red at0"
    )
    play(match, "dice CJC chance e3")
    assert (those_at(match, "hand of red"), match.points) == ("e3", [3, 2])


def test_a_condition_that_is_lost_later_does_not_matter() -> None:
    """§7.3."""
    box = {"sea0": sea("attack 1", needs="mate 1", fame=2), "e0": "take active"}
    match = table(red="mate0 pack2//0", blue="pack7 / e0", box=box)
    play(match, "red at0 red pass blue pass red pass blue e0 blue mate0")
    assert place(all_pass(match), "mate0") == "hand of blue"
    play(match, "dice A")
    assert place(match, "sea0") == "chest of red"


def test_a_condition_that_is_lost_in_the_flash_window_does_not_matter() -> None:
    """§7.3: the action goes on."""
    box = {"sea0": sea("attack 1", needs="pieces 2", fame=1), "e0": "flash lose 2 active"}
    match = play(table(red="pack2//2", blue="pack7 / e0", box=box), "red at0 blue e0 dice A")
    assert (pieces(match), place(match, "sea0")) == ("0 2", "chest of red")


def test_who_lost_every_card_in_the_flash_window_declares_anew() -> None:
    """§5.3, §5.5, ruling 16: the declared action became illegal."""
    match = play(table(red="pack2//1", blue="pack7 / e0", box={"e0": "flash damage active"}), "red at0 blue e0")
    assert (phase(match), question(match)) == ("declaring", "red: pillage")


def test_only_equipped_cards_count_for_a_condition() -> None:
    """§5.3: what a captain adds to a throw is no number of a card."""
    box = {"sea0": sea("attack 1", needs="attack 2", fame=1), "captain0": captain("dice 1 attack")}
    match = table(red="pack2//0", captains="captain0 captain1", box=box)
    assert question(match) == "red: at1 pillage"


def test_the_mark_of_the_last_test_comes_with_the_conquest() -> None:
    """§7.1, §7.2."""
    box = {"sea0": sea("attack 1", "attack 1 won gain 2", fame=1, pieces=1, reward="gain 1")}
    match = play(table(red="pack2//0", box=box), "red at0 dice A dice A")
    assert (pieces(match), place(match, "sea0")) == ("4 2", "chest of red")


def test_a_penalty_can_cost_cards_of_the_hand() -> None:
    """§7.1, §10.9: of the player's choice."""
    box = {"sea0": sea("attack 1 lost discard 2", fame=1)}
    match = play(table(red="pack2 / mate0 mate1 item0 / 0", box=box), "red at0 dice N")
    assert question(match) == "red: mate0 mate1 item0"
    play(match, "red mate1 red item0")
    assert (those_at(match, "hand of red"), phase(match)) == ("mate0", "exploring")


def test_who_has_lost_every_card_throws_no_die_and_goes_on() -> None:
    """§6.1, §7.3: an equipped card is needed when the action is declared."""
    match = table(red="pack2//1", blue="pack7 / e0", box={"e0": "damage 3 active"})
    play(match, "red at0 blue pass blue e0")
    assert those_at(match, "table of red") == ""
    assert (now(match, "stage"), question(match)) == ("after", "red: pass cheat")


def test_pieces_are_influenced_by_both_neighbours() -> None:
    """§7.4, ruling 10."""
    box = {
        "sea0": sea("attack 1", influence="pieces 2", fame=1),
        "sea1": sea("attack 1", pieces=1, fame=1),
        "sea2": sea("attack 1", influence="pieces 1", fame=1),
    }
    match = play(table(red="pack2//0", row="sea0 sea1 sea2", box=box), "red at1 dice A")
    assert pieces(match) == "4 2"


def test_pieces_are_influenced_even_where_none_are_printed() -> None:
    """§7.4, the rulebook's words on influence: collection cards too."""
    box = {"sea1": sea("attack 1", influence="pieces 2", fame=1)}
    assert pieces(play(table(red="pack2//0", box=box), "red at0 dice A")) == "2 2"
    assert pieces(play(table(red="pack2//0", box=box, row="map0 sea1"), "red at0 dice A")) == "2 2"


def test_pieces_are_never_below_none() -> None:
    """§7.4, ruling 10."""
    box = {"sea0": sea("attack 1", pieces=1, fame=1), "sea1": sea("attack 1", influence="pieces -3", fame=1)}
    assert pieces(play(table(red="pack2//1", box=box), "red at0 dice A red pass")) == "1 2"


def test_the_influence_on_pieces_is_read_when_the_card_is_conquered() -> None:
    """§7.4, ruling 10: not when the dice were thrown."""
    box = {"sea1": sea("attack 1", influence="pieces 2", fame=1), "e0": "shift"}
    match = table(red="pack2 / e0 / 0", row="sea0 sea1 sea2", box=box)
    play(match, "red at0 red pass red pass dice A red e0 red at1")
    assert (row(match), pieces(match)) == ("sea2 sea1", "0 2")


# --- Damage --------------------------------------------------------------------------------------


def test_the_damaged_player_chooses_what_is_discarded() -> None:
    """§7.5, ruling 11."""
    box = {"sea0": sea("attack 1 lost damage 2", fame=1)}
    match = play(table(red="mate0 item0 pack3//0", box=box), "red at0 all pass dice N all pass")
    assert question(match) == "red: mate0 item0 pack3"
    play(match, "red pack3")
    assert question(match) == "red: mate0 item0"
    play(match, "red mate0")
    assert those_at(match, "table of red") == "item0"
    assert those_at(match, "discard") == "mate0 pack3"


def test_with_fewer_cards_all_are_lost() -> None:
    """§7.5, ruling 11: great Cthulhu and two equipped cards."""
    box = {"sea0": sea("courage 5 lost damage 3", fame=5)}
    match = play(table(red="item0 pack2 / item1 / 0", box=box), "red at0 all pass dice N all pass")
    assert phase(match) == "exploring"
    assert those_at(match, "discard") == "item0 pack2"
    assert those_at(match, "hand of red") == "item1"


def test_damage_takes_no_permanent_and_no_captain() -> None:
    """§1.6, §7.5, §9.9, ruling 17."""
    box = {"sea0": sea("attack 1 lost damage 3", fame=1), "e0": "permanent pillage"}
    match = play(table(red="pack2//0", front={"red": "e0"}, captains="captain3 captain4", box=box), "red at0 dice N")
    assert place(match, "e0") == "front of red"
    assert now(match, "captain")["red"] is not None
    assert those_at(match, "table of red") == ""


def test_armour_lessens_every_damage() -> None:
    """§10.13."""
    box = {"sea0": sea("attack 1 lost damage 2", fame=1), "captain0": captain("armour")}
    match = table(red="item0 pack2//0", captains="captain0 captain1", box=box)
    play(match, "red at0 all pass dice N all pass")
    assert question(match) == "red: item0 pack2"
    play(match, "red item0")
    assert those_at(match, "table of red") == "pack2"


def test_armour_can_ward_off_all_of_it() -> None:
    """§10.13: damage is never below none."""
    box = {"sea0": sea("attack 1 lost damage 1", fame=1), "captain0": captain("armour 2")}
    match = table(red="item0 pack2//0", captains="captain0 captain1", box=box)
    play(match, "red at0 all pass dice N all pass")
    assert phase(match) == "exploring"
    assert those_at(match, "table of red") == "item0 pack2"


def test_armour_with_a_minus_adds_to_damage() -> None:
    """§10.13."""
    box = {"sea0": sea("attack 1 lost damage 1", fame=1), "e0": "permanent armour -1 active"}
    match = play(table(red="item0 item1 pack3//0", front={"red": "e0"}, box=box), "red at0 all pass")
    play(match, "red item0 red item1")
    assert those_at(match, "table of red") == "pack3"


def test_armour_of_captain_and_permanent_add_up() -> None:
    """§10.13."""
    box = {
        "sea0": sea("attack 1 lost damage 3", fame=1),
        "captain0": captain("armour"),
        "e0": "permanent armour",
    }
    match = table(red="item0 item1 pack3//0", front={"red": "e0"}, captains="captain0 captain1", box=box)
    play(match, "red at0 all pass red pack3 all pass")
    assert (those_at(match, "table of red"), asked(match)) == ("item0 item1", "chance")
