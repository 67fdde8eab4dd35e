"""Makes docs/statistics.md and its pictures: every edition and number of players, a million rounds per edition.

    python docs/make_statistics.py [--games N] [--out FOLDER]

The same seed and number of games give the same page, whatever the machine and the number of its cores.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Any

from tricorn.arena.charts import standalone
from tricorn.arena.faults import Played
from tricorn.arena.job import Job
from tricorn.arena.report import (
    COMPARED,
    FIGURES,
    bonus_chart,
    bounds,
    comparison_chart,
    folded,
    game_length_chart,
    length_chart,
    score_chart,
)
from tricorn.arena.statistics import Totals, summary
from tricorn.arena.workers import cores, run
from tricorn.bots import BOTS
from tricorn.bots.plain import PlainBot
from tricorn.editions import DEFAULT_EDITION, EDITIONS, Edition, edition_named

Run = dict[str, Any]

SEED = 1
BOT = "greedy"

# From another program: greedy, two players, pressman-classic.
OTHER_PROGRAM = {
    "placements_per_round": 36.7,
    "hexagons_per_round": 0.93,
    "bridges_per_round": 0.79,
    "blocked_share": 0.27,
    "starter_ahead": 24.6,
}

# House rules that undo a ruling: what the other reading of the rulebook would change.
OTHER_READINGS = (
    ("R9", "spanish", "blocked_when=passes"),
    ("R15", "domino-site", "beside=sides"),
    ("R16", "domino-site", "zero_option=yes"),
)


def play(edition: Edition, players: int, bot: str, games: int) -> Run:
    """Simulate a number of games, as `tricorn simulate` does."""
    job = Job(edition, (bot,) * players, games, SEED)
    totals = Totals(players)
    began = time.monotonic()

    def handle(part: Played) -> bool:
        totals.add(part)
        return False

    if not run(job, cores(), handle):
        raise SystemExit("stopped; nothing was written")
    print(f"{edition.id}, {players} players, {bot}: {totals['rounds']:,} rounds", file=sys.stderr)
    return summary(job, totals, time.monotonic() - began, True)


def every_table(games: int) -> list[Run]:
    """Runs of every edition and number of players."""
    return [play(edition, players, BOT, games) for edition in EDITIONS.values() for players in edition.player_counts()]


def every_bot(games: int) -> list[Run]:
    """Runs of the plain bots, each against itself."""
    edition = EDITIONS[DEFAULT_EDITION]
    return [play(edition, 2, name, games) for name, bot in BOTS.items() if isinstance(bot, PlainBot)]


def every_reading(games: int) -> list[Run]:
    """Runs of the other readings, with two players."""
    return [play(edition_named(f"{name} {rule}"), 2, BOT, games) for _, name, rule in OTHER_READINGS]


def table(headings: Sequence[str], rows: Iterator[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(headings)} |"
    yield f"| {' | '.join(['---'] * len(headings))} |"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def figure_cells(run: Run) -> list[str]:
    return [number_format.plus_minus(run["statistics"][name], *bounds(run, name)) for name, _, number_format in FIGURES]


def columns(runs: Sequence[Run], headings: Sequence[str]) -> Iterator[str]:
    """A table with a column for each run."""
    cells = [figure_cells(run) for run in runs]
    rows = ([label, *(column[index] for column in cells)] for index, (_, label, _) in enumerate(FIGURES))
    yield from table(["", *headings], rows)


def program_comparison(run: Run) -> Iterator[str]:
    """A table that compares a run with the other program's figures."""
    rows = (
        [
            label,
            number_format(OTHER_PROGRAM[name]),
            number_format.plus_minus(run["statistics"][name], *bounds(run, name)),
        ]
        for name, label, number_format in FIGURES
        if name in OTHER_PROGRAM
    )
    yield from table(["greedy, 2 players, pressman-classic", "other program", "Tricorn"], rows)


def readings(tables: list[Run], others: list[Run]) -> Iterator[str]:
    """For each ruling, a table that compares its edition with the other reading."""
    for (ruling, name, rule), other in zip(OTHER_READINGS, others, strict=True):
        (own,) = [run for run in tables if (run["edition"], run["players"]) == (name, 2)]
        yield f"### {ruling} in {name}\n"
        yield from columns([own, other], [f"by {ruling}", f"with `{rule}`"])


def text(tables: list[Run], bots: list[Run], others: list[Run]) -> Iterator[str]:
    classic = default_run(tables)
    yield "# The game in figures\n"
    yield from introduction(tables)
    yield "## Compared with another program\n"
    yield from program_comparison(classic)
    yield "The rules do not say which of several equally good placements greedy makes, so programs differ a little.\n"
    yield "## By number of players\n"
    yield "Editions whose figures do not differ significantly share a column.\n"
    for players, runs in groupby(folded(tables), key=lambda pair: int(pair[1]["players"])):
        merged = [*runs]
        yield f"### {players} players\n"
        yield from columns([run for _, run in merged], [", ".join(editions) for editions, _ in merged])
    yield "## What the rulings change\n"
    yield "Two players, each edition under its ruling and under the other reading ([rulings](rules.md#rulings)).\n"
    yield from readings(tables, others)
    yield "## By edition and number of players\n"
    yield "Orange lines are 95 % intervals, if they are wide enough to be visible.\n"
    for name, title, _ in COMPARED:
        yield f"![{title}](pictures/statistics-{name}.svg)\n"
    yield "## Distributions\n"
    yield f"Two players, {DEFAULT_EDITION}.\n"
    for name, title in DISTRIBUTIONS.items():
        yield f"![{title}](pictures/statistics-spread-{name}.svg)\n"
    yield "## By bot\n"
    yield f"Each bot against itself, two players, {DEFAULT_EDITION}, {bots[0]['games']:,} games each.\n"
    names = [run["bots"][0] for run in bots]
    yield from columns(bots, [f"`{name}`" for name in names])
    for name in names:
        yield f"![Points of {name} in a round](pictures/statistics-bot-{name}.svg)\n"


def introduction(tables: list[Run]) -> Iterator[str]:
    """What was played, and how to repeat it."""
    rounds, games = sum(run["rounds"] for run in tables), tables[0]["games"]
    yield (
        f"{rounds:,} rounds, {min_rounds(tables):,} or more of each edition, played by `{BOT}` in every seat (it "
        "always makes the placement that scores most). Every figure is given with half the width of its 95 % interval. "
        "Bridges include placements beside one. Points are those of one seat in one round, with all bonuses and "
        "penalties. The starter's lead is its points minus the mean of the others in the round.\n"
    )
    yield (
        f"Made with Tricorn {version('tricorn')}, seed {SEED}, by `python docs/make_statistics.py`. Each column of a "
        "table can be repeated on its own, the first one by\n"
    )
    edition = tables[0]["edition"]
    yield f"    tricorn simulate --bots {BOT} --players 2 --edition {edition} --games {games} --seed {SEED}\n"
    yield "and `--report FILE` adds a page with charts.\n"


DISTRIBUTIONS = {
    "points": "Points of a seat in a round",
    "placements": "Tiles placed in a round",
    "bonuses": "Bridges and hexagons in a round",
    "rounds": "Rounds of a game",
}


def default_run(tables: list[Run]) -> Run:
    return next(run for run in tables if (run["edition"], run["players"]) == (DEFAULT_EDITION, 2))


def min_rounds(tables: list[Run]) -> int:
    return min(sum(int(run["rounds"]) for run in tables if run["edition"] == name) for name in EDITIONS)


def pictures(tables: list[Run], bots: list[Run]) -> dict[str, str]:
    """All pictures of the page by file name."""
    classic, runs = default_run(tables), folded(tables)
    charts = {figure[0]: comparison_chart(runs, *figure) for figure in COMPARED}
    charts |= {
        "spread-points": score_chart(classic),
        "spread-placements": length_chart(classic),
        "spread-bonuses": bonus_chart(classic),
        "spread-rounds": game_length_chart(classic),
    }
    charts |= {f"bot-{run['bots'][0]}": score_chart(run, run["bots"][0]) for run in bots}
    return {f"statistics-{name}.svg": standalone(chart) for name, chart in charts.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Make docs/statistics.md.")
    parser.add_argument("--games", type=int, default=120_000, help="games per edition and number of players")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="the folder to write to")
    args = parser.parse_args()
    tables, bots, others = every_table(args.games), every_bot(args.games), every_reading(args.games)
    folder = args.out / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures(tables, bots).items():
        (folder / name).write_text(picture, encoding="utf-8")
    (args.out / "statistics.md").write_text("\n".join(text(tables, bots, others)), encoding="utf-8")


if __name__ == "__main__":
    main()
