"""§1 The set-up, and what is left to chance."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, State, Weights
from rumpus.games.arrr.rules.deeds import clear_action, clear_throw
from rumpus.games.arrr.rules.holdings import draw_crew, draw_event
from rumpus.games.arrr.rules.records import (
    ARRR,
    CAPTAINS,
    CAPTAINS_DEAL,
    CHOOSING,
    COLLECTIONS,
    COLLECTIONS_DEAL,
    CREW,
    CREW_DRAW,
    DECK,
    DECK_SIZE,
    EVENT_DRAW,
    EVENTS,
    EXPLORATIONS,
    FACES,
    FIRST,
    FIRST_CREW,
    FIRST_EVENTS,
    FIRST_PIECES,
    HANDS_DEAL,
    OFFERED,
    OUT,
    REFILL,
    ROLLING,
    ROW_DEAL,
    RUNNING,
    SET,
    SWABBER,
)
from rumpus.games.arrr.rules.recruiting import forget_last, refill, start_turn
from rumpus.games.arrr.rules.resolving import end_list, go_on_drawing
from rumpus.games.arrr.rules.running import explore
from rumpus.games.arrr.rules.seas import lay_out, row_length


@large_kernel
def set_up(box: Box, state: State, seats: int) -> None:
    state.players = seats
    state.turns = state.dealt = 0
    state.turn = NONE
    set_up_cards(box, state)
    clear_action(state)
    clear_throw(state)
    clear_pile(state)
    end_list(state)
    state.owed = 0
    state.barred[:] = 0
    state.stage = REFILL
    clear_half(state)
    forget_last(state)
    state.phase = FIRST


@kernel
def set_up_cards(box: Box, state: State) -> None:
    """§1.4, §1.5; collections are out until chance has chosen them."""
    for card in range(EXPLORATIONS):
        state.sea_at[card] = DECK if box.collection[card] == NONE else OUT
    state.row[:] = NONE
    state.deck = DECK_SIZE[int(state.players)]
    state.others = int(state.deck) - SET * int(state.players)
    state.captain[:] = NONE
    state.offered[:] = NONE
    state.captain_used[:] = 0
    state.crew_at[:] = DECK
    state.crew_left, state.event_left = CREW, EVENTS
    state.crew_known[:] = 0
    state.crew_old[:] = 0
    state.crew_held[:] = 0
    state.crew_cards[:] = 0
    state.depleted[:] = 0
    state.announced[:] = 0
    state.event_at[:] = DECK
    state.event_old[:] = 0
    state.event_held[:] = 0
    state.event_cards[:] = 0
    for seat in range(len(state.pieces)):
        state.pieces[seat] = FIRST_PIECES if seat < state.players else 0


@kernel
def clear_pile(state: State) -> None:
    state.piled = 0
    state.pile_list[:] = NONE
    state.pile_owner[:] = NONE
    state.pile_target[:] = NONE
    state.pile_card[:] = NONE
    state.pile_sea[:] = NONE


@kernel
def clear_half(state: State) -> None:
    state.half_list = state.half_target = state.half_stat = NONE
    state.half_crew[:] = 0
    state.half_event[:] = 0


# What chance decides ----------------------------------------------------------------------------------------------


@large_kernel
def chance(box: Box, state: State, weights: Weights) -> None:
    """Who starts, collections, captains, cards, dice."""
    weights[:] = 0
    phase = int(state.phase)
    if phase == ROLLING:
        for face in range(len(FACES)):
            weights[face] = box.sides[face]
    elif phase == CREW_DRAW or (phase == HANDS_DEAL and state.crew_cards[state.dealt] < FIRST_CREW):
        for card in range(CREW):
            weights[card] = int(state.crew_at[card] == DECK)
    elif phase in (EVENT_DRAW, HANDS_DEAL):
        for event in range(EVENTS):
            weights[event] = int(state.event_at[event] == DECK)
    elif phase == FIRST:
        for seat in range(state.players):
            weights[seat] = 1
    elif phase == COLLECTIONS_DEAL:
        for collection in range(len(COLLECTIONS)):
            weights[collection] = int(state.sea_at[collection * SET] == OUT)
    elif phase == CAPTAINS_DEAL:
        for captain in range(CAPTAINS):
            weights[captain] = int(is_free(state, captain))
    else:
        weigh_explorations(box, state, weights)


@kernel
def weigh_explorations(box: Box, state: State, weights: Weights) -> None:
    """Each card of the deck alike; of the others nobody knows which are in it, so they share their places."""
    unseen = 0
    for card in range(EXPLORATIONS):
        unseen += int(state.sea_at[card] == DECK and box.collection[card] == NONE)
    for card in range(EXPLORATIONS):
        if state.sea_at[card] == DECK:
            weights[card] = state.others if box.collection[card] == NONE else max(1, unseen)


@kernel
def is_free(state: State, captain: int) -> bool:
    for seat in range(state.players):
        if captain in (state.captain[seat], state.offered[seat, 0], state.offered[seat, 1]):
            return False
    return True


@large_kernel
def happen(box: Box, state: State, outcome: int) -> None:
    """What chance chose takes place."""
    phase = int(state.phase)
    if phase == ROLLING:
        roll(state, outcome)
    elif phase == CREW_DRAW:
        draw_crew(state, int(state.owing), outcome)
        after_draw(box, state)
    elif phase == EVENT_DRAW:
        draw_event(state, int(state.owing), outcome)
        after_draw(box, state)
    elif phase == HANDS_DEAL:
        deal(box, state, outcome)
    elif phase == FIRST:
        state.turn = outcome
        start_collections(box, state)
    elif phase == COLLECTIONS_DEAL:
        choose_collection(state, outcome)
        state.dealt += 1
        if state.dealt == state.players:
            start_captains(box, state)
    elif phase == CAPTAINS_DEAL:
        deal_captain(box, state, outcome)
    elif phase == ROW_DEAL:
        lay_out(box, state, outcome)
        start_row(state)
    else:
        explore(box, state, outcome)


@kernel
def roll(state: State, face: int) -> None:
    side = 0 if state.to_roll[0] > 0 else 1
    state.rolled[side, face] += 1
    state.to_roll[side] -= 1
    if state.to_roll[0] == 0 and state.to_roll[1] == 0:
        state.phase = RUNNING


@kernel
def after_draw(box: Box, state: State) -> None:
    """At recruitment, or what an effect brings."""
    if state.stage == REFILL:
        refill(box, state)
    else:
        state.owed -= 1
        go_on_drawing(box, state)


# The deals of the set-up ------------------------------------------------------------------------------------------


@kernel
def choose_collection(state: State, collection: int) -> None:
    for card in range(collection * SET, (collection + 1) * SET):
        state.sea_at[card] = DECK


@kernel
def start_collections(box: Box, state: State) -> None:
    """Four players use all four (§1.4)."""
    state.phase = COLLECTIONS_DEAL
    if state.players == len(COLLECTIONS):
        for collection in range(len(COLLECTIONS)):
            choose_collection(state, collection)
        start_captains(box, state)


@kernel
def start_captains(box: Box, state: State) -> None:
    """§1.6; §13.1: only in the full game."""
    state.dealt = 0
    state.phase = CAPTAINS_DEAL
    if box.mode != ARRR:
        start_row(state)


@kernel
def deal_captain(box: Box, state: State, captain: int) -> None:
    """One each; or two each, to choose from (§13.2)."""
    dealt = int(state.dealt)
    state.dealt += 1
    if box.captains == 0:
        state.captain[dealt] = captain
        if state.dealt == state.players:
            start_row(state)
    else:
        state.offered[dealt // OFFERED, dealt % OFFERED] = captain
        if state.dealt == OFFERED * int(state.players):
            state.dealt = 0
            state.phase = CHOOSING


@kernel
def choose_captain(state: State, seat: int, captain: int) -> None:
    """When all have chosen, they are shown, and the others go back unseen."""
    state.captain[seat] = captain
    for other in range(state.players):
        if state.captain[other] == NONE:
            return
    state.offered[:] = NONE
    start_row(state)


@kernel
def start_row(state: State) -> None:
    state.phase = ROW_DEAL
    if row_length(state) == state.players:
        state.dealt = 0
        state.phase = HANDS_DEAL


@kernel
def deal(box: Box, state: State, card: int) -> None:
    """Six crew cards, then two events, for one after the other (§1.5)."""
    seat = int(state.dealt)
    if state.crew_cards[seat] < FIRST_CREW:
        draw_crew(state, seat, card)
    else:
        draw_event(state, seat, card)
    events = 0 if box.mode == SWABBER else FIRST_EVENTS
    if state.crew_cards[seat] == FIRST_CREW and state.event_cards[seat] == events:
        state.dealt += 1
        if state.dealt == state.players:
            state.dealt = 0
            start_turn(state, int(state.turn))
