"""The generator: the published algorithm, every stream its own, every order and number equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricorn.core.compile import ints_from
from tricorn.core.rng import MAX_SEED, below, new_rng, next32, shuffle
from tricorn.errors import TricornError
from tricorn.game import shuffled
from tricorn.tiles import TILES

SEEDS = st.integers(0, MAX_SEED)
WORD = 2**32


def small_fast_counter(a: int, b: int, c: int, counter: int) -> Iterator[int]:
    """The generator as its author published it, in unbounded numbers."""
    while True:
        out = (a + b + counter) % WORD
        counter = (counter + 1) % WORD
        a = b ^ b >> 9
        b = (c + (c << 3)) % WORD
        c = ((c << 21 | c >> 11) + out) % WORD
        yield out


@given(SEEDS, st.integers(0, 2**41))
def test_numbers_are_those_of_the_published_generator(seed: int, stream: int) -> None:
    rng = new_rng(seed, stream)
    published = small_fast_counter(seed % WORD, seed >> 32, stream % WORD, 1 + (stream >> 32))
    assert [int(next32(rng)) for _ in range(20)] == list(islice(published, 12, 32))


def test_a_known_seed_gives_known_numbers() -> None:
    """Pinned: another generator would deal other tiles for every recorded seed."""
    rng = new_rng(1, 1)
    assert [int(next32(rng)) for _ in range(3)] == list(islice(small_fast_counter(1, 0, 1, 1), 12, 15))
    assert " ".join(map(str, shuffled(7, 1)[:6])) == "0-0-1 0-0-5 2-5-5 0-3-4 0-4-4 0-0-3"


@given(SEEDS, st.integers(1, 2**31))
def test_a_number_is_below_its_bound(seed: int, bound: int) -> None:
    rng = new_rng(seed, 0)
    assert all(0 <= below(rng, bound) < bound for _ in range(20))


@pytest.mark.parametrize("bound", [2, 3, 7, 56])
def test_every_number_below_a_bound_is_equally_likely(bound: int) -> None:
    rng = new_rng(2026, bound)
    counts = Counter(int(below(rng, bound)) for _ in range(2000 * bound))
    assert len(counts) == bound
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < bound + 5 * (2 * bound) ** 0.5


def test_large_bounds_favour_no_number() -> None:
    """2^32 is 8/3 of this bound: without drawing again, every third number would come up a quarter less often."""
    rng = new_rng(5, 5)
    counts = Counter(int(below(rng, 3 * 2**29)) % 3 for _ in range(6000))
    assert all(abs(count - 2000) < 200 for count in counts.values())


@given(SEEDS, st.integers(1, 100))
def test_a_shuffled_pack_is_the_same_56_tiles(seed: int, number: int) -> None:
    assert sorted(shuffled(seed, number)) == sorted(TILES)


@given(SEEDS, st.integers(1, 100))
def test_a_seed_deals_the_same_tiles_every_time(seed: int, number: int) -> None:
    assert shuffled(seed, number) == shuffled(seed, number)


def test_every_order_is_equally_likely() -> None:
    rng = new_rng(3, 3)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        items = ints_from(range(4))
        shuffle(items, 0, 4, rng)
        counts[tuple(int(items[index]) for index in range(4))] += 1
    assert len(counts) == 24
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 24 + 5 * 48**0.5


def test_rounds_and_seeds_are_dealt_independently() -> None:
    orders = {tuple(shuffled(seed, number)) for seed in range(40) for number in range(1, 11)}
    assert len(orders) == 400
    first = Counter(order[0] for order in orders)
    assert len(first) > 50


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 10**30])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(TricornError, match="a seed is a whole number from 0"):
        shuffled(seed, 1)
