"""What a game of OpenSpiel is opened with: parameters that are all in its name, by which it can be opened again.

`players`; every switch, by its own name; `payoff`, which is 'places' or 'points'; `box`, a file of cards; and `start`,
a position to start from. A box and a position are packed into letters and digits, because a name can hold nothing else.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rumpus.core.box import Contents, Raw
from rumpus.core.errors import RumpusError
from rumpus.core.game import Definition, Game
from rumpus.core.rules import State

PLACES, POINTS = "places", "points"
PAYOFFS = (PLACES, POINTS)
PACKED = "packed_"
"""How packed text begins: nobody takes it for a file, nor OpenSpiel for a number."""
DEFAULTS: dict[str, Any] = {"players": 0, "payoff": PLACES, "box": "", "start": ""}
"""Of players 0: as few as the switches allow."""

Parameters = Mapping[str, Any]


@dataclass(frozen=True)
class Opening:
    """A game as it is opened: what is paid in the end, and where it starts."""

    game: Game
    payoff: str
    first: State

    def parameters(self) -> dict[str, Any]:
        """All that is not at its default: equal for equal openings."""
        game, found = self.game, dict[str, Any](self.game.changed_switches)
        if game.seats != game.definition.open(game.switches).seats:
            found["players"] = game.seats
        if self.payoff != PLACES:
            found["payoff"] = self.payoff
        if game.contents != game.definition.contents:
            found["box"] = packed(changes(game.contents, game.definition.contents))
        if self.first.tobytes() != game.fresh_state().tobytes():
            found["start"] = packed(game.position(self.first))
        return found


def specification(definition: Definition) -> dict[str, Any]:
    """Every parameter of a game with its default."""
    return DEFAULTS | {switch.name: switch.default for switch in definition.rules.SWITCHES}


def opening(definition: Definition, given: Parameters) -> Opening:
    """What the parameters say; what cannot be is refused with a sentence."""
    switches = {switch.name: given[switch.name] for switch in definition.rules.SWITCHES if switch.name in given}
    game = definition.open(switches, read_box(given.get("box", "")), given.get("players") or None)
    return opening_of(game, given.get("payoff", PLACES), unpacked(given["start"]) if given.get("start") else None)


def opening_of(game: Game, payoff: str = PLACES, start: Mapping[str, Any] | None = None) -> Opening:
    if payoff not in PAYOFFS:
        raise RumpusError(f"There is no payoff '{payoff}': the payoffs are '{PLACES}' and '{POINTS}'.")
    return Opening(game, payoff, game.fresh_state() if start is None else game.state_from(start))


def read_box(given: str) -> str | Raw | None:
    """Our box, a packed one, or the name of a file."""
    return unpacked(given) if given.startswith(PACKED) else given or None


def changes(contents: Contents, ours: Contents) -> Raw:
    """The entries of a box that are not as in ours."""
    return {
        table: {
            name: msgspec.to_builtins(entry) for name, entry in entries.items() if entry != ours.tables[table][name]
        }
        for table, entries in contents.tables.items()
    }


def packed(table: Mapping[str, Any]) -> str:
    """A table as letters, digits, '-' and '_'."""
    small = zlib.compress(json.dumps(table, separators=(",", ":")).encode(), 9)
    return PACKED + base64.urlsafe_b64encode(small).decode().rstrip("=")


def unpacked(text: str) -> dict[str, Any]:
    try:
        small = base64.urlsafe_b64decode(text.removeprefix(PACKED) + "===")
        found: dict[str, Any] = json.loads(zlib.decompress(small))
    except (binascii.Error, zlib.error, ValueError):
        raise RumpusError("A packed parameter is damaged: take it from the name of a game that was opened.") from None
    return found
