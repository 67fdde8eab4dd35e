"""The game record (docs/record.md): its lines as events, a strict reader and a canonical writer."""

from tricorn.messages import SEATS
from tricorn.record.events import (
    Blocked,
    Deal,
    DealNumber,
    Drew,
    Event,
    Left,
    MoveEvent,
    Out,
    Passed,
    Placed,
    Receipt,
    RoundEvent,
    RoundStart,
    Score,
    Secret,
    Summed,
    TableEvent,
    Well,
    Winner,
)
from tricorn.record.header import Record, check_key, check_name, is_hash
from tricorn.record.line_reader import parse_event
from tricorn.record.reader import MAX_BYTES, UnfinishedHeader, parse_record

__all__ = [
    "MAX_BYTES",
    "SEATS",
    "Blocked",
    "Deal",
    "DealNumber",
    "Drew",
    "Event",
    "Left",
    "MoveEvent",
    "Out",
    "Passed",
    "Placed",
    "Receipt",
    "Record",
    "RoundEvent",
    "RoundStart",
    "Score",
    "Secret",
    "Summed",
    "TableEvent",
    "UnfinishedHeader",
    "Well",
    "Winner",
    "check_key",
    "check_name",
    "is_hash",
    "parse_event",
    "parse_record",
]
