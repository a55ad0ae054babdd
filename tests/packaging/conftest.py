"""Tools are scripts, not a package: they are found by their folder."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def tool(name: str) -> ModuleType:
    folder = str(ROOT / "tools")
    if folder not in sys.path:
        sys.path.append(folder)
    return import_module(name)


@pytest.fixture(scope="session")
def web_page() -> ModuleType:
    return tool("web_page")


@pytest.fixture(scope="session")
def set_up() -> ModuleType:
    return tool("set_up")


@pytest.fixture(scope="session")
def wire_types() -> ModuleType:
    return tool("wire_types")
