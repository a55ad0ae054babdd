"""One seat of a game, with bots in the others, as an environment of Gymnasium."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import gymnasium
import msgspec
import numpy as np
from gymnasium.error import ResetNeeded

from rumpus.adapters.gymnasium.chance import put_chance, written_chance
from rumpus.adapters.setting_up import LOST, NOT_IN_TURN, REFUSE, Observation, Setup, observed, options_from
from rumpus.adapters.showing import FRAMES, HUMAN, RENDER_MODES, print_view, shown
from rumpus.adapters.tables import Saved, SavedMoment, check_whole, read_saved, stream
from rumpus.bots import bot_from
from rumpus.bots.batch import Preparing
from rumpus.catalogue import opened
from rumpus.core.errors import RumpusError, WrongAction, WrongBot
from rumpus.core.game import Game
from rumpus.core.rng import Rng, branch, generator
from rumpus.core.view import Action, Bot, check_seat
from rumpus.core.whole import whole

Bots = str | Bot | Sequence[str | Bot] | Mapping[int, str | Bot]
Answer = tuple[Observation, float, bool, bool, dict[str, Any]]
NOTHING_TO_CHOOSE = "There is nothing to choose yet: call reset() to begin a game."


class Moment(SavedMoment, frozen=True):
    """Where an environment stands: the table, the luck of the bots, what is paid."""

    table: Saved
    luck: dict[int, list[int]]
    paid: list[int]
    done: bool
    chance: str
    """Gymnasium's own generator, from which the next games draw, and its seed."""


class NotBegun(RumpusError, ResetNeeded):
    """There is no game under way: of Gymnasium's kind too."""


class GameEnv(gymnasium.Env[Observation, Any]):
    """One seat of a game. A step is a choice of that seat, and all that happens until it is asked again."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES}  # noqa: RUF012  (as Gymnasium's own)

    def __init__(
        self, game: str | Game, seat: int = 0, bots: Bots = "random", *, seats: int | None = None,
        switches: Mapping[str, Any] | None = None, box: str | Path | dict[str, Any] | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.metadata = deepcopy(self.metadata)  # wrappers may change it; that of the class is for all
        self._sit_down(Setup(opened(game, switches, box, seats), options_from(options, NOT_IN_TURN)), seat, bots)

    def _sit_down(self, setup: Setup, seat: int, bots: Bots) -> None:
        self.setup, self.seat, self._given = setup, check_seat(setup.game, seat), bots
        self.bots = seated(setup.game, self.seat, bots)
        for one in self.bots.values():
            if isinstance(one, Preparing):
                one.prepare(setup.game)
        self.table = setup.table()
        self.purse = setup.purse(self.table)
        self.render_mode = setup.options.render_mode
        self.action_space, self.observation_space = setup.action_space(), setup.observation_space()
        self._luck: dict[int, Rng] = {}
        self._done = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, up to the first choice of the seat; a game that ends before it is asked does not count."""
        super().reset(seed=seed)
        chance = generator(int(self.np_random.integers(2**63)))
        self._done = True
        while self._done:
            self.table.begin(branch(chance))
            self._luck = {one: branch(chance) for one in self.bots}
            self.purse.begin()
            self._let_bots_play()
        self._print()
        return observed(self.table, self.seat), self._info()

    def step(self, action: Any) -> Answer:
        """The seat chooses, and the bots play until it is asked again or the game is over."""
        if self._done:
            raise NotBegun("There is no game under way: call reset() to begin one.")
        try:
            number = self.table.checked(self.seat, action)
        except WrongAction as error:
            if self.setup.options.illegal == REFUSE:
                raise
            self._done = True
            return observed(self.table, self.seat), LOST, True, False, self._info() | {"illegal": str(error)}
        self._play({self.seat: number})
        self._let_bots_play()
        self._print()
        return observed(self.table, self.seat), self.purse.take()[self.seat], self._done, False, self._info()

    def legal(self) -> list[Action]:
        """What the mask says in words: number and name of each action that the seat may choose now."""
        if not self._luck:
            raise NotBegun(NOTHING_TO_CHOOSE)
        return self.table.legal(self.seat)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The mask as libraries ask for it that know masks, such as sb3-contrib."""
        if not self._luck:
            raise NotBegun(NOTHING_TO_CHOOSE)
        return self.table.mask(self.seat).astype(bool)

    def _let_bots_play(self) -> None:
        """Until the seat is asked, or nobody; bots that are asked with it wait for it."""
        while self.table.acting and self.seat not in self.table.acting:
            self._play({})
        self._done = self.table.over

    def _play(self, chosen: dict[int, int]) -> None:
        """Carry out what the seat has chosen, if it was asked, with what the bots choose that were asked with it."""
        asked = [seat for seat in self.table.acting if seat in self.bots]
        self.table.play(chosen | {seat: self._answer(seat) for seat in asked})

    def _answer(self, seat: int) -> int:
        """What a bot chooses, from what its seat knows."""
        one = self.bots[seat]
        number = one.choose(self.table.view(seat), self._luck[seat])
        try:
            return self.table.checked(seat, number)
        except WrongAction as error:
            raise WrongBot(f"The bot '{one.name}' chose wrongly. {error}") from None

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat)}

    # Showing

    def render(self) -> Any:
        """A text or a picture, as the render mode says; with 'human' every moment is printed by itself."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called, but the environment was made without a render_mode.")
            return None
        if not self._luck:
            raise NotBegun("There is nothing to show yet: call reset() to begin a game.")
        return shown(self.table.view(self._viewer), self.render_mode, self.setup.options.size)

    @property
    def _viewer(self) -> int:
        named = self.setup.options.viewer
        return self.seat if named is None else named

    def _print(self) -> None:
        if self.render_mode == HUMAN:
            print_view(self.table.view(self._viewer))

    # Saving

    def save(self) -> bytes:
        """Where the game stands, for `restore` here or elsewhere: the whole truth, with the chance to come."""
        if not self._luck:
            raise NotBegun("There is nothing to save before the first reset().")
        luck = {seat: rng.tolist() for seat, rng in self._luck.items()}
        moment = Moment(self._kind, self.table.save(), luck, self.purse.paid, self._done, written_chance(self))
        return msgspec.msgpack.encode(moment)

    @property
    def _kind(self) -> str:
        return f"one seat, {self.seat}, for {self.purse.reward}"

    def restore(self, saved: bytes) -> tuple[Observation, dict[str, Any]]:
        """Go on from where it was saved, as it would have gone on; the answer is as that of `reset`."""
        moment = read_saved(saved, Moment, self._kind)
        self.table.check_saved(moment.table)
        check_whole(moment.luck.keys() == self.bots.keys() and len(moment.paid) == self.setup.game.seats)
        luck = {seat: stream(rng) for seat, rng in moment.luck.items()}
        put_chance(self, moment.chance)
        self.table.restore(moment.table)
        self._luck, self.purse.paid, self._done = luck, moment.paid, moment.done
        return observed(self.table, self.seat), self._info()

    def __getstate__(self) -> dict[str, Any]:
        kept = {"setup": self.setup, "seat": self.seat, "bots": self._given, "spec": self.spec}
        chance = None if self._np_random is None else written_chance(self)  # there may be one before the first reset
        kept |= {"saved": self.save() if self._luck else None, "chance": chance}
        return kept | {"metadata": deepcopy(self.metadata)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._sit_down(state["setup"], state["seat"], state["bots"])
        self.spec, self.metadata = state["spec"], state["metadata"]
        if state["chance"] is not None:
            put_chance(self, state["chance"])
        if state["saved"] is not None:
            self.restore(state["saved"])


def seated(game: Game, own: int, bots: Bots) -> dict[int, Bot]:
    """Who sits where: one bot in all other seats, or one for each of them, in the order of the seats."""
    others = [seat for seat in range(game.seats) if seat != own]
    if isinstance(bots, Mapping):
        return _by_seat(others, bots)
    several = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * len(others)
    if len(several) != len(others):
        raise WrongBot(
            f"Beside seat {own} there are {len(others)} seats, so it takes {len(others)} bots, not {len(several)}."
        )
    return {seat: bot_from(one) for seat, one in zip(others, several, strict=True)}


def _by_seat(others: Sequence[int], bots: Mapping[int, str | Bot]) -> dict[int, Bot]:
    named = {whole(seat, "A seat"): one for seat, one in bots.items()}
    if sorted(named) != list(others):
        raise WrongBot(f"The bots must sit at {', '.join(map(str, others))}, not at {', '.join(map(str, named))}.")
    return {seat: bot_from(one) for seat, one in named.items()}
