"""How the page is built: when its sources have changed, with a clear sentence when it cannot be."""

import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def elsewhere(web_page: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a page of one line, built by a script of one line."""
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    (tmp_path / "src" / "rumpus" / "games").mkdir(parents=True)
    write_packages(web, "node build.mjs")
    script = "import { cpSync } from 'node:fs'; cpSync('src/line.html', '../page/index.html');"
    (web / "build.mjs").write_text(script, encoding="utf-8")
    (web / "src" / "line.html").write_text("one", encoding="utf-8")
    monkeypatch.setattr(web_page, "ROOT", tmp_path)
    monkeypatch.setattr(web_page, "WEB", web)
    monkeypatch.setattr(web_page, "PAGE", tmp_path / "page")
    return tmp_path


def write_packages(web: Path, build: str) -> None:
    package = {"name": "one-line", "version": "1.0.0", "private": True, "scripts": {"build": build}}
    lock = {"name": "one-line", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {"name": "one-line"}}}
    (web / "package.json").write_text(json.dumps(package), encoding="utf-8")
    (web / "package-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    (web / "node_modules").mkdir(exist_ok=True)


def test_the_page_is_built_anew_only_when_its_sources_have_changed(web_page: ModuleType, elsewhere: Path) -> None:
    page = elsewhere / "page" / "index.html"
    web_page.build()
    assert page.read_text(encoding="utf-8") == "one"
    page.write_text("left alone", encoding="utf-8")
    web_page.build()
    assert page.read_text(encoding="utf-8") == "left alone"
    (elsewhere / "web" / "src" / "line.html").write_text("two", encoding="utf-8")
    web_page.build()
    assert page.read_text(encoding="utf-8") == "two"


def test_a_page_that_was_removed_is_built_again(web_page: ModuleType, elsewhere: Path) -> None:
    web_page.build()
    (elsewhere / "page" / "index.html").unlink()
    assert not web_page.is_built()
    web_page.build()
    assert web_page.is_built()


def test_a_game_that_names_another_picture_makes_the_page_old(web_page: ModuleType, elsewhere: Path) -> None:
    web_page.build()
    folder = elsewhere / "src" / "rumpus" / "games" / "a-game" / "scene"
    folder.mkdir(parents=True)
    (folder.parent / "cards.toml").write_text('icon = "rat"\n', encoding="utf-8")
    assert not web_page.is_built()
    web_page.build()
    (folder / "cards.py").write_text('Piece(icon="crown")\n', encoding="utf-8")
    assert not web_page.is_built()


def test_a_build_that_fails_says_so_with_the_last_words_of_npm(web_page: ModuleType, elsewhere: Path) -> None:
    write_packages(elsewhere / "web", "node no-such-file.mjs")
    with pytest.raises(web_page.PageNotBuilt) as said:
        web_page.build()
    assert str(said.value).startswith("The page could not be built: npm run build failed. Its last words:\n")
    assert "no-such-file.mjs" in str(said.value) or "MODULE_NOT_FOUND" in str(said.value)
    assert len(str(said.value).splitlines()) <= web_page.SHOWN_LINES + 1
    assert not web_page.is_built()


def test_a_build_that_makes_no_page_says_so(web_page: ModuleType, elsewhere: Path) -> None:
    write_packages(elsewhere / "web", "node --version")
    with pytest.raises(web_page.PageNotBuilt, match=r"made no .*index\.html"):
        web_page.build()


def test_a_missing_list_of_packages_is_named(web_page: ModuleType, elsewhere: Path) -> None:
    (elsewhere / "web" / "package-lock.json").unlink()
    with pytest.raises(web_page.PageNotBuilt, match=r"package-lock\.json is missing"):
        web_page.build()


def test_the_list_of_packages_names_no_registry() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    assert len(lock["packages"]) > 20
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []


def test_the_types_of_the_page_are_those_of_the_server(wire_types: ModuleType) -> None:
    assert wire_types.TARGET.read_text(encoding="utf-8") == wire_types.typescript()


def test_the_types_say_what_may_be_missing(wire_types: ModuleType) -> None:
    made = wire_types.typescript()
    assert "export type FromPage = Hello | Act | TakeBack | Say | Ping;" in made
    assert 'export interface Act {\n  type: "act";\n  id: string;\n  ask: number;\n  action: number;\n}' in made
    assert "  pieces?: Piece[];" in made  # what is empty is not sent
    assert "  seat: number | null;\n  status:" in made  # an update always says whose it is
