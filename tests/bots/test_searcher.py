"""Bots that search: the same answers for the same seed, mixes where they are due, limits that hold."""

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import numpy as np
import pytest

import rumpus
from rumpus.bots import LEVELS, Plan, Searcher, bot
from rumpus.bots.advice import Advice
from rumpus.bots.search import BEGINNING, PATH, think
from rumpus.bots.searcher import MEMORY, Tree, Until, memory_of, next_slice, pure, without_noise
from rumpus.core import kernel
from rumpus.core.errors import WrongBot
from rumpus.core.game import Game
from rumpus.core.kernel import PLAIN, compiled, runnable
from rumpus.core.rng import generator
from rumpus.core.view import View
from tests.poker import kuhn, leduc

PRINCE, PRINCESS, SPY = 7, 1, 2


@pytest.fixture(scope="module")
def rats() -> Game:
    return rumpus.game("braverats")


def searcher(iterations: int, **more: bool | int) -> Searcher:
    return Searcher("search", Plan(iterations, **more))  # type: ignore[arg-type]


def advice(game: Game, seat: int, iterations: int, seed: int = 1, **more: bool | int) -> Advice:
    return searcher(iterations, **more).advise(game.match(seed=1).view(seat), generator(seed))


# The same answers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flat", [False, True])
def test_the_same_seed_and_iterations_give_the_same_answer_and_another_seed_another(rats: Game, flat: bool) -> None:
    one, same, other = (advice(rats, 0, 400, seed, flat=flat) for seed in (1, 1, 2))
    assert one.worth.tolist() == same.worth.tolist()
    assert one.mix.tolist() == same.mix.tolist()
    assert one.worth.tolist() != other.worth.tolist()


@pytest.mark.parametrize("switches", [{}, {"lucky_draw": True}, {"draft": True}])
@pytest.mark.parametrize("flat", [False, True])
def test_plain_python_and_machine_code_grow_the_same_tree(switches: dict[str, bool], flat: bool) -> None:
    game = rumpus.game("braverats", switches=switches)
    match = game.match(seed=3)
    view = match.view(min(match.acting))
    trees = [Tree(view, Plan(flat=flat), generator(9), None) for _ in range(2)]
    with np.errstate(over="ignore"):
        think(trees[0].box, trees[0].work, 60)
    compiled(think)(trees[1].box, trees[1].work, 60)
    plain, code = (tree.work for tree in trees)
    assert plain.used == code.used > 0
    for part in ("tree", "slots", "count", "total", "rng", "root", "reward"):
        assert plain[part].tobytes() == code[part].tobytes(), part


def test_the_answer_does_not_depend_on_how_the_iterations_are_sliced(rats: Game) -> None:
    view = rats.match(seed=1).view(0)
    whole, sliced = (Tree(view, Plan(), generator(5), None) for _ in range(2))
    compiled(think)(whole.box, whole.work, 300)
    for number in (1, 99, 200):
        compiled(think)(sliced.box, sliced.work, number)
    assert whole.root.tobytes() == sliced.root.tobytes()


def test_several_trees_share_the_iterations_out_and_give_the_same_answer_again(rats: Game) -> None:
    one, same = (advice(rats, 0, 501, trees=3) for _ in range(2))
    assert one.mix.tolist() == same.mix.tolist()
    assert Plan(501, trees=3).shares(8) == [167, 167, 167]
    assert Plan(500, trees=3).shares(8) == [167, 167, 166]
    assert Plan(per_action=5).shares(8) == [40]
    assert Plan(milliseconds=5, trees=2).shares(8) == [None, None]


# What comes out ---------------------------------------------------------------------------------------------------


def test_choices_made_at_once_are_mixed_and_a_mix_adds_up(rats: Game) -> None:
    found = advice(rats, 0, 3000)
    assert found.mix.sum() == pytest.approx(1)
    assert (found.mix > 0.05).sum() >= 3
    assert found.actions == tuple(range(8))


def test_a_card_that_was_shown_is_answered_with_the_best_card() -> None:
    """The Applewoods show the Prince to a Spy (§3.3); the Princess takes him and wins the game (§3.2)."""
    match = rumpus.game("braverats").match(seed=1)
    for seat, card in ((0, SPY), (1, 4), (1, PRINCE)):
        match.play(seat, card)
    for name in ("greedy", "montecarlo", "ismcts:3", "ismcts:4"):
        found = bot(name).advise(match.view(0), generator(1))  # type: ignore[attr-defined]
        assert found.worth[found.actions.index(PRINCESS)] == 1
        share = found.mix[found.actions.index(PRINCESS)]
        assert share > 0 if name == "greedy" else share == 1


@pytest.mark.slow
def test_who_chooses_second_but_unseen_mixes_as_if_nobody_had_chosen(rats: Game) -> None:
    match = rats.match(seed=1)
    before = searcher(500).advise(match.view(1), generator(1))
    match.play(0, 5)
    after = searcher(500).advise(match.view(1), generator(1))
    assert before.mix.tolist() == after.mix.tolist()


def test_a_hidden_card_of_the_other_makes_no_difference() -> None:
    game = leduc.GAME.open()
    matches = []
    for other in (0, 1, 2):
        match = game.match(by_hand=True)
        match.play(-1, 1)
        match.play(-1, other)
        matches.append(match)
    found = [searcher(2000).advise(match.view(0), generator(4)).worth.tolist() for match in matches]
    assert found[0] == found[1] == found[2]


def test_the_best_card_of_kuhn_poker_always_calls() -> None:
    game = kuhn.GAME.open()
    match = game.match(by_hand=True)
    for outcome in (1, 2):
        match.play(-1, outcome)
    match.play(0, kuhn.rules.BET)
    found = searcher(300).advise(match.view(1), generator(1))
    assert found.worth.tolist() == [-1, 1]
    assert found.mix.tolist() == [0, 1]


def test_one_legal_action_is_taken_without_a_search(rats: Game) -> None:
    match = rats.match(seed=1)
    rng = generator(2)
    while len(match.legal(0)) > 1 and not match.over:
        for seat in sorted(match.acting):
            match.play(seat, match.legal(seat)[-1].number)
    if not match.over:
        assert searcher(10**9).choose(match.view(0), rng) == match.legal(0)[0].number


def test_who_knows_nothing_says_so(rats: Game) -> None:
    found = bot("ismcts:1").advise(rats.match(seed=1).view(0), generator(1))  # type: ignore[attr-defined]
    assert found.mix.tolist() == [1 / 8] * 8
    assert found.error.tolist() == [1.0] * 8


def test_errors_shrink_with_the_number_of_games(rats: Game) -> None:
    few, many = advice(rats, 0, 80, flat=True), advice(rats, 0, 8000, flat=True)
    assert (many.error < few.error).all()
    assert many.error == pytest.approx(2 * np.sqrt(0.25 / 1000), rel=0.1)


def test_errors_are_numbers_after_very_many_games(rats: Game) -> None:
    match = rats.match(seed=1)
    for seat, card in ((0, SPY), (1, 4), (1, PRINCE)):
        match.play(seat, card)
    assert searcher(60_000).advise(match.view(0), generator(1)).error.max() < 1.1


def test_flat_search_tries_every_action_as_often(rats: Game) -> None:
    tree = Tree(rats.match(seed=1).view(0), Plan(flat=True), generator(1), None)
    compiled(think)(tree.box, tree.work, 800)
    assert tree.root.count.tolist() == [100] * 8
    assert tree.work.used <= 2


# Limits -----------------------------------------------------------------------------------------------------------


def test_a_clock_is_kept(rats: Game) -> None:
    """No test of speed: a bot that is asked for a fifth of a second must not take a whole one."""
    timed = Searcher("timed", Plan(milliseconds=200))
    timed.prepare(rats)
    view = rats.match(seed=1).view(0)
    start = perf_counter()
    timed.advise(view, generator(1))
    assert 0.19 < perf_counter() - start < 1.2


def test_a_full_tree_goes_on_learning(rats: Game) -> None:
    tree = Tree(rats.match(seed=1).view(0), Plan(), generator(1), None)
    compiled(think)(tree.box, tree.work, 0)
    tree.work.used = len(tree.work.tree) - 2
    compiled(think)(tree.box, tree.work, 500)
    assert tree.work.used == len(tree.work.tree)
    assert tree.root.visits == 500


def test_memory_that_is_used_again_is_empty(rats: Game) -> None:
    """A search in used memory finds what it finds in fresh memory."""
    view = rats.match(seed=1).view(0)
    fresh, used = (Tree(view, Plan(), generator(5), None) for _ in range(2))
    compiled(think)(used.box, used.work, 700)
    used.work.root, used.work.rng[:] = BEGINNING, generator(5)
    for tree in (fresh, used):
        compiled(think)(tree.box, tree.work, 300)
    for part in ("tree", "slots", "count", "total", "used", "root"):
        assert fresh.work[part].tobytes() == used.work[part].tobytes(), part


def test_searches_at_the_same_time_have_memory_of_their_own(rats: Game) -> None:
    view = rats.match(seed=1).view(0)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda seed: searcher(2000).advise(view, generator(seed)).mix.tolist(), [1, 2] * 6))
    assert found == found[:2] * 6


def test_a_tree_has_a_bound_on_its_memory(rats: Game) -> None:
    for game in (rats, kuhn.GAME.open()):
        assert memory_of(game.rules, game.seats).itemsize < 1.5 * MEMORY


def test_a_game_longer_than_the_path_is_played_out(rats: Game) -> None:
    match = rumpus.game("braverats", switches={"emperor": True}).match(seed=1)
    tree = Tree(match.view(0), Plan(), generator(1), None)
    compiled(think)(tree.box, tree.work, 2000)
    assert tree.root.visits == 2000
    assert tree.work.depth <= PATH


def test_slices_follow_the_clock() -> None:
    assert next_slice(100, 0.001, 10.0) == 400
    assert next_slice(100, 0.1, 10.0) == 4
    assert next_slice(100, 0.0000001, 10.0) == 1600
    assert next_slice(100, 0.001, 0.0) == 1


@pytest.mark.parametrize(
    ("plan", "made", "wanted", "end"),
    [
        (Plan(30, 1000.0), 0, 30, 101.0),
        (Plan(30, 1000.0, patience=3000.0), 9, 30, 103.0),
        (Plan(30, 1000.0, patience=3000.0), 10, 30, 101.0),
        (Plan(milliseconds=1000.0, patience=3000.0), 0, None, 101.0),
        (Plan(30, 5000.0, patience=3000.0), 0, 30, 105.0),
        (Plan(30, patience=3000.0), 0, 30, np.inf),
    ],
)
def test_a_patient_search_goes_on_beyond_its_clock_to_a_third_of_its_games(
    rats: Game, plan: Plan, made: int, wanted: int | None, end: float
) -> None:
    tree = Tree(rats.match(seed=1).view(0), plan, np.zeros(4, np.int64), wanted)
    tree.made = made
    assert Until.begun(plan, 100.0).end(tree) == end


def test_a_search_says_how_many_games_it_played_and_how_many_were_wanted(rats: Game) -> None:
    view = rats.match(seed=1).view(0)
    whole, cut = (Searcher("x", plan).advise(view, generator(1)) for plan in (Plan(300), Plan(10**9, 1.0)))
    assert (whole.made, whole.wanted) == (300, 300)
    assert 0 < cut.made < cut.wanted == 10**9


# While a compiler works -------------------------------------------------------------------------------------------


def test_the_first_answer_comes_from_plain_python_while_machine_code_is_made(
    rats: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(kernel, "_ready", set())
    monkeypatch.setattr(kernel, "_begun", set())
    monkeypatch.setattr(kernel, "_make_ready_beside", lambda function, args: asked.append(function))
    start = perf_counter()
    first = Searcher("timed", Plan(40, milliseconds=2000)).advise(rats.match(seed=1).view(0), generator(1))
    assert perf_counter() - start < 4
    assert asked == [think]
    assert first.mix.tolist() == advice(rats, 0, 40).mix.tolist()


def test_plain_mode_needs_no_compiler(rats: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled_answer = advice(rats, 0, 30)
    monkeypatch.setattr(kernel, "_mode", PLAIN)
    assert runnable(think) is think
    assert advice(rats, 0, 30).mix.tolist() == compiled_answer.mix.tolist()


# Names ------------------------------------------------------------------------------------------------------------


def test_levels_think_longer_and_longer() -> None:
    iterations = [plan.iterations or 0 for plan in LEVELS.values()]
    assert list(LEVELS) == [1, 2, 3, 4, 5]
    assert iterations == sorted(set(iterations))
    assert bot("ismcts:4").plan == LEVELS[4]  # type: ignore[attr-defined]
    assert bot("ismcts:250ms").plan == Plan(milliseconds=250)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["ismcts:6", "ismcts:0", "ismcts:", "ismcts:x", "greedy:2", "ismcts:5ms:2"])
def test_a_level_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(WrongBot, match="There is no"):
        bot(name)


def test_noise_is_dropped_and_the_best_are_equal() -> None:
    assert without_noise(np.array([6.0, 3.0, 0.5, 0.5])).tolist() == [6 / 9, 3 / 9, 0, 0]
    assert pure(np.array([1.0, 3.0, 3.0])).tolist() == [0, 0.5, 0.5]


def test_advice_is_drawn_as_likely_as_it_says() -> None:
    made = Advice((3, 5), np.array([0.25, 0.75]), np.array([0.0, 1.0]), np.zeros(2))
    rng = generator(1)
    drawn = [made.draw(rng) for _ in range(4000)]
    assert made.value == 0.75
    assert drawn.count(3) == pytest.approx(1000, abs=4 * np.sqrt(4000 * 3 / 16))


def test_a_bot_is_shown_a_view_and_nothing_else(rats: Game) -> None:
    view = rats.match(seed=1).view(0)
    assert view.asked is view.state
    assert set(vars(view)) == {"game", "seat", "desk", "state", "asked"}
    assert view.desk.record().tobytes() == view.state.tobytes()
    assert isinstance(view, View)
