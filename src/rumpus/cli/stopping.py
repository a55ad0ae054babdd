"""Ctrl-C while a compiler works: it may be deaf for a second, and an exception raised inside it gets lost or breaks it.

So the interpreter is not asked: the signal wakes a thread, and the thread ends the process.
"""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rumpus.cli import STOPPED

STDERR = 2
CLEAR_LINE, SHOW_CURSOR = "\r\x1b[2K", "\x1b[?25h"


@contextmanager
def ends_at_once() -> Iterator[None]:
    """While this lasts, Ctrl-C ends the process, whatever it is doing; for work that leaves nothing to clean up."""
    if os.name == "nt" or threading.current_thread() is not threading.main_thread():
        yield
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    threading.Thread(target=_watch, args=(reader,), daemon=True).start()
    pipe_before = signal.set_wakeup_fd(writer)
    handler_before = signal.signal(signal.SIGINT, _wake_up)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler_before)
        signal.set_wakeup_fd(pipe_before)
        os.close(writer)


def _wake_up(number: int, frame: Any) -> None:
    """Nothing to do: before Python comes here, the signal's number is already in the pipe."""


def _watch(reader: int) -> None:
    """Wait for Ctrl-C, or for the end of the pipe, which is the end of the work."""
    heard = b"-"
    while heard and signal.SIGINT not in heard:
        heard = os.read(reader, 1)
    os.close(reader)
    if heard:
        _end()


def _end() -> None:
    """The last word on stderr: from here on whatever else writes there, a progress bar for one, writes into nothing."""
    terminal, stderr = os.isatty(STDERR), os.dup(STDERR)
    os.dup2(os.open(os.devnull, os.O_WRONLY), STDERR)
    os.write(stderr, f"{CLEAR_LINE}{SHOW_CURSOR}Stopped.\n".encode() if terminal else b"Stopped.\n")
    os._exit(STOPPED)
