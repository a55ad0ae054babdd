"""What bots are worth, in numbers: skills that learn from game to game (openskill), and Elo by maximum likelihood.

References: R. C. Weng, C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011), for the skills;
R. A. Bradley, M. E. Terry, "Rank Analysis of Incomplete Block Designs", Biometrika 39 (1952), for what Elo fits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
import numpy.typing as npt
from openskill.models import PlackettLuce

from rumpus.lab.intervals import Z95

Floats = npt.NDArray[np.float64]
Outcome = tuple[int, int, int]
"""Two bots, and 1, 0 or -1: whether the first won, tied or lost."""

ELO = 400 / log(10)
"""Elo points of a difference in strength that makes a win e times as likely as a loss."""
PRIOR = 0.5
"""Wins that each of a pair is given beforehand: who won every game is strong, not infinitely strong."""
STEPS, LARGEST_STEP, CLOSE = 100, 1.0, 1e-10


@dataclass(frozen=True)
class Skill:
    """How strong a bot is believed to be, and how uncertain that is."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """So strong it is almost certainly."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True)
class Elo:
    """A strength in Elo points, where the average of all is 0, and half of its 95 % interval."""

    rating: float
    margin: float


def skills(bots: int, outcomes: Sequence[Outcome]) -> list[Skill]:
    """The skill of each bot after these games. Bots do not learn: their skill does not drift meanwhile (tau = 0)."""
    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(bots)]
    for one, other, result in outcomes:
        [[ratings[one]], [ratings[other]]] = model.rate([[ratings[one]], [ratings[other]]], ranks=[-result, result])
    return [Skill(rating.mu, rating.sigma) for rating in ratings]


def elos(wins: Floats) -> list[Elo]:
    """Strengths that fit best what each bot (row) won against each other (column), ties as half a win for both."""
    played = (wins + wins.T) > 0
    wins = np.where(played, wins + PRIOR, 0.0)
    strengths = np.zeros(len(wins))
    for _ in range(STEPS):
        slope, curvature = _slope(wins, strengths)
        step = _inverse(curvature) @ slope
        strengths += step * min(1.0, LARGEST_STEP / max(np.abs(step).max(), CLOSE))
        if np.abs(step).max() < CLOSE:
            break
    spread = _inverse(_slope(wins, strengths)[1]).diagonal()
    return [Elo(ELO * float(one), ELO * Z95 * sqrt(float(wide))) for one, wide in zip(strengths, spread, strict=True)]


def _inverse(curvature: Floats) -> Floats:
    """Inverse but for what no game tells: by how much all are stronger, or those who never met the others."""
    return np.asarray(np.linalg.pinv(curvature, rcond=1e-9, hermitian=True), np.float64)


def _slope(wins: Floats, strengths: Floats) -> tuple[Floats, Floats]:
    """Where the likelihood rises from here, and how sharply it bends."""
    games = wins + wins.T
    likely = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    bend = games * likely * (1 - likely)
    return (wins - games * likely).sum(axis=1), np.diag(bend.sum(axis=1)) - bend
