"""Players that are programs: a bot gets a view and answers with the number of an action. It knows no game."""

import re

from rumpus.bots.advice import Advice
from rumpus.bots.batch import play_game, play_games
from rumpus.bots.counter import Counter
from rumpus.bots.nash import Nash
from rumpus.bots.searcher import Plan, Searcher
from rumpus.bots.uniform import Uniform
from rumpus.core.errors import WrongBot
from rumpus.core.view import Bot

__all__ = ["BOTS", "LEVELS", "Advice", "Bot", "Plan", "Searcher", "bot", "bot_from", "play_game", "play_games"]

CLOCK = 1000.0
"""Milliseconds that a bot takes for a choice at most, unless it is told otherwise."""
LEVELS = {level: Plan(iterations, CLOCK) for level, iterations in enumerate((0, 30, 300, 3_000, 30_000), 1)}
"""For people: from one who knows the rules and no more, to one who thinks as long as the clock allows."""
PLAIN_LEVEL = 3

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        Uniform(),
        Searcher("greedy", Plan(per_action=1, milliseconds=CLOCK, flat=True)),
        Searcher("montecarlo", Plan(per_action=100, milliseconds=CLOCK, flat=True)),
        Searcher("ismcts", LEVELS[PLAIN_LEVEL]),
        Counter(),
        Nash(LEVELS[len(LEVELS)]),
    )
}
"""Every bot, as it plays when no more is said."""


def bot(name: str) -> Bot:
    """The bot of that name; the one that searches takes a level, 'ismcts:4', or a clock of its own, 'ismcts:200ms'."""
    if name in BOTS:
        return BOTS[name]
    found = re.fullmatch(r"ismcts:([0-9]{1,7})(ms)?", name)
    if found is None:
        raise WrongBot(
            f"There is no bot '{name}': the bots are {', '.join(BOTS)}, and ismcts with a level from 1 to {len(LEVELS)}"
            " (ismcts:4) or with so many milliseconds (ismcts:200ms)."
        )
    number = int(found[1])
    return Searcher(f"ismcts:{number}{found[2] or ''}", _plan(number, found[2] is not None))


def bot_from(given: str | Bot) -> Bot:
    """A bot by its name, or one of your own: anything with a name that can choose."""
    if isinstance(given, str):
        return bot(given)
    if isinstance(given, type):
        raise WrongBot(f"A bot is what its class makes, so give {given.__name__}(), not {given.__name__} itself.")
    if not callable(getattr(given, "choose", None)) or not hasattr(given, "name"):
        raise WrongBot(f"A bot is a name, or something with a name and a method 'choose', not {given!r}.")
    return given


def _plan(number: int, is_clock: bool) -> Plan:
    if is_clock and number > 0:
        return Plan(milliseconds=number)
    if is_clock:
        raise WrongBot("A bot needs at least 1 ms for a choice.")
    if number not in LEVELS:
        raise WrongBot(f"There is no level {number}: the levels are {', '.join(map(str, LEVELS))}, or say 100ms.")
    return LEVELS[number]
