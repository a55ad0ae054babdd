"""All that a page was sent, searched for what its seat may not know."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocket

from rumpus.core.match import Match
from rumpus.core.rules import NOBODY
from rumpus.core.view import View
from rumpus.table.scene import Scene
from tests.conformance.cases import printed_names

NOT_SEARCHED = re.compile(r"/api/(games|me|boxes)\b|/api/tables/[^/]+/(advice|analysis|match)\b")
"""What is the same for everybody or for the asker alone, and what can only be had when the game is over."""
HEARING = """
const asked = window.fetch;
window.fetch = async (...what) => {
  const answer = await asked(...what);
  const path = new URL(answer.url).pathname;
  if (path.startsWith('/api/')) answer.clone().text().then((text) => window.answered(path, text), () => 0);
  return answer;
};
"""
"""What the page is answered is told to us too; a browser does not keep it when another page is opened."""


@dataclass
class Watch:
    """Every frame and every answer of the server that a page received, in order."""

    frames: list[str] = field(default_factory=list)
    answers: list[tuple[str, str]] = field(default_factory=list)

    def follow(self, page: Page) -> None:
        page.on("websocket", self._follow_socket)
        page.expose_function("answered", lambda path, text: self.answers.append((path, text)))
        page.add_init_script(HEARING)

    def _follow_socket(self, opened: WebSocket) -> None:
        opened.on("framereceived", lambda data: self.frames.append(data if isinstance(data, str) else data.decode()))

    def leaks(self, match: Match, seat: int | None) -> list[str]:
        """What in all this the seat (or one who watches) could not know, when it was sent, by the rules.

        Who has not sat down yet is somebody who watches.
        """
        seated, standing = Secrets(match, NOBODY if seat is None else seat), Secrets(match, NOBODY)
        sent = [("frame", text) for text in self.frames]
        sent += [(path, text) for path, text in self.answers if not NOT_SEARCHED.match(path)]
        return [
            f"{where}: {leak}"
            for where, text in sent
            for leak in (standing if '"seat":null,"status"' in text else seated).found_in(text)
        ]

    @property
    def updates(self) -> list[dict[str, Any]]:
        return [message for message in map(json.loads, self.frames) if message.get("type") == "update"]


class Secrets:
    """What a viewer may know in the course of a match, worked out from the match itself and not by the server."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match, self.viewer = match, viewer
        self.story = match.story(viewer)
        self._scenes = [self._scene(moves, viewer) for moves in range(len(match.states))]
        self._shown = [shown(as_sent(scene)) for scene in self._scenes]
        self._at = 0
        """After how many moves the last update was: later ones are not older."""

    def found_in(self, text: str) -> Iterator[str]:
        message = json.loads(text) if text.startswith("{") else {}
        if "scene" not in message:
            yield from _named(text, self._ever_hidden)
        elif message.get("status") == "waiting":  # before the start all only watch
            yield from self._unlike(message, [shown(as_sent(self._scene(0, NOBODY)))])
        elif "moment" not in message:
            yield from self._in_update(message)
        elif message["moments"] < len(self.match.moves):  # later than that the game was over, and all may be known
            yield from self._unlike(message, self._shown)

    def _in_update(self, message: dict[str, Any]) -> Iterator[str]:
        """What lies on the table is what the viewer sees by the rules, to the letter; and so are the lines."""
        steps = message.pop("steps", [])
        found = [self._moment_of(scene) for scene in (*steps, message["scene"])]
        moments = [moves for moves in found if moves is not None]
        if len(moments) < len(found):
            yield f"after {self._at} moves came a scene that the viewer never had"
            return
        moves = moments[-1]
        for sent, at in zip((*steps, message), moments, strict=True):
            yield from _named(besides(sent), self._hidden_after(at) | self._hidden_after(moves))
        told = {line for lines in self.story[:moves] for line in lines}
        others = "\n".join(line["text"] for line in message["lines"] if line["text"] not in told)
        yield from _named(others, printed_names(self.match.game))

    def _moment_of(self, scene: dict[str, Any]) -> int | None:
        """After how many moves the viewer had this scene, if not before the last that was looked for; else none."""
        now = shown(scene)
        moves = next((moves for moves in range(self._at, len(self._shown)) if self._shown[moves] == now), None)
        if moves is not None:
            self._at = moves
            while self._shown[moves + 1 : moves + 2] == [now]:  # moves of which the viewer saw nothing
                moves += 1
        return moves

    def _unlike(self, message: dict[str, Any], allowed: list[Any]) -> Iterator[str]:
        if shown(message["scene"]) not in allowed:
            yield "it has a scene that the viewer never had"

    @cached_property
    def _ever_hidden(self) -> set[str]:
        """All cards, and whatever the viewer could not see at some time: no message without a scene names any."""
        return printed_names(self.match.game).union(*(self._hidden_after(moves) for moves in range(len(self._scenes))))

    def _hidden_after(self, moves: int) -> set[str]:
        """Names of what somebody else sees then and this viewer does not."""
        others = {NOBODY, *range(self.match.game.seats)} - {self.viewer}
        seen = set().union(*(faces(self._scene(moves, other)) for other in others))
        return seen - faces(self._scenes[moves])

    def _scene(self, moves: int, viewer: int) -> Scene:
        found = View(self.match.game, self.match.states[moves], viewer).scene()
        assert isinstance(found, Scene)
        return found


def as_sent(scene: Scene) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(scene))
    return found


COMPARED = ("viewer", "areas", "buttons", "prompt")
"""What of a scene its viewer could read secrets from: it has to be the same as by the rules, to the letter."""


def shown(scene: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(scene[part] for part in COMPARED)


def besides(message: dict[str, Any]) -> str:
    """All of a message but what is compared to the letter, and its lines, each of which is looked for."""
    scene = message if "areas" in message else message["scene"]
    rest = {key: value for key, value in message.items() if key not in ("scene", "lines", *COMPARED)}
    return json.dumps([rest, {key: value for key, value in scene.items() if key not in COMPARED}], ensure_ascii=False)


def faces(scene: Scene) -> set[str]:
    """What tells cards apart: their ids and labels."""
    return {name for piece in scene.pieces() if piece.kind == "card" for name in (piece.id, piece.label)}


def _named(text: str, names: set[str]) -> Iterator[str]:
    return (f"it names {name!r}" for name in sorted(names) if name in text)
