"""What each number of an action means."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from rumpus.cli.listing import Listing, listed
from rumpus.cli.screen import print_json
from rumpus.core.choosing import Choices, choices
from rumpus.core.game import Game

SHARED = "Where lines share a number, it means what is asked at the moment."


def print_actions(game: Game, as_json: bool) -> None:
    groups = choices(game)
    if as_json:
        print_json(_as_data(game, groups))
        return
    listing = Listing[Choices]("actions", "choice", "what one does", "and which number is which", _details)
    listing.print(game, groups, f"{game.rules.ACTIONS:,} actions", [SHARED] if _share(groups) else [])


def _details(group: Choices) -> str:
    return group.meaning(listed)


def _share(groups: Sequence[Choices]) -> bool:
    """Whether some number belongs to several groups, which begin one after the other."""
    return any(other.first <= one.last for one, other in pairwise(groups))


def _as_data(game: Game, groups: Sequence[Choices]) -> dict[str, Any]:
    return {
        "game": game.name,
        "seats": game.seats,
        "switches": game.switches,
        "length": game.rules.ACTIONS,
        "choices": [_group_as_data(group) for group in groups],
    }


def _group_as_data(group: Choices) -> dict[str, Any]:
    """Names by number, one along each axis; a number without them means nothing at this table."""
    return {
        "name": group.name,
        "about": group.about,
        "first": group.first,
        "last": group.last,
        "axes": [list(axis) for axis in group.axes],
        "numbers": {str(number): list(names) for number, names in group.named.items()},
        "meaning": group.meaning(),
    }
