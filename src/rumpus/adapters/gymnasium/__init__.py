"""The games as environments of Gymnasium: one seat is yours, bots sit in the others.

Importing this registers every game of the catalogue, `rumpus/NAME-v1`, with `gymnasium.make` and `gymnasium.make_vec`.

>>> import gymnasium
>>> import rumpus.adapters.gymnasium
>>> env = gymnasium.make("rumpus/braverats-v1", bots="random")
>>> observation, info = env.reset(seed=7)
>>> int(observation["action_mask"].sum())
8
"""

from rumpus.adapters.extras import needs

needs("gymnasium", "rl")

from rumpus.adapters.gymnasium.several import VectorGameEnv  # noqa: E402
from rumpus.adapters.gymnasium.single import GameEnv  # noqa: E402

__all__ = ["VERSION", "GameEnv", "VectorGameEnv", "register_all"]

VERSION = 1
"""Of the environments: grows when the same seed and the same choices give something else than before."""


def register_all() -> None:
    """Make every game known to `gymnasium.make`, once."""
    import gymnasium

    from rumpus.catalogue import NAMES

    for name in NAMES:
        identity = f"rumpus/{name}-v{VERSION}"
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point="rumpus.adapters.gymnasium:GameEnv",
                vector_entry_point="rumpus.adapters.gymnasium:VectorGameEnv",
                kwargs={"game": name},
                # Their wrappers take a restored game for one without a beginning: one refuses it, the other fails.
                # Environments say themselves that reset() comes first, and tests run the checks.
                order_enforce=False,
                disable_env_checker=True,
            )


register_all()
