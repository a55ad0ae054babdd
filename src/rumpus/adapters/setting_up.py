"""What an environment is made of: a game, and how it is rewarded, observed, run and shown."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from gymnasium import spaces

from rumpus.adapters.rewards import PLACES, Purse
from rumpus.adapters.showing import checked_render_mode
from rumpus.adapters.tables import Table, table
from rumpus.batches import checked_reward
from rumpus.core.errors import WrongOption
from rumpus.core.game import Game
from rumpus.core.kernel import PLAIN, checked_mode
from rumpus.core.observing import NUMBERS, layout
from rumpus.core.view import check_seat
from rumpus.table.size import SIZE, checked_size

LOSE, REFUSE = "lose", "refuse"
ILLEGAL = (LOSE, REFUSE)
NONE, ANY = "none", "any"
IDLE = (NONE, ANY)
LOST = -1.0
"""What a seat gets that has chosen what is not legal."""
NOT_IN_TURN = {"idle": "Only in a parallel environment agents choose that are not asked: 'idle' is no option here."}
"""Where agents choose one by one."""

Observation = dict[str, Any]


@dataclass(frozen=True)
class Options:
    """How an environment is run, rewarded and shown; the same for all of them."""

    reward: str = PLACES
    encoding: str = NUMBERS
    mode: str = PLAIN
    illegal: str = LOSE
    """Whether an illegal choice loses the game, with a reward of -1, or is refused with an error."""
    idle: str = NONE
    """What the mask of an agent allows that is not asked, where it chooses all the same: nothing, or anything."""
    render_mode: str | None = None
    viewer: int | None = None
    """Whose view is shown; if nobody is named, that of the seat that is asked."""
    size: tuple[int, int] = SIZE

    def __post_init__(self) -> None:
        checked_reward(self.reward)
        checked_mode(self.mode)
        checked_render_mode(self.render_mode)
        checked_size(self.size)
        if self.illegal not in ILLEGAL:
            raise WrongOption(f"An illegal choice can {' or '.join(ILLEGAL)}, not '{self.illegal}'.")
        if self.idle not in IDLE:
            raise WrongOption(f"The mask of an agent that is not asked allows {' or '.join(IDLE)}, not '{self.idle}'.")


def options_from(given: Mapping[str, Any], refused: Mapping[str, str]) -> Options:
    """The options. One that makes no sense here is refused with its sentence, one that there is not with a list."""
    known = [field.name for field in fields(Options) if field.name not in refused]
    for name in given:
        if name in refused:
            raise WrongOption(refused[name])
        if name not in known:
            raise WrongOption(f"There is no option '{name}': the options are {', '.join(known)}.")
    return Options(**given)


class Setup:
    """A game with its options: makes tables and purses, and knows the spaces."""

    def __init__(self, game: Game, options: Options) -> None:
        viewer = None if options.viewer is None else check_seat(game, options.viewer)
        self.game, self.options = game, replace(options, viewer=viewer)

    def table(self) -> Table:
        return table(self.game, self.options.encoding, self.options.mode)

    def purse(self, at: Table) -> Purse:
        return Purse(at, self.options.reward)

    def action_space(self) -> "spaces.Discrete[Any]":
        return spaces.Discrete(self.game.rules.ACTIONS)

    def observation_space(self) -> spaces.Dict:
        here, actions = layout(self.game, self.options.encoding), self.game.rules.ACTIONS
        return spaces.Dict(
            {
                "observation": spaces.Box(here.low, here.high, dtype=here.dtype.type),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def state_space(self) -> spaces.Box:
        here = layout(self.game, self.options.encoding)
        return spaces.Box(here.low[1:], here.high[1:], dtype=here.dtype.type)


def observed(at: Table, seat: int) -> Observation:
    """What a seat is shown: its observation, and what it may choose."""
    return {"observation": at.observation(seat), "action_mask": at.mask(seat)}
