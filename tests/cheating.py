"""Servers that cheat: each plays a whole game with its own checks disabled, and returns its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from unittest.mock import patch

from tricorn import game
from tricorn.dealing import Chain, order_of
from tricorn.game import Game
from tricorn.tiles import Tile

CHAIN = Chain("5e" * 32)


def numbers_of(round_number: int) -> dict[int, str]:
    """Two people give a number for the first round, one for the others."""
    rng = Random(round_number)
    return {seat: rng.randbytes(32).hex() for seat in range(2 if round_number == 1 else 1)}


def played(
    order: Callable[[str, int, Mapping[int, str]], list[Tile]] = order_of,
    told: Callable[[Mapping[int, str]], Mapping[int, str]] = lambda numbers: numbers,
    chain: Chain = CHAIN,
) -> Game:
    """A game of some rounds, dealt in this way, with these numbers in its record."""
    played = Game("spanish target=180", 3, keys=[("commit", CHAIN.commitment)], chain=chain)
    while not played.outcome():
        if played.seat is None:
            number = played.rounds + 1
            numbers = numbers_of(number)
            played.deal(order(CHAIN.secret(number), number, numbers), told(numbers))
        played.play(played.legal_moves()[0])
    return played


def another_order(secret: str, number: int, numbers: Mapping[int, str]) -> list[Tile]:
    return order_of(secret, number + 1, numbers)


def a_tile_exchanged(secret: str, number: int, numbers: Mapping[int, str]) -> list[Tile]:
    """The first hand has a triple of the well in place of one of its tiles."""
    order = order_of(secret, number, numbers)
    triple = next(place for place in range(55, 0, -1) if order[place].is_triple)
    order[0], order[triple] = order[triple], order[0]
    return order


def a_late_tile_exchanged(secret: str, number: int, numbers: Mapping[int, str]) -> list[Tile]:
    order = order_of(secret, number, numbers)
    return [*order[:-2], order[-1], order[-2]]


def a_number_passed_over(secret: str, number: int, numbers: Mapping[int, str]) -> list[Tile]:
    return order_of(secret, number, {seat: told for seat, told in numbers.items() if seat})


class AnotherSecret(Chain):
    def secret(self, round_number: int) -> str:
        return super().secret(round_number)[::-1] if round_number == 2 else super().secret(round_number)


class AnotherChain(Chain):
    def __init__(self) -> None:
        super().__init__("6e" * 32)


CHEATS: dict[str, tuple[Callable[[], Game], str]] = {
    "another order is dealt": (lambda: played(another_order), "round 1 dealt as its secret and numbers say, 'deal A"),
    "a tile is exchanged": (lambda: played(a_tile_exchanged), "round 1 dealt as its secret and numbers say, 'deal A"),
    "a late tile is exchanged": (lambda: played(a_late_tile_exchanged), "as tile 34 of the well"),
    "a number is passed over": (lambda: played(a_number_passed_over), "round 1 dealt as its secret and numbers say"),
    "a number is dropped": (lambda: played(told=lambda numbers: {}), "round 1 dealt as its secret and numbers say"),
    "a number is altered": (
        lambda: played(told=lambda numbers: {seat: told[::-1] for seat, told in numbers.items()}),
        "round 1 dealt as its secret and numbers say",
    ),
    "another secret is published": (
        lambda: played(chain=AnotherSecret("5e" * 32)),
        "a secret whose SHA-256 is the previous round's secret",
    ),
    "another chain is told": (lambda: played(chain=AnotherChain()), "a secret whose SHA-256 is the commitment"),
}


@cache
def cheated(cheat: str) -> Game:
    with patch.object(game, "check_secret", lambda *_: None):
        return CHEATS[cheat][0]()
