"""The law of RARRR!!, played through the public API.

How hands and turns are written says at_the_table.py. Red is the angriest and calls itself Ahefu, as in the rulebook:
3 Electrical, 6 Toxic, 2 Radioactive, 1 Fire. The docstrings cite the paragraphs of RULES.md and the rulings.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter, defaultdict
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pytest

import rumpus
from rumpus.core.errors import WrongAction, WrongBox, WrongSeat, WrongSwitch
from rumpus.core.rng import generator
from rumpus.core.rules import CHANCE, NOBODY
from rumpus.core.view import View, seen_from

from . import oracle
from .at_the_table import (
    BOOSTS,
    CITIES,
    SEATS,
    TYPES,
    battle,
    boosts_left,
    choose_any,
    counted,
    hand,
    laid_out,
    lay,
    layable,
    now,
    of,
    offered,
    opened,
    phase,
    play,
    seen,
    table,
    those,
    turn,
    until,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rumpus import Match

PRINTED: dict[str, Any] = tomllib.loads(
    (rumpus.game("rarrr").definition.folder / "cards.toml").read_text(encoding="utf-8")
)
POWER = Counter({kind: card["copies"] for kind, card in PRINTED["power"].items() if card["copies"]})
RESISTS = {city: card["resists"] for city, card in PRINTED["cities"].items()}
GROUPS: dict[str, list[str]] = defaultdict(list)
for _city, _card in PRINTED["cities"].items():
    GROUPS[_card["group"]].append(_city)

FACE_DOWN = {"face_down": True}
RESISTANCE = {"resistance": True}
BONUS = {"bonus_scoring": True}
SWITCHES = ("bonus_scoring", "face_down", "resistance", "cities_first")
PRIVATE = ("choices", "drafted", "offered", "pack", "picks", "seen", "hand", "down")

any_number = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


def fresh(players: int = 3, **switches: bool) -> Match:
    """A new match; chance is played by hand."""
    return opened(players, None, **switches).match(by_hand=True)


def chance_plays(match: Match, *words: str) -> Match:
    """Chance does what ends in these words, one after the other."""
    for word in words:
        (outcome,) = [one for one in match.chance() if f" {word} " in f" {one.words} "]
        match.play(CHANCE, outcome.number)
    return match


def skip_chance(match: Match, seed: int = 1) -> Match:
    """Anything that chance likes."""
    rng = random.Random(seed)
    while match.acting == {CHANCE}:
        choose_any(match, rng)
    return match


def sight(match: Match, viewer: int) -> tuple[dict[str, Any], str, list[str]]:
    """All that reaches a viewer: what it knows, what lies there, what is told."""
    view = match.view(viewer)
    return view.position(), str(view.scene()), match.log(viewer)


def others(match: Match, seat: int) -> list[int]:
    """Everybody else, and who only watches."""
    return [*(other for other in range(match.game.seats) if other != seat), NOBODY]


# --- The box -------------------------------------------------------------------------------------


@any_number
def test_two_to_six_play(players: int) -> None:
    """§1.1, ruling 1."""
    assert fresh(players).game.seats == players
    assert len(fresh(players).points) == players


@pytest.mark.parametrize("players", [1, 7])
def test_no_more_and_no_fewer_play(players: int) -> None:
    """§1.1, ruling 1."""
    with pytest.raises(WrongSeat, match="2 to 6"):
        rumpus.game("rarrr", seats=players)


@pytest.mark.parametrize(("section", "many", "of_each_type"), [("monsters", 12, 12), ("katakana", 24, 24)])
def test_every_syllable_has_four_icons_and_every_type_comes_equally_often(
    section: str, many: int, of_each_type: int
) -> None:
    """§1.2, §1.3, the rulings' sums."""
    cards = PRINTED[section].values()
    assert len(cards) == many
    assert all(sum(card[type] for type in TYPES) == 4 for card in cards)
    assert {type: sum(card[type] for card in cards) for type in TYPES} == dict.fromkeys(TYPES, of_each_type)


def test_no_syllable_comes_twice() -> None:
    """§1.2, §1.3: in Roman letters, or in katakana."""
    cards = [*PRINTED["monsters"].values(), *PRINTED["katakana"].values()]
    assert len({card["syllable"] for card in cards}) == len({card["kana"] for card in cards}) == 36
    assert all("\u30a0" <= sign <= "\u30ff" for card in cards for sign in card["kana"])


def test_of_every_type_there_are_six_cards_each_of_1_2_and_3() -> None:
    """§1.4."""
    assert dict(POWER) == {f"{type}_{value}": 6 for type in TYPES for value in (1, 2, 3)}
    assert all(PRINTED["power"][kind]["value"] == int(kind[-1]) for kind in POWER)
    assert POWER.total() == 72


def test_everybody_has_boosts_of_1_2_and_3() -> None:
    """§1.5."""
    assert {boost: card["value"] for boost, card in PRINTED["boosts"].items()} == BOOSTS
    assert all(boosts_left(fresh(6), seat) == set(BOOSTS) for seat in SEATS)


def test_every_group_is_worth_sixteen_and_resists_each_type_once() -> None:
    """§1.6, the rulings' sums."""
    assert len(GROUPS) == 6
    for cities in GROUPS.values():
        cards = [PRINTED["cities"][city] for city in cities]
        assert sum(card["points"] for card in cards) == 16
        assert all(2 <= card["points"] <= 6 for card in cards)
        assert sorted(card["resists"] for card in cards) == sorted(TYPES)


def test_what_the_rulebook_says_of_cities_is_so() -> None:
    """§1.6: São Paulo is worth 4 and resists Toxic; Asia is red and has a rice bowl."""
    sao_paulo = PRINTED["cities"]["sao_paulo"]
    assert (sao_paulo["name"], sao_paulo["points"], sao_paulo["resists"]) == ("São Paulo", 4, "toxic")
    assert PRINTED["groups"]["asia"]["colour"] == "red"
    assert "rice" in PRINTED["groups"]["asia"]["icon"]


@any_number
def test_chance_says_who_is_the_angriest(players: int) -> None:
    """§1.7, ruling 3."""
    match = fresh(players)
    assert [outcome.weight for outcome in match.chance()] == [1] * players
    match.play(CHANCE, players - 1)
    assert now(match, "angriest") == SEATS[players - 1]


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "71 Power cards": ({"power": {"toxic_1": {"copies": 5}}}, "72 Power cards.* 71"),
    "73 Power cards": ({"power": {"toxic_6": {"copies": 1}}}, "72 Power cards.* 73"),
    "five icons": ({"monsters": {"go": {"toxic": 1}}}, "'go'.*4 icons.* 5"),
    "three icons": ({"katakana": {"fu": {"toxic": 0}}}, "'fu'.*4 icons.* 3"),
    "fewer than no copies": ({"power": {"toxic_1": {"copies": -1}, "toxic_2": {"copies": 13}}}, "'toxic_1'.*'copies'"),
    "a value too great": ({"power": {"fire_3": {"value": 1000}}}, "'fire_3'.*'value'.*1000"),
    "a value below zero": ({"power": {"fire_3": {"value": -1}}}, "'fire_3'.*'value'.*-1"),
    "a boost too great": ({"boosts": {"large": {"value": 1000}}}, "'large'.*'value'.*1000"),
    "points too many": ({"cities": {"tokyo": {"points": 1000}}}, "'tokyo'.*'points'.*1000"),
    "a type unheard of": ({"cities": {"tokyo": {"resists": "water"}}}, "'tokyo'.*'resists'.*'water'.*'toxic'"),
    "a group unheard of": ({"cities": {"tokyo": {"group": "mars"}}}, "'tokyo'.*'group'.*'mars'.*'asia'"),
    "a seventh value": ({"power": {"toxic_7": {"value": 7, "copies": 1}}}, "no 'toxic_7'"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_box_is_refused_with_a_sentence_that_says_why(why: str) -> None:
    """§1.2, §1.3, §1.4."""
    box, sentence = REFUSED[why]
    with pytest.raises(WrongBox, match=sentence):
        opened(2, box)


ACCEPTED: dict[str, dict[str, Any]] = {
    "other icons": {"monsters": {"go": {"toxic": 4, "radioactive": 0, "fire": 0}}},
    "other copies": {"power": {"toxic_1": {"copies": 0}, "toxic_6": {"copies": 6}}},
    "all alike": {"power": {k: {"copies": 72 if k == "fire_1" else 0} for k in PRINTED["power"]}},
    "other values": {"power": {"toxic_1": {"value": 9}, "toxic_2": {"value": 0}}},
    "other boosts": {"boosts": {"small": {"value": 5}}},
    "other cities": {"cities": {"tokyo": {"points": 20, "resists": "toxic", "group": "europe"}}},
    "other names": {"monsters": {"go": {"syllable": "GRR"}}, "katakana": {"fu": {"kana": "プ"}}},
}


@pytest.mark.parametrize("what", ACCEPTED)
def test_any_other_box_is_played_with(what: str) -> None:
    """§1.2 to §1.6: our cards are one way to fill the box."""
    match = opened(2, ACCEPTED[what]).match(seed=1)
    until(match, "selecting", rng=random.Random(1))
    assert [hand(match, seat).total() for seat in ("red", "blue")] == [12, 12]


def test_values_come_from_the_box() -> None:
    """§1.4, §4.4: two Toxic cards worth 9 here, and a boost worth 5."""
    box = {"power": {"toxic_1": {"value": 9}}, "boosts": {"small": {"value": 5}}}
    match = lay(battle(box=box, red="T1 T1"), "T9 T9")
    assert "confirm 36" in offered(match)
    match.play(0, "boost Toxic by 5")
    assert "confirm 46" in offered(match)


def test_icons_come_from_the_box() -> None:
    """§1.2, §2.4."""
    box = {"monsters": {"a": {"electrical": 0, "toxic": 0, "fire": 4}}}
    assert of(table(box=box), "icons") == {"electrical": 2, "toxic": 3, "radioactive": 2, "fire": 5}


def test_points_come_from_the_box() -> None:
    """§1.6, §7.1."""
    match = table(box={"cities": {"lima": {"points": 20}}}, fields={"owner": {"lima": "blue"}})
    assert match.points == [0, 20, 0]


def test_switches_are_off_unless_somebody_turns_them_on() -> None:
    """§9."""
    assert opened().switches == dict.fromkeys(SWITCHES, False)
    with pytest.raises(WrongSwitch):
        opened(3, wild_cards=True)


# --- The monsters ---------------------------------------------------------------------------------


def with_katakana(players: int, monsters: str, katakana: str, **switches: bool) -> Match:
    """The draft of the Katakana, with these Monsters and these packs: Red's, then Blue's and so on, as "FU DE HE"."""
    match = chance_plays(fresh(players, **switches), "Red")
    chance_plays(match, *monsters.split())
    packs = [pack.split() for pack in katakana.split("/")]
    while match.acting == {CHANCE}:
        seat = next(i for i, name in enumerate(SEATS) if name.title() in match.chance()[0].words)
        chance_plays(match, packs[seat].pop(0))
    return match


def draft(match: Match, *picks: str) -> Match:
    """Everybody takes these, Red first: "FU", or "Toxic 3"."""
    for seat, pick in enumerate(picks):
        match.play(seat, f"draft {pick}")
    return match


@any_number
def test_everybody_gets_another_monster_face_up(players: int) -> None:
    """§2.1, ruling 2."""
    match = fresh(players)
    match.play(CHANCE, 0)
    for left in range(12, 12 - players, -1):
        assert [outcome.weight for outcome in match.chance()] == [1] * left
        match.play(CHANCE, match.chance()[0].number)
    monsters = {seat: monster for seat, monster in now(match, "monster").items() if monster}
    assert len(set(monsters.values())) == players
    assert all(seen(match, viewer, "monster") == now(match, "monster") for viewer in (0, 1, NOBODY))


@any_number
def test_everybody_gets_three_katakana(players: int) -> None:
    """§2.2, ruling 2."""
    match = skip_chance(fresh(players))
    packs = [of(match, "choices", seat) for seat in SEATS[:players]]
    assert phase(match) == "katakana draft"
    assert match.acting == set(range(players))
    assert all(sum(pack.values()) == 3 for pack in packs)
    assert len(set().union(*packs)) == 3 * players


THREE_PACKS = "FU DE HE / ZU RU TO / NA SU KA"


def test_a_pack_of_katakana_goes_to_the_left() -> None:
    """§1.1, §2.2: Red passes to Blue, Blue to Green, Green to Red."""
    match = draft(with_katakana(3, "GO A GA", THREE_PACKS), "FU", "ZU", "NA")
    assert [of(match, "choices", seat) for seat in SEATS[:3]] == [
        {"su": 1, "ka": 1},
        {"de": 1, "he": 1},
        {"ru": 1, "to": 1},
    ]


def test_the_last_katakana_comes_by_itself() -> None:
    """§2.2."""
    match = draft(with_katakana(3, "GO A GA", THREE_PACKS), "FU", "ZU", "NA")
    draft(match, "SU", "DE", "RU")
    assert phase(match) == "naming"
    assert now(match, "drafted") == {
        "red": ["fu", "su", "to"],
        "blue": ["zu", "de", "ka"],
        "green": ["na", "ru", "he"],
        **{seat: [] for seat in SEATS[3:]},
    }


def test_with_two_the_pack_comes_back() -> None:
    """§2.2: the third card is of the pack one had first."""
    match = draft(with_katakana(2, "GO A", "FU DE HE / ZU RU TO"), "FU", "ZU")
    draft(match, "RU", "DE")
    assert (of(match, "drafted", "red"), of(match, "drafted", "blue")) == (["fu", "ru", "he"], ["zu", "de", "to"])


def test_katakana_are_taken_at_the_same_time_in_any_order_and_in_secret() -> None:
    """§2.2, §8.1: that somebody has taken one is seen, which one is not."""
    match = with_katakana(3, "GO A GA", THREE_PACKS)
    match.play(2, "draft NA")
    twin = with_katakana(3, "GO A GA", THREE_PACKS)
    twin.play(2, "draft KA")
    assert match.acting == {0, 1}
    assert all(sight(match, viewer) == sight(twin, viewer) for viewer in others(match, 2))
    with pytest.raises(WrongSeat):
        match.play(2, "draft SU")


def test_a_seat_remembers_the_katakana_it_was_offered_until_the_naming_is_over() -> None:
    """§2.2, §8.1, ruling 4."""
    match = draft(with_katakana(3, "GO A GA", THREE_PACKS), "FU", "ZU", "NA")
    offers = [dict.fromkeys(["fu", "de", "he"], 1), dict.fromkeys(["su", "ka"], 1)]
    assert seen(match, 0, "offered")["red"] == offers
    assert all(seen(match, viewer, "offered")["red"] == [] for viewer in others(match, 0))
    draft(match, "SU", "DE", "RU")
    assert seen(match, 0, "offered")["red"] == [*offers, {"to": 1}]
    name_all(match)
    assert not any(seen(match, 0, "offered").values())
    assert not any(seen(match, 0, "drafted").values())


def name_all(match: Match, seed: int = 1) -> Match:
    rng = random.Random(seed)
    while phase(match) == "naming":
        choose_any(match, rng)
    return match


def naming() -> Match:
    """Red has GO and FU DE HE, Blue A and ZU RU TO, Green GA and NA SU KA."""
    names = {"red": ["fu", "de", "he"], "blue": ["zu", "ru", "to"], "green": ["na", "su", "ka"]}
    fields = {"phase": "naming", "angriest": "red", "monster": {"red": "go", "blue": "a", "green": "ga"}}
    return opened(3).match_from({**fields, "drafted": names}, by_hand=True)


def test_one_of_three_katakana_is_left_out_and_the_rest_put_in_any_order() -> None:
    """§2.3, ruling 2."""
    match = naming()
    assert offered(match, 0) == {"leave out FU", "leave out DE", "leave out HE"}
    match.play(0, "leave out HE")
    names = {"".join(order).capitalize() for order in permutations(("go", "fu", "de"))}
    assert offered(match, 0) == {f"call it {name}" for name in names}


def test_naming_is_secret_until_all_have_named() -> None:
    """§2.3, §8.1, ruling 2: that somebody has finished is seen, nothing else."""
    match, twin = naming(), naming()
    for one, left_out, name in ((match, "HE", "Fugode"), (twin, "FU", "Degohe")):
        one.play(0, f"leave out {left_out}")
        one.play(0, f"call it {name}")
    assert match.acting == {1, 2}
    assert all(sight(match, viewer) == sight(twin, viewer) for viewer in others(match, 0))


def test_a_name_half_made_up_is_seen_by_nobody() -> None:
    """§2.3: what is left out is part of the choice, and the choice is not made yet."""
    match = naming()
    before = [sight(match, viewer)[:2] for viewer in others(match, 1)]
    match.play(1, "leave out ZU")
    assert [sight(match, viewer)[:2] for viewer in others(match, 1)] == before


def test_a_name_half_made_up_is_told_to_nobody() -> None:
    """§2.3: so nobody hears that there is a name before there is one."""
    match = naming()
    match.play(1, "leave out ZU")
    assert all(match.log(viewer) == [] for viewer in others(match, 1))


def test_when_all_have_named_the_monsters_are_shown() -> None:
    """§2.3, §2.4."""
    match = named()
    names = {"red": ["fu", "go", "de"], "blue": ["a", "ru", "to"], "green": ["su", "na", "ga"]}
    assert {seat: name for seat, name in seen(match, NOBODY, "name").items() if name} == names
    assert "FUGODE" in " ".join(match.log(NOBODY))


def named() -> Match:
    match = naming()
    for seat, left_out, name in ((1, "ZU", "Aruto"), (0, "HE", "Fugode"), (2, "KA", "Sunaga")):
        match.play(seat, f"leave out {left_out}")
        match.play(seat, f"call it {name}")
    return match


def test_what_was_left_out_is_never_shown() -> None:
    """§2.3, ruling 2."""
    match = named()
    assert set(seen(match, 1, "left_out").values()) <= {None, "unknown"}
    told = " ".join(match.log(1) + match.log(NOBODY)).split()
    assert not {"HE", "HE.", "KA", "KA."} & set(told)


@pytest.mark.parametrize(
    ("syllables", "icons"),
    [(("a", "he", "fu"), (3, 6, 2, 1)), (("go", "fu", "de"), (2, 1, 8, 1)), (("fu", "go", "de"), (2, 1, 8, 1))],
)
def test_the_monsters_of_the_rulebook(syllables: tuple[str, ...], icons: tuple[int, ...]) -> None:
    """§2.4: Ahefu as printed; Gofude, in any order, is heavy in Radioactive."""
    monster = next(one for one in syllables if one in PRINTED["monsters"])
    fields = {"monster": {"red": monster, "blue": "do"}, "name": {"red": list(syllables), "blue": ["do", "po", "bi"]}}
    match = table(2, fields=fields)
    assert of(match, "icons") == {type: many for type, many in zip(TYPES, icons, strict=True) if many}


def test_a_finished_monster_has_twelve_icons() -> None:
    """§2.4: the sum of its three cards."""
    match = named()
    syllables = PRINTED["monsters"] | PRINTED["katakana"]
    for seat in SEATS[:3]:
        cards = [syllables[one] for one in of(match, "name", seat)]
        icons = of(match, "icons", seat)
        assert sum(icons.values()) == 12
        assert icons == {type: sum(card[type] for card in cards) for type in TYPES if any(card[type] for card in cards)}


# --- Powering up ----------------------------------------------------------------------------------


def before_power(players: int = 3, **switches: bool) -> Match:
    """The monsters have their names."""
    return until(fresh(players, **switches), "power deal", rng=random.Random(7))


def powering_up(players: int = 3, seed: int = 7, **switches: bool) -> Match:
    """The packs are dealt."""
    return until(fresh(players, **switches), "power draft", rng=random.Random(seed))


def powered_up(players: int = 3, seed: int = 7, **switches: bool) -> Match:
    """The drafts are over, and the cities there."""
    return until(fresh(players, **switches), "selecting", rng=random.Random(seed))


def draft_once(match: Match, rng: random.Random) -> list[str]:
    """Everybody takes one card of any kind; which."""
    picks = []
    for seat in sorted(match.acting):
        action = rng.choice(match.legal(seat))
        picks.append(action.words.removeprefix("draft ").lower().replace(" ", "_"))
        match.play(seat, action)
    return picks


def test_all_72_cards_are_shuffled() -> None:
    """§3.1, ruling 4: every copy is as likely as any other."""
    match = before_power()
    weights = {outcome.words.split(" goes")[0]: outcome.weight for outcome in match.chance()}
    assert weights == {kind.replace("_", " ").capitalize(): many for kind, many in POWER.items()}
    chance_plays(match, "Toxic 3")
    assert {outcome.weight for outcome in match.chance() if "Toxic 3" in outcome.words} == {5}


@any_number
def test_everybody_is_dealt_a_pack_of_twelve(players: int) -> None:
    """§3.1."""
    match = powering_up(players)
    packs = [Counter(of(match, "pack", seat)) for seat in SEATS[:players]]
    assert [pack.total() for pack in packs] == [12] * players
    assert sum(packs, Counter(now(match, "deck"))) == POWER
    assert match.acting == set(range(players))


@any_number
def test_power_is_drafted_to_the_left(players: int) -> None:
    """§1.1, §3.2."""
    match, rng = powering_up(players), random.Random(3)
    packs = [Counter(of(match, "pack", seat)) for seat in SEATS[:players]]
    for _ in range(3):
        picks = draft_once(match, rng)
        packs = [pack - Counter([pick]) for pack, pick in zip(packs, picks, strict=True)]
        packs = packs[-1:] + packs[:-1]
        assert [Counter(of(match, "pack", seat)) for seat in SEATS[:players]] == packs


@any_number
def test_twelve_cards_are_the_hand_and_the_last_comes_by_itself(players: int) -> None:
    """§3.2: eleven choices, twelve cards."""
    match, rng = powering_up(players), random.Random(3)
    picks = [draft_once(match, rng) for _ in range(11)]
    assert phase(match) == "cities deal"
    for seat, *chosen in zip(SEATS, *picks, strict=False):
        assert hand(match, seat).total() == 12
        assert (hand(match, seat) - Counter(chosen)).total() == 1


def test_one_drafts_kinds_not_copies() -> None:
    """§1.4: cards of one kind are alike."""
    match = powering_up()
    for seat in range(3):
        assert len(match.legal(seat)) == len(of(match, "pack", SEATS[seat]))
        assert len(offered(match, seat)) == len(match.legal(seat))


def test_power_is_taken_at_the_same_time_and_in_secret() -> None:
    """§3.2, §8.1."""
    match = powering_up()
    twin = match.copy()
    first, *_, last = match.legal(1)
    match.play(1, first)
    twin.play(1, last)
    assert first.words != last.words
    assert match.acting == {0, 2}
    assert all(sight(match, viewer) == sight(twin, viewer) for viewer in others(match, 1))
    assert seen(match, 0, "picked")["blue"] == 1


def test_a_seat_remembers_its_packs_and_picks_and_nobody_elses() -> None:
    """§3.3, §8.1, ruling 4: the pack as it was at each of its picks."""
    match, rng = powering_up(), random.Random(5)
    packs: list[dict[str, int]] = []
    picks: list[str] = []
    while phase(match) == "power draft":
        packs.append(of(match, "pack", "green"))
        picks.append(draft_once(match, rng)[2])
    assert seen(match, 2, "seen")["green"][:11] == packs
    assert seen(match, 2, "picks")["green"][:11] == picks
    assert sum(seen(match, 2, "seen")["green"][11].values()) == 1
    for viewer in others(match, 2):
        assert seen(match, viewer, "seen")["green"] == seen(match, viewer, "picks")["green"] == []


def test_the_memory_ends_with_the_round() -> None:
    """§3.3, ruling 4."""
    match, rng = powered_up(2), random.Random(2)
    assert len(seen(match, 0, "seen")["red"]) == 12
    until(match, "power deal", rng=rng)
    for viewer in (0, 1):
        assert not any(seen(match, viewer, "seen").values())
        assert not any(seen(match, viewer, "picks").values())


def worlds(match: Match, seat: int, many: int) -> Iterator[dict[str, Any]]:
    """What could be the case, for all that a seat knows."""
    return (match.game.position(world) for world in states_that_fit(match, seat, many))


def states_that_fit(match: Match, seat: int, many: int) -> Iterator[Any]:
    game, rng = match.game, generator(many)
    for _ in range(many):
        world = seen_from(game, match.state, seat)
        game.rules.determinize(game.open_box, world, seat, rng)
        yield world.record()


def test_of_two_one_knows_eleven_cards_of_the_other() -> None:
    """§8.1, ruling 4: only Blue's first card was taken before Red saw the pack."""
    match = powered_up(2)
    truth, hands = hand(match, "blue"), [Counter(world["hand"]["blue"]) for world in worlds(match, 0, 60)]
    for possible in hands:
        assert possible.total() == 12
        assert (truth - possible).total() <= 1
    assert len({tuple(sorted(possible.items())) for possible in hands}) > 1


def test_of_two_one_knows_all_cards_once_the_first_was_shown() -> None:
    """§8.1, §5.6, ruling 4: what is shown since counts too."""
    match, rng = powered_up(2), random.Random(8)
    never_seen = Counter([of(match, "picks", "blue")[0]])
    while now(match, "rounds") == 0:
        shown = Counter(of(match, "gone", "blue")) + Counter(of(match, "up", "blue"))
        sure = hand(match, "blue") - never_seen if never_seen <= hand(match, "blue") else hand(match, "blue")
        for world in worlds(match, 0, 3):
            assert sure <= Counter(world["hand"]["blue"])
            assert sum(world["hand"]["blue"].values()) == 12 - shown.total()
        choose_any(match, rng)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_what_could_be_fits_what_was_seen(players: int) -> None:
    """§3.3, §8.1, ruling 4: between two sights of a pack each of the others took one of the cards that went."""
    match = powered_up(players)
    sights = [Counter(pack) for pack in of(match, "seen", "red")]
    picks = of(match, "picks", "red")
    sure = Counter[str]()
    for before, pick, after in zip(sights, picks, sights[players:], strict=False):
        sure += before - Counter([pick]) - after
    for world in worlds(match, 0, 12):
        hands = [Counter(world["hand"][seat]) for seat in SEATS[1:players]]
        assert all(cards.total() == 12 for cards in hands)
        assert sure <= sum(hands, Counter())
        assert sum(hands, hand(match) + Counter(world["deck"])) == POWER


@any_number
def test_a_seat_never_sees_some_of_the_cards_dealt(players: int) -> None:
    """§8.1, ruling 4: those that others take before a pack comes by first."""
    match = powered_up(players)
    first_sights = of(match, "seen", "red")[:players]
    assert sum(sum(pack.values()) for pack in first_sights) == 12 * players - players * (players - 1) // 2


@any_number
def test_six_cities_are_dealt_after_the_draft(players: int) -> None:
    """§3.4, ruling 4."""
    match = until(fresh(players), "cities deal", rng=random.Random(4))
    assert not those(match, "waiting")
    assert [outcome.weight for outcome in match.chance()] == [1] * 24
    skip_chance(match)
    assert phase(match) == "selecting"
    assert len(those(match, "waiting")) == 6
    assert seen(match, NOBODY, "waiting") == now(match, "waiting")


def test_cities_of_an_earlier_round_do_not_come_again() -> None:
    """§3.4: neither those that were won nor those that left the game."""
    match, rng = powered_up(2), random.Random(2)
    first = those(match, "waiting")
    until(match, "power deal", rng=rng)
    until(match, "cities deal", rng=rng)
    assert len(match.chance()) == 18
    skip_chance(match)
    assert those(match, "waiting").isdisjoint(first)
    assert those(match, "drawn") == those(match, "waiting") | first


@any_number
def test_with_cities_first_they_are_there_before_the_draft(players: int) -> None:
    """§9.4, ruling 4."""
    match = powering_up(players, cities_first=True)
    cities = those(match, "waiting")
    assert len(cities) == 6
    assert seen(match, 0, "waiting") == now(match, "waiting")
    until(match, "selecting", rng=random.Random(1))
    assert those(match, "waiting") == those(match, "drawn") == cities


def test_cities_come_first_in_every_round() -> None:
    """§9.4."""
    match, rng = powered_up(2, cities_first=True), random.Random(2)
    until(match, "power deal", "cities deal", rng=rng)
    until(match, "power draft", rng=rng)
    assert (now(match, "rounds"), len(those(match, "waiting")), len(those(match, "drawn"))) == (1, 6, 12)


# --- The battle for São Paulo ---------------------------------------------------------------------

MICHAEL = "E1 E3 E2 T2*4 T1 R2*2 F3*2"
SAO_PAULO = ("E1 E3 = 8", "R3 R3 = 12", "E3 E3 E3 E3 F1 F2 = 54")


def for_sao_paulo(*turns: str) -> Match:
    return battle(*turns, red=MICHAEL, blue="R3*4", green="E3*4 F1 F2 T1")


def test_sao_paulo_opens_with_8() -> None:
    """§4.4: (1 + 3) times 2."""
    match = lay(for_sao_paulo(), "E1 E3")
    assert "confirm 8" in offered(match)
    play(match, "confirm 8")
    assert (of(match, "level"), turn(match)) == (8, 1)
    assert of(match, "sets") == {"electrical": 2}


def test_sao_paulo_comes_back_at_54() -> None:
    """§4.6, §5.2: 48 and 6 in one turn."""
    match = for_sao_paulo(*SAO_PAULO)
    assert [of(match, "level", seat) for seat in SEATS[:3]] == [8, 12, 54]
    assert turn(match) == 0


def test_sao_paulo_gets_no_third_electrical() -> None:
    """§4.2: the monster has an icon for it and the hand a card, but the set lies there already."""
    match = for_sao_paulo(*SAO_PAULO)
    assert of(match, "icons")["electrical"] == 3
    assert hand(match)["electrical_2"] == 1
    assert not any(card.startswith("E") for card in layable(match))
    lay(match, "T2 T2 T2 T2 T1 +2")
    assert not any(card.startswith("E") for card in layable(match))


def test_sao_paulo_sees_55_in_toxic() -> None:
    """§4.5, ruling 6: (2 + 2 + 2 + 2 + 1 + boost 2) times 5, with a limit of 6; 45 and a boost would be 48 at most."""
    match = lay(for_sao_paulo(*SAO_PAULO), "T2 T2 T2 T2 T1")
    assert "confirm 53" not in offered(match)  # 8 and 45 do not beat 54
    play(match, "boost Toxic by 2")
    assert "confirm 63" in offered(match)  # 8 and 55


def test_sao_paulo_falls_to_71() -> None:
    """§4.6, §5.5, §5.7: 8 and 55 and 8."""
    match = for_sao_paulo(*SAO_PAULO, "T2 T2 T2 T2 T1 +2 R2 R2 = 71")
    assert of(match, "level") == 71
    assert of(match, "sets") == {"electrical": 2, "toxic": 5, "radioactive": 2}
    play(match, "pass", "back R3", "pass", "back E3", "back E3")
    assert now(match, "owner")["sao_paulo"] == "red"
    assert match.points == [4, 0, 0]
    assert now(match, "angriest") == "green"
    assert hand(match) == counted("E2 F3*2")


def test_sao_paulo_could_still_see_one_fire() -> None:
    """§4.3: one icon, one card, though there are two in hand."""
    fields = {"up": {"red": dict(counted("E1 E3 T2*4 T1 R2*2")), "blue": dict(counted("R3*4"))}}
    said = {
        "sets": {"red": {"electrical": 2, "toxic": 5, "radioactive": 2}, "blue": {"radioactive": 4}},
        "boosted": {"red": {"toxic": "middle"}, "blue": {"radioactive": "large"}},
        "boosts": {"red": {"small": True, "large": True}, "blue": {"small": True, "middle": True}},
    }
    battle_on = {"phase": "laying", "contested": "sao_paulo", "turn": "blue", "passed": {"green": True}}
    position = laid_out(3, "tokyo", {"red": "F3*2 E2", "blue": "F3*2"}, **fields, **said, **battle_on)
    match = play(opened(3).match_from(position, by_hand=True), "F3 F3 = 72")
    assert (of(match, "level"), layable(match)) == (71, {"F3"})
    lay(match, "F3")
    assert layable(match) == set()
    play(match, "confirm 74")
    assert phase(match) == "returning"  # blue has no card left, and passes


# --- Sets -----------------------------------------------------------------------------------------


def test_a_set_has_one_type() -> None:
    """§4.1, ruling 5: a card of another type begins another set."""
    match = battle("T3 R2 = 5", red="T3 R2")
    assert of(match, "sets") == {"toxic": 1, "radioactive": 1}


def test_there_are_no_wild_cards() -> None:
    """§4.1, ruling 7: without icons of a type its cards are of no use."""
    assert layable(battle("pass", red="T3", blue="T3*4 R1")) == {"R1"}
    assert offered(battle("pass", red="T3", blue="T3*4")) == {"pass"}


def test_a_boost_alone_is_no_set() -> None:
    """§4.1, §4.5, ruling 7."""
    assert offered(battle(red="T3")) == {"lay Toxic 3", "pass"}
    no_fire_card = battle("pass", "F3 = 3", red="T1", blue="F3", green="T1*2")
    assert offered(no_fire_card) == {"lay Toxic 1", "pass"}


def test_nothing_is_added_to_a_set_later() -> None:
    """§4.2, ruling 5: neither cards nor boosts."""
    match = battle("T1 = 1", "F1 F1 = 4", "pass", red="T1 T3*3 E1*2", blue="F1*2", green="F1")
    assert layable(match) == {"E1"}
    lay(match, "E1 E1")
    assert not any("Toxic" in words for words in offered(match))


def test_a_set_closed_in_the_same_turn_stays_closed() -> None:
    """§4.2."""
    match = lay(battle(red="T1*2 E1*2"), "T1 E1")
    assert layable(match) == {"E1"}
    assert not any("boost Toxic" in words for words in offered(match))


def test_one_set_of_each_type_in_each_battle() -> None:
    """§4.2: in the next battle they are all there again."""
    match = battle("T1 = 1", "pass", "pass", red="T1*2", blue="F1", green="F1")
    play(match, "fight for Tokyo", "T1 = 1")
    assert of(match, "level") == 1


@pytest.mark.parametrize(
    ("code", "limit"), [("E", 3), ("T", 6), ("R", 2), ("F", 1)], ids=["electrical", "toxic", "radioactive", "fire"]
)
def test_a_set_has_at_most_as_many_cards_as_the_monster_has_icons(code: str, limit: int) -> None:
    """§4.3, ruling 5."""
    match = battle(red=f"{code}1*6 {code}2*2", blue=f"{code}3", green=f"{code}3")
    lay(match, " ".join([f"{code}1"] * (limit - 1)))
    assert layable(match) == {f"{code}1", f"{code}2"}
    lay(match, f"{code}2")
    assert layable(match) == set()
    assert f"confirm {limit * (limit + 1)}" in offered(match)


@pytest.mark.parametrize(
    ("cards", "worth"),
    [("T1", 1), ("T3", 3), ("T1 T1", 4), ("T1 T2 T3", 18), ("T3 T3 T3 T3 T3 T3", 108), ("E1 E3", 8), ("F2", 2)],
)
def test_a_set_is_worth_its_sum_times_its_cards(cards: str, worth: int) -> None:
    """§4.4."""
    assert of(battle(f"{cards} = {worth}", red=cards), "level") == worth


@pytest.mark.parametrize(("boost", "worth"), [(1, 21), (2, 24), (3, 27)])
def test_a_boost_is_added_before_multiplying(boost: int, worth: int) -> None:
    """§4.5, ruling 6: it does not count as a card for the multiplier."""
    match = battle(f"T1 T2 T3 +{boost} = {worth}", red="T1 T2 T3")
    assert of(match, "level") == worth
    assert of(match, "sets") == {"toxic": 3}


def test_a_boost_takes_no_room() -> None:
    """§4.5: it does not count for the limit, laid before the last card or after it."""
    assert of(battle("F3 +3 = 6", red="F3"), "level") == 6
    assert of(battle("R1 +3 R1 = 10", red="R1*2"), "level") == 10


def test_a_set_has_one_boost_at_most() -> None:
    """§4.5, ruling 7."""
    match = lay(battle(red="T1*3"), "T1 +1")
    assert not any(words.startswith("boost") for words in offered(match))
    lay(match, "T1")
    assert not any(words.startswith("boost") for words in offered(match))


def test_several_sets_of_one_turn_may_each_have_a_boost() -> None:
    """§4.5, §4.6, ruling 7: (1 + 1) + (1 + 2) + (1 + 3)."""
    match = battle("E1 +1 T1 +2 R1 +3 = 9", red="E1 T1 R1 F1")
    assert boosts_left(match) == set()
    assert of(match, "boosted") == {"electrical": "small", "toxic": "middle", "radioactive": "large", "fire": None}


def test_a_boost_laid_in_this_turn_is_not_there_for_the_next_set() -> None:
    """§1.5, §4.5."""
    match = lay(battle(red="E1 T1"), "E1 +2 T1")
    boosts = {words for words in offered(match) if words.startswith("boost")}
    assert boosts == {"boost Toxic by 1", "boost Toxic by 3"}


def test_a_boost_is_used_up_by_winning() -> None:
    """§1.5, §4.5, ruling 12."""
    match = battle("T1 +3 = 4", "pass", "pass", red="T1*2", blue="F1", green="F1")
    assert boosts_left(match) == {"small", "middle"}
    lay(play(match, "fight for Tokyo"), "T1")
    assert {words for words in offered(match) if "boost" in words} == {"boost Toxic by 1", "boost Toxic by 2"}


def test_a_boost_is_used_up_by_passing() -> None:
    """§4.5, ruling 9: before a card is taken back."""
    match = battle("T1 +3 = 4", "F3 F3 = 12", "pass", "pass", red="T1 E1", blue="F3*2", green="F1")
    assert phase(match) == "returning"
    assert boosts_left(match) == {"small", "middle"}
    assert offered(match) == {"take back Toxic 1", "take nothing back"}
    play(match, "back T1")
    assert boosts_left(match) == {"small", "middle"}


def test_kinds_are_laid_not_copies() -> None:
    """§1.4: of four alike there is one to choose."""
    match = battle(red="T2*4 T1")
    assert Counter(action.words for action in match.legal(0)) == Counter(["lay Toxic 2", "lay Toxic 1", "pass"])


def test_no_more_can_be_laid_than_is_in_hand() -> None:
    """§4.1."""
    match = lay(battle(red="T3 T2"), "T3")
    assert layable(match) == {"T2"}
    with pytest.raises(WrongAction):
        match.play(0, "lay Toxic 3")
    lay(match, "T2")
    assert layable(match) == set()


def test_what_is_laid_must_beat_everybody() -> None:
    """§4.7, ruling 8: as much is not enough."""
    match = battle("E1 E3 = 8", red="E1 E3", blue="R2*2 F3", green="F1")
    lay(match, "R2 R2")
    assert "confirm 8" not in offered(match)
    lay(match, "F3")
    assert "confirm 11" in offered(match)


def test_only_steps_that_can_still_beat_the_table_are_offered() -> None:
    """§4.7: with a boost of 3 two Fire cards make 8 at most, two Radioactive with it 10; together they can."""
    hands = {"red": "T3*3", "blue": "F1 F1 R1 R1", "green": "F1"}
    assert offered(battle("T3 T3 T3 = 27", **hands)) == {"pass"}
    assert layable(battle("T3 T3 = 12", **hands)) == {"F1", "R1"}
    one_fire = lay(battle("T3 T3 = 12", **hands), "F1")
    assert "confirm 1" not in offered(one_fire)


def test_a_card_worth_nothing_needs_a_boost() -> None:
    """§4.4, §4.7, §1.5: 0 is not above 0."""
    box = {"power": {"toxic_2": {"value": 0}}}
    match = battle(box=box, red="T2")
    assert offered(match) == {"lay Toxic 0", "pass"}
    assert offered(lay(match, "T0")) == {f"boost Toxic by {value}" for value in (1, 2, 3)}
    no_boosts: dict[str, Any] = {"boosts": {"red": {}}}
    assert offered(battle(box=box, red="T2", fields=no_boosts)) == {"pass"}


def test_the_last_step_that_can_beat_the_table_must_be_taken() -> None:
    """§4.7: 6, and 3 for a Fire with a boost of 2, do not beat 9; with the second Fire they do."""
    match = battle("F1 = 1", "R1 R1 +1 = 6", "pass", "E2 E2 = 9", red="F1 E2*2", blue="R1*2 F1*2", green="T1")
    assert layable(match) == {"F1"}
    lay(match, "F1")
    assert offered(match) == {"lay Fire 1", "boost Fire by 2", "boost Fire by 3"}
    play(match, "boost Fire by 2")
    assert offered(match) == {"lay Fire 1"}


# --- Half-laid sets -------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", ["T1", "T1 T2", "T1 +2", "T1 t2 t2", "T1 +1 E1"])
def test_nobody_sees_sets_before_they_are_laid_as_a_whole(steps: str) -> None:
    """§4.7: not in what they know, nor on their table, nor in what they are told."""
    match = battle(red="T1 T2*2 E1", switches=FACE_DOWN)
    before = [sight(match, viewer) for viewer in others(match, 0)]
    lay(match, steps)
    assert [sight(match, viewer) for viewer in others(match, 0)] == before
    assert seen(match, 0, "half") is not None


def test_half_laid_cards_and_boosts_are_gone_only_when_confirmed() -> None:
    """§4.7, §5.6."""
    match = lay(battle(red="T1 T2"), "T1 +2")
    assert seen(match, 1, "cards")["red"] == 2
    assert seen(match, 1, "boosts")["red"]["middle"]
    play(match, "confirm 3")
    assert seen(match, 1, "cards")["red"] == 1
    assert not seen(match, 1, "boosts")["red"]["middle"]


def test_who_has_begun_to_lay_does_not_pass() -> None:
    """§5.2: a turn is one or the other."""
    assert "pass" not in offered(lay(battle(red="T1 T2"), "T1"))


# --- A battle -------------------------------------------------------------------------------------

THREE_BIDS = ("T1 T1 = 4", "F1 F2 = 6", "E2 E2 = 8")
BIDDERS = {"red": "T1*2 T3 R1", "blue": "F1 F2 F3 R1", "green": "E2*2 R1"}


def test_the_angriest_chooses_any_city_that_waits() -> None:
    """§5.1."""
    match = table(cities="sao_paulo tokyo lima", red="T1", fields={"angriest": "blue"})
    assert match.acting == {1}
    assert offered(match) == {"fight for São Paulo", "fight for Tokyo", "fight for Lima"}


def test_the_angriest_has_the_first_turn_and_turns_go_to_the_left() -> None:
    """§1.1, §5.1, §5.2."""
    match = battle(red="T1", blue="F1*2", green="F2*2", fields={"angriest": "green"})
    assert (turn(match), now(match, "contested")) == (2, "sao_paulo")
    assert [of(match, "level", seat) for seat in SEATS[:3]] == [0, 0, 0]
    assert turn(play(match, "F2 = 2")) == 0
    assert turn(play(match, "pass")) == 1


def test_the_angriest_may_pass_at_once() -> None:
    """§5.2."""
    match = battle("pass", red="T1")
    assert (those(match, "passed"), turn(match)) == ({"red"}, 1)


def test_who_has_passed_has_no_more_turns() -> None:
    """§5.2."""
    match = battle("pass", "F1 = 1", red="T1", blue="F1 R1*2", green="E1*2")
    assert turn(play(match, "E1 E1 = 4")) == 1


def test_in_a_turn_one_lays_or_passes() -> None:
    """§5.2, ruling 8."""
    assert offered(battle(red="T1 E1 F1")) == {"lay Toxic 1", "lay Electrical 1", "lay Fire 1", "pass"}


def test_who_passes_may_take_one_card_back() -> None:
    """§5.3, ruling 9: before the next turn, of those laid in this battle, and no more than one."""
    match = battle(*THREE_BIDS, "pass", **BIDDERS)
    assert turn(match) == 0
    assert offered(match) == {"take back Toxic 1", "take nothing back"}
    play(match, "back T1")
    assert turn(match) == 1
    assert hand(match) == counted("T1 T3 R1")
    assert of(match, "gone") == counted("T1")
    assert of(match, "up") == {}


@pytest.mark.parametrize("viewer", [0, 1, 2, NOBODY])
def test_passing_is_seen_at_once(viewer: int) -> None:
    """§5.2, ruling 9: before a card is taken back."""
    match = battle(*THREE_BIDS, "pass", **BIDDERS)
    assert phase(match) == "returning"
    assert seen(match, viewer, "passed")["red"]


def test_one_chooses_which_card_to_take_back() -> None:
    """§5.3: whichever it was, the rest is discarded."""
    match = battle("T1 T3 E2 = 10", "F3 F3 = 12", "pass", "pass", red="T1 T3 E2 R1", blue="F3*2")
    assert offered(match) == {"take nothing back", "take back Toxic 1", "take back Toxic 3", "take back Electrical 2"}


def test_one_may_take_nothing_back() -> None:
    """§5.3."""
    match = battle(*THREE_BIDS, "pass", "nothing", **BIDDERS)
    assert hand(match) == counted("T3 R1")
    assert of(match, "gone") == counted("T1*2")


def test_who_has_laid_nothing_takes_nothing_back() -> None:
    """§5.3."""
    assert phase(battle("pass", red="T1")) == "laying"


def test_the_last_to_pass_may_take_two_and_is_the_angriest() -> None:
    """§5.3, §5.7, ruling 9."""
    match = battle(*THREE_BIDS, "pass", "back T1", "pass", **BIDDERS)
    assert turn(match) == 1
    assert offered(play(match, "back F2")) == {"take back Fire 1", "take nothing back"}
    play(match, "back F1")
    assert hand(match, "blue") == counted("F1 F2 F3 R1")
    assert (now(match, "angriest"), now(match, "owner")["sao_paulo"]) == ("blue", "green")


def test_the_last_to_pass_takes_no_third() -> None:
    """§5.3."""
    match = battle("T1 T2 T3 = 18", "F3 F3 F3 = 27", "pass", red="T1 T2 T3", blue="F3*3")
    play(match, "back T1", "back T3")
    assert phase(match) == "selecting"
    assert (hand(match), of(match, "gone")) == (counted("T1 T3"), counted("T2"))


def test_the_last_to_pass_may_take_one_or_none() -> None:
    """§5.3."""
    match = battle(*THREE_BIDS, "pass", "nothing", "pass", **BIDDERS)
    one = play(match.copy(), "back F2", "nothing")
    assert (phase(one), hand(one, "blue"), of(one, "gone", "blue")) == ("selecting", counted("F2 F3 R1"), counted("F1"))
    none = play(match.copy(), "nothing")
    assert (phase(none), hand(none, "blue")) == ("selecting", counted("F3 R1"))
    assert now(none, "angriest") == "blue"


def test_the_winner_takes_nothing_back() -> None:
    """§5.5, ruling 12: all is discarded."""
    match = battle(*THREE_BIDS, "pass", "nothing", "pass", "nothing", **BIDDERS)
    assert turn(match) == 1  # who chooses the next city
    assert (hand(match, "green"), of(match, "gone", "green")) == (counted("R1"), counted("E2*2"))


def test_who_has_no_card_must_pass() -> None:
    """§5.4, ruling 13: without being asked."""
    match = battle("T1 = 1", red="T1*2", blue="", green="E1*2")
    assert turn(match) == 2
    assert those(match, "passed") == {"blue"}


def test_who_has_laid_the_last_card_must_pass_and_may_still_take_back() -> None:
    """§5.3, §5.4."""
    match = battle("T1 = 1", "F1 F1 = 4", "pass", red="T1", blue="F1*3")
    assert (phase(match), turn(match)) == ("returning", 0)
    assert those(match, "passed") == {"red", "green"}
    assert offered(match) == {"take back Toxic 1", "take nothing back"}


def test_who_cannot_lay_enough_must_pass() -> None:
    """§5.2."""
    assert offered(battle("T3 T3 T3 = 27", red="T3*3 E1", blue="F3 R3")) == {"pass"}


def test_one_bidder_wins_and_is_the_angriest() -> None:
    """§5.5, §5.7, ruling 11: though another passed last."""
    match = battle("pass", "F1 = 1", "pass", red="T1", blue="F1 R1", green="E1")
    assert phase(match) == "selecting"
    assert (now(match, "owner")["sao_paulo"], now(match, "angriest")) == ("blue", "blue")
    assert match.points == [0, 4, 0]
    assert offered(match) == {"fight for Tokyo"}


def test_one_bidder_who_was_the_angriest_stays_it() -> None:
    """§5.5, §5.7: he wins at once, without another turn."""
    match = battle("T1 = 1", "pass", "pass", red="T1*2")
    assert (now(match, "owner")["sao_paulo"], now(match, "angriest"), phase(match)) == ("red", "red", "selecting")


def test_the_last_one_who_has_laid_nothing_still_has_a_turn_and_may_lay() -> None:
    """§5.5, ruling 10: then he wins at once."""
    match = battle("pass", "pass", red="T1", blue="F1", green="E1 R1")
    assert turn(match) == 2
    assert now(match, "owner")["sao_paulo"] is None
    play(match, "E1 = 1")
    assert (now(match, "owner")["sao_paulo"], now(match, "angriest")) == ("green", "green")


def test_if_all_pass_the_city_leaves_the_game() -> None:
    """§5.5, §5.8, ruling 10, ruling 11: the same monster chooses another."""
    match = battle("pass", "pass", "pass", red="T1", blue="F1", green="E1", fields={"angriest": "blue"})
    assert set(now(match, "owner").values()) == {None}
    assert those(match, "waiting") == {"tokyo"}
    assert (now(match, "angriest"), turn(match), match.points) == ("blue", 1, [0, 0, 0])
    assert [hand(match, seat).total() for seat in SEATS[:3]] == [1, 1, 1]


def test_the_angriest_without_cards_still_chooses_the_city() -> None:
    """§5.1, §5.4, ruling 13."""
    match = table(red="", blue="F1", green="E1")
    assert turn(match) == 0
    assert turn(play(match, "fight for Tokyo")) == 1
    assert those(match, "passed") == {"red"}


def test_if_all_pass_the_angriest_without_cards_chooses_again() -> None:
    """§5.1, §5.8."""
    match = play(table(red="", blue="F1", green="E1"), "fight for Tokyo", "pass", "pass")
    assert (turn(match), offered(match)) == (0, {"fight for São Paulo"})


@pytest.mark.parametrize("viewer", [0, 1, 2, NOBODY])
def test_what_lies_on_the_table_is_open_to_all(viewer: int) -> None:
    """§5.6, ruling 15: sets, discards, the number of cards in hand and the boosts left."""
    match = battle("T1 T1 +1 = 6", "F1 F2 +3 = 12", "pass", "pass", "nothing", **BIDDERS)
    play(match, "fight for Tokyo", "T3 = 3")
    for field in ("up", "sets", "level", "boosted", "gone", "cards", "boosts", "owner", "passed", "angriest"):
        assert seen(match, viewer, field) == now(match, field)
    assert now(match, "gone")["blue"] == counted("F1 F2")


def test_hands_are_not_open() -> None:
    """§5.6, §8.1: two hands of the same size look the same."""
    match, twin = battle(red="T1", blue="F1 F2"), battle(red="T1", blue="R3 E1")
    assert all(sight(match, viewer) == sight(twin, viewer) for viewer in (0, 2, NOBODY))
    assert seen(match, 0, "cards") == {**dict.fromkeys(SEATS, 0), "red": 1, "blue": 2, "green": 1}
    assert seen(match, 1, "hand")["blue"] == counted("F1 F2")


def test_the_dial_has_no_end() -> None:
    """§4.6, ruling 15: more than 159."""
    match = battle("T3 T3 T3 T3 T3 T3 +3 E3 E3 E3 +2 = 159", red="T3*6 E3*3 R3*2", blue="F1")
    assert of(match, "level") == 159
    more = battle("T3 T3 T3 T3 T3 T3 +3 E3 E3 E3 +2 R3 R3 +1 = 173", red="T3*6 E3*3 R3*2 F1")
    assert of(more, "level") == 173


# --- What is known --------------------------------------------------------------------------------

TOOK_BACK = ("T1 T2 = 6", "F3 F3 = 12", "pass", "pass")


def taken_back(card: str, then: str = "nothing", **said: Any) -> Match:
    """Red was outbid, took this card back, and is to choose a city."""
    hands = {"red": "T1 T2 E1 E2", "blue": "F3*3", "green": "F1"}
    return battle(*TOOK_BACK, f"back {card}", then, cities="sao_paulo tokyo lima", **{**hands, **said})


@pytest.mark.parametrize("viewer", [0, 1, 2, NOBODY])
def test_a_card_taken_back_is_known(viewer: int) -> None:
    """§8.2, ruling 9."""
    match = taken_back("T2")
    assert seen(match, viewer, "known")["red"] == counted("T2")
    assert seen(match, viewer, "gone")["red"] == counted("T1")


@pytest.mark.parametrize(
    "hands",
    [{}, {"red": "T1 T2 E1*6 R1*4", "blue": "F3*6 R3*6", "green": "F1*6 E3*6"}],
    ids=["few cards", "twelve cards each"],
)
def test_a_known_card_is_in_every_hand_that_could_be(hands: dict[str, str]) -> None:
    """§8.2, ruling 9: where nothing lies face down it cannot be anywhere else."""
    match = taken_back("T2", "back T1", **hands)
    assert all(counted("T1 T2") <= Counter(world["hand"]["red"]) for world in worlds(match, 1, 30))


def test_a_known_card_is_known_until_it_is_laid_again() -> None:
    """§8.2."""
    match = play(taken_back("T2", "back T1"), "fight for Tokyo", "T2 = 2")
    assert seen(match, 1, "known")["red"] == counted("T1")


def test_other_cards_that_are_laid_leave_a_card_known() -> None:
    """§8.2."""
    match = play(taken_back("T2"), "fight for Tokyo", "E1 E2 = 6")
    assert seen(match, 1, "known")["red"] == counted("T2")


def test_a_known_card_is_known_until_the_round_ends() -> None:
    """§8.2, §6.3."""
    match = play(taken_back("T2"), "fight for Tokyo", "pass", "pass", "pass", "fight for Lima", "pass", "pass", "pass")
    assert now(match, "rounds") == 1
    assert not any(now(match, "known").values())


def down_on(hands: str, turns: Iterable[str], **said: Any) -> Match:
    return battle(*turns, red=hands, switches=FACE_DOWN, cities="sao_paulo tokyo lima", **said)


def all_see_the_same(one: Match, other: Match) -> bool:
    """All but Red, who knows what is different."""
    return all(sight(one, viewer) == sight(other, viewer) for viewer in others(one, 0))


OUTBID = {"blue": "F3*4", "green": "F1"}


@pytest.mark.parametrize("then", [(), ("F3 F3 F3 = 27",), ("F3 F3 F3 = 27", "pass", "pass")])
def test_nobody_sees_what_lies_face_down(then: tuple[str, ...]) -> None:
    """§8.3, §9.2: on the table."""
    matches = [down_on("T3 E1 R2", [f"T3 {card} = 6", *then], **OUTBID) for card in ("e1", "r2")]
    assert all_see_the_same(*matches)


def test_a_card_that_lay_face_down_is_taken_back_unseen() -> None:
    """§8.3, ruling 9: nobody knows it afterwards."""
    bids = ["F3 F3 F3 = 27", "pass", "pass"]
    matches = [
        down_on("T3 E1 R2", [f"T3 {card} = 6", *bids, f"back {card}", "nothing"], **OUTBID) for card in ("e1", "r2")
    ]
    assert all_see_the_same(*matches)
    assert not any(now(matches[0], "known").values())
    assert hand(matches[0]) == counted("E1 R2")


def test_a_card_that_lay_face_down_is_discarded_unseen() -> None:
    """§8.3, ruling 15."""
    bids = ["F3 F3 F3 = 27", "pass", "pass", "nothing"]
    matches = [down_on("T3 E1 R2", [f"T3 {card} = 6", *bids], **OUTBID) for card in ("e1", "r2")]
    assert all_see_the_same(*matches)
    assert seen(matches[0], 1, "gone")["red"] == counted("T3")
    assert seen(matches[0], 1, "cards")["red"] == 1


def test_the_winner_discards_face_down_cards_unseen() -> None:
    """§8.3, §5.5, ruling 12."""
    matches = [down_on("T3 E1 R2", [f"T3 {card} = 6", "pass", "pass"]) for card in ("e1", "r2")]
    assert all_see_the_same(*matches)
    assert seen(matches[0], 1, "gone")["red"] == counted("T3")


@pytest.mark.parametrize("then", [(), ("pass", "pass"), ("F3 = 3",)], ids=["laid", "won", "outbid"])
def test_a_known_card_laid_face_down_does_not_give_itself_away(then: tuple[str, ...]) -> None:
    """§8.2, §8.3: Red took T2 back; whether T2 or another card lies face down now, nobody else may tell."""
    said: dict[str, Any] = {"switches": FACE_DOWN, "blue": "F3*3 R3*3"}
    bids = [("fight for Tokyo", f"E1 {card} = 2", *then) for card in ("t2", "e2")]
    matches = [play(taken_back("T2", **said), *turns) for turns in bids]
    assert all_see_the_same(*matches)


def test_nobody_is_known_to_hold_what_cannot_be_in_an_empty_hand() -> None:
    """§8.2: Red laid the card again, face down with the last one it had; both are discarded."""
    match = taken_back("T2", switches=FACE_DOWN, red="T1 T2 E1")
    play(match, "fight for Tokyo", "E1 t2 = 2", "pass", "pass")
    assert seen(match, 1, "cards")["red"] == 0
    assert seen(match, 1, "known")["red"] == {}


def test_the_log_does_not_tell_what_lies_face_down() -> None:
    """§8.3."""
    match = down_on("T3 E1 R2", ["T3 e1 = 6", "F3 F3 F3 = 27", "pass", "pass", "back e1", "nothing"], **OUTBID)
    assert "Electrical 1" in " ".join(match.log(0))
    assert not any("Electrical" in line for viewer in others(match, 0) for line in match.log(viewer))


# --- Rounds ---------------------------------------------------------------------------------------

ONE_CITY: dict[str, Any] = {"cities": "sao_paulo"}


def test_between_two_battles_the_dials_go_back_to_zero() -> None:
    """§6.1."""
    match = play(battle(*THREE_BIDS, "pass", "nothing", "pass", "nothing", **BIDDERS), "fight for Tokyo")
    for field in ("level", "up", "down", "sets"):
        assert not any(now(match, field).values())
    assert those(match, "passed") == set()
    assert turn(match) == 1


def test_a_round_ends_when_no_city_is_left() -> None:
    """§6.2: though everybody has cards."""
    match = battle("T1 = 1", "pass", "pass", red="T1*2", **ONE_CITY)
    assert (now(match, "rounds"), phase(match)) == (1, "power deal")


def test_a_round_ends_when_the_last_city_left_the_game() -> None:
    """§6.2, §5.8."""
    match = battle("pass", "pass", "pass", red="T1*2", **ONE_CITY)
    assert (now(match, "rounds"), phase(match)) == (1, "power deal")


def test_a_round_ends_when_nobody_has_power() -> None:
    """§6.2, ruling 14: cities that are left leave the game."""
    match = battle("T1 = 1", red="T1", blue="", green="", cities="sao_paulo tokyo lima")
    assert (now(match, "rounds"), phase(match)) == (1, "power deal")
    assert those(match, "waiting") == set()
    assert those(match, "drawn") == {"sao_paulo", "tokyo", "lima"}
    assert [now(match, "owner")[city] for city in ("sao_paulo", "tokyo", "lima")] == ["red", None, None]


def test_cards_that_were_taken_back_keep_the_round_going() -> None:
    """§6.2: the round ends between battles, after cards have come back."""
    bids = ("T1 = 1", "F1 F1 = 4")
    said: dict[str, Any] = {"red": "T1", "blue": "F1*2", "green": ""}
    assert now(battle(*bids, "nothing", **said), "rounds") == 1
    goes_on = battle(*bids, "back T1", **said)
    assert (now(goes_on, "rounds"), phase(goes_on), turn(goes_on)) == (0, "selecting", 0)


def test_who_alone_has_cards_takes_the_cities_one_by_one() -> None:
    """§6.2, ruling 14."""
    match = battle("T1 = 1", red="T1*2 E1", blue="", green="", cities="sao_paulo tokyo lima rome")
    play(match, "fight for Tokyo", "T1 = 1", "fight for Lima", "E1 = 1")
    assert [city for city, owner in now(match, "owner").items() if owner == "red"] == ["tokyo", "sao_paulo", "lima"]
    assert (now(match, "rounds"), match.points) == (1, [14, 0, 0])


def test_who_alone_has_cards_may_still_pass() -> None:
    """§5.2, §5.8."""
    match = battle("pass", red="T1*2", blue="", green="")
    assert (those(match, "waiting"), phase(match)) == ({"tokyo"}, "selecting")


def test_all_power_is_gathered_for_the_next_round() -> None:
    """§6.3: those in hand, on the table and discarded."""
    match = battle(*THREE_BIDS, "pass", "nothing", "pass", "nothing", **BIDDERS, **ONE_CITY)
    assert Counter(now(match, "deck")) == POWER
    assert not any(now(match, "hand").values())
    assert not any(now(match, "gone").values())


def test_boosts_and_the_angriest_are_carried_over() -> None:
    """§6.3, §1.5, ruling 3: also through the next draft."""
    match = battle("T1 +2 = 3", "F1 F1 +3 = 10", "pass", "pass", "nothing", red="T1 R1", blue="F1*3", **ONE_CITY)
    assert now(match, "rounds") == 1
    until(match, "selecting", rng=random.Random(1))
    assert [boosts_left(match, seat) for seat in SEATS[:3]] == [{"small", "large"}, {"small", "middle"}, set(BOOSTS)]
    assert (now(match, "angriest"), turn(match)) == ("red", 0)
    assert hand(match).total() == 12


def test_monsters_and_cities_are_carried_over() -> None:
    """§2.4, §6.3."""
    match = battle("T1 = 1", "pass", "pass", red="T1", **ONE_CITY)
    names, icons = now(match, "name"), now(match, "icons")
    until(match, "selecting", rng=random.Random(1))
    assert (now(match, "name"), now(match, "icons")) == (names, icons)
    assert now(match, "owner")["sao_paulo"] == "red"


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_the_game_has_three_rounds(rounds: int) -> None:
    """§3.1, §7.1, ruling 16."""
    match = battle("T1 = 1", "pass", "pass", red="T1", fields={"rounds": rounds}, **ONE_CITY)
    assert now(match, "rounds") == rounds + 1
    assert match.over == (rounds == 2)


# --- The end --------------------------------------------------------------------------------------


def finished(owned: Mapping[str, str], players: int = 3, switches: Mapping[str, bool] = {}) -> Match:
    """The last city, which nobody wants, has left the game: Red, Blue and so on own these."""
    owner = {city: seat for seat, cities in owned.items() for city in cities.split()}
    left = next(city for city in CITIES if city not in owner)
    said = {"rounds": 2, "owner": owner}
    match = table(players, left, switches, fields=said, red="T1")
    return play(match, f"fight for {CITIES[left]}", "pass")


def test_most_points_win() -> None:
    """§7.1: though another has more cities."""
    match = finished({"red": "tokyo cairo", "blue": "bangkok prague toronto mumbai", "green": "lima"})
    assert match.over
    assert (match.points, match.places) == ([12, 9, 4], [1, 2, 3])
    assert "Ahefu" in str(match.reason)


def test_with_equal_points_more_cities_win() -> None:
    """§7.2."""
    match = finished({"red": "tokyo", "blue": "mumbai nairobi", "green": "cairo"})
    assert (match.points, match.places) == ([6, 6, 6], [2, 1, 2])
    assert "Godezu" in str(match.reason)


def test_with_equal_cities_the_win_is_shared() -> None:
    """§7.2, ruling 16."""
    match = finished({"red": "tokyo bangkok", "blue": "london mumbai", "green": "cairo"})
    assert (match.points, match.places) == ([8, 8, 6], [1, 1, 3])
    assert "Ahefu" in str(match.reason)
    assert "Godezu" in str(match.reason)
    assert "Dopobi" not in str(match.reason)


def test_who_destroyed_nothing_has_no_points() -> None:
    """§7.1, §7.2: all share a win of nothing."""
    match = finished({}, players=6)
    assert (match.points, match.places) == ([0] * 6, [1] * 6)


def test_when_it_is_over_nobody_chooses() -> None:
    """§7.1."""
    match = finished({"red": "tokyo"})
    assert match.acting == set()
    with pytest.raises(WrongSeat, match="over"):
        match.play(0, "pass")


def test_resistances_and_groups_count_only_with_the_switches() -> None:
    """§1.6: no bonus, and six Toxic cards at São Paulo."""
    assert finished({"red": " ".join(GROUPS["asia"])}).points == [16, 0, 0]
    assert of(battle("T1 T1 T1 T1 T1 T1 = 36", red="T1*6 E1"), "level") == 36


# --- bonus_scoring --------------------------------------------------------------------------------


def bonus(cities: Iterable[str]) -> int:
    owned = list(cities)
    match = finished({"red": " ".join(owned)}, switches=BONUS)
    assert match.over
    return match.points[0] - sum(PRINTED["cities"][city]["points"] for city in owned)


@pytest.mark.parametrize(("many", "points"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2)])
@pytest.mark.parametrize("group", GROUPS)
def test_cities_of_one_group_bring_a_bonus(group: str, many: int, points: int) -> None:
    """§9.1."""
    assert bonus(GROUPS[group][:many]) == points


@pytest.mark.parametrize(("many", "points"), [(1, 0), (2, 1), (3, 2), (4, 4), (5, 8), (6, 8)])
def test_cities_of_different_groups_bring_a_bonus(many: int, points: int) -> None:
    """§9.1: only the highest step counts."""
    assert bonus([cities[3] for cities in list(GROUPS.values())[:many]]) == points


@pytest.mark.parametrize(
    ("shape", "points"), [((2, 2), 3), ((3, 1), 3), ((4, 2, 1), 5), ((2, 2, 2, 2), 8), ((3, 2, 1, 1, 1, 1), 11)]
)
def test_both_bonuses_add_up(shape: tuple[int, ...], points: int) -> None:
    """§9.1: every group by itself, and the number of groups."""
    cities = [city for many, group in zip(shape, GROUPS.values(), strict=False) for city in group[:many]]
    assert bonus(cities) == points


def test_ties_are_broken_after_bonuses() -> None:
    """§9.1, §7.2: 6 against 5 and 1; the second has two cities."""
    owned = {"red": "cairo", "blue": "mumbai bangkok"}
    assert finished(owned).places == [1, 2, 3]
    with_bonus = finished(owned, switches=BONUS)
    assert (with_bonus.points, with_bonus.places) == ([6, 6, 0], [2, 1, 3])


def test_a_bonus_can_break_a_tie() -> None:
    """§9.1: of four groups against of two."""
    owned = {"red": "tokyo mumbai london prague", "blue": "bangkok rome cairo los_angeles"}
    assert (finished(owned).points, finished(owned).places) == ([16, 16, 0], [1, 1, 3])
    with_bonus = finished(owned, switches=BONUS)
    assert (with_bonus.points, with_bonus.places) == ([19, 20, 0], [2, 1, 3])


# --- face_down ------------------------------------------------------------------------------------


def test_without_the_switch_nothing_lies_face_down() -> None:
    """§9.2."""
    assert layable(lay(battle(red="T1 T2 E1"), "T1")) == {"T2", "E1"}


def test_the_face_down_set_of_the_rulebook() -> None:
    """§9.2: (3 + 2 + 0 + 0) times 4."""
    match = down_on("T3 T2 E1 F3", ["T3 T2 e1 f3 = 20"])
    assert (of(match, "level"), of(match, "sets")) == (20, {"toxic": 4})
    assert (of(match, "up"), of(match, "down")) == (counted("T3 T2"), counted("E1 F3"))


@pytest.mark.parametrize(("boost", "worth"), [(1, 24), (2, 28), (3, 32)])
def test_a_boost_in_a_set_with_face_down_cards(boost: int, worth: int) -> None:
    """§9.2, §4.5: (face up + boost) times all cards."""
    match = down_on("T3 T2 E1 F3", [f"T3 T2 e1 f3 +{boost} = {worth}"])
    assert of(match, "level") == worth


def test_any_card_may_lie_face_down_also_of_the_same_type() -> None:
    """§9.2: it adds nothing all the same."""
    assert of(down_on("T3*2 R1", ["T3 t3 = 6"]), "level") == 6


def test_a_set_needs_a_card_face_up() -> None:
    """§4.1, §9.2: of its own type."""
    assert layable(down_on("T1 E1 R1 F1", [])) == {"T1", "E1", "R1", "F1"}
    assert layable(down_on("T3", ["pass"], blue="T3*3 R1")) == {"R1"}
    assert offered(down_on("T3", ["pass"], blue="T3*3")) == {"pass"}


def test_face_down_cards_count_for_the_limit() -> None:
    """§9.2, §4.3: two Radioactive."""
    match = lay(down_on("R1*2 E1 E2", []), "R1 e1")
    assert layable(match) == {"E2"}
    assert not any("face down" in words for words in offered(match))


def test_cards_without_icons_are_of_use_face_down() -> None:
    """§9.2: Blue has no Toxic."""
    match = down_on("T1", ["pass", "R1 t3 t3 = 3"], blue="R1 T3*2 F1")
    assert of(match, "level", "blue") == 3


def test_what_was_laid_face_down_is_not_in_hand_any_more() -> None:
    """§9.2."""
    match = lay(down_on("T1 E1*2", []), "T1 e1 e1")
    assert offered(match) == {"confirm 3", *(f"boost Toxic by {value}" for value in (1, 2, 3))}


def test_each_face_down_card_lies_in_the_set_under_way() -> None:
    """§9.2, §4.6: (1 + 0) times 2 and (3 + 0 + 0) times 3."""
    match = down_on("T1 E3 F1 F2*2", ["T1 f1 E3 f2 f2 = 11"])
    assert of(match, "sets") == {"toxic": 2, "electrical": 3}


def test_the_number_of_cards_in_each_set_is_open() -> None:
    """§5.6, §9.2: also of those that lie face down."""
    match = down_on("T1 E3 F1 F2*2", ["T1 f1 E3 f2 f2 = 11"])
    assert seen(match, 1, "sets")["red"] == {"toxic": 2, "electrical": 3}
    assert seen(match, 1, "up")["red"] == counted("T1 E3")
    assert seen(match, 1, "cards")["red"] == 0


def test_a_face_down_card_may_be_taken_back_like_any_other() -> None:
    """§5.3, §8.3, ruling 9."""
    match = down_on("T3 T1 R2", ["T3 t1 r2 = 9", "F3 F3 F3 = 27", "pass"], **OUTBID)
    assert offered(match) == {
        "take nothing back",
        "take back Toxic 3",
        "take back Toxic 1 face down",
        "take back Radioactive 2 face down",
    }
    play(match, "back t1", "back T3")
    assert hand(match) == counted("T1 T3")
    assert seen(match, 1, "known")["red"] == counted("T3")


# --- resistance -----------------------------------------------------------------------------------


def most(code: str, city: str, **said: Any) -> int:
    """How many cards of a type Red can lay there."""
    match = battle(city=city, cities="sao_paulo tokyo lima new_york", red=f"{code}1*6 {code}2", **said)
    many = 0
    while f"{code}1" in layable(match):
        lay(match, f"{code}1")
        many += 1
    return many


OTHERS = {"blue": "R3", "green": "R3"}


def test_sao_paulo_resists_toxic() -> None:
    """§9.3: 5 instead of 6, as in the rulebook."""
    assert most("T", "sao_paulo", switches=RESISTANCE) == 5
    assert most("T", "sao_paulo") == 6


@pytest.mark.parametrize(
    ("city", "limits"),
    [("sao_paulo", "E3 T5 R2 F1"), ("tokyo", "E3 T6 R2 F0"), ("lima", "E3 T6 R1 F1"), ("new_york", "E2 T6 R2 F1")],
)
def test_only_the_type_that_the_city_resists_has_one_card_less(city: str, limits: str) -> None:
    """§9.3, ruling: not below 0."""
    for limit in limits.split():
        assert most(limit[0], city, switches=RESISTANCE, **OTHERS) == int(limit[1])


def test_where_there_was_no_icon_there_is_none() -> None:
    """§9.3: Blue has no Toxic at all."""
    match = battle("pass", red="T1", blue="T3*3", switches=RESISTANCE)
    assert offered(match) == {"pass"}


def test_face_down_cards_count_under_resistance() -> None:
    """§9.3, §9.2."""
    match = battle(red="T1 E1*6 R1", switches={**RESISTANCE, **FACE_DOWN})
    lay(match, "T1 e1 e1 e1")
    assert "e1" in layable(match)
    lay(match, "e1")
    assert layable(match) == {"E1", "R1"}


def test_a_boost_does_not_count_under_resistance() -> None:
    """§9.3, §4.5: (5 + 3) times 5."""
    match = battle("T1 T1 T1 T1 T1 +3 = 40", red="T1*6 E1", switches=RESISTANCE)
    assert of(match, "level") == 40


# --- Anything, at random --------------------------------------------------------------------------

SOME_SWITCHES = [
    dict(zip(("face_down", "resistance"), chosen, strict=True)) for chosen in product((False, True), repeat=2)
]


def shuffled(rng: random.Random, players: int, size: int) -> dict[str, Any]:
    """Hands of that size, or one less, of our cards."""
    deck = [f"{letter}{value}" for letter in "ETRF" for value in (1, 2, 3) for _ in range(6)]
    rng.shuffle(deck)
    return {seat: " ".join(deck.pop() for _ in range(size - rng.randrange(2))) for seat in SEATS[:players]}


def some_names(rng: random.Random, players: int) -> dict[str, Any]:
    monsters = rng.sample(list(PRINTED["monsters"]), players)
    syllables = rng.sample(list(PRINTED["katakana"]), 2 * players)
    names = {seat: [monsters[i], *syllables[2 * i : 2 * i + 2]] for i, seat in enumerate(SEATS[:players])}
    return {"monster": dict(zip(SEATS, monsters, strict=False)), "name": names}


def some_battles(seed: int, switches: Mapping[str, bool]) -> tuple[Match, random.Random]:
    rng = random.Random(seed)
    players = rng.randint(2, 4)
    size = 5 if switches["face_down"] else 8
    hands: dict[str, Any] = shuffled(rng, players, size)
    return table(players, "sao_paulo tokyo lima", switches, fields=some_names(rng, players), **hands), rng


def bolder(words: Iterable[str], rng: random.Random) -> str:
    """Any of these, but seldom to pass."""
    choices = sorted(words)
    return rng.choice([one for one in choices if one != "pass" or rng.random() < 0.2] or choices)


@pytest.mark.parametrize("switches", SOME_SWITCHES, ids=["plain", "resistance", "face_down", "both"])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_offered_is_just_what_can_still_beat_the_table(seed: int, switches: dict[str, bool]) -> None:
    """§4.1 to §4.7, §9.2, §9.3: step by step the same as by trying everything."""
    match, rng = some_battles(seed, switches)
    while now(match, "rounds") == 0:
        if phase(match) == "laying":
            check_turn(match, rng)
        else:
            choose_any(match, rng)


def check_turn(match: Match, rng: random.Random) -> None:
    """A whole turn, compared with the oracle at every step."""
    under_way, top = oracle.turn_under_way(match, RESISTS)
    while True:
        assert offered(match) == oracle.allowed(under_way, top)
        words = bolder(offered(match), rng)
        match.play(turn(match), words)
        if words == "pass" or words.startswith("confirm"):
            return
        under_way = oracle.after(under_way, words)


@pytest.mark.parametrize("switches", SOME_SWITCHES, ids=["plain", "resistance", "face_down", "both"])
def test_every_turn_that_was_begun_can_be_confirmed(switches: dict[str, bool]) -> None:
    """§4.7, §5.2: whatever is chosen, there is always something to choose, and in the end the table is beaten."""
    for seed in range(20, 26):
        match, rng = some_battles(seed, switches)
        before = match.position()
        while before["rounds"] == 0:
            seat = turn(match)
            match.play(seat, bolder(offered(match), rng))
            assert match.acting
            after = match.position()
            if before["phase"] == "laying" and after["level"][SEATS[seat]] > before["level"][SEATS[seat]]:
                assert after["level"][SEATS[seat]] > oracle.highest_of_others(before)
            before = after


def whole_game(players: int, seed: int, **switches: bool) -> Iterator[Match]:
    """A game at random, after each choice."""
    match, rng = fresh(players, **switches), random.Random(seed)
    while not match.over:
        choose_any(match, rng)
        yield match


def all_cards(match: Match) -> Counter[str]:
    """All Power cards that are somewhere in sight of the engine."""
    position = match.position()
    found = Counter(position["deck"])
    for field in ("pack", "hand", "up", "down", "gone"):
        for cards in position[field].values():
            found.update(cards)
    return +found


@any_number
def test_in_a_whole_game_no_card_comes_from_nowhere(players: int) -> None:
    """§1.4, §3.1, §6.3."""
    is_dealt = {"power deal", "power draft", "cities deal", "selecting", "laying", "returning"}
    for match in whole_game(players, players):
        if phase(match) in is_dealt and len(match.moves) % 4 == 0:
            assert all_cards(match) == POWER


@any_number
def test_a_whole_game_has_three_rounds_of_six_cities(players: int) -> None:
    """§3.1, §3.4, §6.2, §7.1."""
    drawn_at: dict[int, set[str]] = {}
    match = fresh(players)
    for match in whole_game(players, 10 + players):
        if phase(match) == "selecting":
            drawn_at[now(match, "rounds")] = those(match, "drawn")
    assert [len(drawn_at[rounds]) for rounds in (0, 1, 2)] == [6, 12, 18]
    assert now(match, "rounds") == 3
    owned = [city for city, owner in now(match, "owner").items() if owner]
    assert set(owned) <= drawn_at[2]
    assert sum(match.points) == sum(PRINTED["cities"][city]["points"] for city in owned)


@pytest.mark.parametrize("taken", ["T1", "t2"])
def test_a_match_can_start_between_two_cards_that_are_taken_back(taken: str) -> None:
    """§5.3: as from any other position."""
    match = down_on("T1 T2*2 R1", ["T1 t2 t2 = 3", "F3 F3 F3 = 27", "pass", "pass", f"back {taken}"], **OUTBID)
    again = match.game.match_from(match.position(), by_hand=True)
    assert (again.position(), again.legal(0)) == (match.position(), match.legal(0))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("is_face_down", [False, True])
def test_a_match_can_start_from_any_position_of_a_game(players: int, is_face_down: bool) -> None:
    """§1 to §9: what `position` says is enough to go on."""
    came_from = ""
    for match in whole_game(players, 5, face_down=is_face_down):
        came_from, was = phase(match), came_from
        is_between = came_from == was == "returning"  # the test above is about that
        if not is_between and len(match.moves) % 3 == 0:
            again = match.game.match_from(match.position(), by_hand=True)
            assert (again.acting, again.state.tobytes()) == (match.acting, match.state.tobytes())


def hidden(match: Match, viewer: int) -> Iterator[Any]:
    """What a viewer must not know: all that others have and have not shown."""
    view = match.view(viewer).position()
    for seat in SEATS:
        if viewer == NOBODY or seat != SEATS[viewer]:
            yield from (view[field][seat] for field in PRIVATE)
    if viewer == NOBODY or view["turn"] != SEATS[viewer]:
        yield from (view["half"], view["half_up"], view["half_down"], view["half_sets"])
    yield view["deck"]


@pytest.mark.parametrize("players", [2, 4])
def test_in_a_whole_game_nobody_sees_what_is_hidden(players: int) -> None:
    """§2.2, §3.2, §4.7, §5.6, §8.1, §8.3."""
    for match in whole_game(players, 3, face_down=True):
        viewer = (NOBODY, *range(players))[len(match.moves) % (players + 1)]
        assert not any(hidden(match, viewer))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_in_a_whole_game_what_could_be_looks_the_same(players: int) -> None:
    """§8.1: every world that fits what a seat knows shows it just that."""
    for match in whole_game(players, 4, face_down=True, resistance=True, cities_first=True):
        seat = len(match.moves) % players
        if match.acting == {CHANCE} or len(match.moves) % 3:
            continue
        for world in states_that_fit(match, seat, 1):
            assert View(match.game, world, seat).position() == match.view(seat).position()
