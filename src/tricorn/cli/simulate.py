"""`tricorn simulate`: bots play by the million rounds, and what came of it."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tricorn.cli.failure import Failure
from tricorn.cli.options import add_edition, console, edition_of

if TYPE_CHECKING:
    from tricorn.arena.job import Job
    from tricorn.arena.statistics import Totals
    from tricorn.arena.workers import Progress

NAME = "simulate"
HELP = "let bots play each other, by the million rounds if you like"

_INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bots", metavar="A,B", required=True, help="bots in the order of the seats, repeated to fill them"
    )
    parser.add_argument("--games", metavar="N", type=_positive, required=True, help="how many games")
    parser.add_argument(
        "--players", metavar="P", type=_positive, help="how many seats (default: one a bot named)"
    )
    add_edition(parser)
    parser.add_argument(
        "--seed", metavar="S", type=int, help="the same seed gives the same games (default: a new one)"
    )
    parser.add_argument("--records", metavar="DIR", type=Path, help="write each game's record to this folder")
    parser.add_argument(
        "--json", metavar="FILE", help="write the figures to this file, - for standard output"
    )
    parser.add_argument("--workers", metavar="N", help="processes, or dask://HOST:PORT (default: one a core)")


def _positive(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 10**12:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 up, not {text[:40]!r}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    from tricorn.arena.workers import cores, read_workers
    from tricorn.arena.workers import run as run_job

    job = _job(args)
    workers = read_workers(args.workers) if args.workers is not None else cores()
    _prepare(args)
    began = time.monotonic()
    with _progress(job) as progress:
        totals, complete = run_job(job, workers, progress)
    report = _report(job, totals, time.monotonic() - began, complete)
    if args.json is not None:
        _write_json(args.json, report)
    if args.json != "-":
        _print(report)
    return 0 if complete else _INTERRUPTED


def _job(args: argparse.Namespace) -> Job:
    from tricorn.arena.job import Job

    names = args.bots.split(",")
    edition = edition_of(args.edition, args.rule)
    players = args.players or max(len(names), edition.players[0])
    edition.check_players(players)
    bots = tuple(names[seat % len(names)] for seat in range(players))
    seed = secrets.randbits(62) if args.seed is None else args.seed
    return Job(edition, bots, args.games, seed, args.records)


def _prepare(args: argparse.Namespace) -> None:
    """Find out before the work, not after it, that its results cannot be written."""
    if args.records is not None:
        args.records.mkdir(parents=True, exist_ok=True)
        if next(args.records.glob("game-*.tri"), None) is not None:
            raise Failure(f"{args.records} holds records already; name a new folder")
    if args.json not in (None, "-"):
        with Path(args.json).open("a", encoding="utf-8"):
            pass


@contextmanager
def _progress(job: Job) -> Iterator[Progress]:
    """A bar with rate and time left on a terminal; elsewhere silence."""
    if not sys.stderr.isatty():
        yield lambda totals: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=job.games, rate="")
        began = time.monotonic()

        def show(totals: Totals) -> None:
            rate = totals["rounds"] / max(1e-9, time.monotonic() - began)
            bar.update(task, completed=totals["games"], rate=f"{rate:,.0f} rounds/s")

        yield show


def _report(job: Job, totals: Totals, seconds: float, complete: bool) -> dict[str, Any]:
    return {
        "edition": job.edition.id,
        "house_rules": dict(job.edition.spelled()),
        "players": job.players,
        "bots": list(job.bots),
        "seed": job.seed,
        "games": totals["games"],
        "rounds": totals["rounds"],
        "complete": complete,
        "seconds": round(seconds, 3),
        "rounds_per_second": round(totals["rounds"] / seconds, 1),
        "statistics": totals.statistics(),
    }


def _write_json(name: str, report: dict[str, Any]) -> None:
    text = json.dumps(report, indent=2) + "\n"
    if name == "-":
        sys.stdout.write(text)
    else:
        Path(name).write_text(text, encoding="utf-8")


# The figures people look at first; the rest is in the JSON.
_SHOWN = (
    ("rounds_per_game", "rounds a game", "{:.2f}"),
    ("placements_per_round", "placements a round", "{:.1f}"),
    ("draws_per_round", "draws a round", "{:.1f}"),
    ("passes_per_round", "passes a round", "{:.2f}"),
    ("bridges_per_round", "bridges a round, beside included", "{:.3f}"),
    ("hexagons_per_round", "hexagons a round", "{:.3f}"),
    ("blocked_share", "rounds blocked", "{:.1%}"),
    ("points_per_seat_and_round", "points a seat and round", "{:.1f}"),
    ("starter_ahead", "starter ahead, points a round", "{:+.1f}"),
)


def _print(report: dict[str, Any]) -> None:
    out = console()
    begun = "" if report["complete"] else " (stopped)"
    out.print(
        f"{report['games']:,} games{begun}, {report['rounds']:,} rounds of {report['edition']} for {report['players']} "
        f"in {report['seconds']:.1f} s ({report['rounds_per_second']:,.0f} rounds/s), seed {report['seed']}",
        soft_wrap=True,
    )
    figures = report["statistics"]
    if not figures:
        return
    for key, words, form in _SHOWN:
        out.print(f"  {words:<34}{form.format(figures[key]):>10}")
    for seat, (name, share) in enumerate(zip(report["bots"], figures["game_win_share"], strict=True)):
        words = f"games won by {'ABCDEF'[seat]}, {name}"
        out.print(f"  {words:<34}{share:>10.1%}")
    if figures["unfinished_games"]:
        out.print(f"  {'games given up after 1,000 rounds':<34}{figures['unfinished_games']:>10,}")
