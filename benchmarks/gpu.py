"""Random games on a GPU, and on one core of the processor beside it.

    python benchmarks/gpu.py [GAME ...] [--seconds S] [--write] [--sweep]

Each game is played at random, whole games at a time, and stepped as a batch; and then on one thread of the processor.
The quickest of three measurements counts, after one that compiles. `--write` puts the table into docs/benchmarks.md.
`--sweep` tries many ways to play whole games on the GPU instead, and says how fast each is.
"""

import argparse
import datetime
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count, product
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, it finds its neighbours only in this way

from docs_tables import write_table

from benchmarks.environment import processor
from benchmarks.report import markdown_table, short, times
from rumpus.batches.gpu import GpuBatch, NoGpu, Way, card, is_rich, random_games
from rumpus.catalogue import NAMES, definition
from rumpus.core.batch import Results
from rumpus.core.game import Game

SEATS = 4
"""That sit at a table, where a game is for several numbers of players."""
TABLES = 1 << 18
STEPS = 32
REPETITIONS = 3
FEW, MANY = 1 << 10, 1 << 19
"""Games of the first run: on a core, and on a GPU, which would have nothing to do with few, however long they take."""
NEEDED_GAMES, NEEDED_TIMES = 1e9, 100
"""The bars: of BraveRats so many a second, of every other game so many times its own speed on one core."""
COLUMNS = ("game", "games/s", "steps/s", "one core, steps/s", "the GPU is", "a batch, steps/s", "")
Play = Callable[[int, int], Results]
"""Play so many games of a seed."""


class Speed(NamedTuple):
    """Of random games, in a second. A step is a choice of a seat or of chance."""

    games: float
    steps: float


def opened(name: str) -> Game:
    fewest, most = definition(name).seats
    return definition(name).open(seats=max(fewest, min(SEATS, most)))


def speed(play: Play, seconds: float, games: int = FEW, repetitions: int = REPETITIONS) -> Speed:
    """The quickest of several runs, each of as many games as take that long: many, so that the end does not show."""
    seeds = count(1)
    play(1, next(seeds))  # loads the code, or makes it
    while clocked(play, games, next(seeds))[0] < seconds / 4:
        games *= 2
    return max(rate(play, 4 * games, next(seeds)) for _ in range(repetitions))


def rate(play: Play, games: int, seed: int) -> Speed:
    taken, found = clocked(play, games, seed)
    return Speed(games / taken, (found.decisions + found.chances) / taken)


def clocked(play: Play, games: int, seed: int) -> tuple[float, Results]:
    begin = time.perf_counter()
    found = play(games, seed)
    return time.perf_counter() - begin, found


def on_gpu(game: Game, way: Way | None = None) -> Play:
    return lambda games, seed: random_games(game, games, seed, keep=False, way=way)


def on_core(game: Game) -> Play:
    return lambda games, seed: game.random_games(games, seed, threads=1, keep=False, mode="compiled")


def batch_speed(game: Game, seconds: float) -> float:
    """Choices in a second, each with mask, observation and reward; drawing them is counted too."""
    batch, best = GpuBatch(game, TABLES, seed=1), 0.0
    for _ in range(REPETITIONS + 1):
        begin, steps = time.perf_counter(), 0
        while time.perf_counter() - begin < seconds / 2:
            for _ in range(STEPS):
                batch.step(batch.random_actions())
            steps += STEPS
        best = max(best, TABLES * steps / (time.perf_counter() - begin))
    return best


# Tables


def row(name: str, seconds: float) -> tuple[str, ...]:
    game = opened(name)
    core, gpu = speed(on_core(game), seconds), speed(on_gpu(game), seconds, MANY)
    ratio, stepped = gpu.steps / core.steps, batch_speed(game, seconds)
    holds = gpu.games >= NEEDED_GAMES if name == "braverats" else ratio >= NEEDED_TIMES
    what = f"{game.title}, {game.seats} players"
    rates = short(gpu.games), short(gpu.steps), short(core.steps), times(ratio), short(stepped)
    return (what, *rates, "PASS" if holds else "FAIL")


def table(names: Sequence[str], seconds: float) -> str:
    rows = []
    for name in names:
        rows.append(row(name, seconds))
        print(" | ".join(rows[-1]), flush=True)
    date = datetime.datetime.now(datetime.UTC).date().isoformat()
    return f"{card()}, beside one core of {processor()}, {date}.\n\n{markdown_table(COLUMNS, rows)}\n"


def ways(game: Game) -> Iterator[Way]:
    """Those worth trying."""
    for threads, blocks in product((64, 128), (8, 16, 32)):
        yield Way(threads, blocks, is_apart=is_rich(game))
    for (threads, blocks), slots in product(((256, 1), (256, 2), (384, 1), (512, 1)), (2048, 4096)):
        if is_rich(game):
            yield Way(threads, blocks, slots, is_apart=True)


def sweep(game: Game, seconds: float) -> None:
    found = []
    for way in ways(game):
        found.append((speed(on_gpu(game, way), seconds, MANY, 1).steps, way))
        print(f"{game.name}: {short(found[-1][0])} steps/s, {way}", flush=True)
    best, way = max(found, key=lambda pair: pair[0])
    print(f"{game.name}: the best is {short(best)} steps/s, {way}", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Random games on a GPU, and on one core of the processor beside it.")
    parser.add_argument("names", nargs="*", default=list(NAMES), metavar="GAME")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement (4)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/benchmarks.md")
    parser.add_argument("--sweep", action="store_true", help="try many ways to play whole games")
    wanted = parser.parse_args(arguments)
    card()  # says what is missing before anything is measured
    if wanted.sweep:
        for name in wanted.names:
            sweep(opened(name), wanted.seconds)
        return
    written = table(wanted.names, wanted.seconds)
    print(f"\n{written}")
    if wanted.write:
        write_table("benchmarks", "gpu", written)


if __name__ == "__main__":
    try:
        main()
    except NoGpu as missing:
        sys.exit(str(missing))
