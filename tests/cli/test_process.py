"""Commands as processes of their own, in a terminal and out of it."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rumpus.catalogue import load

RUMPUS = [sys.executable, "-m", "rumpus"]
STYLES = re.compile("\x1b\\[[0-9;]*m")
PATIENCE = 60
"""Seconds after which a test gives up; nothing is measured by it."""


@pytest.fixture(autouse=True)
def _ctrl_c_is_heard() -> Iterator[None]:
    """By commands too, which inherit it: in the background of a script it is ignored, and would be here."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Terminal:
    """A terminal with a command in it: what it shows, and keys to press."""

    def __init__(self, arguments: list[str], environment: dict[str, str], **streams: int) -> None:
        self.fd, inside = pty.openpty()
        termios.tcsetwinsize(inside, (50, 100))
        everything = {"stdin": inside, "stdout": inside, "stderr": inside, **streams}
        self.process = subprocess.Popen([*RUMPUS, *arguments], env=environment, start_new_session=True, **everything)  # type: ignore[call-overload]
        os.close(inside)
        self.shown = ""

    def wait_for(self, pattern: str) -> str:
        """Read on until this is shown; what was shown since the last time."""
        while not (found := re.search(pattern, self.shown)):
            assert self._read(), f"{pattern!r} never came, but:\n{self.shown}"
        seen, self.shown = self.shown[: found.end()], self.shown[found.end() :]
        return seen

    def _read(self) -> bool:
        assert select.select([self.fd], [], [], PATIENCE)[0], f"silence after:\n{self.shown}"
        try:
            read = os.read(self.fd, 65536)
        except OSError:  # nobody is at the other end any more
            return False
        self.shown = STYLES.sub("", self.shown + read.decode(errors="replace"))
        return bool(read)

    def press(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def end(self) -> int:
        while self._read():
            pass
        return self.process.wait(PATIENCE)


Open = Callable[..., Terminal]


@pytest.fixture
def terminal(environment: dict[str, str]) -> Iterator[Open]:
    opened: list[Terminal] = []

    def open_terminal(*arguments: str, **streams: int) -> Terminal:
        opened.append(Terminal(list(arguments), environment, **streams))
        return opened[-1]

    yield open_terminal
    for one in opened:
        os.close(one.fd)
        one.process.kill()
        one.process.wait()


def rumpus(*arguments: str, environment: dict[str, str], typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RUMPUS, *arguments], env=environment, input=typed, capture_output=True, text=True, timeout=PATIENCE
    )


# Playing ----------------------------------------------------------------------------------------------------------


def test_a_whole_game_by_number_keys(terminal: Open, tmp_path: Path) -> None:
    table, file = terminal("play", "braverats", "--bot", "random", "--seed", "1"), tmp_path / "match.txt"
    while "name a file" not in (screen := table.wait_for(r"Yargs › |name a file for it.*: ")):
        numbers = re.findall(r"\[(\d)\] \d", screen.rpartition("Yargs ")[0])
        table.press(numbers[0])
    table.press(f"{file}\r")
    assert table.end() == 0
    assert "Saved" in table.shown
    assert load(file).over


def test_ctrl_c_leaves_the_table(terminal: Open) -> None:
    table = terminal("play", "braverats")
    table.wait_for("Yargs › ")
    table.process.send_signal(signal.SIGINT)
    assert table.end() == 130
    assert "You leave the table before the end." in table.shown
    assert "Traceback" not in table.shown


def test_ctrl_d_leaves_the_table(terminal: Open) -> None:
    table = terminal("play", "braverats")
    table.wait_for("Yargs › ")
    table.press("\x04")
    assert table.end() == 0
    assert "You leave the table before the end." in table.shown


def test_a_shared_screen_is_one_of_its_own(terminal: Open) -> None:
    """It is wiped before somebody else looks, and gone when the match is."""
    table = terminal("play", "braverats", "--hotseat")
    table.wait_for("nobody else is looking")
    table.press("\r")
    assert "\x1b[?1049h" in table.wait_for("Yargs › ")
    table.press("7")
    assert "\x1b[2J" in table.wait_for("nobody else is looking")
    table.press("\r")
    assert "\x1b[2J" in table.wait_for("Applewoods › ")
    table.press("1")
    assert "\x1b[?1049l" in table.wait_for("the Princess took the Prince")


def test_stepping_through_a_match(terminal: Open, match_file: Path) -> None:
    steps = terminal("replay", str(match_file))
    steps.wait_for("after move 0 of")
    steps.wait_for("› ")
    for keys, expected in (("\r", 1), ("n", 2), ("\x1b[C", 3), ("p", 2), ("\x1b[D", 1), ("g4\r", 4)):
        steps.press(keys)
        steps.wait_for(f"after move {expected} of")
        steps.wait_for("› ")
    steps.press("q")
    assert steps.end() == 0


# Ending -----------------------------------------------------------------------------------------------------------


def test_ctrl_c_ends_a_long_simulation(terminal: Open) -> None:
    table = terminal("sim", "braverats", "--games", "1000000000", stdout=subprocess.DEVNULL)
    table.wait_for("of 1,000,000,000 games")
    table.process.send_signal(signal.SIGINT)
    assert table.end() == 130
    assert "Stopped." in table.shown
    assert "Traceback" not in table.shown


def test_ctrl_c_without_a_terminal(environment: dict[str, str]) -> None:
    """The code below tells when it is inside; then Ctrl-C comes from outside."""
    code = (
        "from rumpus.cli.stopping import ends_at_once\nimport time\n"
        "with ends_at_once():\n    print('inside', flush=True)\n    while True: time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "inside\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENCE)[1] == "Stopped.\n"
    assert process.returncode == 130


def test_ctrl_c_is_pythons_again_afterwards(environment: dict[str, str]) -> None:
    code = (
        "from rumpus.cli.stopping import ends_at_once\nimport signal\n"
        "with ends_at_once(): pass\n"
        "try: signal.raise_signal(signal.SIGINT)\nexcept KeyboardInterrupt: print('heard')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "heard\n", "")


@contextmanager
def closed_reader() -> Iterator[int]:
    """The writing end of a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.mark.parametrize("arguments", [["rules", "braverats"], ["cards", "braverats"], ["games", "--json"], ["--help"]])
def test_a_broken_pipe_is_no_news(arguments: list[str], environment: dict[str, str]) -> None:
    with closed_reader() as stdout:
        done = subprocess.run(
            [*RUMPUS, *arguments], env=environment, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=PATIENCE
        )
    assert done.stderr == ""
    assert done.returncode in (0, 1)


def test_exit_codes_and_streams(environment: dict[str, str]) -> None:
    good = rumpus("games", environment=environment)
    wrong = rumpus("rules", "chess", environment=environment)
    failed = rumpus("replay", "nowhere.txt", environment=environment)
    assert [done.returncode for done in (good, wrong, failed)] == [0, 2, 1]
    assert good.stderr == wrong.stdout == failed.stdout == ""
    assert wrong.stderr.startswith("There is no game 'chess'")
    assert failed.stderr == "nowhere.txt cannot be read: No such file or directory.\n"


def test_the_end_of_input(environment: dict[str, str]) -> None:
    done = rumpus("play", "braverats", "--bot", "random", "--seed", "1", environment=environment, typed="7\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("You leave the table before the end. Goodbye.\n")


@pytest.mark.slow
def test_no_colours_where_nobody_sees_them(environment: dict[str, str], match_file: Path) -> None:
    del environment["NO_COLOR"]
    for arguments in (["games"], ["cards", "braverats"], ["--help"], ["replay", str(match_file)], ["sim", "chess"]):
        done = rumpus(*arguments, environment=environment)
        assert "\x1b" not in done.stdout + done.stderr


def test_a_terminal_that_knows_few_letters(environment: dict[str, str]) -> None:
    done = rumpus(
        "play",
        "braverats",
        "--bot",
        "random",
        "--seed",
        "1",
        environment={**environment, "PYTHONIOENCODING": "ascii"},
        typed="7\nq\n",
    )
    assert (done.returncode, done.stderr) == (0, "")


# Starting ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", ["numba", "pydantic", "rich.progress", "rich.markdown"])
def test_listing_the_games_imports_nothing_heavy(module: str, environment: dict[str, str]) -> None:
    code = (
        "import sys\nfrom rumpus.cli import main\nsys.argv = ['rumpus', 'games']\n"
        f"try: main()\nfinally: print({module!r} in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr) == (0, "False\n")
