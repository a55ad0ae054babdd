"""What lies beside the table: advice and taking back, log, rules, chat, sound, the bots' pace."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewGuest
from tests.browser.playing import Guest, play_on, sit_together, until


def test_advice_at_a_practice_table_weighs_every_choice(guest: NewGuest) -> None:
    one = guest()
    one.against_bot()
    expect(one.touchable).to_have_count(8)
    one.page.get_by_role("tab", name="Advice").click()
    one.page.locator(".advice").get_by_role("button", name="What would you do?").click()
    rows = one.page.locator(".advice tbody tr")
    expect(rows).to_have_count(8)
    shares = [int(share) for share in re.findall(r"(\d+) %", " ".join(rows.all_inner_texts()))]
    assert 95 <= sum(shares) <= 105
    expect(one.page.get_by_role("button", name=re.compile("advised"))).to_have_count(8)


def test_there_is_no_advice_among_people(guest: NewGuest) -> None:
    host, friend = guest(), guest()
    sit_together(host, friend)
    expect(host.touchable).to_have_count(8)
    expect(host.page.get_by_role("tab", name="Advice")).to_have_count(0)


def test_at_a_practice_table_one_takes_back_as_far_as_one_likes(guest: NewGuest) -> None:
    one = guest()
    one.against_bot()
    play_on(one, moves=2, choose=Guest.calmly)
    expect(one.touchable).not_to_have_count(0)
    for left in range(len(one.actions()) + 1, 9):
        version = one.version
        one.page.keyboard.press("z")
        one.answered(version)
        expect(one.touchable).to_have_count(left)
    assert len(one.actions()) == 8


def test_a_line_of_the_log_shows_its_moment_and_the_way_back(guest: NewGuest) -> None:
    one = guest()
    one.against_bot()
    play_on(one, moves=2, choose=Guest.calmly)
    expect(one.touchable).not_to_have_count(0)
    one.page.get_by_role("tab", name="Log").click()
    one.page.locator(".log .line").first.click()
    expect(one.touchable).to_have_count(0)
    one.page.get_by_role("button", name="Back to now").click()
    expect(one.touchable).not_to_have_count(0)


def test_the_rules_and_every_cards_text_are_at_hand(guest: NewGuest) -> None:
    one = guest()
    one.against_bot()
    expect(one.touchable).to_have_count(8)
    one.seen("Y-wizard-1").hover(position={"x": 10, "y": 24})
    expect(one.page.get_by_text("The other card has no power.")).to_be_visible()
    one.page.get_by_role("tab", name="Rules").click()
    expect(one.page.locator("#p3-1")).to_be_attached()


def test_a_card_that_slides_under_a_mouse_at_rest_is_not_explained(guest: NewGuest) -> None:
    one = guest()
    one.against_bot()
    expect(one.touchable).to_have_count(8)
    where = one.touchable.nth(3).bounding_box()
    assert where
    one.page.mouse.move(where["x"] + 20, where["y"] + 60)
    tip = one.page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    one.page.mouse.down()
    one.page.mouse.up()
    expect(one.touchable).to_have_count(7)
    one.page.wait_for_timeout(800)  # longer than a tip takes to come
    expect(tip).to_have_count(0)
    one.page.mouse.move(where["x"] + 22, where["y"] + 61)
    one.page.mouse.move(where["x"] + 90, where["y"] + 61)
    expect(tip).to_be_visible()


def test_on_a_phone_a_long_press_shows_the_cards_text_and_plays_nothing(guest: NewGuest) -> None:
    one = guest(**PHONE)
    one.against_bot()
    expect(one.touchable).to_have_count(8)
    one.long_press("Y-wizard-1")
    expect(one.page.get_by_text("The other card has no power.")).to_be_visible()
    expect(one.touchable).to_have_count(8)


@pytest.mark.slow
def test_what_is_said_is_read_by_the_other_as_text(guest: NewGuest) -> None:
    host, friend = guest(), guest()
    sit_together(host, friend)
    host.page.get_by_role("tab", name="Chat").click()
    host.page.get_by_role("textbox", name="Say something").fill("Good <b>luck</b>")
    host.page.keyboard.press("Enter")
    friend.page.get_by_role("tab", name="Chat").click()
    expect(friend.page.get_by_role("log", name="Chat")).to_contain_text("Good <b>luck</b>")


@pytest.mark.slow
def test_what_one_said_or_could_read_before_is_no_news(guest: NewGuest) -> None:
    host, friend = guest(), guest()
    sit_together(host, friend)
    badge = host.page.locator(".badge")
    say(friend, "Good luck")
    expect(badge).to_have_text("1")
    say(host, "You too")
    expect(badge).to_have_count(0)
    elsewhere = host.another_page()
    elsewhere.go(host.page.url.removeprefix(host.address))
    expect(elsewhere.table).to_have_attribute("data-connection", "on")
    say(friend, "Thanks")
    expect(elsewhere.page.locator(".badge")).to_have_text("1")


def say(guest: Guest, words: str) -> None:
    guest.page.get_by_role("tab", name="Chat").click()
    guest.page.get_by_role("textbox", name="Say something").fill(words)
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("log", name="Chat")).to_contain_text(words)


@pytest.mark.slow
def test_one_cannot_leave_ones_own_practice_table_to_a_bot(guest: NewGuest) -> None:
    one, host, friend = guest(), guest(), guest()
    one.against_bot()
    sit_together(host, friend)
    for player, buttons in ((one, 0), (host, 1)):
        player.page.get_by_role("tab", name="More").click()
        expect(player.page.get_by_role("button", name="Keys").nth(1)).to_be_visible()
        expect(player.page.get_by_role("button", name="Stand up")).to_have_count(buttons)


def test_the_keys_are_explained_and_closed_again(guest: NewGuest) -> None:
    one = guest()
    one.against_bot()
    expect(one.touchable).to_have_count(8)
    one.page.keyboard.press("?")
    expect(one.page.get_by_role("dialog")).to_be_visible()
    one.page.keyboard.press("Escape")
    expect(one.page.get_by_role("dialog")).to_have_count(0)
    expect(one.touchable).to_have_count(8)


def test_a_key_opens_what_lies_beside_and_the_focus_goes_there(guest: NewGuest) -> None:
    one = guest()
    one.against_bot()
    expect(one.touchable).to_have_count(8)
    one.page.keyboard.press("r")
    expect(one.page.get_by_role("region", name="Rules")).to_be_focused()
    one.page.keyboard.press("c")
    expect(one.page.get_by_role("textbox", name="Say something")).to_be_focused()


@pytest.mark.slow
def test_a_bots_pace_can_be_changed_while_it_plays(guest: NewGuest) -> None:
    one = guest()
    one.against_bot()
    one.page.get_by_role("tab", name="More").click()
    one.page.get_by_role("slider", name="How fast bots play").fill("2500")
    expect(one.table).to_be_visible()
    until(lambda: one.watch.updates[-1]["pace"] == 500, "the bots are told", one.page)


@pytest.mark.slow
def test_who_is_away_is_replaced_by_a_bot_and_comes_back(guest: NewGuest) -> None:
    host, friend = guest(), guest()
    path = sit_together(host, friend)
    friend.go("/")
    host.page.get_by_role("button", name="Let a bot play").click(timeout=60_000)  # away is who is away for a while
    host.page.get_by_role("button", name=re.compile("Let it play for")).click()
    play_on(host, moves=2, choose=Guest.calmly)  # the table is not frozen
    friend.go(path)
    friend.page.get_by_role("button", name="Take my seat back").first.click()
    play_on(host, friend)
    assert host.match().over
