"""Kaiju Rising: climb out of the sea, take a city apart level by level, and mind the tanks.

The numbers (§) are those of RULES.md; each module is a part of it. Here the parts are put together.
"""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import CHANCE, OVER, Box, Mask, State, Weights
from rumpus.games.kaiju.rules.buildings import attack, can_attack, turn_up
from rumpus.games.kaiju.rules.cards import (
    TANK_ICON,
    can_use,
    choose_card,
    choose_part,
    is_news,
    look,
    maul,
    show_card,
    step,
    strike_with_missile,
    swap,
    take,
    works,
)
from rumpus.games.kaiju.rules.city import (
    are_neighbours,
    is_free,
    mark_ways_out,
    survey,
    table_size,
)
from rumpus.games.kaiju.rules.knowledge import determinize, redact
from rumpus.games.kaiju.rules.moving import (
    can_challenge,
    can_stand,
    challenge,
    end_challenge,
    give_way,
    move,
    stand,
)
from rumpus.games.kaiju.rules.records import (
    ACTING,
    ACTIONS,
    AIMING,
    BOX,
    BOX_FIELDS,
    BUILDINGS,
    CARD,
    CHALLENGING,
    CHOOSING_PART,
    CONFIRM,
    DEFENDING,
    DIRECTIONS,
    DRAWING,
    END,
    END_OF_TURN,
    ENDED,
    EVERYBODY,
    EXCLUSIONS,
    FACE,
    FACING,
    FIRST,
    FOLLOWING,
    GETTING,
    GIVING,
    HAND,
    HANDS_DEAL,
    INTERSECTIONS,
    KAIJU,
    KIND,
    KINDS,
    LENGTHS,
    LOOKING,
    LOT,
    LOTS,
    MAULING,
    MOST_ROUNDS,
    NEIGHBOURHOODS,
    OUTCOMES,
    PART,
    PARTS,
    PLACING,
    REBUILDING,
    REST,
    RESTING,
    ROLLING,
    SEATS,
    SHOOTING,
    STACK,
    STAND,
    START,
    STARTING,
    STATE,
    STATE_FIELDS,
    STAY,
    STEPPING,
    STRIKING,
    SWAPPED,
    SWITCHES,
    TAKING,
    TANK,
    TANKS,
    TO,
    TOKENS,
    TOKENS_DEAL,
    TOPS_DEAL,
    TURN_ACTIONS,
    TURNING,
    VERSION,
)
from rumpus.games.kaiju.rules.resources import (
    chosen,
    count_action,
    discard_half,
    draw,
    forget_last,
    go_on_drawing,
    hit,
    rest,
    shoot,
    start_draws,
    start_shots,
)
from rumpus.games.kaiju.rules.scoring import places, points
from rumpus.games.kaiju.rules.tanks import bring_tank, mark_nearest, mark_rolls, next_tank, set_tank

__all__ = [
    "ACTIONS",
    "BOX",
    "BOX_FIELDS",
    "EXCLUSIONS",
    "LENGTHS",
    "OUTCOMES",
    "SEATS",
    "STATE",
    "STATE_FIELDS",
    "SWITCHES",
    "VERSION",
    "acting",
    "apply",
    "chance",
    "determinize",
    "forget",
    "legal",
    "places",
    "points",
    "prepare",
    "redact",
    "set_up",
]


@kernel
def prepare(box: Box) -> None:
    """What touches what, and which cards have the same back."""
    survey(box)
    box.back_cost[:] = 0
    backs = 0
    for building in range(BUILDINGS):
        box.back[building] = NONE
        for back in range(backs):
            if is_cost(box, building, back):
                box.back[building] = back
        if box.back[building] == NONE:
            box.back[building] = backs
            for kind in range(KINDS):
                box.back_cost[backs, kind] = box.cost[building, kind]
            backs += 1


@kernel
def is_cost(box: Box, building: int, back: int) -> bool:
    for kind in range(KINDS):
        if box.back_cost[back, kind] != box.cost[building, kind]:
            return False
    return True


@kernel
def set_up(box: Box, state: State, seats: int) -> None:
    state.players = seats
    state.rounds = state.actions = state.dealt = 0
    state.first = state.turn = NONE
    state.rested = state.played = state.ending = 0
    state.struck[:] = 0
    set_up_city(box, state)
    set_up_players(state)
    clear_half(state)
    state.target = NONE
    state.offered[:] = 0
    state.shots[:] = 0
    state.draws = 0
    state.then = NONE
    state.rebuilt = NONE
    forget(box, state)
    state.phase = FIRST


@kernel
def set_up_city(box: Box, state: State) -> None:
    """§1.2, §1.3: stacks of building cards. Only the tops are dealt: those below are alike to everybody."""
    for lot in range(LOTS):
        is_used = state.players > 2 or box.two_plus[lot] == 1
        state.standing[lot] = box.levels[lot] if is_used else 0
    state.top[:] = NONE
    state.top_back[:] = NONE
    state.top_known[:] = 0
    state.unseen[:] = 1
    state.cubes[:] = 0
    state.token[:] = 0
    state.destroyed = state.coming = 0
    state.at[:] = NONE
    state.tank_at[:] = NONE
    state.tank_faces[:] = NONE


@kernel
def set_up_players(state: State) -> None:
    """§1.4: three of each resource for everybody, in a deck."""
    state.hand[:] = 0
    state.deck[:] = 0
    state.discard[:] = 0
    state.own[:] = 0
    state.cards[:] = 0
    state.known[:] = 0
    state.laid[:] = 0
    state.taken[:] = NONE
    state.taken_back[:] = NONE
    state.taken_known[:] = 0
    state.used[:] = 0
    for kind in range(KINDS):
        state.supply[kind] = STACK - START * int(state.players)
        for seat in range(state.players):
            state.deck[seat, kind] = state.own[seat, kind] = START


@kernel
def clear_half(state: State) -> None:
    state.half[:] = 0
    state.half_in[:] = 0
    state.half_tank = NONE
    state.half_to = NONE
    state.half_target = NONE
    state.half_card = NONE
    state.half_part = NONE


@kernel
def forget(box: Box, state: State) -> None:
    forget_last(state)


@kernel
def acting(box: Box, state: State) -> int:
    phase = int(state.phase)
    if phase == STARTING or (phase >= ACTING and phase != DEFENDING and phase <= AIMING):
        return 1 << int(state.turn)
    if phase == DEFENDING:
        return 1 << int(state.target)
    if phase in (PLACING, FACING):
        return 1 << int(state.turn)
    return OVER if phase == ENDED else CHANCE


# Choices ----------------------------------------------------------------------------------------------------------


@large_kernel
def legal(box: Box, state: State, seat: int, mask: Mask) -> int:
    mask[:] = 0
    who = acting(box, state)
    if who == CHANCE or who >> seat & 1 == 0:
        return 0
    phase = int(state.phase)
    if phase == ACTING:
        legal_action(box, state, seat, mask)
    elif phase in (RESTING, CHALLENGING, GIVING, STRIKING):
        legal_to_discard(state, seat, mask)
    elif phase in (ROLLING, TURNING, FACING, PLACING):
        legal_for_tank(box, state, mask)
    elif phase == DEFENDING:
        mask[STAND] = int(can_stand(state, seat))
        mark_ways_out(box, state, int(state.at[seat]), mask, TO)
    elif phase == FOLLOWING:
        mask[STAY] = 1
        mark_ways_out(box, state, int(state.at[seat]), mask, TO)
    else:
        legal_target(box, state, seat, mask)
    return int(mask.sum())


@large_kernel
def legal_action(box: Box, state: State, seat: int, mask: Mask) -> None:
    """§2 to §6: attack, move, rest; or what is free: a card, a tank nearby."""
    if state.actions < TURN_ACTIONS:
        for lot in range(LOTS):
            mask[LOT + lot] = int(can_attack(box, state, seat, lot))
        mark_ways_out(box, state, int(state.at[seat]), mask, TO)
        for other in range(state.players):
            mask[KAIJU + other] = int(can_challenge(box, state, seat, other))
        mask[REST] = 1
    else:
        mask[END] = 1
    for place in range(state.laid[seat]):
        mask[CARD + place] = int(can_use(box, state, seat, place))
    for tank in range(TANKS):
        is_near = are_neighbours(box, int(state.at[seat]), int(state.tank_at[tank]))
        mask[TANK + tank] = int(is_near and not state.struck[tank] and state.cards[seat] > 0)


@kernel
def legal_to_discard(state: State, seat: int, mask: Mask) -> None:
    """Cards of the hand, one by one: any number to rest, one or more to attack, two to swap, one for a tank."""
    number = chosen(state)
    if state.phase == RESTING or state.phase == CHALLENGING:
        mask[CONFIRM] = int(state.phase == RESTING or number > 0)
    for kind in range(KINDS):
        mask[KIND + kind] = int(state.hand[seat, kind] > state.half[kind])


@kernel
def legal_for_tank(box: Box, state: State, mask: Mask) -> None:
    """Which tank, where to, and which way it looks."""
    if state.phase == PLACING:
        mark_nearest(box, state, mask, TO)
    elif state.phase != ROLLING:
        for direction in range(len(DIRECTIONS)):
            mask[FACE + direction] = 1
    elif state.half_tank == NONE:
        for tank in range(TANKS):
            mask[TANK + tank] = int(state.tank_at[tank] != NONE)
    else:
        mark_rolls(box, state, int(state.half_tank), state.half_part == TANK_ICON, mask, TO)


@large_kernel
def legal_target(box: Box, state: State, seat: int, mask: Mask) -> None:
    """Where to start; and what a card asks."""
    phase = int(state.phase)
    if phase == STARTING:
        for place in range(INTERSECTIONS):
            mask[TO + place] = int(box.beach[place] == 1 and is_free(box, state, place))
    elif phase == CHOOSING_PART:
        for part in range(len(PARTS)):
            building = int(state.taken[seat, state.half_card])
            mask[PART + part] = int(works(box, state, seat, building, part))
    elif phase == STEPPING:
        mark_ways_out(box, state, int(state.at[seat]), mask, TO)
    elif phase == MAULING:
        for other in range(state.players):
            mask[KAIJU + other] = int(other != seat and state.cards[other] > 0)
    elif phase == LOOKING:
        for lot in range(LOTS):
            mask[LOT + lot] = int(is_news(state, seat, lot))
    elif phase == AIMING:
        for place in range(INTERSECTIONS):
            mask[TO + place] = box.is_open[table_size(state), place]
    else:
        for kind in range(KINDS):
            mask[KIND + kind] = int(state.supply[kind] > state.half_in[kind])


# Chance -----------------------------------------------------------------------------------------------------------


@large_kernel
def chance(box: Box, state: State, weights: Weights) -> None:
    """Who starts, tokens, cards of stacks and decks, and what a shot kaiju drops."""
    weights[:] = 0
    phase = int(state.phase)
    if phase == FIRST:
        for seat in range(state.players):
            weights[seat] = 1
    elif phase == TOKENS_DEAL:
        for token in range(len(TOKENS)):
            weights[token] = int(not is_laid(state, TOKENS[token]))
    elif phase in (TOPS_DEAL, REBUILDING):
        for building in range(BUILDINGS):
            weights[building] = state.unseen[building]
    elif phase == SHOOTING:
        seat = hit(state)
        for kind in range(KINDS):
            weights[kind] = state.hand[seat, kind]
    else:
        for kind in range(KINDS):
            weights[kind] = state.deck[state.turn, kind]


@kernel
def is_laid(state: State, token: int) -> bool:
    for zone in range(NEIGHBOURHOODS):
        if state.token[zone] == token:
            return True
    return False


@large_kernel
def happen(box: Box, state: State, outcome: int) -> None:
    """What chance chose takes place."""
    phase = int(state.phase)
    if phase == FIRST:
        state.first = outcome
        start_tokens(box, state)
    elif phase == TOKENS_DEAL:
        state.token[state.dealt] = TOKENS[outcome]
        state.dealt += 1
        start_tokens(box, state)
    elif phase == TOPS_DEAL:
        turn_up(box, state, int(state.dealt), outcome)
        state.dealt += 1
        start_tops(state)
    elif phase == REBUILDING:
        turn_up(box, state, int(state.rebuilt), outcome)
        state.rebuilt = NONE
        state.phase = ACTING
    elif phase == SHOOTING:
        shoot(state, outcome)
        after_shots(box, state)
    else:
        draw(state, int(state.turn), outcome)
        after_draw(box, state)


@kernel
def start_tokens(box: Box, state: State) -> None:
    """A token for every neighbourhood that has a lot in play (§1.5, §9.2)."""
    while state.dealt < NEIGHBOURHOODS and not is_zone_used(box, state, int(state.dealt)):
        state.dealt += 1
    state.phase = TOKENS_DEAL
    if state.dealt == NEIGHBOURHOODS:
        state.dealt = 0
        start_tops(state)


@kernel
def is_zone_used(box: Box, state: State, zone: int) -> bool:
    for lot in range(LOTS):
        if box.zone[lot] == zone and state.standing[lot] > 0:
            return True
    return False


@kernel
def start_tops(state: State) -> None:
    """A card for the top of every stack; then five cards for each hand (§1.3, §1.4)."""
    while state.dealt < LOTS and state.standing[state.dealt] == 0:
        state.dealt += 1
    state.phase = TOPS_DEAL
    if state.dealt == LOTS:
        state.dealt = 0
        state.turn = 0
        state.phase = HANDS_DEAL


@kernel
def after_draw(box: Box, state: State) -> None:
    if state.phase == DRAWING:
        state.draws -= 1
        go_on_drawing(state)
        if state.phase == END_OF_TURN:
            next_turn(state)
        return
    if state.cards[state.turn] == HAND:
        state.turn += 1
        if state.turn == state.players:  # from the right of the start player, the other way round (§1.6)
            state.turn = right_of(state, int(state.first))
            state.phase = STARTING


@kernel
def right_of(state: State, seat: int) -> int:
    return (seat - 1) % int(state.players)


@kernel
def after_shots(box: Box, state: State) -> None:
    """A tank that has come may not be the last of this turn."""
    if state.phase == ACTING:
        end_challenge(state)
    elif state.phase == END_OF_TURN:
        end_turn(box, state)


# What is done -----------------------------------------------------------------------------------------------------


@large_kernel
def apply(box: Box, state: State, seat: int, action: int) -> None:
    phase = int(state.phase)
    if seat == CHANCE:
        happen(box, state, action)
    elif phase == STARTING:
        start_at(state, seat, action - TO)
    elif phase == ACTING:
        act(box, state, seat, action)
    elif phase in (RESTING, CHALLENGING, GIVING, STRIKING):
        choose_discards(box, state, seat, action)
    elif phase in (ROLLING, TURNING, FACING, PLACING):
        command_tank(box, state, seat, action)
    elif phase in (DEFENDING, FOLLOWING):
        answer_challenge(box, state, seat, action)
    else:
        use_card(box, state, seat, action)
    if seat != CHANCE:
        after_shots(box, state)


@kernel
def start_at(state: State, seat: int, place: int) -> None:
    """The start player is the last to choose, and the first to act (§1.6)."""
    state.at[seat] = place
    if seat == state.first:
        state.phase = ACTING
    else:
        state.turn = right_of(state, seat)


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


# The end of a turn ------------------------------------------------------------------------------------------------


@large_kernel
def end_turn(box: Box, state: State) -> None:
    """Tanks come first; then, with fewer than five cards, one is drawn (§3.1, §6.2)."""
    if state.coming > 0 and next_tank(state) != NONE:
        bring_tank(box, state)
        return
    start_draws(state, int(state.cards[state.turn] < HAND), END_OF_TURN)
    if state.phase == END_OF_TURN:
        next_turn(state)


@kernel
def next_turn(state: State) -> None:
    """To the left; when all have had as many turns, the game may be over (§7.1)."""
    state.actions = state.rested = state.played = 0
    state.struck[:] = 0
    state.turn = (int(state.turn) + 1) % int(state.players)
    state.phase = ACTING
    if state.turn == state.first:
        state.rounds += 1
        if state.ending or state.rounds == MOST_ROUNDS:
            end_game(state)


@kernel
def end_game(state: State) -> None:
    """All building cards are turned face up (§7.2)."""
    state.turn = NONE
    state.phase = ENDED
    for seat in range(state.players):
        for place in range(state.laid[seat]):
            state.taken_known[seat, place] = EVERYBODY
