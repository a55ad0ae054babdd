"""Matches as text files that a person can read.

    rumpus match
    rumpus: 0.1.0           which wrote the file
    game: braverats
    rules: 1
    box: 5d0c...            the digest of the cards
    switches: fast_rat=yes  (or: none)
    seats: Ann, Ben
    date: 2026-11-15

    1. seat 0: 7, play the Prince
    2. seat 1: 1, play the Princess
    end: 2 moves, places 2 1, the Princess took the Prince

Reading goes through the rules: a file is refused at the first line that says something else than they do.
"""

import errno
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from rumpus.core.box import ONE_LINE
from rumpus.core.errors import RumpusError, WrongFile
from rumpus.core.game import Definition, Game
from rumpus.core.match import Match
from rumpus.core.rules import CHANCE, State
from rumpus.core.switches import spoken
from rumpus.core.versions import NUMBERS, UNNAMED, __version__, who_reads
from rumpus.core.view import Action, Outcome, legal_actions, outcomes

TITLE = "rumpus match"
NEEDED = ("game", "rules", "box", "switches", "seats", "date")
ALLOWED = ("rumpus", *NEEDED, "start")
MOVE = re.compile(r"(\d{1,9})\. (seat (\d{1,9})|chance): (\d{1,9}), (.*)")


# Writing ----------------------------------------------------------------------------------------------------------


def write_match(match: Match, file: Path) -> None:
    """All or nothing: a full disk leaves the file that was there before."""
    text = match_text(match)
    try:
        _write_whole(file.resolve(), text)
    except OSError as error:
        raise WrongFile(f"{file} cannot be written: {error.strerror or error}.") from None


def _write_whole(file: Path, text: str) -> None:
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if file.exists() and not file.is_file():  # a device must not be replaced by a file
        file.write_text(text, encoding="utf-8")
        return
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(file)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def match_text(match: Match) -> str:
    return "\n".join([TITLE, *_header(match), "", *_moves(match), _end(match), ""])


def _header(match: Match) -> Iterator[str]:
    game = match.game
    yield f"rumpus: {__version__}"
    yield f"game: {game.name}"
    yield f"rules: {game.rules.VERSION}"
    yield f"box: {game.contents.digest}"
    yield f"switches: {', '.join(f'{n}={spoken(v)}' for n, v in game.changed_switches.items()) or 'none'}"
    yield f"seats: {', '.join(_checked_name(name) for name in match.players)}"
    yield f"date: {match.date.isoformat()}"
    if match.start is not None:
        yield f"start: {json.dumps(match.start)}"


def _checked_name(name: str) -> str:
    if re.fullmatch(ONE_LINE, name) and name and "," not in name:
        return name
    raise WrongFile(f"The player's name {name!r} cannot be written: it must be one line, with no comma.")


def _moves(match: Match) -> Iterator[str]:
    for number, (before, move) in enumerate(zip(match.states, match.moves, strict=False), 1):
        yield _line(number, move.seat, _called(match.game, before, move.seat)[move.number])


def _called(game: Game, state: State, seat: int) -> Mapping[int, Action | Outcome]:
    """What may be chosen, by number."""
    allowed = outcomes(game, state) if seat == CHANCE else legal_actions(game, state, seat)
    return {one.number: one for one in allowed}


def _line(number: int, seat: int, chosen: Action | Outcome) -> str:
    return f"{number}. {'chance' if seat == CHANCE else f'seat {seat}'}: {chosen.number}, {chosen.words}"


def _end(match: Match) -> str:
    count = f"end: {len(match.moves)} moves"
    if match.places is None:
        return f"{count}, unfinished"
    return f"{count}, places {' '.join(map(str, match.places))}, {match.reason}"


# Reading ----------------------------------------------------------------------------------------------------------


@dataclass
class _File:
    """A file's lines, and where we are in it."""

    name: str
    lines: list[str]
    header: dict[str, str] = field(default_factory=dict)
    line_of: dict[str, int] = field(default_factory=dict)

    def note(self, line: int, name: str, value: str) -> None:
        """A line of the header."""
        if name not in ALLOWED:
            raise self.refuse(line, f"a header has no '{name}:'; it has {', '.join(ALLOWED)}.")
        if name in self.header:
            raise self.refuse(line, f"'{name}:' is there twice.")
        self.header[name], self.line_of[name] = value, line

    def refuse(self, line: int, what: str) -> WrongFile:
        return WrongFile(f"{self.name}, line {line}: {what}")


def read_match(file: Path, definitions: Mapping[str, Definition], box: str | Path | None = None) -> Match:
    """The match in a file, played again by the rules. Without a box, ours is tried, then those beside the file."""
    source = _File(str(file), _text(file).splitlines())
    try:
        first = _read_header(source)
        match = _opened(source, file, definitions, box)
        _read_moves(source, first, match)
    except WrongFile as error:
        raise WrongFile(f"{error}{who_reads(_version(source))}") from None
    match.by_hand = False
    return match


def _version(source: _File) -> str:
    """That of rumpus which wrote the file, if it did."""
    named = source.header.get("rumpus", UNNAMED if "game" in source.header else "")
    return named if re.fullmatch(NUMBERS, named) else ""


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise WrongFile(f"{file} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise WrongFile(f"{file} is not a text file; a match file is text in UTF-8.") from None


def _read_header(source: _File) -> int:
    """Read the header; the index of the first line after it."""
    if not source.lines or source.lines[0].strip() != TITLE:
        raise source.refuse(1, f"a match file begins with '{TITLE}'.")
    for index, line in enumerate(source.lines[1:], 1):
        if not line.strip():
            _check_complete(source, index + 1)
            return index + 1
        name, colon, value = line.partition(":")
        if not colon:
            raise source.refuse(index + 1, f"'{line}' is no line of a header, which reads 'name: value'.")
        source.note(index + 1, name.strip(), value.strip())
    raise source.refuse(len(source.lines), "the file stops in the middle of its header.")


def _check_complete(source: _File, line: int) -> None:
    for name in NEEDED:
        if name not in source.header:
            raise source.refuse(line, f"the header lacks '{name}:'.")


def _opened(source: _File, file: Path, definitions: Mapping[str, Definition], box: str | Path | None) -> Match:
    """The match at its start, with the fitting rules and box."""
    header = source.header
    if header["game"] not in definitions:
        raise source.refuse(
            source.line_of["game"], f"there is no game '{header['game']}'; the games are {', '.join(definitions)}."
        )
    game = _fitting_game(source, definitions[header["game"]], file, box)
    try:
        start = json.loads(header["start"]) if "start" in header else None
        match = game.match(by_hand=True) if start is None else game.match_from(start, by_hand=True)
    except (ValueError, RecursionError) as error:
        raise WrongFile(f"{source.name}, in the header: {error}") from None
    match.date, match.players = _date(source), _players(source)
    return match


def _date(source: _File) -> date:
    try:
        return date.fromisoformat(source.header["date"])
    except ValueError:
        found = source.header["date"]
        raise source.refuse(source.line_of["date"], f"'{found}' is no date, which reads like 2026-11-15.") from None


def _players(source: _File) -> list[str]:
    try:
        return [_checked_name(name.strip()) for name in source.header["seats"].split(",")]
    except WrongFile as error:
        raise source.refuse(source.line_of["seats"], str(error)) from None


def _fitting_game(source: _File, definition: Definition, file: Path, box: str | Path | None) -> Game:
    version, digest = source.header["rules"], source.header["box"]
    if version != str(definition.rules.VERSION):
        raise WrongFile(
            f"{source.name} was played by version {version} of the rules of {definition.title};"
            f" here is version {definition.rules.VERSION}."
        )
    for candidate in [box] if box is not None else [None, *sorted(file.parent.glob("*.toml"))]:
        game = _with_box(source, definition, candidate, must_work=box is not None)
        if game is not None and game.contents.digest == digest:
            return game
    raise WrongFile(
        f"{source.name} was played with another box (digest {digest}), which is neither ours nor beside the file:"
        " name its file with --box."
        if box is None
        else f"{source.name} was played with another box (digest {digest}) than {box}."
    )


def _with_box(source: _File, definition: Definition, box: str | Path | None, must_work: bool) -> Game | None:
    try:
        return definition.open(_switches(source), box, len(source.header["seats"].split(",")))
    except RumpusError as error:
        if must_work or box is None:
            raise WrongFile(f"{source.name}, in the header: {error}") from None
        return None  # some other TOML file that happens to lie there


def _switches(source: _File) -> dict[str, Any]:
    text = source.header["switches"]
    if text == "none":
        return {}
    pairs = [part.partition("=") for part in text.split(",")]
    return {name.strip(): value.strip() for name, _, value in pairs}


def _read_moves(source: _File, first: int, match: Match) -> None:
    for index, line in enumerate(source.lines[first:], first + 1):
        if line.startswith("end:"):
            _read_end(source, index, line, match)
            return
        _read_move(source, index, line, match)
    raise source.refuse(len(source.lines), "the file stops here, without the line 'end: ...' that closes it.")


def _read_move(source: _File, index: int, line: str, match: Match) -> None:
    number = len(match.moves) + 1
    found = MOVE.fullmatch(line.rstrip())
    if found is None:
        raise source.refuse(index, f"'{line}' is no move, which reads like '{number}. seat 0: 7, play the Prince'.")
    seat = CHANCE if found[2] == "chance" else int(found[3])
    try:
        before = match.state
        match.play(seat, int(found[4]))
    except RumpusError as error:
        raise source.refuse(index, str(error)) from None
    expected = _line(number, seat, _called(match.game, before, seat)[int(found[4])])
    if line.rstrip() != expected:
        raise source.refuse(index, f"by the rules this line reads '{expected}', not '{line}'.")


def _read_end(source: _File, index: int, line: str, match: Match) -> None:
    if line.rstrip() != _end(match):
        raise source.refuse(index, f"by the rules this line reads '{_end(match)}', not '{line}'.")
    if any(rest.strip() for rest in source.lines[index:]):
        raise source.refuse(index + 1, "the file goes on after its end.")
