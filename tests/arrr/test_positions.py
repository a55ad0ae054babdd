"""Positions that could not lie on a table are refused with one sentence; every one that can is accepted."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import rumpus
from rumpus.core.errors import WrongPosition
from rumpus.core.game import Game
from rumpus.core.match import Match
from rumpus.core.record import COUNT
from rumpus.core.rules import CHANCE
from rumpus.games.arrr.rules.records import PHASES, STATE_FIELDS
from tests.waiting import rows_wait

Said = dict[str, Any]


def opened(players: int = 3, **switches: Any) -> Game:
    return _opened(players, tuple(sorted(switches.items())))


@cache
def _opened(players: int, switches: tuple[tuple[str, Any], ...]) -> Game:
    return rumpus.game("arrr", dict(switches), seats=players)


CREW: Said = {
    "midnight_mabel": "table of red", "blunderbuss": "table of red", "ginger_grog": "table of red",
    "signora_stiletto": "table of blue", "pocket_cannon": "table of blue", "boarding_kit": "table of blue",
    "big_tiny": "hand of red", "grappling_hook": "hand of red", "disguise_trunk": "hand of red",
    "five_aces": "hand of blue", "doc_perhaps": "hand of blue", "spare_wooden_leg": "hand of green",
    "storm_lantern": "discard", "castaway_bundle": "discard",
}  # fmt: skip
EVENTS: Said = {
    "second_wind": "hand of red", "slippery_deck": "hand of red", "belay_that": "hand of blue",
    "stray_cannonball": "hand of blue", "shoal": "hand of green", "light_fingered_monkey": "hand of green",
    "flotsam": "discard", "bigger_sacks": "front of red",
}  # fmt: skip


def position(**said: Any) -> Said:
    """Three players in the middle of the game; tables of cards are changed card by card."""
    found: Said = {"phase": "declaring", "crew_at": CREW, "event_at": EVENTS, **said}
    for name, ours in (("crew_at", CREW), ("event_at", EVENTS)):
        if found[name] is not None:
            found[name] = {card: at for card, at in {**ours, **found[name]}.items() if at}
    return {name: value for name, value in found.items() if value is not None or name not in ("crew_at", "event_at")}


def refusal(start: Said, players: int = 3, **switches: Any) -> str:
    """The one sentence with which a position is refused."""
    with pytest.raises(WrongPosition) as caught:
        opened(players, **switches).match_from(start)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def check_refused(start: Said, field: str, words: str, players: int = 3, **switches: Any) -> None:
    sentence = refusal(start, players, **switches)
    assert sentence.startswith(f"Field '{field}': ")
    assert words in sentence


# Positions in the middle of something -----------------------------------------------------------------------------

SAIL: Said = {"deed": "sail", "course": "ghost_ship"}
PILLAGE: Said = {"phase": "asked", "stage": "pillage", "deed": "pillage"}
CHALLENGE: Said = {"deed": "challenge", "target": "blue", "stat": "wits", "stake": [0, 2]}
ACCEPTED: Said = {**CHALLENGE, "answer": "accepted"}
REFUSED: Said = {**CHALLENGE, "answer": "refused"}
DUEL: Said = {**ACCEPTED, "phase": "asked", "stage": "before", "stake": [1, 2], "staked": True}
DUEL_AFTER: Said = {**DUEL, "stage": "after", "rolled": [{"wits": 1}, {"jolly": 1, "attack": 1}]}
FLASH: Said = {**SAIL, "phase": "asked", "stage": "flash"}
BEFORE: Said = {**SAIL, "phase": "asked", "stage": "before"}
AFTER: Said = {**SAIL, "phase": "asked", "stage": "after", "rolled": [{"courage": 1, "wits": 2}]}
LOST: Said = {**SAIL, "phase": "asked", "stage": "penalty", "course": "great_cthulhu"}


def piled(source: str, owner: str, target: str | None = None, **more: Any) -> Said:
    """One thing on the pile."""
    entry = {"pile_list": [source], "pile_owner": [owner], "pile_target": [target or owner]}
    return {**entry, **{f"pile_{name}": [value] for name, value in more.items()}}


def played(event: str, owner: str, target: str | None = None, **more: Any) -> Said:
    """One event on the pile."""
    return {"event_at": {event: "pile"}, **piled(f"event {event}", owner, target, **more)}


def now(source: str, owner: str, target: str | None = None, step: int = 1, **more: Any) -> Said:
    """What is being resolved."""
    said = {"now_list": source, "now_owner": owner, "now_target": target or owner, "now_step": step}
    return {**said, **more}


def resolved(event: str, owner: str, target: str | None = None, step: int = 1, **more: Any) -> Said:
    """An event that is being resolved."""
    return {"event_at": {event: "discard"}, **now(f"event {event}", owner, target, step, **more)}


PENALTY = piled("lost 1 great_cthulhu", "red")
DAMAGED: Said = {**LOST, "phase": "damaged", **now("lost 1 great_cthulhu", "red", owed=1, owing="red")}
DISCARDING: Said = {**FLASH, "phase": "discarding", **resolved("stowaway_goat", "green", "red", owed=2, owing="red")}
PAYING: Said = {**FLASH, "phase": "paying", **resolved("shoal", "green", "red", owed=2, owing="red")}
DRAWING: Said = {**BEFORE, "phase": "drawing", **resolved("message_in_a_bottle", "blue", owed=2, owing="blue")}
ONE_WON: Said = {**BEFORE, "stage": "won", "course": "lost_city", "row": ["ghost_ship", "lost_city"]}
WON: Said = {**ONE_WON, "phase": "crew draw", **now("won 1 lost_city", "red", owed=1, owing="red")}
REWARD: Said = {
    **SAIL, "phase": "event draw", "stage": "done", "sea_at": {"ghost_ship": "chest of red"},
    **now("reward ghost_ship", "red", owed=1, owing="red"),
}  # fmt: skip
ROLLING: Said = {**AFTER, "phase": "rolling", "rolled": [{"courage": 1}], "to_roll": [2]}
CRUMBS: Said = {"crew_at": {"midnight_mabel": None, "big_tiny": "table of red"}}
THROW: Said = {**ROLLING, **CRUMBS, "rolled": [{"courage": 4}], "to_roll": [3]}
CHEATING: Said = {**ROLLING, "asked": "red"}
RETHROWN: Said = {**ROLLING, **resolved("loaded_dice", "red", owed=0)}
CONQUERED: Said = {
    "phase": "exploring", "sea_at": {"ghost_ship": "chest of red"}, "last_sea": "ghost_ship", "last_winner": "red",
}  # fmt: skip
SPOILING: Said = {**REFUSED, "phase": "spoiling", "stage": "answer", "owed": 2}
TIPPING: Said = {**REFUSED, "phase": "tipping", "stage": "done"}
REPLACING: Said = {
    "phase": "replacing", "crew_at": {"grappling_hook": "table of red", "five_aces": "hand of red"},
    "half_crew": {"five_aces": True},
}  # fmt: skip
AIMING: Said = {**DUEL, "phase": "aiming", "asked": "blue", "half_list": "event stray_cannonball"}
PICKING: Said = {
    **PILLAGE, "phase": "picking", "asked": "red", "half_list": "ginger_grog", "half_target": "red",
    "depleted": {"blunderbuss": True}, "announced": {"blunderbuss": True},
}  # fmt: skip
CAN_BE: dict[str, Said] = {
    "recruiting": {"phase": "recruiting", "half_crew": {"big_tiny": True}, "half_event": {"second_wind": True}},
    "refilling": {"phase": "refilling", "crew_at": {"big_tiny": None}},
    "refilling again": {"phase": "refilling", "crew_at": {"big_tiny": None}, "owing": "red"},
    "equipping": {"phase": "equipping", "half_crew": {"big_tiny": True, "midnight_mabel": True}},
    "replacing": REPLACING,
    "declaring": {},
    "declaring again": {"stage": "flash", "barred": [True]},
    "naming stat": {"phase": "naming stat", "half_target": "blue"},
    "naming stake": {"phase": "naming stake", "half_target": "blue", "half_stat": "wits"},
    "asked after a declaration": FLASH,
    "asked about a flash": {**FLASH, **played("shoal", "green", "red")},
    "asked at a pillage": PILLAGE,
    "asked about a permanent": {**PILLAGE, **played("wanted_poster", "blue", "red")},
    "asked before a throw": BEFORE,
    "asked after a throw": AFTER,
    "asked after a cheat": {**AFTER, "ring": "blue", "asked": "green"},
    "asked about an ability": {**PILLAGE, **piled("midnight_mabel", "red"), "announced": {"midnight_mabel": True}},
    "asked about a penalty": {**LOST, **PENALTY},
    "asked after a penalty": LOST,
    "asked in a challenge": DUEL,
    "asked after both throws": DUEL_AFTER,
    "asked about an answer": {**REFUSED, "phase": "asked", "stage": "answer"},
    "aiming": AIMING,
    "picking": PICKING,
    "answering": {**CHALLENGE, "phase": "answering", "stage": "flash"},
    "staking": {**ACCEPTED, "phase": "staking", "stage": "answer"},
    "spoiling": SPOILING,
    "tipping": TIPPING,
    "damaged": DAMAGED,
    "discarding": DISCARDING,
    "paying": {**PAYING, "half_crew": {"big_tiny": True}},
    "drawing": DRAWING,
    "crew draw": {"phase": "crew draw", "owing": "red", "crew_at": {"big_tiny": None}},
    "crew draw for a test": WON,
    "event draw": {"phase": "event draw", "owing": "red", "crew_at": {"big_tiny": None}},
    "event draw for a reward": REWARD,
    "rolling": THROW,
    "rolling by a cheat": CHEATING,
    "rolling by an event": RETHROWN,
    "exploring": {"phase": "exploring", "barred": [True], "announced": {"blunderbuss": True}},
    "exploring after a conquest": CONQUERED,
    "recruiting after a conquest": {**CONQUERED, "phase": "recruiting", "turn": "blue"},
    "exploring after a challenge": {"phase": "exploring", "last_winner": "blue"},
    "event draw for what was conquered": {**REWARD, "last_sea": "ghost_ship", "last_winner": "red"},
    "ended": {"phase": "ended"},
}


@pytest.mark.parametrize("said", CAN_BE.values(), ids=CAN_BE)
def test_a_position_in_the_middle_of_something_is_accepted(said: Said) -> None:
    """§2 to §10: with all that belongs to it, and what follows from it is accepted too."""
    match, drawn = opened().match_from(position(**said), by_hand=True), random.Random(1)
    for _ in range(20):
        assert match.game.definition.fault(match.game.box, match.state) is None
        if not match.over:
            choose(match, drawn)


def test_every_phase_after_the_deals_is_among_them() -> None:
    first = PHASES.index("recruiting")
    assert {said.get("phase", "declaring") for said in CAN_BE.values()} == set(PHASES[first:]) - {"running"}


def choose(match: Match, drawn: random.Random) -> None:
    seat = drawn.choice(sorted(match.acting))
    match.play(seat, drawn.choice(numbers(match, seat)))


def numbers(match: Match, seat: int) -> list[int]:
    """Of all that chance, or somebody, may choose."""
    if seat == CHANCE:
        return [outcome.number for outcome in match.chance()]
    return [action.number for action in match.legal(seat)]


# Positions that cannot be -----------------------------------------------------------------------------------------

ONLY_THE_PHASE = {
    "first": ("turn", "when the start player is drawn"),
    "collections": ("crew_cards", "not dealt yet"),
    "captains": ("crew_cards", "not dealt yet"),
    "choosing": ("crew_cards", "not dealt yet"),
    "row": ("crew_cards", "not dealt yet"),
    "hands": ("captain", "to all before the row"),
    "refilling": ("phase", "fewer than three of its cards"),
    "replacing": ("half_crew", "only if there are more"),
    "naming stat": ("half_target", "somebody is chosen"),
    "naming stake": ("half_target", "somebody is chosen"),
    "asked": ("stage", "one of flash, pillage, answer, before, after, penalty"),
    "aiming": ("stage", "one of flash"),
    "picking": ("stage", "one of flash"),
    "answering": ("stage", "one of flash"),
    "staking": ("stage", "one of answer"),
    "spoiling": ("stage", "one of answer"),
    "tipping": ("stage", "one of done"),
    "damaged": ("stage", "one of flash"),
    "discarding": ("stage", "one of flash"),
    "paying": ("stage", "one of flash"),
    "drawing": ("stage", "one of flash"),
    "crew draw": ("owing", "somebody owes"),
    "event draw": ("owing", "somebody owes"),
    "rolling": ("stage", "one of after"),
    "running": ("phase", "somebody is asked, or chance is"),
}


def test_every_phase_is_accepted_or_refused_somewhere() -> None:
    """§2.1: recruitment, equipment and a declaration need nothing else, and neither do new horizons and the end."""
    alone = {"recruiting", "equipping", "declaring", "exploring", "ended"}
    assert set(PHASES) - set(ONLY_THE_PHASE) == alone
    for phase in alone:
        assert opened().match_from(position(phase=phase))


@pytest.mark.parametrize("phase", ONLY_THE_PHASE)
def test_a_phase_without_what_belongs_to_it_is_refused(phase: str) -> None:
    """§1 to §10"""
    turn: Said = {"turn": "red"} if phase in PHASES[: PHASES.index("recruiting")] else {}
    check_refused(position(phase=phase, **turn), *ONLY_THE_PHASE[phase])


FULL: Said = {"pieces": {"red": 14, "blue": 14, "green": 14}}
SEA_OTHERS = ["great_cthulhu", "ghost_ship", "royal_galleon", "mother_of_whirlpools", "governors_ball", "lost_city"]


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("pieces", "there are 42 Pieces", {**FULL, "pieces": {"red": 39}}),
        ("pieces", "there are 42 Pieces", {"pieces": {"red": 127, "blue": 127, "green": 127}}),
        ("pieces", "that are put aside", {**DUEL, **FULL}),
        ("pieces", "nobody sits there", {"pieces": {"yellow": 1}}),
        ("crew_at", "nobody sits there", {"crew_at": {"big_tiny": "hand of yellow"}}),
        ("crew_at", "nobody sits there", {"crew_at": {"big_tiny": "table of yellow"}}),
        ("event_at", "nobody sits there", {"event_at": {"shoal": "hand of yellow"}}),
        ("event_at", "nobody sits there", {"event_at": {"bigger_sacks": "front of yellow"}}),
        ("sea_at", "nobody sits there", {"sea_at": {"half_a_map": "chest of yellow"}}),
        ("turn", "nobody sits there", {"turn": "yellow"}),
        ("captain", "nobody sits there", {"captain": {"yellow": "don_flamboyo"}}),
        ("pile_owner", "nobody sits there", {**PILLAGE, **piled("event wanted_poster", "yellow", "red")}),
        ("pile_target", "nobody sits there", {**PILLAGE, **piled("event wanted_poster", "red", "yellow")}),
        (
            "crew_at",
            "at most 4 cards",
            {"crew_at": dict.fromkeys(["five_aces", "grappling_hook", "storm_lantern"], "table of red")},
        ),
        ("crew_at", "one First Mate", {"crew_at": {"big_tiny": "table of red"}}),
        ("crew_at", "one Pack", {"crew_at": {"disguise_trunk": "table of blue"}}),
        ("crew_cards", "crew cards in hand", {"crew_cards": {"red": 4}}),
        ("crew_left", "crew cards in the deck", {"crew_left": 3}),
        ("crew_known", "is in a hand", {"crew_known": {"blunderbuss": True}}),
        ("crew_old", "still is", {"crew_old": {"blunderbuss": True}}),
        ("crew_old", "did not come there openly", {"crew_old": {"big_tiny": True}, "crew_known": {"big_tiny": True}}),
        ("crew_held", "at the last shuffle", {"crew_old": {"big_tiny": True}, "crew_held": {"red": 2}}),
        ("depleted", "an equipped card", {"depleted": {"big_tiny": True}}),
        ("depleted", "with an ability", {"depleted": {"boarding_kit": True}}),
        ("depleted", "are prepared until", {"depleted": {"blunderbuss": True}}),
        ("announced", "with an ability", {**PILLAGE, "announced": {"boarding_kit": True}}),
        ("announced", "after a declaration", {"announced": {"blunderbuss": True}}),
        ("announced", "players in turn", {**PILLAGE, "announced": {"pocket_cannon": True}}),
        ("event_cards", "events in hand", {"event_cards": {"red": 4}}),
        ("event_left", "events in the deck", {"event_left": 3}),
        ("event_old", "still is", {"event_old": {"flotsam": True}}),
        ("event_held", "at the last shuffle", {"event_held": {"red": 2}}),
        ("event_at", "only permanents", {"event_at": {"shoal": "front of red"}}),
        ("event_at", "each once", {"event_at": {"shoal": "pile"}}),
        ("event_at", "each once", {**FLASH, **piled("event shoal", "green", "red")}),
        ("captain", "one of each", {"captain": {"red": "don_flamboyo", "blue": "don_flamboyo"}}),
        ("offered", "before the first turn", {"offered": {"red": ["don_flamboyo"]}}),
        ("captain_used", "with an ability", {**PILLAGE, "captain_used": {"red": True}}),
        (
            "captain_used",
            "players in turn",
            {**PILLAGE, "captain": {"blue": "old_barometer"}, "captain_used": {"blue": True}},
        ),
    ],
)
def test_cards_and_pieces_that_cannot_be_are_refused(field: str, words: str, said: Said) -> None:
    """§1.1, §1.2, §1.5, §1.6, §4.1, §9.6, §9.9: component counts before all else"""
    check_refused(position(**said), field, words)


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("row", "no gaps", {"row": ["ghost_ship", None, "lost_city"]}),
        ("row", "one of each", {"row": ["ghost_ship", "ghost_ship"]}),
        ("row", "at most 5 cards", {"row": SEA_OTHERS}),
        ("sea_at", "are at 'row'", {"row": ["ghost_ship"], "sea_at": {"ghost_ship": "chest of red"}}),
        ("sea_at", "and no others", {"row": ["ghost_ship"], "sea_at": {"lost_city": "row"}}),
        ("sea_at", "only collections are out", {"sea_at": {"lost_city": "out"}}),
        ("sea_at", "with all its cards", {"sea_at": {"half_a_map": "out", "napkin_map": "chest of red"}}),
        ("sea_at", "3 collections", {"sea_at": {"half_a_map": "out", "drowned_bell": "out"}}),
        (
            "sea_at",
            "3 collections are in the game, and 4",
            {"sea_at": dict.fromkeys(("half_a_map", "sulking_idol", "grumpy_oyster", "drowned_bell"), "chest of red")},
        ),
        ("deck", "3 players have 17", {"deck": 127}),
        ("deck", "what is not laid out", {"deck": 14, "sea_at": {"half_a_map": "chest of red"}}),
        ("others", "8 explorations of no collection", {"others": 8}),
        ("others", "it counts those", {"others": 3, "deck": 13}),
        ("turns", "by the deck that is 0", {"turns": 1, "deck": 14}),
        ("turns", "by the deck that is 1", {"phase": "exploring", "turns": 0, "deck": 14}),
        ("deck", "no exploration to lay out", {"phase": "ended", "deck": 2}),
        ("deck", "or the game is over", {"phase": "exploring", "deck": 0}),
        ("turn", "to the end", {"phase": "ended", "turn": "red"}),
        ("turn", "to the end", {"turn": None}),
        ("dealt", "0 afterwards", {"dealt": 1}),
        ("phase", "always one of first", {"phase": None}),
        ("phase", "no time passes", {"phase": "running"}),
    ],
)
def test_seas_and_turns_that_cannot_be_are_refused(field: str, words: str, said: Said) -> None:
    """§1.4, §2.3, §7.2"""
    check_refused(position(**said), field, words)


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("stage", "'declaring' it is one of refill, flash", {"stage": "pillage"}),
        ("stage", "one of refill", {"phase": "recruiting", "stage": "flash"}),
        ("stage", "one of flash", {**PAYING, "stage": "before"}),
        ("stage", "one of", {"stage": None}),
        ("deed", "'declaring' and the stage 'flash' it is one of none", {"stage": "flash", "deed": "sail"}),
        ("deed", "one of sail, pillage, challenge", {**FLASH, "deed": None}),
        ("deed", "one of pillage", {**PILLAGE, "deed": "sail"}),
        ("deed", "one of sail", {**LOST, "deed": "pillage"}),
        ("deed", "one of challenge", {**TIPPING, "deed": "sail"}),
        ("deed", "one of none", {"deed": "pillage"}),
        ("course", "as soon as that is declared", {**FLASH, "course": None}),
        ("course", "and only then", {**PILLAGE, "course": "ghost_ship"}),
        ("course", "lies in the row", {**BEFORE, "course": "lost_city"}),
        ("course", "lies in the row", {**BEFORE, "sea_at": {"ghost_ship": "chest of red"}}),
        ("course", "chest of the player in turn", {**REWARD, "sea_at": {"ghost_ship": "chest of blue"}}),
        ("test", "from the first throw", {**FLASH, "row": ["lost_city"], "course": "lost_city", "test": 1}),
        ("test", "not so many tests", {**BEFORE, "test": 1}),
        ("test", "not so many tests", {**BEFORE, "test": 127}),
        (
            "test",
            "when all its tests are won",
            {**REWARD, "course": "lost_city", "sea_at": {"lost_city": "chest of red"}},
        ),
        ("stat", "one of courage", {**BEFORE, "stat": "wits"}),
        ("stat", "from its first test on", {**FLASH, "stat": "courage"}),
        ("target", "as soon as that is declared", {**DUEL, "target": None}),
        ("target", "and only then", {**BEFORE, "target": "blue"}),
        ("target", "another player", {**DUEL, "target": "red"}),
        ("answer", "after the flash window", {**CHALLENGE, "phase": "asked", "stage": "flash", "answer": "accepted"}),
        ("answer", "after the flash window", {**DUEL, "answer": None}),
        ("answer", "nothing else is", {**BEFORE, "answer": "accepted"}),
        ("answer", "is accepted", {**DUEL, "answer": "refused"}),
        ("answer", "is accepted", {**REFUSED, "phase": "staking", "stage": "answer"}),
        ("answer", "is refused", {**SPOILING, "answer": "accepted"}),
        ("answer", "is refused", {**TIPPING, "answer": "accepted"}),
        ("stat", "from its declaration on", {**DUEL, "stat": None}),
        ("stake", "in a challenge", {**BEFORE, "stake": [0, 1]}),
        ("stake", "1 to 4 Pieces", {**CHALLENGE, "phase": "answering", "stage": "flash", "stake": [0, 0]}),
        ("stake", "when it is put aside", {**CHALLENGE, "phase": "answering", "stage": "flash", "stake": [1, 1]}),
        ("stake", "at most 4", {**DUEL, "stake": [5, 2]}),
        ("prize", "not both", {**DUEL, "sea_at": {"half_a_map": "chest of blue"}, "prize": [None, "half_a_map"]}),
        ("prize", "who may lose it", {**DUEL, "stake": [1, 0], "prize": [None, "half_a_map"]}),
        (
            "prize",
            "a collection card that is staked",
            {**DUEL, "stake": [1, 0], "sea_at": {"lost_city": "chest of blue"}, "prize": [None, "lost_city"]},
        ),
        ("prize", "in a challenge", {**BEFORE, "prize": ["half_a_map"]}),
        ("staked", "from the acceptance", {**DUEL, "staked": False}),
        ("staked", "from the acceptance", {**ACCEPTED, "phase": "staking", "stage": "answer", "staked": True}),
        ("last_sea", "until the next recruitment", {**CONQUERED, "phase": "declaring"}),
        ("last_winner", "until the next recruitment", {**TIPPING, "last_winner": "red"}),
        ("last_winner", "has it in their chest", {**CONQUERED, "last_winner": "blue"}),
        ("last_winner", "has it in their chest", {**CONQUERED, "last_winner": None}),
        (
            "last_sea",
            "the one that was sailed for",
            {**REWARD, "last_winner": "red", "last_sea": "half_a_map"}
            | {"sea_at": {"half_a_map": "chest of red", "ghost_ship": "chest of red"}},
        ),
        ("last_sea", "or after a challenge", {**REWARD, "last_winner": "red"}),
        ("barred", "in the flash window", {"barred": [True]}),
        ("barred", "who may not sail", {**BEFORE, "barred": [True]}),
        ("barred", "who may not challenge", {**DUEL, "barred": [False, True]}),
        (
            "barred",
            "who may not challenge",
            {**CHALLENGE, "phase": "answering", "stage": "flash", "barred": [False, True]},
        ),
    ],
)
def test_an_action_that_cannot_be_is_refused(field: str, words: str, said: Said) -> None:
    """§5, §7.1 to §7.3, §8.1 to §8.4"""
    check_refused(position(**said), field, words)


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("difficulty", "before the dice are thrown", {**BEFORE, "difficulty": 3}),
        ("rolled", "before the dice are thrown", {**BEFORE, "rolled": [{"wits": 1}]}),
        ("difficulty", "of 1 at least", {**AFTER, "difficulty": 0}),
        ("difficulty", "a challenge has none", {**DUEL_AFTER, "difficulty": 1}),
        ("difficulty", "comes to more than", {**AFTER, "difficulty": 127}),
        ("harder", "comes to more than", {**BEFORE, "harder": 127}),
        ("easier", "comes to more than", {**BEFORE, "easier": 127}),
        ("more", "together are", {**BEFORE, "more": [127]}),
        ("fewer", "together are", {**BEFORE, "fewer": [127]}),
        ("more", "only the player in turn", {**BEFORE, "more": [0, 1]}),
        ("rolled", "only the player in turn", {**AFTER, "rolled": [{}, {"wits": 1}]}),
        ("rolled", "more than 100 dice", {**AFTER, "rolled": [{"wits": 60, "jolly": 60}]}),
        ("to_roll", "and only then", {**AFTER, "to_roll": [1]}),
        ("to_roll", "and only then", {**ROLLING, "to_roll": [0]}),
        ("to_roll", "7 dice together", {**THROW, "to_roll": [4]}),
        ("to_roll", "4 dice together", ROLLING),
        ("to_roll", "at most 2 dice", {**CHEATING, "to_roll": [3]}),
        ("to_roll", "of who cheats", {**CHEATING, "asked": "blue"}),
        ("to_roll", "at most 3 dice", {**RETHROWN, "to_roll": [4]}),
        ("asked", "while something is being resolved", {**RETHROWN, "asked": "red"}),
        ("ring", "the one after who cheats", {**CHEATING, "ring": "red"}),
        ("ring", "the one after who cheats", {**CHEATING, "ring": None}),
        ("ring", "the one after who cheats", {**THROW, "ring": "blue"}),
        ("piled", "nobody cheats", {**CHEATING, **played("second_wind", "red")}),
        ("piled", "the pile is empty", {**THROW, **played("second_wind", "red")}),
        ("now_step", "nothing is being resolved", {**THROW, "now_step": 1}),
        ("now_owner", "nothing is being resolved", {**THROW, "now_owner": "red"}),
        ("owing", "who the effect is about", {**THROW, "owing": "red"}),
        (
            "rolled",
            "throws first",
            {**DUEL_AFTER, "phase": "rolling", "rolled": [{}, {"wits": 1}], "to_roll": [1, 1]},
        ),
    ],
)
def test_dice_that_cannot_be_are_refused(field: str, words: str, said: Said) -> None:
    """§6, §8.4"""
    check_refused(position(**said), field, words)


ON_A_FLASH: Said = {
    **FLASH, "event_at": {"shoal": "pile", "belay_that": "pile"}, "pile_list": ["event shoal", "event belay_that"],
    "pile_owner": ["green", "blue"], "pile_target": ["red", "blue"],
}  # fmt: skip
GROG: Said = {**PILLAGE, **piled("ginger_grog", "red", card="blunderbuss"), "announced": {"ginger_grog": True}}


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("asked", "in a window", {**FLASH, "asked": None}),
        ("asked", "in a window", {**SPOILING, "asked": "red"}),
        ("asked", "nobody sits there", {**FLASH, "asked": "yellow"}),
        ("asked", "an event in hand", {**FLASH, "asked": "blue", "event_at": dict.fromkeys(EVENTS, "deck")}),
        ("asked", "not asked again", {**FLASH, "asked": "red", "passed": {"red": True}}),
        ("passed", "asked before", {**FLASH, "asked": "green", "passed": {"red": True}}),
        ("passed", "and no others", {**FLASH, "asked": "red", "passed": {"green": True}}),
        ("passed", "asked before", {**SPOILING, "passed": {"red": True}}),
        ("passed", "in a window", {"passed": {"red": True}}),
        ("passed", "in a window", {**DAMAGED, "passed": {"red": True}}),
        ("ring", "only players in turn cheat", {**AFTER, "ring": "green", "asked": "green"}),
        ("ring", "after a cheat", {**BEFORE, "ring": "blue"}),
        ("ring", "until something is announced", {**AFTER, **played("second_wind", "red"), "ring": "blue"}),
        ("ring", "after a cheat", {"ring": "blue"}),
        ("piled", "without gaps", {**FLASH, **played("shoal", "green", "red"), "piled": 2}),
        ("piled", "without gaps", {**PILLAGE, **piled("event shoal", "green", "red"), "pile_list": [None, "big_tiny"]}),
        ("piled", "in a window, and only then", {**SPOILING, **PENALTY}),
        ("pile_owner", "has an owner", {**FLASH, **played("shoal", "green", "red"), "pile_owner": []}),
        ("pile_target", "and a target", {**FLASH, **played("shoal", "green", "red"), "pile_target": [None]}),
        ("pile_card", "what is not there", {**FLASH, "pile_card": ["big_tiny"]}),
        (
            "pile_list",
            "twice",
            {**PILLAGE, "pile_list": ["big_tiny"] * 2, "pile_owner": ["red"] * 2} | {"pile_target": ["red"] * 2},
        ),
        ("pile_list", "only events, abilities and penalties", {**LOST, **piled("won 1 great_cthulhu", "red")}),
        ("pile_list", "only events, abilities and penalties", {**LOST, **piled("trait crimson_kate", "red")}),
        ("pile_list", "the test that was lost", {**LOST, **piled("lost 1 ghost_ship", "red")}),
        ("pile_list", "the test that was lost", {**BEFORE, **piled("lost 1 ghost_ship", "red")}),
        ("pile_list", "it does nothing", {**LOST, "course": "ghost_ship", **piled("lost 1 ghost_ship", "red")}),
        ("pile_list", "does not fit this moment", {**PILLAGE, **played("second_wind", "red")}),
        ("pile_list", "does not fit this moment", {**BEFORE, **played("loose_floorboard", "red")}),
        ("pile_list", "does not fit this moment", {**BEFORE, **played("broadside", "red")}),
        ("pile_list", "does not fit this moment", {**AFTER, **played("slippery_deck", "blue", "red")}),
        ("pile_list", "does not fit this moment", {**BEFORE, **played("loaded_dice", "red")}),
        ("pile_list", "does not fit this moment", {**DUEL, **played("sudden_squall", "green", "red")}),
        ("pile_list", "does not fit this moment", {**BEFORE, **played("belay_that", "blue")}),
        ("pile_list", "does not fit this moment", {**PILLAGE, **played("light_fingered_monkey", "red", "red")}),
        ("pile_list", "flashes are for the flash window", {**BEFORE, **played("shoal", "green", "red")}),
        ("pile_list", "where others answer", {**FLASH, **played("message_in_a_bottle", "blue")}),
        (
            "pile_list",
            "where others answer",
            {**FLASH, **piled("midnight_mabel", "red"), "announced": {"midnight_mabel": True}},
        ),
        (
            "pile_list",
            "does not fit this moment",
            {**ON_A_FLASH, "event_at": {"shoal": "pile", "click_click": "pile"}}
            | {"pile_list": ["event shoal", "event click_click"]},
        ),
        ("announced", "was announced in this turn", {**PILLAGE, **piled("midnight_mabel", "red")}),
        (
            "pile_owner",
            "players in turn",
            {**PILLAGE, **piled("midnight_mabel", "blue"), "announced": {"midnight_mabel": True}},
        ),
        ("pile_owner", "taken by the player in turn", {**LOST, **piled("lost 1 great_cthulhu", "blue")}),
        ("pile_target", "whom it aims at", {**LOST, **piled("lost 1 great_cthulhu", "red", "blue")}),
        ("pile_target", "somebody in turn", {**FLASH, **played("shoal", "green", "blue")}),
        ("pile_target", "is its owner", {**BEFORE, **played("second_wind", "red", "blue")}),
        (
            "pile_list",
            "that of its owner",
            {**PILLAGE, **piled("captain old_barometer", "red", sea="ghost_ship")},
        ),
        (
            "pile_list",
            "who has used it",
            {**PILLAGE, **piled("captain old_barometer", "red", sea="ghost_ship")}
            | {"captain": {"red": "old_barometer"}},
        ),
        ("pile_card", "a crew card was chosen", {**GROG, "pile_card": []}),
        ("pile_card", "another card with an ability", {**GROG, "pile_card": ["ginger_grog"]}),
        ("pile_card", "another card with an ability", {**GROG, "pile_card": ["boarding_kit"]}),
        ("pile_card", "no card was chosen", {**BEFORE, **played("second_wind", "red", card="big_tiny")}),
        ("pile_sea", "no exploration was chosen", {**GROG, "pile_sea": ["ghost_ship"]}),
        ("pile_sea", "a card of the row", {**BEFORE, **played("drifting_island", "red")}),
        ("pile_sea", "a card of the row", {**BEFORE, **played("drifting_island", "red", sea="lost_city")}),
        (
            "pile_sea",
            "its neighbour",
            {**BEFORE, "row": ["ghost_ship"], **played("drifting_island", "red", sea="ghost_ship")},
        ),
    ],
)
def test_a_window_or_a_pile_that_cannot_be_is_refused(field: str, words: str, said: Said) -> None:
    """§9.1 to §9.8, §10"""
    check_refused(position(**said), field, words)


def test_what_answers_and_what_is_chosen_lies_on_the_pile() -> None:
    """§9.2, §9.7, §10.7: with which the ones before differ in one thing."""
    for said in (ON_A_FLASH, GROG, {**BEFORE, **played("drifting_island", "red", sea="ghost_ship")}):
        assert opened().match_from(position(**said)).acting


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("now_list", "somebody suffers, discards, pays or draws", {**DAMAGED, "now_list": None}),
        ("now_list", "and only then", {**PILLAGE, "now_list": "midnight_mabel"}),
        ("now_list", "cannot be what is being resolved", {**DAMAGED, "now_list": "trait crimson_kate"}),
        ("now_list", "cannot be what is being resolved", {**DAMAGED, "now_list": "lost 1 royal_galleon"}),
        ("now_list", "cannot be what is being resolved", {**DAMAGED, "now_list": "pocket_cannon"}),
        ("now_list", "cannot be what is being resolved", {**DAMAGED, "now_list": "captain old_barometer"}),
        ("now_list", "cannot be what is being resolved", {**WON, "now_list": "won 2 lost_city"}),
        ("now_list", "cannot be what is being resolved", {**REWARD, "now_list": "reward lost_city"}),
        ("now_list", "an event that was played", {**DRAWING, "now_list": "event bigger_sacks"}),
        ("now_list", "does not fit this moment", {**ROLLING, **resolved("broadside", "red")}),
        (
            "now_list",
            "flashes are for the flash window",
            {**PAYING, **BEFORE, "phase": "discarding"} | resolved("stowaway_goat", "green", "red"),
        ),
        ("now_step", "and is 0 otherwise", {**DAMAGED, "now_step": 0}),
        ("now_step", "1 or 2", {**DAMAGED, "now_step": 3}),
        ("now_step", "leads to this phase", {**DAMAGED, "now_step": 2}),
        ("now_step", "leads to this phase", {**DAMAGED, "phase": "discarding"}),
        ("now_owner", "is somebody's", {**DAMAGED, "now_owner": None}),
        ("now_owner", "by the player in turn", {**DAMAGED, "now_owner": "blue"}),
        ("now_owner", "an owner and a target", {**RETHROWN, "now_target": None}),
        ("now_target", "has a target", {**DAMAGED, "now_target": None}),
        ("now_target", "whom it aims at", {**DAMAGED, "now_target": "blue"}),
        (
            "now_card",
            "a crew card was chosen",
            {**BEFORE, "phase": "crew draw", "owed": 1, "owing": "red"} | resolved("shore_leave", "red", step=2),
        ),
        (
            "now_sea",
            "a card of the row",
            {**BEFORE, "phase": "event draw", "owed": 1, "owing": "red"} | resolved("drifting_island", "red", step=2),
        ),
        ("owing", "who the effect is about", {**DAMAGED, "owing": "blue"}),
        ("owing", "somebody owes", {**DAMAGED, "owing": None}),
        ("owing", "only the player in turn", {"phase": "refilling", "owing": "blue", "crew_at": {"big_tiny": None}}),
        ("owing", "and only then", {"owing": "red"}),
        ("owed", "else none", {"owed": 1}),
        ("owed", "else none", {**DAMAGED, "owed": 0}),
        ("owed", "1 to 3 here", {**DAMAGED, "owed": 4}),
        ("owed", "loses all", {**DAMAGED, "owed": 3}),
        ("owed", "2 to 2 here", {**DISCARDING, "owed": 1}),
        ("owed", "discards all", {**DISCARDING, "crew_at": dict.fromkeys(CREW, "deck")}),
        ("owed", "2 to 2 here", {**PAYING, "owed": 1}),
        (
            "owed",
            "cannot pay",
            {**PAYING, "crew_at": dict.fromkeys(CREW, "deck"), "event_at": {"shoal": "discard"}}
            | {"event_at": {"shoal": "discard", "second_wind": "deck"}},
        ),
        ("owed", "1 to 2 here", {**DRAWING, "owed": 3}),
        ("owed", "at most 2 equipped", {**SPOILING, "owed": 3}),
        ("owed", "else none", {**SPOILING, "owed": 0}),
        ("phase", "no equipped card to take", {**SPOILING, "crew_at": dict.fromkeys(CREW, "deck")}),
        ("phase", "no Piece in the reserve", {**TIPPING, **FULL}),
        ("phase", "stakes nothing", {**ACCEPTED, "phase": "staking", "stage": "answer", "pieces": {"red": 0}}),
        ("phase", "leaves it open", {**WON, "phase": "drawing"}),
        ("phase", "not for that deck", {**WON, "phase": "event draw"}),
        ("phase", "not for that deck", {**REWARD, "phase": "crew draw"}),
        ("phase", "nothing to choose from", {**WON, "crew_at": dict.fromkeys(opened().names["crew"], "discard")}),
    ],
)
def test_what_could_not_be_resolved_is_refused(field: str, words: str, said: Said) -> None:
    """§7.1, §7.5, §8.2, §9.5, §9.6, §10"""
    check_refused(position(**said), field, words)


def marks(*cards: str) -> Said:
    return {"half_crew": dict.fromkeys(cards, True)}


EQUIPPING: Said = {"phase": "equipping"}


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("half_crew", "of the own hand", {"phase": "recruiting", **marks("five_aces")}),
        ("half_crew", "of the own hand", {"phase": "recruiting", **marks("blunderbuss")}),
        ("half_event", "of the own hand", {"phase": "recruiting", "half_event": {"shoal": True}}),
        ("half_crew", "of the own hand", {**DISCARDING, **marks("five_aces")}),
        ("half_event", "of the own hand", {**PAYING, "half_event": {"belay_that": True}}),
        ("half_crew", "fewer than 2 cards", {**DISCARDING, **marks("big_tiny", "grappling_hook")}),
        ("half_crew", "fewer than 2 cards", {**PAYING, **marks("big_tiny"), "half_event": {"second_wind": True}}),
        ("half_crew", "and only then", marks("big_tiny")),
        ("half_event", "and only then", {**EQUIPPING, "half_event": {"second_wind": True}}),
        ("half_crew", "cards of the own hand are equipped", {**EQUIPPING, **marks("five_aces")}),
        ("half_crew", "no more equipped cards", {**EQUIPPING, **marks("blunderbuss")}),
        ("half_crew", "no more equipped cards", {**EQUIPPING, **marks("blunderbuss", "grappling_hook")}),
        ("half_crew", "one First Mate", {**EQUIPPING, **marks("big_tiny")}),
        ("half_crew", "4 cards would be equipped", {**EQUIPPING, **marks("grappling_hook", "disguise_trunk")}),
        ("half_crew", "5 cards would be equipped", {**REPLACING, "half_crew": {}}),
        ("crew_cards", "fewer than 6", {"phase": "refilling", "crew_at": {"five_aces": "hand of red"}}),
        ("phase", "fewer than three", {"phase": "crew draw", "owing": "red"}),
        ("phase", "fewer than three", {"phase": "event draw", "owing": "red", "event_at": {"flotsam": "hand of red"}}
            | {"crew_at": {"big_tiny": None}}),
        ("half_target", "somebody is chosen", {"half_target": "blue"}),
        ("half_target", "another player", {"phase": "naming stat", "half_target": "red"}),
        ("half_target", "has an equipped card", {"phase": "naming stat", "half_target": "green"}),
        ("half_target", "or a collection card", {"phase": "naming stat", "half_target": "blue", "pieces": {"blue": 0}}),
        ("phase", "who challenges has", {"phase": "naming stat", "half_target": "blue", "pieces": {"red": 0}}),
        (
            "phase",
            "not barred from it",
            {"phase": "naming stat", "half_target": "blue", "stage": "flash", "barred": [False, True]},
        ),
        ("half_stat", "for a challenge", {"half_stat": "wits"}),
        ("half_stat", "for a challenge", {"phase": "naming stake", "half_target": "blue"}),
        ("half_list", "while it is aimed", {**DUEL, "half_list": "event stray_cannonball"}),
        ("half_list", "while it is aimed", {**AIMING, "half_list": None}),
        ("half_list", "cannot play that now", {**AIMING, "half_list": "event shoal"}),
        ("half_list", "cannot play that now", {**AIMING, "half_list": "event belay_that"}),
        ("half_list", "cannot play that now", {**AIMING, "half_list": "blunderbuss"}),
        ("half_list", "cannot play that now", {**AIMING, "half_list": "captain old_barometer"}),
        ("half_list", "cannot play that now", {**AIMING, "half_list": "reward ghost_ship"}),
        ("half_list", "where there are two", {**BEFORE, "phase": "aiming", "asked": "blue"}
            | {"half_list": "event stray_cannonball"}),
        ("half_list", "nothing has to be chosen", {**PICKING, "half_list": "midnight_mabel"}),
        ("half_target", "cannot be its target", {**PICKING, "half_target": "blue"}),
        ("half_target", "somebody is chosen", {**PICKING, "half_target": None}),
        ("half_target", "somebody is chosen", {**AIMING, "half_target": "red"}),
    ],
)  # fmt: skip
def test_a_choice_that_nobody_could_make_is_refused(field: str, words: str, said: Said) -> None:
    """§3, §4, §5.4, §9.1, §10.12"""
    check_refused(position(**said), field, words)


@pytest.mark.parametrize(
    ("field", "words", "said", "switches"),
    [
        ("event_at", "swabbers play without", {"phase": "declaring", "event_at": EVENTS}, {"mode": "swabber"}),
        ("captain", "only in the mode 'arrr'", position(captain={"red": "old_barometer"}), {"mode": "avast"}),
        ("deed", "only in the mode 'arrr'", position(**DUEL), {"mode": "avast"}),
        ("half_target", "another player", position(phase="naming stat", half_target="blue"), {"mode": "avast"}),
        ("phase", "only in the mode 'arrr'", {"phase": "captains", "turn": "red"}, {"mode": "avast"}),
        ("phase", "captains=choose", {"phase": "choosing", "turn": "red"}, {}),
        (
            "barred",
            "swabbers play without",
            {"phase": "declaring", "stage": "flash", "barred": [True]},
            {"mode": "swabber"},
        ),
        (
            "phase",
            "fewer than three",
            {"phase": "refilling", "crew_at": {"big_tiny": "hand of red"}},
            {"mode": "swabber"},
        ),
    ],
)  # fmt: skip
def test_what_a_mode_does_without_is_refused(field: str, words: str, said: Said, switches: Said) -> None:
    """§13.1, §13.2"""
    check_refused(said, field, words, **switches)


def test_partners_do_not_challenge_each_other() -> None:
    """§13.3"""
    duel = {**DUEL, "target": "green"}
    check_refused(position(**duel), "target", "no partner", players=4, teams=True)
    assert opened(4).match_from(position(**duel)).acting


# Before the first turn --------------------------------------------------------------------------------------------


def dealt(phase: str, steps: int = 0, **switches: Any) -> Said:
    """The first position in which that is dealt, or one so many steps later."""
    match = opened(3, **switches).match(by_hand=True)
    while match.position()["phase"] != phase:
        choose(match, random.Random(1))
    for _ in range(steps):
        choose(match, random.Random(1))
    return match.position()


CHOOSE: Said = {"captains": "choose"}


@pytest.mark.parametrize(
    ("phase", "steps", "field", "words", "changes", "switches"),
    [
        ("first", 0, "turn", "start player is drawn", {"turn": "red"}, {}),
        ("first", 0, "dealt", "is below 1", {"dealt": 1}, {}),
        ("first", 0, "pieces", "starts with 2", {"pieces": {"red": 3}}, {}),
        ("first", 0, "captain", "not dealt yet", {"captain": {"red": "old_barometer"}}, {}),
        ("first", 0, "deed", "before the first turn", {"deed": "sail"}, {}),
        ("first", 0, "difficulty", "before the first turn", {"difficulty": 1}, {}),
        ("first", 0, "turns", "that is 0", {"turns": 1}, {}),
        ("first", 0, "stage", "one of refill", {"stage": "flash"}, {}),
        ("collections", 0, "sea_at", "1 collections are in the game", {"dealt": 1}, {}),
        ("collections", 1, "sea_at", "0 collections are in the game", {"dealt": 0}, {}),
        ("captains", 1, "captain", "one player after the other", {"dealt": 0}, {}),
        ("captains", 0, "dealt", "is below 3", {"dealt": 3}, {}),
        ("captains", 3, "offered", "one player after the other", {"dealt": 2}, CHOOSE),
        ("captains", 1, "offered", "if they are to choose", {"offered": {"red": ["old_barometer"]}}, {}),
        ("choosing", 0, "offered", "one of each captain", {"offered": {"red": ["old_barometer"] * 2}}, CHOOSE),
        ("choosing", 0, "captain", "one of the two captains", {"captain": {"red": "?"}}, CHOOSE),
        ("row", 0, "dealt", "it is 3", {"dealt": 0}, {}),
        ("row", 1, "crew_cards", "not dealt yet", {"crew_at": {"big_tiny": "hand of red"}}, {}),
        ("row", 1, "crew_at", "in the deck or in a hand", {"crew_at": {"big_tiny": "table of red"}}, {}),
        ("row", 1, "sea_at", "nothing is conquered", {"sea_at": {"lost_city": "chest of red"}}, {}),
        ("hands", 0, "row", "as many cards as there are players", {"row": ["lost_city"]}, {}),
        ("hands", 8, "crew_cards", "6 crew cards and then events", {"dealt": 0}, {}),
        ("hands", 3, "crew_cards", "one player after the other", {"crew_at": {"big_tiny": "hand of green"}}, {}),
        ("hands", 3, "crew_cards", "one player after the other", {"event_at": {"shoal": "hand of red"}}, {}),
    ],
)
def test_a_table_that_is_being_laid_is_whole(
    phase: str, steps: int, field: str, words: str, changes: Said, switches: Said
) -> None:
    """§1.4 to §1.7, §13.2"""
    counts = ("crew_cards", "event_cards", "crew_left", "event_left", "deck", "others")
    found = {name: value for name, value in dealt(phase, steps, **switches).items() if name not in counts}
    for name, change in changes.items():
        found[name] = {**found[name], **filled_in(found, change)} if isinstance(change, dict) else change
    if "row" in changes:
        found["sea_at"] = {card: at if at != "row" else "deck" for card, at in found["sea_at"].items()}
        found["sea_at"] |= dict.fromkeys(changes["row"], "row")
    check_refused(found, field, words, **switches)


def filled_in(found: Said, change: Said) -> Said:
    """For '?' a captain that was offered to somebody else."""
    return {key: found["offered"]["blue"][0] if value == "?" else value for key, value in change.items()}


def test_there_is_nothing_to_deal_where_all_have_chosen() -> None:
    """§13.2, §1.4"""
    found = dealt("choosing", **CHOOSE)
    chosen = {seat: found["offered"][seat][0] for seat in ("red", "blue", "green")}
    check_refused({**found, "captain": chosen}, "captain", "somebody has yet to choose", **CHOOSE)
    check_refused({"phase": "collections", "turn": "red"}, "phase", "there is nothing to deal", players=4)
    row = {**dealt("hands"), "phase": "row", "dealt": 3}
    check_refused(row, "row", "still to be laid out")


# What a position does not say -------------------------------------------------------------------------------------


def settled(players: int = 3, **said: Any) -> Said:
    return opened(players).match_from(said, by_hand=True).position()


def test_nothing_said_is_the_table_before_the_first_deal() -> None:
    assert settled() == opened().match(by_hand=True).position()


def test_a_turn_has_a_row_captains_and_two_pieces_each() -> None:
    """§1.4 to §1.6: the first that there are."""
    found = settled(phase="declaring")
    assert (found["turn"], found["stage"], found["turns"]) == ("red", "refill", 0)
    assert found["row"] == ["great_cthulhu", "ghost_ship", "royal_galleon"]
    assert (found["deck"], found["others"]) == (14, 5)
    assert found["captain"]["green"] == "greedy_gwendolyn"
    assert found["captain"]["yellow"] is None
    assert found["pieces"] == {"red": 2, "blue": 2, "green": 2, "yellow": 0}
    assert {at for card, at in found["sea_at"].items() if card not in found["row"]} == {"deck", "out"}
    assert found["sea_at"]["drowned_bell"] == "out"


def test_captains_that_were_said_are_not_given_twice() -> None:
    found = settled(phase="declaring", captain={"green": "crimson_kate"})
    assert found["captain"] == {
        "red": "professor_plank",
        "blue": "greedy_gwendolyn",
        "green": "crimson_kate",
        "yellow": None,
    }


def test_nobody_is_without_a_captain() -> None:
    """§1.6: though a position need not name them."""
    game = opened()
    state = game.state_from(position())
    state.captain[1] = -1
    assert game.definition.fault(game.box, state) == ("captain", "everybody has a captain as soon as they are dealt.")


def test_cards_that_are_not_named_are_in_the_deck_and_hands_are_counted() -> None:
    found = settled(phase="declaring", crew_at={"big_tiny": "hand of blue"}, event_at={"shoal": "hand of green"})
    assert (found["crew_at"]["five_aces"], found["event_at"]["flotsam"]) == ("deck", "deck")
    assert (found["crew_cards"]["blue"], found["event_cards"]["green"]) == (1, 1)
    assert (found["crew_left"], found["event_left"]) == (38, 38)


def test_cards_that_were_in_hand_at_the_last_shuffle_are_counted() -> None:
    found = settled(phase="declaring", crew_at={"big_tiny": "hand of blue"}, crew_old={"big_tiny": True})
    assert found["crew_held"]["blue"] == 1


def test_a_collection_of_which_a_card_lies_somewhere_is_in_the_game() -> None:
    """§1.4"""
    found = settled(2, phase="declaring", sea_at={"drowned_bell": "chest of blue"})
    assert [found["sea_at"][card] for card in ("half_a_map", "sulking_idol", "forgotten_crown")] == [
        "deck",
        "out",
        "deck",
    ]
    assert (found["deck"], found["turns"]) == (8, 1)


def test_the_deck_and_the_turns_follow_from_what_is_laid_out() -> None:
    """§2.3"""
    chest = dict.fromkeys(("ghost_ship", "half_a_map", "napkin_map", "lost_city"), "chest of red")
    found = settled(phase="declaring", sea_at={**chest, "royal_galleon": "discard"})
    assert found["row"] == ["great_cthulhu", "mother_of_whirlpools", "governors_ball"]
    assert (found["deck"], found["others"], found["turns"]) == (9, 2, 5)


def test_a_row_that_was_said_lies_there() -> None:
    found = settled(2, phase="declaring", row=["lost_city", "half_a_map", "ghost_ship"])
    assert [card for card, at in found["sea_at"].items() if at == "row"] == ["half_a_map", "ghost_ship", "lost_city"]
    assert (found["deck"], found["others"], found["turns"]) == (8, 3, 1)
    assert settled(2, phase="declaring", sea_at={"lost_city": "row", "half_a_map": "row"})["row"] == [
        "half_a_map",
        "lost_city",
    ]


@pytest.mark.parametrize("row", [[], ["lost_city"]])
def test_of_a_short_row_the_rest_is_out_of_the_game(row: list[str]) -> None:
    """§2.3: otherwise there would be more turns than five for each."""
    found = settled(2, phase="declaring", row=row)
    assert (found["row"], found["deck"], found["turns"]) == (row, 9, 0)
    assert list(found["sea_at"].values()).count("discard") == 2 - len(row)


@pytest.mark.parametrize(
    ("said", "deck", "turns"),
    [
        ({"deck": 1}, 1, 13),
        ({"turns": 13}, 1, 13),
        ({"deck": 0}, 0, 14),
        ({"phase": "ended"}, 0, 15),
        ({"phase": "exploring", "deck": 3}, 3, 12),
        ({"deck": 9, "others": 4}, 9, 5),
    ],
)
def test_late_in_the_game_cards_are_out_of_it(said: Said, deck: int, turns: int) -> None:
    """§2.3"""
    found = settled(**{"phase": "declaring", **said})
    assert (found["deck"], found["turns"], len(found["row"])) == (deck, turns, 3)


def test_the_first_who_is_asked_is_asked_and_the_others_have_passed() -> None:
    """§9.4, §9.8"""
    assert settled(**position(**FLASH))["asked"] == "red"
    assert settled(**position(**FLASH, passed={"red": True, "blue": True}))["asked"] == "green"
    found = settled(**position(**FLASH, asked="green"))
    assert found["passed"] == {"red": True, "blue": True, "green": False, "yellow": False}
    assert settled(**position(**SPOILING))["passed"]["blue"] is True
    check_refused({"phase": "asked", "stage": "flash", "deed": "pillage"}, "asked", "in a window")


def test_a_test_has_its_stat_and_its_difficulty() -> None:
    """§6.4: with the influence of the galleon beside it, and what effects have changed."""
    found = settled(**position(**{**LOST, "row": ["fort_unpleasant", "royal_galleon"], "course": "fort_unpleasant"}))
    assert (found["stat"], found["difficulty"]) == ("attack", 3)
    assert settled(**position(**{**AFTER, "harder": 2, "easier": 1}))["difficulty"] == 4
    assert settled(**position(**BEFORE))["difficulty"] == 0


def test_what_lies_on_the_pile_is_counted() -> None:
    assert settled(**position(**{**LOST, **PENALTY}))["piled"] == 1


# Positions that are -----------------------------------------------------------------------------------------------


def moments(players: int, seed: int, switches: Said) -> Iterator[Match]:
    """A random game, moment by moment."""
    match, drawn = opened(players, **switches).match(by_hand=True), random.Random(seed)
    while not match.over:
        yield match
        choose(match, drawn)
    yield match


WAYS: list[tuple[int, Said]] = [
    *((players, {"mode": mode}) for players in (2, 3, 4) for mode in ("arrr", "avast", "swabber")),
    (3, {"captains": "choose"}),
    (4, {"teams": True}),
]


@pytest.mark.parametrize(("players", "switches"), rows_wait(WAYS, lambda way: way[0] == 2), ids=str)
def test_what_comes_about_in_play_is_accepted_and_stays_what_it_is(players: int, switches: Said) -> None:
    """§1 to §13: every moment, also in the middle of a choice, and before chance."""
    for match in moments(players, players, switches):
        game = match.game
        assert game.state_from(game.position(match.state)).tobytes() == match.state.tobytes()


SIMPLE = [field.name for field in STATE_FIELDS if not field.axes and field.values == COUNT and field.name != "players"]


@pytest.mark.parametrize("field", SIMPLE)
def test_a_number_beyond_all_counts_is_refused(field: str) -> None:
    """Whatever it counts, so that nothing overflows."""
    assert refusal({**opened().match_from(position(**AFTER)).position(), field: 127}).startswith("Field '")
