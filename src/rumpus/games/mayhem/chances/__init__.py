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
NEGLIGIBLE = 1e-9
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
    ratings = np.zeros((RATINGS, 2), np.int64)
    count_ratings(box, state, direction, ratings)
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
def count_ratings(box: Box, state: State, direction: int, ratings: npt.NDArray[np.int64]) -> None:
    """For each rating how many monsters are left with two cards, and how many with one."""
    for card in range(CARDS):
        if state.deck[card]:
            is_single = int(state.deck[card] == 1)
            ratings[box.worth[direction, state.ability, card], is_single] += 1


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
    layers = min(most, enough_layers(ratings, players, left)) if most > 0 else 0
    found, still_tied = 0.0, 1.0
    while layers and still_tied > NEGLIGIBLE:
        found, still_tied = rows_of_ties(ratings, rating, players, left, layers, with_pairs, twin)
        layers = min(most, layers + MORE_LAYERS) if layers < most else 0
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
    layers, chance = 2, 1.0
    while chance > NEGLIGIBLE and layers < DECK:
        layers, chance = layers + 1, chance * tied
    return layers


@kernel
def rows_of_ties(
    ratings: npt.NDArray[np.int64], rating: int, players: int, left: int, layers: int, with_pairs: bool, twin: int
) -> tuple[float, float]:
    """The chance of a tie first and a winner in one of the next layers; and that all of them are tied.

    The ways are told apart by whether the first layer is laid out, whether the last is, how many others are, how many
    places are kept for pairs and free for a card, and how many layers are won by cards of the rating at hand.
    """
    free = (layers + 1) * players
    won = min(layers + 1, most_of_a_rating(ratings))
    ways = np.zeros((2, 2, layers + 1, (free // 2 if with_pairs else 0) + 2, free + 3, won + 1 + ASIDE))
    spread = np.zeros((players + 1, layers + 2, (layers + 2) * players // 2 + 2))
    count_spreads(spread, players, layers, with_pairs)
    in_first = players - 1 - twin
    anything_goes(ways, spread, players, with_pairs, in_first)
    ahead = int(ratings.sum()) + (int(ratings[:, 0].sum()) if with_pairs else 0)
    pairs_ahead = int(ratings[:, 0].sum()) if with_pairs else 0
    behind = 0
    for row in range(RATINGS - 1, -1, -1):
        in_row = 0
        for number in range(ratings[row, 0] + ratings[row, 1]):
            is_double = number < ratings[row, 0]
            laid = 2 if is_double and with_pairs else 1
            in_row, behind = in_row + laid, behind + laid
            pairs_ahead, ahead = pairs_ahead - (laid - 1), ahead - laid
            lay_monster(ways, players, in_first, 1 + int(is_double), laid == 2, in_row, behind, ahead, pairs_ahead)
        free_what_is_lower(ways, spread, players, in_first, row > rating, in_row, behind, ahead, pairs_ahead)
        if row == rating:
            first_is_laid_out(ways, players - 1 if twin == 0 else 0, with_pairs)
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
def count_spreads(spread: Floats, players: int, layers: int, with_pairs: bool) -> None:
    """How many ways there are to keep some pairs of places in some layers, for each number of places in a layer."""
    for places in range(players + 1):
        spread[places, 0, 0] = 1.0
        most = places // 2 if with_pairs else 0
        for number in range(1, layers + 2):
            for before in range((number - 1) * most + 1):
                for pairs in range(most + 1):
                    ways = spread[places, number - 1, before] * pairings(places, pairs)
                    spread[places, number, before + pairs] += ways


@kernel
def anything_goes(ways: Floats, spread: Floats, players: int, with_pairs: bool, in_first: int) -> None:
    """Some layers where anything may lie; the first among them, or not."""
    for layers in range(ways.shape[2]):
        free = layers * players
        for pairs in range((layers * (players // 2) if with_pairs else 0) + 1):
            value = spread[players, layers, pairs] / orders(layers, layers)
            ways[0, 0, layers, pairs, free - 2 * pairs, ASIDE] += value
            for more in range((in_first // 2 if with_pairs else 0) + 1):
                place = free + in_first - 2 * (pairs + more)
                ways[1, 0, layers, pairs + more, place, ASIDE] += value * pairings(in_first, more)


@kernel
def lay_monster(
    ways: Floats, players: int, in_first: int, copies: int, both: bool, in_row: int, behind: int, ahead: int,
    pairs_ahead: int,
) -> None:  # fmt: skip
    """A monster with one card or two: in free places, on top of layers that are won with it, or nowhere.

    Left out is what cannot be: more places filled than there were cards, or more free than there will be.
    """
    flat, cells = ways.reshape(-1), ways.shape[5]
    aside = ways.shape[4] * cells
    for table in range(4 * ways.shape[2]):
        first, layers = table // (2 * ways.shape[2]), table % ways.shape[2]
        places = layers * players + first * in_first
        won = min(in_row, cells - ASIDE - 1, ways.shape[2] - layers - first)
        for pairs in range(min(pairs_ahead, places // 2) + 1):
            for free in range(max(0, places - behind - 2 * pairs), min(places, ahead) - 2 * pairs + 1):
                here = (table * ways.shape[3] + pairs) * aside + free * cells
                lay_at(flat, here, cells, aside, won, float(copies), 1.0 if both else 0.0, free + 1.0, pairs + 1.0)


@kernel
def lay_at(
    flat: Floats, here: int, cells: int, aside: int, most: int, copies: float, both: float, free: float, pairs: float
) -> None:
    """What was before is read from cells that are changed later: with more free places, or with fewer layers won."""
    one, two, paired = here + cells, here + 2 * cells, here + aside
    filled, filled_twice = copies * free, both * free * (free + 1.0)
    crosswise, alike = 2.0 * both * free, -2.0 * both * pairs
    for won in range(most + ASIDE, ASIDE - 1, -1):
        flat[here + won] += (
            filled * flat[one + won]
            + copies * flat[here + won - 1]
            + filled_twice * flat[two + won]
            + crosswise * flat[one + won - 1]
            + both * flat[here + won - 2]
            + alike * flat[paired + won]
        )


@kernel
def free_what_is_lower(
    ways: Floats, spread: Floats, players: int, in_first: int, may_win_first: bool, in_row: int, behind: int,
    ahead: int, pairs_ahead: int,
) -> None:  # fmt: skip
    """All cards of a rating are laid: in the layers won with it the other places are free for what is lower."""
    for table in range(4 * ways.shape[2]):
        first, layers = table // (2 * ways.shape[2]), table % ways.shape[2]
        last = table // ways.shape[2] % 2
        places = layers * players + first * in_first
        most = min(in_row, ways.shape[5] - ASIDE - 1, ways.shape[2] - layers - first)
        for pairs in range(min(places // 2, ways.shape[3] - 2) + 1):
            for free in range(max(0, places - behind - 2 * pairs), places - 2 * pairs + 1):
                can_be = pairs <= pairs_ahead and free + 2 * pairs <= ahead
                for won in range(1, most + 1):
                    value = ways[first, last, layers, pairs, free, ASIDE + won]
                    ways[first, last, layers, pairs, free, ASIDE + won] = 0.0
                    if value != 0.0 and can_be:
                        for of_first in range(1 + int(may_win_first and first == 0)):
                            add_won(
                                ways, spread, players, in_first, first, last, layers, pairs, free, won, of_first, value
                            )


@kernel
def add_won(
    ways: Floats, spread: Floats, players: int, in_first: int, first: int, last: int, layers: int, pairs: int,
    free: int, won: int, of_first: int, value: float,
) -> None:  # fmt: skip
    """Won layers are taken away from those where anything may lie; but one of them may be the last, and counts.

    One of them may also be the first, where the declarer's card lies already.
    """
    others = won - of_first
    if layers + others >= ways.shape[2]:
        return
    below, number = others * (players - 1), value * (-players) ** others
    in_it = in_first - 1 if of_first else 0
    if of_first:
        number *= -won * in_first
    for alike in range(in_it // 2 + 1):
        for more in range(below // 2 + 1):
            count = number * spread[in_it, 1, alike] * spread[players - 1, others, more]
            if count != 0.0:
                kept, place = pairs + alike + more, free + below + in_it - 2 * (alike + more)
                ways[first | of_first, last, layers + others, kept, place, ASIDE] += count
                if last == 0:
                    ways[first | of_first, 1, layers + others, kept, place, ASIDE] -= count * others


@kernel
def first_is_laid_out(ways: Floats, others: int, with_pairs: bool) -> None:
    """Taken away as well: a first layer where the declarer's card is the best. Further down it is laid out."""
    for table in range(2 * ways.shape[2]):
        last, layers = table // ways.shape[2], table % ways.shape[2]
        for pairs in range(ways.shape[3]):
            for free in range(ways.shape[4]):
                value = ways[0, last, layers, pairs, free, ASIDE]
                ways[0, last, layers, pairs, free, ASIDE] = 0.0
                for more in range((others // 2 if with_pairs else 0) + 1):
                    if value != 0.0 and others:
                        place = free + others - 2 * more
                        ways[1, last, layers, pairs + more, place, ASIDE] -= value * pairings(others, more)


@kernel
def chance_of_all(ways: Floats, players: int, left: int) -> tuple[float, float]:
    """All layers are full: divided by the ways in which so many cards can be turned."""
    won = still_tied = 0.0
    for layers in range(1, ways.shape[2]):
        every_way = orders(left, (layers + 1) * players - 1)
        won += ways[1, 1, layers, 0, 0, ASIDE] * orders(layers - 1, layers - 1) / every_way
        still_tied = ways[1, 0, layers, 0, 0, ASIDE] * orders(layers, layers) / every_way
    return won, abs(still_tied)
