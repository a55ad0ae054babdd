"""Every page for everybody: axe-core finds nothing, and the table fits the screen, laptop or phone, light or dark."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, NewGuest
from tests.browser.looking import barriers, outside, scrolls
from tests.browser.playing import Guest, play_on

SCREENS = {"laptop": LAPTOP, "phone": PHONE}
BOTH = pytest.mark.parametrize("screen", SCREENS)
THEMES = pytest.mark.parametrize("theme", ["light", "dark"])


def settings(screen: str, theme: str) -> dict[str, Any]:
    return {**SCREENS[screen], "color_scheme": theme}


def fits(guest: Guest) -> None:
    """The table needs no scrolling, and no piece of it is cut off."""
    assert scrolls(guest.page) == (0, 0)
    assert outside(guest.page) == []


@THEMES
@BOTH
@pytest.mark.parametrize("path", ["/", "/new/braverats", "/rules/braverats", "/about", "/no/such/page"])
def test_axe_finds_nothing_on_a_page(guest: NewGuest, path: str, screen: str, theme: str) -> None:
    one = guest(**settings(screen, theme))
    one.go(path)
    expect(one.page.get_by_role("heading").first).to_be_visible()
    assert barriers(one.page) == []
    assert scrolls(one.page)[0] == 0  # down, but never sideways


@THEMES
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


@pytest.mark.parametrize("switches", [{"draft": True}, {"lucky_draw": True}, {"random_deal": True}], ids=str)
@BOTH
def test_a_table_with_more_on_it_fits_the_screen_too(guest: NewGuest, screen: str, switches: dict[str, bool]) -> None:
    one = guest(**SCREENS[screen])
    one.against_bot(switches=switches)
    while not one.is_over:
        fits(one)
        play_on(one, moves=2)
