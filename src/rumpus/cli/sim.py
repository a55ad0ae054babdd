"""Many games at random, and what came of them."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from rich.table import Table
from rich.text import Text

from rumpus.bots import batch, bot, play_games
from rumpus.cli.screen import out, print_json, progress
from rumpus.cli.speed import make_ready
from rumpus.core.batch import ALONE, Results
from rumpus.core.game import Game
from rumpus.core.kernel import COMPILED, mode
from rumpus.core.switches import spoken
from rumpus.lab.intervals import interval


@dataclass(frozen=True)
class Simulation:
    """A batch of games, as it was asked for and as it came out."""

    game: Game
    bots: list[str]
    seed: int
    results: Results
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.results.games / self.seconds

    @property
    def intervals(self) -> list[tuple[float, float]]:
        return [interval(int(wins), self.results.games) for wins in self.results.tally[:, ALONE]]


def simulate(game: Game, games: int, bots: list[str], seed: int, threads: int | None) -> Simulation:
    """Play, with a bar; what has to be compiled is compiled before the clock starts."""
    players = [bot(name) for name in bots]
    if mode() == COMPILED:
        make_ready(game)
        if any(name != "random" for name in bots):
            batch.make_ready(game, players)
    with progress("games") as bar:
        task = bar.add_task(game.title, total=games)
        start = perf_counter()
        results = play_games(
            game, players, games, seed, threads=threads, keep=False, progress=lambda done: bar.advance(task, done)
        )
        return Simulation(game, bots, seed, results, perf_counter() - start)


def print_simulation(done: Simulation, as_json: bool) -> None:
    if as_json:
        print_json(_as_data(done))
        return
    console, results = out(), done.results
    console.print(_headline(done))
    console.print()
    console.print(_seats(done))
    console.print(f"\nNobody alone came first in {results.tie_rate:.2%} of the games.")
    console.print(f"A game took {results.mean_decisions:.2f} decisions, the longest {results.longest}.")
    console.print(
        f"{done.games_per_second:,.0f} games/s in {done.seconds:.2f} s; seed {done.seed} gives the same games again.",
        style="dim",
    )


def _games(done: Simulation) -> str:
    return f"{done.results.games:,} {'game' if done.results.games == 1 else 'games'}"


def _headline(done: Simulation) -> Text:
    text = Text.assemble((done.game.title, "bold"), f", {_games(done)}")
    changed = ", ".join(f"{name}={spoken(value)}" for name, value in done.game.changed_switches.items())
    return text.append(f", {changed}") if changed else text


def _seats(done: Simulation) -> Table:
    table = Table(box=None, header_style="dim", padding=(0, 3, 0, 0))
    table.add_column("seat", justify="right")
    for title in ("", "bot"):
        table.add_column(title)
    for title in ("wins", "95 % interval", "points"):
        table.add_column(title, justify="right")
    rows = zip(done.bots, done.results.win_rate, done.intervals, done.results.mean_points, strict=True)
    for seat, (player, rate, (low, high), points) in enumerate(rows):
        name = done.game.words.seat(done.game, seat)
        table.add_row(str(seat), Text(name, "bold"), player, f"{rate:.2%}", f"{low:.2%} to {high:.2%}", f"{points:.2f}")
    return table


def _as_data(done: Simulation) -> dict[str, Any]:
    results = done.results
    return {
        "game": done.game.name,
        "games": results.games,
        "seats": results.seats,
        "bots": done.bots,
        "switches": done.game.switches,
        "box": done.game.contents.digest,
        "seed": done.seed,
        "win_rate": results.win_rate,
        "win_rate_interval": [list(pair) for pair in done.intervals],
        "tie_rate": results.tie_rate,
        "mean_points": results.mean_points,
        "mean_decisions": results.mean_decisions,
        "longest": results.longest,
        "seconds": done.seconds,
        "games_per_second": done.games_per_second,
    }
