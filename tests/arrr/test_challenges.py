"""The law of Arrr!!!, played through the public API: challenges.

How tables are laid out says at_the_table.py. Unless it is said otherwise Red challenges Blue. The docstrings cite the
paragraphs of RULES.md and the rulings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from rumpus.core.rules import NOBODY

from .at_the_table import (
    ID,
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
    seen,
    settle,
    table,
    those_at,
    turn,
)

if TYPE_CHECKING:
    from rumpus import Match


def challenged(stake: str = "2p", stat: str = "attack", players: int = 2, **said: Any) -> Match:
    """Red has challenged Blue; the flash window is open, if anybody is asked there."""
    return play(table(players, **said), f"red blue red {stat} red {stake}")


def accepted(stakes: str = "2p 2p", stat: str = "attack", players: int = 2, **said: Any) -> Match:
    """Both stakes are put aside, nobody having said a word."""
    first, second = stakes.split()
    match = all_pass(challenged(first, stat, players, **said))
    return play(all_pass(play(match, "blue accept")), f"blue {second}")


# --- Refused -------------------------------------------------------------------------------------


def test_the_challenged_player_accepts_or_refuses() -> None:
    """§8.1, ruling 12."""
    match = challenged()
    assert (phase(match), question(match)) == ("answering", "blue: accept refuse")


def test_the_flash_window_comes_before_the_answer() -> None:
    """§8.1, §9.2: who is challenged is not in turn yet."""
    match = challenged(red="pack0 item0 / e0", blue="pack1 item1 / e1", box={"e1": "flash gain"})
    assert (now(match, "stage"), question(match)) == ("flash", "red: pass")
    play(match, "red pass")
    assert question(match) == "blue: e1 pass"
    play(match, "blue pass")
    assert phase(match) == "answering"


def test_who_refuses_loses_up_to_two_equipped_cards() -> None:
    """§8.2, ruling 12: into the hand of the challenger, who chooses."""
    match = play(challenged(blue="mate0 item0* pack1"), "blue refuse")
    assert (phase(match), question(match)) == ("spoiling", "red: mate0 item0 pack1 pass")
    play(match, "red item0")
    assert question(match) == "red: mate0 pack1 pass"
    play(match, "red mate0")
    assert those_at(match, "hand of red") == "mate0 item0"
    assert those_at(match, "table of blue") == "pack1"
    assert phase(match) == "tipping"


def test_the_challenger_may_take_fewer() -> None:
    """§8.2."""
    match = play(challenged(blue="mate0 item0 pack1"), "blue refuse red pass")
    assert (those_at(match, "hand of red"), phase(match)) == ("", "tipping")
    match = play(challenged(blue="mate0 item0 pack1"), "blue refuse red pack1 red pass")
    assert (those_at(match, "hand of red"), phase(match)) == ("pack1", "tipping")


def test_with_one_card_only_one_is_taken() -> None:
    """§8.2."""
    match = play(challenged(blue="pack1"), "blue refuse red pack1")
    assert (those_at(match, "table of blue"), phase(match)) == ("", "tipping")


@pytest.mark.parametrize(("said", "has"), [("1p", "3 2"), ("pass", "2 2")])
def test_the_challenger_may_take_a_piece_from_the_reserve(said: str, has: str) -> None:
    """§8.2: the refused stake stays where it is, and the action is over."""
    match = play(challenged(blue="pack1"), "blue refuse red pass")
    assert question(match) == "red: 1p pass"
    play(match, f"red {said}")
    assert (pieces(match), phase(match)) == (has, "exploring")
    assert turn(settle(match)) == "blue"


def test_there_is_no_piece_in_an_empty_reserve() -> None:
    """§1.5, §8.2."""
    match = play(challenged(red="pack0//40", blue="pack1//2"), "blue refuse red pass")
    assert (pieces(match), phase(match)) == ("40 2", "exploring")


def test_there_is_a_window_after_the_refusal() -> None:
    """§8.1, §8.5: only the challenger is in turn, and can be a target."""
    box = {"e0": "damage active", "e1": "dice 1", "e2": "dice -1 active", "item1": "gain"}
    match = challenged(red="pack0 item0 / e0", blue="pack1 item1 / e1 e2", box=box)
    play(all_pass(match), "blue refuse")
    assert (now(match, "stage"), question(match)) == ("answer", "red: e0 item0 pass")
    play(match, "red pass")
    assert question(match) == "blue: pass"
    play(match, "blue pass")
    assert phase(match) == "spoiling"


def test_what_is_gone_after_the_refusal_cannot_be_taken() -> None:
    """§8.2: nothing is left to choose when the last card went."""
    match = challenged(red="pack0 / e0", blue="pack1 / e1", box={"e0": "gain 2"})
    play(all_pass(match), "blue refuse red e0")
    all_pass(match)
    assert (pieces(match), question(match)) == ("4 2", "red: pack1 pass")


def test_a_card_that_was_taken_is_known() -> None:
    """§12.2, ruling 21."""
    match = play(challenged(players=3, blue="mate0 pack1"), "blue refuse red mate0 red pass red pass")
    for viewer in (1, 2, NOBODY):
        assert seen(match, viewer, "crew_at")[ID["mate0"]] == "hand of red"
        assert seen(match, viewer, "crew_at")[ID["mate1"]] == "unknown"


# --- Accepted ------------------------------------------------------------------------------------


def test_there_is_a_window_after_the_acceptance() -> None:
    """§8.1, §8.3, §8.5: both are in turn; no dice yet."""
    match = challenged(red="pack0 item0", blue="pack1 item1 / e0", box={"e0": "dice 1"})
    play(all_pass(match), "blue accept")
    assert (now(match, "stage"), question(match)) == ("answer", "red: item0 pass")
    play(match, "red pass")
    assert question(match) == "blue: item1 pass"
    play(match, "blue pass")
    assert phase(match) == "staking"


@pytest.mark.parametrize(
    ("chest", "stakes"),
    [("1", "1p"), ("5", "1p 2p 3p 4p"), ("0 map0 idol1 sea5", "map0 idol1"), ("2 relic2", "1p 2p relic2")],
)
def test_the_challenged_player_names_a_stake_of_the_challenger(chest: str, stakes: str) -> None:
    """§8.3, ruling 12."""
    match = play(challenged(red=f"pack0 / / {chest}"), "blue accept")
    assert question(match) == f"blue: {stakes}"


def test_both_stakes_are_put_aside() -> None:
    """§8.3."""
    match = accepted("3p 1p", red="pack2 item0//5", blue="pack4//4")
    assert (pieces(match), now(match, "stake"), now(match, "staked")) == ("4 1", [1, 3], True)


def test_the_stake_cannot_be_used_for_cheating() -> None:
    """§8.3, the rulebook's words on the stake."""
    match = accepted("2p 2p", red="pack2//2", blue="pack1//2")
    play(match, "dice N dice NN")
    assert phase(match) == "exploring"
    match = accepted("1p 2p", red="pack2//2", blue="pack1//2")
    play(match, "dice N dice NN")
    assert question(match) == "blue: pass cheat"


def test_the_stake_cannot_be_stolen_or_lost() -> None:
    """§8.3."""
    box = {"e0": "steal 4 active", "e1": "lose 4 active"}
    match = accepted("2p 2p", players=3, red="pack2//3", blue="pack4//4", green="pack1 / e0 e1 / 0", box=box)
    play(match, "green e0 green red green pass green e1 green blue dice N dice N")
    assert pieces(all_pass(match)) == "2 2 1"


def test_a_stake_that_shrank_is_what_is_left() -> None:
    """§8.3, ruling 12: the challenged player has less by then."""
    match = challenged(
        "3p", players=3, red="pack0//2", blue="pack1//3", green="pack2/e0/0", box={"e0": "steal 2 active"}
    )
    play(all_pass(match), "blue accept green e0 green blue blue 1p")
    assert (pieces(match), now(match, "stake")) == ("1 0 2", [1, 1])


def test_a_stake_can_shrink_to_nothing() -> None:
    """§8.3."""
    match = challenged(
        "2p", players=3, red="pack2//2", blue="pack4//2", green="pack1/e0/0", box={"e0": "steal 2 active"}
    )
    play(all_pass(match), "blue accept green e0 green blue blue 2p dice A dice N")
    assert pieces(match) == "2 0 2"


def test_a_challenger_who_has_nothing_left_stakes_nothing() -> None:
    """§8.3, ruling 12: and there is nothing to name."""
    match = challenged("2p", players=3, red="pack2//1", blue="pack4//2", green="pack1/e0/0", box={"e0": "lose active"})
    play(all_pass(match), "blue accept green e0 green red")
    assert asked(match) == "chance"
    assert pieces(match) == "0 0 0"
    play(match, "dice N dice A")
    assert pieces(match) == "0 2 0"


def test_what_was_not_staked_can_still_be_cheated_with() -> None:
    """§8.3."""
    match = accepted("1p 1p", red="pack2//3", blue="pack4//1")
    play(match, "dice N dice N red cheat dice AN red pass")
    assert pieces(match) == "3 0"  # one paid, one won


def test_a_collection_card_at_stake_goes_to_the_winner() -> None:
    """§8.4."""
    match = accepted("map0 2p", red="pack2//2", blue="pack4//0 map0 map1")
    play(match, "dice A dice N")
    assert (place(match, "map0"), place(match, "map1"), pieces(match)) == ("chest of red", "chest of blue", "2 0")
    match = accepted("map0 2p", red="pack2//2", blue="pack4//0 map0 map1")
    play(match, "dice N dice A")
    assert (place(match, "map0"), pieces(match)) == ("chest of blue", "0 2")


def test_the_winner_gets_the_other_stake_and_the_own_one_back() -> None:
    """§8.4, ruling 12: more successes win, jollies are successes too."""
    match = play(accepted("3p 1p", red="pack1//1", blue="pack5//3"), "dice AJ dice AN")
    assert pieces(match) == "4 0"
    match = play(accepted("3p 1p", red="pack1//1", blue="pack5//3"), "dice NA dice JJ")
    assert pieces(match) == "0 4"


def test_both_stakes_come_back_in_a_tie() -> None:
    """§8.4."""
    match = accepted("3p idol0", red="pack1//0 idol0", blue="pack5//3")
    play(match, "dice AN dice NJ")
    assert (pieces(match), place(match, "idol0")) == ("0 3", "chest of red")
    assert (now(match, "staked"), phase(match)) == (False, "exploring")


def test_no_success_at_all_is_a_tie() -> None:
    """§8.4, §6.1: not even dice are needed."""
    match = accepted("2p 2p", red="pack3//2", blue="pack6//2")
    assert (pieces(match), phase(match)) == ("2 2", "exploring")


@pytest.mark.parametrize(("stat", "letter"), [("attack", "A"), ("navigation", "N"), ("wits", "W"), ("courage", "C")])
def test_both_throw_for_the_stat_that_was_named(stat: str, letter: str) -> None:
    """§5.4, §8.4."""
    other = "A" if letter != "A" else "C"
    match = play(accepted("2p 2p", stat, red="pack2//2", blue="pack4//2"), f"dice {letter} dice {other}")
    assert pieces(match) == "4 0"


def test_the_challenger_throws_first() -> None:
    """§8.4: three dice, then two; one window before both and one after both."""
    match = accepted("1p 1p", red="pack0//1", blue="pack1 / e0 / 1")
    assert (now(match, "stage"), question(match)) == ("before", "blue: e0 pass")
    play(match, "blue pass dice AAA")
    assert phase(match) == "rolling"
    play(match, "dice NJ")
    assert (now(match, "stage"), question(match)) == ("after", "blue: e0 pass")
    assert now(match, "rolled") == [{"attack": 3}, {"navigation": 1, "jolly": 1}]
    play(match, "blue pass")
    assert pieces(match) == "2 0"


def test_there_is_no_difficulty_in_a_challenge() -> None:
    """§10.2: so it is not changed."""
    box = {"e0": "difficulty -1 active", "e1": "difficulty 1 active"}
    match = accepted("1p 1p", red="pack2//1", blue="pack4 / e0 e1 / 1", box=box)
    assert question(match) == "blue: pass"
    play(match, "blue pass dice N dice N")
    assert question(match) == "blue: pass"


def test_what_can_be_played_after_the_answer() -> None:
    """§9.3: neither dice nor flashes, whatever the answer was."""
    box = {
        "e0": "dice 1",
        "e1": "dice -1 active",
        "e2": "rethrow",
        "e3": "flash gain",
        "e4": "gain",
        "e5": "cancel any",
    }
    for answer in ("accept", "refuse"):
        match = challenged(red="pack0 / e0 e1 e2 e3 e4 e5", box=box)
        play(all_pass(match), f"blue {answer}")
        assert (now(match, "stage"), question(match)) == ("answer", "red: e4 pass")


@pytest.mark.parametrize(("flash", "left"), [("lose", "at0 at1 pillage"), ("damage", "pillage")])
def test_a_challenge_that_became_impossible_in_the_flash_window_is_declared_anew(flash: str, left: str) -> None:
    """§5.4, §5.5, ruling 16: Red's last Piece or last card was lost; nothing is barred."""
    match = challenged("2p", red="pack2//1", blue="pack4 / e0 / 2", box={"e0": f"flash {flash} active"})
    play(match, "blue e0")
    assert (phase(match), question(match), now(match, "barred")) == ("declaring", f"red: {left}", [])


def test_the_next_challenge_has_stakes_of_its_own() -> None:
    """§8.4: nothing is left of the last one."""
    match = play(accepted("2p 1p", red="pack2//1", blue="pack4//3"), "dice A dice N blue pass")
    assert (pieces(match), now(match, "stake"), now(match, "prize"), now(match, "target")) == ("3 1", [], [], None)


# --- Both are in turn ----------------------------------------------------------------------------


def test_both_can_be_targets() -> None:
    """§8.5, §9.1, ruling 13: by anybody, and nobody else is one."""
    match = accepted("1p 1p", players=3, red="pack2//3", blue="pack4//3", green="pack1/e0", box={"e0": "lose 2 active"})
    play(match, "green e0")
    assert (phase(match), question(match)) == ("aiming", "green: red blue")
    play(match, "green blue")
    assert pieces(match) == "2 0 2"


def test_both_use_abilities_and_captains() -> None:
    """§8.5, §9.6, ruling 13."""
    match = accepted("1p 1p", red="pack2 item0//1", blue="pack1 item1//1", box={"captain1": "gain"})
    assert question(match) == "red: item0 pass"
    play(match, "red item0")
    assert question(match) == "blue: item1 pass captain"
    play(match, "blue captain blue pass")  # answered by nobody: both are resolved in turn
    assert question(match) == "blue: item1 pass"
    assert pieces(match) == "0 1"


def test_before_the_acceptance_only_the_challenger_is_in_turn() -> None:
    """§8.5: a flash cannot be aimed at Blue."""
    match = challenged(players=3, green="pack1 / e0", box={"e0": "flash lose active"})
    play(match, "green e0")
    assert pieces(match) == "1 2 2"


def test_the_ring_of_a_challenge_begins_with_the_challenger() -> None:
    """§9.4."""
    match = table(3, turn="green", red="pack0 item0//1", blue="pack1 / e0", green="pack2 item1//1")
    play(match, "green red green wits green 1p", "green pass blue pass", "red accept")
    for seat in ("green", "red", "blue"):
        assert asked(match) == seat
        play(match, f"{seat} pass")
    play(match, "red 1p")
    for seat in ("green", "red", "blue"):
        assert (now(match, "stage"), asked(match)) == ("before", seat)
        play(match, f"{seat} pass")
    assert phase(match) == "rolling"


def test_the_rival_is_the_other_one() -> None:
    """§10, §8.5: for either of the two."""
    box = {"item0": "steal rival", "item1": "steal 2 rival"}
    match = accepted("1p 1p", red="pack2 item0//5", blue="pack4 item1//5", box=box)
    play(match, "red item0 blue pass")
    assert pieces(match) == "5 3"
    play(match, "blue item1")
    assert pieces(match) == "3 5"


def test_a_rival_is_there_in_a_challenge_only() -> None:
    """§10: else it cannot be announced; and not before the acceptance."""
    box = {"item0": "steal rival"}
    match = play(table(red="pack2 item0", box=box), "red at0 red pass")
    assert question(match) == "red: pass"
    match = play(all_pass(challenged(red="pack2 item0", box=box)), "blue refuse")
    assert (now(match, "stage"), question(match)) == ("answer", "red: pass")


def test_dice_are_taken_from_the_one_who_is_chosen() -> None:
    """§6.1, §10.1: Red throws three, Blue one instead of two."""
    match = accepted(
        "1p 1p", players=3, red="pack0//1", blue="pack1//1", green="pack2/e0", box={"e0": "dice -1 active"}
    )
    play(match, "green e0 green blue dice NNN dice A")
    assert pieces(match) == "0 2 2"


def test_dice_added_after_both_throws_are_thrown_at_once() -> None:
    """§10.1: by whoever they are for."""
    match = accepted("1p 1p", red="pack2//1", blue="pack4 / e0 / 1", box={"e0": "dice 2"})
    play(match, "blue pass dice N dice N blue e0 dice AN")
    assert pieces(match) == "0 2"


def test_a_third_player_adds_no_dice_to_themselves() -> None:
    """§10.1: they do not throw."""
    match = accepted("1p 1p", players=3, green="pack1 / e0", box={"e0": "dice 2"})
    assert question(match) == "green: pass"


def test_who_throws_again_in_a_challenge() -> None:
    """§10.3: the own dice that are no success."""
    match = accepted("1p 1p", red="pack1//1", blue="pack2 / e0 / 1", box={"e0": "rethrow 2"})
    play(match, "blue pass dice NN dice W blue e0")
    assert phase(match) == "rolling"
    play(match, "dice A")
    assert pieces(match) == "0 2"


def test_both_cheat_in_turn() -> None:
    """§6.3, §9.4, ruling 14: once each time they are asked, while anybody wants to."""
    match = accepted("1p 1p", red="pack2//3", blue="pack4//3")
    play(match, "dice N dice N red cheat dice AN")
    assert question(match) == "blue: pass cheat"
    play(match, "blue cheat dice AJ red cheat dice AN blue pass")
    assert pieces(match) == "1 2"  # two successes each: a tie


def test_nobody_else_cheats() -> None:
    """§6.3."""
    match = accepted("1p 1p", players=3, red="pack2//1", blue="pack4//1", green="pack1 / e0 / 9")
    play(match, "green pass dice N dice A")
    assert question(match) == "green: e0 pass"


def test_a_permanent_is_laid_in_front_of_one_of_the_two() -> None:
    """§9.1, §9.5."""
    box = {"e0": "permanent dice -1 attack active"}
    match = accepted("1p 1p", players=3, red="pack1//1", blue="pack5//1", green="pack2 / e0", box=box)
    play(match, "green e0 green blue")
    assert place(match, "e0") == "front of blue"
    play(match, "dice NA dice N")
    assert pieces(match) == "2 0 2"


def test_who_lost_every_card_throws_no_dice() -> None:
    """§6.1, §8.4."""
    match = accepted("1p 1p", red="pack2 item0//1", blue="pack1 item1*//1", box={"item0": "damage 3 rival"})
    play(match, "red item0 dice A")
    assert (those_at(match, "table of blue"), pieces(match)) == ("", "2 0")


def test_traits_count_in_a_challenge() -> None:
    """§10.13: dice of captains, for both."""
    box = {"captain0": captain("dice 1 wits"), "captain1": captain("dice 2 wits")}
    match = accepted("1p 1p", "wits", red="pack2//1", blue="pack4//1", captains="captain0 captain1", box=box)
    play(match, "dice WW dice WWW")
    assert pieces(match) == "0 2"


def test_in_a_challenge_an_ability_of_the_other_is_depleted_too() -> None:
    """§8.5, §9.6: and it is prepared at the start of its own player's turn."""
    match = accepted("1p 1p", red="pack2//1", blue="pack1 item1//1", box={"item1": "dice 2"})
    play(match, "blue item1 dice N dice NNNN")
    assert is_depleted(match, "item1")
    assert turn(settle(match)) == "blue"
    assert not is_depleted(match, "item1")


def test_an_ability_used_in_the_turn_of_another_is_there_again_in_the_own_one() -> None:
    """§9.6: once in each turn of any player."""
    match = accepted("1p 1p", red="pack2//1", blue="pack4 item1//1")
    settle(play(match, "blue item1 dice N dice N all pass"))
    assert (turn(match), phase(match)) == ("blue", "recruiting")
    play(match, "blue confirm")
    while phase(match) == "refilling":
        settle(play(match, f"blue {offered(match).split()[0]}"))
    play(match, "blue confirm blue pillage")
    while now(match, "stage") == "flash":
        play(match, f"{asked(match)} pass")
    assert "item1" in offered(match, "blue").split()


def test_abilities_cancel_each_other_across_the_challenge() -> None:
    """§9.7: Red's ability is cancelled by Blue's, and stays prepared."""
    box = {"item0": "steal rival", "item1": "cancel ability"}
    match = accepted("1p 1p", red="pack2 item0//1", blue="pack4 item1//3", box=box)
    play(match, "red item0 blue item1")
    assert (pieces(match), is_depleted(match, "item0"), is_depleted(match, "item1")) == ("0 2", False, True)


def test_what_holds_in_challenges_only() -> None:
    """§10.14."""
    box = {"item0": "gain @challenge", "item1": "gain @sail", "item2": "gain @attack"}
    match = accepted("1p 1p", red="pack2 item0 item1 item2//1", box=box)
    assert question(match) == "red: item0 item2 pass"
    match = accepted("1p 1p", "wits", red="pack2 item0 item1 item2//1", box=box)
    assert question(match) == "red: item0 pass"


def test_a_challenge_that_is_barred_was_no_challenge() -> None:
    """§5.5, §10.12: nothing is put aside, and Blue is not asked."""
    match = challenged(players=3, green="pack1 / e0", box={"e0": "flash bar 0 challenge active"})
    play(match, "green e0")
    assert question(match) == "red: at0 at1 at2 pillage"
    assert pieces(match) == "2 2 2"
    play(match, "red pillage")
    assert pieces(match) == "5 2 2"
