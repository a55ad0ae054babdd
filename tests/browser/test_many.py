"""More than two at a table, and what a scene keeps folded away."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

import rumpus
from rumpus import catalogue
from tests.browser.conftest import NewGuest
from tests.browser.playing import play_on, sit_down
from tests.browser.test_games import choices

BOTS = [{"who": "bot", "bot": "random"}, {"who": "bot", "bot": "ismcts:2"}]
FOUR = [{"who": "me"}, {"who": "open"}, *BOTS]
FOR_FOUR = [name for name, game in catalogue.DEFINITIONS.items() if game.seats[1] >= 4]


@pytest.mark.parametrize("game", FOR_FOUR)
def test_four_play_a_whole_game_two_of_them_bots(guest: NewGuest, game: str) -> None:
    host, friend, watcher = guest(), guest(), guest()
    path = host.open_table(game=game, seats=4, chairs=FOUR)
    for one in (host, watcher, friend):
        one.go(path)
    sit_down(friend)
    assert play_on(host, friend) == choices(host, 0) + choices(host, 1)
    expect(watcher.table).to_have_attribute("data-status", "over")
    match = host.match()
    assert match.over
    assert len(match.points) == 4
    for one, seat in ((host, 0), (friend, 1), (watcher, None)):
        assert one.watch.updates[-1]["seat"] == seat
        assert one.watch.leaks(match, seat) == []


def folded_areas() -> Iterator[tuple[str, str]]:
    for name in catalogue.NAMES:
        scene = rumpus.game(name).match(seed=1).view(0).scene()
        yield from ((name, area.id) for area in scene.areas if area.folded)


@pytest.mark.parametrize(("game", "area"), [*folded_areas()])
def test_what_is_folded_away_is_there_for_who_asks(guest: NewGuest, game: str, area: str) -> None:
    one = guest()
    one.go(one.open_table(game=game, chairs=[{"who": "me"}, BOTS[0]]))
    folded = one.page.locator(f"details[data-area='{area}']")
    expect(folded.locator("summary")).to_be_visible()
    expect(folded.get_by_role("listitem").first).to_be_hidden()
    folded.locator("summary").click()
    expect(folded.get_by_role("listitem").first).to_be_visible()
    assert all(text.strip() for text in folded.locator("li").all_inner_texts())
