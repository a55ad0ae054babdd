"""§9.5, §10 The pile is resolved: what each word does."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.arrr.rules.announcing import misses, side_of
from rumpus.games.arrr.rules.deeds import NO_CHALLENGING, NO_SAILING, ask_again
from rumpus.games.arrr.rules.holdings import (
    always,
    discard_hand,
    discard_marked,
    equipped,
    gain,
    hand_size,
    has_crew,
    has_events,
    lose,
    pocket,
    put_off,
    put_off_all,
    start_draw,
    steal,
)
from rumpus.games.arrr.rules.records import (
    AFTER,
    ARMOUR,
    BAR,
    CANCEL,
    DAMAGE,
    DAMAGED,
    DEPLETE,
    DICE,
    DIFFICULTY,
    DISCARD,
    DISCARDED,
    DISCARDING,
    DRAW,
    DRAW_CREW,
    DRAW_EVENT,
    DRAWING,
    EFFECTS,
    EVENT_OF,
    GAIN,
    IN_FRONT,
    JOLLY,
    LOSE,
    OF_CREW,
    OF_EVENT,
    OF_SAIL,
    ON_TABLE,
    PAYING,
    PERMANENT,
    PREPARE,
    RECOVER,
    REFUSE,
    RETHROW,
    ROLLING,
    RUNNING,
    SELF,
    SHIFT,
    STEAL,
    SWABBER,
    TAKE,
    TRAIT_OF,
)
from rumpus.games.arrr.rules.recruiting import legal_discards, mark
from rumpus.games.arrr.rules.seas import difficulty_now, swap

# The pile (§9.5 to §9.7) ------------------------------------------------------------------------------------------


@kernel
def take_off(state: State) -> int:
    """The uppermost leaves the pile; an event is discarded."""
    state.piled -= 1
    place = int(state.piled)
    source = int(state.pile_list[place])
    if EVENT_OF <= source < TRAIT_OF:
        state.event_at[source - EVENT_OF] = DISCARDED
    state.pile_list[place] = state.pile_owner[place] = state.pile_target[place] = NONE
    state.pile_card[place] = state.pile_sea[place] = NONE
    return source


@large_kernel
def resolve_top(box: Box, state: State) -> None:
    place = int(state.piled) - 1
    owner, target = int(state.pile_owner[place]), int(state.pile_target[place])
    card, sea = int(state.pile_card[place]), int(state.pile_sea[place])
    source = take_off(state)
    ask_again(state)
    if EVENT_OF <= source < TRAIT_OF and box.event_mark[source - EVENT_OF] == PERMANENT:
        state.event_at[source - EVENT_OF] = IN_FRONT + target
    elif source >= EVENT_OF or deplete_for(state, owner, source):
        start_list(state, source, owner, target)
        state.now_card = card
        state.now_sea = sea


@kernel
def deplete_for(state: State, owner: int, card: int) -> bool:
    """An ability depletes its card; if that has left or is depleted, nothing happens (§9.6)."""
    if state.crew_at[card] != ON_TABLE + owner or state.depleted[card]:
        return False
    state.depleted[card] = 1
    return True


@kernel
def start_list(state: State, source: int, owner: int, target: int) -> None:
    """Its effects take place, one after the other."""
    state.now_list = source
    state.now_step = 0
    state.now_owner = owner
    state.now_target = target
    state.now_card = state.now_sea = NONE


@kernel
def end_list(state: State) -> None:
    state.now_list = state.now_owner = state.now_target = state.now_card = state.now_sea = NONE
    state.now_step = 0
    state.owing = NONE


@large_kernel
def next_effect(box: Box, state: State) -> None:
    """The next effect of what is being resolved."""
    if state.now_step == EFFECTS:
        end_list(state)
        return
    source, place = int(state.now_list), int(state.now_step)
    state.now_step += 1
    word, amount = int(box.does[source, place]), int(box.amount[source, place])
    seat = int(state.now_owner) if box.who[source, place] == SELF else int(state.now_target)
    if word in (DICE, DIFFICULTY, RETHROW):
        change_throw(box, state, word, seat, amount)
    elif word in (GAIN, LOSE, STEAL):
        move_pieces(state, word, seat, amount)
    elif word in (DEPLETE, PREPARE, TAKE, RECOVER):
        move_card(state, word, seat)
    elif word == DAMAGE:
        damage(state, seat, amount - always(box, state, seat, ARMOUR, NONE))
    elif word == DISCARD:
        start_discards(state, seat, amount)
    elif word == DRAW:
        state.owing = seat
        state.owed = amount
        go_on_drawing(box, state)
    elif word == SHIFT:
        swap(state, int(state.now_sea))
    elif word == CANCEL:
        take_off(state)
    elif word == BAR:
        bar(box, state, seat, amount)


# What the words do (§10) ------------------------------------------------------------------------------------------


@large_kernel
def change_throw(box: Box, state: State, word: int, seat: int, amount: int) -> None:
    """§10.1 to §10.3"""
    side = side_of(state, seat)
    if word == DIFFICULTY:
        change_difficulty(box, state, amount)
    elif word == RETHROW:
        rethrow(state, side, amount)
    elif state.stage == AFTER:
        state.to_roll[side] += max(0, amount)
    elif amount > 0:
        state.more[side] += amount
    else:
        state.fewer[side] -= amount
    if state.to_roll[0] > 0 or state.to_roll[1] > 0:
        state.phase = ROLLING


@kernel
def change_difficulty(box: Box, state: State, amount: int) -> None:
    """One effect after the other, and never below 1 (§6.4)."""
    if state.stage == AFTER:
        state.difficulty = max(1, int(state.difficulty) + amount)
    elif amount > 0:
        state.harder += amount
    else:
        state.easier += min(-amount, difficulty_now(box, state) - 1)


@kernel
def rethrow(state: State, side: int, amount: int) -> None:
    number = min(amount, misses(state, side))
    state.to_roll[side] += number
    for face in range(JOLLY):
        if face != state.stat:
            gone = min(number, int(state.rolled[side, face]))
            state.rolled[side, face] -= gone
            number -= gone


@kernel
def move_pieces(state: State, word: int, seat: int, amount: int) -> None:
    """§10.5"""
    if word == GAIN:
        gain(state, seat, amount)
    elif word == LOSE:
        lose(state, seat, amount)
    else:
        steal(state, int(state.now_owner), seat, amount)


@kernel
def move_card(state: State, word: int, seat: int) -> None:
    """The card that was chosen, if it is still there (§10.7, §10.8)."""
    card, owner = int(state.now_card), int(state.now_owner)
    at = int(state.crew_at[card])
    if word == DEPLETE:
        if at == ON_TABLE + seat:
            state.depleted[card] = 1
    elif word == PREPARE:
        if at == ON_TABLE + owner:
            state.depleted[card] = 0
    elif word == TAKE:
        if at == ON_TABLE + seat:
            pocket(state, owner, card)
    elif at == DISCARDED:
        pocket(state, owner, card)


@large_kernel
def damage(state: State, seat: int, amount: int) -> None:
    """§7.5; who loses all has nothing to choose."""
    state.owing = seat
    state.owed = max(0, amount)
    if state.owed >= equipped(state, seat):
        put_off_all(state, seat)
        state.owed = 0
    elif state.owed > 0:
        state.phase = DAMAGED


@kernel
def suffer(state: State, card: int) -> None:
    put_off(state, card)
    state.owed -= 1
    if state.owed == 0:
        state.phase = RUNNING


@kernel
def start_discards(state: State, seat: int, amount: int) -> None:
    """§10.9"""
    state.owing = seat
    state.owed = amount
    if state.owed >= hand_size(state, seat):
        discard_hand(state, seat)
        state.owed = 0
    else:
        state.phase = DISCARDING


@kernel
def marked(state: State) -> int:
    """Cards of the hand that were chosen."""
    return int(state.half_crew.sum()) + int(state.half_event.sum())


@kernel
def choose_discards(box: Box, state: State, seat: int, action: int) -> None:
    """All at once, when there are enough; or the price is not paid (§10.12)."""
    if action == REFUSE:
        forbid(box, state)
        state.phase = RUNNING
        return
    mark(state, action)
    if marked(state) == state.owed:
        discard_marked(state, seat)
        state.owed = 0
        state.phase = RUNNING


@kernel
def legal_payment(state: State, seat: int, mask: Mask) -> None:
    legal_discards(state, seat, mask)
    mask[REFUSE] = int(state.phase == PAYING and marked(state) == 0)


# Drawing (§10.4) --------------------------------------------------------------------------------------------------


@large_kernel
def go_on_drawing(box: Box, state: State) -> None:
    """The next card that is owed; for swabbers every card is a crew card (§13.1)."""
    of = int(box.of[state.now_list, int(state.now_step) - 1])
    crew = has_crew(state) and (of != OF_EVENT or box.mode == SWABBER)
    event = has_events(state) and of != OF_CREW and box.mode != SWABBER
    if state.owed == 0 or not (crew or event):
        state.owed = 0
        state.phase = RUNNING
    elif crew and event:
        state.phase = DRAWING
    else:
        start_draw(state, int(state.owing), crew)


@kernel
def legal_draws(mask: Mask) -> None:
    mask[DRAW_CREW] = 1
    mask[DRAW_EVENT] = 1


# Barring (§10.12) -------------------------------------------------------------------------------------------------


@kernel
def bar(box: Box, state: State, seat: int, price: int) -> None:
    """Who can pay is asked."""
    state.owing = seat
    state.owed = price
    if price == 0 or hand_size(state, seat) < price:
        forbid(box, state)
    else:
        state.phase = PAYING


@kernel
def forbid(box: Box, state: State) -> None:
    is_sailing = box.of[state.now_list, int(state.now_step) - 1] == OF_SAIL
    state.barred[NO_SAILING if is_sailing else NO_CHALLENGING] = 1
    state.owed = 0
