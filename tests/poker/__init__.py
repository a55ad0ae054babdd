"""Two small pokers, Kuhn's and Leduc, on the protocol: games with hidden hands whose solutions are known.

Here is what they share: a box of cards with values, and the words. The rules stand in a folder for each.
"""

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Annotated, Any, cast

import msgspec
import numpy as np

from rumpus.core.box import Contents
from rumpus.core.game import Definition, Game, Words
from rumpus.core.position import Names
from rumpus.core.rules import Box, State

PLAYERS = ("first", "second")
PHASES = ("dealing", "betting", "shown", "folded")


class Card(msgspec.Struct, forbid_unknown_fields=True):
    """One kind of card; copies of it are alike."""

    value: Annotated[int, msgspec.Meta(ge=1, le=50)]
    copies: Annotated[int, msgspec.Meta(ge=0, le=10)] = 1


def fill(box: Box, contents: Contents) -> None:
    for index, card in enumerate(contents.cards.values()):
        box.value[index], box.copies[index] = card.value, card.copies


def settle(box: Box, state: State, given: Any) -> None:
    """A position of these games says everything."""


def fault(box: Box, state: State) -> tuple[str, str] | None:
    dealt = state.private if "public" not in state.dtype.names else np.append(state.private, state.public)
    there = state.deck + [np.count_nonzero(dealt == card) for card in range(len(state.deck))]
    return ("deck", "each card of the box is in one place.") if np.any(there != box.copies) else None


def tell(game: Game, before: State, after: State, mover: int) -> list[str]:
    if mover < 0:
        return ["A card is dealt."]
    said = after.said[after.said != before.said]
    return [f"The {PLAYERS[mover]} player: {game.names['choice'][int(said[0])]}."]


def words(choices: Sequence[str]) -> Words:
    return cast(Words, SimpleNamespace(
        seat=lambda game, seat: PLAYERS[seat],
        action=lambda game, view, seat, action: choices[action],
        outcome=lambda game, state, outcome: game.names["card"][outcome],
        tell=tell,
        reason=lambda game, view: PHASES[view.phase],
    ))  # fmt: skip


def definition(folder: Path, rules: ModuleType, title: str, choices: Sequence[str]) -> Definition:
    """A poker of two players, from its rules and the words for its choices."""

    def names(contents: Contents) -> Names:
        return {"seat": PLAYERS, "card": tuple(contents.cards), "choice": choices, "phase": PHASES}

    return Definition(
        name=folder.name,
        title=title,
        about="Bet on a card that only you know.",
        seats=(2, 2),
        minutes=(1, 1),
        folder=folder,
        rules=rules,
        sections={"cards": Card},
        fill=fill,
        names=names,
        settle=settle,
        fault=fault,
        words=words(choices),
        scene=lambda view: f"{title}, seen from {view.seat}: {view.position()}",
    )
