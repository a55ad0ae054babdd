"""The law of Kaiju Rising, played through the public API.

How tables are laid out says at_the_table.py: unless it is said otherwise three play, Red has the first turn and both
actions before him, and holds BBCCF. The docstrings cite the paragraphs of RULES.md and the rulings.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import pytest

import rumpus
from rumpus.core.errors import WrongAction, WrongBox, WrongSeat
from rumpus.core.rng import generator
from rumpus.core.rules import CHANCE, NOBODY
from rumpus.core.view import seen_from

from .at_the_table import (
    BOARD,
    CARDS,
    KINDS,
    LOTS,
    NAMES,
    SEATS,
    ZONES,
    challenge,
    confirm,
    end,
    hand,
    held,
    letters,
    now,
    of,
    offered,
    opened,
    phase,
    places,
    play,
    rest,
    seen,
    settle,
    table,
    tank,
    turn,
    use,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rumpus import Match

any_number = pytest.mark.parametrize("players", [2, 3, 4])
ABILITIES = ("draw", "take", "move", "maul", "look", "swap", "rest")
ALL_NAMED = {f"{column}{row}".upper() for column in "abcdef" for row in range(1, 7)}


def moves(match: Match) -> set[str]:
    """Where the one who is asked may go now."""
    return {words.removeprefix("move to ") for words in offered(match) if words.startswith("move to ")}


def lots_to_attack(match: Match) -> set[str]:
    names = {lot["name"] for lot in LOTS.values()}
    return {words.removeprefix("attack ") for words in offered(match)} & names


def started(players: int = 3, seed: int = 1, **switches: str) -> Match:
    """A new match, at the first turn; everybody rises as far west as he can."""
    match = opened(players, None, **switches).match(seed=seed)
    while phase(match) == "starting":
        match.play(turn(match), min(offered(match)))
    return match


# --- The box -------------------------------------------------------------------------------------


@any_number
def test_two_to_four_play(players: int) -> None:
    """§1.1."""
    assert len(opened(players).match(seed=1).points) == players


@pytest.mark.parametrize("players", [1, 5])
def test_no_more_and_no_fewer_play(players: int) -> None:
    """§1.1."""
    with pytest.raises(WrongSeat, match="2 to 4"):
        rumpus.game("kaiju", seats=players)


def test_the_city_is_six_by_six_with_streets_between_neighbours() -> None:
    """§1.2."""
    crossings = BOARD["intersections"]
    assert len(crossings) == 36
    for name, one in crossings.items():
        for way, back, dx, dy in (("north", "south", 0, 1), ("east", "west", 1, 0)):
            other = one[way]
            assert bool(other) == (one["x"] + dx < 6 and one["y"] + dy < 6)
            if other:
                assert crossings[other][back] == name
                assert (crossings[other]["x"], crossings[other]["y"]) == (one["x"] + dx, one["y"] + dy)


def test_the_southern_edge_is_the_beach() -> None:
    """§1.2."""
    assert {name for name, one in BOARD["intersections"].items() if one["beach"]} == {f"{c}1" for c in "abcdef"}


def test_twenty_five_lots_have_seventy_five_levels() -> None:
    """§1.2, the rulings' board."""
    assert len(LOTS) == 25
    assert sum(lot["levels"] for lot in LOTS.values()) == 75
    assert all(1 <= lot["levels"] <= 5 and lot["points"] > 0 for lot in LOTS.values())


def test_a_lot_touches_the_corners_around_it() -> None:
    """§1.2."""
    for name, lot in LOTS.items():
        x, y = "abcde".index(name[4]), int(name[5]) - 1
        found = {(BOARD["intersections"][at]["x"], BOARD["intersections"][at]["y"]) for at in lot["corners"]}
        assert found == {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}


def test_city_hall_has_five_levels_in_the_fourth_row() -> None:
    """§1.2, the rulings' board."""
    ((name, lot),) = [(name, lot) for name, lot in LOTS.items() if lot["city_hall"]]
    assert lot["levels"] == 5
    assert name[5] == "4"
    assert lot["two_plus"]


def test_six_neighbourhoods_have_lots_and_a_tank_space_each() -> None:
    """§1.2, §1.5."""
    zones = BOARD["neighbourhoods"]
    assert len(zones) == 6
    assert {lot["neighbourhood"] for lot in LOTS.values()} == set(zones)
    assert len({zone["tank"] for zone in zones.values()} & set(BOARD["intersections"])) == 6
    assert len({zone["colour"] for zone in zones.values()}) == 6


def test_two_players_lack_the_furthest_row_and_an_outer_column() -> None:
    """§9.2, the rulings' board: and with them the whole red neighbourhood."""
    left_out = {name for name, lot in LOTS.items() if not lot["two_plus"]}
    assert left_out in ({name for name in LOTS if name[5] == "5" or name[4] == column} for column in "ae")
    red = [zone for zone, one in BOARD["neighbourhoods"].items() if one["colour"] == "red"]
    assert [zone for zone in ZONES if all(name in left_out for name in lots_of(zone))] == red


def lots_of(zone: str) -> list[str]:
    return [name for name, lot in LOTS.items() if lot["neighbourhood"] == zone]


def test_the_track_is_coloured_at_3_6_and_9_and_for_two_at_2_4_and_6() -> None:
    """§6.1, ruling 3."""
    squares = BOARD["squares"].values()
    assert [square["step"] for square in squares] == [3, 6, 9]
    assert [square["two_step"] for square in squares] == [2, 4, 6]


def test_the_tank_spaces_and_colours_of_two_players_lie_inside() -> None:
    """§9.2, the rulings' board."""
    inside = {corner for lot in LOTS.values() if lot["two_plus"] for corner in lot["corners"]}
    for zone, one in BOARD["neighbourhoods"].items():
        assert one["tank"] in inside or one["colour"] == "red", zone
    for square in BOARD["squares"].values():
        assert BOARD["neighbourhoods"][square["two_neighbourhood"]]["colour"] != "red"


# --- Building cards ------------------------------------------------------------------------------


def cost(name: str) -> tuple[int, int, int]:
    card = CARDS[name]
    return card["bite"], card["claw"], card["fireball"]


def fronts() -> dict[tuple[int, int, int], set[tuple[Any, ...]]]:
    """What the fronts behind each back say."""
    found = defaultdict(set)
    for name, card in CARDS.items():
        found[cost(name)].add((card["points"], card["ability"], card["tank"], card["missile"]))
    return found


def test_there_are_seventy_five_cards_of_one_to_four_resources() -> None:
    """§1.3."""
    assert len(CARDS) == len({card["name"] for card in CARDS.values()}) == 75
    assert {sum(cost(name)) for name in CARDS} == {1, 2, 3, 4}


def test_three_of_a_kind_is_the_most_and_rare() -> None:
    """§1.3, the rulings' cards."""
    assert max(max(cost(name)) for name in CARDS) <= 3
    assert sum(max(cost(name)) == 3 for name in CARDS) <= 6


def test_no_back_tells_its_front() -> None:
    """§1.3, the rulings' cards: at most fifteen costs, three different fronts for each."""
    assert len(fronts()) <= 15
    assert all(len(found) >= 3 for found in fronts().values())


def test_the_shares_of_abilities_tanks_and_missiles() -> None:
    """§1.3, the rulings' cards: about a third, a fifth and a sixth."""
    assert 22 <= sum(card["ability"] != "none" for card in CARDS.values()) <= 28
    assert 13 <= sum(card["tank"] for card in CARDS.values()) <= 17
    assert 10 <= sum(card["missile"] for card in CARDS.values()) <= 15


def test_every_ability_occurs_alone_and_with_each_icon() -> None:
    """§1.3, §5.2."""
    found = {(card["ability"], card["tank"], card["missile"]) for card in CARDS.values()}
    assert {ability for ability, *_ in found} == {*ABILITIES, "none"}
    for ability in (*ABILITIES, "none"):
        assert {(ability, False, False), (ability, True, False), (ability, False, True)} <= found


def test_dearer_cards_are_worth_more() -> None:
    """§1.3, the rulings' cards: on average."""
    worth = [[card["points"] for name, card in CARDS.items() if sum(cost(name)) == many] for many in (1, 2, 3, 4)]
    means = [sum(points) / len(points) for points in worth]
    assert means == sorted(set(means))


def test_every_lot_has_a_card_for_each_level_and_shows_only_the_cost() -> None:
    """§1.3, §8.1."""
    match = started()
    assert now(match, "standing") == {name: lot["levels"] for name, lot in LOTS.items()}
    for viewer in (0, 1, 2, NOBODY):
        assert set(seen(match, viewer, "top").values()) == {"unknown"}
        for lot, back in seen(match, viewer, "top_back").items():
            assert tuple(back.split().count(kind) for kind in KINDS.values()) == cost(of(match, "top", lot))


@any_number
def test_everybody_has_three_of_each_and_five_in_hand(players: int) -> None:
    """§1.4."""
    match = started(players)
    for seat in SEATS[:players]:
        had = Counter(of(match, "hand", seat)) + Counter(of(match, "deck", seat))
        assert had == Counter(bite=3, claw=3, fireball=3)
        assert sum(of(match, "hand", seat).values()) == 5
    assert Counter(now(match, "supply")) == Counter(dict.fromkeys(("bite", "claw", "fireball"), 30 - 3 * players))


@pytest.mark.parametrize("players", [3, 4])
def test_each_neighbourhood_has_another_token(players: int) -> None:
    """§1.5, §8.4, ruling 17."""
    assert sorted(now(started(players), "token").values()) == [3, 4, 5, 6, 7, 8]


def test_tokens_lie_at_random() -> None:
    """§1.5."""
    assert len({tuple(sorted(now(opened(4).match(seed=seed), "token").items())) for seed in range(5)}) > 1


@any_number
def test_starting_areas_are_chosen_to_the_right_and_the_start_player_is_last(players: int) -> None:
    """§1.6, ruling 14."""
    for first in range(players):
        match = opened(players).match(by_hand=True)
        match.play(CHANCE, first)
        settle(match)
        order = []
        while phase(match) == "starting":
            order.append(turn(match))
            play(match, min(offered(match)))
        assert order == [(first - step) % players for step in range(1, players + 1)]
        assert turn(match) == first


def test_hands_are_drawn_before_starting_areas_are_chosen() -> None:
    """§1.6, ruling 14."""
    match = opened(3).match(seed=1)
    assert phase(match) == "starting"
    assert held(match) == "555"
    assert len(now(match, "token")) == 6


def test_one_kaiju_rises_in_a_starting_area_on_the_beach() -> None:
    """§1.6, ruling 14."""
    match = opened(4).match(seed=1)
    free = {f"start at {column}1" for column in "ABCDEF"}
    for column in "CAF":
        assert offered(match) == free
        play(match, f"start at {column}1")
        free.remove(f"start at {column}1")
    assert offered(match) == free


def test_turns_go_to_the_left() -> None:
    """§1.6, ruling 14."""
    match = table(4, first="blue", turn="blue")
    order = []
    for _ in range(5):
        order.append(turn(match))
        end(match)
    assert order == [1, 2, 3, 0, 1]


# --- A turn, and attacking a building --------------------------------------------------------------


def test_a_turn_has_two_actions() -> None:
    """§2.1, ruling 6."""
    match = play(table(at="a1 c1 f1"), "move to A2", "move to A3")
    assert offered(match) == {"end the turn"}
    assert turn(settle(play(match, "end the turn"))) == 1


def test_the_turn_cannot_be_ended_before_two_actions() -> None:
    """§2.1, ruling 6: two actions are taken."""
    match = table()
    assert "end the turn" not in offered(match)
    assert "end the turn" not in offered(play(match, "move to A2"))
    with pytest.raises(WrongAction):
        match.play(0, "end the turn")


def test_an_attack_discards_the_cost_takes_the_card_and_lays_a_cube() -> None:
    """§2.2, ruling 1."""
    match = settle(play(table(tops={"a1": "pharmacy"}), "attack Pier Street"))
    assert hand(match) == "BCF"
    assert letters(of(match, "discard")) == "BC"
    assert of(match, "taken") == ["pharmacy"]
    assert of(match, "cubes", "lot_a1")["red"] == 1
    assert of(match, "standing", "lot_a1") == 1
    assert now(match, "actions") == 1


def test_one_level_is_taken_in_an_action() -> None:
    """§2.2, ruling 1."""
    match = play(table(tops={"b1": "bakery"}, at="b1 d1 f1"), "attack Fish Row", "Laundry is on top", "attack Fish Row")
    settle(match)
    assert of(match, "taken") == ["bakery", "laundry"]
    assert of(match, "standing", "lot_b1") == 1
    assert offered(match) == {"end the turn", "use Bakery"}


def test_only_lots_at_ones_corner_are_attacked() -> None:
    """§2.2, ruling 1."""
    tops = {"a1": "bakery", "b1": "laundry", "a2": "tea_room", "b2": "bookshop", "c1": "toy_shop", "b3": "shoe_shop"}
    match = table(at="b2 d1 f1", tops=tops)
    assert lots_to_attack(match) == {"Pier Street", "Fish Row", "Net Lofts", "Rose Walk"}


def test_a_cost_that_is_not_in_hand_cannot_be_paid() -> None:
    """§2.2, ruling 1: exactly the cost."""
    match = table(at="b2 d1 f1", red="CCC", tops={"a1": "bakery", "b1": "pharmacy", "a2": "brewery", "b2": "bookshop"})
    assert lots_to_attack(match) == {"Pier Street", "Net Lofts"}


def test_an_empty_lot_cannot_be_attacked() -> None:
    """§2.2, §2.3."""
    match = table(cubes="a1:bg")
    assert lots_to_attack(match) == set()


def test_the_next_card_of_the_stack_lies_open_with_its_cost() -> None:
    """§1.3, §2.2."""
    match = play(table(tops={"a1": "bakery"}), "attack Pier Street", "Flower stall is on top")
    assert of(match, "top_back", "lot_a1") == "bite"
    assert seen(match, 1, "top_back")["lot_a1"] == "bite"
    assert seen(match, 0, "top")["lot_a1"] == "unknown"


LAST_CUBE = "c5:rrr b4:rrr b3:rrr d3:rrr c2:rrr d5:r"
"""Sixteen of Red."""


def test_without_a_cube_no_building_is_attacked() -> None:
    """§2.2, ruling 2."""
    match = table(tops={"a1": "bakery"}, cubes=LAST_CUBE, ending=True)
    assert of(match, "laid") == 16
    assert lots_to_attack(match) == set()


def test_without_a_cube_kaiju_and_tanks_may_still_be_attacked() -> None:
    """§2.2, ruling 2."""
    match = table(at="c2 c1 f1", cubes=f"{LAST_CUBE} a5:bg e1:bg e2:bg", tanks=["c3 north"], ending=True)
    assert {"attack Umiko", "attack tank 1"} <= offered(match)


def test_the_last_level_moves_the_token_on_the_track() -> None:
    """§2.3, ruling 3."""
    match = table(tops={"a1": "bakery"}, cubes="a1:b")
    assert now(match, "destroyed") == 0
    settle(play(match, "attack Pier Street"))
    assert now(match, "destroyed") == 1
    assert now(match, "standing").get("lot_a1", 0) == 0


def test_a_level_that_is_not_the_last_does_not_move_it() -> None:
    """§2.3."""
    match = settle(play(table(tops={"a1": "bakery"}), "attack Pier Street"))
    assert now(match, "destroyed") == 0


def test_who_takes_a_card_sees_its_front_and_nobody_else() -> None:
    """§2.4, §8.1, ruling 18."""
    match = settle(play(table(tops={"a1": "bakery"}), "attack Pier Street"))
    assert seen(match, 0, "taken")["red"] == ["bakery"]
    for viewer in (1, 2, NOBODY):
        assert seen(match, viewer, "taken")["red"] == ["unknown"]
        assert seen(match, viewer, "taken_back")["red"] == ["claw"]
        assert "Bakery" not in " ".join(match.log(viewer))


CHEAP = {"a1": "bakery", "a2": "laundry"}


def test_rest_then_attack_is_refused() -> None:
    """§2.5, ruling 5."""
    match = table(tops=CHEAP, red="CCC")
    assert lots_to_attack(match) == {"Pier Street"}
    rest(match)
    assert lots_to_attack(match) == set()
    with pytest.raises(WrongAction):
        match.play(0, "attack Pier Street")


def test_attack_then_rest_is_allowed() -> None:
    """§2.5, ruling 5."""
    match = settle(play(table(tops=CHEAP, red="CCC"), "attack Pier Street"))
    assert offered(rest(match)) >= {"end the turn"}


def test_rest_then_move_is_allowed() -> None:
    """§2.5, ruling 5."""
    assert places(play(rest(table()), "move to A2")) == "a2 c1 f1"


def test_rest_then_an_attack_on_a_kaiju_is_allowed() -> None:
    """§2.5, ruling 5: only buildings are forbidden."""
    match = rest(table(at="b1 c1 f1"))
    assert phase(challenge(match, "Umiko", "C")) == "defending"


def test_rest_twice_is_allowed() -> None:
    """§2.5, ruling 5."""
    assert offered(rest(rest(table(red="C")))) == {"end the turn"}


def test_move_then_attack_and_attack_twice_are_allowed() -> None:
    """§2.1, §2.5."""
    match = play(table(tops=CHEAP), "move to A2", "attack Net Lofts")
    assert of(settle(match), "taken") == ["laundry"]


# --- Resources -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [("", 1), ("B", 2), ("BBCC", 5), ("BBCCF", 5), ("BBBCCC", 6)])
def test_one_card_is_drawn_at_the_end_of_a_turn_with_fewer_than_five(before: str, after: int) -> None:
    """§3.1, ruling 6: and more than five are kept."""
    match = table(at="a1 c1 f1", red=before, actions=2)
    end(match)
    assert sum(of(match, "hand").values()) == after


def test_an_empty_deck_is_made_of_the_discard_pile() -> None:
    """§3.2, ruling 6."""
    match = end(table(red="BB", decks={"red": ""}, discards={"red": "CCC"}, actions=2))
    assert hand(match) == "BBC"
    assert letters(of(match, "deck")) == "CC"
    assert letters(of(match, "discard")) == ""


def test_the_discard_pile_is_left_alone_while_the_deck_lasts() -> None:
    """§3.2."""
    match = end(table(red="BB", decks={"red": "F"}, discards={"red": "CCC"}, actions=2))
    assert hand(match) == "BBF"
    assert letters(of(match, "discard")) == "CCC"


def test_with_nothing_to_draw_nothing_is_drawn() -> None:
    """§3.2, ruling 6."""
    match = end(table(red="BB", decks={"red": ""}, actions=2))
    assert hand(match) == "BB"
    assert turn(match) == 1


def test_a_rest_discards_any_number_and_then_draws_up_to_five() -> None:
    """§3.3, ruling 5."""
    match = rest(table(red="BBCCF", decks={"red": "FFFF"}, switches={"rest": "refill"}), "BBC")
    assert hand(match) == "CFFFF"
    assert letters(of(match, "discard")) == "BBC"
    assert letters(of(match, "deck")) == "F"


def test_a_rest_may_discard_the_whole_hand_or_nothing() -> None:
    """§3.3, ruling 5."""
    decks = {"red": "FFFFF"}
    assert hand(rest(table(red="BBCCC", decks=decks, switches={"rest": "refill"}), "BBCCC")) == "FFFFF"
    assert hand(rest(table(red="BBCCC", decks=decks, switches={"rest": "refill"}))) == "BBCCC"


def test_a_rest_refills_the_deck_with_what_was_just_discarded() -> None:
    """§3.2, §3.3: discarded first, then drawn."""
    match = rest(table(red="BB", decks={"red": "C"}, switches={"rest": "refill"}), "BB")
    assert hand(match) == "BBC"
    assert letters(of(match, "discard")) == ""


def test_a_rest_above_five_draws_nothing() -> None:
    """§3.1, §3.3: more than five are kept."""
    assert hand(rest(table(red="BBBCCC"))) == "BBBCCC"


def test_resting_is_always_possible() -> None:
    """§3.3, ruling 6: also without any card, and with all ways barred."""
    match = table(at="a1 b1 a2", red="", decks={"red": ""}, blue="", green="")
    assert "rest" in offered(match)
    assert offered(rest(rest(match))) == {"end the turn"}


@pytest.mark.parametrize(
    ("how", "away", "after"),
    [("refill", "BB", 5), ("two", "BB", 4), ("one", "BB", 3), ("refill", "", 5), ("two", "", 5), ("one", "", 5)],
)
def test_the_switch_says_how_many_a_rest_draws(how: str, away: str, after: int) -> None:
    """§9.1, ruling 5: never above five."""
    match = table(red="BBCC", decks={"red": "FFFFF"}, switches={"rest": how})
    assert sum(of(rest(match, away), "hand").values()) == after


def test_every_card_of_the_deck_is_drawn_with_the_same_chance() -> None:
    """§3.2: it is shuffled."""
    match = play(table(red="BB", decks={"red": "BCCFFF"}, actions=2), "end the turn")
    weights = {outcome.words: outcome.weight for outcome in match.chance()}
    least = weights["Gorath draws Bite"]
    assert weights == {"Gorath draws Bite": least, "Gorath draws Claw": 2 * least, "Gorath draws Fireball": 3 * least}


def test_every_unseen_card_is_the_next_of_a_stack_with_the_same_chance() -> None:
    """§1.3: the stacks are shuffled."""
    match = play(table(tops={"a1": "bakery"}), "attack Pier Street")
    found = match.chance()
    assert len({outcome.weight for outcome in found}) == 1
    assert len({outcome.words for outcome in found}) == 75 - 25


# --- Moving, and attacking a kaiju -----------------------------------------------------------------


def test_one_moves_along_a_street_to_a_free_neighbour() -> None:
    """§4.1, ruling 4."""
    assert moves(table(at="c3 a1 f1")) == {"C2", "C4", "B3", "D3"}
    assert moves(table(at="a1 c1 f1")) == {"A2", "B1"}


def test_one_does_not_move_to_a_kaiju_or_a_tank() -> None:
    """§4.1, ruling 4."""
    assert moves(table(at="c3 c2 f1", tanks=["c4 west"])) == {"B3", "D3"}


def test_with_no_free_neighbour_there_is_no_move() -> None:
    """§4.1, ruling 4."""
    match = table(at="a1 b1 a2", red="")
    assert moves(match) == set()


def test_an_attack_names_a_neighbouring_kaiju_with_a_way_out() -> None:
    """§4.2, ruling 8."""
    match = table(at="b2 b1 f1")
    assert {words for words in offered(match) if "Umiko" in words or "Barkmaw" in words} == {"attack Umiko"}
    cornered = table(4, at="b1 a1 a2 f1")
    assert "attack Umiko" not in offered(cornered)


def test_a_tank_bars_the_way_out() -> None:
    """§4.2, ruling 8."""
    assert "attack Umiko" not in offered(table(at="b1 a1 f1", tanks=["a2 north"]))


def test_the_vacated_place_of_the_attacker_is_no_way_out() -> None:
    """§4.2, ruling 8: it is not free while he stands on it."""
    match = challenge(table(at="b1 b2 f1"), "Umiko", "C")
    assert offered(match) == {"stand", "give way to A2", "give way to C2", "give way to B3"}


def test_without_cards_no_kaiju_is_attacked() -> None:
    """§4.2, ruling 8: one or more."""
    assert "attack Umiko" not in offered(table(at="b1 c1 f1", red=""))
    match = play(table(at="b1 c1 f1"), "attack Umiko")
    assert not any(words.startswith("confirm") for words in offered(match))


def test_the_defender_stands_with_the_same_cards() -> None:
    """§4.3, ruling 8."""
    match = play(challenge(table(at="b1 c1 f1", red="BCCF", blue="BCCC"), "Umiko", "CCB"), "stand")
    assert hand(match) == "F"
    assert hand(match, "blue") == "C"
    assert letters(of(match, "discard", "blue")) == letters(of(match, "discard")) == "BCC"
    assert places(match) == "b1 c1 f1"


@pytest.mark.parametrize("blue", ["", "CBF", "CFF", "BBBFF"])
def test_the_defender_is_asked_even_if_he_cannot_match(blue: str) -> None:
    """§4.3, ruling 8."""
    match = challenge(table(at="b1 c1 f1", blue=blue), "Umiko", "CC")
    assert turn(match) == 1
    assert offered(match) == {"give way to C2", "give way to D1"}


def test_who_can_stand_may_give_way_instead() -> None:
    """§4.3, ruling 8."""
    match = play(challenge(table(at="b1 c1 f1", blue="CC"), "Umiko", "C"), "give way to D1")
    assert hand(match, "blue") == "CC"


def test_the_attacker_must_enter_the_vacated_space() -> None:
    """§4.3, ruling 8."""
    match = settle(play(challenge(table(at="b1 c1 f1"), "Umiko", "C"), "give way to C2"))
    assert places(match) == "c1 c2 f1"
    assert phase(match) == "acting"
    assert turn(match) == 0
    assert now(match, "actions") == 1


def test_if_the_defender_stands_the_attacker_goes_on_or_stays() -> None:
    """§4.3, ruling 8."""
    match = play(challenge(table(at="b2 c2 f1", blue="CC"), "Umiko", "C"), "stand")
    assert offered(match) == {"stay", "go on to A2", "go on to B1", "go on to B3"}
    twin = match.copy()
    assert places(play(match, "go on to B3")) == "b3 c2 f1"
    assert places(play(twin, "stay")) == "b2 c2 f1"
    assert now(match, "actions") == now(twin, "actions") == 1


def test_a_move_has_one_attack_and_the_second_move_another() -> None:
    """§4.3, ruling 8."""
    match = play(challenge(table(at="b1 c1 f1", blue="CC"), "Umiko", "C"), "stand")
    assert "attack Umiko" not in offered(match)
    play(match, "stay")
    assert "attack Umiko" in offered(match)


def test_a_kaiju_is_attacked_with_an_action() -> None:
    """§4.2: it is a move."""
    match = table(at="b1 c1 f1", actions=2)
    assert offered(match) == {"end the turn"}


def test_all_see_what_a_kaiju_is_attacked_with() -> None:
    """§4.2, ruling 8: face up."""
    match = challenge(table(at="b1 c1 f1"), "Umiko", "CB")
    for viewer in (0, 1, 2, NOBODY):
        assert letters(seen(match, viewer, "offered")) == "BC"


def test_a_kaiju_may_be_attacked_with_the_whole_hand() -> None:
    """§4.2, ruling 8."""
    match = challenge(table(at="b1 c1 f1"), "Umiko", "BBCCF")
    assert hand(match) == ""
    assert turn(match) == 1


def test_who_gives_way_does_not_go_where_a_kaiju_or_tank_stands() -> None:
    """§4.3, ruling 8."""
    match = challenge(table(at="b2 c2 c1", tanks=["d2 east"]), "Umiko", "C")
    assert offered(match) - {"stand"} == {"give way to C3"}


def test_after_a_stand_one_does_not_go_on_to_a_kaiju_or_tank() -> None:
    """§4.3, ruling 8."""
    match = play(challenge(table(at="b2 c2 b1", blue="C", tanks=["a2 north"]), "Umiko", "C"), "stand")
    assert offered(match) == {"stay", "go on to B3"}


def test_an_attack_on_a_kaiju_may_take_both_actions() -> None:
    """§2.1, §4.2."""
    match = play(challenge(table(at="b1 c1 f1"), "Umiko", "C"), "give way to C2")
    play(challenge(match, "Umiko", "C"), "give way to C3")
    assert places(match) == "c2 c3 f1"
    assert offered(match) == {"end the turn"}


# --- Using a building card -------------------------------------------------------------------------


def having(*names: str, **said: Any) -> Match:
    """Red has taken these cards."""
    return table(taken={"red": " ".join(names), **said.pop("taken", {})}, **said)


def test_one_building_card_is_used_in_a_turn() -> None:
    """§5.1, ruling 7."""
    match = having("hot_dog_stand", "museum", red="BC")
    assert {"use Hot dog stand", "use Museum"} <= offered(match)
    settle(use(match, "museum"))
    assert not any(words.startswith("use") for words in offered(match))


def test_another_card_may_be_used_in_the_next_turn() -> None:
    """§5.1."""
    match = having("hot_dog_stand", "museum", red="BC")
    settle(use(match, "museum"))
    for _ in range(3):
        end(match)
    assert {words for words in offered(match) if words.startswith("use")} == {"use Hot dog stand"}


def test_a_card_is_used_before_between_or_after_the_actions() -> None:
    """§5.1, ruling 7."""
    match = having("hot_dog_stand")
    for there in ("A2", "A3"):
        assert "use Hot dog stand" in offered(match)
        play(match, f"move to {there}")
    assert offered(match) == {"end the turn", "use Hot dog stand"}
    settle(use(match, "hot_dog_stand"))
    assert sum(of(match, "hand").values()) == 7


def test_using_a_card_takes_no_action() -> None:
    """§5.1, §5.2."""
    match = settle(use(having("hot_dog_stand"), "hot_dog_stand"))
    assert now(match, "actions") == 0


def test_a_card_taken_in_this_turn_may_be_used() -> None:
    """§5.1, ruling 7."""
    match = settle(play(table(tops={"a1": "hot_dog_stand"}), "attack Pier Street"))
    assert "use Hot dog stand" in offered(match)


def test_no_card_is_used_while_another_choice_is_open() -> None:
    """§5.1, ruling 7."""
    for words in ("rest", "attack Umiko", "attack tank 1"):
        match = play(having("hot_dog_stand", "museum", at="c2 c1 f1", tanks=["c3 north"]), words)
        assert not any(words.startswith("use") for words in offered(match))


def test_others_use_no_card_in_ones_turn() -> None:
    """§5.1: in one's own turn, not when one is asked to defend."""
    match = challenge(table(at="b1 c1 f1", taken={"blue": "hot_dog_stand"}), "Umiko", "C")
    assert turn(match) == 1
    assert "use Hot dog stand" not in offered(match)


def test_one_part_of_a_card_is_used() -> None:
    """§5.1, ruling 7."""
    match = play(having("bus_shelter", tanks=["c3 north"], at="a1 f1 f2"), "use Bus shelter")
    assert offered(match) == {"use its ability", "use its tank"}
    settle(play(match, "use its ability"))
    assert sum(of(match, "hand").values()) == 7
    assert tank(match) == "c3 north"
    assert not any(words.startswith("use") for words in offered(match))


def test_of_ability_and_missile_one_is_used() -> None:
    """§5.1, ruling 7."""
    match = use(having("music_hall"), "music_hall", "missile")
    settle(play(match, "strike F6"))
    assert held(match) == "555"
    assert not any(words.startswith("use") for words in offered(match))


def test_a_used_card_lies_face_up_and_still_counts() -> None:
    """§5.1, §7.2, ruling 7."""
    match = having("museum")
    assert seen(match, 1, "taken")["red"] == ["unknown"]
    before = match.points
    settle(use(match, "museum"))
    assert match.points == before
    assert all(seen(match, viewer, "taken")["red"] == ["museum"] for viewer in (0, 1, 2, NOBODY))


def test_a_card_of_points_only_cannot_be_used() -> None:
    """§5.1: a part that can do nothing."""
    assert not any(words.startswith("use") for words in offered(having("town_library")))


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("hot_dog_stand", {"decks": {"red": ""}}),
        ("school", {"at": "a1 b1 a2"}),
        ("academy", {"blue": "", "green": ""}),
        ("water_tower", {"red": ""}),
        ("water_tower", {"red": "C"}),
        ("barber_shop", {}),
        ("tobacconist", {"red": "", "blue": "", "green": ""}),
    ],
)
def test_a_part_that_can_do_nothing_is_not_offered(card: str, said: dict[str, Any]) -> None:
    """§5.1, the rulings' cards: nothing to draw, nowhere to go, nobody to hit, no tank."""
    assert f"use {CARDS[card]['name']}" not in offered(having(card, **said))


def test_taking_from_an_empty_supply_is_not_offered() -> None:
    """§5.1, the rulings' cards: an empty stack gives nothing."""
    decks = {"red": "B" * 30 + "C" * 29, "blue": "F" * 29, "green": ""}
    said: dict[str, Any] = {"decks": decks, "red": "C", "blue": "F", "green": ""}
    assert "use Paper mill" not in offered(having("paper_mill", **said))
    decks["red"] = "B" * 30 + "C" * 28
    match = use(having("paper_mill", **said), "paper_mill")
    assert Counter(of(settle(match), "hand"))["claw"] == 2 or offered(match) == {"take Claw"}


def test_of_a_card_with_one_part_that_can_do_something_that_one_is_used() -> None:
    """§5.1."""
    match = settle(use(having("bus_shelter"), "bus_shelter"))
    assert sum(of(match, "hand").values()) == 7


def test_draw_draws_two_cards_also_above_five() -> None:
    """§5.2, §3.1."""
    match = settle(use(having("museum", red="BBCCC", decks={"red": "FFF"}), "museum"))
    assert hand(match) == "BBCCCFF"


def test_draw_draws_one_card_where_there_is_one() -> None:
    """§5.2, §3.2."""
    match = settle(use(having("museum", red="B", decks={"red": "F"}), "museum"))
    assert hand(match) == "BF"


def test_take_takes_a_resource_from_the_supply_into_the_hand() -> None:
    """§5.2."""
    match = use(having("paper_mill"), "paper_mill")
    before = now(match, "supply")["fireball"]
    assert offered(match) == {"take Bite", "take Claw", "take Fireball"}
    play(match, "take Fireball")
    assert hand(match) == "BBCCFF"
    assert now(match, "supply")["fireball"] == before - 1
    assert Counter(of(match, "own"))["fireball"] == 4


def test_the_move_of_a_card_is_no_action_and_attacks_nobody() -> None:
    """§5.2, the rulings' cards."""
    match = use(having("school", at="b1 c1 f1"), "school")
    assert offered(match) == {"move to A1", "move to B2"}
    play(match, "move to B2")
    assert places(match) == "b2 c1 f1"
    assert now(match, "actions") == 0


def test_maul_makes_another_kaiju_discard_at_random() -> None:
    """§5.2."""
    match = use(having("academy", blue="BBC"), "academy")
    assert offered(match) == {"maul Umiko", "maul Barkmaw"}
    play(match, "maul Umiko")
    assert Counter({outcome.words.split()[-1]: outcome.weight for outcome in match.chance()}) in (
        Counter(Bite=2, Claw=1),
        Counter(Bite=4, Claw=2),
    )
    play(match, "Umiko drops Claw")
    assert hand(match, "blue") == "BB"
    assert letters(of(match, "discard", "blue")) == "C"


def test_look_shows_the_front_of_any_top_card_to_the_looker() -> None:
    """§5.2, §8.1."""
    match = use(having("cinema", tops={"e5": "cathedral"}), "cinema")
    assert len(offered(match)) == 25
    play(match, "look at Turntable Park")
    assert seen(match, 0, "top")["lot_e5"] == "cathedral"
    assert seen(match, 1, "top")["lot_e5"] == seen(match, NOBODY, "top")["lot_e5"] == "unknown"


def test_swap_changes_two_cards_of_the_hand_for_two_of_the_supply() -> None:
    """§5.2."""
    match = use(having("water_tower", red="BBC"), "water_tower")
    play(match, "give Bite", "give Claw", "get Fireball", "get Fireball")
    confirm(match)
    assert hand(match) == "BFF"
    assert Counter(of(match, "own")) == Counter(bite=2, claw=2, fireball=5)
    assert now(match, "supply") == {"bite": 22, "claw": 22, "fireball": 19}
    assert not any(of(match, "discard").values())


def test_the_rest_of_a_card_does_not_forbid_an_attack() -> None:
    """§5.2, the rulings' cards."""
    match = having("fish_market", tops=CHEAP, red="BBC", decks={"red": "CCCC"})
    use(match, "fish_market")
    confirm(play(match, "discard Bite"))
    assert hand(match) == "BCCCC"
    assert now(match, "actions") == 0
    assert lots_to_attack(match) == {"Pier Street"}


def test_the_rest_of_a_card_after_a_move_leaves_the_attack_too() -> None:
    """§5.2."""
    match = play(having("fish_market", tops=CHEAP, red="CC"), "move to A2")
    confirm(use(match, "fish_market"))
    assert "Net Lofts" in lots_to_attack(match)


def test_draw_refills_the_deck_in_between() -> None:
    """§3.2, §5.2."""
    match = settle(use(having("museum", red="B", decks={"red": "F"}, discards={"red": "CC"}), "museum"))
    assert hand(match) == "BCF"
    assert letters(of(match, "deck")) == "C"


@pytest.mark.parametrize(("how", "after"), [("refill", 5), ("two", 4), ("one", 3)])
def test_the_rest_of_a_card_draws_as_many_as_any_rest(how: str, after: int) -> None:
    """§5.2, §9.1."""
    match = use(having("fish_market", red="BB", switches={"rest": how}), "fish_market")
    assert sum(of(confirm(match), "hand").values()) == after


def test_a_card_does_not_lift_what_a_first_rest_forbids() -> None:
    """§2.5, §5.2: neither its move nor its rest."""
    match = rest(having("school", tops={"a1": "bakery", "a2": "laundry"}, red="CCC"))
    play(use(match, "school"), "move to A2")
    assert lots_to_attack(match) == set()
    match = rest(having("fish_market", tops={"a1": "bakery"}, red="CCC"))
    confirm(use(match, "fish_market"))
    assert lots_to_attack(match) == set()


def test_one_looks_only_where_a_card_is_left() -> None:
    """§5.2."""
    match = use(having("cinema", cubes="a1:bg"), "cinema")
    assert len(offered(match)) == 24
    assert "look at Pier Street" not in offered(match)


def test_one_cannot_swap_in_what_the_supply_has_not() -> None:
    """§5.2, the rulings' cards: an empty stack gives nothing."""
    decks = {"red": "", "blue": "F" * 29, "green": ""}
    match = use(having("water_tower", red="BC", blue="F", green="", decks=decks), "water_tower")
    play(match, "give Bite", "give Claw")
    assert offered(match) == {"get Bite", "get Claw"}


def test_one_gives_only_what_one_has() -> None:
    """§5.2."""
    match = use(having("water_tower", red="BCC"), "water_tower")
    assert offered(match) == {"give Bite", "give Claw"}
    assert "give Bite" not in offered(play(match, "give Bite"))


# --- Tanks -----------------------------------------------------------------------------------------

THIRD: dict[str, Any] = {"cubes": "a1:b e1:bg e2:bg", "tops": {"a1": "bakery"}}
"""Pier Street is the third building to fall."""


def third_fallen(**said: Any) -> Match:
    """Red has brought the third building down, and ends his turn."""
    match = settle(play(table(**{**THIRD, **said}), "attack Pier Street"))
    rest(match)
    return play(match, "end the turn")


def test_at_the_third_building_a_tank_comes_at_the_end_of_the_turn() -> None:
    """§6.1, §6.2, ruling 3: to the tank space of the neighbourhood, turned as one likes."""
    match = settle(play(table(**THIRD), "attack Pier Street"))
    assert of(match, "tank_at", "1") is None
    rest(match)
    play(match, "end the turn")
    assert turn(match) == 0
    assert offered(match) == {f"turn it {way}" for way in ("north", "east", "south", "west")}
    settle(play(match, "turn it west"))
    assert tank(match) == "c3 west"
    assert turn(match) == 1


def test_a_tank_comes_before_the_draw() -> None:
    """§6.2, ruling 6."""
    match = table(**THIRD, red="CF", decks={"red": "B"}, at="b2 e6 f1")
    settle(play(match, "attack Pier Street", "move to C2", "end the turn"))
    assert hand(match) == "F"
    play(match, "turn it south")
    settle(match)
    assert letters(of(match, "discard")) == "CF"
    assert hand(match) == "B"


@pytest.mark.parametrize("there", ["kaiju", "tank"])
def test_if_the_space_is_taken_the_nearest_free_one_is_chosen(there: str) -> None:
    """§6.2, ruling 3."""
    if there == "kaiju":
        match = third_fallen(at="a1 c3 c2")
        assert offered(match) == {"place it at B3", "place it at D3", "place it at C4"}
        settle(play(match, "place it at D3", "turn it east"))
        assert tank(match) == "d3 east"
        return
    match = table(cubes="a1:b e1:bg e2:bg a5:bg a4:bg c1:bg", tops={"a1": "bakery"}, tanks=["d4 west"])
    settle(play(match, "attack Pier Street"))
    play(rest(match), "end the turn")
    assert offered(match) == {"place it at D3", "place it at D5", "place it at C4", "place it at E4"}


def test_the_nearest_free_space_may_be_two_streets_away() -> None:
    """§6.2, ruling 3: by streets."""
    cubes = "d4:bg a1:bg e1:bg e2:bg a5:bg a4:bg"
    match = table(4, cubes=cubes, tops={"d4": "bakery"}, tanks=["d3 west"], at="e4 d4 d5 c4")
    settle(play(match, "attack Embassy Crescent"))
    play(rest(match), "end the turn")
    assert offered(match) == {f"place it at {there}" for there in ("D2", "C3", "E3", "B4", "F4", "C5", "E5", "D6")}


@pytest.mark.parametrize(("cubes", "space"), [("a5:bg a4:bg", "c3"), ("e1:bg e2:bg a5:bg a4:bg c1:bg", "d4")])
def test_the_coloured_square_names_the_neighbourhood(cubes: str, space: str) -> None:
    """§6.1: the third building, and the sixth."""
    tanks = ["f6 north"] if len(cubes.split()) == 5 else []
    match = table(cubes=f"a1:b {cubes}", tops={"a1": "bakery"}, tanks=tanks)
    settle(play(match, "attack Pier Street"))
    settle(play(rest(match), "end the turn", "turn it north"))
    assert of(match, "tank_at", str(len(tanks) + 1)) == space


def test_a_step_that_is_not_coloured_brings_no_tank() -> None:
    """§6.1."""
    match = settle(play(table(cubes="a1:b e1:bg", tops={"a1": "bakery"}), "attack Pier Street"))
    end(match)
    assert turn(match) == 1
    assert of(match, "tank_at", "1") is None


SEES = {"north": ("c4", "c5"), "east": ("d3", "e3"), "south": ("c2", "c1"), "west": ("b3", "a3")}


@pytest.mark.parametrize("way", SEES)
def test_a_tank_sees_exactly_two_intersections_ahead(way: str) -> None:
    """§6.3, ruling 9."""
    shot = set()
    for name, one in BOARD["intersections"].items():
        near = next(one[to] for to in ("north", "south", "east", "west") if one[to] not in ("", "c3"))
        if name != "c3":
            away = "f6" if "f6" not in (name, near) else "f5" if "f5" not in (name, near) else "e6"
            match = table(2 + 1, at=f"{near} {away} {'a1' if 'a1' not in (name, near) else 'f1'}", tanks=[f"c3 {way}"])
            settle(play(match, f"move to {name.upper()}"))
            shot |= {name} if held(match)[0] == "4" else set()
    assert shot == set(SEES[way])


def test_nothing_blocks_the_view_of_a_tank() -> None:
    """§6.3, ruling 9: neither kaiju nor tank."""
    match = table(at="b5 c4 f1", tanks=["c3 north"])
    settle(play(match, "move to C5"))
    assert held(match) == "455"
    match = table(at="b5 a1 f1", tanks=["c3 north", "c4 east"])
    settle(play(match, "move to C5"))
    assert held(match) == "455"


def test_who_stands_in_sight_is_not_shot_again() -> None:
    """§6.4, ruling 9: once each time he enters."""
    match = table(at="c4 a1 f1", tanks=["c3 north"])
    end(rest(rest(match)))
    assert held(match)[0] == "5"


def test_moving_from_one_covered_intersection_to_another_is_shot() -> None:
    """§6.4, ruling 9."""
    match = settle(play(table(at="c4 a1 f1", tanks=["c3 north"]), "move to C5"))
    assert held(match) == "455"


def test_leaving_a_covered_intersection_is_not_shot() -> None:
    """§6.4, ruling 9."""
    match = settle(play(table(at="c4 a1 f1", tanks=["c3 north"]), "move to B4"))
    assert held(match) == "555"


def test_who_gives_way_into_sight_is_shot() -> None:
    """§6.4, ruling 9."""
    match = challenge(table(at="a5 b5 f1", tanks=["c3 north"]), "Umiko", "C")
    settle(play(match, "give way to C5"))
    assert held(match) == "445"


def test_who_enters_the_vacated_space_is_shot() -> None:
    """§6.4, ruling 9."""
    match = challenge(table(at="b5 c5 f1", tanks=["c3 north"]), "Umiko", "C")
    settle(play(match, "give way to C6"))
    assert held(match) == "355"


def test_who_is_pushed_is_shot_before_the_attacker() -> None:
    """§4.3, §6.4, ruling 8."""
    match = challenge(table(at="b5 c5 f1", tanks=["c3 north"]), "Umiko", "C")
    play(match, "give way to C4")
    assert all(outcome.words.startswith("Umiko drops") for outcome in match.chance())
    play(match, "Umiko drops")
    assert all(outcome.words.startswith("Gorath drops") for outcome in match.chance())
    assert held(settle(match)) == "345"


def test_going_on_into_sight_is_shot() -> None:
    """§6.4, ruling 9."""
    match = challenge(table(at="b5 a5 f1", tanks=["c3 north"]), "Umiko", "C")
    settle(play(match, "stand", "go on to C5"))
    assert held(match) == "345"


def test_staying_in_sight_is_not_shot() -> None:
    """§6.4, ruling 9: neither the attacker nor the defender has come anywhere."""
    match = challenge(table(at="c4 c5 f1", tanks=["c3 north"]), "Umiko", "C")
    settle(play(match, "stand", "stay"))
    assert held(match) == "445"


def test_the_move_of_a_card_into_sight_is_shot() -> None:
    """§6.4, ruling 9."""
    match = use(having("school", at="b4 a1 f1", tanks=["c3 north"]), "school")
    settle(play(match, "move to C4"))
    assert held(match) == "455"


def test_a_tank_that_is_placed_shoots_whom_it_sees() -> None:
    """§6.4, ruling 9."""
    match = third_fallen(at="a1 c5 c2")
    settle(play(match, "turn it north"))
    assert held(match)[1:] == "45"


def test_a_tank_that_is_turned_shoots_whom_it_did_not_see_before() -> None:
    """§6.4, ruling 9."""
    match = use(having("barber_shop", at="a1 c4 d3", tanks=["c3 north"]), "barber_shop")
    play(match, *(["choose tank 1"] if "choose tank 1" in offered(match) else []), "roll to C3", "turn it east")
    assert held(settle(match)) == "554"


def test_a_tank_that_still_sees_a_kaiju_does_not_shoot_it_again() -> None:
    """§6.4, ruling 9: newly covers."""
    match = use(having("barber_shop", at="a1 c5 d3", tanks=["c3 north"]), "barber_shop")
    play(match, *(["choose tank 1"] if "choose tank 1" in offered(match) else []), "roll to C4", "turn it north")
    assert held(settle(match)) == "555"


def test_a_tank_that_moves_shoots_whom_it_newly_sees() -> None:
    """§6.4, ruling 9."""
    match = use(having("barber_shop", at="a1 c6 c5", tanks=["c3 north"]), "barber_shop")
    play(match, *(["choose tank 1"] if "choose tank 1" in offered(match) else []), "roll to C4", "turn it north")
    assert held(settle(match)) == "545"


def test_several_tanks_shoot_each() -> None:
    """§6.4, ruling 9."""
    match = table(at="b4 a1 f1", tanks=["c3 north", "e4 west"])
    settle(play(match, "move to C4"))
    assert held(match) == "355"


def test_three_tanks_shoot_three_times() -> None:
    """§6.4, ruling 9."""
    match = table(at="b4 a1 f1", tanks=["c3 north", "e4 west", "c6 south"])
    settle(play(match, "move to C4"))
    assert held(match) == "255"


def test_several_kaiju_are_hit_in_turn_order_from_the_active_player() -> None:
    """§6.4, ruling 9."""
    match = table(4, at="c4 f6 a1 c5", turn="green", taken={"green": "barber_shop"}, tanks=["c3 west"])
    use(match, "barber_shop")
    play(match, *(["choose tank 1"] if "choose tank 1" in offered(match) else []), "roll to C3", "turn it north")
    order = []
    while match.acting == {CHANCE}:
        order.append(match.chance()[0].words.split()[0])
        match.play(CHANCE, match.chance()[0].number)
    assert order == ["Voltra", "Gorath"]


def test_who_is_shot_discards_at_random_and_face_up() -> None:
    """§6.4, ruling 9."""
    match = play(table(at="b4 a1 f1", red="BBBC", tanks=["c3 north"]), "move to C4")
    weights = {outcome.words: outcome.weight for outcome in match.chance()}
    assert weights["Gorath drops Bite"] == 3 * weights["Gorath drops Claw"]
    assert len(weights) == 2
    play(match, "Gorath drops Claw")
    assert seen(match, 1, "discard")["red"] == {"claw": 1}


def test_who_has_no_card_loses_nothing() -> None:
    """§6.4, ruling 9."""
    match = settle(play(table(at="b4 a1 f1", red="", tanks=["c3 north"]), "move to C4"))
    assert held(match) == "055"
    assert turn(match) == 0


def test_a_tank_shoots_a_kaiju_also_in_its_own_turns_end() -> None:
    """§6.2, §6.4: whoever places a tank may be shot by it."""
    match = table(**THIRD, at="b2 e6 f1", red="CBBBBB")
    play(match, "attack Pier Street", "move to B3", "end the turn", "turn it west")
    assert sum(of(settle(match), "hand").values()) == 5


def test_two_tanks_take_one_card_of_who_has_one() -> None:
    """§6.4, ruling 9: with no card nothing."""
    match = table(at="b4 a1 f1", red="B", tanks=["c3 north", "e4 west"])
    settle(play(match, "move to C4"))
    assert held(match) == "055"
    assert turn(match) == 0


def test_a_tank_that_turns_back_shoots_again() -> None:
    """§6.4, ruling 9: each time it newly sees somebody."""
    match = use(having("barber_shop", at="b3 c4 f1", tanks=["c3 north"]), "barber_shop")
    settle(play(match, "choose tank 1", "roll to C3", "turn it south"))
    settle(play(match, "attack tank 1", "discard Claw", "roll to D3", "turn it south"))
    assert held(match) == "455"
    match = use(having("barber_shop", at="b3 c4 f1", tanks=["c3 south"]), "barber_shop")
    settle(play(match, "choose tank 1", "roll to C3", "turn it north"))
    assert held(match) == "545"


# --- Attacking tanks, tank icons, missiles -----------------------------------------------------------


def test_attacking_a_tank_discards_a_card_and_moves_and_turns_it() -> None:
    """§6.5, ruling 10."""
    match = play(table(at="c2 a1 f1", tanks=["c3 north"]), "attack tank 1")
    assert offered(match) == {"discard Bite", "discard Claw", "discard Fireball"}
    play(match, "discard Claw")
    assert offered(match) == {"roll to B3", "roll to D3", "roll to C4"}
    settle(play(match, "roll to D3", "turn it east"))
    assert tank(match) == "d3 east"
    assert hand(match) == "BBCF"
    assert letters(of(match, "discard")) == "C"
    assert now(match, "actions") == 0


def test_a_tank_is_attacked_only_from_a_neighbouring_intersection() -> None:
    """§6.5, ruling 10."""
    assert "attack tank 1" not in offered(table(at="c1 a1 f1", tanks=["c3 north"]))
    assert "attack tank 1" not in offered(table(at="b2 a1 f1", tanks=["c3 north"]))


def test_without_a_card_no_tank_is_attacked() -> None:
    """§6.5, ruling 10."""
    assert "attack tank 1" not in offered(table(at="c2 a1 f1", red="", tanks=["c3 north"]))


def test_each_tank_is_attacked_once_a_turn() -> None:
    """§6.5, ruling 10."""
    match = table(at="c2 a1 f1", tanks=["c3 north", "b2 north"])
    play(match, "attack tank 1", "discard Claw", "roll to D3", "turn it east", "move to D2")
    assert "attack tank 1" not in offered(match)
    match = table(at="c2 a1 f1", tanks=["c3 north", "b2 north"])
    play(match, "attack tank 1", "discard Claw", "roll to D3", "turn it east")
    assert "attack tank 2" in offered(match)


def test_a_tank_may_be_attacked_again_in_the_next_turn() -> None:
    """§6.5, ruling 10."""
    match = table(at="c2 a1 f1", tanks=["c3 north"])
    play(match, "attack tank 1", "discard Claw", "roll to D3", "turn it east", "move to D2")
    for _ in range(3):
        end(match)
    assert "attack tank 1" in offered(match)


def test_a_tank_is_attacked_after_the_actions_too() -> None:
    """§6.5: a free action in the own turn."""
    match = table(at="c2 a1 f1", tanks=["c3 north"], actions=2)
    assert offered(match) == {"attack tank 1", "end the turn"}


def test_a_tank_with_no_way_out_is_only_turned() -> None:
    """§6.5, ruling 10."""
    match = table(4, at="a2 b1 f1 f2", tanks=["a1 north"])
    play(match, "attack tank 1", "discard Claw")
    play(match, *(["roll to A1"] if "roll to A1" in offered(match) else []))
    assert offered(match) == {f"turn it {way}" for way in ("north", "east", "south", "west")}
    settle(play(match, "turn it east"))
    assert tank(match) == "a1 east"
    assert held(match) == "4455"


def test_an_attacked_tank_that_can_move_must_move() -> None:
    """§6.5, ruling 10."""
    match = play(table(at="c2 a1 f1", tanks=["c3 north"]), "attack tank 1", "discard Claw")
    assert "roll to C3" not in offered(match)


def test_an_attacked_tank_shoots_whom_it_newly_sees() -> None:
    """§6.4, §6.5: also its attacker."""
    match = table(at="c2 e3 f1", tanks=["c3 north"])
    settle(play(match, "attack tank 1", "discard Claw", "roll to C4", "turn it south"))
    assert held(match) == "355"


def test_the_tank_icon_moves_any_tank_a_step_or_none_and_turns_it() -> None:
    """§6.6, ruling 11."""
    match = use(having("barber_shop", at="a1 c4 f1", tanks=["c3 west", "e5 north"]), "barber_shop")
    assert offered(match) == {"choose tank 1", "choose tank 2"}
    play(match, "choose tank 1")
    assert offered(match) == {"roll to C3", "roll to C2", "roll to B3", "roll to D3"}
    settle(play(match, "roll to C2", "turn it south"))
    assert tank(match) == "c2 south"
    assert tank(match, 2) == "e5 north"


def test_a_missile_strikes_any_intersection() -> None:
    """§6.7, ruling 12."""
    match = use(having("tobacconist"), "tobacconist")
    assert {words.removeprefix("strike ") for words in offered(match)} == ALL_NAMED


@pytest.mark.parametrize(("target", "after"), [("C3", "445"), ("C2", "444"), ("B3", "455"), ("E3", "555")])
def test_a_missile_hits_on_its_place_and_one_street_away_the_caller_too(target: str, after: str) -> None:
    """§6.7, ruling 12."""
    match = use(having("tobacconist", at="c3 c2 c1"), "tobacconist")
    settle(play(match, f"strike {target}"))
    assert held(match) == after


def test_a_missile_does_not_hit_round_the_corner() -> None:
    """§6.7, ruling 12."""
    match = use(having("tobacconist", at="c3 a1 f1"), "tobacconist")
    settle(play(match, "strike D4"))
    assert held(match) == "555"


def test_a_missile_hits_in_turn_order() -> None:
    """§6.4, §6.7, ruling 9."""
    match = table(4, at="c2 c3 d3 c4", turn="green", taken={"green": "tobacconist"})
    play(use(match, "tobacconist"), "strike C3")
    order = []
    while match.acting == {CHANCE}:
        order.append(match.chance()[0].words.split()[0])
        match.play(CHANCE, match.chance()[0].number)
    assert order == ["Barkmaw", "Voltra", "Gorath", "Umiko"]


def test_the_icon_and_an_attack_may_move_one_tank_in_one_turn() -> None:
    """§6.5, §6.6."""
    match = use(having("barber_shop", at="b3 f1 f2", tanks=["c3 north"]), "barber_shop")
    settle(play(match, "choose tank 1", "roll to C3", "turn it south"))
    assert "attack tank 1" in offered(match)


def test_the_icon_moves_a_tank_to_no_kaiju_or_tank() -> None:
    """§6.6, ruling 11."""
    match = use(having("barber_shop", at="b3 c2 f2", tanks=["c3 north", "d3 east"]), "barber_shop")
    assert offered(play(match, "choose tank 1")) == {"roll to C3", "roll to C4"}


def test_a_missile_takes_nothing_from_who_has_nothing() -> None:
    """§6.7, ruling 12."""
    match = use(having("tobacconist", at="c3 c2 f1", blue=""), "tobacconist")
    settle(play(match, "strike C3"))
    assert held(match) == "405"


# --- The end -----------------------------------------------------------------------------------------

ALMOST: dict[str, Any] = {"cubes": "c4:rrbb", "tops": {"c4": "bakery"}}
"""One level of City Hall is left."""


def test_when_the_second_of_four_destroys_city_hall_two_more_turns_are_played() -> None:
    """§7.1, ruling 13."""
    match = table(4, **ALMOST, at="a1 c4 f1 f2", turn="blue", blue="CC")
    settle(play(match, "attack City Hall"))
    assert now(match, "ending")
    order = []
    while not match.over:
        order.append(turn(match))
        end(match)
    assert order == [1, 2, 3]


def test_the_round_ends_before_the_start_player_whoever_that_is() -> None:
    """§7.1, ruling 13."""
    match = table(4, **ALMOST, at="a1 c4 f1 f2", first="green", turn="blue", blue="CC")
    settle(play(match, "attack City Hall"))
    end(match)
    assert match.over


def test_the_last_cube_ends_the_game_with_the_round() -> None:
    """§7.1, ruling 13."""
    match = table(cubes=LAST_CUBE.replace(" d5:r", ""), tops={"a1": "bakery"})
    assert not now(match, "ending")
    settle(play(match, "attack Pier Street"))
    assert now(match, "ending")
    for _ in range(3):
        assert not match.over
        end(match)
    assert match.over


def test_a_last_cube_on_the_last_seat_ends_the_game_at_once() -> None:
    """§7.1, ruling 13."""
    cubes = LAST_CUBE.replace(" d5:r", "").replace("r", "g")
    match = table(cubes=cubes, tops={"a1": "bakery"}, turn="green", at="f1 c1 a1")
    settle(play(match, "attack Pier Street"))
    assert end(match).over


def test_after_120_rounds_it_is_over() -> None:
    """§7.1, ruling 13."""
    match = table(rounds=119)
    for _ in range(3):
        assert not match.over
        end(match)
    assert match.over
    assert not table(rounds=118, turn="green", actions=2).over


def test_after_119_rounds_it_goes_on() -> None:
    """§7.1, ruling 13."""
    match = table(rounds=118, turn="green", actions=2)
    assert not end(match).over


def test_with_the_last_cube_no_second_level_is_taken() -> None:
    """§2.2, §7.1, ruling 2."""
    match = table(cubes=LAST_CUBE.replace(" d5:r", ""), tops={"a1": "bakery"}, red="BCCF")
    play(match, "attack Pier Street", "Bookshop is on top")
    assert of(match, "laid") == 16
    assert lots_to_attack(match) == set()


def test_a_round_ends_with_the_player_before_the_start_player() -> None:
    """§7.1, ruling 13: also the 120th."""
    match = table(rounds=119, first="green", turn="blue", actions=2)
    assert end(match).over
    match = table(rounds=119, first="green", turn="green", actions=2)
    assert not end(match).over


# --- Scoring -----------------------------------------------------------------------------------------


def finished(players: int = 3, **said: Any) -> Match:
    """The last turn of the last round ends."""
    match = table(players, rounds=119, turn=SEATS[players - 1], actions=2, **said)
    return end(match)


def besides_cards(match: Match) -> list[int]:
    """What lots and tokens bring."""
    worth = [sum(CARDS[card]["points"] for card in of(match, "taken", seat)) for seat in SEATS[: match.game.seats]]
    return [points - worth for points, worth in zip(match.points, worth, strict=True)]


def test_building_cards_count_used_or_not() -> None:
    """§7.2, ruling 15."""
    match = finished(
        cubes="a1:r b1:r", taken={"red": "cathedral museum"}, used={"red": [False, True]}, tokens="8 3 4 5 6 7"
    )
    assert match.points == [8 + 5 + 8, 0, 0]


def test_all_fronts_are_known_at_the_end() -> None:
    """§7.2, §8.1."""
    match = finished(cubes="a1:r b1:r", taken={"red": "cathedral museum"})
    assert all(seen(match, viewer, "taken")["red"] == ["cathedral", "museum"] for viewer in (0, 1, 2, NOBODY))


def test_everybody_sees_the_same_points_and_places_at_the_end() -> None:
    """§7.2, §8.2: the cards are turned face up."""
    match = finished(cubes="a1:r b1:bb", taken={"red": "cathedral", "blue": "bakery laundry"}, tokens="3 4 5 6 7 8")
    for viewer in (0, 1, 2, NOBODY):
        assert list(match.view(viewer).points) == match.points == [8, 2 + 3, 0]
        assert list(match.view(viewer).places or ()) == [1, 2, 3]


def test_a_neighbourhoods_token_goes_to_the_most_cubes_in_it() -> None:
    """§7.3, ruling 15: lots destroyed in part count too."""
    match = finished(cubes="a1:r b1:rb a2:g", tokens="8 3 4 5 6 7")
    assert besides_cards(match) == [8, 0, 0]


def test_a_three_way_tie_for_8_points_gives_2_each() -> None:
    """§7.3, ruling 15."""
    match = finished(cubes="a1:r b1:b a2:g", tokens="8 3 4 5 6 7")
    assert besides_cards(match) == [2, 2, 2]


def test_a_tie_of_two_for_7_points_gives_3_each() -> None:
    """§7.3, ruling 15."""
    match = finished(4, cubes="a1:r b1:by a2:by", tokens="7 3 4 5 6 8")
    assert besides_cards(match) == [0, 3, 0, 3]


def test_a_token_where_nobody_has_a_cube_is_unclaimed() -> None:
    """§7.3, ruling 15."""
    assert finished().points == [0, 0, 0]


def test_city_hall_counts_for_its_neighbourhood() -> None:
    """§7.3, ruling 15."""
    match = finished(cubes="c4:bbb d3:rr", tokens="3 4 5 8 6 7")
    assert besides_cards(match) == [0, 8, 0]


def test_the_points_of_an_empty_lot_go_to_the_most_cubes() -> None:
    """§7.4, ruling 15."""
    match = finished(cubes="b1:rrb a1:bb", tokens="8 3 4 5 6 7")
    assert besides_cards(match) == [4, 8 + 2, 0]


def test_a_tie_for_an_empty_lot_is_split_rounded_down() -> None:
    """§7.4, ruling 15."""
    match = finished(cubes="b1:rbg", tokens="8 3 4 5 6 7")
    assert besides_cards(match) == [1 + 2, 1 + 2, 1 + 2]


def test_a_lot_that_is_not_empty_gives_nothing() -> None:
    """§7.4, ruling 15."""
    match = finished(cubes="b1:rr a1:bb", tokens="8 3 4 5 6 7")
    assert besides_cards(match) == [4, 4 + 2, 0]


def test_the_most_points_win() -> None:
    """§7.5, ruling 16."""
    match = finished(cubes="b1:rr c1:b", taken={"red": "museum academy", "blue": "hot_dog_stand"})
    assert match.places is not None
    assert list(match.places) == [1, 2, 3]
    assert "Gorath wins" in (match.reason or "")


def test_of_equal_points_the_fewest_cubes_left_win() -> None:
    """§7.5, ruling 16."""
    match = finished(
        cubes="a1:r b3:bb", taken={"red": "fire_station", "blue": "police_box barber_shop"}, tokens="4 5 3 6 7 8"
    )
    assert match.points == [8, 8, 0]
    assert list(match.places or ()) == [2, 1, 3]


def test_a_tie_in_cubes_too_is_a_shared_win() -> None:
    """§7.5, ruling 16."""
    match = finished(cubes="a1:r b2:b", taken={"red": "fire_station", "blue": "hospital"}, tokens="4 5 3 6 7 8")
    assert match.points == [8, 8, 0]
    assert list(match.places or ()) == [1, 1, 3]
    assert "share" in (match.reason or "")


def counted_by_hand(position: dict[str, Any], players: int) -> list[int]:
    """Cards, tokens and lots, straight from ruling 15."""
    seats = SEATS[:players]
    points = {seat: sum(CARDS[card]["points"] for card in position["taken"][seat]) for seat in seats}

    def share(worth: int, cubes: Counter[str]) -> None:
        most = max(cubes[seat] for seat in seats)
        best = [seat for seat in seats if most and cubes[seat] == most]
        for seat in best:
            points[seat] += worth // len(best)

    for zone in ZONES:
        cubes = sum((Counter(position["cubes"][lot]) for lot in lots_of(zone)), Counter())
        share(position["token"].get(zone) or 0, cubes)
    for name, lot in LOTS.items():
        cubes = Counter(position["cubes"][name])
        if cubes.total() == lot["levels"]:
            share(lot["points"], cubes)
    return [points[seat] for seat in seats]


def played_at_random(players: int, seed: int, **switches: str) -> Match:
    """A whole game, greedy for buildings so that it ends."""
    match, rng = opened(players, None, **switches).match(seed=seed), random.Random(seed)
    while not match.over:
        choose_eagerly(match, rng)
    return match


def choose_eagerly(match: Match, rng: random.Random) -> str:
    """One choice, of a building where there is one; its words."""
    actions = match.legal(turn(match))
    best = [action for action in actions if action.words.removeprefix("attack ") in NAMES_OF_LOTS]
    action = rng.choice(best or actions)
    match.play(turn(match), action.number)
    return action.words


NAMES_OF_LOTS = {lot["name"] for lot in LOTS.values()}


@any_number
def test_whole_games_are_counted_as_by_hand(players: int) -> None:
    """§7.2 to §7.5, rulings 15 and 16."""
    for seed in range(3):
        match = played_at_random(players, seed)
        assert match.points == counted_by_hand(match.position(), players)
        left = [16 - of(match, "laid", seat) for seat in SEATS[:players]]
        order = [(-points, cubes) for points, cubes in zip(match.points, left, strict=True)]
        assert list(match.places or ()) == [1 + sum(other < mine for other in order) for mine in order]


# --- Whole games against a second reading ------------------------------------------------------------


def sights(position: dict[str, Any]) -> list[set[str]]:
    """What each tank sees: two intersections straight ahead."""
    found = []
    for number, at in position["tank_at"].items():
        ahead, way = [at], position["tank_faces"][number]
        for _ in range(2 if at else 0):
            ahead.append(BOARD["intersections"][ahead[-1]][way] if ahead[-1] else "")
        found.append({there for there in ahead[1:] if there})
    return found


def struck_by(before: dict[str, Any], after: dict[str, Any], words: str) -> Counter[str]:
    """How often everybody is hit by what somebody chose, from rulings 8, 9 and 12."""
    hits: Counter[str] = Counter()
    what, _, there = words.rpartition(" ")
    for seat, at in after["at"].items():
        if at and at != before["at"][seat]:
            hits[seat] += sum(at in sight for sight in sights(before))
        elif at:
            pairs = zip(sights(before), sights(after), strict=True)
            hits[seat] += sum(at in new and at not in old for old, new in pairs)
        if at and what == "strike":
            one = BOARD["intersections"][there.lower()]
            hits[seat] += at in {there.lower(), one["north"], one["east"], one["south"], one["west"]}
    return hits


def drop_all(match: Match, rng: random.Random) -> Counter[str]:
    """Chance is played out; how often everybody dropped a card."""
    order = []
    while match.acting == {CHANCE}:
        outcome = rng.choice(match.chance())
        order += [outcome.words.split()[0].lower()] if " drops " in outcome.words else []
        match.play(CHANCE, outcome.number)
    return Counter(SEAT_OF[name] for name in order)


SEAT_OF = {name.lower(): seat for seat, name in NAMES.items()}


@pytest.mark.slow
@any_number
def test_in_whole_games_everybody_is_hit_as_often_as_the_rules_say(players: int) -> None:
    """§4.3, §6.3, §6.4, §6.7, rulings 8, 9 and 12."""
    rng, total = random.Random(players), 0
    for _ in range(3):
        match = opened(players).match(by_hand=True)
        drop_all(match, rng)
        while not match.over:
            before, words = match.position(), choose_eagerly(match, rng)
            paid = match.position()
            dropped = drop_all(match, rng)
            hits = struck_by(before, match.position(), words)
            if words.startswith("maul "):
                hits[SEAT_OF[words.split()[1].lower()]] += 1
            possible = {seat: sum(cards.values()) for seat, cards in paid["hand"].items()}
            assert dropped == Counter({seat: min(many, possible[seat]) for seat, many in hits.items()}), words
            total += dropped.total()
    assert total > 10


@any_number
def test_in_whole_games_nothing_is_lost_and_nothing_stands_twice(players: int) -> None:
    """§1.4, §2.2, §2.3, §4.1, §8.3."""
    match, rng = started(players, seed=20 + players), random.Random(players)
    while not match.over:
        choose_eagerly(match, rng)
        position = match.position()
        for kind in KINDS.values():
            held_by_all = sum(
                position[field][seat].get(kind, 0) for field in ("hand", "deck", "discard") for seat in SEATS
            )
            assert held_by_all + position["supply"].get(kind, 0) == 30
        standing = [at for at in (*position["at"].values(), *position["tank_at"].values()) if at]
        assert len(standing) == len(set(standing))
        for seat in SEATS[:players]:
            assert sum(count[seat] for count in position["cubes"].values()) == len(position["taken"][seat]) <= 16
            assert Counter(position["known"][seat]) <= Counter(position["hand"][seat])
        fallen = [lot for lot in LOTS if sum(position["cubes"][lot].values()) == LOTS[lot]["levels"]]
        assert position["destroyed"] == len(fallen)


@any_number
def test_in_whole_games_a_turn_has_two_actions_and_at_most_one_card(players: int) -> None:
    """§2.1, §2.5, §5.1, §7.1: and all have had as many turns in the end."""
    match, rng = started(players, seed=30 + players), random.Random(players)
    turns: Counter[str] = Counter()
    seat, used, done = now(match, "turn"), 0, list[str]()
    while not match.over:
        before = sum(map(sum, now(match, "used").values()))
        words = choose_eagerly(match, rng)
        used += sum(map(sum, now(match, "used").values())) - before
        if now(match, "actions") > len(done):
            done.append("building" if words.removeprefix("attack ") in NAMES_OF_LOTS else words.split()[0])
        if now(match, "turn") != seat:
            assert used <= 1
            assert done not in (["confirm", "building"], ["rest", "building"])
            turns[seat] += 1
            seat, used, done = now(match, "turn"), 0, []
    assert len(set(turns.values())) == 1
    assert len(turns) == players


# --- What is known -----------------------------------------------------------------------------------


def sight(match: Match, viewer: int) -> tuple[dict[str, Any], str, list[str]]:
    """All that reaches a viewer: what it knows, what lies there, what is told."""
    view = match.view(viewer)
    return view.position(), str(view.scene()), match.log(viewer)


def alike(match: Match, twin: Match, *viewers: int) -> bool:
    return all(sight(match, viewer) == sight(twin, viewer) for viewer in viewers)


def test_hands_and_decks_are_hidden_and_their_sizes_are_not() -> None:
    """§8.2, ruling 18."""
    match = table(red="BBC")
    for viewer in (1, 2, NOBODY):
        assert not any(seen(match, viewer, "hand")["red"].values())
        assert not any(seen(match, viewer, "deck")["red"].values())
        assert seen(match, viewer, "cards")["red"] == 3
        assert Counter(seen(match, viewer, "own")["red"]) == Counter(bite=3, claw=3, fireball=3)


def test_other_hands_of_the_same_cards_look_the_same() -> None:
    """§8.2, ruling 18: only hand and deck together are known."""
    match, twin = table(red="BBC"), table(red="FFF")
    assert alike(match, twin, 1, 2, NOBODY)
    assert not alike(match, twin, 0)


def test_discards_and_the_supply_are_open() -> None:
    """§8.2, ruling 18."""
    match = rest(table(red="BBC"), "BC")
    for viewer in (1, 2, NOBODY):
        assert letters(seen(match, viewer, "discard")["red"]) == "BC"
        assert seen(match, viewer, "supply") == {"bite": 21, "claw": 21, "fireball": 21}
        assert Counter(seen(match, viewer, "own")["red"]) == Counter(of(match, "hand")) + Counter(of(match, "deck"))


def test_what_is_drawn_is_seen_by_who_draws_it() -> None:
    """§8.2, ruling 18."""
    match = play(table(red="BBC", switches={"rest": "one"}), "rest", "confirm nothing")
    twin = match.copy()
    play(match, "draws Claw")
    play(twin, "draws Fireball")
    assert alike(match, twin, 1, 2, NOBODY)
    assert hand(match) == "BBCC"
    assert letters(seen(match, 0, "hand")["red"]) == "BBCC"


def test_ones_own_deck_is_known_as_a_multiset() -> None:
    """§8.2: own hand and own deck together."""
    match = table(red="BBC")
    assert Counter(seen(match, 0, "deck")["red"]) == Counter(bite=1, claw=2, fireball=3)


def test_what_a_stack_hides_is_known_to_nobody() -> None:
    """§8.1, ruling 18."""
    match = started(4)
    for viewer in (0, 1, 2, 3, NOBODY):
        assert not any(seen(match, viewer, "unseen").values())


def test_a_taken_card_shows_its_back_to_all() -> None:
    """§8.2, ruling 18: two fronts of one back look the same."""
    match, twin = having("bakery"), having("laundry")
    assert alike(match, twin, 1, 2, NOBODY)
    assert seen(match, NOBODY, "taken_back")["red"] == ["claw"]


def test_attacks_on_two_fronts_of_one_back_look_the_same() -> None:
    """§8.1, ruling 18."""
    match, twin = table(tops={"a1": "bakery"}), table(tops={"a1": "barber_shop"})
    for one in (match, twin):
        play(one, "attack Pier Street", "Flower stall is on top")
    assert alike(match, twin, 1, 2, NOBODY)
    assert not alike(match, twin, 0)


def test_two_fronts_on_top_of_a_lot_look_the_same_to_all() -> None:
    """§1.3, §8.1."""
    assert alike(table(tops={"a1": "bakery"}), table(tops={"a1": "laundry"}), 0, 1, 2, NOBODY)


def test_a_used_card_does_not_show_the_other_cards() -> None:
    """§8.1, ruling 18."""
    match = settle(use(having("museum", "bakery"), "museum"))
    assert seen(match, 1, "taken")["red"] == ["museum", "unknown"]


def test_a_front_looked_at_stays_known_after_another_took_it() -> None:
    """§8.1, ruling 18."""
    match = use(having("cinema", tops={"c1": "bakery"}, blue="CC"), "cinema")
    end(play(match, "look at Sailors' Rest"))
    settle(play(match, "attack Sailors' Rest"))
    assert of(match, "taken", "blue") == ["bakery"]
    assert seen(match, 0, "taken")["blue"] == seen(match, 1, "taken")["blue"] == ["bakery"]
    assert seen(match, 2, "taken")["blue"] == seen(match, NOBODY, "taken")["blue"] == ["unknown"]


def test_the_card_below_a_front_looked_at_is_unknown() -> None:
    """§8.1, ruling 18."""
    match = use(having("cinema", tops={"c1": "bakery"}, blue="CC"), "cinema")
    end(play(match, "look at Sailors' Rest"))
    settle(play(match, "attack Sailors' Rest"))
    assert seen(match, 0, "top")["lot_c1"] == "unknown"


def test_all_see_where_one_looks_but_not_what_is_there() -> None:
    """§8.1, ruling 18."""
    match = use(having("cinema", tops={"c1": "bakery"}), "cinema")
    twin = use(having("cinema", tops={"c1": "laundry"}), "cinema")
    for one in (match, twin):
        play(one, "look at Sailors' Rest")
    assert alike(match, twin, 1, 2, NOBODY)
    assert "Sailors' Rest" in " ".join(match.log(1))


def test_a_card_that_one_took_openly_is_known_to_be_in_the_hand() -> None:
    """§5.2, §8.3, ruling 18."""
    match = play(use(having("paper_mill", red="B"), "paper_mill"), "take Claw")
    for viewer in (1, 2, NOBODY):
        assert seen(match, viewer, "known")["red"] == {"claw": 1}
        assert Counter(seen(match, viewer, "own")["red"])["claw"] == 4


def test_swapped_cards_are_known_to_be_in_the_hand() -> None:
    """§5.2, §8.3, ruling 18."""
    match = use(having("water_tower", red="BBC"), "water_tower")
    confirm(play(match, "give Bite", "give Claw", "get Fireball", "get Claw"))
    assert seen(match, 1, "known")["red"] == {"claw": 1, "fireball": 1}


def test_a_card_known_to_be_in_a_hand_is_known_until_such_a_card_leaves() -> None:
    """§8.3, ruling 18."""
    match = play(use(having("paper_mill", red="CC"), "paper_mill"), "take Claw")
    rest(match, "C")
    assert not any(seen(match, 1, "known")["red"].values())
    match = play(use(having("paper_mill", red="BC"), "paper_mill"), "take Claw")
    rest(match, "B")
    assert seen(match, 1, "known")["red"] == {"claw": 1}


def test_a_given_card_that_was_known_is_known_no_more() -> None:
    """§8.3: swapping away what was taken openly."""
    match = table(taken={"red": "water_tower"}, red="BCC", known={"red": {"claw": 2}})
    confirm(play(use(match, "water_tower"), "give Claw", "give Bite", "get Bite", "get Bite"))
    assert seen(match, 1, "known")["red"] == {"claw": 1, "bite": 2}


def test_points_count_unknown_fronts_as_nothing() -> None:
    """§8.2, ruling 18: and tokens and lots as if it ended now."""
    match = table(cubes="a1:r", taken={"red": "cathedral"}, tokens="7 3 4 5 6 8")
    assert list(match.view(0).points) == [7 + 8, 0, 0]
    assert list(match.view(1).points) == list(match.view(NOBODY).points) == [7, 0, 0]


def test_a_used_card_is_known_to_all_and_counts_for_all() -> None:
    """§8.1, §8.2."""
    match = table(cubes="a1:r", taken={"red": "museum"}, tokens="7 3 4 5 6 8")
    settle(use(match, "museum"))
    assert list(match.view(NOBODY).points) == [7 + 5, 0, 0]


def test_a_choice_under_way_is_nobody_elses_business() -> None:
    """§8.1, §8.2: what is offered is shown when it is confirmed."""
    match, twin = table(at="b1 c1 f1"), table(at="b1 c1 f1")
    play(match, "attack Umiko", "attack with Claw")
    play(twin, "attack Umiko", "attack with Bite")
    assert alike(match, twin, 1, 2, NOBODY)


# --- Worlds that fit -----------------------------------------------------------------------------------


def worlds(match: Match, seat: int, many: int) -> Iterator[Any]:
    """What could be the case, for all that a seat knows."""
    game, rng = match.game, generator(many)
    for _ in range(many):
        world = seen_from(game, match.state, seat)
        game.rules.determinize(game.open_box, world, seat, rng)
        yield world.record()


def fits(world: dict[str, Any], truth: dict[str, Any], players: int) -> None:
    """Every card exists once, every hand has its size and what is known of it, every back its front."""
    fronts = [card for seat in SEATS[:players] for card in world["taken"][seat]]
    fronts += [card for lot, card in world["top"].items() if truth["standing"].get(lot)]
    assert len(fronts) == len(set(fronts))
    assert set(fronts) <= set(CARDS)
    for lot, card in truth["top"].items():
        assert not truth["standing"].get(lot) or cost(world["top"][lot]) == cost(card)
    for seat in SEATS[:players]:
        assert [cost(card) for card in world["taken"][seat]] == [cost(card) for card in truth["taken"][seat]]
        had = Counter(world["hand"][seat])
        assert had.total() == sum(truth["hand"][seat].values())
        assert had + Counter(world["deck"][seat]) == Counter(truth["own"][seat])
        assert Counter(truth["known"][seat]) <= had


@any_number
def test_worlds_fit_what_a_seat_knows(players: int) -> None:
    """§8.1 to §8.3, ruling 18."""
    match, rng = started(players, seed=players), random.Random(players)
    for number in range(240):
        if match.over:
            break
        choose_eagerly(match, rng)
        if number % 24 == 0:
            for seat in range(players):
                for world in worlds(match, seat, 2):
                    fits(match.game.position(world), match.position(), players)
                    seen_there = match.game.position(seen_from(match.game, world, seat).record())
                    assert seen_there == match.view(seat).position()


@any_number
def test_a_seat_has_the_same_choices_in_every_world_that_fits(players: int) -> None:
    """§8.1 to §8.3, ruling 18: what it may do tells it nothing."""
    match, rng = started(players, seed=10 + players), random.Random(players)
    for number in range(200):
        if match.over:
            break
        choose_eagerly(match, rng)
        if number % 20 == 0 and not match.over:
            for world in worlds(match, turn(match), 2):
                there = match.game.match_from(match.game.position(world), by_hand=True)
                assert offered(there) == offered(match)


def test_worlds_differ_in_what_is_hidden() -> None:
    """§8.1, §8.2."""
    match = table(red="BBC", taken={"red": "bakery"})
    found = [match.game.position(world) for world in worlds(match, 1, 30)]
    assert len({letters(world["hand"]["red"]) for world in found}) > 3
    assert {world["taken"]["red"][0] for world in found} > {"bakery"}
    assert {letters(world["hand"]["blue"]) for world in found} == {"BBCCF"}


def test_worlds_keep_what_was_looked_at_and_taken_openly() -> None:
    """§8.1, §8.3."""
    match = use(having("paper_mill", red="B", tops={"c1": "bakery"}, taken={"blue": "cinema"}), "paper_mill")
    end(play(match, "take Claw"))
    play(use(match, "cinema"), "look at Sailors' Rest")
    for world in worlds(match, 1, 20):
        assert match.game.position(world)["hand"]["red"].get("claw", 0) >= 1
        assert match.game.position(world)["top"]["lot_c1"] == "bakery"


# --- Two players, and switches -------------------------------------------------------------------------

USED_BY_TWO = {name for name, lot in LOTS.items() if lot["two_plus"]}
OPEN_TO_TWO = {corner for name in USED_BY_TWO for corner in LOTS[name]["corners"]}


def test_two_use_the_lots_with_the_mark_and_no_others() -> None:
    """§9.2."""
    match = started(2)
    standing = now(match, "standing")
    assert {lot for lot, levels in standing.items() if levels} == USED_BY_TWO
    assert all(standing[lot] == LOTS[lot]["levels"] for lot in USED_BY_TWO)
    assert {lot for lot, card in now(match, "top").items() if card} == USED_BY_TWO


def test_two_have_five_tokens_and_none_for_the_red_neighbourhood() -> None:
    """§9.2."""
    found = set()
    for seed in range(12):
        token = {zone: worth for zone, worth in now(opened(2).match(seed=seed), "token").items() if worth}
        assert set(token) == set(ZONES) - {"rails"}
        assert len(set(token.values())) == 5
        found |= {3, 4, 5, 6, 7, 8} - set(token.values())
    assert len(found) > 1


def test_two_start_only_where_a_lot_is_in_use() -> None:
    """§9.2."""
    assert offered(opened(2).match(seed=1)) == {f"start at {column}1" for column in "ABCDE"}


def test_closed_intersections_are_closed_to_kaiju() -> None:
    """§9.2."""
    assert moves(table(2, at="e1 a1")) == {"D1", "E2"}
    assert moves(table(2, at="b5 a1")) == {"A5", "C5", "B4"}


def test_nobody_gives_way_to_a_closed_intersection() -> None:
    """§9.2."""
    match = challenge(table(2, at="d1 e1"), "Umiko", "C")
    assert offered(match) - {"stand"} == {"give way to E2"}


def test_closed_intersections_are_closed_to_tanks() -> None:
    """§9.2."""
    match = use(having("barber_shop", players=2, at="a1 a2", tanks=["e5 north"]), "barber_shop")
    play(match, *(["choose tank 1"] if "choose tank 1" in offered(match) else []))
    assert offered(match) == {"roll to E5", "roll to D5", "roll to E4"}


def test_closed_intersections_are_closed_to_missiles() -> None:
    """§9.2."""
    match = use(having("tobacconist", players=2), "tobacconist")
    assert {words.removeprefix("strike ") for words in offered(match)} == {corner.upper() for corner in OPEN_TO_TWO}


@pytest.mark.parametrize(("fallen", "space"), [("c1:bb", "c3"), ("c1:bb a4:bb b2:rr", "d4")])
def test_for_two_a_tank_comes_at_the_second_and_the_fourth_building(fallen: str, space: str) -> None:
    """§6.1, §9.2, ruling 3."""
    tanks = ["e1 north"] if "a4" in fallen else []
    match = table(2, cubes=f"a1:b {fallen}", tops={"a1": "bakery"}, tanks=tanks, at="a1 a2")
    settle(play(match, "attack Pier Street"))
    settle(play(rest(match), "end the turn", "turn it north"))
    assert of(match, "tank_at", str(len(tanks) + 1)) == space


def test_for_two_the_third_tank_comes_at_the_sixth_building() -> None:
    """§6.1, §9.2, ruling 3."""
    cubes = "a1:b c1:bb a4:bb b2:rr b1:rrr d1:rrr"
    match = table(2, cubes=cubes, tops={"a1": "bakery"}, tanks=["e1 north", "e2 north"], at="a1 a2")
    settle(play(match, "attack Pier Street"))
    settle(play(rest(match), "end the turn", "turn it north"))
    assert of(match, "tank_at", "3") == "b5"


def test_two_end_when_both_have_had_as_many_turns() -> None:
    """§7.1, §9.2."""
    match = table(2, **ALMOST, at="c4 a1", red="CC")
    settle(play(match, "attack City Hall"))
    end(match)
    assert not match.over
    end(match)
    assert match.over


def test_city_hall_is_open_unless_it_is_guarded() -> None:
    """§9.3, ruling 13."""
    said: dict[str, Any] = {"at": "c4 a1 f1", "tops": {"c4": "bakery"}}
    assert "City Hall" in lots_to_attack(table(**said, switches={"city_hall": "open"}))
    assert "City Hall" not in lots_to_attack(table(**said, switches={"city_hall": "guarded"}))


def test_guarded_city_hall_is_attacked_once_the_first_coloured_square_is_reached() -> None:
    """§9.3, ruling 13."""
    said: dict[str, Any] = {"at": "c4 a1 f1", "switches": {"city_hall": "guarded"}, "tops": {"c4": "bakery"}}
    assert "City Hall" not in lots_to_attack(table(**said, cubes="a1:bg e1:bg"))
    assert "City Hall" in lots_to_attack(table(**said, tanks=["f6 north"]))


def test_guarded_city_hall_opens_with_the_third_building_itself() -> None:
    """§9.3, ruling 13: in the same turn."""
    tops = {"c4": "bakery", "d4": "laundry"}
    match = table(at="d4 a1 f1", cubes="d4:bg e1:bg e2:bg", tops=tops, switches={"city_hall": "guarded"}, red="CCC")
    settle(play(match, "attack Embassy Crescent"))
    assert "City Hall" in lots_to_attack(match)


def test_three_use_the_city_as_four_do() -> None:
    """§8.4, ruling 17."""
    assert now(started(3), "standing") == now(started(4), "standing")
    assert len(offered(opened(3).match(seed=1))) == 6


def test_for_two_guarded_city_hall_opens_with_the_second_building() -> None:
    """§6.1, §9.2, §9.3."""
    said: dict[str, Any] = {"at": "c4 a1", "switches": {"city_hall": "guarded"}, "tops": {"c4": "bakery"}}
    assert "City Hall" not in lots_to_attack(table(2, **said, cubes="a1:bb"))
    assert "City Hall" in lots_to_attack(table(2, **said, cubes="a1:bb c1:bb", tanks=["e1 north"]))


# --- Broken boards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("box", "sentence"),
    [
        ({"lots": {"lot_a1": {"levels": 3}}}, "75"),
        ({"lots": {"lot_a1": {"levels": 0}}}, "level"),
        ({"lots": {"lot_a1": {"levels": 6}, "lot_b1": {"levels": 0}}}, "level"),
        ({"lots": {"lot_a1": {"neighbourhood": "nowhere"}}}, "neighbourhood"),
        ({"neighbourhoods": {"docks": {"tank": "z9"}}}, "z9|tank"),
        ({"lots": {name: {"neighbourhood": "works"} for name in lots_of("rails")}}, "[Rr]ails|neighbourhood"),
        ({"lots": {"lot_c4": {"city_hall": False}}}, "[Hh]all"),
        ({"lots": {"lot_a1": {"city_hall": True}}}, "[Hh]all"),
        ({"lots": {"lot_a1": {"corners": ["a1", "b1", "b2", "z9"]}}}, "z9|corner"),
        ({"buildings": {"bakery": {"claw": 5}}}, "[Bb]akery|four|4|cost"),
        ({"buildings": {"bakery": {"claw": 0}}}, "[Bb]akery|cost"),
        ({"buildings": {"bakery": {"ability": "fly"}}}, "fly|ability"),
    ],
)
def test_a_broken_board_is_refused_with_a_sentence(box: dict[str, Any], sentence: str) -> None:
    """§1.2, §1.3, §1.5."""
    with pytest.raises(WrongBox, match=sentence) as caught:
        rumpus.game("kaiju", box=box)
    assert str(caught.value).endswith(".")


def test_a_tank_space_that_two_players_cannot_use_is_refused() -> None:
    """§9.2, the rulings' board: all tank spaces of the two-player game lie inside."""
    with pytest.raises(WrongBox, match="tank"):
        rumpus.game("kaiju", box={"neighbourhoods": {"works": {"tank": "b6"}}}, seats=2)


def test_a_lot_that_nobody_can_reach_is_refused() -> None:
    """§1.2: its corners are cut off."""
    cut: dict[str, dict[str, str]] = defaultdict(dict)
    inside = {"a6", "b6", "a5", "b5"}
    back = {"north": "south", "south": "north", "east": "west", "west": "east"}
    for name in inside:
        for way, other_way in back.items():
            other = BOARD["intersections"][name][way]
            if other and other not in inside:
                cut[name][way] = ""
                cut[other][other_way] = ""
    with pytest.raises(WrongBox, match="reach"):
        rumpus.game("kaiju", box={"intersections": dict(cut)})
