"""Who is asking: a guest, known by a cookie, or a program with the token of a seat. Nobody needs an account."""

import os
import re
import secrets
import socket
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, Headers
from litestar.types import ASGIApp, Receive, Scope, Send

from rumpus.server.limits import Ledger
from rumpus.server.problems import NotKnown, NotYours
from rumpus.server.room import Room
from rumpus.server.store import Person, Store

COOKIE = "rumpus"
YEAR = 365 * 86_400
PASSAGE_SECONDS = 600.0
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
BEARER = "Bearer "
TONES = (
    "Amber", "Brave", "Bright", "Calm", "Clever", "Cosy", "Curious", "Daring", "Eager", "Gentle", "Golden", "Happy",
    "Jaunty", "Keen", "Kind", "Lively", "Lucky", "Merry", "Mellow", "Nimble", "Patient", "Proud", "Quick", "Quiet",
    "Silver", "Sunny", "Swift", "Velvet", "Warm", "Wise", "Witty", "Young",
)  # fmt: skip
ANIMALS = (
    "Badger", "Beaver", "Bee", "Crane", "Dolphin", "Falcon", "Finch", "Fox", "Gecko", "Hare", "Hedgehog", "Heron",
    "Ibex", "Jay", "Koala", "Lark", "Lemur", "Lynx", "Magpie", "Marten", "Mole", "Newt", "Otter", "Owl", "Panda",
    "Puffin", "Robin", "Seal", "Squirrel", "Swan", "Tiger", "Wren",
)  # fmt: skip
"""A name to begin with, until one has chosen one's own."""

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class Asker:
    """Who is asking."""

    person: Person | None
    """The guest whose cookie came along."""
    token: str = ""
    """What a program gave to show that a seat is its own."""

    def known(self) -> Person:
        if self.person is None:
            raise NotKnown("Nobody is known by that name here: ask for /api/me first, which makes you a guest.")
        return self.person

    def seat_at(self, room: Room) -> int | None:
        """Where the asker sits at a table; none for one who watches."""
        if self.token:
            return room.seat_by_token(self.token)
        return None if self.person is None else room.seat_of(self.person.id)

    def enter(self, room: Room) -> None:
        """Whoever sits here shows that they are there; a token that opens nothing here is refused."""
        if self.person is not None and (mine := room.seat_of(self.person.id)) is not None:
            room.welcome({mine})
        if self.token:
            seat = room.seat_by_token(self.token)
            if seat is None:
                raise NotKnown("This token is not that of a seat at this table.")
            room.seen(seat)

    def own_seat(self, room: Room) -> int:
        seat = self.seat_at(room)
        if seat is None:
            raise NotYours("You do not sit at this table: take a seat first.")
        return seat

    def name_at(self, room: Room, seat: int | None) -> Person:
        """Under which name the asker speaks at a table."""
        if seat is None:
            return self.known()
        name = room.table.holders[seat].name
        return Person(id=f"seat-{seat}" if self.token else self.known().id, name=name)

    def counted_as(self, connection: Connection) -> tuple[str, str]:
        """Whose open sockets are counted: the asker's, and those of the address."""
        address = address_of(connection)
        return self.token or (self.person.id if self.person else f"at {address}"), address


async def asker_of(connection: Connection, store: Store) -> Asker:
    given = connection.headers.get("authorization", "")
    if given.startswith(BEARER):
        return Asker(None, given.removeprefix(BEARER).strip())
    token = connection.cookies.get(COOKIE)
    return Asker(await store.person_by_token(token) if token else None)


# Guests -----------------------------------------------------------------------------------------------------------


def made_up_name() -> str:
    return f"{secrets.choice(TONES)} {secrets.choice(ANIMALS)}"


async def new_guest(store: Store, ledger: Ledger, address: str, name: str | None = None) -> tuple[Person, str]:
    """Somebody who has not been here before, and the token by which they will be known again."""
    ledger.guests.count(address)
    person = Person(id=secrets.token_urlsafe(9), name=name or made_up_name())
    token = secrets.token_urlsafe(24)
    await store.add_person(person.id, person.name, token)
    return person, token


def cookie(connection: Connection, token: str) -> Cookie:
    is_secure = connection.scope.get("scheme") in ("https", "wss")
    return Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure, path="/")


def address_of(connection: Connection) -> str:
    return connection.client.host if connection.client else ""


# Whose page it comes from -----------------------------------------------------------------------------------------


def is_from_elsewhere(connection: Connection) -> bool:
    """Whether a browser says that a page of another site sends this."""
    site, origin = connection.headers.get("sec-fetch-site"), connection.headers.get("origin")
    if origin is not None:
        return _netloc(origin) != connection.headers.get("host", "").lower()
    return site is not None and site not in ("same-origin", "none")


def _netloc(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


def check_origin(connection: Connection, method: str) -> None:
    """What changes something must come from our own page, or from a program, which has no cookie to be misused."""
    if method in SAFE_METHODS or connection.headers.get("authorization", "").startswith(BEARER):
        return
    is_browser = "origin" in connection.headers or "sec-fetch-site" in connection.headers
    if is_from_elsewhere(connection) or (COOKIE in connection.cookies and not is_browser):
        raise NotYours("This did not come from a page of this server, so nothing was done.")


# Under which name we are asked ------------------------------------------------------------------------------------

NAMES = "RUMPUS_NAMES"
"""In the environment: further names under which this server may be asked, or * for any."""


class OnlyByName:
    """Whoever asks over the loopback address has to ask for a name of this machine.

    Else a page from elsewhere could let its own name point here, and would be taken for our page. What a proxy puts
    into its headers does not help: such a page can put it there too. Over any other address we are meant to be found.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app, self._names = app, own_names()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, name = scope.get("server"), asked_name(Headers.from_scope(scope).get("host", ""))
        if address is not None and is_misdirected(address[0], name, self._names):
            raise NotYours(f"This server does not answer to '{name}', only to localhost and to the names in {NAMES}.")
        await self._app(scope, receive, send)


def own_names() -> frozenset[str]:
    given = re.split(r"[\s,]+", os.environ.get(NAMES, "").lower())
    return frozenset({socket.gethostname().lower(), *given} - {""})


def asked_name(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return host


def is_misdirected(address: str, name: str, names: AbstractSet[str]) -> bool:
    """Whether a question that reached us at an address names somebody else."""
    return is_loopback(address) and bool(name) and not is_loopback(name) and not names & {name, "*"}


@lru_cache(256)
def is_loopback(name: str) -> bool:
    try:
        found = ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback
