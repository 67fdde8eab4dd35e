"""Servers that cheat: each plays a whole game with its own checks disabled, and returns its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from unittest.mock import patch

from tricorn import game as game_module
from tricorn.dealing import Chain, lot_of, order_of
from tricorn.game import Game
from tricorn.tiles import Tile

CHAIN = Chain("5e" * 32)
BY_LOT = "goliath target=180"


def device_nonces(round_number: int) -> dict[int, str]:
    """Two devices add a nonce to the first round, one to the others."""
    rng = Random(round_number)
    return {seat: rng.randbytes(32).hex() for seat in range(2 if round_number == 1 else 1)}


def played(
    order: Callable[[str, int, Mapping[int, str]], list[Tile]] = order_of,
    recorded: Callable[[Mapping[int, str]], Mapping[int, str]] = lambda nonces: nonces,
    chain: Chain = CHAIN,
    edition: str = "spanish target=180",
    lot: Callable[[str, int, Mapping[int, str], int], int] = lot_of,
) -> Game:
    """A game whose rounds are dealt in this order, with these nonces in its record and these lots."""
    game = Game(edition, 3, keys=[("commit", CHAIN.commitment)], chain=chain)
    while not game.outcome():
        if game.turn is None:
            number = game.rounds + 1
            nonces = device_nonces(number)
            secret = CHAIN.secret(number)
            game.deal(order(secret, number, nonces), recorded(nonces), lot(secret, number, nonces, game.players))
        game.play(game.legal_moves()[0])
    return game


def another_order(secret: str, number: int, nonces: Mapping[int, str]) -> list[Tile]:
    return order_of(secret, number + 1, nonces)


def a_tile_exchanged(secret: str, number: int, nonces: Mapping[int, str]) -> list[Tile]:
    """The first hand gets a triple of the well instead of one of its tiles."""
    order = order_of(secret, number, nonces)
    triple = next(index for index in range(55, 0, -1) if order[index].is_triple)
    order[0], order[triple] = order[triple], order[0]
    return order


def a_late_tile_exchanged(secret: str, number: int, nonces: Mapping[int, str]) -> list[Tile]:
    order = order_of(secret, number, nonces)
    return [*order[:-2], order[-1], order[-2]]


def a_nonce_ignored(secret: str, number: int, nonces: Mapping[int, str]) -> list[Tile]:
    return order_of(secret, number, {seat: text for seat, text in nonces.items() if seat})


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
    "a nonce is ignored": (lambda: played(a_nonce_ignored), "round 1 dealt as its secret and numbers say"),
    "a nonce is dropped": (lambda: played(recorded=lambda nonces: {}), "round 1 dealt as its secret and numbers say"),
    "a nonce is altered": (
        lambda: played(recorded=lambda nonces: {seat: text[::-1] for seat, text in nonces.items()}),
        "round 1 dealt as its secret and numbers say",
    ),
    "another secret is published": (
        lambda: played(chain=AnotherSecret("5e" * 32)),
        "a secret whose SHA-256 is the previous round's secret",
    ),
    "another lot is cast": (
        lambda: played(edition=BY_LOT, lot=lambda *of: (lot_of(*of) + 1) % 3),
        "round 1 dealt as its secret and numbers say, 'starts ",
    ),
    "another chain is published": (lambda: played(chain=AnotherChain()), "a secret whose SHA-256 is the commitment"),
}


@cache
def cheated(cheat: str) -> Game:
    with patch.object(game_module, "check_secret", lambda *_: None):
        return CHEATS[cheat][0]()
