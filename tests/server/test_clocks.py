"""The arithmetic of banks and increments."""

from rumpus.server.clocks import Clocks
from rumpus.server.wire import ClockRule

RULE = ClockRule(bank=100, more=7)


def test_only_running_clocks_lose_time() -> None:
    clocks = Clocks.full(RULE, 3).run({0, 2}, 50.0)
    assert clocks.at(60.0) == (90.0, 100.0, 90.0)
    assert clocks.at(60.0) == clocks.at(60.0)


def test_a_clock_that_runs_again_goes_on_from_where_it_stood() -> None:
    clocks = Clocks.full(RULE, 2).run({0}, 0.0).run({1}, 30.0).run({0}, 45.0)
    assert clocks.at(50.0) == (65.0, 85.0)


def test_a_choice_brings_its_seconds() -> None:
    clocks = Clocks.full(RULE, 2).run({0}, 0.0).stopped(10.0).with_more(0)
    assert clocks.at(99.0) == (97.0, 100.0)


def test_time_does_not_go_below_nothing_nor_backwards() -> None:
    clocks = Clocks.full(RULE, 1).run({0}, 10.0)
    assert clocks.at(1_000.0) == (0.0,)
    assert clocks.at(5.0) == (100.0,)


def test_who_is_out_of_time_is_known_and_when_the_next_will_be() -> None:
    clocks = Clocks(RULE, (5.0, 9.0, 1.0), frozenset({0, 1}), 0.0)
    assert clocks.next_end(2.0) == 3.0
    assert clocks.out_of_time(4.9) == set()
    assert clocks.out_of_time(5.0) == {0}
    assert clocks.stopped(0.0).next_end(0.0) is None


def test_who_comes_back_has_some_time_at_least() -> None:
    clocks = Clocks(ClockRule(bank=600), (0.0, 500.0))
    assert clocks.with_some(0).left == (60.0, 500.0)
    assert clocks.with_some(1).left == (0.0, 500.0)
    assert Clocks(ClockRule(bank=5), (0.0,)).with_some(0).left == (10.0,)


def test_clocks_that_were_written_down_are_read_again_and_stand() -> None:
    clocks = Clocks.full(RULE, 2).run({1}, 0.0)
    again = Clocks.full(RULE, 2).read(clocks.milliseconds(12.345))
    assert again.at(10**9) == (100.0, 87.655)
