"""Matches from files: step through them, print them, take a position out."""

from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from rumpus.catalogue import load
from rumpus.cli.keyboard import LEFT, RIGHT, ask, is_interactive
from rumpus.cli.opening import checked_seat
from rumpus.cli.screen import bulleted, out, own_screen, print_json
from rumpus.core.match import EVERYTHING, Match
from rumpus.core.rules import NOBODY
from rumpus.core.view import View
from rumpus.table.telling import sentence
from rumpus.table.text import drawn

KEYS = "Enter or n: next   p: previous   g N: go to move N   q: quit"
AT_ONCE = {"n": 1, "p": -1, RIGHT: 1, LEFT: -1}
"""Keys that step without Enter, and how far."""


def replay(file: Path, box: Path | None, seat: int | None) -> None:
    """Step through a match, or print what happened where nobody can press a key."""
    match, console = load(file, box), out()
    viewer = None if seat is None else checked_seat(match.game, seat)
    if is_interactive(console):
        with own_screen(console):
            Stepping(match, console, viewer).run()
    else:
        _print_whole(match, console, viewer)


def print_position(file: Path, box: Path | None, at: int | None) -> None:
    match = load(file, box)
    moves = len(match.moves)
    if at is not None and not 0 <= at <= moves:
        raise typer.BadParameter(f"{file} has {moves} moves, so it takes 0 to {moves}, not {at}.", param_hint="--at")
    print_json(match.game.position(match.states[moves if at is None else at]))


def headline(match: Match) -> Text:
    return Text.assemble((match.game.title, "bold"), f", {' against '.join(match.players)}, {match.date:%d %B %Y}")


def _print_whole(match: Match, console: Console, viewer: int | None) -> None:
    console.print(headline(match), soft_wrap=True)
    for number, lines in enumerate(_story(match, viewer), 1):
        for line in lines:
            console.print(f"{number:>4}  {line}", markup=False, soft_wrap=True)
    console.print(sentence(match.reason or "the match was not finished"), style="bold", markup=False, soft_wrap=True)


def _story(match: Match, viewer: int | None) -> list[list[str]]:
    """A file hides nothing, so without a seat everything is told."""
    return match.story(EVERYTHING if viewer is None else viewer)


@dataclass
class Stepping:
    """Somebody looks through a match, move by move."""

    match: Match
    console: Console
    viewer: int | None
    at: int = 0

    def run(self) -> None:
        note = ""
        while True:
            self._show(note)
            try:
                answer = ask(self.console, Text("›", "bold"), at_once=(*AT_ONCE, "q"))
            except EOFError:
                return
            if answer in ("q", "quit"):
                return
            note = self._step(answer)

    def _step(self, answer: str) -> str:
        """Go where the answer says; a word for the reader where that cannot be."""
        if answer in ("", *AT_ONCE):
            return self._move_to(self.at + AT_ONCE.get(answer, 1))
        if answer.startswith("g"):
            return self._go(answer[1:].removeprefix("o").strip())
        return f"'{answer}' is none of the keys."

    def _go(self, number: str) -> str:
        if not number.isdecimal():
            return f"g takes the number of a move, 0 to {len(self.match.moves)}."
        return self._move_to(int(number))

    def _move_to(self, wanted: int) -> str:
        self.at = min(max(wanted, 0), len(self.match.moves))
        if wanted > self.at:
            return "This is the end."
        return "This is the beginning." if wanted < self.at else ""

    def _show(self, note: str) -> None:
        self.console.clear()
        self.console.print(headline(self.match))
        self.console.print(Rule(f"after move {self.at} of {len(self.match.moves)}", align="left", style="dim"))
        self.console.print(bulleted(self._lines()))
        self.console.print()
        view = View(self.match.game, self.match.states[self.at], NOBODY if self.viewer is None else self.viewer)
        self.console.print(drawn(view.scene()))
        self.console.print()
        self.console.print(Text(f"{note}  " if note else "", "yellow"), Text(KEYS, "dim"), sep="")

    def _lines(self) -> list[str]:
        return _story(self.match, self.viewer)[self.at - 1] if self.at else ["The match begins."]
