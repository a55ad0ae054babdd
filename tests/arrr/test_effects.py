"""The law of Arrr!!!, played through the public API: what every word of an effect does, and its limits.

How tables are laid out says at_the_table.py. The docstrings cite the paragraphs of RULES.md and the rulings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from .at_the_table import (
    CREW_NAMES,
    EVENT_NAMES,
    all_pass,
    asked,
    captain,
    is_depleted,
    now,
    offered,
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

AVAST = {"mode": "avast"}


def pillaging(**said: Any) -> Match:
    """Red pillages, the flash window is over, and the window of the pillage open."""
    match = play(table(**{"switches": AVAST, **said}), "red pillage")
    while now(match, "stage") == "flash" and phase(match) == "asked":
        play(match, f"{asked(match)} pass")
    return match


def sailing(**said: Any) -> Match:
    """Red sails for the first card, the flash window is over, and the window before the throw open."""
    match = play(table(**said), "red at0")
    while now(match, "stage") == "flash" and phase(match) == "asked":
        play(match, f"{asked(match)} pass")
    return match


# --- Dice ----------------------------------------------------------------------------------------


def test_dice_are_added_before_the_throw() -> None:
    """§6.1, §10.1."""
    match = play(sailing(red="pack2 item0 / e0 / 0", box={"e0": "dice 2", "item0": "dice 1"}), "red e0 all pass")
    play(match, "dice NNN red item0")
    assert now(match, "piled") == 0
    play(match, "dice A")
    assert place(match, "sea0") == "chest of red"


def test_dice_added_after_the_throw_are_thrown_at_once() -> None:
    """§10.1."""
    match = play(sailing(red="pack2 / e0 e1 / 0", box={"e0": "dice 2"}), "red pass dice N red e0 red pass")
    assert phase(match) == "rolling"
    play(match, "dice AN")
    assert (phase(match), now(match, "stage"), question(match)) == ("asked", "after", "red: e1 pass")


def test_dice_are_taken_away_before_the_throw() -> None:
    """§6.1, §10.1."""
    match = play(sailing(red="pack0//0", blue="pack1 / e0", box={"e0": "dice -2 active"}), "blue e0 dice N")
    assert phase(match) == "exploring"


def test_dice_are_never_fewer_than_none() -> None:
    """§6.1, ruling 8: and those that are added count against those that are taken away."""
    box = {"e0": "dice -3 active"}
    match = play(sailing(red="pack1//0", blue="pack5 / e0", box=box), "blue e0")
    assert (phase(match), place(match, "sea0")) == ("exploring", "row")
    match = sailing(red="pack1 / e1 / 0", blue="pack5 / e0", box={**box, "e1": "dice 3"})
    play(match, "red e1 blue pass", "blue e0")
    assert phase(match) == "rolling"
    play(match, "dice NA")
    assert place(match, "sea0") == "chest of red"


def test_dice_are_for_this_throw_only() -> None:
    """§10.1: not for the next test."""
    box = {"e0": "dice 2", "sea0": sea("attack 1", "attack 1", fame=1)}
    match = play(sailing(red="pack2 / e0 / 0", box=box), "red e0 dice ANN dice N")
    assert phase(match) == "exploring"


def test_who_does_not_throw_gets_no_dice() -> None:
    """§10.1: "so many more in this throw"."""
    match = sailing(red="pack2//0", blue="pack1 / e0", box={"e0": "dice 2"})
    assert question(match) == "blue: pass"


def test_dice_can_be_added_to_another_throw() -> None:
    """§9.1, §10.1: if it is the target who gets them."""
    match = play(sailing(red="pack2//0", blue="pack1 / e0", box={"e0": "dice 2 active"}), "blue e0 dice NNA")
    assert place(match, "sea0") == "chest of red"


# --- Difficulty ----------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [False, True])
def test_a_test_becomes_harder(*, after: bool) -> None:
    """§6.4, §10.2: before the throw or after it."""
    match = sailing(red="pack2//0", blue="pack1 / e0", box={"e0": "difficulty 1 active"})
    play(match, "blue pass dice A blue e0" if after else "blue e0 dice A")
    assert place(match, "sea0") == "row"


@pytest.mark.parametrize("after", [False, True])
def test_a_test_becomes_easier(*, after: bool) -> None:
    """§6.4, §10.2."""
    box = {"e0": "difficulty -2 active", "sea0": sea("attack 3", fame=1)}
    match = sailing(red="pack2 / e0 / 0", box=box)
    play(match, "red pass dice A red e0" if after else "red e0 dice A")
    assert place(match, "sea0") == "chest of red"


@pytest.mark.parametrize("after", [False, True])
def test_no_test_becomes_easier_than_one(*, after: bool) -> None:
    """§6.4."""
    match = sailing(red="pack2 / e0 / 0", box={"e0": "difficulty -2 active"})
    play(match, "red pass dice N red e0" if after else "red e0 dice N")
    assert place(match, "sea0") == "row"


def test_a_changed_difficulty_is_for_this_test_only() -> None:
    """§10.2."""
    box = {"e0": "difficulty 1 active", "sea0": sea("attack 1", "attack 1", fame=1)}
    match = play(sailing(red="pack1//0", blue="pack5 / e0", box=box), "blue e0 dice AA dice AN")
    assert place(match, "sea0") == "chest of red"


def test_influences_and_effects_add_up() -> None:
    """§6.4, §7.4, §10.2."""
    box = {"sea1": sea("wits 1", influence="attack 1", fame=1), "e0": "difficulty 1 active"}
    match = play(sailing(red="pack0//0", blue="pack1 / e0", box=box), "blue e0 dice AAN")
    assert place(match, "sea0") == "row"
    match = play(sailing(red="pack0//0", blue="pack1 / e0", box=box), "blue e0 dice AAJ")
    assert place(match, "sea0") == "chest of red"


# --- Throwing again ------------------------------------------------------------------------------


def test_only_dice_that_are_no_success_are_thrown_again() -> None:
    """§10.3: two of two, and the success stays."""
    match = sailing(red="pack0 / e0 / 0", box={"e0": "rethrow 3", "sea0": sea("attack 2", fame=1)})
    play(match, "red pass dice NAW red e0 dice N")
    assert phase(match) == "rolling"
    play(match, "dice J")
    assert place(match, "sea0") == "chest of red"


def test_no_more_dice_are_thrown_again_than_it_says() -> None:
    """§10.3: the third stays what it was."""
    match = play(sailing(red="pack0 / e0 e1 / 0", box={"e0": "rethrow 2"}), "red pass dice NWC red e0 red pass dice NN")
    assert (now(match, "stage"), question(match)) == ("after", "red: e1 pass")


def test_nothing_is_thrown_again_for_who_does_not_throw() -> None:
    """§10.3."""
    match = play(sailing(red="pack0//0", blue="pack1 / e0", box={"e0": "rethrow 2"}), "blue pass dice NNN")
    assert question(match) == "blue: pass"


# --- Drawing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "drawn"), [("crew", "mate5"), ("event", "e5")])
def test_a_card_is_drawn_from_a_deck(deck: str, drawn: str) -> None:
    """§10.4."""
    match = play(pillaging(red="pack0", blue="pack1 / e0", box={"e0": f"draw {deck}"}), "blue e0")
    assert phase(match) == f"{deck} draw"
    play(match, f"chance {drawn}")
    assert those_at(match, "hand of blue") == drawn


def test_each_card_is_drawn_from_either_deck() -> None:
    """§10.4: whoever draws chooses each time."""
    match = play(pillaging(red="pack0", blue="pack1 / e0", box={"e0": "draw 2 either"}), "blue e0")
    assert (phase(match), question(match)) == ("drawing", "blue: crew event")
    play(match, "blue crew chance mate5")
    assert question(match) == "blue: crew event"
    play(match, "blue event chance e5")
    assert those_at(match, "hand of blue") == "mate5 e5"


def test_there_is_no_limit_on_hands_outside_recruitment() -> None:
    """§3.2, §10.4, ruling 4."""
    hand = "mate0 mate1 mate2 mate3 mate4 e1 e2 e3"
    match = play(
        pillaging(red=f"pack0 / {hand} e0", box={"e0": "draw 2 crew"}), "red e0 red pass chance mate8 chance mate9"
    )
    assert those_at(match, "hand of red") == "mate0 mate1 mate2 mate3 mate4 mate8 mate9 e1 e2 e3"


def test_an_empty_deck_is_made_anew_for_a_draw() -> None:
    """§3.3, §10.4."""
    held = " ".join(name for name in CREW_NAMES if name not in ("mate0", "mate1", "pack0", "pack1"))
    match = pillaging(red="pack0 / e0", blue=f"pack1 / {held}", discard="mate0 mate1", box={"e0": "draw crew"})
    play(match, "red e0")
    assert [CREW_NAMES[outcome.number] for outcome in match.chance()] == ["mate0", "mate1"]


def test_nothing_is_drawn_where_there_is_nothing() -> None:
    """§3.3, §10.4: neither deck nor discard pile."""
    held = " ".join(name for name in CREW_NAMES if name not in ("pack0", "pack1"))
    match = pillaging(red="pack0 / e0", blue=f"pack1 / {held}", box={"e0": "draw 2 crew"})
    play(match, "red e0")
    assert (phase(match), those_at(match, "hand of red")) == ("exploring", "")


def test_of_either_deck_the_one_that_has_cards_is_drawn_from() -> None:
    """§10.4."""
    held = " ".join(name for name in CREW_NAMES if name not in ("pack0", "pack1"))
    match = pillaging(red="pack0 / e0", blue=f"pack1 / {held}", box={"e0": "draw either"})
    play(match, "red e0")
    assert phase(match) == "event draw"


# --- Pieces --------------------------------------------------------------------------------------


def test_pieces_are_gained_lost_and_stolen() -> None:
    """§10.5."""
    box = {"e0": "gain 2", "e1": "lose 2 active", "e2": "steal 2 active"}
    for name, has in (("e0", "7 4"), ("e1", "5 2"), ("e2", "5 4")):
        match = play(pillaging(red="pack0//5", blue=f"pack1 / {name}", box=box), f"blue {name}")
        assert pieces(match) == has, name


def test_nobody_loses_more_than_they_have() -> None:
    """§10.5: as many as there are."""
    box = {"e1": "lose 2 active", "e2": "steal 3 active"}
    for name, has in (("e1", "2 2"), ("e2", "2 3")):
        match = play(pillaging(red="pack0//1", blue=f"pack1 / {name}", box=box), f"blue {name}")
        assert pieces(match) == has, name


def test_nobody_gains_more_than_the_reserve_has() -> None:
    """§1.5, §10.5: it is gone before Red's pillage."""
    match = play(pillaging(red="pack0//20", blue="pack1 / e0 / 21", box={"e0": "gain 2"}), "blue e0")
    assert pieces(match) == "20 22"


def test_lost_pieces_go_back_to_the_reserve() -> None:
    """§1.5, §10.5: Red pillages them again."""
    match = play(pillaging(red="pack0//20", blue="pack1 / e0 / 22", box={"e0": "lose 1 active"}), "blue e0")
    assert pieces(match) == "20 22"


# --- Cards ---------------------------------------------------------------------------------------


def test_an_event_can_damage() -> None:
    """§10.6, §7.5: who is damaged chooses."""
    match = pillaging(red="mate0 pack0", blue="pack1 / e0", box={"e0": "damage active"})
    play(match, "red pass blue e0 red pass")
    assert (phase(match), question(match)) == ("damaged", "red: mate0 pack0")
    play(match, "red pack0 all pass")
    assert those_at(match, "table of red") == "mate0"
    assert place(match, "pack0") == "discard"


def test_a_prepared_card_of_the_target_is_depleted() -> None:
    """§10.7: of those that are prepared, whoever plays it chooses one."""
    match = pillaging(red="mate0 item0 item1", blue="pack1 item5 / e0", box={"e0": "deplete active"})
    play(match, "red item1 red pass blue pass red pass blue e0")
    assert question(match) == "blue: mate0 item0"
    play(match, "blue item0 all pass")
    assert [is_depleted(match, name) for name in ("mate0", "item0", "item1")] == [False, True, True]


def test_a_depleted_card_of_the_own_ones_is_prepared() -> None:
    """§10.7: Blue's, in Red's turn."""
    match = pillaging(red="pack0", blue="pack1 item5* item6* item7 / e0", box={"e0": "prepare"})
    play(match, "blue e0")
    assert question(match) == "blue: item5 item6"
    play(match, "blue item6")
    assert [is_depleted(match, name) for name in ("item5", "item6")] == [True, False]


def test_an_ability_does_not_prepare_its_own_card() -> None:
    """§10.7."""
    match = pillaging(red="pack0 item0 item1", box={"item0": "prepare"})
    assert question(match) == "red: item1 pass"
    play(match, "red item1 red pass red item0")
    assert question(match) == "red: item1"
    play(match, "red item1")
    assert [is_depleted(match, name) for name in ("item0", "item1")] == [True, False]


def test_an_equipped_card_of_the_target_is_taken() -> None:
    """§10.8: any of them, into the hand."""
    match = pillaging(red="mate0 pack0", blue="pack1 / e0", box={"e0": "take active"})
    play(match, "red pass blue e0")
    assert question(match) == "blue: mate0 pack0"
    play(match, "blue pack0 all pass")
    assert (those_at(match, "table of red"), those_at(match, "hand of blue")) == ("mate0", "pack0")


def test_a_card_of_the_discard_pile_is_recovered() -> None:
    """§10.8: crew only."""
    match = pillaging(red="pack0", blue="pack1 / e0", discard="mate3 pack5 e7", box={"e0": "recover"})
    play(match, "blue e0")
    assert question(match) == "blue: mate3 pack5"
    play(match, "blue pack5")
    assert (place(match, "pack5"), place(match, "mate3")) == ("hand of blue", "discard")


def test_what_was_to_be_recovered_may_be_gone() -> None:
    """§10, §10.8: somebody was quicker, and the other effect still takes place."""
    box = {"e0": "recover, gain", "e1": "recover"}
    match = pillaging(players=3, blue="pack1 / e0", green="pack2 / e1", discard="mate3", box=box)
    play(match, "blue e0 blue mate3 green e1 green mate3")
    assert place(match, "mate3") == "hand of green"
    assert pieces(match) == "4 3 2"


def test_the_target_discards_cards_of_their_choice() -> None:
    """§10.9: crew cards or events."""
    match = pillaging(red="pack0 / mate0 item0 e5", blue="pack1 / e0", box={"e0": "discard 2 active"})
    play(match, "red pass blue e0 red pass")
    assert (phase(match), question(match)) == ("discarding", "red: e5 mate0 item0")
    play(match, "red mate0")
    assert question(match) == "red: e5 item0"
    play(match, "red e5")
    assert those_at(match, "hand of red") == "item0"
    assert those_at(match, "discard") == "mate0 e0 e5"


@pytest.mark.parametrize("hand", ["", "mate0", "mate0 item0"])
def test_with_fewer_cards_all_are_discarded(hand: str) -> None:
    """§10.9."""
    match = pillaging(red=f"pack0 / {hand}", blue="pack1 / e0", box={"e0": "discard 2 active"})
    play(match, "blue e0")
    while phase(match) == "discarding":
        play(match, f"red {offered(match).split()[0]}")
    assert those_at(match, "hand of red") == ""
    assert phase(match) == "exploring"


def test_two_neighbours_change_places() -> None:
    """§10.10: of four cards there are three pairs."""
    match = pillaging(red="pack0", blue="pack1 / e0", row="sea0 sea1 sea2 sea3", box={"e0": "shift"})
    play(match, "blue e0")
    assert question(match) == "blue: at0 at1 at2"
    play(match, "blue at2")
    assert row(match) == "sea0 sea1 sea3 sea2"


@pytest.mark.parametrize("laid", ["", "sea0"])
def test_one_card_has_no_neighbour(laid: str) -> None:
    """§10.10."""
    match = pillaging(red="pack0", blue="pack1 / e0", row=laid, box={"e0": "shift"})
    assert question(match) == "blue: pass"


def test_a_card_changes_places_with_the_one_that_is_beside_it_by_then() -> None:
    """§10, §10.10: the chosen card is still there, its neighbour is another."""
    match = pillaging(red="pack0", blue="pack1 / e0 e1", row="sea0 sea1 sea2", box={"e0": "shift", "e1": "shift"})
    play(match, "blue e0 blue at0 blue e1 blue at1")
    assert row(match) == "sea2 sea0 sea1"


def test_two_shifts_of_different_neighbours() -> None:
    """§9.5, §10.10."""
    match = pillaging(red="pack0", blue="pack1 / e0 e1", row="sea0 sea1 sea2 sea3", box={"e0": "shift", "e1": "shift"})
    play(match, "blue e0 blue at0 blue e1 blue at2")
    assert row(match) == "sea1 sea0 sea3 sea2"


def test_two_effects_take_place_one_after_the_other() -> None:
    """§10: in the order of the card."""
    match = pillaging(red="pack0 / mate0 e5", blue="pack1 / e0", box={"e0": "discard active, draw event"})
    play(match, "red pass blue e0 red pass")
    assert phase(match) == "discarding"
    play(match, "red e5")
    assert phase(match) == "event draw"
    play(match, "chance e9")
    assert those_at(match, "hand of blue") == "e9"


# --- Cancelling ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "event", "ability"),
    [("event", True, False), ("ability", False, True), ("penalty", False, False), ("any", True, True)],
)
def test_what_a_cancel_can_answer(of: str, *, event: bool, ability: bool) -> None:
    """§10.11, §9.7: and it begins nothing."""
    match = pillaging(red="pack0 item0 / e1", blue="pack1 / e0", box={"e0": f"cancel {of}"})
    play(match, "red pass")
    assert question(match) == "blue: pass"
    match = play(pillaging(red="pack0 item0 / e1", blue="pack1 / e0", box={"e0": f"cancel {of}"}), "red e1 red pass")
    assert ("e0" in offered(match).split()) == event
    match = play(pillaging(red="pack0 item0 / e1", blue="pack1 / e0", box={"e0": f"cancel {of}"}), "red item0 red pass")
    assert ("e0" in offered(match).split()) == ability


def test_both_effects_of_an_event_are_cancelled() -> None:
    """§9.7."""
    box = {"e0": "lose active, steal active", "e1": "cancel event"}
    match = play(pillaging(red="pack0 / e1", blue="pack1 / e0", box=box), "red pass blue e0 red e1")
    assert pieces(match) == "4 2"


def test_a_cancel_can_do_something_more() -> None:
    """§10, §10.11."""
    box = {"e0": "lose active", "e1": "cancel event, gain 2"}
    match = play(pillaging(red="pack0 / e1", blue="pack1 / e0", box=box), "red pass blue e0 red e1")
    assert pieces(match) == "6 2"


# --- Bars ----------------------------------------------------------------------------------------


def test_a_bar_with_another_effect() -> None:
    """§10.12: whatever the target does, the other effect takes place."""
    match = table(red="pack0 / mate0", blue="pack1 / e0", box={"e0": "flash bar 1 sail active, gain 2"})
    play(match, "red at0 blue e0 red mate0")
    assert pieces(match) == "2 4"
    assert phase(match) == "rolling"


def test_a_bar_without_price_cannot_be_paid() -> None:
    """§10.12."""
    match = table(red="pack0 / mate0 mate1", blue="pack1 / e0", box={"e0": "flash bar 0 sail active"})
    play(match, "red at0 blue e0")
    assert (phase(match), question(match)) == ("declaring", "red: blue pillage")


def test_a_paid_price_bars_nothing() -> None:
    """§10.12: not for the rest of the turn either, as long as nothing else does."""
    box = {"e0": "flash bar 1 sail active"}
    match = table(red="pack0 / mate0", blue="pack1 / e0", box=box)
    play(match, "red at0 blue e0 red mate0")
    assert now(match, "barred") == []


# --- Continuous effects --------------------------------------------------------------------------


@pytest.mark.parametrize(("trait", "has"), [("pillage 1", "5 2"), ("pillage 2", "6 2"), ("pillage -1", "3 2")])
def test_pieces_for_a_pillage(trait: str, has: str) -> None:
    """§10.13."""
    match = play(table(captains="captain0 captain1", box={"captain0": captain(trait)}), "red pillage")
    assert pieces(match) == has


def test_a_pillage_brings_never_less_than_nothing() -> None:
    """§10.13: two permanents of minus two."""
    box = {"e0": "permanent pillage -2 active", "e1": "permanent pillage -2 active"}
    match = play(table(front={"red": "e0 e1"}, box=box, switches=AVAST), "red pillage")
    assert pieces(match) == "2 2"


@pytest.mark.parametrize(("trait", "dice"), [("cheat 1", 3), ("cheat 2", 4), ("cheat -1", 1)])
def test_dice_for_a_cheat(trait: str, dice: int) -> None:
    """§10.13."""
    match = table(red="pack3//1", captains="captain0 captain1", box={"captain0": captain(trait)})
    play(match, "red at0 red cheat")
    for _ in range(dice):
        assert phase(match) == "rolling"
        play(match, "dice N")
    assert phase(match) == "exploring"


def test_traits_are_for_their_own_player() -> None:
    """§10.13."""
    match = table(red="pack3//1", captains="captain1 captain0", box={"captain0": captain("cheat 2, dice 3 attack")})
    play(match, "red at0 red cheat dice NN")
    assert phase(match) == "exploring"


@pytest.mark.parametrize("stat", ["attack", "navigation", "wits", "courage"])
def test_dice_for_a_stat_are_for_that_stat(stat: str) -> None:
    """§10.13."""
    box = {"captain0": captain(f"dice 2 {stat}"), "sea0": sea("wits 1", fame=1)}
    match = play(table(red="pack2//0", captains="captain0 captain1", box=box), "red at0 dice N")
    assert (phase(match) == "rolling") == (stat == "wits")


# --- When ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["attack", "navigation", "wits", "courage", "sail", "pillage", "challenge"])
def test_an_effect_may_hold_only_then(when: str) -> None:
    """§10.14: in a test of wits and in a pillage."""
    box = {"e0": f"gain @{when}", "item0": f"gain @{when}", "sea0": sea("wits 1", fame=1)}
    match = sailing(red="pack0 item0 / e0", box=box)
    assert question(match) == ("red: e0 item0 pass" if when in ("wits", "sail") else "red: pass")
    match = pillaging(red="pack0 item0 / e0", box=box)
    assert question(match) == ("red: e0 item0 pass" if when == "pillage" else "red: pass")


def test_the_stat_is_that_of_the_test_under_way() -> None:
    """§10.14, §7.1."""
    box = {"e0": "gain @courage", "sea0": sea("wits 1", "courage 1", fame=1)}
    match = sailing(red="pack2 / e0 / 0", box=box)
    assert question(match) == "red: pass"
    play(match, "red pass dice W red pass")
    assert question(match) == "red: e0 pass"


def test_in_the_penalty_window_the_test_is_still_under_way() -> None:
    """§10.14, §9.3: somebody sails."""
    box = {"e0": "gain @sail", "sea0": sea("wits 1 lost lose", fame=1)}
    match = sailing(red="pack2 / e0 / 0", box=box)
    play(match, "red pass dice N red pass")
    assert (now(match, "stage"), question(match)) == ("penalty", "red: e0 pass")


def test_every_event_can_lie_on_the_pile_at_once() -> None:
    """§9.5, ruling 15: the pile has room for all of them, and for the abilities of the player in turn."""
    held = " ".join(EVENT_NAMES)
    match = pillaging(red=f"item0 item1 item2 mate0 / {held}")
    play(match, *(f"red {name}" for name in (*EVENT_NAMES, "item0", "item1", "item2", "mate0")))
    assert pieces(all_pass(match)) == f"{min(42 - 2, 2 + 39 + 4)} 2"
