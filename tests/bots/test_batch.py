"""Batches between bots that are not all random."""

import numpy as np
import pytest

import rumpus
from rumpus.bots import BOTS, Bot, bot, bot_from, play_games
from rumpus.core.errors import WrongBot
from rumpus.core.rng import Rng
from rumpus.core.view import View


class Strongest:
    """Always the highest number."""

    name = "strongest"

    def choose(self, view: View, rng: Rng) -> int:
        return view.legal[0].number


class Cheat:
    name = "cheat"

    def choose(self, view: View, rng: Rng) -> int:
        return 99


RANDOM = bot("random")


def test_random_bots_play_the_same_games_as_a_random_batch() -> None:
    game = rumpus.game("braverats")
    assert np.array_equal(play_games(game, [RANDOM, RANDOM], 500, 3).places, game.random_games(500, 3).places)


def test_every_bot_sits_in_its_own_seat() -> None:
    game = rumpus.game("braverats")
    first = play_games(game, [Strongest(), RANDOM], 60, 1)
    second = play_games(game, [RANDOM, Strongest()], 60, 1)
    assert first.games == second.games == 60
    assert first.places.tolist() != second.places.tolist()
    assert first.tally[:, :2].sum(axis=1).max() <= 60
    assert first.lengths.sum() == first.decisions


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    game = rumpus.game("braverats", switches={"lucky_draw": True})
    bots: list[Bot] = [Strongest(), RANDOM]
    one, same, other = (play_games(game, bots, 30, seed) for seed in (1, 1, 2))
    assert np.array_equal(one.points, same.points)
    assert not np.array_equal(one.points, other.points)


def test_two_that_play_alike_always_tie() -> None:
    """Equal cards meet in every round."""
    results = play_games(rumpus.game("braverats"), [Strongest(), Strongest()], 5)
    assert results.tie_rate == 1
    assert results.longest == 16


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    with pytest.raises(WrongBot, match="The bot 'cheat' chose 99, which is not legal"):
        play_games(rumpus.game("braverats"), [Cheat(), RANDOM], 1)


def test_there_is_a_bot_for_every_seat() -> None:
    with pytest.raises(WrongBot, match="takes 2 bots, not 1"):
        play_games(rumpus.game("braverats"), [RANDOM], 1)


def test_an_unknown_bot_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(WrongBot, match=f"the bots are {', '.join(BOTS)}"):
        bot("genius")


def test_a_bot_of_ones_own_is_no_class_and_can_choose() -> None:
    own = Strongest()
    assert bot_from(own) is own
    with pytest.raises(
        WrongBot, match=r"^A bot is what its class makes, so give Strongest\(\), not Strongest itself\.$"
    ):
        bot_from(Strongest)  # type: ignore[arg-type]
    for wrong in (Named(), None, 5, own.choose):
        with pytest.raises(WrongBot, match=r"^A bot is a name, or something with a name and a method 'choose', not "):
            bot_from(wrong)  # type: ignore[arg-type]


class Named:
    """Has what a bot has, but cannot be asked."""

    name, choose = "named", 7
