"""`tricorn simulate`: many games between bots, and their statistics."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tricorn.arena.faults import Played
from tricorn.arena.job import Job
from tricorn.arena.number_format import PERCENT, TENTHS, NumberFormat
from tricorn.arena.report import FIGURES, bounds, comparisons, page
from tricorn.arena.statistics import Totals, summary
from tricorn.arena.workers import Workers
from tricorn.arena.workers import run as run_work
from tricorn.cli.arena import (
    add_arena_options,
    finish,
    origin,
    positive,
    progress,
    report_faults,
    rules_played,
    seed_from,
    workers_from,
)
from tricorn.cli.console import console
from tricorn.cli.failure import Failure
from tricorn.cli.files import check_writable
from tricorn.cli.options import check_bots, edition_from
from tricorn.core.compile import ensure_compiled
from tricorn.wording import SEATS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bots", metavar="A,B", required=True, help="bots in seat order, repeated to fill the seats")
    parser.add_argument("--games", metavar="N", type=positive, required=True, help="number of games")
    parser.add_argument("--players", metavar="P", type=positive, help="number of players (default: one per bot)")
    add_arena_options(parser)
    parser.add_argument("--records", metavar="DIR", type=Path, help="write each game's record to this folder")
    parser.add_argument("--report", metavar="FILE", help="write a page with charts to this HTML file")


def run(args: argparse.Namespace) -> int:
    job = _job(args)
    check_bots(args.bots.split(","))
    workers = workers_from(args)
    _check_outputs(args)
    ensure_compiled()  # before the clock starts
    figures = {**origin(job), **_play(job, workers)}
    return finish(args, figures, lambda: _report(job, figures, workers), _print)


def _job(args: argparse.Namespace) -> Job:
    names = args.bots.split(",")
    edition = edition_from(args)
    players = args.players or max(len(names), edition.min_players)
    if len(names) > players:
        raise Failure(f"--bots {args.bots}: expected at most {players} bots for --players {players}, not {len(names)}")
    edition.check_players(players)
    bots = tuple(names[seat % len(names)] for seat in range(players))
    # An absolute path, because workers may run in other folders; on a cluster all workers must share it.
    records = None if args.records is None else args.records.resolve()
    return Job(edition, bots, args.games, seed_from(args), records)


def _check_outputs(args: argparse.Namespace) -> None:
    if args.records is not None:
        args.records.mkdir(parents=True, exist_ok=True)
        if next(args.records.glob("game-*.tri"), None) is not None:
            raise Failure(f"--records {args.records}: it already holds records; expected a new or empty folder")
    check_writable([args.json, args.report])


def _play(job: Job, workers: Workers) -> dict[str, Any]:
    """Play the job, show progress, and return the figures of what was played."""
    totals = Totals(job.players)
    began = time.monotonic()
    with progress(job.games, "games") as show:

        def take(part: Played) -> bool:
            totals.add(part)
            show(totals["games"], totals["rounds"])
            return False

        complete = run_work(job, workers, take)
    report_faults(totals.faults)
    return summary(job, totals, time.monotonic() - began, complete)


def _report(job: Job, figures: dict[str, Any], workers: Workers) -> str:
    """The page with charts; unless the run was stopped, it compares other editions and numbers of players."""
    compared: list[dict[str, Any]] = []
    for other in comparisons(job) if figures["complete"] else ():
        other_figures = _play(other, workers)
        if not other_figures["complete"]:
            break
        compared.append(other_figures)
    return page(figures, compared)


def _print(report: dict[str, Any]) -> None:
    out = console()
    stopped = "" if report["complete"] else " (stopped)"
    out.print(
        f"{report['games']:,} games{stopped}, {report['rounds']:,} rounds of {rules_played(report)} "
        f"for {report['players']} in {report['seconds']:.1f} s "
        f"({report['rounds_per_second']:,.0f} rounds/s), seed {report['seed']}",
        soft_wrap=True,
    )
    figures = report["statistics"]
    if not figures:
        return
    for name, label, unit in FIGURES:
        out.print(_line(label, unit, figures[name], bounds(report, name)))
    for seat, name in enumerate(report["bots"]):
        won, points = figures["game_win_share"][seat], figures["points_by_seat"][seat]
        player = f"{SEATS[seat]}, {name}"
        out.print(_line(f"games won by {player}", PERCENT, won, figures["game_win_share_ci95"][seat]))
        out.print(_line(f"points per round of {player}", TENTHS, points, figures["points_by_seat_ci95"][seat]))
    if figures["unfinished_games"]:
        out.print(f"  {'games stopped after 1,000 rounds':<44}{figures['unfinished_games']:>10,}")
    out.print("The last column gives 95 % intervals.")


def _line(label: str, unit: NumberFormat, figure: float, interval: Sequence[float]) -> str:
    """A figure and its interval, in columns."""
    low, high = interval
    value, range_ = unit.with_interval(figure, low, high)
    return f"  {label:<44}{value:>10}   {range_}"
