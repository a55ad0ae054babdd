"""A game as PettingZoo's agents play it by turns (AEC).

Seats that choose at once take turns here, the lowest first, and none of them learns what another has chosen before all
have: their choices are carried out together.
"""

from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from rumpus.adapters.pettingzoo.seated import Moment, NotBegun, Seated
from rumpus.adapters.setting_up import Observation, Setup, observed
from rumpus.adapters.tables import WrongSave, check_whole
from rumpus.core.errors import WrongSeat
from rumpus.core.view import Action

Answer = tuple[Any, float, bool, bool, dict[str, Any]]
"""An observation, or nothing where none is wanted; what it brought, whether it is over, and what else there is."""


class TurnGame(Seated, AECEnv[str, Observation, int]):
    """One game; `env` is this with wrappers around it."""

    def __init__(self, setup: Setup) -> None:
        Seated.__init__(self, setup)
        self._chosen: dict[int, int] = {}
        self._skip_agent_selection: str | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self._chosen, self._skip_agent_selection = {}, None
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask_next()

    def step(self, action: int | None) -> None:
        """The agent whose turn it is chooses; when all have chosen who were asked, it takes place."""
        self._check_begun("step")
        if not self.agents:
            raise WrongSeat("The game is over: nobody may choose any more; reset() begins another.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._chosen[self.seat(agent)] = self.table.checked(self.seat(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if not self._waiting():
            self._carry_out()
        self._ask_next()

    def _carry_out(self) -> None:
        self.table.play(self._chosen)
        self._chosen = {}
        self.rewards = dict(zip(self.agents, self.purse.take(), strict=True))
        self._accumulate_rewards()
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)

    def _waiting(self) -> list[int]:
        """The seats that are asked and have not chosen yet."""
        return [seat for seat in self.table.acting if seat not in self._chosen]

    def _ask_next(self) -> None:
        seat = min(self._waiting(), default=0)
        self.agent_selection = self.possible_agents[seat]
        self.infos = {agent: {"action_mask": self._mask(self.seat(agent))} for agent in self.agents}
        self._print()

    def observe(self, agent: str) -> Observation:
        """What an agent knew when it was asked, and what it may choose: nothing, while it is not asked."""
        self._check_begun("observe")
        seat = self.seat(agent)
        return observed(self.table, seat) | {"action_mask": self._mask(seat)}

    def legal(self, agent: str) -> list[Action]:
        """What its mask says in words: nothing, once it has chosen."""
        found = super().legal(agent)
        return found if self.seat(agent) not in self._chosen else []

    def last(self, observe: bool = True) -> Answer:
        """What the agent is told whose turn it is."""
        self._check_begun("last")
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observation, int]:
        """The agents whose turn it is, one after the other, while there are any."""
        self._check_begun("agent_iter")
        return super().agent_iter(max_iter)

    def _mask(self, seat: int) -> np.ndarray[Any, np.dtype[np.int8]]:
        mask = self.table.mask(seat)
        return mask if seat not in self._chosen else np.zeros_like(mask)

    def _viewer(self) -> int:
        named = self.setup.options.viewer
        return named if named is not None else self.seat(self.agent_selection)

    # Saving

    def save(self) -> bytes:
        """Where the game stands, for `restore` here or elsewhere: the whole truth, with the chance to come."""
        if self._luck is None:
            raise WrongSave("There is nothing to save before the first reset().")
        moment = Moment(
            kind=self._kind,
            table=self.table.save(),
            luck=self._luck.tolist(),
            paid=self.purse.paid,
            agents=self.agents,
            chosen=self._chosen,
            selected=self.agent_selection,
            rewards=self.rewards,
            owed=self._cumulative_rewards,
            terminations=self.terminations,
            truncations=self.truncations,
        )
        return moment.written()

    def restore(self, saved: bytes) -> None:
        """Go on from where it was saved, at this environment or another of the same game, as it would have gone on."""
        moment = self._checked(saved)
        self._check_turn(moment)
        self._put(moment)
        self._chosen, self._skip_agent_selection = moment.chosen, None
        self.rewards, self._cumulative_rewards = moment.rewards, moment.owed
        self.terminations, self.truncations = moment.terminations, moment.truncations
        self._ask_next()
        self.agent_selection = moment.selected

    def _check_turn(self, moment: Moment) -> None:
        """Agents leave only when it is over for all; of those who are there it is kept what they got and are owed."""
        everybody, rules = self.possible_agents, self.setup.game.rules
        check_whole(moment.selected in (moment.agents or everybody))
        check_whole(moment.agents == everybody or all(moment.terminations.values()))
        for kept in (moment.rewards, moment.owed, moment.terminations, moment.truncations):
            check_whole(kept.keys() == set(moment.agents))
        for seat, number in moment.chosen.items():
            check_whole(seat in range(len(everybody)) and number in range(rules.ACTIONS))


class Bounds(AssertOutOfBoundsWrapper[str, Observation, int]):
    """PettingZoo's wrapper, which would let True and False through: they are in its space, but no actions of a game."""

    def step(self, action: int | None) -> None:
        assert not isinstance(action, bool), "action is not in action space"
        super().step(action)


class LastResort(TerminateIllegalWrapper[str, Observation, int]):
    """PettingZoo's wrapper, which forgets what it saw when the game goes on from somewhere else."""

    def restore(self, saved: bytes) -> None:
        self.env.restore(saved)
        self._prev_obs = self._prev_info = None
        self._terminated = False


class Order(OrderEnforcingWrapper[str, Observation, int]):
    """PettingZoo's wrapper, for which to restore is to begin."""

    def restore(self, saved: bytes) -> None:
        self.env.restore(saved)
        self._has_reset = self._has_updated = True

    def last(self, observe: bool = True) -> Answer:
        if not self._has_reset:
            raise NotBegun("There is no game yet: call reset() before last().")
        return super().last(observe)

    def __str__(self) -> str:
        return str(self.env)
