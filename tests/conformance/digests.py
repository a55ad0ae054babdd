"""Known answers in bulk: whole random games, and of each word of the protocol and each field of the state one hash.

The hashes are of values alone: how wide a field is, in what order fields lie and what fills the gaps between them make
no difference. Rules, sentences and scenes are kept apart, so that one can change and the others are seen not to have.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np

from rumpus.core.desk import laid_out
from rumpus.core.rng import generator
from rumpus.core.rules import CHANCE, NOBODY, State
from rumpus.core.view import View, legal_actions, numbers, outcomes
from tests.conformance.cases import Case, opened
from tests.conformance.walking import Step, after, forgotten, mask_of, view_of, walk, weights_of, world_of

GAMES, MOVES = 3, 2000
"""Of each case as many games as make so many moves, and no fewer than these."""
IMAGINED, NAMED, SHOWN = 11, 3, 23
"""Worlds are imagined at every so many moves, actions and outcomes are named, scenes are made."""
WORDS = ("truth", "redact", "forget", "determinize")
"""What is hashed by field: the state itself, and what these words make of it for every viewer."""


class Hashes(defaultdict[str, Any]):
    """Of each answer, by its name, a hash of all that was added to it."""

    def __init__(self) -> None:
        super().__init__(partial(blake2b, digest_size=6))

    def add(self, name: str, what: object) -> None:
        self[name].update(f"{what}\n".encode())

    def add_states(self, word: str, states: list[State]) -> None:
        """By field, each value as a number of 64 bits."""
        table = np.frombuffer(b"".join(state.tobytes() for state in states), states[0].dtype)
        for name in set(table.dtype.names or ()) - {"filling"}:
            self[f"{word}.{name}"].update(table[name].astype("<i8").tobytes())

    def texts(self) -> dict[str, str]:
        return {name: one.hexdigest() for name, one in self.items()}


@dataclass
class Answers:
    """What is known of a case: of its rules, of what is said, and of what is shown."""

    games: int = 0
    moves: int = 0
    rules: Hashes = field(default_factory=Hashes)
    sentences: Hashes = field(default_factory=Hashes)
    scenes: Hashes = field(default_factory=Hashes)


def answers_of(chosen: Case) -> Answers:
    game, found = opened(chosen), Answers()
    while found.games < GAMES or found.moves < MOVES:
        found.games += 1
        told = Told(list(walk(game, seed=found.games)))
        found.moves += len(told.steps)
        add_rules(found.rules, told)
        add_sentences(found.sentences, told)
        add_scenes(found, told)
    return found


class Told:
    """A game, and what everybody saw of it."""

    def __init__(self, steps: list[Step]) -> None:
        self.game, self.steps = steps[0].game, steps
        self.end = after(self.game, steps[-1].state, steps[-1].seat, steps[-1].number)
        self.states = [*(step.state for step in steps), self.end]
        self.viewers = (*range(self.game.seats), NOBODY)
        self.views = {viewer: [view_of(self.game, state, viewer) for state in self.states] for viewer in self.viewers}


# Rules ------------------------------------------------------------------------------------------------------------


def add_rules(hashes: Hashes, told: Told) -> None:
    game, states = told.game, told.states
    for step in told.steps:
        add_what_is_asked(hashes, step)
    hashes.add("points", [numbers(game, laid_out(state), "points") for state in states])
    hashes.add("places", numbers(game, laid_out(told.end), "places"))
    hashes.add_states("truth", states)
    hashes.add_states("redact", [state for views in told.views.values() for state in views])
    hashes.add_states("forget", [forgotten(game, state) for state in states])
    hashes.add_states("determinize", list(worlds(told)))


def add_what_is_asked(hashes: Hashes, step: Step) -> None:
    game, here = step.game, laid_out(step.state)
    who = game.rules.acting(game.open_box, here)
    hashes.add("acting", who)
    if who == CHANCE:
        weights = weights_of(game, here)
        hashes.add("chance", [(number, int(weights[number])) for number in np.flatnonzero(weights).tolist()])
    for seat in range(game.seats):
        hashes.add("legal", np.flatnonzero(mask_of(game, here, seat)).tolist())


def worlds(told: Told) -> Iterator[State]:
    """For every viewer some that fit what it sees; each with luck of its own, so that one of them changes none else."""
    for viewer, views in told.views.items():
        for number, view in enumerate(views[::IMAGINED]):
            yield world_of(told.game, view, viewer, generator(number))


# Sentences --------------------------------------------------------------------------------------------------------


def add_sentences(hashes: Hashes, told: Told) -> None:
    tell = told.game.words.tell
    for states in (*told.views.values(), told.states):
        desks = [laid_out(state) for state in states]
        for step, before, then in zip(told.steps, desks, desks[1:], strict=False):
            hashes.add("what is told", tell(told.game, before, then, step.seat))
    for step in told.steps[::NAMED]:
        add_names(hashes, step)
    hashes.add("reasons", told.game.words.reason(told.game, laid_out(told.end)))


def add_names(hashes: Hashes, step: Step) -> None:
    """What may be chosen, in words, and what a piece that stands for it is called."""
    game, here = step.game, laid_out(step.state)
    if step.seat == CHANCE:
        hashes.add("names of outcomes", [one.words for one in outcomes(game, here)])
        return
    actions = legal_actions(game, here, step.seat)
    hashes.add("names of actions", [one.words for one in actions])
    hashes.add("names on pieces", [game.words.piece(game, here, step.seat, one.number) for one in actions])


# Scenes -----------------------------------------------------------------------------------------------------------


def add_scenes(found: Answers, told: Told) -> None:
    """Each area by its id, and what is beside the areas. What a scene asks is a sentence."""
    for state in [*told.states[:-1:SHOWN], told.end]:
        for viewer in told.viewers:
            scene = msgspec.to_builtins(View(told.game, state, viewer).scene())
            found.sentences.add("prompts", scene.pop("prompt"))
            for area in scene.pop("areas"):
                found.scenes.add(f"area {area['id']}", area)
            for name in scene:
                found.scenes.add(name, scene[name])
