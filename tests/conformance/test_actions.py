"""What the numbers of actions mean, as games say it, held against what they call them."""

import unicodedata
from collections.abc import Iterator

import pytest

from rumpus.catalogue import NAMES, definition
from rumpus.core.choosing import Choices, choices
from rumpus.core.desk import laid_out
from rumpus.core.game import Game
from rumpus.core.rules import CHANCE, State
from rumpus.core.view import legal_actions, seats_in
from tests.conformance.cases import Case, facts, opened, single_switches, spoken
from tests.conformance.moments import FEW, Sample

EACH_GAME = pytest.mark.parametrize("name", NAMES)
EVERY_WAY = pytest.mark.parametrize("case", single_switches(), ids=spoken)


@EVERY_WAY
def test_choices_cover_every_number_and_no_other(case: Case) -> None:
    game = opened(case)
    covered = {number for group in choices(game) for number in range(group.first, group.last + 1)}
    assert covered == set(range(game.rules.ACTIONS))


@EACH_GAME
def test_choices_say_what_one_does_in_a_short_phrase_of_their_own(name: str) -> None:
    groups = definition(name).rules.ACTION_FIELDS
    assert [group.first for group in groups] == sorted(group.first for group in groups)
    assert len({group.name for group in groups}) == len({group.about for group in groups}) == len(groups)
    for group in groups:
        assert 0 < len(group.about) <= 80, group.about
        assert group.about == group.about.strip(" ."), group.about


@EVERY_WAY
def test_every_number_of_a_group_has_a_name_or_is_of_a_seat_that_is_not_there(case: Case) -> None:
    game = opened(case)
    for group, field in zip(choices(game), game.rules.ACTION_FIELDS, strict=True):
        missing = game.rules.SEATS - game.seats if "seat" in field.axes else 0
        assert len(group.unused) == missing
        assert len(group.named) == group.length - missing


@EACH_GAME
def test_what_actions_are_called_names_what_their_numbers_mean(name: str) -> None:
    """Or what the facts of the game have for it, where it is called after something else; no group is never met."""
    met = set[str]()
    for sample in (Sample(case, *FEW) for case in single_switches() if case[0] == name):
        game, groups = sample.game, choices(sample.game)
        for state, seat in asked_in(sample):
            for action in legal_actions(game, state, seat):
                names = {group.name: name_in(group, game, state, seat, action.number) for group in groups}
                fitting = {group for group, said in names.items() if said and words_of(said) <= words_of(action.words)}
                assert fitting, action
                met |= fitting
    assert met == {field.name for field in definition(name).rules.ACTION_FIELDS}


def asked_in(sample: Sample) -> Iterator[tuple[State, int]]:
    """The moments, and the seats that are asked there."""
    for step in sample.steps:
        here = laid_out(step.state)
        for seat in seats_in(sample.game.rules.acting(sample.game.open_box, here)) - {CHANCE}:
            yield here, seat


def name_in(group: Choices, game: Game, state: State, seat: int, number: int) -> str:
    """What a number is in this group, if it is one of it: a single one has the name of the group."""
    if number not in group.named:
        return ""
    called = getattr(facts(game.name), "CALLED", {}).get(group.name)
    if called is None:
        return " ".join(group.named[number]) or group.name
    name: str = called(game, state, seat, number - group.first)
    return name


def words_of(text: str) -> set[str]:
    """Without accents, apostrophes and capitals: those of 'sao_paulo' are those of São Paulo."""
    letters = (letter for letter in unicodedata.normalize("NFKD", text).lower() if letter.isascii() and letter != "'")
    return set("".join(letter if letter.isalnum() else " " for letter in letters).split())
