"""How long a bot takes from being asked to its answer, when its machine code is there.

    python answers.py BOT [--core C]

prints one JSON line. The bot is asked in random games of BraveRats, wherever seat 0 has something to choose.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, it finds its neighbours only in this way

from benchmarks.peers.measure import SEED, use_one_core

if TYPE_CHECKING:
    from rumpus.core.game import Game
    from rumpus.core.view import View

CHOICES = 50


def questions(game: "Game") -> Iterator["View"]:
    """What seat 0 sees when it has a choice, in one random game after the other."""
    luck = random.Random(SEED)
    for seed in count(SEED):
        match = game.match(seed=seed)
        while not match.over:
            if len(match.legal(0)) > 1:
                yield match.view(0)
            for seat in sorted(match.acting):
                match.play(seat, luck.choice(match.legal(seat)))


def answers(name: str) -> dict[str, object]:
    """The times, the bot's clock, and how much of its core the process had."""
    import rumpus
    from rumpus.bots import Searcher, bot
    from rumpus.core.rng import generator

    game, player, rng = rumpus.game("braverats"), bot(name), generator(SEED)
    assert isinstance(player, Searcher), f"{name} has no clock"
    player.prepare(game)
    asked, milliseconds = list(islice(questions(game), CHOICES)), []
    start, worked = time.perf_counter(), time.process_time()
    for view in asked:
        before = time.perf_counter()
        player.choose(view, rng)
        milliseconds.append(1000 * (time.perf_counter() - before))
    cores = (time.process_time() - worked) / (time.perf_counter() - start)
    return {"clock": player.plan.milliseconds, "milliseconds": milliseconds, "cores": round(cores, 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the answers of one bot.")
    parser.add_argument("bot", metavar="BOT")
    parser.add_argument("--core", type=int, help="the core to run on (default: the first allowed)")
    arguments = parser.parse_args()
    use_one_core(arguments.core)
    print(json.dumps(answers(arguments.bot)))


if __name__ == "__main__":
    main()
