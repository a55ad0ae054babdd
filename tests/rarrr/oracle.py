"""What may be laid, worked out from RULES.md §4 and §9 by trying everything: slow, short, and nobody else's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from .at_the_table import BOOSTS, SEATS, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rumpus import Match

VALUE = {boost: value for value, boost in enumerate(BOOSTS, start=1)}


@dataclass(frozen=True)
class Turn:
    """A turn half laid: the set under way, and what there is for more."""

    hand: tuple[tuple[str, int], ...]
    limits: tuple[tuple[str, int], ...]
    """How many cards a set of each type may have; a type of which there is a set already is not here."""
    boosts: tuple[int, ...]
    is_face_down: bool
    level: int
    """Of all the sets that are closed."""
    type: str = ""
    size: int = 0
    sum: int = 0
    boost: int = 0

    @property
    def makes(self) -> int:
        return self.level + (self.sum + self.boost) * self.size

    def without(self, kind: str) -> tuple[tuple[str, int], ...]:
        return tuple((one, many - (one == kind)) for one, many in self.hand if many > (one == kind))

    def room(self) -> bool:
        return bool(self.type) and self.size < dict(self.limits)[self.type]

    def closed(self, type: str) -> Turn:
        """The next set begins."""
        limits = tuple(pair for pair in self.limits if pair[0] != self.type)
        return replace(self, limits=limits, level=self.makes, type=type, size=0, sum=0, boost=0)

    def up(self, kind: str) -> Turn | None:
        type, value = kind.split("_")
        here = self if type == self.type else self.closed(type) if type in dict(self.limits) else None
        if here is None or not here.room():
            return None
        return replace(here, hand=self.without(kind), size=here.size + 1, sum=here.sum + int(value))

    def steps(self) -> Iterator[tuple[str, Turn]]:
        for kind, _ in self.hand:
            name = kind.replace("_", " ").capitalize()
            after = self.up(kind)
            if after is not None:
                yield f"lay {name}", after
            if self.is_face_down and self.room():
                yield f"lay {name} face down", replace(self, hand=self.without(kind), size=self.size + 1)
        for boost in self.boosts if self.type and not self.boost else ():
            left = tuple(other for other in self.boosts if other != boost)
            yield f"boost {self.type.capitalize()} by {boost}", replace(self, boosts=left, boost=boost)


@cache
def beats(turn: Turn, top: int) -> bool:
    """Whether some way to go on makes more than that."""
    return turn.makes > top or any(beats(after, top) for _, after in turn.steps())


def allowed(turn: Turn, top: int) -> set[str]:
    """The words of all steps that can still beat the table, and of the confirmation if it beats it already."""
    words = {step for step, after in turn.steps() if beats(after, top)}
    if turn.type and turn.makes > top:
        words.add(f"confirm {turn.makes}")
    return words if turn.type else words | {"pass"}


def turn_under_way(match: Match, resists: Mapping[str, str]) -> tuple[Turn, int]:
    """Read off a position: the turn before anything was laid, and what it has to beat."""
    position = match.position()
    seat, switches = position["turn"], match.game.switches
    limits = {type: position["icons"][seat].get(type, 0) for type in TYPES}
    if switches["resistance"]:
        limits[resists[position["contested"]]] -= 1
    used = {type for type, size in position["sets"][seat].items() if size}
    return Turn(
        hand=tuple(sorted(position["hand"][seat].items())),
        limits=tuple((type, limit) for type, limit in limits.items() if type not in used),
        boosts=tuple(VALUE[boost] for boost, is_left in position["boosts"][seat].items() if is_left),
        is_face_down=bool(switches["face_down"]),
        level=position["level"][seat],
    ), highest_of_others(position)


def highest_of_others(position: dict[str, Any]) -> int:
    return max(position["level"][seat] for seat in SEATS if seat != position["turn"])


def after(turn: Turn, words: str) -> Turn:
    return dict(turn.steps())[words]
