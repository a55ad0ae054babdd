"""Switches: what may be chosen when a table is opened."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import rumpus
from rumpus.core.errors import RumpusError, WrongSwitch
from rumpus.core.switches import Exclusion, Switch, Value, allowed_combinations, read_switches, seats_for, spoken
from tests.core.playing import BRAVERATS, COMBINATIONS, refused, tried

SWITCHES: tuple[Switch, ...] = BRAVERATS.rules.SWITCHES
EXCLUSIONS: tuple[Exclusion, ...] = BRAVERATS.rules.EXCLUSIONS
NAMES = [switch.name for switch in SWITCHES]

SPOKEN = ("yes", "on", "true", "1", "no", "off", "false", "0")
SMALL = (Switch("a", "A."), Switch("b", "B."), Switch("size", "Size.", ("small", "big")))
APART = (Exclusion("a", "b", "they fight"),)

anything = st.one_of(
    st.booleans(), st.text(max_size=8), st.integers(-2, 2), st.none(), st.floats(allow_nan=False), st.just([]),
    st.sampled_from(["yes", "No", "ON", "off", "true", "FALSE", "1", "0", "counts", "plain", "tie", "most_victories"]),
)  # fmt: skip


def read(given: dict[str, Any]) -> dict[str, Value]:
    return read_switches(SWITCHES, EXCLUSIONS, given)


def test_a_switch_without_a_title_is_called_by_its_name() -> None:
    assert Switch("out_of_cards", "When the cards run out.").title == "Out of cards"
    assert Switch("emperor", "Two games.", title="The Emperor").title == "The Emperor"
    assert all(switch.title[0].isupper() for switch in SWITCHES)
    assert len({switch.title for switch in SWITCHES}) == len(SWITCHES)


def test_the_first_value_is_the_default() -> None:
    assert read({}) == {switch.name: switch.values[0] for switch in SWITCHES}


@tried
@given(st.dictionaries(st.sampled_from(NAMES), anything, max_size=4))
def test_what_is_read_is_an_allowed_combination_and_the_rest_is_refused_with_a_sentence(given: dict[str, Any]) -> None:
    sentence = refused(lambda: read(given))
    if sentence is None:
        assert read(given) in COMBINATIONS
    else:
        assert sentence.endswith(".")
        assert any(f"'{name}'" in sentence for name in given)


def test_yes_and_no_may_be_numpys_and_are_kept_as_pythons() -> None:
    for value in (np.True_, np.False_):
        found = Switch("a", "A.").read(value)
        assert found is bool(value)
    assert rumpus.game("braverats", {"lucky_draw": np.True_}).changed_switches["lucky_draw"] is True


@pytest.mark.parametrize("wrong", [np.array([True, False]), np.int64(1), 1], ids=repr)
def test_what_numpy_has_besides_is_refused_with_a_sentence(wrong: Any) -> None:
    with pytest.raises(WrongSwitch, match=r"^Switch 'a' cannot be '.*': it is 'no' or 'yes'\.$"):
        Switch("a", "A.").read(wrong)


@tried
@given(st.sampled_from(SWITCHES), anything)
@example(SWITCHES[0], 1)
@example(SWITCHES[0], 0)
@example(SWITCHES[0], "maybe")
@example(SWITCHES[0], None)
@example(SWITCHES[-1], True)
def test_a_value_is_one_of_the_switchs_own_or_refused_naming_them(switch: Switch, found: Any) -> None:
    is_own = any(found is value or (isinstance(found, str) and found == value) for value in switch.values)
    is_spoken = switch.is_yes_or_no and isinstance(found, str) and found.lower() in SPOKEN
    allowed = " or ".join(f"'{spoken(value)}'" for value in switch.values)
    refusal = None if is_own or is_spoken else f"Switch '{switch.name}' cannot be '{found}': it is {allowed}."
    assert refused(lambda: switch.read(found)) == refusal
    assert refusal or any(switch.read(found) is value for value in switch.values)


@pytest.mark.parametrize("word", ["yes", "YES", "on", "true", "True", "1"])
def test_a_switch_is_turned_on_by_a_word(word: str) -> None:
    assert read({"fast_rat": word})["fast_rat"] is True


@pytest.mark.parametrize("word", ["no", "No", "off", "false", "0"])
def test_a_switch_is_turned_off_by_a_word(word: str) -> None:
    assert read({"fast_rat": word})["fast_rat"] is False


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_value_can_be_given_as_it_is_spoken(switch: Switch) -> None:
    for value in switch.values:
        assert switch.read(spoken(value)) is value
        assert switch.read(value) is value


@tried
@given(st.text(max_size=12).filter(lambda name: name not in NAMES))
@example("Fast_rat")
@example("fast rat")
@example("")
def test_an_unknown_switch_is_refused_naming_those_that_are(name: str) -> None:
    with pytest.raises(WrongSwitch) as caught:
        read({name: True})
    assert str(caught.value) == f"There is no switch '{name}': the switches are {', '.join(NAMES)}."


@pytest.mark.parametrize("exclusion", EXCLUSIONS, ids=lambda exclusion: f"{exclusion.one}-{exclusion.other}")
def test_a_forbidden_combination_is_refused_naming_both_and_why(exclusion: Exclusion) -> None:
    with pytest.raises(WrongSwitch) as caught:
        read({exclusion.one: True, exclusion.other: True})
    assert str(caught.value) == f"'{exclusion.one}' and '{exclusion.other}' cannot go together: {exclusion.why}."
    for alone in (exclusion.one, exclusion.other):
        assert read({alone: True})[alone] is True


def can_be_read(combination: dict[str, Value], switches: tuple[Switch, ...], exclusions: tuple[Exclusion, ...]) -> bool:
    try:
        return read_switches(switches, exclusions, combination) == combination
    except WrongSwitch:
        return False


@pytest.mark.parametrize(
    ("switches", "exclusions"),
    [(SWITCHES, EXCLUSIONS), (SMALL, APART), (SMALL, ()), ((), ())],
    ids=["braverats", "small", "free", "none"],
)
def test_the_allowed_combinations_are_exactly_those_that_can_be_read(
    switches: tuple[Switch, ...], exclusions: tuple[Exclusion, ...]
) -> None:
    names = [switch.name for switch in switches]
    every = [dict(zip(names, values, strict=True)) for values in product(*(switch.values for switch in switches))]
    readable = [combination for combination in every if can_be_read(combination, switches, exclusions)]
    assert allowed_combinations(switches, exclusions) == readable


def test_the_number_of_allowed_combinations_is_right() -> None:
    """Of two switches that exclude each other three settings are left of four; the third has two values."""
    assert len(allowed_combinations(SMALL, APART)) == 3 * 2


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_the_box_holds_the_place_of_each_value(switch: Switch) -> None:
    for place, value in enumerate(switch.values):
        game = rumpus.game("braverats", switches={switch.name: value})
        assert game.box[switch.name] == place
        assert game.changed_switches == ({switch.name: value} if place else {})


def test_a_game_says_which_switches_were_changed() -> None:
    assert repr(rumpus.game("braverats")) == "<BraveRats, 2 seats>"
    assert repr(rumpus.game("braverats", {"fast_rat": "yes"})) == "<BraveRats, 2 seats, fast_rat=True>"


def test_a_wrong_switch_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="There is no switch 'turbo'") as caught:
        rumpus.game("braverats", switches={"turbo": True})
    assert isinstance(caught.value, RumpusError)


PAIRED = (Switch("teams", "In pairs.", seats=(4, 6)), Switch("fast", "Fast."))


def test_a_switch_may_be_for_some_numbers_of_players_only() -> None:
    assert seats_for(PAIRED, {"teams": False, "fast": True}, 2, 6) == [2, 3, 4, 5, 6]
    assert seats_for(PAIRED, {"teams": True, "fast": False}, 2, 6) == [4, 6]


def test_with_such_a_switch_as_few_sit_down_as_it_allows_and_others_are_refused() -> None:
    assert rumpus.game("arrr").seats == 2
    assert rumpus.game("arrr", {"teams": True}).seats == 4
    with pytest.raises(WrongSwitch, match=r"With these switches Arrr!!! is for 4 players, not 3\."):
        rumpus.game("arrr", {"teams": True}, seats=3)
