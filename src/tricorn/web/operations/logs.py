"""The server's log: one line for each event, plain or JSON, without names, keys, codes, addresses or tiles.

Callers ensure that by logging fixed texts, with counts, durations or fixed words as parameters.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
import traceback
from typing import Any

from tricorn.web.operations.metrics import Metrics

__all__ = ["log_loop_error", "set_up_log"]

_log = logging.getLogger(__name__)

_STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}
# Not errors of the server; the client gets a response or a close code.
_CLIENT_FAULTS = ("Invalid UTF-8 sequence received from client.", "Invalid HTTP request received.")


def set_up_log(format: str | None, metrics: Metrics) -> None:
    """Write the log to stderr, as `json` or `plain`, and count errors; without a format, only warnings and errors."""
    handler = _Handler(metrics)
    handler.setFormatter(_JsonFormatter() if format == "json" else _PlainFormatter())
    handler.addFilter(lambda record: record.getMessage() not in _CLIENT_FAULTS)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tricorn").setLevel(logging.WARNING if format is None else logging.INFO)


class _Handler(logging.StreamHandler[Any]):
    def __init__(self, metrics: Metrics) -> None:
        super().__init__(sys.stderr)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR:
            self._metrics.errors.inc()
        super().emit(record)


def log_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error in a background task; asyncio's default handler would log its message."""
    _log.error("Something failed in the background.", exc_info=context.get("exception"))


def _parameters(record: logging.LogRecord) -> dict[str, Any]:
    """The parameters of an event."""
    return {name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS}


def _timestamp(record: logging.LogRecord) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"


class _SafeFormatter(logging.Formatter):
    def formatException(self, ei: Any) -> str:  # noqa: N802 (the name is logging's)
        """The traceback and type of an error without its message, which may contain a name or a tile."""
        lines, error = [], ei[1]
        while error is not None:
            lines += ["Traceback (most recent call last):\n", *traceback.format_tb(error.__traceback__)]
            lines.append(f"{type(error).__qualname__}\n")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "".join(lines).rstrip()


class _PlainFormatter(_SafeFormatter):
    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (the name is logging's)
        parameters = "".join(f" {name}={value}" for name, value in _parameters(record).items())
        return f"{_timestamp(record)} {record.levelname.lower()} {record.message}{parameters}"


class _JsonFormatter(_SafeFormatter):
    def format(self, record: logging.LogRecord) -> str:
        data = {"time": _timestamp(record), "level": record.levelname.lower(), "from": record.name}
        data |= {"event": record.getMessage(), **_parameters(record)}
        if record.exc_info:
            data["traceback"] = self.formatException(record.exc_info)
        return json.dumps(data, ensure_ascii=False, default=str)
