"""What `simulate`, `match` and `tournament` share: their options, the progress bar, and what they write."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tricorn import __version__
from tricorn.arena.faults import Faults
from tricorn.arena.workers import WORKERS_HELP, Workers, cores, read_workers
from tricorn.cli.failure import INTERRUPTED, one_line
from tricorn.cli.files import STDIO, write_atomically, write_json
from tricorn.cli.options import add_edition

__all__ = [
    "add_arena_options",
    "finish",
    "origin",
    "positive",
    "progress",
    "report_faults",
    "rules_played",
    "seed_from",
    "workers_from",
]

_REFRESH_SECONDS = 0.1  # between updates of the progress bar

ShowProgress = Callable[[int, int], None]  # takes how much of the total is done, and how many rounds that was


class Repeatable(Protocol):
    """A simulation, a match or a tournament."""

    @property
    def command(self) -> str: ...
    @property
    def seed(self) -> int: ...


def positive(text: str) -> int:
    """The value of an option that takes a whole number from 1 up."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 12 or not int(text):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 up, not {text[:40]!r}")
    return int(text)


def add_arena_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that all three commands have."""
    add_edition(parser)
    parser.add_argument(
        "--seed", metavar="S", type=int, help="the same seed gives the same games (default: a new seed)"
    )
    parser.add_argument("--json", metavar="FILE", help="write the figures to this file as JSON; - for standard output")
    parser.add_argument("--workers", metavar="N", help=f"{WORKERS_HELP} (default: one process per core)")


def seed_from(args: argparse.Namespace) -> int:
    """The seed of the command line, or a new one."""
    return secrets.randbits(62) if args.seed is None else int(args.seed)


def origin(run: Repeatable) -> dict[str, Any]:
    """How a run can be repeated: the command with its seed, and the version."""
    return {"command": run.command, "version": __version__, "seed": run.seed}


def rules_played(figures: dict[str, Any]) -> str:
    """The edition and the house rules of a run, as a record's edition line has them."""
    return " ".join([figures["edition"], *(f"{key}={value}" for key, value in figures["house_rules"].items())])


def workers_from(args: argparse.Namespace) -> Workers:
    """The workers of the command line, or one process per core."""
    return cores() if args.workers is None else read_workers(args.workers)


def report_faults(faults: Faults) -> None:
    """Print which bots lost moves to standard error, a line for each."""
    for line in faults.lines():
        print(f"tricorn: {one_line(line)}", file=sys.stderr)


def finish(
    args: argparse.Namespace,
    figures: dict[str, Any],
    page: Callable[[], str],
    print_figures: Callable[[dict[str, Any]], None],
) -> int:
    """Write the figures and the page to the files of the command line, print the figures, return the exit code."""
    if args.json is not None:
        write_json(args.json, figures)
    if args.report is not None:
        write_atomically(Path(args.report), page().encode())
    if args.json != STDIO:
        print_figures(figures)
    return 0 if figures["complete"] else INTERRUPTED


@contextmanager
def progress(total: int, unit: str) -> Iterator[ShowProgress]:
    """Show a bar with the rate and the time left on a terminal, and nothing elsewhere; yields the function to call."""
    if not sys.stderr.isatty():
        yield lambda done, rounds: None
        return
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    # No refresh thread: the workers are forked from this process.
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task(unit, total=total, rate="")
        began = refreshed = time.monotonic()

        def show(done: int, rounds: int) -> None:
            nonlocal refreshed
            now = time.monotonic()
            if now - refreshed > _REFRESH_SECONDS:
                refreshed = now
                bar.update(task, completed=done, rate=f"{rounds / (now - began):,.0f} rounds/s", refresh=True)

        yield show
