"""The HTML report of a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tricorn.arena.charts import Bar, bar_chart
from tricorn.arena.number_format import ELO, PERCENT, SIGNED
from tricorn.arena.report_html import Run, document, lost_moves, origin, table
from tricorn.arena.tournament import RESAMPLES

__all__ = ["page", "win_rates"]


def page(run: Run) -> str:
    """The whole page, from the JSON of a tournament."""
    return document(f"A tournament of {len(run['bots'])} bots", _body(run))


def _body(run: Run) -> Iterator[str]:
    yield (
        f"<p>{run['games']:,} games of {escape(run['edition'])} for two players, {run['rounds']:,} rounds. "
        "Every bot plays every other on the same deals, each deal once from either seat.</p>"
    )
    yield from lost_moves(run)
    if run["ratings"]:
        yield from _ratings(run)
        yield from _cross_table(run)
        yield from _pairs(run)
    else:
        yield "<p>No game was finished.</p>"
    yield from origin(run)


def _ratings(run: Run) -> Iterator[str]:
    yield "<h2>Ratings</h2>"
    yield (
        "<p>Bradley-Terry ratings in Elo points above the mean of these bots. A bot rated 100 points "
        f"above another wins 64 % of their games. The 95 % intervals come from {RESAMPLES} tournaments with resampled "
        "deals.</p>"
    )
    ratings = [(rating["bot"], rating["rating"], rating["low"], rating["high"]) for rating in run["ratings"]]
    yield bar_chart("Rating, Elo points", [Bar(*rating) for rating in ratings], ELO)
    cells = [[name, *ELO.with_interval(*figures)] for name, *figures in ratings]
    yield from table(["bot", "rating", "95 % interval"], cells)


def _cross_table(run: Run) -> Iterator[str]:
    names, rates = [rating["bot"] for rating in run["ratings"]], win_rates(run)
    yield "<h2>Cross table</h2>"
    yield "<p>The share of games that the bot of the row won against the bot of the column.</p>"
    cells = [
        [name, *(PERCENT(rates[name, other]) if (name, other) in rates else "" for other in names)] for name in names
    ]
    yield from table(["", *names], cells)


def _pairs(run: Run) -> Iterator[str]:
    yield "<h2>Each pair</h2>"
    yield from table(["", "games", "won", "95 % interval", "points ahead per round", "95 % interval"], _pair_rows(run))


def _pair_rows(run: Run) -> Iterator[list[str]]:
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
    """The share of games that one bot won against another, by the names of both."""
    rates: dict[tuple[str, str], float] = {}
    for pair in run["pairs"]:
        if "win_rate" in pair:
            rates[pair["a"], pair["b"]] = pair["win_rate"]
            rates[pair["b"], pair["a"]] = 1 - pair["win_rate"]
    return rates
