"""Plays Arrr!!! until every card has done everything it can do, and tells what was never seen.

Everything means: crew cards are equipped, throw dice of each of their stats, their abilities are announced, cancelled,
and every effect of them does something; events likewise; explorations are conquered, drift away, and each of their
tests is won and lost with its marks; influences change a neighbour; captains' traits count, and their abilities work.

The games are random, but whoever chooses prefers what was not seen yet. Rules run as plain Python, and what they do is
watched where they do it.

Usage: python tools/arrr_coverage.py [--games N] [--seed N]
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

import rumpus
from rumpus.core.desk import laid_out
from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import CHANCE, OVER, Box, State
from rumpus.games.arrr.rules import holdings, resolving, running, throwing
from rumpus.games.arrr.rules.records import (
    ABILITY_OF,
    ASKED,
    CANCEL,
    CAPTAIN_OF,
    CARD,
    CREW,
    DISCARDED,
    EFFECTS,
    EVENT,
    EVENT_OF,
    EXPLORATIONS,
    INFLUENCES,
    LISTS,
    LOST_OF,
    NOTHING,
    ON_PIECES,
    ON_TABLE,
    SAILING,
    SEA,
    SEAT,
    STATS,
    TESTS,
    TRAIT_OF,
    USE_CAPTAIN,
    WORDS,
)
from rumpus.games.arrr.rules.seas import place_in_row

Deed = tuple[str, int, int]
"""What was done, by which card or list, and which of its parts."""
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}), (3, {}), (4, {}), (4, {"teams": True}), (2, {"captains": "choose"}), (3, {"mode": "avast"}),
)  # fmt: skip
CURIOSITY = 0.7
"""How often whoever chooses takes what may show something new."""


class Watch:
    """What was seen so far."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.seen: set[Deed] = set()
        self.wanted = frozenset(everything(box))

    @property
    def missing(self) -> list[Deed]:
        return sorted(self.wanted - self.seen)

    def see(self, what: str, which: int, part: int = 0) -> None:
        self.seen.add((what, which, part))


# What there is to see ---------------------------------------------------------------------------------------------


def everything(box: Box) -> Iterator[Deed]:
    for card in range(CREW):
        yield "equipped", card, 0
        yield from (("threw", card, stat) for stat in range(len(STATS)) if box.stats[card, stat])
    for card in range(EXPLORATIONS):
        yield from of_exploration(box, card)
    for source in range(LISTS):
        yield from of_list(box, source)


def of_exploration(box: Box, card: int) -> Iterator[Deed]:
    yield from (("conquered", card, 0), ("drifted", card, 0))
    if box.influence[card] != NONE:
        yield "influenced", card, 0
    for test in range(TESTS):
        if box.test_stat[card, test] != NONE:
            yield from (("won", card, test), ("lost", card, test))


def of_list(box: Box, source: int) -> Iterator[Deed]:
    """Each effect; what lies on the pile can be cancelled, but for captains' abilities."""
    for place in range(EFFECTS):
        if box.does[source, place] != NOTHING:
            yield "did", source, place
    if box.does[source, 0] != NOTHING and (source < TRAIT_OF or source >= LOST_OF):
        yield "cancelled", source, 0


# Watching ---------------------------------------------------------------------------------------------------------


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """The rules, with somebody who looks at what they do."""
    before = [(module, name, getattr(module, name)) for module, name, _ in WATCHERS]
    for (module, name, watcher), (*_, original) in zip(WATCHERS, before, strict=True):
        setattr(module, name, watcher(watch, original))
    try:
        yield
    finally:
        for module, name, original in before:
            setattr(module, name, original)


def without_steps(state: State) -> bytes:
    """The table, but for which effect is the next and who is meant by it."""
    record = state.record().copy()
    record.now_step = record.owed = 0
    record.owing = NONE
    return bytes(record.tobytes())


def effect_watcher(watch: Watch, original: Callable[..., None]) -> Callable[..., None]:
    """An effect has done something if the table is not what it was."""

    def next_effect(box: Box, state: State) -> None:
        source, place, before = int(state.now_list), int(state.now_step), without_steps(state)
        original(box, state)
        if place < EFFECTS and without_steps(state) != before:
            watch.see("did", source, place)

    return next_effect


def pile_watcher(watch: Watch, original: Callable[..., int]) -> Callable[..., int]:
    """What is taken off the pile while a cancel is resolved was cancelled."""

    def take_off(state: State) -> int:
        is_cancel = state.now_list != NONE and watch.box.does[state.now_list, int(state.now_step) - 1] == CANCEL
        source = original(state)
        if is_cancel:
            watch.see("cancelled", source)
        return source

    return take_off


def trait_watcher(watch: Watch, original: Callable[..., int]) -> Callable[..., int]:
    """A continuous effect that counts."""

    def in_list(box: Box, source: int, word: int, stat: int) -> int:
        for place in range(EFFECTS):
            if box.does[source, place] == word and (stat == NONE or box.of[source, place] == stat):
                watch.see("did", source, place)
        return original(box, source, word, stat)

    return in_list


def dice_watcher(watch: Watch, original: Callable[..., int]) -> Callable[..., int]:
    """Whose dice are thrown, and whose influence is felt."""

    def dice_of(box: Box, state: State, seat: int) -> int:
        for card in range(CREW):
            if state.crew_at[card] == ON_TABLE + seat and box.stats[card, state.stat]:
                watch.see("threw", card, int(state.stat))
        if state.deed == SAILING:
            feel(watch, box, state, int(state.stat))
        return original(box, state, seat)

    return dice_of


def feel(watch: Watch, box: Box, state: State, what: int) -> None:
    place = place_in_row(state, int(state.course))
    for beside in (place - 1, place + 1):
        if 0 <= beside < len(state.row) and state.row[beside] != NONE and box.influence[state.row[beside]] == what:
            watch.see("influenced", int(state.row[beside]))


def test_watcher(watch: Watch, original: Callable[..., None]) -> Callable[..., None]:
    def decide_test(box: Box, state: State) -> None:
        is_won = throwing.successes(state, 0) >= state.difficulty
        watch.see("won" if is_won else "lost", int(state.course), int(state.test))
        original(box, state)

    return decide_test


def booty_watcher(watch: Watch, original: Callable[..., None]) -> Callable[..., None]:
    def conquer(box: Box, state: State, seat: int) -> None:
        watch.see("conquered", int(state.course))
        feel(watch, box, state, ON_PIECES)
        original(box, state, seat)

    return conquer


WATCHERS: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
    (running, "next_effect", effect_watcher),
    (resolving, "take_off", pile_watcher),
    (holdings, "in_list", trait_watcher),
    (throwing, "dice_of", dice_watcher),
    (throwing, "decide_test", test_watcher),
    (throwing, "conquer", booty_watcher),
)
"""What the rules call, and who looks at it."""


def look(watch: Watch, state: State) -> None:
    """What is to be seen on the table."""
    for card in range(CREW):
        if state.crew_at[card] >= ON_TABLE:
            watch.see("equipped", card)
    for card in range(EXPLORATIONS):
        if state.sea_at[card] == DISCARDED:
            watch.see("drifted", card)


# Playing ----------------------------------------------------------------------------------------------------------


def play(game: Game, watch: Watch, luck: random.Random) -> None:
    rules, box, state = game.rules, game.open_box, laid_out(game.fresh_state())
    mask, weights = np.zeros(rules.ACTIONS, np.int8), np.zeros(rules.OUTCOMES, np.int64)
    while (who := rules.acting(box, state)) != OVER:
        if who == CHANCE:
            rules.chance(box, state, weights)
            rules.apply(box, state, CHANCE, luck.choices(range(len(weights)), weights.tolist())[0])
            continue
        seat = (who & -who).bit_length() - 1
        rules.legal(box, state, seat, mask)
        rules.apply(box, state, seat, choice(watch, state, seat, np.flatnonzero(mask).tolist(), luck))
        look(watch, state)


def choice(watch: Watch, state: State, seat: int, actions: Sequence[int], luck: random.Random) -> int:
    curious = [action for action in actions if is_new(watch, state, seat, action)]
    return luck.choice(curious if curious and luck.random() < CURIOSITY else list(actions))


def is_new(watch: Watch, state: State, seat: int, action: int) -> bool:
    """Whether an action may show something that was not seen yet."""
    if SEA <= action < SEAT and state.row[action - SEA] != NONE:
        return any(deed[1] == state.row[action - SEA] for deed in watch.wanted - watch.seen if deed[0] in SEA_DEEDS)
    if state.phase != ASKED:
        return False
    if action == USE_CAPTAIN:
        return is_missing(watch, CAPTAIN_OF + int(state.captain[seat]))
    if EVENT <= action < SEA:
        return is_missing(watch, ABILITY_OF + action - CARD if action >= CARD else EVENT_OF + action - EVENT)
    return False


SEA_DEEDS = ("conquered", "won", "lost", "influenced")


def is_missing(watch: Watch, source: int) -> bool:
    """A cancel is also wanted for what lies on the pile."""
    parts = {("did", source, place) for place in range(EFFECTS)} | {("cancelled", source, 0)}
    is_cancel = CANCEL in (watch.box.does[source, 0], watch.box.does[source, 1])
    return is_cancel or bool(parts & (watch.wanted - watch.seen))


def cover(games: int, seed: int, step: Callable[[Watch], None] = lambda watch: None) -> Watch:
    """Play until everything was seen, or so many games are over."""
    tables = [rumpus.game("arrr", switches, seats=seats) for seats, switches in TABLES]
    watch, luck = Watch(tables[0].open_box), random.Random(seed)
    with watched(watch):
        for number in range(games):
            if not watch.missing:
                break
            play(tables[number % len(tables)], watch, luck)
            step(watch)
    return watch


# Telling ----------------------------------------------------------------------------------------------------------


def told(game: Game, deed: Deed) -> str:
    """'the ability of the Parrot: draw'."""
    what, which, part = deed
    if what in ("did", "cancelled"):
        name = game.names["list"][which]
        word = WORDS[game.box.does[which, part]]
        return f"{name}: effect {part + 1}, {word}" if what == "did" else f"{name}: cancelled"
    deck = "crew" if what in ("equipped", "threw") else "exploration"
    name = game.names[deck][which]
    if what == "threw":
        return f"{name}: dice of {STATS[part]}"
    if what == "influenced":
        return f"{name}: influence on {INFLUENCES[game.box.influence[which]]}"
    return f"{name}: {what}" + (f" test {part + 1}" if what in ("won", "lost") else "")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play until every card of Arrr!!! has done everything it can do.")
    parser.add_argument("--games", type=int, default=3000, help="at most (3000)")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        game = rumpus.game("arrr")
        task = progress.add_task("Seen", total=len(list(everything(game.open_box))))
        watch = cover(
            wanted.games,
            wanted.seed,
            lambda watch: progress.update(task, completed=len(watch.wanted) - len(watch.missing)),
        )
    for deed in watch.missing:
        sys.stdout.write(f"never seen: {told(game, deed)}\n")
    sys.stdout.write(f"{len(watch.wanted) - len(watch.missing)} of {len(watch.wanted)} things were seen.\n")
    if watch.missing:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
