"""Known answers: what the engine said when somebody had made sure that it was right, as text files in tests/GAME/known.

- `leaves.txt`: how many lines of play there are near the start, of every number of seats and each switch.
- One story for each of the game's playthroughs: a random game in words, to be read line by line beside the rulebook.
- `rules.txt`, `sentences.txt`, `scenes.txt`: hashes over whole games, which say whether anything has changed, and what.

`python -m tests.conformance.known` writes them anew, and says what has changed. A change in them is a change of the
rules, of the words or of what is shown: it has to be one that was meant.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from rumpus.catalogue import NAMES
from rumpus.core.batch import lowest_seat
from rumpus.core.game import Game
from rumpus.core.rules import CHANCE, OVER, State
from tests.conformance.cases import Case, case, facts, opened, single_switches, spoken
from tests.conformance.digests import WORDS, Answers, answers_of
from tests.conformance.stories import story_of
from tests.conformance.walking import after, mask_of, weights_of

HERE = Path(__file__).parents[1]
MOST_LEAVES = 4000
Known = dict[str, str]
"""Answers by their names: a hash of each."""


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


# Hashes -----------------------------------------------------------------------------------------------------------


PARTS = ("rules", "sentences", "scenes")
LENGTH = "how long the games are"


def parts_of(answers: Answers) -> dict[str, Known]:
    """The answers by the file they belong to."""
    length = {LENGTH: f"{answers.games} games, {answers.moves} moves"}
    return {part: length | getattr(answers, part).texts() for part in PARTS}


def written(chosen: Case, known: Known) -> str:
    """A line for each answer; of what is hashed by field, one for each field."""
    plain = [name for name in known if "." not in name and name != LENGTH]
    fields = sorted({name.partition(".")[2] for name in known if "." in name})
    wide = max(map(len, [*plain, *fields])) + 2
    lines = [f"# {spoken(chosen)}: {known[LENGTH]}", *(f"{name:{wide}}{known[name]}" for name in sorted(plain))]
    if fields:
        lines += ["", f"{'field':{wide}}{''.join(f'{word:14}' for word in WORDS)}".rstrip()]
    lines += [f"{name:{wide}}{'  '.join(known[f'{word}.{name}'] for word in WORDS)}" for name in fields]
    return "\n".join([*lines, ""])


def read(text: str) -> dict[str, Known]:
    """The answers in a file, by case."""
    found = dict[str, Known]()
    for line in text.splitlines():
        name, *hashes = re.split(" {2,}", line)
        if line.startswith("# "):
            title, _, length = line[2:].partition(": ")
            found[title] = {LENGTH: length}
        elif len(hashes) == 1:
            found[title][name] = hashes[0]
        elif name and name != "field":
            found[title] |= {f"{word}.{name}": one for word, one in zip(WORDS, hashes, strict=True)}
    return found


def differences(known: Known, found: Known) -> list[str]:
    """What has changed, in sentences."""
    changed = [name for name in known if name in found and known[name] != found[name]]
    said = [f"{listed(changed)} changed"] if changed else []
    said += [f"{listed(gone)} gone"] if (gone := [name for name in known if name not in found]) else []
    said += [f"{listed(new)} new"] if (new := [name for name in found if name not in known]) else []
    if {LENGTH, "acting", "legal", "chance"} & set(changed):
        said.append("so other games were played, in which everything may be different")
    return said


def listed(names: list[str]) -> str:
    """Fields are listed behind their word: 'hand, deck in redact'."""
    plain = [name for name in names if "." not in name]
    fields = [(word, sorted(name.partition(".")[2] for name in names if name.startswith(f"{word}."))) for word in WORDS]
    return "; ".join([*plain, *(f"{', '.join(found)} in {word}" for word, found in fields if found)])


# Files ------------------------------------------------------------------------------------------------------------


def playthroughs(name: str) -> list[Case]:
    seats = getattr(facts(name), "PLAYTHROUGH_SEATS", None)
    return [case(name, switches, seats) for switches in facts(name).PLAYTHROUGHS]


def folder(name: str) -> Path:
    return HERE / name / "known"


def story_file(chosen: Case) -> Path:
    return folder(chosen[0]) / f"{spoken(chosen)}.txt"


def hash_file(name: str, part: str) -> Path:
    return folder(name) / f"{part}.txt"


def files(name: str) -> set[Path]:
    hashes, stories = (hash_file(name, part) for part in PARTS), map(story_file, playthroughs(name))
    return {folder(name) / "leaves.txt", *hashes, *stories}


def texts(name: str) -> Iterator[tuple[Path, str]]:
    """Every file of a game, and what is to stand there."""
    yield folder(name) / "leaves.txt", leaves_text(name)
    for chosen in playthroughs(name):
        yield story_file(chosen), story_of(chosen)
    found = [(chosen, parts_of(answers_of(chosen))) for chosen in playthroughs(name)]
    for part in PARTS:
        yield hash_file(name, part), "\n".join(written(chosen, answers[part]) for chosen, answers in found)


def write_all() -> None:
    for name in NAMES:
        folder(name).mkdir(exist_ok=True)
        for file in set(folder(name).iterdir()) - files(name):
            file.unlink()
        for file, text in texts(name):
            before = file.read_text(encoding="utf-8") if file.exists() else ""
            file.write_text(text, encoding="utf-8")
            print(f"{file.relative_to(HERE)}{'' if text == before else ': changed'}")


if __name__ == "__main__":
    write_all()
