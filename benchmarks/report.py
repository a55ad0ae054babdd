"""The figures as a table: in the terminal, in docs/benchmarks.md, and as JSON."""

from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.table import Table

from benchmarks.environment import HERE, BenchError
from benchmarks.figures import (
    FIRST_START,
    MATCHED,
    SOLVING,
    SPEEDS,
    THOUGHT,
    WARM_START,
    Answers,
    Bar,
    Figures,
    Spread,
    judged,
    spread,
)

PAGE = HERE.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- bench.py --write: begin -->", "<!-- bench.py --write: end -->"

WHAT = {
    "rumpus": ("rumpus, one thread", "BraveRats"),
    "rumpus-2-threads": ("rumpus, two threads", "BraveRats"),
    "rumpus-plain": ("rumpus, plain Python", "BraveRats"),
    "rumpus-batch": ("rumpus, a batch", "BraveRats"),
    "rumpus-batch-leduc": ("rumpus, a batch, Leduc", "Leduc poker"),
    "c": ("the C program", "BraveRats"),
    "openspiel-rollouts": ("OpenSpiel, C++ rollouts", "goofspiel, 8 cards"),
    "openspiel-evaluate-bots": ("OpenSpiel, C++ bots", "goofspiel, 8 cards"),
    "openspiel-python": ("OpenSpiel, Python", "goofspiel, 8 cards"),
    "pgx": ("Pgx, on the CPU", "Leduc Hold'em"),
    "rlcard": ("RLCard", "Leduc Hold'em"),
    "pettingzoo": ("PettingZoo", "Leduc Hold'em"),
}
THOUGHT_WHAT = {
    "rumpus-ismcts": ("rumpus, ismcts", "Leduc poker"),
    "openspiel-ismcts": ("OpenSpiel, C++ ISMCTS", "Leduc poker, two suits"),
    "openspiel-ismcts-alike": ("OpenSpiel, C++, suits alike", "Leduc poker"),
    "rumpus-ismcts-braverats": ("rumpus, ismcts, BraveRats", "BraveRats"),
    "rumpus-cfr": ("rumpus, CFR+", "Leduc poker"),
    "openspiel-cfr": ("OpenSpiel, C++ CFR+", "Leduc poker"),
    "rumpus-solve": ("rumpus, positions solved", "BraveRats"),
    "rumpus-mayhem": ("rumpus, random steps", "Monster Mayhem, four players"),
    "rumpus-rarrr": ("rumpus, random steps, RARRR!!", "RARRR!!, four players"),
    "rumpus-kaiju": ("rumpus, random steps, Kaiju Rising", "Kaiju Rising, four players"),
    "rumpus-arrr": ("rumpus, random steps, Arrr!!!", "Arrr!!!, four players"),
    "openspiel-hearts": ("OpenSpiel, C++ rollouts, steps", "hearts"),
}
COLUMNS = ("what", "decisions/s", "spread", "games/s", "rumpus is", "game", "version")
THOUGHT_COLUMNS = ("search or solver", "iterations/s", "spread", "rumpus is", "game", "version")
NUMBERS = (*COLUMNS[1:5], THOUGHT_COLUMNS[1])
NARROW, THOUGHT_NARROW = 5, 4  # columns that fit into a terminal of eighty characters
BAR_COLUMNS = ("bar", "needed", "found", "")
TIME_COLUMNS = ("without a bar", "median", "spread")
WITHOUT_BAR = {
    FIRST_START: "a new process to its first 1,000 games, compiling",
    WARM_START: "the same, compiled before",
}

Row = tuple[str, ...]


# Words


def short(number: float) -> str:
    """Three digits and a letter: 21.9 M."""
    for letter, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= 0.9995 * size:
            return f"{three_digits(number / size)} {letter}"
    return three_digits(number)


def three_digits(number: float) -> str:
    return f"{number:.{2 if number < 9.995 else 1 if number < 99.95 else 0}f}"


def times(ratio: float) -> str:
    return f"{ratio:,.0f} x" if ratio >= 99.95 else f"{three_digits(ratio)} x"


def between(values: Spread) -> str:
    """Both ends of a spread, the letter only once: 21.3 to 22.1 M."""
    lowest, highest = short(values.lowest), short(values.highest)
    same_letter = lowest[-1] == highest[-1] and " " in lowest
    return f"{lowest[:-2] if same_letter else lowest} to {highest}"


def verdict(bar: Bar) -> str:
    return "PASS" if bar.holds else "FAIL"


# Rows


def speed_rows(found: Figures) -> list[Row]:
    return [speed_row(found, name) for name in SPEEDS if name in found.speeds]


def speed_row(found: Figures, name: str) -> Row:
    rate = found.decision_rate(name)
    ratio = times(found.ratio(name)) if found.has("rumpus") else ""
    what, game = WHAT[name]
    numbers = short(rate.median), between(rate), short(found.game_rate(name).median), ratio
    return (what, *numbers, game, found.speeds[name][0].version)


def bar_rows(found: Figures) -> list[Row]:
    return [(bar.promise, bar.needed, bar.found, verdict(bar)) for bar in judged(found)]


def thought_rows(found: Figures) -> list[Row]:
    return [thought_row(found, name) for name in THOUGHT if name in found.speeds]


def thought_row(found: Figures, name: str) -> Row:
    rate, (what, game) = found.iteration_rate(name), THOUGHT_WHAT[name]
    ratio = times(found.iteration_ratio(name)) if found.has(MATCHED.get(name, "")) else ""
    return (what, short(rate.median), between(rate), ratio, game, found.speeds[name][0].version)


def time_rows(found: Figures) -> list[Row]:
    """All times that are only told: starts, the solution, and answers."""
    starts = [seconds_row(WITHOUT_BAR[name], found.time(name)) for name in WITHOUT_BAR if name in found.seconds]
    solving = [seconds_row("solving BraveRats exactly", found.solving_time())] if found.has(SOLVING) else []
    return starts + solving + [answer_row(bot, answers) for bot, answers in found.answers.items()]


def seconds_row(what: str, time: Spread) -> Row:
    return what, f"{time.median:.2f} s", f"{time.lowest:.2f} to {time.highest:.2f} s"


def answer_row(bot: str, answers: Answers) -> Row:
    time = spread(answers.milliseconds)
    return f"an answer of {bot}", f"{time.median:.1f} ms", f"{time.lowest:.1f} to {time.highest:.1f} ms"


# In the terminal


def rich_table(columns: Row, rows: list[Row]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in NUMBERS else "left")
    for row in rows:
        table.add_row(*(coloured(cell) for cell in row))
    return table


def coloured(cell: str) -> str:
    return {"PASS": "[green]PASS[/]", "FAIL": "[bold red]FAIL[/]"}.get(cell, cell)


def show(console: Console, found: Figures) -> None:
    tables = [
        rich_table(COLUMNS[:NARROW], [row[:NARROW] for row in speed_rows(found)]),
        rich_table(THOUGHT_COLUMNS[:THOUGHT_NARROW], [row[:THOUGHT_NARROW] for row in thought_rows(found)]),
        rich_table(BAR_COLUMNS, bar_rows(found)),
        rich_table(TIME_COLUMNS, time_rows(found)),
    ]
    console.print(Group(*(table for table in tables if table.row_count)))


# In the documentation


def markdown_table(columns: Row, rows: list[Row]) -> str:
    lines = [columns, tuple("---" for _ in columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def markdown(found: Figures, machine: dict[str, str], settings: str) -> str:
    """What stands between the markers."""
    tables = [
        markdown_table(COLUMNS, speed_rows(found)),
        markdown_table(THOUGHT_COLUMNS, thought_rows(found)),
        markdown_table(BAR_COLUMNS, bar_rows(found)),
        markdown_table(TIME_COLUMNS, time_rows(found)),
    ]
    described = "\n".join(f"- {name}: {text}" for name, text in machine.items())
    return "\n\n".join([described + f"\n- {settings}", *tables])


def rewritten(page: str, text: str) -> str:
    """The page with other text between its markers."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise BenchError(f"docs/benchmarks.md has lost its markers: put {BEGIN} and {END} where the table belongs.")
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"


def write(found: Figures, machine: dict[str, str], settings: str, page: Path = PAGE) -> None:
    if not page.exists():
        raise BenchError(f"{page} is not there: the table has no page to go to.")
    page.write_text(rewritten(page.read_text(encoding="utf-8"), markdown(found, machine, settings)), encoding="utf-8")


# For programs


def as_json(found: Figures, machine: dict[str, str]) -> dict[str, Any]:
    return {
        "machine": machine,
        "speeds": {name: speed_json(found, name) for name in SPEEDS if name in found.speeds},
        "searches_and_solvers": {name: thought_json(found, name) for name in THOUGHT if name in found.speeds},
        "answers": {bot: answers._asdict() for bot, answers in found.answers.items()},
        "seconds": {name: found.time(name)._asdict() for name in found.seconds},
        "peak_mib": {str(games): max(peaks) for games, peaks in found.peaks.items()},
        "bars": [bar._asdict() for bar in judged(found)],
    }


def speed_json(found: Figures, name: str) -> dict[str, Any]:
    return {
        "decisions_per_second": found.decision_rate(name)._asdict(),
        "games_per_second": found.game_rate(name)._asdict(),
        "rumpus_is_times": found.ratio(name) if found.has("rumpus") else None,
        "version": found.speeds[name][0].version,
        "measurements": len(found.speeds[name]),
        "cores": [sample.cores for sample in found.speeds[name]],
    }


def thought_json(found: Figures, name: str) -> dict[str, Any]:
    return {
        "iterations_per_second": found.iteration_rate(name)._asdict(),
        "rumpus_is_times": found.iteration_ratio(name) if found.has(MATCHED.get(name, "")) else None,
        "version": found.speeds[name][0].version,
        "measurements": len(found.speeds[name]),
        "cores": [sample.cores for sample in found.speeds[name]],
    }
