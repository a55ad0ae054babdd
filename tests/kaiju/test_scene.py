"""What lies on the table, what is asked, and what is told: Kaiju Rising as people see it."""

from rumpus import Match
from rumpus.core.rules import NOBODY
from rumpus.core.taking_back import what_can_be_taken_back
from rumpus.table.scene import Area, Piece, Scene, Space
from rumpus.table.text import as_text
from tests.kaiju.at_the_table import opened, play, settle, table


def scene(match: Match, seat: int = 0) -> Scene:
    return match.view(seat).scene()


def area(scene: Scene, name: str) -> Area:
    return next(one for one in scene.areas if one.id == name)


def piece(scene: Scene, name: str) -> Piece:
    return next(one for one in scene.pieces() if one.id == name)


def space(scene: Scene, name: str) -> Space:
    return next(one for one in area(scene, "city").spaces if one.id == name)


def told(match: Match, seat: int = NOBODY) -> str:
    return " ".join(match.tell(len(match.moves) - 1, seat))


# The city ---------------------------------------------------------------------------------------------------------


def test_a_lot_shows_its_levels_its_cost_and_its_points() -> None:
    """§1.2, §1.3"""
    lot = space(scene(table(tops={"a1": "hotel"})), "lot-0")
    assert (lot.levels, lot.value, lot.worth) == (2, "BBC", "2")
    assert lot.label == "Pier Street, Docks, two levels, costs two Bites and one Claw"
    assert lot.text.endswith("When it is empty, two points for the most cubes.")


def test_a_tower_shrinks_and_leaves_rubble() -> None:
    """§2.2, §2.3"""
    match = table(cubes="a1:b", tops={"a1": "bakery"}, red="C")
    assert space(scene(match), "lot-0").levels == 1
    play(match, "attack Pier Street")
    lot = space(scene(match), "lot-0")
    assert (lot.levels, lot.value, lot.label) == (0, "", "Pier Street, Docks, rubble")
    assert scene(match).announce == "Pier Street is rubble"
    assert scene(match).sound == "boom"
    assert {one.mark for one in area(scene(match), "city").pieces if one.space == "heap-0"} == {"R1", "B1"}


def test_the_city_has_a_sea_grounds_streets_and_a_gold_border() -> None:
    """§1.2: drawn from board.toml."""
    city = area(scene(table()), "city")
    shapes = [one.shape for one in city.spaces]
    assert (shapes.count("water"), shapes.count("ground"), shapes.count("round")) == (1, 25, 36)
    assert [road.style for road in city.roads].count("street") == 60
    (gold,) = [road for road in city.roads if road.style == "gold"]
    hall = space(scene(table()), "lot-17")
    left, right = min(x for x, _ in gold.points), max(x for x, _ in gold.points)
    assert left < hall.x
    assert right > hall.x + hall.width


def test_two_players_see_their_part_of_the_city() -> None:
    """§9.2"""
    city = area(scene(table(2)), "city")
    shapes = [one.shape for one in city.spaces]
    assert (shapes.count("ground"), shapes.count("round")) == (16, 25)
    assert not any("Rails" in one.label for one in city.spaces)


def test_each_intersection_has_its_name_or_its_token() -> None:
    """§1.5"""
    seen = scene(table())
    assert (space(seen, "corner-0").mark, space(seen, "corner-0").value) == ("A1", "")
    assert (space(seen, "corner-7").mark, space(seen, "corner-7").value) == ("D", "3")
    assert space(seen, "corner-7").text == "Tank space of Docks. 3 points for the most cubes there."


def test_a_tank_points_where_it_looks_and_its_sight_is_drawn() -> None:
    """§6.3: two intersections ahead, fewer at the edge."""
    city = area(scene(table(tanks=["c3 north", "b2 west"])), "city")
    assert [one.mark for one in city.pieces if one.id.startswith("tank")] == ["▲", "◀"]
    north, west = (road for road in city.roads if road.style == "shot")
    assert [abs(a[1] - b[1]) for a, b in [north.points]] == [4.0]
    assert [abs(a[0] - b[0]) for a, b in [west.points]] == [2.0]


def test_the_track_counts_what_has_fallen() -> None:
    """§2.3, §6.1"""
    seen = scene(table(tanks=["c3 north"]))
    assert piece(seen, "destroyed").space == "step-3"
    assert space(seen, "step-3").label == "three buildings destroyed: a tank comes to Gardens"
    assert piece(scene(table(2, tanks=["c3 north"])), "destroyed").space == "step-2"


def test_a_missile_leaves_its_mark_and_is_called_out() -> None:
    """§6.7"""
    match = play(table(taken={"red": "tobacconist"}), "use Tobacconist", "strike B2")
    assert piece(scene(match), "strike").space == "corner-7"
    assert scene(match).announce == "A missile strikes B2"


# What is asked ----------------------------------------------------------------------------------------------------


def test_the_prompt_counts_actions_and_minds_a_rest() -> None:
    """§2.1, §2.5"""
    match = table()
    assert scene(match).prompt == "Two actions left: attack, move or rest."
    assert scene(match, 1).prompt == "Gorath is choosing."
    settle(play(match, "rest", "confirm nothing"))
    assert (scene(match).prompt, scene(match).cites) == ("One action left: move or rest.", "§2.5")
    play(match, "move to A2")
    assert scene(match).prompt == "End your turn."


def test_the_confirmation_says_what_it_does() -> None:
    """§3.3, §4.2"""
    match = play(table(at="a1 b1 f1"), "rest")
    assert [button.label for button in scene(match).buttons] == ["Rest, keep all"]
    play(match, "discard Bite")
    assert [button.label for button in scene(match).buttons] == ["Discard one card and rest"]
    assert piece(scene(match), "mine-0-0").chosen
    attack = play(table(at="a1 b1 f1"), "attack Umiko", "attack with Bite")
    assert [button.label for button in scene(attack).buttons] == ["Attack with one card"]
    assert piece(scene(attack), "kaiju-B").chosen


def test_a_defender_reads_what_to_discard_or_that_there_is_no_choice() -> None:
    """§4.3"""
    match = play(table(at="a1 b1 f1", blue="BC"), "attack Umiko", "attack with Bite", "confirm one Bite")
    assert scene(match, 1).prompt == "Gorath attacks: discard B, or give way."
    assert scene(match, 0).prompt == "Umiko stands or gives way."
    match = play(table(at="a1 b1 f1", blue="CF"), "attack Umiko", "attack with Bite", "confirm one Bite")
    assert scene(match, 1).prompt == "Gorath attacks: you must give way."


def test_an_ability_is_offered_by_what_it_does() -> None:
    """§5.1, §5.2"""
    match = play(table(taken={"red": "bus_shelter"}, tanks=["c3 north"]), "use Bus shelter")
    assert [button.label for button in scene(match).buttons] == ["Draw two cards", "Use the tank"]


def test_a_swap_is_asked_card_by_card_and_the_supply_lies_there() -> None:
    """§5.2"""
    match = play(table(taken={"red": "water_tower"}, red="BCCFF"), "use Water tower")
    assert scene(match).prompt == "Give two cards."
    play(match, "give Bite")
    assert scene(match).prompt == "Give one more card."
    play(match, "give Claw")
    assert scene(match).prompt == "Get two cards."
    assert [one.label for one in area(scene(match), "supply").pieces] == ["Bite", "Claw", "Fireball"]
    play(match, "get Bite")
    assert [one.chosen for one in area(scene(match), "supply").pieces] == [True, False, False]
    play(match, "get Fireball")
    assert told(match) == (
        "Gorath uses the Water tower (swap two cards for two from the supply):"
        " one Bite and one Claw for one Bite and one Fireball."
    )


# Tanks come -------------------------------------------------------------------------------------------------------


def fallen(**said: str) -> Match:
    """The third building has fallen, and Red ends the turn."""
    cubes = "a1:b c1:bg e1:bb"
    match = table(at=said.get("at", "a1 c2 f1"), cubes=cubes, tops={"a1": "bakery"}, red="C")
    return play(match, "attack Pier Street", "move to A2")


def test_a_tank_that_comes_is_told_and_called_out() -> None:
    """§6.2"""
    match = play(fallen(), "end the turn")
    assert told(match) == "Gorath ends the turn."
    assert scene(match).prompt == "A tank comes: which way does it look?"
    assert piece(scene(match), "coming").space == "corner-14"
    play(match, "turn it east")
    assert told(match) == "A tank comes: tank 1 at C3 looks east."
    assert scene(match, 1).announce == "A tank comes to C3"


def test_the_place_of_a_tank_is_the_players_own_until_it_is_turned() -> None:
    """§6.2: so it can be taken back."""
    match = play(fallen(at="a1 c3 f1"), "end the turn", "place it at D3")
    assert what_can_be_taken_back(match, 0) is not None
    assert match.view(1).position()["phase"] == "placing"
    assert not [one for one in scene(match, 1).pieces() if one.id == "coming"]


# What is known ----------------------------------------------------------------------------------------------------


def test_a_look_shows_the_front_to_the_looker_only() -> None:
    """§5.2, §8.1"""
    match = play(table(taken={"red": "cinema"}, tops={"e5": "cathedral"}), "use Cinema", "look at Turntable Park")
    assert "on top of Turntable Park is the Cathedral, eight points" in told(match, 0)
    assert told(match, 1).endswith("any lot): Turntable Park.")
    assert "You have looked at it: Cathedral, eight points" in space(scene(match), "lot-24").text
    assert "Cathedral" not in str(scene(match, 1))


def test_a_taken_card_shows_its_front_to_its_owner_and_its_cost_to_all() -> None:
    """§2.4, §8.2"""
    match = table(taken={"red": "hotel"})
    own, back = piece(scene(match, 0), "taken-R-0"), piece(scene(match, 1), "taken-R-0")
    assert (own.title, own.value) == ("Hotel", "4")
    assert own.label.endswith(", face down")
    assert (back.title, back.glyph, back.label) == ("", "BBC", "a building card that cost two Bites and one Claw")


def test_discards_hands_decks_and_the_supply_can_be_looked_up() -> None:
    """§3.2, §8.2, §8.3"""
    match = play(table(taken={"red": "paper_mill"}, red="BB", discards={"red": "C"}), "use Paper mill", "take Claw")
    seen = scene(match, 1)
    assert piece(seen, "discards-R").label == "Gorath: one Claw"
    assert piece(seen, "known-R").label == "Gorath, surely in hand: one Claw"
    assert piece(seen, "own-R").label.startswith("Gorath, hand and deck of 6: ")
    assert piece(seen, "left").label == "the supply: 21 Bites, 20 Claws and 21 Fireballs"


def test_a_new_deck_is_told() -> None:
    """§3.2"""
    match = table(red="BB", decks={"red": ""}, discards={"red": "CCCFFFB"})
    play(match, "rest", "confirm nothing")
    assert told(match) == "Gorath rests. Gorath shuffles the discards into a new deck."


def test_who_is_hit_reads_by_what() -> None:
    """§5.2, §6.4, §6.7"""
    mauled = play(play(table(taken={"red": "academy"}), "use Academy", "maul Umiko"), "drops Bite")
    assert told(mauled) == "Umiko is mauled and drops Bite."
    struck = play(play(table(taken={"red": "tobacconist"}), "use Tobacconist", "strike C1"), "drops Bite")
    assert told(struck) == "Umiko is hit by the missile and drops Bite."
    shot = play(table(at="a1 c1 f1", tanks=["b2 west"]), "move to A2", "drops Bite")
    assert told(shot) == "Gorath is shot and drops Bite."


def test_who_is_hit_and_has_no_card_is_told_of_too() -> None:
    """§6.4: nothing is dropped, and everybody reads why."""
    moved = play(table(at="a1 c1 f1", tanks=["b2 west"], red=""), "move to A2")
    assert [told(moved, viewer) for viewer in (NOBODY, 0, 1)] == [
        "Gorath moves to A2. Gorath is shot, and has no card to drop."
    ] * 3
    turned = table(at="c2 c4 f1", tanks=["c3 east"], red="B", blue="")
    play(turned, "attack tank 1", "discard Bite", "roll to B3", "turn it east")
    assert told(turned).endswith("tank 1 at B3 looks east.")
    turned = table(at="b3 c4 f1", tanks=["c3 east"], red="B", blue="")
    play(turned, "attack tank 1", "discard Bite", "roll to D3", "turn it west")
    assert told(turned).endswith("tank 1 at D3 looks west. Gorath is shot, and has no card to drop.")


def test_who_gives_way_into_sight_without_a_card_is_told_of_before_the_attacker() -> None:
    """§4.3, §6.4"""
    match = table(at="a1 b1 f1", tanks=["c2 west", "c1 west"], red="B", blue="")
    play(match, "attack Umiko", "attack with Bite", "confirm one Bite", "give way to B2")
    assert told(match) == (
        "Umiko gives way to B2, and Gorath takes B1."
        " Umiko is shot, and has no card to drop. Gorath is shot, and has no card to drop."
    )


def test_a_missile_that_takes_nothing_is_told() -> None:
    """§6.7"""
    match = table(at="a1 c1 f1", taken={"red": "tobacconist"}, red="", blue="", green="BC")
    play(match, "use Tobacconist", "strike B1")
    assert told(match) == (
        "Gorath uses the Tobacconist (missile) at B1."
        " Gorath is hit by the missile, and has no card to drop. Umiko is hit by the missile, and has no card to drop."
    )
    play(match, "rest")
    assert told(match, 0) == "Gorath is choosing."


def test_the_second_shot_at_the_last_card_is_told() -> None:
    """§6.4"""
    match = table(at="a1 c1 f1", tanks=["b2 west", "a3 south"], red="B")
    play(match, "move to A2")
    assert told(match) == "Gorath moves to A2."
    play(match, "drops Bite")
    assert told(match) == "Gorath is shot and drops Bite. Gorath is shot again, and has no card to drop."
    match = play(table(at="a1 c1 f1", tanks=["b2 west", "a3 south"], red="BB"), "move to A2", "drops Bite")
    assert told(match) == "Gorath is shot and drops Bite."
    play(match, "drops Bite")
    assert told(match) == "Gorath is shot and drops Bite."


def test_who_stays_in_sight_or_has_a_card_is_not_told_to_have_none() -> None:
    """§6.4"""
    match = play(table(at="a2 c1 f1", tanks=["b2 west"], red=""), "rest")
    play(match, "confirm nothing")
    assert "card to drop" not in told(match)
    match = play(table(at="a1 c1 f1", tanks=["b2 west"], red="BB"), "move to A2", "drops Bite")
    assert told(match) == "Gorath is shot and drops Bite."


# The end ----------------------------------------------------------------------------------------------------------


def test_the_last_round_is_called_out() -> None:
    """§7.1"""
    match = table(at="c4 c1 f1", cubes="c4:rrrr", tops={"c4": "bakery"}, red="C")
    play(match, "attack City Hall")
    assert scene(match).announce == "City Hall is rubble: the last round"
    assert "The end is near: the round is played out." in told(match)


# In a terminal ----------------------------------------------------------------------------------------------------


def test_the_city_is_drawn_in_a_terminal_with_numbers_to_choose() -> None:
    """§1.2: what may be chosen stands there with its number."""
    match = table(tops={"a1": "bakery"}, red="C", tanks=["c3 north"])
    text = as_text(scene(match))
    lot, corner = space(scene(match), "lot-0"), space(scene(match), "corner-6")
    assert f"[{lot.action}] C ▮▮" in text
    assert f"[{corner.action}] A2" in text
    assert "╏" in text
    assert "R A1" in text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_a_whole_game_is_announced_without_a_word_too_many() -> None:
    """§1.1: prompts and titles fit a phone."""
    match = opened(4).match(seed=1)
    for _ in range(60):
        settle(match)
        if match.over:
            break
        seat = min(match.acting)
        shown = scene(match, seat)
        assert len(shown.prompt) <= 60
        assert all(len(one.title) <= 19 for one in shown.pieces() if one.kind != "counter")
        match.play(seat, match.legal(seat)[len(match.moves) % len(match.legal(seat))].number)
    end_of = scene(match)
    assert end_of.seats[0].name == "Gorath"
