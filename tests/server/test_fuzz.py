"""Whatever a page sends that it should not: a sentence comes back, the table is as it was, and the server lives."""

import json
import random
import socket
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from rumpus.server.limits import MESSAGE
from rumpus.server.wire import FromPage
from tests.server.web import Line, Table, Visitor, Web, running

SEEDS = range(6)
MESSAGES = 120
KINDS = [kind.__struct_config__.tag for kind in FromPage.__args__]


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running(tmp_path_factory.mktemp("data")) as web:
        yield web


@pytest.fixture
def game(web: Web) -> tuple[Visitor, Visitor, Table]:
    """Two people in the middle of a game, the first having chosen."""
    ann, ben = web.guest("Ann"), web.guest("Ben")
    table = ann.open("me", "open")
    ben.at(table).post("/seats", {})
    for mine, yours in ((5, 4), (3, 2)):
        ann.at(table).choose(mine)
        ben.at(table).choose(yours)
    assert ann.at(table).choose(6).status_code == 200
    return ann, ben, table


class Nonsense:
    """Messages that nobody should send, made at random."""

    def __init__(self, seed: int, table: dict[str, Any]) -> None:
        self.luck, self.table = random.Random(seed), table

    def message(self) -> str | bytes:
        makers: list[Callable[[], str | bytes]] = [
            self.wrong_types, self.half, self.binary, self.deep, self.huge, self.unknown, self.stale, self.letters,
            self.foreign,
        ]  # fmt: skip
        return self.luck.choice(makers)()

    def value(self, depth: int = 2) -> Any:
        plain: list[Any] = [
            None, True, -1, 2**63, 10**30, 1e308, "", "x" * 500, "\x00", "\u202e", "<script>", -0.5, "1", [], {},
        ]  # fmt: skip
        if depth and self.luck.random() < 0.3:
            return [self.value(depth - 1) for _ in range(3)]
        return self.luck.choice(plain)

    def wrong_types(self) -> str:
        fields = ["id", "ask", "action", "version", "lines", "chat", "text", "seat", "token", "type"]
        return json.dumps(
            {"type": self.luck.choice(KINDS), **{name: self.value() for name in self.luck.sample(fields, 4)}}
        )

    def half(self) -> str:
        whole = json.dumps({"type": "act", "id": "half-one", "ask": self.table["version"], "action": 1})
        return whole[: self.luck.randrange(len(whole))]

    def binary(self) -> bytes:
        return self.luck.randbytes(self.luck.randrange(200))

    def deep(self) -> str:
        depth = self.luck.choice([100, 1000, 3900])
        return '{"type":"say","id":"deep-one","text":' + "[" * depth + "]" * depth + "}"

    def huge(self) -> str:
        return json.dumps({"type": "say", "id": "huge-one", "text": "x" * self.luck.choice([401, MESSAGE, 20_000])})

    def unknown(self) -> str:
        return json.dumps({"type": self.luck.choice(["update", "done", "admin", "", "ACT"]), "id": "unknown"})

    def stale(self) -> str:
        old = self.luck.randrange(self.table["version"])
        return json.dumps({"type": "act", "id": f"stale-{self.luck.random()}"[:30], "ask": old, "action": 1})

    def foreign(self) -> str:
        """For another seat: there is no way to say so, and saying so all the same is refused."""
        return json.dumps({"type": "act", "id": "foreign", "ask": self.table["version"], "action": 1, "seat": 1})

    def letters(self) -> str:
        return "".join(chr(self.luck.randrange(32, 0x2FFF)) for _ in range(self.luck.randrange(60)))


def state_of(web: Web, table: Table) -> tuple[bytes, int, int]:
    room = web.room(table.id)
    return room.match.state.tobytes(), len(room.match.moves), room.version


def answers_to(line: Line) -> list[dict[str, Any]]:
    """What came back until the answer to a last ping."""
    line.send(type="ping")
    found = []
    while (message := line.receive())["type"] != "pong":
        found.append(message)
    return found


def bombard(visitor: Visitor, table: Table, nonsense: Nonsense) -> list[dict[str, Any]]:
    """Send nonsense, in several sockets where one is closed for it; every refusal that came back."""
    refusals: list[dict[str, Any]] = []
    line = visitor.socket(table)
    line.hello()
    for _ in range(MESSAGES):
        try:
            line.send_raw(nonsense.message())
            refusals += [answer for answer in answers_to(line) if answer["type"] in ("refused", "gone")]
        except ConnectionClosed:
            line = visitor.socket(table)
            line.hello()
    line.connection.close()
    return refusals


@pytest.mark.parametrize("seed", SEEDS)
def test_nonsense_on_a_socket_does_no_harm(web: Web, game: tuple[Visitor, Visitor, Table], seed: int) -> None:
    ann, ben, table = game
    before = state_of(web, table)
    everybody = [ann, ben, web.guest()]
    refusals = bombard(everybody[seed % 3], table, Nonsense(seed, table.update()))
    assert len(refusals) > MESSAGES // 2
    assert all(refusal["sentence"].endswith(".") and len(refusal["sentence"]) < 500 for refusal in refusals)
    assert not any("Traceback" in str(refusal) or "rumpus." in str(refusal) for refusal in refusals)
    assert state_of(web, table) == before
    assert ben.at(table).choose(7).status_code == 200


def test_old_messages_sent_again_change_nothing(web: Web, game: tuple[Visitor, Visitor, Table]) -> None:
    """Everything a page ever sent, once more, in any order: each gets its first answer or none is carried out."""
    ann, ben, _ = game
    table = ann.open("me", "open")
    ben.at(table).post("/seats", {})
    sent, luck = [], random.Random(1)
    with ann.socket(table) as line:
        update = line.hello()
        for number, other in ((5, 4), (3, 2), (6, 0)):
            message = {"type": "act", "id": f"old-{number}", "ask": update["ask"], "action": number}
            sent.append(message)
            line.send(**message)
            assert line.answer(message["id"])["type"] == "done"
            ben.at(table).choose(other)
            while update["ask"] == message["ask"] or update["ask"] is None:
                update = line.wait_for("update")
        before = state_of(web, table)
        for message in luck.choices(sent, k=30):
            line.send(**message)
            assert line.wait_for("done")["id"] == message["id"]
        assert state_of(web, table) == before


def test_bytes_that_are_no_frames_do_no_harm(web: Web, game: tuple[Visitor, Visitor, Table]) -> None:
    ann, ben, table = game
    before, where, luck = state_of(web, table), urlsplit(web.address), random.Random(2)
    assert where.port is not None
    for _ in range(30):
        with socket.create_connection((where.hostname, where.port), timeout=5) as raw:
            raw.sendall(luck.randbytes(luck.randrange(1, 3000)))
    assert ann.get("/api/games").status_code == 200
    assert state_of(web, table) == before
    assert ben.at(table).choose(7).status_code == 200
