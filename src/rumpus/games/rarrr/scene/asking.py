"""What is asked of whom, and the choices that have no card to touch."""

from collections.abc import Iterator
from typing import Literal

from rumpus.core.record import NONE
from rumpus.core.view import View
from rumpus.games.rarrr import words
from rumpus.games.rarrr.rules import records, sets
from rumpus.games.rarrr.rules.records import (
    BOOST,
    BOOSTS,
    CONFIRM,
    HAND,
    PASS,
)
from rumpus.games.rarrr.scene.pieces import boost_of
from rumpus.table.scene import Button
from rumpus.table.telling import counted


def buttons(view: View) -> Iterator[Button]:
    for action in sorted(view.allowed & {PASS, CONFIRM, *range(BOOST, BOOST + BOOSTS)}):
        yield Button(action, _label(view, action), KINDS_OF_BUTTON.get(action, "plain"))


KINDS_OF_BUTTON: dict[int, Literal["plain", "confirm", "pass"]] = {CONFIRM: "confirm", PASS: "pass"}


def _label(view: View, action: int) -> str:
    if action == CONFIRM:
        return "Lay it"
    if action == PASS:
        return "Pass" if view.desk.phase == records.LAYING else "Nothing"
    return f"Boost +{boost_of(view, action - BOOST)}"


def prompt(view: View) -> tuple[str, str]:
    state = view.desk
    if not view.acting:
        return f"The game is over: {words.reason(view.game, state)}.", "§7.1"
    if view.seat not in view.acting:
        return _waiting(view)
    return _asked(view)


def _waiting(view: View) -> tuple[str, str]:
    state = view.desk
    if min(view.acting) < 0:
        return "Cards are dealt.", "§3.1"
    if len(view.acting) > 1 or state.phase not in WAITING:
        return "The others are still choosing.", "§2.3" if state.phase == records.NAMING else "§3.2"
    what, cites = WAITING[int(state.phase)]
    return f"{words.monster_name(view.game, state, min(view.acting))} {what}.", cites


WAITING = {
    records.SELECTING: ("chooses a city", "§5.1"),
    records.LAYING: ("lays sets, or passes", "§5.2"),
    records.RETURNING: ("may take cards back", "§5.3"),
}


def _asked(view: View) -> tuple[str, str]:
    state, seat = view.desk, view.seat
    if state.phase == records.KATAKANA_DRAFT:
        return "Take a syllable; the rest goes to the left.", "§2.2"
    if state.phase == records.NAMING:
        return ("Leave one syllable out.", "§2.3") if state.left_out[seat] == NONE else ("What is it called?", "§2.3")
    if state.phase == records.POWER_DRAFT:
        return f"Draft a card ({int(state.picked[seat]) + 1} of {HAND}); the rest goes to the left.", "§3.2"
    if state.phase == records.SELECTING:
        return "You are the angriest: which city?", "§5.1"
    if state.phase == records.RETURNING:
        return f"Take {counted(int(state.returns), 'card')} back, if you like.", "§5.3"
    return _asked_to_lay(view)


def _asked_to_lay(view: View) -> tuple[str, str]:
    """By how much what is being laid beats the table, or how much is to be beaten."""
    state, seat = view.desk, view.seat
    target = sets.to_beat(state, seat)
    if view.allowed == {PASS}:
        return (f"You cannot beat {target}: pass." if target else "You cannot lay anything: pass."), "§4.7"
    if state.half == NONE:
        return (f"Lay more than {target}, or pass." if target else "Lay a set, or pass."), "§5.2"
    level = sets.half_level(view.game.open_box, state, seat)
    if level > target:
        return f"That makes {level}, {level - target} more than the others.", "§4.7"
    return f"That makes {level}: {target + 1 - level} short.", "§4.7"
