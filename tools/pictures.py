"""Take pictures of every page into docs/pictures: laptop and phone, light and dark. Run by `make pictures`.

Usage: python tools/pictures.py [FOLDER]
"""

import io
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from rumpus import catalogue  # noqa: E402
from tests.browser.conftest import LAPTOP, PHONE, chromium  # noqa: E402
from tests.browser.playing import Guest, play_on, sit_down  # noqa: E402
from tests.browser.serving import Server  # noqa: E402

SCREENS: dict[str, dict[str, Any]] = {"laptop": LAPTOP, "phone": {**PHONE, "device_scale_factor": 1.5}}
THEMES = ("light", "dark")
GAME = "braverats"
SEATS, MOVES = 4, 5
BOTS = [{"who": "bot", "bot": "ismcts:2"}] * (SEATS - 1)
LARGEST = 100_000
"""Bytes of a picture."""


class Visit:
    """Two people play a game; every page they come to is pictured on both screens."""

    def __init__(self, browser: Browser, server: Server, folder: Path) -> None:
        self.browser, self.server, self.folder = browser, server, folder
        self.ann, self.ben = self.come("Ann"), self.come("Ben")
        self.path = ""

    def come(self, name: str) -> Guest:
        context = self.browser.new_context(**LAPTOP, reduced_motion="reduce")
        guest = Guest(context.new_page(), self.server.address)
        guest.page.request.get(f"{self.server.address}/api/me")
        headers = {"Origin": self.server.address}
        guest.page.request.patch(f"{self.server.address}/api/me", data={"name": name}, headers=headers)
        return guest

    def picture(self, name: str, path: str, prepare: Callable[[Page], None] | None = None) -> None:
        """What Ann sees there, on every screen."""
        who = self.ann.page.context.storage_state()
        for screen, settings in SCREENS.items():
            for theme in THEMES:
                given: dict[str, Any] = {**settings, "color_scheme": theme, "reduced_motion": "reduce"}
                context = self.browser.new_context(**given, storage_state=who)
                page = context.new_page()
                page.goto(self.server.address + path)
                page.wait_for_load_state("networkidle")
                if prepare is not None:
                    prepare(page)
                page.wait_for_timeout(2_600 if page.locator(".toast").count() else 300)
                self.keep(page, f"{name}-{screen}-{theme}")
                context.close()

    def keep(self, page: Page, name: str) -> None:
        taken = Image.open(io.BytesIO(page.screenshot()))
        file = self.folder / f"{name}.webp"
        for quality in (80, 70, 60, 50):
            taken.save(file, quality=quality, method=6)
            if file.stat().st_size <= LARGEST:
                break
        sys.stdout.write(f"{file.name}: {file.stat().st_size // 1000} kB\n")

    # The pages, in the order in which one comes to them

    def before(self) -> None:
        self.picture("new-table", f"/new/{GAME}")
        self.picture("rules", f"/rules/{GAME}")
        self.picture("about", "/about")
        chairs = [{"who": "me"}, {"who": "open"}]
        self.path = self.ann.open_table(chairs=chairs, public=True)
        self.picture("waiting", self.path)
        self.picture("home", "/")

    def during(self) -> None:
        self.ann.go(self.path)
        self.ben.go(self.path)
        sit_down(self.ben)
        for mine, other in ((3, 6), (6, 2), (0, 5)):
            play_on(self.ann, choose=lambda guest, action=mine: guest.click(action), moves=1)  # type: ignore[misc]
            play_on(self.ben, choose=lambda guest, action=other: guest.click(action), moves=1)  # type: ignore[misc]
        play_on(self.ben, choose=lambda guest: guest.click(4), moves=1)
        self.picture("table", self.path)

    def after(self) -> None:
        play_on(self.ann, self.ben)
        self.picture("end", self.path)
        self.picture("replay", f"{self.path}/replay?moment=4", go_through)

    def practice(self) -> None:
        self.ann.against_bot()
        play_on(self.ann, choose=Guest.calmly, moves=1)
        expect(self.ann.touchable).not_to_have_count(0)
        self.picture("advice", f"/t/{self.ann.table_id}", take_advice)

    def other_games(self) -> None:
        """A table of each, with bots, after a few moves."""
        for name in catalogue.NAMES:
            if name != GAME:
                self.ann.go(self.ann.open_table(game=name, seats=SEATS, chairs=[{"who": "me"}, *BOTS]))
                play_on(self.ann, choose=Guest.calmly, moves=MOVES)
                expect(self.ann.touchable).not_to_have_count(0)
                self.picture(f"table-{name}", f"/t/{self.ann.table_id}")


def take_advice(page: Page) -> None:
    page.get_by_role("button", name="What would you do?").first.click()
    expect(page.get_by_role("button", name=re.compile("advised")).first).to_be_visible(timeout=60_000)


def go_through(page: Page) -> None:
    """On a phone this lies under a tab."""
    result = page.get_by_role("button", name="Result", exact=True)
    if result.count():
        return
    page.get_by_role("button", name="Go through the game").click()
    expect(page.locator(".cost").first).to_be_visible(timeout=120_000)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        arguments = ["--disable-dev-shm-usage", "--disable-gpu", "--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        visit = Visit(browser, server, folder)
        for chapter in (visit.before, visit.during, visit.after, visit.practice, visit.other_games):
            chapter()
        browser.close()
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
