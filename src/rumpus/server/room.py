"""One table of the server, with those who sit at it, those who watch, its bots and its clock.

Whoever wants to change something waits for the one before. A change is made at a copy of the table, written down, and
only then is the copy the table: what cannot be written down has not happened.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Literal, Protocol, TypeVar

from rumpus.core.errors import RumpusError, WrongSeat
from rumpus.core.game import Game
from rumpus.core.match import Match
from rumpus.core.rules import NOBODY
from rumpus.core.view import check_seat
from rumpus.server import showing, wire
from rumpus.server.log import Place
from rumpus.server.showing import Presence
from rumpus.server.store import NotNext, Person, Store, StoreProblem, Summary, digest
from rumpus.server.table import NotNow, Offer, Status, Table
from rumpus.server.thinking import Chosen, Thinker, checked_bot

logger = logging.getLogger("rumpus.server")
T = TypeVar("T")

What = Literal["table", "people", "chat"]
AWAY_SECONDS = 20.0
"""Who has not been here for so long may have a bot play on for them."""
STAND_IN = "ismcts:2"
"""The bot that plays on for who has left or has no time left."""
OFFER_SECONDS = 600.0
"""So long a rematch can be agreed to."""
WAITING_TOLD_SECONDS = 5.0
"""So often it is told anew how long bots have to wait: it may take longer than thought, or others come first."""
A_LITTLE = 0.2
"""A timer may ring a moment early, by another clock: then nobody would be away yet, and nobody told later."""
LISTED_SECONDS = 30.0
"""So often lists hear of a table at which nothing but moves is new; its own server's lists know it anyway."""
STEP_SHARE, MOST_STEP_SECONDS = 0.39, 3.0
"""How long a page shows each step of chance, in paces, and how long all together: as web/src/steps.ts has it."""
RETRY_SECONDS, LONGEST_RETRY_SECONDS = 1.0, 60.0


class Stale(NotNow):
    """An answer to something that is not asked any more."""


class Listener(Protocol):
    """A page that wants to know when something has changed."""

    @property
    def seat(self) -> int | None: ...
    @property
    def person(self) -> str | None: ...
    def woken(self, what: What) -> None: ...


class Room:
    """One table. Versions, asks and moments are counted for each viewer: what one does not see does not count."""

    def __init__(self, table: Table, store: Store, thinker: Thinker, now: Callable[[], float]) -> None:
        self.table, self._store, self._thinker, self._now = table, store, thinker, now
        self._lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self._listeners: list[Listener] = []
        self._bots: dict[int, tuple[int, asyncio.Task[None]]] = {}
        """For each seat where a bot is at work, the question that it answers."""
        self._readying: asyncio.Task[None] | None = None
        """Waits for the machine code that the bots here need."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._absence: asyncio.TimerHandle | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._last_here: dict[int, float] = {}
        self._since = now()
        self._listed_until = 0.0
        self._is_closed = False
        self.touched = now()
        """When somebody last wanted something here."""

    # What is the case

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def match(self) -> Match:
        """The whole truth: for whoever runs the table, never for viewers."""
        return self.table.match

    @property
    def version(self) -> int:
        """Entries of the log: for the server alone, since it tells of what is hidden."""
        return self.table.version

    @property
    def status(self) -> Status:
        return self.table.status

    @property
    def practice(self) -> bool:
        """Nobody but one person and bots, from the start."""
        return self.table.practice

    def version_for(self, seat: int | None) -> int:
        """How often something has changed for this viewer: what Update, Moment, Done and Pong say."""
        return self.table.sight(seat).version

    def moves_at(self, seat: int | None, moment: int) -> int:
        """After how many moves of the match a moment was, as this viewer counts (Line.moment, Update.moments)."""
        return showing.moves_at(self.table, seat, moment)

    def told_at(self, seat: int | None, moment: int) -> list[str]:
        """The lines that led to a moment, as this viewer counts."""
        return showing.told_at(self.table, seat, moment)

    def moments(self, seat: int | None) -> int:
        """The last moment there is, as this viewer counts."""
        return showing.moments(self.table, seat)

    def has_done(self, seat: int | None, id: str) -> bool:
        """Whether a seat's message has been carried out."""
        return (f"seat {seat}", id) in self.table.answers

    def seat_of(self, person: str) -> int | None:
        return self.table.seat_of(person)

    def seat_by_token(self, token: str) -> int | None:
        return self.table.seat_by_token(digest(token))

    # What viewers are shown

    def update(
        self, seat: int | None, lines_from: int = 0, done: Sequence[str] = (), shown: int | None = None
    ) -> wire.Update:
        """The whole table for one viewer, with the lines from that one on, or from further back where some changed."""
        return showing.update(self.table, seat, self._presence(), lines_from, done, shown)

    def people(self, seat: int | None) -> wire.People:
        presence = self._presence()
        return wire.People(
            people=showing.people(self.table, seat, presence),
            may_hand_over=showing.may_hand_over(self.table, seat, presence),
            readying=presence.readying,
        )

    def chat(self, since: int) -> wire.Chat:
        lines = self.table.chat
        first = max(since, lines[0].number) if lines else 0
        return wire.Chat(since=first, lines=[line for line in lines if line.number >= first])

    def moment(self, seat: int | None) -> wire.Moment:
        return showing.moment(self.table, seat)

    def card(self, person: str | None) -> wire.TableCard:
        return showing.card_for(showing.listed(self.table, self._presence()), person)

    def match_with_names(self) -> Match:
        """A copy of the match with the players' names, for a file."""
        match = self.table.match.copy()
        named = zip(self.table.holders, match.players, strict=True)
        names = [(holder.name or holder.bot).replace(",", " ").strip() or seat for holder, seat in named]
        match.players = [f"{name} (with a bot)" if self.table.stood_in.get(n) else name for n, name in enumerate(names)]
        return match

    # Who is here

    def listen(self, listener: Listener) -> None:
        before = self._here()
        self._listeners.append(listener)
        self.touched = self._now()
        if self._here() != before:
            self._wake_all("people")
        self.welcome(self._here())

    def welcome(self, seats: AbstractSet[int]) -> None:
        """People are here. At a rematch the clocks wait until all have been."""
        if self.table.awaited & seats and not self._is_closed:
            self._start(self._changed(lambda table: table.come(seats, self._now())))

    def unlisten(self, listener: Listener) -> None:
        if listener not in self._listeners:
            return
        before = self._here()
        self._listeners.remove(listener)
        self.touched = self._now()
        gone = before - self._here()
        self._last_here.update(dict.fromkeys(gone, self._now()))
        if gone and not self._is_closed:
            self._wake_all("people")
        self._watch_the_absent()

    def seen(self, seat: int) -> None:
        """A program that only asks now and then shows that it is there."""
        self._last_here[seat] = self._now()
        self.welcome({seat})
        self._watch_the_absent()

    def _watch_the_absent(self) -> None:
        """Whoever looks on is told when somebody has been away for long."""
        if self._absence is not None or self._is_closed:
            return
        here, now = self._here(), self._now()
        left = [self._left_at(seat) + AWAY_SECONDS - now for seat in self.table.persons if seat not in here]
        if any(seconds > 0 for seconds in left):
            soon = min(seconds for seconds in left if seconds > 0) + A_LITTLE
            self._absence = asyncio.get_running_loop().call_later(soon, self._tell_who_is_away)

    def _tell_who_is_away(self) -> None:
        self._absence = None
        self._wake_all("people")
        self._watch_the_absent()

    def _here(self) -> set[int]:
        persons = {listener.person for listener in self._listeners if listener.person}
        seats = {listener.seat for listener in self._listeners}
        return {seat for seat in self.table.persons if seat in seats or self.table.holders[seat].person in persons}

    def _away(self, here: set[int]) -> set[int]:
        long_ago = self._now() - AWAY_SECONDS
        return {seat for seat in self.table.persons if seat not in here and self._left_at(seat) <= long_ago}

    def _left_at(self, seat: int) -> float:
        return max(self._since, self._last_here.get(seat, 0.0))

    def _presence(self) -> Presence:
        here = self._here()
        readying = self._thinker.readying(self.table.players, self.game)
        return Presence(self._now(), here, self._away(here), self._bots.keys(), readying)

    @property
    def has_listeners(self) -> bool:
        return bool(self._listeners)

    @property
    def is_idle(self) -> bool:
        """Nobody looks on, and nothing will happen by itself."""
        running = self.table.clocks is not None and self.table.clocks.running
        return not (self._listeners or self._bots or self._tasks or running or self._lock.locked())

    # What people do

    async def sit(self, person: Person, seat: int | None, name: str | None = None) -> wire.Sat:
        """Take a seat, for oneself or, with a name, for a program; who sits already gets one more token."""
        token = secrets.token_urlsafe(24)

        def attempt(table: Table) -> wire.Sat:
            mine = None if name else table.seat_of(person.id)
            chosen = _own_seat(table, mine, seat) if mine is not None else _free_seat(table, seat)
            known = table.holders[chosen].name
            table.sit(chosen, known or name or person.name, self._now(), "" if name else person.id, digest(token))
            return wire.Sat(seat=chosen, token=token)

        sat = await self._change(attempt)
        self.seen(sat.seat)
        return sat

    async def stand_up(self, seat: int) -> None:
        """Before the game the seat is free again; later a bot plays on for it."""
        await self._change(lambda table: table.stand_up(_persons_seat(table, seat), STAND_IN, self._now()))

    async def rename(self, person: Person) -> None:
        """Somebody who sits here has another name."""

        def attempt(table: Table) -> None:
            seat = table.seat_of(person.id)
            if seat is not None and table.status != "over":
                table.rename(seat, person.name, self._now())

        await self._change(attempt)

    async def act(self, seat: int, message: wire.Act | wire.Choice) -> wire.Done | wire.Refused:
        """A seat answers what it is asked."""

        def attempt(table: Table) -> None:
            _check_asked(table, seat, message.ask)
            table.move(seat, message.action, self._now(), message.id)

        return await self._answered(f"seat {seat}", seat, message.id, attempt)

    async def take_back(self, seat: int, message: wire.TakeBack) -> wire.Done | wire.Refused:
        """A seat takes its last choice back, where that is allowed."""

        def attempt(table: Table) -> None:
            if message.version != table.sight(_persons_seat(table, seat)).version:
                raise Stale("Something has happened meanwhile, so nothing was taken back.")
            table.take_back(seat, self._now(), message.id)

        return await self._answered(f"seat {seat}", seat, message.id, attempt)

    async def say(self, person: Person, seat: int | None, message: wire.Say) -> wire.Done | wire.Refused:
        def attempt(table: Table) -> None:
            table.say(person.name, message.text, self._now(), message.id, person.id, seat)

        return await self._answered(person.id, seat, message.id, attempt)

    async def hand_over(self, by: int, wanted: wire.HandOver) -> None:
        """Somebody at the table has a bot play on for one who is away."""
        checked_bot(wanted.bot)

        def attempt(table: Table) -> None:
            if wanted.seat not in showing.may_hand_over(table, by, self._presence()):
                raise NotNow("Only the seat of somebody who has been away for a while can be given to a bot.")
            table.hand_over(wanted.seat, wanted.bot, "away", self._now())

        await self._change(attempt)

    async def reclaim(self, seat: int) -> None:
        """Who was away plays again."""
        await self._change(lambda table: table.reclaim(_persons_seat(table, seat), self._now()))

    async def set_pace(self, by: int, pace: int) -> None:
        """How fast bots play, as somebody at the table wants it."""

        def attempt(table: Table) -> None:
            _persons_seat(table, by)
            table.set_pace(pace, self._now())

        await self._change(attempt)

    async def offer_rematch(self, seat: int, places: list[Place]) -> None:
        """Somebody would like to play again, or agrees with who asked first."""

        def attempt(table: Table) -> None:
            if table.offer is None or table.offer.ended:
                table.offer_rematch(seat, places, self._now())
            else:
                table.agree(seat, self._now())

        await self._change(attempt)

    async def drop_offer(self, seat: int) -> None:
        """Somebody declines a rematch, or takes back the offer of one."""
        await self._change(lambda table: table.drop_offer(_persons_seat(table, seat), self._now()))

    async def follow(self, table: str) -> None:
        """There is a rematch."""
        await self._change(lambda mine: mine.follow(table, self._now()))

    async def unseal(self) -> None:
        """What this table went on from is over."""
        await self._change(lambda table: table.unseal(self._now()))

    # Changes

    async def _answered(
        self, who: str, seat: int | None, id: str, attempt: Callable[[Table], None]
    ) -> wire.Done | wire.Refused:
        """Carry a message out, once; or say why not."""

        def once(table: Table) -> int:
            if (who, id) not in table.answers:
                attempt(table)
            return table.answers[who, id]

        try:
            return wire.Done(id=id, version=await self._change(once))
        except StoreProblem:
            raise
        except RumpusError as error:
            return wire.Refused(id=id, sentence=str(error), stale=isinstance(error, Stale))

    async def _change(self, what: Callable[[Table], T]) -> T:
        """Even if who asked for it goes away, it is done wholly or not at all."""
        if self._is_closed:
            raise NotNow("The server is closing: try again in a moment.")
        return await asyncio.shield(self._start(self._changed(what)))

    def _start(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # who asked for it may have gone, and then nobody else looks at it

    async def _changed(self, what: Callable[[Table], T]) -> T:
        async with self._lock:
            self.touched = self._now()
            draft = self.table.copy()
            result = what(draft)
            if draft.written:
                await self._commit(draft)
            return result

    async def _commit(self, draft: Table) -> None:
        before = self.table
        summary = self._summary_if_due(draft)
        try:
            await self._store.append(self.id, before.version, draft.written, summary)
        except NotNext:
            logger.exception("Table %s was behind its log and is read again", self.id)
            again = Table.folded(self.id, before.opened, before.game, await self._store.entries(self.id))
            again.resume(self._now())
            self._become(again)
            raise Stale("The table has changed meanwhile: look at it again.") from None
        self._become(draft)
        if summary is not None:
            self._listed_until = self._now() + LISTED_SECONDS

    def _summary_if_due(self, draft: Table) -> Summary | None:
        """What lists need, if others sit there now, the game has begun or ended, or they have not heard for a while."""
        before, now = self.table, self._now()
        if before.holders is draft.holders and before.status == draft.status and now < self._listed_until:
            return None
        return showing.summary(draft, now, is_in_use=True)

    def _become(self, table: Table) -> None:
        """From now on this is the table; whoever sees a difference is told."""
        before, self.table = self.table, table
        thought = self._bots.keys() & before.match.acting
        self._ask_bots()
        self._set_alarm()
        self._watch_the_offer()
        for listener in list(self._listeners):
            for what in self._news(listener.seat, before, thought):
                listener.woken(what)

    def _news(self, seat: int | None, before: Table, thought: set[int]) -> list[What]:
        """What has changed for one viewer."""
        news: list[What] = []
        old, new = before.sight(seat), self.table.sight(seat)
        if old.version != new.version:
            news.append("table")
        elif thought & old.view.acting != self._bots.keys() & new.view.acting:
            news.append("people")
        if before.chat[-1:] != self.table.chat[-1:]:
            news.append("chat")
        return news

    def _wake_all(self, what: What) -> None:
        for listener in list(self._listeners):
            listener.woken(what)

    # Bots

    def _ask_bots(self) -> None:
        """Every bot that has to choose is at work on it; one whose question is gone is not listened to any more."""
        if self._is_closed:
            return
        if self._readying is None and self._thinker.expect(self.table.players, self.game):
            self._readying = asyncio.create_task(self._tell_when_ready())
        questions = {seat: self.table.asked[seat] for seat in self.table.bots_to_move}
        for seat, (question, task) in list(self._bots.items()):
            if questions.get(seat) != question:
                del self._bots[seat]
                task.cancel()
        for seat, asked in questions.items():
            if asked is not None and seat not in self._bots:
                self._bots[seat] = asked, self._start(self._play(seat, asked))

    async def _tell_when_ready(self) -> None:
        """Whoever looks on is told how long bots have to wait, as far as that is known, and when no more."""
        ready = asyncio.ensure_future(self._thinker.prepare(self.game))
        try:
            while not ready.done():
                await asyncio.wait({ready}, timeout=WAITING_TOLD_SECONDS)
                self._readying = None if ready.done() else self._readying
                self._wake_all("people")
        finally:
            ready.cancel()

    async def _play(self, seat: int, question: int) -> None:
        """Have a bot choose, at a pace that people can follow."""
        loop, bot = asyncio.get_running_loop(), self.table.bots_to_move[seat]
        begun = loop.time()
        try:
            chosen = await self._thinker.choose(bot, self.table.match.view(seat))
            await asyncio.sleep(begun + self._pause() - loop.time())
            await self._play_when_possible(seat, question, chosen)
        except Exception:
            logger.exception("The bot %s could not play at table %s", bot, self.id)

    def _pause(self) -> float:
        """How long a bot takes at least, in seconds: pages first show what chance has done, which all have seen."""
        pace, steps = self.table.pace / 1000, len(self.table.sights[NOBODY].between)
        return pace + min(pace * STEP_SHARE * steps, MOST_STEP_SECONDS)

    async def _play_when_possible(self, seat: int, question: int, chosen: Chosen) -> None:
        """While nothing can be written down, try again."""

        def attempt(table: Table) -> None:
            if table.asked[seat] == question and seat in table.bots_to_move:
                if chosen.remark:
                    table.remark(chosen.remark, self._now(), is_lasting=chosen.is_lasting)
                table.move(seat, chosen.action, self._now())

        wait = RETRY_SECONDS
        while True:
            try:
                return await asyncio.shield(self._start(self._changed(attempt)))
            except StoreProblem as error:
                logger.warning("A bot at table %s waits, because nothing can be written down: %s", self.id, error)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_RETRY_SECONDS)

    # Clocks

    def _set_alarm(self, least: float = 0.0) -> None:
        """For the moment at which the first clock comes to its end."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        left = None if self.table.clocks is None else self.table.clocks.next_end(self._now())
        if left is not None and not self._is_closed:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(left, least), lambda: self._start(self.check_clocks()))

    async def check_clocks(self) -> None:
        """Where time is up, a bot plays on."""

        def attempt(table: Table) -> None:
            now = self._now()
            for seat in sorted(table.clocks.out_of_time(now) if table.clocks is not None else ()):
                table.hand_over(seat, STAND_IN, "time", now)

        try:
            await self._changed(attempt)
        except RumpusError as error:
            logger.warning("Time is up at table %s, but: %s", self.id, error)
        self._set_alarm(RETRY_SECONDS if self.table.clocks and self.table.clocks.out_of_time(self._now()) else 0.01)

    # Offers

    def _watch_the_offer(self) -> None:
        """An offer that nobody answers lapses."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        offer = self.table.offer
        if offer is not None and not offer.ended and not self.table.next_table and not self._is_closed:
            left = max(0.0, offer.at + OFFER_SECONDS - self._now())
            self._patience = asyncio.get_running_loop().call_later(left, self._start_to_lapse, offer)

    def _start_to_lapse(self, offer: Offer) -> None:
        self._start(self._changed(lambda table: table.drop_offer(None, self._now()) if table.offer is offer else None))

    # Coming and going

    async def wake_up(self) -> None:
        """The table is in memory again: clocks run, bots choose, and a game that should have begun begins."""
        self.table.resume(self._now())
        self._ask_bots()
        self._set_alarm()
        self._watch_the_absent()
        self._watch_the_offer()
        if self.status == "waiting" and not self.table.free:
            await self._change(lambda table: table.begin_if_full(self._now()))

    async def close(self) -> None:
        """Bots stop thinking, what is being written is written, clocks stand still."""
        self._is_closed = True
        for timer in (self._alarm, self._absence, self._patience):
            if timer is not None:
                timer.cancel()
        for task in (self._readying, *(task for _, task in self._bots.values())):
            if task is not None:
                task.cancel()
        self._bots = {}
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._changed(lambda table: table.pause(self._now()))
            await self._say_how_it_is_left()
        except RumpusError as error:
            logger.warning("How table %s was left could not be written down: %s", self.id, error)

    async def _say_how_it_is_left(self) -> None:
        """Lists were told only now and then; from now on they have nobody else to ask."""
        if self.status == "playing":
            summary = showing.summary(self.table, self._now(), is_in_use=False)
            await self._store.summarize(self.id, self.version, summary)


def _persons_seat(table: Table, seat: int) -> int:
    if seat not in table.persons:
        raise WrongSeat(f"No person has seat {seat} at this table.")
    return seat


def _own_seat(table: Table, mine: int, wanted: int | None) -> int:
    if wanted not in (None, mine):
        raise NotNow(f"You have seat {mine} at this table already.")
    return mine


def _free_seat(table: Table, wanted: int | None) -> int:
    free = table.free
    if wanted is not None:
        check_seat(table.game, wanted)
    if not free:
        raise NotNow("All seats of this table are taken; you may watch.")
    if wanted is not None and wanted not in free:
        raise NotNow(f"Seat {wanted} is taken; free is {', '.join(map(str, free))}.")
    return free[0] if wanted is None else wanted


def _check_asked(table: Table, seat: int, ask: int) -> None:
    """Whether the seat is asked just this."""
    if table.status == "waiting":
        raise NotNow("The game has not begun: seats are still free.")
    if table.status == "over":
        raise Stale("The game is over: nobody may choose any more.")
    if table.holders[_persons_seat(table, seat)].stand_in:
        raise NotNow("A bot plays on for you: take your seat back first.")
    asked = table.ask_of(seat)
    if asked is None:
        raise Stale("Nothing is asked of you now.")
    if ask != asked:
        raise Stale("That answers something that is not asked any more.")
