"""`tricorn --version`: the version, and what the rules run on."""

from __future__ import annotations

import argparse
import sys

from tricorn import __version__
from tricorn.core import board  # noqa: F401 (its functions are compiled or plain)
from tricorn.core.compile import is_compiled
from tricorn.core.loading import build_id, system


def run(args: argparse.Namespace) -> int:
    python = ".".join(map(str, sys.version_info[:3]))
    rules = "compiled" if is_compiled() else "plain"
    print(f"tricorn {__version__}")
    print(f"Python {python} on {system()}, {rules} rules, build {build_id()}")
    return 0
