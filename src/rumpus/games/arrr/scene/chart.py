"""Where everything lies on the chart: the row winds from its deck to the right, and below that back to the left.

With two players the dice have the free places of the lower line; with more they lie in a line of their own.
"""

WIDE, HIGH = 2.0, 2.8
"""Of a card."""
ACROSS, DOWN = 2.66, 3.44
"""From one place to the next."""
MARGIN = 0.3
COLUMNS = 4
FREE_LINE = 2
"""With so many players there is room for dice and pile in the lower line."""
STRIP = 2.1
"""How high the line of dice and pile is, where it has one."""


def cells(seats: int) -> int:
    """The deck, and as many cards as can lie in the row (§2.3)."""
    return seats + 3


def cell(number: int) -> tuple[float, float]:
    """The corner of a place, counted from the deck: to the right in the upper line, back to the left in the lower."""
    column = number if number < COLUMNS else 2 * COLUMNS - 1 - number
    return MARGIN + ACROSS * column, MARGIN + DOWN * (number // COLUMNS)


def middle(number: int) -> tuple[float, float]:
    x, y = cell(number)
    return x + WIDE / 2, y + HIGH / 2


def chart_size(seats: int) -> tuple[float, float]:
    width = 2 * MARGIN + ACROSS * (COLUMNS - 1) + WIDE
    height = 2 * MARGIN + DOWN + HIGH
    return width, height if seats == FREE_LINE else height + STRIP + MARGIN


def throw_box(seats: int, is_challenge: bool) -> tuple[float, float, float, float]:
    """Where dice lie: left, top, width and height. Two who throw need more room than one."""
    if seats == FREE_LINE:
        return MARGIN + ACROSS, MARGIN + DOWN, ACROSS + WIDE, 1.75 if is_challenge else 1.3
    width, height = chart_size(seats)
    part = 0.68 if is_challenge else 0.56
    return MARGIN, height - MARGIN - STRIP, (width - 3 * MARGIN) * part, STRIP


def pile_box(seats: int, is_challenge: bool) -> tuple[float, float, float, float]:
    """Where lies what waits to be resolved."""
    left, top, width, high = throw_box(seats, is_challenge)
    if seats == FREE_LINE:
        return left, top + high + 0.12, width, HIGH - high - 0.12
    return left + width + MARGIN, top, chart_size(seats)[0] - 3 * MARGIN - width, high
