"""Boxes: what a file of cards says, checked, and turned into the record that the rules read.

A file may hold a whole set of cards, or only what differs from ours: single cards, single fields. It is refused only
for what makes it unplayable, with a sentence that names the file, the card, the field, what was found and what is
allowed. A file that is to be kept for long may say for which version of rumpus it was written: `rumpus = "0.1.0"`.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from rumpus.core.errors import WrongBox
from rumpus.core.switches import spoken
from rumpus.core.versions import NUMBERS, who_reads

Raw = dict[str, Any]
Sections = Mapping[str, type[msgspec.Struct]]
"""The tables of a file, 'cards' for one, and what an entry of each may say."""


ONE_LINE = r"^(?!\s)[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]*(?<!\s)$(?!\n)"
"""A text that fits into one line, as names in logs and match files do, and turns nothing round."""
PRINTABLE = r"^[^\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]*$"
"""A text that a terminal only shows, and does not obey."""
LONGEST_QUOTE = 80
"""Letters of what was found that a sentence repeats; a file can hold anything."""
LONGEST_PATH = 200


@dataclass(frozen=True, eq=False)
class Contents:
    """What is in the box: for each table of the file its entries, by their id. Equal if the digest is."""

    tables: Mapping[str, Mapping[str, Any]]
    source: str
    digest: str
    version: str
    """Of rumpus, for which the file was written, if it says so."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contents) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def cards(self) -> Mapping[str, Any]:
        return self.tables["cards"]


def read_contents(
    ours: Path, sections: Sections, given: str | Path | Raw | None = None, *, more: tuple[Path, ...] = ()
) -> Contents:
    """Our own box, of one file or several, or ours with what a file (or a dictionary like one) says otherwise."""
    raw = {name: table for file in (ours, *more) for name, table in read_toml(file).items()}
    source, version = str(ours), ""
    if given is not None:
        source, changes = read_given(given)
        version = version_of(changes, source)
        with refusals_for(version):
            raw = merged(raw, {name: table for name, table in changes.items() if name != "rumpus"}, sections, source)
    with refusals_for(version):
        tables = {name: read_table(source, name, sections[name], raw[name]) for name in sections}
    return Contents(tables, source, digest_of(tables), version)


def version_of(changes: Raw, source: str) -> str:
    """The version of rumpus that a box was written for; nothing, if it does not say."""
    named = changes.get("rumpus", "")
    if "rumpus" in changes and not (isinstance(named, str) and re.fullmatch(NUMBERS, named)):
        raise WrongBox(f"{source}: 'rumpus' is the version that it was written for, as '0.1.0', found {quoted(named)}.")
    return str(named)


@contextmanager
def refusals_for(version: str) -> Iterator[None]:
    """What is refused was right for that version, and for it may be right still."""
    try:
        yield
    except WrongBox as error:
        raise WrongBox(f"{error}{who_reads(version)}") from None


def read_given(given: object) -> tuple[str, Raw]:
    """What a box is called in sentences, and what it says."""
    if isinstance(given, dict):
        return "The given box", given
    if isinstance(given, str | Path):
        return path(given), read_toml(Path(given))
    raise WrongBox(f"A box is the name of a TOML file, or a dictionary of tables like one, found {quoted(given)}.")


def read_toml(file: Path) -> Raw:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise WrongBox(f"{path(file)} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise WrongBox(f"{path(file)} is not a text file in UTF-8; a box is a TOML file.") from None
    except tomllib.TOMLDecodeError as error:
        raise WrongBox(f"{path(file)} is not a TOML file: {in_one_line(error)}.") from None
    except ValueError as error:  # a path or a number that Python itself refuses
        raise WrongBox(f"{path(file)} cannot be read: {in_one_line(error)}.") from None
    except RecursionError:
        raise WrongBox(f"{path(file)} is nested too deeply; a box is tables of entries with fields.") from None


def merged(ours: Raw, changes: Raw, sections: Sections, source: str) -> Raw:
    """Our tables with the changes laid over them, entry by entry and field by field."""
    result = {name: dict(table) for name, table in ours.items()}
    for name, table in changes.items():
        if name not in sections:
            raise WrongBox(f"{source}: there is no table {quoted(name)}; the tables are {named(sections)}.")
        if not isinstance(table, dict):
            raise WrongBox(f"{source}: '{name}' must be a table of entries, found {quoted(table)}.")
        for entry, fields in table.items():
            if entry not in result[name]:
                there = result[name]
                raise WrongBox(
                    f"{source}: {name} has no {quoted(entry)}: a box changes the {len(there)} there are, by their ids,"
                    f" and neither adds nor takes away; they are {named(there)}."
                )
            if not isinstance(fields, dict):
                raise WrongBox(f"{source}: '{entry}' must be a table of fields, found {quoted(fields)}.")
            result[name][entry] = {**result[name][entry], **fields}
    return result


def named(things: Mapping[str, Any]) -> str:
    return ", ".join(f"'{thing}'" for thing in things)


def quoted(found: object) -> str:
    """What was found, as far as a sentence can bear it."""
    try:
        text = repr(found)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        text = f"something of the type {type(found).__name__}"
    return shortened(text, LONGEST_QUOTE)


def path(file: str | Path) -> str:
    """The name of a file, in one line whatever it is."""
    name = str(file)
    return shortened(name if name.isprintable() else repr(name), LONGEST_PATH)


def in_one_line(error: Exception) -> str:
    return shortened(" ".join(str(error).split()).rstrip("."), LONGEST_PATH)


def shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def read_table(source: str, table: str, kind: type[msgspec.Struct], entries: Raw) -> dict[str, Any]:
    return {entry: read_entry(f"{source}: {table} '{entry}'", kind, fields) for entry, fields in entries.items()}


def read_entry(where: str, kind: type[msgspec.Struct], found: Raw) -> msgspec.Struct:
    """One entry, checked field by field, so that the sentence can say which."""
    allowed = {field.name: field for field in msgspec.structs.fields(kind)}
    for name in found:
        if name not in allowed:
            raise WrongBox(f"{where} has no field {quoted(name)}; its fields are {named(allowed)}.")
    for name, field in allowed.items():
        if name not in found:
            if field.required:
                raise WrongBox(f"{where} lacks the field '{name}', which is {description(field.type)}.")
            continue
        read_field(f"{where}, field '{name}'", field.type, found[name])
    return msgspec.convert(found, kind)


def read_field(where: str, kind: Any, found: object) -> None:
    entries = entries_in(kind)
    if entries is not None and isinstance(found, list) and all(isinstance(one, dict) for one in found):
        for number, one in enumerate(found, 1):
            read_entry(f"{where}, number {number}", entries, one)
    try:
        msgspec.convert(found, kind)
    except (msgspec.ValidationError, UnicodeError):  # the latter for half a letter, where a number is wanted
        raise WrongBox(f"{where}: found {quoted(found)}, allowed is {description(kind)}.") from None


def entries_in(kind: Any) -> type[msgspec.Struct] | None:
    """What a list holds, if those are entries with fields of their own."""
    match msgspec.inspect.type_info(kind):
        case msgspec.inspect.ListType(item_type=msgspec.inspect.StructType(cls=entries)):
            return entries
        case _:
            return None


def description(kind: Any) -> str:
    """What a field may hold, in words."""
    return in_words(msgspec.inspect.type_info(kind))


def in_words(kind: msgspec.inspect.Type) -> str:
    match kind:
        case msgspec.inspect.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case msgspec.inspect.FloatType(ge=low, le=high):
            return f"a number from {low} to {high}"
        case msgspec.inspect.StrType(min_length=shortest, max_length=longest, pattern=pattern):
            how = {ONE_LINE: " in one line", PRINTABLE: " without control characters"}.get(pattern or "", "")
            return f"a text of {shortest or 0} to {longest} letters{how}"
        case msgspec.inspect.LiteralType(values=values):
            return "one of " + ", ".join(f"'{value}'" for value in values)
        case msgspec.inspect.BoolType():
            return "true or false"
        case msgspec.inspect.ListType(item_type=item, min_length=fewest, max_length=most):
            many = f"{most}" if fewest == most else f"{fewest or 0} to {most}"
            return f"a list of {many}, each of them {in_words(item)}"
        case msgspec.inspect.StructType(fields=fields):
            return f"a table with the fields {', '.join(repr(field.name) for field in fields)}"
        case other:
            raise TypeError(f"no words for {other}")


def shown(value: object) -> str:
    """A field of an entry as a person reads it; of an entry within it what is not as usual: 'does draw, of event'."""
    if isinstance(value, msgspec.Struct):
        usual = {field.name: field.default for field in msgspec.structs.fields(value)}
        told = {name: found for name, found in msgspec.structs.asdict(value).items() if found not in (usual[name], [])}
        return ", ".join(f"{name} {shown(found)}" for name, found in told.items())
    if isinstance(value, list | tuple):
        apart = "; " if any(isinstance(one, msgspec.Struct) for one in value) else ", "
        return apart.join(map(shown, value))
    return spoken(value) if isinstance(value, bool) else str(value)


def digest_of(tables: Mapping[str, Any]) -> str:
    """Names a box: equal for equal contents, whatever the file looks like."""
    return hashlib.sha256(msgspec.json.encode(tables, order="sorted")).hexdigest()[:16]
