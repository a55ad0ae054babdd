"""A saved match, judged choice by choice: what each was worth, what the strongest bot would have done, what it cost.

Worths are shown in points: what counts from -1 to 1 inside counts from 0 to 100 here. Of what, the judge knows.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rumpus.bots import bot as named_bot
from rumpus.catalogue import load
from rumpus.cli.opening import checked_seat
from rumpus.cli.replay import headline
from rumpus.cli.screen import out, print_json, progress
from rumpus.cli.solve import solving
from rumpus.cli.stopping import ends_at_once
from rumpus.core.match import Match
from rumpus.lab.analysis import NOTHING, SURE, Account, Adviser, Analysis, Judgement, ready, strongest
from rumpus.lab.analysis import analyse as judged
from rumpus.table.telling import counted, told_apart

POINTS = 50
"""Points to one of the units in which bots count: from -1 to 1 there are two of them."""
MARKS = ((15.0, "??", "bold red"), (5.0, "?", "yellow"))
"""From how many points on a choice is marked, and how; the dearest first."""
SHOWN = 2
"""Choices of a mix that are shown, the likeliest first."""
LEAST = 0.005
"""A smaller share of a mix would be shown as nothing."""


def analyse(
    file: Path, box: Path | None = None, bot: str | None = None, seat: int | None = None, seed: int | None = None,
    as_json: bool = False,
) -> None:  # fmt: skip
    """Judge the choices of a match, all or those of one seat, and print what was found."""
    match = load(file, box)
    seats = None if seat is None else [checked_seat(match.game, seat)]
    with ends_at_once():
        judge = chosen_judge(match, bot)
        with told("choices", match.game.title) as tell:
            found = judged(match, judge, seed or 0, tell, seats=seats)
    if as_json:
        print_json(as_data(found, file))
    else:
        print_analysis(found, out(), was_asked_for=bot is not None)


def chosen_judge(match: Match, name: str | None) -> Adviser:
    """The bot of that name, or the strongest; a bar is there while a game is solved for the first time."""
    with solving(match.game) as show:
        return strongest(match.game, show) if name is None else ready(named_bot(name), match.game, show)


@contextmanager
def told(unit: str, what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar that is there from the first time on that there is something to tell: a compiler's line would tear it."""
    bar = progress(unit)
    task = bar.add_task(what)

    def tell(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)
        bar.start()

    try:
        yield tell
    finally:
        bar.stop()


# What a person reads ----------------------------------------------------------------------------------------------


def print_analysis(found: Analysis, console: Console, was_asked_for: bool = True) -> None:
    console.print(headline(found.match), soft_wrap=True)
    if not found.judgements:
        console.print("There is nothing to judge: no choice was made.")
        return
    for line in (_judge(found, was_asked_for), _unit(found)):
        console.print(line, style="dim", markup=False)
    console.print()
    console.print(_table(found))
    console.print(_legend(found), style="dim", markup=False)
    console.print()
    for account in found.accounts:
        console.print(_summary(found, account), markup=False)
    console.print(_turning_point(found), style="bold", markup=False)
    if not found.match.over:
        console.print("The match was not finished.", style="dim")


def _judge(found: Analysis, was_asked_for: bool) -> str:
    if found.is_perfect:
        return f"Judged by perfect play on both sides ({found.bot}): the figures are exact."
    if found.is_exact:
        return f"Judged by {found.bot}: the figures are exact, but tell no more than {found.meaning}."
    why = "" if was_asked_for else "As it is played here, the game cannot be solved. "
    return (
        f"{why}Judged by {found.bot}, a search: the figures are estimates, ± the standard error of what it tried;"
        " it can be wrong beyond that."
    )


def _unit(found: Analysis) -> str:
    """What a point is."""
    if found.meaning.startswith("the chance"):
        return f"Points are {found.meaning}, in percent."
    return f"Points are percent of {found.meaning}, where a tie counts half."


def _legend(found: Analysis) -> str:
    marks = ", ".join(f"{mark} cost {limit:.0f} points or more" for limit, mark, _ in reversed(MARKS))
    left_out = "" if found.is_exact else f"; a cost below {SURE:.0f} standard errors is not counted"
    return f"{marks}{left_out}."


def _table(found: Analysis) -> Table:
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("move", justify="right", no_wrap=True)
    table.add_column("seat", overflow="fold")
    table.add_column("choice")
    table.add_column("worth", justify="right", no_wrap=True)
    table.add_column(f"{'perfect play' if found.is_perfect else found.bot}, %")
    table.add_column("cost", justify="right", no_wrap=True)
    for one in found.judgements:
        mark, style = _mark(one)
        table.add_row(
            str(one.move), Text(_name(found.match, one.seat)), Text(one.pieces[one.place], style), _worth(one),
            _mix(one), Text(f"{mark} {_cost(one)}", style),
        )  # fmt: skip
    return table


def _name(match: Match, seat: int) -> str:
    """The player's name, or the seat's where two players have the same."""
    is_known_by_it = len(set(match.players)) == len(match.players)
    return match.players[seat] if is_known_by_it else match.game.words.seat(match.game, seat)


def _mark(one: Judgement) -> tuple[str, str]:
    """A mark and a style for a costly choice; what is no more than the error of an estimate has neither."""
    if not one.is_costly:
        return "", ""
    points = round(POINTS * one.cost, 1)  # as it is shown
    return next(((mark, style) for limit, mark, style in MARKS if points >= limit), ("", ""))


def _worth(one: Judgement) -> str:
    return f"{POINTS * (1 + one.worth):.1f}" if one.is_known else "–"


def _cost(one: Judgement | Account) -> str:
    if one.error:
        return f"{POINTS * one.cost:.1f} ±{POINTS * one.error:.1f}"
    return f"{POINTS * one.cost:.1f}" if one.cost > NOTHING else "–"


def _mix(one: Judgement) -> Text:
    """The likeliest choices of the bot."""
    if one.is_forced:
        return Text("the only choice", "dim")
    likeliest = sorted(zip(one.advice.mix, one.pieces, strict=True), key=lambda part: -part[0])
    shown = [f"{piece} {100 * share:.0f}" for share, piece in likeliest if share >= LEAST]
    return Text(", ".join(shown[:SHOWN]) + (" …" if len(shown) > SHOWN else ""))


def _summary(found: Analysis, account: Account) -> str:
    made, costly = counted(len(account.judgements), "choice"), counted(len(account.costly), "of them", "of them")
    name = f"{_name(found.match, account.seat)}: {made}"
    if account.worst is None:
        return f"{name}, none of them{'' if found.is_exact else ' surely'} costly."
    worst = f"The dearest was move {account.worst.move}, {account.worst.action.words}."
    return f"{name}, {costly} costly, {_cost(account)} points in all. {worst}"


def _turning_point(found: Analysis) -> str:
    worst = found.turning_point
    if worst is None:
        return "There was no turning point."
    return (
        f"The turning point was move {worst.move}, where {_name(found.match, worst.seat)} chose"
        f" '{worst.action.words}' and gave {_cost(worst)} points away, of {POINTS * (1 + worst.best):.1f}."
    )


# What a program reads ---------------------------------------------------------------------------------------------


def as_data(found: Analysis, file: Path) -> dict[str, Any]:
    """Worths and costs from -1 to 1, as bots count them; null for the worth of a forced choice no search looked at."""
    return {
        "game": found.match.game.name,
        "file": str(file),
        "bot": found.bot,
        "exact": found.is_exact,
        "meaning": found.meaning,
        "choices": [_choice_as_data(one) for one in found.judgements],
        "seats": [
            {
                "seat": account.seat,
                "cost": account.cost,
                "error": account.error,
                "choices": len(account.judgements),
                "costly": len(account.costly),
            }
            for account in found.accounts
        ],
    }


def _choice_as_data(one: Judgement) -> dict[str, Any]:
    words = _labels(one)
    return {
        "move": one.move,
        "seat": one.seat,
        "action": one.action.number,
        "words": one.action.words,
        "value": one.value if one.is_known else None,
        "worth": one.worth if one.is_known else None,
        "best": one.best if one.is_known else None,
        "cost": one.cost,
        "error": one.error,
        "mix": {word: share for word, share in zip(words, one.advice.mix.tolist(), strict=True) if share > NOTHING},
        "worths": dict(zip(words, _worths(one), strict=True)),
    }


def _worths(one: Judgement) -> list[float | None]:
    """None where no search has looked."""
    pairs = zip(one.advice.worth.tolist(), one.advice.known, strict=True)
    return [worth if is_known else None for worth, is_known in pairs]


def _labels(one: Judgement) -> list[str]:
    """The words of the choices; with the number where two have the same."""
    return told_apart({choice.number: choice.words for choice in one.choices})
