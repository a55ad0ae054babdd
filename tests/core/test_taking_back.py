"""The law of taking back among people, on a game with half-made choices."""

import pytest

import rumpus
from rumpus.core.match import Match
from rumpus.core.rng import generator
from rumpus.core.taking_back import what_can_be_taken_back
from tests.core.playing import COMBINATIONS, play_on
from tests.server import pairs
from tests.server.pairs.rules import CONFIRM, LOOK, REDRAW

ACE, TWO, THREE = 0, 1, 2


def match_of(*moves: tuple[int, int], seats: int = 2) -> Match:
    match = pairs.GAME.open(seats=seats).match(seed=5)
    for seat, action in moves:
        match.play(seat, action)
    return match


def last(match: Match) -> int:
    return len(match.moves) - 1


def test_a_step_that_nobody_else_sees_can_be_taken_back() -> None:
    match = match_of((0, ACE))
    assert what_can_be_taken_back(match, 0) == last(match)
    assert what_can_be_taken_back(match, 1) is None


def test_a_step_can_be_taken_back_while_others_go_on_choosing() -> None:
    match = match_of((0, ACE), (1, TWO), (1, THREE), (1, CONFIRM))
    assert what_can_be_taken_back(match, 0) == last(match) - 3
    without = match.replay([*match.moves[: last(match) - 3], *match.moves[last(match) - 2 :]])
    assert without.view(1).state.tobytes() == match.view(1).state.tobytes()


def test_what_others_have_seen_cannot_be_taken_back() -> None:
    match = match_of((0, ACE), (0, TWO), (0, CONFIRM))
    assert what_can_be_taken_back(match, 0) is None


def test_what_the_seat_has_learnt_cannot_be_taken_back() -> None:
    assert what_can_be_taken_back(match_of((0, LOOK)), 0) is None


def test_a_step_after_what_was_learnt_can_be_taken_back() -> None:
    match = match_of((0, LOOK), (0, ACE))
    assert what_can_be_taken_back(match, 0) == last(match)


def test_what_chance_answered_cannot_be_taken_back() -> None:
    assert what_can_be_taken_back(match_of((0, REDRAW)), 0) is None


def test_hidden_chance_of_another_seat_does_not_show_in_what_can_be_taken_back() -> None:
    quiet, drawing = match_of((0, ACE)), match_of((0, ACE), (1, REDRAW))
    place = last(quiet)
    assert what_can_be_taken_back(quiet, 0) == what_can_be_taken_back(drawing, 0) == place


def test_nothing_can_be_taken_back_before_a_choice_or_after_the_end() -> None:
    assert what_can_be_taken_back(match_of(), 0) is None
    over = match_of(*[(seat, action) for seat in (0, 1) for action in (ACE, TWO, CONFIRM)])
    assert over.over
    assert what_can_be_taken_back(over, 1) is None


@pytest.mark.parametrize("switches", COMBINATIONS[:: len(COMBINATIONS) // 12], ids=str)
def test_where_every_choice_is_seen_nothing_can_be_taken_back(switches: dict[str, bool | str]) -> None:
    game = rumpus.game("braverats", switches)
    for seed in range(3):
        match = game.match(seed=seed)
        rng = generator(seed)
        while not match.over:
            play_on(match, rng, 1)
            assert [what_can_be_taken_back(match, seat) for seat in range(game.seats)] == [None] * game.seats
