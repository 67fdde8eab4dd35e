"""`tricorn tournament`: every bot against every other; ratings with intervals, and a cross table."""

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
from tricorn.arena.tournament import PLAYERS, Results, Tournament, ratings
from tricorn.arena.tournament_report import page, win_rates
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
from tricorn.cli.files import check_writable
from tricorn.cli.options import check_bots, edition_from
from tricorn.core.compile import ensure_compiled

_GAMES = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bots", metavar="BOT", nargs="+", help="the name of a bot; two or more")
    parser.add_argument(
        "--games",
        metavar="N",
        type=positive,
        default=_GAMES,
        help=f"number of games that each pair plays (default: {_GAMES})",
    )
    add_arena_options(parser)
    parser.add_argument(
        "--report", metavar="FILE", help="write a page with the ratings and the cross table to this HTML file"
    )
    parser.add_argument(
        "--save", metavar="FILE", type=Path, help="save the results in this file, and continue from those it has"
    )


def run(args: argparse.Namespace) -> int:
    saved = None if args.save is None else SavedResults(args.save)
    tournament = _tournament(args, saved)
    check_bots(args.bots)
    workers = workers_from(args)
    check_writable([args.json, args.report])
    results = Results(len(tournament.pairs)) if saved is None else saved.read(tournament)
    ensure_compiled()  # before the clock starts
    figures = {**origin(tournament), **_play(tournament, results, saved, workers)}
    return finish(args, figures, lambda: page(figures), _print)


def _tournament(args: argparse.Namespace, saved: SavedResults | None) -> Tournament:
    seed = None if saved is None or args.seed is not None else saved.seed()
    edition = edition_from(args)
    return Tournament(edition, tuple(args.bots), -(-args.games // PLAYERS), seed_from(args) if seed is None else seed)


def _play(tournament: Tournament, results: Results, saved: SavedResults | None, workers: Workers) -> dict[str, Any]:
    """Play what is left, show progress, and return the figures of what was played."""
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
        "ratings": [rating._asdict() for rating in ratings(tournament, results)] if results.games else [],
        "pairs": pairs,
        "faults": results.faults.to_json(),
    }


def _print(figures: dict[str, Any]) -> None:
    out = console()
    stopped = "" if figures["complete"] else " (stopped)"
    out.print(
        f"{len(figures['bots'])} bots, {figures['games']:,} games{stopped}, {figures['rounds']:,} rounds of "
        f"{rules_played(figures)} in {figures['seconds']:.1f} s, seed {figures['seed']}",
        soft_wrap=True,
    )
    if not figures["ratings"]:
        return
    table = Table(box=None, pad_edge=False)
    names = [entry["bot"] for entry in figures["ratings"]]
    for heading in ("", "rating", "95 % interval", *(str(place) for place in range(1, len(names) + 1))):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    rates = win_rates(figures)
    for place, entry in enumerate(figures["ratings"], 1):
        against = [rates.get((entry["bot"], other)) for other in names]
        cells = ["" if rate is None else PERCENT(rate) for rate in against]
        rating = ELO.with_interval(entry["rating"], entry["low"], entry["high"])
        table.add_row(f"{place} {entry['bot']}", *rating, *cells)
    out.print(table)
    legend = "Ratings are Elo points above the mean of these bots; the columns are the games won against each."
    out.print(legend, soft_wrap=True)
