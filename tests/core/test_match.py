"""Matches: play, take back, copy, replay; chance from a seed, from the operating system or by hand."""

import copy
import pickle
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rumpus
from rumpus import CHANCE, NOBODY, RumpusError
from rumpus.catalogue import NAMES
from rumpus.core.errors import UnknownGame, WrongAction, WrongSeat
from rumpus.core.game import Game
from rumpus.core.match import EVERYTHING, Match, Move
from rumpus.core.rng import generator
from rumpus.core.view import Action, Outcome
from tests.core import highcard
from tests.core.playing import Opening, opened, openings, play_on, played, seeds, tried, tried_few, written

PRINCESS, SPY, WIZARD, PRINCE = 1, 2, 5, 7
DEALT = {"random_deal": True}
decisions = st.integers(0, 20)


def dealt_match(seed: int | None = None, *, by_hand: bool = False) -> Match:
    """A match that begins with chance."""
    return rumpus.game("braverats", switches=DEALT).match(seed, by_hand=by_hand)


def hand(match: Match) -> list[list[int]]:
    found: list[list[int]] = match.state.hand.tolist()
    return found


# As the issue has it ----------------------------------------------------------------------------------------------


def test_the_python_face_reads_as_it_was_promised() -> None:
    game = rumpus.game("braverats", switches={"fast_rat": True})
    match = game.match(seed=7)
    assert match.acting == {0, 1}
    assert repr(match.legal(0)[0]) == 'Action(7, "play the Prince")'
    assert [action.number for action in match.legal(0)] == [7, 6, 5, 4, 3, 2, 1, 0]
    match.play(0, 7)
    match.play(1, "play the Princess")
    assert match.view(1).seat == 1
    assert "Prince" in str(match.view(1))
    assert "Princess" in str(match)
    found = match.over, match.places, match.points, match.reason
    assert found == (True, [2, 1], [0, 0], "the Princess took the Prince")
    assert len(game.random_games(100, seed=1, mode="plain").win_rate) == 2


# What is the case -------------------------------------------------------------------------------------------------


def test_a_match_that_is_under_way_has_no_places_and_no_reason(game: Game) -> None:
    match = game.match(seed=1)
    assert (match.over, match.places, match.reason, match.points) == (False, None, None, [0, 0])


def test_a_match_that_is_over_has_nobody_acting_and_nothing_legal(game: Game) -> None:
    match = played(game, 1)
    assert match.over
    assert match.acting == set()
    assert match.legal(0) == match.legal(1) == []
    assert match.chance() == []
    assert match.places is not None


def test_a_seat_that_has_chosen_may_not_choose_again_before_the_other(game: Game) -> None:
    match = game.match(seed=1)
    match.play(1, SPY)
    assert match.acting == {0}
    assert match.legal(1) == []


def test_states_are_kept_from_the_start_to_now(game: Game) -> None:
    match = game.match(seed=1)
    match.play(0, SPY)
    assert len(match.states) == len(match.moves) + 1 == 2
    assert match.states[0].tobytes() == game.fresh_state().tobytes()
    assert match.state.tobytes() == match.states[-1].tobytes()


def test_a_view_hides_what_its_seat_does_not_know(game: Game) -> None:
    one, other = game.match(seed=1), game.match(seed=1)
    one.play(0, SPY)
    other.play(0, PRINCE)
    assert one.view(0) != other.view(0)
    assert one.view(1) == other.view(1)
    assert one.view(NOBODY) == other.view(NOBODY)
    assert one.view(NOBODY).legal == []
    assert one.view(1).legal == one.legal(1)
    assert one.view(1).acting == one.acting
    assert one.view(1).position()["choice"]["yargs"] == "unknown"
    with pytest.raises(ValueError, match="read-only"):
        one.view(1).state["rounds"] = 5


# Playing ----------------------------------------------------------------------------------------------------------


def test_an_action_is_given_by_number_by_words_or_as_it_was_offered(game: Game) -> None:
    ways: list[int | str | Action] = [SPY, "play the Spy", Action(SPY, "play the Spy"), game.match().legal(0)[5]]
    matches = [game.match(seed=1) for _ in ways]
    for match, way in zip(matches, ways, strict=True):
        match.play(0, way)
    assert [match.moves for match in matches] == [[Move(0, SPY)]] * 4


def test_the_order_of_simultaneous_choices_does_not_matter(game: Game) -> None:
    one, other = game.match(seed=1), game.match(seed=1)
    for seat in (0, 1):
        one.play(seat, SPY + seat)
        other.play(1 - seat, SPY + 1 - seat)
    assert one.state.tobytes() == other.state.tobytes()


@pytest.mark.parametrize("seat", [2, -2, -3, 99, "0", None])
def test_a_wrong_seat_is_refused_naming_the_seats(game: Game, seat: Any) -> None:
    match = game.match(seed=1)
    questions: list[Callable[[], object]] = [lambda: match.play(seat, 7), lambda: match.legal(seat)]
    questions += [] if seat == NOBODY else [lambda: match.view(seat)]
    for question in questions:
        with pytest.raises(WrongSeat) as caught:
            question()
        assert str(caught.value) == f"There is no seat {seat!r}: the seats are 0, 1."
        assert isinstance(caught.value, RumpusError)
        assert isinstance(caught.value, ValueError)
    assert match.moves == []


def test_seats_players_and_moments_may_be_numbers_of_numpys() -> None:
    numpys: Any = np.int64(1), np.uint8(0), np.int16(3)
    match = highcard.GAME.open(seats=numpys[2]).match(seed=1)
    assert type(match.game.seats) is int
    assert match.view(numpys[0]) == match.view(1)
    assert match.view(numpys[0], numpys[1]) == match.view(1, 0)
    assert match.legal(numpys[0]) == match.legal(1)
    assert match.log(numpys[0]) == match.log(1)
    match.play(numpys[1], match.legal(0)[0])
    assert type(match.moves[-1].seat) is int
    with pytest.raises(WrongSeat, match=r"^There is no seat 3: the seats are 0, 1, 2\.$"):
        match.view(numpys[2])


@pytest.mark.parametrize("players", [2.0, True, "2", np.float64(2), np.int64(5)])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    with pytest.raises(WrongSeat, match=r"^Highest Card is for 2 to 4 players, not "):
        highcard.GAME.open(seats=players)


def test_an_open_game_can_be_sent_to_another_process() -> None:
    box = {"cards": {"spy": {"name": "Snoop"}}}
    for ours in (rumpus.game("braverats", {"lucky_draw": True}, box), highcard.GAME.open(seats=3)):
        sent = pickle.loads(pickle.dumps(ours))
        assert sent.definition is ours.definition
        assert (sent.contents, sent.switches, sent.seats) == (ours.contents, ours.switches, ours.seats)
        assert sent.box.tobytes() == ours.box.tobytes()
        assert copy.deepcopy(ours) is ours  # nothing of it ever changes
    nowhere = replace(highcard.GAME, title="Lowest Card").open()
    with pytest.raises(
        RumpusError, match=r"^Lowest Card cannot be sent .*: it is not called GAME in 'tests\.core\.high"
    ):
        pickle.dumps(nowhere)


def test_every_seat_of_a_bigger_table_is_named() -> None:
    match = highcard.GAME.open(seats=3).match(seed=1)
    with pytest.raises(WrongSeat, match=r"^There is no seat 3: the seats are 0, 1, 2\.$"):
        match.legal(3)


def test_a_seat_whose_turn_it_is_not_is_refused_naming_those_whose_it_is(game: Game) -> None:
    match = game.match(seed=1)
    match.play(0, SPY)
    with pytest.raises(WrongSeat, match=r"^Seat 0 may not choose now: it is for seat 1\.$"):
        match.play(0, PRINCE)
    with pytest.raises(WrongSeat, match=r"^Chance may not choose now: it is for seat 1\.$"):
        match.play(CHANCE, 0)
    assert len(match.moves) == 1


def test_all_who_may_choose_are_named() -> None:
    match = highcard.GAME.open(seats=3).match(seed=1)
    match.play(1, "keep")
    with pytest.raises(WrongSeat, match=r"^Seat 1 may not choose now: it is for seat 0 and seat 2\.$"):
        match.play(1, "keep")


def test_a_seat_waits_for_chance_that_is_played_by_hand() -> None:
    match = dealt_match(by_hand=True)
    with pytest.raises(WrongSeat, match=r"^Seat 0 may not choose now: it is for chance\.$"):
        match.play(0, SPY)


def test_nobody_plays_on_after_the_end(game: Game) -> None:
    match = played(game, 1)
    for seat in (0, 1, CHANCE):
        with pytest.raises(WrongSeat, match=r"^The match is over: nobody may choose any more\.$"):
            match.play(seat, 0)


@pytest.mark.parametrize("action", [8, -1, 1000, "play the Dragon", "Play the Prince", "", None, True, False, 2.5, []])
def test_a_wrong_action_is_refused_naming_what_is_allowed(game: Game, action: Any) -> None:
    match = game.match(seed=1)
    for card in (PRINCE, SPY):
        match.play(0, card)
        match.play(1, card)
    with pytest.raises(WrongAction) as caught:
        match.play(0, action)
    assert str(caught.value) == (
        f'{action!r} is not allowed now; allowed are 6 "play the General", 5 "play the Wizard", '
        '4 "play the Ambassador", 3 "play the Assassin", 1 "play the Princess", 0 "play the Musician".'
    )
    assert isinstance(caught.value, RumpusError)
    assert isinstance(caught.value, ValueError)
    assert len(match.moves) == 4


def test_a_card_that_was_played_is_refused(game: Game) -> None:
    match = game.match(seed=1)
    match.play(0, WIZARD)
    match.play(1, PRINCESS)
    with pytest.raises(WrongAction, match=r"^5 is not allowed now; allowed are 7 "):
        match.play(0, WIZARD)


@pytest.mark.parametrize("name", ["chess", "", "BraveRats"])
def test_a_wrong_game_is_refused_naming_the_games(name: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        rumpus.game(name)
    assert str(caught.value) == f"There is no game '{name}': the games are {', '.join(NAMES)}."
    assert isinstance(caught.value, RumpusError)


def test_a_wrong_number_of_seats_is_refused_naming_the_right_ones() -> None:
    with pytest.raises(WrongSeat, match=r"^BraveRats is for 2 players, not 3\.$"):
        rumpus.game("braverats", seats=3)
    with pytest.raises(WrongSeat, match=r"^Highest Card is for 2 to 4 players, not 1\.$"):
        highcard.GAME.open(seats=1)
    assert [highcard.GAME.open(seats=seats).seats for seats in (None, 2, 3, 4)] == [2, 2, 3, 4]


# Chance -----------------------------------------------------------------------------------------------------------


@tried_few
@given(openings, seeds)
def test_the_same_seed_gives_the_same_match(opening: Opening, seed: int) -> None:
    one, other = (played(opened(opening), seed) for _ in range(2))
    assert one.moves == other.moves
    assert written(one) == written(other)


def test_another_seed_gives_another_deal() -> None:
    assert len({dealt_match(seed).state.tobytes() for seed in range(50)}) > 40


def test_without_a_seed_chance_is_drawn_from_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds: list[int] = []

    def lowest(bound: int) -> int:
        bounds.append(bound)
        return 0

    monkeypatch.setattr(secrets, "randbelow", lowest)
    lows = dealt_match()
    assert bounds == [16, 15, 14, 13, 12, 11, 10, 9]
    assert hand(lows) == [[2, 2, 2, 2, 0, 0, 0, 0], [0, 0, 0, 0, 2, 2, 2, 2]]
    monkeypatch.setattr(secrets, "randbelow", lambda bound: bound - 1)
    highs = dealt_match()
    assert hand(highs) == hand(lows)[::-1]
    assert lows.seed is highs.seed is None


@pytest.mark.parametrize("number", range(16))
def test_an_outcome_drawn_from_the_operating_system_is_as_likely_as_its_weight(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two copies of each card: of sixteen numbers, two for each."""
    script = iter([number, *[0] * 7])
    monkeypatch.setattr(secrets, "randbelow", lambda bound: next(script))
    assert dealt_match().moves[0] == Move(CHANCE, number // 2)


def test_a_seed_is_not_mixed_with_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(bound: int) -> int:
        raise AssertionError(f"asked for a number below {bound}")

    monkeypatch.setattr(secrets, "randbelow", refused)
    assert dealt_match(seed=3).acting == {0, 1}


def test_chance_by_hand_is_offered_and_played() -> None:
    match = dealt_match(by_hand=True)
    assert match.acting == {CHANCE}
    assert match.moves == []
    assert match.chance() == [Outcome(card, 2, match.chance()[card].words) for card in range(8)]
    assert match.chance()[7].words == "the Prince goes to the Yargs"
    match.play(CHANCE, 7)
    match.play(CHANCE, "the Prince goes to the Yargs")
    assert [outcome.number for outcome in match.chance()] == [0, 1, 2, 3, 4, 5, 6]
    with pytest.raises(WrongAction, match=r'^7 is not allowed now; allowed are 0 "the Musician goes to the Yargs", '):
        match.play(CHANCE, 7)
    for card in (6, 6, 5, 5, 4, 4):
        match.play(CHANCE, card)
    assert match.acting == {0, 1}
    assert match.chance() == []
    assert hand(match) == [[0, 0, 0, 0, 2, 2, 2, 2], [2, 2, 2, 2, 0, 0, 0, 0]]


# Taking back ------------------------------------------------------------------------------------------------------


@tried
@given(openings, seeds, decisions)
def test_what_is_taken_back_and_played_again_comes_out_the_same(opening: Opening, seed: int, number: int) -> None:
    """The same state, byte for byte, and chance draws the same again."""
    match = played(opened(opening), seed, number)
    before, moves = written(match), list(match.moves)
    chosen = sum(move.seat != CHANCE for move in moves)
    for _ in range(chosen):
        match.undo()
    assert all(move.seat == CHANCE for move in match.moves)
    assert written(match) == before[: len(match.states)]
    for move in moves:
        if move.seat != CHANCE:
            match.play(move.seat, move.number)
    assert match.moves == moves
    assert written(match) == before


@tried
@given(openings, seeds, decisions)
def test_one_step_back_is_one_choice_back(opening: Opening, seed: int, number: int) -> None:
    shorter, longer = (played(opened(opening), seed, one) for one in (number, number + 1))
    if len(longer.moves) > len(shorter.moves):
        longer.undo()
    assert longer.moves == shorter.moves
    assert written(longer) == written(shorter)


@pytest.mark.parametrize("switches", [{}, DEALT], ids=["nothing yet", "only chance"])
def test_at_the_start_there_is_nothing_to_take_back(switches: dict[str, Any]) -> None:
    match = rumpus.game("braverats", switches=switches).match(seed=1)
    moves = list(match.moves)
    with pytest.raises(WrongAction, match=r"^There is nothing to take back: nobody has chosen yet\.$"):
        match.undo()
    assert match.moves == moves


def test_after_a_step_back_another_choice_can_be_made(game: Game) -> None:
    match = game.match(seed=1)
    match.play(0, SPY)
    match.undo()
    assert match.acting == {0, 1}
    match.play(0, PRINCE)
    assert match.moves == [Move(0, PRINCE)]


def test_by_hand_every_outcome_is_taken_back_by_itself() -> None:
    match = dealt_match(by_hand=True)
    match.play(CHANCE, 7)
    match.play(CHANCE, 3)
    match.undo()
    assert match.moves == [Move(CHANCE, 7)]
    match.undo()
    assert match.acting == {CHANCE}
    with pytest.raises(WrongAction, match="nothing to take back"):
        match.undo()


def test_the_end_can_be_taken_back(game: Game) -> None:
    match = played(game, 1)
    match.undo()
    assert not match.over
    assert match.reason is None


# Copies and replays -----------------------------------------------------------------------------------------------


@tried_few
@given(openings, seeds, decisions)
def test_a_copy_goes_on_by_itself(opening: Opening, seed: int, number: int) -> None:
    match = played(opened(opening), seed, number)
    before, moves = written(match), list(match.moves)
    twin = match.copy()
    assert (twin.moves, written(twin), twin.seed, twin.players, twin.date) == (
        match.moves, before, match.seed, match.players, match.date,
    )  # fmt: skip
    play_on(twin, generator(5))
    twin.players[0] = "Ann"
    assert (match.moves, written(match)) == (moves, before)
    assert match.players[0] != "Ann"
    play_on(match, generator(5))
    assert (match.moves, written(match)) == (twin.moves, written(twin))  # the same chance for both


def test_a_copy_can_be_taken_back_without_the_original() -> None:
    match = dealt_match(seed=2)
    match.play(0, match.legal(0)[0])
    twin = match.copy()
    twin.undo()
    assert len(match.moves) == len(twin.moves) + 1


def test_a_copy_of_a_match_by_hand_is_by_hand() -> None:
    match = dealt_match(by_hand=True)
    match.play(CHANCE, 7)
    twin = match.copy()
    twin.play(CHANCE, 6)
    assert twin.by_hand
    assert (len(match.moves), len(twin.moves)) == (1, 2)


@tried_few
@given(openings, seeds, decisions)
def test_a_replay_gives_the_same_states_byte_for_byte(opening: Opening, seed: int, number: int) -> None:
    match = played(opened(opening), seed, number)
    again = match.replay()
    assert again.moves == match.moves
    assert written(again) == written(match)


def test_a_replay_may_stop_before_the_end(game: Game) -> None:
    match = played(game, 1)
    assert written(match.replay(upto=3)) == written(match)[:4]
    assert match.replay(upto=0).moves == []


def test_a_replay_of_other_moves_goes_by_the_rules(game: Game) -> None:
    match = game.match(seed=1)
    assert match.replay([Move(1, SPY), Move(0, PRINCE)]).state.rounds == 1
    with pytest.raises(WrongSeat, match="Seat 1 may not choose now"):
        match.replay([Move(1, SPY), Move(1, PRINCE)])


def test_a_replay_starts_where_the_match_started(game: Game) -> None:
    start = played(game, 4, 6).position()
    match = game.match_from(start, seed=1)
    play_on(match, generator(1))
    assert written(match.replay()) == written(match)


# In words ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def told(game: Game) -> Match:
    match = game.match(seed=1)
    match.play(0, SPY)
    match.play(1, PRINCESS)
    return match


def test_a_match_as_text_tells_the_game_so_far(told: Match) -> None:
    first, *lines = str(told).splitlines()
    assert first == "BraveRats: Yargs against Applewoods"
    assert lines == told.log() == told.log(EVERYTHING)
    assert "Spy" in lines[0]


def test_a_seat_is_told_nothing_that_it_does_not_know(game: Game) -> None:
    match = game.match(seed=1)
    match.play(0, SPY)
    assert "Spy" in match.log(0)[0]
    assert "Spy" not in match.log(1)[0]
    assert match.log(1) == match.log(NOBODY)


def test_the_story_has_a_part_for_each_move(told: Match) -> None:
    story = told.story()
    assert len(story) == len(told.moves)
    assert [line for lines in story for line in lines] == told.log()


@tried_few
@given(openings, seeds)
def test_one_move_is_told_as_the_whole_story_tells_it(opening: Opening, seed: int) -> None:
    match = played(opened(opening), seed, 12)
    for viewer in (*range(match.game.seats), NOBODY, EVERYTHING):
        numbers = reversed(range(len(match.moves)))
        assert [match.tell(number, viewer) for number in numbers][::-1] == match.story(viewer)


@pytest.mark.parametrize("number", [-1, 2, 0.0, True])
def test_a_move_that_was_not_made_cannot_be_told(told: Match, number: int) -> None:
    with pytest.raises(RumpusError, match="this match has moments 0 to 2"):
        told.tell(number, 0)


def test_a_match_is_described_in_a_line(game: Game) -> None:
    assert repr(game.match(seed=1)) == "<match of BraveRats, 0 moves, under way>"
    match = played(game, 1)
    assert repr(match) == f"<match of BraveRats, {len(match.moves)} moves, over>"


def test_players_are_called_by_their_names(game: Game) -> None:
    match = game.match(seed=1)
    assert match.players == ["Yargs", "Applewoods"]
    match.players = ["Ann", "Ben"]
    assert str(match) == "BraveRats: Ann against Ben"


# A second game ----------------------------------------------------------------------------------------------------


def test_a_match_of_another_game_knows_nothing_of_the_first() -> None:
    match = highcard.GAME.open(switches={"lowest_wins": True}, seats=3).match(by_hand=True)
    for card in (4, 0, 7):
        match.play(CHANCE, card)
    assert match.points == [5, 1, 7]
    match.play(2, "swap")
    assert match.points == [5, 1, 0]
    match.play(CHANCE, "the two is dealt")
    match.play(0, "keep")
    match.play(1, "keep")
    assert (match.over, match.places, match.points) == (True, [3, 1, 2], [5, 1, 2])
    assert match.reason == "everybody has chosen"
    assert np.all(match.view(0).state["card"][1:3] < 0)


def test_chance_is_played_with_what_it_was_offered() -> None:
    match = rumpus.game("braverats", switches={"random_deal": True}).match(by_hand=True)
    outcome = match.chance()[3]
    match.play(CHANCE, outcome)
    assert match.moves[-1].number == outcome.number


def test_words_that_mean_two_actions_are_refused() -> None:
    match = rumpus.game("braverats", box={"cards": {"spy": {"name": "Prince"}}}).match()
    with pytest.raises(RumpusError, match="can mean several: say it by number"):
        match.play(0, "play the Prince")
    match.play(0, 2)
    assert match.moves[-1].number == 2


@pytest.mark.parametrize("viewer", [CHANCE, 2, 9, 0.0, True])
def test_nobody_reads_the_log_or_sees_the_table_from_a_seat_that_is_not_there(game: Game, viewer: int) -> None:
    match = game.match(seed=1)
    for ask in (match.log, match.story, match.view, match.legal):
        with pytest.raises(WrongSeat, match="There is no seat"):
            ask(viewer)


def test_a_replay_goes_on_with_the_same_chance() -> None:
    match = rumpus.game("braverats", switches={"lucky_draw": True}).match(seed=5)
    play_on(match, generator(1), 4)
    again = match.replay()
    assert again.seed == 5
    for one in (match, again):
        play_on(one, generator(2), 6)
    assert again.moves == match.moves


@pytest.mark.parametrize(
    "wrong", [{"name": ["braverats"]}, {"switches": ["fast_rat"]}, {"seats": "2"}, {"seats": 2.0}, {"seats": True}]
)
def test_a_game_opened_with_the_wrong_kind_of_thing_is_refused_with_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(RumpusError):
        rumpus.game(**{"name": "braverats", **wrong})


# Views of earlier moments ---------------------------------------------------------------------------------------


@tried_few
@given(openings, seeds)
def test_what_a_seat_knew_at_a_moment_is_what_it_knows_in_a_replay_up_to_there(opening: Opening, seed: int) -> None:
    match = played(opened(opening), seed, 12)
    for moment in range(len(match.moves) + 1):
        then = match.replay(upto=moment)
        for seat in (*range(match.game.seats), NOBODY):
            one, other = match.view(seat, moment), then.view(seat)
            assert one.state.tobytes() == other.state.tobytes()
            assert one.asked.tobytes() == other.asked.tobytes()
            assert (one.legal, one.acting, one.points, one.places) == (
                other.legal, other.acting, other.points, other.places,
            )  # fmt: skip
            assert match.asked_at(seat, moment) == then.asked_at(seat)


@pytest.mark.parametrize("moment", [-1, 3, 1.0, True])
def test_there_is_no_view_of_a_moment_that_has_not_come(told: Match, moment: int) -> None:
    with pytest.raises(RumpusError, match=f"There is no moment {moment}: this match has moments 0 to 2."):
        told.view(0, moment)


def test_a_view_that_was_seen_before_a_choice_was_taken_back_is_not_shown_again(game: Game) -> None:
    match = game.match()
    match.play(0, SPY)
    assert match.view(0).desk.choice[0] == SPY
    match.undo()
    match.play(0, WIZARD)
    assert match.view(0).desk.choice[0] == WIZARD


def test_what_a_reader_does_to_a_list_of_actions_does_not_change_the_view(game: Game) -> None:
    match = game.match()
    match.view(0).legal.clear()
    assert len(match.view(0).legal) == 8


def test_a_move_that_fails_half_way_leaves_the_match_as_it_was(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = game.match()
    match.play(0, SPY)
    before = written(match)

    def fail(box: Any, state: Any, seat: int, action: int) -> None:
        state.hand[seat, action] -= 1
        raise RuntimeError("half way")

    with monkeypatch.context() as patched:
        patched.setattr(game.rules, "apply", fail)
        with pytest.raises(RuntimeError, match="half way"):
            match.play(1, PRINCE)
    assert (written(match), len(match.legal(1)), len(match.moves)) == (before, 8, 1)
    match.play(1, PRINCE)
    assert written(match) == written(match.replay())


# Asked at once ----------------------------------------------------------------------------------------------------


def test_who_chooses_at_once_with_others_is_shown_what_was_asked(game: Game) -> None:
    match = game.match()
    before = match.view(1)
    match.play(0, 7)
    after = match.view(1)
    assert after.state.tobytes() != before.state.tobytes()
    assert after.asked.tobytes() == before.state.tobytes() == before.asked.tobytes()


def test_a_card_shown_to_a_spy_is_known_when_the_other_clan_is_asked(game: Game) -> None:
    match = game.match()
    for seat, card in ((0, 2), (1, 4), (1, 7)):
        match.play(seat, card)
    assert match.view(0).asked.choice[1] == 7


def test_who_has_chosen_is_asked_nothing_but_still_sees(game: Game) -> None:
    match = game.match()
    match.play(0, 7)
    assert match.view(0).asked.tobytes() == match.view(0).state.tobytes()
