"""Rules of thumb for BraveRats, stated exactly, and what following them costs."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from braverats_perfect import POINTS, TINY, Counts, Flags, Floats, Perfect, Side, When

from rumpus.core.game import Game
from rumpus.games.braverats.rules import clash
from rumpus.games.braverats.rules.records import (
    AMBASSADOR,
    APPLEWOODS,
    ASSASSIN,
    CARDS,
    GENERAL,
    MUSICIAN,
    PRINCE,
    PRINCESS,
    SEATS,
    SPY,
    VICTORIES,
    WIZARD,
    YARGS,
)
from rumpus.solve.response import best_response

Rule = Callable[[Side], Floats]
"""What a clan does in every position, as one seat's part of a policy."""
STRENGTHS = np.arange(CARDS)


def best_of(side: Side, scores: Floats | Counts) -> Floats:
    """The legal card with the highest score; several such are as likely each."""
    scored = np.where(side.legal, scores, -np.inf)
    best = scored >= scored.max(axis=1, keepdims=True) - TINY
    return best / best.sum(axis=1, keepdims=True)


def results(game: Game) -> Counts:
    """1 for a round won, -1 for one lost, 0 for one on hold: by my bonus, theirs, my card and theirs."""
    ways = product(range(2), range(2), range(CARDS), range(CARDS))
    winners = [game.box.clash[clash.row(mine, his, bonus, other), clash.WINNER] for bonus, other, mine, his in ways]
    return np.array([{YARGS: 1, APPLEWOODS: -1}.get(int(one), 0) for one in winners]).reshape(2, 2, CARDS, CARDS)


def prospects(side: Side) -> Floats:
    """How each card fares on average against the cards that may lie or come across the table."""
    cards = np.where(side.answers[:, None], np.eye(CARDS, dtype=int)[side.shown], side.theirs)
    out, fares = np.zeros(side.legal.shape), results(side.game)
    for bonus, other in product(range(2), range(2)):
        there = (side.bonus == bonus) & (side.their_bonus == other)
        out[there] = cards[there] @ fares[bonus, other].T
    return out / np.maximum(cards.sum(axis=1, keepdims=True), 1)


def following(when: When, scores: Callable[[Side], Any]) -> Rule:
    """Take the card with the highest score at some moments, and play perfectly at all others."""
    return lambda side: np.where(when(side)[:, None], best_of(side, scores(side)), side.mixes)


def playing(card: int, when: When) -> Rule:
    """Play a card at some moments, if it is in hand, and perfectly at all others."""
    return following(lambda side: when(side) & side.legal[:, card], lambda side: np.arange(CARDS) == card)


def keeping(card: int, when: When) -> Rule:
    """Never play a card at some moments: the rest of the perfect mix, or else the best of the other cards."""

    def rule(side: Side) -> Floats:
        kept = when(side) & side.legal[:, card] & (side.legal.sum(axis=1) > 1)
        rest = np.where(np.arange(CARDS) == card, 0.0, side.mixes)
        share = rest.sum(axis=1, keepdims=True)
        best = best_of(side, np.where(np.arange(CARDS) == card, -np.inf, -side.losses))
        mixed = np.where(share > TINY, rest / np.maximum(share, TINY), best)
        return np.where(kept[:, None], mixed, side.mixes)

    return rule


def winning(side: Side, of_winners: int) -> Counts:
    """Scores for an answer to a card shown: a card that wins, else the weakest."""
    scores: Counts = np.where(prospects(side) > 0, 2 * CARDS + of_winners * STRENGTHS, -STRENGTHS)
    return scores


def safest(side: Side) -> Counts:
    """Scores for a card to show: the strongest, but never a Prince to a Princess."""
    is_trap = (side.theirs[:, PRINCESS] > 0)[:, None] & (STRENGTHS == PRINCE)
    return np.where(is_trap, -1, STRENGTHS)


def blind(side: Side) -> Flags:
    return side.blind


def first(side: Side) -> Flags:
    flags: Flags = side.rounds == 0
    return flags


def nearly_won(side: Side) -> Flags:
    """One more victory, with what is on hold, wins."""
    flags: Flags = side.blind & (side.score + side.held + 1 >= VICTORIES)
    return flags


HABITS: dict[str, Rule] = {
    "Always the strongest card": following(blind, lambda side: STRENGTHS),
    "Always the weakest card": following(blind, lambda side: -STRENGTHS),
    "Always the card that beats most of theirs": following(blind, prospects),
    "Any card, at random": following(blind, lambda side: 0 * STRENGTHS),
    "Open with the Princess, in case they open with the Prince": playing(PRINCESS, first),
    "Open with the Musician, to wait and see": playing(MUSICIAN, first),
    "Open with the General, for his bonus": playing(GENERAL, first),
    "Open with the Prince": playing(PRINCE, first),
    "Open with the Spy": playing(SPY, first),
    "The Ambassador on the General's bonus": playing(AMBASSADOR, lambda side: side.blind & (side.bonus > 0)),
    "The Assassin against their General's bonus": playing(ASSASSIN, lambda side: side.blind & (side.their_bonus > 0)),
    "The Musician when behind": playing(MUSICIAN, lambda side: side.blind & (side.score < side.their_score)),
    "The Musician when ahead": playing(MUSICIAN, lambda side: side.blind & (side.score > side.their_score)),
    "The strongest card when rounds are on hold": following(lambda s: s.blind & (s.held > 0), lambda s: STRENGTHS),
    "The Wizard when rounds are on hold": playing(WIZARD, lambda side: side.blind & (side.held > 0)),
    "The Prince when one more victory wins": playing(PRINCE, nearly_won),
    "The Princess when they hold the Prince and need one more": playing(
        PRINCESS, lambda s: s.blind & (s.their_score >= VICTORIES - 1) & (s.theirs[:, PRINCE] > 0)
    ),
    "No Prince while they hold the Princess": keeping(PRINCE, lambda s: s.blind & (s.theirs[:, PRINCESS] > 0)),
    "The Prince as soon as their Princess is gone": playing(PRINCE, lambda s: s.blind & (s.theirs[:, PRINCESS] == 0)),
    "Spied on: show the strongest card that is safe": following(lambda side: side.shows, safest),
    "Spied on: show the weakest card": following(lambda side: side.shows, lambda side: -STRENGTHS),
    "Spied on: show the Wizard": playing(WIZARD, lambda side: side.shows),
    "Answer with the strongest card that wins": following(lambda side: side.answers, lambda side: winning(side, 1)),
    "Answer with the weakest card that wins": following(lambda side: side.answers, lambda side: winning(side, -1)),
}


@dataclass(frozen=True)
class Judged:
    """A rule of thumb: what it costs against perfect play and against one who knows it, in points of a game."""

    words: str
    cost: float
    slips: float
    """Choices in a game that are not perfect."""
    known: float

    @property
    def each(self) -> float:
        """What a slip costs."""
        return self.cost / self.slips if self.slips > 1e-6 else 0.0


def judged(perfect: Perfect, words: str, rule: Rule) -> Judged:
    cost = slips = known = 0.0
    for side in perfect.sides:
        policy = perfect.mixes.copy()
        policy[:, side.seat] = np.where(side.chooses[:, None], rule(side), policy[:, side.seat])
        done = perfect.reached(policy)[: len(perfect), None] * policy[:, side.seat]
        cost += (done * side.losses).sum() / SEATS
        slips += done[side.losses > 1e-6].sum() / SEATS
        known += best_response(perfect.positions, policy, side.seat).value * POINTS / SEATS
    return Judged(words, float(cost), float(slips), float(known))
