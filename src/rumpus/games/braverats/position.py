"""Which positions can lie on a table: the sixteen cards, each in one place, and a phase that fits the switches."""

from collections.abc import Iterator, Set

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.braverats.rules import records, rounds
from rumpus.games.braverats.rules.records import CLANS, LUCKY_HAND, PACKET, RATS, ROUNDS, SEATS

Fault = tuple[str, str]


def fault(box: Box, state: State) -> Fault | None:
    """The first thing wrong with a position: the field, and a sentence."""
    checks = (_unknowns, _rounds, _places_of_cards, _phase, _cards, _choices, _numbers)
    return next((found for check in checks for found in check(box, state)), None)


def settle(box: Box, state: State, given: Set[str]) -> None:
    """Fill in what a position need not say: where it names hands but no phase, the cards are dealt."""
    if "phase" in given or "hand" not in given:
        return
    if "deck" not in given:
        state.deck[:] = 0
    if np.all(state.choice == NONE):
        rounds.draw_up(box, state)
    else:
        state.phase = records.PLAYING


def _unknowns(box: Box, state: State) -> Iterator[Fault]:
    for name in ("unknown_hand", "unknown_pile", "unknown_packet"):
        if np.any(state[name]):
            yield name, "a position must say where every card is, so this must be 0."


def _rounds(box: Box, state: State) -> Iterator[Fault]:
    if state.rounds > ROUNDS:
        yield "rounds", f"a game has at most {ROUNDS} rounds, found {state.rounds}."
        return
    fought = state.fought[: state.rounds]
    if np.any(fought == NONE) or np.any(state.fought[state.rounds :] != NONE):
        yield "fought", f"there must be a card of each clan for each of the {state.rounds} rounds, and no more."
    if np.any(state.won_by[state.rounds :] != NONE):
        yield "won_by", f"only the {state.rounds} rounds fought so far can have been won."


def _places_of_cards(box: Box, state: State) -> Iterator[Fault]:
    """Some places are only there in some variations."""
    if not box.lucky_draw and state.pile.sum():
        yield "pile", "there are piles only with lucky_draw."
    if not box.draft and state.packet.sum():
        yield "packet", "there are packets only with draft."
    if not (box.draft or box.random_deal) and state.deck.sum():
        yield "deck", "there is a deck only with draft or random_deal."
    if np.any(state.secret > state.hand):
        yield "secret", "a clan can only keep secret what it has in hand."


def _allowed_phases(box: Box) -> set[int]:
    phases = {records.PLAYING, records.ENDED}
    phases |= {records.OPENER, records.PACKING, records.KEEPING} if box.draft else set()
    phases |= {records.DEALING} if box.random_deal else set()
    phases |= {records.ATTACK} if box.princess_attack else set()
    phases |= {records.TRAITOR} if box.traitor else set()
    phases |= {records.DRAWING} if box.lucky_draw else set()
    phases |= {records.GATHERING} if box.emperor else set()
    return phases


def _phase(box: Box, state: State) -> Iterator[Fault]:
    phase = int(state.phase)
    if phase not in _allowed_phases(box):
        allowed = ", ".join(records.PHASES[one] for one in sorted(_allowed_phases(box)))
        yield "phase", f"with these switches it can be {allowed}."
    elif phase == records.KEEPING and not (state.keeper >= 0 and 2 <= state.packet.sum() <= PACKET):
        yield "packet", "somebody must be about to keep one of two to four cards."
    elif phase in (records.PACKING, records.KEEPING) and (state.opener == NONE or state.keeper == NONE):
        yield "opener", "somebody must have opened the packet, and somebody keep the next card."
    elif phase == records.PACKING and not (state.packet.sum() < PACKET and state.deck.sum()):
        yield "packet", "a packet that is being filled has fewer than four cards, and the deck has some left."
    elif phase == records.DEALING and not (state.hand[records.YARGS].sum() < ROUNDS and not state.hand[1].sum()):
        yield "hand", "while cards are dealt, the Yargs have fewer than eight and the Applewoods none."
    elif phase == records.TRAITOR and state.given[records.APPLEWOODS] != NONE:
        yield "given", "both traitors have been drawn, so they must have changed sides."
    elif phase == records.DRAWING and rounds.seat_to_draw(state) == NONE:
        yield "phase", "nobody has a card to draw."


def _cards(box: Box, state: State) -> Iterator[Fault]:
    """Two of each card, eight for each clan (§1.2)."""
    owned = state.hand + state.pile
    for seat in range(SEATS):
        for card in [*state.fought[: state.rounds, seat], *state.choice[seat : seat + 1]]:
            owned[seat, card] += card >= 0
    there = owned.sum(axis=0) + state.deck + state.packet
    for card, number in enumerate(there):
        if number != SEATS:
            yield "hand", f"'{RATS[card]}' is there {number} times in all; the box has {SEATS}."
    if not (state.deck.sum() or state.packet.sum()):
        for seat, number in enumerate(owned.sum(axis=1)):
            if number != ROUNDS:
                yield "hand", f"the {CLANS[seat]} have {number} cards in all, played ones counted; it must be {ROUNDS}."


def _choices(box: Box, state: State) -> Iterator[Fault]:
    if state.phase != records.PLAYING:
        if np.any(state.choice != NONE):
            yield "choice", "a card can only be on the table while the clans choose."
        return
    if np.all(state.choice != NONE):
        yield "choice", "when both clans have laid a card, they fight at once."
    if state.spied >= 0 and state.choice[1 - state.spied] != NONE:
        yield "choice", f"the {CLANS[state.spied]} are spied upon and have to show a card first."
    if state.rounds == ROUNDS:
        yield "rounds", "all eight rounds are fought, so the game is over."
    if box.lucky_draw:
        yield from _lucky_hands(state)


def _lucky_hands(state: State) -> Iterator[Fault]:
    hands = state.hand.sum(axis=1) + (state.choice != NONE)
    if np.any(hands > LUCKY_HAND):
        yield "hand", f"with lucky_draw a hand has at most {LUCKY_HAND} cards."
    if np.any((hands < LUCKY_HAND) & (state.pile.sum(axis=1) > 0)):
        yield "hand", f"with lucky_draw a clan draws up to {LUCKY_HAND} cards before it chooses."


def _numbers(box: Box, state: State) -> Iterator[Fault]:
    most = 2 * int(state.rounds)
    if state.victories.sum() > most:
        yield "victories", f"{state.rounds} rounds are worth at most {most} victories."
    if np.any(state.held > most):
        yield "held", f"{state.rounds} rounds are worth at most {most} victories."
    if state.phase < records.GATHERING and np.any(state.victories >= box.enough):
        yield "victories", f"{box.enough} victories end the game."
    if (state.phase >= records.GATHERING) != (state.ending > records.NOT_YET):
        yield "ending", "a game has an ending exactly when it is over."
    if state.ending == NONE:
        yield "ending", f"it must be one of {', '.join(records.ENDINGS)}."
    if state.games > records.EMPEROR_LIMIT or state.games_won.sum() > state.games or (state.games and not box.emperor):
        yield "games", "only an Emperor's match counts games, at most twenty, and not more are won than played."
