"""Positions: a state as a dictionary with names instead of numbers, and back.

What is missing in a position is as it is after the set-up; in a table of counts, what is not named is not there.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rumpus.core.errors import WrongPosition
from rumpus.core.record import FLAG, NONE, UNKNOWN, Field

Names = Mapping[str, Sequence[str]]
"""For each list that fields speak of (seats, cards, phases) the names of its members."""


def described(fields: Sequence[Field], record: np.record, names: Names) -> dict[str, Any]:
    """The record as a dictionary that JSON can hold."""
    return {field.name: _value(field, field.axes, record[field.name], names) for field in fields}


def _value(field: Field, axes: Sequence[str | int], value: Any, names: Names) -> Any:
    if not axes:
        return _word(field, int(value), names)
    parts = [_value(field, axes[1:], part, names) for part in value]
    labels = names.get(str(axes[0]))
    if labels is None:
        return _without_blank_end(parts)
    table = dict(zip(labels, parts, strict=True))
    if len(axes) > 1 or field.is_named or field.values == FLAG or axes[0] == "seat":
        return table
    return {label: count for label, count in table.items() if count}


def _word(field: Field, number: int, names: Names) -> Any:
    if field.values == FLAG:
        return bool(number)
    if not field.is_named:
        return number
    if number in (NONE, UNKNOWN):
        return {NONE: None, UNKNOWN: "unknown"}[number]
    return names[field.values][number]


def _is_blank(part: Any) -> bool:
    if isinstance(part, dict):
        return all(_is_blank(inner) for inner in part.values())
    return part in (None, 0, False)


def _without_blank_end(parts: list[Any]) -> list[Any]:
    while parts and _is_blank(parts[-1]):
        parts = parts[:-1]
    return parts


def write(fields: Sequence[Field], record: np.record, position: Mapping[str, Any], names: Names) -> None:
    """Write what the position says into the record; a wrong name or number is refused with the field's name."""
    known = {field.name: field for field in fields}
    for name, value in position.items():
        if name not in known:
            raise WrongPosition(f"A position has no field '{name}'; its fields are {', '.join(known)}.")
        field = known[name]
        if field.axes:
            _write_part(field, name, field.axes, record[name], value, names)
        else:
            record[name] = _number(field, name, value, names)


def _write_part(field: Field, where: str, axes: Sequence[str | int], target: Any, value: Any, names: Names) -> None:
    labels = names.get(str(axes[0]))
    is_last = len(axes) == 1
    if labels is None or (is_last and axes[0] != "seat"):
        target[...] = field.blank
    for index, part in _numbered(where, labels, len(target), value):
        here = f"{where}.{labels[index] if labels else index}"
        if is_last:
            target[index] = _number(field, here, part, names)
        else:
            _write_part(field, here, axes[1:], target[index], part, names)


def _numbered(where: str, labels: Sequence[str] | None, length: int, value: Any) -> list[tuple[int, Any]]:
    """The parts of a list or a table with their places."""
    if labels is None:
        if not isinstance(value, list) or len(value) > length:
            raise WrongPosition(f"'{where}' must be a list of at most {length}, found {value!r}.")
        return list(enumerate(value))
    if not isinstance(value, Mapping):
        raise WrongPosition(f"'{where}' must be a table with the names {', '.join(labels)}, found {value!r}.")
    for label in value:
        if label not in labels:
            raise WrongPosition(f"'{where}' has no '{label}'; its names are {', '.join(labels)}.")
    return [(list(labels).index(label), part) for label, part in value.items()]


def _number(field: Field, where: str, value: Any, names: Names) -> int:
    if field.values == FLAG:
        if isinstance(value, bool):
            return int(value)
        raise WrongPosition(f"'{where}' must be true or false, found {value!r}.")
    if field.is_named:
        return _index(field, where, value, names[field.values])
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= field.largest:
        return value
    raise WrongPosition(f"'{where}' must be a whole number from 0 to {field.largest}, found {value!r}.")


def _index(field: Field, where: str, value: Any, labels: Sequence[str]) -> int:
    if value is None:
        return NONE
    if value == "unknown":
        raise WrongPosition(f"'{where}' is unknown: a position must say everything; a view does not.")
    if value not in labels:
        raise WrongPosition(f"'{where}' must be one of {', '.join(labels)}, found {value!r}.")
    return list(labels).index(value)
