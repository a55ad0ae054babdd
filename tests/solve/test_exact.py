"""Exact solutions: what they are worth, what they say of a position, and what is kept of them."""

from pathlib import Path

import numpy as np
import pytest

import rumpus
from rumpus.core.errors import NotSolvable
from rumpus.core.fingerprint import fingerprint
from rumpus.core.game import Game
from rumpus.core.kernel import compiled
from rumpus.core.rules import CHANCE
from rumpus.core.view import acting_seats, legal_numbers, numbers
from rumpus.solve import solution
from rumpus.solve.exact import Search, empty_table, surest
from rumpus.solve.matrix import solve_matrix
from rumpus.solve.solution import Solution, keep, kept_file, kept_solution, scaled, solve, solved
from tests.core import highcard
from tests.poker import kuhn
from tests.waiting import but_the_first

LATE = {
    "hand": {"yargs": {"prince": 1, "spy": 1, "assassin": 1}, "applewoods": {"princess": 1, "wizard": 1, "general": 1}}
}
"""Three cards each; the rest has been fought."""


@pytest.fixture(scope="module")
def rats() -> Game:
    return rumpus.game("braverats")


@pytest.fixture(scope="module")
def whole(rats: Game) -> Solution:
    return solve(rats)


def late_state(game: Game, scores: dict[str, int]) -> object:
    """A position of the last three rounds, made by hand: who fought before does not matter to a solution."""
    state = game.fresh_state()
    state.hand[:] = 0
    state.hand[0, [7, 2, 3]] = 1
    state.hand[1, [1, 5, 6]] = 1
    state.rounds = 5
    state.victories[:] = [scores["yargs"], scores["applewoods"]]
    return state


def by_recursion(game: Game, state: object) -> float:
    """The value of a position, in plain Python and by another solver of matrix games."""
    acting = sorted(acting_seats(game, state))
    if not acting:
        places = numbers(game, state, "places")
        return float(np.sign(places[1] - places[0]))
    assert CHANCE not in acting
    choices = [legal_numbers(game, state, seat) if seat in acting else [None] for seat in (0, 1)]
    table = np.zeros((len(choices[0]), len(choices[1])))
    for row, mine in enumerate(choices[0]):
        for column, theirs in enumerate(choices[1]):
            after = state.copy()  # type: ignore[attr-defined]
            for seat, action in ((0, mine), (1, theirs)):
                if action is not None:
                    game.rules.apply(game.box, after, seat, action)
            table[row, column] = by_recursion(game, after)
    return solve_matrix(table, "plain").value


# Values -----------------------------------------------------------------------------------------------------------


def test_the_game_is_even_and_has_so_many_positions(whole: Solution) -> None:
    assert abs(whole.value) < 1e-9
    assert whole.positions == 835_117


@pytest.mark.parametrize(
    "switches",
    [{"fast_rat": True}, {"princess_attack": True}, {"musician_cancels": True}, {"out_of_cards": "most_victories"}],
)
def test_symmetric_rules_are_even(switches: dict[str, object]) -> None:
    assert abs(solve(rumpus.game("braverats", switches=switches)).value) < 1e-9


@pytest.mark.parametrize("scores", [(0, 0), (3, 2), (1, 3), (2, 2)])
def test_a_late_position_is_worth_what_a_plain_recursion_says(
    rats: Game, whole: Solution, scores: tuple[int, int]
) -> None:
    state = late_state(rats, {"yargs": scores[0], "applewoods": scores[1]})
    assert whole.at(state).value == pytest.approx(by_recursion(rats, state), abs=1e-12)


def test_plain_python_finds_the_same_as_machine_code(rats: Game) -> None:
    found = []
    for mode in ("plain", "compiled"):
        search = Search(rats, empty_table(1 << 12), mode)
        search.begin(late_state(rats, {"yargs": 1, "applewoods": 1}))
        while search.go_on(7):
            pass
        found.append((float(search.work.value), int(search.work.known), search.table.tobytes()))
    assert found[0] == found[1]


def test_mirrored_positions_are_worth_the_opposite(rats: Game, whole: Solution) -> None:
    state = late_state(rats, {"yargs": 1, "applewoods": 2})
    mirror = state.copy()  # type: ignore[attr-defined]
    mirror.hand[:], mirror.victories[:] = mirror.hand[::-1].copy(), mirror.victories[::-1].copy()
    assert whole.at(mirror).value == pytest.approx(-whole.at(state).value, abs=1e-12)


# A position -------------------------------------------------------------------------------------------------------


def test_a_moment_is_a_matrix_game_with_perfect_mixes(rats: Game, whole: Solution) -> None:
    moment = whole.at(rats.fresh_state())
    assert moment.payoff.shape == (8, 8)
    assert moment.actions == (tuple(range(8)),) * 2
    assert moment.payoff == pytest.approx(-moment.payoff.T, abs=1e-9)
    for seat in (0, 1):
        assert moment.mixes[seat].sum() == pytest.approx(1)
        assert moment.worth(seat).max() == pytest.approx(0, abs=1e-9)
        assert moment.worth(seat) @ moment.mixes[seat] == pytest.approx(0, abs=1e-9)


def test_a_seat_that_sees_the_others_card_takes_the_best_answer(rats: Game, whole: Solution) -> None:
    match = rats.match()
    for seat, card in ((0, 2), (1, 4), (1, 7)):
        match.play(seat, card)
    moment = whole.at(match.state)
    assert moment.actions[1] == ()
    assert moment.value == 1
    assert moment.mixes[0][moment.actions[0].index(1)] == 1


def test_a_position_that_was_not_kept_is_worked_out(rats: Game, whole: Solution) -> None:
    state = late_state(rats, {"yargs": 1, "applewoods": 1})
    state.hand[0] = [0, 0, 0, 0, 0, 0, 2, 1]  # type: ignore[attr-defined]
    assert whole.at(state).value == pytest.approx(by_recursion(rats, state), abs=1e-12)


def test_mixes_in_bulk_are_those_of_each_position(rats: Game, whole: Solution) -> None:
    match, states = rats.match(), []
    for card in (7, 2, 4):
        states.append(match.state)
        match.play(0, card)
        match.play(1, card)
    table = np.array([state.item() for state in states], rats.rules.STATE)
    for mixes, state in zip(whole.mixes(table), states, strict=True):
        moment = whole.at(state)
        for seat in (0, 1):
            assert mixes[seat][list(moment.actions[seat])] == pytest.approx(moment.mixes[seat])


def test_the_opening_is_a_mix_over_all_that_chance_does_before_it(whole: Solution) -> None:
    assert whole.opening().sum() == pytest.approx(1)
    assert whole.opening(0) == pytest.approx(whole.opening(1), abs=1e-9)
    attacked = solve(rumpus.game("braverats", switches={"princess_attack": True}))
    assert attacked.opening(0).sum() == pytest.approx(1)
    assert attacked.opening(0) == pytest.approx(attacked.opening(1), abs=1e-9)


def test_the_surest_choice() -> None:
    payoff, rows, columns = np.array([[1.0, -1.0], [0.0, 0.0], [0.0, 5.0]]), np.zeros(3), np.zeros(2)
    assert surest(payoff, 1.0, rows) == 0
    assert rows.tolist() == [0, 0.5, 0.5]
    assert surest(payoff.T, -1.0, columns) == -1
    assert columns.tolist() == [1, 0]


# A series of games ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def emperor() -> Solution:
    return solve(rumpus.game("braverats", switches={"emperor": True, "fast_rat": True}))


@pytest.mark.slow
def test_a_series_is_solved_game_by_game(emperor: Solution) -> None:
    """Twenty games, two wins enough (§6.7): it is even, and one game ahead is worth about half of a win."""
    assert abs(emperor.value) < 1e-9
    assert len(emperor.stages) == 76
    assert emperor.positions == pytest.approx(354_573 * len(emperor.searches), rel=0.01)
    assert len(emperor.searches) < 20
    ahead = emperor.game.fresh_state()
    ahead.games, ahead.games_won[0] = 5, 1
    assert emperor.at(ahead).value == pytest.approx(0.5, abs=1e-6)


def test_mixes_in_bulk_come_from_the_game_of_the_series_each_position_is_in(emperor: Solution) -> None:
    states = np.array([emperor.game.fresh_state() for _ in range(4)])
    states["games"], states["games_won"][:, 0] = [0, 18, 19, 5], [0, 1, 1, 1]
    for state, mix in zip(states, emperor.mixes(states), strict=True):
        assert mix[0] == pytest.approx(emperor.at(state).mixes[0])


@pytest.mark.parametrize("won", but_the_first([(0, 0), (1, 0), (0, 1), (1, 1)]))
def test_the_last_game_of_a_series_is_worth_what_a_plain_recursion_says(
    emperor: Solution, won: tuple[int, int]
) -> None:
    state = late_state(emperor.game, {"yargs": 1, "applewoods": 2})
    state.games, state.games_won[:] = 19, won  # type: ignore[attr-defined]
    assert emperor.at(state).value == pytest.approx(by_recursion(emperor.game, state), abs=1e-9)


def test_a_game_of_a_series_differs_only_by_its_scale(emperor: Solution) -> None:
    """One all: whoever wins the game wins everything, as in a single game."""
    single = solve(rumpus.game("braverats", switches={"fast_rat": True}))
    state = emperor.game.fresh_state()
    state.games, state.games_won[:] = 2, 1
    assert emperor.at(state).payoff == pytest.approx(single.at(single.game.fresh_state()).payoff, abs=1e-9)


def test_a_kept_series_is_found_again(emperor: Solution, own_cache: Path) -> None:
    keep(emperor)
    again = kept_solution(emperor.game)
    assert again is not None
    assert (again.positions, again.stages) == (emperor.positions, emperor.stages)
    state = late_state(emperor.game, {"yargs": 1, "applewoods": 2})
    state.games, state.games_won[:] = 19, (1, 0)  # type: ignore[attr-defined]
    assert again.at(state).value == emperor.at(state).value


def test_results_on_another_scale() -> None:
    assert scaled({1: -1.0, 2: 0.0, 3: 1.0}, {1: 0.0, 2: 0.25, 3: 0.5}) == (0.25, 0.25)
    assert scaled({1: -1.0, 2: 0.0, 3: 1.0}, {1: 0.0, 2: 0.3, 3: 0.5}) is None
    assert scaled({1: -1.0, 3: 1.0}, {1: 0.5, 3: 0.0}) is None
    assert scaled({1: -1.0, 3: 1.0}, {1: 0.5, 2: 0.0}) is None
    assert scaled({1: 0.0, 3: 0.0}, {1: 0.5, 3: 0.5}) == (1.0, 0.5)


# What cannot be solved --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["lucky_draw", "draft"])
def test_hidden_hands_are_refused(name: str) -> None:
    with pytest.raises(NotSolvable, match="BraveRats cannot be solved with these switches: the seats hide more"):
        solve(rumpus.game("braverats", switches={name: True}))


@pytest.mark.slow
def test_poker_is_refused() -> None:
    with pytest.raises(NotSolvable, match="Kuhn poker cannot be solved with these switches"):
        solve(kuhn.GAME.open())


def test_more_than_two_seats_are_refused() -> None:
    with pytest.raises(NotSolvable, match="Only games of two can be solved exactly; Highest Card has 3 seats here"):
        solve(highcard.GAME.open(seats=3))


def test_too_many_positions_are_refused(rats: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution, "MOST_POSITIONS", 1000)
    with pytest.raises(NotSolvable, match="BraveRats has too many positions here: more than 1,000"):
        solve(rats)


@pytest.mark.slow
def test_a_series_of_large_games_is_refused_early(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    with pytest.raises(NotSolvable, match="too many positions"):
        solve(
            rumpus.game("braverats", switches={"emperor": True, "traitor": True}), lambda known, _: told.append(known)
        )
    assert max(told) < solution.MOST_POSITIONS / 4


def test_progress_is_told_and_grows(rats: Game) -> None:
    told: list[tuple[int, float]] = []
    solve(rats, lambda known, share: told.append((known, share)))
    assert told == sorted(told)
    assert 0 <= told[0][1] < 0.5 < told[-1][1] <= 1


# What is kept -----------------------------------------------------------------------------------------------------


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RUMPUS_CACHE", str(tmp_path))
    return tmp_path


def test_a_kept_solution_is_found_again(rats: Game, whole: Solution, own_cache: Path) -> None:
    assert kept_solution(rats) is None
    file = keep(whole)
    assert file == kept_file(rats)
    assert file.is_relative_to(own_cache)
    assert file.stat().st_size < 10_000_000
    again = kept_solution(rats)
    assert again is not None
    assert (again.value, again.positions, again.seconds) == (whole.value, whole.positions, whole.seconds)
    state = late_state(rats, {"yargs": 1, "applewoods": 1})
    assert again.at(state).value == whole.at(state).value
    assert again.opening().tolist() == whole.opening().tolist()


def test_a_broken_file_is_solved_again(rats: Game, own_cache: Path) -> None:
    file = kept_file(rats)
    file.parent.mkdir(parents=True)
    file.write_bytes(b"PK\x03\x04 not really")
    assert kept_solution(rats) is None
    file.write_bytes(b"")
    assert kept_solution(rats) is None


@pytest.mark.parametrize("place", [10, 11, 8])
def test_a_file_with_a_bit_flipped_in_its_list_is_no_solution(place: int, rats: Game, own_cache: Path) -> None:
    """The list at the end of the archive says how each part is packed (10, 11) and whether it is locked (8)."""
    file = keep(solve(rats))
    found = bytearray(file.read_bytes())
    found[found.index(b"PK\x01\x02") + place] ^= 1
    file.write_bytes(found)
    assert kept_solution(rats) is None


def test_other_cards_and_switches_are_kept_apart(rats: Game) -> None:
    others = [
        rumpus.game("braverats", switches={"fast_rat": True}),
        rumpus.game("braverats", box={"cards": {"spy": {"strength": 3}}}),
    ]
    assert len({kept_file(game) for game in (rats, *others)}) == 3


def test_a_solution_is_found_once_in_a_process(rats: Game, own_cache: Path) -> None:
    assert solved(rats) is solved(rumpus.game("braverats"))


# Fingerprints -----------------------------------------------------------------------------------------------------


def test_fingerprints_are_the_same_in_both_modes_and_differ_between_tables(rats: Game) -> None:
    table = np.zeros(200, rats.rules.STATE)
    luck = np.random.default_rng(1)
    table.view(np.int8)[:] = luck.integers(-128, 128, table.nbytes)
    with np.errstate(over="ignore"):
        plain = [int(fingerprint(one)) for one in table]
    assert plain == [int(compiled(fingerprint)(one)) for one in table]
    assert len(set(plain)) == 200


def test_one_bit_anywhere_changes_about_half_of_a_fingerprint(rats: Game) -> None:
    table = np.zeros(1, rats.rules.STATE)
    with np.errstate(over="ignore"):
        first = int(fingerprint(table[0]))
        changed = []
        for byte in range(table.nbytes):
            for bit in range(8):
                table.view(np.uint8)[byte] ^= 1 << bit
                changed.append((int(fingerprint(table[0])) ^ first) & (2**64 - 1))
                table.view(np.uint8)[byte] ^= 1 << bit
    counts = [number.bit_count() for number in changed]
    assert len(set(changed)) == len(changed)
    assert 24 < np.mean(counts) < 40
    assert min(counts) >= 4
