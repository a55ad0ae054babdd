"""The law of Arrr!!!, played through the public API: what is open, what is hidden, and captains chosen in secret.

How tables are laid out says at_the_table.py. The docstrings cite the paragraphs of RULES.md and the rulings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rumpus.core.rules import NOBODY
from rumpus.games.arrr.rules.records import PLAYERS

from .at_the_table import (
    ID,
    all_pass,
    now,
    offered,
    opened,
    phase,
    place,
    play,
    seen,
    settle,
    table,
    those_at,
)

if TYPE_CHECKING:
    from rumpus import Match

AVAST = {"mode": "avast"}


def crew_seen(match: Match, viewer: int, name: str) -> str:
    return str(seen(match, viewer, "crew_at")[ID[name]])


def event_seen(match: Match, viewer: int, name: str) -> str:
    return str(seen(match, viewer, "event_at")[ID[name]])


def alike(one: Match, other: Match, *viewers: int) -> bool:
    return all(one.view(viewer) == other.view(viewer) for viewer in viewers)


def test_hands_are_hidden() -> None:
    """§12.1, ruling 21: only their owner tells one hand from another."""
    one = table(3, red="pack0 / mate0 e0", blue="pack1 / mate1 e1", green="pack2 / mate2 e2")
    other = table(3, red="pack0 / mate5 e9", blue="pack1 / mate1 e1", green="pack2 / mate2 e2")
    assert alike(one, other, 1, 2, NOBODY)
    assert not alike(one, other, 0)
    assert (crew_seen(one, 0, "mate0"), event_seen(one, 0, "e0")) == ("hand of red", "hand of red")
    assert (crew_seen(one, 0, "mate1"), event_seen(one, 0, "e1")) == ("unknown", "unknown")


def test_two_hands_can_be_exchanged_without_a_third_knowing() -> None:
    """§12.1."""
    one = table(3, red="pack0 / mate0 e0", blue="pack1 / mate1 e1", green="pack2 / mate2 e2")
    other = table(3, red="pack0 / mate1 e1", blue="pack1 / mate0 e0", green="pack2 / mate2 e2")
    assert alike(one, other, 2, NOBODY)


def test_how_many_cards_of_each_kind_are_in_a_hand_is_open() -> None:
    """§12.1, ruling 21: their backs differ."""
    match = table(3, red="pack0 / mate0 mate1 e0", blue="pack1 / e1 e2 e3")
    for viewer in (0, 1, 2, NOBODY):
        assert seen(match, viewer, "crew_cards") == now(match, "crew_cards")
        assert seen(match, viewer, "event_cards") == now(match, "event_cards")
    assert [now(match, "crew_cards")[seat] for seat in PLAYERS[:3]] == [2, 0, 0]
    assert [now(match, "event_cards")[seat] for seat in PLAYERS[:3]] == [1, 3, 0]


def test_what_lies_on_the_table_is_open() -> None:
    """§12.1, ruling 21: equipped cards, Pieces, conquests, discard piles, permanents."""
    match = table(
        red="pack0 item0 / / 3 map0 sea5",
        blue="pack1",
        front={"blue": "e5"},
        discard="mate7 e7",
        box={"e5": "permanent pillage"},
    )
    for viewer in (0, 1, NOBODY):
        assert [crew_seen(match, viewer, name) for name in ("pack0", "item0", "mate7")] == [
            "table of red", "table of red", "discard"
        ]  # fmt: skip
        assert [event_seen(match, viewer, name) for name in ("e5", "e7")] == ["front of blue", "discard"]
        assert seen(match, viewer, "pieces") == now(match, "pieces")
        assert seen(match, viewer, "sea_at")[ID["map0"]] == seen(match, viewer, "sea_at")[ID["sea5"]] == "chest of red"


def test_which_collections_are_in_the_game_is_open() -> None:
    """§12.1, ruling 21."""
    match = opened(3).match(seed=4)
    out = {card for card, at in now(match, "sea_at").items() if at == "out"}
    for viewer in (0, NOBODY):
        assert {card for card, at in seen(match, viewer, "sea_at").items() if at == "out"} == out
    assert len(out) == 3


def test_a_drawn_card_is_seen_by_its_drawer_only() -> None:
    """§12.1."""
    drawn = []
    for card in ("e7", "e8"):
        match = table(red="pack0 / mate0 mate1 mate2 e0 e1", phase="recruiting")
        drawn.append(play(match, f"red confirm chance {card}"))
    assert alike(drawn[0], drawn[1], 1, NOBODY)
    assert event_seen(drawn[0], 0, "e7") == "hand of red"


def test_discards_at_recruitment_are_seen_when_they_are_made() -> None:
    """§12.1: not while one is still choosing."""
    one = play(table(red="pack0 / mate0 mate1 e0 e1", phase="recruiting"), "red mate0")
    other = play(table(red="pack0 / mate0 mate1 e0 e1", phase="recruiting"), "red e1")
    assert alike(one, other, 1, NOBODY)
    play(one, "red confirm")
    assert crew_seen(one, 1, "mate0") == "discard"


def test_equipped_cards_are_seen_when_they_are_laid() -> None:
    """§12.1."""
    one = play(table(red="pack0 / mate0 mate1", phase="equipping"), "red mate0")
    other = play(table(red="pack0 / mate0 mate1", phase="equipping"), "red mate1")
    assert alike(one, other, 1, NOBODY)
    play(one, "red confirm")
    assert crew_seen(one, 1, "mate0") == "table of red"


def test_an_event_on_the_pile_is_seen_by_everybody() -> None:
    """§9.5, §12.1."""
    match = play(table(red="pack0 / e0 e1", switches=AVAST), "red pillage red pass red e0")
    for viewer in (0, 1, NOBODY):
        assert event_seen(match, viewer, "e0") == "pile"
        assert seen(match, viewer, "pile_list") == now(match, "pile_list")


@pytest.mark.parametrize("effect", ["take active", "recover"])
def test_a_card_that_came_openly_into_a_hand_is_known(effect: str) -> None:
    """§12.2, §10.8: to everybody, until it leaves it."""
    match = table(3, red="item0 pack0", blue="pack1 / mate3 e0", discard="item1", box={"e0": effect}, switches=AVAST)
    name = "item0" if effect.startswith("take") else "item1"
    play(match, f"red pillage red pass blue pass red pass blue e0 blue {name}")
    all_pass(match)
    for viewer in (0, 1, 2, NOBODY):
        assert crew_seen(match, viewer, name) == "hand of blue"
    assert crew_seen(match, 2, "mate3") == "unknown"
    settle(match)
    play(match, "blue confirm")
    while phase(match) == "refilling":
        settle(play(match, f"blue {offered(match).split()[0]}"))
    assert crew_seen(match, 2, name) == "hand of blue"
    play(match, f"blue {name} blue confirm")
    assert crew_seen(match, 2, name) == "table of blue"


def test_a_known_card_that_was_discarded_and_drawn_again_is_not_known() -> None:
    """§12.2: its owner drew it unseen."""
    match = table(red="pack0 / item0 e0 e1 e2 e3", phase="recruiting", crew_known={ID["item0"]: True})
    assert crew_seen(match, 1, "item0") == "hand of red"
    play(match, "red item0 red confirm")
    assert place(match, "item0") == "discard"
    assert crew_seen(match, 1, "item0") == "discard"
    assert not now(match, "crew_known")[ID["item0"]]


def test_partners_do_not_see_each_others_hands() -> None:
    """§13.3, ruling 23."""
    one = table(4, green="pack0 / mate0 e0", switches={"teams": True})
    other = table(4, green="pack0 / mate5 e9", switches={"teams": True})
    assert alike(one, other, 0, 1, 3, NOBODY)


def test_no_view_tells_which_other_explorations_are_left() -> None:
    """§12.1: those that were not seen all look the same."""
    match = table(2, row="sea0 sea1", out="")
    unseen = {seen(match, 0, "sea_at")[ID[f"sea{number}"]] for number in range(2, 11)}
    assert len(unseen) == 1


def test_being_asked_tells_nothing() -> None:
    """§9.8, ruling 14: with an event that can be played, or with one that cannot, the same are asked."""
    box = {"e0": "gain", "e1": "dice 2 @attack"}
    one = play(table(3, blue="pack1 / e0", green="pack2 / e5", box=box, switches=AVAST), "red pillage")
    other = play(table(3, blue="pack1 / e1", green="pack2 / e5", box=box, switches=AVAST), "red pillage")
    for _ in range(4):
        assert alike(one, other, 0, 2, NOBODY)
        (seat,) = one.acting
        play(one, f"{PLAYERS[seat]} pass")
        play(other, f"{PLAYERS[seat]} pass")
    assert (phase(one), phase(other)) == ("exploring", "exploring")


# --- Captains ------------------------------------------------------------------------------------


def choosing(players: int = 3, seed: int = 1) -> Match:
    match = opened(players, captains="choose").match(seed=seed)
    assert phase(match) == "choosing"
    return match


def test_everybody_gets_two_captains_to_choose_from() -> None:
    """§13.2, ruling 19: six different ones, all at the same time."""
    match = choosing()
    had = [now(match, "offered")[seat] for seat in PLAYERS[:3]]
    assert [len(two) for two in had] == [2, 2, 2]
    assert len({name for two in had for name in two}) == 6
    assert match.acting == {0, 1, 2}
    for seat in range(3):
        assert {ID[name] for name in offered(match, PLAYERS[seat]).split()} == set(had[seat])


def test_nobody_sees_what_others_may_choose_from() -> None:
    """§13.2."""
    match = choosing()
    for viewer in (1, 2, NOBODY):
        assert set(seen(match, viewer, "offered")["red"]) <= {"unknown", None}
    assert seen(match, 0, "offered")["red"] == now(match, "offered")["red"]


def test_captains_are_chosen_in_secret() -> None:
    """§13.2: until all have chosen."""
    one, other = choosing(), choosing()
    first, second = offered(one, "red").split()
    play(one, f"red {first}")
    play(other, f"red {second}")
    assert alike(one, other, 1, 2, NOBODY)
    assert one.acting == {1, 2}
    for match in (one, other):
        for seat in ("green", "blue"):
            play(match, f"{seat} {offered(match, seat).split()[0]}")
    assert (now(one, "captain")["red"], now(other, "captain")["red"]) == (ID[first], ID[second])
    for viewer in (0, 1, 2, NOBODY):
        assert seen(one, viewer, "captain") == now(one, "captain")
        assert seen(one, viewer, "offered") == {seat: [] for seat in PLAYERS}
    assert phase(one) == "recruiting"


def test_the_order_of_choosing_does_not_matter() -> None:
    """§13.2."""
    ends = []
    for order in (("red", "blue", "green"), ("green", "red", "blue")):
        match = choosing()
        for seat in order:
            play(match, f"{seat} {offered(match, seat).split()[1]}")
        ends.append({**now(match, "captain")})
    assert ends[0] == ends[1]


@pytest.mark.parametrize("mode", ["avast", "swabber"])
def test_there_is_nothing_to_choose_without_captains(mode: str) -> None:
    """§13.1, §13.2."""
    match = opened(2, captains="choose", mode=mode).match(seed=1)
    assert phase(match) == "recruiting"
    assert set(now(match, "captain").values()) == {None}


def test_at_random_nobody_chooses() -> None:
    """§1.6, §13.2: captains are open."""
    match = opened(3).match(seed=1)
    assert phase(match) == "recruiting"
    assert seen(match, NOBODY, "captain") == now(match, "captain")
    assert those_at(match, "discard") == ""
