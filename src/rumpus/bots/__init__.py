"""Players that are programs: a bot gets a view and answers with the number of an action. It knows no game."""

from typing import Protocol

from rumpus.bots.uniform import Uniform
from rumpus.core.errors import WrongBot
from rumpus.core.rng import Rng
from rumpus.core.view import View


class Bot(Protocol):
    """Something that can sit at a table."""

    name: str

    def choose(self, view: View, rng: Rng) -> int:
        """The number of a legal action."""


BOTS: dict[str, Bot] = {bot.name: bot for bot in (Uniform(),)}


def bot(name: str) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise WrongBot(f"There is no bot '{name}': the bots are {', '.join(BOTS)}.")
    return BOTS[name]
