"""New tables: as a client requests them, or with a game that was played without the server."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tricorn.bots import LEVELS
from tricorn.bots.bots_key import BOTS_KEY, read_bots
from tricorn.errors import TricornError
from tricorn.game import Game
from tricorn.locales.i18n import Language
from tricorn.record import Deal, Record, Well, Winner, parse_record
from tricorn.web.names import human_name
from tricorn.web.record_checks import refusing_invalid, with_clean_header
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash
from tricorn.web.store import StoredGame, StoredLine
from tricorn.web.tables.info import Seat, TableInfo, bot_name, check_players, clean_edition, level_or_default
from tricorn.web.tables.requests import NewTable

__all__ = ["imported_game", "requested_table"]


def requested_table(new: NewTable, host_key: KeyHash, levels: Sequence[str], language: Language) -> TableInfo:
    """The description of a new table; `host_key` is its creator's."""
    seats: list[Seat] = []
    for number, seat in enumerate(new.seats):
        if seat.kind == "bot":
            level = level_or_default(seat.level, levels)
            seats.append(Seat("bot", bot_name(level, seats), level))
        elif new.pass_and_play or not any(other.key for other in seats):
            name = human_name(seat.name, number, [other.name for other in seats], language)
            seats.append(Seat("human", name, key=host_key))
        else:
            raise Refused("seat", "Other people sit down themselves, unless they share a device.", 422)
    info = TableInfo(
        clean_edition(new.edition),
        tuple(seats),
        host_key,
        new.listed,
        new.pass_and_play,
        starting=new.start,
        created=time.time(),
        on_resign=new.on_resign,
        hints=new.hints,
        take_back=new.take_back,
    )
    try:
        check_players(info)
    except TricornError as error:
        raise Refused.by_rules(error, "players", 422) from None
    return info


def imported_game(text: str, key: KeyHash) -> tuple[TableInfo, StoredGame]:
    """The table and the game of a record, checked in full; one key holds the seats of all people.

    Called in another process.
    """
    with refusing_invalid():
        record = with_clean_header(parse_record(text))
        Game.from_record(record)
        bots = _bot_levels(record)
    _check_complete(record)
    seats = tuple(
        Seat("bot", name, level_or_default(bots[seat], LEVELS)) if seat in bots else Seat("human", name, key=key)
        for seat, name in enumerate(record.names)
    )
    is_shared = sum(seat.kind == "human" for seat in seats) > 1
    info = TableInfo(str(record.edition), seats, key, pass_and_play=is_shared, started=True, created=time.time())
    lines = tuple(StoredLine(str(event)) for event in record.events)
    return info, StoredGame(1, tuple(record.header()), lines)


def _bot_levels(record: Record) -> dict[int, str]:
    """The levels of the bots, by seat."""
    value = dict(record.keys).get(BOTS_KEY)
    return {} if value is None else read_bots(value, len(record.names))


def _check_complete(record: Record) -> None:
    """Refuse a game that is not over or does not have every tile on record."""
    events = record.events
    dealt = [event for event in events if isinstance(event, Deal | Well)]
    rounds = sum(isinstance(event, Well) for event in events)
    is_known = all(None not in event.tiles for event in dealt) and len(dealt) == rounds * (len(record.names) + 1)
    if not events or not isinstance(events[-1], Winner) or not rounds or not is_known:
        raise Refused("not-over", "Only a finished game with all its tiles on record can be saved here.", 422)
