"""How often each seat of a game wins, for every number of players: a table for the game's page in docs/.

Usage: python tools/seats.py GAME [--games N] [--bot BOT] [--write]
"""

import argparse
import sys
from collections.abc import Iterator, Sequence

from docs_tables import write_table

import rumpus
from rumpus.catalogue import definition
from rumpus.cli.sim import simulate

HEAD = "| players | games | even | wins of each seat, with the 95 % interval |\n| ---: | ---: | ---: | --- |\n"
SEED = 1


def rows(name: str, games: int, bot: str) -> Iterator[str]:
    """A row for each number of players; wins that are shared are nobody's, so even is what is left, shared out."""
    fewest, most = definition(name).seats
    for seats in range(fewest, most + 1):
        done = simulate(rumpus.game(name, seats=seats), games, [bot] * seats, SEED, None)
        wins = done.results.win_rate
        pairs = zip(wins, done.intervals, strict=True)
        cells = [f"{rate:.1%} ({low:.1%} to {high:.1%})" for rate, (low, high) in pairs]
        yield f"| {seats} | {games:,} | {sum(wins) / seats:.1%} | {', '.join(cells)} |\n"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="How often each seat of a game wins, for every number of players.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20_000, help="for each number of players (20000)")
    parser.add_argument("--bot", default="random", help="that sits in every seat (random)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/GAME.md")
    wanted = parser.parse_args(arguments)
    table = HEAD + "".join(rows(wanted.game, wanted.games, wanted.bot))
    if wanted.write:
        write_table(wanted.game, "seats", table)
    sys.stdout.write(table)


if __name__ == "__main__":
    main()
