"""Bots that lack machine code: the table says so where a person sees it, on a laptop and on a phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, NewGuest
from tests.browser.playing import play_on
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
