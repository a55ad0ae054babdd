"""The exact chance that the declarer wins the battle, by counting cards.

Everything that is public is counted: what has been turned this round cannot come again. The chance is a number of
ways divided by the number of all ways in which the next cards can be turned.

In the first layer the declarer wins if all others turn something lower and no monster comes twice. After a tie nobody
is better off than anybody else, since all turn new cards; so of the battles that are decided in a later layer the
declarer wins as many as everybody does. What is left is to count the ways in which a row of ties ends with a winner.
That is done rating by rating, the best first. A layer is *opened* by its best cards: two or more of them make a tie,
a single one wins. Whatever else lies in it may be anything lower, so of all places that are still free only the
number has to be known.

Within a battle no monster may come twice. Where Mashups count only within a layer (§9.1), the same is counted by
inclusion and exclusion: all ways, less those in which a given pair of copies shares a layer, and so on. A pair takes
two places of one layer; so places are free for single cards or for pairs.
"""

import math

import numpy as np
import numpy.typing as npt

from rumpus.core.game import Game
from rumpus.core.kernel import PLAIN, compiled, kernel, mode, soonest
from rumpus.core.rules import Box, State
from rumpus.core.view import View
from rumpus.games.mayhem.rules.records import CARDS, DECK, HIGH, HIGHEST, SEATS
from rumpus.games.mayhem.rules.rounds import how_many

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
RATINGS = HIGHEST + 1
TERM = 5
"""Of a way to open a layer: single cards and pairs on top, free single places and free pairs below, how many ways."""
MOST_TERMS = 24
FIRST, LAST, BETWEEN = range(3)
KINDS, FLAG = 3, (1, 2, 0)
"""The first layer, the last, and tied ones between them. The first two are marked when they are open."""
MOST_CELLS = 1 << 22
"""Of the table of ways: where it would be larger, the longest rows of ties are left out. With our cards that happens
only where Mashups count within a layer, and concerns less than one battle in a million."""


_numbers = range(DECK + SEATS)
ORDERS = np.array([[float(math.perm(things, places)) for places in _numbers] for things in _numbers])
CHOICES = np.array([[float(math.comb(things, taken)) for taken in _numbers] for things in _numbers])


def reckon(view: View) -> dict[int, float]:
    """For the declarer the chance to win the battle with either word; for others nothing."""
    box, state = view.game.box, view.state
    function = soonest(chance_to_win, box, state, HIGH)
    return {direction: float(function(box, state, direction)) for direction in sorted(view.allowed)}


def get_ready(game: Game) -> None:
    if mode() != PLAIN:
        compiled(chance_to_win).make_ready(game.box, game.fresh_state(), HIGH)


@kernel
def chance_to_win(box: Box, state: State, direction: int) -> float:
    """The declarer's chance to win this battle, if that is declared now."""
    ratings = count_ratings(box, state, direction)
    mine = int(state.turned[state.declarer])
    rating, twin = int(box.worth[direction, state.ability, mine]), int(state.deck[mine])
    left, players, pile = int(state.deck.sum()), how_many(state.playing), int(state.pile)
    at_once = ways_to_win_at_once(ratings, rating, players) / orders(left, players - 1)
    within_layers = box.mashup_scope != 0
    later, times = 0.0, 1.0
    for with_twin in range(1 + int(within_layers and twin == 1)):
        if with_twin or not within_layers:
            ratings[rating, 1] -= twin
        later += times * after_ties(ratings, rating, players, pile, left, within_layers, with_twin == 1)
        times = -(players - 1.0)
    return at_once + later / players


@kernel
def count_ratings(box: Box, state: State, direction: int) -> npt.NDArray[np.int64]:
    """For each rating how many monsters are left with two cards, and how many with one."""
    found = np.zeros((RATINGS, 2), np.int64)
    for card in range(CARDS):
        if state.deck[card]:
            is_single = int(state.deck[card] == 1)
            found[box.worth[direction, state.ability, card], is_single] += 1
    return found


@kernel
def orders(things: int, places: int) -> float:
    """In how many ways so many places can be filled with different things."""
    return float(ORDERS[things, places])


@kernel
def choices(things: int, taken: int) -> float:
    return float(CHOICES[things, taken])


@kernel
def different_monsters(doubles: int, singles: int, places: int) -> float:
    """Ways to fill places with cards no two of which are the same monster."""
    ways = 0.0
    for of_doubles in range(min(doubles, places) + 1):
        ways += choices(doubles, of_doubles) * 2.0**of_doubles * choices(singles, places - of_doubles)
    return ways * orders(places, places)


@kernel
def ways_to_win_at_once(ratings: npt.NDArray[np.int64], rating: int, players: int) -> float:
    """Everybody else turns something lower, and no monster comes twice."""
    doubles = singles = 0
    for lower in range(rating):
        doubles += ratings[lower, 0]
        singles += ratings[lower, 1]
    return different_monsters(doubles, singles, players - 1)


# Rows of ties -----------------------------------------------------------------------------------------------------


@kernel
def pairings(places: int, pairs: int) -> float:
    """Ways to choose so many pairs among some places."""
    return orders(places, 2 * pairs) / (orders(pairs, pairs) * 2.0**pairs)


@kernel
def openings(places: int, fewest: int, most: int, with_pairs: bool) -> Floats:
    """All ways to open a layer: which of its places are on top, and which pairs share it."""
    found = np.zeros((MOST_TERMS, TERM))
    number = 0
    for top in range(fewest, most + 1):
        rest = places - top
        for above in range((top // 2 if with_pairs else 0) + 1):
            for below in range((rest // 2 if with_pairs else 0) + 1):
                ways = choices(places, top) * pairings(top, above) * pairings(rest, below)
                found[number, 0], found[number, 1] = top - 2 * above, above
                found[number, 2], found[number, 3], found[number, 4] = rest - 2 * below, below, ways
                number += 1
    return found


@kernel
def after_ties(
    ratings: npt.NDArray[np.int64],
    rating: int,
    players: int,
    pile: int,
    left: int,
    with_pairs: bool,
    twin_is_here: bool,
) -> float:
    """The chance that the first layer is a tie and somebody wins later.

    With the twin of the declarer's card in the first layer it is that of each place where the twin may lie.
    """
    most_cards = 1
    for row in range(RATINGS):
        cards = ratings[row, 0] + ratings[row, 1] + (ratings[row, 0] if with_pairs else 0)
        most_cards = max(most_cards, cards)
    ties = most_ties(players, pile, most_cards, with_pairs)
    if ties < 0:
        return 0.0
    free = (players - 2) * (ties + 1) + players
    shape = (ties + 1, free + 1, (free // 2 if with_pairs else 0) + 1, 4)
    ways = np.zeros(shape)
    ways[0, 0, 0, 0] = 1.0
    places = players - 1 - int(twin_is_here)
    terms = np.zeros((KINDS, MOST_TERMS, TERM))
    for row in range(RATINGS - 1, -1, -1):
        fewest = 2 if row > rating else 1 - int(twin_is_here)
        for kind in range(KINDS):
            size = places if kind == FIRST else players
            least = fewest if kind == FIRST else 1 if kind == LAST else 2
            most = 1 if kind == LAST else size if kind == BETWEEN or row >= rating else least - 1
            terms[kind] = openings(size, least, most, with_pairs)
        ways = with_rating(ways, ratings[row, 0], ratings[row, 1], terms, with_pairs)
        if row == rating:
            ways[:, :, :, 0] = 0.0
            ways[:, :, :, 2] = 0.0
    return chance_of_all(ways, players, left)


@kernel
def most_ties(players: int, pile: int, most_cards: int, with_pairs: bool) -> int:
    """How many tied layers there can be between the first and the last."""
    layers = pile if with_pairs else min(pile, (CARDS + players - 1) // players)
    ties = layers - 2
    while ties > 0:
        free = (players - 2) * (ties + 1) + players
        pairs = (free // 2 if with_pairs else 0) + 1
        on_top = (most_cards + 1) * ((most_cards // 2 if with_pairs else 0) + 1)
        if (ties + 1) * (free + 1) * pairs * 4 * on_top <= MOST_CELLS:
            break
        ties -= 1
    return ties


@kernel
def with_rating(ways: Floats, doubles: int, singles: int, terms: Floats, with_pairs: bool) -> Floats:
    """The ways when all cards of one more rating are laid: they fill free places, or open layers."""
    ties, free, pairs, flags = ways.shape
    cards = doubles + singles + (doubles if with_pairs else 0)
    most_pairs = doubles if with_pairs else 0
    laid = np.zeros((ties, free, pairs, flags, cards + 1, most_pairs + 1))
    used = np.zeros((ties, free, pairs, flags), np.bool_)
    fill_places(ways, laid, used)
    for kind in range(KINDS):
        most = min(ties - 1, cards // 2) if kind == BETWEEN else 1
        open_layers(laid, used, terms[kind], int(kind == BETWEEN), FLAG[kind], most)
    result = np.zeros_like(ways)
    for single in range(cards + 1):
        for pair in range(most_pairs + 1):
            if with_pairs:
                weight = orders(doubles, pair) * (-2.0) ** pair * orders(max(0, cards - 2 * pair), single)
            else:
                weight = different_monsters(doubles, singles, single)
            add_weighted(result, laid, used, single, pair, weight)
    return result


@kernel
def add_weighted(result: Floats, laid: Floats, used: Flags, single: int, pair: int, weight: float) -> None:
    for tie in range(used.shape[0]):
        for free in range(used.shape[1]):
            for pairs in range(used.shape[2]):
                for flag in range(used.shape[3]):
                    if used[tie, free, pairs, flag]:
                        result[tie, free, pairs, flag] += weight * laid[tie, free, pairs, flag, single, pair]


@kernel
def fill_places(ways: Floats, laid: Floats, used: Flags) -> None:
    """Free places of layers that are open already may be filled with this rating."""
    for tie in range(used.shape[0]):
        for free in range(used.shape[1]):
            for pairs in range(used.shape[2]):
                for flag in range(used.shape[3]):
                    if ways[tie, free, pairs, flag] != 0.0:
                        fill(ways[tie, free, pairs, flag], laid, used, tie, free, pairs, flag)


@kernel
def fill(value: float, laid: Floats, used: Flags, tie: int, free: int, pairs: int, flag: int) -> None:
    for filled in range(min(free, laid.shape[4] - 1) + 1):
        for paired in range(min(pairs, laid.shape[5] - 1) + 1):
            number = choices(free, filled) * choices(pairs, paired)
            laid[tie, free - filled, pairs - paired, flag, filled, paired] += value * number
            used[tie, free - filled, pairs - paired, flag] = True


@kernel
def open_layers(laid: Floats, used: Flags, terms: Floats, more_ties: int, flag: int, most: int) -> None:
    """Up to so many layers are opened by this rating: the first (flag 1), the last (flag 2) or tied ones between."""
    source, source_used = laid.copy(), used.copy()
    for opened in range(1, most + 1):
        target, target_used = np.zeros(laid.shape), np.zeros(used.shape, np.bool_)
        for tie in range(used.shape[0] - more_ties):
            for free in range(used.shape[1]):
                for pairs in range(used.shape[2]):
                    for was in range(used.shape[3]):
                        if source_used[tie, free, pairs, was] and not was & flag:
                            add_opened(
                                source, target, target_used, laid, used, terms, tie, free, pairs, was, more_ties, flag,
                                1.0 / opened,
                            )  # fmt: skip
        source, source_used = target, target_used


@kernel
def add_opened(
    source: Floats, target: Floats, target_used: Flags, laid: Floats, used: Flags, terms: Floats, tie: int, free: int,
    pairs: int, was: int, more_ties: int, flag: int, factor: float,
) -> None:  # fmt: skip
    """One more layer is opened, in each way that the terms tell."""
    cards, most_pairs = source.shape[4], source.shape[5]
    for number in range(MOST_TERMS):
        if terms[number, 4] == 0.0:
            break
        more, doubles = int(terms[number, 0]), int(terms[number, 1])
        places, paired = free + int(terms[number, 2]), pairs + int(terms[number, 3])
        if places >= source.shape[1] or paired >= source.shape[2]:
            continue
        for single in range(cards - more):
            for double in range(most_pairs - doubles):
                value = factor * terms[number, 4] * source[tie, free, pairs, was, single, double]
                target[tie + more_ties, places, paired, was | flag, single + more, double + doubles] += value
                laid[tie + more_ties, places, paired, was | flag, single + more, double + doubles] += value
        target_used[tie + more_ties, places, paired, was | flag] = True
        used[tie + more_ties, places, paired, was | flag] = True


@kernel
def chance_of_all(ways: Floats, players: int, left: int) -> float:
    """All layers are open and full: divided by the ways in which so many cards can be turned."""
    chance = 0.0
    for tie in range(len(ways)):
        turned = (tie + 2) * players - 1
        if turned <= min(left, DECK):
            chance += ways[tie, 0, 0, 3] * orders(tie, tie) / orders(left, turned)
    return chance
