"""The page docs/braverats-solved.md agrees with a fresh solution, and its rules of thumb do what they say.

Values are unique, so they must agree to the last figure shown. Where a perfect mix is not the only one, another machine
may find another, so what is an average over perfect play may differ a little.
"""

import re
import sys
from copy import copy
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import rumpus
from rumpus.core.game import Game
from rumpus.games.braverats.rules.records import (
    AMBASSADOR,
    ASSASSIN,
    GENERAL,
    MUSICIAN,
    PRINCE,
    PRINCESS,
    SPY,
    WIZARD,
)
from rumpus.solve.response import expected_result
from rumpus.solve.solution import Solution, solve

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "braverats-solved.md").read_text(encoding="utf-8")
PICTURES = ROOT / "docs" / "pictures"
SHOWN = 0.0501
"""Half of the last figure shown, and rounding."""
A_LITTLE = 0.5


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    folder = str(ROOT / "tools")
    if folder not in sys.path:
        sys.path.append(folder)
    return import_module("braverats_solved")


@pytest.fixture(scope="module")
def habits(tool: ModuleType) -> ModuleType:
    return import_module("braverats_habits")


@pytest.fixture(scope="module")
def rats() -> Game:
    return rumpus.game("braverats")


@pytest.fixture(scope="module")
def whole(rats: Game) -> Solution:
    return solve(rats)


@pytest.fixture(scope="module")
def found(tool: ModuleType) -> Any:
    return tool.Findings()


FOLLOWED = "Spied on: show the weakest card"


@pytest.fixture(scope="module")
def followed(habits: ModuleType, found: Any) -> Any:
    return habits.judged(found.perfect, FOLLOWED, habits.HABITS[FOLLOWED])


# The page ---------------------------------------------------------------------------------------------------------


def part(name: str) -> str:
    """What is written by the program between two marks."""
    return PAGE.split(f"<!-- {name}: begin -->")[1].split(f"<!-- {name}: end -->")[0]


def cells(name: str) -> dict[str, list[str]]:
    """The lines of a part's tables, by what stands in front; the first one where there are several."""
    told = [line for line in part(name).splitlines() if line.startswith("| ") and not line.startswith("|  |")]
    lines = [line.strip("| ").split(" | ") for line in told]
    return {first: rest for first, *rest in reversed(lines)}


def rules_told() -> dict[str, list[str]]:
    return {words: row for words, row in cells("habits").items() if row[0][0].isdigit()}


def figure(text: str) -> float:
    return 0.0 if text in ("never", "–") else float(text.replace("−", "-").replace(",", "").removesuffix(" %"))


def figures(text: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", text.replace("−", "-").replace("1 : 0", ""))]


def test_every_part_is_on_the_page_and_every_picture_is_shown(tool: ModuleType) -> None:
    assert re.findall(r"<!-- (\S+): begin -->", PAGE) == re.findall(r"<!-- (\S+): end -->", PAGE)
    assert set(re.findall(r"<!-- (\S+): begin -->", PAGE)) == set(tool.SECTIONS)
    shown = re.findall(r"!\[[^\]]+\]\(pictures/([^)]+)\)", PAGE)
    assert sorted(shown) == sorted(file.name for file in PICTURES.glob("*.svg"))
    assert sum(file.stat().st_size for file in PICTURES.glob("*.svg")) < 500_000


def test_a_part_is_written_anew_and_nothing_else(tool: ModuleType) -> None:
    page = "before\n<!-- one: begin -->\nold\n<!-- one: end -->\nafter\n"
    assert tool.filled(page, "one", "new") == "before\n<!-- one: begin -->\n\nnew\n\n<!-- one: end -->\nafter\n"
    with pytest.raises(SystemExit, match="two: begin"):
        tool.filled(page, "two", "new")


@pytest.mark.parametrize(
    ("words", "name", "line", "column"),
    [
        (r"Opening with the Princess costs ([\d.]+)", "opening", "Princess", 1),
        (r"with the Musician ([\d.]+), with the General", "opening", "Musician", 1),
        (r"with the General ([\d.]+)\.", "opening", "General", 1),
        (r"none costs more than ([\d.]+)", "habits", "Always the card that beats most of theirs", 0),
        (r"none less than ([\d.]+)", "habits", "The Assassin against their General's bonus", 3),
        (r"there, and costs ([\d.]+) points", "habits", "Spied on: show the strongest card that is safe", 2),
        (r"the weakest, and costs ([\d.]+)\.", "habits", "Spied on: show the weakest card", 2),
        (r"wrong it costs ([\d.]+) points", "habits", "Answer with the weakest card that wins", 2),
        (r"loses more than ([\d.]+) points by it", "first-round", "Wizard", 3),
        (r"first victory is worth ([\d.]+)", "edges", "1 : 0", 0),
        (r"less than nothing: (−[\d.]+) points", "edges", "a General's bonus", 0),
    ],
)
def test_the_words_tell_what_the_tables_say(words: str, name: str, line: str, column: int) -> None:
    told = re.search(words.replace(" ", r"\s+"), PAGE)
    assert told is not None
    assert figure(told[1]) == figure(cells(name)[line][column])


def test_the_words_name_the_extremes() -> None:
    rules = [[figure(cell) for cell in row] for row in rules_told().values()]
    assert len(rules) > 20
    assert max(row[0] for row in rules) == figures(re.search(r"none costs more\s+than\s+[\d.]+", PAGE)[0])[0]  # type: ignore[index]
    assert min(row[3] for row in rules) == figures(re.search(r"none\s+less\s+than\s+[\d.]+", PAGE)[0])[0]  # type: ignore[index]
    shown = {card: figure(row[0]) for card, row in cells("looks").items() if row[0].endswith("%")}
    assert shown["Musician"] + shown["Assassin"] > 50


# Values -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_opening_is_that_of_a_fresh_solution(tool: ModuleType, rats: Game, whole: Solution) -> None:
    moment = whole.at(rats.fresh_state())
    for card, name in enumerate(tool.NAMES):
        share, cost = (figure(cell) for cell in cells("opening")[name])
        assert share == pytest.approx(100 * moment.mixes[0][card], abs=SHOWN)
        assert cost == pytest.approx(-50 * moment.worth(0)[card], abs=SHOWN)
        row = [figure(cell) for cell in cells("first-round")[name]]
        assert row == pytest.approx(50 * moment.payoff[card][::-1], abs=SHOWN)


@pytest.mark.slow
def test_no_other_opening_is_perfect(rats: Game, whole: Solution) -> None:
    """The cards that cost nothing are those of the mix, and one mix alone makes all of them worth the same."""
    moment = whole.at(rats.fresh_state())
    free = np.flatnonzero(moment.worth(0) > -1e-6)
    assert free.tolist() == np.flatnonzero(moment.mixes[0] > 1e-6).tolist()
    equations = np.vstack([moment.payoff[np.ix_(free, free)], np.ones(len(free))])
    assert np.linalg.matrix_rank(equations, tol=1e-6) == len(free)


def test_the_positions_are_as_many_as_the_page_says(rats: Game) -> None:
    fresh = solve(rats)
    assert figure(cells("switches")["none"][1]) == fresh.positions
    assert f"positions: {fresh.positions:,}," in part("method")
    assert abs(fresh.value) < 1e-9


@pytest.mark.parametrize("switch", ["fast_rat", "musician_cancels"])
def test_a_switch_has_the_positions_and_the_opening_of_the_page(switch: str) -> None:
    fresh = solve(rumpus.game("braverats", switches={switch: True}))
    lines = [line for line in part("switches").splitlines() if line.startswith(f"| `{switch}`")]
    value, positions, _ = lines[0].strip("| ").split(" | ")[1:]
    assert figure(positions) == fresh.positions
    assert figure(value) == pytest.approx(fresh.value, abs=1e-9)
    assert figures(lines[1]) == pytest.approx(100 * fresh.opening()[::-1], abs=SHOWN)


@pytest.mark.parametrize(("ours", "theirs"), [(PRINCE, PRINCESS), (WIZARD, GENERAL), (SPY, AMBASSADOR)])
def test_missing_a_card_is_worth_what_the_page_says(
    tool: ModuleType, rats: Game, whole: Solution, ours: int, theirs: int
) -> None:
    state = rats.fresh_state()
    state.hand[0, ours] = state.hand[1, theirs] = 0
    state.rounds = 1
    told = cells("cards")[f"without the {tool.NAMES[ours]}"][7 - theirs]
    assert figure(told) == pytest.approx(50 * whole.at(state).value, abs=SHOWN)


def test_a_card_is_worth_the_mean_of_its_line(tool: ModuleType) -> None:
    for name in tool.NAMES:
        line = [figure(cell) for cell in cells("cards")[f"without the {name}"]]
        assert figure(cells("cards")[name][0]) == pytest.approx(-sum(line) / 7, abs=2 * SHOWN)


def test_an_edge_between_equal_hands_is_worth_what_the_page_says(rats: Game, whole: Solution) -> None:
    state = rats.fresh_state()
    state.hand[:, GENERAL] = 0
    state.rounds, state.bonus[0] = 1, 1
    assert figure(cells("edges")["a General's bonus"][0]) == pytest.approx(50 * whole.at(state).value, abs=SHOWN)
    leads = []
    for card in range(8):
        state = rats.fresh_state()
        state.hand[:, card] = 0
        state.rounds, state.victories[0] = 1, 1
        leads.append(50 * whole.at(state).value)
    assert figure(cells("edges")["1 : 0"][0]) == pytest.approx(np.mean(leads), abs=SHOWN)


def test_the_second_cards_are_those_of_a_fresh_solution(rats: Game, whole: Solution) -> None:
    state = rats.fresh_state()
    for seat in (0, 1):
        rats.rules.apply(rats.box, state, seat, AMBASSADOR)
    moment = whole.at(state)
    mix = dict(zip(moment.actions[0], moment.mixes[0], strict=True))
    loss = dict(zip(moment.actions[0], 50 * (moment.value - moment.worth(0)), strict=True))
    score, played, costly = cells("second-round")["Ambassador, Ambassador"]
    assert score == "0 : 0, on hold"
    assert figures(played) == pytest.approx([100 * mix[card] for card in (GENERAL, PRINCE, PRINCESS)], abs=A_LITTLE)
    assert figures(costly) == pytest.approx([loss[WIZARD], loss[ASSASSIN]], abs=SHOWN)


# Averages over perfect play ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_cards_come_in_the_rounds_that_the_page_says(tool: ModuleType, found: Any) -> None:
    for fought, shares in enumerate(found.rounds):
        told = [figure(cell) for cell in cells("rounds")[f"round {fought + 1}"]]
        assert told == pytest.approx(100 * shares[::-1], abs=A_LITTLE)
    assert np.allclose(found.rounds.sum(axis=1), 1)


@pytest.mark.slow
def test_what_to_show_a_spy_is_what_the_page_says(tool: ModuleType, found: Any) -> None:
    _, shown, cost = tool.averages(found.perfect, lambda side: side.shows)
    for card, name in enumerate(tool.NAMES):
        told = [figure(cells("looks")[name][column]) for column in (0, 2)]
        assert told == pytest.approx([100 * shown[card], cost[card]], abs=A_LITTLE)


@pytest.mark.slow
def test_a_rule_of_thumb_costs_what_the_page_says(followed: Any) -> None:
    told = [figure(cell) for cell in cells("habits")[FOLLOWED]]
    assert told == pytest.approx([followed.cost, followed.slips, followed.each, followed.known], abs=A_LITTLE)


def test_every_rule_of_thumb_is_on_the_page(habits: ModuleType) -> None:
    told = {words: figure(row[0]) for words, row in rules_told().items()}
    assert told.keys() == habits.HABITS.keys()
    assert sorted(told.values()) == list(told.values())  # the dearest is last here, first on the page


# What is worked out, against other code ---------------------------------------------------------------------------


@pytest.mark.slow
def test_what_slips_cost_adds_up_to_what_the_rule_loses(habits: ModuleType, found: Any, followed: Any) -> None:
    """The cost is a sum over slips; the results of whole games come from elsewhere."""
    perfect, rule, results = found.perfect, habits.HABITS[FOLLOWED], []
    for side in perfect.sides:
        policies = [perfect.mixes, perfect.mixes]
        policies[side.seat] = perfect.mixes.copy()
        policies[side.seat][:, side.seat] = rule(side)
        results.append(expected_result(perfect.positions, *policies) * (1 - 2 * side.seat))
    assert followed.cost == pytest.approx(-50 * np.mean(results), abs=1e-6)


@pytest.mark.slow
def test_perfect_play_as_a_rule_costs_nothing(habits: ModuleType, found: Any) -> None:
    fresh = habits.judged(found.perfect, "", lambda side: side.mixes)
    assert [fresh.cost, fresh.slips, fresh.known] == pytest.approx([0, 0, 0], abs=1e-6)


def chosen(habits: ModuleType, found: Any, rule: str, laid: list[tuple[int, int]]) -> list[int]:
    """What the Yargs do who follow a rule, after some cards have been laid."""
    game, perfect = found.perfect.game, found.perfect
    state = game.fresh_state()
    for mover, card in laid:
        game.rules.apply(game.box, state, mover, card)
    here, place = copy(perfect.sides[0]), perfect.positions.number(state)
    for name, value in vars(here).items():
        if isinstance(value, np.ndarray):
            setattr(here, name, value[[place]])
    return np.flatnonzero(habits.HABITS[rule](here)[0] > 1e-9).tolist()


NO_PRINCESS = [(0, ASSASSIN), (1, PRINCESS), (0, MUSICIAN), (1, SPY)]


@pytest.mark.parametrize(
    ("rule", "laid", "cards"),
    [
        ("Always the strongest card", [], [PRINCE]),
        ("Always the strongest card", [(0, PRINCE), (1, SPY), (0, MUSICIAN), (1, MUSICIAN)], [GENERAL]),
        ("Always the weakest card", [], [MUSICIAN]),
        ("Any card, at random", [], list(range(8))),
        ("Always the card that beats most of theirs", [], [PRINCE]),
        ("Open with the General, for his bonus", [], [GENERAL]),
        ("Spied on: show the strongest card that is safe", [(0, AMBASSADOR), (1, SPY)], [GENERAL]),
        ("Spied on: show the strongest card that is safe", [(0, SPY), (1, WIZARD), (0, WIZARD), (1, SPY)], None),
        ("Spied on: show the strongest card that is safe", NO_PRINCESS, [PRINCE]),
        ("Spied on: show the weakest card", [(0, AMBASSADOR), (1, SPY)], [MUSICIAN]),
        ("Answer with the weakest card that wins", [(0, SPY), (1, PRINCE), (1, GENERAL)], [ASSASSIN]),
        ("Answer with the strongest card that wins", [(0, SPY), (1, PRINCE), (1, GENERAL)], [PRINCE]),
        ("Answer with the weakest card that wins", [(0, SPY), (1, ASSASSIN), (1, MUSICIAN)], [WIZARD]),
        ("The Musician when behind", [(0, ASSASSIN), (1, WIZARD)], [MUSICIAN]),
        ("The Musician when ahead", [(0, WIZARD), (1, ASSASSIN)], [MUSICIAN]),
        ("The Wizard when rounds are on hold", [(0, ASSASSIN), (1, ASSASSIN)], [WIZARD]),
        ("The Ambassador on the General's bonus", [(0, GENERAL), (1, PRINCE)], [AMBASSADOR]),
        ("The Assassin against their General's bonus", [(0, PRINCE), (1, GENERAL)], [ASSASSIN]),
        ("The Prince as soon as their Princess is gone", [(0, AMBASSADOR), (1, PRINCESS)], [PRINCE]),
    ],
)  # fmt: skip
def test_a_rule_of_thumb_does_what_it_says(
    habits: ModuleType, found: Any, rule: str, laid: list[tuple[int, int]], cards: list[int] | None
) -> None:
    """None: the rule has nothing to say there, and perfect play goes on."""
    if cards is None:
        assert chosen(habits, found, rule, laid) == chosen(habits, found, "Open with the Spy", laid)
    else:
        assert chosen(habits, found, rule, laid) == cards


def test_the_prince_is_kept_while_they_hold_the_princess(habits: ModuleType, found: Any) -> None:
    perfect = chosen(habits, found, "Open with the Spy", [(0, ASSASSIN), (1, ASSASSIN)])
    assert PRINCE in perfect
    kept = chosen(habits, found, "No Prince while they hold the Princess", [(0, ASSASSIN), (1, ASSASSIN)])
    assert kept == [card for card in perfect if card != PRINCE]
    free = [(0, AMBASSADOR), (1, PRINCESS)]
    assert PRINCE in chosen(habits, found, "No Prince while they hold the Princess", free)
