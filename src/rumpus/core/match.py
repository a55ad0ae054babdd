"""A match: a game, and the list of what was chosen so far. Enough to replay everything."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from rumpus.core.errors import WrongAction, WrongSeat
from rumpus.core.game import Game
from rumpus.core.rng import generator, weighted
from rumpus.core.rules import CHANCE, NOBODY, State
from rumpus.core.view import (
    Action,
    Outcome,
    View,
    acting_seats,
    chance_weights,
    check_seat,
    legal_actions,
    numbers,
    outcomes,
)

EVERYTHING = -3
"""The viewer who sees every card: for the log of a finished match, and for those who study it."""


@dataclass(frozen=True)
class Move:
    """A choice that was made: by a seat, or by CHANCE."""

    seat: int
    number: int


class Match:
    """Play, take back, replay. Every step is kept, so taking back costs nothing."""

    def __init__(
        self, game: Game, first: State, *, seed: int | None = None, by_hand: bool = False,
        start: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.start, self.by_hand, self.seed = game, start, by_hand, seed
        self.players = [game.words.seat(game, seat) for seat in range(game.seats)]
        self.date = date.today()
        self.moves: list[Move] = []
        self._states = [first]
        self._rng = None if seed is None else generator(seed)
        self._rngs = [self._rng_now()]
        self._let_chance_act()

    # What is the case

    @property
    def state(self) -> State:
        """The whole truth now. Read it; it is not yours to write."""
        return self._states[-1]

    @property
    def states(self) -> tuple[State, ...]:
        """The truth at the start and after each move."""
        return tuple(self._states)

    @property
    def acting(self) -> set[int]:
        """The seats that may choose now; none when the match is over; CHANCE where chance is played by hand."""
        return acting_seats(self.game, self.state)

    @property
    def over(self) -> bool:
        return not self.acting

    @property
    def places(self) -> list[int] | None:
        """The finishing place of each seat, when the match is over."""
        return numbers(self.game, self.state, "places") if self.over else None

    @property
    def points(self) -> list[int]:
        return numbers(self.game, self.state, "points")

    @property
    def reason(self) -> str | None:
        """Why the match ended, in words."""
        return self.game.words.reason(self.game, self.state) if self.over else None

    def legal(self, seat: int) -> list[Action]:
        """What a seat may choose now, the highest number first."""
        check_seat(self.game, seat)
        return legal_actions(self.game, self.state, seat)

    def chance(self) -> list[Outcome]:
        """What chance may choose now, where it is played by hand."""
        return outcomes(self.game, self.state) if self.acting == {CHANCE} else []

    def view(self, seat: int) -> View:
        """What a seat knows; for NOBODY, what lies face up for everybody."""
        return View(self.game, self.state, seat, self._states[self._asked_at(seat)])

    def _asked_at(self, seat: int) -> int:
        """After how many moves the seat was asked for its choice: others, asked with it, may have chosen since."""
        number = len(self.moves)
        while number and self._chose_at_once(seat, number - 1):
            number -= 1
        return number

    def _chose_at_once(self, seat: int, number: int) -> bool:
        """Whether that move was another seat's, who was asked together with this one."""
        mover, acting = self.moves[number].seat, acting_seats(self.game, self._states[number])
        return mover != seat and {mover, seat} <= acting

    def position(self) -> dict[str, Any]:
        """The whole truth, as a dictionary with names instead of numbers."""
        return self.game.position(self.state)

    # What one does

    def play(self, seat: int, action: int | str | Action | Outcome) -> None:
        """A seat chooses: by number, by words or with what `legal` gave. With `by_hand`, chance does so too."""
        self._check_turn(seat)
        self._do(Move(seat, self._number(seat, action)))
        self._let_chance_act()

    def undo(self) -> None:
        """Take the last choice of a seat back, and what chance did after it."""
        if not any(move.seat != CHANCE or self.by_hand for move in self.moves):
            raise WrongAction("There is nothing to take back: nobody has chosen yet.")
        while True:
            move = self.moves.pop()
            self._states.pop()
            self._rngs.pop()
            if move.seat != CHANCE or self.by_hand:
                break
        if self._rng is not None:
            self._rng[:] = self._rngs[-1]

    def copy(self) -> "Match":
        """The same match, to try something out."""
        twin = self._from_its_start()
        twin._describe_as(self)
        twin.moves, twin._states, twin._rngs = list(self.moves), list(self._states), list(self._rngs)
        twin._rng = None if self._rng is None else self._rng.copy()
        return twin

    def replay(self, moves: Iterable[Move] | None = None, upto: int | None = None) -> "Match":
        """The match from its start again, move by move, by the rules: its own moves, or others."""
        again = self._from_its_start()
        for move in list(self.moves if moves is None else moves)[:upto]:
            again.play(move.seat, move.number)
        again._describe_as(self)
        if self._rng is not None and again.moves == self.moves[: len(again.moves)]:
            again._rngs = self._rngs[: len(again.moves) + 1]  # chance goes on as it did here
            again._rng = again._rngs[-1].copy()
        return again

    def _from_its_start(self) -> "Match":
        """A match at this one's first state, in which nobody has chosen and chance waits to be played."""
        return Match(self.game, self._states[0], by_hand=True, start=self.start)

    def _describe_as(self, other: "Match") -> None:
        self.by_hand, self.seed, self.date, self.players = other.by_hand, other.seed, other.date, list(other.players)

    def _do(self, move: Move) -> None:
        state = self.state.copy()
        self.game.rules.apply(self.game.box, state, move.seat, move.number)
        self.moves.append(move)
        self._states.append(state)
        self._rngs.append(self._rng_now())

    def _let_chance_act(self) -> None:
        while not self.by_hand and self.acting == {CHANCE}:
            self._do(Move(CHANCE, self._draw()))

    def _draw(self) -> int:
        weights = chance_weights(self.game, self.state)
        if self._rng is not None:
            return weighted(self._rng, weights)
        left = secrets.randbelow(int(weights.sum()))
        return int(np.searchsorted(np.cumsum(weights), left, side="right"))

    def _rng_now(self) -> Any:
        return None if self._rng is None else self._rng.copy()

    # What is not allowed

    def _check_turn(self, seat: int) -> None:
        if seat != CHANCE:
            check_seat(self.game, seat)
        if self.over:
            raise WrongSeat("The match is over: nobody may choose any more.")
        if seat not in self.acting:
            now = " and ".join("chance" if one == CHANCE else f"seat {one}" for one in sorted(self.acting))
            raise WrongSeat(f"{'Chance' if seat == CHANCE else f'Seat {seat}'} may not choose now: it is for {now}.")

    def _number(self, seat: int, action: int | str | Action | Outcome) -> int:
        allowed = self.chance() if seat == CHANCE else self.legal(seat)
        wanted = action.number if isinstance(action, Action | Outcome) else action
        found = [one.number for one in allowed if wanted in (one.number, one.words) and not isinstance(wanted, bool)]
        choices = ", ".join(f'{one.number} "{one.words}"' for one in allowed)
        if len(found) > 1:
            raise WrongAction(f"{wanted!r} can mean several: say it by number; allowed are {choices}.")
        if not found:
            raise WrongAction(f"{wanted!r} is not allowed now; allowed are {choices}.")
        return found[0]

    # In words

    def log(self, viewer: int = EVERYTHING) -> list[str]:
        """What has happened, as this viewer saw it."""
        return [line for lines in self.story(viewer) for line in lines]

    def story(self, viewer: int = EVERYTHING) -> list[list[str]]:
        """For each move the lines that tell it, as this viewer saw it."""
        if viewer not in (EVERYTHING, NOBODY):
            check_seat(self.game, viewer)
        seen = [self._seen(state, viewer) for state in self.states]
        steps = zip(seen, seen[1:], self.moves, strict=False)
        return [self.game.words.tell(self.game, before, after, move.seat) for before, after, move in steps]

    def _seen(self, state: State, viewer: int) -> State:
        return state if viewer == EVERYTHING else View(self.game, state, viewer).state

    def __str__(self) -> str:
        return "\n".join([f"{self.game.title}: {' against '.join(self.players)}", *self.log()])

    def __repr__(self) -> str:
        return f"<match of {self.game.title}, {len(self.moves)} moves, {'over' if self.over else 'under way'}>"

    def save(self, file: str | Path) -> None:
        """Write the match to a text file."""
        from rumpus.core.matchfile import write_match

        write_match(self, Path(file))
