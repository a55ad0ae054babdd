"""What both kinds of environment share: names of seats, spaces, chance, showing, saving."""

import secrets
from copy import deepcopy
from typing import Any

import msgspec
from gymnasium import logger, spaces

from rumpus.adapters.setting_up import Observation, Setup, observed
from rumpus.adapters.showing import FRAMES, HUMAN, RENDER_MODES, print_view, shown
from rumpus.adapters.tables import Saved, SavedMoment, check_whole, read_saved, stream
from rumpus.core.errors import RumpusError, WrongSeat
from rumpus.core.observing import Row
from rumpus.core.rng import Rng, branch, generator
from rumpus.core.view import Action

VERSION = 1
"""Of the environments: grows when the same seed and the same choices give something else than before."""


class Moment(SavedMoment, frozen=True, kw_only=True):
    """Where an environment stands: the table, what is paid, and what PettingZoo keeps for each agent."""

    table: Saved
    luck: list[int]
    paid: list[int]
    agents: list[str]
    chosen: dict[int, int] = msgspec.field(default_factory=dict)
    selected: str = ""
    rewards: dict[str, float] = msgspec.field(default_factory=dict)
    owed: dict[str, float] = msgspec.field(default_factory=dict)
    terminations: dict[str, bool] = msgspec.field(default_factory=dict)
    truncations: dict[str, bool] = msgspec.field(default_factory=dict)

    def written(self) -> bytes:
        return msgspec.msgpack.encode(self)


class NotBegun(RumpusError, AssertionError):
    """There is no game yet. PettingZoo's own wrapper answers with an AssertionError too."""


class Seated:
    """A table with agents at it, and all that does not depend on who is asked when."""

    render_mode: str | None

    def __init__(self, setup: Setup) -> None:
        self.setup, self.table = setup, setup.table()
        self.purse, self.render_mode = setup.purse(self.table), setup.options.render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.game.seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: setup.action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: setup.observation_space() for agent in self.possible_agents}
        self.state_space = setup.state_space()
        self.metadata: dict[str, Any] = {
            "name": f"{setup.game.name}_v{VERSION}",
            "render_modes": list(RENDER_MODES),  # PettingZoo's wrappers add to it
            "render_fps": FRAMES,
            "is_parallelizable": False,
        }
        self._luck: Rng | None = None

    def seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise WrongSeat(f"There is no agent {agent!r}: the agents are {', '.join(self.possible_agents)}.")
        return self.possible_agents.index(agent)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[self.possible_agents[self.seat(agent)]]

    def action_space(self, agent: str) -> "spaces.Discrete[Any]":
        return self.action_spaces[self.possible_agents[self.seat(agent)]]

    def observe(self, agent: str) -> Observation:
        """What an agent knows now, and what it may choose: nothing, while it is not asked."""
        self._check_begun("observe")
        return observed(self.table, self.seat(agent))

    def legal(self, agent: str) -> list[Action]:
        """What its mask says in words: number and name of each action that an agent may choose now."""
        self._check_begun("legal")
        return self.table.legal(self.seat(agent))

    def state(self) -> Row:
        """The whole truth, for training with a critic that may know it; the planes are those of an observation."""
        self._check_begun("state")
        return self.table.truth()

    def close(self) -> None:
        """There is nothing to close: no window is opened."""

    def _begin(self, seed: int | None) -> None:
        """Lay a new game; without a seed, chance goes on from where it was."""
        if seed is not None:
            self._luck = generator(seed)
        elif self._luck is None:
            self._luck = generator(secrets.randbits(64))
        self.table.begin(branch(self._luck))
        self.purse.begin()
        self.agents = self.possible_agents[:]

    def _check_begun(self, called: str) -> None:
        if self._luck is None:
            raise NotBegun(f"There is no game yet: call reset() before {called}().")

    # Showing

    def render(self) -> Any:
        """A text or a picture, as the render mode says; with 'human' every moment is printed by itself."""
        if self.render_mode is None:
            logger.warn("render() was called, but the environment was made without a render_mode.")
            return None
        self._check_begun("render")
        return shown(self.table.view(self._viewer()), self.render_mode, self.setup.options.size)

    def _viewer(self) -> int:
        """Whose view is shown: the seat that was named, or the first that is asked."""
        named = self.setup.options.viewer
        return named if named is not None else min(self.table.acting, default=0)

    def _print(self) -> None:
        if self.render_mode == HUMAN:
            print_view(self.table.view(self._viewer()))

    # Saving

    @property
    def _kind(self) -> str:
        return f"{type(self).__name__} for {self.purse.reward}"

    def __getstate__(self) -> dict[str, Any]:
        saved = self.save() if self._luck is not None else None
        return {"setup": self.setup, "saved": saved, "metadata": deepcopy(self.metadata)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["setup"])  # type: ignore[misc]
        self.metadata = state["metadata"]
        if state["saved"] is not None:
            self.restore(state["saved"])

    def _checked(self, saved: bytes) -> Moment:
        """What an environment alike has saved; anything else is refused before it changes anything here."""
        moment, everybody = read_saved(saved, Moment, self._kind), self.possible_agents
        self.table.check_saved(moment.table)
        check_whole(moment.agents == [agent for agent in everybody if agent in moment.agents])
        check_whole(len(moment.paid) == len(everybody))
        stream(moment.luck)
        return moment

    def _put(self, moment: Moment) -> None:
        self.table.restore(moment.table)
        self._luck, self.purse.paid, self.agents = stream(moment.luck), moment.paid, moment.agents

    def save(self) -> bytes:
        raise NotImplementedError

    def restore(self, saved: bytes) -> None:
        raise NotImplementedError
