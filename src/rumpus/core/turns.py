"""One process at a time: whoever comes later waits, and finds what the first has made."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # on Windows each process makes its own
    fcntl = None  # type: ignore[assignment]


@contextmanager
def one_at_a_time(file: Path, tell: Callable[[], Callable[[], None]]) -> Iterator[None]:
    """Hold this file; if another process does, `tell` is called before one waits, and its answer afterwards.

    A process that ends lets go of it, in whatever way it ends.
    """
    held = _opened(file)
    if held is None:
        yield
        return
    with held:
        _wait_for(held, tell)
        try:
            yield
        finally:
            fcntl.flock(held, fcntl.LOCK_UN)  # a child forked meanwhile has the file open too


def _opened(file: Path) -> IO[bytes] | None:
    if fcntl is None:
        return None
    try:
        return file.open("ab")
    except OSError:  # there is no folder to keep anything in
        return None


def _wait_for(held: IO[bytes], tell: Callable[[], Callable[[], None]]) -> None:
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        done = tell()
        fcntl.flock(held, fcntl.LOCK_EX)
        done()
