"""§5, §8 Actions: what can be declared, and how challenges go."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.arrr.rules.holdings import equipped, gain, has_treasure, pocket, reserve
from rumpus.games.arrr.rules.records import (
    ACCEPTED,
    ARRR,
    AT_ANSWER,
    BEFORE,
    CARD,
    CHALLENGING,
    CREW,
    DECLARING,
    DONE,
    FLASH,
    IN_CHEST,
    LONGEST_ROW,
    MOST_STAKE,
    NAMING_STAKE,
    NAMING_STAT,
    ON_TABLE,
    PASS,
    PILLAGE,
    PILLAGING,
    REFUSED,
    RUNNING,
    SAILING,
    SEA,
    SEAT,
    SIDES,
    SPOILING,
    SPOILS,
    STAKE,
    STAKING,
    STAT,
    TIPPING,
    TREASURE,
    TREASURES,
)
from rumpus.games.arrr.rules.seas import meets

NO_SAILING, NO_CHALLENGING = 0, 1
"""What can be barred."""


# Declaring (§5) ---------------------------------------------------------------------------------------------------


@kernel
def may_sail(state: State, seat: int) -> bool:
    return state.barred[NO_SAILING] == 0 and equipped(state, seat) > 0


@kernel
def may_challenge(box: Box, state: State, seat: int) -> bool:
    """§5.4, as far as it does not depend on whom; §13.1"""
    is_rich = state.pieces[seat] > 0 or has_treasure(state, seat)
    return bool(box.mode == ARRR and state.barred[NO_CHALLENGING] == 0 and is_rich and equipped(state, seat) > 0)


@kernel
def can_be_challenged(box: Box, state: State, seat: int, other: int) -> bool:
    is_partner = box.teams == 1 and (other - seat) % 2 == 0
    is_worth_it = state.pieces[other] > 0 or has_treasure(state, other)
    return bool(other != seat and not is_partner and is_worth_it and equipped(state, other) > 0)


@kernel
def legal_deeds(box: Box, state: State, seat: int, mask: Mask) -> None:
    mask[PILLAGE] = 1
    if may_sail(state, seat):
        for place in range(LONGEST_ROW):
            if state.row[place] != NONE:
                mask[SEA + place] = int(meets(box, state, seat, int(state.row[place])))
    if may_challenge(box, state, seat):
        for other in range(state.players):
            mask[SEAT + other] = int(can_be_challenged(box, state, seat, other))


@large_kernel
def legal_stakes(state: State, loser: int, mask: Mask) -> None:
    """Up to four of the Pieces, or a collection card, of who may lose it."""
    for number in range(1, MOST_STAKE + 1):
        mask[STAKE + number - 1] = int(state.pieces[loser] >= number)
    for card in range(TREASURES):
        mask[TREASURE + card] = int(state.sea_at[card] == IN_CHEST + loser)


@large_kernel
def declare(state: State, action: int) -> None:
    """A challenge is named in three steps: whom, on what, for what."""
    if state.phase == DECLARING and SEAT <= action < STAT:
        state.half_target = action - SEAT
        state.phase = NAMING_STAT
    elif state.phase == NAMING_STAT:
        state.half_stat = action - STAT
        state.phase = NAMING_STAKE
    else:
        start_action(state, action)


@kernel
def start_action(state: State, action: int) -> None:
    """The flash window follows (§9.2)."""
    if action == PILLAGE:
        state.deed = PILLAGING
    elif SEA <= action < SEAT:
        state.deed = SAILING
        state.course = state.row[action - SEA]
        state.test = 0
    else:
        state.deed = CHALLENGING
        state.target = state.half_target
        state.stat = state.half_stat
        name_stake(state, 1, action)
    state.half_target = state.half_stat = NONE
    open_window(state, FLASH)


@kernel
def open_window(state: State, stage: int) -> None:
    state.stage = stage
    ask_again(state)
    state.phase = RUNNING


@kernel
def ask_again(state: State) -> None:
    """Everybody, from the player in turn (§9.4)."""
    state.passed[:] = 0
    state.ring = NONE


@large_kernel
def clear_action(state: State) -> None:
    """The dice are left lying until the next throw."""
    state.deed = state.course = state.target = state.answer = state.stat = NONE
    state.test = 0
    state.stake[:] = 0
    state.prize[:] = NONE
    state.staked = 0
    state.asked = NONE
    ask_again(state)


@kernel
def is_still_allowed(box: Box, state: State) -> bool:
    """Whether the declared action can go on after the flashes (§5.5)."""
    seat = int(state.turn)
    if state.deed == SAILING:
        return may_sail(state, seat)
    if state.deed == CHALLENGING:
        return may_challenge(box, state, seat)
    return True


# Challenges (§8) --------------------------------------------------------------------------------------------------


@kernel
def name_stake(state: State, side: int, action: int) -> None:
    """What that side may lose."""
    if action >= TREASURE:
        state.prize[side] = action - TREASURE
    else:
        state.stake[side] = action - STAKE + 1


@kernel
def answer_challenge(state: State, accepts: bool) -> None:
    state.answer = ACCEPTED if accepts else REFUSED
    open_window(state, AT_ANSWER)


@kernel
def go_on_with_challenge(state: State) -> None:
    """After the window: stakes, or spoils."""
    seat = int(state.turn)
    if state.answer == REFUSED:
        state.owed = SPOILS
        go_on_spoiling(state)
    elif state.pieces[seat] > 0 or has_treasure(state, seat):
        state.phase = STAKING
    else:
        put_aside(state)


@kernel
def put_aside(state: State) -> None:
    """What is left of what was named (§8.3)."""
    for side in range(SIDES):
        loser = int(state.turn) if side == 0 else int(state.target)
        state.stake[side] = min(int(state.stake[side]), int(state.pieces[loser]))
        state.pieces[loser] -= state.stake[side]
    state.staked = 1
    clear_throw(state)
    open_window(state, BEFORE)


@large_kernel
def clear_throw(state: State) -> None:
    state.difficulty = state.harder = state.easier = 0
    state.more[:] = 0
    state.fewer[:] = 0
    state.to_roll[:] = 0
    state.rolled[:] = 0


@kernel
def settle_stakes(state: State, winner: int) -> None:
    """The winning side gets both; NONE: each gets its own back (§8.4)."""
    for side in range(SIDES):
        taker = side if winner == NONE else winner
        seat = int(state.turn) if taker == 0 else int(state.target)
        state.pieces[seat] += state.stake[side]
        if state.prize[side] != NONE:
            state.sea_at[state.prize[side]] = IN_CHEST + seat
    state.stake[:] = 0
    state.staked = 0
    if winner != NONE:
        state.last_winner = state.turn if winner == 0 else state.target


@kernel
def go_on_spoiling(state: State) -> None:
    """Up to two equipped cards, then perhaps a Piece (§8.2)."""
    if state.owed > 0 and equipped(state, int(state.target)) > 0:
        state.phase = SPOILING
        return
    state.owed = 0
    state.stage = DONE
    state.phase = TIPPING if reserve(state) > 0 else RUNNING


@kernel
def legal_spoils(state: State, mask: Mask) -> None:
    mask[PASS] = 1
    if state.phase == TIPPING:
        mask[STAKE] = 1
        return
    for card in range(CREW):
        mask[CARD + card] = int(state.crew_at[card] == ON_TABLE + int(state.target))


@kernel
def spoil(state: State, seat: int, action: int) -> None:
    if state.phase == TIPPING:
        gain(state, seat, int(action == STAKE))
        state.phase = RUNNING
    elif action == PASS:
        state.owed = 0
        go_on_spoiling(state)
    else:
        pocket(state, seat, action - CARD)
        state.owed -= 1
        go_on_spoiling(state)
