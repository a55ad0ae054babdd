"""A real server in a process of its own, and a line to it that can be cut."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`rumpus serve` on the loopback address; may be killed and started again with the same data."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.port, self.environment = folder, free_port(), environment
        self.log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "rumpus", "serve", "--no-browser", "--no-warm", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--data", str(self.folder / "data")],
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONWARNINGS": "default", **self.environment},
            )
        self._wait_until_ready(self._process)

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and process.poll() is None:
            if self._answers():
                return
            time.sleep(0.05)
        self.kill()
        raise AssertionError(f"The server did not start:\n{self.said()[-3000:]}")

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/api/games", timeout=2):
                return True
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As Ctrl-C would; the exit status."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        status = self._process.wait(PATIENCE)
        self._process = None
        return status

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")


class Line:
    """A line to a server: what comes in goes on to it, until it is cut."""

    def __init__(self, port: int) -> None:
        self.port, self.is_up = port, True
        self._held: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._answer, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def cut(self) -> None:
        """Everything that is connected is torn off, and nobody gets through until the line is mended."""
        self.is_up = False
        self.drop()

    def mend(self) -> None:
        self.is_up = True

    def drop(self) -> None:
        """Everything that is connected is torn off; one may come again at once."""
        with self._lock:
            held, self._held = self._held, set()
        for end in held:
            _close(end)

    def close(self) -> None:
        self.cut()
        _close(self._door)

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                self._join(near)

    def _join(self, near: socket.socket) -> None:
        try:
            if not self.is_up:
                raise ConnectionError
            far = socket.create_connection(("127.0.0.1", self.port))
        except OSError:
            _close(near)
            return
        with self._lock:
            self._held |= {near, far}
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with self._lock:
            self._held -= {one, other}
        _close(one)
        _close(other)


def _close(end: socket.socket) -> None:
    """Shut down first: closing alone would not wake a thread that reads from it."""
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
