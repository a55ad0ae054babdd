"""A person at a browser: goes to pages, looks at what can be touched, and chooses by mouse, finger or keys."""

import random
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, Position, Request, Response, expect

import rumpus
from rumpus.core.match import Match
from tests.browser.watching import Watch

PATIENCE = 20.0
OF_THE_LINE = re.compile(r"net::ERR_|WebSocket connection to|ERR_CONNECTION")
"""What a browser says when a connection is cut: no fault of the page, where it may be cut."""
TOLD_OF_ANSWERS = "Failed to load resource: the server responded"
"""What a browser says of an answer that we have seen ourselves, and can name."""
LEFT = "net::ERR_ABORTED"
"""What nobody waits for any longer, because the page was left, or a file is saved."""
FOCUSED = """([selector, words]) => {
  const here = document.activeElement;
  return !!here && here.matches(selector) && (here.ariaLabel ?? here.textContent).includes(words);
}"""
COUNT_MOTIONS = """() => {
  window.motions = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) { window.motions += 1; return animate.apply(this, given); };
  const count = () => (window.motions += 1);
  for (const event of ['transitionrun', 'animationstart']) document.addEventListener(event, count);
}"""


class Guest:
    """One person with one browser profile."""

    def __init__(self, page: Page, address: str, luck: int = 1, *, may_be_cut: bool = False) -> None:
        self.page, self.address, self.may_be_cut = page, address, may_be_cut
        self.watch = Watch()
        self.watch.follow(page)
        self.complaints: list[str] = []
        self._luck = random.Random(luck)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        page.on("requestfailed", self._miss)
        page.on("response", self._see)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(TOLD_OF_ANSWERS):
            self._complain(message.text)

    def _miss(self, request: Request) -> None:
        if request.failure != LEFT:
            self._complain(f"{request.failure} {request.method} {request.url}")

    def _see(self, response: Response) -> None:
        if response.status >= 400:
            self._complain(f"{response.status} {response.request.method} {response.url}")

    def _complain(self, words: str) -> None:
        if not (self.may_be_cut and OF_THE_LINE.search(words)):
            self.complaints.append(words)

    def forgive(self, words: str) -> None:
        """Complaints that the test has brought about itself, and that have to be there."""
        others = [complaint for complaint in self.complaints if words not in complaint]
        assert len(others) < len(self.complaints), f"nobody complained of {words}"
        self.complaints[:] = others

    # Going about

    def go(self, path: str = "/") -> None:
        self.page.goto(self.address + path)

    def open_table(self, **opening: Any) -> str:
        """Open a table without the form; the path to it. At a pace of nought no steps would be sent to be searched."""
        request = self.page.context.request
        request.get(f"{self.address}/api/me")
        wanted = {"game": "braverats", "pace": 1, **opening}
        answer = request.post(f"{self.address}/api/tables", data=wanted, headers={"Origin": self.address})
        assert answer.ok, answer.text()
        path: str = answer.json()["path"]
        return path

    def against_bot(self, bot: str = "ismcts:1", **opening: Any) -> None:
        """Sit down at a table with a bot."""
        self.go(self.open_table(chairs=[{"who": "me"}, {"who": "bot", "bot": bot}], **opening))
        expect(self.table).to_have_attribute("data-status", "playing")

    def match(self) -> Match:
        """The match of this table, when it is over, as its file tells it."""
        answer = self.page.context.request.get(f"{self.address}/api/tables/{self.table_id}/match")
        assert answer.ok, answer.text()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "a.match")
            file.write_text(answer.text(), encoding="utf-8")
            return rumpus.load(file)

    @property
    def table_id(self) -> str:
        return self.page.url.split("/t/")[1].split("/")[0].split("?")[0]

    # The table

    @property
    def table(self) -> Locator:
        return self.page.locator("[data-version]")

    @property
    def touchable(self) -> Locator:
        return self.table.locator("[data-action]:not([disabled])")

    @property
    def status(self) -> str | None:
        return self.table.get_attribute("data-status")

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    @property
    def version(self) -> int:
        return int(self.table.get_attribute("data-version") or 0)

    def actions(self) -> list[int]:
        return [int(one.get_attribute("data-action") or -1) for one in self.touchable.all()]

    def seen(self, piece: str) -> Locator:
        return self.page.locator(f'[data-piece="{piece}"]')

    # Choosing

    def click(self, action: int | None = None) -> None:
        """By mouse, from elsewhere: what is under the mouse is lifted, and may lie over the next card."""
        self.page.mouse.move(2, 2)
        thing = self._thing(action)
        thing.click(position=_grip(thing))

    def at_once(self, action: int | None = None) -> None:
        """Without waiting until what moves has come to rest, as a quick hand does."""
        self._thing(action).dispatch_event("click")

    def tap(self, action: int | None = None) -> None:
        """By finger."""
        thing = self._thing(action)
        thing.tap(position=_grip(thing))

    def calmly(self) -> None:
        """By mouse, leaving Prince and Princess for the end: they could end the game in the first round."""
        offered = self.actions()
        self.click(next((action for action in (6, 5, 3, 2, 0, 4) if action in offered), None))

    def by_keys(self) -> None:
        """With the keyboard alone: to what can be touched, one further, and choose."""
        self.tab_to("[data-action]")
        self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")

    def tab_to(self, selector: str, words: str = "") -> None:
        """Press Tab until something like this has the focus."""
        for _ in range(80):
            if self.page.evaluate(FOCUSED, [selector, words]):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {words or selector}.")

    def long_press(self, piece: str) -> None:
        """A finger that stays."""
        box = self.seen(piece).bounding_box()
        assert box is not None
        client = self.page.context.new_cdp_session(self.page)
        touch = {"x": box["x"] + 10, "y": box["y"] + 24}
        client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
        self.page.wait_for_timeout(700)
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _thing(self, action: int | None) -> Locator:
        """What chooses this action; any that can be touched, if it does not matter."""
        if action is None:
            return self.touchable.nth(self._luck.randrange(self.touchable.count()))
        return self.table.locator(f'[data-action="{action}"]').first

    def answered(self, before: int) -> None:
        """Wait until the table has gone on from a version."""
        until(lambda: self.version > before, "the table goes on", self.page)

    # Motion

    def count_motions(self) -> None:
        """From now on count how often something was set in motion."""
        self.page.evaluate(COUNT_MOTIONS)

    def motions(self) -> int:
        found: int = self.page.evaluate("() => window.motions")
        return found

    def another_page(self) -> "Guest":
        """The same person, in another tab."""
        other = Guest(self.page.context.new_page(), self.address, may_be_cut=self.may_be_cut)
        other.complaints = self.complaints
        return other


def _grip(thing: Locator) -> Position:
    """Where to touch a card of a fan: at its left, which is not under the next card."""
    box = thing.bounding_box()
    assert box is not None
    return {"x": box["width"] * 0.2, "y": box["height"] * 0.3}


def sit_down(guest: Guest, *, by_finger: bool = False) -> None:
    """Take the open seat of the table, which starts the game."""
    seat = guest.page.get_by_role("button", name="Sit here").first
    seat.tap() if by_finger else seat.click()
    expect(guest.table).to_have_attribute("data-status", "playing")


def sit_together(host: Guest, friend: Guest, *watchers: Guest, by_finger: bool = False, **opening: Any) -> str:
    """The host opens a table, the friend comes by its link and sits down, the others watch; the path to it."""
    path = host.open_table(chairs=[{"who": "me"}, {"who": "open"}], **opening)
    for one in (host, *watchers, friend):
        one.go(path)
    sit_down(friend, by_finger=by_finger)
    return path


def until(is_so: Callable[[], bool], what: str, page: Page) -> None:
    """Wait for something, with patience."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, f"Waited in vain until {what}."
        page.wait_for_timeout(15)


def play_on(*guests: Guest, choose: Callable[[Guest], None] = Guest.click, moves: int = 1_000) -> int:
    """Everybody who is asked chooses, until the game is over or so many choices were made; how many there were."""
    made, seen = 0, 0
    end = time.monotonic() + PATIENCE
    while made < moves and not all(guest.is_over for guest in guests):
        if (now := sum(guest.version for guest in guests)) != seen:  # bots may be among themselves for long
            seen, end = now, time.monotonic() + PATIENCE
        assert time.monotonic() < end, f"The game came to a standstill: {[guest.status for guest in guests]}."
        asked = [guest for guest in guests if guest.touchable.count()]
        for guest in asked[: moves - made]:
            before = guest.version
            choose(guest)
            guest.answered(before)
            made += 1
        if not asked:
            guests[0].page.wait_for_timeout(15)
    return made
