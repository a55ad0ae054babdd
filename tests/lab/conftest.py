from collections.abc import Iterator

import pytest

from rumpus.core.kernel import PLAIN, mode, set_mode


@pytest.fixture(autouse=True, scope="module")
def without_compiler() -> Iterator[None]:
    before = mode()
    set_mode(PLAIN)
    yield
    set_mode(before)
