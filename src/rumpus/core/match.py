"""A match: a game, and the list of what was chosen so far. Enough to replay everything."""

import secrets
from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from rumpus.core.desk import copied, laid_out
from rumpus.core.errors import RumpusError, WrongAction, WrongSeat
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
    check_viewer,
    legal_actions,
    legal_numbers,
    numbers,
    outcomes,
)
from rumpus.core.whole import pythons

EVERYTHING = -3
"""The viewer who sees every card: for the log of a finished match, and for those who study it."""
KEPT_VIEWS = 12
"""What each seat knew of the newest moments is wanted again: for its scene, and to tell what happened since."""


@dataclass(frozen=True)
class Move:
    """A choice that was made: by a seat, or by CHANCE."""

    seat: int
    number: int


@dataclass(frozen=True)
class Moment:
    """How it was before the first move, or after one of them."""

    state: State
    acting: frozenset[int]
    rng: Any
    """Where the stream of chance was, if there is one."""


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
        self._rng = None if seed is None else generator(seed)
        self._desk = laid_out(first)
        self._moments = [self._moment_now()]
        self._views: dict[tuple[int, int], View] = {}
        self._let_chance_act()

    # What is the case

    @property
    def state(self) -> State:
        """The whole truth now. Read it; it is not yours to write."""
        return self._moments[-1].state

    @property
    def states(self) -> tuple[State, ...]:
        """The truth at the start and after each move."""
        return tuple(moment.state for moment in self._moments)

    @property
    def acting(self) -> Set[int]:
        """The seats that may choose now; none when the match is over; CHANCE where chance is played by hand."""
        return self._moments[-1].acting

    @property
    def over(self) -> bool:
        return not self._moments[-1].acting

    @property
    def places(self) -> list[int] | None:
        """The finishing place of each seat, when the match is over."""
        return numbers(self.game, self._desk, "places") if self.over else None

    @property
    def points(self) -> list[int]:
        return numbers(self.game, self._desk, "points")

    @property
    def reason(self) -> str | None:
        """Why the match ended, in words."""
        return self.game.words.reason(self.game, self._desk) if self.over else None

    def legal(self, seat: int) -> list[Action]:
        """What a seat may choose now, the highest number first."""
        return legal_actions(self.game, self._desk, check_seat(self.game, seat))

    def chance(self) -> list[Outcome]:
        """What chance may choose now, where it is played by hand."""
        return outcomes(self.game, self._desk) if self.acting == {CHANCE} else []

    def view(self, seat: int, moment: int | None = None) -> View:
        """What a seat knows, or knew after so many moves; for NOBODY, what lies face up for everybody."""
        viewer = check_viewer(self.game, seat)
        return self._view(self._checked_moment(moment), viewer)

    def _view(self, number: int, seat: int) -> View:
        """Made once; the latest few are kept, because they are asked for again and again."""
        found = self._views.get((number, seat))
        if found is None:
            found = self._views[number, seat] = self._made_view(number, seat)
            if len(self._views) > KEPT_VIEWS:
                del self._views[next(iter(self._views))]
        return found

    def asked_at(self, seat: int, moment: int | None = None) -> int:
        """After how many moves the seat was asked for its choice: others, asked with it, may have chosen since."""
        number = self._checked_moment(moment)
        while number and self._chose_at_once(seat, number - 1):
            number -= 1
        return number

    def _chose_at_once(self, seat: int, number: int) -> bool:
        """Whether that move was another seat's, who was asked together with this one."""
        mover, acting = self.moves[number].seat, self._moments[number].acting
        return mover != seat and mover in acting and seat in acting

    def _made_view(self, number: int, seat: int) -> View:
        view, asked_at = View(self.game, self._moments[number].state, seat), self.asked_at(seat, number)
        if asked_at != number:
            view.asked = self._view(asked_at, seat).state
        return view

    def position(self) -> dict[str, Any]:
        """The whole truth, as a dictionary with names instead of numbers."""
        return self.game.position(self.state)

    # What one does

    def play(self, seat: int, action: int | str | Action | Outcome) -> None:
        """A seat chooses: by number, by words or with what `legal` gave. With `by_hand`, chance does so too."""
        mover = self._check_turn(seat)
        self._do(Move(mover, self._number(mover, action)))
        self._let_chance_act()

    def undo(self) -> None:
        """Take the last choice of a seat back, and what chance did after it."""
        if not any(move.seat != CHANCE or self.by_hand for move in self.moves):
            raise WrongAction("There is nothing to take back: nobody has chosen yet.")
        while self._forget_last().seat == CHANCE and not self.by_hand:
            pass
        self._desk.put(self.state)
        self._views = {}
        if self._rng is not None:
            self._rng[:] = self._moments[-1].rng

    def _forget_last(self) -> Move:
        self._moments.pop()
        return self.moves.pop()

    def copy(self) -> "Match":
        """The same match, to try something out."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.players, twin.moves, twin._moments = list(self.players), list(self.moves), list(self._moments)
        twin._desk, twin._rng = copied(self._desk), None if self._rng is None else self._rng.copy()
        twin._views = dict(self._views)
        return twin

    def replay(self, moves: Iterable[Move] | None = None, upto: int | None = None) -> "Match":
        """The match from its start again, move by move, by the rules: its own moves, or others."""
        again = self._from_its_start()
        for move in list(self.moves if moves is None else moves)[:upto]:
            again.play(move.seat, move.number)
        again._describe_as(self)
        if self._rng is not None and again.moves == self.moves[: len(again.moves)]:
            again._moments = self._moments[: len(again.moves) + 1]  # chance goes on as it did here
            again._rng = again._moments[-1].rng.copy()
        return again

    def _from_its_start(self) -> "Match":
        """A match at this one's first state, in which nobody has chosen and chance waits to be played."""
        return Match(self.game, self._moments[0].state, by_hand=True, start=self.start)

    def _describe_as(self, other: "Match") -> None:
        self.by_hand, self.seed, self.date, self.players = other.by_hand, other.seed, other.date, list(other.players)

    def _do(self, move: Move) -> None:
        try:
            self.game.rules.apply(self.game.open_box, self._desk, move.seat, move.number)
        except BaseException:  # a move takes place as a whole or not at all
            self._desk.put(self.state)
            raise
        self.moves.append(move)
        self._moments.append(self._moment_now())

    def _moment_now(self) -> Moment:
        rng = None if self._rng is None else self._rng.copy()
        return Moment(self._desk.record(), acting_seats(self.game, self._desk), rng)

    def _let_chance_act(self) -> None:
        while not self.by_hand and self.acting == {CHANCE}:
            self._do(Move(CHANCE, self._draw()))

    def _draw(self) -> int:
        weights = chance_weights(self.game, self._desk)
        if self._rng is not None:
            return weighted(self._rng, weights)
        left = secrets.randbelow(int(weights.sum()))
        return int(np.searchsorted(np.cumsum(weights), left, side="right"))

    # What is not allowed

    def _check_turn(self, seat: int) -> int:
        mover = CHANCE if pythons(seat) == CHANCE else check_seat(self.game, seat)
        if self.over:
            raise WrongSeat("The match is over: nobody may choose any more.")
        if mover not in self.acting:
            now = " and ".join("chance" if one == CHANCE else f"seat {one}" for one in sorted(self.acting))
            raise WrongSeat(f"{'Chance' if mover == CHANCE else f'Seat {mover}'} may not choose now: it is for {now}.")
        return mover

    def _checked_moment(self, moment: int | None) -> int:
        last = len(self.moves)
        if moment is None:
            return last
        number = pythons(moment)
        if type(number) is not int or not 0 <= number <= last:
            raise RumpusError(f"There is no moment {number!r}: this match has moments 0 to {last}.")
        return number

    def _number(self, seat: int, action: int | str | Action | Outcome) -> int:
        if type(action) is int and seat != CHANCE and action in legal_numbers(self.game, self._desk, seat):
            return action  # as it nearly always is; nothing has to be put into words
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
        return [self.tell(number, viewer) for number in range(len(self.moves))]

    def tell(self, number: int, viewer: int = EVERYTHING) -> list[str]:
        """The lines that tell one move, as this viewer saw it; the first move has number 0."""
        before, after = self._seen(number, viewer), self._seen(number + 1, viewer)
        return self.game.words.tell(self.game, before, after, self.moves[number].seat)

    def _seen(self, moment: int, viewer: int) -> State:
        if viewer == EVERYTHING:
            return laid_out(self._moments[self._checked_moment(moment)].state)
        return self.view(viewer, moment).desk

    def __str__(self) -> str:
        return "\n".join([f"{self.game.title}: {' against '.join(self.players)}", *self.log()])

    def __repr__(self) -> str:
        return f"<match of {self.game.title}, {len(self.moves)} moves, {'over' if self.over else 'under way'}>"

    def save(self, file: str | Path) -> None:
        """Write the match to a text file."""
        from rumpus.core.matchfile import write_match

        write_match(self, Path(file))
