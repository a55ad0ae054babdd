"""Answers from the keyboard: lines, and in a terminal single keys that act without Enter."""

import codecs
import os
import select
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

ESCAPE, END, ERASE, ERASE_ALL, ENTER = "\x1b", "\x04", ("\x7f", "\b"), "\x15", ("\r", "\n")
LEFT, RIGHT = "\x1b[D", "\x1b[C"
ESCAPE_WAIT = 0.05
"""Seconds in which the rest of an arrow key arrives; after them it was the Escape key itself."""


def ask(console: Console, question: str | Text, at_once: Collection[str] = ()) -> str:
    """The next answer, without the spaces around it; those named in `at_once` need no Enter.

    EOFError when input ends.
    """
    if _has_keys():
        with _key_by_key():  # before the question, so that the quickest answer finds somebody listening
            console.print(question, end=" ")
            return _typed(at_once).strip()
    console.print(question, end=" ")
    line = sys.stdin.readline()
    console.print(line.strip(), markup=False)
    if not line:
        raise EOFError
    return line.strip()


def is_interactive(console: Console) -> bool:
    """Whether somebody sits at both ends."""
    return console.is_terminal and sys.stdin.isatty()


def _has_keys() -> bool:
    try:
        import termios  # noqa: F401
    except ImportError:  # not on Windows
        return False
    return sys.stdin.isatty()


@contextmanager
def _key_by_key() -> Iterator[None]:
    """The terminal hands over every key as it is pressed, and leaves showing it to us."""
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin, termios.TCSADRAIN)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def _typed(at_once: Collection[str]) -> str:
    """A line, typed key by key; or as much of it as needs no Enter."""
    line = ""
    while True:
        key = _key()
        if key in ENTER or line + key in at_once:
            _show("\n" if key in ENTER or key[0] == ESCAPE else f"{key}\n")
            return line if key in ENTER else line + key
        if key == END and not line:
            _show("\n")
            raise EOFError
        line = _edited(line, key)


def _edited(line: str, key: str) -> str:
    if key in (*ERASE, ERASE_ALL):
        erased = len(line) if key == ERASE_ALL else min(len(line), 1)
        _show("\b \b" * erased)
        return line[: len(line) - erased]
    if key.isprintable():
        _show(key)
        return line + key
    return line


def _show(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _key() -> str:
    """One key: a letter, or the whole sequence that an arrow key sends."""
    decoder, key = codecs.getincrementaldecoder("utf-8")("replace"), ""
    while not key:
        key = decoder.decode(_byte())
    if key != ESCAPE:
        return key
    while _more_follows() and not (len(key) > 2 and "@" <= key[-1] <= "~"):
        key += _byte().decode("latin-1")
    return key.replace(f"{ESCAPE}O", f"{ESCAPE}[")  # some terminals send arrows in this other way


def _more_follows() -> bool:
    return bool(select.select([sys.stdin], [], [], ESCAPE_WAIT)[0])


def _byte() -> bytes:
    """Straight from the terminal, so that nothing typed ahead stays in a buffer; a terminal that is gone ends input."""
    try:
        byte = os.read(sys.stdin.fileno(), 1)
    except OSError:
        byte = b""
    if not byte:
        raise EOFError
    return byte
