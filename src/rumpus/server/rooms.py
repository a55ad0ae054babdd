"""Every table of this server: those at which something happens are in memory, the others wait in the store."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

import msgspec

from rumpus.core.errors import RumpusError, UnknownGame, WrongSeat
from rumpus.core.game import Definition, Game
from rumpus.core.rules import CHANCE
from rumpus.core.versions import __version__, who_reads
from rumpus.core.view import acting_seats, check_seat
from rumpus.server import log, showing, wire
from rumpus.server.room import Room
from rumpus.server.showing import Listed
from rumpus.server.store import Person, Row, Store
from rumpus.server.table import Holder, NotNow, NotReadable, Table, game_of, read_box
from rumpus.server.thinking import Thinker, checked_bot

logger = logging.getLogger("rumpus.server")

IDLE_SECONDS = 600.0
"""A table at which nothing happened for so long leaves the memory, until somebody comes back."""
SWEEP_SECONDS = 60.0
WAITING_SECONDS = 86_400.0
"""So long a table that waits for players is listed when nobody is there."""


class Rooms:
    """Every table of this server."""

    def __init__(
        self, store: Store, definitions: Mapping[str, Definition], thinker: Thinker, now: Callable[[], float]
    ) -> None:
        self._store, self._definitions, self._thinker, self._now = store, definitions, thinker, now
        self._rooms: dict[str, Room] = {}
        self._asleep: dict[str, None] = {}
        """Tables that are still to be read, in that order: what is listed of them may be out of date."""
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closed = False

    @classmethod
    async def open(
        cls, store: Store, definitions: Mapping[str, Definition], thinker: Thinker,
        now: Callable[[], float] = time.time,
    ) -> "Rooms":  # fmt: skip
        """Tables that go on by themselves or were in use when a server died are read; others when somebody comes."""
        rooms = cls(store, definitions, thinker, now)
        rooms._asleep = dict.fromkeys(await store.awake())
        rooms._tasks = [asyncio.create_task(rooms._wake_all()), asyncio.create_task(rooms._sweep())]
        return rooms

    async def close(self) -> None:
        """Nothing that was acknowledged is lost; bots that think are not waited for."""
        self._is_closed = True
        for task in (*self._tasks, *self._loading.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
        self._rooms = {}

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    # One table

    async def room(self, id: str) -> Room | None:
        """A table, from the store if need be; none if there is no such one. One that cannot be shown says why not."""
        room = await self._found(id)
        if room is not None and room.table.is_sealed and await self._are_over(room.table.opened.sealed_by):
            await room.unseal()
        return room

    async def _are_over(self, tables: list[str]) -> bool:
        return all([await self._status(id) in ("over", None) for id in tables])

    async def _status(self, id: str) -> str | None:
        return self._rooms[id].status if id in self._rooms else await self._store.status(id)

    async def _found(self, id: str) -> Room | None:
        if id not in self._rooms:
            if self._is_closed:
                raise NotNow("The server is closing: try again in a moment.")
            task = self._loading.get(id) or self._begin_to_load(id)
            return await asyncio.shield(task)
        room = self._rooms[id]
        room.touched = self._now()
        return room

    def _begin_to_load(self, id: str) -> "asyncio.Task[Room | None]":
        task = self._loading[id] = asyncio.create_task(self._load(id))
        task.add_done_callback(lambda _: self._loading.pop(id, None))
        return task

    async def _load(self, id: str) -> Room | None:
        opened = await self._store.opened(id)
        if opened is None:
            return None
        game = game_of(opened, self._definitions)
        entries = await self._store.entries(id)
        table = await asyncio.to_thread(_folded, id, opened, game, entries)
        return await self._enter(table)

    async def _enter(self, table: Table) -> Room:
        room = self._rooms[table.id] = Room(table, self._store, self._thinker, self._now)
        try:
            await room.wake_up()
        except BaseException:  # whoever comes next tries again
            del self._rooms[table.id]
            raise
        return room

    async def _wake_all(self) -> None:
        for id in list(self._asleep):
            await self._wake(id)

    async def _wake(self, id: str) -> None:
        try:
            await self.room(id)
        except NotReadable as error:
            logger.warning("Table %s stays asleep: %s", id, error)
        except Exception:
            logger.exception("Table %s could not be woken", id)
        self._asleep.pop(id, None)

    # Putting away

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self.put_idle_away()

    async def put_idle_away(self) -> None:
        """Tables at which nothing happens leave the memory."""
        long_ago = self._now() - IDLE_SECONDS
        idle = [room for room in self._rooms.values() if room.is_idle and room.touched <= long_ago]
        for room in idle:
            if room.is_idle and room.touched <= long_ago:  # somebody may have come while others were put away
                del self._rooms[room.id]
                await room.close()

    # Opening

    async def open_table(self, opening: wire.Opening, person: Person) -> Room:
        """A new table, as somebody wants it."""
        game = await self._thinker.run(self._game, opening) if opening.box else self._game(opening)
        places = _places(game, opening.chairs, person)
        return await self._open(_opened(game, opening.box, person, places, opening), game)

    def _game(self, opening: wire.Opening) -> Game:
        if opening.game not in self._definitions:
            raise UnknownGame(f"There is no game '{opening.game}': the games are {', '.join(self._definitions)}.")
        game = self._definitions[opening.game].open(opening.switches, read_box(opening.box), opening.seats)
        game.fresh_state()  # what cannot be set up is refused now
        return game

    async def _open(self, opened: log.Opened, game: Game) -> Room:
        if self._is_closed:
            raise NotNow("The server is closing: try again in a moment.")
        opened = msgspec.structs.replace(opened, rumpus=__version__)
        table = Table(secrets.token_urlsafe(9), opened, game)
        table.changed = self._now()
        await self._store.add_table(table.id, opened, self._now(), showing.summary(table, self._now(), is_in_use=True))
        return await self._enter(table)

    async def rematch(self, room: Room, person: Person, chairs: list[wire.Chair]) -> Room | None:
        """The same again with the same people, as soon as all of them would like it. Bots may be other ones."""
        async with room.rematching:
            table = room.table
            if table.status != "over":
                raise NotNow("There can be a rematch when the game is over.")
            mine = table.seat_of(person.id)
            if mine is None:
                raise WrongSeat("Only somebody who played here can ask for a rematch.")
            if table.next_table:
                return await self._known(table.next_table)
            places = [_place_again(holder, chair) for holder, chair in _paired(table.holders, chairs)]
            if table.asked_again <= {mine}:
                return await self._again(room, person, places, frozenset({mine}))
            await room.offer_rematch(mine, places)
            offer = room.table.offer
            if offer is None or not room.table.is_agreed:
                return None
            return await self._again(room, person, list(offer.places), offer.agreed)

    async def _again(self, room: Room, person: Person, places: list[log.Place], agreed: frozenset[int]) -> Room:
        """The seats of people who have gone are free; of two, the other sits first."""
        table = room.table
        seated = [log.Place() if one.person and seat not in agreed else one for seat, one in enumerate(places)]
        opened = msgspec.structs.replace(
            table.opened, places=seated[::-1] if len(seated) == 2 else seated, moves=[], sealed_by=[], by=person.id,
            pace=table.pace, again=True,
        )  # fmt: skip
        new = await self._open(opened, table.game)
        await room.follow(new.id)
        return new

    async def _known(self, id: str) -> Room:
        room = await self.room(id)
        if room is None:
            raise NotNow("The rematch is not there any more.")
        return room

    async def continue_from(self, room: Room, person: Person, wanted: wire.Continue) -> Room:
        """A practice table that goes on from a moment of this one."""
        table, mine = room.table, room.table.seat_of(person.id)
        _check_may_continue(table, mine, wanted.seat)
        checked_bot(wanted.bot)
        moves = _settled(table, room.moves_at(mine, wanted.moment))
        chair = wire.Chair(who="bot", bot=wanted.bot)
        chairs = [wire.Chair(who="me") if seat == wanted.seat else chair for seat in range(table.game.seats)]
        opened = msgspec.structs.replace(
            table.opened, places=_places(table.game, chairs, person), moves=moves, by=person.id,
            public=False, clock=None, pace=table.pace, again=False, sealed_by=_sealing(table),
        )  # fmt: skip
        return await self._open(opened, table.game)

    # Names

    async def rename(self, person: Person) -> None:
        """Somebody takes another name, which from now on everybody reads where they sit."""
        await self._store.rename(person.id, person.name)
        for row in await self._store.tables_in_play(person.id):
            with suppress(NotReadable):
                room = await self.room(row.id)
                if room is not None:
                    await room.rename(person)

    # Getting ready

    async def games(self) -> list[Game]:
        """Every game with every number of players: those of open tables first, then what is played most readily."""
        rows = await self._store.unfinished()
        cards = [card for row in rows if (card := self._card(row, None)) is not None and not card.fault]
        wanted = [(card.game, len(card.people)) for card in cards]
        numbers = sorted({number for one in self._definitions.values() for number in range(*_span(one))})
        wanted += [
            (name, number)
            for number in numbers
            for name, one in self._definitions.items()
            if number in range(*_span(one))
        ]
        return [self._definitions[name].open(seats=number) for name, number in dict.fromkeys(wanted)]

    # Lists

    async def lobby(self, person: str | None) -> wire.Lobby:
        """Where one can sit down, where one plays, and where one can watch."""
        free = [row for row in await self._store.open_tables() if self._is_waited_for(row)]
        mine = await self._store.tables_of(person) if person else []
        for row in mine:
            if row.id in self._asleep:
                await self._wake(row.id)
        watch = await self._store.tables_to_watch()
        return wire.Lobby(
            open=self._playable(self._cards(free, person)),
            mine=sorted(self._cards(mine, person), key=_urgency),
            watch=self._playable(self._cards(watch, person)),
        )

    def _is_waited_for(self, row: Row) -> bool:
        room = self._rooms.get(row.id)
        return row.changed > self._now() - WAITING_SECONDS or (room is not None and room.has_listeners)

    def _cards(self, rows: Iterable[Row], person: str | None) -> list[wire.TableCard]:
        return [card for row in rows if (card := self._card(row, person)) is not None]

    def _card(self, row: Row, person: str | None) -> wire.TableCard | None:
        if row.id in self._rooms:
            return self._rooms[row.id].card(person)
        with suppress(msgspec.MsgspecError):
            found = showing.decode_listed(row.card)
            return msgspec.structs.replace(showing.card_for(found, person), fault=self._fault(found))
        return None

    def _fault(self, found: Listed) -> str:
        """Why a table cannot be played any more, if it cannot."""
        definition = self._definitions.get(found.card.game)
        if definition is not None and found.rules == definition.rules.VERSION:
            return ""
        return "The rules have changed since this table was opened: it is kept, but cannot be shown here."

    def _playable(self, cards: Iterable[wire.TableCard]) -> list[wire.TableCard]:
        return [card for card in cards if not card.fault]


def _span(one: Definition) -> tuple[int, int]:
    fewest, most = one.seats
    return fewest, most + 1


def _folded(id: str, opened: log.Opened, game: Game, entries: list[log.Entry]) -> Table:
    try:
        return Table.folded(id, opened, game, entries)
    except (RumpusError, LookupError, ValueError) as error:
        logger.exception("The log of table %s cannot be followed", id)
        raise NotReadable(
            f"What was written down of this table cannot be followed by the rules here: {error}"
            f"{who_reads(opened.rumpus)}"
        ) from None


def _urgency(card: wire.TableCard) -> tuple[bool, bool, float]:
    """One's own turn first, what is over last, the latest before the others."""
    return card.status == "over", not card.your_turn, -card.changed


# Seats ------------------------------------------------------------------------------------------------------------


def _opened(game: Game, box: str, person: Person, places: list[log.Place], opening: wire.Opening) -> log.Opened:
    return log.Opened(
        game=game.name,
        rules=game.rules.VERSION,
        digest=game.contents.digest,
        seats=game.seats,
        switches=game.switches,
        box=box,
        places=places,
        clock=opening.clock,
        public=opening.public,
        pace=opening.pace,
        by=person.id,
    )


def _places(game: Game, chairs: list[wire.Chair], person: Person) -> list[log.Place]:
    if len(chairs) > game.seats:
        raise WrongSeat(f"There are {len(chairs)} chairs, but this table has {game.seats} seats.")
    if sum(chair.who == "me" for chair in chairs) > 1:
        raise WrongSeat("You can take one seat: leave the others open, or give them to bots.")
    empty = [wire.Chair(who="open")] * (game.seats - len(chairs))
    return [_place(chair, person) for chair in [*chairs, *empty]]


def _place(chair: wire.Chair, person: Person) -> log.Place:
    if chair.who == "bot":
        return log.Place(bot=checked_bot(chair.bot).name)
    return log.Place(person=person.id, name=person.name) if chair.who == "me" else log.Place()


def _paired(holders: Sequence[Holder], chairs: list[wire.Chair]) -> list[tuple[Holder, wire.Chair | None]]:
    """For each seat of the old table what is wanted there now, if anything is said of it."""
    if len(chairs) > len(holders):
        raise WrongSeat(f"There are {len(chairs)} chairs, but this table has {len(holders)} seats.")
    return list(zip(holders, [*chairs, *[None] * (len(holders) - len(chairs))], strict=True))


def _place_again(holder: Holder, chair: wire.Chair | None) -> log.Place:
    """People keep their seats, programs have to come again, bots may be replaced."""
    if holder.kind == "person":
        return log.Place(person=holder.person, name=holder.name if holder.person else "")
    if chair is None or chair.who == "me":
        return log.Place(bot=holder.bot)
    return log.Place(bot=checked_bot(chair.bot).name) if chair.who == "bot" else log.Place()


# Going on ---------------------------------------------------------------------------------------------------------


def _check_may_continue(table: Table, mine: int | None, wanted: int) -> None:
    check_seat(table.game, wanted)
    is_own_practice = table.practice and mine == wanted and table.is_begun
    if not table.is_open_to_all and not is_own_practice:
        raise NotNow("One can go on from a game that is over, or from one's own practice table in one's own seat.")


def _sealing(table: Table) -> list[str]:
    """The tables that have to be over before everybody may see what was played at this one."""
    return [*(table.opened.sealed_by if table.is_sealed else []), *([table.id] if table.status != "over" else [])]


def _settled(table: Table, moves: int) -> log.Moves:
    """The first so many moves, and what chance did right after them: somebody has to be asked now."""
    match = table.match
    while moves < len(match.moves) and match.moves[moves].seat == CHANCE:
        moves += 1
    if not acting_seats(table.game, match.states[moves]):
        raise NotNow("At that moment the game is over: choose an earlier one.")
    return [(move.seat, move.number) for move in match.moves[:moves]]
