"""The HTML report of a simulation: its figures and charts, and the same bots by edition and number of players.

The page needs no other file: charts are inline SVG, and there are no scripts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from tricorn.arena.charts import Bar, Column, bar_chart, column_chart
from tricorn.arena.job import Job, all_policies
from tricorn.arena.number_format import HUNDREDTHS, PERCENT, SIGNED, TENTHS, NumberFormat
from tricorn.arena.report_html import Run, document, lost_moves, origin, table
from tricorn.core.totals import SCORE_STEP
from tricorn.editions import EDITIONS
from tricorn.errors import EditionError
from tricorn.wording import SEATS

__all__ = [
    "COMPARED",
    "FIGURES",
    "bonus_chart",
    "bounds",
    "comparison_chart",
    "comparisons",
    "folded",
    "game_length_chart",
    "length_chart",
    "page",
    "score_chart",
]

# The figures of a table, in order: the name in the statistics, a label, and the number format.
FIGURES: tuple[tuple[str, str, NumberFormat], ...] = (
    ("points_per_seat_and_round", "points per seat and round", TENTHS),
    ("placements_per_round", "placements per round", TENTHS),
    ("draws_per_round", "draws per round", TENTHS),
    ("passes_per_round", "passes per round", HUNDREDTHS),
    ("bridges_per_round", "bridges per round, beside included", HUNDREDTHS),
    ("hexagons_per_round", "hexagons per round", HUNDREDTHS),
    ("blocked_share", "rounds blocked", PERCENT),
    ("tied_share", "rounds that nobody won", PERCENT),
    ("starter_ahead", "starter ahead of the others, points per round", SIGNED),
    ("starter_won_share", "rounds won by the starter", PERCENT),
    ("rounds_per_game", "rounds per game", HUNDREDTHS),
)

# The figures compared by edition and number of players: the name, a title, and the number format.
COMPARED: tuple[tuple[str, str, NumberFormat], ...] = (
    ("points_per_seat_and_round", "Points per seat and round", TENTHS),
    ("placements_per_round", "Placements per round", TENTHS),
    ("hexagons_per_round", "Hexagons per round", HUNDREDTHS),
    ("bridges_per_round", "Bridges per round, beside included", HUNDREDTHS),
    ("starter_ahead", "The starter ahead of the others, points per round", SIGNED),
    ("blocked_share", "Rounds blocked", PERCENT),
)

# Games per comparison; all comparisons together take a second or two.
_COMPARED_GAMES = 2000

# Columns at either end of a distribution are left out if together they have less than this share.
_TAIL = 0.0005


def bounds(run: Run, name: str) -> tuple[float, float]:
    """The 95 % interval of a figure."""
    low, high = run["statistics"]["points_ci95" if name == "points_per_seat_and_round" else f"{name}_ci95"]
    return low, high


def comparisons(job: Job) -> Iterator[Job]:
    """The job's bots and house rules in every edition, for every number of players; only for compiled games."""
    if not all_policies(job.bots):
        return
    for base in EDITIONS.values():
        try:
            edition = base.with_house_rules(job.edition.house_rules())
        except EditionError:
            continue
        for players in edition.player_counts():
            bots = tuple(job.bots[seat % len(job.bots)] for seat in range(players))
            try:
                yield Job(edition, bots, min(job.games, _COMPARED_GAMES), job.seed)
            except EditionError:
                continue  # a house rule may deal to fewer players


def page(run: Run, compared: Sequence[Run]) -> str:
    """The whole page, from the summary of a run and those of its comparisons (`statistics.summary`)."""
    return document(_title(run), _body(run, compared))


def _title(run: Run) -> str:
    return f"{run['rounds']:,} rounds of {run['edition']} for {run['players']}: {', '.join(run['bots'])}"


def _body(run: Run, compared: Sequence[Run]) -> Iterator[str]:
    yield f"<p>{escape(_conditions(run))}</p>"
    yield from lost_moves(run)
    if not run["statistics"]:
        yield "<p>No game was finished.</p>"
        return
    yield "<h2>Figures</h2>"
    yield from table(["", "figure", "95 % interval"], _figure_rows(run))
    yield "<h2>The bots</h2>"
    yield _seats_chart(run)
    headings = ["", "games won", "95 % interval", "rounds won", "95 % interval", "points per round", "95 % interval"]
    yield from table(headings, _seat_rows(run))
    yield "<h2>The points of a round</h2>"
    for name in dict.fromkeys(run["bots"]):
        yield score_chart(run, name)
    yield "<h2>The length of a round</h2>"
    yield length_chart(run)
    yield game_length_chart(run)
    yield "<h2>Bonuses</h2>"
    yield bonus_chart(run)
    yield "<h2>The starter, and how rounds end</h2>"
    yield _starter_chart(run)
    yield _ends_chart(run)
    if compared:
        yield "<h2>By edition and number of players</h2>"
        yield f"<p>{escape(_comparison_note(compared))}</p>"
        runs = folded(compared)
        yield from (comparison_chart(runs, *figure) for figure in COMPARED)
        yield from table(_comparison_headings(), map(_comparison_row, runs))
    yield from origin(run)


def _conditions(run: Run) -> str:
    rules = " ".join(f"{key}={value}" for key, value in run["house_rules"].items())
    return f"{run['games']:,} games{rules and ' with '}{rules}, {run['rounds_per_second']:,.0f} rounds per second."


def _figure_rows(run: Run) -> Iterator[list[str]]:
    for name, label, number_format in FIGURES:
        yield [label, *number_format.with_interval(run["statistics"][name], *bounds(run, name))]


def _seat_rows(run: Run) -> Iterator[list[str]]:
    figures = run["statistics"]
    for seat, name in enumerate(run["bots"]):
        cells: list[str] = []
        for key, number_format in (
            ("game_win_share", PERCENT),
            ("round_win_share", PERCENT),
            ("points_by_seat", TENTHS),
        ):
            cells += number_format.with_interval(figures[key][seat], *figures[f"{key}_ci95"][seat])
        yield [f"{SEATS[seat]}, {name}", *cells]


# Charts of one run.


def _trimmed(counts: Sequence[int]) -> tuple[int, list[float]]:
    """Counts as shares, without the tails: the index of the first share that is kept, and the shares."""
    total = sum(counts)
    first, last = 0, len(counts) - 1
    while first < last and sum(counts[: first + 1]) < _TAIL * total:
        first += 1
    while last > first and sum(counts[last:]) < _TAIL * total:
        last -= 1
    return first, [count / total for count in counts[first : last + 1]]


def _count_chart(
    title: str, axis: str, counts: Sequence[int], mean: float, height_label: str = "share of rounds"
) -> str:
    """The distribution of a whole number."""
    first, shares = _trimmed(counts)
    chart_columns = [Column(first + index, share) for index, share in enumerate(shares)]
    return column_chart(title, chart_columns, 1, axis, mean, PERCENT, height_label)


def score_chart(run: Run, bot: str | None = None) -> str:
    """The distribution of a seat's points in a round, for the seats of a bot or for all seats."""
    figures = run["statistics"]
    histogram, means = figures["histograms"]["points"], figures["points_by_seat"]
    seats = [seat for seat, name in enumerate(run["bots"]) if bot in (None, name)]
    counts = [sum(bins) for bins in zip(*(histogram["by_seat"][seat] for seat in seats), strict=True)]
    first, shares = _trimmed(counts)
    low = histogram["low"] + first * SCORE_STEP
    chart_columns = [Column(low + index * SCORE_STEP, share) for index, share in enumerate(shares)]
    title = "Points of a seat in a round" if bot is None else f"Points of {bot} in a round"
    mean = sum(means[seat] for seat in seats) / len(seats)
    return column_chart(title, chart_columns, SCORE_STEP, "points, by tens", mean, PERCENT)


def length_chart(run: Run) -> str:
    """The distribution of the number of placements in a round."""
    figures = run["statistics"]
    counts = figures["histograms"]["placements"]
    return _count_chart("Tiles placed in a round", "placements", counts, figures["placements_per_round"])


def game_length_chart(run: Run) -> str:
    """The distribution of the number of rounds in a game."""
    figures = run["statistics"]
    counts, mean = figures["histograms"]["rounds"], figures["rounds_per_game"]
    return _count_chart("Rounds of a game", "rounds", counts, mean, "share of games")


def bonus_chart(run: Run) -> str:
    """The distribution of the number of placements with a bonus in a round."""
    figures = run["statistics"]
    mean = figures["bridges_per_round"] + figures["hexagons_per_round"]
    counts = figures["histograms"]["bonuses"]
    axis = "placements with a bonus (last column: that many or more)"
    return _count_chart("Bridges and hexagons in a round", axis, counts, mean)


def _starter_chart(run: Run) -> str:
    figures = run["statistics"]
    low, high = figures["starter_ahead_ci95"]
    bars = [Bar("starter ahead by", figures["starter_ahead"], low, high)]
    return bar_chart("Points in a round: the starter minus the mean of the others", bars, SIGNED)


def _ends_chart(run: Run) -> str:
    figures = run["statistics"]
    blocked, tied = bounds(run, "blocked_share"), bounds(run, "tied_share")
    bars = [
        Bar("a player goes out", 1 - figures["blocked_share"], 1 - blocked[1], 1 - blocked[0]),
        Bar("blocked", figures["blocked_share"], *blocked),
        Bar("blocked, and nobody wins", figures["tied_share"], *tied),
    ]
    return bar_chart("How rounds end", bars, PERCENT)


def _seats_chart(run: Run) -> str:
    figures, bars = run["statistics"], []
    for unit, key in (("games", "game_win_share"), ("rounds", "round_win_share")):
        for seat, name in enumerate(run["bots"]):
            low, high = figures[f"{key}_ci95"][seat]
            label = f"{unit} won by {SEATS[seat]}, {name}"
            bars.append(Bar(label, figures[key][seat], low, high, gap=unit == "rounds" and not seat))
    return bar_chart("Games and rounds won", bars, PERCENT)


# Comparisons by edition and number of players.


Folded = tuple[tuple[str, ...], Run]  # editions with equal figures, and the run of one of them


def folded(compared: Sequence[Run]) -> list[Folded]:
    """The runs with equal figures merged, each with the editions that share them, fewest players first.

    The figures of two editions are equal if, for the same number of players, each lies in the interval of the other.
    """
    merged: list[Folded] = []
    for run in sorted(compared, key=lambda run: int(run["players"])):
        for index, (names, other) in enumerate(merged):
            if run["players"] == other["players"] and _are_equal(run, other):
                merged[index] = (*names, run["edition"]), other
                break
        else:
            merged.append(((run["edition"],), run))
    return merged


def _are_equal(one: Run, other: Run) -> bool:
    return all(_is_within(one, other, name) and _is_within(other, one, name) for name, _, _ in FIGURES)


def _is_within(one: Run, other: Run, name: str) -> bool:
    low, high = bounds(other, name)
    return bool(low <= one["statistics"][name] <= high)


def _comparison_note(compared: Sequence[Run]) -> str:
    return (
        f"The same bots, repeated to fill the seats, in {len(compared)} simulations of {compared[0]['games']:,} games. "
        "Orange lines are 95 % intervals. Editions whose figures all lie in each other's intervals share a row; "
        "the table names them."
    )


def comparison_chart(runs: Sequence[Folded], name: str, title: str, number_format: NumberFormat) -> str:
    """A chart of one figure of many runs, by number of players and edition."""
    bars: list[Bar] = []
    for index, (editions, run) in enumerate(runs):
        gap = index > 0 and runs[index - 1][1]["players"] != run["players"]
        more = f" and {len(editions) - 1} more" if len(editions) > 1 else ""
        label = f"{run['players']} players, {editions[0]}{more}"
        bars.append(Bar(label, run["statistics"][name], *bounds(run, name), gap))
    return bar_chart(title, bars, number_format)


def _comparison_headings() -> list[str]:
    return ["edition", "players", *(label for _, label, _ in FIGURES)]


def _comparison_row(folded_run: Folded) -> list[str]:
    editions, run = folded_run
    cells = [
        number_format.plus_minus(run["statistics"][name], *bounds(run, name)) for name, _, number_format in FIGURES
    ]
    return [", ".join(editions), str(run["players"]), *cells]
