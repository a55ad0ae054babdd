"""The web server put together: operations, sockets and the page over the rooms."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.types import Message, Scope

from rumpus.catalogue import DEFINITIONS
from rumpus.core.errors import RumpusError
from rumpus.core.game import Definition
from rumpus.server import problems
from rumpus.server.api import GIVEN, Games, People, Tables, table_socket
from rumpus.server.house import open_house
from rumpus.server.limits import SMALL_BODY, Limits
from rumpus.server.pages import page
from rumpus.server.people import OnlyByName
from rumpus.server.schema_page import CONFIG

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""The page needs nothing from elsewhere, runs no scripts but its own, and is shown in nobody's frame."""
FRESH = "no-store"
"""What the API answers is for one asker at one moment."""


def create_app(
    data: Path | str,
    definitions: Mapping[str, Definition] = DEFINITIONS,
    limits: Limits | None = None,
    warms: bool = True,
) -> Litestar:
    """The server over the tables that are kept in a folder. It warms up at once, or when a table needs it."""
    allowed = limits or Limits()
    api = Router("/", route_handlers=[Games, People, Tables], middleware=[allowed.middleware()])
    return Litestar(
        [api, table_socket, page],
        lifespan=[lambda app: _opened(app, Path(data), definitions, allowed, warms)],
        middleware=[OnlyByName],
        dependencies=GIVEN,
        exception_handlers=problems.HANDLERS,
        openapi_config=CONFIG,
        compression_config=CompressionConfig("gzip", gzip_compress_level=5, exclude=["/events$"]),
        before_send=[add_headers],
        request_max_body_size=SMALL_BODY,
        logging_config=None,
        state=State({"trouble": None}),
        debug=False,
    )


@asynccontextmanager
async def _opened(
    app: Litestar, data: Path, definitions: Mapping[str, Definition], limits: Limits, warms: bool
) -> AsyncIterator[None]:
    """While the server runs; what kept it from starting is noted for whoever started it."""
    try:
        async with open_house(data, definitions, limits, warms) as house:
            app.state.house = house
            yield
    except RumpusError as trouble:
        app.state.trouble = trouble
        raise


async def add_headers(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api/"):
            headers.setdefault("Cache-Control", FRESH)
