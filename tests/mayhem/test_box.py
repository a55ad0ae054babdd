"""Our own cards, and those of others."""

from itertools import permutations

import pytest

import rumpus
from rumpus.core.errors import WrongBox
from rumpus.games.mayhem.rules.records import ABILITIES, HIGHEST, MONSTERS

MIDDLE = 5


def ratings() -> dict[str, list[int]]:
    monsters = rumpus.game("mayhem").contents.tables["monsters"]
    return {name: [getattr(monster, ability) for ability in ABILITIES] for name, monster in monsters.items()}


def test_there_are_twenty_nine_monsters_with_names_and_texts_of_their_own() -> None:
    """§1.2"""
    monsters = rumpus.game("mayhem").contents.tables["monsters"]
    assert len(monsters) == MONSTERS
    assert len({monster.name for monster in monsters.values()}) == MONSTERS
    assert len({monster.text for monster in monsters.values()}) == MONSTERS
    assert len({monster.icon for monster in monsters.values()}) == MONSTERS


def test_the_blob_is_as_printed() -> None:
    """§1.3"""
    assert ratings()["blob"] == [8, 10, 5, 4, 5, 4]


@pytest.mark.parametrize("ability", range(len(ABILITIES)), ids=ABILITIES)
def test_every_ability_is_balanced_around_the_middle(ability: int) -> None:
    """§1.3: low may be declared as well as high."""
    column = [row[ability] for row in ratings().values()]
    assert sum(column) == MIDDLE * MONSTERS
    assert set(column) == set(range(HIGHEST + 1))


def test_no_monster_is_further_from_the_middle_than_another_in_everything() -> None:
    far = {name: [abs(rating - MIDDLE) for rating in row] for name, row in ratings().items()}
    beaten = [
        (one, other)
        for one, other in permutations(far, 2)
        if all(a >= b for a, b in zip(far[one], far[other], strict=True)) and far[one] != far[other]
    ]
    assert beaten == []


def test_every_trophy_has_a_story() -> None:
    """§1.5"""
    trophies = rumpus.game("mayhem").contents.tables["trophies"]
    assert tuple(trophies) == ABILITIES
    assert all(len(trophy.story) > 40 for trophy in trophies.values())


@pytest.mark.parametrize(
    ("box", "said"),
    [
        ({"monsters": {"blob": {"magic": 11}}}, "found 11, allowed is a whole number from 0 to 10"),
        ({"monsters": {"blob": {"magic": -1}}}, "found -1, allowed is a whole number from 0 to 10"),
        ({"monsters": {"yeti": {"magic": 5}}}, "monsters has no 'yeti': a box changes the 29 there are, by their ids"),
        ({"monsters": {"blob": {"name": "Bl\u202eob"}}}, "found 'Bl\\\\u202eob', allowed is a text"),
        ({"monsters": {"blob": {"text": "It \u2067flows."}}}, "allowed is a text"),
        ({"specials": {"joker": {"name": "Joker"}}}, "specials has no 'joker'"),
        ({"specials": {"slappy": {"magic": 9}}}, "has no field 'magic'"),
        ({"trophies": {"cooking": {"name": "Spoon"}}}, "trophies has no 'cooking'"),
    ],
)
def test_a_box_is_refused_for_wrong_counts_and_ratings_only(box: dict[str, object], said: str) -> None:
    with pytest.raises(WrongBox, match=said):
        _ = rumpus.game("mayhem", box=box).box


def test_a_box_need_not_be_balanced() -> None:
    names = rumpus.game("mayhem").names["card"][:MONSTERS]
    flat = {"monsters": {name: dict.fromkeys(ABILITIES, 10) for name in names}}
    match = rumpus.game("mayhem", box=flat, seats=3).match(seed=1)
    while not match.over:
        match.play(min(match.acting), "declare high")
    assert sum(match.points) == len(ABILITIES)
