"""Train a small network to play BraveRats, by proximal policy optimisation (PPO) in PyTorch, on one processor.

    python examples/train_ppo.py --out ppo.pt
    python examples/train_ppo.py --against ismcts:2 --out ppo.pt

It plays a thousand games at once, half of them from each seat, and tells how strong it was before and after: against
whom it learnt from, and against perfect play. docs/training.md explains it step by step.

Reference: J. Schulman et al., "Proximal policy optimization algorithms", arXiv:1707.06347 (2017).
"""

import sys
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer
from rich.progress import Progress, TextColumn

import rumpus
from rumpus.batches import Batch
from rumpus.bots import Bot, bot
from rumpus.core.observing import ONE_HOT, SPECIAL, layout, observation
from rumpus.core.rng import Rng, weighted
from rumpus.lab.arena import Arena, make_ready
from rumpus.lab.intervals import interval

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    sys.exit("This example needs PyTorch: python -m pip install torch")

GAME = "braverats"
TABLES, LENGTH = 1024, 16  # games at once, and steps of each between two updates
PASSES, PIECE = 4, 2048  # how often an update goes through what was collected, and so much at a time
RATE, CLIP, CURIOSITY, MEMORY = 1e-3, 0.2, 0.01, 0.95
PLANES = ("seat", "choice", "spied", "bonus", "held", "victories", "rounds", "hand")
"""What the network looks at: `rumpus planes braverats --encoding one_hot` lists all there is."""


@cache
def columns(game: rumpus.Game) -> list[int]:
    """The columns of those planes but for 'unknown' and 'nothing': whether the other has already laid a card face down
    depends on who is asked first, and tells nothing."""
    found = []
    for plane in layout(game, ONE_HOT).planes:
        if plane.name in PLANES:
            every = range(plane.first, plane.last + 1)
            found += [one for one in every if plane.width == 1 or (one - plane.first) % plane.width >= SPECIAL]
    return found


class Network(nn.Module):
    """Two layers, and on top of them what to choose and how the game will end."""

    def __init__(self, game: rumpus.Game, hidden: int = 128) -> None:
        super().__init__()
        inputs = len(columns(game))
        self.body = nn.Sequential(nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.choice, self.result = nn.Linear(hidden, game.rules.ACTIONS), nn.Linear(hidden, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithm of how likely each action is, next to nothing for illegal ones; and the result to expect."""
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
        seen, mask = observation(view, ONE_HOT)[columns(view.game)], np.zeros((1, view.game.rules.ACTIONS), np.int8)
        mask[0, list(view.allowed)] = 1
        with torch.no_grad():
            chances = self.network(torch.as_tensor(seen[None]), torch.as_tensor(mask))[0][0].exp()
        return weighted(rng, (chances.double().numpy() * 2**30).astype(np.int64))  # a mix: who is foreseen is beaten


class Steps(NamedTuple):
    """What was collected: a row for each step, a column for each game."""

    seen: Tensor
    mask: Tensor
    action: Tensor
    chance: Tensor
    expected: Tensor
    reward: Tensor
    done: Tensor


def look(batches: list[Batch]) -> tuple[Tensor, Tensor]:
    seen = np.concatenate([games.observation[:, columns(games.game)] for games in batches])
    return torch.as_tensor(seen), torch.as_tensor(np.concatenate([games.mask for games in batches]))


def step(batches: list[Batch], network: Network) -> tuple[Tensor, ...]:
    """One step of all games: what was seen, chosen, expected and won. In batches[0] we are seat 0, in [1] seat 1."""
    seen, mask = look(batches)
    with torch.no_grad():
        chances, expected = network(seen, mask)
    action = torch.multinomial(chances.exp(), 1)
    for games, chosen in zip(batches, np.split(action[:, 0].numpy(), len(batches)), strict=True):
        games.step(chosen)
    reward = np.concatenate([games.reward[:, seat] for seat, games in enumerate(batches)])
    done = np.concatenate([games.done for games in batches])
    return seen, mask, action[:, 0], chances.gather(1, action)[:, 0], expected, *map(torch.as_tensor, (reward, done))


def advantages(steps: Steps, after: Tensor) -> Tensor:
    """How much better than expected each choice turned out; `after` is what is expected of games that go on."""
    found, ahead = torch.zeros_like(steps.reward), torch.zeros_like(after)
    for number in reversed(range(len(found))):
        goes_on = 1 - steps.done[number].float()
        surprise = steps.reward[number] + goes_on * after - steps.expected[number]
        found[number] = ahead = surprise + goes_on * MEMORY * ahead
        after = steps.expected[number]
    return found


def update(network: Network, optimiser: torch.optim.Optimizer, steps: Steps, gain: Tensor) -> None:
    """Make what turned out well likelier, a little at a time."""
    seen, mask, action, chance, expected, *_ = (part.flatten(0, 1) for part in steps)
    gain = gain.flatten()
    for piece in (piece for _ in range(PASSES) for piece in torch.randperm(len(action)).split(PIECE)):
        chances, result = network(seen[piece], mask[piece])
        ratio = (chances.gather(1, action[piece, None])[:, 0] - chance[piece]).exp()
        scaled = (gain[piece] - gain.mean()) / (gain.std() + 1e-8)
        better = torch.min(ratio * scaled, ratio.clamp(1 - CLIP, 1 + CLIP) * scaled).mean()
        missed = (result - expected[piece] - gain[piece]).square().mean()
        spread = -(chances.exp() * chances).sum(1).mean()
        optimiser.zero_grad()
        (0.5 * missed - better - CURIOSITY * spread).backward()
        optimiser.step()


def train(network: Network, game: rumpus.Game, against: str, total: int, seed: int) -> None:
    seating = [{1: against}, {0: against}]
    batches = [rumpus.batch(game, TABLES // 2, bots=bots, seed=seed, encoding=ONE_HOT) for bots in seating]
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    with Progress(*Progress.get_default_columns(), TextColumn("{task.fields[won]:.0%} won")) as bar:
        task = bar.add_task(f"Against {against}", total=total, won=0.5)
        for _ in range(-(-total // (TABLES * LENGTH))):
            steps = Steps(*map(torch.stack, zip(*(step(batches, network) for _ in range(LENGTH)), strict=True)))
            with torch.no_grad():
                after = network(*look(batches))[1]
            update(network, optimiser, steps, advantages(steps, after))
            bar.update(task, advance=TABLES * LENGTH, won=float(steps.reward.sum() / steps.done.sum()))


def measure(game: rumpus.Game, mine: Bot, other: Bot, games: int, seed: int) -> str:
    """Games in both seatings, with the same chance for both; a tie is half a win."""
    arena = Arena(game, {"mine": mine, "other": other}, seed)
    make_ready(arena)
    results = [result for task in arena.tasks(games) for result in arena.play(*task).results]
    wins, ties = results.count(1), results.count(0)
    low, high = interval(wins + ties / 2, len(results))
    return (f"{mine.name} against {other.name}: {(wins + ties / 2) / len(results):.1%} of {len(results):,} games"
            f" (95 %: {low:.1%} to {high:.1%}); {wins:,} won, {ties:,} tied")  # fmt: skip


def main(
    steps: Annotated[int, typer.Option(help="Choices to learn from.")] = 1_000_000,
    against: Annotated[str, typer.Option(help="The bot to learn from.")] = "random",
    games: Annotated[int, typer.Option(help="Games to measure with.")] = 2000,
    seed: int = 0,
    out: Annotated[Path | None, typer.Option(help="Where to write the network.")] = None,
) -> None:
    """Train a network to play BraveRats, and tell how strong it has become."""
    game = rumpus.game(GAME)
    torch.manual_seed(seed)
    network = Network(game)
    print("Before:", measure(game, Trained(network), bot(against), games, seed))
    train(network, game, against, steps, seed)
    print("After: ", measure(game, Trained(network), bot(against), games, seed))
    print("After: ", measure(game, Trained(network), bot("nash"), games, seed))
    if out is not None:
        torch.save(network.state_dict(), out)


if __name__ == "__main__":
    typer.run(main)
