"""How a game stands, in values that never change: so copies of a state share them and cost nothing.

What a seat knows when it chooses is an information set: what it saw when it was asked, and all that it saw and chose
before when it was asked. So recall is perfect whatever the views of a game keep, exactly as in `rumpus.solve.tree`.
Pasts are kept as digests, which are as long after a thousand choices as after one.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from rumpus.adapters.openspiel.parameters import PLACES, Opening
from rumpus.core.desk import Desk, copied, laid_out
from rumpus.core.errors import WrongAction
from rumpus.core.observing import Row, layout, observation
from rumpus.core.position import described
from rumpus.core.rng import generator
from rumpus.core.rules import CHANCE, NOBODY, OVER, State
from rumpus.core.view import View, chance_weights, legal_numbers, numbers, seats_in

DIGEST = 16
"""Bytes: two pasts that differ have the same digest about as likely as two grains of sand of a thousand Earths."""

KEPT_LINES = 4096
"""From moment to moment most fields stay as they were; telling them again would take most of the time."""


class Past(NamedTuple):
    """What a seat has seen and chosen when it was asked."""

    choices: int
    digest: bytes


NO_PAST = Past(0, bytes(DIGEST))


class Moment:
    """The truth of a moment, who chooses, what those knew who were asked earlier, and the past of each seat."""

    def __init__(self, state: bytes, who: int, asked: tuple[bytes | None, ...], past: tuple[Past, ...]) -> None:
        self.state, self.who, self.asked, self.past = state, who, asked, past
        self.kept: dict[Any, Any] = {}
        """What was worked out already."""

    def __deepcopy__(self, memo: object) -> "Moment":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Moment, (self.state, self.who, self.asked, self.past)


class Table:
    """A game as it was opened, and the questions that can be put to its moments."""

    def __init__(self, opening: Opening) -> None:
        self.opening, self.game, self.rules = opening, opening.game, opening.game.rules
        self.first = self._moment(laid_out(opening.first), (None,) * self.game.seats, (NO_PAST,) * self.game.seats)
        self._line = lru_cache(maxsize=KEPT_LINES)(self._told)

    def _moment(self, desk: Desk, asked: tuple[bytes | None, ...], past: tuple[Past, ...]) -> Moment:
        moment = Moment(desk.record().tobytes(), self.rules.acting(self.game.open_box, desk), asked, past)
        moment.kept["desk"] = desk
        return moment

    def desk(self, moment: Moment) -> Any:
        """The truth, laid out. Read it; it is not yours to write."""
        if "desk" not in moment.kept:
            moment.kept["desk"] = laid_out(self._record(moment.state))
        return moment.kept["desk"]

    def _record(self, state: bytes) -> State:
        return np.frombuffer(state, self.rules.STATE)[0]

    # What is the case

    def seats(self, moment: Moment) -> frozenset[int]:
        """The seats that choose now; none where chance does, or when the game is over."""
        return frozenset() if moment.who == CHANCE else seats_in(moment.who)

    def legal(self, moment: Moment, seat: int) -> list[int]:
        """What a seat may choose, the lowest number first."""
        if ("legal", seat) not in moment.kept:
            is_asked = seat in self.seats(moment)
            moment.kept["legal", seat] = legal_numbers(self.game, self.desk(moment), seat)[::-1] if is_asked else []
        found: list[int] = moment.kept["legal", seat]
        return found

    def chances(self, moment: Moment) -> list[tuple[int, float]]:
        """What chance may choose, and how probable each outcome is."""
        weights = chance_weights(self.game, self.desk(moment)).tolist()
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]

    def payoffs(self, moment: Moment) -> list[float]:
        """What each seat has gained; nothing before the end. It sums to zero."""
        if moment.who != OVER:
            return [0.0] * self.game.seats
        if self.opening.payoff == PLACES:
            return from_places(numbers(self.game, self.desk(moment), "places"))
        return from_points(numbers(self.game, self.desk(moment), "points"))

    # What one does

    def after(self, moment: Moment, seat: int, number: int) -> Moment:
        """The next moment. Who was asked together with the seat still knows what it knew when it was asked."""
        self._check(moment, seat, number)
        waiting = self.seats(moment) - {seat}
        desk: Desk = copied(self.desk(moment))
        self.rules.apply(self.game.open_box, desk, seat, number)
        after = self._moment(desk, moment.asked, self._past(moment, seat, number))
        still = waiting & self.seats(after)
        after.asked = tuple(self.known(moment, one) if one in still else None for one in range(self.game.seats))
        return after

    def _check(self, moment: Moment, seat: int, number: int) -> None:
        allowed = [one for one, _ in self.chances(moment)] if seat == CHANCE else self.legal(moment, seat)
        if number not in allowed:
            raise WrongAction(f"{number} is not allowed now; allowed are {allowed}.")

    def _past(self, moment: Moment, seat: int, number: int) -> tuple[Past, ...]:
        if seat == CHANCE:
            return moment.past
        past, known = moment.past[seat], self.known(moment, seat)
        digest = blake2b(past.digest + known + number.to_bytes(4, "little"), digest_size=DIGEST).digest()
        return (*moment.past[:seat], Past(past.choices + 1, digest), *moment.past[seat + 1 :])

    def resampled(self, moment: Moment, seat: int, seed: int) -> Moment:
        """A world that fits what a seat knows. What the others saw on the way there is anybody's guess."""
        desk = laid_out(self._record(self._redacted(moment, seat)))
        self.rules.determinize(self.game.open_box, desk, seat, generator(seed))
        asked = tuple(moment.asked[seat] if one == seat else None for one in range(self.game.seats))
        past = tuple(moment.past[seat] if one == seat else NO_PAST for one in range(self.game.seats))
        return self._moment(desk, asked, past)

    # What seats know

    def known(self, moment: Moment, seat: int) -> bytes:
        """What a seat knows; if it has to choose, what it knew when it was asked."""
        asked = None if seat == NOBODY else moment.asked[seat]
        return self._redacted(moment, seat) if asked is None else asked

    def _redacted(self, moment: Moment, seat: int) -> bytes:
        if ("known", seat) not in moment.kept:
            desk: Desk = copied(self.desk(moment))
            self.rules.redact(self.game.open_box, desk, seat)
            moment.kept["known", seat] = desk.record().tobytes()
        found: bytes = moment.kept["known", seat]
        return found

    def view(self, moment: Moment, seat: int) -> View:
        """The same as a view of ours."""
        if ("view", seat) not in moment.kept:
            moment.kept["view", seat] = View.of_known(self.game, self._record(self.known(moment, seat)), seat)
        found: View = moment.kept["view", seat]
        return found

    def row(self, moment: Moment, seat: int) -> Row:
        """The same as a row of numbers."""
        if ("row", seat) not in moment.kept:
            moment.kept["row", seat] = observation(self.view(moment, seat))
        found: Row = moment.kept["row", seat]
        return found

    @property
    def columns(self) -> int:
        return layout(self.game).length

    def digest(self, moment: Moment, seat: int) -> bytes:
        """Names the information set of a seat."""
        known = moment.past[seat].digest + self.known(moment, seat)
        return blake2b(known, digest_size=DIGEST).digest()

    # In words

    def called(self, moment: Moment, seat: int, number: int) -> str:
        """What a choice is called: by its words, and by its number too where others are called the same."""
        if ("called", seat) not in moment.kept:
            moment.kept["called", seat] = told_apart(self._words(moment, seat))
        found: str = moment.kept["called", seat].get(number, str(number))
        return found

    def _words(self, moment: Moment, seat: int) -> dict[int, str]:
        words = self.game.words
        if seat == CHANCE:
            allowed = self.chances(moment) if moment.who == CHANCE else []
            return {outcome: words.outcome(self.game, self.desk(moment), outcome) for outcome, _ in allowed}
        here = self.view(moment, seat).desk
        return {number: words.action(self.game, here, seat, number) for number in self.legal(moment, seat)}

    def text(self, known: bytes, than: bytes | None = None) -> str:
        """The fields that are not as on a fresh table, or as in something else, with names instead of numbers."""
        usual = self._fresh if than is None else than
        changed = [number for number, part in enumerate(self._parts) if known[part] != usual[part]]
        return "\n".join(self._line(number, known[self._parts[number]]) for number in changed)

    def _told(self, number: int, part: bytes) -> str:
        """One field in words, from its bytes alone."""
        field, where = self.rules.STATE_FIELDS[number], self._parts[number]
        record = self._record(self._fresh[: where.start] + part + self._fresh[where.stop :])
        ((name, value),) = described([field], record, self.game.names).items()
        return f"{name}: {value}"

    @cached_property
    def _fresh(self) -> bytes:
        return bytes(self.game.fresh_state().tobytes())

    @cached_property
    def _parts(self) -> list[slice]:
        """Where the fields of a record begin and end."""
        where = self.rules.STATE.fields
        kinds = [where[field.name] for field in self.rules.STATE_FIELDS]
        return [slice(offset, offset + kind.itemsize) for kind, offset, *_ in kinds]


def told_apart(words: dict[int, str]) -> dict[int, str]:
    said = list(words.values())
    return {number: text if said.count(text) == 1 else f"{text} [{number}]" for number, text in words.items()}


def from_places(places: Sequence[int]) -> list[float]:
    """Of the others, the share that a seat beat, less the share that beat it: 1 for the first alone."""
    others = len(places) - 1
    return [(sum(place > own for place in places) - sum(place < own for place in places)) / others for own in places]


def from_points(points: Sequence[int]) -> list[float]:
    """What each seat has more than all have on average."""
    average = sum(points) / len(points)
    return [own - average for own in points]
