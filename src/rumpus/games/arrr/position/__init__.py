"""Which positions can lie on a table: every card and Piece in one place, and a phase, a stage and a pile that fit them.

Each check yields the field that is wrong and a sentence; they run in this order, and each may rely on those before it.
"""

from rumpus.core.desk import laid_out
from rumpus.core.rules import Box, State
from rumpus.games.arrr.position.choices import CHOICES
from rumpus.games.arrr.position.dealing import DEALING, PHASE
from rumpus.games.arrr.position.deeds import DEEDS_DONE
from rumpus.games.arrr.position.holdings import HOLDINGS, Fault
from rumpus.games.arrr.position.piles import PILES
from rumpus.games.arrr.position.resolving import RESOLVING
from rumpus.games.arrr.position.seas import SEAS
from rumpus.games.arrr.position.settling import settle
from rumpus.games.arrr.position.turns import TURNS
from rumpus.games.arrr.position.windows import WINDOWS

__all__ = ["fault", "settle"]

CHECKS = (*HOLDINGS, *PHASE, *SEAS, *DEALING, *TURNS, *DEEDS_DONE, *PILES, *RESOLVING, *WINDOWS, *CHOICES)


def fault(box: Box, state: State) -> Fault | None:
    """The first thing wrong with a position: the field, and a sentence."""
    box, state = laid_out(box), laid_out(state)
    return next((found for check in CHECKS for found in check(box, state)), None)
