"""What is asked, the choices that have no piece to touch, and what may be passed on."""

from collections.abc import Iterator
from typing import Literal

from rumpus.core.record import NONE
from rumpus.core.view import View
from rumpus.games.arrr import words
from rumpus.games.arrr.rules import records
from rumpus.games.arrr.rules.announcing import is_in_turn, picking_word
from rumpus.games.arrr.rules.records import (
    ACCEPT,
    AFTER,
    AT_ANSWER,
    AT_PILLAGE,
    BEFORE,
    CHALLENGING,
    CHEAT,
    CONFIRM,
    DEPLETE,
    EVENT_OF,
    FLASH,
    LOST_OF,
    PASS,
    PENALTY,
    PILLAGE,
    PILLAGING,
    PREPARE,
    RECOVER,
    REFUSE,
    SAILING,
    SEAT,
    SHIFT,
    STAKE,
    STAT,
    STATS,
    TAKE,
    TRAIT_OF,
    TREASURE,
    USE_CAPTAIN,
)
from rumpus.games.arrr.rules.throwing import successes
from rumpus.games.arrr.scene.action import needed
from rumpus.games.arrr.words.names import pieces_in_words
from rumpus.table.scene import Button
from rumpus.table.telling import counted, listed

Asked = tuple[str, str]
KINDS: dict[int, Literal["plain", "confirm", "pass"]] = {CONFIRM: "confirm", PASS: "pass", ACCEPT: "confirm"}


# Buttons ----------------------------------------------------------------------------------------------------------


def buttons(view: View) -> Iterator[Button]:
    for action in sorted(view.allowed):
        label = _label(view, action)
        if label:
            yield Button(action, label, KINDS.get(action, "plain"))


def _label(view: View, action: int) -> str:
    if STAT <= action < STAKE:
        return _capital(words.stat_name(view.game, action - STAT))
    if STAKE <= action < TREASURE:
        return _capital(pieces_in_words(action - STAKE + 1))
    if TREASURE <= action < records.DRAW_CREW:
        return words.sea_name(view.game, action - TREASURE)
    if action == CONFIRM:
        return _confirmation(view)
    if action == REFUSE:
        return "Do not pay" if view.desk.phase == records.PAYING else "Refuse"
    return {
        PILLAGE: "Pillage",
        PASS: "Take no more" if view.desk.phase in (records.SPOILING, records.TIPPING) else "Pass",
        CHEAT: "Cheat: pay a Piece",
        USE_CAPTAIN: "Use your captain",
        ACCEPT: "Accept",
    }.get(action, "")


def _confirmation(view: View) -> str:
    state = view.desk
    if state.phase == records.RECRUITING:
        many = int(state.half_crew.sum()) + int(state.half_event.sum())
        return f"Discard {counted(many, 'card')}" if many else "Keep all"
    return "Equip" if state.half_crew.sum() else "Equip nothing"


# The prompt -------------------------------------------------------------------------------------------------------


def prompt(view: View) -> Asked:
    if not view.acting:
        return f"The game is over: {words.reason(view.game, view.desk)}.", "§11.2"
    if min(view.acting) < 0:
        return _by_chance(view)
    if view.seat not in view.acting:
        return _of_others(view)
    return _of_me(view)


def _by_chance(view: View) -> Asked:
    phase = int(view.desk.phase)
    if phase == records.ROLLING:
        return f"Dice are thrown for {STATS[int(view.desk.stat)]}.", "§6.1"
    if phase == records.EXPLORING:
        return "New horizons.", "§2.3"
    return ("A card is drawn.", "§3.2") if phase in (records.CREW_DRAW, records.EVENT_DRAW) else ("Set-up.", "§1.4")


def _of_others(view: View) -> Asked:
    who = listed([words.called(view.game, seat) for seat in sorted(view.acting)])
    phase = int(view.desk.phase)
    if phase == records.ASKED:
        return f"{situation(view)} {who} may answer.", _window_rule(view)
    doing, cites = OTHERS_DO.get(phase, ("is choosing", "§2.1"))
    if phase == records.CHOOSING and len(view.acting) == 1:
        doing = "chooses a captain"
    return f"{who} {doing}.", cites


OTHERS_DO = {
    records.CHOOSING: ("choose a captain", "§13.2"),
    records.RECRUITING: ("recruits", "§3.1"),
    records.REFILLING: ("draws cards", "§3.2"),
    records.EQUIPPING: ("equips the crew", "§4.1"),
    records.DECLARING: ("declares an action", "§5.1"),
    records.ANSWERING: ("accepts or refuses the challenge", "§8.1"),
    records.STAKING: ("names a stake", "§8.3"),
    records.SPOILING: ("takes cards", "§8.2"),
    records.TIPPING: ("may take a Piece", "§8.2"),
    records.DAMAGED: ("loses equipped cards", "§7.5"),
    records.DISCARDING: ("discards cards", "§10.9"),
    records.PAYING: ("pays, or does not", "§10.12"),
    records.DRAWING: ("draws cards", "§10.4"),
}


def _of_me(view: View) -> Asked:
    phase = int(view.desk.phase)
    if phase == records.ASKED:
        return f"{situation(view)} Play something, or pass.", _window_rule(view)
    if phase in (records.AIMING, records.PICKING):
        return _detail(view)
    if phase in (records.DECLARING, records.NAMING_STAT, records.NAMING_STAKE):
        return _declaration(view)
    if phase in (records.ANSWERING, records.STAKING, records.SPOILING, records.TIPPING):
        return _challenge(view)
    if phase in (records.DAMAGED, records.DISCARDING, records.PAYING, records.DRAWING):
        return _owed(view)
    return PREPARING[phase]


PREPARING = {
    records.CHOOSING: ("Which captain are you?", "§13.2"),
    records.RECRUITING: ("Discard what you do not want, then draw.", "§3.1"),
    records.REFILLING: ("Draw from which deck?", "§3.2"),
    records.EQUIPPING: ("Equip cards of your hand, then go on.", "§4.1"),
    records.REPLACING: ("Four are equipped: which one goes for it?", "§4.2"),
}


def _declaration(view: View) -> Asked:
    state = view.desk
    if state.phase == records.DECLARING:
        ways = ["pillage"]
        ways += ["sail"] if any(records.SEA <= one < records.SEAT for one in view.allowed) else []
        ways += ["challenge"] if any(SEAT <= one < STAT for one in view.allowed) else []
        return f"Your action: {listed(ways[1:] + ways[:1], 'or')}.", "§5.1"
    who = words.called(view.game, int(state.half_target))
    if state.phase == records.NAMING_STAT:
        return f"Challenge {who} on what?", "§5.4"
    return f"What does {who} stake?", "§5.4"


def _challenge(view: View) -> Asked:
    state = view.desk
    who, other = (words.called(view.game, int(seat)) for seat in (state.turn, state.target))
    if state.phase == records.ANSWERING:
        return f"{who} challenges you on {STATS[int(state.stat)]} for {_stake_named(view)}.", "§8.1"
    if state.phase == records.STAKING:
        return f"What does {who} stake?", "§8.3"
    if state.phase == records.SPOILING:
        number = f"{'up to ' if state.owed > 1 else ''}{counted(int(state.owed), 'card')}"
        return f"{other} refuses: take {number} of theirs.", "§8.2"
    return "Take a Piece from the reserve?", "§8.2"


def _stake_named(view: View) -> str:
    return words.stake_in_words(view.game, int(view.desk.stake[1]), int(view.desk.prize[1]))


def _detail(view: View) -> Asked:
    """Of what is being announced."""
    state, source = view.desk, int(view.desk.half_list)
    name = _capital(words.source_name(view.game, source))
    if state.phase == records.AIMING:
        return f"{name}: at whom?", "§9.1"
    asked, cites = PICKED[picking_word(view.game.open_box, source)]
    return f"{name}: {asked}", cites


PICKED = {
    DEPLETE: ("deplete which card?", "§10.7"),
    PREPARE: ("prepare which card?", "§10.7"),
    TAKE: ("take which card?", "§10.8"),
    RECOVER: ("which discarded card?", "§10.8"),
    SHIFT: ("which one moves towards the deck?", "§10.10"),
}


def _owed(view: View) -> Asked:
    """What something that is resolved asks of its target."""
    state, source = view.desk, int(view.desk.now_list)
    name, left = _capital(words.source_name(view.game, source)), int(state.owed)
    if state.phase == records.DAMAGED:
        return f"{name}: discard {counted(left, 'equipped card')}.", "§7.5"
    if state.phase == records.DRAWING:
        return f"{name}: draw {counted(left, 'card')}, from which deck?", "§10.4"
    left -= int(state.half_crew.sum()) + int(state.half_event.sum())
    if state.phase == records.PAYING:
        return f"{name}: discard {counted(left, 'card')} of your hand, or be barred.", "§10.12"
    return f"{name}: discard {counted(left, 'card')} of your hand.", "§10.9"


# Windows (§9) -----------------------------------------------------------------------------------------------------


def situation(view: View) -> str:
    """What was declared, and what it waits for: 'Rusty sails for the Ghost Ship: before the throw.'"""
    return f"{_uppermost(view) if view.desk.piled else f'{declared(view)}: {_moment(view)}'}."


def _uppermost(view: View) -> str:
    """'Inky plays Shoal at you', 'You use the ability of Big Tiny'."""
    state, top = view.desk, int(view.desk.piled) - 1
    source, owner, target = int(state.pile_list[top]), int(state.pile_owner[top]), int(state.pile_target[top])
    name = words.source_name(view.game, source)
    if source >= LOST_OF:
        return f"{_capital(name)} for {_me(view, owner)}"
    verb = "play" if EVENT_OF <= source < TRAIT_OF else "use"
    at = f" at {_me(view, target)}" if target not in (NONE, owner) else ""
    return f"{_who(view, owner)} {verb}{'' if owner == view.seat else 's'} {name}{at}"


def _capital(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]}"


def _who(view: View, seat: int) -> str:
    return "You" if seat == view.seat else words.called(view.game, seat)


def _me(view: View, seat: int) -> str:
    return "you" if seat == view.seat else words.called(view.game, seat)


def declared(view: View) -> str:
    """The action of this turn."""
    state = view.desk
    is_mine, who = state.turn == view.seat, _who(view, int(state.turn))
    if state.deed == PILLAGING:
        return f"{who} {'pillage' if is_mine else 'pillages'}"
    if state.deed == SAILING:
        return f"{who} {'sail' if is_mine else 'sails'} for {words.sea_name(view.game, int(state.course))}"
    whom = _me(view, int(state.target))
    return f"{who} {'challenge' if is_mine else 'challenges'} {whom} on {STATS[int(state.stat)]}"


def _moment(view: View) -> str:
    state = view.desk
    if state.stage == AFTER:
        if state.deed == CHALLENGING:
            return f"{successes(state, 0)} to {successes(state, 1)} successes"
        return f"{successes(state, 0)} of {needed(view)} successes"
    if state.stage == AT_ANSWER:
        return "accepted" if state.answer == records.ACCEPTED else "refused"
    return MOMENTS[int(state.stage)]


MOMENTS = {
    FLASH: "declared",
    AT_PILLAGE: "before the Pieces",
    BEFORE: "before the throw",
    PENALTY: "after the penalty",
}


def _window_rule(view: View) -> str:
    if view.desk.piled:
        return "§9.5"
    return {FLASH: "§9.2", AFTER: "§6.3"}.get(int(view.desk.stage), "§9.4")


# What may be passed on --------------------------------------------------------------------------------------------


def topic(view: View) -> str:
    """What is asked in this window, in words that follow 'always pass on'."""
    state = view.desk
    if state.phase != records.ASKED or view.seat not in view.acting:
        return ""
    if state.piled:
        return f"answers to {words.source_name(view.game, int(state.pile_list[int(state.piled) - 1]))}"
    whose = "your" if is_in_turn(state, view.seat) else "others'"
    return TOPICS[int(state.stage)].format(whose)


TOPICS = {
    FLASH: "{} declarations",
    AT_PILLAGE: "{} pillages",
    AT_ANSWER: "answers to {} challenges",
    BEFORE: "the moment before {} throws",
    AFTER: "the moment after {} throws",
    PENALTY: "{} penalties",
}


def concerns(view: View) -> bool:
    """Whether it is about the viewer: in turn, challenged, target of what lies uppermost, or answered by that."""
    state, seat = view.desk, view.seat
    if state.phase != records.ASKED or is_in_turn(state, seat) or state.target == seat:
        return True
    top = int(state.piled) - 1
    if top < 0 or state.pile_owner[top] == seat:
        return False
    return bool(state.pile_target[top] == seat or (top > 0 and state.pile_owner[top - 1] == seat))
