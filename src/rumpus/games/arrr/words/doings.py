"""What somebody chose, in words: recruitment and equipment, actions, answers, and steps that only their maker sees."""

from rumpus.core.record import NONE, UNKNOWN
from rumpus.core.rules import State
from rumpus.games.arrr.rules import records
from rumpus.games.arrr.rules.records import (
    AFTER,
    DECK,
    DISCARDED,
    IN_FRONT,
    IN_HAND,
    ON_TABLE,
    PILLAGING,
    REFUSED,
    SAILING,
)
from rumpus.games.arrr.words.names import (
    EVERY_CREW,
    EVERY_EVENT,
    captain_name,
    card_of,
    cards_listed,
    crew_listed,
    effects_of,
    pieces_in_words,
    sea_name,
    stake_in_words,
    stat_name,
)
from rumpus.games.arrr.words.pile import Entry, Step, played_line
from rumpus.table.telling import counted

PLAYING = (records.ASKED, records.AIMING, records.PICKING)


# What somebody chose ----------------------------------------------------------------------------------------------


def chosen(step: Step, new: Entry | None) -> list[str]:
    """Nothing, where nothing can be seen from here."""
    phase = step.before.phase
    if phase in PLAYING:
        return _answered(step, new)
    if phase == records.CHOOSING:
        return _captain_chosen(step)
    half = _half_chosen(step)
    if half:
        return half
    if phase in (records.DECLARING, records.NAMING_STAT, records.NAMING_STAKE):
        return _declared(step)
    return CHOSEN[phase](step) if _has_changed(step) else []


def _has_changed(step: Step) -> bool:
    """Whether there was more than a choice that is half made, which others do not see."""
    before, after = step.before, step.after
    return bool(
        after.phase != before.phase
        or after.owed != before.owed
        or after.stage != before.stage
        or (after.crew_cards != before.crew_cards).any()
        or (after.event_cards != before.event_cards).any()
    )


def _half_chosen(step: Step) -> list[str]:
    """A step of a choice, to the one who makes it."""
    before, after, who = step.before, step.after, step.name(step.mover)
    crew = [card for card in EVERY_CREW if after.half_crew[card] > before.half_crew[card]]
    events = [event for event in EVERY_EVENT if after.half_event[event] > before.half_event[event]]
    old = [card for card in crew if before.crew_at[card] == ON_TABLE + step.mover]
    new = [card for card in crew if card not in old]
    if new or events:
        chosen = f"{who} chooses {cards_listed(step.game, new, events)}"
        return [f"{chosen}, in place of {crew_listed(step.game, old)}" if old else chosen]
    if old:
        return [f"{who} gives up {crew_listed(step.game, old)}"]
    if after.half_stat > before.half_stat:
        return [f"{who} chooses {stat_name(step.game, int(after.half_stat))}"]
    if after.half_target > before.half_target:
        return [f"{who} chooses {step.name(after.half_target)}"]
    return []


def _captain_chosen(step: Step) -> list[str]:
    """In secret, until the last has chosen (§13.2)."""
    known = captains(step)
    if known and (step.after.phase != records.CHOOSING or step.after.captain[step.mover] >= 0):
        return known
    return [f"{step.name(step.mover)} has chosen a captain"]


def _answered(step: Step, new: Entry | None) -> list[str]:
    """In a window: something is played, a thrower cheats, or somebody passes (§9.4)."""
    before, after, who = step.before, step.after, step.name(step.mover)
    if new is not None:
        return [played_line(step.game, new)]
    half = _half_chosen(step)
    if after.half_list > before.half_list:
        return [f"{who} is about to use {card_of(step.game, int(after.half_list))}"]
    if half:
        return half
    if _is_cheating(before, after, step.mover):
        step.move(step.mover, -1)
        more = counted(int(after.to_roll.sum()), "more die", "more dice")
        return [f"{who} cheats: a Piece for {more}"]
    return [f"{who} passes"] if _has_passed(before, after, step.mover) else []


def _is_cheating(before: State, after: State, mover: int) -> bool:
    """A Piece is paid, and the window stays open (§6.3)."""
    is_open = before.stage == AFTER == after.stage and after.test == before.test and after.deed == before.deed
    return bool(is_open and before.piled == 0 and after.pieces[mover] < before.pieces[mover])


def _has_passed(before: State, after: State, mover: int) -> bool:
    """Or is still thinking, as far as one can see."""
    is_same = after.phase == before.phase and after.asked == before.asked and after.stage == before.stage
    return not (is_same and after.piled == before.piled and after.passed[mover] == 0 and after.test == before.test)


# Recruitment and equipment (§3, §4) -------------------------------------------------------------------------------


def _recruited(step: Step) -> list[str]:
    return discarded(step, step.mover, NONE) or [f"{step.name(step.mover)} discards nothing"]


def _deck_chosen(step: Step) -> list[str]:
    deck = "crew" if step.after.phase == records.CREW_DRAW else "event"
    return [f"{step.name(step.mover)} turns to the {deck} deck"]


def _equipped(step: Step) -> list[str]:
    then, now, table = step.before.crew_at, step.after.crew_at, ON_TABLE + step.mover
    new = [card for card in EVERY_CREW if now[card] == table != then[card]]
    old = [card for card in EVERY_CREW if then[card] == table != now[card]]
    line = f"{step.name(step.mover)} equips {crew_listed(step.game, new) or 'nothing'}"
    return [f"{line}, in place of {crew_listed(step.game, old)}" if old else line]


def discarded(step: Step, seat: int, played_event: int) -> list[str]:
    """What came out of a hand face up (§12.2); only how many, where it was shuffled away at once."""
    then, now = step.before, step.after
    many = int(then.crew_cards[seat]) + int(then.event_cards[seat]) - int(now.crew_cards[seat])
    many -= int(now.event_cards[seat]) + int(played_event != NONE and seat == step.mover)
    if many <= 0:
        return []
    crew = [
        card for card in EVERY_CREW if now.crew_at[card] == DISCARDED and _was_in_hand(then.crew_at[card], ON_TABLE)
    ]
    events = [
        event
        for event in EVERY_EVENT
        if now.event_at[event] == DISCARDED and event != played_event and _was_in_hand(then.event_at[event], IN_FRONT)
    ]
    what = cards_listed(step.game, crew, events) if len(crew) + len(events) == many else counted(many, "card")
    return [f"{step.name(seat)} discards {what}"]


def _was_in_hand(place: int, end: int) -> bool:
    """As far as one knows; what lay open elsewhere was not."""
    return place != DISCARDED and place < end


# Actions (§5, §8) -------------------------------------------------------------------------------------------------


def _declared(step: Step) -> list[str]:
    """What is to be done; perhaps it is done already."""
    before, after, who, game = step.before, step.after, step.name(step.mover), step.game
    if after.phase in (records.DECLARING, records.NAMING_STAT, records.NAMING_STAKE):
        return []
    if after.deed == SAILING:
        return [f"{who} sails for {sea_name(game, int(after.course))}"]
    if after.deed == PILLAGING or after.pieces[step.mover] > before.pieces[step.mover]:
        return [f"{who} pillages"]
    if after.deed == NONE:
        return [f"{who} pillages" if after.difficulty == before.difficulty else f"{who} sails in vain"]
    stake = stake_in_words(game, int(after.stake[1]), int(after.prize[1]))
    return [f"{who} challenges {step.name(after.target)} on {stat_name(game, int(after.stat))}, for {stake}"]


def _challenge_answered(step: Step) -> list[str]:
    return [f"{step.name(step.mover)} {'refuses' if step.after.answer == REFUSED else 'accepts'} the challenge"]


def _staked(step: Step) -> list[str]:
    stake = stake_in_words(step.game, int(step.after.stake[0]), int(step.after.prize[0]))
    if stake == "nothing":
        return [f"{step.name(step.mover)} names a stake"]
    return [f"{step.name(step.mover)} demands {stake} of {step.name(step.before.turn)} in return"]


def _spoiled(step: Step) -> list[str]:
    """What a challenger takes who was refused (§8.2)."""
    then, now, who = step.before.crew_at, step.after.crew_at, step.name(step.mover)
    taken = [card for card in EVERY_CREW if then[card] != now[card] == IN_HAND + step.mover]
    if step.before.phase == records.TIPPING:
        number = int(step.after.pieces[step.mover]) - int(step.before.pieces[step.mover])
        return [f"{who} takes {pieces_in_words(number) if number else 'no Piece'}"]
    if not taken:
        return [f"{who} takes no more cards"]
    return [f"{who} takes {crew_listed(step.game, taken)} from {step.name(step.before.target)}"]


def _suffered(step: Step) -> list[str]:
    lost = lost_by(step, step.mover)
    return [
        f"{step.name(step.mover)} loses {crew_listed(step.game, lost)}" if lost else f"{step.name(step.mover)} suffers"
    ]


def _paid(step: Step) -> list[str]:
    """Cards of the hand were discarded; or the price was refused (§10.12)."""
    return discarded(step, step.mover, NONE) or [
        f"{step.name(step.mover)} does not pay, and cannot {_barred_deed(step)}"
    ]


def _barred_deed(step: Step) -> str:
    """What the effect that asked for a price forbids."""
    effect = effects_of(step.game, int(step.before.now_list))[int(step.before.now_step) - 1]
    return effect.of


CHOSEN = {
    records.RECRUITING: _recruited,
    records.REFILLING: _deck_chosen,
    records.EQUIPPING: _equipped,
    records.REPLACING: _equipped,
    records.ANSWERING: _challenge_answered,
    records.STAKING: _staked,
    records.SPOILING: _spoiled,
    records.TIPPING: _spoiled,
    records.DAMAGED: _suffered,
    records.DISCARDING: _paid,
    records.PAYING: _paid,
    records.DRAWING: _deck_chosen,
}


# What others share ------------------------------------------------------------------------------------------------


def lost_by(step: Step, seat: int) -> list[int]:
    """Equipped cards that were discarded."""
    then, now = step.before.crew_at, step.after.crew_at
    return [card for card in EVERY_CREW if then[card] == ON_TABLE + seat and now[card] in (DISCARDED, DECK, UNKNOWN)]


def captains(step: Step) -> list[str]:
    """Who has become known."""
    then, now = step.before.captain.tolist(), step.after.captain.tolist()
    return [
        f"{step.name(seat)} is {captain_name(step.game, now[seat])}"
        for seat in range(step.after.players)
        if now[seat] >= 0 and then[seat] != now[seat]
    ]
