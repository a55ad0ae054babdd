"""Train a small network to play BraveRats, by proximal policy optimisation (PPO) in PyTorch, on one processor.

    python examples/train_ppo.py --out ppo.pt

It plays 256 games at once, half of them from each seat, and tells how strong it was before and after: against
the bot it learns from, and against perfect play. docs/training.md explains it step by step.

Reference: J. Schulman et al., "Proximal policy optimization algorithms", arXiv:1707.06347 (2017).
"""

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.progress import Progress, TextColumn

import rumpus
from rumpus.batches import ONE_HOT, Batch, layout, observation
from rumpus.bots import Bot, bot
from rumpus.core.rng import Rng, weighted
from rumpus.lab.arena import Arena, make_ready
from rumpus.lab.intervals import interval

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    sys.exit("This example needs PyTorch: python -m pip install torch")

GAME = "braverats"
TABLES, LENGTH = 256, 16  # games at once, and steps of each between two updates
PASSES, PIECES = 4, 8  # an update goes so often through what was collected, in so many pieces
RATE, CLIP, CURIOSITY, MEMORY = 2e-3, 0.2, 0.01, 0.95
PLANES = ("seat", "choice", "spied", "bonus", "held", "victories", "rounds", "hand")
"""What the network looks at; `rumpus planes braverats --encoding one_hot` lists all there is."""


@cache
def columns(game: rumpus.Game) -> list[int]:
    """Where that stands in an observation."""
    here = layout(game, ONE_HOT)
    return [column for name in PLANES for column in range(here.length)[here.columns(name)]]


class Network(nn.Module):
    """Two layers, and on top of them what to choose and what to expect."""

    def __init__(self, game: rumpus.Game, size: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(len(columns(game)), size), nn.Tanh(), nn.Linear(size, size), nn.Tanh())
        self.choice, self.result = nn.Linear(size, game.rules.ACTIONS), nn.Linear(size, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """How likely each action is, as a logarithm, and the reward to expect. What is illegal has no chance."""
        body = self.body(seen.float())
        return torch.log_softmax(self.choice(body).masked_fill(mask == 0, -1e9), 1), self.result(body)[:, 0]


@dataclass
class Trained:
    """The network as a bot: it can sit wherever bots sit."""

    network: Network
    name: str = "ppo"

    @classmethod
    def load(cls, file: Path, game: rumpus.Game) -> "Trained":
        network = Network(game)
        network.load_state_dict(torch.load(file, weights_only=True))
        return cls(network, file.stem)

    def choose(self, view: rumpus.View, rng: Rng) -> int:
        seen, mask = observation(view, ONE_HOT)[columns(view.game)], np.zeros(view.game.rules.ACTIONS, np.int8)
        mask[list(view.allowed)] = 1
        with torch.no_grad():
            chances = self.network(torch.as_tensor(seen)[None], torch.as_tensor(mask)[None])[0][0].exp()
        return weighted(rng, (chances.double().numpy() * 2**30).astype(np.int64))


def look(batches: list[Batch]) -> tuple[Tensor, Tensor]:
    seen = np.concatenate([games.observation[:, columns(games.game)] for games in batches])
    return torch.as_tensor(seen), torch.as_tensor(np.concatenate([games.mask for games in batches]))


@torch.no_grad()
def step(batches: list[Batch], network: Network) -> tuple[Tensor, ...]:
    """One choice in every game, and what came of it. In batches[0] we sit on seat 0, in batches[1] on seat 1."""
    seen, mask = look(batches)
    chances, expected = network(seen, mask)
    action = torch.multinomial(chances.exp(), 1)
    for games, chosen in zip(batches, np.split(action[:, 0].numpy(), len(batches)), strict=True):
        games.step(chosen)
    reward = torch.as_tensor(np.concatenate([games.reward[:, seat] for seat, games in enumerate(batches)]))
    done = torch.as_tensor(np.concatenate([games.done for games in batches]))
    return seen, mask, action[:, 0], chances.gather(1, action)[:, 0], expected, reward, done


def advantages(expected: Tensor, reward: Tensor, done: Tensor, after: Tensor) -> Tensor:
    """How much better than expected every choice turned out; `after` is expected of the games that still go on."""
    found, ahead = torch.zeros_like(reward), torch.zeros_like(after)
    for number in reversed(range(LENGTH)):
        goes_on = 1 - done[number].float()
        surprise = reward[number] + goes_on * after - expected[number]
        found[number] = ahead = surprise + goes_on * MEMORY * ahead
        after = expected[number]
    return found


def update(network: Network, optimiser: torch.optim.Optimizer, *steps: Tensor) -> None:
    """Make likelier what turned out well, a little at a time."""
    seen, mask, action, chance, target, gain = (part.flatten(0, 1) for part in steps)
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(PASSES):
        for piece in torch.randperm(len(action)).chunk(PIECES):
            chances, result = network(seen[piece], mask[piece])
            ratio = (chances.gather(1, action[piece, None])[:, 0] - chance[piece]).exp()
            better = torch.min(ratio * gain[piece], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[piece]).mean()
            missed = (result - target[piece]).square().mean()
            spread = -(chances.exp() * chances).sum(1).mean()
            optimiser.zero_grad()
            (missed / 2 - better - CURIOSITY * spread).backward()
            optimiser.step()


def train(network: Network, game: rumpus.Game, against: str, total: int, seed: int) -> None:
    seats = [{1: against}, {0: against}]
    batches = [rumpus.batch(game, TABLES // 2, bots=bots, seed=seed, encoding=ONE_HOT) for bots in seats]
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    with Progress(*Progress.get_default_columns(), TextColumn("won {task.fields[won]:.0%}")) as bar:
        task = bar.add_task(f"Against {against}", total=total, won=0.0)
        while not bar.finished:
            steps = zip(*(step(batches, network) for _ in range(LENGTH)), strict=True)
            seen, mask, action, chance, expected, reward, done = map(torch.stack, steps)  # each [step, game]
            gain = advantages(expected, reward, done, network(*look(batches))[1].detach())
            update(network, optimiser, seen, mask, action, chance, expected + gain, gain)
            bar.update(task, advance=TABLES * LENGTH, won=float(reward.sum() / done.sum()))


def measure(game: rumpus.Game, mine: Bot, other: Bot, games: int, seed: int) -> str:
    """Play games in both seatings; a tie is half a win."""
    arena = Arena(game, {"mine": mine, "other": other}, seed)
    make_ready(arena)
    results = [result for task in arena.tasks(games) for result in arena.play(*task).results]
    won = results.count(1) + results.count(0) / 2
    low, high = interval(won, len(results))
    return (
        f"won {won / len(results):.1%} of {len(results):,} games against {other.name} (95 %: {low:.1%} to {high:.1%})"
    )


def main(
    steps: Annotated[int, typer.Option(min=1, help="Choices to learn from.")] = 2_000_000,
    against: Annotated[str, typer.Option(help="The bot to learn from.")] = "random",
    games: Annotated[int, typer.Option(min=1, help="Games to measure with.")] = 4000,
    seed: int = 0,
    out: Annotated[typer.FileBinaryWrite | None, typer.Option(lazy=False, help="Where to write the network.")] = None,
) -> None:
    """Train a network to play BraveRats, and tell how strong it has become."""
    torch.set_num_threads(1)  # for a network this small, more would only wait for each other
    torch.manual_seed(seed)
    game = rumpus.game(GAME)
    mine = Trained(Network(game))
    print("Before:", measure(game, mine, bot(against), games, seed))
    train(mine.network, game, against, steps, seed)
    print("After: ", measure(game, mine, bot(against), games, seed))
    print("After: ", measure(game, mine, bot("nash"), games, seed))
    if out is not None:
        torch.save(mine.network.state_dict(), out)


if __name__ == "__main__":
    try:
        typer.run(main)
    except rumpus.RumpusError as mistake:
        sys.exit(str(mistake))
