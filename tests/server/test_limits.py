"""How much one visitor may do."""

from dataclasses import replace
from pathlib import Path

import pytest

from rumpus.server.limits import HOUR, LARGE_BODY, MESSAGE, NO_LIMITS, SMALL_BODY, Bucket, Hourly, Limits, OpenSockets
from rumpus.server.problems import TooMuch
from tests.server.web import GAME, running


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_a_burst_and_fills_again() -> None:
    clock = Clock()
    bucket = Bucket(3, 2.0, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_hours_are_counted_for_each_alone_and_forgotten() -> None:
    clock = Clock()
    hourly = Hourly(2, "Too many.", clock)
    hourly.count("ann")
    hourly.count("ann")
    hourly.count("ben")
    with pytest.raises(TooMuch, match=r"Too many\."):
        hourly.count("ann")
    clock.now = HOUR + 1
    hourly.count("cleo")
    assert set(hourly._times) == {"cleo"}
    hourly.count("ann")


def test_open_sockets_are_counted_and_given_back() -> None:
    sockets = OpenSockets(replace(Limits(), sockets=1, sockets_of_an_address=2))
    with sockets.one_more("ann", "here"), sockets.one_more("ben", "here"):
        with pytest.raises(TooMuch), sockets.one_more("ann", "there"):
            pass
        with pytest.raises(TooMuch), sockets.one_more("cleo", "here"):
            pass
    assert not sockets._open
    with sockets.one_more("ann", "here"):
        assert sockets._open["person ann"] == 1


def test_too_many_requests_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with running(tmp_path, limits=replace(NO_LIMITS, requests_a_minute=5)) as web:
        visitor = web.visitor()
        answers = [visitor.get("/api/games") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert "wait" in answers[-1].json()["sentence"]


def test_too_many_tables_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with running(tmp_path, limits=replace(NO_LIMITS, tables_an_hour=2)) as web:
        guest = web.guest()
        answers = [guest.post("/api/tables", {"game": GAME}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert "tables" in answers[-1].json()["sentence"]
        assert web.guest().post("/api/tables", {"game": GAME}).status_code == 201


def test_too_many_guests_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with running(tmp_path, limits=replace(NO_LIMITS, guests_an_hour=2)) as web:
        assert [web.visitor().get("/api/me").status_code for _ in range(3)] == [200, 200, 429]


def test_too_many_pages_of_one_person_are_sent_away(tmp_path: Path) -> None:
    with running(tmp_path, limits=replace(NO_LIMITS, sockets=2)) as web:
        guest = web.guest()
        table = guest.open("me", "random")
        with guest.socket(table) as first, guest.socket(table) as second:
            first.hello()
            second.hello()
            with guest.socket(table) as third:
                assert "pages" in third.wait_for("gone")["sentence"]
        with guest.socket(table) as again:
            assert again.hello()["seat"] == 0


def test_too_many_streams_of_one_person_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, limits=replace(NO_LIMITS, sockets=1)) as web:
        guest = web.guest()
        table = guest.open("me", "random")
        with guest.http.stream("GET", f"{table.path}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines)
            refused = guest.get(f"{table.path}/events")
        assert (refused.status_code, "pages" in refused.json()["sentence"]) == (429, True)


def test_the_guide_tells_the_limits_as_they_are() -> None:
    guide, limits = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8"), Limits()
    told = " ".join(guide.split())
    assert f"{limits.requests_a_minute:,} requests a minute" in told
    assert f"{limits.tables_an_hour} tables an hour, {limits.sockets} sockets" in told
    assert f"bodies of {SMALL_BODY // 1024} KiB ({LARGE_BODY // 1024**2} MiB" in told
    assert f"messages of {MESSAGE // 1024} KiB" in told
