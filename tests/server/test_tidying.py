"""Garbage is looked for when the server is quiet, and in a long rush all the same."""

import asyncio
import gc
import time
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from rumpus.server.tidying import QUIET, tidy_when_quiet

LOOK = 0.05


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.me = self


def dropped() -> "weakref.ref[Ring]":
    return weakref.ref(Ring())


@asynccontextmanager
async def tidying(rush: float) -> AsyncIterator[None]:
    task = asyncio.create_task(tidy_when_quiet(LOOK, rush))
    await asyncio.sleep(0)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        gc.unfreeze()


def work(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


async def busy_until_gone(found: "weakref.ref[Ring]", most: float) -> None:
    end = time.monotonic() + most
    while found() is not None and time.monotonic() < end:
        work(LOOK / 2)
        await asyncio.sleep(0)


async def test_what_was_dropped_is_found_when_the_rush_is_over() -> None:
    async with tidying(rush=60.0):
        found = dropped()
        await busy_until_gone(found, 4 * LOOK)
        assert found() is not None
        for _ in range(100):
            await asyncio.sleep(LOOK)
            if found() is None:
                break
        assert found() is None


async def test_little_by_little_is_much_too() -> None:
    """A server that never has much to do still has something to look for in the end."""
    async with tidying(rush=60.0):
        found = dropped()
        for _ in range(200):
            work(QUIET * LOOK / 3)
            await asyncio.sleep(LOOK)
            if found() is None:
                break
        assert found() is None


async def test_in_a_long_rush_it_is_found_too() -> None:
    async with tidying(rush=2 * LOOK):
        found = dropped()
        await busy_until_gone(found, 10.0)
        assert found() is None


async def test_python_does_it_by_itself_again_afterwards() -> None:
    async with tidying(rush=60.0):
        assert not gc.isenabled()
    assert gc.isenabled()
