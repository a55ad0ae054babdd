"""Work in threads of its own, beside the loop. A thread cannot be stopped, so one that never ends is left behind."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """What came of some work: a result, or what went wrong."""

    result: Any = None
    error: BaseException | None = None

    def get(self) -> Any:
        if isinstance(self.error, Exception):
            raise self.error
        if self.error is not None:  # a bot must not be able to end the server
            raise RuntimeError(f"it ended with {self.error!r}")
        return self.result


def in_thread(
    function: Callable[..., Any], *args: object, when_done: Callable[[], None] = lambda: None
) -> "asyncio.Future[Outcome]":
    """Begin some work; what came of it comes back to the loop."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Outcome] = loop.create_future()

    def settle(outcome: Outcome) -> None:
        when_done()
        if not future.done():
            future.set_result(outcome)

    def work() -> None:
        try:
            outcome = Outcome(function(*args))
        except BaseException as error:
            outcome = Outcome(error=error)
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, outcome)

    threading.Thread(target=work, name="rumpus thinks", daemon=True).start()
    return future
