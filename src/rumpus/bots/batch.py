"""Batches between bots: one bot for each seat, each shown what its seat knows and nothing else."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, runtime_checkable

import numpy as np

from rumpus.bots.uniform import Uniform
from rumpus.core.batch import KEPT_GAMES, Kept, Results, apart, count_game, in_threads, streams
from rumpus.core.errors import WrongBot
from rumpus.core.game import Game
from rumpus.core.kernel import PLAIN, kernel, mode, runnable
from rumpus.core.rng import Rng, branch, generator, weighted
from rumpus.core.rules import CHANCE, OVER, Box, acting, apply, chance, legal, places, points, redact
from rumpus.core.view import Bot, View

Progress = Callable[[int], None]


@runtime_checkable
class Preparing(Protocol):
    """A bot that has something to make ready for a game: machine code, a solution."""

    def prepare(self, game: Game) -> None: ...


@dataclass(frozen=True)
class Played:
    """One game between bots, as it ended."""

    places: list[int]
    points: list[int]
    decisions: int


def play_games(
    game: Game, bots: Sequence[Bot], games: int, seed: int = 0, *, threads: int | None = None,
    keep: bool | None = None, progress: Progress | None = None,
) -> Results:  # fmt: skip
    """Whole games between these bots; the same seed gives the same games. Random bots play in a kernel."""
    check_bots(game, bots)
    if all(isinstance(bot, Uniform) for bot in bots):
        return game.random_games(games, seed, threads=threads, keep=keep, progress=progress)
    make_ready(game, bots)
    kept = Kept.room(games, game.seats) if (games <= KEPT_GAMES if keep is None else keep) else None
    results = Results(games, game.seats, np.zeros((game.seats, 3), np.int64), 0, 0, kept)
    workers = 1 if mode() == PLAIN else threads or os.cpu_count() or 1
    for number, played in in_threads(_pieces(game, bots, games, seed), workers):
        _add(results, number, played)
        if progress is not None:
            progress(1)
    return results


def make_ready(game: Game, bots: Sequence[Bot]) -> None:
    """Have machine code and solutions ready before the first game: whoever asks waits, not a thread."""
    Referee(game, generator(0)).step()
    for bot in bots:
        if isinstance(bot, Preparing):
            bot.prepare(game)


def _pieces(game: Game, bots: Sequence[Bot], games: int, seed: int) -> Iterator[Callable[[], tuple[int, Played]]]:
    """The games one by one, each with its own stream of chance."""
    for number, rng in zip(range(games), streams(seed, at_once=1), strict=False):
        yield partial(_numbered, number, game, bots, rng.copy())


def _numbered(number: int, game: Game, bots: Sequence[Bot], rng: Rng) -> tuple[int, Played]:
    return number, play_game(game, bots, branch(rng), [branch(rng) for _ in bots])


def check_bots(game: Game, bots: Sequence[Bot]) -> None:
    if len(bots) != game.seats:
        raise WrongBot(f"{game.title} has {game.seats} seats here, so it takes {game.seats} bots, not {len(bots)}.")


def play_game(game: Game, bots: Sequence[Bot], chance: Rng, luck: Sequence[Rng]) -> Played:
    """One game: chance draws from one stream, each seat's bot from its own. Who chooses at once is asked at once."""
    referee, decisions = Referee(game, chance), 0
    while acting := referee.step():
        for seat in acting:
            referee.take(seat, bots[seat], luck[seat])
        decisions += len(acting)
    return Played(*referee.results(), decisions)


def referee_record(actions: int, outcomes: int, seats: int) -> np.dtype[Any]:
    """What the referee keeps of a moment: who is asked, what each may choose, and what each has chosen."""
    fields = [
        ("rng", "i8", (4,)), ("who", "i8"), ("weights", "i8", (outcomes,)),
        ("masks", "i1", (seats, actions)), ("chosen", "i8", (seats,)),
        ("places", "i8", (seats,)), ("points", "i8", (seats,)),
    ]  # fmt: skip
    return np.dtype((np.record, fields), align=True)


@kernel
def step(box: Box, tables: Any, scratch: Any) -> None:
    """Carry out what was chosen, let chance act, and show every seat that is asked what it knows, and what it may do.

    tables[0] is the truth, and after it comes what each seat knows.
    """
    seats = len(scratch.chosen)
    for seat in range(seats):
        if scratch.who > 0 and scratch.who >> seat & 1:
            apply(box, tables[0], seat, scratch.chosen[seat])
    scratch.who = acting(box, tables[0])
    while scratch.who == CHANCE:
        chance(box, tables[0], scratch.weights)
        apply(box, tables[0], CHANCE, weighted(scratch.rng, scratch.weights))
        scratch.who = acting(box, tables[0])
    for seat in range(seats):
        if scratch.who >> seat & 1:
            legal(box, tables[0], seat, scratch.masks[seat])
            tables[1 + seat] = tables[0]
            redact(box, tables[1 + seat], seat)
    if scratch.who == OVER:
        places(box, tables[0], scratch.places)
        points(box, tables[0], scratch.points)


class Referee:
    """Runs one game: asks the bots, checks what they answer, and carries it out."""

    def __init__(self, game: Game, chance: Rng) -> None:
        rules = game.rules
        self.game, self.tables = game, np.zeros(1 + game.seats, rules.STATE)
        self.tables[0] = game.fresh_state()
        self.scratch = apart(referee_record(rules.ACTIONS, rules.OUTCOMES, game.seats))[0]
        self.scratch.rng[:] = chance

    def step(self) -> list[int]:
        """Go on to the next moment at which somebody is asked; who that is."""
        runnable(step)(self.game.box, self.tables, self.scratch)
        return [seat for seat in range(self.game.seats) if self.scratch.who >> seat & 1]

    def take(self, seat: int, bot: Bot, rng: Rng) -> None:
        """Ask a bot for the choice of its seat."""
        known = self.tables[1 + seat].copy()
        number = bot.choose(View.of_known(self.game, known, seat), rng)
        if number not in range(self.game.rules.ACTIONS) or not self.scratch.masks[seat, number]:
            raise WrongBot(f"The bot '{bot.name}' chose {number}, which is not legal.")
        self.scratch.chosen[seat] = number

    def results(self) -> tuple[list[int], list[int]]:
        return self.scratch.places.tolist(), self.scratch.points.tolist()


def _add(results: Results, number: int, played: Played) -> None:
    count_game(results.tally, np.array(played.places), np.array(played.points))
    results.decisions += played.decisions
    results.longest = max(results.longest, played.decisions)
    if results.kept is not None:
        results.kept.places[number], results.kept.points[number] = played.places, played.points
        results.kept.lengths[number] = played.decisions
