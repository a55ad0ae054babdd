"""The socket of a page: it hears of everything that happens at its table, and may choose for its own seat.

Whatever comes in wrong is answered with a sentence, and changes nothing. Whoever sends too much is sent away.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from rumpus.core.errors import RumpusError
from rumpus.server import wire
from rumpus.server.house import House
from rumpus.server.limits import MESSAGE
from rumpus.server.people import Asker, asker_of, is_from_elsewhere
from rumpus.server.problems import FAILED, in_words
from rumpus.server.room import Room
from rumpus.server.store import StoreProblem

log = logging.getLogger("rumpus.server")

Socket = WebSocket[Any, Any, Any]
News = Literal["table", "people", "chat"]
HELLO_SECONDS = 5.0
DEAD_SECONDS = 9.0
"""A page pings every 2.5 seconds; one that has said nothing for so long is not there any more."""
PATIENCE = 30
"""So many messages in a row that cannot be taken, and the socket is closed."""
NOT_OURS, GONE = 4403, 4404
"""Codes with which a socket is closed for good."""
FAULT, COME_AGAIN = 1011, 1013
"""Codes after which a page may try again."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(wire.FromPage)


class Named(msgspec.Struct):
    """All that is read of a message that cannot be read: its id, so that its sender knows which it was."""

    id: wire.Code = ""


class Unreadable(RumpusError):
    """A message that is none of ours."""

    def __init__(self, sentence: str, id: str = "") -> None:
        super().__init__(sentence)
        self.id = id


class Leave(Exception):
    """The conversation is over; the page is told why."""


def read(event: Any) -> wire.FromPage:
    """The message that came in, or a sentence that says what is wrong with it."""
    text = event.get("text")
    if text is None:
        raise Unreadable("Messages here are text, not bytes.")
    if len(text) > MESSAGE or len(text.encode()) > MESSAGE:
        raise Unreadable(f"A message may have {MESSAGE} bytes at most.")
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise Unreadable(in_words(str(error)), _id_of(text)) from None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise Unreadable("This is no message: one is a JSON object, with a 'type' that is known here.") from None


def _id_of(text: str) -> str:
    try:
        return msgspec.json.decode(text, type=Named).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""


# One page ---------------------------------------------------------------------------------------------------------


class Patience:
    """Ends a conversation when one thing has been waited for too long: one timer, however many messages there are."""

    def __init__(self, end: Callable[[], object]) -> None:
        self._end, self._loop = end, asyncio.get_running_loop()
        self._since: dict[str, float] = {}
        self.is_over = False
        self._alarm = self._loop.call_later(DEAD_SECONDS, self._look)

    def begin(self, what: str) -> None:
        self._since[what] = self._loop.time()

    def got(self, what: str) -> None:
        del self._since[what]

    def _look(self) -> None:
        now = self._loop.time()
        left = min(self._since.values(), default=now) + DEAD_SECONDS - now
        if left > 0:
            self._alarm = self._loop.call_later(left, self._look)
        else:
            self.is_over = True
            self._end()

    def close(self) -> None:
        self._alarm.cancel()


class Page:
    """A page that is connected to a table. It is woken when there is news, and fetches the newest then."""

    def __init__(self, socket: Socket, house: House, room: Room, asker: Asker) -> None:
        self._socket, self._house, self._room, self._asker = socket, house, room, asker
        self._news: set[News] = set()
        self._wake = _silence()
        self._bucket, self._faults = house.ledger.bucket(), 0
        self._lines = self._chat = 0
        self._asked = self._told = ""
        """The message of a seat that is being carried out, and the one of which an update has said so already."""
        self.person = None if asker.person is None else asker.person.id
        self._look_where_it_sits()

    def _look_where_it_sits(self) -> None:
        self._holders, self.seat = self._room.table.holders, self._asker.seat_at(self._room)
        self._shown: int | None = None
        """The version that was sent last, as this seat counts."""

    def woken(self, what: News) -> None:
        """There is news; it may be that this page's person has taken or left a seat."""
        if self._room.table.holders is not self._holders:
            self._look_where_it_sits()
        self._news.add(what)
        if not self._wake.done():
            self._wake.set_result(None)

    async def converse(self) -> None:
        """Until the page goes, or has to go."""
        self._greet(await self._hello())
        self._room.listen(self)
        teller = asyncio.create_task(self._tell_news())
        listener = asyncio.create_task(self._listen())
        self._patience = Patience(teller.cancel)
        try:
            await asyncio.wait({teller, listener}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._patience.close()
            self._room.unlisten(self)
            await self._end(teller, listener)

    async def _end(self, *tasks: asyncio.Task[None]) -> None:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
        if self._patience.is_over:
            raise TimeoutError("the page does not answer")

    # What the page is told

    async def _tell_news(self) -> None:
        while True:
            await self._wake
            self._wake = _silence()
            news, self._news = self._news, set()
            self._patience.begin("to tell")
            if "table" in news:
                await self._send_update()
            elif "people" in news:
                await self._send(self._room.people(self.seat))
            if "chat" in news:
                await self._send_chat()
            self._patience.got("to tell")

    async def _send_update(self) -> None:
        update = self._room.update(self.seat, self._lines, self._just_done(), self._shown)
        self._shown = update.version
        self._lines = update.lines_from + len(update.lines)
        await self._send(update)

    def _just_done(self) -> list[str]:
        """The message of this page that is being carried out, if it has been: then it is answered with the update."""
        if not self._asked or not self._room.has_done(self.seat, self._asked):
            return []
        self._told, self._asked = self._asked, ""
        return [self._told]

    async def _send_chat(self) -> None:
        chat = self._room.chat(self._chat)
        self._chat = chat.since + len(chat.lines)
        await self._send(chat)

    async def _send(self, message: wire.ToPage) -> None:
        try:
            await self._socket.send_text(_encoder.encode(message))
        except RuntimeError:  # what the server below says of a socket that was closed a moment ago
            raise WebSocketDisconnect(detail="the page has gone") from None

    # What the page says

    async def _event(self) -> Any:
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="the page has gone")
        return event

    async def _hello(self) -> wire.Hello:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                message = read(await self._event())
        except Unreadable as error:
            raise Leave(str(error)) from None
        if not isinstance(message, wire.Hello):
            raise Leave("The first message must be 'hello'.")
        return message

    def _greet(self, hello: wire.Hello) -> None:
        """Everything is told anew; what the page has already is left out where that is certain."""
        is_up_to_date = hello.version == self._room.version_for(self.seat)
        self._lines, self._chat = hello.lines if is_up_to_date else 0, hello.chat
        self._shown = None
        self.woken("table")
        self.woken("chat")

    async def _listen(self) -> None:
        while True:
            self._patience.begin("to hear")
            event = await self._event()
            self._patience.got("to hear")
            reply = await self._reply(event)
            self._faults = self._faults + 1 if isinstance(reply, wire.Refused) else 0
            await self._answer(reply)
            if self._faults > PATIENCE:
                raise Leave("Too many messages that could not be carried out came from this page.")

    async def _answer(self, reply: wire.ToPage) -> None:
        """Once: an update may have said already that it is done."""
        told, self._told = self._told, ""
        if not (isinstance(reply, wire.Done) and reply.id == told):
            self._patience.begin("to reply")
            await self._send(reply)
            self._patience.got("to reply")

    async def _reply(self, event: Any) -> wire.ToPage:
        try:
            if not self._bucket.take():
                raise Unreadable("That was too fast: wait a moment between messages.", _id_of(event.get("text") or ""))
            return await self._carry_out(read(event))
        except Unreadable as error:
            return wire.Refused(id=error.id, sentence=str(error))

    async def _carry_out(self, message: wire.FromPage) -> wire.ToPage:
        if isinstance(message, wire.Ping):
            return wire.Pong(version=self._room.version_for(self.seat))
        if isinstance(message, wire.Hello):
            self._greet(message)
            return wire.Pong(version=self._room.version_for(self.seat))
        try:
            return await self._attempt(message)
        except RumpusError as error:
            return wire.Refused(id=message.id, sentence=str(error))
        except Exception:
            log.exception("A message at table %s failed", self._room.id)
            return wire.Refused(id=message.id, sentence=FAILED)

    async def _attempt(self, message: wire.Act | wire.TakeBack | wire.Say) -> wire.Done | wire.Refused:
        if isinstance(message, wire.Say):
            return await self._room.say(self._asker.name_at(self._room, self.seat), self.seat, message)
        seat = self._asker.own_seat(self._room)
        self._asked = message.id
        if isinstance(message, wire.TakeBack):
            reply = await self._room.take_back(seat, message)
        else:
            reply = await self._room.act(seat, message)
        if isinstance(reply, wire.Refused) and reply.stale:
            self.woken("table")
        return reply


def _silence() -> "asyncio.Future[None]":
    """Until it is broken."""
    return asyncio.get_running_loop().create_future()


# Opening and closing ----------------------------------------------------------------------------------------------


async def serve_socket(socket: Socket, house: House, id: str) -> None:
    """From the handshake to the end; what goes wrong is told to the page, and logged if it is our own fault."""
    if is_from_elsewhere(socket):
        await socket.close(NOT_OURS, "not from a page of this server")
        return
    await socket.accept()
    try:
        await _converse(socket, house, id)
    except (WebSocketDisconnect, OSError):  # gone while it was spoken to, which the server below calls an OSError
        await _close(socket, 1000)
    except StoreProblem:
        await _close(socket, COME_AGAIN)
    except (Leave, RumpusError) as reason:
        await _close(socket, GONE, str(reason))
    except Exception:
        log.exception("The socket of table %s failed", id)
        await _close(socket, FAULT)


async def _converse(socket: Socket, house: House, id: str) -> None:
    asker = await asker_of(socket, house.store)
    with house.ledger.sockets.one_more(*asker.counted_as(socket)):
        room = await house.room(id)
        asker.enter(room)
        await Page(socket, house, room, asker).converse()


async def _close(socket: Socket, code: int, sentence: str = "") -> None:
    """Close, for good if there is a sentence that says why; whoever has gone already need not be told."""
    try:
        async with asyncio.timeout(1.0):
            if sentence:
                await socket.send_text(_encoder.encode(wire.Gone(sentence=sentence)))
            await socket.close(code)
    except (WebSocketDisconnect, TimeoutError, RuntimeError, OSError):
        pass
