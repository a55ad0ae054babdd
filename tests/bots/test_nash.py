"""The bot that plays solutions."""

import numpy as np
import pytest

import rumpus
from rumpus.bots import Plan, bot, play_games
from rumpus.bots.nash import Nash
from rumpus.core.errors import WrongBot
from rumpus.core.game import Game
from rumpus.core.rng import generator


@pytest.fixture(scope="module")
def rats() -> Game:
    return rumpus.game("braverats")


@pytest.fixture(scope="module")
def nash(rats: Game) -> Nash:
    player = Nash(Plan(50))
    player.prepare(rats)
    return player


def test_it_opens_with_the_solution_and_knows_it_exactly(rats: Game, nash: Nash) -> None:
    advice = nash.advise(rats.match().view(0), generator(1))
    assert advice.error.tolist() == [0] * 8
    assert abs(advice.value) < 1e-9
    drawn = [nash.choose(rats.match().view(0), generator(seed)) for seed in range(400)]
    shares = np.bincount(drawn, minlength=8) / 400
    assert np.abs(shares - advice.mix).max() < 0.1
    assert not shares[advice.mix == 0].any()


def test_a_face_down_card_makes_no_difference(rats: Game, nash: Nash) -> None:
    mixes = []
    for card in range(8):
        match = rats.match()
        match.play(0, card)
        mixes.append(nash.advise(match.view(1), generator(1)).mix.tolist())
    assert mixes == [mixes[0]] * 8


@pytest.mark.slow
def test_it_does_not_lose_to_anybody_in_the_long_run(rats: Game, nash: Nash) -> None:
    for other in ("random", "greedy"):
        results = play_games(rats, [nash, bot(other)], 400, seed=1)
        assert results.win_rate[0] > 0.55


def test_two_of_them_are_even(rats: Game, nash: Nash) -> None:
    results = play_games(rats, [nash, nash], 600, seed=1)
    assert abs(results.win_rate[0] - results.win_rate[1]) < 4 * np.sqrt(1 / 600)


def test_where_it_cannot_play_it_says_so() -> None:
    with pytest.raises(WrongBot, match="The bot 'nash' cannot play here: BraveRats cannot be solved"):
        bot("nash").prepare(rumpus.game("braverats", switches={"draft": True}))  # type: ignore[attr-defined]


def test_until_a_game_is_solved_a_search_answers(rats: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Game] = []
    player = Nash(Plan(40))
    monkeypatch.setattr(player, "_try_to_prepare", begun.append)
    monkeypatch.setattr("rumpus.bots.nash.at_hand", lambda game: None)
    first = player.advise(rats.match().view(0), generator(1))
    player.advise(rats.match().view(0), generator(1))
    assert (first.error > 0).all()
    assert begun == [rats]


def test_where_there_is_no_solution_the_search_goes_on_answering() -> None:
    game = rumpus.game("braverats", switches={"lucky_draw": True})
    player = Nash(Plan(20))
    player._try_to_prepare(game)
    assert (player.advise(game.match(seed=1).view(0), generator(1)).error > 0).all()
