"""The HTML report of a match."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tricorn.arena.charts import Bar, bar_chart
from tricorn.arena.number_format import PERCENT, SIGNED
from tricorn.arena.report_html import Run, document, lost_moves, origin, table

__all__ = ["page"]


def page(run: Run) -> str:
    """The whole page, from the JSON of a match."""
    return document(f"{run['a']} against {run['b']}", _body(run))


def _body(run: Run) -> Iterator[str]:
    unit = run["win_rate_of"]
    yield (
        f"<p>{run[unit]:,} {unit} of {escape(run['edition'])} for {run['players']} players, {run['rounds']:,} rounds. "
        f"{run['deals']:,} deals, each played once with {escape(run['a'])} in each seat. "
        "The 95 % intervals count deals, because games of the same deal depend on each other.</p>"
    )
    yield from lost_moves(run)
    if run["deals"]:
        yield from _figures(run)
    else:
        yield "<p>No deal was finished.</p>"
    yield from origin(run)


def _figures(run: Run) -> Iterator[str]:
    name, even = run["a"], 1 / run["players"]
    bars = [Bar(name, run["win_rate"], *run["win_rate_ci95"]), Bar("as strong as the others", even)]
    yield bar_chart(f"{run['win_rate_of'].capitalize()} won", bars, PERCENT)
    yield bar_chart("Points ahead per round", [Bar(name, run["margin_per_round"], *run["margin_ci95"])], SIGNED)
    yield from table(["", "figure", "95 % interval"], _figure_rows(run))


def _figure_rows(run: Run) -> Iterator[list[str]]:
    yield [f"{run['win_rate_of']} won by {run['a']}", *PERCENT.with_interval(run["win_rate"], *run["win_rate_ci95"])]
    margin, (low, high) = run["margin_per_round"], run["margin_ci95"]
    ahead = (SIGNED(margin), "") if low is None else SIGNED.with_interval(margin, low, high)
    yield ["points ahead per round", *ahead]
    for side in "ab":
        time = run["ms_per_choice"][side]
        yield [f"ms per choice, {run[side]}", "" if time is None else f"{time:.3f}", ""]
