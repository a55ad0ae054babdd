"""Measure rumpus as peers/measure.py measures the others: random BraveRats, counted in decisions.

    python ours.py NAME --seconds S [--core C]

prints one JSON line. The games go through the generic loop that any game of the catalogue goes through: who acts, what
is legal, choose, apply. Compilation happens in the warm-up and is not counted.
"""

import sys
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, it finds its neighbours only in this way

from benchmarks.peers.measure import SEED, Chunk, Peer, Tally, main

COMPILED_GAMES = 1 << 22
"""Of a chunk. Many blocks, so that the end of a chunk, where one thread waits for the other, does not show."""
PLAIN_GAMES = 20


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


OURS = {
    "rumpus": Peer(compiled, ("rumpus", "numba")),
    "rumpus-2-threads": Peer(compiled_in_two_threads, ("rumpus", "numba"), is_pinned=False),
    "rumpus-plain": Peer(plain, ("rumpus",)),
}

if __name__ == "__main__":
    main(OURS)
