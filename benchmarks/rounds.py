"""Rounds per second: by bot, edition and number of players, compiled and plain, in one process and on all cores, and
compared with other programs. Compared figures are measured alternately in one run and given as ratios.

    python benchmarks/rounds.py [--seconds S] [--others PYTHON]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tricorn.arena.job import Job
from tricorn.arena.machine_info import machine_info
from tricorn.arena.seating import Seating
from tricorn.arena.workers import cores, run
from tricorn.bots import BOTS, Budget
from tricorn.core.compile import Ints, is_compiled
from tricorn.core.rng import new_rng
from tricorn.core.totals import ROUNDS, SCALARS, new_totals
from tricorn.editions import EDITIONS
from tricorn.game import Game
from tricorn.moves import Move
from tricorn.view import View

_HERE = Path(__file__).parent
_TURNS = 5  # each figure is the median of this many, measured alternately, so that other work affects all alike
_BATCH = 200  # games between two checks of the time


class Case(NamedTuple):
    """Bots and rules to measure."""

    edition: str
    players: int
    bot: str

    def __str__(self) -> str:
        return f"{self.bot}, {self.players} players, {self.edition}"


class Rate(NamedTuple):
    """Rounds and placements per second."""

    rounds: float
    placements: float


CASES = [
    Case(edition, players, bot)
    for edition in ("pressman-classic", "spanish")
    for players in (2, 4)
    for bot in ("random", "greedy", "heuristic")
]


def measure(case: Case, seconds: float, first: int = 0) -> Rate:
    """Play whole games in this process for some seconds."""
    seating = Seating(EDITIONS[case.edition], [case.bot] * case.players)
    totals = new_totals()
    batch = _BATCH if is_compiled() else 2
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        seating.play_games(1, first, batch, totals)
        first += batch
    elapsed = time.perf_counter() - began
    return Rate(int(totals[ROUNDS]) / elapsed, int(totals[SCALARS.index("placements")]) / elapsed)


def medians(cases: list[Case], seconds: float) -> dict[Case, Rate]:
    """The median rate of each case; the cases are measured alternately."""
    for case in cases:
        measure(case, 0.01)
    results: dict[Case, list[Rate]] = {case: [] for case in cases}
    for turn in range(_TURNS):
        for case in cases:
            results[case].append(measure(case, seconds / _TURNS, turn * 10_000_000))
    return {
        case: Rate(median(rate.rounds for rate in rates), median(rate.placements for rate in rates))
        for case, rates in results.items()
    }


def print_line(label: str, figure: str, ratio: str = "") -> None:
    print(f"  {label:<46}{figure:>20}   {ratio}".rstrip())


def by_case(seconds: float) -> Rate:
    """Print every case and return the rate of the first."""
    rates = medians(CASES, seconds)
    base = rates[CASES[0]]
    print(f"One process, compiled, whole games; ratios to {CASES[0]}:")
    for case, rate in rates.items():
        print_line(str(case), f"{rate.rounds:,.0f} rounds/s", f"{rate.rounds / base.rounds:.2f}")
    nanoseconds = 1e9 / base.placements
    print_line("time per placement, everything included", f"{nanoseconds:.0f} ns")
    return base


def plain(seconds: float, compiled: Rate) -> None:
    """Measure the same source as plain Python, in a separate process."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); import rounds; "
        "print(rounds.measure(rounds.CASES[0], float(sys.argv[2])).rounds)"
    )
    environment = {**os.environ, "TRICORN_COMPILE": "0"}
    done = subprocess.run(
        [sys.executable, "-c", script, str(_HERE), str(seconds)],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    rate = float(done.stdout)
    print("Plain Python (TRICORN_COMPILE=0):")
    print_line(str(CASES[0]), f"{rate:,.0f} rounds/s", f"compiled is {compiled.rounds / rate:,.0f} times as fast")


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def workers(seconds: float, one: Rate) -> None:
    """Measure one worker process against one per core, with the time to start them."""
    case = CASES[0]
    games = max(8000, int(seconds * one.rounds / 2.5))
    job = Job(EDITIONS[case.edition], (case.bot,) * case.players, games, seed=1)
    times_by_workers: dict[int, list[float]] = {1: [], cores(): []}
    for _ in range(3):
        for number, times in times_by_workers.items():
            times.append(timed(lambda number=number: run(job, number, lambda part: False)))  # type: ignore[misc]
    first, *others = (median(times) for times in times_by_workers.values())
    print(f"Workers ({games:,} games, median of 3 alternating runs, starting processes included):")
    print_line("1 worker", f"{first:.2f} s")
    for elapsed in others:
        print_line(f"{cores()} workers", f"{elapsed:.2f} s", f"{first / elapsed:.2f} times as fast")


class TrivialBot:
    """A Python bot that does not think, to measure the cost of calling a bot."""

    name = "trivial"

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        return view.legal_moves()[0]


def bot_calls(seconds: float) -> None:
    """Measure the cost of a bot's choice, in the arena and through a game and its view."""
    bot = TrivialBot()
    BOTS[bot.name] = bot
    edition = EDITIONS["pressman-classic"]
    seating = Seating(edition, ["trivial", "trivial"])
    seating.play_games(1, 0, 1, new_totals())
    seed = choices = index = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        index += 1
        seating.play_games(1, index, 1, new_totals())
    arena = (time.perf_counter() - began) / sum(thinking.choices for thinking in seating.thinking)
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        seed += 1
        choices += _play_with_views(bot, seed)
    views = (time.perf_counter() - began) / choices
    print("A Python bot that does not think; the time of a whole game divided by its real choices:")
    print_line("in the arena", f"{arena * 1e3:.2f} ms per choice")
    print_line(
        "through Game.view and its round",
        f"{views * 1e3:.2f} ms per choice",
        f"{views / arena:.1f} times the arena",
    )


def _play_with_views(bot: TrivialBot, seed: int) -> int:
    """Play a game with a view for every real choice; return the number of choices."""
    game, rng, choices = Game("pressman-classic", seed=seed), new_rng(seed, 0), 0
    while game.outcome() is None:
        moves = game.legal_moves()
        if len(moves) > 1:
            view = game.view(game.turn)
            assert view.round is not None
            moves = [bot.choose(view, None, rng)]
            choices += 1
        game.play(moves[0])
    return choices


def others(seconds: float, python: str, ours: Rate) -> None:
    """Measure random games of other programs, which may be installed for another Python."""
    command = [python, str(_HERE / "_other_programs.py"), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    print("Random games of other programs, one process:")
    for name, rates in json.loads(done.stdout).items():
        if rates is None:
            print_line(name, "not installed", "name a Python that has it: --others PYTHON")
            continue
        print_line(
            name,
            f"{rates['games']:,.0f} games/s",
            f"ours {ours.rounds / rates['games']:,.0f} times; {rates['moves']:,.0f} moves/s, "
            f"our placements {ours.placements / rates['moves']:,.0f} times",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Rounds per second.")
    parser.add_argument("--seconds", type=float, default=3.0, help="per figure")
    parser.add_argument("--others", default=sys.executable, help="a Python with OpenSpiel and python-chess")
    args = parser.parse_args()
    print(machine_info())
    print(f"load average {os.getloadavg()[0]:.1f} at the start (figures mean most when it is near 0)")
    base = by_case(args.seconds)
    workers(args.seconds, base)
    plain(args.seconds, base)
    bot_calls(args.seconds)
    others(args.seconds, args.others, base)


if __name__ == "__main__":
    main()
