"""Solutions of games: finding them, asking them, and keeping them for the next time."""

import hashlib
import os
import threading
import zipfile
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from rumpus.core.errors import NotSolvable
from rumpus.core.game import Game
from rumpus.core.kernel import cache_root, forget_old_directories, runnable, sources_digest
from rumpus.core.rules import CHANCE, State
from rumpus.core.view import acting_seats, chance_weights, numbers
from rumpus.solve.exact import (
    ASKING,
    DONE,
    ENTRY,
    HIDDEN,
    Search,
    empty_table,
    move_into,
    series_mask,
    write_mixes,
)  # fmt: skip
from rumpus.solve.matrix import Floats

SLICE = 20_000
"""Positions between two looks at the clock: some hundredths of a second."""
FULL = 0.6
"""A table grows before it is fuller than this."""
EQUAL = 1e-8
"""Worths of ways out that differ by less count as equal; what that can cost is less by far."""
MOST_POSITIONS = 20_000_000
"""More would take more memory than a person's machine can spare."""
LEAST_SEARCHES = 8
"""A series takes more of them."""

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


@dataclass(frozen=True)
class Stage:
    """One game of a series: worked out by one of the searches, up to the scale on which results are measured."""

    search: int
    scale: float
    shift: float
    value: float


class Solution:
    """What every position of a game is worth to seat 0 when both play perfectly.

    A game that is played once has one search. A series of games has one for every way in which the worths of winning,
    losing and tying one of its games can stand to each other.
    """

    def __init__(self, game: Game, mode: str | None = None) -> None:
        self.game, self.mode, self.seconds, self.positions = game, mode, 0.0, 0
        self.searches: list[Search] = []
        self.stages: dict[bytes, Stage] = {}
        self._mask, self._lock = series_mask(game), threading.RLock()

    @property
    def value(self) -> float:
        return self._stage(self.game.fresh_state()).value

    def known_positions(self) -> int:
        """Those of the game, and those that were asked about besides."""
        return sum(int(search.work.known) for search in self.searches)

    def at(self, state: State) -> Moment:
        """A position at which somebody chooses. One that perfect play from the start cannot reach is worked out."""
        with self._lock:
            stage = self._stage(state)
            search = self.searches[stage.search]
            search.begin(state)
            self._finish(search, None)
            return _moment(search, stage)

    def mixes(self, states: Any) -> Floats:
        """For each position how likely each seat chooses each action."""
        out = np.zeros((len(states), 2, self.game.rules.ACTIONS))
        with self._lock, np.errstate(over="ignore"):
            for number, which in self._by_search(states).items():
                search, mixes = self.searches[number], out[which]
                runnable(write_mixes, self.mode)(self.game.box, states[which], mixes, search.work, search.table)
                out[which] = mixes
        return out

    def _by_search(self, states: Any) -> dict[int, Any]:
        """Which of the positions each search knows."""
        if not self._mask.any():
            return {self._stage(states[0]).search: np.arange(len(states))}
        numbers = np.array([self._stage(state).search for state in states])
        return {int(number): np.flatnonzero(numbers == number) for number in np.unique(numbers)}

    def opening(self, seat: int = 0) -> Floats:
        """How likely each action is as the first of a seat, over all that chance can do before it."""
        return self.openings[seat]

    @cached_property
    def openings(self) -> Floats:
        """The opening of each seat. Where cards are dealt there are thousands of first positions: so it is kept."""
        out = np.zeros((2, self.game.rules.ACTIONS))
        for state, share in _first_choices(self.game, self.game.fresh_state(), 1.0):
            moment = self.at(state)
            for seat in range(2):
                out[seat, list(moment.actions[seat])] += share * moment.mixes[seat][: len(moment.actions[seat])]
        return out

    # Game by game

    def _stage(self, state: State, progress: Progress | None = None) -> Stage:
        """The game of the series to which a position belongs, worked out if it has not been."""
        key = (np.frombuffer(state.tobytes(), np.int64) & self._mask).tobytes()
        if key not in self.stages:
            self.stages[key] = self._work_out(state, progress)
        return self.stages[key]

    def _work_out(self, state: State, progress: Progress | None) -> Stage:
        """Search, and ask for what follows a game as soon as the search has to know; stop if another search has it."""
        search = Search(self.game, empty_table(), self.mode)
        search.begin(state)
        stage = None
        while stage is None and not self._finish(search, progress):
            search.answer(self._worth(search.asked, progress))
            stage = self._known_stage(search.exits, state)
        if stage is None:
            self.searches.append(search)
            stage = Stage(len(self.searches) - 1, 1.0, 0.0, float(search.work.value))
        return stage

    def _worth(self, after: State, progress: Progress | None) -> float:
        """What it is worth to leave a game for this table: the result of the series, or the game that follows."""
        if acting_seats(self.game, after):
            return self._stage(after, progress).value
        first, second = numbers(self.game, after, "places")
        return float(np.sign(second - first))

    def _finish(self, search: Search, progress: Progress | None) -> bool:
        """Go on to the end, or until the search asks for something; whether it is the end."""
        while search.go_on(SLICE):
            if search.work.known > FULL * len(search.table):
                search.grow()
            known = self.known_positions() + int(search.work.known)
            self._check_size(known, int(search.work.known))
            if progress is not None:
                progress(known, _share_done(search))
        if search.work.status not in (DONE, ASKING):
            raise NotSolvable(_why_not(search))
        return bool(search.work.status == DONE)

    def _check_size(self, in_all: int, in_one: int) -> None:
        """Give up early: one of many searches that is large already will be too large with the others."""
        if in_all > MOST_POSITIONS or (self._mask.any() and in_one * LEAST_SEARCHES > MOST_POSITIONS):
            raise NotSolvable(f"{self.game.title} has too many positions here: more than {MOST_POSITIONS:,}.")

    def _known_stage(self, exits: dict[int, float], state: State) -> Stage | None:
        """A game that differs from one worked out before only by the scale of its results is played in the same way."""
        for number, search in enumerate(self.searches):
            measure = scaled(search.exits, exits)
            if measure is not None:
                scale, shift = measure
                return Stage(number, scale, shift, scale * self._first_value(number, state) + shift)
        return None

    def _first_value(self, number: int, state: State) -> float:
        search = self.searches[number]
        search.begin(state)
        self._finish(search, None)
        return float(search.work.value)


def scaled(known: dict[int, float], wanted: dict[int, float]) -> tuple[float, float] | None:
    """By which factor and shift the worths of the ways out of one game become those of another, if by any."""
    if known.keys() != wanted.keys():
        return None
    low, high = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
    spread = known[high] - known[low]
    scale = (wanted[high] - wanted[low]) / spread if spread else 1.0
    shift = wanted[low] - scale * known[low]
    fits = scale >= 0 and all(abs(scale * known[key] + shift - wanted[key]) < EQUAL for key in known)
    return (scale, shift) if fits else None


def solve(game: Game, progress: Progress | None = None, mode: str | None = None) -> Solution:
    """Solve a game from its first position on."""
    if game.seats != 2:
        raise NotSolvable(f"Only games of two can be solved exactly; {game.title} has {game.seats} seats here.")
    if not game.definition.is_solvable:
        raise NotSolvable(f"{game.title} has far too many positions to be solved exactly.")
    Search(game, empty_table(), mode).make_ready()
    start = perf_counter()
    solution = Solution(game, mode)
    solution._stage(game.fresh_state(), progress)
    solution.seconds, solution.positions = perf_counter() - start, solution.known_positions()
    return solution


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


def _moment(search: Search, stage: Stage) -> Moment:
    work = search.work
    frame = work.frames[0]
    height, width = int(frame.rows), int(frame.columns)
    rows = tuple(int(action) for action in frame.row_actions[:height]) if frame.who & 1 else ()
    columns = tuple(int(action) for action in frame.column_actions[:width]) if frame.who & 2 else ()
    payoff = stage.scale * frame.payoff[: height * width].reshape(height, width) + stage.shift
    value = stage.scale * float(work.value) + stage.shift
    return Moment(value, (rows, columns), payoff, (work.row_mix[:height].copy(), work.column_mix[:width].copy()))


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


def keep(solution: Solution) -> Path:
    """Write a solution into the user's cache."""
    file = kept_file(solution.game)
    file.parent.mkdir(parents=True, exist_ok=True)
    _write(file, _as_arrays(solution))
    with suppress(OSError):
        forget_old_directories(file.parent.parent)
    return file


def _as_arrays(solution: Solution) -> dict[str, Any]:
    """Of each search the fingerprints and values, in the order of the fingerprints, and its ways out; the stages."""
    stages = list(solution.stages.values())
    arrays: dict[str, Any] = {
        "about": np.array([solution.seconds, solution.positions]),
        "openings": solution.openings,
        "stage_keys": np.frombuffer(b"".join(solution.stages), np.int64),
        "stages": np.array([(one.search, one.scale, one.shift, one.value) for one in stages]),
    }
    for number, search in enumerate(solution.searches):
        known = search.table[~np.isnan(search.table["value"])]
        known = known[np.argsort(known["key"])]
        arrays[f"keys{number}"], arrays[f"values{number}"] = np.diff(known["key"], prepend=0), known["value"]
        arrays[f"exit_keys{number}"] = np.array(list(search.exits), np.int64)
        arrays[f"exit_values{number}"] = np.array(list(search.exits.values()))
    return arrays


def _write(file: Path, arrays: dict[str, Any]) -> None:
    """All or nothing: a file that is there is whole."""
    half = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}.part")
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
            return _from_arrays(game, arrays)
    except Exception:  # what a broken file makes of zip, numpy and us is too much to list
        return None


def _from_arrays(game: Game, arrays: Any) -> Solution:
    solution = Solution(game)
    solution.seconds, solution.positions = float(arrays["about"][0]), int(arrays["about"][1])
    solution.openings = arrays["openings"]
    length = game.rules.STATE.itemsize // 8
    for key, (number, scale, shift, value) in zip(
        arrays["stage_keys"].reshape(-1, length), arrays["stages"], strict=True
    ):
        solution.stages[key.tobytes()] = Stage(int(number), float(scale), float(shift), float(value))
    for number in range(1 + max(stage.search for stage in solution.stages.values())):
        solution.searches.append(_search_from(game, arrays, number))
    return solution


def _search_from(game: Game, arrays: Any, number: int) -> Search:
    known = np.zeros(len(arrays[f"keys{number}"]), ENTRY)
    known["key"], known["value"] = np.cumsum(arrays[f"keys{number}"]), arrays[f"values{number}"]
    search = Search(game, empty_table(1 << int(len(known) / FULL).bit_length()))
    runnable(move_into)(known, search.table)
    exits = arrays[f"exit_keys{number}"], arrays[f"exit_values{number}"]
    search.work.known, search.work.exits = len(known), len(exits[0])
    search.work.exit_keys[: len(exits[0])], search.work.exit_values[: len(exits[0])] = exits
    return search


AT_HAND = 4
"""Solutions that a process keeps in memory: the largest take half a gigabyte."""
_at_hand: OrderedDict[tuple[str, bytes], Solution] = OrderedDict()
_finding = threading.Lock()


def key_of(game: Game) -> tuple[str, bytes]:
    """Games with the same key have the same solution."""
    return game.name, game.box.tobytes()


def at_hand(game: Game) -> Solution | None:
    """The solution of a game, if this process has it in memory."""
    return _at_hand.get(key_of(game))


def solved(game: Game, progress: Progress | None = None) -> Solution:
    """The solution of a game: from this process, from the cache, or found now and kept."""
    with _finding:
        found = at_hand(game) or kept_solution(game)
        if found is None:
            found = solve(game, progress)
            with suppress(OSError):
                keep(found)
        _at_hand[key_of(game)] = found
        while len(_at_hand) > AT_HAND:
            _at_hand.popitem(last=False)
        return found
