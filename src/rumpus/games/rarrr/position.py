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
    DRAFTED,
    ENDED,
    FIRST,
    HAND,
    KATAKANA_DEAL,
    KATAKANA_DRAFT,
    KINDS,
    LAYING,
    NAMING,
    POWER_DEAL,
    POWER_DRAFT,
    RETURNING,
    ROUNDS,
    SEATS,
    SELECTING,
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
    _settle_draft(state, given)
    if "last_passer" not in given and state.turn != NONE:
        state.last_passer = _last_passer(state)
    if "drawn" not in given:
        state.drawn[:] = (state.waiting != 0) | (state.owner != NONE)
        if state.contested != NONE:
            state.drawn[state.contested] = 1


def _settle_draft(state: State, given: Set[str]) -> None:
    """At the start of a draft everybody has looked at the pack before them; at its end everybody has three Katakana."""
    for phase, memory, packs in ((KATAKANA_DRAFT, "offered", "choices"), (POWER_DRAFT, "seen", "pack")):
        if state.phase == phase and memory not in given and not np.any(state.picked):
            getattr(state, memory)[:, 0] = getattr(state, packs)
    if state.phase == NAMING and "picked" not in given:
        state.picked[: state.players] = DRAFTED


def _last_passer(state: State) -> int:
    """Whoever has passed and sat nearest before the one whose turn it is."""
    before = [(int(state.turn) - step) % int(state.players) for step in range(1, int(state.players))]
    if state.phase == RETURNING:
        return int(state.turn)
    return next((seat for seat in before if state.passed[seat]), NONE)


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
    checks = (_rounds, _seats, _monsters, _katakana, _cards, _known, _cities, _sets, _turn, _half, _memory)
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
    for name in ("hand", "pack", "up", "down", "known", "perhaps", "gone", "boosts", "icons", "sets"):
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


def _katakana(box: Box, state: State) -> Iterator[Fault]:
    """Each in one place; three for each when names are chosen; packs as they were passed on, if anybody saw them."""
    if state.phase not in (KATAKANA_DRAFT, NAMING):
        return
    drafted = [int(card) for card in state.drafted.reshape(-1) if card != NONE]
    if len(set(drafted)) != len(drafted) or np.any(state.choices.sum(axis=0)[drafted]):
        yield "drafted", "there is one of each Katakana."
    if state.phase == NAMING and len(drafted) != DRAFTED * state.players:
        yield "drafted", "everybody has three Katakana when monsters get their names."
    for seat in range(state.players):
        if state.left_out[seat] != NONE and state.left_out[seat] not in state.drafted[seat]:
            yield "left_out", "what is left out was drafted."
    if state.phase == KATAKANA_DRAFT or np.any(state.offered):
        yield from _passed_on(state, "offered", "drafted", "choices", DRAFTED)


def _passed_on(state: State, memory: str, picks: str, packs: str, length: int) -> Iterator[Fault]:
    """What everybody saw is what their neighbour had passed on (§3.2)."""
    seen, taken, players = getattr(state, memory).astype(int), getattr(state, picks), int(state.players)
    rounds = min(int(state.picked[seat]) for seat in range(players))
    for seat in range(players):
        if int(seen[seat, 0].sum()) != length:
            yield memory, f"the first pack that one sees has {length} cards."
            return
        if not 0 <= int(state.picked[seat]) - rounds <= 1 or _number(taken[seat] != NONE) != state.picked[seat]:
            yield "picked", "everybody has picked as often as the others, or once more, and each pick is told."
            return
    for seat in range(players):
        for number in range(1, min(rounds + 1, length)):
            right = (seat - 1) % players
            passed = seen[right, number - 1] - (np.arange(seen.shape[-1]) == taken[right, number - 1])
            if np.any(passed != seen[seat, number]):
                yield memory, "a pack is what the neighbour to the right saw, less what they took."
                return
        if rounds < length:
            now = seen[seat, rounds]
            if state.picked[seat] > rounds:
                now = now - (np.arange(len(now)) == taken[seat, rounds])
            if np.any(now != getattr(state, packs)[seat]):
                yield packs, "the pack before one is the last that one saw, less what was taken of it."
                return


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


def _known(box: Box, state: State) -> Iterator[Fault]:
    """What everybody knows of a hand is so, and there are so many cards."""
    if np.any(state.known > state.hand):
        yield "known", "what is known to be in a hand is there."
    shown = [state.gone, state.up, state.known, state.perhaps]
    told = sum(one.astype(int) for one in shown)
    if np.any(told.sum(axis=0) > box.copies):
        yield "perhaps", "there are more Power cards of a kind than the box has."
    if np.any(told.sum(axis=1) > HAND):
        yield "perhaps", f"nobody has more than {HAND} Power cards in a round."
    for seat in range(state.players):
        laid = HAND - int(state.cards[seat]) - _number(state.gone[seat]) - _number(state.up[seat])
        if np.any((state.perhaps[seat] > 0) & ((state.since[seat] < 1) | (state.since[seat] > laid))):
            yield "since", "so many cards cannot have been laid face down since."
        if _number(state.perhaps[seat]) > int(state.cards[seat]) - _number(state.known[seat]) + laid:
            yield "perhaps", "nobody has so many cards that the others have not seen."


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
    if state.phase == SELECTING and not np.any(waiting):
        yield "waiting", "there is a city to be chosen."
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
    if not box.face_down and np.any(state.down):
        yield "down", "cards lie face down only with the switch for it."
    if state.phase not in FIGHTING and any(np.any(one) for one in (state.up, state.down, state.level, state.passed)):
        yield "up", "sets lie on the table only during a battle."


def _turn(box: Box, state: State) -> Iterator[Fault]:
    if state.phase == LAYING and (state.passed[state.turn] or not state.cards[state.turn]):
        yield "turn", "who has passed, or has no Power, takes no turn."
    others = [seat for seat in range(state.players) if seat != state.turn]
    if state.phase == LAYING and state.level[state.turn] and all(state.passed[seat] for seat in others):
        yield "turn", "who is left alone with a set has won."
    if (
        state.phase in FIGHTING
        and np.any(state.passed)
        and not (state.last_passer != NONE and state.passed[state.last_passer])
    ):
        yield "last_passer", "it is one of those who have passed."
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
    for type in range(len(TYPES)):
        shown, size = _number(_of_type(state.half_up, type)), int(state.half_sets[type])
        is_begun = bool(size or type == state.half)
        if is_begun and not (1 <= shown <= size <= limit(box, state, int(state.turn), type)):
            yield (
                "half_sets",
                "a set has a card of its type face up, and no more cards than the monster has icons of it.",
            )
        if (is_begun and state.sets[state.turn, type]) or (shown and not size):
            yield "half_sets", "a type is laid once in a battle, and its cards are counted."
    if not box.face_down and np.any(state.half_down):
        yield "half_down", "cards lie face down only with the switch for it."
    for boost in range(BOOSTS):
        if int(np.sum(state.half_boosted == boost)) > int(state.boosts[state.turn, boost]):
            yield "half_boosted", "a boost is laid once, and only if it is left."


def _memory(box: Box, state: State) -> Iterator[Fault]:
    """Whoever remembers the draft has in play what they drafted."""
    if state.phase != POWER_DRAFT and not (state.phase > POWER_DRAFT and np.any(state.picked)):
        return
    yield from _passed_on(state, "seen", "picks", "pack", HAND)
    for seat in range(state.players):
        drafted = np.bincount(state.picks[seat][state.picks[seat] != NONE], minlength=KINDS)
        in_play = state.hand[seat].astype(int) + state.up[seat] + state.down[seat] + state.gone[seat]
        told = state.gone[seat].astype(int) + state.up[seat] + state.known[seat] + state.perhaps[seat]
        if np.any(in_play > drafted) or np.any(told > drafted):
            yield "picks", "what is in play was drafted."
