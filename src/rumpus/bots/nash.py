"""Perfect play, where a game is solved."""

import threading
from contextlib import suppress

import numpy as np

from rumpus.bots.advice import Advice
from rumpus.bots.searcher import Plan, Searcher
from rumpus.core.errors import NotSolvable, WrongBot
from rumpus.core.game import Game
from rumpus.core.rng import Rng
from rumpus.core.view import View
from rumpus.solve.solution import Progress, at_hand, key_of, solved


class Nash:
    """Plays an equilibrium: nobody wins against it in the long run, whatever they know of it.

    The first time somebody sits down to a game that is not solved yet, it is solved beside the table; until then a
    search answers.
    """

    name = "nash"

    def __init__(self, until_then: Plan) -> None:
        self._until_then = Searcher(self.name, until_then)
        self._begun: set[tuple[str, bytes]] = set()

    def choose(self, view: View, rng: Rng) -> int:
        return self.advise(view, rng).draw(rng)

    def advise(self, view: View, rng: Rng) -> Advice:
        """What perfect play is, and what every action is worth against it."""
        solution = at_hand(view.game)
        if solution is None:
            self._solve_beside(view.game)
            return self._until_then.advise(view, rng)
        moment = solution.at(view.asked)
        mix, worth = moment.mixes[view.seat], moment.worth(view.seat)
        return Advice(moment.actions[view.seat], mix, worth, np.zeros(len(mix)))

    def prepare(self, game: Game, progress: Progress | None = None) -> None:
        """Solve the game before the first move; whoever asks waits."""
        try:
            solved(game, progress)
        except NotSolvable as error:
            raise WrongBot(f"The bot 'nash' cannot play here: {error}") from None

    def _solve_beside(self, game: Game) -> None:
        if key_of(game) not in self._begun:
            self._begun.add(key_of(game))
            threading.Thread(target=self._try_to_prepare, args=(game,), daemon=True).start()

    def _try_to_prepare(self, game: Game) -> None:
        """Where there is no solution, the search goes on answering."""
        with suppress(WrongBot):
            self.prepare(game)
            self._begun.discard(key_of(game))  # it may be put away again for others
