"""Bots that lack machine code, and bots that play for people: both are said where a person sees it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, NewGuest
from tests.browser.playing import Guest, play_on, sit_together
from tests.browser.serving import Server

LACK = "there is no machine code for them, because this server runs in plain mode."


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("plain"), RUMPUS_MODE="plain")
    running.start()
    yield running
    running.stop()


@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_bots_without_machine_code_are_called_so_above_the_table_and_in_the_log(
    guest: NewGuest, plain: Server, device: dict[str, Any]
) -> None:
    one = guest(plain.address, **device)
    one.against_bot("ismcts:5")
    said = one.page.locator(".ribbon", has_text=LACK)
    expect(said).to_be_visible()
    said.get_by_role("button", name="Close").click()
    expect(said).to_have_count(0)
    play_on(one, moves=2)
    if device is PHONE:
        one.page.get_by_role("button", name="Log").tap()
    expect(one.page.get_by_label("Log", exact=True).get_by_text(f"Applewoods: {LACK}")).to_have_count(1)


def test_a_bot_that_searches_nothing_lacks_nothing(guest: NewGuest, plain: Server) -> None:
    one = guest(plain.address)
    one.against_bot("ismcts:1")
    expect(one.touchable).to_have_count(8)
    expect(one.page.locator(".ribbon")).to_have_count(0)


@pytest.mark.slow
def test_the_result_says_what_a_bot_chose_for_a_person(guest: NewGuest, plain: Server) -> None:
    host, friend = guest(plain.address), guest(plain.address)
    sit_together(host, friend)
    play_on(host, friend, choose=Guest.calmly, moves=2)
    friend.page.get_by_role("tab", name="More").click()
    friend.page.get_by_role("button", name="Stand up").click()
    friend.page.get_by_role("button", name="Let a bot play for me").click()
    play_on(host, choose=Guest.calmly)
    for one in (host, friend):
        expect(one.page.locator(".places li", has_text="a bot made")).to_have_count(1)
    friend.go("/")
    expect(friend.page.get_by_text("you (with a bot)")).to_be_visible()
