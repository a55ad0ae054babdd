"""One game that programs play: who is asked, what each of them knows, and what follows from what they choose.

All who are asked at a moment choose at once. What a seat is told, its mask and its observation, is made from its view.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import numpy as np

from rumpus.bots.batch import referee_record, step
from rumpus.core.batch import apart
from rumpus.core.desk import laid_out
from rumpus.core.errors import RumpusError, WrongAction
from rumpus.core.game import Game
from rumpus.core.kernel import COMPILED, PLAIN, checked_mode, runnable
from rumpus.core.observing import NUMBERS, Row, layout, observation
from rumpus.core.rng import WORD, Rng, weighted
from rumpus.core.rules import CHANCE, NOBODY, Mask, State
from rumpus.core.view import Action, View, chance_weights, legal_actions, numbers, seats_in


class WrongSave(RumpusError):
    """What was saved at another table, or is no table at all."""


class Saved(msgspec.Struct, frozen=True):
    """The whole truth of a moment, hidden cards and the chance to come included."""

    table: str
    """Which game it is, with its rules, box, switches and seats."""
    state: bytes
    rng: list[int]


class SavedMoment(msgspec.Struct, frozen=True):
    """What an environment saves says first what kind of environment that is."""

    kind: str


AnyMoment = TypeVar("AnyMoment", bound=SavedMoment)


def read_saved(saved: Any, kind: type[AnyMoment], here: str) -> AnyMoment:
    """What an environment saved, if it was one of the same kind."""
    try:
        moment = msgspec.msgpack.decode(saved, type=kind)
    except (msgspec.MsgspecError, TypeError):
        raise WrongSave("This is no moment of such an environment: only what save() gave can be restored.") from None
    if moment.kind != here:
        raise WrongSave(f"This was saved by an environment of another kind ({moment.kind}); here is: {here}.")
    return moment


def check_whole(is_whole: bool) -> None:
    """What is of the right kind, and still nothing that save() gives."""
    if not is_whole:
        raise WrongSave("This has been changed since it was saved: only what save() gave can be restored.")


def stream(words: Sequence[int]) -> Rng:
    """A generator of chance, as it was saved: four words, and not all of them nothing."""
    check_whole(len(words) == 4 and any(words) and all(0 <= word <= WORD for word in words))
    return np.array(words, np.int64)


class Table:
    """A game under way, in plain Python."""

    mode = PLAIN

    def __init__(self, game: Game, encoding: str = NUMBERS) -> None:
        layout(game, encoding)  # refuses an encoding that there is not
        self.game, self.encoding = game, encoding
        self.acting: tuple[int, ...] = ()
        self._rng: Rng = np.zeros(4, np.int64)
        self._desk = laid_out(game.fresh_state())
        self._views: dict[int, View] = {}

    def begin(self, rng: Rng) -> None:
        """A new game, whose chance is drawn from this generator."""
        self._put(self.game.fresh_state(), rng)

    def play(self, chosen: Mapping[int, int]) -> None:
        """Carry out what everybody who was asked has chosen, which must be legal, and go on until somebody is asked."""
        self._views = {}
        self._go_on(chosen)

    def _put(self, state: State, rng: Rng) -> None:
        self._desk.put(state)
        self._rng = rng.copy()
        self.play({})

    def _go_on(self, chosen: Mapping[int, int]) -> None:
        rules, box = self.game.rules, self.game.open_box
        for seat in sorted(chosen):
            rules.apply(box, self._desk, seat, chosen[seat])
        who = rules.acting(box, self._desk)
        while who == CHANCE:
            rules.apply(box, self._desk, CHANCE, weighted(self._rng, chance_weights(self.game, self._desk)))
            who = rules.acting(box, self._desk)
        self.acting = tuple(sorted(seats_in(int(who))))

    # What is the case

    @property
    def over(self) -> bool:
        return not self.acting

    @property
    def places(self) -> list[int]:
        return numbers(self.game, self._desk, "places")

    @property
    def points(self) -> list[int]:
        return numbers(self.game, self._desk, "points")

    def truth(self) -> Row:
        """The whole truth as a row of numbers: what an observation has, without the seat that looks."""
        return observation(View.of_known(self.game, self._desk.record(), NOBODY), self.encoding)[1:]

    # What a seat is told

    def view(self, seat: int) -> View:
        """What a seat knows now; made once."""
        if seat not in self._views:
            self._views[seat] = self._view(seat)
        return self._views[seat]

    def _view(self, seat: int) -> View:
        return View(self.game, self._desk, seat)

    def mask(self, seat: int) -> Mask:
        """1 for each action that the seat may choose now; all 0 while it is not asked."""
        mask = np.zeros(self.game.rules.ACTIONS, np.int8)
        if seat in self.acting:
            self.game.rules.legal(self.game.open_box, self.view(seat).desk, seat, mask)
        return mask

    def legal(self, seat: int) -> list[Action]:
        """The same in words, the highest number first."""
        return legal_actions(self.game, self.view(seat).desk, seat) if seat in self.acting else []

    def observation(self, seat: int) -> Row:
        return observation(self.view(seat), self.encoding)

    def checked(self, seat: int, action: Any) -> int:
        """The number of an action that the seat may choose now; anything else is refused with what it may."""
        if isinstance(action, np.ndarray) and action.shape == ():
            action = action[()]  # a number too: action spaces count it as one of theirs
        is_number = isinstance(action, int | np.integer) and not isinstance(action, bool)
        if is_number and 0 <= action < self.game.rules.ACTIONS and self.mask(seat)[action]:
            return int(action)
        choices = ", ".join(f'{one.number} "{one.words}"' for one in self.legal(seat))
        raise WrongAction(f"Seat {seat} may not choose {action!r} now; allowed are {choices or 'no actions at all'}.")

    # Saving

    @property
    def name(self) -> str:
        """Which game this is, told so exactly that only the same game is called the same."""
        game = self.game
        switches = (
            ", ".join(f"{name}={value}" for name, value in sorted(game.changed_switches.items())) or "no switches"
        )
        return f"{game.name} {game.rules.VERSION} for {game.seats}, {switches}, box {game.contents.digest}"

    def save(self) -> Saved:
        return Saved(self.name, self._desk.record().tobytes(), self._rng.tolist())

    def check_saved(self, saved: Saved) -> None:
        """Refuse what was saved at another table. What lies on the table is taken for what it says."""
        if saved.table != self.name:
            raise WrongSave(f"This was saved at a table of {saved.table}; here is one of {self.name}.")
        check_whole(len(saved.state) == self.game.rules.STATE.itemsize)
        stream(saved.rng)

    def restore(self, saved: Saved) -> None:
        """Go on from there as it would have gone on."""
        self.check_saved(saved)
        self._put(np.frombuffer(saved.state, self.game.rules.STATE)[0], stream(saved.rng))


class CompiledTable(Table):
    """The same in machine code: what was chosen, chance, masks and views of those who are asked are one call."""

    mode = COMPILED

    def __init__(self, game: Game, encoding: str = NUMBERS) -> None:
        super().__init__(game, encoding)
        rules = game.rules
        self._tables = np.zeros(1 + game.seats, rules.STATE)
        self._scratch = apart(referee_record(rules.ACTIONS, rules.OUTCOMES, game.seats))[0]

    def _put(self, state: State, rng: Rng) -> None:
        self._tables[0] = state
        self._scratch.rng[:] = rng
        self.play({})

    def _go_on(self, chosen: Mapping[int, int]) -> None:
        self._scratch.who = sum(1 << seat for seat in chosen)
        for seat, number in chosen.items():
            self._scratch.chosen[seat] = number
        runnable(step, COMPILED)(self.game.box, self._tables, self._scratch)
        self._desk.put(self._tables[0])
        self._rng[:] = self._scratch.rng
        self.acting = tuple(sorted(seats_in(int(self._scratch.who))))

    def _view(self, seat: int) -> View:
        if seat in self.acting:
            return View.of_known(self.game, self._tables[1 + seat].copy(), seat)
        return super()._view(seat)

    def mask(self, seat: int) -> Mask:
        if seat in self.acting:
            return self._scratch.masks[seat].copy()
        return np.zeros(self.game.rules.ACTIONS, np.int8)


def table(game: Game, encoding: str = NUMBERS, mode: str = PLAIN) -> Table:
    """A table that runs in this mode."""
    return (CompiledTable if checked_mode(mode) == COMPILED else Table)(game, encoding)
