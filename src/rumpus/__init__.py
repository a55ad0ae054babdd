"""rumpus: five tabletop games as exact rules engines, to play, beat, study and design.

>>> import rumpus
>>> match = rumpus.game("braverats").match(seed=7)
>>> sorted(match.acting)
[0, 1]
"""

from typing import TYPE_CHECKING, Any

from rumpus.catalogue import game, load
from rumpus.core.errors import RumpusError
from rumpus.core.versions import __version__

if TYPE_CHECKING:
    from rumpus.batches import batch
    from rumpus.core.game import Game
    from rumpus.core.match import Match
    from rumpus.core.view import Action, View

CHANCE = -1
"""The seat of chance, where it is played by hand."""
NOBODY = -2
"""The seat of one who only watches."""

__all__ = [
    "CHANCE", "NOBODY", "Action", "Game", "Match", "RumpusError", "View", "__version__", "batch", "game", "load",
]  # fmt: skip

_WHERE = {
    "Game": "core.game",
    "Match": "core.match",
    "Action": "core.view",
    "View": "core.view",
    "batch": "batches",
}


def __getattr__(name: str) -> Any:
    """All this is there, but numpy is not imported before one of them is needed."""
    if name not in _WHERE:
        raise AttributeError(f"module 'rumpus' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f"rumpus.{_WHERE[name]}"), name)
