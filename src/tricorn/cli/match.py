"""`tricorn match`: which of two bots plays better, and by how much, with paired deals to reduce luck."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

from tricorn.arena.faults import Played
from tricorn.arena.machine_info import machine_info
from tricorn.arena.match import Match, MatchSums
from tricorn.arena.match_report import page
from tricorn.arena.number_format import PERCENT, SIGNED
from tricorn.arena.workers import Workers
from tricorn.arena.workers import run as run_work
from tricorn.bots import as_bot
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

_GAMES = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", metavar="A", help="the bot in one seat; it plays every seat on the same deals")
    parser.add_argument("b", metavar="B", help="the bot in all other seats")
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--games",
        metavar="N",
        type=positive,
        help=f"number of games, rounded up so that A plays every seat of each deal (default: {_GAMES})",
    )
    length.add_argument("--rounds", metavar="N", type=positive, help="single rounds instead, each scored from 0")
    parser.add_argument("--players", metavar="P", type=positive, help="number of players (default: 2)")
    add_arena_options(parser)
    parser.add_argument(
        "--luck-adjusted", action="store_true", help="also estimate the luck in every game and subtract it"
    )
    parser.add_argument(
        "--until",
        metavar="WIDTH",
        type=_width,
        help="stop as soon as the 95 %% interval of the win rate is narrower than this, such as 0.02",
    )
    parser.add_argument("--report", metavar="FILE", help="write a page with charts to this HTML file")


def _width(text: str) -> float:
    try:
        width = float(text)
    except ValueError:
        width = 0.0
    if not 0 < width < 1:
        raise argparse.ArgumentTypeError(f"expected a width between 0 and 1, not {text[:40]!r}")
    return width


def run(args: argparse.Namespace) -> int:
    match = _match(args)
    check_bots([args.a, args.b])
    workers = workers_from(args)
    check_writable([args.json, args.report])
    ensure_compiled()  # before the clock starts
    figures = {**origin(match), **_play(match, workers, args.until)}
    return finish(args, figures, lambda: page(figures), _print)


def _match(args: argparse.Namespace) -> Match:
    edition = edition_from(args)
    players = args.players or edition.min_players
    edition.check_players(players)
    if args.luck_adjusted and args.rounds:
        raise Failure("--luck-adjusted needs whole games; expected --games, not --rounds")
    groups = -(-(args.rounds or args.games or _GAMES) // players)
    return Match(
        edition,
        args.a,
        args.b,
        players,
        groups,
        seed_from(args),
        by_rounds=args.rounds is not None,
        luck_adjusted=args.luck_adjusted,
    )


def _play(match: Match, workers: Workers, until: float | None) -> dict[str, Any]:
    """Play the match, show progress, and return the figures of what was played."""
    sums = MatchSums(match.players)
    began = time.monotonic()
    with progress(match.groups * match.players, "rounds" if match.by_rounds else "games") as show:

        def take(part: Played) -> bool:
            sums.add(part)
            show(sums["games"], sums["rounds"])
            return until is not None and sums.width() < until

        complete = run_work(match, workers, take)
    report_faults(sums.faults)
    return _figures(match, sums, time.monotonic() - began, complete)


def _figures(match: Match, sums: MatchSums, seconds: float, complete: bool) -> dict[str, Any]:
    return {
        "a": as_bot(match.a).name,
        "b": as_bot(match.b).name,
        "edition": match.edition.id,
        "house_rules": dict(match.edition.house_rules()),
        "players": match.players,
        "games": 0 if match.by_rounds else sums["games"],
        "rounds": sums["rounds"],
        "deals": sums["groups"],
        "win_rate_of": "rounds" if match.by_rounds else "games",
        **sums.figures(),
        **({"luck_adjusted": sums.without_luck()} if match.luck_adjusted else {}),
        "faults": sums.faults.to_json(),
        "seconds": round(seconds, 3),
        "machine": machine_info(),
        "complete": complete,
    }


def _print(figures: dict[str, Any]) -> None:
    out = console()
    unit = figures["win_rate_of"]
    played = f"{figures[unit]:,} {unit}" + ("" if figures["complete"] else " (stopped)")
    if unit == "games":
        played += f", {figures['rounds']:,} rounds"
    out.print(
        f"{figures['a']} against {figures['b']}: {played} of {rules_played(figures)} for {figures['players']}, "
        f"{figures['deals']:,} deals, in {figures['seconds']:.1f} s, seed {figures['seed']}",
        soft_wrap=True,
    )
    if not figures["deals"]:
        return
    rows = [*_rows(figures)]
    width = max(len(label) for label, _, _ in rows)
    for label, figure, interval in rows:
        out.print(f"  {label:<{width}}{figure:>9}   {interval}".rstrip(), soft_wrap=True)


def _rows(figures: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The rows to print: a label, a figure, and its interval if it has one."""
    rate = PERCENT.with_interval(figures["win_rate"], *figures["win_rate_ci95"])
    yield f"{figures['win_rate_of']} won by {figures['a']}", rate[0], f"95 % interval {rate[1]}"
    margin, (low, high) = figures["margin_per_round"], figures["margin_ci95"]
    ahead, interval = (SIGNED(margin), "") if low is None else SIGNED.with_interval(margin, low, high)
    yield "points ahead per round", ahead, interval and f"95 % interval {interval}"
    if figures.get("luck_adjusted") is not None:  # it takes a few deals
        yield from _luck_adjusted_rows(figures["luck_adjusted"])
    for side in "ab":
        spent = figures["ms_per_choice"][side]
        yield f"ms per choice, {figures[side]}", "-" if spent is None else f"{spent:.3f}", ""


def _luck_adjusted_rows(adjusted: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for label, key, unit in (("games won", "win_rate", PERCENT), ("points ahead", "margin_per_round", SIGNED)):
        figure, interval = unit.with_interval(adjusted[key], *adjusted[f"{key}_ci95"])
        factor = adjusted[f"{key}_variance_factor"]
        yield f"{label}, luck subtracted", figure, f"95 % interval {interval}, variance divided by {factor:.1f}"
