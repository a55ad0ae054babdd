"""The order of tests: what wants machine code comes last, when `tests.machine_code` has made it."""

import pytest

WITH_MACHINE_CODE = ("adapters", "batches", "bots", "solve", "poker", "examples", "lab", "test_pages.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=wants_machine_code)  # it keeps those that are alike in their order


def wants_machine_code(item: pytest.Item) -> bool:
    part = item.nodeid.removeprefix("tests/").partition("::")[0]
    return part.startswith(WITH_MACHINE_CODE) or "machine_code" in item.name
