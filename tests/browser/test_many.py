"""More than two at a table, and what a scene keeps folded away."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

import rumpus
from rumpus import catalogue
from tests.browser.conftest import LAPTOP, PHONE, STILL, NewGuest
from tests.browser.looking import barriers
from tests.browser.playing import Guest, play_on, sit_down, sit_together, until
from tests.browser.test_games import choices, in_a_hurry
from tests.conformance.cases import facts

BOTS = [{"who": "bot", "bot": "random"}, {"who": "bot", "bot": "ismcts:1"}]
"""Neither waits for machine code, which takes minutes to make where nothing is kept."""
FOUR = [{"who": "me"}, {"who": "open"}, *BOTS]
IS_CUT = "(one) => [one, ...one.children].some((part) => part.scrollWidth > part.clientWidth + 1)"
IS_ON_TOP = """(one) => {
  const box = one.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return one.contains(there);
}"""
NOTE_STEPS = """() => {
  window.steps = new Set();
  const table = document.querySelector('[data-step]');
  const note = () => requestAnimationFrame(() => window.steps.add(table.dataset.step));
  new MutationObserver(note).observe(table, {attributeFilter: ['data-step']});
}"""
FOR_FOUR = [name for name, game in catalogue.DEFINITIONS.items() if game.seats[1] >= 4]


def ways_for_four() -> Iterator[tuple[str, dict[str, Any]]]:
    """With the switches of the last playthrough, or as a game says."""
    for name in FOR_FOUR:
        known = facts(name)
        yield from ((name, switches) for switches in getattr(known, "FOR_FOUR", known.PLAYTHROUGHS[-1:]))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "switches"), [*ways_for_four()], ids=str)
def test_four_play_a_whole_game_two_of_them_bots(guest: NewGuest, game: str, switches: dict[str, Any]) -> None:
    host, friend, watcher = guest(**STILL), guest(**STILL), guest(**STILL)
    path = host.open_table(game=game, seats=4, chairs=FOUR, switches=switches)
    for one in (host, watcher, friend):
        one.go(path)
    sit_down(friend)
    assert play_on(host, friend, choose=partial(in_a_hurry, game, Guest.click)) == choices(host, 0) + choices(host, 1)
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


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize(("game", "area"), [*folded_areas()])
def test_what_is_folded_away_is_there_for_who_asks(
    guest: NewGuest, game: str, area: str, screen: dict[str, Any]
) -> None:
    one = guest(**screen, **STILL)
    one.go(one.open_table(game=game, chairs=[{"who": "me"}, BOTS[0]]))
    folded = one.page.locator(f"details[data-area='{area}']")
    summary, entries = folded.locator("summary"), folded.get_by_role("listitem")
    expect(one.touchable.first).to_be_enabled()
    assert summary.evaluate(IS_CUT) is False
    expect(entries).to_have_count(0)
    summary.click()
    expect(entries.first).to_be_visible()
    assert all(text.strip() for text in folded.locator("li").all_inner_texts())
    for entry in entries.all():
        entry.scroll_into_view_if_needed()
        assert entry.evaluate(IS_ON_TOP)
    assert barriers(one.page) == []
    before = one.version
    assert one.touchable.first.evaluate(IS_ON_TOP)
    one.click(one.actions()[0])
    one.answered(before)
    expect(entries).to_have_count(0)  # whoever touches something else has seen enough


@pytest.mark.slow
@pytest.mark.parametrize(("game", "area"), [*folded_areas()])
def test_what_was_unfolded_is_folded_again_by_escape_and_by_a_second_click(
    guest: NewGuest, game: str, area: str
) -> None:
    one = guest()
    one.go(one.open_table(game=game, chairs=[{"who": "me"}, BOTS[0]]))
    folded = one.page.locator(f"details[data-area='{area}']")
    ways: list[Callable[[], None]] = [folded.locator("summary").click, lambda: one.page.keyboard.press("Escape")]
    for fold in ways:
        folded.locator("summary").press("Enter")
        expect(folded.get_by_role("listitem").first).to_be_visible()
        fold()
        expect(folded.get_by_role("listitem")).to_have_count(0)
        expect(folded.locator("summary")).to_be_focused()


# What chance does between two choices -----------------------------------------------------------------------------


def chancy() -> Iterator[str]:
    """Games where chance moves more than once after a choice."""
    for name in catalogue.NAMES:
        match = rumpus.game(name).match(seed=1)
        before = len(match.moves)
        seat = min(match.acting)
        match.play(seat, match.legal(seat)[0])
        if len(match.moves) > before + 2:
            yield name


def steps_seen(one: Guest, game: str) -> set[str]:
    """Which steps were really drawn, while some choices were made at the pace of people."""
    one.go(one.open_table(game=game, pace=900, chairs=[{"who": "me"}, BOTS[0]]))
    expect(one.touchable.first).to_be_enabled()
    one.page.evaluate(NOTE_STEPS)
    play_on(one, moves=2)
    return set(one.page.evaluate("() => [...window.steps]"))


@pytest.mark.parametrize("game", [*chancy()])
def test_what_chance_does_is_drawn_step_by_step_but_not_where_nothing_shall_move(guest: NewGuest, game: str) -> None:
    assert len(steps_seen(guest(), game)) > 1
    assert steps_seen(guest(**STILL), game) <= {"0"}


@pytest.mark.slow
@pytest.mark.parametrize("game", [*chancy()])
def test_who_does_not_want_to_wait_comes_to_the_end_of_the_steps_by_a_key_or_a_click(
    guest: NewGuest, game: str
) -> None:
    host, friend = guest(), guest()
    sit_together(host, friend, game=game, pace=5000)
    for press in (True, False):
        until(lambda: bool(host.touchable.count() + friend.touchable.count()), "somebody is asked", host.page)
        one = host if host.touchable.count() else friend
        one.click()
        expect(one.table).not_to_have_attribute("data-step", "0")
        version = one.version
        one.page.keyboard.press("1") if press else one.page.get_by_role("main").click()
        expect(one.table).to_have_attribute("data-step", "0", timeout=800)
        assert one.version == version + 1  # what was pressed is no answer to what is asked only now
