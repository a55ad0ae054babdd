"""The folder where a server keeps its tables: found, made, and taken for oneself, so that two never write in it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rumpus.core.errors import RumpusError

IN_USE = "in-use"


class WrongFolder(RumpusError):
    """A folder that tables cannot be kept in."""


def data_root() -> Path:
    """The user's folder for what must not be lost."""
    chosen = os.environ.get("RUMPUS_DATA") or os.environ.get("XDG_DATA_HOME")
    base = Path(chosen) if chosen else Path.home() / ".local" / "share"
    return base / "rumpus"


@contextmanager
def taken(folder: Path) -> Iterator[Path]:
    """The folder, made if it is not there, for this process alone. The lock goes with the process, however it ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(folder / IN_USE, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise WrongFolder(_unusable(folder, error)) from None
    with closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                sentence = f"{folder} is in use by another server: end that one, or choose another folder with --data."
                raise WrongFolder(sentence) from None
            raise WrongFolder(_unusable(folder, error)) from None
        except sqlite3.DatabaseError as error:
            raise WrongFolder(_unusable(folder, error)) from None
        yield folder


def _unusable(folder: Path, error: Exception) -> str:
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return f"Tables cannot be kept in {folder}: {why}. Choose another folder with --data."
