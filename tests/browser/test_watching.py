"""The search for secrets finds them: without that, finding none would mean nothing."""

import json
from typing import Any

import msgspec
import pytest

import rumpus
from rumpus.core.match import Match
from tests.browser.watching import Watch


def laid(switches: dict[str, Any] | None = None) -> Match:
    """Seat 0 has laid a card face down; seat 1 has not."""
    match = rumpus.game("braverats", switches).match(seed=3)
    match.play(0, match.legal(0)[0])
    return match


def update(match: Match, seat: int, **changes: Any) -> dict[str, Any]:
    lines = [{"text": line, "moment": 1} for line in match.log(seat)]
    scene = msgspec.to_builtins(match.view(seat).scene())
    return {"type": "update", "moments": len(match.moves), "scene": scene, "lines": lines, **changes}


def leaks(match: Match, message: dict[str, Any]) -> list[str]:
    return Watch(frames=[json.dumps(message)]).leaks(match, 1)


@pytest.mark.parametrize("switches", [{}, {"draft": True}, {"lucky_draw": True}])
def test_what_a_seat_may_know_is_no_leak(switches: dict[str, Any]) -> None:
    match = laid(switches)
    assert leaks(match, update(match, 1)) == []


def test_the_scene_of_another_seat_is_found() -> None:
    match = laid()
    assert leaks(match, update(match, 0)) != []


def test_a_hidden_card_is_found_anywhere_in_a_frame() -> None:
    match = laid({"draft": True})
    hidden = next(area for area in match.view(0).scene().areas if area.id == "hand-Y").pieces[0]
    assert leaks(match, update(match, 1, people=[{"name": hidden.label}])) == [f"frame: it names {hidden.label!r}"]
    assert leaks(match, update(match, 1, people=[{"name": hidden.id}])) == [f"frame: it names {hidden.id!r}"]


def test_a_line_that_tells_the_card_is_found() -> None:
    match = laid()
    told = [{"text": "The Yargs laid the Prince.", "moment": 1}]
    assert leaks(match, update(match, 1, lines=told)) == ["frame: it names 'Prince'"]


def test_a_card_in_another_message_is_found() -> None:
    match = laid()
    assert leaks(match, {"type": "refused", "id": "x", "sentence": "The Prince lies there."}) != []
    assert leaks(match, {"type": "done", "id": "x", "version": 3}) == []


# Steps ------------------------------------------------------------------------------------------------------------


def chanced() -> tuple[Match, list[dict[str, Any]], list[dict[str, Any]]]:
    """A match where chance has moved after a choice; the scenes on the way, for seat 0 and for seat 1."""
    match = rumpus.game("braverats", {"lucky_draw": True, "random_deal": True}).match(seed=3)
    before = len(match.moves)
    while len(match.moves) < before + 3:
        before = len(match.moves)
        seat = min(match.acting)
        match.play(seat, match.legal(seat)[0])
    moves = range(before + 1, len(match.moves))
    return match, [seen(match, 0, at) for at in moves], [seen(match, 1, at) for at in moves]


def seen(match: Match, seat: int, moves: int) -> dict[str, Any]:
    scene: dict[str, Any] = msgspec.to_builtins(match.view(seat, moves).scene())
    return scene


def test_steps_that_the_viewer_saw_are_no_leak_and_those_of_another_seat_are() -> None:
    match, others, own = chanced()
    assert leaks(match, update(match, 1, steps=own)) == []
    assert leaks(match, update(match, 1, steps=others)) != []


def test_steps_in_another_order_are_found() -> None:
    match, _, own = chanced()
    assert own[0] != own[-1]
    assert leaks(match, update(match, 1, steps=own[::-1])) != []


def test_a_hidden_card_is_found_in_a_step() -> None:
    match = laid({"draft": True})
    hidden = next(area for area in match.view(0).scene().areas if area.id == "hand-Y").pieces[0]
    step = seen(match, 1, len(match.moves) - 1)
    assert leaks(match, update(match, 1, steps=[step])) == []
    assert leaks(match, update(match, 1, steps=[{**step, "announce": hidden.id}])) == [f"frame: it names {hidden.id!r}"]
