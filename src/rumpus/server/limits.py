"""How much one visitor may do, so that nobody can spoil it for the others."""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from litestar.middleware.rate_limit import RateLimitConfig
from litestar.types import Middleware

from rumpus.server.problems import TooMuch

HOUR = 3600.0
SMALL_BODY = 16 * 1024
LARGE_BODY = 1024 * 1024
"""For what brings a file of cards; the file itself may have 100,000 letters."""
MESSAGE = 8 * 1024
"""Bytes of a message on a socket."""


@dataclass(frozen=True)
class Limits:
    """What is allowed. The plain ones are far above what a person, or a program that waits for answers, does."""

    requests_a_minute: int = 1_500
    """From one address."""
    tables_an_hour: int = 120
    """Opened by one person."""
    guests_an_hour: int = 600
    """New people from one address."""
    sockets: int = 24
    """Open at once for one person."""
    sockets_of_an_address: int = 600
    message_burst: int = 20
    messages_a_second: float = 10.0

    def middleware(self) -> Middleware:
        """The limit on requests, by the address they come from."""
        return RateLimitConfig(rate_limit=("minute", self.requests_a_minute)).middleware


NO_LIMITS = Limits(*[10**9] * 7)
"""For measurements on one's own machine."""


class Bucket:
    """So many at once, then so many a second."""

    def __init__(self, burst: int, a_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._a_second, self._now = burst, a_second, now
        self._left, self._at = float(burst), now()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        at = self._now()
        self._left, self._at = min(self._burst, self._left + (at - self._at) * self._a_second), at
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Hourly:
    """How often somebody has done something within the last hour."""

    def __init__(self, most: int, sentence: str, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._sentence, self._now = most, sentence, now
        self._times: dict[str, deque[float]] = {}

    def count(self, who: str) -> None:
        """One more; refused if there were too many."""
        now = self._now()
        if who not in self._times:
            self._forget(now)
        times = self._times.setdefault(who, deque())
        while times and times[0] <= now - HOUR:
            times.popleft()
        if len(times) >= self._most:
            raise TooMuch(self._sentence)
        times.append(now)

    def _forget(self, now: float) -> None:
        """Those who have done nothing for an hour, whenever somebody new comes."""
        self._times = {who: times for who, times in self._times.items() if times and times[-1] > now - HOUR}


class OpenSockets:
    """How many sockets and streams each person and each address has open."""

    def __init__(self, limits: Limits) -> None:
        self._limits, self._open = limits, Counter[str]()

    @contextmanager
    def one_more(self, person: str, address: str) -> Iterator[None]:
        self.check(person, address)
        keys = self._limits_of(person, address).keys()
        self._open.update(keys)
        try:
            yield
        finally:
            self._open.subtract(keys)
            self._open += Counter()  # forget those who have none

    def check(self, person: str, address: str) -> None:
        """Whether one more may be opened."""
        for key, most in self._limits_of(person, address).items():
            if self._open[key] >= most:
                raise TooMuch(f"There are {most} pages open already: close some of them first.")

    def _limits_of(self, person: str, address: str) -> dict[str, int]:
        return {f"person {person}": self._limits.sockets, f"address {address}": self._limits.sockets_of_an_address}


@dataclass
class Ledger:
    """What is counted while the server runs."""

    limits: Limits

    def __post_init__(self) -> None:
        few = "wait a while, or go on at one of those you have"
        self.tables = Hourly(self.limits.tables_an_hour, f"You have opened very many tables within the hour: {few}.")
        self.guests = Hourly(self.limits.guests_an_hour, "Very many guests came from your address: wait a while.")
        self.sockets = OpenSockets(self.limits)

    def bucket(self) -> Bucket:
        return Bucket(self.limits.message_burst, self.limits.messages_a_second)
