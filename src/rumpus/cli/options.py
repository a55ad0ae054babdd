"""What can be given to the commands, each with its line of help."""

from pathlib import Path
from typing import Annotated

import typer


def print_version(wanted: bool) -> None:
    if wanted:
        from rumpus import __version__

        typer.echo(f"rumpus {__version__}")
        raise typer.Exit


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="One of the names that 'rumpus games' lists.", show_default=False)
]
GameNames = Annotated[
    list[str] | None, typer.Argument(metavar="GAME", help="Which games; all if none is named.", show_default=False)
]
MatchFile = Annotated[Path, typer.Argument(metavar="FILE", help="A match that was saved.", show_default=False)]
Box = Annotated[
    Path | None,
    typer.Option("--box", metavar="FILE", help="Cards of your own: a TOML file, whole or only what differs from ours."),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="SWITCH=VALUE", help="Turn a switch ('rumpus cards GAME' lists them); repeatable."),
]
Seats = Annotated[
    int | None, typer.Option("--seats", metavar="K", help="How many play; as few as the game allows if not given.")
]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="S", help="Draw all chance from this whole number, to have it again.")
]
Json = Annotated[bool, typer.Option("--json", help="Write one JSON document, for programs.")]
AlwaysJson = Annotated[bool, typer.Option("--json", help="A position is always JSON; this changes nothing.")]
OPPONENT = "ismcts:3"
"""Who plays against people who name no bot: strong enough to be fun."""
NAMED_BOTS = (
    "random, greedy, montecarlo, ismcts:1 (weak) to ismcts:5 (strong), ismcts:500ms, counter (where chances can be "
    "reckoned), nash (perfect)"
)
BotName = Annotated[
    str | None,
    typer.Option("--bot", metavar="NAME", help=f"Who plays the other seats: {NAMED_BOTS}; {OPPONENT} if not given."),
]
BotNames = Annotated[
    str | None,
    typer.Option("--bots", metavar="A,B,...", help=f"Who plays, seat by seat: {NAMED_BOTS}; all random if not given."),
]
Hotseat = Annotated[bool, typer.Option("--hotseat", help="Every seat is a person at this keyboard.")]
YourSeat = Annotated[int | None, typer.Option("--seat", metavar="K", help="The seat you take, from 0; 0 if not given.")]
Viewer = Annotated[int | None, typer.Option("--seat", metavar="K", help="See it as this seat saw it, from 0.")]
JudgeName = Annotated[
    str | None,
    typer.Option(
        "--bot", metavar="NAME", help="Who judges: counter or nash where they can, else ismcts:5, if not given."
    ),
]
JudgedSeat = Annotated[int | None, typer.Option("--seat", metavar="K", help="Judge this seat's choices only, from 0.")]
Target = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="Write the match to this file when you are done.")
]
Games = Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")]
Threads = Annotated[
    int | None, typer.Option("--threads", metavar="T", min=1, help="How many threads; all cores if not given.")
]
Again = Annotated[bool, typer.Option("--again", help="Solve it anew, even if a solution is kept.")]
ExploitedBot = Annotated[
    str, typer.Option("--bot", metavar="NAME", help=f"Whom to exploit: {NAMED_BOTS}.", show_default=False)
]
LearningGames = Annotated[
    int,
    typer.Option("--games", metavar="N", min=2, help="How many games a learner learns from; half as many are judged."),
]
ArenaBots = Annotated[
    str,
    typer.Option("--bots", metavar="A,B,...", help=f"Who plays, every pair of them: {NAMED_BOTS}.", show_default=False),
]
PairGames = Annotated[
    int,
    typer.Option(
        "--games", metavar="N", min=1, help="How many games of each pair, so that each sits as often anywhere."
    ),
]
Plot = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw cross-table and ratings: a .png or .svg that is not there yet."),
]
ArenaFile = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="Keep every result here; the same command goes on from there."),
]
Encoding = Annotated[
    str,
    typer.Option("--encoding", metavar="E", help="How numbers that stand for names are written: numbers or one_hot."),
]
At = Annotated[
    int | None, typer.Option("--at", metavar="N", help="After how many moves, from 0; after all if not given.")
]
Repetitions = Annotated[
    int, typer.Option("--repetitions", metavar="N", min=1, help="Measure so often, and take the median.")
]
Seconds = Annotated[
    float, typer.Option("--seconds", metavar="S", min=0.001, help="About how long one measurement lasts.")
]
Version = Annotated[
    bool, typer.Option("--version", callback=print_version, is_eager=True, help="Say which version this is.")
]
HERE, PORT = "127.0.0.1", 8642
Host = Annotated[
    str, typer.Option("--host", metavar="H", help="Where to be reached; 0.0.0.0 also lets other machines in.")
]
Port = Annotated[int, typer.Option("--port", metavar="P", min=0, max=65_535, help="The port; 0 for any that is free.")]
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="FOLDER", help="Where tables are kept; in your data folder if not given."),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Open no browser.")]
NoWarm = Annotated[
    bool,
    typer.Option("--no-warm", help="Make the bots' machine code only when a table needs it, not from the start."),
]
NoLimits = Annotated[bool, typer.Option("--no-limits", hidden=True, help="No limits per visitor, for measurements.")]
WithBatches = Annotated[
    bool, typer.Option("--batches", help="Batches too, for programs that learn: up to a minute for each table size.")
]
