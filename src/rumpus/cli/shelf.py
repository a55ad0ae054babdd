"""What there is to read: the list of games, their rules, their cards."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rumpus.catalogue import DEFINITIONS, definition
from rumpus.cli.screen import out, print_json
from rumpus.core.box import shown
from rumpus.core.game import Definition, Game
from rumpus.core.switches import Switch, spoken

READING_WIDTH = 100
LONG = 32
"""Letters from which a field is a text to read rather than a name."""
INDENT = 4
HEAD = 3
"""Letters that are left of the name of a number where there is no room for more."""


# Games ------------------------------------------------------------------------------------------------------------


def list_games(as_json: bool) -> None:
    if as_json:
        print_json([_game_as_data(one) for one in DEFINITIONS.values()])
        return
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for title, style in (("game", "bold green"), ("players", ""), ("minutes", ""), ("", "")):
        table.add_column(title, style=style, no_wrap=bool(title))
    for name, one in DEFINITIONS.items():
        table.add_row(name, span(one.seats), span(one.minutes), about(one))
    console = out()
    console.print(table)
    console.print("\nPlay with 'rumpus play GAME'; 'rumpus rules GAME' and 'rumpus cards GAME' explain.", style="dim")


def about(one: Definition) -> Text:
    return Text.assemble((f"{one.title}. ", "bold"), one.about)


def span(pair: tuple[int, int]) -> str:
    """'2', or '2-5'."""
    return "-".join(map(str, dict.fromkeys(pair)))


def _game_as_data(one: Definition) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "about": one.about,
        "seats": list(one.seats),
        "minutes": list(one.minutes),
        "rules_version": one.rules.VERSION,
        "switches": [switch.name for switch in one.rules.SWITCHES],
    }


# Rules ------------------------------------------------------------------------------------------------------------


def print_rules(name: str) -> None:
    show_rules(definition(name), out())


def show_rules(one: Definition, console: Console) -> bool:
    """The rules as they are written, or set for reading where somebody reads them; whether a pager showed them."""
    if not console.is_terminal:
        console.out(one.rules_text.rstrip("\n"))
        return False
    from rich.markdown import Markdown

    from rumpus.cli.keyboard import is_interactive

    text, options = Markdown(one.rules_text), console.options.update(width=min(console.width, READING_WIDTH))
    if is_interactive(console) and len(console.render_lines(text, options)) > console.height:
        _page(console, text, options.max_width)
        return True
    console.print(text, width=options.max_width)
    return False


def _page(console: Console, text: Any, width: int) -> None:
    import os

    os.environ.setdefault("LESS", "-RX")  # colours pass, and what was read stays on the screen
    with console.pager(styles=True):
        console.print(text, width=width)


# Cards ------------------------------------------------------------------------------------------------------------


def print_cards(name: str, box: Path | None, as_json: bool) -> None:
    game = definition(name).open(box=box)
    if as_json:
        print_json(_cards_as_data(game))
        return
    console = out()
    console.print(about(game.definition))
    for title, entries in game.contents.tables.items():
        _print_entries(console, title, entries, game.definition.says)
    _print_switches(console, game.rules.SWITCHES)
    _print_exclusions(console, game)
    if box is not None:
        _print_warnings(console, game)


def _print_entries(
    console: Console, title: str, entries: Mapping[str, Any], says: Callable[[Any], str]
) -> None:  # fmt: skip
    """A table of the file: names and numbers in columns; under each row what has no room there, and its texts."""
    import msgspec

    told = {name: says(entry) for name, entry in entries.items()}
    rows = [{"id": name, **msgspec.structs.asdict(entry), "says": told[name]} for name, entry in entries.items()]
    if not any(told.values()):
        rows = [{name: value for name, value in row.items() if name != "says"} for row in rows]
    columns = {column: [row[column] for row in rows] for column in (rows[0] if rows else ())}
    texts = [values for values in columns.values() if _is_long(values)]
    short = {column: _aligned(column, values) for column, values in columns.items() if values not in texts}
    beside = _that_fit(short, console.width)
    if len(beside) < len(short):
        short = {column: _aligned(column, columns[column], HEAD) for column in short}
        beside = _that_fit(short, console.width)
    below = [column for column in short if column not in beside]
    console.print(f"\n{title.capitalize()}", style="bold")
    for line, cells in enumerate(zip(*(short[column] for column in beside), strict=True)):
        console.print(Text("  ").join(cells), no_wrap=True, overflow="ellipsis")
        rest = ", ".join(f"{column} {shown(columns[column][line - 1])}" for column in below)
        for text in (*([rest] if below else ()), *(shown(values[line - 1]) for values in texts)) if line else ():
            console.print(Padding(Text(text, "dim"), (0, 0, 0, INDENT), expand=False))


def _that_fit(columns: Mapping[str, list[Text]], width: int) -> list[str]:
    """The first columns, as many as a line has room for; the first in any case."""
    found: list[str] = []
    used = 0
    for column, cells in columns.items():
        used += len(cells[0]) + 2
        if found and used - 2 > width:
            break
        found.append(column)
    return found


def _aligned(column: str, values: Sequence[Any], most: int | None = None) -> list[Text]:
    """A column with its head, all cells as wide as the widest; numbers to the right, if need be under a short head."""
    cells = [column[:most] if _is_number(values) else column, *map(shown, values)]
    width, adjusted = max(map(len, cells)), str.rjust if _is_number(values) else str.ljust
    style = "green" if column == "id" else ""
    return [Text(adjusted(cell, width), style if line else "dim") for line, cell in enumerate(cells)]


def _is_long(values: Sequence[Any]) -> bool:
    return any(len(shown(value)) > LONG for value in values)


def _is_number(values: Sequence[Any]) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)


def _print_switches(console: Console, switches: Sequence[Switch]) -> None:
    if not switches:
        return
    console.print("\nSwitches", style="bold")
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("switch", style="green", no_wrap=True)
    table.add_column("values")
    table.add_column("meaning")
    for switch in switches:
        table.add_row(switch.name, ", ".join(map(spoken, switch.values)), switch.meaning)
    console.print(table)
    console.print("The first value is the default; another one is set with --set SWITCH=VALUE.", style="dim")


def _print_exclusions(console: Console, game: Game) -> None:
    if game.rules.EXCLUSIONS:
        console.print("\nSwitches that exclude each other", style="bold")
    for exclusion in game.rules.EXCLUSIONS:
        console.print(exclusion.sentence(), markup=False)


def _print_warnings(console: Console, game: Game) -> None:
    """What may be a slip in a box of one's own."""
    from rumpus.server.pictures import not_drawn

    for number, sentence in enumerate(not_drawn(game)):
        console.print(f"{'' if number else chr(10)}Note: {sentence}", style="yellow", markup=False)


def _cards_as_data(game: Game) -> dict[str, Any]:
    import msgspec

    tables: dict[str, Any] = msgspec.to_builtins(game.contents.tables)
    return {
        "game": game.name,
        "box": game.contents.digest,
        "source": game.contents.source,
        "tables": tables,
        "switches": [_switch_as_data(switch) for switch in game.rules.SWITCHES],
        "exclusions": [{"one": e.one, "other": e.other, "why": e.why} for e in game.rules.EXCLUSIONS],
    }


def _switch_as_data(switch: Switch) -> dict[str, Any]:
    return {
        "name": switch.name,
        "meaning": switch.meaning,
        "values": list(switch.values),
        "default": switch.default,
    }
