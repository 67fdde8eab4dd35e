"""Compares the rules and bots as WebAssembly in Node with machine code, by iterations of the search.

Both do the same work in short alternating bursts, and only processor time counts, so other work on the machine hardly
changes the ratio. Prints the median ratio of the speeds; with `--sizes`, instead, the sizes of the modules and what the
page of a score sheet loads.

    python benchmarks/wasm.py [--sizes]
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any

from tricorn.arena.machine_info import machine_info
from tricorn.bots.decision import MAX_NODES, SEARCH, begin_decision, continue_decision
from tricorn.bots.workspace import fill_workspace, new_workspace
from tricorn.core import layout as at
from tricorn.core.compile import ensure_compiled, ints, ints_from
from tricorn.core.loading import WEB_PARTS, web_file
from tricorn.core.log import LOG_STRIDE
from tricorn.core.options import MAX_OPTIONS, list_options
from tricorn.core.policy import GREEDY, choose_start
from tricorn.core.rng import new_rng
from tricorn.core.rules import rules_for
from tricorn.core.state import apply_choice, deal, new_state, start_with
from tricorn.editions import EDITIONS
from tricorn.round.state import observed
from tricorn.web.pages.assets import Assets

_HERE = Path(__file__).parent
_BURSTS = 30
_MIN_SECONDS = 0.005  # shorter bursts are dropped; some positions leave nothing to search
_ITERATIONS, _MOVES = 20_000, 8
_EDITION = EDITIONS["pressman-classic"]

# What the page of a score sheet names in its head (templates/base.html, templates/score.html).
_SHEET_SCRIPTS = ("js/shared/menu.js", "js/score/score.js")
_SHEET_STYLES = (
    ("shared/palette", "shared/base", "shared/dialogs", "shared/tiles"),
    ("shared/parts", "shared/scores", "shared/board", "score/pad", "score/lines", "score/score"),
)


def iterations(seed: int) -> float:
    """The processor time of some iterations of the search in machine code."""
    rules, state, options, rng = rules_for(_EDITION), new_state(2, log=True), ints(MAX_OPTIONS), new_rng(seed, 2)
    deal(state, rules, new_rng(seed, 1), _EDITION.tiles_dealt(2))
    start_with(state, rules, choose_start(rules, state[at.HANDS + state[at.SEAT]], GREEDY, rng))
    for _ in range(_MOVES - 1):
        list_options(state, rules, options)
        apply_choice(state, rules, options[0])
    while list_options(state, rules, options) == 1:  # only a choice is searched
        apply_choice(state, rules, options[0])
    workspace = new_workspace((len(state) - at.LOG) // LOG_STRIDE, MAX_NODES + 2)
    fill_workspace(observed(state, rules, state[at.SEAT]), state[at.SEAT], workspace)
    log = ints_from(int(state[index]) for index in range(at.LOG, state[at.LOG_END]))
    begin_decision(workspace, rules, log, SEARCH, -1, rng)
    began = time.process_time()
    continue_decision(workspace, rules, _ITERATIONS, rng)
    return time.process_time() - began


class Node:
    """A Node process with the WebAssembly modules."""

    def __init__(self) -> None:
        path = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
        node = shutil.which("node", path=path)
        if node is None:
            sys.exit("benchmarks/wasm.py needs Node; requirements-node.txt has it")
        command = [node, str(_HERE / "wasm.mjs"), *(str(web_file(part)) for part in WEB_PARTS)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def do(self, kind: str, **job: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps({"kind": kind, **job}), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())


def ratios(native: Callable[[int], float], web: Callable[[int], float]) -> list[float]:
    """For each burst, the time of machine code divided by that of WebAssembly; the two alternate in going first."""
    native(0), web(0)
    burst_ratios: list[float] = []
    for seed in itertools.count(1):
        if seed % 2:
            native_time, web_time = native(seed), web(seed)
        else:
            web_time, native_time = web(seed), native(seed)
        if native_time > _MIN_SECONDS:
            burst_ratios.append(native_time / web_time)
        if len(burst_ratios) == _BURSTS:
            break
    return burst_ratios


def print_sizes(node: Node) -> None:
    modules = {part: web_file(part).read_bytes() for part in WEB_PARTS}
    for (part, module), brotli in zip(modules.items(), node.do("sizes"), strict=True):
        print(f"module {part}: {len(module):,} bytes, {gzipped(module):,} with gzip, {brotli:,} with brotli")
    assets = Assets()
    scripts = ["js/shared/head.js", *assets.imported_by(*_SHEET_SCRIPTS)]
    styles = [assets.style_url(*names).removeprefix(assets.url("")) for names in _SHEET_STYLES]
    sizes = {
        f"{len(scripts)} scripts": sum(gzipped(assets.contents(name)) for name in scripts),
        f"{len(styles)} style sheets": sum(gzipped(assets.contents(name)) for name in styles),
        "module score": gzipped(modules["score"]),
    }
    print("The page of a score sheet loads, in bytes with gzip:")
    for label, size in [*sizes.items(), ("in total", sum(sizes.values()))]:
        print(f"  {label:<26}{size:>8,}")


def gzipped(contents: bytes | None) -> int:
    """The size of a file with gzip, as the server sends it."""
    assert contents is not None, "no such file"
    return len(gzip.compress(contents, 9))


def print_speed(node: Node) -> None:
    edition = _EDITION.as_dict()
    print(machine_info())
    print(f"load average {os.getloadavg()[0]:.1f}; {_BURSTS} pairs of bursts, {_EDITION.id}, two players")
    web_iterations = partial(node.do, "iterations", edition=edition, moves=_MOVES, iterations=_ITERATIONS)
    low, middle, high = quantiles(ratios(iterations, lambda seed: float(web_iterations(seed=seed))))
    print("Speed of WebAssembly relative to machine code, median and quartiles:")
    print(f"  {'iterations of the search':<26}{middle:>8.2f}   ({low:.2f}-{high:.2f})")


def main() -> None:
    parser = argparse.ArgumentParser(description="The rules and bots as WebAssembly.")
    parser.add_argument("--sizes", action="store_true", help="print the sizes of the modules, and measure nothing")
    args = parser.parse_args()
    ensure_compiled()
    node = Node()
    if args.sizes:
        print_sizes(node)
    else:
        print_speed(node)


if __name__ == "__main__":
    main()
