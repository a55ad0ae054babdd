"""Best responses: the solver's strategies cannot be beaten, and what is said to beat others does."""

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rumpus
from rumpus.bots import play_game
from rumpus.bots.uniform import Uniform
from rumpus.core.errors import NotSolvable, RumpusError, WrongPosition
from rumpus.core.game import Game
from rumpus.core.kernel import COMPILED, PLAIN, runnable
from rumpus.core.record import NONE
from rumpus.core.rng import generator
from rumpus.core.rules import CHANCE, State
from rumpus.core.view import Bot, View, acting_seats, chance_weights, legal_numbers, numbers
from rumpus.solve.positions import (
    ENDED,
    NEW,
    SEATS,
    Floats,
    Graph,
    Positions,
    enumerate_positions,
    put_in_order,
)
from rumpus.solve.response import Response, best_response, check_mixes, expected_result, exploitability, uniform
from rumpus.solve.solution import Solution, keep, kept_solution, solve
from tests.conformance.walking import after, mask_of
from tests.core import highcard
from tests.core.playing import played
from tests.waiting import but_the_first

SPY = 2
SWITCHES: tuple[dict[str, Any], ...] = (
    {"fast_rat": True},
    {"princess_attack": True},
    {"musician_cancels": True},
    {"out_of_cards": "most_victories"},
)
each_mode = pytest.mark.parametrize("mode", [PLAIN, COMPILED])


@cache
def rats(**switches: Any) -> Game:
    return rumpus.game("braverats", switches=switches)


@cache
def all_positions() -> Positions:
    return enumerate_positions(rats())


def policy_of(solution: Solution, positions: Positions) -> Floats:
    mixes, asked = np.zeros(positions.graph.options.shape), positions.chooses.any(axis=1)
    mixes[asked] = solution.mixes(positions.states[asked])
    return mixes


def lowest(positions: Positions) -> Floats:
    """Always the action with the lowest number."""
    mixes = np.zeros(positions.graph.options.shape)
    for seat in range(SEATS):
        chosen = np.flatnonzero(positions.chooses[:, seat])
        mixes[chosen, seat, np.argmax(positions.graph.options[chosen, seat], axis=1)] = 1.0
    return mixes


def random_policy(positions: Positions, seed: int) -> Floats:
    draws = np.random.default_rng(seed).exponential(size=positions.graph.options.shape)
    mixes: Floats = draws * uniform(positions)
    return mixes / np.maximum(mixes.sum(axis=2, keepdims=True), 1e-300)


def late(seed: int, cards: int = 3) -> State:
    """A position with so many cards left to each, whatever happened before: a close score, bonuses, perhaps a spy."""
    rng, state = np.random.default_rng(seed), rats().fresh_state()
    state.hand[:] = 0
    for seat in range(SEATS):
        state.hand[seat, rng.permutation(8)[:cards]] = 1
    state.rounds = 8 - cards
    state.victories[:], state.bonus[:] = rng.integers(0, 3, SEATS), rng.integers(0, 2, SEATS)
    state.spied = rng.integers(NONE, SEATS)
    return state


LATE = [(seed, mode) for seed in range(4) for mode in (PLAIN, COMPILED)]


# The solver's strategies ------------------------------------------------------------------------------------------


def test_the_stored_solution_cannot_be_beaten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = solve(rats())
    with monkeypatch.context() as patched:
        patched.setenv("RUMPUS_CACHE", str(tmp_path))
        keep(found)
        stored = kept_solution(rats())
    assert stored is not None
    mixes = policy_of(stored, all_positions())
    assert len(all_positions()) == found.positions
    assert 0 <= exploitability(all_positions(), mixes) < 1e-9
    assert expected_result(all_positions(), mixes, mixes) == pytest.approx(found.value, abs=1e-9)


@pytest.mark.parametrize("switches", but_the_first(SWITCHES), ids=lambda switches: next(iter(switches)))
def test_solutions_of_variations_cannot_be_beaten(switches: dict[str, Any]) -> None:
    found, positions = solve(rats(**switches)), enumerate_positions(rats(**switches))
    mixes = policy_of(found, positions)
    assert len(positions) == found.positions
    assert exploitability(positions, mixes) < 1e-9
    assert exploitability(positions, uniform(positions)) > 0.5


@pytest.mark.slow
def test_a_solution_that_is_bent_a_little_can_be_beaten_a_little() -> None:
    """A wrong strategy would be found out: in one position of the whole game it plays as at random."""
    mixes = policy_of(solve(rats()), all_positions())
    mixes[0] = uniform(all_positions())[0]
    assert 1e-3 < exploitability(all_positions(), mixes) < 0.5


def test_nothing_of_the_solver_is_used() -> None:
    program = "import sys, rumpus.solve.response; print(*(name for name in sys.modules if 'rumpus.solve.' in name))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"rumpus.solve.positions", "rumpus.solve.response"}


# The same by trying everything ------------------------------------------------------------------------------------


def by_recursion(state: State, responder: int, lowest_only: bool) -> float:
    """What the responder gets, in plain Python, from rules alone; the other chooses at random, or its lowest card."""
    game, acting = rats(), acting_seats(rats(), state)
    if not acting:
        places = numbers(game, state, "places")
        return float(np.sign(places[1 - responder] - places[responder]))
    other = 1 - responder
    theirs = sorted(legal_numbers(game, state, other)) if other in acting else [NONE]
    theirs = theirs[:1] if lowest_only else theirs
    gains = []
    for mine in legal_numbers(game, state, responder) if responder in acting else [NONE]:
        results = []
        for answer in theirs:
            then = state
            for seat, action in ((responder, mine), (other, answer)):
                then = then if action == NONE else after(game, then, seat, action)
            results.append(by_recursion(then, responder, lowest_only))
        gains.append(np.mean(results))
    return float(max(gains))


@pytest.mark.parametrize(("seed", "mode"), LATE)
def test_best_responses_are_those_found_by_trying_everything(seed: int, mode: str) -> None:
    start = late(seed)
    positions = enumerate_positions(rats(), start, mode=mode)
    for seat in range(SEATS):
        for mixes, is_lowest in ((uniform(positions), False), (lowest(positions), True)):
            expected = by_recursion(start, 1 - seat, is_lowest)
            assert best_response(positions, mixes, seat, mode).value == pytest.approx(expected, abs=1e-12)


def test_some_of_these_positions_have_spies() -> None:
    """So that one seat chooses after the other there, too."""
    who = [enumerate_positions(rats(), late(seed), mode=PLAIN).graph.who for seed in range(4)]
    assert min(map(len, who)) > 30
    assert {1, 2, 3} <= set(np.concatenate(who).tolist())


def test_plain_python_and_machine_code_list_the_same_positions() -> None:
    plain, compiled = (enumerate_positions(rats(), late(1, 4), mode=mode) for mode in (PLAIN, COMPILED))
    assert len(plain) > 300
    assert plain.states.tobytes() == compiled.states.tobytes()
    for name in Graph._fields:
        assert np.array_equal(getattr(plain.graph, name), getattr(compiled.graph, name))
    assert np.array_equal(plain.order, compiled.order)


@pytest.mark.parametrize("seed", range(3))
def test_no_other_policy_does_better_than_a_best_response(seed: int) -> None:
    positions = enumerate_positions(rats(), late(seed, 4))
    known = random_policy(positions, seed)
    for seat in range(SEATS):
        response, sign = best_response(positions, known, seat), 2 * seat - 1
        assert _against(known, response.mixes, seat, positions) * sign == pytest.approx(response.value, abs=1e-12)
        others = [_against(known, random_policy(positions, 10 + n), seat, positions) * sign for n in range(5)]
        assert max(others) < response.value


def _against(known: Floats, other: Floats, seat: int, positions: Positions) -> float:
    return expected_result(positions, *((known, other) if seat == 0 else (other, known)))


# The whole game ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_random_play_loses_to_its_best_response_by_as_much_as_is_said() -> None:
    positions, games = all_positions(), 1500
    for seat in range(SEATS):
        response = best_response(positions, uniform(positions), seat)
        bots: list[Bot] = [Uniform(), response] if seat == 0 else [response, Uniform()]
        rngs = (generator(number) for number in range(games))
        places = np.array([play_game(rats(), bots, rng, [rng, rng]).places for rng in rngs])
        results = np.sign(places[:, seat] - places[:, 1 - seat])
        assert results.mean() == pytest.approx(response.value, abs=4 * results.std() / games**0.5)
        assert response.value > 0.8


def test_who_always_plays_the_lowest_card_always_loses() -> None:
    positions = all_positions()
    assert exploitability(positions, lowest(positions)) == 1.0


def test_the_first_choice_against_random_play_is_the_one_that_gets_most() -> None:
    positions = all_positions()
    response = best_response(positions, uniform(positions), 0)
    (first,) = response.first_choices(uniform(positions))
    assert (first.position, first.odds) == (0, 1.0)
    assert set(first.gains) == set(legal_numbers(rats(), rats().fresh_state(), 1))
    assert max(first.gains, key=lambda action: first.gains[action]) == response.actions[0] == SPY
    assert first.gains[SPY] == pytest.approx(response.value)


def test_where_chance_begins_there_are_several_first_choices() -> None:
    positions = enumerate_positions(rats(princess_attack=True))
    response = best_response(positions, uniform(positions), 1)
    firsts = response.first_choices(uniform(positions))
    assert [first.odds for first in firsts] == [0.5, 0.5]
    assert np.mean([max(first.gains.values()) for first in firsts]) == pytest.approx(response.value)


def test_every_position_has_its_own_number() -> None:
    positions = enumerate_positions(rats(), late(2))
    assert [positions.number(state) for state in positions.states] == list(range(len(positions)))
    assert len({state.tobytes() for state in positions.states}) == len(positions)
    with pytest.raises(WrongPosition, match="cannot be reached"):
        positions.number(rats().fresh_state())


def test_options_are_what_is_legal() -> None:
    positions = enumerate_positions(rats(), late(3), mode=PLAIN)
    for number, state in enumerate(positions.states):
        acting = acting_seats(rats(), state)
        assert set(np.flatnonzero(positions.chooses[number]).tolist()) == acting
        for seat in acting:
            assert positions.graph.options[number, seat].tolist() == mask_of(rats(), state, seat).tolist()


@each_mode
def test_outcomes_of_chance_have_their_weights(mode: str) -> None:
    """Traitor, with hands in which a card is there twice."""
    game = rats(traitor=True)
    start = game.fresh_state()
    start.hand[:], start.rounds = 0, 5
    start.hand[0, [0, SPY]], start.hand[1, [1, 7]] = [2, 1], [1, 2]
    positions = enumerate_positions(game, start, mode=mode)
    by_chance = np.flatnonzero(positions.graph.who == CHANCE)
    assert len(by_chance) == 1 + 2
    for number in by_chance:
        weights = chance_weights(game, positions.states[number])
        edges = slice(*positions.graph.first[number : number + 2])
        assert positions.graph.weights[edges].tolist() == weights[weights > 0].tolist()
        assert set(weights[weights > 0]) == {1, 2}


def test_progress_is_told_from_the_first_positions_to_all() -> None:
    told: list[tuple[int, int]] = []
    positions = enumerate_positions(rats(), late(0, 7), progress=lambda done, known: told.append((done, known)))
    assert told == sorted(told)
    assert all(done < known <= len(positions) for done, known in told)
    assert len(told) > 1


# Games made by hand -----------------------------------------------------------------------------------------------


Node = tuple[int, list[int], list[int], list[float]]


def graph_of(*nodes: Node) -> Positions:
    """Positions from who acts, the numbers of options of both seats, children and weights."""
    options = np.zeros((len(nodes), SEATS, 3), np.int8)
    for number, (_, counts, _, _) in enumerate(nodes):
        for seat, count in enumerate(counts):
            options[number, seat, :count] = 1
    first = np.cumsum([0, *(len(children) for _, _, children, _ in nodes)])
    weights = [weight for _, _, children, given in nodes for weight in given or [0.0] * len(children)]
    children = np.array([child for node in nodes for child in node[2]], np.int32)
    graph = Graph(np.array([node[0] for node in nodes], np.int8), options, first, children, np.array(weights))
    states, order = np.zeros(len(nodes), rats().rules.STATE), np.zeros(len(nodes), np.int32)
    assert put_in_order(graph, order, order.copy(), np.full(len(nodes), NEW)) == len(nodes)
    return Positions(rats(), states, graph, order, np.zeros(1, np.int32))


WON, TIED, LOST = ENDED + 1, ENDED, ENDED - 1
"""For seat 0."""
PENNIES: Node = (3, [2, 2], [WON, LOST, LOST, WON], [])


def mix(*rows: tuple[list[float], list[float]]) -> Floats:
    return np.array([[row + [0.0] * (3 - len(row)) for row in pair] for pair in rows])


@each_mode
def test_matching_pennies(mode: str) -> None:
    positions = graph_of(PENNIES)
    assert exploitability(positions, mix(([0.5, 0.5], [0.5, 0.5])), mode) == 0.0
    biased = mix(([0.75, 0.25], [0.5, 0.5]))
    against_first, against_second = (best_response(positions, biased, seat, mode) for seat in range(SEATS))
    assert (against_first.value, int(against_first.actions[0])) == (0.5, 1)
    assert against_second.value == 0.0
    assert exploitability(positions, biased, mode) == 0.25
    assert expected_result(positions, biased, mix(([0.0, 0.0], [1.0, 0.0])), mode) == 0.5


@each_mode
def test_chance_counts_by_its_weights(mode: str) -> None:
    positions = graph_of((CHANCE, [0, 0], [WON, TIED, 1], [1.0, 2.0, 5.0]), PENNIES)
    pure = mix(([0.0], [0.0]), ([1.0, 0.0], [1.0, 0.0]))
    assert best_response(positions, pure, 1, mode).value == 1 / 8 + 5 / 8
    assert best_response(positions, pure, 0, mode).value == -1 / 8 + 5 / 8
    assert expected_result(positions, pure, pure, mode) == 1 / 8 + 5 / 8


@each_mode
def test_who_sees_the_others_choice_answers_each_of_them(mode: str) -> None:
    positions = graph_of((1, [2, 1], [1, 2], []), (2, [1, 2], [WON, LOST], []), (2, [1, 3], [WON, TIED, WON], []))
    first = mix(([0.25, 0.75], [0.0]), ([0.0], [0.0]), ([0.0], [0.0]))
    response = best_response(positions, first, 0, mode)
    assert response.value == 0.25
    assert response.actions.tolist() == [NONE, 1, 1]
    assert [(choice.position, choice.odds) for choice in response.first_choices(first)] == [(2, 0.75), (1, 0.25)]
    second = mix(([0.0], [0.0]), ([0.0], [1.0, 0.0]), ([0.0], [0.0, 1.0, 0.0]))
    assert best_response(positions, second, 1, mode).actions.tolist() == [0, NONE, NONE]
    assert best_response(positions, second, 1, mode).value == 1.0


def test_mixes_that_miss_one_by_rounding_count_as_one() -> None:
    positions = graph_of(PENNIES)
    short = mix(([1 - 1e-10, 0.0], [0.5, 0.5]))
    assert best_response(positions, short, 0).value == 1.0
    assert expected_result(positions, short, mix(([0.0], [1.0, 0.0]))) == 1.0


@each_mode
@pytest.mark.parametrize("seed", range(20))
def test_children_come_before_their_parents(seed: int, mode: str) -> None:
    """Whatever the order in which positions were found: here it is none that levels would give."""
    rng, length = np.random.default_rng(seed), 40
    rank = np.concatenate([[0], 1 + rng.permutation(length - 1)])
    after_it = [[int(other) for other in np.flatnonzero(rank > rank[number])] for number in range(length)]
    children = [[child for child in later if rng.random() < 0.2] for later in after_it]
    children[0] = list(range(1, length))
    order = ordered(children, mode)
    assert sorted(order) == list(range(length))
    assert all(order.index(child) < order.index(number) for number in range(length) for child in children[number])


@each_mode
def test_circles_are_noticed(mode: str) -> None:
    assert len(ordered([[1, ENDED], [2], [WON]], mode)) == 3
    assert len(ordered([[1], [2], [WON, 1]], mode)) < 3
    assert len(ordered([[0]], mode)) < 1


def ordered(children: list[list[int]], mode: str) -> list[int]:
    first = np.cumsum([0, *map(len, children)])
    graph = Graph(
        np.ones(len(children), np.int8), np.zeros((len(children), SEATS, 1), np.int8), first,
        np.array([child for below in children for child in below], np.int32), np.zeros(first[-1]),
    )  # fmt: skip
    order = np.zeros(len(children), np.int32)
    done = runnable(put_in_order, mode)(graph, order, order.copy(), np.full(len(children), NEW))
    found: list[int] = order[:done].tolist()
    return found


# What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("switch", ["lucky_draw", "draft"])
def test_hidden_hands_are_refused(switch: str) -> None:
    with pytest.raises(NotSolvable, match="hides things"):
        enumerate_positions(rats(**{switch: True}))


def test_a_card_face_down_is_hidden_too() -> None:
    with pytest.raises(NotSolvable, match="hides things"):
        enumerate_positions(rats(), after(rats(), rats().fresh_state(), 0, SPY), mode=PLAIN)


def test_more_than_two_seats_are_refused() -> None:
    with pytest.raises(NotSolvable, match="games of two only; Highest Card has 3 seats"):
        enumerate_positions(highcard.GAME.open(seats=3), mode=PLAIN)


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(NotSolvable, match="more than 20,000"):
        enumerate_positions(rats(), limit=20_000)


def test_a_game_that_is_over_is_refused() -> None:
    with pytest.raises(WrongPosition, match="over"):
        enumerate_positions(rats(), played(rats(), 1).state, mode=PLAIN)


@pytest.mark.parametrize(
    "wrong",
    [
        [0.6, 0.6, 0.0],
        [0.4, 0.4, 0.0],
        [1.5, -0.5, 0.0],
        [0.5, 0.0, 0.5],
        [np.nan, 1.0, 0.0],
        [0.0, 0.0, 0.0],
    ],
)
def test_what_is_no_mix_is_refused(wrong: list[float]) -> None:
    positions, mixes = graph_of(PENNIES), mix((wrong, [1.0, 0.0]))
    with pytest.raises(RumpusError, match="seat 0 in position 0 is no mix"):
        best_response(positions, mixes, 0)
    with pytest.raises(RumpusError, match="no mix"):
        expected_result(positions, mixes, mixes)
    check_mixes(positions, mixes, 1)


def test_a_table_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(RumpusError, match=r"shape \(1, 2, 3\), not \(1, 2, 2\)"):
        best_response(graph_of(PENNIES), np.full((1, 2, 2), 0.5), 0)


def test_a_best_response_sits_in_its_own_seat() -> None:
    positions = enumerate_positions(rats(), late(0))
    response: Response = best_response(positions, uniform(positions), 0)
    assert response.choose(View(rats(), positions.states[0], 1), generator(0)) == response.actions[0]
    with pytest.raises(RumpusError, match="for seat 1, not for seat 0"):
        response.choose(View(rats(), positions.states[0], 0), generator(0))
