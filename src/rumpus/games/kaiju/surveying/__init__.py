"""Whether a city can be played in: streets that meet, lots that can be reached, tanks that have a place."""

from rumpus.core.box import Contents
from rumpus.core.errors import WrongBox
from rumpus.games.kaiju.surveying import cards, looks, lots, streets, tanks

CHECKS = (
    streets.ends, streets.points, lots.places, lots.levels, lots.halls, streets.starts, streets.exits, streets.ways,
    lots.blocks, tanks.spaces, tanks.shared_spaces, tanks.zones_on_the_track, tanks.steps, cards.costs,
    cards.three_of_a_kind, cards.backs, looks.names, looks.colours,
)  # fmt: skip
"""In this order: the later ones rely on what the earlier ones have found right."""


def check(contents: Contents) -> None:
    """Refuse a city or cards with which nobody could play, for the first reason there is."""
    for each in CHECKS:
        for fault in each(contents):
            raise WrongBox(f"{contents.source}: {fault}")
