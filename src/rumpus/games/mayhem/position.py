"""Which positions can lie on a table: sixty cards, each in one place, and a phase that fits them.

Each check yields the field that is wrong and a sentence; they run in this order, and each may rely on those before it.
"""

from collections.abc import Iterator, Set

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.mayhem.rules import battle, records, rounds
from rumpus.games.mayhem.rules.records import (
    ANSWERING,
    BY_LOT,
    COPIES,
    DECLARING,
    DRAWING,
    ENDED,
    FIRST,
    LOT,
    MASHUP,
    MONSTERS,
    ROUNDS,
    SPENT,
    SUDDEN_DEATH,
    TURNING,
    WON,
)

Fault = tuple[str, str]
IN_BATTLE = (TURNING, DECLARING, ANSWERING)


def settle(box: Box, state: State, given: Set[str]) -> None:
    """Fill in what a position need not say: where a declarer is named but no phase, none is drawn any more."""
    if "phase" not in given and "declarer" in given:
        state.phase = TURNING if np.all(state.turned == NONE) else DECLARING
    if "ability" not in given and state.rounds < ROUNDS:
        state.ability = state.rounds


def fault(box: Box, state: State) -> Fault | None:
    """The first thing wrong with a position: the field, and a sentence."""
    checks = (_trophies, _players, _seats, _counts, _piles, _turned, _sudden_death, _end, _last)
    return next((found for check in checks for found in check(box, state)), None)


def _trophies(box: Box, state: State) -> Iterator[Fault]:
    if state.rounds > ROUNDS:
        yield "rounds", f"a game has {ROUNDS} rounds, found {state.rounds}."
        return
    over, ahead = state.trophies[: state.rounds], state.trophies[state.rounds :]
    if np.any(over < 0) or np.any(over >= state.players) or np.any(ahead != NONE):
        yield "trophies", f"each of the {state.rounds} rounds that are over has a winner at the table, and no other."
    if state.ability == NONE or (state.rounds < ROUNDS and state.ability != state.rounds):
        yield "ability", "rounds follow the order of the abilities."


def _is_final(state: State) -> bool:
    """Whether the round under way, or the last, is the one that decides between equal trophies."""
    return bool(state.rounds == ROUNDS and (state.phase != ENDED or state.champion != NONE))


def _players(box: Box, state: State) -> Iterator[Fault]:
    is_final = _is_final(state)
    if state.champion != NONE and not box.final_tie:
        yield "champion", "only with final_tie there is a final to be won."
    if is_final and not (box.final_tie and rounds.is_shared(state)):
        yield "rounds", "a seventh round is played only with final_tie, when several have the most trophies."
        return
    most = rounds.most_trophies(state)
    for seat in range(records.SEATS):
        plays = seat < state.players and (not is_final or rounds.trophies_of(state, seat) == most)
        if state.playing[seat] != plays:
            yield "playing", "everybody at the table plays a round; a final only those with the most trophies."


def _seats(box: Box, state: State) -> Iterator[Fault]:
    """Who declares, and what."""
    if (state.declarer == NONE) != (state.phase == FIRST):
        yield "declarer", "somebody declares as soon as the first declarer is drawn."
    elif state.phase in (*IN_BATTLE, DRAWING) and not state.playing[state.declarer]:
        yield "declarer", "only somebody who plays can declare."
    elif state.declarer >= state.players:
        yield "declarer", "nobody sits there."
    if (state.declared != NONE) != (state.phase == ANSWERING):
        yield "declared", "high or low is declared while the others answer, and only then."


def _counts(box: Box, state: State) -> Iterator[Fault]:
    """Every card is in one place."""
    counted = state.deck.astype(int) + state.stake + state.discard + state.won.sum(axis=0, dtype=int)
    for card in state.turned[state.turned != NONE]:
        counted[card] += 1
    for card in range(records.CARDS):
        copies = COPIES if card < MONSTERS else 1
        if counted[card] != copies:
            yield "deck", "all places together have two of each monster, one Slappy and one Mastermind."
            return
    if state.phase != DRAWING and np.any(state.won[state.playing == 0]):
        yield "won", "only those who play can have won cards."


def _piles(box: Box, state: State) -> Iterator[Fault]:
    players = rounds.how_many(state.playing)
    turned = int(np.sum(state.turned != NONE)) if state.phase in IN_BATTLE else 0
    if int(state.deck.sum(dtype=int)) + turned != int(state.pile) * players:
        yield "pile", "everybody has equally many cards to turn, and all together as many as are in the deck."
    if int(state.stake.sum(dtype=int)) != int(state.layers) * players:
        yield "stake", "each tied layer has one card of everybody."
    if state.layers and state.phase != ANSWERING:
        yield "layers", "tied layers lie there only while a battle is fought."
    if state.phase in (FIRST, *IN_BATTLE) and state.pile == 0:
        yield "pile", "with no cards left the round is over."
    if state.phase in (SUDDEN_DEATH, LOT, DRAWING, ENDED) and state.pile:
        yield "pile", "the round is not over while there are cards left."
    if (box.mashup_scope == 0 or state.layers == 1) and np.any(state.stake[:MONSTERS] > 1):
        yield "stake", "two copies of one monster would have been a Mashup."
    if state.layers == 1 and not _is_tie(box, state):
        yield "stake", "the winning rating of a tied layer is shared."
    used = records.DECK // players - int(state.pile) - int(state.layers)
    if state.battles > used:
        yield "battles", f"the cards that have been turned make at most {used} battles."


def _is_tie(box: Box, state: State) -> bool:
    worths = [int(box.worth[state.declared, state.ability, card]) for card in np.flatnonzero(state.stake)]
    return worths.count(max(worths)) > 1


def _turned(box: Box, state: State) -> Iterator[Fault]:
    """Cards are turned in order: the declarer first, then to the left."""
    lying = {seat for seat in range(records.SEATS) if state.turned[seat] != NONE}
    if state.phase in (FIRST, TURNING, LOT, DRAWING, ENDED) and lying:
        yield "turned", "no card lies on the table now."
    if state.phase == DECLARING and lying != {int(state.declarer)}:
        yield "turned", "only the declarer's card lies on the table before the declaration."
    if state.phase == ANSWERING and lying != _first_to_turn(state, len(lying)):
        yield "turned", "cards are turned by those who play, the declarer first and then to the left."
    if state.phase == ANSWERING and (battle.next_to_turn(state) == NONE or not (lying or state.layers)):
        yield "turned", "the declarer has turned a card, and somebody has still to turn one."


def _first_to_turn(state: State, number: int) -> set[int]:
    around = [(int(state.declarer) + step) % int(state.players) for step in range(state.players)]
    return set([seat for seat in around if state.playing[seat]][:number])


def _sudden_death(box: Box, state: State) -> Iterator[Fault]:
    tied = [seat for seat in range(records.SEATS) if state.tied[seat]]
    if state.phase not in (SUDDEN_DEATH, LOT):
        if tied:
            yield "tied", "only in a sudden death, or when lots are drawn, somebody is tied."
        return
    if len(tied) < 2 or any(not state.playing[seat] for seat in tied):
        yield "tied", "at least two of those who play are tied."
        return
    piles = {rounds.cards_won(state, seat) + int(state.turned[seat] != NONE) for seat in tied}
    if len(piles) > 1 or (state.phase == SUDDEN_DEATH) != (piles != {0}):
        yield "won", "the tied have equally many cards; with none at all, lots are drawn."
    lying = [seat for seat in range(records.SEATS) if state.turned[seat] != NONE]
    if lying != tied[: len(lying)] or len(lying) == len(tied):
        yield "turned", "in a sudden death the tied turn a card each, the lowest seat first."


def _end(box: Box, state: State) -> Iterator[Fault]:
    if state.phase == DRAWING and state.rounds < ROUNDS:
        yield "phase", "an ability is drawn only for a final."
    if state.phase == ENDED and state.rounds < ROUNDS:
        yield "phase", f"the game ends after {ROUNDS} rounds."
    if state.champion != NONE and (state.phase != ENDED or not state.playing[state.champion]):
        yield "champion", "a final is won, by somebody who played it, when the game is over."
    if state.phase == ENDED and state.champion == NONE and box.final_tie and rounds.is_shared(state):
        yield "champion", "with final_tie somebody wins the final."
    if state.phase == FIRST and (state.rounds or state.battles):
        yield "phase", "the first declarer is drawn once, before everything."


def _last(box: Box, state: State) -> Iterator[Fault]:
    """What was seen last: a battle that was declared, with its earlier layers, or a sudden death without."""
    lying = int(np.sum(state.last != NONE))
    if (state.last_result == NONE) != bool(lying == 0 and not state.last_cards):
        yield "last", "it shows the cards of the last battle, if there was one."
    if int(state.last_cards) != lying + int(state.last_stake.sum(dtype=int)):
        yield "last_cards", "it counts the cards of the last battle, with its earlier layers."
    is_battle = state.last_result in (WON, MASHUP, SPENT)
    if state.last_result != BY_LOT and (state.last_declared != NONE) != is_battle:
        yield "last_declared", "high or low was declared in the last battle, and in no sudden death."
    if state.last_declared == NONE and np.any(state.last_stake):
        yield "last_stake", "there are no tied layers where nothing was declared."
