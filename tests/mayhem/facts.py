"""What the tests of every game have to know of Monster Mayhem."""

from collections.abc import Iterator

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import State
from rumpus.games.mayhem.rules.rounds import is_shared


def permuted(game: Game, state: State, viewer: int) -> Iterator[State]:
    """Nothing is hidden from anybody."""
    return iter(())


def ending_of(state: State) -> str:
    """How a finished match ended."""
    if state.champion != NONE:
        return "final"
    return "shared" if is_shared(state) else "won"


ENDINGS = {"won", "shared", "final"}

PLAYTHROUGH_SEATS = 4
PLAYTHROUGHS: tuple[dict[str, bool | str], ...] = ({}, {"mashup_scope": "layer", "final_tie": "sudden_death"})
"""The games recorded in known/."""
