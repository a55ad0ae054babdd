import json
from dataclasses import replace
from typing import Any

import pytest

from rumpus.bots import BOTS
from rumpus.catalogue import NAMES, definition, game
from rumpus.cli import speed
from rumpus.cli.speed import Way
from rumpus.core.game import Game
from rumpus.core.kernel import COMPILED, PLAIN
from rumpus.core.rng import Rng
from rumpus.core.view import View
from rumpus.lab.intervals import interval
from rumpus.solve import exact
from tests.cli.conftest import Run
from tests.waiting import each_small_game


def simulated(run: Run, *arguments: object) -> dict[str, Any]:
    answer = run("sim", *arguments, "--json")
    assert answer.code == 0, answer.err
    found: dict[str, Any] = json.loads(answer.out)
    return found


@each_small_game
def test_json_says_what_the_batch_says(run: Run, name: str) -> None:
    found = simulated(run, name, "--games", 8, "--seed", 5)
    expected = game(name).random_games(8, 5)
    assert found["game"] == name
    assert (found["games"], found["seats"], found["seed"]) == (8, expected.seats, 5)
    assert found["win_rate"] == expected.win_rate
    assert found["tie_rate"] == expected.tie_rate
    assert found["mean_decisions"] == expected.mean_decisions
    assert found["longest"] == expected.longest
    assert found["bots"] == ["random"] * expected.seats
    assert found["win_rate_interval"] == [list(interval(round(rate * 8), 8)) for rate in expected.win_rate]
    assert found["games_per_second"] == pytest.approx(8 / found["seconds"])


def test_switches_and_bots_are_taken(run: Run) -> None:
    found = simulated(
        run, "braverats", "--games", 20, "--seed", 1, "--bots", "random,random", "--seats", 2,
        "--set", "fast_rat=yes", "--set", "held_ambassador=plain", "--threads", 1,
    )  # fmt: skip
    assert found["switches"]["fast_rat"] is True
    assert found["switches"]["held_ambassador"] == "plain"
    expected = game("braverats", {"fast_rat": True, "held_ambassador": "plain"}).random_games(20, 1)
    assert found["win_rate"] == expected.win_rate


def test_a_seed_is_chosen_and_printed(run: Run, name: str) -> None:
    first = simulated(run, name, "--games", 5)
    again = simulated(run, name, "--games", 5, "--seed", first["seed"])
    assert first["win_rate"] == again["win_rate"]
    assert first["mean_decisions"] == again["mean_decisions"]


def test_what_a_person_reads(run: Run) -> None:
    out = run("sim", "braverats", "--games", 30, "--seed", 3, "--set", "fast_rat=on").out
    assert "30 games, fast_rat=yes" in out
    assert "seed 3" in out
    low, high = interval(round(game("braverats", {"fast_rat": True}).random_games(30, 3).win_rate[0] * 30), 30)
    assert f"{low:.2%} to {high:.2%}" in out


def test_one_game_is_one(run: Run) -> None:
    assert "Monster Mayhem, 1 game\n" in run("sim", "mayhem", "--games", 1).out


class First:
    """A bot that batches do not know: it plays in plain Python."""

    name = "first"

    def choose(self, view: View, rng: Rng) -> int:
        return view.legal[-1].number


def test_any_bot_may_play(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "first", First())
    answer = run("sim", name, "--games", "5", "--bots", ",".join(["first"] * game(name).seats), "--json")
    assert answer.code == 0
    assert json.loads(answer.out)["games"] == 5


# Speed ------------------------------------------------------------------------------------------------------------


def test_warm_makes_every_game_ready_for_every_number_of_players(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, list[tuple[str, int]]] = {"make_ready": [], "make_bots_ready": []}
    for function, asked in made.items():
        monkeypatch.setattr(speed, function, lambda one, asked=asked: asked.append((one.name, one.seats)))
    answer = run("warm")
    assert answer.code == 0
    spans = {name: definition(name).seats for name in NAMES}
    everything = [(name, seats) for name, (fewest, most) in spans.items() for seats in range(fewest, most + 1)]
    assert made == dict.fromkeys(made, everything)
    for name in NAMES:
        assert game(name).title in answer.out


@pytest.mark.parametrize("name", NAMES)
def test_a_solver_is_made_ready_where_there_may_be_a_solution(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    asked: list[exact.Search] = []
    monkeypatch.setattr(exact.Search, "make_ready", lambda self: asked.append(self))
    speed.make_bots_ready(game(name))
    assert len(asked) == (definition(name).is_solvable and game(name).seats == 2)


def test_what_a_game_reckons_by_itself_is_made_ready(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    asked: list[Game] = []
    monkeypatch.setattr(exact.Search, "make_ready", lambda self: None)
    one = replace(definition(name), get_ready=asked.append).open()
    speed.make_bots_ready(one)
    assert asked == [one]


def test_making_ready_is_compiling(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(Game, "random_games", lambda self, games, **how: asked.append(how["mode"]))
    speed.make_ready(game(name))
    assert asked == [COMPILED]


@pytest.fixture
def plain_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "make_ready", lambda one: None)
    monkeypatch.setattr(speed, "ways", lambda: [Way(PLAIN, 1)])


@pytest.mark.slow
@pytest.mark.usefixtures("plain_bench")
def test_bench_as_json(run: Run) -> None:
    found = json.loads(run("bench", "--repetitions", 3, "--seconds", 0.001, "--json").out)
    assert found["repetitions"] == 3
    assert [one["game"] for one in found["games"]] == list(NAMES)
    for one in found["games"]:
        assert one["measured"][0]["mode"] == PLAIN
        assert one["measured"][0]["decisions_per_second"] > one["measured"][0]["games_per_second"] > 0


@pytest.mark.usefixtures("plain_bench")
def test_bench_as_a_table(run: Run, name: str) -> None:
    out = run("bench", name, "--repetitions", 1, "--seconds", 0.001).out
    assert "plain Python" in out
    assert name in out


def test_the_median_is_taken() -> None:
    way = Way(PLAIN, 1, rates=[(1.0, 10.0), (100.0, 1000.0), (2.0, 30.0)])
    assert way.medians == (2.0, 30.0)


def test_one_thread_all_threads_and_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    assert [(way.mode, way.threads) for way in speed.ways()] == [(COMPILED, 1), (COMPILED, 4), (PLAIN, 1)]
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert [(way.mode, way.threads) for way in speed.ways()] == [(COMPILED, 1), (PLAIN, 1)]
