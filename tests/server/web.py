"""A server in a thread of the test's own process, and visitors who talk to it through real sockets."""

import asyncio
import itertools
import json
import socket
import threading
import time
from collections import deque
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
import pytest
import uvicorn
from litestar import Litestar
from websockets.sync.client import ClientConnection, connect

from rumpus.bots import BOTS
from rumpus.cli.serve import configured
from rumpus.core.kernel import PLAIN, mode, set_mode
from rumpus.lab.analysis import ready
from rumpus.server import advice
from rumpus.server.app import create_app
from rumpus.server.limits import NO_LIMITS
from rumpus.server.room import Room

T = TypeVar("T")
GAME = "braverats"
PATIENCE = 120.0
"""Seconds after which a test gives up; nothing is measured by it."""
_numbers = itertools.count(1)


def new_id() -> str:
    return f"message-{next(_numbers)}"


class Server(uvicorn.Server):
    """Remembers its loop, so that tests can ask what is the case inside."""

    loop: asyncio.AbstractEventLoop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)


class Web:
    """A server that runs."""

    def __init__(self, app: Litestar, server: Server, address: str) -> None:
        self.app, self.server, self.address = app, server, address
        self.visitors: list[Visitor] = []

    def visitor(self, **headers: str) -> "Visitor":
        self.visitors.append(Visitor(self.address, headers))
        return self.visitors[-1]

    def guest(self, name: str | None = None) -> "Visitor":
        """A visitor who is known already."""
        visitor = self.visitor(Origin=self.address)
        visitor.get("/api/me")
        if name is not None:
            visitor.patch("/api/me", {"name": name})
        return visitor

    def inside(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.server.loop).result(PATIENCE)

    def room(self, id: str) -> Room:
        room: Room = self.inside(self.app.state.house.room(id))
        return room

    def close(self) -> None:
        for visitor in self.visitors:
            visitor.close()
        self.server.loop.call_soon_threadsafe(self.app.state.house.closing.set)
        self.server.should_exit = True


@contextmanager
def without_compiler() -> Iterator[None]:
    before = mode()
    set_mode(PLAIN)
    yield
    set_mode(before)


@contextmanager
def running(folder: Path, **options: Any) -> Iterator[Web]:
    """A server over a folder, without limits but for those that are given."""
    app = create_app(folder, **{"limits": NO_LIMITS, **options})
    with without_compiler(), socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(configured(app))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        wait_until(lambda: server.started or not thread.is_alive())
        assert server.started
        web = Web(app, server, f"http://127.0.0.1:{listener.getsockname()[1]}")
        try:
            yield web
        finally:
            web.close()
            thread.join()


def use_quick_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the strongest bot, which would have to solve the game first."""
    monkeypatch.setattr(advice, "strongest", lambda game: ready(BOTS["greedy"], game))


def wait_until(holds: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "that never came"
        time.sleep(0.01)


class Visitor:
    """A browser or a program: keeps its cookies."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, headers=headers, timeout=PATIENCE)
        self._open = ExitStack()

    def close(self) -> None:
        self._open.close()
        self.http.close()

    def get(self, path: str, **parameters: Any) -> httpx.Response:
        return self.http.get(path, params=parameters)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        return self.http.post(path, json=body, headers=headers)

    def patch(self, path: str, body: Any) -> httpx.Response:
        return self.http.patch(path, json=body)

    def open(self, *chairs: str, **opening: Any) -> "Table":
        """Open a table with these chairs: 'me', 'open', or a bot."""
        seats = [{"who": one} if one in ("me", "open") else {"who": "bot", "bot": one} for one in chairs]
        answer = self.post("/api/tables", {"game": GAME, "chairs": seats, "pace": 0, **opening})
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json()["id"])

    def at(self, table: "Table") -> "Table":
        """The same table, as this visitor sees it."""
        return Table(self, table.id)

    def socket(self, table: "Table", **headers: str) -> "Line":
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table.id}/socket"
        given = {"Origin": self.address, **({"Cookie": cookies} if cookies else {}), **headers}
        connecting = connect(address, additional_headers=given, compression=None, proxy=None)
        return Line(self._open.enter_context(connecting))


class Table:
    """A table, for one visitor."""

    def __init__(self, visitor: Visitor, id: str) -> None:
        self.visitor, self.id, self.path = visitor, id, f"/api/tables/{id}"

    def get(self, rest: str = "", **parameters: Any) -> httpx.Response:
        return self.visitor.get(self.path + rest, **parameters)

    def post(self, rest: str, body: Any = None, **headers: str) -> httpx.Response:
        return self.visitor.post(self.path + rest, body, **headers)

    def moment(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("/moment").json()
        return found

    def update(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get().json()
        return found

    def choose(self, action: int, **changes: Any) -> httpx.Response:
        body = {"id": new_id(), "action": action, **changes}
        if "ask" not in body:
            body["ask"] = self.moment()["ask"]
        return self.post("/actions", body)

    def wait_for(self, **wanted: Any) -> dict[str, Any]:
        """Until the moment says so."""
        wait_until(lambda: all(self.moment()[name] == value for name, value in wanted.items()))
        return self.moment()

    def wait_until_asked(self) -> dict[str, Any]:
        wait_until(lambda: self.moment()["ask"] is not None or self.moment()["status"] == "over")
        return self.moment()

    def play_on(self) -> dict[str, Any]:
        """Choose the last legal action whenever asked, to the end."""
        while (moment := self.wait_until_asked())["status"] != "over":
            answer = self.choose(moment["legal"][-1]["number"], ask=moment["ask"])
            assert answer.status_code in (200, 409), answer.text
        return moment


class Line:
    """A socket, with what came over it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self._passed: deque[dict[str, Any]] = deque()
        """What came before an answer that was waited for."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def send_raw(self, text: str | bytes) -> None:
        self.connection.send(text)

    def receive(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE))
        return found

    def wait_for(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """The next message of a kind; others are passed over."""
        while True:
            found = self._passed.popleft() if self._passed else self.receive()
            if found["type"] == kind and all(found.get(key) == value for key, value in wanted.items()):
                return found

    def passed_before(self, kind: str) -> list[dict[str, Any]]:
        """Everything that came before a message of that kind."""
        came = []
        while (found := self._passed.popleft() if self._passed else self.receive())["type"] != kind:
            came.append(found)
        return came

    def newest(self, known: dict[str, Any]) -> dict[str, Any]:
        """The table as it is now: what was known, or what came since."""
        self.send(type="ping")
        version = None
        while version is None or known["version"] < version:
            found = self._passed.popleft() if self._passed else self.receive()
            known = found if found["type"] == "update" else known
            version = found["version"] if found["type"] == "pong" else version
        return known

    def hello(self, **known: int) -> dict[str, Any]:
        self.send(type="hello", **known)
        return self.wait_for("update")

    def act(self, ask: int, action: int, id: str | None = None) -> dict[str, Any]:
        """Choose, and what came back: done or refused."""
        id = id or new_id()
        self.send(type="act", id=id, ask=ask, action=action)
        return self.answer(id)

    def answer(self, id: str) -> dict[str, Any]:
        """What comes back to a message: refused, or done, which an update may say too."""
        while (found := self.receive())["type"] not in ("done", "refused"):
            self._passed.append(found)
            if id in found.get("done", []):
                return {"type": "done", "id": id, "version": found["version"]}
        return found


def touchable(update: dict[str, Any]) -> list[int]:
    """What can be chosen in a scene."""
    pieces = [piece for area in update["scene"]["areas"] for piece in area.get("pieces", [])]
    return [thing["action"] for thing in [*pieces, *update["scene"]["buttons"]] if thing.get("action") is not None]
