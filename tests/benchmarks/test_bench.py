"""The command: what it measures, in which order, and how it refuses."""

from itertools import islice
from pathlib import Path

import pytest
from rich.console import Console

import rumpus
from benchmarks import answers, bench, environment, measuring, ours
from benchmarks.environment import BenchError
from benchmarks.figures import ASKED, SPEEDS, THOUGHT, Answers
from benchmarks.measuring import NAMES, Measuring
from rumpus.core.record import UNKNOWN
from rumpus.core.view import View


def test_measurements_are_made_in_turns(tmp_path: Path) -> None:
    names = [job.name for job in measuring.plan(Measuring(1, tmp_path), SPEEDS, repetitions=3)]
    assert names == [*SPEEDS] * 3


def test_searches_and_solvers_are_measured_in_the_same_turns(tmp_path: Path) -> None:
    names = [job.name for job in measuring.plan(Measuring(1, tmp_path), (*SPEEDS, *THOUGHT), repetitions=2)]
    assert names == [*SPEEDS, *THOUGHT] * 2
    ours, theirs = names.index("rumpus-ismcts"), names.index("openspiel-ismcts")
    assert theirs - ours == 1


def test_the_answers_of_each_bot_are_timed_once(tmp_path: Path) -> None:
    names = [job.name for job in measuring.plan(Measuring(1, tmp_path), ("answers",), repetitions=3)]
    assert names == ["answers"] * len(ASKED)


def test_one_thread_and_two_are_measured_next_to_each_other() -> None:
    assert SPEEDS.index("rumpus-2-threads") - SPEEDS.index("rumpus") == 1


def test_only_what_was_asked_for_is_measured(tmp_path: Path) -> None:
    names = [job.name for job in measuring.plan(Measuring(1, tmp_path), ("c", "memory"), repetitions=2)]
    assert names == ["memory", "memory", "c", "c"]


@pytest.mark.parametrize(
    "arguments", [["--only", "chess"], ["--repetitions", "0"], ["--seconds", "-1"], ["--write", "--only", "c"]]
)
def test_wrong_use(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        bench.parsed_arguments(arguments)
    assert refused.value.code == 2
    assert "bench.py: error:" in capsys.readouterr().err


def test_what_fails_is_told_in_one_sentence() -> None:
    with pytest.raises(BenchError, match=r"^It could not be measured: oh$"):
        measuring.output("It", ["sh", "-c", "echo ah >&2; echo oh >&2; exit 3"])


def commands_for(monkeypatch: pytest.MonkeyPatch, printed: str) -> list[list[str]]:
    """Instead of starting a process: keep its command, and let it have printed this."""
    started: list[list[str]] = []

    def start(name: str, command: list[str | Path]) -> str:
        started.append([Path(word).name if isinstance(word, Path) else word for word in command])
        return printed

    monkeypatch.setattr(measuring, "output", start)
    return started


SEARCHED = '{"name": "x", "decisions": 0, "games": 0, "iterations": 60, "seconds": 2.0, "cores": 1.0, "version": "1"}'


@pytest.mark.parametrize(
    ("name", "program", "seconds"),
    [("rumpus", "ours.py", "3"), ("rumpus-cfr", "ours.py", "1.5"), ("openspiel-cfr", "measure.py", "1.5")],
)
def test_a_search_gets_half_of_the_time(
    name: str, program: str, seconds: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, work = commands_for(monkeypatch, SEARCHED), Measuring(3, tmp_path, core=1)
    work.speed(name)
    assert [command[1:] for command in started] == [[program, name, "--seconds", seconds, "--core", "1"]]
    assert work.figures.speeds[name][0].iteration_rate == 30


def test_answers_come_with_their_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = '{"clock": 200.0, "milliseconds": [201.0, 203.0], "cores": 0.99}'
    started, work = commands_for(monkeypatch, printed), Measuring(1, tmp_path)
    work.answer("ismcts:200ms")
    assert [command[1:] for command in started] == [["answers.py", "ismcts:200ms"]]
    assert work.figures.answers == {"ismcts:200ms": Answers(200.0, [201.0, 203.0], 0.99)}


def test_a_peer_that_only_searches_needs_the_peers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(environment, "set_up_peers", lambda say: asked.append("peers"))
    for names in (("rumpus-ismcts", "rumpus-solve"), ("openspiel-ismcts",), ("openspiel-cfr",)):
        bench.prepare(names, Console())
    assert asked == ["peers", "peers"]


def test_ours_searches_where_the_peer_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have a jack, nobody has bet, and the first player knows only its own card."""
    seen: list[View] = []
    monkeypatch.setattr(ours, "searches", seen.append)
    ours.searching_leduc()
    [view] = seen
    assert (view.seat, set(view.acting), view.state.private.tolist()) == (0, {0}, [0, UNKNOWN])
    assert [action.words for action in view.legal] == ["raise", "call"]


def test_bots_are_timed_where_they_have_a_choice() -> None:
    views = list(islice(answers.questions(rumpus.game("braverats")), 30))
    assert all(len(view.legal) > 1 and view.seat == 0 for view in views)
    assert len({view.state.tobytes() for view in views}) > 20


def refuse(*_: object) -> None:
    raise BenchError("There is no network.")


def stop(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(("failure", "sentence"), [(refuse, "There is no network."), (stop, "Stopped;")])
def test_nothing_ends_in_a_traceback(
    failure: object, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bench.py", "--only", "pgx"])
    monkeypatch.setattr(environment, "set_up_peers", failure)
    monkeypatch.setattr(environment, "load", lambda: 0.0)
    assert bench.main() == 1
    assert capsys.readouterr().err.startswith(sentence)


def test_peers_are_installed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless their requirements have changed."""
    said: list[str] = []
    for name, path in (("PEERS", tmp_path), ("STAMP", tmp_path / ".done"), ("REQUIREMENTS", tmp_path / "r.txt")):
        monkeypatch.setattr(environment, name, path)
    environment.REQUIREMENTS.write_text("numpy==2.4.6\n")
    environment.STAMP.write_text(environment.fingerprint())
    environment.set_up_peers(said.append)
    assert said == []
    before = environment.fingerprint()
    environment.REQUIREMENTS.write_text("numpy==2.4.7\n")
    assert environment.fingerprint() != before


def test_the_machine_is_described() -> None:
    machine = environment.machine(1.25)
    assert list(machine) == ["processor", "cores", "system", "Python", "C compiler", "load before the run", "date"]
    assert machine["load before the run"] == "1.2"
    assert all(machine.values())


def test_all_names_can_be_asked_for() -> None:
    assert bench.parsed_arguments(["--only", *NAMES]).only == list(NAMES)
