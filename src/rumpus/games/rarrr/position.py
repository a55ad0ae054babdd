"""Which positions can lie on a table: every card in one place, and a phase that fits them.

Each check yields the field that is wrong and a sentence; they run in this order, and each may rely on those before it.
What everybody saw in the draft may be left out: then nobody remembers it.
"""

from collections.abc import Iterator, Set
from typing import Any

import numpy as np

from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.rarrr.rules import records
from rumpus.games.rarrr.rules.monsters import icons_of
from rumpus.games.rarrr.rules.records import (
    BOOSTS,
    CITIES_A_ROUND,
    ENDED,
    FIRST,
    HAND,
    KATAKANA_DEAL,
    KINDS,
    LAYING,
    NAMING,
    POWER_DEAL,
    POWER_DRAFT,
    RETURNING,
    ROUNDS,
    SEATS,
    TYPES,
)
from rumpus.games.rarrr.rules.sets import boost_value, limit, power, sum_up

Fault = tuple[str, str]
FIGHTING = (LAYING, RETURNING)


def settle(box: Box, state: State, given: Set[str]) -> None:
    """Fill in what follows from the rest: icons from names, levels and sizes from sets, cards in hand from hands."""
    for seat in range(state.players):
        if "icons" not in given and np.all(state.name[seat] != NONE):
            state.icons[seat] = _icons(box, state, seat)
        if "cards" not in given:
            state.cards[seat] = int(state.hand[seat].sum(dtype=int))
        if "sets" not in given:
            for type in range(len(TYPES)):
                state.sets[seat, type] = int(_of_type(state.up[seat], type).sum(dtype=int))
        if "level" not in given:
            state.level[seat] = _level(box, state, seat)
    if "drawn" not in given:
        state.drawn[:] = (state.waiting != 0) | (state.owner != NONE)
        if state.contested != NONE:
            state.drawn[state.contested] = 1


def _icons(box: Box, state: State, seat: int) -> list[int]:
    return [icons_of(box, state, seat, type) for type in range(len(TYPES))]


def _number(cards: Any) -> int:
    return int(np.asarray(cards).sum(dtype=int))


def _of_type(counts: Any, type: int) -> Any:
    return np.asarray(counts).reshape(len(TYPES), records.VALUES)[type]


def _level(box: Box, state: State, seat: int) -> int:
    """What the sets of a seat make together (§4.4, §4.5)."""
    total = 0
    for type in range(len(TYPES)):
        boost = boost_value(box, int(state.boosted[seat, type]))
        total += power(sum_up(box, state.up[seat], type), boost, int(state.sets[seat, type]))
    return total


def fault(box: Box, state: State) -> Fault | None:
    """The first thing wrong with a position: the field, and a sentence."""
    checks = (_rounds, _seats, _monsters, _cards, _cities, _sets, _turn, _half, _memory)
    return next((found for check in checks for found in check(box, state)), None)


def _rounds(box: Box, state: State) -> Iterator[Fault]:
    if not 0 <= state.rounds <= ROUNDS or (state.rounds == ROUNDS) != (state.phase == ENDED):
        yield "rounds", f"a game has {ROUNDS} rounds, and is over after the last."
    if state.phase < POWER_DEAL and state.rounds:
        yield "phase", "monsters are made once, before the first round."


def _seats(box: Box, state: State) -> Iterator[Fault]:
    if (state.angriest == NONE) != (state.phase == FIRST) or state.angriest >= state.players:
        yield "angriest", "somebody at the table is the angriest as soon as that is drawn."
    if (state.turn != NONE) != (state.phase in FIGHTING) or state.turn >= state.players:
        yield "turn", "it is somebody's turn during a battle, and only then."
    for name in ("hand", "pack", "up", "down", "known", "gone", "boosts", "icons", "sets"):
        if np.any(getattr(state, name)[state.players :]):
            yield name, "nobody sits there."


def _monsters(box: Box, state: State) -> Iterator[Fault]:
    playing = range(state.players)
    has_monster = [state.monster[seat] != NONE for seat in playing]
    if state.phase >= KATAKANA_DEAL and not all(has_monster):
        yield "monster", "everybody has a Monster before Katakana are dealt."
    given = [int(one) for one in state.monster if one != NONE]
    parts = [int(one) for one in state.name.reshape(-1) if one != NONE]
    if len(set(given)) != len(given):
        yield "monster", "there is one of each Monster."
    if len(set(parts)) != len(parts):
        yield "name", "there is one of each syllable."
    for seat in playing:
        is_named = bool(np.all(state.name[seat] != NONE))
        if is_named != (state.phase > NAMING) or (is_named and int(state.monster[seat]) not in state.name[seat]):
            yield "name", "a finished monster has three syllables, one of them its Monster's."
        elif is_named and state.icons[seat].tolist() != _icons(box, state, seat):
            yield "icons", "a monster has the icons of its three syllables."


def _cards(box: Box, state: State) -> Iterator[Fault]:
    seen = state.deck.astype(int)
    for name in ("pack", "hand", "up", "down", "gone"):
        seen = seen + getattr(state, name).sum(axis=0, dtype=int)
    if np.any(seen > box.copies):
        yield "hand", "there are more Power cards of a kind than the box has."
    for seat in range(SEATS):
        if state.cards[seat] != state.hand[seat].sum(dtype=int):
            yield "cards", "it counts the cards in hand."
        own = sum(int(getattr(state, name)[seat].sum(dtype=int)) for name in ("hand", "up", "down", "gone"))
        if own > HAND:
            yield "hand", f"nobody has more than {HAND} Power cards in a round."


def _cities(box: Box, state: State) -> Iterator[Fault]:
    taken, waiting = state.owner != NONE, state.waiting != 0
    if np.any(state.owner >= state.players):
        yield "owner", "nobody sits there."
    if np.any((taken | waiting) & (state.drawn == 0)) or np.any(taken & waiting):
        yield "drawn", "a city that waits or was won has been dealt, and is not both."
    if (state.contested != NONE) != (state.phase in FIGHTING):
        yield "contested", "a city is fought for during a battle, and only then."
    elif state.contested != NONE and (taken[state.contested] or waiting[state.contested]):
        yield "contested", "what is fought for does not wait, and is nobody's yet."
    if int(waiting.sum()) > CITIES_A_ROUND - int(state.contested != NONE):
        yield "waiting", f"a round has {CITIES_A_ROUND} cities."


def _sets(box: Box, state: State) -> Iterator[Fault]:
    for seat in range(state.players):
        for type in range(len(TYPES)):
            shown, size = int(_of_type(state.up[seat], type).sum(dtype=int)), int(state.sets[seat, type])
            is_passing = state.phase == RETURNING and seat == state.turn
            if size < shown or (size > 0 and shown == 0 and not is_passing):
                yield "sets", "a set has at least one card of its type face up."
            elif size and size > limit(box, state, seat, type):
                yield "sets", "a set has no more cards than the monster has icons of its type."
            if state.boosted[seat, type] != NONE and not size and not is_passing:
                yield "boosted", "only a set is boosted."
        if _number(state.sets[seat]) != _number(state.up[seat]) + _number(state.down[seat]):
            yield "down", "what lies face down belongs to a set."
        if not state.passed[seat] and state.level[seat] != _level(box, state, seat):
            yield "level", "the dial shows what the sets make together."
        used = [int(boost) for boost in state.boosted[seat] if boost != NONE]
        if len(set(used)) != len(used) or any(state.boosts[seat, boost] for boost in used):
            yield "boosted", "a boost is laid once, and is not left then."
    if state.phase not in FIGHTING and any(np.any(one) for one in (state.up, state.down, state.level, state.passed)):
        yield "up", "sets lie on the table only during a battle."


def _turn(box: Box, state: State) -> Iterator[Fault]:
    if state.phase == LAYING and (state.passed[state.turn] or not state.cards[state.turn]):
        yield "turn", "who has passed, or has no Power, takes no turn."
    if state.phase == RETURNING and not (state.passed[state.turn] and 1 <= state.returns <= 2):
        yield "returns", "who has passed may take one card back, or two."
    if state.phase != RETURNING and state.returns:
        yield "returns", "cards are taken back only after a pass."


def _half(box: Box, state: State) -> Iterator[Fault]:
    laid = state.half_up.astype(int) + state.half_down
    if state.phase != LAYING:
        if np.any(laid) or state.half != NONE:
            yield "half_up", "sets are laid only in a turn."
        return
    if np.any(laid > state.hand[state.turn]):
        yield "half_up", "only what is in hand can be laid."
    if int(laid.sum()) != int(state.half_sets.sum(dtype=int)) or (state.half != NONE) != bool(np.any(laid)):
        yield "half_sets", "it counts the cards of the sets that are being laid."
    for boost in range(BOOSTS):
        if int(np.sum(state.half_boosted == boost)) > int(state.boosts[state.turn, boost]):
            yield "half_boosted", "a boost is laid once, and only if it is left."


def _memory(box: Box, state: State) -> Iterator[Fault]:
    """Whoever remembers the draft has in play what they drafted."""
    if state.phase < POWER_DRAFT or not np.any(state.picked):
        return
    for seat in range(state.players):
        drafted = np.bincount(state.picks[seat][state.picks[seat] != NONE], minlength=KINDS)
        if int(drafted.sum()) != state.picked[seat]:
            yield "picks", "there are as many picks as were made."
        in_play = state.hand[seat].astype(int) + state.up[seat] + state.down[seat] + state.gone[seat]
        if np.any(in_play > drafted):
            yield "picks", "what is in play was drafted."
