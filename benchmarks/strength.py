"""How strong the bots are: they play each other, and the bars of strength hold or do not.

    python benchmarks/strength.py [FOLDER] [--games N] [--nash-games N] [--threads N] [--no-play]

It takes an hour. Every game is kept in the folder when it is over, so it can be stopped and goes on; arenas that
`rumpus arena ... --file` left there are taken for what their first line says, whatever they are called. What it prints
is Markdown: every pair, then every bar. The exit code is 0 if all bars are met, and 1 if not, or if games are missing.
"""

import argparse
import sys
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, it finds its neighbours only in this way

import rumpus
from benchmarks.bench import whole
from benchmarks.environment import HERE
from benchmarks.figures import Bar
from benchmarks.report import Row, markdown_table
from rumpus.bots import LEVELS
from rumpus.cli import STOPPED
from rumpus.cli.arena import contend
from rumpus.cli.screen import complain, err
from rumpus.core.errors import RumpusError
from rumpus.lab.arena import Arena, called, make_ready
from rumpus.lab.arenafile import ArenaFile, read_arena
from rumpus.lab.standings import Standings, Tally

FOLDER = HERE / ".build" / "strength"
GAME, SEED = "braverats", 1
NASH, RANDOM = "nash", "random"
LEVEL_BOTS = tuple(f"ismcts:{level}" for level in LEVELS)
LOWEST, HIGHEST = LEVEL_BOTS[0], LEVEL_BOTS[-1]
OFTEN_ASKED = (RANDOM, "greedy", "montecarlo", *LEVEL_BOTS[1:-1])
"""Whom nash plays very often, and the highest level too. The lowest plays as the random bot does."""
GAMES, NASH_GAMES = 4_000, 100_000

EVEN = 0.5
OVER_RANDOM = 0.72
NASH_OVER_HIGHEST = 0.56

PAIR_COLUMNS = (
    "bots",
    "games",
    "won",
    "lost",
    "tied",
    "wins of decided",
    "95 % interval",
    "mean result",
    "95 % interval",
)
BAR_COLUMNS = ("bar", "needed", "found", "")


# Who plays whom ---------------------------------------------------------------------------------------------------


class Planned(NamedTuple):
    """An arena that is needed: all of these bots against each other, so many games a pair."""

    bots: tuple[str, ...]
    games: int

    @property
    def name(self) -> str:
        return "levels" if self.bots == LEVEL_BOTS else "-".join(self.bots).replace(":", "")

    def is_in(self, kept: ArenaFile) -> bool:
        """Whether a file holds games of these bots, in whatever order they are listed there."""
        return kept.header is not None and sorted(kept.header.bots) == sorted(self.bots)


def everything(games: int = GAMES, nash_games: int = NASH_GAMES) -> list[Planned]:
    """What is quickly played comes first."""
    return [
        Planned((HIGHEST, RANDOM), games),
        *(Planned((NASH, other), nash_games) for other in OFTEN_ASKED),
        Planned(LEVEL_BOTS, games),
        Planned((NASH, HIGHEST), nash_games),
    ]


def kept_in(folder: Path, planned: Planned, shelf: Iterable[ArenaFile]) -> ArenaFile:
    """The file with most games of these bots; if there is none, the one where they will be kept."""
    same = [file for file in shelf if planned.is_in(file)]
    if not same:
        return read_arena(folder / f"{planned.name}.jsonl")
    return max(same, key=lambda file: len(file.lines))


def arena_of(planned: Planned, kept: ArenaFile) -> Arena:
    """The arena that goes on in a file, with its order of the bots and its seed."""
    bots, seed = planned.bots, SEED
    if kept.header is not None and planned.is_in(kept):
        bots, seed = tuple(kept.header.bots), kept.header.seed
    return Arena(rumpus.game(GAME), called(bots), seed)


def stands(planned: Planned, kept: ArenaFile, may_play: bool = True, threads: int | None = None) -> Standings:
    """What came of an arena; what is missing is played first, if it may."""
    asked = arena_of(planned, kept)
    wanted = asked.deals(planned.games)
    known = {(deal.pair, deal.number): deal for deal in kept.deals(asked) if deal.number < wanted}
    if len(known) == wanted * len(asked.pairs) or not may_play:
        return Standings(asked, known.values())
    have, games = (number * len(asked.seatings) for number in (len(known), wanted * len(asked.pairs)))
    told = f"{', '.join(asked.names)}: {have:,} of {games:,} games are in {kept.path.name}; playing the others ..."
    err().print(told, soft_wrap=True)
    make_ready(asked)
    contest, stopped = contend(asked, planned.games, list(known.values()), kept, threads)
    if stopped:
        raise KeyboardInterrupt
    return contest.standings


# What came of it --------------------------------------------------------------------------------------------------


class Meeting(NamedTuple):
    """What two bots made of each other, as the first of them sees it, and how many games it should have been."""

    one: str
    other: str
    tally: Tally
    interval: tuple[float, float]
    """Of the mean result of a game: 1 for a win, a half for a tie, 0 for a loss."""
    wanted: int

    def mirrored(self) -> "Meeting":
        low, high = self.interval
        return Meeting(self.other, self.one, self.tally.mirrored(), (1 - high, 1 - low), self.wanted)

    @property
    def is_whole(self) -> bool:
        return self.tally.games >= self.wanted

    @property
    def win_share(self) -> float:
        return self.tally.win_share or 0.0

    @property
    def result(self) -> str:
        """The mean result with its interval, in words."""
        low, high = self.interval
        return f"{self.one} – {self.other}: {self.tally.score or 0:.3f} ({low:.3f} to {high:.3f})"


def meetings(planned: Planned, standings: Standings) -> list[Meeting]:
    """Every pair of an arena, as the stronger one, by the order of what is planned, sees it."""
    names = standings.arena.names
    found = []
    for one, other in standings.arena.pairs:
        interval = standings.score_interval(one, other) or (0.0, 1.0)
        seen = Meeting(names[one], names[other], standings.against(one, other), interval, planned.games)
        found.append(seen if is_favourite(planned, seen.one, seen.other) else seen.mirrored())
    return found


def is_favourite(planned: Planned, one: str, other: str) -> bool:
    """Levels are listed from the lowest on; of other pairs the first is the stronger one."""
    is_earlier = planned.bots.index(one) < planned.bots.index(other)
    return is_earlier != (planned.bots == LEVEL_BOTS)


class Results:
    """All meetings, to be asked for by two names in either order."""

    def __init__(self, found: Collection[Meeting]) -> None:
        self.meetings = list(found)
        self._by_names = {(seen.one, seen.other): seen for seen in found}

    def of(self, one: str, other: str) -> Meeting:
        if (one, other) in self._by_names:
            return self._by_names[one, other]
        return self._by_names[other, one].mirrored()


# The bars ---------------------------------------------------------------------------------------------------------


def bar(promise: str, needed: str, asked: Sequence[Meeting], found: str, holds: bool) -> Bar:
    """A bar that is met only if all its games were played."""
    if all(seen.is_whole for seen in asked):
        return Bar(promise, needed, found, holds)
    games, wanted = sum(seen.tally.games for seen in asked), sum(seen.wanted for seen in asked)
    return Bar(promise, needed, f"{found}, but only {games:,} of {wanted:,} games", False)


def never_loses(promise: str, asked: Sequence[Meeting]) -> Bar:
    """Losing is when even the upper end of the interval of the mean result is less than even."""
    worst = min(asked, key=lambda seen: seen.interval[1])
    return bar(promise, "no interval below 0.5", asked, worst.result, worst.interval[1] >= EVEN)


def nash_never_loses(results: Results) -> Bar:
    return never_loses("nash loses to no other bot", [results.of(NASH, other) for other in (*OFTEN_ASKED, HIGHEST)])


def no_level_loses_to_a_lower_one(results: Results) -> Bar:
    pairs = combinations(LEVEL_BOTS, 2)
    return never_loses("no level loses to a lower one", [results.of(higher, lower) for lower, higher in pairs])


def every_level_beats_the_lowest(results: Results) -> Bar:
    asked = [results.of(level, LOWEST) for level in LEVEL_BOTS[1:]]
    worst = min(asked, key=lambda seen: seen.interval[0])
    promise = f"every other level beats {LOWEST}"
    return bar(promise, "every interval above 0.5", asked, worst.result, worst.interval[0] > EVEN)


def highest_beats_random(results: Results) -> Bar:
    seen = results.of(HIGHEST, RANDOM)
    promise, needed = f"{HIGHEST} beats {RANDOM}", f"at least {OVER_RANDOM:.0%} of decided games"
    return bar(promise, needed, [seen], f"{seen.win_share:.1%}", seen.win_share >= OVER_RANDOM)


def highest_stands_against_nash(results: Results) -> Bar:
    seen = results.of(NASH, HIGHEST)
    promise, needed = f"{NASH} wins against {HIGHEST}", f"at most {NASH_OVER_HIGHEST:.0%} of decided games"
    return bar(promise, needed, [seen], f"{seen.win_share:.1%}", seen.win_share <= NASH_OVER_HIGHEST)


BARS = (
    nash_never_loses,
    highest_beats_random,
    highest_stands_against_nash,
    no_level_loses_to_a_lower_one,
    every_level_beats_the_lowest,
)


def judged(results: Results) -> list[Bar]:
    return [judge(results) for judge in BARS]


# What is printed --------------------------------------------------------------------------------------------------


def pair_row(seen: Meeting) -> Row:
    tally, wins = seen.tally, seen.tally.win_interval or (0.0, 1.0)
    if not tally.games:
        return (f"{seen.one} – {seen.other}", "0", *[""] * (len(PAIR_COLUMNS) - 2))
    counts = (f"{number:,}" for number in (tally.games, tally.wins, tally.losses, tally.ties))
    return (
        f"{seen.one} – {seen.other}", *counts, f"{seen.win_share:.1%}", " to ".join(f"{end:.1%}" for end in wins),
        f"{tally.score or 0:.3f}", " to ".join(f"{end:.3f}" for end in seen.interval),
    )  # fmt: skip


def bar_row(one: Bar) -> Row:
    return one.promise, one.needed, one.found, "met" if one.holds else "not met"


def markdown(results: Results) -> str:
    pairs = markdown_table(PAIR_COLUMNS, [pair_row(seen) for seen in results.meetings])
    return f"{pairs}\n\n{markdown_table(BAR_COLUMNS, [bar_row(one) for one in judged(results)])}"


# The command ------------------------------------------------------------------------------------------------------


def parsed_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="strength.py", description="Measure how strong the bots are.")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="where the games are kept")
    parser.add_argument("--games", type=whole, default=GAMES, help=f"games of a pair (default: {GAMES})")
    parser.add_argument("--nash-games", type=whole, default=NASH_GAMES, help=f"of nash's pairs (default: {NASH_GAMES})")
    parser.add_argument("--threads", type=whole, help="threads to play on (default: all cores)")
    parser.add_argument("--no-play", action="store_true", help="judge what the folder holds, and play nothing")
    return parser.parse_args(arguments)


def measured(chosen: argparse.Namespace) -> Results:
    chosen.folder.mkdir(parents=True, exist_ok=True)
    shelf = [read_arena(file) for file in sorted(chosen.folder.glob("*.jsonl"))]
    found: list[Meeting] = []
    for planned in everything(chosen.games, chosen.nash_games):
        kept = kept_in(chosen.folder, planned, shelf)
        found += meetings(planned, stands(planned, kept, not chosen.no_play, chosen.threads))
    return Results(found)


def main(arguments: list[str] | None = None) -> int:
    try:
        results = measured(parsed_arguments(arguments))
    except RumpusError as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        complain("Stopped; what was played is kept, and the same command goes on from there.")
        return STOPPED
    print(markdown(results))
    return 0 if all(one.holds for one in judged(results)) else 1


if __name__ == "__main__":
    sys.exit(main())
