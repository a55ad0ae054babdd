"""How far a number that was counted or averaged may be from the true one: intervals that hold 95 times in 100."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

Z95 = 1.959963984540054
"""The normal distribution lies within so many standard deviations 95 % of the time."""


def interval(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """Between what and what the true share lies. Unlike the textbook's, it holds for small numbers and near 0 and 1.

    E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927).
    """
    share, weight = successes / trials, z * z / trials
    centre = (share + weight / 2) / (1 + weight)
    half = z * sqrt(share * (1 - share) / trials + weight / (4 * trials)) / (1 + weight)
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == trials else centre + half
    return low, high


def mean_interval(samples: Sequence[float]) -> tuple[float, float]:
    """Between what and what the true mean lies, from at least two samples."""
    half = student(len(samples) - 1) * stdev(samples) / sqrt(len(samples))
    return fmean(samples) - half, fmean(samples) + half


def student(freedom: int, z: float = Z95) -> float:
    """As many standard deviations as z, where the deviation itself is only estimated: more with few samples.

    M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5; good to 1 % from 5 samples on.
    """
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
