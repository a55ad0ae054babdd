"""How the cards of Arrr!!! fare between equal bots, for two players: tables for docs/arrr.md.

Who wins with which captain, which explorations are conquered, what players do with their turns, and how those fare
who play an event or equip a First Mate.

Usage: python tools/arrr_study.py [--games N] [--bot BOT] [--seed N] [--write]
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from docs_tables import write_table
from rich.progress import track

import rumpus
from rumpus.bots import bot
from rumpus.bots.batch import Referee, make_ready
from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rng import branch, generator
from rumpus.core.rules import State
from rumpus.games.arrr.rules.records import (
    ASKED,
    CAPTAINS,
    CARD,
    CREW,
    DEEDS,
    EVENT,
    EVENTS,
    EXPLORATIONS,
    IN_CHEST,
    MATE,
    ON_TABLE,
    SAILING,
)
from rumpus.lab.intervals import interval

SEATS = 2
Share = tuple[float, int]
"""Wins, a tie for half of one, and of how many games."""


@dataclass
class Story:
    """What happened in one game."""

    captains: list[int]
    result: list[float] = field(default_factory=list)
    deeds: dict[int, tuple[int, int]] = field(default_factory=dict)
    """In each turn the action, and the card that was sailed for."""
    conquered: set[int] = field(default_factory=set)
    played: set[tuple[int, int]] = field(default_factory=set)
    """Events, each with the seat that played it."""
    mates: set[tuple[int, int]] = field(default_factory=set)
    """First Mates that were equipped at some time."""


def told(game: Game, name: str, seed: int) -> Story:
    """One game between two bots of one kind."""
    rng, player = generator(seed), bot(name)
    referee = Referee(game, branch(rng))
    luck = [branch(rng) for _ in range(SEATS)]
    story = Story([])
    while acting := referee.step():
        state = referee.tables[0]
        look(game, state, story)
        for seat in acting:
            referee.take(seat, player, luck[seat])
            chosen = int(referee.scratch.chosen[seat])
            if state.phase == ASKED and EVENT <= chosen < CARD:
                story.played.add((chosen - EVENT, seat))
    finish(referee, story)
    return story


def look(game: Game, state: State, story: Story) -> None:
    if state.deed != NONE:
        story.deeds[int(state.turns)] = (int(state.deed), int(state.course))
    for card in range(CREW):
        if state.crew_at[card] >= ON_TABLE and game.box.kind[card] == MATE:
            story.mates.add((card, int(state.crew_at[card]) - ON_TABLE))


def finish(referee: Referee, story: Story) -> None:
    state, (places, _) = referee.tables[0], referee.results()
    story.captains = [int(captain) for captain in state.captain[:SEATS]]
    story.result = [0.5 if places == [1, 1] else float(place == 1) for place in places]
    story.conquered = {card for card in range(EXPLORATIONS) if IN_CHEST <= state.sea_at[card] < IN_CHEST + SEATS}


# Tables -----------------------------------------------------------------------------------------------------------


def in_percent(wins: float, games: int) -> str:
    low, high = interval(wins, games)
    return f"{wins / games:.0%} | {low:.0%} to {high:.0%}"


def shares(pairs: Iterator[tuple[int, float]], number: int) -> list[Share]:
    """Of each card the results of those who had it."""
    wins, games = Counter[int](), Counter[int]()
    for card, result in pairs:
        wins[card] += result  # type: ignore[assignment]
        games[card] += 1
    return [(float(wins[card]), games[card]) for card in range(number)]


def table(title: str, names: Sequence[str], found: Sequence[Share], wanted: Sequence[int]) -> str:
    head = f"| {title} | players who had it | won | 95 % interval |\n| --- | ---: | ---: | --- |\n"
    rows = [(names[card], *found[card]) for card in wanted]
    rows.sort(key=lambda row: -row[1] / max(1, row[2]))
    return head + "".join(
        f"| {name} | {games} | {in_percent(wins, games)} |\n" if games else f"| {name} | 0 | | |\n"
        for name, wins, games in rows
    )


def named(game: Game, deck: str) -> list[str]:
    return [card.name for card in game.contents.tables[deck].values()]


def captains(game: Game, stories: Sequence[Story]) -> str:
    pairs = (pair for story in stories for pair in zip(story.captains, story.result, strict=True))
    return table("captain", named(game, "captains"), shares(pairs, CAPTAINS), range(CAPTAINS))


def events(game: Game, stories: Sequence[Story]) -> str:
    pairs = ((event, story.result[seat]) for story in stories for event, seat in story.played)
    return table("event", named(game, "events"), shares(pairs, EVENTS), range(EVENTS))


def mates(game: Game, stories: Sequence[Story]) -> str:
    pairs = ((card, story.result[seat]) for story in stories for card, seat in story.mates)
    found = [card for card in range(CREW) if game.box.kind[card] == MATE]
    return table("First Mate", named(game, "crew"), shares(pairs, CREW), found)


def explorations(game: Game, stories: Sequence[Story]) -> str:
    sailed = Counter(course for story in stories for deed, course in story.deeds.values() if deed == SAILING)
    won = Counter(card for story in stories for card in story.conquered)
    rows = sorted(range(EXPLORATIONS), key=lambda card: -won[card] / max(1, sailed[card]))
    names = named(game, "explorations")
    return "| exploration | sailed for | conquered | lost |\n| --- | ---: | ---: | ---: |\n" + "".join(
        f"| {names[card]} | {sailed[card]} | {won[card]} | {sailed[card] - won[card]} |\n" for card in rows
    )


def deeds(stories: Sequence[Story]) -> str:
    chosen = Counter(deed for story in stories for deed, _ in story.deeds.values())
    every = sum(chosen.values())
    return "| action | turns | share |\n| --- | ---: | ---: |\n" + "".join(
        f"| {name} | {chosen[deed]} | {chosen[deed] / every:.0%} |\n" for deed, name in enumerate(DEEDS)
    )


def stories_of(game: Game, name: str, games: int, seed: int) -> list[Story]:
    make_ready(game, [bot(name)] * SEATS)
    with ThreadPoolExecutor(2) as pool:
        told_one_by_one = pool.map(lambda number: told(game, name, seed + number), range(games))
        return list(track(told_one_by_one, "Playing", total=games, transient=True))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="How the cards of Arrr!!! fare between equal bots.")
    parser.add_argument("--games", type=int, default=1000, help="in all (1000)")
    parser.add_argument("--bot", default="ismcts:3", help="that sits in both seats (ismcts:3)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/arrr.md")
    wanted = parser.parse_args(arguments)
    game = rumpus.game("arrr", seats=SEATS)
    stories = stories_of(game, wanted.bot, wanted.games, wanted.seed)
    tables = {
        "captains": captains(game, stories),
        "deeds": deeds(stories),
        "explorations": explorations(game, stories),
        "events": events(game, stories),
        "mates": mates(game, stories),
    }
    for name, text in tables.items():
        if wanted.write:
            write_table("arrr", name, text)
        sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
