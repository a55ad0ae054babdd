"""A server as a process of its own, as a person starts it."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self
from urllib.request import Request, urlopen

from rumpus.core.kernel import PLAIN

PATIENCE = 60
"""Seconds after which a test gives up; nothing is measured by it."""


class ServerProcess:
    """`rumpus serve` over a folder; killed at the end if it still runs."""

    def __init__(self, data: Path, port: int = 0, **environment: str) -> None:
        command = [sys.executable, "-m", "rumpus", "serve", "--no-browser", "--port", str(port), "--data", str(data)]
        settings = {**os.environ, "RUMPUS_MODE": PLAIN, "NO_COLOR": "1", "PYTHONUNBUFFERED": "1", **environment}
        self.process = subprocess.Popen(
            command, env=settings, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        self.address = ""

    def __enter__(self) -> Self:
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, (said, self.process.communicate(timeout=PATIENCE))
        self.address = found[0]
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def ended(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err

    def send(self, number: signal.Signals) -> tuple[int, str, str]:
        self.process.send_signal(number)
        return self.ended()

    def get(self, path: str, token: str = "") -> Any:
        return self._ask(Request(self.address + path, headers=bearer(token)))

    def post(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"Content-Type": "application/json", **bearer(token)}
        return self._ask(Request(self.address + path, json.dumps(body).encode(), headers))

    def _ask(self, request: Request) -> Any:
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}
