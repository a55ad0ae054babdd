"""A game as it is opened at a table: rules, a box, switches and a number of seats."""

import sys
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from rumpus.core import position
from rumpus.core.batch import KEPT_GAMES, Batch, Results
from rumpus.core.box import Contents, Raw, Sections, read_contents, refusals_for
from rumpus.core.desk import laid_out
from rumpus.core.errors import RumpusError, WrongPosition, WrongSeat, WrongSwitch
from rumpus.core.rules import Box, State, register
from rumpus.core.switches import Value, read_switches, seats_for
from rumpus.core.whole import pythons

if TYPE_CHECKING:
    from rumpus.core.match import Match
    from rumpus.core.view import View


@lru_cache(maxsize=256)
def prepared(rules: ModuleType, written: bytes) -> Box:
    """The box with all that follows from its cards and switches: worked out once for equal boxes."""
    box = laid_out(np.frombuffer(written, rules.BOX)[0])
    rules.prepare(box)
    return box.record()


class Words(Protocol):
    """What a game's words.py answers: sentences for the log, for buttons and for screen readers."""

    def seat(self, game: "Game", seat: int) -> str: ...
    def action(self, game: "Game", view: State, seat: int, action: int) -> str: ...
    def piece(self, game: "Game", view: State, seat: int, action: int) -> str: ...
    def outcome(self, game: "Game", state: State, outcome: int) -> str: ...
    def tell(self, game: "Game", before: State, after: State, mover: int) -> list[str]: ...
    def reason(self, game: "Game", view: State) -> str: ...


@dataclass(frozen=True)
class Definition:
    """All that a game's folder gives: what the catalogue lists."""

    name: str
    title: str
    about: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    folder: Path
    rules: ModuleType
    sections: Sections
    fill: Callable[[Box, Contents], None]
    names: Callable[[Contents], position.Names]
    settle: Callable[[Box, State, Set[str]], None]
    """Fill in what a position did not say."""
    fault: Callable[[Box, State], tuple[str, str] | None]
    """What is wrong with a position: the field, and a sentence."""
    words: Words
    scene: Callable[["View"], Any]
    icons: tuple[str, ...] = ()
    """For the picture on its cover: names from the game-icons set."""
    reckon: Callable[["View"], Mapping[int, float]] | None = None
    """Where it can be worked out: for each action that the seat may choose its chance of success, exactly."""
    reckoned: str = "the chance to win"
    """What success is there: 'the chance to ...', in a few words."""
    get_ready: Callable[["Game"], None] = lambda game: None
    """Make the machine code for that, where there is some to make; whoever asks waits."""
    check: Callable[[Contents], None] = lambda contents: None
    """Refuse a box whose entries are right one by one, but not all together."""
    says: Callable[[Any], str] = lambda entry: ""
    """What an entry of the box does, in words, where that is made from its fields."""
    is_open: bool = False
    """Whether nothing is ever hidden from anybody: then several people may look at one screen all the time."""
    acts_at_once: bool = False
    """Whether there are moments at which several seats choose at once."""
    most_decisions: int = 20_000
    """A game takes no more decisions than these, by whoever they are made; generous."""
    is_solvable: bool = True
    """Whether it is worth trying to work out perfect play; not where there are far too many positions."""

    def open(
        self, switches: Mapping[str, Any] | None = None, box: str | Path | Raw | None = None, seats: int | None = None
    ) -> "Game":
        register(self.rules)
        contents = self.contents if box is None else self._read(box)
        with refusals_for(contents.version):
            self.check(contents)
        chosen = read_switches(self.rules.SWITCHES, self.rules.EXCLUSIONS, switches or {})
        return Game(self, contents, chosen, self._checked_seats(seats, chosen))

    def __reduce__(self) -> tuple[Any, ...]:
        """For other processes: a definition is not sent, but found again in the folder of its game."""
        folder = self.rules.__name__.rpartition(".")[0]
        if getattr(sys.modules.get(folder), "GAME", None) is not self:
            raise RumpusError(f"{self.title} cannot be sent to another process: it is not called GAME in '{folder}'.")
        return definition_in, (folder,)

    @property
    def files(self) -> tuple[Path, ...]:
        """What is in the box, as text: its cards, and its board if it has one."""
        return tuple(file for name in ("cards.toml", "board.toml") if (file := self.folder / name).exists())

    @cached_property
    def contents(self) -> Contents:
        """Our own box; read once, because every table wants it."""
        return self._read(None)

    def _read(self, box: str | Path | Raw | None) -> Contents:
        first, *more = self.files
        return read_contents(first, self.sections, box, more=tuple(more))

    def _checked_seats(self, seats: int | None, chosen: Mapping[str, Value]) -> int:
        """As many as play; as few as the switches allow, if nothing is said."""
        fewest, most = self.seats
        fitting = seats_for(self.rules.SWITCHES, chosen, fewest, most)
        if seats is None:
            return fitting[0]
        number = pythons(seats)
        if type(number) is not int or not fewest <= number <= most:
            allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            raise WrongSeat(f"{self.title} is for {allowed} players, not {number!r}.")
        if number not in fitting:
            raise WrongSwitch(
                f"With these switches {self.title} is for {' or '.join(map(str, fitting))} players, not {number}."
            )
        return number

    @property
    def rules_text(self) -> str:
        return (self.folder / "RULES.md").read_text(encoding="utf-8")


def definition_in(folder: str) -> Definition:
    """The definition in the folder of a game, told as Python imports it."""
    found: Definition = import_module(folder).GAME
    return found


class Game:
    """One way to play a game: its box, its switches and its number of seats."""

    def __init__(self, definition: Definition, contents: Contents, switches: dict[str, Value], seats: int) -> None:
        self.definition, self.contents, self.switches, self.seats = definition, contents, switches, seats

    def __repr__(self) -> str:
        changed = ", ".join(f"{name}={value}" for name, value in self.changed_switches.items())
        return f"<{self.definition.title}, {self.seats} seats{', ' + changed if changed else ''}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """For other processes: opened there again as it was opened here."""
        return reopened, (self.definition, self.contents, self.switches, self.seats)

    def __deepcopy__(self, memo: object) -> "Game":
        """The same: nothing of an open game ever changes."""
        return self

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def title(self) -> str:
        return self.definition.title

    @property
    def rules(self) -> ModuleType:
        return self.definition.rules

    @property
    def words(self) -> Words:
        return self.definition.words

    @property
    def changed_switches(self) -> dict[str, Value]:
        """The switches that are not at their default."""
        return {s.name: self.switches[s.name] for s in self.rules.SWITCHES if self.switches[s.name] != s.default}

    @cached_property
    def names(self) -> position.Names:
        """The names of seats, cards and whatever else the records count."""
        return self.definition.names(self.contents)

    def along(self, axis: str | int) -> tuple[str, ...]:
        """The names along an axis, of seats only those of this table; where a length has no list, its numbers.

        Lists may be longer than the names in this box.
        """
        if isinstance(axis, str) and axis in self.names:
            return tuple(self.names[axis])[: self.seats if axis == "seat" else None]
        return tuple(map(str, range(axis if isinstance(axis, int) else self.rules.LENGTHS[axis])))

    @cached_property
    def box(self) -> Box:
        """The record that the rules read."""
        box = np.zeros(1, self.rules.BOX)[0]
        self.definition.fill(box, self.contents)
        for switch in self.rules.SWITCHES:
            box[switch.name] = switch.values.index(self.switches[switch.name])
        return prepared(self.rules, box.tobytes())

    @cached_property
    def open_box(self) -> Box:
        """The box laid out, where plain Python reads it quicker."""
        return laid_out(self.box)

    def fresh_state(self) -> State:
        """The table before the first card is dealt."""
        return self._fresh_state.copy()

    @cached_property
    def _fresh_state(self) -> State:
        state = laid_out(np.zeros(1, self.rules.STATE)[0])
        self.rules.set_up(self.open_box, state, self.seats)
        return state.record()

    # Matches

    def match(self, seed: int | None = None, *, by_hand: bool = False) -> "Match":
        """A new match. Chance comes from the seed, or from the operating system; `by_hand` leaves it to you."""
        from rumpus.core.match import Match

        return Match(self, self.fresh_state(), seed=seed, by_hand=by_hand)

    def match_from(self, start: Mapping[str, Any], seed: int | None = None, *, by_hand: bool = False) -> "Match":
        """A match that starts from a position, as `Match.position` gives it."""
        from rumpus.core.match import Match

        first = self.state_from(start)
        return Match(self, first, seed=seed, by_hand=by_hand, start=self.position(first))

    def position(self, state: State) -> dict[str, Any]:
        return position.described(self.rules.STATE_FIELDS, state, self.names)

    def state_from(self, start: Mapping[str, Any]) -> State:
        """The state that a position describes; refused with the name of the field that cannot be."""
        if not isinstance(start, Mapping):
            raise WrongPosition(f"A position is a table of fields, found {type(start).__name__}.")
        state = self.fresh_state()
        position.write(self.rules.STATE_FIELDS, state, start, self.names)
        self._check_players(state)
        self.definition.settle(self.box, state, start.keys())
        fault = self.definition.fault(self.box, state)
        if fault is not None:
            raise WrongPosition(f"Field '{fault[0]}': {fault[1]}")
        return state

    def _check_players(self, state: State) -> None:
        """Games for several numbers of players keep theirs in the field `players`."""
        if "players" in (state.dtype.names or ()) and state.players != self.seats:
            raise WrongPosition(f"Field 'players': {self.seats} play at this table, not {state.players}.")

    # Batches

    def random_games(
        self, games: int, seed: int = 0, *, threads: int | None = None, keep: bool | None = None,
        mode: str | None = None, progress: Callable[[int], None] | None = None,
    ) -> Results:  # fmt: skip
        """Play whole games at random, over all cores; the same seed gives the same games on any number of threads."""
        if games < 1:
            raise RumpusError(f"At least 1 game has to be played, not {games}.")
        if threads is not None and threads < 1:
            raise RumpusError(f"At least 1 thread is needed, not {threads}.")
        table = np.zeros(1, self.rules.STATE)
        table[0] = self.fresh_state()
        batch = Batch(self.rules, self.box, self.seats, table, mode)
        return batch.play(games, seed, threads, games <= KEPT_GAMES if keep is None else keep, progress)


def reopened(definition: Definition, contents: Contents, switches: dict[str, Value], seats: int) -> Game:
    """A game with what it had where it was open before."""
    register(definition.rules)
    return Game(definition, contents, switches, seats)
