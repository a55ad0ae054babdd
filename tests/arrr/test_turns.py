"""The law of Arrr!!!, played through the public API: the box, a turn, its phases up to the declaration, the end, modes.

How tables are laid out says at_the_table.py. The docstrings cite the paragraphs of RULES.md and the rulings.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import rumpus
from rumpus.core.errors import WrongAction, WrongSeat, WrongSwitch
from rumpus.core.rules import CHANCE
from rumpus.core.view import legal_numbers
from rumpus.games.arrr.rules.records import CREW, EVENTS, PIECES, PLAYERS

from .at_the_table import (
    CREW_NAMES,
    EVENT_NAMES,
    FILE,
    NAME,
    asked,
    captain,
    crew,
    is_depleted,
    now,
    offered,
    opened,
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

any_number = pytest.mark.parametrize("players", [2, 3, 4])
AVAST = {"mode": "avast"}
SWABBER = {"mode": "swabber"}
TEAMS = {"teams": True}


# --- The box -------------------------------------------------------------------------------------


@any_number
def test_two_to_four_play(players: int) -> None:
    """§1.1."""
    assert len(opened(players).match(seed=1).points) == players


@pytest.mark.parametrize("players", [1, 5])
def test_no_more_and_no_fewer_play(players: int) -> None:
    """§1.1."""
    with pytest.raises(WrongSeat, match="2 to 4"):
        rumpus.game("arrr", seats=players)


def test_what_is_in_the_box() -> None:
    """§1.1, §1.3: and names are given once."""
    assert [len(FILE[name]) for name in ("crew", "events", "explorations", "captains")] == [39, 39, 23, 9]
    assert PIECES == 42
    for name in ("crew", "events", "explorations", "captains"):
        assert len({card["name"] for card in FILE[name].values()}) == len(FILE[name])


def test_a_die_has_each_stat_once_and_two_jollies() -> None:
    """§1.1, ruling 8."""
    assert {name: face["sides"] for name, face in FILE["faces"].items()} == {
        "attack": 1, "navigation": 1, "wits": 1, "courage": 1, "jolly": 2
    }  # fmt: skip
    match = play(table(red="pack2//0"), "red at0")
    assert [(outcome.number, outcome.weight) for outcome in match.chance()] == [(0, 1), (1, 1), (2, 1), (3, 1), (4, 2)]


def test_mates_and_items_have_an_ability_and_packs_have_none() -> None:
    """§1.2."""
    for card in FILE["crew"].values():
        assert bool(card.get("ability")) == (card["kind"] != "pack")


def test_four_collections_of_three_bring_no_fame() -> None:
    """§1.3."""
    kept = [card for card in FILE["explorations"].values() if card.get("collection")]
    assert sorted(Counter(card["collection"] for card in kept).values()) == [3, 3, 3, 3]
    assert not any(card.get("fame", 0) for card in kept)
    assert all(1 <= len(card["tests"]) <= 3 for card in FILE["explorations"].values())


def test_the_cards_that_the_rulings_know() -> None:
    """The rulings' known cards: Great Cthulhu, Ghost Ship and Shoal."""
    cthulhu, ship = FILE["explorations"]["great_cthulhu"], FILE["explorations"]["ghost_ship"]
    (test,) = cthulhu["tests"]
    assert (test["stat"], test["difficulty"], test["lost"]) == ("courage", 5, [{"does": "damage", "amount": 3}])
    assert cthulhu["fame"] == 5
    assert ship["tests"] == [{"stat": "courage", "difficulty": 3}]
    assert (ship["fame"], ship["reward"]) == (3, [{"does": "draw", "of": "event"}])
    shoal = FILE["events"]["shoal"]
    assert shoal["mark"] == "flash"
    assert shoal["effects"] == [{"does": "bar", "amount": 2, "of": "sail", "who": "active"}]


@pytest.mark.parametrize(("players", "cards"), [(2, 11), (3, 17), (4, 23)])
def test_the_exploration_deck(players: int, cards: int) -> None:
    """§1.4, ruling 1: as many collections as players, and others up to 11, 17 or 23."""
    match = opened(players).match(seed=players)
    assert len(now(match, "row")) == players
    assert now(match, "deck") == cards - players
    out = those_at(match, "out").split()
    assert len(out) == 3 * (4 - players)
    assert not [name for name in out if name.startswith("sea")]
    laid = sum(name.startswith("sea") for name in row(match).split())
    assert laid + now(match, "others") == cards - 3 * players


def test_the_collections_are_left_to_chance() -> None:
    """§1.4."""
    found = {those_at(opened(2).match(seed=seed), "out") for seed in range(40)}
    assert len(found) == 6


def test_the_first_card_is_furthest_from_the_deck() -> None:
    """§1.4, ruling 1: the next ones are laid between the deck and the others."""
    match = opened(3).match(by_hand=True)
    while phase(match) != "row":
        match.play(CHANCE, match.chance()[0].number)
    play(match, "chance sea4 chance sea2 chance sea7")
    assert row(match) == "sea4 sea2 sea7"


@any_number
def test_everybody_gets_six_crew_cards_two_events_and_two_pieces(players: int) -> None:
    """§1.5, ruling 3."""
    match = opened(players).match(seed=5)
    for seat in PLAYERS[:players]:
        held = those_at(match, f"hand of {seat}").split()
        assert Counter(name[0] == "e" for name in held) == {False: 6, True: 2}
        assert now(match, "pieces")[seat] == 2
    assert len(those_at(match, "deck").split()) >= CREW + EVENTS - 8 * players


@any_number
def test_everybody_gets_a_captain_of_their_own(players: int) -> None:
    """§1.6."""
    match = opened(players).match(seed=3)
    had = [now(match, "captain")[seat] for seat in PLAYERS[:players]]
    assert len(set(had)) == players
    assert None not in had


@any_number
def test_who_starts_is_left_to_chance(players: int) -> None:
    """§1.7."""
    match = opened(players).match(by_hand=True)
    while phase(match) != "first":
        match.play(CHANCE, match.chance()[0].number)
    assert [(outcome.number, outcome.weight) for outcome in match.chance()] == [(seat, 1) for seat in range(players)]
    match.play(CHANCE, 1)
    assert turn(settle(match)) == "blue"


# --- A turn --------------------------------------------------------------------------------------


def test_a_turn_goes_from_recruitment_to_new_horizons() -> None:
    """§2.1."""
    match = table(3, red="pack0 / mate0 mate1 mate2 e0 e1 e2", phase="recruiting", switches=AVAST, blue="", green="")
    play(match, "red confirm")
    assert phase(match) == "equipping"
    play(match, "red confirm")
    assert phase(match) == "declaring"
    play(match, "red pillage red pass red pass")
    assert phase(match) == "exploring"
    play(match, "chance sea9")
    assert (turn(match), phase(match), asked(match)) == ("blue", "recruiting", "blue")


@any_number
def test_the_turn_goes_round_to_the_left(players: int) -> None:
    """§1.1, §2.1."""
    match = table(players, switches=AVAST, turn=PLAYERS[players - 1])
    settle(play(match, f"{PLAYERS[players - 1]} pillage"))
    assert turn(match) == "red"


def test_only_the_cards_of_the_player_whose_turn_begins_are_prepared() -> None:
    """§2.2, ruling 18."""
    match = table(turn="blue", red="pack0 item0* item1", blue="pack1 item2", switches=AVAST)
    play(match, "blue pillage blue pass blue item2")
    assert is_depleted(match, "item0")
    settle(match)
    assert turn(match) == "red"
    assert not is_depleted(match, "item0")
    assert is_depleted(match, "item2")


def test_a_new_card_is_laid_beside_the_deck() -> None:
    """§2.3."""
    match = play(table(row="sea3 sea1", switches=AVAST), "red pillage chance sea7")
    assert row(match) == "sea3 sea1 sea7"
    assert place(match, "sea7") == "row"


@any_number
def test_two_more_than_players_may_lie_there(players: int) -> None:
    """§2.3, ruling 1."""
    laid = " ".join(f"sea{number}" for number in range(players + 1))
    match = play(table(players, row=laid, switches=AVAST), "red pillage chance sea9")
    assert row(match) == f"{laid} sea9"


@any_number
def test_the_furthest_card_is_out_when_more_would_lie_there(players: int) -> None:
    """§2.3, ruling 1."""
    laid = [f"sea{number}" for number in range(players + 2)]
    match = play(table(players, row=" ".join(laid), switches=AVAST), "red pillage chance sea9")
    assert row(match).split() == [*laid[1:], "sea9"]
    assert place(match, "sea0") == "discard"


def test_the_game_is_over_when_there_is_none_to_lay_out() -> None:
    """§2.3, ruling 2."""
    match = play(table(deck=0, others=0, switches=AVAST), "red pillage")
    assert match.over
    assert pieces(match) == "4 2"


def test_the_last_card_is_laid_out_and_another_turn_follows() -> None:
    """§2.3, ruling 2: it ends when a draw fails, not with the last card."""
    match = play(table(deck=1, others=1, switches=AVAST), "red pillage chance sea5")
    assert (turn(match), match.over) == ("blue", False)


def played_at_random(match: Match, seed: int) -> list[tuple[int, str]]:
    """To the end; every turn there was, by its number and player."""
    rng, turns = random.Random(seed), []
    while not match.over:
        here = (now(match, "turns"), turn(match))
        if here not in turns:
            turns.append(here)
        seat = min(match.acting)
        match.play(seat, rng.choice(legal_numbers(match.game, match.state, seat)))
    return turns


@any_number
@pytest.mark.parametrize("switches", [{}, AVAST, SWABBER], ids=["arrr", "avast", "swabber"])
def test_everybody_has_exactly_five_turns(players: int, switches: dict[str, str]) -> None:
    """§2.3, ruling 2: whole games at random, with our own cards."""
    match = rumpus.game("arrr", switches, seats=players).match(seed=players)
    turns = played_at_random(match, 7 * players)
    assert [number for number, _ in turns] == list(range(5 * players))
    assert Counter(seat for _, seat in turns) == dict.fromkeys(PLAYERS[:players], 5)
    first = PLAYERS.index(turns[0][1])
    assert [seat for _, seat in turns] == [PLAYERS[(first + number) % players] for number in range(5 * players)]


@pytest.mark.parametrize("switches", [{"captains": "choose"}, TEAMS, {**TEAMS, "mode": "avast"}])
def test_everybody_has_five_turns_with_any_switches(switches: dict[str, str | bool]) -> None:
    """§2.3, §13.2, §13.3."""
    turns = played_at_random(rumpus.game("arrr", switches, seats=4).match(seed=11), 13)
    assert Counter(seat for _, seat in turns) >= Counter(dict.fromkeys(PLAYERS, 5))
    assert len({number for number, _ in turns}) == 20


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost_in_whole_games(seed: int) -> None:
    """§1.4, §1.5, §2.3, §4.1: at every moment the row, the tables and the Pieces keep their limits."""
    match = rumpus.game("arrr", seats=3).match(seed=seed)
    rng = random.Random(seed)
    while not match.over:
        position = match.position()
        assert sum(position["pieces"].values()) + sum(position["stake"]) * position["staked"] <= PIECES
        assert len(position["row"]) <= 5
        for seat in PLAYERS[:3]:
            on_table = [
                FILE["crew"][card]["kind"] for card, at in position["crew_at"].items() if at == f"table of {seat}"
            ]
            assert len(on_table) <= 4
            assert max(on_table.count("mate"), on_table.count("pack")) <= 1
            held = sum(at == f"hand of {seat}" for at in position["crew_at"].values())
            assert held == position["crew_cards"][seat]
        mover = min(match.acting)
        match.play(mover, rng.choice(legal_numbers(match.game, match.state, mover)))


# --- Recruitment ---------------------------------------------------------------------------------


def recruiting(hand: str, **said: Any) -> Match:
    return table(red=f"pack0 / {hand}", phase="recruiting", **said)


def test_gozer_draws_nothing() -> None:
    """§3.2, the rulebook's first example: four of each in hand, and nothing discarded."""
    match = play(recruiting("mate0 mate1 mate2 mate3 e0 e1 e2 e3"), "red confirm")
    assert (phase(match), asked(match)) == ("equipping", "red")
    assert those_at(match, "hand of red") == "mate0 mate1 mate2 mate3 e0 e1 e2 e3"


def test_inigo_must_draw_an_event() -> None:
    """§3.2, the rulebook's second example: of four crew cards and two events he discards a crew card."""
    match = play(recruiting("mate0 mate1 mate2 mate3 e0 e1"), "red mate0 red confirm")
    assert place(match, "mate0") == "discard"
    assert phase(match) == "event draw"
    play(match, "chance e9")
    assert those_at(match, "hand of red") == "mate1 mate2 mate3 e0 e1 e9"
    assert phase(match) == "equipping"


def test_any_number_of_cards_may_be_discarded_first() -> None:
    """§3.1."""
    match = recruiting("mate0 item0 pack1 e0 e1 e2 e3")
    assert question(match) == "red: e0 e1 e2 e3 mate0 item0 pack1 confirm"
    play(match, "red e0 red e3 red mate0 red item0 red pack1 red e1")
    assert question(match) == "red: e2 confirm"
    play(match, "red e2")
    assert question(match) == "red: confirm"
    play(match, "red confirm")
    assert those_at(match, "discard") == "mate0 item0 pack1 e0 e1 e2 e3"
    assert phase(match) == "refilling"


def test_with_six_nothing_is_drawn() -> None:
    """§3.2."""
    match = play(recruiting("mate0 e0 e1 e2 e3 e4"), "red confirm")
    assert phase(match) == "equipping"


def test_one_draws_up_to_six_from_either_deck_as_one_likes() -> None:
    """§3.2."""
    match = play(recruiting("mate0 e0"), "red confirm")
    assert question(match) == "red: crew event"
    play(match, "red crew chance item5")
    assert question(match) == "red: crew event"
    play(match, "red event chance e7 red event chance e8")
    assert phase(match) == "crew draw"  # no more than three events
    play(match, "chance item6")
    assert those_at(match, "hand of red") == "mate0 item5 item6 e0 e7 e8"
    assert phase(match) == "equipping"


def test_with_four_events_only_crew_is_drawn() -> None:
    """§3.2."""
    match = play(recruiting("mate0 e0 e1 e2 e3"), "red confirm")
    assert phase(match) == "crew draw"
    play(match, "chance pack5")
    assert phase(match) == "equipping"


def test_an_empty_hand_gets_three_of_each() -> None:
    """§3.2."""
    match = play(recruiting(""), "red confirm")
    play(match, "red crew chance mate1 red crew chance mate2 red crew chance mate3")
    play(match, "chance e1 chance e2 chance e3")
    assert those_at(match, "hand of red") == "mate1 mate2 mate3 e1 e2 e3"


def test_drawn_cards_come_from_the_deck_with_equal_chances() -> None:
    """§3.2, §12.1."""
    match = play(recruiting("mate0 e0 e1 e2 e3", discard="mate4"), "red confirm")
    assert {outcome.weight for outcome in match.chance()} == {1}
    drawn = [CREW_NAMES[outcome.number] for outcome in match.chance()]
    assert drawn == [name for name in CREW_NAMES if name not in ("mate0", "mate4", "pack0", "pack6")]


def test_an_empty_deck_is_made_anew_of_its_discard_pile() -> None:
    """§3.3, ruling 4: with what was discarded just now."""
    rest = " ".join(name for name in EVENT_NAMES if name not in ("e0", "e1", "e2", "e3", "e4"))
    match = recruiting("mate0 mate1 mate2 e0 e1 e2", blue=f"pack1 / {rest}", discard="e3 e4")
    play(match, "red e0 red confirm")
    assert [EVENT_NAMES[outcome.number] for outcome in match.chance()] == ["e0", "e3", "e4"]
    play(match, "chance e4")
    assert those_at(match, "hand of red") == "mate0 mate1 mate2 e1 e2 e4"
    assert {place(match, "e0"), place(match, "e3")} == {"deck"}


def test_recruitment_is_over_when_the_only_deck_is_empty_for_good() -> None:
    """§3.3, ruling 4."""
    rest = " ".join(EVENT_NAMES[2:])
    match = recruiting("mate0 mate1 mate2 e0 e1", blue=f"pack1 / {rest}")
    play(match, "red confirm")
    assert phase(match) == "equipping"
    assert those_at(match, "hand of red") == "mate0 mate1 mate2 e0 e1"


def test_the_other_deck_is_drawn_from_while_one_may() -> None:
    """§3.3, ruling 4."""
    rest = " ".join(EVENT_NAMES[1:])
    match = play(recruiting("mate0 e0", blue=f"pack1 / {rest}"), "red confirm")
    assert phase(match) == "crew draw"
    play(match, "chance mate1 chance mate2")
    assert phase(match) == "equipping"
    assert those_at(match, "hand of red") == "mate0 mate1 mate2 e0"


# --- Equipment -----------------------------------------------------------------------------------


def equipping(said: str, **more: Any) -> Match:
    return table(red=said, phase="equipping", **more)


def test_crew_cards_of_the_hand_are_equipped_one_by_one() -> None:
    """§4.1: events are not."""
    match = equipping(" / mate0 item0 item1 pack0 e0")
    assert question(match) == "red: mate0 item0 item1 pack0 confirm"
    play(match, "red item1 red mate0 red pack0 red item0 red confirm")
    assert those_at(match, "table of red") == "mate0 item0 item1 pack0"
    assert those_at(match, "discard") == ""
    assert not any(is_depleted(match, name) for name in ("mate0", "item0", "item1", "pack0"))


def test_nobody_has_to_equip() -> None:
    """§4.1, ruling 5."""
    match = play(equipping(" / mate0"), "red confirm")
    assert phase(match) == "declaring"
    assert those_at(match, "hand of red") == "mate0"


def test_four_items_may_be_equipped() -> None:
    """§4.1."""
    match = play(equipping("item0 item1 item2 / item3"), "red item3 red confirm")
    assert those_at(match, "table of red") == "item0 item1 item2 item3"


def test_a_second_mate_takes_the_place_of_the_first() -> None:
    """§4.2: there is no choice."""
    match = play(equipping("mate0 item0 / mate1"), "red mate1 red confirm")
    assert those_at(match, "table of red") == "mate1 item0"
    assert place(match, "mate0") == "discard"
    assert phase(match) == "declaring"


def test_a_second_pack_takes_the_place_of_the_first() -> None:
    """§4.2: and nothing more is discarded, even with four equipped cards."""
    match = play(equipping("mate0 item0 item1 pack0 / pack1"), "red pack1 red confirm")
    assert those_at(match, "table of red") == "mate0 item0 item1 pack1"
    assert those_at(match, "discard") == "pack0"


def test_a_fifth_card_takes_the_place_of_one_that_is_chosen() -> None:
    """§4.2."""
    match = play(equipping("mate0 item0 item1 pack0 / item2"), "red item2")
    assert (phase(match), question(match)) == ("replacing", "red: mate0 item0 item1 pack0")
    play(match, "red item0 red confirm")
    assert those_at(match, "table of red") == "mate0 item1 item2 pack0"
    assert those_at(match, "discard") == "item0"


def test_a_mate_takes_the_place_of_any_item_where_there_is_no_mate() -> None:
    """§4.2."""
    match = play(equipping("item0 item1 item2 pack0 / mate0"), "red mate0")
    assert question(match) == "red: item0 item1 item2 pack0"


def test_equipped_cards_are_not_discarded_or_taken_back_at_will() -> None:
    """§4.2, ruling 5: else one could strip to be safe from challenges."""
    match = equipping("mate0 item0 / item1")
    assert question(match) == "red: item1 confirm"


def test_what_was_just_equipped_makes_no_room_for_more() -> None:
    """§4.2, ruling 5, the rulebook's "starts their equipment phase with": no more is discarded than needed."""
    match = play(equipping(" / mate0 mate1 item0"), "red mate0")
    assert question(match) == "red: item0 confirm"


def test_a_card_that_was_depleted_is_prepared_when_it_is_equipped() -> None:
    """§4.2, ruling 18: it was taken from another's table."""
    match = table(
        turn="blue", red="/ e0", blue="pack1 item0", switches=AVAST, box={"e0": "take active"}, row="sea0 sea1"
    )
    play(match, "blue pillage blue pass red pass blue item0 red pass")
    assert is_depleted(match, "item0")
    play(match, "red e0 red item0")
    assert place(match, "item0") == "hand of red"
    settle(match)
    play(match, "red confirm")
    while phase(match) == "refilling":
        settle(play(match, "red crew" if "crew" in offered(match) else "red event"))
    play(match, "red item0 red confirm")
    assert place(match, "item0") == "table of red"
    assert not is_depleted(match, "item0")


# --- Actions -------------------------------------------------------------------------------------


def test_one_action_is_declared() -> None:
    """§5.1, ruling 6."""
    match = table(3, green="/ / 5")
    assert question(match) == "red: at0 at1 at2 blue pillage"


def test_a_pillage_brings_two_pieces_from_the_reserve() -> None:
    """§5.2."""
    match = play(table(switches=AVAST), "red pillage")
    assert pieces(match) == "4 2"


@pytest.mark.parametrize(("blue", "brings"), [(36, 2), (39, 1), (40, 0)])
def test_one_takes_what_the_reserve_has(blue: int, brings: int) -> None:
    """§1.5, ruling 3."""
    match = play(table(red="pack0//2", blue=f"pack1//{blue}", switches=AVAST), "red pillage")
    assert pieces(match) == f"{2 + brings} {blue}"


def test_without_equipped_cards_one_can_only_pillage() -> None:
    """§5.2, §5.3, §5.4, ruling 5: whatever else there is."""
    match = table(red=" / mate0 e0 / 9 map0")
    assert question(match) == "red: pillage"


NEEDS = [
    ("attack 2", "pack1", "pack2"),
    ("navigation 2", "mate0 pack2", "mate0 item0"),
    ("wits 3", "pack0 item0", "pack1 item0"),
    ("courage 4", "pack0 mate0", "pack0 item0"),
    ("mate 1", "mate0", "pack0 item0"),
    ("items 2", "item0 item1", "item0 mate0 pack0"),
    ("pack 1", "pack3", "mate0 item0 item1 item2"),
    ("cards 3", "item0 item1 mate0", "item0 item1"),
    ("pieces 3", "pack0 / / 3", "pack0 / / 2"),
]


@pytest.mark.parametrize(("needs", "has", "lacks"), NEEDS)
def test_the_condition_of_an_exploration(needs: str, has: str, lacks: str) -> None:
    """§5.3, §7.3: of what is equipped, or of the chest."""
    box = {"sea1": sea("attack 1", needs=needs, fame=1)}
    assert question(table(red=has, blue="pack7//0", box=box)) == "red: at0 at1 pillage"
    assert question(table(red=lacks, blue="pack7//0", box=box)) == "red: at0 pillage"


def test_an_event_in_hand_is_no_crew_card_of_a_condition() -> None:
    """§5.3: what is in the hand does not count."""
    match = table(
        red="item0 / mate0 item1 item2", blue="pack7//0", box={"sea0": sea("attack 1", needs="cards 2", fame=1)}
    )
    assert question(match) == "red: at1 pillage"


def test_who_can_be_challenged() -> None:
    """§5.4, ruling 12: who has an equipped card, and a Piece or a collection card."""
    match = table(4, blue="/ / 5 map0", green="pack1 / / 0 sea7", yellow="pack2 / / 0 idol1")
    assert question(match) == "red: at0 at1 at2 at3 yellow pillage"


@pytest.mark.parametrize(("chest", "may"), [("0", False), ("0 sea5", False), ("1", True), ("0 map0", True)])
def test_a_challenger_needs_a_piece_or_a_collection_card(chest: str, *, may: bool) -> None:
    """§5.4, ruling 12."""
    match = table(red=f"pack0 / / {chest}")
    assert ("blue" in offered(match)) == may


def test_a_challenger_names_any_stat() -> None:
    """§5.4."""
    match = play(table(), "red blue")
    assert question(match) == "red: attack navigation wits courage"


@pytest.mark.parametrize(
    ("chest", "stakes"),
    [
        ("1", "1p"),
        ("3", "1p 2p 3p"),
        ("6", "1p 2p 3p 4p"),
        ("0 map0 pearl1", "map0 pearl1"),
        ("2 idol2 sea4", "1p 2p idol2"),
    ],
)
def test_the_stake_is_what_the_other_owns(chest: str, stakes: str) -> None:
    """§5.4, ruling 12: one to four Pieces, or a collection card; fame is never stolen."""
    match = play(table(blue=f"pack1 / / {chest}"), "red blue red wits")
    assert question(match) == f"red: {stakes}"


def test_a_declaration_is_made_step_by_step_and_seen_when_it_is_whole() -> None:
    """§5.4."""
    match = play(table(), "red blue red wits")
    assert now(match, "deed") is None
    play(match, "red 2p")
    assert (now(match, "deed"), now(match, "target"), now(match, "stat")) == ("challenge", "blue", "wits")


# --- The end -------------------------------------------------------------------------------------


def test_points_for_pieces_and_fame() -> None:
    """§11.1."""
    box = {"sea5": sea("attack 1", fame=4), "sea6": sea("attack 1", fame=3, pieces=2)}
    match = table(red="pack0 / / 3 sea5 sea6", blue="pack1//0", box=box)
    assert match.points == [10, 0]


@pytest.mark.parametrize(
    ("chest", "worth"),
    [("map0", 1), ("map0 map2", 4), ("map0 map1 map2", 8), ("map0 idol1", 2), ("map0 map1 idol0 idol1 idol2", 12)],
)
def test_points_for_collections(chest: str, worth: int) -> None:
    """§11.1, ruling 20: 1, 4 or 8 for one, two or three."""
    assert table(red=f"pack0 / / 0 {chest}").points == [worth, 2]


def test_points_for_all_four_collections() -> None:
    """§11.1: every card there is."""
    chest = " ".join(f"{name}{number}" for name in ("map", "idol", "pearl", "relic") for number in range(3))
    assert table(4, red=f"pack0 / / 0 {chest}").points == [32, 2, 2, 2]


def ended(players: int = 2, **said: Any) -> list[int] | None:
    """The places after Red's last pillage, of two Pieces."""
    fame = {f"sea{number}": sea("attack 1", fame=number) for number in range(5, 11)}
    match = play(table(players, row="", deck=0, others=0, switches=AVAST, box=fame, **said), "red pillage")
    assert match.over
    return match.places


def test_the_most_points_win() -> None:
    """§11.2."""
    assert ended(3, red="pack0//0", blue="pack1//4", green="pack2//3") == [3, 1, 2]


def test_more_fame_wins_a_tie() -> None:
    """§11.2, ruling 20: seven points each."""
    assert ended(red="pack0//0 sea5", blue="pack1//7") == [1, 2]
    assert ended(red="pack0//5", blue="pack1//1 sea6") == [2, 1]


def test_points_of_collections_are_no_fame() -> None:
    """§11.2, ruling 20: fame is what is printed."""
    assert ended(red="pack0//0 sea6", blue="pack1//0 map0 map1 map2") == [1, 2]


def test_more_pieces_win_if_fame_is_equal_too() -> None:
    """§11.2: six points and no fame each, three points of them of collections."""
    assert ended(red="pack0//4", blue="pack1//2 map0 map1") == [1, 2]
    assert ended(red="pack0//0 idol0 idol1", blue="pack1//6") == [2, 1]


def test_the_win_is_shared_if_everything_is_equal() -> None:
    """§11.2, ruling 20."""
    assert ended(3, red="pack0//2", blue="pack1//4", green="pack2//1") == [1, 1, 3]


# --- Modes and teams -----------------------------------------------------------------------------


@any_number
def test_swabbers_have_six_crew_cards_and_two_pieces(players: int) -> None:
    """§13.1, ruling 22."""
    match = opened(players, mode="swabber").match(seed=1)
    assert set(list(now(match, "crew_cards").values())[:players]) == {6}
    assert set(list(now(match, "event_cards").values())[:players]) == {0}
    assert set(now(match, "captain").values()) == {None}
    assert pieces(match) == " ".join(["2"] * players)


def test_swabbers_draw_crew_cards_up_to_four() -> None:
    """§13.1, ruling 22: the limit of three does not hold."""
    match = recruiting("mate0 mate1 mate2 mate3 item0 item1", switches=SWABBER)
    play(match, "red mate0 red mate1 red mate2 red confirm")
    assert phase(match) == "crew draw"
    play(match, "chance item5")
    assert those_at(match, "hand of red") == "mate3 item0 item1 item5"
    assert phase(match) == "equipping"


def test_swabbers_with_four_draw_nothing() -> None:
    """§13.1."""
    match = play(recruiting("mate0 mate1 mate2 mate3", switches=SWABBER), "red confirm")
    assert phase(match) == "equipping"


@pytest.mark.parametrize("mode", ["swabber", "avast"])
def test_there_are_no_challenges_and_captains_in_the_easier_modes(mode: str) -> None:
    """§13.1."""
    match = table(switches={"mode": mode})
    assert question(match) == "red: at0 at1 pillage"
    assert set(now(match, "captain").values()) == {None}


def test_for_swabbers_an_event_as_reward_is_a_crew_card() -> None:
    """§13.1, ruling 22."""
    box = {"sea0": sea("attack 1", fame=3, reward="draw event")}
    match = play(table(red="pack2//0", switches=SWABBER, box=box), "red at0 dice A")
    assert phase(match) == "crew draw"
    play(match, "chance mate7")
    assert place(match, "mate7") == "hand of red"


def test_for_swabbers_either_deck_is_the_crew_deck() -> None:
    """§13.1: there are no events to choose."""
    box = {"sea0": sea("attack 1", fame=3, reward="draw 2 either")}
    match = play(table(red="pack2//0", switches=SWABBER, box=box), "red at0 dice A")
    assert phase(match) == "crew draw"
    play(match, "chance mate7 chance mate8")
    assert those_at(match, "hand of red") == "mate7 mate8"


def test_swabbers_use_abilities_and_cheat() -> None:
    """§13.1: there is no flash window, and nothing else is left out."""
    match = play(table(red="pack2 item0//1", switches=SWABBER), "red at0")
    assert question(match) == "red: item0 pass"
    play(match, "red pass dice N")
    assert question(match) == "red: item0 pass cheat"


def test_avast_has_events() -> None:
    """§13.1, ruling 22."""
    match = opened(3, mode="avast").match(seed=1)
    assert list(now(match, "event_cards").values())[:3] == [2, 2, 2]


def test_arrr_is_the_default_and_has_everything() -> None:
    """§13.1."""
    match = opened(2).match(seed=1)
    assert match.game.switches == {"mode": "arrr", "captains": "random", "teams": False}
    assert None not in list(now(match, "captain").values())[:2]


def test_teams_are_for_four() -> None:
    """§13.3."""
    with pytest.raises(WrongSwitch):
        rumpus.game("arrr", TEAMS, seats=3)


def test_partners_do_not_challenge_each_other() -> None:
    """§13.3, ruling 23: who sit opposite are partners."""
    assert question(table(4, switches=TEAMS)) == "red: at0 at1 at2 at3 blue yellow pillage"
    assert question(table(4)) == "red: at0 at1 at2 at3 blue green yellow pillage"


def test_a_teams_treasures_are_put_together() -> None:
    """§13.3, ruling 23: one map and two maps are a whole collection."""
    box = {"sea7": sea("attack 1", fame=2)}
    match = table(
        4, switches=TEAMS, box=box, red="pack0//1 map0", green="pack1//3 map1 map2 sea7", blue="pack2//2 idol0"
    )
    assert match.points == [14, 5, 14, 5]


def test_a_team_wins_by_its_sums() -> None:
    """§11.2, §13.3, ruling 23: 12 points each, of them 5 and 4 of fame."""
    box = {"sea5": sea("attack 1", fame=2), "sea6": sea("attack 1", fame=3), "sea7": sea("attack 1", fame=4)}
    match = table(
        4, switches={"teams": True}, box={**box, **{f"captain{n}": captain("cheat") for n in range(4)}}, row="",
        deck=0, others=0, red="pack0//0 sea5", green="pack1//5 sea6", blue="pack2//8 sea7", yellow="pack3//0",
    )  # fmt: skip
    play(match, "red pillage")
    assert match.points == [12, 12, 12, 12]
    places = match.places or []
    assert places[0] == places[2] == 1
    assert places[1] == places[3] > 1


def test_teams_that_are_equal_in_all_share() -> None:
    """§11.2, §13.3."""
    box = {f"captain{n}": captain("cheat") for n in range(4)}
    match = table(
        4, switches=TEAMS, box=box, row="", deck=0, others=0, red="pack0//0", blue="pack1//1", yellow="pack2//3"
    )
    play(match, "red pillage")
    assert match.places == [1, 1, 1, 1]


def test_a_wrong_action_is_refused() -> None:
    """Nobody sails for what is not there."""
    with pytest.raises(WrongAction):
        play(table(row="sea0"), "red at1")


def test_what_a_card_says_is_what_the_box_says() -> None:
    """§12.3, ruling 24: a changed card is played as it says."""
    match = play(table(red="item0//0", box={"item0": crew("4 0 0 0")}), "red at0")
    play(match, "red pass red pass dice NNNN")
    assert NAME[now(match, "row")[0]] == "sea0"
