"""Makes the reviews that the server sends; called in another process (work/process_pool.py)."""

from __future__ import annotations

import gzip
import pickle
import time
import zlib
from itertools import chain
from typing import NamedTuple

from pydantic_core import to_json

from tricorn.analysis.as_data import review_data
from tricorn.analysis.as_page import review_page
from tricorn.analysis.luck import is_open
from tricorn.analysis.reason_data import reason_data
from tricorn.analysis.review import Review, review
from tricorn.game import Game
from tricorn.locales.i18n import Translator, load_language
from tricorn.record import Drew, Event, MoveEvent, Record, parse_record
from tricorn.round import Round
from tricorn.web.record_checks import check_header, refusing_invalid
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
    with refusing_invalid():
        record = parse_record(text)
        check_header(record)
        game = _replayed(record, is_over)
        finished = review(record, game, progress=_throttled(progress), has_time=lambda: time.process_time() < end)
    data = review_data(finished, reason_data) | {"names": list(record.names)}
    return FinishedReview(gzip.compress(to_json(data), mtime=0), zlib.compress(pickle.dumps(finished)))


def _replayed(record: Record, is_over: bool) -> Game:
    """The game of a record.

    What a seat sees of a game that may be running, here or elsewhere, is refused: a review would help the player.
    """
    game = Game(record.edition, record.names, keys=record.keys, dealt=False)
    is_view = False
    for event in chain(game.replay(record), [None]):  # None: after the last event
        if game.round is not None and (event is None or isinstance(event, MoveEvent)):
            is_view = is_view or _is_view(game.round, event)
    if is_view and not is_over and game.outcome() is None:
        raise Refused("not-over", "This game is not over; it can be reviewed when it is.", 422)
    return game


def _is_view(current: Round, next_event: Event | None) -> bool:
    """Whether a record has some of the tiles that only their holders see, but not all of them."""
    names_tiles = current.dealt or (isinstance(next_event, Drew) and next_event.tile is not None)
    return names_tiles and not is_open(current)


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
