"""One table with people, bots, a clock and a disk."""

import asyncio
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.rules import NOBODY
from rumpus.core.view import View
from rumpus.server import log, wire
from rumpus.server.room import AWAY_SECONDS, STAND_IN, STEP_SHARE, Room
from rumpus.server.store import StoreProblem
from rumpus.server.table import Table
from rumpus.server.thinking import Chosen, Thinker
from tests.server.pairs.rules import CONFIRM, LOOK
from tests.server.tables import (
    ANN,
    BEN,
    CAT,
    ME,
    OPEN,
    RANDOM,
    Place,
    Watcher,
    acted,
    choice,
    failing,
    new_id,
    played_out,
    running,
    taken_back,
    until,
)  # fmt: skip

ACE, TWO, THREE = 0, 1, 2


def kept(room: Room) -> tuple[Any, ...]:
    """All that a refused message must leave as it was."""
    return room.version, [state.tobytes() for state in room.match.states], room.version_for(0), room.version_for(1)


async def logged(place: Place, room: Room) -> list[log.Entry]:
    return await place.store.entries(room.id)


# Moves ------------------------------------------------------------------------------------------------------------


async def test_a_move_is_in_the_log_when_it_is_acknowledged(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        for seat in (0, 1, 1, 0):
            await acted(room, seat)
            assert len(await logged(place, room)) == room.version


async def test_the_same_id_is_carried_out_once_even_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        message = choice(room, 0)
        first = await room.act(0, message)
        before = kept(room)
        assert await room.act(0, message) == first
        assert await room.act(0, msgspec.structs.replace(message, action=message.action - 1)) == first
        assert kept(room) == before
    async with running(tmp_path) as place:
        again = await place.rooms.room(room.id)
        assert again is not None
        assert await again.act(0, message) == first
        assert kept(again) == before


async def test_one_id_of_two_seats_is_two_messages(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        for seat in (0, 1):
            assert isinstance(await room.act(seat, choice(room, seat, id="same-id")), wire.Done)
        assert len(room.match.moves) == 2


async def test_an_answer_to_what_is_not_asked_any_more_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        old = choice(room, 0)
        await acted(room, 0)
        await acted(room, 1)
        before = kept(room)
        answer = await room.act(0, wire.Act(id=new_id(), ask=old.ask, action=old.action - 1))
        assert isinstance(answer, wire.Refused)
        assert answer.stale
        assert kept(room) == before


async def test_the_choice_of_another_seat_does_not_make_mine_stale(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        messages = [choice(room, seat) for seat in (0, 1)]
        answers = await asyncio.gather(*(room.act(seat, message) for seat, message in enumerate(messages)))
        assert [type(answer) for answer in answers] == [wire.Done, wire.Done]
        assert [move.seat for move in room.match.moves] == [0, 1]


async def test_many_answers_to_one_question_at_once_make_one_move(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        answers = await asyncio.gather(*(room.act(0, choice(room, 0)) for _ in range(10)))
        assert sum(isinstance(answer, wire.Done) for answer in answers) == 1
        assert len(room.match.moves) == 1


@pytest.mark.parametrize("action", [8, 999_999])
async def test_an_action_that_is_not_legal_is_refused_with_what_is(tmp_path: Path, action: int) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        before = kept(room)
        answer = await room.act(0, choice(room, 0, action))
        assert isinstance(answer, wire.Refused)
        assert not answer.stale
        assert answer.sentence.startswith(f"{action} is not allowed now; allowed are")
        assert kept(room) == before


async def test_nobody_chooses_before_the_game_or_after_it_or_for_a_bot(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        waiting = await place.table(ME, OPEN)
        answer = await waiting.act(0, wire.Act(id=new_id(), ask=0, action=0))
        assert answer == wire.Refused(id=answer.id, sentence="The game has not begun: seats are still free.")
        room = await place.table(ME, RANDOM)
        refused = await room.act(1, wire.Act(id=new_id(), ask=1, action=1))
        assert isinstance(refused, wire.Refused)
        await played_out(room, 0)
        refused = await room.act(0, wire.Act(id=new_id(), ask=1, action=1))
        assert refused == wire.Refused(
            id=refused.id, sentence="The game is over: nobody may choose any more.", stale=True
        )


async def test_a_full_disk_refuses_the_move_and_the_next_one_works_when_there_is_room(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        before, message = kept(room), choice(room, 0)
        place.store.append, real = failing, place.store.append  # type: ignore[method-assign]
        with pytest.raises(StoreProblem, match=r"The disk is full\."):
            await room.act(0, message)
        assert kept(room) == before
        assert room.update(0).ask == message.ask
        place.store.append = real  # type: ignore[method-assign]
        assert isinstance(await room.act(0, message), wire.Done)
        assert len(room.match.moves) == 1


async def test_nobody_is_shown_a_move_before_it_is_on_the_disk(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        before, gate, real = room.update(1), asyncio.Event(), place.store.append

        async def slow(*args: Any, **more: Any) -> None:
            await gate.wait()
            await real(*args, **more)

        place.store.append = slow  # type: ignore[method-assign]
        moving = asyncio.create_task(acted(room, 0))
        await asyncio.sleep(0.01)
        assert room.update(1) == before
        gate.set()
        await moving
        assert room.update(1) != before


async def test_who_goes_away_while_a_move_is_written_leaves_a_whole_table(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        message = choice(room, 0)
        moving = asyncio.create_task(room.act(0, message))
        await asyncio.sleep(0)
        moving.cancel()
        await asyncio.gather(moving, return_exceptions=True)
        await until(lambda: room.match.moves)
        assert len(await logged(place, room)) == room.version
        assert isinstance(await room.act(0, message), wire.Done)
        await acted(room, 1)


async def test_a_table_that_is_behind_its_log_is_read_again(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        one = Room(room.table, place.store, place.thinker, place.time)
        await acted(room, 0)
        answer = await one.act(0, choice(one, 0))
        assert isinstance(answer, wire.Refused)
        assert answer.stale
        assert kept(one) == kept(room)
        await acted(one, 1)
        assert len(one.match.moves) == 2


# Listeners --------------------------------------------------------------------------------------------------------


async def test_everybody_who_sees_a_change_is_woken(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        watchers = [Watcher(0, ANN.id), Watcher(1, BEN.id), Watcher()]
        for watcher in watchers:
            room.listen(watcher)
        for watcher in watchers:
            watcher.woken_by.clear()
        await acted(room, 0)
        assert [watcher.woken_by for watcher in watchers] == [["table"], ["table"], ["table"]]
        room.unlisten(watchers[2])
        await acted(room, 1)
        assert watchers[2].woken_by == ["table"]


async def test_who_sees_nothing_of_a_step_is_not_woken(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two("pairs")
        mine, others = Watcher(0, ANN.id), [Watcher(1, BEN.id), Watcher()]
        for watcher in (mine, *others):
            room.listen(watcher)
        for watcher in (mine, *others):
            watcher.woken_by.clear()
        await acted(room, 0, LOOK)
        await acted(room, 0, ACE)
        assert isinstance(await taken_back(room, 0), wire.Done)
        assert mine.woken_by == ["table"] * 3
        assert [watcher.woken_by for watcher in others] == [[], []]
        await acted(room, 0, ACE)
        await acted(room, 0, TWO)
        await acted(room, 0, CONFIRM)
        assert [watcher.woken_by for watcher in others] == [["table"], ["table"]]


async def test_chat_wakes_for_chat_and_is_there_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        watcher = Watcher()
        room.listen(watcher)
        hello, why = wire.Say(id="say-1", text="hello"), wire.Say(id="say-2", text="why?")
        await room.say(ANN, 0, hello)
        await room.say(CAT, None, why)
        await room.say(CAT, None, why)
        assert watcher.woken_by == ["chat", "chat"]
        assert [(line.number, line.name, line.seat, line.text) for line in room.chat(0).lines] == [
            (0, "Ann", 0, "hello"),
            (1, "Cat", None, "why?"),
        ]
        assert [line.text for line in room.chat(1).lines] == ["why?"]
        before = room.chat(0)
    async with running(tmp_path) as place:
        again = await place.rooms.room(room.id)
        assert again is not None
        assert again.chat(0) == before


# Seats ------------------------------------------------------------------------------------------------------------


async def test_the_game_begins_when_the_last_seat_is_taken(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.table(ME, OPEN)
        assert room.status == "waiting"
        seat = await room.sit(BEN, None)
        assert (seat.seat, room.status) == (1, "playing")
        assert (room.seat_of(ANN.id), room.seat_of(BEN.id), room.seat_of(CAT.id)) == (0, 1, None)
        with pytest.raises(RumpusError, match="All seats of this table are taken; you may watch"):
            await room.sit(CAT, None)


async def test_only_a_free_seat_can_be_taken_and_only_one(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.table(ME, OPEN, OPEN, game="pairs", seats=3)
        with pytest.raises(RumpusError, match="Seat 0 is taken; free is 1, 2"):
            await room.sit(BEN, 0)
        with pytest.raises(RumpusError, match="There is no seat 7: the seats are 0, 1, 2"):
            await room.sit(BEN, 7)
        await room.sit(BEN, 2)
        with pytest.raises(RumpusError, match="You have seat 2 at this table already"):
            await room.sit(BEN, 1)
        assert room.status == "waiting"


async def test_a_token_opens_its_seat_and_only_its_digest_is_kept(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.table(ME, OPEN)
        program = await room.sit(ANN, None, "Robot")
        more = await room.sit(ANN, None)
        assert (room.seat_by_token(program.token), room.seat_by_token(more.token)) == (1, 0)
        assert room.seat_by_token("something else") is None
        assert room.update(0).people[1].name == "Robot"
        assert program.token.encode() not in log.encode(await logged(place, room))
    async with running(tmp_path) as place:
        again = await place.rooms.room(room.id)
        assert again is not None
        assert again.seat_by_token(program.token) == 1


async def test_who_leaves_before_the_game_frees_the_seat_and_later_a_bot_plays_on(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.table(ME, OPEN, pace=5_000)
        await room.stand_up(0)
        assert [person.kind for person in room.people(None).people] == ["open", "open"]
        await room.sit(ANN, None)
        await room.sit(BEN, None)
        await room.stand_up(1)
        ben = room.people(0).people[1]
        assert (ben.name, ben.kind, ben.bot, ben.stands_in) == ("Ben", "person", STAND_IN, True)
        assert room.update(0).lines[-1].text == "Ben has left: a bot plays on."
        assert room.update(1).ask is None
        refused = await room.act(1, wire.Act(id=new_id(), ask=1, action=1))
        assert refused == wire.Refused(id=refused.id, sentence="A bot plays on for you: take your seat back first.")
        await room.reclaim(1)
        assert room.update(0).lines[-1].text == "Ben is back."
        await acted(room, 1)


async def test_who_is_alone_with_bots_can_leave_and_come_back(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.table(ME, RANDOM)
        with pytest.raises(RumpusError, match="Nobody else plays here: leave the table as it is"):
            await room.stand_up(0)
        assert not room.people(None).people[0].stands_in
        with pytest.raises(RumpusError, match="there is nothing to take back"):
            await room.reclaim(0)


async def test_the_seat_of_somebody_who_is_away_can_be_given_to_a_bot_and_reclaimed(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        ann, ben = Watcher(0, ANN.id), Watcher(1, BEN.id)
        room.listen(ann)
        room.listen(ben)
        assert [person.here for person in room.people(0).people] == [True, True]
        room.unlisten(ben)
        assert [person.here for person in room.people(0).people] == [True, False]
        wanted = wire.HandOver(seat=1, bot="random")
        place.time.now += AWAY_SECONDS - 1
        with pytest.raises(RumpusError, match="away for a while"):
            await room.hand_over(0, wanted)
        place.time.now += 1
        assert (room.update(0).may_hand_over, room.people(0).may_hand_over) == ([1], [1])
        assert (room.update(None).may_hand_over, room.update(1).may_hand_over) == ([], [])
        with pytest.raises(RumpusError, match="There is no bot 'nobody'"):
            await room.hand_over(0, wire.HandOver(seat=1, bot="nobody"))
        await room.hand_over(0, wanted)
        assert room.update(0).may_hand_over == []
        await until(lambda: any(move.seat == 1 for move in room.match.moves))
        await room.reclaim(1)
        await played_out(room, 0, 1)


async def test_who_looks_on_is_told_of_those_who_never_came_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart, or when somebody takes a seat and goes before the page is there."""
    monkeypatch.setattr("rumpus.server.room.AWAY_SECONDS", 0.05)
    async with running(tmp_path) as place:
        room = await place.table(ME, OPEN)
        ann = Watcher(0, ANN.id)
        room.listen(ann)
        place.time.now += 1.0
        await room.sit(BEN, 1)
        ann.woken_by.clear()
        assert room.update(0).may_hand_over == []
        place.time.now += 1.0
        await until(lambda: "people" in ann.woken_by)
        assert room.people(0).may_hand_over == [1]


async def test_nobody_is_handed_over_who_is_here_or_shows_up_or_is_alone(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        room.listen(Watcher(1, BEN.id))
        place.time.now += 2 * AWAY_SECONDS
        assert (room.update(0).may_hand_over, room.update(1).may_hand_over) == ([], [0])
        room.seen(0)
        assert room.update(1).may_hand_over == []
        alone = await place.table(ME, RANDOM)
        place.time.now += 2 * AWAY_SECONDS
        assert alone.update(0).may_hand_over == []
        with pytest.raises(RumpusError):
            await alone.hand_over(0, wire.HandOver(seat=0, bot="random"))


# Bots -------------------------------------------------------------------------------------------------------------


class Gate:
    """A bot that answers when it is let."""

    name = "gate"

    def __init__(self) -> None:
        self.asked: list[View] = []
        self.open = False

    async def choose(self, bot: str, view: View) -> int:
        self.asked.append(view)
        while not self.open:
            await asyncio.sleep(0.001)
        return view.legal[0].number


class GatedThinker(Thinker):
    """Has all its bots wait for one gate."""

    def __init__(self) -> None:
        super().__init__(warms=False)
        self.gate = Gate()

    async def choose(self, bot: str, view: View) -> Chosen:
        return Chosen(await self.gate.choose(bot, view))


async def test_bots_play_whole_games_with_people_and_without(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        alone, with_ann = await place.table(RANDOM, RANDOM), await place.table(ME, RANDOM)
        await until(lambda: alone.status == "over")
        await played_out(with_ann, 0)
        assert len(await logged(place, alone)) == alone.version


async def test_all_bots_that_have_to_choose_are_asked_at_once_and_shown_as_thinking(tmp_path: Path) -> None:
    thinker = GatedThinker()
    async with running(tmp_path, thinker=thinker) as place:
        room = await place.table(ME, RANDOM, RANDOM, game="pairs", seats=3)
        await until(lambda: len(thinker.gate.asked) == 2)
        assert [person.thinking for person in room.people(None).people] == [False, True, True]
        assert {view.seat for view in thinker.gate.asked} == {1, 2}
        await acted(room, 0)
        assert len(thinker.gate.asked) == 2
        thinker.gate.open = True
        await played_out(room, 0)
        assert [person.thinking for person in room.people(None).people] == [False] * 3


async def test_a_bot_is_given_the_view_of_its_seat_and_nothing_else(tmp_path: Path) -> None:
    thinker = GatedThinker()
    async with running(tmp_path, thinker=thinker) as place:
        room = await place.table(ME, RANDOM)
        await acted(room, 0)
        await until(lambda: thinker.gate.asked)
        assert type(thinker.gate.asked[0]) is View
        assert all(view == room.match.view(1, 0) for view in thinker.gate.asked)


async def test_watchers_are_not_woken_by_the_secret_steps_of_a_bot(tmp_path: Path) -> None:
    thinker = GatedThinker()
    async with running(tmp_path, thinker=thinker) as place:
        room = await place.table(ME, RANDOM, game="pairs")
        watcher = Watcher()
        room.listen(watcher)
        thinker.gate.open = True
        await until(lambda: 1 not in room.match.acting)
        assert len([move for move in room.match.moves if move.seat == 1]) > 2
        assert watcher.woken_by == ["table"]


class Waiting(Thinker):
    """Has machine code made that is never done, until a test says so."""

    def __init__(self) -> None:
        super().__init__(warms=False)
        self.done = asyncio.Event()

    def expect(self, bots: Iterable[str], game: Game) -> bool:
        return bool(set(bots)) and not self.done.is_set()

    def readying(self, bots: Iterable[str], game: Game) -> wire.Readying | None:
        return wire.Readying(sentence="Wait.", seconds=40.0) if self.expect(bots, game) else None

    async def prepare(self, game: Game, *, is_solved: bool = False) -> bool:
        return await self.done.wait()

    async def choose(self, bot: str, view: View) -> Chosen:
        await self.done.wait()
        return Chosen(view.legal[0].number, "Red: something has to be said.", is_lasting=view.seat == 1)


async def test_a_table_says_that_its_bots_wait_for_machine_code_and_when_they_do_no_more(tmp_path: Path) -> None:
    thinker = Waiting()
    async with running(tmp_path, thinker=thinker) as place:
        room = await place.table(ME, RANDOM)
        watcher = Watcher()
        room.listen(watcher)
        told = wire.Readying(sentence="Wait.", seconds=40.0)
        assert room.update(0).readying == room.update(None).readying == room.people(0).readying == told
        await acted(room, 0)
        await asyncio.sleep(0.01)
        assert [move.seat for move in room.match.moves] == [0]
        woken = len(watcher.woken_by)
        thinker.done.set()
        await until(lambda: len(room.match.moves) == 2)
        assert "people" in watcher.woken_by[woken:]
        assert room.update(0).readying is room.people(None).readying is None


async def test_what_has_to_be_said_of_a_choice_stands_in_the_log_before_it(tmp_path: Path) -> None:
    thinker = Waiting()
    thinker.done.set()
    async with running(tmp_path, thinker=thinker) as place:
        room = await place.table(ME, RANDOM)
        other = await place.table(RANDOM, ME)
        for seat, table in enumerate((room, other)):
            for moves in (2, 4):
                await acted(table, seat)
                await until(partial(has_moves, table, moves))
        said = "Red: something has to be said."
        for viewer in (0, None):
            assert [line.text for line in room.update(viewer).lines].count(said) == 1  # it is true of all its choices
        texts = [line.text for line in other.update(1).lines]
        assert texts[0] == said
        assert texts.count(said) == sum(move.seat == 0 for move in other.match.moves)
        assert await same_again(place, room)


def has_moves(room: Room, number: int) -> bool:
    return len(room.match.moves) >= number


async def same_again(place: Place, room: Room) -> bool:
    """Whether the table is the same when it is read from its log."""
    again = Table.folded(room.id, room.table.opened, room.game, await place.store.entries(room.id))
    return again.sight(None).lines == room.table.sight(None).lines and again.version == room.version


async def test_what_is_said_of_a_secret_choice_does_not_tell_that_there_was_one(tmp_path: Path) -> None:
    thinker = Waiting()
    thinker.done.set()
    async with running(tmp_path, thinker=thinker) as place:
        room = await place.table(ME, RANDOM, game="pairs")
        watcher = Watcher()
        room.listen(watcher)
        before = room.version_for(None)
        await until(lambda: len([move for move in room.match.moves if move.seat == 1]) > 1)
        assert room.version_for(None) - before <= 1
        assert watcher.woken_by.count("table") == room.version_for(None) - before


async def test_a_bot_takes_its_time(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.table(ME, RANDOM, pace=5_000)
        await asyncio.sleep(0.05)
        assert (room.match.moves, room.people(0).people[1].thinking) == ([], True)
        await acted(room, 0)
        assert room.people(0).people[1].thinking


async def test_a_bot_waits_until_pages_have_shown_what_chance_did(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two("mayhem", pace=1_000)
        assert room._pause() == 1.0
        while not (steps := len(room.table.sights[NOBODY].between)):
            seat = min(room.match.acting)
            await acted(room, seat)
        assert room._pause() == pytest.approx(1.0 + STEP_SHARE * steps)
        await room.set_pace(0, 5_000)  # which is no step of the game
        assert room._pause() == 5.0


async def test_the_pace_is_changed_by_those_who_sit_there(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.table(ME, RANDOM, pace=5_000)
        await room.set_pace(0, 0)
        assert room.update(None).pace == 0
        with pytest.raises(RumpusError, match="No person has seat 1"):
            await room.set_pace(1, 10)


async def test_what_a_bot_thought_of_is_dropped_when_it_is_taken_back(tmp_path: Path) -> None:
    thinker = GatedThinker()
    async with running(tmp_path, thinker=thinker) as place:
        room = await place.table(ME, RANDOM)
        await acted(room, 0, 7)
        assert isinstance(await taken_back(room, 0), wire.Done)
        assert room.match.moves == []
        thinker.gate.open = True
        await until(lambda: room.match.moves)
        await asyncio.sleep(0.02)
        assert [move.seat for move in room.match.moves] == [1]
        assert len(thinker.gate.asked) == 2
        await played_out(room, 0)


async def test_an_answer_that_comes_while_something_is_taken_back_is_dropped_too(tmp_path: Path) -> None:
    thinker = GatedThinker()
    async with running(tmp_path, thinker=thinker) as place:
        room = await place.table(ME, RANDOM)
        await acted(room, 0)
        gate, real = asyncio.Event(), place.store.append

        async def slow(*args: Any, **more: Any) -> None:
            await gate.wait()
            await real(*args, **more)

        place.store.append = slow  # type: ignore[method-assign]
        taking = asyncio.create_task(taken_back(room, 0))
        await asyncio.sleep(0.01)
        thinker.gate.open = True
        await asyncio.sleep(0.02)
        thinker.gate.open = False
        gate.set()
        await taking
        await until(lambda: len(thinker.gate.asked) == 2)
        await room.say(ANN, 0, wire.Say(id=new_id(), text="after what waited before"))
        assert room.match.moves == []
        thinker.gate.open = True
        await until(lambda: room.match.moves)


async def test_a_bot_that_cannot_be_written_down_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("rumpus.server.room.RETRY_SECONDS", 0.001)
    thinker = GatedThinker()
    async with running(tmp_path, thinker=thinker) as place:
        room = await place.table(ME, RANDOM)
        real = place.store.append
        place.store.append = failing  # type: ignore[method-assign]
        thinker.gate.open = True
        await until(lambda: "nothing can be written down" in caplog.text)
        assert room.match.moves == []
        place.store.append = real  # type: ignore[method-assign]
        await until(lambda: room.match.moves)


# Taking back ------------------------------------------------------------------------------------------------------


async def test_taking_back_is_refused_when_something_happened_meanwhile_or_nothing_can_be(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two("pairs")
        nothing = await taken_back(room, 0)
        assert nothing == wire.Refused(id=nothing.id, sentence="There is nothing that can be taken back now.")
        await acted(room, 0, ACE)
        late = await room.take_back(0, wire.TakeBack(id=new_id(), version=room.version_for(0) - 1))
        assert isinstance(late, wire.Refused)
        assert late.stale
        message = wire.TakeBack(id=new_id(), version=room.version_for(0))
        first = await room.take_back(0, message)
        assert isinstance(first, wire.Done)
        assert await room.take_back(0, message) == first


# Clocks -----------------------------------------------------------------------------------------------------------


CLOCK = wire.ClockRule(bank=100, more=5)


async def test_when_time_is_up_a_bot_plays_on_and_the_person_may_come_back(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two(clock=CLOCK)
        place.time.now += 40
        await acted(room, 0)
        place.time.now += 59
        await room.check_clocks()
        assert [person.left for person in room.people(0).people] == [65.0, 1.0]
        assert not room.people(0).people[1].stands_in
        place.time.now += 1
        await room.check_clocks()
        assert room.people(0).people[1].stands_in
        assert "Ben has no time left: a bot plays on." in [line.text for line in room.update(0).lines]
        await room.reclaim(1)
        assert room.people(0).people[1].left == 10.0


async def test_an_alarm_rings_when_time_is_up(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two(clock=CLOCK)
        place.time.now += 99.99
        room._set_alarm()
        place.time.now += 0.01
        await until(lambda: all(person.stands_in for person in room.people(None).people))


async def test_time_left_survives_a_restart_and_does_not_run_meanwhile(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two(clock=CLOCK)
        place.time.now += 30
        await acted(room, 0)
        place.time.now += 10
        assert [person.left for person in room.people(None).people] == [75.0, 60.0]
    async with running(tmp_path) as place:
        place.time.now += 5_000
        again = await place.rooms.room(room.id)
        assert again is not None
        assert [person.left for person in again.people(None).people] == [75.0, 60.0]
        place.time.now += 10
        assert [person.left for person in again.people(None).people] == [75.0, 50.0]


# Closing ----------------------------------------------------------------------------------------------------------


async def test_closing_while_bots_think_ends_and_loses_nothing(tmp_path: Path) -> None:
    thinker = GatedThinker()
    async with running(tmp_path, thinker=thinker) as place:
        room = await place.table(ME, RANDOM)
        await acted(room, 0)
        await until(lambda: thinker.gate.asked)
    assert room.is_idle
    before = [state.tobytes() for state in room.match.states]
    answer = await room.act(0, wire.Act(id=new_id(), ask=1, action=1))
    assert answer == wire.Refused(id=answer.id, sentence="The server is closing: try again in a moment.")
    async with running(tmp_path) as place:
        await until(lambda: len(place.rooms) == 1)
        again = await place.rooms.room(room.id)
        assert again is not None
        assert [state.tobytes() for state in again.match.states][: len(before)] == before
        await played_out(again, 0)
