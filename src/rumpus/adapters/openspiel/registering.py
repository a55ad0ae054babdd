"""Making games known to OpenSpiel, and opening them."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from rumpus.adapters.openspiel.parameters import PLACES, opening_of
from rumpus.adapters.openspiel.playing import TableGame, game_type, short_name
from rumpus.catalogue import opened
from rumpus.core.errors import RumpusError
from rumpus.core.game import Definition, Game

_registered: dict[str, Definition] = {}


def register(definition: Definition) -> None:
    """Make a game known to OpenSpiel; twice if several seats choose at once in it: one after the other, and in one."""
    known = _registered.setdefault(definition.name, definition)
    if known is not definition:
        raise RumpusError(f"OpenSpiel knows another game by the name '{definition.name}' already.")
    for at_once in (False, True) if definition.acts_at_once else (False,):
        if short_name(definition, at_once) not in pyspiel.registered_names():
            pyspiel.register_game(game_type(definition, at_once), game_class(definition, at_once))


def game_class(definition: Definition, at_once: bool) -> type[TableGame]:
    """OpenSpiel keeps this until after Python has ended, when only a class cannot be freed any more."""
    return type(TableGame.__name__, (TableGame,), {"definition": definition, "at_once": at_once})


def game_from(
    game: str | Game, *, payoff: str = PLACES, start: Mapping[str, Any] | None = None, simultaneous: bool = False
) -> Any:
    """A game of ours as one of OpenSpiel's; from a position, as `Match.position` gives it, if there is one."""
    ours = opened(game)
    definition = ours.definition
    if simultaneous and not definition.acts_at_once:
        raise RumpusError(f"In {ours.title} nobody chooses at once with others: there is no simultaneous version.")
    register(definition)
    return pyspiel.load_game(short_name(definition, simultaneous), opening_of(ours, payoff, start).parameters())
