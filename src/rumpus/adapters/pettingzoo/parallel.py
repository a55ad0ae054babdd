"""A game in which all who are asked choose at once, as PettingZoo's parallel environments do.

At many moments only one seat is asked. The mask of a seat that is not asked is all 0, or all 1 for libraries that draw
from every mask (`idle`). Whatever is chosen for it is ignored; it may also be left out.
"""

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from rumpus.adapters.pettingzoo.seated import Moment, Seated
from rumpus.adapters.setting_up import ANY, LOST, REFUSE, Observation, Setup
from rumpus.adapters.tables import WrongSave, check_whole
from rumpus.core.errors import WrongAction
from rumpus.core.rules import Mask

Answer = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]  # fmt: skip


class ParallelGame(Seated, ParallelEnv[str, Observation, int]):
    """One game in which a step is a moment at which somebody is asked."""

    def __init__(self, setup: Setup) -> None:
        Seated.__init__(self, setup)
        self.metadata["is_parallelizable"] = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self._print()
        return self._observations(), self._infos({})

    def step(self, actions: Mapping[str, int]) -> Answer:
        """All who are asked choose; the answer is for every agent. After the end there is none."""
        self._check_begun("step")
        if not self.agents:
            return {}, {}, {}, {}, {}
        chosen, wrong = self._read(actions)
        if wrong:
            return self._lost(wrong)
        self.table.play(chosen)
        self._print()
        rewards = dict(zip(self.agents, self.purse.take(), strict=True))
        over, cut = dict.fromkeys(self.agents, self.table.over), dict.fromkeys(self.agents, False)
        answer = self._observations(), rewards, over, cut, self._infos({})
        if self.table.over:
            self.agents = []
        return answer

    def observe(self, agent: str) -> Observation:
        """What an agent knows now, and what it may choose; while it is not asked, what the option `idle` says."""
        return super().observe(agent) | {"action_mask": self._mask(self.seat(agent))}

    def _mask(self, seat: int) -> Mask:
        mask = self.table.mask(seat)
        if self.setup.options.idle == ANY and seat not in self.table.acting:
            mask[:] = 1
        return mask

    def _read(self, actions: Mapping[str, int]) -> tuple[dict[int, int], dict[str, str]]:
        """What those who are asked choose; and for those who choose wrongly, what is wrong with it."""
        if not isinstance(actions, Mapping):
            raise WrongAction(
                f"A step takes a dictionary with an action for each agent that is asked, not {actions!r}."
            )
        chosen, wrong = {}, {}
        for seat in self.table.acting:
            agent = self.possible_agents[seat]
            try:
                chosen[seat] = self.table.checked(seat, actions.get(agent))
            except WrongAction as error:
                if self.setup.options.illegal == REFUSE:
                    raise
                wrong[agent] = str(error)
        return chosen, wrong

    def _lost(self, wrong: Mapping[str, str]) -> Answer:
        """The game ends for all, as with PettingZoo's wrapper for turns: -1 for who chose what is not legal."""
        rewards = {agent: LOST if agent in wrong else 0.0 for agent in self.agents}
        ended = dict.fromkeys(self.agents, True)
        answer = self._observations(), rewards, ended, dict(ended), self._infos(wrong)
        self.agents = []
        return answer

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def _infos(self, wrong: Mapping[str, str]) -> dict[str, dict[str, Any]]:
        """The mask once more; and for who chose what is not legal, a sentence."""
        infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._mask(seat)} for seat, agent in enumerate(self.agents)
        }
        for agent, sentence in wrong.items():
            infos[agent]["illegal"] = sentence
        return infos

    # Saving

    def save(self) -> bytes:
        """Where the game stands, for `restore` here or elsewhere: the whole truth, with the chance to come."""
        if self._luck is None:
            raise WrongSave("There is nothing to save before the first reset().")
        luck, paid = self._luck.tolist(), self.purse.paid
        return Moment(kind=self._kind, table=self.table.save(), luck=luck, paid=paid, agents=self.agents).written()

    def restore(self, saved: bytes) -> None:
        """Go on from where it was saved, at this environment or another of the same game, as it would have gone on."""
        moment = self._checked(saved)
        check_whole(moment.agents in ([], self.possible_agents))
        self._put(moment)
