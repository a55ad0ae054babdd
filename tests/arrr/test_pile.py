"""The law of Arrr!!!, played through the public API: windows, flashes, and the pile of events, abilities and penalties.

How tables are laid out says at_the_table.py. The docstrings cite the paragraphs of RULES.md and the rulings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .at_the_table import (
    NAME,
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
    settle,
    table,
    those_at,
    turn,
)

if TYPE_CHECKING:
    from rumpus import Match

AVAST = {"mode": "avast"}


def pile(match: Match) -> str:
    """What lies on the pile, the uppermost last."""
    names = now(match, "pile_list")[: now(match, "piled")]
    return " ".join(NAME[name.removeprefix("event ")] if "lost" not in name else "penalty" for name in names)


# --- Who is asked --------------------------------------------------------------------------------


def test_players_are_asked_in_a_ring_from_the_player_in_turn() -> None:
    """§9.4, ruling 14."""
    match = table(4, turn="green", red="pack0/e0", blue="pack1/e1", green="pack2/e2", yellow="pack3/e3", switches=AVAST)
    play(match, "green pillage")
    for stage in ("flash", "pillage"):
        for seat in ("green", "yellow", "red", "blue"):
            assert (now(match, "stage"), asked(match)) == (stage, seat)
            play(match, f"{seat} pass")
    assert phase(match) == "exploring"


def test_who_has_no_event_and_no_ability_is_not_asked() -> None:
    """§9.8, ruling 14: crew cards in hand, Pieces and packs are no reason."""
    match = table(3, red="pack0 / mate0 / 5", blue="pack1 / item0 / 5", green="pack2", switches=AVAST)
    play(match, "red pillage")
    assert phase(match) == "exploring"


def test_who_is_not_in_turn_is_not_asked_for_abilities() -> None:
    """§9.6, §9.8."""
    match = play(table(red="pack0", blue="pack1 item0 mate0", switches=AVAST), "red pillage")
    assert phase(match) == "exploring"


def test_who_has_an_event_is_asked_even_if_they_can_only_pass() -> None:
    """§9.8, ruling 14: being asked tells nothing of the event."""
    match = table(3, red="pack0", blue="pack1 / e0", green="pack2 / e1", box={"e0": "dice 2 @attack"}, switches=AVAST)
    play(match, "red pillage")
    assert question(match) == "blue: pass"
    play(match, "blue pass green pass")
    assert question(match) == "blue: pass"
    play(match, "blue pass")
    assert question(match) == "green: e1 pass"


def test_who_is_in_turn_with_a_prepared_ability_is_asked_even_if_they_can_only_pass() -> None:
    """§9.8: an ability that holds for challenges only."""
    match = play(table(red="pack0 item0", box={"item0": "gain @challenge"}, switches=AVAST), "red pillage")
    assert (now(match, "stage"), question(match)) == ("flash", "red: pass")
    play(match, "red pass")
    assert (now(match, "stage"), question(match)) == ("pillage", "red: pass")


def test_a_depleted_card_is_no_reason_to_ask() -> None:
    """§9.6, §9.8: though its ability was not announced."""
    match = table(red="pack0 item0", blue="pack1 / e0 e1", box={"e0": "deplete active"}, switches=AVAST)
    play(match, "red pillage red pass blue pass red pass blue e0 blue item0 red pass blue pass")
    assert is_depleted(match, "item0")
    assert question(match) == "blue: e1 pass"


def test_an_announced_ability_is_no_reason_to_ask() -> None:
    """§9.8: nothing is left that Red could do."""
    match = play(table(red="pack0 item0", switches=AVAST), "red pillage red pass red item0")
    assert (pieces(match), phase(match)) == ("5 2", "exploring")


def test_a_captain_with_an_ability_is_a_reason_to_ask() -> None:
    """§1.6, §9.8."""
    match = play(table(captains="captain0 captain1", box={"captain0": "gain"}), "red pillage")
    assert (now(match, "stage"), question(match)) == ("flash", "red: pass")
    play(match, "red pass")
    assert question(match) == "red: pass captain"


def test_events_are_played_in_the_action_phase_only() -> None:
    """§9.1."""
    match = table(red="pack0 / mate0 mate1 mate2 e0 e1 e2", blue="pack1 / e3", phase="recruiting")
    play(match, "red confirm")
    assert question(match) == "red: mate0 mate1 mate2 confirm"
    play(match, "red confirm")
    assert (phase(match), asked(match)) == ("declaring", "red")


def test_any_number_of_events_may_be_played() -> None:
    """§9.1."""
    match = play(table(red="pack0 / e0 e1 e2 e3", switches=AVAST), "red pillage red pass")
    for left in ("e0 e1 e2 e3", "e1 e2 e3", "e2 e3", "e3"):
        assert question(match) == f"red: {left} pass"
        play(match, f"red {left[:2]}")
        while asked(match) == "red" and now(match, "piled"):
            play(match, "red pass")
    assert (pieces(match), phase(match)) == ("8 2", "exploring")


def test_a_window_is_over_when_all_have_passed_in_succession() -> None:
    """§9.4: who passed is asked again when somebody else has acted."""
    match = table(3, red="pack0/e0", blue="pack1/e1", green="pack2/e2", switches=AVAST)
    play(match, "red pillage red pass blue pass green pass")
    play(match, "red pass blue pass green e2")
    assert question(match) == "red: e0 pass"  # an answer
    play(match, "red pass blue pass")  # green has no event any more
    assert (pieces(match), now(match, "piled")) == ("2 2 3", 0)
    assert question(match) == "red: e0 pass"  # the window goes on
    play(match, "red pass blue pass")
    assert (pieces(match), phase(match)) == ("4 2 3", "exploring")


def test_the_ring_begins_with_the_player_in_turn_after_every_announcement() -> None:
    """§9.5, ruling 15: not with who sits left of whoever played."""
    match = table(
        4, turn="blue", red="pack0/e0", blue="pack1/e1", green="pack2/e2 e4", yellow="pack3/e3", switches=AVAST
    )
    play(match, "blue pillage", "blue pass green pass yellow pass red pass", "blue pass green e2")
    play(match, "blue pass green pass yellow e3")
    assert asked(match) == "blue"
    play(match, "blue pass green pass red pass")  # yellow has none left; e3 is resolved
    assert (pieces(match), pile(match)) == ("2 2 2 3", "e2")
    assert asked(match) == "blue"


# --- The windows ---------------------------------------------------------------------------------

WORDS = {
    "e0": "dice 1",
    "e1": "dice -1 active",
    "e2": "difficulty 1 active",
    "e3": "difficulty -1 active",
    "e4": "rethrow 1",
    "e5": "gain",
    "e6": "flash gain",
    "e7": "permanent pillage",
    "e8": "cancel any",
}
HAND = " ".join(WORDS)


def test_in_the_flash_window_only_a_flash_can_begin() -> None:
    """§9.2, ruling 14: no other event, no ability, no captain."""
    for declared in ("at0", "pillage"):
        match = table(red=f"pack0 item0 / {HAND}", box={**WORDS, "captain0": "gain"}, captains="captain0 captain1")
        play(match, f"red {declared}")
        assert (now(match, "stage"), question(match)) == ("flash", "red: e6 pass")


def test_the_window_of_a_pillage() -> None:
    """§9.3: before the Pieces are taken; no dice, no difficulty, no flash."""
    match = play(table(red=f"pack0 item0 / {HAND}", box=WORDS, switches=AVAST), "red pillage red pass")
    assert (now(match, "stage"), question(match), pieces(match)) == ("pillage", "red: e5 e7 item0 pass", "2 2")


def test_the_window_before_a_throw() -> None:
    """§9.3: dice are added and taken away, the difficulty is changed; nothing is thrown again."""
    match = play(table(red=f"pack0 item0 / {HAND}", box=WORDS), "red at0 red pass")
    assert (now(match, "stage"), question(match)) == ("before", "red: e0 e1 e2 e3 e5 e7 item0 pass")


def test_the_window_after_a_throw() -> None:
    """§9.3: dice are not taken away any more."""
    match = play(table(red=f"pack0 item0 / {HAND} / 1", box=WORDS), "red at0 red pass red pass dice NNN")
    assert (now(match, "stage"), question(match)) == ("after", "red: e0 e2 e3 e4 e5 e7 item0 pass cheat")


def test_the_window_of_a_penalty() -> None:
    """§9.3: and what cancels has something to answer."""
    box = {**WORDS, "sea0": sea("attack 1 lost lose 1", fame=1)}
    match = table(red=f"pack2 item0 / {HAND} / 1", box=box)
    play(match, "red at0 red pass red pass dice N red pass")
    assert (now(match, "stage"), question(match)) == ("penalty", "red: e5 e7 e8 item0 pass")


@pytest.mark.parametrize("word", ["ability", "captain"])
def test_abilities_keep_to_the_same_windows(word: str) -> None:
    """§9.3, the rulebook's note: any effect that adds dice or takes some away follows these rules."""
    name, box = ("item0", {"item0": "dice 2"}) if word == "ability" else ("captain", {"captain0": "dice 2"})
    match = table(red="pack2 item0//0", captains="captain0 captain1", box=box)
    play(match, "red pillage red pass")
    assert name not in offered(match).split()
    match = table(red="pack2 item0//0", captains="captain0 captain1", box=box)
    play(match, "red at0 red pass")
    assert name in offered(match).split()
    play(match, "red pass dice N")
    assert name in offered(match).split()


def test_there_is_a_window_before_and_after_every_throw() -> None:
    """§9.3: of every test, but only one flash window."""
    box = {"sea0": sea("attack 1", "wits 1", fame=1)}
    match = play(table(red="pack2 / / 0", blue="pack1 / e0", box=box), "red at0")
    stages = []
    for die in ("A", "W"):
        while phase(match) == "asked":
            stages.append(now(match, "stage"))
            play(match, "blue pass")
        play(match, f"dice {die}")
    stages.append(now(match, "stage"))
    assert stages == ["flash", "before", "after", "before", "after"]


def test_cheating_waits_for_an_empty_pile() -> None:
    """§9.4."""
    match = table(red="pack2 / e1 / 3", blue="pack1 / e0")
    play(match, "red at0 red pass blue pass red pass blue pass dice N red pass blue e0")
    assert question(match) == "red: e1 pass"
    play(match, "red pass")
    assert (pieces(match), question(match)) == ("3 3", "red: e1 pass cheat")


def test_who_could_only_cheat_is_not_asked_for_answers() -> None:
    """§9.4, §9.8."""
    match = table(3, red="pack2 / / 3", blue="pack1 / e0", green="pack0 / e1")
    play(match, "red at0 blue pass green pass blue pass green pass dice N red pass blue e0")
    assert question(match) == "green: e1 pass"


def test_after_a_cheat_the_next_one_is_asked() -> None:
    """§9.4, §6.3, ruling 14: they are asked in a ring, and a thrower may cheat once each time."""
    match = table(red="pack2 / / 3", blue="pack1 / e0")
    play(match, "red at0 blue pass blue pass dice N red cheat dice NN")
    assert question(match) == "blue: e0 pass"
    play(match, "blue pass")
    assert question(match) == "red: pass cheat"


# --- Flashes -------------------------------------------------------------------------------------


def test_what_answers_a_flash() -> None:
    """§9.2, ruling 14: flashes, events that answer, abilities of a player in turn; no other event."""
    box = {"e0": "flash gain", "e1": "flash gain", "e2": "cancel event", "e3": "gain", "e4": "cancel ability"}
    match = table(red="pack0 item0 / e1 e2 e3 e4", blue="pack1 item1 / e0 e5", box={**box, "captain0": "gain"})
    play(match, "red at0 red pass blue e0")
    assert question(match) == "red: e1 e2 item0 pass captain"
    play(match, "red item0")
    assert question(match) == "red: e1 e4 pass captain"


def test_when_a_flash_is_resolved_nothing_else_can_begin() -> None:
    """§9.2."""
    match = table(red="pack0 item0 / e1", blue="pack1 / e0", box={"e0": "flash lose active"})
    play(match, "red at0 red pass blue e0 red pass")
    assert (pieces(match), now(match, "stage"), question(match)) == ("1 2", "flash", "red: pass")


def test_a_flash_can_follow_a_flash() -> None:
    """§9.2, §9.4."""
    box = {"e0": "flash lose active", "e1": "flash steal active"}
    match = table(red="pack0", blue="pack1 / e0 e1", box=box)
    play(match, "red at0 blue e0 blue pass")
    assert question(match) == "blue: e1 pass"
    play(match, "blue e1")
    assert pieces(match) == "0 3"


BARS = {"e0": "flash bar 0 sail active", "e1": "flash bar 0 challenge active", "e2": "flash bar 2 sail active"}


def test_a_barred_action_is_declared_anew() -> None:
    """§5.5, §10.12, ruling 16: another one, and what is barred stays so."""
    match = table(3, blue="pack1 / e0", box=BARS)
    play(match, "red at0 blue e0")
    assert place(match, "e0") == "discard"
    assert (phase(match), question(match)) == ("declaring", "red: blue green pillage")


def test_the_declared_action_changes_twice() -> None:
    """§5.5, ruling 16: each declaration has its flash window."""
    match = table(3, blue="pack1 / e0 e7", green="pack2 / e1", box=BARS)
    play(match, "red at0 blue e0 blue pass green pass", "blue pass green pass")
    assert question(match) == "red: blue green pillage"
    play(match, "red blue red wits red 2p")
    assert (now(match, "stage"), question(match)) == ("flash", "blue: pass")
    play(match, "blue pass green e1 blue pass", "blue pass")
    assert (phase(match), question(match)) == ("declaring", "red: pillage")
    play(match, "red pillage")
    assert (now(match, "stage"), question(match)) == ("flash", "blue: pass")
    play(match, "blue pass")
    assert (now(match, "stage"), question(match)) == ("pillage", "blue: e7 pass")
    play(match, "blue pass")
    assert pieces(match) == "5 2 2"  # two, and one of the captain


def test_a_bar_lasts_for_this_turn_only() -> None:
    """§5.5."""
    match = table(blue="pack1 / e0", box=BARS, switches=AVAST)
    play(match, "red at0 blue e0 red pillage")
    assert turn(settle(match)) == "blue"
    play(match, "blue confirm")
    while phase(match) != "equipping":
        settle(play(match, f"blue {offered(match).split()[0]}"))
    play(match, "blue confirm")
    assert "at0" in offered(match).split()


def test_a_bar_can_be_paid_for() -> None:
    """§10.12, the rulings' Shoal: two cards of the hand, crew or events, of the player's choice."""
    match = table(red="pack2 / mate0 item0 e5 / 0", blue="pack1 / e2", box=BARS)
    play(match, "red at0 red pass blue e2 red pass")
    assert (phase(match), question(match)) == ("paying", "red: e5 mate0 item0 refuse")
    play(match, "red e5 red mate0")
    assert those_at(match, "hand of red") == "item0"
    assert those_at(match, "discard") == "mate0 e2 e5"
    play(match, "dice A")
    assert place(match, "sea0") == "chest of red"


def test_who_does_not_pay_declares_another_action() -> None:
    """§5.5, §10.12, the rulings' Shoal: to challenge or to pillage."""
    match = table(red="pack2 / mate0 item0", blue="pack1 / e2", box=BARS)
    play(match, "red at0 blue e2 red refuse")
    assert question(match) == "red: blue pillage"
    assert those_at(match, "hand of red") == "mate0 item0"


def test_with_fewer_cards_the_price_cannot_be_paid() -> None:
    """§10.12, ruling 16."""
    match = table(red="pack2 / mate0", blue="pack1 / e2", box=BARS)
    play(match, "red at0 blue e2")
    assert (phase(match), question(match)) == ("declaring", "red: blue pillage")
    assert those_at(match, "hand of red") == "mate0"


def test_a_bar_may_be_played_on_any_declaration() -> None:
    """Ruling 16: the declared action goes on."""
    match = table(red="pack2 / mate0 item0", blue="pack1 / e2", box=BARS, switches=AVAST)
    play(match, "red pillage blue e2")
    assert phase(match) == "paying"
    play(match, "red refuse")
    assert (pieces(match), phase(match)) == ("4 2", "exploring")
    assert those_at(match, "hand of red") == "mate0 item0"


def test_a_cancelled_flash_bars_nothing() -> None:
    """§9.7."""
    match = table(red="pack2 / e5 / 0", blue="pack1 / e0", box={**BARS, "e5": "cancel event"})
    play(match, "red at0 red pass blue e0 red e5 dice A")
    assert place(match, "sea0") == "chest of red"
    assert {place(match, "e0"), place(match, "e5")} == {"discard"}


# --- Targets -------------------------------------------------------------------------------------


def test_events_hit_the_player_in_turn() -> None:
    """§9.1: nobody else is offered."""
    match = table(3, red="pack0//5", blue="pack1 / e0", box={"e0": "lose 2 active"}, switches=AVAST)
    play(match, "red pillage blue pass blue e0")
    assert pieces(match) == "5 2 2"  # two lost, two pillaged


def test_the_player_in_turn_can_be_hit_by_their_own_event() -> None:
    """§9.1."""
    match = table(red="pack0 / e0 / 5", box={"e0": "lose 2 active"}, switches=AVAST)
    play(match, "red pillage red pass red e0")
    assert pieces(match) == "5 2"


def test_an_effect_on_the_own_player_is_no_targeting() -> None:
    """§9.1, ruling 14: everybody may do themselves a favour in anybody's turn."""
    match = table(3, green="pack1 item3* / e0", box={"e0": "gain 2, prepare"}, switches=AVAST)
    play(match, "red pillage green pass green e0 green item3")
    assert pieces(match) == "4 2 4"
    assert not is_depleted(match, "item3")


# --- The pile ------------------------------------------------------------------------------------


def test_a_played_event_lies_on_the_pile_and_is_discarded_when_it_is_resolved() -> None:
    """§9.5."""
    match = table(red="pack0 / e1", blue="pack1 / e0", box={"e0": "lose active"})
    play(match, "red pillage red pass blue pass red pass blue e0")
    assert (place(match, "e0"), pile(match), pieces(match)) == ("pile", "e0", "2 2")
    play(match, "red pass")
    assert (place(match, "e0"), now(match, "piled"), pieces(match)) == ("discard", 0, "1 2")


def test_the_last_effect_is_resolved_first() -> None:
    """§9.5, the rulebook's words on the pile: Red spends his Piece before it can be stolen."""
    match = table(red="pack0 / e1 e9 / 1", blue="pack1 / e0 / 0", box={"e0": "steal active", "e1": "lose active"})
    play(match, "red pillage red pass blue pass red pass blue e0 red e1 red pass")
    assert (pieces(match), pile(match)) == ("0 0", "e0")
    play(match, "red pass")
    assert pieces(match) == "0 0"


def test_a_cancel_answers_what_is_uppermost() -> None:
    """§9.7: it is taken off and does nothing."""
    match = table(red="pack0 / e1", blue="pack1 / e0", box={"e0": "lose 2 active", "e1": "cancel event"})
    play(match, "red pillage red pass blue pass red pass blue e0 red e1")
    assert pieces(match) == "5 2"
    assert those_at(match, "discard") == "e0 e1"


def test_a_cancelled_cancel_does_nothing() -> None:
    """§9.5, §9.7."""
    box = {"e0": "lose 2 active", "e1": "cancel event", "e2": "cancel event"}
    match = table(red="pack0 / e1", blue="pack1 / e0 e2", box=box)
    play(match, "red pillage red pass blue pass red pass blue e0 red e1 blue e2")
    assert pieces(match) == "3 2"
    assert those_at(match, "discard") == "e0 e1 e2"


def test_a_chain_of_four() -> None:
    """§9.5: the fourth saves the second, which stops the first."""
    box = {"e0": "lose 2 active", "e1": "cancel event", "e2": "cancel any", "e3": "cancel event"}
    match = table(3, red="pack0 / e1", blue="pack1 / e0 e2", green="pack2 / e3 e9", box=box)
    play(match, "red pillage red pass blue pass green pass red pass blue e0")
    play(match, "red e1 blue e2 green e3")
    assert pile(match) == "e0 e1 e2 e3"
    play(match, "green pass")
    assert pile(match) == "e0 e1"
    play(match, "green pass")
    assert (pile(match), pieces(match)) == ("", "2 2 2")
    play(match, "green pass")
    assert pieces(match) == "5 2 2"


def test_a_chain_of_six_with_something_in_between() -> None:
    """§9.5, §9.7: an effect that cancels nothing lies between the others, and only the uppermost is answered."""
    box = {
        "e0": "lose 2 active", "e1": "gain 3", "e2": "cancel event", "e3": "cancel event", "e4": "cancel event",
        "e5": "steal active",
    }  # fmt: skip
    match = table(3, red="pack0 / e1 e3", blue="pack1 / e0 e2", green="pack2 / e4 e5 e9", box=box)
    play(match, "red pillage red pass blue pass green pass red pass blue e0")
    play(match, "red e1", "red pass blue e2", "red e3", "green e4", "green e5")
    assert pile(match) == "e0 e1 e2 e3 e4 e5"
    play(match, "green pass")
    assert (pile(match), pieces(match)) == ("e0 e1 e2 e3 e4", "1 2 3")
    play(match, "green pass")
    assert pile(match) == "e0 e1 e2"  # e4 took e3 off
    play(match, "green pass")
    assert pile(match) == "e0"  # e2 took e1 off
    play(match, "green pass")
    assert (pile(match), pieces(match)) == ("", "0 2 3")


def test_an_event_answered_by_an_event_answered_by_an_ability() -> None:
    """§9.5, §9.7."""
    box = {"e0": "gain 3", "e1": "cancel event", "item0": "cancel event"}
    match = table(red="pack0 item0 / e0", blue="pack1 / e1", box=box)
    play(match, "red pillage red pass blue pass red e0 red pass blue e1 red item0")
    assert pieces(match) == "8 2"
    assert is_depleted(match, "item0")
    assert those_at(match, "discard") == "e0 e1"


def test_an_ability_that_cancels_needs_something_to_answer() -> None:
    """§9.7, §10.11: what it speaks of, and the uppermost."""
    box = {"item0": "cancel event", "item1": "cancel ability", "item2": "cancel penalty", "item3": "cancel any"}
    match = table(red="item0 item1 item2 item3", blue="pack1 / e0 e1", box=box, switches=AVAST)
    play(match, "red pillage red pass blue pass")
    assert question(match) == "red: pass"
    play(match, "red pass blue e0")
    assert question(match) == "red: item0 item3 pass"
    play(match, "red item3")
    assert question(match) == "red: item1 pass"


def test_what_is_no_longer_uppermost_cannot_be_cancelled() -> None:
    """§9.7: answers are given from the top."""
    box = {"e0": "lose active", "e1": "cancel event", "e2": "cancel ability"}
    match = table(red="pack0 item0 / e1 e2", blue="pack1 / e0", box=box)
    play(match, "red pillage red pass blue pass red pass blue e0 red item0")
    assert question(match) == "red: e2 pass"
    play(match, "red pass")  # the ability is resolved, and e0 is uppermost again
    assert (question(match), pieces(match)) == ("red: e1 pass", "3 2")


# --- Abilities -----------------------------------------------------------------------------------


def test_a_card_is_depleted_when_its_ability_is_resolved() -> None:
    """§9.6, the rulebook's note: depleting is part of the ability."""
    match = play(table(red="pack0 item0 / e0", switches=AVAST), "red pillage red pass red item0")
    assert (is_depleted(match, "item0"), pile(match), pieces(match)) == (False, "item0", "2 2")
    play(match, "red pass")
    assert (is_depleted(match, "item0"), pieces(match)) == (True, "3 2")


def test_a_card_whose_ability_was_cancelled_stays_prepared_but_is_not_used_again() -> None:
    """§9.6, §9.7, ruling 15."""
    match = table(red="pack0 item0 / e1", blue="pack1 / e0 e2", box={"e0": "cancel ability"}, switches=AVAST)
    play(match, "red pillage red pass blue pass red item0 red pass blue e0")
    play(match, "red pass blue pass")
    assert not is_depleted(match, "item0")
    assert (now(match, "piled"), question(match)) == (0, "red: e1 pass")


def test_an_ability_is_announced_once_even_if_its_card_is_prepared_again() -> None:
    """§9.6, ruling 15."""
    match = table(red="pack0 item0 item1 / e1", box={"item1": "prepare"}, switches=AVAST)
    play(match, "red pillage red pass red item0 red pass red item1 red item0 red pass")
    assert not is_depleted(match, "item0")
    assert is_depleted(match, "item1")
    assert question(match) == "red: e1 pass"


def test_a_card_that_left_the_table_does_nothing() -> None:
    """§9.6, ruling 15."""
    match = table(red="pack0 item0", blue="pack1 / e0", box={"e0": "take active"}, switches=AVAST)
    play(match, "red pillage red pass blue pass red item0 blue e0 blue item0")
    assert place(match, "item0") == "hand of blue"
    assert (pieces(match), is_depleted(match, "item0")) == ("4 2", False)


def test_a_card_that_was_depleted_in_answer_does_nothing() -> None:
    """§9.6, ruling 15."""
    match = table(red="pack0 item0", blue="pack1 / e0", box={"e0": "deplete active"}, switches=AVAST)
    play(match, "red pillage red pass blue pass red item0 blue e0 blue item0")
    assert (pieces(match), is_depleted(match, "item0")) == ("4 2", True)


def test_a_cancelling_card_that_left_cancels_nothing() -> None:
    """§9.6: the event under it takes place."""
    box = {"e0": "lose 2 active", "e1": "take active", "item0": "cancel event"}
    match = table(red="pack0 item0", blue="pack1 / e0 e1", box=box, switches=AVAST)
    play(match, "red pillage red pass blue pass red pass blue e0 red item0 blue e1 blue item0")
    assert pieces(match) == "2 2"


def test_what_an_event_chose_may_be_gone_when_it_is_resolved() -> None:
    """§10: then that effect does nothing, and the other one takes place."""
    box = {"e0": "take active, gain 3", "e1": "take active"}
    match = table(3, red="pack0 item0", blue="pack1 / e0", green="pack2 / e1", box=box, switches=AVAST)
    play(match, "red pillage red pass blue pass green pass red pass blue e0 blue item0 red pass green e1 green item0")
    all_pass(match)
    assert place(match, "item0") == "hand of green"
    assert pieces(match) == "4 5 2"


def test_abilities_are_new_in_every_turn() -> None:
    """§9.6: once in each turn of any player."""
    match = table(red="pack0 item0", blue="pack1 item1", box={"captain0": "gain"}, captains="captain0 captain1")
    play(match, "red pillage red pass red item0 red captain")
    assert now(match, "captain_used")["red"]
    settle(match)
    assert not any(now(match, "announced").values())
    assert not any(now(match, "captain_used").values())


def test_a_used_card_helps_again_in_the_next_own_turn() -> None:
    """§2.2, §9.6."""
    match = table(red="pack0 item0", blue="pack1", switches=AVAST)
    play(match, "red pillage red pass red item0")
    for seat in ("blue", "red"):
        settle(match)
        while phase(match) != "declaring":
            settle(play(match, f"{seat} {'confirm' if 'confirm' in offered(match) else offered(match).split()[0]}"))
        play(match, f"{seat} pillage")
        if seat == "blue":
            all_pass(match)
    while now(match, "stage") == "flash":
        play(match, f"{asked(match)} pass")
    assert "item0" in offered(match, "red").split()


# --- Captains ------------------------------------------------------------------------------------


def test_a_captain_is_used_once_a_turn() -> None:
    """§1.6, §9.6, ruling 19: there is nothing to deplete."""
    match = table(red="pack0 / e5", captains="captain0 captain1", box={"captain0": "gain 2"})
    play(match, "red pillage red pass red captain")
    assert pieces(match) == "2 2"
    assert question(match) == "red: e5 pass"
    play(match, "red pass")
    assert (pieces(match), question(match)) == ("4 2", "red: e5 pass")


@pytest.mark.parametrize("cancel", ["cancel ability", "cancel any"])
def test_a_captains_ability_cannot_be_cancelled(cancel: str) -> None:
    """§1.6, §9.7, ruling 19: but it can be answered."""
    box = {"captain0": "gain 2", "e0": cancel, "e1": "lose active"}
    match = table(red="pack0 item0", blue="pack1 / e0 e1", captains="captain0 captain1", box=box)
    play(match, "red pillage red pass blue pass red captain")
    assert question(match) == "red: item0 pass"
    play(match, "red pass")
    assert question(match) == "blue: e1 pass"
    play(match, "blue e1 red item0 blue e0")
    assert not is_depleted(match, "item0")
    assert (pieces(match), phase(match)) == ("5 2", "exploring")  # one lost, two of the captain, two of the pillage


def test_the_captain_of_another_is_of_no_use() -> None:
    """§9.6: only in turn."""
    match = table(blue="pack1 / e0", captains="captain1 captain0", box={"captain0": "gain"})
    play(match, "red pillage blue pass")
    assert question(match) == "blue: e0 pass"


def test_a_captains_trait_works_all_the_time() -> None:
    """§1.6, §10.13."""
    box = {"captain0": captain("dice 2 attack, dice -1 wits"), "sea0": sea("attack 1", "wits 1", fame=1)}
    match = play(table(red="pack2//0", captains="captain0 captain1", box=box), "red at0 dice AAA")
    assert (phase(match), place(match, "sea0")) == ("exploring", "row")  # no die for wits: that test is lost


# --- Penalties -----------------------------------------------------------------------------------

PENALTY = {"sea0": sea("attack 1 lost damage 2", fame=1)}


def test_a_penalty_goes_on_the_pile() -> None:
    """§7.1, §9.5: answers are asked for."""
    match = table(red="item0 pack2 / e0 / 0", box=PENALTY)
    play(match, "red at0 red pass red pass dice N red pass")
    assert (now(match, "stage"), pile(match), question(match)) == ("penalty", "penalty", "red: e0 item0 pass")
    play(match, "red pass")
    assert those_at(match, "table of red") == ""


@pytest.mark.parametrize(("word", "may"), [("penalty", True), ("any", True), ("event", False), ("ability", False)])
def test_what_cancels_a_penalty(word: str, *, may: bool) -> None:
    """§9.7, §10.11."""
    match = table(red="item0 pack2 / e0 / 0", box={**PENALTY, "e0": f"cancel {word}"})
    play(match, "red at0 red pass red pass dice N red pass")
    assert ("e0" in offered(match).split()) == may
    if may:
        play(match, "red e0 all pass")
        assert those_at(match, "table of red") == "item0 pack2"
        assert (row(match), phase(match)) == ("sea0 sea1", "exploring")


def test_an_ability_can_cancel_a_penalty_and_the_card_is_kept() -> None:
    """§9.7."""
    match = table(red="item0 pack2//0", box={**PENALTY, "item0": "cancel penalty"})
    play(match, "red at0 red pass red pass dice N red pass red item0")
    assert those_at(match, "table of red") == "item0 pack2"
    assert is_depleted(match, "item0")


def test_the_cancel_of_a_penalty_can_be_cancelled() -> None:
    """§9.5, §9.7."""
    box = {**PENALTY, "e0": "cancel penalty", "e1": "cancel event"}
    match = table(red="item0 pack2 / e0 / 0", blue="pack1 / e1", box=box)
    play(match, "red at0 all pass dice N red pass blue pass red e0 red pass blue e1 all pass")
    assert those_at(match, "table of red") == ""


def test_a_penalty_can_be_answered_by_somebody_else() -> None:
    """§9.1, §9.5: the answer is resolved first."""
    box = {"sea0": sea("attack 1 lost lose 2", fame=1), "e0": "steal 2 active"}
    match = table(red="pack2//3", blue="pack1 / e0 / 0", box=box)
    play(match, "red at0 blue pass blue pass dice N red pass blue pass blue e0")
    assert pieces(match) == "0 2"


def test_a_test_without_a_mark_has_no_penalty() -> None:
    """§7.1."""
    match = table(red="pack2 / e0 / 0", box={"e0": "cancel penalty"})
    play(match, "red at0 red pass red pass dice N red pass")
    assert phase(match) == "exploring"


# --- Permanents ----------------------------------------------------------------------------------


def test_a_permanent_is_laid_in_front_of_its_target() -> None:
    """§9.5, §9.9."""
    box = {"e0": "permanent dice -1 attack active", "e1": "permanent dice 1 attack"}
    match = table(red="pack2//0", blue="pack1 / e0 e1", box=box)
    play(match, "red at0 blue pass blue e0 blue pass")
    assert place(match, "e0") == "front of red"
    play(match, "blue e1")
    assert place(match, "e1") == "front of blue"
    assert (phase(match), place(match, "sea0")) == ("exploring", "row")  # no die was left to throw


def test_a_permanent_counts_from_then_on() -> None:
    """§10.13: in this throw too, if it was laid before."""
    match = table(red="pack1 / e0 / 0", box={"e0": "permanent dice 2 attack"})
    play(match, "red at0 red pass red e0")
    assert place(match, "e0") == "front of red"
    play(match, "dice NNNA")
    assert place(match, "sea0") == "chest of red"


def test_a_permanent_stays_for_good() -> None:
    """§9.9, ruling 17: over turns, and it still counts."""
    match = table(red="pack2//0", front={"red": "e0"}, box={"e0": "permanent pillage 2"}, switches=AVAST)
    settle(play(match, "red pillage"))
    assert pieces(match) == "4 2"
    assert place(match, "e0") == "front of red"
    assert turn(match) == "blue"


def test_a_cancelled_permanent_is_discarded() -> None:
    """§9.5, §9.7."""
    box = {"e0": "permanent pillage", "e1": "cancel event"}
    match = table(red="pack2 / e0", blue="pack1 / e1", box=box, switches=AVAST)
    play(match, "red pillage red pass blue pass red e0 blue e1")
    assert those_at(match, "discard") == "e0 e1"
    assert pieces(match) == "4 2"


def test_permanents_of_different_players_add_up() -> None:
    """§10.13, §9.9."""
    box = {"e0": "permanent dice 1 attack", "e1": "permanent dice -2 attack active", "e2": "permanent dice 1 wits"}
    match = play(table(red="pack0//0", front={"red": "e0 e1 e2"}, box=box), "red at0 dice NA")
    assert place(match, "sea0") == "chest of red"


def test_permanents_of_others_do_not_matter() -> None:
    """§9.9."""
    match = play(table(red="pack2//0", front={"blue": "e0"}, box={"e0": "permanent dice 3 attack"}), "red at0 dice A")
    assert place(match, "sea0") == "chest of red"
