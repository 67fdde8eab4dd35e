"""`tricorn tournament`: every bot against every other, ratings with intervals and a cross table."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from rich.table import Table

from tricorn.arena.faults import Played
from tricorn.arena.machine_info import machine_info
from tricorn.arena.number_format import ELO, PERCENT
from tricorn.arena.saved_results import SavedResults
from tricorn.arena.tournament import PLAYERS, Results, Tournament, check_ratings, ratings
from tricorn.arena.tournament_report import page, win_rates
from tricorn.arena.workers import Workers
from tricorn.arena.workers import run as run_work
from tricorn.cli.console import console
from tricorn.cli.files import write_whole
from tricorn.cli.long_work import (
    INTERRUPTED,
    add_work,
    check_writable,
    origin,
    positive,
    progress,
    report_faults,
    seed_of,
    workers_of,
    write_json,
)
from tricorn.cli.options import check_bots, edition_of
from tricorn.core.compile import accelerate

_GAMES = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bots", metavar="BOT", nargs="+", help="two bots or more, by name")
    parser.add_argument(
        "--games", metavar="N", type=positive, default=_GAMES, help=f"how many games each pair plays ({_GAMES})"
    )
    add_work(parser)
    parser.add_argument("--report", metavar="FILE", help="write a page with ratings and cross table to this HTML file")
    parser.add_argument(
        "--save", metavar="FILE", type=Path, help="keep the results in this file, and go on with what it holds"
    )


def run(args: argparse.Namespace) -> int:
    check_ratings()
    saved = None if args.save is None else SavedResults(args.save)
    tournament = _tournament(args, saved)
    check_bots(args.bots)
    workers = workers_of(args)
    check_writable([args.json, args.report])
    results = Results(len(tournament.pairs)) if saved is None else saved.read(tournament)
    accelerate()  # before the clock starts
    figures = {**origin(tournament), **_play(tournament, results, saved, workers)}
    if args.json is not None:
        write_json(args.json, figures)
    if args.report is not None:
        write_whole(Path(args.report), page(figures).encode())
    if args.json != "-":
        _print(figures)
    return 0 if figures["complete"] else INTERRUPTED


def _tournament(args: argparse.Namespace, saved: SavedResults | None) -> Tournament:
    seed = None if saved is None or args.seed is not None else saved.seed()
    edition = edition_of(args.edition, args.rule)
    return Tournament(edition, tuple(args.bots), -(-args.games // PLAYERS), seed_of(args) if seed is None else seed)


def _play(tournament: Tournament, results: Results, saved: SavedResults | None, workers: Workers) -> dict[str, Any]:
    """Play what is left, showing progress; the figures, as far as it was played."""
    began = time.monotonic()
    with progress(tournament.deals * PLAYERS * len(tournament.pairs), "games") as show:

        def take(part: Played) -> None:
            results.add(part)
            if saved is not None:
                saved.add(part)
            show(results.games, results.rounds)

        complete = run_work(tournament.remaining(results), workers, take)
    report_faults(results.faults)
    return _figures(tournament, results, time.monotonic() - began, complete)


def _figures(tournament: Tournament, results: Results, seconds: float, complete: bool) -> dict[str, Any]:
    names = tournament.names
    pairs = []
    for number, (a, b) in enumerate(tournament.pairs):
        sums = results.sums(number)
        pairs.append({"a": names[a], "b": names[b], "games": sums["games"], **sums.result()})
    return {
        "edition": tournament.edition.id,
        "house_rules": dict(tournament.edition.house_rules()),
        "players": PLAYERS,
        "bots": names,
        "games": results.games,
        "rounds": results.rounds,
        "complete": complete,
        "seconds": round(seconds, 3),
        "machine": machine_info(),
        "ratings": [each._asdict() for each in ratings(tournament, results)] if results.games else [],
        "pairs": pairs,
        "faults": results.faults.to_json(),
    }


def _print(figures: dict[str, Any]) -> None:
    out = console()
    stopped = "" if figures["complete"] else " (stopped)"
    out.print(
        f"{len(figures['bots'])} bots, {figures['games']:,} games{stopped}, {figures['rounds']:,} rounds of "
        f"{figures['edition']} in {figures['seconds']:.1f} s, seed {figures['seed']}",
        soft_wrap=True,
    )
    if not figures["ratings"]:
        return
    table = Table(box=None, pad_edge=False)
    names = [each["bot"] for each in figures["ratings"]]
    for head in ("", "rating", "95 % interval", *(str(place) for place in range(1, len(names) + 1))):
        table.add_column(head, justify="left" if not head else "right", no_wrap=True)
    won = win_rates(figures)
    for place, each in enumerate(figures["ratings"], 1):
        rates = [won.get((each["bot"], other)) for other in names]
        cells = ["" if rate is None else PERCENT(rate) for rate in rates]
        rating = ELO.with_interval(each["rating"], each["low"], each["high"])
        table.add_row(f"{place} {each['bot']}", *rating, *cells)
    out.print(table)
    words = "Ratings are Elo points above the mean of these bots; the columns give the games won against each."
    out.print(words, soft_wrap=True)
