"""What somebody gave on the command line, turned into a game."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rumpus.catalogue import game
from rumpus.core.errors import WrongBot, WrongSeat, WrongSwitch
from rumpus.core.game import Game


def opened(name: str, settings: Sequence[str] = (), box: Path | None = None, seats: int | None = None) -> Game:
    return game(name, read_settings(settings), box, seats)


def read_settings(settings: Sequence[str]) -> dict[str, Any]:
    """What the --set options say: SWITCH=VALUE, the last one counts."""
    pairs = [setting.partition("=") for setting in settings]
    for name, equals, _ in pairs:
        if not equals:
            raise WrongSwitch(f"--set takes SWITCH=VALUE, such as {name}=yes, not '{name}'.")
    return {name.strip(): value.strip() for name, _, value in pairs}


def checked_seat(game: Game, seat: int) -> int:
    """A seat of this game; a wrong one is refused before anything is played."""
    if seat not in range(game.seats):
        named = ", ".join(f"{one} ({game.words.seat(game, one)})" for one in range(game.seats))
        raise WrongSeat(f"There is no seat {seat}: the seats are {named}.")
    return seat


def read_bots(given: str | None, game: Game) -> list[str]:
    """The bots of all seats, separated by commas; at random when none are named."""
    from rumpus.bots import BOTS, bot

    names = [next(iter(BOTS))] * game.seats if given is None else [name.strip() for name in given.split(",")]
    for name in names:
        bot(name)
    if len(names) != game.seats:
        raise WrongBot(f"--bots names a bot for each of the {game.seats} seats, found {len(names)}.")
    return names


def chosen_seed(seed: int | None) -> int:
    """The seed, or one that is short enough to be written down."""
    return secrets.randbelow(2**32) if seed is None else seed
