"""Matches played at random, and what is drawn at random for them."""

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st

from rumpus.catalogue import DEFINITIONS, definition
from rumpus.core.errors import RumpusError
from rumpus.core.game import Definition, Game
from rumpus.core.match import Match
from rumpus.core.rng import below, generator
from rumpus.core.switches import allowed_combinations, seats_for
from tests.core import highcard

PHASES = (Phase.explicit, Phase.generate, Phase.shrink)
tried = settings(deadline=None, derandomize=True, max_examples=60, phases=PHASES)
"""Of a property: the same cases every time, and no clock."""
tried_few = settings(tried, max_examples=25)
tried_much = settings(tried, max_examples=100)

BRAVERATS = definition("braverats")
COMBINATIONS = allowed_combinations(BRAVERATS.rules.SWITCHES, BRAVERATS.rules.EXCLUSIONS)

Opening = tuple[str, tuple[tuple[str, Any], ...], int]
"""A game's name, its switches and its number of seats."""

EVERYWHERE: dict[str, Definition] = {**DEFINITIONS, "highcard": highcard.GAME}


@cache
def opened(opening: Opening) -> Game:
    name, switches, seats = opening
    return EVERYWHERE[name].open(dict(switches), seats=seats)


def openings_of(name: str) -> st.SearchStrategy[Opening]:
    """Every way to open a game: any combination of its switches, for any number of players."""
    rules, (fewest, most) = EVERYWHERE[name].rules, EVERYWHERE[name].seats
    ways = [
        (name, tuple(chosen.items()), seats)
        for chosen in allowed_combinations(rules.SWITCHES, rules.EXCLUSIONS)
        for seats in seats_for(rules.SWITCHES, chosen, fewest, most)
    ]
    return st.sampled_from(ways)


openings = st.sampled_from([*DEFINITIONS, *DEFINITIONS, "highcard"]).flatmap(openings_of)
seeds = st.integers(0, 2**32)


def played(game: Game, seed: int, decisions: int | None = None) -> Match:
    """A match at random: to its end, or to a number of decisions."""
    match, rng = game.match(seed=seed), generator(seed + 1)
    play_on(match, rng, decisions)
    return match


def play_on(match: Match, rng: Any, decisions: int | None = None) -> None:
    made = 0
    while not match.over and made != decisions:
        seats = sorted(match.acting)
        seat = seats[below(rng, len(seats))]
        legal = match.legal(seat)
        match.play(seat, legal[below(rng, len(legal))].number)
        made += 1


def written(match: Match) -> list[bytes]:
    """Every state of a match, byte for byte."""
    return [state.tobytes() for state in match.states]


def refused(what: Callable[[], object]) -> str | None:
    """The sentence with which something is refused; None where it is not."""
    try:
        what()
    except RumpusError as error:
        return str(error)
    return None
