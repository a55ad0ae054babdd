"""What a log makes of a table, and what it tells whom."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from rumpus.core.match import Match
from rumpus.core.rng import below, generator
from rumpus.core.rules import CHANCE, NOBODY
from rumpus.core.view import View
from rumpus.server import log, showing, wire
from rumpus.server.showing import Presence
from rumpus.server.sight import SHOWN, some_of, steps_of
from rumpus.server.table import Table
from tests.conformance.cases import Case, facts, has_secrets, is_first, opened
from tests.server import pairs
from tests.server.pairs.rules import CONFIRM, LOOK, REDRAW
from tests.waiting import every_way

each_case = every_way()
ACE, TWO, THREE = 0, 1, 2
NOW = Presence(1_000.0, thinking={0, 1})
PEOPLE = [log.Place(person=f"{name.lower()}-1", name=name) for name in ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")]


def new_table(game: Any, places: list[log.Place] | None = None, **more: Any) -> Table:
    """A table; it has just begun, unless a place is left free."""
    assert game.seats <= len(PEOPLE)
    record = log.Opened(
        game=game.name, rules=game.rules.VERSION, digest=game.contents.digest, seats=game.seats,
        places=PEOPLE[: game.seats] if places is None else places, **more,
    )  # fmt: skip
    table = Table("table", record, game)
    table.begin_if_full(1_000.0)
    return table


def pairs_table(*moves: tuple[int, int], seats: int = 2, **more: Any) -> Table:
    table = new_table(pairs.GAME.open(seats=seats), **more)
    for seat, action in moves:
        table.move(seat, action, 1_000.0, f"id-{len(table.written)}")
    return table


def play_at_random(table: Table, seed: int, decisions: int | None = None) -> Iterator[Table]:
    """A game at random, with a choice taken back now and then where that may be; after each change the table."""
    rng = generator(seed)
    while table.status == "playing" and decisions != 0:
        seats = sorted(table.match.acting)
        seat = seats[below(rng, len(seats))]
        if below(rng, 4) == 0 and table.span_to_take_back(seat) is not None:
            table.take_back(seat, 1_000.0)
        else:
            legal = table.match.legal(seat)
            table.move(seat, legal[below(rng, len(legal))].number, 1_000.0, f"id-{len(table.written)}")
        decisions = None if decisions is None else decisions - 1
        yield table


def told(table: Table, seat: int | None) -> bytes:
    """All that is ever sent to a viewer of this table."""
    return b"\n".join(
        msgspec.json.encode(one)
        for one in (
            showing.update(table, seat, NOW, 0, shown=table.sight(seat).version - 1),
            wire.People(people=showing.people(table, seat, NOW)),
            showing.moment(table, seat),
            showing.listed(table, NOW).card,
            [showing.moments(table, seat)],
        )
    )


# A log is the table -----------------------------------------------------------------------------------------------


def states(match: Match) -> list[bytes]:
    return [state.tobytes() for state in match.states]


@each_case
def test_a_log_gives_the_same_table_again_step_by_step(case: Case) -> None:
    game = opened(case)
    table = new_table(game)
    for _ in play_at_random(table, 3, decisions=60):
        pass
    again = Table("table", table.opened, game)
    for entry in [log.decode_entry(log.encode(one)) for one in table.written]:
        again._apply(entry)
    assert any(isinstance(entry, log.Moved) for entry in table.written)
    assert states(again.match) == states(table.match)
    assert everything_told(again) == everything_told(table)
    assert (again.answers, again.asked, again.version) == (table.answers, table.asked, table.version)


def test_a_log_with_steps_taken_back_gives_the_same_table_after_every_entry() -> None:
    backs = 0
    for seed in range(8):
        table = pairs_table(seats=3)
        snapshots = [(len(table.written), everything_told(table))]
        snapshots += [(len(table.written), everything_told(table)) for _ in play_at_random(table, seed)]
        backs += sum(isinstance(entry, log.Back) for entry in table.written)
        for number, sent in snapshots:
            assert everything_told(Table.folded("table", table.opened, table.game, table.written[:number])) == sent
    assert backs > 5


def everything_told(table: Table) -> list[bytes]:
    return [told(table, seat) for seat in (None, *range(table.game.seats))]


def test_what_is_done_at_a_copy_leaves_the_table_as_it_was() -> None:
    table = pairs_table((0, ACE))
    before = [told(table, seat) for seat in (None, 0, 1)], states(table.match), table.version, len(table.answers)
    copy = table.copy()
    copy.move(0, TWO, 5.0, "idid")
    copy.move(1, TWO, 5.0, "idid")
    copy.take_back(0, 5.0)
    copy.say("Ann", "hello", 5.0, "idid", "ann-1", 0)
    copy.set_pace(10, 5.0)
    assert len(copy.written) == 5
    assert (
        [told(table, seat) for seat in (None, 0, 1)],
        states(table.match),
        table.version,
        len(table.answers),
    ) == before


def test_the_moves_of_a_match_are_cut_into_choices_with_what_chance_did_after_them() -> None:
    match = pairs_table((0, ACE), (1, REDRAW), (0, REDRAW), seats=3).match
    assert [move.seat for move in match.moves] == [CHANCE, CHANCE, CHANCE, 0, 1, CHANCE, 0, CHANCE]
    assert list(steps_of(match.moves, 3)) == [(3, 4), (4, 6), (6, 8)]
    assert list(steps_of(match.moves)) == [(0, 3), (3, 4), (4, 6), (6, 8)]
    assert list(steps_of(match.moves, 8)) == []


# What is hidden ---------------------------------------------------------------------------------------------------


def with_state(table: Table, state: Any) -> Table:
    """The table as it would be if the last move had led to another state."""
    other, match = table.copy(), table.match.copy()
    moment = match._moments[-1]
    match._moments[-1] = type(moment)(state, moment.acting, moment.rng)
    match._desk.put(state)
    last = table.written[-1]
    assert isinstance(last, log.Moved)
    before = Table.folded("table", table.opened, table.game, table.written[:-1])
    before._apply(last, match)
    other.match, other.sights, other.asked = match, before.sights, before.asked
    return other


@every_way(has_secrets, quick=is_first)
def test_tables_that_differ_in_what_a_viewer_may_not_know_tell_that_viewer_the_same_bytes(case: Case) -> None:
    game, permuted, compared, seed = opened(case), facts(case[0]).permuted, 0, 0
    while compared < 40:
        table, seed = new_table(game), seed + 1
        for _ in play_at_random(table, seed, decisions=40):
            is_moved = table.status == "playing" and isinstance(table.written[-1], log.Moved)
            for seat in (None, *range(game.seats)) if is_moved else ():
                for state in list(permuted(game, table.match.state, NOBODY if seat is None else seat))[:3]:
                    assert without_taking_back(told(with_state(table, state), seat)) == without_taking_back(
                        told(table, seat)
                    )
                    compared += 1


def without_taking_back(sent: bytes) -> bytes:
    """Whether a step may be taken back is found by playing the moves again: they do not lead to a state put there."""
    return sent.replace(b'"may_take_back":true', b'"may_take_back":false')


SECRET_STEPS = [
    [],
    [ACE],
    [ACE, THREE],
    [LOOK],
    [REDRAW],
    [REDRAW, LOOK, TWO, ACE],
]


@pytest.mark.parametrize("steps", SECRET_STEPS, ids=str)
@pytest.mark.parametrize("clock", [None, wire.ClockRule(bank=60, more=5)], ids=["no clock", "clock"])
def test_steps_that_are_not_confirmed_change_not_a_byte_for_others(
    steps: list[int], clock: wire.ClockRule | None
) -> None:
    plain, busy = pairs_table((1, ACE), clock=clock), pairs_table((1, ACE), clock=clock)
    for number, action in enumerate(steps):
        busy.move(0, action, 1_000.0, f"secret-{number}")
    for seat in (1, None):
        assert told(plain, seat) == told(busy, seat)
    plain.move(1, TWO, 1_000.0, "the-next")
    busy.move(1, TWO, 1_000.0, "the-next")
    assert told(plain, 1) == told(busy, 1)
    assert plain.answers["seat 1", "the-next"] == busy.answers["seat 1", "the-next"]


def test_how_often_somebody_changed_their_mind_is_not_told_when_they_confirm() -> None:
    sure, unsure = pairs_table(), pairs_table()
    for _ in range(5):
        unsure.move(0, TWO, 1_000.0)
        unsure.take_back(0, 1_000.0)
    for table in (sure, unsure):
        for action in (ACE, THREE, CONFIRM):
            table.move(0, action, 1_000.0)
    assert sure.version != unsure.version
    for seat in (1, None):
        assert told(sure, seat) == told(unsure, seat)


def test_every_text_of_the_log_is_told_from_the_views_of_its_reader() -> None:
    table = new_table(opened(("braverats", (), None)))
    for _ in play_at_random(table, 5):
        pass
    for seat in (None, 0, 1):
        viewer = NOBODY if seat is None else seat
        assert [line.text for line in showing.update(table, seat, NOW, 0).lines] == table.match.log(viewer)


def test_who_watches_sees_what_lies_face_up_for_everybody() -> None:
    table = new_table(opened(("braverats", (), None)))
    table.move(0, 7, 1_000.0)
    update = showing.update(table, None, NOW, 0)
    assert update.scene == View(table.game, table.match.state, NOBODY).scene()
    assert (update.ask, update.may_take_back, update.may_hand_over) == (None, False, [])
    assert showing.moment(table, None).legal == []


def test_before_the_game_nothing_can_be_touched() -> None:
    table = new_table(opened(("braverats", (), None)), [PEOPLE[0], log.Place()])
    update = showing.update(table, 0, NOW, 0)
    assert (update.status, update.ask, update.scene.touchable()) == ("waiting", None, set())


# What chance does between two choices ---------------------------------------------------------------------------


CHANCY: Case = ("mayhem", (), 3)
"""A game where chance turns several cards after a choice."""


def steps(table: Table, seat: int | None, behind: int = 1) -> Any:
    """The steps that one is sent who saw the table so many versions ago."""
    return showing.update(table, seat, NOW, 0, shown=table.sight(seat).version - behind).steps


def scenes_on_the_way(match: Match, first: int, viewer: int) -> list[Any]:
    """The scenes after each move from this one on that changed something for the viewer, but for the last."""
    views = [match.view(viewer, moves) for moves in range(first, len(match.moves) + 1)]
    return [after.scene() for before, after in pairwise(views) if before != after][:-1]


def test_what_chance_does_after_a_choice_is_shown_move_by_move_to_who_saw_the_table_before() -> None:
    table, most = new_table(opened(CHANCY)), 0
    first = len(table.match.moves)
    for _ in play_at_random(table, 3):
        if not isinstance(table.written[-1], log.Moved):
            continue
        for seat in (None, 0, 1, 2):
            wanted = scenes_on_the_way(table.match, first, NOBODY if seat is None else seat)
            assert steps(table, seat) == (some_of(wanted) if wanted else msgspec.UNSET)
            most = max(most, len(wanted))
        first = len(table.match.moves)
    assert most > 2


def test_the_last_step_is_one_move_before_the_scene_and_asks_nothing() -> None:
    table = new_table(opened(CHANCY))
    while steps(table, None) is msgspec.UNSET:
        next(play_at_random(table, 3, decisions=1))
    last = View(table.game, table.match.states[-2], NOBODY).scene()
    assert steps(table, None)[-1] == last
    assert all(scene.touchable() == set() for scene in steps(table, None))


def test_who_saw_less_or_more_than_the_version_before_is_shown_no_steps() -> None:
    table = new_table(opened(CHANCY))
    while steps(table, None) is msgspec.UNSET:
        next(play_at_random(table, 3, decisions=1))
    assert steps(table, None, behind=2) is msgspec.UNSET
    table.pace = 0  # where nobody waits for anything
    assert steps(table, None) is msgspec.UNSET
    table.pace = 1
    assert steps(table, None, behind=0) is msgspec.UNSET
    assert showing.update(table, None, NOW, 0).steps is msgspec.UNSET
    assert b'"steps"' not in msgspec.json.encode(showing.update(table, None, NOW, 0))


@pytest.mark.parametrize("what", ["begin", "take back", "set the pace", "hand over"])
def test_what_is_no_move_has_no_steps(what: str) -> None:
    table = new_table(opened(CHANCY), [PEOPLE[0], log.Place(bot="random"), log.Place(bot="random")])
    while what != "begin" and (steps(table, 0) is msgspec.UNSET or table.span_to_take_back(0) is None):
        seat = min(table.match.acting)
        table.move(seat, table.match.legal(seat)[0].number, 1_000.0)
    before = table.sight(0).version
    if what == "take back":
        table.take_back(0, 1_000.0)
    elif what == "set the pace":
        table.set_pace(10, 1_000.0)
    elif what == "hand over":
        table.hand_over(0, "random", "away", 1_000.0)
    assert what == "begin" or table.sight(0).version == before + 1
    assert steps(table, 0) is msgspec.UNSET


def test_of_many_steps_some_are_shown_to_the_last() -> None:
    for number in (0, 1, SHOWN):
        assert list(some_of(range(number))) == list(range(number))  # type: ignore[arg-type]
    some = some_of(range(48))  # type: ignore[arg-type]
    assert list(some) == list(range(3, 48, 4))
    assert some_of(range(SHOWN + 1))[-1] == SHOWN  # type: ignore[arg-type]


# Questions --------------------------------------------------------------------------------------------------------


def test_a_question_stays_the_same_while_others_choose_and_is_new_after_ones_own_choice() -> None:
    table = pairs_table()
    first = table.ask_of(1)
    table.move(0, ACE, 1_000.0)
    table.move(0, TWO, 1_000.0)
    table.move(0, CONFIRM, 1_000.0)
    assert table.ask_of(1) == first
    assert table.ask_of(0) is None
    table.move(1, ACE, 1_000.0)
    assert first is not None
    assert (table.ask_of(1) or 0) > first


def test_after_a_step_is_taken_back_the_question_has_a_new_name() -> None:
    table = pairs_table()
    names = [table.ask_of(0)]
    for _ in range(3):
        table.move(0, ACE, 1_000.0)
        names.append(table.ask_of(0))
        table.take_back(0, 1_000.0)
        names.append(table.ask_of(0))
    assert len(set(names)) == len(names)
    assert states(table.match) == states(pairs_table().match.replay(table.match.moves))


def test_versions_only_ever_grow() -> None:
    table = pairs_table(seats=3)
    versions = {seat: [table.sight(seat).version] for seat in (None, 0, 1, 2)}
    for _ in play_at_random(table, 4):
        for seat, seen in versions.items():
            seen.append(table.sight(seat).version)
    assert all(seen == sorted(seen) for seen in versions.values())


# Lines and moments ------------------------------------------------------------------------------------------------


def test_lines_are_sent_from_where_the_viewer_has_them() -> None:
    table = new_table(opened(("braverats", (), None)))
    for _ in play_at_random(table, 1, decisions=5):
        pass
    whole = showing.update(table, 0, NOW, 0).lines
    tail = showing.update(table, 0, NOW, 3)
    assert len(whole) > 3
    assert (tail.lines_from, tail.lines) == (3, whole[3:])
    assert showing.update(table, 0, NOW, 99).lines == []


def test_who_has_lines_that_were_taken_back_gets_them_anew() -> None:
    table = new_table(opened(("braverats", (), None)), [PEOPLE[0], log.Place(bot="random")])
    for action in (7, 6, 5):
        table.move(0, action, 1_000.0)
        table.move(1, action, 1_000.0)
    had = showing.update(table, 0, NOW, 0).lines
    table.take_back(0, 1_000.0)
    table.take_back(0, 1_000.0)
    for action in (0, 1):
        table.move(0, action, 1_000.0)
        table.move(1, 6 - action, 1_000.0)
    fresh = showing.update(table, 0, NOW, len(had))
    assert [*had[: fresh.lines_from], *fresh.lines] == showing.update(table, 0, NOW, 0).lines


def test_who_has_the_lines_of_a_game_that_was_over_gets_them_anew_when_it_is_not() -> None:
    table = new_table(opened(("braverats", (("lucky_draw", True),), None)), [PEOPLE[0], log.Place(bot="random")])
    for _ in play_at_random(table, 1):
        pass
    had = showing.update(table, 0, NOW, 0).lines
    table.take_back(0, 1_000.0)
    fresh = showing.update(table, 0, NOW, len(had))
    assert [*had[: fresh.lines_from], *fresh.lines] == showing.update(table, 0, NOW, 0).lines


def test_a_moment_is_named_by_each_viewers_own_count_while_the_game_lasts() -> None:
    table = pairs_table((0, REDRAW), (0, ACE), (0, TWO), (0, CONFIRM), (1, LOOK))
    assert [showing.moments(table, seat) for seat in (0, 1, None)] == [4, 2, 1]
    assert [showing.moves_at(table, 1, moment) for moment in range(3)] == [2, 7, 8]
    assert showing.update(table, None, NOW, 0).lines == [wire.Line(text="The north player has chosen.", moment=1)]
    with pytest.raises(ValueError, match="There is no moment 2: the moments here are 0 to 1"):
        showing.moves_at(table, None, 2)


def test_a_step_in_secret_has_no_line_for_others_at_any_moment() -> None:
    table = pairs_table((0, ACE), (0, TWO), (1, LOOK), (0, CONFIRM))
    assert [showing.told_at(table, 1, moment) for moment in range(3)] == [
        [],
        ["The east player does something in secret."],
        ["The north player has chosen."],
    ]


def test_when_the_game_is_over_everybody_counts_every_move() -> None:
    table = pairs_table(*[(seat, action) for seat in (0, 1) for action in (ACE, TWO, CONFIRM)])
    assert table.status == "over"
    assert [showing.moments(table, seat) for seat in (0, 1, None)] == [8, 8, 8]
    assert showing.moves_at(table, None, 5) == 5
    assert showing.told_at(table, 1, 5) == ["The north player has chosen."]
    assert [line.moment for line in showing.update(table, None, NOW, 2).lines] == [5, 8]


def test_the_end_is_told_with_its_reason_places_and_points() -> None:
    table = pairs_table(*[(seat, action) for seat in (0, 1) for action in (ACE + seat, THREE, CONFIRM)])
    ending = showing.update(table, None, NOW, 0).ending
    assert ending == wire.Ending(
        reason="everybody has chosen", places=table.match.places or [], points=table.match.points
    )


# Taking back ------------------------------------------------------------------------------------------------------


def test_at_a_practice_table_taking_back_goes_to_ones_own_last_choice_even_after_the_end() -> None:
    game = opened(("braverats", (("lucky_draw", True),), None))
    table = new_table(game, [log.Place(bot="random"), PEOPLE[1]])
    choices = []
    for _ in play_at_random(table, 2):
        choices = [move for move in table.match.moves if move.seat == 1]
    while choices:
        choices.pop()
        table.take_back(1, 1_000.0)
        assert [move for move in table.match.moves if move.seat == 1] == choices
        assert 1 in table.match.acting
        assert table.status == "playing"
        assert [line.text for line in showing.update(table, 1, NOW, 0).lines] == table.match.log(1)
    assert table.span_to_take_back(1) is None


def test_among_people_a_step_is_taken_back_without_touching_what_others_did_since() -> None:
    table = pairs_table((0, ACE), (1, TWO), (1, THREE), (1, CONFIRM))
    before = [told(table, seat) for seat in (1, None)]
    table.take_back(0, 1_000.0)
    assert [move.seat for move in table.match.moves if move.seat != CHANCE] == [1, 1, 1]
    assert [told(table, seat) for seat in (1, None)] == before
    assert not table.sight(0).view.desk.picked[0].any()


def test_what_was_taken_back_stays_in_the_log() -> None:
    table = pairs_table((0, ACE))
    table.take_back(0, 1_000.0, "back-id")
    kinds = [type(entry) for entry in table.written]
    assert kinds == [log.Begun, log.Moved, log.Back]
    assert table.version == 3


# Clocks -----------------------------------------------------------------------------------------------------------


def test_the_clock_of_every_acting_person_runs_and_no_other() -> None:
    game = pairs.GAME.open(seats=3)
    table = new_table(game, [PEOPLE[0], log.Place(bot="random"), PEOPLE[2]], clock=wire.ClockRule(bank=100, more=5))
    assert table.clocks is not None
    assert table.clocks.running == {0, 2}
    for action in (ACE, TWO, CONFIRM):
        table.move(0, action, 1_010.0)
    assert table.clocks.running == {2}
    left = [person.left for person in showing.people(table, None, Presence(1_050.0))]
    assert left == [95.0, None, 50.0]


def test_the_clocks_are_read_from_the_log_and_time_between_does_not_count() -> None:
    table = pairs_table(clock=wire.ClockRule(bank=100))
    table.move(0, ACE, 1_030.0)
    table.pause(1_040.0)
    again = Table.folded("table", table.opened, table.game, table.written)
    again.resume(9_000.0)
    assert [person.left for person in showing.people(again, None, Presence(9_001.0))] == [59.0, 59.0]
