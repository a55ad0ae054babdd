"""All tables of a server: opening, finding, listing, going on, and coming back after the end of the world."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumpus.core.errors import RumpusError
from rumpus.core.rules import CHANCE
from rumpus.server import log, wire
from rumpus.server.room import AWAY_SECONDS, Room
from rumpus.server.rooms import IDLE_SECONDS, WAITING_SECONDS
from rumpus.server.store import StoreProblem
from rumpus.server.table import NotReadable
from tests.server import tables
from tests.server.pairs.rules import CONFIRM
from tests.server.tables import (
    ANN,
    BEN,
    CAT,
    FIRST,
    ME,
    OPEN,
    RANDOM,
    Place,
    Time,
    Watcher,
    acted,
    failing,
    played_out,
    running,
    taken_back,
    until,
)  # fmt: skip

ACE, TWO, THREE = 0, 1, 2


# Opening ----------------------------------------------------------------------------------------------------------


async def test_a_practice_table_begins_at_once(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.table(ME, RANDOM, pace=5_000)
        update = room.update(0)
        assert (room.status, update.practice, update.people[0].you) == ("playing", True, True)
        assert not (await place.for_two()).practice
        assert not (await place.table(RANDOM, RANDOM)).practice


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "nothing"}, "There is no game 'nothing'"),
        ({"seats": 5}, "is for 2 players, not 5"),
        ({"switches": {"magic": True}}, "There is no switch 'magic'"),
        ({"box": "[cards"}, "The cards are not a TOML file"),
        ({"box": "[cards.nobody]\nname = 'x'"}, "has no 'nobody'"),
        ({"chairs": [ME, ME]}, "You can take one seat"),
        ({"chairs": [ME, OPEN, OPEN]}, "There are 3 chairs, but this table has 2 seats"),
        ({"chairs": [wire.Chair(who="bot", bot="wizard")]}, "There is no bot 'wizard'"),
        ({"chairs": [wire.Chair(who="bot", bot="ismcts:900000ms")]}, "would think too long"),
    ],
)
async def test_what_cannot_be_opened_is_refused_with_a_sentence(
    tmp_path: Path, wrong: dict[str, Any], sentence: str
) -> None:
    async with running(tmp_path) as place:
        with pytest.raises(RumpusError, match=sentence.replace("[", r"\[")):
            await place.rooms.open_table(wire.Opening(**{"game": FIRST, **wrong}), ANN)
        assert await place.rooms.lobby(ANN.id) == wire.Lobby(open=[], mine=[], watch=[])


async def test_a_table_keeps_its_switches_and_its_own_cards(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        game = place_game()
        card = next(iter(game.contents.cards))
        box = f'[cards.{card}]\nname = "Sir Squeak"'
        switch = game.rules.SWITCHES[0]
        room = await place.table(ME, OPEN, box=box, switches={switch.name: switch.values[1]})
        assert room.card(None).switches == [switch.title]
    async with running(tmp_path) as place:
        again = await place.rooms.room(room.id)
        assert again is not None
        assert again.game.contents.cards[card].name == "Sir Squeak"
        assert again.game.changed_switches == {switch.name: switch.values[1]}


def place_game() -> Any:
    return tables.GAMES[FIRST].open()


async def test_there_is_no_room_for_a_table_that_does_not_exist(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        assert await place.rooms.room("nowhere") is None


# Coming back ------------------------------------------------------------------------------------------------------


async def test_after_a_restart_every_table_is_as_it_was_for_every_viewer(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two("pairs")
        for seat, action in ((0, ACE), (1, TWO), (0, THREE), (0, CONFIRM)):
            await acted(room, seat, action)
        await taken_back(room, 1)
        before = [room.update(seat) for seat in (None, 0, 1)]
        states = [state.tobytes() for state in room.match.states]
    async with running(tmp_path) as place:
        again = await place.rooms.room(room.id)
        assert again is not None
        assert [again.update(seat) for seat in (None, 0, 1)] == before
        assert [state.tobytes() for state in again.match.states] == states
        await played_out(again, 0, 1)


async def test_idle_tables_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room, watched = await place.for_two(), await place.for_two()
        clocked = await place.for_two(clock=wire.ClockRule(bank=50_000))
        thinking = await place.table(ME, RANDOM, pace=5_000)
        watched.listen(Watcher())
        await acted(room, 0)
        place.time.now += IDLE_SECONDS - 1
        await place.rooms.put_idle_away()
        assert len(place.rooms) == 4
        place.time.now += 1
        await place.rooms.put_idle_away()
        assert len(place.rooms) == 3
        again = await place.rooms.room(room.id)
        assert again is not None
        assert again is not room
        assert again.match.moves == room.match.moves
        assert [await place.rooms.room(one.id) for one in (watched, clocked, thinking)] == [watched, clocked, thinking]


async def test_who_comes_while_others_are_put_away_stays(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        first, second = await place.for_two(), await place.for_two()
        place.time.now += IDLE_SECONDS
        sweep = asyncio.create_task(place.rooms.put_idle_away())
        await asyncio.sleep(0)
        assert await place.rooms.room(second.id) is second
        await sweep
        assert len(place.rooms) == 1
        await acted(second, 0)
        assert await place.rooms.room(second.id) is second
        assert await place.rooms.room(first.id) is not first


async def test_a_table_that_could_not_begin_begins_when_somebody_comes(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        place.store.append, real = failing, place.store.append  # type: ignore[method-assign]
        with pytest.raises(StoreProblem):
            await place.table(ME, RANDOM)
        place.store.append = real  # type: ignore[method-assign]
        (card,) = (await place.rooms.lobby(ANN.id)).mine
        again = await place.rooms.room(card.id)
        assert again is not None
        assert again.status == "playing"


async def test_after_a_sudden_end_ones_own_tables_are_listed_as_they_are(tmp_path: Path) -> None:
    """What lists say is written now and then; a server that died has not written it at the end."""
    place = running(tmp_path)
    before = await place.__aenter__()
    room = await before.for_two()
    await acted(room, 0)
    (card,) = (await before.rooms.lobby(ANN.id)).mine
    await before.store.close()  # nothing more can be written: as if it had been killed
    async with running(tmp_path, time=before.time) as after:
        assert (await after.rooms.lobby(ANN.id)).mine == [card]
        assert not card.your_turn


async def test_two_who_come_at_once_find_the_same_room(tmp_path: Path) -> None:
    import asyncio

    async with running(tmp_path) as place:
        room = await place.for_two()
    async with running(tmp_path) as place:
        found = await asyncio.gather(*(place.rooms.room(room.id) for _ in range(5)))
        assert len({id(one) for one in found}) == 1


async def test_bots_go_on_by_themselves_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.table(RANDOM, RANDOM, pace=5_000)
    async with running(tmp_path) as place:
        await until(lambda: len(place.rooms) == 1)
        again = await place.rooms.room(room.id)
        assert again is not None
        assert [person.thinking for person in again.people(None).people] == [True, True]


async def test_a_game_that_should_have_begun_when_the_server_died_begins(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("DELETE FROM entries WHERE number > 0")
        connection.execute("UPDATE summaries SET entries = 1")
    connection.close()
    async with running(tmp_path) as place:
        again = await place.rooms.room(room.id)
        assert again is not None
        assert again.status == "playing"
        assert len(await place.store.entries(room.id)) == 2


async def changed_record(path: Path, table: str, **changes: Any) -> None:
    """The table as if it had been opened with other rules, cards or games."""
    with sqlite3.connect(path / "tables.sqlite") as connection:
        (written,) = connection.execute("SELECT opened FROM tables WHERE id = ?", (table,)).fetchone()
        record = msgspec.structs.replace(log.decode_opened(written), **changes)
        connection.execute("UPDATE tables SET opened = ? WHERE id = ?", (log.encode(record), table))
    connection.close()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rules": 99}, "version 99 of the rules"),
        ({"digest": "other"}, "The cards of .* have changed"),
        ({"box": "[cards.gone]\nname = 'x'"}, "cannot be read any more"),
        ({"game": "chess"}, "not among the games here"),
        ({"switches": {"gone": True}}, "cannot be read any more"),
    ],
)
async def test_a_table_of_other_rules_is_kept_and_says_why_it_cannot_be_shown(
    tmp_path: Path, changes: dict[str, Any], sentence: str
) -> None:
    async with running(tmp_path) as place:
        room = await place.table(ME, RANDOM, pace=5_000)
    await changed_record(tmp_path, room.id, **changes)
    async with running(tmp_path) as place:
        with pytest.raises(NotReadable, match=sentence):
            await place.rooms.room(room.id)
        assert [card.id for card in (await place.rooms.lobby(ANN.id)).mine] == [room.id]
        await played_out(await place.table(ME, RANDOM), 0)


async def test_tables_of_other_rules_are_listed_as_such_and_only_to_those_who_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as place:
        await place.table(ME, OPEN, public=True)
        await place.for_two(public=True)
    monkeypatch.setattr(tables.GAMES[FIRST].rules, "VERSION", 99)
    async with running(tmp_path) as place:
        lobby = await place.rooms.lobby(ANN.id)
        assert (lobby.open, lobby.watch) == ([], [])
        assert [card.fault.split(":")[0] for card in lobby.mine] == [
            "The rules have changed since this table was opened"
        ] * 2


async def test_a_log_that_the_rules_cannot_follow_is_kept_and_says_so(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        await acted(room, 0)
    bad = log.encode(log.Moved(seat=0, action=3, at=0.0))
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("UPDATE entries SET entry = ? WHERE number = 1", (bad,))
    connection.close()
    async with running(tmp_path) as place:
        with pytest.raises(NotReadable, match="cannot be followed by the rules here"):
            await place.rooms.room(room.id)


# Lists ------------------------------------------------------------------------------------------------------------


async def test_the_lobby_lists_open_tables_ones_own_and_those_to_watch(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        free, running_game = await place.table(ME, OPEN, public=True), await place.for_two(public=True)
        private = await place.table(ME, OPEN)
        lobby = await place.rooms.lobby(CAT.id)
        assert [[card.id for card in cards] for cards in (lobby.open, lobby.mine, lobby.watch)] == [
            [free.id], [], [running_game.id],
        ]  # fmt: skip
        mine = (await place.rooms.lobby(ANN.id)).mine
        assert mine[0].id == running_game.id
        assert {card.id for card in mine} == {free.id, running_game.id, private.id}
        assert await place.rooms.lobby(None) == lobby


async def test_where_it_is_ones_turn_comes_first_and_what_is_over_last(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        over, waits, turn = await place.for_two(), await place.for_two(), await place.for_two()
        await played_out(over, 0, 1)
        await acted(waits, 0)
        for _ in range(2):
            mine = (await place.rooms.lobby(ANN.id)).mine
            assert [(card.id, card.your_turn, card.status) for card in mine] == [
                (turn.id, True, "playing"), (waits.id, False, "playing"), (over.id, False, "over"),
            ]  # fmt: skip
            place.time.now += 2 * IDLE_SECONDS
            await place.rooms.put_idle_away()  # the second time they are listed from the store
            assert len(place.rooms) == 0
        assert [card.people[1].you for card in (await place.rooms.lobby(BEN.id)).mine] == [True] * 3


async def test_a_card_from_the_store_is_the_card_of_the_room(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two(public=True, clock=wire.ClockRule(bank=60))
        await acted(room, 0)
        live = [(await place.rooms.lobby(person)).watch[0] for person in (None, ANN.id, BEN.id)]
    async with running(tmp_path) as place:
        place.rooms._tasks[0].cancel()
        stored = [(await place.rooms.lobby(person)).watch[0] for person in (None, ANN.id, BEN.id)]
        assert stored == live


async def test_a_list_tells_nobody_of_steps_in_secret(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two("pairs", public=True)
        before = await place.rooms.lobby(None)
        place.time.now += 5
        await acted(room, 0, ACE)
        assert await place.rooms.lobby(None) == before
        await acted(room, 0, TWO)
        await acted(room, 0, CONFIRM)
        assert (await place.rooms.lobby(None)).watch[0].changed == place.time.now


async def test_a_table_that_waits_for_a_day_with_nobody_there_is_listed_no_more(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        left, watched = await place.table(ME, OPEN, public=True), await place.table(ME, OPEN, public=True)
        watched.listen(Watcher(0, ANN.id))
        place.time.now += WAITING_SECONDS + 1
        assert [card.id for card in (await place.rooms.lobby(None)).open] == [watched.id]
        assert await place.rooms.room(left.id) is left


async def test_the_games_of_open_tables_are_made_ready_first_and_every_other_in_time(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        finished = await place.table(RANDOM, RANDOM)
        await until(lambda: finished.status == "over")
        await place.table(ME, OPEN, OPEN, game="mayhem", seats=3)
        place.time.now += 1
        await place.for_two("arrr")
        named = [(game.name, game.seats) for game in await place.rooms.games()]
        assert named[:3] == [("arrr", 2), ("mayhem", 3), (FIRST, 2)]
        assert len(named) == len(set(named))
        spans = {name: range(one.seats[0], one.seats[1] + 1) for name, one in tables.GAMES.items()}
        assert set(named) == {(name, seats) for name, span in spans.items() for seats in span}


# Again, and on ----------------------------------------------------------------------------------------------------


async def over(place: Place, *chairs: wire.Chair, **more: Any) -> Room:
    room = await place.table(*chairs, **more)
    if room.status == "waiting":
        await room.sit(BEN, None)
    await played_out(room, *[seat for seat in (0, 1) if room.seat_of((ANN, BEN)[seat].id) == seat])
    return room


async def test_a_rematch_begins_when_both_have_said_yes_and_the_other_sits_first(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await over(place, ME, OPEN, clock=wire.ClockRule(bank=600), public=True)
        watcher = Watcher()
        room.listen(watcher)
        assert await place.rooms.rematch(room, BEN, []) is None
        assert await place.rooms.rematch(room, BEN, []) is None  # once more changes nothing
        assert room.update(0).rematch == wire.Offer(by=1, agreed=[1], waits_for=[0])
        assert (room.update(0).next_table, watcher.woken_by[-1]) == ("", "table")
        assert room.update(None).lines[-1].text == "Ben would like a rematch."
        new = await place.rooms.rematch(room, ANN, [])
        assert new is not None
        assert (new.status, new.seat_of(BEN.id), new.seat_of(ANN.id)) == ("playing", 0, 1)
        assert new.table.opened.clock == wire.ClockRule(bank=600)
        assert room.update(None).next_table == f"/t/{new.id}"
        assert room.update(None).rematch is None
        assert await place.rooms.rematch(room, ANN, []) is new
        with pytest.raises(RumpusError, match="No rematch is offered"):
            await room.drop_offer(0)


@pytest.mark.parametrize(
    ("seat", "said"), [(0, "Ann takes the offer of a rematch back."), (1, "Ben would rather not play again.")]
)
async def test_an_offer_can_be_declined_and_taken_back_and_made_again(tmp_path: Path, seat: int, said: str) -> None:
    async with running(tmp_path) as place:
        room = await over(place, ME, OPEN)
        await place.rooms.rematch(room, ANN, [])
        await room.drop_offer(seat)
        assert room.update(1).rematch == wire.Offer(by=0, agreed=[0], waits_for=[], ended=said)
        assert room.update(None).lines[-1].text == said
        with pytest.raises(RumpusError, match="No rematch is offered"):
            await room.drop_offer(0)
        assert await place.rooms.rematch(room, BEN, []) is None  # which is an offer, no answer
        assert await place.rooms.rematch(room, ANN, []) is not None


def ended(room: Room) -> str:
    """Why nothing came of the offer of a rematch, if nothing did."""
    offer = room.update(0).rematch
    return "" if offer is None else offer.ended


async def test_an_offer_that_nobody_answers_lapses_even_when_the_server_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    async with running(tmp_path, time=time) as place:
        room = await over(place, ME, OPEN)
        await place.rooms.rematch(room, ANN, [])
        again = await over(place, ME, OPEN)
        monkeypatch.setattr("rumpus.server.room.OFFER_SECONDS", 0.01)
        await place.rooms.rematch(again, ANN, [])
        await until(lambda: ended(again))
        assert ended(again) == "Not everybody has answered: there is no rematch."
        assert ended(room) == ""
    async with running(tmp_path, time=time) as place:
        later = await place.rooms.room(room.id)
        assert later is not None
        await until(lambda: ended(later))


async def test_who_agreed_is_known_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await over(place, ME, OPEN)
        await place.rooms.rematch(room, ANN, [])
    async with running(tmp_path) as place:
        again = await place.rooms.room(room.id)
        assert again is not None
        assert again.update(1).rematch == wire.Offer(by=0, agreed=[0], waits_for=[1])
        assert await place.rooms.rematch(again, BEN, []) is not None


async def test_all_three_have_to_agree(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.table(ME, OPEN, OPEN, game="pairs", seats=3)
        await room.sit(BEN, None)
        await room.sit(CAT, None)
        await played_out(room, 0, 1, 2)
        assert await place.rooms.rematch(room, CAT, []) is None
        assert await place.rooms.rematch(room, ANN, []) is None
        assert room.update(0).rematch == wire.Offer(by=2, agreed=[0, 2], waits_for=[1])
        assert await place.rooms.rematch(room, BEN, []) is not None


async def test_no_clock_of_a_rematch_runs_before_both_have_come(tmp_path: Path) -> None:
    time = Time()
    async with running(tmp_path, time=time) as place:
        room = await over(place, ME, OPEN, clock=wire.ClockRule(bank=600))
        await place.rooms.rematch(room, ANN, [])
        new = await place.rooms.rematch(room, BEN, [])
        assert new is not None
        new.listen(Watcher(0, BEN.id))
        await until(lambda: new.table.came)
        time.now += 100
        assert [(person.left, person.clock_waits) for person in new.people(0).people] == [(600.0, True)] * 2
        id = new.id
    async with running(tmp_path, time=time) as place:
        again = await place.rooms.room(id)
        assert again is not None
        time.now += 100
        assert [person.left for person in again.people(0).people] == [600.0] * 2
        again.welcome({1})
        await until(lambda: not again.table.awaited)
        time.now += 5
        assert [(person.left, person.clock_waits) for person in again.people(0).people] == [(595.0, False)] * 2
        assert again.update(None).lines[-1].text == "Everybody is here: the clocks run."


async def test_a_bot_that_plays_for_one_who_never_came_lets_the_clocks_run(tmp_path: Path) -> None:
    time = Time()
    async with running(tmp_path, time=time) as place:
        room = await over(place, ME, OPEN, clock=wire.ClockRule(bank=600))
        await place.rooms.rematch(room, ANN, [])
        new = await place.rooms.rematch(room, BEN, [])
        assert new is not None
        new.listen(Watcher(0, BEN.id))
        await until(lambda: new.table.came)
        time.now += AWAY_SECONDS + 1
        await new.hand_over(0, wire.HandOver(seat=1, bot="random"))
        time.now += 5
        assert new.people(0).people[0].left == 595.0


async def test_who_has_left_for_good_is_not_asked_and_their_seat_is_free(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        await room.stand_up(1)
        await played_out(room, 0)
        new = await place.rooms.rematch(room, ANN, [])
        assert new is not None
        assert (new.status, new.seat_of(ANN.id), new.table.free) == ("waiting", 1, [0])
        await new.sit(BEN, None)
        assert new.status == "playing"


async def test_at_a_rematch_bots_can_be_changed(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await over(place, ME, RANDOM)
        chairs = [ME, wire.Chair(who="bot", bot="greedy")]
        new = await place.rooms.rematch(room, ANN, chairs)  # bots always agree
        assert new is not None
        assert [(person.name, person.bot) for person in new.people(None).people] == [("greedy", "greedy"), ("Ann", "")]
        assert new.practice


async def test_with_three_at_the_table_a_rematch_keeps_the_seats(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.table(ME, OPEN, RANDOM, game="pairs", seats=3)
        await room.sit(BEN, None)
        await played_out(room, 0, 1)
        await place.rooms.rematch(room, ANN, [])
        new = await place.rooms.rematch(room, BEN, [])
        assert new is not None
        assert [person.name for person in new.people(None).people] == ["Ann", "Ben", "random"]


async def test_a_rematch_is_for_those_who_played_and_after_the_end(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        with pytest.raises(RumpusError, match="when the game is over"):
            await place.rooms.rematch(room, ANN, [])
        await played_out(room, 0, 1)
        with pytest.raises(RumpusError, match="Only somebody who played here"):
            await place.rooms.rematch(room, CAT, [])


async def test_what_a_bot_chose_for_a_person_is_marked_in_the_result_and_in_lists(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await place.for_two()
        for seat in (0, 1):
            await acted(room, seat)
        await room.stand_up(1)
        assert [person.stood_in for person in room.people(0).people] == [0, 0]  # how often it chose may be a secret yet
        assert room.moment(0).stood_in is None
        await played_out(room, 0)
        chosen = [sum(move.seat == seat for move in room.match.moves) for seat in (0, 1)]
        ben = room.people(0).people[1]
        assert (ben.stood_in, ben.choices) == (chosen[1] - 1, chosen[1])
        assert room.moment(0).stood_in == [0, chosen[1] - 1]
        assert room.update(0).lines[-1].text == f"A bot made {chosen[1] - 1} of {chosen[1]} choices for Ben."
        assert (await place.rooms.lobby(BEN.id)).mine[0].people[1].stood_in == chosen[1] - 1
        assert room.match_with_names().players == ["Ann", "Ben (with a bot)"]
        await place.rooms.put_idle_away()
    async with running(tmp_path) as place:
        assert (await place.rooms.lobby(ANN.id)).mine[0].people[1].stood_in == chosen[1] - 1


async def test_one_can_go_on_from_any_moment_of_a_game_that_is_over(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await over(place, ME, OPEN, switches={"lucky_draw": True})
        moves = room.match.moves
        for moment in range(len(moves)):
            wanted = wire.Continue(moment=moment, seat=1, bot="random")
            new = await place.rooms.continue_from(room, CAT, wanted)
            start = new.table.opened.moves
            assert [tuple(move) for move in start] == [(move.seat, move.number) for move in moves[: len(start)]]
            assert len(start) >= moment
            assert all(move.seat == CHANCE for move in moves[moment : len(start)])
            assert (new.practice, new.seat_of(CAT.id)) == (True, 1)
        await played_out(new, 1)
        with pytest.raises(RumpusError, match="At that moment the game is over"):
            await place.rooms.continue_from(room, CAT, wire.Continue(moment=len(moves), seat=0, bot="random"))


async def test_a_continued_game_tells_its_whole_story_and_comes_back_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        room = await over(place, ME, OPEN)
        wanted = wire.Continue(moment=len(room.match.moves) - 1, seat=0, bot="random")
        new = await place.rooms.continue_from(room, ANN, wanted)
        told = room.match.log(0)
        assert [line.text for line in new.update(0).lines] == told[: len(new.update(0).lines)]
        assert len(new.update(0).lines) > 0
        states = [state.tobytes() for state in new.match.states]
    async with running(tmp_path) as place:
        again = await place.rooms.room(new.id)
        assert again is not None
        assert [state.tobytes() for state in again.match.states][: len(states)] == states


async def test_from_a_game_that_is_not_over_only_ones_own_practice_goes_on_in_ones_own_seat(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        between, practice = await place.for_two(), await place.table(ME, RANDOM)
        await acted(practice, 0)
        wanted = wire.Continue(moment=0, seat=0, bot="random")
        with pytest.raises(RumpusError, match="One can go on from a game that is over"):
            await place.rooms.continue_from(between, ANN, wanted)
        with pytest.raises(RumpusError, match="One can go on from a game that is over"):
            await place.rooms.continue_from(practice, BEN, wanted)
        with pytest.raises(RumpusError, match="One can go on from a game that is over"):
            await place.rooms.continue_from(practice, ANN, wire.Continue(moment=0, seat=1, bot="random"))
        assert (await place.rooms.continue_from(practice, ANN, wanted)).practice
