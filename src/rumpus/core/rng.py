"""A small generator for kernels: xoshiro128** by Blackman and Vigna, in signed 64-bit words.

Its state belongs to the caller: an array of four words, each holding 32 bits. 32-bit words in 64-bit integers never
overflow, so plain Python and machine code give the same numbers. `jump` moves a generator 2**64 draws ahead, so that
parallel workers draw from streams that cannot overlap.

Reference: D. Blackman, S. Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM TOMS 47 (2021).
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from rumpus.core.kernel import kernel
from rumpus.core.whole import whole

Rng = npt.NDArray[np.int64]

WORD = 0xFFFFFFFF
JUMP = (0x8764000B, 0xF542D2D3, 0x6FA035C3, 0x77F2DB5B)
GOLDEN = 0x9E3779B97F4A7C15


def generator(seed: int) -> Rng:
    """A generator for a seed: any whole number, of which the last 64 bits count."""
    words, state = [], whole(seed, "A seed") & (2**64 - 1)
    for _ in range(2):
        state = (state + GOLDEN) & (2**64 - 1)
        mixed = _mixed(state)
        words += [mixed & WORD, mixed >> 32]
    return np.array(words, np.int64)


def _mixed(word: int) -> int:
    """SplitMix64's finisher, which the generator's authors recommend for seeding."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
    return word ^ (word >> 31)


@kernel
def rotated(word: int, by: int) -> int:
    return ((word << by) & WORD) | (word >> (32 - by))


@kernel
def draw(rng: Rng) -> int:
    """The next 32 bits."""
    first, second, third, fourth = rng[0], rng[1], rng[2], rng[3]
    result = (rotated((second * 5) & WORD, 7) * 9) & WORD
    third ^= first
    fourth ^= second
    rng[0] = first ^ fourth
    rng[1] = second ^ third
    rng[2] = third ^ ((second << 9) & WORD)
    rng[3] = rotated(fourth, 11)
    return result


@kernel
def below(rng: Rng, bound: int) -> int:
    """A whole number from 0 to bound - 1, each exactly equally likely (Lemire's method)."""
    product = draw(rng) * bound
    if (product & WORD) < bound:
        unfair = (WORD + 1) % bound
        while (product & WORD) < unfair:
            product = draw(rng) * bound
    return product >> 32


@kernel
def weighted(rng: Rng, weights: Any) -> int:
    """A place in a list of whole-number weights, as likely as the weight that stands there."""
    left = below(rng, int(weights.sum()))
    place = 0
    while left >= weights[place]:
        left -= weights[place]
        place += 1
    return place


def branch(rng: Rng) -> Rng:
    """A generator that starts somewhere else: two of them meet about as likely as two given grains of sand."""
    return np.array([draw(rng) for _ in range(4)], np.int64)


@kernel
def jump(rng: Rng) -> None:
    """Move the generator 2**64 draws ahead."""
    ahead = (np.int64(0), np.int64(0), np.int64(0), np.int64(0))
    for word in JUMP:
        for bit in range(32):
            if word >> bit & 1:
                ahead = (ahead[0] ^ rng[0], ahead[1] ^ rng[1], ahead[2] ^ rng[2], ahead[3] ^ rng[3])
            draw(rng)
    rng[0], rng[1], rng[2], rng[3] = ahead


STRIDES = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F)
"""Odd numbers: what is counted by one of them comes to every 32-bit word before it comes back."""


@kernel
def mixed(word: int) -> int:
    """A 32-bit word whose every bit depends on every bit of the given one; different ones for different words.

    Shifts and factors are those of C. Wellons' search for integer hash functions with little bias (2018).
    """
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & WORD
    word = ((word ^ (word >> 15)) * 0x846CA68B) & WORD
    return word ^ (word >> 16)


@kernel
def start_stream(rng: Rng, seed: Rng, number: int) -> None:
    """The generator of this number out of 2**64 that belong to a seed, without going through those before it.

    They start anywhere, and two of them meet about as likely as two given grains of sand.
    """
    low, high = number & WORD, number >> 32
    for place in range(4):
        stride = STRIDES[place]
        word = mixed((int(seed[place]) + low * stride) & WORD)
        rng[place] = mixed((word + high * stride) & WORD)


@kernel
def fill_streams(rng: Rng, streams: npt.NDArray[np.int64]) -> None:
    """Generators for parallel work, each 2**64 draws from the next; `rng` moves on behind the last."""
    for stream in streams:
        stream[:] = rng
        jump(rng)
