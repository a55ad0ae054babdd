"""What is asked, the choices that have no piece to touch, and what is called out."""

from collections.abc import Iterator
from typing import Literal

from rumpus.core.record import NONE
from rumpus.core.rules import State
from rumpus.core.view import View
from rumpus.games.kaiju import words
from rumpus.games.kaiju.rules import records
from rumpus.games.kaiju.rules.records import CARD, CONFIRM, CUBES, DIRECTIONS, END, FACE, PART, PARTS, REST, STAND, STAY
from rumpus.table.scene import Button, Sound
from rumpus.table.telling import counted, listed

KINDS_OF_BUTTON: dict[int, Literal["plain", "confirm", "pass"]] = {CONFIRM: "confirm", END: "pass", STAY: "pass"}
LABELS = {REST: "Rest", STAND: "Stand", STAY: "Stay", END: "End turn"}


def buttons(view: View) -> Iterator[Button]:
    for action in sorted(view.allowed):
        label = _label(view, action)
        if label:
            yield Button(action, label, KINDS_OF_BUTTON.get(action, "plain"))


def _label(view: View, action: int) -> str:
    if action in LABELS:
        return LABELS[action]
    if action == CONFIRM:
        return _confirmation(view)
    if PART <= action < REST:
        return _part_label(view, action - PART)
    return DIRECTIONS[action - FACE].capitalize() if FACE <= action < CARD else ""


def _confirmation(view: View) -> str:
    many = int(view.desk.half.sum())
    if view.desk.phase == records.CHALLENGING:
        return f"Attack with {counted(many, 'card')}"
    return f"Discard {counted(many, 'card')} and rest" if many else "Rest, keep all"


def _part_label(view: View, part: int) -> str:
    """The ability by what it does."""
    card = words.building(view.game, int(view.desk.taken[view.seat, view.desk.half_card]))
    return (words.DOES[card.ability] if part == 0 else f"use the {PARTS[part]}").capitalize()


ASKED = {
    records.STARTING: ("Where do you come ashore?", "§1.6"),
    records.RESTING: ("Discard any cards, then rest.", "§3.3"),
    records.CHALLENGING: ("Attack with which cards?", "§4.2"),
    records.FOLLOWING: ("They stand: go elsewhere, or stay.", "§4.3"),
    records.STRIKING: ("Discard which card to kick the tank?", "§6.5"),
    records.CHOOSING_PART: ("Which part of the card do you use?", "§5.1"),
    records.TAKING: ("Take which resource?", "§5.2"),
    records.STEPPING: ("Move where?", "§5.2"),
    records.MAULING: ("Who drops a card?", "§5.2"),
    records.LOOKING: ("Look at the top of which lot?", "§5.2"),
    records.AIMING: ("Where does the missile strike?", "§6.7"),
    records.PLACING: ("A tank comes. Its space is taken: where to?", "§6.2"),
    records.FACING: ("A tank comes: which way does it look?", "§6.2"),
}


def prompt(view: View) -> tuple[str, str]:
    state = view.desk
    if not view.acting:
        return f"The game is over: {words.reason(view.game, state)}.", "§7.5"
    if min(view.acting) < 0:
        return _by_chance(view), "§6.4" if state.phase == records.SHOOTING else "§3.2"
    if view.seat not in view.acting:
        who = words.called(view.game, min(view.acting))
        return (
            (f"{who} stands or gives way.", "§4.3")
            if state.phase == records.DEFENDING
            else (f"{who} is choosing.", "§2.1")
        )
    return _asked_of_me(view)


def _by_chance(view: View) -> str:
    return "A card is dropped." if view.desk.phase == records.SHOOTING else "Cards are turned."


def _asked_of_me(view: View) -> tuple[str, str]:
    state = view.desk
    if state.phase == records.ACTING:
        return _action(view)
    if state.phase == records.DEFENDING:
        who = words.called(view.game, int(state.turn))
        answer = f"discard {_in_short(view)}, or give way" if STAND in view.allowed else "you must give way"
        return f"{who} attacks: {answer}.", "§4.3"
    if state.phase in (records.GIVING, records.GETTING):
        left = records.SWAPPED - int((state.half if state.phase == records.GIVING else state.half_in).sum())
        verb = "Give" if state.phase == records.GIVING else "Get"
        return f"{verb} {'two cards' if left == records.SWAPPED else 'one more card'}.", "§5.2"
    if state.phase == records.ROLLING:
        return ("Which tank?" if state.half_tank == NONE else "Where does the tank go?"), _tank_rule(state)
    if state.phase == records.TURNING:
        return "Which way does the tank look?", _tank_rule(state)
    return ASKED[int(state.phase)]


def _tank_rule(state: State) -> str:
    return "§6.5" if state.half_card == NONE else "§6.6"


def _in_short(view: View) -> str:
    """The cards that were laid against one: 'B C C'."""
    names = [words.kind_name(view.game, kind)[0] for kind in range(records.KINDS)]
    return " ".join(name for kind, name in enumerate(names) for _ in range(int(view.desk.offered[kind])))


def _action(view: View) -> tuple[str, str]:
    state = view.desk
    left = records.TURN_ACTIONS - int(state.actions)
    if not left:
        has_more = any(action != END for action in view.allowed)
        return ("End your turn, or use what is still free." if has_more else "End your turn."), "§2.1"
    what = "move or rest" if state.rested else "attack, move or rest"
    return f"{counted(left, 'action').capitalize()} left: {what}.", "§2.5" if state.rested else "§2.1"


# What is called out -----------------------------------------------------------------------------------------------


def news(view: View) -> str:
    state = view.desk
    if view.places:
        winners = [words.called(view.game, seat) for seat, place in enumerate(view.places) if place == 1]
        return f"{winners[0]} wins the game" if len(winners) == 1 else f"{listed(winners)} share the win"
    if state.last_at != NONE:
        return f"A missile strikes {words.corner(view.game, int(state.last_at))}"
    if state.last_tank != NONE and state.last_part == NONE and not state.struck[state.last_tank]:
        return f"A tank comes to {words.corner(view.game, int(state.tank_at[state.last_tank]))}"
    return _fall(view) if has_fallen(state) else _last_cube(view)


def _fall(view: View) -> str:
    name = words.lot(view.game, int(view.desk.last_lot)).name
    return f"{name} is rubble: the last round" if view.desk.ending else f"{name} is rubble"


def _last_cube(view: View) -> str:
    state = view.desk
    is_last = bool(state.last_lot != NONE and state.turn >= 0 and state.laid[state.turn] == CUBES)
    return f"{words.called(view.game, int(state.turn))} lays the last cube: the last round" if is_last else ""


def has_fallen(state: State) -> bool:
    """Whether the last level of a building was just taken."""
    return bool(state.last_lot != NONE and state.standing[state.last_lot] == 0)


def sound(state: State) -> Sound:
    if state.phase == records.ENDED:
        return "win"
    if state.last_at != NONE or has_fallen(state) or state.phase == records.SHOOTING:
        return "boom"
    return "clash" if state.last_lot != NONE and state.last_part == NONE else "card"
