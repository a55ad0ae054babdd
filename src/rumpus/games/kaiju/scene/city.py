"""The city, drawn from board.toml: streets, lots with their buildings, the sea, and all that stands in it."""

from collections.abc import Iterator
from functools import lru_cache

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import State
from rumpus.core.view import View
from rumpus.games.kaiju import words
from rumpus.games.kaiju.box import Neighbourhood
from rumpus.games.kaiju.rules.city import is_used, table_size
from rumpus.games.kaiju.rules.records import (
    DIRECTIONS,
    INTERSECTIONS,
    KAIJU,
    KINDS,
    LOT,
    LOTS,
    NEIGHBOURHOODS,
    PLAYERS,
    RESOURCES,
    SIGHT,
    SQUARES,
    TANK,
    TANKS,
    TO,
)
from rumpus.table.scene import Area, Piece, Road, Space
from rumpus.table.telling import counted, listed

COLOURS = PLAYERS
MARKS = tuple(name[0].upper() for name in PLAYERS)
ARROWS = ("▲", "▶", "▼", "◀")
"""Where a turret points: north, east, south, west."""
BLOCK = 2.0
"""The distance of two intersections."""
PAVEMENT = 0.34
"""Between the middle of a street and a lot."""
MARGIN = 0.5
CORNER = 0.74
SEA = 1.1
"""How high the strip of sea is, below the beach."""
STEP = 0.82
"""How far the steps of the track are from each other."""


def board(view: View) -> Area:
    corners = [_at(view, number) for number in range(INTERSECTIONS) if _is_open(view, number)]
    width, height = (max(values) + MARGIN for values in zip(*corners, strict=True))
    return Area(
        id="city",
        title="the city",
        layout="board",
        size=(width, height + SEA),
        spaces=[
            _sea(width, height),
            *_grounds(view),
            *_lots(view),
            *_corners(view),
            *_heaps(view),
            *_track(width, height, view),
        ],
        roads=[*_streets(view), *_gold_border(view), *_sights(view)],
        pieces=[*_kaiju(view), *_tanks(view), *_coming_tank(view), *_strike(view), *_cubes(view), _marker(view)],
    )


def _at(view: View, number: int) -> tuple[float, float]:
    """The middle of an intersection on the board."""
    return _middles(view.game, table_size(view.desk))[number]


@lru_cache(maxsize=32)
def _middles(game: Game, size: int) -> list[tuple[float, float]]:
    """North is up, and the sea below; where nobody goes, nothing is drawn."""
    spots = list(game.contents.tables["intersections"].values())
    shown = [spot for spot, is_open in zip(spots, game.open_box.is_open[size], strict=True) if is_open]
    first, highest = min(one.x for one in shown), max(one.y for one in shown)
    return [(MARGIN + BLOCK * (spot.x - first), MARGIN + BLOCK * (highest - spot.y)) for spot in spots]


def _is_open(view: View, number: int) -> bool:
    return bool(view.game.open_box.is_open[table_size(view.desk), number])


def _zones(view: View) -> list[Neighbourhood]:
    return list(view.game.contents.tables["neighbourhoods"].values())


# Land and sea -----------------------------------------------------------------------------------------------------


def _sea(width: float, height: float) -> Space:
    return Space(id="sea", label="the sea", x=0.0, y=height - 0.35, width=width, height=SEA + 0.35, shape="water")


def _grounds(view: View) -> Iterator[Space]:
    """The colour of each neighbourhood, under its blocks."""
    for number in range(LOTS):
        if is_used(view.game.open_box, view.desk, number):
            (left, top), zone = _block(view, number), _zone(view, number)
            yield Space(id=f"ground-{number}", label=zone.name, x=left, y=top, width=BLOCK, height=BLOCK,
                        shape="ground", colour=zone.colour)  # fmt: skip


def _block(view: View, number: int) -> tuple[float, float]:
    """Where a lot and the streets around it begin."""
    places = [_at(view, int(corner)) for corner in view.game.open_box.corner[number]]
    return min(x for x, _ in places), min(y for _, y in places)


def _zone(view: View, number: int) -> Neighbourhood:
    found: Neighbourhood = view.game.contents.tables["neighbourhoods"][words.lot(view.game, number).neighbourhood]
    return found


def _streets(view: View) -> Iterator[Road]:
    for number in range(INTERSECTIONS):
        for direction in (0, 1):
            to = int(view.game.open_box.next[number, direction])
            if to != NONE and _is_open(view, number) and _is_open(view, to):
                yield Road(points=[_at(view, number), _at(view, to)])


def _gold_border(view: View) -> Iterator[Road]:
    """Around City Hall."""
    left, top = _block(view, int(view.game.open_box.hall))
    near, far = PAVEMENT - 0.1, BLOCK - PAVEMENT + 0.1
    frame = [(near, near), (far, near), (far, far), (near, far), (near, near)]
    yield Road(points=[(left + x, top + y) for x, y in frame], style="gold", label="City Hall")


# The track of buildings destroyed, in the sea ---------------------------------------------------------------------


def _tank_steps(view: View) -> dict[int, int]:
    """At which step a tank comes, and to which neighbourhood (§6.1)."""
    box, at = view.game.open_box, table_size(view.desk)
    return {int(box.square_step[square, at]): int(box.square_zone[square, at]) for square in range(SQUARES)}


def _track_length(view: View) -> int:
    """As far as the last tank, and a little more."""
    return max(_tank_steps(view)) + 3


def _track(width: float, height: float, view: View) -> Iterator[Space]:
    length, tanks, zones = _track_length(view), _tank_steps(view), _zones(view)
    first = (width - length * STEP) / 2
    for step in range(length):
        zone = zones[tanks[step]] if step in tanks else None
        what = f": a tank comes to {zone.name}" if zone else ""
        colour, mark = (zone.colour, zone.name[0]) if zone else ("", "")
        yield Space(id=f"step-{step}", label=f"{counted(step, 'building')} destroyed{what}", x=first + step * STEP,
                    y=height + 0.22, width=STEP - 0.1, height=STEP - 0.1, value=str(step), colour=colour, mark=mark,
                    text=f"{counted(step, 'building').capitalize()} destroyed{what}.", cites="§6.1")  # fmt: skip


def _marker(view: View) -> Piece:
    number = int(view.desk.destroyed)
    return Piece(id="destroyed", kind="token", label=f"{counted(number, 'building')} destroyed", icon="demolish",
                 value=str(number), space=f"step-{min(number, _track_length(view) - 1)}")  # fmt: skip


# Lots -------------------------------------------------------------------------------------------------------------


def _lots(view: View) -> Iterator[Space]:
    for number in range(LOTS):
        if is_used(view.game.open_box, view.desk, number):
            yield _lot(view, number)


def _lot(view: View, number: int) -> Space:
    lot, zone, (left, top) = words.lot(view.game, number), _zone(view, number), _block(view, number)
    levels = int(view.desk.standing[number])
    told = f"{lot.name}, {zone.name}, {counted(levels, 'level') if levels else 'rubble'}"
    return Space(
        id=f"lot-{number}",
        label=f"{told}, costs {_cost_of_top(view, number)}" if levels else told,
        x=left + PAVEMENT,
        y=top + PAVEMENT,
        width=BLOCK - 2 * PAVEMENT,
        height=BLOCK - 2 * PAVEMENT,
        value=_short_cost(view, number),
        text=_lot_text(view, number, told),
        cites="§2.2",
        icon="capitol" if lot.city_hall else zone.icon,
        colour=zone.colour,
        mark=zone.name[0],
        levels=levels,
        worth=str(lot.points),
        action=LOT + number if LOT + number in view.allowed else None,
    )


def _lot_text(view: View, number: int, told: str) -> str:
    """All about it, with the front of its top card if the viewer has looked at it (§8.1)."""
    lines, top = [told], int(view.desk.top[number])
    if view.desk.standing[number]:
        lines.append(f"The next level costs {_cost_of_top(view, number)}")
        if top >= 0:
            card = words.building(view.game, top)
            lines.append(f"You have looked at it: {card.name}, {words.front_in_words(card)}")
    laid = [f"{words.called(view.game, seat)} {int(many)}" for seat, many in enumerate(view.desk.cubes[number]) if many]
    lines += [f"Cubes: {listed(laid)}"] if laid else []
    points = counted(words.lot(view.game, number).points, "point")
    return ". ".join([*lines, f"When it is empty, {points} for the most cubes."])


def _cost_of_top(view: View, number: int) -> str:
    return words.cost_in_words(view.game, int(view.desk.top_back[number]))


def _short_cost(view: View, number: int) -> str:
    back = int(view.desk.top_back[number])
    return cost_in_short(view, back) if back != NONE else ""


def cost_in_short(view: View, back: int) -> str:
    """'BBC': a letter for each card."""
    cost = view.game.open_box.back_cost[back]
    return "".join(RESOURCES[kind][0].upper() * int(cost[kind]) for kind in range(KINDS))


def _heaps(view: View) -> Iterator[Space]:
    """Where cubes lie, at the upper edge of each lot."""
    for number in range(LOTS):
        if view.desk.cubes[number].any():
            left, top = _block(view, number)
            yield Space(id=f"heap-{number}", label=f"cubes at {words.lot(view.game, number).name}", x=left + 0.25,
                        y=top + 0.12, width=BLOCK - 0.5, height=0.46)  # fmt: skip


def _cubes(view: View) -> Iterator[Piece]:
    for number in range(LOTS):
        for seat in range(view.game.seats):
            many = int(view.desk.cubes[number, seat])
            if many:
                where = words.lot(view.game, number).name
                label = f"{counted(many, 'cube')} of {words.called(view.game, seat)} at {where}"
                yield Piece(id=f"cubes-{number}-{MARKS[seat]}", kind="token", label=label, value=str(many),
                            colour=COLOURS[seat], mark=f"{MARKS[seat]}{many}", space=f"heap-{number}")  # fmt: skip


# Intersections ----------------------------------------------------------------------------------------------------


def _corners(view: View) -> Iterator[Space]:
    for number in range(INTERSECTIONS):
        if _is_open(view, number):
            yield _corner(view, number)


def _corner(view: View, number: int) -> Space:
    """With its name on it; a tank space has the token of its neighbourhood instead."""
    (x, y), zone = _at(view, number), _zone_of_tank_space(view, number)
    look = _zones(view)[zone] if zone != NONE else None
    token = str(int(view.desk.token[zone])) if look else ""
    return Space(
        id=f"corner-{number}",
        label=_corner_label(view, number),
        x=x - CORNER / 2,
        y=y - CORNER / 2,
        width=CORNER,
        height=CORNER,
        shape="round",
        value=token,
        text=f"Tank space of {look.name}. {token} points for the most cubes there." if look else "",
        cites="§7.3" if look else "",
        colour=look.colour if look else "",
        mark=look.name[0] if look else words.corner(view.game, number),
        action=TO + number if TO + number in view.allowed else None,
    )


def _zone_of_tank_space(view: View, number: int) -> int:
    """Of the neighbourhoods in play."""
    spaces, tokens = view.game.open_box.tank_space, view.desk.token
    return next((zone for zone in range(NEIGHBOURHOODS) if spaces[zone] == number and tokens[zone]), NONE)


def _corner_label(view: View, number: int) -> str:
    zone = _zone_of_tank_space(view, number)
    beach = ", on the beach" if view.game.open_box.beach[number] else ""
    return f"{words.corner(view.game, number)}{beach}" + (
        f", tank space of {words.zone_name(view.game, zone)}" if zone != NONE else ""
    )


# Who is there -----------------------------------------------------------------------------------------------------


def _kaiju(view: View) -> Iterator[Piece]:
    for seat in range(view.game.seats):
        if view.desk.at[seat] != NONE:
            kaiju = view.game.contents.tables["kaiju"][PLAYERS[seat]]
            yield Piece(
                id=f"kaiju-{MARKS[seat]}",
                kind="token",
                label=f"{kaiju.name} at {words.corner(view.game, int(view.desk.at[seat]))}",
                icon=kaiju.icon,
                colour=COLOURS[seat],
                mark=MARKS[seat],
                space=f"corner-{int(view.desk.at[seat])}",
                chosen=bool(view.desk.half_target == seat),
                action=KAIJU + seat if KAIJU + seat in view.allowed else None,
            )


def _tanks(view: View) -> Iterator[Piece]:
    for tank in range(TANKS):
        if view.desk.tank_at[tank] != NONE:
            where = words.corner(view.game, int(view.desk.tank_at[tank]))
            yield Piece(
                id=f"tank-{tank}",
                kind="token",
                label=f"tank {tank + 1} at {where}, looking {DIRECTIONS[int(view.desk.tank_faces[tank])]}",
                text="It shoots at a kaiju that comes within two intersections ahead of it.",
                cites="§6.3",
                icon="battle-tank",
                colour="black",
                mark=ARROWS[int(view.desk.tank_faces[tank])],
                space=f"corner-{int(view.desk.tank_at[tank])}",
                chosen=bool(view.desk.half_tank == tank),
                action=TANK + tank if TANK + tank in view.allowed else None,
            )


def _coming_tank(view: View) -> Iterator[Piece]:
    """Where a tank is being put, while it is asked which way it looks."""
    if view.desk.half_to != NONE:
        where = words.corner(view.game, int(view.desk.half_to))
        yield Piece(id="coming", kind="token", label=f"a tank goes to {where}", icon="battle-tank", colour="black",
                    mark="?", space=f"corner-{int(view.desk.half_to)}", chosen=True)  # fmt: skip


def _sights(view: View) -> Iterator[Road]:
    """What tanks cover."""
    for tank in range(TANKS):
        ahead = _ahead(view, tank)
        if ahead:
            start = _at(view, int(view.desk.tank_at[tank]))
            yield Road(points=[start, _at(view, ahead[-1])], style="shot", label=f"tank {tank + 1} looks here")


def _ahead(view: View, tank: int) -> list[int]:
    """The intersections that a tank sees (§6.3)."""
    state: State = view.desk
    at, seen = int(state.tank_at[tank]), list[int]()
    for _ in range(SIGHT if at != NONE else 0):
        at = int(view.game.open_box.next[at, state.tank_faces[tank]]) if at != NONE else NONE
        seen += [at] if at != NONE else []
    return seen


def _strike(view: View) -> Iterator[Piece]:
    """Where a missile has just come down."""
    if view.desk.last_at != NONE:
        where = words.corner(view.game, int(view.desk.last_at))
        yield Piece(id="strike", kind="token", label=f"a missile has struck {where}", icon="explosion-rays",
                    colour="red", mark="!", space=f"corner-{int(view.desk.last_at)}")  # fmt: skip
