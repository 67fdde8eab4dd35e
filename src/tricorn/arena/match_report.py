"""A match as one page to read and cite."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tricorn.arena.charts import Row, rows
from tricorn.arena.page import Run, document, lost_moves, origin, table
from tricorn.arena.units import PERCENT, SIGNED

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
    yield rows(f"{run['win_rate_of'].capitalize()} won", bars, PERCENT)
    yield rows("Points ahead a round", [Row(name, run["margin_per_round"], least, most)], SIGNED)
    yield from table(["", "figure", "95 % interval"], _lines(run))


def _lines(run: Run) -> Iterator[list[str]]:
    yield [f"{run['win_rate_of']} won by {run['a']}", *PERCENT.with_interval(run["win_rate"], *run["win_rate_ci95"])]
    margin, (low, high) = run["margin_per_round"], run["margin_ci95"]
    ahead = (SIGNED(margin), "") if low is None else SIGNED.with_interval(margin, low, high)
    yield ["points ahead a round", *ahead]
    for side in "ab":
        spent = run["ms_per_choice"][side]
        yield [f"ms a choice, {run[side]}", "" if spent is None else f"{spent:.3f}", ""]
