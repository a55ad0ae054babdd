"""Python's own tidying up, at a time when nobody waits.

Tables are many small things that stay, and what a move leaves behind goes by itself. Only closed connections leave
something that has to be looked for. Python would look every few moves, through all that is new at all tables; here it
looks when the server has little to do, and in a long rush now and then.
"""

import asyncio
import gc
import time

LOOK_SECONDS = 10.0
QUIET = 0.05
"""The share of its time that a quiet server works."""
RUSH_SECONDS = 600.0
"""After so long it is done even if the server has much to do."""


async def tidy_when_quiet(look: float = LOOK_SECONDS, rush: float = RUSH_SECONDS) -> None:
    """From now on; when this is cancelled, Python does it again by itself."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        while True:
            await _quiet(look, rush)
            gc.collect()
    finally:
        gc.enable()


async def _quiet(look: float, rush: float) -> None:
    """Until the server has had something to do, and then a while in which it had little to do, or a long rush."""
    start, begun = time.monotonic(), time.process_time()
    while True:
        before = time.process_time()
        await asyncio.sleep(look)
        is_working = time.process_time() - before > QUIET * look
        has_worked = time.process_time() - begun > QUIET * look  # all in all: many a little is much, too
        if has_worked and (not is_working or time.monotonic() - start > rush):
            return
