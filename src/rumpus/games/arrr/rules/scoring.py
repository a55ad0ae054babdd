"""§11 Points and places."""

from rumpus.core.kernel import kernel
from rumpus.core.rules import Box, Numbers, State
from rumpus.games.arrr.rules.records import COLLECTIONS, EXPLORATIONS, IN_CHEST, SET, WORTH


@kernel
def is_together(box: Box, one: int, other: int) -> bool:
    """Whether two seats count together: the same, or partners (§13.3)."""
    return one == other or (box.teams == 1 and (one - other) % 2 == 0)


@kernel
def pieces_of(box: Box, state: State, seat: int) -> int:
    """With what is put aside in a challenge; a team's together."""
    number = 0
    for other in range(state.players):
        if is_together(box, seat, other):
            number += int(state.pieces[other])
            if state.staked and other == state.turn:
                number += int(state.stake[0])
            if state.staked and other == state.target:
                number += int(state.stake[1])
    return number


@kernel
def fame_of(box: Box, state: State, seat: int) -> int:
    number = 0
    for card in range(EXPLORATIONS):
        if is_in_chest(box, state, seat, card):
            number += int(box.fame[card])
    return number


@kernel
def is_in_chest(box: Box, state: State, seat: int, card: int) -> bool:
    owner = int(state.sea_at[card]) - IN_CHEST
    return 0 <= owner < int(state.players) and is_together(box, seat, owner)


@kernel
def collections_of(box: Box, state: State, seat: int) -> int:
    """1, 4 or 8 points for each (§11.1)."""
    number = 0
    for collection in range(len(COLLECTIONS)):
        cards = 0
        for card in range(collection * SET, (collection + 1) * SET):
            cards += int(is_in_chest(box, state, seat, card))
        number += WORTH[cards]
    return number


@kernel
def points(box: Box, state: State, out: Numbers) -> None:
    out[:] = 0
    for seat in range(state.players):
        out[seat] = pieces_of(box, state, seat) + fame_of(box, state, seat) + collections_of(box, state, seat)


@kernel
def rank(box: Box, state: State, seat: int) -> int:
    """What decides, in one number: points, then fame, then Pieces (§11.2)."""
    pieces, fame = pieces_of(box, state, seat), fame_of(box, state, seat)
    score = pieces + fame + collections_of(box, state, seat)
    return (score * 1000 + fame) * 1000 + pieces


@kernel
def places(box: Box, state: State, out: Numbers) -> None:
    out[:] = 0
    for seat in range(state.players):
        better, own = 0, rank(box, state, seat)
        for other in range(state.players):
            better += int(rank(box, state, other) > own)
        out[seat] = better + 1
