"""The server's log: one line for each event, plain or JSON, without names, keys, codes, addresses or tiles.

Callers ensure that: an event is a fixed text, and its parameters are counts, durations or fixed words.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
import traceback
from typing import Any, Literal

from tricorn.web.operations.metrics import Metrics

__all__ = ["LogForm", "log_loop_error", "set_up_log"]

_log = logging.getLogger(__name__)

LogForm = Literal["plain", "json"]

_STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}
# A client's fault is not an error of the server; the client's socket is closed with the matching code.
_CLIENT_FAULTS = ("Invalid UTF-8 sequence received from client.", "Invalid HTTP request received.")


def set_up_log(form: LogForm | None, metrics: Metrics) -> None:
    """Write the log to stderr, without a format only warnings and errors, and count errors."""
    handler = _Handler(metrics)
    handler.setFormatter(_Json() if form == "json" else _Plain())
    handler.addFilter(lambda record: record.getMessage() not in _CLIENT_FAULTS)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tricorn").setLevel(logging.WARNING if form is None else logging.INFO)


class _Handler(logging.StreamHandler[Any]):
    def __init__(self, metrics: Metrics) -> None:
        super().__init__(sys.stderr)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR:
            self._metrics.errors.inc()
        super().emit(record)


def log_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error in a background task; asyncio's own message would quote it."""
    _log.error("Something failed in the background.", exc_info=context.get("exception"))


def _parameters(record: logging.LogRecord) -> dict[str, Any]:
    """The parameters of an event."""
    return {name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS}


def _moment(record: logging.LogRecord) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"


class _Form(logging.Formatter):
    def formatException(self, ei: Any) -> str:  # noqa: N802 (the name is logging's)
        """The traceback and type of an error without its message, which may contain a name or a tile."""
        found, error = [], ei[1]
        while error is not None:
            found += ["Traceback (most recent call last):\n", *traceback.format_tb(error.__traceback__)]
            found.append(f"{type(error).__qualname__}\n")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "".join(found).rstrip()


class _Plain(_Form):
    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (the name is logging's)
        more = "".join(f" {name}={value}" for name, value in _parameters(record).items())
        return f"{_moment(record)} {record.levelname.lower()} {record.message}{more}"


class _Json(_Form):
    def format(self, record: logging.LogRecord) -> str:
        found = {"time": _moment(record), "level": record.levelname.lower(), "from": record.name}
        found |= {"event": record.getMessage(), **_parameters(record)}
        if record.exc_info:
            found["traceback"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False, default=str)
