"""What a running server has at hand: its store, its rooms, those who think for it, and what it counts."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rumpus.core.game import Definition
from rumpus.server.advice import Judges
from rumpus.server.limits import Ledger, Limits
from rumpus.server.past import Analyses
from rumpus.server.problems import NotThere
from rumpus.server.room import Room
from rumpus.server.rooms import Rooms
from rumpus.server.shelf import Shelf
from rumpus.server.store import Store
from rumpus.server.thinking import Thinker

logger = logging.getLogger("rumpus.server")

DATABASE = "tables.sqlite"


@dataclass
class House:
    """Everything that requests and sockets need."""

    store: Store
    rooms: Rooms
    thinker: Thinker
    shelf: Shelf
    ledger: Ledger
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server is about to close: streams end by themselves then."""

    def __post_init__(self) -> None:
        self.judges = Judges(self.thinker)
        self.analyses = Analyses(self.thinker, self.judges)

    async def prepare_all(self) -> None:
        """Have machine code made for the search of every game before anybody has to wait for it."""
        try:
            await self.thinker.prepare_all(await self.rooms.games())
        except Exception:
            logger.exception("Machine code is not made beforehand, only when a table needs it")

    async def room(self, id: str) -> Room:
        found = await self.rooms.room(id)
        if found is None:
            raise NotThere("There is no such table: its link may be mistyped.")
        return found


@asynccontextmanager
async def open_house(
    data: Path, definitions: Mapping[str, Definition], limits: Limits, warms: bool
) -> AsyncIterator[House]:
    """Open what is kept in a folder, and close it cleanly, whatever happens in between."""
    store = await Store.open(data / DATABASE)
    thinker = Thinker()
    try:
        rooms = await Rooms.open(store, definitions, thinker)
        house = House(store, rooms, thinker, Shelf(definitions), Ledger(limits))
        warming = asyncio.create_task(house.prepare_all()) if warms else None
        try:
            yield house
        finally:
            house.closing.set()
            if warming is not None:
                warming.cancel()
            await rooms.close()
    finally:
        thinker.close()
        await store.close()
