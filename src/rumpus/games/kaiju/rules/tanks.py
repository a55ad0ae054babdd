"""§6 Tanks: what they see, when they shoot, and how they are moved."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.kaiju.rules.city import distances, has_way_out, is_free, table_size
from rumpus.games.kaiju.rules.records import FACING, INTERSECTIONS, PLACING, SIGHT, TANKS


@kernel
def sees(box: Box, tank_at: int, faces: int, place: int) -> bool:
    """The next two intersections straight ahead; nothing blocks the view (§6.3)."""
    if tank_at == NONE or place == NONE:
        return False
    ahead = tank_at
    for _ in range(SIGHT):
        ahead = int(box.next[ahead, faces])
        if ahead == NONE:
            return False
        if ahead == place:
            return True
    return False


@kernel
def enter(box: Box, state: State, seat: int, place: int) -> None:
    """A kaiju comes to an intersection: every tank that covers it shoots once (§6.4)."""
    state.at[seat] = place
    for tank in range(TANKS):
        if sees(box, int(state.tank_at[tank]), int(state.tank_faces[tank]), place):
            state.shots[seat] += 1


@kernel
def set_tank(box: Box, state: State, tank: int, place: int, faces: int) -> None:
    """Placed, moved or turned: it shoots at every kaiju that it covers now and did not cover before (§6.4)."""
    was_at, was_facing = int(state.tank_at[tank]), int(state.tank_faces[tank])
    state.tank_at[tank] = place
    state.tank_faces[tank] = faces
    state.last_tank = tank
    for seat in range(state.players):
        at = int(state.at[seat])
        if sees(box, place, faces, at) and not sees(box, was_at, was_facing, at):
            state.shots[seat] += 1


@kernel
def mark_rolls(box: Box, state: State, tank: int, may_stay: bool, mask: Mask, first: int) -> None:
    """Where a tank may go: to a free neighbour; by its icon also nowhere (§6.5, §6.6)."""
    at = int(state.tank_at[tank])
    if may_stay or not has_way_out(box, state, at):
        mask[first + at] = 1
    for direction in range(4):
        to = int(box.next[at, direction])
        if is_free(box, state, to):
            mask[first + to] = 1


# They come --------------------------------------------------------------------------------------------------------


@kernel
def next_tank(state: State) -> int:
    """The first that is not on the board."""
    for tank in range(TANKS):
        if state.tank_at[tank] == NONE:
            return tank
    return NONE


@kernel
def bring_tank(box: Box, state: State) -> None:
    """On the tank space of its neighbourhood; if that is taken, its player chooses a free one nearby (§6.2)."""
    space = space_of(box, state)
    state.half_to = space if is_free(box, state, space) else NONE
    state.phase = FACING if state.half_to != NONE else PLACING


@kernel
def space_of(box: Box, state: State) -> int:
    zone = int(box.square_zone[next_tank(state), table_size(state)])
    return int(box.tank_space[zone])


@large_kernel
def mark_nearest(box: Box, state: State, mask: Mask, first: int) -> None:
    """The free intersections that are nearest by streets (§6.2)."""
    steps = mask[first : first + INTERSECTIONS]
    distances(box, state, space_of(box, state), steps)
    least = INTERSECTIONS
    for place in range(INTERSECTIONS):
        if steps[place] > 0 and is_free(box, state, place):
            least = min(least, int(steps[place]))
    for place in range(INTERSECTIONS):
        steps[place] = int(steps[place] == least and is_free(box, state, place))
