"""The stream of a table for programs: every version of it, as the asker's seat knows it, as server-sent events."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, suppress
from typing import Literal, TypeVar

import msgspec
from litestar.response.sse import ServerSentEventMessage

from rumpus.server import wire
from rumpus.server.house import House
from rumpus.server.people import Asker
from rumpus.server.room import Room

T = TypeVar("T")
QUIET_SECONDS = 10.0
"""After so long without news a comment is sent, so that both ends know that the other is still there."""


class Follower:
    """A program that follows a table."""

    def __init__(self, room: Room, asker: Asker) -> None:
        self._room, self._asker = room, asker
        self.news = asyncio.Event()
        self.news.set()
        self.seat = asker.seat_at(room)
        self.person = None if asker.person is None else asker.person.id

    def woken(self, what: Literal["table", "people", "chat"]) -> None:
        self.seat = self._asker.seat_at(self._room)
        if what == "table":
            self.news.set()

    def moment(self) -> wire.Moment:
        return self._room.moment(self.seat)


async def moments(house: House, room: Room, asker: Asker) -> AsyncIterator[ServerSentEventMessage]:
    """The newest moment whenever there is one that was not sent yet; one who is slow misses those in between."""
    follower = Follower(room, asker)
    room.listen(follower)
    sent = b""
    try:
        while not house.closing.is_set():
            if not await _news(follower, house.closing):
                yield ServerSentEventMessage(comment="still here", data=None)
                continue
            moment = follower.moment()
            data = msgspec.json.encode(moment)
            if data != sent:
                sent = data
                yield ServerSentEventMessage(event="moment", id=moment.version, data=data)
    finally:
        room.unlisten(follower)


async def counted(place: AbstractContextManager[None], stream: AsyncIterator[T]) -> AsyncIterator[T]:
    """The same stream, which has a place among those that are open as long as it lasts."""
    with place:
        async for one in stream:
            yield one


async def _news(follower: Follower, closing: asyncio.Event) -> bool:
    """Wait for news, or until the server closes; whether there are any."""
    waits = {asyncio.create_task(follower.news.wait()), asyncio.create_task(closing.wait())}
    try:
        with suppress(TimeoutError):
            await asyncio.wait(waits, timeout=QUIET_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
    has_news = follower.news.is_set() and not closing.is_set()
    follower.news.clear()
    return has_news
