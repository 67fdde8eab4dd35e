"""A match as one page to read and cite."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tricorn.arena.charts import Row, rows
from tricorn.arena.page import Run, document, lost_moves, origin, percent, table

__all__ = ["page"]


def page(run: Run) -> str:
    """The page, from the figures of a match by the names of its JSON."""
    return document(f"{run['a']} against {run['b']}", _body(run))


def _body(run: Run) -> Iterator[str]:
    what = run["win_rate_of"]
    yield (
        f"<p>{run[what]:,} {what} of {escape(run['edition'])} for {run['players']} players, {run['rounds']:,} rounds. "
        f"{run['deals']:,} deals, each played with {escape(run['a'])} in every seat in turn. "
        "Intervals are 95 % and count deals, because the games of a deal depend on each other.</p>"
    )
    yield from lost_moves(run)
    if run["deals"]:
        yield from _figures(run)
    else:
        yield "<p>Nothing was played to the end.</p>"
    yield from origin(run)


def _figures(run: Run) -> Iterator[str]:
    even = 1 / run["players"]
    name = run["a"]
    (low, high), (least, most) = run["win_rate_ci95"], run["margin_ci95"]
    bars = [Row(name, run["win_rate"], low, high), Row("as strong as the others", even)]
    yield rows(f"{run['win_rate_of'].capitalize()} won", bars, percent)
    yield rows("Points ahead a round", [Row(name, run["margin_per_round"], least, most)], _signed)
    yield from table(["", "figure", "95 % interval"], _lines(run))


def _lines(run: Run) -> Iterator[list[str]]:
    low, high = run["win_rate_ci95"]
    yield [f"{run['win_rate_of']} won by {run['a']}", percent(run["win_rate"]), f"{percent(low)} to {percent(high)}"]
    low, high = run["margin_ci95"]
    interval = "" if low is None else f"{low:+.2f} to {high:+.2f}"
    yield ["points ahead a round", _signed(run["margin_per_round"]), interval]
    for side in "ab":
        spent = run["ms_per_choice"][side]
        yield [f"ms a choice, {run[side]}", "" if spent is None else f"{spent:.3f}", ""]


def _signed(value: float) -> str:
    return f"{value:+.1f}"
