"""Wilson's interval: how far a share that was counted may be from the true one."""

from math import sqrt

Z95 = 1.959963984540054
"""The normal distribution lies within so many standard deviations 95 % of the time."""


def interval(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Between what and what the true share lies. Unlike the textbook's, it holds for small numbers and near 0 and 1.

    E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927).
    """
    share, weight = successes / trials, z * z / trials
    centre = (share + weight / 2) / (1 + weight)
    half = z * sqrt(share * (1 - share) / trials + weight / (4 * trials)) / (1 + weight)
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == trials else centre + half
    return low, high
