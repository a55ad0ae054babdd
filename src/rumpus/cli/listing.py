"""What numbers mean, listed for people who program: the columns of an observation, the numbers of actions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rumpus.cli.screen import out
from rumpus.core.game import Game

LONGEST = 6
"""Names of a list that are told at its start; the list goes on after three dots, to its last one."""
NARROW = 70
"""Where the screen is narrower than that, numbers are told under the name of what they are, not beside it."""
INDENT = 2
ALL = "--json tells every name."


class Entry(Protocol):
    """So many numbers, from the first to the last, and in a phrase what they are."""

    @property
    def name(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...


AnyEntry = TypeVar("AnyEntry", bound=Entry)


@dataclass(frozen=True)
class Listing(Generic[AnyEntry]):
    """How entries are listed: the heads of the columns, and what is said of each under its phrase."""

    numbers: str
    name: str
    about: str
    more: str
    details: Callable[[AnyEntry], str]

    def print(self, game: Game, entries: Sequence[AnyEntry], many: str, notes: Sequence[str] = ()) -> None:
        """Under a line that says of which table, and how many numbers there are; then the notes."""
        console = out()
        console.print(Text.assemble((game.title, "bold"), f" for {game.seats}: {many}."))
        is_narrow = console.width < NARROW
        console.print(self._under_each_other(entries) if is_narrow else self._beside_each_other(entries))
        console.print(" ".join([*notes, ALL]), style="dim")

    def _beside_each_other(self, entries: Sequence[AnyEntry]) -> Table:
        table = _table(self.numbers, self.name, f"{self.about}, {self.more}")
        table.columns[0].justify = "right"
        for entry in entries:
            table.add_row(Text(_numbers(entry), "dim"), Text(entry.name, "green"), self._told(entry))
        return table

    def _under_each_other(self, entries: Sequence[AnyEntry]) -> Table:
        table = _table(f"{self.name}\n{self.numbers}", f"{self.about}\n{' ' * INDENT}{self.more}")
        for entry in entries:
            table.add_row(Text.assemble((entry.name, "green"), "\n", (_numbers(entry), "dim")), self._told(entry))
        return table

    def _told(self, entry: AnyEntry) -> Group:
        """What it is; and set in under that, the details if there are any."""
        about, details = Text(entry.about), self.details(entry)
        return Group(about, Padding(Text(details, "dim"), (0, 0, 0, INDENT))) if details else Group(about)


def _table(*heads: str) -> Table:
    """Only the last column is as wide as there is room."""
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    for head in heads:
        table.add_column(head, no_wrap=head != heads[-1], overflow="fold")
    return table


def _numbers(entry: Entry) -> str:
    return f"{entry.first}" if entry.first == entry.last else f"{entry.first}-{entry.last}"


def listed(names: Sequence[str]) -> str:
    """'Spy, Prince'; of a long list the first few and the last; numbers as '0-20'."""
    if len(names) > 1 and list(names) == list(map(str, range(len(names)))):
        return f"0-{len(names) - 1}"
    if len(names) > LONGEST:
        names = (*names[: LONGEST - 2], "...", names[-1])
    return ", ".join(names)
