"""The command: what it measures, in which order, and how it refuses."""

from pathlib import Path

import pytest

from benchmarks import bench, environment, measuring
from benchmarks.environment import BenchError
from benchmarks.figures import SPEEDS
from benchmarks.measuring import NAMES, Measuring


def test_measurements_are_made_in_turns(tmp_path: Path) -> None:
    names = [job.name for job in measuring.plan(Measuring(1, tmp_path), SPEEDS, repetitions=3)]
    assert names == [*SPEEDS] * 3


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
