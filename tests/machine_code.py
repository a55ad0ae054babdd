"""Makes the machine code that tests of `make test` want, while the others run in plain Python.

    python -m tests.machine_code

What is made here lies where the tests look for it, and a test that wants it sooner waits for it and does not make it
once more.
"""

from rumpus.batches import Batch
from rumpus.bots import Searcher, bot
from rumpus.catalogue import NAMES, definition
from rumpus.core.game import Game
from tests.conformance.walking import asked, walk
from tests.waiting import is_quickly_compiled


def conformance(game: Game) -> object:
    return asked(next(walk(game, 1)), True, in_machine_code=True)


def whole_games(game: Game) -> object:
    return game.random_games(1, seed=1, threads=1)


def batches(game: Game) -> None:
    batch = Batch(game, 2, seed=1)
    batch.step(batch.random_actions())


def searching(game: Game) -> None:
    searcher = bot("ismcts:1")
    assert isinstance(searcher, Searcher)
    searcher.prepare(game)


def main() -> None:
    games = [definition(name).open() for name in NAMES]
    for game in sorted(games, key=lambda game: not is_quickly_compiled(game.name)):
        conformance(game)
        if is_quickly_compiled(game.name):
            whole_games(game)
            batches(game)
            searching(game)


if __name__ == "__main__":
    main()
