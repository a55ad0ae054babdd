"""The bot of docs/api.md, as it stands, against a real server process."""

import subprocess
import sys
from pathlib import Path

import pytest

from rumpus.cli.options import HERE, PORT
from tests.server.process import ServerProcess

BOT = Path(__file__).parents[2] / "examples" / "own_bot.py"
PATIENCE = 60


def run_bot(*arguments: str) -> str:
    done = subprocess.run([sys.executable, BOT, *arguments], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_opens_a_table_and_plays_a_whole_game(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        for _ in range(2):
            said = run_bot(server.address)
            assert said.startswith("Seat 0 of")
            assert said.rstrip().endswith(("place 1.", "place 2."))


@pytest.mark.slow
def test_two_of_them_play_each_other_at_a_table_that_is_there(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        id = server.post("/api/tables", {"game": server.get("/api/games")[0]["name"], "pace": 0})["id"]
        other = subprocess.Popen([sys.executable, BOT, server.address, id], stdout=subprocess.PIPE, text=True)
        said = run_bot(server.address, id)
        assert other.communicate(timeout=PATIENCE)[0].startswith("Seat")
        assert said.startswith("Seat")
        assert server.get(f"/api/tables/{id}/moment")["status"] == "over"


@pytest.mark.slow
def test_what_the_server_refuses_is_told(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        chairs = [{"who": "bot", "bot": "random"}] * 2
        full = server.post("/api/tables", {"game": "braverats", "chairs": chairs, "pace": 60})["id"]
        for table, sentence in (
            ("no-such-table", "/no-such-table/seats answers: {"),
            (full, "There is no free seat at"),
        ):
            done = subprocess.run(
                [sys.executable, BOT, f"{server.address}/", table], capture_output=True, text=True, timeout=PATIENCE
            )
            assert done.returncode == 1
            assert sentence in done.stderr
            assert "Traceback" not in done.stderr


def test_without_arguments_it_plays_at_the_address_that_servers_have() -> None:
    assert f'or ["http://{HERE}:{PORT}"]' in BOT.read_text(encoding="utf-8")


def test_it_is_short() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 60
