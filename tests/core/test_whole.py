"""Whole numbers as people give them."""

from typing import Any

import numpy as np
import pytest

import rumpus
from rumpus.core.rng import generator
from rumpus.core.whole import pythons, whole


@pytest.mark.parametrize("value", [7, np.int8(7), np.uint32(7), np.int64(7), np.array(7)])
def test_numbers_of_numpys_are_numbers(value: Any) -> None:
    assert type(whole(value, "It")) is int
    assert whole(value, "It") == 7
    assert generator(value).tolist() == generator(7).tolist()


@pytest.mark.parametrize("value", [1.0, "1", None, True, np.float32(1), [1]])
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(rumpus.RumpusError, match="It must be a whole number, found "):
        whole(value, "It")


def test_what_is_no_whole_number_stays_what_it_is() -> None:
    assert type(pythons(np.int16(3))) is int
    for other in (True, 1.0, "1", None):
        assert pythons(other) is other


def test_so_is_what_is_too_small() -> None:
    assert whole(1, "It", least=1) == 1
    with pytest.raises(rumpus.RumpusError, match="It must be at least 1, found 0"):
        whole(0, "It", least=1)
