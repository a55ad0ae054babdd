"""What is called out, and heard."""

from rumpus.core.view import View
from rumpus.games.arrr import words
from rumpus.games.arrr.rules import records
from rumpus.games.arrr.rules.records import (
    ACCEPTED,
    AT_ANSWER,
    CHALLENGING,
    FLASH,
    LOST_OF,
    PENALTY,
    WON,
)
from rumpus.table.scene import Sound
from rumpus.table.telling import listed


def news(view: View) -> str:
    state = view.desk
    if view.places:
        winners = [words.called(view.game, seat) for seat, place in enumerate(view.places) if place == 1]
        return f"{winners[0]} wins the game" if len(winners) == 1 else f"{listed(winners)} share the win"
    who = words.called(view.game, int(state.turn)) if state.turn >= 0 else ""
    if state.last_winner >= 0:
        return won(view)
    if is_challenged(view):
        return f"{who} challenges {words.called(view.game, int(state.target))}"
    if is_answered(view):
        answer = "accepts" if state.answer == ACCEPTED else "refuses"
        return f"{words.called(view.game, int(state.target))} {answer}"
    return f"{words.sea_name(view.game, int(state.course))} strikes back" if is_penalty(view) else ""


def won(view: View) -> str:
    """What the last action has brought somebody."""
    who, card = words.called(view.game, int(view.desk.last_winner)), int(view.desk.last_sea)
    return f"{who} conquers {words.sea_name(view.game, card)}" if card >= 0 else f"{who} wins the challenge"


def _is_new(view: View, stage: int) -> bool:
    """Whether a window has just been opened: nobody has passed in it, and nothing lies on the pile."""
    state = view.desk
    return bool(state.stage == stage and not state.piled and not any(state.passed))


def is_challenged(view: View) -> bool:
    return bool(_is_new(view, FLASH) and view.desk.deed == CHALLENGING)


def is_answered(view: View) -> bool:
    return _is_new(view, AT_ANSWER)


def is_penalty(view: View) -> bool:
    """A test was lost, and its mark has just come on the pile (§7.1)."""
    state = view.desk
    is_first = bool(state.stage == PENALTY and state.piled == 1 and not any(state.passed))
    return is_first and bool(state.pile_list[0] >= LOST_OF)


def sound(view: View) -> Sound:
    state = view.desk
    if state.phase == records.ENDED:
        return "win"
    if state.phase == records.ROLLING:
        return "roll"
    if is_penalty(view) or state.phase == records.DAMAGED:
        return "boom"
    if is_challenged(view) or state.phase == records.SPOILING:
        return "clash"
    return "coin" if state.last_winner >= 0 or state.stage == WON else "card"
