"""Who plays whom, where, with what chance; threads, and being stopped."""

from collections import defaultdict
from threading import Event

import pytest

from rumpus.bots.batch import Played
from rumpus.core.errors import WrongBot
from rumpus.core.game import Game
from rumpus.core.rng import Rng, draw
from rumpus.core.view import View
from rumpus.lab.arena import LOSS, TIE, WIN, Deal, Stopped, called, make_ready, play, result, seatings
from tests.lab.players import Foolish, Gambler, Highest, Lowest, Sensible, arena, braverats, highcard, played

# Seatings ---------------------------------------------------------------------------------------------------------


def test_two_seats_have_two_seatings() -> None:
    assert seatings(2) == [(0, 1), (1, 0)]


@pytest.mark.parametrize(("seats", "number"), [(2, 2), (3, 6), (4, 6), (5, 20), (6, 20)])
def test_every_arrangement_that_is_as_even_as_can_be(seats: int, number: int) -> None:
    found = seatings(seats)
    assert len(set(found)) == len(found) == number
    assert {abs(seats - 2 * sum(seating)) for seating in found} == {seats % 2}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_mirror_of_every_seating_is_a_seating(seats: int) -> None:
    found = seatings(seats)
    assert {tuple(1 - side for side in seating) for seating in found} == set(found)


@pytest.mark.parametrize(
    ("places", "seating", "expected"),
    [
        ([1, 2], (0, 1), WIN),
        ([1, 2], (1, 0), LOSS),
        ([1, 1], (0, 1), TIE),
        ([3, 1, 2], (0, 1, 0), LOSS),
        ([2, 1, 3, 4], (0, 1, 1, 0), LOSS),
        ([1, 3, 3, 1], (0, 1, 1, 0), WIN),
        ([1, 3, 1, 3], (0, 1, 1, 0), TIE),
    ],
)
def test_the_win_is_theirs_who_come_first(places: list[int], seating: tuple[int, ...], expected: int) -> None:
    assert result(Played(places, [0] * len(places), 0), seating) == expected


def test_whole_deals_are_played_even_for_an_odd_number_of_games() -> None:
    two, three = arena(highcard(2), Highest(), Lowest()), arena(highcard(3), Highest(), Lowest())
    assert [two.deals(games) for games in (1, 2, 5, 6)] == [1, 1, 3, 3]
    assert [three.deals(games) for games in (1, 6, 7)] == [1, 1, 2]


def test_all_pairs_take_turns() -> None:
    one = arena(highcard(), Highest(), Lowest(), Gambler())
    assert list(one.tasks(4)) == [(pair, number) for number in (0, 1) for pair in ((0, 1), (0, 2), (1, 2))]


# Chance -----------------------------------------------------------------------------------------------------------


class Twin(Highest):
    name = "twin"


def test_swapped_seats_have_the_same_chance() -> None:
    """Two that play alike swap their results with their seats, whatever chance does."""
    deals = played(arena(braverats(lucky=True), Highest(), Twin()), 60)
    assert all(deal.results[0] == -deal.results[1] and deal.points[0] == -deal.points[1] for deal in deals)
    assert {deal.results for deal in deals} >= {(WIN, LOSS), (LOSS, WIN)}


class Spy:
    """Notes what it was dealt, and its first draw of luck."""

    def __init__(self, name: str, cards: dict[int, list[int]], luck: list[int]) -> None:
        self.name, self.cards, self.luck = name, cards, luck

    def choose(self, view: View, rng: Rng) -> int:
        self.cards[view.seat].append(int(view.state.card[view.seat]))
        self.luck.append(draw(rng))
        return 0


def test_all_pairs_have_the_same_chance_and_every_bot_its_own_luck() -> None:
    cards: dict[int, list[int]] = defaultdict(list)
    luck: list[int] = []
    one = arena(highcard(), *(Spy(name, cards, luck) for name in ("a", "b", "c")))
    for number in range(20):
        cards.clear()
        for pair in one.pairs:
            one.play(pair, number)
        assert [len(dealt) for dealt in cards.values()] == [6, 6]
        assert [len(set(dealt)) for dealt in cards.values()] == [1, 1]
    assert len(luck) == 20 * 3 * 2 * 2
    assert len(set(luck)) == 20 * 3 * 2  # each bot, in each deal and seat, the same against whomever it plays


def test_another_seed_or_deal_has_another_chance() -> None:
    first, second = (played(arena(highcard(), Highest(), Lowest(), seed=seed), 40) for seed in (1, 2))
    assert [deal.points for deal in first] != [deal.points for deal in second]
    assert len({deal.points for deal in first}) > 5


def test_a_pair_does_not_notice_who_else_is_there() -> None:
    alone = played(arena(highcard(), Gambler(), Sensible()), 30)
    among = played(arena(highcard(), Highest(), Gambler(), Lowest(), Sensible()), 30)
    assert [deal.points for deal in alone] == [deal.points for deal in among if deal.pair == (1, 3)]


def test_the_order_of_the_bots_only_changes_who_is_told_of() -> None:
    one = played(arena(highcard(), Gambler(), Sensible()), 30)
    other = played(arena(highcard(), Sensible(), Gambler()), 30)
    assert [deal.results for deal in one] == [tuple(-had for had in reversed(deal.results)) for deal in other]


# Threads ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [highcard(2), highcard(3), braverats(lucky=True)], ids=lambda game: repr(game))
def test_threads_change_nothing(game: Game) -> None:
    one = arena(game, Gambler(), Highest(), Lowest())
    assert played(one, 24, threads=1) == played(one, 24, threads=5)


def test_more_games_begin_with_the_same_ones() -> None:
    one = arena(highcard(), Gambler(), Sensible(), Highest())
    few = played(one, 20)
    many = played(one, 50)
    assert [deal for deal in many if deal.number < 10] == few
    assert played(one, 50, known=few) == many


def test_what_is_known_is_not_played_again() -> None:
    one = arena(highcard(), Gambler(), Sensible())
    invented = Deal((0, 1), 3, (TIE, TIE), (0, 0))
    assert invented in played(one, 20, known=[invented])


class Cheat:
    name = "cheat"

    def choose(self, view: View, rng: Rng) -> int:
        return 99


@pytest.mark.parametrize("threads", [1, 3])
def test_what_goes_wrong_in_a_thread_goes_wrong_for_all(threads: int) -> None:
    with pytest.raises(WrongBot, match="The bot 'cheat' chose 99"):
        played(arena(highcard(), Gambler(), Cheat()), 50, threads)


# Stopping ---------------------------------------------------------------------------------------------------------


class Impatient(Highest):
    """Somebody presses Ctrl-C when it is asked for the so-manieth time."""

    name = "impatient"

    def __init__(self, patience: int) -> None:
        self.patience = patience

    def choose(self, view: View, rng: Rng) -> int:
        self.patience -= 1
        if self.patience < 0:
            raise KeyboardInterrupt
        return super().choose(view, rng)


def test_ctrl_c_keeps_what_is_finished() -> None:
    one, kept = arena(highcard(), Impatient(7), Gambler()), list[Deal]()
    with pytest.raises(KeyboardInterrupt):
        play(one, one.tasks(100), kept.append, threads=1)
    assert kept == played(arena(highcard(), Impatient(1000), Gambler()), 6)


def test_games_under_way_are_left_between_two_choices() -> None:
    stop = Event()

    class Stopper(Highest):
        def choose(self, view: View, rng: Rng) -> int:
            assert not stop.is_set()
            stop.set()
            return super().choose(view, rng)

    with pytest.raises(Stopped):
        arena(highcard(), Stopper(), Gambler()).play((0, 1), 0, stop)


# Names and readiness ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["random", "random"], "'random' is there twice"),
        (["random"], "at least 2 bots, found 1"),
        (["random", "genius"], "There is no bot 'genius'"),
        (["random", ""], "There is no bot ''"),
        (["random", "ismcts:6"], "There is no level 6"),
        (["random", "ismcts:0ms"], "at least 1 ms"),
        (["random", f"ismcts:{'9' * 5000}"], "There is no bot 'ismcts:9999"),
        (["random", f"ismcts:{'9' * 400}ms"], "There is no bot 'ismcts:9999"),
        (["random", "ismcts:\N{FULLWIDTH DIGIT THREE}"], "There is no bot"),
    ],
)
def test_wrong_bots_are_refused(names: list[str], said: str) -> None:
    with pytest.raises(WrongBot, match=said):
        called(names)


def test_bots_are_called_by_the_names_that_were_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.lab.arena.bot", lambda name: Foolish())
    assert list(called(["deep:3", "deep:5"])) == ["deep:3", "deep:5"]


def test_bots_that_need_it_are_made_ready_once() -> None:
    asked: list[Game] = []

    class Slow(Highest):
        name = "slow"

        def prepare(self, game: Game) -> None:
            asked.append(game)

    one = arena(highcard(), Slow(), Gambler())
    make_ready(one)
    assert asked == [one.game]


def test_what_runs_the_games_is_made_ready_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Game] = []
    monkeypatch.setattr("rumpus.bots.batch.Referee.step", lambda referee: asked.append(referee.game))
    one = arena(highcard(3), Highest(), Gambler())
    make_ready(one)
    assert asked == [one.game]
