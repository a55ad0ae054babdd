"""What a seat may take back among people: a step of a choice that nobody else has noticed.

Four nevers: taking back never changes who acts, never makes another choose again, never takes back what somebody has
learnt, and never takes back what chance showed.
"""

from collections.abc import Iterator

from rumpus.core.errors import RumpusError
from rumpus.core.match import Match
from rumpus.core.rng import generator
from rumpus.core.rules import CHANCE, NOBODY
from rumpus.core.view import seen_from

WORLDS = 64
"""So many worlds that fit what a seat knew are tried, to see whether its step taught it anything."""


def what_can_be_taken_back(match: Match, seat: int) -> int | None:
    """The place among the moves of the seat's last choice, if it may be taken out; else none."""
    place = last_choice(match, seat)
    if place is None or seat not in match.acting or _was_noticed_at_once(match, seat, place):
        return None
    if _chance_showed_something(match, seat, place):
        return None
    without = _without(match, place)
    if without is None or seat not in without.acting or not _is_unnoticed(match, without, seat, place):
        return None
    return None if _taught_something(match, seat, place) else place


def last_choice(match: Match, seat: int) -> int | None:
    """The place among the moves of the seat's last choice."""
    return next((place for place in reversed(range(len(match.moves))) if match.moves[place].seat == seat), None)


def _was_noticed_at_once(match: Match, seat: int, place: int) -> bool:
    """Whether somebody saw the choice when it was made: most are, and then there is no need to look further."""
    others = (NOBODY, *(other for other in range(match.game.seats) if other != seat))
    return not all(match.view(other, place) == match.view(other, place + 1) for other in others)


def _chance_showed_something(match: Match, seat: int, place: int) -> bool:
    """Chance answered the choice itself, or showed the seat something later."""
    if len(match.moves) > place + 1 and match.moves[place + 1].seat == CHANCE:
        return True
    return any(
        match.moves[later].seat == CHANCE and match.view(seat, later) != match.view(seat, later + 1)
        for later in range(place + 1, len(match.moves))
    )


def _without(match: Match, place: int) -> Match | None:
    """The match as if the choice had not been made; none if the others could not have chosen as they did."""
    try:
        return match.replay([*match.moves[:place], *match.moves[place + 1 :]])
    except RumpusError:
        return None


def _is_unnoticed(match: Match, without: Match, seat: int, place: int) -> bool:
    """Whether everybody else has seen the same all along, with the choice and without it."""
    return all(
        match.view(other, moment + 1) == without.view(other, moment)
        for other in (*range(match.game.seats), NOBODY)
        if other != seat
        for moment in range(place, len(without.moves) + 1)
    )


def _taught_something(match: Match, seat: int, place: int) -> bool:
    """Whether the seat knows more after its choice than follows from what it knew before and from the choice."""
    known = match.view(seat, place + 1).state.tobytes()
    return any(found != known for found in _what_could_be_seen(match, seat, place))


def _what_could_be_seen(match: Match, seat: int, place: int) -> Iterator[bytes]:
    """What the seat would know after the choice, in some of the worlds that fit what it knew before."""
    game, rng = match.game, generator(place)
    for _ in range(WORLDS):
        world = seen_from(game, match.states[place], seat)
        game.rules.determinize(game.open_box, world, seat, rng)
        game.rules.apply(game.open_box, world, seat, match.moves[place].number)
        game.rules.redact(game.open_box, world, seat)
        yield world.record().tobytes()
