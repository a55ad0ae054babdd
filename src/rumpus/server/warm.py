"""Makes ready what bots need, in a process of its own: machine code and solutions, kept where the server finds them.

    python -m rumpus.server.warm        with a Wish as JSON on its input

A compiler in the server's own process would hold up every table for seconds.
"""

import os
import sys
import threading
import time
from contextlib import suppress
from typing import Any

import msgspec

from rumpus.bots import bot
from rumpus.bots.nash import Nash
from rumpus.bots.searcher import Searcher
from rumpus.catalogue import DEFINITIONS
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.kernel import keeps_code
from rumpus.solve.solution import kept_solution

READY, CANNOT = 0, 1
GENTLY, VERY_GENTLY = 5, 19
"""How far it stands back behind the server, and if nobody waits for it."""
LOOK_SECONDS = 1.0
SEARCHER, SOLVER = "ismcts", "nash"


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What shall be ready: the search of a game, or its solution too."""

    game: str
    seats: int
    switches: dict[str, str | bool]
    box: dict[str, Any]
    is_solved: bool = False
    is_urgent: bool = True
    server: int
    """The process that wishes it."""


def wish_for(game: Game, is_solved: bool, is_urgent: bool = True) -> Wish:
    return Wish(
        game=game.name,
        seats=game.seats,
        switches=game.switches,
        box=msgspec.to_builtins(game.contents.tables),
        is_solved=is_solved,
        is_urgent=is_urgent,
        server=os.getpid(),
    )


def fulfil(wish: Wish) -> bool:
    """Whether everything is there now for another process to load."""
    if wish.game not in DEFINITIONS or not keeps_code():
        return False
    game = DEFINITIONS[wish.game].open(wish.switches, wish.box, wish.seats)
    try:
        (make_solution_ready if wish.is_solved else make_search_ready)(game)
    except RumpusError:  # there is no solution
        return False
    return kept_solution(game) is not None if wish.is_solved else True


def make_search_ready(game: Game) -> None:
    """Load the code of the search, and of what the game can reckon by itself, or make it."""
    searcher = bot(SEARCHER)
    assert isinstance(searcher, Searcher)
    searcher.prepare(game)
    game.definition.get_ready(game)


def make_solution_ready(game: Game) -> None:
    """Load the solution of a game, or find it, and whatever is needed to ask it."""
    solver = bot(SOLVER)
    assert isinstance(solver, Nash)
    solver.prepare(game)
    match, solution = game.match(seed=0), kept_solution(game)
    if solution is not None:
        solution.at(match.state)


def end_with(server: int) -> None:
    """Nobody wants what is made here when the server has died, and could not say so."""
    while os.getppid() == server:
        time.sleep(LOOK_SECONDS)
    os._exit(CANNOT)


def main() -> int:
    wish = msgspec.json.decode(sys.stdin.buffer.read(), type=Wish)
    threading.Thread(target=end_with, args=(wish.server,), daemon=True).start()
    with suppress(OSError, AttributeError):
        os.nice(GENTLY if wish.is_urgent else VERY_GENTLY)
    return READY if fulfil(wish) else CANNOT


if __name__ == "__main__":
    sys.exit(main())
