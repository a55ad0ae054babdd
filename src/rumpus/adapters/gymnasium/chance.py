"""Gymnasium's own generator as a text: the games to come draw from it, and whoever looks wants to know its seed.

Numbers of it have 128 bits, also the seed, if Gymnasium has drawn that itself: JSON takes them, msgpack does not.
"""

import json
from typing import Any

from gymnasium import Env
from gymnasium.vector import VectorEnv

from rumpus.adapters.tables import WrongSave

Drawing = Env[Any, Any] | VectorEnv[Any, Any, Any]


def written_chance(env: Drawing) -> str:
    return json.dumps([env.np_random.bit_generator.state, env.np_random_seed])


def put_chance(env: Drawing, written: str) -> None:
    """The seed is put there too: asked for where there is none, Gymnasium draws one and begins its generator anew."""
    try:
        env.np_random.bit_generator.state, env._np_random_seed = json.loads(written)
    except (ValueError, TypeError, KeyError, OverflowError):
        raise WrongSave(
            "Gymnasium's generator cannot go on from there: it was one of another kind, or the save has been changed."
        ) from None
