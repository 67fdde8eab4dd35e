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
from tricorn.core.compile import Ints, ints, ints_of
from tricorn.core.heuristic import new_policies
from tricorn.core.playout import advance, begin_round
from tricorn.core.rng import new_rng
from tricorn.core.rules import rules_of
from tricorn.core.state import LOG, LOGGED, START_CELL, new_state
from tricorn.core.table import new_table
from tricorn.editions import EDITIONS
from tricorn.warmup import compiled

_ROUNDS = 200
_TURNS = 7
_PLAYERS = 2

LAY, TAKE_BACK, LOOK, SHAPES = range(4)  # as in _steps.py
_LOOPS = compiled("_steps")
lay, deals = _LOOPS.function("_steps.lay"), _LOOPS.function("_steps.deals")


def recorded() -> tuple[Ints, int]:
    """Real rounds as `lay` reads them, and how many placements they have."""
    edition = EDITIONS["pressman-classic"]
    state, rules = new_state(_PLAYERS, log=True), rules_of(edition)
    numbers: list[int] = []
    placements = 0
    for index in range(_ROUNDS):
        policies, rng = new_policies([index % 2] * 6), new_rng(index, 0)  # random and greedy in turn
        begin_round(state, rules, edition.tiles_dealt(_PLAYERS), policies, new_rng(index, 1), rng)
        advance(state, rules, policies, rng)
        entries = [state[at] for at in range(LOG, state[LOGGED])]
        start, *later = [entry for entry in entries if entry & 7 < 2]
        corners = start >> 28
        numbers += [1 + len(later), START_CELL, corners >> 6 & 7, corners >> 3 & 7, corners & 7]
        for entry in later:
            numbers += [entry >> 12 & 0x1FFF, entry >> 6 & 63]
        placements += 1 + len(later)
    return ints_of(numbers), placements


def time_of_a_deal(number: int) -> float:
    state, rng = new_state(_PLAYERS), new_rng(1, 1)
    each = EDITIONS["pressman-classic"].tiles_dealt(_PLAYERS)
    return median(nanoseconds(lambda: deals(state, rng, each, number)) / number for _ in range(_TURNS))


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
    laid, placements = recorded()
    table, found = new_table(), ints(1)
    once = min(nanoseconds(lambda: lay(table, laid, LAY, 1, found)) for _ in range(3))
    repeat = max(1, int(args.seconds * 1e9 / _TURNS / once))
    spent: dict[int, list[float]] = {step: [] for step in (LAY, TAKE_BACK, LOOK, SHAPES)}
    for _ in range(_TURNS):
        for step, times in spent.items():
            took = nanoseconds(lambda step=step: lay(table, laid, step, repeat, found))  # type: ignore[misc]
            times.append(took / repeat / placements)
    base = median(spent[LAY])
    print(f"  lay a tile, and clear the table after the round{base:>10.1f} ns a placement")
    for step, words in (
        (TAKE_BACK, "take it back"),
        (LOOK, "look which tiles fit anywhere"),
        (SHAPES, "look what every open cell would make"),
    ):
        print(f"  {words:<47}{median(spent[step]) - base:>10.1f} ns more")
    print(f"  {'shuffle and deal':<47}{time_of_a_deal(20_000):>10.1f} ns a round")


if __name__ == "__main__":
    main()
