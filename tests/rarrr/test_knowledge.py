"""What everybody knows of the others' hands, kept apart from the rules and compared with the worlds they imagine."""

import random
from collections import Counter

import pytest

import rumpus
from rumpus.core.match import Match
from tests.rarrr.at_the_table import SEATS, battle, now
from tests.rarrr.test_scenarios import FACE_DOWN, worlds
from tests.waiting import but_the_first

Cards = Counter[str]


class Witness:
    """Who sees every open move and forgets nothing: which cards are surely in whose hand."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.surely = [Cards() for _ in range(players)]

    def watch(self, before: Match, seat: int, words: str) -> None:
        if words.startswith("take back") and not words.endswith("down"):
            self.surely[seat][words.removeprefix("take back ").lower().replace(" ", "_")] += 1
        elif words.startswith("confirm"):
            laid = now(before, "half_down")
            self.surely[seat] = Cards() if laid else self.surely[seat] - Cards(now(before, "half_up"))

    def forget(self) -> None:
        self.surely = [Cards() for _ in range(self.players)]


def chosen(match: Match, seat: int, luck: random.Random) -> str:
    """Anything, but rarely a pass, and often what has been laid."""
    offered = [action.words for action in match.legal(seat)]
    confirmed = [words for words in offered if words.startswith("confirm")]
    if confirmed and luck.random() < 0.5:
        return confirmed[0]
    return luck.choice([words for words in offered if words != "pass" or luck.random() < 0.3] or offered)


@pytest.mark.parametrize("is_face_down", [False, True], ids=["face up", "face down"])
@pytest.mark.parametrize("players", but_the_first([2, 4]))
def test_what_is_surely_in_a_hand_is_there_in_every_world(players: int, is_face_down: bool) -> None:
    """§8.2"""
    match = rumpus.game("rarrr", {"face_down": is_face_down}, seats=players).match(seed=players)
    luck, witness, tried = random.Random(1), Witness(players), 0
    while not match.over:
        seat, rounds = luck.choice(sorted(match.acting)), now(match, "rounds")
        words = chosen(match, seat, luck)
        witness.watch(match, seat, words)
        match.play(seat, words)
        if now(match, "rounds") != rounds:
            witness.forget()
        elif any(witness.surely) and luck.random() < 0.3:
            viewer = luck.randrange(players)
            for world in worlds(match, viewer, 2):
                tried += 1
                for other in set(range(players)) - {viewer}:
                    assert witness.surely[other] <= Cards(world["hand"][SEATS[other]])
    assert tried > 10


HANDS = {
    "red": "T3 E1 R2 R1 E2 E3 T2 F1 F2 R3 T1 E2",
    "blue": "F3*4 R3*4 E3*4",
    "green": "F1*4 E1*4 R1*4",
}
TAKEN_BACK = ("T3 e1 = 6", "F3 F3 F3 = 27", "pass", "pass", "back T3", "nothing")


def after(*turns: str) -> Match:
    return battle(*TAKEN_BACK, *turns, switches=FACE_DOWN, cities="sao_paulo tokyo lima", **HANDS)


def where_it_may_be(match: Match) -> set[str]:
    """Red's Toxic 3 in the eyes of Blue."""
    places = set()
    for world in worlds(match, 1, 80):
        in_hand, covered = world["hand"]["red"].get("toxic_3", 0), world["down"]["red"].get("toxic_3", 0)
        places.add("in hand" if in_hand else "face down" if covered else "gone")
    return places


def test_a_card_taken_back_is_in_hand_although_others_were_discarded_face_down() -> None:
    """§8.2: it cannot be the one that lay face down before."""
    assert where_it_may_be(after()) == {"in hand"}


def test_a_card_taken_back_may_be_what_is_laid_face_down_now() -> None:
    """§8.2"""
    match = after("fight for Tokyo", "E3 r1 = 6")
    assert now(match, "perhaps")["red"] == {"toxic_3": 1}
    assert where_it_may_be(match) == {"in hand", "face down"}


def test_what_may_lie_face_down_may_be_discarded_with_it() -> None:
    """§8.2, §8.3"""
    match = after("fight for Tokyo", "E3 r1 = 6", "E3 E3 = 12", "pass", "pass", "nothing")
    assert where_it_may_be(match) == {"in hand", "gone"}


def test_when_all_that_lay_face_down_is_back_in_hand_the_card_is_surely_there() -> None:
    """§8.2"""
    match = after("fight for Tokyo", "E3 r1 = 6", "E3 E3 = 12", "pass", "pass", "back r1", "nothing")
    assert now(match, "known")["red"] == {"toxic_3": 1}
    assert where_it_may_be(match) == {"in hand"}


def test_a_card_that_is_shown_again_is_not_known_twice() -> None:
    """§8.2"""
    match = after("fight for Tokyo", "T3 = 3")
    assert not now(match, "known")["red"]
    assert not now(match, "perhaps")["red"]
