"""The generator: its numbers, its streams, and numbers below a bound."""

from collections import Counter
from collections.abc import Iterator
from unittest import mock

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rumpus.core import rng
from rumpus.core.kernel import compiled, kernel
from rumpus.core.rng import Rng, below, draw, fill_streams, generator, jump
from tests.core.playing import tried

WORD = 2**32 - 1
words = st.integers(0, WORD)
states = st.lists(words, min_size=4, max_size=4)


# The same, written down a second time -----------------------------------------------------------------------------


def turned(word: int, by: int) -> int:
    return (word << by | word >> (32 - by)) & WORD


def stepped(state: list[int]) -> list[int]:
    """xoshiro128's step, in the order of its authors' C program."""
    s0, s1, s2, s3 = state
    moved = s1 << 9 & WORD
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= moved
    return [s0, s1, s2, turned(s3, 11)]


def reference(state: list[int]) -> Iterator[int]:
    while True:
        yield turned(state[1] * 5 & WORD, 7) * 9 & WORD
        state = stepped(state)


def split_mix(seed: int) -> Iterator[int]:
    """SplitMix64, as in Java."""
    while True:
        seed = seed + 0x9E3779B97F4A7C15 & 2**64 - 1
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & 2**64 - 1
        z = (z ^ z >> 27) * 0x94D049BB133111EB & 2**64 - 1
        yield z ^ z >> 31


def as_rng(state: list[int]) -> Rng:
    return np.array(state, np.int64)


# The numbers ------------------------------------------------------------------------------------------------------


def test_it_draws_the_numbers_that_its_authors_program_draws() -> None:
    """From the state 1, 2, 3, 4, by the C program of Blackman and Vigna, version 1.1."""
    mine = as_rng([1, 2, 3, 4])
    assert [draw(mine) for _ in range(10)] == [
        11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]  # fmt: skip


@tried
@given(states)
def test_it_draws_what_a_second_implementation_draws(state: list[int]) -> None:
    mine, theirs = as_rng(state), reference(state)
    assert [int(draw(mine)) for _ in range(50)] == [next(theirs) for _ in range(50)]


def test_a_seed_is_spread_by_split_mix() -> None:
    """6457827717110365317, 3203168211198807973 is the known answer for the seed 1234567."""
    low, high, third, fourth = (int(word) for word in generator(1234567))
    assert [low | high << 32, third | fourth << 32] == [6457827717110365317, 3203168211198807973]


@tried
@given(st.integers())
@example(-1)
@example(-(2**200))
@example(2**200)
def test_any_whole_number_is_a_seed(seed: int) -> None:
    mixed = split_mix(seed)
    first, second = next(mixed), next(mixed)
    state = [int(word) for word in generator(seed)]
    assert state == [first & WORD, first >> 32, second & WORD, second >> 32]
    assert any(state)


@tried
@given(st.sets(st.integers(-(2**63), 2**63 - 1), min_size=2, max_size=20))
def test_each_seed_of_64_bits_has_a_stream_of_its_own(seeds: set[int]) -> None:
    assert len({generator(seed).tobytes() for seed in seeds}) == len(seeds)


def test_neighbouring_seeds_draw_different_numbers() -> None:
    firsts = {tuple(int(draw(one)) for _ in range(2)) for one in map(generator, range(-500, 500))}
    assert len(firsts) == 1000


# Streams ----------------------------------------------------------------------------------------------------------

Columns = list[int]
"""A map of 128 bits to 128 bits that respects exclusive or: what becomes of each single bit."""


def packed(state: list[int]) -> int:
    return sum(word << 32 * index for index, word in enumerate(state))


def unpacked(bits: int) -> list[int]:
    return [bits >> 32 * index & WORD for index in range(4)]


def mapped(columns: Columns, bits: int) -> int:
    result = 0
    for index, column in enumerate(columns):
        if bits >> index & 1:
            result ^= column
    return result


def squared(columns: Columns) -> Columns:
    return [mapped(columns, column) for column in columns]


@pytest.fixture(scope="module")
def many_steps() -> Columns:
    """2**64 steps of the generator: its step as a matrix over GF(2), squared 64 times."""
    columns = [packed(stepped(unpacked(1 << bit))) for bit in range(128)]
    for _ in range(64):
        columns = squared(columns)
    return columns


@tried
@given(states)
def test_a_step_is_linear_so_that_many_steps_are_a_matrix(state: list[int]) -> None:
    columns = [packed(stepped(unpacked(1 << bit))) for bit in range(128)]
    assert mapped(columns, packed(state)) == packed(stepped(state))


@pytest.mark.parametrize("state", [[1, 0, 0, 0], [0, 0, 0, 1 << 31], [1, 2, 3, 4], [WORD, WORD, WORD, WORD]])
def test_a_jump_is_two_to_the_64_draws(state: list[int], many_steps: Columns) -> None:
    mine = as_rng(state)
    jump(mine)
    assert packed([int(word) for word in mine]) == mapped(many_steps, packed(state))


def test_streams_are_successive_jumps(many_steps: Columns) -> None:
    mine, streams = generator(11), np.zeros((5, 4), np.int64)
    expected = packed([int(word) for word in mine])
    fill_streams(mine, streams)
    for stream in [*streams, mine]:
        assert packed([int(word) for word in stream]) == expected
        expected = mapped(many_steps, expected)


# Numbers below a bound --------------------------------------------------------------------------------------------

bounds = st.one_of(st.integers(1, 100), st.integers(1, 2**31), st.integers(0, 31).map(lambda power: 2**power))


@tried
@given(st.integers(), bounds)
def test_a_number_below_a_bound_is_below_it(seed: int, bound: int) -> None:
    mine = generator(seed)
    numbers = [int(below(mine, bound)) for _ in range(20)]
    assert min(numbers) >= 0
    assert max(numbers) < bound


def below_with(drawn: list[int], bound: int) -> tuple[int, int]:
    """The number below the bound when these are drawn, and how many draws it took."""
    script = iter(drawn)
    with mock.patch.object(rng, "draw", side_effect=script):
        number = below(np.zeros(4, np.int64), bound)
    return number, len(drawn) - len(list(script))


@tried
@given(bounds, st.data())
def test_every_number_below_a_bound_has_exactly_as_many_draws(bound: int, data: st.DataObject) -> None:
    """Of the 2**32 draws, those for a number are in one piece; both its ends are tried, and the draw before it."""
    number = data.draw(st.integers(0, bound - 1))
    fair = 2**32 // bound
    last = -(-(number + 1) * 2**32 // bound) - 1
    first = last - fair + 1
    spare = 0 if number == 0 else -(-number * 2**32 // bound)  # the first of the draws that a careless one would take
    assert below_with([first], bound) == (number, 1)
    assert below_with([last], bound) == (number, 1)
    assert spare <= first <= spare + 1
    if spare < first:
        assert below_with([spare, last], bound) == (number, 2)


def test_dice_are_fair() -> None:
    mine, rolls = generator(6), 24_000
    counts = Counter(int(below(mine, 6)) for _ in range(rolls))
    expected = rolls / 6
    assert sorted(counts) == list(range(6))
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 25.7  # once in ten thousand


# Plain and compiled -----------------------------------------------------------------------------------------------


@kernel
def draw_many(mine: Rng, bounds: Rng, drawn: Rng, numbers: Rng) -> None:
    for index in range(len(bounds)):
        drawn[index] = draw(mine)
        numbers[index] = below(mine, bounds[index])


def everything_drawn(seed: int, *, in_machine_code: bool) -> list[bytes]:
    mine, streams = generator(seed), np.zeros((3, 4), np.int64)
    bounds = np.array([1, 2, 3, 6, 52, 1000, 2**31 - 1, 2**31] * 20, np.int64)
    drawn, numbers = np.zeros_like(bounds), np.zeros_like(bounds)
    many, fill = (compiled(draw_many), compiled(fill_streams)) if in_machine_code else (draw_many, fill_streams)
    many(mine, bounds, drawn, numbers)
    fill(mine, streams)
    return [array.tobytes() for array in (drawn, numbers, streams, mine)]


@pytest.mark.parametrize("seed", [0, 7, -1, 2**63])
def test_machine_code_draws_the_same(seed: int) -> None:
    assert everything_drawn(seed, in_machine_code=True) == everything_drawn(seed, in_machine_code=False)
