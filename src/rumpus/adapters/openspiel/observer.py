"""Observations of OpenSpiel, made from views and from nothing else."""

from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyspiel

from rumpus.adapters.openspiel.moments import DIGEST, Moment, Table
from rumpus.core.errors import RumpusError
from rumpus.core.rules import NOBODY

if TYPE_CHECKING:
    from rumpus.adapters.openspiel.playing import TableState

LARGEST = 255
"""In a byte."""


class Piece(NamedTuple):
    """A part of a tensor, and what is written there."""

    name: str
    length: int
    told: Callable[[Moment, int], Any]


class Observer:
    """Writes what a player knows into `tensor`, whose pieces are in `dict`; or tells it in words.

    With perfect recall there is a second piece, `past`: a digest of all that the player knows and ever knew when it was
    asked, so that two tensors are equal exactly if the information states are. Of what is private alone the second
    piece is `differs`: 1 where the player knows something else than everybody, and `view` is 0 where it is 0.
    """

    def __init__(self, table: Table, kind: Any) -> None:
        private = pyspiel.PrivateInfoType
        if kind.private_info == private.ALL_PLAYERS:
            raise RumpusError("There is no observation of what all players know: it would be the whole truth.")
        self.table, self.is_public = table, bool(kind.public_info)
        self.is_private = kind.private_info == private.SINGLE_PLAYER
        self.recalls = bool(kind.perfect_recall) and self.is_public and self.is_private
        self.pieces = [Piece("view", table.columns, self._public if self.is_public else self._nothing)]
        if self.recalls:
            self.pieces.append(Piece("past", DIGEST, self._past))
        elif self.is_private and not self.is_public:
            self.pieces = [Piece("view", table.columns, self._own), Piece("differs", table.columns, self._differs)]
        self.tensor: npt.NDArray[np.float32] = np.zeros(sum(piece.length for piece in self.pieces), np.float32)
        ends = accumulate(piece.length for piece in self.pieces)
        self.dict = {
            piece.name: self.tensor[end - piece.length : end] for piece, end in zip(self.pieces, ends, strict=True)
        }

    def set_from(self, state: "TableState", player: int) -> None:
        for piece in self.pieces:
            self.dict[piece.name][:] = piece.told(state.moment, player)

    def _public(self, moment: Moment, player: int) -> Any:
        return self.table.row(moment, player if self.is_private else NOBODY)

    def _nothing(self, moment: Moment, player: int) -> float:
        return 0.0

    def _past(self, moment: Moment, player: int) -> Any:
        return np.frombuffer(self.table.digest(moment, player), np.uint8) / np.float32(LARGEST)

    def _differs(self, moment: Moment, player: int) -> Any:
        return self.table.row(moment, player) != self.table.row(moment, NOBODY)

    def _own(self, moment: Moment, player: int) -> Any:
        return self.table.row(moment, player) * self._differs(moment, player)

    def string_from(self, state: "TableState", player: int) -> str:
        table, moment = self.table, state.moment
        if self.recalls:
            past, digest = moment.past[player], table.digest(moment, player)
            return f"seat {player}, {past.choices} choices, {digest.hex()}"
        if self.is_public:
            seat = player if self.is_private else NOBODY
            return f"{'nobody' if seat == NOBODY else f'seat {seat}'} sees\n{table.text(table.known(moment, seat))}"
        return self._secrets(moment, player) if self.is_private else ""

    def _secrets(self, moment: Moment, player: int) -> str:
        """What only the player knows; in a game without secrets, nothing."""
        if self.table.game.definition.is_open:
            return ""
        everybodys = self.table.known(moment, NOBODY)
        return f"seat {player} alone sees\n{self.table.text(self.table.known(moment, player), everybodys)}"
