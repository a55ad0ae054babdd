"""Libraries that only some want: whoever uses one without having it is told which to install."""

from importlib import import_module
from types import ModuleType

from rumpus.core.errors import RumpusError

TITLES = {"pettingzoo": "PettingZoo", "gymnasium": "Gymnasium", "PIL": "Pillow", "pyspiel": "OpenSpiel"}


class MissingExtra(RumpusError):
    """A library that this part is for is not installed."""


def needs(module: str, extra: str) -> ModuleType:
    """The module, which comes with that extra of ours."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != module.partition(".")[0]:
            raise  # it is there, and lacks something itself
        name = TITLES.get(module, module)
        raise MissingExtra(f"{name} is not installed: pip install 'rumpus[{extra}]'") from None
