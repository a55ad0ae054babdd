"""An arena as a picture: the cross-table in colours, and beside it how strong each bot is.

Figures are made as objects, without pyplot, which would keep them in a list of its own and look for a screen.
"""

from io import BytesIO
from pathlib import Path
from textwrap import fill

import matplotlib
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rumpus.core.errors import WrongFile
from rumpus.core.switches import spoken
from rumpus.lab.standings import Standings, Tally, tied

COLOURS = "PuOr"
"""From orange, lost, over white to violet, won: told apart by the colour-blind too."""
INK, FAINT, EMPTY = "#222222", "#777777", "#eeeeee"
CELL = 0.72
"""Inches."""
DOTS, LETTERS = 160, 10
"""Per inch; letters are those of the title."""


def save_plot(standings: Standings, file: Path) -> None:
    """Write the picture, as the file's ending says."""
    picture = BytesIO()
    kind = file.suffix.lower().lstrip(".")
    with matplotlib.rc_context({"svg.hashsalt": "arena"}):  # the same arena gives the same bytes
        figure_of(standings).savefig(picture, format=kind, dpi=DOTS, metadata={"Date": None} if kind == "svg" else None)
    try:
        with file.open("xb") as target:  # what came there while the games were played is somebody's
            target.write(picture.getvalue())
    except OSError as error:
        raise WrongFile(f"{file} cannot be written: {error.strerror or error}.") from None


def figure_of(standings: Standings) -> Figure:
    """The whole picture: three panels whose rows are the same bots, the strongest on top."""
    bots, longest = len(standings.ranking), max(map(len, standings.arena.names))
    side = max(2.2, CELL * bots)
    figure = Figure(figsize=(side + 0.1 * longest + 4.6, side + 0.075 * longest + 1.3), layout="constrained")
    table, elo, skill = figure.subplots(1, 3, sharey=True, width_ratios=[side, 2.1, 1.6])
    _draw_table(table, standings)
    _draw_elo(elo, standings)
    _draw_skills(skill, standings)
    figure.suptitle(fill(_title(standings), int(LETTERS * figure.get_figwidth())), fontsize=12, color=INK)
    return figure


def _title(standings: Standings) -> str:
    game = standings.arena.game
    changed = [f"{name}={spoken(value)}" for name, value in game.changed_switches.items()]
    return ", ".join([f"{game.title}: {standings.games:,} games", *changed, f"seed {standings.arena.seed}"])


# The cross-table --------------------------------------------------------------------------------------------------


def _draw_table(axes: Axes, standings: Standings) -> None:
    names = [standings.arena.names[one] for one in standings.ranking]
    axes.set_facecolor(EMPTY)
    axes.imshow(_shares(standings), cmap=COLOURS, vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(names)), names, rotation=40, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0, labelsize=10, colors=INK)
    axes.set_xlabel("% of the decided games won by the row's bot,\n± half of the 95 % interval, = % of ties")
    axes.xaxis.label.set(fontsize=8.5, color=FAINT)
    axes.spines[:].set_visible(False)
    for edge in np.arange(0.5, len(names) - 1):
        axes.axhline(edge, color="white", linewidth=2)
        axes.axvline(edge, color="white", linewidth=2)
    for row, one in enumerate(standings.ranking):
        for column, other in enumerate(standings.ranking):
            if one != other:
                _write_cell(axes, row, column, standings.against(one, other))


def _shares(standings: Standings) -> npt.NDArray[np.float64]:
    """What each row won of each column; nothing, where nothing was decided."""
    ranking = standings.ranking
    shares = [
        [standings.against(one, other).win_share if one != other else None for other in ranking] for one in ranking
    ]
    return np.array([[np.nan if share is None else share for share in row] for row in shares])


def _write_cell(axes: Axes, row: int, column: int, tally: Tally) -> None:
    """The share in large figures; under it, small, how sure it is and how many tied."""
    ties = f"={tied(tally)}" if tally.ties else ""
    if tally.win_share is None or tally.win_interval is None:
        axes.text(column, row, ties, ha="center", va="center", fontsize=7.5, color=INK)
        return
    ink = "white" if abs(tally.win_share - 0.5) > 0.33 else INK
    low, high = tally.win_interval
    small = f"±{50 * (high - low):.2g}  {ties}".strip()
    axes.text(column, row - 0.12, f"{100 * tally.win_share:.0f}", ha="center", va="center", fontsize=13, color=ink)
    axes.text(column, row + 0.26, small, ha="center", va="center", fontsize=7.5, color=ink)


# How strong they are ----------------------------------------------------------------------------------------------


def _draw_elo(axes: Axes, standings: Standings) -> None:
    found = [standings.elos[one] for one in standings.ranking]
    _draw_ratings(axes, [one.rating for one in found], [one.margin for one in found], "{:+.0f}")
    axes.axvline(0, color=FAINT, linewidth=0.8, zorder=0)
    axes.set_title("Elo", fontsize=10, color=INK)
    axes.set_xlabel("0 is the average,\n95 % intervals", fontsize=8.5, color=FAINT)


def _draw_skills(axes: Axes, standings: Standings) -> None:
    found = [standings.skills[one] for one in standings.ranking]
    _draw_ratings(axes, [one.mu for one in found], [one.sigma for one in found], "{:.1f}")
    axes.set_title("openskill", fontsize=10, color=INK)
    axes.set_xlabel("μ ± σ", fontsize=8.5, color=FAINT)


def _draw_ratings(axes: Axes, middles: list[float], margins: list[float], form: str) -> None:
    """A dot with a bar for each bot, in the table's rows, and the number over it."""
    rows = range(len(middles))
    axes.errorbar(middles, rows, xerr=margins, fmt="o", color="#542788", ecolor="#998ec3", elinewidth=2, capsize=3)
    for row, middle in zip(rows, middles, strict=True):
        axes.text(
            middle, row - 0.2, form.format(middle).replace("-", "−"), ha="center", va="bottom", fontsize=9, color=INK
        )
    axes.margins(x=0.25)
    axes.grid(axis="x", color=EMPTY)
    axes.set_axisbelow(True)
    axes.tick_params(left=False, labelleft=False, labelsize=8.5, colors=FAINT)
    axes.spines[["left", "right", "top"]].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)
