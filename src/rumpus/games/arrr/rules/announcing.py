"""§9 Events and abilities: who may play what when, and what is chosen for it."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.memory import lowest_bit
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.arrr.rules.deeds import ask_again
from rumpus.games.arrr.rules.holdings import show_event
from rumpus.games.arrr.rules.records import (
    ABILITY_OF,
    ACCEPTED,
    ACTIVE,
    AFTER,
    AIMING,
    ALWAYS,
    BAR,
    BEFORE,
    CANCEL,
    CAPTAIN_OF,
    CARD,
    CHALLENGING,
    CHEAT,
    CREW,
    DEPLETE,
    DICE,
    DIFFICULTY,
    DISCARDED,
    EFFECTS,
    EVENT,
    EVENT_OF,
    EVENTS,
    FLASH,
    FLASH_MARK,
    IN_HAND,
    JOLLY,
    LONGEST_ROW,
    LOST_OF,
    NOTHING,
    OF_ABILITY,
    OF_ANY,
    OF_EVENT,
    OF_PENALTY,
    ON_PILE,
    ON_TABLE,
    PASS,
    PERMANENT,
    PICKING,
    PILLAGING,
    PREPARE,
    RECOVER,
    RETHROW,
    RUNNING,
    SAILING,
    SEA,
    SEAT,
    SELF,
    SHIFT,
    STEAL,
    SWABBER,
    TAKE,
    TRAIT_OF,
    USE_CAPTAIN,
    WHEN_CHALLENGE,
    WHEN_PILLAGE,
    WHEN_SAIL,
)
from rumpus.games.arrr.rules.seas import row_length

# Who is in turn (§8.5) --------------------------------------------------------------------------------------------


@kernel
def is_in_turn(state: State, seat: int) -> bool:
    """From the acceptance of a challenge on, both are."""
    return bool(seat == state.turn or (state.answer == ACCEPTED and seat == state.target))


@kernel
def opponent(state: State, seat: int) -> int:
    """The other one in a challenge that was accepted."""
    if state.answer != ACCEPTED or not is_in_turn(state, seat):
        return NONE
    return int(state.target) if seat == state.turn else int(state.turn)


@kernel
def side_of(state: State, seat: int) -> int:
    """Whose throw it is: 0 for the player in turn, 1 for the other in a challenge."""
    if not is_in_turn(state, seat):
        return NONE
    return 0 if seat == state.turn else 1


@kernel
def misses(state: State, side: int) -> int:
    """Dice that are no success."""
    number = 0
    for face in range(JOLLY):
        if face != state.stat:
            number += int(state.rolled[side, face])
    return number


@kernel
def is_ready(box: Box, state: State, seat: int, card: int) -> bool:
    """Whether a card has an ability that can be announced (§9.6)."""
    is_there = state.crew_at[card] == ON_TABLE + seat and not state.depleted[card] and not state.announced[card]
    return bool(is_there and box.does[ABILITY_OF + card, 0] != NOTHING)


@kernel
def is_captain_ready(box: Box, state: State, seat: int) -> bool:
    captain = int(state.captain[seat])
    return bool(captain >= 0 and not state.captain_used[seat] and box.does[CAPTAIN_OF + captain, 0] != NOTHING)


@kernel
def may_cheat(state: State, seat: int) -> bool:
    """§6.3, §9.4"""
    return bool(state.stage == AFTER and state.piled == 0 and state.pieces[seat] > 0 and is_in_turn(state, seat))


@large_kernel
def is_asked(box: Box, state: State, seat: int) -> bool:
    """What all can see decides who is asked (§9.8); swabbers have no flashes to wait for (§13.1)."""
    if box.mode == SWABBER and state.stage == FLASH:
        return False
    if state.event_cards[seat] > 0 or may_cheat(state, seat):
        return True
    if not is_in_turn(state, seat):
        return False
    for card in range(CREW):
        if is_ready(box, state, seat, card):
            return True
    return is_captain_ready(box, state, seat)


# What may be played (§9.2, §9.3) ----------------------------------------------------------------------------------


@large_kernel
def legal_plays(box: Box, state: State, seat: int, mask: Mask) -> None:
    """What is at hand is found first, then asked one by one: threads of a GPU, with other hands, ask together."""
    mask[PASS] = 1
    mask[CHEAT] = int(may_cheat(state, seat))
    events, cards = events_at_hand(box, state, seat), cards_at_hand(box, state, seat)
    while events or cards:
        if events:
            action = EVENT + lowest_bit(events)
            events &= events - 1
        else:
            action = CARD + lowest_bit(cards)
            cards &= cards - 1
        mask[action] = int(can_play(box, state, seat, source_of(state, seat, action)))
    if may_use_abilities(state, seat) and is_captain_ready(box, state, seat):
        mask[USE_CAPTAIN] = int(can_play(box, state, seat, source_of(state, seat, USE_CAPTAIN)))


@kernel
def events_at_hand(box: Box, state: State, seat: int) -> int:
    """A bit for each event in hand that fits the moment."""
    events = 0
    if state.event_cards[seat] > 0:
        for event in range(EVENTS):
            fits = state.event_at[event] == IN_HAND + seat and fits_stage(box, state, event)
            events |= int(fits) << event
    return events


@kernel
def cards_at_hand(box: Box, state: State, seat: int) -> int:
    """A bit for each crew card whose ability can be announced."""
    cards = 0
    if may_use_abilities(state, seat):
        for card in range(CREW):
            cards |= int(is_ready(box, state, seat, card)) << card
    return cards


@kernel
def may_use_abilities(state: State, seat: int) -> bool:
    """§9.3; in the flash window only to answer (§9.2)."""
    return bool(is_in_turn(state, seat) and (state.stage != FLASH or state.piled > 0))


@kernel
def source_of(state: State, seat: int, action: int) -> int:
    """The list of effects that an action is about."""
    if action == USE_CAPTAIN:
        return CAPTAIN_OF + int(state.captain[seat])
    return ABILITY_OF + action - CARD if action >= CARD else EVENT_OF + action - EVENT


@kernel
def fits_stage(box: Box, state: State, event: int) -> bool:
    """Flashes are for the flash window, where other events only answer (§9.2)."""
    mark = int(box.event_mark[event])
    if state.stage != FLASH or mark == FLASH_MARK:
        return (state.stage == FLASH) == (mark == FLASH_MARK)
    return state.piled > 0 and (box.does[EVENT_OF + event, 0] == CANCEL or box.does[EVENT_OF + event, 1] == CANCEL)


@large_kernel
def can_play(box: Box, state: State, seat: int, source: int) -> bool:
    """Whether somebody can be its target."""
    for other in range(state.players):
        if is_target(box, state, seat, source, other):
            return True
    return False


@kernel
def aims_at(box: Box, source: int) -> int:
    """Whom a list of effects is about: its own player, one in turn, or the rival."""
    aim = SELF
    for place in range(EFFECTS):
        if box.does[source, place] != NOTHING and box.who[source, place] != SELF:
            aim = int(box.who[source, place])
    return aim


@large_kernel
def is_target(box: Box, state: State, seat: int, source: int, other: int) -> bool:
    """Whether a seat may be the target, and everything in the list can be done (§9.1, §10)."""
    aim = aims_at(box, source)
    if aim == SELF:
        fits = other == seat
    elif aim == ACTIVE:
        fits = is_in_turn(state, other)
    else:
        fits = other == opponent(state, seat)
    for place in range(EFFECTS):
        if fits and box.does[source, place] != NOTHING:
            whom = seat if box.who[source, place] == SELF else other
            fits = holds(state, int(box.when[source, place])) and can_do(box, state, seat, source, place, whom)
    return fits


@kernel
def holds(state: State, when: int) -> bool:
    """§10.14"""
    if when == ALWAYS:
        return True
    if when == WHEN_SAIL:
        return bool(state.deed == SAILING)
    if when == WHEN_PILLAGE:
        return bool(state.deed == PILLAGING)
    if when == WHEN_CHALLENGE:
        return bool(state.deed == CHALLENGING)
    return bool((state.stage == BEFORE or state.stage == AFTER) and state.stat == when - 1)


@large_kernel
def can_do(box: Box, state: State, seat: int, source: int, place: int, whom: int) -> bool:
    """Whether an effect fits the moment, and what it asks for is there (§9.3, §10)."""
    word, amount = int(box.does[source, place]), int(box.amount[source, place])
    if source >= EVENT_OF and source < TRAIT_OF and box.event_mark[source - EVENT_OF] == PERMANENT:
        return True
    if word == DICE:
        is_time = state.stage == BEFORE or (state.stage == AFTER and amount > 0)
        return is_time and side_of(state, whom) != NONE
    if word == DIFFICULTY:
        return bool(state.deed == SAILING and (state.stage == BEFORE or state.stage == AFTER))
    if word == RETHROW:
        return state.stage == AFTER and side_of(state, whom) != NONE and misses(state, side_of(state, whom)) > 0
    if word == STEAL:
        return whom != seat
    if word == CANCEL:
        return state.piled > 0 and is_cancelled_by(state, int(box.of[source, place]))
    if word in (DEPLETE, PREPARE, TAKE, RECOVER):
        return has_pick(box, state, seat, source, word, whom)
    return row_length(state) > 1 if word == SHIFT else word != BAR or state.stage == FLASH


@kernel
def is_cancelled_by(state: State, kind: int) -> bool:
    """Whether the uppermost of the pile is of that kind; a captain's ability never is (§9.7)."""
    top = int(state.pile_list[state.piled - 1])
    if top >= LOST_OF:
        return kind in (OF_PENALTY, OF_ANY)
    if top >= TRAIT_OF:
        return False
    if top >= EVENT_OF:
        return kind in (OF_EVENT, OF_ANY)
    return kind in (OF_ABILITY, OF_ANY)


# What is chosen for it (§10) --------------------------------------------------------------------------------------


@kernel
def has_pick(box: Box, state: State, seat: int, source: int, word: int, whom: int) -> bool:
    for card in range(CREW):
        if is_pick(box, state, seat, source, word, whom, card):
            return True
    return False


@large_kernel
def is_pick(box: Box, state: State, seat: int, source: int, word: int, whom: int, card: int) -> bool:
    """Whether a word can be about a crew card."""
    at = int(state.crew_at[card])
    if word == DEPLETE:
        is_able = box.does[ABILITY_OF + card, 0] != NOTHING
        return bool(at == ON_TABLE + whom and not state.depleted[card] and is_able)
    if word == PREPARE:
        return bool(at == ON_TABLE + seat and state.depleted[card] == 1 and ABILITY_OF + card != source)
    if word == TAKE:
        return at == ON_TABLE + whom and whom != seat
    return at == DISCARDED


@kernel
def picking_word(box: Box, source: int) -> int:
    """The word of a list that asks for a card to be chosen."""
    for place in range(EFFECTS):
        if box.does[source, place] in (DEPLETE, PREPARE, TAKE, RECOVER, SHIFT):
            return int(box.does[source, place])
    return NOTHING


@large_kernel
def start_play(box: Box, state: State, seat: int, action: int) -> None:
    """What is played, and if there are two it could be aimed at, at whom."""
    source = source_of(state, seat, action)
    state.half_list = source
    targets, only = 0, NONE
    for other in range(state.players):
        if is_target(box, state, seat, source, other):
            targets += 1
            only = other
    if targets > 1:
        state.phase = AIMING
    else:
        aim(box, state, seat, only)


@kernel
def aim(box: Box, state: State, seat: int, target: int) -> None:
    state.half_target = target
    if picking_word(box, int(state.half_list)) == NOTHING:
        announce(box, state, seat, NONE, NONE)
    else:
        state.phase = PICKING


@kernel
def legal_aims(box: Box, state: State, seat: int, mask: Mask) -> None:
    for other in range(state.players):
        mask[SEAT + other] = int(is_target(box, state, seat, int(state.half_list), other))


@kernel
def legal_picks(box: Box, state: State, seat: int, mask: Mask) -> None:
    """A card on the table or in the discards; or one of the Seven Seas, which changes places with the next."""
    source = int(state.half_list)
    word = picking_word(box, source)
    if word == SHIFT:
        for place in range(LONGEST_ROW):
            mask[SEA + place] = int(place + 1 < row_length(state))
        return
    for card in range(CREW):
        mask[CARD + card] = int(is_pick(box, state, seat, source, word, int(state.half_target), card))


@kernel
def pick(box: Box, state: State, seat: int, action: int) -> None:
    if action >= SEA:
        announce(box, state, seat, NONE, int(state.row[action - SEA]))
    else:
        announce(box, state, seat, action - CARD, NONE)


@large_kernel
def announce(box: Box, state: State, seat: int, card: int, sea: int) -> None:
    """It goes on the pile, and everybody may answer (§9.5)."""
    source = int(state.half_list)
    if source >= CAPTAIN_OF:
        state.captain_used[seat] = 1
    elif source >= EVENT_OF:
        show_event(state, seat, source - EVENT_OF, ON_PILE)
    else:
        state.announced[source - ABILITY_OF] = 1
    put_on_pile(state, source, seat, int(state.half_target), card, sea)
    state.half_list = state.half_target = NONE


@kernel
def put_on_pile(state: State, source: int, owner: int, target: int, card: int, sea: int) -> None:
    place = int(state.piled)
    state.pile_list[place] = source
    state.pile_owner[place] = owner
    state.pile_target[place] = target
    state.pile_card[place] = card
    state.pile_sea[place] = sea
    state.piled += 1
    ask_again(state)
    state.phase = RUNNING
