"""Switches: the variants and house rules that are chosen when a table is opened."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rumpus.core.errors import WrongSwitch
from rumpus.core.record import FLAG, Field

Value = bool | str
OFF_ON: tuple[Value, Value] = (False, True)
SPOKEN = {"yes": True, "on": True, "true": True, "1": True, "no": False, "off": False, "false": False, "0": False}


@dataclass(frozen=True)
class Switch:
    """One switch. Its first value is the default."""

    name: str
    meaning: str
    values: tuple[Value, ...] = OFF_ON
    title: str = ""
    """What players call it; without one, its name as a word."""
    seats: tuple[int, ...] = ()
    """For how many players it is there; empty for any number."""

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name.replace("_", " ").capitalize())

    @property
    def is_yes_or_no(self) -> bool:
        return self.values == OFF_ON

    @property
    def default(self) -> Value:
        return self.values[0]

    def field(self) -> Field:
        """The field of the box that holds it: the value's place in `values`."""
        return Field(self.name, values=FLAG if self.is_yes_or_no else self.name)

    def read(self, found: Any) -> Value:
        """The value that somebody gave, as a value of ours, one of numpy's, or as a word from the command line."""
        value = bool(found) if isinstance(found, np.bool_) else found
        if self.is_yes_or_no and isinstance(value, str):
            value = SPOKEN.get(value.lower(), value)
        for allowed in self.values:
            if isinstance(value, type(allowed)) and value == allowed:
                return allowed
        raise WrongSwitch(f"Switch '{self.name}' cannot be '{found}': it is {spoken_list(self.values)}.")


def seats_for(switches: Sequence[Switch], chosen: Mapping[str, Value], fewest: int, most: int) -> list[int]:
    """The numbers of players for whom these values are there."""
    narrow = [switch.seats for switch in switches if switch.seats and chosen[switch.name] != switch.default]
    return [seats for seats in range(fewest, most + 1) if all(seats in allowed for allowed in narrow)]


@dataclass(frozen=True)
class Exclusion:
    """Two switches that cannot both be on, and why."""

    one: str
    other: str
    why: str

    def forbids(self, chosen: Mapping[str, Value]) -> bool:
        return chosen[self.one] is True and chosen[self.other] is True

    def sentence(self) -> str:
        return f"'{self.one}' and '{self.other}' cannot go together: {self.why}."


def spoken(value: Value) -> str:
    """A value as a person writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def spoken_list(values: Sequence[Value]) -> str:
    return " or ".join(f"'{spoken(value)}'" for value in values)


def read_switches(
    switches: Sequence[Switch], exclusions: Sequence[Exclusion], given: Mapping[str, Any]
) -> dict[str, Value]:
    """Every switch with its value: the given ones, checked, and the defaults."""
    known = {switch.name: switch for switch in switches}
    if not isinstance(given, Mapping):
        raise WrongSwitch(f"Switches are given as a table of names and values, not as {given!r}.")
    for name in given:
        if name not in known:
            raise WrongSwitch(f"There is no switch '{name}': the switches are {', '.join(known)}.")
    chosen = {name: switch.read(given[name]) if name in given else switch.default for name, switch in known.items()}
    for exclusion in exclusions:
        if exclusion.forbids(chosen):
            raise WrongSwitch(exclusion.sentence())
    return chosen


def allowed_combinations(switches: Sequence[Switch], exclusions: Sequence[Exclusion]) -> list[dict[str, Value]]:
    """Every combination of values that a table can be opened with."""
    combinations: list[dict[str, Value]] = [{}]
    for switch in switches:
        combinations = [{**partial, switch.name: value} for partial in combinations for value in switch.values]
    return [found for found in combinations if not any(exclusion.forbids(found) for exclusion in exclusions)]
