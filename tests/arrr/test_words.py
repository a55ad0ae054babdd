"""What cards say, what actions are called, and what is told of a match: to whom it is to be told, and to nobody else.

Matches are dealt from the set-up on, by hand, with the box of the scenarios; cards are called there as they are named
here: 'E0', 'Pack0', 'Sea3'. Red is Rusty, Blue is Inky, Green is Mossy, and Yellow is Brassy.
"""

from __future__ import annotations

from itertools import chain, product
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import rumpus
from rumpus.core.match import EVERYTHING
from rumpus.core.rng import below, generator
from rumpus.core.rules import CHANCE, NOBODY
from rumpus.games.arrr import words
from rumpus.games.arrr.box import Effect
from rumpus.games.arrr.checking import ABILITY, LOSS, MARKS, TRAIT, WIN, Place
from rumpus.games.arrr.describing import (
    captain_text,
    crew_text,
    effects_text,
    event_text,
    exploration_text,
    phrase,
)
from rumpus.games.arrr.rules import running, throwing
from rumpus.games.arrr.rules.records import (
    CAPTAIN_OF,
    ENDED,
    EVENT_OF,
    IN_CHEST,
    LOST_OF,
    PLAYERS,
    REWARD_OF,
    TESTS,
    TRAIT_OF,
    WHEN,
    WON_OF,
)
from rumpus.games.arrr.rules.resolving import resolve_top, start_list
from rumpus.games.arrr.words import pile, throws
from rumpus.games.arrr.words.names import effects_of
from tests.arrr.at_the_table import (
    CAPTAIN_NAMES,
    CREW_NAMES,
    EVENT_NAMES,
    ID,
    OUTCOME_NAMES,
    SEA_NAMES,
    all_pass,
    asked,
    changed_box,
    play,
    sea,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rumpus import Match
    from rumpus.core.game import Game
    from rumpus.core.rules import Box, State

RED, BLUE, GREEN = range(3)
TABLES = {"crew": CREW_NAMES, "events": EVENT_NAMES, "explorations": SEA_NAMES, "captains": CAPTAIN_NAMES}


# What cards say ---------------------------------------------------------------------------------------------------


def effect(**said: Any) -> Effect:
    return msgspec.convert(said, Effect)


def allowed_in(place: Place) -> Iterator[Effect]:
    """All that may stand there. There is a rival only in a challenge, so that need not be said (§8.5)."""
    for word, takes in place.words.items():
        whom = [who for who in takes.who if who in place.who]
        for amount, of, who, when in product(takes.amounts, takes.of, whom, WHEN if place.has_times else ("always",)):
            if who != "rival" or when != "challenge":
                yield effect(does=word, amount=amount, of=of, who=who, when=when)


@pytest.mark.parametrize(
    ("place", "mark"),
    [(ABILITY, "plain"), (MARKS["plain"], "plain"), (MARKS["flash"], "flash"), (LOSS, "plain"), (WIN, "plain")],
)
def test_whatever_is_done_once_has_a_sentence_of_its_own(place: Place, mark: str) -> None:
    """§10.1 to §10.12, §10.14"""
    texts = [effects_text([one], mark) for one in allowed_in(place)]
    assert len(set(texts)) == len(texts) > 10
    assert all(text[0].isupper() and text.endswith(".") for text in texts)


@pytest.mark.parametrize(("place", "mark", "many"), [(MARKS["permanent"], "permanent", 576), (TRAIT, "trait", 36)])
def test_whatever_lasts_has_a_sentence_of_its_own(place: Place, mark: str, many: int) -> None:
    """§10.13"""
    texts = [effects_text([one], mark) for one in allowed_in(place)]
    assert len(set(texts)) == len(texts) == many
    assert all("Always: " in text for text in texts)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({"does": "dice", "amount": 2, "when": "attack"}, "In an attack throw: two more dice for you."),
        ({"does": "dice", "amount": -1, "who": "active"}, "One fewer die for a player in turn."),
        ({"does": "difficulty", "when": "wits"}, "In a wits test: this test is one harder."),
        ({"does": "rethrow", "amount": 2}, "Rethrow up to two failed dice of yours."),
        ({"does": "rethrow"}, "Rethrow one failed die of yours."),
        ({"does": "draw", "of": "event"}, "Draw one event."),
        ({"does": "draw", "amount": 2, "of": "either"}, "Draw two cards, each from either deck."),
        ({"does": "gain", "when": "pillage"}, "When somebody pillages: gain one Piece."),
        ({"does": "lose", "amount": 2, "who": "rival"}, "In a challenge: your rival loses two Pieces."),
        ({"does": "steal", "who": "active"}, "Steal one Piece from a player in turn."),
        ({"does": "damage", "amount": 2, "who": "active"}, "A player in turn suffers two damage."),
        ({"does": "discard", "amount": 2, "who": "active"}, "A player in turn discards two cards from the hand."),
        ({"does": "cancel", "of": "any"}, "Cancel an event, an ability or a penalty."),
        ({"does": "bar", "amount": 0, "of": "sail", "who": "active"}, "The player in turn cannot sail this turn."),
        (
            {"does": "bar", "of": "challenge", "who": "active"},
            "The player in turn discards one card from the hand, or cannot challenge this turn.",
        ),
    ],
)  # fmt: skip
def test_effects_are_told_in_good_english(said: dict[str, Any], text: str) -> None:
    """§10"""
    assert effects_text([effect(**said)], "flash" if said["does"] == "bar" else "plain") == text


def test_abilities_are_for_who_is_in_turn() -> None:
    """§9.6"""
    mine = [effect(does="gain", when="pillage")]
    assert effects_text(mine, "ability") == "When you pillage: gain one Piece."
    assert effects_text([effect(does="dice", when="sail")], "ability") == "When you sail: one more die for you."


def test_after_what_another_does_it_is_said_who_goes_on() -> None:
    both = [effect(does="bar", amount=0, of="challenge", who="active"), effect(does="gain")]
    assert effects_text(both, "flash") == "The player in turn cannot challenge this turn; then you gain one Piece."


def test_where_there_is_no_challenge_only_one_is_in_turn() -> None:
    """§8.5"""
    assert effects_text([effect(does="steal", who="active", when="pillage")]) == (
        "When somebody pillages: steal one Piece from the player in turn."
    )


def test_two_effects_follow_each_other_and_their_conditions_come_first() -> None:
    """§10.14: all of them must hold."""
    both = [Effect(does="shift"), Effect(does="draw", of="event", when="sail")]
    assert effects_text(both) == (
        "When somebody sails: swap a card of the Seven Seas with the next one towards the deck; then draw one event."
    )
    assert effects_text([]) == ""


def test_a_permanent_says_in_front_of_whom_it_lies() -> None:
    """§9.9, §10.13"""
    ghost = [Effect(does="dice", amount=-1, of="attack", who="active"), Effect(does="armour", amount=-2, who="active")]
    assert effects_text(ghost, "permanent") == (
        "Laid in front of a player in turn. Always: one fewer die for attack and two damage more each time."
    )
    assert effects_text([Effect(does="pillage", amount=2)], "trait") == "Always: two more Pieces for a pillage."


def test_every_card_of_the_box_has_a_text() -> None:
    """§1.2, §1.3, §1.6, §9.2"""
    tables = rumpus.game("arrr").contents.tables
    assert all(crew_text(card).startswith(("First Mate. ", "Item. ", "Pack. ")) for card in tables["crew"].values())
    marks = {"plain": "", "flash": "Flash. ", "permanent": "Permanent. "}
    for event in tables["events"].values():
        assert event_text(event) == f"{marks[event.mark]}{effects_text(event.effects, event.mark)}"
        assert event.effects
    assert all(captain_text(card) for card in tables["captains"].values())
    assert all(exploration_text(card) for card in tables["explorations"].values())


def test_an_exploration_says_what_it_asks_and_brings() -> None:
    """§1.3, §7"""
    hard = sea("courage 5 lost damage 3", "wits 1 won gain", needs="items 2", influence="attack 1", fame=5, pieces=1)
    tables = box_with(sea0={**hard, "reward": [{"does": "draw", "of": "event"}]}).contents.tables
    assert exploration_text(tables["explorations"][ID["sea0"]]) == (
        "Needs two Items. Courage 5; lost: suffer three damage. Wits 1; won: gain one Piece."
        " 5 fame, 1 Piece; draw one event. Neighbours: attack +1."
    )
    assert exploration_text(tables["explorations"][ID["map0"]]) == "Attack 1. One of the maps."


@pytest.mark.parametrize(
    ("needs", "text"),
    [
        ("mate 1", "Needs a First Mate."),
        ("pack 1", "Needs a Pack."),
        ("cards 3", "Needs three equipped cards."),
        ("pieces 1", "Needs one Piece."),
        ("wits 2", "Needs wits 2."),
    ],
)
def test_a_condition_is_told(needs: str, text: str) -> None:
    """§7.3"""
    card = box_with(sea0=sea("attack 1", needs=needs)).contents.tables["explorations"][ID["sea0"]]
    assert exploration_text(card).startswith(text)


def test_a_crew_card_says_its_kind_its_stats_and_its_ability() -> None:
    """§1.2"""
    tables = box_with(mate0={"ability": [{"does": "shift"}], "attack": 3, "wits": 0}).contents.tables["crew"]
    assert crew_text(tables[ID["mate0"]]) == (
        "First Mate. Attack 3, navigation 1, courage 1."
        " Swap a card of the Seven Seas with the next one towards the deck."
    )
    assert crew_text(tables[ID["pack7"]]) == "Pack. No stats."


def test_a_captain_says_what_holds_and_what_can_be_done_once_a_turn() -> None:
    """§1.6"""
    captain = {"trait": [{"does": "armour"}], "ability": [{"does": "dice", "when": "challenge"}]}
    tables = box_with(captain0=captain).contents.tables["captains"]
    assert captain_text(tables[ID["captain0"]]) == (
        "Always: one damage less each time. Once a turn, in a challenge: one more die for you."
    )


# At a table -------------------------------------------------------------------------------------------------------


def box_with(players: int = 2, switches: dict[str, Any] | None = None, **changes: Any) -> Game:
    """The box of the scenarios with these changes, where every card is called by what it is."""
    box = changed_box(changes)
    for table, names in TABLES.items():
        for name in names:
            box[table][ID[name]]["name"] = name.capitalize()
    return rumpus.game("arrr", switches or {}, box, seats=players)


def dealt(game: Game, *hands: str, row: str = "sea0 sea1 sea2 sea3") -> Match:
    """The first turn of Red, with these cards in the hands; what is not said is pack0, and cards nobody mentions."""
    match = game.match(by_hand=True)
    hold = [hand.split() for hand in (*hands, "", "", "")[: game.seats]]
    if not any("pack0" in hand for hand in hold):
        hold[RED].append("pack0")
    taken = set(chain(*hold))
    crew, events = ([name for name in names if name not in taken] for names in (CREW_NAMES[::-1], EVENT_NAMES[::-1]))
    for hand in hold:
        own = [name for name in hand if name in EVENT_NAMES]
        cards = [name for name in hand if name not in own]
        deal = [
            *cards,
            *(crew.pop(0) for _ in range(6 - len(cards))),
            *own,
            *(events.pop(0) for _ in range(2 - len(own))),
        ]
        hand[:] = deal
    start = "red maps idols" if game.seats == 2 else "red maps idols pearls"
    captains = " ".join(CAPTAIN_NAMES[: game.seats])
    for name in chain(start.split(), captains.split(), row.split()[: game.seats], *hold):
        match.play(CHANCE, OUTCOME_NAMES[name])
    return match


def told(match: Match, viewer: int = NOBODY) -> str:
    """What is told of the last move."""
    return " ".join(match.tell(len(match.moves) - 1, viewer))


def declaring(match: Match, equipped: str = "pack0") -> Match:
    """Red keeps the hand, equips these cards and is about to declare."""
    return play(match, "red confirm", *(f"red {name}" for name in equipped.split()), "red confirm")


def passed(match: Match) -> str:
    """Everybody passes until something comes of it: what that was."""
    line = ""
    while not line and asked(match) in PLAYERS and match.position()["phase"] == "asked":
        play(match, f"{asked(match)} pass")
        line = told(match).partition(" passes. ")[2]
    return line or told(match).partition(" passes. ")[2]


# The set-up and the first half of a turn --------------------------------------------------------------------------


def test_the_start_the_collections_the_captains_and_the_row_are_told_to_all() -> None:
    """§1.4, §1.6, §1.7"""
    match = dealt(box_with())
    log = match.log(NOBODY)
    assert log == [
        "Rusty starts.",
        "In the game are Treasure Maps and Grinning Idols.",
        "Rusty is Captain0.",
        "Inky is Captain1.",
        "In the Seven Seas lie Sea0 and Sea1.",
        "Rusty's turn, 1 of 5.",
    ]


def test_a_hand_is_told_to_its_owner() -> None:
    """§1.5, §12.1"""
    match = dealt(box_with(), "mate0 mate1 item0 item1 item2 pack0 e0 e1")
    assert "Rusty gets Mate0, Mate1, Item0, Item1, Item2, Pack0, E0 and E1." in match.log(RED)
    assert not any("Mate0" in line for line in (*match.log(BLUE), *match.log(NOBODY)))


def test_discards_are_told_to_all_and_draws_by_name_to_their_owner() -> None:
    """§3.1, §3.2, §12.2"""
    match = dealt(box_with(), "mate0 mate1 item0 item1 e0 e1")
    play(match, "red mate0")
    assert (told(match, RED), told(match, BLUE)) == ("Rusty chooses Mate0.", "")
    play(match, "red mate1 red item0 red item1 red e0 red confirm")
    assert told(match, BLUE) == "Rusty discards Mate0, Mate1, Item0, Item1 and E0."
    play(match, "red crew")
    assert told(match, BLUE) == "Rusty turns to the crew deck."
    play(match, "chance mate5")
    assert (told(match, RED), told(match, BLUE)) == ("Rusty draws Mate5.", "Rusty draws a crew card.")
    play(match, "chance e9")
    assert (told(match, RED), told(match, NOBODY)) == ("Rusty draws E9.", "Rusty draws an event.")


def test_equipment_is_told_with_what_makes_way() -> None:
    """§4.1, §4.2"""
    match = dealt(box_with(), "pack0 item0 item1 item2 item3 pack1")
    play(match, "red confirm red pack0")
    assert told(match, RED) == "Rusty chooses Pack0."
    play(match, "red item0 red item1 red item2 red confirm")
    assert told(match) == "Rusty equips Item0, Item1, Item2 and Pack0."
    play(match, "red pillage")
    all_pass(match)
    play(match, "chance sea5 blue confirm blue confirm")
    assert told(match) == "Inky equips nothing."
    play(match, "blue pillage")
    all_pass(match)
    play(match, "chance sea6 red confirm")
    while asked(match) != "red" or not match.legal(RED)[0].words.startswith("confirm"):
        play_anything(match)
    play(match, "red pack1")
    assert told(match, RED) == "Rusty chooses Pack1, in place of Pack0."
    play(match, "red item3")
    assert told(match, RED) == "Rusty chooses Item3."
    play(match, "red item0")
    assert told(match, RED) == "Rusty gives up Item0."
    play(match, "red confirm")
    assert told(match, BLUE) == "Rusty equips Item3 and Pack1, in place of Item0 and Pack0."


def play_anything(match: Match) -> None:
    """The first that can be chosen."""
    (seat,) = match.acting
    match.play(seat, match.chance()[0].number if seat == CHANCE else match.legal(seat)[-1].number)


def test_captains_are_chosen_in_secret_and_told_together() -> None:
    """§13.2"""
    match = box_with(switches={"captains": "choose"}).match(by_hand=True)
    play(match, "chance red chance maps chance idols")
    play(match, "chance captain0 chance captain1 chance captain2 chance captain3")
    assert told(match, RED) == "Rusty may be Captain0 or Captain1."
    assert told(match, NOBODY) == ""
    play(match, "blue captain3")
    assert (told(match, BLUE), told(match, RED)) == ("Inky is Captain3.", "Inky has chosen a captain.")
    play(match, "red captain0")
    assert told(match, NOBODY) == "Rusty is Captain0. Inky is Captain3."


# Actions ----------------------------------------------------------------------------------------------------------


def test_a_pillage_is_declared_and_brings_pieces() -> None:
    """§5.2, §10.13: a captain makes it larger."""
    match = play(declaring(dealt(box_with())), "red pillage")
    assert told(match) == "Rusty pillages."
    play(match, "red pass")
    assert told(match) == "Rusty passes."
    assert passed(match) == "Rusty takes three Pieces from the coast."


def test_new_horizons_tell_what_came_and_what_drifted_away() -> None:
    """§2.3"""
    match = declaring(dealt(box_with()))
    for card in ("sea4", "sea5"):
        play(match, f"{asked(match)} pillage")
        play(all_pass(match), f"chance {card}")
        play(match, f"{asked(match)} confirm")
        while asked(match) == "chance":
            play_anything(match)
        play(match, f"{asked(match)} confirm")
    play(match, "red pillage")
    play(all_pass(match), "chance sea6")
    assert told(match) == "New horizons: Sea6 comes in sight and Sea0 drifts away. Inky's turn, 2 of 5."


def test_a_test_is_told_from_the_declaration_to_the_conquest() -> None:
    """§6.1, §6.2, §7.2"""
    match = declaring(dealt(box_with(sea0=sea("attack 2", fame=3, pieces=2, reward="draw event"))))
    play(match, "red at0")
    assert told(match) == "Rusty sails for Sea0."
    all_pass(match)
    assert passed(match) == "Rusty throws three dice for attack, two successes needed."
    play(match, "dice AJ")
    assert told(match) == ""
    play(match, "dice W")
    assert told(match) == "Rusty has thrown one attack, one wits and one jolly: two successes."
    assert passed(match) == (
        "Rusty wins the attack test, two successes against two."
        " Rusty conquers Sea0: 3 fame and two Pieces. The reward of Sea0: one event for Rusty."
    )


def test_a_collection_card_is_told_with_its_collection() -> None:
    """§1.3"""
    match = play(declaring(dealt(box_with(), row="map0 sea1")), "red at0")
    all_pass(all_pass(match))
    play(match, "dice AAA")
    assert passed(match).endswith("Rusty conquers Map0: one of the Treasure Maps.")


def test_each_of_several_tests_is_told_and_so_are_its_marks() -> None:
    """§7.1"""
    match = declaring(dealt(box_with(sea0=sea("attack 1 won gain 2", "wits 1 won draw crew", fame=1))))
    play(match, "red at0")
    all_pass(all_pass(match))
    play(match, "dice AWW")
    assert passed(match) == (
        "Rusty wins the attack test, one success against one. The test of Sea0: Rusty gains two Pieces."
    )
    play(all_pass(match), "dice AAW")
    assert (
        passed(match) == "Rusty wins the wits test, one success against one. The test of Sea0: one crew card for Rusty."
    )
    play(match, "chance mate9")
    assert told(match) == "Rusty draws a crew card. Rusty conquers Sea0: 1 fame."


def test_cheating_is_told_with_its_dice() -> None:
    """§6.3"""
    match = play(declaring(dealt(box_with())), "red at0")
    all_pass(all_pass(match))
    play(match, "dice WWW red cheat")
    assert told(match) == "Rusty cheats: a Piece for two more dice."
    play(match, "dice AA")
    assert told(match) == "Rusty has thrown two attack and three wits: two successes."


def test_to_throw_no_dice_is_told() -> None:
    """§6.1"""
    match = play(declaring(dealt(box_with(), "item0"), "item0"), "red at0")
    assert passed(match) == "Rusty throws no dice for attack, one success needed."


def test_a_lost_test_leads_to_a_penalty_on_the_pile_and_to_losses() -> None:
    """§7.1, §7.5"""
    match = declaring(dealt(box_with(sea0=sea("attack 1 lost damage 1")), "pack0 item0"), "pack0 item0")
    play(match, "red at0")
    all_pass(all_pass(match))
    play(match, "dice WWW")
    assert passed_to_pile(match) == (
        "Rusty loses the attack test, no successes against one. A penalty lies on the pile: suffer one damage."
    )
    assert passed(match) == "The penalty of Sea0: Rusty suffers one damage."
    play(match, "red item0")
    assert told(match) == "Rusty loses Item0."


def passed_to_pile(match: Match) -> str:
    """Everybody passes once, until something lies on the pile."""
    while not match.position()["piled"]:
        play(match, f"{asked(match)} pass")
    return told(match).partition(" passes. ")[2]


def test_damage_that_takes_all_is_told_with_what_is_lost_and_armour_counts() -> None:
    """§7.5, §10.13"""
    armour = {"trait": [{"does": "armour"}], "ability": []}
    match = declaring(
        dealt(box_with(sea0=sea("attack 1 lost damage 3"), captain0=armour), "pack0 item0"), "pack0 item0"
    )
    play(match, "red at0")
    all_pass(all_pass(match))
    play(match, "dice WWW")
    passed_to_pile(match)
    assert passed(match) == "The penalty of Sea0: Rusty suffers two damage. Rusty loses Item0 and Pack0."


# Events, abilities and the pile -----------------------------------------------------------------------------------


def _is_at_pillage(match: Match) -> bool:
    return bool(match.position()["stage"] == "pillage")


def to_pillage(*hands: str, equipped: str = "pack0", players: int = 2, **changes: Any) -> Match:
    match = play(declaring(dealt(box_with(players, **changes), *hands), equipped), "red pillage")
    while not _is_at_pillage(match):
        play(match, f"{asked(match)} pass")
    return match


def resolved(match: Match) -> str:
    """All pass once: what the uppermost of the pile did."""
    there = match.position()["piled"]
    while match.position()["piled"] == there:
        play(match, f"{asked(match)} pass")
    return told(match).partition(" passes. ")[2]


def test_what_is_played_on_whom_is_told_and_what_it_did() -> None:
    """§9.1, §9.5, §10.5: as many as there are."""
    match = play(to_pillage("", "e0", e0="lose 3 active"), "red pass blue e0")
    assert told(match) == "Inky plays E0 on Rusty."
    assert resolved(match) == "E0: Rusty loses two Pieces."


@pytest.mark.parametrize(
    ("does", "line"),
    [
        ("gain 2", "Inky gains two Pieces"),
        ("steal active", "Inky steals one Piece from Rusty"),
        ("draw 2 event", "two events for Inky"),
        ("draw either", "one card for Inky"),
        ("damage active", "Rusty suffers one damage"),
        ("discard 2 active", "Rusty has to discard two cards"),
        ("gain, lose active", "Inky gains one Piece; Rusty loses one Piece"),
    ],
)
def test_an_event_tells_what_it_does(does: str, line: str) -> None:
    """§10.4 to §10.6, §10.9"""
    match = to_pillage("pack0 item0", "e0", equipped="pack0 item0", e0=does)
    play(match, "red pass blue e0")
    assert resolved(match) == f"E0: {line}."


def test_cards_that_are_chosen_are_told() -> None:
    """§10.7, §10.8"""
    match = to_pillage("pack0 item0", "e0 e1", equipped="pack0 item0", e0="deplete active", e1="take active")
    play(match, "red pass blue e0")
    assert (told(match, BLUE), told(match, RED)) == ("Inky is about to use E0.", "")
    play(match, "blue item0")
    assert told(match) == "Inky plays E0 on Rusty, choosing Item0."
    assert resolved(match) == "E0: Item0 is depleted."
    play(match, "red pass blue e1 blue pack0")
    assert resolved(match) == "E1: Inky takes Pack0 from Rusty."


def test_a_depleted_card_is_prepared_and_a_discarded_one_recovered() -> None:
    """§10.7, §10.8"""
    match = play(dealt(box_with(e0="recover", e1="prepare"), "pack0 item0 mate0 e0 e1"), "red mate0 red confirm")
    while asked(match) == "chance" or "draw a crew card" in [one.words for one in match.legal(RED)]:
        play_anything(match)
    play(match, "red item0 red pack0 red confirm red pillage")
    while not _is_at_pillage(match):
        play(match, f"{asked(match)} pass")
    play(match, "red item0")
    assert told(match) == "Rusty uses Item0."
    assert resolved(match) == "Item0: Rusty gains one Piece."
    play(match, "red e1 red item0")
    assert resolved(match) == "E1: Item0 is prepared."
    play(match, "red e0 red mate0")
    assert resolved(match) == "E0: Rusty takes Mate0 from the discards."


def test_neighbours_that_change_places_are_told() -> None:
    """§10.10"""
    match = play(to_pillage("e0", e0="shift"), "red e0")
    assert [one.words for one in match.legal(RED)] == ["swap Sea0 and Sea1"]
    play(match, "red at0")
    assert told(match) == "Rusty plays E0, choosing Sea0."
    assert resolved(match) == "E0: Sea0 and Sea1 change places."


def test_what_is_cancelled_is_told_and_does_nothing_else() -> None:
    """§9.7, §10.11"""
    match = play(to_pillage("e1", "e0", e0="lose 2 active", e1="cancel event"), "red pass blue e0 red e1")
    assert told(match) == "Rusty plays E1."
    assert resolved(match) == "E1: E0 is cancelled."
    match = play(to_pillage("item0", "e0", equipped="pack0 item0", e0="cancel ability"), "red item0 red pass blue e0")
    assert resolved(match) == "E0: the ability of Item0 is cancelled."


def test_an_ability_whose_card_has_left_does_nothing() -> None:
    """§9.6"""
    match = to_pillage("pack0 item0", "e0", equipped="pack0 item0", e0="take active")
    play(match, "red item0 red pass blue e0 blue item0")
    assert resolved(match) == "E0: Inky takes Item0 from Rusty."
    assert resolved(match) == "Item0 is no longer ready, and does nothing."


def test_a_card_that_has_gone_before_is_out_of_reach() -> None:
    """§10"""
    match = to_pillage("pack0 item0", "e0 e1", equipped="pack0 item0", e0="take active", e1="take active")
    play(match, "red pass blue e0 blue item0 red pass blue e1 blue item0")
    assert resolved(match) == "E1: Inky takes Item0 from Rusty."
    assert resolved(match) == "E0: Item0 is out of reach."


def test_a_permanent_stays_in_front_of_its_target() -> None:
    """§9.9"""
    match = play(to_pillage("", "e0", e0="permanent pillage -1 active"), "red pass blue e0")
    assert resolved(match) == "E0 stays in front of Rusty."


def test_dice_and_difficulty_that_change_are_told() -> None:
    """§10.1 to §10.3"""
    match = dealt(
        box_with(e0="dice 2", e1="difficulty -1 active", e2="dice -1 active", e3="rethrow 2"), "e0 e3", "e1 e2"
    )
    play(declaring(match), "red at0")
    while match.position()["stage"] != "before":
        play(match, f"{asked(match)} pass")
    play(match, "red e0")
    assert resolved(match) == "E0: two more dice for Rusty."
    play(match, "red pass blue e2")
    assert resolved(match) == "E2: one fewer die for Rusty."
    play(match, "red pass blue e1")
    assert resolved(match) == "E1: the test is one easier."
    assert passed(match) == "Rusty throws four dice for attack, one success needed."
    play(match, "dice AWWW red e3")
    assert told(match) == "Rusty plays E3. E3: Rusty throws up to two failed dice again."
    play(match, "dice JC")
    assert told(match) == "Rusty has thrown one attack, one wits, one courage and one jolly: two successes."


def test_what_nobody_can_answer_is_told_in_one_step() -> None:
    """§9.5, §9.8: swabbers have no events."""
    match = box_with(switches={"mode": "swabber"}).match(by_hand=True)
    play(match, "chance red chance maps chance idols chance sea0 chance sea1")
    for name in (*CREW_NAMES[13:19], *CREW_NAMES[:6]):
        play(match, f"chance {name}")
    play(match, "red confirm red item0 red confirm red pillage red item0")
    assert told(match) == "Rusty uses Item0. Item0: Rusty gains one Piece. Rusty takes two Pieces from the coast."


def test_a_price_is_asked_paid_or_refused() -> None:
    """§5.5, §10.12"""
    match = declaring(
        dealt(box_with(e0="flash bar 2 sail active", e1="flash bar 0 sail active"), "pack0 mate0 mate1", "e0 e1")
    )
    play(match, "red at0 red pass blue e0")
    assert resolved(match) == "E0: Rusty has to discard two cards, or cannot sail this turn."
    play(match, "red mate0")
    assert (told(match, RED), told(match, BLUE)) == ("Rusty chooses Mate0.", "")
    play(match, "red mate1")
    assert told(match) == "Rusty discards Mate0 and Mate1."
    play(match, "red pass blue e1")
    assert resolved(match) == "E1: Rusty cannot sail this turn."
    assert passed(match) == "Rusty has to declare another action."


def test_who_does_not_pay_cannot_go_on() -> None:
    """§10.12"""
    match = declaring(dealt(box_with(e0="flash bar 2 sail active"), "", "e0"), "pack7")
    play(match, "red at0 red pass blue e0")
    assert resolved(match).startswith("E0: Rusty has to discard")
    play(match, "red refuse")
    assert told(match) == "Rusty does not pay, and cannot sail."


def test_a_hand_that_is_discarded_without_a_choice_is_told() -> None:
    """§10.9"""
    cards = "pack0 item0 item1 item2"
    match = to_pillage(f"{cards} mate0 mate1 e1 e2", "e0", equipped=cards, e0="discard 4 active")
    play(match, "red pass blue e0")
    assert resolved(match) == "E0: Rusty has to discard four cards. Rusty discards Mate0, Mate1, E1 and E2."


def test_a_deck_that_is_made_anew_is_told() -> None:
    """§3.3"""
    match = rumpus.game("arrr", {}, seats=4).match(seed=3)
    rng = generator(3)
    while not match.over:
        seat = min(match.acting)
        legal = sorted(one.number for one in match.legal(seat))
        match.play(seat, legal[below(rng, len(legal))])
    assert "The discarded events are shuffled." in match.log(NOBODY)


# Challenges -------------------------------------------------------------------------------------------------------


def challenged(stake: str = "1p") -> Match:
    """Both have equipped three dice of everything, and Red has challenged Blue."""
    match = play(declaring(dealt(box_with(), "pack0", "pack1")), "red pillage")
    play(all_pass(match), "chance sea5 blue confirm blue pack1 blue confirm blue pillage")
    play(all_pass(match), "chance sea6 red confirm")
    while match.position()["phase"] != "equipping":
        play_anything(match)
    return play(match, "red confirm red blue red attack", f"red {stake}")


def test_a_challenge_is_told_with_stat_and_stake_when_it_is_complete() -> None:
    """§5.4"""
    match = challenged("2p")
    assert told(match) == "Rusty challenges Inky on attack, for two Pieces."
    moves = len(match.moves)
    assert match.tell(moves - 3, RED) == ["Rusty chooses Inky."]
    assert match.tell(moves - 2, RED) == ["Rusty chooses attack."]
    assert match.tell(moves - 3, BLUE) == match.tell(moves - 2, NOBODY) == []


def test_an_accepted_challenge_is_told_to_its_end() -> None:
    """§8.3, §8.4"""
    match = all_pass(challenged("2p"))
    play(match, "blue accept")
    assert told(match) == "Inky accepts the challenge."
    play(all_pass(match), "blue 3p")
    assert told(match) == "Inky demands three Pieces of Rusty in return."
    assert passed(match) == "Rusty throws three dice and Inky throws two dice for attack."
    play(match, "dice AAW")
    assert told(match) == "Rusty has thrown two attack and one wits: two successes."
    play(match, "dice WJ")
    assert told(match) == "Inky has thrown one wits and one jolly: one success."
    assert passed(match) == "Rusty wins the challenge, two successes against one, and gets two Pieces of Inky."


def test_equal_throws_give_the_stakes_back() -> None:
    """§8.4"""
    match = all_pass(challenged())
    all_pass(play(all_pass(play(match, "blue accept")), "blue 1p"))
    play(match, "dice WWW dice WW")
    assert passed(match) == "No successes each: both stakes go back."


def test_a_refused_challenge_is_told_with_its_spoils() -> None:
    """§8.2"""
    match = play(all_pass(challenged()), "blue refuse")
    assert told(match) == "Inky refuses the challenge."
    play(all_pass(match), "red pack1")
    assert told(match) == "Rusty takes Pack1 from Inky."
    play(match, "red 1p")
    assert told(match) == "Rusty takes one Piece."


def test_who_takes_nothing_is_told_too() -> None:
    """§8.2"""
    match = all_pass(play(all_pass(challenged()), "blue refuse"))
    play(match, "red pass")
    assert told(match) == "Rusty takes no more cards."
    play(match, "red pass")
    assert told(match) == "Rusty takes no Piece."


# The end ----------------------------------------------------------------------------------------------------------


def ended(game: Game, pieces: str, **chests: str) -> State:
    state = game.fresh_state()
    state.phase = ENDED
    for seat, number in enumerate(pieces.split()):
        state.pieces[seat] = int(number)
    for owner, cards in chests.items():
        for card in cards.split():
            state.sea_at[SEA_NAMES.index(card)] = IN_CHEST + PLAYERS.index(owner)
    return state


@pytest.mark.parametrize(
    ("pieces", "chests", "text"),
    [
        ("7 5 5", {}, "Rusty wins with seven points"),
        ("7 5 1", {"blue": "sea0 sea1 sea2"}, "Inky wins with eight points"),
        ("5 4 2", {"blue": "sea0"}, "Inky wins with five points, and with more fame than Rusty"),
        (
            "4 4 2",
            {"red": "map0 sea0", "blue": "sea1 sea2"},
            "Inky wins with six points, and with more fame than Rusty",
        ),
        ("4 5 2", {"red": "map0"}, "Inky wins with five points, with as much fame as Rusty, but more Pieces"),
        ("5 5 2", {}, "Rusty and Inky share the win with five points"),
    ],
)
def test_the_reason_says_how_it_was_decided(pieces: str, chests: dict[str, str], text: str) -> None:
    """§11.1, §11.2"""
    game = box_with(3)
    assert words.reason(game, ended(game, pieces, **chests)) == f"five turns each are over: {text}"


def test_partners_win_together() -> None:
    """§13.3"""
    game = box_with(4, {"teams": True})
    text = "five turns each are over: Rusty and Mossy win with nine points"
    assert words.reason(game, ended(game, "4 6 5 1")) == text
    tied = words.reason(game, ended(game, "4 3 3 3", yellow="sea0"))
    assert tied.endswith("Inky and Brassy win with seven points, and with more fame than Rusty and Mossy")


# Names ------------------------------------------------------------------------------------------------------------


def test_whatever_lies_on_the_pile_has_a_name() -> None:
    """§9.5"""
    game = box_with()
    sources = (
        0,
        EVENT_OF + 1,
        TRAIT_OF + 2,
        CAPTAIN_OF + 3,
        REWARD_OF + 12,
        WON_OF + 13 * TESTS,
        LOST_OF + 14 * TESTS + 1,
    )
    assert [words.source_name(game, number) for number in sources] == [
        "the ability of Mate0",
        "E1",
        "the nature of Captain2",
        "the ability of Captain3",
        "the reward of Sea0",
        "the test of Sea1",
        "the penalty of Sea2",
    ]


def test_actions_are_called_by_what_they_do() -> None:
    """§3, §4, §5, §9"""
    match = dealt(box_with(), "pack0 mate0 e0 e1", "pack1")
    assert {"confirm", "discard Mate0", "discard E0"} <= called_now(match)
    play(match, "red confirm")
    assert {"confirm", "equip Mate0", "equip Pack0"} <= called_now(match)
    play(match, "red pack0 red confirm")
    assert called_now(match) == {"sail for Sea0", "sail for Sea1", "pillage"}
    play(match, "red pillage")
    while not _is_at_pillage(match):
        play(match, f"{asked(match)} pass")
    assert called_now(match) == {"play E0", "play E1", "pass"}


def called_now(match: Match) -> set[str]:
    (seat,) = match.acting
    return {one.words for one in match.legal(seat)}


# Whole matches ----------------------------------------------------------------------------------------------------


class Traced:
    """What the rules resolved, and what was told to be resolved, move by move."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.done: list[int] = []
        self.told: list[int] = []
        line = pile.resolved_line

        def resolving(box: Box, state: State) -> None:
            self.done.append(int(state.pile_list[state.piled - 1]))
            resolve_top(box, state)

        def starting(state: State, source: int, owner: int, target: int) -> None:
            self.done.append(source)
            start_list(state, source, owner, target)

        def telling(step: pile.Step, entry: pile.Entry, cancelled: pile.Entry | None = None) -> str:
            self.told.append(entry.source)
            return line(step, entry, cancelled)

        patch.setattr(running, "resolve_top", resolving)
        patch.setattr(throwing, "start_list", starting)
        patch.setattr(pile, "resolved_line", telling)
        patch.setattr(throws, "resolved_line", telling)


@pytest.mark.parametrize(("players", "switches"), [(2, {}), (3, {"mode": "avast"}), (2, {"mode": "swabber"}), (4, {})])
def test_all_that_is_resolved_is_told_in_its_order(
    players: int, switches: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """§9.5: though the table goes on until somebody is asked."""
    game, rng, traced = rumpus.game("arrr", switches, seats=players), generator(8), Traced(monkeypatch)
    match = game.match(by_hand=True)
    many = 0
    while not match.over:
        traced.done.clear()
        traced.told.clear()
        seat = min(match.acting)
        chosen = match.chance() if seat == CHANCE else match.legal(seat)
        match.play(seat, chosen[below(rng, len(chosen))].number)
        done = [source for source in traced.done if effects_of(game, source)]
        told(match, EVERYTHING)
        assert traced.told == done
        many += len(done)
    assert many > 5


def test_a_step_that_cannot_be_seen_is_not_told() -> None:
    """§12.1"""
    match = rumpus.game("arrr", {}, seats=3).match(seed=11)
    rng = generator(11)
    while not match.over:
        seat = min(match.acting)
        legal = sorted(one.number for one in match.legal(seat))
        match.play(seat, legal[below(rng, len(legal))])
    for viewer in (BLUE, NOBODY):
        for number, move in enumerate(match.moves):
            if move.seat != CHANCE and match.view(viewer, number) == match.view(viewer, number + 1):
                assert match.tell(number, viewer) == []


def test_every_phrase_is_part_of_its_sentence() -> None:
    """What a mark says in short is what an event says in full."""
    for one in (*allowed_in(ABILITY), *allowed_in(MARKS["plain"]), *allowed_in(LOSS)):
        assert phrase(one).lower() in effects_text([one], "flash").lower()
