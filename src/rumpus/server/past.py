"""Looking back: earlier moments of a table, what each choice cost, and the match as a file."""

import asyncio
from collections import OrderedDict

from rumpus.core.errors import RumpusError
from rumpus.core.match import Match
from rumpus.core.matchfile import match_text
from rumpus.core.rules import NOBODY
from rumpus.lab.analysis import Adviser, Analysis, Judgement, analyse
from rumpus.server import wire
from rumpus.server.advice import Judges, width, worths
from rumpus.server.problems import NotThere, NotYours
from rumpus.server.room import Room
from rumpus.server.table import NotNow
from rumpus.server.thinking import Thinker

WATCHING = -1
"""Instead of a seat: as one saw it who only watched."""
KEPT = 200
"""Analyses that are kept in memory."""


# Moments ----------------------------------------------------------------------------------------------------------


def past(room: Room, moment: int, own: int | None, wanted: int | None) -> wire.Past:
    """A moment as its viewer saw it: one's own view, and when all may see everything any seat's."""
    seat = _allowed_viewer(room, own, wanted)
    moves = room.moves_at(seat, moment)
    viewer = NOBODY if seat is None else seat
    return wire.Past(
        moment=moment,
        moments=room.moments(seat),
        seat=seat,
        scene=room.match.view(viewer, moves).scene(),
        lines=_lines(room, seat, moment),
    )


def _allowed_viewer(room: Room, own: int | None, wanted: int | None) -> int | None:
    if wanted is None:
        return own
    if wanted != own:
        _check_open(room, NotYours, "What another seat sees can be looked at when the game is over.")
    if wanted == WATCHING:
        return None
    if wanted >= room.game.seats:
        raise NotThere(f"There is no seat {wanted}: the seats are 0 to {room.game.seats - 1}.")
    return wanted


def _lines(room: Room, seat: int | None, moment: int) -> list[wire.Line]:
    """What led to a moment, in the words of its viewer, for whom several moves can be one."""
    return [wire.Line(text=text, moment=moment) for text in room.told_at(seat, moment)]


def finished(room: Room) -> Match:
    """The match, if it may be seen by all."""
    _check_open(room, NotNow, "This can be seen when the game is over.")
    return room.match


def _check_open(room: Room, refusal: type[RumpusError], sentence: str) -> None:
    """Whether everybody may see everything; else a refusal, with a sentence for a game that is not over."""
    if room.status == "over" and room.table.is_sealed:
        raise refusal("This can be seen when the game that this one went on from is over too.")
    if room.status != "over":
        raise refusal(sentence)


# The match as a file ----------------------------------------------------------------------------------------------


def match_file(room: Room) -> str:
    """The match as 'rumpus replay' reads it, with the names of those who played."""
    finished(room)
    return match_text(room.match_with_names())


# What each choice cost --------------------------------------------------------------------------------------------


class Analyses:
    """Analyses of finished matches; each is worked out once, however many ask for it at a time."""

    def __init__(self, thinker: Thinker, judges: Judges) -> None:
        self._thinker, self._judges = thinker, judges
        self._kept: OrderedDict[str, asyncio.Task[wire.AnalysisCard]] = OrderedDict()

    async def of(self, room: Room) -> wire.AnalysisCard:
        match, key = finished(room), f"{room.id} {room.version}"
        if key not in self._kept:
            self._kept[key] = asyncio.create_task(self._work_out(match.copy()))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        try:
            return await asyncio.shield(self._kept[key])
        except Exception:
            self._kept.pop(key, None)
            raise

    async def _work_out(self, match: Match) -> wire.AnalysisCard:
        """By the strongest bot there is; whoever asks waits until it is ready."""
        judge = await self._judges.strongest(match.game)
        return await self._thinker.run(analysis_card, match, judge)


def analysis_card(match: Match, judge: Adviser) -> wire.AnalysisCard:
    done = analyse(match, judge)
    judgements = [_judgement_card(one) for one in done.judgements]
    return wire.AnalysisCard(bot=done.bot, exact=_is_exact(done), meaning=done.meaning, judgements=judgements)


def _is_exact(done: Analysis) -> bool:
    return bool(done.judgements) and done.is_exact


def _judgement_card(one: Judgement) -> wire.JudgementCard:
    words = [choice.words for choice in one.choices]
    return wire.JudgementCard(
        moment=one.move,
        seat=one.seat,
        chosen=one.action.words,
        cost=round(width(one.cost), 2),
        error=round(width(one.error), 2),
        best=worths(one.advice, words),
    )
