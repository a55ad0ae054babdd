"""All games as games of OpenSpiel: importing this registers them.

>>> import pyspiel
>>> import rumpus.adapters.openspiel
>>> game = pyspiel.load_game("python_rumpus_mayhem(players=3)")
>>> game.num_players()
3

Their names are `python_rumpus_` and ours; where several seats choose at once, there is a second game with
`_simultaneous` behind that. Parameters are `players`, the switches by their names, `payoff`, `box` and `start`:
see parameters.py. `game_from` makes one from a game of ours that is open already.
"""

from rumpus.adapters.extras import needs
from rumpus.catalogue import DEFINITIONS

needs("pyspiel", "openspiel")

from rumpus.adapters.openspiel.registering import game_from, register  # noqa: E402

for _definition in DEFINITIONS.values():
    register(_definition)

__all__ = ["game_from", "register"]
