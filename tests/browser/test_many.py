"""More than two at a table."""

from playwright.sync_api import expect

from tests.browser.conftest import NewGuest
from tests.browser.playing import play_on, sit_down
from tests.browser.test_games import choices

CHAIRS = [{"who": "me"}, {"who": "open"}, {"who": "bot", "bot": "random"}, {"who": "bot", "bot": "ismcts:2"}]


def test_four_play_a_whole_game_two_of_them_bots(guest: NewGuest) -> None:
    host, friend, watcher = guest(), guest(), guest()
    path = host.open_table(game="mayhem", seats=4, chairs=CHAIRS)
    for one in (host, watcher, friend):
        one.go(path)
    sit_down(friend)
    assert play_on(host, friend) == choices(host, 0) + choices(host, 1)
    expect(watcher.table).to_have_attribute("data-status", "over")
    match = host.match()
    assert sum(match.points) == 6
    for one, seat in ((host, 0), (friend, 1), (watcher, None)):
        assert one.watch.updates[-1]["seat"] == seat
        assert one.watch.leaks(match, seat) == []


def test_what_is_left_is_counted_for_who_asks(guest: NewGuest) -> None:
    one = guest()
    one.go(one.open_table(game="mayhem", seats=3, chairs=[{"who": "me"}, *CHAIRS[2:]]))
    expect(one.touchable).to_have_count(2)
    count = one.page.locator("details[data-area='count']")
    expect(count.get_by_role("listitem").first).to_be_hidden()
    count.locator("summary").click()
    expect(count.get_by_role("listitem").first).to_be_visible()
    numbers = [int(text) for text in count.locator("li span").all_inner_texts()]
    assert len(numbers) == 13
    expect(count.locator("summary")).to_contain_text(f"{sum(numbers)} cards left")
