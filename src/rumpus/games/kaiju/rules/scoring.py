"""§7 The end: points for cards, neighbourhoods and lots; who has won."""

from rumpus.core.kernel import kernel
from rumpus.core.rules import Box, Numbers, State
from rumpus.games.kaiju.rules.city import is_used
from rumpus.games.kaiju.rules.records import CUBES, LOTS, NEIGHBOURHOODS


@kernel
def points(box: Box, state: State, out: Numbers) -> None:
    """As if the game ended now; a front that the viewer does not know counts nothing (§7.2, §8.2)."""
    for seat in range(state.players):
        out[seat] = 0
        for place in range(state.laid[seat]):
            if state.taken[seat, place] >= 0:
                out[seat] += int(box.building_points[state.taken[seat, place]])
    for zone in range(NEIGHBOURHOODS):
        share_zone(box, state, zone, out)
    for lot in range(LOTS):
        if is_used(box, state, lot) and state.standing[lot] == 0:
            share_lot(box, state, lot, out)


@kernel
def share_zone(box: Box, state: State, zone: int, out: Numbers) -> None:
    """The token goes to the most cubes in all lots of a neighbourhood; if several have them, each gets an equal part,
    rounded down (§7.3)."""
    most = ties = 0
    for seat in range(state.players):
        number = cubes_in(box, state, zone, seat)
        ties = 1 if number > most else ties + int(number == most)
        most = max(most, number)
    for seat in range(state.players):
        if most > 0 and cubes_in(box, state, zone, seat) == most:
            out[seat] += int(state.token[zone]) // ties


@kernel
def cubes_in(box: Box, state: State, zone: int, seat: int) -> int:
    number = 0
    for lot in range(LOTS):
        if box.zone[lot] == zone:
            number += int(state.cubes[lot, seat])
    return number


@kernel
def share_lot(box: Box, state: State, lot: int, out: Numbers) -> None:
    """The same for an empty lot (§7.4)."""
    most = ties = 0
    for seat in range(state.players):
        number = int(state.cubes[lot, seat])
        ties = 1 if number > most else ties + int(number == most)
        most = max(most, number)
    for seat in range(state.players):
        if most > 0 and state.cubes[lot, seat] == most:
            out[seat] += int(box.lot_points[lot]) // ties


@kernel
def places(box: Box, state: State, out: Numbers) -> None:
    """By points, then by the fewest cubes left (§7.5)."""
    points(box, state, out)
    for seat in range(state.players):
        out[seat] = (CUBES + 1) * out[seat] + int(state.laid[seat])
    ranked = 0
    for seat in range(state.players):
        place = 1
        for other in range(state.players):
            place += int(out[other] > out[seat])
        ranked += place << 4 * seat
    for seat in range(state.players):
        out[seat] = ranked >> 4 * seat & 15
