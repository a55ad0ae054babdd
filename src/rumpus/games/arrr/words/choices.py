"""What an action is called, and what chance decides."""

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import State
from rumpus.games.arrr.rules import records
from rumpus.games.arrr.rules.records import (
    ACCEPT,
    CAPTAIN,
    CARD,
    CHEAT,
    CONFIRM,
    DRAW_CREW,
    DRAW_EVENT,
    EVENT,
    FIRST_CREW,
    LONGEST_ROW,
    PASS,
    PILLAGE,
    REFUSE,
    SEA,
    SEAT,
    SIDES,
    STAKE,
    STAT,
    TREASURE,
    USE_CAPTAIN,
)
from rumpus.games.arrr.words.names import (
    called,
    captain_name,
    collection_name,
    crew_name,
    event_name,
    face_name,
    pieces_in_words,
    sea_name,
    stat_name,
)

PLAIN_WORDS = {
    DRAW_CREW: "draw a crew card",
    DRAW_EVENT: "draw an event",
    PILLAGE: "pillage",
    CONFIRM: "confirm",
    PASS: "pass",
    CHEAT: "cheat",
    ACCEPT: "accept",
    REFUSE: "refuse",
}
CARD_VERBS = {
    records.RECRUITING: "discard",
    records.EQUIPPING: "equip",
    records.REPLACING: "replace",
    records.ASKED: "use",
    records.PICKING: "choose",
    records.SPOILING: "take",
    records.DAMAGED: "lose",
    records.DISCARDING: "discard",
    records.PAYING: "discard",
}
"""What is done with a crew card."""


def action(game: Game, view: State, seat: int, action: int) -> str:
    name = piece(game, view, seat, action)
    if action >= CAPTAIN:
        return f"choose {name}"
    if action == USE_CAPTAIN:
        return f"use captain {name}"
    if action >= DRAW_CREW:
        return "refuse to pay" if action == REFUSE and view.phase == records.PAYING else PLAIN_WORDS[action]
    if action >= STAKE:
        return f"{'take' if view.phase == records.TIPPING else 'demand'} {name}"
    if action >= STAT:
        return f"challenge in {name}"
    if action >= SEAT:
        return f"{'challenge' if view.phase == records.DECLARING else 'aim at'} {name}"
    if action >= SEA:
        return f"{'swap' if view.phase == records.PICKING else 'sail for'} {name}"
    if action >= CARD:
        return f"{CARD_VERBS.get(int(view.phase), 'choose')} {name}"
    return f"{'play' if view.phase == records.ASKED else 'discard'} {name}"


def piece(game: Game, view: State, seat: int, action: int) -> str:
    """The action in a table or a plot."""
    if action >= CAPTAIN:
        return captain_name(game, action - CAPTAIN)
    if action == USE_CAPTAIN:
        return captain_name(game, int(view.captain[seat])) if view.captain[seat] >= 0 else "Captain"
    if action >= DRAW_CREW:
        return {DRAW_CREW: "Crew card", DRAW_EVENT: "Event"}.get(action, PLAIN_WORDS[action].capitalize())
    if action >= TREASURE:
        return sea_name(game, action - TREASURE)
    if action >= STAKE:
        return pieces_in_words(action - STAKE + 1)
    if action >= STAT:
        return stat_name(game, action - STAT)
    if action >= SEAT:
        return called(game, action - SEAT)
    if action >= SEA:
        return _in_row(game, view, action - SEA)
    return crew_name(game, action - CARD) if action >= CARD else event_name(game, action - EVENT)


def _in_row(game: Game, view: State, place: int) -> str:
    """A card of the Seven Seas; where two change places, both."""
    name = _sea_at(game, view, place)
    return f"{name} and {_sea_at(game, view, place + 1)}" if view.phase == records.PICKING else name


def _sea_at(game: Game, view: State, place: int) -> str:
    card = int(view.row[place]) if place < LONGEST_ROW else NONE
    return sea_name(game, card) if card >= 0 else f"place {place + 1}"


def outcome(game: Game, state: State, outcome: int) -> str:
    """What chance decides, by what is under way."""
    phase = int(state.phase)
    if phase == records.FIRST:
        return f"{called(game, outcome)} starts"
    if phase == records.COLLECTIONS_DEAL:
        return f"{collection_name(game, outcome)} can be found"
    if phase == records.CAPTAINS_DEAL:
        return f"{called(game, captain_for(game, state))} gets {captain_name(game, outcome)}"
    if phase == records.ROLLING:
        return f"{called(game, thrower(state))} throws {face_name(game, outcome)}"
    if phase in (records.ROW_DEAL, records.EXPLORING):
        return f"{sea_name(game, outcome)} comes in sight"
    return _drawn(game, state, outcome)


def captain_for(game: Game, state: State) -> int:
    """Who gets the next captain: one each, or two each to choose from (§13.2)."""
    return int(state.dealt) // SIDES if game.open_box.captains else int(state.dealt)


def thrower(state: State) -> int:
    """Whose die is next (§8.4)."""
    return int(state.turn) if state.to_roll[0] > 0 else int(state.target)


def _drawn(game: Game, state: State, outcome: int) -> str:
    is_deal = state.phase == records.HANDS_DEAL
    who = int(state.dealt) if is_deal else int(state.owing)
    is_crew = state.phase == records.CREW_DRAW or (is_deal and state.crew_cards[who] < FIRST_CREW)
    return f"{called(game, who)} draws {crew_name(game, outcome) if is_crew else event_name(game, outcome)}"
