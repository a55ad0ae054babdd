import pytest
from scipy import stats

from rumpus.lab.intervals import Z95, interval, mean_interval, student


# R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I
@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_published_values(successes: int, trials: int, low: float, high: float) -> None:
    assert interval(successes, trials) == pytest.approx((low, high), abs=0.00005)


def test_all_successes_mirror_none() -> None:
    assert interval(20, 20) == pytest.approx((1 - 0.1611, 1.0), abs=0.00005)
    assert interval(0, 1)[0] == 0.0
    assert interval(1, 1)[1] == 1.0


@pytest.mark.parametrize("trials", [1, 2, 10, 1000])
def test_contains_the_share_and_stays_in_bounds(trials: int) -> None:
    for successes in range(trials + 1):
        low, high = interval(successes, trials)
        assert 0 <= low <= successes / trials <= high <= 1


def test_wider_for_more_certainty() -> None:
    assert interval(30, 100, z=2.58)[0] < interval(30, 100, z=Z95)[0]
    assert interval(30, 100, z=2.58)[1] > interval(30, 100, z=Z95)[1]


@pytest.mark.parametrize("freedom", [4, 5, 10, 30, 100, 100_000])
def test_students_distribution(freedom: int) -> None:
    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.01 if freedom < 10 else 0.0002)


def test_the_interval_of_a_mean() -> None:
    samples = [0.0, 0.5, 1.0, 0.5, 1.0, 1.0, 0.0, 0.5, 0.5, 1.0]
    expected = stats.t.interval(0.95, 9, loc=0.6, scale=stats.sem(samples))
    assert mean_interval(samples) == pytest.approx(expected, abs=0.001)
