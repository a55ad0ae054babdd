"""Boxes: what a file of cards says, checked, and turned into the record that the rules read."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rumpus
from rumpus.core.box import read_contents, shown
from rumpus.core.errors import RumpusError, WrongBox
from rumpus.core.game import Game
from tests.core import highcard
from tests.core.playing import BRAVERATS, EVERYWHERE, refused, tried

OURS = tomllib.loads((BRAVERATS.folder / "cards.toml").read_text(encoding="utf-8"))["cards"]
CARDS = list(OURS)
POWERS = [*CARDS, "none"]
Change = tuple[str, str, Any]
"""A card, a field of it, and another value."""

letters = st.characters(categories=["L"])
values = {
    "name": st.text(letters, min_size=1, max_size=30),
    "strength": st.integers(0, 7),
    "power": st.sampled_from(POWERS),
    "text": st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=200),
    "icon": st.text(letters, min_size=1, max_size=60),
}
changes = st.sampled_from(list(values)).flatmap(
    lambda field: st.tuples(st.sampled_from(CARDS), st.just(field), values[field])
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "my.toml"


def with_box(box: str | Path | dict[str, Any] | None) -> Game:
    return rumpus.game("braverats", box=box)


def refusal(box: str | Path | dict[str, Any]) -> str:
    """The sentence with which a box is refused."""
    with pytest.raises(WrongBox) as caught:
        with_box(box)
    assert isinstance(caught.value, RumpusError)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


# Overriding -------------------------------------------------------------------------------------------------------


def test_a_file_may_change_one_field_of_one_card(file: Path) -> None:
    file.write_text("[cards.musician]\nstrength = 3\n")
    cards = with_box(file).contents.cards
    assert cards["musician"].strength == 3
    assert cards["musician"].name == "Musician"
    assert msgspec.to_builtins({**cards, "musician": None}) == {**OURS, "musician": None}


def test_a_file_may_be_named_by_a_text(file: Path) -> None:
    file.write_text("[cards.prince]\nname = 'Heir'\n")
    game = with_box(str(file))
    assert game.match(seed=1).legal(0)[0].words == "play the Heir"
    assert game.contents.source == str(file)


def test_a_file_may_hold_every_card(file: Path) -> None:
    file.write_bytes((BRAVERATS.folder / "cards.toml").read_bytes())
    assert with_box(file).contents.digest == with_box(None).contents.digest


def test_an_empty_file_changes_nothing(file: Path) -> None:
    file.write_text("# nothing yet\n")
    assert with_box(file).contents.tables == with_box(None).contents.tables


@tried
@given(changes)
def test_a_dictionary_changes_exactly_what_it_says(change: Change) -> None:
    card, field, value = change
    cards = with_box({"cards": {card: {field: value}}}).contents.cards
    assert msgspec.to_builtins(cards) == {**OURS, card: {**OURS[card], field: value}}


def test_the_default_game_stays_as_it_is() -> None:
    before = with_box(None)
    first, digest = before.box.tobytes(), before.contents.digest
    changed = with_box({"cards": {"musician": {"strength": 7, "power": "none"}}})
    after = with_box(None)
    assert (after.box.tobytes(), after.contents.digest) == (first, digest)
    assert changed.box.tobytes() != first


def first_round(game: Game, yargs: str, applewoods: str) -> list[int]:
    """The victories after one round."""
    match = game.match(seed=1)
    match.play(0, CARDS.index(yargs))
    match.play(1, CARDS.index(applewoods))
    return match.points


def test_a_changed_strength_changes_play() -> None:
    stronger = with_box({"cards": {"spy": {"strength": 7}}})
    assert first_round(with_box(None), "spy", "general") == [0, 1]
    assert first_round(stronger, "spy", "general") == [1, 0]
    assert first_round(with_box(None), "spy", "general") == [0, 1]


def test_a_changed_power_changes_play() -> None:
    silent = with_box({"cards": {"musician": {"power": "none"}}})
    assert first_round(with_box(None), "musician", "spy") == [0, 0]
    assert first_round(silent, "musician", "spy") == [0, 1]


def test_a_changed_box_changes_what_comes_out_of_random_games() -> None:
    tame = {card: {"power": "none", "strength": 3} for card in CARDS}
    results = with_box({"cards": tame}).random_games(20, seed=1, mode="plain")
    assert results.win_rate == [0, 0]
    assert results.lengths.tolist() == [16] * 20


# The digest -------------------------------------------------------------------------------------------------------


def digest(cards: dict[str, dict[str, Any]]) -> str:
    return with_box({"cards": cards}).contents.digest


@tried
@given(changes, changes)
def test_digests_are_equal_exactly_where_the_contents_are(one: Change, other: Change) -> None:
    contents = [{**OURS, card: {**OURS[card], field: value}} for card, field, value in (one, other)]
    assert (digest(contents[0]) == digest(contents[1])) == (contents[0] == contents[1])


@tried
@given(changes)
def test_any_changed_field_changes_the_digest(change: Change) -> None:
    card, field, value = change
    assume(OURS[card][field] != value)
    assert digest({card: {field: value}}) != digest({})


def test_the_digest_does_not_depend_on_what_the_file_looks_like(file: Path) -> None:
    file.write_text("cards = { spy = { strength = 5 }, prince = { name = 'Heir' } }  # in one line\n")
    other = {"cards": {"prince": {"name": "Heir"}, "spy": {"strength": 5}}}
    assert with_box(file).contents.digest == with_box(other).contents.digest


def test_the_digest_does_not_depend_on_the_order_of_the_cards(file: Path) -> None:
    lines = (BRAVERATS.folder / "cards.toml").read_text(encoding="utf-8").split("\n\n")
    file.write_text("\n\n".join(reversed(lines)), encoding="utf-8")
    contents = read_contents(file, BRAVERATS.sections)
    assert list(contents.cards) == CARDS[::-1]
    assert contents.digest == with_box(None).contents.digest


def test_the_digest_does_not_depend_on_the_switches() -> None:
    assert rumpus.game("braverats", switches={"draft": True}).contents.digest == with_box(None).contents.digest


# Wrong boxes ------------------------------------------------------------------------------------------------------


def test_a_missing_file_is_refused(file: Path) -> None:
    assert refusal(file) == f"{file} cannot be read: No such file or directory."


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} cannot be read: Is a directory."


def test_a_file_that_is_not_text_is_refused(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00[cards]")
    assert refusal(file) == f"{file} is not a text file in UTF-8; a box is a TOML file."


@pytest.mark.parametrize("text", ["[cards", "cards = ", "not toml at all", "[cards.spy]\nstrength = 1\nstrength = 2\n"])
def test_a_file_that_is_not_toml_is_refused(file: Path, text: str) -> None:
    file.write_text(text)
    sentence = refusal(file)
    assert sentence.startswith(f"{file} is not a TOML file: ")
    assert "line" in sentence or "end of document" in sentence


def test_a_file_nested_too_deeply_is_refused(file: Path) -> None:
    file.write_text("cards = " + "[" * 5000 + "]" * 5000)
    assert refusal(file).startswith(f"{file} ")


@pytest.mark.parametrize("box", [[], 3, b"my.toml", ()], ids=repr)
def test_what_is_neither_a_file_nor_a_dictionary_is_refused(box: Any) -> None:
    expected = f"A box is the name of a TOML file, or a dictionary of tables like one, found {box!r}."
    assert refusal(box) == expected


@pytest.mark.parametrize("name", ["x" * 100_000, "a\nb", "\x00", "\ud800"], ids=["long", "lines", "nul", "half"])
def test_an_odd_name_of_a_file_fits_into_one_line(name: str) -> None:
    sentence = refusal(name)
    assert sentence.isprintable()
    assert " cannot be read: " in sentence
    assert len(sentence) < 400


def test_a_sentence_repeats_only_so_much_of_what_was_found() -> None:
    found = f"found '{76 * 'x'}..., allowed is a whole number from 0 to 7."
    assert (
        refusal({"cards": {"spy": {"strength": 1000 * "x"}}})
        == f"The given box: cards 'spy', field 'strength': {found}"
    )
    assert len(refusal({"cards": {1000 * "x": {}}})) < 400


THERE_ARE = (
    "a box changes the 8 there are, by their ids, and neither adds nor takes away; they are"
    f" {', '.join(map(repr, CARDS))}."
)
WRONG: dict[str, tuple[str, str]] = {
    "unknown table": ("[rats.spy]\nstrength = 1", "there is no table 'rats'; the tables are 'cards'."),
    "no table": ("cards = 5", "'cards' must be a table of entries, found 5."),
    "list for a table": ("[[cards]]\nname = 'x'", "'cards' must be a table of entries, found [{'name': 'x'}]."),
    "unknown card": (
        "[cards.dragon]\nstrength = 1",
        f"cards has no 'dragon': {THERE_ARE}",
    ),
    "card in capitals": ("[cards.Spy]\nstrength = 1", f"cards has no 'Spy': {THERE_ARE}"),
    "no fields": ("[cards]\nspy = 3", "'spy' must be a table of fields, found 3."),
    "unknown field": (
        "[cards.spy]\nspeed = 3",
        "cards 'spy' has no field 'speed'; its fields are 'name', 'strength', 'power', 'text', 'icon'.",
    ),
    "text for a number": (
        "[cards.spy]\nstrength = 'five'",
        "cards 'spy', field 'strength': found 'five', allowed is a whole number from 0 to 7.",
    ),
    "true for a number": (
        "[cards.spy]\nstrength = true",
        "cards 'spy', field 'strength': found True, allowed is a whole number from 0 to 7.",
    ),
    "fraction": (
        "[cards.spy]\nstrength = 2.5",
        "cards 'spy', field 'strength': found 2.5, allowed is a whole number from 0 to 7.",
    ),
    "too strong": (
        "[cards.spy]\nstrength = 8",
        "cards 'spy', field 'strength': found 8, allowed is a whole number from 0 to 7.",
    ),
    "too weak": (
        "[cards.spy]\nstrength = -1",
        "cards 'spy', field 'strength': found -1, allowed is a whole number from 0 to 7.",
    ),
    "wrong power": (
        "[cards.spy]\npower = 'thief'",
        f"cards 'spy', field 'power': found 'thief', allowed is one of {', '.join(map(repr, sorted(POWERS)))}.",
    ),
    "number for a power": (
        "[cards.spy]\npower = 2",
        f"cards 'spy', field 'power': found 2, allowed is one of {', '.join(map(repr, sorted(POWERS)))}.",
    ),
    "no name": (
        "[cards.spy]\nname = ''",
        "cards 'spy', field 'name': found '', allowed is a text of 1 to 30 letters in one line.",
    ),
    "number for a name": (
        "[cards.spy]\nname = 7",
        "cards 'spy', field 'name': found 7, allowed is a text of 1 to 30 letters in one line.",
    ),
    "long name": (
        f"[cards.spy]\nname = '{31 * 'x'}'",
        f"cards 'spy', field 'name': found '{31 * 'x'}', allowed is a text of 1 to 30 letters in one line.",
    ),
    "table for a value": (
        "[cards.spy.strength]\nbonus = 1",
        "cards 'spy', field 'strength': found {'bonus': 1}, allowed is a whole number from 0 to 7.",
    ),
    "list for a text": (
        "[cards.spy]\ntext = ['a']",
        "cards 'spy', field 'text': found ['a'], allowed is a text of 0 to 200 letters without control characters.",
    ),
}


@pytest.mark.parametrize(("text", "sentence"), WRONG.values(), ids=WRONG)
def test_a_wrong_file_is_refused_naming_what_was_found_and_what_is_allowed(
    file: Path, text: str, sentence: str
) -> None:
    file.write_text(text)
    assert refusal(file) == f"{file}: {sentence}"


@pytest.mark.parametrize(("text", "sentence"), WRONG.values(), ids=WRONG)
def test_a_wrong_dictionary_is_refused_in_the_same_words(text: str, sentence: str) -> None:
    assert refusal(tomllib.loads(text)) == f"The given box: {sentence}"


def test_a_whole_set_that_lacks_a_field_is_refused(tmp_path: Path) -> None:
    ours = tmp_path / "cards.toml"
    ours.write_text("[cards.spy]\nname = 'Spy'\npower = 'spy'\ntext = ''\nicon = 'x'\n")
    with pytest.raises(WrongBox) as caught:
        read_contents(ours, BRAVERATS.sections)
    assert str(caught.value) == f"{ours}: cards 'spy' lacks the field 'strength', which is a whole number from 0 to 7."


def test_a_field_with_a_default_may_be_left_out() -> None:
    cards = highcard.GAME.open(box={"cards": {"two": {"shiny": True}}}).contents.cards
    assert [cards["one"].shiny, cards["two"].shiny] == [False, True]


def test_a_field_that_is_true_or_false_says_so() -> None:
    with pytest.raises(WrongBox, match=r"cards 'two', field 'shiny': found 1, allowed is true or false\.$"):
        highcard.GAME.open(box={"cards": {"two": {"shiny": 1}}})


@tried
@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.text(max_size=4)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=2),
            st.dictionaries(
                st.sampled_from(["cards", "spy", "prince", "strength", "name", "power", "x"]), inner, max_size=2
            ),
        ),
    ).filter(lambda drawn: isinstance(drawn, dict))
)
def test_any_dictionary_is_played_with_or_refused_with_a_sentence(box: dict[str, Any]) -> None:
    sentence = refused(lambda: with_box(box))
    if sentence is None:
        assert set(with_box(box).contents.cards) == set(CARDS)
    else:
        assert sentence.startswith("The given box: ")
        assert sentence.endswith(".")


# The record -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERYWHERE)
def test_the_box_cannot_be_written_to(name: str) -> None:
    box = EVERYWHERE[name].open().box
    before = box.tobytes()
    for field in EVERYWHERE[name].rules.BOX_FIELDS:
        with pytest.raises(ValueError, match="read-only"):
            box[field.name] = 1
        if field.axes:
            with pytest.raises(ValueError, match="read-only"):
                box[field.name][0] = 1
    assert box.tobytes() == before


def test_the_record_holds_what_the_file_says() -> None:
    box = with_box({"cards": {"spy": {"strength": 6, "power": "wizard"}}}).box
    assert box.strength.tolist() == [0, 1, 6, 3, 4, 5, 6, 7]
    assert box.power.tolist() == [0, 1, 5, 3, 4, 5, 6, 7]


def test_entries_within_an_entry_are_read_field_by_field() -> None:
    """A list of tables: the sentence says which of them, and which field."""
    broken = {"events": {"shoal": {"effects": [{"does": "bar"}, {"does": "sing"}]}}}
    with pytest.raises(WrongBox, match=r"events 'shoal', field 'effects', number 2, field 'does': found 'sing'"):
        rumpus.game("arrr", box=broken)
    with pytest.raises(WrongBox, match=r"number 1 has no field 'loud'; its fields are 'does', 'amount'"):
        rumpus.game("arrr", box={"events": {"shoal": {"effects": [{"does": "bar", "loud": 1}]}}})
    with pytest.raises(WrongBox, match=r"allowed is a list of 0 to 2, each of them a table with the fields 'does'"):
        rumpus.game("arrr", box={"events": {"shoal": {"effects": "bar"}}})


def test_a_field_is_shown_as_a_person_reads_it() -> None:
    shoal = rumpus.game("arrr").contents.tables["events"]["shoal"]
    assert shown(shoal.effects) == "does bar, amount 2, of sail, who active"
    assert shown([1, True, "Spy"]) == "1, yes, Spy"
