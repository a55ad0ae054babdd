"""`rumpus solve`: what it prints, keeps and refuses."""

import json
from pathlib import Path

import pytest

from rumpus.solve.solution import Solution
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Solutions of these tests are their own; machine code is not made again for them."""
    monkeypatch.setattr("rumpus.solve.solution.cache_root", lambda: tmp_path)
    monkeypatch.setattr("rumpus.core.kernel._mode", "compiled")
    return tmp_path


def test_value_positions_and_opening_are_printed_and_the_solution_is_kept(run: Run, own_cache: Path) -> None:
    first = run("solve", "braverats").out
    assert "Value to Yargs: 0.000000000" in first
    assert "Positions: 835,117, in " in first
    assert "Assassin" in first
    assert "never" in first
    assert list(own_cache.rglob("*.npz"))
    again = run("solve", "braverats").out
    assert "when it was solved" in again


def test_one_json_document_for_programs(run: Run) -> None:
    answer = json.loads(run("solve", "braverats", "--set", "fast_rat=yes", "--json").out)
    assert answer["value"] == pytest.approx(0, abs=1e-9)
    assert answer["positions"] == 354_573
    assert sum(answer["opening"].values()) == pytest.approx(1)
    assert set(answer["opening"]) == {
        "Prince", "General", "Wizard", "Ambassador", "Assassin", "Spy", "Princess", "Musician"
    }  # fmt: skip
    assert answer["seconds"] > 0
    assert answer["switches"]["fast_rat"] is True


def test_two_cards_of_one_name_are_told_apart(run: Run, tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text('[cards.prince]\nname = "Wizard"\n')
    answer = json.loads(run("solve", "braverats", "--set", "fast_rat=yes", "--box", str(box), "--json").out)
    assert {"Wizard (7)", "Wizard (5)"} < set(answer["opening"])
    assert sum(answer["opening"].values()) == pytest.approx(1)


def test_hidden_hands_are_refused_in_a_sentence(run: Run) -> None:
    answer = run("solve", "braverats", "--set", "lucky_draw=yes")
    assert answer.code == 2
    assert "the seats hide more from each other" in " ".join(answer.err.split())


def test_a_solution_that_cannot_be_kept_is_still_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(solution: Solution) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rumpus.cli.solve.keep", full)
    answer = run("solve", "braverats", "--set", "fast_rat=yes")
    assert answer.code == 0
    assert "Positions: 354,573" in answer.out
    assert "could not be kept" in answer.err
    assert "No space left on device" in " ".join(answer.err.split())
