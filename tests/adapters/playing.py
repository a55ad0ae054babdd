"""Agents that play at random, the same way for the same seed, and what they saw."""

import hashlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from rumpus.core.game import Game
from rumpus.core.rules import CHANCE, State
from tests.conformance.walking import walk

Choice = Callable[[str, Any], int]


def agents(seed: int) -> Choice:
    """For each agent and mask a legal action, from a stream of its own for each agent."""
    streams: dict[str, np.random.Generator] = {}

    def choose(agent: str, mask: Any) -> int:
        stream = streams.setdefault(agent, np.random.default_rng([seed, int(agent.rpartition("_")[2])]))
        return int(stream.choice(np.flatnonzero(mask)))

    return choose


def by_turns(env: Any, choose: Choice, most: int = 10**6) -> list[Any]:
    """Play on to the end, or so many turns; all that the agents were told."""
    seen: list[Any] = []
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, info = env.last()
        seen.append((agent, observation, reward, terminated, truncated, info))
        env.step(None if terminated or truncated else choose(agent, observation["action_mask"]))
    return seen


def at_once(env: Any, observations: Any, choose: Choice, most: int = 10**6) -> list[Any]:
    """The same of a parallel environment."""
    seen: list[Any] = [observations]
    while env.agents and len(seen) <= most:
        asked = {agent: seen_by["action_mask"] for agent, seen_by in observations.items()}
        answer = env.step({agent: choose(agent, mask) for agent, mask in asked.items() if mask.any()})
        observations = answer[0]
        seen.append(answer)
    return seen


def digest(seen: Any) -> str:
    """Names what was seen: equal only if every number is."""
    found = hashlib.sha256()
    for part in parts(seen):
        found.update(part)
    return found.hexdigest()


def parts(seen: Any) -> Iterator[bytes]:
    if isinstance(seen, np.ndarray) and seen.dtype == object:  # whose bytes only say where things lie
        yield from parts(seen.tolist())
    elif isinstance(seen, np.ndarray):
        yield f"{seen.dtype} {seen.shape}".encode()
        yield seen.tobytes()
    elif isinstance(seen, dict | list | tuple):
        yield f"{type(seen).__name__} of {len(seen)}".encode()
        for one in seen.items() if isinstance(seen, dict) else seen:
            yield from parts(one)
    else:
        yield repr(seen).encode()


def decisions(game: Game, seed: int, most: int) -> list[State]:
    """Moments of a random game at which somebody is to choose, drawn once and for all."""
    states = [step.state for step in walk(game, seed) if step.seat != CHANCE]
    return random.Random(1).sample(states, min(most, len(states)))
