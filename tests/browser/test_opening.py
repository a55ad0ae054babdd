"""Opening a table by its form: who sits where, variations and what cannot go together, clocks, cards of one's own."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from rumpus.catalogue import DEFINITIONS
from tests.browser.conftest import NewGuest
from tests.browser.looking import DRAWN
from tests.browser.playing import Guest, play_on, sit_down, until

CARDS = """
[cards.prince]
name = "Rat King"
strength = 7
power = "prince"
text = "He wins this round."
icon = "crown"
"""


def opening(guest: Guest) -> None:
    guest.go("/new/braverats")
    expect(guest.page.get_by_role("heading", name="Open a table")).to_be_visible()


def open_it(guest: Guest) -> None:
    guest.page.get_by_role("button", name="Open the table").click()
    expect(guest.page).to_have_url(re.compile(r"/t/"))


def test_a_friend_comes_by_the_link_that_the_table_shows(guest: NewGuest) -> None:
    host, friend = guest(), guest()
    opening(host)
    open_it(host)
    link = host.page.get_by_role("textbox", name="Send this link").input_value()
    assert link == host.page.url
    friend.go("/")
    friend.page.get_by_role("textbox", name="Link or code of a table").fill(link)
    friend.page.get_by_role("button", name="Go there").click()
    sit_down(friend)
    expect(host.touchable).to_have_count(8)
    expect(friend.touchable).to_have_count(8)


def test_what_cannot_go_together_is_explained_while_one_chooses(guest: NewGuest) -> None:
    one = guest()
    opening(one)
    draft = one.page.get_by_role("checkbox", name="Draft")
    deal = one.page.get_by_role("checkbox", name="Random Deal")
    deal.check()
    expect(draft).to_be_disabled()
    expect(one.page.get_by_text("each deals out all sixteen cards in its own way")).to_be_visible()
    deal.uncheck()
    expect(draft).to_be_enabled()
    draft.check()
    expect(deal).to_be_disabled()


def test_a_switch_that_is_not_for_so_many_is_not_there_and_says_why(guest: NewGuest) -> None:
    game, switch = next((one, found) for one in DEFINITIONS.values() for found in one.rules.SWITCHES if found.seats)
    one = guest()
    one.go(f"/new/{game.name}")
    box = one.page.get_by_role("checkbox", name=switch.title)
    seats = one.page.get_by_role("combobox", name="Seats")
    seats.select_option(str(game.seats[0]))
    expect(box).to_be_disabled()
    expect(one.page.get_by_text(f"Only for {switch.seats[0]} players.")).to_be_visible()
    seats.select_option(str(switch.seats[0]))
    box.check()
    seats.select_option(str(game.seats[0]))
    expect(box).not_to_be_checked()


def test_switches_bots_and_a_clock_are_as_one_chose(guest: NewGuest) -> None:
    one = guest()
    opening(one)
    one.page.get_by_role("checkbox", name="Fast Rat").check()
    one.page.get_by_role("combobox", name="Yargs").select_option("bot:ismcts:1")
    one.page.get_by_role("combobox", name="Applewoods").select_option("me")
    one.page.get_by_role("combobox", name="Clock").select_option(index=1)
    open_it(one)
    expect(one.touchable).not_to_have_count(0)
    expect(one.page.get_by_role("timer")).to_have_count(1)  # bots have none
    play_on(one)
    match = one.match()
    assert match.game.changed_switches == {"fast_rat": True}
    assert one.watch.updates[-1]["seat"] == 1


@pytest.mark.slow
def test_a_public_table_stands_on_the_first_page_and_one_by_link_does_not(guest: NewGuest) -> None:
    host, stranger = guest(), guest()
    host.open_table(chairs=[{"who": "me"}, {"who": "open"}])
    hidden = host.open_table(chairs=[{"who": "me"}, {"who": "open"}])
    opening(host)
    host.page.get_by_role("radio", name="everybody").check()
    open_it(host)
    stranger.go("/")
    expect(stranger.page.locator(f'a[href="/t/{host.table_id}"]').first).to_be_visible()
    expect(stranger.page.locator(f'a[href="{hidden}"]')).to_have_count(0)


def test_cards_of_ones_own_are_checked_at_once_and_played_with(guest: NewGuest, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(CARDS, encoding="utf-8")
    bad.write_text(CARDS.replace("strength = 7", "strength = 99"), encoding="utf-8")
    one = guest()
    opening(one)
    file = one.page.get_by_label("Cards of your own")
    file.set_input_files(bad)
    expect(one.page.get_by_role("alert")).to_contain_text("strength")
    file.set_input_files(good)
    expect(one.page.get_by_text("good.toml is fine.")).to_be_visible()
    one.page.get_by_role("combobox", name="Applewoods").select_option("bot:ismcts:1")
    open_it(one)
    expect(one.seen("Y-prince-1")).to_have_attribute("aria-label", re.compile("Rat King of the Yargs"))


def test_a_picture_that_does_not_exist_is_told_and_drawn_as_a_letter_in_a_frame(
    guest: NewGuest, tmp_path: Path
) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text(CARDS.replace('"crown"', '"crwon"'), encoding="utf-8")
    one = guest()
    opening(one)
    one.page.get_by_label("Cards of your own").set_input_files(cards)
    expect(one.page.get_by_role("status").filter(has_text="did you mean 'crown'")).to_be_visible()
    one.page.get_by_role("combobox", name="Applewoods").select_option("bot:ismcts:1")
    open_it(one)
    expect(one.seen("Y-prince-1").locator(".unknown[data-t='Y']")).to_be_visible()
    expect(one.page.locator(".unknown")).to_have_count(2)  # each clan has a Prince


def test_no_table_is_opened_while_its_cards_are_wrong_or_not_checked_yet(guest: NewGuest, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(CARDS.replace("strength = 7", "strength = 99"), encoding="utf-8")
    one = guest()
    opening(one)
    held: list[Route] = []
    one.page.route("**/api/boxes", lambda route: held.append(route))
    one.page.get_by_label("Cards of your own").set_input_files(bad)
    expect(one.page.get_by_role("status").filter(has_text="bad.toml is being checked.")).to_be_visible()
    button = one.page.get_by_role("button", name="Open the table")
    expect(button).to_be_disabled()
    held[0].continue_()
    expect(one.page.get_by_role("alert")).to_contain_text("strength")
    expect(one.page.get_by_text("bad.toml cannot be played with")).to_be_visible()
    expect(button).to_be_disabled()
    one.page.get_by_role("button", name="Remove the file").click()
    expect(one.page.get_by_label("Cards of your own")).to_be_focused()
    expect(one.page.get_by_label("Cards of your own")).to_have_value("")
    open_it(one)


def test_a_name_of_ones_own_is_what_the_others_read(guest: NewGuest) -> None:
    host, friend = guest(), guest()
    host.go("/")
    host.page.get_by_role("button", name="Change name").click()
    host.page.get_by_role("textbox", name="Your name").fill("Ann")
    host.page.get_by_role("button", name="Keep").click()
    expect(host.page.get_by_text("You are Ann")).to_be_visible()
    friend.go(host.open_table(chairs=[{"who": "me"}, {"who": "open"}]))
    expect(friend.page.get_by_text("Ann").first).to_be_visible()


@pytest.mark.slow
def test_another_device_is_the_same_person(guest: NewGuest) -> None:
    laptop, phone = guest(), guest()
    laptop.against_bot()
    path = laptop.page.url.removeprefix(laptop.address)
    laptop.go("/")
    laptop.page.get_by_role("button", name="Use another device").click()
    link = laptop.page.get_by_role("textbox", name="Open this link on the other device").input_value()
    phone.page.goto(link)
    phone.page.reload()  # looking does not use it up
    phone.page.get_by_role("button", name="Go on as that person").click()
    expect(phone.page.get_by_role("heading", name="What shall we play?")).to_be_focused()
    phone.go(path)
    expect(phone.touchable).to_have_count(8)
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Go on as that person").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("This link has been used")
    phone.forgive("404 POST")


def test_my_tables_say_where_it_is_my_turn(guest: NewGuest) -> None:
    one = guest()
    one.against_bot()
    expect(one.touchable).to_have_count(8)
    one.go("/")
    mine = one.page.get_by_role("region", name=re.compile("My tables"))
    expect(mine).to_contain_text("your turn")
    expect(one.page).to_have_title(re.compile(r"^\(your turn\)"))


@pytest.mark.slow
def test_tables_that_are_listed_when_one_has_left_the_page_are_left_alone(guest: NewGuest) -> None:
    one, held = guest(), list[Route]()
    one.page.route("**/api/lobby", lambda asked: held.append(asked))
    one.go("/")
    until(lambda: bool(held), "the tables are asked for", one.page)
    one.page.get_by_role("link", name="About", exact=True).click()
    expect(one.page.get_by_role("heading", name="About", level=1)).to_be_visible()
    with one.page.expect_response("**/api/lobby"):
        held[0].continue_()
    until(lambda: any(path == "/api/lobby" for path, _ in one.watch.answers), "the tables are there", one.page)
    one.page.evaluate(f"async () => {{ {DRAWN} }}")  # the page has the answer a little later than we
    assert one.complaints == []
