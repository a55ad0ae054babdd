"""After the game: why it ended, replay, what each choice cost, going on from there, and once more."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import rumpus
from tests.browser.conftest import PHONE, NewGuest
from tests.browser.playing import Guest, play_on, sit_together


def at_the_end(guest: Guest) -> None:
    """A game of some rounds, played against a bot."""
    guest.against_bot()
    play_on(guest, choose=Guest.calmly)
    expect(guest.page.get_by_role("button", name="Rematch")).to_be_visible()


def moment(guest: Guest) -> Locator:
    """The slider of the replay, which stands at the moment that is shown."""
    return guest.page.get_by_role("slider", name="Moment")


def test_the_end_says_why_and_who_and_gives_the_match_file(guest: NewGuest) -> None:
    one = guest()
    at_the_end(one)
    match = one.match()
    assert match.over
    assert match.reason is not None
    expect(one.page.get_by_text(match.reason, exact=False).first).to_be_visible()
    places = one.page.locator(".places li")
    expect(places).to_have_count(2)
    with one.page.expect_download() as download:
        one.page.get_by_role("link", name="Match file").click()
    again = rumpus.load(download.value.path())
    assert again.moves == match.moves


def test_a_replay_steps_both_ways_and_shows_any_seats_view(guest: NewGuest) -> None:
    one = guest()
    at_the_end(one)
    one.page.get_by_role("link", name="Replay").click()
    expect(moment(one)).to_have_value("0")
    expect(hand(one, "Y")).to_have_count(8)
    one.page.get_by_role("button", name="One moment on").click()
    expect(moment(one)).to_have_value("1")
    first = one.match().moves[0].seat
    back = one.table.get_by_role("img", name=re.compile("^face-down card"))  # as the other clan saw what was laid
    one.page.get_by_role("combobox", name="Seen by").select_option(str(1 - first))
    expect(back).to_be_visible()
    one.page.get_by_role("combobox", name="Seen by").select_option(str(first))
    expect(back).to_have_count(0)
    one.page.locator("main").focus()
    one.page.keyboard.press("ArrowRight")
    expect(moment(one)).to_have_value("2")
    one.page.get_by_role("button", name="One moment back").click()
    expect(moment(one)).to_have_value("1")
    one.page.locator("main").focus()
    one.page.keyboard.press("Home")
    expect(moment(one)).to_have_value("0")
    expect(hand(one, "Y")).to_have_count(8)
    expect(one.touchable).to_have_count(0)  # nothing of the past can be touched


def hand(guest: Guest, mark: str) -> Locator:
    return guest.page.locator(f'[data-area="hand-{mark}"] [data-piece]')


@pytest.mark.slow
def test_a_shared_replay_can_be_seen_by_anybody(guest: NewGuest) -> None:
    one, stranger = guest(), guest()
    at_the_end(one)
    stranger.go(f"/t/{one.table_id}/replay")
    expect(moment(stranger)).to_have_value("0")
    expect(stranger.page.locator("[data-piece]").first).to_be_visible()
    stranger.page.get_by_role("button", name="One moment on").click()
    expect(moment(stranger)).to_have_value("1")


@pytest.mark.slow
def test_nothing_is_taken_back_while_one_looks_at_what_was(guest: NewGuest) -> None:
    one = guest()
    at_the_end(one)
    back = one.page.get_by_role("button", name="Take back")
    expect(back).to_be_visible()
    one.page.get_by_role("link", name="Replay").click()
    expect(moment(one)).to_have_value("0")
    expect(back).to_have_count(0)
    one.page.locator("main").focus()
    one.page.keyboard.press("z")
    one.page.keyboard.press("ArrowRight")
    expect(moment(one)).to_have_value("1")
    assert one.is_over


@pytest.mark.slow
def test_on_a_phone_a_replay_is_not_hidden_by_the_result(guest: NewGuest) -> None:
    one = guest(**PHONE)
    at_the_end(one)
    one.page.get_by_role("link", name="Replay").tap()
    expect(moment(one)).to_have_value("0")
    expect(one.page.get_by_role("complementary")).to_have_count(0)


@pytest.mark.slow
def test_the_analysis_judges_every_choice_and_leads_to_its_moment(guest: NewGuest) -> None:
    one = guest()
    at_the_end(one)
    one.page.get_by_role("button", name="Go through the game").click()
    judged = one.page.locator("button", has=one.page.locator(".cost"))
    expect(judged).to_have_count(len(one.match().moves), timeout=300_000)  # the game may have to be solved first
    judged.nth(2).click()
    expect(one.page).to_have_url(re.compile(r"/replay\?moment=\d+$"))


@pytest.mark.slow
def test_one_goes_on_from_any_moment_against_a_bot(guest: NewGuest) -> None:
    one = guest()
    at_the_end(one)
    old = one.table_id
    one.go(f"/t/{old}/replay?moment=2")
    expect(moment(one)).to_have_value("2")
    one.page.get_by_role("button", name="Go on from here").click()
    expect(one.page.get_by_role("combobox", name="against")).to_have_value("ismcts:1")
    one.page.get_by_role("button", name="Start").click()
    expect(one.page).not_to_have_url(re.compile(old))
    expect(one.touchable).to_have_count(7)  # one card of eight was played in the first round
    play_on(one)
    assert one.match().over


@pytest.mark.slow
def test_a_rematch_has_the_level_one_chose(guest: NewGuest) -> None:
    one = guest()
    at_the_end(one)
    old = one.table_id
    one.page.locator(".ending select").select_option("ismcts:3")
    one.page.get_by_role("button", name="Rematch").click()
    expect(one.page).not_to_have_url(re.compile(old))
    expect(one.table).to_have_attribute("data-status", "playing")
    bots = [person["bot"] for person in one.watch.updates[-1]["people"] if person["kind"] == "bot"]
    assert bots == ["ismcts:3"]


def finished_by_friends(guest: NewGuest, **settings: Any) -> tuple[Guest, Guest]:
    host, friend = guest(), guest(**settings)
    sit_together(host, friend)
    play_on(host, friend)
    return host, friend


@pytest.mark.slow
def test_a_rematch_of_friends_begins_when_both_would_like_it_and_both_are_there(guest: NewGuest) -> None:
    host, friend = finished_by_friends(guest)
    old = host.table_id
    host.page.get_by_role("button", name="Rematch").click()
    expect(host.page.get_by_text("You would like a rematch. Waiting for")).to_be_visible()
    expect(friend.page.get_by_text("would like a rematch.").last).to_be_visible()
    assert host.table_id == friend.table_id == old
    friend.page.get_by_role("button", name="Play again").click()
    for one in (host, friend):
        expect(one.page).not_to_have_url(re.compile(old))
        expect(one.table).to_have_attribute("data-status", "playing")
        expect(one.touchable).to_have_count(8)
    assert host.table_id == friend.table_id


def test_a_rematch_is_declined_on_a_phone_and_with_keys_and_can_be_offered_again(guest: NewGuest) -> None:
    host, friend = finished_by_friends(guest, **PHONE)
    host.page.get_by_role("button", name="Rematch").click()
    friend.page.get_by_role("button", name="Close", exact=True).tap()  # the result, which hides the table
    friend.page.get_by_role("button", name="No, thank you").tap()
    expect(host.page.get_by_text("would rather not play again.").last).to_be_visible()
    friend.page.get_by_role("button", name="Result").tap()
    friend.page.get_by_role("button", name="Rematch").tap()
    expect(host.page.get_by_role("button", name="Play again")).to_be_visible()
    host.tab_to(".answers button", "No, thank you")
    host.page.keyboard.press("Enter")
    expect(friend.page.get_by_text("would rather not play again.").last).to_be_visible()
    expect(friend.page.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_copy_of_a_game_that_goes_on_does_not_show_what_others_held(guest: NewGuest) -> None:
    one = guest()
    one.against_bot(switches={"lucky_draw": True})
    original = one.table_id
    copied = one.page.context.request.post(
        f"{one.address}/api/tables/{original}/continue",
        data={"moment": 0, "seat": 0, "bot": "random"},
        headers={"Origin": one.address},
    )
    one.go(copied.json()["path"])
    play_on(one)
    expect(one.page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(one.page.get_by_role("link", name="Match file")).to_have_count(0)
    expect(one.page.get_by_role("link", name="the game that this one goes on from")).to_have_attribute(
        "href", f"/t/{original}"
    )
    one.page.get_by_role("link", name="Replay").click()
    expect(moment(one)).to_have_value("0")
    expect(one.page.get_by_role("combobox", name="Seen by")).to_have_count(0)
