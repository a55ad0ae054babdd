"""The law of BraveRats, played through the public API.

A round is written "mine theirs", the card of the seat the test is about first. Most laws are
tried from both seats. The docstrings cite the paragraphs of RULES.md.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pytest

import rumpus
from rumpus import CHANCE, NOBODY

from . import results_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rumpus import Match

CARDS = ("prince", "general", "wizard", "ambassador", "assassin", "spy", "princess", "musician")
RANK = dict(zip(CARDS, range(7, -1, -1), strict=True))
CLANS = ("yargs", "applewoods")
BOTH = {0, 1}
ONE_OF_EACH = Counter(CARDS)
TWO_OF_EACH = Counter(CARDS + CARDS)
MIRRORED = tuple(f"{card} {card}" for card in CARDS)  # eight holds: nobody wins anything
PRINCESS_WIN = "princess prince"
PRINCESS_LOSS = "prince princess"

# Three victories to none, then five holds, the last of them between the last cards.
THREE_NIL = (
    "spy assassin",
    "assassin general",
    "general spy",
    "musician musician",
    "prince prince",
    "wizard wizard",
    "ambassador ambassador",
    "princess princess",
)
# One victory each, then six holds.
ONE_ALL = (
    "wizard ambassador",
    "ambassador wizard",
    "prince prince",
    "general general",
    "assassin assassin",
    "spy spy",
    "princess princess",
    "musician musician",
)

either_seat = pytest.mark.parametrize("seat", [0, 1])


def fresh(seed: int = 1, /, **switches: bool | str) -> Match:
    return rumpus.game("braverats", switches=switches).match(seed=seed)


def fresh_by_hand(**switches: bool | str) -> Match:
    return rumpus.game("braverats", switches=switches).match(by_hand=True)


def play_round(match: Match, mine: str, theirs: str, seat: int = 0) -> None:
    """Both seats play, in whatever order the match asks them to."""
    cards = {seat: mine, 1 - seat: theirs}
    while cards:
        turn = min(match.acting & set(cards))
        match.play(turn, f"play the {cards.pop(turn).title()}")


def play_rounds(match: Match, *rounds: str, seat: int = 0) -> Match:
    for pair in rounds:
        mine, theirs = pair.split()
        play_round(match, mine, theirs, seat)
    return match


def after(*rounds: str, seat: int = 0, **switches: bool | str) -> Match:
    return play_rounds(fresh(**switches), *rounds, seat=seat)


def score(match: Match, seat: int = 0) -> tuple[int, int]:
    return match.points[seat], match.points[1 - seat]


def ending(match: Match, seat: int = 0) -> tuple[int, int] | None:
    """Finishing places, mine first; None while the match goes on."""
    return (match.places[seat], match.places[1 - seat]) if match.places else None


def hand(match: Match, seat: int) -> Counter[str]:
    return +Counter(match.position()["hand"][CLANS[seat]])


def pile(match: Match, seat: int) -> Counter[str]:
    return +Counter(match.position().get("pile", {}).get(CLANS[seat], {}))


def counted(cards: Iterable[str]) -> dict[str, int]:
    """A hand as a position writes it, with the cards that are missing said too."""
    held = Counter(cards)
    return {card: held[card] for card in CARDS}


def playable(match: Match, seat: int) -> set[str]:
    return {action.words.split()[-1].lower() for action in match.legal(seat)}


def known(match: Match, viewer: int) -> tuple[str, tuple[tuple[int, str], ...], tuple[str, ...]]:
    """All that reaches a viewer: the view, the actions on offer (none to a spectator), the log."""
    offered = [] if viewer == NOBODY else match.legal(viewer)
    actions = tuple((action.number, action.words) for action in offered)
    return str(match.view(viewer)), actions, tuple(match.log(viewer))


def cards_named(match: Match, viewer: int) -> set[str]:
    """The cards that a viewer's log speaks of."""
    return set(re.findall(rf"\b({'|'.join(CARDS)})\b", " ".join(match.log(viewer)).lower()))


def drafting(match: Match) -> bool:
    return any(match.legal(seat)[0].words.startswith("keep ") for seat in match.acting & BOTH)


def choose_any(match: Match, rng: random.Random) -> None:
    """One choice, of whoever is to choose."""
    turn = min(match.acting)
    if turn == CHANCE:
        match.play(turn, rng.choice([outcome.number for outcome in match.chance()]))
    else:
        match.play(turn, rng.choice([action.number for action in match.legal(turn)]))


def dealt(seed: int = 1, /, **switches: bool | str) -> Match:
    """A match whose draft, if it has one, is over, cards kept at random."""
    match = fresh(seed, **switches)
    rng = random.Random(seed)
    while drafting(match):
        choose_any(match, rng)
    return match


def every_set_up(match: Match) -> Iterator[tuple[Fraction, Match]]:
    """All ways chance can set up a match played by hand, with their probabilities."""
    if match.acting != {CHANCE}:
        yield Fraction(1), match
        return
    total = sum(outcome.weight for outcome in match.chance())
    for outcome in match.chance():
        branch = match.copy()
        branch.play(CHANCE, outcome.number)
        for probability, leaf in every_set_up(branch):
            yield probability * Fraction(outcome.weight, total), leaf


# --- The results table -------------------------------------------------------------------------

TABLES = {
    "nobody": results_table.NOBODY_HAS_PLUS_TWO,
    "yargs": results_table.YARGS_HAVE_PLUS_TWO,
    "applewoods": results_table.APPLEWOODS_HAVE_PLUS_TWO,
    "both": results_table.BOTH_HAVE_PLUS_TWO,
}


def cells() -> Iterator[tuple[str, str, str, str]]:
    """(who has +2, card of the Yargs, card of the Applewoods, result), 256 of them."""
    for bonus, block in TABLES.items():
        rows = [line.split()[1:] for line in block.split("\n\n")[1].splitlines()]
        for yargs, row in zip(CARDS, rows, strict=True):
            for applewoods, result in zip(CARDS, row, strict=True):
                yield bonus, yargs, applewoods, result


def round_before(bonus: str, yargs: str, applewoods: str) -> list[str]:
    """A quiet round, if any, that gives the wanted +2 and spares the wanted cards."""
    if bonus == "yargs":
        return ["general ambassador" if applewoods == "princess" else "general princess"]
    if bonus == "applewoods":
        return ["ambassador general" if yargs == "princess" else "princess general"]
    return ["general general"] if bonus == "both" else []


def deal(yargs: dict[str, int], applewoods: dict[str, int]) -> Match:
    """A match of the base game, from hands that the base game does not deal."""
    position = {"hand": {"yargs": yargs, "applewoods": applewoods}}
    return rumpus.game("braverats", switches={}).match_from(position)


def two_to_none(card: str) -> Match:
    """The Yargs have both copies of a card, the Applewoods both Princes for it."""
    return deal(counted([*CARDS[1:], card]), counted([*CARDS, "prince"]) | {card: 0})


def with_bonus(bonus: str, yargs: str, applewoods: str) -> Match:
    """A match in which that bonus holds and those two cards can be played."""
    rounds = round_before(bonus, yargs, applewoods)
    used = {card for pair in rounds for card in pair.split()}
    if used.isdisjoint({yargs, applewoods}):
        return play_rounds(fresh(), *rounds)
    # No deal has a third General to lend the +2, so the position says who has it.
    has_it = {clan: bonus in (clan, "both") for clan in CLANS}
    return rumpus.game("braverats").match_from({"bonus": has_it})


def result_of(match: Match, before: tuple[int, int]) -> str:
    """What the last round did, in the letters of the table."""
    if match.over:
        assert score(match) == before
        return "Y!" if match.places == [1, 2] else "A!"
    gained = [now - then for now, then in zip(score(match), before, strict=True)]
    assert min(gained) == 0
    return "X" if max(gained) == 0 else "YA"[gained.index(max(gained))]


@pytest.mark.parametrize(("bonus", "yargs", "applewoods", "result"), list(cells()))
def test_every_round_ends_as_the_results_table_says(bonus: str, yargs: str, applewoods: str, result: str) -> None:
    """§2.3, §2.4, §2.5, §3.1, §3.8."""
    match = with_bonus(bonus, yargs, applewoods)
    before = score(match)
    play_round(match, yargs, applewoods)
    assert result_of(match, before) == result


def test_the_results_table_has_256_cells() -> None:
    """§2.4."""
    assert len(list(cells())) == 256


# --- Cards and choices -------------------------------------------------------------------------


@either_seat
def test_each_clan_starts_with_one_of_each_card(seat: int) -> None:
    """§1.1, §1.2, §1.3."""
    assert hand(fresh(), seat) == ONE_OF_EACH


@either_seat
@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_played_by_its_rank_or_by_its_name(seat: int, card: str) -> None:
    """§1.2: The printed ranks."""
    offered = {action.number: action.words for action in fresh().legal(seat)}
    assert offered[RANK[card]] == f"play the {card.title()}"


def test_the_base_game_has_no_chance_in_it() -> None:
    """§1.3."""
    assert fresh_by_hand().acting == BOTH


def test_both_players_choose_at_once() -> None:
    """§2.1: only a Spy changes this."""
    match = fresh()
    assert match.acting == BOTH
    match.play(1, "play the Wizard")
    assert match.acting == {0}


def test_the_order_in_which_the_two_choose_does_not_matter() -> None:
    """§2.1, §2.2: both cards are turned over together."""
    first, second = fresh(), fresh()
    for seat, rank in ((0, 4), (1, 2)):
        first.play(seat, rank)
    for seat, rank in ((1, 2), (0, 4)):
        second.play(seat, rank)
    assert first.position() == second.position()
    assert score(first) == (2, 0)


@either_seat
def test_a_choice_once_made_is_final(seat: int) -> None:
    """§2.1."""
    match = fresh()
    match.play(seat, "play the General")
    assert match.legal(seat) == []
    with pytest.raises(rumpus.RumpusError):
        match.play(seat, "play the Prince")


@either_seat
def test_a_played_card_does_not_come_back(seat: int) -> None:
    """§2.6."""
    match = after("wizard spy", seat=seat)
    assert playable(match, seat) == set(CARDS) - {"wizard"}
    assert hand(match, 1 - seat) == ONE_OF_EACH - Counter(["spy"])


def test_a_card_that_is_not_in_hand_is_refused() -> None:
    """§2.1."""
    match = after("wizard ambassador")
    with pytest.raises(rumpus.RumpusError):
        match.play(0, "play the Wizard")


def test_two_copies_of_a_card_are_one_choice_until_both_are_played() -> None:
    """§6.9: only the rank matters."""
    match = two_to_none("general")
    assert len(match.legal(0)) == 7
    play_round(match, "general", "princess")
    assert "general" in playable(match, 0)
    play_round(match, "general", "ambassador")
    assert "general" not in playable(match, 0)


def test_a_match_can_go_on_from_its_position() -> None:
    """§3.3, §3.7, §4.1: score, held rounds, bonus and spying are all part of it."""
    game = rumpus.game("braverats", switches={})
    held_general = game.match_from(after("wizard princess", "general musician").position())
    assert score(play_rounds(held_general, "prince prince")) == (3, 0)
    assert game.match_from(after("spy musician").position()).acting == {1}


# --- Wizard ------------------------------------------------------------------------------------


@either_seat
def test_a_prince_without_power_still_beats_the_wizard_by_strength(seat: int) -> None:
    """§8.1."""
    assert score(after("prince wizard", seat=seat), seat) == (1, 0)


@either_seat
def test_a_wizard_with_plus_two_holds_a_prince(seat: int) -> None:
    """§8.1."""
    match = after("general princess", "wizard prince", "ambassador spy", seat=seat)
    assert score(match, seat) == (4, 0)


@either_seat
@pytest.mark.parametrize("card", ["musician", "princess", "spy", "assassin", "ambassador"])
def test_a_wizard_beats_every_weaker_card_by_strength(seat: int, card: str) -> None:
    """§3.4, §3.6, §8.2."""
    match = after(f"wizard {card}", seat=seat)
    assert (score(match, seat), match.over) == ((1, 0), False)


@either_seat
def test_a_wizard_cancels_the_generals_bonus_for_the_next_round(seat: int) -> None:
    """§3.6."""
    match = after("general wizard", "ambassador general", seat=seat)
    assert score(match, seat) == (1, 1)


@either_seat
def test_a_wizard_cancels_the_spy_of_the_same_round(seat: int) -> None:
    """§3.6."""
    assert after("spy wizard", seat=seat).acting == BOTH


@either_seat
def test_two_wizards_hold_unless_one_has_plus_two(seat: int) -> None:
    """§8.2."""
    held = after("wizard wizard", "prince spy", seat=seat)
    assert score(held, seat) == (2, 0)
    assert score(after("general princess", "wizard wizard", seat=seat), seat) == (2, 0)


# --- General -----------------------------------------------------------------------------------


@either_seat
def test_a_general_strengthens_the_next_card_whether_he_wins_or_loses(seat: int) -> None:
    """§3.7."""
    won = after("general princess", "wizard general", seat=seat)
    lost = after("general assassin", "wizard general", seat=seat)
    assert (score(won, seat), score(lost, seat)) == ((2, 0), (1, 1))


@either_seat
def test_a_generals_bonus_lasts_one_round(seat: int) -> None:
    """§3.7."""
    match = after("general princess", "prince spy", "wizard general", seat=seat)
    assert score(match, seat) == (2, 1)


@either_seat
def test_a_generals_bonus_is_used_up_in_a_held_round(seat: int) -> None:
    """§3.7."""
    match = after("general princess", "musician spy", "wizard general", seat=seat)
    assert score(match, seat) == (1, 2)


@either_seat
def test_a_wizard_does_not_touch_the_bonus_of_a_general_played_before(seat: int) -> None:
    """§3.7, §8.5: the Ambassador is nullified all the same and worth one."""
    match = after("general princess", "ambassador wizard", seat=seat)
    assert score(match, seat) == (2, 0)


@either_seat
def test_two_generals_in_one_round_strengthen_both(seat: int) -> None:
    """§8.3: seven against nine without power, and nine against nine."""
    match = after("general general", "wizard prince", seat=seat)
    assert score(match, seat) == (0, 2)
    assert score(after("general general", "prince prince", seat=seat), seat) == (0, 0)


@pytest.mark.parametrize(("third", "expected"), [("ambassador wizard", (3, 0)), ("spy wizard", (2, 1))])
def test_a_general_after_a_general_gives_plus_two_and_never_plus_four(third: str, expected: tuple[int, int]) -> None:
    """§6.9: six beats the Wizard's five, and four does not."""
    match = two_to_none("general")
    play_rounds(match, "general princess", "general ambassador", third)
    assert score(match) == expected


@either_seat
def test_a_general_and_a_spy_of_one_round_both_work_in_the_next(seat: int) -> None:
    """§3.3, §3.7."""
    match = after("general spy", seat=seat)
    assert match.acting == {seat}
    play_round(match, "wizard", "general", seat=seat)
    assert score(match, seat) == (2, 0)


# --- Prince, Princess, Assassin ----------------------------------------------------------------


@either_seat
def test_two_princes_hold(seat: int) -> None:
    """§3.8."""
    assert score(after("prince prince", "wizard spy", seat=seat), seat) == (2, 0)


@either_seat
def test_of_two_princes_the_one_with_plus_two_wins(seat: int) -> None:
    """§3.8."""
    assert score(after("general princess", "prince prince", seat=seat), seat) == (2, 0)


@pytest.mark.parametrize("bonus", TABLES)
def test_a_prince_beats_an_assassin_whatever_the_bonuses(bonus: str) -> None:
    """§3.4, §3.8."""
    match = with_bonus(bonus, "prince", "assassin")
    yargs, applewoods = score(match)
    play_round(match, "prince", "assassin")
    assert score(match) == (yargs + 1 + (bonus == "both"), applewoods)


def test_a_prince_beats_a_stronger_card_by_his_power() -> None:
    """§3.8: seven against eight."""
    match = with_bonus("applewoods", "prince", "general")
    play_round(match, "prince", "general")
    assert score(match) == (1, 0)


@either_seat
def test_of_two_assassins_the_one_without_plus_two_wins(seat: int) -> None:
    """§8.4."""
    match = after("general princess", "assassin assassin", seat=seat)
    assert score(match, seat) == (1, 1)


@either_seat
def test_two_equal_assassins_hold(seat: int) -> None:
    """§8.4."""
    assert score(after("assassin assassin", "prince spy", seat=seat), seat) == (2, 0)


@either_seat
def test_an_assassin_beats_a_general_and_loses_to_a_spy(seat: int) -> None:
    """§3.4."""
    assert score(after("assassin general", seat=seat), seat) == (1, 0)
    assert score(after("assassin spy", seat=seat), seat) == (0, 1)


@either_seat
def test_a_princess_against_a_prince_wins_the_game_from_three_behind(seat: int) -> None:
    """§3.2, §5.2: the victories stay as they are."""
    match = after("spy ambassador", "ambassador general", PRINCESS_WIN, seat=seat)
    assert ending(match, seat) == (1, 2)
    assert score(match, seat) == (0, 3)
    assert match.reason == "the Princess took the Prince"


@either_seat
def test_a_princess_wins_the_game_whatever_is_held(seat: int) -> None:
    """§3.2, §5.2: held rounds are not paid out."""
    match = after("musician musician", "wizard wizard", PRINCESS_WIN, seat=seat)
    assert (ending(match, seat), score(match, seat)) == ((1, 2), (0, 0))


@pytest.mark.parametrize("bonus", TABLES)
def test_a_princess_wins_the_game_whatever_the_bonuses(bonus: str) -> None:
    """§3.2."""
    match = with_bonus(bonus, "prince", "princess")
    play_round(match, "prince", "princess")
    assert ending(match) == (2, 1)


# --- Musician and held rounds ------------------------------------------------------------------


@either_seat
@pytest.mark.parametrize("card", [card for card in CARDS if card != "wizard"])
def test_a_musician_holds_any_card_but_the_wizard(seat: int, card: str) -> None:
    """§3.1, §4.1."""
    match = after(f"musician {card}", seat=seat)
    assert (score(match, seat), match.over) == ((0, 0), False)
    play_round(match, "prince", "ambassador" if card == "assassin" else "assassin", seat=seat)
    assert score(match, seat) == (2, 0)


@either_seat
def test_two_musicians_hold_even_after_a_general(seat: int) -> None:
    """§3.1."""
    match = after("general princess", "musician musician", seat=seat)
    assert score(match, seat) == (1, 0)
    assert score(play_rounds(match, "prince spy", seat=seat), seat) == (3, 0)


@either_seat
@pytest.mark.parametrize(("cancels", "expected"), [(False, (2, 0)), (True, (0, 2))])
def test_a_general_held_by_a_musician_keeps_his_bonus_unless_it_is_switched_off(
    seat: int, cancels: bool, expected: tuple[int, int]
) -> None:
    """§8.7, §9.1: switch musician_cancels."""
    match = after("general musician", "wizard general", seat=seat, musician_cancels=cancels)
    assert score(match, seat) == expected


@either_seat
@pytest.mark.parametrize("cancels", [False, True])
def test_a_spy_held_by_a_musician_still_spies_unless_it_is_switched_off(seat: int, cancels: bool) -> None:
    """§8.7, §9.1: switch musician_cancels."""
    match = after("spy musician", seat=seat, musician_cancels=cancels)
    assert match.acting == (BOTH if cancels else {1 - seat})


@either_seat
@pytest.mark.parametrize("cancels", [False, True])
def test_a_musician_never_cancels_the_ambassador(seat: int, cancels: bool) -> None:
    """§8.6, §9.1."""
    match = after("ambassador musician", "prince spy", seat=seat, musician_cancels=cancels)
    assert score(match, seat) == (3, 0)


@either_seat
@pytest.mark.parametrize(
    ("rounds", "counts", "plain"),
    [
        # A plain hold, a second one, and none left over for the round after.
        (("musician musician", "prince spy"), (2, 0), (2, 0)),
        (("musician musician", "prince prince", "wizard spy"), (3, 0), (3, 0)),
        (("musician musician", "prince spy", "wizard assassin"), (3, 0), (3, 0)),
        # The winner takes the hold, whoever that is.
        (("prince prince", "spy wizard"), (0, 2), (0, 2)),
        # A plain hold, then a win with the Ambassador.
        (("musician musician", "ambassador spy"), (3, 0), (3, 0)),
        # The Ambassador held by a Musician: two to its owner, one to the other.
        (("ambassador musician", "prince spy"), (3, 0), (2, 0)),
        (("musician ambassador", "prince spy"), (2, 0), (2, 0)),
        # Two Ambassadors in one held round: two to either.
        (("ambassador ambassador", "prince spy"), (3, 0), (2, 0)),
        (("ambassador ambassador", "spy prince"), (0, 3), (0, 2)),
        # Held by equal strength, six each or four each.
        (("general princess", "ambassador general", "prince spy"), (4, 0), (3, 0)),
        (("general princess", "spy ambassador", "wizard assassin"), (3, 0), (3, 0)),
        (("general princess", "spy ambassador", "wizard general"), (1, 3), (1, 2)),
        # An Ambassador's hold under a plain one.
        (("ambassador ambassador", "musician musician", "prince spy"), (4, 0), (3, 0)),
    ],
)
def test_the_next_winner_takes_what_the_held_rounds_are_worth(
    seat: int, rounds: tuple[str, ...], counts: tuple[int, int], plain: tuple[int, int]
) -> None:
    """§4.1, §4.2, §8.6, §9.2: switch held_ambassador."""
    assert score(after(*rounds, seat=seat), seat) == counts
    assert score(after(*rounds, seat=seat, held_ambassador="counts"), seat) == counts
    assert score(after(*rounds, seat=seat, held_ambassador="plain"), seat) == plain


# --- Ambassador --------------------------------------------------------------------------------


@either_seat
@pytest.mark.parametrize("held_ambassador", ["counts", "plain"])
def test_a_win_with_the_ambassador_is_two_victories(seat: int, held_ambassador: str) -> None:
    """§3.5, §9.2: the switch is about held rounds only."""
    match = after("ambassador spy", seat=seat, held_ambassador=held_ambassador)
    assert score(match, seat) == (2, 0)


@either_seat
@pytest.mark.parametrize("card", ["prince", "general", "wizard", "assassin"])
def test_a_lost_ambassador_is_one_victory_to_the_other(seat: int, card: str) -> None:
    """§3.5."""
    assert score(after(f"ambassador {card}", seat=seat), seat) == (0, 1)


@either_seat
def test_a_nullified_ambassador_that_beats_the_wizard_is_worth_one(seat: int) -> None:
    """§8.5: the held round before it is paid all the same."""
    match = after("general musician", "ambassador wizard", seat=seat)
    assert score(match, seat) == (2, 0)


@either_seat
def test_an_ambassador_that_wins_as_the_lowest_card_is_worth_two(seat: int) -> None:
    """§8.5: four against the Assassin's three and two more."""
    match = after("princess general", "ambassador assassin", seat=seat)
    assert score(match, seat) == (2, 1)


# --- Spy ---------------------------------------------------------------------------------------


@either_seat
def test_a_spied_player_shows_a_card_before_the_other_chooses(seat: int) -> None:
    """§3.3."""
    match = after("spy princess", seat=seat)
    assert match.acting == {1 - seat}
    assert match.legal(seat) == []
    match.play(1 - seat, "play the Prince")
    assert match.acting == {seat}
    match.play(seat, "play the Princess")
    assert ending(match, seat) == (1, 2)


@either_seat
def test_the_spying_player_cannot_choose_first(seat: int) -> None:
    """§3.3."""
    match = after("spy princess", seat=seat)
    with pytest.raises(rumpus.RumpusError):
        match.play(seat, "play the Prince")


@either_seat
def test_a_shown_card_cannot_be_changed(seat: int) -> None:
    """§3.3."""
    match = after("spy princess", seat=seat)
    match.play(1 - seat, "play the Prince")
    with pytest.raises(rumpus.RumpusError):
        match.play(1 - seat, "play the General")


@either_seat
@pytest.mark.parametrize("card", ["prince", "general", "ambassador"])
def test_a_spy_works_even_when_its_round_is_lost(seat: int, card: str) -> None:
    """§3.3."""
    assert after(f"spy {card}", seat=seat).acting == {1 - seat}


@either_seat
def test_a_spy_works_even_when_its_round_is_held_by_equal_strength(seat: int) -> None:
    """§3.3: two and two more against four."""
    assert after("general princess", "spy ambassador", seat=seat).acting == {1 - seat}


def test_two_spies_cancel_each_other() -> None:
    """§3.3."""
    assert after("spy spy").acting == BOTH


@either_seat
def test_a_spy_works_for_one_round_only(seat: int) -> None:
    """§3.3."""
    assert after("spy princess", "wizard ambassador", seat=seat).acting == BOTH


@either_seat
def test_a_spied_player_may_answer_with_a_spy(seat: int) -> None:
    """§3.3."""
    assert after("spy princess", "prince spy", seat=seat).acting == {seat}


def test_a_second_spy_of_the_same_clan_spies_again() -> None:
    """§3.3, §6.9."""
    match = two_to_none("spy")
    assert play_rounds(match, "spy princess").acting == {1}
    assert play_rounds(match, "spy ambassador").acting == {1}


@either_seat
def test_a_spy_in_the_last_round_does_nothing(seat: int) -> None:
    """§3.3."""
    pairs = [pair for pair in MIRRORED if pair not in ("spy spy", "musician musician")]
    match = after("musician spy", *pairs, "spy musician", seat=seat)
    assert match.acting == set()
    assert (ending(match, seat), score(match, seat)) == ((1, 1), (0, 0))


# --- The end of the game -----------------------------------------------------------------------


@either_seat
@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (("ambassador spy", "prince assassin", "wizard ambassador"), (4, 0)),
        (("wizard princess", "general ambassador", "prince assassin", "ambassador spy"), (5, 0)),
        (("princess wizard", "ambassador spy", "prince general", "wizard musician"), (4, 1)),
        (("prince prince", "wizard wizard", "musician musician", "general spy"), (4, 0)),
    ],
)
def test_four_or_more_victories_win_the_game_and_three_do_not(
    seat: int, rounds: tuple[str, ...], expected: tuple[int, int]
) -> None:
    """§5.1."""
    assert not after(*rounds[:-1], seat=seat).over
    match = after(*rounds, seat=seat)
    assert (ending(match, seat), score(match, seat)) == ((1, 2), expected)
    assert match.reason


@either_seat
def test_nobody_chooses_when_the_game_is_over(seat: int) -> None:
    """§5.1, §5.2."""
    match = after(PRINCESS_WIN)
    assert match.acting == set()
    assert match.legal(seat) == []
    with pytest.raises(rumpus.RumpusError):
        match.play(seat, "play the Spy")


@either_seat
@pytest.mark.parametrize(("out_of_cards", "places"), [("tie", (1, 1)), ("most_victories", (1, 2))])
def test_three_nil_is_a_tie_when_the_cards_run_out_unless_switched(
    seat: int, out_of_cards: str, places: tuple[int, int]
) -> None:
    """§5.3, §9.3: switch out_of_cards; the five held rounds are lost."""
    match = after(*THREE_NIL, seat=seat, out_of_cards=out_of_cards)
    assert (ending(match, seat), score(match, seat)) == (places, (3, 0))
    assert match.reason


def test_running_out_of_cards_is_a_tie_out_of_the_box() -> None:
    """§5.3."""
    assert ending(after(*THREE_NIL)) == (1, 1)


@pytest.mark.parametrize("out_of_cards", ["tie", "most_victories"])
@pytest.mark.parametrize(("rounds", "victories"), [(MIRRORED, (0, 0)), (ONE_ALL, (1, 1))])
def test_equal_victories_are_a_tie_when_the_cards_run_out(
    out_of_cards: str, rounds: tuple[str, ...], victories: tuple[int, int]
) -> None:
    """§5.3, §9.3."""
    match = after(*rounds, out_of_cards=out_of_cards)
    assert (ending(match), score(match)) == ((1, 1), victories)


@pytest.mark.parametrize("out_of_cards", ["tie", "most_victories"])
def test_the_last_round_is_played_even_when_nobody_can_win_it(out_of_cards: str) -> None:
    """§8.8: the two Musicians are left."""
    match = after(*MIRRORED[:-1], out_of_cards=out_of_cards)
    assert (match.over, match.acting) == (False, BOTH)
    assert [playable(match, seat) for seat in (0, 1)] == [{"musician"}, {"musician"}]


@either_seat
def test_six_held_rounds_are_won_with_the_last_card(seat: int) -> None:
    """§4.1, §4.2, §5.1: two for the Ambassadors' round, one for each other, one for the last."""
    pairs = [pair for pair in MIRRORED if pair not in ("wizard wizard", "musician musician")]
    match = after("musician wizard", *pairs, "wizard musician", seat=seat)
    assert (ending(match, seat), score(match, seat)) == ((1, 2), (8, 1))


# --- What a player knows -----------------------------------------------------------------------


@either_seat
@pytest.mark.parametrize("before", [(), ("general musician",), ("spy spy", "wizard assassin")])
def test_a_face_down_card_tells_the_others_nothing(seat: int, before: tuple[str, ...]) -> None:
    """§7.1: that a card lies there is public, which one is not."""
    matches = []
    for card in playable(after(*before), seat):
        matches.append(after(*before))
        matches[-1].play(seat, f"play the {card.title()}")
    for viewer in (1 - seat, NOBODY):
        assert len({known(match, viewer) for match in matches}) == 1


@either_seat
def test_a_face_down_card_is_known_to_its_owner(seat: int) -> None:
    """§7.1."""
    matches = [fresh() for _ in CARDS]
    for match, card in zip(matches, CARDS, strict=True):
        match.play(seat, f"play the {card.title()}")
    assert len({str(match.view(seat)) for match in matches}) == len(CARDS)


@either_seat
def test_that_a_card_was_chosen_is_public(seat: int) -> None:
    """§2.1, §7.1."""
    match = fresh()
    before = {viewer: str(match.view(viewer)) for viewer in (1 - seat, NOBODY)}
    match.play(seat, "play the Prince")
    assert all(str(match.view(viewer)) != view for viewer, view in before.items())


@pytest.mark.parametrize("viewer", [0, 1, NOBODY])
def test_both_cards_of_a_played_round_are_public(viewer: int) -> None:
    """§2.6, §7.2."""
    assert cards_named(after("prince ambassador"), viewer) >= {"prince", "ambassador"}


@either_seat
def test_a_card_shown_to_a_spy_is_seen_by_all(seat: int) -> None:
    """§3.3, §7.1."""
    matches = [after("spy musician", seat=seat) for _ in range(2)]
    for match, card in zip(matches, ("Prince", "General"), strict=True):
        match.play(1 - seat, f"play the {card}")
        assert all(card.lower() in cards_named(match, viewer) for viewer in (0, 1, NOBODY))
    for viewer in (seat, NOBODY):
        assert str(matches[0].view(viewer)) != str(matches[1].view(viewer))


@either_seat
def test_the_answer_to_a_shown_card_is_chosen_from_the_whole_hand(seat: int) -> None:
    """§3.3."""
    match = after("spy musician", seat=seat)
    match.play(1 - seat, "play the Prince")
    assert playable(match, seat) == set(CARDS) - {"spy"}


@pytest.mark.parametrize("switch", ["traitor", "random_deal"])
def test_a_spectator_does_not_know_who_was_dealt_what(switch: str) -> None:
    """§7.5."""
    matches = [fresh(seed, **{switch: True}) for seed in range(40)]
    assert len({str(match.position()["hand"]) for match in matches}) > 1
    assert len({known(match, NOBODY) for match in matches}) == 1


@either_seat
@pytest.mark.parametrize("switch", ["traitor", "random_deal"])
def test_a_player_knows_what_was_dealt(seat: int, switch: str) -> None:
    """§7.4: one hand tells the other, so views are as different as hands."""
    matches = [fresh(seed, **{switch: True}) for seed in range(40)]
    hands = {str(match.position()["hand"]) for match in matches}
    assert len({str(match.view(seat)) for match in matches}) == len(hands)


@pytest.mark.parametrize("switch", ["traitor", "random_deal", "lucky_draw"])
def test_a_spectator_learns_of_a_round_only_the_two_cards_that_lay_face_up(switch: str) -> None:
    """§7.5."""
    matches = [fresh(seed, **{switch: True}) for seed in range(150)]
    able = [m for m in matches if hand(m, 0)["wizard"] and hand(m, 1)["ambassador"]]
    for match in able:
        play_round(match, "wizard", "ambassador")
    assert len({str(match.position()["hand"]) for match in able}) > 1
    assert len({known(match, NOBODY) for match in able}) == 1


# --- A: Traitor --------------------------------------------------------------------------------


def exchange(match: Match) -> tuple[str, str] | None:
    """(what the Yargs gave, what they got); None when both gave the same card."""
    given = list((ONE_OF_EACH - hand(match, 0)).elements())
    got = list((hand(match, 0) - ONE_OF_EACH).elements())
    assert len(given) == len(got) <= 1
    return (given[0], got[0]) if given else None


def test_traitor_exchanges_one_card_each_drawn_before_either_arrives() -> None:
    """§6.1: all 64 pairs are equally likely, and 8 of them change nothing."""
    chances: dict[tuple[str, str] | None, Fraction] = defaultdict(Fraction)
    for probability, match in every_set_up(fresh_by_hand(traitor=True)):
        assert hand(match, 0) + hand(match, 1) == TWO_OF_EACH
        chances[exchange(match)] += probability
    assert chances.pop(None) == Fraction(1, 8)
    assert chances == dict.fromkeys(permutations(CARDS, 2), Fraction(1, 64))


@either_seat
@pytest.mark.parametrize("seed", range(10))
def test_traitor_tells_both_players_which_cards_changed_hands(seat: int, seed: int) -> None:
    """§7.6."""
    match = fresh(seed, traitor=True)
    changed = exchange(match)
    named = cards_named(match, seat)
    assert named == set(changed) if changed else len(named) == 1


@pytest.mark.parametrize("seed", range(10))
def test_traitor_changes_what_can_be_played(seed: int) -> None:
    """§6.1."""
    match = fresh(seed, traitor=True)
    assert [playable(match, seat) for seat in (0, 1)] == [set(hand(match, seat)) for seat in (0, 1)]


# --- B: Lucky Draw -----------------------------------------------------------------------------


@either_seat
@pytest.mark.parametrize("seed", range(10))
def test_lucky_draw_starts_with_three_cards_of_ones_own_eight(seat: int, seed: int) -> None:
    """§6.2."""
    match = fresh(seed, lucky_draw=True)
    assert hand(match, seat).total() == 3
    assert hand(match, seat) + pile(match, seat) == ONE_OF_EACH
    assert playable(match, seat) == set(hand(match, seat))


@either_seat
def test_lucky_draw_gives_every_card_the_same_chance(seat: int) -> None:
    """§6.2: three in eight, within five standard deviations."""
    drawn = sum((hand(fresh(seed, lucky_draw=True), seat) for seed in range(400)), Counter())
    assert all(100 <= drawn[card] <= 200 for card in CARDS)


def play_any_round(match: Match, rng: random.Random) -> None:
    waiting = set(BOTH)
    while waiting:
        turn = min(match.acting & waiting)
        waiting.remove(turn)
        match.play(turn, rng.choice([action.number for action in match.legal(turn)]))


def test_lucky_draw_refills_to_three_until_the_pile_is_empty() -> None:
    """§6.2: the last cards are played out."""
    expected = list(zip((3, 3, 3, 3, 3, 3, 2, 1), (5, 4, 3, 2, 1, 0, 0, 0), strict=True))
    rounds_played = set()
    for seed in range(100):
        match, rng, sizes = fresh(seed, lucky_draw=True), random.Random(seed), []
        while not match.over:
            sizes.append([(hand(match, s).total(), pile(match, s).total()) for s in (0, 1)])
            play_any_round(match, rng)
        assert sizes == [[size, size] for size in expected[: len(sizes)]]
        rounds_played.add(len(sizes))
    assert max(rounds_played) == 8


def test_lucky_draw_draws_before_a_spied_choice() -> None:
    """§6.2: both have three cards when the first is shown."""
    able = [
        match
        for match in (fresh(seed, lucky_draw=True) for seed in range(100))
        if hand(match, 0)["spy"] and hand(match, 1)["princess"]
    ]
    assert able
    for match in able:
        play_round(match, "spy", "princess")
        assert match.acting == {1}
        assert [hand(match, seat).total() for seat in (0, 1)] == [3, 3]
        match.play(1, match.legal(1)[0].number)
        assert len(match.legal(0)) == 3


# Three rounds that leave the Applewoods nothing but Spies to draw.
THREE_ROUNDS = {
    "rounds": 3,
    "fought": [
        {"yargs": "assassin", "applewoods": "assassin"},
        {"yargs": "wizard", "applewoods": "princess"},
        {"yargs": "ambassador", "applewoods": "musician"},
    ],
    "won_by": [None, "yargs", "applewoods"],
    "victories": {"yargs": 2, "applewoods": 1},
}


def lucky(yargs: str, yargs_pile: str, applewoods: str, applewoods_pile: str, so_far: Any = None) -> Match:
    """A match of Lucky Draw from these hands and piles."""
    hands = [counted(cards.split()) for cards in (yargs, applewoods)]
    piles = [counted(cards.split()) for cards in (yargs_pile, applewoods_pile)]
    position = {
        "hand": dict(zip(CLANS, hands, strict=True)),
        "pile": dict(zip(CLANS, piles, strict=True)),
        **(so_far or {}),
    }
    return rumpus.game("braverats", switches={"lucky_draw": True}).match_from(position)


LUCKY_HANDS = [
    ("prince wizard spy", "general ambassador assassin princess musician"),
    ("prince general musician", "wizard spy ambassador assassin princess"),
    ("ambassador assassin princess", "prince wizard spy general musician"),
]


def test_lucky_draw_hides_from_the_other_what_is_in_hand_and_what_in_the_pile() -> None:
    """§7.3."""
    theirs = ("prince general musician", "wizard spy ambassador assassin princess")
    matches = [lucky(*yargs, *theirs) for yargs in LUCKY_HANDS]
    assert len({str(match.view(0)) for match in matches}) == len(LUCKY_HANDS)
    assert len({known(match, 1) for match in matches}) == 1
    for match in matches:
        match.play(0, match.legal(0)[0].number)
    assert len({known(match, 1) for match in matches}) == 1


def test_lucky_draw_tells_only_the_drawer_what_was_drawn() -> None:
    """§7.3: the Applewoods can draw nothing but a Spy, so only the Yargs' draw varies."""
    theirs = ("ambassador prince general", "spy spy")
    matches = [
        lucky("wizard prince general", "musician princess", *theirs, THREE_ROUNDS),
        lucky("wizard musician princess", "prince general", *theirs, THREE_ROUNDS),
    ]
    for match in matches:
        play_round(match, "wizard", "ambassador")
        assert (hand(match, 0).total(), pile(match, 0).total()) == (3, 1)
    assert known(matches[0], 1) == known(matches[1], 1)
    assert known(matches[0], 0) != known(matches[1], 0)


# --- C: Fast Rat -------------------------------------------------------------------------------


@either_seat
@pytest.mark.parametrize("fast_rat", [False, True])
def test_fast_rat_is_won_with_three_victories(seat: int, fast_rat: bool) -> None:
    """§6.3."""
    match = after("ambassador spy", "prince assassin", seat=seat, fast_rat=fast_rat)
    assert score(match, seat) == (3, 0)
    assert ending(match, seat) == ((1, 2) if fast_rat else None)


@either_seat
def test_fast_rat_is_not_won_with_two_victories(seat: int) -> None:
    """§6.3."""
    match = after("ambassador spy", seat=seat, fast_rat=True)
    assert (ending(match, seat), score(match, seat)) == (None, (2, 0))


# --- D: Draft ----------------------------------------------------------------------------------


def opener(match: Match) -> int:
    (seat,) = match.acting
    return seat


def four_different_cards(first: int) -> list[Match]:
    """Drafts that this seat opens with four different cards."""
    drafts = [fresh(seed, draft=True) for seed in range(200)]
    return [draft for draft in drafts if opener(draft) == first and len(draft.legal(first)) == 4]


def test_either_seat_may_open_the_draft() -> None:
    """§6.4: a random seat, within four standard deviations."""
    first = sum(opener(fresh(seed, draft=True)) for seed in range(100))
    assert 30 <= first <= 70


@pytest.mark.parametrize("seed", range(10))
def test_the_draft_deals_all_sixteen_cards_eight_each(seed: int) -> None:
    """§6.4."""
    match = dealt(seed, draft=True)
    assert match.acting == BOTH
    assert [hand(match, seat).total() for seat in (0, 1)] == [8, 8]
    assert hand(match, 0) + hand(match, 1) == TWO_OF_EACH
    assert [playable(match, seat) for seat in (0, 1)] == [set(hand(match, seat)) for seat in (0, 1)]


@pytest.mark.parametrize("seed", range(10))
def test_the_packets_of_the_draft_are_opened_in_turn_and_dealt_two_and_two(seed: int) -> None:
    """§6.4."""
    match, rng, opened = fresh(seed, draft=True), random.Random(seed), []
    first = opener(match)
    while drafting(match):
        sizes = [hand(match, seat).total() for seat in (0, 1)]
        if sizes in ([0, 0], [2, 2], [4, 4], [6, 6]):
            opened.append(opener(match))
        choose_any(match, rng)
    assert opened == [first, 1 - first, first, 1 - first]


@either_seat
def test_a_kept_card_leaves_the_packet_and_the_rest_is_passed(seat: int) -> None:
    """§6.4, §8.9."""
    match = four_different_cards(seat)[0]
    packet = sorted(playable(match, seat))
    for turn, card in zip((seat, 1 - seat, seat), packet[:3], strict=True):
        assert match.acting == {turn}
        assert playable(match, turn) == set(packet[packet.index(card) :])
        match.play(turn, f"keep the {card.title()}")
    while hand(match, 1 - seat).total() < 2:
        choose_any(match, random.Random(0))
    assert hand(match, seat) == Counter([packet[0], packet[2]])
    assert hand(match, 1 - seat) == Counter([packet[1], packet[3]])


@either_seat
def test_a_packet_is_known_only_to_the_one_who_holds_it(seat: int) -> None:
    """§7.4."""
    drafts = four_different_cards(seat)
    assert len({str(match.view(seat)) for match in drafts}) > 1
    for viewer in (1 - seat, NOBODY):
        assert len({known(match, viewer) for match in drafts}) == 1


@either_seat
def test_the_first_card_kept_is_hidden_from_the_one_who_gets_the_rest(seat: int) -> None:
    """§7.4: the same three cards passed look the same, whatever was kept."""
    passed: dict[frozenset[str], set[str]] = defaultdict(set)
    kept: dict[frozenset[str], set[str]] = defaultdict(set)
    for draft in four_different_cards(seat):
        for card in playable(draft, seat):
            match = draft.copy()
            match.play(seat, f"keep the {card.title()}")
            rest = frozenset(playable(match, 1 - seat))
            kept[rest].add(card)
            passed[rest].add(str(match.view(1 - seat)))
            assert cards_named(match, 1 - seat) <= rest
    assert max(len(cards) for cards in kept.values()) > 1
    assert {len(views) for views in passed.values()} == {1}


@either_seat
def test_a_spectator_sees_no_card_of_a_draft(seat: int) -> None:
    """§7.5."""
    openers = [seed for seed in range(30) if opener(fresh(seed, draft=True)) == seat]
    matches = [dealt(seed, draft=True) for seed in openers]
    assert len({str(match.position()["hand"]) for match in matches}) > 1
    assert len({known(match, NOBODY) for match in matches}) == 1


# --- E: Random Deal ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_a_random_deal_gives_eight_of_the_sixteen_cards_to_each(seed: int) -> None:
    """§6.5."""
    match = fresh(seed, random_deal=True)
    assert match.acting == BOTH
    assert [hand(match, seat).total() for seat in (0, 1)] == [8, 8]
    assert hand(match, 0) + hand(match, 1) == TWO_OF_EACH
    assert [playable(match, seat) for seat in (0, 1)] == [set(hand(match, seat)) for seat in (0, 1)]


def test_a_random_deal_puts_a_pair_in_one_hand_seven_times_in_fifteen() -> None:
    """§6.5: within five standard deviations."""
    hands = [hand(fresh(seed, random_deal=True), 0) for seed in range(300)]
    together = [sum(cards[card] != 1 for cards in hands) for card in CARDS]
    assert all(97 <= pairs <= 183 for pairs in together)


# --- F: Princess Attack ------------------------------------------------------------------------


def test_princess_attack_gives_both_princes_to_one_side_and_both_princesses_to_the_other() -> None:
    """§6.6, §7.6: either side, equally likely."""
    princes = counted([*CARDS, "prince"]) | {"princess": 0}
    princesses = counted([*CARDS, "princess"]) | {"prince": 0}
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for probability, match in every_set_up(fresh_by_hand(princess_attack=True)):
        attacked = 0 if hand(match, 0)["prince"] else 1
        assert hand(match, attacked) == +Counter(princes)
        assert hand(match, 1 - attacked) == +Counter(princesses)
        chances[attacked] += probability
    assert chances == {0: Fraction(1, 2), 1: Fraction(1, 2)}


@pytest.mark.parametrize("seed", range(5))
def test_princess_attack_leaves_each_side_seven_different_cards(seed: int) -> None:
    """§6.6."""
    match = fresh(seed, princess_attack=True)
    assert [len(match.legal(seat)) for seat in (0, 1)] == [7, 7]
    assert playable(match, 0) ^ playable(match, 1) == {"prince", "princess"}


def test_the_second_princess_of_one_side_is_as_deadly_as_the_first() -> None:
    """§6.6, §3.2."""
    match = fresh(princess_attack=True)
    seat = 0 if hand(match, 0)["princess"] else 1
    play_rounds(match, "princess spy", "princess prince", seat=seat)
    assert ending(match, seat) == (1, 2)


def test_a_traitor_comes_after_the_princess_attack() -> None:
    """§6.1, §6.6, §6.8: a Prince goes one time in four, and so does a Princess, apart."""
    chances: dict[tuple[bool, bool], Fraction] = defaultdict(Fraction)
    for probability, match in every_set_up(fresh_by_hand(princess_attack=True, traitor=True)):
        chances[hand(match, 0)["prince"] == 1, hand(match, 0)["princess"] == 1] += probability
    assert chances == {
        (True, True): Fraction(1, 16),
        (True, False): Fraction(3, 16),
        (False, True): Fraction(3, 16),
        (False, False): Fraction(9, 16),
    }


@pytest.mark.parametrize("traitor", [False, True])
def test_a_traitor_comes_after_the_draft(traitor: bool) -> None:
    """§6.8."""
    match, rng = fresh_by_hand(draft=True, traitor=traitor), random.Random(3)
    while hand(match, 0).total() + hand(match, 1).total() < 16:
        choose_any(match, rng)
    drafted = hand(match, 0)
    assert match.acting == ({CHANCE} if traitor else BOTH)
    while match.acting == {CHANCE}:
        choose_any(match, rng)
    assert [hand(match, seat).total() for seat in (0, 1)] == [8, 8]
    assert (hand(match, 0) - drafted).total() <= int(traitor)


# --- G: The Emperor ----------------------------------------------------------------------------


@either_seat
@pytest.mark.parametrize(
    ("games", "games_won", "places"),
    [
        ([PRINCESS_WIN], (1, 0), None),
        ([PRINCESS_WIN, PRINCESS_WIN], (2, 0), (1, 2)),
        ([PRINCESS_WIN, PRINCESS_LOSS], (1, 1), None),
        ([PRINCESS_WIN, PRINCESS_LOSS, PRINCESS_WIN], (2, 1), (1, 2)),
        ([PRINCESS_LOSS, PRINCESS_WIN, PRINCESS_LOSS], (1, 2), (2, 1)),
    ],
)
def test_the_first_to_win_two_games_is_emperor(
    seat: int, games: list[str], games_won: tuple[int, int], places: tuple[int, int] | None
) -> None:
    """§6.7: the points are games won."""
    match = after(*games, seat=seat, emperor=True)
    assert (score(match, seat), ending(match, seat)) == (games_won, places)


@either_seat
def test_victories_of_a_round_are_no_points_of_an_emperor(seat: int) -> None:
    """§5.4, §6.7."""
    match = after("ambassador spy", "prince assassin", seat=seat, emperor=True)
    assert score(match, seat) == (0, 0)
    assert score(play_rounds(match, "wizard ambassador", seat=seat), seat) == (1, 0)


@either_seat
@pytest.mark.parametrize("rounds", [MIRRORED, THREE_NIL])
def test_a_tied_game_is_replayed_and_does_not_count(seat: int, rounds: tuple[str, ...]) -> None:
    """§6.7."""
    match = after(*rounds, seat=seat, emperor=True)
    assert (score(match, seat), match.acting) == ((0, 0), BOTH)
    assert [hand(match, 0), hand(match, 1)] == [ONE_OF_EACH, ONE_OF_EACH]
    play_rounds(match, PRINCESS_WIN, *MIRRORED, PRINCESS_WIN, seat=seat)
    assert ending(match, seat) == (1, 2)


@either_seat
def test_most_victories_win_a_game_of_an_emperor_too(seat: int) -> None:
    """§6.7, §9.3: switch out_of_cards."""
    match = after(*THREE_NIL, seat=seat, emperor=True, out_of_cards="most_victories")
    assert score(match, seat) == (1, 0)


@either_seat
@pytest.mark.parametrize(
    ("games", "games_won", "places"),
    [
        ((), (0, 0), (1, 1)),
        ((PRINCESS_WIN,), (1, 0), (1, 2)),
        ((PRINCESS_WIN, PRINCESS_LOSS), (1, 1), (1, 1)),
    ],
)
def test_an_emperor_is_found_after_twenty_games_at_the_latest(
    seat: int, games: tuple[str, ...], games_won: tuple[int, int], places: tuple[int, int]
) -> None:
    """§6.7: ties count towards the twenty."""
    match = after(*games, *MIRRORED * (19 - len(games)), seat=seat, emperor=True)
    assert not match.over
    play_rounds(match, *MIRRORED, seat=seat)
    assert (score(match, seat), ending(match, seat)) == (games_won, places)
    assert match.reason


def test_the_twentieth_game_can_still_crown_an_emperor() -> None:
    """§6.7."""
    match = after(PRINCESS_LOSS, *MIRRORED * 18, PRINCESS_LOSS, emperor=True)
    assert (score(match), ending(match)) == ((0, 2), (2, 1))


@either_seat
@pytest.mark.parametrize(
    ("first_game", "second_game", "games_won"),
    [
        # A held round: with it the Ambassador's win would be the third victory.
        (("musician musician", PRINCESS_WIN), ("ambassador spy",), (1, 0)),
        # Victories: with them the General's win would be the third.
        (("spy ambassador", PRINCESS_WIN), ("ambassador general",), (1, 0)),
        # The General's bonus: with it the Ambassador would beat the Wizard.
        (
            ("ambassador spy", "general princess"),
            ("ambassador wizard", "spy ambassador"),
            (1, 1),
        ),
    ],
)
def test_nothing_carries_over_from_one_game_to_the_next(
    seat: int,
    first_game: tuple[str, ...],
    second_game: tuple[str, ...],
    games_won: tuple[int, int],
) -> None:
    """§6.7: with Fast Rat to make three victories tell."""
    match = after(*first_game, seat=seat, emperor=True, fast_rat=True)
    assert score(match, seat) == (1, 0)
    play_rounds(match, *second_game, seat=seat)
    assert (score(match, seat), match.over) == (games_won, False)


@either_seat
def test_a_spy_does_not_see_into_the_next_game(seat: int) -> None:
    """§6.7."""
    match = after("ambassador princess", "spy assassin", seat=seat, emperor=True, fast_rat=True)
    assert (score(match, seat), match.acting) == ((1, 0), BOTH)


def test_each_game_of_an_emperor_draws_its_sides_afresh() -> None:
    """§6.6, §6.7."""
    for _, match in every_set_up(fresh_by_hand(emperor=True, princess_attack=True)):
        seat = 0 if hand(match, 0)["princess"] else 1
        play_rounds(match, "princess prince", seat=seat)
        assert match.acting == {CHANCE}
        second = [(chance, hand(game, 0)["prince"]) for chance, game in every_set_up(match)]
        assert sum(chance for chance, princes in second if princes == 2) == Fraction(1, 2)


def test_each_game_of_an_emperor_is_dealt_afresh() -> None:
    """§6.5, §6.7."""
    changed = 0
    for seed in range(10):
        match, rng = fresh(seed, emperor=True, random_deal=True), random.Random(seed)
        first = hand(match, 0)
        play_any_round(match, rng)
        while hand(match, 0).total() < 8:
            play_any_round(match, rng)
        assert hand(match, 0) + hand(match, 1) == TWO_OF_EACH
        changed += hand(match, 0) != first
    assert changed >= 8


# --- Combinations of variations ----------------------------------------------------------------

VARIATIONS = (
    "traitor",
    "lucky_draw",
    "fast_rat",
    "draft",
    "random_deal",
    "princess_attack",
    "emperor",
)
DEALS = ("draft", "random_deal", "princess_attack")
SUBSETS = [
    tuple(name for name, chosen in zip(VARIATIONS, choice, strict=True) if chosen)
    for choice in product((False, True), repeat=len(VARIATIONS))
]
ALLOWED = [subset for subset in SUBSETS if sum(deal in subset for deal in DEALS) <= 1]
FORBIDDEN = [subset for subset in SUBSETS if subset not in ALLOWED]


def spell(subset: tuple[str, ...]) -> str:
    return "+".join(subset) or "base game"


def assert_a_whole_match(**switches: bool | str) -> None:
    """Sixteen cards are dealt, eight a side, and the match comes to a proper end."""
    match, rng = dealt(**switches), random.Random(1)
    decks = [hand(match, seat) + pile(match, seat) for seat in (0, 1)]
    assert [deck.total() for deck in decks] == [8, 8]
    assert decks[0] + decks[1] == TWO_OF_EACH
    while not match.over:
        choose_any(match, rng)
    assert match.acting == set()
    assert match.places in ([1, 2], [2, 1], [1, 1])
    assert match.reason


@pytest.mark.parametrize("subset", ALLOWED, ids=spell)
def test_an_allowed_combination_of_variations_is_played_to_its_end(subset: tuple[str, ...]) -> None:
    """§6.8."""
    assert_a_whole_match(**dict.fromkeys(subset, True))


@pytest.mark.parametrize("deal_switch", [(), *((name,) for name in DEALS)], ids=spell)
@pytest.mark.parametrize("musician_cancels", [False, True])
@pytest.mark.parametrize("held_ambassador", ["counts", "plain"])
@pytest.mark.parametrize("out_of_cards", ["tie", "most_victories"])
def test_house_rules_go_with_every_way_to_deal(
    deal_switch: tuple[str, ...], musician_cancels: bool, held_ambassador: str, out_of_cards: str
) -> None:
    """§9.1, §9.2, §9.3."""
    assert_a_whole_match(
        musician_cancels=musician_cancels,
        held_ambassador=held_ambassador,
        out_of_cards=out_of_cards,
        **dict.fromkeys(deal_switch, True),
    )


@pytest.mark.parametrize("subset", FORBIDDEN, ids=spell)
def test_two_ways_to_deal_are_refused_with_a_sentence_that_names_them(
    subset: tuple[str, ...],
) -> None:
    """§6.8."""
    with pytest.raises(rumpus.RumpusError) as refusal:
        rumpus.game("braverats", switches=dict.fromkeys(subset, True))
    sentence = str(refusal.value).lower().replace("_", " ")
    assert sum(deal.replace("_", " ") in sentence for deal in DEALS if deal in subset) >= 2


def test_half_of_all_combinations_are_allowed() -> None:
    """§6.8: none or one of D, E and F, with any of the others."""
    assert (len(ALLOWED), len(FORBIDDEN)) == (64, 64)


@pytest.mark.parametrize("switches", [{"slow_rat": True}, {"held_ambassador": "sometimes"}])
def test_an_unknown_switch_or_value_is_refused(switches: dict[str, bool | str]) -> None:
    """§6.8, §9.2."""
    with pytest.raises(rumpus.RumpusError):
        rumpus.game("braverats", switches=switches)
