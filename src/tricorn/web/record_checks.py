"""Checks on records that clients send: their length, their header, and refusals of invalid ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from tricorn.errors import TricornError
from tricorn.record import Record, UnfinishedHeader
from tricorn.web.names import distinct_names
from tricorn.web.refusals import Refused

__all__ = ["MAX_HEADER_BYTES", "check_header", "check_length", "refusing_invalid", "with_clean_header"]

_LINES_OF_LAST_ROUND = 500  # more than any round has
MAX_HEADER_BYTES = 2_000  # of a record that is stored; no game played at a table has a longer header


def check_length(text: str, lines_per_game: int) -> None:
    """Refuse a record that is longer than a game played here, whose last round begins within `lines_per_game`."""
    most = lines_per_game + _LINES_OF_LAST_ROUND
    if text.count("\n") > most:
        raise Refused(
            "too-long",
            "A record that is checked here has at most {most} lines; tricorn verify checks longer ones.",
            422,
            most=most,
        )


def with_clean_header(record: Record) -> Record:
    """A record with the names as at a table; raises `Refused` if its names or its header cannot be stored."""
    record = replace(record, names=distinct_names(record.names))
    check_header(record)
    return record


def check_header(record: Record) -> None:
    """Refuse a record whose header is too long to be kept."""
    size = len("\n".join(record.header()).encode())
    if size > MAX_HEADER_BYTES:
        raise Refused(
            "header",
            "The lines before the first round have {size} bytes; a record that is stored here has at most {most}.",
            422,
            size=size,
            most=MAX_HEADER_BYTES,
        )


@contextmanager
def refusing_invalid() -> Iterator[None]:
    """A context that turns an error of the record into `Refused`, for code that parses and replays it."""
    try:
        yield
    except UnfinishedHeader:
        raise Refused("record", "The record stops before its players are named.", 422) from None
    except TricornError as error:
        raise Refused.by_rules(error, "record", 422) from None
