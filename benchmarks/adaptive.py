"""How often players of several strengths win against the adaptive bot, over simulated evenings.

    python benchmarks/adaptive.py [--evenings N] [--games G] [--rules LINE] [BOT ...]

Each player plays all evenings in a row, as one person with one browser would, in the page's own scripts under Node.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the tests' script
from tests.node import in_node

from tricorn.core.compile import ensure_compiled
from tricorn.core.loading import web_file
from tricorn.editions import PRESETS, edition_named

_SCRIPT = Path(__file__).parents[1] / "tests" / "web" / "evenings.mjs"
_SEED = 28


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=["random", "easy", "medium", "hard"])
    parser.add_argument("--evenings", type=int, default=40)
    parser.add_argument("--games", type=int, default=6, help="of an evening")
    parser.add_argument("--rules", default=PRESETS["family"].rules, help="as a record's edition line has them")
    options = parser.parse_args()
    ensure_compiled()
    edition = edition_named(options.rules).as_dict()
    for bot in options.bots:
        job = {"edition": edition, "player": bot, "games": options.evenings * options.games, "seed": _SEED}
        (games,) = in_node(_SCRIPT, str(web_file("play")), job=[job])
        won = [game["won"] for game in games]
        strengths = [game["strength"] for game in games]
        evenings = [sum(won[first : first + options.games]) for first in range(0, len(won), options.games)]
        print(
            f"{bot:<8} wins {100 * fmean(won):.1f} % of {len(won)} games, {evenings[0]} of {options.games} on the "
            f"first evening; {evenings.count(0)} evenings without a win; strength {min(strengths)} to "
            f"{max(strengths)}, on average {fmean(strengths):.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
