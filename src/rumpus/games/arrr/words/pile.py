"""§9, §10 The pile in words: what was played, what left it, and what that did."""

from collections.abc import Sequence
from typing import NamedTuple

from rumpus.core.game import Game
from rumpus.core.record import NONE, UNKNOWN
from rumpus.core.rules import State
from rumpus.games.arrr.box import Effect
from rumpus.games.arrr.describing import change
from rumpus.games.arrr.rules.holdings import always, reserve
from rumpus.games.arrr.rules.records import (
    ABILITY_OF,
    AFTER,
    ARMOUR,
    CAPTAIN_OF,
    DISCARDED,
    EVENT_OF,
    IN_FRONT,
    IN_HAND,
    LONGEST_ROW,
    LOST_OF,
    ON_TABLE,
    PAYING,
    PERMANENT,
    SWABBER,
    TESTS,
    TRAIT_OF,
)
from rumpus.games.arrr.words.names import (
    EVERY_CREW,
    EVERY_EVENT,
    called,
    card_of,
    crew_name,
    effects_of,
    event_name,
    pieces_in_words,
    sea_name,
    source_name,
)
from rumpus.table.telling import SMALL, counted


class Entry(NamedTuple):
    """Something that lies on the pile, or is resolved."""

    source: int
    owner: int
    target: int
    card: int = NONE
    sea: int = NONE


class Step:
    """What is told of: two views of one viewer, and the Pieces as they change on the way."""

    def __init__(self, game: Game, before: State, after: State, mover: int) -> None:
        self.game, self.before, self.after, self.mover = game, before, after, mover
        self.pieces: list[int] = before.pieces.tolist()
        self.left = int(reserve(before))

    def name(self, seat: int) -> str:
        return called(self.game, seat)

    def move(self, seat: int, number: int) -> int:
        """Pieces from the reserve, or to it with a minus; as many as there are (§10.5)."""
        number = min(number, self.left) if number > 0 else -min(-number, self.pieces[seat])
        self.pieces[seat] += number
        self.left -= number
        return abs(number)


# What lies there --------------------------------------------------------------------------------------------------


def on_pile(state: State) -> list[Entry]:
    """From the bottom."""
    fields = (state.pile_list, state.pile_owner, state.pile_target, state.pile_card, state.pile_sea)
    return [Entry(*(int(field[place]) for field in fields)) for place in range(state.piled)]


def played(step: Step) -> Entry | None:
    """What the mover has announced; perhaps it was resolved at once, because nobody could answer."""
    before, after, mover = step.before, step.after, step.mover
    pile = on_pile(after)
    if len(pile) > before.piled and pile[-1].owner == mover and pile[-1].source < LOST_OF:
        return pile[-1]
    source = _announced(before, after, mover)
    if source == NONE or (EVENT_OF <= source < TRAIT_OF and _has_lost_hand(step)):
        return None
    if after.now_list == source:
        return Entry(source, mover, int(after.now_target), int(after.now_card), int(after.now_sea))
    return Entry(source, mover, _target_of(step, source))


def _announced(before: State, after: State, mover: int) -> int:
    """The list behind an ability that was announced, or an event that was shown."""
    for card in EVERY_CREW:
        if after.announced[card] and not before.announced[card]:
            return ABILITY_OF + card
    if after.captain_used[mover] and not before.captain_used[mover]:
        return CAPTAIN_OF + int(after.captain[mover])
    if after.event_cards[mover] >= before.event_cards[mover]:
        return NONE
    if EVENT_OF <= after.now_list < TRAIT_OF and after.now_owner == mover:
        return int(after.now_list)
    for event in EVERY_EVENT:
        is_shown = after.event_at[event] == DISCARDED or after.event_at[event] >= IN_FRONT
        if is_shown and before.event_at[event] in (UNKNOWN, IN_HAND + mover):
            return EVENT_OF + event
    return NONE


def _has_lost_hand(step: Step) -> bool:
    """Whether the mover only passed, and then had to discard all that was left."""
    before, after, mover = step.before, step.after, step.mover
    if after.crew_cards[mover] + after.event_cards[mover] > 0:
        return False
    forced = on_pile(before)[-1:]
    if before.course != NONE and mover == before.turn and before.stage == AFTER:
        forced.append(Entry(LOST_OF + int(before.course) * TESTS + int(before.test), mover, mover))
    return any(
        effect.does == "discard" and mover == (entry.owner if effect.who == "self" else entry.target)
        for entry in forced
        for effect in effects_of(step.game, entry.source)
    )


def _target_of(step: Step, source: int) -> int:
    """Of what was resolved at once: the other one in a challenge, or the player in turn, where it aims at somebody."""
    aims = [effect.who for effect in effects_of(step.game, source) if effect.who != "self"]
    if not aims:
        return step.mover
    for event in EVERY_EVENT:
        if source == EVENT_OF + event and step.after.event_at[event] >= IN_FRONT:
            return int(step.after.event_at[event]) - IN_FRONT
    turn, target = int(step.before.turn), int(step.before.target)
    return target if aims[-1] == "rival" and step.mover == turn else turn


def gone(step: Step, new: Entry | None) -> list[Entry]:
    """What left the pile, from the top."""
    then, now = on_pile(step.before), on_pile(step.after)
    if new is not None:
        then.append(new)
    kept = 0
    while kept < min(len(then), len(now)) and then[kept] == now[kept]:
        kept += 1
    return then[kept:][::-1]


# What was announced -----------------------------------------------------------------------------------------------


def played_line(game: Game, entry: Entry) -> str:
    """'Rusty plays Shoal on Inky'."""
    verb = "plays" if EVENT_OF <= entry.source < TRAIT_OF else "uses"
    name = card_of(game, entry.source)
    whom = f" on {called(game, entry.target)}" if entry.target not in (entry.owner, NONE) else ""
    what = f", choosing {crew_name(game, entry.card)}" if entry.card != NONE else ""
    what += f", choosing {sea_name(game, entry.sea)}" if entry.sea != NONE else ""
    return f"{called(game, entry.owner)} {verb} {name}{whom}{what}"


def resolved_lines(step: Step, entries: Sequence[Entry]) -> list[str]:
    """From the top; what cancels takes the next one with it (§9.7)."""
    lines, left = list[str](), list(entries)
    while left:
        entry = left.pop(0)
        is_cancelling = left and not is_spent(step.before, entry) and _cancels(step, entry)
        lines.append(resolved_line(step, entry, left.pop(0) if is_cancelling else None))
    return lines


def _cancels(step: Step, entry: Entry) -> bool:
    return any(effect.does == "cancel" for effect in effects_of(step.game, entry.source))


def is_spent(before: State, entry: Entry) -> bool:
    """Whether the card behind an ability has left the table or was depleted (§9.6)."""
    if entry.source >= EVENT_OF:
        return False
    return bool(before.crew_at[entry.source] != ON_TABLE + entry.owner or before.depleted[entry.source])


# What it did ------------------------------------------------------------------------------------------------------


def resolved_line(step: Step, entry: Entry, cancelled: Entry | None = None) -> str:
    """'Hole in the Pocket: Inky loses two Pieces'."""
    game, name = step.game, card_of(step.game, entry.source).rstrip("!")
    if is_spent(step.before, entry):
        return f"{name} is no longer ready, and does nothing"
    if EVENT_OF <= entry.source < TRAIT_OF and game.open_box.event_mark[entry.source - EVENT_OF] == PERMANENT:
        return f"{event_name(game, entry.source - EVENT_OF)} stays in front of {step.name(entry.target)}"
    parts = [_part(step, entry, effect, cancelled) for effect in effects_of(game, entry.source)]
    return f"{name}: {'; '.join(parts)}"


def _part(step: Step, entry: Entry, effect: Effect, cancelled: Entry | None) -> str:
    """What one effect brings about, and for whom."""
    seat = entry.owner if effect.who == "self" else entry.target
    if effect.does in ("gain", "lose", "steal"):
        return _pieces_part(step, entry, effect, seat)
    if effect.does in ("deplete", "prepare", "take", "recover"):
        return _card_part(step, entry, effect, seat)
    if effect.does in ("dice", "difficulty", "rethrow"):
        return _throw_part(step, effect, seat)
    if effect.does == "shift":
        return _shifted(step, entry)
    if effect.does == "cancel":
        return f"{source_name(step.game, cancelled.source)} is cancelled" if cancelled else "there is nothing to cancel"
    return _demand(step, effect, seat)


def _pieces_part(step: Step, entry: Entry, effect: Effect, seat: int) -> str:
    if effect.does == "gain":
        return f"{step.name(seat)} gains {pieces_in_words(step.move(seat, effect.amount))}"
    number = step.move(seat, -effect.amount)
    if effect.does == "lose":
        return f"{step.name(seat)} loses {pieces_in_words(number)}"
    step.move(entry.owner, number)
    return f"{step.name(entry.owner)} steals {pieces_in_words(number)} from {step.name(seat)}"


def _throw_part(step: Step, effect: Effect, seat: int) -> str:
    """§10.1 to §10.3"""
    if effect.does == "dice":
        return f"{change(effect.amount, 'die', 'dice')} for {step.name(seat)}"
    if effect.does == "difficulty":
        return f"the test is {SMALL[abs(effect.amount)]} {'harder' if effect.amount > 0 else 'easier'}"
    return f"{step.name(seat)} throws up to {counted(effect.amount, 'failed die', 'failed dice')} again"


def _demand(step: Step, effect: Effect, seat: int) -> str:
    """What somebody is about to draw, to lose or to discard."""
    name = step.name(seat)
    if effect.does == "draw":
        of = "crew" if step.game.open_box.mode == SWABBER else effect.of
        kind = {"crew": "crew card", "event": "event"}.get(of, "card")
        return f"{counted(effect.amount, kind)} for {name}"
    if effect.does == "damage":
        armour = int(always(step.game.open_box, step.before, seat, ARMOUR, NONE))
        return f"{name} suffers {counted(max(0, effect.amount - armour), 'damage', 'damage')}"
    if effect.does == "discard":
        return f"{name} has to discard {counted(effect.amount, 'card')}"
    never = f"{name} cannot {effect.of} this turn"
    is_asked = effect.amount > 0 and step.after.phase == PAYING and step.after.owing == seat
    return (
        f"{name} has to discard {counted(effect.amount, 'card')}, or cannot {effect.of} this turn"
        if is_asked
        else never
    )


# Cards that were chosen -------------------------------------------------------------------------------------------


def _card_part(step: Step, entry: Entry, effect: Effect, seat: int) -> str:
    """§10.7, §10.8: if the card is still there."""
    card = entry.card if entry.card != NONE else _moved_card(step, entry, effect, seat)
    if card == NONE:
        return "no card is found"
    name, place = crew_name(step.game, card), _place_of(entry, effect, seat)
    if step.before.crew_at[card] != place:
        return f"{name} is out of reach"
    if effect.does in ("deplete", "prepare"):
        return f"{name} is {effect.does}d"
    where = "the discards" if effect.does == "recover" else step.name(seat)
    return f"{step.name(entry.owner)} takes {name} from {where}"


def _place_of(entry: Entry, effect: Effect, seat: int) -> int:
    """Where the card has to be."""
    if effect.does == "recover":
        return DISCARDED
    return ON_TABLE + (entry.owner if effect.does == "prepare" else seat)


def _moved_card(step: Step, entry: Entry, effect: Effect, seat: int) -> int:
    """The card that changed, where nobody saw which was chosen."""
    before, after, place = step.before, step.after, _place_of(entry, effect, seat)
    is_turned = effect.does in ("deplete", "prepare")
    for card in EVERY_CREW:
        has_turned = before.depleted[card] != after.depleted[card] == int(effect.does == "deplete")
        has_come = after.crew_at[card] == IN_HAND + entry.owner
        if before.crew_at[card] == place and card != entry.source and (has_turned if is_turned else has_come):
            return card
    return NONE


def _shifted(step: Step, entry: Entry) -> str:
    """Which two changed places (§10.10)."""
    then, now = step.before.row.tolist(), step.after.row.tolist()
    places = [place for place in range(LONGEST_ROW) if then[place] != now[place]]
    if entry.sea != NONE and entry.sea in then and then.index(entry.sea) + 1 < LONGEST_ROW:
        places = [then.index(entry.sea), then.index(entry.sea) + 1]
    both = [then[place] for place in places if then[place] != NONE]
    if len(both) != 2:
        return "nothing moves in the Seven Seas"
    return f"{sea_name(step.game, both[0])} and {sea_name(step.game, both[1])} change places"
