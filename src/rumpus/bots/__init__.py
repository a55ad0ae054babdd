"""Players that are programs: a bot gets a view and answers with the number of an action. It knows no game."""

from rumpus.bots.batch import play_games
from rumpus.bots.uniform import Uniform
from rumpus.core.errors import WrongBot
from rumpus.core.view import Bot

__all__ = ["BOTS", "Bot", "bot", "play_games"]

BOTS: dict[str, Bot] = {bot.name: bot for bot in (Uniform(),)}


def bot(name: str) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise WrongBot(f"There is no bot '{name}': the bots are {', '.join(BOTS)}.")
    return BOTS[name]
