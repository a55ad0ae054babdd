"""Batches between bots: one bot for each seat, each shown what its seat knows and nothing else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
    kept = Kept.room(games, game.seats) if (games <= KEPT_GAMES if keep is None else keep) else None
    results = Results(games, game.seats, np.zeros((game.seats, 3), np.int64), 0, 0, kept)
    for number, rng in zip(range(games), streams(seed, PLAIN, at_once=1), strict=False):
        _add(results, number, play_game(game, bots, rng, [rng] * game.seats))
        if progress is not None:
            progress(1)
    return results


def check_bots(game: Game, bots: Sequence[Bot]) -> None:
    if len(bots) != game.seats:
        raise WrongBot(f"{game.title} has {game.seats} seats here, so it takes {game.seats} bots, not {len(bots)}.")


def play_game(game: Game, bots: Sequence[Bot], chance: Rng, luck: Sequence[Rng]) -> Played:
    """One game: chance draws from one stream, each seat's bot from its own. Who chooses at once is asked at once."""
    state, decisions = game.fresh_state(), 0
    while acting := acting_seats(game, state):
        if acting == {CHANCE}:
            game.rules.apply(game.box, state, CHANCE, weighted(chance, chance_weights(game, state)))
            continue
        chosen = {seat: _choice(game, state, seat, bots[seat], luck[seat]) for seat in sorted(acting)}
        for seat, number in chosen.items():
            game.rules.apply(game.box, state, seat, number)
        decisions += len(chosen)
    return Played(numbers(game, state, "places"), numbers(game, state, "points"), decisions)


def _choice(game: Game, state: State, seat: int, bot: Bot, rng: Rng) -> int:
    number = bot.choose(View(game, state, seat), rng)
    if number not in legal_numbers(game, state, seat):
        raise WrongBot(f"The bot '{bot.name}' chose {number}, which is not legal.")
    return number


def _add(results: Results, number: int, played: Played) -> None:
    count_game(results.tally, np.array(played.places), np.array(played.points))
    results.decisions += played.decisions
    results.longest = max(results.longest, played.decisions)
    if results.kept is not None:
        results.kept.places[number], results.kept.points[number] = played.places, played.points
        results.kept.lengths[number] = played.decisions
