"""Make what this version of rumpus leaves behind on disks: matches, boxes, a server's tables, an arena.

`python -m tests.standing.make` writes it into a folder of its own, named after the version. It is run once for each
release, and what it wrote is never changed: every later version has to read it, or say which version does.
"""

import asyncio
import json
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rumpus
from rumpus.catalogue import DEFINITIONS, NAMES, definition
from rumpus.core.game import Game
from rumpus.core.match import Match
from rumpus.lab.arena import Arena, Deal, called, play
from rumpus.lab.arenafile import going_on, read_arena
from rumpus.server import wire
from tests.conformance.cases import facts
from tests.conformance.walking import walk
from tests.server.tables import ANN, BEN, ME, RANDOM, Place, acted, played_out, running, until

HERE = Path(__file__).parent
MOVES = 120
"""Of a long match so many are kept."""
ARENA = ("random", "greedy")
GAMES = 2


def make(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name in NAMES:
        (folder / f"{name}.toml").write_text(box_text(name), encoding="utf-8")
    found: dict[str, Any] = {"boxes": {}, "matches": {}}
    for name in NAMES:
        box = folder / f"{name}.toml"
        found["boxes"][box.name] = definition(name).open(box=box).contents.digest
        for title, match in matches(name, box):
            match.save(folder / f"{title}.match")
            found["matches"][f"{title}.match"] = {"moves": len(match.moves), "points": match.points, "over": match.over}
    found["tables"] = asyncio.run(tables(folder / "tables.sqlite"))
    found["arena"] = len(arena_deals(folder / "arena.jsonl"))
    (folder / "expected.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


# Boxes ------------------------------------------------------------------------------------------------------------


def box_text(name: str) -> str:
    """A box that says of the first entry of each table all that can be said, and changes its name."""
    lines = ["# Written for the tests of later versions.", f'rumpus = "{rumpus.__version__}"', ""]
    for file in definition(name).files:
        for table, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
            entry, fields = next(iter(entries.items()))
            changed = fields | ({"name": f"New {fields['name']}"} if "name" in fields else {})
            lines += [f"[{table}.{entry}]", *(f"{key} = {toml(value)}" for key, value in changed.items()), ""]
    return "\n".join(lines)


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml(inner)}' for key, inner in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


# Matches ----------------------------------------------------------------------------------------------------------


def matches(name: str, box: Path) -> Iterator[tuple[str, Match]]:
    """One for each playthrough of the game, one with other cards, one that begins in the middle of another."""
    seats = getattr(facts(name), "PLAYTHROUGH_SEATS", None)
    for number, switches in enumerate(facts(name).PLAYTHROUGHS):
        yield f"{name}-{number}", walked(definition(name).open(switches, seats=seats), seed=number)
    yield f"{name}-box", walked(definition(name).open(box=box), seed=7)
    game = definition(name).open()
    middle = [step.state for step in walk(game, 8)][6]
    started = game.match_from(game.position(middle), seed=9)
    started.players, started.date = names(game), date(2026, 11, 15)
    yield f"{name}-start", started


def walked(game: Game, seed: int) -> Match:
    match = game.match(by_hand=True)
    for step, _ in zip(walk(game, seed), range(MOVES), strict=False):
        match.play(step.seat, step.number)
    match.players, match.date = names(game), date(2026, 11, 15)
    return match


def names(game: Game) -> list[str]:
    return ["Ann", "Ben", "Cat", "Dan", "Eva", "Fay"][: game.seats]


# A server's tables ------------------------------------------------------------------------------------------------


async def tables(file: Path) -> dict[str, Any]:
    """Of a short game one that is over, of every game one that is under way, and what is known of each."""
    file.unlink(missing_ok=True)
    with TemporaryDirectory() as folder:
        async with running(Path(folder)) as place:
            for person in (ANN, BEN):
                await place.store.add_person(person.id, person.name, f"token of {person.name}")
            rooms = [await finished(place), *[await under_way(place, name) for name in NAMES]]
            found = {room.table.id: await known(room) for room in rooms}
        file.write_bytes((Path(folder) / "tables.sqlite").read_bytes())
    return found


async def finished(place: Place) -> Any:
    room = await place.for_two(switches={"lucky_draw": True})
    await room.say(ANN, 0, wire.Say(id="hello", text="Good luck!"))
    await played_out(room, 0, 1)
    return room


async def under_way(place: Place, name: str) -> Any:
    """Ann has made her first choice, and bots have played as far as they can without her."""
    others = [RANDOM] * (DEFINITIONS[name].seats[0] - 1)
    room = await place.table(ME, *others, game=name)
    await until(lambda: room.update(0).ask is not None)
    await acted(room, 0)
    await until(lambda: room.update(0).ask is not None)
    return room


async def known(room: Any) -> dict[str, Any]:
    return {"game": room.table.game.name, "status": room.status, "moves": len(room.match.moves)}


# An arena ---------------------------------------------------------------------------------------------------------


def arena() -> Arena:
    return Arena(definition(NAMES[0]).open(), called(ARENA), seed=1)


def arena_deals(file: Path) -> list[Deal]:
    kept, one = read_arena(file), arena()
    with going_on(kept, one) as write:
        play(one, one.tasks(GAMES, kept.deals(one)), write, threads=1)
    return read_arena(file).deals(one)


if __name__ == "__main__":
    make(HERE / rumpus.__version__)
