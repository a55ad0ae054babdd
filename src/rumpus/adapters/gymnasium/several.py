"""Many games that step together, with bots in all seats but one, as a vector environment of Gymnasium."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import Space, logger
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from rumpus.adapters.gymnasium.chance import put_chance, written_chance
from rumpus.adapters.gymnasium.single import Bots, NotBegun, seated
from rumpus.adapters.setting_up import NOT_IN_TURN, Observation, Setup, options_from
from rumpus.adapters.showing import ANSI, FRAMES, RGB_ARRAY, shown
from rumpus.adapters.tables import WrongSave
from rumpus.batches.games import Changed, Saved
from rumpus.batches.processor import Batch
from rumpus.catalogue import opened
from rumpus.core.errors import WrongOption
from rumpus.core.game import Game
from rumpus.core.view import check_seat
from rumpus.core.whole import pythons

Answer = tuple[Observation, Any, Any, Any, dict[str, Any]]
NOT_TOGETHER = NOT_IN_TURN | {
    "illegal": "In a vector environment what is not legal is always refused: 'illegal' is no option here.",
    "max_episode_steps": "Games end by themselves, so there is no limit here: vectorization_mode='sync' takes one.",
}


@dataclass(frozen=True)
class SavedGames:
    """Where all games of a vector environment stand: the whole truth, with the chance to come."""

    games: Saved
    chance: str
    """Gymnasium's own generator, from which the next games draw, and its seed."""


class VectorGameEnv(VectorEnv[Observation, Any, Any]):
    """One seat of each of many games. A step is one call of a kernel for all of them.

    A game that is over begins anew in the same step; how it ended is told in the infos, `final_obs`.
    """

    metadata = {  # noqa: RUF012  (as Gymnasium's own)
        "render_modes": [ANSI, RGB_ARRAY],
        "render_fps": FRAMES,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self, game: str | Game, num_envs: int = 1, seat: int = 0, bots: Bots = "random", *, seats: int | None = None,
        switches: Mapping[str, Any] | None = None, box: str | Path | dict[str, Any] | None = None,
        mode: str | None = None, threads: int | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.metadata = deepcopy(self.metadata)  # wrappers may change it; that of the class is for all
        chosen = options_from(options, NOT_TOGETHER)
        if chosen.render_mode not in (None, *self.metadata["render_modes"]):
            raise WrongOption(f"A vector environment shows {ANSI} or {RGB_ARRAY}, not '{chosen.render_mode}'.")
        self.autoreset_mode: AutoresetMode = self.metadata["autoreset_mode"]  # as Gymnasium's own have it beside
        self.setup = Setup(opened(game, switches, box, seats), chosen)
        self.seat, self.render_mode = check_seat(self.setup.game, seat), chosen.render_mode
        self.batch = Batch(
            self.setup.game, num_envs, seated(self.setup.game, self.seat, bots), reward=chosen.reward,
            encoding=chosen.encoding, keep_final=True, threads=threads, mode=mode,
        )  # fmt: skip
        self.num_envs, self._has_begun = self.batch.n, False
        self.single_observation_space = self.setup.observation_space()
        self.single_action_space = self.setup.action_space()

    @cached_property
    def observation_space(self) -> Space[Any]:  # type: ignore[override]
        """Made when it is asked for: it has bounds for every number of every game."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Space[Any]:  # type: ignore[override]
        return batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin every game anew. One seed is for all games: each gets a chance of its own from it."""
        _check_no_reset_mask(options)
        super().reset(seed=_one_seed(seed))
        self._has_begun = True
        self.batch.reset(int(self.np_random.integers(2**63)))
        return self._observed(), self._infos()

    def step(self, actions: Any) -> Answer:
        """The seat chooses in every game, which must be legal, and the others play until it is asked again."""
        self._check_begun("step")
        self.batch.step(actions)
        done = self.batch.done.astype(bool)
        rewards = self.batch.reward[:, self.seat].astype(np.float64)
        return self._observed(), rewards, done, np.zeros_like(done), self._infos() | self._ends(done)

    def _check_begun(self, called: str) -> None:
        if not self._has_begun:
            raise NotBegun(f"There are no games under way: call reset() before {called}().")

    def _observed(self) -> Observation:
        """Copies: the batch writes its own arrays anew with the next step."""
        return {"observation": self.batch.observation.copy(), "action_mask": self.batch.mask.copy()}

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask.copy(), "_action_mask": np.ones(self.num_envs, bool)}

    def _ends(self, done: Any) -> dict[str, Any]:
        """What was to be seen at the end of the games that are over, where others begin already."""
        if not done.any():
            return {}
        ends, numbers = np.full(self.num_envs, None, object), np.flatnonzero(done)
        masks = np.zeros((len(numbers), self.setup.game.rules.ACTIONS), np.int8)
        for number, seen, mask in zip(numbers, self.batch.final[numbers], masks, strict=True):
            ends[number] = {"observation": seen, "action_mask": mask}
        info = {"action_mask": np.zeros_like(self.batch.mask), "_action_mask": done.copy()}
        return {"final_obs": ends, "_final_obs": done.copy(), "final_info": info, "_final_info": done.copy()}

    # Showing

    def render(self) -> tuple[Any, ...] | None:
        """A text or a picture of every game."""
        if self.render_mode is None:
            logger.warn("render() was called, but the environment was made without a render_mode.")
            return None
        self._check_begun("render")
        viewer, size = self.setup.options.viewer, self.setup.options.size
        views = [self.batch.view(number, self.seat if viewer is None else viewer) for number in range(self.num_envs)]
        return tuple(shown(view, self.render_mode, size) for view in views)

    # Saving

    def save(self) -> SavedGames:
        """Where all games stand, for `restore` here or elsewhere: the whole truth, with the chance to come."""
        self._check_begun("save")
        return SavedGames(self.batch.save(), written_chance(self))

    def restore(self, saved: SavedGames) -> tuple[Observation, dict[str, Any]]:
        """Go on from where they were saved, as they would have gone on; the answer is as that of `reset`."""
        if not isinstance(saved, SavedGames):
            raise WrongSave("These are no games of a vector environment: only what its save() gave can be restored.")
        try:
            self.batch.restore(saved.games)
        except Changed as changed:
            raise WrongSave(str(changed)) from None
        except WrongOption:
            raise WrongSave(
                "This was saved by a vector environment of another kind: game, switches, box, number of games, seat,"
                " bots, encoding and reward must be the same."
            ) from None
        put_chance(self, saved.chance)
        self._has_begun = True
        return self._observed(), self._infos()


def _one_seed(seed: Any) -> int | None:
    number = pythons(seed)
    if seed is not None and type(number) is not int:
        raise WrongOption(
            f"One seed, a whole number, is for all games of a vector environment, not {type(seed).__name__}: each game"
            " gets a chance of its own from it."
        )
    return number


def _check_no_reset_mask(options: Mapping[str, Any] | None) -> None:
    """Where games begin anew in the same step, Gymnasium knows no mask; other environments take one here."""
    if options and "reset_mask" in options:
        raise WrongOption(
            "There is no 'reset_mask' here: a game that is over begins anew by itself, and reset() begins all of them."
        )
