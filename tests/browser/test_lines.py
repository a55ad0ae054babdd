"""When the line is cut, or the server dies: nothing is lost, and nothing happens twice."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewGuest
from tests.browser.playing import Guest, play_on, sit_together
from tests.browser.serving import Line, Server


def chose(guest: Guest, seat: int) -> int:
    """How often a seat chose in the match that was played."""
    return sum(move.seat == seat for move in guest.match().moves)


def counted(choose: Callable[[Guest], None], made: dict[Guest, int]) -> Callable[[Guest], None]:
    """Each choice is counted with the one who made it."""

    def choosing(guest: Guest) -> None:
        made[guest] = made.get(guest, 0) + 1
        choose(guest)

    return choosing


def test_a_line_that_is_cut_before_each_choice_loses_nothing(guest: NewGuest, line: Line) -> None:
    host, friend = guest(line.address), guest()
    sit_together(host, friend)
    made: dict[Guest, int] = {}

    def choose(one: Guest) -> None:
        if one is host:
            line.cut()
            expect(one.table).to_have_attribute("data-connection", "off")
        one.click()
        line.mend()

    play_on(host, friend, choose=counted(choose, made))
    expect(host.table).to_have_attribute("data-connection", "on")
    assert (chose(host, 0), chose(host, 1)) == (made[host], made[friend])
    assert host.watch.leaks(host.match(), 0) == []
    assert friend.watch.leaks(host.match(), 1) == []


@pytest.mark.slow
def test_a_line_that_drops_right_after_each_choice_makes_no_choice_twice(guest: NewGuest, line: Line) -> None:
    host, friend = guest(line.address), guest(line.address)
    sit_together(host, friend)
    made: dict[Guest, int] = {}

    def choose(one: Guest) -> None:
        one.click()
        line.drop()

    play_on(host, friend, choose=counted(choose, made))
    assert (chose(host, 0), chose(host, 1)) == (made[host], made[friend])
    assert host.watch.leaks(host.match(), 0) == []


def test_what_lies_beside_and_could_not_be_fetched_is_there_after_loading_again(guest: NewGuest, line: Line) -> None:
    one = guest(line.address)
    one.against_bot()
    expect(one.touchable).to_have_count(8)
    line.cut()
    expect(one.table).to_have_attribute("data-connection", "off")
    one.page.get_by_role("tab", name="Chat").click()
    again = one.page.get_by_role("button", name="Load again")
    expect(again).to_be_visible()
    line.mend()
    expect(one.table).to_have_attribute("data-connection", "on")
    again.click()
    one.page.get_by_role("tab", name="Chat").click()
    expect(one.page.get_by_role("textbox", name="Say something")).to_be_visible()


@pytest.mark.slow
def test_a_server_that_is_killed_and_started_again_has_lost_nothing(guest: NewGuest, own_server: Server) -> None:
    host, friend = guest(own_server.address), guest(own_server.address)
    sit_together(host, friend)
    made: dict[Guest, int] = {}
    for _ in range(3):
        play_on(host, friend, choose=counted(Guest.click, made), moves=3)
        known = host.version
        own_server.kill()
        expect(host.table).to_have_attribute("data-connection", "off")
        own_server.start()
        expect(host.table).to_have_attribute("data-connection", "on")
        expect(friend.table).to_have_attribute("data-connection", "on")
        assert host.version >= known
    play_on(host, friend, choose=counted(Guest.click, made))
    assert (chose(host, 0), chose(host, 1)) == (made[host], made[friend])
    assert host.watch.leaks(host.match(), 0) == []
    assert friend.watch.leaks(host.match(), 1) == []


@pytest.mark.slow
def test_a_choice_made_while_the_server_is_dead_arrives_when_it_lives_again(
    guest: NewGuest, own_server: Server
) -> None:
    one = guest(own_server.address)
    one.against_bot()
    before = one.version
    own_server.kill()
    expect(one.table).to_have_attribute("data-connection", "off")
    one.click()
    own_server.start()
    one.answered(before)
    play_on(one)
    assert one.match().over


def test_a_reloaded_page_shows_the_same_table(guest: NewGuest) -> None:
    one = guest()
    one.against_bot()
    play_on(one, moves=2, choose=Guest.calmly)
    expect(one.touchable).not_to_have_count(0)
    version, actions = one.version, one.actions()
    one.page.reload()
    expect(one.touchable).not_to_have_count(0)
    assert (one.version, one.actions()) == (version, actions)
