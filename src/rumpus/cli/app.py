"""Every command with its options; what it does is in the module it calls, imported when it is called.

So the commands that only answer a question start at once.
"""

from typing import Any

import typer
from typer.core import TyperGroup

from rumpus.catalogue import NAMES
from rumpus.cli import STOPPED
from rumpus.cli.options import (
    HERE,
    OPPONENT,
    PORT,
    Again,
    AlwaysJson,
    ArenaBots,
    ArenaFile,
    At,
    BotName,
    BotNames,
    Box,
    DataFolder,
    Encoding,
    ExploitedBot,
    GameName,
    GameNames,
    Games,
    Host,
    Hotseat,
    Json,
    JudgedSeat,
    JudgeName,
    LearningGames,
    MatchFile,
    NoBrowser,
    NoLimits,
    NoWarm,
    PairGames,
    Plot,
    Port,
    Repetitions,
    Seats,
    Seconds,
    Seed,
    Settings,
    Target,
    Threads,
    Version,
    Viewer,
    WithBatches,
    YourSeat,
)  # fmt: skip
from rumpus.core.errors import NotSolvable, RumpusError, UnknownGame, WrongBot, WrongSeat, WrongSwitch

FAILED, WRONG_USE = 1, 2
WRONG_ON_THE_COMMAND_LINE = (NotSolvable, UnknownGame, WrongBot, WrongSeat, WrongSwitch)
"""What is wrong here stands on the command line itself, not in a file."""


class Commands(TyperGroup):
    """Runs a command; what goes wrong is said in one sentence on stderr, and told by the exit code."""

    def invoke(self, ctx: Any) -> Any:
        from rumpus.cli.screen import complain

        try:
            return super().invoke(ctx)
        except RumpusError as error:
            complain(str(error))
            raise typer.Exit(WRONG_USE if isinstance(error, WRONG_ON_THE_COMMAND_LINE) else FAILED) from None
        except BrokenPipeError:
            raise  # whoever read us has read enough; typer ends in silence
        except OSError as error:
            what = f"{error.filename}: " if error.filename else "What was to be printed cannot be written: "
            complain(f"{what}{error.strerror or error}.")
            raise typer.Exit(FAILED) from None
        except KeyboardInterrupt:
            complain("\nStopped.")
            raise typer.Exit(STOPPED) from None


NO_HELP = {"help": False}
"""Not asked for: said outright, because typer otherwise imports pydantic to find it out, a tenth of a second."""

app = typer.Typer(
    cls=Commands, rich_markup_mode="rich", add_completion=False, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"], "default_map": {**NO_HELP, "games": NO_HELP}},
)  # fmt: skip


def example(*lines: str) -> str:
    """An epilogue that shows how it is typed, with a game there is."""
    typed = [f"  [green]{line.replace('GAME', NAMES[0])}[/]" for line in lines]
    return "\n\n".join(["[dim]For example[/]", *typed])


@app.callback(invoke_without_command=True, epilog=example("rumpus games", "rumpus COMMAND --help"))
def rumpus(
    ctx: typer.Context,
    version: Version = False,
) -> None:
    """Tabletop games as exact rules engines: play them, study them, change their cards."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command(epilog=example("rumpus games", "rumpus games --json"), rich_help_panel="Play")
def games(json: Json = False) -> None:
    """List the games: players, minutes, and what each is about."""
    from rumpus.cli.shelf import list_games

    list_games(json)


@app.command(epilog=example("rumpus rules GAME", "rumpus rules GAME | less"), rich_help_panel="Play")
def rules(game: GameName) -> None:
    """Show the rules of a game, paragraph by paragraph."""
    from rumpus.cli.shelf import print_rules

    print_rules(game)


@app.command(epilog=example("rumpus cards GAME", "rumpus cards GAME --box mine.toml --json"), rich_help_panel="Play")
def cards(game: GameName, box: Box = None, json: Json = False) -> None:
    """Show what is in the box of a game, and the switches it can be played with."""
    from rumpus.cli.shelf import print_cards

    print_cards(game, box, json)


@app.command(epilog=example("rumpus play GAME", "rumpus play GAME --hotseat --save match.txt"), rich_help_panel="Play")
def play(
    game: GameName,
    bot: BotName = None,
    hotseat: Hotseat = False,
    seat: YourSeat = None,
    seats: Seats = None,
    settings: Settings = None,
    box: Box = None,
    seed: Seed = None,
    save: Target = None,
) -> None:
    """Play in the terminal, against a bot or with others at one screen.

    Choose by the number of an action or by some of its words. While you play,
    [bold]u[/] takes your last choice back, [bold]r[/] shows the rules, [bold]?[/] helps and [bold]q[/] leaves.
    """
    if hotseat and not (bot is None and seat is None):
        raise typer.BadParameter(
            "it goes with neither --bot nor --seat: every seat is a person.", param_hint="--hotseat"
        )
    from rumpus.cli.opening import opened
    from rumpus.cli.play import fault_of, play, seated

    fault = None if save is None else fault_of(save)
    if fault is not None:
        raise typer.BadParameter(fault, param_hint="--save")
    table = opened(game, settings or (), box, seats)
    play(seated(table, None if hotseat else bot or OPPONENT, seat or 0, seed), save)


@app.command(
    epilog=example("rumpus serve", "rumpus serve --host 0.0.0.0 --port 8000 --no-browser"), rich_help_panel="Play"
)
def serve(
    host: Host = HERE,
    port: Port = PORT,
    data: DataFolder = None,
    no_browser: NoBrowser = False,
    no_warm: NoWarm = False,
    no_limits: NoLimits = False,
) -> None:
    """Play in the browser: with bots, with friends by a link, on a phone.

    The tables are kept in your data folder, and are there again at the next start. Ctrl-C closes the server. Machine
    code for the bots is made once, beside the tables: at a table whose code is not there yet, bots wait for it.
    """
    from rumpus.cli.serve import serve

    serve(host, port, data, with_browser=not no_browser, with_limits=not no_limits, warms=not no_warm)


@app.command(
    epilog=example("rumpus sim GAME --games 1000000 --seed 1", "rumpus sim GAME --set SWITCH=yes --json"),
    rich_help_panel="Study",
)
def sim(
    game: GameName,
    games: Games = 100_000,
    bots: BotNames = None,
    seats: Seats = None,
    settings: Settings = None,
    box: Box = None,
    seed: Seed = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Play many games by bots: win rates with 95 % confidence intervals, lengths, games a second.

    The same seed gives the same games, whatever the number of threads.
    """
    from rumpus.cli.opening import chosen_seed, opened, read_bots
    from rumpus.cli.sim import print_simulation, simulate
    from rumpus.cli.stopping import ends_at_once

    table = opened(game, settings or (), box, seats)
    names = read_bots(bots, table)
    with ends_at_once():
        done = simulate(table, games, names, chosen_seed(seed), threads)
    print_simulation(done, json)


@app.command(epilog=example("rumpus solve GAME", "rumpus solve GAME --set SWITCH=yes --json"), rich_help_panel="Study")
def solve(
    game: GameName,
    settings: Settings = None,
    box: Box = None,
    again: Again = False,
    json: Json = False,
) -> None:
    """Solve a game exactly: its value, how many positions it has, and how perfect play opens.

    For games of two in which nothing is hidden but what both choose at once. The solution is kept, and the bot
    [bold]nash[/] plays it.
    """
    from rumpus.cli.opening import opened
    from rumpus.cli.solve import solve_game
    from rumpus.cli.stopping import ends_at_once

    table = opened(game, settings or (), box)
    with ends_at_once():
        solve_game(table, again, json)


@app.command(
    epilog=example(
        "rumpus arena GAME --bots ismcts:4,ismcts:3,random --games 1000",
        "rumpus arena GAME --bots nash,random --file arena.jsonl --plot arena.png",
    ),
    rich_help_panel="Study",
)
def arena(
    game: GameName,
    bots: ArenaBots,
    games: PairGames = 200,
    seats: Seats = None,
    settings: Settings = None,
    box: Box = None,
    seed: Seed = None,
    threads: Threads = None,
    plot: Plot = None,
    file: ArenaFile = None,
    json: Json = False,
) -> None:
    """Let bots play each other, with the same chance for swapped seats: ratings, cross-table, plot."""
    from rumpus.cli.arena import arena
    from rumpus.cli.opening import opened

    arena(opened(game, settings or (), box, seats), bots, games, seed, threads, plot=plot, file=file, as_json=json)


@app.command(
    epilog=example("rumpus exploit GAME --bot random", "rumpus exploit GAME --bot greedy --games 20000 --json"),
    rich_help_panel="Study",
)
def exploit(
    game: GameName,
    bot: ExploitedBot,
    games: LearningGames = 4_000,
    seats: Seats = None,
    settings: Settings = None,
    box: Box = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Find out how much a bot loses to one who knows it.

    Exactly, where all positions can be listed and the bot says how it mixes; elsewhere a learner is trained against
    it, and what that wins in fresh games is a lower bound.
    """
    from rumpus.cli.exploit import exploit
    from rumpus.cli.opening import opened

    exploit(opened(game, settings or (), box, seats), bot, games, seed, json)


@app.command(epilog=example("rumpus replay match.txt", "rumpus replay match.txt --seat 1"), rich_help_panel="Study")
def replay(
    file: MatchFile,
    box: Box = None,
    seat: Viewer = None,
) -> None:
    """Step through a saved match, forwards and back.

    Without a terminal, what happened is printed as a list.
    """
    from rumpus.cli.replay import replay

    replay(file, box, seat)


@app.command(
    epilog=example("rumpus analyse match.txt", "rumpus analyse match.txt --seat 0 --json"), rich_help_panel="Study"
)
def analyse(
    file: MatchFile,
    box: Box = None,
    bot: JudgeName = None,
    seat: JudgedSeat = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Go through a saved match: what each choice was worth, what the strongest bot does there, what it cost.

    [bold]?[/] marks a choice that cost 5 points or more, [bold]??[/] one that cost 15 or more.
    """
    from rumpus.cli.analyse import analyse

    analyse(file, box, bot, seat, seed, json)


@app.command(epilog=example("rumpus position match.txt --at 6"), rich_help_panel="Study")
def position(
    file: MatchFile,
    at: At = None,
    box: Box = None,
    json: AlwaysJson = False,
) -> None:
    """Print a position of a saved match as JSON, with names instead of numbers."""
    from rumpus.cli.replay import print_position

    print_position(file, box, at)


@app.command(
    epilog=example("rumpus planes GAME", "rumpus planes GAME --encoding one_hot --set SWITCH=yes --json"),
    rich_help_panel="Study",
)
def planes(
    game: GameName,
    seats: Seats = None,
    settings: Settings = None,
    box: Box = None,
    encoding: Encoding = "numbers",
    json: Json = False,
) -> None:
    """List what stands in each column of an observation, for programs that learn."""
    from rumpus.cli.opening import opened
    from rumpus.cli.planes import print_planes

    print_planes(opened(game, settings or (), box, seats), encoding, json)


@app.command(
    epilog=example("rumpus actions GAME", "rumpus actions GAME --set SWITCH=yes --json"), rich_help_panel="Study"
)
def actions(
    game: GameName,
    seats: Seats = None,
    settings: Settings = None,
    box: Box = None,
    json: Json = False,
) -> None:
    """List what each number of an action means, for programs that learn."""
    from rumpus.cli.actions import print_actions
    from rumpus.cli.opening import opened

    print_actions(opened(game, settings or (), box, seats), json)


@app.command(epilog=example("rumpus warm"), rich_help_panel="Speed")
def warm(batches: WithBatches = False) -> None:
    """Compile beforehand whatever would be compiled later, once; a second time it takes a few seconds."""
    from rumpus.cli.speed import warm_up
    from rumpus.cli.stopping import ends_at_once

    with ends_at_once():
        warm_up(batches)


@app.command(epilog=example("rumpus bench", "rumpus bench GAME --json"), rich_help_panel="Speed")
def bench(
    games: GameNames = None,
    repetitions: Repetitions = 5,
    seconds: Seconds = 0.5,
    json: Json = False,
) -> None:
    """Measure random games on this machine: one thread, all threads, plain Python."""
    from rumpus.catalogue import DEFINITIONS
    from rumpus.cli.speed import bench
    from rumpus.cli.stopping import ends_at_once

    with ends_at_once():
        bench(games or list(DEFINITIONS), repetitions, seconds, json)
