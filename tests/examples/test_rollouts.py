"""The collector of rollouts, beside a reckoning game by game and choice by choice."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rumpus
from rumpus.batches import Batch
from tests.examples.running import load, run

rollouts = load("rollouts")


def princess_laid() -> dict[str, Any]:
    """Late in a game the Yargs have laid the Princess: against the Prince they win, and are never asked."""
    match = load("tabular_q").late_match()
    match.play(0, "play the Princess")
    return dict(match.position())


DISCOUNT = 0.9
SETTINGS: dict[str, tuple[int, dict[str, Any]]] = {
    "two seats": (24, {"game": "braverats", "n": 20}),
    "two seats, point by point": (24, {"game": "braverats", "n": 20, "reward": "shaped"}),
    "one seat against a bot": (12, {"game": "braverats", "n": 20, "bots": {0: "random"}}),
    "a seat that is not always asked": (24, {"game": "braverats", "n": 20, "start": princess_laid()}),
    "three seats, point by point": (130, {"game": "mayhem", "n": 3, "seats": 3, "reward": "shaped", "mode": "plain"}),
}


def replayed(games: Batch, rollout: Any) -> tuple[list[Any], list[Any]]:
    """Play what was recorded once more: what every step paid each seat, and where it ended games."""
    rewards, ends = [], []
    for step, actions in enumerate(rollout.action):
        assert np.array_equal(games.acting, rollout.seat[step])
        assert np.array_equal(games.mask, rollout.mask[step])
        assert np.array_equal(games.observation, rollout.observation[step])
        games.step(actions)
        rewards.append(games.reward.copy())
        ends.append(games.done.copy())
    return rewards, ends


def reckoned(rollout: Any, rewards: list[Any], ends: list[Any], first: int, game: int) -> tuple[float, bool]:
    """The return of one choice, and whether its game ended: a look at everything that came after it."""
    seat, total, weight = rollout.seat[first, game], 0.0, 1.0
    for step in range(first, len(rewards)):
        weight *= DISCOUNT if step > first and rollout.seat[step, game] == seat else 1.0
        total += weight * rewards[step][game, seat]
        if ends[step][game]:
            return total, True
    return total, False


@pytest.mark.parametrize("name", SETTINGS)
def test_returns_are_what_a_look_at_every_game_finds(name: str) -> None:
    steps, setting = SETTINGS[name]
    games = rumpus.batch(**setting, seed=5)
    rollout = rollouts.room(games, steps)
    rollouts.collect(games, rollout, discount=DISCOUNT)
    rewards, ends = replayed(rumpus.batch(**setting, seed=5), rollout)
    assert np.sum(ends) > 2
    for step, game in np.ndindex(rollout.action.shape):
        total, is_known = reckoned(rollout, rewards, ends, step, game)
        assert rollout.returns[step, game] == pytest.approx(total, abs=1e-5)
        assert rollout.is_known[step, game] == is_known


def test_both_seats_learn_how_a_game_ended_whoever_moved_last() -> None:
    games = rumpus.batch("braverats", 50, seed=1)
    rollout = rollouts.room(games, 40)
    rollouts.collect(games, rollout)
    paid = rollout.done & (rollout.reward > 0)
    assert rollout.reward[~rollout.done].sum() == 0
    assert set(rollout.seat[paid].tolist()) == {0, 1}
    assert rollout.done.sum() == 2 * games.finished.sum()
    assert rollout.reward.sum() == games.finished.sum()


def test_a_second_call_goes_on_where_the_first_one_stopped() -> None:
    games, whole = rumpus.batch("braverats", 10, seed=2), rumpus.batch("braverats", 10, seed=2)
    long, short = rollouts.room(whole, 30), rollouts.room(games, 15)
    rollouts.collect(whole, long)
    rollouts.collect(games, short)
    assert np.array_equal(short.action, long.action[:15])
    rollouts.collect(games, short)
    assert np.array_equal(short.action, long.action[15:])
    assert np.array_equal(short.returns, long.returns[15:])


def test_run_as_a_program_it_writes_what_it_says(tmp_path: Path) -> None:
    out = tmp_path / "games.npz"
    said = run("rollouts", "braverats", "--tables", "64", "--steps", "16", "--seed", "3", "--out", str(out))
    arrays = np.load(out)
    assert said.startswith("1,024 choices in")
    assert set(arrays) == {"observation", "mask", "action", "seat", "reward", "done", "returns", "is_known"}
    assert arrays["action"].shape == (16, 64)
    assert f"{arrays['is_known'].mean():.1%} of the returns are known" in said
    assert np.take_along_axis(arrays["mask"], arrays["action"][..., None].astype(int), axis=2).all()
