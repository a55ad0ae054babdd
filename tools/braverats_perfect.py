"""Perfect play of BraveRats, taken apart: what it does, what other choices cost, and what things are worth.

Costs and worths are in points: per cent of the win share, in which a tie counts half. An even game is 50 to each clan.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt

import rumpus
from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import CHANCE, State
from rumpus.games.braverats.rules.records import (
    APPLEWOODS,
    CARDS,
    GENERAL,
    RATS,
    SEATS,
    SPY,
    YARGS,
)
from rumpus.solve.positions import enumerate_positions
from rumpus.solve.response import exploitability
from rumpus.solve.solution import Moment, Solution, kept_solution, solve, solved

POINTS = 50.0
"""Points in one unit of value: from a tie, which is 0, to a win, which is 1."""
TINY = 1e-9
"""Less is rounding."""
DOWN = tuple(reversed(range(CARDS)))
"""The cards as players sort them, the Prince first."""
NAMES = tuple(name.capitalize() for name in RATS)

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]


# Positions made by hand -------------------------------------------------------------------------------------------

FULL: Counts = np.ones(CARDS, np.int64)


def without(*cards: int) -> Counts:
    """A full hand that lacks some cards."""
    hand = FULL.copy()
    hand[list(cards)] -= 1
    return hand


def table(game: Game, hand: Counts, theirs: Counts, **fields: Any) -> State:
    """The Yargs hold one hand and the Applewoods another; so many rounds are over as cards are missing."""
    state = game.fresh_state()
    state.phase, state.deck[:] = rumpus.game("braverats").fresh_state().phase, 0
    state.hand[YARGS], state.hand[APPLEWOODS], state.rounds = hand, theirs, CARDS - hand.sum()
    for name, value in fields.items():
        state[name] = value
    return state


def points(moment: Moment) -> float:
    """What a position is worth to the Yargs, in points more than an even one."""
    return round(POINTS * moment.value, 9) + 0.0


# Perfect play -----------------------------------------------------------------------------------------------------


class Perfect:
    """Perfect play in every position of a game without chance, and what every other choice costs.

    A policy is a table `mixes[position, seat, card]`; a seat that does not choose is said to play card 0.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.solution, self.positions = game, solved(game), enumerate_positions(game)
        graph, states = self.positions.graph, self.positions.states
        self.legal: Flags = graph.options.astype(bool)
        mixes = self.solution.mixes(states)
        self.mixes: Floats = np.where(self.positions.chooses[:, :, None], mixes, self.legal)
        self.parents, *self.laid = np.nonzero(self.legal[:, YARGS, :, None] & self.legal[:, APPLEWOODS, None, :])
        depth = 2 * states["rounds"].astype(int) + (states["choice"] != NONE).sum(axis=1)
        order = np.argsort(depth[self.parents], kind="stable")
        self.layers = np.split(order, np.flatnonzero(np.diff(depth[self.parents][order])) + 1)

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def children(self) -> npt.NDArray[np.int32]:
        """Where each pair of cards leads to; ends are the places -3 to -1, a loss to a win of the Yargs."""
        return self.positions.graph.children

    def odds(self, mixes: Floats, pairs: Counts) -> Floats:
        """How likely some pairs of cards are, each in its position."""
        there, (ours, theirs) = self.parents[pairs], self.laid
        return mixes[there, YARGS, ours[pairs]] * mixes[there, APPLEWOODS, theirs[pairs]]

    def reached(self, mixes: Floats) -> Floats:
        """How likely each position is in a game."""
        out = np.zeros(len(self) + 3)
        out[0] = 1.0
        for layer in self.layers:
            there = layer[out[self.parents[layer]] > 0]
            odds = out[self.parents[there]] * self.odds(mixes, there)
            out += np.bincount(self.children[there] % len(out), odds, len(out))
        return out

    @cached_property
    def reach(self) -> Floats:
        return self.reached(self.mixes)[: len(self)]

    @cached_property
    def values(self) -> Floats:
        """What each position is worth to the Yargs, and behind them the three ends."""
        out = np.append(np.zeros(len(self)), [-1.0, 0.0, 1.0])
        for layer in reversed(self.layers):
            worth = self.odds(self.mixes, layer) * out[self.children[layer]]
            out += np.bincount(self.parents[layer], worth, len(out))
        return out

    @cached_property
    def losses(self) -> Floats:
        """What each choice costs against perfect play, in points; 0 for those that are perfect."""
        return np.stack([self._losses(seat) for seat in range(SEATS)], axis=1)

    def _losses(self, seat: int) -> Floats:
        theirs = self.mixes[self.parents, 1 - seat, self.laid[1 - seat]]
        gains = theirs * self.values[self.children] * (1 - 2 * seat)
        worth = np.bincount(self.parents * CARDS + self.laid[seat], gains, len(self) * CARDS).reshape(-1, CARDS)
        best = np.where(self.legal[:, seat], worth, -np.inf).max(axis=1, keepdims=True)
        return np.where(self.legal[:, seat], best - worth, 0.0) * POINTS

    @cached_property
    def sides(self) -> "tuple[Side, Side]":
        return Side(self, YARGS), Side(self, APPLEWOODS)


class Side:
    """What a clan sees in every position, and what perfect play does there."""

    def __init__(self, perfect: Perfect, seat: int) -> None:
        states, other = perfect.positions.states, 1 - seat
        self.seat, self.game = seat, perfect.game
        self.chooses: Flags = perfect.positions.chooses[:, seat]
        self.legal: Flags = perfect.legal[:, seat]
        self.mixes: Floats = perfect.mixes[:, seat]
        self.losses: Floats = perfect.losses[:, seat]
        self.theirs = states["hand"][:, other].astype(int)
        self.rounds = states["rounds"]
        self.bonus, self.their_bonus = states["bonus"][:, seat], states["bonus"][:, other]
        self.score, self.their_score = states["victories"][:, seat], states["victories"][:, other]
        self.held = states["held"][:, seat]
        self.shown = states["choice"][:, other]
        self.answers: Flags = self.shown != NONE
        self.shows: Flags = (states["spied"] == seat) & ~self.answers
        self.blind: Flags = (states["spied"] == NONE) & self.chooses


When = Callable[[Side], Flags]
"""Some of the positions, as a clan sees them."""


def averages(perfect: Perfect, when: When) -> tuple[Floats, Floats, Floats]:
    """Over the choices of some kind that perfect play meets: how often each card is in hand, and played; its cost.

    All three add up over both seats and are divided by how many such choices there are; the cost is that of one card in
    hand, on average.
    """
    total, held, played, cost = 0.0, np.zeros(CARDS), np.zeros(CARDS), np.zeros(CARDS)
    for side in perfect.sides:
        chosen = when(side) & side.chooses
        weights = perfect.reach[chosen, None]
        total += weights.sum()
        held += (weights * side.legal[chosen]).sum(axis=0)
        played += (weights * side.mixes[chosen]).sum(axis=0)
        cost += (weights * side.losses[chosen]).sum(axis=0)
    return held / total, played / total, np.divide(cost, held, out=np.full(CARDS, np.nan), where=held > 0)


# Other ways to play -----------------------------------------------------------------------------------------------

LIMIT = 1_000_000
"""Games with more positions are not checked by best responses here: it would take gigabytes."""

BASE, TRAITOR, DEAL, ATTACK, SERIES = "none", "`traitor`", "`random_deal`", "`princess_attack`", "`emperor`"
WAYS: dict[str, dict[str, Any]] = {
    BASE: {},
    "`fast_rat`": {"fast_rat": True},
    "`musician_cancels`": {"musician_cancels": True},
    "`held_ambassador=plain`": {"held_ambassador": "plain"},
    "`out_of_cards=most_victories`": {"out_of_cards": "most_victories"},
    TRAITOR: {"traitor": True},
    DEAL: {"random_deal": True},
    ATTACK: {"princess_attack": True},
    SERIES: {"emperor": True},
}
"""The switches that leave nothing hidden but the cards just laid."""
IN_HAND = {TRAITOR: 1 - 7 / 64, DEAL: 1 - comb(14, 8) / comb(16, 8)}
"""How likely a clan holds a given card at first, where that is luck."""


@dataclass(frozen=True, eq=False)
class Way:
    """A way to play, solved: its openings, and what only it can tell."""

    value: float
    positions: int
    exploitability: float | None
    openings: dict[str, Floats]
    """How often each card opens when it is in hand; no number if it never is."""
    worth: Floats | None = None
    """Of each card, in points."""
    note: float = 0.0
    """Random Deal: the share of a deal's luck that the worths explain. Princess Attack: what the Princes are worth, in
    points. The Emperor: what the first game won is worth, in points."""


def way(name: str) -> Way:
    """Solve it; the large ones are not kept, and forgotten again when all is asked."""
    game = rumpus.game("braverats", switches=WAYS[name])
    solution = kept_solution(game) or solve(game)
    checked = exploited(solution) if solution.positions < LIMIT else None
    openings = {name: solution.opening(YARGS) / IN_HAND.get(name, 1.0)}
    found = Way(solution.value, solution.positions, checked, openings)
    if name == TRAITOR:
        return replace(found, worth=trades(solution))
    if name == DEAL:
        worth, note = copies(solution)
        return replace(found, worth=worth, note=note)
    if name == ATTACK:
        return replace(found, openings=attack(solution), note=points(attacked(solution)))
    return replace(found, note=points(solution.at(ahead(game)))) if name == SERIES else found


def exploited(solution: Solution) -> float:
    """What best responses get, worked out on a list of all positions, without the solver."""
    positions = enumerate_positions(solution.game)
    mixes, asked = np.zeros(positions.graph.options.shape), positions.chooses.any(axis=1)
    mixes[asked] = solution.mixes(positions.states[asked])
    return exploitability(positions, mixes)


def attacked(solution: Solution) -> Moment:
    """Princess Attack: the Yargs have got both Princes."""
    state = solution.game.fresh_state()
    solution.game.rules.apply(solution.game.box, state, CHANCE, YARGS)
    return solution.at(state)


def ahead(game: Game) -> State:
    """The Emperor: the Yargs have won the first game, and the second begins."""
    state = game.fresh_state()
    state.games_won[YARGS], state.games = 1, 1
    return state


def attack(solution: Solution) -> dict[str, Floats]:
    moment, found = attacked(solution), {}
    for seat, whose in enumerate(("Princes", "Princesses")):
        opening = np.full(CARDS, np.nan)
        opening[list(moment.actions[seat])] = moment.mixes[seat]
        found[f"{ATTACK}, with the {whose}"] = opening
    return found


def trades(solution: Solution) -> Floats:
    """Traitor: what giving each card away costs, on average over what comes back."""
    out = np.zeros((CARDS, CARDS))
    for given, got in product(range(CARDS), repeat=2):
        hand = without(given)
        hand[got] += 1
        out[given, got] = -points(solution.at(table(solution.game, hand, 2 - hand)))
    return np.asarray(out.mean(axis=1))


def copies(solution: Solution) -> tuple[Floats, float]:
    """Random Deal: what one more copy of each card is worth, by least squares over all deals, and what that explains.

    The worths add up to nothing: more cards in all nobody can have.
    """
    deals = np.array([deal for deal in product(range(3), repeat=CARDS) if sum(deal) == CARDS])
    found = np.array([points(solution.at(table(solution.game, deal, 2 - deal))) for deal in deals])
    roots = np.sqrt([prod(comb(2, int(number)) for number in deal) for deal in deals])
    more = deals - 1.0
    worth = np.linalg.lstsq(more * roots[:, None], found * roots, rcond=None)[0]
    missed = (roots * (found - more @ worth)) ** 2
    return np.asarray(worth), float(1 - missed.sum() / ((roots * found) ** 2).sum())


# What things are worth --------------------------------------------------------------------------------------------

RARE = 1e-7
"""Positions met less often are left out where each has to be asked about by itself."""
LEADS = ((1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (3, 2))
LOOK, BONUS = "look", "bonus"


def lacking(solution: Solution) -> Floats:
    """What a position is worth to a clan that lacks one card while the other clan lacks another, seven cards each."""
    hands = [without(card) for card in range(CARDS)]
    worth = [[points(solution.at(table(solution.game, hand, theirs))) for theirs in hands] for hand in hands]
    return np.array(worth)


def hands_of(size: int, missing: int = NONE) -> list[Counts]:
    """Every hand of so many different cards, without one of them."""
    cards = [card for card in range(CARDS) if card != missing]
    return [np.isin(np.arange(CARDS), hand).astype(np.int64) for hand in combinations(cards, size)]


def level(solution: Solution, size: int, missing: int = NONE, **fields: Any) -> float:
    """What an edge is worth between equal hands of so many cards, on average over all of them."""
    hands = hands_of(size, missing)
    worth = [points(solution.at(table(solution.game, hand, hand, **fields))) for hand in hands]
    return float(np.mean(worth))


def edges(solution: Solution) -> dict[str, list[float]]:
    """Between equal hands of seven cards down to two: a look, a bonus, and every lead."""
    sizes = range(CARDS - 1, 1, -1)
    out = {
        "a Spy's look": [level(solution, size, SPY, spied=APPLEWOODS) for size in sizes],
        "a General's bonus": [level(solution, size, GENERAL, bonus=(1, 0)) for size in sizes],
    }
    for ours, theirs in LEADS:
        out[f"{ours} : {theirs}"] = [level(solution, size, victories=(ours, theirs)) for size in sizes]
    return out


@dataclass(frozen=True)
class Met:
    """What one clan gets from a look or a bonus in one round of perfect play."""

    often: float
    """How many a game."""
    worth: float
    harm: float
    """How often it would be better not to have it."""


def met(perfect: Perfect, what: str, fought: int) -> Met:
    """As it comes up in perfect play: the position with it, less the same position without it."""
    found = [one for side in perfect.sides for one in gains(perfect, side, what, fought)]
    weights, worth = np.array([one[0] for one in found]), np.array([one[1] for one in found])
    total = weights.sum()
    if total == 0:
        return Met(0.0, np.nan, np.nan)
    return Met(float(total), float(weights @ worth / total), float(weights[worth < -1e-6].sum() / total))


def gains(perfect: Perfect, side: Side, what: str, fought: int) -> Iterable[tuple[float, float]]:
    """How likely each position is in which a clan has a look or a bonus, and what it gains by it."""
    states, seat = perfect.positions.states, side.seat
    there = (states["rounds"] == fought) & (states["choice"] == NONE).all(axis=1) & (perfect.reach > RARE)
    has = states["spied"] == 1 - seat if what == LOOK else (side.bonus > 0) & (side.their_bonus == 0)
    for number in np.flatnonzero(there & has):
        plain = states[number].copy()
        if what == LOOK:
            plain.spied = NONE
        else:
            plain.bonus[seat] = 0
        gain = perfect.values[number] - perfect.solution.at(plain).value
        yield perfect.reach[number], POINTS * gain * (1 - 2 * seat)


def only_mixes(perfect: Perfect) -> float:
    """The share of choices met in perfect play at which no other mix is perfect.

    A perfect mix uses no card that costs anything, and makes every card the other clan uses worth the same: it is the
    only one if these equations have one solution.
    """
    there = np.flatnonzero(perfect.reach > RARE)
    pairs = np.isin(perfect.parents, there)
    payoff = np.zeros((len(there), CARDS, CARDS))
    place = np.searchsorted(there, perfect.parents[pairs])
    gain = perfect.values[perfect.children[pairs]] - perfect.values[perfect.parents[pairs]]
    payoff[place, perfect.laid[YARGS][pairs], perfect.laid[APPLEWOODS][pairs]] = gain
    only = total = 0.0
    for side, tables in zip(perfect.sides, (payoff, payoff.transpose(0, 2, 1)), strict=True):
        free = (side.losses[there] < 1e-6) & side.legal[there]
        used = perfect.mixes[there, 1 - side.seat] > TINY
        equations = np.concatenate([tables * free[:, :, None] * used[:, None, :], free[:, :, None] * 1.0], axis=2)
        is_only = np.linalg.matrix_rank(equations, tol=TINY) == free.sum(axis=1)
        weights = perfect.reach[there] * (side.chooses & (side.legal.sum(axis=1) > 1))[there]
        only, total = only + float(weights @ is_only), total + float(weights.sum())
    return only / total
