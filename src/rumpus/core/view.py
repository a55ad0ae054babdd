"""What one seat knows: all that ever leaves the engine is made from this."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Protocol

import numpy as np

from rumpus.core.desk import Desk, copied, laid_out
from rumpus.core.errors import WrongSeat
from rumpus.core.game import Game
from rumpus.core.rng import Rng
from rumpus.core.rules import CHANCE, NOBODY, State, Weights
from rumpus.core.whole import pythons


@dataclass(frozen=True)
class Action:
    """Something a seat may choose: its number, and what it is called."""

    number: int
    words: str

    def __repr__(self) -> str:
        return f'Action({self.number}, "{self.words}")'


@dataclass(frozen=True)
class Outcome:
    """Something chance may choose, with its weight among the others."""

    number: int
    weight: int
    words: str


class Bot(Protocol):
    """A player that is a program: it gets a view and answers with the number of a legal action.

    Who chooses at the same time as others thinks about `view.asked`, not about what they may have laid since.
    """

    name: str

    def choose(self, view: "View", rng: Rng) -> int: ...


class View:
    """What a seat knows of a moment; for NOBODY, what lies face up for everybody.

    `asked` is what the seat knew when it was asked to choose: others asked at the same time may have chosen since,
    which adds nothing to what it knows but that they did.
    """

    def __init__(self, game: Game, truth: State, seat: int, asked: State | None = None) -> None:
        self.game, self.seat = game, check_viewer(game, seat)
        self.desk = seen_from(game, truth, self.seat)
        if asked is not None:
            self.asked = seen_from(game, asked, seat).record()

    @classmethod
    def of_known(cls, game: Game, known: State, seat: int) -> "View":
        """The view of a seat from what it knows, where that has been worked out already."""
        view = cls.__new__(cls)
        view.game, view.seat, view.state = game, seat, known
        return view

    def __str__(self) -> str:
        return str(self.scene())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.seat == other.seat and self.desk == other.desk

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def state(self) -> State:
        """What the seat knows, as a record."""
        return self.desk.record()

    @cached_property
    def asked(self) -> State:
        """What the seat knew when it was asked: the same, unless somebody else has chosen since."""
        return self.state

    # What follows from it is asked for many times: for the scene, for the prompt, for the buttons

    @cached_property
    def desk(self) -> Any:
        """The state laid out: scenes and words read it there, because that is quicker."""
        return laid_out(self.state)

    @cached_property
    def acting(self) -> frozenset[int]:
        """The seats that may choose now; none when the game is over; CHANCE where chance is to choose."""
        return acting_seats(self.game, self.desk)

    @cached_property
    def allowed(self) -> frozenset[int]:
        """The numbers of what this seat may choose now."""
        return frozenset() if self.seat == NOBODY else frozenset(legal_numbers(self.game, self.desk, self.seat))

    @property
    def legal(self) -> list[Action]:
        """What this seat may choose now."""
        return list(self._legal)

    @cached_property
    def _legal(self) -> tuple[Action, ...]:
        return () if self.seat == NOBODY else tuple(legal_actions(self.game, self.desk, self.seat))

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The score of each seat."""
        return tuple(numbers(self.game, self.desk, "points"))

    @cached_property
    def places(self) -> tuple[int, ...] | None:
        """The finishing place of each seat, when the game is over."""
        return None if self.acting else tuple(numbers(self.game, self.desk, "places"))

    def scene(self) -> Any:
        """What lies on the table for this seat."""
        return self.game.definition.scene(self)

    def position(self) -> dict[str, Any]:
        """What this seat knows, as a dictionary with names instead of numbers."""
        return self.game.position(self.state)


def seen_from(game: Game, truth: State, seat: int) -> Desk:
    """What a seat knows of the truth, laid out."""
    known: Desk = copied(truth)
    game.rules.redact(game.open_box, known, seat)
    return known


def check_seat(game: Game, seat: int) -> int:
    """The seat, as a number of Python's, if there is such a seat at this table."""
    found = pythons(seat)
    if type(found) is not int or found not in range(game.seats):
        raise WrongSeat(f"There is no seat {found!r}: the seats are {', '.join(map(str, range(game.seats)))}.")
    return found


def check_viewer(game: Game, seat: int) -> int:
    """The same of one who looks: a seat, or NOBODY."""
    found = pythons(seat)
    return NOBODY if type(found) is int and found == NOBODY else check_seat(game, found)


def acting_seats(game: Game, state: State) -> frozenset[int]:
    return seats_in(game.rules.acting(game.open_box, laid_out(state)))


@cache
def seats_in(who: int) -> frozenset[int]:
    """The seats that `acting` names; none when the game is over."""
    if who == CHANCE:
        return frozenset({CHANCE})
    return frozenset(seat for seat in range(who.bit_length()) if who >> seat & 1)


def legal_numbers(game: Game, state: State, seat: int) -> list[int]:
    """What a seat may choose, the highest number first."""
    mask = np.zeros(game.rules.ACTIONS, np.int8)
    game.rules.legal(game.open_box, laid_out(state), seat, mask)
    found: list[int] = mask.nonzero()[0][::-1].tolist()
    return found


def legal_actions(game: Game, state: State, seat: int) -> list[Action]:
    """The same with what each is called."""
    here = laid_out(state)
    return [Action(number, game.words.action(game, here, seat, number)) for number in legal_numbers(game, here, seat)]


def chance_weights(game: Game, state: State) -> Weights:
    """The weight of each outcome that chance may choose now."""
    weights = np.zeros(game.rules.OUTCOMES, np.int64)
    game.rules.chance(game.open_box, laid_out(state), weights)
    return weights


def outcomes(game: Game, state: State) -> list[Outcome]:
    """What chance may choose now."""
    here = laid_out(state)
    weights = chance_weights(game, here).tolist()
    return [
        Outcome(number, weight, game.words.outcome(game, here, number))
        for number, weight in enumerate(weights)
        if weight
    ]


def numbers(game: Game, state: State, word: str) -> list[int]:
    """The answer to 'points' or 'places', one number for each seat."""
    out = np.zeros(game.seats, np.int64)
    getattr(game.rules, word)(game.open_box, laid_out(state), out)
    found: list[int] = out.tolist()
    return found
