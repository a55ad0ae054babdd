"""What every game's words and scenes have to satisfy."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import cycle

import msgspec
import pytest

from rumpus.core.match import EVERYTHING, Match
from rumpus.core.rng import below, generator
from rumpus.core.rules import CHANCE, NOBODY
from rumpus.core.view import View, legal_actions, outcomes
from rumpus.table.scene import Scene
from tests.conformance.cases import Case, is_quick
from tests.conformance.moments import Sample, samples
from tests.conformance.walking import view_of


def is_quick_to_show(chosen: Case) -> bool:
    """Scenes take longer than rules: where a game is short, each switch is tried alone."""
    return is_quick(chosen) and len(chosen[1]) <= 1


each_sample = pytest.mark.parametrize("sample", samples(quick=is_quick_to_show, has_many=False))


def played(sample: Sample, seed: int) -> Match:
    """A whole match, played at random."""
    rng = generator(seed)
    match = sample.game.match(seed=seed)
    while not match.over:
        seat = min(match.acting)
        legal = match.legal(seat)
        match.play(seat, legal[below(rng, len(legal))].number)
    return match


@each_sample
def test_what_a_scene_lets_one_touch_is_exactly_what_is_legal(sample: Sample) -> None:
    for view in views(sample):
        assert view.scene().touchable() == view.allowed


@each_sample
def test_every_scene_has_areas_and_pieces_with_labels_and_ids_of_their_own_and_a_prompt(sample: Sample) -> None:
    game = sample.game
    for view in [*views(sample), *(View(game, end, NOBODY) for end in sample.walked.ends)]:
        scene = view.scene()
        pieces = list(scene.pieces())
        assert scene.over == (not view.acting)
        assert scene.prompt
        assert all(piece.label for piece in pieces)
        assert repeated(piece.id for piece in pieces) == []
        assert repeated(area.id for area in scene.areas) == []
        assert repeated(space.id for area in scene.areas for space in area.spaces) == []
        assert repeated(str(button.action) for button in scene.buttons) == []
        assert all(not piece.colour or piece.mark for piece in pieces)


def views(sample: Sample) -> Iterator[View]:
    """At each moment of the seat that was asked, or of one of them, and of another viewer, in turn."""
    for step, other in zip(sample.steps, cycle((*range(sample.game.seats), NOBODY))):
        for viewer in {step.seat, other} - {CHANCE}:
            yield View(sample.game, step.state, viewer)


@each_sample
def test_a_scene_goes_through_json_and_is_drawn_as_text(sample: Sample) -> None:
    for step in sample.some(12):
        for seat in (*range(sample.game.seats), NOBODY):
            scene = View(sample.game, step.state, seat).scene()
            assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
            assert str(scene).strip()


def repeated(ids: Iterable[str]) -> list[str]:
    """What is there more than once; a page tells things apart by their ids, and cannot draw two with the same."""
    return [one for one, times in Counter(ids).items() if times > 1]


@each_sample
def test_actions_and_outcomes_have_words_of_their_own(sample: Sample) -> None:
    game = sample.game
    for step in sample.steps:
        chosen = outcomes(game, step.state) if step.seat == CHANCE else legal_actions(game, step.state, step.seat)
        words = [one.words for one in chosen]
        assert all(words)
        assert len(set(words)) == len(words)
        if step.seat != CHANCE:
            pieces = [game.words.piece(game, step.state, step.seat, one.number) for one in chosen]
            assert all(pieces)
            assert len(set(pieces)) == len(pieces)


@each_sample
def test_an_action_is_called_the_same_from_the_view_of_its_seat(sample: Sample) -> None:
    game = sample.game
    for step in sample.steps:
        if step.seat != CHANCE:
            view = view_of(game, step.state, step.seat)
            assert legal_actions(game, view, step.seat) == legal_actions(game, step.state, step.seat)


@each_sample
def test_the_log_tells_every_decision_and_ends_with_a_reason(sample: Sample) -> None:
    match = played(sample, 4)
    assert match.reason
    for viewer in (*range(match.game.seats), NOBODY, EVERYTHING):
        story = match.story(viewer)
        assert len(story) == len(match.moves)
        for number, (lines, move) in enumerate(zip(story, match.moves, strict=True)):
            assert lines or move.seat == CHANCE or (viewer != EVERYTHING and is_unseen(match, viewer, number))
            assert all(line[0].isupper() and line[-1] in ".!?" for line in lines)


def is_unseen(match: Match, viewer: int, number: int) -> bool:
    """Whether a move changed nothing that the viewer can see: a choice that is half made, or one of several at once."""
    before = match.view(viewer, number)
    return len(before.acting) > 1 or before == match.view(viewer, number + 1)


@each_sample
def test_points_and_places_are_there_for_every_seat_at_the_end(sample: Sample) -> None:
    match = played(sample, 6)
    assert match.places is not None
    assert len(match.places) == len(match.points) == match.game.seats
    assert min(match.places) == 1
    assert max(match.places) <= match.game.seats
