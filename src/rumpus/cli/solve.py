"""Solving a game exactly, and what comes out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from rumpus.cli.screen import complain, err, out, print_json
from rumpus.core.game import Game
from rumpus.core.switches import spoken
from rumpus.solve.solution import Progress, Solution, keep, kept_file, kept_solution, solve
from rumpus.table.telling import told_apart

BAR = 40
"""Characters that stand for certainty."""


def solve_game(game: Game, again: bool, as_json: bool) -> None:
    """Find the solution, keep it, and tell what it says."""
    found = None if again else kept_solution(game)
    file: Path | None = kept_file(game)
    is_new = found is None
    if found is None:
        found = solve_with_bar(game)
        file = try_to_keep(found)
    if as_json:
        print_json(as_data(found, file))
    else:
        print_solution(found, file, is_new)


def solve_with_bar(game: Game) -> Solution:
    with solving(game) as show:
        return solve(game, show)


@contextmanager
def solving(game: Game) -> Iterator[Progress]:
    """A bar on stderr, from the first positions on; nobody can say beforehand how many there are: an estimate."""
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    console = err()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=24), TimeElapsedColumn())
    bars = Bars(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bars.add_task(f"solving {game.title}", total=1.0)

    def show(known: int, share: float) -> None:
        bars.update(task, completed=share, description=f"solving {game.title}: {known:,} positions")
        bars.start()

    try:
        yield show
    finally:
        bars.stop()


def try_to_keep(found: Solution) -> Path | None:
    """Write it to the cache; a solution that cannot be kept is still one."""
    try:
        return keep(found)
    except OSError as error:
        complain(f"The solution could not be kept in {kept_file(found.game)}: {error.strerror or error}.")
        return None


def openings(found: Solution) -> list[dict[str, float]]:
    """For each seat how likely it opens with what."""
    return [
        {
            label: float(share)
            for label, share in reversed(list(zip(labels(found.game, seat), found.openings[seat], strict=True)))
            if share > 0 or seat == 0
        }
        for seat in range(found.game.seats)
    ]


def labels(game: Game, seat: int) -> list[str]:
    """What each first action is called; with its number where a box gives two the same name."""
    state = game.fresh_state()
    return told_apart({action: game.words.piece(game, state, seat, action) for action in range(game.rules.ACTIONS)})


def as_data(found: Solution, file: Path | None) -> dict[str, Any]:
    first, second = openings(found)
    return {
        "game": found.game.name,
        "switches": found.game.switches,
        "box": found.game.contents.digest,
        "value": found.value,
        "positions": found.positions,
        "opening": first,
        "opening_of_the_other": second,
        "seconds": found.seconds,
        "file": None if file is None else str(file),
    }


def print_solution(found: Solution, file: Path | None, is_new: bool) -> None:
    game, console = found.game, out()
    changed = ", ".join(f"{name}={spoken(value)}" for name, value in game.changed_switches.items())
    console.print(Text.assemble((game.title, "bold"), f", {changed}" if changed else ""))
    value = round(found.value, 9) + 0.0  # no -0
    console.print(f"\nValue to {game.words.seat(game, 0)}: {value:.9f} (1: always wins, 0: even, -1: always loses)")
    console.print(
        f"Positions: {found.positions:,}, in {found.seconds:.2f} s{'' if is_new else ' when it was solved'}\n"
    )
    console.print("Perfect play opens with")
    console.print(opening_table(openings(found)[0]))
    if file is not None:
        console.print(f"\nKept in {file}; the bot 'nash' plays it.", style="dim", soft_wrap=True)


def opening_table(opening: dict[str, float]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold")
    table.add_column(justify="right")
    table.add_column(style="green")
    for name, share in opening.items():
        table.add_row(f"  {name}", f"{share:.2%}" if share > 0 else "never", "━" * round(share * BAR))
    return table
