"""What a bot thinks of the choices a seat has."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rumpus.core.rng import Rng, draw

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Advice:
    """For each legal action how likely the bot would choose it, and what it is worth to the seat.

    Worth runs from -1, last, to 1, first alone. Its standard error is 0 where it is exact.
    """

    actions: tuple[int, ...]
    mix: Floats
    worth: Floats
    error: Floats
    made: int = 0
    """How many possible games were played to find it."""
    wanted: int = 0
    """How many should have been, where a number was wanted."""

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """Of which actions the bot knows anything: where nothing was looked at, the error is as large as can be."""
        return self.error < 1.0

    @property
    def value(self) -> float:
        """What the moment is worth to who follows the advice."""
        return float(self.mix @ np.where(self.mix > 0, self.worth, 0.0))

    def draw(self, rng: Rng) -> int:
        """One of the actions, as likely as the mix says."""
        left = draw(rng) / 2**32
        for action, share in zip(self.actions, self.mix, strict=True):
            left -= share
            if left < 0:
                return action
        return self.actions[int(np.argmax(self.mix))]
