"""Positions: a state as a dictionary with names instead of numbers, and back."""

import json
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rumpus
from rumpus.core.errors import RumpusError, WrongPosition
from rumpus.core.game import Game
from rumpus.core.rng import generator
from tests.core import highcard
from tests.core.playing import (
    BRAVERATS,
    COMBINATIONS,
    Opening,
    opened,
    openings,
    play_on,
    played,
    refused,
    seeds,
    tried,
    tried_much,
)  # fmt: skip

CARDS = ["musician", "princess", "spy", "assassin", "ambassador", "wizard", "general", "prince"]
NOT_YET_PLAYED = dict.fromkeys(CARDS, 1)
rats = st.sampled_from(COMBINATIONS).map(lambda chosen: ("braverats", tuple(chosen.items()), 2))


def with_switches(*on: str) -> Game:
    return rumpus.game("braverats", switches=dict.fromkeys(on, True))


def without(*cards: str) -> dict[str, int]:
    """A hand that lacks these cards."""
    return {card: 1 for card in CARDS if card not in cards}


def refusal(position: Any, *switches: str) -> str:
    """The sentence with which a position is refused."""
    with pytest.raises(WrongPosition) as caught:
        with_switches(*switches).match_from(position, seed=1)
    assert isinstance(caught.value, RumpusError)
    assert isinstance(caught.value, ValueError)
    return str(caught.value)


# There and back ---------------------------------------------------------------------------------------------------


@tried
@given(openings, seeds, st.data())
def test_any_state_is_read_as_it_was_described(opening: Opening, seed: int, data: st.DataObject) -> None:
    """Of any moment, also of those in which chance has the next word."""
    game = opened(opening)
    state = data.draw(st.sampled_from(played(game, seed).states))
    text = json.dumps(game.position(state))
    match = game.match_from(json.loads(text), by_hand=True)
    assert match.state.tobytes() == state.tobytes()
    assert json.dumps(match.position()) == text


@pytest.mark.slow
@tried
@given(openings, seeds, st.integers(0, 12))
def test_a_match_from_a_position_goes_on_as_the_match_it_was_taken_from(
    opening: Opening, seed: int, decisions: int
) -> None:
    match = played(opened(opening), seed, decisions)
    again = match.game.match_from(match.position(), by_hand=True)
    rest = played(opened(opening), seed)
    for move in rest.moves[len(match.moves) :]:
        again.play(move.seat, move.number)
    assert again.state.tobytes() == rest.state.tobytes()


def test_a_position_names_what_lies_on_the_table(game: Game) -> None:
    match = game.match(seed=1)
    match.play(0, "play the Spy")
    match.play(1, "play the General")
    position = match.position()
    assert position["phase"] == "playing"
    assert position["fought"] == [{"yargs": "spy", "applewoods": "general"}]
    assert position["won_by"] == ["applewoods"]
    assert position["victories"] == {"yargs": 0, "applewoods": 1}
    assert position["bonus"] == {"yargs": False, "applewoods": True}
    assert position["spied"] == "applewoods"
    assert position["hand"] == {"yargs": without("spy"), "applewoods": without("general")}
    assert position["choice"] == {"yargs": None, "applewoods": None}
    assert list(position) == [field.name for field in BRAVERATS.rules.STATE_FIELDS]


def test_what_is_missing_is_as_after_the_set_up(game: Game) -> None:
    assert game.match_from({}).state.tobytes() == game.match(seed=1).state.tobytes()
    assert game.match_from({"victories": {"yargs": 0}}).state.tobytes() == game.match(seed=1).state.tobytes()


def test_a_table_of_counts_names_only_what_is_there(game: Game) -> None:
    fought = {"rounds": 1, "fought": [{"yargs": "spy", "applewoods": "spy"}]}
    match = game.match_from({**fought, "hand": {"yargs": without("spy"), "applewoods": without("spy")}})
    assert match.state.hand.tolist() == [[1, 1, 0, 1, 1, 1, 1, 1]] * 2


def test_a_position_may_be_any_mapping(game: Game) -> None:
    position = game.match(seed=1).position()
    assert game.match_from(MappingProxyType(position)).state.tobytes() == game.fresh_state().tobytes()


def test_a_position_of_another_game_has_that_games_names() -> None:
    match = highcard.GAME.open(seats=3).match(by_hand=True)
    match.play(-1, 4)
    assert match.position() == {
        "players": 3,
        "card": {"north": "five", "east": None, "south": None, "west": None},
        "decided": {"north": False, "east": False, "south": False, "west": False},
        "deck": dict.fromkeys(("one", "two", "three", "four", "six", "seven", "eight"), 1),
    }


# Wrong positions --------------------------------------------------------------------------------------------------

Wrong = tuple[dict[str, Any], str]

TYPES: dict[str, Wrong] = {
    "unknown field": ({"dragons": 3}, "A position has no field 'dragons'; its fields are phase, choice, "),
    "number for a table": ({"hand": 3}, "'hand' must be a table with the names yargs, applewoods, found 3."),
    "list for a table": ({"hand": []}, "'hand' must be a table with the names yargs, applewoods, found []."),
    "number for a hand": ({"hand": {"yargs": 3}}, "'hand.yargs' must be a table with the names musician, "),
    "unknown seat": ({"hand": {"rats": {}}}, "'hand' has no 'rats'; its names are yargs, applewoods."),
    "unknown card": ({"hand": {"yargs": {"dragon": 1}}}, "'hand.yargs' has no 'dragon'; its names are musician, "),
    "text for a count": (
        {"hand": {"yargs": {"spy": "1"}}},
        "'hand.yargs.spy' must be a whole number from 0 to 127, found '1'.",
    ),
    "true for a count": (
        {"hand": {"yargs": {"spy": True}}},
        "'hand.yargs.spy' must be a whole number from 0 to 127, found True.",
    ),
    "negative": ({"rounds": -1}, "'rounds' must be a whole number from 0 to 127, found -1."),
    "huge": ({"rounds": 128}, "'rounds' must be a whole number from 0 to 127, found 128."),
    "fraction": ({"rounds": 1.0}, "'rounds' must be a whole number from 0 to 127, found 1.0."),
    "nothing for a count": ({"rounds": None}, "'rounds' must be a whole number from 0 to 127, found None."),
    "false for a number": ({"victories": {"yargs": False}}, "'victories.yargs' must be a whole number from 0 to 127, "),
    "number for a flag": ({"bonus": {"yargs": 1}}, "'bonus.yargs' must be true or false, found 1."),
    "nothing for a flag": ({"bonus": {"yargs": None}}, "'bonus.yargs' must be true or false, found None."),
    "unknown phase": ({"phase": "lunch"}, "'phase' must be one of attack, opener, packing, "),
    "number for a name": ({"phase": 7}, "'phase' must be one of attack, opener, packing, "),
    "number for a seat": ({"spied": 0}, "'spied' must be one of yargs, applewoods, found 0."),
    "list for a name": ({"spied": ["yargs"]}, "'spied' must be one of yargs, applewoods, found ['yargs']."),
    "true for a name": ({"winner": True}, "'winner' must be one of yargs, applewoods, found True."),
    "unknown name": ({"choice": {"yargs": "dragon"}}, "'choice.yargs' must be one of musician, princess, "),
    "what a view hides": (
        {"choice": {"yargs": "unknown"}},
        "'choice.yargs' is unknown: a position must say everything; a view does not.",
    ),
    "table for a list": ({"won_by": {"0": "yargs"}}, "'won_by' must be a list of at most 8, found {'0': 'yargs'}."),
    "text for a list": ({"won_by": "yargs"}, "'won_by' must be a list of at most 8, found 'yargs'."),
    "too long a list": ({"won_by": [None] * 9}, "'won_by' must be a list of at most 8, found [None, "),
    "wrong name in a list": ({"won_by": ["rats"]}, "'won_by.0' must be one of yargs, applewoods, found 'rats'."),
    "wrong name deep down": (
        {"fought": [{}, {"yargs": "dragon"}]},
        "'fought.1.yargs' must be one of musician, princess, ",
    ),
    "number in a list": ({"fought": [7]}, "'fought.0' must be a table with the names yargs, applewoods, found 7."),
}


@pytest.mark.parametrize(("position", "sentence"), TYPES.values(), ids=TYPES)
def test_a_wrong_value_is_refused_naming_its_place_and_what_is_allowed(position: dict[str, Any], sentence: str) -> None:
    found = refusal(position)
    assert found.startswith(sentence)
    assert found.endswith(".")


@pytest.mark.parametrize("position", [[], "hand", None, 7])
def test_what_is_no_table_at_all_is_refused(position: Any) -> None:
    assert refusal(position) == f"A position is a table of fields, found {type(position).__name__}."


def test_a_view_is_no_position(game: Game) -> None:
    match = game.match(seed=1)
    match.play(0, 2)
    assert "is unknown: a position must say everything" in refusal(match.view(1).position())
    hidden = with_switches("lucky_draw").match(seed=1).view(0).position()
    assert refusal(hidden, "lucky_draw").startswith("Field 'unknown_hand': a position must say where every card is")


SPY_EACH = {"rounds": 1, "fought": [{"yargs": "spy", "applewoods": "spy"}], "won_by": []}
SPYLESS = {"yargs": without("spy"), "applewoods": without("spy")}
ALL_FOUGHT = {
    "rounds": 8,
    "fought": [{"yargs": card, "applewoods": card} for card in CARDS],
    "hand": {"yargs": {}, "applewoods": {}},
}

COUNTS: dict[str, tuple[tuple[str, ...], dict[str, Any], str, str]] = {
    "a card too many": ((), {"hand": {"yargs": {**NOT_YET_PLAYED, "spy": 2}}}, "hand", "'spy' is there 3 times in all"),
    "a card too few": ((), {"hand": {"yargs": without("spy")}}, "hand", "'spy' is there 1 times in all"),
    "a card both in hand and played": ((), SPY_EACH, "hand", "'spy' is there 4 times in all; the box has 2."),
    "a card in hand and on the table": ((), {"choice": {"yargs": "spy"}}, "hand", "'spy' is there 3 times in all"),
    "hands of different size": (
        (),
        {"hand": {"yargs": {**NOT_YET_PLAYED, "spy": 2}, "applewoods": without("spy")}},
        "hand",
        "the yargs have 9 cards in all, played ones counted; it must be 8.",
    ),
    "more rounds than cards": ((), {"rounds": 9}, "rounds", "a game has at most 8 rounds, found 9."),
    "rounds without cards": ((), {"rounds": 1}, "fought", "there must be a card of each clan for each of the 1 rounds"),
    "cards without a round": ((), {**SPY_EACH, "rounds": 0}, "fought", "there must be a card of each clan for each"),
    "a round won that was not fought": ((), {"won_by": ["yargs"]}, "won_by", "only the 0 rounds fought so far"),
    "a pile without its switch": ((), {"pile": {"yargs": {"spy": 1}}}, "pile", "there are piles only with lucky_draw."),
    "a packet without its switch": ((), {"packet": {"spy": 1}}, "packet", "there are packets only with draft."),
    "a deck without its switch": ((), {"deck": {"spy": 1}}, "deck", "there is a deck only with draft or random_deal."),
    "a secret that is not in hand": (
        (),
        {"secret": {"yargs": {"spy": 2}}},
        "secret",
        "a clan can only keep secret what it has in hand.",
    ),
    "an unknown card": ((), {"unknown_hand": {"yargs": 1}}, "unknown_hand", "a position must say where every card is"),
    "too many victories": ((), {"victories": {"yargs": 1}}, "victories", "0 rounds are worth at most 0 victories."),
    "too much on hold": ((), {"held": {"yargs": 1}}, "held", "0 rounds are worth at most 0 victories."),
    "games without an Emperor": ((), {"games": 1}, "games", "only an Emperor's match counts games"),
    "more games won than played": (("emperor",), {"games_won": {"yargs": 1}}, "games", "only an Emperor's match"),
    "a hand of four in Lucky Draw": (
        ("lucky_draw",),
        {
            "phase": "playing",
            "hand": {clan: dict.fromkeys(CARDS[:4], 1) for clan in ("yargs", "applewoods")},
            "pile": {clan: dict.fromkeys(CARDS[4:], 1) for clan in ("yargs", "applewoods")},
        },
        "hand",
        "with lucky_draw a hand has at most 3 cards.",
    ),
    "a hand of two in Lucky Draw": (
        ("lucky_draw",),
        {
            "phase": "playing",
            "hand": {clan: dict.fromkeys(CARDS[:2], 1) for clan in ("yargs", "applewoods")},
            "pile": {clan: dict.fromkeys(CARDS[2:], 1) for clan in ("yargs", "applewoods")},
        },
        "hand",
        "with lucky_draw a clan draws up to 3 cards before it chooses.",
    ),
    "nothing to draw": (
        ("lucky_draw",),
        {
            "phase": "drawing",
            "hand": {"yargs": NOT_YET_PLAYED, "applewoods": NOT_YET_PLAYED},
            "pile": {"yargs": {}, "applewoods": {}},
        },
        "phase",
        "nobody has a card to draw.",
    ),
    "a phase of a switch that is off": ((), {"phase": "traitor"}, "phase", "with these switches it can be playing"),
    "no phase": ((), {"phase": None}, "phase", "with these switches it can be playing, ended."),
    "princes without an attack": (
        (),
        {"princes": "yargs"},
        "princes",
        "only after a princess_attack one clan has both",
    ),
    "an attack without princes": (
        ("princess_attack",),
        {"phase": "playing"},
        "princes",
        "with princess_attack one clan has both Princes.",
    ),
    "a traitor that nobody gave": (
        ("traitor",),
        {"phase": "playing"},
        "given",
        "with traitor each clan has given a card.",
    ),
    "a draft that begins with a hand": (
        ("draft",),
        {"phase": "opener", "hand": {"yargs": {"spy": 2}}, "deck": {card: 2 for card in CARDS if card != "spy"}},
        "deck",
        "before the first packet all cards are in the deck.",
    ),
    "a card kept without a secret": (
        ("draft",),
        {
            "phase": "keeping",
            "opener": "yargs",
            "keeper": "applewoods",
            "hand": {"yargs": {"spy": 1}},
            "packet": {"spy": 1, "prince": 2},
            "deck": {card: 2 for card in CARDS if card not in ("spy", "prince")},
        },
        "secret",
        "of each packet the first card kept is a secret of the clan that opened it.",
    ),
    "two winners": (
        (),
        {
            **ALL_FOUGHT,
            "phase": "ended",
            "ending": "victories",
            "winner": None,
            "victories": {"yargs": 4, "applewoods": 4},
        },
        "victories",
        "only one clan can have 4 victories.",
    ),
    "three games won": (
        ("emperor",),
        {**ALL_FOUGHT, "phase": "ended", "ending": "out of cards", "games": 3, "games_won": {"yargs": 3}},
        "games_won",
        "an Emperor's match ends with the second game won.",
    ),
    "a packet without one to keep from it": (("draft",), {"phase": "keeping"}, "packet", "somebody must be about to"),
    "a packet without one who opened it": (("draft",), {"phase": "packing"}, "opener", "somebody must have opened"),
    "a deal to the wrong clan": (
        ("random_deal",),
        {"hand": {"applewoods": {"spy": 2}}, "deck": {card: 2 for card in CARDS if card != "spy"}, "phase": "dealing"},
        "hand",
        "while cards are dealt, the Yargs have fewer than eight and the Applewoods none.",
    ),
    "traitors that have not changed sides": (
        ("traitor",),
        {"phase": "traitor", "given": {"yargs": "spy", "applewoods": "spy"}},
        "given",
        "both traitors have been drawn, so they must have changed sides.",
    ),
    "two cards that do not fight": (
        (),
        {"choice": {"yargs": "spy", "applewoods": "spy"}, "hand": SPYLESS},
        "choice",
        "when both clans have laid a card, they fight at once.",
    ),
    "a card before that of the one who is spied upon": (
        (),
        {"spied": "yargs", "choice": {"applewoods": "spy"}, "hand": {"applewoods": without("spy")}},
        "choice",
        "the yargs are spied upon and have to show a card first.",
    ),
    "a card on the table after the end": (
        (),
        {"phase": "ended", "choice": {"yargs": "spy"}, "hand": {"yargs": without("spy")}},
        "choice",
        "a card can only be on the table while the clans choose.",
    ),
    "eight rounds and no end": ((), ALL_FOUGHT, "rounds", "all eight rounds are fought, so the game is over."),
    "an end without a reason": ((), {"phase": "ended"}, "ending", "a game has an ending exactly when it is over."),
    "a reason without an end": ((), {"ending": "victories"}, "ending", "a game has an ending exactly when it is over."),
    "no ending at all": ((), {"ending": None}, "ending", "it must be one of not yet, victories, "),
}


@pytest.mark.parametrize(("switches", "position", "field", "sentence"), COUNTS.values(), ids=COUNTS)
def test_what_cannot_lie_on_a_table_is_refused_with_the_fields_name(
    switches: tuple[str, ...], position: dict[str, Any], field: str, sentence: str
) -> None:
    assert refusal(position, *switches).startswith(f"Field '{field}': {sentence}")


def test_enough_victories_are_an_end(game: Game) -> None:
    rounds = {"rounds": 4, "fought": [{"yargs": card, "applewoods": card} for card in CARDS[:4]]}
    hands = {"hand": {clan: without(*CARDS[:4]) for clan in ("yargs", "applewoods")}}
    assert refusal({**rounds, **hands, "victories": {"yargs": 4}}) == "Field 'victories': 4 victories end the game."
    assert game.match_from({**rounds, **hands, "victories": {"yargs": 3}}).points == [3, 0]


def test_a_refused_position_leaves_the_game_as_it_was(game: Game) -> None:
    before = game.fresh_state().tobytes()
    assert refused(lambda: game.match_from({"rounds": 9})) is not None
    assert game.fresh_state().tobytes() == before


HALVES = {"yargs": dict.fromkeys(CARDS[4:], 2), "applewoods": dict.fromkeys(CARDS[:4], 2)}
IMPOSSIBLE: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "playing before the deal": (("random_deal",), {"phase": "playing"}),
    "playing before the draft": (("draft",), {"phase": "playing"}),
    "betrayed before the deal": (("random_deal", "traitor"), {"phase": "traitor"}),
    "betrayed after the last round": (("traitor",), {**ALL_FOUGHT, "phase": "traitor"}),
    "attacked after the last round": (("princess_attack",), {**ALL_FOUGHT, "phase": "attack"}),
    "dealt after the last round": (("random_deal",), {**ALL_FOUGHT, "phase": "dealing", "deck": {}}),
    "an opener of nothing": (("draft",), {**ALL_FOUGHT, "phase": "opener", "deck": {}}),
    "a traitor that its clan does not have": (
        ("random_deal", "traitor"),
        {"phase": "traitor", "hand": HALVES, "deck": {}, "given": {"yargs": "musician"}},
    ),
    "a traitor before the deal": (("random_deal", "traitor"), {"given": {"yargs": "spy", "applewoods": "spy"}}),
    "a pile before the deal": (
        ("random_deal", "lucky_draw"),
        {"phase": "dealing", "pile": dict.fromkeys(("yargs", "applewoods"), NOT_YET_PLAYED), "deck": {}},
    ),
    "a packet of which some cards are missing": (
        ("draft",),
        {
            "phase": "keeping",
            "packet": {"spy": 2},
            "opener": "yargs",
            "keeper": "yargs",
            "deck": {card: 2 for card in CARDS if card != "spy"},
        },
    ),
    "a card kept out of turn": (
        ("draft",),
        {
            "phase": "keeping",
            "packet": {"spy": 2, "prince": 2},
            "opener": "yargs",
            "keeper": "applewoods",
            "deck": {card: 2 for card in CARDS if card not in ("spy", "prince")},
        },
    ),
    "so many cards that they overflow": (
        ("random_deal", "lucky_draw"),
        {
            "phase": "drawing",
            "hand": {"yargs": {"prince": 127}},
            "pile": {"yargs": {"prince": 127}, "applewoods": {"spy": 2}},
            "deck": {**dict.fromkeys(CARDS, 2), "prince": 4, "spy": 0},
        },
    ),
    "more victories, won and on hold, than rounds can bring": (
        (),
        {**SPY_EACH, "hand": SPYLESS, "victories": {"yargs": 2}, "held": {"yargs": 2, "applewoods": 2}},
    ),
    "victories without victories": ((), {"phase": "ended", "ending": "victories", "winner": "yargs"}),
    "victories without a winner": ((), {"phase": "ended", "ending": "victories"}),
    "a princess without a prince": ((), {"phase": "ended", "ending": "princess", "winner": "yargs"}),
    "out of cards with cards in hand": ((), {"phase": "ended", "ending": "out of cards"}),
    "a winner before the end": ((), {"winner": "yargs"}),
    "an Emperor's next game after the last": (
        ("emperor",),
        {"phase": "gathering", "ending": "out of cards", "games": 20, **ALL_FOUGHT},
    ),
}


@pytest.mark.parametrize(("switches", "position"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_no_match_can_come_to_is_refused(switches: tuple[str, ...], position: dict[str, Any]) -> None:
    assert refusal(position, *switches).startswith("Field '")


# Any position -----------------------------------------------------------------------------------------------------


def cards_in(state: Any) -> list[int]:
    """How often each card is there, wherever it lies."""
    counts = [int(number) for number in state.hand.sum(0) + state.pile.sum(0) + state.deck + state.packet]
    for card in [*state.fought.flat, *state.choice]:
        counts[card] += card >= 0
    return counts


DECISIVE = (
    "phase",
    "rounds",
    "fought",
    "hand",
    "pile",
    "deck",
    "packet",
    "keeper",
    "opener",
    "given",
    "princes",
    "spied",
)


@tried_much
@given(rats, st.lists(st.tuples(seeds, st.integers(0, 20)), min_size=2, max_size=2), st.data())
def test_a_position_put_together_from_two_is_refused_or_can_be_played_to_its_end(
    opening: Opening, walks: list[tuple[int, int]], data: st.DataObject
) -> None:
    """To a real end: no seat without a choice, no card lost, and each moment on the way is a position too."""
    game = opened(opening)
    first, second = (game.position(data.draw(st.sampled_from(played(game, *walk).states))) for walk in walks)
    differing = [field for field in DECISIVE if first[field] != second[field]]
    assume(differing)
    fields = data.draw(st.sets(st.sampled_from(differing), min_size=1, max_size=3))
    position = {**first, **{field: second[field] for field in fields}}
    sentence = refused(lambda: game.match_from(position, seed=1))
    if sentence is not None:
        assert sentence.startswith(("Field '", "'"))
        return
    match = game.match_from(position, seed=1)
    while not match.over and len(match.moves) < 2000:
        assert all(match.legal(seat) for seat in match.acting)
        play_on(match, generator(len(match.moves)), 1)
    assert match.over
    assert match.reason
    for state in match.states:
        assert np.all(state.hand >= 0)
        assert cards_in(state) == [2] * 8
        assert game.definition.fault(game.box, state) is None


leaves = st.one_of(st.none(), st.booleans(), st.integers(-2, 130), st.sampled_from([*CARDS, "yargs", "playing", "x"]))
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["yargs", "applewoods", *CARDS]), inner, max_size=3),
    ),
    max_leaves=8,
)


@tried
@given(rats, st.sampled_from([field.name for field in BRAVERATS.rules.STATE_FIELDS]), values)
def test_any_value_in_any_field_is_taken_or_refused_with_a_sentence(opening: Opening, field: str, value: Any) -> None:
    game = opened(opening)
    sentence = refused(lambda: game.match_from({field: value}, seed=1))
    if sentence is None:
        assert game.match_from({field: value}, seed=1).acting
    else:
        assert sentence.startswith(("Field '", f"'{field}"))
        assert sentence.endswith(".")
