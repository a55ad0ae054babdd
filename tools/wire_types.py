"""Make web/src/wire.ts, the page's types, from what the server sends and takes, so that the two cannot differ.

Usage: python tools/wire_types.py
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import inspect

from rumpus.server import wire
from rumpus.table import scene

TARGET = Path(__file__).parents[1] / "web" / "src" / "wire.ts"
SOURCES: tuple[ModuleType, ...] = (scene, wire)
HEAD = "// Made by tools/wire_types.py from wire.py and scene.py: change those and run `make types`.\n"


def main() -> None:
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(typescript(), encoding="utf-8")
    sys.stdout.write(f"Made {TARGET.relative_to(TARGET.parents[2])}.\n")


def typescript() -> str:
    """The whole file: named choices, one interface for each struct, and the two unions of messages."""
    named = [f"export type {name} = {alternatives(value)};\n" for name, value in aliases().items()]
    return "\n".join([HEAD, *named, *(interface(struct) for struct in structs())])


def structs() -> list[type[msgspec.Struct]]:
    """Every struct of the sources, in their order."""
    found = [value for source in SOURCES for value in vars(source).values() if is_struct_of(value, source)]
    names = [struct.__name__ for struct in found]
    if len(set(names)) < len(names):
        raise SystemExit(f"Two structs have one name, which the page could not tell apart: {sorted(names)}.")
    return found


def is_struct_of(value: object, source: ModuleType) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == source.__name__


def aliases() -> dict[str, Any]:
    """Choices and unions that have a name in the sources."""
    return {
        name: value
        for source in SOURCES
        for name, value in vars(source).items()
        if get_origin(value) in (Literal, Union, UnionType)
    }


def alternatives(value: Any) -> str:
    """A named choice, written out."""
    if get_origin(value) is Literal:
        return " | ".join(json.dumps(one) for one in get_args(value))
    return " | ".join(struct.__name__ for struct in get_args(value))


def interface(struct: type[msgspec.Struct]) -> str:
    kind = inspect.type_info(struct)
    assert isinstance(kind, inspect.StructType)
    tag = [f"  type: {json.dumps(kind.tag)};"] if kind.tag is not None else []
    lines = [*tag, *(f"  {field_line(struct, field)}" for field in kind.fields)]
    return "\n".join([f"/** {struct.__doc__} */", f"export interface {struct.__name__} {{", *lines, "}\n"])


def field_line(struct: type[msgspec.Struct], field: inspect.Field) -> str:
    """A field may be missing where its default need not be said: in what a page sends, in terse structs, if unset."""
    config = struct.__struct_config__
    is_unset = field.default is field.default_factory is msgspec.NODEFAULT
    may_miss = not field.required and (config.omit_defaults or config.forbid_unknown_fields or is_unset)
    return f"{field.encode_name}{'?' if may_miss else ''}: {written(field.type)};"


def written(kind: inspect.Type) -> str:
    for known, write in WRITERS.items():
        if isinstance(kind, known):
            return write(kind)
    raise SystemExit(f"tools/wire_types.py cannot write {kind} in TypeScript yet.")


def literal(kind: Any) -> str:
    """By its name, where it has one."""
    for name, value in aliases().items():
        if get_origin(value) is Literal and set(get_args(value)) == set(kind.values):
            return name
    return " | ".join(json.dumps(value) for value in sorted(kind.values))


def listed(kind: Any) -> str:
    item = written(kind.item_type)
    return f"({item})[]" if " | " in item else f"{item}[]"


WRITERS: dict[type[inspect.Type], Callable[[Any], str]] = {
    inspect.IntType: lambda kind: "number",
    inspect.FloatType: lambda kind: "number",
    inspect.BoolType: lambda kind: "boolean",
    inspect.StrType: lambda kind: "string",
    inspect.NoneType: lambda kind: "null",
    inspect.AnyType: lambda kind: "unknown",
    inspect.CustomType: lambda kind: "unknown",
    inspect.LiteralType: literal,
    inspect.StructType: lambda kind: kind.cls.__name__,
    inspect.ListType: listed,
    inspect.TupleType: lambda kind: f"[{', '.join(written(item) for item in kind.item_types)}]",
    inspect.DictType: lambda kind: f"Record<{written(kind.key_type)}, {written(kind.value_type)}>",
    inspect.UnionType: lambda kind: " | ".join(written(one) for one in kind.types),
}


if __name__ == "__main__":
    main()
