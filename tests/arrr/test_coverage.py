"""Every card is used: see tools/arrr_coverage.py."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import rumpus
from rumpus.core.record import NONE

TOOL = Path(__file__).parents[2] / "tools" / "arrr_coverage.py"


@pytest.fixture(scope="module")
def coverage() -> ModuleType:
    spec = importlib.util.spec_from_file_location("arrr_coverage", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_every_card_does_everything_it_can_do(coverage: ModuleType) -> None:
    watch = coverage.cover(games=3000, seed=1)
    game = rumpus.game("arrr")
    assert [coverage.told(game, deed) for deed in watch.missing] == []


def test_everything_counts_all_hundred_and_ten_cards(coverage: ModuleType) -> None:
    box = rumpus.game("arrr").open_box
    wanted = set(coverage.everything(box))
    for card in range(39):
        assert ("equipped", card, 0) in wanted
        assert ("did", coverage.EVENT_OF + card, 0) in wanted
    for card in range(23):
        assert {("conquered", card, 0), ("won", card, 0), ("lost", card, 0)} <= wanted
    for captain in range(9):
        lists = (coverage.TRAIT_OF + captain, coverage.CAPTAIN_OF + captain)
        assert any(("did", number, 0) in wanted for number in lists)


def test_what_was_not_done_is_told(coverage: ModuleType) -> None:
    """After one game most things are missing; each has words of its own."""
    watch = coverage.cover(games=1, seed=1)
    game = rumpus.game("arrr")
    words = [coverage.told(game, deed) for deed in watch.missing]
    assert len(words) > 200
    assert len(set(words)) == len(words)


def test_the_rules_are_left_as_they_were(coverage: ModuleType) -> None:
    before = [getattr(module, name) for module, name, _ in coverage.WATCHERS]
    coverage.cover(games=1, seed=2)
    assert [getattr(module, name) for module, name, _ in coverage.WATCHERS] == before


def test_an_effect_that_changes_nothing_is_not_counted(coverage: ModuleType) -> None:
    game = rumpus.game("arrr")
    watch = coverage.Watch(game.open_box)
    state = game.fresh_state()
    watcher = coverage.effect_watcher(watch, lambda box, state: None)
    state.now_list, state.now_step = 0, 0
    watcher(game.open_box, coverage.laid_out(state))
    assert state.now_list != NONE
    assert watch.seen == set()
