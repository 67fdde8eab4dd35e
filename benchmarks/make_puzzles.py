"""Makes the puzzles that Tricorn ships: simulated games of all editions, searched for positions with one clear answer.

python benchmarks/make_puzzles.py find [--each N] [--minutes M] [--part 1/2] LOG
python benchmarks/make_puzzles.py ship LOG ...

`find` adds a line to the log for each game and each position found, so that it can be stopped and continued; several
processes can each do a part. `ship` writes the puzzles of all logs into the package, and prints the tables of
docs/puzzles.md.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from tricorn.analysis.puzzle_finding import Found, Tally, find
from tricorn.analysis.puzzle_making import Search, make_puzzle
from tricorn.analysis.puzzles import FILES, THEMES, Puzzle, view_of
from tricorn.arena.seating import Seating
from tricorn.bots import LEVELS
from tricorn.bots.seeing import round_events
from tricorn.core.compile import accelerate
from tricorn.core.rng import new_rng
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS
from tricorn.messages import SEATS

_SEED = 1600  # and one more for each edition and number of players
_PLAYERS = ("medium", "heuristic")
_A_FILE = 25  # puzzles

Line = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    finding = commands.add_parser("find")
    finding.add_argument("--each", type=int, default=32, help="puzzles for each edition and number of players")
    finding.add_argument("--minutes", type=float, default=60)
    finding.add_argument("--part", default="1/1", help="this process does one of several parts, each with its own log")
    finding.add_argument("log", type=Path)
    shipping = commands.add_parser("ship")
    shipping.add_argument("logs", type=Path, nargs="+")
    options = parser.parse_args()
    accelerate()
    if options.command == "find":
        part, parts = (int(number) for number in options.part.split("/"))
        _find(options.log, options.each, time.monotonic() + 60 * options.minutes, _tables()[part - 1 :: parts])
    else:
        _ship([line for log in options.logs for line in _read(log)])


def _tables() -> list[tuple[str, int]]:
    return [
        (name, players)
        for name, edition in EDITIONS.items()
        for players in range(edition.players[0], edition.players[1] + 1)
    ]


def _read(log: Path) -> list[Line]:
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


# Finding.


def _find(path: Path, each: int, until: float, tables: list[tuple[str, int]]) -> None:
    """One game of each table after the other, until every table has enough puzzles or the time is up."""
    log = _read(path)
    done = {(line["edition"], line["players"], line["game"]) for line in log if "choices" in line}
    found = Counter((line["edition"], line["players"]) for line in log if "deep" in line)
    number = 0
    while time.monotonic() < until and any(found[table] < each for table in tables):
        for table in tables:
            if found[table] >= each or (*table, number) in done or time.monotonic() >= until:
                continue
            lines = _search(*table, number)
            found[table] += len(lines) - 1
            with path.open("a") as file:
                file.writelines(json.dumps(line) + "\n" for line in lines)
            print(f"{table[0]} {table[1]}, game {number}: {len(lines) - 1} more, {found.total()} in all", flush=True)
        number += 1


def _search(edition: str, players: int, number: int) -> list[Line]:
    """The lines of a game's puzzles, and one that counts what was looked at."""
    began = time.process_time()
    bots = [_PLAYERS[(seat + number) % 2] for seat in range(players)]
    seating = Seating(EDITIONS[edition], bots, log=True)
    seed = seating.seed_of(_SEED + _tables().index((edition, players)), number)
    record = seating.record_of(seed, new_totals())
    tally = Tally()
    table = {"edition": edition, "players": players, "game": number}
    lines = [{**table, **_logged(found)} for found in find(record, seed, tally)]
    return [*lines, {**table, **vars(tally), "seconds": round(time.process_time() - began, 2)}]


def _logged(found: Found) -> Line:
    view = found.view
    assert view.seat is not None
    assert view.round is not None
    return {
        "event": found.event,
        "round": view.round.number,
        "seat": SEATS[view.seat],
        "scores": view.scores,
        "lines": [str(event) for event in round_events(view)],
        "cheap": {"worlds": found.cheap.best.worlds, "ahead": round(found.cheap.moves[1].loss, 4)},
        "deep": {
            "worlds": found.deep.best.worlds,
            "ahead": round(found.deep.moves[1].loss, 4),
            "error": round(found.deep.moves[1].loss_error, 4),
        },
        "moves": [
            [str(each.move), each.score, round(each.chance, 4), round(each.loss, 4), round(each.points, 1)]
            for each in found.deep.moves
        ],
    }


# Shipping.


def _ship(log: list[Line]) -> None:
    found = {tuple(line["lines"]): line for line in log if "deep" in line}  # each position once
    puzzles = [_puzzle(line, number) for number, line in enumerate(found.values())]
    Random(_SEED).shuffle(puzzles)
    FILES.mkdir(exist_ok=True)
    for path in FILES.glob("*.json"):
        path.unlink()
    for first in range(0, len(puzzles), _A_FILE):
        rows = [json.dumps(each.as_data(), separators=(",", ":")) for each in puzzles[first : first + _A_FILE]]
        (FILES / f"{first // _A_FILE:02}.json").write_text("[\n" + ",\n".join(rows) + "\n]\n")
    index = [[each.edition, each.players, each.theme, each.difficulty] for each in puzzles]
    (FILES / "index.json").write_text(json.dumps({"size": _A_FILE, "puzzles": index}, separators=(",", ":")) + "\n")
    print("\n".join(_tables_of(log, puzzles)))


def _puzzle(line: Line, number: int) -> Puzzle:
    cheap, deep = line["cheap"], line["deep"]
    figures = {move: (chance, points) for move, _, chance, _, points in line["moves"]}
    search = Search(cheap["worlds"], deep["worlds"], deep["ahead"], deep["error"], figures)
    seat = SEATS.index(line["seat"])
    view = view_of(line["edition"], line["round"], seat, tuple(line["scores"]), line["lines"])
    return make_puzzle(view, line["lines"], search, new_rng(_SEED, number))


def _tables_of(log: list[Line], puzzles: list[Puzzle]) -> list[str]:
    """What docs/puzzles.md shows."""
    rows = ["| edition | games | choices | candidates | checked | confirmed | core seconds |"]
    rows.append("| --- | --- | --- | --- | --- | --- | --- |")
    games = [line for line in log if "choices" in line]
    for name in (*EDITIONS, None):
        mine = [line for line in games if name in (None, line["edition"])]
        sums = [sum(line[field] for line in mine) for field in ("choices", "candidates", "checked", "confirmed")]
        cells = [f"`{name}`" if name else "all", len(mine), *sums, round(sum(line["seconds"] for line in mine))]
        rows.append("| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in cells) + " |")
    rows += ["", "| theme | " + " | ".join((*LEVELS, "none")) + " | all |", "| --- |" + " --- |" * (len(LEVELS) + 2)]
    for theme in THEMES:
        counts = [
            sum(each.theme == theme and each.difficulty == level for each in puzzles)
            for level in range(1, len(LEVELS) + 2)
        ]
        rows.append("| " + " | ".join(map(str, (theme, *counts, sum(counts)))) + " |")
    ahead = sorted(each.ahead for each in puzzles)
    ratio = min(each.worlds / each.found_with for each in puzzles if each.found_with)
    exact = sum(each.found_with == 0 for each in puzzles)
    rows.append(
        f"\nahead: least {ahead[0]}, median {ahead[len(ahead) // 2]}; least ratio of worlds {ratio:.1f}; {exact} exact"
    )
    return rows


if __name__ == "__main__":
    main()
