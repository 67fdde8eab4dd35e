"""Checks that the rounds of a record were dealt as its commitment and receipts require (docs/dealing.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tricorn.core.rules import hand_points
from tricorn.dealing import deal_lines, hash_of, lot_of, order_of, receipt_of
from tricorn.editions import Edition
from tricorn.errors import Mismatch, TricornError
from tricorn.messages import Message
from tricorn.record import (
    Deal,
    DealNumber,
    Drew,
    Event,
    Left,
    Placed,
    Receipt,
    RoundStart,
    Score,
    Secret,
    Starts,
    Summed,
    TableEvent,
    Well,
    is_hash,
    last_round_start,
)
from tricorn.round import Round
from tricorn.wording import Seat, quoted

__all__ = ["check_number", "check_secret", "secret_due"]


def check_number(event: Receipt | DealNumber, commit: str | None, before: Sequence[Event], players: int) -> None:
    """Refuse a misplaced receipt or number: receipts come first, then numbers, each in seat order."""
    _check_committed(event, commit)
    last = before[-1] if before else None
    in_order = event.seat < players and not (type(last) is type(event) and event.seat <= last.seat)
    if isinstance(event, Receipt):
        if not isinstance(last, RoundStart | Receipt):
            raise Mismatch(Message.RECEIPTS_FIRST(), event)
        if not in_order:
            raise Mismatch(Message.ONE_RECEIPT_PER_SEAT(), event)
        return
    if not isinstance(last, RoundStart | Receipt | DealNumber):
        raise Mismatch(Message.NUMBERS_FIRST(), event)
    if not in_order:
        raise Mismatch(Message.ONE_NUMBER_PER_SEAT(), event)


def _check_committed(event: Receipt | DealNumber | Secret, commit: str | None) -> None:
    if commit is None or not is_hash(commit):
        raise Mismatch(Message.COMMITMENT_MISSING(), event)


def secret_due(events: Sequence[Event]) -> bool:
    """Whether the finished round must be followed by its secret: it has numbers, or the round before has a secret."""
    if not events or isinstance(events[-1], Secret):
        return False
    start = last_round_start(events)
    assert start is not None
    return isinstance(events[start + 1], Receipt | DealNumber) or (start > 0 and isinstance(events[start - 1], Secret))


def check_secret(event: Secret, commit: str | None, before: Sequence[Event], edition: Edition, players: int) -> None:
    """Refuse a secret that does not match the commitment, the receipts or the deal."""
    _check_committed(event, commit)
    if not before or not isinstance(before[-1], Score):
        raise Mismatch(Message.ONE_SECRET_PER_ROUND(), event)
    events = before[last_round_start(before) :]
    start = events[0]
    assert isinstance(start, RoundStart)
    _check_chain(event, commit, before[-len(events) - 1] if start.number > 1 else None)
    nonces = {line.seat: line.nonce for line in events if isinstance(line, DealNumber)}
    _check_receipts(events, nonces, event.secret, start.number)
    lot = lot_of(event.secret, start.number, nonces, players) if edition.start == "choice" else None
    expected = deal_lines(order_of(event.secret, start.number, nonces), edition, players, lot)
    if lot is not None:
        _check_lot(events, lot, start.number)
    for line in events:
        if isinstance(line, Deal | Well):
            _check_line(line, expected[line.seat if isinstance(line, Deal) else players], start.number)
    if not _all_known(events, players):
        _check_playable(events, expected, Round(edition, players, start.number))


def _check_chain(event: Secret, commit: str | None, last: Event | None) -> None:
    """Check that the secret's hash is the secret of the round before, or the commitment in round 1."""
    if last is not None and not isinstance(last, Secret):
        raise Mismatch(Message.NO_SECRET_BEFORE(), event)
    expected = commit if last is None else last.secret
    if hash_of(event.secret) != expected:
        whose = Message.COMMITMENT() if last is None else Message.SECRET_BEFORE()
        found = Message.ONE_WITH_HASH(hash=hash_of(event.secret))
        raise Mismatch(Message.SECRET_WITH_HASH(whose=whose, hash=expected), found)


def _check_receipts(events: Sequence[Event], nonces: Mapping[int, str], secret: str, round_number: int) -> None:
    """Check that every nonce with a receipt is in the deal, unchanged."""
    for line in events:
        if not isinstance(line, Receipt):
            continue
        nonce = nonces.get(line.seat)
        receipt = None if nonce is None else receipt_of(secret, round_number, nonce)
        if receipt != line.receipt:
            expected = Message.NUMBER_WITH_RECEIPT(seat=Seat(line.seat), number=round_number, hash=line.receipt)
            found = Message.NONE() if receipt is None else Message.ONE_WITH_RECEIPT(hash=receipt)
            raise Mismatch(expected, found)


def _check_lot(events: Sequence[Event], lot: int, number: int) -> None:
    """Compare who started, by the line of the lot or else by the first placement, with the secret's lot."""
    first = next((line for line in events if isinstance(line, Starts | Placed | Summed)), None)
    if first is not None and first.seat != lot:
        raise Mismatch(Message.DEALT_BY_SECRET(number=number, line=quoted(Starts(lot))), quoted(first))


def _check_line(line: Deal | Well, expected: Deal | Well | Starts, number: int) -> None:
    """Compare a recorded hand or well with the expected one; unknown tiles match any."""
    assert not isinstance(expected, Starts)
    if isinstance(line, Deal):
        if not {tile for tile in line.tiles if tile is not None} <= set(expected.tiles):
            raise Mismatch(Message.DEALT_BY_SECRET(number=number, line=quoted(expected)), quoted(line))
        return
    for place, (tile, expected_tile) in enumerate(zip(line.tiles, expected.tiles, strict=True), 1):
        if tile not in (None, expected_tile):
            raise Mismatch(Message.WELL_BY_SECRET(number=number, tile=expected_tile, place=place), tile)


def _all_known(events: Sequence[Event], players: int) -> bool:
    lines = [event for event in events if isinstance(event, Deal | Well)]
    return len(lines) == players + 1 and all(None not in line.tiles for line in lines)


def _check_playable(events: Sequence[Event], expected: Sequence[Deal | Well | Starts], current: Round) -> None:
    """Check that a round with unknown tiles is legal with the tiles that the secret deals."""
    for line in expected:
        current.apply(line)
    for event in events:
        if isinstance(event, TableEvent):
            try:
                _apply(current, event)
            except TricornError as error:
                found = Message.LINE_REFUSED(line=quoted(event), reason=error.phrase)
                raise Mismatch(Message.PLAYABLE_BY_SECRET(number=current.number), found) from None


def _apply(current: Round, event: TableEvent) -> None:
    if isinstance(event, Left):
        _check_left(current, event)
    elif isinstance(event, Drew) and event.tile is None and current.well:
        current.apply(replace(event, tile=current.well[0]))
    else:
        current.apply(event)


def _check_left(current: Round, event: Left) -> None:
    """Compare the tiles left with the hand; `Round` accepts `left` lines only for hands it does not know."""
    hand = current.hand(event.seat)
    points = {sum(tile.sum for tile in hand), hand_points(current.rules, current.masks[event.seat])}
    if (event.total not in points) if event.tiles is None else (set(event.tiles) != set(hand)):
        raise Mismatch(quoted(Left(event.seat, tuple(hand))), event)
