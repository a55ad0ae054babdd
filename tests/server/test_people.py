"""Guests: who they are, how they are known again, and whose requests count."""

import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets import InvalidStatus, Origin
from websockets.sync.client import connect

import rumpus
from rumpus import catalogue
from rumpus.server.people import ANIMALS, TONES, is_misdirected, made_up_name
from tests.conformance.cases import printed_names
from tests.server.web import GAME, Visitor, Web, running


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running(tmp_path_factory.mktemp("data")) as web:
        yield web


def test_who_is_new_becomes_a_guest_and_is_known_again(web: Web) -> None:
    visitor = web.visitor()
    first = visitor.get("/api/me")
    assert first.json()["is_new"] is True
    assert first.json()["name"]
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "max-age=31536000" in cookie
    assert "secure" not in cookie
    second = visitor.get("/api/me")
    assert second.json() == {**first.json(), "is_new": False}
    assert "set-cookie" not in second.headers


def test_over_https_the_cookie_is_for_https_alone(web: Web) -> None:
    answer = web.visitor(**{"X-Forwarded-Proto": "https"}).get("/api/me")
    assert "secure" in answer.headers["set-cookie"].lower()


def test_a_cookie_that_nobody_has_makes_a_new_guest(web: Web) -> None:
    visitor = web.visitor()
    visitor.http.cookies.set("rumpus", "made up")
    assert visitor.get("/api/me").json()["is_new"] is True


def test_made_up_names_are_short_and_many() -> None:
    assert max(map(len, TONES)) + max(map(len, ANIMALS)) + 1 <= 24
    assert len({made_up_name() for _ in range(200)}) > 100


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_made_up_names_are_no_names_of_a_game(game: str) -> None:
    """A guest called Jolly would be taken for the face of a die, by readers and by who looks for leaks."""
    names = printed_names(rumpus.game(game))
    assert names
    assert [(name, word) for name in names for word in (*TONES, *ANIMALS) if name in word] == []


def test_a_guest_takes_another_name(web: Web) -> None:
    guest = web.guest()
    assert guest.patch("/api/me", {"name": "Zoë"}).json()["name"] == "Zoë"
    assert guest.get("/api/me").json()["name"] == "Zoë"


@pytest.mark.parametrize(
    "name", ["", " x", "x" * 25, "a\nb", "a\n", "\x1b[2J", "\u200b", "\u202eabc", "\u3164", "\u200d", 5, None]
)
def test_a_name_that_cannot_be_is_refused(web: Web, name: object) -> None:
    answer = web.guest().patch("/api/me", {"name": name})
    assert answer.status_code == 400
    assert "'name'" in answer.json()["sentence"]


@pytest.mark.parametrize("name", ["Zoë", "\u05d3\u05d5\u05d3", "❤️", "👨‍👩‍👧"])
def test_a_name_may_have_any_letters_that_can_be_seen(web: Web, name: str) -> None:
    assert web.guest().patch("/api/me", {"name": name}).json()["name"] == name


def test_nobody_cannot_take_a_name(web: Web) -> None:
    answer = web.visitor().patch("/api/me", {"name": "Zoë"})
    assert answer.status_code == 401
    assert "/api/me" in answer.json()["sentence"]


def test_another_device_becomes_the_same_person_once(web: Web) -> None:
    guest, phone, thief = web.guest("Zoë"), web.visitor(), web.visitor()
    code = guest.post("/api/me/passage").json()["path"].removeprefix("/come/")
    arrived = phone.post(f"/api/me/passage/{code}")
    assert arrived.status_code == 200
    assert phone.get("/api/me").json() == guest.get("/api/me").json() == arrived.json()
    late = thief.post(f"/api/me/passage/{code}")
    assert late.status_code == 404
    assert "set-cookie" not in late.headers
    assert "link" in late.json()["sentence"]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_looking_at_the_link_does_not_use_it_up(web: Web, method: str) -> None:
    guest, phone = web.guest("Zoë"), web.visitor()
    path = guest.post("/api/me/passage").json()["path"]
    seen = web.visitor().http.request(method, path)
    assert "set-cookie" not in seen.headers
    assert phone.post(path.replace("/come/", "/api/me/passage/")).json()["name"] == "Zoë"


def test_a_page_of_another_site_cannot_make_somebody_another_person(web: Web) -> None:
    code = web.guest().post("/api/me/passage").json()["path"].removeprefix("/come/")
    answer = web.visitor(Origin="http://evil.example").post(f"/api/me/passage/{code}")
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


# Whose page it comes from -----------------------------------------------------------------------------------------


def opens(visitor: Visitor) -> int:
    return visitor.post("/api/tables", {"game": GAME}).status_code


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {},
    ],
)
def test_a_page_of_another_site_cannot_act_for_a_guest(web: Web, headers: dict[str, str]) -> None:
    visitor = web.visitor(**headers)
    visitor.http.cookies.update(web.guest().http.cookies)
    before = len(visitor.get("/api/lobby").json()["mine"])
    answer = visitor.post("/api/tables", {"game": GAME, "chairs": [{"who": "me"}]})
    assert answer.status_code == 403
    assert "page of this server" in answer.json()["sentence"]
    assert len(visitor.get("/api/lobby").json()["mine"]) == before


@pytest.mark.parametrize("header", ["Origin", "Sec-Fetch-Site"])
def test_our_own_page_can(web: Web, header: str) -> None:
    visitor = web.visitor(**{header: web.address if header == "Origin" else "same-origin"})
    visitor.http.cookies.update(web.guest().http.cookies)
    assert opens(visitor) == 201


def test_a_program_without_a_cookie_can(web: Web) -> None:
    assert opens(web.visitor()) == 201


def test_a_page_of_another_site_cannot_even_make_a_new_guest(web: Web) -> None:
    assert opens(web.visitor(Origin="http://evil.example")) == 403


# Under which name we are asked ------------------------------------------------------------------------------------

NO_NAMES: frozenset[str] = frozenset()


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "me.localhost", "LOCALHOST", "localhost."])
def test_the_names_of_this_machine_are_answered_to(web: Web, name: str) -> None:
    for host in (name, f"{name}:8642"):
        assert web.visitor(Host=host).get("/api/games").status_code == 200


@pytest.mark.parametrize("path", ["/", "/about", "/api/games", "/schema", "/come/abcdef", "/api/tables/none"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8642", "127.0.0.1.evil.example", "localhost.evil", "["])
def test_a_name_that_was_made_to_point_here_is_not(web: Web, host: str, path: str) -> None:
    answer = web.visitor(Host=host, **{"X-Forwarded-Host": "localhost"}).get(path)
    assert answer.status_code == 403
    assert "RUMPUS_NAMES" in answer.json()["sentence"]


def test_nor_by_a_socket(web: Web) -> None:
    table = web.guest().open("me", "open")
    at = urlsplit(web.address)
    with socket.create_connection((at.hostname, at.port)) as line, pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://evil.example:{at.port}{table.path}/socket", sock=line, origin=Origin("http://evil.example"))


def test_whoever_runs_the_server_can_give_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMPUS_NAMES", "play.example.org, Games.example")
    with running(tmp_path) as web:
        asked = [web.visitor(Host=name).get("/api/games").status_code for name in ("play.example.org", "games.example")]
        assert asked == [200, 200]
        assert web.visitor(Host="example.org").get("/api/games").status_code == 403


@pytest.mark.parametrize(
    ("address", "name", "names", "is_refused"),
    [
        ("127.0.0.1", "evil.example", NO_NAMES, True),
        ("::1", "evil.example", NO_NAMES, True),
        ("::ffff:127.0.0.1", "evil.example", NO_NAMES, True),
        ("127.0.1.1", "mine", frozenset({"mine"}), False),
        ("127.0.0.1", "evil.example", frozenset({"*"}), False),
        ("127.0.0.1", "", NO_NAMES, False),
        ("192.168.1.7", "evil.example", NO_NAMES, False),
        ("/run/rumpus.socket", "evil.example", NO_NAMES, False),
    ],
)
def test_only_what_comes_over_the_loopback_address_is_looked_at(
    address: str, name: str, names: frozenset[str], is_refused: bool
) -> None:
    assert is_misdirected(address, name, names) is is_refused
