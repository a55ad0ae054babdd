"""Tables for tests: opened quickly, with people, bots and a clock that a test turns itself."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from rumpus.catalogue import DEFINITIONS
from rumpus.core.game import Definition
from rumpus.core.kernel import COMPILED, mode, set_mode
from rumpus.server import wire
from rumpus.server.room import Room, What
from rumpus.server.rooms import Rooms
from rumpus.server.store import Person, Store, StoreProblem
from rumpus.server.thinking import Thinker
from tests.server import pairs

GAMES: dict[str, Definition] = {**DEFINITIONS, "pairs": pairs.GAME}
FIRST = next(iter(DEFINITIONS))
"""A game of the catalogue for two."""
ANN, BEN, CAT = Person("ann-1", "Ann"), Person("ben-1", "Ben"), Person("cat-1", "Cat")
RANDOM = wire.Chair(who="bot", bot="random")
ME, OPEN = wire.Chair(who="me"), wire.Chair(who="open")

_ids = count(1000)


@contextmanager
def compiled_mode() -> Iterator[None]:
    """As a server runs that has a compiler, however the tests run."""
    before = mode()
    set_mode(COMPILED)
    yield
    set_mode(before)


def new_id() -> str:
    return f"id-{next(_ids)}"


@dataclass
class Time:
    """The time of day, as a test wants it."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Watcher:
    """A listener that notes how often it was woken, and why."""

    seat: int | None = None
    person: str | None = None
    woken_by: list[What] = field(default_factory=list)

    def woken(self, what: What) -> None:
        self.woken_by.append(what)


@dataclass
class Place:
    """A running set of rooms, and what it stands on."""

    rooms: Rooms
    store: Store
    thinker: Thinker
    time: Time

    async def table(self, *chairs: wire.Chair, game: str = FIRST, **more: Any) -> Room:
        opening = wire.Opening(game=game, chairs=list(chairs), pace=more.pop("pace", 0), **more)
        return await self.rooms.open_table(opening, ANN)

    async def for_two(self, game: str = FIRST, **more: Any) -> Room:
        """Ann in seat 0, Ben in seat 1."""
        room = await self.table(ME, OPEN, game=game, **more)
        await room.sit(BEN, None)
        return room


@asynccontextmanager
async def running(path: Path, *, time: Time | None = None, thinker: Thinker | None = None) -> AsyncIterator[Place]:
    """Rooms over the store in a folder; closed cleanly at the end."""
    store = await Store.open(path / "tables.sqlite")
    thinker, time = thinker or Thinker(warms=False), time or Time()
    rooms = await Rooms.open(store, GAMES, thinker, time)
    try:
        yield Place(rooms, store, thinker, time)
    finally:
        await rooms.close()
        thinker.close()
        await store.close()


def choice(room: Room, seat: int, action: int | None = None, *, ask: int | None = None, id: str = "") -> wire.Act:
    """An answer to what a seat is asked now: the first that is legal, if no more is said."""
    update = room.update(seat)
    asked = update.ask if ask is None else ask
    legal = room.match.legal(seat)
    number = action if action is not None else legal[0].number if legal else 0
    return wire.Act(id=id or new_id(), ask=asked or 0, action=number)


async def failing(*args: Any, **more: Any) -> None:
    """In place of what the store does: as if there were no more room."""
    raise StoreProblem("The disk is full.")


async def acted(room: Room, seat: int, action: int | None = None) -> wire.Done:
    answer = await room.act(seat, choice(room, seat, action))
    assert isinstance(answer, wire.Done), answer
    return answer


async def taken_back(room: Room, seat: int) -> wire.Done | wire.Refused:
    return await room.take_back(seat, wire.TakeBack(id=new_id(), version=room.version_for(seat)))


async def until(is_so: Callable[[], object]) -> None:
    """Wait for something that bots or timers bring about."""
    while not is_so():
        await asyncio.sleep(0.002)


async def played_out(room: Room, *seats: int) -> None:
    """People in these seats choose the first legal action until the game is over; bots may play too."""
    while room.status != "over":
        for seat in seats:
            if room.update(seat).ask is not None:
                await acted(room, seat)
        await asyncio.sleep(0)
