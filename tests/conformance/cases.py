"""Which ways to play are tried: for each game of the catalogue its default, each switch, and allowed combinations."""

import importlib
import random
from functools import cache
from types import ModuleType
from typing import Any

from rumpus.catalogue import NAMES, definition
from rumpus.core.game import Game
from rumpus.core.switches import allowed_combinations

Case = tuple[str, tuple[tuple[str, Any], ...]]


@cache
def facts(name: str) -> ModuleType:
    """What a game's own tests know of it: `tests/<game>/facts.py`."""
    return importlib.import_module(f"tests.{name}.facts")


def case(name: str, switches: dict[str, Any]) -> Case:
    return name, tuple(sorted(switches.items(), key=lambda item: item[0]))


def every_combination() -> list[Case]:
    """Every combination of switches that a table can be opened with, of every game."""
    found = []
    for name in NAMES:
        rules = definition(name).rules
        found += [case(name, chosen) for chosen in allowed_combinations(rules.SWITCHES, rules.EXCLUSIONS)]
    return found


def single_switches() -> list[Case]:
    """Of every game the default, and each switch at each other value."""
    found = []
    for name in NAMES:
        switches = definition(name).rules.SWITCHES
        found.append(case(name, {}))
        found += [case(name, {switch.name: value}) for switch in switches for value in switch.values[1:]]
    return found


def some_combinations(number: int = 12) -> list[Case]:
    """The single switches, and combinations drawn once and for all."""
    return single_switches() + random.Random(1).sample(every_combination(), number)


def opened(chosen: Case, seats: int | None = None) -> Game:
    name, switches = chosen
    return definition(name).open(dict(switches), seats=seats)


def spoken(chosen: Case) -> str:
    """The case in a test's name."""
    name, switches = chosen
    defaults = {switch.name: switch.default for switch in definition(name).rules.SWITCHES}
    changed = [key if value is True else f"{key}={value}" for key, value in switches if value != defaults[key]]
    return "-".join([name, *changed])
