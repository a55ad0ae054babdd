"""What every game's rules have to satisfy, tried on random walks."""

import random
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from rumpus.bots import Bot, bot
from rumpus.catalogue import NAMES, definition
from rumpus.core.desk import Desk, copied, laid_out
from rumpus.core.game import Game
from rumpus.core.match import Match, Move
from rumpus.core.rng import Rng, generator, weighted
from rumpus.core.rules import CHANCE, NOBODY, OVER, Box, Numbers, State
from rumpus.core.view import View, numbers
from tests.conformance.cases import (
    Case,
    every_combination,
    facts,
    has_secrets,
    opened,
    single_switches,
    some_combinations,
    spoken,
)
from tests.conformance.walking import (
    Step,
    after,
    asked,
    end_of,
    forgotten,
    mask_of,
    some_of,
    spread,
    view_of,
    walk,
    weights_of,
    with_some_chosen,
    world_of,
)

each_case = pytest.mark.parametrize("case", some_combinations(), ids=spoken)
SEEDS = range(3)
MOMENTS = 25
"""Of a game, for what takes long: imagining worlds in plain Python."""
MANY = 300
"""All moments of most games; of the longest so many, spread evenly over them."""


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


@each_case
def test_the_mask_is_filled_exactly_for_acting_seats(case: Case) -> None:
    game = opened(case)
    for seed in SEEDS:
        for step in walk(game, seed):
            who = game.rules.acting(game.box, step.state)
            for seat in range(game.seats):
                mask = np.ones(game.rules.ACTIONS, np.int8)
                number = game.rules.legal(game.box, step.state, seat, mask)
                assert set(mask) <= {0, 1}
                assert number == mask.sum()
                assert mask.any() == (who != CHANCE and bool(who >> seat & 1))
        over = end_of(game, seed)
        assert not any(mask_of(game, over, seat).any() for seat in range(game.seats))


@pytest.mark.parametrize("name", NAMES)
def test_whether_several_ever_choose_at_once_is_known_to_the_definition(name: str) -> None:
    masks = set[int]()
    for case in single_switches():
        if case[0] == name:
            game = opened(case)
            masks |= {game.rules.acting(game.open_box, laid_out(step.state)) for step in walk(game, 1)}
    assert any(who > 0 and who & (who - 1) for who in masks) == definition(name).acts_at_once


@each_case
def test_weights_are_positive_where_outcomes_are_possible_and_zero_elsewhere(case: Case) -> None:
    game = opened(case)
    for seed in SEEDS:
        for step in some_of(game, seed, 60):
            if step.seat == CHANCE:
                weights = weights_of(game, step.state)
                assert weights.min() >= 0
                assert weights.sum() > 0
                for outcome in np.flatnonzero(weights).tolist():
                    assert game.definition.fault(game.box, after(game, step.state, CHANCE, outcome)) is None


@each_case
def test_words_that_only_ask_change_nothing(case: Case) -> None:
    game = opened(case)
    box = game.box.tobytes()
    for step in some_of(game, 1, MANY):
        before = step.state.tobytes()
        for seat in range(game.seats):
            mask_of(game, step.state, seat)
        if step.seat == CHANCE:
            weights_of(game, step.state)
        game.rules.points(game.box, step.state, np.zeros(game.seats, np.int64))
        after(game, step.state, step.seat, step.number)
        assert step.state.tobytes() == before
    assert game.box.tobytes() == box


@each_case
def test_machine_code_plain_python_and_replay_agree_byte_for_byte(case: Case) -> None:
    game = opened(case)
    for seed in SEEDS:
        steps = list(walk(game, seed))
        for step, is_chosen in with_some_chosen(spread(steps, MANY), MOMENTS):
            assert asked(step, is_chosen, in_machine_code=True) == asked(step, is_chosen, in_machine_code=False)
        moves = [Move(step.seat, step.number) for step in steps]
        again = Match(game, game.fresh_state(), by_hand=True).replay(moves)
        assert [state.tobytes() for state in again.states[:-1]] == [step.state.tobytes() for step in steps]


@each_case
def test_records_and_desks_are_the_same_to_the_rules(case: Case) -> None:
    game = opened(case)
    for seed in SEEDS:
        for step, is_chosen in with_some_chosen(some_of(game, seed, MANY), MOMENTS):
            on_desks = answered(game, game.open_box, laid_out(step.state), step, is_chosen)
            assert on_desks == answered(game, game.box, step.state, step, is_chosen)


def answered(game: Game, box: Box, state: State, step: Step, with_worlds: bool) -> list[bytes]:
    """What the rules say of a state, and what they make of it, in plain Python."""
    rules, viewers = game.rules, (*range(game.seats), NOBODY)
    asking = [partial(rules.legal, box, state, seat) for seat in range(game.seats)] + [
        partial(rules.points, box, state)
    ]
    if step.seat == CHANCE:
        asking.append(partial(rules.chance, box, state))
    changes: list[tuple[Any, ...]] = [
        (rules.apply, step.seat, step.number), (rules.forget,), (rules.set_up, game.seats),
        *((rules.redact, viewer) for viewer in viewers),
        *((seen_and_guessed(rules), viewer, generator(step.number)) for viewer in viewers if with_worlds),
    ]  # fmt: skip
    who, longest = bytes([int(rules.acting(box, state)) & 255]), max(rules.ACTIONS, rules.OUTCOMES, game.seats)
    return [who, *(filled(ask, longest) for ask in asking), *(changed(box, state, *change) for change in changes)]


def filled(ask: Callable[[Numbers], object], length: int) -> bytes:
    """What is written into an array."""
    numbers = np.full(length, 99)
    ask(numbers)
    return numbers.tobytes()


def changed(box: Box, state: State, word: Callable[..., None], *said: Any) -> bytes:
    """A copy of a state after a word that writes on it."""
    copy = copied(state) if isinstance(state, Desk) else state.copy()
    word(box, copy, *said)
    return bytes((copy.record() if isinstance(copy, Desk) else copy).tobytes())


def seen_and_guessed(rules: ModuleType) -> Callable[..., None]:
    def seen_and_guessed(box: Box, state: State, seat: int, rng: Rng) -> None:
        rules.redact(box, state, seat)
        rules.determinize(box, state, seat, rng)

    return seen_and_guessed


@each_case
def test_simultaneous_choices_commute(case: Case) -> None:
    game = opened(case)
    for step in walk(game, 2):
        who = game.rules.acting(game.box, step.state)
        if who == CHANCE or who & (who - 1) == 0:
            continue
        first, second = [seat for seat in range(game.seats) if who >> seat & 1][:2]
        for one in np.flatnonzero(mask_of(game, step.state, first)).tolist():
            for other in np.flatnonzero(mask_of(game, step.state, second)).tolist():
                chosen = after(game, step.state, first, one)
                assert mask_of(game, chosen, second).tobytes() == mask_of(game, step.state, second).tobytes()
                this_way = after(game, after(game, step.state, first, one), second, other)
                that_way = after(game, after(game, step.state, second, other), first, one)
                assert this_way.tobytes() == that_way.tobytes()


@each_case
def test_a_table_goes_on_as_before_when_what_matters_no_more_is_forgotten(case: Case) -> None:
    game = opened(case)
    for seed in SEEDS:
        for step in some_of(game, seed, 20):
            short = forgotten(game, step.state)
            assert forgotten(game, short).tobytes() == short.tobytes()
            check_both_go_on_alike(game, copied(step.state), copied(short), generator(seed))


def check_both_go_on_alike(game: Game, full: Desk, short: Desk, rng: Rng) -> None:
    """To the end, with the same choices."""
    rules, box = game.rules, game.open_box
    while who := rules.acting(box, full):
        assert rules.acting(box, short) == who
        seat = CHANCE if who == CHANCE else (who & -who).bit_length() - 1
        possible = [weights_of(game, one) if seat == CHANCE else mask_of(game, one, seat) for one in (full, short)]
        assert possible[0].tobytes() == possible[1].tobytes()
        number = weighted(rng, possible[0])
        for one in (full, short):
            rules.apply(box, one, seat, number)
    assert rules.acting(box, short) == OVER
    assert numbers(game, full, "places") == numbers(game, short, "places")


# What a seat knows ------------------------------------------------------------------------------------------------


@each_case
def test_a_view_is_not_redacted_twice(case: Case) -> None:
    game = opened(case)
    for step in some_of(game, 3, MANY):
        for seat in (*range(game.seats), NOBODY):
            view = view_of(game, step.state, seat)
            assert view_of(game, view, seat).tobytes() == view.tobytes()


@each_case
def test_a_world_that_fits_a_view_looks_like_that_view(case: Case) -> None:
    game, rng = opened(case), generator(5)
    for seed in SEEDS:
        for step in some_of(game, seed, 60):
            for seat in (*range(game.seats), NOBODY):
                view = view_of(game, step.state, seat)
                world = world_of(game, view, seat, rng)
                assert view_of(game, world, seat).tobytes() == view.tobytes()
                assert game.definition.fault(game.box, world) is None


@each_case
def test_a_world_that_fits_can_be_played_on(case: Case) -> None:
    game, rng = opened(case), generator(6)
    for step in list(walk(game, 4))[::5]:
        world = world_of(game, view_of(game, step.state, NOBODY), NOBODY, rng)
        assert game.rules.acting(game.box, world) == game.rules.acting(game.box, step.state)
        possible = weights_of(game, world) if step.seat == CHANCE else mask_of(game, world, step.seat)
        after(game, world, step.seat, int(np.flatnonzero(possible)[0]))


@each_case
def test_what_a_seat_may_do_is_the_same_from_its_view(case: Case) -> None:
    game = opened(case)
    for seed in SEEDS:
        for step in some_of(game, seed, MANY):
            for seat in range(game.seats):
                view = view_of(game, step.state, seat)
                assert mask_of(game, view, seat).tobytes() == mask_of(game, step.state, seat).tobytes()
                assert game.rules.acting(game.box, view) == game.rules.acting(game.box, step.state)


def ready_bots(game: Game) -> list[Bot]:
    """Every bot that needs no solution of the game; each as good as it is, not as it is while a compiler works."""
    bots = [bot("random"), bot("greedy"), bot("montecarlo"), bot("ismcts:2")]
    for one in bots[1:]:
        one.prepare(game)  # type: ignore[attr-defined]
    return bots


def chosen_by(bots: list[Bot], view: View) -> list[int]:
    return [bot.choose(view, generator(1)) for bot in bots]


@pytest.mark.parametrize("case", [case for case in some_combinations() if not has_secrets(case)], ids=spoken)
def test_where_nothing_is_hidden_everybody_sees_everything(case: Case) -> None:
    game = opened(case)
    for step in walk(game, 1):
        for seat in (*range(game.seats), NOBODY):
            assert view_of(game, step.state, seat).tobytes() == step.state.tobytes()


@pytest.mark.parametrize("case", [case for case in some_combinations() if has_secrets(case)], ids=spoken)
def test_hidden_pieces_may_change_places_and_a_seat_learns_nothing(case: Case) -> None:
    """The permutations are written by hand for each game and know nothing of `redact`."""
    game, luck, tried = opened(case), random.Random(1), 0
    bots = ready_bots(game)
    for step in some_of(game, 1, 40):
        for seat in (*range(game.seats), NOBODY):
            others = list(facts(case[0]).permuted(game, step.state, seat))
            for other in luck.sample(others, min(3, len(others))):
                one, two = View(game, step.state, seat), View(game, other, seat)
                assert one.state.tobytes() == two.state.tobytes()
                assert (one.legal, one.scene()) == (two.legal, two.scene())
                if one.legal:
                    assert chosen_by(bots, one) == chosen_by(bots, two)
                tried += other.tobytes() != step.state.tobytes()
    assert tried > 0
