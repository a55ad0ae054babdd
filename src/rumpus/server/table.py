"""A table as its log tells it: who sits where, what was played, what everybody has seen of it.

Nothing here waits, and nothing asks what time it is. Whoever wants to do something takes a copy and does it there; what
is to be written down gathers in `written`. When it is on the disk, the copy is the table. So a table is never ahead
of its log.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from rumpus.core.box import Raw
from rumpus.core.errors import RumpusError, WrongBox
from rumpus.core.game import Definition, Game
from rumpus.core.match import Match
from rumpus.core.rules import CHANCE, NOBODY
from rumpus.core.taking_back import last_choice, what_can_be_taken_back
from rumpus.core.versions import who_reads
from rumpus.server import log, wire
from rumpus.server.clocks import Clocks
from rumpus.server.sight import Sight

Status = Literal["waiting", "playing", "over"]
LONGEST_LINE = 400
"""Of a file of cards that somebody sends."""
KEPT_TOKENS = 8
"""Of a seat; the oldest is forgotten when one more is given."""
KEPT_CHAT = 500
"""Lines that are at hand; the log has them all."""


class NotNow(RumpusError):
    """It cannot be done as the table is now."""


class NotReadable(RumpusError):
    """A table that was kept, but cannot be shown by the rules and cards that are here."""


@dataclass(frozen=True)
class Holder:
    """Who has a seat: a bot, a person, a program with a name, or nobody yet."""

    bot: str = ""
    person: str = ""
    name: str = ""
    tokens: tuple[str, ...] = ()
    """Digests of the tokens that may choose for the seat."""
    stand_in: str = ""
    """The bot that plays on for a person."""
    why: str = ""
    """And why it does."""

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        return "bot" if self.bot else "person" if self.name else "open"

    @property
    def player(self) -> str:
        """The bot that chooses here now, if one does."""
        return self.bot or self.stand_in


@dataclass(frozen=True)
class Offer:
    """A rematch that somebody would like, or would have liked."""

    by: int
    places: tuple[log.Place, ...]
    agreed: frozenset[int]
    at: float
    ended: str = ""
    """Why nothing came of it, if it is over."""


def viewer_of(seat: int | None) -> int:
    return NOBODY if seat is None else seat


class Table:
    """One table; `Table.folded` reads it from its log."""

    def __init__(self, id: str, opened: log.Opened, game: Game) -> None:
        self.id, self.opened, self.game = id, opened, game
        places = [*opened.places, *[log.Place()] * (game.seats - len(opened.places))]
        self.holders: tuple[Holder, ...] = ()
        """Who has each seat. While these are the same, everybody sits where they sat."""
        self.persons: tuple[int, ...] = ()
        """Seats that people have, even if a bot plays on for them."""
        self._seat(Holder(bot=one.bot, person=one.person, name=one.name) for one in places)
        self.practice = sum(not one.bot for one in places) == 1
        self.match = game.match(by_hand=True)
        self.is_begun = False
        self.version = 0
        """Entries so far. For the server alone: a viewer's own count is in their sight."""
        self.sights = {
            viewer: Sight(viewer, self.match.view(viewer))
            for viewer in (*range(game.seats), NOBODY)
            if viewer == NOBODY or not self.holders[viewer].bot
        }
        self.asked: list[int | None] = [None] * game.seats
        """The version at which each seat was asked for the choice that it has to make."""
        self.answers: dict[tuple[str, str], int] = {}
        """Which messages were carried out, and the version that their senders were told."""
        self.chat: list[wire.ChatLine] = []
        self.pace = opened.pace
        self.clocks = None if opened.clock is None else Clocks.full(opened.clock, game.seats)
        self.next_table = ""
        self.offer: Offer | None = None
        self.came: frozenset[int] = frozenset()
        """Those who were seated at a rematch and have been here."""
        self.stood_in: dict[int, frozenset[int]] = {}
        """For each seat of a person the places among the moves of what a bot chose for them."""
        self.is_sealed = bool(opened.sealed_by)
        """It goes on from a table that is not over: even when this one is, what was hidden there stays hidden."""
        self.changed = 0.0
        """When something happened last that everybody could see."""
        self.written: list[log.Entry] = []
        """What has happened at this copy and is not in the log yet."""
        self._offers: dict[int, frozenset[int]] = {}
        self._backs: dict[int, tuple[int, int] | None] = {}

    @classmethod
    def folded(cls, id: str, opened: log.Opened, game: Game, entries: Iterable[log.Entry]) -> "Table":
        """The table that a log tells of."""
        table = cls(id, opened, game)
        for entry in entries:
            table._apply(entry)
        return table

    def copy(self) -> "Table":
        """The same table, to do something at."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.asked, twin.answers = self.asked.copy(), self.answers.copy()
        twin.sights = {viewer: sight.copy() for viewer, sight in self.sights.items()}
        twin._offers, twin._backs, twin.written = self._offers.copy(), self._backs.copy(), []
        twin.chat, twin.stood_in = self.chat.copy(), self.stood_in.copy()
        return twin

    # What is the case

    @property
    def status(self) -> Status:
        if not self.is_begun:
            return "waiting"
        return "over" if self.match.over else "playing"

    @property
    def is_open_to_all(self) -> bool:
        """Whether everybody may see everything: when the game is over, and the one that it went on from too."""
        return self.status == "over" and not self.is_sealed

    @property
    def free(self) -> list[int]:
        return [seat for seat, holder in enumerate(self.holders) if holder.kind == "open"]

    def seat_of(self, person: str) -> int | None:
        return next((seat for seat, holder in enumerate(self.holders) if person and holder.person == person), None)

    def seat_by_token(self, token: str) -> int | None:
        """The seat that the token with this digest may choose for."""
        return next((seat for seat, holder in enumerate(self.holders) if token in holder.tokens), None)

    def sight(self, seat: int | None) -> Sight:
        """What is seen from a seat; from a bot's seat, where nobody looks, what everybody sees."""
        return self.sights.get(viewer_of(seat), self.sights[NOBODY])

    def ask_of(self, seat: int | None) -> int | None:
        """Names the question that a person in this seat has to answer now."""
        if seat is None or self.status != "playing" or self.asked[seat] is None or self.holders[seat].player:
            return None
        return self.sights[seat].ask

    @property
    def bots_to_move(self) -> dict[int, str]:
        """The seats where a bot has to choose, and which."""
        if self.status != "playing":
            return {}
        acting = sorted(self.match.acting)
        return {seat: self.holders[seat].player for seat in acting if self.holders[seat].player}

    @property
    def players(self) -> set[str]:
        """The bots that choose here for any seat, now or later."""
        return set() if self.status == "over" else {holder.player for holder in self.holders} - {""}

    @property
    def people_to_move(self) -> set[int]:
        if self.status != "playing":
            return set()
        return {seat for seat in self.match.acting if not self.holders[seat].player}

    # Once more

    @property
    def asked_again(self) -> set[int]:
        """The people without whom there is no rematch: all but those who have gone for good."""
        seats = {seat for seat in self.persons if self.holders[seat].person}
        return {seat for seat in seats if self.holders[seat].why not in GONE}

    @property
    def is_agreed(self) -> bool:
        """Whether everybody would like the rematch that was offered."""
        return self.offer is not None and not self.offer.ended and self.asked_again <= self.offer.agreed

    def offer_rematch(self, seat: int, places: list[log.Place], now: float) -> None:
        self._do(log.Offered(seat=seat, places=places, at=now))

    def agree(self, seat: int, now: float) -> None:
        if self._running_offer().agreed.isdisjoint({seat}):
            self._do(log.Agreed(seat=seat, at=now))

    def drop_offer(self, seat: int | None, now: float) -> None:
        """Somebody declines or takes it back, or nobody has answered."""
        self._running_offer()
        self._do(log.Dropped(seat=seat, at=now))

    def _running_offer(self) -> Offer:
        if self.offer is None or self.offer.ended or self.next_table:
            raise NotNow("No rematch is offered here that could still be answered.")
        return self.offer

    @property
    def awaited(self) -> set[int]:
        """Those who were seated at a rematch and have not come yet: until then no clock runs."""
        if not self.opened.again or self.clocks is None:
            return set()
        seated = {seat for seat, place in enumerate(self.opened.places) if place.person}
        return {seat for seat in seated - self.came if not self.holders[seat].stand_in}

    def come(self, seats: Iterable[int], now: float) -> None:
        """People are here, perhaps for the first time."""
        for seat in sorted(self.awaited.intersection(seats)):
            self._do(log.Came(seat=seat, at=now))
        self._run_clocks(now)

    # Who sits where

    def _seat(self, holders: Iterable[Holder]) -> None:
        self.holders = tuple(holders)
        self.persons = tuple(seat for seat, holder in enumerate(self.holders) if holder.kind == "person")

    def _give(self, seat: int, to: Holder) -> None:
        self._seat(to if number == seat else holder for number, holder in enumerate(self.holders))

    def sit(self, seat: int, name: str, now: float, person: str = "", token: str = "") -> None:
        """Take a seat, or get one more token for one's own; when the last seat is taken the game begins."""
        self._do(log.Sat(seat=seat, name=name, at=now, person=person, token=token))
        self.begin_if_full(now)

    def begin_if_full(self, now: float) -> None:
        if not self.is_begun and not self.free:
            match = _begun_match(self.game, self.opened, None)
            chance = [] if self.opened.moves else [move.number for move in match.moves]
            self._do(log.Begun(at=now, chance=chance), match)
            self._run_clocks(now)

    def rename(self, seat: int, name: str, now: float) -> None:
        if name != self.holders[seat].name:
            self._do(log.Sat(seat=seat, name=name, at=now, person=self.holders[seat].person))

    def stand_up(self, seat: int, bot: str, now: float) -> None:
        """Before the game the seat is free again; later a bot plays on, unless nobody else is there to play with."""
        if self.status == "waiting":
            self._do(log.Stood(seat=seat, at=now))
        elif self.status == "over":
            raise NotNow("The game is over: there is nothing to get up from.")
        elif len(self.persons) < 2:
            raise NotNow("Nobody else plays here: leave the table as it is, and it will wait for you.")
        elif not self.holders[seat].player:
            self.hand_over(seat, bot, "left", now)

    def hand_over(self, seat: int, bot: str, why: Literal["away", "left", "time"], now: float) -> None:
        self._stop_clocks(now)
        self._do(log.Handed(seat=seat, bot=bot, why=why, at=now, left=self._left()))
        self._run_clocks(now)

    def reclaim(self, seat: int, now: float) -> None:
        if not self.holders[seat].stand_in or self.status != "playing":
            raise NotNow("No bot plays for this seat: there is nothing to take back.")
        self._stop_clocks(now)
        if self.clocks is not None:
            self.clocks = self.clocks.with_some(seat)
        self._do(log.Reclaimed(seat=seat, at=now, left=self._left()))
        self._run_clocks(now)

    def set_pace(self, pace: int, now: float) -> None:
        if pace != self.pace:
            self._do(log.Paced(pace=pace, at=now))

    def say(self, name: str, text: str, now: float, id: str, person: str, seat: int | None) -> None:
        self._do(log.Said(name=name, text=text, at=now, id=id, person=person, seat=seat))

    def follow(self, table: str, now: float) -> None:
        self._do(log.Followed(table=table, at=now))

    def remark(self, text: str, now: float, *, is_lasting: bool) -> None:
        """Say how a bot comes to the choice that it makes now; what is true of all its choices is said once."""
        if not (is_lasting and any(text == told for told, _ in self.sights[NOBODY].lines)):
            self._do(log.Remarked(text=text, at=now))

    def unseal(self, now: float) -> None:
        if self.is_sealed:
            self._do(log.Unsealed(at=now))

    # What is played

    def move(self, seat: int, action: int, now: float, id: str = "") -> None:
        """A seat chooses. What chance does then is drawn here, and written down with it."""
        self._stop_clocks(now)
        match = self.match.copy()
        match.play(seat, action)
        chance = [move.number for move in match.moves[len(self.match.moves) + 1 :]]
        public = self.sights[NOBODY].version
        entry = log.Moved(seat=seat, action=action, at=now, id=id, chance=chance)
        self._apply(entry, match)
        if self.clocks is not None:
            if self.sights[NOBODY].version != public:  # what nobody noticed must not show on the clock either
                self.clocks = self.clocks.with_more(seat)
            entry = msgspec.structs.replace(entry, left=self._left())
        self.written.append(entry)
        self._run_clocks(now)

    def span_to_take_back(self, seat: int) -> tuple[int, int] | None:
        """Which moves go if the seat takes back, from where to where; none if it may not."""
        if seat not in self._backs:
            self._backs[seat] = self._found_span(seat)
        return self._backs[seat]

    def _found_span(self, seat: int) -> tuple[int, int] | None:
        if not self.is_begun or self.holders[seat].player:
            return None
        if self.practice:
            place = last_choice(self.match, seat)
            return None if place is None else (place, len(self.match.moves))
        place = what_can_be_taken_back(self.match, seat)
        return None if place is None else (place, place + 1)

    def take_back(self, seat: int, now: float, id: str = "") -> None:
        span = self.span_to_take_back(seat)
        if span is None:
            raise NotNow("There is nothing that can be taken back now.")
        self._stop_clocks(now)
        self._do(log.Back(seat=seat, first=span[0], last=span[1], at=now, id=id, left=self._left()))
        self._run_clocks(now)

    # Clocks

    def pause(self, now: float) -> None:
        """The server stops: time stands still until it is back."""
        if self.clocks is not None and self.clocks.running:
            self._stop_clocks(now)
            self._do(log.Paused(left=self._left(), at=now))

    def resume(self, now: float) -> None:
        """The server is back, or the table is."""
        self._run_clocks(now)

    def _stop_clocks(self, now: float) -> None:
        if self.clocks is not None:
            self.clocks = self.clocks.stopped(now)

    def _run_clocks(self, now: float) -> None:
        if self.clocks is not None:
            self.clocks = self.clocks.run(set() if self.awaited else self.people_to_move, now)

    def _left(self) -> list[int]:
        return [] if self.clocks is None else self.clocks.milliseconds(0.0)

    # Entries

    def _do(self, entry: log.Entry, match: Match | None = None) -> None:
        self._apply(entry, match)
        self.written.append(entry)

    def _apply(self, entry: log.Entry, match: Match | None = None) -> None:
        """What an entry does; the match comes with it where it has been played already."""
        self.version += 1
        APPLY[type(entry)](self, entry, match)
        left = getattr(entry, "left", None)
        if left and self.clocks is not None:
            self.clocks = self.clocks.read(left)

    def _everybody_sees(self, at: float, line: str = "") -> None:
        """Something that is not hidden from anybody."""
        self.changed = at
        for sight in self.sights.values():
            sight.notice()
            if line:
                sight.tell(line)

    def _note(self, who: str, id: str, seat: int | None) -> None:
        """The message was carried out: should it come again, its sender is told the same."""
        if id:
            self.answers[who, id] = self.sight(seat).version

    def _on_sat(self, entry: log.Sat, _: Match | None) -> None:
        before = self.holders[entry.seat]
        tokens = (*before.tokens, entry.token)[-KEPT_TOKENS:] if entry.token else before.tokens
        self._give(entry.seat, replace(before, person=entry.person, name=entry.name, tokens=tokens))
        if before.name != entry.name:
            self._everybody_sees(entry.at)

    def _on_stood(self, entry: log.Stood, _: Match | None) -> None:
        self._give(entry.seat, Holder())
        self._everybody_sees(entry.at)

    def _on_begun(self, entry: log.Begun, match: Match | None) -> None:
        self.is_begun = True
        self.match = _begun_match(self.game, self.opened, entry.chance) if match is None else match
        for sight in self.sights.values():
            sight.begin(self.match)
        self.changed = entry.at
        self._ask(lambda seat: True)

    def _on_moved(self, entry: log.Moved, match: Match | None) -> None:
        first = len(self.match.moves)
        if match is None:
            _play_on(self.match, [(entry.seat, entry.action), *((CHANCE, number) for number in entry.chance)])
        else:
            self.match = match
        if self.holders[entry.seat].stand_in:
            self.stood_in[entry.seat] = self.stood_in.get(entry.seat, frozenset()) | {first}
        for sight in self.sights.values():
            if sight.look(self.match, first, len(self.match.moves)):
                sight.version += 1
                if sight.viewer == NOBODY:
                    self.changed = entry.at
        self._ask(lambda seat: seat == entry.seat or self._legal(seat) != self._offers[seat])
        self._note(f"seat {entry.seat}", entry.id, entry.seat)
        if self.match.over:
            self._tell_who_was_stood_in_for()

    def _tell_who_was_stood_in_for(self) -> None:
        for seat, moves in sorted(self.stood_in.items()):
            line = f"A bot made {len(moves)} of {self.choices(seat)} choices for {self.holders[seat].name}."
            for sight in self.sights.values():
                sight.tell(line)

    def choices(self, seat: int) -> int:
        """How often a seat has chosen."""
        return sum(move.seat == seat for move in self.match.moves)

    def _on_back(self, entry: log.Back, _: Match | None) -> None:
        was_open = self.is_open_to_all
        self.match = _without(self.match, entry.first, entry.last)
        self.stood_in = {seat: _left_over(moves, entry) for seat, moves in self.stood_in.items()}
        for sight in self.sights.values():
            if was_open:  # then moments were counted in another way
                sight.forget_lines(0)
            if sight.go_back(self.match, entry.first) or sight.viewer == entry.seat:
                sight.version += 1
                if sight.viewer == NOBODY:
                    self.changed = entry.at
        self._ask(lambda seat: self.practice or seat == entry.seat)
        self._note(f"seat {entry.seat}", entry.id, entry.seat)

    def _on_handed(self, entry: log.Handed, _: Match | None) -> None:
        holder = self.holders[entry.seat]
        self._give(entry.seat, replace(holder, stand_in=entry.bot, why=entry.why))
        self._backs = {}
        self._everybody_sees(entry.at, f"{holder.name} {WHY[entry.why]}: a bot plays on.")

    def _on_reclaimed(self, entry: log.Reclaimed, _: Match | None) -> None:
        holder = self.holders[entry.seat]
        self._give(entry.seat, replace(holder, stand_in="", why=""))
        self._backs = {}
        self._everybody_sees(entry.at, f"{holder.name} is back.")

    def _on_paused(self, entry: log.Paused, _: Match | None) -> None:
        """Only the clocks, which every entry may bring."""

    def _on_paced(self, entry: log.Paced, _: Match | None) -> None:
        self.pace = entry.pace
        self._everybody_sees(entry.at)

    def _on_said(self, entry: log.Said, _: Match | None) -> None:
        number = self.chat[-1].number + 1 if self.chat else 0
        line = wire.ChatLine(number=number, name=entry.name, text=entry.text, at=entry.at, seat=entry.seat)
        self.chat = [*self.chat[-KEPT_CHAT + 1 :], line]
        self._note(entry.person, entry.id, entry.seat)

    def _on_offered(self, entry: log.Offered, _: Match | None) -> None:
        self.offer = Offer(entry.seat, tuple(entry.places), frozenset({entry.seat}), entry.at)
        self._everybody_sees(entry.at, f"{self.holders[entry.seat].name} would like a rematch.")

    def _on_agreed(self, entry: log.Agreed, _: Match | None) -> None:
        assert self.offer is not None
        self.offer = replace(self.offer, agreed=self.offer.agreed | {entry.seat})
        self._everybody_sees(entry.at, f"{self.holders[entry.seat].name} would like a rematch too.")

    def _on_dropped(self, entry: log.Dropped, _: Match | None) -> None:
        assert self.offer is not None
        self.offer = replace(self.offer, ended=self._dropped(self.offer, entry.seat))
        self._everybody_sees(entry.at, self.offer.ended)

    def _dropped(self, offer: Offer, seat: int | None) -> str:
        if seat is None:
            return "Not everybody has answered: there is no rematch."
        name = self.holders[seat].name
        return (
            f"{name} takes the offer of a rematch back." if seat == offer.by else f"{name} would rather not play again."
        )

    def _on_came(self, entry: log.Came, _: Match | None) -> None:
        self.came = self.came | {entry.seat}
        self._everybody_sees(entry.at, "" if self.awaited else "Everybody is here: the clocks run.")

    def _on_followed(self, entry: log.Followed, _: Match | None) -> None:
        self.next_table = entry.table
        self._everybody_sees(entry.at)

    def _on_remarked(self, entry: log.Remarked, _: Match | None) -> None:
        """Read with the next that is seen of the game: by itself it would show that a bot has chosen something."""
        for sight in self.sights.values():
            sight.tell(entry.text)

    def _on_unsealed(self, entry: log.Unsealed, _: Match | None) -> None:
        self.is_sealed = False
        self._everybody_sees(entry.at)

    # Questions

    def _ask(self, is_new: Callable[[int], bool]) -> None:
        """Whoever acts is asked. A question stays the same while others choose, unless what may be chosen changes."""
        self._backs = {}
        for seat in range(self.game.seats):
            if seat not in self.match.acting:
                self.asked[seat] = None
            elif self.asked[seat] is None or is_new(seat):
                self.asked[seat], self._offers[seat] = self.version, self._legal(seat)
                if seat in self.sights:
                    self.sights[seat].ask = self.sights[seat].version

    def _legal(self, seat: int) -> frozenset[int]:
        return self.match.view(seat).allowed


APPLY: Mapping[type[Any], Callable[[Table, Any, Match | None], None]] = {
    log.Sat: Table._on_sat,
    log.Stood: Table._on_stood,
    log.Begun: Table._on_begun,
    log.Moved: Table._on_moved,
    log.Back: Table._on_back,
    log.Handed: Table._on_handed,
    log.Reclaimed: Table._on_reclaimed,
    log.Paused: Table._on_paused,
    log.Paced: Table._on_paced,
    log.Said: Table._on_said,
    log.Offered: Table._on_offered,
    log.Agreed: Table._on_agreed,
    log.Dropped: Table._on_dropped,
    log.Came: Table._on_came,
    log.Followed: Table._on_followed,
    log.Remarked: Table._on_remarked,
    log.Unsealed: Table._on_unsealed,
}
WHY = {"away": "is away", "left": "has left", "time": "has no time left"}
GONE = ("away", "left")
"""Of these reasons, those for which nobody waits for an answer."""


# Matches ----------------------------------------------------------------------------------------------------------


def _play_on(match: Match, moves: Iterable[tuple[int, int]]) -> None:
    """Chance's moves too, as they were."""
    match.by_hand = True
    for seat, number in moves:
        match.play(seat, number)
    match.by_hand = False


def _begun_match(game: Game, opened: log.Opened, chance: list[int] | None) -> Match:
    """A match at its beginning: with moves from another table, with what chance did, or with fresh chance."""
    if not opened.moves and chance is None:
        return game.match()
    match = game.match(by_hand=True)
    _play_on(match, opened.moves or [(CHANCE, number) for number in chance or []])
    return match


def _without(match: Match, first: int, last: int) -> Match:
    """The match as if some moves had not been made."""
    if last < len(match.moves):
        return match.replay([*match.moves[:first], *match.moves[last:]])
    cut = match.copy()
    cut.by_hand = True
    while len(cut.moves) > first:
        cut.undo()
    cut.by_hand = False
    return cut


def _left_over(places: frozenset[int], gone: log.Back) -> frozenset[int]:
    """Places among the moves, when some in the middle are no more."""
    number = gone.last - gone.first
    return frozenset(
        place if place < gone.first else place - number for place in places if not gone.first <= place < gone.last
    )


# Opening ----------------------------------------------------------------------------------------------------------


def read_box(text: str) -> Raw | None:
    """What a file of cards says that somebody sent; none if nothing was sent."""
    if not text.strip():
        return None
    if any(len(line) > LONGEST_LINE for line in text.splitlines()):  # a key of many parts takes very long to read
        raise WrongBox(f"A line of a file of cards may have {LONGEST_LINE} letters at most.")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongBox(f"The cards are not a TOML file: {error}.") from None


def game_of(opened: log.Opened, definitions: Mapping[str, Definition]) -> Game:
    """The game of a table, if the rules and the cards here are those it was opened with."""
    try:
        return _game_of(opened, definitions)
    except NotReadable as error:
        raise NotReadable(f"{error}{who_reads(opened.rumpus)}") from None


def _game_of(opened: log.Opened, definitions: Mapping[str, Definition]) -> Game:
    kept = "it is kept, but cannot be shown here"
    if opened.game not in definitions:
        raise NotReadable(f"This table is for '{opened.game}', which is not among the games here: {kept}.")
    definition = definitions[opened.game]
    if opened.rules != definition.rules.VERSION:
        raise NotReadable(
            f"This table was opened with version {opened.rules} of the rules of {definition.title},"
            f" and here is version {definition.rules.VERSION}: {kept}."
        )
    try:
        game = definition.open(opened.switches, read_box(opened.box), opened.seats)
    except RumpusError as error:
        raise NotReadable(f"The cards or switches of this table cannot be read any more: {kept}. {error}") from None
    if game.contents.digest != opened.digest:
        raise NotReadable(f"The cards of {definition.title} have changed since this table was opened: {kept}.")
    return game
