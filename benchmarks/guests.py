"""People for a server under load: guests with pages open at tables, who choose at random and note how long it takes."""

import asyncio
import random
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from rumpus.server import wire

PATIENCE = 20.0
"""Seconds after which an answer that has not come counts as lost."""
PING_SECONDS = 2.5
_from_server = msgspec.json.Decoder(wire.ToPage)
_to_server = msgspec.json.Encoder()


@dataclass
class Times:
    """What was measured, in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    """From a move to the other seat's scene."""
    moves: int = 0
    refused: list[str] = field(default_factory=list)


class Guest:
    """One person, known to the server by the cookie it gave."""

    def __init__(self, address: str, http: httpx.AsyncClient) -> None:
        self.address, self.http, self.cookie = address, http, ""

    async def arrive(self) -> None:
        answer = await self.http.get("/api/me")
        answer.raise_for_status()
        self.cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
        self.http.cookies.clear()  # one client serves all guests

    async def post(self, path: str, body: object) -> Any:
        headers = {"Cookie": self.cookie, "Origin": self.address, "Content-Type": "application/json"}
        answer = await self.http.post(path, content=_to_server.encode(body), headers=headers)
        answer.raise_for_status()
        return answer.json()

    async def get(self, path: str) -> Any:
        answer = await self.http.get(path, headers={"Cookie": self.cookie})
        answer.raise_for_status()
        return answer.json()


class Page(WSListener):
    """A guest's page at a table: always knows the newest scene."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest, self.table = guest, table
        self.update: wire.Update | None = None
        self.answers: dict[str, wire.Done | wire.Refused] = {}
        self._waiters: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        self._transport: WSTransport | None = None
        self._ping: asyncio.TimerHandle | None = None
        self._said = 0.0

    async def open(self) -> None:
        address = f"ws{self.guest.address.removeprefix('http')}/api/tables/{self.table}/socket"
        headers = {"Cookie": self.guest.cookie, "Origin": self.guest.address}
        self._transport, _ = await ws_connect(lambda: self, address, extra_headers=headers)
        self.send(wire.Hello())
        self._keep_alive()
        await self.until(lambda: self.update is not None)

    async def close(self) -> None:
        if self._transport is not None:
            self._transport.send_close()
            self._transport.disconnect()
            await self._transport.wait_disconnected()

    def send(self, message: wire.FromPage) -> None:
        if self._transport is None:
            raise ConnectionError("the page is not connected")
        self._said = asyncio.get_running_loop().time()
        self._transport.send(WSMsgType.TEXT, _to_server.encode(message))

    async def until(self, holds: Callable[[], bool]) -> None:
        if not holds():
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append((holds, waiter))
            async with asyncio.timeout(PATIENCE):
                await waiter

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._take(_from_server.decode(frame.get_payload_as_memoryview()))

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self._transport = None
        if self._ping is not None:
            self._ping.cancel()
        for _holds, waiter in self._waiters:
            if not waiter.done():
                waiter.set_exception(ConnectionError("the server has gone"))

    def _take(self, message: wire.ToPage) -> None:
        if isinstance(message, wire.Update):
            self.update = message
            self.answers |= {id: wire.Done(id=id, version=message.version) for id in message.done}
        elif isinstance(message, wire.Done | wire.Refused):
            self.answers[message.id] = message
        for holds, waiter in self._waiters:
            if not waiter.done() and holds():
                waiter.set_result(None)
        self._waiters = [one for one in self._waiters if not one[1].done()]

    def _keep_alive(self) -> None:
        """As a page does, which pings if it has said nothing else."""
        loop = asyncio.get_running_loop()
        self._ping = loop.call_later(PING_SECONDS, self._keep_alive)
        if self.update is not None and loop.time() - self._said >= PING_SECONDS:
            self.send(wire.Ping())

    @property
    def ask(self) -> int | None:
        return self.update.ask if self.update is not None else None

    def choose(self, luck: random.Random) -> wire.Act:
        """A random answer to what is asked."""
        assert self.update is not None
        assert self.update.ask is not None
        return wire.Act(
            id=secrets.token_urlsafe(9), ask=self.update.ask, action=luck.choice(sorted(self.update.scene.touchable()))
        )


async def act(page: Page, other: Page, times: Times, luck: random.Random) -> wire.Act | None:
    """One move: until it is acknowledged, and until the other seat sees it. The move, if it was acknowledged."""
    assert other.update is not None
    move, before = page.choose(luck), other.update.version
    start = time.perf_counter()
    page.send(move)
    seen = asyncio.create_task(other.until(lambda: other.update is not None and other.update.version > before))
    seen.add_done_callback(lambda task: task.cancelled() or task.exception())  # one complaint will do
    await page.until(lambda: move.id in page.answers)
    answer = page.answers.pop(move.id)
    if isinstance(answer, wire.Refused):
        times.refused.append(answer.sentence)
        seen.cancel()
        return None
    times.acknowledged.append(time.perf_counter() - start)
    await seen
    times.seen.append(time.perf_counter() - start)
    times.moves += 1
    return move
