"""How large a picture of a table may be. It stands alone, so that a size can be refused where nothing is drawn yet."""

from rumpus.core.errors import RumpusError
from rumpus.core.whole import whole

SIZE = 1280, 800
LEAST, MOST = (320, 200), (7680, 4800)


class WrongSize(RumpusError):
    """A picture that would be too small for a table, or too large for anybody."""


def checked_size(size: tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels, if a table can be drawn on them."""
    try:
        width, height = size
    except (TypeError, ValueError):
        raise WrongSize(f"The size of a picture is its width and its height, not {size!r}.") from None
    width, height = whole(width, "The width of a picture"), whole(height, "The height of a picture")
    if not (LEAST[0] <= width <= MOST[0] and LEAST[1] <= height <= MOST[1]):
        raise WrongSize(
            f"A picture has {LEAST[0]} x {LEAST[1]} to {MOST[0]} x {MOST[1]} pixels, not {width} x {height}."
        )
    return width, height
