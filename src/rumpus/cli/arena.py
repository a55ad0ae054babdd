"""An arena on the command line: who is asked, the bar while they play, the tables and the JSON afterwards."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rumpus.cli import STOPPED
from rumpus.cli.opening import chosen_seed
from rumpus.cli.play import fault_of
from rumpus.cli.screen import complain, err, out, print_json, progress
from rumpus.cli.stopping import ends_at_once
from rumpus.core.game import Game
from rumpus.core.switches import spoken
from rumpus.lab.arena import Arena, Deal, called, make_ready, play
from rumpus.lab.arenafile import ArenaFile, going_on, read_arena
from rumpus.lab.standings import Standings, Tally, tied

PICTURES = (".png", ".svg")


@dataclass(frozen=True)
class Contest:
    """An arena as it was asked for, and what came of it so far."""

    standings: Standings
    games: int
    """Of each pair."""
    known: int
    """Games that were in the file already."""
    seconds: float

    @property
    def arena(self) -> Arena:
        return self.standings.arena

    @property
    def all_games(self) -> int:
        return self.games * len(self.arena.pairs)


def arena(
    game: Game, bots: str, games: int, seed: int | None = None, threads: int | None = None, *,
    plot: Path | None = None, file: Path | None = None, as_json: bool = False,
) -> None:  # fmt: skip
    """Play, print, draw; what cannot be done in the end is refused before the first game."""
    check_plot(plot, file)
    players = called([name.strip() for name in bots.split(",")])
    kept = None if file is None else read_arena(file)
    if seed is None and kept is not None and kept.header is not None:
        seed = kept.header.seed
    asked = Arena(game, players, chosen_seed(seed))
    deals = [] if kept is None else kept.deals(asked)
    with ends_at_once():
        make_ready(asked)
    contest, stopped = contend(asked, games, deals, kept, threads)
    if stopped:
        leave(contest, file, as_json)
    print_contest(contest, as_json)
    if plot is not None:
        draw(contest, plot)


def check_plot(plot: Path | None, file: Path | None) -> None:
    if plot is None:
        return
    fault = fault_of(plot) or _fault_of_writing(plot)
    if file is not None and plot.resolve() == file.resolve():
        fault = f"{plot} cannot hold the games and the picture: name two files."
    if plot.suffix.lower() not in PICTURES:
        fault = f"{plot} ends in neither of {' and '.join(PICTURES)}, the kinds of pictures there are."
    if fault is not None:
        raise typer.BadParameter(fault, param_hint="--plot")


def _fault_of_writing(file: Path) -> str | None:
    """Why a file cannot be made there; one that could be is not there afterwards either."""
    try:
        file.open("xb").close()
        file.unlink()
    except OSError as error:
        return f"{file} cannot be written: {error.strerror or error}."
    return None


def draw(contest: Contest, plot: Path) -> None:
    from rumpus.lab.plots import save_plot

    save_plot(contest.standings, plot)
    err().print(f"The plot is in {plot}.", markup=False, soft_wrap=True)


# Playing ----------------------------------------------------------------------------------------------------------


def contend(
    asked: Arena, games: int, deals: Sequence[Deal], kept: ArenaFile | None, threads: int | None
) -> tuple[Contest, bool]:
    """Play what is missing, with a bar; what came of it, and whether Ctrl-C ended it."""
    wanted, stopped = asked.deals(games), False
    found = {(deal.pair, deal.number): deal for deal in deals if deal.number < wanted}
    known, start, size = len(found), perf_counter(), len(asked.seatings)
    with ExitStack() as open_things:
        bar = open_things.enter_context(progress("games"))
        task = bar.add_task(asked.game.title, total=wanted * size * len(asked.pairs), completed=known * size)
        write = None if kept is None else open_things.enter_context(going_on(kept, asked))

        def keep(deal: Deal) -> None:
            if write is not None:
                write(deal)
            found[deal.pair, deal.number] = deal
            bar.advance(task, size)

        try:
            play(asked, asked.tasks(games, list(found.values())), keep, threads)
        except KeyboardInterrupt:
            stopped = True
    standings = Standings(asked, list(found.values()))
    return Contest(standings, wanted * size, known * size, perf_counter() - start), stopped


def leave(contest: Contest, file: Path | None, as_json: bool) -> None:
    """Ctrl-C: a person sees what there is; a program, that asked for a whole document, gets none."""
    if contest.standings.games and not as_json:
        print_contest(contest, as_json=False)
    held = f"; they are in {file}, and the same command goes on from there" if file else ""
    complain(f"\nStopped after {contest.standings.games:,} of {contest.all_games:,} games{held}.")
    raise typer.Exit(STOPPED)


# What a person reads ----------------------------------------------------------------------------------------------


def print_contest(contest: Contest, as_json: bool) -> None:
    if as_json:
        print_json(as_data(contest))
        return
    console = out()
    console.print(_headline(contest))
    for title, table in (
        ("How strong they are", _ratings(contest.standings)),
        ("Row against column: wins in % of the decided games, ± half of the 95 % interval", _cross_table(contest)),
        ("Pair by pair: the mean result is 1 for a win, ½ for a tie", _pairs(contest.standings)),
    ):
        console.print(Text(f"\n{title}", "bold"))
        console.print(table)
    _print_footer(console, contest)


def _headline(contest: Contest) -> Text:
    game, games = contest.arena.game, contest.standings.games
    text = Text.assemble((game.title, "bold"), f", {len(contest.arena.bots)} bots, {contest.games:,} games a pair")
    text.append(f", {games:,} in all" if games == contest.all_games else f", {games:,} of {contest.all_games:,} played")
    changed = ", ".join(f"{name}={spoken(value)}" for name, value in game.changed_switches.items())
    return text.append(f", {changed}") if changed else text


def _table(*titles: str, left: int = 1) -> Table:
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for number, title in enumerate(titles):
        table.add_column(title, justify="left" if number < left else "right", no_wrap=True)
    return table


def _ratings(standings: Standings) -> Table:
    table = _table("", "bot", "Elo", "μ ± σ", "ordinal", "wins", "95 % interval", left=2)
    for number, one in enumerate(standings.ranking, 1):
        elo, skill, tally = standings.elos[one], standings.skills[one], standings.overall(one)
        table.add_row(
            str(number), Text(standings.arena.names[one], "bold"), f"{elo.rating:+.0f} ± {elo.margin:.0f}",
            f"{skill.mu:.1f} ± {skill.sigma:.1f}", f"{skill.ordinal:.1f}", _percent(tally.win_share),
            " to ".join(map(_percent, tally.win_interval or ())),
        )  # fmt: skip
    return table


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _cross_table(contest: Contest) -> Table:
    """Columns are numbered like the rows, so that it fits into a terminal."""
    standings, ranking = contest.standings, contest.standings.ranking
    table = _table("", "", *(str(number) for number in range(1, len(ranking) + 1)), left=2)
    for number, one in enumerate(ranking, 1):
        cells = [_cell(standings.against(one, other)) if one != other else Text("·", "dim") for other in ranking]
        table.add_row(str(number), Text(standings.arena.names[one], "bold"), *cells)
    return table


def _cell(tally: Tally) -> Text:
    """The share of wins, how sure it is, and under it the ties, where there were any."""
    text = Text()
    if tally.win_share is not None and tally.win_interval is not None:
        low, high = tally.win_interval
        text.append(f"{100 * tally.win_share:.0f}").append(f" ±{_margin(50 * (high - low))}", "dim")
    if tally.ties:
        text.append("\n" if text else "").append(f"={tied(tally)}", "dim")
    return text


def _margin(wide: float) -> str:
    return f"{wide:.0f}" if wide >= 1 else f"{wide:.1f}".lstrip("0")


def _pairs(standings: Standings) -> Table:
    table = _table("", "won", "lost", "tied", "result", "95 % interval", "points a game")
    for one, other in standings.arena.pairs:
        tally = standings.against(one, other)
        if tally.games:
            low_to_high = " to ".join(f"{end:.3f}" for end in standings.score_interval(one, other) or ())
            table.add_row(
                f"{standings.arena.names[one]} – {standings.arena.names[other]}", f"{tally.wins:,}",
                f"{tally.losses:,}", f"{tally.ties:,}", f"{tally.score:.3f}", low_to_high,
                f"{tally.points_difference / tally.games:+.2f}",
            )  # fmt: skip
    return table


def _print_footer(console: Console, contest: Contest) -> None:
    first, new = contest.standings.seat_0, contest.standings.games - contest.known
    if first.win_interval and contest.arena.game.seats % 2 == 0:
        seat, ends = contest.arena.game.words.seat(contest.arena.game, 0), map(_percent, first.win_interval)
        console.print(f"\nSeat 0 ({seat}) won {_percent(first.win_share)} of the decided games ({' to '.join(ends)}).")
    console.print("= ties in % of all games; the average Elo is 0; μ ± σ and ordinal by openskill.", style="dim")
    speed = [f"{new:,} games in {contest.seconds:.1f} s, {new / contest.seconds:,.0f} a second"] if new else []
    before = [f"{contest.known:,} were in the file"] if contest.known else []
    console.print(f"{'; '.join([*speed, *before])}.", style="dim")
    console.print(f"Seed {contest.arena.seed} gives the same games again.", style="dim")


# What a program reads ---------------------------------------------------------------------------------------------


def as_data(contest: Contest) -> dict[str, Any]:
    arena, game = contest.arena, contest.arena.game
    return {
        "game": game.name,
        "seats": game.seats,
        "switches": game.switches,
        "box": game.contents.digest,
        "seed": arena.seed,
        "bots": list(arena.names),
        "games": contest.games,
        "seconds": contest.seconds,
        "pairs": _ordered_as_data(contest.standings),
        "matchups": [_matchup_as_data(contest.standings, *pair) for pair in arena.pairs],
        "ratings": [_rating_as_data(contest.standings, one) for one in contest.standings.ranking],
    }


def _ordered_as_data(standings: Standings) -> list[dict[str, Any]]:
    """Every ordered pair, the first in seat 0; what is counted is counted for the first."""
    names, bots = standings.arena.names, range(len(standings.arena.names))
    orders = [(first, second) for first in bots for second in bots if first != second]
    return [
        {"first": names[first], "second": names[second], **_tally_as_data(standings.seated(first, second))}
        for first, second in orders
    ]


def _tally_as_data(tally: Tally) -> dict[str, int]:
    return {
        "wins": tally.wins,
        "losses": tally.losses,
        "ties": tally.ties,
        "points_difference": tally.points_difference,
    }


def _matchup_as_data(standings: Standings, one: int, other: int) -> dict[str, Any]:
    """Both orders of a pair together."""
    tally = standings.against(one, other)
    return {
        "bots": [standings.arena.names[one], standings.arena.names[other]],
        **_tally_as_data(tally),
        "win_share": tally.win_share,
        "win_share_interval": tally.win_interval,
        "score": tally.score,
        "score_interval": standings.score_interval(one, other),
    }


def _rating_as_data(standings: Standings, one: int) -> dict[str, Any]:
    skill, elo, tally = standings.skills[one], standings.elos[one], standings.overall(one)
    return {
        "bot": standings.arena.names[one],
        "mu": skill.mu,
        "sigma": skill.sigma,
        "ordinal": skill.ordinal,
        "elo": elo.rating,
        "elo_margin": elo.margin,
        "win_share": tally.win_share,
        "win_share_interval": tally.win_interval,
        "score": tally.score,
    }
