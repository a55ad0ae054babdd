"""How long it takes to make a game's machine code on this machine: what it took before, or a guess from its rules."""

from contextlib import suppress
from pathlib import Path

import msgspec

from rumpus.core.game import Game
from rumpus.core.kernel import cache_root, kept_directory

LOADING_SECONDS = 10.0
"""So long at most it takes to load code that is kept."""
SECONDS_PER_KILOBYTE = 1.5
"""Of a game's rules as they are written: between two thirds and twice as much was measured, on two slow cores."""


def expected_seconds(game: Game) -> float:
    """How long it will probably take until the code for a game's search is there."""
    if is_kept(game):
        return LOADING_SECONDS
    return _read(_times()).get(_key(game)) or _guess(game)


def is_kept(game: Game) -> bool:
    """Whether the code was made from these very sources and lies in the folder that keeps it."""
    return _key(game) in _read(_ready())


def note_made(game: Game, seconds: float) -> None:
    """The code is in its folder now. What cannot be noted is only known less well next time."""
    if is_kept(game):
        return
    _add(_ready(), _key(game), seconds)
    if seconds > LOADING_SECONDS:  # else it had been made before
        _add(_times(), _key(game), seconds)


def _times() -> Path:
    return cache_root() / "compile-seconds.json"


def _ready() -> Path:
    """Beside the code, so that it goes when the code goes."""
    return kept_directory() / "ready.json"


def _key(game: Game) -> str:
    return f"{game.name} for {game.seats}"


def _guess(game: Game) -> float:
    file = Path(str(game.rules.__file__))
    files = file.parent.glob("*.py") if file.stem == "__init__" else [file]
    return SECONDS_PER_KILOBYTE * sum(one.stat().st_size for one in files) / 1024


def _read(file: Path) -> dict[str, float]:
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(file.read_bytes(), type=dict[str, float])
    return {}


def _add(file: Path, key: str, seconds: float) -> None:
    with suppress(OSError):
        file.write_bytes(msgspec.json.encode({**_read(file), key: round(seconds, 1)}))
