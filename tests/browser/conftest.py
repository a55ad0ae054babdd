"""One Chromium and one server for all browser tests of a worker; a fresh person for each page."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.playing import Guest
from tests.browser.serving import Line, Server

ROOT = Path(__file__).parents[2]
PATIENCE = 20_000
"""Milliseconds. Never waited for where all is well."""
expect.set_options(timeout=PATIENCE)
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SIDEWAYS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
"""For who wants nothing to move. Most people do not say so: unless a test does, everything moves."""
SMALL_SIDEWAYS: dict[str, Any] = {**PHONE, "viewport": {"width": 683, "height": 384}}
NewGuest = Callable[..., Guest]


def chromium() -> str:
    """The browser that the set-up found or brought. Without one the tests fail: they are not skipped."""
    sys.path.append(str(ROOT / "tools"))
    found: str | None = import_module("set_up").browser()
    assert found, "The browser tests need Chromium: 'make test' brings it, or says how."
    return found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = ["--disable-dev-shm-usage", "--disable-gpu", "--no-sandbox"]
        started = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        yield started
        started.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()
    _, trouble, details = running.said().partition("Traceback")
    assert not trouble, details[:3000]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    opened = Line(server.port)
    yield opened
    opened.close()


@pytest.fixture
def guest(browser: Browser, server: Server) -> Iterator[NewGuest]:
    """Makes people, each with a browser profile of their own. Whatever a page complains about fails the test.

    Who comes by an address of their own comes by a line that may be cut, or to a server that may be killed.
    """
    opened: list[tuple[BrowserContext, Guest]] = []

    def come(address: str | None = None, **settings: Any) -> Guest:
        context = browser.new_context(**{**LAPTOP, **settings})
        context.set_default_timeout(PATIENCE)
        newcomer = Guest(context.new_page(), address or server.address, len(opened), may_be_cut=address is not None)
        opened.append((context, newcomer))
        return newcomer

    yield come
    complaints = [complaint for _, one in opened for complaint in one.complaints]
    for context, _ in opened:
        context.close()
    assert complaints == []
