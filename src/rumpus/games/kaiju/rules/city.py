"""§1.2 The city: which lots and intersections are in play, what touches what, and who stands where."""

from rumpus.core.kernel import kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.kaiju.rules.records import CORNERS, DIRECTIONS, INTERSECTIONS, LOTS, TANKS


@kernel
def survey(box: Box) -> None:
    """Which lots touch each intersection, and which intersections touch a lot that is used (§1.2, §9.2)."""
    box.lot_at[:] = NONE
    box.is_open[:] = 0
    for lot in range(LOTS):
        for place in range(CORNERS):
            at = box.corner[lot, place]
            box.is_open[1, at] = 1
            if box.two_plus[lot]:
                box.is_open[0, at] = 1
            for free in range(CORNERS):
                if box.lot_at[at, free] == NONE:
                    box.lot_at[at, free] = lot
                    break


@kernel
def table_size(state: State) -> int:
    """0 for two players, 1 for more: they have different cities and tracks (§9.2)."""
    return int(state.players > 2)


@kernel
def is_used(box: Box, state: State, lot: int) -> bool:
    return state.players > 2 or box.two_plus[lot] == 1


@kernel
def kaiju_at(state: State, place: int) -> int:
    """Whose kaiju stands there."""
    for seat in range(state.players):
        if state.at[seat] == place:
            return seat
    return NONE


@kernel
def tank_on(state: State, place: int) -> int:
    for tank in range(TANKS):
        if state.tank_at[tank] == place:
            return tank
    return NONE


@kernel
def is_free(box: Box, state: State, place: int) -> bool:
    """In play, with neither kaiju nor tank (§4.1)."""
    if place == NONE or not box.is_open[table_size(state), place]:
        return False
    return kaiju_at(state, place) == NONE and tank_on(state, place) == NONE


@kernel
def are_neighbours(box: Box, one: int, other: int) -> bool:
    """Whether a street joins them."""
    if one == NONE or other == NONE:
        return False
    for direction in range(len(DIRECTIONS)):
        if box.next[one, direction] == other:
            return True
    return False


@kernel
def has_way_out(box: Box, state: State, place: int) -> bool:
    """Whether a neighbouring intersection is free."""
    for direction in range(len(DIRECTIONS)):
        if is_free(box, state, int(box.next[place, direction])):
            return True
    return False


@kernel
def mark_ways_out(box: Box, state: State, place: int, mask: Mask, first: int) -> None:
    """Every free neighbouring intersection."""
    for direction in range(len(DIRECTIONS)):
        to = int(box.next[place, direction])
        if is_free(box, state, to):
            mask[first + to] = 1


@kernel
def buildings_left(state: State) -> int:
    number = 0
    for lot in range(LOTS):
        number += int(state.standing[lot] > 0)
    return number


@kernel
def distances(box: Box, state: State, start: int, steps: Mask) -> None:
    """By streets, through all intersections that are in play; -1 where there is no way."""
    steps[:] = -1
    steps[start] = 0
    for far in range(INTERSECTIONS):
        for place in range(INTERSECTIONS):
            if steps[place] == far:
                for direction in range(len(DIRECTIONS)):
                    to = int(box.next[place, direction])
                    if to != NONE and box.is_open[table_size(state), to] and steps[to] < 0:
                        steps[to] = far + 1
