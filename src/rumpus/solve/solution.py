"""Solutions of games: finding them, asking them, and keeping them for the next time."""

import hashlib
import threading
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from rumpus.core.errors import NotSolvable
from rumpus.core.game import Game
from rumpus.core.kernel import cache_root, forget_old_directories, runnable, sources_digest
from rumpus.core.rules import CHANCE, State
from rumpus.core.view import acting_seats, chance_weights
from rumpus.solve.exact import (
    DONE,
    ENTRY,
    HIDDEN,
    Search,
    empty_table,
    move_into,
    write_mixes,
)  # fmt: skip
from rumpus.solve.matrix import Floats

SLICE = 20_000
"""Positions between two looks at the clock: some hundredths of a second."""
FULL = 0.6
"""A table grows before it is fuller than this."""
MOST_POSITIONS = 20_000_000
"""More would take more memory than a person's machine can spare."""

Progress = Callable[[int, float], None]
"""Is told how many positions are known, and about what share of the work is done."""


@dataclass(frozen=True, eq=False)
class Moment:
    """A position as a matrix game: what each seat may choose, what the choices are worth to seat 0, and perfect mixes.

    A seat that does not choose has no actions, but one row or column in the matrix.
    """

    value: float
    actions: tuple[tuple[int, ...], tuple[int, ...]]
    payoff: Floats
    mixes: tuple[Floats, Floats]

    def worth(self, seat: int) -> Floats:
        """What each action of a seat is worth to it when the other plays perfectly."""
        return self.payoff @ self.mixes[1] if seat == 0 else -(self.mixes[0] @ self.payoff)


class Solution:
    """What every position of a game is worth to seat 0 when both play perfectly."""

    def __init__(self, search: Search, value: float, positions: int, seconds: float) -> None:
        self.game, self.value, self.positions, self.seconds = search.game, value, positions, seconds
        self._search, self._lock = search, threading.Lock()

    def at(self, state: State) -> Moment:
        """A position at which somebody chooses. One that perfect play from the start cannot reach is worked out."""
        with self._lock:
            self._search.begin(state)
            _finish(self._search)
            return _moment(self._search)

    def mixes(self, states: Any) -> Floats:
        """For each position how likely each seat chooses each action; the positions must be those of the game."""
        out = np.zeros((len(states), 2, self.game.rules.ACTIONS))
        with self._lock, np.errstate(over="ignore"):
            runnable(write_mixes, self._search.mode)(self.game.box, states, out, self._search.work, self._search.table)
        return out

    def opening(self, seat: int = 0) -> Floats:
        """How likely each action is as the first of a seat, over all that chance can do before it."""
        out = np.zeros(self.game.rules.ACTIONS)
        for state, share in _first_choices(self.game, self.game.fresh_state(), 1.0):
            moment = self.at(state)
            out[list(moment.actions[seat])] += share * moment.mixes[seat]
        return out

    def keep(self) -> Path:
        """Write the solution into the user's cache; fingerprints and values, in the order of the fingerprints."""
        file = kept_file(self.game)
        file.parent.mkdir(parents=True, exist_ok=True)
        table = self._search.table
        known = table[~np.isnan(table["value"])]
        known = known[np.argsort(known["key"])]
        about = np.array([self.value, self.positions, self.seconds])
        _write(file, {"keys": np.diff(known["key"], prepend=0), "values": known["value"], "about": about})
        with suppress(OSError):
            forget_old_directories(file.parent.parent)
        return file


def solve(game: Game, progress: Progress | None = None, mode: str | None = None) -> Solution:
    """Solve a game from its first position on."""
    if game.seats != 2:
        raise NotSolvable(f"Only games of two can be solved exactly; {game.title} has {game.seats} seats here.")
    search = Search(game, empty_table(1 << 16), mode)
    search.make_ready()
    start = perf_counter()
    search.begin(game.fresh_state())
    _finish(search, progress)
    return Solution(search, float(search.work.value), int(search.work.known), perf_counter() - start)


def _finish(search: Search, progress: Progress | None = None) -> None:
    while search.go_on(SLICE):
        if search.work.known > FULL * len(search.table):
            search.grow()
        if search.work.known > MOST_POSITIONS:
            raise NotSolvable(f"{search.game.title} has too many positions: more than {MOST_POSITIONS:,}.")
        if progress is not None:
            progress(int(search.work.known), _share_done(search))
    if search.work.status != DONE:
        raise NotSolvable(_why_not(search))


def _why_not(search: Search) -> str:
    if search.work.status == HIDDEN:
        return (
            f"{search.game.title} cannot be solved with these switches: the seats hide more from each other than what "
            "they choose at the same time."
        )
    return f"{search.game.title} cannot be solved: it has no end that can be foreseen."


def _share_done(search: Search) -> float:
    """About what share of the work is done: the first choices lead to many new positions, the last to few."""
    done, width = 0.0, 1.0
    for depth in range(min(int(search.work.depth) + 1, 8)):
        frame = search.work.frames[depth]
        choices = int(frame.rows * frame.columns)
        done += width * float(frame.next) / choices
        width /= choices
    return float(done**0.4)


def _moment(search: Search) -> Moment:
    work = search.work
    frame = work.frames[0]
    height, width = int(frame.rows), int(frame.columns)
    rows = tuple(int(action) for action in frame.row_actions[:height]) if frame.who & 1 else ()
    columns = tuple(int(action) for action in frame.column_actions[:width]) if frame.who & 2 else ()
    payoff = frame.payoff[: height * width].reshape(height, width).copy()
    return Moment(
        float(work.value), (rows, columns), payoff, (work.row_mix[:height].copy(), work.column_mix[:width].copy())
    )


def _first_choices(game: Game, state: State, share: float) -> list[tuple[State, float]]:
    """The positions at which the first choice can be made, each with its probability."""
    found: dict[bytes, tuple[State, float]] = {}
    waiting = {state.tobytes(): (state, share)}
    while waiting:
        later: dict[bytes, tuple[State, float]] = {}
        for one, odds in waiting.values():
            is_chance = acting_seats(game, one) == {CHANCE}
            for then, part in _outcomes(game, one) if is_chance else [(one, 1.0)]:
                target = later if is_chance else found
                key = then.tobytes()
                target[key] = (then, odds * part + (target[key][1] if key in target else 0.0))
        waiting = later
    return list(found.values())


def _outcomes(game: Game, state: State) -> list[tuple[State, float]]:
    weights = chance_weights(game, state)
    out = []
    for outcome in np.flatnonzero(weights):
        then = state.copy()
        game.rules.apply(game.box, then, CHANCE, int(outcome))
        out.append((then, float(weights[outcome] / weights.sum())))
    return out


# In the user's cache ----------------------------------------------------------------------------------------------


def kept_file(game: Game) -> Path:
    """Where the solution of this game, with these cards and switches, is kept. Other rules have another folder."""
    digest = hashlib.sha256(game.box.tobytes()).hexdigest()[:16]
    return cache_root() / "solved" / sources_digest() / f"{game.name}-{digest}.npz"


def _write(file: Path, arrays: dict[str, Any]) -> None:
    """All or nothing: a file that is there is whole."""
    half = file.with_suffix(f".{threading.get_ident()}.part")
    try:
        with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name, array in arrays.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, np.ascontiguousarray(array))
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)


def kept_solution(game: Game) -> Solution | None:
    """The solution, if it was kept; a file that cannot be read counts as none."""
    try:
        with kept_file(game).open("rb") as file, np.load(file) as arrays:
            keys, values, about = np.cumsum(arrays["keys"]), arrays["values"], arrays["about"]
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error):
        return None
    known = np.zeros(len(keys), ENTRY)
    known["key"], known["value"] = keys, values
    table = empty_table(1 << int(len(keys) / FULL).bit_length())
    runnable(move_into)(known, table)
    search = Search(game, table)
    search.work.known = len(keys)
    return Solution(search, float(about[0]), int(about[1]), float(about[2]))


@lru_cache(maxsize=8)
def _remembered(game_name: str, box: bytes) -> dict[str, Solution]:
    return {}


def solved(game: Game, progress: Progress | None = None) -> Solution:
    """The solution of a game: from this process, from the cache, or found now and kept."""
    shelf = _remembered(game.name, game.box.tobytes())
    if "solution" not in shelf:
        found = kept_solution(game)
        if found is None:
            found = solve(game, progress)
            with suppress(OSError):
                found.keep()
        shelf["solution"] = found
    return shelf["solution"]
