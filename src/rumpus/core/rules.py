"""The words every game answers, as generic functions.

A game's rules are a module of kernels with these names. Which game is meant is known by the record type of the state:
in plain Python by a look-up, in machine code by an overload (see overloads.py), which makes it a direct call.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from rumpus.core.rng import Rng

State: TypeAlias = Any
"""The whole truth of one moment; or, after `redact`, what one seat knows of it."""
Box: TypeAlias = Any
"""What is in the box: cards, numbers and the switches of this table. Read only."""
Mask = npt.NDArray[np.int8]
Weights = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int64]

OVER = 0
CHANCE = -1
NOBODY = -2

_rules: dict[np.dtype[Any], ModuleType] = {}
_twins: dict[np.dtype[Any], np.dtype[Any]] = {}


def register(rules: ModuleType) -> None:
    """Make a game's rules known to the generic words."""
    missing = [name for name in REQUIRED if not hasattr(rules, name)]
    if missing:
        raise TypeError(f"{rules.__name__} lacks {', '.join(missing)}")
    known = _rules.setdefault(rules.STATE, rules)
    if known is not rules:
        raise TypeError(f"{rules.__name__} and {known.__name__} have equal state records: give one a field more")


def twin(record: np.dtype[Any]) -> np.dtype[Any]:
    """The same record, but for its length: a state in the own memory of a thread of a GPU is known by that.

    Rules for such a state are code apart, called and not copied wherever they are called, which knows in what memory
    everything lies (overloads.py).
    """
    if record not in _twins:
        fields = {name: (kind, offset) for name, (kind, offset, *_) in (record.fields or {}).items()}
        kinds, offsets = [kind for kind, _ in fields.values()], [offset for _, offset in fields.values()]
        described = {"names": list(fields), "formats": kinds, "offsets": offsets, "itemsize": record.itemsize + 8}
        _twins[record] = np.dtype((np.record, np.dtype(described, align=True)))  # type: ignore[call-overload]
        _rules[_twins[record]] = _rules[record]
    return _twins[record]


def is_twin(record: np.dtype[Any]) -> bool:
    return record in _twins.values()


def registered() -> tuple[np.dtype[Any], ...]:
    """The state records of all games known so far."""
    return tuple(_rules)


def rules_of(record: np.dtype[Any]) -> ModuleType:
    """The rules of the game with this state record."""
    return _rules[record]


def answer(word: Callable[..., Any], record: np.dtype[Any]) -> Callable[..., Any]:
    """What the game with this state record answers to a word."""
    function: Callable[..., Any] = getattr(_rules[record], word.__name__)
    return function


def set_up(box: Box, state: State, seats: int) -> None:
    """The table before the first card is dealt."""
    _rules[state.dtype].set_up(box, state, seats)


def acting(box: Box, state: State) -> int:
    """The seats that may choose now as a bit mask; or CHANCE; or OVER."""
    who: int = _rules[state.dtype].acting(box, state)
    return who


def legal(box: Box, state: State, seat: int, mask: Mask) -> int:
    """Write 1 for each action the seat may choose and 0 for every other; the answer is how many it may choose from."""
    number: int = _rules[state.dtype].legal(box, state, seat, mask)
    return number


def chance(box: Box, state: State, weights: Weights) -> None:
    """Write the whole-number weight of each outcome, 0 for what cannot happen."""
    _rules[state.dtype].chance(box, state, weights)


def apply(box: Box, state: State, seat: int, action: int) -> None:
    """The seat's action takes place; an outcome of chance comes with seat = CHANCE."""
    _rules[state.dtype].apply(box, state, seat, action)


def points(box: Box, state: State, out: Numbers) -> None:
    """The score of each seat, at any time; in a view, unknown pieces count 0."""
    _rules[state.dtype].points(box, state, out)


def places(box: Box, state: State, out: Numbers) -> None:
    """Finishing places with all tie-breaks, 1 for the first, shared ones allowed, when the game is over."""
    _rules[state.dtype].places(box, state, out)


def redact(box: Box, state: State, seat: int) -> None:
    """Blank, in place, what the seat does not know; seat = NOBODY leaves only what lay face up."""
    _rules[state.dtype].redact(box, state, seat)


def determinize(box: Box, view: State, seat: int, rng: Rng) -> None:
    """Fill, in place, the blanks of the seat's view with one world that fits it."""
    _rules[view.dtype].determinize(box, view, seat, rng)


def forget(box: Box, state: State) -> None:
    """Blank, in place, what no longer matters: tables alike after it go on alike, to the same places."""
    _rules[state.dtype].forget(box, state)


def action_count(state: State) -> int:
    """ACTIONS of the game; a constant in machine code, so that loops over a mask unroll."""
    count: int = _rules[state.dtype].ACTIONS
    return count


WORDS = (set_up, acting, legal, chance, apply, points, places, redact, determinize, forget)
REQUIRED = (
    *(word.__name__ for word in WORDS),
    *("prepare", "STATE", "STATE_FIELDS", "BOX", "BOX_FIELDS", "LENGTHS"),
    *("SEATS", "ACTIONS", "ACTION_FIELDS", "OUTCOMES", "SWITCHES", "EXCLUSIONS", "VERSION"),
)
