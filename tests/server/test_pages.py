"""The page's own files."""

import http.client
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from rumpus.server import pages
from tests.server.web import PATIENCE, Web, running


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that was built."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>the page")
    (folder / "assets" / "index-1a2b.js").write_text("console.log(1)")
    (folder / "icons.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("top secret")
    monkeypatch.setattr(pages, "PAGE", folder)
    return folder


def test_every_address_that_is_no_file_is_the_page(page: Path, tmp_path: Path) -> None:
    with running(tmp_path) as web:
        visitor = web.visitor()
        for path in ("/", "/t/some-table", "/rules/some-game", "/about"):
            answer = visitor.get(path)
            assert (answer.status_code, answer.text) == (200, "<!doctype html>the page")
            assert answer.headers["content-type"].startswith("text/html")
            assert answer.headers["cache-control"] == "no-cache"


def test_files_with_a_digest_in_their_name_are_kept(page: Path, tmp_path: Path) -> None:
    with running(tmp_path) as web:
        script = web.visitor().get("/assets/index-1a2b.js")
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        assert web.visitor().get("/icons.svg").headers["content-type"].startswith("image/svg")
        assert web.visitor().get("/assets/gone.js").status_code == 404


@pytest.mark.parametrize("path", ["/", "/t/some-table", "/come/some-code", "/assets/index-1a2b.js"])
def test_whoever_asks_for_the_head_alone_gets_it(page: Path, tmp_path: Path, path: str) -> None:
    with running(tmp_path) as web:
        whole, head = web.visitor().get(path), web.visitor().http.head(path)
        assert (head.status_code, head.content) == (200, b"")
        for name in ("content-type", "content-length", "cache-control", "content-security-policy"):
            assert head.headers[name] == whole.headers[name]
        assert web.visitor().http.head("/assets/gone.js").status_code == 404


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%00"]
)
def test_nothing_outside_the_folder_is_served(page: Path, tmp_path: Path, path: str) -> None:
    with running(tmp_path) as web:
        assert "top secret" not in raw_get(web, path)


def raw_get(web: Web, path: str) -> str:
    """As it stands: clients would tidy the path."""
    connection = http.client.HTTPConnection(urlsplit(web.address).netloc, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def test_a_page_that_was_not_built_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PAGE", tmp_path / "nothing")
    with running(tmp_path) as web:
        answer = web.visitor().get("/")
        assert answer.status_code == 503
        assert "make page" in answer.text
