"""rumpus: five tabletop games as exact rules engines, to play, beat, study and design.

>>> import rumpus
>>> match = rumpus.game("braverats").match(seed=7)
>>> sorted(match.acting)
[0, 1]
"""

from rumpus.catalogue import game, load
from rumpus.core.errors import RumpusError

CHANCE = -1
"""The seat of chance, where it is played by hand."""
NOBODY = -2
"""The seat of one who only watches."""

__version__ = "0.1.0"
__all__ = ["CHANCE", "NOBODY", "RumpusError", "game", "load"]
