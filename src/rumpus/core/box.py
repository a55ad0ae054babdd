"""Boxes: what a file of cards says, checked, and turned into the record that the rules read.

A file may hold a whole set of cards, or only what differs from ours: single cards, single fields. It is refused only
for what makes it unplayable, with a sentence that names the file, the card, the field, what was found and what is
allowed.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from rumpus.core.errors import WrongBox

Raw = dict[str, Any]
Sections = Mapping[str, type[msgspec.Struct]]
"""The tables of a file, 'cards' for one, and what an entry of each may say."""


ONE_LINE = r"^(?!\s)[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*(?<!\s)$(?!\n)"
"""A text that fits into one line, as names in logs and match files do, and turns nothing round."""
PRINTABLE = r"^[^\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$"
"""A text that a terminal only shows, and does not obey."""


@dataclass(frozen=True, eq=False)
class Contents:
    """What is in the box: for each table of the file its entries, by their id. Equal if the digest is."""

    tables: Mapping[str, Mapping[str, Any]]
    source: str
    digest: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contents) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def cards(self) -> Mapping[str, Any]:
        return self.tables["cards"]


def read_contents(ours: Path, sections: Sections, given: str | Path | Raw | None = None) -> Contents:
    """Our own box, or ours with what a file (or a dictionary like one) says otherwise."""
    raw = read_toml(ours)
    source = str(ours)
    if given is not None:
        source, changes = ("The given box", given) if isinstance(given, dict) else (str(given), read_toml(Path(given)))
        raw = merged(raw, changes, sections, source)
    tables = {name: read_table(source, name, sections[name], raw[name]) for name in sections}
    return Contents(tables, source, digest_of(tables))


def read_toml(file: Path) -> Raw:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise WrongBox(f"{file} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise WrongBox(f"{file} is not a text file in UTF-8; a box is a TOML file.") from None
    except tomllib.TOMLDecodeError as error:
        raise WrongBox(f"{file} is not a TOML file: {error}.") from None
    except ValueError as error:  # a path or a number that Python itself refuses
        raise WrongBox(f"{file} cannot be read: {error}.") from None
    except RecursionError:
        raise WrongBox(f"{file} is nested too deeply; a box is tables of entries with fields.") from None


def merged(ours: Raw, changes: Raw, sections: Sections, source: str) -> Raw:
    """Our tables with the changes laid over them, entry by entry and field by field."""
    result = {name: dict(table) for name, table in ours.items()}
    for name, table in changes.items():
        if name not in sections:
            raise WrongBox(f"{source}: there is no table '{name}'; the tables are {named(sections)}.")
        if not isinstance(table, dict):
            raise WrongBox(f"{source}: '{name}' must be a table of entries, found {table!r}.")
        for entry, fields in table.items():
            if entry not in result[name]:
                there = result[name]
                raise WrongBox(
                    f"{source}: {name} has no '{entry}': a box changes the {len(there)} there are, by their ids, and"
                    f" neither adds nor takes away; they are {named(there)}."
                )
            if not isinstance(fields, dict):
                raise WrongBox(f"{source}: '{entry}' must be a table of fields, found {fields!r}.")
            result[name][entry] = {**result[name][entry], **fields}
    return result


def named(things: Mapping[str, Any]) -> str:
    return ", ".join(f"'{thing}'" for thing in things)


def read_table(source: str, table: str, kind: type[msgspec.Struct], entries: Raw) -> dict[str, Any]:
    return {entry: read_entry(f"{source}: {table} '{entry}'", kind, fields) for entry, fields in entries.items()}


def read_entry(where: str, kind: type[msgspec.Struct], found: Raw) -> msgspec.Struct:
    """One entry, checked field by field, so that the sentence can say which."""
    allowed = {field.name: field for field in msgspec.structs.fields(kind)}
    for name in found:
        if name not in allowed:
            raise WrongBox(f"{where} has no field '{name}'; its fields are {named(allowed)}.")
    for name, field in allowed.items():
        if name not in found:
            if field.required:
                raise WrongBox(f"{where} lacks the field '{name}', which is {description(field.type)}.")
            continue
        try:
            msgspec.convert(found[name], field.type)
        except msgspec.ValidationError:
            raise WrongBox(
                f"{where}, field '{name}': found {found[name]!r}, allowed is {description(field.type)}."
            ) from None
    return msgspec.convert(found, kind)


def description(kind: Any) -> str:
    """What a field may hold, in words."""
    match msgspec.inspect.type_info(kind):
        case msgspec.inspect.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case msgspec.inspect.StrType(min_length=shortest, max_length=longest, pattern=pattern):
            kind = {ONE_LINE: " in one line", PRINTABLE: " without control characters"}.get(pattern or "", "")
            return f"a text of {shortest or 0} to {longest} letters{kind}"
        case msgspec.inspect.LiteralType(values=values):
            return "one of " + ", ".join(f"'{value}'" for value in values)
        case msgspec.inspect.BoolType():
            return "true or false"
        case other:
            raise TypeError(f"no words for {other}")


def digest_of(tables: Mapping[str, Any]) -> str:
    """Names a box: equal for equal contents, whatever the file looks like."""
    return hashlib.sha256(msgspec.json.encode(tables, order="sorted")).hexdigest()[:16]
