"""What the numbers of actions mean: names by number, at this table."""

from dataclasses import replace

import rumpus
from rumpus.core.choosing import Choices, choices
from rumpus.core.game import Game
from tests.core.playing import opened


def named(game: Game) -> dict[str, Choices]:
    return {group.name: group for group in choices(game)}


def test_a_group_says_which_number_is_which() -> None:
    cards = named(rumpus.game("braverats"))["card"]
    assert (cards.first, cards.last, cards.length) == (0, 7, 8)
    assert cards.named[6] == ("general",)
    assert cards.meaning().startswith("0=musician, 1=princess, ")
    assert cards.meaning(lambda names: names[-1]) == "7=prince"


def test_a_single_number_has_nothing_to_tell_apart() -> None:
    keep, swap = choices(opened(("highcard", (), 2)))
    assert [(one.first, one.last, one.axes, one.meaning()) for one in (keep, swap)] == [(0, 0, (), ""), (1, 1, (), "")]
    assert keep.named == {0: ()}


def test_numbers_of_seats_that_are_not_there_stay_and_have_no_names() -> None:
    two, four = (named(rumpus.game("kaiju", seats=seats)) for seats in (2, 4))
    assert [(name, one.first, one.last) for name, one in two.items()] == [
        (name, one.first, one.last) for name, one in four.items()
    ]
    first = two["kaiju"].first
    assert two["kaiju"].named == {first: ("red",), first + 1: ("blue",)}
    assert two["kaiju"].unused == (first + 2, first + 3)
    assert two["kaiju"].meaning() == f"{first}=red, {first + 1}=blue; unused here: {first + 2}, {first + 3}"
    assert four["kaiju"].unused == ()


def test_of_several_lists_the_last_one_changes_first_and_names_that_are_missing_move_no_number() -> None:
    pairs = Choices("give", "give a card", 10, (("red", "blue"), ("bite", "claw", "fireball")), (3, 3))
    assert (pairs.length, pairs.last) == (9, 18)
    assert pairs.named[11] == ("red", "claw")
    assert pairs.named[13] == ("blue", "bite")
    assert pairs.unused == (16, 17, 18)
    fewer = replace(pairs, axes=(("red", "blue"), ("bite", "claw")))
    assert fewer.named[13] == ("blue", "bite")
    assert fewer.unused == (12, 15, 16, 17, 18)


def test_a_length_without_a_list_has_numbers_for_names() -> None:
    assert rumpus.game("kaiju", seats=3).along("seat") == ("red", "blue", "green")
    assert rumpus.game("braverats").along("round") == tuple("01234567")
    assert rumpus.game("braverats").along(3) == ("0", "1", "2")
