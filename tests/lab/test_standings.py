"""What is made of the deals."""

import pytest

from rumpus.lab.arena import Deal
from rumpus.lab.intervals import interval
from rumpus.lab.standings import Standings, Tally, tied
from tests.lab.players import Foolish, Gambler, Highest, Lowest, Sensible, arena, highcard, played


def invented(*results: tuple[int, int]) -> Standings:
    """An arena of two with these results."""
    deals = [Deal((0, 1), number, one, (5 * one[0], 3 * one[1])) for number, one in enumerate(results)]
    return Standings(arena(highcard(), Highest(), Lowest()), deals)


def test_games_are_counted_for_the_one_who_sat_first() -> None:
    found = invented((1, -1), (1, 1), (0, 1), (-1, 0))
    assert found.seated(0, 1) == Tally(wins=2, losses=1, ties=1, points_difference=5)
    assert found.seated(1, 0) == Tally(wins=1, losses=2, ties=1, points_difference=-3)
    assert found.against(0, 1) == Tally(wins=4, losses=2, ties=2, points_difference=8)
    assert found.against(1, 0) == found.against(0, 1).mirrored() == found.overall(1)
    assert found.seat_0 == Tally(wins=3, losses=3, ties=2, points_difference=2)
    assert found.games == 8


def test_shares_are_of_the_decided_games_and_scores_of_all() -> None:
    tally = Tally(wins=6, losses=2, ties=2)
    assert (tally.games, tally.decided, tally.win_share, tally.score) == (10, 8, 0.75, 0.7)
    assert tally.win_interval == interval(6, 8)


def test_nothing_is_said_about_no_games() -> None:
    assert (Tally().win_share, Tally().win_interval, Tally().score) == (None, None, None)
    assert Tally(ties=3).win_share is None
    assert Tally(ties=3).score == 0.5
    assert invented().score_interval(0, 1) is None


@pytest.mark.parametrize(("ties", "games", "said"), [(1, 4, "25"), (1, 200, "0"), (1, 201, "<1"), (4, 4, "100")])
def test_ties_in_few_letters(ties: int, games: int, said: str) -> None:
    assert tied(Tally(wins=games - ties, ties=ties)) == said


def width(found: tuple[float, float] | None) -> float:
    assert found is not None
    return found[1] - found[0]


def test_a_deal_is_one_sample() -> None:
    """When luck decides a deal, both seatings of it cancel out, and the mean is known better than from single games."""
    cancelled = invented(*[(1, -1), (-1, 1)] * 50)
    doubled = invented(*[(1, 1), (-1, -1)] * 50)
    assert cancelled.against(0, 1).score == doubled.against(0, 1).score == 0.5
    as_single_games = width(interval(100, 200))
    assert width(cancelled.score_interval(0, 1)) < as_single_games / 4
    assert width(doubled.score_interval(0, 1)) == pytest.approx(as_single_games * 2**0.5, rel=0.02)


def test_few_deals_that_end_alike_are_no_certainty() -> None:
    low, high = invented((1, 1), (1, 1)).score_interval(0, 1) or (1, 1)
    assert low < 0.5
    assert high == 1
    assert width(invented((1, -1)).score_interval(0, 1)) > 0.9


def test_the_strong_are_ranked_above_the_weak() -> None:
    one = arena(highcard(), Foolish(), Gambler(), Sensible())
    found = Standings(one, played(one, 200))
    assert found.ranking == [2, 1, 0]
    assert found.skills[2].mu > found.skills[0].mu
    assert found.elos[2].rating > found.elos[2].margin
    assert (found.overall(2).win_interval or (0, 0))[0] > 0.5


def test_four_seats() -> None:
    one = arena(highcard(4), Foolish(), Sensible())
    found = Standings(one, played(one, 120))
    assert found.games == 120
    assert found.seated(0, 1).games == found.seated(1, 0).games == 60
    assert found.ranking == [1, 0]


def test_ratings_depend_on_the_games_alone() -> None:
    one = arena(highcard(), Gambler(), Highest(), Lowest())
    deals = played(one, 20)
    assert Standings(one, deals).skills == Standings(one, deals[::-1]).skills
