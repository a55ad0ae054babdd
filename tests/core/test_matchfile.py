"""Matches as text files: written, read by the rules, refused where they stop being legal."""

import errno
import json
import os
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rumpus
from rumpus.core.errors import RumpusError, WrongFile
from rumpus.core.game import Game
from rumpus.core.match import Match
from rumpus.core.matchfile import match_text, read_match
from rumpus.core.rng import generator
from tests.core.playing import (
    BRAVERATS,
    EVERYWHERE,
    Opening,
    opened,
    openings,
    play_on,
    played,
    refused,
    seeds,
    tried,
    tried_few,
    written,
)  # fmt: skip

RICH = {"random_deal": True, "lucky_draw": True, "traitor": True}
tried_in_a_file = settings(tried, suppress_health_check=[HealthCheck.function_scoped_fixture])
tried_few_in_a_file = settings(tried_few, suppress_health_check=[HealthCheck.function_scoped_fixture])
"""The file is written anew in every case."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.match"


@pytest.fixture(scope="module")
def rich_text() -> str:
    """A finished match with moves of chance and of both seats."""
    return match_text(played(rumpus.game("braverats", switches=RICH), 5))


def load(file: Path, box: str | Path | None = None) -> Match:
    return read_match(file, EVERYWHERE, box)


def refusal(file: Path, text: str | bytes | None = None, box: str | Path | None = None) -> str:
    """The sentence with which a file is refused."""
    if text is not None:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(WrongFile) as caught:
        load(file, box)
    sentence = str(caught.value)
    assert isinstance(caught.value, RumpusError)
    assert sentence.startswith(str(file))
    assert "\n" not in sentence
    return sentence


def line_of(file: Path, sentence: str) -> int:
    found = re.match(re.escape(f"{file}, line ") + r"(\d+): ", sentence)
    assert found is not None, sentence
    return int(found[1])


def edited(text: str, line: int, change: Callable[[str], str]) -> str:
    """The text with one line changed; lines are counted from 1."""
    lines = text.splitlines()
    lines[line - 1] = change(lines[line - 1])
    return "\n".join([*lines, ""])


def header(text: str, name: str, value: str) -> str:
    """The text with another value in its header."""
    return re.sub(f"(?m)^{name}: .*$", lambda _: f"{name}: {value}", text, count=1)


# Writing and reading ----------------------------------------------------------------------------------------------


@tried_in_a_file
@given(openings, seeds, st.one_of(st.none(), st.integers(0, 20)))
def test_any_match_is_read_as_it_was_written(file: Path, opening: Opening, seed: int, decisions: int | None) -> None:
    match = played(opened(opening), seed, decisions)
    match.date = date(2026, 11, 15)
    match.save(file)
    again = load(file)
    assert again.moves == match.moves
    assert written(again) == written(match)
    assert again.game.switches == match.game.switches
    assert (again.players, again.date, again.places, again.reason) == (
        match.players, match.date, match.places, match.reason,
    )  # fmt: skip
    assert match_text(again) == file.read_text(encoding="utf-8") == match_text(match)


@tried_few_in_a_file
@given(openings, seeds, st.integers(0, 12), st.integers(0, 6))
def test_a_match_from_a_position_is_read_as_it_was_written(
    file: Path, opening: Opening, seed: int, before: int, after: int
) -> None:
    game = opened(opening)
    match = game.match_from(played(game, seed, before).position(), seed=seed)
    play_on(match, generator(seed), after)
    match.save(file)
    again = load(file)
    assert again.moves == match.moves
    assert written(again) == written(match)
    assert again.start == match.start


def test_a_match_that_was_read_is_played_on(file: Path, game: Game) -> None:
    played(game, 3, 5).save(file)
    match = load(file)
    assert not match.by_hand
    match.undo()
    assert len(match.moves) == 4
    play_on(match, generator(1))
    assert match.over


def test_the_public_door_reads_a_file_named_by_a_text(file: Path, game: Game) -> None:
    match = played(game, 3)
    match.save(str(file))
    assert rumpus.load(str(file)).moves == rumpus.load(file).moves == match.moves


def test_a_file_reads_as_it_was_promised(file: Path) -> None:
    match = rumpus.game("braverats", switches={"fast_rat": True, "out_of_cards": "most_victories"}).match(seed=7)
    match.players, match.date = ["Ann", "Ben"], date(2026, 11, 15)
    match.play(0, 7)
    match.play(1, 1)
    match.save(file)
    assert file.read_text().splitlines() == [
        "rumpus match",
        f"rumpus: {rumpus.__version__}",
        "game: braverats",
        f"rules: {BRAVERATS.rules.VERSION}",
        f"box: {match.game.contents.digest}",
        "switches: fast_rat=yes, out_of_cards=most_victories",
        "seats: Ann, Ben",
        "date: 2026-11-15",
        "",
        "1. seat 0: 7, play the Prince",
        "2. seat 1: 1, play the Princess",
        "end: 2 moves, places 2 1, the Princess took the Prince",
    ]


def test_chance_has_its_lines_too(rich_text: str) -> None:
    assert re.search(r"(?m)^1\. chance: \d, the \w+ goes to the Yargs$", rich_text)


def test_an_unfinished_match_says_so(game: Game) -> None:
    assert match_text(game.match(seed=1)).splitlines()[-1] == "end: 0 moves, unfinished"
    assert match_text(played(game, 1, 3)).splitlines()[-1] == "end: 3 moves, unfinished"


def test_the_default_switches_are_none(game: Game) -> None:
    assert "\nswitches: none\n" in match_text(game.match(seed=1))


def test_a_start_stands_in_the_header_as_json(game: Game) -> None:
    start = played(game, 2, 4).position()
    lines = match_text(game.match_from(start)).splitlines()
    assert lines[8].startswith("start: {")
    assert json.loads(lines[8].removeprefix("start: ")) == start


def test_windows_line_ends_and_spaces_at_the_end_are_no_matter(file: Path, rich_text: str) -> None:
    file.write_bytes(rich_text.replace("\n", "  \r\n").encode())
    assert load(file).over


@pytest.mark.parametrize("names", [["Ann, the Bold", "Ben"], ["Ann\nBen", "Cat"], [" Ann", "Ben"], ["Ann: 1", ""]])
def test_players_with_any_names_are_read_as_they_were_written_or_refused_when_writing(
    file: Path, game: Game, names: list[str]
) -> None:
    match = played(game, 1)
    match.players = list(names)
    if refused(lambda: match.save(file)) is None:
        assert load(file).players == names
    assert match.players == names


@pytest.mark.parametrize("name", ["Prince ", " Prince", "The\nPrince", "Pr\x0bince", " "])
def test_a_card_with_any_allowed_name_does_not_spoil_the_file(file: Path, name: str) -> None:
    box = {"cards": {"prince": {"name": name}}}
    sentence = refused(lambda: rumpus.game("braverats", box=box))
    if sentence is None:
        (file.parent / "my.toml").write_text(f"[cards.prince]\nname = {json.dumps(name)}\n")
        played(rumpus.game("braverats", box=box), 1).save(file)
        assert load(file).over
    else:
        assert "'name'" in sentence


def test_a_position_that_its_owner_changes_later_does_not_change_the_file(file: Path, game: Game) -> None:
    start = played(game, 2, 4).position()
    match = game.match_from(start, seed=1)
    start["hand"]["yargs"].clear()
    match.save(file)
    assert written(load(file)) == written(match)


def test_a_position_of_any_mapping_can_be_written(file: Path, game: Game) -> None:
    start = played(game, 2, 4).position()
    match = game.match_from({**start, "victories": MappingProxyType(start["victories"])})
    match.save(file)
    assert written(load(file)) == written(match)


# Cut and edited ---------------------------------------------------------------------------------------------------


def test_a_file_cut_at_any_line_is_refused_there(file: Path, rich_text: str) -> None:
    lines = rich_text.splitlines()
    for kept in range(len(lines)):
        text = "".join(f"{line}\n" for line in lines[:kept])
        assert line_of(file, refusal(file, text)) == max(kept, 1)


def test_a_file_cut_in_its_moves_says_that_its_end_is_missing(file: Path, rich_text: str) -> None:
    lines = rich_text.splitlines()
    assert refusal(file, "\n".join(lines[:-1])) == (
        f"{file}, line {len(lines) - 1}: the file stops here, without the line 'end: ...' that closes it."
    )


def test_a_file_cut_within_its_last_line_is_refused_there(file: Path, rich_text: str) -> None:
    lines = rich_text.splitlines()
    for cut in range(1, len(lines[-1])):
        text = "\n".join([*lines[:-1], lines[-1][:-cut]])
        sentence = refusal(file, text)
        assert line_of(file, sentence) == len(lines)


def test_a_file_that_goes_on_after_its_end_is_refused(file: Path, rich_text: str) -> None:
    last = len(rich_text.splitlines())
    assert refusal(file, rich_text + "more\n") == f"{file}, line {last + 1}: the file goes on after its end."
    file.write_text(rich_text + "\n  \n\n")
    assert load(file).over


def move_lines(text: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if re.match(r"\d+\. ", line)]


@tried_in_a_file
@given(st.data())
def test_an_edited_number_is_refused_at_its_line(file: Path, rich_text: str, data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(move_lines(rich_text)))
    other = data.draw(st.integers(0, 12).map(str))
    text = edited(rich_text, line, lambda old: re.sub(r": \d+,", f": {other},", old))
    if text != rich_text:
        assert line_of(file, refusal(file, text)) == line


@tried_in_a_file
@given(st.data())
def test_an_edited_word_is_refused_at_its_line(file: Path, rich_text: str, data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(move_lines(rich_text)))
    words = data.draw(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=9))
    text = edited(rich_text, line, lambda old: old.partition(", ")[0] + f", {words}")
    assert line_of(file, refusal(file, text)) == line


@tried_in_a_file
@given(st.data())
def test_an_edited_seat_is_refused_at_its_line_or_where_it_becomes_illegal(
    file: Path, rich_text: str, data: st.DataObject
) -> None:
    line = data.draw(st.sampled_from(move_lines(rich_text)))
    other = data.draw(st.sampled_from(["seat 0", "seat 1", "seat 2", "chance"]))
    text = edited(rich_text, line, lambda old: re.sub(r" (seat \d|chance):", f" {other}:", old))
    if text != rich_text:
        assert line <= line_of(file, refusal(file, text)) <= line + 1


@tried_few_in_a_file
@given(st.data())
def test_an_edited_count_of_moves_is_refused_at_its_line(file: Path, rich_text: str, data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(move_lines(rich_text)))
    text = edited(rich_text, line, lambda old: re.sub(r"^\d+", lambda found: f"{int(found[0]) + 1}", old))
    assert line_of(file, refusal(file, text)) == line


@tried_few_in_a_file
@given(st.data())
def test_a_line_left_out_or_written_twice_is_refused_there(file: Path, rich_text: str, data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(move_lines(rich_text)))
    lines = rich_text.splitlines()
    without = "\n".join([*lines[: line - 1], *lines[line:]])
    assert line_of(file, refusal(file, without)) == line
    twice = "\n".join([*lines[:line], *lines[line - 1 :]])
    assert line_of(file, refusal(file, twice)) == line + 1


def test_a_line_that_is_no_move_is_refused_with_an_example(file: Path, rich_text: str) -> None:
    line = move_lines(rich_text)[3]
    sentence = refusal(file, edited(rich_text, line, lambda _: "the Spy wins"))
    example = "'4. seat 0: 7, play the Prince'"
    assert sentence == f"{file}, line {line}: 'the Spy wins' is no move, which reads like {example}."


def test_a_line_that_the_rules_do_not_allow_is_refused_with_what_is_allowed(file: Path, game: Game) -> None:
    text = match_text(game.match(seed=1)).replace("end:", "1. seat 0: 9, play the Dragon\nend:")
    assert refusal(file, text).startswith(f'{file}, line 10: 9 is not allowed now; allowed are 7 "play the Prince", ')
    assert (
        refusal(file, text.replace("seat 0", "seat 2")) == f"{file}, line 10: There is no seat 2: the seats are 0, 1."
    )


def test_a_line_with_other_words_is_refused_with_the_right_ones(file: Path, game: Game) -> None:
    match = game.match(seed=1)
    match.play(0, 7)
    text = match_text(match).replace("play the Prince", "play the Spy")
    assert refusal(file, text) == (
        f"{file}, line 10: by the rules this line reads '1. seat 0: 7, play the Prince',"
        " not '1. seat 0: 7, play the Spy'."
    )


@pytest.mark.parametrize("line", ["1. seat 0: {}, play the Prince", "1. seat {}: 7, play the Prince"])
def test_a_number_of_any_length_is_refused_at_its_line(file: Path, game: Game, line: str) -> None:
    text = match_text(game.match(seed=1)).replace("end:", f"{line.format('7' * 5000)}\nend:")
    assert line_of(file, refusal(file, text)) == 10


def test_another_end_is_refused_with_the_right_one(file: Path, rich_text: str) -> None:
    *_, last = rich_text.splitlines()
    number = len(rich_text.splitlines())
    for wrong in ("end: 3 moves, unfinished", "end:", last + "!"):
        sentence = refusal(file, rich_text.replace(last, wrong))
        assert sentence == f"{file}, line {number}: by the rules this line reads '{last}', not '{wrong}'."


def test_an_unfinished_match_that_claims_to_be_finished_is_refused(file: Path, game: Game) -> None:
    text = match_text(played(game, 1, 3)).replace("unfinished", "places 1 2, the Yargs won 4-0")
    assert line_of(file, refusal(file, text)) == 13


# Wrong headers ----------------------------------------------------------------------------------------------------


def test_other_rules_are_refused_naming_both_versions(file: Path, rich_text: str) -> None:
    version = BRAVERATS.rules.VERSION
    assert refusal(file, header(rich_text, "rules", "99")) == (
        f"{file} was played by version 99 of the rules of BraveRats; here is version {version}."
    )


def test_another_box_is_refused_naming_its_digest(file: Path, rich_text: str) -> None:
    assert refusal(file, header(rich_text, "box", "0123456789abcdef")) == (
        f"{file} was played with another box (digest 0123456789abcdef), which is neither ours nor beside the file:"
        " name its file with --box."
    )


def test_an_unknown_game_is_refused_naming_the_games(file: Path, rich_text: str) -> None:
    assert refusal(file, header(rich_text, "game", "chess")) == (
        f"{file}, line 3: there is no game 'chess'; the games are {', '.join(EVERYWHERE)}."
    )


@pytest.mark.parametrize(
    ("switches", "why"),
    [
        ("turbo=yes", "There is no switch 'turbo': the switches are traitor, "),
        ("fast_rat=maybe", "Switch 'fast_rat' cannot be 'maybe': it is 'no' or 'yes'."),
        ("fast_rat", "Switch 'fast_rat' cannot be '': it is 'no' or 'yes'."),
        ("draft=yes, random_deal=yes", "'draft' and 'random_deal' cannot go together: "),
        ("", "There is no switch '': the switches are traitor, "),
    ],
)
def test_wrong_switches_are_refused_with_what_is_allowed(file: Path, rich_text: str, switches: str, why: str) -> None:
    assert refusal(file, header(rich_text, "switches", switches)).startswith(f"{file}, in the header: {why}")


def test_switches_that_were_not_played_with_are_refused_where_they_show(file: Path, rich_text: str) -> None:
    sentence = refusal(file, header(rich_text, "switches", "none"))
    assert line_of(file, sentence) == move_lines(rich_text)[0]


@pytest.mark.parametrize("day", ["yesterday", "2026-13-01", "2026-02-30", ""])
def test_a_wrong_date_is_refused(file: Path, rich_text: str, day: str) -> None:
    assert refusal(file, header(rich_text, "date", day)).endswith("is no date, which reads like 2026-11-15.")


@pytest.mark.parametrize("seats", ["Ann", "Ann, Ben, Cat"])
def test_a_wrong_number_of_seats_is_refused(file: Path, rich_text: str, seats: str) -> None:
    number = len(seats.split(","))
    assert refusal(file, header(rich_text, "seats", seats)) == (
        f"{file}, in the header: BraveRats is for 2 players, not {number}."
    )


@pytest.mark.parametrize("name", ["game", "rules", "box", "switches", "seats", "date"])
def test_a_header_that_lacks_a_line_is_refused_naming_it(file: Path, rich_text: str, name: str) -> None:
    text = re.sub(f"(?m)^{name}: .*\n", "", rich_text)
    assert refusal(file, text) == f"{file}, line 8: the header lacks '{name}:'."


def test_a_line_that_is_no_header_is_refused(file: Path, rich_text: str) -> None:
    text = edited(rich_text, 4, lambda _: "just a note")
    assert refusal(file, text) == f"{file}, line 4: 'just a note' is no line of a header, which reads 'name: value'."


@pytest.mark.parametrize(
    "start",
    ["{", "[1, 2]", "7", '{"hand": 3}', '{"no such field": 3}', '{"rounds": 100}', "[" * 100_000],
    ids=["cut", "a list", "a number", "a wrong field", "no field", "too many rounds", "nested"],
)
def test_a_wrong_start_is_refused(file: Path, game: Game, start: str) -> None:
    text = match_text(game.match(seed=1)).replace("\n\n", f"\nstart: {start}\n\n")
    assert refusal(file, text).startswith(f"{file}, in the header: ")


# No match file at all ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n", "Dear diary\n", "rumpus matches\n", "\ufeffrumpus match\n"])
def test_a_file_that_does_not_begin_like_one_is_refused(file: Path, text: str) -> None:
    assert refusal(file, text) == f"{file}, line 1: a match file begins with 'rumpus match'."


def test_a_missing_file_is_refused(file: Path) -> None:
    assert refusal(file) == f"{file} cannot be read: No such file or directory."


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} cannot be read: Is a directory."


def test_bytes_that_are_no_text_are_refused(file: Path) -> None:
    assert refusal(file, b"rumpus match\n\xff\xfe\n") == f"{file} is not a text file; a match file is text in UTF-8."


@tried_in_a_file
@given(st.binary(max_size=60), st.integers(0, 400))
def test_garbage_in_any_place_is_refused_with_a_sentence(
    file: Path, rich_text: str, garbage: bytes, place: int
) -> None:
    whole = rich_text.encode()
    file.write_bytes(whole[:place] + garbage + whole[place:])
    sentence = refused(lambda: load(file))
    if sentence is None:
        assert load(file).over  # some places bear anything: a player's name, for one
    else:
        assert sentence.startswith(str(file))


def test_a_path_that_cannot_be_written_to_is_refused(tmp_path: Path, game: Game) -> None:
    match = game.match(seed=1)
    wrong = {tmp_path: "Is a directory", tmp_path / "no" / "x.match": "No such file or directory"}
    for path, why in wrong.items():
        assert refused(lambda path=path: match.save(path)) == f"{path} cannot be written: {why}."  # type: ignore[misc]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["/", ".", ""])
def test_a_path_without_a_name_is_refused(path: str, game: Game) -> None:
    assert refused(lambda: game.match(seed=1).save(path)) == f"{Path(path)} cannot be written: Is a directory."


def test_a_match_that_cannot_be_written_leaves_the_file_that_was_there(
    file: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, text: str, encoding: str) -> int:
        with self.open("w", encoding=encoding) as begun:
            begun.write(text[:20])
        raise OSError(errno.ENOSPC, "No space left on device")

    played(game, 1).save(file)
    before = file.read_text()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", full)
        assert refused(lambda: played(game, 2).save(file)) == f"{file} cannot be written: No space left on device."
    assert file.read_text() == before
    assert list(file.parent.iterdir()) == [file]


def test_a_file_is_written_over(file: Path, game: Game) -> None:
    played(game, 1).save(file)
    played(game, 2).save(file)
    assert load(file).moves == played(game, 2).moves
    assert list(file.parent.iterdir()) == [file]


def test_a_link_is_written_through(file: Path, tmp_path: Path, game: Game) -> None:
    """To a file elsewhere, and to what is no file at all: a device must not be put aside for a file."""
    target, device = tmp_path / "target.match", tmp_path / "nowhere"
    target.write_text("")
    file.symlink_to(target)
    device.symlink_to(os.devnull)
    for path in (file, device):
        played(game, 1).save(path)
        assert path.is_symlink()
    assert load(target).over
    assert device.read_text() == ""


# Boxes beside the file --------------------------------------------------------------------------------------------


@pytest.fixture
def custom(tmp_path: Path) -> Path:
    box = tmp_path / "boxes" / "strong.toml"
    box.parent.mkdir()
    box.write_text("[cards.spy]\nstrength = 7\nname = 'Master Spy'\n")
    return box


def custom_match(box: str | Path | dict[str, Any]) -> Match:
    return played(rumpus.game("braverats", box=box), 3)


def test_a_box_beside_the_file_is_found(custom: Path) -> None:
    file, match = custom.parent / "some.match", custom_match(custom)
    match.save(file)
    again = load(file)
    assert written(again) == written(match)
    assert again.game.contents.cards["spy"].name == "Master Spy"


def test_other_files_beside_it_are_no_matter(custom: Path) -> None:
    file, match = custom.parent / "some.match", custom_match(custom)
    match.save(file)
    (custom.parent / "a.toml").write_text("not TOML")
    (custom.parent / "b.toml").write_bytes(b"\xff")
    (custom.parent / "c.toml").mkdir()
    (custom.parent / "d.toml").write_text("[project]\nname = 'x'\n")
    (custom.parent / "e.toml").write_text("[cards.spy]\nstrength = 99\n")
    assert load(file).moves == match.moves


def test_a_box_elsewhere_has_to_be_named(custom: Path, file: Path) -> None:
    match = custom_match(custom)
    match.save(file)
    assert "name its file with --box" in refusal(file)
    assert load(file, custom).moves == load(file, str(custom)).moves == match.moves


def test_a_box_is_known_by_its_contents_not_by_its_name(custom: Path, file: Path) -> None:
    match = custom_match({"cards": {"spy": {"name": "Master Spy", "strength": 7}}})
    match.save(file)
    assert load(file, custom).moves == match.moves


def test_a_named_box_that_is_another_is_refused(custom: Path, file: Path, game: Game) -> None:
    played(game, 1).save(file)
    digest = game.contents.digest
    assert refusal(file, box=custom) == f"{file} was played with another box (digest {digest}) than {custom}."


def test_a_named_box_that_is_wrong_is_refused_with_its_own_sentence(file: Path, tmp_path: Path, game: Game) -> None:
    played(game, 1).save(file)
    missing = tmp_path / "missing.toml"
    assert f"{missing} cannot be read: No such file or directory." in refusal(file, box=missing)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("whatever: 3", "a header has no 'whatever:'; it has rumpus, game, rules, box, switches, seats, date, start."),
        ("date: 2020-01-01", "'date:' is there twice."),
        ("game: nope", "'game:' is there twice."),
    ],
)
def test_a_line_too_many_in_the_header_is_refused_where_it_stands(
    file: Path, rich_text: str, line: str, sentence: str
) -> None:
    first, rest = rich_text.split("\n\n", 1)
    assert refusal(file, f"{first}\n{line}\n\n{rest}") == f"{file}, line {len(first.splitlines()) + 1}: {sentence}"


def test_a_player_without_a_name_is_refused(file: Path, rich_text: str) -> None:
    assert "line" in refusal(file, header(rich_text, "seats", "Ann, "))
