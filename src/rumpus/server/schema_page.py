"""The API to read at /schema: a page of our own, because the usual ones fetch their scripts from elsewhere."""

from collections.abc import Iterator
from html import escape
from typing import Any

from litestar import Request, Router, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from rumpus import __version__

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 2rem; text-transform: capitalize }
dt { margin-top: 1rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere }
dt b { display: inline-block; min-width: 4.5rem }
dd { margin: 0 0 0 4.5rem }
"""


def listing(schema: dict[str, Any]) -> str:
    """Every operation under its heading."""
    tags = sorted({tag for _, _, operation in operations(schema) for tag in operation.get("tags", ["others"])})
    return "".join(f"<h2>{escape(tag)}</h2><dl>{_group(schema, tag)}</dl>" for tag in tags)


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            if isinstance(operation, dict) and "responses" in operation:
                yield method.upper(), path, operation


def _group(schema: dict[str, Any], tag: str) -> str:
    found = [one for one in operations(schema) if tag in one[2].get("tags", ["others"])]
    return "".join(_entry(*one) for one in sorted(found, key=lambda one: one[1]))


def _entry(method: str, path: str, operation: dict[str, Any]) -> str:
    takes, gives = _name(operation.get("requestBody", {})), _name(next(iter(operation["responses"].values())))
    shapes = ", ".join(f"{word} {escape(name)}" for word, name in (("takes", takes), ("gives", gives)) if name)
    summary = escape(operation.get("summary", ""))
    return f"<dt><b>{method}</b> {escape(path)}</dt><dd>{summary}.{f' <i>{shapes}</i>' if shapes else ''}</dd>"


def _name(holder: dict[str, Any]) -> str:
    """The name of the struct that a body holds."""
    for content in holder.get("content", {}).values():
        schema = content.get("schema", {})
        inner = schema.get("items", schema)
        name = inner.get("$ref", "").rpartition("/")[2].rpartition("_")[2]
        return f"list of {name}" if "items" in schema and name else name
    return ""


class Listing(OpenAPIRenderPlugin):
    """The page at /schema, with its style from a file of ours."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        head = (
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>The API of rumpus</title>'
            '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/schema/style.css">'
        )
        about = f"<p>{escape(DESCRIPTION)} For programs: <a href='/schema/openapi.json'>openapi.json</a>.</p>"
        return f"{head}<h1>The API of rumpus</h1>{about}{listing(openapi_schema)}</html>".encode()

    def receive_router(self, router: Router) -> None:
        @get("/style.css", media_type="text/css", include_in_schema=False, sync_to_thread=False)
        def style() -> bytes:
            return STYLE.encode()

        router.register(style)


DESCRIPTION = (
    "Everything the page does can be done by a program. A program that takes a seat gets a token, and shows it with "
    "every request: 'Authorization: Bearer TOKEN'."
)
CONFIG = OpenAPIConfig(
    title="rumpus",
    version=__version__,
    description=DESCRIPTION,
    path="/schema",
    render_plugins=[Listing()],
    components=Components(
        security_schemes={"seat": SecurityScheme(type="http", scheme="bearer", description="The token of a seat.")}
    ),
    security=[{}, {"seat": []}],
    use_handler_docstrings=False,
)
