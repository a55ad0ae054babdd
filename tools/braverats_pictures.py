"""The pictures of docs/braverats-solved.md, made as objects, without pyplot, which would look for a screen."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from braverats_habits import Judged
from braverats_perfect import BONUS, DOWN, LOOK, NAMES, TINY, Floats, Met
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rumpus.games.braverats.rules.records import CARDS, ROUNDS, SPY

INK, FAINT, EMPTY = "#222222", "#666666", "#eeeeee"
VIOLET, ORANGE, GREY = "#542788", "#e08214", "#8a8a8a"
TWO_WAYS, ONE_WAY = "PuOr", "Purples"
"""Orange to violet, and white to violet: told apart by the colour-blind too."""


def number(value: float, form: str = ".1f", nothing: str = "") -> str:
    """With a real minus sign; what rounds to zero has none."""
    if np.isnan(value):
        return nothing
    text = f"{value:{form}}"
    return f"{0:{form}}".replace("+", "") if float(text) == 0 else text.replace("-", "−")


def cards(numbers: Iterable[int] = DOWN) -> list[str]:
    return [NAMES[card] for card in numbers]


def canvas(width: float, height: float, columns: int = 1, **options: Any) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
    axes = figure.subplots(1, columns, squeeze=False, gridspec_kw=options)
    return figure, list(axes[0])


def label(axes: Axes, title: str, along: str = "", up: str = "") -> None:
    axes.set_title(title, fontsize=11, color=INK, loc="left", pad=10)
    axes.set_xlabel(along, fontsize=9.5, color=FAINT)
    axes.set_ylabel(up, fontsize=9.5, color=FAINT)
    axes.tick_params(labelsize=9.5, colors=INK, length=0)
    axes.spines[:].set_visible(False)


def heat(axes: Axes, values: Floats, rows: Sequence[str], columns: Sequence[str], form: str, **colours: Any) -> None:
    """A table in colours, with the numbers in it and the columns' names on top; an empty cell is grey."""
    axes.set_facecolor(EMPTY)
    image = axes.imshow(values, aspect="auto", **colours)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    for edge in np.arange(0.5, max(values.shape)):
        axes.axhline(edge, color="white", linewidth=1.5)
        axes.axvline(edge, color="white", linewidth=1.5)
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(len(rows) - 0.5, -0.5))
    for (row, column), value in np.ndenumerate(values):
        red, green, blue, _ = image.to_rgba(np.array([value]))[0]
        ink = "white" if 0.3 * red + 0.6 * green + 0.1 * blue < 0.5 else INK
        axes.text(column, row, number(value, form), ha="center", va="center", fontsize=9, color=ink)


def in_order(values: Floats) -> Floats:
    """Rows and columns from the Prince down."""
    return values[np.ix_(DOWN, DOWN)]


def draw_opening(mix: Floats, cost: Floats) -> Figure:
    figure, (axes,) = canvas(7.2, 3.4)
    shares = 100 * mix[list(DOWN)]
    axes.barh(cards(), shares, color=VIOLET, height=0.7)
    for place, (share, lost) in enumerate(zip(shares, cost[list(DOWN)], strict=True)):
        words = f"{share:.1f} %" if share > TINY else f"never: it would cost {lost:.1f} points"
        axes.text(share + 0.4, place, words, va="center", fontsize=9.5, color=INK if share > TINY else "#b35806")
    axes.set(xlim=(0, 32), xticks=[])
    axes.invert_yaxis()
    label(axes, "How often perfect play opens with each card")
    return figure


def draw_first_round(payoff: Floats) -> Figure:
    figure, (axes,) = canvas(8.6, 5.2)
    most = float(np.abs(payoff).max())
    heat(axes, in_order(payoff), cards(), cards(), "+.0f", cmap=TWO_WAYS, vmin=-0.7 * most, vmax=0.7 * most)
    label(axes, "Your win share after the first round, in points above or below 50", "they open with", "you open with")
    return figure


def draw_habits(found: Sequence[Judged]) -> Figure:
    figure, (axes,) = canvas(9.6, 0.34 * len(found) + 1.2)
    for place, one in enumerate(found):
        axes.plot([one.cost, one.known], [place, place], color="#d8d8d8", linewidth=3, zorder=1)
    places = range(len(found))
    axes.scatter([one.cost for one in found], places, color=VIOLET, s=48, zorder=3, label="against perfect play")
    axes.scatter(
        [one.known for one in found], places, color=ORANGE, marker="D", s=42, zorder=2,
        label="against one who sees through you",
    )  # fmt: skip
    axes.set_yticks(places, [one.words for one in found])
    axes.set(xlim=(-1, 52), ylim=(len(found) - 0.4, -0.6), xticks=range(0, 51, 10))
    axes.grid(axis="x", color=EMPTY)
    axes.set_axisbelow(True)
    label(axes, "What a rule of thumb costs in a game, in points (50 is all)")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.05), ncols=2, frameon=False, fontsize=9.5)
    return figure


def draw_looks(shown: Floats, answers: dict[str, Floats]) -> Figure:
    figure, (left, right) = canvas(11.2, 4.6, 2, width_ratios=[1, 2.6])
    shares = 100 * shown[list(DOWN)]
    left.barh(cards(), shares, color=ORANGE, height=0.7)
    for place, share in enumerate(shares):
        left.text(share + 0.6, place, f"{share:.0f} %", va="center", fontsize=9.5, color=INK)
    left.set(xlim=(0, 37), xticks=[], ylim=(CARDS - 0.5, -0.5))
    label(left, "Spied on, show ...")
    theirs = [card for card in DOWN if card != SPY]
    values = np.array([row[theirs] for row in answers.values()])
    heat(right, values, list(answers), cards(theirs), ".0f", cmap=ONE_WAY, vmin=0, vmax=100)
    label(right, "... and the card shown (left) is answered with the one above, % when in hand")
    return figure


def draw_rounds(shares: Floats) -> Figure:
    figure, (axes,) = canvas(8.0, 4.2)
    names = [str(place + 1) for place in range(ROUNDS)]
    heat(axes, shares.T[list(DOWN)], cards(), names, ".0f", cmap=ONE_WAY, vmin=0, vmax=36)
    label(axes, "Of 100 cards laid in a round of perfect play", "round")
    return figure


def draw_card_worths(lacks: Floats, worths: dict[str, Floats]) -> Figure:
    figure, (left, right) = canvas(13.2, 5.0, 2, width_ratios=[2.1, 1])
    heat(left, in_order(lacks), cards(), cards(), "+.0f", cmap=TWO_WAYS, vmin=-22, vmax=22)
    label(left, "Seven cards each: points above or below 50 for you", "they miss", "you miss")
    marks = {
        "missing": ("o", VIOLET, "what you lose without it"),
        "traitor": ("D", ORANGE, "what you lose if the Traitor takes it"),
        "deal": ("s", GREY, "what one more brings in a Random Deal"),
    }
    for name, (mark, colour, words) in marks.items():
        right.scatter(worths[name][list(DOWN)], range(CARDS), marker=mark, color=colour, s=46, label=words, zorder=2)
    right.axvline(0, color=FAINT, linewidth=0.8, zorder=1)
    right.set_yticks(range(CARDS), cards())
    right.set(ylim=(CARDS - 0.5, -0.5))
    right.grid(color=EMPTY)
    right.set_axisbelow(True)
    label(right, "What a card is worth, in points")
    figure.legend(loc="outside lower right", ncols=3, frameon=False, fontsize=9.5)
    return figure


def draw_edges(edges: dict[str, list[float]], as_met: dict[str, list[Met]]) -> Figure:
    figure, (left, right) = canvas(11.2, 4.2, 2)
    sizes = range(CARDS - 1, 1, -1)
    styles = {"3 : 0": ("-", "o"), "2 : 0": ("-", "s"), "1 : 0": ("-", "D"), "3 : 2": ("--", "^"), "2 : 1": ("--", "v")}
    for name, (line, mark) in styles.items():
        colour = VIOLET if line == "-" else GREY
        left.plot(sizes, edges[name], line, marker=mark, color=colour)
        left.text(7.15, edges[name][0], name, ha="right", va="center", fontsize=9.5, color=colour)
    left.set(xlim=(7.8, 1.8), ylim=(-1, 45))
    label(left, "A lead, in points, when both hold the same cards", "cards left to each clan")
    numbers = range(2, ROUNDS + 1)
    for what, colour, mark in ((LOOK, VIOLET, "o"), (BONUS, ORANGE, "D")):
        right.plot(numbers, [one.worth for one in as_met[what]], marker=mark, color=colour, label=what)
    right.legend(["a Spy's look", "a General's bonus"], frameon=False, fontsize=9.5, loc="upper left")
    right.set(ylim=(-1, 22), yticks=range(0, 21, 5))
    label(right, "A look and a bonus, in points, when perfect play meets them", "round")
    for axes in (left, right):
        axes.grid(axis="y", color=EMPTY)
    return figure


def draw_switches(shares: dict[str, Floats]) -> Figure:
    figure, (axes,) = canvas(10.4, 4.6)
    names = [name.replace("`", "").replace("none", "no switch") for name in shares]
    values = np.array([row[list(DOWN)] for row in shares.values()])
    heat(axes, values, names, cards(), ".0f", cmap=ONE_WAY, vmin=0, vmax=60)
    label(axes, "How often a card opens when it is in hand, %")
    return figure
