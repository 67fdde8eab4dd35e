"""A tournament as one page to read and cite."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tricorn.arena.charts import Row, rows
from tricorn.arena.page import Run, document, lost_moves, origin, table
from tricorn.arena.units import ELO, PERCENT, SIGNED

__all__ = ["page", "win_rates"]


def page(run: Run) -> str:
    """The page, from the figures of a tournament by the names of its JSON."""
    return document(f"A tournament of {len(run['bots'])} bots", _body(run))


def _body(run: Run) -> Iterator[str]:
    yield (
        f"<p>{run['games']:,} games of {escape(run['edition'])} for two players, {run['rounds']:,} rounds. "
        "Every bot plays every other on the same deals, each deal once in either seat.</p>"
    )
    yield from lost_moves(run)
    if run["ratings"]:
        yield from _ratings(run)
        yield from _cross_table(run)
        yield from _pairs(run)
    else:
        yield "<p>Nothing was played to the end.</p>"
    yield from origin(run)


def _ratings(run: Run) -> Iterator[str]:
    yield "<h2>Ratings</h2>"
    yield (
        "<p>Bradley-Terry ratings in Elo points above the mean of these bots: 100 points more are 64 % of the games. "
        "The 95 % intervals come from 200 tournaments with resampled deals.</p>"
    )
    bars = [Row(each["bot"], each["rating"], each["low"], each["high"]) for each in run["ratings"]]
    yield rows("Rating, Elo points", bars, ELO)
    lines = [[each["bot"], *ELO.with_interval(each["rating"], each["low"], each["high"])] for each in run["ratings"]]
    yield from table(["bot", "rating", "95 % interval"], lines)


def _cross_table(run: Run) -> Iterator[str]:
    names, won = [each["bot"] for each in run["ratings"]], win_rates(run)
    yield "<h2>Cross table</h2>"
    yield "<p>The share of games that the bot of the line won against the bot of the column.</p>"
    lines = [[name, *(PERCENT(won[name, other]) if (name, other) in won else "" for other in names)] for name in names]
    yield from table(["", *names], lines)


def _pairs(run: Run) -> Iterator[str]:
    yield "<h2>Each pair</h2>"
    yield from table(["", "games", "won", "95 % interval", "points ahead a round", "95 % interval"], _lines(run))


def _lines(run: Run) -> Iterator[list[str]]:
    for pair in run["pairs"]:
        if "win_rate" in pair:
            margin, (low, high) = pair["margin_per_round"], pair["margin_ci95"]
            yield [
                f"{pair['a']} against {pair['b']}",
                f"{pair['games']:,}",
                *PERCENT.with_interval(pair["win_rate"], *pair["win_rate_ci95"]),
                *((SIGNED(margin), "") if low is None else SIGNED.with_interval(margin, low, high)),
            ]


def win_rates(run: Run) -> dict[tuple[str, str], float]:
    """The share of games that the first bot won against the second."""
    found: dict[tuple[str, str], float] = {}
    for pair in run["pairs"]:
        if "win_rate" in pair:
            found[pair["a"], pair["b"]] = pair["win_rate"]
            found[pair["b"], pair["a"]] = 1 - pair["win_rate"]
    return found
