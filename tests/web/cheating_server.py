"""A server that deals unfairly: the real one with one part of its dealing replaced and its own checks disabled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.cheating import a_tile_exchanged, another_order
from tests.web import server_process

from tricorn import game
from tricorn.dealing import Chain, order_of, receipt_of
from tricorn.tiles import Tile
from tricorn.web.registry import Created, Registry
from tricorn.web.security.keys import hash_key
from tricorn.web.tables import game as table_game
from tricorn.web.tables import table
from tricorn.web.tables.info import TableInfo

_nonces, _receipts, _create_table = TableInfo.nonces_by_seat, TableInfo.receipts, Registry.create_table


def _altered(self: TableInfo, *args: Any) -> dict[int, str]:
    return {seat: hash_key(nonce) for seat, nonce in _nonces(self, *args).items()}


def _dropped(self: TableInfo, *args: Any) -> dict[int, str]:
    return {}


def _first_dropped(self: TableInfo, *args: Any) -> dict[int, str]:
    return {seat: nonce for seat, nonce in _nonces(self, *args).items() if seat}


def _other_receipts(self: TableInfo, *args: Any) -> dict[int, str]:
    """The receipts shown to everybody are not those that each was given."""
    return {seat: hash_key(receipt) for seat, receipt in _receipts(self, *args).items()}


def _receipt_for_another_round(secret: str, round_number: int, nonce: str) -> str:
    return receipt_of(secret, round_number + 1, nonce)


async def _deals_at_once(self: Registry, *args: Any) -> Any:
    """The first round is dealt before anybody has seen the commitment."""
    created: Created = await _create_table(self, *args)
    table = await self.table(created.code, "here")
    await table.begin_if_due(hash_key(created.key))
    return created


def _commitment_to_another_secret(self: Chain) -> str:
    return hash_key(self.secret(2))


def _another_chain(self: TableInfo, number: int) -> Chain:
    """Secrets other than those the table has committed to, as soon as its game begins."""
    return Chain(hash_key(f"{self.secret} game {number}{' begun' if self.started else ''}"))


def _not_all_nonces(secret: str, number: int, nonces: Mapping[int, str]) -> list[Tile]:
    return order_of(secret, number, {seat: nonce for seat, nonce in nonces.items() if seat})


# Cheats that the record reveals.
CAUGHT: dict[str, tuple[object, str, object]] = {
    "deals another order": (table_game, "order_of", another_order),
    "exchanges a tile": (table_game, "order_of", a_tile_exchanged),
    "passes a nonce over": (table_game, "order_of", _not_all_nonces),
    "commits itself to another secret": (Chain, "commitment", property(_commitment_to_another_secret)),
}
# Cheats that the record reveals once it has the receipt that a device was given.
CAUGHT_BY_THE_RECEIPT: dict[str, tuple[object, str, object]] = {
    "drops a nonce that it gave a receipt for": (TableInfo, "nonces_by_seat", _first_dropped),
    "drops the nonces": (TableInfo, "nonces_by_seat", _dropped),
    "replaces the nonces": (TableInfo, "nonces_by_seat", _altered),
    "answers with a receipt for another round": (table, "receipt_of", _receipt_for_another_round),
}
# The same, with the receipts of others that a device was shown.
CAUGHT_BY_WHAT_OTHERS_WERE_SHOWN: dict[str, tuple[object, str, object]] = {
    "shows others another receipt": (TableInfo, "receipts", _other_receipts),
}
# Cheats that only a device can know of: what it was shown, and when.
SEEN_BY_THE_DEVICE: dict[str, tuple[object, str, object]] = {
    "begins with another commitment": (TableInfo, "chain", _another_chain),
    "deals before the commitment is shown": (Registry, "create_table", _deals_at_once),
}


def main(cheat: str, *args: str) -> None:
    setattr(*(CAUGHT | CAUGHT_BY_THE_RECEIPT | CAUGHT_BY_WHAT_OTHERS_WERE_SHOWN | SEEN_BY_THE_DEVICE)[cheat])
    setattr(game, "check_secret", lambda *_: None)  # noqa: B010 - the server's own check must not reveal it
    server_process.main(*args)
