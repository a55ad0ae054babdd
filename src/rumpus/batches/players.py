"""Who plays the other seats of a batch: at random in the kernel itself, searching in a kernel, or bot by bot."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rumpus.batches.kernels.thinking import think_games
from rumpus.bots import bot_from
from rumpus.bots.batch import Preparing
from rumpus.bots.searcher import Searcher, memory_of
from rumpus.bots.uniform import Uniform
from rumpus.core.errors import WrongBot
from rumpus.core.game import Game
from rumpus.core.rng import branch
from rumpus.core.view import Bot, check_seat

if TYPE_CHECKING:
    from rumpus.batches.processor import Batch

TRIED_AT_ONCE = 1 << 14
"""Possible games, at most, that a thread tries before it looks whether somebody wants to stop."""

Bots = Mapping[int, str | Bot | None] | Sequence[str | Bot | None] | str | None
"""By seat; or a list with None for the owner's own seats; or one for all seats but the first."""


class Player:
    """A seat that the batch plays itself, at random: the kernel that steps the games does that on its way."""

    is_random = True

    def __init__(self, seat: int, bot: Bot) -> None:
        self.seat, self.bot = seat, bot

    def get_ready(self, game: Game, workers: int) -> None:
        """Have all that is needed before the first choice."""

    def choose(self, batch: "Batch", chosen: Any) -> None:
        """Write the choices of the seat, wherever it is asked."""


class Asked(Player):
    """Any bot, asked game by game, in Python."""

    is_random = False

    def get_ready(self, game: Game, workers: int) -> None:
        if isinstance(self.bot, Preparing):
            self.bot.prepare(game)

    def choose(self, batch: "Batch", chosen: Any) -> None:
        for number in np.flatnonzero(batch.acting == self.seat):
            chosen[number] = self._choice(batch, int(number))

    def _choice(self, batch: "Batch", number: int) -> int:
        answer = self.bot.choose(batch.view(number, self.seat), branch(batch.arrays.tables[number].rng))
        allowed = np.flatnonzero(batch.arrays.allowed[number]).tolist()
        if isinstance(answer, bool) or answer not in allowed:
            raise WrongBot(f"Game {number}: the bot '{self.bot.name}' chose {answer!r}; it may choose {allowed}.")
        return int(answer)


class Thinking(Player):
    """A bot that searches, in a kernel for all games."""

    is_random = False

    def __init__(self, seat: int, bot: Searcher) -> None:
        super().__init__(seat, bot)
        self.plan = bot.plan

    def get_ready(self, game: Game, workers: int) -> None:
        self.works = [np.zeros(1, memory_of(game.rules, game.seats)) for _ in range(workers)]

    def choose(self, batch: "Batch", chosen: Any) -> None:
        iterations, per_action = int(self.plan.iterations or 0), int(self.plan.per_action or 0)
        how = self.seat, iterations, per_action, int(self.plan.flat)
        games_of_part = max(1, TRIED_AT_ONCE // max(1, iterations + per_action * batch.game.rules.ACTIONS))
        with np.errstate(over="ignore"):
            batch.run(
                think_games,
                lambda worker: (batch.arrays, self.works[worker], *how, chosen),
                parts=max(len(self.works), batch.n // games_of_part),
            )


def players(game: Game, bots: Bots) -> list[Player]:
    """The seats that a batch plays itself."""
    found = [_player(game, seat, bot) for seat, bot in by_seat(game, bots).items()]
    if len(found) == game.seats:
        raise WrongBot("At least one seat has to be yours: games between bots alone are played by `rumpus arena`.")
    return found


def by_seat(game: Game, bots: Bots) -> dict[int, str | Bot]:
    """The bots as they were given, each with its seat."""
    if bots is None:
        return {}
    if isinstance(bots, str):
        return dict.fromkeys(range(1, game.seats), bots)
    if isinstance(bots, Mapping):
        return {seat: one for seat, one in bots.items() if one is not None}
    if not isinstance(bots, Sequence):
        raise WrongBot(f"Bots are given by seat, as a list, or as one name for all others, not as {bots!r}.")
    if len(bots) != game.seats:
        raise WrongBot(
            f"{game.title} has {game.seats} seats here, so the list has {game.seats} entries, not {len(bots)}."
        )
    return {seat: one for seat, one in enumerate(bots) if one is not None}


def _player(game: Game, seat: int, given: str | Bot) -> Player:
    seat = check_seat(game, seat)
    chosen = bot_from(given)
    if isinstance(chosen, Uniform):
        return Player(seat, chosen)
    if isinstance(chosen, Searcher) and (chosen.plan.iterations is not None or chosen.plan.per_action is not None):
        return Thinking(seat, chosen)
    return Asked(seat, chosen)
