"""§2.4 and §3: what happens when two cards meet.

These functions are asked once for every pair of cards, when a box is made; a round looks the answers up.
"""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box
from rumpus.games.braverats.rules.records import (
    AMBASSADOR,
    APPLEWOODS,
    ASSASSIN,
    CARDS,
    FAST_RAT_VICTORIES,
    GENERAL,
    GENERAL_BONUS,
    HOLD,
    MUSICIAN,
    PRINCE,
    PRINCESS,
    SPY,
    VICTORIES,
    WIZARD,
    YARGS,
)


@kernel
def has_power(box: Box, power: int, mine: int, theirs: int) -> bool:
    """Whether my card has a power in this round: a Wizard takes it away (§3.6)."""
    return bool(box.power[mine] == power and box.power[theirs] != WIZARD)


@kernel
def either_has_power(box: Box, power: int, mine: int, theirs: int) -> bool:
    return has_power(box, power, mine, theirs) or has_power(box, power, theirs, mine)


@kernel
def princess_takes(box: Box, mine: int, theirs: int) -> bool:
    """My Princess meets their Prince: the game is mine (§3.2)."""
    return has_power(box, PRINCESS, mine, theirs) and has_power(box, PRINCE, theirs, mine)


@kernel
def strength(box: Box, card: int, bonus: int) -> int:
    return int(box.strength[card] + GENERAL_BONUS * bonus)


@kernel
def winner_of_round(box: Box, mine: int, theirs: int, my_bonus: int, their_bonus: int) -> int:
    """Who wins the round, 0 for me, 1 for them, or HOLD: the order of precedence (§2.4)."""
    if either_has_power(box, MUSICIAN, mine, theirs):
        return HOLD
    if princess_takes(box, mine, theirs):
        return 0
    if princess_takes(box, theirs, mine):
        return 1

    my_prince, their_prince = has_power(box, PRINCE, mine, theirs), has_power(box, PRINCE, theirs, mine)
    if my_prince != their_prince:
        return 0 if my_prince else 1

    my_strength, their_strength = strength(box, mine, my_bonus), strength(box, theirs, their_bonus)
    lowest_wins = either_has_power(box, ASSASSIN, mine, theirs)
    if my_strength < their_strength:
        return 0 if lowest_wins else 1
    if my_strength > their_strength:
        return 1 if lowest_wins else 0
    return HOLD


@kernel
def worth(box: Box, mine: int, theirs: int, is_held: bool) -> int:
    """What this round is worth to me if I win it, now or after a hold (§3.5, §4.2)."""
    if is_held and box.held_ambassador == 1:
        return 1
    return 2 if has_power(box, AMBASSADOR, mine, theirs) else 1


@kernel
def effects_cancelled(box: Box, mine: int, theirs: int) -> bool:
    """Whether a Musician's hold also takes the effects on the next round (§8.7, §9.1)."""
    return bool(box.musician_cancels) and either_has_power(box, MUSICIAN, mine, theirs)


@kernel
def gives_bonus(box: Box, mine: int, theirs: int) -> bool:
    """My General strengthens my next card (§3.7)."""
    return has_power(box, GENERAL, mine, theirs) and not effects_cancelled(box, mine, theirs)


@kernel
def spies(box: Box, mine: int, theirs: int) -> bool:
    """My Spy makes them show their next card first; two Spies cancel each other (§3.3)."""
    if has_power(box, SPY, theirs, mine):
        return False
    return has_power(box, SPY, mine, theirs) and not effects_cancelled(box, mine, theirs)


# Columns of box.clash
WINNER, PRINCESS_WINS, WORTH_TO_YARGS, WORTH_TO_APPLEWOODS, SPIED, BONUS_TO_YARGS, BONUS_TO_APPLEWOODS = range(7)


@kernel
def row(mine: int, theirs: int, my_bonus: int, their_bonus: int) -> int:
    """The row of box.clash for two cards and their bonuses."""
    return ((int(mine) * CARDS + int(theirs)) * 2 + int(my_bonus)) * 2 + int(their_bonus)


@kernel
def meet(box: Box, yargs: int, applewoods: int, yargs_bonus: int, applewoods_bonus: int) -> None:
    """Write down once what follows when these two cards meet."""
    here = box.clash[row(yargs, applewoods, yargs_bonus, applewoods_bonus)]
    winner = winner_of_round(box, yargs, applewoods, yargs_bonus, applewoods_bonus)
    here[WINNER] = winner
    here[PRINCESS_WINS] = princess_takes(box, yargs, applewoods) or princess_takes(box, applewoods, yargs)
    here[WORTH_TO_YARGS] = worth(box, yargs, applewoods, winner == HOLD)
    here[WORTH_TO_APPLEWOODS] = worth(box, applewoods, yargs, winner == HOLD)
    here[SPIED] = NONE
    if spies(box, yargs, applewoods):
        here[SPIED] = APPLEWOODS
    if spies(box, applewoods, yargs):
        here[SPIED] = YARGS
    here[BONUS_TO_YARGS] = gives_bonus(box, yargs, applewoods)
    here[BONUS_TO_APPLEWOODS] = gives_bonus(box, applewoods, yargs)


@kernel
def prepare(box: Box) -> None:
    """Fill in what follows from the cards and the switches."""
    box.enough = FAST_RAT_VICTORIES if box.fast_rat else VICTORIES
    for yargs in range(CARDS):
        for applewoods in range(CARDS):
            for bonuses in range(4):
                meet(box, yargs, applewoods, bonuses // 2, bonuses % 2)
