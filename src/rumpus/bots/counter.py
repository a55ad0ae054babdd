"""Play by what can be reckoned: where a game has an arithmetic of its own."""

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
        self.prepare(view.game)
        assert view.game.definition.reckon is not None
        chances = view.game.definition.reckon(view)
        actions = tuple(sorted(chances))
        found = np.array([chances[action] for action in actions])
        best = found >= found.max() - 1e-12
        return Advice(actions, best / best.sum(), 2.0 * found - 1.0, np.zeros(len(actions)))

    def prepare(self, game: Game) -> None:
        """Refuse a game in which nothing can be reckoned."""
        if game.definition.reckon is None:
            raise WrongBot(f"The bot 'counter' cannot play {game.title}: there is no arithmetic for it.")
