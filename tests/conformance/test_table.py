"""What every game's words and scenes have to satisfy."""

from collections import Counter
from collections.abc import Iterable

import msgspec
import pytest

from rumpus.core.game import Game
from rumpus.core.match import EVERYTHING, Match
from rumpus.core.rng import below, generator
from rumpus.core.rules import CHANCE, NOBODY, OVER, State
from rumpus.core.view import View, legal_actions, outcomes
from rumpus.table.scene import Scene
from tests.conformance.cases import Case, facts, opened, some_combinations, spoken
from tests.conformance.walking import after, spread, view_of, walk

each_case = pytest.mark.parametrize("case", some_combinations(), ids=spoken)


def played(case: Case, seed: int) -> Match:
    """A whole match, played at random."""
    game, rng = opened(case), generator(seed)
    match = game.match(seed=seed)
    while not match.over:
        seat = min(match.acting)
        legal = match.legal(seat)
        match.play(seat, legal[below(rng, len(legal))])
    return match


@each_case
def test_what_a_scene_lets_one_touch_is_exactly_what_is_legal(case: Case) -> None:
    game = opened(case)
    for step in list(walk(game, 1))[:150]:
        for seat in range(game.seats):
            view = View(game, step.state, seat)
            assert view.scene().touchable() == {action.number for action in view.legal}
        assert View(game, step.state, NOBODY).scene().touchable() == set()


@each_case
def test_every_scene_has_areas_and_pieces_with_labels_and_ids_of_their_own_and_a_prompt(case: Case) -> None:
    game = opened(case)
    for state in moments(game):
        for seat in (*range(game.seats), NOBODY):
            scene = View(game, state, seat).scene()
            pieces = list(scene.pieces())
            assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
            assert scene.over == (game.rules.acting(game.box, state) == OVER)
            assert scene.prompt
            assert all(piece.label for piece in pieces)
            assert repeated(piece.id for piece in pieces) == []
            assert repeated(area.id for area in scene.areas) == []
            assert repeated(space.id for area in scene.areas for space in area.spaces) == []
            assert repeated(str(button.action) for button in scene.buttons) == []
            assert all(not piece.colour or piece.mark for piece in pieces)
            assert str(scene).strip()


def moments(game: Game) -> list[State]:
    """Of a random game: the first of every phase, since chance passes its own quickly; some in between; and the end."""
    steps = list(walk(game, 2))
    first = {int(step.state["phase"]): step.state for step in reversed(steps)}
    end = after(game, steps[-1].state, steps[-1].seat, steps[-1].number)
    return [*first.values(), *(step.state for step in spread(steps, 60)), end]


def repeated(ids: Iterable[str]) -> list[str]:
    """What is there more than once; a page tells things apart by their ids, and cannot draw two with the same."""
    return [one for one, times in Counter(ids).items() if times > 1]


@each_case
def test_actions_and_outcomes_have_words_of_their_own(case: Case) -> None:
    game = opened(case)
    for step in list(walk(game, 3))[:150]:
        chosen = outcomes(game, step.state) if step.seat == CHANCE else legal_actions(game, step.state, step.seat)
        words = [one.words for one in chosen]
        assert all(words)
        assert len(set(words)) == len(words)
        if step.seat != CHANCE:
            pieces = [game.words.piece(game, step.state, step.seat, one.number) for one in chosen]
            assert all(pieces)
            assert len(set(pieces)) == len(pieces)


@each_case
def test_an_action_is_called_the_same_from_the_view_of_its_seat(case: Case) -> None:
    game = opened(case)
    for step in list(walk(game, 3))[:150]:
        if step.seat != CHANCE:
            view = view_of(game, step.state, step.seat)
            assert legal_actions(game, view, step.seat) == legal_actions(game, step.state, step.seat)


@each_case
def test_the_log_tells_every_decision_and_ends_with_a_reason(case: Case) -> None:
    match = played(case, 4)
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


@each_case
def test_points_and_places_are_there_for_every_seat_at_the_end(case: Case) -> None:
    match = played(case, 6)
    assert match.places is not None
    assert len(match.places) == len(match.points) == match.game.seats
    assert min(match.places) == 1
    assert max(match.places) <= match.game.seats


def test_every_action_is_chosen_and_every_ending_reached_somewhere() -> None:
    for name, cases in by_game().items():
        actions: set[int] = set()
        endings: set[str] = set()
        for case in cases:
            game = opened(case)
            for seed in range(40):
                steps = list(walk(game, seed))
                actions |= {step.number for step in steps if step.seat != CHANCE}
                endings.add(facts(name).ending_of(after(game, steps[-1].state, steps[-1].seat, steps[-1].number)))
        assert actions == set(range(opened(cases[0]).rules.ACTIONS)) - getattr(facts(name), "NEVER", set())
        assert endings == facts(name).ENDINGS


def by_game() -> dict[str, list[Case]]:
    cases: dict[str, list[Case]] = {}
    for case in some_combinations():
        cases.setdefault(case[0], []).append(case)
    return cases
