import pytest

from rumpus.cli.wilson import Z95, interval


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
