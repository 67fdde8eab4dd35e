"""The random number generator of every deal and every random choice: small, explicitly seeded, the same everywhere.

It is sfc32, the "small fast counter" generator with three 32-bit words and a counter. Every step stays below 2^63, so
signed 64-bit machine integers and Python's own give the same numbers.
"""

from __future__ import annotations

from tricorn.core.compile import Ints, inline, ints, jit, jit_inline

__all__ = ["MAX_SEED", "below", "new_rng", "next32", "seed_rng", "shuffle"]

MAX_SEED = 2**63 - 1
_WORD = 0xFFFFFFFF
_WARM_UP = 12


def new_rng(seed: int, stream: int) -> Ints:
    """A generator for one of the independent streams of a seed."""
    rng = ints(4)
    seed_rng(rng, seed, stream)
    return rng


@inline
def next32(rng: Ints) -> int:
    """The next 32 random bits."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    out = (a + b + counter) & _WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & _WORD
    rng[2] = (((c << 21) & _WORD) | (c >> 11)) + out & _WORD
    rng[3] = (counter + 1) & _WORD
    return out


@jit
def seed_rng(rng: Ints, seed: int, stream: int) -> None:
    """Set a generator to the beginning of one of the streams of a seed."""
    rng[0] = seed & _WORD
    rng[1] = seed >> 32
    rng[2] = stream & _WORD
    rng[3] = 1 + (stream >> 32)
    for _ in range(_WARM_UP):
        next32(rng)


@jit_inline
def below(rng: Ints, bound: int) -> int:
    """A random number from 0 to `bound` - 1, each equally likely (Lemire's method); `bound` is at most 2^31."""
    product = next32(rng) * bound
    if product & _WORD < bound:
        # Only then can the low word be one of the few that would favour some numbers, so it is checked exactly.
        surplus = (_WORD + 1) % bound
        while product & _WORD < surplus:
            product = next32(rng) * bound
    return product >> 32


@jit
def shuffle(items: Ints, first: int, count: int, rng: Ints) -> None:
    """Put `count` items, from `first` on, into random order, every order equally likely (Fisher and Yates)."""
    for last in range(first + count - 1, first, -1):
        other = first + below(rng, last + 1 - first)
        items[last], items[other] = items[other], items[last]
