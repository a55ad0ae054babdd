"""Hands of both pokers, played card by card and bet by bet."""

import pytest

from rumpus.core.errors import WrongAction
from rumpus.core.game import Game
from rumpus.core.match import Match
from rumpus.core.rules import CHANCE
from tests.poker import kuhn, leduc

KUHN, LEDUC = kuhn.GAME.open(), leduc.GAME.open()


def hand(game: Game, cards: str, bets: str) -> Match:
    """A hand with these cards, in the order in which they are dealt, and these choices."""
    match, left = game.match(by_hand=True), cards.split()
    for bet in [*bets.split(), ""]:
        while match.acting == {CHANCE} and left:
            match.play(CHANCE, left.pop(0))
        if bet:
            match.play(next(iter(match.acting)), bet)
    assert not left
    return match


def choices(match: Match) -> list[str]:
    return [action.words for seat in match.acting for action in match.legal(seat)]


# Kuhn -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "bets", "points"),
    [
        ("jack king", "pass pass", [-1, 1]),
        ("king jack", "pass pass", [1, -1]),
        ("queen king", "bet bet", [-2, 2]),
        ("queen jack", "pass bet bet", [2, -2]),
        ("jack king", "bet pass", [1, -1]),  # who folds loses, whatever the cards
        ("king jack", "pass bet pass", [-1, 1]),
    ],
)
def test_kuhn_pays_the_higher_card_or_whoever_did_not_fold(cards: str, bets: str, points: list[int]) -> None:
    match = hand(KUHN, cards, bets)
    assert match.over
    assert match.points == points
    assert match.places == ([1, 2] if points[0] > 0 else [2, 1])


@pytest.mark.parametrize(
    ("bets", "seat", "paid"), [("", 0, [1, 1]), ("pass", 1, [1, 1]), ("bet", 1, [2, 1]), ("pass bet", 0, [1, 2])]
)
def test_kuhn_goes_on_in_turns_and_counts_what_was_paid_as_lost(bets: str, seat: int, paid: list[int]) -> None:
    match = hand(KUHN, "queen king", bets)
    assert match.acting == {seat}
    assert choices(match) == ["bet", "pass"]
    assert match.points == [-chips for chips in paid]


def test_kuhn_deals_no_card_twice() -> None:
    match = KUHN.match(by_hand=True)
    match.play(CHANCE, "queen")
    assert [outcome.words for outcome in match.chance()] == ["jack", "king"]


def test_cards_of_equal_value_share_in_kuhn() -> None:
    match = hand(kuhn.GAME.open(box={"cards": {"jack": {"value": 3}}}), "jack king", "bet bet")
    assert (match.points, match.places) == ([0, 0], [1, 1])


# Leduc ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "bets", "points"),
    [
        ("jack king", "raise fold", [1, -1]),  # a fold before the open card is dealt
        ("king jack", "raise raise fold", [-3, 3]),
        ("jack king queen", "call call raise fold", [1, -1]),
        ("jack king queen", "raise call call raise fold", [-3, 3]),
        ("jack king queen", "call call call call", [-1, 1]),  # the higher card
        ("queen jack king", "raise call raise call", [7, -7]),
        ("jack king jack", "call call call call", [1, -1]),  # a pair beats a king
        ("king queen queen", "call raise raise call call raise raise call", [-13, 13]),
        ("king king jack", "raise call call call", [0, 0]),  # equal cards share
    ],
)
def test_leduc_pays_a_pair_then_the_higher_card_or_whoever_did_not_fold(
    cards: str, bets: str, points: list[int]
) -> None:
    match = hand(LEDUC, cards, bets)
    assert match.over
    assert match.points == points
    assert match.places == [1 if mine >= 0 else 2 for mine in points]


@pytest.mark.parametrize(
    ("bets", "seat", "allowed"),
    [
        ("", 0, ["raise", "call"]),  # nothing to call, so nothing to fold
        ("call", 1, ["raise", "call"]),
        ("raise", 1, ["raise", "call", "fold"]),
        ("call raise", 0, ["raise", "call", "fold"]),
        ("raise raise", 0, ["call", "fold"]),  # two raises are the limit
        ("call raise raise", 1, ["call", "fold"]),
        ("raise raise call", 0, ["raise", "call"]),  # of each round anew
        ("raise raise call raise raise", 0, ["call", "fold"]),
    ],
)
def test_leduc_allows_two_raises_in_a_round_and_a_fold_only_to_who_is_behind(
    bets: str, seat: int, allowed: list[str]
) -> None:
    match = hand(LEDUC, "queen king jack" if "raise raise call" in bets else "queen king", bets)
    assert match.acting == {seat}
    assert choices(match) == allowed


def test_raises_in_leduc_are_two_chips_then_four() -> None:
    stakes = [
        hand(LEDUC, cards, bets).points
        for cards, bets in [
            ("jack king", "raise"),
            ("jack king", "raise raise"),
            ("jack king queen", "raise raise call"),
            ("jack king queen", "raise raise call call raise"),
        ]
    ]
    assert stakes == [[-3, -1], [-3, -5], [-5, -5], [-5, -9]]


def test_a_round_of_leduc_ends_with_a_call_but_not_with_the_first_word() -> None:
    assert hand(LEDUC, "jack king", "call").acting == {1}
    assert hand(LEDUC, "jack king", "call call").acting == {CHANCE}
    assert hand(LEDUC, "jack king", "raise call").acting == {CHANCE}
    assert hand(LEDUC, "jack king queen", "call call call").acting == {1}


def test_the_open_card_of_leduc_comes_from_the_four_that_are_left() -> None:
    match = hand(LEDUC, "jack jack", "call call")
    assert [(outcome.words, outcome.weight) for outcome in match.chance()] == [("queen", 2), ("king", 2)]


def test_what_is_not_allowed_is_refused() -> None:
    with pytest.raises(WrongAction, match="'fold' is not allowed now"):
        hand(LEDUC, "jack king", "fold")
    with pytest.raises(WrongAction, match="'raise' is not allowed now"):
        hand(LEDUC, "jack king", "raise raise raise")


def test_the_log_tells_the_bets_and_a_position_can_be_played_on() -> None:
    match = hand(LEDUC, "jack king queen", "raise call call")
    assert match.log()[2:4] == ["The first player: raise.", "The second player: call."]
    again = LEDUC.match_from(match.position())
    again.play(1, "raise")
    assert again.points == [-3, -7]
