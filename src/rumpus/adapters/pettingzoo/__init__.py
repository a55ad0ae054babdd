"""The games as environments of PettingZoo: `env` for turns (AEC), `parallel_env` where all choose at once.

>>> from rumpus.adapters import pettingzoo
>>> env = pettingzoo.env("braverats")
>>> env.reset(seed=7)
>>> env.agent_selection
'seat_0'
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rumpus.adapters.extras import needs

needs("gymnasium", "rl")
needs("pettingzoo", "rl")

from rumpus.adapters.pettingzoo.parallel import ParallelGame  # noqa: E402
from rumpus.adapters.pettingzoo.turns import Bounds, LastResort, Order, TurnGame  # noqa: E402
from rumpus.adapters.setting_up import LOSE, LOST, NOT_IN_TURN, REFUSE, Setup, options_from  # noqa: E402
from rumpus.catalogue import opened  # noqa: E402
from rumpus.core.errors import WrongOption  # noqa: E402
from rumpus.core.game import Game  # noqa: E402

__all__ = ["ParallelGame", "TurnGame", "env", "parallel_env", "raw_env"]

Box = str | Path | dict[str, Any]


def raw_env(
    game: str | Game, seats: int | None = None, switches: Mapping[str, Any] | None = None, box: Box | None = None,
    **options: Any,
) -> TurnGame:  # fmt: skip
    """A game by turns, without wrappers: what is not legal is refused with an error.

    Options are reward, encoding, mode, render_mode, viewer and size: `Options` tells them.
    """
    if options.get("illegal") == LOSE:
        raise WrongOption("What is not legal is always refused by raw_env: by env it loses.")
    return _by_turns(game, seats, switches, box, options)


def env(
    game: str | Game, seats: int | None = None, switches: Mapping[str, Any] | None = None, box: Box | None = None,
    **options: Any,
) -> Order:  # fmt: skip
    """A game by turns with PettingZoo's usual wrappers: an illegal choice ends the game, with -1 for who made it."""
    raw = _by_turns(game, seats, switches, box, options)
    if raw.setup.options.illegal == REFUSE:
        return Order(raw)
    return Order(Bounds(LastResort(raw, illegal_reward=LOST)))


def parallel_env(
    game: str | Game, seats: int | None = None, switches: Mapping[str, Any] | None = None, box: Box | None = None,
    **options: Any,
) -> ParallelGame:  # fmt: skip
    """A game in which all who are asked at a moment choose at once; the choices of those who are not are ignored."""
    return ParallelGame(Setup(opened(game, switches, box, seats), options_from(options, refused={})))


def _by_turns(
    game: str | Game, seats: int | None, switches: Mapping[str, Any] | None, box: Box | None,
    options: Mapping[str, Any],
) -> TurnGame:  # fmt: skip
    return TurnGame(Setup(opened(game, switches, box, seats), options_from(options, NOT_IN_TURN)))
