"""The server as a command: how it starts, how it ends, and what it says when it cannot start."""

import os
import random
import signal
import socket
import sqlite3
import threading
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from rumpus.cli import serve
from rumpus.core.errors import RumpusError
from rumpus.server.folder import IN_USE, data_root, taken
from rumpus.server.house import DATABASE
from tests.cli.conftest import Run
from tests.server.process import ServerProcess

CALM = "Closing. The tables will be there at the next start.\n"


# Starting and ending ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_ends_calmly(tmp_path: Path, how: signal.Signals) -> None:
    with ServerProcess(tmp_path / "made" / "for it") as server:
        assert server.get("/api/games")
        assert server.send(how) == (0, "", CALM)


@pytest.mark.slow
def test_it_ends_while_somebody_follows_a_table(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        id = server.post("/api/tables", {"game": "braverats"})["id"]
        with urlopen(f"{server.address}/api/tables/{id}/events", timeout=30) as stream:
            assert stream.readline()
            assert server.send(signal.SIGINT) == (0, "", CALM)


def test_tables_are_there_at_the_next_start(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        id = server.post("/api/tables", {"game": "braverats"})["id"]
        server.send(signal.SIGINT)
    with ServerProcess(tmp_path) as server:
        assert server.get(f"/api/tables/{id}/moment")["status"] == "waiting"


@pytest.mark.slow
def test_what_was_acknowledged_survives_sigkill(tmp_path: Path) -> None:
    """Two programs play; again and again the server is killed in the middle of their moves and started anew."""
    luck, id = random.Random(1), ""
    acknowledged: dict[tuple[int, int, int], int] = {}
    tokens: list[str] = []
    for _ in range(4):
        with ServerProcess(tmp_path) as server:
            if not id:
                id = server.post("/api/tables", {"game": "braverats", "switches": {"emperor": True}})["id"]
                tokens = [server.post(f"/api/tables/{id}/seats", {"name": f"Robot {n}"})["token"] for n in range(2)]
            for message, version in acknowledged.items():
                seat, ask, action = message
                again = server.post(f"/api/tables/{id}/actions", choice(seat, ask, action), tokens[seat])
                assert again["version"] == version  # found, and not carried out a second time
            killer = threading.Timer(luck.uniform(0.02, 0.3), server.process.kill)
            killer.start()
            play_until_it_dies(server, id, tokens, acknowledged, luck)
            killer.join()
    with ServerProcess(tmp_path) as server:
        moves = server.get(f"/api/tables/{id}")["moments"]
        assert moves >= len(acknowledged) > 5


def choice(seat: int, ask: int, action: int) -> dict[str, object]:
    return {"id": f"move-{seat}-{ask}-{action}", "ask": ask, "action": action}


def play_until_it_dies(
    server: ServerProcess,
    id: str,
    tokens: list[str],
    acknowledged: dict[tuple[int, int, int], int],
    luck: random.Random,
) -> None:
    try:
        while True:
            for seat, token in enumerate(tokens):
                moment = server.get(f"/api/tables/{id}/moment", token)
                if moment["ask"] is not None:
                    action = luck.choice(moment["legal"])["number"]
                    done = server.post(f"/api/tables/{id}/actions", choice(seat, moment["ask"], action), token)
                    acknowledged[seat, moment["ask"], action] = done["version"]
    except HTTPError:
        raise
    except (URLError, OSError, ValueError, HTTPException):  # an answer may break off anywhere
        return


# What keeps it from starting --------------------------------------------------------------------------------------


def test_a_port_in_use(run: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = run("serve", "--no-browser", "--port", port, "--data", tmp_path)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"Port {port} is in use, perhaps by another 'rumpus serve': choose another one with --port.\n"


def test_a_host_that_is_none(run: Run, tmp_path: Path) -> None:
    answer = run("serve", "--no-browser", "--port", 0, "--host", "no.such.host.invalid", "--data", tmp_path)
    assert answer.code == 1
    assert "no.such.host.invalid" in answer.err
    assert answer.err.count("\n") == 1


def test_a_folder_that_is_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    answer = run("serve", "--no-browser", "--port", 0, "--data", tmp_path / "file")
    assert answer.code == 1
    assert "--data" in answer.err
    assert answer.err.count("\n") == 1


def test_a_folder_that_cannot_be_written(run: Run) -> None:
    answer = run("serve", "--no-browser", "--port", 0, "--data", "/proc/rumpus")
    assert answer.code == 1
    assert "/proc/rumpus" in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.slow
def test_a_folder_that_another_server_uses(run: Run, tmp_path: Path) -> None:
    with ServerProcess(tmp_path):
        answer = run("serve", "--no-browser", "--port", 0, "--data", tmp_path)
    assert answer.code == 1
    assert "in use by another server" in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.slow
def test_a_folder_is_free_again_when_its_server_was_killed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        server.send(signal.SIGKILL)
    with taken(tmp_path):
        assert (tmp_path / IN_USE).exists()


def test_a_database_that_is_none(run: Run, tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_text("This is no database. " * 100)
    answer = run("serve", "--no-browser", "--port", 0, "--data", tmp_path)
    assert (answer.code, answer.out) == (1, "")
    assert DATABASE in answer.err
    assert answer.err.count("\n") == 1
    assert (tmp_path / DATABASE).read_text().startswith("This is no database.")


@pytest.mark.slow
def test_a_database_of_a_later_version(run: Run, tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        server.send(signal.SIGINT)
    with sqlite3.connect(tmp_path / DATABASE) as database:
        database.execute("UPDATE about SET schema = 99")
    database.close()
    answer = run("serve", "--no-browser", "--port", 0, "--data", tmp_path)
    assert answer.code == 1
    assert "99" in answer.err
    assert answer.err.count("\n") == 1


# Parts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("0.0.0.0", "http://127.0.0.1:80"),
        ("::", "http://127.0.0.1:80"),
        ("::1", "http://[::1]:80"),
        ("table.example", "http://table.example:80"),
    ],
)
def test_the_address_that_is_shown_can_be_typed(host: str, shown: str) -> None:
    assert serve.shown_address(host, 80) == shown


def test_a_browser_that_fails_is_no_news(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []

    def fail(address: str) -> None:
        opened.append(address)
        raise OSError("no browser")

    monkeypatch.setattr("webbrowser.open", fail)
    serve.show_page("http://127.0.0.1:80")
    assert opened == ["http://127.0.0.1:80"]


def test_the_data_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("RUMPUS_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_root() == tmp_path / ".local" / "share" / "rumpus"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    assert data_root() == tmp_path / "elsewhere" / "rumpus"


def test_a_folder_is_taken_once(tmp_path: Path) -> None:
    with taken(tmp_path), pytest.raises(RumpusError, match="another server"), taken(tmp_path):
        pass
    with taken(tmp_path) as again:
        assert again == tmp_path


def test_ports_below_the_allowed_ones_are_explained() -> None:
    assert "--port" in serve._refusal("127.0.0.1", 80, PermissionError(13, os.strerror(13)))
