"""§4 Sets of Power: what may lie in one, what it is worth, and how far a player can still go."""

from rumpus.core.kernel import kernel, large_kernel
from rumpus.core.memory import lowest_bit
from rumpus.core.record import NONE
from rumpus.core.rules import Box, Mask, State
from rumpus.games.rarrr.rules.records import BOOST, BOOSTS, CONFIRM, DOWN, KINDS, PASS, TYPES, UP, VALUES


@kernel
def type_of(kind: int) -> int:
    return kind // VALUES


@kernel
def limit(box: Box, state: State, seat: int, type: int) -> int:
    """How many Power cards a set may have: as many as the monster has icons of its type (§4.3), less one where the
    city resists it (§9.3)."""
    icons = int(state.icons[seat, type])
    if box.resistance and icons > 0 and box.city_resists[state.contested] == type:
        return icons - 1
    return icons


@kernel
def boost_value(box: Box, boost: int) -> int:
    return 0 if boost == NONE else int(box.boost[boost])


@kernel
def sum_up(box: Box, cards: Mask, type: int) -> int:
    """The values of the cards of a type that lie face up."""
    total = 0
    for kind in range(type * VALUES, (type + 1) * VALUES):
        total += int(cards[kind]) * int(box.value[kind])
    return total


@kernel
def power(values: int, boost: int, size: int) -> int:
    """(sum + boost) x number of cards (§4.4, §4.5)."""
    return (values + boost) * size


@kernel
def half_power(box: Box, state: State, type: int) -> int:
    """What a set is worth that is being laid."""
    boost = boost_value(box, int(state.half_boosted[type]))
    return power(sum_up(box, state.half_up, type), boost, int(state.half_sets[type]))


@kernel
def half_level(box: Box, state: State, seat: int) -> int:
    """Where the dial would stand if what is being laid were confirmed (§4.6)."""
    total = int(state.level[seat])
    for type in range(len(TYPES)):
        total += half_power(box, state, type)
    return total


@kernel
def to_beat(state: State, seat: int) -> int:
    """The highest level of all others (§4.7)."""
    most = 0
    for other in range(state.players):
        if other != seat:
            most = max(most, int(state.level[other]))
    return most


# Which steps are offered ------------------------------------------------------------------------------------------


@large_kernel
def legal_in_turn(box: Box, state: State, seat: int, mask: Mask) -> None:
    """Lay another card, boost a set, confirm, or pass: a step only if some way on from it beats the table (§4.7)."""
    target, reached = to_beat(state, seat), half_level(box, state, seat)
    mask[PASS] = int(state.half == NONE)
    mask[CONFIRM] = int(state.half != NONE and reached > target)
    asked = 0  # steps, as bits, after which more is needed
    for kind in range(KINDS):
        if left_in_hand(state, seat, kind) > 0:
            least = reached + int(box.value[kind])  # a card more adds its value, or more
            asked |= offer(mask, UP + kind, fits_up(box, state, seat, kind), least > target)
            asked |= offer(mask, DOWN + kind, fits_down(box, state, seat), reached > target)
    for boost in range(BOOSTS):
        asked |= offer(mask, BOOST + boost, fits_boost(state, seat, boost), reached > target)
    while asked != 0:  # one call in one place: the threads of a GPU ask together, though of different steps
        step = lowest_bit(asked)
        asked &= asked - 1
        mask[step] = int(goes_far(box, state, seat, step, target))


@kernel
def offer(mask: Mask, step: int, fits: bool, is_enough: bool) -> int:
    """Offer a step that fits and is enough; the answer is its bit if it fits, and more is needed."""
    mask[step] = int(fits and is_enough)
    return int(fits and not is_enough) << step


@kernel
def left_in_hand(state: State, seat: int, kind: int) -> int:
    return int(state.hand[seat, kind]) - int(state.half_up[kind]) - int(state.half_down[kind])


@kernel
def fits_up(box: Box, state: State, seat: int, kind: int) -> bool:
    """Into the set under way, or as the first of another type; what has been laid is not added to (§4.2, §4.3)."""
    type = type_of(kind)
    if state.sets[seat, type] > 0 or (state.half_sets[type] > 0 and state.half != type):
        return False
    return state.half_sets[type] < limit(box, state, seat, type)


@kernel
def fits_down(box: Box, state: State, seat: int) -> bool:
    """Face down into the set under way (§9.2)."""
    type = int(state.half)
    return box.face_down == 1 and type != NONE and state.half_sets[type] < limit(box, state, seat, type)


@kernel
def fits_boost(state: State, seat: int, boost: int) -> bool:
    """One for a set, and none twice (§4.5)."""
    return state.half != NONE and state.half_boosted[state.half] == NONE and is_free(state, seat, boost)


# How far one can go -----------------------------------------------------------------------------------------------


@kernel
def goes_far(box: Box, state: State, seat: int, step: int, target: int) -> bool:
    """Whether, after one more step, something beats the table: a kind face up or face down, or a boost."""
    up = step - UP if step < DOWN else NONE
    down = step - DOWN if DOWN <= step < BOOST else NONE
    boost = step - BOOST if step >= BOOST else NONE
    if furthest(box, state, seat, up, down, boost, False) > target:
        return True
    if not box.face_down or furthest(box, state, seat, up, down, boost, True) <= target:
        return False
    return some_filling(box, state, seat, up, down, boost, target)


@large_kernel
def furthest(box: Box, state: State, seat: int, up: int, down: int, boost: int, is_covered: bool) -> int:
    """The highest level with face-up cards alone; or, covered, a bound for it, as if cards to lay face down were never
    short."""
    half = int(state.half) if up == NONE else type_of(up)
    total = int(state.level[seat])
    first = second = third = fourth = 0
    for type in range(len(TYPES)):
        size, values, given = so_far(box, state, type, half, up, down, boost)
        if state.sets[seat, type] > 0 or (size > 0 and type != half):
            total += power(values, given, size)
            continue
        most = limit(box, state, seat, type)
        size, values = filled_up(box, state, seat, type, size, values, most, up, down)
        if is_covered and size > 0:
            size = most
        total += power(values, given, size)
        if given == 0:
            first, second, third, fourth = with_one_more(first, second, third, fourth, size)
    return total + boosts_for(box, state, seat, boost, first, second, third)


@kernel
def so_far(box: Box, state: State, type: int, half: int, up: int, down: int, boost: int) -> tuple[int, int, int]:
    """Of a set being laid, after the step: how many cards, their sum, and its boost."""
    size, values = int(state.half_sets[type]), sum_up(box, state.half_up, type)
    given = boost_value(box, int(state.half_boosted[type]))
    if type == half:
        size += int(up != NONE) + int(down != NONE)
        values += 0 if up == NONE else int(box.value[up])
        given += boost_value(box, boost)
    return size, values, given


@kernel
def filled_up(
    box: Box, state: State, seat: int, type: int, size: int, values: int, most: int, up: int, down: int
) -> tuple[int, int]:
    """The set with the strongest cards that are left, as many as it may have."""
    for place in range(VALUES):
        kind = int(box.strongest[type, place])
        left = left_in_hand(state, seat, kind) - int(kind == up) - int(kind == down)
        more = min(left, most - size)
        if more > 0:
            size += more
            values += more * int(box.value[kind])
    return size, values


@kernel
def with_one_more(first: int, second: int, third: int, fourth: int, size: int) -> tuple[int, int, int, int]:
    """Sizes of sets, the largest first, with one more among them."""
    if size > first:
        return size, first, second, third
    if size > second:
        return first, size, second, third
    if size > third:
        return first, second, size, third
    return first, second, third, max(fourth, size)


@kernel
def boosts_for(box: Box, state: State, seat: int, boost: int, first: int, second: int, third: int) -> int:
    """What the boosts that are left add: the strongest to the largest set that has none."""
    left = 0
    for one in range(BOOSTS):
        left |= int(one != boost and is_free(state, seat, one)) << one
    total = 0
    for size in (first, second, third):
        best = NONE
        for one in range(BOOSTS):
            if left >> one & 1 == 1 and boost_value(box, one) > boost_value(box, best):
                best = one
        if best != NONE:
            left &= ~(1 << best)
            total += size * boost_value(box, best)
    return total


@kernel
def is_free(state: State, seat: int, boost: int) -> bool:
    if state.boosts[seat, boost] == 0:
        return False
    for type in range(len(TYPES)):
        if state.half_boosted[type] == boost:
            return False
    return True


# With face-down cards: they are short, so sets compete for them ---------------------------------------------------


@large_kernel
def some_filling(box: Box, state: State, seat: int, up: int, down: int, boost: int, target: int) -> bool:
    """Whether the cards left can be shared out among the sets so that the table is beaten."""
    half = int(state.half) if up == NONE else type_of(up)
    cards = int(state.cards[seat]) - int(up != NONE) - int(down != NONE)
    for type in range(len(TYPES)):
        cards -= int(state.half_sets[type])
    for one in range(room(box, state, seat, 0, half, up, down) + 1):
        for two in range(room(box, state, seat, 1, half, up, down) + 1):
            for three in range(room(box, state, seat, 2, half, up, down) + 1):
                rest = cards - one - two - three
                if rest >= 0:
                    four = min(rest, room(box, state, seat, 3, half, up, down))
                    if filling(box, state, seat, up, down, boost, one, two, three, four) > target:
                        return True
    return False


@kernel
def room(box: Box, state: State, seat: int, type: int, half: int, up: int, down: int) -> int:
    """How many cards a set can still take: the one under way, or one that can be begun."""
    if type == half:
        return limit(box, state, seat, type) - int(state.half_sets[type]) - int(up != NONE) - int(down != NONE)
    if state.sets[seat, type] > 0 or state.half_sets[type] > 0:
        return 0
    for kind in range(type * VALUES, (type + 1) * VALUES):
        if left_in_hand(state, seat, kind) - int(kind == up) - int(kind == down) > 0:
            return limit(box, state, seat, type)
    return 0


@kernel
def filling(
    box: Box, state: State, seat: int, up: int, down: int, boost: int, one: int, two: int, three: int, four: int
) -> int:
    """The level with so many more cards in each set, face up where there are some of its type."""
    half = int(state.half) if up == NONE else type_of(up)
    total = int(state.level[seat])
    first = second = third = fourth = 0
    for type in range(len(TYPES)):
        more = one if type == 0 else two if type == 1 else three if type == 2 else four
        size, values, given = so_far(box, state, type, half, up, down, boost)
        is_closed = state.sets[seat, type] > 0 or (size > 0 and type != half)
        _, values = filled_up(box, state, seat, type, size, values, size + more, up, down)
        total += power(values, given, size + more)
        if given == 0 and not is_closed:
            first, second, third, fourth = with_one_more(first, second, third, fourth, size + more)
    return total + boosts_for(box, state, seat, boost, first, second, third)
