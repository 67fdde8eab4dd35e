"""Verifiable deals (docs/dealing.md): a hash chain of secrets, and the tile order that each secret determines.

The server publishes a commitment before the first round and a round's secret after it. The hash of a round's secret is
the secret of the round before; the hash of the first secret is the commitment. So no secret can be changed, and none
reveals a later one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.record import Deal, Starts, Well, is_hash
from tricorn.tiles import TILES, Tile
from tricorn.wording import SEATS

__all__ = ["MAX_ROUNDS", "Chain", "deal_lines", "hash_of", "lot_of", "order_of", "receipt_of"]

MAX_ROUNDS = 1000  # covered by one commitment, far more than a real game has
_CACHED_SECRETS = 8
_BYTE_VALUES = 256


def hash_of(text: str) -> str:
    """The SHA-256 of a text, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


class Chain:
    """The secrets of a game's rounds, from a seed that is never published.

    >>> chain = Chain("ab" * 32)
    >>> hash_of(chain.secret(2)) == chain.secret(1), hash_of(chain.secret(1)) == chain.commitment
    (True, True)
    """

    def __init__(self, seed: str) -> None:
        if not is_hash(seed):
            raise TricornError(Message.CHAIN_SEED)
        self._seed = seed
        self._secrets: dict[int, str] = {}  # a cache, for a few rounds in a row

    @cached_property
    def commitment(self) -> str:
        """What is published before the first round."""
        return hash_of(self.secret(1))

    def secret(self, round_number: int) -> str:
        """The secret of a round."""
        if not 1 <= round_number <= MAX_ROUNDS:
            raise TricornError(Message.CHAIN_ROUND, most=MAX_ROUNDS, number=round_number)
        if round_number not in self._secrets:
            self._secrets = self._secrets_from(round_number)
        return self._secrets[round_number]

    def _secrets_from(self, round_number: int) -> dict[int, str]:
        """The secrets of this round and the next few; computing them together saves up to a thousand hashes each."""
        secrets: dict[int, str] = {}
        secret = self._seed
        for number in range(MAX_ROUNDS, round_number - 1, -1):
            if number < round_number + _CACHED_SECRETS:
                secrets[number] = secret
            secret = hash_of(secret)
        return secrets


def order_of(secret: str, round_number: int, nonces: Mapping[int, str]) -> list[Tile]:
    """The 56 tiles in the order in which a round is dealt: hands from seat A on, then the well.

    `nonces` has, by seat, the random numbers that the players' devices added.

    >>> print(*order_of("ab" * 32, 1, {0: "cd" * 32})[:4])
    3-3-3 0-2-3 1-4-4 1-2-4
    """
    return _shuffle(_byte_stream(_preimage(secret, round_number, nonces)))


def lot_of(secret: str, round_number: int, nonces: Mapping[int, str], players: int) -> int:
    """The seat that the lot falls on (R19); it follows the shuffle of the same round."""
    stream = _byte_stream(_preimage(secret, round_number, nonces))
    _shuffle(stream)
    return _below(players, stream)


def _shuffle(stream: Iterator[int]) -> list[Tile]:
    tiles = sorted(TILES)
    for last in range(len(tiles) - 1, 0, -1):
        other = _below(last + 1, stream)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles


def receipt_of(secret: str, round_number: int, nonce: str) -> str:
    """The server's receipt for a nonce; until the secret is published, only the server can make it."""
    return hash_of(f"secret {secret}\nround {round_number}\nreceipt {nonce}\n")


def deal_lines(
    order: Sequence[Tile], edition: Edition, players: int, lot: int | None = None
) -> list[Deal | Well | Starts]:
    """The lines of a deal: hands from seat A on, the well, and who starts if a lot decides it."""
    size = edition.tiles_dealt(players)
    hands = [Deal(seat, tuple(sorted(order[seat * size : (seat + 1) * size]))) for seat in range(players)]
    starts = [] if lot is None or edition.start != "choice" else [Starts(lot)]
    return [*hands, Well(tuple(order[size * players :])), *starts]


def _preimage(secret: str, round_number: int, nonces: Mapping[int, str]) -> str:
    """The text whose hashes determine a deal, with lines as in the record."""
    lines = [f"number {SEATS[seat]} {nonces[seat]}" for seat in sorted(nonces)]
    return "\n".join([f"secret {secret}", f"round {round_number}", *lines])


def _byte_stream(preimage: str) -> Iterator[int]:
    """An endless stream of bytes: the hashes of the preimage with a counter."""
    block = 0
    while True:
        yield from bytes.fromhex(hash_of(f"{preimage}\nblock {block}\n"))
        block += 1


def _below(limit: int, stream: Iterator[int]) -> int:
    """A uniform number from 0 to limit - 1, by rejection sampling."""
    cutoff = _BYTE_VALUES - _BYTE_VALUES % limit
    return next(byte for byte in stream if byte < cutoff) % limit
