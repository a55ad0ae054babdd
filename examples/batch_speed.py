"""How fast a batch is, and how much memory it takes.

python examples/batch_speed.py braverats 1000 1000000
"""

import sys
from time import perf_counter
from typing import Annotated

import typer

import rumpus
from rumpus.batches import Batch

BEFORE = 100  # steps, or as many as take a tenth of the time, before the clock starts: the games are no longer alike


def main(
    game: str,
    numbers: Annotated[list[int], typer.Argument(help="Of games; one batch after the other.")],
    seats: Annotated[int | None, typer.Option(help="Players, where their number can be chosen.")] = None,
    bots: Annotated[str | None, typer.Option(help="Who plays all seats but the first.")] = None,
    encoding: str = "numbers",
    seconds: float = 3.0,
) -> None:
    """How fast a batch is, and how much memory it takes."""
    for number in numbers:
        games = rumpus.batch(game, number, seats=seats, bots=bots, encoding=encoding)
        games.step(games.random_actions())  # machine code is made
        advance(games, BEFORE, seconds / 10)
        start = perf_counter()
        steps = advance(games, sys.maxsize, seconds)
        speed = steps * number / (perf_counter() - start)
        print(f"{number:,} games: {speed:,.0f} choices a second, {games.nbytes / number:,.0f} bytes a game")


def advance(games: Batch, most: int, seconds: float) -> int:
    """Step with random choices until so many steps are done or the time is over, but at least once."""
    steps, until = 0, perf_counter() + seconds
    while steps == 0 or (steps < most and perf_counter() < until):
        games.step(games.random_actions())
        steps += 1
    return steps


if __name__ == "__main__":
    try:
        typer.run(main)
    except rumpus.RumpusError as mistake:
        sys.exit(str(mistake))
