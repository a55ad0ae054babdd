"""Machine code: making all of it beforehand, and measuring what it gains."""

import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any

from rich.table import Table

from rumpus.catalogue import DEFINITIONS, game
from rumpus.cli.screen import out, print_json, progress
from rumpus.core.game import Game
from rumpus.core.kernel import COMPILED, PLAIN, cache_root

TRIAL_GAMES = 1
"""Games of the first trial of a length; each trial after it is longer, until it says something."""


# Warming ----------------------------------------------------------------------------------------------------------


def warm_up(batches: bool) -> None:
    """Compile what later commands would have to compile; and what batches would, if they are wanted."""
    console, start = out(), perf_counter()
    console.print("Making machine code of every game, kept for later starts; what is there already is only loaded.")
    for name, one in DEFINITIONS.items():
        before, (fewest, most) = perf_counter(), one.seats
        for seats in range(fewest, most + 1):  # a search has code of its own for each number of players
            make_ready(game(name, seats=seats))
            make_bots_ready(game(name, seats=seats))
            if batches:
                make_batches_ready(game(name, seats=seats))
        console.print(f"  {one.title}: {perf_counter() - before:.1f} s")
    console.print(f"Ready after {perf_counter() - start:.1f} s. The code is in {cache_root()}.", soft_wrap=True)


def make_ready(one: Game) -> None:
    """Compile, or load, all that random games need; in this thread, where Ctrl-C is heard."""
    one.random_games(1, threads=1, keep=False, mode=COMPILED)


def make_bots_ready(one: Game) -> None:
    """Compile, or load, what bots and solutions need."""
    from rumpus.bots import batch, bot
    from rumpus.solve.exact import Search, empty_table

    batch.make_ready(one, [bot("ismcts")])
    one.definition.get_ready(one)
    if one.seats == 2 and one.definition.is_solvable:
        Search(one, empty_table(16), COMPILED).make_ready()


def make_batches_ready(one: Game) -> None:
    """Compile, or load, what steps a batch of this game."""
    import rumpus

    here = rumpus.batch(one, 1, mode=COMPILED)
    here.step(here.random_actions())


# Measuring --------------------------------------------------------------------------------------------------------


@dataclass
class Way:
    """One way to play random games, and how fast it went each time."""

    mode: str
    threads: int
    games: int = 0
    rates: list[tuple[float, float]] = field(default_factory=list)
    """Games and decisions a second, of each repetition."""

    def measure(self, game: Game, seed: int) -> None:
        self.rates.append(self._rate(game, self.games, seed))

    def _rate(self, game: Game, games: int, seed: int) -> tuple[float, float]:
        start = perf_counter()
        results = game.random_games(games, seed, threads=self.threads, keep=False, mode=self.mode)
        seconds = perf_counter() - start
        return games / seconds, results.decisions / seconds

    def find_length(self, game: Game, seconds: float) -> None:
        """So many games that one repetition takes about so many seconds."""
        games, rate = TRIAL_GAMES, self._rate(game, TRIAL_GAMES, seed=0)[0]
        while games < rate * seconds / 4:
            games *= 4
            rate = self._rate(game, games, seed=0)[0]
        self.games = max(1, round(rate * seconds))

    @property
    def medians(self) -> tuple[float, float]:
        return median(games for games, _ in self.rates), median(decisions for _, decisions in self.rates)


def ways() -> list[Way]:
    cores = os.cpu_count() or 1
    compiled = [Way(COMPILED, threads) for threads in dict.fromkeys((1, cores))]
    return [*compiled, Way(PLAIN, 1)]


def bench(names: list[str], repetitions: int, seconds: float, as_json: bool) -> None:
    """Measure every way in turn, over and over, so that a machine that slows down slows all of them."""
    measured = {name: ways() for name in names}
    for name in names:
        make_ready(game(name))  # before there is a bar, which a line about compiling would tear
    with progress("runs") as bar:
        task = bar.add_task("", total=len(names) * (repetitions + 1) * len(ways()))
        for name, step in _steps(measured, repetitions, seconds):
            bar.update(task, advance=1, description=f"{name}, {step}")
    if as_json:
        print_json(_as_data(measured, repetitions))
    else:
        _print_speeds(measured, repetitions)


def _steps(measured: dict[str, list[Way]], repetitions: int, seconds: float) -> Iterator[tuple[str, str]]:
    """Do the work piece by piece, and tell each."""
    for name, found in measured.items():
        one = game(name)
        for way in found:
            way.find_length(one, seconds)
            yield one.title, "how many games make a run"
        for repetition in range(repetitions):
            for way in found:
                way.measure(one, seed=repetition)
                yield one.title, f"repetition {repetition + 1} of {repetitions}"


def _machine() -> dict[str, Any]:
    from importlib.metadata import version

    import rumpus

    return {
        "rumpus": rumpus.__version__,
        "python": platform.python_version(),
        "numba": version("numba"),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count() or 1,
    }


def _print_speeds(measured: dict[str, list[Way]], repetitions: int) -> None:
    table = Table(box=None, header_style="dim", padding=(0, 3, 0, 0))
    for title, justify in (("game", "left"), ("random games in", "left")):
        table.add_column(title, justify=justify)  # type: ignore[arg-type]
    for title in ("games/s", "decisions/s", "times plain"):
        table.add_column(title, justify="right")
    for name, found in measured.items():
        plain = found[-1].medians[0]
        for way in found:
            games, decisions = way.medians
            title = name if way is found[0] else ""
            table.add_row(title, _called(way), f"{games:,.0f}", f"{decisions:,.0f}", f"{games / plain:,.0f}")
    console = out()
    console.print(table)
    machine = ", ".join(f"{name} {value}" for name, value in _machine().items())
    console.print(f"\nMedians of {repetitions} repetitions in turn; {machine}.", style="dim")


def _called(way: Way) -> str:
    if way.mode == PLAIN:
        return "plain Python"
    return "machine code, one thread" if way.threads == 1 else f"machine code, {way.threads} threads"


def _as_data(measured: dict[str, list[Way]], repetitions: int) -> dict[str, Any]:
    games = [{"game": name, "measured": [_way_as_data(way) for way in found]} for name, found in measured.items()]
    return {"machine": _machine(), "repetitions": repetitions, "games": games}


def _way_as_data(way: Way) -> dict[str, Any]:
    games, decisions = way.medians
    return {
        "mode": way.mode,
        "threads": way.threads,
        "games": way.games,
        "games_per_second": games,
        "decisions_per_second": decisions,
    }
