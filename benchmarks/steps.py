"""The cost of the steps of a round in compiled code: dealing, placing, taking back, finding what fits.

    python benchmarks/steps.py [--seconds S]

The time of a step is that of a loop with it minus that of the same loop without it, over the placements of real rounds.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from statistics import median

from tricorn.arena.machine_info import machine_info
from tricorn.core import layout as at
from tricorn.core.board import new_board
from tricorn.core.compile import Ints, ints, ints_from
from tricorn.core.heuristic import new_policies
from tricorn.core.log import LOG_PLACE, LOG_START, LOG_STRIDE, logged_cell, logged_kind, logged_numbers, logged_tile
from tricorn.core.playout import advance, begin_round
from tricorn.core.rng import new_rng
from tricorn.core.rules import rules_for
from tricorn.core.state import START_CELL, new_state
from tricorn.editions import EDITIONS
from tricorn.warmup import compile_module

_ROUNDS = 200
_TURNS = 7
_PLAYERS = 2

PLACE, TAKE_BACK, FITTING, SHAPES = range(4)  # as in _steps.py
_LOOPS = compile_module("_steps")
replay, deals = _LOOPS.replay, _LOOPS.deals


def sample_rounds() -> tuple[Ints, int]:
    """Rounds in the format of `replay`, and their number of placements."""
    edition = EDITIONS["pressman-classic"]
    state, rules = new_state(_PLAYERS, log=True), rules_for(edition)
    numbers: list[int] = []
    placements = 0
    for index in range(_ROUNDS):
        policies, rng = new_policies([index % 2] * 6), new_rng(index, 0)  # random and greedy alternate
        begin_round(state, rules, edition.tiles_dealt(_PLAYERS), policies, new_rng(index, 1), rng)
        advance(state, rules, policies, rng)
        entries = [state[index] for index in range(at.LOG, state[at.LOG_END], LOG_STRIDE)]
        start, *later = [logged for logged in entries if logged_kind(logged) in (LOG_START, LOG_PLACE)]
        numbers += [1 + len(later), START_CELL, *logged_numbers(start)]
        for logged in later:
            numbers += [logged_cell(logged), logged_tile(logged)]
        placements += 1 + len(later)
    return ints_from(numbers), placements


def deal_time(number: int) -> float:
    state, rng = new_state(_PLAYERS), new_rng(1, 1)
    edition = EDITIONS["pressman-classic"]
    rules, hand_size = rules_for(edition), edition.tiles_dealt(_PLAYERS)
    return median(nanoseconds(lambda: deals(state, rules, rng, hand_size, number)) / number for _ in range(_TURNS))


def nanoseconds(work: Callable[[], object]) -> float:
    began = time.perf_counter_ns()
    work()
    return time.perf_counter_ns() - began


def main() -> None:
    parser = argparse.ArgumentParser(description="The cost of each step.")
    parser.add_argument("--seconds", type=float, default=2.0, help="about how long each figure is measured")
    args = parser.parse_args()
    print(machine_info())
    print(f"load average {os.getloadavg()[0]:.1f} at the start; median of {_TURNS} turns")
    rounds, placements = sample_rounds()
    board, result = new_board(), ints(1)
    once = min(nanoseconds(lambda: replay(board, rounds, PLACE, 1, result)) for _ in range(3))
    repeat = max(1, int(args.seconds * 1e9 / _TURNS / once))
    times_by_step: dict[int, list[float]] = {step: [] for step in (PLACE, TAKE_BACK, FITTING, SHAPES)}
    for _ in range(_TURNS):
        for step, times in times_by_step.items():
            elapsed = nanoseconds(lambda step=step: replay(board, rounds, step, repeat, result))  # type: ignore[misc]
            times.append(elapsed / repeat / placements)
    base = median(times_by_step[PLACE])
    print(f"  place a tile, and clear the table afterwards   {base:>10.1f} ns per placement")
    for step, label in (
        (TAKE_BACK, "take it back"),
        (FITTING, "find the tiles that fit anywhere"),
        (SHAPES, "find what every open cell would make"),
    ):
        print(f"  {label:<47}{median(times_by_step[step]) - base:>10.1f} ns more")
    print(f"  {'shuffle and deal':<47}{deal_time(20_000):>10.1f} ns per round")


if __name__ == "__main__":
    main()
