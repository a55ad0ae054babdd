"""Each measurement is a new process, so that none can slow down, warm up or swell another."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks import environment, figures
from benchmarks.environment import HERE, BenchError
from benchmarks.figures import (
    ANSWERS,
    ASKED,
    COMMAND,
    FIRST_START,
    IMPORT,
    MEMORY,
    SPEEDS,
    THOUGHT,
    WARM_START,
    Answers,
    Figures,
    Sample,
)

CALIBRATION_GAMES = 1_000_000
THOUGHT_PART = 0.5
"""Of the seconds of a measurement, for a search or a solver: there are many of them, and they vary little."""

IMPORTING = "import time; start = time.perf_counter(); import rumpus; print(time.perf_counter() - start)"
STARTING = "import rumpus; rumpus.game('braverats').random_games(1000, seed=1, threads=1, keep=False)"
# The unit of the peak is the kibibyte, on macOS the byte
SWELLING = (
    "import resource, sys, rumpus; rumpus.game('braverats').random_games(int(sys.argv[1]), seed=1, keep=False);"
    "unit = 2**20 if sys.platform == 'darwin' else 2**10;"
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit)"
)


class Job(NamedTuple):
    """One measurement to be made."""

    name: str
    run: Callable[[], None]


@contextmanager
def pinned(core: int | None) -> Iterator[None]:
    """Processes started here stay on the core."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def output(name: str, command: Sequence[str | Path], **environ: str) -> str:
    """What a process prints; its last words, if it fails."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=os.environ | environ
    )
    if done.returncode != 0:
        last = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[-1]
        raise BenchError(f"{name} could not be measured: {last}")
    return done.stdout


def children_time() -> float:
    """Processor time of all processes started here that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def play_limit(games: int, seed: int, program: Path = environment.LIMIT) -> dict[str, Any]:
    """Random games in C, and how they ended."""
    found: dict[str, Any] = json.loads(output("The C program", [program, str(games), str(seed)]))
    return found


# Random play of BraveRats, found by walking through all games with their probabilities
WIN, TIE, DECISIONS = 0.4917072, 0.0165856, 10.0240852
DECISIONS_DEVIATION = 3.287  # of a single game


def plays_by_the_rules(found: dict[str, Any]) -> bool:
    """Whether so many random games can have ended so: within five standard errors of the exact values."""
    games = found["games"]
    shares = [(found["wins_0"], WIN), (found["wins_1"], WIN), (found["ties"], TIE)]
    return (
        games == found["wins_0"] + found["wins_1"] + found["ties"]
        and all(abs(number / games - share) < 5 * sqrt(share * (1 - share) / games) for number, share in shares)
        and abs(found["decisions"] / games - DECISIONS) < 5 * DECISIONS_DEVIATION / sqrt(games)
    )


def check_limit() -> None:
    """A limit that plays another game would be none."""
    if not plays_by_the_rules(play_limit(200_000, 1)):
        raise environment.BenchError("The C program does not play BraveRats as the rules say: its speed means nothing.")


@dataclass
class Measuring:
    """Measures what it is told to, and keeps the figures."""

    seconds: float
    cache: Path  # an empty folder, for the first start
    core: int | None = None
    figures: Figures = field(default_factory=Figures)
    limit_games: int = 0

    def speed(self, name: str) -> None:
        sample = self._limit() if name == figures.LIMIT else self._library(name)
        self.figures.speeds.setdefault(name, []).append(sample)

    def _limit(self) -> Sample:
        """The C program takes a number of games, not of seconds; the first run finds out how many fill them."""
        with pinned(self.core):
            if not self.limit_games:
                found = play_limit(CALIBRATION_GAMES, seed=0)
                self.limit_games = int(CALIBRATION_GAMES * self.seconds / found["seconds"])
            before = children_time()
            found = play_limit(self.limit_games, seed=len(self.figures.speeds.get(figures.LIMIT, ())) + 1)
        cores = (children_time() - before) / found["seconds"]
        return Sample(found["decisions"], found["games"], found["seconds"], " ".join(environment.COMPILE), cores)

    def _library(self, name: str) -> Sample:
        ours, peers = [sys.executable, HERE / "ours.py"], [environment.PEERS_PYTHON, HERE / "peers" / "measure.py"]
        program = ours if name.startswith("rumpus") else peers
        seconds = self.seconds if name in SPEEDS else self.seconds * THOUGHT_PART
        found = json.loads(output(name, [*program, name, "--seconds", str(seconds), *self._on_core()]))
        del found["name"]
        return Sample(**found)

    def _on_core(self) -> list[str]:
        return [] if self.core is None else ["--core", str(self.core)]

    def answer(self, bot: str) -> None:
        command: list[str | Path] = [sys.executable, HERE / "answers.py", bot, *self._on_core()]
        self.figures.answers[bot] = Answers(**json.loads(output(bot, command)))

    def peak(self, games: int) -> None:
        """Of a process that finds its machine code: a compiler would need more memory than any number of games."""
        folder = str(self.cache)
        if not any(self.cache.iterdir()):
            output(MEMORY, [sys.executable, "-c", STARTING], RUMPUS_CACHE=folder)
        found = float(output(MEMORY, [sys.executable, "-c", SWELLING, str(games)], RUMPUS_CACHE=folder))
        self.figures.peaks.setdefault(games, []).append(found)

    def importing(self) -> None:
        self._took(IMPORT, float(output(IMPORT, [sys.executable, "-c", IMPORTING])))

    def command(self) -> None:
        """The installed command, from its start to its end."""
        seconds, text = timed(COMMAND, [Path(sys.executable).with_name("rumpus"), "games"])
        if "braverats" not in text.lower():
            raise BenchError("The command rumpus games could not be measured: it did not list BraveRats.")
        self._took(COMMAND, seconds)

    def start(self, name: str) -> None:
        """A new process to its first thousand games; the first of them finds no machine code and makes it."""
        self._took(name, timed(name, [sys.executable, "-c", STARTING], RUMPUS_CACHE=str(self.cache))[0])

    def _took(self, name: str, seconds: float) -> None:
        self.figures.seconds.setdefault(name, []).append(seconds)


def timed(name: str, command: Sequence[str | Path], **environ: str) -> tuple[float, str]:
    """How long a process takes in all, and what it prints."""
    start = time.perf_counter()
    try:
        text = output(name, command, **environ)
    except FileNotFoundError:
        raise BenchError(f"{name} could not be measured: {command[0]} is not there; run make setup first.") from None
    return time.perf_counter() - start, text


# The order of the measurements

STARTS = "starts"
NAMES = (*SPEEDS, *THOUGHT, MEMORY, STARTS, ANSWERS)


def plan(measuring: Measuring, only: Sequence[str], repetitions: int) -> list[Job]:
    """All measurements in turns, so that a slow minute of the machine slows down all alike."""
    jobs = measured_once(measuring) + measured_often(measuring) * repetitions
    return [job for job in jobs if job.name in only]


def measured_once(measuring: Measuring) -> list[Job]:
    return [
        Job(STARTS, partial(measuring.start, FIRST_START)),
        Job(MEMORY, partial(measuring.peak, figures.FEW_GAMES)),
        Job(MEMORY, partial(measuring.peak, figures.MANY_GAMES)),
        *(Job(ANSWERS, partial(measuring.answer, bot)) for bot in ASKED),
    ]


def measured_often(measuring: Measuring) -> list[Job]:
    return [
        Job(STARTS, measuring.importing),
        Job(STARTS, measuring.command),
        Job(STARTS, partial(measuring.start, WARM_START)),
        *(Job(name, partial(measuring.speed, name)) for name in (*SPEEDS, *THOUGHT)),
    ]


def empty_folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="rumpus-bench-")
