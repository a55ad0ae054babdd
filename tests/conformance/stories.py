"""Short stories of random games, for readers: what was chosen, what is told of it, and how the table looked.

A short game is told whole; of a long one its beginning, some stretches on the way, and its end.
"""

from collections.abc import Iterator

from rumpus.core.match import Match
from rumpus.core.rules import CHANCE, NOBODY
from tests.conformance.cases import Case, opened, spoken
from tests.conformance.walking import walk

WHOLE = 60
"""A game of so many moves at most is told whole."""
BEGINNING, STRETCH, STRETCHES = 60, 20, 4
SEED = 1


def story_of(chosen: Case) -> str:
    game = opened(chosen)
    match = game.match(by_hand=True)
    for step in walk(game, SEED):
        match.play(step.seat, step.number)
    lines = [f"# {spoken(chosen)}: a random game of {len(match.moves)} moves", ""]
    for first, last in stretches(len(match.moves)):
        lines += [*table(match, first), f"## Moves {first + 1} to {last}", "", *moves(match, first, last), ""]
    places, points = (" ".join(map(str, numbers)) for numbers in (match.places or [], match.points))
    return "\n".join([*lines, *table(match, len(match.moves)), f"Places {places}, points {points}: {match.reason}", ""])


def stretches(length: int) -> list[tuple[int, int]]:
    """From which move to which."""
    if length <= WHOLE:
        return [(0, length)]
    between = [length * number // STRETCHES for number in range(1, STRETCHES)]
    return [(0, BEGINNING), *((first, first + STRETCH) for first in between), (length - STRETCH, length)]


def table(match: Match, moment: int) -> Iterator[str]:
    """How it looks to one of those who are asked; at its ends and before chance to those who watch."""
    asked = sorted(match.view(NOBODY, moment).acting - {CHANCE}) if moment else []
    viewer = asked[0] if asked else NOBODY
    when = f"after {moment} moves" if moment else "at the beginning"
    who = f"seat {viewer} sees" if asked else "those who watch see"
    yield from (f"## The table {when}, as {who} it", "", str(match.view(viewer, moment)), "")


def moves(match: Match, first: int, last: int) -> Iterator[str]:
    """Each with what it is called, and what is told of it to one who sees everything."""
    for number in range(first, last):
        before, move = match.states[number], match.moves[number]
        words = match.game.words
        if move.seat == CHANCE:
            called = words.outcome(match.game, before, move.number)
        else:
            called = words.action(match.game, before, move.seat, move.number)
        yield f"{number + 1}. {'chance' if move.seat == CHANCE else f'seat {move.seat}'}: {called}"
        yield from (f"    {line}" for line in match.tell(number))
