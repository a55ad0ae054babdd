"""PPO on BraveRats: it learns, what it saves can sit in an arena, and it sees no more than a seat knows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import rumpus
from rumpus.bots import bot, play_games
from rumpus.core.observing import ONE_HOT, layout, observation
from tests.examples.running import EXAMPLES, load, run

train_ppo = load("train_ppo")
CLEARLY = 0.6
"""Random play wins half of the games. The shortest training here wins two thirds of them."""


def shares(said: str) -> list[float]:
    return [float(share) / 100 for share in re.findall(r"won ([\d.]+)% of", said)]


@pytest.mark.slow
def test_a_short_training_beats_random_play_clearly_and_its_network_can_sit_in_an_arena(tmp_path: Path) -> None:
    out = tmp_path / "ppo.pt"
    said = run("train_ppo", "--steps", "120000", "--games", "400", "--out", str(out))
    before, after, against_perfect = shares(said)
    assert 0.4 < before < CLEARLY < after
    assert against_perfect < 0.5
    game = rumpus.game("braverats")
    mine = train_ppo.Trained.load(out, game)
    results = [play_games(game, [mine, bot("random")], 200, seed=seed).win_rate[0] for seed in (1, 1)]
    assert results[0] == results[1] > 0.55


def test_the_network_sees_the_card_that_is_spied_upon() -> None:
    match = rumpus.game("braverats").match(seed=0)
    chosen, here = train_ppo.columns(match.game), layout(match.game, ONE_HOT).columns("choice")
    for seat, card in ((0, "Spy"), (1, "Musician"), (1, "Prince")):
        match.play(seat, f"play the {card}")
    before = chosen.index(here.start)
    shown = observation(match.view(0), ONE_HOT)[chosen][before : before + here.stop - here.start].reshape(2, -1)
    assert shown.argmax(axis=1).tolist() == [1, 2 + 7]  # nothing of one's own yet; the Prince of the other


def test_the_network_never_chooses_what_is_illegal() -> None:
    game = rumpus.game("braverats")
    games = rumpus.batch(game, 200, encoding=ONE_HOT, seed=4)
    for _ in range(5):
        games.step(games.random_actions())
    chances, _ = train_ppo.Network(game)(*train_ppo.look([games]))
    assert torch.allclose(chances.exp().sum(1), torch.ones(200))
    assert chances.exp()[torch.as_tensor(games.mask) == 0].sum() == 0


def test_a_reward_at_the_end_reaches_back_to_every_choice_of_its_game_and_no_further() -> None:
    reward, done = torch.zeros(train_ppo.LENGTH, 1), torch.zeros(train_ppo.LENGTH, 1)
    reward[5], done[2], done[5] = 1.0, 1.0, 1.0
    gain = train_ppo.advantages(torch.zeros_like(reward), reward, done, torch.zeros(1))[:, 0].tolist()
    expected = [0.0] * 3 + [train_ppo.MEMORY**2, train_ppo.MEMORY, 1.0] + [0.0] * (train_ppo.LENGTH - 6)
    assert gain == pytest.approx(expected)


def test_without_pytorch_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise ImportError\n", encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, EXAMPLES / "train_ppo.py"], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "This example needs PyTorch: python -m pip install torch\n"
