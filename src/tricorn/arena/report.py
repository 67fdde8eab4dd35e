"""A simulation as one page to read: its figures and charts, and the same bots in every edition and company.

The page needs nothing but itself: charts are inline SVG, there are no scripts and no requests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from tricorn.arena.charts import Column, Row, columns, rows
from tricorn.arena.job import Job, all_policies
from tricorn.arena.page import Run, document, lost_moves, origin, table
from tricorn.arena.units import HUNDREDTHS, PERCENT, SIGNED, TENTHS, Unit
from tricorn.core.totals import SCORE_STEP
from tricorn.editions import EDITIONS
from tricorn.errors import EditionError
from tricorn.record import SEATS

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

# The figures of a table, in order: the name in the statistics, in words, and how it is written.
FIGURES: tuple[tuple[str, str, Unit], ...] = (
    ("points_per_seat_and_round", "points a seat and round", TENTHS),
    ("placements_per_round", "placements a round", TENTHS),
    ("draws_per_round", "draws a round", TENTHS),
    ("passes_per_round", "passes a round", HUNDREDTHS),
    ("bridges_per_round", "bridges a round, beside included", HUNDREDTHS),
    ("hexagons_per_round", "hexagons a round", HUNDREDTHS),
    ("blocked_share", "rounds blocked", PERCENT),
    ("tied_share", "rounds that nobody won", PERCENT),
    ("starter_ahead", "starter ahead of the others, points a round", SIGNED),
    ("starter_won_share", "rounds won by the starter", PERCENT),
    ("rounds_per_game", "rounds a game", HUNDREDTHS),
)

# What is compared by edition and number of players.
COMPARED: tuple[tuple[str, str, Unit], ...] = (
    ("points_per_seat_and_round", "Points a seat and round", TENTHS),
    ("placements_per_round", "Placements a round", TENTHS),
    ("hexagons_per_round", "Hexagons a round", HUNDREDTHS),
    ("bridges_per_round", "Bridges a round, beside included", HUNDREDTHS),
    ("starter_ahead", "The starter ahead of the others, points a round", SIGNED),
    ("blocked_share", "Rounds blocked", PERCENT),
)

# Games of each comparison: a second or two for all of them.
_COMPARED_GAMES = 2000

# Columns at either end that together hold less than this share are left out.
_TAIL = 0.0005


def bounds(run: Run, name: str) -> tuple[float, float]:
    """The 95 % interval of a figure."""
    low, high = run["statistics"]["points_ci95" if name == "points_per_seat_and_round" else f"{name}_ci95"]
    return low, high


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
    return document(_headline(run), _body(run, compared))


def _headline(run: Run) -> str:
    return f"{run['rounds']:,} rounds of {run['edition']} for {run['players']}: {', '.join(run['bots'])}"


def _body(run: Run, compared: Sequence[Run]) -> Iterator[str]:
    yield f"<p>{escape(_conditions(run))}</p>"
    yield from lost_moves(run)
    if not run["statistics"]:
        yield "<p>Nothing was played to the end.</p>"
        return
    yield "<h2>In figures</h2>"
    yield from table(["", "figure", "95 % interval"], _figure_rows(run))
    yield "<h2>The bots</h2>"
    yield _seats_chart(run)
    heads = ["", "games won", "95 % interval", "rounds won", "95 % interval", "points a round", "95 % interval"]
    yield from table(heads, _seat_rows(run))
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
        yield f"<p>{escape(_comparison_words(compared))}</p>"
        runs = folded(compared)
        yield from (comparison_chart(runs, *figure) for figure in COMPARED)
        yield from table(_comparison_heads(), map(_comparison_row, runs))
    yield from origin(run)


def _conditions(run: Run) -> str:
    rules = " ".join(f"{key}={value}" for key, value in run["house_rules"].items())
    return f"{run['games']:,} games{rules and ' with '}{rules}, {run['rounds_per_second']:,.0f} rounds a second."


def _figure_rows(run: Run) -> Iterator[list[str]]:
    for name, words, unit in FIGURES:
        yield [words, *unit.with_interval(run["statistics"][name], *bounds(run, name))]


def _seat_rows(run: Run) -> Iterator[list[str]]:
    figures = run["statistics"]
    for seat, name in enumerate(run["bots"]):
        cells: list[str] = []
        for key, unit in (("game_win_share", PERCENT), ("round_win_share", PERCENT), ("points_by_seat", TENTHS)):
            cells += unit.with_interval(figures[key][seat], *figures[f"{key}_ci95"][seat])
        yield [f"{SEATS[seat]}, {name}", *cells]


# The charts of one run.


def _trimmed(counts: Sequence[int]) -> tuple[int, list[float]]:
    """Shares without the thin ends: the index of the first remaining one, and the remaining ones."""
    total = sum(counts)
    first, last = 0, len(counts) - 1
    while first < last and sum(counts[: first + 1]) < _TAIL * total:
        first += 1
    while last > first and sum(counts[last:]) < _TAIL * total:
        last -= 1
    return first, [count / total for count in counts[first : last + 1]]


def _whole_numbers(title: str, axis: str, counts: Sequence[int], mean: float, share: str = "share of rounds") -> str:
    first, shares = _trimmed(counts)
    bars = [Column(first + place, share) for place, share in enumerate(shares)]
    return columns(title, bars, 1, axis, mean, PERCENT, share)


def score_chart(run: Run, bot: str | None = None) -> str:
    """How often a seat of a bot, or any seat, scores how much in a round."""
    figures = run["statistics"]
    histogram, means = figures["histograms"]["points"], figures["points_by_seat"]
    seats = [seat for seat, name in enumerate(run["bots"]) if bot in (None, name)]
    counts = [sum(column) for column in zip(*(histogram["by_seat"][seat] for seat in seats), strict=True)]
    first, shares = _trimmed(counts)
    low = histogram["low"] + first * SCORE_STEP
    bars = [Column(low + place * SCORE_STEP, share) for place, share in enumerate(shares)]
    title = "Points of a seat in a round" if bot is None else f"Points of {bot} in a round"
    mean = sum(means[seat] for seat in seats) / len(seats)
    return columns(title, bars, SCORE_STEP, "points, by tens", mean, PERCENT)


def length_chart(run: Run) -> str:
    """How often a round has how many placements."""
    figures = run["statistics"]
    counts = figures["histograms"]["placements"]
    return _whole_numbers("Tiles placed in a round", "placements", counts, figures["placements_per_round"])


def game_length_chart(run: Run) -> str:
    """How often a game has how many rounds."""
    figures = run["statistics"]
    counts, mean = figures["histograms"]["rounds"], figures["rounds_per_game"]
    return _whole_numbers("Rounds of a game", "rounds", counts, mean, "share of games")


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
    return rows("Points of a round: the starter less the mean of the others", bars, SIGNED)


def _ends_chart(run: Run) -> str:
    figures = run["statistics"]
    blocked, tied = bounds(run, "blocked_share"), bounds(run, "tied_share")
    bars = [
        Row("somebody goes out", 1 - figures["blocked_share"], 1 - blocked[1], 1 - blocked[0]),
        Row("blocked", figures["blocked_share"], *blocked),
        Row("of these nobody wins", figures["tied_share"], *tied),
    ]
    return rows("How rounds end", bars, PERCENT)


def _seats_chart(run: Run) -> str:
    figures, bars = run["statistics"], []
    for what, key in (("games", "game_win_share"), ("rounds", "round_win_share")):
        for seat, name in enumerate(run["bots"]):
            low, high = figures[f"{key}_ci95"][seat]
            label = f"{what} won by {SEATS[seat]}, {name}"
            bars.append(Row(label, figures[key][seat], low, high, gap=what == "rounds" and not seat))
    return rows("Games and rounds won", bars, PERCENT)


# By edition and number of players.


Folded = tuple[tuple[str, ...], Run]  # editions with equal figures, and the run of one of them


def folded(compared: Sequence[Run]) -> list[Folded]:
    """The runs without duplicates; each with the editions that share its figures, fewest players first.

    Two editions with as many players are one if each figure of either lies in the interval of the other.
    """
    found: list[Folded] = []
    for run in sorted(compared, key=lambda run: int(run["players"])):
        for place, (names, other) in enumerate(found):
            if run["players"] == other["players"] and _alike(run, other):
                found[place] = (*names, run["edition"]), other
                break
        else:
            found.append(((run["edition"],), run))
    return found


def _alike(one: Run, other: Run) -> bool:
    return all(_within(one, other, name) and _within(other, one, name) for name, _, _ in FIGURES)


def _within(one: Run, other: Run, name: str) -> bool:
    low, high = bounds(other, name)
    return bool(low <= one["statistics"][name] <= high)


def _comparison_words(compared: Sequence[Run]) -> str:
    return (
        f"The same bots, repeated to fill the seats, in {len(compared)} simulations of {compared[0]['games']:,} games. "
        "Orange lines are 95 % intervals. Editions whose figures all lie in each other's intervals stand together; "
        "the table names them."
    )


def comparison_chart(runs: Sequence[Folded], name: str, title: str, unit: Unit) -> str:
    """One figure of many runs, by number of players and edition."""
    bars: list[Row] = []
    for place, (editions, run) in enumerate(runs):
        gap = place > 0 and runs[place - 1][1]["players"] != run["players"]
        more = f" and {len(editions) - 1} more" if len(editions) > 1 else ""
        label = f"{run['players']} players, {editions[0]}{more}"
        bars.append(Row(label, run["statistics"][name], *bounds(run, name), gap))
    return rows(title, bars, unit)


def _comparison_heads() -> list[str]:
    return ["edition", "players", *(words for _, words, _ in FIGURES)]


def _comparison_row(run: Folded) -> list[str]:
    editions, figures = run
    cells = [unit.plus_minus(figures["statistics"][name], *bounds(figures, name)) for name, _, unit in FIGURES]
    return [", ".join(editions), str(figures["players"]), *cells]
