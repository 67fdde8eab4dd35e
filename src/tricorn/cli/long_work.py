"""Shared by the commands in which bots play thousands of games: options, progress, and writing figures."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tricorn import __version__
from tricorn.arena.faults import Faults
from tricorn.arena.workers import Workers, cores, read_workers
from tricorn.cli.failure import one_line
from tricorn.cli.files import STANDARD, write_whole
from tricorn.cli.options import add_edition

__all__ = [
    "INTERRUPTED",
    "add_work",
    "check_writable",
    "origin",
    "positive",
    "progress",
    "report_faults",
    "seed_of",
    "workers_of",
    "write_json",
]

INTERRUPTED = 130  # 128 and the signal's number, as a shell has it

_REFRESH = 0.1  # seconds between updates of the progress bar

Show = Callable[[int, int], None]


class Repeatable(Protocol):
    """A simulation, a match or a tournament."""

    @property
    def command(self) -> str: ...
    @property
    def seed(self) -> int: ...


def positive(text: str) -> int:
    """A whole number from 1 up, of an option."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 12 or not int(text):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 up, not {text[:40]!r}")
    return int(text)


def add_work(parser: argparse.ArgumentParser) -> None:
    """The options that are the same for all."""
    add_edition(parser)
    parser.add_argument("--seed", metavar="S", type=int, help="the same seed gives the same games (default: a new one)")
    parser.add_argument("--json", metavar="FILE", help="write the figures to this file, - for standard output")
    parser.add_argument("--workers", metavar="N", help="processes, or dask://HOST:PORT (default: one a core)")


def seed_of(args: argparse.Namespace) -> int:
    """The seed asked for, or a new one."""
    return secrets.randbits(62) if args.seed is None else int(args.seed)


def origin(work: Repeatable) -> dict[str, Any]:
    """How to repeat a run: the command with its seed, and the version."""
    return {"command": work.command, "version": __version__, "seed": work.seed}


def workers_of(args: argparse.Namespace) -> Workers:
    """The workers asked for, or one process a core."""
    return cores() if args.workers is None else read_workers(args.workers)


def report_faults(faults: Faults) -> None:
    """Say which bots lost moves, a line each, to standard error."""
    for line in faults.lines():
        print(f"tricorn: {one_line(line)}", file=sys.stderr)


def check_writable(names: Sequence[str | None]) -> None:
    """Fail before the work, not after it, if its results cannot be written."""
    for name in names:
        if name not in (None, STANDARD):
            with Path(name).open("a", encoding="utf-8"):
                pass


@contextmanager
def progress(total: int, unit: str) -> Iterator[Show]:
    """A bar with rate and time left on a terminal; elsewhere silence.

    It yields a function to call with how much of the total is done and how many rounds that was.
    """
    if not sys.stderr.isatty():
        yield lambda done, rounds: None
        return
    shown = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    # Without its own thread: the workers are forked from this process.
    with Progress(*shown, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task(unit, total=total, rate="")
        began = looked = time.monotonic()

        def show(done: int, rounds: int) -> None:
            nonlocal looked
            now = time.monotonic()
            if now - looked > _REFRESH:
                looked = now
                bar.update(task, completed=done, rate=f"{rounds / (now - began):,.0f} rounds/s", refresh=True)

        yield show


def write_json(name: str, figures: dict[str, Any]) -> None:
    """The figures to a file, or to standard output for `-`."""
    text = json.dumps(figures, indent=2) + "\n"
    if name == STANDARD:
        sys.stdout.write(text)
    else:
        write_whole(Path(name), text.encode())
