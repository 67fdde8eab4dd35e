"""Makes the reviews that the server sends, in a separate process (process_pool.py)."""

from __future__ import annotations

import gzip
import pickle
import time
import zlib
from collections.abc import Callable

from pydantic_core import to_json

from tricorn.analysis.as_data import review_data
from tricorn.analysis.as_page import review_page
from tricorn.analysis.reasons import reason_data
from tricorn.analysis.review import Review, review
from tricorn.errors import RecordError
from tricorn.locales.i18n import Reader, load_language
from tricorn.readings import with_readings
from tricorn.record import Record, UnfinishedHeader, Winner, parse_record
from tricorn.web.refusals import Refused

__all__ = ["MAX_LINES", "make_review", "render_review"]

MAX_LINES = 3_000  # a few minutes of work; a game of two has some 150
_SECONDS_BETWEEN = 0.2  # between two reports of progress

Progress = Callable[[int, int], None]


def make_review(progress: Progress, text: str, is_over: bool) -> tuple[bytes, bytes]:
    """The review of a record, as compressed JSON and pickled for `render_review`.

    `is_over`: the server knows that the game is over, even if it ended before somebody won.
    """
    if text.count("\n") > MAX_LINES:
        raise Refused(
            "too-long",
            "A game that is reviewed here has at most {most} lines; tricorn review takes longer ones.",
            422,
            most=MAX_LINES,
        )
    try:
        record = parse_record(text)
        if not is_over:
            _check_not_running(record)
        found = review(record, progress=_throttled(progress))
    except UnfinishedHeader:
        raise Refused("record", "The record stops before its players are named.", 422) from None
    except RecordError as error:
        raise Refused.by_rules(with_readings(error, text), "record", 422) from None
    data = review_data(found, reason_data) | {"names": list(record.names)}
    return gzip.compress(to_json(data), mtime=0), zlib.compress(pickle.dumps(found))


def _check_not_running(record: Record) -> None:
    """Refuse a game dealt by a server that may still be running: a review would help a player."""
    is_dealt_by_server = any(name == "commit" for name, _ in record.keys)
    if is_dealt_by_server and not any(isinstance(event, Winner) for event in record.events):
        raise Refused("not-over", "This game is not over; it can be reviewed when it is.", 422)


def _throttled(progress: Progress) -> Progress:
    last = -_SECONDS_BETWEEN

    def report(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= _SECONDS_BETWEEN:
            last = time.monotonic()
            progress(done, total)

    return report


def render_review(packed: bytes, language: str) -> bytes:
    """A review pickled by `make_review`, as one HTML file."""
    found: Review = pickle.loads(zlib.decompress(packed))  # made by ourselves
    return review_page(found, Reader(load_language(language), found.record.names)).encode()
