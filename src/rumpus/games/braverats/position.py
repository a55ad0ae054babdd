"""Which positions can lie on a table: the sixteen cards, each in one place, and a phase that fits them.

Each check yields the field that is wrong and a sentence; they run in this order, and each may rely on those before it.
"""

from collections.abc import Iterator, Set
from typing import Any

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.braverats.rules import clash, records, rounds, variations
from rumpus.games.braverats.rules.records import (
    APPLEWOODS,
    CARDS,
    CLANS,
    EMPEROR_GAMES,
    EMPEROR_LIMIT,
    LUCKY_HAND,
    PACKET,
    RATS,
    ROUNDS,
    SEATS,
    YARGS,
)  # fmt: skip

Fault = tuple[str, str]


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


def fault(box: Box, state: State) -> Fault | None:
    """The first thing wrong with a position: the field, and a sentence."""
    checks = (_unknowns, _counts, _rounds, _places, _phase, _choices, _cards, _exchanges, _hands, _ending, _numbers)
    return next((found for check in checks for found in check(box, state)), None)


# Cards ------------------------------------------------------------------------------------------------------------


def _unknowns(box: Box, state: State) -> Iterator[Fault]:
    for name in ("unknown_hand", "unknown_pile", "unknown_packet"):
        if np.any(state[name]):
            yield name, "a position must say where every card is, so this must be 0."


def _counts(box: Box, state: State) -> Iterator[Fault]:
    for name in ("hand", "pile", "deck", "packet", "secret"):
        if np.any(state[name] > SEATS):
            yield name, f"the box has {SEATS} of each card."


def _rounds(box: Box, state: State) -> Iterator[Fault]:
    if state.rounds > ROUNDS:
        yield "rounds", f"a game has at most {ROUNDS} rounds, found {state.rounds}."
        return
    fought = state.fought[: state.rounds]
    if np.any(fought == NONE) or np.any(state.fought[state.rounds :] != NONE):
        yield "fought", f"there must be a card of each clan for each of the {state.rounds} rounds, and no more."
    if np.any(state.won_by[state.rounds :] != NONE):
        yield "won_by", f"only the {state.rounds} rounds fought so far can have been won."


def _places(box: Box, state: State) -> Iterator[Fault]:
    """Some places are only there in some variations."""
    if not box.lucky_draw and state.pile.sum():
        yield "pile", "there are piles only with lucky_draw."
    if not box.draft and state.packet.sum():
        yield "packet", "there are packets only with draft."
    if not (box.draft or box.random_deal) and state.deck.sum():
        yield "deck", "there is a deck only with draft or random_deal."
    if state.phase < records.DRAWING and state.pile.sum():
        yield "pile", "there are no piles before the cards are dealt."
    if state.princes != NONE and not (box.princess_attack and state.phase != records.ATTACK):
        yield "princes", "only after a princess_attack one clan has both Princes."
    if np.any(state.given != NONE) and not (box.traitor and state.phase >= records.TRAITOR):
        yield "given", "only a traitor is given to the other clan, after the cards are dealt."
    if np.any(state.secret > state.hand):
        yield "secret", "a clan can only keep secret what it has in hand."


def _owned(state: State) -> Any:
    """The cards of each clan, wherever they are: in hand, in the pile, on the table or set aside."""
    owned = state.hand.astype(int) + state.pile
    for seat in range(SEATS):
        for card in [*state.fought[: state.rounds, seat], state.choice[seat]]:
            if card != NONE:
                owned[seat, card] += 1
    return owned


def _cards(box: Box, state: State) -> Iterator[Fault]:
    """Two of each card, eight for each clan (§1.2)."""
    owned = _owned(state)
    for card, number in enumerate(owned.sum(axis=0) + state.deck + state.packet):
        if number != SEATS:
            yield "hand", f"'{RATS[card]}' is there {number} times in all; the box has {SEATS}."
    if state.phase in (records.OPENER, records.PACKING, records.KEEPING, records.DEALING):
        return
    if state.deck.sum() or state.packet.sum():
        yield "deck" if state.deck.sum() else "packet", "all cards must be dealt by now."
    for seat, number in enumerate(owned.sum(axis=1)):
        if number != CARDS:
            yield "hand", f"the {CLANS[seat]} have {number} cards in all, played ones counted; it must be {CARDS}."


def _exchanges(box: Box, state: State) -> Iterator[Fault]:
    """Princess Attack and Traitor leave hands that tell how they went (§6.1, §6.6)."""
    if state.phase == records.TRAITOR and state.given[YARGS] != NONE and not state.hand[YARGS, state.given[YARGS]]:
        yield "given", "a clan can only give what it has."
    if box.draft or box.random_deal or not (box.traitor or box.princess_attack):
        return
    expected = np.ones((SEATS, CARDS), int)
    if box.princess_attack and state.phase != records.ATTACK:
        if state.princes == NONE:
            yield "princes", "with princess_attack one clan has both Princes."
            return
        variations.gather_princes(expected, state.princes)
    if box.traitor and state.phase > records.TRAITOR:
        if np.any(state.given == NONE):
            yield "given", "with traitor each clan has given a card."
            return
        variations.exchange(expected, state.given[YARGS], state.given[APPLEWOODS])
    if np.any(_owned(state) != expected):
        yield "hand", "each clan has its own eight cards but for those that changed sides."


# Phases -----------------------------------------------------------------------------------------------------------


def _allowed_phases(box: Box) -> list[int]:
    wanted = {
        records.ATTACK: box.princess_attack,
        records.OPENER: box.draft,
        records.PACKING: box.draft,
        records.KEEPING: box.draft,
        records.DEALING: box.random_deal,
        records.TRAITOR: box.traitor,
        records.DRAWING: box.lucky_draw,
        records.PLAYING: True,
        records.GATHERING: box.emperor,
        records.ENDED: True,
    }
    return [phase for phase, is_there in wanted.items() if is_there]


def _phase(box: Box, state: State) -> Iterator[Fault]:
    if state.phase not in _allowed_phases(box):
        allowed = ", ".join(records.PHASES[one] for one in _allowed_phases(box))
        yield "phase", f"with these switches it can be {allowed}."
    if state.phase < records.DRAWING and state.rounds:
        yield "rounds", "no round can have been fought before the cards are dealt."
    if state.phase in (records.PACKING, records.KEEPING):
        yield from _draft(state)
    elif state.opener != NONE or state.keeper != NONE or state.secret.sum():
        yield "opener", "only a draft that is under way has packets and secrets."
    if state.phase == records.OPENER and state.deck.sum() != SEATS * CARDS:
        yield "deck", "before the first packet all cards are in the deck."
    if state.phase == records.DEALING and not (state.hand[YARGS].sum() < CARDS and not state.hand[APPLEWOODS].sum()):
        yield "hand", "while cards are dealt, the Yargs have fewer than eight and the Applewoods none."
    if state.phase == records.TRAITOR and state.given[APPLEWOODS] != NONE:
        yield "given", "both traitors have been drawn, so they must have changed sides."
    if state.phase == records.DRAWING and rounds.seat_to_draw(state) == NONE:
        yield "phase", "nobody has a card to draw."


def _draft(state: State) -> Iterator[Fault]:
    """Packets are shared out two and two, the opener first (§6.4)."""
    size, is_packing = int(state.packet.sum()), state.phase == records.PACKING
    if is_packing and not (size < PACKET and state.deck.sum()):
        yield "packet", "a packet that is being filled has fewer than four cards, and the deck has some left."
    if not is_packing and not 2 <= size <= PACKET:
        yield "packet", "somebody must be about to keep one of two to four cards."
    if state.opener == NONE or state.keeper == NONE:
        yield "opener", "somebody must have opened the packet, and somebody keep the next card."
        return
    taken = 0 if is_packing else PACKET - size
    if state.keeper != (1 - state.opener if taken == 1 else state.opener):
        yield "keeper", "the clans keep a card in turn, the one that opened the packet first."
    if any(int(state.hand[seat].sum()) != _kept(state, seat, taken) for seat in range(SEATS)):
        yield "hand", "of each packet each clan keeps two cards."
    if any(int(state.secret[seat].sum()) != _secrets(state, seat, taken) for seat in range(SEATS)):
        yield "secret", "of each packet the first card kept is a secret of the clan that opened it."


def _packets_before(state: State, taken: int) -> int:
    """How many packets were shared out before this one."""
    return (SEATS * CARDS - int(state.deck.sum()) - int(state.packet.sum()) - taken) // PACKET


def _kept(state: State, seat: int, taken: int) -> int:
    """How many cards a clan has kept so far."""
    return 2 * _packets_before(state, taken) + ((taken + 1) // 2 if seat == state.opener else taken // 2)


def _secrets(state: State, seat: int, taken: int) -> int:
    """How many of them the other clan has not seen: one of each packet that this clan opened."""
    before = _packets_before(state, taken)
    return before // 2 + (int(taken > 0) if seat == state.opener else before % 2)


def _choices(box: Box, state: State) -> Iterator[Fault]:
    if state.phase != records.PLAYING:
        if np.any(state.choice != NONE):
            yield "choice", "a card can only be on the table while the clans choose."
        return
    if np.all(state.choice != NONE):
        yield "choice", "when both clans have laid a card, they fight at once."
    if state.spied != NONE and state.choice[1 - state.spied] != NONE:
        yield "choice", f"the {CLANS[state.spied]} are spied upon and have to show a card first."
    if state.rounds == ROUNDS:
        yield "rounds", "all eight rounds are fought, so the game is over."


def _hands(box: Box, state: State) -> Iterator[Fault]:
    """Lucky Draw: three cards, as long as the pile lasts (§6.2)."""
    if not box.lucky_draw or state.phase < records.DRAWING:
        return
    hands = state.hand.sum(axis=1) + (state.choice != NONE)
    if np.any(hands > LUCKY_HAND):
        yield "hand", f"with lucky_draw a hand has at most {LUCKY_HAND} cards."
    if state.phase == records.PLAYING and np.any((hands < LUCKY_HAND) & (state.pile.sum(axis=1) > 0)):
        yield "hand", f"with lucky_draw a clan draws up to {LUCKY_HAND} cards before it chooses."


# The end ----------------------------------------------------------------------------------------------------------


def _ending(box: Box, state: State) -> Iterator[Fault]:
    """A finished game says how it ended, and nothing else does (§5)."""
    is_over = state.phase in (records.GATHERING, records.ENDED)
    if state.ending == NONE:
        yield "ending", f"it must be one of {', '.join(records.ENDINGS)}."
    if is_over != (state.ending > records.NOT_YET):
        yield "ending", "a game has an ending exactly when it is over."
    if not is_over and state.winner != NONE:
        yield "winner", "a game has no winner before it is over."
    if is_over and state.winner != _winner(box, state):
        yield "winner", "it must be the clan that won by the rules, or none after a tie."
    if is_over and state.ending != _how(box, state):
        yield "ending", f"by the rules this game ended so: {records.ENDINGS[_how(box, state)]}."


def _how(box: Box, state: State) -> int:
    """How the game on the table has ended, by the rules."""
    if state.rounds and _princess_won(box, state):
        return records.BY_PRINCESS
    if np.any(state.victories >= box.enough):
        return records.BY_VICTORIES
    return records.OUT_OF_CARDS if state.rounds == ROUNDS else records.NOT_YET


def _princess_won(box: Box, state: State) -> bool:
    yargs, applewoods = state.fought[state.rounds - 1]
    return clash.princess_takes(box, yargs, applewoods) or clash.princess_takes(box, applewoods, yargs)


def _winner(box: Box, state: State) -> int:
    how = _how(box, state)
    if how == records.BY_PRINCESS:
        return YARGS if clash.princess_takes(box, *state.fought[state.rounds - 1]) else APPLEWOODS
    if how == records.BY_VICTORIES:
        return rounds.leader(state.victories)
    return rounds.winner_without_cards(box, state) if how == records.OUT_OF_CARDS else NONE


def _numbers(box: Box, state: State) -> Iterator[Fault]:
    most, won = 2 * int(state.rounds), int(state.victories.astype(int).sum())
    if won > most:
        yield "victories", f"{state.rounds} rounds are worth at most {most} victories."
    if won + int(state.held.max()) > most:
        yield "held", f"{state.rounds} rounds are worth at most {most} victories."
    if state.phase < records.GATHERING and np.any(state.victories >= box.enough):
        yield "victories", f"{box.enough} victories end the game."
    if np.all(state.victories >= box.enough):
        yield "victories", f"only one clan can have {box.enough} victories."
    yield from _games(box, state)


def _games(box: Box, state: State) -> Iterator[Fault]:
    """The Emperor (§6.7)."""
    won, games = state.games_won.astype(int), int(state.games)
    if games > EMPEROR_LIMIT or won.sum() > games or (games and not box.emperor):
        yield "games", "only an Emperor's match counts games, at most twenty, and not more are won than played."
    is_decided = won.max() >= EMPEROR_GAMES or games == EMPEROR_LIMIT
    if box.emperor and is_decided != (state.phase == records.ENDED):
        yield "games", "an Emperor's match ends when a clan has won two games, or after twenty."
    if won.min() >= EMPEROR_GAMES or won.max() > EMPEROR_GAMES:
        yield "games_won", "an Emperor's match ends with the second game won."
