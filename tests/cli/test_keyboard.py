import io
import os
import pty
import sys
import termios
from collections.abc import Iterator

import pytest
from rich.console import Console

from rumpus.cli.keyboard import LEFT, RIGHT, ask


class Keys:
    """Somebody at a terminal."""

    def __init__(self, fd: int) -> None:
        self.fd = fd

    def press(self, keys: str) -> None:
        os.write(self.fd, keys.encode())


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[Keys]:
    person, terminal = pty.openpty()
    with os.fdopen(terminal, encoding="utf-8") as stdin:
        settings = termios.tcgetattr(terminal)
        settings[3] &= ~(termios.ICANON | termios.ECHO)  # as it is while somebody is asked: keys wait unchanged
        termios.tcsetattr(terminal, termios.TCSANOW, settings)
        monkeypatch.setattr(sys, "stdin", stdin)
        yield Keys(person)
        os.close(person)


def asked(*at_once: str) -> str:
    return ask(Console(file=io.StringIO()), "?", at_once)


def test_a_key_acts_at_once(keys: Keys) -> None:
    keys.press("73")
    assert [asked("7", "3"), asked("7", "3")] == ["7", "3"]


def test_other_keys_make_a_line(keys: Keys) -> None:
    keys.press("9 wizard\r")
    assert asked("7", "3") == "9 wizard"


@pytest.mark.parametrize(
    ("typed", "line"),
    [("spx\x7fy\n", "spy"), ("\x7f\x7fa\n", "a"), ("wrong\x15right\n", "right"), ("é\x7fß\n", "ß"), ("a\x01b\n", "ab")],
)
def test_a_line_can_be_mended(keys: Keys, typed: str, line: str) -> None:
    keys.press(typed)
    assert asked() == line


def test_what_is_typed_can_be_seen(keys: Keys, capsys: pytest.CaptureFixture[str]) -> None:
    keys.press("ax\x7f7\n")
    asked()
    assert capsys.readouterr().out == "ax\b \b7\n"


def test_arrows_are_keys_where_they_mean_something(keys: Keys) -> None:
    keys.press("\x1b[C\x1bOD")
    assert [asked(LEFT, RIGHT), asked(LEFT, RIGHT)] == [RIGHT, LEFT]


def test_arrows_are_nothing_elsewhere(keys: Keys) -> None:
    keys.press("a\x1b[A\x1b[15~b\n")
    assert asked() == "ab"


def test_the_end_of_input(keys: Keys) -> None:
    keys.press("\x04")
    with pytest.raises(EOFError):
        asked("7")


def test_the_terminal_is_left_as_it_was(keys: Keys) -> None:
    before = termios.tcgetattr(sys.stdin)
    keys.press("7")
    asked("7")
    assert termios.tcgetattr(sys.stdin) == before


def test_lines_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(" 7 \n\n"))
    assert [asked("7"), asked("7")] == ["7", ""]
    with pytest.raises(EOFError):
        asked("7")
