"""Q-learning with a table, on the last rounds of a game of BraveRats, beside the exact answer.

    python examples/tabular_q.py

Four rounds are fought, each clan has four cards left, and the other one plays at random. What every card is worth there
can be worked out exactly, so one can watch the table come close to it. docs/tabular-q.md explains it step by step.

Reference: C. J. C. H. Watkins, P. Dayan, "Q-learning", Machine Learning 8 (1992).
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.table import Table

import rumpus
from rumpus.batches import Batch
from rumpus.solve.positions import enumerate_positions
from rumpus.solve.response import best_response, uniform

FOUGHT = (("General", "Assassin"), ("Ambassador", "Wizard"), ("Assassin", "Ambassador"), ("Wizard", "General"))
"""What the Yargs, seat 0, and the Applewoods have played so far."""
TABLES = 100  # games at once
SLOWING = 0.7  # what was tried n times learns by 1 / n**SLOWING: quickly at first, then ever more surely
TRIALS = 0.3  # how often any card is tried, not the best so far

Values = npt.NDArray[np.float64]
Keys = list[bytes]


def late_match() -> rumpus.Match:
    match = rumpus.game("braverats").match(seed=0)
    for cards in FOUGHT:
        for seat, card in enumerate(cards):
            match.play(seat, f"play the {card}")
    return match


class QTable:
    """What each action is worth, by what the seat sees: from 0, a sure loss, to 1."""

    def __init__(self) -> None:
        self.worth: dict[bytes, Values] = {}
        self.tried: dict[bytes, Values] = {}

    def look(self, games: Batch) -> Keys:
        """What the seat sees in each game, as keys of the table; what was never seen gets a row. Illegal: -inf."""
        keys = [seen.tobytes() for seen in games.observation]
        for key, mask in zip(keys, games.mask, strict=True):
            if key not in self.worth:
                self.worth[key], self.tried[key] = np.where(mask, 0.5, -np.inf), np.zeros(len(mask))
        return keys

    def best(self, keys: Keys) -> npt.NDArray[np.int64]:
        return np.array([self.worth[key].argmax() for key in keys])

    def learn(self, keys: Keys, actions: npt.NDArray[np.int64], games: Batch) -> Keys:
        """The actions were played: what came of them, or what now seems the best that can, corrects the table."""
        after = self.look(games)
        for key, action, reward, is_over, then in zip(
            keys, actions, games.reward[:, 0], games.done, after, strict=True
        ):
            target = reward if is_over else self.worth[then].max()
            self.tried[key][action] += 1
            self.worth[key][action] += (target - self.worth[key][action]) / self.tried[key][action] ** SLOWING
        return after


def train(table: QTable, games: Batch, total: int, seed: int) -> None:
    """Play so many games more, mostly by what the table says."""
    chance, keys, begun = np.random.default_rng(seed), table.look(games), games.finished.sum()
    while games.finished.sum() < begun + total:
        is_trial = chance.random(games.n) < TRIALS
        actions = np.where(is_trial, games.random_actions(), table.best(keys))
        games.step(actions)
        keys = table.learn(keys, actions, games)


def exact(match: rumpus.Match) -> dict[int, float]:
    """What each first action of seat 0 is worth if it plays best from then on, against seat 1 at random."""
    positions = enumerate_positions(match.game, match.state)
    response = best_response(positions, uniform(positions), seat=1)
    (choice,) = response.first_choices(uniform(positions))
    return {action: (gain + 1) / 2 for action, gain in choice.gains.items()}  # from -1..1 to 0..1


def show(match: rumpus.Match, answers: dict[int, float], learnt: dict[int, Values]) -> None:
    """A row for each first action: what the table said of it after so many games, and what it is worth."""
    shown = Table("", *(f"{number:,} games" for number in learnt), "exact")
    words = {action.number: action.words for action in match.legal(0)}
    for action, worth in answers.items():
        shown.add_row(words[action], *(f"{row[action]:.3f}" for row in learnt.values()), f"{worth:.3f}")
    Console().print(shown)


def main(games: Annotated[int, typer.Option(min=100, help="Games to learn from.")] = 500_000, seed: int = 0) -> None:
    """Learn the last rounds of BraveRats with a table, and compare it with the exact answer."""
    match, table, learnt, played = late_match(), QTable(), {}, 0
    batch = rumpus.batch(match.game, TABLES, bots={1: "random"}, start=match.position(), seed=seed)
    first = table.look(batch)[0]  # every game begins alike
    for number in (games // 100, games // 10, games):
        train(table, batch, number - played, seed + number)
        learnt[number], played = table.worth[first].copy(), number
    answers = exact(match)
    show(match, answers, learnt)
    off = max(abs(learnt[games][action] - worth) for action, worth in answers.items())
    print(f"{len(table.worth):,} moments in the table; at most {off:.3f} from the exact answer.")


if __name__ == "__main__":
    typer.run(main)
