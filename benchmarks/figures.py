"""What was measured, and what follows from it: medians, ratios, and whether the bars hold."""

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

BATCHES = ("rumpus-batch", "rumpus-batch-leduc")
OURS = ("rumpus", "rumpus-2-threads", "rumpus-plain", *BATCHES)
OPENSPIEL = ("openspiel-rollouts", "openspiel-evaluate-bots", "openspiel-python")
PEERS = (*OPENSPIEL, "pgx", "rlcard", "pettingzoo")
LIMIT = "c"
SPEEDS = (*OURS, LIMIT, *PEERS)
"""Random play, counted in decisions."""

OPENSPIEL_ISMCTS = ("openspiel-ismcts", "openspiel-ismcts-alike")
SOLVING = "rumpus-solve"
HEARTS = "openspiel-hearts"
FOR_FOUR = {"rumpus-mayhem": 1.0, "rumpus-rarrr": 1.0, "rumpus-kaiju": 1.0, "rumpus-arrr": 0.5}
"""Games for four, and how many times the steps of hearts each has to make."""
THOUGHT = (
    *("rumpus-ismcts", *OPENSPIEL_ISMCTS, "rumpus-ismcts-braverats", "rumpus-cfr", "openspiel-cfr", SOLVING),
    *(*FOR_FOUR, HEARTS),
)
"""Searches and solvers, counted in iterations; and random games for four, counted in steps, chance's included."""
MATCHED = {
    **dict.fromkeys(OPENSPIEL_ISMCTS, "rumpus-ismcts"), "openspiel-cfr": "rumpus-cfr", HEARTS: "rumpus-mayhem",
}  # fmt: skip
"""What of ours does the same work on the same game."""
ASKED = ("ismcts:200ms", "ismcts:5")
"""The bots whose answers are timed: one that uses its clock up, and the one that thinks longest of those for people."""

IMPORT, COMMAND, FIRST_START, WARM_START = "import rumpus", "rumpus games", "first start", "warm start"
MEMORY, ANSWERS = "memory", "answers"
FEW_GAMES, MANY_GAMES = 2_000_000, 40_000_000

FULL_SHARE = 0.95
"""Of its core, what a measurement must have had: with less, something else was measured too."""

TIMES_OPENSPIEL = 10
PART_OF_C = 0.3
TIMES_ONE_THREAD = 1.8
FEW_MIB = 4
IMPORT_SECONDS = 0.3
COMMAND_SECONDS = 0.5
TIMES_ISMCTS = 4
TIMES_BATCH = {"pgx": 5, "pettingzoo": 300}
"""How many times the steps of each of these a batch has to make."""
LATE_MILLISECONDS = 50
"""So much a bot may take beyond its clock."""


class Sample(NamedTuple):
    """One measurement of a speed."""

    decisions: int
    games: int
    seconds: float
    version: str
    cores: float = 1.0  # processor time for each second
    iterations: int = 0

    @property
    def decision_rate(self) -> float:
        return self.decisions / self.seconds

    @property
    def game_rate(self) -> float:
        return self.games / self.seconds

    @property
    def iteration_rate(self) -> float:
        return self.iterations / self.seconds


class Answers(NamedTuple):
    """How long a bot took for each of its choices, and how long it may."""

    clock: float
    milliseconds: list[float]
    cores: float = 1.0

    @property
    def slowest(self) -> float:
        return max(self.milliseconds)

    @property
    def allowed(self) -> float:
        return self.clock + LATE_MILLISECONDS


class Spread(NamedTuple):
    """The median of several measurements, with the lowest and the highest."""

    median: float
    lowest: float
    highest: float


def spread(values: list[float]) -> Spread:
    return Spread(median(values), min(values), max(values))


@dataclass
class Figures:
    """Every measurement of a run, by name; what was not measured is missing."""

    speeds: dict[str, list[Sample]] = field(default_factory=dict)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    peaks: dict[int, list[float]] = field(default_factory=dict)  # MiB, by the number of games
    answers: dict[str, Answers] = field(default_factory=dict)  # by the bot

    def has(self, *names: str) -> bool:
        return all(name in self.speeds for name in names)

    def decision_rate(self, name: str) -> Spread:
        return spread([sample.decision_rate for sample in self.speeds[name]])

    def game_rate(self, name: str) -> Spread:
        return spread([sample.game_rate for sample in self.speeds[name]])

    def ratio(self, name: str) -> float:
        """How many times the decisions of this one rumpus makes, on one core."""
        return self.decision_rate("rumpus").median / self.decision_rate(name).median

    def iteration_rate(self, name: str) -> Spread:
        return spread([sample.iteration_rate for sample in self.speeds[name]])

    def iteration_ratio(self, name: str) -> float:
        """How many times the iterations of this one ours makes that does the same."""
        return self.iteration_rate(MATCHED[name]).median / self.iteration_rate(name).median

    def solving_time(self) -> Spread:
        return spread([sample.seconds / sample.games for sample in self.speeds[SOLVING]])

    def time(self, name: str) -> Spread:
        return spread(self.seconds[name])

    def disturbed(self) -> list[str]:
        """What did not have its core to itself, in at least half of its measurements: its median means nothing.

        Two threads may wait for each other, so less than two cores says nothing there; load only slows them down.
        """
        pinned = (name for name in self.speeds if name != "rumpus-2-threads")
        slow = [name for name in pinned if median(sample.cores for sample in self.speeds[name]) < FULL_SHARE]
        return slow + [bot for bot, answers in self.answers.items() if answers.cores < FULL_SHARE]

    def fastest(self, names: tuple[str, ...]) -> str:
        return max(names, key=lambda name: self.decision_rate(name).median)


class Bar(NamedTuple):
    """A promise, and what was found."""

    promise: str
    needed: str
    found: str
    holds: bool


def against_openspiel(figures: Figures) -> Bar | None:
    if not figures.has("rumpus", *OPENSPIEL):
        return None
    ratio = figures.ratio(figures.fastest(OPENSPIEL))
    promise = "decisions/s against OpenSpiel's fastest"
    return Bar(promise, f"at least {TIMES_OPENSPIEL} x", f"{ratio:.1f} x", ratio >= TIMES_OPENSPIEL)


def against_c(figures: Figures) -> Bar | None:
    if not figures.has("rumpus", LIMIT):
        return None
    ratio = figures.game_rate("rumpus").median / figures.game_rate(LIMIT).median
    return Bar("games/s against the C program", f"at least {PART_OF_C} x", f"{ratio:.2f} x", ratio >= PART_OF_C)


def in_two_threads(figures: Figures) -> Bar | None:
    if not figures.has("rumpus", "rumpus-2-threads"):
        return None
    ratio = figures.decision_rate("rumpus-2-threads").median / figures.decision_rate("rumpus").median
    promise = "decisions/s of two threads against one"
    return Bar(promise, f"at least {TIMES_ONE_THREAD} x", f"{ratio:.2f} x", ratio >= TIMES_ONE_THREAD)


def in_constant_memory(figures: Figures) -> Bar | None:
    if not figures.peaks:
        return None
    few, many = (median(figures.peaks[games]) for games in (FEW_GAMES, MANY_GAMES))
    apart = abs(many - few)
    promise = f"peak memory, {MANY_GAMES // 10**6} M games against {FEW_GAMES // 10**6} M"
    found = f"{apart:.1f} MiB apart"
    return Bar(promise, f"under {FEW_MIB} MiB", found, apart < FEW_MIB)


def against_ismcts(figures: Figures) -> Bar | None:
    """Both of OpenSpiel's games are the same poker: the one it searches faster counts."""
    if not figures.has("rumpus-ismcts", *OPENSPIEL_ISMCTS):
        return None
    ratio = min(figures.iteration_ratio(name) for name in OPENSPIEL_ISMCTS)
    promise = "ismcts, iterations/s against OpenSpiel"
    return Bar(promise, f"at least {TIMES_ISMCTS} x", f"{ratio:.2f} x", ratio >= TIMES_ISMCTS)


def against_hearts(ours: str, times: float) -> Callable[[Figures], Bar | None]:
    def bar(figures: Figures) -> Bar | None:
        if not figures.has(ours, HEARTS):
            return None
        ratio = figures.iteration_rate(ours).median / figures.iteration_rate(HEARTS).median
        promise = f"{ours.removeprefix('rumpus-')} for four, steps/s against OpenSpiel's hearts"
        return Bar(promise, f"at least {times:g} x", f"{ratio:.2f} x", ratio >= times)

    return bar


def in_batches(ours: str, peer: str) -> Callable[[Figures], Bar | None]:
    def bar(figures: Figures) -> Bar | None:
        if not figures.has(ours, peer):
            return None
        ratio = figures.decision_rate(ours).median / figures.decision_rate(peer).median
        game = "Leduc" if ours.endswith("leduc") else "BraveRats"
        promise, needed = f"batch of {game}, steps/s against {peer}", TIMES_BATCH[peer]
        return Bar(promise, f"at least {needed} x", f"{ratio:,.1f} x", ratio >= needed)

    return bar


def in_time(bot: str) -> Callable[[Figures], Bar | None]:
    def bar(figures: Figures) -> Bar | None:
        if bot not in figures.answers:
            return None
        answers = figures.answers[bot]
        promise = f"slowest of {len(answers.milliseconds)} answers of {bot}"
        needed, found = f"at most {answers.allowed:,.0f} ms", f"{answers.slowest:,.1f} ms"
        return Bar(promise, needed, found, answers.slowest <= answers.allowed)

    return bar


def within(name: str, promise: str, limit: float) -> Callable[[Figures], Bar | None]:
    def bar(figures: Figures) -> Bar | None:
        if name not in figures.seconds:
            return None
        seconds = figures.time(name).median
        return Bar(promise, f"under {limit} s", f"{seconds:.2f} s", seconds < limit)

    return bar


BARS = (
    against_openspiel,
    against_c,
    in_two_threads,
    in_constant_memory,
    within(IMPORT, "import rumpus", IMPORT_SECONDS),
    within(COMMAND, "the command rumpus games", COMMAND_SECONDS),
    against_ismcts,
    *(in_batches(ours, peer) for ours in BATCHES for peer in TIMES_BATCH),
    *(against_hearts(ours, times) for ours, times in FOR_FOUR.items()),
    *(in_time(bot) for bot in ASKED),
)


def judged(figures: Figures) -> list[Bar]:
    """The bars for which everything was measured."""
    return [bar for bar in (judge(figures) for judge in BARS) if bar is not None]
