"""Deals that follow from a secret, written from docs/dealing.md alone."""

from __future__ import annotations

import hashlib

from tests.oracle.rules import Rules
from tests.oracle.table import TILES, Tile, tile_name


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def deal_order(secret: str, number: int, nonces: dict[str, str]) -> list[Tile]:
    """The order in which a round is dealt."""
    text = f"secret {secret}\nround {number}\n"
    text += "".join(f"number {seat} {nonces[seat]}\n" for seat in sorted(nonces))
    stream = [int(sha256(f"{text}block {block}\n")[i : i + 2], 16) for block in range(20) for i in range(0, 64, 2)]
    tiles = list(TILES)
    for size in range(len(tiles), 1, -1):
        while stream[0] // size == 256 // size:  # the last, incomplete share of the 256 values
            stream.pop(0)
        chosen = stream.pop(0) % size
        tiles[chosen], tiles[size - 1] = tiles[size - 1], tiles[chosen]
    return tiles


def receipt(secret: str, round_number: int, number: str) -> str:
    """The server's receipt for a device's number."""
    return sha256(f"secret {secret}\nround {round_number}\nreceipt {number}\n")


def deal_lines(order: list[Tile], rules: Rules, seats: str) -> list[str]:
    """The lines of a deal in this order."""
    size = rules.hand(len(seats))
    names = list(map(tile_name, order))
    hands = [" ".join(["deal", seat, *sorted(names[size * n : size * (n + 1)])]) for n, seat in enumerate(seats)]
    return [*hands, " ".join(["well", *names[size * len(seats) :]])]
