"""Batches on a processor: beside a reference in plain Python, with bots, and what they say to mistakes."""

import copy
import dataclasses
import multiprocessing
import pickle
import signal
import time
import warnings
from _thread import interrupt_main
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple, cast

import numpy as np
import pytest

import rumpus
from rumpus.batches import Batch
from rumpus.bots import Searcher, bot
from rumpus.core.game import Game
from rumpus.core.kernel import COMPILED, PLAIN
from rumpus.core.view import View
from tests.batches.reference import Table, check_alike, tables
from tests.conformance.cases import Case, is_quick, opened, single_switches, spoken
from tests.core.highcard import GAME as HIGHCARD
from tests.waiting import every_way, is_quickly_compiled, rows_wait

SEED = 5
EVERY_WAY = pytest.mark.parametrize("chosen", single_switches(), ids=spoken)


def step_both(batch: Batch, reference: list[Table]) -> None:
    actions = batch.random_actions()
    batch.step(actions)
    for table, action in zip(reference, actions, strict=True):
        table.step(int(action))
    check_alike(batch, reference)


@cache
def is_compiled_for(chosen: Case) -> bool:
    """Machine code for the fewest players of each game; a box, and so switches, are arguments and need no other."""
    game = opened(chosen)
    return game.seats == game.definition.seats[0]


def is_quick_in_a_batch(chosen: Case) -> bool:
    return is_quick(chosen) and (is_quickly_compiled(chosen[0]) or not is_compiled_for(chosen))


@every_way(quick=is_quick_in_a_batch)
def test_a_batch_goes_as_its_games_would_one_by_one(case: Case) -> None:
    game = opened(case)
    mode = COMPILED if is_compiled_for(case) else PLAIN
    batch, reference = Batch(game, 3, seed=SEED, mode=mode), tables(game, 3, SEED)
    check_alike(batch, reference)
    for _ in range(25):
        step_both(batch, reference)
        assert batch.reward.tolist() == [pytest.approx(table.win_shares) for table in reference]


@pytest.mark.parametrize("encoding", ["numbers", "one_hot"])
def test_games_end_are_paid_for_and_begin_anew(encoding: str) -> None:
    game = rumpus.game("braverats")
    batch, reference = Batch(game, 20, seed=SEED, encoding=encoding, keep_final=True), tables(game, 20, SEED)
    ended = 0
    for _ in range(60):
        step_both(batch, reference)
        assert batch.done.tolist() == [table.places is not None for table in reference]
        assert batch.reward.tolist() == [pytest.approx(table.win_shares) for table in reference]
        for number in np.flatnonzero(batch.done):
            ended += 1
            assert_row_is(batch, batch.final[number], reference[number].final)
    assert batch.finished.sum() == ended > 50


def assert_row_is(batch: Batch, row: Any, view: View | None) -> None:
    from rumpus.core.observing import observation

    assert view is not None
    assert batch.layout is not None
    assert np.array_equal(row, observation(view, batch.layout.encoding))


@pytest.mark.parametrize(("name", "seats"), [("braverats", 2), ("mayhem", 2)])
def test_random_bots_play_on_the_way(name: str, seats: int) -> None:
    game, others = rumpus.game(name, seats=seats), frozenset(range(1, seats))
    batch, reference = Batch(game, 6, "random", SEED), tables(game, 6, SEED, others)
    for _ in range(80):
        step_both(batch, reference)
        assert not batch.acting.any()


def test_plain_python_and_machine_code_give_the_same_batch() -> None:
    game = rumpus.game("braverats", {"lucky_draw": True})
    batches = [
        Batch(game, 4, {1: "ismcts:2"}, SEED, "shaped", "one_hot", keep_final=True, mode=mode)
        for mode in (PLAIN, COMPILED)
    ]
    for _ in range(8):
        actions = batches[0].random_actions()
        assert np.array_equal(actions, batches[1].random_actions())
        for batch in batches:
            batch.step(actions)
        for plain, compiled in zip(batches[0].arrays, batches[1].arrays, strict=True):
            assert plain.tobytes() == compiled.tobytes()


def test_the_number_of_threads_changes_nothing() -> None:
    game = rumpus.game("braverats")
    batches = [Batch(game, 3000, {1: "greedy"}, SEED, threads=threads) for threads in (1, 2)]
    for _ in range(15):
        for batch in batches:
            batch.step(batch.random_actions())
    for alone, shared in zip(batches[0].arrays, batches[1].arrays, strict=True):
        assert alone.tobytes() == shared.tobytes()


@pytest.mark.parametrize(
    ("name", "level"),
    rows_wait(
        [("braverats", "ismcts:2"), ("braverats", "greedy"), ("mayhem", "ismcts:2")], lambda row: row[0] == "braverats"
    ),
)
def test_bots_that_search_choose_in_a_batch_as_they_do_at_a_table(name: str, level: str) -> None:
    game = rumpus.game(name)
    batch, searcher = Batch(game, 12, seed=SEED), cast(Searcher, bot(level))
    for _ in range(9):
        batch.step(batch.random_actions())
    views = [batch.view(number) for number in range(12)]
    luck = batch.arrays.tables["rng"].copy()
    searcher.prepare(game)  # else it would have a clock, and plain Python
    expected = [searcher.choose(view, rng) for view, rng in zip(views, luck, strict=True)]
    assert chosen_by_kernel(batch, game, level) == expected


def chosen_by_kernel(batch: Batch, game: Game, level: str) -> list[int]:
    from rumpus.batches.players import Thinking

    chosen = np.full(len(batch), -2, np.int64)
    for seat in range(game.seats):
        player = Thinking(seat, cast(Searcher, bot(level)))
        player.get_ready(game, 1)
        player.choose(batch, chosen)
    return chosen.tolist()


def test_any_bot_can_sit_at_another_seat() -> None:
    class Lowest:
        name = "lowest"

        def choose(self, view: View, rng: Any) -> int:
            assert 1 not in view.acting or view.seat == 1
            return min(view.allowed)

    batch = rumpus.batch("braverats", 4, bots=[None, Lowest()])
    for _ in range(30):
        batch.step(batch.random_actions())
    assert batch.finished.sum() >= 8
    assert not batch.acting.any()


def test_bots_are_shown_what_lay_on_the_table_when_all_were_asked() -> None:
    seen = []

    class Watcher:
        name = "watcher"

        def choose(self, view: View, rng: Any) -> int:
            seen.append(view.acting)
            return min(view.allowed)

    batch = rumpus.batch("braverats", 1, bots={1: Watcher()})
    batch.step(batch.random_actions())
    assert seen[0] == {0, 1}  # seat 0 has laid its card, but nobody knows yet


def test_what_is_won_on_the_way_adds_up_to_the_points() -> None:
    game = rumpus.game("braverats")
    batch, whole = Batch(game, 1, seed=SEED, reward="shaped"), Batch(game, 1, seed=SEED, reward="points")
    total = np.zeros(2)
    for _ in range(40):
        actions = batch.random_actions()
        batch.step(actions)
        whole.step(actions)
        total += batch.reward[0]
        if batch.done[0]:
            assert total.tolist() == whole.reward[0].tolist()
            total[:] = 0
    assert batch.finished[0] > 1


def test_points_that_lie_there_from_the_start_are_not_paid_for() -> None:
    batch = rumpus.batch("arrr", 1, reward="shaped", mode=PLAIN)
    assert batch.view(0).points[0] > 0
    assert batch.arrays.tables[0].paid.tolist() == list(batch.view(0).points)
    batch.step(batch.random_actions())
    assert abs(batch.reward).max() <= 3


def test_a_batch_goes_back_to_what_was_saved() -> None:
    batch = rumpus.batch("braverats", 9, bots="random", keep_final=True)
    batch.step(batch.random_actions())
    saved, after = batch.save(), []
    for _ in range(2):
        batch.restore(saved)
        for _ in range(30):
            batch.step(batch.random_actions())
        after.append([array.tobytes() for array in batch.arrays])
    assert after[0] == after[1]


def test_whole_games_are_played_as_many_at_every_table() -> None:
    batch = rumpus.batch("braverats", 400, bots={1: "random"}, reward="places")
    brought = batch.play(lambda here: here.mask.argmax(axis=1), games=5, seed=2)  # the weakest card first
    assert brought.shape == (400, 5, 2)
    assert set(brought.ravel().tolist()) <= {0.0, 0.5, 1.0}
    assert np.allclose(brought.sum(axis=2), 1)
    at_random = batch.play(Batch.random_actions, games=5, seed=2)
    assert brought[..., 0].mean() < at_random[..., 0].mean() - 0.05


def test_more_whole_games_than_there_is_memory_for_are_refused_before_anything_is_played() -> None:
    batch = rumpus.batch("braverats", 2, mode=PLAIN)
    before = [array.tobytes() for array in batch.arrays]
    with pytest.raises(rumpus.RumpusError, match=r"^What 1,000,000,000,000 games at each of 2 tables bring would need"):
        batch.play(Batch.random_actions, games=10**12)
    assert [array.tobytes() for array in batch.arrays] == before


def test_where_the_system_does_not_tell_how_much_memory_there_is_it_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    from rumpus.batches import room

    monkeypatch.delattr("os.sysconf")
    monkeypatch.setattr(room, "TOLD", [(Path("/no/such/file"), "", 1)])
    assert room.memory_here() > 2**60
    assert len(rumpus.batch("braverats", 2, mode=PLAIN)) == 2
    with pytest.raises(rumpus.RumpusError, match=r"games would need .* GiB of memory, more than there is"):
        rumpus.batch("braverats", 10**15, mode=PLAIN)


@pytest.mark.parametrize(
    ("meminfo", "limit", "left"),
    [
        ("MemTotal: 900 kB\nMemAvailable:   300 kB\n", "max\n", 300 * 1024),
        ("MemTotal: 900 kB\nMemAvailable:   300 kB\n", "2048\n", 2048),
        ("", "4096", 4096),
    ],
)
def test_no_more_memory_is_taken_than_is_left_or_allowed(
    meminfo: str, limit: str, left: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rumpus.batches import room

    told = [(tmp_path / "meminfo", "MemAvailable:", 1024), (tmp_path / "limit", "", 1)]
    for (file, *_), text in zip(told, (meminfo, limit), strict=True):
        file.write_text(text)
    monkeypatch.setattr(room, "TOLD", told)
    assert room.memory_here() == left
    with pytest.raises(rumpus.RumpusError, match=r"games would need .* GiB of memory, more than there is"):
        rumpus.batch("rarrr", 1000, mode=PLAIN)


def test_what_whole_games_bring_is_what_their_steps_bring() -> None:
    game = rumpus.game("braverats")
    shaped, whole = (
        Batch(game, 30, "random", reward=reward).play(Batch.random_actions, 3, 1) for reward in ("shaped", "points")
    )
    assert np.array_equal(shaped, whole)


def test_a_batch_begun_anew_is_the_same_for_the_same_seed() -> None:
    batch, traces = rumpus.batch("braverats", 5, seed=3), []
    for seed in (3, 4, 3):
        batch.reset(seed)
        for _ in range(20):
            batch.step(batch.random_actions())
        traces.append([array.tobytes() for array in batch.arrays])
    assert traces[0] == traces[2] != traces[1]


def test_games_can_begin_in_a_position() -> None:
    match = rumpus.game("braverats").match(seed=1)
    for _ in range(3):
        for seat in (0, 1):
            match.play(seat, match.legal(seat)[0])
    batch = rumpus.batch("braverats", 4, start=match.position())
    assert all(batch.view(number, 0) == match.view(0) for number in range(4))
    while not batch.done.all():
        batch.step(batch.random_actions())
    assert (batch.length <= 10).all()


def test_rows_are_the_same_memory_after_every_step() -> None:
    batch = rumpus.batch("braverats", 4)
    before = batch.mask, batch.observation, batch.reward, batch.done, batch.acting
    batch.step(batch.random_actions())
    after = batch.mask, batch.observation, batch.reward, batch.done, batch.acting
    assert all(np.shares_memory(one, other) for one, other in zip(before, after, strict=True))


def test_every_seat_can_be_looked_from() -> None:
    batch = rumpus.batch("braverats", 6)
    batch.step(batch.random_actions())
    for seat in (0, 1):
        rows = batch.observe(seat)
        for number in range(6):
            assert_row_is(batch, rows[number], batch.view(number, seat))


def test_random_actions_are_legal_and_each_as_likely() -> None:
    batch = rumpus.batch("braverats", 4000)
    counts = np.bincount(np.concatenate([batch.random_actions() for _ in range(4)]), minlength=8)
    assert batch.mask[0].sum() == 8
    assert abs(counts - 2000).max() < 5 * 2000**0.5


def test_games_of_ones_own_can_be_batched() -> None:
    batch = rumpus.batch(HIGHCARD.open(), 10)
    for _ in range(20):
        batch.step(batch.random_actions())
    assert batch.finished.sum() > 10


def test_a_batch_without_observations_makes_none() -> None:
    batch = rumpus.batch("braverats", 3, encoding=None)
    batch.step(batch.random_actions())
    with pytest.raises(rumpus.RumpusError, match="makes no observations: give it an encoding"):
        _ = batch.observation


MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"game": None}, r"^A game is one of braverats, .*, or what `rumpus\.game` opened, not None\.$"),
    ({"n": 0}, "The number of games must be at least 1, found 0"),
    ({"n": 2.5}, "The number of games must be a whole number, found 2.5"),
    ({"n": 10**12}, r"^1,000,000,000,000 games would need [\d,]{7}\.\d GiB of memory, more than there is: take fewer"),
    ({"n": 10**30}, r"games would need .* GiB of memory, more than there is"),
    ({"reward": "money"}, "no reward 'money': the rewards are places, points, shaped"),
    ({"encoding": "planes"}, "no encoding 'planes'"),
    ({"threads": 0}, "The number of threads must be at least 1"),
    ({"seed": "seven"}, "A seed must be a whole number, found 'seven'"),
    ({"bots": 5}, "by seat, as a list, or as one name"),
    ({"bots": {1: 5}}, "A bot is a name, or something with a name"),
    ({"bots": {7: "random"}}, "no seat 7: the seats are 0, 1"),
    ({"bots": ["random"]}, "the list has 2 entries, not 1"),
    ({"bots": ["random", "random"]}, "At least one seat has to be yours"),
    ({"bots": {1: "clever"}}, "no bot 'clever'"),
    ({"mode": "fast"}, "no mode 'fast'"),
    ({"start": {"phase": "lunch"}}, "must be one of"),
]


def test_without_a_seed_the_operating_system_gives_one() -> None:
    batches = [rumpus.batch("mayhem", 50, seed=None, mode="plain") for _ in range(2)]
    assert not np.array_equal(*(batch.arrays.tables["rng"] for batch in batches))
    for batch in batches:
        batch.step(batch.random_actions())


@pytest.mark.parametrize(("options", "sentence"), MISTAKES, ids=[str(options) for options, _ in MISTAKES])
def test_a_batch_that_cannot_be_is_refused_with_a_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(rumpus.RumpusError, match=sentence):
        rumpus.batch(**{"game": "braverats", "n": 2, **options})


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0], "A step takes 2 whole numbers, one for each game, not int64 of shape"),
        ([0.0, 1.0], "not float64"),
        ([3, 8], "Game 1: seat 0 cannot choose 8; it may choose 0, 1, 2, 3, 4, 5, 6, 7"),
        ([-1, 0], "Game 0: seat 0 cannot choose -1"),
        (np.array([0, 2**64 - 7], np.uint64), "Game 1: seat 0 cannot choose 18446744073709551609; it may choose 0, 1"),
        ([2**63, 2**63], "Game 0: seat 0 cannot choose 9223372036854775808"),
        ([2**64, 0], "one for each game, not object of shape"),
        ([[0], [1, 2]], "A step takes whole numbers, one for each game, not lists of several"),
        (None, "A step takes 2 whole numbers, one for each game, not object of shape"),
    ],
)
def test_wrong_actions_are_refused_and_change_nothing(actions: Any, sentence: str) -> None:
    batch = rumpus.batch("braverats", 2)
    before = [array.tobytes() for array in batch.arrays]
    with pytest.raises(rumpus.RumpusError, match=sentence):
        batch.step(actions)
    assert [array.tobytes() for array in batch.arrays] == before


class Memory(NamedTuple):
    """Actions as they may lie in memory."""

    name: str
    laid: Callable[[Any], Any]


MEMORIES = [
    Memory("a column", lambda actions: np.repeat(actions[:, np.newaxis], 3, axis=1)[:, 1]),
    Memory("backwards", lambda actions: actions[::-1].copy()[::-1]),
    Memory("read-only", lambda actions: np.frombuffer(actions.tobytes(), np.int64)),
    Memory("the same for all", lambda actions: np.broadcast_to(actions[:1], len(actions))),
    Memory("short numbers", lambda actions: actions.astype(np.int16)),
    Memory("a list", lambda actions: actions.tolist()),
]


@pytest.mark.parametrize("memory", MEMORIES, ids=[memory.name for memory in MEMORIES])
def test_however_actions_lie_in_memory_nothing_is_compiled_for_it(memory: Memory) -> None:
    from numba.core import event

    batch, other = (rumpus.batch("braverats", 4, seed=SEED) for _ in range(2))
    actions = np.zeros(4, np.int64)
    batch.step(actions)
    other.reset(SEED)
    with event.install_listener("numba:compile", listener := event.RecordingListener()):
        other.step(memory.laid(actions))
    assert not listener.buffer
    assert other.arrays.states.tobytes() == batch.arrays.states.tobytes()


def test_what_there_is_not_is_said() -> None:
    batch = rumpus.batch("braverats", 2)
    with pytest.raises(rumpus.RumpusError, match="keep_final=True"):
        _ = batch.final
    with pytest.raises(rumpus.RumpusError, match="no game 2 in this batch: they are numbered 0 to 1"):
        batch.view(2)
    for wrong in (1.0, True, "1"):
        with pytest.raises(rumpus.RumpusError, match="The number of a game must be a whole number, found "):
            batch.view(wrong)  # type: ignore[arg-type]
        with pytest.raises(rumpus.RumpusError, match=r"There is no seat .*: the seats are 0, 1"):
            batch.view(1, wrong)  # type: ignore[arg-type]
        with pytest.raises(rumpus.RumpusError, match=r"There is no seat .*: the seats are 0, 1"):
            batch.observe(wrong)  # type: ignore[arg-type]
    with pytest.raises(rumpus.RumpusError, match="another kind of batch"):
        batch.restore(rumpus.batch("braverats", 3).save())


@pytest.mark.parametrize(("n", "number"), [(1, 1), (1000, 2), (7, 3), (5127, 64)])
def test_parts_cover_all_games_and_are_of_one_size(n: int, number: int) -> None:
    from rumpus.batches.processor import in_parts

    parts = in_parts(n, number)
    assert (parts[0][0], parts[-1][1], len(parts)) == (0, n, number)
    assert all(one[1] == other[0] for one, other in pairwise(parts))
    sizes = {last - first for first, last in parts}
    assert max(sizes) - min(sizes) <= 1


# Beginnings that lead nowhere, steps that are interrupted, batches that are not alike


def late_position(moves: list[tuple[int, int]]) -> tuple[Game, dict[str, Any]]:
    match = rumpus.game("braverats").match(seed=1)
    for seat, card in moves:
        match.play(seat, card)
    return match.game, match.position()


def test_no_game_can_begin_where_it_is_over() -> None:
    game, over = late_position([(0, 1), (1, 7)])  # the Princess takes the Prince
    with pytest.raises(rumpus.RumpusError, match="In this position the game is over"):
        Batch(game, 2, start=over)


@pytest.mark.parametrize("mode", [PLAIN, COMPILED])
@pytest.mark.parametrize("other", ["random", "greedy"])
def test_a_beginning_from_which_the_owner_is_never_asked_is_told_and_not_waited_for(mode: str, other: str) -> None:
    ties = [(seat, card) for card in (7, 6, 5, 4, 3, 2, 1) for seat in (0, 1)]
    game, nearly_over = late_position([*ties, (0, 0)])  # only the Applewoods' last card is still to be laid
    with pytest.raises(rumpus.RumpusError, match="without asking one of your seats"):
        Batch(game, 1 if other == "greedy" else 3, {1: other}, start=nearly_over, mode=mode)


def test_after_an_interrupted_step_only_a_beginning_or_a_saved_moment_helps() -> None:
    class Tired:
        name = "tired"
        left = 3

        def choose(self, view: View, rng: Any) -> int:
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
            return min(view.allowed)

    batch = rumpus.batch("braverats", 2, bots={1: (tired := Tired())})
    saved = batch.save()
    with pytest.raises(KeyboardInterrupt):
        batch.play(Batch.random_actions)
    for forbidden in (batch.random_actions, batch.save, lambda: batch.step([0, 0])):
        with pytest.raises(rumpus.RumpusError, match="A step is under way in another thread, or was interrupted"):
            forbidden()
    tired.left = 100
    batch.restore(saved)
    batch.step(batch.random_actions())
    assert not batch.acting.any()


def test_bots_that_think_long_stop_when_somebody_wants_to_stop() -> None:
    rumpus.batch("braverats", 2, bots="ismcts:5", threads=2).step([0, 0])  # what is compiled is compiled
    batch = rumpus.batch("braverats", 1000, bots="ismcts:5", threads=2)
    before = batch.arrays.tables["rng"].copy()

    def thought() -> int:
        return int((batch.arrays.tables["rng"] != before).any(axis=1).sum())

    def interrupt() -> None:
        while not thought():
            time.sleep(0.001)
        interrupt_main()

    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    (watcher := Thread(target=interrupt)).start()
    with pytest.raises(KeyboardInterrupt):
        batch.step([0] * 1000)
    watcher.join()
    signal.signal(signal.SIGINT, handler)
    assert 0 < (stopped := thought()) < 500
    time.sleep(0.1)
    assert thought() == stopped  # no thread goes on by itself


@pytest.mark.parametrize(
    "options",
    [{"reward": "shaped"}, {"switches": {"fast_rat": True}}, {"bots": {1: "greedy"}}, {"bots": {0: "random"}}],
    ids=str,
)
def test_only_a_batch_alike_goes_on_from_what_was_saved(options: dict[str, Any]) -> None:
    ours: dict[str, Any] = {"bots": {1: "random"}}
    other = rumpus.batch("braverats", 2, **(ours | options))
    with pytest.raises(rumpus.RumpusError, match="another kind of batch"):
        rumpus.batch("braverats", 2, **ours).restore(other.save())
    with pytest.raises(rumpus.RumpusError, match=r"Only what save\(\) gave"):
        other.restore(b"nothing")


def test_what_was_saved_cannot_be_written_into() -> None:
    saved = rumpus.batch("braverats", 2, mode=PLAIN).save()
    for array in (*saved.arrays, saved.luck):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
    assert copy.deepcopy(saved) is saved


def test_what_was_changed_since_it_was_saved_is_refused() -> None:
    batch = rumpus.batch("braverats", 2, mode=PLAIN)
    saved, before = batch.save(), [array.tobytes() for array in batch.arrays]
    nonsense = tuple(np.full_like(array, 99) if array.dtype.names is None else array for array in saved.arrays)
    for changed in (dataclasses.replace(saved, arrays=nonsense), dataclasses.replace(saved, luck=saved.luck)):
        with pytest.raises(rumpus.RumpusError, match="This has been changed since it was saved"):
            batch.restore(changed)
    assert [array.tobytes() for array in batch.arrays] == before


def test_what_was_saved_in_a_file_is_restored_and_refused_if_the_file_was_changed() -> None:
    batch = rumpus.batch("braverats", 2, mode=PLAIN)
    saved = batch.save()
    states = saved.arrays[batch.arrays._fields.index("states")].tobytes()
    file, batch_file = pickle.dumps(saved), pickle.dumps(batch)
    for written in (file, batch_file):
        assert states in written
        with pytest.raises(rumpus.RumpusError, match="This has been changed since it was saved"):
            pickle.loads(written.replace(states, bytes([99]) * len(states)))
    after = trace(batch)
    batch.restore(pickle.loads(file))
    assert trace(batch) == after
    assert trace(pickle.loads(batch_file)) == after


def test_what_is_written_into_the_arrays_that_are_shown_changes_no_game() -> None:
    options: dict[str, Any] = {"game": "braverats", "n": 3, "mode": PLAIN}
    batch, other = rumpus.batch(**options), rumpus.batch(**options)
    for _ in range(9):
        for shown in (other.mask, other.acting, other.observation, other.reward, other.done):
            shown[...] = 77
        assert other.view(0) == batch.view(0)
        with pytest.raises(
            rumpus.RumpusError, match=rf"seat {batch.acting[0]} cannot choose 8; it may choose [\d, ]+\."
        ):
            other.step([8, 0, 0])
        assert trace(other) == trace(batch)


def test_what_the_mask_is_made_to_say_makes_nothing_legal() -> None:
    batch = rumpus.batch("braverats", 1, mode=PLAIN, bots={1: "random"})
    (card,) = batch.random_actions()
    batch.step([card])
    batch.mask[...] = 1
    with pytest.raises(rumpus.RumpusError, match=f"Game 0: seat 0 cannot choose {card}"):
        batch.step([card])


def test_a_batch_goes_on_in_a_process_that_was_forked_off() -> None:
    batch = rumpus.batch("braverats", 3000, threads=2)
    batch.step(batch.random_actions())
    context = multiprocessing.get_context("fork")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of threads, which is the point here
        child = context.Process(target=lambda: batch.step(batch.random_actions()))
        child.start()
    child.join(60)
    assert child.exitcode == 0


COPYING = {"deepcopy": copy.deepcopy, "pickle": lambda batch: pickle.loads(pickle.dumps(batch))}


@pytest.mark.parametrize("way", COPYING)
@pytest.mark.parametrize(
    "options",
    [
        pytest.param(
            {"game": "braverats", "switches": {"lucky_draw": True}, "bots": {1: "ismcts:2"}, "reward": "shaped"},
            marks=pytest.mark.slow,
        ),
        {"game": "mayhem", "seats": 3, "bots": "random", "encoding": "one_hot", "keep_final": True},
        {"game": HIGHCARD.open(seats=3), "encoding": None},
    ],
    ids=["searching", "random", "of one's own"],
)
def test_a_copy_goes_on_as_the_batch_does_and_neither_disturbs_the_other(options: dict[str, Any], way: str) -> None:
    batch = rumpus.batch(n=3, mode=PLAIN, **options)
    for _ in range(6):
        batch.step(batch.random_actions())
    saved, twin = batch.save(), COPYING[way](batch)
    traces = [[trace(one) for _ in range(12)] for one in (batch, twin)]
    assert traces[0] == traces[1]
    twin.restore(saved)
    assert traces[1] == [trace(twin) for _ in range(12)]


def trace(batch: Batch) -> list[bytes]:
    """All that a batch holds after a step at random."""
    batch.step(batch.random_actions())
    return [array.tobytes() for array in batch.arrays]


@pytest.mark.parametrize("way", COPYING)
def test_the_records_of_a_copy_lie_as_machine_code_wants_them(way: str) -> None:
    batch = rumpus.batch("braverats", 3000, bots={1: "greedy"}, threads=2)
    twin = COPYING[way](batch)
    assert [array.dtype for array in twin.arrays] == [array.dtype for array in batch.arrays]
    assert all(array.flags.aligned and array.dtype.isalignedstruct for array in twin.arrays if array.dtype.names)
    assert not any(np.shares_memory(one, other) for one, other in zip(twin.arrays[:-1], batch.arrays[:-1], strict=True))
    assert trace(twin) == trace(batch)


def test_a_copy_begins_its_games_where_the_batch_does_and_disturbs_no_bot() -> None:
    game, late = late_position([(0, 7), (1, 7), (0, 6), (1, 6)])
    other = Counting()
    batch = Batch(game, 2, {1: other}, start=late, mode=PLAIN)
    batch.step(batch.random_actions())
    asked, late["rounds"] = other.asked, 0  # nobody minds what becomes of the position
    twin = copy.deepcopy(batch)
    assert other.asked == asked == cast(Counting, twin.players[0].bot).asked
    for one in (batch, twin):
        one.reset(seed=8)
    assert trace(batch) == trace(twin)


class Counting:
    """A bot that counts how often it was asked."""

    name = "counting"
    asked = 0

    def choose(self, view: View, rng: Any) -> int:
        self.asked += 1
        return min(view.allowed)


def test_a_batch_that_was_interrupted_is_not_copied() -> None:
    batch = rumpus.batch("braverats", 2, mode=PLAIN)
    batch._is_whole = False
    with pytest.raises(rumpus.RumpusError, match=r"restore\(\) goes back to what you saved"):
        copy.deepcopy(batch)


def test_an_open_game_has_its_switches_already() -> None:
    with pytest.raises(rumpus.RumpusError, match="has its seats, switches and box already"):
        rumpus.batch(rumpus.game("braverats"), 2, switches={"fast_rat": True})


def test_numbers_may_be_numpys() -> None:
    numpys: Any = np.int64(3), np.int32(4)
    first, second = (rumpus.batch("braverats", n, seed=seed) for n, seed in ((3, 4), numpys))
    assert first.arrays.tables.tobytes() == second.arrays.tables.tobytes()
    assert np.array_equal(first.observe(numpys[0] - 2), first.observe(1))
    assert first.view(numpys[0] - 1, numpys[0] - 2) == first.view(2, 1)
    assert type(first.view(0, numpys[0] - 2).seat) is int
    bots: Any = {numpys[0] - 2: "random"}
    assert [type(player.seat) for player in rumpus.batch("braverats", 2, bots=bots, mode=PLAIN).players] == [int]


def test_without_a_seed_chance_goes_on() -> None:
    batch = rumpus.batch("braverats", 50, bots={1: "random"}, seed=3)
    first, second = (batch.play(lambda here: here.mask.argmax(axis=1)) for _ in range(2))
    assert not np.array_equal(first, second)


def test_a_bot_that_chooses_wrongly_is_named_with_its_game() -> None:
    class Broken:
        name = "broken"

        def choose(self, view: View, rng: Any) -> Any:
            return 1.5

    with pytest.raises(rumpus.RumpusError, match=r"Game 0: the bot 'broken' chose 1.5; it may choose \[0, 1, 2"):
        rumpus.batch("braverats", 2, bots={0: Broken()})
