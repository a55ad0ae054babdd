"""What one seat knows: all that ever leaves the engine is made from this."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from rumpus.core.errors import WrongSeat
from rumpus.core.game import Game
from rumpus.core.record import read_only
from rumpus.core.rng import Rng
from rumpus.core.rules import CHANCE, NOBODY, OVER, State, Weights


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
        if seat != NOBODY:
            check_seat(game, seat)
        self.game, self.seat, self.state = game, seat, seen_from(game, truth, seat)
        self.asked = self.state if asked is None else seen_from(game, asked, seat)

    @classmethod
    def of_known(cls, game: Game, known: State, seat: int) -> "View":
        """The view of a seat from what it knows, where that has been worked out already."""
        view = cls.__new__(cls)
        view.game, view.seat, view.state, view.asked = game, seat, known, known
        return view

    def __str__(self) -> str:
        return str(self.scene())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.seat == other.seat and bool(self.state == other.state)

    __hash__ = None  # type: ignore[assignment]

    @property
    def acting(self) -> set[int]:
        return acting_seats(self.game, self.state)

    @property
    def legal(self) -> list[Action]:
        """What this seat may choose now."""
        return [] if self.seat == NOBODY else legal_actions(self.game, self.state, self.seat)

    def scene(self) -> Any:
        """What lies on the table for this seat."""
        return self.game.definition.scene(self)

    def position(self) -> dict[str, Any]:
        """What this seat knows, as a dictionary with names instead of numbers."""
        return self.game.position(self.state)


def seen_from(game: Game, truth: State, seat: int) -> State:
    """What a seat knows of the truth."""
    known = truth.copy()
    game.rules.redact(game.box, known, seat)
    return read_only(known)


def check_seat(game: Game, seat: int) -> None:
    if type(seat) is not int or seat not in range(game.seats):
        raise WrongSeat(f"There is no seat {seat!r}: the seats are {', '.join(map(str, range(game.seats)))}.")


def acting_seats(game: Game, state: State) -> set[int]:
    who = game.rules.acting(game.box, state)
    if who == CHANCE:
        return {CHANCE}
    return set() if who == OVER else {seat for seat in range(game.seats) if who >> seat & 1}


def legal_numbers(game: Game, state: State, seat: int) -> list[int]:
    mask = np.zeros(game.rules.ACTIONS, np.int8)
    game.rules.legal(game.box, state, seat, mask)
    return [int(number) for number in np.flatnonzero(mask)[::-1]]


def legal_actions(game: Game, state: State, seat: int) -> list[Action]:
    """What a seat may choose, the highest number first."""
    return [Action(number, game.words.action(game, state, seat, number)) for number in legal_numbers(game, state, seat)]


def chance_weights(game: Game, state: State) -> Weights:
    """The weight of each outcome that chance may choose now."""
    weights = np.zeros(game.rules.OUTCOMES, np.int64)
    game.rules.chance(game.box, state, weights)
    return weights


def outcomes(game: Game, state: State) -> list[Outcome]:
    """What chance may choose now."""
    weights = chance_weights(game, state)
    return [
        Outcome(int(number), int(weights[number]), game.words.outcome(game, state, int(number)))
        for number in np.flatnonzero(weights)
    ]


def numbers(game: Game, state: State, word: str) -> list[int]:
    """The answer to 'points' or 'places', one number for each seat."""
    out = np.zeros(game.seats, np.int64)
    getattr(game.rules, word)(game.box, state, out)
    return [int(number) for number in out]
