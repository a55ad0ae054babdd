"""How much declaring well is worth in Monster Mayhem: the table of docs/mayhem.md.

Usage: python tools/mayhem_declaring.py [--games N] [--write | --counter-random]

One seat counts cards, all others declare at random, or by the simple rule "high when above 5"; the seats take turns at
it. Everything runs in one kernel on the rules' own words.
"""

import argparse
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from docs_tables import write_table

import rumpus
from rumpus.core.kernel import kernel, runnable
from rumpus.core.rng import Rng, below, generator, weighted
from rumpus.core.rules import CHANCE, OVER, Box, State, acting, apply, chance, places
from rumpus.games.mayhem.chances import (
    RATINGS,
    chance_to_win,
    count_ratings,
    different_monsters,
    orders,
    ways_to_win_at_once,
)
from rumpus.games.mayhem.rules.records import ACTIONS, CARDS, HIGH, HIGHEST, LOW, SEATS
from rumpus.games.mayhem.rules.rounds import how_many

MIDDLE = 5
NOTHING = 1e-12
RANDOM, SIMPLE, COUNTER = range(3)
NAMES = ("random", "high when above 5", "counter")
PAIRS = ((COUNTER, RANDOM), (COUNTER, SIMPLE), (SIMPLE, RANDOM))
Numbers = npt.NDArray[np.int64]


# How a seat declares ----------------------------------------------------------------------------------------------


@kernel
def declares(box: Box, state: State, policy: int, rng: Rng) -> int:
    if policy == RANDOM:
        return below(rng, 2)
    if policy == SIMPLE:
        card = int(state.turned[state.declarer])
        return HIGH if box.worth[HIGH, state.ability, card] > MIDDLE else LOW
    return counts(box, state, rng)


@kernel
def counts(box: Box, state: State, rng: Rng) -> int:
    """What wins more often, as the counter plays it; rows of ties are looked at only where they can matter."""
    chances, doubt = np.zeros(ACTIONS), 0.0
    for direction in range(ACTIONS):
        chances[direction] = won_at_once(box, state, direction)
        doubt = max(doubt, 1.0 - chances[direction] - lost_at_once(box, state, direction))
    if abs(chances[HIGH] - chances[LOW]) * how_many(state.playing) <= doubt:
        for direction in range(ACTIONS):
            chances[direction] = chance_to_win(box, state, direction)
    if abs(chances[HIGH] - chances[LOW]) < NOTHING:
        return below(rng, 2)
    return HIGH if chances[HIGH] > chances[LOW] else LOW


@kernel
def won_at_once(box: Box, state: State, direction: int) -> float:
    ratings = np.zeros((RATINGS, 2), np.int64)
    count_ratings(box, state, direction, ratings)
    mine, players = int(state.turned[state.declarer]), how_many(state.playing)
    rating = int(box.worth[direction, state.ability, mine])
    ways = ways_to_win_at_once(ratings, rating, players)
    return ways / orders(int(state.deck.sum()), players - 1)


@kernel
def lost_at_once(box: Box, state: State, direction: int) -> float:
    """The chance that one of the others alone has the best card, and no monster comes twice."""
    ratings = np.zeros((RATINGS, 2), np.int64)
    count_ratings(box, state, direction, ratings)
    players = how_many(state.playing)
    mine, left = int(state.turned[state.declarer]), int(state.deck.sum())
    rating = int(box.worth[direction, state.ability, mine])
    ratings[rating, 1] -= int(state.deck[mine])
    doubles = singles = 0
    ways = 0.0
    for best in range(HIGHEST + 1):
        if best > rating:
            tops = 2 * ratings[best, 0] + ratings[best, 1]
            ways += (players - 1) * tops * different_monsters(doubles, singles, players - 2)
        doubles += ratings[best, 0]
        singles += ratings[best, 1]
    return ways / orders(left, players - 1)


# Games ------------------------------------------------------------------------------------------------------------


@kernel
def play(box: Box, table: State, policies: Numbers, weights: Numbers, rng: Rng) -> None:
    """One game on table[0] to its end."""
    state = table[0]
    who = acting(box, state)
    while who != OVER:
        if who == CHANCE:
            chance(box, state, weights)
            apply(box, state, CHANCE, weighted(rng, weights))
        else:
            seat = int(state.declarer)
            apply(box, state, seat, declares(box, state, policies[seat], rng))
        who = acting(box, state)


@kernel
def play_many(
    box: Box, table: State, seats: int, one: int, others: int, games: int, rng: Rng, shares: npt.NDArray[np.float64]
) -> None:
    """So many games, the one at another seat each time; of each what share of the win it had."""
    policies, weights, out = np.zeros(SEATS, np.int64), np.zeros(CARDS, np.int64), np.zeros(SEATS, np.int64)
    for number in range(games):
        table[0] = table[1]
        policies[:] = others
        policies[number % seats] = one
        play(box, table, policies, weights, rng)
        places(box, table[0], out)
        first = 0
        for seat in range(seats):
            first += int(out[seat] == 1)
        shares[number] = 1.0 / first if out[number % seats] == 1 else 0.0


class Found(NamedTuple):
    """How often one way of declaring won against another."""

    one: int
    others: int
    seats: int
    games: int
    mean: float
    error: float

    @property
    def row(self) -> str:
        low, high = self.mean - 1.96 * self.error, self.mean + 1.96 * self.error
        even = 1 / self.seats
        return (
            f"| {NAMES[self.one]} | {NAMES[self.others]} | {self.seats} | {self.games:,} | {even:.1%} |"
            f" {self.mean:.1%} | {low:.1%} to {high:.1%} |"
        )


def measured(one: int, others: int, seats: int, games: int) -> Found:
    game = rumpus.game("mayhem", seats=seats)
    table = np.zeros(2, game.rules.STATE)
    table[1] = game.fresh_state()
    shares = np.zeros(games)
    runnable(play_many)(game.box, table, seats, one, others, games, generator(seats), shares)
    return Found(one, others, seats, games, float(shares.mean()), float(shares.std() / math.sqrt(games)))


def table_of(found: Iterable[Found]) -> str:
    """The rows, each shown as soon as it is there."""
    rows = [
        "| one seat | all others | players | games | even | wins | 95 % interval |",
        "| --- | --- " + "| ---: " * 4 + "| --- |",
    ]
    for one in found:
        rows.append(one.row)
        print(one.row, file=sys.stderr, flush=True)
    return "\n".join(rows) + "\n"


def all_pairs(games: int) -> Iterator[Found]:
    return (measured(one, others, seats, games) for one, others in PAIRS for seats in range(2, SEATS + 1))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="How much declaring well is worth in Monster Mayhem.")
    parser.add_argument("--games", type=int, default=20_000, help="of each kind (20000)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true", help="write the table into docs/mayhem.md")
    what.add_argument("--counter-random", action="store_true", help="only counter against random, of two")
    wanted = parser.parse_args(arguments)
    table = table_of([measured(COUNTER, RANDOM, 2, wanted.games)] if wanted.counter_random else all_pairs(wanted.games))
    if wanted.write:
        write_table("mayhem", "declaring", table)
    print(table)


if __name__ == "__main__":
    main()
