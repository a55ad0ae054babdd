"""Known answers as text files: how many lines of play there are near the start, and whole recorded games.

`python -m tests.conformance.known` writes them anew; a change in them is a change of the rules or of the words, to be
read line by line before it is committed.
"""

from collections.abc import Callable
from difflib import unified_diff
from functools import partial
from pathlib import Path

import numpy as np

from rumpus.core.batch import lowest_seat
from rumpus.core.game import Game
from rumpus.core.match import Match
from rumpus.core.rng import below, generator
from rumpus.core.rules import CHANCE, NOBODY, OVER, State
from tests.conformance.cases import Case, case, facts, has_secrets, opened, single_switches, spoken
from tests.conformance.walking import after, mask_of, weights_of

HERE = Path(__file__).parents[1]
MOST_LEAVES = 4000


# Leaves -----------------------------------------------------------------------------------------------------------


def ways(game: Game, state: State) -> list[tuple[int, int]]:
    """Every choice of the lowest acting seat, or of chance."""
    who = game.rules.acting(game.box, state)
    if who == OVER:
        return []
    seat = CHANCE if who == CHANCE else lowest_seat(who)
    possible = weights_of(game, state) if seat == CHANCE else mask_of(game, state, seat)
    return [(seat, int(number)) for number in np.flatnonzero(possible)]


def leaves(chosen: Case) -> list[int]:
    """How many lines of play there are after one choice, after two, and so on, as long as they are few; the last are
    counted and not played."""
    game = opened(chosen)
    states, counts = [game.fresh_state()], list[int]()
    while True:
        lines = [(state, *way) for state in states for way in ways(game, state)]
        counts.append(len(lines))
        if len(lines) >= MOST_LEAVES:
            return counts
        states = [after(game, *line) for line in lines]


def leaves_text(name: str) -> str:
    cases = [chosen for chosen in single_switches() if chosen[0] == name]
    return "".join(f"{spoken(chosen)}: {' '.join(map(str, leaves(chosen)))}\n" for chosen in cases)


# Playthroughs -----------------------------------------------------------------------------------------------------


def playthroughs(name: str) -> list[Case]:
    seats = getattr(facts(name), "PLAYTHROUGH_SEATS", None)
    return [case(name, switches, seats) for switches in facts(name).PLAYTHROUGHS]


def playthrough_text(chosen: Case) -> str:
    """A random game with every answer of the engine after every move."""
    game, rng = opened(chosen), generator(1)
    match, lines = game.match(by_hand=True), [f"# {spoken(chosen)}"]
    moment = partial(whole_moment, {}) if has_secrets(chosen) else open_moment
    while not match.over:
        lines += moment(match)
        seat = min(match.acting)
        choices = match.chance() if seat == CHANCE else match.legal(seat)
        one = choices[below(rng, len(choices))]
        match.play(seat, one.number)
        lines += [
            "",
            f"## {len(match.moves)}. {'chance' if seat == CHANCE else f'seat {seat}'}: {one.number}, {one.words}",
        ]
    return "\n".join([*lines, *moment(match), "", f"places {match.places}, points {match.points}: {match.reason}", ""])


def open_moment(match: Match) -> list[str]:
    """Where nothing is hidden: what was told last, and what lies on the table when somebody has to choose."""
    lines = [f"told: {line}" for number in [len(match.moves) - 1] if number >= 0 for line in match.tell(number)]
    if match.acting == {CHANCE}:
        return lines
    return [*lines, *(str(match.view(seat)) for seat in sorted(match.acting) or [NOBODY])]


Shown = dict[int, list[str]]


def whole_moment(shown: Shown, match: Match) -> list[str]:
    """What everybody knows and may do now, and was told last: of both what has changed since it was last written."""
    lines = [f"acting: {sorted(match.acting)}"]
    if match.acting == {CHANCE}:
        lines.append(f"chance: {' '.join(f'{one.number}:{one.weight}' for one in match.chance())}")
    seats = (*range(match.game.seats), NOBODY)
    heard = {seat: match.tell(len(match.moves) - 1, seat) if match.moves else [] for seat in seats}
    is_alike = all(heard[seat] == heard[NOBODY] for seat in seats)
    lines += [f"told: {line}" for line in heard[NOBODY] if is_alike]
    for seat in seats:
        told = [] if is_alike else [f"told: {line}" for line in heard[seat]]
        new = news(shown, seat, str(match.view(seat)).splitlines())
        if told or new:
            lines += [f"--- {'spectator' if seat == NOBODY else f'seat {seat}'}", *told, *new]
    return lines


def news(shown: Shown, who: int, lines: list[str]) -> list[str]:
    """The lines that have come (+) and gone (-)."""
    before, shown[who] = shown.get(who, []), lines
    return [line for line in unified_diff(before, lines, n=0, lineterm="") if not line.startswith(("---", "+++", "@@"))]


def files(name: str) -> dict[Path, Callable[[], str]]:
    """The files of all known answers of a game, each with what finds its text."""
    folder = HERE / name / "known"
    found: dict[Path, Callable[[], str]] = {folder / "leaves.txt": partial(leaves_text, name)}
    found |= {folder / f"{spoken(chosen)}.txt": partial(playthrough_text, chosen) for chosen in playthroughs(name)}
    return found


def write_all() -> None:
    from rumpus.catalogue import NAMES

    for name in NAMES:
        for file, text in files(name).items():
            file.parent.mkdir(exist_ok=True)
            file.write_text(text(), encoding="utf-8")
            print(file.relative_to(HERE))


if __name__ == "__main__":
    write_all()
