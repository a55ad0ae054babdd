"""§2 to §6 What is done when something is chosen, step by step."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State
from rumpus.games.kaiju.rules.buildings import attack
from rumpus.games.kaiju.rules.cards import (
    choose_card,
    choose_part,
    look,
    maul,
    show_card,
    step,
    strike_with_missile,
    swap,
    take,
)
from rumpus.games.kaiju.rules.moving import challenge, give_way, move, stand
from rumpus.games.kaiju.rules.records import (
    ACTING,
    AIMING,
    CARD,
    CHALLENGING,
    CHOOSING_PART,
    CONFIRM,
    END_OF_TURN,
    FACE,
    FACING,
    FOLLOWING,
    GETTING,
    GIVING,
    KAIJU,
    KIND,
    LOOKING,
    LOT,
    MAULING,
    PART,
    REST,
    RESTING,
    ROLLING,
    STAND,
    STAY,
    STEPPING,
    STRIKING,
    SWAPPED,
    TAKING,
    TANK,
    TO,
    TURNING,
)
from rumpus.games.kaiju.rules.resources import (
    chosen,
    clear_half,
    count_action,
    discard_half,
    forget_last,
    rest,
    start_shots,
)
from rumpus.games.kaiju.rules.tanks import next_tank, set_tank
from rumpus.games.kaiju.rules.turns import end_turn


@large_kernel
def act(box: Box, state: State, seat: int, action: int) -> None:
    if action < TO:
        attack(box, state, seat, action - LOT)
    elif action < KIND:
        forget_last(state)
        count_action(state)
        move(box, state, seat, action - TO)
    elif action < TANK:
        state.half_target = action - KAIJU
        state.phase = CHALLENGING
    elif action < FACE:
        state.half_tank = action - TANK
        state.phase = STRIKING
    elif action < PART:
        choose_card(box, state, seat, action - CARD)
    elif action == REST:
        state.phase = RESTING
    else:
        forget_last(state)
        end_turn(box, state)


@large_kernel
def choose_discards(box: Box, state: State, seat: int, action: int) -> None:
    if action != CONFIRM:
        state.half[action - KIND] += 1
        if state.phase == STRIKING:
            state.phase = ROLLING
        elif state.phase == GIVING and chosen(state) == SWAPPED:
            state.phase = GETTING
    elif state.phase == CHALLENGING:
        challenge(state, seat)
    else:
        if state.half_card != NONE:
            show_card(state, seat)
        else:
            forget_last(state)
            state.rested = int(state.actions == 0)
            count_action(state)
        rest(box, state, seat)


@large_kernel
def command_tank(box: Box, state: State, seat: int, action: int) -> None:
    """Which, where to, and at last which way: then it is done (§6.2, §6.5, §6.6)."""
    if TANK <= action < FACE:
        state.half_tank = action - TANK
    elif action < KIND:
        state.half_to = action - TO
        state.phase = TURNING if state.phase == ROLLING else FACING
    elif state.phase == FACING:
        forget_last(state)
        set_tank(box, state, next_tank(state), int(state.half_to), action - FACE)
        state.half_to = NONE
        state.coming -= 1
        start_shots(state, END_OF_TURN)
    else:
        if state.half_card != NONE:
            show_card(state, seat)
        else:
            forget_last(state)
            state.struck[state.half_tank] = 1
            discard_half(state, seat)
        set_tank(box, state, int(state.half_tank), int(state.half_to), action - FACE)
        clear_half(state)
        start_shots(state, ACTING)


@kernel
def answer_challenge(box: Box, state: State, seat: int, action: int) -> None:
    """§4.3"""
    forget_last(state)
    if action == STAND:
        stand(state, seat)
    elif action == STAY:
        state.phase = ACTING
    elif state.phase == FOLLOWING:
        move(box, state, seat, action - TO)
    else:
        give_way(box, state, seat, action - TO)


@large_kernel
def use_card(box: Box, state: State, seat: int, action: int) -> None:
    phase = int(state.phase)
    if phase == CHOOSING_PART:
        choose_part(box, state, seat, action - PART)
    elif phase == TAKING:
        take(state, seat, action - KIND)
    elif phase == STEPPING:
        step(box, state, seat, action - TO)
    elif phase == MAULING:
        maul(state, seat, action - KAIJU)
    elif phase == LOOKING:
        look(state, seat, action - LOT)
    elif phase == AIMING:
        strike_with_missile(box, state, seat, action - TO)
    else:
        state.half_in[action - KIND] += 1
        if int(state.half_in.sum()) == SWAPPED:
            swap(state, seat)
