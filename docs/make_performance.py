"""Writes the output of the benchmarks into docs/performance.md; run it on an idle machine.

A comment in the page marks where output goes, and names the benchmark and its arguments.

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


def benchmark_output(name: str, arguments: list[str], python: str) -> str:
    """Run a benchmark with this Python and return its output."""
    print(f"measuring: {name} ...", file=sys.stderr)
    script = str(BENCHMARKS / f"{name}.py")
    done = subprocess.run([python, script, *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description="Refresh docs/performance.md.")
    parser.add_argument("--others", default=sys.executable, help="a Python with the packages to compare with")
    parser.add_argument("--only", help="run only this benchmark")
    args = parser.parse_args()
    text = PAGE.read_text(encoding="utf-8")
    for marker, name, options in re.findall(r"(<!-- figures: (\w+)((?: [\w-]+)*) -->)\n", text):
        if args.only in (None, name):
            # All environments are measured in one process, so that Python must have all packages.
            python = args.others if name == "envs" else sys.executable
            figures = benchmark_output(name, ["--others", args.others] if name == "rounds" else options.split(), python)
            before, rest = text.split(f"{marker}\n", 1)
            after = rest.split("<!-- end -->", 1)[1]
            text = f"{before}{marker}\n```text\n{figures}\n```\n<!-- end -->{after}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
