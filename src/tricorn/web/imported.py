"""Games that were played without the server: the record is checked in full and stored at a new table."""

from __future__ import annotations

import time

from tricorn.bots import LEVELS
from tricorn.bots.header import KEY, read_bots
from tricorn.errors import RecordError, TricornError
from tricorn.game import Game
from tricorn.readings import with_readings
from tricorn.record import Deal, Record, UnfinishedHeader, Well, Winner, parse_record
from tricorn.web.names import clean_name
from tricorn.web.refusals import Refused
from tricorn.web.replay import check_length
from tricorn.web.store import StoredGame, StoredLine
from tricorn.web.tables.info import Seat, TableInfo, check_level

__all__ = ["imported_game"]


def imported_game(text: str, key: str) -> tuple[TableInfo, StoredGame]:
    """The table and the game of a record; one key, given as its hash, holds the seats of all people."""
    check_length(text)
    try:
        record = parse_record(text)
        Game.from_record(record)
        bots = _bots(record)
    except UnfinishedHeader:
        raise Refused("record", "The record stops before its players are named.", 422) from None
    except RecordError as error:
        raise Refused.by_rules(with_readings(error, text), "record", 422) from None
    except TricornError as error:
        raise Refused.by_rules(error, "record", 422) from None
    _check_complete(record)
    seats = tuple(
        Seat("bot", clean_name(name), check_level(bots[seat], LEVELS))
        if seat in bots
        else Seat("human", clean_name(name), key=key)
        for seat, name in enumerate(record.names)
    )
    is_shared = sum(seat.kind == "human" for seat in seats) > 1
    info = TableInfo(str(record.edition), seats, key, pass_and_play=is_shared, started=True, created=time.time())
    lines = tuple(StoredLine(str(event)) for event in record.events)
    return info, StoredGame(1, tuple(record.header()), lines)


def _bots(record: Record) -> dict[int, str]:
    """The levels of the bots, by seat."""
    value = dict(record.keys).get(KEY)
    return {} if value is None else read_bots(value, len(record.names))


def _check_complete(record: Record) -> None:
    """Refuse a game that is not over or does not have every tile on record."""
    events = record.events
    dealt = [event for event in events if isinstance(event, Deal | Well)]
    rounds = sum(isinstance(event, Well) for event in events)
    is_known = all(None not in event.tiles for event in dealt) and len(dealt) == rounds * (len(record.names) + 1)
    if not events or not isinstance(events[-1], Winner) or not rounds or not is_known:
        raise Refused("not-over", "Only a finished game with all its tiles on record can be saved here.", 422)
