"""The two streams a command writes to: answers go to stdout, progress and complaints to stderr."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress


def out() -> Console:
    return Console(highlight=False)


def err() -> Console:
    return Console(stderr=True, highlight=False)


def complain(sentence: str) -> None:
    """Say on stderr what went wrong, in one line however long it is."""
    err().print(Text(sentence, style="red"), soft_wrap=True)


def bulleted(lines: Sequence[str]) -> Table:
    """Sentences one under the other; a long one goes on under its own first letter."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for line in lines:
        table.add_row("•", Text(line))
    return table


def print_json(document: Any) -> None:
    """The one JSON document that a program reads."""
    if sys.stdout is not None:  # it is None where somebody closed it
        sys.stdout.write(json.dumps(document, indent=2) + "\n")
        sys.stdout.flush()


def progress(unit: str) -> "Progress":
    """A bar on stderr that goes away when it is done; none where nobody watches."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    console, counts = err(), f"{{task.completed:,.0f}} of {{task.total:,.0f}} {unit}"
    return Progress(
        SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=24), TextColumn(counts),
        TimeRemainingColumn(compact=True), console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip


@contextmanager
def own_screen(console: Console) -> Iterator[None]:
    """A screen of its own, which leaves nothing to scroll back to; without a terminal, the same stream as ever."""
    console.set_alt_screen(True)
    try:
        yield
    finally:
        console.set_alt_screen(False)
