"""The exact chance that the declarer wins the battle, by counting cards.

Everything that is public is counted: what has been turned this round cannot come again. The chance is a number of
ways divided by the number of all ways in which the next cards can be turned.

In the first layer the declarer wins if all others turn something lower and no monster comes twice. After a tie nobody
is better off than anybody else, since all turn new cards; so of the battles that are decided in a later layer the
declarer wins as many as everybody does. What is left is to count the ways in which a row of ties ends with a winner.

A layer without a Mashup is tied if it is not *won*: if it has not one card of some rating, and only lower ones beside
it. So every tied layer is counted as one where anything may lie, less one that is won. Monster by monster, the best
first, a card fills a free place, wins a layer and thereby frees its other places for what is lower, or is not turned.
Of all places that are free only the number has to be known.

Within a battle no monster may come twice: one of its two cards is laid, or none. Where Mashups count only within a
layer (§9.1), both may be laid, less the ways in which they share a layer. Those are counted by inclusion and
exclusion: some pairs of places of one layer are kept for two cards alike.
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
RATINGS = HIGHEST + 1
NEGLIGIBLE = 1e-10
"""Rows of ties that are longer than what is counted have no more than this chance, all together."""
MORE_LAYERS = 4
ASIDE = 2
"""Cells before the first, so that nobody has to ask whether there is one for two fewer."""


_numbers = range(DECK + SEATS)
ORDERS = np.array([[float(math.perm(things, places)) for places in _numbers] for things in _numbers])
CHOICES = np.array([[float(math.comb(things, taken)) for taken in _numbers] for things in _numbers])


def reckon(view: View) -> dict[int, float]:
    """For the declarer the chance to win the battle with either word; for others nothing.

    Within layers there is so much to count that plain Python would take longer than the compiler.
    """
    box, state = view.game.box, view.state
    is_long = bool(box.mashup_scope) and mode() != PLAIN
    function = compiled(chance_to_win) if is_long else soonest(chance_to_win, box, state, HIGH)
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
        later += times * after_ties(ratings, rating, players, pile, left, within_layers, with_twin)
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
def after_ties(
    ratings: npt.NDArray[np.int64], rating: int, players: int, pile: int, left: int, with_pairs: bool, twin: int
) -> float:
    """The chance that the first layer is a tie and somebody wins later.

    With the twin of the declarer's card in the first layer it is that of each place where the twin may lie.
    """
    cards = int(ratings.sum()) + (int(ratings[:, 0].sum()) if with_pairs else 0)
    most = min(pile, (cards + 1 + twin) // players) - 1
    if most < 1:
        return 0.0
    layers = min(most, enough_layers(ratings, players, left))
    found, still_tied = rows_of_ties(ratings, rating, players, left, layers, with_pairs, twin)
    while layers < most and still_tied > NEGLIGIBLE:
        layers = min(most, layers + MORE_LAYERS)
        found, still_tied = rows_of_ties(ratings, rating, players, left, layers, with_pairs, twin)
    return found


@kernel
def enough_layers(ratings: npt.NDArray[np.int64], players: int, left: int) -> int:
    """After how many layers hardly any battle is still tied, to judge by how often a layer is."""
    doubles = singles = 0
    won = 0.0
    for row in range(RATINGS):
        on_top = 2 * ratings[row, 0] + ratings[row, 1]
        won += players * on_top * different_monsters(doubles, singles, players - 1)
        doubles += ratings[row, 0]
        singles += ratings[row, 1]
    tied = (different_monsters(doubles, singles, players) - won) / orders(left, players)
    layers, chance = 1, 1.0
    while chance > NEGLIGIBLE and layers < DECK:
        layers, chance = layers + 1, chance * tied
    return layers


@kernel
def rows_of_ties(
    ratings: npt.NDArray[np.int64], rating: int, players: int, left: int, layers: int, with_pairs: bool, twin: int
) -> tuple[float, float]:
    """The chance of a tie first and a winner in one of the next layers; and that all of them are tied.

    The ways are told apart by whether the first layer is laid out, whether the last is, how many others are, how many
    places are free for a card and for a pair, and how many layers are won by cards of the rating at hand.
    """
    free = (layers + 1) * players
    most_won = min(layers + 1, most_of_a_rating(ratings))
    ways = np.zeros((2, 2, layers + 1, free + 3, (free // 2 if with_pairs else 0) + 2, most_won + 1 + ASIDE))
    spread = spreads(players, layers, with_pairs)
    anything_goes(ways, spread, players, with_pairs, players - 1 - twin)
    cards = int(ratings.sum()) + (int(ratings[:, 0].sum()) if with_pairs else 0)
    for row in range(RATINGS - 1, -1, -1):
        for _ in range(ratings[row, 0]):
            lay_monster(ways, 2, players, cards, with_pairs)
            cards -= 1 + int(with_pairs)
        for _ in range(ratings[row, 1]):
            lay_monster(ways, 1, players, cards, with_pairs)
            cards -= 1
        free_what_is_lower(ways, spread, players, with_pairs, players - 1 - twin if row > rating else 0)
        if row == rating:
            declarer_wins(ways, players - 1 if twin == 0 else 0, with_pairs)
    return chance_of_all(ways, players, left)


@kernel
def most_of_a_rating(ratings: npt.NDArray[np.int64]) -> int:
    most = 0
    for row in range(RATINGS):
        most = max(most, 2 * ratings[row, 0] + ratings[row, 1])
    return most


@kernel
def pairings(places: int, pairs: int) -> float:
    """Ways to choose so many pairs among some places."""
    return orders(places, 2 * pairs) / (orders(pairs, pairs) * 2.0**pairs)


@kernel
def spreads(players: int, layers: int, with_pairs: bool) -> Floats:
    """How many ways there are to keep some pairs of places in some layers, for each number of places in a layer."""
    found = np.zeros((players + 1, layers + 2, (layers + 2) * players // 2 + 2))
    for places in range(players + 1):
        found[places, 0, 0] = 1.0
        most = places // 2 if with_pairs else 0
        for number in range(1, layers + 2):
            for before in range((number - 1) * most + 1):
                for pairs in range(most + 1):
                    found[places, number, before + pairs] += found[places, number - 1, before] * pairings(places, pairs)
    return found


@kernel
def anything_goes(ways: Floats, spread: Floats, players: int, with_pairs: bool, in_first: int) -> None:
    """Some layers where anything may lie; the first among them, or not."""
    for layers in range(ways.shape[2]):
        free = layers * players
        for pairs in range((layers * (players // 2) if with_pairs else 0) + 1):
            value = spread[players, layers, pairs] / orders(layers, layers)
            ways[0, 0, layers, free - 2 * pairs, pairs, ASIDE] += value
            for more in range((in_first // 2 if with_pairs else 0) + 1):
                place = free + in_first - 2 * (pairs + more)
                ways[1, 0, layers, place, pairs + more, ASIDE] += value * pairings(in_first, more)


@kernel
def lay_monster(ways: Floats, copies: int, players: int, cards: int, with_pairs: bool) -> None:
    """A monster with one card or two: in free places, on top of layers that are won with it, or nowhere.

    What was before is read from cells that are changed later: those with more free places, or with fewer layers won.
    """
    both = 1.0 if with_pairs and copies == 2 else 0.0
    for first in range(2):
        for last in range(2):
            for layers in range(ways.shape[2]):
                free_places = min(cards, (layers + first) * players)
                most = min(ways.shape[5] - ASIDE - 1, ways.shape[2] - layers - first)
                for pairs in range((free_places // 2 if with_pairs else 0) + 1):
                    for free in range(free_places - 2 * pairs + 1):
                        lay_at(ways[first, last, layers], free, pairs, most, float(copies), both)


@kernel
def lay_at(ways: Floats, free: int, pairs: int, most: int, copies: float, both: float) -> None:
    here, one, two, paired = ways[free, pairs], ways[free + 1, pairs], ways[free + 2, pairs], ways[free, pairs + 1]
    filled, filled_twice = copies * (free + 1.0), both * (free + 1.0) * (free + 2.0)
    crosswise, alike = 2.0 * both * (free + 1.0), -2.0 * both * (pairs + 1.0)
    for won in range(most + ASIDE, ASIDE - 1, -1):
        here[won] += (
            filled * one[won]
            + copies * here[won - 1]
            + filled_twice * two[won]
            + crosswise * one[won - 1]
            + both * here[won - 2]
            + alike * paired[won]
        )


@kernel
def free_what_is_lower(ways: Floats, spread: Floats, players: int, with_pairs: bool, in_first: int) -> None:
    """All cards of a rating are laid: in the layers won with it the other places are free for what is lower."""
    for first in range(2):
        for last in range(2):
            for layers in range(ways.shape[2]):
                free_places = (layers + first) * players
                for pairs in range((free_places // 2 if with_pairs else 0) + 1):
                    for free in range(free_places - 2 * pairs + 1):
                        for won in range(1, min(ways.shape[5] - ASIDE, ways.shape[2] - layers - first + 1)):
                            value = ways[first, last, layers, free, pairs, ASIDE + won]
                            if value != 0.0:
                                ways[first, last, layers, free, pairs, ASIDE + won] = 0.0
                                add_won(ways, spread, players, first, last, layers, free, pairs, won, value)
                                if first == 0 and in_first > 0:
                                    add_won_first(
                                        ways, spread, players, in_first, last, layers, free, pairs, won, value
                                    )


@kernel
def add_won(
    ways: Floats, spread: Floats, players: int, first: int, last: int, layers: int, free: int, pairs: int, won: int,
    value: float,
) -> None:  # fmt: skip
    """Won layers are taken away from those where anything may lie; but one of them may be the last, and counts."""
    if layers + won >= ways.shape[2]:
        return
    for more in range(won * (players - 1) // 2 + 1):
        number = spread[players - 1, won, more] * value
        if number != 0.0:
            place, kept = free + won * (players - 1) - 2 * more, pairs + more
            ways[first, last, layers + won, place, kept, ASIDE] += number * (-players) ** won
            if last == 0:
                ways[first, 1, layers + won, place, kept, ASIDE] -= number * won * (-players) ** won


@kernel
def add_won_first(
    ways: Floats, spread: Floats, players: int, in_first: int, last: int, layers: int, free: int, pairs: int, won: int,
    value: float,
) -> None:  # fmt: skip
    """One of the won layers is the first, where the declarer's card lies already."""
    others = won - 1
    for alike in range((in_first - 1) // 2 + 1):
        for more in range(others * (players - 1) // 2 + 1):
            number = spread[in_first - 1, 1, alike] * spread[players - 1, others, more] * value * won * -in_first
            if number != 0.0:
                place = free + others * (players - 1) + in_first - 1 - 2 * (alike + more)
                kept = pairs + alike + more
                ways[1, last, layers + others, place, kept, ASIDE] += number * (-players) ** others
                if last == 0:
                    ways[1, 1, layers + others, place, kept, ASIDE] -= number * others * (-players) ** others


@kernel
def declarer_wins(ways: Floats, others: int, with_pairs: bool) -> None:
    """Taken away as well: the first layer if the declarer's card is the best. From here on the first is laid out."""
    if others:
        for more in range((others // 2 if with_pairs else 0) + 1):
            for pairs in range(ways.shape[4] - more):
                for free in range(ways.shape[3] - others + 2 * more):
                    value = ways[0, :, :, free, pairs, ASIDE] * pairings(others, more)
                    ways[1, :, :, free + others - 2 * more, pairs + more, ASIDE] -= value
    ways[0] = 0.0


@kernel
def chance_of_all(ways: Floats, players: int, left: int) -> tuple[float, float]:
    """All layers are full: divided by the ways in which so many cards can be turned."""
    won = still_tied = 0.0
    for layers in range(1, ways.shape[2]):
        every_way = orders(left, (layers + 1) * players - 1)
        won += ways[1, 1, layers, 0, 0, ASIDE] * orders(layers - 1, layers - 1) / every_way
        still_tied = ways[1, 0, layers, 0, 0, ASIDE] * orders(layers, layers) / every_way
    return won, abs(still_tied)
