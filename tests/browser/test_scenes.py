"""Any scene is drawn well on any screen: boards, dials, dice, big hands, six seats. Nothing knows its game."""

import json
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from rumpus.table.scene import Kind, Space
from tests.browser.conftest import LAPTOP, PHONE, SIDEWAYS, SMALL_SIDEWAYS, NewGuest
from tests.browser.looking import barriers, outside, scrolls
from tests.browser.playing import Guest, until
from tests.browser.scenes import PATH, TABLES, area, cards, piece, scene, sent, shown

SCREENS: dict[str, dict[str, Any]] = {
    "laptop": LAPTOP, "phone": PHONE, "sideways": SIDEWAYS, "small and sideways": SMALL_SIDEWAYS
}  # fmt: skip
HIDDEN = """() => [...document.querySelectorAll('[data-version] [data-action]')].filter((thing) => {
  const box = thing.getBoundingClientRect();
  const spots = [0.12, 0.3, 0.5, 0.7].flatMap((x) => [0.1, 0.3, 0.5].map((y) => [x, y]));
  return !spots.some(([x, y]) => {
    const found = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
    return found && found.closest('[data-action]') === thing;
  });
}).map((thing) => thing.ariaLabel ?? thing.textContent.trim())"""
"""What may be chosen and cannot be touched, because something lies over it."""

PROMPT_IS_COVERED = """() => {
  const box = document.querySelector('[data-landing]').getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !found.closest('[aria-label="What is asked"]');
}"""


def at(guest: Guest, name: str) -> Guest:
    shown(guest.page, TABLES[name])
    guest.go(PATH)
    expect(guest.touchable.first).to_be_visible()
    return guest


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", TABLES)
def test_it_fits_the_screen_and_all_that_may_be_chosen_can_be_touched(guest: NewGuest, name: str, screen: str) -> None:
    one = at(guest(**SCREENS[screen]), name)
    assert scrolls(one.page) == (0, 0)
    assert outside(one.page) == []
    assert sorted(one.actions()) == sorted(TABLES[name].touchable())
    assert one.page.evaluate(HIDDEN) == []


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", ["six turned up", "two turned up", "a city of two", "a city of six"])
def test_what_is_folded_opens_over_nothing_that_may_be_touched(guest: NewGuest, name: str, screen: str) -> None:
    one = at(guest(**SCREENS[screen]), name)
    one.page.locator("summary").click()
    assert one.page.evaluate(HIDDEN) == []
    assert one.page.evaluate(PROMPT_IS_COVERED) is False
    entries = one.page.locator("details li")
    for entry in (entries.first, entries.last):
        entry.scroll_into_view_if_needed()
        expect(entry).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("screen", ["laptop", "phone"])
@pytest.mark.parametrize("name", ["six big hands", "a city of four", "a sea of four"])
def test_axe_finds_nothing(guest: NewGuest, name: str, screen: str) -> None:
    assert barriers(at(guest(**SCREENS[screen]), name).page) == []


def test_a_card_of_a_big_hand_is_as_wide_as_a_finger_on_a_phone(guest: NewGuest) -> None:
    one = at(guest(**PHONE), "six big hands")
    boxes = [one.seen(f"hand-0-{number}").bounding_box() for number in range(20)]
    spots = [(box["x"], box["y"]) for box in boxes if box is not None]
    steps = [right[0] - left[0] for left, right in pairwise(spots) if abs(left[1] - right[1]) < 1]
    assert len(steps) > 15
    assert min(steps) > 24


@pytest.mark.parametrize("name", ["a city of two", "a city of four", "a city of six"])
def test_a_board_is_large_on_a_laptop(guest: NewGuest, name: str) -> None:
    one = at(guest(), name)
    board = one.page.locator('[data-area="board"] svg.roads').bounding_box()
    assert board is not None
    assert board["width"] > 500
    assert board["height"] > 350


NOTE_FLIGHTS = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...more) {
    window.flights.push([this.dataset.piece ?? 'gone', frames.map((frame) => frame.transform ?? '').join(' ')]);
    return animate.call(this, frames, ...more);
  };
}"""


def test_a_piece_comes_from_home_and_goes_home(guest: NewGuest) -> None:
    one = guest()
    homely = [msgspec.structs.replace(card, home="deck") for card in cards("laid", 2)]
    deck = area("deck", "deck", [piece("deck", "pile", count=9)])
    lines = shown(one.page, scene(2, [deck, area("laid", "laid", homely[:1])]))
    one.go(PATH)
    expect(one.seen("laid-0")).to_be_visible()
    one.page.wait_for_timeout(600)
    one.page.evaluate(NOTE_FLIGHTS)
    lines[-1].send(sent(scene(2, [deck, area("laid", "laid", homely[1:])]), version=2))
    expect(one.seen("laid-1")).to_be_visible()
    flights = dict(one.page.evaluate("() => window.flights"))
    assert flights["laid-1"].startswith("translate(")
    assert "translate(" in flights["gone"]
    expect(one.page.locator(".piece:not([data-piece])")).to_have_count(0)  # when it is home
    expect(one.seen("laid-0")).to_have_count(0)


def test_the_same_word_for_two_things_in_a_row_is_shown_twice(guest: NewGuest) -> None:
    one = guest()
    words = msgspec.structs.replace(scene(2, [area("laid", "laid", cards("laid", 2))]), announce="Mashup")
    lines = shown(one.page, msgspec.structs.replace(words, announce=""))
    one.go(PATH)
    expect(one.seen("laid-0")).to_be_visible()
    told = one.page.locator(".toast, [aria-live] span").filter(has_text="Mashup")
    lines[-1].send(sent(words, version=2))
    expect(told).to_have_count(2)
    first = told.element_handles()
    lines[-1].send(sent(words, version=3))
    until(lambda: not any(one.evaluate("(one) => one.isConnected") for one in first), "it is said anew", one.page)
    expect(told).to_have_count(2)


def test_what_is_called_out_is_cut_short_by_a_new_question_and_not_by_what_others_do_meanwhile(
    guest: NewGuest,
) -> None:
    one = guest()
    quiet = scene(2, [area("laid", "laid", cards("laid", 2))])
    lines = shown(one.page, quiet)
    one.go(PATH)
    expect(one.seen("laid-0")).to_be_visible()
    called = one.page.locator(".toast")
    lines[-1].send(sent(msgspec.structs.replace(quiet, announce="Mashup"), version=2))
    expect(called).to_be_visible()
    lines[-1].send(sent(msgspec.structs.replace(quiet, prompt="They have chosen."), version=3))
    expect(one.page.get_by_label("What is asked")).to_contain_text("They have chosen.")
    assert called.count() == 1
    lines[-1].send(json.dumps({**json.loads(sent(quiet, version=4)), "ask": 4}))
    expect(one.table).to_have_attribute("data-version", "4")
    assert called.count() == 0


@pytest.mark.parametrize("kind", ["card", "token", "die", "counter"])
def test_a_picture_that_is_not_in_the_page_is_seen_to_be_missing(guest: NewGuest, kind: Kind) -> None:
    one = guest()
    thing = msgspec.structs.replace(piece("thing", kind, None, "Skull"), icon="no-such-picture")
    place = msgspec.structs.replace(Space(id="place", label="a place", x=0, y=0), icon="no-such-picture")
    board = msgspec.structs.replace(area("board", "board", [], "board"), spaces=[place], size=(3, 3))
    shown(one.page, scene(2, [area("signs", "now", [thing]), board]))
    one.go(PATH)
    expect(one.seen("thing").locator(".unknown")).to_be_visible()
    expect(one.page.locator("[data-area='board'] .unknown")).to_be_visible()


@pytest.mark.parametrize("title", ["Golden Skull", ""], ids=["chip", "disc"])
def test_a_token_with_a_picture_shows_the_mark_of_its_colour_too(guest: NewGuest, title: str) -> None:
    one = guest(**PHONE)
    token = msgspec.structs.replace(piece("token", "token", 1, title), icon="crown")
    shown(one.page, scene(2, [area("signs", "now", [token]), area("laid", "laid", cards("laid", 2))]))
    one.go(PATH)
    expect(one.seen("token").locator("svg")).to_be_visible()
    expect(one.seen("token").locator("[data-t='B']")).to_be_visible()
