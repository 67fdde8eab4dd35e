"""Writes what the benchmarks print into docs/performance.md; run it on an idle machine.

A place for figures names a benchmark and the arguments it is run with.

python docs/make_performance.py [--others PYTHON] [--only NAME]
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "performance.md"
BENCHMARKS = HERE.parent / "benchmarks"


def printed(name: str, arguments: list[str], python: str) -> str:
    """What a benchmark prints, run by this Python."""
    print(f"measuring: {name} ...", file=sys.stderr)
    script = str(BENCHMARKS / f"{name}.py")
    done = subprocess.run([python, script, *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description="Refresh docs/performance.md.")
    parser.add_argument("--others", default=sys.executable, help="a Python with the packages to compare with")
    parser.add_argument("--only", help="one of the benchmarks instead of all")
    args = parser.parse_args()
    text = PAGE.read_text(encoding="utf-8")
    for mark, name, more in re.findall(r"(<!-- figures: (\w+)((?: [\w-]+)*) -->)\n", text):
        if args.only in (None, name):
            # The environments are compared in one process, so it has to be that Python.
            python = args.others if name == "envs" else sys.executable
            figures = printed(name, ["--others", args.others] if name == "rounds" else more.split(), python)
            before, rest = text.split(f"{mark}\n", 1)
            after = rest.split("<!-- end -->", 1)[1]
            text = f"{before}{mark}\n```text\n{figures}\n```\n<!-- end -->{after}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
