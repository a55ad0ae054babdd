"""Batches between bots: one bot for each seat, each shown what its seat knows and nothing else."""

from collections.abc import Callable, Sequence

import numpy as np

from rumpus.bots.uniform import Uniform
from rumpus.core.batch import KEPT_GAMES, Kept, Results, count_game, streams
from rumpus.core.errors import WrongBot
from rumpus.core.game import Game
from rumpus.core.kernel import PLAIN
from rumpus.core.rng import Rng, weighted
from rumpus.core.rules import CHANCE, State
from rumpus.core.view import Bot, View, acting_seats, chance_weights, legal_numbers, numbers

Progress = Callable[[int], None]


def play_games(
    game: Game, bots: Sequence[Bot], games: int, seed: int = 0, *, threads: int | None = None,
    keep: bool | None = None, progress: Progress | None = None,
) -> Results:  # fmt: skip
    """Whole games between these bots; the same seed gives the same games. Random bots play in a kernel."""
    if len(bots) != game.seats:
        raise WrongBot(f"{game.title} has {game.seats} seats here, so it takes {game.seats} bots, not {len(bots)}.")
    if all(isinstance(bot, Uniform) for bot in bots):
        return game.random_games(games, seed, threads=threads, keep=keep, progress=progress)
    kept = Kept.room(games, game.seats) if (games <= KEPT_GAMES if keep is None else keep) else None
    results = Results(games, game.seats, np.zeros((game.seats, 3), np.int64), 0, 0, kept)
    for number, rng in zip(range(games), streams(seed, PLAIN, at_once=1), strict=False):
        _add(results, number, *_play_one(game, bots, rng))
        if progress is not None:
            progress(1)
    return results


def _play_one(game: Game, bots: Sequence[Bot], rng: Rng) -> tuple[list[int], list[int], int]:
    """One game: places, points, and the number of decisions."""
    state, decisions = game.fresh_state(), 0
    while acting := acting_seats(game, state):
        seat = min(acting)
        if seat == CHANCE:
            number = weighted(rng, chance_weights(game, state))
        else:
            number = _choice(game, state, seat, bots[seat], rng)
        decisions += seat != CHANCE
        game.rules.apply(game.box, state, seat, number)
    return numbers(game, state, "places"), numbers(game, state, "points"), decisions


def _choice(game: Game, state: State, seat: int, bot: Bot, rng: Rng) -> int:
    number = bot.choose(View(game, state, seat), rng)
    if number not in legal_numbers(game, state, seat):
        raise WrongBot(f"The bot '{bot.name}' chose {number}, which is not legal.")
    return number


def _add(results: Results, number: int, places: list[int], points: list[int], decisions: int) -> None:
    count_game(results.tally, np.array(places), np.array(points))
    results.decisions += decisions
    results.longest = max(results.longest, decisions)
    if results.kept is not None:
        results.kept.places[number], results.kept.points[number] = places, points
        results.kept.lengths[number] = decisions
