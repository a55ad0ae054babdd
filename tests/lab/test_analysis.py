"""What choices cost: by perfect play, which is exact; by opinions made for the purpose; and by a short search."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from rumpus.bots import Advice, Plan, Searcher, bot
from rumpus.bots.advice import Floats
from rumpus.catalogue import NAMES, definition
from rumpus.core.errors import WrongBot
from rumpus.core.game import Game
from rumpus.core.kernel import COMPILED, PLAIN, set_mode
from rumpus.core.match import Match
from rumpus.core.record import NONE
from rumpus.core.rng import Rng, generator
from rumpus.core.rules import CHANCE
from rumpus.core.view import Bot, View, legal_numbers
from rumpus.lab.analysis import Adviser, Analysis, Judgement, analyse, ready, strongest
from tests.core.playing import played
from tests.lab.players import braverats, highcard

RATS, LUCKY = braverats(), braverats(lucky=True)
SEARCH = Searcher("short", Plan(iterations=9))
"""Bad advice, soon had; and no clock, so that it is always the same."""

FOUGHT = [
    {"yargs": yarg, "applewoods": applewood}
    for yarg, applewood in (
        ("prince", "general"), ("general", "ambassador"), ("wizard", "assassin"), ("ambassador", "spy"),
        ("assassin", "princess"), ("spy", "musician"),
    )
]  # fmt: skip


class Opinion:
    """Thinks the lowest action best, and each of the others a tenth less than the one before."""

    name = "opinion"

    def __init__(self, error: float = 0.0, mix: Callable[[int], Floats] | None = None) -> None:
        self.error, self.mix, self.seen = error, mix, list[View]()

    def advise(self, view: View, rng: Rng) -> Advice:
        self.seen.append(view)
        actions = tuple(sorted(legal_numbers(view.game, view.asked, view.seat)))
        number = len(actions)
        mix = np.eye(number)[0] if self.mix is None else self.mix(number)
        return Advice(
            actions, mix, np.array([0.5 - 0.1 * place for place in range(number)]), np.full(number, self.error)
        )


def spied_upon(applewood_victories: int) -> Match:
    """The Yargs have Princess and Musician, the Applewoods Prince and Wizard, and have to show one first."""
    return RATS.match_from(
        {
            "hand": {"yargs": {"princess": 1, "musician": 1}, "applewoods": {"prince": 1, "wizard": 1}},
            "spied": "applewoods",
            "rounds": len(FOUGHT),
            "fought": FOUGHT,
            "victories": {"applewoods": applewood_victories},
        }
    )


def by(player: Bot, game: Game, seed: int) -> Match:
    """A match in which one bot plays all seats."""
    match, rng = game.match(seed=seed), generator(seed)
    while not match.over:
        seat = min(match.acting)
        match.play(seat, player.choose(match.view(seat), rng))
    return match


def swapped(match: Match) -> Match:
    """The same match, with those who chose at once written in the other order."""
    moves = list(match.moves)
    for number in range(len(moves) - 1):
        both = {moves[number].seat, moves[number + 1].seat}
        if both == {0, 1} and match.game.rules.acting(match.game.box, match.states[number]) == 3:
            moves[number], moves[number + 1] = moves[number + 1], moves[number]
    assert moves != match.moves
    return match.replay(moves)


def of_seat(found: Analysis, seat: int) -> list[Judgement]:
    return [one for one in found.judgements if one.seat == seat]


def figures(judgements: list[Judgement]) -> list[tuple[object, ...]]:
    """All that was said, whatever the numbers of the moves."""
    return [
        (one.seat, one.action, one.choices, one.cost, one.error, one.value, one.advice.mix.tolist())
        for one in judgements
    ]


# Perfect play -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def perfect() -> Adviser:
    """The strongest bot there is for BraveRats: solving the game is too much for plain Python."""
    set_mode(COMPILED)
    try:
        found = strongest(RATS)
    finally:
        set_mode(PLAIN)
    return found


@pytest.mark.parametrize(("card", "cost"), [("Princess", 0.0), ("Musician", 2.0)])
def test_who_sees_a_prince_and_has_a_princess_plays_her(perfect: Adviser, card: str, cost: float) -> None:
    """The Musician only puts off a defeat: the Wizard beats the Princess, for the fourth victory."""
    match = spied_upon(applewood_victories=3)
    match.play(1, "play the Prince")
    match.play(0, f"play the {card}")
    shown, answer = analyse(match, perfect).judgements
    assert (answer.move, answer.seat, answer.action.words) == (2, 0, f"play the {card}")
    assert (answer.value, answer.best, answer.cost, answer.error) == (1.0, 1.0, cost, 0.0)
    assert answer.is_in_mix == (card == "Princess")
    assert (shown.value, shown.worth, shown.cost) == (1.0, -1.0, 2.0)  # the Wizard would have won the game


def test_a_win_that_became_a_tie_costs_half(perfect: Adviser) -> None:
    """With no victories yet the Musician leads to a tie: the Wizard wins the last round, and the held one."""
    match = spied_upon(applewood_victories=0)
    match.play(1, "play the Prince")
    match.play(0, "play the Musician")
    shown, answer = analyse(match, perfect).judgements
    assert (answer.value, answer.worth, answer.cost) == (1.0, 0.0, 1.0)
    assert (shown.value, shown.cost, shown.is_costly) == (-1.0, 0.0, False)  # lost in any case


def test_perfect_play_costs_nothing(perfect: Adviser) -> None:
    for seed in range(5):
        found = analyse(by(bot(perfect.name), RATS, seed), perfect)
        assert found.bot == "nash"
        assert found.is_exact
        assert len(found.judgements) == len(found.match.moves)
        assert max(one.cost for one in found.judgements) < 1e-9
        assert all(one.is_in_mix for one in found.judgements)
        assert found.turning_point is None


def test_random_play_costs_something_but_never_less_than_nothing(perfect: Adviser) -> None:
    costs = []
    for seed in range(5):
        found = analyse(played(RATS, seed), perfect)
        costs += [one.cost for one in found.judgements]
        for account in found.accounts:
            assert account.cost == pytest.approx(sum(one.cost for one in of_seat(found, account.seat)), abs=1e-9)
            assert account.error == 0
    assert min(costs) >= 0
    assert max(costs) <= 2
    assert np.mean(costs) > 0.05


def test_to_show_a_card_is_worth_what_the_answer_to_it_is(perfect: Adviser) -> None:
    compared = 0
    for seed in range(10):
        match = played(RATS, seed)
        found = analyse(match, perfect).judgements
        for shown, answer in pairwise(found):
            if match.states[shown.move - 1].spied == shown.seat:
                assert shown.worth == pytest.approx(-answer.value, abs=1e-9)
                compared += not shown.is_forced
    assert compared > 3


# What the seat knew -----------------------------------------------------------------------------------------------


def test_whose_choice_stands_first_in_the_file_makes_no_difference(perfect: Adviser) -> None:
    match = played(RATS, seed=3)
    one, other = analyse(match, perfect), analyse(swapped(match), perfect)
    for seat in range(2):
        assert figures(of_seat(one, seat)) == figures(of_seat(other, seat))


def test_nor_does_it_where_advice_is_searched_for() -> None:
    match = played(LUCKY, seed=3)
    one, other = analyse(match, SEARCH, seed=5), analyse(swapped(match), SEARCH, seed=5)
    for seat in range(2):
        assert figures(of_seat(one, seat)) == figures(of_seat(other, seat))
        assert any(judgement.error > 0 for judgement in of_seat(one, seat))


def test_who_chooses_second_is_judged_on_what_it_was_asked() -> None:
    judge, match = Opinion(), played(RATS, seed=1)
    analyse(match, judge)
    assert len(judge.seen) == len(match.moves)
    for view in judge.seen:
        assert view.asked.choice[view.seat] == NONE
        assert view.asked.choice[1 - view.seat] == NONE or view.asked.spied == 1 - view.seat


def test_the_judge_sees_no_more_than_the_seat_did() -> None:
    judge = Opinion()
    analyse(played(LUCKY, seed=1), judge)
    assert all(view.asked.unknown_hand[1 - view.seat] > 0 for view in judge.seen[-2:])
    assert all(view.asked.hand[1 - view.seat].sum() == 0 for view in judge.seen)


# The order of the match -------------------------------------------------------------------------------------------


def test_chances_moves_are_counted_but_not_judged() -> None:
    match = played(LUCKY, seed=2)
    found = analyse(match, Opinion())
    assert any(move.seat == CHANCE for move in match.moves)
    assert [one.move for one in found.judgements] == [
        number for number, move in enumerate(match.moves, 1) if move.seat != CHANCE
    ]
    for one in found.judgements:
        move = match.moves[one.move - 1]
        assert (one.seat, one.action.number) == (move.seat, move.number)
        assert one.action in one.choices


def test_a_match_is_left_as_it_was() -> None:
    match = played(LUCKY, seed=2)
    moves, by_hand = list(match.moves), match.by_hand
    analyse(match, Opinion())
    assert (match.moves, match.by_hand) == (moves, by_hand)


def test_matches_that_are_not_whole() -> None:
    assert analyse(RATS.match(seed=1), Opinion()).judgements == ()
    assert analyse(RATS.match(seed=1), Opinion()).turning_point is None
    assert len(analyse(played(RATS, seed=1, decisions=3), Opinion()).judgements) == 3
    assert [one.move for one in analyse(spied_upon(0), Opinion()).judgements] == []


def test_only_some_seats_and_who_waits_is_told() -> None:
    told = list[tuple[int, int]]()
    match = played(RATS, seed=1)
    found = analyse(match, judge := Opinion(), progress=lambda done, of: told.append((done, of)), seats=[1])
    own = [move for move in match.moves if move.seat == 1]
    assert [one.seat for one in found.judgements] == [1] * len(own)
    assert [account.seat for account in found.accounts] == [1]
    assert len(judge.seen) == len(own)
    assert told == [(number, len(own)) for number in range(1, len(own) + 1)]


# Costs and errors -------------------------------------------------------------------------------------------------


def opening(card: int, judge: Opinion) -> Judgement:
    match = RATS.match(seed=1)
    match.play(0, card)
    return analyse(match, judge).judgements[0]


def test_a_cost_is_what_the_advice_would_have_brought_more() -> None:
    one = opening(3, Opinion())
    assert (one.value, one.best) == (0.5, 0.5)
    assert one.worth == pytest.approx(0.2)
    assert one.cost == pytest.approx(0.3)
    assert one.error == 0
    assert one.is_costly
    assert (one.share, one.is_in_mix) == (0.0, False)


def test_following_the_advice_costs_nothing_for_sure() -> None:
    one = opening(0, Opinion(error=0.1))
    assert (one.cost, one.error, one.share, one.is_costly) == (0.0, 0.0, 1.0, False)


@pytest.mark.parametrize(("error", "is_costly"), [(0.1, True), (0.11, False)])
def test_an_estimated_cost_counts_beyond_twice_its_error(error: float, is_costly: bool) -> None:
    one = opening(3, Opinion(error))
    assert one.error == pytest.approx(np.sqrt(2) * error)
    assert one.is_costly == is_costly


def test_the_error_of_a_mix() -> None:
    """Half of 0 and half of 1, held against 1: half of the difference between the two."""
    one = opening(1, Opinion(error=0.1, mix=lambda number: np.array([0.5, 0.5] + [0.0] * (number - 2))))
    assert one.cost == pytest.approx(0.05)
    assert one.error == pytest.approx(0.1 * np.sqrt(0.5))
    assert one.is_in_mix


def test_a_choice_that_seems_better_than_the_advice_costs_nothing() -> None:
    one = opening(0, Opinion(mix=lambda number: np.eye(number)[1]))
    assert one.value == pytest.approx(0.4)
    assert (one.best, one.worth, one.cost) == (0.5, 0.5, 0.0)


def test_accounts_leave_out_what_is_not_sure() -> None:
    match = RATS.match(seed=1)
    for card in (3, 7, 1, 6):  # the second of each seat is worth less, by fewer actions
        match.play(min(match.acting), card)
    found = analyse(match, Opinion(error=0.12))
    first, second = found.accounts
    assert [round(one.cost, 9) for one in of_seat(found, 0)] == [0.3, 0.1]
    assert (first.costly, first.cost, first.worst) == ((), 0.0, None)
    assert [round(one.cost, 9) for one in of_seat(found, 1)] == [0.7, 0.6]
    assert second.cost == pytest.approx(1.3)
    assert second.error == pytest.approx(0.24)
    assert second.worst is found.turning_point is found.judgements[1]


class Rounding(Opinion):
    """The same opinion for both seats, but for arithmetic."""

    def advise(self, view: View, rng: Rng) -> Advice:
        advice = super().advise(view, rng)
        return Advice(advice.actions, advice.mix, advice.worth * (1 + 1e-13 * view.seat), advice.error)


def test_of_equal_mistakes_the_first_is_the_turning_point() -> None:
    match = RATS.match(seed=1)
    for seat in range(2):
        match.play(seat, 4)
    found = analyse(match, Rounding())
    assert found.judgements[1].cost > found.judgements[0].cost
    assert found.turning_point is found.judgements[0]


# Searches ---------------------------------------------------------------------------------------------------------


def test_hidden_hands_are_judged_by_the_search_that_looks_longest() -> None:
    assert strongest(LUCKY).name == "ismcts:5"
    assert strongest(highcard(3)).name == "ismcts:5"


def test_a_search_says_how_sure_it_is() -> None:
    found = analyse(played(LUCKY, seed=4), SEARCH)
    assert found.bot == SEARCH.name
    assert not found.is_exact
    assert all(one.error > 0 for one in found.judgements if not one.is_forced and one.share < 1)
    assert any(one.is_known for one in found.judgements)


def test_a_forced_choice_costs_nothing_though_no_search_looks_at_it() -> None:
    """Eight rounds: in the last one nobody can choose."""
    match = next(one for one in (played(LUCKY, seed) for seed in range(100)) if one.state.rounds == 8)
    for one in analyse(match, SEARCH).judgements[-2:]:
        assert one.is_forced
        assert (one.cost, one.error, one.is_costly, one.is_known) == (0.0, 0.0, False, False)


def test_the_seed_decides_what_a_search_finds() -> None:
    match = played(LUCKY, seed=4, decisions=6)
    one, again, other = (analyse(match, SEARCH, seed) for seed in (1, 1, 2))
    assert figures(list(one.judgements)) == figures(list(again.judgements))
    assert figures(list(one.judgements)) != figures(list(other.judgements))


def test_tables_of_more_than_two() -> None:
    found = analyse(played(highcard(4), seed=1), SEARCH)
    assert sorted(one.seat for one in found.judgements) == [0, 1, 2, 3]
    assert len(found.accounts) == 4


# Refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_without_advice_is_refused_naming_those_that_may_give_it(name: str) -> None:
    one = definition(name)
    able = ["greedy", "montecarlo", "ismcts", *["counter"] * (one.reckon is not None), *["nash"] * one.is_solvable]
    with pytest.raises(WrongBot) as caught:
        analyse(played(one.open(), seed=1), bot("random"))
    assert str(caught.value) == f"The bot 'random' gives no advice; those that do are {', '.join(able)}."


def test_perfect_play_is_refused_where_there_is_none() -> None:
    with pytest.raises(WrongBot, match="cannot be solved with these switches"):
        ready(bot("nash"), LUCKY)
