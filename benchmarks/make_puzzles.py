"""Makes Tricorn's puzzles: searches simulated games of all editions and presets for positions with one clear answer.

    python benchmarks/make_puzzles.py find [--each N] [--minutes M] [--part 1/2] [--rules NAME] LOG
    python benchmarks/make_puzzles.py ship [--add] LOG ...

`find` adds a line to the log for each game and each position found, so it can be stopped and continued. Several
processes can each do a part. `ship` writes the puzzles of all logs into the package, with `--add` after those that are
there, whose reasons and difficulty are found again. It prints the tables of docs/puzzles.md.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tricorn.analysis.puzzle_finding import FoundPosition, StageCounts, find_positions
from tricorn.analysis.puzzle_making import Search, make_puzzle
from tricorn.analysis.puzzles import FILES, SOLVERS, THEMES, Puzzle, load_puzzles, view_of
from tricorn.arena.seating import Seating
from tricorn.core.compile import ensure_compiled
from tricorn.core.rng import new_rng
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS, PRESETS, edition_named
from tricorn.record import last_round_start
from tricorn.wording import SEATS

_SEED = 1600  # plus the index of the rules and number of players
_PLAYERS = ("medium", "heuristic")
_PUZZLES_PER_FILE = 25
_PRESET_PLAYERS = range(2, 5)
_RULES = {name: name for name in EDITIONS} | {preset.id: preset.rules for preset in PRESETS.values()}

Line = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    find_parser = commands.add_parser("find")
    find_parser.add_argument("--each", type=int, default=32, help="puzzles for each edition and number of players")
    find_parser.add_argument("--minutes", type=float, default=60)
    find_parser.add_argument("--part", default="1/1", help="one of several parts, each with its own log")
    find_parser.add_argument("--rules", action="append", choices=_RULES, help="only these; may be repeated")
    find_parser.add_argument("log", type=Path)
    ship_parser = commands.add_parser("ship")
    ship_parser.add_argument("--add", action="store_true", help="keep the puzzles of the package")
    ship_parser.add_argument("logs", type=Path, nargs="+")
    options = parser.parse_args()
    ensure_compiled()
    if options.command == "find":
        part, parts = (int(number) for number in options.part.split("/"))
        deadline = time.monotonic() + 60 * options.minutes
        rules = [_RULES[name] for name in options.rules or _RULES]
        tables = [table for table in _tables() if table[0] in rules]
        _find(options.log, options.each, deadline, tables[part - 1 :: parts])
    else:
        before = [_again(puzzle, number) for number, puzzle in enumerate(load_puzzles())] if options.add else []
        _ship([line for log in options.logs for line in _read(log)], before)


def _tables() -> list[tuple[str, int]]:
    books = [(name, players) for name, edition in EDITIONS.items() for players in edition.player_counts()]
    return books + [(preset.rules, players) for preset in PRESETS.values() for players in _PRESET_PLAYERS]


def _read(log: Path) -> list[Line]:
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


# Finding.


def _find(path: Path, per_table: int, deadline: float, tables: list[tuple[str, int]]) -> None:
    """Search one game of each table after the other, until every table has enough puzzles or the time is up."""
    log = _read(path)
    done = {(line["edition"], line["players"], line["game"]) for line in log if "choices" in line}
    counts = Counter((line["edition"], line["players"]) for line in log if "deep" in line)
    number = 0
    while time.monotonic() < deadline and any(counts[table] < per_table for table in tables):
        for table in tables:
            if counts[table] >= per_table or (*table, number) in done or time.monotonic() >= deadline:
                continue
            lines = _search(*table, number)
            counts[table] += len(lines) - 1
            with path.open("a") as file:
                file.writelines(json.dumps(line) + "\n" for line in lines)
            print(f"{table[0]} {table[1]}, game {number}: {len(lines) - 1} more, {counts.total()} in total", flush=True)
        number += 1


def _search(edition: str, players: int, number: int) -> list[Line]:
    """The log lines of a game: one for each puzzle, and one with the counts of the search."""
    began = time.process_time()
    bots = [_PLAYERS[(seat + number) % 2] for seat in range(players)]
    seating = Seating(edition_named(edition), bots, log=True)
    seed = seating.seed_of(_SEED + _tables().index((edition, players)), number)
    record = seating.record_of(seed, new_totals())
    counts = StageCounts()
    table = {"edition": edition, "players": players, "game": number}
    lines = [{**table, **_log_line(position)} for position in find_positions(record, seed, counts)]
    return [*lines, {**table, **vars(counts), "seconds": round(time.process_time() - began, 2)}]


def _log_line(position: FoundPosition) -> Line:
    view = position.view
    assert view.seat is not None
    assert view.round is not None
    events = view.parsed_record.events
    start = last_round_start(events)
    assert start is not None
    return {
        "event": position.event,
        "round": view.round.number,
        "seat": SEATS[view.seat],
        "scores": view.scores,
        "lines": [str(event) for event in events[start + 1 :]],
        "cheap": {"worlds": position.cheap.best.worlds, "ahead": round(position.cheap.moves[1].loss, 4)},
        "deep": {
            "worlds": position.deep.best.worlds,
            "ahead": round(position.deep.moves[1].loss, 4),
            "error": round(position.deep.moves[1].loss_error, 4),
        },
        "moves": [
            [str(value.move), value.points, round(value.chance, 4), round(value.loss, 4), round(value.gain, 1)]
            for value in position.deep.moves
        ],
    }


# Shipping.


def _ship(log: list[Line], before: Sequence[Puzzle]) -> None:
    positions = {tuple(line["lines"]): line for line in log if "deep" in line}  # without duplicates
    added = [_puzzle(line, len(before) + number) for number, line in enumerate(positions.values())]
    Random(_SEED).shuffle(added)
    puzzles = [*before, *added]
    FILES.mkdir(exist_ok=True)
    for path in FILES.glob("*.json"):
        path.unlink()
    for first in range(0, len(puzzles), _PUZZLES_PER_FILE):
        file_puzzles = puzzles[first : first + _PUZZLES_PER_FILE]
        lines = [json.dumps(puzzle.as_data(), separators=(",", ":")) for puzzle in file_puzzles]
        (FILES / f"{first // _PUZZLES_PER_FILE:02}.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")
    index = [[puzzle.edition, puzzle.players, puzzle.theme, puzzle.difficulty] for puzzle in puzzles]
    contents = {"size": _PUZZLES_PER_FILE, "puzzles": index}
    (FILES / "index.json").write_text(json.dumps(contents, separators=(",", ":")) + "\n")
    print("\n".join(_markdown(log, puzzles)))


def _puzzle(line: Line, number: int) -> Puzzle:
    cheap, deep = line["cheap"], line["deep"]
    figures = {move: (chance, gain) for move, _, chance, _, gain in line["moves"]}
    search = Search(cheap["worlds"], deep["worlds"], deep["ahead"], deep["error"], figures)
    seat = SEATS.index(line["seat"])
    view = view_of(line["edition"], line["round"], seat, tuple(line["scores"]), line["lines"])
    return make_puzzle(view, line["lines"], search, new_rng(_SEED, number))


def _again(puzzle: Puzzle, number: int) -> Puzzle:
    """A puzzle of the package, made again from what the deep search found."""
    figures = {move.move: (move.chance, move.gain) for move in puzzle.moves}
    search = Search(puzzle.found_with, puzzle.worlds, puzzle.ahead, puzzle.error, figures)
    return make_puzzle(puzzle.view(), puzzle.lines, search, new_rng(_SEED, number))


def _markdown(log: list[Line], puzzles: list[Puzzle]) -> list[str]:
    """The tables of docs/puzzles.md."""
    rows = ["| edition | games | choices | candidates | checked | confirmed | core seconds |"]
    rows.append("| --- | --- | --- | --- | --- | --- | --- |")
    games = [line for line in log if "choices" in line]
    for name, rules in (*_RULES.items(), (None, None)):
        edition_games = [line for line in games if rules in (None, line["edition"])]
        stages = ("choices", "candidates", "checked", "confirmed")
        sums = [sum(line[stage] for line in edition_games) for stage in stages]
        seconds = round(sum(line["seconds"] for line in edition_games))
        cells = [f"`{name}`" if name else "all", len(edition_games), *sums, seconds]
        rows.append("| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in cells) + " |")
    rows += ["", "| theme | " + " | ".join((*SOLVERS, "none")) + " | all |", "| --- |" + " --- |" * (len(SOLVERS) + 2)]
    for theme in THEMES:
        counts = [
            sum(puzzle.theme == theme and puzzle.difficulty == level for puzzle in puzzles)
            for level in range(1, len(SOLVERS) + 2)
        ]
        rows.append("| " + " | ".join(map(str, (theme, *counts, sum(counts)))) + " |")
    ahead = sorted(puzzle.ahead for puzzle in puzzles)
    ratio = min(puzzle.worlds / puzzle.found_with for puzzle in puzzles if puzzle.found_with)
    exact = sum(puzzle.found_with == 0 for puzzle in puzzles)
    rows.append(f"\nahead: minimum {ahead[0]}, median {ahead[len(ahead) // 2]}")
    rows.append(f"minimum ratio of worlds {ratio:.1f}; {exact} exact")
    return rows


if __name__ == "__main__":
    main()
