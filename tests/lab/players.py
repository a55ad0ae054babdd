"""Little bots for arenas, and arenas for them."""

from collections.abc import Collection

import rumpus
from rumpus.core.game import Game
from rumpus.core.rng import Rng, below
from rumpus.core.view import Bot, View
from rumpus.lab.arena import Arena, Deal, play
from tests.core.highcard import GAME as HIGHCARD

LUCKY = {"lucky_draw": True}


class Highest:
    """Always the action with the highest number."""

    name = "highest"

    def choose(self, view: View, rng: Rng) -> int:
        return view.legal[0].number


class Lowest:
    name = "lowest"

    def choose(self, view: View, rng: Rng) -> int:
        return view.legal[-1].number


class Gambler:
    """Plays by luck alone."""

    name = "gambler"

    def choose(self, view: View, rng: Rng) -> int:
        legal = view.legal
        return legal[below(rng, len(legal))].number


class Sensible:
    """Keeps a card of Highest Card that is better than most, swaps the others."""

    name = "sensible"

    def choose(self, view: View, rng: Rng) -> int:
        mine = view.game.box.value[view.state.card[view.seat]]
        return 0 if mine > sorted(view.game.box.value)[len(view.game.box.value) // 2] else 1


class Foolish(Sensible):
    """Does the contrary."""

    name = "foolish"

    def choose(self, view: View, rng: Rng) -> int:
        return 1 - super().choose(view, rng)


def braverats(lucky: bool = False) -> Game:
    return rumpus.game("braverats", switches=LUCKY if lucky else None)


def highcard(seats: int = 2) -> Game:
    return HIGHCARD.open(seats=seats)


def arena(game: Game, *bots: Bot, seed: int = 1) -> Arena:
    return Arena(game, {bot.name: bot for bot in bots}, seed)


def played(one: Arena, games: int, threads: int = 1, known: Collection[Deal] = ()) -> list[Deal]:
    """The deals of an arena, in order."""
    found = list(known)
    play(one, one.tasks(games, known), found.append, threads)
    return sorted(found)
