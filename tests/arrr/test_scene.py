"""What lies on the table, what is asked, what may be passed on: Arrr!!! as people see it."""

import pytest

import rumpus
from rumpus import Match
from rumpus.core.rules import NOBODY
from rumpus.games.arrr.rules.records import CONFIRM
from rumpus.games.arrr.scene.chart import cells, chart_size, pile_box, throw_box
from rumpus.table.scene import Area, Piece, Scene, Space
from rumpus.table.text import as_text
from tests.arrr.at_the_table import SEA_NAMES, all_pass, phase, play, sea, settle, table

RED, BLUE, GREEN = 0, 1, 2


def scene(match: Match, seat: int = RED) -> Scene:
    found: Scene = match.view(seat).scene()
    return found


def area(scene: Scene, name: str) -> Area:
    return next(one for one in scene.areas if one.id == name)


def piece(scene: Scene, name: str) -> Piece:
    return next(one for one in scene.pieces() if one.id == name)


def card(scene: Scene, name: str) -> Piece:
    """An exploration, by its name in the scenarios."""
    return piece(scene, f"sea-{SEA_NAMES.index(name)}")


def spaces(scene: Scene, start: str) -> list[Space]:
    return [one for one in area(scene, "sea").spaces if one.id.startswith(start)]


def labels(scene: Scene) -> list[str]:
    return [button.label for button in scene.buttons]


def signs(piece: Piece) -> str:
    return " ".join(f"{sign.value}{sign.mark}" for sign in piece.signs)


# The chart --------------------------------------------------------------------------------------------------------


def test_the_newest_card_lies_next_to_the_deck_and_the_row_winds_back() -> None:
    """§1.4, §2.3"""
    seen = scene(table(2, row="sea0 sea1 sea2 sea3"))
    assert [card(seen, f"sea{number}").space for number in range(4)] == ["cell-4", "cell-3", "cell-2", "cell-1"]
    deck, first, last, below = (spaces(seen, f"cell-{number}")[0] for number in (0, 1, 3, 4))
    assert deck.x < first.x < last.x
    assert deck.y == first.y == last.y
    assert (below.x, below.y > last.y) == (last.x, True)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_on_the_chart_lies_on_it_and_nothing_over_anything_else(seats: int) -> None:
    match = table(seats, red="pack0 / e0 / 3", blue="pack1 / e1 / 3", box={"e0": "gain"})
    play(match, "red blue red attack red 2p")
    for seen in (scene(table(seats)), scene(match)):
        width, height = area(seen, "sea").size
        solid = [one for one in area(seen, "sea").spaces if one.shape not in ("ground", "water")]
        for one in solid:
            assert 0 <= one.x <= width - one.width + 0.001, one.id
            assert 0 <= one.y <= height - one.height + 0.001, one.id
        for number, one in enumerate(solid):
            assert [other.id for other in solid[number + 1 :] if crosses(one, other)] == []


def crosses(one: Space, other: Space) -> bool:
    across = one.x < other.x + other.width - 0.01 and other.x < one.x + one.width - 0.01
    return across and one.y < other.y + other.height - 0.01 and other.y < one.y + one.height - 0.01


def test_the_chart_has_a_place_for_each_card_that_can_lie_there() -> None:
    assert [cells(seats) for seats in (2, 3, 4)] == [5, 6, 7]
    for seats in (2, 3, 4):
        for box in (throw_box(seats, True), pile_box(seats, True), pile_box(seats, False)):
            assert box[0] + box[2] <= chart_size(seats)[0]
            assert box[1] + box[3] <= chart_size(seats)[1]


def test_a_card_shows_its_tests_as_they_are_now_and_what_it_brings() -> None:
    """§7.1, §7.4"""
    box = {"sea0": sea("attack 2", "wits 3", fame=4, pieces=1), "sea1": sea("wits 1", influence="wits 2")}
    found = card(scene(table(2, row="sea0 sea1", box=box)), "sea0")
    assert signs(found) == "2A 5W"
    assert [(sign.mark, sign.value) for sign in found.brings] == [("F", "4"), ("P", "1")]
    assert "Attack 2. Wits 3. 4 fame, 1 Piece. Now: attack 2 and wits 5." in found.text


def test_an_influence_is_drawn_where_it_changes_the_neighbour_and_only_there() -> None:
    """§7.4: sea1 changes sea0, which has such a test, and not sea2."""
    box = {"sea0": sea("wits 2"), "sea1": sea("attack 1", influence="wits 1"), "sea2": sea("attack 1")}
    (sign,) = spaces(scene(table(3, row="sea0 sea1 sea2", box=box)), "influence")
    assert sign.value == "+1▸"
    assert "wits +1 for" in sign.label
    at = [spaces(scene(table(3, row="sea0 sea1 sea2", box=box)), f"cell-{number}")[0].x for number in (2, 3)]
    assert at[0] < sign.x < at[1]


def test_an_influence_on_pieces_counts_even_where_none_are_printed_and_never_below_none() -> None:
    """§7.4"""
    box = {"sea0": sea("attack 1"), "sea1": sea("attack 1", influence="pieces 2")}
    seen = scene(table(2, row="sea0 sea1", box=box))
    assert [sign.value for sign in card(seen, "sea0").brings if sign.mark == "P"] == ["2"]
    assert len(spaces(seen, "influence")) == 1
    box = {"sea0": sea("attack 1"), "sea1": sea("attack 1", influence="pieces -2")}
    assert spaces(scene(table(2, row="sea0 sea1", box=box)), "influence") == []


def test_the_title_counts_turns() -> None:
    """§2.3"""
    assert area(scene(rumpus.game("arrr").match(seed=1)), "sea").title == "turn 1 of 5"


# Dice and the pile ------------------------------------------------------------------------------------------------


def thrown() -> Match:
    match = table(2, red="pack0 / e0", row="sea0 sea1", box={"sea0": sea("attack 2", fame=1)})
    return play(all_pass(play(match, "red at0")), "dice AJC")


def test_dice_lie_there_successes_first_with_how_many_are_needed() -> None:
    """§6.2"""
    seen = scene(thrown())
    dice = [one for one in area(seen, "sea").pieces if one.kind == "die"]
    assert [(one.mark, one.turned) for one in dice] == [("A", False), ("J", False), ("C", True)]
    assert spaces(seen, "score")[0].value == "2/2"
    assert seen.prompt.endswith(": 2 of 2 successes. Play something, or pass.")


def test_before_the_throw_it_says_how_many_dice_there_will_be() -> None:
    """§6.1"""
    match = table(2, red="pack0 / e0", row="sea0 sea1", box={"sea0": sea("attack 2", fame=1)})
    seen = scene(play(match, "red at0 red pass"))
    assert spaces(seen, "score")[0].value == "3→2"
    assert card(seen, "sea0").chosen
    assert [sign.chosen for sign in card(seen, "sea0").signs] == [True]


def dice(seen: Scene) -> list[str]:
    return [one.mark for one in area(seen, "sea").pieces if one.kind == "die"]


def to_the_next_declaration(match: Match) -> Match:
    """All pass, and the next takes what is dealt, until an action is to be declared."""
    settle(all_pass(match))
    while phase(match) != "declaring":
        seat = min(match.acting)
        legal = [action.number for action in match.legal(seat)]
        match.play(seat, CONFIRM if CONFIRM in legal else legal[0])
        settle(match)
    return match


def test_what_is_declared_has_no_dice_of_the_throw_before() -> None:
    """§5.1, §6.1: between two deeds they are left lying."""
    match = to_the_next_declaration(thrown())
    assert dice(scene(match, BLUE)) == ["J", "A", "C"]
    play(match, "blue pillage")
    assert [dice(scene(match, seat)) for seat in (RED, BLUE)] == [[], []]


def test_dice_that_were_added_to_the_throw_before_are_not_counted_in_a_challenge() -> None:
    """§10.1"""
    box = {"sea0": sea("attack 2", fame=1), "e0": "dice 2 active"}
    match = table(2, red="pack0 / e0 / 3", blue="pack1 / / 3", row="sea0 sea1", box=box)
    play(all_pass(play(match, "red at0 red pass red e0")), "dice AAAAA")
    play(to_the_next_declaration(match), "blue red blue attack blue 2p")
    assert [one.value for one in spaces(scene(match), "score")] == ["B 2⚄", "R 3⚄"]


def challenged() -> Match:
    """Red, with two dice, has challenged Blue, who has four."""
    match = table(2, red="pack1 / e0 / 3", blue="pack0 mate0 / e1 / 3")
    return play(match, "red blue red navigation red 2p")


def test_a_challenge_shows_from_its_declaration_on_how_many_dice_each_will_throw() -> None:
    """§8.4"""
    match = challenged()
    assert [one.value for one in spaces(scene(match), "score")] == ["R 2⚄", "B 4⚄"]
    all_pass(match)
    assert [one.value for one in spaces(scene(match, BLUE), "score")] == ["R 2⚄", "B 4⚄"]


def test_a_challenge_that_is_refused_has_neither_dice_nor_successes() -> None:
    """§8.2"""
    match = play(all_pass(challenged()), "blue refuse")
    assert spaces(scene(match), "score") == []
    assert dice(scene(match)) == []


def test_the_pile_lies_from_the_lowest_to_the_uppermost_with_owner_and_target() -> None:
    """§9.5"""
    match = table(2, red="pack0 / e0 e2", blue="pack1 / e1", box={"e1": "lose 1 active"})
    play(match, "red pillage red pass blue pass red e0")
    play(match, "red pass blue e1")
    pile = [one for one in area(scene(match), "sea").pieces if one.space == "pile"]
    assert [(one.id, one.mark, one.chosen, signs(one)) for one in pile] == [
        ("event-0", "R", False, ""),
        ("event-1", "B", True, "RR"),
    ]
    assert "uppermost" in pile[1].label
    assert scene(match).prompt.startswith("Inky plays ")
    assert " at you. Play something, or pass." in scene(match).prompt


def test_a_challenge_has_two_throws_and_two_stakes() -> None:
    """§8.3, §8.4"""
    match = table(2, red="pack0 / e0 / 3", blue="pack1 / e1 / 3")
    play(match, "red blue red attack red 2p")
    assert piece(scene(match), "stake-1").value == "2"
    all_pass(match)
    play(match, "blue accept")
    all_pass(match)
    play(match, "blue 1p")
    seen = scene(match)
    assert [piece(seen, f"stake-{side}").value for side in (0, 1)] == ["1", "2"]
    assert [one.value for one in spaces(seen, "score")] == ["R 3⚄", "B 2⚄"]


# Players ----------------------------------------------------------------------------------------------------------


def test_others_show_crew_dice_and_how_many_cards_they_hold_and_no_more() -> None:
    """§12.1"""
    match = table(2, blue="pack0 mate1* / mate3 e0 e1 / 4 map0")
    seen = scene(match)
    assert [one.turned for one in area(seen, "crew-B").pieces] == [False, True, False]
    assert signs(piece(seen, "ship-B")).startswith("4A 4N 4W 4C")
    assert piece(seen, "ship-B").signs[-1].value == "1+2"
    assert not any(one.id in ("crew-3", "event-0", "event-1") for one in seen.pieces())
    assert [one.id for one in area(seen, "chest-B").pieces] == ["pieces-B", "sea-0"]


def test_one_who_watches_sees_no_hand_and_touches_nothing() -> None:
    seen = scene(table(3, red="pack0 / mate3 e0"), NOBODY)
    assert not any(one.layout == "fan" for one in seen.areas)
    assert seen.touchable() == set()


def test_half_a_choice_is_shown_as_chosen_to_its_maker_alone() -> None:
    """§3.1"""
    match = table(2, red="pack0 / mate3 e0", phase="recruiting")
    play(match, "red mate3")
    assert piece(scene(match), "crew-3").chosen
    assert labels(scene(match)) == ["Discard one card"]
    assert not any(one.chosen for one in scene(match, BLUE).pieces())


def test_what_is_recovered_is_chosen_from_the_discards() -> None:
    """§10.8"""
    match = table(2, red="pack0 / e0 e1", discard="mate5 item3", box={"e0": "recover"})
    play(match, "red pillage red pass red e0")
    seen = scene(match)
    assert {one.id for one in area(seen, "discarded").pieces} == {"crew-5", "crew-16"}
    assert all(one.action is not None for one in area(seen, "discarded").pieces)
    assert seen.cites == "§10.8"


def test_captains_are_chosen_from_the_hand() -> None:
    """§13.2"""
    match = rumpus.game("arrr", {"captains": "choose"}).match(seed=3)
    assert len(area(scene(match), "captains").pieces) == 2
    assert scene(match).prompt == "Which captain are you?"


def test_in_a_terminal_no_empty_sea_is_drawn_before_the_first_card_lies_there() -> None:
    """§13.2: the decks are named instead."""
    text = as_text(scene(rumpus.game("arrr", {"captains": "choose"}).match(seed=3)))
    assert "the exploration deck, eleven cards" in " ".join(text.split())
    assert "" not in text.splitlines()


def test_what_can_be_looked_up_is_folded() -> None:
    """§12.1"""
    match = table(2, red="pack0 / / 2 map0 sea5", discard="mate5 e3", out="pearl0 pearl1 pearl2 relic0 relic1 relic2")
    folded = {one.id: one for one in scene(match).areas if one.folded}
    assert set(folded) == {"discards", "unseen", "chests"}
    assert [one.title for one in folded["discards"].pieces] == ["crew", "events"]
    sure = folded["unseen"].pieces[0]
    assert sure.title == "surely, 5"
    assert "1 fame, 1 for collections" in folded["chests"].pieces[0].title


# What is asked ----------------------------------------------------------------------------------------------------


def test_the_prompt_says_what_may_be_declared() -> None:
    """§5.1"""
    assert scene(table(2)).prompt == "Your action: sail, challenge or pillage."
    assert scene(table(2), BLUE).prompt == "Rusty declares an action."
    assert scene(table(2, switches={"mode": "avast"})).prompt == "Your action: sail or pillage."
    assert labels(scene(table(2))) == ["Pillage"]


def test_a_challenge_is_named_step_by_step_with_buttons() -> None:
    """§5.4"""
    match = table(2, red="pack0 / / 3", blue="pack1 / / 2 map0")
    assert piece(scene(match), "ship-B").action is not None
    play(match, "red blue")
    assert labels(scene(match)) == ["Attack", "Navigation", "Wits", "Courage"]
    assert piece(scene(match), "ship-B").chosen
    play(match, "red wits")
    assert labels(scene(match))[:2] == ["One Piece", "Two Pieces"]
    assert scene(match).prompt == "What does Inky stake?"
    play(match, "red 2p")
    assert scene(match, BLUE).prompt == "Rusty challenges you on wits for two Pieces."
    assert (labels(scene(match, BLUE)), scene(match, BLUE).cites) == (["Accept", "Refuse"], "§8.1")


def test_damage_says_what_it_is_and_how_much_is_left() -> None:
    """§7.5"""
    match = table(2, red="pack0 item0 mate0", blue="pack1 / e0", box={"e0": "damage 2 active"})
    all_pass(play(match, "red pillage red pass blue pass red pass blue e0"))
    assert scene(match).prompt.endswith(": discard two equipped cards.")
    assert scene(match).sound == "boom"
    play(match, "red item0")
    assert scene(match).prompt.endswith(": discard one equipped card.")


def test_great_moments_are_called_out() -> None:
    match = table(2, red="pack0 / e0 / 3", blue="pack1 / e1 / 3")
    play(match, "red blue red attack red 2p")
    assert (scene(match).announce, scene(match).sound) == ("Rusty challenges Inky", "clash")
    match = table(2, red="pack0 / e0", row="sea0 sea1", box={"sea0": sea("attack 2 lost damage 1", fame=1)})
    play(match, "red at0 red pass red pass dice CCC")
    assert scene(match).announce == ""
    play(match, "red pass")
    assert scene(match).announce.endswith(" strikes back")


# What may be passed on --------------------------------------------------------------------------------------------


def pillaged() -> Match:
    """Red pillages; all have an event."""
    match = table(3, red="pack0 / e0", blue="pack1 / e1", green="pack2 / e2", box={"e1": "lose 1 active"})
    return play(match, "red pillage")


def test_a_window_has_a_topic_for_those_who_are_asked_and_says_whom_it_concerns() -> None:
    match = pillaged()
    assert (scene(match).topic, scene(match).concerns) == ("your declarations", True)
    assert scene(match, BLUE).topic == ""
    play(match, "red pass")
    assert (scene(match, BLUE).topic, scene(match, BLUE).concerns) == ("others' declarations", False)
    assert [button.kind for button in scene(match, BLUE).buttons] == ["pass"]


def test_the_pile_concerns_its_target_and_those_who_are_answered() -> None:
    match = pillaged()
    play(match, "red pass blue pass green pass red pass blue e1")
    assert scene(match).topic.startswith("answers to ")
    assert scene(match).concerns
    play(match, "red pass")
    assert scene(match, GREEN).topic.startswith("answers to ")
    assert not scene(match, GREEN).concerns
    play(match, "green e2")
    assert scene(match, BLUE).concerns


def test_the_challenged_are_concerned_before_they_have_answered() -> None:
    """§8.1"""
    match = table(3, red="pack0 / e0 / 3", blue="pack1 / e1 / 3", green="pack2 / e2")
    play(match, "red blue red attack red 1p red pass")
    assert scene(match, BLUE).concerns
    play(match, "blue pass")
    assert not scene(match, GREEN).concerns


def test_choices_of_ones_own_have_no_topic() -> None:
    seen = scene(table(2))
    assert (seen.topic, seen.concerns) == ("", True)
