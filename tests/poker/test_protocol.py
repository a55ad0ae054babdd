"""Both pokers keep the protocol: in machine code as in plain Python, and no view tells what its seat does not know."""

from collections.abc import Iterator

import numpy as np
import pytest

from rumpus.core.errors import WrongPosition
from rumpus.core.game import Game
from rumpus.core.record import UNKNOWN
from rumpus.core.rng import generator
from rumpus.core.rules import CHANCE, NOBODY, OVER, State
from rumpus.core.view import numbers
from tests.conformance.walking import Step, after, asked, forgotten, mask_of, view_of, walk, weights_of, world_of
from tests.poker import kuhn, leduc

each_game = pytest.mark.parametrize("game", [kuhn.GAME.open(), leduc.GAME.open()], ids=lambda game: str(game.name))
VIEWERS = (0, 1, NOBODY)


def everywhere(game: Game) -> Iterator[tuple[State, list[Step]]]:
    """Every position of a game, with the steps that can be taken there."""
    left = [game.fresh_state()]
    while left:
        state = left.pop()
        who = game.rules.acting(game.box, state)
        seat = CHANCE if who == CHANCE else who - 1
        possible = weights_of(game, state) if seat == CHANCE else mask_of(game, state, seat)
        steps = [] if who == OVER else [Step(game, state, seat, int(number)) for number in np.flatnonzero(possible)]
        yield state, steps
        left += [after(game, state, step.seat, step.number) for step in steps]


@each_game
def test_machine_code_and_plain_python_agree_byte_for_byte(game: Game) -> None:
    for seed in range(60):
        for step in walk(game, seed):
            assert asked(step, True, in_machine_code=True) == asked(step, True, in_machine_code=False)


@each_game
def test_points_sum_to_zero_at_the_end_and_tell_the_places(game: Game) -> None:
    ends = [state for state, steps in everywhere(game) if not steps]
    for state in ends:
        first, second = numbers(game, state, "points")
        assert first + second == 0
        assert numbers(game, state, "places") == [1 + (first < second), 1 + (second < first)]
    assert len(ends) == {"kuhn": 30, "leduc": 1116}[game.name]


@each_game
def test_a_seat_sees_its_own_card_and_the_others_only_when_it_is_shown(game: Game) -> None:
    hidden = 0
    for state, _ in everywhere(game):
        for seat in VIEWERS:
            view = view_of(game, state, seat)
            for other in range(2):
                is_known = other == seat or state.phase == game.rules.SHOWN or state.private[other] < 0
                assert view.private[other] == (state.private[other] if is_known else UNKNOWN)
                hidden += not is_known
    assert hidden > 100


@each_game
def test_hidden_cards_may_change_places_and_a_seat_learns_nothing(game: Game) -> None:
    tried = 0
    for state, _ in everywhere(game):
        for card in np.flatnonzero(state.deck):
            if state.phase != game.rules.SHOWN and state.private[1] >= 0 and card != state.private[1]:
                other = state.copy()
                other.deck[card] -= 1
                other.deck[state.private[1]] += 1
                other.private[1] = card
                assert view_of(game, other, 0).tobytes() == view_of(game, state, 0).tobytes()
                assert view_of(game, other, 1).tobytes() != view_of(game, state, 1).tobytes()
                tried += 1
    assert tried > 30


@each_game
def test_a_world_that_fits_a_view_looks_like_that_view_and_every_world_is_found(game: Game) -> None:
    rng = generator(1)
    for state, _ in list(everywhere(game))[::19]:
        for seat in VIEWERS:
            view = view_of(game, state, seat)
            worlds = [world_of(game, view, seat, rng) for _ in range(60)]
            assert {view_of(game, world, seat).tobytes() for world in worlds} == {view.tobytes()}
            assert all(game.definition.fault(game.box, world) is None for world in worlds)
            if seat == 0 and view.private[1] == UNKNOWN:
                assert {int(world.private[1]) for world in worlds} == set(np.flatnonzero(view.deck).tolist())


@each_game
def test_what_a_seat_may_do_is_the_same_from_its_view_and_it_is_not_redacted_twice(game: Game) -> None:
    for state, steps in everywhere(game):
        for seat in VIEWERS:
            view = view_of(game, state, seat)
            assert view_of(game, view, seat).tobytes() == view.tobytes()
            assert game.rules.acting(game.box, view) == game.rules.acting(game.box, state)
            assert numbers(game, view, "points") == numbers(game, state, "points")
            if seat != NOBODY:
                assert mask_of(game, view, seat).tobytes() == mask_of(game, state, seat).tobytes()
                assert mask_of(game, state, seat).any() == any(step.seat == seat for step in steps)


@each_game
def test_nothing_is_forgotten(game: Game) -> None:
    for state, _ in everywhere(game):
        assert forgotten(game, state).tobytes() == state.tobytes()


@each_game
def test_a_card_in_two_places_is_refused(game: Game) -> None:
    match = game.match(seed=1)
    twice = {**match.position(), "deck": {"jack": 3}}
    with pytest.raises(WrongPosition, match="each card of the box is in one place"):
        game.state_from(twice)
