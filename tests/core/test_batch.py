"""Batches: whole games by the thousand, the same whatever the number of threads."""

import itertools
import math
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rumpus
from rumpus.core import batch
from rumpus.core import game as games_module
from rumpus.core.batch import (
    ALONE,
    BLOCK,
    POINTS,
    SHARED,
    Results,
    count_game,
    in_threads,
    lowest_seat,
    random_action,
    streams,
)  # fmt: skip
from rumpus.core.errors import RumpusError, WrongMode
from rumpus.core.game import Game
from rumpus.core.rng import generator, weighted
from tests.core import highcard
from tests.core.playing import refused, tried

GAMES = 3 * BLOCK + 5
Everything = tuple[list[list[int]], int, int, int, bytes, bytes, bytes]


def everything(results: Results) -> Everything:
    """All that came out of a batch, to be compared."""
    kept = (results.places.tobytes(), results.points.tobytes(), results.lengths.tobytes())
    return results.tally.tolist(), results.decisions, results.chances, results.longest, *kept


@pytest.fixture(scope="module")
def one_thread() -> Results:
    return rumpus.game("braverats").random_games(GAMES, seed=1, threads=1)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "BLOCK", 7)


# The same seed, the same games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 3, None])
def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(
    game: Game, one_thread: Results, threads: int | None
) -> None:
    assert everything(game.random_games(GAMES, seed=1, threads=threads)) == everything(one_thread)


def test_another_seed_gives_other_games(game: Game, one_thread: Results) -> None:
    other = game.random_games(GAMES, seed=2, threads=1)
    assert other.tally.tolist() != one_thread.tally.tolist()
    assert other.lengths.tobytes() != one_thread.lengths.tobytes()


def test_every_block_has_games_of_its_own(one_thread: Results) -> None:
    blocks = [one_thread.lengths[start : start + BLOCK].tobytes() for start in range(0, 3 * BLOCK, BLOCK)]
    assert len(set(blocks)) == 3


def test_more_games_begin_with_the_same_ones(game: Game, one_thread: Results) -> None:
    fewer = game.random_games(BLOCK + 100, seed=1, threads=2)
    assert fewer.places.tolist() == one_thread.places[: BLOCK + 100].tolist()


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize(
    "switches", [{}, {"lucky_draw": True, "traitor": True, "emperor": True}], ids=["plain", "rich"]
)
def test_plain_mode_plays_the_same_games_as_machine_code(switches: dict[str, Any]) -> None:
    game = rumpus.game("braverats", switches=switches)
    plain, compiled = (game.random_games(25, seed=4, mode=mode, threads=2) for mode in ("plain", "compiled"))
    assert everything(plain) == everything(compiled)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("seats", [2, 4])
def test_another_game_is_played_by_the_same_loop(seats: int) -> None:
    game = highcard.GAME.open(seats=seats)
    plain, compiled = (game.random_games(60, seed=4, mode=mode, threads=2) for mode in ("plain", "compiled"))
    assert everything(plain) == everything(compiled)
    assert plain.lengths.tolist() == [seats] * 60
    assert plain.points.min() >= 1


def test_the_first_stream_of_a_seed_is_the_generator_of_that_seed() -> None:
    first = next(streams(9, "plain"))
    assert first.tolist() == generator(9).tolist()


@pytest.mark.parametrize("at_once", [1, 3, 64])
def test_streams_are_the_same_however_many_are_made_at_once(at_once: int) -> None:
    expected = [stream.tolist() for stream in itertools.islice(streams(5, "plain", 64), 5)]
    assert [stream.tolist() for stream in itertools.islice(streams(5, "plain", at_once), 5)] == expected
    assert len({tuple(stream) for stream in expected}) == 5


# What comes out ---------------------------------------------------------------------------------------------------


def test_the_arrays_agree_with_the_sums(one_thread: Results) -> None:
    places, points, lengths = one_thread.places, one_thread.points, one_thread.lengths
    assert places.shape == points.shape == (GAMES, 2)
    assert lengths.shape == (GAMES,)
    firsts = (places == 1).sum(axis=1)
    for seat in range(2):
        is_first = places[:, seat] == 1
        assert one_thread.tally[seat].tolist() == [
            (is_first & (firsts == 1)).sum(),
            (is_first & (firsts > 1)).sum(),
            points[:, seat].sum(),
        ]
        assert one_thread.win_rate[seat] == pytest.approx((is_first & (firsts == 1)).mean())
        assert one_thread.mean_points[seat] == pytest.approx(points[:, seat].mean())
    assert one_thread.tie_rate == pytest.approx((firsts > 1).mean())
    assert one_thread.decisions == lengths.sum()
    assert one_thread.longest == lengths.max()
    assert one_thread.mean_decisions == pytest.approx(lengths.mean())
    assert sum(one_thread.win_rate) + one_thread.tie_rate == pytest.approx(1)


def test_every_game_is_a_game_of_the_rules(one_thread: Results) -> None:
    assert {tuple(row) for row in one_thread.places.tolist()} == {(1, 1), (1, 2), (2, 1)}
    assert set(one_thread.lengths.tolist()) <= set(range(2, 17, 2))
    assert one_thread.points.min() >= 0


def test_random_play_has_the_values_that_were_worked_out_exactly() -> None:
    games = 200_000
    results = rumpus.game("braverats").random_games(games, seed=20261115)

    def error(rate: float) -> float:
        return 5 * math.sqrt(rate * (1 - rate) / games)

    assert results.win_rate == pytest.approx([0.4917072, 0.4917072], abs=error(0.4917072))
    assert results.tie_rate == pytest.approx(0.0165856, abs=error(0.0165856))
    spread = float(results.lengths.std()) / math.sqrt(games)
    assert results.mean_decisions == pytest.approx(10.0240852, abs=5 * spread)


def test_games_from_a_changed_table_are_other_games(game: Game) -> None:
    fast = rumpus.game("braverats", switches={"fast_rat": True}).random_games(50, seed=1, mode="plain")
    assert fast.mean_decisions < game.random_games(50, seed=1, mode="plain").mean_decisions


# Kept or not ------------------------------------------------------------------------------------------------------


def test_what_is_not_kept_is_not_there(game: Game, one_thread: Results) -> None:
    results = game.random_games(GAMES, seed=1, keep=False)
    assert results.tally.tolist() == one_thread.tally.tolist()
    assert (results.decisions, results.longest) == (one_thread.decisions, one_thread.longest)
    questions: list[Callable[[], Any]] = [lambda: results.places, lambda: results.points, lambda: results.lengths]
    for question in questions:
        assert refused(question) == (
            f"The {GAMES:,} games were added up, not kept one by one: ask for at most 10,000,000, or say keep=True."
        )


def test_many_games_are_not_kept_unless_one_asks(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "KEPT_GAMES", 10)
    monkeypatch.setattr(games_module, "KEPT_GAMES", 10)
    assert len(game.random_games(10, seed=1, mode="plain").places) == 10
    many = game.random_games(11, seed=1, mode="plain")
    assert refused(lambda: many.places) == (
        "The 11 games were added up, not kept one by one: ask for at most 10, or say keep=True."
    )
    assert len(game.random_games(11, seed=1, mode="plain", keep=True).places) == 11


def test_a_batch_is_described_without_its_games(game: Game) -> None:
    text = repr(game.random_games(3, seed=1, mode="plain"))
    assert text.startswith("Results(games=3, seats=2, ")
    assert "kept" not in text


# Wrong numbers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [0, -1, -1_000_000])
def test_no_games_are_refused(game: Game, games: int) -> None:
    assert refused(lambda: game.random_games(games)) == f"At least 1 game has to be played, not {games}."


@pytest.mark.parametrize("threads", [0, -1])
def test_no_threads_are_refused(game: Game, threads: int) -> None:
    assert refused(lambda: game.random_games(5, threads=threads)) == f"At least 1 thread is needed, not {threads}."


def test_a_wrong_mode_is_refused(game: Game) -> None:
    with pytest.raises(WrongMode, match=r"^There is no mode 'fast': the modes are 'plain' and 'compiled'\.$"):
        game.random_games(5, mode="fast")


# Progress, faults and stopping ------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_is_told_in_parts_that_add_up(game: Game, threads: int) -> None:
    parts: list[int] = []
    game.random_games(GAMES, seed=1, threads=threads, progress=parts.append)
    assert sorted(parts) == [5, BLOCK, BLOCK, BLOCK]


@pytest.mark.usefixtures("small_blocks")
def test_progress_is_told_in_the_thread_of_the_caller(game: Game) -> None:
    tellers = set()
    game.random_games(50, seed=1, threads=3, progress=lambda done: tellers.add(threading.current_thread()))
    assert tellers == {threading.current_thread()}


class Fault(Exception):
    """Something that goes wrong in a worker."""


def fail() -> int:
    raise Fault("in a worker")


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_fault_in_a_worker_reaches_the_caller(workers: int) -> None:
    before = threading.active_count()
    work: list[Callable[[], int]] = [lambda: 1, fail, *[lambda: 2] * 20]
    with pytest.raises(Fault, match="in a worker"):
        list(in_threads(iter(work), workers))
    assert threading.active_count() == before


@pytest.mark.parametrize("threads", [1, 3])
def test_a_fault_in_the_progress_reaches_the_caller(game: Game, threads: int) -> None:
    def stop(done: int) -> None:
        raise Fault(f"after {done}")

    with pytest.raises(Fault, match="after"):
        game.random_games(GAMES, seed=1, threads=threads, progress=stop)


@pytest.mark.usefixtures("small_blocks")
def test_a_fault_in_the_rules_reaches_the_caller(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise Fault("in the rules")

    monkeypatch.setattr(game.rules, "points", broken)
    with pytest.raises(Fault, match="in the rules"):
        game.random_games(20, seed=1, mode="plain")


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_all_the_work_is_done_once(workers: int) -> None:
    def piece(number: int) -> Callable[[], int]:
        return lambda: number

    assert sorted(in_threads(map(piece, range(100)), workers)) == list(range(100))


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_no_work_gives_nothing(workers: int) -> None:
    assert list(in_threads(iter([]), workers)) == []


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_work_stops_when_the_reader_stops(workers: int) -> None:
    """The work has no end: it is asked for only a few pieces ahead."""
    taken: list[int] = []

    def work() -> Iterator[Callable[[], int]]:
        for number in itertools.count():
            taken.append(number)
            yield lambda: 1

    before = threading.active_count()
    results = in_threads(work(), workers)
    for _ in range(5):
        next(results)
    assert isinstance(results, Generator)
    results.close()
    assert len(taken) <= 5 + 2 * workers
    assert threading.active_count() == before


def test_work_that_waits_is_dropped_when_the_reader_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers are held up in two pieces until they are told to stop; the next in line is never begun."""
    stopping, begun = threading.Event(), set()

    class Pool(ThreadPoolExecutor):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            super().shutdown(wait=False, cancel_futures=cancel_futures)
            stopping.set()
            super().shutdown(wait=wait)

    def piece(number: int) -> Callable[[], int]:
        def work() -> int:
            begun.add(number)
            if number > 0:
                stopping.wait()
            return number

        return work

    monkeypatch.setattr(batch, "ThreadPoolExecutor", Pool)
    results = in_threads(map(piece, range(100)), 2)
    assert isinstance(results, Generator)
    assert next(results) == 0
    results.close()
    assert begun <= {0, 1, 2}


def test_two_threads_work_at_once() -> None:
    """Each waits for the other: one alone would wait for ever."""
    together = threading.Barrier(2, timeout=60)
    assert sorted(in_threads(iter([together.wait, together.wait]), 2)) == [0, 1]


# Choosing at random -----------------------------------------------------------------------------------------------


@tried
@given(st.integers(1, 2**62))
def test_the_lowest_seat_of_a_mask(who: int) -> None:
    seat = lowest_seat(who)
    assert who >> seat & 1
    assert who % (1 << seat) == 0


@tried
@given(st.lists(st.booleans(), min_size=1, max_size=30).filter(any), st.integers())
def test_a_random_action_is_one_of_the_mask(marked: list[bool], seed: int) -> None:
    mask = np.array(marked, np.int8)
    assert marked[random_action(mask, int(mask.sum()), len(mask), generator(seed))]


@tried
@given(st.lists(st.integers(0, 5), min_size=1, max_size=10).filter(any), st.integers())
def test_a_random_outcome_is_one_that_can_happen(weights: list[int], seed: int) -> None:
    assert weights[weighted(generator(seed), np.array(weights, np.int64))] > 0


def test_outcomes_come_as_often_as_their_weights_say() -> None:
    rng, weights, draws = generator(8), np.array([0, 1, 0, 3, 6], np.int64), 10_000
    counts = np.bincount([weighted(rng, weights) for _ in range(draws)], minlength=5)
    expected = draws * weights / weights.sum()
    assert counts[[0, 2]].tolist() == [0, 0]
    assert float(((counts - expected)[[1, 3, 4]] ** 2 / expected[[1, 3, 4]]).sum()) < 18.4  # once in ten thousand


def test_actions_come_equally_often() -> None:
    rng, mask, draws = generator(8), np.array([1, 0, 1, 1], np.int8), 9_000
    counts = np.bincount([random_action(mask, 3, 4, rng) for _ in range(draws)], minlength=4)
    assert counts[1] == 0
    assert float((((counts - 3000)[[0, 2, 3]]) ** 2 / 3000).sum()) < 18.4


@pytest.mark.parametrize(
    ("places", "alone", "shared"),
    [
        ([1, 2], [1, 0], [0, 0]),
        ([2, 1], [0, 1], [0, 0]),
        ([1, 1], [0, 0], [1, 1]),
        ([3, 1, 1, 4], [0, 0, 0, 0], [0, 1, 1, 0]),
    ],
)
def test_a_game_is_counted_for_who_came_first(places: list[int], alone: list[int], shared: list[int]) -> None:
    tally = np.zeros((len(places), 3), np.int64)
    count_game(tally, np.array(places), np.arange(len(places)) + 5)
    assert tally[:, ALONE].tolist() == alone
    assert tally[:, SHARED].tolist() == shared
    assert tally[:, POINTS].tolist() == [5 + seat for seat in range(len(places))]


def test_refusals_are_value_errors(game: Game) -> None:
    with pytest.raises(ValueError, match="At least 1 game") as caught:
        game.random_games(0)
    assert isinstance(caught.value, RumpusError)
