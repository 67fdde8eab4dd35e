"""Checks on records that clients send: their length, and refusals of invalid ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tricorn.errors import RecordError, TricornError
from tricorn.readings import with_readings
from tricorn.record import UnfinishedHeader
from tricorn.web.refusals import Refused

__all__ = ["check_length", "refusing_invalid"]

_LINES_OF_LAST_ROUND = 500  # more than any round has


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


@contextmanager
def refusing_invalid(text: str) -> Iterator[None]:
    """A context that turns an error of the record into `Refused`, for code that parses and replays it."""
    try:
        yield
    except UnfinishedHeader:
        raise Refused("record", "The record stops before its players are named.", 422) from None
    except RecordError as error:
        raise Refused.by_rules(with_readings(error, text), "record", 422) from None
    except TricornError as error:
        raise Refused.by_rules(error, "record", 422) from None
