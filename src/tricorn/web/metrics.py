"""What a server counts while it runs, and the text in which Prometheus reads it (docs/server.md)."""

from __future__ import annotations

import os
import sys
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

__all__ = ["CONTENT_TYPE", "Histogram", "Metrics", "exposition"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

# From a write to a good disk up to a bot of the strongest level.
_BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_STARTED = time.time()


class Histogram:
    """How long something took, counted by bounds."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Observe how long a block takes, however it ends."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.observe(time.perf_counter() - began)

    def samples(self, name: str) -> Iterator[str]:
        count = 0
        for bound, each in zip((*map(str, _BOUNDS), "+Inf"), self._counts, strict=True):
            count += each
            yield f'{name}_bucket{{le="{bound}"}} {count}'
        yield f"{name}_sum {self._sum}"
        yield f"{name}_count {count}"


class Metrics:
    """The counts of one server. What can be asked for at any time (tables, sockets) is not counted here."""

    def __init__(self) -> None:
        self.moves: Counter[str] = Counter()  # by whom: person, bot, clock
        self.refusals: Counter[str] = Counter()  # by their code
        self.tables: Counter[str] = Counter()  # made, loaded, put-away
        self.dropped = 0  # sockets given up because nobody read them
        self.errors = 0  # what was logged as an error
        self.commits = Histogram()
        self.thoughts = Histogram()

    def lines(self) -> Iterator[str]:
        yield from _counter("tricorn_moves_total", "moves played, by whom", "by", self.moves)
        yield from _counter("tricorn_refusals_total", "what was refused, by code", "code", self.refusals)
        yield from _counter("tricorn_tables_total", "tables made, loaded and put away", "what", self.tables)
        yield from _single("tricorn_sockets_dropped_total", "counter", "sockets that nobody read", self.dropped)
        yield from _single("tricorn_errors_total", "counter", "errors in the log", self.errors)
        for name, help, histogram in (
            ("tricorn_commit_seconds", "until lines were safe in the store", self.commits),
            ("tricorn_bot_seconds", "until a bot had chosen", self.thoughts),
        ):
            yield from _head(name, "histogram", help)
            yield from histogram.samples(name)


def exposition(metrics: Metrics, gauges: Mapping[str, tuple[str, float]]) -> str:
    """Everything as text: what was counted, what is now (a help text and a number by name), the process."""
    lines = [*metrics.lines()]
    for name, (help, value) in gauges.items():
        lines += _single(name, "gauge", help, value)
    lines += _process()
    return "\n".join(lines) + "\n"


def _process() -> Iterator[str]:
    yield from _single("process_cpu_seconds_total", "counter", "processor time", time.process_time())
    yield from _single("process_start_time_seconds", "gauge", "when the server started", _STARTED)
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        memory = pages * os.sysconf("SC_PAGE_SIZE")
        yield from _single("process_resident_memory_bytes", "gauge", "memory", memory)
        files = sum(1 for _ in Path("/proc/self/fd").iterdir())
        yield from _single("process_open_fds", "gauge", "open files and sockets", files)


def _head(name: str, kind: str, help: str) -> Iterator[str]:
    yield f"# HELP {name} {help}"
    yield f"# TYPE {name} {kind}"


def _single(name: str, kind: str, help: str, value: float) -> Iterator[str]:
    yield from _head(name, kind, help)
    yield f"{name} {value}"


def _counter(name: str, help: str, label: str, counts: Mapping[str, int]) -> Iterator[str]:
    yield from _head(name, "counter", help)
    for word, count in sorted(counts.items()):
        yield f'{name}{{{label}="{word}"}} {count}'
