"""Measure rumpus against its peers and against C, and say whether the bars of speed hold: `make bench`.

How strong the bots are is measured by strength.py, which takes an hour.

The exit code is 0 if all bars hold that were measured, and 1 if not, or if something is missing.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, it finds its neighbours only in this way

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks import environment, figures, measuring, report
from benchmarks.environment import BenchError
from benchmarks.figures import Figures, judged
from benchmarks.measuring import NAMES, Job, Measuring

QUIET_LOAD = 0.5


def positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError(text)
    return number


def whole(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def parsed_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.py", description="Measure rumpus against its peers and against C.")
    parser.add_argument("--repetitions", type=whole, default=5, help="how often each is measured (default: 5)")
    parser.add_argument("--seconds", type=positive, default=2.0, help="how long each time (default: 2)")
    parser.add_argument("--only", nargs="+", choices=NAMES, metavar="NAME", help=f"only these of {', '.join(NAMES)}")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--write", action="store_true", help="write the table into docs/benchmarks.md")
    chosen = parser.parse_args(arguments)
    if chosen.only and chosen.write:
        parser.error("--write needs everything measured: leave --only out")
    return chosen


def prepare(names: tuple[str, ...], console: Console) -> None:
    if set(names) & {*figures.PEERS, *figures.MATCHED}:
        environment.set_up_peers(console.print)
    if figures.LIMIT in names:
        console.print(f"Compiling braverats.c ({' '.join(environment.COMPILE)}) ...", highlight=False)
        environment.compile_limit()
        measuring.check_limit()


def measure_all(jobs: list[Job], console: Console) -> None:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(jobs))
        for job in jobs:
            progress.update(task, description=f"Measuring {job.name}".ljust(len("Measuring ") + max(map(len, NAMES))))
            job.run()
            progress.advance(task)


def measured(chosen: argparse.Namespace, console: Console) -> Figures:
    names = tuple(chosen.only or NAMES)
    prepare(names, console)
    cores = environment.cores()
    with measuring.empty_folder() as cache:
        work = Measuring(chosen.seconds, Path(cache), core=cores[-1] if cores else None)
        measure_all(measuring.plan(work, names, chosen.repetitions), console)
    return work.figures


def warned_load(console: Console) -> float:
    load = environment.load()
    if load > QUIET_LOAD:
        console.print(f"The machine is busy (load {load:.1f}): what is measured now may be too slow.", highlight=False)
    return load


def hand_over(found: Figures, chosen: argparse.Namespace, load: float) -> None:
    machine = environment.machine(load)
    if chosen.json:
        print(json.dumps(report.as_json(found, machine), indent=2))
    else:
        report.show(Console(), found)
    refuse_disturbed(found)
    if chosen.write:
        settings = (
            f"medians of {chosen.repetitions} measurements of {chosen.seconds:g} s each, in turns; of searches and"
            f" solvers, {chosen.seconds * measuring.THOUGHT_PART:g} s each"
        )
        report.write(found, machine, settings)


def refuse_disturbed(found: Figures) -> None:
    """A shared core can make a bar fail, and just as well make it hold: one thread slowed down flatters two."""
    if names := found.disturbed():
        raise BenchError(
            f"These figures do not count, because {', '.join(names)} had to share a core with other processes: "
            "run it again when the machine is quiet."
        )


def main() -> int:
    chosen, console = parsed_arguments(), Console(stderr=True)
    try:
        load = warned_load(console)
        found = measured(chosen, console)
        hand_over(found, chosen, load)
    except BenchError as error:
        console.print(str(error), style="red", highlight=False, markup=False, soft_wrap=True)
        return 1
    except KeyboardInterrupt:
        console.print("Stopped; nothing was written.")
        return 1
    return 0 if all(bar.holds for bar in judged(found)) else 1


if __name__ == "__main__":
    sys.exit(main())
