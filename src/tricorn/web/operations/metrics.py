"""A server's metrics, in the text format of Prometheus (docs/server.md)."""

from __future__ import annotations

from typing import Literal, get_args

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

__all__ = ["CONTENT_TYPE", "Metrics", "MoveBy"]

MoveBy = Literal["person", "bot", "clock"]

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

# Seconds: from a write to a fast disk to a move of the strongest bot.
_BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

disable_created_metrics()  # type: ignore[no-untyped-call]  # they double the lines of each counter


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        moves = Counter("tricorn_moves_total", "moves played, by whom", ["by"], registry=registry)
        self.moves: dict[MoveBy, Counter] = {by: moves.labels(by) for by in get_args(MoveBy)}
        self.refusals = Counter(
            "tricorn_refusals_total", "refused requests and messages, by code", ["code"], registry=registry
        )
        self.tables = Counter(
            "tricorn_tables_total",
            "tables and score sheets created (made), loaded and evicted (put-away)",
            ["what"],
            registry=registry,
        )
        self.sockets_dropped = Counter(
            "tricorn_sockets_dropped_total", "sockets closed because their client did not read", registry=registry
        )
        self.errors = Counter("tricorn_errors_total", "errors in the log", registry=registry)
        self.commit_seconds = Histogram(
            "tricorn_commit_seconds", "time until a change was stored", buckets=_BOUNDS, registry=registry
        )
        self.bot_seconds = Histogram(
            "tricorn_bot_seconds", "time until a bot had chosen a move", buckets=_BOUNDS, registry=registry
        )
        # Set when the metrics are read.
        self.tables_in_memory = Gauge("tricorn_tables_in_memory", "tables in memory", registry=registry)
        self.tables_watched = Gauge("tricorn_tables_watched", "tables with a connected client", registry=registry)
        self.sockets = Gauge("tricorn_sockets", "open sockets", registry=registry)
        ProcessCollector(registry=registry)

    def count_refusal(self, code: str) -> None:
        self.refusals.labels(code).inc()

    def exposition(self) -> str:
        """All metrics as text."""
        return generate_latest(self._registry).decode()
