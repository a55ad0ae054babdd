"""Matrix games: both sides choose at once, and the row player is paid what stands where the choices meet.

The value and an optimal mix for each side come from the simplex method on the column player's linear program, with
Bland's rule, which ends on degenerate games too.

References: G. B. Dantzig, "Linear Programming and Extensions" (1963), chapter 13, for the linear program of a game;
R. G. Bland, "New finite pivoting rules for the simplex method", Mathematics of Operations Research 2 (1977).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rumpus.core.errors import RumpusError
from rumpus.core.kernel import kernel, runnable

Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.int64]

TINY = 1e-12
"""What rounding leaves of a zero, in a table whose numbers are of the size of one."""
NONE = -1


@dataclass(frozen=True, eq=False)
class Solution:
    """What a game is worth to the row player, and a mix for each side that guarantees it."""

    value: float
    rows: Floats
    columns: Floats


def solve_matrix(payoff: npt.ArrayLike, mode: str | None = None) -> Solution:
    """Solve a matrix game: `payoff[i, j]` is what the column player pays the row player."""
    table = np.asarray(payoff, np.float64)
    if table.ndim != 2 or table.size == 0 or not np.all(np.isfinite(table)):
        raise RumpusError("A matrix game is a table of finite numbers with at least one row and one column.")
    tableau, labels = room(*table.shape)
    rows, columns = np.zeros(table.shape[0]), np.zeros(table.shape[1])
    value = runnable(solve_into, mode)(table, tableau, labels, rows, columns)
    return Solution(float(value), rows, columns)


def room(rows: int, columns: int) -> tuple[Floats, Labels]:
    """Memory for solving a game of this size; made once, used for many."""
    return np.zeros((rows + 1, columns + 1)), np.zeros(rows + columns, np.int64)


@kernel
def solve_into(payoff: Floats, tableau: Floats, labels: Labels, rows: Floats, columns: Floats) -> float:
    """Solve a game, write the optimal mixes into `rows` and `columns`, and give the value."""
    lowest, spread = payoff.min(), payoff.max() - payoff.min()
    if spread == 0.0:
        rows[:], columns[:] = 1.0 / len(rows), 1.0 / len(columns)
        return float(lowest)
    set_up(payoff, lowest, spread, tableau, labels)
    column = entering(tableau, labels)
    while column != NONE:
        pivot(tableau, labels, leaving(tableau, labels, column), column)
        column = entering(tableau, labels)
    total = tableau[-1, -1]
    read_mixes(tableau, labels, total, rows, columns)
    return float((1.0 / total - 1.0) * spread + lowest)


@kernel
def set_up(payoff: Floats, lowest: float, spread: float, tableau: Floats, labels: Labels) -> None:
    """Maximise the sum of y where the payoffs, moved into [1, 2], allow no row more than 1.

    The last column holds the limits, the last row the objective. Labels name the variables: those of the tableau's
    columns first, then those of its rows; 0 to n-1 are the y, n to n+m-1 the slacks of the rows.
    """
    height, width = payoff.shape
    for row in range(height):
        for column in range(width):
            tableau[row, column] = 1.0 + (payoff[row, column] - lowest) / spread
    tableau[:height, width] = 1.0
    tableau[height, :width] = -1.0
    tableau[height, width] = 0.0
    for label in range(height + width):
        labels[label] = label


@kernel
def entering(tableau: Floats, labels: Labels) -> int:
    """The column that improves the sum and has the lowest label (Bland), or NONE at the optimum."""
    best = NONE
    for column in range(tableau.shape[1] - 1):
        if tableau[-1, column] < -TINY and (best == NONE or labels[column] < labels[best]):
            best = column
    return best


@kernel
def leaving(tableau: Floats, labels: Labels, column: int) -> int:
    """The row whose limit is met first; among equals the one with the lowest label (Bland)."""
    width, best = tableau.shape[1] - 1, NONE
    nearest = np.inf
    for row in range(tableau.shape[0] - 1):
        if tableau[row, column] > TINY:
            distance = tableau[row, width] / tableau[row, column]
            is_lower = best == NONE or labels[width + row] < labels[width + best]
            if distance < nearest - TINY or (distance <= nearest + TINY and is_lower):
                nearest, best = min(distance, nearest), row
    return best


@kernel
def pivot(tableau: Floats, labels: Labels, row: int, column: int) -> None:
    """Exchange the variable of a row and that of a column."""
    height, width = tableau.shape
    inverse = 1.0 / tableau[row, column]
    for other in range(height):
        if other != row:
            factor = tableau[other, column] * inverse
            for place in range(width):
                if place != column:
                    tableau[other, place] -= factor * tableau[row, place]
            tableau[other, column] = -factor
    for place in range(width):
        if place != column:
            tableau[row, place] *= inverse
    tableau[row, column] = inverse
    labels[column], labels[width - 1 + row] = labels[width - 1 + row], labels[column]


@kernel
def read_mixes(tableau: Floats, labels: Labels, total: float, rows: Floats, columns: Floats) -> None:
    """The columns' mix stands in the limits, the rows' mix in the objective; both have to be scaled to one."""
    width = len(columns)
    rows[:], columns[:] = 0.0, 0.0
    for place in range(width):
        if labels[place] >= width:
            rows[labels[place] - width] = max(tableau[-1, place], 0.0) / total
    for row in range(len(rows)):
        if labels[width + row] < width:
            columns[labels[width + row]] = max(tableau[row, width], 0.0) / total
