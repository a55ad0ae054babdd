"""What every game's rules have to satisfy, tried at moments of many random games.

In `make test` at two hundred moments of every number of seats, with default switches; in `make test-slow` at two
thousand, and with every switch. `moments.py` says how they are chosen.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import cycle

import numpy as np
import pytest

from rumpus.bots import Bot, bot
from rumpus.catalogue import NAMES, definition
from rumpus.core.desk import Desk, copied, laid_out
from rumpus.core.game import Game
from rumpus.core.match import Match, Move
from rumpus.core.record import FLAG, NONE
from rumpus.core.rng import Rng, generator, weighted
from rumpus.core.rules import CHANCE, NOBODY, OVER, State
from rumpus.core.view import View, numbers
from tests.conformance.cases import (
    Case,
    every_combination,
    facts,
    has_secrets,
    is_first,
    is_quick,
    is_short,
    opened,
    single_switches,
    spoken,
)
from tests.conformance.moments import FEW, Sample, samples
from tests.conformance.walking import (
    Step,
    after,
    asked,
    asked_on_desks,
    differing,
    forgotten,
    mask_of,
    view_of,
    walk,
    weights_of,
    world_of,
)

each_sample = pytest.mark.parametrize("sample", samples())
each_with_secrets = pytest.mark.parametrize("sample", samples(has_secrets))


def viewers(game: Game) -> tuple[int, ...]:
    return *range(game.seats), NOBODY


@each_sample
def test_every_game_comes_to_its_end_within_the_bound_and_somebody_is_first(sample: Sample) -> None:
    game = sample.game
    assert max(sample.walked.lengths) <= game.definition.most_decisions
    for end in sample.walked.ends:
        assert game.rules.acting(game.open_box, laid_out(end)) == OVER
        assert min(numbers(game, end, "places")) == 1


@pytest.mark.slow
@pytest.mark.parametrize("case", every_combination(), ids=spoken)
def test_every_combination_of_switches_is_walked_to_its_end_within_the_bound(case: Case) -> None:
    results = opened(case).random_games(200, seed=1, threads=1)
    assert results.longest <= definition(case[0]).most_decisions
    assert results.lengths.min() > 0
    assert results.places.min() == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_a_state_says_what_it_is_in_a_short_phrase_of_its_own(name: str) -> None:
    phrases = [field.about for field in definition(name).rules.STATE_FIELDS]
    assert len(set(phrases)) == len(phrases)
    for phrase in phrases:
        assert 0 < len(phrase) <= 60, phrase
        assert phrase == phrase.strip(" ."), phrase


@each_sample
def test_the_mask_is_filled_exactly_for_acting_seats(sample: Sample) -> None:
    game = sample.game
    for step in sample.steps:
        here = laid_out(step.state)
        who = game.rules.acting(game.open_box, here)
        for seat in range(game.seats):
            mask = np.full(game.rules.ACTIONS, 99, np.int8)
            number = game.rules.legal(game.open_box, here, seat, mask)
            assert set(mask.tolist()) <= {0, 1}
            assert number == mask.sum()
            assert mask.any() == (who != CHANCE and bool(who >> seat & 1))
    for over in sample.walked.ends:
        assert not any(mask_of(game, over, seat).any() for seat in range(game.seats))


@pytest.mark.parametrize("name", NAMES)
def test_whether_several_ever_choose_at_once_is_known_to_the_definition(name: str) -> None:
    masks = set[int]()
    for case in single_switches():
        if case[0] == name:
            game = opened(case)
            masks |= {game.rules.acting(game.open_box, laid_out(step.state)) for step in walk(game, 1)}
    assert any(who > 0 and who & (who - 1) for who in masks) == definition(name).acts_at_once


@each_sample
def test_weights_are_positive_where_outcomes_are_possible_and_zero_elsewhere(sample: Sample) -> None:
    game, luck = sample.game, random.Random(1)
    for step in sample.steps:
        if step.seat == CHANCE:
            weights = weights_of(game, step.state)
            assert weights.min() >= 0
            assert weights.sum() > 0
            outcomes = np.flatnonzero(weights).tolist()
            for outcome in a_few(outcomes, luck, most=0 if sample.is_large else 2):
                assert game.definition.fault(game.box, after(game, step.state, CHANCE, outcome)) is None


def a_few(numbers: list[int], luck: random.Random, most: int = 4) -> list[int]:
    return luck.sample(numbers, min(most, len(numbers)))


@each_sample
def test_every_position_of_a_game_can_lie_on_a_table(sample: Sample) -> None:
    game = sample.game
    states = [*(step.state for step in sample.steps), *sample.walked.ends]
    assert list(senseless(game, states)) == []
    assert [fault for state in states if (fault := game.definition.fault(game.box, state))] == []


def senseless(game: Game, states: list[State]) -> Iterator[str]:
    """The fields with a number that means nothing there: a count below 0, or a name that is not in its list."""
    table = np.frombuffer(b"".join(state.tobytes() for state in states), game.rules.STATE)
    for field in game.rules.STATE_FIELDS:
        lowest, highest = 0, 1 if field.values == FLAG else field.largest
        if field.is_named:
            lowest, highest = NONE, len(game.names[field.values]) - 1
        found = set(np.unique(table[field.name]).tolist())
        if not lowest <= min(found) <= max(found) <= highest:
            yield f"{field.name} holds {found}, and may hold {lowest} to {highest}"


@each_sample
def test_words_that_only_ask_change_nothing(sample: Sample) -> None:
    game = sample.game
    box = laid_out(game.box)
    for step in sample.steps:
        here = laid_out(step.state)
        before = here.record().tobytes()
        for seat in range(game.seats):
            game.rules.legal(box, here, seat, np.zeros(game.rules.ACTIONS, np.int8))
        if step.seat == CHANCE:
            game.rules.chance(box, here, np.zeros(game.rules.OUTCOMES, np.int64))
        game.rules.points(box, here, np.zeros(game.seats, np.int64))
        game.rules.apply(box, copied(here), step.seat, step.number)
        assert here.record().tobytes() == before
    assert box.record().tobytes() == game.box.tobytes()


@each_sample
def test_a_table_is_set_up_alike_whatever_lay_there(sample: Sample) -> None:
    game, fresh = sample.game, sample.game.fresh_state().tobytes()
    for state in [*(step.state for step in sample.some(50)), *sample.walked.ends]:
        used = copied(state)
        game.rules.set_up(game.open_box, used, game.seats)
        assert used.record().tobytes() == fresh


@pytest.mark.parametrize("sample", samples(quick=is_first))
def test_machine_code_and_plain_python_agree_byte_for_byte(sample: Sample) -> None:
    """One kernel for a game: it serves every number of seats and every switch. Two hundred worlds are imagined."""
    imagined = {id(step) for step in sample.some(FEW[0])}
    for step in sample.steps:
        in_machine_code = asked(step, id(step) in imagined, in_machine_code=True)
        assert differing(in_machine_code, asked_on_desks(step, id(step) in imagined)) == []


@each_sample
def test_records_and_desks_are_the_same_to_the_rules(sample: Sample) -> None:
    for step in sample.some(ON_RECORDS):
        on_records = asked(step, with_worlds=True, in_machine_code=False)
        assert differing(on_records, asked_on_desks(step, with_worlds=True)) == []


ON_RECORDS = 30
"""Plain Python is slow there."""


@each_sample
def test_a_game_that_is_played_again_goes_the_same_way(sample: Sample) -> None:
    game = sample.game
    for seed in range(2):
        steps = list(walk(game, seed))
        moves = [Move(step.seat, step.number) for step in steps]
        again = Match(game, game.fresh_state(), by_hand=True).replay(moves)
        assert [state.tobytes() for state in again.states[:-1]] == [step.state.tobytes() for step in steps]


@each_sample
def test_simultaneous_choices_commute(sample: Sample) -> None:
    game, luck = sample.game, random.Random(1)
    for step in sample.steps:
        who = game.rules.acting(game.open_box, laid_out(step.state))
        together = [seat for seat in range(game.seats) if who > 0 and who >> seat & 1]
        if len(together) > 1:
            first, second = luck.sample(together, 2)
            check_both_orders_are_alike(game, step.state, first, second, luck)


def check_both_orders_are_alike(game: Game, state: State, first: int, second: int, luck: random.Random) -> None:
    others = mask_of(game, state, second)
    for one in a_few(np.flatnonzero(mask_of(game, state, first)).tolist(), luck):
        chosen = after(game, state, first, one)
        assert mask_of(game, chosen, second).tobytes() == others.tobytes()
        for other in a_few(np.flatnonzero(others).tolist(), luck):
            this_way = after(game, chosen, second, other)
            that_way = after(game, after(game, state, second, other), first, one)
            assert this_way.tobytes() == that_way.tobytes()


@each_sample
def test_a_table_goes_on_as_before_when_what_matters_no_more_is_forgotten(sample: Sample) -> None:
    """For a while from two hundred moments, and from some of them to the end."""
    game, rng = sample.game, generator(1)
    for_a_while, to_the_end = ({id(step) for step in sample.some(most)} for most in (FEW[0], PLAYED_ON))
    for step in sample.steps:
        short = forgotten(game, step.state)
        assert forgotten(game, short).tobytes() == short.tobytes()
        if id(step) in for_a_while | to_the_end:
            most = ENDLESS if id(step) in to_the_end else A_WHILE
            check_both_go_on_alike(game, copied(step.state), copied(short), rng, most)


PLAYED_ON, A_WHILE, ENDLESS = 12, 30, 10**6


def check_both_go_on_alike(game: Game, full: Desk, short: Desk, rng: Rng, most: int) -> None:
    """With the same choices, so many at most."""
    rules, box = game.rules, game.open_box
    for _ in range(most):
        who = rules.acting(box, full)
        assert rules.acting(box, short) == who
        if who == OVER:
            assert numbers(game, full, "places") == numbers(game, short, "places")
            return
        seat = CHANCE if who == CHANCE else (who & -who).bit_length() - 1
        possible = [weights_of(game, one) if seat == CHANCE else mask_of(game, one, seat) for one in (full, short)]
        assert possible[0].tobytes() == possible[1].tobytes()
        number = weighted(rng, possible[0])
        for one in (full, short):
            rules.apply(box, one, seat, number)


# What a seat knows ------------------------------------------------------------------------------------------------


@each_sample
def test_a_view_is_not_redacted_twice(sample: Sample) -> None:
    game = sample.game
    for step in sample.steps:
        for seat in viewers(game):
            view = view_of(game, step.state, seat)
            assert view_of(game, view, seat).tobytes() == view.tobytes()


@each_sample
def test_a_world_that_fits_a_view_looks_like_that_view_and_can_be_played_on(sample: Sample) -> None:
    game, rng, worlds = sample.game, generator(5), list[State]()
    for step, in_turn in zip(sample.steps, cycle(viewers(sample.game)), strict=False):
        for seat in viewers(game):
            view = view_of(game, step.state, seat)
            world = world_of(game, view, seat, rng)
            assert view_of(game, world, seat).tobytes() == view.tobytes()
            if seat == in_turn or not sample.is_large:  # it takes longer than the rest together
                assert game.definition.fault(game.box, world) is None
            check_it_can_be_played_on(step, world)
            worlds.append(world)
    assert list(senseless(game, worlds)) == []


def check_it_can_be_played_on(step: Step, world: State) -> None:
    game = step.game
    assert game.rules.acting(game.open_box, laid_out(world)) == game.rules.acting(game.open_box, laid_out(step.state))
    possible = weights_of(game, world) if step.seat == CHANCE else mask_of(game, world, step.seat)
    after(game, world, step.seat, int(np.flatnonzero(possible)[0]))


@each_sample
def test_what_a_seat_may_do_is_the_same_from_its_view(sample: Sample) -> None:
    game = sample.game
    for step in sample.steps:
        for seat in range(game.seats):
            view = view_of(game, step.state, seat)
            assert mask_of(game, view, seat).tobytes() == mask_of(game, step.state, seat).tobytes()
            who = game.rules.acting(game.open_box, laid_out(view))
            assert who == game.rules.acting(game.open_box, laid_out(step.state))


@pytest.mark.parametrize("sample", samples(lambda case: not has_secrets(case)))
def test_where_nothing_is_hidden_everybody_sees_everything(sample: Sample) -> None:
    for state in [*(step.state for step in sample.steps), *sample.walked.ends]:
        for seat in viewers(sample.game):
            assert view_of(sample.game, state, seat).tobytes() == state.tobytes()


@each_with_secrets
def test_hidden_pieces_may_change_places_and_a_seat_learns_nothing(sample: Sample) -> None:
    """The permutations are written by hand for each game and know nothing of `redact`."""
    game, luck, tried = sample.game, random.Random(1), 0
    for step in sample.steps:
        for seat in viewers(game):
            others = list(facts(game.name).permuted(game, step.state, seat))
            one = view_of(game, step.state, seat).tobytes()
            assert all(view_of(game, other, seat).tobytes() == one for other in others)
            tried += any(other.tobytes() != step.state.tobytes() for other in others)
            if others and luck.random() < SHOWN:
                check_they_are_shown_alike(game, step.state, luck.choice(others), seat)
    assert tried > 0


SHOWN = 0.1
"""Scenes take their time, and are made from views alone."""


def check_they_are_shown_alike(game: Game, state: State, other: State, seat: int) -> None:
    one, two = View(game, state, seat), View(game, other, seat)
    assert (one.legal, one.scene()) == (two.legal, two.scene())


def is_short_with_secrets(case: Case) -> bool:
    """Bots need a compiler, for minutes where a game is long."""
    return has_secrets(case) and is_short(case) and is_quick(case)


@pytest.mark.parametrize(
    "sample", [one for one in samples(has_secrets, quick=is_short_with_secrets) if one.values[0].moments == FEW[0]]
)
def test_hidden_pieces_may_change_places_and_every_bot_chooses_as_before(sample: Sample) -> None:
    game, luck, tried = sample.game, random.Random(1), 0
    bots = ready_bots(game)
    for step in sample.steps:
        for seat in range(game.seats):
            others = list(facts(game.name).permuted(game, step.state, seat))
            if others and mask_of(game, step.state, seat).any():
                one, two = View(game, step.state, seat), View(game, luck.choice(others), seat)
                assert chosen_by(bots, one) == chosen_by(bots, two)
                tried += 1
        if tried == BOTS_ASKED:
            break
    assert tried > 0


BOTS_ASKED = 40


def ready_bots(game: Game) -> list[Bot]:
    """Every bot that needs no solution of the game; each as good as it is, not as it is while a compiler works."""
    bots = [bot("random"), bot("greedy"), bot("montecarlo"), bot("ismcts:2")]
    for one in bots[1:]:
        one.prepare(game)  # type: ignore[attr-defined]
    return bots


def chosen_by(bots: Iterable[Bot], view: View) -> list[int]:
    return [bot.choose(view, generator(1)) for bot in bots]
