"""Verifiable deals: the chain of secrets, the order that follows from one, and that it favours nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, permutations
from math import comb, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import oracle

from tricorn.dealing import MAX_ROUNDS, Chain, _below, hash_of, order_of, receipt_of
from tricorn.errors import TricornError
from tricorn.tiles import TILES, Tile

SECRET = "4f" * 32
NUMBERS = {0: "1b" * 32, 2: "c8" * 32}
VECTOR = (
    "2-4-4 0-1-1 1-4-5 0-3-5 2-3-3 1-2-5 0-0-1 0-2-5 3-3-5 0-0-4 3-5-5 2-2-4 1-1-1 3-3-3 1-1-5 1-2-2 0-3-3 1-3-3 "
    "1-2-4 0-1-3 0-5-5 0-4-4 2-2-5 0-2-2 0-3-4 0-2-4 1-3-4 3-4-5 0-0-3 4-5-5 5-5-5 0-0-5 0-1-2 2-5-5 0-0-2 2-2-3 "
    "0-1-5 2-4-5 1-1-2 0-4-5 1-1-4 3-3-4 3-4-4 0-2-3 1-3-5 1-1-3 2-3-5 4-4-4 0-1-4 1-4-4 1-2-3 2-3-4 2-2-2 1-5-5 "
    "0-0-0 4-4-5"
)
DEALS = 6000
HASHES = st.binary(min_size=32, max_size=32).map(bytes.hex)


def texts(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))


# The construction.


def test_the_deal_of_the_documented_example_is_as_documented() -> None:
    assert texts(order_of(SECRET, 3, NUMBERS)) == VECTOR


def test_the_chain_of_the_documented_example_is_as_documented() -> None:
    chain = Chain(SECRET)
    assert chain.secret(MAX_ROUNDS) == SECRET
    assert chain.secret(1) == "19ffc0c86d8c91897de78a2672f2ea12483963b935d16f41d0fe669a9094cf6e"
    assert chain.commitment == "d6c6c09b2d15826e5bb5a1ee035c4d344531494bd63d99b82afcb2e4ac02dffc"


def test_the_receipt_of_the_documented_example_is_as_documented() -> None:
    assert receipt_of(SECRET, 3, NUMBERS[0]) == "74f99cee7255244372cc02093a3da56f2e235e97294777201da95ef9191103a9"
    assert receipt_of(SECRET, 3, NUMBERS[0]) == oracle.receipt(SECRET, 3, NUMBERS[0])


def test_the_hash_of_a_secret_is_the_secret_of_the_round_before_and_finally_the_commitment() -> None:
    chain = Chain(SECRET)
    for number in range(2, 30):
        assert hash_of(chain.secret(number)) == chain.secret(number - 1)
    assert hash_of(chain.secret(1)) == chain.commitment


@pytest.mark.parametrize("number", [-1, 0, MAX_ROUNDS + 1])
def test_a_chain_has_no_secret_for_a_round_beyond_its_ends(number: int) -> None:
    with pytest.raises(TricornError, match="rounds 1 to 1000"):
        Chain(SECRET).secret(number)


@pytest.mark.parametrize("seed", ["", "4f" * 31, "4F" * 32, "4f" * 32 + "\n", "xy" * 32])
def test_a_seed_of_another_form_is_refused(seed: str) -> None:
    with pytest.raises(TricornError, match="64 hexadecimal digits"):
        Chain(seed)


@given(HASHES, st.integers(1, MAX_ROUNDS), st.dictionaries(st.integers(0, 5), HASHES))
def test_an_order_is_the_one_that_the_oracle_works_out(secret: str, number: int, nonces: dict[int, str]) -> None:
    by_letter = {"ABCDEF"[seat]: text for seat, text in nonces.items()}
    order = order_of(secret, number, nonces)
    assert sorted(order) == sorted(TILES)
    assert [tile.numbers for tile in order] == oracle.deal_order(secret, number, by_letter)


def test_an_order_changes_with_every_bit_of_the_secret_and_of_each_number_and_with_the_round() -> None:
    def changed(digits: str) -> list[str]:
        return [f"{int(digits, 16) ^ 1 << bit:064x}" for bit in range(256)]

    orders = [order_of(SECRET, 3, NUMBERS), order_of(SECRET, 2, NUMBERS), order_of(SECRET, 3, {})]
    orders += [order_of(secret, 3, NUMBERS) for secret in changed(SECRET)]
    for seat, own in NUMBERS.items():
        orders += [order_of(SECRET, 3, {**NUMBERS, seat: number}) for number in changed(own)]
    orders += [order_of(SECRET, 3, {0: NUMBERS[0]}), order_of(SECRET, 3, {1: NUMBERS[0], 2: NUMBERS[2]})]
    assert len({texts(order) for order in orders}) == len(orders)


# Randomness.


@pytest.mark.parametrize("limit", range(2, 57))
def test_every_number_below_a_limit_comes_from_as_many_bytes_as_any_other(limit: int) -> None:
    accepted = Counter(_below(limit, iter([byte])) for byte in range(256 - 256 % limit))
    assert set(accepted.values()) == {256 // limit}
    assert list(accepted) == list(range(limit))
    for byte in range(256 - 256 % limit, 256):
        assert _below(limit, iter([byte, 1])) == 1


@pytest.fixture(scope="module")
def deals() -> list[list[int]]:
    """Many deals, each as the indices of its tiles in `TILES`."""
    rng = Random(20261115)
    orders = []
    for number in range(DEALS):
        nonces = {seat: rng.randbytes(32).hex() for seat in range(number % 4)}
        orders.append([tile.index for tile in order_of(rng.randbytes(32).hex(), number % 9 + 1, nonces)])
    return orders


def deviation(counts: Sequence[int], expected: float, mean: float) -> float:
    """How many standard deviations chi-square is off its mean."""
    return (sum((count - expected) ** 2 for count in counts) / expected - mean) / sqrt(2 * mean)


def by_place(deals: Iterable[Sequence[int]]) -> list[int]:
    counts = [0] * 56 * 56
    for order in deals:
        for place, tile in enumerate(order):
            counts[place * 56 + tile] += 1
    return counts


def test_every_tile_comes_to_every_place_equally_often(deals: list[list[int]]) -> None:
    assert abs(deviation(by_place(deals), DEALS / 56, 55 * 55)) < 4


def test_the_count_by_place_would_see_a_shuffle_with_a_bias() -> None:
    rng = Random(5)
    biased = []
    for _ in range(DEALS):
        order = list(range(56))
        for place in range(55, 0, -1):
            other = rng.randrange(256) % (place + 1)  # without rejection
            order[place], order[other] = order[other], order[place]
        biased.append(order)
    assert deviation(by_place(biased), DEALS / 56, 55 * 55) > 6


def test_every_tile_follows_every_other_equally_often(deals: list[list[int]]) -> None:
    counts = Counter(pair for order in deals for pair in list(pairwise(order))[::2])
    # 28 pairs per deal: each of the 3080 occurs with a chance of 1 in 110, which lowers the mean by that much.
    expected = DEALS / 110
    found = [counts[pair] for pair in permutations(range(56), 2)]
    assert abs(deviation(found, expected, 3080 * (1 - 1 / 110))) < 4


def test_a_hand_has_as_many_triples_as_chance_gives_it(deals: list[list[int]]) -> None:
    triples = {tile.index for tile in TILES if tile.is_triple}
    for first in (0, 9, 18, 47):
        found = Counter(min(len(triples.intersection(order[first : first + 9])), 3) for order in deals)
        chances = [comb(6, held) * comb(50, 9 - held) / comb(56, 9) for held in range(3)]
        chances.append(1 - sum(chances))
        chi = sum((found[held] - DEALS * chance) ** 2 / (DEALS * chance) for held, chance in enumerate(chances))
        assert chi < 21.1  # one in ten thousand, with three degrees of freedom


def test_every_seat_starts_equally_often(deals: list[list[int]]) -> None:
    starts: Counter[int] = Counter()
    for order in deals:
        held = [order[seat * 7 : seat * 7 + 7] for seat in range(4)]
        best = [max((TILES[tile].is_triple, tile) for tile in hand) for hand in held]
        starts[best.index(max(best))] += 1
    chi = sum((starts[seat] - DEALS / 4) ** 2 / (DEALS / 4) for seat in range(4))
    assert chi < 21.1  # one in ten thousand, with three degrees of freedom
