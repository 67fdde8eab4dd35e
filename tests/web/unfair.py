"""A server that deals unfairly: the real one, with one part of its dealing exchanged and its own checks silenced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.cheating import a_tile_exchanged, another_order
from tests.web import serving

from tricorn import game
from tricorn.dealing import Chain, order_of
from tricorn.tiles import Tile
from tricorn.web import live
from tricorn.web.numbers import Numbers
from tricorn.web.seats import About, hash_of

_by_seat = Numbers.by_seat


def _altered(self: Numbers, *args: Any) -> dict[int, str]:
    return {seat: hash_of(number) for seat, number in _by_seat(self, *args).items()}


def _dropped(self: Numbers, *args: Any) -> dict[int, str]:
    return {}


def _commitment_to_another_secret(self: Chain) -> str:
    return hash_of(self.secret(2))


def _another_chain(self: About, number: int) -> Chain:
    """Other secrets than the table has bound itself to, as soon as its game begins."""
    return Chain(hash_of(f"{self.secret} game {number}{' begun' if self.started else ''}"))


def _not_all_numbers(secret: str, number: int, numbers: Mapping[int, str]) -> list[Tile]:
    return order_of(secret, number, {seat: told for seat, told in numbers.items() if seat})


# What the record gives away.
CAUGHT: dict[str, tuple[object, str, object]] = {
    "deals another order": (live, "order_of", another_order),
    "exchanges a tile": (live, "order_of", a_tile_exchanged),
    "passes a number over": (live, "order_of", _not_all_numbers),
    "commits itself to another secret": (Chain, "commitment", property(_commitment_to_another_secret)),
}
# What a device alone can know: what it sent, and what it was shown.
SEEN_BY_THE_DEVICE: dict[str, tuple[object, str, object]] = {
    "alters the numbers": (Numbers, "by_seat", _altered),
    "drops the numbers": (Numbers, "by_seat", _dropped),
    "begins with another commitment": (About, "chain", _another_chain),
}


def main(cheat: str, *args: str) -> None:
    setattr(*(CAUGHT | SEEN_BY_THE_DEVICE)[cheat])
    setattr(game, "check_secret", lambda *_: None)  # noqa: B010 - it is not the game's to give away
    serving.main(*args)
