"""Arenas as files that grow: a line that says which arena it is, then a line for each deal when it is over.

    {"arena": 1, "game": "braverats", "rules": 1, "box": "5d0c...", "switches": {...}, "seats": 2, "bots": [...], ...}
    {"pair": ["nash", "random"], "deal": 0, "results": [1, 1], "points": [3, 2]}

A file that was left in the middle of a line, by a crash or a full disk, loses that line and goes on.
"""

import errno
import fcntl
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from threading import Lock
from typing import Annotated, Literal, TypeVar

import msgspec

from rumpus.core.errors import WrongFile
from rumpus.core.switches import spoken
from rumpus.core.versions import __version__
from rumpus.lab.arena import Arena, Deal

T = TypeVar("T")


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """Which arena it is; how many games there are to be is not said, because one may always ask for more."""

    arena: Literal[1]
    game: str
    rules: int
    box: str
    switches: dict[str, bool | str]
    seats: int
    bots: list[str]
    seed: int
    rumpus: str


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A deal: for each seating what it was for the pair's first bot, 1, 0 or -1, and by how many points."""

    pair: tuple[str, str]
    deal: Annotated[int, msgspec.Meta(ge=0)]
    results: list[Literal[-1, 0, 1]]
    points: list[int]


def header_of(arena: Arena) -> Header:
    game = arena.game
    return Header(
        arena=1, game=game.name, rules=game.rules.VERSION, box=game.contents.digest, switches=game.switches,
        seats=game.seats, bots=list(arena.names), seed=arena.seed, rumpus=__version__,
    )  # fmt: skip


def line_of(arena: Arena, deal: Deal) -> Line:
    one, other = deal.pair
    return Line((arena.names[one], arena.names[other]), deal.number, list(deal.results), list(deal.points))  # type: ignore[arg-type]


def _bytes(line: msgspec.Struct) -> bytes:
    return json.dumps(msgspec.to_builtins(line)).encode() + b"\n"


# Reading ----------------------------------------------------------------------------------------------------------


@dataclass
class ArenaFile:
    """What a file holds: nothing yet, or the header and the deals of an arena."""

    path: Path
    header: Header | None = None
    lines: list[Line] = field(default_factory=list)
    size: int = 0
    """Bytes of whole lines; what comes after them is half a line, and worth nothing."""

    def deals(self, arena: Arena) -> list[Deal]:
        """The deals, for an arena that must be the same one."""
        if self.header is not None:
            self._compare(self.header, header_of(arena))
        pairs = {(arena.names[one], arena.names[other]): (one, other) for one, other in arena.pairs}
        for number, line in enumerate(self.lines, 2):
            self._check(arena, number, line, line.pair in pairs)
        return [Deal(pairs[line.pair], line.deal, tuple(line.results), tuple(line.points)) for line in self.lines]

    def _compare(self, there: Header, here: Header) -> None:
        said, wanted = _told(there), _told(here)
        names = [name for name in {**said, **wanted} if said.get(name) != wanted.get(name)]
        if names:
            told = "; ".join(
                f"{name} {said.get(name, 'none')} there, {wanted.get(name, 'none')} here" for name in names
            )
            raise WrongFile(f"{self.path} is of another arena: {told}. Name another file, or ask for the same arena.")

    def _check(self, arena: Arena, number: int, line: Line, is_pair: bool) -> None:
        if not is_pair:
            raise _refusal(self.path, number, f"{' and '.join(line.pair)} are no pair of this arena.")
        if not len(line.results) == len(line.points) == len(arena.seatings):
            raise _refusal(self.path, number, f"a deal has {len(arena.seatings)} results and as many points.")


def _told(header: Header) -> dict[str, str]:
    """What a header says, as a person writes it."""
    plain = {name: str(getattr(header, name)) for name in ("game", "rules", "box", "seats", "seed", "rumpus")}
    return {**plain, "bots": ", ".join(header.bots), **{name: spoken(value) for name, value in header.switches.items()}}


def read_arena(path: Path) -> ArenaFile:
    """What is in the file, as far as its lines are whole; nothing, if there is no such file."""
    if not path.parent.is_dir():
        raise WrongFile(f"{path} cannot be written: there is no folder {path.parent}.")
    if not path.exists():
        return ArenaFile(path)
    if not path.is_file():
        raise WrongFile(f"{path} is no file that an arena can be kept in.")
    whole, newline, rest = _read(path).rpartition(b"\n")
    if not newline:
        _check_beginning(path, rest)
        return ArenaFile(path)
    header, *lines = whole.split(b"\n")
    return ArenaFile(
        path, _parsed(path, 1, header, Header),
        [_parsed(path, number, line, Line) for number, line in enumerate(lines, 2)], len(whole) + 1,
    )  # fmt: skip


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise WrongFile(f"{path} cannot be read: {error.strerror or error}.") from None


def _check_beginning(path: Path, found: bytes) -> None:
    """Half a header may be written over; whatever else lies there is somebody's."""
    beginning = b'{"arena": 1'
    if not (found.startswith(beginning) or beginning.startswith(found)):
        raise _refusal(path, 1, "it does not begin as the file of an arena does.")


def _parsed(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.convert(json.loads(line), kind)
    except (ValueError, RecursionError) as error:  # no JSON, no UTF-8, or not what a line says
        raise _refusal(path, number, f"it is no line of an arena's file ({error}).") from None


def _refusal(path: Path, number: int, what: str) -> WrongFile:
    return WrongFile(f"{path}, line {number}: {what}")


# Writing ----------------------------------------------------------------------------------------------------------


@contextmanager
def going_on(kept: ArenaFile, arena: Arena) -> Iterator[Callable[[Deal], None]]:
    """Something to give each deal to, from any thread: it is in the file before the next one is played."""
    try:
        target = FileIO(kept.path, "ab")
    except OSError as error:
        raise WrongFile(f"{kept.path} cannot be written: {error.strerror or error}.") from None
    lock = Lock()

    def write(line: msgspec.Struct) -> None:
        with lock:
            _append(target, kept, _bytes(line))

    with target:
        _claim(target, kept)
        target.truncate(kept.size)
        if kept.header is None:
            write(header_of(arena))
        yield lambda deal: write(line_of(arena, deal))


def _claim(target: FileIO, kept: ArenaFile) -> None:
    """Two arenas that write to one file would cut off each other's lines."""
    try:
        fcntl.flock(target, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise WrongFile(f"{kept.path} is being written by another arena: wait for it, or name another file.") from None
    size = os.fstat(target.fileno()).st_size
    if size > kept.size and _read(kept.path)[kept.size :].count(b"\n"):
        raise WrongFile(f"{kept.path} has grown since it was read: another arena wrote to it. Start again to go on.")


def _append(target: FileIO, kept: ArenaFile, line: bytes) -> None:
    """A line, whole or not at all."""
    try:
        if target.write(line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        kept.size += len(line)
    except OSError as error:
        with suppress(OSError):
            target.truncate(kept.size)
        raise WrongFile(
            f"{kept.path} cannot be written any more: {error.strerror or error}. What it holds is whole, and the same"
            " command goes on from there."
        ) from None
