"""Whole games in real browsers, while all that each page is sent is searched for what it may not know."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from rumpus.catalogue import DEFINITIONS, NAMES
from rumpus.core.rules import CHANCE
from tests.browser.conftest import PHONE, STILL, NewGuest
from tests.browser.playing import Guest, play_on, sit_together
from tests.conformance.cases import facts


def sees_only_its_own(*guests: Guest) -> None:
    """Nothing that any of them was sent was more than the rules let them know at that moment."""
    match = guests[0].match()
    assert match.over
    for guest in guests:
        updates = guest.watch.updates
        assert len(updates) > choices(guests[0]) / 2  # several moves may come as one update, to slow pages
        assert guest.watch.leaks(match, updates[-1]["seat"]) == []


def choices(guest: Guest, seat: int | None = None) -> int:
    """How often people chose in the match that was played; or one of them."""
    return sum(move.seat == seat if seat is not None else move.seat != CHANCE for move in guest.match().moves)


# Every game -------------------------------------------------------------------------------------------------------


def every_deal() -> Iterator[Any]:
    """Every game at its fewest seats; with one more where packs go round in another way then.

    All but the games of two in which several choose at once wait: in those pages have most to move at a time.
    """
    for name, game in DEFINITIONS.items():
        fewest, most = game.seats
        for seats in (fewest, *([fewest + 1] if game.acts_at_once and most > fewest else [])):
            is_quick = seats == fewest and game.acts_at_once
            yield pytest.param(name, seats, id=f"{name}-{seats}", marks=() if is_quick else pytest.mark.slow)


def with_bots(guest: Guest, game: str, seats: int) -> None:
    """Sit down with bots that take no time."""
    bots = [{"who": "bot", "bot": "random"}] * (seats - 1)
    guest.go(guest.open_table(game=game, seats=seats, chairs=[{"who": "me"}, *bots]))


def in_a_hurry(game: str, choose: Callable[[Guest, int | None], None], one: Guest) -> None:
    """Anything; but first what brings the end nearer, where games of people who do anything would take too long."""
    offered = one.actions()
    choose(one, next((action for action in getattr(facts(game), "HURRY", ()) if action in offered), None))


@pytest.mark.parametrize(("game", "seats"), [*every_deal()])
def test_a_whole_game_is_played_while_everything_moves(guest: NewGuest, game: str, seats: int) -> None:
    one = guest()
    with_bots(one, game, seats)
    assert play_on(one, choose=partial(in_a_hurry, game, Guest.at_once)) == choices(one, 0)
    assert one.watch.leaks(one.match(), 0) == []


@pytest.mark.parametrize("game", NAMES)
def test_the_first_choices_are_made_on_a_phone_by_finger(guest: NewGuest, game: str) -> None:
    one = guest(**PHONE)
    with_bots(one, game, DEFINITIONS[game].seats[1])
    assert play_on(one, choose=Guest.tap, moves=6) > 0


# One game in many ways --------------------------------------------------------------------------------------------


WAYS: list[dict[str, bool]] = [{"draft": True}, {"lucky_draw": True, "random_deal": True}]


@pytest.mark.parametrize("switches", [{}, *(pytest.param(way, marks=pytest.mark.slow) for way in WAYS)], ids=str)
def test_two_friends_play_a_whole_game_by_mouse_and_no_secret_is_sent(
    guest: NewGuest, switches: dict[str, bool]
) -> None:
    host, friend, watcher = guest(), guest(), guest()
    sit_together(host, friend, watcher, switches=switches)
    made = play_on(host, friend)
    expect(watcher.table).to_have_attribute("data-status", "over")
    assert made == choices(host)
    assert {host.watch.updates[-1]["seat"], friend.watch.updates[-1]["seat"]} == {0, 1}
    assert watcher.watch.updates[-1]["seat"] is None
    sees_only_its_own(host, friend, watcher)


def test_a_whole_game_by_keyboard_alone_from_the_home_page_on(guest: NewGuest) -> None:
    one = guest()
    one.go("/")
    expect(one.page.get_by_role("button", name="Play now against bots").first).to_be_visible()
    for wanted in ("Play now against bots", "Beginner"):
        one.tab_to("button", wanted)
        one.page.keyboard.press("Enter")
    expect(one.table).to_have_attribute("data-status", "playing")
    assert play_on(one, choose=Guest.by_keys) == choices(one, 0)
    sees_only_its_own(one)


def by_number(one: Guest) -> None:
    """The second of all that can be chosen; in the last round there may be only one."""
    one.page.keyboard.press("2" if len(one.actions()) > 1 else "1")


@pytest.mark.slow
def test_number_keys_choose_too(guest: NewGuest) -> None:
    one = guest()
    one.against_bot()
    assert play_on(one, choose=by_number) == choices(one, 0)
    sees_only_its_own(one)


@pytest.mark.slow
def test_a_whole_game_on_two_phones_by_finger(guest: NewGuest) -> None:
    host, friend = guest(**PHONE), guest(**PHONE)
    sit_together(host, friend, by_finger=True)
    assert play_on(host, friend, choose=Guest.tap) == choices(host)
    sees_only_its_own(host, friend)


def test_both_may_choose_at_once_and_in_any_order(guest: NewGuest) -> None:
    host, friend = guest(), guest()
    sit_together(host, friend)
    expect(host.touchable).to_have_count(8)
    expect(friend.touchable).to_have_count(8)
    friend.click()
    expect(friend.touchable).to_have_count(0)
    expect(host.touchable).to_have_count(8)  # what the other has laid changes nothing for me
    host.click()
    expect(host.touchable).not_to_have_count(0)
    expect(friend.touchable).not_to_have_count(0)


def test_how_a_round_ended_stays_until_one_has_chosen_oneself(guest: NewGuest) -> None:
    host, friend = guest(), guest()
    sit_together(host, friend)
    asked = host.page.get_by_label("What is asked")
    called = host.page.locator(".toast").filter(has_text="On hold")
    for one in (friend, host):
        one.at_once(6)  # General against General
    expect(called).to_be_visible()
    friend.at_once()
    expect(host.table.get_by_role("img", name="face-down card of the Applewoods")).to_be_visible()
    expect(called).to_be_visible()
    expect(asked).to_contain_text("Round 1 is on hold.")
    host.at_once()
    expect(asked).not_to_contain_text("Round 1 is on hold.")


@pytest.mark.slow
def test_one_person_plays_at_two_tables_at_once(guest: NewGuest) -> None:
    one = guest()
    other = one.another_page()
    one.against_bot()
    other.against_bot("random")
    assert one.table_id != other.table_id
    assert play_on(one, other) == choices(one, 0) + choices(other, 0)
    sees_only_its_own(one)
    sees_only_its_own(other)


def test_a_table_with_a_bot_is_two_clicks_from_home(guest: NewGuest) -> None:
    one = guest()
    one.go("/")
    one.page.get_by_role("button", name="Play now against bots").first.click()
    one.page.get_by_role("group", name="How strong").get_by_role("button").first.click()
    expect(one.table).to_have_attribute("data-status", "playing")
    expect(one.touchable).not_to_have_count(0)


def test_moving_pieces_move_and_with_reduced_motion_they_do_not(guest: NewGuest) -> None:
    calm, lively = guest(**STILL), guest()
    for one in (calm, lively):
        one.against_bot()
        one.count_motions()
        play_on(one, moves=2, choose=Guest.calmly)
    assert lively.motions() > 0
    assert calm.motions() == 0
