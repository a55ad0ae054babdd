"""The games. The only file that lists them."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rumpus.core.errors import UnknownGame, WrongOption

if TYPE_CHECKING:
    from rumpus.core.game import Definition, Game
    from rumpus.core.match import Match

NAMES = ("braverats", "mayhem", "rarrr", "kaiju", "arrr")


def definition(name: str) -> "Definition":
    """All there is to know of a game."""
    if name not in NAMES:
        raise UnknownGame(f"There is no game '{name}': the games are {', '.join(NAMES)}.")
    found: Definition = import_module(f"rumpus.games.{name}").GAME
    return found


class _Definitions(Mapping[str, Any]):
    """Every game by its name, read when it is asked for."""

    def __getitem__(self, name: str) -> "Definition":
        return definition(name)

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)

    def __contains__(self, name: object) -> bool:
        return name in NAMES


DEFINITIONS: "Mapping[str, Definition]" = _Definitions()


def game(
    name: str, switches: Mapping[str, Any] | None = None, box: str | Path | dict[str, Any] | None = None,
    seats: int | None = None,
) -> "Game":  # fmt: skip
    """Open a game: its switches, a box of your own (a file, or a dictionary like one), the number of seats."""
    return definition(name).open(switches, box, seats)


def opened(
    game: "str | Game", switches: Mapping[str, Any] | None = None, box: str | Path | dict[str, Any] | None = None,
    seats: int | None = None,
) -> "Game":  # fmt: skip
    """A game by its name, with switches, box and seats; or one that is open already, which has them."""
    if isinstance(game, str):
        return definition(game).open(switches, box, seats)
    from rumpus.core.game import Game  # not before it is needed: `import rumpus` is quick

    if not isinstance(game, Game):
        raise WrongOption(f"A game is one of {', '.join(NAMES)}, or what `rumpus.game` opened, not {game!r}.")
    if not (seats is None and switches is None and box is None):
        raise WrongOption("A game that is open has its seats, switches and box already: give a name to choose others.")
    return game


def load(file: str | Path, box: str | Path | None = None) -> "Match":
    """Read a match file, playing it again by the rules."""
    from rumpus.core.matchfile import read_match

    return read_match(Path(file), DEFINITIONS, box)
