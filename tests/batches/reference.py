"""A batch as one would write it in an afternoon: game by game, in plain Python, on desks."""

from typing import Any

import numpy as np

from rumpus.core.desk import laid_out
from rumpus.core.game import Game
from rumpus.core.observing import observation
from rumpus.core.rng import below, fill_streams, generator, weighted
from rumpus.core.rules import CHANCE, OVER
from rumpus.core.view import View, legal_numbers, numbers
from tests.conformance.walking import weights_of


class Table:
    """One game after another, with its own chance."""

    def __init__(self, game: Game, rng: Any, random_seats: frozenset[int] = frozenset()) -> None:
        self.game, self.rng, self.random_seats = game, rng, random_seats
        self._begin()
        self._go_on()

    def _begin(self) -> None:
        self.desk = laid_out(self.game.fresh_state())
        self.past: list[tuple[int, int, Any]] = []
        """Who moved, who was asked then, and how the table lay."""

    def step(self, action: int) -> None:
        self.places: list[int] | None = None
        self.points: list[int] | None = None
        self.final: View | None = None
        self._apply(self.seat, action)
        self._go_on(mover=self.seat)

    def _apply(self, seat: int, number: int) -> None:
        self.past.append((seat, self.game.rules.acting(self.game.open_box, self.desk), self.state))
        self.game.rules.apply(self.game.open_box, self.desk, seat, number)

    def _go_on(self, mover: int | None = None) -> None:
        while True:
            who = self.game.rules.acting(self.game.open_box, self.desk)
            if who == OVER:
                if mover is not None:
                    self._keep_results(mover)
                mover = None
                self._begin()
            elif who == CHANCE:
                self._apply(CHANCE, weighted(self.rng, weights_of(self.game, self.desk)))
            else:
                self.seat = next(seat for seat in range(self.game.seats) if who >> seat & 1)
                self.legal = sorted(legal_numbers(self.game, self.desk, self.seat))
                if self.seat not in self.random_seats:
                    return
                self._apply(self.seat, self.legal[below(self.rng, len(self.legal))])

    def _keep_results(self, mover: int) -> None:
        self.places, self.points = (numbers(self.game, self.desk, word) for word in ("places", "points"))
        self.final = View(self.game, self.desk.record(), mover)

    @property
    def state(self) -> Any:
        return self.desk.record()

    @property
    def view(self) -> View:
        return View(self.game, self.state, self.seat, self._asked())

    def _asked(self) -> Any:
        """The table as it lay when the seat was asked: before those moved who were asked together with it."""
        shown = self.state
        for mover, asked, state in reversed(self.past):
            if mover in (CHANCE, self.seat) or not asked >> self.seat & 1:
                break
            shown = state
        return shown

    @property
    def win_shares(self) -> list[float]:
        """What each seat gets of a game that ended in the last step; nothing if none did."""
        if self.places is None:
            return [0.0] * self.game.seats
        return [(place == 1) / self.places.count(1) for place in self.places]


def tables(game: Game, n: int, seed: int, random_seats: frozenset[int] = frozenset()) -> list[Table]:
    """Tables with the chance of a batch of so many games with that seed."""
    streams = np.zeros((n, 4), np.int64)
    fill_streams(generator(seed), streams)
    return [Table(game, stream, random_seats) for stream in streams]


def check_alike(batch: Any, reference: list[Table]) -> None:
    """That a batch shows what it should after a step."""
    assert batch.arrays.states.tobytes() == b"".join(table.state.tobytes() for table in reference)
    assert batch.acting.tolist() == [table.seat for table in reference]
    for number, table in enumerate(reference):
        assert np.flatnonzero(batch.mask[number]).tolist() == table.legal
        assert np.array_equal(batch.observation[number], observation(table.view, batch.layout.encoding))
