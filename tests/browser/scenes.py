"""Made-up tables with much more on them than the first game has: what any game may ask of the page."""

from collections.abc import Sequence

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from rumpus.server import wire
from rumpus.table.scene import Area, Button, Kind, Layout, Piece, Road, Scene, Seat, Sign, Space

COLOURS = ("blue", "red", "green", "yellow", "purple", "teal")
NAMES = ("Ada", "Bo", "Cleo", "Dmitri", "Esperanza", "Fitzgerald")
CARDS = ("Lantern", "Great Kraken", "Ox", "Quartermaster", "Fog", "Sabre-toothed Tiger", "Bell", "Anchor")
PATH = "/t/made-up"


def shown(page: Page, scene: Scene) -> list[WebSocketRoute]:
    """The page of a table where this lies: what comes by the socket comes from here. Its sockets, when it has any."""
    lines: list[WebSocketRoute] = []
    page.route_web_socket("**/api/tables/*/socket", lambda line: answer(line, scene, lines))
    return lines


def answer(line: WebSocketRoute, scene: Scene, lines: list[WebSocketRoute]) -> None:
    lines.append(line)
    line.on_message(lambda message: line.send(sent(scene)) if "hello" in str(message) else None)


def sent(scene: Scene, version: int = 1) -> str:
    people = [
        wire.Person(
            seat=seat.seat,
            name=seat.name,
            kind="person",
            you=seat.seat == scene.viewer,
            acting=seat.acting,
            left=754.0 if seat.seat % 2 else None,
        )
        for seat in scene.seats
    ]
    update = wire.Update(
        game="made-up",
        version=version,
        seat=scene.viewer,
        status="playing",
        moments=version - 1,
        ask=1,
        scene=scene,
        people=people,
        lines_from=0,
        lines=[],
        practice=False,
        may_take_back=True,
        may_hand_over=[],
        pace=0,
    )
    return msgspec.json.encode(update).decode()


# What lies there --------------------------------------------------------------------------------------------------


def piece(name: str, kind: Kind, seat: int | None = None, title: str = "", value: str = "", count: int = 1,
          most: int = 0, space: str = "", turned: bool = False, action: int | None = None) -> Piece:  # fmt: skip
    colour, mark = ("", "") if seat is None else (COLOURS[seat], NAMES[seat][0])
    label = f"{title or kind} {value}".strip()
    return Piece(id=name, kind=kind, label=label, title=title, value=value, colour=colour, mark=mark, count=count,
                 most=most, space=space, turned=turned, action=action, text=f"What the {label} does.")  # fmt: skip


def cards(name: str, count: int, seat: int | None = None, first_action: int | None = None) -> list[Piece]:
    return [
        piece(f"{name}-{number}", "card", seat, CARDS[number % len(CARDS)], str(number % 11),
              action=None if first_action is None else first_action + number)
        for number in range(count)
    ]  # fmt: skip


def signed(pieces: list[Piece]) -> list[Piece]:
    """With what they ask and bring printed on them: one sign, two, three, four."""
    found = []
    for number, one in enumerate(pieces):
        signs = [Sign(mark="ANWC"[stat], value=str(stat + 1), colour=COLOURS[stat]) for stat in range(1 + number % 4)]
        found.append(msgspec.structs.replace(one, value="", signs=signs, brings=signs[: number % 3]))
    return found


def dice(count: int) -> list[Piece]:
    return [piece(f"die-{number}", "die", number % 6, value=str(number % 6 + 1), most=6) for number in range(count)]


def area(name: str, title: str, pieces: Sequence[Piece], layout: Layout = "row", seat: int | None = None) -> Area:
    return Area(id=name, title=title, layout=layout, seat=seat, pieces=list(pieces))


def folded() -> Area:
    """What is left in a deck, for those who want to count."""
    left = [piece(f"left-{number}", "counter", None, CARDS[number % 8], str(number)) for number in range(14)]
    return Area(id="left", title="53 cards left: 36 above 2, 11 below", pieces=left, folded=True)


def scene(seats: int, areas: Sequence[Area], buttons: Sequence[Button] = (), viewer: int = 0) -> Scene:
    return Scene(
        game="A made-up game",
        viewer=viewer,
        prompt="Choose a card, a place on the board, or what is offered here.",
        cites="§2.1",
        seats=[
            Seat(seat=seat, name=NAMES[seat], colour=COLOURS[seat], mark=NAMES[seat][0], points=7 * seat,
                 acting=seat in (viewer, 2))
            for seat in range(seats)
        ],
        areas=list(areas),
        buttons=list(buttons),
    )  # fmt: skip


# The tables -------------------------------------------------------------------------------------------------------


def big_hands(seats: int = 6, hand: int = 20) -> Scene:
    """Many players with big hands, a dial each, and sets of cards in the middle."""
    areas = [
        area("city", "the city", cards("city", 2)),
        area("laid", "on the table", cards("laid", 5, 2)),
        area("deck", "deck", [piece("deck", "pile", count=37)], "pile"),
    ]
    for seat in range(seats):
        held = cards(f"hand-{seat}", hand, seat, 10) if seat == 0 else [piece(f"b-{seat}", "pile", seat, count=hand)]
        areas += [
            area(f"hand-{seat}", NAMES[seat], held, "fan", seat),
            area(f"monster-{seat}", "monster", cards(f"monster-{seat}", 3, seat), seat=seat),
            area(f"dial-{seat}", "power", [piece(f"dial-{seat}", "dial", seat, "power", str(37 * seat), most=159)],
                 seat=seat),
        ]  # fmt: skip
    return scene(seats, areas, [Button(1, "Lay these cards", "confirm"), Button(2, "Pass", "pass")])


def turned_up(seats: int = 6) -> Scene:
    """Nobody has a hand: a pile and a card that is turned up before each player, and what they have won."""
    areas = [area("trophies", "trophies", cards("trophy", 3)), area("pile", "deck", [piece("rest", "pile", count=41)])]
    areas += [folded()]
    for seat in range(seats):
        areas += [
            area(f"up-{seat}", "turned up", cards(f"up-{seat}", 1 + seat % 2, seat), seat=seat),
            area(f"won-{seat}", "won", [
                piece(f"count-{seat}", "counter", seat, "battles", str(seat)),
                piece(f"trophy-{seat}", "token", seat, "Golden Skull"),
            ], seat=seat),
        ]  # fmt: skip
    return scene(seats, areas, [Button(1, "High"), Button(2, "Low")])


def city(seats: int = 4) -> Scene:
    """A board with streets, lots with storeys, pieces on them, a track, and hands of cards and cubes."""
    across, down = 7, 5
    lots = [
        Space(id=f"lot-{x}-{y}", label=f"lot {x} {y}", x=1.5 * x + 0.6, y=1.5 * y + 0.6, width=0.9, height=0.9,
              levels=(x + y) % 4, value=str(x + 1), colour=COLOURS[(x // 2 + y) % 6], mark="ABC"[(x + y) % 3],
              action=100 + 10 * x + y if x == y else None)
        for x in range(across) for y in range(down)
    ]  # fmt: skip
    corners = [
        Space(id=f"corner-{x}-{y}", label=f"corner {x} {y}", x=1.5 * x + 0.05, y=1.5 * y + 0.05, width=0.4, height=0.4,
              shape="round", action=200 + 10 * x + y if x + y == 4 else None)
        for x in range(across + 1) for y in range(down + 1)
    ]  # fmt: skip
    streets = [
        *(Road(points=[(1.5 * x + 0.25, 0.25), (1.5 * x + 0.25, 1.5 * down + 0.25)]) for x in range(across + 1)),
        *(Road(points=[(0.25, 1.5 * y + 0.25), (1.5 * across + 0.25, 1.5 * y + 0.25)]) for y in range(down + 1)),
        Road(points=[(0.25, 3.25), (4.75, 3.25)], style="shot"),
    ]
    pawns = [piece(f"pawn-{seat}", "token", seat, space=f"corner-{seat + 1}-{seat}") for seat in range(seats)]
    tanks = [piece(f"tank-{n}", "token", None, value="T", space="corner-5-2") for n in range(3)]
    board = Area(id="board", title="the city", layout="board", size=(1.5 * across + 0.5, 1.5 * down + 0.5),
                 spaces=lots + corners, roads=streets, pieces=pawns + tanks)  # fmt: skip
    track = Area(
        id="track", title="buildings destroyed", layout="track", size=(12.0, 1.0),
        spaces=[Space(id=f"t-{n}", label=f"step {n}", x=float(n), y=0.0, value=str(n)) for n in range(12)],
        pieces=[piece("marker", "token", 1, space="t-4")],
    )  # fmt: skip
    areas = [board, track, area("offer", "for sale", cards("offer", 4)), folded()]
    for seat in range(seats):
        held = cards(f"hand-{seat}", 6, seat, 10) if seat == 0 else [piece(f"b-{seat}", "pile", seat, count=6)]
        areas += [
            area(f"hand-{seat}", NAMES[seat], held, "fan", seat),
            area(f"built-{seat}", "built", cards(f"built-{seat}", 4, seat), seat=seat),
            area(f"cubes-{seat}", "cubes", [
                piece(f"red-{seat}", "counter", 1, "fire", str(3 + seat)),
                piece(f"blue-{seat}", "counter", 0, "water", str(seat)),
            ], seat=seat),
        ]  # fmt: skip
    return scene(seats, areas, [Button(1, "Rest"), Button(2, "Move"), Button(3, "Attack", "confirm")])


def sea(seats: int = 4) -> Scene:
    """Dice, a row of cards that matter to their neighbours, a stack of effects that wait, and a crew for each."""
    areas = [
        area("sea", "the sea", signed(cards("sea", 6))),
        area("dice", "thrown", dice(9)),
        area("stack", "to be resolved", cards("effect", 5), "pile"),
        area("signs", "now", [piece("sign", "token", 1, "The Quartermaster answers; then Ada may flash once more")]),
    ]
    for seat in range(seats):
        held = cards(f"hand-{seat}", 5, seat, 10) if seat == 0 else [piece(f"b-{seat}", "pile", seat, count=5)]
        areas += [
            area(f"hand-{seat}", NAMES[seat], held, "fan", seat),
            area(f"captain-{seat}", "captain", cards(f"captain-{seat}", 1, seat), seat=seat),
            area(f"crew-{seat}", "crew", signed(cards(f"crew-{seat}", 5, seat)), seat=seat),
            area(f"chest-{seat}", "chest", [piece(f"chest-{seat}", "counter", seat, "doubloons", str(4 * seat))],
                 seat=seat),
        ]  # fmt: skip
    return scene(seats, areas, [Button(1, "Let it happen", "pass"), Button(2, "Throw nine dice", "confirm")])


TABLES = {
    "six big hands": big_hands(6),
    "three big hands": big_hands(3),
    "two big hands": big_hands(2),
    "six turned up": turned_up(6),
    "two turned up": turned_up(2),
    "a city of four": city(4),
    "a city of two": city(2),
    "a city of six": city(6),
    "a sea of four": sea(4),
    "a sea of two": sea(2),
}
