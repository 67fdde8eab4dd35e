"""Deals that follow from a secret, written from docs/dealing.md alone."""

from __future__ import annotations

import hashlib

from tests.oracle.rules import Rules
from tests.oracle.table import TILES, Tile, tile_name


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def deal_order(secret: str, number: int, nonces: dict[str, str]) -> list[Tile]:
    """The order in which a round is dealt."""
    return _shuffle(secret, number, nonces)[0]


def lot(secret: str, number: int, nonces: dict[str, str], players: int) -> int:
    """The number of the seat that starts, from 0, where a lot decides (R19)."""
    return _below(players, _shuffle(secret, number, nonces)[1])


def _shuffle(secret: str, number: int, nonces: dict[str, str]) -> tuple[list[Tile], list[int]]:
    """The order of the tiles, and the rest of the stream of bytes."""
    text = f"secret {secret}\nround {number}\n"
    text += "".join(f"number {seat} {nonces[seat]}\n" for seat in sorted(nonces))
    stream = [int(sha256(f"{text}block {block}\n")[i : i + 2], 16) for block in range(20) for i in range(0, 64, 2)]
    tiles = list(TILES)
    for size in range(len(tiles), 1, -1):
        chosen = _below(size, stream)
        tiles[chosen], tiles[size - 1] = tiles[size - 1], tiles[chosen]
    return tiles, stream


def _below(size: int, stream: list[int]) -> int:
    """The next number below a size, from the stream."""
    while stream[0] // size == 256 // size:  # the last, incomplete share of the 256 values
        stream.pop(0)
    return stream.pop(0) % size


def receipt(secret: str, round_number: int, number: str) -> str:
    """The server's receipt for a device's number."""
    return sha256(f"secret {secret}\nround {round_number}\nreceipt {number}\n")


def deal_lines(order: list[Tile], rules: Rules, seats: str, starter: str | None) -> list[str]:
    """The lines of a deal in this order, and of the lot where one decides who starts (R19)."""
    size = rules.hand(len(seats))
    names = list(map(tile_name, order))
    hands = [" ".join(["deal", seat, *sorted(names[size * n : size * (n + 1)])]) for n, seat in enumerate(seats)]
    starts = [] if starter is None else [f"starts {starter}"]
    return [*hands, " ".join(["well", *names[size * len(seats) :]]), *starts]
