"""Makes the reviews that the server sends; called in another process (work/process_pool.py)."""

from __future__ import annotations

import gzip
import pickle
import time
import zlib
from typing import NamedTuple

from pydantic_core import to_json

from tricorn.analysis.as_data import review_data
from tricorn.analysis.as_page import review_page
from tricorn.analysis.reason_data import reason_data
from tricorn.analysis.review import Review, review
from tricorn.locales.i18n import Translator, load_language
from tricorn.record import Record, Winner, parse_record
from tricorn.web.record_checks import check_length, refusing_invalid
from tricorn.web.refusals import Refused
from tricorn.web.work.process_pool import Progress

__all__ = ["FinishedReview", "make_review", "render_review"]

_SECONDS_BETWEEN_REPORTS = 0.2


class FinishedReview(NamedTuple):
    """A review in the two forms that the server needs."""

    json: bytes  # compressed with gzip
    pickled: bytes  # for `render_review`


def make_review(progress: Progress, text: str, is_over: bool, seconds: float) -> FinishedReview:
    """The review of a record, or of as many of its moves as can be reviewed in some seconds of processor time.

    `is_over`: the server knows that the game is over, although its record may have no winner.
    """
    end = time.process_time() + seconds
    check_length(text)
    with refusing_invalid(text):
        record = parse_record(text)
        if not is_over:
            _check_not_running(record)
        finished = review(record, progress=_throttled(progress), has_time=lambda: time.process_time() < end)
    data = review_data(finished, reason_data) | {"names": list(record.names)}
    return FinishedReview(gzip.compress(to_json(data), mtime=0), zlib.compress(pickle.dumps(finished)))


def _check_not_running(record: Record) -> None:
    """Refuse a game dealt by a server that may still be running: a review would help a player."""
    is_dealt_by_server = any(name == "commit" for name, _ in record.keys)
    if is_dealt_by_server and not any(isinstance(event, Winner) for event in record.events):
        raise Refused("not-over", "This game is not over; it can be reviewed when it is.", 422)


def _throttled(progress: Progress) -> Progress:
    last = -_SECONDS_BETWEEN_REPORTS

    def report(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= _SECONDS_BETWEEN_REPORTS:
            last = time.monotonic()
            progress(done, total)

    return report


def render_review(pickled: bytes, language: str) -> bytes:
    """A review pickled by `make_review`, as one HTML file."""
    finished: Review = pickle.loads(zlib.decompress(pickled))  # safe: it never left this server
    return review_page(finished, Translator(load_language(language), finished.record.names)).encode()
