"""What just happened, from two views of one viewer: who did what, what followed, whose turn it is."""

from rumpus.core.game import Game
from rumpus.core.record import NONE, UNKNOWN
from rumpus.core.rules import State
from rumpus.games.arrr.rules import records
from rumpus.games.arrr.rules.records import (
    COLLECTIONS,
    DECK,
    DISCARDED,
    IN_HAND,
    IN_ROW,
    OUT,
    PILLAGING,
    SET,
    TURNS_EACH,
)
from rumpus.games.arrr.words.doings import PLAYING, captains, chosen, discarded, lost_by
from rumpus.games.arrr.words.names import (
    EVERY_CREW,
    EVERY_EVENT,
    EVERY_SEA,
    captain_name,
    cards_listed,
    collection_name,
    crew_listed,
    crew_name,
    event_name,
    pieces_in_words,
    sea_name,
)
from rumpus.games.arrr.words.pile import Entry, Step, gone, played, resolved_lines
from rumpus.games.arrr.words.throws import has_ended, throw_lines
from rumpus.table.telling import listed, sentence


def tell(game: Game, before: State, after: State, mover: int) -> list[str]:
    """What happened between two views of one viewer."""
    step = Step(game, before, after, mover)
    if mover < 0:
        lines = [*_chance(step), *_followed(step, None)]
    else:
        new = played(step) if before.phase in PLAYING else None
        lines = chosen(step, new)
        lines = [*lines, *_followed(step, new)] if lines else []
    return [sentence(line) for line in lines]


# What chance did --------------------------------------------------------------------------------------------------


def _chance(step: Step) -> list[str]:
    phase = step.before.phase
    if phase in (records.FIRST, records.COLLECTIONS_DEAL, records.CAPTAINS_DEAL):
        return _first_deals(step)
    if phase == records.ROW_DEAL:
        return _seven_seas(step)
    if phase == records.HANDS_DEAL:
        return _hand_dealt(step)
    if phase in (records.CREW_DRAW, records.EVENT_DRAW):
        return [_drawn(step)]
    return _new_horizons(step) if phase == records.EXPLORING else []


def _first_deals(step: Step) -> list[str]:
    """Who starts, which collections there are, who is who."""
    before, after, lines = step.before, step.after, list[str]()
    if before.phase == records.FIRST:
        lines.append(f"{step.name(after.turn)} starts")
    if before.phase <= records.COLLECTIONS_DEAL < after.phase:
        there = [number for number in range(len(COLLECTIONS)) if after.sea_at[number * SET] != OUT]
        lines.append(f"in the game are {listed([collection_name(step.game, number) for number in there])}")
    return [*lines, *captains(step), *_offers(step)]


def _offers(step: Step) -> list[str]:
    """The two captains that one may choose from (§13.2), when all have theirs: then only one's own are seen."""
    if step.after.phase != records.CHOOSING or step.before.phase == records.CHOOSING:
        return []
    offers = [(seat, step.after.offered[seat].tolist()) for seat in range(step.after.players)]
    return [
        f"{step.name(seat)} may be {listed([captain_name(step.game, one) for one in both], 'or')}"
        for seat, both in offers
        if min(both) >= 0
    ]


def _seven_seas(step: Step) -> list[str]:
    if step.after.phase == records.ROW_DEAL:
        return []
    row = [sea_name(step.game, card) for card in step.after.row.tolist() if card != NONE]
    return [f"in the Seven Seas lie {listed(row)}"]


def _hand_dealt(step: Step) -> list[str]:
    """The first hand, to those who see it, when it is complete (§1.5)."""
    before, after = step.before, step.after
    if after.phase == records.HANDS_DEAL and after.dealt == before.dealt:
        return []
    seat = int(before.dealt)
    crew = [card for card in EVERY_CREW if after.crew_at[card] == IN_HAND + seat]
    events = [event for event in EVERY_EVENT if after.event_at[event] == IN_HAND + seat]
    lines = [f"{step.name(seat)} gets {cards_listed(step.game, crew, events)}"] if crew else []
    return [*lines, *([_whose_turn(step)] if after.phase == records.RECRUITING else [])]


def _drawn(step: Step) -> str:
    """Which card, to the one who draws it."""
    before, after, who = step.before, step.after, int(step.before.owing)
    hand, name = IN_HAND + who, step.name(who)
    if before.phase == records.CREW_DRAW:
        crew = [card for card in EVERY_CREW if after.crew_at[card] == hand != before.crew_at[card]]
        return f"{name} draws {crew_name(step.game, crew[0]) if crew else 'a crew card'}"
    events = [event for event in EVERY_EVENT if after.event_at[event] == hand != before.event_at[event]]
    return f"{name} draws {event_name(step.game, events[0]) if events else 'an event'}"


def _new_horizons(step: Step) -> list[str]:
    """§2.3"""
    then, now = step.before.sea_at.tolist(), step.after.sea_at.tolist()
    came = [f"{sea_name(step.game, card)} comes in sight" for card in EVERY_SEA if now[card] == IN_ROW != then[card]]
    left = [f"{sea_name(step.game, card)} drifts away" for card in EVERY_SEA if then[card] == IN_ROW != now[card]]
    return [f"new horizons: {listed([*came, *left])}", _whose_turn(step)]


def _whose_turn(step: Step) -> str:
    number = int(step.after.turns) // int(step.after.players) + 1
    return f"{step.name(step.after.turn)}'s turn, {number} of {TURNS_EACH}"


# What followed by itself ------------------------------------------------------------------------------------------


def _followed(step: Step, new: Entry | None) -> list[str]:
    """The pile, dice, losses, new decks, the end."""
    if step.before.phase < records.RECRUITING:
        return []
    return [
        *resolved_lines(step, gone(step, new)),
        *throw_lines(step),
        *_losses(step, new),
        *_loot(step),
        *_barred(step),
        *_shuffles(step),
        *(["the game is over"] if step.after.phase == records.ENDED != step.before.phase else []),
    ]


def _losses(step: Step, new: Entry | None) -> list[str]:
    """By damage or discards that left no choice; what was chosen is told already."""
    if step.before.phase not in PLAYING and step.mover >= 0:
        return []
    event = new.source - records.EVENT_OF if new and records.EVENT_OF <= new.source < records.TRAIT_OF else NONE
    lines = list[str]()
    for seat in range(step.after.players):
        lost = lost_by(step, seat)
        lines += [f"{step.name(seat)} loses {crew_listed(step.game, lost)}"] if lost else []
        lines += discarded(step, seat, event)
    return lines


def _loot(step: Step) -> list[str]:
    """Of a pillage that is over (§5.2)."""
    before, after = step.before, step.after
    is_declared = before.phase == records.DECLARING and after.difficulty == before.difficulty
    if not has_ended(after) or not (before.deed == PILLAGING or is_declared) or before.phase == records.ROLLING:
        return []
    seat = int(before.turn)
    number = int(after.pieces[seat]) - step.pieces[seat]
    return [f"{step.name(seat)} takes {pieces_in_words(number)} from the coast"]


def _barred(step: Step) -> list[str]:
    """The declared action cannot go on (§5.5)."""
    if step.after.phase != records.DECLARING or step.before.deed == NONE:
        return []
    return [f"{step.name(step.before.turn)} has to declare another action"]


def _shuffles(step: Step) -> list[str]:
    """Discards that are no longer seen are a new deck (§3.3)."""
    before, after = step.before, step.after
    crew = any(before.crew_at[card] == DISCARDED and after.crew_at[card] in (DECK, UNKNOWN) for card in EVERY_CREW)
    events = any(
        before.event_at[event] == DISCARDED and after.event_at[event] in (DECK, UNKNOWN) for event in EVERY_EVENT
    )
    return [f"the discarded {what} are shuffled" for what, is_so in (("crew", crew), ("events", events)) if is_so]
