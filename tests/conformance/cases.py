"""Which ways to play are tried: for each game its default, every number of seats, each switch, and combinations."""

import importlib
import random
from functools import cache
from types import ModuleType
from typing import Any

from rumpus.catalogue import NAMES, definition
from rumpus.core.game import Game
from rumpus.core.switches import allowed_combinations

Case = tuple[str, tuple[tuple[str, Any], ...], int | None]
"""A game, its switches, and how many play; as few as can, if nothing is said."""


@cache
def facts(name: str) -> ModuleType:
    """What a game's own tests know of it: `tests/<game>/facts.py`."""
    return importlib.import_module(f"tests.{name}.facts")


def printed_names(game: Game) -> set[str]:
    """The names that a game's box prints: on cards and tokens, for seats, on the faces of dice."""
    entries = [entry for table in game.contents.tables.values() for entry in table.values()]
    return {str(getattr(entry, "name", "")) for entry in entries} - {""}


def case(name: str, switches: dict[str, Any], seats: int | None = None) -> Case:
    """Switches that are as they are if nothing is said need not be named: so each case is there once."""
    defaults = {switch.name: switch.default for switch in definition(name).rules.SWITCHES}
    changed = {key: value for key, value in switches.items() if value != defaults[key]}
    return name, tuple(sorted(changed.items())), seats


def has_secrets(chosen: Case) -> bool:
    """Whether anything is hidden from anybody in this game."""
    return not definition(chosen[0]).is_open


def every_combination() -> list[Case]:
    """Every combination of switches that a table can be opened with, of every game."""
    found = []
    for name in NAMES:
        rules = definition(name).rules
        found += [case(name, chosen) for chosen in allowed_combinations(rules.SWITCHES, rules.EXCLUSIONS)]
    return found


def single_switches() -> list[Case]:
    """Of every game the default, for every number of players, and each switch at each other value."""
    found = []
    for name in NAMES:
        switches, (fewest, most) = definition(name).rules.SWITCHES, definition(name).seats
        found += [case(name, {}), *(case(name, {}, seats) for seats in range(fewest + 1, most + 1))]
        found += [case(name, {switch.name: value}) for switch in switches for value in switch.values[1:]]
    return found


def some_combinations(number: int = 12) -> list[Case]:
    """The single switches, and combinations of each game drawn once and for all."""
    found = single_switches()
    for name in NAMES:
        all_of_it = [chosen for chosen in every_combination() if chosen[0] == name]
        found += random.Random(1).sample(all_of_it, min(number, len(all_of_it)))
    return list(dict.fromkeys(found))


SHORT = 1000
"""A game of fewer decisions than these is tried with all switches in `make test` too: that costs next to nothing."""


def is_default(chosen: Case) -> bool:
    """Whether no switch is changed."""
    return not chosen[1]


def is_quick(chosen: Case) -> bool:
    """Whether a case is tried in `make test`; the others wait for `make test-slow`."""
    return is_default(chosen) or is_short(chosen)


def is_short(chosen: Case) -> bool:
    return definition(chosen[0]).most_decisions < SHORT


def is_first(chosen: Case) -> bool:
    """Whether this is a game as it is opened if nothing is said: what machine code is tried on in `make test`."""
    return is_default(chosen) and chosen[2] is None


@cache
def opened(chosen: Case) -> Game:
    name, switches, seats = chosen
    return definition(name).open(dict(switches), seats=seats)


def spoken(chosen: Case) -> str:
    """The case in a test's name."""
    name, switches, seats = chosen
    changed = [key if value is True else f"{key}={value}" for key, value in switches]
    return "-".join([name, *changed, *([f"{seats}-seats"] if seats else [])])
