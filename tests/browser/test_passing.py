"""Standing passes: the page presses the button that passes for those who said so, and for nobody else."""

import json
from collections.abc import Callable

import msgspec
from playwright.sync_api import WebSocketRoute, expect

from rumpus.table.scene import Button, Scene
from tests.browser.conftest import PHONE, NewGuest
from tests.browser.looking import barriers
from tests.browser.playing import Guest, until
from tests.browser.scenes import PATH, area, cards, scene, sent

PASS = 77
TOPIC = "answers to the Great Kraken"


def asked(topic: str = TOPIC, concerns: bool = False) -> Scene:
    buttons = [Button(76, "Cheat"), Button(PASS, "Pass", "pass")]
    table = scene(3, [area("hand", "hand", cards("hand", 3, 0, 10), "fan", 0)], buttons)
    return msgspec.structs.replace(table, topic=topic, concerns=concerns)


class Table:
    """A table at which somebody is asked again and again; what they answer is written down."""

    def __init__(self, guest: Guest, first: Scene) -> None:
        self.guest, self.shown, self.version = guest, first, 1
        self.answers: list[int] = []
        self.lines: list[WebSocketRoute] = []
        guest.page.route_web_socket("**/api/tables/*/socket", self._join)
        guest.go(PATH)
        expect(guest.touchable.first).to_be_visible()

    def _join(self, line: WebSocketRoute) -> None:
        self.lines.append(line)
        line.on_message(lambda message: self._hear(line, json.loads(message)))

    def _hear(self, line: WebSocketRoute, message: dict[str, object]) -> None:
        if message["type"] == "hello":
            line.send(self._update())
        elif message["type"] == "act":
            self.answers.append(int(str(message["action"])))

    def _update(self) -> str:
        update = json.loads(sent(self.shown, self.version))
        return json.dumps({**update, "ask": self.version})

    def ask(self, scene: Scene) -> None:
        self.shown, self.version = scene, self.version + 1
        self.lines[-1].send(self._update())
        expect(self.guest.table).to_have_attribute("data-version", str(self.version))

    def passes(self, times: int) -> None:
        until(lambda: self.answers == [PASS] * times, f"{times} passes", self.guest.page)


def choose(guest: Guest, words: str) -> None:
    guest.page.get_by_role("button", name="Pass by itself").click()
    guest.page.get_by_role("menuitem", name=words).click()


def still(table: Table, how: Callable[[], None]) -> None:
    """Nothing is pressed, though it could have been."""
    before = list(table.answers)
    how()
    table.guest.page.wait_for_timeout(1200)
    assert table.answers == before


def test_it_passes_until_something_happens_to_me(guest: NewGuest) -> None:
    one = guest()
    table = Table(one, asked())
    choose(one, "Pass until something happens to me")
    table.passes(1)
    table.ask(asked("throws"))
    table.passes(2)
    chip = one.page.get_by_role("button", name="Stop passing until something happens to me")
    expect(chip).to_be_visible()
    still(table, lambda: table.ask(asked(concerns=True)))
    expect(chip).to_have_count(0)
    still(table, lambda: table.ask(asked()))


def test_it_can_be_ended(guest: NewGuest) -> None:
    one = guest(**PHONE)
    table = Table(one, asked())
    choose(one, "Pass until something happens to me")
    table.passes(1)
    one.page.get_by_role("button", name="Stop passing").click()
    still(table, lambda: table.ask(asked()))


def test_always_on_a_topic_is_kept_by_the_browser_and_can_be_undone(guest: NewGuest) -> None:
    one = guest()
    table = Table(one, asked())
    choose(one, f"Always pass on {TOPIC}")
    table.passes(1)
    still(table, lambda: table.ask(asked("throws")))
    one.page.reload()
    expect(one.touchable.first).to_be_visible()
    table.ask(asked(concerns=True))
    table.passes(2)
    one.page.get_by_role("button", name="Standing passes: 1").click()
    one.page.get_by_role("button", name=f"No longer pass on {TOPIC}").click()
    still(table, lambda: table.ask(asked()))


def test_by_keyboard_and_without_barriers(guest: NewGuest) -> None:
    one = guest()
    table = Table(one, asked())
    one.tab_to("button", "Pass by itself")
    one.page.keyboard.press("Enter")
    expect(one.page.get_by_role("menuitem").first).to_be_focused()
    assert barriers(one.page) == []
    one.page.keyboard.press("ArrowDown")
    one.page.keyboard.press("Enter")
    table.passes(1)
    expect(one.page.get_by_role("menu")).to_have_count(0)


def test_nothing_is_offered_where_there_is_no_topic(guest: NewGuest) -> None:
    one = guest()
    Table(one, asked(topic=""))
    expect(one.page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    expect(one.page.get_by_role("button", name="Pass by itself")).to_have_count(0)
