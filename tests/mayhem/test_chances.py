"""The chance to win a battle, against going through every way in which the cards can be turned."""

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import rumpus
from rumpus.bots import bot
from rumpus.bots.counter import Counter
from rumpus.core.desk import copied
from rumpus.core.errors import NotSolvable, WrongBot
from rumpus.core.game import Game
from rumpus.core.kernel import compiled
from rumpus.core.rng import Rng, generator, weighted
from rumpus.core.rules import CHANCE, State
from rumpus.games.mayhem.chances import chance_to_win
from rumpus.games.mayhem.rules.records import ABILITIES, CARDS, DECLARING, HIGH, LOW, MONSTERS, WON
from rumpus.lab.analysis import strongest
from rumpus.solve.solution import solved
from tests.conformance.walking import weights_of
from tests.waiting import but_the_first

MOST_LAYERS = {2: 3, 3: 2, 4: 1}


def every_way(game: Game, state: State, declarer: int) -> Fraction:
    """The declarer's chance, by playing out every outcome of chance with its weight."""
    weights, found = weights_of(game, state), Fraction(0)
    for card in np.flatnonzero(weights).tolist():
        after = copied(state)
        game.rules.apply(game.open_box, after, CHANCE, card)
        if after.battles != state.battles or after.rounds != state.rounds:
            share = Fraction(int(after.last_result == WON and after.last_taker == declarer))
        else:
            share = every_way(game, after, declarer)
        found += share * Fraction(int(weights[card]), int(weights.sum()))
    return found


def declared(game: Game, state: State, direction: int) -> State:
    after = copied(state)
    game.rules.apply(game.open_box, after, int(state.declarer), direction)
    return after


def small_table(luck: random.Random, scope: str) -> tuple[Game, State]:
    """Few cards are left, and many are rated alike, so that ties and Mashups are frequent."""
    seats = luck.choice(list(MOST_LAYERS))
    names = rumpus.game("mayhem").names["card"][:MONSTERS]
    alike = {name: {ability: luck.choice((2, 5, 5, 8)) for ability in ABILITIES} for name in names}
    game = rumpus.game("mayhem", {"mashup_scope": scope}, {"monsters": alike}, seats=seats)
    state = copied(game.fresh_state())
    state.phase, state.declarer, state.pile = DECLARING, luck.randrange(seats), luck.randint(1, MOST_LAYERS[seats])
    cards = some_cards(luck, int(state.pile) * seats)
    state.rounds = state.ability = luck.randrange(6)
    state.deck[:] = 0
    state.turned[state.declarer] = cards.pop()
    for card in cards:
        state.deck[card] += 1
    return game, state


def some_cards(luck: random.Random, number: int) -> list[int]:
    kinds = luck.sample(range(CARDS), number // 2 + 2)
    both = [card for card in kinds for _ in range(1 if card >= MONSTERS else 2)]
    return luck.sample(both, number)


@pytest.mark.parametrize("scope", ["battle", "layer"])
def test_the_chance_is_that_of_all_ways_ties_and_mashups_included(scope: str) -> None:
    """§3.3, §4.1, §4.3, §4.4, §5.1, §5.2, §9.1"""
    luck, later = random.Random(1), 0
    for _ in range(120):
        game, state = small_table(luck, scope)
        for direction in (LOW, HIGH):
            exact = every_way(game, declared(game, state, direction), int(state.declarer))
            assert abs(float(exact) - chance_to_win(game.open_box, state, direction)) < 1e-12
            later += 0 < exact < 1 and state.pile > 1
    assert later > 20


@pytest.mark.parametrize("seats", but_the_first([2, 3, 4, 5, 6]))
def test_from_a_full_deck_the_chance_is_what_is_seen_in_play(seats: int) -> None:
    check_in_play(rumpus.game("mayhem", seats=seats), 3000)


def check_in_play(game: Game, tried: int) -> None:
    """From a full deck, high declared: what is reckoned is how often it comes out, up to four standard errors."""
    state, rng = game.match(seed=game.seats).state, generator(7)
    chance = compiled(chance_to_win)(game.box, state, HIGH)
    won = sum(plays_out(game, declared(game, state, HIGH), int(state.declarer), rng) for _ in range(tried))
    assert abs(won / tried - chance) < 4 * (chance * (1 - chance) / tried) ** 0.5


def plays_out(game: Game, state: State, declarer: int, rng: Rng) -> bool:
    while state.battles == 0 and state.rounds == 0:
        game.rules.apply(game.open_box, state, CHANCE, weighted(rng, weights_of(game, state)))
    return bool(state.last_result == WON and state.last_taker == declarer)


def all_alike(seats: int) -> Game:
    """A box where every monster is rated 5: nearly every layer is a tie."""
    names = rumpus.game("mayhem").names["card"][:MONSTERS]
    flat = {"monsters": {name: dict.fromkeys(ABILITIES, 5) for name in names}}
    return rumpus.game("mayhem", {"mashup_scope": "layer"}, flat, seats=seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_where_all_are_rated_alike_long_rows_of_ties_are_counted_to_their_end(seats: int) -> None:
    """§4.3, §9.1: nobody wins but with Slappy or Mastermind alone; how many of what is left is all there is to know."""
    game = all_alike(seats)
    match = game.match(by_hand=True)
    match.play(CHANCE, 0)
    match.play(CHANCE, 0)

    def drawn(doubles: int, singles: int, specials: int, cards: int) -> Iterator[tuple[int, int, int]]:
        """How many monsters of either sort and how many specials there may be in a layer, and in how many ways."""
        for special in range(min(specials, cards) + 1):
            for of_doubles in range(cards - special + 1):
                ways = math.comb(doubles, of_doubles) * 2**of_doubles * math.comb(singles, cards - special - of_doubles)
                yield special, of_doubles, ways * math.comb(specials, special)

    @cache
    def won_by_somebody(doubles: int, singles: int, specials: int) -> float:
        left, found = 2 * doubles + singles + specials, 0.0
        for special, of_doubles, ways in drawn(doubles, singles, specials, seats) if left else ():
            of_singles = seats - special - of_doubles
            rest = (doubles - of_doubles, singles + of_doubles - of_singles, specials - special)
            found += ways * (1.0 if special == 1 else won_by_somebody(*rest) if ways else 0.0)
        return found / math.comb(left, seats) if left else 0.0

    first = [
        ways * won_by_somebody(MONSTERS - 1 - of_doubles, 1 + of_doubles, 2 - special)
        for special, of_doubles, ways in drawn(MONSTERS - 1, 0, 2, seats - 1)
        if special != 1 and ways
    ]
    chance = compiled(chance_to_win)(game.box, match.state, HIGH)
    assert chance == pytest.approx(sum(first) / math.comb(59, seats - 1) / seats, abs=1e-9)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_within_layers_the_chance_is_what_is_seen_in_play(seats: int) -> None:
    """§9.1"""
    check_in_play(all_alike(seats), 1500)


def test_machine_code_and_plain_python_reckon_alike() -> None:
    luck = random.Random(3)
    for scope in ("battle", "layer"):
        for _ in range(10):
            game, state = small_table(luck, scope)
            plain = chance_to_win(game.open_box, state, HIGH)
            assert compiled(chance_to_win)(game.box, state.record(), HIGH) == pytest.approx(plain, abs=1e-14)


def test_the_counter_says_what_wins_more_often_and_how_often() -> None:
    game = rumpus.game("mayhem", seats=3)
    match = game.match(seed=1)
    view = match.view(min(match.acting))
    advice = Counter().advise(view, generator(1))
    assert advice.actions == (LOW, HIGH)
    assert advice.worth == pytest.approx([2 * chance_to_win(game.open_box, view.desk, one) - 1 for one in (LOW, HIGH)])
    assert advice.mix[advice.worth.argmax()] == 1.0
    assert Counter().choose(view, generator(1)) == advice.actions[int(advice.worth.argmax())]


def test_the_counter_does_not_play_where_nothing_can_be_reckoned() -> None:
    match = rumpus.game("braverats").match(seed=1)
    with pytest.raises(WrongBot, match="no arithmetic"):
        bot("counter").choose(match.view(0), generator(1))


def test_nobody_waits_for_a_solution_that_cannot_be_found() -> None:
    with pytest.raises(NotSolvable, match="Monster Mayhem has far too many positions"):
        solved(rumpus.game("mayhem"))


def test_the_strongest_adviser_is_the_one_that_reckons() -> None:
    assert strongest(rumpus.game("mayhem", seats=3)).name == "counter"
