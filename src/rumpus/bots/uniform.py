"""The floor under all bots: every legal action is as likely."""

from rumpus.core.rng import Rng, below
from rumpus.core.view import View, legal_numbers


class Uniform:
    """Plays at random."""

    name = "random"

    def choose(self, view: View, rng: Rng) -> int:
        legal = legal_numbers(view.game, view.asked, view.seat)
        return legal[below(rng, len(legal))]
