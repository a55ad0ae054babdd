"""The engine still gives the answers that were written down."""

import pytest

from rumpus.catalogue import NAMES
from tests.conformance.cases import Case, spoken
from tests.conformance.digests import answers_of
from tests.conformance.known import (
    PARTS,
    differences,
    files,
    folder,
    hash_file,
    leaves_text,
    parts_of,
    playthroughs,
    read,
    story_file,
    written,
)
from tests.conformance.stories import story_of

each_game = pytest.mark.parametrize("name", NAMES)
each_playthrough = pytest.mark.parametrize("case", [one for name in NAMES for one in playthroughs(name)], ids=spoken)


@each_game
def test_there_are_as_many_lines_of_play_as_ever(name: str) -> None:
    assert leaves_text(name) == (folder(name) / "leaves.txt").read_text(encoding="utf-8")


@each_playthrough
def test_a_game_is_told_in_the_same_words_as_ever(case: Case) -> None:
    assert story_of(case) == story_file(case).read_text(encoding="utf-8"), "see tests/conformance/known.py"


@each_playthrough
def test_rules_sentences_and_scenes_are_what_they_ever_were(case: Case) -> None:
    found, said = parts_of(answers_of(case)), list[str]()
    for part in PARTS:
        known = read(hash_file(case[0], part).read_text(encoding="utf-8"))[spoken(case)]
        said += [f"in {part}.txt: {one}" for one in differences(known, found[part])]
    assert said == [], "see tests/conformance/known.py"


@each_game
def test_no_known_answer_is_left_over(name: str) -> None:
    assert set(folder(name).iterdir()) == files(name)
    for part in PARTS:
        assert list(read(hash_file(name, part).read_text(encoding="utf-8"))) == list(map(spoken, playthroughs(name)))


KNOWN = {"legal": "a1", "truth.hand": "b1", "redact.hand": "c1", "forget.hand": "d1", "determinize.hand": "e1"}
LENGTH = {"how long the games are": "3 games, 40 moves"}


def test_answers_are_read_as_they_were_written() -> None:
    case = playthroughs(NAMES[0])[0]
    assert read(written(case, LENGTH | KNOWN)) == {spoken(case): LENGTH | KNOWN}


@pytest.mark.parametrize(("found", "said"), [
    (KNOWN, []),
    (KNOWN | {"redact.hand": "c2"}, ["hand in redact changed"]),
    (KNOWN | {"truth.last": "f1"}, ["last in truth new"]),
    ({"legal": "a1"}, [
        "hand in truth; hand in redact; hand in forget; hand in determinize gone",
    ]),
    (KNOWN | {"legal": "a2"}, [
        "legal changed", "so other games were played, in which everything may be different",
    ]),
])  # fmt: skip
def test_what_has_changed_is_said_by_field_and_by_word(found: dict[str, str], said: list[str]) -> None:
    assert differences(KNOWN, found) == said
