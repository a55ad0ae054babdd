"""Every page for everybody: axe-core finds nothing, and the table fits the screen, laptop or phone, light or dark."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import LAPTOP, PHONE, SIDEWAYS, SMALL_SIDEWAYS, STILL, NewGuest
from tests.browser.looking import barriers, outside, scrolls
from tests.browser.playing import Guest, play_on, sit_down
from tests.waiting import but_the_first

SCREENS = {"laptop": {**LAPTOP, **STILL}, "phone": {**PHONE, **STILL}}
"""What is measured does not move: on its way a card may well be elsewhere."""
ANY = {**SCREENS, "sideways": {**SIDEWAYS, **STILL}, "small and sideways": {**SMALL_SIDEWAYS, **STILL}}
BOTH = pytest.mark.parametrize("screen", SCREENS)
THEMES = pytest.mark.parametrize("theme", ["light", "dark"])


def settings(screen: str, theme: str) -> dict[str, Any]:
    return {**SCREENS[screen], "color_scheme": theme}


def fits(guest: Guest) -> None:
    """The table needs no scrolling, and no piece of it is cut off."""
    assert scrolls(guest.page) == (0, 0)
    assert outside(guest.page) == []


@pytest.mark.slow
@THEMES
@BOTH
@pytest.mark.parametrize("path", ["/", "/new/braverats", "/rules/braverats", "/about", "/come/code", "/no/such/page"])
def test_axe_finds_nothing_on_a_page(guest: NewGuest, path: str, screen: str, theme: str) -> None:
    one = guest(**settings(screen, theme))
    one.go(path)
    expect(one.page.get_by_role("heading").first).to_be_visible()
    assert barriers(one.page) == []
    assert scrolls(one.page)[0] == 0  # down, but never sideways


@pytest.mark.parametrize("theme", but_the_first(["light", "dark"]))
@BOTH
def test_axe_finds_nothing_at_a_table_before_during_and_after_a_game(guest: NewGuest, screen: str, theme: str) -> None:
    one = guest(**settings(screen, theme))
    one.go(one.open_table(chairs=[{"who": "me"}, {"who": "open"}]))
    expect(one.page.get_by_text("Waiting for players")).to_be_visible()
    assert barriers(one.page) == []
    one.against_bot()
    expect(one.touchable).to_have_count(8)
    fits(one)
    assert barriers(one.page) == []
    play_on(one, moves=2, choose=Guest.calmly)
    expect(one.touchable).not_to_have_count(0)
    fits(one)
    assert barriers(one.page) == []
    play_on(one)
    expect(one.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert scrolls(one.page) == (0, 0)
    assert barriers(one.page) == []
    one.go(f"/t/{one.table_id}/replay?moment=2")
    expect(one.page.get_by_role("slider", name="Moment")).to_have_value("2")
    fits(one)
    assert barriers(one.page) == []


@pytest.mark.slow
@BOTH
def test_axe_finds_nothing_in_what_lies_beside_the_table(guest: NewGuest, screen: str) -> None:
    one = guest(**SCREENS[screen])
    one.against_bot()
    expect(one.touchable).to_have_count(8)
    role = "tab" if screen == "laptop" else "button"
    for name in ("Log", "Advice", "Rules", "Chat", "More"):
        one.page.get_by_role(role, name=name, exact=True).first.click()  # type: ignore[arg-type]
        assert (name, barriers(one.page)) == (name, [])
        if screen == "phone":
            one.page.get_by_role("button", name="Close").click()


@pytest.mark.slow
@pytest.mark.parametrize("switches", [{}, {"draft": True}, {"lucky_draw": True}, {"random_deal": True}], ids=str)
@pytest.mark.parametrize("screen", ANY)
def test_a_table_with_more_on_it_fits_the_screen_too(guest: NewGuest, screen: str, switches: dict[str, bool]) -> None:
    one = guest(**ANY[screen])
    one.against_bot(switches=switches)
    while not one.is_over:
        fits(one)
        play_on(one, moves=2)


# The focus --------------------------------------------------------------------------------------------------------


def focused(guest: Guest) -> Locator:
    return guest.page.locator(":focus")


def test_after_every_change_of_page_the_focus_is_on_what_the_page_is_about(guest: NewGuest) -> None:
    one = guest()
    one.go("/")
    for link, heading in (("Rules", "BraveRats"), ("About", "About"), ("rumpus", "What shall we play?")):
        one.page.get_by_role("link", name=link, exact=True).first.press("Enter")
        expect(one.page.get_by_role("heading", name=heading, level=1)).to_be_focused()
    one.page.go_back()
    expect(one.page.get_by_role("heading", name="About", level=1)).to_be_focused()


def test_with_keys_alone_one_comes_from_play_now_to_what_is_asked_and_to_the_hand(guest: NewGuest) -> None:
    one = guest()
    one.go("/")
    one.page.get_by_role("button", name="Play now against bots").first.press("Enter")
    expect(one.page.get_by_role("group", name="How strong").get_by_role("button").first).to_be_focused()
    one.page.keyboard.press("Enter")
    expect(focused(one)).to_contain_text("Choose a card")
    one.page.keyboard.press("Tab")  # past the paragraph of the rules that is cited
    one.page.keyboard.press("Tab")
    expect(focused(one)).to_have_attribute("data-action", "7")


@pytest.mark.slow
def test_when_the_last_seat_is_taken_the_focus_goes_to_what_is_asked(guest: NewGuest) -> None:
    host, friend = guest(), guest()
    path = host.open_table(chairs=[{"who": "me"}, {"who": "open"}])
    host.go(path)
    friend.go(path)
    friend.page.get_by_role("button", name="Sit here").press("Enter")
    expect(focused(friend)).to_contain_text("Choose a card")


def test_the_focus_is_not_taken_from_somebody_who_writes(guest: NewGuest) -> None:
    host, friend = guest(), guest()
    path = host.open_table(chairs=[{"who": "me"}, {"who": "open"}])
    host.go(path)
    host.page.get_by_role("tab", name="Chat").click()
    host.page.get_by_role("textbox", name="Say something").fill("Welco")
    friend.go(path)
    sit_down(friend)
    expect(host.touchable).to_have_count(8)
    expect(host.page.get_by_role("textbox", name="Say something")).to_be_focused()


def test_a_page_that_cannot_be_fetched_says_so_and_can_be_tried_again(guest: NewGuest) -> None:
    one = guest()
    one.go("/")
    one.page.route("**/assets/About-*.js", lambda route: route.abort())
    one.page.get_by_role("link", name="About").click()
    expect(one.page.get_by_role("alert")).to_contain_text("could not be fetched")
    one.forgive("net::ERR_FAILED")
    one.page.unroute("**/assets/About-*.js")
    one.page.get_by_role("button", name="Try again").click()
    expect(one.page.get_by_role("heading", name="About", level=1)).to_be_visible()
