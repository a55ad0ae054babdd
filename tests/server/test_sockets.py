"""Pages at a table: what they are told, what they may do, and how they come and go."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rumpus.server import sockets
from rumpus.server.limits import MESSAGE, NO_LIMITS
from tests.server.web import Line, Table, Visitor, Web, new_id, running, touchable


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running(tmp_path_factory.mktemp("data")) as web:
        yield web


@pytest.fixture
def people(web: Web) -> tuple[Visitor, Visitor]:
    return web.guest("Ann"), web.guest("Ben")


@pytest.fixture
def table(people: tuple[Visitor, Visitor]) -> Table:
    ann, ben = people
    table = ann.open("me", "open")
    assert ben.at(table).post("/seats", {}).status_code == 201
    return table


@pytest.fixture
def lines(people: tuple[Visitor, Visitor], table: Table) -> Iterator[tuple[Line, Line]]:
    ann, ben = people
    with ann.socket(table) as mine, ben.socket(table) as yours:
        yield mine, yours


def closed_with(line: Line) -> int | None:
    """Read on until the socket is closed; with which code it was."""
    try:
        while True:
            line.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


# Playing ----------------------------------------------------------------------------------------------------------


def test_who_chooses_is_answered_once_with_the_table_as_it_is_then(lines: tuple[Line, Line]) -> None:
    mine, yours = lines
    asked, id = mine.hello(), new_id()
    yours.hello()
    assert mine.act(asked["ask"], 5, id)["type"] == "done"
    mine.send(type="ping")
    seen = mine.passed_before("pong")
    assert [message["type"] for message in seen if id in message.get("done", []) or message.get("id") == id] == [
        "update"
    ]
    assert yours.wait_for("update")["done"] == []
    mine.send(type="act", id=id, ask=asked["ask"], action=5)
    assert mine.wait_for("done")["id"] == id  # sent again, it is answered again


def test_hello_is_answered_with_the_whole_table(lines: tuple[Line, Line]) -> None:
    update = lines[0].hello()
    assert (update["seat"], update["status"], update["lines_from"]) == (0, "playing", 0)
    assert touchable(update) == list(range(7, -1, -1))
    assert lines[0].wait_for("chat") == {"type": "chat", "since": 0, "lines": []}


def test_a_choice_is_acknowledged_and_seen_by_the_other(lines: tuple[Line, Line]) -> None:
    mine, yours = lines
    asked, other = mine.hello(), yours.hello()
    id = new_id()
    reply = mine.act(asked["ask"], 5, id)
    assert (reply["type"], reply["id"]) == ("done", id)
    seen = yours.wait_for("update")
    assert seen["version"] > other["version"]
    assert seen["ask"] == other["ask"]
    assert yours.act(other["ask"], 4)["type"] == "done"
    assert mine.wait_for("update", moments=2)["ask"] is not None


def test_a_whole_game_on_two_sockets(lines: tuple[Line, Line]) -> None:
    updates = [line.hello() for line in lines]
    while updates[0]["status"] != "over":
        for seat, line in enumerate(lines):
            updates[seat] = line.newest(updates[seat])
            if updates[seat]["ask"] is not None:
                assert line.act(updates[seat]["ask"], touchable(updates[seat])[-1])["type"] == "done"
        updates = [line.newest(update) for line, update in zip(lines, updates, strict=True)]
    assert updates[0]["ending"] == updates[1]["ending"]
    assert updates[0]["ending"]["reason"]


def test_the_same_message_again_gets_the_first_answer(lines: tuple[Line, Line]) -> None:
    mine, _ = lines
    asked, id = mine.hello()["ask"], new_id()
    first, second = mine.act(asked, 5, id), mine.act(asked, 5, id)
    assert first == second
    assert first["type"] == "done"


def test_an_answer_to_an_old_question_brings_the_newest_scene(lines: tuple[Line, Line]) -> None:
    mine, yours = lines
    old, other = mine.hello()["ask"], yours.hello()["ask"]
    mine.act(old, 5)
    yours.act(other, 4)
    now = mine.wait_for("update", moments=2)
    mine.send(type="act", id=new_id(), ask=old, action=6)
    assert mine.wait_for("refused")["stale"] is True
    assert mine.wait_for("update")["version"] == now["version"]


def test_only_new_lines_are_sent(lines: tuple[Line, Line]) -> None:
    mine, yours = lines
    asked, other = mine.hello()["ask"], yours.hello()["ask"]
    mine.act(asked, 5)
    first = mine.wait_for("update", moments=1)
    yours.act(other, 4)
    second = mine.wait_for("update", moments=2)
    assert first["lines"]
    assert second["lines_from"] == first["lines_from"] + len(first["lines"])
    assert second["lines"]


def test_who_comes_back_up_to_date_gets_no_line_twice(
    lines: tuple[Line, Line],
) -> None:
    mine, _ = lines
    mine.act(mine.hello()["ask"], 5)
    update = mine.wait_for("update")
    known = update["lines_from"] + len(update["lines"])
    mine.send(type="hello", version=update["version"], lines=known, chat=0)
    again = mine.wait_for("update")
    assert (again["version"], again["lines_from"], again["lines"]) == (update["version"], known, [])
    mine.send(type="hello", version=update["version"] - 1, lines=known, chat=0)
    assert mine.wait_for("update")["lines_from"] == 0


def test_a_second_page_of_the_same_person_plays_too(web: Web, people: tuple[Visitor, Visitor], table: Table) -> None:
    ann, _ = people
    with ann.socket(table) as laptop, ann.socket(table) as phone:
        asked = laptop.hello()["ask"]
        phone.hello()
        assert phone.act(asked, 5)["type"] == "done"
        assert laptop.wait_for("update", moments=1)["seat"] == 0


def test_who_sits_down_sees_their_hand_at_once(web: Web, people: tuple[Visitor, Visitor]) -> None:
    ann, ben = people
    table = ann.open("me", "open")
    with ben.socket(table) as line:
        assert line.hello()["seat"] is None
        ben.at(table).post("/seats", {})
        update = line.wait_for("update", seat=1)
        assert update["lines_from"] == 0


def test_one_who_watches_sees_but_does_not_choose(web: Web, table: Table) -> None:
    with web.guest().socket(table) as line:
        update = line.hello()
        assert (update["seat"], update["ask"], touchable(update)) == (None, None, [])
        assert "seat" in line.act(1, 5)["sentence"]


def test_nobody_may_watch_without_being_known(web: Web, table: Table) -> None:
    with web.visitor().socket(table) as line:
        assert line.hello()["seat"] is None
        line.send(type="say", id=new_id(), text="hello")
        assert line.wait_for("refused")["sentence"]


def test_a_program_may_use_the_socket(web: Web, people: tuple[Visitor, Visitor]) -> None:
    table = people[0].open("open", "random")
    token = web.visitor().post(f"{table.path}/seats", {"name": "Robot"}).json()["token"]
    with web.visitor().socket(table, Authorization=f"Bearer {token}") as line:
        update = line.hello()
        assert update["seat"] == 0
        assert line.act(update["ask"], 5)["type"] == "done"
    with web.visitor().socket(table, Authorization="Bearer wrong") as line:
        assert "token" in line.wait_for("gone")["sentence"]


def test_ping_is_answered(lines: tuple[Line, Line]) -> None:
    update = lines[0].hello()
    lines[0].send(type="ping")
    assert lines[0].wait_for("pong")["version"] == update["version"]


def test_what_is_said_reaches_everybody(web: Web, lines: tuple[Line, Line], table: Table) -> None:
    with web.guest("Cleo").socket(table) as watching:
        for line in (*lines, watching):
            line.hello()
            line.wait_for("chat")
        lines[0].send(type="say", id=new_id(), text="Good luck")
        for line in (*lines, watching):
            said = line.wait_for("chat")
            assert (said["since"], said["lines"][0]["name"], said["lines"][0]["text"]) == (0, "Ann", "Good luck")


def test_others_see_who_is_here(people: tuple[Visitor, Visitor], table: Table) -> None:
    ann, ben = people
    with ann.socket(table) as mine:
        mine.hello()
        with ben.socket(table) as yours:
            yours.hello()
        while True:
            news = mine.receive()
            if news["type"] == "people" and not news["people"][1]["here"]:
                break


# Coming and going -------------------------------------------------------------------------------------------------


def test_there_is_no_such_table(web: Web) -> None:
    with web.guest().socket(Table(web.guest(), "nothing-here")) as line:
        assert "no such table" in line.wait_for("gone")["sentence"]
        assert closed_with(line) == sockets.GONE


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_another_site_is_not_let_in(web: Web, table: Table, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        web.guest().socket(table, Origin=origin)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("first", ['{"type":"ping"}', "half {", '{"type":"hello","version":-1}', "[]"])
def test_the_first_message_must_be_hello(web: Web, table: Table, first: str) -> None:
    with web.guest().socket(table) as line:
        line.send_raw(first)
        assert line.wait_for("gone")["sentence"]
        assert closed_with(line) == sockets.GONE


def test_who_says_nothing_is_sent_away(web: Web, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_SECONDS", 0.05)
    with web.guest().socket(table) as line:
        assert closed_with(line) == 1000


def test_who_falls_silent_counts_as_gone(web: Web, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "DEAD_SECONDS", 0.2)
    with web.guest().socket(table) as line:
        line.hello()
        assert closed_with(line) == 1000


def test_who_sends_too_fast_is_told_and_in_the_end_sent_away(tmp_path: Path) -> None:
    with running(tmp_path, limits=replace(NO_LIMITS, message_burst=5, messages_a_second=0.001)) as web:
        guest = web.guest()
        table = guest.open("me", "random")
        with guest.socket(table) as line:
            line.hello()
            for _ in range(5 + sockets.PATIENCE + 1):
                line.send(type="ping")
            assert "too fast" in line.wait_for("refused")["sentence"]
            assert "Too many" in line.wait_for("gone")["sentence"]


def test_a_fault_of_our_own_does_not_end_the_conversation(
    web: Web, lines: tuple[Line, Line], table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("a secret detail")

    mine, _ = lines
    asked = mine.hello()["ask"]
    with monkeypatch.context() as broken:
        broken.setattr(web.room(table.id), "act", fail)
        reply = mine.act(asked, 5)
    assert reply["type"] == "refused"
    assert "secret" not in reply["sentence"]
    assert "a secret detail" in caplog.text
    assert mine.act(asked, 5)["type"] == "done"


def test_a_page_that_goes_while_it_is_spoken_to_is_no_fault(
    lines: tuple[Line, Line], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def closed(*_: object, **__: object) -> None:
        raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    mine, _ = lines
    mine.hello()
    with monkeypatch.context() as broken:
        broken.setattr("litestar.WebSocket.send_text", closed)
        mine.send(type="ping")
        assert closed_with(mine) == 1000
    assert "failed" not in caplog.text


def test_a_program_whose_seat_is_gone_only_watches(web: Web) -> None:
    """That its token opens nothing any more does not disturb the others."""
    ann = web.guest("Ann")
    table = ann.open("open", "open")
    program = web.visitor()
    token = program.post(f"{table.path}/seats", {"name": "Robot"}).json()["token"]
    with program.socket(table, Authorization=f"Bearer {token}") as line, ann.socket(table) as watching:
        assert (line.hello()["seat"], watching.hello()["seat"]) == (0, None)
        program.http.headers["Authorization"] = f"Bearer {token}"
        assert program.http.delete(f"{table.path}/seats/0").status_code == 204
        assert line.wait_for("update")["seat"] is None
        assert watching.wait_for("update")["people"][0]["kind"] == "open"
    assert program.at(table).get().status_code == 401


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (json.dumps({"type": "ping", "more": "x" * MESSAGE}), f"{MESSAGE} bytes"),
        (
            json.dumps({"type": "say", "id": "some-id", "text": "é" * (MESSAGE // 2)}, ensure_ascii=False),
            f"{MESSAGE} bytes",
        ),
        (b"{}", "text, not bytes"),
        ('{"type":"act","id":"some-id","ask":1,"action":"x"}', "Field 'action': expected a whole number"),
        ('{"type":"say","id":"some-id","text":"a\\u0000b"}', "Field 'text'"),
        ('{"type":"dance"}', "'dance'"),
        ("{", "JSON object"),
    ],
)
def test_what_is_wrong_with_a_message_is_said(lines: tuple[Line, Line], sent: str | bytes, said: str) -> None:
    mine, _ = lines
    mine.hello()
    mine.send_raw(sent)
    refused = mine.wait_for("refused")
    assert said in refused["sentence"]
    assert refused["id"] == ("some-id" if "Field" in said else "")


# What chance does between two choices ---------------------------------------------------------------------------


def test_a_page_that_saw_the_table_before_is_shown_what_chance_did_and_one_that_comes_later_is_not(web: Web) -> None:
    ann = web.guest("Ann")
    table = ann.open("me", "open", game="mayhem", pace=1)
    ben = web.guest("Ben").at(table)
    assert ben.post("/seats", {}).status_code == 201
    with ann.socket(table) as mine, ann.socket(table) as again:
        update = mine.hello()
        assert "steps" not in update
        while "steps" not in update:
            if update["ask"] is None:
                asked = ben.wait_until_asked()
                assert ben.choose(asked["legal"][0]["number"], ask=asked["ask"]).status_code == 200
            else:
                mine.act(update["ask"], touchable(update)[0])
            update = mine.wait_for("update", version=update["version"] + 1)
        assert all(step != update["scene"] for step in update["steps"])
        assert "steps" not in again.hello(version=update["version"] - 1, lines=update["lines_from"])
        assert "steps" not in mine.hello(version=update["version"] - 1)
    assert "steps" not in table.update()
