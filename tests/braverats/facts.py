"""What the tests of every game have to know of BraveRats."""

from collections.abc import Iterator

import numpy as np

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import NOBODY, State
from rumpus.games.braverats.rules.records import (
    CARDS,
    KEEPING,
    MUSICIAN,
    PACKET,
    PACKING,
    PLAYING,
    PRINCE,
    PRINCESS,
    SEATS,
    SPY,
    WIZARD,
)  # fmt: skip
from rumpus.games.braverats.rules.records import ENDINGS as ENDINGS_IN_WORDS


def permuted(game: Game, state: State, viewer: int) -> Iterator[State]:
    """States that differ from this one only in what the viewer cannot know."""
    for owner in range(SEATS):
        if owner != viewer:
            yield from _other_choices(state, owner)
            yield from _other_draws(state, owner)
            yield from _other_secrets(state, owner)
            yield from _other_packets(state, owner)
    if viewer == NOBODY and (game.box.draft or game.box.random_deal):
        yield from _other_deals(state)
    if viewer == NOBODY and state.rounds == 0 and state.phase == PLAYING and not game.box.lucky_draw:
        yield from _other_exchanges(game, state)


def _other_choices(state: State, owner: int) -> Iterator[State]:
    """The face-down card is another one of the hand."""
    if state.phase == PLAYING and state.choice[owner] >= 0 and state.spied != owner:
        for card in range(CARDS):
            if state.hand[owner, card] > 0:
                other = state.copy()
                other.hand[owner, card] -= 1
                other.hand[owner, other.choice[owner]] += 1
                other.choice[owner] = card
                yield other


def _other_draws(state: State, owner: int) -> Iterator[State]:
    """Lucky Draw: a card in hand and one in the pile are swapped."""
    for drawn, waiting in _pairs(state.hand[owner], state.pile[owner]):
        other = state.copy()
        other.hand[owner, drawn] -= 1
        other.pile[owner, drawn] += 1
        other.hand[owner, waiting] += 1
        other.pile[owner, waiting] -= 1
        yield other


def _other_secrets(state: State, owner: int) -> Iterator[State]:
    """Draft: what was kept of a fresh packet and what is still in the deck are swapped."""
    if state.phase in (PACKING, KEEPING):
        for kept, waiting in _pairs(state.secret[owner], state.deck):
            other = state.copy()
            for places in (other.secret[owner], other.hand[owner]):
                places[kept] -= 1
                places[waiting] += 1
            other.deck[kept] += 1
            other.deck[waiting] -= 1
            yield other


def _other_packets(state: State, opener: int) -> Iterator[State]:
    """Draft: a packet just opened holds another card of the deck."""
    is_fresh = state.phase == PACKING or (state.phase == KEEPING and state.packet.sum() == PACKET)
    if is_fresh and state.opener == opener:
        for shown, waiting in _pairs(state.packet, state.deck):
            other = state.copy()
            other.packet[shown] -= 1
            other.packet[waiting] += 1
            other.deck[shown] += 1
            other.deck[waiting] -= 1
            yield other


def _other_exchanges(game: Game, state: State) -> Iterator[State]:
    """Before anything lies face up: another clan has the Princes, or another pair of rats changed sides."""
    if game.box.princess_attack and not game.box.traitor and np.all(state.choice == NONE):
        other = state.copy()
        other.princes = 1 - state.princes
        other.hand[:] = state.hand[::-1]
        yield other
    if game.box.traitor and np.all(state.choice == NONE) and not _hands_are_dealt(game):
        for yargs, applewoods in ((PRINCE, SPY), (WIZARD, WIZARD), (MUSICIAN, PRINCESS)):
            other = state.copy()
            other.hand[:] = 1
            for giver, given, got in ((0, yargs, applewoods), (1, applewoods, yargs)):
                other.given[giver] = given
                other.hand[giver, given] -= 1
                other.hand[giver, got] += 1
            yield other


def _hands_are_dealt(game: Game) -> bool:
    return bool(game.box.draft or game.box.random_deal or game.box.princess_attack)


def _other_deals(state: State) -> Iterator[State]:
    """Before anything lies face up, for a spectator: two cards of the two hands are swapped."""
    secret = state.secret.sum() > 0
    for mine, theirs in _pairs(state.hand[0], state.hand[1]):
        if not secret:
            other = state.copy()
            other.hand[0, mine] -= 1
            other.hand[1, mine] += 1
            other.hand[0, theirs] += 1
            other.hand[1, theirs] -= 1
            yield other


def _pairs(one: State, other: State) -> Iterator[tuple[int, int]]:
    return ((a, b) for a in range(CARDS) for b in range(CARDS) if a != b and one[a] > 0 and other[b] > 0)


def ending_of(state: State) -> str:
    """How a finished match ended."""
    if state.games:
        return "emperor"
    return ENDINGS_IN_WORDS[state.ending]


ENDINGS = {"victories", "princess", "out of cards", "emperor"}

PLAYTHROUGHS: tuple[dict[str, bool | str], ...] = (
    {},
    {"lucky_draw": True},
    {"draft": True, "traitor": True, "fast_rat": True},
    {"random_deal": True, "emperor": True, "fast_rat": True},
    {"princess_attack": True, "musician_cancels": True, "held_ambassador": "plain", "out_of_cards": "most_victories"},
)
"""The games recorded in known/."""
