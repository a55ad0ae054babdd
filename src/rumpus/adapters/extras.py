"""Libraries that only an adapter needs: imported when it is used, and asked for in one sentence where they are not."""

from importlib import import_module
from types import ModuleType

from rumpus.core.errors import RumpusError

TITLES = {"PIL": "Pillow", "gymnasium": "Gymnasium", "pettingzoo": "PettingZoo", "pyspiel": "OpenSpiel"}
"""What people call a library, where that is not the name of its module."""


class MissingExtra(RumpusError, ImportError):
    """A library that an adapter needs is not installed: found by those who expect an ImportError too."""


def needs(module: str, extra: str) -> ModuleType:
    """The library, or the sentence that says how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:  # it is there, but something that it needs itself is not
            raise
        raise MissingExtra(f"{TITLES.get(module, module)} is not installed: pip install 'rumpus[{extra}]'") from None
