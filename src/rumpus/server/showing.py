"""A table as its viewers are shown it. Whatever is told to a viewer comes from what they have seen."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import msgspec

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.rules import NOBODY
from rumpus.core.switches import Value
from rumpus.server import wire
from rumpus.server.sight import Sight
from rumpus.server.store import Summary
from rumpus.server.table import Table, viewer_of


@dataclass(frozen=True)
class Presence:
    """What is no part of the log: who is connected, who is long away, which bots work or wait, what time it is."""

    now: float
    here: AbstractSet[int] = frozenset()
    away: AbstractSet[int] = frozenset()
    thinking: AbstractSet[int] = frozenset()
    readying: wire.Readying | None = None


def path_of(table: str) -> str:
    return f"/t/{table}" if table else ""


# Those at the table -----------------------------------------------------------------------------------------------


def people(table: Table, seat: int | None, presence: Presence) -> list[wire.Person]:
    """Everybody, as one viewer may know it: who acts is taken from what that viewer sees."""
    acting = table.sight(seat).view.acting if table.status == "playing" else frozenset()
    left = None if table.clocks is None else table.clocks.at(presence.now)
    return [
        wire.Person(
            seat=number,
            name=holder.name or holder.bot,
            kind=holder.kind,
            bot=holder.player,
            you=number == seat,
            here=holder.kind != "person" or number in presence.here,
            acting=number in acting,
            thinking=number in acting and number in presence.thinking,
            left=None if left is None or holder.bot else round(left[number], 1),
            stands_in=bool(holder.stand_in),
            stood_in=len(table.stood_in.get(number, ())) if table.status == "over" else 0,
            choices=table.choices(number) if table.status == "over" else 0,
            clock_waits=bool(table.awaited),
        )
        for number, holder in enumerate(table.holders)
    ]


def may_hand_over(table: Table, seat: int | None, presence: Presence) -> list[int]:
    """Seats of people who are away, which a person at the table may give to a bot."""
    if seat is None or table.status != "playing" or table.holders[seat].kind != "person" or len(table.persons) < 2:
        return []
    return [
        other
        for other in table.persons
        if other != seat and other in presence.away and not table.holders[other].stand_in
    ]


# The table --------------------------------------------------------------------------------------------------------


def update(
    table: Table,
    seat: int | None,
    presence: Presence,
    lines_from: int,
    done: Sequence[str] = (),
    shown: int | None = None,
) -> wire.Update:
    """All of it for one viewer, with the lines that they do not have, and what of theirs was carried out.

    Whoever was shown the version just before is shown the way from there too.
    """
    sight, is_open = table.sight(seat), table.is_open_to_all
    first = 0 if is_open else min(lines_from, len(sight.lines), *([] if sight.kept is None else [sight.kept]))
    return wire.Update(
        game=table.game.name,
        version=sight.version,
        seat=seat,
        status=table.status,
        moments=moments(table, seat),
        ask=table.ask_of(seat),
        scene=(sight if table.is_begun else table.sights[NOBODY]).scene,
        people=people(table, seat, presence),
        lines_from=first,
        lines=[wire.Line(text=text, moment=sight.steps[at] if is_open else at) for text, at in sight.lines[first:]],
        practice=table.practice,
        may_take_back=seat is not None and table.span_to_take_back(seat) is not None,
        may_hand_over=may_hand_over(table, seat, presence),
        pace=table.pace,
        ending=_ending(table, sight) if table.status == "over" else None,
        sealed_by=[path_of(one) for one in table.opened.sealed_by] if table.is_sealed else [],
        next_table=path_of(table.next_table),
        rematch=_rematch(table),
        done=list(done),
        readying=presence.readying,
        steps=sight.scenes_between if _has_steps(table, sight, shown) else msgspec.UNSET,
    )


def _has_steps(table: Table, sight: Sight, shown: int | None) -> bool:
    """Only who has just seen the version before can follow; where nobody waits for anything, nobody wants to."""
    return bool(sight.between) and shown == sight.version - 1 and table.pace > 0


def _rematch(table: Table) -> wire.Offer | None:
    """The rematch that is offered, or that came to nothing; none when there is one."""
    offer = table.offer
    if offer is None or table.next_table:
        return None
    waits_for = [] if offer.ended else sorted(table.asked_again - offer.agreed)
    return wire.Offer(by=offer.by, agreed=sorted(offer.agreed), waits_for=waits_for, ended=offer.ended)


def _ending(table: Table, sight: Sight) -> wire.Ending:
    reason = table.game.words.reason(table.game, sight.view.desk)
    return wire.Ending(reason=reason, places=table.match.places or [], points=table.match.points)


def moments(table: Table, seat: int | None) -> int:
    """The last moment there is, as this viewer counts; when everybody may see everything, all count every move."""
    return len(table.match.moves) if table.is_open_to_all else len(table.sight(seat).steps) - 1


def moves_at(table: Table, seat: int | None, moment: int) -> int:
    """After how many moves a moment was that this viewer names."""
    last = moments(table, seat)
    if not 0 <= moment <= last:
        raise RumpusError(f"There is no moment {moment}: the moments here are 0 to {last}.")
    return moment if table.is_open_to_all else table.sight(seat).steps[moment]


def told_at(table: Table, seat: int | None, moment: int) -> list[str]:
    """The lines that led to a moment. Steps that this viewer could not see have none, while the game lasts."""
    moves_at(table, seat, moment)
    if table.is_open_to_all:
        return table.match.tell(moment - 1, viewer_of(seat)) if moment else []
    return [text for text, at in table.sight(seat).lines if at == moment]


def moment(table: Table, seat: int | None) -> wire.Moment:
    """What a seat knows, short, for programs."""
    sight, ask = table.sight(seat), table.ask_of(seat)
    legal = sight.view.legal if ask is not None else []
    return wire.Moment(
        version=sight.version,
        status=table.status,
        seat=seat,
        ask=ask,
        position=sight.view.position(),
        legal=[wire.ActionCard(number=one.number, words=one.words) for one in legal],
        points=list(sight.view.points) if table.status != "over" else table.match.points,
        places=table.match.places if table.status == "over" else None,
        stood_in=_stood_in(table) if table.status == "over" else None,
    )


def _stood_in(table: Table) -> list[int]:
    return [len(table.stood_in.get(seat, ())) for seat in range(table.game.seats)]


# In lists ---------------------------------------------------------------------------------------------------------


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """What lists need of a table: its card as everybody may see it, whose its seats are, and whose turn it is."""

    card: wire.TableCard
    rules: int
    persons: list[str]
    turns: list[int]


decode_listed = msgspec.json.Decoder(Listed).decode


def listed(table: Table, presence: Presence) -> Listed:
    card = wire.TableCard(
        id=table.id,
        path=path_of(table.id),
        game=table.game.name,
        title=table.game.title,
        status=table.status,
        people=people(table, None, presence),
        switches=switches_in_words(table.game),
        clock=table.opened.clock,
        changed=table.changed,
    )
    persons = [holder.person for holder in table.holders]
    return Listed(card=card, rules=table.opened.rules, persons=persons, turns=sorted(table.people_to_move))


def card_for(found: Listed, person: str | None) -> wire.TableCard:
    """A card for one who looks at a list: which seat is theirs, and whether it is their turn."""
    if not person or person not in found.persons:
        return found.card
    seat = found.persons.index(person)
    people = [msgspec.structs.replace(one, you=one.seat == seat) for one in found.card.people]
    return msgspec.structs.replace(found.card, people=people, your_turn=seat in found.turns)


def switches_in_words(game: Game) -> list[str]:
    """The variations that are on: by their title, and by their value where that is not just yes."""
    titles = {switch.name: switch.title for switch in game.rules.SWITCHES}
    return [
        titles[name] if value is True else f"{titles[name]}: {_spaced(value)}"
        for name, value in game.changed_switches.items()
    ]


def _spaced(value: Value) -> str:
    return str(value).replace("_", " ")


def summary(table: Table, now: float, *, is_in_use: bool) -> Summary:
    """What is written beside the log, for lists. Of a table in use it may soon be out of date."""
    goes_on = bool(table.bots_to_move or (table.clocks is not None and table.people_to_move))
    return Summary(
        status=table.status,
        changed=table.changed,
        is_public=table.opened.public,
        free=len(table.free),
        is_awake=goes_on or (is_in_use and table.status == "playing"),
        card=msgspec.json.encode(listed(table, Presence(now))),
        people=[holder.person for holder in table.holders],
    )
