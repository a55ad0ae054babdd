"""Observations of OpenSpiel, made from views and from nothing else."""

from typing import TYPE_CHECKING, Any

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


class Observer:
    """Writes what a player knows into `tensor`, whose pieces are in `dict`; or tells it in words.

    With perfect recall there is a second piece, `past`: a digest of all that the player knows and ever knew when it was
    asked, so that two tensors are equal exactly if the information states are.
    """

    def __init__(self, table: Table, kind: Any) -> None:
        private = pyspiel.PrivateInfoType
        if kind.private_info == private.ALL_PLAYERS:
            raise RumpusError("There is no observation of what all players know: it would be the whole truth.")
        self.table, self.is_public = table, bool(kind.public_info)
        self.is_private = kind.private_info == private.SINGLE_PLAYER
        self.recalls = bool(kind.perfect_recall) and self.is_public and self.is_private
        self.tensor: npt.NDArray[np.float32] = np.zeros(table.columns + DIGEST * self.recalls, np.float32)
        self.dict = {"view": self.tensor[: table.columns]}
        if self.recalls:
            self.dict["past"] = self.tensor[table.columns :]

    def set_from(self, state: "TableState", player: int) -> None:
        self.dict["view"][:] = self._row(state.moment, player)
        if self.recalls:
            digest = np.frombuffer(self.table.digest(state.moment, player), np.uint8)
            self.dict["past"][:] = digest / np.float32(LARGEST)

    def _row(self, moment: Moment, player: int) -> Any:
        if self.is_public:
            return self.table.row(moment, player if self.is_private else NOBODY)
        mine, everybodys = self.table.row(moment, player), self.table.row(moment, NOBODY)
        return np.where(mine == everybodys, 0, mine) * self.is_private

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
