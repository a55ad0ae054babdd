"""Measure rumpus as peers/measure.py measures the others: random BraveRats, searches, solvers.

    python ours.py NAME --seconds S [--core C]

prints one JSON line. The games go through the generic loop that any game of the catalogue goes through: who acts, what
is legal, choose, apply. Compilation happens in the warm-up and is not counted.

The Leduc poker is the one of the tests, which plays as OpenSpiel's does, line by line (tests/poker/test_openspiel.py).
"""

import sys
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, it finds its neighbours only in this way

from benchmarks.peers.measure import PGX_BATCH, PGX_STEPS, SEED, SIMULATIONS, Chunk, Peer, Tally, main

if TYPE_CHECKING:
    from rumpus.core.game import Game
    from rumpus.core.view import View

COMPILED_GAMES = 1 << 22
"""Of a chunk. Many blocks, so that the end of a chunk, where one thread waits for the other, does not show."""
PLAIN_GAMES = 20
FOR_FOUR = ("mayhem", "rarrr", "kaiju", "arrr")
GAMES_FOR_FOUR = 1 << 13
CFR_ITERATIONS = 1000


def random_games(games: int, threads: int, mode: str) -> Chunk:
    import rumpus

    braverats, seeds = rumpus.game("braverats"), count(SEED)

    def chunk() -> Tally:
        results = braverats.random_games(games, seed=next(seeds), threads=threads, keep=False, mode=mode)
        return Tally(results.decisions, games)

    return chunk


def compiled() -> Chunk:
    return random_games(COMPILED_GAMES, threads=1, mode="compiled")


def compiled_in_two_threads() -> Chunk:
    return random_games(COMPILED_GAMES, threads=2, mode="compiled")


def plain() -> Chunk:
    return random_games(PLAIN_GAMES, threads=1, mode="plain")


def batch_of(game: "Game") -> Chunk:
    """As the peers step theirs: mask, observation and reward of every game after every step, new games at once."""
    import rumpus

    batch = rumpus.batch(game, PGX_BATCH, seed=SEED, threads=1)

    def chunk() -> Tally:
        before = int(batch.finished.sum())
        for _ in range(PGX_STEPS):
            batch.step(batch.random_actions())
        return Tally(PGX_BATCH * PGX_STEPS, int(batch.finished.sum()) - before)

    return chunk


def batch_of_braverats() -> Chunk:
    import rumpus

    return batch_of(rumpus.game("braverats"))


def batch_of_leduc() -> Chunk:
    from tests.poker import leduc

    return batch_of(leduc.GAME.open())


def for_four(name: str) -> Chunk:
    """Counted in steps: choices, and what chance decides."""
    import rumpus

    game, seeds = rumpus.game(name, seats=4), count(SEED)

    def chunk() -> Tally:
        results = game.random_games(GAMES_FOR_FOUR, seed=next(seeds), threads=1, keep=False, mode="compiled")
        return Tally(games=GAMES_FOR_FOUR, iterations=results.decisions + results.chances)

    return chunk


# Searching and solving


def searches(view: "View") -> Chunk:
    """One search from there, with one tree and so on one thread."""
    from rumpus.bots import Plan, Searcher
    from rumpus.core.rng import generator

    searcher, rng = Searcher("ismcts", Plan(SIMULATIONS)), generator(SEED)

    def chunk() -> Tally:
        searcher.advise(view, rng)
        return Tally(iterations=SIMULATIONS)

    return chunk


def searching_leduc() -> Chunk:
    """From where the peer searches too: both have a jack and nobody has bet."""
    from rumpus.core.rules import CHANCE
    from tests.poker import leduc

    match = leduc.GAME.open().match(by_hand=True)
    for _ in range(2):
        match.play(CHANCE, "jack")
    return searches(match.view(0))


def searching_braverats() -> Chunk:
    """From the first position."""
    import rumpus

    return searches(rumpus.game("braverats").match(seed=SEED).view(0))


def solving_leduc() -> Chunk:
    """CFR+ on the whole tree, which is grown beforehand."""
    from rumpus.solve.cfr import solve_tree
    from rumpus.solve.tree import grow
    from tests.poker import leduc

    tree = grow(leduc.GAME.open(), payoff="points")

    def chunk() -> Tally:
        solve_tree(tree, CFR_ITERATIONS)
        return Tally(iterations=CFR_ITERATIONS)

    return chunk


def solving_braverats() -> Chunk:
    """The exact solution of the base game: one game solved, and as many iterations as it has positions."""
    import rumpus
    from rumpus.solve.solution import solve

    game = rumpus.game("braverats")

    def chunk() -> Tally:
        return Tally(games=1, iterations=solve(game).positions)

    return chunk


OURS = {
    "rumpus": Peer(compiled, ("rumpus", "numba")),
    "rumpus-2-threads": Peer(compiled_in_two_threads, ("rumpus", "numba"), is_pinned=False),
    "rumpus-plain": Peer(plain, ("rumpus",)),
    "rumpus-batch": Peer(batch_of_braverats, ("rumpus", "numba")),
    "rumpus-batch-leduc": Peer(batch_of_leduc, ("rumpus", "numba")),
    "rumpus-ismcts": Peer(searching_leduc, ("rumpus", "numba")),
    "rumpus-ismcts-braverats": Peer(searching_braverats, ("rumpus", "numba")),
    "rumpus-cfr": Peer(solving_leduc, ("rumpus", "numba")),
    "rumpus-solve": Peer(solving_braverats, ("rumpus", "numba")),
    **{f"rumpus-{name}": Peer(partial(for_four, name), ("rumpus", "numba")) for name in FOR_FOUR},
}

if __name__ == "__main__":
    main(OURS)
