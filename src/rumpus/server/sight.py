"""What one viewer has seen of a table: every count that they are told counts only that.

Versions, moments and lines are counted for each viewer apart. A step that a viewer cannot see leaves their counts as
they were, so that not even a number tells that there was one.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Any

from rumpus.core.match import Match, Move
from rumpus.core.rules import CHANCE
from rumpus.core.view import View


def steps_of(moves: Sequence[Move], first: int = 0) -> Iterator[tuple[int, int]]:
    """From where to where: each choice with what chance did after it, and what chance did before any."""
    choices = [number for number in range(first + 1, len(moves)) if moves[number].seat != CHANCE]
    return pairwise([first, *choices, len(moves)]) if first < len(moves) else iter(())


SHOWN = 12
"""So many scenes of one step are shown at most: a deal of a whole pack is seen, but not card by card."""


def some_of(views: Sequence[View]) -> Sequence[View]:
    """Those that are shown on the way: all of a few; of many some at even distances, and the last."""
    if len(views) <= SHOWN:
        return views
    return [views[(number + 1) * len(views) // SHOWN - 1] for number in range(SHOWN)]


def dealt(moves: Sequence[Move]) -> int:
    """How many moves chance made before anybody chose."""
    return next((number for number, move in enumerate(moves) if move.seat != CHANCE), len(moves))


class Sight:
    """The table as it unfolds before one viewer: a seat, or NOBODY for all who watch."""

    def __init__(self, viewer: int, view: View) -> None:
        self.viewer, self.view = viewer, view
        self.version = 0
        """How often something has changed for this viewer."""
        self.ask: int | None = None
        """The version at which this seat was asked for the choice that it has to make."""
        self.lines: list[tuple[str, int]] = []
        """What was told, and at which moment."""
        self.steps: list[int] = [0]
        """The moments: after how many moves each was."""
        self.kept: int | None = None
        """Lines from this one on have been replaced at some time, so that who has some may have others."""
        self.between: Sequence[View] = ()
        """What was to be seen on the way from the version before to this one, where chance has moved."""
        self._scene: Any = None
        self._scenes_between: list[Any] | None = None

    def copy(self) -> "Sight":
        twin = Sight.__new__(Sight)
        twin.__dict__.update(self.__dict__)
        twin.lines, twin.steps = self.lines.copy(), self.steps.copy()
        return twin

    @property
    def scene(self) -> Any:
        """What lies on the table for this viewer; made once for all who look from here."""
        if self._scene is None:
            self._scene = self.view.scene()
        return self._scene

    @property
    def scenes_between(self) -> list[Any]:
        """What lay on the table on the way here; made once for all who look from here, and only if they do."""
        if self._scenes_between is None:
            self._scenes_between = [view.scene() for view in self.between]
        return self._scenes_between

    def tell(self, text: str) -> None:
        """A line that everybody may read, about those at the table."""
        self.lines.append((text, len(self.steps) - 1))

    # What happens

    def notice(self) -> None:
        """Something has changed for this viewer that is no step of the game."""
        self.version += 1
        self._pass()

    def begin(self, match: Match) -> None:
        """The game begins; moves may have been made before, at another table."""
        first = dealt(match.moves)
        self._see(match.view(self.viewer, 0))
        self.steps = []
        self.look(match, 0, first)
        self.steps = [first]
        for start, end in steps_of(match.moves, first):
            self.look(match, start, end)
        self.notice()

    def look(self, match: Match, first: int, last: int) -> bool:
        """The moves from `first` to before `last`, as one step; whether anything of it is to be seen from here."""
        told: list[str] = []
        way: list[View] = []
        before, game = self.view, match.game
        for number in range(first, last):
            after = match.view(self.viewer, number + 1)
            if before != after:
                told += game.words.tell(game, before.desk, after.desk, match.moves[number].seat)
                way.append(after)
                before = after
        if before is self.view:
            return False
        self._see(before)
        self._pass(some_of(way[:-1]))
        self.steps.append(last)
        self.lines += [(text, len(self.steps) - 1) for text in told]
        return True

    def go_back(self, match: Match, first: int) -> bool:
        """The moves from `first` on are others than before; whether that is to be seen from here."""
        lines, moments, view = self.lines.copy(), len(self.steps), self.view
        self.steps = [step for step in self.steps if step <= first]
        self.lines = [line for line in self.lines if line[1] < len(self.steps)]
        self._see(match.view(self.viewer, first))
        for start, end in steps_of(match.moves, first):
            self.look(match, start, end)
        self._pass()
        if lines == self.lines and moments == len(self.steps) and view == self.view:
            return False
        self.forget_lines(
            sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(lines, self.lines, strict=False)))
        )
        return True

    def forget_lines(self, first: int) -> None:
        """Who has lines from this one on may have others than they should."""
        self.kept = first if self.kept is None else min(self.kept, first)

    def _see(self, view: View) -> None:
        self.view, self._scene = view, None

    def _pass(self, views: Sequence[View] = ()) -> None:
        self.between, self._scenes_between = views, None
