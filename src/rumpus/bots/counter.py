"""Play by what can be reckoned: where a game has an arithmetic of its own."""

from collections.abc import Callable, Mapping

import numpy as np

from rumpus.bots.advice import Advice
from rumpus.core.errors import WrongBot
from rumpus.core.game import Game
from rumpus.core.rng import Rng
from rumpus.core.view import View


class Counter:
    """Counts what is out and what is left, and takes what succeeds most often. It looks no further."""

    name = "counter"

    def choose(self, view: View, rng: Rng) -> int:
        return self.advise(view, rng).draw(rng)

    def advise(self, view: View, rng: Rng) -> Advice:
        """Every action with its exact chance; of equal ones each as likely."""
        chances = self._reckoning(view.game)(view)
        actions = tuple(sorted(chances))
        found = np.array([chances[action] for action in actions])
        best = found >= found.max() - 1e-12
        return Advice(actions, best / best.sum(), 2.0 * found - 1.0, np.zeros(len(actions)))

    def prepare(self, game: Game) -> None:
        """Make ready what reckons quickly."""
        self._reckoning(game)
        game.definition.get_ready(game)

    def _reckoning(self, game: Game) -> Callable[[View], Mapping[int, float]]:
        if game.definition.reckon is None:
            raise WrongBot(f"The bot 'counter' cannot play {game.title}: there is no arithmetic for it.")
        return game.definition.reckon
