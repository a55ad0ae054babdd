"""How long games of Kaiju Rising take, how they end, and what a card of each resource brings: tables for docs/kaiju.md.

A card that pays for a level has earned its part of the points on that level's front.

Usage: python tools/kaiju_study.py [--games N] [--bot BOT] [--write]
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
from docs_tables import write_table

import rumpus
from rumpus.bots import bot
from rumpus.catalogue import definition
from rumpus.core.game import Game
from rumpus.core.rng import generator
from rumpus.core.rules import State
from rumpus.games.kaiju.rules.records import CUBES, KINDS, RESOURCES
from rumpus.lab.intervals import mean_interval

HEAD = "| players | games | rounds | City Hall fell | all cubes laid | {} |\n| ---: | ---: | --- | ---: | ---: | {} |\n"
Spent = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]


def ended(game: Game, name: str, seed: int) -> State:
    """One game between bots of one kind."""
    player, rng, match = bot(name), generator(seed), game.match(seed=seed)
    while not match.over:
        seat = min(match.acting)
        match.play(seat, player.choose(match.view(seat), rng))
    return match.state


def spent(game: Game, states: Sequence[State]) -> Spent:
    """Of each resource how many cards paid for levels, and the points that they earned."""
    cards, points = np.zeros(KINDS), np.zeros(KINDS)
    for state in states:
        for building in state.taken[state.taken >= 0]:
            cost = game.box.cost[building].astype(float)
            cards += cost
            points += cost * int(game.box.building_points[building]) / cost.sum()
    return cards, points


def row(seats: int, games: int, name: str) -> str:
    game = rumpus.game("kaiju", seats=seats)
    with ThreadPoolExecutor() as pool:
        states = list(pool.map(lambda seed: ended(game, name, seed), range(games)))
    low, high = mean_interval([float(state.rounds) for state in states])
    halls = sum(not state.standing[game.box.hall] for state in states)
    cubes = sum(bool((state.laid == CUBES).any()) for state in states)
    cards, points = spent(game, states)
    earned = " | ".join(f"{one / all_cards:.2f}" for one, all_cards in zip(points, cards, strict=True))
    shares = ", ".join(f"{one / cards.sum():.0%}" for one in cards)
    rounds = f"{(low + high) / 2:.1f} ({low:.1f} to {high:.1f})"
    return f"| {seats} | {games} | {rounds} | {halls} | {cubes} | {earned} | {shares} |\n"


def rows(games: int, name: str) -> Iterator[str]:
    fewest, most = definition("kaiju").seats
    for seats in range(fewest, most + 1):
        yield row(seats, games, name)


def head() -> str:
    titles = [*(f"points for a {name}" for name in RESOURCES), "share of each in what was spent"]
    return HEAD.format(" | ".join(titles), " | ".join(["---:"] * len(titles)))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="How long games of Kaiju Rising take, and what resources bring.")
    parser.add_argument("--games", type=int, default=24, help="for each number of players (24)")
    parser.add_argument("--bot", default="ismcts:3", help="that sits in every seat (ismcts:3)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/kaiju.md")
    wanted = parser.parse_args(arguments)
    table = head() + "".join(rows(wanted.games, wanted.bot))
    if wanted.write:
        write_table("kaiju", "study", table)
    sys.stdout.write(table)


if __name__ == "__main__":
    main()
