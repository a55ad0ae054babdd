"""The web server as a command: from its address to its end. What it serves is in rumpus.server."""

import asyncio
import errno
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn
from litestar import Litestar

from rumpus.cli.screen import err, out
from rumpus.core.errors import RumpusError
from rumpus.server.app import create_app
from rumpus.server.folder import data_root, taken
from rumpus.server.limits import NO_LIMITS, Limits
from rumpus.server.tidying import tidy_when_quiet

LONGEST_GOODBYE = 3
"""Seconds that open connections get when the server closes."""
LARGEST_FRAME = 64 * 1024
"""Bytes on a socket at which it is closed at once; messages that are too large, but not as large, get an answer."""
EVERYWHERE = ("", "0.0.0.0", "::")


class WrongAddress(RumpusError):
    """A host or port where nothing can be served."""


def serve(host: str, port: int, data: Path | None, with_browser: bool, with_limits: bool, warms: bool) -> None:
    """Serve until Ctrl-C."""
    with listening(host, port) as listener, taken(data or data_root()) as folder:
        app = create_app(folder, limits=Limits() if with_limits else NO_LIMITS, warms=warms)
        server = Server(app, host, listener.getsockname()[1], with_browser)
        try:
            server.run([listener])
        except SystemExit:  # it did not start
            raise app.state.trouble or RumpusError("The server could not start.") from None


# Where ------------------------------------------------------------------------------------------------------------


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket at the address, taken before anything else is done, so that nobody waits for a refusal."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise WrongAddress(f"There is no address '{host}' here; 127.0.0.1 is this machine alone.") from None
    with socket.socket(family, kind, protocol) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
            listener.listen()
        except OSError as error:
            raise WrongAddress(_refusal(host, port, error)) from None
        yield listener


def _refusal(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use, perhaps by another 'rumpus serve': choose another one with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by you: choose one above 1023 with --port."
    return f"Nothing can be served at {host}, port {port}: {error.strerror or error}."


def shown_address(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    name = "127.0.0.1" if host in EVERYWHERE else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


# The server -------------------------------------------------------------------------------------------------------


def configured(app: Litestar) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        access_log=False,
        server_header=False,
        log_config=None,
        timeout_graceful_shutdown=LONGEST_GOODBYE,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """uvicorn, with a word when it is ready and a word when it closes."""

    def __init__(self, app: Litestar, host: str, port: int, with_browser: bool) -> None:
        super().__init__(configured(app))
        self._app, self._address, self._with_browser = app, shown_address(host, port), with_browser
        _log_to_stderr()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        _take_turns()
        self._tidying = asyncio.create_task(tidy_when_quiet())
        logging.getLogger("uvicorn").setLevel(logging.ERROR)
        out().print(f"The table is set: [bold]{self._address}[/]  (Ctrl-C closes it)", soft_wrap=True)
        if self._with_browser:
            threading.Thread(target=show_page, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        err().print("Closing. The tables will be there at the next start.")
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # it would complain of those who stay to the end
        self._tidying.cancel()
        self._app.state.house.closing.set()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and a polite kill end the server in the same way, and are over when it has ended."""
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def _take_turns() -> None:
    """The thread that writes wants a turn several times a commit, and would wait ten times as long for each."""
    sys.setswitchinterval(0.0005)


def _log_to_stderr() -> None:
    """Our own log, and uvicorn's errors while it runs; what it says of its start and end is said in our words."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.getLogger("rumpus").addHandler(handler)
    logging.getLogger("uvicorn").addHandler(handler)
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)


def show_page(address: str) -> None:
    """Open a browser, if there is one; the address was printed for those who have none here."""
    with suppress(Exception):
        webbrowser.open(address)
