"""A simulation as one page to read: its figures and charts, and the same bots in every edition and company.

The page needs nothing but itself: charts are inline SVG, there are no scripts and no requests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

from tricorn.arena.charts import STYLE, Column, Row, columns, rows
from tricorn.arena.job import Job, all_policies
from tricorn.core.totals import SCORE_STEP
from tricorn.editions import EDITIONS
from tricorn.errors import EditionError
from tricorn.record import SEATS

__all__ = [
    "COMPARED",
    "FIGURES",
    "bonus_chart",
    "comparison_chart",
    "comparisons",
    "game_length_chart",
    "length_chart",
    "page",
    "score_chart",
]

Run = dict[str, Any]
Unit = Callable[[float], str]


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _plain(value: float) -> str:
    return f"{value:.2f}"


def _signed(value: float) -> str:
    return f"{value:+.1f}"


def _tenths(value: float) -> str:
    return f"{value:.1f}"


# The figures of a table, in order: the name in the statistics, in words, and how it is written.
FIGURES: tuple[tuple[str, str, Unit], ...] = (
    ("points_per_seat_and_round", "points a seat and round", _tenths),
    ("placements_per_round", "placements a round", _tenths),
    ("draws_per_round", "draws a round", _tenths),
    ("passes_per_round", "passes a round", _plain),
    ("bridges_per_round", "bridges a round, beside included", _plain),
    ("hexagons_per_round", "hexagons a round", _plain),
    ("blocked_share", "rounds blocked", _percent),
    ("tied_share", "rounds that nobody won", _percent),
    ("starter_ahead", "starter ahead of the others, points a round", _signed),
    ("starter_won_share", "rounds won by the starter", _percent),
    ("rounds_per_game", "rounds a game", _plain),
)

# What is compared by edition and number of players, with the name of its interval if it has one.
COMPARED: tuple[tuple[str, str | None, str, Unit], ...] = (
    ("points_per_seat_and_round", "points_ci95", "Points a seat and round", _tenths),
    ("placements_per_round", None, "Placements a round", _tenths),
    ("hexagons_per_round", None, "Hexagons a round", _plain),
    ("bridges_per_round", None, "Bridges a round, beside included", _plain),
    ("starter_ahead", "starter_ahead_ci95", "The starter ahead of the others, points a round", _signed),
    ("blocked_share", None, "Rounds blocked", _percent),
)

# Games of each comparison: a second or two for all of them.
_COMPARED_GAMES = 2000

# Columns at either end that together hold less than this share are left out.
_TAIL = 0.0005


def comparisons(job: Job) -> Iterator[Job]:
    """The job's bots and house rules in every edition and company, if they play fast enough for it."""
    if not all_policies(job.bots):
        return
    for book in EDITIONS.values():
        try:
            edition = book.with_house_rules(job.edition.house_rules())
        except EditionError:
            continue
        for players in range(edition.players[0], edition.players[1] + 1):
            bots = tuple(job.bots[seat % len(job.bots)] for seat in range(players))
            try:
                yield Job(edition, bots, min(job.games, _COMPARED_GAMES), job.seed)
            except EditionError:
                continue  # a house rule that deals to fewer players


def page(run: Run, compared: Sequence[Run]) -> str:
    """The whole page, from the figures of a run and of its comparisons (see `statistics.summary`)."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            f"<title>{escape(_headline(run))}</title>",
            f"<style>\n{_PAGE_STYLE}{STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            *_body(run, compared),
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


# A browser that keeps to this requests nothing and runs nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

_PAGE_STYLE = """\
:root { color-scheme: light dark; --text: #1f2430; --paper: #ffffff; --rule: #d5d9e0 }
@media (prefers-color-scheme: dark) { :root { --text: #e8eaf0; --paper: #171a21; --rule: #3a404c } }
body { margin: 0; background: var(--paper); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
svg { width: 100%; height: auto; margin: 0.75rem 0 }
.wide { overflow-x: auto }
table { border-collapse: collapse; margin: 0.75rem 0; font-size: 0.875rem }
th, td { padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--rule); text-align: right }
td { white-space: nowrap }
th:first-child { text-align: left; font-weight: normal }
"""


def _headline(run: Run) -> str:
    return f"{run['rounds']:,} rounds of {run['edition']} for {run['players']}: {', '.join(run['bots'])}"


def _body(run: Run, compared: Sequence[Run]) -> Iterator[str]:
    yield f"<h1>{escape(_headline(run))}</h1>"
    yield f"<p>{escape(_conditions(run))}</p>"
    if not run["statistics"]:
        yield "<p>Nothing was played to the end.</p>"
        return
    yield "<h2>In figures</h2>"
    yield from _table(["a round, unless it says otherwise", ""], _figure_rows(run))
    yield "<h2>The points of a round</h2>"
    yield score_chart(run)
    yield "<h2>The length of a round</h2>"
    yield length_chart(run)
    yield game_length_chart(run)
    yield "<h2>Bonuses</h2>"
    yield bonus_chart(run)
    yield "<h2>The starter, and how rounds end</h2>"
    yield _starter_chart(run)
    yield _ends_chart(run)
    yield "<h2>The seats</h2>"
    yield _seats_chart(run)
    if compared:
        yield "<h2>By edition and number of players</h2>"
        yield f"<p>{escape(_comparison_words(compared))}</p>"
        yield from (comparison_chart(compared, *figure) for figure in COMPARED)
        yield from _table(_comparison_heads(), map(_comparison_row, compared))


def _conditions(run: Run) -> str:
    rules = " ".join(f"{key}={value}" for key, value in run["house_rules"].items())
    stopped = "" if run["complete"] else " The run was stopped before its end."
    return (
        f"{run['games']:,} games{f' with {rules}' if rules else ''}, seed {run['seed']}, in "
        f"{run['seconds']:.1f} s ({run['rounds_per_second']:,.0f} rounds a second), "
        f"{run['machine']}.{stopped}"
    )


def _figure_rows(run: Run) -> Iterator[list[str]]:
    figures = run["statistics"]
    for name, words, unit in FIGURES:
        yield [words, unit(figures[name])]
    for name, words in (("points_ci95", "points a seat"), ("starter_ahead_ci95", "starter ahead")):
        low, high = figures[name]
        yield [f"{words}, 95 % interval", f"{low:.2f} to {high:.2f}"]


def _table(heads: Sequence[str], lines: Iterator[list[str]]) -> Iterator[str]:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    yield f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>'
    for first, *rest in lines:
        cells = "".join(f"<td>{escape(text)}</td>" for text in rest)
        yield f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
    yield "</tbody>\n</table></div>"


# The charts of one run.


def _trimmed(counts: Sequence[int]) -> tuple[int, list[float]]:
    """Shares without the thin ends: the place of the first kept, and those kept."""
    total = sum(counts)
    first, last = 0, len(counts) - 1
    while first < last and sum(counts[: first + 1]) < _TAIL * total:
        first += 1
    while last > first and sum(counts[last:]) < _TAIL * total:
        last -= 1
    return first, [count / total for count in counts[first : last + 1]]


def _whole_numbers(title: str, axis: str, counts: Sequence[int], mean: float) -> str:
    first, shares = _trimmed(counts)
    bars = [Column(first + place, share) for place, share in enumerate(shares)]
    return columns(title, bars, 1, axis, mean, _percent)


def score_chart(run: Run) -> str:
    """How often a seat scores how much in a round."""
    histogram = run["statistics"]["histograms"]["points"]
    first, shares = _trimmed(histogram["counts"])
    low = histogram["low"] + first * SCORE_STEP
    bars = [Column(low + place * SCORE_STEP, share) for place, share in enumerate(shares)]
    mean = run["statistics"]["points_per_seat_and_round"]
    return columns("Points of a seat in a round", bars, SCORE_STEP, "points, by tens", mean, _percent)


def length_chart(run: Run) -> str:
    """How often a round has how many placements."""
    figures = run["statistics"]
    counts = figures["histograms"]["placements"]
    return _whole_numbers("Tiles placed in a round", "placements", counts, figures["placements_per_round"])


def game_length_chart(run: Run) -> str:
    """How often a game has how many rounds."""
    figures = run["statistics"]
    return _whole_numbers("Rounds of a game", "rounds", figures["histograms"]["rounds"], figures["rounds_per_game"])


def bonus_chart(run: Run) -> str:
    """How often a round has how many placements with a bonus."""
    figures = run["statistics"]
    mean = figures["bridges_per_round"] + figures["hexagons_per_round"]
    counts = figures["histograms"]["bonuses"]
    return _whole_numbers(
        "Bridges and hexagons in a round", "placements with a bonus (the last: or more)", counts, mean
    )


def _starter_chart(run: Run) -> str:
    figures = run["statistics"]
    low, high = figures["starter_ahead_ci95"]
    bars = [Row("starter ahead by", figures["starter_ahead"], low, high)]
    return rows("Points of a round: the starter less the mean of the others", bars, _signed)


def _ends_chart(run: Run) -> str:
    figures = run["statistics"]
    bars = [
        Row("somebody goes out", 1 - figures["blocked_share"]),
        Row("blocked, somebody wins", figures["blocked_share"] - figures["tied_share"]),
        Row("blocked, nobody wins", figures["tied_share"]),
    ]
    return rows("How rounds end", bars, _percent)


def _seats_chart(run: Run) -> str:
    figures = run["statistics"]
    named = [f"{SEATS[seat]}, {name}" for seat, name in enumerate(run["bots"])]
    games, rounds = figures["game_win_share"], figures["round_win_share"]
    bars = [Row(f"games won by {name}", share) for name, share in zip(named, games, strict=True)]
    bars += [
        Row(f"rounds won by {name}", share, gap=not seat)
        for seat, (name, share) in enumerate(zip(named, rounds, strict=True))
    ]
    return rows("Games and rounds won", bars, _percent)


# By edition and number of players.


def _comparison_words(compared: Sequence[Run]) -> str:
    return (
        f"The same bots, repeated to fill the seats, in {len(compared)} simulations of "
        f"{compared[0]['games']:,} games. Orange lines are 95 % intervals where they can be seen."
    )


def comparison_chart(compared: Sequence[Run], name: str, interval: str | None, title: str, unit: Unit) -> str:
    """One figure of many runs, by number of players and edition."""
    bars: list[Row] = []
    ordered = sorted(compared, key=lambda run: int(run["players"]))
    for before, run in zip([None, *ordered], ordered, strict=False):
        figures = run["statistics"]
        low, high = (None, None) if interval is None else figures[interval]
        gap = before is not None and before["players"] != run["players"]
        bars.append(Row(f"{run['players']} players, {run['edition']}", figures[name], low, high, gap))
    return rows(title, bars, unit)


def _comparison_heads() -> list[str]:
    return ["edition", "players", *(words for _, words, _ in FIGURES)]


def _comparison_row(run: Run) -> list[str]:
    return [
        run["edition"],
        str(run["players"]),
        *(unit(run["statistics"][name]) for name, _, unit in FIGURES),
    ]
