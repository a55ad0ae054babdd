"""The clocks of a table: how much time each seat has left. The time of day comes in from outside."""

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace

from rumpus.server.wire import ClockRule

FRESH_SHARE, FRESH_LEAST = 0.1, 10.0
"""Who takes a seat back that has no time left gets a tenth of the bank, and so many seconds at least."""


@dataclass(frozen=True)
class Clocks:
    """Seconds left of each seat at the moment `since`; only those that run lose any from then on."""

    rule: ClockRule
    left: tuple[float, ...]
    running: frozenset[int] = frozenset()
    since: float = 0.0

    @classmethod
    def full(cls, rule: ClockRule, seats: int) -> "Clocks":
        return cls(rule, (float(rule.bank),) * seats)

    def at(self, now: float) -> tuple[float, ...]:
        """What every seat has left now; no clock runs backwards, even if the time of day does."""
        gone = max(0.0, now - self.since)
        return tuple(max(0.0, left - gone) if seat in self.running else left for seat, left in enumerate(self.left))

    def run(self, seats: Set[int], now: float) -> "Clocks":
        """From now on the clocks of these seats run, and no others."""
        return Clocks(self.rule, self.at(now), frozenset(seats), now)

    def stopped(self, now: float) -> "Clocks":
        return self.run(frozenset(), now)

    def with_more(self, seat: int) -> "Clocks":
        """The seat has chosen, and gets its seconds for that."""
        return self._with(seat, self.left[seat] + self.rule.more)

    def with_some(self, seat: int) -> "Clocks":
        """The seat is taken back: with what it has left, or with a little if that is too little to play on."""
        return self._with(seat, max(self.left[seat], FRESH_LEAST, FRESH_SHARE * self.rule.bank))

    def _with(self, seat: int, left: float) -> "Clocks":
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))

    def out_of_time(self, now: float) -> set[int]:
        """Seats whose clock runs and has come to its end."""
        left = self.at(now)
        return {seat for seat in self.running if left[seat] <= 0.0}

    def next_end(self, now: float) -> float | None:
        """In how many seconds the first clock comes to its end, if nobody chooses before."""
        left = self.at(now)
        return min((left[seat] for seat in self.running), default=None)

    # As they are written down

    def milliseconds(self, now: float) -> list[int]:
        return [round(1000 * left) for left in self.at(now)]

    def read(self, milliseconds: Iterable[int]) -> "Clocks":
        """The clocks as they were written down; they stand until somebody lets them run."""
        return Clocks(self.rule, tuple(one / 1000 for one in milliseconds))
